"""``python -m assets.locale``: gathers the texts of the sources, brings the catalogues up to date, compiles them.

Needs babel, of the extra ``dev``. For each language there is a ``.po`` to translate in, beside the template
``tabletalk.pot``: it gets an empty entry for each text that is new, and loses those that are gone. The pseudo-language
is made whole. A language is added by naming it in LANGUAGES.
"""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from assets.locale.pseudo import pseudo

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PACKAGES = ("components", "game", "systems")
PSEUDO = "pseudo"
LANGUAGES = ("de", "el")
MOST_LISTED = 40
"""So many texts without a translation are listed for each language."""
KEYWORDS = {
    "_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "counted": (2, 3),
    "marked": None,
    "plural": (1, 2),
    "Reason": None,
}
"""What marks a text, and which of its arguments are the text, its plural and its context."""
_COMMENT = "For translators:"
_NO_TIME = datetime(2026, 1, 1, tzinfo=UTC)
"""Stands for the time in all headers, so that nothing changes where no text does."""
_PASSING = ("Generated-By:", "POT-Creation-Date:", "PO-Revision-Date:", "Last-Translator:", "Language-Team:")


def gathered(root: Path = ROOT) -> Catalog:
    """All texts of the sources, by where they stand."""
    template = _catalog()
    for package in PACKAGES:
        found = extract_from_dir(
            root / package, [("**.py", "python")], keywords=KEYWORDS, comment_tags=[_COMMENT], strip_comment_tags=True
        )
        for name, _, words, comments, context in sorted(found, key=lambda each: (each[0], each[1])):
            place = [(f"{package}/{Path(name).as_posix()}", 0)]
            template.add(words, locations=place, auto_comments=comments, context=context)
    return template


def updated(template: Catalog, language: str, before: Catalog) -> Catalog:
    """The catalogue of a language: the texts of the template with what was translated before."""
    catalog = _catalog(language)
    for message in _texts(template):
        known = before.get(message.id, message.context)
        string = known.string if known is not None and _is_whole(known) else None
        _take(catalog, message, string)
    return catalog


def pseudo_language(template: Catalog) -> Catalog:
    """The catalogue of the pseudo-language: every text in brackets, and longer."""
    catalog = _catalog("en")
    for message in _texts(template):
        if message.context == "how this number is written":
            _take(catalog, message, str(message.id))
        elif isinstance(message.id, str):
            _take(catalog, message, pseudo(message.id))
        else:
            _take(catalog, message, tuple(map(pseudo, message.id)))
    return catalog


def missing(catalog: Catalog) -> list[Message]:
    """The texts without a translation, which are shown in English."""
    return [message for message in _texts(catalog) if not _is_whole(message)]


def po_of(catalog: Catalog) -> bytes:
    """A catalogue as the content of a ``.po``."""
    target = BytesIO()
    write_po(target, catalog, width=110, include_lineno=False)
    lines = target.getvalue().decode().split("\n")
    return "\n".join(line for line in lines if not line.lstrip('"').startswith(_PASSING)).encode()


def mo_of(catalog: Catalog) -> bytes:
    """A catalogue as the content of a ``.mo``."""
    target = BytesIO()
    write_mo(target, catalog)
    return target.getvalue()


def made(folder: Path = HERE, root: Path = ROOT) -> dict[Path, bytes]:
    """What each file of `folder` should hold, by its name in it; texts come from the sources below `root`."""
    template = gathered(root)
    catalogs = {code: updated(template, code, _read(folder, code)) for code in LANGUAGES}
    files = {Path("tabletalk.pot"): po_of(template)}
    for code, catalog in {**catalogs, PSEUDO: pseudo_language(template)}.items():
        files[_path(code, "po")] = po_of(catalog)
        files[_path(code, "mo")] = mo_of(catalog)
    return files


def main() -> int:
    """Write all files, and tell what is not translated; the exit status."""
    for name, content in made().items():
        path = HERE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for code in LANGUAGES:
        catalog = _read(HERE, code)
        lost = missing(catalog)
        print(f"{code}: {len(list(_texts(catalog)))} texts, {len(lost)} without a translation")
        for message in lost[:MOST_LISTED]:
            words = message.id if isinstance(message.id, str) else message.id[0]
            print(f"  {message.locations[0][0]}: {words}")
        if len(lost) > MOST_LISTED:
            print(f"  and {len(lost) - MOST_LISTED} more: all that are empty in {HERE / _path(code, 'po')}")
    return 0


def _path(code: str, suffix: str) -> Path:
    return Path(code) / "LC_MESSAGES" / f"tabletalk.{suffix}"


def _read(folder: Path, code: str) -> Catalog:
    path = folder / _path(code, "po")
    if not path.exists():
        return _catalog(code)
    with path.open("rb") as file:
        return read_po(file, locale=code)


def _catalog(language: str | None = None) -> Catalog:
    return Catalog(
        locale=language,
        project="Tabletalk",
        version="1",
        copyright_holder="the authors of Tabletalk",
        header_comment="# Texts of Tabletalk. This file is kept by: python -m assets.locale",
        creation_date=_NO_TIME,
        revision_date=_NO_TIME,
        fuzzy=False,
    )


def _texts(catalog: Catalog) -> Iterator[Message]:
    """The messages of a catalogue without its header."""
    return (message for message in catalog if message.id)


def _is_whole(message: Message) -> bool:
    """Whether a text, and each form of its plural, has a translation."""
    strings = message.string if isinstance(message.string, list | tuple) else [message.string]
    return all(strings) and not message.fuzzy


def _take(catalog: Catalog, message: Message, string: Any) -> None:
    catalog.add(
        message.id,
        string,
        locations=message.locations,
        auto_comments=message.auto_comments,
        context=message.context,
    )


if __name__ == "__main__":
    sys.exit(main())
