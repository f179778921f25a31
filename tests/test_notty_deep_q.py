"""Notty's networks at the table: what they may choose, what they tell, and how they are trained."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.agents.agent import Candidate, Estimate, by_chance
from game.agents.network_learning import TrainedNetworks
from game.agents.networks import Floats
from game.checkpoints.container import digest_of
from game.checkpoints.networks import NetworkCodec
from game.games.notty import group_maker, look_ahead, outlook
from game.games.notty.action_values import CHANCES, LEVEL, VALUES, chances_from, going_by
from game.games.notty.cover import leftover
from game.games.notty.deep_q import DeepQ, _parts
from game.games.notty.groups import groups as groups_of
from game.games.notty.hands import ONE, size, unpack
from game.games.notty.long_match import LONG
from game.games.notty.module import DEEP_Q
from game.games.notty.moves import DREW, HOLDS, NEXT_TURN, RETURNED, STOLE, Move, MoveKind
from game.games.notty.networks import SPEC, alike, networks_of, pretrained
from game.games.notty.open_features import deck_of, inputs_of, rows_of, sensible
from game.games.notty.outlook import shares_from
from game.games.notty.rules import RULES, State
from game.games.notty.training.games import Games
from game.games.notty.training.joined import joined, make
from game.games.notty.training.learner import AtTable, LookingAhead, NetworkPlayer, Recollection
from game.games.notty.training.parameters import METHODS, TABLES, Parameters
from game.games.notty.training.players import play
from game.games.notty.training.training import Training
from game.games.notty.view_arrays import move_of, seen_by
from game.training.network_training import NetworkTraining, TrainingRequest
from tests.notty_networks import NETWORKS
from tests.notty_positions import discard, legal, position, random_position
from tests.notty_positions import play as played
from tests.test_notty_lockstep import games_of, state_of

SEEDS = st.integers(0, 10**6)
PLAYERS = st.integers(2, 3)
FRESH = DeepQ(NETWORKS)
AHEAD = DeepQ(NETWORKS, ahead=True)
LOOSE = "r1 g3 y5 k7"
CROWDED = "r3 r4 r5 r6 g6 y6 k6 b9 b7 b5 2g1 2g3 2y1 2y4 y8"
"""Nineteen cards with groups, and cards left over."""


def thought(state: State, scorer: DeepQ = FRESH) -> list[Candidate]:
    assert state.to_move is not None
    return scorer.score(RULES.view(state, state.to_move), Random(1))


def moves(state: State) -> list[Move]:
    return [candidate.move for candidate in thought(state)]


def best(state: State, scorer: DeepQ = FRESH) -> Move:
    found: Move = max(thought(state, scorer), key=lambda candidate: candidate.score).move
    return found


@given(SEEDS, PLAYERS)
def test_candidates_are_legal_moves_with_chances(seed: int, players: int) -> None:
    state = random_position(seed, players)
    found = thought(state)
    chosen = [candidate.move for candidate in found]
    assert chosen
    assert len(set(chosen)) == len(chosen)
    assert set(chosen) <= set(legal(state))
    for candidate in found:
        assert candidate.estimate is not None
        assert candidate.estimate.chance is not None
        assert 0 <= candidate.estimate.chance <= 1
        assert str(candidate.reason)


def test_a_hand_that_can_go_goes() -> None:
    state = position("r3 r4 r5 r6 g6 y6 k6", "b9 b8 b1")
    assert all(candidate.estimate == (1.0, None, None, None, None, "") for candidate in thought(state))
    while state.to_move is not None:
        state = played(state, best(state))
    assert state.winner == 0


def test_a_last_card_is_never_taken() -> None:
    assert not [move for move in moves(position(LOOSE, "b5")) if move.kind == MoveKind.STEAL]
    three = moves(position(LOOSE, "b5", "b1 b2"))
    assert [move.value for move in three if move.kind == MoveKind.STEAL] == [2]


@given(SEEDS, PLAYERS)
def test_long_matches_are_played_by_the_turns_that_moves_save(seed: int, players: int) -> None:
    state = random_position(seed, players)
    state.turns = LONG[players]
    found = thought(state)
    assert found
    view = RULES.view(state, state.to_move or 0)
    saved = {each.move: each for scorer in group_maker.scorers() for each in scorer.score(view, Random(1))}
    if leftover(view.hand) or view.must_return:
        assert all(saved[each.move].score == each.score for each in found)
        assert all(saved[each.move].reason == each.reason for each in found)
    told = [each.estimate.chance for each in found if each.estimate and each.estimate.chance is not None]
    if max(told) < 1.0:
        assert best(state).value == max(saved.values(), key=lambda each: each.score).move.value
        assert told[found.index(max(found, key=lambda each: each.score))] == pytest.approx(max(told))


def test_in_a_long_match_as_in_any_other_no_last_card_is_taken() -> None:
    state = position(LOOSE, "b5", "b1 b2")
    state.turns = LONG[3]
    assert [move.value for move in moves(state) if move.kind == MoveKind.STEAL] == [2]


def nearly_out(seed: int, players: int) -> State:
    """A small hand with a run that lacks a card, or has one too many, which rivals and the deck may hold."""
    random = Random(seed)
    first, length = random.randint(1, 6), random.randint(2, 4)
    own = [f"r{first + step}" for step in range(length)] + random.choice([[], ["b9"], ["b1", "b2", "b3"], ["g5", "y5"]])
    left = [card for letter in "rgykb" for number in range(1, 10) if (card := f"{letter}{number}") not in own]
    left = [each for each in left if each[0] in "rgy"]
    rivals = [random.sample(left, random.randint(1, 3)) for _ in range(1, players)]
    used = random.choice([0, DREW, STOLE, DREW | RETURNED])
    return position(" ".join(own), *[" ".join(each) for each in rivals], used=used)


@given(SEEDS, PLAYERS)
def test_by_which_cards_a_hand_can_go_is_counted_out(seed: int, players: int) -> None:
    state = nearly_out(seed, players)
    view, hand = RULES.view(state, 0), state.hands[0]
    if not leftover(hand):
        return
    seen = seen_by(view)
    able = sensible(seen.sizes, np.array([state.used]))

    def share(cards: Sequence[int], back: bool) -> float:
        held = [hand + ONE[card] for card in cards]
        ways = [[each - ONE[card] for card in unpack(each)] if back else [each] for each in held]
        return sum(any(leftover(each) == 0 for each in way) for way in ways) / len(cards)

    expected = [share(state.deck, back=False), 0.0, 0.0]
    expected += [share(list(unpack(rival)), back=False) for rival in state.hands[1:]]
    expected += [share(state.deck, back=True), 0.0]
    assert going_by(seen, able)[0].tolist() == pytest.approx(np.where(able[0], expected, 0.0))
    by_move = {move_of(view, action): expected[action] for action in np.flatnonzero(able[0]).tolist()}
    for scorer in (FRESH, AHEAD):
        for candidate in thought(state, scorer):
            assert candidate.estimate is not None
            assert (candidate.estimate.chance or 0.0) >= by_move.get(candidate.move, 0.0) - 1e-6


@pytest.mark.parametrize("players", [2, 3])
def test_what_ships_is_told_by_the_judge_and_what_else_is_learnt_by_itself(players: int) -> None:
    shipped, judge = pretrained(players), outlook.pretrained()[players]
    turned = {name: network.copy() for name, network in shipped.networks.items()}
    turned[VALUES].flat[:] *= -1
    rows = np.random.default_rng(1).random((3, judge.usual.sizes[0])).astype(np.float32)
    ships, learnt = (networks_of(each)[players].outlook for each in (shipped, replace(shipped, networks=turned)))
    usual, long = np.full(3, 0), np.full(3, LONG[players])
    assert ships.odds(rows, usual) == pytest.approx(judge.odds(rows, usual))
    assert learnt.odds(rows, usual) == pytest.approx(shipped.networks[CHANCES].forward(rows)[:, LEVEL], abs=1e-4)
    assert learnt.odds(rows, long) == pytest.approx(judge.odds(rows, long))
    assert all(alike(other.values, pretrained(number).networks[VALUES])
               for number, other in networks_of(shipped).items())  # fmt: skip


def test_leads_decide_matches_of_those_who_look_ahead_sooner() -> None:
    shipped = pretrained(2)
    network, ahead = networks_of(shipped)[2], networks_of(shipped, ahead=True)[2]
    rows = np.random.default_rng(1).random((50, network.values.sizes[0])).astype(np.float32)
    even = np.zeros((len(rows), 1), np.float32)

    def told(turn: int) -> list[Floats]:
        found = (each.chances_of(rows, np.full(len(rows), turn), even)[:, 0] for each in (network, ahead))
        return [np.log(each / (1 - each)) for each in found]

    usual, sooner = told(0)
    small = np.abs(usual) < look_ahead.SMALL
    assert 0 < small.sum() < len(rows)
    assert (np.argsort(usual) == np.argsort(sooner)).all()
    assert (np.abs(sooner) > 1.5 * np.abs(usual))[small].all()
    assert (np.abs(sooner) > np.abs(usual))[np.abs(usual) < 2 * look_ahead.SMALL].all()
    long, later = told(LONG[2])
    assert (np.argsort(long) == np.argsort(later)).all()
    assert (np.abs(later) < np.abs(long)).all()


@given(SEEDS, PLAYERS)
def test_in_long_matches_the_network_of_these_tells_the_chances(seed: int, players: int) -> None:
    state = random_position(seed, players)
    if not all(state.hands):
        return
    rows = rows_of(seen_by(RULES.view(state, 0)), np.array([state.used]))
    networks, behind = NETWORKS[players], np.array([[0.0, -0.01]], np.float32)
    best, other = networks.chances_of(rows, np.array([LONG[players]]), behind)[0].tolist()
    assert best == pytest.approx(float(shares_from(networks.outlook.long.forward(rows))[0, 0]), abs=1e-5)
    assert other < best


@pytest.mark.parametrize("scorer", [FRESH, AHEAD])
def test_what_surely_wins_is_done_in_long_matches_too(scorer: DeepQ) -> None:
    state = position("r1 r2", "2r3", "b5 b6")
    for turns in (0, LONG[3]):
        state.turns = turns
        (only,) = thought(state, scorer)
        assert only.move == Move(MoveKind.STEAL, 1)
        assert only.estimate is not None
        assert only.estimate.chance == 1.0
        if not turns:
            assert str(only.reason) == "whatever card comes, the hand can go with it"


def test_a_card_is_returned_that_lets_the_hand_go() -> None:
    (best, *_) = sorted(thought(position("r1 r2 r3 k9", "b5 b6", used=HOLDS)), key=lambda each: -each.score)
    assert best.estimate == Estimate(1.0)
    assert str(best.reason) == "every card is in a group then: the hand can go"


def test_the_last_turn_of_a_match_ends_it_drawn() -> None:
    state = position(LOOSE, "b5 b6", used=DREW | STOLE | RETURNED)
    state.limit = 100
    for turns, drawn in ((98, False), (99, True)):
        state.turns = turns
        (only,) = thought(state)
        assert only.estimate is not None
        assert (only.estimate.chance == 0.5) == drawn


@pytest.mark.parametrize("scorer", [FRESH, AHEAD])
def test_in_the_last_turn_what_is_left_goes_out_or_is_drawn(scorer: DeepQ) -> None:
    state = position("r1 r2 k9", "b5 b6", used=DREW | STOLE)
    state.limit, state.turns = 100, 99
    (swap,) = thought(state, scorer)
    goes = going_by(seen_by(RULES.view(state, 0)), np.ones((1, 6), np.bool_))[0, -2]
    assert 0.0 < goes < 0.2
    assert swap.estimate is not None
    assert swap.estimate.chance == pytest.approx(goes + (1 - goes) / 2)
    state.hands[0] += ONE[44]
    state.used |= HOLDS
    assert {each.estimate for each in thought(state, scorer)} == {Estimate(0.5)}
    state.used = DREW | HOLDS
    assert all(each.estimate != Estimate(0.5) for each in thought(state, scorer))


def test_a_turn_ends_after_draw_and_discard_only() -> None:
    assert NEXT_TURN not in moves(position(LOOSE, "b5 b6"))
    assert moves(position(LOOSE, "b5 b6", used=DREW | STOLE | RETURNED)) == [NEXT_TURN]


def test_only_cards_that_leave_the_fewest_are_returned() -> None:
    state = position("r1 r2 r3 g7 k9", "b9 b8", used=HOLDS)
    assert sorted(moves(state)) == [Move(MoveKind.RETURN_CARD, kind) for kind in (15, 35)]


def test_only_crowded_hands_discard_groups_before_they_can_go() -> None:
    small = position("r1 r2 r3 k9 b7", "b9 b8")
    assert best(small).kind != MoveKind.DISCARD_GROUP
    groups = [move.value for move in moves(position(CROWDED, "b9 b8")) if move.kind == MoveKind.DISCARD_GROUP]
    hand = position(CROWDED, "b9 b8").hands[0]
    assert groups
    assert all(leftover(hand - group) == leftover(hand) for group in groups)
    assert discard("r3 r4 r5").value in groups


@given(SEEDS)
def test_groups_of_a_small_hand_are_told_with_their_chance_and_never_preferred(seed: int) -> None:
    state = random_position(seed, 2)
    hand = state.hands[state.to_move or 0]
    found = [] if state.to_move is None or not leftover(hand) or size(hand) >= 18 else thought(state)
    told = [each for each in found if each.move.kind == MoveKind.DISCARD_GROUP]
    free = state.to_move is not None and not RULES.view(state, state.to_move).must_return
    assert bool(told) == (bool(found) and free and bool(groups_of(hand)))
    others = [each for each in found if each.move.kind != MoveKind.DISCARD_GROUP]
    for each in told:
        assert each.estimate is not None
        assert each.score <= max(other.score for other in others)
        assert by_chance(found)[0] == found.index(max(found, key=lambda each: each.score))


@given(SEEDS, PLAYERS)
def test_nothing_is_peeked_at(seed: int, players: int) -> None:
    state = random_position(seed, players)
    view = RULES.view(state, state.to_move or 0)
    drawn = RULES.sample(view, Random(seed))
    told = [[(each.move, each.score, each.estimate) for each in thought(each)] for each in (state, drawn)]
    assert told[0] == told[1]


@pytest.mark.parametrize("players", [2, 3])
def test_all_that_a_network_sees_but_the_deck_is_told_of_once(players: int) -> None:
    seen = seen_by(RULES.view(random_position(3, players), 0))
    columns = [column for _words, columns in _parts(seen) for column in columns]
    assert len(columns) == len(set(columns))
    (untold,) = set(range(inputs_of(players))).difference(columns)
    assert rows_of(seen, np.array([0]))[0, untold] == pytest.approx(deck_of(seen.counts).sum() / 90)


def test_reasons_tell_what_speaks_for_an_action() -> None:
    found = {candidate.move: str(candidate.reason) for candidate in thought(position(LOOSE, "b1 b2 b3 k9", "r5 r6"))}
    assert found[Move(MoveKind.STEAL, 1)].startswith("0 % of their cards would help; they have 1 of 4 left over")
    assert found[Move(MoveKind.DRAW, 1)].split(";")[1] == " 4 of 4 left over"


def test_a_single_card_is_told_as_one() -> None:
    told = {str(words) for words, _columns in _parts(seen_by(RULES.view(position(LOOSE, "b1"), 0)))}
    assert {"the own 4 cards", "the rival’s 1 card"} <= told


# Many games at once


@pytest.mark.parametrize(("kind", "scorer"), [(AtTable, FRESH), (LookingAhead, AHEAD)])
@given(seed=SEEDS, players=PLAYERS, long=st.booleans())
@settings(max_examples=30)
def test_players_in_lockstep_choose_as_at_the_table(
    kind: type[AtTable], scorer: DeepQ, seed: int, players: int, long: bool
) -> None:
    state = random_position(seed, players)
    state.turns = LONG[players] if long else 0
    if state.used & HOLDS or not leftover(state.hands[state.to_move or 0]):
        return
    notes = Recollection()
    games, networks = games_of(state), NETWORKS[players]
    games.rng = np.random.default_rng(Random(1).getrandbits(64))  # what `thought` looks ahead by
    view = RULES.view(state, state.to_move or 0)
    before = state_of(games, 0)
    kind(networks.values, networks.crowded, notes=notes).act(games, np.array([0]))
    move = best(state, scorer)
    if move.kind == MoveKind.DISCARD_GROUP:
        assert state_of(games, 0).hands[view.player] == before.hands[view.player] - move.value
    else:
        assert move_of(view, int(notes.memory().action[0])) == move
    assert seen_by(view).sizes[0].tolist() == [
        size(view.hands[(view.player + step) % players]) for step in range(players)
    ]


# Training

SMALL: dict[str, Any] = {
    "batch": 6,
    "together": 4,
    "learn_after": 2,
    "hidden": (8,),
    "warm_up": 6,
    "limit": 6,
    "evaluation_games": 2,
    "evaluate_every": 2,
    "refit": 0.4,
}


def trained(batches: int, method: str = "two", **values: Any) -> NetworkTraining:
    assert DEEP_Q.network_training is not None
    training = DEEP_Q.network_training.begin(TrainingRequest(method, SMALL | values, (), 1, 5 * 6))
    for _ in range(batches):
        training.step(1)
    return training


@pytest.fixture(autouse=True)
def short_measurements(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fresh networks would play on for hundreds of turns."""
    monkeypatch.setattr("game.games.notty.training.training.TURN_LIMIT", 12)


def test_a_training_goes_on_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    codec, whole = NetworkCodec(SPEC), trained(5)
    stopped = trained(2)
    for _ in range(3):
        path = tmp_path / "kept.npz"
        codec.save(path, stopped.result())
        assert DEEP_Q.network_training is not None
        stopped = DEEP_Q.network_training.resume(codec.load(path, "notty", "deep-q")[0])
        stopped.step(1)
    assert codec.packed(stopped.result()) == codec.packed(whole.result())
    assert whole.left == 0


def test_games_by_which_it_is_measured_are_broken_off_as_those_it_learns_from(monkeypatch: pytest.MonkeyPatch) -> None:
    training, limits = trained(0), list[int]()
    assert isinstance(training, Training)
    monkeypatch.setattr(f"{Training.__module__}.play", lambda *given: limits.append(given[-1]))
    training.measured(training.networks, np.random.default_rng(1))
    assert set(limits) == {6}


def test_the_chances_are_learnt_alone_at_the_end() -> None:
    training = trained(3)
    assert isinstance(training, Training)
    assert training.refitting
    values, chances = training.best[VALUES].flat.copy(), training.best[CHANCES].flat.copy()
    training.step()
    assert np.array_equal(training.best[VALUES].flat, values)
    assert not np.array_equal(training.best[CHANCES].flat, chances)


def test_three_players_have_networks_of_their_own(tmp_path: Path) -> None:
    result = trained(1, "three").result()
    assert result.encoding == TABLES[3]
    SPEC.check(result)
    path = tmp_path / "three.npz"
    NetworkCodec(SPEC).save(path, result)
    learnt, _ = DEEP_Q.learnt_from(path)
    assert isinstance(learnt, TrainedNetworks)
    scorer = SPEC.scorer(learnt)
    assert isinstance(scorer, DeepQ)
    networks = scorer.networks
    assert networks[3].values.sizes == (inputs_of(3), 8, 7)
    assert networks[2].values.sizes[0] == inputs_of(2)


def test_networks_joined_say_the_mean_and_learn_nothing_but_their_chances(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(METHODS, "two", replace(METHODS["two"], parameters=Parameters(**SMALL, encoding=TABLES[2])))
    codec, files, path = NetworkCodec(SPEC), [tmp_path / "one.npz", tmp_path / "two.npz"], tmp_path / "joined.npz"
    for batches, file in enumerate(files, start=1):
        codec.save(file, trained(batches).result())
    training = joined(files, 7, 1)
    chances = training.networks[CHANCES].flat.copy()
    assert training.left == 2, "batches of six games"
    assert len([*make(path, files, 7, 1)]) == 2
    one, two, both = (codec.load(file, "notty", "deep-q")[0] for file in (*files, path))
    rows = np.random.default_rng(3).random((5, inputs_of(2)), np.float32)
    said = [each.networks[VALUES].forward(rows) for each in (one, two, both)]
    assert said[2] == pytest.approx((said[0] + said[1]) / 2, abs=1e-6)
    assert not np.array_equal(both.networks[CHANCES].flat, chances)
    assert both.parameters["parts"] == [digest_of(file) for file in files]
    assert not both.state, "it cannot be gone on with"


def test_opponents_that_cannot_play_in_lockstep_are_refused() -> None:
    assert DEEP_Q.network_training is not None
    with pytest.raises(ValueError, match="random: games are played in lockstep, and it cannot"):
        DEEP_Q.network_training.begin(TrainingRequest(against=("random",)))


def test_a_memory_is_told_seat_by_seat() -> None:
    games = Games(3, 2, np.random.default_rng(1))
    notes = Recollection()
    play(games, np.zeros((3, 2), np.int64), [NetworkPlayer(NETWORKS[2].values, 18, 0.5, notes)], 4)
    memory = notes.memory()
    assert (np.diff(memory.seat) >= 0).all()
    for seat in range(6):
        assert (np.diff(memory.turn[memory.seat == seat]) >= 0).all()
    assert memory.able[np.arange(len(memory.action)), memory.action].all()


def test_a_slope_that_no_network_learns_gives_chances_all_the_same() -> None:
    told = np.array([[0.0, 1000.0], [3.0, -1000.0]], np.float32)
    behind = np.array([[0.0, -0.5, -np.inf], [0.0, -0.5, -np.inf]], np.float32)
    with np.errstate(all="raise", under="ignore"):
        found = chances_from(told, behind)
    assert found[0].tolist() == [0.5, 0.0, 0.0]
    assert found[1] == pytest.approx([0.9526, 0.9526, 0.0], abs=1e-4)
