"""The chances that Thirty-one's networks show: how they are learnt, kept, and told."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import log
from random import Random
from typing import Any

import numpy as np
import pytest

from game.agents.agent import Agent, Considered, shows_chances
from game.agents.match import play_match
from game.agents.network_learning import TrainedNetworks
from game.agents.networks import Floats, Network
from game.agents.pickers import Best
from game.agents.platt import Platt
from game.games import registry, standings
from game.games.thirty_one.cards import BEST, BIT, KINDS, points
from game.games.thirty_one.fits import Fit, Fits
from game.games.thirty_one.full_encoding import FULL
from game.games.thirty_one.levels import BEGINNER, CASUAL, CLUB
from game.games.thirty_one.moves import CALL, DRAW_DECK, Move, MoveKind, makes_31
from game.games.thirty_one.networks import spec
from game.games.thirty_one.neural import ACTION, FITS, SWAP, TOLD, NeuralScorer, fresh_networks
from game.games.thirty_one.rounds import Rounds, deal, play
from game.games.thirty_one.rules import RULES
from game.games.thirty_one.standing_arrays import StandingArrays
from game.games.thirty_one.standings import ends_of_call, known_end
from game.games.thirty_one.state import FROM_DECK, House, Standing, State, View
from game.games.thirty_one.training import chances as module
from game.games.thirty_one.training.chances import ChanceLearning, StrayingPlayer
from game.games.thirty_one.training.parameters import Parameters
from game.games.thirty_one.training.players import GreedyPlayer
from game.games.thirty_one.training.training import Opponent, Training
from game.rules.protocol import Setup, apply, usual_options
from tests.thirty_one_positions import card, discard, position

pytestmark = pytest.mark.usefixtures("few_standings")
POLICY = Parameters(
    batches=1, batch=60, together=60, encoding="full", action_hidden=(8,), swap_hidden=(8,), targets="policy",
    reward="chances", random_first=0.0, evaluate_every=1, evaluation_matches=4, valued=3,
)  # fmt: skip
GREEDY = Opponent("greedy", GreedyPlayer())
OLD = TrainedNetworks("thirty_one", "neural", {}, 1, {"encoding": "full"}, {}, fresh_networks(FULL, (8,), (8,)))
"""A file of old, which tells no chances."""
VIEW = RULES.view(position("AS 5H KS", "2H 9D QC", pile="3C 7D", turns=5), 0)


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def policy() -> dict[str, Network]:
    """Networks that have learnt nothing, but not to call."""
    networks = fresh_networks(FULL, (8,), (8,))
    networks[ACTION].biases[-1][2] = -50.0
    return networks


def test_standings_are_looked_up_by_lives_and_by_who_begins() -> None:
    def told(lives: tuple[int, ...], first: int) -> tuple[float, ...]:
        return tuple([own + 10 * first for own in lives])

    found = StandingArrays.told_by(3, told).of(np.array([[3, 0, 1], [1, 2, 3], [0, 0, 2]]), np.array([2, 1, 2]))
    assert found.tolist() == [[23, 20, 21], [11, 12, 13], [0, 0, 1]]


def test_a_decision_counts_if_nobody_at_its_table_strays_later() -> None:
    rounds = Rounds(deal(np.full((300, 3), 3), np.zeros(300, dtype=np.int64), rng()))
    player = StrayingPlayer(policy(), FULL, 300, 0.1, 1.0)
    play(rounds, np.zeros((300, 3), dtype=np.int64), [player], rng())
    for name in (ACTION, SWAP):
        counting = player.counting(name)
        assert (counting.time >= player.strayed[counting.row]).all()
        kept = {(time, row) for time, row in zip(counting.time.tolist(), counting.row.tolist(), strict=True)}
        for part in player.noted[name]:
            for time, row in zip(part.time.tolist(), part.row.tolist(), strict=True):
                assert ((time, row) in kept) == (time >= player.strayed[row])
    assert (player.strayed >= 0).any()
    assert (player.strayed < 0).any()


def test_who_never_strays_plays_by_its_networks_and_all_counts() -> None:
    rounds = Rounds(deal(np.full((50, 2), 3), np.zeros(50, dtype=np.int64), rng()))
    player = StrayingPlayer(policy(), FULL, 50, 0.0, 1.0)
    play(rounds, np.zeros((50, 2), dtype=np.int64), [player], rng())
    counting = player.counting(ACTION)
    assert len(counting.row) == sum(len(part.row) for part in player.noted[ACTION])
    outputs = player.networks[ACTION].forward(counting.inputs)
    called = counting.inputs[:, 58] > 0
    outputs[called, 2] = -np.inf
    assert np.array_equal(outputs.argmax(axis=1), counting.chosen)


def test_chances_learn_what_came_of_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where everybody's chance is a fifth whatever happens, that is what is told in the end."""
    monkeypatch.setattr(module, "RATE", 1e-2)
    learning = ChanceLearning(replace(POLICY, batch=200, together=200, minibatch=128), policy(), rng())
    learning.standings = {seats: StandingArrays.blank(seats) for seats in (2, 3, 4)}
    for each in learning.standings.values():
        each.table[...] = 0.2
    losses = [learning.batch(number, rng(number)) for number in range(12)]
    assert losses[0].action_loss > 500
    assert losses[-1].action_loss < 30
    assert losses[-1].swap_loss < 30


def trained() -> Training:
    training = Training(POLICY, [GREEDY], 3)
    training.run(4)
    return training


def test_rounds_in_which_a_network_decides_nothing_teach_it_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    calling = policy()
    calling[ACTION].biases[-1][2] = 50.0
    monkeypatch.setattr(module, "STRAYING", 0.0)  # all call at once: no card is ever thrown
    learning = ChanceLearning(POLICY, calling, rng())
    before = learning.networks["swap_chance"].flat.copy()
    assert learning.batch(0, rng()).swap_loss == 0.0
    assert np.array_equal(learning.networks["swap_chance"].flat, before)


def test_a_policy_is_learnt_first_and_then_the_chances_of_the_best() -> None:
    training = Training(POLICY, [GREEDY], 3)
    assert (training.left, training.valuing) == (4, None)
    training.run(1)
    assert training.valuing is None
    before = {name: network.flat.copy() for name, network in training.best.items()}
    training.run(3)
    assert (training.left, training.batches, training.valued_since) == (0, 4, 1)
    assert all(np.array_equal(training.to_keep[name].flat, before[name]) for name in before)
    assert set(training.to_keep) == {"action", "swap", "action_chance", "swap_chance"}


def test_patience_that_is_over_brings_the_chances_on(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = iter([0.5, 0.3, 0.3, 0.3, 0.3])
    monkeypatch.setattr("game.games.thirty_one.training.training.win_share", lambda *_: next(shares))
    training = Training(replace(POLICY, batches=50, patience=2), [GREEDY], 3)
    training.run(50)
    assert (training.valued_since, training.batches, training.flat) == (3, 6, True)


def test_a_training_that_is_resumed_learns_the_same_chances() -> None:
    whole, stopped = trained(), Training(POLICY, [GREEDY], 3)
    stopped.run(2)
    header, arrays = stopped.state()
    resumed = Training.resumed(json.loads(json.dumps(header)), arrays, [GREEDY])
    resumed.run(2)
    assert all(np.array_equal(whole.to_keep[name].flat, resumed.to_keep[name].flat) for name in whole.to_keep)
    damaged = {key: value for key, value in arrays.items() if key != "swap_chance.weight.0"}
    with pytest.raises(ValueError, match=r"missing|at least one"):
        Training.resumed(header, damaged, [GREEDY])


# What is shown


def constant(outputs: list[float], inputs: int) -> Network:
    return Network([np.zeros((inputs, len(outputs)), np.float32)], [np.array(outputs, np.float32)])


PLAIN = Fit(1.0, 1.0, 0.0)
"""What is shown is what the networks tell."""


def scorer(told: list[float]) -> NeuralScorer:
    """Prefers drawing to taking, and that to calling; shows these chances."""
    logits = [float(np.log(chance / (1 - chance))) for chance in told]
    telling: Mapping[str, Network] = {
        ACTION: constant(logits, FULL.action_inputs), SWAP: constant([*logits, 0.0], FULL.swap_inputs),
    }  # fmt: skip
    action, swap = constant([2.0, 1.0, 0.0], FULL.action_inputs), constant([0.0] * 4, FULL.swap_inputs)
    return NeuralScorer(action, swap, FULL, TOLD, telling, dict.fromkeys(FITS, Fits(PLAIN, PLAIN, PLAIN)))


def test_chances_are_shown_and_the_order_stays_the_policy_s() -> None:
    found = scorer([0.6, 0.4, 0.3]).score(VIEW, Random(0))
    assert [each.score for each in found] == [2.0, 1.0, 0.0]
    chances = [each.estimate.chance for each in found if each.estimate is not None]
    assert chances == pytest.approx([0.6, 0.4, 0.3], abs=1e-6)
    assert [str(each.reason) for each in found] == [
        "60.0 % to win the match; ahead of “take the discard” by 20.0",
        "40.0 % to win the match; behind “draw from the deck” by 20.0",
        "30.0 % to win the match; behind “draw from the deck” by 30.0",
    ]


def test_chances_that_disagree_with_the_policy_are_told_so() -> None:
    found = {each.move: str(each.reason) for each in scorer([0.5, 0.4, 0.6]).score(VIEW, Random(0))}
    assert found[CALL] == "60.0 % to win the match; shown higher by 10.0, yet “draw from the deck” is preferred"
    assert found[DRAW_DECK] == "50.0 % to win the match; ahead of “take the discard” by 10.0"


def test_chances_are_worked_out_only_where_thoughts_are_read() -> None:
    told: list[str] = []

    class Told(Network):
        def forward(self, rows: Any) -> Floats:
            told.append("a choice")
            return super().forward(rows)

    shows = scorer([0.6, 0.4, 0.3])
    shows.telling = {name: Told(network.weights, network.biases) for name, network in shows.telling.items()}
    agent = Agent("neural", (shows,), Best())
    how = Setup(2, usual_options(RULES))
    unheard = play_match(RULES, how, (agent, agent), agent, seed=1, rounds=1)
    assert not told
    heard: list[Considered] = []
    assert play_match(RULES, how, (agent, agent), agent, seed=1, rounds=1, thoughts=heard.append) == unheard
    assert len(told) == len(heard) == unheard.moves
    assert all(shows_chances(considered.candidates) for considered in heard)


def test_files_of_old_show_no_chance_and_today_s_do() -> None:
    spec("neural").check(OLD)
    assert NeuralScorer.of(OLD).score(VIEW, Random(0))[0].estimate is None
    told = trained().to_keep
    spec("neural").check(replace(OLD, networks=told))
    assert NeuralScorer.of(replace(OLD, networks=told)).score(VIEW, Random(0))[0].estimate is not None
    with pytest.raises(ValueError, match="its networks are"):
        spec("neural").check(replace(OLD, networks={**OLD.networks, "swap_chance": told["swap_chance"]}))


def test_what_ships_shows_chances() -> None:
    agent = registry.ai("thirty_one", "neural").agent()
    estimates = [each.estimate for each in agent.think(VIEW, Random(0))]
    assert all(each is not None and each.chance is not None and 0 < each.chance < 1 for each in estimates)


def log_odds(chance: float) -> float:
    return log(chance / (1 - chance))


@pytest.mark.parametrize("lives", [(2, 2), (2, 0, 1), (1, 2, 3), (1, 1, 2, 3)])
def test_chances_are_fitted_by_how_many_are_alive_and_to_calls_for_themselves(
    lives: tuple[int, ...],
) -> None:
    scorer = NeuralScorer.of(replace(OLD, networks=trained().to_keep))
    hands = ["AS 5H KS", "2H 9D QC", "3C 8D JH", "4C 6D 10H"]
    held = [hand if left else "" for hand, left in zip(hands, lives, strict=False)]
    caller = max(seat for seat, left in enumerate(lives) if left)
    for caller_now in (None, caller):
        view = RULES.view(position(*held, pile="3D 7D", turns=5, lives=lives, caller=caller_now), 0)
        name, row, moves = scorer._asked(view)
        fits = FITS[sum(map(bool, lives))]
        calls = [(0,) if move.kind == MoveKind.CALL else () for move in moves]
        told = [
            fits.of(view, own if caller_now is None else (caller_now,))(chance)
            for own, chance in zip(calls, scorer.chances(name, row).tolist(), strict=False)
        ]
        found = [each.estimate and each.estimate.chance for each in scorer.score(view, Random(0))]
        assert found[2:] == pytest.approx(told[2:], abs=1e-6)
        assert max(each or 0.0 for each in found[:2]) == pytest.approx(max(told[:2]), abs=1e-6)
        leads = [log_odds(a or 0.0) - log_odds(b or 0.0) for a, b in (found[:2], told[:2])]
        assert leads[0] == pytest.approx(leads[1] * (fits.lead if caller_now is None else 1.0), abs=1e-4)


# --- ends of rounds, of which the rules tell everything ---


def came_to(state: State, move: Move, first: int) -> float:
    """The chance to win the match of the first player, by the table, after a move that ends the round."""
    after, standing = state.copy(), Standing(state.lives)
    apply(RULES, after, move, Random(0))
    assert after.to_move is None
    following, begins, over = RULES.after_round(standing, first, RULES.round_end(after, standing))
    if over is not None:
        return float(over.winner == 0)
    return float(standings.chances("thirty_one", state.house._asdict(), following, begins)[0])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_31_is_worth_what_follows_the_round_that_it_ends(players: int) -> None:
    hands = ("AS KS QS 2H", "3H 4H 5D", "3C 4C 5C", "7H 8D 9D")
    for lives in product(range(4), repeat=players):
        living = [seat for seat in range(players) if lives[seat]]
        if not lives[0] or len(living) < 2:
            continue
        for back, first in enumerate(reversed([*living[1:], 0])):  # whose turn it was so many turns ago
            held = [hand if left else "" for hand, left in zip(hands, lives, strict=False)]
            state = position(*held, lives=lives, turns=back + len(living))
            state.drawn, state.drawn_from = card("2H"), FROM_DECK
            assert known_end(RULES.view(state, 0), discard("2H")) == came_to(state, discard("2H"), first)


def last_turn(random: Random) -> State:
    """Anybody's last discard after a call, with high cards often, of which others have seen any."""
    players, alike, safe = random.choice([2, 2, 3]), random.random() < 0.3, random.random() < 0.3
    order = random.sample(KINDS, len(KINDS))
    order.sort(key=lambda kind: random.random() - (kind in ("10H", "JH", "QH", "KH", "AH")) * random.choice([0.0, 0.9]))
    hands = [" ".join(order[at : at + 3]) for at in range(4, 4 + 3 * (players - 1), 3)]
    state = position(
        " ".join(order[:4]), *hands, pile=order[-1], lives=[random.randint(1, 3) for _ in range(players)],
        turns=random.randint(players, 9), caller=1, house=House(alike, safe),
        known=["", *[" ".join(kind for kind in hand.split() if random.random() < 0.8) for hand in hands]],
    )  # fmt: skip
    state.drawn, state.drawn_from = card(order[3]), FROM_DECK
    return state


def last_turns(tries: int) -> Iterator[tuple[State, View, int]]:
    """Such states of rounds that are not over, what the player to move sees, and who began the round."""
    random = Random(1)
    for state in (last_turn(random) for _ in range(tries)):
        if not any(points(hand) == BEST for hand in state.hands[1:]):
            yield state, RULES.view(state, 0), -state.turns % len(state.hands)


def test_what_is_known_of_the_end_of_a_round_comes_whatever_others_hold() -> None:
    told = Counter[tuple[int, bool]]()
    for state, view, first in last_turns(500):
        for move in RULES.legal_moves(view):
            known = known_end(view, move)
            if known is None:
                continue
            told[view.players, makes_31(view, move)] += 1
            for world in [state, *[RULES.sample(view, Random(seed)) for seed in range(5)]]:
                assert came_to(world, move, first) == known
    assert min(told[players, made] for players in (2, 3) for made in (False, True)) >= 10


def test_a_called_round_ends_between_what_is_told_of_it() -> None:
    met = Counter[tuple[int, str]]()
    for _state, view, first in last_turns(400):
        low, high = ends_of_call(view, 1)
        for move, seed in product(RULES.legal_moves(view), range(4)):
            came = came_to(RULES.sample(view, Random(seed)), move, first)
            assert low <= came <= high
            met.update([(view.players, end) for end, chance in (("lowest", low), ("highest", high)) if came == chance])
    assert min(met[players, end] for players in (2, 3) for end in ("lowest", "highest")) >= 10


@pytest.mark.parametrize(
    ("lives", "caller", "ends"),
    [((3, 3), 0, [(1, 3), (3, 2)]), ((3, 3), 1, [(2, 3), (3, 1)]), ((1, 3), 1, [(0, 3), (1, 1)])],
)
def test_a_call_costs_the_caller_two_lives_at_most_and_the_other_one(
    lives: tuple[int, int], caller: int, ends: list[tuple[int, int]]
) -> None:
    view = RULES.view(position("AS 5H KS", "2H 9D QC", lives=lives, turns=4), 0)
    told = [standings.chances("thirty_one", {}, Standing(end), 1)[0] if end[0] else 0.0 for end in ends]
    assert ends_of_call(view, caller) == pytest.approx(told)


@pytest.mark.parametrize(
    ("name", "fits"), [("neural", FITS), ("beginner", BEGINNER), ("casual", CASUAL), ("club", CLUB)]
)
def test_nothing_is_shown_that_the_end_of_a_called_round_cannot_bring(name: str, fits: Mapping[int, Fits]) -> None:
    random, agent, at_the_end = Random(1), registry.ai("thirty_one", name).agent(), 0
    for _ in range(150):
        state = last_turn(random)
        calling = state.copy()
        calling.caller, calling.drawn, calling.drawn_from = None, None, None
        calling.hands[0] &= ~BIT[state.drawn or 0]
        for asked, caller in ((state, 1), (calling, 0)):
            view = RULES.view(asked, 0)
            standing = fits[view.alive].usual.standing
            low, high = (Platt(standing)(chance) for chance in ends_of_call(view, caller))
            for each in agent.think(view, Random(1)):
                if caller == 1 or each.move == CALL:
                    assert each.estimate is not None
                    assert each.estimate.chance is not None
                    if each.estimate.chance in (0.0, 1.0) or known_end(view, each.move) is not None:
                        continue
                    assert low - 1e-6 <= each.estimate.chance <= high + 1e-6
                    at_the_end += 1
    assert at_the_end > 100


@pytest.mark.parametrize("name", ["neural", "beginner", "expert"])
def test_a_31_that_wins_the_match_is_shown_as_that(name: str) -> None:
    state = position("AS KS QS 2H", "3H 4H 5D", "3C 4C 5C", lives=(1, 1, 1), turns=4)
    state.drawn, state.drawn_from = card("2H"), FROM_DECK
    agent = registry.ai("thirty_one", name).agent()
    found = {each.move: each for each in agent.think(RULES.view(state, 0), Random(1))}[discard("2H")]
    assert found.estimate is not None
    assert found.estimate.chance == 1.0
    assert "31 wins the round" in str(found.reason)
