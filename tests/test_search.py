"""The search of any game: exact where it can be, the same worlds for all, counted, and the same on every machine."""

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from components.table import Pace
from game.agents import search
from game.agents.agent import Agent, Candidate, Estimate, Reason
from game.agents.exhaustion import Exhaustion
from game.agents.pickers import Best
from game.agents.platt import Platt
from game.agents.playouts import Certain, Considered, Playouts
from game.agents.search import Search, _most_compared
from game.games import registry
from game.games.nim.players import winning_moves
from game.games.nim.record import Move as NimMove
from game.games.nim.rules import Nim
from game.games.nim.rules import State as NimState
from game.games.search_ai import how_played_out
from game.games.seats import parse_seats, setup
from game.games.thirty_one.moves import TAKE_DISCARD
from game.games.thirty_one.rules import RULES as THIRTY_ONE
from game.games.thirty_one.rules import State
from game.matches.listening import listen
from game.matches.world import World
from game.mods import files as mod_files
from game.mods.mods import MODS
from game.rules.options import parse_options
from game.rules.protocol import Setup, apply
from game.workers.agents import RemoteAgent
from systems.snapshot import only
from tests.mod_desk import Notes, through_rules
from tests.thirty_one_positions import discard, position

TIC_TAC_TOE: Any = mod_files.load("tic_tac_toe", mod_files.EXAMPLE, None).games[0]
RULES = TIC_TAC_TOE.rules
TURNS = [tuple(int(digit) for digit in text.split()) for text in (
    "0 1 2 3 4 5 6 7 8", "2 5 8 1 4 7 0 3 6", "8 7 6 5 4 3 2 1 0", "6 3 0 7 4 1 8 5 2",
    "2 1 0 5 4 3 8 7 6", "6 7 8 3 4 5 0 1 2", "0 3 6 1 4 7 2 5 8", "8 5 2 7 4 1 6 3 0",
)]  # fmt: skip
"""The eight ways in which a board can be turned and turned over."""
Cells = tuple[int, ...]


def state_of(cells: Cells, mover: int) -> Any:
    return RULES.state(mover, list(cells), 0)


def marked(cells: Cells, mover: int, cell: int) -> Cells:
    return (*cells[:cell], mover, *cells[cell + 1 :])


@cache
def value(cells: Cells, mover: int) -> float:
    """What a position is worth to whoever is to move: 1, a half or 0."""
    winner = RULES.winner(state_of(cells, mover))
    if winner is not None:
        return float(winner == mover)
    free = [cell for cell in range(9) if cells[cell] == -1]
    return max((1 - value(marked(cells, mover, cell), 1 - mover) for cell in free), default=0.5)


def answer(cells: Cells, mover: int, playouts: int = 400) -> int:
    """The cell that the search marks."""
    candidates: list[Candidate] = []
    for candidates in Search(RULES, playouts).score(RULES.view(state_of(cells, mover), mover), Random(1)):  # noqa: B007
        pass
    return int(candidates[0].move.cell)


def turned(cells: Cells) -> Cells:
    """The first of the boards that are the same but for how they are turned."""
    return min(tuple([cells[at] for at in turn]) for turn in TURNS)


def positions() -> list[tuple[Cells, int]]:
    """Every position that somebody is to move in, and who: those that are the same but for how they are turned once."""
    todo: list[tuple[Cells, int]] = [((-1,) * 9, 0)]
    found = dict[tuple[Cells, int], None]()
    while todo:
        cells, mover = todo.pop()
        if (cells, mover) not in found and not RULES.over(state_of(cells, mover)):
            found[cells, mover] = None
            todo += [(turned(marked(cells, mover, cell)), 1 - mover) for cell in range(9) if cells[cell] == -1]
    return list(found)


def test_tic_tac_toe_is_played_perfectly() -> None:
    known = positions()
    assert len(known) == 627
    for cells, mover in known[::20]:
        assert 1 - value(marked(cells, mover, answer(cells, mover)), 1 - mover) == value(cells, mover)


@pytest.fixture
def only_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is gone through whole."""
    monkeypatch.setattr(search, "POSITIONS", 0)


@pytest.mark.usefixtures("only_playouts")
def test_playouts_lose_no_game_of_it_either_whatever_is_answered() -> None:
    todo: list[tuple[Cells, int]] = [((-1,) * 9, 0)]
    met, ends = set(), set()
    while todo:
        cells, mover = todo.pop()
        if (cells, mover) in met:
            continue
        met.add((cells, mover))
        if RULES.over(state_of(cells, mover)):
            ends.add(RULES.winner(state_of(cells, mover)))
            continue
        free = [answer(cells, mover, 200)] if mover == 0 else [cell for cell in range(9) if cells[cell] == -1]
        todo += [(turned(marked(cells, mover, cell)), 1 - mover) for cell in free]
    assert ends == {0, None}


@pytest.mark.usefixtures("only_playouts")
@pytest.mark.parametrize(
    ("cells", "mover"),
    [
        ((-1, -1, -1, -1, -1, -1, -1, -1, 0), 1),  # only the middle does not lose
        ((-1, -1, -1, -1, -1, 0, 1, -1, -1), 0),  # 400 play-outs draw this, which could be won
    ],
)
def test_enough_playouts_are_exact(cells: Cells, mover: int) -> None:
    assert 1 - value(marked(cells, mover, answer(cells, mover, 1000)), 1 - mover) == value(cells, mover)


def tried_once(rules: Any, playouts: int, how: Playouts, view: Any) -> dict[Any, float]:
    """The moves that a search compares, each with what its first play-out was worth."""
    first = next(Search(rules, playouts, how).score(view, Random(1)))
    return {each.move: each.estimate.chance for each in first if each.estimate and each.estimate.chance is not None}


@pytest.fixture
def mod_of_a_game() -> Iterator[None]:
    """A mod is loaded that brings a game; it is gone again after the test."""
    MODS.name([mod_files.EXAMPLE])
    MODS.refresh()
    MODS.wait()
    yield
    MODS.name(())
    MODS.end()


@pytest.mark.usefixtures("only_playouts", "mod_of_a_game")
def test_the_default_ai_of_a_mod_s_game_moves_in_its_playouts() -> None:
    """Exact play draws after every first mark; random play does not."""
    rules, state = opening("tic_tac_toe")
    view = rules.view(state, 0)
    assert {*tried_once(rules, 9, how_played_out("tic_tac_toe"), view).values()} == {0.5}
    assert {*tried_once(rules, 9, Playouts(), view).values()} > {0.5}
    (scorer,) = registry.ai("tic_tac_toe", "search").agent({"playouts": 9}).scorers
    copy = pickle.loads(pickle.dumps(scorer))
    assert list(scorer.score(view, Random(1))) == list(copy.score(view, Random(1)))


NO_STONES = NimMove(0, 0)
"""No legal move."""


class Plays:
    """An AI that looks at the moves of one kind alone, whether they are legal or not; a slow one where it is told."""

    name = "plays"

    def __init__(self, move: Any, slow: bool = False) -> None:
        self.move, self.slow = move, slow

    def score(self, view: Any, rng: Random) -> list[Candidate]:
        return [Candidate(self.move, 1.0, Reason(""))]


@pytest.mark.parametrize(
    ("default", "slow", "moves"), [("own", False, True), ("own", True, False), ("search", False, False)]
)
def test_a_default_ai_that_plays_at_random_or_thinks_long_moves_in_none(default: str, slow: bool, moves: bool) -> None:
    nim = registry.game("nim")
    agent = Agent("own", (Plays(NO_STONES, slow),), Best())
    registry.register_game(replace(nim, default_ai=default, playouts=None, own_default=lambda: agent))
    try:
        how = how_played_out("nim")
        assert how.policy is not None
        assert how.policy() == (agent if moves else None)
    finally:
        registry.register_game(nim)


@pytest.mark.usefixtures("only_playouts")
def test_what_is_no_legal_move_of_a_policy_is_not_played() -> None:
    nim, state = registry.game("nim").rules, NimState((0, 3, 4))
    never = Playouts(lambda: Agent("own", (Plays(NO_STONES),), Best()))
    view = nim.view(state, 0)
    assert {*tried_once(nim, 60, never, view)} == {*nim.legal_moves(view)}


def test_what_is_gone_through_whole_is_told_as_sure() -> None:
    rules = registry.game("nim").rules
    (scorer,) = registry.ai("nim", "search").agent().scorers
    view = rules.view(NimState((1, 3, 5, 6)), 0)
    lists: Any = list(scorer.score(view, Random(1)))
    (candidates,) = lists
    winning = winning_moves((1, 3, 5, 6))
    assert {candidate.move for candidate in candidates if candidate.score == 1.0} == set(winning)
    assert {candidate.move for candidate in candidates[: len(winning)]} == set(winning), "the best stand first"
    assert {candidate.score for candidate in candidates} == {0.0, 1.0}
    assert {candidate.estimate.error for candidate in candidates} == {0.0}
    assert str(candidates[0].reason).startswith("100 %, all that may follow looked at: ")
    line = candidates[0].estimate.line
    assert line.startswith("player 2 took ")
    assert ", player 1 took " in line


def test_of_equal_moves_that_comes_first_after_which_most_answers_are_mistakes() -> None:
    rules = registry.game("nim").rules
    exact = Exhaustion(rules, 2, 10_000).of(rules.view(NimState((1, 3, 5, 7)), 0), Random(1))
    assert {each.worth for each in exact} == {(0.0, 1.0)}
    by_lot = [each.by_lot[0] for each in exact]
    assert by_lot == sorted(by_lot, reverse=True)
    assert by_lot[0] > by_lot[-1]


class Dicey(Nim):
    """Nim in which chance adds something to every move."""

    def draw_chance(self, state: Any, move: Any, rng: Random) -> Any:
        return 1


class Seldom(Nim):
    """Nim in which one position in ten is another than it seems."""

    def sample(self, view: Any, rng: Random) -> Any:
        return NimState((1, 2, 2)) if rng.random() < 0.1 else super().sample(view, rng)


def test_what_is_seldom_hidden_is_not_told_as_certain() -> None:
    nim = Seldom()
    view = nim.view(NimState((1, 2, 3)), 0)
    assert not any(Exhaustion(nim, 2, 1000).of(view, Random(seed)) for seed in range(30))


def test_only_what_is_open_certain_and_small_is_gone_through() -> None:
    nim, state = registry.game("nim").rules, NimState((1, 2, 3))
    assert Exhaustion(nim, 2, 1000).of(nim.view(state, 0), Random(1))
    assert not Exhaustion(nim, 2, 5).of(nim.view(state, 0), Random(1))
    assert not Exhaustion(Dicey(), 2, 1000).of(nim.view(state, 0), Random(1))
    rules, hidden = opening("jaipur")
    assert not Exhaustion(rules, 2, 10**6).of(rules.view(hidden, 0), Random(1))


def opening(game: str, players: int = 2) -> tuple[Any, Any]:
    """The rules of a game, and a position in which somebody is to move."""
    rules = registry.game(game).rules
    setup = Setup(players, parse_options(rules, []))
    return rules, rules.deal(setup, rules.new_standing(setup), 0, Random(5))


SEARCHED = [ai.game for entry in registry.games() for ai in registry.ais(entry.name) if ai.name == "search"]
GAMES = [(game, players) for game in SEARCHED for players in registry.game(game).rules.seats]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_every_game_has_one_that_counts_its_playouts_and_grows(game: str, players: int) -> None:
    rules, state = opening(game, players)
    agent = registry.ai(game, "search").agent({"playouts": 30})
    (scorer,) = agent.scorers
    view = rules.view(state, 0)
    lists: Any = list(scorer.score(view, Random(1)))
    assert len(lists) > 1
    last = lists[-1]
    legal = set(rules.legal_moves(view))
    assert len({candidate.move for candidate in last}) == len(last) == min(len(legal), _most_compared(30))
    assert {candidate.move for candidate in last} <= legal
    visits = [candidate.estimate.visits for candidate in last]
    assert sum(visits) <= max(30, 2 * len(last))
    assert min(visits) >= 1
    assert visits == sorted(visits, reverse=True), "whoever was tried longer is ahead"
    for candidate in last:
        assert 0.0 <= candidate.score <= 1.0
        assert 0.0 <= candidate.estimate.chance <= 1.0
        error = candidate.estimate.error
        assert (error is None) is (candidate.estimate.visits < 2), "one play-out says nothing of its error"
        assert error is None or error >= 0.0
    lines = [candidate.estimate.line for candidate in last]
    assert any(lines)
    for each in last:
        over = each.estimate.visits > 1 and not each.estimate.line
        assert ("it is over" in str(each.reason)) is over, "nothing is over that was tried but once"
    picked = agent.choose(view, Random(1))
    assert picked is not None
    assert picked.move == last[0].move
    assert agent.choose(view, Random(1)) == pickle.loads(pickle.dumps(agent)).choose(view, Random(1))


class Nearly:
    """An outlook by which positions of tic-tac-toe are alike, but for a mark of player 0 in the second cell, which
    makes its chance `second`; it likes the first cell most."""

    second = 0.5

    def considered(self, asked: Sequence[Considered]) -> list[list[Any]]:
        return [[*RULES.legal_moves(view)] for view, _ in asked]

    def worths(self, states: Sequence[Any]) -> list[tuple[float, float]]:
        return [self.worth(state.cells) for state in states]

    def worth(self, cells: Sequence[int]) -> tuple[float, float]:
        own = self.second if cells[1] == 0 else 0.5
        return own, 1.0 - own


class Sure(Nearly):
    second = 0.6


class Unsure(Nearly):
    """The second cell is worth more by far less than what follows it varies."""

    def worth(self, cells: Sequence[int]) -> tuple[float, float]:
        own = 0.55 * (cells[1] == 0) + 0.5 * (cells[1] != 0) + (0.4 if sum(cells) % 2 else -0.4)
        return own, 1.0 - own


@pytest.mark.usefixtures("only_playouts")
@pytest.mark.parametrize(
    ("outlook", "doubt", "cell"), [(Nearly, 0.0, 0), (Sure, 0.0, 1), (Sure, 0.02, 1), (Sure, 0.1, 0), (Unsure, 0.0, 0)]
)
def test_what_the_policy_prefers_is_passed_over_only_for_a_lead_beyond_its_error(
    outlook: Any, doubt: float, cell: int
) -> None:
    empty = RULES.view(state_of((-1,) * 9, 0), 0)
    *_, last = Search(RULES, 200, Playouts(outlook=outlook, doubt=doubt)).score(empty, Random(1))
    assert last[0].move.cell == cell
    assert [each.move.cell for each in last if "played unless" in str(each.reason)] == [0]
    assert len(last) == search.LIKELIEST, "the least likely is left out"


@pytest.mark.usefixtures("only_playouts")
def test_what_the_policy_prefers_is_not_passed_over_before_errors_are_known() -> None:
    *_, last = Search(RULES, 2, Playouts(outlook=Sure)).score(RULES.view(state_of((-1,) * 9, 0), 0), Random(1))
    assert [(each.move.cell, each.estimate.visits if each.estimate else 0) for each in last] == [(0, 1), (1, 1)]


class Twice(type(RULES)):  # type: ignore[misc]
    """Tic-tac-toe whose first move is listed over and over."""

    def legal_moves(self, view: Any) -> Sequence[Any]:
        legal = super().legal_moves(view)
        return [*legal, *legal[:1] * self.again]

    again = 1


@pytest.mark.usefixtures("only_playouts")
@pytest.mark.parametrize("again", [1, 60])
def test_a_move_that_is_listed_twice_is_one(monkeypatch: pytest.MonkeyPatch, again: int) -> None:
    monkeypatch.setattr(Twice, "again", again)
    cells = (0, 1, 0, 1, -1, -1, -1, 0, 1)
    *_, last = Search(Twice(), 60).score(RULES.view(state_of(cells, 0), 0), Random(1))
    assert sorted(each.move.cell for each in last) == [4, 5, 6]


@pytest.mark.usefixtures("only_playouts")
def test_play_outs_that_all_come_to_the_same_are_told_with_an_error() -> None:
    cells = (0, 0, -1, 1, 1, -1, -1, -1, -1)
    *_, last = Search(RULES, 20).score(RULES.view(state_of(cells, 0), 0), Random(1))
    assert last[0].move.cell == 2, "wins at once"
    assert last[0].estimate is not None
    assert last[0].estimate.visits is not None
    assert last[0].estimate.chance == 1.0
    assert last[0].estimate.error == pytest.approx(0.5 / (last[0].estimate.visits + 1))


@pytest.mark.usefixtures("only_playouts")
def test_answers_that_are_nearly_alike_are_told_apart() -> None:
    """Player 1 does best in the last of eight cells, by a fiftieth of a win: it is tried twice as often as by lot."""
    answered: list[bool] = []

    class Counting(Nearly):
        def worth(self, cells: Sequence[int]) -> tuple[float, float]:
            if 1 in cells:
                answered.append(cells[8] == 1)
            return (0.48, 0.52) if cells[8] == 1 else (0.5, 0.5)

    list(Search(RULES, 2000, Playouts(outlook=Counting)).score(RULES.view(state_of((-1,) * 9, 0), 0), Random(1)))
    assert sum(answered) > len(answered) / 4


@pytest.mark.usefixtures("only_playouts")
def test_what_play_outs_come_to_is_told_by_the_view_and_changes_no_choice() -> None:
    platt, view = Platt(0.5, -0.3), RULES.view(state_of((-1,) * 9, 0), 0)
    asked = list[Any]()

    def how(seen: Any) -> Platt:
        asked.append(seen)
        return platt

    plain, told = ([*Search(RULES, 100, Playouts(told=each)).score(view, Random(1))][-1] for each in (None, how))
    assert asked == [view]
    for one, other in zip(plain, told, strict=True):
        assert (one.move, one.score, one.reason) == (other.move, other.score, other.reason)
        assert one.estimate is not None
        assert other.estimate is not None
        assert other.estimate.chance is not None
        won, shown, error = one.estimate.chance, other.estimate.chance, one.estimate.error
        assert won is not None
        assert shown == pytest.approx(platt(won))
        if error is not None and 0.0 < error < 0.1 and 0.0 < won < 1.0:
            steep = platt.slope * shown * (1 - shown) / (won * (1 - won))
            assert other.estimate.error == pytest.approx(error * steep, rel=0.1)


def shown(how: Playouts, view: Any) -> dict[int, Estimate]:
    """What a hundred play-outs come to, by the cell."""
    *_, last = Search(RULES, 100, how).score(view, Random(1))
    return {each.move.cell: each.estimate for each in last if each.estimate is not None}


@pytest.mark.usefixtures("only_playouts")
def test_what_is_known_of_a_move_is_shown_as_it_is_and_the_rest_as_it_is_told() -> None:
    """It is known that all of what may come of one move wins three of four matches, and half of it of another."""
    platt, view, shares = Platt(0.5, -0.3), RULES.view(state_of((-1,) * 9, 0), 0), {0: 1.0, 1: 0.5}

    def certain(view: Any, moves: Sequence[Any]) -> list[Certain]:
        return [Certain(shares.get(move.cell, 0.0), 0.75) for move in moves]

    plain, found = shown(Playouts(), view), shown(Playouts(told=lambda _view: platt, certain=certain), view)
    means = {cell: estimate.chance or 0.0 for cell, estimate in plain.items()}
    assert (found[0].chance, found[0].error) == (0.75, 0.0)
    assert found[1].chance == pytest.approx(0.375 + 0.5 * platt.mean((means[1] - 0.375) / 0.5))
    assert found[2].chance == pytest.approx(platt(means[2]))
    assert (found[1].error or 0.0) > 0.0


@pytest.mark.usefixtures("only_playouts")
def test_a_round_that_is_over_is_worth_what_a_game_says_beside_its_evaluation() -> None:
    view = RULES.view(state_of((0, 0, -1, 1, 1, -1, -1, -1, -1), 0), 0)
    found = shown(Playouts(ended=lambda state: (0.6, 0.4) if state.cells[2] == 0 else (0.5, 0.5)), view)
    assert found[2].chance == pytest.approx(0.6), "wins at once"
    assert (found[8].chance or 0.0) < 0.6


def test_all_moves_are_tried_in_the_same_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, state = opening("thirty_one")
    (scorer,) = registry.ai("thirty_one", "search").agent({"playouts": 24}).scorers
    tried: dict[Any, list[int]] = {}
    play_out = Search._play_out

    def noted(self: Search, branch: Any, world: Any) -> Any:
        tried.setdefault(branch.move, []).append(world.seed)
        return play_out(self, branch, world)

    monkeypatch.setattr(Search, "_play_out", noted)
    list(scorer.score(rules.view(state, 0), Random(1)))
    longest = max(tried.values(), key=len)
    assert len(set(longest)) == len(longest) > 1
    assert all(longest[: len(seeds)] == seeds for seeds in tried.values())


def test_several_decisions_of_one_turn_are_seen_together() -> None:
    theirs = "10D JD 9D"  # known, and called with: nothing but 31 beats it
    state = position("AS KS 5H", theirs, pile="QS", lives=(1, 1), turns=3, caller=1, known=("", theirs))
    agent = registry.ai("thirty_one", "search").agent({"playouts": 60})
    assert chosen(agent, state) == TAKE_DISCARD
    apply(THIRTY_ONE, state, TAKE_DISCARD, Random(1))
    assert chosen(agent, state) == discard("5H")


def chosen(agent: Any, state: State) -> Any:
    assert state.to_move is not None
    return agent.choose(THIRTY_ONE.view(state, state.to_move), Random(1)).move


@pytest.mark.usefixtures("mod_of_a_game")
def test_at_the_game_of_a_mod_it_thinks_in_a_process_that_knows_the_game() -> None:
    specs = ["search@playouts=8", "search@playouts=12"]
    here, apart = Notes(), Notes()
    through_rules("tic_tac_toe", specs, 3, here)
    rules, seats = registry.game("tic_tac_toe").rules, parse_seats("tic_tac_toe", specs)
    world = World(rules, setup(rules, seats), seats, 3)
    assert all(isinstance(agent, RemoteAgent) for agent in world.agents.values())
    only(Pace).waits_for_thoughts = True
    listen(world.events, apart)
    while not world.over:
        world.frame(0.0)
    world.close()
    assert len(apart.moves) >= 5
    assert apart == here
