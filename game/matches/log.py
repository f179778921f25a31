"""The move log of a match, in words: a listener of matches, and of replays that are followed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.base.safe_text import MOST_TOLD, shown
from game.games import registry
from game.matches.check import Position
from game.matches.endings import round_title
from game.matches.replay import Line
from game.rules.mentions import with_names
from game.rules.protocol import AnyRules, MatchEnd, RoundEnd, Setup


@dataclass(frozen=True)
class LogLine:
    """One line of the move log; `player` is None for what concerns everybody."""

    text: str
    player: int | None = None
    heading: bool = False


class Log:
    """What has happened in a match, line by line."""

    def __init__(self, rules: AnyRules, names: Sequence[str]) -> None:
        self._rules = rules
        self._names = names
        self.lines: list[LogLine] = []
        self._before: list[int] = []
        self._ends_otherwise = registry.game(rules.name).round_title is not None
        self._one_round = rules.new_standing(Setup(len(names))) == ()  # nothing to bring into another round

    def round_started(self, number: int, first: int, state: Any) -> None:
        begins = self._told(first, "begin")
        self._head(begins if self._one_round else f"Round {number}: {begins}")
        self._before = []

    def moved(self, player: int, move: Any, chance: Any, state: Any) -> None:
        self._before.append(len(self.lines))
        told = with_names(self._rules.describe(move, chance, state), self._names)
        self.lines.append(LogLine(f"{self._names[player]} {told}", player))

    def undone(self, to: int) -> None:
        """Forget the round's moves after its first `to`."""
        if to < len(self._before):
            del self.lines[self._before[to] :]
            del self._before[to:]

    def noted(self, player: int | None, text: str) -> None:
        self.lines.append(LogLine(shown(text, MOST_TOLD), player))

    def round_ended(self, number: int, end: RoundEnd) -> None:
        if self._one_round:
            return  # the end of the match says it all
        if self._ends_otherwise:
            who = round_title(self._rules.name, end, self._names)
        else:
            who = "drawn" if end.winner is None else self._told(end.winner, "win")
        self._head(f"Round {number}: {who}{self._scores(end)}")

    def _scores(self, end: RoundEnd) -> str:
        """Whose score is which; whoever had left the match before the round has none."""
        if end.scores is None:
            return ""
        scores = enumerate(zip(self._names, end.scores, strict=True))
        told = [f"{name}: {score}" for player, (name, score) in scores if player not in end.absent]
        return f" ({', '.join(told)})"

    def match_ended(self, end: MatchEnd) -> None:
        self._head("The match is drawn" if end.winner is None else f"{self._told(end.winner, 'win')} the match")

    def _head(self, text: str) -> None:
        self.lines.append(LogLine(text, heading=True))

    def _told(self, player: int, verb: str) -> str:
        """A player's name with a verb that agrees with it: the human alone at the table is "You"."""
        name = self._names[player]
        return f"{name} {verb}" if name == "You" else f"{name} {verb}s"


def narrate(log: Log, line: Line, position: Position) -> None:
    """Tell a log what a line of a replay says, once the line has been followed to `position`."""
    record = line.record
    match record["type"]:
        case "round":
            log.round_started(position.number, position.first, position.state)
        case "move":
            log.moved(*position.moves[-1], position.state)
        case "undo":
            log.undone(record["to"])
            if "redrawn" in record:
                log.noted(None, "Played on from here; what could not be known was drawn anew")
        case "note":
            log.noted(record["player"], record["text"])
        case "round_end" if position.round_end is not None:
            log.round_ended(position.number, position.round_end)
        case "match_end" if position.end is not None:
            log.match_ended(position.end)
