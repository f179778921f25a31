"""Positions to practise: where a mistake was made, to be played again by what its player knew.

One's own come from analysed matches; whoever has none yet gets those that ship, which were found in AIs' play. A
position is told by where it comes from, a recorded match or a match of AIs that is played again, and the number of the
move. What its player could not know is drawn anew each time.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from game.analysis.account import own_decisions
from game.analysis.analysis import Analysis
from game.analysis.decisions import CLASSES, Judgement, judgement
from game.analysis.judges import JudgeWords, judge_once
from game.analysis.moments import Moment, read_match
from game.analysis.people.analysing import MOMENT, OwnMatches
from game.analysis.people.index import MISTAKES, Index
from game.analysis.sentences import percent
from game.analysis.yardstick import opponents, played
from game.base import locks
from game.base.storage import StorageError, home, read_whole
from game.games import registry
from game.games.characters import names_at
from game.games.seats import parse_seats, setup, without_parameters
from game.matches.replay import ReplayError
from game.mods.mods import ModsInUse
from game.rules.language import _
from game.rules.mentions import whole_label
from game.rules.options import house_rules
from game.rules.protocol import AnyRules, Setup, usual_options
from game.training.spreading import HERE, Spread

SOLVED = CLASSES["inaccuracy"]
"""A position is solved by a move that loses less."""
SHIPPED = 50
"""So many positions a game ship."""
VERSION = 1
_GLANCE = 0.1
"""Every decision of a match of AIs is looked at with so much of the usual effort; what then seems to lose at least"""
_SEEMING = 0.06
"""so much is judged with all of it: few decisions are mistakes."""
_OF_ONE_MATCH = 2
"""So many positions of one match are taken at most."""
_AT_ONCE = 8
_MOST_BYTES = 4 << 20
_ASSETS = Path(__file__).resolve().parents[3] / "assets"


@dataclass(frozen=True)
class Exercise:
    """A position to practise: the number of its move in the match that it comes from, a recorded one (`path`) or one
    between AIs; what was played there is a move's record, and what it lost. `key` tells it apart for good."""

    key: str
    game: str
    move: int
    loss: float
    path: Path | None = None
    ais: tuple[str, ...] = ()
    seed: int = 0

    @property
    def own(self) -> bool:
        """Whether it is the user's own mistake."""
        return self.path is not None


class Recalled(NamedTuple):
    """The moment of an exercise, how its match was set up, and what those who sat there are called, the user in the
    seat of who is to move."""

    rules: AnyRules
    setup: Setup
    moment: Moment
    names: Sequence[str]

    @property
    def view(self) -> Any:
        """What its player saw and knew."""
        return self.rules.view(self.moment.before, self.moment.player)

    def drawn(self, rng: Random) -> Any:
        """The state with all that the player could not know drawn anew; where nobody hides a hand, who has won what
        stays as it was."""
        return (
            self.rules.sample(self.view, rng) if self.rules.hidden_hands else self.rules.redraw(self.moment.before, rng)
        )


def recall(exercise: Exercise) -> Recalled:
    """The position itself. Raises ReplayError where its match is gone or another, LookupError where that has no such
    move any more."""
    rules = registry.game(exercise.game).rules
    if exercise.path is not None:
        match = read_match(exercise.path)
        if not exercise.key.startswith(match.digest):
            raise ReplayError(f"{exercise.path}: it has changed since it was analysed")
        moment = match.moments[exercise.move - 1]
        return Recalled(rules, match.setup, moment, _called(exercise.game, match.players, moment.player))
    options = usual_options(rules)
    how = setup(rules, parse_seats(exercise.game, exercise.ais), options)
    moments = islice(played(exercise.game, exercise.ais, options, exercise.seed), exercise.move - 1, exercise.move)
    (moment,) = moments
    players = [{"name": ai, "ai": ai} for ai in (without_parameters(spec)[0] for spec in exercise.ais)]
    return Recalled(rules, how, moment, _called(exercise.game, players, moment.player))


def _called(game: str, players: Sequence[Mapping[str, Any]], own: int) -> list[str]:
    """What people call those who sit at a table, by their records, if the user sits at this seat."""
    user = {"name": "You", "ai": None}
    return names_at(game, [user if seat == own else player for seat, player in enumerate(players)])


class Verdict(NamedTuple):
    """What came of a try: whether it solves the position, and that in words; and what would have been best."""

    solved: bool
    words: str
    best: str


def verdict(found: Judgement, rules: AnyRules, move: Any) -> Verdict:
    """What a move is, as the judge of the position has it, which weighs it."""
    own, best = found.of(move), found.best
    assert own is not None, "it was not weighed"
    solved, label = best.chance - own.chance < SOLVED, whole_label(rules, best.move)
    better = _("The best is “{move}”: with it the chance to win is {chance}.", move=label, chance=percent(best.chance))
    if own.move == best.move:
        words = _("Nothing is better: with your move the chance to win is {chance}.", chance=percent(own.chance))
        return Verdict(True, words, better)
    chances = {"own": percent(own.chance), "best": percent(best.chance)}
    if solved:
        words = _(
            "With your move the chance to win is {own}, with the best one, “{move}”, {best}.", move=label, **chances
        )
        return Verdict(True, words, better)
    return Verdict(False, _("With your move the chance to win is {own}, with the best one {best}.", **chances), better)


# --- what there is to practise -----------------------------------------------------------------------------------


def shipped_path(game: str) -> Path:
    """Where the positions of a game ship."""
    return _ASSETS / game / "practice.json"


def shipped(game: str) -> list[Exercise]:
    """The positions that ship for a game, easy ones first; none where there are none."""
    path = shipped_path(game)
    if not path.exists():
        return []
    rows = json.loads(read_whole(path, _MOST_BYTES, "file of positions"))["positions"]
    return [
        Exercise(row["key"], game, row["move"], row["loss"], ais=tuple(row["ais"]), seed=row["seed"]) for row in rows
    ]


def own(game: str, index: Index) -> list[Exercise]:
    """The user's own mistakes at a game, those of the latest match first, as far as the index knows them."""
    return [
        Exercise(f"{found.digest}/{found.move}", game, found.move, found.loss, index.folder / found.name)
        for found in index.mistakes(game)
    ]


def of_match(found: Analysis, path: Path, player: int) -> list[Exercise]:
    """A player's mistakes in a match that lies there, as they came, as far as it is analysed."""
    lost = [each for each in own_decisions(player, found.decisions) if each.called in MISTAKES]
    return [Exercise(f"{found.digest}/{each.move}", found.game, each.move, each.loss, path) for each in lost]


@dataclass
class Solved:
    """The keys of what was solved, kept among the user's data."""

    keys: set[str] = field(default_factory=set)

    @staticmethod
    def path() -> Path:
        """Where it is kept."""
        return home() / "practice.json"

    @classmethod
    def load(cls) -> "Solved":
        """What is kept; a damaged file counts as none."""
        with suppress(StorageError, ValueError, TypeError, LookupError, RecursionError):
            return cls(set(map(str, json.loads(read_whole(cls.path(), _MOST_BYTES, "what was solved"))["solved"])))
        return cls()

    def add(self, key: str) -> None:
        """Keep that a position was solved. Raises StorageError."""
        if key not in self.keys:
            self.keys.add(key)
            locks.update(self.path(), self._merged)

    def _merged(self) -> bytes:
        """What the file is to hold: what has been solved here, and in other windows."""
        self.keys |= Solved.load().keys
        return (json.dumps({"version": VERSION, "solved": sorted(self.keys)}, indent=1) + "\n").encode("utf-8")


class Course:
    """The exercises of a game in their order, the user's own first; which one is at hand, and what is solved."""

    def __init__(self, exercises: Sequence[Exercise], solved: Solved) -> None:
        self.exercises = list(exercises)
        self.solved = solved
        self.place = next((at for at, each in enumerate(self.exercises) if each.key not in solved.keys), 0)

    @classmethod
    def of(cls, game: str, matches: OwnMatches) -> "Course":
        """All that there is to practise at a game, the user's own as far as these matches could be read in a moment.
        Raises StorageError where what ships is damaged."""
        matches.read(MOMENT)
        return cls([*own(game, matches.index), *shipped(game)], Solved.load())

    @property
    def exercise(self) -> Exercise:
        """The one at hand."""
        return self.exercises[self.place]

    @property
    def number_solved(self) -> int:
        """How many of them are solved."""
        return sum(each.key in self.solved.keys for each in self.exercises)

    def go_on(self) -> None:
        """Go to the next that is not solved, after the last one to the first; where all are, to the next."""
        order = [*range(self.place + 1, len(self.exercises)), *range(self.place + 1)]
        unsolved = (at for at in order if self.exercises[at].key not in self.solved.keys)
        self.place = next(unsolved, order[0])


def key_of(game: str, view: Any) -> str:
    """What tells a position from others: equal views have equal keys. House rules among the options that are as usual
    are left out, as in replays, so that positions have the keys that they had before a game had any."""
    told, entry = repr((game, view)), registry.game(game)
    seen = registry.house_rules_seen(entry, view)
    if seen and not house_rules(entry.rules, seen):
        told = told.replace(f", house={view.house!r}", "")
    return hashlib.sha256(told.encode()).hexdigest()[:16]


# --- making those that ship --------------------------------------------------------------------------------------


def _erring(game: str) -> list[str]:
    """Those of whose play the positions of a game come: all that others are measured against but the strongest, which
    hardly errs."""
    ais = opponents(game)
    return ais[:-1] if len(ais) > 2 else ais


class Found(NamedTuple):
    """A position that may ship: where it comes from, what was lost there, which share of the legal moves solves it, and
    what tells it from others."""

    ais: tuple[str, ...]
    seed: int
    move: int
    loss: float
    ease: float
    key: str


@dataclass(frozen=True)
class Finding:
    """Finds mistakes in matches of AIs; what comes of one depends on its seed alone. It can be sent to workers."""

    words: JudgeWords
    players: int
    options: Mapping[str, Any]
    mods: ModsInUse = field(default_factory=ModsInUse)

    def __call__(self, seed: int) -> list[Found]:
        """The mistakes of the match of a seed that are worth a try."""
        self.mods.use()
        game, lot = self.words.game, Random(f"{seed}/practice")
        ais = tuple(lot.choices(_erring(game), k=self.players))
        found = [each for moment in played(game, ais, self.options, seed) if (each := self._mistake(ais, seed, moment))]
        return sorted(lot.sample(found, min(_OF_ONE_MATCH, len(found))))

    def _mistake(self, ais: tuple[str, ...], seed: int, moment: Moment) -> Found | None:
        """The position of a moment, where a mistake was made in it that counts."""
        rules = registry.game(self.words.game).rules
        view = rules.view(moment.before, moment.player)
        glance = self._seen(self.words.effort * _GLANCE, view, seed, moment)
        if not glance.counts or glance.loss(moment.move) < _SEEMING:
            return None
        seen = self._seen(self.words.effort, view, seed, moment)
        if not seen.counts or seen.called(moment.move) not in MISTAKES:
            return None
        solving = sum(seen.best.chance - each.chance < SOLVED for each in seen.candidates)
        ease = solving / len(rules.legal_moves(view))
        return Found(ais, seed, moment.number, seen.loss(moment.move), ease, key_of(self.words.game, view))

    def _seen(self, effort: float, view: Any, seed: int, moment: Moment) -> Judgement:
        """What the judge makes of a position with some effort."""
        words = replace(self.words, effort=effort)
        rng = Random(f"{seed}/{moment.number}/decision")
        return judgement(judge_once(words), registry.game(words.game).rules, view, [moment.move], rng)


def make(
    work: Finding, wanted: int, seed: int, spread: Spread = HERE, progress: Callable[[int], None] | None = None
) -> list[Found]:
    """So many positions, no two alike, the easy ones first, from matches of the seeds from `seed` on; who plays them
    changes nothing. `progress` is told how many more there are."""
    held: dict[str, Found] = {}
    while len(held) < wanted:
        before = len(held)
        seeds = range(seed, seed + _AT_ONCE)
        done = dict(spread.each(work, seeds))
        for place in range(len(seeds)):
            for each in done[place]:
                held.setdefault(each.key, each)
        seed += _AT_ONCE
        if progress is not None:
            progress(min(wanted, len(held)) - min(wanted, before))
    return sorted(islice(held.values(), wanted), key=lambda each: (-each.ease, each.key))


def record_of(words: JudgeWords, found: Iterable[Found]) -> dict[str, Any]:
    """Positions as their file holds them."""
    rows = [
        {"key": each.key, "ais": list(each.ais), "seed": each.seed, "move": each.move, "loss": round(each.loss, 4)}
        for each in found
    ]
    return {"version": VERSION, "judge": words.ai, "trained": words.seat.trained, "positions": rows}
