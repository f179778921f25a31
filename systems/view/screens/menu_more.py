"""What the menu asks besides who plays: the strength of an opponent between the levels, the game's options, a seed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.games.levels import BETWEEN, NAMES, STRENGTH
from game.games.module import GameModule
from game.games.seats import with_parameters, without_parameters
from game.rules.language import _
from game.rules.protocol import Option
from game.rules.streams import SEED_DIGITS
from systems.view.table.characters import STRENGTHS
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.controls import Labelled, Slider
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.fields import Choice, TextField
from systems.view.toolkit.widgets import Button, Widget

if TYPE_CHECKING:  # what it is made of is loaded when it is asked for
    from game.analysis.people.index import Recorded

Field = Choice[str] | TextField
_ROW, _GAP, _LABEL = 44.0, 10.0, 0.36
_STEP = 0.05


def who_fits(recorded: Iterable["Recorded"], game: GameModule) -> tuple[float | None, str]:
    """The strength of an opponent that fits somebody with these recorded matches, or None and why it is not known."""
    from game.analysis.people.fitting import fitting_strength, own_rating
    from game.analysis.people.rating import LEAST

    rating = own_rating(recorded, game.name)
    if rating is None:
        return None, _(
            "Known once you have played {number} matches of {game} against opponents with a rating",
            number=LEAST,
            game=game.title,
        )
    fits = fitting_strength(game.name, rating)
    return fits, "" if fits is not None else _("The levels of {game} have not been measured", game=game.title)


def option_field(option: Option, text: str) -> Field:
    """The field of a game's option, with what was chosen last, as it would be typed."""
    if option.choices:
        known = option.choices if text in dict(option.choices) else (*option.choices, (text, text))
        return Choice(option.label, known, text, hint=option.about, label_share=_LABEL)
    return TextField(option.label, text, hint=option.about, max_length=40, label_share=_LABEL)


def text_of(field: Field) -> str:
    """What a field holds, as it would be typed."""
    return field.text if isinstance(field, TextField) else field.value


def seed_field() -> TextField:
    """The field of the seed; empty for a random one."""
    return TextField(
        _("Seed"),
        digits_only=True,
        max_length=SEED_DIGITS,
        placeholder=_("random"),
        hint=_("All chance follows from the seed: the same seed gives the same deals."),
        label_share=_LABEL,
    )


def strength_words(strength: float) -> str:
    """A strength from 0 to 1 in words: "Casual", "Casual to Club"."""
    place = strength * (len(STRENGTHS) - 1)
    lower = min(int(place + 1e-9), len(STRENGTHS) - 1)
    if abs(place - lower) < 1e-6:
        return STRENGTHS[lower]
    return _("{lower} to {upper}", lower=STRENGTHS[lower], upper=STRENGTHS[lower + 1])


def strength_of(spec: str) -> float:
    """The strength of whoever words ask for, as far as that one is, or lies between, the levels; else the middle."""
    base, given = without_parameters(spec)
    if base in NAMES:
        return NAMES.index(base) / (len(NAMES) - 1)
    try:
        return float(given.get(STRENGTH.key, STRENGTH.default_text))
    except ValueError:
        return STRENGTH.parse(STRENGTH.default_text)  # type: ignore[no-any-return]  # a share


def between(strength: float) -> str:
    """The words that ask for an AI of a strength from 0 to 1."""
    return with_parameters(BETWEEN, {STRENGTH.key: f"{strength:.6g}"})


@dataclass(frozen=True)
class Opponent:
    """The chair that can be made stronger or weaker: who sits there, the words that ask for that one, what takes other
    words for it, the strength that fits the person, and why there is none."""

    name: str
    spec: str
    take: Callable[[str], None]
    fits: float | None
    why_not: str


class MoreBody:
    """The strength of an opponent, the options of the game and the seed, one below another."""

    def __init__(self, opponent: Opponent | None, fields: Sequence[Field], seed: TextField) -> None:
        self.slider: Slider | None = None
        self.fit: Button | None = None
        if opponent is not None:
            self.slider = self._slider(opponent)
            self.fit = self._fit(opponent, self.slider)
        self._rows: list[Labelled] = [*fields, seed]
        found: list[Widget] = [each for each in (self.slider, self.fit) if each is not None]
        self.widgets: Sequence[Widget] = [*found, *self._rows]

    @staticmethod
    def _slider(opponent: Opponent) -> Slider:
        slider = Slider(
            _("Strength of {name}", name=opponent.name), 0, 1, strength_of(opponent.spec),
            lambda value: opponent.take(between(value)), step=_STEP, show=strength_words, value_width=190.0,
            label_share=_LABEL,
        )  # fmt: skip
        slider.hint = _("Anywhere between the beginner and the expert")
        return slider

    @staticmethod
    def _fit(opponent: Opponent, slider: Slider) -> Button:
        def fit() -> None:
            if opponent.fits is not None:
                slider.set(opponent.fits)

        button = Button(_("An opponent that fits you"), fit, size=18)
        button.enabled = opponent.fits is not None
        button.hint = opponent.why_not or _("As strong as your own matches say that you are")
        return button

    def height(self, canvas: Canvas, width: float) -> float:
        """The height of all rows."""
        return len(self.widgets) * (_ROW + _GAP) - _GAP + (_GAP if self.slider is not None else 0.0)

    def arrange(self, canvas: Canvas, box: Box) -> None:
        """Give everything a row."""
        y = box.y
        for widget in self.widgets:
            widget.box = Box(box.x, y, box.w, _ROW)
            if widget is self.fit:
                widget.box = Box(box.x + box.w * _LABEL, y, box.w * (1 - _LABEL), _ROW)
            y += _ROW + _GAP + (_GAP if widget is self.fit else 0.0)

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw a line below what is about the opponent."""
        if self.fit is not None:
            canvas.shape(Box(box.x, self.fit.box.bottom + _GAP - 0.6, box.w, 1.2), theme.GOLD_LINE, radius=0.6)


def more_dialog(title: str, body: MoreBody) -> Dialog:
    """Asks for all that; each choice counts at once."""
    return Dialog(title, body, [Button(_("Done"), style="primary")], width=720)
