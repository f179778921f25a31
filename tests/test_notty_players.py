"""Notty's AIs: the rules by which parameters are chosen, what learners see and are rewarded for, the group-maker."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.agents.agent import picked
from game.agents.match import Silent, play_match
from game.agents.q_learning import QLearner, Spread, Ties
from game.agents.transitions import Trail, rewarded
from game.games import registry
from game.games.notty.choices import card_to_return, careful_draws, group_to_discard, page_draws, steal_target
from game.games.notty.cover import cover, leftover
from game.games.notty.groups import groups
from game.games.notty.hands import each_kind, size
from game.games.notty.learning import (
    PARAMETERS,
    STEADY,
    EvenRewards,
    FarEncoding,
    Features,
    PageEncoding,
    PageRewards,
    deck_bucket,
    hand_bucket,
)
from game.games.notty.moves import DRAW_TO_DISCARD, NEXT_TURN, Move, MoveKind
from game.games.notty.personas import PERSONAS
from game.games.notty.rules import RULES, State, View
from game.games.seats import SeatError, parse_seats, setup
from game.rules.options import parse_options
from game.rules.protocol import Setup, apply
from tests.notty_positions import (
    cards,
    discard,
    draw,
    followed,
    give_back,
    kind,
    play,
    position,
    random_position,
    steal,
)
from tests.quick import quick_agent

SEEDS = st.integers(0, 10**6)
PLAYERS = st.integers(2, 3)
NAMES = [ai.name for ai in registry.ais("notty")]
PAGE, FAR = PageEncoding(), FarEncoding()
REWARDS, EVEN = PageRewards(), EvenRewards()


def view_of(*hands: str, **more: Any) -> View:
    state = position(*hands, **more)
    assert state.to_move is not None
    return RULES.view(state, state.to_move)


# The parameters of an action


MANY = "r2 r3 r4 g2 g3 g4 y2 y3 y4 k2 k3 k4"
"""A hand that a quarter of the deck or more would bring closer to empty."""
LOOSE = "r1 g5 k9"
TWENTY_TWICE = "2r1 2r3 2r5 2r7 2r9 2g1 2g3 2g5 2g7 2g9"


@pytest.mark.parametrize(
    ("hand", "rival", "page", "careful"),
    [
        (LOOSE, "b9 b8 b5", 2, 1),
        (LOOSE, "b9", 3, 1),  # an opponent with few cards
        (MANY, "b9 b8 b5 b1", 3, 1),  # close to forming groups
        (MANY, "b9", 3, 2),  # both
        (f"{MANY} b2 b3 b4 b7", "b9 b8 b5 b1", 2, 1),  # close, but near 20
        (f"{MANY} b2 b3 b4 b7", "b9", 3, 1),
        (TWENTY_TWICE.rpartition(" ")[0], "b9 b8 b5", 1, 1),  # near 20, and nothing for more
        (f"{TWENTY_TWICE.rpartition(' ')[0]} 1b1", "b9", 1, 1),  # but one card more is room for
    ],
)
def test_how_many_cards_are_drawn(hand: str, rival: str, page: int, careful: int) -> None:
    view = view_of(hand, rival)
    assert (page_draws(view), careful_draws(view)) == (page, careful)


def test_fewer_are_drawn_when_the_deck_is_low() -> None:
    many = "y2 y3 y4 k2 k3 k4 b2 b3 b4 r2 r4 g2"
    view = view_of(many, TWENTY_TWICE, "b9")
    assert (page_draws(view), careful_draws(view)) == (3, 2)
    low = View(0, 0, (cards(many), (1 << 66) - 1, cards("b9 b8 b7")), 0, 0, 0)
    assert low.deck_size < 30
    assert (page_draws(low), careful_draws(low)) == (2, 1)


@pytest.mark.parametrize("players", [2, 3])
def test_as_the_page_says_one_two_and_three_cards_are_all_drawn_in_random_play(players: int) -> None:
    counts: Counter[int] = Counter()
    for seed in range(12):
        rng, how = Random(seed), Setup(players, parse_options(RULES, []))
        state = RULES.deal(how, RULES.new_standing(how), 0, rng)
        for _ in range(200):
            if state.to_move is None:
                break
            view = RULES.view(state, state.to_move)
            if view.may_draw:
                counts[page_draws(view)] += 1
            apply(RULES, state, rng.choice(list(RULES.legal_moves(view))), rng)
    assert set(counts) == {1, 2, 3}
    assert min(counts[1], counts[2]) > counts.total() / 6


@pytest.mark.parametrize("name", ["q-learner", "q-learner-plus"])
def test_how_many_are_drawn_is_a_parameter_of_the_play_and_not_of_the_table(name: str) -> None:
    ai, view = registry.ai("notty", name), view_of(LOOSE, "b9 b8 b5")
    assert ai.learner_spec is not None

    def drawn(**values: Any) -> set[int]:
        considered = ai.agent(values).think(view, Random(0))
        return {found.move.value for found in considered if found.move.kind == MoveKind.DRAW}

    assert drawn(draws="page") == {2}
    assert drawn(draws="careful") == {1}
    assert drawn() == drawn(draws=next(option.default for option in ai.parameters if option.key == "draws"))
    spec = ai.learner_spec.by({"draws": "page", "alpha": 0.5})
    assert (spec.parameters, type(spec.encoding)) == (ai.learner_spec.parameters, type(ai.learner_spec.encoding))


def test_a_way_to_draw_that_is_not_there_is_refused() -> None:
    with pytest.raises(SeatError, match="draws: needs page or careful"):
        parse_seats("notty", ["q-learner@draws=many", "random"])


def test_the_opponent_with_the_most_cards_is_stolen_from() -> None:
    assert steal_target(view_of("r1", "b9", "k1 k2")) == 2
    assert steal_target(view_of("r1", "b9 b8 b7", "k1 k2")) == 1
    assert steal_target(view_of("r1", "b9", to_move=0)) == 1
    assert steal_target(view_of("r1 r2", "b9 b1", "k1 k2", to_move=1)) == 2, "of equal ones the next to move"


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ("r3 r4 r5 g9", "g9"),  # fits no group
        ("r3 r4 g9 k4", "g9"),  # isolated in number and colour
        ("r3 2r4 r5 r6", "r4"),  # a useless duplicate
        ("r3 r4 r5 r6", "r3"),  # an end of a run that stays a run
        ("r5 g5 y5 k5 b5 b6", "b6"),
    ],
)
def test_the_card_that_fits_no_group_is_returned(hand: str, card: str) -> None:
    assert card_to_return(cards(hand)) == kind(card)


@given(SEEDS)
def test_a_returned_card_never_costs_more_of_the_cover_than_it_must(seed: int) -> None:
    hand = RULES.view(random_position(seed), 0).hand
    returned = card_to_return(hand)
    lost = {kind: cover(hand) - cover(hand - (1 << 2 * kind)) for kind in each_kind(hand)}
    assert lost[returned] == min(lost.values())


@pytest.mark.parametrize(
    ("hand", "group"),
    [
        ("r1 r2 r3 r4", "r1 r2 r3 r4"),
        ("r5 g5 y5 k5 b5", "r5 g5 y5 k5 b5"),
        # Of two groups of four the one that leaves the other cards a group.
        ("r3 r4 r5 r6 g6 y6 k6", "r6 g6 y6 k6"),
        # The larger one first, even so.
        ("r3 r4 r5 r6 r7 g7 y7 k7", "r3 r4 r5 r6 r7"),
    ],
)
def test_larger_groups_first_then_what_leaves_more(hand: str, group: str) -> None:
    assert group_to_discard(cards(hand)) == cards(group)


def test_no_group_is_no_group() -> None:
    assert group_to_discard(cards("r1 r2 g5")) is None


# What learners see


def test_buckets_are_the_page_s() -> None:
    assert [hand_bucket(number) for number in (1, 4, 5, 9, 10, 14, 15, 21)] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert hand_bucket(4.5) == 0
    assert [deck_bucket(number) for number in (27, 29, 30, 59, 60, 86)] == [0, 0, 1, 1, 2, 2]


def test_a_state_is_four_features() -> None:
    view = view_of("r1 r2 r3 k5 k9", "b9", "g1 g2 g3 y5 y7 y8 y9 k1 k2")
    assert PAGE.state(view) == Features(1, 2, True, 1)
    assert FAR.state(view) == Features(2, 2, True, 1)
    assert PAGE.features(view) == "hand below 10, deck high, a group, others below 10"
    assert FAR.features(view) == "hand 2 left over, deck high, a group, others below 10"


@given(SEEDS, PLAYERS)
def test_only_possible_actions_are_considered_and_all_of_them(seed: int, players: int) -> None:
    state = random_position(seed, players)
    assert state.to_move is not None
    view = RULES.view(state, state.to_move)
    legal = RULES.legal_moves(view)
    for encoding in (PAGE, FAR):
        options = encoding.options(view)
        assert [column for column, _ in options] == sorted({move.kind for move in legal})
        assert all(move in legal for _, move in options)
        assert all(encoding.action(view, move) == column for column, move in options)


@given(SEEDS, PLAYERS)
def test_states_and_actions_have_names_that_lead_back(seed: int, players: int) -> None:
    view = RULES.view(random_position(seed, players), 0)
    for encoding in (PAGE, FAR):
        state = encoding.state(view)
        assert encoding.state_named(encoding.state_name(state, ""), "") == state
        for action in encoding.actions(state):
            assert encoding.action_named(encoding.action_name(action)) == action


@pytest.mark.parametrize("name", ["", "below 5", "below 5, low, perhaps, below 5", "below 5, deep, group, below 5"])
def test_other_names_are_no_states(name: str) -> None:
    with pytest.raises(ValueError, match=r"state|unpack|values|tuple"):
        PAGE.state_named(name, "")


def test_the_parameters_are_the_page_s() -> None:
    assert (PARAMETERS.alpha, PARAMETERS.gamma, PARAMETERS.epsilon) == (0.1, 0.9, 0.2)
    assert (PARAMETERS.decay, PARAMETERS.floor, PARAMETERS.unknown) == (0.9995, 0.05, 0.0)
    assert (PARAMETERS.spread, PARAMETERS.ties) == (Spread.ALL, Ties.RANDOM)
    assert replace(STEADY, alpha=0.1) == PARAMETERS


def test_the_page_s_learner_keeps_to_the_page_and_the_other_one_does_not() -> None:
    page, plus = (registry.ai("notty", name).learner_spec for name in ("q-learner", "q-learner-plus"))
    assert page is not None
    assert plus is not None
    assert (type(page.encoding), type(page.rewards), page.parameters) == (PageEncoding, PageRewards, PARAMETERS)
    assert (type(plus.encoding), type(plus.rewards), plus.parameters) == (FarEncoding, EvenRewards, STEADY)


# What they are rewarded for


def reward(state: State, move: Move, rewards: PageRewards = REWARDS) -> float:
    player = state.to_move
    assert player is not None
    return rewards.of_move(RULES.view(state, player), move, RULES.view(play(state, move), player))


def test_rewards_are_the_page_s() -> None:
    state = position("r1 r2 r3 r4 k9", "b9 b8", deck="g1")
    assert reward(state, draw(3)) == -0.5
    assert reward(state, DRAW_TO_DISCARD) == -0.5
    assert reward(state, steal(1)) == 0.5
    assert reward(state, NEXT_TURN) == -1
    assert reward(state, discard("r1 r2 r3")) == 10 + 3 * 2
    assert reward(state, discard("r1 r2 r3 r4")) == 10 + 4 * 2
    assert reward(play(state, DRAW_TO_DISCARD), give_back("k9")) == 2
    assert (REWARDS.of_end(0, 0), REWARDS.of_end(0, 1)) == (100, 0)


def test_even_rewards_of_cards_that_come_and_go_add_up_to_nothing() -> None:
    state = position("r1 r2 r3 r4 k9", "b9 b8", deck="g1")
    assert reward(state, draw(3), EVEN) == -3 * 2
    assert reward(state, DRAW_TO_DISCARD, EVEN) == -2
    assert reward(play(state, DRAW_TO_DISCARD), give_back("k9"), EVEN) == 2
    assert reward(state, steal(1), EVEN) == -2
    assert reward(state, discard("r1 r2 r3"), EVEN) == 3 * 2
    assert reward(state, NEXT_TURN, EVEN) == -1
    assert (EVEN.of_end(0, 0), EVEN.of_end(0, 1)) == (100, 0)


def test_what_follows_is_the_same_player_s_next_decision_in_this_turn_or_the_next() -> None:
    state = position("r1 r5", "b9 b5", "k1 k5", deck="g1 g2")
    moves = [draw(1), NEXT_TURN, NEXT_TURN, NEXT_TURN, NEXT_TURN]
    found = followed(state, *moves)
    told = [(each.view.player, each.move.kind, each.following.player, each.following.turns) for each in found]
    assert told == [(0, MoveKind.DRAW, 0, 0), (0, MoveKind.NEXT_TURN, 0, 3), (1, MoveKind.NEXT_TURN, 1, 4)]


def test_the_victim_of_the_last_card_is_rewarded_for_its_pending_action() -> None:
    found = followed(position("r1 r5", "b9", to_move=1), NEXT_TURN, steal(1))
    assert [(each.view.player, each.move, each.reward, each.following) for each in found] == [
        (0, steal(1), 0.5, None),
        (1, NEXT_TURN, -1 + 100, None),
    ]


def test_the_end_of_a_game_closes_the_update_of_every_player() -> None:
    found = followed(position("r1 r5", "b9 b8", "k1 k2 k3"), NEXT_TURN, NEXT_TURN, discard("k1 k2 k3"))
    assert [(each.view.player, each.reward, each.following) for each in found] == [
        (2, 10 + 6 + 100, None),
        (1, -1, None),
        (0, -1, None),
    ]


def test_the_executed_action_is_credited() -> None:
    learner = QLearner(PAGE, PARAMETERS)
    state = position("r1 r2 r3 r4", "b9 b8")
    trail = Trail(RULES, [0])
    trail.start(state)
    # Not the group that the learner's own rule would have taken: a person's choice for it.
    after = play(state, discard("r1 r2 r3"))
    met = trail.moved(discard("r1 r2 r3"), after)
    assert met is not None
    learner.learn(rewarded(REWARDS, met))
    row = learner.table.rows[PAGE.state(RULES.view(state, 0))]
    assert row.updates == {MoveKind.DISCARD_GROUP: 1}
    assert row.values[MoveKind.DISCARD_GROUP] == pytest.approx(0.1 * 16)


# All of them


@pytest.mark.parametrize("name", NAMES)
@given(seed=SEEDS)
def test_an_order_of_the_deck_that_nobody_sees_changes_no_decision(name: str, seed: int) -> None:
    state = random_position(seed, 2 + seed % 2)
    player = state.to_move
    assert player is not None
    other = state.copy()
    other.deck = tuple(Random(seed).sample(state.deck, len(state.deck)))
    chosen = [
        quick_agent(registry.ai("notty", name)).choose(RULES.view(each, player), Random(seed))
        for each in (state, other)
    ]
    assert chosen[0] == chosen[1]
    assert chosen[0] is not None
    assert RULES.refusal(RULES.view(state, player), chosen[0].move) is None


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", ["group-maker", "q-learner-plus"])
def test_these_finish_their_games(name: str, players: int) -> None:
    seats = parse_seats("notty", [name] * players)

    class Turns(Silent):
        turns = 0

        def moved(self, player: int, move: Any, chance: Any, state: State) -> None:
            self.turns = state.turns

        def noted(self, player: int | None, text: str) -> None:
            raise AssertionError(text)

    for seed in range(3):
        told = Turns()
        agents = [agent for seat in seats if (agent := seat.agent()) is not None]
        result = play_match(RULES, setup(RULES, seats), agents, agents[0], seed, told)
        assert result.end.reason == "won"
        assert told.turns < 600


def test_casual_often_gives_back_the_wrong_card() -> None:
    """As its persona says: one of four or so costs a tenth of a turn or more by what it reckons itself."""
    assert "often gives back the wrong card" in PERSONAS["casual"].words
    agent, rng = registry.ai("notty", "casual").agent(), Random(1)
    wrong = []
    for _game in range(5):
        state = RULES.deal(Setup(2), (), 0, rng)
        while state.to_move is not None:
            view = RULES.view(state, state.to_move)
            candidates = agent.think(view, rng)
            chosen = picked(agent.picker, candidates, rng)
            assert chosen is not None
            if view.must_return:
                wrong.append(max(each.score for each in candidates) - chosen.score > 0.1)
            apply(RULES, state, chosen.move, rng)
    assert sum(wrong) > 0.15 * len(wrong)


def test_hands_of_features_agree_with_the_hand() -> None:
    state = RULES.deal(Setup(2, parse_options(RULES, [])), (), 0, Random(4))
    view = RULES.view(state, 0)
    assert FAR.state(view).hand == leftover(view.hand)
    assert PAGE.state(view).hand == hand_bucket(size(view.hand))
    assert PAGE.state(view).group == bool(groups(view.hand))
