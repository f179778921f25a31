"""Games of mods: registered and refused, played, recorded and checked without a window."""

import importlib
import json
import pickle
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import cast

import pytest

from game.agents.playouts import Worth
from game.agents.search import Search
from game.analysis.baseline import baseline
from game.analysis.judge import AgentJudge
from game.analysis.judges import JudgeWords
from game.analysis.playout_judge import PlayoutJudge
from game.cli.main import run
from game.environments import SeatEnv
from game.games import registry
from game.games.observation import observation_of, setup_of
from game.games.registration import Registry
from game.matches.conformance import violations
from game.mods import files as mod_files
from game.mods.guarded_rules import guarded
from game.mods.mods import MODS, ModsInUse
from game.rules.protocol import AnyRules, RecordError, RulesError, Setup, apply, usual_options
from game.workers import wire

TIC_TAC_TOE = mod_files.EXAMPLE
EMBERS = Path(__file__).parents[1] / "docs" / "mods" / "embers.py"
PIG = Path(__file__).parent / "mods" / "pig.py"
"""A game with chance inside a turn, of which a player has several decisions."""


@pytest.fixture(autouse=True)
def no_mods_afterwards() -> Iterator[None]:
    yield
    MODS.name(())
    MODS.end()


def loaded(path: Path) -> str:
    """Load a mod; why it is refused."""
    MODS.name([path])
    MODS.refresh()
    MODS.wait()
    return next(mod.refused for mod in MODS.all if mod.found.path == path)


def changed(folder: Path, old: str, new: str) -> Path:
    """The example mod, without its AI, with something changed in it."""
    text = (
        TIC_TAC_TOE.read_text()
        .replace("    registry.ai(PERFECT)\n", "")
        .replace('    "perfect",\n    move', "    move")
    )
    assert old in text
    path = folder / "changed.py"
    path.write_text(text.replace(old, new, 1))
    return path


def test_a_game_of_chance_is_judged_by_play_outs_that_its_mean_needs_few_of(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not loaded(EMBERS)
    judge = JudgeWords("embers", "search", 0.1).judge()
    assert isinstance(judge, PlayoutJudge)
    rules, played = registry.game("embers").rules, list[int]()
    states = [rules.deal(Setup(2), rules.new_standing(Setup(2)), 0, Random(number)) for number in range(5)]
    whole = Search.played_out

    def counted(search: Search, state: object, players: int, rng: Random) -> Worth:
        played.append(players)
        return whole(search, state, players, rng)

    monkeypatch.setattr(Search, "played_out", counted)
    found = judge.open_chances(states[:2], Random(1))
    assert found == [*judge.open_chances(states[:1], Random(1)), *judge.open_chances(states[1:2], Random(1))]
    assert [sum(each) for each in found] == pytest.approx([1.0, 1.0])
    assert len(played) == 4 * judge.playouts
    played.clear()
    told = judge.open_chances(states, Random(1), mean_from=1)
    assert told[0] == found[0]
    assert [sum(each) for each in told] == pytest.approx([1.0] * 5)
    assert len(played) == 2 * judge.playouts, "one of them by itself, the others together"


@pytest.mark.parametrize(
    ("game", "mod", "portions"),
    [
        ("embers", EMBERS, [200] * 5),
        ("pig", PIG, [200] * 5),  # deals are all alike, what follows is not
        ("tic_tac_toe", TIC_TAC_TOE, [1]),
    ],
)
def test_what_a_deal_is_worth_is_asked_in_few_portions_without_making_the_judge(
    monkeypatch: pytest.MonkeyPatch, game: str, mod: Path, portions: list[int]
) -> None:
    assert not loaded(mod)
    words, how = JudgeWords(game, "search"), Setup(2, usual_options(registry.game(game).rules))
    monkeypatch.delattr(JudgeWords, "judge")  # the window, which asks, has no time for it
    asked = next(baseline(words, how, 0, ModsInUse()))
    assert [len(portion) for portion in asked.portions] == portions


def test_what_is_judged_stays_as_it_is_where_nothing_is_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not loaded(PIG)
    rules = registry.game("pig").rules
    monkeypatch.setattr(rules, "redraw", lambda *given: given[0])  # nothing is unseen between two throws
    state = rules.deal(Setup(2), rules.new_standing(Setup(2)), 0, Random(1))
    before = state.copy()
    judge = JudgeWords("pig", "search", 0.02).judge()
    assert isinstance(judge, PlayoutJudge)
    judge.open_chances([state], Random(1))
    assert state == before


def test_a_game_without_chance_is_searched() -> None:
    assert not loaded(TIC_TAC_TOE)
    assert type(JudgeWords("tic_tac_toe", "search", 0.1).judge()) is AgentJudge


def test_a_game_is_there_as_long_as_its_mod() -> None:
    assert not loaded(TIC_TAC_TOE)
    game = registry.game("tic_tac_toe")
    assert game.mod is not None
    assert game.mod[0] == "tic_tac_toe"
    assert [ai.name for ai in registry.ais("tic_tac_toe")] == ["random", "search", "perfect"]
    MODS.take(())
    with pytest.raises(registry.UnknownNameError):
        registry.game("tic_tac_toe")
    assert "tic_tac_toe" not in [game.name for game in registry.games()]


@pytest.mark.parametrize("mod", [TIC_TAC_TOE, EMBERS, PIG], ids=lambda path: path.stem)
def test_an_example_keeps_to_the_protocol(mod: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check-game", mod.stem, "--games", "3", "--mod", str(mod)]) == 0
    assert capsys.readouterr().out == f"{mod.stem}: ok: 3 games by each number of players\n"


def test_examples_are_as_short_as_promised() -> None:
    lines = {mod.stem: len(mod.read_text().splitlines()) for mod in (TIC_TAC_TOE, EMBERS)}
    assert lines["tic_tac_toe"] < 150
    assert lines["embers"] < 300


def test_a_hidden_card_never_changes_what_the_ai_of_a_mod_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not loaded(EMBERS)
    rules = registry.game("embers").rules
    monkeypatch.syspath_prepend(str(EMBERS.parent))
    scorer = importlib.import_module("embers").Keeper()
    state = rules.deal(Setup(3), (), 0, Random(4))
    for turn in range(80):
        if state.to_move is None:
            break
        view = rules.view(state, state.to_move)
        told = scorer.score(view, Random(0))
        other = rules.view(rules.sample(view, Random(turn)), state.to_move)
        assert scorer.score(other, Random(0)) == told
        apply(rules, state, Random(turn).choice(rules.legal_moves(view)), Random(turn))
    assert state.to_move is None


def test_what_nobody_sees_of_a_mod_s_game_is_drawn_anew() -> None:
    assert not loaded(EMBERS)
    rules = registry.game("embers").rules
    state = rules.deal(Setup(3), (), 0, Random(4))
    deck, hands = list(state.deck), [list(hand) for hand in state.hands]
    drawn = [rules.redraw(state, Random(seed)) for seed in range(200)]
    assert all(sorted(each.deck) == sorted(deck) and each.hands == hands for each in drawn)
    assert {each.deck[-1] for each in drawn} == set(deck)
    assert state.deck == deck


class WithoutRedraw:
    """Thirty-one's rules, as a mod wrote them before there was `redraw`."""

    def __getattr__(self, name: str) -> object:
        if name == "redraw":
            raise AttributeError(name)
        return getattr(registry.game("thirty_one").rules, name)


def test_rules_that_say_no_redraw_get_one_from_their_zones() -> None:
    ours = registry.game("thirty_one")
    added = Registry("old")
    added.game(replace(ours, rules=cast(AnyRules, WithoutRedraw())))
    (game,) = added.games
    state = ours.rules.deal(Setup(3), ours.rules.new_standing(Setup(3)), 0, Random(4))
    drawn = pickle.loads(pickle.dumps(game.rules)).redraw(state, Random(1))
    assert drawn.deck != state.deck
    assert ours.rules.redraw(drawn, Random(2)) == ours.rules.redraw(drawn, Random(2))
    assert violations(game.rules, 1) == []


def test_a_flare_is_ash_and_a_glow_is_of_one_wood() -> None:
    assert not loaded(EMBERS)
    rules = registry.game("embers").rules
    state = rules.deal(Setup(2), (), 0, Random(1))
    move = registry.game("embers").move
    state.hands, state.deck, state.fire = [[0, 7], [8, 9]], [], [16, 1, 2]  # pine 1, oak 2, oak 3
    warmed = state.copy()
    apply(rules, warmed, move(-1), Random(0))
    assert (warmed.warmth[0], warmed.fire) == ([1, 2], [16])
    warmed.to_move = 0
    assert move(-1) not in rules.legal_moves(rules.view(warmed, 0)), "twice in a row"
    apply(rules, state, move(7), Random(0))  # oak 8: 1 + 2 + 3 + 8 = 14
    assert (state.ash[0], state.fire) == ([16, 1, 2, 7], [])
    assert rules.round_end(state, ()).scores == (-8, 0)


REFUSED = {
    "a name that is taken": ('name = "tic_tac_toe"', 'name = "nim"', "there is a game called nim already (built in)"),
    "no name": ('name = "tic_tac_toe"', 'name = "Tic Tac"', "a game cannot be called 'Tic Tac'"),
    "a method that is missing": ("    def describe", "    def describing", "describe"),
    "no class of moves": ("    move=Move,\n", "", "move=... is not the class of its moves"),
    "moves of lists": (
        "    cell: int\n",
        "    cell: list[int]\n",
        "nor of an Enum",
    ),
    "no such default": ("    move=Move,", '    "best",\n    move=Move,', "no AI 'best' to play by default"),
    "rules that raise": ("[-1] * 9", "[-1] * (9 // 0)", "ZeroDivisionError"),
    "a zone of no shape": ('TableZone("cell", "grid"', 'TableZone("cell", "ring"', "none of row, fan, pile, grid"),
    "for one player": (
        '    name = "tic_tac_toe"',
        '    seats = range(1, 2)\n    name = "tic_tac_toe"',
        "within 2 to 4",
    ),
    "games without moves": ("return [Move", "return [][:0] and [Move", "has no legal move"),
}


@pytest.mark.parametrize("fault", REFUSED)
def test_what_is_no_game_is_refused_in_one_line(fault: str, tmp_path: Path) -> None:
    old, new, told = REFUSED[fault]
    refused = loaded(changed(tmp_path, old, new))
    assert told in refused
    assert "\n" not in refused
    assert "Tic-tac-toe" not in [game.title for game in registry.games()]


@pytest.mark.parametrize(("mod", "ai"), [(TIC_TAC_TOE, "search"), (EMBERS, "keeper"), (PIG, "bold")], ids=str)
def test_a_match_is_recorded_with_its_mod_and_checked(
    mod: Path, ai: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [mod.stem, ai, "random", "--games", "2", "--record", str(tmp_path), "--mod", str(mod)]
    assert run(["arena", *words]) == 0
    replay = tmp_path / "match-0002.jsonl"
    head = json.loads(replay.read_text().splitlines()[0])
    assert list(head)[3:6] == ["game", "mod", "seed"]
    assert list(head["mod"]) == ["name", "sha256"]
    assert run(["check", str(replay), "--mod", str(mod)]) == 0
    capsys.readouterr()
    assert run(["check", str(replay)]) == 1
    assert f"there is no game '{mod.stem}'" in capsys.readouterr().out


def test_a_mod_s_game_with_an_observation_is_open_to_learning_libraries() -> None:
    assert not loaded(PIG)
    table = SeatEnv("pig", opponents="bold")
    row, info = table.reset(seed=3)
    assert row.tolist() == [0.0, 0.0, 0.0, 0.0]
    assert info["action_mask"].tolist() == [1, 0], "there is nothing to hold yet"
    assert observation_of("pig", setup_of("pig", 4)).size == 6
    over = False
    while not over:
        row, reward, over, _, info = table.step(int(info["action_mask"].argmax()))
    assert reward in (-1.0, 1.0)
    assert row.max() == 1.0, "somebody has 20 points"


def test_the_ais_of_a_mod_s_game_are_rated(tmp_path: Path) -> None:
    words = ["embers", "keeper", "random", "random", "--table", "--games", "12", "--seed", "1", "--mod", str(EMBERS)]
    assert run(["arena", *words, "--json", str(tmp_path / "result.json")]) == 0
    found = json.loads((tmp_path / "result.json").read_text())
    assert found["ratings"]["keeper"] > found["ratings"]["random"]


def test_rules_that_fail_end_the_match_with_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mod = changed(
        tmp_path,
        "        assert state.to_move",
        "        assert state.cells.count(-1) > 7, 'lost'\n        assert state.to_move",
    )
    words = ["tic_tac_toe", "random", "random", "--games", "1", "--record", str(tmp_path), "--mod", str(mod)]
    assert run(["arena", *words]) == 1
    told = capsys.readouterr().err.strip().splitlines()[-1]
    assert told.startswith("error: the rules of tic_tac_toe: decide raised AssertionError: lost (changed.py")
    kept = (tmp_path / "match-0001.jsonl").read_text().splitlines()
    assert [json.loads(line)["type"] for line in kept] == ["match", "round", "move", "move"]


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no timer interrupts there")
def test_rules_that_take_for_ever_are_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(type(registry.game("nim").rules)):  # type: ignore[misc]  # the class of the registered rules
        def legal_moves(self, view: object) -> object:
            end = time.monotonic() + 20
            while time.monotonic() < end:
                pass
            return ()

    monkeypatch.setattr("game.mods.guarded_rules.SECONDS", 0.05)
    with pytest.raises(RulesError, match=r"the rules of nim: legal_moves .*0\.05"):
        guarded(Endless()).legal_moves(None)


def test_a_state_with_other_pieces_than_a_deal_opens_no_round() -> None:
    assert not loaded(EMBERS)
    rules = registry.game("embers").rules
    record = rules.state_record(rules.deal(Setup(2), (), 0, Random(1)))
    twice = record | {"deck": [record["deck"][0], *record["deck"][:-1]]}
    moved = record | {"deck": record["deck"][:-1], "fire": record["deck"][-1:]}
    for damaged in (twice, moved, record | {"to_move": 2}, record | {"deck": [99]}):
        with pytest.raises(RecordError):
            rules.state_from_record(damaged, Setup(2), ())


def test_a_mod_s_moves_come_back_from_its_worker() -> None:
    assert not loaded(TIC_TAC_TOE)
    move = registry.game("tic_tac_toe").move(4)
    body = wire.pack_answer([move])[8:]
    (found,) = wire.answer_of(body)
    assert type(found) is type(move)
    assert found == move
    MODS.take(())
    with pytest.raises(wire.WireError):
        wire.answer_of(body)


OTHER = """
from game.modding import AI, Candidate, Highest, Reason, Registry


class Corners:
    name = "corners"

    def __init__(self, rules):
        self.rules = rules

    def score(self, view, rng):
        moves = self.rules.legal_moves(view)
        return [Candidate(move, 1.0 + (move.cell in (0, 2, 6, 8)), Reason("a corner")) for move in moves]


def register(registry: Registry) -> None:
    registry.ai(AI("corners", "tic_tac_toe", "likes corners", lambda rules, _: [Corners(rules)], lambda _: Highest()))
"""
"""A mod with an AI for the game of another."""


@pytest.mark.parametrize("named", [0, 1])
def test_a_mod_may_bring_an_ai_for_the_game_of_another(
    named: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "a_corner_mod.py"
    other.write_text(OTHER)
    mods = [other, TIC_TAC_TOE] if named else [TIC_TAC_TOE, other]
    words = ["tic_tac_toe", "corners", "random", "--games", "2", "--record", str(tmp_path)]
    assert run(["arena", *words, *(word for mod in mods for word in ("--mod", str(mod)))]) == 0
    assert "note:" not in capsys.readouterr().err, "it moves itself"
    moves = [json.loads(line) for line in (tmp_path / "match-0001.jsonl").read_text().splitlines()]
    own = [line["move"]["cell"] for line in moves if line["type"] == "move" and line["player"] == 0]
    assert own[0] in (0, 2, 6, 8)


def test_an_ai_for_a_game_that_goes_is_refused_and_comes_back_with_it(tmp_path: Path) -> None:
    other = tmp_path / "a_corner_mod.py"
    other.write_text(OTHER)
    assert "there is no game 'tic_tac_toe'" in loaded(other)
    for paths, known in (([other, TIC_TAC_TOE], True), ([other], False), ([TIC_TAC_TOE, other], True)):
        MODS.name(paths)
        MODS.refresh()
        MODS.wait()
        assert any(game.name == "tic_tac_toe" for game in registry.games()) == known
        assert [bool(mod.refused) for mod in MODS.all if mod.found.path == other] == [not known]
        if known:
            assert "corners" in [ai.name for ai in registry.ais("tic_tac_toe")]
