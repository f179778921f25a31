"""Texts in the language that was chosen: English until they are shown; catalogues that hold what the sources say."""

import ast
import json
import pickle
import re
import string
from collections.abc import Iterator
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pygame
import pytest

from assets.locale.pseudo import LONGER, pseudo
from game.agents.agent import Reason
from game.base import settings
from game.cli import main as cli
from game.games import registry
from game.games.jaipur.q_learner import Features, JaipurEncoding, in_words
from game.games.notty.learning import FarEncoding
from game.games.notty.rules import RULES
from game.games.seats import SeatError, parse_seat
from game.matches import notes
from game.matches.replay import ReplayError, read
from game.rules import catalogue, translation
from game.rules.language import Message, _, error_sentence, joined, ngettext, pgettext, sentence
from game.rules.mentions import whole_label
from game.rules.options import parse_options
from game.rules.protocol import Form, OptionError, Piece
from game.rules.translation import translated
from game.workers import answers, wire
from systems.view.toolkit import fonts
from tests import jaipur_positions, notty_positions

MOTION = "how fast pieces move"


def half() -> Message:
    return pgettext(MOTION, "half")


def count(number: int) -> Message:
    return ngettext("{number:,} game", "{number:,} games", number)


@pytest.fixture
def german() -> None:
    translation.choose("de")


# --- messages ----------------------------------------------------------------------------------------------------


def test_a_message_is_its_english_text_whatever_the_language(german: None) -> None:
    assert half() == "half"
    assert json.dumps({"a": count(1200)}) == '{"a": "1,200 games"}'
    assert f"{count(1)}" == "1 game"
    assert str(half()) == "half"
    assert type(str(half())) is str
    assert _("{a} and {b:.1f}", a=1, b=2) == "1 and 2.0"


def test_it_is_translated_when_it_is_shown() -> None:
    message = half()
    assert translated(message) == "half"
    translation.choose("de")
    assert translated(message) == "halb"
    translation.choose("en")
    assert translated(message) == "half"
    assert translated("half") == "half"


def test_values_are_put_in_as_the_language_writes_them(german: None) -> None:
    assert translated(_("{share:.0f} %", share=12.6)) == "13 %"
    assert translated(_("{seconds:.1f} s", seconds=1234.5)) == "1234,5 s"
    assert translated(joined([half(), "x"])) == "halb, x"


def test_the_states_of_learners_are_told_in_the_language(german: None) -> None:
    jaipur = Features(hand=1, sold=2, dear=True, camels=0, exchange=3, taken=2, ending=False)
    told = translated(in_words(jaipur))
    assert told == (
        "Hand von 4, Verkauf von 2 teuren, 0 oder 1 Kamel, guter Tausch, billige Ware, Stapel von 10 oder mehr"
    )
    assert JaipurEncoding().state_name(jaipur, None).startswith("hand of 4, sale of 2 dear,"), "files are English"
    notty = RULES.view(notty_positions.position("r3 r4 r5 k9", "b1"), 0)
    assert translated(FarEncoding().features(notty)) == "Hand 1 übrig, Stapel hoch, eine Gruppe, andere unter 5"


@pytest.mark.parametrize(
    ("game", "kind", "words"),
    [("jaipur", "leather", "Leder"), ("notty", "red-5", "Rot 5"), ("thirty_one", "7H", "Herz 7")],
)
def test_pieces_are_told_in_the_language(german: None, game: str, kind: str, words: str) -> None:
    assert translated(registry.game(game).piece_words(Piece(Form.CARD, kind))) == words


def test_a_move_with_what_its_label_leaves_out_is_told_in_the_language(german: None) -> None:
    move = jaipur_positions.exchange("gold, silver", "spice, camel")
    told = whole_label(registry.game("jaipur").rules, move)
    assert told == "Exchange 2 for 2 (1 spice and 1 camel for 1 gold and 1 silver)"
    assert translated(told) == "2 gegen 2 tauschen (1 Gewürz und 1 Kamel gegen 1 Gold und 1 Silber)"


def test_a_text_that_no_catalogue_has_stays_english(german: None) -> None:
    assert translated(_("no catalogue has {this}", this=3)) == "no catalogue has 3"
    hostile = Message("short", "{:>1000000000}", (1,))
    assert translated(hostile) == "short", "nor is its template used"


def test_values_that_do_not_fit_leave_it_english(german: None) -> None:
    assert translated(Message("told", "{seconds:.1f} s", (), {"seconds": "many"})) == "told"
    assert translated(Message("told", "{seconds:.1f} s", (), {"other": 1})) == "told"


def test_messages_can_be_sent_and_kept() -> None:
    for message in (half(), count(3), sentence(half()), joined([half(), "x"])):
        again = pickle.loads(pickle.dumps(message))
        assert again == message
        assert isinstance(again, Message)
        assert isinstance(message, Message)
        assert again.parts == message.parts
        read = answers.message(wire.answer_of(wire.pack_answer(answers.told_message(message))[8:]))
        assert isinstance(read, Message)
        assert read == message
        assert read.parts == message.parts


def test_messages_in_messages_are_sent_whole(german: None) -> None:
    told: str = half()
    for _each in range(answers.MOST_NESTED - 1):
        told = joined([told, "x"])
    for message in (told, joined([told, "x"])):
        (read,) = wire.answer_of(wire.pack_answer((answers.told_message(message),))[8:])
        shown = translated(answers.message(read))
        assert shown == message.replace("half", "halb" if message is told else "half"), "English where it is too deep"


def test_of_a_workers_message_no_template_is_used_and_no_value_is_long() -> None:
    for told in (Message("x" * 2000, "a"), Message("a", "{}", ("y" * 2000,)), Message("a\nb", "a")):
        assert type(answers.message(told)) is str
    assert answers.message(Message("short", "{:>1000000000}", (1,))) == "short"
    with pytest.raises(wire.WireError):
        wire.answer_of(b'{"message":["a",1,2]}')
    with pytest.raises(answers.AnswerError):
        answers.message(3)


def test_a_reason_is_shown_with_the_reasons_in_it(german: None) -> None:
    inner = Reason("{}", (joined([half(), "x"]),))
    assert translated(inner.message) == "halb, x"
    assert translated(Reason("{}", (inner,)).message) == "halb, x"
    outer = _("{} ({})", inner, 1.5)
    assert outer == "half, x (1.5)"
    assert translated(outer) == "halb, x (1,5)"


@pytest.mark.usefixtures("german")
def test_what_people_did_at_a_table_is_noted_in_english_and_told_in_the_language() -> None:
    for note in (notes.ASKING_ON, notes.TUTOR_ON, notes.THINKING_SHOWN):
        written = json.loads(json.dumps(note))
        assert written == str(note)
        assert translated(notes.note_of(written)) == translated(note) != written
    assert notes.note_of("A mod says this.") == "A mod says this."


@pytest.mark.parametrize(
    ("before", "on", "off"),
    [
        ("Everybody is asked on one's own turns.", notes.ASKING_ON, notes.ASKING_OFF),
        ("The tutor is on: it holds a mistake once.", notes.TUTOR_ON, notes.TUTOR_OFF),
    ],
)
def test_a_note_of_an_older_file_still_counts_and_is_told_in_today_s_words(before: str, on: str, off: str) -> None:
    assert notes.note_of(before) == on != before
    assert notes.stands(on, off, ["A mod says this.", before])
    assert not notes.stands(on, off, [before, str(off)])


# --- errors ------------------------------------------------------------------------------------------------------


def said(error: Exception) -> tuple[str, str]:
    """What an error says in English, and to whoever looks at the window."""
    return str(error), translated(error_sentence(error))


def test_what_a_player_types_is_refused_in_the_language(german: None) -> None:
    with pytest.raises(OptionError) as options:
        parse_options(registry.game("nim").rules, ["piles=1,3,x"])
    assert said(options.value) == (
        "piles=1,3,x: needs 1 to 8 piles of 1 to 15 stones, such as 1,3,5,7 (the stones of each pile)",
        "piles=1,3,x: braucht 1 bis 8 Stapel mit 1 bis 15 Steinen, etwa 1,3,5,7 (die Steine jedes Stapels).",
    )
    with pytest.raises(SeatError) as seat:
        parse_seat("nim", "q-learner@epsilon=2")
    assert said(seat.value) == (
        "q-learner@epsilon=2: epsilon: needs a number from 0 to 1",
        "q-learner@epsilon=2: epsilon: braucht eine Zahl von 0 bis 1.",
    )


def test_what_becomes_of_files_is_told_in_the_language(german: None, tmp_path: Path) -> None:
    missing = tmp_path / "missing.jsonl"
    with pytest.raises(ReplayError) as replay:
        read(missing)
    assert said(replay.value) == (
        f"{missing} could not be read: No such file or directory",
        f"{missing} konnte nicht gelesen werden: Datei oder Ordner fehlt.",
    )


def test_an_error_without_a_message_is_told_as_it_is(german: None) -> None:
    assert said(ValueError("no words of ours")) == ("no words of ours", "no words of ours.")
    assert said(ValueError("one", "two"))[1] == "('one', 'two')."


# --- which language ----------------------------------------------------------------------------------------------


def test_the_first_language_that_there_is_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "xx:de_AT")
    assert translation.choose() == "de"
    assert translation.choose("", "el") == "el"
    assert translation.choose("en", "el") == "en"
    monkeypatch.delenv("LANGUAGE")
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "el_GR.UTF-8")
    assert translation.choose() == "el"
    monkeypatch.setenv("LANG", "C")
    assert translation.choose() == "en"


def test_languages_are_named_in_themselves() -> None:
    assert translation.names() == {"en": "English", "de": "Deutsch", "el": "Ελληνικά"}


@pytest.mark.parametrize(
    "words", [["--language", "de", "list"], ["list", "--language=de"], ["list", "--language", "de"]]
)
def test_the_command_line_chooses_a_language_wherever_it_is_named(words: list[str], capsys: Any) -> None:
    assert cli.run(words) == 0
    assert translation.chosen() == "de"


def test_a_setting_chooses_where_the_command_line_does_not() -> None:
    settings.save(settings.Settings(language="el"))
    assert cli.run(["list"]) == 0
    assert translation.chosen() == "el"
    assert cli.run(["--language", "de", "--version"]) == 0
    assert translation.chosen() == "de"


def test_an_unknown_language_is_told(capsys: Any) -> None:
    assert cli.run(["--language", "xx", "list"]) == 2
    assert capsys.readouterr().err == "error: --language needs one of: en, de, el; not 'xx'\n"


def test_recordings_with_what_ais_think_are_the_same_in_every_language(tmp_path: Path, capsys: Any) -> None:
    written = []
    for code in ("en", "de"):
        folder = tmp_path / code
        words = "arena nim perfect search@playouts=20 --games 2 --seed 4 --thoughts --record"
        assert cli.run([*words.split(), str(folder), "--language", code]) == 0
        written.append([path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()])
    assert written[0] == written[1] != []


@pytest.mark.parametrize(
    "words",
    ["list", "arena --help", "arena nim perfect random --games 2 --seed 4", "arena nim nobody random", "check --help"],
)
def test_what_commands_print_is_english_in_every_language(words: str, capsys: Any) -> None:
    printed = []
    for code in ("en", "de"):
        cli.run([*words.split(), "--language", code])
        printed.append(re.sub(r" in [0-9.]+ s: .*", "", "".join(capsys.readouterr())))
    assert printed[0] == printed[1] != ""


# --- catalogues --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def command() -> ModuleType:
    """The command that keeps the catalogues."""
    pytest.importorskip("babel")
    from assets.locale import __main__ as kept

    return kept


@pytest.fixture(scope="module")
def gathered(command: ModuleType) -> Any:
    """What the sources say, which takes a while to find."""
    return command.gathered()


@pytest.fixture(scope="module")
def made(command: ModuleType, gathered: Any) -> dict[Path, bytes]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command, "gathered", lambda *_: gathered)
        files: dict[Path, bytes] = command.made()
    return files


def texts(content: bytes) -> dict[Any, str]:
    return GNUTranslations(BytesIO(content))._catalog  # type: ignore[attr-defined,no-any-return]  # all that is in it


def test_catalogues_hold_what_the_sources_say(made: dict[Path, bytes]) -> None:
    for name, content in made.items():
        there = Path(catalogue.FOLDER, name).read_bytes()
        if name.suffix == ".mo":
            new, old = texts(content), texts(there)
            new.pop(""), old.pop("")  # the header names babel's version
            assert old == new, f"{name}: run python -m assets.locale"
        else:
            assert there.decode() == content.decode(), f"{name}: run python -m assets.locale"


def test_what_people_read_has_one_kind_of_apostrophes(gathered: Any) -> None:
    """Those that go with the quotation marks; what names a player by its number is put into words before it is read."""
    told = [each for message in gathered for each in ([message.id] if isinstance(message.id, str) else message.id)]
    assert [words for words in told if "'" in words] == ["it is not this player's turn"]


def test_a_new_text_gets_an_entry_and_an_old_one_keeps_its_translation(command: ModuleType, tmp_path: Path) -> None:
    for package in command.PACKAGES:
        (tmp_path / package).mkdir()
    source = 'pgettext("how fast pieces move", "half"), _("new {x}", x=1), ngettext("one", "many", 2), Reason("why {}")'
    (tmp_path / "game" / "a.py").write_text(source)
    files = command.made(root=tmp_path)
    po = files[Path("de/LC_MESSAGES/tabletalk.po")].decode()
    assert 'msgid "half"\nmsgstr "halb"' in po
    assert 'msgid "new {x}"\nmsgstr ""' in po
    assert 'msgid "why {}"' in po
    assert 'msgid_plural "many"' in po
    assert texts(files[Path("pseudo/LC_MESSAGES/tabletalk.mo")])["new {x}"] == pseudo("new {x}")


def test_what_has_no_translation_is_listed_with_its_place(
    command: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    template = command._catalog()
    for number in range(command.MOST_LISTED + 2):
        template.add(f"new {number}", locations=[("game/a.py", 0)])
    monkeypatch.setattr(command, "gathered", lambda *_: template)
    monkeypatch.setattr(command, "HERE", tmp_path)
    assert command.main() == 0
    told = capsys.readouterr().out.splitlines()
    assert told[:2] == ["de: 42 texts, 42 without a translation", "  game/a.py: new 0"]
    assert told[41].startswith("  and 2 more: all that are empty in ")


def test_every_text_that_is_marked_is_found(command: ModuleType, gathered: Any) -> None:
    """Babel overlooks a call that stands in the arguments of another one, or in an f-string."""
    found = {message.id if isinstance(message.id, str) else message.id[0] for message in gathered}
    texts_at = {"pgettext": 1, "npgettext": 1, "counted": 1}
    lost = []
    for package in command.PACKAGES:
        for path in sorted((command.ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in command.KEYWORDS:
                    given = node.args[texts_at.get(node.func.id, 0) :][:1]
                    lost += [each.value for each in given if isinstance(each, ast.Constant) and each.value not in found]
    assert lost == []


MAKERS = {"_", "ngettext", "pgettext", "npgettext", "counted", "joined", "keyed", "sentence", "error_sentence"}
"""What gives a message."""
ROOT = Path(__file__).resolve().parent.parent
SHOWN = [*(ROOT / "systems" / "view").rglob("*.py"), *(ROOT / "game" / "app").rglob("*.py")]
"""What a window shows."""
WARNS = "warn"
"""Writes to the terminal, in English."""


def called(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def within(function: ast.AST) -> Iterator[ast.AST]:
    """What stands in a function, but not in functions within it nor in what is written to the terminal."""
    for node in ast.iter_child_nodes(function):
        if called(node) != WARNS:
            yield node
            if not isinstance(node, ast.FunctionDef):
                yield from within(node)


def plain(node: ast.AST) -> list[ast.expr]:
    """What becomes plain text there, as f-strings, sums and `str` make it of a message."""
    match node:
        case ast.FormattedValue():
            return [node.value]
        case ast.BinOp(op=ast.Add()):
            return [node.left, node.right]
        case ast.Call(args=[first, *_]) if called(node) == "str":
            return [first]
    return []


def test_no_message_and_no_error_becomes_plain_text_where_it_is_shown() -> None:
    lost = []
    for path in SHOWN:
        for function in filter(lambda node: isinstance(node, ast.FunctionDef), ast.walk(ast.parse(path.read_text()))):
            nodes = list(within(function))
            made = [node for node in nodes if isinstance(node, ast.Assign) and called(node.value) in MAKERS]
            names = {name.id for node in made for name in node.targets if isinstance(name, ast.Name)}
            names |= {node.name for node in nodes if isinstance(node, ast.ExceptHandler) and node.name}
            for node in nodes:
                for part in plain(node):
                    if called(part) in MAKERS or (isinstance(part, ast.Name) and part.id in names):
                        lost.append((str(path), part.lineno, ast.unparse(part)))
    assert lost == []


def fields(template: str) -> list[str]:
    """What a template puts in, and how: in the order of their names."""
    parsed = [(name, how) for _, name, how, _ in string.Formatter().parse(template) if name is not None]
    automatic = iter(range(len(parsed)))
    return sorted(f"{name or next(automatic)}:{how}" for name, how in parsed)


@pytest.mark.parametrize("code", ["de", "el", "pseudo"])
def test_translations_put_in_the_same_values(code: str) -> None:
    wrong = []
    for key, text in texts(Path(translation.catalogue_path(code)).read_bytes()).items():
        template = (key[0] if isinstance(key, tuple) else key).rpartition("\x04")[2]
        more = set(fields(text)) - set(fields(template))
        if template and {field for field in more if not (isinstance(key, tuple) and field.startswith("number:"))}:
            wrong.append((template, text))
    assert wrong == []


def test_the_pseudo_language_brackets_and_lengthens() -> None:
    assert pseudo("Play") == "[Plaayy]"
    assert pseudo("two lines\nof {count:,} words") == "[twoo liinees~]\n[oof {count:,} woords~~]"
    assert pseudo("hm") == "[hm~]"
    for text in ("Play", "The match is over.", "two lines\nof words"):
        for line, longer in zip(text.split("\n"), pseudo(text).split("\n"), strict=True):
            assert len(longer) >= LONGER * len(line)


# --- faces -------------------------------------------------------------------------------------------------------

GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ"
GERMAN = "ÄÖÜäöüß„“‚‘–…"


@pytest.fixture(scope="module")
def faces() -> Iterator[None]:
    pygame.font.init()
    yield
    pygame.font.quit()


@pytest.mark.parametrize("face", fonts.FACES)
@pytest.mark.parametrize("alphabet", [GREEK, GERMAN], ids=["greek", "german"])
def test_every_face_or_what_stands_in_for_it_draws_the_letters(face: str, alphabet: str, faces: None) -> None:
    def drawn(sign: str) -> bytes:
        chosen = fonts.face_for(sign, face)
        font = pygame.font.Font(str(fonts.FACES[chosen]), 24)
        return pygame.image.tobytes(font.render(sign, True, (255, 255, 255)), "RGBA")

    unknown = drawn("\ue123")
    stand_in = pygame.font.Font(str(fonts.FACES[fonts.face_for(alphabet, face)]), 24)
    missing = pygame.image.tobytes(stand_in.render("\ue123", True, (255, 255, 255)), "RGBA")
    assert [sign for sign in alphabet if drawn(sign) in (unknown, missing)] == []
