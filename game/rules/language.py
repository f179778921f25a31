"""Texts for people, in English until they are shown, and then in the language that was chosen.

What is written with `_` and its sisters is a `Message`: its English text, so that files, JSON, logs and workers hold
English whatever the language, which remembers what it was made of. Whoever shows a text to people, and nobody before,
asks for it `translated` (``translation.py``).
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

_CONTEXT = "\x04"
"""What parts a context from its text in a catalogue. Source: "The Format of GNU MO Files", the manual of gettext."""
_NEGATIVE = re.compile(r"(?<![\w)-])-(?=\d)")


class Message(str):
    """A text for people: as a str it is English.

    `one` is its template in English, `many` that for other numbers than one, empty where the text has no plural;
    `context` tells texts apart that are the same in English only. Values are put in as ``str.format`` does; one that
    is a message, or has one as its attribute ``message``, is translated with it.
    """

    __slots__ = ("_shown", "args", "context", "many", "number", "one", "values")

    context: str
    one: str
    many: str
    number: int
    args: tuple[Any, ...]
    values: Mapping[str, Any]
    _shown: tuple[object, str]
    """The catalogue that it was shown from last, and the text there."""

    def __new__(
        cls,
        english: str,
        one: str,
        args: tuple[Any, ...] = (),
        values: Mapping[str, Any] | None = None,
        many: str = "",
        number: int = 1,
        context: str = "",
    ) -> "Message":
        """A message whose English text is known, and what it was made of; `made` puts the text together."""
        message = super().__new__(cls, english)
        message.context, message.one, message.many, message.number = context, one, many, number
        message.args, message.values = args, {} if values is None else values
        message._shown = (None, "")
        return message

    def __reduce__(self) -> Any:
        return Message, (str(self), *self.parts)

    @property
    def parts(self) -> tuple[Any, ...]:
        """What the message is made of, beside its English text."""
        return self.one, self.args, dict(self.values), self.many, self.number, self.context

    @property
    def key(self) -> str:
        """What the text is called in a catalogue."""
        return f"{self.context}{_CONTEXT}{self.one}" if self.context else self.one

    def with_values(self, english: str, change: Callable[[Any], Any]) -> "Message":
        """The same text with each value changed; `english` is what it is then."""
        args = tuple([change(value) for value in self.args])
        values = {name: change(value) for name, value in self.values.items()}
        return Message(english, self.one, args, values, self.many, self.number, self.context)


def made(
    one: str, args: tuple[Any, ...], values: Mapping[str, Any], many: str = "", number: int = 1, context: str = ""
) -> Message:
    """The message of a template and its values; with `many`, `number` decides between the two templates."""
    template = many if many and number != 1 else one
    english = template.format(*args, **values) if args or values else template
    return Message(english, one, args, values, many, number, context)


def _(text: str, /, *args: Any, **values: Any) -> Message:
    """A text for people, a whole sentence where it can be: ``_("{count} stones are left.", count=3)``."""
    return made(text, args, values)


def ngettext(one: str, many: str, number: int, /, **values: Any) -> Message:
    """A text that depends on a number, which it may name as ``{number}``."""
    return made(one, (), {"number": number, **values}, many, number)


def pgettext(context: str, text: str, /, *args: Any, **values: Any) -> Message:
    """A text that other languages tell from one that is the same in English, by a context in a few words."""
    return made(text, args, values, context=context)


def npgettext(context: str, one: str, many: str, number: int, /, **values: Any) -> Message:
    """A text that depends on a number, in a context."""
    return made(one, (), {"number": number, **values}, many, number, context)


def message_of(value: Any) -> Message | None:
    """The message that a value is, or has as its attribute ``message``; None where there is none."""
    found = value if isinstance(value, Message) else getattr(value, "message", None)
    return found if isinstance(found, Message) else None


def plural(one: str, many: str) -> tuple[str, str]:
    """Two templates that become a message, by `made`, where number and values are known."""
    return one, many


def marked(text: str) -> str:
    """A template that becomes a message, or a reason, where its values are known."""
    return text


# --- of errors ----------------------------------------------------------------------------------------------------


def error_words(error: BaseException) -> str:
    """What an error says: the message that it was raised with, where that is one, else its text."""
    first = error.args[0] if len(error.args) == 1 else None
    return first if isinstance(first, Message) else str(error)


def error_sentence(error: Exception) -> str:
    """What an error says, as a sentence for people."""
    return _("{error}.", error=error_words(error))


def why_of(error: OSError | ValueError) -> str:
    """Why a file could not be used, in the system's words, of which translators know what it often says."""
    text = str(getattr(error, "strerror", None) or error)
    return Message(text, text)


OFTEN_SAID = (
    marked("No such file or directory"),
    marked("Permission denied"),
    marked("Operation not permitted"),
    marked("Read-only file system"),
    marked("No space left on device"),
    marked("Is a directory"),
    marked("Not a directory"),
    marked("File exists"),
    marked("Input/output error"),
)
"""What systems say of most files that could not be used."""


# --- of several, and of parts -------------------------------------------------------------------------------------


def joined(parts: Iterable[str], between: str = ", ") -> str:
    """Things in a list, lines, or whole sentences one after another: what is a text of its own each, with signs
    `between` that every language uses alike. What belongs to one sentence is one template instead."""
    kept = [part for part in parts if part]
    if len(kept) < 2:
        return kept[0] if kept else ""
    return Message(between.join(kept), between.join(["{}"] * len(kept)), tuple(kept))


def enumerated(parts: Sequence[str]) -> str:
    """Several things in words: "1 camel, 2 gold and 3 leather"; empty where there are none."""
    if len(parts) < 2:
        return parts[0] if parts else ""
    return pgettext("enumeration", "{list} and {last}", list=joined(parts[:-1]), last=parts[-1])


def keyed(words: str, key: str) -> str:
    """What a button does, and the key that does so too."""
    return _("{name} ({key})", name=words, key=key)


def sentence(words: str, english: str | None = None) -> str:
    """Words as a sentence, with a capital and a full stop; `english` is what it is made of in English, where that is
    something else."""
    return _changed(words, "sentence", english)


def capitalised(words: str) -> str:
    """Words with a capital at their beginning."""
    return _changed(words, "capital")


def within(words: str) -> str:
    """What begins with a capital as a part of a sentence: in English without it, in other languages as it is."""
    text = f"{words[:1].lower()}{words[1:]}"
    return Message(text, "{}", (words,)) if type(words) is Message else text


def first_sentence(words: str) -> str:
    """What a reason of several parts begins with, as a sentence."""
    return _changed(words, "first sentence")


def with_minus(words: str) -> str:
    """Words whose negative numbers have a true minus sign."""
    return _changed(words, "minus")


def _as_sentence(words: str) -> str:
    closed = words if words.endswith((".", "!", "?", "…", "]")) else f"{words}."
    return f"{closed[:1].upper()}{closed[1:]}" if words else ""


def _first_sentence(words: str) -> str:
    return _as_sentence(re.split(r"; |\. (?=[^\W\d_a-z])|\n|: against it", words, maxsplit=1)[0].strip(" ."))


CHANGES: dict[str, Callable[[str], str]] = {
    "sentence": _as_sentence,
    "capital": lambda words: f"{words[:1].upper()}{words[1:]}",
    "first sentence": _first_sentence,
    "minus": lambda words: _NEGATIVE.sub("\u2212", words),
}
"""What is done to a text as a whole, in whatever language it is."""


def _changed(words: str, change: str, english: str | None = None) -> str:
    """A text changed as a whole: a message, the context of which says how, where the text is one."""
    text = CHANGES[change](str(words) if english is None else english)
    return Message(text, "{}", (words,), context=change) if type(words) is Message else text
