"""What nobody sees drawn anew, for rules of mods that do not say how: as the zones of their game tell it."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, cast

from game.games.module import GameModule
from game.games.zones import TableZone
from game.rules.protocol import AnyRules


class _Redrawing:
    """Rules with a `redraw` that follows from zones; all else is theirs."""

    def __init__(self, rules: AnyRules, zones: Sequence[TableZone]) -> None:
        self.rules = rules
        self.zones = zones

    def __getattr__(self, name: str) -> Any:
        if name in ("rules", "zones"):  # asked for while a copy in another process is not whole yet
            raise AttributeError(name)
        return getattr(self.rules, name)

    def redraw(self, state: Any, rng: Random) -> Any:
        """The state with the pieces of each place shuffled whose faces nobody sees."""
        rules, board = self.rules, self.rules.board(state)
        unseen = {name for zone in self.zones if zone.faces == "nobody" for name in zone.places}
        for place in sorted((place for place in board if place.zone in unseen), key=repr):
            board[place] = sorted(board[place], key=repr)
            rng.shuffle(board[place])
        known = [rules.known(state, player) for player in range(rules.view(state, 0).players)]
        return rules.from_board(board, rules.facts(state), known, state.to_move)


def with_redraw(game: GameModule) -> GameModule:
    """The game, whose rules have `redraw`: their own, or one that follows from the zones."""
    if hasattr(game.rules, "redraw"):
        return game
    return replace(game, rules=cast(AnyRules, _Redrawing(game.rules, game.zones)))
