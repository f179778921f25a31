"""The settings, as a dialog of the menu and of the table."""

from typing import Any, Protocol

from game.base.settings import MOTIONS, Settings
from systems.view.toolkit.controls import Slider, Toggle
from systems.view.toolkit.dialogs import ColumnBody, Dialog
from systems.view.toolkit.fields import Choice
from systems.view.toolkit.widgets import Button


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

    motions = [(motion, motion) for motion in MOTIONS]
    pace_hint = "For how long an AI shows its choice before it moves"
    widgets = [
        number("volume", "Volume", 1, 0.05, lambda value: f"{value * 100:.0f} %"),
        switch("muted", "Mute", "M"),
        Choice("Motion", motions, settings.motion, lambda motion: change(motion=motion)),
        number("pace", "Pace of AIs", 5, 0.1, lambda value: f"{value:.1f} s", pace_hint),
        Slider(
            "Mods may think",
            0.5,
            30,
            settings.think_time,
            lambda value: change(think_time=value),
            step=0.5,
            show=lambda value: f"{value:.1f} s",
            hint="How long the AI of a mod may think about a move before another moves in its place",
        ),
        Slider(
            "Mods may use",
            200,
            8000,
            settings.memory,
            lambda value: change(memory=round(value)),
            step=100,
            show=lambda value: f"{value / 1000:.1f} GB",
            hint="How much memory a process of a mod may use before it is ended",
        ),
        switch("overlay", "Show what AIs think", "O"),
        switch("hint", "Hint on your turn", "What an AI makes of your own moves (H)"),
        switch("open_thinking", "Open thinking", "Opponents' candidates show their cards; the replay notes it"),
        switch("show_counts", "Count opponents' piles", "Show a number also where one could count"),
        switch("analyse_own", "Analyse my matches", "Your finished matches are analysed while the menu stands"),
        switch("fullscreen", "Full screen", "F11"),
    ]
    return Dialog("Settings", ColumnBody(widgets, gap=8), [Button("Close", style="primary")], width=640)
