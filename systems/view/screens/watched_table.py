"""One table of a tournament, watched: its matches one after another, as they are played."""

from collections.abc import Callable, Iterator
from itertools import islice

from game.games import registry
from game.matches.remote_tournament import WatchedMatch, Watching
from game.matches.replay import ReplayError, read
from game.matches.timeline import Timeline
from game.matches.tournament import Tournament
from game.rules.language import _, error_sentence, joined
from systems.view.screens.contestants import Contestant
from systems.view.screens.cross_table import Cell
from systems.view.screens.small_table import SmallTable
from systems.view.table.characters import Seated
from systems.view.table.prompt import draw_prompt
from systems.view.toolkit import portraits, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.cards import CARD_ASPECT, card_shadow

PACES = ((2.0, _("Slowly")), (0.8, _("Briskly")), (0.25, _("Fast")))
"""Seconds from move to move that can be asked for."""
_PAUSE = 2.5
"""Seconds for which the end of a match is seen."""
_READ = 8
"""So many lines of a match are read in a frame."""


_CARD, _APART = 190.0, 46.0
"""The height of the cards of those who play, and what lies between them."""


class WatchedTable:
    """Shows matches of a tournament, those of two entrants or of all in turn, from a number on. `tell` gets what goes
    wrong."""

    def __init__(self, tournament: Tournament, players: list[Contestant], tell: Callable[[str], None]) -> None:
        self.tournament = tournament
        self.players = players
        self.seconds = PACES[1][0]
        self.cell: Cell | None = None
        """The two who are watched; None: everybody in turn."""
        self._tell = tell
        self._watching = Watching(tournament)
        self._number = 0
        self._match: WatchedMatch | None = None
        self._table: SmallTable | None = None
        self._timeline: Timeline | None = None
        self._reading: Iterator[None] | None = None
        self._at = 0
        self._since = 0.0

    # --- which match ---

    def watch(self, cell: Cell | None) -> None:
        """Watch the matches of two, or of everybody in turn, from the latest that has been played."""
        self.cell = cell
        numbers = self._numbers()
        played = [number for number in numbers if number in self.tournament.played]
        self._show(played[-1] if played else numbers[0])

    def _numbers(self) -> list[int]:
        """The matches that are watched, in order."""
        schedule = self.tournament.schedule
        groups = [
            place
            for place, players in enumerate(schedule.groups)
            if self.cell is None or set(self.cell) <= set(players)
        ]
        return [group * schedule.games + index + 1 for index in range(schedule.games) for group in groups]

    def on(self, by: int = 1) -> None:
        """Watch the next match, or the one before."""
        numbers = self._numbers()
        place = numbers.index(self._number) + by if self._number in numbers else 0
        self._show(numbers[place % len(numbers)])

    def _show(self, number: int) -> None:
        self._leave()
        self._number = number
        self._watching.only(number)
        try:
            self._match = self._watching.match(number)
        except registry.UnknownNameError as error:
            self._tell(error_sentence(error))

    def _leave(self) -> None:
        if self._table is not None:
            self._table.close()
        self._match, self._table, self._timeline, self._reading = None, None, None, None
        self._at, self._since = 0, 0.0

    def close(self) -> None:
        """Give back what it holds."""
        self._leave()
        self._watching.end()

    # --- from frame to frame ---

    @property
    def heading(self) -> str:
        """Who plays, and which of the matches it is."""
        if not self._number:
            return ""
        fixture = self.tournament.schedule.fixture(self._number)
        names = [self.players[entrant].name for entrant in fixture.seats]
        who = _("{one} against {other}", one=names[0], other=names[1]) if len(names) == 2 else joined(names)
        index = (self._number - 1) % self.tournament.schedule.games + 1
        return _("{names}, match {number}", names=who, number=index)

    def update(self, seconds: float) -> None:
        """Take in what has been recorded, and let the match go on."""
        self._watching.look()
        match = self._match
        if match is not None and self._timeline is None:
            if match.ready:
                self._begin(match)
            elif match.trouble:
                self._tell(_("The match cannot be shown: a player’s process {error}.", error=match.trouble))
                self._match = None
        self._read_on()
        self._go_on(seconds)

    def _begin(self, match: WatchedMatch) -> None:
        company = [Seated(each.name, each.person) for each in map(self.players.__getitem__, match.fixture.seats)]
        try:
            replay = read(match.path)
            self._timeline, self._reading = Timeline.begun(replay, [each.name for each in company])
        except ReplayError as error:
            self._tell(error_sentence(error))
            self._match = None
            return
        self._table = SmallTable(replay.rules, replay.setup, company, match.fixture.seed)

    def _read_on(self) -> None:
        """Read some lines of the match into its timeline."""
        if self._reading is None:
            return
        try:
            if len(list(islice(self._reading, _READ))) < _READ:
                self._reading = None
        except ReplayError as error:
            self._tell(error_sentence(error))
            self._reading = None

    def _go_on(self, seconds: float) -> None:
        timeline, table = self._timeline, self._table
        if timeline is None or table is None or not timeline.frames:
            return
        if self._since == 0.0 and self._at == 0:
            table.lay(timeline.frames[0], at_once=True)
        self._since += seconds
        last = self._at >= len(timeline.frames) - 1 and self._reading is None
        if last and self._since >= _PAUSE:
            self.on()
        elif not last and self._since >= self.seconds and self._at + 1 < len(timeline.frames) and not table.busy:
            self._at, self._since = self._at + 1, 0.001
            table.lay(timeline.frames[self._at])

    def draw(self, seconds: float, canvas: Canvas, box: Box, motion: float) -> None:
        """Draw the table into a box, with a line that tells what happens; or that it is waited for."""
        if self._table is None or self._timeline is None or not self._timeline.frames:
            canvas.shape(box, (20, 12, 19, 120), rim=theme.GOLD_LINE, rim_width=theme.HAIRLINE, radius=theme.RADIUS)
            self._draw_waiting(canvas, box)
            return
        table = self._table.draw(seconds, canvas, box, motion)
        frame = self._timeline.frames[self._at]
        line = self._table.view.prompt(self._table.stage)
        draw_prompt(table, line, self._timeline.log.lines[frame.log_line].text)
        canvas.ring(box, theme.GOLD_LINE, theme.HAIRLINE, 3)

    def _draw_waiting(self, canvas: Canvas, box: Box) -> None:
        """Draw who plays the match that is waited for, as cards side by side."""
        if self._match is None:
            words = _("There is no match to be seen.")
            canvas.text(words, *box.centre, 20, theme.MUTED, "serif-italic", "centre", box.w - 40, "middle")
            return
        players = [self.players[entrant] for entrant in self._match.fixture.seats]
        high = min(_CARD, box.h * 0.5)
        wide = high * CARD_ASPECT
        row = Box.around((box.centre[0], box.centre[1] - 34), (wide + _APART) * len(players) - _APART, high)
        for player, place in zip(players, row.columns(len(players), _APART), strict=True):
            card = canvas.rect(place)
            canvas.picture(card_shadow(card.h, 0.0, 0.3), place.centre[0] + 2, place.centre[1] + 5)
            canvas.surface.blit(portraits.card(player.person, card.size), card)
            x, room = place.centre[0], place.w + _APART - 8
            canvas.text(player.name, x, row.bottom + 22, 20, theme.HEADING, "serif", "centre", room, "middle")
        words = _("They play the match; then you will see it here, move by move.")
        y, room = row.bottom + 58, box.w - 40
        canvas.text(words, box.centre[0], y, 18, theme.MUTED, "serif-italic", "centre", room, "middle")
