"""The conformance of rules, as `check-game` tells of it: nothing of sound ones, and each fault of others in words."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.cli.main import run
from game.games import registry
from game.games.declaration import check_game
from game.games.nim.rules import Nim, State
from game.matches.conformance import violations
from game.matches.hidden import LEAK
from game.mods.files import EXAMPLE, load
from game.mods.guarded_rules import guarded
from game.rules.protocol import worth_of
from tests.games import turn_limit

EXAMPLES = {path.stem: path for path in (EXAMPLE, Path(__file__).parents[1] / "docs" / "mods" / "embers.py")}


@pytest.mark.parametrize("game", [game.name for game in registry.games()])
def test_our_games_violate_nothing(game: str) -> None:
    entry = registry.game(game)
    assert violations(entry.rules, 10, turn_limit(game, 60)[1:], entry.zones) == []


def test_the_game_of_a_mod_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check-game", "tic_tac_toe", "--games", "3", "--mod", str(EXAMPLE)]) == 0
    assert capsys.readouterr().out == "tic_tac_toe: ok: 3 games by each number of players\n"


FAULTS: dict[str, tuple[str, Any]] = {
    "refuses the legal move": ("refusal", lambda *_: "no"),
    "does not refuse None": ("refusal", lambda *_: None),
    "gives a move twice": ("legal_moves", lambda self, view: [*Nim.legal_moves(self, view)] * 2),
    "has no legal move": ("legal_moves", lambda *_: []),
    "selects the same pieces": ("chosen", lambda self, view, move: Nim.chosen(self, view, move)[:1]),
    "chosen names pieces": ("chosen", lambda self, view, move: Nim.chosen(self, view, move) * 20),
    "which is not among kinds": ("kind_name", lambda *_: "Steal"),
    "has no words": ("label", lambda *_: ""),
    "from_board does not": (
        "from_board",
        lambda self, board, facts, known, _: Nim.from_board(self, board, facts, known, None),
    ),
    "do not lead to the board": ("decide", lambda self, state, move, *_: Nim.decide(self, state, move)),
    "whose turn it is": ("settle", lambda self, state, move, chance, *_: Nim.settle(self, state, move, chance)),
    "redraw changes the state": ("redraw", lambda _, state, __: state.__init__((1,)) or state),
    "redraw changes what a player sees": ("redraw", lambda *_: State((1,))),
    "which are not shares of 1": ("worth", lambda *_: (1.0, 1.0)),
    "and its winner is": ("worth", lambda self, state: Nim.worth(self, state)[::-1]),
    "draw_chance gives something else": ("draw_chance", lambda *_: object()),
    "board holds other pieces after a move": (
        "board",
        lambda self, state: {
            place: lying for place, lying in Nim.board(self, state).items() if place.zone[:4] == "pile"
        },
    ),
    "ZeroDivisionError": ("draw_chance", lambda *_: 1 // 0),
}


@pytest.mark.parametrize("told", FAULTS)
def test_what_is_violated_is_told_in_words(told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, faulty = FAULTS[told]
    rules = type("Faulty", (Nim,), {name: faulty})()
    found = violations(rules, 1)
    assert any(told in each for each in found), found


LEAKS: dict[str, Callable[[Any, int], list[int]]] = {
    "a rival's card": lambda state, player: state.hands[player - 1][:1],
    "the next card": lambda state, _: state.deck[-1:],
    "all hands": lambda state, _: [*itertools.chain(*state.hands)],
}


class Hideaway:
    """Holds a state for samples, and is equal to every other."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hideaway)

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS)
def test_a_view_that_holds_what_is_hidden_is_found_though_samples_agree(leak: Callable[[Any, int], list[int]]) -> None:
    (game,) = load("embers", EXAMPLES["embers"], None).games

    class Leaking(type(game.rules)):  # type: ignore[misc]  # the game of a mod
        def view(self, state: Any, player: int) -> Any:
            view = super().view(state, player)
            return view._replace(warm=(*view.warm, tuple(leak(state, player)), Hideaway(state.copy())))

        def sample(self, view: Any, rng: Random) -> Any:
            state = view.warm[-1].state.copy()
            state.deck[:-1] = rng.sample(state.deck[:-1], max(0, len(state.deck) - 1))
            return state

    found = violations(Leaking(), 1, zones=game.zones)
    assert [each.startswith(LEAK) for each in found] == [True], found


MODDERS_FAULTS: dict[str, tuple[str, str, str]] = {
    "deal gives something else": ("embers", "rng.shuffle(deck)", "Random().shuffle(deck)"),
    "sample gives one and the same state": ("embers", "rng.shuffle(hidden)", "hidden.sort()"),
    "a sample holds other pieces": ("embers", "if log not in seen]", "if log not in view.hand]"),
    "a view changes when its state does": (
        "tic_tac_toe",
        "    def label(",
        "    def view(self, state, player):\n        return OpenView(player, state.to_move, state)\n\n    def label(",
    ),
    "a view changes when its sample is played on": (
        "tic_tac_toe",
        "    def label(",
        "    def sample(self, view, rng):\n        return view.state\n\n    def label(",
    ),
    "board changes the state": (
        "tic_tac_toe",
        "        places: Board = {}",
        "        places: Board = {}\n        state.first += 2",
    ),
    "round_end changes the state": (
        "tic_tac_toe",
        '        return "All cells',
        '        state.cells[0] = 7\n        return "All cells',
    ),
}


@pytest.mark.parametrize("told", MODDERS_FAULTS)
def test_mistakes_of_modders_are_told_in_words(told: str, tmp_path: Path) -> None:
    name, right, wrong = MODDERS_FAULTS[told]
    source = EXAMPLES[name].read_text()
    assert source.count(right) == 1
    mod = tmp_path / f"{name}.py"
    mod.write_text(source.replace(right, wrong))
    found = violations(load(name, mod, None).games[0].rules, 1)
    assert any(each.startswith(told) for each in found), found


def test_what_takes_too_long_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.matches.conformance.SLOW_SECONDS", -1.0)
    found = violations(Nim(), 1)
    for what in ("a deal", "a view", "listing the legal moves", "a move"):
        assert any(each.startswith(f"{what} takes longer than") for each in found), what


class WithoutWorth(Nim):
    """Rules as they were written before there was `worth`."""

    def __getattribute__(self, name: str) -> Any:
        if name == "worth":
            raise AttributeError(name)
        return super().__getattribute__(name)


def test_rules_may_leave_out_what_a_round_is_worth() -> None:
    rules = WithoutWorth()
    assert violations(rules, 1) == []
    check_game(replace(registry.game("nim"), rules=rules))
    state = State((0, 0), to_move=None)
    state.winner = 1
    assert worth_of(guarded(rules), state, 2) == (0.0, 1.0)
    assert worth_of(guarded(Nim()), state, 2) == Nim().worth(state)
