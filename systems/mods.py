"""The systems of mods in a world, guarded: the same with a window and without one.

Guarded against are faults and what does not come back, not malice: a mod runs with its user's rights.
"""

import math
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Protocol, TypeVar

import esper

from components.players import Chosen, Decision, Edit, Player, ScorerState
from components.table import MatchOver, Progress, Table
from components.view import Moving
from game.agents.agent import Candidate, ThinkingError
from game.agents.choosing import called, described
from game.base.deadline import OverdueError, deadline
from game.base.events import Events, MatchEnded, MatchEnding, MoveRefused, Noted
from game.base.phases import Order, Phase, add_system
from game.base.safe_text import MOST_TOLD, shown
from game.games.registration import NO_PROCESS, Drawing, System, SystemEntry
from game.mods.files import ModError
from game.mods.mods import MODS
from game.rules.language import _, error_words
from game.rules.protocol import AnyRules
from game.workers.answers import told_estimate
from systems.decisions import Selection, candidates_of, decision_due, is_human, scorers_of
from systems.snapshot import maybe, only, players, snapshot

E = TypeVar("E")

MOST_FAULTS = 3
"""A system that has raised so many errors is switched off for the rest of the match."""
SLOW_SECONDS = 0.03
"""A system that takes longer is slow: with it, a frame cannot keep its time."""
MOST_SLOW = 10
"""So many slow frames are named."""


class Window(Protocol):
    """What a window adds to a table."""

    @property
    def drawing(self) -> Drawing:
        """What is drawn on."""

    @property
    def covered(self) -> bool:
        """Whether a dialog lies over the table, over which nothing is drawn."""

    def announce(self, text: str) -> None:
        """Show a message over the table for a moment."""


class ModSystems:
    """The systems of all mods in the active world; one that cannot be made is named, and the match goes on without.

    Without a window those that draw are left out.
    """

    def __init__(self, events: Events, window: Window | None = None) -> None:
        self._events = events
        self._window = window
        events.on(MoveRefused, self._refused)
        self.all: list[GuardedSystem] = []
        game = only(Table).rules.name
        for mod in MODS.with_systems(game, drawing=window is not None):
            try:
                entries = mod.here().systems
            except ModError as error:
                self._tell(f"The systems of mod {mod.name} are missing: {error}")
                continue
            for entry in entries:
                if (not entry.games or game in entry.games) and (window is not None or not entry.draws):
                    self._add(mod.name, entry)

    @property
    def seeing(self) -> list[str]:
        """The mods that have a system here: it can look at all that lies there."""
        return list(dict.fromkeys(each.mod for each in self.all if not each.off))

    def switch_off(self, why: str) -> bool:
        """Name all mods with systems for what may be the fault of any, and switch their systems off; False where none
        is on."""
        mods = ", ".join(self.seeing)
        if mods:
            self._tell(_("{why}; the systems of {mods} are switched off", why=why, mods=mods))
        for each in self.all:
            each.faults = max(each.faults, MOST_FAULTS)
        return bool(mods)

    def _refused(self, refused: MoveRefused) -> None:
        """A turn was refused: a fault of the system that sent it. Where the marks of an AI's own choice make no move,
        any system may have taken them away: the mods are named, the third time their systems are switched off."""
        sender = next((each for each in self.all if each.name == refused.sender), None)
        if sender is not None:
            sender.fault(ThinkingError(_("confirmed no legal move ({why})", why=refused.why)))
        elif refused.kind and not is_human(refused.player):
            due, told = decision_due(), {"ai": refused.sender, "why": refused.why}
            why = _("the pieces marked for {ai} make no legal move ({why})", **told)
            if due is None or due[1].refusals < MOST_FAULTS:
                self._tell(_("{why}; mods with systems: {mods}", why=why, mods=", ".join(self.seeing) or _("none")))
            elif not self.switch_off(why):
                raise RuntimeError(f"the turn of {refused.sender} was refused: {refused.why}")

    @property
    def faults(self) -> tuple[tuple[str, str], ...]:
        """The name and the first fault of each system that was at fault."""
        return tuple([(each.name, each.first_fault) for each in self.all if each.first_fault])

    def _add(self, mod: str, entry: SystemEntry) -> None:
        # Of each class esper knows one instance, so each system has one of its own.
        kind = type(f"Guarded{len(self.all)}", (_KINDS.get(entry.phase, GuardedSystem),), {"__doc__": entry.name})
        guarded: GuardedSystem = kind(entry, mod, self._window, self._events, self._tell)
        guarded.make(AtWorldTable(self._events, self._window, guarded))
        self.all.append(guarded)
        add_system(guarded, entry.phase, _order(entry))

    def _tell(self, text: str) -> None:
        """Tell of a system on the screen, in the log and in the replay."""
        text = shown(text, MOST_TOLD)
        if maybe(MatchOver) is None:  # nothing follows the end of a match
            self._events.post(Noted(None, text))
        if self._window is not None:
            self._window.announce(f"{text}.")


def _order(entry: SystemEntry) -> Order:
    """Where a system stands in its phase; in SCORE all follow our scorers, for what those have scored is theirs."""
    if entry.when == "after":
        return Order.AFTER
    return Order.NEXT if entry.phase is Phase.SCORE else Order.BEFORE


class GuardedSystem(esper.Processor):
    """Runs a mod's system: an error or a refused turn is told, the third one switches it off, as does not to come back;
    in the window, that it is slow is told once."""

    def __init__(
        self, entry: SystemEntry, mod: str, window: Window | None, events: Events, tell: Callable[[str], None]
    ) -> None:
        self.entry = entry
        self.mod = mod
        self.name = _("{system} of mod {mod}", system=entry.name, mod=mod)
        self.faults = 0
        self.first_fault = ""
        """What it did wrong first, in words."""
        self.slow_frames = 0
        self._window = window
        self._events = events
        self._tell = tell
        self._system: System | None = None

    @property
    def off(self) -> bool:
        """Whether it is switched off."""
        return self.faults >= MOST_FAULTS

    def make(self, table: "AtWorldTable") -> None:
        """Make the system; where that fails it stays off."""

        def made() -> None:
            system = self.entry.make(table)
            if not callable(getattr(system, "process", None)):
                raise ThinkingError(NO_PROCESS)
            self._system = system

        self.guard(made)
        if self._system is None:
            self.faults = MOST_FAULTS

    def process(self, seconds: float) -> None:
        system = self._system
        if system is None or self.off:
            return
        if self._window is None:
            self.guard(lambda: system.process(seconds))
            return
        if self.entry.phase is Phase.RENDER and self._window.covered:
            return
        began = perf_counter()
        self.guard(lambda: system.process(seconds))
        took = perf_counter() - began
        if took > SLOW_SECONDS:
            self.slow_frames += 1
            if self.slow_frames == MOST_SLOW:
                # It is the machine's, not the match's: one seed gives one replay.
                told = {"system": self.name, "number": took * 1000}
                self._window.announce(_("{system} is slow: it took {number:.0f} ms of a frame.", **told))

    def guard(self, call: Callable[[], None]) -> None:
        """Call what the mod wrote; whatever it raises is told, and a choice that is not legal is taken back. One that
        does not come back in time stays off."""
        if self.off:
            return
        chosen, before = _chosen(), self._events.sender
        self._events.sender = self.name
        try:
            with deadline(MODS.think_seconds):
                call()
        except OverdueError as error:
            self._switch_off(error_words(error))
        except (Exception, SystemExit) as error:  # whatever a mod raises, the match goes on
            self.fault(error)
        finally:
            self._events.sender = before
        illegal = _take_back(chosen)
        if illegal:
            self.fault(ThinkingError(illegal))

    def fault(self, error: BaseException) -> None:
        """Tell a fault; the last one switches the system off."""
        if not self.off:
            self.faults += 1
            what = described(error)
            self._blame(_switched_off(what) if self.off else what)

    def _switch_off(self, why: str) -> None:
        if not self.off:
            self.faults = MOST_FAULTS
            self._blame(_switched_off(why))

    def _blame(self, what: str) -> None:
        self.first_fault = self.first_fault or shown(what, MOST_TOLD)
        self._tell(_("{system} {what}", system=self.name, what=what))


def _switched_off(what: str) -> str:
    return _("{what} and is switched off", what=what)


class GuardedScoring(GuardedSystem):
    """Runs a mod's system of SCORE once a decision, after its last scorer, and keeps what it makes of the
    candidates."""

    _decision = 0

    def process(self, seconds: float) -> None:
        due = decision_due()
        if due is None or due[1].number == self._decision or candidates_of(*due) is None:
            return
        player, decision = due
        self._decision = decision.number
        before = {entity: tuple(state.candidates) for entity, state in scorers_of(player)}
        super().process(seconds)
        states = scorers_of(player)  # a mod may have scorers of its own
        try:
            for entity, state in states:
                _check(state, before.get(entity, ()), decision)
        except Exception as error:  # of what the mod has put there anything may be wrong
            for entity, state in states:
                state.candidates = list(before.get(entity, ()))
            self.fault(error)
        for entity, state in states:
            state.decision, old = decision.number, before.get(entity, ())
            if tuple(state.candidates) != old:
                state.edits.append(Edit(self.entry.name, old))


_KINDS: dict[Phase, type[GuardedSystem]] = {Phase.SCORE: GuardedScoring}


def _check(state: ScorerState, before: Sequence[Candidate], decision: Decision) -> None:
    """Make selections of the candidates that a system left. Raises ThinkingError where they are none."""
    if type(state.candidates) is not list:
        raise ThinkingError(_("left what is no list of candidates"))
    rules = only(Table).rules
    known = [candidate.move for candidate in before]
    for number, candidate in enumerate(state.candidates):
        if not isinstance(candidate, Candidate) or not math.isfinite(candidate.score):
            raise ThinkingError(_("left what is no candidate with a finite score"))
        str(candidate.reason)
        if candidate.estimate is not None:
            told_estimate(candidate.estimate)
        refusal = None if candidate.move in known else rules.refusal(decision.view, candidate.move)
        if refusal is not None:
            told = {"move": called(rules.describe, candidate.move), "why": refusal}
            raise ThinkingError(_("added no legal move ({move}: {why})", **told))
        if not isinstance(candidate, Selection):
            state.candidates[number] = Selection(*candidate)


def _chosen() -> dict[int, Any]:
    """What is chosen, by the player's entity."""
    return {entity: (chosen, chosen.candidate) for entity, chosen in esper.get_component(Chosen)}


def _take_back(before: dict[int, Any]) -> str:
    """Take back what a system has chosen that is not legal; what it was, or nothing."""
    now = _chosen()
    for entity, (chosen, candidate) in now.items():
        if before.get(entity) != now[entity]:
            decision, rules = esper.try_component(entity, Decision), only(Table).rules
            move = getattr(candidate, "move", None)
            refusal = _("nothing is to be decided") if decision is None else rules.refusal(decision.view, move)
            if refusal is not None:
                esper.remove_component(entity, Chosen)
                return _("chose no legal move ({move}: {why})", move=called(rules.describe, move), why=refusal)
            if not isinstance(candidate, Selection):
                chosen.candidate = Selection(*candidate)
    return ""


class AtWorldTable:
    """The table as a mod's system sees it, see :class:`game.games.registration.AtTable`."""

    def __init__(self, events: Events, window: Window | None, guarded: GuardedSystem) -> None:
        self._events = events
        self._window = window
        self._guarded = guarded

    @property
    def rules(self) -> AnyRules:
        """The rules of the game."""
        return only(Table).rules

    @property
    def names(self) -> Sequence[str]:
        """The players' names, by index, as replays hold them: what a system notes is the same wherever it plays."""
        found = sorted((player.index, player.name) for _, player in esper.get_component(Player))
        return [name for _, name in found]

    @property
    def drawing(self) -> Drawing | None:
        """The window; None where there is none."""
        return None if self._window is None else self._window.drawing

    def view(self, player: int) -> Any:
        """What a player sees of the round under way. Raises ValueError."""
        if only(Progress).round_number == 0:
            raise ValueError("no round has begun: nobody sees anything yet")
        if player not in players():
            raise ValueError(f"there is no player {player!r} at this table")
        return only(Table).rules.view(snapshot(), player)

    def on(self, kind: type[E], handler: Callable[[E], None]) -> None:
        """Call `handler` for every event of a kind, guarded as the system is."""
        guard: Callable[[Any], None] = lambda event: self._guarded.guard(lambda: handler(event))  # noqa: E731
        if kind is MatchEnded:
            self._events.on(MatchEnding, lambda ending: guard(ending.ended))
        else:
            self._events.on(kind, guard)

    def post(self, event: Any) -> None:
        """Post an event as this system's."""
        self._events.post(event, self._guarded.name)

    def announce(self, text: str) -> None:
        """Show a message over the table for a moment; without a window nothing happens."""
        if self._window is not None:
            self._window.announce(shown(str(text)))

    def note(self, text: str) -> None:
        """Write a line into the move log and the replay."""
        if maybe(MatchOver) is None:
            self._events.post(Noted(None, shown(str(text), MOST_TOLD)))

    def place_of(self, entity: int) -> tuple[float, float] | None:
        """The middle of a piece as it is drawn now, in units; None where it is not seen."""
        moving = esper.try_component(entity, Moving) if esper.entity_exists(entity) else None
        return None if moving is None else (moving.now.x, moving.now.y)
