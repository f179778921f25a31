"""Systems of mods in a world without a window: what they may do, and what comes of their faults."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from game.base.events import Noted
from game.checkpoints.tables import TableCodec
from game.cli.main import run
from game.games import registry
from game.games.registration import NO_PROCESS
from game.games.seats import parse_seats, setup
from game.matches import world
from game.matches.check import follow
from game.matches.replay import Recorder, ReplayError, read
from game.matches.world import World
from game.matches.world_play import WorldPlay
from game.mods.files import ModError
from game.mods.mods import MODS
from game.rules.protocol import Setup
from game.training.q_training import Plan, TableTraining
from game.training.self_play import SelfPlay
from game.training.spreading import Processes
from systems.mods import GuardedSystem
from tests.mod_desk import Notes, drop, taken, through_rules, through_world


@pytest.fixture(autouse=True)
def _no_mods(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(MODS, "_asked_think_seconds", True)
    monkeypatch.setattr(MODS, "think_seconds", 60.0)
    yield
    MODS.name(())
    MODS.end()


ROOT = Path(__file__).resolve().parent.parent
HEAD = """
import esper
from game.modding import *


def mine(player):
    return [state for _, (actor, state) in esper.get_components(Actor, ScorerState) if actor.player == player]


def deciding():
    return [(entity, player, decision) for entity, (player, decision) in esper.get_components(Player, Decision)]


class Base:
    def __init__(self, table):
        self.table = table

    def process(self, seconds):
        pass
"""


def with_mod(body: str, name: str = "trial") -> None:
    """Drop a mod and load it."""
    drop(f"{name}.py", HEAD + body)
    assert [mod.refused for mod in taken()] == [""] * len(MODS.all)


def systems(world: World) -> list[GuardedSystem]:
    assert world.mods is not None
    return world.mods.all


def open_world(game: str, specs: Sequence[str], seed: int = 1) -> World:
    rules, seats = registry.game(game).rules, parse_seats(game, specs)
    return World(rules, setup(rules, seats), seats, seed, slow_in_workers=False)


ORDER = """
class Note(Base):
    word = ""

    def process(self, seconds):
        for _, _, decision in deciding():
            self.table.note(f"{self.word} {decision.number}")


class Early(Note):
    word = "early {name}"


class Late(Note):
    word = "late {name}"


class Watch:
    name = "watch"

    def __init__(self, table):
        table.on(ConfirmTurn, lambda turn: table.note("confirmed"))

    def process(self, seconds):
        pass


def register(registry):
    registry.system(Late, Phase.ACT)
    registry.system(Early, Phase.ACT, when="before")
"""


WATCHED = ORDER.replace("(registry):\n", "(registry):\n    registry.system(Watch, Phase.ACT)\n")


def test_systems_run_before_and_after_ours_mods_in_the_order_they_are_loaded() -> None:
    with_mod(WATCHED.replace("{name}", "a"), "a")
    with_mod(ORDER.replace("{name}", "b"), "b")
    notes = Notes()
    through_world("nim", ["perfect", "random"], 1, notes)
    told = [text for _, text in notes.notes]
    assert told[:5] == ["early a 1", "early b 1", "confirmed", "late a 1", "late b 1"]


CHANGES = """
class Contrary(Base):
    name = "contrary"
    calls = 0

    def process(self, seconds):
        ((_, player, decision),) = deciding()
        states = mine(player.index)
        assert all(state.decision == decision.number for state in states)
        assert not esper.get_component(Chosen)
        self.calls += 1
        self.table.note(f"decision {decision.number}")
        for state in states:
            last = self.table.rules.legal_moves(self.table.view(player.index))[-1]
            state.candidates = [Candidate(last, 5.0, Reason("contrary"))]


def register(registry):
    registry.system(Contrary, Phase.SCORE)
"""


LAST = """
class Last(AnyMove):
    def score(self, view, rng):
        return super().score(view, rng)[-1:]


def register(registry):
    registry.ai(AI("last", "nim", "the last move", lambda rules, _: [Last(rules)], lambda _: Highest()))
"""


@pytest.mark.parametrize("seats", [("perfect", "random"), ("q-learner", "q-learner")])
def test_what_is_picked_is_picked_from_what_a_system_of_score_left(seats: tuple[str, str]) -> None:
    with_mod(CHANGES)
    notes = Notes()
    result = through_world("nim", seats, 3, notes)
    assert [text for _, text in notes.notes] == [f"decision {n}" for n in range(1, result.moves + 1)], "once a decision"
    last = Notes()
    MODS.end()
    with_mod(LAST, "last")
    through_rules("nim", ["last", "last"], 3, last)
    assert notes.moves == last.moves, "whoever sits there takes the last of the legal moves"


def test_the_picker_of_a_mods_ai_picks_from_what_a_system_left() -> None:
    ai = """
class First:
    name = "first"

    def pick(self, candidates, rng):
        return rng.randrange(len(candidates))


def register(registry):
    registry.ai(AI("ours", "nim", "picks", lambda rules, _: [AnyMove(rules)], lambda _: First()))
"""
    with_mod(ai, "ais")
    with_mod(CHANGES)
    notes = Notes()
    result = through_world("nim", ["ours", "ours"], 3, notes)
    assert [text for _, text in notes.notes] == [f"decision {n}" for n in range(1, result.moves + 1)], "and no faults"


def test_a_mods_ai_plays_the_same_where_a_system_changes_nothing() -> None:
    ai = """
def register(registry):
    registry.ai(AI("ours", "nim", "by lot", lambda rules, _: [AnyMove(rules)], lambda _: Weighted()))
"""
    with_mod(ai, "ais")
    without = Notes()
    through_rules("nim", ["ours", "random"], 5, without)
    with_mod("def register(registry):\n    registry.system(Base, Phase.SCORE)\n")
    beside = Notes()
    through_world("nim", ["ours", "random"], 5, beside)
    assert without.moves
    assert without == beside


def test_every_scorer_of_a_mods_ai_is_an_entity_that_systems_find() -> None:
    ai = """
class Further:
    name = "further"

    def score(self, view, rng):
        return [Candidate(move, 2.0, Reason("further")) for move in self.rules.legal_moves(view)[:1]]


def further(rules, settings):
    made = Further()
    made.rules = rules
    return [made]


def register(registry):
    registry.extend("nim", "random", scorers=further)
"""
    system = """
class Tells(Base):
    def process(self, seconds):
        for _, player, _ in deciding():
            for state in mine(player.index):
                self.table.note(f"{state.name}: {len(state.candidates)}")
            mine(player.index)[0].candidates = []


def register(registry):
    registry.system(Tells, Phase.SCORE)
"""
    with_mod(ai, "ais")
    with_mod(system)
    notes, further = Notes(), Notes()
    result = through_world("nim", ["random+ais", "random+ais"], 3, notes)
    told = [text for _, text in notes.notes]
    assert told[:2] == ["any move: 16", "further: 1"]
    assert told[1::2] == ["further: 1"] * result.moves
    MODS.end()
    with_mod(LAST.replace("[-1:]", "[:1]"), "first")
    through_rules("nim", ["last", "last"], 3, further)
    assert notes.moves == further.moves, "what the system left is what the other scorer gave"


CHOOSES = """
class Chooses(Base):
    name = "chooses"

    def process(self, seconds):
        for entity, player, decision in deciding():
            if not esper.has_component(entity, Chosen):
                esper.add_component(entity, Chosen(Candidate({move}, 1.0, Reason())))


def register(registry):
    registry.system(Chooses, Phase.PICK, when="before")
"""


def test_a_system_may_pick_itself() -> None:
    with_mod(CHOOSES.format(move="self.table.rules.legal_moves(decision.view)[0]"))
    notes = Notes()
    through_world("nim", ["perfect", "perfect"], 2, notes)
    first = Notes()
    MODS.end()
    with_mod(LAST.replace("[-1:]", "[:1]"), "first")
    through_rules("nim", ["last", "last"], 2, first)
    assert notes.moves
    assert notes == first


def test_a_system_that_picks_no_legal_move_is_named_and_the_ai_moves() -> None:
    with_mod(CHOOSES.format(move="'nonsense'"))
    notes = Notes()
    through_world("nim", ["perfect", "random"], 2, notes)
    told = [text for _, text in notes.notes]
    assert len(told) == 3
    assert all(text.startswith("chooses of mod trial chose no legal move (") for text in told)
    assert told[2].endswith(" and is switched off")
    MODS.end()
    plain = Notes()
    through_world("nim", ["perfect", "random"], 2, plain)
    assert plain.moves == notes.moves


WRONG_CANDIDATES = {
    "a score": "state.candidates = [c._replace(score=float('nan')) for c in state.candidates]",
    "a move": "state.candidates = [c._replace(move='nonsense') for c in state.candidates]",
    "no list": "state.candidates = None",
    "no candidate": "state.candidates.append(7)",
}


@pytest.mark.parametrize("change", WRONG_CANDIDATES.values(), ids=WRONG_CANDIDATES)
def test_what_is_no_candidate_is_put_back_and_told(change: str) -> None:
    body = f"""
class Wrong(Base):
    def process(self, seconds):
        for _, player, _ in deciding():
            for state in mine(player.index):
                {change}


def register(registry):
    registry.system(Wrong, Phase.SCORE)
"""
    with_mod(body)
    notes, plain = Notes(), Notes()
    through_world("nim", ["perfect", "random"], 2, notes)
    told = [text for _, text in notes.notes]
    assert len(told) == 3
    assert all(text.startswith("Wrong of mod trial ") for text in told)
    through_rules("nim", ["perfect", "random"], 2, plain)
    assert plain.moves == notes.moves


SCRIBBLES = {
    "moves a card": "for _, zone in esper.get_component(Zone): zone.name = 'hand'",
    "gives a card": "for _, owner in esper.get_component(Owner): owner.player = 1",
    "swaps slots": "for _, slot in esper.get_component(Slot): slot.index = 0",
    "changes a kind": "for _, card in esper.get_component(Card): card.kind = 'diamond'",
    "changes a value": "for _, token in esper.get_component(Token): token.value = 99",
    "knows": "for _, known in esper.get_component(Known): known.kinds = ('diamond',)",
    "stops": "for e, _ in list(esper.get_component(ToMove)): esper.remove_component(e, ToMove)",
    "facts": "from components.table import Progress\n            esper.get_component(Progress)[0][1].facts = None",
}
BREAKS = {
    "deletes cards": "for e, _ in esper.get_component(Card)[:9]: esper.delete_entity(e, immediate=True)",
    "takes a part": "for e, _ in esper.get_component(Card): esper.remove_component(e, Zone)",
    "blinds": "for _, decision in esper.get_component(Decision): decision.view = None",
    "deletes a player": "for e, _ in list(esper.get_component(Player)): esper.delete_entity(e, immediate=True)",
}
TOUCHES = """
class Touches(Base):
    def process(self, seconds):
        if esper.get_component(Decision):
            {what}


def register(registry):
    registry.system(Touches, Phase.PICK, when="before")
"""


@pytest.mark.parametrize("what", SCRIBBLES.values(), ids=SCRIBBLES)
def test_what_is_written_on_pieces_changes_nothing_for_the_index_is_the_truth(what: str) -> None:
    with_mod(TOUCHES.format(what=what))
    notes, plain = Notes(), Notes()
    through_world("jaipur", ["utility", "random"], 4, notes)
    MODS.end()
    through_rules("jaipur", ["utility", "random"], 4, plain)
    assert plain.moves
    assert plain == notes


@pytest.mark.parametrize("what", BREAKS.values(), ids=BREAKS)
def test_a_world_that_systems_broke_goes_on_without_them_or_ends_with_their_names(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_mod(TOUCHES.format(what=what))
    monkeypatch.setattr(world, "MOST_STILL", 50)
    notes = Notes()
    try:
        through_world("jaipur", ["utility", "random"], 4, notes)
    except ModError as error:
        notes.noted(None, str(error))
    assert any("trial" in text for _, text in notes.notes)


UNMARKS = """
class Unmarks(Base):
    def process(self, seconds):
        for entity, _ in list(esper.get_component(SelectedCard)):
            esper.remove_component(entity, SelectedCard)


def register(registry):
    registry.system(Unmarks, Phase.EXECUTE, when="before")
"""


@pytest.mark.parametrize("game", ["jaipur", "nim", "thirty_one"])
def test_where_marks_are_taken_away_the_mods_are_named_and_switched_off_and_the_ai_plays_its_move(game: str) -> None:
    with_mod(UNMARKS)
    notes, plain = Notes(), Notes()
    through_world(game, ["random", "random"], 4, notes)
    told = [text for _, text in notes.notes]
    assert len(told) == 3
    assert all(text.startswith("the pieces marked for random make no legal move (") for text in told)
    assert told[2].endswith("; the systems of trial are switched off")
    MODS.end()
    through_rules(game, ["random", "random"], 4, plain)
    assert plain.moves == notes.moves


DRIVES = """
class Drives(Base):
    name = "drives"
    answered = 0

    def process(self, seconds):
        for _, player, decision in deciding():
            if decision.number == self.answered:
                continue
            self.answered = decision.number
            for entity, _ in list(esper.get_component(SelectedCard)):
                esper.remove_component(entity, SelectedCard)
            kind, pieces = {choice}(decision.view)
            for (zone, owner), names in pieces.items():
                lying = sorted((slot.index, entity, card.kind) for entity, (card, where, whose, slot)
                               in esper.get_components({form}, Zone, Owner, Slot)
                               if (where.name, whose.player) == (zone, owner))
                for name in names:
                    entity = next(e for _, e, found in lying if name in ("", found))
                    lying = [row for row in lying if row[1] != entity]
                    esper.add_component(entity, SelectedCard(player.index))
            self.table.post(ConfirmTurn(player.index, kind, decision.number))


def jaipur(view):
    from game.modding.jaipur import KINDS, unpack
    goods = [KINDS[card] for card in unpack(view.market) if KINDS[card] != "camel"]
    camels = [KINDS[card] for card in unpack(view.market) if KINDS[card] == "camel"]
    held = [KINDS[card] for card in unpack(view.hand)]
    if len(held) < 7 and goods:
        return "take_good", {{("market", None): goods[:1]}}
    if camels:
        return "take_camels", {{("market", None): camels}}
    most = max(held, key=lambda kind: (held.count(kind), kind))
    return "sell", {{("hand", view.player): [most] * held.count(most)}}


def notty(view):
    from game.modding.notty import KINDS, RULES, MoveKind, unpack
    moves = {{move.kind: move for move in RULES.legal_moves(view)}}
    if MoveKind.DISCARD_GROUP in moves:
        group = unpack(moves[MoveKind.DISCARD_GROUP].value)
        return "discard_group", {{("hand", view.player): [KINDS[card] for card in group]}}
    if MoveKind.DRAW in moves:
        return "draw", {{("deck", None): [""] * moves[MoveKind.DRAW].value}}
    if MoveKind.STEAL in moves:
        return "steal", {{("hand", moves[MoveKind.STEAL].value): [""]}}
    return "next_turn", {{}}


def thirty_one(view):
    from game.modding.thirty_one import KINDS, RULES, MoveKind
    moves = RULES.legal_moves(view)
    if moves[0].kind is MoveKind.DISCARD:
        return "discard", {{("hand", view.player): [KINDS[moves[0].card]]}}
    return ("call", {{}}) if view.caller is None and not view.first_turn else ("draw_deck", {{("deck", None): [""]}})


def nim(view):
    pile = next(pile for pile, stones in enumerate(view.piles) if stones)
    return "take", {{(f"pile-{{pile}}", None): ["stone"]}}


def register(registry):
    registry.system(Drives, Phase.{phase}, when="before")
"""


@pytest.mark.parametrize("phase", ["SCORE", "PICK", "ACT"])
@pytest.mark.parametrize("game", ["jaipur", "notty", "thirty_one", "nim"])
def test_a_system_that_marks_and_confirms_plays_whole_matches_without_a_refusal(game: str, phase: str) -> None:
    with_mod(DRIVES.format(choice=game, form="Stone" if game == "nim" else "Card", phase=phase))
    notes = Notes()
    result = through_world(game, ["random", "random"], 2, notes)
    assert notes.notes == []
    assert result.moves > 3


def test_the_first_mod_of_the_docs_plays_a_whole_match_by_the_cards() -> None:
    path = ROOT / "docs" / "mods" / "first_good.py"
    assert len(path.read_text(encoding="utf-8").splitlines()) < 40
    drop("first_good.py", path.read_text(encoding="utf-8"))
    assert [mod.refused for mod in taken()] == [""]
    notes = Notes()
    result = through_world("jaipur", ["random", "random"], 2, notes)
    assert notes.notes == []
    assert len(result.round_winners) >= 2


REFUSED = """
class Wrong(Base):
    name = "wrong"

    def process(self, seconds):
        for _, player, decision in deciding():
            self.table.post(ConfirmTurn(player.index, "take_good", decision.number))


def register(registry):
    registry.system(Wrong, Phase.ACT, when="before")
"""


def test_a_system_whose_turns_are_refused_is_named_and_switched_off_and_the_ai_stays() -> None:
    with_mod(REFUSED)
    notes, plain = Notes(), Notes()
    through_world("jaipur", ["utility", "random"], 4, notes)
    told = [text for _, text in notes.notes]
    assert len(told) == 3
    assert all(text.startswith("wrong of mod trial confirmed no legal move (") for text in told)
    assert told[2].endswith(" and is switched off")
    MODS.end()
    through_rules("jaipur", ["utility", "random"], 4, plain)
    assert plain.moves == notes.moves


def test_a_match_in_which_nobody_moves_any_more_ends_and_names_the_mods(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    body = """
class Stalls(Base):
    def process(self, seconds):
        for entity, _ in list(esper.get_component(Chosen)):
            esper.remove_component(entity, Chosen)


def register(registry):
    registry.system(Stalls, Phase.PICK)
"""
    with_mod(body)
    monkeypatch.setattr(world, "MOST_STILL", 50)
    told = r"^nobody has moved in 50 frames of nim; mods with systems: trial$"
    with pytest.raises(ModError, match=told):
        through_world("nim", ["perfect", "random"], 2, Notes())
    with pytest.raises(ModError, match=told):
        learnt(WorldPlay)


def test_without_a_window_nothing_is_drawn_and_announced() -> None:
    body = """
class Tries(Base):
    def __init__(self, table):
        self.table = table
        assert table.drawing is None
        table.announce("nothing")
        assert table.place_of(1) is None
        assert len(table.names) == 2
        try:
            table.view(0)
        except ValueError:
            table.note("no round yet")

    def process(self, seconds):
        for _, player, decision in deciding():
            assert self.table.view(player.index) == decision.view


class Draws(Base):
    def __init__(self, table):
        raise AssertionError("it draws")


def register(registry):
    registry.system(Tries, Phase.LEARN)
    registry.system(Tries, Phase.ACT, when="before")
    registry.system(Draws, Phase.RENDER)
"""
    with_mod(body)
    notes = Notes()
    through_world("nim", ["perfect", "random"], 2, notes)
    assert notes.notes == [(None, "no round yet")] * 2


# --- replays and commands ----------------------------------------------------------------------------------------


def test_the_replay_head_names_the_mods_whose_systems_were_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Processes, "is_worth", lambda *_: True)
    mood = ROOT / "docs" / "mods" / "mood.py"
    for workers in ("1", "2"):
        words = ["arena", "nim", "perfect", "random", "--games", "2", "--seed", "1", "--workers", workers]
        assert run([*words, "--mod", str(mood), "--record", str(tmp_path / workers)]) == 0
    replay = read(tmp_path / "1" / "match-0001.jsonl")
    assert replay.mods == ["mood"]
    assert [list(system) for system in replay.head["systems"]] == [["mod", "sha256"]]
    assert follow(replay).ended
    for number in ("1", "2"):
        name = f"match-000{number}.jsonl"
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


@pytest.mark.parametrize(
    "systems", [[{}], [{"mod": "mood"}], [{"mod": 1, "sha256": "0" * 64}], [{"mod": "m", "sha256": "x"}]]
)
def test_a_head_with_what_are_no_systems_is_refused(tmp_path: Path, systems: list[Any]) -> None:
    rules, seats = registry.game("nim").rules, parse_seats("nim", ["perfect", "random"])
    how = setup(rules, seats)
    path = tmp_path / "match.jsonl"
    Recorder(path, rules, 1, how, [seat.record() for seat in seats], systems=systems).close()
    with pytest.raises(ReplayError, match="line 1"):
        read(path)


def test_arena_goes_through_the_world_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    mood = ROOT / "docs" / "mods" / "mood.py"
    assert run(["arena", "nim", "perfect", "random", "--games", "2", "--seed", "1", "--mod", str(mood)]) == 0
    told = capsys.readouterr()
    assert told.err == "note: nim is played through the world: systems of mods take part (mood)\n"
    assert "perfect with mood  random with mood" in told.out
    assert "through the world" in told.out


@pytest.mark.parametrize("command", ["levels", "standings", "calibration", "practice", "judge-error"])
def test_commands_that_play_on_the_rules_alone_say_so(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mood, out = ROOT / "docs" / "mods" / "mood.py", ["--out", str(tmp_path / "out.json")]
    how = {"levels": ["--games", "2"], "practice": ["--positions", "1", *out], "judge-error": out}
    run([command, "nim", "--mod", str(mood), *how.get(command, [])])
    told = capsys.readouterr().err
    assert told.startswith(f"note: {command} plays on the rules alone, without systems of mods (mood)\n")


RAISES = """
class Raises(Base):
    def process(self, seconds):
        raise KeyError(len(deciding()))


def register(registry):
    registry.system(Raises, Phase.SCORE)
"""


@pytest.mark.parametrize("workers", ["1", "2"])
def test_faults_of_systems_are_told_beside_the_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], workers: str
) -> None:
    path = tmp_path / "raising.py"
    path.write_text(HEAD + RAISES)
    words = ["nim", "perfect", "random", "--games", "3", "--seed", "1", "--mod", str(path), "--workers", workers]
    assert run(["arena", *words, "--json", str(tmp_path / "result.json")]) == 0
    first = "raised KeyError: 1 (raising.py, line 23)"
    told = f"note: Raises of mod raising was at fault in 3 matches; first: {first}\n"
    assert capsys.readouterr().err.endswith(told)
    record = json.loads((tmp_path / "result.json").read_text())
    assert record["system_faults"] == {"Raises of mod raising": {"matches": 3, "first": first}}
    words = ["train", "nim", "q-learner", "--games", "3", "--mod", str(path), "--out", str(tmp_path / "x.npz")]
    assert run(words) == 0
    assert capsys.readouterr().err.count(f"note: Raises of mod raising {first}\n") == 1


@pytest.mark.parametrize("kind", ["MatchEnded", "RoundEnded"])
def test_a_note_at_the_end_of_a_match_is_in_its_replay(tmp_path: Path, kind: str) -> None:
    with_mod(f"""
class Last(Base):
    def __init__(self, table):
        table.on({kind}, lambda event: table.note(f"{{type(event).__name__}}: {{event.end.winner}}"))


def register(registry):
    registry.system(Last, Phase.ACT)
""")
    seats = parse_seats("nim", ["perfect", "random"])
    rules = registry.game("nim").rules
    path = tmp_path / "match.jsonl"
    recorder = Recorder(path, rules, 1, setup(rules, seats), [seat.record() for seat in seats])
    world.play_match(rules, setup(rules, seats), seats, 1, recorder)
    recorder.close()
    *_rest, note, end = [line.record for line in read(path).lines]
    assert note == {"type": "note", "player": None, "text": f"{kind}: {end['winner']}"}
    assert follow(read(path)).ended


def test_a_system_that_a_function_makes_without_process_is_told() -> None:
    with_mod(
        "def made(table):\n    return object()\n\n\ndef register(registry):\n    registry.system(made, Phase.ACT)\n"
    )
    notes = Notes()
    through_world("nim", ["perfect", "random"], 1, notes)
    assert notes.notes[0][1].startswith(f"made of mod trial {NO_PROCESS}")


def test_a_note_of_a_system_is_heard_in_the_world() -> None:
    with_mod("def register(registry):\n    registry.system(Base, Phase.ACT, when='before')\n")
    world = open_world("nim", ["perfect", "random"])
    try:
        heard: list[Noted] = []
        world.events.on(Noted, heard.append)
        world.frame(0.0)
        assert [system.name for system in systems(world)] == ["Base of mod trial"]
        world.frame(0.0)
        assert len(systems(world)) == 1, "they are made once"
        assert not heard
    finally:
        world.close()


# --- training ----------------------------------------------------------------------------------------------------


def learnt(one_by_one: type[SelfPlay] | None) -> dict[Any, Any]:
    """What Nim's learner has learnt from 30 games."""
    ai = registry.ai("nim", "q-learner")
    assert ai.learner_spec is not None
    rules = registry.game("nim").rules
    how = Setup(2, {option.key: option.default for option in rules.options})
    plan = Plan(rules, how, ai.name, ai.learner_spec, ai.learner_spec.parameters)
    training = TableTraining(plan, one_by_one=one_by_one)
    training.run(30)
    return TableCodec(ai.learner_spec.encoding).record(training.result())


def test_games_through_the_world_teach_what_games_on_the_rules_teach() -> None:
    assert learnt(WorldPlay) == learnt(SelfPlay)


def test_training_says_that_it_goes_through_the_world_or_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["train", "nim", "q-learner", "--mod", str(ROOT / "docs" / "mods" / "mood.py"), "--games", "3"]
    assert run([*words, "--out", str(tmp_path / "out.npz")]) == 0
    assert capsys.readouterr().err == "note: nim is played through the world: systems of mods take part (mood)\n"
    assert run([*words, "--at-once", "8", "--out", str(tmp_path / "more.npz")]) == 2
    told = capsys.readouterr().err
    assert told.startswith("error: systems of mods take part in nim (mood): only tables")
    assert told.count("\n") == 1


def test_a_learner_of_a_mod_learns_through_the_world_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quiet = tmp_path / "quiet.py"
    quiet.write_text(HEAD + "\n\ndef register(registry):\n    registry.system(Base, Phase.SCORE)\n")
    learner, mood = ROOT / "docs" / "mods" / "sorted_learner.py", ROOT / "docs" / "mods" / "mood.py"
    files: list[Path] = []
    for systems in ([], [quiet], [mood]):
        words = ["train", "nim", "sorted-learner", "--games", "20"]
        for path in (learner, *systems):
            words += ["--mod", str(path)]
        files.append(tmp_path / f"{len(files)}.npz")
        assert run([*words, "--out", str(files[-1])]) == 0
        note = "".join(
            f"note: nim is played through the world: systems of mods take part ({each.stem})\n" for each in systems
        )
        assert capsys.readouterr().err == note
    alone, beside_quiet, beside_mood = [path.read_bytes() for path in files]
    assert beside_quiet == alone, "a system that changes nothing"
    assert beside_mood != alone, "one that does"
