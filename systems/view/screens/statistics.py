"""The statistics of a person: its recorded matches by game and opponent, in numbers and as curves over time."""

from functools import partial

from game.analysis.judges import JudgeError, JudgeWords, usual_judge
from game.analysis.people.analysing import waiting
from game.analysis.people.index import Recorded
from game.analysis.people.statistics import Statistics, as_csv, curves, grouped, statistics, title_of
from game.analysis.sentences import percent, points
from game.analysis.yardstick import likeness
from game.base.storage import StorageError, home, write_whole
from game.games import registry
from game.games.characters import name_for
from game.rules.language import _, enumerated, error_sentence, joined, ngettext
from game.rules.wording import counted
from systems.view.games.views import view_of
from systems.view.screens.invitation import Invitation, company
from systems.view.screens.metrics_charts import draw_charts
from systems.view.screens.page import Page, to_menu_button
from systems.view.screens.screen import Shell
from systems.view.screens.statistics_charts import WINDOW, charts_of
from systems.view.screens.statistics_words import (
    accuracy,
    mean_loss,
    rating_words,
    results,
    share_won,
    streak,
    streaks,
    taken_back,
)
from systems.view.screens.sums import signed
from systems.view.table.characters import PEOPLE, YOU, character_of, introduced
from systems.view.table.rules_page import Picture
from systems.view.toolkit import portraits, theme
from systems.view.toolkit.canvas import LOGICAL_HEIGHT, Box, Canvas
from systems.view.toolkit.controls import Toggle
from systems.view.toolkit.focus import Group
from systems.view.toolkit.scrolling import RowState, ScrollList, draw_row_ground
from systems.view.toolkit.widgets import Button

ALL = ""
"""The tab of all games."""
FEW = 5
"""With fewer matches nothing is told of shares and nothing drawn: a point is no curve."""
INVITING = _(
    "Here you will see how your play goes: what you won, what your decisions lost, how lucky you were, and how good "
    "you are beside the AIs. It needs matches of yours that are over. Play one: it is recorded by itself."
)
_WIDTH = 1220.0
_LEFT = 430.0
_ROW, _LINE = 26.0, 19.0
_HEADLINE, _ROOMY = 84.0, 440.0
"""The height of the figures that tell most, and from which height of the page's body on they stand there."""
_CELL = (255, 236, 200, 12)
_BUST = 38.0
_BAR = Box(0, 0, 112, 5)
"""The bar of a share won."""


class StatisticsScreen(Page):
    """What the user's matches come to; while files are still read, and matches analysed, the figures grow."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.own = shell.own
        self.chosen = ALL
        self.matches: list[Recorded] = []
        self.list = ScrollList(self._draw_row)
        self.analyse = Toggle(_("Analyse my matches"), shell.settings.analyse_own, self._switch)
        self.analyse.hint = _("Your finished matches are analysed one after another while this page or the menu stands")
        self.export = Button(_("Export"), self._export, shortcut="E", show_shortcut=False, size=19)
        self.export.hint = _("Write a table of these matches, as CSV (E)")
        self.back = to_menu_button(shell)
        self.play = Button(_("Play a match"), shell.to_menu, style="primary", size=22)
        self.back.style = "plain"  # what this page asks for is a match
        self._invitation = Invitation(company(PEOPLE[1], YOU, PEOPLE[3]), self.play)
        self.tabs: list[Button] = []
        self._take(self.own.recorded)

    # --- what is shown ---

    @property
    def shown(self) -> list[Recorded]:
        """The matches of the chosen game, or of all."""
        return [match for match in self.matches if self.chosen in (ALL, match.game)]

    def _take(self, matches: list[Recorded]) -> None:
        """Take in what is recorded, and offer the games of it."""
        self.matches = matches
        games = list(grouped(matches, lambda match: match.game))
        names = [ALL, *games] if len(games) > 1 else games
        self.tabs = [self._tab(name) for name in names]
        if self.chosen not in names:
            self.chosen = names[0] if names else ALL
        some = [*self.tabs, self.analyse, self.list, self.export] if names else [self.analyse]
        self.group = Group([*some, self.play, self.back])
        self._count()

    def _tab(self, name: str) -> Button:
        return Button(_("All games") if name == ALL else title_of(name), lambda: self._choose(name), size=19)

    def _choose(self, name: str) -> None:
        self.chosen = name
        self._count()

    def _count(self) -> None:
        """Count what is shown."""
        shown = self.shown
        self.found: Statistics = statistics(shown)
        by = _rivals_of if self.chosen != ALL else _game_of
        self.rivals = list(grouped(shown, by).items())
        self._pictures = {name: self._picture(match) for name, match in {by(each): each for each in shown}.items()}
        self.charts = charts_of(curves(shown), self.chosen != ALL) if self.found.matches >= FEW else []
        self.play.visible = not self.charts
        self.waiting = len(waiting(shown))
        self.like = self._like()
        self.list.set_heights([_ROW * 2 + (_LINE if streaks(each) else 0.0) for _, each in self.rivals])
        for tab in self.tabs:
            tab.chosen = tab.label == (_("All games") if self.chosen == ALL else title_of(self.chosen))

    def _like(self) -> str:
        """Whom the user has played like at the chosen game; empty where nothing tells."""
        mean = self.found.mean
        if self.chosen == ALL or mean is None or mean.matches < 2:  # the interval of one match would be all there is
            return ""
        try:
            game = registry.game(self.chosen)
            called, first = partial(name_for, game.name), partial(introduced, game.name)
            return likeness(JudgeWords(game.name, usual_judge(game)), mean, "You", called, first)
        except (JudgeError, registry.UnknownNameError):
            return ""

    def facts(self) -> list[tuple[str, str]]:
        """The figures on the left, each with its label: those that there is something to say of."""
        found, mean = self.found, self.found.mean
        told: list[tuple[str, str]] = [(_("Matches"), results(found))]
        if found.matches >= FEW:
            told.append((_("Share won"), share_won(found)))
        told.append((_("Analysed"), self._analysed()))
        if found.luck:  # none at all where nothing is left to chance
            told.append((_("Luck"), _("{points} points a match", points=signed(found.luck))))
        if found.now is not None and max(found.now.length, found.longest) > 1:
            told.append((_("Streak"), streak(found.now.length, found.now.ended, found.longest)))
        if found.taken_back:
            told.append((_("Taken back"), taken_back(found.taken_back)))
        if self.chosen == ALL:
            return told  # losses and ratings are one game's
        if mean is not None:
            told += [(_("Mean loss"), mean_loss(mean)), (_("Accuracy"), accuracy(mean))]
        return [*told, (_("Rating"), rating_words(found))]

    def headline(self) -> list[tuple[str, str]]:
        """The figures that tell most, each with what it is; of few matches none."""
        found, mean = self.found, self.found.mean
        if found.matches < FEW:
            return []
        told: list[tuple[str, str]] = [(_("{share:.0f} %", share=100 * found.rate), _("won"))]
        if self.chosen == ALL:
            return [
                (_("{number:,}", number=found.matches), _("matches")),
                *told,
                (_("{number:,}", number=found.longest), _("wins in a row at best")),
            ]
        if found.rating is not None and found.rating.value is not None:
            told.append((f"{found.rating.value:.0f}", _("rating")))
        if mean is not None:
            told.append((percent(mean.accuracy), _("good decisions")))
        return told

    def _analysed(self) -> str:
        """How many of the matches are analysed, and where none is, what to do."""
        found = self.found
        if not self.waiting:
            return _("all of them") if found.analysed else _("none of them can be")
        if not found.analysed and not self.shell.settings.analyse_own:
            return _("none yet: switch it on above")
        return _("{number:,}, {waiting:,} not analysed yet", number=found.analysed, waiting=self.waiting)

    # --- what the buttons do ---

    def _switch(self, on: bool) -> None:
        self.shell.change(analyse_own=on)

    def _export(self) -> None:
        path = home() / "exports" / f"matches-{self.chosen or 'all'}.csv"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, as_csv(self.shown).encode("utf-8"))
        except (StorageError, OSError) as error:
            self.toasts.push(error_sentence(error))
        else:
            self.toasts.push(_("Written to {path}.", path=str(path)))

    @property
    def heading(self) -> str:
        return _("Your matches")

    @property
    def resting(self) -> bool:
        return not self.own.reading

    # --- a frame ---

    def _go_on(self) -> None:
        if self.own.look(self.shell.settings.analyse_own):
            self._take(self.own.recorded)

    def _layout(self, canvas: Canvas) -> None:
        margin = 25.0 if canvas.height >= LOGICAL_HEIGHT else 12.0
        self.sheet = Box.around(canvas.area.centre, min(_WIDTH, canvas.width - 2 * margin), canvas.height - 2 * margin)
        inner = self.sheet.inset(margin + 3, margin - 3)
        head, rest = inner.top_part(46, 8)
        self._head = head
        self.analyse.fit(canvas, Box(head.right - 360, head.y, 360, 40))
        if self.tabs:
            tabs, rest = rest.top_part(40, 14)
            widths = [tab.natural_width(canvas) + 16 for tab in self.tabs]
            x = tabs.x
            for tab, width in zip(self.tabs, widths, strict=True):
                tab.box = Box(x, tabs.y, width, 40)
                x += width + 8
        foot = Box(inner.x, inner.bottom - 46, inner.w, 46)
        self._body = Box(rest.x, rest.y, rest.w, foot.y - rest.y - 12)
        self._foot, buttons = foot.left_part(foot.w - 380)
        for button, box in zip([self.export, self.back], buttons.columns(2, 12), strict=True):
            button.box = box
        left, self._curves = self._body.left_part(_LEFT, 26)
        self._invitation.arrange(canvas, self._curves if self.tabs else self._body, self._inviting[1])
        self._headline, left = left.top_part(_HEADLINE if self._body.h >= _ROOMY and self.headline() else 0.0)
        facts = len(self.facts()) * _ROW + 10
        like = canvas.paragraph_height(self.like, left.w, theme.SMALL + 1) + 8 if self.like else 0.0
        self._facts, rest = left.top_part(facts)
        self._likeness, rest = rest.top_part(like)
        self.list.box = rest.top_part(30)[1]
        self._rivals = rest

    def _draw(self, canvas: Canvas) -> None:
        canvas.text(self.heading, self._head.x, self._head.y, theme.TITLE, theme.HEADING, "serif")
        if self.tabs:
            self._draw_facts(canvas)
        if self.charts:
            draw_charts(canvas, self._curves, self.charts)
        else:
            self._invitation.draw(canvas, *self._inviting)
        x, y, room = self._foot.x, self._foot.y + 14, self._foot.w - 20
        canvas.text(self._doing(), x, y, theme.SMALL, theme.MUTED, max_width=room)

    def _doing(self) -> str:
        """What goes on, in words."""
        if self.own.reading:
            left = self.own.files_left
            return ngettext("Reading: {number:,} file left.", "Reading: {number:,} files left.", left) if left else ""
        if self.own.under_way is not None:
            after = counted(self.own.left, "{number:,} match", "{number:,} matches", none="none")
            return _(
                "Analysing: {share:.0f} % of a match, {matches} after it.", share=100 * self.own.share, matches=after
            )
        unit = _("A point is 1 % of the chance to win.") if self.found.mean or self.found.luck else ""
        lines = _("Each line is the mean of the last {number} matches.", number=WINDOW) if self.charts else ""
        number = len(self.own.refused)
        refused = ngettext(
            "{number:,} recorded match breaks the rules and is left out.",
            "{number:,} recorded matches break the rules and are left out.",
            number,
        )
        return joined([refused if number else "", unit, lines], " ")

    @property
    def _inviting(self) -> tuple[str, str]:
        """A title and words for where curves will be."""
        if not self.tabs:
            return _("No match of yours is over yet"), INVITING
        return _("Curves need a few matches"), ngettext(
            "One more, and you will see here how your play goes: what you win, what your decisions lose, how lucky "
            "you are.",
            "{number} more, and you will see here how your play goes: what you win, what your decisions lose, how "
            "lucky you are.",
            FEW - self.found.matches,
        )

    def _draw_headline(self, canvas: Canvas) -> None:
        """Draw the figures that tell most, side by side."""
        told = self.headline()
        boxes = self._headline.columns(len(told), 10)
        sizes = [canvas.fitting_size(what, theme.SMALL + 1, boxes[0].w - 12, least=11.0) for _figure, what in told]
        for box, (figure, what) in zip(boxes, told, strict=True):
            cell = Box(box.x, box.y, box.w, _HEADLINE - 16)
            canvas.shape(cell, _CELL, rim=theme.GOLD_LINE, rim_width=1.2, radius=10)
            x = cell.centre[0]
            canvas.text(figure, x, cell.y + 25, 28, theme.HEADING, "serif-bold", "centre", cell.w - 12, "middle")
            canvas.text(what, x, cell.y + 50, min(sizes), theme.MUTED, "sans", "centre", cell.w - 8, "middle")

    def _draw_facts(self, canvas: Canvas) -> None:
        if self._headline.h:
            self._draw_headline(canvas)
        y = self._facts.y
        for label, words in self.facts():
            canvas.text(label, self._facts.x, y, theme.BODY, theme.MUTED)
            canvas.text(words, self._facts.x + 104, y, theme.BODY, theme.TEXT, max_width=self._facts.w - 104)
            y += _ROW
        if self.like:
            canvas.paragraph(self.like, self._likeness, theme.SMALL + 1, theme.GOLD)
        words = _("By game") if self.chosen == ALL else _("By opponent")
        canvas.text(words, self._rivals.x, self._rivals.y, 19, theme.HEADING, "serif")

    def _draw_row(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        name, found = self.rivals[index]
        draw_row_ground(canvas, box.inset(0, 2), state)
        x, right = box.x + _BUST + 22, box.right - 10
        picture = self._pictures.get(name)
        if picture is not None:
            canvas.picture(picture(canvas.px(_BUST)), box.x + 10 + _BUST / 2, box.centre[1])
        bar = Box(right - _BAR.w, box.y + 35, _BAR.w, _BAR.h)
        canvas.shape(bar, theme.BAR_BACK, radius=2.5)
        if found.rate:
            canvas.shape(Box(bar.x, bar.y, max(5.0, bar.w * found.rate), bar.h), theme.BAR, radius=2.5)
        won = _("{won:,} of {number:,} won", won=found.won, number=found.matches)
        if found.matches >= FEW:
            won = _("{share:.0f} % of {number:,} won", share=100 * found.rate, number=found.matches)
        canvas.text(name, x, box.y + 5, theme.BODY, theme.TEXT, max_width=right - x - 120)
        canvas.text(won, right, box.y + 5, theme.BODY, theme.TEXT, align="right")
        lost: str = _("no decision counted") if found.analysed else _("not analysed")
        if found.mean is not None:
            lost = _("mean loss {points}", points=points(found.mean.loss))
        lucky = "" if not found.luck else _("luck {points}", points=signed(found.luck))
        canvas.text(joined([lost, lucky]), x, box.y + 28, theme.SMALL, theme.MUTED, max_width=bar.x - 12 - x)
        canvas.text(streaks(found), x, box.y + 28 + _LINE, theme.SMALL, theme.MUTED, max_width=right - x)

    def _picture(self, match: Recorded) -> Picture | None:
        """What stands for the game of a match, or for the opponent in it; None where these are no longer there."""
        try:
            if self.chosen == ALL:
                return view_of(registry.game(match.game).name).trophies[0]
            rival = next(player for seat, player in enumerate(match.players) if seat != match.person)
            return partial(portraits.bust, character_of(registry.ai(match.game, str(rival["ai"]))).person)
        except registry.UnknownNameError:
            return None

    def close(self) -> None:
        self.own.stop()


def _rivals_of(match: Recorded) -> str:
    """Against whom a match was played, as people call them: "Noor", "Lena and Robin"."""
    rivals = [player for seat, player in enumerate(match.players) if seat != match.person]
    return enumerated([name_for(match.game, str(player["ai"])) for player in rivals])


def _game_of(match: Recorded) -> str:
    return title_of(match.game)
