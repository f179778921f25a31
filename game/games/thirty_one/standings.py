"""Thirty-one's standings: everybody's lives, and how a round's end changes them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, product
from statistics import fmean
from typing import Any, TypeAlias

from game.games.standing_spec import Key, StandingSpec
from game.games.thirty_one.cards import (
    BEST,
    BIT,
    HAND_SIZE,
    THREE_ALIKE,
    VALUES,
    cards_of,
    rank_of,
    score,
    suit_of,
    suit_points,
)
from game.games.thirty_one.moves import Move, MoveKind, makes_31
from game.games.thirty_one.scoring import losses, really_lost
from game.games.thirty_one.state import START_LIVES, House, Standing, View, next_living, previous_living
from game.rules.protocol import RoundEnd

Outcome: TypeAlias = tuple[tuple[int, ...], bool]
"""The lives that each player lost, and whether everybody had 31."""


def _keys(players: int, options: Mapping[str, Any]) -> Sequence[Key]:
    """Everybody's lives from who begins on; whoever is out is left out, for the rest play as if alone."""
    lives = range(1, START_LIVES + 1)
    return [key for playing in range(2, players + 1) for key in product(lives, repeat=playing)]


def _key(standing: Standing, first: int) -> tuple[Key, tuple[int, ...]]:
    lives = standing.lives
    turned = [*range(first, len(lives)), *range(first)]
    seats = tuple([player for player in turned if lives[player]])
    return tuple([lives[player] for player in seats]), seats


def _outcome(end: RoundEnd) -> Outcome:
    scores = end.scores or ()
    return tuple(end.record["lost"]), all(score == BEST for score in scores)


def _end(key: Key, outcome: Outcome) -> RoundEnd:
    lost, all_best = outcome
    lives = [own - gone for own, gone in zip(key, lost, strict=True)]
    scores = (float(BEST if all_best else 0),) * len(key)
    return RoundEnd(scores, None, {"lives": lives, "lost": list(lost)})


SPEC = StandingSpec(_keys, lambda key, _: Standing(key), lambda standing: len(standing.lives), _key, _outcome, _end)
"""What the table of standings asks of Thirty-one."""


def known_end(view: View, move: Move) -> float | None:
    """The chance to win the match after a move that ends the round, by the table of standings, where it is the same
    whatever cards nobody has seen: 31 is made, or the last discard after a call is made beside hands that are known,
    or beside one that cannot hold more. None where it is not known."""
    own = BEST if makes_31(view, move) else _shown_with(view, move)
    if own is None:
        return None
    others = [seat for seat, lives in enumerate(view.lives) if lives and seat != view.player]
    alike, found = view.house.three_of_a_kind, [0.0] * view.players
    found[view.player] = own
    if own != BEST:
        for seat in others:
            found[seat] = score(view.known[seat], alike)
    if own == BEST or all(view.known[seat].bit_count() == HAND_SIZE for seat in others):
        return chance_at_end(view, found)
    if len(others) > 1 or own < (most := _most(view, others[0])):
        return None
    lower, tied = (chance_at_end(view, [*found[: others[0]], held, *found[others[0] + 1 :]]) for held in (0.0, own))
    return lower if own > most or lower == tied else None


def _shown_with(view: View, move: Move) -> float | None:
    """What the own hand scores where a discard ends a round that somebody has called; None where it does not."""
    if move.kind is not MoveKind.DISCARD or view.caller is None or view.left != view.caller:
        return None
    return score(view.hand ^ BIT[move.card], view.house.three_of_a_kind)


def _most(view: View, seat: int) -> float:
    """More than this a player cannot score who has not gone out with 31, by the cards that are known."""
    known, unseen = view.known[seat], cards_of(view.unseen)
    missing = HAND_SIZE - known.bit_count()
    if view.house.three_of_a_kind and len({rank_of(card) for card in cards_of(known)}) < 2:
        return THREE_ALIKE
    of_suit = [sorted([VALUES[card] for card in unseen if suit_of(card) == suit])[-missing:] for suit in range(4)]
    return min(BEST - 1, max(map(sum, zip(suit_points(known), map(sum, of_suit), strict=True))))


def chance_at_end(view: View, found: Sequence[float]) -> float:
    """The chance to win the match of a player whose move ends the round with these scores of all, by the table of
    standings. Of the others' scores it matters only which are lowest, and none beside 31."""
    from game.games import standings  # it looks games up in the registry, which knows this one by what is made here

    player, first = view.player, view.player
    lost = really_lost(view.lives, losses(view, tuple(found)))
    lives = tuple([own - gone for own, gone in zip(view.lives, lost, strict=True)])
    if sum(map(bool, lives)) == 1:
        return float(lives[player] > 0)
    for _turn in range(view.turns % view.alive):
        first = previous_living(view.lives, first)
    following = next_living(lives, first) if any(lost) else first
    return standings.chances("thirty_one", view.house._asdict(), Standing(lives), following)[player]


def ends_of_call(view: View, caller: int) -> tuple[float, float]:
    """The lowest and the highest chance to win the match that a round's end can leave a player once `caller` has
    called, by the table of standings: any hands may be the lowest, and any but the caller's come to 31."""
    bare = view._replace(hand=0, discard=(), known=(), thrown=(), drawn=None, drawn_from=None, deck_size=0, laid=())
    return _ends_of_call(bare._replace(to_move=None, caller=caller, turns=view.turns % view.alive))


@lru_cache(maxsize=1024)
def _ends_of_call(view: View) -> tuple[float, float]:
    playing = [seat for seat, lives in enumerate(view.lives) if lives]
    others = [seat for seat in playing if seat != view.caller]
    seats = range(view.players)
    scores = [[float(seat not in lowest) for seat in seats] for lowest in _some(playing)]
    scores += [[float(BEST if seat in best else 0) for seat in seats] for best in _some(others)]
    chances = [chance_at_end(view, found) for found in scores]
    return min(chances), max(chances)


def _some(seats: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """One and more of these seats."""
    return chain.from_iterable(combinations(seats, number) for number in range(1, len(seats) + 1))


def chance_by_lives(view: View) -> float:
    """The chance to win the match that a player has by everybody's lives alone, in the mean over who begins the round,
    by the table of standings."""
    return _chance_by_lives(view.lives, view.player, view.house)


@lru_cache(maxsize=1024)
def _chance_by_lives(everybodys: tuple[int, ...], player: int, house: House) -> float:
    from game.games import standings

    living = [seat for seat, lives in enumerate(everybodys) if lives]
    told = [standings.chances("thirty_one", house._asdict(), Standing(everybodys), first) for first in living]
    return fmean(chances[player] for chances in told)


def never_let_go(view: View, moves: Sequence[Move]) -> list[Move]:
    """Those of the moves beside which no other comes into question: that are sure to win the match, else that make 31
    where no end of the round is better. A caller with lives to spare may lose two of them to a lower hand, and loses
    one to 31."""
    if won := [move for move in moves if known_end(view, move) == 1.0]:
        return won
    spare = view.caller is not None and view.lives[view.caller] > 1
    return [] if spare else [move for move in moves if makes_31(view, move)]
