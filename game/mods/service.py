"""A mod in its worker process: loaded, asked what it adds, and its agents made."""

from pathlib import Path
from typing import Any

from game.agents.agent import Agent, ThinkingError
from game.games import registry
from game.games.ai import AI
from game.mods import files as mod_files
from game.mods.files import ModError
from game.rules.protocol import Setup


class ModService:
    """Answers what is asked of the one mod of a worker; see :mod:`game.mods.mod` for who asks."""

    def __init__(self) -> None:
        self._ais: dict[tuple[str, str], AI] = {}

    def load(self, name: str, path: str | None, entry: str | None) -> dict[str, Any]:
        """Load a mod; what it adds, in plain values, or why it is refused and at which line."""
        try:
            loaded = mod_files.load(name, None if path is None else Path(path), entry)
        except ModError as error:
            return {"error": str(error), "where": error.where, "game": error.game}
        for game in loaded.games:
            registry.register_game(game)
        self._ais = {(ai.game, ai.name): ai for ai in loaded.ais}
        return mod_files.description(loaded)

    def load_games(self, name: str, path: str | None, entry: str | None) -> None:
        """Load another mod for its games, at which AIs of this one play. Raises ModError."""
        for game in mod_files.load(name, None if path is None else Path(path), entry).games:
            registry.register_game(game)

    def parse(self, game: str, ai: str, key: str, text: str) -> tuple[Any, str | None]:
        """The value of a parameter's text, or why it is none."""
        option = next(option for option in self._ais[game, ai].parameters if option.key == key)
        try:
            return option.parse(text), None
        except ValueError as error:
            return None, str(error)

    def setting_name(self, game: str, ai: str, how: Setup) -> str:
        """What a table belongs to that an AI of the mod learns in such matches, in words for people."""
        found = self.ai(game, ai)
        if found.learner_spec is None:
            raise ThinkingError("does not learn a table")
        name: str = found.learner_spec.encoding.setting_name(found.setting_of(how))
        return name

    def agent(self, game: str, name: str, values: dict[str, Any], trained: Path | bytes | None) -> Agent:
        """An agent of an AI, with values of its parameters and the checkpoint it starts from, or that file's bytes.
        Raises ThinkingError."""
        ai = self.ai(game, name)
        if isinstance(trained, Path):
            return ai.agent(values, ai.learnt_from(trained)[0])
        return ai.agent(values, None if trained is None else ai.learnt_in(trained))

    def ai(self, game: str, name: str) -> AI:
        """An AI of the mod. Raises ThinkingError."""
        ai = self._ais.get((game, name))
        if ai is None:
            raise ThinkingError("is not in its mod any more")
        return ai
