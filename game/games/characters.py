"""Characters: what people call an AI instead of by its technical name, and a sentence of how it plays.

Both are made when something is shown, and kept nowhere: replays, exports, JSON and commands know technical names alone.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from game.games import registry
from game.games.ai import AI
from game.games.levels import BETWEEN, NAMES
from game.games.personas import Persona
from game.rules.language import _, ngettext, sentence

_USUAL = {
    "beginner": Persona(_("Knows the rules, and errs often."), "Mira"),
    "casual": Persona(_("Plays sensibly, and slips now and then."), "Idris"),
    "club": Persona(_("Plays well. Errors are small and few."), "Noor"),
    "expert": Persona(_("As strong as anybody here."), "Zoya"),
    BETWEEN: Persona(_("Plays at any strength between the beginner and the expert."), "Samira"),
    "random": Persona(_("Plays any move the rules allow, by the throw of a die."), "Dado", "moustache short_hair"),
    "q-learner": Persona(
        _("Has learnt from its own games which move pays, and goes on learning."), "Kito", "short_hair"
    ),
    "neural": Persona(_("Has played itself millions of times, and goes by what that has taught it."), "Nadia", "hood"),
    "search": Persona(
        _("Plays likely moves on in thought, and takes what surely wins more."), "Severin", "moustache turban"
    ),
}
"""Those of ours who play several games, where these say nothing else of them."""
NEWCOMERS_RIVAL = _USUAL[NAMES[0]].name
"""The name of whom newcomers meet."""


def persona_of(ai: AI) -> Persona:
    """What people are told of an AI: by its game, else what is usual of one of ours, else its own name, and what its
    author wrote."""
    own = Persona(sentence(ai.about), ai.name)
    usual = own if ai.digest else _USUAL.get(ai.name, own)
    told = registry.game(ai.game).personas.get(ai.name, usual)
    return told._replace(name=told.name or usual.name)


def name_of(ai: AI) -> str:
    """What people call an AI."""
    return persona_of(ai).name


def name_for(game: str, ai: str) -> str:
    """What people call the AI of a technical name, or a table that ships of one that has learnt from fewer games, such
    as "q-learner-100"; that name itself where there is no such AI."""
    found = {each.name: each for each in registry.ais(game)}
    base, _dash, games = ai.rpartition("-")
    if ai not in found and base in found and found[base].learns_table and games.isdecimal():
        return ngettext("{name} ({number:,} game)", "{name} ({number:,} games)", int(games), name=name_of(found[base]))
    return name_of(found[ai]) if ai in found else ai


def names_at(game: str, players: Sequence[Mapping[str, Any]]) -> list[str]:
    """What people call those who sit at a table, from their records as a replay's head holds them, told apart by their
    seats where several would be called alike. Whoever bears a name of its own in the record keeps it."""
    names = [_name_at(game, seat, player) for seat, player in enumerate(players, start=1)]
    return [
        f"{name} {seat}" if names.count(name) > 1 and player["ai"] is not None else name
        for seat, (name, player) in enumerate(zip(names, players, strict=True), start=1)
    ]


def with_characters(game: str, players: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The records of players, with what people call them as their names."""
    return [{**player, "name": name} for player, name in zip(players, names_at(game, players), strict=True)]


def _name_at(game: str, seat: int, player: Mapping[str, Any]) -> str:
    name, ai = str(player["name"]), player["ai"]
    if ai is not None:
        return name_for(game, ai) if name in (ai, f"{ai} {seat}") else name
    given: tuple[str, ...] = (_("You"), _("Player {number}", number=seat))
    return next((each for each in given if each == name), name)
