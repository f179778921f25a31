"""Thirty-one's neural AI: its inputs by hand from the page, masks, candidates, reasons, and batches."""

from random import Random
from typing import Any

import numpy as np
import pytest

from game.agents.network_learning import TrainedNetworks
from game.agents.networks import Network
from game.games import registry
from game.games.thirty_one.batch_view import BatchView
from game.games.thirty_one.cards import ALL, NUMBER_OF_KIND, cards_of, pack
from game.games.thirty_one.encoding import PAGE, Encoding
from game.games.thirty_one.moves import CALL, DISCARDS, DRAW_DECK, TAKE_DISCARD
from game.games.thirty_one.networks import spec
from game.games.thirty_one.neural import ACTION, ENCODINGS, SWAP, NeuralScorer, fresh_networks
from game.games.thirty_one.rules import RULES, Standing, State
from game.games.thirty_one.state import FROM_DECK, View
from game.games.thirty_one.training.learner import NetworkPlayer
from game.games.thirty_one.training.players import GreedyPlayer
from game.games.thirty_one.training.training import win_share
from game.rules.protocol import Setup, apply
from tests.thirty_one_inputs import as_floats, full, page, whole

NONE = [0.0] * 4
_VALUES = {str(number): number for number in range(2, 11)} | {"J": 10, "Q": 10, "K": 10, "A": 11}


def number(kind: str) -> int:
    return NUMBER_OF_KIND[kind]


def cards(*kinds: str) -> int:
    return pack(number(kind) for kind in kinds)


def as_inputs(*kinds: str) -> list[float]:
    """Cards as the page has it: four numbers each, its value at its suit's place (S H D C)."""
    return [float(_VALUES[kind[:-1]] * (kind[-1] == suit)) for kind in kinds for suit in "SHDC"]


def position(
    hands: list[int], discard: list[str], known: list[int], lives: tuple[int, ...] | None = None, turns: int = 5
) -> State:
    """A round under way, player 0 to move; the deck holds whatever lies nowhere else."""
    gone = pack(number(kind) for kind in discard) | sum(hands)
    lives = lives or (3,) * len(hands)
    state = State(hands, cards_of(ALL & ~gone), tuple(number(kind) for kind in discard), lives)
    state.known, state.turns = known, turns
    return state


def two_players(turns: int = 5) -> State:
    """Player 0 holds K, A of spades and 5 of hearts; of the other's hand the 9 of diamonds is known."""
    hands = [cards("AS", "5H", "KS"), cards("2H", "9D", "QC")]
    return position(hands, ["3C", "7D"], [0, cards("9D")], turns=turns)


def views(seats: int, count: int, seed: int = 1, **options: bool) -> list[View]:
    """Views of random play, lives drawn, players who are out among them; calls are rare."""
    rng = Random(seed)
    found: list[View] = []
    setup = Setup(seats, {option.key: option.default for option in RULES.options} | options)
    while len(found) < count:
        lives = tuple(rng.randint(0, 3) for _ in range(seats))
        if sum(map(bool, lives)) < 2:
            continue
        first = rng.choice([seat for seat in range(seats) if lives[seat]])
        state = RULES.deal(setup, Standing(lives), first, rng)
        while state.to_move is not None:
            view = RULES.view(state, state.to_move)
            found.append(view)
            legal = RULES.legal_moves(view)
            apply(RULES, state, rng.choice(legal if rng.random() < 0.1 or legal[-1] != CALL else legal[:-1]), rng)
    return found[:count]


def scorer(seed: int = 1) -> NeuralScorer:
    networks = fresh_networks(PAGE, (16, 16), (16,), seed)
    rng = np.random.default_rng(seed)
    for network in networks.values():
        network.flat += rng.standard_normal(network.flat.size).astype(np.float32) / 8
    return NeuralScorer(networks[ACTION], networks[SWAP])


# The encoding


def action(view: View, encoding: Encoding = PAGE) -> list[float]:
    """The inputs of the action network."""
    found: list[float] = encoding.action(BatchView.of(view))[0].tolist()
    return found


def swap(view: View, encoding: Encoding = PAGE) -> tuple[list[float], tuple[int, ...]]:
    """The inputs of the swap network, and the card that each of its outputs throws."""
    seen = BatchView.of(view)
    assert seen.drawn is not None
    rows, places = encoding.swap(seen)
    four = [*seen.own[0].tolist(), *seen.drawn.tolist()]
    return rows[0].tolist(), tuple(four[place] for place in places[0].tolist())


def inputs(view: View, encoding: Encoding) -> list[float]:
    """The inputs of the network that decides."""
    return swap(view, encoding)[0] if view.must_discard else action(view, encoding)


def test_the_action_inputs_of_the_page_by_hand() -> None:
    view = RULES.view(two_players(), 0)
    # Unseen are 46 cards: all but the own three, the two on the pile, and the known 9 of diamonds.
    expected = [(95 - 10 - 11) / 46, (95 - 5) / 46, (95 - 7 - 9) / 46, (95 - 3) / 46]
    theirs = [*as_inputs("9D"), *NONE, *NONE]
    assert action(view) == pytest.approx(
        [*as_inputs("KS", "AS", "5H"), *as_inputs("7D"), *expected, 0.0, 0.0, *theirs, *theirs]
    )
    assert len(action(view)) == PAGE.action_inputs == 46


def test_first_turn_and_call_are_inputs() -> None:
    assert action(RULES.view(two_players(turns=0), 0))[20:22] == [1.0, 0.0]
    state = two_players(turns=1)
    state.caller = 1
    assert action(RULES.view(state, 0))[20:22] == [0.0, 1.0]


def test_the_swap_inputs_of_the_page_by_hand() -> None:
    state = two_players()
    state.hands[0] |= cards("8H")
    state.drawn, state.drawn_from = number("8H"), FROM_DECK
    row, thrown = swap(RULES.view(state, 0))
    assert thrown == tuple(number(kind) for kind in ("KS", "AS", "5H", "8H"))
    expected = [(95 - 10 - 11) / 45, (95 - 5 - 8) / 45, (95 - 7 - 9) / 45, (95 - 3) / 45]
    assert row == pytest.approx([*as_inputs("KS", "AS", "5H", "8H"), *expected, *as_inputs("9D"), *NONE, *NONE])
    assert len(row) == PAGE.swap_inputs == 32


def test_a_taken_card_is_the_drawn_one() -> None:
    state = two_players()
    apply(RULES, state, TAKE_DISCARD, Random(0))
    view = RULES.view(state, 0)
    row, _ = swap(view)
    assert row[:16] == as_inputs("KS", "AS", "5H", "7D")
    # The 7 of diamonds was seen before: nothing about the deck has changed.
    assert row[16:20] == action(RULES.view(two_players(), 0))[16:20]


def test_left_is_the_next_player_alive_and_right_the_one_before() -> None:
    hands = [cards("2S", "3S", "4S"), cards("2H", "3H", "4H"), 0, cards("2D", "3D", "4D")]
    known = [0, cards("4H", "2H"), 0, cards("3D")]
    view = RULES.view(position(hands, ["KC"], known, lives=(3, 1, 0, 2)), 0)
    left, right = [*as_inputs("2H", "4H"), *NONE], [*as_inputs("3D"), *NONE, *NONE]
    assert action(view)[22:] == [*left, *right]
    out = position([hands[0], 0, 0, hands[3]], ["KC"], [0, 0, 0, known[3]], lives=(3, 0, 0, 2))
    assert action(RULES.view(out, 0))[22:] == [*right, *right]


def test_hidden_cards_change_no_input() -> None:
    for view in views(3, 200):
        for seed in range(2):
            other = RULES.view(RULES.sample(view, Random(seed)), view.player)
            for encoding in ENCODINGS.values():
                assert inputs(other, encoding) == inputs(view, encoding)


@pytest.mark.parametrize("name", [*ENCODINGS])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_inputs_are_those_of_the_encodings_lists_bit_for_bit(seats: int, name: str) -> None:
    encoding, plainly = ENCODINGS[name], {"page": page, "full": full, "whole": whole}[name]
    sizes = set()
    for alike in (False, True):
        for view in views(seats, 100, seed=seats, three_of_a_kind=alike):
            expected, thrown = plainly(view)
            assert inputs(view, encoding) == as_floats(expected).tolist()
            if view.must_discard:
                assert swap(view, encoding)[1] == thrown
            sizes.add(len(expected))
    assert sizes == {encoding.action_inputs, encoding.swap_inputs}


# Masks and candidates


def mask(view: View) -> list[bool]:
    """Which outputs are legal: no call after a call; no discard of the card taken from the pile."""
    if view.must_discard:
        return [True, True, True, view.drawn_from is FROM_DECK]
    return [True, True, view.caller is None]


def valued(outputs: list[float], inputs: int) -> Network:
    """A network that puts these numbers out, whatever it takes in."""
    return Network([np.zeros((inputs, len(outputs)), np.float32)], [np.array(outputs, np.float32)])


def test_each_output_scores_its_own_move() -> None:
    fixed = NeuralScorer(valued([1.0, 2.0, 3.0], 46), valued([4.0, 5.0, 6.0, 7.0], 32))
    state = two_players()
    scores = {each.move: each.score for each in fixed.score(RULES.view(state, 0), Random(0))}
    assert scores == {DRAW_DECK: 1.0, TAKE_DISCARD: 2.0, CALL: 3.0}
    called = two_players()
    called.caller = 1
    assert {each.move: each.score for each in fixed.score(RULES.view(called, 0), Random(0))} == {
        DRAW_DECK: 1.0, TAKE_DISCARD: 2.0,
    }  # fmt: skip
    own = {DISCARDS[number(kind)]: score for kind, score in [("KS", 4.0), ("AS", 5.0), ("5H", 6.0)]}
    apply(RULES, called, TAKE_DISCARD, Random(0))
    assert {each.move: each.score for each in fixed.score(RULES.view(called, 0), Random(0))} == own
    apply(RULES, state, DRAW_DECK, Random(0))
    drawn = state.drawn
    assert drawn is not None
    assert {each.move: each.score for each in fixed.score(RULES.view(state, 0), Random(0))} == own | {
        DISCARDS[drawn]: 7.0
    }


def test_candidates_are_the_legal_moves_and_the_highest_is_played() -> None:
    agent = registry.ai("thirty_one", "neural").agent(trained=None)
    for view in views(3, 300):
        candidates = agent.think(view, Random(0))
        assert sorted(each.move for each in candidates) == sorted(RULES.legal_moves(view))
        chosen = agent.choose(view, Random(0))
        assert chosen is not None
        assert chosen.score == max(each.score for each in candidates)


def test_where_nobody_reads_moves_and_scores_are_the_same_without_reasons() -> None:
    agent = registry.ai("thirty_one", "neural").agent()
    for view in views(3, 60):
        told, unsaid = agent.think(view, Random(0)), agent.silent().think(view, Random(0))
        assert [(each.move, each.score) for each in unsaid] == [(each.move, each.score) for each in told]
        assert not any(str(each.reason) or each.estimate for each in unsaid)


def test_scores_are_what_the_networks_put_out_for_the_page_s_inputs() -> None:
    whole = scorer()
    for view in views(4, 100):
        network = whole.swap if view.must_discard else whole.action
        row = inputs(view, PAGE)
        outputs = network.forward(np.array([row], np.float32))[0]
        legal = [score for score, allowed in zip(outputs.tolist(), mask(view), strict=True) if allowed]
        assert [each.score for each in whole.score(view, Random(0))] == pytest.approx(legal, abs=1e-4)


def test_untrained_networks_have_the_page_s_layers_and_are_always_the_same() -> None:
    fresh = spec("neural").fresh()
    assert fresh.networks[ACTION].sizes == (46, 256, 256, 256, 256, 3)
    assert fresh.networks[SWAP].sizes == (32, 128, 128, 128, 4)
    spec("neural").check(fresh)
    assert np.array_equal(fresh.networks[ACTION].flat, spec("neural").fresh().networks[ACTION].flat)


def test_the_page_s_ai_ships_with_the_page_s_networks_and_beats_greedy() -> None:
    trained = registry.ai("thirty_one", "page").pretrained_learnt()[0]
    assert isinstance(trained, TrainedNetworks)
    assert (trained.encoding, trained.parameters["method"]) == ("page", "reference")
    assert {name: each.sizes for name, each in trained.networks.items()} == {
        name: each.sizes for name, each in fresh_networks().items()
    }
    player = NetworkPlayer(trained.networks, PAGE)
    assert win_share(player, GreedyPlayer(), 1000, np.random.default_rng(5)) > 0.5


def test_networks_of_other_shapes_are_refused() -> None:
    wrong = {ACTION: Network.fresh((45, 3), np.random.default_rng()), SWAP: fresh_networks()[SWAP]}
    with pytest.raises(ValueError, match="action 45 to 3"):
        spec("neural").check(TrainedNetworks("thirty_one", "neural", {}, 1, {"encoding": "page"}, {}, wrong))
    with pytest.raises(ValueError, match="no encoding 'sonar', only: page, full, whole"):
        spec("neural").check(TrainedNetworks("thirty_one", "neural", {}, 1, {"encoding": "sonar"}, {}, {}))


# Reasons


def linear(weights: dict[int, list[float]], inputs: int, outputs: int) -> Network:
    """A network of one layer without biases: only these inputs count."""
    weight = np.zeros((inputs, outputs), np.float32)
    for column, row in weights.items():
        weight[column] = row
    return Network([weight], [np.zeros(outputs, np.float32)])


def reasons(action: Network, swap: Network, state: State) -> dict[str, str]:
    found = NeuralScorer(action, swap).score(RULES.view(state, 0), Random(0))
    return {RULES.label(each.move): str(each.reason) for each in found}


def test_reasons_name_what_moved_the_choice_most_in_units_of_the_value() -> None:
    """Drawing gains 0.1 a point of the ace of spades; calling 0.02 a point of the opponent's 9 of diamonds, which
    stands among the inputs twice, and -1 once nobody has called."""
    weights = {4: [0.1, 0.0, 0.0], 24: [0.0, 0.0, 0.02], 36: [0.0, 0.0, 0.02], 21: [0.0, 0.0, 1.0]}
    found = reasons(linear(weights, 46, 3), valued([0.0] * 4, 32), two_players())
    assert found == {
        "Draw from the deck": "+1.10 of reward; ahead of “call” by 0.74: mostly because of "
        "ace of spades in hand (+1.10), nobody has called (+1.00); "
        "against it: the opponent’s 9 of diamonds (\N{MINUS SIGN}0.36)",
        "Take the discard": "+0.00 of reward; behind “draw from the deck” by 1.10",
        "Call": "+0.36 of reward; behind “draw from the deck” by 0.74",
    }


def test_reasons_of_a_discard_name_cards_and_suits() -> None:
    state = two_players()
    apply(RULES, state, TAKE_DISCARD, Random(0))
    # The 7 of diamonds just taken counts against the king; many clubs left count for keeping the 5 of hearts.
    swap = linear({14: [0.1, 0.0, 0.0, 9.0], 19: [0.0, 0.0, -1.0, 9.0]}, 32, 4)
    found = reasons(valued([0.0] * 3, 46), swap, state)
    assert (
        found["Discard king of spades"] == "+0.70 of reward; ahead of “discard ace of spades” by 0.70: "
        "mostly because of the new 7 of diamonds (+0.70)"
    )
    assert found["Discard 5 of hearts"] == "\N{MINUS SIGN}2.00 of reward; behind “discard king of spades” by 2.70"


@pytest.mark.parametrize(
    ("parameters", "begins"),
    [
        ({"targets": "chosen", "reward": "page"}, "+1.00 of reward; ahead of “take the discard” by 1.00"),
        (
            {"targets": "all", "reward": "chances"},
            "+1.0 % towards winning the match; ahead of “take the discard” by 1.0",
        ),
        (
            {"targets": "policy", "reward": "chances"},
            "+1.0 % towards winning the match; ahead of “take the discard” by 1.0",
        ),
    ],
)
def test_reasons_tell_what_the_numbers_are(parameters: dict[str, str], begins: str) -> None:
    networks = {ACTION: valued([1.0, 0.0, 0.0], 46), SWAP: valued([0.0] * 4, 32)}
    learnt = TrainedNetworks("thirty_one", "neural", {}, 1, {"encoding": "page"} | parameters, {}, networks)
    drawing = NeuralScorer.of(learnt).score(RULES.view(two_players(), 0), Random(0))[0]
    assert str(drawing.reason).startswith(begins)


def test_reasons_tell_left_from_right_at_larger_tables() -> None:
    hands = [cards("2S", "3S", "4S"), cards("2H", "3H", "4H"), cards("2D", "3D", "4D")]
    state = position(hands, ["KC"], [0, cards("4H"), cards("3D")])
    weights = {23: [1.0, 0.0, 0.0], 36: [0.5, 0.0, 0.0]}
    found = reasons(linear(weights, 46, 3), valued([0.0] * 4, 32), state)
    assert "4 of hearts to the left (+4.00), 3 of diamonds to the right (+1.50)" in found["Draw from the deck"]


def test_reasons_cost_nothing_until_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, view = scorer(), views(2, 1)[0]
    ran: list[object] = []
    forward = Network.forward

    def counted(network: Network, rows: Any) -> Any:
        ran.append(network)
        return forward(network, rows)

    monkeypatch.setattr(Network, "forward", counted)
    found = whole.score(view, Random(0))
    assert len(ran) == 1
    first = [str(each.reason) for each in found]
    assert len(ran) == 2
    assert [str(each.reason) for each in found] == first
    assert len(ran) == 2


@pytest.mark.parametrize("name", [*ENCODINGS])
def test_every_part_of_the_inputs_has_words_and_none_is_counted_twice(name: str) -> None:
    encoding = ENCODINGS[name]
    for view in views(2, 200) + views(4, 400):
        row = inputs(view, encoding)
        found = encoding.swap_parts(view) if view.must_discard else encoding.action_parts(view)
        columns = [column for part in found for column in part.columns]
        assert len(columns) == len(set(columns))
        assert all(len(part.columns) == len(part.without) for part in found)
        assert len({part.words for part in found}) == len(found)
        # What no part speaks of tells nothing; of the full encoding the number of players, and the deck, go unsaid.
        assert name != "page" or not any(row[column] for column in range(len(row)) if column not in columns)
