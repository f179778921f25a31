"""TURN: rounds are dealt, ended and followed by the next until the match is over."""

import esper

from components.table import MatchOver, Pace, Progress, RoundOver, Table
from game.base.events import Events, MatchEnded, MatchEnding, RoundEnded, RoundStarted
from systems.snapshot import arrange, on_table, only, snapshot


class TurnSystem(esper.Processor):
    """Deals the next round when the one before is over and acknowledged, and ends rounds and the match."""

    def __init__(self, events: Events) -> None:
        self._events = events

    def process(self, seconds: float) -> None:
        if on_table(MatchOver) is not None or only(Pace).held:
            return
        over = on_table(RoundOver)
        if over is not None:
            if over.acknowledged:
                self._next_round(over)
        elif only(Progress).round_number == 0:
            self._deal()
        elif snapshot().to_move is None:
            self._end_round()

    def _next_round(self, over: RoundOver) -> None:
        (entity, _) = esper.get_component(RoundOver)[0]
        esper.remove_component(entity, RoundOver)
        only(Progress).first = over.next_first
        self._deal()

    def _deal(self) -> None:
        table, progress = only(Table), only(Progress)
        progress.round_number += 1
        rng = table.streams.deal(progress.round_number)
        state = table.rules.deal(table.setup, progress.standing, progress.first, rng)
        arrange(state)
        self._events.post(RoundStarted(progress.round_number, progress.first, state))

    def _end_round(self) -> None:
        table, progress = only(Table), only(Progress)
        end = table.rules.round_end(snapshot(), progress.standing)
        after = table.rules.after_round(progress.standing, progress.first, end)
        progress.standing = after.standing
        (entity, _) = esper.get_component(Table)[0]
        esper.add_component(entity, RoundOver(end, after.first, acknowledged=not only(Pace).rounds_wait))
        if not end.unfinished:
            self._events.post(RoundEnded(progress.round_number, end))
        if after.end is not None:
            ended = MatchEnded(after.end)
            self._events.post(MatchEnding(ended))
            esper.add_component(entity, MatchOver(after.end))
            self._events.post(ended)
