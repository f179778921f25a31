"""The settings, as a dialog of the menu and of the table."""

from typing import Any, Protocol

from game.base.settings import MOTIONS, Settings
from game.rules import language
from game.rules.language import _, pgettext
from systems.view.toolkit.controls import Slider, Toggle
from systems.view.toolkit.dialogs import Dialog, SectionsBody
from systems.view.toolkit.fields import Choice
from systems.view.toolkit.widgets import Button, Widget

_MOTIONS = {
    "half": pgettext("how fast pieces move", "half"),
    "normal": pgettext("how fast pieces move", "normal"),
    "double": pgettext("how fast pieces move", "double"),
    "instant": pgettext("how fast pieces move", "instant"),
}


class Change(Protocol):
    """Changes settings by name."""

    def __call__(self, **values: Any) -> None: ...


def settings_dialog(settings: Settings, change: Change) -> Dialog:
    """All settings; each takes effect at once."""

    def number(name: str, label: str, most: float, step: float, show: Any, hint: str = "") -> Slider:
        def set_to(value: float) -> None:
            change(**{name: value})

        return Slider(label, 0, most, getattr(settings, name), set_to, step=step, show=show, hint=hint)

    def switch(name: str, label: str, hint: str = "") -> Toggle:
        return Toggle(label, getattr(settings, name), lambda on: change(**{name: on}), hint=hint)

    motions = [(motion, _MOTIONS[motion]) for motion in MOTIONS]
    pace_hint = _("For how long an AI shows its choice before it moves")
    languages = [("", _("as on this computer")), *language.names().items()]
    look: list[Widget] = [
        Choice(_("Language"), languages, settings.language, lambda code: change(language=code)),
        number("volume", _("Volume"), 1, 0.05, lambda value: _("{share:.0f} %", share=value * 100)),
        switch("muted", _("Mute"), "M"),
        Choice(_("Motion"), motions, settings.motion, lambda motion: change(motion=motion)),
        switch("fullscreen", _("Full screen"), "F11"),
    ]
    matches: list[Widget] = [
        switch("analyse_own", _("Analyse my matches"), _("Your finished matches are analysed while the menu stands")),
        Slider(
            _("Watched matches"),
            50,
            5000,
            settings.watched_matches,
            lambda value: change(watched_matches=round(value)),
            step=50,
            show=lambda value: _("{number:,.0f} kept", number=value),
            hint=_("Of matches between AIs only the latest are kept; your own all are"),
        ),
    ]
    table: list[Widget] = [
        number("pace", _("Pace of AIs"), 5, 0.1, lambda value: _("{seconds:.1f} s", seconds=value), pace_hint),
        switch("overlay", _("Show what AIs think"), "O"),
        switch("hint", _("Hint on your turn"), _("What an AI makes of your own moves (H)")),
        switch("open_thinking", _("Open thinking"), _("Opponents' candidates show their cards; the replay notes it")),
        switch("show_counts", _("Count opponents' piles"), _("Show a number also where one could count")),
    ]
    mods: list[Widget] = [
        Slider(
            _("Mods may think"),
            0.5,
            30,
            settings.think_time,
            lambda value: change(think_time=value),
            step=0.5,
            show=lambda value: _("{seconds:.1f} s", seconds=value),
            hint=_("How long the AI of a mod may think about a move before another moves in its place"),
        ),
        Slider(
            _("Mods may use"),
            200,
            8000,
            settings.memory,
            lambda value: change(memory=round(value)),
            step=100,
            show=lambda value: _("{gigabytes:.1f} GB", gigabytes=value / 1000),
            hint=_("How much memory a process of a mod may use before it is ended"),
        ),
    ]
    sections = [
        (_("Look and sound"), look),
        (_("Matches"), matches),
        (_("At the table"), table),
        (pgettext("settings", "Mods"), mods),
    ]
    return Dialog(_("Settings"), SectionsBody(sections), [Button(_("Close"), style="primary")], width=1060)
