"""From a decision that is due to the move that is confirmed: scorers, pickers, marks, pace, pause."""

from collections.abc import Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import esper
import pytest

from components.players import Actor, Advisor, Chosen, Decision, Human, PlayedBy, Player, ScorerState
from components.table import MatchOver, Pace, RoundOver, Table
from game.agents.agent import Agent, Candidate, Reason, RemoteScorer, Scorer
from game.agents.pickers import Best, Weighted
from game.base import reports
from game.base.events import ConfirmTurn, MoveMade, RoundEnded, RoundStarted
from game.games import ai as ai_module
from game.games import module, registry
from game.games.jaipur.rules import View
from game.games.jaipur.utility import scorers
from game.games.seats import Seat
from game.matches.world import World
from game.rules.streams import Streams
from systems.decisions import candidates_of, entities_of, scorers_of, seat_scorers
from systems.snapshot import maybe, only, players
from tests.tables import (
    RULES,
    Script,
    Told,
    confirm,
    dealt_world,
    first_legal,
    first_seed,
    heard,
    held_state,
    marked,
    mover,
    seat_of,
    set_pace,
    table,
    through_rules,
    through_world,
    world_of,
)

FRAME = 0.125


class Counting:
    """Makes scripted seats and keeps their scorers."""

    def __init__(self) -> None:
        self.made: list[Script] = []

    def seat(self, name: str = "counting") -> Seat:
        return seat_of(self._scorers, name=name)

    def _scorers(self) -> Sequence[Script]:
        self.made.append(Script(first_legal))
        return self.made[-1:]

    @property
    def calls(self) -> list[int]:
        return [len(script.views) for script in self.made]


def frames(world: World, number: int, seconds: float = FRAME) -> None:
    for _ in range(number):
        world.frame(seconds)


def decision_of(player: int) -> Decision:
    decision = esper.try_component(players()[player], Decision)
    assert decision is not None
    return decision


# --- scorers ---


def test_scorers_run_once_a_decision_however_many_frames_it_takes() -> None:
    counting = Counting()
    world = world_of(counting.seat("one"), counting.seat("two"))
    made = heard(world.events, MoveMade)
    set_pace(1.0)
    while len(made) < 6:
        world.frame(FRAME)
        assert sum(counting.calls) == len(made) + bool(esper.get_component(Decision))
    assert counting.calls == [3, 3]
    assert all(view.player == seat for seat, script in enumerate(counting.made) for view in script.views)


def test_a_scorer_sees_exactly_the_view_of_its_player() -> None:
    counting = Counting()
    world = dealt_world(counting.seat("one"), counting.seat("two"))
    state = held_state()
    set_pace(1.0)
    world.frame(FRAME)
    player = mover()
    assert counting.made[player].views == [RULES.view(state, player)]
    assert counting.made[1 - player].views == []


def test_candidates_are_written_into_the_states_of_the_scorers() -> None:
    world = dealt_world("utility", "utility")
    view = RULES.view(held_state(), mover())
    set_pace(1.0)
    world.frame(FRAME)
    player = mover()
    states = [state for _, state in scorers_of(player)]
    assert [state.name for state in states] == [scorer.name for scorer in scorers()]
    formulas: Sequence[Scorer] = scorers()
    for state, scorer in zip(states, formulas, strict=True):
        assert state.decision == decision_of(player).number == 1
        assert state.candidates == scorer.score(view, Random(0))
    every = [candidate for state in states for candidate in state.candidates]
    assert candidates_of(player, decision_of(player)) == every != []
    assert all(state.decision == 0 and not state.candidates for _, state in scorers_of(1 - player))


def test_every_decision_has_a_number_of_its_own_and_stands_for_seconds() -> None:
    world = dealt_world("utility", "utility")
    made = heard(world.events, MoveMade)
    set_pace(4 * FRAME)
    numbers: list[int] = []
    while len(made) < 8:
        world.frame(FRAME)
        for _, (_, decision) in esper.get_components(Player, Decision):
            if not numbers or numbers[-1] != decision.number:
                numbers.append(decision.number)
                assert decision.seconds == 0
            assert decision.seconds <= 4 * FRAME
    assert numbers[:8] == list(range(1, 9))


# --- the picker ---


def test_the_picker_chooses_among_the_candidates_of_all_scorers() -> None:
    offered: list[Sequence[Candidate]] = []

    class Last:
        name = "last"

        def pick(self, candidates: Sequence[Candidate], rng: Random) -> int | None:
            offered.append(candidates)
            return len(candidates) - 1

    world = dealt_world(*[seat_of(lambda: [Script(first_legal), *scorers()], Last(), name) for name in "ab"])
    made = heard(world.events, MoveMade)
    set_pace(1.0)
    world.frame(FRAME)
    player = mover()
    chosen = esper.component_for_entity(players()[player], Chosen)
    assert len(offered) == 1
    assert chosen.candidate is offered[0][-1]
    assert chosen.candidate.move == offered[0][-1].move
    assert offered[0] == candidates_of(player, decision_of(player))
    frames(world, 8)
    assert [event.move for event in made] == [offered[0][-1].move]


def test_two_agents_whose_scorers_share_kinds_in_another_order_play_the_same_match_both_ways() -> None:
    class Drawing:
        """Scores the moves of one kind by chance, so that the order of the scorers matters."""

        def __init__(self, remainder: int) -> None:
            self.name = f"drawing {remainder}"
            self._remainder = remainder

        def score(self, view: View, rng: Random) -> list[Candidate]:
            moves = [move for move in RULES.legal_moves(view) if move.market % 3 == self._remainder]
            return [Candidate(move, rng.random(), Reason("by chance")) for move in moves[:20]]

    kinds = [type(f"Drawing{n}", (Drawing,), {}) for n in range(3)]

    def seat(name: str, *order: int) -> Seat:
        return seat_of(lambda: [kinds[n](n) for n in order], Weighted(), name)

    # The second agent holds the first one's kinds backwards, and one of them twice.
    seats = [seat("forward", 0, 1, 2), seat("backward", 2, 1, 2, 0)]
    for seed in (1, 2):
        rules, world = Told(), Told()
        through_rules(seats, seed, rules, rounds=1)
        through_world(seats, seed, world, rounds=1)
        assert rules.all == world.all
        assert len(rules.of("move")) > 30
        assert not rules.of("note")


# --- marks, pace, pause ---


def test_marks_stand_for_the_pace_and_then_the_turn_is_confirmed() -> None:
    world = dealt_world("utility", "utility")
    confirmed = heard(world.events, ConfirmTurn)
    set_pace(4 * FRAME)
    world.frame(FRAME)
    player, view = mover(), decision_of(mover()).view
    marks, chosen = marked(), esper.component_for_entity(players()[player], Chosen).candidate
    assert marks == set(entities_of(view, chosen.move)) == set(chosen.entities) != set()
    for _ in range(3):
        world.frame(FRAME)
        assert confirmed == []
        assert marked() == marks
    world.frame(FRAME)
    (turn,) = confirmed
    assert turn == ConfirmTurn(player, chosen.kind, 1)
    assert marked() == set()
    assert mover() == 1 - player
    assert not esper.get_component(Chosen)
    assert not esper.get_component(Decision)


def test_without_a_pace_the_move_follows_in_the_frame_of_the_decision() -> None:
    world = dealt_world("utility", "utility")
    made = heard(world.events, MoveMade)
    frames(world, 5)
    assert len(made) == 5


def test_a_paused_table_thinks_and_marks_but_moves_only_by_steps() -> None:
    counting = Counting()
    world = dealt_world(counting.seat("one"), counting.seat("two"))
    made = heard(world.events, MoveMade)
    set_pace(2 * FRAME)
    only(Pace).paused = True
    frames(world, 50)
    assert made == []
    assert marked()
    assert sum(counting.calls) == 1
    for steps in (1, 2):
        before = len(made)
        only(Pace).steps += steps
        frames(world, 50)
        assert len(made) == before + steps
        assert only(Pace).steps == 0
    assert sum(counting.calls) == len(made) + 1
    only(Pace).paused = False
    world.frame(FRAME)
    assert len(made) == 3, "the time for which the table was paused does not count"
    world.frame(FRAME)
    assert len(made) == 4


@pytest.mark.parametrize("hold", ["busy", "held"])
def test_nothing_begins_and_no_ai_moves_while_the_table_is_held(hold: str) -> None:
    world = dealt_world("utility", "utility")
    made = heard(world.events, MoveMade)
    setattr(only(Pace), hold, True)
    frames(world, 10)
    assert esper.get_component(Decision) == []
    setattr(only(Pace), hold, False)
    set_pace(2 * FRAME)
    world.frame(FRAME)
    assert len(esper.get_component(Decision)) == 1
    setattr(only(Pace), hold, True)
    frames(world, 10)
    assert made == []
    setattr(only(Pace), hold, False)
    world.frame(FRAME)
    assert len(made) == 1


def test_rounds_wait_to_be_acknowledged_where_the_pace_says_so() -> None:
    world = dealt_world("utility", "utility")
    happened = heard(world.events, RoundStarted, RoundEnded)
    only(Pace).rounds_wait = True
    while not happened:
        world.frame(FRAME)
    frames(world, 20)
    assert [type(event) for event in happened] == [RoundEnded]
    over = maybe(RoundOver)
    assert over is not None
    over.acknowledged = True
    frames(world, 2)
    assert [type(event) for event in happened] == [RoundEnded, RoundStarted]
    assert happened[1].number == 2
    assert happened[1].first == over.next_first
    assert maybe(RoundOver) is None


def test_nothing_happens_any_more_once_the_match_is_over() -> None:
    world = world_of("utility", "random")
    while not world.over:
        world.frame(0.0)
    happened, over = heard(world.events), maybe(MatchOver)
    frames(world, 20)
    assert happened == []
    assert maybe(MatchOver) is over


# --- humans ---


def test_a_human_is_advised_and_never_decided_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "advising_ai", registry.usual_ai)
    world = dealt_world("human", "utility", seed=first_seed(0))
    happened = heard(world.events)
    view = RULES.view(held_state(), 0)
    frames(world, 50)
    assert mover() == 0
    assert happened == []
    assert esper.get_component(Chosen) == []
    assert marked() == set()
    assert esper.component_for_entity(players()[0], Advisor).ai == world.agents[0].name
    assert not esper.has_component(players()[0], PlayedBy)
    assert candidates_of(0, decision_of(0)) == world.agents[0].think(view, Random(0)) != []


class Elsewhere(RemoteScorer):
    """Thinks in another process, and counts how often it is asked to."""

    begun = 0

    def begin(self, view: View, rng: Random) -> Any:
        self.begun += 1
        return SimpleNamespace(parts=[], changes=0, done=True, look=lambda: None, wait=lambda: None)


def test_an_advisor_in_another_process_thinks_when_it_is_asked() -> None:
    world = dealt_world("human", "utility", seed=first_seed(0))
    entity, scorer = players()[0], Elsewhere()
    advisor = esper.component_for_entity(entity, Advisor)
    assert advisor.ai == "expert"
    world.agents[0] = Agent("elsewhere", (scorer,), Best())
    seat_scorers(0, world.agents[0])
    frames(world, 5)
    assert scorer.begun == 0
    assert candidates_of(0, decision_of(0)) is None
    advisor.asked = True
    frames(world, 5)
    assert scorer.begun == 1
    assert candidates_of(0, decision_of(0)) == []


def test_a_paused_table_still_lets_a_human_decide() -> None:
    world = dealt_world("human", "utility", seed=first_seed(0))
    made = heard(world.events, MoveMade)
    only(Pace).paused = True
    frames(world, 2)
    confirm(world, RULES.legal_moves(decision_of(0).view)[0])
    frames(world, 10)
    assert [event.player for event in made] == [0]


class Noisy:
    """A scorer that draws random numbers, as an advisor that searches would."""

    name = "noisy"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        return [Candidate(move, rng.random(), Reason("by chance")) for move in list(RULES.legal_moves(view))[:5]]


def played_with_a_human(seed: int, hints: bool) -> list[Any]:
    """The moves of a match of a human, who plays by numbers of its own, against two ways of drawing at once."""
    ai = seat_of(lambda: [Noisy()], Weighted(), "drawing")
    world = dealt_world("human", ai, seed=seed)
    assert esper.component_for_entity(players()[0], Advisor).ai == "noisy"
    if not hints:
        for entity, (actor, _) in list(esper.get_components(Actor, ScorerState)):
            if actor.player == 0:
                esper.delete_entity(entity, immediate=True)
    made, own = heard(world.events, MoveMade), Random(f"human/{seed}")
    hinted = 0
    while len(made) < 40 and not world.over:
        world.frame(0.0)
        for _, (_, decision, _) in list(esper.get_components(Player, Decision, Human)):
            hinted += bool(candidates_of(0, decision))
            confirm(world, own.choice(RULES.legal_moves(decision.view)))
    assert (hinted > 10) == hints
    world.close()
    return [(event.player, event.move, RULES.state_record(event.state)) for event in made]


@pytest.fixture
def noisy_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes an AI that draws random numbers the one that advises and stands in."""
    monkeypatch.setattr(ai_module, "_ais", dict(ai_module._ais))
    monkeypatch.setattr(module, "_games", dict(module._games))
    registry.register(registry.AI("noisy", "jaipur", "draws", lambda *_: [Noisy()], lambda _: Weighted()))
    registry.register_game(registry.GameModule(RULES, "Jaipur", "with a noisy advisor", "noisy"))


@pytest.mark.usefixtures("noisy_default")
def test_hints_and_stand_ins_draw_from_streams_of_their_own() -> None:
    for player, aside in ((0, "hint"), (1, "fallback")):
        world = dealt_world("human", seat_of(list, name="empty"), seed=first_seed(player))
        world.frame(0.0)
        drawn, fresh = only(Table).streams, Streams(first_seed(player))
        assert drawn.aside(aside).getstate() != fresh.aside(aside).getstate()
        for stream in (Streams.chance, lambda streams: streams.seat(0), lambda streams: streams.seat(1)):
            assert stream(drawn).getstate() == stream(fresh).getstate()
        world.close()


@pytest.mark.usefixtures("noisy_default")
@pytest.mark.parametrize("seed", range(3))
def test_hints_never_touch_the_random_numbers_of_the_match(seed: int) -> None:
    with_hints = played_with_a_human(seed, hints=True)
    assert with_hints == played_with_a_human(seed, hints=False)
    assert {player for player, *_ in with_hints} == {0, 1}


def test_an_ai_draws_from_the_stream_of_its_seat() -> None:
    drawn: list[float] = []

    class Draws:
        name = "draws"

        def score(self, view: View, rng: Random) -> list[Candidate]:
            drawn.append(rng.random())
            return [Candidate(RULES.legal_moves(view)[0], 1.0, Reason("first"))]

    seed = first_seed(1)
    world = dealt_world("human", seat_of(lambda: [Draws()]), seed=seed)
    world.frame(0.0)
    assert drawn == [Streams(seed).seat(1).random()]


def test_an_ai_without_scorers_is_stood_in_for() -> None:
    told = Told()
    seats = [seat_of(list, name="empty"), *table("random", "random")[:1]]
    result = through_world(seats, 1, told, rounds=1)
    assert result.moves == len(told.of("move"))
    assert len(told.of("note")) == sum(move[1] == 0 for move in told.of("move")) > 0


def test_a_report_tells_how_far_a_turn_had_come() -> None:
    world = dealt_world("random", "random")
    made = heard(world.events, MoveMade)
    reports._events.clear()
    while not made:
        world.frame(FRAME)
    turn = [event.what for event in reports._events]
    assert turn[: turn.index("MoveMade")] == ["Deciding", "Scored", "Picked", "ConfirmTurn"]
