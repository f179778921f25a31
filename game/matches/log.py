"""The move log of a match, in words: a listener of matches, and of replays that are followed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.base.safe_text import MOST_TOLD, shown
from game.games import registry
from game.matches.check import Position
from game.matches.endings import round_title
from game.matches.notes import LENT, TAKEN_BACK, note_of
from game.matches.replay import Line
from game.rules.language import _, joined
from game.rules.mentions import did, with_names
from game.rules.protocol import AnyRules, MatchEnd, RoundEnd, Setup


@dataclass(frozen=True)
class LogLine:
    """One line of the move log; `player` is None for what concerns everybody."""

    text: str
    player: int | None = None
    heading: bool = False
    round: int | None = None
    """Of the end of a round, which."""
    ended: str = ""
    """Of the end of a round, how it ended, without the scores."""


class Log:
    """What has happened in a match, line by line."""

    def __init__(self, rules: AnyRules, names: Sequence[str]) -> None:
        self._rules = rules
        self._names = names
        self.lines: list[LogLine] = []
        self._before: list[int] = []
        self._lent = False
        self._ends_otherwise = registry.game(rules.name).round_title is not None
        self._one_round = rules.new_standing(Setup(len(names))) == ()  # nothing to bring into another round

    def round_started(self, number: int, first: int, state: Any) -> None:
        name = self._names[first]
        begins = _("You begin") if name == "You" else _("{name} begins", name=name)
        self._head(begins if self._one_round else _("Round {number}: {told}", number=number, told=begins))
        self._before = []

    def moved(self, player: int, move: Any, chance: Any, state: Any) -> None:
        self._before.append(len(self.lines))
        told = with_names(self._rules.describe(move, chance, state), self._names)
        words = did(self._names[player], told)
        if self._lent:
            words = _("{told} (played by the AI)", told=words)
        self._lent = False
        self.lines.append(LogLine(words, player))

    def undone(self, to: int) -> None:
        """Forget the round's moves after its first `to`, but not that what was seen was taken back."""
        if to < len(self._before):
            kept = [line for line in self.lines[self._before[to] :] if line.text == TAKEN_BACK]
            self.lines[self._before[to] :] = kept
            del self._before[to:]

    def played_on(self) -> None:
        """Tell that another match branches off here."""
        anew = _("Played on from here; what could not be known was drawn anew")
        self.noted(None, anew if registry.game(self._rules.name).hides else _("Played on from here"))

    def noted(self, player: int | None, text: str) -> None:
        if text == LENT:
            self._lent = True  # told with the move
            return
        self.lines.append(LogLine(shown(text, MOST_TOLD), player))

    def round_ended(self, number: int, end: RoundEnd) -> None:
        if self._one_round:
            return  # the end of the match says it all
        if self._ends_otherwise:
            who = round_title(self._rules.name, end, self._names)
        elif end.winner is None:
            who = _("drawn")
        else:
            name = self._names[end.winner]
            who = _("You win") if name == "You" else _("{name} wins", name=name)
        told = _("Round {number}: {told}", number=number, told=who)
        scores = self._scores(end)
        words = _("{told} ({scores})", told=told, scores=scores) if scores else told
        self.lines.append(LogLine(words, heading=True, round=number, ended=told))

    def _scores(self, end: RoundEnd) -> str:
        """Whose score is which; whoever had left the match before the round has none."""
        if end.scores is None:
            return ""
        scores = enumerate(zip(self._names, end.scores, strict=True))
        return joined(
            [
                _("{name}: {score}", name=name, score=score)
                for player, (name, score) in scores
                if player not in end.absent
            ]
        )

    def match_ended(self, end: MatchEnd) -> None:
        name = "" if end.winner is None else self._names[end.winner]
        won = _("You win the match") if name == "You" else _("{name} wins the match", name=name)
        self._head(_("The match is drawn") if end.winner is None else won)

    def _head(self, text: str) -> None:
        self.lines.append(LogLine(text, heading=True))


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
            if "player" in record.get("redrawn", ()):
                log.played_on()
        case "note":
            log.noted(record["player"], note_of(record["text"]))
        case "round_end" if position.round_end is not None:
            log.round_ended(position.number, position.round_end)
        case "match_end" if position.end is not None:
            log.match_ended(position.end)
