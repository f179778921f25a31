"""What a match came to: the account that explains a result, what each player's decisions lost, the turning points."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import copysign, floor, fsum
from typing import TYPE_CHECKING, NamedTuple

from game.agents.judging import Shares
from game.analysis.decisions import CLASSES, Decision, class_of

if TYPE_CHECKING:  # an index of matches needs what is here, and nothing that analyses
    from game.analysis.luck import Stroke

ACCURATE = CLASSES["inaccuracy"]
"""A decision that loses less is an accurate one."""
LEAST_TURN = 0.01
"""What changed a chance by less, a point of the match, is no turning point."""


@dataclass(frozen=True)
class Account:
    """Why a player's result is what it is: ``result - start = luck - own_losses + others_losses + rest``. Its fields
    are those of the JSON."""

    start: float
    luck: float
    own_losses: float
    others_losses: float
    rest: float
    result: float

    @property
    def losses(self) -> float:
        """What all losses together gave to the player."""
        return self.others_losses - self.own_losses

    @property
    def losses_first(self) -> bool:
        """Whether own and others' losses together pass 100 points of the match: then their difference is told first,
        for a chance cannot change by so much."""
        return self.own_losses + self.others_losses > 1.0


def accounts(
    start: Shares, result: Shares, decisions: Sequence[Decision], strokes: "Sequence[Stroke]"
) -> list[Account]:
    """Every player's account; `result` is the last of the curve where the match has no end."""
    return [_account(player, start, result, decisions, strokes) for player in range(len(start))]


def _account(
    player: int, start: Shares, result: Shares, decisions: Sequence[Decision], strokes: "Sequence[Stroke]"
) -> Account:
    luck = fsum(stroke.gain[player] for stroke in strokes)
    own = fsum(decision.loss for decision in decisions if decision.player == player)
    others = fsum(decision.gave[player] for decision in decisions if decision.player != player)
    rest = fsum([result[player], -start[player], -luck, own, -others])
    return Account(start[player], luck, own, others, rest, result[player])


def told_changes(start: float, changes: Sequence[float], result: float, digits: int = 0) -> list[float]:
    """The changes in points, of so many decimal places, that lead from the start to the result as these are told.

    Each is rounded, halves away from zero; where that does not add up those are a unit off that were rounded the
    farthest."""
    unit: int = 100 * 10**digits
    exact = [unit * change for change in changes]
    told = [int(copysign(floor(abs(each) + 0.5 + 1e-9), each)) for each in exact]
    missing = round(unit * result) - round(unit * start) - sum(told)
    by = 1 if missing > 0 else -1
    places = sorted(range(len(told)), key=lambda place: ((told[place] - exact[place]) * by, -abs(exact[place])))
    for place in places[: abs(missing)]:
        told[place] += by
    return [each / 10**digits for each in told]


def charged_once(decisions: Sequence[Decision], strokes: "Sequence[Stroke]") -> list[Decision]:
    """The decisions of a match as the account has them: a choice that stays open is charged once.

    A best move that is refused *stands* where the judge weighs it again at a later decision of the same turn, or of the
    player's next one in the round, and by then, luck aside, it has not lost as much as an inaccuracy. Not to play it is
    worth what playing it then is. Of refusals of one move in a row, all but the last of which stand, the
    dearest is charged, and the others lose nothing. An exact judge needs none of this: its chances are those of going
    on as it would.
    """
    rows, going_on = list[list[tuple[Decision, float]]](), dict[int, list[tuple[Decision, float]]]()
    for place, decision in enumerate(decisions):
        if decision.loss <= 0.0:
            continue
        loss, then = _loss_of_waiting(decision, decisions[place + 1 :], strokes)
        row = going_on.get(decision.move, [])
        if not row:
            rows.append(row)
        row.append((decision, loss))
        if then is not None and then.best == decision.best:
            going_on.setdefault(then.move, row)
    changed = {each.move: each for row in rows for each in _charged(row)}
    return [changed.get(each.move, each) for each in decisions]


def _loss_of_waiting(
    decision: Decision, later: Sequence[Decision], strokes: "Sequence[Stroke]"
) -> tuple[float, Decision | None]:
    """What is lost where the best move is played at a next decision instead, and that decision; all that the judge says
    and None where the best move does not stand."""
    for then in later:
        if (then.player, then.round) != (decision.player, decision.round) or then.turn > decision.turn + 1:
            continue
        chance = next((each["chance"] for each in then.candidates if each["move"] == decision.best), None)
        if chance is not None:
            between = range(decision.move, then.move)
            luck = fsum(stroke.gain[decision.player] for stroke in strokes if stroke.move in between)
            loss = decision.chance_best + luck - chance
            stands = class_of(loss, decision.error) is None
            return (min(decision.loss, max(0.0, loss)), then) if stands else (decision.loss, None)
    return decision.loss, None


def _charged(row: Sequence[tuple[Decision, float]]) -> list[Decision]:
    """Refusals in a row, each with its loss, once the first of the dearest alone is charged."""
    if len(row) == 1 and row[0][1] == row[0][0].loss:
        return []
    at = max(row, key=lambda each: each[1])[0].move
    return [_with_loss(each, loss if each.move == at else 0.0, at) for each, loss in row]


def _with_loss(decision: Decision, loss: float, charged: int) -> Decision:
    share = loss / decision.loss
    gave = tuple([-loss if each == decision.player else share * gain for each, gain in enumerate(decision.gave)])
    return replace(
        decision,
        chance_played=decision.chance_best - loss,
        loss=loss,
        called=class_of(loss, decision.error),
        gave=gave,
        standing={"loss": decision.loss, "charged": charged},
    )


class Lost(NamedTuple):
    """What decisions that count lost together, how many they are, and how many lost less than an inaccuracy."""

    loss: float
    decisions: int
    accurate: int


def together(losses: Sequence[float]) -> Lost:
    """What decisions lost that count, taken together."""
    return Lost(fsum(losses), len(losses), sum(loss < ACCURATE for loss in losses))


@dataclass(frozen=True)
class Summary:
    """A player's decisions in numbers: how many were a choice, how many of them count for the mean loss, the mean, how
    many are of each class, the share of counting ones that lose less than an inaccuracy, and how many moves beside them
    an AI made for the player."""

    decisions: int
    counting: int
    mean_loss: float | None
    inaccuracies: int
    mistakes: int
    blunders: int
    accuracy: float | None
    lent: int


def own_decisions(player: int, decisions: Sequence[Decision]) -> list[Decision]:
    """The decisions that a player took: those that an AI took in its place are left out."""
    return [each for each in decisions if each.player == player and not each.lent]


def errors(player: int, decisions: Sequence[Decision]) -> list[Decision]:
    """A player's own inaccuracies, mistakes and blunders, and the refusals that are none as the best move could still
    be had."""
    return [each for each in own_decisions(player, decisions) if each.called is not None or each.excused]


def losses(player: int, decisions: Sequence[Decision], after: int = 0) -> list[float]:
    """What a player's own decisions that count lost by the judge alone, as those of AIs are measured; only decisions
    `after` so many moves."""
    return [each.loss_alone for each in own_decisions(player, decisions) if each.counts and each.move > after]


def summary(player: int, decisions: Sequence[Decision]) -> Summary:
    """A player's own decisions in numbers; mean loss and accuracy are None where none counts."""
    own = own_decisions(player, decisions)
    lost = losses(player, decisions)
    called = [decision.called for decision in own]
    return Summary(
        sum(not decision.forced for decision in own),
        len(lost),
        fsum(lost) / len(lost) if lost else None,
        called.count("inaccuracy"),
        called.count("mistake"),
        called.count("blunder"),
        sum(loss < ACCURATE for loss in lost) / len(lost) if lost else None,
        sum(each.player == player and each.lent for each in decisions),
    )


def turning_points(
    decisions: Sequence[Decision], strokes: "Sequence[Stroke]", most: int, player: int | None = None
) -> "list[Decision | Stroke]":
    """The largest losses and strokes of luck together, by what they changed for a player, or, where none looks, for
    whoever they changed most for; the largest first, of equal ones the earlier. Small ones are left out."""
    lost = [decision for decision in decisions if decision.called is not None]
    points: list[Decision | Stroke] = sorted([*lost, *strokes], key=lambda point: point.move)
    told = [point for point in points if weight(point, player) >= LEAST_TURN]
    return sorted(told, key=lambda point: -weight(point, player))[:most]


def weight(point: "Decision | Stroke", player: int | None = None) -> float:
    """How much a loss or a stroke of luck changed a player's chance, or anybody's."""
    changed = point.gave if isinstance(point, Decision) else point.gain
    return max(map(abs, changed)) if player is None else abs(changed[player])
