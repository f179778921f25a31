"""The parts of Notty's table that are drawn beside its cards: plates, the reminder, tags of what has just come."""

from collections import Counter
from functools import reduce

import esper

from components.pieces import Card
from components.table import Progress
from components.view import Moving, Pose, Stage
from game.games.notty.hands import KINDS, contains, unpack
from game.games.notty.moves import DREW, HOLDS, RETURNED, STOLE
from game.rules.language import _, joined, pgettext
from game.rules.wording import counted
from systems.snapshot import only
from systems.view.games.notty.layout import Seat
from systems.view.table import flat_cards
from systems.view.table.characters import Seated
from systems.view.table.flat_cards import draw_face, draw_tag, tag_width
from systems.view.table.layout import slot_of
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.cards import CARD_ASPECT

_BESIDE_DECK = 48.0
"""What a reminder leaves at its left for the number of cards beside the deck."""


def draw_reminder(canvas: Canvas, box: Box) -> Box:
    """What a group is, to the right of the deck: each in a line, or, where that is too narrow, below its name; where
    the words stand, which may reach out of the box where letters are large."""
    rows = ((_("Run"), _("3 or more in a row, one colour")), (_("Set"), _("4 or 5 colours, one number")))
    right, room = box.right - 4, box.w - 4 - _BESIDE_DECK
    beside = room - 12 - max(canvas.text_size(name, 18, "serif-bold")[0] for name, _words in rows)
    in_one = all(canvas.text_size(words, theme.SMALL)[0] <= beside for _name, words in rows)
    size = min(canvas.fitting_size(words, 17, beside if in_one else room) for _name, words in rows)
    line = max(21.0, 0.9 * canvas.text_size(rows[0][1], size)[1])  # on a small table letters are larger than asked for
    apart = 34.0 if in_one else 2 * line + 4
    first = box.y + (51.0 if in_one else 55.5 - line / 2) - apart / 2
    told: list[Box] = []
    for row, (name, words) in enumerate(rows):
        y = first + row * apart
        x = right - canvas.text_size(words, size)[0] - 12 if in_one else right
        told.append(canvas.text(name, x, y, 18, theme.HEADING, "serif-bold", "right", vertical="middle"))
        y += 0 if in_one else line
        told.append(canvas.text(words, right, y, size, theme.TEXT, "sans", "right", room, "middle"))
    return reduce(Box.joined, told)


def draw_plate(canvas: Canvas, stage: Stage, seat: Seat, player: int, seated: Seated) -> None:
    """The plate of a player: face and name, what has been done in this turn, and the number of cards."""
    box = seat.plate
    moving = flat_cards.draw_plate(canvas, box, player, box.h / 2)
    number = len(stage.pieces_at("hand", player))
    words = counted(number, "{number:,} card", "{number:,} cards")
    middle, right, name = box.centre[1], box.right - 20, seated.name
    x = draw_face(canvas, seated.person, box.x + 4, middle, box.h - 8) + 10
    canvas.text(words, right, middle, 17, theme.TEXT, align="right", vertical="middle")
    right -= canvas.text_size(words, 17)[0] + 14
    room = right - x
    canvas.text(name, x, middle, 22, theme.HEADING, "serif", max_width=room, vertical="middle")
    done = _done() if moving else ""
    left = canvas.text_size(name, 22, "serif")[0] + 14
    if done and left + canvas.text_size(done, theme.SMALL, "sans-italic")[0] <= room:
        canvas.text(done, x + left, middle + 1, theme.SMALL, theme.MUTED, "sans-italic", vertical="middle")


def _done() -> str:
    """What the player to move has done in this turn of what can be done once."""
    facts = only(Progress).facts
    words = ((DREW, _("drew")), (STOLE, _("stole")), (HOLDS, _("has one to return")), (RETURNED, _("returned one")))
    return joined([word for flag, word in words if facts is not None and facts.used & flag])


def newcomers(stage: Stage) -> dict[int, str]:
    """The cards that the latest action brought the player who is still to move, each with the word for how."""
    if len(stage.states) < 2:
        return {}
    before, now = stage.states[-2:]
    player = now.to_move
    if player is None or player != before.to_move or not contains(now.hands[player], before.hands[player]):
        return {}
    word = _("stolen") if now.used & STOLE and not before.used & STOLE else pgettext("a card", "drawn")
    came = Counter(KINDS[kind] for kind in unpack(now.hands[player] - before.hands[player]))
    found: dict[int, str] = {}
    # Of two alike the one that lies in the later slot has come later.
    for entity in sorted(stage.pieces_at("hand", player), key=slot_of, reverse=True):
        kind = esper.component_for_entity(entity, Card).kind
        if came[kind]:
            came[kind] -= 1
            found[entity] = word
    return found


def draw_tags(canvas: Canvas, stage: Stage) -> None:
    """The tags of cards that have just come, each over the part of its card that is seen."""
    tags = newcomers(stage)
    hand = stage.pieces_at("hand", stage.states[-1].to_move) if tags else []
    cards = [esper.component_for_entity(entity, Moving) for entity in hand]
    for entity, moving, after in zip(hand, cards, [*cards[1:], None], strict=False):
        if entity in tags and moving.arrived:
            _draw_tag(canvas, tags[entity], moving.now, None if after is None else after.now)


def _draw_tag(canvas: Canvas, words: str, pose: Pose, after: Pose | None) -> None:
    """The tag of a card, which the one `after` it may cover in part; a sign where the word is too long. It stands at
    the lower edge: at the upper one is the shape of the card's colour, all that tells it where a card is covered."""
    width = pose.height * CARD_ASPECT
    seen = width if after is None or after.y != pose.y else min(width, after.x - pose.x)
    x, y = pose.x - (width - seen) / 2, pose.y + pose.height / 2 - 4
    draw_tag(canvas, (x, y), words if tag_width(canvas, words) <= seen + 4 else "+")
