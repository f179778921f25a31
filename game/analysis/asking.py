"""Asking for the analysis of a match: who judges it, what there is to do, in batches, and where it is kept."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from game.analysis import kept
from game.analysis.analysis import Analysis, Work, assembled, portions
from game.analysis.baseline import Openings, baseline
from game.analysis.batches import Batch, Steps, go_straight_on
from game.analysis.judges import SEED, JudgeWords, usual_judge
from game.analysis.moments import PlayedMatch, digest_of, played_match
from game.games import registry
from game.games.characters import with_characters
from game.games.seats import check_house_rules
from game.matches.replay import Replay, ReplayError
from game.matches.standings import Measuring
from game.mods.mods import MODS, ModsInUse

MatchWork: TypeAlias = Work | Openings | Measuring
"""What there is to do for the analysis of a match."""


@dataclass(frozen=True)
class Asked:
    """A match to be analysed, where it lies, and who judges it."""

    path: Path
    match: PlayedMatch
    words: JudgeWords
    seed: int
    mods: ModsInUse

    @property
    def for_people(self) -> "Asked":
        """The same, with the players of the match called by their characters' names."""
        players = with_characters(self.match.rules.name, self.match.players)
        return replace(self, match=replace(self.match, players=players))


def asked(replay: Replay, judge: str | None = None, effort: float = 1.0, seed: int = SEED) -> Asked:
    """A recorded match and its judge, the game's own unless another is named. Raises ReplayError where no round begins
    in it, or where it departs from the rules; JudgeError, SeatError or UnknownNameError where nobody can judge it."""
    return judged_by(played_match(replay, digest_of(replay.path)), replay.path, judge, effort, seed)


def judged_by(match: PlayedMatch, path: Path, judge: str | None = None, effort: float = 1.0, seed: int = SEED) -> Asked:
    """The match of a replay that lies there and its judge, as for :func:`asked`, and with its errors."""
    if not match.deals:
        raise ReplayError(f"{path}: no round begins in it, so there is nothing to analyse")
    game = registry.game(match.rules.name)
    words = JudgeWords(game.name, judge or usual_judge(game, match.setup.options), effort)
    check_house_rules([words.seat.ai], match.setup.options, judging=True)
    return Asked(path, match, words, seed, MODS.in_use(game.name, [words.ai]))


def steps(ask: Asked, give_way: Callable[[], None] = go_straight_on) -> Steps[MatchWork, Analysis]:
    """The analysis of a match: the one that is kept, or a new one, which is kept from now on; `give_way` as for
    :func:`game.analysis.kept.store`."""
    match = ask.match
    before = yield from baseline(ask.words, match.setup, match.deals[0].first, ask.mods)
    work = Work(ask.path, match.digest, ask.words, ask.seed, before, ask.mods)
    path = kept.kept_path(work, ask.words.seat.trained)
    found = kept.load(path)
    if found is None:
        parts = yield Batch(work, portions(match))
        found = assembled(match, work, parts)
        kept.store(path, found, give_way)
    return found
