"""Who sits at the table that the menu lays: what every chair asks for, and what it could ask for instead."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.checkpoints.container import CheckpointError
from game.checkpoints.places import own_checkpoints
from game.games import registry
from game.games.ai import Trained
from game.games.levels import levels_first
from game.games.registry import AI, GameModule
from game.games.seats import (
    HUMAN,
    UNTRAINED,
    Seat,
    SeatError,
    parse_seat,
    parse_seats,
    untrained_words,
    without_parameters,
)
from game.mods.mod import ModAI
from game.rules.language import joined
from game.rules.options import full_options
from game.rules.protocol import Setup

EMPTY = ""
"""What a chair asks for that nobody takes."""


class Chairs:
    """The chairs of a game, each with the words that ask for its seat; `chosen` is the one that is being filled."""

    def __init__(self, game: GameModule, asked: Sequence[str], opponent: str) -> None:
        """Seats as they are `asked` for, where there are such AIs still; `opponent` is who fills a chair first."""
        self.game = game
        self._options: Mapping[str, Any] = {}
        most = game.rules.seats[-1]
        filled = [*asked, *[EMPTY] * most][:most]
        self.specs = [self._possible(index, spec) for index, spec in enumerate(filled)]
        self.chosen = 1
        self._usual_opponent = opponent

    def take_options(self, options: Mapping[str, Any]) -> list[AI]:
        """The match is played with these options: whoever does not play by their house rules leaves the chair to the AI
        that is usual there. Those who left."""
        self._options = options
        left = []
        for index, ai in enumerate(map(self.ai, range(len(self.specs)))):
            if ai is not None and not self._plays(ai):
                self.specs[index] = self._usual
                left.append(ai)
        return left

    def _plays(self, ai: AI) -> bool:
        """Whether an AI plays by the house rules of the match."""
        return ai.foreign_rule(self._options) is None

    @property
    def _usual(self) -> str:
        """Who plays by default with the options of the match."""
        return registry.usual_ai(self.game, self._options).name

    @property
    def _opponent(self) -> str:
        """Whom a person meets who has chosen nobody yet."""
        ai = self._ai(self._usual_opponent)
        return self._usual_opponent if ai is not None and self._plays(ai) else self._usual

    def _possible(self, index: int, spec: str) -> str:
        """What was asked for, where somebody can be asked for in such words; else the game's own AI."""
        if spec == HUMAN or (spec == EMPTY and self.may_be_empty(index)) or self._ai(spec) is not None:
            return spec
        return self.game.default_ai

    # --- who sits there ---

    def may_be_empty(self, index: int) -> bool:
        """Whether the game can do without a chair."""
        return index >= self.game.rules.seats[0]

    def ai(self, index: int) -> AI | None:
        """The AI at a chair; None for a human, and where nobody sits."""
        return self._ai(self.specs[index])

    def _ai(self, spec: str) -> AI | None:
        name = without_parameters(spec)[0].partition(":")[0]
        return next((ai for ai in registry.ais(self.game.name) if ai.name == name), None)

    def seats(self) -> list[Seat]:
        """The seats that are taken. Raises SeatError or UnknownNameError."""
        return parse_seats(self.game.name, [spec for spec in self.specs if spec != EMPTY])

    def watched(self) -> list[Seat]:
        """The same seats with an AI, the best of the levels, in the place of every human. Raises as `seats`."""
        stand_in = next(reversed([ai.name for ai in self.levels]), self._usual)
        taken = [stand_in if spec == HUMAN else spec for spec in self.specs if spec != EMPTY]
        return parse_seats(self.game.name, taken)

    @property
    def levels(self) -> list[AI]:
        """Those whom a chair offers first: the levels, the weakest first; of a game without any its first AIs."""
        ais = [ai for ai in self._playing if ai.name != "level"]
        return ais[:4]

    @property
    def _playing(self) -> list[AI]:
        """All who play by the house rules of the match, the levels first."""
        return [ai for ai in levels_first(registry.ais(self.game.name)) if self._plays(ai)]

    # --- who could sit there ---

    def has(self, name: str) -> bool:
        """Whether an AI of this name plays the game by the house rules of the match."""
        return any(ai.name == name for ai in self._playing)

    def take(self, index: int, spec: str) -> None:
        """Let somebody else sit at a chair."""
        self.specs[index] = spec

    def fill(self, index: int) -> None:
        """Let the usual opponent take an empty chair, or where that one sits already, the first level that does not."""
        free = [name for name in (self._opponent, *(ai.name for ai in self.levels)) if name not in self.specs]
        self.take(index, next(iter(free), self._opponent))

    def mind_mods(self) -> None:
        """Let the game's own AI sit where an AI sat that is not there any more."""
        self.specs = [self._possible(index, spec) for index, spec in enumerate(self.specs)]

    def offered(self, index: int) -> list[tuple[str, AI | None]]:
        """All that a chair could ask for, each with its AI, None for a human, but for those who do not play by the
        house rules of the match: what is asked for now too, where no list has it, as with parameters."""
        found: list[tuple[str, AI | None]] = [(HUMAN, None)]
        for ai in self._playing:
            found += [(ai.name, ai), *((spec, ai) for spec in _further_tables(ai))]
        spec = self.specs[index]
        if spec != EMPTY and spec not in dict(found):
            found.insert(1, (spec, self.ai(index)))
        return found

    def start_of(self, index: int, options: Mapping[str, object]) -> Trained:
        """What the AI at a chair begins with, as far as can be told before it sits down."""
        ai, base = self.ai(index), without_parameters(self.specs[index])[0]
        try:
            seat = parse_seat(self.game.name, base)
            if ai is not None and seat.learns and not isinstance(ai, ModAI):
                own = ai.own_path(Setup(self.game.rules.seats[0], dict(options)))
                return ai.learnt_from(own)[0] if own.exists() else seat.learnt
        except (SeatError, CheckpointError):
            return None
        return seat.learnt

    def untrained_words(self, index: int, name: str) -> str:
        """What is said of the AI at a chair, called so, whose table is for other options; empty where it is not."""
        ai, how = self.ai(index), Setup(self.game.rules.seats[0], full_options(self.game.rules, self._options))
        if ai is None or not ai.learns_table:
            return ""
        words = untrained_words(Seat(name, ai, learnt=self.start_of(index, how.options)), how)
        return words and joined([words, "."], "")


def _further_tables(ai: AI) -> list[str]:
    """What an AI that learns can start from beside what is pretrained: the user's own checkpoints, and nothing. One
    that plays by what another has learnt, as expert by neural's network, is offered as it is."""
    if not ai.learns or ai.taught_as:
        return []
    return [*(f"{ai.name}:{path}" for path in own_checkpoints(ai.game, ai.name)), f"{ai.name}:{UNTRAINED}"]
