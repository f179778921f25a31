"""Embers: a card game of our own for two to four players, with hidden hands, cards drawn, and an AI. Who feeds the
fire keeps it low; who warms up at the right moment takes the brightest logs; who lets it flare is left with ash."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from game.modding import (
    AI,
    Best,
    Board,
    Candidate,
    Form,
    GameModule,
    Piece,
    Place,
    Reason,
    Registry,
    ScoreLine,
    Setup,
    SmallGame,
    SmallState,
    TableZone,
)

WOODS = ("oak", "birch", "pine", "cherry")
HEATS = range(1, 9)
CARDS = [Piece(Form.CARD, f"{wood} {heat}") for wood in WOODS for heat in HEATS]
"""A log is named by its number in this list."""
HAND, FLARE, ASH = 4, 13, 2
"""The cards of a hand, the heat at which the fire flares, and what a card of ash costs."""
WARM = -1


class Move(NamedTuple):
    """Which log to feed to the fire; -1: warm up."""

    log: int


@dataclass
class State(SmallState):
    """Logs lie in the deck (the next one last), in hands, in the fire (the uppermost last), and with whoever took them
    for warmth or was left with ash; `warm` players took some in their latest turn."""

    deck: list[int]
    hands: list[list[int]]
    fire: list[int]
    warmth: list[list[int]]
    ash: list[list[int]]
    warm: list[bool]


class View(NamedTuple):
    """What a player sees: all but the order of the deck and the hands of others, of which it sees the sizes."""

    player: int
    to_move: int | None
    hand: tuple[int, ...]
    sizes: tuple[int, ...]
    deck: int
    fire: tuple[int, ...]
    warmth: tuple[tuple[int, ...], ...]
    ash: tuple[tuple[int, ...], ...]
    warm: tuple[bool, ...]

    @property
    def players(self) -> int:
        return len(self.sizes)


def heat(log: int) -> int:
    """How hot a log burns: 1 to 8."""
    return log % len(HEATS) + 1


def glow(fire: Sequence[int]) -> list[int]:
    """What whoever warms up takes: the logs on top of the fire that are of one wood."""
    top = len(fire)
    while top and fire[top - 1] // len(HEATS) == fire[-1] // len(HEATS):
        top -= 1
    return list(fire[top:])


class Embers(SmallGame):
    """The rules."""

    name = "embers"
    state, move = State, Move
    seats = range(2, 5)
    hidden_hands = True
    kinds = ("Warm up", "Feed")
    help = (
        ("Goal", "The most points: the heat of the logs that warmed you, less 2 for every card of ash."),
        (
            "Your turn",
            "Feed a log to the fire and draw another, or warm up: take all logs on top of the fire that are of one "
            "wood. Whoever warmed up last turn must feed.",
        ),
        ("Flare", "A log that brings the fire to 13 or more makes it flare: all of it is your ash."),
        ("End", "Once the deck is empty, whoever feeds the last log of a hand ends the game."),
    )

    def deal(self, setup: Setup, standing: Any, first: int, rng: Random) -> State:
        deck = list(range(len(CARDS)))
        rng.shuffle(deck)
        hands = [sorted(deck.pop() for _ in range(HAND)) for _ in range(setup.players)]
        none = [[] for _ in hands], [[] for _ in hands]
        return State(first, deck, hands, [], *none, [False] * setup.players)

    def players(self, state: State) -> int:
        return len(state.hands)

    def view(self, state: State, player: int) -> View:
        seen = [tuple(map(tuple, piles)) for piles in (state.warmth, state.ash)]
        sizes = tuple(map(len, state.hands))
        hand, warm = tuple(state.hands[player]), tuple(state.warm)
        return View(player, state.to_move, hand, sizes, len(state.deck), tuple(state.fire), seen[0], seen[1], warm)

    def sample(self, view: View, rng: Random) -> State:
        seen = {*view.hand, *view.fire, *sum(view.warmth, ()), *sum(view.ash, ())}
        hidden = [log for log in range(len(CARDS)) if log not in seen]
        rng.shuffle(hidden)
        hands = [sorted(hidden.pop() for _ in range(size)) if at != view.player else list(view.hand)
                 for at, size in enumerate(view.sizes)]  # fmt: skip
        taken = [[list(pile) for pile in piles] for piles in (view.warmth, view.ash)]
        return State(view.to_move, hidden, hands, list(view.fire), taken[0], taken[1], list(view.warm))

    def legal_moves(self, view: View) -> Sequence[Move]:
        if view.player != view.to_move:
            return ()
        warming = [Move(WARM)] if view.fire and not view.warm[view.player] else []
        return [*warming, *map(Move, view.hand)]

    def play(self, state: State, move: Move) -> None:
        player = state.to_move
        assert player is not None
        state.warm[player] = move.log == WARM
        if move.log == WARM:
            taken = glow(state.fire)
            state.warmth[player] += taken
            del state.fire[-len(taken) :]
            return
        state.hands[player].remove(move.log)
        state.fire.append(move.log)
        if sum(map(heat, state.fire)) >= FLARE:
            state.ash[player] += state.fire
            state.fire = []

    def finish(self, state: State, move: Move, chance: Any) -> None:
        assert state.to_move is not None
        if move.log != WARM and state.deck:
            state.hands[state.to_move] = sorted([*state.hands[state.to_move], state.deck.pop()])
        super().finish(state, move, chance)

    def over(self, state: State) -> bool:
        return not state.deck and not all(state.hands)

    def points(self, state: State) -> list[int]:
        return [sum(map(heat, took)) - ASH * len(ash) for took, ash in zip(state.warmth, state.ash, strict=True)]

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(self.points(state))

    def lines(self, state: State) -> tuple[ScoreLine, ...]:
        warmth = tuple(sum(map(heat, took)) for took in state.warmth)
        ash = tuple(-ASH * len(took) for took in state.ash)
        return ScoreLine("Warmth", warmth), ScoreLine("Ash", ash), ScoreLine("Points", self.scores(state))

    def winner(self, state: State) -> int | None:
        points = self.points(state)
        return points.index(max(points)) if points.count(max(points)) == 1 else None

    def why(self, state: State) -> str:
        return "Somebody has fed the last log of a hand."

    def board(self, state: State) -> Board:
        places = {Place("deck"): state.deck[::-1], Place("fire"): state.fire}
        for zone, piles in (("hand", state.hands), ("warmth", state.warmth), ("ash", state.ash)):
            places |= {Place(zone, player): pile for player, pile in enumerate(piles)}
        return {place: [CARDS[log] for log in logs] for place, logs in places.items()}

    def chosen(self, view: View, move: Move) -> list[tuple[Place, Piece]]:
        if move.log == WARM:
            return [(Place("fire"), CARDS[view.fire[-1]])]
        return [(Place("hand", view.player), CARDS[move.log])]

    def kind_name(self, move: Move) -> str:
        return self.kinds[move.log != WARM]

    def label(self, move: Move) -> str:
        return "Warm up" if move.log == WARM else f"Feed {CARDS[move.log].kind}"

    def describe(self, move: Move, chance: Any = None, after: Any = None) -> str:
        return "warmed up" if move.log == WARM else f"fed {CARDS[move.log].kind}"

    def why_no_move(self, view: View, pieces: Sequence[tuple[Place, Piece]], kind: str | None = None) -> str:
        if any(place.zone == "fire" for place, _ in pieces) or kind == self.kinds[0]:
            return "There is no fire to warm up at." if not view.fire else "You are warm: feed a log first."
        return "One log at a time is fed."


class Keeper:
    """Weighs what a move earns against what it leaves to the next player, and the cost of a flare."""

    name = "keeper"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        return list(self.candidates(view))

    def candidates(self, view: View) -> Iterator[Candidate]:
        if view.fire and not view.warm[view.player]:
            earned = sum(map(heat, glow(view.fire)))
            yield Candidate(Move(WARM), float(earned), Reason(f"takes {earned}"))
        for log in view.hand:
            fire = [*view.fire, log]
            total = sum(map(heat, fire))
            if total >= FLARE:
                yield Candidate(Move(log), -float(ASH * len(fire)), Reason(f"flares: {len(fire)} cards of ash"))
                continue
            left = sum(map(heat, glow(fire)))
            waits = view.warm[(view.player + 1) % len(view.sizes)]
            value = left * (0.4 if waits else -0.5) - total / FLARE
            words = f"glows {left} for {'me' if waits else 'the next player'}, the fire is at {total}"
            yield Candidate(Move(log), value, Reason(words))


GAME = GameModule(
    Embers(),
    "Embers",
    "Feed the fire, warm up in time, and never let it flare.",
    "keeper",
    move=Move,
    zones=(
        TableZone("deck", "pile", "left", faces="nobody", counted=True, pickable=False, title="Deck"),
        TableZone("fire", "fan", title="Fire"),
        TableZone("hand", "row", each=True, faces="owner"),
        TableZone("warmth", "pile", each=True, counted=True, pickable=False, title="Warmth"),
        TableZone("ash", "pile", each=True, counted=True, pickable=False, title="Ash"),
    ),
    colours={"oak": (150, 98, 52), "birch": (96, 126, 150), "pine": (60, 132, 84), "cherry": (190, 62, 66)},
)
KEEPER = AI("keeper", "embers", "takes warmth, leaves little", lambda *_: [Keeper()], lambda _: Best())


def register(registry: Registry) -> None:
    """Add the game and its AI."""
    registry.game(GAME)
    registry.ai(KEEPER)
