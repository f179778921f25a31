"""How strong Notty's networks are, how long their games take, how true their chances: many games in lockstep.

    python -m benchmarks.notty_networks
    python -m benchmarks.notty_networks --ai expert --games 1000 --seed 1 --keep FOLDER FILE...

`deep-q` plays by them, or `expert`, which looks at what its actions lead to. For each file (what ships, where none is
named): the share of games won against each player by rules, which has all other seats, seats taking turns; games
against itself, their turns; and of these, in ten bins, the chances shown for the actions taken against how often the
games were won. `--keep` writes that table into a folder, as ``tabletalk calibration`` does, and draws it. The players
are those of a training, which a test holds to those of the catalogue: ``tabletalk arena`` and ``calibration`` measure
the same a hundred times slower. They take cards to be returned and hands that go into account as well. Beside them
stands the robber of the study that the goals come from, which is another than ours, see `BigHandRobber`.
"""

import json
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from game.agents.network_learning import TrainedNetworks
from game.games import registry
from game.games.notty.deep_q import Networks
from game.games.notty.hands import HAND_LIMIT, MOST_DRAWN
from game.games.notty.module import DEEP_Q, EXPERT
from game.games.notty.networks import PRETRAINED, networks_of
from game.games.notty.open_features import Returns, highest, sensible
from game.games.notty.rules import RULES
from game.games.notty.training.games import Games, Indices
from game.games.notty.training.learner import AtTable, LookingAhead, Memory, Recollection
from game.games.notty.training.parameters import TABLES
from game.games.notty.training.players import TURN_LIMIT, Player, fixed_players, play, theft_from_nearest
from game.matches.calibration import Calibration, reliability, sums
from game.matches.ratings import wilson

PLAYERS = {DEEP_Q.name: AtTable, EXPERT.name: LookingAhead}
"""Who plays by networks, by their names."""


class BigHandRobber(Player):
    """The robber that the study's network was measured against: draws as many cards as it may, robs whoever is nearest
    to going out, and last draws a card to return one, that whose loss leaves most cards of the deck that help. When it
    robs, the study does not say: `first`, or once it has drawn."""

    def __init__(self, first: bool) -> None:
        self._first = first

    def act(self, games: Games, at: Indices) -> None:
        seen = games.seen(at)
        able, room, each = sensible(seen.sizes, games.used[at]), HAND_LIMIT - seen.sizes[:, 0], np.arange(len(at))
        urgent = np.zeros(able.shape)
        urgent[:, -2:] = 2, 1
        drawing = np.flatnonzero(room > 0)
        urgent[drawing, np.minimum(MOST_DRAWN, room[drawing]) - 1] = 4
        urgent[each, theft_from_nearest(seen)] = 5 if self._first else 3
        games.act(at, np.where(able, urgent, -1).argmax(axis=1))

    def give(self, games: Games, at: Indices, returns: Returns) -> None:
        helpful = (games.deck(at)[returns.row] * (returns.then.gains > 0)).sum(axis=1)
        games.give(at, returns.kind[highest(returns.row, helpful)])


RIVALS: dict[str, Player] = {
    **fixed_players(),
    "the study's robber, which draws first": BigHandRobber(first=False),
    "the study's robber, which robs first": BigHandRobber(first=True),
}


def measure(file: Path, ai: str, games: int, seed: int, keep: Path | None) -> list[str]:
    """Everything about one AI by one file, in lines; its reliability table is kept where there is a folder for it."""
    trained, digest = DEEP_Q.learnt_from(file)
    assert isinstance(trained, TrainedNetworks)
    players = next(number for number, table in TABLES.items() if table == trained.encoding)
    networks = networks_of(trained, ahead=ai == EXPERT.name)[players]
    player = PLAYERS[ai](networks.values, networks.crowded)
    lines = [f"{ai} by {file.name}: {players} players, {games} games each, seed {seed}"]
    for name, rival in RIVALS.items():
        found, took = _against(player, rival, players, games, seed)
        won = int((found.winner == np.arange(games) % players).sum())
        low, high = wilson(won, games)
        lines.append(
            f"against {name}: {won / games:.1%} [{low:.1%}, {high:.1%}], {found.turns.mean():.1f} turns ({took:.0f} s)"
        )
    told, table = _itself(player, networks, players, games, seed)
    if keep is not None:
        options = {option.key: option.default for option in RULES.options}
        asked = {"game": "notty", "ai": ai, "trained": digest, "players": players, "options": options, "seed": seed}
        _keep(keep / f"{file.stem.replace(DEEP_Q.name, ai)}.calibration", asked | table.record(), table)
    return [*lines, *told, *_bins(table)]


def _against(player: Player, rival: Player, players: int, games: int, seed: int) -> tuple[Games, float]:
    started = time.process_time()
    found = Games(games, players, np.random.default_rng(seed))
    seated = np.ones((games, players), np.int64)
    seated[np.arange(games), np.arange(games) % players] = 0
    play(found, seated, [player, rival], TURN_LIMIT)
    return found, time.process_time() - started


def _itself(player: AtTable, networks: Networks, players: int, games: int, seed: int) -> tuple[list[str], Calibration]:
    """Games against itself, in a line, and whether the chances shown in them came true."""
    player.notes = notes = Recollection()
    found, took = _against(player, player, players, games, seed)
    finished = float((found.winner >= 0).mean())
    reach = 1.96 * found.turns.std() / games**0.5
    line = f"against itself: {found.turns.mean():.1f} turns (±{reach:.1f}), {finished:.1%} finished ({took:.0f} s)"
    return [line], _calibration(networks, found, notes.memory(), players)


def _calibration(networks: Networks, games: Games, memory: Memory, players: int) -> Calibration:
    """The chances shown for the actions taken in these games, which were thought the best, and what came true."""
    even = np.zeros((len(memory.rows), 1), np.float32)
    shown = networks.chances_of(memory.rows, memory.turn, even)[:, 0]
    game, seat = memory.seat // players, memory.seat % players
    winner = games.winner[game]
    came = np.where(winner >= 0, winner == seat, 1 / players)
    order = np.argsort(game, kind="stable")
    begins = np.searchsorted(game[order], np.arange(len(games) + 1))
    pairs = list(zip(shown[order].tolist(), came[order].tolist(), strict=True))
    return reliability(np.array([sums(pairs[low:high]) for low, high in pairwise(begins.tolist())]))


def _bins(table: Calibration) -> list[str]:
    low, high = table.interval
    return [
        f"chances: mean error {table.mean_error:.1%} [{low:.1%}, {high:.1%}], by luck alone {table.by_luck:.1%}",
        *[
            f"  shown {each.shown:6.1%}  came {each.came_true:6.1%} [{each.interval[0]:.1%}, {each.interval[1]:.1%}]"
            f"  of {each.decisions:,} decisions in {each.matches:,} games"
            for each in table.bins
        ],
    ]


def _keep(path: Path, record: dict[str, Any], table: Calibration) -> None:
    from systems.view.screens import calibration_chart  # only here: measuring needs no pygame

    path.with_suffix(path.suffix + ".json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    title = f"{registry.at_game(record['ai'], 'notty')}, {record['players']} players: chances shown, and what came true"
    calibration_chart.save_picture(path.with_suffix(path.suffix + ".png"), table, title)


def main(words: Sequence[str] | None = None) -> None:
    """Measure the files that are named."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--ai", choices=PLAYERS, default=DEEP_Q.name)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    parser.add_argument("files", nargs="*", type=Path, default=[*PRETRAINED.values()])
    asked = parser.parse_args(words)
    for file in asked.files:
        print(*measure(file, asked.ai, asked.games, asked.seed, asked.keep), sep="\n", flush=True)


if __name__ == "__main__":
    main()
