"""Jaipur's judge: which moves it weighs, by what, and what it makes of open hands."""

from random import Random

import pytest

from game.agents.judging import Weighed
from game.analysis.judges import JudgeError, JudgeWords
from game.games import registry
from game.games.jaipur.judge import WORLDS, JaipurJudge
from game.games.jaipur.moves import Move
from game.games.jaipur.neural import fresh_network
from game.games.jaipur.rules import RULES
from game.games.jaipur.state import Standing, State
from game.rules.protocol import Setup, apply

JUDGE = JaipurJudge(fresh_network(seed=3, hidden=(16,)), effort=6 / WORLDS)


def states(seals: tuple[int, int] = (0, 0), moves: int = 12, seed: int = 1) -> list[State]:
    """The states of a round of random play, as far as it goes on."""
    state, rng, found = RULES.deal(Setup(2), Standing(seals), 0, Random(seed)), Random(seed), list[State]()
    for _ in range(moves):
        found.append(state.copy())
        apply(RULES, state, rng.choice(RULES.legal_moves(RULES.view(state, state.to_move or 0))), rng)
        if state.to_move is None:
            break
    return found


def weighed(state: State, played: Move, seed: int = 1) -> list[Weighed]:
    return JUDGE.weigh(RULES.view(state, state.to_move or 0), [played], Random(seed))


def test_the_best_moves_and_the_played_one_are_weighed_whatever_it_is() -> None:
    for state in states():
        legal = RULES.legal_moves(RULES.view(state, state.to_move or 0))
        played = legal[len(legal) - 1]
        found = weighed(state, played)
        moves = [each.move for each in found]
        assert played in moves
        assert len(set(moves)) == len(moves) <= 9
        assert all(0.0 <= each.chance <= 1.0 and each.error >= 0.0 for each in found)
        assert max(found, key=lambda each: each.chance).error == 0.0


def test_a_decision_is_judged_by_what_its_player_knows() -> None:
    """The hidden cards of the rival and of the deck drawn anew change nothing: they are drawn from the view."""
    for number, state in enumerate(states(moves=6)):
        view = RULES.view(state, state.to_move or 0)
        other = RULES.sample(view, Random(number + 100))
        played = RULES.legal_moves(view)[0]
        assert weighed(state, played) == weighed(other, played)


def test_with_open_hands_the_rival_s_hand_counts_and_the_deck_does_not() -> None:
    for number, state in enumerate(states(moves=6)):
        (chances,) = JUDGE.open_chances([state], Random(1))
        assert sum(chances) == pytest.approx(1.0)
        assert JUDGE.open_chances([RULES.redraw(state, Random(number))], Random(1)) == [chances]
    rival = 1 - (state.to_move or 0)
    poorer = state.copy()
    poorer.hands[rival], poorer.known[rival] = 0, 0
    assert JUDGE.open_chances([poorer], Random(1)) != [chances]


def test_states_are_judged_alike_alone_and_together() -> None:
    several = states(moves=5)
    together = JUDGE.open_chances(several, Random(1))
    for state, chances in zip(several, together, strict=True):
        assert JUDGE.open_chances([state], Random(1))[0] == pytest.approx(chances, abs=1e-5)


def test_a_round_is_worth_what_it_is_worth_to_the_match() -> None:
    """At one seal each the round is the match; ahead by a seal, less than the whole match is at stake."""
    last, lead = [JUDGE.open_chances([states(seals, 1)[0]], Random(1))[0] for seals in ((1, 1), (1, 0))]
    assert 0.0 < last[0] < 1.0
    assert lead[0] > last[0]


def test_where_nothing_is_learnt_nothing_is_judged() -> None:
    assert registry.ai("jaipur", "expert").judge is not None
    with pytest.raises(JudgeError, match="no trained file"):
        JudgeWords("jaipur", "expert:untrained").judge()
