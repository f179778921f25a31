"""The settings, as a dialog of the menu and of the table."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from game.base.settings import MOTIONS, PALETTES, SAFE_PALETTE, USUAL_PALETTE, Settings
from game.rules import translation
from game.rules.language import _, pgettext
from systems.view.toolkit.controls import Slider, Toggle
from systems.view.toolkit.dialogs import Dialog, SectionsBody
from systems.view.toolkit.fields import Choice
from systems.view.toolkit.widgets import Button, Widget

_MOTIONS = {
    "half": pgettext("how fast pieces move", "half"),
    "normal": pgettext("how fast pieces move", "normal"),
    "double": pgettext("how fast pieces move", "double"),
    "instant": pgettext("how fast pieces move", "none"),
}
_PALETTES = {USUAL_PALETTE: pgettext("colours", "usual"), SAFE_PALETTE: pgettext("colours", "safe")}


class Change(Protocol):
    """Changes settings by name."""

    def __call__(self, **values: Any) -> None: ...


class _Rows(NamedTuple):
    """Rows of the dialog, each for the setting of a name, as it stands now; what is chosen is changed at once."""

    settings: Settings
    change: Change

    def number(
        self, name: str, label: str, limits: tuple[float, float], step: float, show: Callable[[float], str], hint: str
    ) -> Slider:
        value = getattr(self.settings, name)

        def set_to(wanted: float) -> None:
            self.change(**{name: type(value)(wanted)})

        return Slider(label, *limits, value, set_to, step=step, show=show, hint=hint)

    def switch(self, name: str, label: str, hint: str) -> Toggle:
        return Toggle(label, getattr(self.settings, name), lambda on: self.change(**{name: on}), hint=hint)

    def choice(self, name: str, label: str, options: Sequence[tuple[str, str]], hint: str) -> Choice[str]:
        chosen = getattr(self.settings, name)
        return Choice(label, options, chosen, lambda value: self.change(**{name: value}), hint=hint)


def settings_dialog(settings: Settings, change: Change) -> Dialog:
    """All settings, each explained in a sentence; each takes effect at once."""
    rows = _Rows(settings, change)
    sections = [
        (_("Look"), _look(rows)),
        (_("Sound"), _sound(rows)),
        (_("Matches"), _matches(rows)),
        (_("At the table"), _table(rows)),
        (pgettext("settings", "Mods"), _mods(rows)),
    ]
    return Dialog(_("Settings"), SectionsBody(sections), [Button(_("Close"), style="primary")], width=1060)


def _look(rows: _Rows) -> list[Widget]:
    return [
        rows.choice(
            "language",
            _("Language"),
            [("", _("as on this computer")), *translation.names().items()],
            _("The language of everything that is shown."),
        ),
        rows.choice(
            "motion",
            _("Motion"),
            [(motion, _MOTIONS[motion]) for motion in MOTIONS],
            _("How fast cards and stones move; with the last choice nothing on the screen moves of itself."),
        ),
        rows.number(
            "scale", _("Size"), (1, 2), 0.1, _share, _("How large everything is; what has no room then is scrolled.")
        ),
        rows.choice(
            "palette",
            _("Colours"),
            [(palette, _PALETTES[palette]) for palette in PALETTES],
            _("Safe ones are told apart also by who sees fewer colours; shapes stay."),
        ),
        rows.switch("contrast", _("High contrast"), _("Words and panels stand out as much as can be.")),
        rows.switch("fullscreen", _("Full screen"), _("The window fills the whole screen (F11).")),
    ]


def _sound(rows: _Rows) -> list[Widget]:
    return [
        rows.number("effects", _("Sounds"), (0, 1), 0.05, _share, _("How loud moves and buttons are.")),
        rows.number(
            "music", _("Music"), (0, 1), 0.05, _share, _("How loud the music of a table is; at 0 there is none.")
        ),
        rows.switch("muted", _("Mute"), _("Neither sounds nor music are heard (M).")),
    ]


def _matches(rows: _Rows) -> list[Widget]:
    return [
        rows.switch(
            "analyse_own", _("Analyse my matches"), _("Your finished matches are analysed while the menu stands.")
        ),
        rows.number(
            "watched_matches",
            _("Watched matches"),
            (50, 5000),
            50,
            lambda value: _("{number:,.0f} kept", number=value),
            _("Of matches between AIs only the latest are kept; your own all are."),
        ),
    ]


def _table(rows: _Rows) -> list[Widget]:
    return [
        rows.number(
            "pace", _("Pace of AIs"), (0, 5), 0.1, _seconds, _("For how long an AI shows its choice before it moves.")
        ),
        rows.switch("left_handed", _("Panel on the left"), _("The buttons stand at the left of the table.")),
        rows.switch(
            "overlay", _("Show what AIs think"), _("Beside the table stands what an AI thinks of its moves (O).")
        ),
        rows.switch("hint", _("Hint on your turn"), _("What an AI makes of your own moves is shown (H).")),
        rows.switch("open_thinking", _("Open thinking"), _("You see what opponents think; the replay notes it.")),
        rows.switch("ranked", _("Ranked"), _("No undo, no hints, no tutor and no open thinking in your matches.")),
        rows.switch("show_counts", _("Count rivals’ piles"), _("A number is shown also where one could count.")),
    ]


def _mods(rows: _Rows) -> list[Widget]:
    return [
        rows.number(
            "think_time",
            _("Mods may think"),
            (0.5, 30),
            0.5,
            _seconds,
            _("How long the AI of a mod may think about a move before another moves in its place."),
        ),
        rows.number(
            "memory",
            _("Mods may use"),
            (200, 8000),
            100,
            lambda value: _("{gigabytes:.1f} GB", gigabytes=value / 1000),
            _("How much memory a process of a mod may use before it is ended."),
        ),
    ]


def _share(value: float) -> str:
    """A share in per cent."""
    return _("{share:.0f} %", share=value * 100)


def _seconds(value: float) -> str:
    """A time in seconds."""
    return _("{seconds:.1f} s", seconds=value)
