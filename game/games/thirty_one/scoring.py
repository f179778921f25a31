"""The end of a round of Thirty-one: what hands score, who loses lives, and what follows."""

from functools import cache, lru_cache

from game.games.thirty_one.cards import BEST, score
from game.games.thirty_one.state import Standing, State, View, next_living
from game.rules.language import _, capitalised, joined, pgettext
from game.rules.mentions import mention
from game.rules.protocol import AfterRound, MatchEnd, RoundEnd, ScoreLine

CALLER_LOSS = 2
"""The lives that a lowest or tied lowest hand costs the caller; anybody else loses one."""
_POINTS, _LIVES_LOST, _LIVES_LEFT = _("Points"), _("Lives lost"), _("Lives left")


def scores(state: State) -> tuple[float, ...]:
    """What each hand scores, 0 for a player who is out."""
    alike = state.house.three_of_a_kind
    return tuple([score(hand, alike) if hand else 0 for hand in state.hands])


def losses(state: State | View, found: tuple[float, ...]) -> list[int]:
    """The lives that the scores `found` cost each player, before anybody looks at how many there are."""
    playing = [player for player, lives in enumerate(state.lives) if lives]
    lost = [0] * len(state.lives)
    if BEST in found:
        for player in playing:
            lost[player] = int(found[player] != BEST)
        return lost
    lowest = min(found[player] for player in playing)
    last = [player for player in playing if found[player] == lowest]
    for player in last:
        lost[player] = 1
    caller = state.caller
    if caller in last:
        lost[caller] = 0 if state.house.caller_safe and len(last) > 1 else CALLER_LOSS
    return lost


def really_lost(lives: tuple[int, ...], lost: list[int]) -> tuple[int, ...]:
    """The lives really lost: no more than there are, and none at all where nobody would be left alive."""
    taken = tuple([min(own, loss) for own, loss in zip(lives, lost, strict=True)])
    return (0,) * len(lives) if taken == lives else taken


def worth(state: State) -> tuple[float, ...]:
    """Each player's chance to win the match after a round that is over, if every further round costs one of the living,
    by lot, one life."""
    lost = really_lost(state.lives, losses(state, scores(state)))
    return even_chances(tuple([own - loss for own, loss in zip(state.lives, lost, strict=True)]))


@lru_cache(maxsize=1 << 10)
def even_chances(lives: tuple[int, ...]) -> tuple[float, ...]:
    """The chance of each to be the last with lives, where one of the living, by lot, loses one life at a time."""
    living = [player for player, left in enumerate(lives) if left]
    if len(living) == 1:
        return tuple([float(left > 0) for left in lives])
    after = [even_chances((*lives[:player], lives[player] - 1, *lives[player + 1 :])) for player in living]
    return tuple([sum(chances) / len(living) for chances in zip(*after, strict=True)])


def round_end(state: State) -> RoundEnd:
    """The result of a round that is over."""
    found = scores(state)
    due = losses(state, found)
    lost = really_lost(state.lives, due)
    lives = tuple([own - loss for own, loss in zip(state.lives, lost, strict=True)])
    highest = max(found)
    winner = found.index(highest) if found.count(highest) == 1 else None
    lines = (ScoreLine(_POINTS, found), ScoreLine(_LIVES_LOST, lost), ScoreLine(_LIVES_LEFT, lives))
    why = _why(state, found, due)
    if any(due) and not any(lost):
        why = joined([why, _("Nobody would be left: the round counts for nothing and is dealt again.")], " ")
    absent = frozenset([player for player, left in enumerate(state.lives) if not left])
    return RoundEnd(found, winner, {"lives": list(lives), "lost": list(lost)}, lines, why=why, absent=absent)


def _why(state: State, found: tuple[float, ...], due: list[int]) -> str:
    """What ended the round, and whom it costs what."""
    if BEST in found:  # which ends a round at once
        if any(due):
            return _("31! Everybody without it loses a life.")
        return _("31! Everybody has it: nobody loses a life.")
    held = [points for points, lives in zip(found, state.lives, strict=True) if lives]
    tied = held.count(min(held)) > 1
    if state.caller is not None:
        caller, safe = state.caller, state.house.caller_safe
        own = found[caller] == min(held)
        return _call_ended(caller, state.turns == 1, own, tied, safe, price_of_call(state.lives[caller]))
    if not state.deck_size:
        if tied:
            return _("The deck is empty: hands are shown, and the lowest lose a life each.")
        return _("The deck is empty: hands are shown, and the lowest loses a life.")
    if tied:
        return _("{number} turns are over: hands are shown, and the lowest lose a life each.", number=state.turns)
    return _("{number} turns are over: hands are shown, and the lowest loses a life.", number=state.turns)


def price_of_call(lives: int) -> str:
    """What a lowest hand costs whoever calls with so many lives, in words that follow "costs"."""
    return pgettext("it costs", "two lives") if lives >= CALLER_LOSS else pgettext("it costs", "the last life")


@cache
def _call_ended(caller: int, under_the_gun: bool, lowest: bool, tied: bool, safe: bool, price: str) -> str:
    """What a call cost whom, where the caller's hand was the lowest or not, or several tied for it; by the house rule a
    caller is `safe` then."""
    player = mention(caller)
    values = {"player": player, "lives": price}
    if not lowest and tied:
        told = _("{player} called: the lowest hands lose a life each.", player=player)
    elif not lowest:
        told = _("{player} called: the lowest hand loses a life.", player=player)
    elif not tied:
        told = _("{player} called and had the lowest hand: that costs the caller {lives}.", **values)
    elif safe:
        told = _("{player} called and tied for the lowest hand: it costs a life, but not the caller.", player=player)
    else:
        told = _("{player} called and tied for the lowest hand: that costs the caller {lives}.", **values)
    at_once = _("It was the first turn of the round, so hands were shown at once.") if under_the_gun else ""
    return joined([capitalised(told), at_once], " ")


def after_round(standing: Standing, first: int, end: RoundEnd) -> AfterRound:
    """What follows a round: the next one, started by the next player alive, or the same player where the round counted
    for nothing; or the end of the match."""
    lives = tuple(end.record["lives"])
    living = [player for player, left in enumerate(lives) if left]
    if len(living) == 1:
        return AfterRound(Standing(lives), first, MatchEnd(living[0], "won"))
    again = first if _counts_for_nothing(lives, end) else next_living(lives, first)
    return AfterRound(Standing(lives), again, None)


def _counts_for_nothing(lives: tuple[int, ...], end: RoundEnd) -> bool:
    """Somebody always loses a life, but in a round that counts for nothing, and in one in which all were dealt 31."""
    found = end.scores or ()
    return not any(end.record["lost"]) and any(
        left and points != BEST for left, points in zip(lives, found, strict=True)
    )
