"""Characters as they are drawn: the name and the sentence of an AI (see `game.games.characters`), with a face and how
strong it is; and everybody at a table, each with a face."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from game.games import registry
from game.games.ai import AI
from game.games.characters import name_for, name_of, persona_of
from game.games.levels import BETWEEN, NAMES
from game.games.seats import UNTRAINED, without_parameters
from game.matches import measured
from game.rules.language import _, pgettext
from systems.view.toolkit.portraits import Person

STRENGTHS = (
    pgettext("a strength", "Beginner"), pgettext("a strength", "Casual"), pgettext("a strength", "Club"),
    pgettext("a strength", "Expert"),
)  # fmt: skip
"""What the levels are called for people, the weakest first."""
MOST = len(STRENGTHS)


@dataclass(frozen=True)
class Character:
    """Somebody to sit down with. `strength` counts pips from 1 (beginner) to 4 (expert), 0 where nothing is known or
    it is the user's to choose."""

    name: str
    person: Person
    words: str
    strength: int = 0

    @property
    def strength_words(self) -> str:
        """The strength in a word; empty where there is none."""
        return STRENGTHS[self.strength - 1] if self.strength else ""


YOU = Person("teal", "tan", "brown", "red", pieces=("short_hair",))
PEOPLE = (
    YOU,
    Person("slate", "light", "red", "violet", pieces=("long_hair",)),
    Person("copper", "dark", "black", "green", pieces=("curls",)),
    Person("violet", "tan", "black", "gold", pieces=("beard", "short_hair")),
)
"""The faces of people: of whoever sits in front of the screen, and of those beside."""

_LEVELS = {
    "beginner": Person("green", "tan", "black", "green", pieces=("long_hair", "jewel")),
    "casual": Person("copper", "brown", "black", "white", "white", "tunic", pieces=("beard", "cap")),
    "club": Person("red", "tan", "black", "rose", "rose", face="calm", pieces=("veil", "earrings")),
    "expert": Person("gold", "brown", "grey", "blue", "blue", face="calm", pieces=("age", "earrings", "turban")),
    BETWEEN: Person("violet", "dark", "black", "gold", "violet", face="calm", pieces=("hood",)),
}
_GROUNDS = ("teal", "green", "red", "violet", "slate", "copper")
_CLOTHS = ("red", "blue", "green", "gold", "violet", "white", "rose", "slate")
_ANY_HEAD = (
    "short_hair", "long_hair", "curls", "cap", "beard short_hair", "beard cap", "hood", "turban", "veil",
    "beard turban", "curls glasses", "short_hair glasses", "moustache short_hair", "moustache turban",
    "long_hair glasses", "beard short_hair glasses",
)  # fmt: skip
"""Those of whom no game says how they look."""


def character_of(ai: AI) -> Character:
    """The character of an AI."""
    told = persona_of(ai)
    return Character(told.name, _person_of(ai), told.words, _strength_of(ai))


def asked_for(ai: AI, spec: str) -> Character:
    """The character of an AI that starts from what the words of a seat ask for: its strength is told only where it has
    learnt what is measured, not something else, or nothing."""
    found, file = character_of(ai), without_parameters(spec)[0].partition(":")[2]
    if not file or Path(file) == ai.pretrained:
        return found
    return replace(found, strength=0, words=_("Has learnt nothing yet.") if file == UNTRAINED else found.words)


def introduced(game: str, ai: str) -> str:
    """What people call the AI of a technical name, with its strength in a word where that is known."""
    found = next((character_of(each) for each in registry.ais(game) if each.name == ai), None)
    if found is None or not found.strength:
        return name_for(game, ai)
    return _("{name} ({strength})", name=found.name, strength=found.strength_words)


def _person_of(ai: AI) -> Person:
    """The face of an AI."""
    if ai.name in _LEVELS:
        return _LEVELS[ai.name]
    told = persona_of(ai)
    return _drawn_by_lot(told.name, told.head) if told.head else _drawn_by_lot(f"{ai.game}/{ai.name}")


class Seated(NamedTuple):
    """Somebody at a table: what it is called there, and its face."""

    name: str
    person: Person


def seated(game: str, names: Sequence[str], ais: Sequence[str | None]) -> list[Seated]:
    """Those who sit at a table, by what they are called there and the technical names of their AIs, None for people.
    Whoever plays under a character's name has that one's face."""
    by_name = {name_of(ai): ai for ai in registry.ais(game)} | {ai.name: ai for ai in registry.ais(game)}
    people = iter(PEOPLE)

    def person(name: str, technical: str | None) -> Person:
        if technical is None:
            return next(people, YOU)
        ai = by_name.get(name) or by_name.get(technical)
        return _drawn_by_lot(f"{game}/{technical}") if ai is None else _person_of(ai)

    return [Seated(name, person(name, ai)) for name, ai in zip(names, ais, strict=True)]


def _drawn_by_lot(name: str, head: str = "") -> Person:
    """A face that always belongs to the same name, with this hair and dress where they are given."""
    lots = sha256(name.encode()).digest()
    head = head or _ANY_HEAD[lots[0] % len(_ANY_HEAD)]
    skin = ("light", "tan", "brown", "dark")[lots[1] % 4]
    hair = ("brown", "black", "grey", "red")[lots[2] % 4]
    ground = _GROUNDS[lots[3] % len(_GROUNDS)]
    robe, hat = _CLOTHS[lots[4] % len(_CLOTHS)], _CLOTHS[lots[5] % len(_CLOTHS)]
    face = "calm" if lots[6] % 2 else "face"
    age = ("age",) if hair == "grey" else ()
    return Person(ground, skin, hair, robe, hat, ("robe", "tunic")[lots[7] % 2], face, (*age, *head.split()))


def _strength_of(ai: AI) -> int:
    """The level that an AI is, or to whose measured rating its own is nearest; 0 where either was not measured."""
    if ai.name in _LEVELS:
        return NAMES.index(ai.name) + 1 if ai.name in NAMES else 0
    steps = _ratings_of_levels(ai.game)
    rating = next((row["rating"] for row in _rated(ai.game) if row["ai"] == ai.name), None)
    if rating is None or not steps:
        return 0
    return 1 + min(range(len(steps)), key=lambda place: abs(steps[place] - rating))


def _rated(game: str) -> Sequence[Mapping[str, Any]]:
    """The rows of AIs that were rated: those of all AIs, else those of the levels."""
    record = measured.found(game, "ratings")
    return (record or {}).get("ais") or (measured.found(game, "levels") or {}).get("ratings") or ()


def _ratings_of_levels(game: str) -> list[float]:
    """The ratings of all levels, the weakest first; nothing where one has none."""
    rated = {row["ai"]: row["rating"] for row in _rated(game)}
    found = [float(rated[name]) for name in NAMES if name in rated]
    return found if len(found) == MOST else []
