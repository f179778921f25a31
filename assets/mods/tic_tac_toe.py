"""Tic-tac-toe: a whole game in one file, with an AI. Three marks in a row, a column or a diagonal win."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from game.modding import (
    AI,
    Board,
    Candidate,
    Form,
    GameModule,
    Highest,
    OpenView,
    Piece,
    Place,
    Reason,
    Registry,
    Setup,
    SmallGame,
    SmallState,
    TableZone,
)

EMPTY = Piece(Form.STONE, "empty")
MARKS = (Piece(Form.STONE, "X"), Piece(Form.STONE, "O"))
"""Whoever begins has the crosses."""
ROWS = ("upper", "middle", "lower")
COLUMNS = ("left", "centre", "right")
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Move(NamedTuple):
    """Which cell to mark, 0 to 8, row by row."""

    cell: int


@dataclass
class State(SmallState):
    """Who has marked each cell, -1 where nobody has, and who began."""

    cells: list[int]
    first: int


class TicTacToe(SmallGame):
    """The rules."""

    name = "tic_tac_toe"
    state, move = State, Move
    kinds = ("Mark",)
    help = (
        ("Goal", "Three of your marks in a row, a column or a diagonal."),
        ("Your turn", "Mark an empty cell."),
        ("End", "When nine cells are marked and nobody has three in a line, the game is drawn."),
    )

    def deal(self, setup: Setup, standing: Any, first: int, rng: Random) -> State:
        return State(first, [-1] * 9, first)

    def legal_moves(self, view: OpenView) -> Sequence[Move]:
        if view.player != view.to_move:
            return ()
        return [Move(cell) for cell, owner in enumerate(view.state.cells) if owner == -1]

    def play(self, state: State, move: Move) -> None:
        assert state.to_move is not None
        state.cells[move.cell] = state.to_move

    def winner(self, state: State) -> int | None:
        owners = [{state.cells[cell] for cell in line} for line in LINES]
        return next((player for player in (0, 1) if {player} in owners), None)

    def over(self, state: State) -> bool:
        return self.winner(state) is not None or -1 not in state.cells

    def why(self, state: State) -> str:
        return "All cells are marked." if self.winner(state) is None else "Three marks stand in a line."

    def board(self, state: State) -> Board:
        places: Board = {}
        for cell, owner in enumerate(state.cells):
            places[Place(f"cell-{cell}")] = [EMPTY if owner == -1 else MARKS[owner != state.first]]
        for player in (0, 1):
            left = 5 - state.cells.count(player)
            places[Place("marks", player)] = [MARKS[player != state.first]] * left
        places[Place("gone")] = [EMPTY] * (9 - state.cells.count(-1))
        return places

    def chosen(self, view: OpenView, move: Move) -> list[tuple[Place, Piece]]:
        return [(Place(f"cell-{move.cell}"), EMPTY)]

    def describe(self, move: Move, chance: Any = None, after: Any = None) -> str:
        return f"marked the {ROWS[move.cell // 3]} {COLUMNS[move.cell % 3]} cell"

    def label(self, move: Move) -> str:
        return f"Mark {ROWS[move.cell // 3]} {COLUMNS[move.cell % 3]}"


VALUES: dict[tuple[tuple[int, ...], int], float] = {}
"""What is known already of each position that a player has left."""


class Searching:
    """Scores a move by playing every game on to its end in thought: 1 wins, 0.5 draws, 0 loses."""

    name = "exact play"

    def score(self, view: OpenView, rng: Random) -> list[Candidate]:
        cells, player = view.state.cells, view.player
        values = {cell: self.marking(tuple(cells), player, cell) for cell in range(9) if cells[cell] == -1}
        words = {0.0: "loses", 0.5: "draws", 1.0: "wins"}
        return [Candidate(Move(cell), value, Reason(words[value])) for cell, value in values.items()]

    def marking(self, cells: tuple[int, ...], player: int, cell: int) -> float:
        """What it is worth to a player to mark a cell."""
        after = (*cells[:cell], player, *cells[cell + 1 :])
        if any(all(after[each] == player for each in line) for line in LINES):
            return 1.0
        if (after, player) not in VALUES:
            answers = [self.marking(after, 1 - player, free) for free in range(9) if after[free] == -1]
            VALUES[after, player] = 1 - max(answers, default=0.5)
        return VALUES[after, player]


GAME = GameModule(
    TicTacToe(),
    "Tic-tac-toe",
    "Three marks in a line win.",
    "perfect",
    move=Move,
    zones=(
        TableZone("cell", "grid", cells=9),
        TableZone("marks", "pile", each=True, pickable=False),
        TableZone("gone", seen=False),
    ),
    colours={"X": (214, 92, 74), "O": (86, 150, 214)},
)
PERFECT = AI("perfect", "tic_tac_toe", "plays every game to its end", lambda *_: [Searching()], lambda _: Highest())


def register(registry: Registry) -> None:
    """Add the game and its AI."""
    registry.game(GAME)
    registry.ai(PERFECT)
