"""The statistics of a person: its recorded matches by game and opponent, in numbers and as curves over time."""

from functools import partial

import numpy as np

from game.analysis.judges import JudgeError, JudgeWords, usual_judge
from game.analysis.people.analysing import waiting
from game.analysis.people.index import Recorded
from game.analysis.people.rating import LEAST
from game.analysis.people.statistics import Curves, Statistics, as_csv, curves, grouped, statistics, title_of
from game.analysis.sentences import points
from game.analysis.yardstick import Mean, likeness
from game.base.storage import StorageError, home, write_whole
from game.games import registry
from game.games.characters import name_for
from game.rules.language import _, enumerated, joined, made, ngettext, plural
from game.rules.wording import counted
from game.training.metrics import rolling_mean
from systems.view.screens.metrics_charts import draw_charts
from systems.view.screens.page import Page, to_menu_button
from systems.view.screens.screen import Shell
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.chart import Chart
from systems.view.toolkit.controls import Toggle
from systems.view.toolkit.focus import Group
from systems.view.toolkit.scrolling import RowState, ScrollList, draw_row_ground
from systems.view.toolkit.widgets import Button

ALL = ""
"""The tab of all games."""
WINDOW = 20
"""Lines are means over so many matches."""
FEW = 5
"""With fewer matches nothing is told of shares and nothing drawn: a point is no curve."""
INVITING = _(
    "Here you will see how your play goes: what you won, what your decisions lost, how lucky you were, and how good "
    "you are beside the AIs. It needs matches of yours that are over. Play one: it is recorded by itself."
)
_LEAST_MARKS = 3
"""A curve of fewer marks says nothing."""
_WIDTH = 1220.0
_LEFT = 430.0
_ROW = 26.0


class StatisticsScreen(Page):
    """What the user's matches come to; while files are still read, and matches analysed, the figures grow."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.own = shell.own
        self.chosen = ALL
        self.matches: list[Recorded] = []
        self.list = ScrollList(self._draw_row)
        self.analyse = Toggle(_("Analyse my matches"), shell.settings.analyse_own, self._switch, label_share=0.7)
        self.analyse.hint = _("Your finished matches are analysed one after another while this page or the menu stands")
        self.export = Button(_("Export"), self._export, shortcut="E", show_shortcut=False, size=19)
        self.export.hint = _("Write a table of these matches, as CSV (E)")
        self.back = to_menu_button(shell)
        self.play = Button(_("Play a match"), shell.to_menu, style="primary", size=22)
        self.back.style = "plain"  # what this page asks for is a match
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
        self.charts = charts_of(curves(shown), self.chosen != ALL) if self.found.matches >= FEW else []
        self.play.visible = not self.charts
        self.waiting = len(waiting(shown))
        self.like = self._like()
        self.list.set_heights([_ROW * 2] * len(self.rivals))
        for tab in self.tabs:
            tab.chosen = tab.label == (_("All games") if self.chosen == ALL else title_of(self.chosen))

    def _like(self) -> str:
        """Whom the user has played like at the chosen game; empty where nothing tells."""
        if self.chosen == ALL or self.found.mean is None:
            return ""
        try:
            game = registry.game(self.chosen)
            return likeness(
                JudgeWords(game.name, usual_judge(game)), self.found.mean, "You", partial(name_for, game.name)
            )
        except (JudgeError, registry.UnknownNameError):
            return ""

    def facts(self) -> list[tuple[str, str]]:
        """The figures on the left, each with its label: those that there is something to say of."""
        found, mean = self.found, self.found.mean
        told: list[tuple[str, str]] = [(_("Matches"), _results(found))]
        if found.matches >= FEW:
            told.append((_("Share won"), _share(found)))
        told.append((_("Analysed"), self._analysed()))
        if found.luck:  # none at all where nothing is left to chance
            told.append((_("Luck"), _("{points} points a match", points=_signed(found.luck))))
        if found.now is not None and max(found.now.length, found.longest) > 1:
            told.append((_("Streak"), _streak(found.now.length, found.now.ended, found.longest)))
        if self.chosen == ALL:
            return told  # losses and ratings are one game's
        if mean is not None:
            told += [(_("Mean loss"), _mean_loss(mean)), (_("Accuracy"), _accuracy(mean))]
        return [*told, (_("Rating"), rating_words(found))]

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
            self.toasts.push(f"{error}.")
        else:
            self.toasts.push(_("Written to {path}.", path=str(path)))

    @property
    def resting(self) -> bool:
        return not self.own.reading

    # --- a frame ---

    def _go_on(self) -> None:
        if self.own.look(self.shell.settings.analyse_own):
            self._take(self.own.recorded)

    def _layout(self, canvas: Canvas) -> None:
        self.sheet = Box.around(canvas.area.centre, min(_WIDTH, canvas.width - 40), canvas.height - 50)
        inner = self.sheet.inset(28, 22)
        head, rest = inner.top_part(46, 8)
        self._head, self.analyse.box = head, Box(head.right - 300, head.y, 300, 40)
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
        inviting = self._curves if self.tabs else self._body
        self._inviting = Box.around(inviting.centre, min(620.0, inviting.w - 40), 230)
        self.play.box = Box.around((self._inviting.centre[0], self._inviting.bottom - 27), 240, 54)
        facts = len(self.facts()) * _ROW + 10
        like = canvas.paragraph_height(self.like, left.w, theme.SMALL + 1) + 8 if self.like else 0.0
        self._facts, rest = left.top_part(facts)
        self._likeness, rest = rest.top_part(like)
        self.list.box = rest.top_part(30)[1]
        self._rivals = rest

    def _draw(self, canvas: Canvas) -> None:
        canvas.text(_("Your matches"), self._head.x, self._head.y, theme.TITLE, theme.HEADING, "serif")
        if self.tabs:
            self._draw_facts(canvas)
        if self.charts:
            draw_charts(canvas, self._curves, self.charts)
        else:
            self._draw_invitation(canvas)
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
        return _("Each line is the mean of the last {number} matches.", number=WINDOW) if self.charts else ""

    def _draw_invitation(self, canvas: Canvas) -> None:
        box, left = self._inviting, FEW - self.found.matches
        title, words = _("No match of yours is over yet"), INVITING
        if self.tabs:
            title = _("Curves need a few matches")
            words = ngettext(
                "One more, and you will see here how your play goes: what you win, what your decisions lose, how lucky "
                "you are.",
                "{number} more, and you will see here how your play goes: what you win, what your decisions lose, how "
                "lucky you are.",
                left,
            )
        canvas.text(title, box.centre[0], box.y, theme.SECTION, theme.HEADING, "serif", "centre", box.w)
        canvas.paragraph(words, Box(box.x, box.y + 44, box.w, 0), theme.BODY, theme.TEXT)

    def _draw_facts(self, canvas: Canvas) -> None:
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
        x, right = box.x + 10, box.right - 10
        won = _("{won:,} of {number:,} won", won=found.won, number=found.matches)
        if found.matches >= FEW:
            won = _("{share:.0f} % of {number:,}", share=100 * found.rate, number=found.matches)
        canvas.text(name, x, box.y + 5, theme.BODY, theme.TEXT, max_width=right - x - 120)
        canvas.text(won, right, box.y + 5, theme.BODY, theme.TEXT, align="right")
        lost = _("not analysed") if found.mean is None else _("mean loss {points}", points=points(found.mean.loss))
        lucky = "" if not found.luck else _("luck {points}", points=_signed(found.luck))
        canvas.text(joined([lost, lucky]), x, box.y + 28, theme.SMALL, theme.MUTED, max_width=right - x)

    def close(self) -> None:
        self.own.stop()


def _rivals_of(match: Recorded) -> str:
    """Against whom a match was played, as people call them: "Noor", "Lena and Robin"."""
    rivals = [player for seat, player in enumerate(match.players) if seat != match.person]
    return enumerated([name_for(match.game, str(player["ai"])) for player in rivals])


def _game_of(match: Recorded) -> str:
    return title_of(match.game)


def _results(found: Statistics) -> str:
    """How matches ended; of a single one, how that did."""
    if found.matches == 1:
        return _("one, won") if found.won else _("one, lost") if found.lost else _("one, drawn")
    return _(
        "{number:,}: {won:,} won, {drawn:,} drawn, {lost:,} lost",
        number=found.matches, won=found.won, drawn=found.drawn, lost=found.lost,
    )  # fmt: skip


def _share(found: Statistics) -> str:
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


def _signed(luck: float) -> str:
    """Luck in points, with its sign."""
    told = points(luck)
    return told if told.startswith("-") or told == "0.0" else f"+{told}"


_ENDED = {
    "won": plural("{number} won; the longest of wins {longest}", "{number} won; the longest of wins {longest}"),
    "lost": plural("{number} lost; the longest of wins {longest}", "{number} lost; the longest of wins {longest}"),
    "drawn": plural("{number} drawn; the longest of wins {longest}", "{number} drawn; the longest of wins {longest}"),
}


def _streak(number: int, ended: str, longest: int) -> str:
    """How many of the latest matches ended alike, and the longest streak of wins."""
    one, many = _ENDED[ended]
    return made(one, (), {"number": number, "longest": longest}, many, number)


def _mean_loss(mean: Mean) -> str:
    (low, high), loss = mean.interval, points(mean.loss)
    if mean.matches < 2:
        return _("{points} points a decision", points=loss)
    return _("{points} points a decision  ({low} to {high})", points=loss, low=points(low), high=points(high))


def _accuracy(mean: Mean) -> str:
    return ngettext(
        "{share:.0f} % of {number:,} decision",
        "{share:.0f} % of {number:,} decisions",
        mean.decisions,
        share=100 * mean.accuracy,
    )


def charts_of(found: Curves, losses: bool) -> list[Chart]:
    """A chart for each thing that was measured: matches won, mean `losses` where they are of one game and so of one
    judge, luck, the rating."""
    across = np.arange(1.0, len(found.results) + 1)

    def chart(values: list[float], title: str, shares: bool = False) -> Chart:
        own = np.array(values)
        means = np.where(np.isfinite(own), rolling_mean(own, WINDOW), np.nan)
        return Chart(across, means, "match", title, shares)

    charts = [chart(found.results, _("Share won"), True)]
    if losses and np.isfinite(found.losses).sum() >= _LEAST_MARKS:
        charts.append(chart(found.losses, _("Mean loss, points a decision")))
    if np.count_nonzero(np.nan_to_num(found.luck)) >= _LEAST_MARKS:
        charts.append(chart(found.luck, _("Luck, points a match")))
    if len(found.ratings) >= _LEAST_MARKS:
        charts.append(Chart(np.array(found.rated_at, float), np.array(found.ratings), "match", _("Rating")))
    return charts
