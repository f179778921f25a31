"""Jaipur's learner: what it sees, what it can do, what it is rewarded for, and what it learns from."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest

from game.__main__ import main
from game.agents.q_learning import QTable, Returns
from game.agents.transitions import Trail, rewarded
from game.games import registry
from game.games.jaipur.moves import TAKE_CAMELS, MoveKind
from game.games.jaipur.q_learner import (
    CAMELS,
    EVERYWHERE,
    EXCHANGES,
    HANDS,
    MOST_SOLD,
    PARAMETERS,
    TAKES,
    Features,
    JaipurEncoding,
    JaipurRewards,
    lead,
)
from game.games.jaipur.rules import RULES, State, View
from game.games.jaipur.utility import scorers
from game.games.seats import parse_seats
from game.learning.learner_store import LearnerStore
from game.matches.session import Session
from game.rules.protocol import Setup, apply
from game.training.q_training import Plan, TableTraining
from tests.jaipur_positions import exchange, play, position, sell, take

ENCODING, REWARDS = JaipurEncoding(), JaipurRewards()
AI = registry.ai("jaipur", "q-learner")


def view(state: State) -> View:
    return RULES.view(state, 0)


def random_states(rounds: int = 4) -> Iterator[State]:
    rng = Random(7)
    for _ in range(rounds):
        state = RULES.deal(Setup(2), RULES.new_standing(Setup(2)), 0, rng)
        while state.to_move is not None:
            yield state
            legal = RULES.legal_moves(RULES.view(state, state.to_move))
            state = state.copy()
            apply(RULES, state, legal[rng.randrange(len(legal))], rng)


# What it sees and can do


def test_the_features_of_a_position_by_hand() -> None:
    """Four in hand, 3 leather to sell; 2 camels lie there, 2 of the herd can be given for gold, of which hand and
    market hold 2, and another good: (2 + 1) x 20 %; gold is dear, and one is held."""
    state = position("gold, cloth, spice, 2 camel", ("3 leather, gold", "2 silver"), (2, 0))
    sees = view(state)
    assert ENCODING.state(sees) == Features(1, 3, False, 1, 1, 4, False)
    moves = dict(ENCODING.options(sees))
    assert (moves[0], moves[1], moves[3]) == (take("gold"), TAKE_CAMELS, sell("3 leather"))
    assert moves[2] == exchange("gold, cloth", "2 camel")
    name = ENCODING.state_name(ENCODING.state(sees), EVERYWHERE)
    assert name == "hand of 4, sale of 3, 2 camels, poor exchange, dear good, full deck"
    assert ENCODING.features(sees) == name.replace("full deck", "deck of 10 or more")


@pytest.mark.parametrize(
    ("market", "hand", "herd", "expected"),
    [
        ("5 camel", "", 0, Features(0, 0, False, 3, 0, 0, False)),
        ("5 leather", "6 cloth, leather", 0, Features(4, 5, False, 0, 0, 0, False)),
        ("diamond, 4 camel", "2 diamond", 0, Features(0, 2, True, 3, 0, 4, False)),
        ("3 leather, 2 cloth", "leather", 4, Features(0, 1, False, 0, 3, 2, False)),
        ("2 leather, spice, 2 camel", "leather, gold", 2, Features(0, 1, False, 1, 2, 2, False)),
    ],
)
def test_more_features_by_hand(market: str, hand: str, herd: int, expected: Features) -> None:
    assert ENCODING.state(view(position(market, (hand, ""), (herd, 0)))) == expected


def test_the_deck_runs_low_below_ten_cards() -> None:
    for cards, low in ((10, False), (9, True)):
        assert ENCODING.state(view(position(deck=f"{cards - 5} leather, 5 cloth"))).ending is low


@pytest.mark.parametrize(
    ("hand", "deck", "shown", "named"),
    [
        ("7 cloth", 10, ("sale of 5 or more", "deck of 10 or more"), ("sale of 5", "full deck")),
        ("5 cloth", 9, ("sale of 5 or more", "deck below 10"), ("sale of 5", "low deck")),
        ("6 gold", 9, ("sale of 5 or more dear", "deck below 10"), ("sale of 5 dear", "low deck")),
        ("4 gold", 33, ("sale of 4 dear", "deck of 10 or more"), ("sale of 4 dear", "full deck")),
    ],
)
def test_what_is_shown_is_exact_and_files_keep_their_names(
    hand: str, deck: int, shown: tuple[str, str], named: tuple[str, str]
) -> None:
    sees = view(position("5 silver", (hand, ""), deck=f"{deck} leather"))
    state = ENCODING.state(sees)
    for told, words in ((ENCODING.features(sees), shown), (ENCODING.state_name(state, EVERYWHERE), named)):
        parts = told.split(", ")
        assert (parts[1], parts[-1]) == words
    assert ENCODING.state_named(ENCODING.state_name(state, EVERYWHERE), EVERYWHERE) == state


def test_its_moves_are_those_of_utility_one_a_kind_and_always_one() -> None:
    for state in random_states():
        assert state.to_move is not None
        sees = RULES.view(state, state.to_move)
        options = ENCODING.options(sees)
        assert options
        assert [column for column, _ in options] == sorted({int(move.kind) for _, move in options})
        assert {move for _, move in options} == {
            candidate.move for scorer in scorers() for candidate in scorer.score(sees, Random(0))
        }
        for column, move in options:
            assert RULES.refusal(sees, move) is None
            assert ENCODING.actions(ENCODING.state(sees))[column] is ENCODING.action(sees, move)


def test_every_state_and_action_has_a_name_of_its_own() -> None:
    states = [
        Features(*each)
        for each in product(
            range(len(HANDS)), range(MOST_SOLD + 1), (False, True), range(len(CAMELS)), range(len(EXCHANGES)),
            range(len(TAKES)), (False, True),
        )
    ]  # fmt: skip
    names = [ENCODING.state_name(state, EVERYWHERE) for state in states]
    assert len(set(names)) == len(names)
    assert [ENCODING.state_named(name, EVERYWHERE) for name in names] == states
    assert [ENCODING.action_named(ENCODING.action_name(kind)) for kind in MoveKind] == [*MoveKind]


@pytest.mark.parametrize(
    "name", ["", "hand of 4", "hand of 4, sale of 9, 2 camels, poor exchange, dear good, full deck",
             "hand of 4, sale of x, 2 camels, poor exchange, dear good, full deck",
             "hand of 4, sale of 3, 2 camels, poor exchange, dear good, deck"]
)  # fmt: skip
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        ENCODING.state_named(name, EVERYWHERE)


def test_what_it_cannot_see_changes_no_decision() -> None:
    agent = AI.agent()
    for number, state in enumerate(random_states(2)):
        assert state.to_move is not None
        sees = RULES.view(state, state.to_move)
        other = RULES.view(RULES.sample(sees, Random(number)), state.to_move)
        assert agent.choose(sees, Random(1)) == agent.choose(other, Random(1))


# What it is rewarded for


def test_points_are_counted_from_tokens_bonuses_and_herds() -> None:
    state = position("2 camel, 3 gold", ("3 leather, gold", ""), (0, 1))
    state.bonuses = [(3, 1), (4,), (8,)]
    sold = play(state, sell("3 leather"))
    assert (lead(RULES.view(state, 0)), lead(RULES.view(state, 1))) == (-5, 5)
    assert lead(RULES.view(sold, 0)) == 4 + 3 + 2 + 3 - 5
    assert REWARDS.of_move(view(state), sell("3 leather"), view(sold)) == pytest.approx(12 / 30)
    camels = play(state, TAKE_CAMELS)
    assert REWARDS.of_move(view(state), TAKE_CAMELS, view(camels)) == pytest.approx(10 / 30)


def test_an_exchange_may_cost_the_herd() -> None:
    state = position("2 gold, 3 leather", ("", ""), (2, 1))
    after = play(state, exchange("2 gold", "2 camel"))
    assert REWARDS.of_move(view(state), exchange("2 gold", "2 camel"), view(after)) == pytest.approx(-10 / 30)


def test_what_the_rival_gains_by_its_answer_counts_against_the_move() -> None:
    state, trail = position("2 camel, 3 gold", ("gold", "3 leather")), Trail(RULES, [0])
    trail.start(state)
    met = None
    for move in (take("gold"), sell("3 leather")):
        assert met is None
        state = play(state, move)
        met = trail.moved(move, state)
    assert met is not None
    assert rewarded(REWARDS, met).reward == pytest.approx((lead(RULES.view(state, 0)) - 0) / 30)
    assert rewarded(REWARDS, met).reward < -9 / 30  # three tokens, and a bonus


def test_the_end_is_rewarded_by_who_won() -> None:
    assert [REWARDS.of_end(0, winner) for winner in (0, 1, None)] == [0.3, -0.3, 0.0]


# What it learns


def training(games: int = 0) -> TableTraining:
    assert AI.learner_spec is not None
    found = TableTraining(Plan(RULES, Setup(2, {"turn_limit": 500}), "q-learner", AI.learner_spec, PARAMETERS, 3))
    found.run(games)
    return found


def test_it_learns_whole_rounds_and_the_same_games_give_the_same_table() -> None:
    assert PARAMETERS.returns is Returns.EPISODE
    whole, part = training(12), training(5)
    part.run(7)
    assert whole.result() == part.result()
    assert whole.learner.table.pairs > 100
    assert max(abs(value) for row in whole.learner.table.rows.values() for value in row.values) < 4


def test_the_command_makes_the_same_file_again(tmp_path: Path) -> None:
    for name in ("a", "b"):
        assert main(["train", "jaipur", "q-learner", "--games", "5", "--seed", "2", "--out", str(tmp_path / name)]) == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_at_a_table_it_learns_when_the_round_is_over() -> None:
    learners = LearnerStore()
    session = Session("jaipur", parse_seats("jaipur", ["q-learner", "utility"]), {}, 1, learners=learners)
    learner = learners.here(AI, Setup(2, {"turn_limit": 500}))
    before, turns = learner.trained().table.copy(), 0
    while not session.world.over and learner.games == AI.pretrained_learnt()[0].statistics.games:  # type: ignore[union-attr]
        table = learner.trained().table
        assert table == before
        session.world.frame(0.0)
        turns += 1
    assert turns > 10
    assert learner.trained().table != before


def test_the_pretrained_table_is_its_readme_s() -> None:
    learnt, digest = AI.pretrained_learnt()
    text = (Path(__file__).resolve().parent.parent / "assets" / "jaipur" / "README.md").read_text(encoding="utf-8")
    assert digest is not None
    assert digest in text
    assert learnt is not None
    assert isinstance(learnt.table, QTable)  # type: ignore[union-attr]
