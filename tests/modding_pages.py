"""``python -m tests.modding_pages``: writes ``docs/modding/<game>.md`` from the docstrings of what
``game.modding.<game>`` exports, and ``docs/library-reference.md`` from those of ``game.library``.

It lies with the tests, for one of them makes the same pages to see whether those in the docs are current; nobody needs
it who has the program installed.
"""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from game.games.registry import games

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGES = DOCS / "modding"
LIBRARY = DOCS / "library-reference.md"
COMMAND = "python -m tests.modding_pages"


class UndocumentedError(Exception):
    """A name or field that says nothing of itself; the text names it."""


@cache
def source(module: str) -> ast.Module:
    """The parsed source of a module."""
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return ast.parse(Path(spec.origin).read_text(encoding="utf-8"))


def exported(module: str) -> Iterator[tuple[str, ast.stmt, str]]:
    """Every name that a module exports from others, what defines it there, and its docstring."""
    for statement in source(module).body:
        if isinstance(statement, ast.ImportFrom):
            for alias in statement.names:
                body = source(statement.module or "").body
                yield alias.name, *documented(body, alias.name, f"{module}.{alias.name}")


def documented(body: list[ast.stmt], name: str, called: str) -> tuple[ast.stmt, str]:
    """What defines a name in a body, and its docstring: for a variable or a field the text below it."""
    for at, statement in enumerate(body):
        if isinstance(statement, ast.ClassDef | ast.FunctionDef) and statement.name == name:
            text = ast.get_docstring(statement)
        elif name in assigned(statement):
            text = text_of(body[at + 1]) if at + 1 < len(body) else None
        else:
            continue
        if not text:
            raise UndocumentedError(f"{called} has no docstring")
        return statement, plain(text)
    raise UndocumentedError(f"{called} is not defined where it is imported from")


def assigned(statement: ast.stmt) -> list[str]:
    """The names that a statement gives a value or a type."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    targets = [statement.target] if isinstance(statement, ast.AnnAssign) else targets
    return [target.id for target in targets if isinstance(target, ast.Name)]


def text_of(statement: ast.stmt) -> str | None:
    """A text that stands alone."""
    value = statement.value if isinstance(statement, ast.Expr) else None
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None


def plain(text: str) -> str:
    """A docstring on one line, its references as plain names."""
    return " ".join(text.split()).replace(":mod:", "").replace(":class:", "").replace(":func:", "").replace("``", "`")


def row(*cells: str) -> str:
    """A row of a table."""
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def table(*rows: tuple[str, ...]) -> list[str]:
    """A table, its headings first."""
    head, *rest = rows
    return ["", row(*head), row(*["---"] * len(head)), *[row(*each) for each in rest]]


def of_class(found: ast.ClassDef, called: str, told: bool = True) -> list[str]:
    """A class: its fields or members, and what can be asked of it. Each must be `told` of by itself; else what the
    class says of its fields does for those that say nothing."""
    fields, members, asked = [], [], []
    for statement in found.body:
        for name in [each for each in assigned(statement) if not each.startswith("_")]:
            text = field_text(found.body, name, f"{called}.{name}", told)
            if isinstance(statement, ast.AnnAssign):
                default = "" if statement.value is None else f" = {ast.unparse(statement.value)}"
                fields.append((f"`{name}`", f"`{ast.unparse(statement.annotation)}{default}`", text))
            elif isinstance(statement, ast.Assign):
                members.append((f"`{name}`", f"`{ast.unparse(statement.value)}`", text))
        if isinstance(statement, ast.FunctionDef) and not statement.name.startswith("_"):
            _, text = documented(found.body, statement.name, f"{called}.{statement.name}")
            asked.append((f"`{name_of(statement)}`", f"`{returned(statement)}`", text))
    lines = table(("field", "type", "is"), *fields) if fields else []
    lines += table(("member", "value", "means"), *members) if members else []
    return lines + (table(("worked out", "type", "is"), *asked) if asked else [])


def field_text(body: list[ast.stmt], name: str, called: str, told: bool) -> str:
    """What a field says of itself. Raises UndocumentedError where it must and does not."""
    try:
        return documented(body, name, called)[1]
    except UndocumentedError:
        if told:
            raise
        return ""


def name_of(found: ast.FunctionDef) -> str:
    """How a function of a class is asked: a property by its name alone."""
    kinds = [each.id for each in found.decorator_list if isinstance(each, ast.Name)]
    return found.name if "property" in kinds else f"{found.name}({parameters(found)})"


def parameters(found: ast.FunctionDef) -> str:
    """The parameters of a function as they are written, without what it is called on."""
    return ast.unparse(found.args).removeprefix("self, ").removeprefix("self").removeprefix("cls, ")


def returned(found: ast.FunctionDef) -> str:
    """What a function gives."""
    return "None" if found.returns is None else ast.unparse(found.returns).strip("'")


def value_of(module: ModuleType, name: str, found: ast.stmt, most: int = 110) -> str:
    """What a constant is, or how it is made, whichever is short."""
    made = ast.unparse(found.value) if isinstance(found, ast.Assign) else ""
    texts = [text for text in (repr(getattr(module, name)), made) if len(text) <= most and "<" not in text]
    return f"`{texts[0]}`" if texts else ""


def page(game: str, title: str) -> str:
    """The page of a game. Raises UndocumentedError."""
    name = f"game.modding.{game}"
    module = import_module(name)
    classes, functions, constants = [], [], []
    for each, found, text in sorted(exported(name), key=lambda entry: (entry[0] != "View", entry[0] != "Move")):
        if isinstance(found, ast.ClassDef):
            classes += ["", f"## `{each}`", "", text, *of_class(found, f"{name}.{each}")]
        elif isinstance(found, ast.FunctionDef):
            functions.append((f"`{each}({parameters(found)})`", f"`{returned(found)}`", text))
        else:
            constants.append((f"`{each}`", value_of(module, each, found), text))
    lines = [f"# {title} for mods", "", f"What `{name}` exports, made from its docstrings by `{COMMAND}`."]
    lines += ["What all games share: [modding.md](../modding.md). What `RULES` can do: `game/rules/protocol.py`."]
    lines += ["", plain("\n".join((module.__doc__ or "").splitlines()[1:]))]
    lines += [*classes, "", "## Constants", *table(("name", "value", "is"), *constants)]
    lines += ["", "## Functions", *table(("function", "gives", "is"), *functions)] if functions else []
    return "\n".join(lines) + "\n"


def library_page() -> str:
    """The page of the library: its functions, then its classes. Raises UndocumentedError."""
    name = "game.library"
    functions, classes = [], []
    for each, found, text in sorted(exported(name), key=lambda entry: entry[0]):
        if isinstance(found, ast.FunctionDef):
            functions += ["", f"### `{each}({parameters(found)})`", "", f"Gives `{returned(found)}`. {text}"]
        elif isinstance(found, ast.ClassDef):
            classes += ["", f"### `{each}`", "", text, *of_class(found, f"{name}.{each}", told=False)]
    lines = ["# Library reference", "", f"What `{name}` exports, made from its docstrings by `{COMMAND}`."]
    lines += ["Worked examples: [library.md](library.md).", "", "## Functions", *functions]
    return "\n".join([*lines, "", "## Classes", *classes]) + "\n"


def pages() -> dict[Path, str]:
    """The page of every game that has a module on the surface, and the library's. Raises UndocumentedError."""
    known = [(entry.name, entry.title) for entry in games() if find_spec(f"game.modding.{entry.name}")]
    return {PAGES / f"{name}.md": page(name, title) for name, title in known} | {LIBRARY: library_page()}


def main() -> int:
    """Write the pages."""
    try:
        made = pages()
    except UndocumentedError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    PAGES.mkdir(exist_ok=True)
    for path, text in made.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
