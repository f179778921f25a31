"""All tournaments: a new one is put together here, and those that are kept are opened again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.base.storage import StorageError
from game.games import registry
from game.games.levels import NAMES
from game.games.registry import GameModule
from game.games.seats import check_house_rules, parse_seat
from game.matches.arena import Schedule
from game.matches.requests import MenuChoices, TournamentChoices
from game.matches.tournament import MOST_ENTRANTS, Tournament, free_path, kept, load
from game.rules.language import _, error_sentence, joined, ngettext
from game.rules.options import parse_options
from game.rules.protocol import OptionError
from game.rules.streams import fresh_seed
from game.rules.wording import counted
from systems.view.screens.contestants import Contestant, contestant, contestants, draw_contestant
from systems.view.screens.invitation import Invitation, sign
from systems.view.screens.menu_more import Field, MoreBody, more_dialog, option_field, seed_field, text_of
from systems.view.screens.page import Page, to_menu_button
from systems.view.screens.screen import Shell
from systems.view.toolkit import portraits, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.fields import Choice
from systems.view.toolkit.focus import Group
from systems.view.toolkit.scrolling import RowState, ScrollList, draw_row_ground
from systems.view.toolkit.widgets import Button, icon, place_by_width

GAMES = (10, 20, 50, 100, 200, 500, 1000)
"""Matches a pair that can be asked for."""
USUAL_GAMES = 100
INVITING = _(
    "Who is best? Tick some players: everybody meets everybody, and a table fills before your eyes, with how sure each "
    "result is. You can stop at any time and go on another day."
)
KEPT_HERE = _("Your tournaments will be kept here.")
_PAD = 26.0
_ROW, _KEPT_ROW = 64.0, 58.0
"""How high rows are: room for a name and a sentence in two lines, and for a tournament."""
_RIGHT, _RIGHT_SHARE = 450.0, 0.42
"""How wide the right column is, and of how much of the page at most."""
_TICK_ROOM = 54.0
_TICK = ((0.2, 0.52), (0.42, 0.74), (0.82, 0.26))


class TickList(ScrollList):
    """A list in which every row can be ticked: arrows move, a click or Enter ticks."""

    def __init__(self, players: Sequence[Contestant], ticked: set[str], changed: Callable[[], None]) -> None:
        super().__init__(self._draw_player, [_ROW] * len(players), selectable=True, on_press=self.toggle)
        self.players = list(players)
        self.ticked = ticked
        self._changed = changed
        self.told = self._told

    def _told(self, index: int) -> str:
        """Who stands in a row, and whether that one takes part."""
        player = self.players[index]
        part = _("takes part") if player.spec in self.ticked else _("does not take part")
        return joined([player.name, part, player.words], "; ")

    def toggle(self, index: int) -> None:
        """Tick a row, or take its tick away."""
        self.ticked ^= {self.players[index].spec}
        self._changed()

    def _draw_player(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        player, inside = self.players[index], box.inset(0, 2)
        ticked = player.spec in self.ticked
        if ticked:
            canvas.shape(inside, (236, 188, 100, 30), rim=(*theme.GOLD[:3], 150), rim_width=1.2, radius=8)
        looked_at = state.hovered or (state.selected and self.focused)
        draw_row_ground(canvas, inside, RowState(looked_at, False))
        square = Box.around((box.x + 28, box.centre[1]), 26, 26)
        canvas.shape(square, (20, 12, 19, 200), rim=theme.GOLD if ticked else theme.FAINT, rim_width=1.8, radius=7)
        if ticked:
            canvas.stroke(_TICK, square.centre, 22, theme.HEADING, 3.0)
        draw_contestant(canvas, box.left_part(_TICK_ROOM)[1], player, self.players)


class TournamentsScreen(Page):
    """Where a tournament begins: its game, who takes part, and how often they meet; beside it those that are kept."""

    def __init__(self, shell: Shell, choices: MenuChoices | None = None, game: str | None = None) -> None:
        """A new one is of this game, else of the first, as it was put together the last time."""
        super().__init__(shell)
        self._choices = MenuChoices() if choices is None else choices
        self.games = registry.games()
        self.more = Button(_("More: options"), self._open_more, shortcut="M", show_shortcut=False, size=18)
        self.more.icon = icon("down")
        self.often = Choice(_("Matches a pair"), [(each, f"{each:,}") for each in GAMES], USUAL_GAMES, label_share=0.5)
        self.begin = Button(_("Begin"), self._begin, style="primary", shortcut="B", show_shortcut=False, size=24)
        self.begin.icon = icon("play")
        self.back = to_menu_button(shell)
        self.back.style = "plain"
        self.seed = seed_field()
        self.tabs = [Button(each.title, self._setter(each), size=19) for each in self.games]
        self.rows = [_Kept.of(path) for path in kept()]
        self.earlier = ScrollList(
            self._draw_kept, [_KEPT_ROW] * len(self.rows), selectable=True, on_press=self._open_kept
        )
        self.earlier.told = lambda index: joined([self.rows[index].title, self.rows[index].about], "; ")
        self._nothing_kept = Invitation(sign("trophy"))
        self._offer(next((each for each in self.games if each.name == game), self.games[0]))

    def _setter(self, game: GameModule) -> Callable[[], None]:
        return lambda: self._show(game)

    def _show(self, game: GameModule) -> None:
        """Show another game."""
        self._keep_choices()
        self._offer(game)

    def _offer(self, game: GameModule) -> None:
        """Offer the players of a game; its levels are ticked, or who was the last time."""
        self.chosen = game
        last = self._choices.tournaments.get(game.name, TournamentChoices(set(), USUAL_GAMES))
        self.often.index = GAMES.index(last.games)
        options = [option for option in game.rules.options if option.label]
        self.fields: dict[str, Field] = {
            option.key: option_field(option, last.options.get(option.key, option.default_text)) for option in options
        }
        for tab, each in zip(self.tabs, self.games, strict=True):
            tab.chosen = each is game
        self._offer_players(last.specs)

    def _go_on(self) -> None:
        """Offer others where other house rules have been chosen."""
        if self.dialog is None and self._options_seen != self._option_texts:
            self._offer_players(set(self.chosen_specs))

    def _offer_players(self, before: set[str]) -> None:
        """Offer those who play by the options that are chosen; those who were ticked before and still play stay so."""
        self._options_seen = self._option_texts
        try:
            options = parse_options(self.chosen.rules, self._options_seen)
        except OptionError:
            options = {}  # what is wrong is told when the tournament is to begin
        players = contestants(self.chosen.name, options)
        ticked = {player.spec for player in players if player.spec in (before or NAMES)}
        self.players = TickList(players, ticked or {player.spec for player in players[:3]}, self._ticked)
        self.group = Group([*self.tabs, self.players, self.often, self.more, self.begin, self.earlier, self.back])
        self._ticked()

    def _keep_choices(self) -> None:
        """Keep what is put together for the game that is shown."""
        options = {key: text_of(field) for key, field in self.fields.items()}
        choice = TournamentChoices(set(self.players.ticked), self.often.value, options)
        self._choices.tournaments[self.chosen.name] = choice

    def close(self) -> None:
        self._keep_choices()

    # --- what is chosen ---

    @property
    def _option_texts(self) -> list[str]:
        """The options of the game as they would be typed."""
        return [f"{key}={text_of(field)}" for key, field in self.fields.items()]

    @property
    def chosen_specs(self) -> list[str]:
        """Who takes part, in the order of the list."""
        return [player.spec for player in self.players.players if player.spec in self.players.ticked]

    @property
    def fault(self) -> str:
        """Why no tournament can begin with what is chosen; empty where one can."""
        number, seats = len(self.chosen_specs), self.chosen.rules.seats
        if number < 2:
            return _("A tournament needs two players or more: tick some.")
        if 2 not in seats and number not in seats:
            return _("At {game} all play at one table, which seats {least} to {most}.",
                     game=self.chosen.title, least=seats[0], most=seats[-1])  # fmt: skip
        if number > MOST_ENTRANTS:
            return _("A table of more than {most} cannot be read: untick some.", most=MOST_ENTRANTS)
        return ""

    def summary(self) -> str:
        """What would be played."""
        number = len(self.chosen_specs)
        schedule = Schedule(number, self.often.value, 0, 2 not in self.chosen.rules.seats)
        players = counted(number, "{number} player", "{number} players")
        if schedule.one_table:
            return joined([players, counted(schedule.matches, "{number:,} match", "{number:,} matches")])
        pairs = counted(len(schedule.groups), "{number} pair", "{number} pairs")
        matches = counted(schedule.matches, "{number:,} match in all", "{number:,} matches in all")
        return joined([players, pairs, matches])

    def _ticked(self) -> None:
        fault = self.fault
        self.begin.enabled = not fault
        self.begin.hint = fault or _("Let them play (B)")

    # --- what the buttons do ---

    def _open_more(self) -> None:
        self.dialog = more_dialog(self.chosen.title, MoreBody(None, list(self.fields.values()), self.seed))

    def _begin(self) -> None:
        """Begin what is put together; where that cannot be, say why."""
        games = self.often.value
        seed = int(self.seed.text) if self.seed.text else fresh_seed(games)
        try:
            options = parse_options(self.chosen.rules, self._option_texts)
            check_house_rules([parse_seat(self.chosen.name, spec).ai for spec in self.chosen_specs], options)
            tournament = Tournament.between(self.chosen.name, self.chosen_specs, options, games, seed)
        except (OptionError, ValueError) as error:
            self.tell(error_sentence(error))
            return
        self.shell.show_tournament(tournament, free_path(tournament), begin=True)

    def _open_kept(self, index: int) -> None:
        """Open a tournament that is kept; where that cannot be, say why."""
        row = self.rows[index] = _Kept.of(self.rows[index].path)  # another window may have gone on with it
        if row.tournament is None:
            self.tell(row.fault)
        else:
            self.shell.show_tournament(row.tournament, row.path)

    # --- a frame ---

    def _layout(self, canvas: Canvas) -> None:
        self.sheet = canvas.area.inset(22)
        inner = self.sheet.inset(_PAD, 20)
        head, rest = inner.top_part(46, 10)
        self._head, self.back.box = head, Box(head.right - 180, head.y, 180, 44)
        left, right = rest.left_part(rest.w - min(_RIGHT, _RIGHT_SHARE * rest.w), 30)
        tabs, self.players.box = left.top_part(42, 12)
        place_by_width(canvas, tabs, self.tabs)
        self._right = right
        self._lay_out_right(canvas, right, right.y + canvas.paragraph_height(INVITING, right.w, theme.BODY) + 18)

    def _lay_out_right(self, canvas: Canvas, right: Box, y: float) -> None:
        self.often.box = Box(right.x, y, right.w, 44)
        self.more.box = Box(right.x, y + 54, right.w, 42)
        self._summary = Box(right.x, y + 108, right.w, 24)
        self.begin.box = Box(right.x, y + 140, right.w, 56)
        self._earlier = Box(right.x, y + 222, right.w, 30)
        self.earlier.box = Box(right.x, y + 258, right.w, right.bottom - y - 258)
        if not self.rows:
            self._nothing_kept.arrange(canvas, Box(right.x, y + 206, right.w, right.bottom - y - 206), KEPT_HERE)

    @property
    def heading(self) -> str:
        return _("Tournament")

    def _draw(self, canvas: Canvas) -> None:
        canvas.text(self.heading, self._head.x, self._head.y, theme.TITLE, theme.HEADING, "serif")
        right = self._right
        canvas.paragraph(INVITING, Box(right.x, right.y, right.w, 0), theme.BODY, theme.TEXT)
        words, ink = (self.fault, theme.WARNING) if self.fault else (self.summary(), theme.MUTED)
        size = canvas.fitting_size(words, 17, right.w)
        canvas.text(words, self._summary.x, self._summary.y, size, ink, max_width=right.w)
        if self.rows:
            canvas.text(_("Kept"), self._earlier.x, self._earlier.y, 22, theme.HEADING, "serif")
        else:
            self._nothing_kept.draw(canvas, _("No tournament yet"), KEPT_HERE)

    def _draw_kept(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        row, inside = self.rows[index], box.inset(0, 2)
        draw_row_ground(canvas, inside, RowState(state.hovered, state.selected and self.earlier.focused))
        room = box.w - 24 - 34 * len(row.faces)
        canvas.text(row.title, box.x + 12, box.y + 6, 18, theme.TEXT, max_width=room)
        ink = theme.MUTED if row.tournament is not None else theme.WARNING
        canvas.text(row.about, box.x + 12, box.y + 30, theme.SMALL, ink, max_width=room)
        for place, face in enumerate(reversed(row.faces)):
            bust = portraits.bust(face.person, canvas.px(32))
            canvas.picture(bust, box.right - 24 - 34 * place, box.centre[1])


@dataclass(frozen=True)
class _Kept:
    """A tournament that is kept, as the list tells of it; where its file cannot be read, why."""

    path: Path
    title: str
    about: str
    tournament: Tournament | None
    faces: tuple[Contestant, ...] = ()
    fault: str = ""

    @classmethod
    def of(cls, path: Path) -> "_Kept":
        """What there is to tell of a file, which is never changed by that."""
        try:
            found = load(path)
        except (StorageError, registry.UnknownNameError, OptionError) as error:
            return cls(path, path.name, _("cannot be read; nothing of it is lost"), None, fault=error_sentence(error))
        players = [contestant(found.game, spec) for spec in found.specs]
        by_rating = sorted(range(len(players)), key=lambda place: _place(found, place))
        best = [players[place] for place in by_rating]
        title = joined([registry.game(found.game).title, counted(len(players), "{number} player", "{number} players")])
        return cls(path, title, _about(found, best[0]), found, tuple(best[:_FACES]))


_FACES = 5
"""So many faces of a tournament are shown."""


def _place(found: Tournament, entrant: int) -> int:
    """Where an entrant stands by rating; as it was named where nobody is rated yet."""
    names = [row.ai for row in found.rated]
    name = found.names[entrant]
    return names.index(name) if name in names else entrant


def _about(found: Tournament, best: Contestant) -> str:
    """How far a tournament is, and who leads."""
    matches, played = found.schedule.matches, len(found.played)
    if found.over and found.rated:
        return _("{name} won; {number:,} matches", name=best.name, number=matches)
    if found.rated:
        return _("{name} leads; {played:,} of {number:,} matches", name=best.name, played=played, number=matches)
    return ngettext("{played:,} of {number:,} match", "{played:,} of {number:,} matches", matches, played=played)
