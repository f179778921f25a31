"""What lies in a row stays where it lay: after undo, after a match is gone on with, and in the replay viewer."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import esper
import pytest

from components.pieces import Card, Owner, Slot, Stone, Token, Zone
from components.players import Decision, Human, Player
from game.base.events import MoveMade, RoundStarted
from game.games import registry
from game.games.seats import parse_seats
from game.matches.check import follow
from game.matches.replay import Replay, read
from game.matches.requests import ReplayRequest
from game.matches.session import Session
from game.rules.protocol import ANY_CARD, Piece, Place
from systems.human import locate
from systems.snapshot import pieces_at
from tests.games import GAMES
from tests.tables import confirm
from tests.window.conftest import Open

Laid = dict[tuple[str, int | None, int], str]
"""The kind of what lies in every slot of every zone."""

TABLE = ("human", "human", "random")
"""Who sits there, as far as there are seats."""
STEPS = 110


def laid() -> Laid:
    """How everything lies in the active world."""
    found = [
        ((zone.name, owner.player, slot.index), repr(piece))
        for form in (Card, Token, Stone)
        for _, (piece, zone, owner, slot) in esper.get_components(form, Zone, Owner, Slot)
    ]
    assert len(dict(found)) == len(found), "two pieces lie in one slot"
    return dict(found)


class Played:
    """A match that humans play by lot, with undo and breaks; how everything lay is kept for every line of its replay
    that has a state, and for every position of the round."""

    def __init__(self, game: str, seed: int, path: Path) -> None:
        self.rng = Random(f"places/{game}/{seed}")
        self.rules = registry.game(game).rules
        self.by_line: list[Laid] = []
        self.chose = False
        """Whether equal pieces have left a choice."""
        self.round: list[Laid] = []
        self.path = path
        options = {"piles": [5, 9, 7, 8, 6, 9, 9, 8]} if game == "nim" else {}
        self.session = Session(game, parse_seats(game, TABLE[: self.rules.seats[-1]]), options, seed, path)
        self._listen()

    def _listen(self) -> None:
        self.session.world.events.on(RoundStarted, lambda _: self._lies(0))
        self.session.world.events.on(MoveMade, lambda _: self._lies(len(self.round)))

    def _lies(self, moves: int) -> None:
        self.round = [*self.round[:moves], laid()]
        self.by_line.append(self.round[-1])

    def decision(self) -> tuple[int, Decision] | None:
        """Let the match go on until a human is to move; None once it is over."""
        while not self.session.finished:
            self.session.world.frame(0.0)
            for _, (player, decision, _) in esper.get_components(Player, Decision, Human):
                return player.index, decision
        return None

    def move(self, player: int, decision: Decision) -> None:
        """Make a move that leaves a choice of equal pieces if one comes up, with any pieces of its kinds."""
        moves = [self.rng.choice(self.rules.legal_moves(decision.view)) for _ in range(6)]
        chosen = [self.rules.chosen(decision.view, move) for move in moves]
        move, wanted = max(zip(moves, chosen, strict=True), key=lambda pair: self._leaves_choice(pair[1]))
        self.chose = self.chose or self._leaves_choice(wanted)
        picked: list[int] = []
        for place, piece in wanted:
            picked.append(self.rng.choice([entity for entity in alike(place, piece) if entity not in picked]))
        confirm(self.session.world, move, picked)
        self.session.world.frame(0.0)

    @staticmethod
    def _leaves_choice(wanted: Sequence[tuple[Place, Piece]]) -> bool:
        return any(len(alike(*one)) > wanted.count(one) for one in wanted if one[1] != ANY_CARD)

    def undo(self) -> None:
        target = self.session.undo_target()
        assert self.session.undo() == (target is not None)
        if target is not None:
            assert self._faces(laid()) == self._faces(self.round[target])
            self._lies(target)

    def _faces(self, laid: Laid) -> Laid:
        """What of all that lies somebody sees: the rest an undo draws anew."""
        hidden = [name for zone in self.session.game.zones if zone.faces == "nobody" for name in zone.places]
        return {spot: piece for spot, piece in laid.items() if spot[0] not in hidden}

    def resume(self) -> None:
        """Leave the match and go on with it."""
        self.session.close()
        self.session = Session.resumed(read(self.path))
        assert laid() == self.round[-1]
        self._listen()

    def play(self) -> Replay:
        """The match, over or broken off."""
        for _ in range(STEPS):
            due = self.decision()
            if due is None:
                break
            self.rng.choices([lambda: self.move(*due), self.undo, self.resume], [8, 2, 1])[0]()  # noqa: B023 (at once)
        self.session.close()
        return read(self.path)


def alike(place: Place, piece: Piece) -> list[int]:
    """The pieces of a kind in a place, or all of them where any will do."""
    return [entity for entity in pieces_at(*place) if piece == ANY_CARD or locate(entity) == (place, piece)]


def seen_by_line(played: Played, replay: Replay) -> dict[int, Laid]:
    """How everything lay at each line since the first deal, by the number of lines that were read."""
    lying, found = iter(played.by_line), dict[int, Laid]()
    for number, line in enumerate(replay.lines, start=1):
        if line.record["type"] in ("round", "move", "undo"):
            found[number] = next(lying)
        elif found:
            found[number] = found[number - 1]
    assert next(lying, None) is None
    return found


def ways(last: int, rng: Random) -> Sequence[int]:
    """Positions to go to: all forwards, all backwards, then jumps."""
    return [*range(last + 1), *range(last, -1, -1), *(rng.randrange(last + 1) for _ in range(40))]


@pytest.mark.parametrize("seed", [6, 7])
@pytest.mark.parametrize("game", GAMES)
def test_what_lies_somewhere_stays_there(game: str, seed: int, tmp_path: Path, open_desk: Open) -> None:
    played = Played(game, seed, tmp_path / "match.jsonl")
    replay = played.play()
    types = [line.record["type"] for line in replay.lines]
    assert "undo" in types
    assert any("picked" in line.record for line in replay.lines) == played.chose
    follow(replay)
    by_line = seen_by_line(played, replay)
    viewer = open_desk(ReplayRequest(played.path), motion="instant").viewer
    changing = {
        number for number, line in enumerate(replay.lines, 1) if line.record["type"] in ("round", "move", "undo")
    }
    assert changing <= {frame.lines for frame in viewer.frames}
    wanted = [by_line[frame.lines] for frame in viewer.frames]
    for at in ways(len(wanted) - 1, played.rng):
        viewer.go(at)
        assert laid() == wanted[at]
