"""What a move could have brought: counted out where that is little, else drawn anew."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, prod
from random import Random
from typing import Any

from game.analysis.moments import Moment
from game.games.module import GameModule
from game.rules.protocol import AnyRules, Board, Piece, Place, Shift, apply, effects_of

MOST = 30
"""So many outcomes are counted out; where there are more, so many are drawn."""
DRAW, STEAL, OTHER = "draw", "steal", "other"


@dataclass(frozen=True)
class Outcomes:
    """The states that could have come of a move, what did come among them, with their weights, 1 together; `exact`
    where these are all of them, else each was drawn."""

    event: str
    states: Sequence[Any]
    weights: Sequence[float]
    exact: bool


def outcomes(game: GameModule, moment: Moment, purpose: str) -> Outcomes | None:
    """What could have come of a move; None where chance showed nobody anything. `purpose` keys the random numbers."""
    rules, unseen = game.rules, _unseen(game)
    effects = effects_of(rules, moment.before, moment.move, moment.chance)
    shifts = [effect for effect in effects if isinstance(effect, Shift)]
    turned = [shift for shift in shifts if shift.source.zone in unseen and shift.target.zone not in unseen]
    if turned:
        event = game.events.get(turned[0].source.zone, DRAW)
        return _drawn_from(rules, moment, turned, event) or _drawn(rules, moment, event, purpose)
    if moment.chance is None:
        return None
    event = STEAL if any(shift.source.player not in (None, moment.player) for shift in shifts) else OTHER
    counted = game.outcomes(moment.before, moment.move)
    if counted:
        states = [_settled(rules, moment.before, moment.move, chance) for chance, _ in counted]
        total = sum(weight for _, weight in counted)
        return Outcomes(event, states, [weight / total for _, weight in counted], True)
    drawn, came = _drawn(rules, moment, event, purpose), _seen(rules, moment.after, unseen)
    return None if all(_seen(rules, state, unseen) == came for state in drawn.states) else drawn


def _unseen(game: GameModule) -> frozenset[str]:
    """The zones whose faces nobody sees."""
    return frozenset([name for zone in game.zones if zone.faces == "nobody" for name in zone.places])


def _settled(rules: AnyRules, before: Any, move: Any, chance: Any) -> Any:
    state = before.copy()
    rules.decide(state, move)
    rules.settle(state, move, chance)
    return state


def _drawn(rules: AnyRules, moment: Moment, event: str, purpose: str) -> Outcomes:
    """So many outcomes by lot."""
    states = []
    for number in range(MOST):
        rng = Random(f"{purpose}/{number}")
        state = rules.redraw(moment.before, rng)
        apply(rules, state, moment.move, rng)
        states.append(state)
    return Outcomes(event, states, [1 / MOST] * MOST, False)


def _drawn_from(rules: AnyRules, moment: Moment, turned: Sequence[Shift], event: str) -> Outcomes | None:
    """Every set of pieces that could have been drawn from the one place that was drawn from; None where they are too
    many, or where it is not the order of that place alone that decides."""
    place = turned[0].source
    board = rules.board(moment.before)
    pieces = board.get(place, [])
    if moment.chance is not None or any(shift.source != place for shift in turned) or len(pieces) < len(turned):
        return None
    states, weights = list[Any](), list[float]()
    for drawn in _draws(Counter(pieces), len(turned)):
        state = None if len(states) == MOST else _with_next(rules, moment.before, board, place, drawn)
        if state is None:
            return None
        states.append(_settled(rules, state, moment.move, None))
        ways = prod(comb(pieces.count(piece), number) for piece, number in drawn.items())
        weights.append(ways / comb(len(pieces), len(turned)))
    return Outcomes(event, states, weights, True)


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
