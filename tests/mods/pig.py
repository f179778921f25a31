"""Pig, a game with chance: roll a die as often as you dare; a one loses what you have gathered this turn."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Any, NamedTuple

from game.modding import (
    AI,
    Best,
    Board,
    Candidate,
    Enumerated,
    Form,
    GameModule,
    ObservationField,
    OpenView,
    Persona,
    Piece,
    Place,
    Reason,
    Registry,
    Setup,
    SmallGame,
    SmallState,
    TableZone,
    numbered,
)

GOAL = 20
POINT = Piece(Form.TOKEN, "point", 1)
FACES = [Piece(Form.STONE, f"die {pips}") for pips in range(1, 7)]


class Act(Enum):
    """What a move is."""

    ROLL = "roll"
    HOLD = "hold"


class Move(NamedTuple):
    """Roll or hold."""

    act: Act


@dataclass
class State(SmallState):
    """What each has kept, what is at risk in this turn, and what the die shows: 0 before the first roll."""

    banked: list[int]
    risked: int
    die: int


class Pig(SmallGame):
    """The rules."""

    name = "pig"
    state, move = State, Move
    chance = int
    seats = range(2, 5)
    kinds = ("Roll", "Hold")
    help = (
        ("Goal", f"Be the first with {GOAL} points."),
        ("Your turn", "Roll or hold. A one loses what you have rolled this turn."),
    )

    def deal(self, setup: Setup, standing: Any, first: int, rng: Random) -> State:
        return State(first, [0] * setup.players, 0, 0)

    def players(self, state: State) -> int:
        return len(state.banked)

    def legal_moves(self, view: OpenView) -> Sequence[Move]:
        if view.player != view.to_move:
            return ()
        return [Move(Act.ROLL), Move(Act.HOLD)] if view.state.risked else [Move(Act.ROLL)]

    def play(self, state: State, move: Move) -> None:
        assert state.to_move is not None
        if move.act is Act.HOLD:
            state.banked[state.to_move] += state.risked
            state.risked = 0

    def draw_chance(self, state: State, move: Move, rng: Random) -> int | None:
        return rng.randint(1, 6) if move.act is Act.ROLL else None

    def finish(self, state: State, move: Move, chance: int | None) -> None:
        assert state.to_move is not None
        if chance is not None:
            state.die = chance
            state.risked = 0 if chance == 1 else min(state.risked + chance, GOAL - state.banked[state.to_move])
        if chance in (None, 1):
            super().finish(state, move, chance)

    def winner(self, state: State) -> int | None:
        return next((player for player, points in enumerate(state.banked) if points >= GOAL), None)

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(state.banked)

    def why(self, state: State) -> str:
        return f"Somebody has {GOAL} points."

    def board(self, state: State) -> Board:
        places = {Place("die"): [FACES[state.die - 1]] if state.die else []}
        places[Place("box")] = [face for face in FACES if face not in places[Place("die")]]
        for player, points in enumerate(state.banked):
            places[Place("bank", player)] = [POINT] * points
            places[Place("risk", player)] = [POINT] * (state.risked if player == state.to_move else 0)
        used = sum(state.banked) + (state.risked if state.to_move is not None else 0)
        places[Place("heap")] = [POINT] * (GOAL * len(state.banked) - used)
        return places

    def describe(self, move: Move, chance: Any = None, after: Any = None) -> str:
        if move.act is Act.HOLD:
            return "held"
        return "rolled" if chance is None else f"rolled a {chance}"

    def label(self, move: Move) -> str:
        return move.act.value.capitalize()

    def kind_name(self, move: Move) -> str:
        return self.kinds[move.act is Act.HOLD]


class Bold:
    """Rolls until so many points lie at risk."""

    name = "bold"

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def score(self, view: OpenView, rng: Random) -> list[Candidate]:
        state = view.state
        stop = state.risked >= self.limit or state.risked + state.banked[view.player] >= GOAL
        rolls = Candidate(Move(Act.ROLL), 0.0 if stop else 1.0, Reason("{} lie at risk", (state.risked,)))
        holds = Candidate(Move(Act.HOLD), 1.0 if stop else 0.0, Reason("keeps {}", (state.risked,)))
        return [rolls, holds] if state.risked else [rolls]


RULES = Pig()


class PigObservation(Enumerated):
    """The players' points, from whoever looks on, what is at risk, and the die."""

    rules = RULES

    def _fields(self) -> Iterable[ObservationField]:
        yield ObservationField("safe", self.setup.players, GOAL, "what each has kept, in the order of their turns")
        yield ObservationField("risked", 1, GOAL, "what is at risk in this turn")
        yield ObservationField("die", 1, 6, "what the die shows")

    def _counts(self, view: OpenView) -> list[int]:
        state = view.state
        return [*(state.banked[player] for player in self.after(view.player)), state.risked, state.die]

    def _numbered(self) -> tuple[tuple[Move, ...], dict[Move, int]]:
        return numbered(map(Move, Act))


GAME = GameModule(
    RULES,
    "Pig",
    "Roll as often as you dare.",
    "bold",
    move=Move,
    observation=PigObservation,
    zones=(
        TableZone("die", "pile", pickable=False, title="Die"),
        TableZone("box", seen=False),
        TableZone("heap", "pile", "left", counted=True, pickable=False, title="Points"),
        TableZone("risk", "pile", each=True, counted=True, pickable=False, title="At risk"),
        TableZone("bank", "pile", each=True, counted=True, pickable=False, title="Safe"),
    ),
    colours={"point": (214, 180, 60), "die": (240, 240, 230)},
    personas={"bold": Persona("Rolls until eight points lie there.", "Bert")},
)


def register(registry: Registry) -> None:
    """Add the game and its AI."""
    registry.game(GAME)
    registry.ai(AI("bold", "pig", "rolls until eight points lie there", lambda *_: [Bold(8)], lambda _: Best()))
