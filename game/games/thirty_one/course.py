"""The course of a round as everybody saw it: what each turn began with, what it threw, and what was known before it."""

from typing import NamedTuple

from game.games.thirty_one.cards import BIT
from game.games.thirty_one.rounds import CALL, DRAW, TAKE
from game.games.thirty_one.state import FROM_DECK, View, previous_living


class Turn(NamedTuple):
    """A turn that is complete: who had it, what it began with, the card that it threw, None for a call; and what
    everybody saw before it: the pile's top, all cards that had lain there, those of them in each hand and those that
    each player had thrown, as sets, how many cards the deck held and how many turns were complete."""

    player: int
    kind: int
    threw: int | None
    top: int
    seen: int
    known: tuple[int, ...]
    thrown: tuple[int, ...]
    deck_left: int
    turns: int


def course(view: View) -> list[Turn]:
    """The complete turns of the round, the first one first; none where the view does not tell them. Where more than two
    players are alive, it must not be after a call."""
    kinds = _kinds(view)
    if kinds is None or view.to_move is None:
        return []
    players = _players(view)
    deck_left = view.deck_size + (view.drawn_from is FROM_DECK) + kinds.count(DRAW)
    known, thrown, seen = [0] * view.players, [0] * view.players, BIT[view.laid[0]]
    found = []
    for number, (player, kind) in enumerate(zip(players, kinds, strict=True)):
        top = view.laid[min(number, len(view.laid) - 1)]
        threw = None if kind == CALL else view.laid[number + 1]
        found.append(Turn(player, kind, threw, top, seen, tuple(known), tuple(thrown), deck_left, number))
        if threw is not None:
            known[player] = (known[player] | (BIT[top] if kind == TAKE else 0)) & ~BIT[threw]
            thrown[player] |= BIT[threw]
            seen |= BIT[threw]
            deck_left -= kind == DRAW
    return found


def _kinds(view: View) -> list[int] | None:
    """What each turn began with. A card that was laid down is the top of the pile as the next turn begins: if it does
    not lie there for good, that turn took it."""
    calls = int(view.caller is not None)
    if not view.laid or len(view.laid) - 1 + calls != view.turns:
        return None
    lying = set(view.discard)
    found = [
        TAKE if card not in lying or card in view.laid[number + 1 :] else DRAW
        for number, card in enumerate(view.laid[:-1])
    ]
    return found + [CALL] * calls


def _players(view: View) -> list[int]:
    """Who had each of the complete turns."""
    found, player = [], view.to_move
    for _turn in range(view.turns):
        assert player is not None
        player = previous_living(view.lives, player)
        found.append(player)
    return found[::-1]
