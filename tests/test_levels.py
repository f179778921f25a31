"""Levels: how they err, what they never do, and what lies between them."""

import json
from collections import Counter
from functools import cache
from math import exp, inf
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.__main__ import main
from game.agents.agent import Agent, Candidate, Reason
from game.agents.match import play_match
from game.agents.pickers import Best, Softmax
from game.cli import main as cli_main
from game.games import registry
from game.games.jaipur.rules import RULES as JAIPUR
from game.games.levels import BETWEEN, NAMES, Lot, levels_first
from game.games.nim.players import winning_moves
from game.games.nim.record import Move
from game.games.nim.rules import DEFAULT_PILES, RULES, View, moves_of, pack
from game.games.notty.moves import MoveKind
from game.games.notty.rules import RULES as NOTTY
from game.games.registry import UnknownNameError
from game.games.seats import SeatError, parse_seat
from game.games.thirty_one.cards import NUMBER_OF_KIND
from game.games.thirty_one.cards import pack as pack_cards
from game.games.thirty_one.moves import CALL, TAKE_DISCARD
from game.games.thirty_one.neural import ACTION, NeuralScorer
from game.games.thirty_one.state import FROM_DECK, House, Source
from game.games.thirty_one.state import View as ThirtyOneView
from game.matches import measured
from game.rules.protocol import Setup
from tests.games import WITH_LEVELS
from tests.jaipur_positions import ending, sell
from tests.notty_positions import play, position


def candidates(*scores: float) -> list[Candidate]:
    return [Candidate(number, score, Reason("")) for number, score in enumerate(scores)]


# --- how they err ------------------------------------------------------------------------------------------------


def test_a_softmax_draws_in_proportion_to_what_each_candidate_is_worth() -> None:
    picker, given_ = Softmax(0.5), candidates(1.0, 0.5, -1.0)
    weights = [1.0, exp(-1.0), exp(-4.0)]
    assert picker.chances(given_) == pytest.approx([weight / sum(weights) for weight in weights])
    rng = Random(1)
    drawn = Counter(picker.pick(given_, rng) for _ in range(4000))
    for index, chance in enumerate(picker.chances(given_)):
        assert drawn[index] / 4000 == pytest.approx(chance, abs=0.03)


def test_what_costs_more_than_the_worst_error_is_never_picked() -> None:
    assert Softmax(10.0, worst=0.3).chances(candidates(0.1, 0.5, 0.2, 0.19)) == pytest.approx(
        [0, 0.507, 0.493, 0], abs=0.001
    )


@settings(max_examples=50)
@given(st.lists(st.floats(-1, 1), min_size=1, max_size=6), st.floats(0.01, 5), st.floats(0, 3), st.integers(0, 99))
def test_a_softmax_always_picks_one_and_the_best_is_never_less_likely(
    scores: list[float], temperature: float, worst: float, seed: int
) -> None:
    picker, given_ = Softmax(temperature, worst), candidates(*scores)
    chances = picker.chances(given_)
    assert sum(chances) == pytest.approx(1.0)
    assert chances[scores.index(max(scores))] == max(chances)
    index = picker.pick(given_, Random(seed))
    assert index is not None
    assert chances[index] > 0.0


@pytest.mark.parametrize(("temperature", "worst"), [(0.0, inf), (-1.0, inf), (1.0, -0.1), (float("nan"), inf)])
def test_a_softmax_refuses_what_is_no_temperature_and_no_error(temperature: float, worst: float) -> None:
    with pytest.raises(ValueError, match="temperature"):
        Softmax(temperature, worst)


def test_nothing_is_picked_of_nothing() -> None:
    assert Softmax(1.0).pick([], Random(1)) is None
    assert Softmax(1.0).chances([]) == []


# --- at every game -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", WITH_LEVELS)
def test_levels_are_offered_first_the_weakest_before_all(game: str) -> None:
    offered = [ai.name for ai in levels_first(registry.ais(game))]
    assert offered[:5] == [*NAMES, BETWEEN]
    others = [ai.name for ai in registry.ais(game) if ai.name not in offered[:5]]
    assert offered[5:] == others


def test_other_ais_are_offered_as_they_were_registered() -> None:
    ais = [registry.ai("nim", name) for name in ("random", "perfect", "club", "q-learner", "beginner")]
    assert [ai.name for ai in levels_first(ais)] == ["beginner", "club", "random", "perfect", "q-learner"]


@pytest.mark.parametrize("game", WITH_LEVELS)
@pytest.mark.parametrize("spec", ["casual", "level@strength=0.5"])
def test_the_same_seed_gives_the_same_match(game: str, spec: str) -> None:
    def moves() -> list[object]:
        rules = registry.game(game).rules
        how = Setup(2, {option.key: option.default for option in rules.options})
        fallback = registry.ai(game, "random").agent()
        agents = [agent_of(game, spec), agent_of(game, spec)]
        result = play_match(rules, how, agents, fallback, 3, rounds=1)
        return [result.moves, result.end]

    assert moves() == moves()


def agent_of(game: str, spec: str) -> Agent:
    agent = parse_seat(game, spec).agent()
    assert agent is not None
    return agent


@pytest.mark.parametrize("text", ["1.1", "-0.1", "strong", "nan"])
def test_a_strength_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(SeatError, match="strength: needs a number from 0 to 1"):
        parse_seat("nim", f"level@strength={text}")


def test_a_fraction_is_refused_with_what_may_stand_there() -> None:
    with pytest.raises(SeatError, match=r"level@strength=1/3: .*a third is 0\.33"):
        parse_seat("nim", "level@strength=1/3")


@pytest.mark.parametrize("spec", ["beginner@strength=0.5", "casual:untrained"])
def test_a_level_is_the_same_everywhere(spec: str) -> None:
    with pytest.raises((SeatError, UnknownNameError)):
        parse_seat("nim", spec)


# --- what lies between -------------------------------------------------------------------------------------------


class Only:
    """Knows one move, and nothing else."""

    name = "only"

    def __init__(self, move: int) -> None:
        self.move = move

    def score(self, view: object, rng: Random) -> list[Candidate]:
        return [Candidate(self.move, 1.0, Reason(""))]


def test_who_decides_between_two_levels_falls_by_lot_decision_by_decision() -> None:
    lot = Lot(Agent("lower", (Only(0),), Best()), Agent("upper", (Only(1),), Best()), 0.3)
    agent, rng = Agent("level", (lot,), lot), Random(1)
    chosen = [candidate.move for _ in range(4000) if (candidate := agent.choose(None, rng)) is not None]
    assert len(chosen) == 4000
    assert sum(chosen) / 4000 == pytest.approx(0.3, abs=0.03)


def test_the_ends_of_the_scale_and_its_thirds_are_the_levels_themselves() -> None:
    view = RULES.view(RULES.deal(Setup(2, {"piles": [1, 3, 5, 7]}), (), 0, Random(0)), 0)
    for strength, name in (("0", "beginner"), ("0.3333333333333333", "casual"), ("1", "expert")):
        for seed in range(20):
            rng, same = Random(seed), Random(seed)
            same.random()  # the lot
            between, level = agent_of("nim", f"level@strength={strength}"), agent_of("nim", name)
            assert between.choose(view, rng) == level.choose(view, same)


# --- Nim ---------------------------------------------------------------------------------------------------------


def chances(spec: str, piles: tuple[int, ...], start: tuple[int, ...] = DEFAULT_PILES) -> dict[Move, float]:
    """The chance of each move of a level that picks by a softmax."""
    agent = agent_of("nim", spec)
    found = agent.think(View(0, 0, pack(piles), start), Random(0))
    picker = agent.picker
    assert isinstance(picker, Softmax)
    return dict(zip([each.move for each in found], picker.chances(found), strict=True))


@pytest.mark.parametrize("name", ["beginner", "casual", "club"])
@pytest.mark.parametrize("piles", [(0, 0, 0, 2), (1, 0, 0, 1), (0, 1, 0, 2), (0, 0, 0, 4), (1, 1, 0, 2), (0, 1, 3, 0)])
def test_no_level_of_nim_throws_the_last_stones_away(name: str, piles: tuple[int, ...]) -> None:
    winning = set(winning_moves(piles))
    assert winning
    assert {move for move, chance in chances(name, piles).items() if chance > 0.0} <= winning


@cache
def wins_share(upper: str, lower: str) -> float:
    """The exact share of games of 1 3 5 7 that the first of these levels wins of the second, each beginning half."""

    @cache
    def policy(name: str, packed: int) -> list[tuple[int, float]]:
        if name == "random":
            moves = moves_of(packed)
            return [(taken(packed, move), 1 / len(moves)) for move in moves]
        piles = tuple([(packed >> (4 * pile)) & 15 for pile in range(4)])
        if name == "expert":
            chosen = agent_of("nim", name).choose(View(0, 0, packed, DEFAULT_PILES), Random(0))
            assert chosen is not None
            return [(taken(packed, chosen.move), 1.0)]
        return [(taken(packed, move), chance) for move, chance in chances(name, piles).items()]

    @cache
    def won(packed: int, to_move: str, other: str) -> float:
        """The chance of whoever is to move: there is nobody left to take a stone when the other has taken the last."""
        if not packed:
            return 1.0
        return sum(chance * (1 - won(after, other, to_move)) for after, chance in policy(to_move, packed) if chance)

    start = pack(DEFAULT_PILES)
    return (won(start, upper, lower) + 1 - won(start, lower, upper)) / 2


def taken(packed: int, move: Move) -> int:
    return packed - (move.stones << (4 * move.pile))


@pytest.mark.parametrize(("upper", "lower"), list(zip(NAMES, ("random", *NAMES), strict=False)))
def test_each_step_of_nim_is_as_high_as_the_one_before(upper: str, lower: str) -> None:
    assert wins_share(upper, lower) == pytest.approx(0.755, abs=0.015)


def test_at_other_piles_levels_recall_what_they_know_in_another_order() -> None:
    turned = chances("club", (3, 1, 0, 0), (7, 5, 9, 2))
    known = chances("club", (0, 0, 1, 3))
    assert turned == {
        Move(pile, stones): chance
        for pile, piled in ((1, 2), (0, 3))
        for (at, stones), chance in known.items()
        if at == piled
    }
    unknown = chances("club", (9, 9, 0, 0), (9, 9, 9, 9))
    assert len(set(unknown.values())) == 1
    assert set(unknown) == set(moves_of(pack((9, 9))))
    assert len(chances("club", (1, 1, 1, 1, 1), (1, 1, 1, 1, 1))) == 5


# --- Thirty-one --------------------------------------------------------------------------------------------------


def seen(hand: str, top: str, drawn: str = "", source: Source = FROM_DECK) -> ThirtyOneView:
    """A view of the player to move at a table of two, between drawing and discarding where a card was drawn."""
    held = pack_cards([NUMBER_OF_KIND[kind] for kind in [*hand.split(), *drawn.split()]])
    card = NUMBER_OF_KIND[drawn] if drawn else None
    came = source if drawn else None
    return ThirtyOneView(0, 0, held, (NUMBER_OF_KIND[top],), (0, 0), (0, 0), (3, 3), None, 4, card, came, 40, House())


@pytest.mark.parametrize("name", ["beginner", "casual", "club", "expert"])
def test_no_level_of_thirty_one_lets_a_31_go_by(name: str) -> None:
    agent = agent_of("thirty_one", name)
    taking = agent.think(seen("AS KS 2H", "QS"), Random(0))
    assert {candidate.move for candidate in taking} == {TAKE_DISCARD}
    throwing = agent.think(seen("AS KS 2H", "3D", "QS"), Random(0))
    assert {candidate.move.card for candidate in throwing} == {NUMBER_OF_KIND["2H"]}
    free = agent.think(seen("AS KS 2H", "3D", "9S"), Random(0))
    assert len(free) == 4


@pytest.mark.parametrize("name", ["beginner", "casual", "club", "expert"])
def test_no_level_of_thirty_one_makes_31_where_30_wins_the_match_for_certain(name: str) -> None:
    """A caller with two lives loses both to 30, as nobody who goes on can hold more, and one to 31."""
    agent = agent_of("thirty_one", name)
    keeps = {}
    for lives in ((2, 2), (2, 1), (2, 3)):
        view = seen("10H QH KH", "3D", "AH")._replace(lives=lives, caller=1)
        thought = agent.think(view, Random(0))
        best = max(thought, key=lambda each: each.score)
        keeps[lives] = {each.move.card for each in thought}
        assert best.estimate is not None
        assert (best.estimate.chance == 1.0) == (lives[1] < 3)
    ten, queen, king, ace = (NUMBER_OF_KIND[kind] for kind in ("10H", "QH", "KH", "AH"))
    assert keeps[2, 2] == {ace}
    assert keeps[2, 1] == {ten, queen, king, ace}, "which are worth the same"
    assert keeps[2, 3] > {ten, queen, king} if name != "expert" else keeps[2, 3] == {ten, queen, king, ace}


def test_a_level_of_thirty_one_shows_less_once_its_equal_has_called_and_plays_by_the_same() -> None:
    before = seen("AS 9S 2H", "9D")
    (scorer,) = agent_of("thirty_one", "neural").scorers
    assert isinstance(scorer, NeuralScorer)
    for view, makes_more in ((before, True), (before._replace(caller=1), False)):
        _name, row, moves = scorer._asked(view)
        goes_by = (100 * scorer.chances(ACTION, row)[: len(moves)]).tolist()
        for candidate, amount in zip(agent_of("thirty_one", "club").think(view, Random(0)), goes_by, strict=True):
            assert candidate.score == pytest.approx(amount, abs=1e-4)
            assert candidate.estimate is not None
            assert candidate.estimate.chance is not None
            if candidate.move != CALL:  # which is fitted for itself
                assert (100 * candidate.estimate.chance > amount) == makes_more


# --- Jaipur ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["beginner", "casual", "club", "expert", "neural"])
def test_no_level_of_jaipur_gives_up_a_round_that_a_move_wins(name: str) -> None:
    agent = agent_of("jaipur", name)
    barely, lost = (agent.think(JAIPUR.view(ending(behind), 0), Random(0)) for behind in (9, 11))
    assert {candidate.move for candidate in barely} == {sell("2 diamond")}, "though one point more is worth little"
    assert len(lost) > 1


# --- Notty -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["beginner", "casual", "club"])
def test_no_level_of_notty_refuses_the_groups_that_win(name: str) -> None:
    agent, state = agent_of("notty", name), position("r3 r4 r5 r6 g6 y6 k6", "b9 b8 b1")
    while state.to_move is not None:
        thought = agent.choose(NOTTY.view(state, 0), Random(3))
        assert thought is not None
        assert thought.move.kind == MoveKind.DISCARD_GROUP
        state = play(state, thought.move)
    assert state.winner == 0


@pytest.mark.parametrize("name", ["beginner", "casual", "club"])
def test_no_level_of_notty_rids_a_rival_of_a_last_card(name: str) -> None:
    state = position("r3 g5 y8 k1", "b9")
    kinds = {candidate.move.kind for candidate in agent_of("notty", name).think(NOTTY.view(state, 0), Random(1))}
    assert kinds == {MoveKind.DRAW, MoveKind.DRAW_TO_DISCARD, MoveKind.NEXT_TURN}


def test_a_beginner_at_notty_discards_groups_at_once_which_others_keep() -> None:
    def discarding(name: str) -> float:
        agent = agent_of("notty", name)
        found = agent.think(NOTTY.view(position("r3 r4 r5 g7 y1 y9", "b9 b8 b1"), 0), Random(1))
        assert isinstance(agent.picker, Softmax)
        shares = zip(found, agent.picker.chances(found), strict=True)
        return sum(share for each, share in shares if each.move.kind == MoveKind.DISCARD_GROUP)

    assert discarding("beginner") > 0.5
    assert max(discarding("casual"), discarding("club")) < 0.01


# --- the command -------------------------------------------------------------------------------------------------


def test_levels_measures_prints_and_keeps_every_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "measured.json"
    assert main(["levels", "nim", "--games", "10", "--markdown", "--out", str(path)]) == 0
    heading, _, *rows = capsys.readouterr().out.splitlines()
    assert heading.startswith("| game | level | against |")
    assert [tuple(cell.strip() for cell in row.split("|")[1:4]) for row in rows] == [
        ("Nim", upper, lower) for upper, lower in zip(NAMES, ("random", *NAMES), strict=False)
    ]
    record = json.loads(path.read_text())["games"]["nim"]["levels"]
    assert (record["unit"], record["games"], record["seed"]) == ("match", 10, 1)
    assert [step["ai"] for step in record["steps"]] == list(NAMES)
    assert {row["ai"] for row in record["ratings"]} == {"random", *NAMES}


def test_levels_refuses_an_odd_number_and_a_game_without(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli_main.run(["levels", "nim", "--games", "3"]) == 2
    assert "must be even" in capsys.readouterr().err


def test_what_was_measured_is_told_and_kept_beside_what_was_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path))
    monkeypatch.setattr(measured, "_SHIPPED", tmp_path / "none.json")
    assert measured.words_of("nim", "club") == ""
    measured.keep(
        measured.kept_path(), "nim", "levels", {"steps": [{"ai": "club", "against": "casual", "rate": 0.752}]}
    )
    measured.keep(measured.kept_path(), "nim", "ratings", {"ais": [{"ai": "club", "rating": 1612.4}]})
    assert measured.words_of("nim", "club") == "rated 1612 against a mean of 1500, wins 75 % against casual"
    assert measured.words_of("nim", "casual") == ""
    shipped = tmp_path / "shipped.json"
    measured.keep(shipped, "nim", "ratings", {"ais": [{"ai": "club", "rating": 1500.0}]})
    monkeypatch.setattr(measured, "_SHIPPED", shipped)
    assert measured.words_of("nim", "club") == "rated 1500 against a mean of 1500, wins 75 % against casual"


@pytest.mark.parametrize("text", ["", "[]", '{"version": 2, "games": {}}', '{"version": 1, "games": [1]}'])
def test_a_file_that_holds_something_else_is_left_alone_and_tells_nothing(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "letter.json"
    path.write_text(text)
    assert cli_main.run(["levels", "nim", "--games", "2", "--out", str(path)]) == 1
    assert "does not hold what was measured" in capsys.readouterr().err
    assert path.read_text() == text
    monkeypatch.setattr(measured, "_SHIPPED", path)
    assert measured.words_of("nim", "club") == ""
