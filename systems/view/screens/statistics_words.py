"""What a person's matches come to, in words: results, ratings, streaks, losses."""

from game.analysis.people.rating import LEAST
from game.analysis.people.statistics import Statistics, Streak
from game.analysis.sentences import percent, points
from game.analysis.yardstick import Mean
from game.rules.language import _, joined, made, ngettext, plural


def results(found: Statistics) -> str:
    """How matches ended, without draws where there is none; of a single one, how that did."""
    if found.matches == 1:
        return _("one, won") if found.won else _("one, lost") if found.lost else _("one, drawn")
    told = {"number": found.matches, "won": found.won, "drawn": found.drawn, "lost": found.lost}
    if not found.drawn:
        return _("{number:,}: {won:,} won, {lost:,} lost", **told)
    return _("{number:,}: {won:,} won, {drawn:,} drawn, {lost:,} lost", **told)


def share_won(found: Statistics) -> str:
    """The share of matches won, with its interval."""
    low, high = found.interval
    return _("{share:.0f} %  ({low:.0f} to {high:.0f})", share=100 * found.rate, low=100 * low, high=100 * high)


def rating_words(found: Statistics) -> str:
    """A rating with its interval and the matches that it rests on; before there is one, how many it needs."""
    rating = found.rating
    if rating is None:
        return ngettext(
            "after {number} more match with a rated AI",
            "after {number} more matches with rated AIs",
            LEAST - found.rated,
        )
    return _("{rating}, {number:,} matches", rating=rating.words, number=rating.matches)


_ENDED = {
    "won": plural("{number} won now; at best {longest}", "{number} won now; at best {longest}"),
    "lost": plural("{number} lost now; at best {longest} won", "{number} lost now; at best {longest} won"),
    "drawn": plural("{number} drawn now; at best {longest} won", "{number} drawn now; at best {longest} won"),
}


def streak(number: int, ended: str, longest: int) -> str:
    """How many of the latest matches ended alike, and the longest streak of wins."""
    one, many = _ENDED[ended]
    return made(one, (), {"number": number, "longest": longest}, many, number)


_LAST = {
    "won": plural("last match won", "last {number} won"),
    "lost": plural("last match lost", "last {number} lost"),
    "drawn": plural("last match drawn", "last {number} drawn"),
}


def streaks(found: Statistics) -> str:
    """The streak under way and the longest of wins, as a note: what is longer than one match."""
    now, longest, told = found.now, found.longest, list[str]()
    if now is not None and now.length > 1:
        one, many = _LAST[now.ended]
        told.append(made(one, (), {"number": now.length}, many, now.length))
    if longest > 1 and now != Streak("won", longest):
        told.append(ngettext("at best {number} win in a row", "at best {number} wins in a row", longest))
    return joined(told)


def taken_back(number: int) -> str:
    """In how many matches something was taken back after it was seen, and what of it."""
    return ngettext("{number:,} match: no rating, no streak", "{number:,} matches: no rating, no streak", number)


def mean_loss(mean: Mean) -> str:
    """What a decision lost in the mean, with its interval where there is more than one match."""
    (low, high), loss = mean.interval, points(mean.loss)
    if mean.matches < 2:
        return _("{points} points a decision", points=loss)
    return _("{points} points a decision  ({low} to {high})", points=loss, low=points(low), high=points(high))


def accuracy(mean: Mean) -> str:
    """The share of decisions that were accurate, and of how many."""
    return ngettext(
        "{share} of {number:,} decision",
        "{share} of {number:,} decisions",
        mean.decisions,
        share=percent(mean.accuracy),
    )
