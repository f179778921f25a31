"""The parts of the Thirty-one table that are drawn beside its cards: title, plates with lives and scores, marks."""

import esper

from components.table import Progress
from components.view import Moving, Pose, Stage
from game.games.thirty_one.cards import NUMBER_OF_KIND, SUIT_NAMES, SUITS
from game.games.thirty_one.state import FROM_DISCARD, START_LIVES, House, Standing
from game.rules.language import _, pgettext
from systems.human import HumanTurn
from systems.snapshot import maybe, only
from systems.view.games.thirty_one import art
from systems.view.games.thirty_one.art import BRIGHT
from systems.view.games.thirty_one.hands import Worth, best_after, counting, worth
from systems.view.games.thirty_one.layout import Seat, drawn_kind, facts, is_open, kind_of, known_kinds, packed
from systems.view.table.characters import Seated
from systems.view.table.flat_cards import FACE, draw_face, draw_plate, draw_tag
from systems.view.table.layout import is_over
from systems.view.toolkit import drawings, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.cards import CARD_ASPECT
from systems.view.toolkit.drawings import Rgb
from systems.view.toolkit.fonts import Colour

COUNTS: Rgb = (150, 226, 128)
"""The line around cards that count when hands are shown."""
_HEART, _OWN_HEART, _OWN_FACE = 19.0, 27.0, 60.0
_CALLED, _OUT = _("called"), pgettext("of a match", "out")
_TAKEN, _DRAWN = pgettext("a card", "taken"), pgettext("a card", "drawn")
_SUIT_WORDS = dict(zip(SUITS, SUIT_NAMES, strict=True))


def scoring_cards(stage: Stage) -> frozenset[int]:
    """The cards of all hands that count, once hands are shown."""
    found: list[int] = []
    for player, _life in enumerate(_lives()[0]):
        hand = stage.pieces_at("hand", player)
        cards = counting(packed(hand), _house())
        found += [entity for entity in hand if cards >> NUMBER_OF_KIND[kind_of(entity)] & 1]
    return frozenset(found)


def _house() -> House:
    found = facts()
    return House() if found is None else found.house


def _lives() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The lives of all players when the round began, and now."""
    standing, found = only(Progress).standing, facts()
    now = standing.lives if isinstance(standing, Standing) else ()
    return (now if found is None else found.lives), now


# --- on the felt ---


def draw_title(canvas: Canvas, box: Box) -> None:
    """The name of the game, and the round."""
    name: str = _("Thirty-one")
    size = canvas.fitting_size(name, 36, box.w, "serif")
    canvas.text(name, box.x, box.y + 38 - size, size, theme.HEADING, "serif", max_width=box.w)
    number = max(1, only(Progress).round_number)
    canvas.text(_("Round {number}", number=number), box.x + 2, box.y + 50, 19, theme.TEXT)


# --- seats ---


def draw_seat(canvas: Canvas, stage: Stage, seat: Seat, player: int, seated: Seated) -> None:
    """The ground of a hand, and the plate of its player."""
    before, _after = _lives()
    own = player == stage.viewer
    alive = bool(before[player]) if before else True
    ground = seat.hand.inset(0 if own else -2, -6)
    canvas.shape(ground, (0, 22, 18, 58 if alive else 26), rim=(150, 200, 170, 34), rim_width=1.2, radius=14)
    draw_plate(canvas, seat.plate, player)
    shown, when = _worth(stage, player) if alive and is_open(stage, player) else (None, "")
    if own and not alive:
        canvas.text(_("Out: the others play on"), *seat.hand.centre, 20, theme.MUTED, "serif-italic", "centre",
                    vertical="middle")  # fmt: skip
    if own:
        _draw_own(canvas, seat.plate, player, seated, shown, alive)
        canvas.text(when, seat.plate.x + 14, seat.plate.bottom - 74, theme.SMALL, theme.MUTED)
    else:
        _draw_other(canvas, seat.plate, player, seated, shown, alive)


def _draw_own(canvas: Canvas, plate: Box, player: int, seated: Seated, shown: Worth | None, alive: bool) -> None:
    box = plate.inset(14, 12)
    x = draw_face(canvas, seated.person, box.x, box.y + _OWN_FACE / 2, _OWN_FACE, alive) + 10
    _draw_name(canvas, Box(x, box.y, box.right - x, 26), plate.y, player, seated.name, alive)
    _draw_lives(canvas, x, box.y + 46, _OWN_HEART, player, box.right)
    if shown is None:
        return
    middle = box.bottom - 24
    wide = canvas.text_size(shown.number, 46, "serif")[0]
    canvas.text(shown.number, box.x, middle, 46, _ink(player), "serif", vertical="middle")
    x = box.x + wide + 12
    if shown.suit is None:
        canvas.text(_("three alike"), x, middle + 6, 18, theme.TEXT, vertical="middle")
        return
    sign = art.suit(shown.suit, canvas.px(26), BRIGHT[shown.suit])
    canvas.picture(sign, x + 13, middle)
    canvas.text(_SUIT_WORDS[shown.suit], x + 34, middle + 2, 19, theme.TEXT, vertical="middle")


def _draw_other(canvas: Canvas, plate: Box, player: int, seated: Seated, shown: Worth | None, alive: bool) -> None:
    box = plate.inset(12, 8)
    x = draw_face(canvas, seated.person, box.x, box.centre[1], FACE, alive) + 10
    _draw_name(canvas, Box(x, box.y, box.right - x, 24), plate.y - 3, player, seated.name, alive)
    middle, right = box.bottom - 12, box.right
    if shown is not None:
        if shown.suit is not None:
            canvas.picture(art.suit(shown.suit, canvas.px(20), BRIGHT[shown.suit]), right - 10, middle)
            right -= 25
        right = canvas.text(
            shown.number, right, middle, 25, _ink(player), "serif", "right", vertical="middle"
        ).x - 4  # fmt: skip
    _draw_lives(canvas, x, middle, _HEART, player, right)


def _ink(player: int) -> Colour:
    """The colour of a score: another one where it has cost a life."""
    before, now = _lives()
    return theme.SIGNS["bad"] if before[player] > now[player] else theme.HEADING


def _draw_name(canvas: Canvas, box: Box, edge: float, player: int, name: str, alive: bool) -> None:
    """The name, and at the right whether the player has called or is out: on the upper edge of the plate where the name
    would be cut beside it."""
    found = facts()
    called = found is not None and found.caller == player
    middle, room = box.centre[1], box.w
    words = _CALLED if called else "" if alive else _OUT
    if words:
        wide = canvas.text_size(words, 16, "sans-bold")[0] + 20
        beside = canvas.fits(name, theme.SMALL, room - wide - 8, "serif")
        pill = Box.around((box.right - wide / 2, middle if beside else edge), wide, 26)
        fill, ink = (theme.GOLD, (52, 26, 18)) if called else (theme.WELL, theme.MUTED)
        canvas.shape(pill, fill, radius=13)
        canvas.text(words, *pill.centre, 16, ink, "sans-bold", "centre", vertical="middle")
        room -= wide + 8 if beside else 0.0
    size = canvas.fitting_size(name, 22, room, "serif")
    canvas.text(name, box.x, middle, size, theme.HEADING if alive else theme.FAINT, "serif", "left", room, "middle")


def _draw_lives(canvas: Canvas, left: float, middle: float, size: float, player: int, right: float) -> None:
    """A heart for each life, hollow where it is lost; what the round has just cost is told beside them where there is
    room before `right`."""
    before, now = _lives()
    if not now:
        return
    for place in range(START_LIVES):
        heart = art.life(place < now[player], canvas.px(size))
        canvas.picture(heart, left + size / 2 + place * (size + 3), middle)
    lost = before[player] - now[player]
    words, x = f"−{lost}", left + START_LIVES * (size + 3) + 4
    if lost and x + canvas.text_size(words, size * 0.92, "sans-bold")[0] <= right:
        canvas.text(words, x, middle, size * 0.92, theme.SIGNS["bad"], "sans-bold", vertical="middle")


def _worth(stage: Stage, player: int) -> tuple[Worth | None, str]:
    """What an open hand scores; of a hand of four what it can come to, or would by the discard pointed at, and in words
    which of both."""
    cards, house, turn = stage.pieces_at("hand", player), _house(), maybe(HumanTurn)
    if not cards:
        return None, ""
    if drawn_kind(player) is None or is_over():
        return worth(packed(cards), house), ""
    pointed = next((entity for entity in (stage.pointed, stage.cursor) if entity in cards), None)
    if turn is not None and turn.player == player and pointed is not None and pointed not in stage.dimmed:
        return worth(packed([entity for entity in cards if entity != pointed]), house), _("Without this card:")
    droppable = [NUMBER_OF_KIND[kind_of(entity)] for entity in _droppable(player, cards)]
    return best_after(packed(cards), droppable, house), _("After the best discard:")


def _droppable(player: int, cards: list[int]) -> list[int]:
    """The cards that the player to move may discard: not the one just taken from the pile."""
    found = facts()
    taken = drawn_kind(player) if found is not None and found.drawn_from is FROM_DISCARD else None
    return [entity for entity in cards if kind_of(entity) != taken]


# --- marks on cards ---


def draw_marks(canvas: Canvas, stage: Stage, player: int) -> None:
    """Tell the card just drawn, and of an open hand the cards that everybody knows of."""
    if is_over() or not is_open(stage, player):
        return
    known, drawn, found = known_kinds(player), drawn_kind(player), facts()
    for entity in stage.pieces_at("hand", player):
        moving = esper.try_component(entity, Moving)
        if moving is None or not moving.arrived:
            continue
        if kind_of(entity) in known:
            _draw_eye(canvas, moving)
        if kind_of(entity) == drawn and player == stage.viewer and found is not None:
            pose = moving.now
            words = _TAKEN if found.drawn_from is FROM_DISCARD else _DRAWN
            draw_tag(canvas, (pose.x, pose.y - pose.height / 2), words)


def has_eye(stage: Stage, player: int, entity: int | None) -> bool:
    """Whether a piece is a card of a player's hand that everybody knows of."""
    return entity is not None and entity in stage.pieces_at("hand", player) and kind_of(entity) in known_kinds(player)


def eye_box(pose: Pose) -> Box:
    """Where the eye of a card stands: in its lower left corner, which no card lies over and where no rank is."""
    size = max(22.0, pose.height * 0.13)
    half = pose.height * CARD_ASPECT / 2
    return Box.around((pose.x - half + size * 0.62, pose.y + pose.height / 2 - size * 0.62), size, size)


def _draw_eye(canvas: Canvas, moving: Moving) -> None:
    """An eye: everybody has seen this card."""
    box = eye_box(moving.now)
    canvas.shape(box, (38, 25, 35, 225), rim=theme.GOLD_LINE, rim_width=1.2, radius=box.w / 2)
    canvas.picture(drawings.icon("eye", canvas.px(box.w * 0.68), (246, 226, 180)), *box.centre)
