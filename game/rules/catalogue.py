"""The texts of a language in the place of English ones: a catalogue of gettext's; and numbers as it writes them."""

import gettext
import os
import re
from collections.abc import Mapping
from typing import Any

from game.rules.language import CHANGES, Message, message_of, pgettext

DOMAIN = "tabletalk"
FOLDER = os.path.join(os.path.dirname(__file__), "..", "..", "assets", "locale")
"""Where the catalogues lie; the package around it need not be loaded for that."""
_ONLY_SIGNS = re.compile(r"(\{\}|[^\w{}])*")
"""A template without a word, the same in every language."""


class Catalogue:
    """The texts of one language."""

    def __init__(self, code: str) -> None:
        """Read them. Raises OSError."""
        self.code = code
        self._texts = gettext.translation(DOMAIN, FOLDER, [code])
        self._texts.add_fallback(_Missing())
        number = self._texts.gettext(pgettext("how this number is written", "1,234.5").key)
        self._separators = str.maketrans({",": number[1], ".": number[5]})

    def shown(self, message: Message) -> str:
        """A message in this language, as `text` has it, made once as long as nobody asks another catalogue."""
        catalogue, text = message._shown
        if catalogue is not self:
            text = self.text(message)
            message._shown = self, text
        return text

    def text(self, message: Message) -> str:
        """A message in this language; in English where it has none, or one that does not fit the values."""
        try:
            template = self._template(message)
            if message.context in CHANGES:
                return CHANGES[message.context](self._value(message.args[0]))
            if not (message.args or message.values):
                return template
            args = [self._value(value) for value in message.args]
            return template.format(*args, **{name: self._value(value) for name, value in message.values.items()})
        except (ValueError, KeyError, IndexError, TypeError, AttributeError):
            return str(message)

    def _template(self, message: Message) -> str:
        """The template in this language. Raises KeyError where there is none: no template is used that is in no
        catalogue, for the message may be a mod's."""
        if _ONLY_SIGNS.fullmatch(message.one) and not message.many:
            return message.one
        if not message.many:
            return self._texts.gettext(message.key)
        given = (message.one, message.many, message.number)
        return self._texts.npgettext(message.context, *given) if message.context else self._texts.ngettext(*given)

    def _value(self, value: Any) -> Any:
        kind = type(value)
        if kind is int:
            return _Whole(value, self._separators)
        if isinstance(value, float):
            return _Real(value, self._separators)
        message = message_of(value)
        return value if message is None else self.shown(message)


class _Missing(gettext.NullTranslations):
    """Is asked for what a catalogue lacks."""

    def gettext(self, message: str) -> str:
        raise KeyError(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        raise KeyError(msgid1)

    def pgettext(self, context: str, message: str) -> str:
        raise KeyError(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        raise KeyError(msgid1)


class _Whole(int):
    """A whole number that is written as a language has it."""

    _separators: Mapping[int, str]

    def __new__(cls, value: int, separators: Mapping[int, str]) -> "_Whole":
        number = super().__new__(cls, value)
        number._separators = separators
        return number

    def __format__(self, how: str) -> str:
        return int.__format__(self, how).translate(self._separators)


class _Real(float):
    """The same of a number with decimals."""

    _separators: Mapping[int, str]
    _own: float

    def __new__(cls, value: float, separators: Mapping[int, str]) -> "_Real":
        number = super().__new__(cls, value)
        number._separators, number._own = separators, value
        return number

    def __format__(self, how: str) -> str:
        return format(self._own, how).translate(self._separators)
