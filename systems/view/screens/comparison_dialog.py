"""Asks in which parameters a second learner is to differ from the one that it learns beside."""

from collections.abc import Callable, Mapping
from contextlib import suppress

from game.games.ai import AI
from game.games.characters import name_of
from game.rules.language import _, joined
from systems.view.screens.parameters_dialog import ParametersDialog, as_written
from systems.view.toolkit.canvas import Canvas

_STEPS = "alpha", "rate"
"""What says how far a table learns in a step, and networks."""
_FASTER = 4.0


class ComparisonDialog(ParametersDialog):
    """Asks for the parameters in which a second learner differs, with a suggestion; `done` gets those that differ, by
    key, as they were typed. Where nothing differs nothing can be compared."""

    def __init__(self, ai: AI, own: Mapping[str, str], done: Callable[[Mapping[str, str]], None]) -> None:
        """`own` are the first learner's parameters, as they would be typed."""
        name = name_of(ai)
        self._words: str = _(
            "A second {name} begins with nothing, learns from as many games as this one, and stands beside it in the "
            "curve, the figures and the values. Each field shows how this {name} learns: type what the other is to do "
            "otherwise. A larger {step}, say, learns faster and forgets sooner.",
            name=name,
            step=_step(own),
        )
        self._own = own
        super().__init__(ai, suggestion(own), own, lambda given: done(self.differing(given)), self._words)
        self.title = _("Compare {name} with another one", name=name)
        self.done.label = _("Compare")
        self.defaults.label = _("As this one")
        self.defaults.hint = _("Set every parameter as this one has it")
        self._options = {option.key: option for option in ai.parameters}

    def differing(self, given: Mapping[str, str]) -> dict[str, str]:
        """Those of the parameters that were typed which are not the first learner's."""
        return {key: text for key, text in given.items() if self._value(key, text) != self._value(key, self._own[key])}

    def _value(self, key: str, text: str) -> object:
        with suppress(ValueError):
            return self._options[key].parse(text)
        return text

    def layout(self, canvas: Canvas) -> None:
        """Say what differs, and place everything; two that are alike are not compared."""
        differing = self.differing(self.body.given)
        pairs = [(key, as_written(text), as_written(self._own[key])) for key, text in differing.items()]
        parts = [_("{key} {other} instead of {own}", key=key, other=other, own=own) for key, other, own in pairs]
        told: str = _("Nothing differs yet: both would learn alike.")
        if parts:
            told = _("What differs: {parameters}.", parameters=joined(parts, ", "))
        self.body.words = joined([self._words, told], " ")
        super().layout(canvas)
        if self.done.enabled and not differing:
            self.done.enabled = False
            self.done.hint = _("Let at least one parameter differ")


def suggestion(own: Mapping[str, str]) -> dict[str, str]:
    """A difference that is worth seeing: it learns in larger steps, or, where these are large already, in smaller
    ones."""
    usual = float(own[_step(own)])
    other = usual * _FASTER if usual * _FASTER <= 1.0 else usual / _FASTER
    return {_step(own): f"{other:.6g}"}


def _step(own: Mapping[str, str]) -> str:
    return next(key for key in _STEPS if key in own)
