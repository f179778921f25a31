"""Thirty-one's judge: what it weighs, by what, and what it makes of open hands."""

from random import Random

import pytest

from game.agents.judging import Weighed
from game.analysis.judges import JudgeError, JudgeWords
from game.games import registry
from game.games.thirty_one.expert import RollOuts
from game.games.thirty_one.full_encoding import FULL
from game.games.thirty_one.hands import pretrained
from game.games.thirty_one.judge import WORLDS, ThirtyOneJudge
from game.games.thirty_one.moves import CALL, Move
from game.games.thirty_one.neural import ACTION, SWAP, NeuralScorer, fresh_networks
from game.games.thirty_one.rules import RULES
from game.games.thirty_one.state import Standing, State
from game.matches.standings import measured
from game.rules.protocol import Setup, apply
from tests.thirty_one_positions import position

POLICY = fresh_networks(FULL, (8,), (8,))
TELLING = {name: POLICY[name].copy() for name in (ACTION, SWAP)}
JUDGE = ThirtyOneJudge(
    RollOuts(NeuralScorer(POLICY[ACTION], POLICY[SWAP], FULL, telling=TELLING), pretrained()), effort=12 / WORLDS
)


def states(players: int = 2, moves: int = 6, seed: int = 1) -> list[State]:
    """The states of a round of random play, as far as it goes on; nobody calls."""
    state, rng, found = (
        RULES.deal(Setup(players), Standing((3,) * players), 0, Random(seed)),
        Random(seed),
        list[State](),
    )
    while state.to_move is not None and len(found) < moves:
        found.append(state.copy())
        legal = [move for move in RULES.legal_moves(RULES.view(state, state.to_move)) if move != CALL]
        apply(RULES, state, rng.choice(legal), rng)
    return found


def weighed(state: State, played: Move, seed: int = 1) -> list[Weighed]:
    return JUDGE.weigh(RULES.view(state, state.to_move or 0), [played], Random(seed))


def legal(state: State) -> list[Move]:
    return list(RULES.legal_moves(RULES.view(state, state.to_move or 0)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_moves_are_weighed_at_the_beginning_of_turns_and_within(players: int) -> None:
    for state in states(players):
        found = weighed(state, legal(state)[-1])
        assert [each.move for each in found] == legal(state)
        assert all(0.0 <= each.chance <= 1.0 and each.error >= 0.0 for each in found)
        assert max(found, key=lambda each: each.chance).error == 0.0


def test_a_decision_is_judged_by_what_its_player_knows() -> None:
    for number, state in enumerate(states()):
        view = RULES.view(state, state.to_move or 0)
        other = RULES.sample(view, Random(number + 100))
        assert weighed(state, legal(state)[0]) == weighed(other, legal(state)[0])


def test_the_same_random_numbers_give_the_same_chances_and_others_others() -> None:
    state = states()[2]
    first, again, other = (weighed(state, legal(state)[0], seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_won_round_is_a_won_match_where_the_other_has_one_life() -> None:
    """A call at the first turn shows hands at once."""
    calls = [
        next(each.chance for each in weighed(state, CALL) if each.move == CALL)
        for state in (
            position("AS 9S KS", "2H 3D 4C", pile="7D", lives=(1, 1), known=("", "2H 3D")),
            position("2H 3D 4C", "10H QH KH", pile="7D", lives=(1, 1), known=("", "10H QH KH")),
        )
    ]
    assert calls == pytest.approx([1.0, 0.0], abs=0.05)


def test_what_the_networks_tell_counts_where_the_roll_outs_are_unsure() -> None:
    """Without chances of their own the roll-outs stand as they are; a choice that is not behind in any world, too."""
    alone = ThirtyOneJudge(
        RollOuts(NeuralScorer(POLICY[ACTION], POLICY[SWAP], FULL), pretrained()), effort=JUDGE.effort
    )
    view = RULES.view(states()[2], states()[2].to_move or 0)
    move = legal(states()[2])[0]
    plain, joined = (judge.weigh(view, [move], Random(1)) for judge in (alone, JUDGE))
    assert plain[0].chance == joined[0].chance
    assert [each.chance for each in plain] != [each.chance for each in joined]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_open_hands_the_others_hands_count_and_the_deck_does_not(players: int) -> None:
    for number, state in enumerate(states(players)):
        (chances,) = JUDGE.open_chances([state], Random(1))
        assert len(chances) == players
        assert sum(chances) == pytest.approx(1.0)
        assert JUDGE.open_chances([RULES.redraw(state, Random(number))], Random(1)) == [chances]


def test_a_better_hand_has_the_better_chance() -> None:
    """After a call of the other the last turn decides, and the deck brings little."""
    good = position("AS 9S KS", "2H 3D 4C", pile="7D", lives=(1, 1), turns=5, caller=1)
    poor = position("2S 9H 4D", "10H QH KH", pile="7D", lives=(1, 1), turns=5, caller=1)
    (ahead, behind) = JUDGE.open_chances([good, poor], Random(1))
    assert ahead[0] > 0.8
    assert behind[0] < 0.2


def test_states_are_judged_alike_alone_and_together() -> None:
    several = states(3)
    together = JUDGE.open_chances(several, Random(1))
    for state, chances in zip(several, together, strict=True):
        assert JUDGE.open_chances([state], Random(1))[0] == pytest.approx(chances, abs=1e-5)


def test_everybody_has_a_share_and_the_mover_the_one_that_was_weighed() -> None:
    view = RULES.view(states(3)[0], 0)
    found = JUDGE.everybodys(view, [Weighed(move, 0.4) for move in RULES.legal_moves(view)[:2]], Random(1))
    for chances in found:
        assert chances[0] == 0.4
        assert sum(chances) == pytest.approx(1.0)


def test_effort_multiplies_the_worlds_and_what_is_not_learnt_does_not_judge() -> None:
    assert registry.ai("thirty_one", "expert").judge is not None
    judge = JudgeWords("thirty_one", "expert", 0.5).judge()
    assert isinstance(judge, ThirtyOneJudge)
    assert judge.effort == 0.5
    with pytest.raises(JudgeError, match="no trained file"):
        JudgeWords("thirty_one", "expert:untrained").judge()


def test_what_may_come_is_told_world_by_world() -> None:
    """In the mean it is what the roll-outs make of a move, each of which ends at a standing."""
    state = states()[2]
    view, moves = RULES.view(state, state.to_move or 0), legal(state)
    worlds = JUDGE.sampled(view, moves, Random(1))
    assert [len(row) for row in worlds] == [12] * len(moves)
    assert len({chance for row in worlds for chance in row}) < 8


def test_rounds_that_are_played_at_once_come_to_the_lives_that_they_cost() -> None:
    """Player 1 has called with 4 points: it loses two of its lives, whatever the last turn brings."""
    state = position("AS 9S KS", "2H 3D 4C", pile="7D", lives=(3, 3), turns=5, caller=1)
    assert JUDGE.outcomes([state, state], Random(1)) == [((0, 2), False)] * 2


def test_a_table_of_standings_is_measured_by_rounds_at_once() -> None:
    options = {option.key: option.default for option in RULES.options}
    found = measured("thirty_one", "expert", options, 2, deals=20, seed=1)
    assert len(found.chances) == 9
    assert found.chances[3, 1][0] > 0.6
    assert found.chances[1, 3][0] < 0.4
