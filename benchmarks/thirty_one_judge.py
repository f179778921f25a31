"""How far Thirty-one's judge is off: ``python -m benchmarks.thirty_one_judge [MATCHES] [SEED] [FILE]``.

``tabletalk judge-error`` compares a judge with play to the end in worlds that it draws itself. That tells nothing at a
game where the judge does nothing else, and where what it may get wrong is the worlds: what others are likely to hold.
So here the best move and the played one are both played on from the hands that were really held. What comes of it
scatters by what nobody could know, but in the mean it is the truth; so with a judged difference J and a true one T the
mean of J x (J - T) is the variance of what J is off by. Less that of its sampling it is the square of the judge's own
error. Matches are between levels, by lot; of the decisions that count and lose something one in four is looked at.
"""

import sys
from math import fsum, sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean

import numpy as np

from game.analysis.decisions import COUNTING
from game.analysis.judges import JudgeWords
from game.analysis.moments import Moment
from game.analysis.yardstick import played
from game.games import judge_error
from game.games.thirty_one.expert import RollOuts, standing_arrays
from game.games.thirty_one.judge import ThirtyOneJudge
from game.games.thirty_one.look_ahead import open_worlds, rolled_out
from game.games.thirty_one.moves import Move
from game.games.thirty_one.rules import RULES
from game.games.thirty_one.state import State
from game.rules.protocol import usual_options

AIS = ("beginner", "casual", "club", "neural")
ONE_IN = 4
WORLDS = 100


def main(matches: int, seed: int, path: Path) -> None:
    """Measure, print and keep it."""
    words = JudgeWords(RULES.name, "expert")
    judge = words.judge()
    assert isinstance(judge, ThirtyOneJudge)
    found = [_of_match(judge, number) for number in range(seed, seed + matches)]
    held = [each for each in found if each]
    squares = [[judged * (judged - true) - sampled for judged, true, sampled in each] for each in held]
    number = sum(map(len, held))
    mean = fsum(map(fsum, squares)) / number
    apart = fsum((fsum(match) - mean * len(match)) ** 2 for match in squares)
    reach = NormalDist().inv_cdf(0.975) * sqrt(apart * len(held) / (len(held) - 1)) / number
    low, error, high = (sqrt(max(0.0, square)) for square in (mean - reach, mean, mean + reach))
    bias = fmean([judged - true for match in held for judged, true, _ in match])
    told = {
        "error": round(error, 5),
        "interval": [round(low, 5), round(high, 5)],
        "bias": round(bias, 5),
        "decisions": number,
        "matches": len(held),
    }
    made = {"judge": words.ai, "trained": words.seat.trained, "seed": seed, "worlds": WORLDS}
    judge_error.write(path, made | told)
    print(f"{path}: {told}")


def _of_match(judge: ThirtyOneJudge, seed: int) -> list[tuple[float, float, float]]:
    """Of some decisions of a match the judged loss, the true one, and the variance that sampling leaves the first."""
    lot, options = Random(f"{seed}/judge-error"), usual_options(RULES)
    found = []
    for moment in played(RULES.name, [lot.choice(AIS) for _ in range(2)], options, seed):
        if lot.random() * ONE_IN < 1.0 and (each := _of_decision(judge, moment, seed)) is not None:
            found.append(each)
    return found


def _of_decision(judge: ThirtyOneJudge, moment: Moment, seed: int) -> tuple[float, float, float] | None:
    view = RULES.view(moment.before, moment.player)
    weighed = judge.weigh(view, [moment.move], Random(f"{seed}/{moment.number}/decision"))
    best = max(weighed, key=lambda each: each.chance)
    other = next(each for each in weighed if each.move == moment.move)
    if not COUNTING[0] <= best.chance <= COUNTING[1] or other.chance >= best.chance:
        return None
    random = np.random.Generator(np.random.PCG64([seed, moment.number]))
    true = _true_difference(judge.ahead, moment.before, [best.move, other.move], random)
    return best.chance - other.chance, true, other.error**2


def _true_difference(ahead: RollOuts, state: State, moves: list[Move], random: np.random.Generator) -> float:
    """By how much the first of two moves is better with all hands as they are, decks being drawn anew."""
    player = state.to_move or 0
    tables, in_hand = open_worlds([state] * len(moves), WORLDS, random)
    choice = np.repeat(ahead.neural.choices(RULES.view(state, player), moves), WORLDS)
    standings = standing_arrays(tables.seats, tables.house)
    came = rolled_out(ahead.policy, standings, tables, in_hand, random, choice)[:, player].reshape(2, WORLDS)
    return float((came[0] - came[1]).mean())


if __name__ == "__main__":
    asked = dict(enumerate(sys.argv[1:]))
    main(int(asked.get(0, 100)), int(asked.get(1, 1)), Path(asked.get(2, str(judge_error.shipped_path(RULES.name)))))
