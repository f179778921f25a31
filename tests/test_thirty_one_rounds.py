"""The engine of arrays: equal to the rules move for move, what it shows equal to views, its players to the agents'."""

from random import Random
from typing import Any

import numpy as np
import pytest

from benchmarks.thirty_one_proof import MOVES, MismatchError, deal_both, ply_both, prove
from game.agents.agent import Agent
from game.agents.pickers import Best
from game.games import registry
from game.games.thirty_one.batch_view import BatchView
from game.games.thirty_one.card_arrays import NO_CARD, Bools
from game.games.thirty_one.moves import DISCARDS, Move, MoveKind
from game.games.thirty_one.neural import ACTION, ENCODINGS, SWAP, NeuralScorer, fresh_networks
from game.games.thirty_one.rounds import CALL, DRAW, TAKE, Player, Rounds, deal, play, play_matches
from game.games.thirty_one.rules import RULES, State, View
from game.games.thirty_one.training.learner import NetworkPlayer
from game.games.thirty_one.training.players import GreedyPlayer, RandomPlayer
from game.games.thirty_one.training.tactician import TacticianPlayer


def views_of(states: list[State]) -> list[View]:
    """What the players to move see."""
    return [RULES.view(state, state.to_move or 0) for state in states]


@pytest.mark.parametrize("seed", range(1, 9))
def test_the_engine_equals_the_rules(seed: int) -> None:
    """More of the same, 100,000 rounds: ``python -m benchmarks.thirty_one_proof``."""
    compared = prove(150, seed, at_once=50)
    assert compared.rounds == 150
    assert compared.turns > 1500


def test_the_proof_finds_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A caller who loses one life instead of two is noticed, and so is a card that is put back without being seen."""

    def kind(self: Rounds, rows: Any, won: Any) -> None:
        self.caller[rows] = -1
        ended(self, rows, won)

    ended, kept = Rounds._end, Rounds.keep

    def unseen(self: Rounds, rows: Any, cards: Any, dropped: Any) -> None:
        seen = self.seen.copy()
        kept(self, rows, cards, dropped)
        self.seen = seen

    monkeypatch.setattr(Rounds, "_end", kind)
    with pytest.raises(MismatchError):
        prove(200, 1)
    monkeypatch.setattr(Rounds, "_end", ended)
    monkeypatch.setattr(Rounds, "keep", unseen)
    with pytest.raises(MismatchError):
        prove(200, 1)


@pytest.mark.parametrize("name", [*ENCODINGS])
def test_what_rounds_show_is_what_views_show(name: str) -> None:
    """Bit for bit: networks read at the table what they read in training."""
    encoding, compared = ENCODINGS[name], 0

    def watch(states: list[State], seen: BatchView, took: Bools | None) -> None:
        nonlocal compared
        alone = [BatchView.of(view) for view in views_of(states)]
        compared += len(alone)
        if took is None:
            assert np.array_equal(encoding.action(seen), np.concatenate([encoding.action(each) for each in alone]))
            return
        rows, places = encoding.swap(seen)
        expected = [encoding.swap(each) for each in alone]
        assert np.array_equal(rows, np.concatenate([row for row, _ in expected]))
        assert np.array_equal(places, np.concatenate([place for _, place in expected]))
        assert (places[:, -1] == 3).all()

    prove(60, 1, watch=watch)
    assert compared > 1200


def chosen(agent: Agent, view: View) -> Move:
    """What an AI does."""
    candidate = agent.choose(view, Random(1))
    assert candidate is not None
    found: Move = candidate.move
    return found


def kinds_decided_alike(agent: Agent, player: Player) -> set[MoveKind]:
    """The kinds of moves that an AI and a player of arrays have decided on, always the same."""
    random = np.random.default_rng(1)
    kinds: set[MoveKind] = set()

    def watch(states: list[State], seen: BatchView, took: Bools | None) -> None:
        moves = [chosen(agent, view) for view in views_of(states)]
        if took is None:
            found = [MOVES[action] for action in player.begin(seen, random).tolist()]
        else:
            assert seen.drawn is not None
            four = np.concatenate([seen.own, seen.drawn[:, None]], axis=1)
            dropped = player.discard(seen, took, random)
            found = [DISCARDS[card] for card in four[np.arange(len(seen)), dropped].tolist()]
        assert found == moves
        kinds.update(move.kind for move in moves)

    for seed in (1, 2):
        prove(25, seed, watch=watch)
    return kinds


@pytest.mark.parametrize(
    ("name", "settings", "player"),
    [
        ("greedy", {}, GreedyPlayer()),
        ("greedy-caller", {}, GreedyPlayer(25)),
        ("greedy-caller", {"call_at": 19}, GreedyPlayer(19)),
        ("tactician", {}, TacticianPlayer()),
    ],
)
def test_players_of_arrays_decide_as_the_agents_do(name: str, settings: dict[str, Any], player: Player) -> None:
    kinds = kinds_decided_alike(registry.ai("thirty_one", name).agent(settings), player)
    assert len(kinds) == (3 if name == "greedy" else 4)


@pytest.mark.parametrize("name", [*ENCODINGS])
def test_networks_play_at_the_table_as_in_training(name: str) -> None:
    networks = fresh_networks(ENCODINGS[name], (16,), (16,), seed=5)
    scorer = NeuralScorer(networks[ACTION], networks[SWAP], ENCODINGS[name])
    agent = Agent("neural", (scorer,), Best())
    assert len(kinds_decided_alike(agent, NetworkPlayer(networks, ENCODINGS[name]))) >= 3


def test_random_moves_are_all_alike() -> None:
    random = np.random.default_rng(1)
    rounds = Rounds(deal(np.full((3000, 2), 3), np.zeros(3000, dtype=np.int64), random))
    seen = rounds.batch_view()
    player, count = RandomPlayer(), len(seen)
    assert np.bincount(player.begin(seen, random)) / count == pytest.approx([1 / 3] * 3, abs=0.04)
    rounds.call(seen.rows)
    assert np.bincount(player.begin(rounds.batch_view(), random)) / count == pytest.approx([1 / 2] * 2, abs=0.04)
    later = BatchView(rounds, seen.rows, rounds.draw(seen.rows))
    took = np.arange(count) % 2 == 0
    dropped = player.discard(later, took, random)
    assert np.bincount(dropped[took]) / took.sum() == pytest.approx([1 / 3] * 3, abs=0.05)
    assert np.bincount(dropped[~took]) / (~took).sum() == pytest.approx([1 / 4] * 4, abs=0.05)


def test_a_deal_gives_every_card_once_and_nothing_to_those_who_are_out() -> None:
    lives = np.array([[3, 0, 1, 2], [1, 1, 0, 0], [2, 2, 2, 2]] * 40)
    dealt = deal(lives, np.zeros(len(lives), dtype=np.int64), np.random.default_rng(1))
    for row in range(len(lives)):
        alive = int((lives[row] > 0).sum())
        held = dealt.hands[row][lives[row] > 0].ravel().tolist()
        assert (dealt.hands[row][lives[row] == 0] == NO_CARD).all()
        assert dealt.deck_size[row] == 51 - 3 * alive
        assert sorted([*held, *dealt.deck[row, : 51 - 3 * alive].tolist(), int(dealt.top[row])]) == list(range(52))
    assert not np.array_equal(dealt.hands[0], dealt.hands[3])


def test_the_gain_of_a_draw_counted_card_by_card_is_the_same() -> None:
    """The house rule needs every card looked at; where it is off, both ways must agree."""
    states, rounds = deal_both(300, Random(3))
    random = np.random.default_rng(3)
    while rounds.live.size > 20:
        seen = rounds.batch_view()
        if not rounds.house.three_of_a_kind:
            assert np.array_equal(seen.draw_gain, seen._draw_gain_card_by_card())
        ply_both(states, rounds, random)
    assert not rounds.house.three_of_a_kind


class Caller:
    """Calls at once; it draws and discards what it drew where somebody has called."""

    def begin(self, seen: BatchView, random: np.random.Generator) -> Any:
        return np.where(seen.called, DRAW, CALL)

    def discard(self, seen: BatchView, took: Bools, random: np.random.Generator) -> Any:
        return np.full(len(seen), 3)


class Taker(Caller):
    """Takes the top discard and throws its lowest place, for ever."""

    def begin(self, seen: BatchView, random: np.random.Generator) -> Any:
        return np.full(len(seen), TAKE)

    def discard(self, seen: BatchView, took: Bools, random: np.random.Generator) -> Any:
        return np.zeros(len(seen), dtype=np.int64)


def test_rounds_end_after_200_turns() -> None:
    rounds = Rounds(deal(np.full((50, 2), 3), np.zeros(50, dtype=np.int64), np.random.default_rng(1)))
    play(rounds, np.zeros((50, 2), dtype=np.int64), [Taker()], np.random.default_rng(1))
    assert rounds.turns.max() == 200


def test_matches_end_with_one_seat_alive_and_are_the_same_again() -> None:
    seated = np.tile([0, 1, 2], (200, 1))
    players: list[Player] = [GreedyPlayer(), GreedyPlayer(25), Caller()]
    found, again = (play_matches(seated, players, np.arange(200) % 3, np.random.default_rng(7)) for _ in range(2))
    assert np.array_equal(found.winner, again.winner)
    wins = np.bincount(found.winner, minlength=3) / 200
    assert wins.sum() == pytest.approx(1.0)
    # Who calls with any hand loses two lives at a time; among two such callers one must still win.
    assert wins[2] < 0.15
    assert wins.max() > 0.4
    assert set(play_matches(seated, [Caller()] * 3, np.zeros(200, int), np.random.default_rng(7)).winner) == {0, 1, 2}
