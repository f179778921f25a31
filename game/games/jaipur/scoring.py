"""The end of Jaipur's rounds and matches: scores, tie-breaks, seals, who starts next."""

from game.games.jaipur.state import Standing, State
from game.games.jaipur.tables import EMPTY_TO_END, MARKET_SIZE, STOPPED_TO_END
from game.rules.language import _, joined
from game.rules.multisets import few
from game.rules.protocol import AfterRound, MatchEnd, RoundEnd, ScoreLine

Rank = tuple[int, int, int]
"""What decides a round, in this order: score, number of bonus tokens, number of goods tokens."""


def round_end(state: State, standing: Standing) -> RoundEnd:
    """The result of a round that is over: more points; then more bonus tokens; then more goods tokens; then
    nobody. A round that the turn limit stopped is nobody's, its scores as they stand."""
    camels = (state.camel_score(0), state.camel_score(1))
    goods = (state.goods_score(0), state.goods_score(1))
    bonuses = (state.bonus_score(0), state.bonus_score(1))
    scores = (goods[0] + bonuses[0] + camels[0], goods[1] + bonuses[1] + camels[1])
    ranks = [(scores[player], len(state.bonuses_taken[player]), len(state.goods_taken[player])) for player in (0, 1)]
    stopped = _stopped(state)
    winner = None if stopped or ranks[0] == ranks[1] else int(ranks[1] > ranks[0])
    seals = list(standing.seals)
    if winner is not None:
        seals[winner] += 1
    lines = (
        ScoreLine(_("Goods tokens"), goods),
        ScoreLine(_("Bonus tokens"), bonuses),
        *([ScoreLine(_("Larger herd"), camels)] if state.house.herd else []),
        ScoreLine(_("Score"), scores),
    )
    return RoundEnd(scores, winner, {"seals": seals}, lines, stopped, _why(stopped, ranks, state))


def after_round(standing: Standing, first: int, end: RoundEnd) -> AfterRound:
    """The loser starts the next round; after a drawn one, the player who did not start it."""
    seals = (end.record["seals"][0], end.record["seals"][1])
    after = standing._replace(seals=seals, stopped=standing.stopped + end.stopped)
    following = 1 - (first if end.winner is None else end.winner)
    match_end = None
    if end.winner is not None and seals[end.winner] >= standing.needed:
        match_end = MatchEnd(end.winner, "won")
    elif after.stopped >= STOPPED_TO_END:
        match_end = MatchEnd(None, "turn limit")
    return AfterRound(after, following, match_end)


def worth(state: State) -> tuple[float, float]:
    """Each player's chance to win the match after a round that is over, if all further rounds are even."""
    won = round_end(state, Standing(state.seals)).record["seals"]
    chance = _even_chance(state.house.seals - won[0], state.house.seals - won[1])
    return chance, 1.0 - chance


def _even_chance(own: int, rivals: int) -> float:
    """The chance to win as many even rounds as one still needs before the rival has those it needs."""
    if own <= 0 or rivals <= 0:
        return float(own <= 0)
    return (_even_chance(own - 1, rivals) + _even_chance(own, rivals - 1)) / 2


def sold_out(state: State) -> bool:
    """Whether so many kinds of goods have no token left that the round is over."""
    return state.tokens_left.count(0) >= EMPTY_TO_END


def _stopped(state: State) -> bool:
    """Whether the turn limit, and nothing else, ended the round."""
    ended_by_rule = sold_out(state) or few(state.market) < MARKET_SIZE
    return 0 < state.limit <= state.turns and not ended_by_rule


def _why(stopped: bool, ranks: list[Rank], state: State) -> str:
    if stopped:
        return _("Drawn: the turn limit of {limit} was reached.", limit=state.limit)
    ended = _("Three kinds of goods are sold out.") if sold_out(state) else _("The deck ran out.")
    if ranks[0][0] != ranks[1][0]:
        return ended
    if ranks[0][1] != ranks[1][1]:
        return joined([ended, _("Equal scores: more bonus tokens win.")], " ")
    if ranks[0][2] != ranks[1][2]:
        return joined([ended, _("Equal scores and bonus tokens: more goods tokens win.")], " ")
    return joined([ended, _("Equal in everything: the round is drawn.")], " ")
