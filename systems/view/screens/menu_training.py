"""What the menu says of learning: which AIs of a game learn, and what there is to see of it."""

from collections.abc import Callable, Sequence

from game.games.ai import AI
from game.games.registry import GameModule
from game.rules.language import _
from systems.view.table.characters import character_of
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.widgets import Button


def training_dialog(
    game: GameModule, learner: AI | None, train: Callable[[], None], metrics: Callable[[], None] | None
) -> Dialog:
    """Invites to watch the AI of a game that learns, and to see how those learnt that ship; says so where none
    does."""
    buttons: list[Button] = [Button(_("Close"))]
    if metrics is not None:
        curves = Button(_("Learning curves"), metrics, shortcut="G", show_shortcut=False)
        curves.hint = _("How the AIs of this game have learnt, measured on the way (G)")
        buttons.append(curves)
    if learner is None:
        words = _("No AI of {game} can be taught here.", game=game.title)
    else:
        words = _(
            "{name} learns {game} by playing itself. Watch its first games go wrong, and see its curve climb. You can "
            "stop at any time; what it has learnt is yours, and sits down with you at the table.",
            name=character_of(learner).name, game=game.title,
        )  # fmt: skip
        buttons.append(Button(_("Watch it learn"), train, style="primary"))
    return Dialog(_("Training"), words, buttons, width=640, cancel=buttons[0])


def first_learner(learners: Sequence[AI], seated: Sequence[AI | None]) -> AI | None:
    """The AI that can be watched learning: the first of those that sits at the table, else the first of all."""
    return next(iter([*[ai for ai in seated if ai is not None and ai in learners], *learners]), None)
