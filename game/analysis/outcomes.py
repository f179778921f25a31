"""What a move could have brought: counted out where that is little, else drawn anew."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, prod
from random import Random
from typing import Any, NamedTuple

from game.analysis.moments import Moment
from game.games.module import GameModule
from game.rules.protocol import AnyRules, Board, Piece, Place, Shift, apply, effects_of

MOST = 30
"""So many outcomes are counted out; where there are more, so many are drawn."""
DRAW, STEAL, OTHER = "draw", "steal", "other"


class Begun(NamedTuple):
    """What an outcome came of: the state before the move, and what chance added to the move."""

    before: Any
    chance: Any


@dataclass(frozen=True)
class Outcomes:
    """The states that could have come of a move, what did come among them, with what they came of and their weights, 1
    together; `exact` where these are all of them, else each was drawn."""

    event: str
    states: Sequence[Any]
    begun: Sequence[Begun]
    weights: Sequence[float]
    exact: bool


def outcomes(game: GameModule, moment: Moment, purpose: str, most: int = MOST) -> Outcomes | None:
    """What could have come of a move, counted out where that is `most` at most; None where chance showed nobody
    anything. `purpose` keys the random numbers."""
    rules, unseen = game.rules, _unseen(game)
    shifts = _shifts(rules, moment, Begun(moment.before, moment.chance))
    turned = _turned(shifts, unseen)
    if turned:
        event = game.events.get(turned[0].source.zone, DRAW)
        return _drawn_from(rules, moment, turned, event, most) or _drawn(rules, moment, event, purpose)
    if moment.chance is None:
        return None
    event = STEAL if _stolen(shifts, moment.player) else OTHER
    counted = game.outcomes(moment.before, moment.move)
    if counted:
        begun = [Begun(moment.before, chance) for chance, _ in counted]
        total = sum(weight for _, weight in counted)
        states = [_settled(rules, moment.move, each) for each in begun]
        return Outcomes(event, states, begun, [weight / total for _, weight in counted], True)
    drawn, came = _drawn(rules, moment, event, purpose), _seen(rules, moment.after, unseen)
    return None if all(_seen(rules, state, unseen) == came for state in drawn.states) else drawn


def pieces_of(game: GameModule, moment: Moment, begun: Begun) -> list[Piece]:
    """The pieces that chance showed in an outcome of a move: those that were turned over, else those that were
    stolen."""
    shifts = _shifts(game.rules, moment, begun)
    return [shift.piece for shift in _turned(shifts, _unseen(game)) or _stolen(shifts, moment.player)]


def _shifts(rules: AnyRules, moment: Moment, begun: Begun) -> list[Shift]:
    effects = effects_of(rules, begun.before, moment.move, begun.chance)
    return [effect for effect in effects if isinstance(effect, Shift)]


def _turned(shifts: Sequence[Shift], unseen: frozenset[str]) -> list[Shift]:
    return [shift for shift in shifts if shift.source.zone in unseen and shift.target.zone not in unseen]


def _stolen(shifts: Sequence[Shift], player: int) -> list[Shift]:
    return [shift for shift in shifts if shift.source.player not in (None, player)]


def _unseen(game: GameModule) -> frozenset[str]:
    """The zones whose faces nobody sees."""
    return frozenset([name for zone in game.zones if zone.faces == "nobody" for name in zone.places])


def _settled(rules: AnyRules, move: Any, begun: Begun) -> Any:
    state = begun.before.copy()
    rules.decide(state, move)
    rules.settle(state, move, begun.chance)
    return state


def _drawn(rules: AnyRules, moment: Moment, event: str, purpose: str) -> Outcomes:
    """So many outcomes by lot."""
    states, begun = list[Any](), list[Begun]()
    for number in range(MOST):
        rng = Random(f"{purpose}/{number}")
        before = rules.redraw(moment.before, rng)
        states.append(before.copy())
        begun.append(Begun(before, apply(rules, states[-1], moment.move, rng)))
    return Outcomes(event, states, begun, [1 / MOST] * MOST, False)


def _drawn_from(rules: AnyRules, moment: Moment, turned: Sequence[Shift], event: str, most: int) -> Outcomes | None:
    """Every set of pieces that could have been drawn from the one place that was drawn from; None where they are more
    than `most`, or where it is not the order of that place alone that decides."""
    place = turned[0].source
    board = rules.board(moment.before)
    pieces = board.get(place, [])
    if moment.chance is not None or any(shift.source != place for shift in turned) or len(pieces) < len(turned):
        return None
    begun, weights = list[Begun](), list[float]()
    for drawn in _draws(Counter(pieces), len(turned)):
        before = None if len(begun) == most else _with_next(rules, moment.before, board, place, drawn)
        if before is None:
            return None
        begun.append(Begun(before, None))
        ways = prod(comb(pieces.count(piece), number) for piece, number in drawn.items())
        weights.append(ways / comb(len(pieces), len(turned)))
    return Outcomes(event, [_settled(rules, moment.move, each) for each in begun], begun, weights, True)


def _draws(pieces: Counter[Piece], number: int) -> Iterator[Counter[Piece]]:
    """Every multiset of so many of these pieces, once."""
    if number == 0:
        yield Counter()
        return
    if pieces.total() < number:
        return
    piece = min(pieces)
    others = Counter({each: held for each, held in pieces.items() if each != piece})
    for taken in range(min(number, pieces[piece]), -1, -1):
        for rest in _draws(others, number - taken):
            yield Counter({piece: taken} | rest) if taken else rest


def _with_next(rules: AnyRules, state: Any, board: Board, place: Place, drawn: Counter[Piece]) -> Any:
    """The state in which these pieces of a place come next, None where the table does not tell it."""
    rest = Counter(board[place]) - drawn
    lying = board | {place: [*drawn.elements(), *rest.elements()]}
    known = [rules.known(state, player) for player in range(rules.view(state, 0).players)]
    found = rules.from_board(lying, rules.facts(state), known, state.to_move)
    return found if rules.board(found) == lying else None


def _seen(rules: AnyRules, state: Any, unseen: frozenset[str]) -> Any:
    """All that somebody sees of a state."""
    views = [rules.view(state, player) for player in range(rules.view(state, 0).players)]
    return views, {place: pieces for place, pieces in rules.board(state).items() if place.zone not in unseen}
