"""Notty's judge: which moves it weighs, by what, and what it makes of open hands."""

from math import exp, log
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.agents.judging import Weighed
from game.analysis.judges import JudgeError, JudgeWords
from game.checkpoints.container import digest_of, read
from game.checkpoints.networks import NetworkCodec
from game.games import registry
from game.games.notty import networks
from game.games.notty.action_values import chances_from
from game.games.notty.judge import DOUBT, NottyJudge
from game.games.notty.long_match import FADING, LONG, lateness
from game.games.notty.moves import HOLDS, NEXT_TURN, RETURNED, RETURNS, STOLE, Move, MoveKind
from game.games.notty.outlook import LONG_OUTLOOK, OUTLOOK, PRETRAINED, SPEC, begun, odds_from, pretrained, shares_from
from game.games.notty.rules import RULES, State
from game.games.notty.training.ends import played_on
from game.games.notty.training.outlook import Followed, Plan, fit, followed, make, targets
from game.games.notty.training.parameters import TABLES
from tests.notty_networks import NETWORKS, OUTLOOKS
from tests.notty_positions import discard, legal, position, random_position

JUDGE = NottyJudge(NETWORKS, OUTLOOKS, effort=1 / 32)
SEEDS = st.integers(0, 10**6)
PLAYERS = st.integers(2, 3)
GONE = "r1 r2 r3"
"""A hand that can go."""


def weighed(state: State, played: Move) -> list[Weighed]:
    return JUDGE.weigh(RULES.view(state, state.to_move or 0), [played], Random(1))


def chance(state: State, move: Move) -> float:
    return next(each.chance for each in weighed(state, move) if each.move == move)


@given(SEEDS, PLAYERS)
@settings(max_examples=20)
def test_every_legal_move_is_weighed_when_it_is_played(seed: int, players: int) -> None:
    state = random_position(seed, players)
    played = Random(seed).choice(legal(state))
    found = weighed(state, played)
    moves = [each.move for each in found]
    assert played in moves
    assert len(set(moves)) == len(moves)
    assert all(0.0 <= each.chance <= 1.0 and each.error >= 0.0 for each in found)
    assert max(found, key=lambda each: each.chance).error == 0.0
    view = RULES.view(state, state.to_move or 0)
    for shares, each in zip(JUDGE.everybodys(view, found, Random(2)), found, strict=True):
        assert sum(shares) == pytest.approx(1.0)
        assert shares[view.player] == pytest.approx(each.chance)


def test_to_go_wins_and_to_take_a_last_card_loses() -> None:
    state = position(GONE, "b9")
    assert chance(state, discard(GONE)) == 1.0
    assert chance(state, Move(MoveKind.STEAL, 1)) == 0.0
    assert 0.0 < chance(state, NEXT_TURN) < 1.0
    kept = position("r1 r2 r3 k9", "b9 b8", used=HOLDS)
    assert chance(kept, RETURNS[35]) == 1.0
    assert chance(kept, RETURNS[0]) < 1.0


def test_moves_are_followed_in_some_worlds_and_for_some_turns() -> None:
    state = position(GONE, "b9")
    view = RULES.view(state, 0)
    out, robbing = discard(GONE), Move(MoveKind.STEAL, 1)
    sampled = JUDGE.sampled(view, [out, robbing, NEXT_TURN], Random(1))
    assert sampled[:2] == [[1.0] * 4, [0.0] * 4]
    ends = JUDGE.to_the_end(view, [out, robbing, NEXT_TURN], 3, Random(1))
    assert ends[:2] == [[1.0] * 3, [0.0] * 3]
    assert all(0.0 <= chance <= 1.0 for chance in ends[2])


def test_states_that_are_played_on_have_all_cards_and_went_on_for_so_many_turns() -> None:
    state = position("r1 g3 y5 k7", "b1 b5")
    (after,) = played_on(NETWORKS[2], [state], 3, Random(1))
    assert after.to_move is None or after.turns == state.turns + 3
    assert sum(map(len, RULES.board(after).values())) == 90
    (gone,) = played_on(NETWORKS[2], [position(GONE, "b9")], 3, Random(1))
    assert gone.to_move is None
    assert gone.winner == 0


@given(SEEDS, PLAYERS)
@settings(max_examples=20)
def test_states_are_judged_alike_alone_and_together_whatever_the_deck(seed: int, players: int) -> None:
    states = [random_position(seed + each, players) for each in range(6)]
    states = [state for state in states if all(state.hands)]
    together = JUDGE.open_chances(states, Random(1))
    for state, shares in zip(states, together, strict=True):
        assert sum(shares) == pytest.approx(1.0)
        drawn = RULES.redraw(state, Random(seed))
        assert JUDGE.open_chances([drawn], Random(3))[0] == pytest.approx(shares, abs=1e-5)


def test_a_move_is_worth_what_the_positions_are_worth_that_it_leads_to() -> None:
    state = position("r1 g3 y5 k7", "b1 b5")
    view = RULES.view(state, 0)
    came = JUDGE.sampled(view, [NEXT_TURN], Random(1))[0]
    after = state.copy()
    RULES.decide(after, NEXT_TURN)
    RULES.settle(after, NEXT_TURN, None)
    assert came == pytest.approx([JUDGE.open_chances([after], Random(1))[0][0]] * 4, abs=1e-6)
    assert came[0] - DOUBT - 1e-6 <= chance(state, NEXT_TURN) <= came[0] + 1e-6


def test_no_move_is_better_than_the_experts_own_that_leads_by_less_than_is_sure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = position("r1 g3 y5 k7", "b1 b5")
    told = [0.5, 0.5 + DOUBT / 2, 0.5 + 3 * DOUBT, 0.4]

    def came(judge: NottyJudge, view: object, moves: list[Move], rng: Random) -> object:
        found = np.array([*told, *[0.4] * (len(moves) - len(told))])
        return np.stack([found, 1 - found], axis=1)[:, None].repeat(2, axis=1)

    monkeypatch.setattr(NottyJudge, "_came", came)
    assert [each.chance for each in weighed(state, NEXT_TURN)][:4] == pytest.approx([0.5, 0.5, 0.5 + 2 * DOUBT, 0.4])


@given(SEEDS, PLAYERS)
@settings(max_examples=20)
def test_a_long_match_is_told_by_a_network_of_its_own_and_the_turns_before_it_by_both(seed: int, players: int) -> None:
    rows = np.random.default_rng(seed).random((1, OUTLOOKS[players].usual.sizes[0])).astype(np.float32)

    def odds(turns: int) -> float:
        share = float(OUTLOOKS[players].shares(rows, np.array([turns]))[0, 0])
        return log(share / (1 - share))

    usual, long = (float(odds_from(each.forward(rows))[0]) for each in vars(OUTLOOKS[players]).values())
    assert odds(0) == pytest.approx(usual, abs=1e-3)
    assert odds(LONG[players]) == odds(LONG[players] + 50) == pytest.approx(long, abs=1e-3)
    assert min(usual, long) - 1e-3 <= odds(LONG[players] - 5) <= max(usual, long) + 1e-3


def test_how_long_a_match_is_comes_by_degrees() -> None:
    turns = np.array([0, LONG[3] - round(FADING), LONG[3] - 1, LONG[3], 1000])
    found = lateness(turns, 3).tolist()
    assert found == sorted(found)
    assert found == pytest.approx([0.0, exp(-1), exp(-1 / FADING), 1.0, 1.0], abs=1e-3)


def test_the_judge_tells_long_matches_apart_whatever_is_used() -> None:
    state = position("r1 g3 y5 k7", "b1 b5", used=STOLE)
    late = state.copy()
    late.turns = LONG[2]
    one, other = JUDGE.open_chances([state, late], Random(1))
    assert one != other


def test_what_goes_out_with_a_swap_is_counted_out() -> None:
    """Of 83 cards in the deck, both red threes make a run of the two reds; the third card is returned."""
    state, used = position("r1 r2 k9", "b1 b5 y7 g3"), position("r1 r2 k9", "b1 b5 y7 g3", used=RETURNED)
    one, other = [shares[0] for shares in JUDGE.open_chances([state, used], Random(1))]
    assert one >= 2 / 83 + (1 - 2 / 83) * other - 1e-6


def test_a_card_that_must_be_returned_is_returned_first() -> None:
    assert JUDGE.open_chances([position("r1 r2 r3 k9", "b9 b8", used=HOLDS)], Random(1)) == [(1.0, 0.0)]


def test_of_three_players_each_is_judged_from_its_own_seat() -> None:
    """Wherever one sits: the same hands in other seats give the same chances to those who hold them."""
    hands = ("r1 g3 y5 k7", "b1 b2 b5", "r8 r9 g7 g8 k3")
    first = position(*hands)
    turned = position(*hands[2:], *hands[:2])
    turned.to_move = 1
    one, other = JUDGE.open_chances([first, turned], Random(1))
    assert other == pytest.approx((one[2], one[0], one[1]), abs=1e-6)


def test_where_nothing_is_learnt_nothing_is_judged() -> None:
    assert registry.ai("notty", "expert").judge is not None
    with pytest.raises(JudgeError, match="no trained file"):
        JudgeWords("notty", "expert:untrained").judge()


@pytest.mark.parametrize("players", TABLES)
def test_what_ships_is_told_of_and_belongs_to_the_expert(players: int) -> None:
    told = Path("assets/notty/README.md").read_text(encoding="utf-8")
    assert f"| `{PRETRAINED[players].name}` | `{digest_of(PRETRAINED[players])}` |" in told
    assert read(PRETRAINED[players]).header["parameters"]["expert"] == digest_of(networks.PRETRAINED[players])
    expected = begun(networks.pretrained_networks()[players].chances, players).sizes
    assert pretrained()[players].usual.sizes == pretrained()[players].long.sizes == expected


# --- the fit ---


def test_the_network_begins_by_the_chances_that_the_experts_network_tells() -> None:
    rows = np.random.default_rng(1).random((20, NETWORKS[3].chances.sizes[0])).astype(np.float32)
    shares = shares_from(begun(NETWORKS[3].chances, 3).forward(rows))
    of_the_best = chances_from(NETWORKS[3].chances.forward(rows), np.zeros((len(rows), 1), np.float32))[:, 0]
    assert shares[:, 0] == pytest.approx(of_the_best, abs=1e-5)
    assert shares[:, 1] == pytest.approx(shares[:, 2], abs=1e-6)
    assert shares.sum(axis=1) == pytest.approx(1.0, abs=1e-6)


def test_what_decisions_come_to_turns_with_whoever_decides() -> None:
    """Three decisions of a game that player 2 wins, by players 0, 0 and 1; one of a game that goes on."""
    held = Followed(
        np.zeros((4, 1), np.float32), np.array([0, 0, 0, 1]), np.array([0, 0, 1, 2]), np.array([2, 2, 2, -1])
    )
    told = np.array([[0.2, 0.3, 0.5]] * 4, np.float32)
    found = targets(held, told, 0.5)
    assert found[2].tolist() == [0, 1, 0]
    assert found[1].tolist() == pytest.approx([0.25, 0.1, 0.65])
    assert found[0].tolist() == pytest.approx([0.225, 0.2, 0.575])
    assert found[3].tolist() == pytest.approx(told[3].tolist())


def test_a_fit_comes_out_again_and_learns() -> None:
    plan = Plan(together=12, every=4, snapshots=2, passes=3, minibatch=32)

    def losses() -> list[float]:
        rng = np.random.default_rng(3)
        return [*fit(begun(NETWORKS[2].chances, 2), followed(NETWORKS[2], 2, plan, rng), plan, rng)]

    found = losses()
    assert found == losses()
    assert found[-1] < found[0]


def test_a_network_is_made_and_kept_with_what_it_was_fitted_to(tmp_path: Path) -> None:
    plan = Plan(together=8, every=2, snapshots=1, passes=2, minibatch=32, ahead=1)
    assert len([*make(tmp_path / "judge.npz", 3, 1, plan)]) == 2 + plan.of_long_matches.passes
    kept, _ = NetworkCodec(SPEC).load(tmp_path / "judge.npz", "notty", "expert")
    assert kept.parameters["expert"] == digest_of(networks.PRETRAINED[3])
    assert kept.networks.keys() == {OUTLOOK, LONG_OUTLOOK}
