"""The language that texts are shown in, and texts in it.

Catalogues are those of gettext, in ``assets/locale``; docs/languages.md tells how they are made.
"""

import locale
import os
from collections.abc import Iterator

from game.rules.catalogue import DOMAIN, FOLDER, Catalogue
from game.rules.language import Message, pgettext

ENGLISH = "en"
PSEUDO = "pseudo"
"""The language that brackets every text and lengthens it: for tests, offered to nobody."""
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where a platform says which languages its user reads, the first that says something counts."""

_chosen: Catalogue | None = None


def translated(words: str) -> str:
    """The words in the language that was chosen; as they are where they are no message, or where that language has no
    text for them."""
    return words if _chosen is None or type(words) is not Message else _chosen.shown(words)


def chosen() -> str:
    """The code of the language that texts are shown in."""
    return ENGLISH if _chosen is None else _chosen.code


def choose(*codes: str) -> str:
    """Show texts from now on in the first of these languages that there is, else in that of the platform's user; its
    code. A code is "de", or a platform's word for it, such as "de_DE.UTF-8"."""
    global _chosen
    known = known_codes()
    code = next((code for asked in (*codes, *_of_platform()) if (code := _base(asked)) in known), ENGLISH)
    if code != chosen():
        _chosen = None if code == ENGLISH else Catalogue(code)
    return code


def known_codes() -> tuple[str, ...]:
    """The codes of all languages that there are texts in, English first."""
    found = [code for code in os.listdir(FOLDER) if os.path.exists(catalogue_path(code))]
    return ENGLISH, *sorted(found)


def catalogue_path(code: str) -> str:
    """Where the catalogue of a language lies."""
    return os.path.join(FOLDER, code, "LC_MESSAGES", f"{DOMAIN}.mo")


def offered_codes() -> tuple[str, ...]:
    """The codes of the languages that people may choose from, English first."""
    return tuple([code for code in known_codes() if code != PSEUDO])


def names() -> dict[str, str]:
    """The languages that people may choose from, by code: what each is called in itself."""
    own = "English"
    found = {
        code: Catalogue(code).text(pgettext("this language, in itself", "English")) for code in offered_codes()[1:]
    }
    return {ENGLISH: own, **found}


def _base(code: str) -> str:
    """The code of a language without country, script and encoding."""
    return code.replace("-", "_").partition("_")[0].partition(".")[0].lower()


def _of_platform() -> Iterator[str]:
    """What the platform says of the languages its user reads, the one liked best first."""
    for name in _VARIABLES:
        if said := os.environ.get(name, ""):
            yield from said.split(":")
            return
    try:
        yield locale.getlocale()[0] or ENGLISH
    except ValueError:  # the platform's word is none that Python knows
        return
