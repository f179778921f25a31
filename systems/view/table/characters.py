"""Characters: what people are shown of an AI instead of its technical name: a name, a face, a sentence of how it plays,
and how strong it is.

They are made when something is shown, and nowhere kept: replays, exports and commands know technical names alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from game.games import registry
from game.games.ai import AI
from game.games.levels import BETWEEN, NAMES
from game.matches import measured
from game.rules.language import _, pgettext, sentence
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
GUEST = Person("slate", "light", "red", "violet", pieces=("long_hair",))
"""The faces of people: of whoever sits in front of the screen, and of a second one."""

_LEVELS = {
    "beginner": ("Mira", Person("green", "tan", "black", "green", pieces=("long_hair", "jewel"))),
    "casual": ("Idris", Person("copper", "brown", "black", "white", "white", "tunic", pieces=("beard", "cap"))),
    "club": ("Noor", Person("red", "tan", "black", "rose", "rose", face="calm", pieces=("veil", "earrings"))),
    "expert": (
        "Zoya",
        Person("gold", "brown", "grey", "blue", "blue", face="calm", pieces=("age", "earrings", "turban")),
    ),
    BETWEEN: ("Samira", Person("violet", "dark", "black", "gold", "violet", face="calm", pieces=("hood",))),
}
NEWCOMERS_RIVAL = _LEVELS[NAMES[0]][0]
"""The name of whom newcomers meet."""
_PLAYS = {
    ("jaipur", "beginner"): _("Knows which moves are bad, and little more. Often settles for a poor sale."),
    ("jaipur", "casual"): _("Trades sensibly, and slips in most rounds. A good player uses that."),
    ("jaipur", "club"): _("Times sales well and watches your herd. Errors are small and few."),
    ("jaipur", "expert"): _("Looks ahead to your reply and its own next turn, and forgets no card."),
    ("nim", "beginner"): _("Takes stones by feeling, and sees only how the last four end."),
    ("nim", "casual"): _("Sees a win here and there, and misses the rest."),
    ("nim", "club"): _("Knows most positions by heart. One slip is what you get."),
    ("nim", "expert"): _("Never errs: whoever gives this player a won position has lost."),
    ("notty", "beginner"): _("Plays any group it happens to see, and keeps cards that do not help."),
    ("notty", "casual"): _("Gathers runs and sets, and often asks for the wrong card."),
    ("notty", "club"): _("Counts what its hand still lacks, and steals at good moments."),
    ("notty", "expert"): _("Weighs every card it may draw or steal, and seldom holds one too many."),
    ("thirty_one", "beginner"): _("Knows the rules, and a good card when one lies there."),
    ("thirty_one", "casual"): _("Gathers one suit, and often calls or draws at the wrong time."),
    ("thirty_one", "club"): _("Watches what you take, and calls in time. Errors are small."),
    ("thirty_one", "expert"): _("Plays close choices on to the end of the round in thought before it moves."),
}
_OTHERS = {
    "random": ("Dado", "moustache short_hair", _("Plays any move the rules allow, by the throw of a die.")),
    "utility": (
        "Vera",
        "long_hair glasses",
        _("Counts what each move earns by four formulas, and takes the most."),
    ),
    "weighted": ("Wanda", "curls", _("Counts as Vera does, then draws a lot: the better the move, the likelier.")),
    "utility-patient": ("Patrice", "cap", _("Counts as Vera does, but holds its cards back for larger sales.")),
    "utility-no-exchange": ("Nils", "beard short_hair", _("Counts as Vera does, and never exchanges cards.")),
    "heuristic": ("Hakim", "beard turban", _("Judges every position by one fixed formula that is never changed.")),
    "neural": ("Nadia", "hood", _("Has played itself millions of times, and goes by what that has taught it.")),
    "neural-vs-greedy": (
        "Nestor",
        "short_hair glasses",
        "Has learnt to beat one single opponent.",
    ),
    "q-learner": ("Kito", "short_hair", _("Has learnt from its own games which move pays, and goes on learning.")),
    "q-learner-plus": (
        "Kiran",
        "curls glasses",
        "Learns as Kito does, and sees which cards would be left.",
    ),
    "perfect": ("Pax", "beard cap", _("Wins whenever the position can be won, and sets traps when it cannot.")),
    "search": (
        "Severin",
        "moustache turban",
        "Plays every move on in thought, and takes what wins most.",
    ),
    "greedy": ("Greta", "long_hair earrings", _("Takes the most points it can have at once, and never calls.")),
    "greedy-caller": (
        "Gregor",
        "beard short_hair glasses",
        "Takes the most points at once, and calls from 25 on.",
    ),
    "tactician": ("Tariq", "beard turban", _("Gathers points first, gives the next player little, and calls in time.")),
    "lean": ("Lena", "veil", _("Keeps its hand small, and steals from nobody.")),
    "group-maker": ("Gita", "long_hair jewel earrings", _("Gathers a large hand that it lays down in one turn.")),
    "robber": ("Robin", "moustache short_hair", _("Gathers as Gita does, and robs whoever is nearest to going out.")),
    "deep-q": ("Dilan", "hood glasses", _("Weighs every move by networks that have learnt from their own games.")),
}
_GROUNDS = ("teal", "green", "red", "violet", "slate", "copper")
_CLOTHS = ("red", "blue", "green", "gold", "violet", "white", "rose", "slate")
_HEADS: tuple[tuple[str, ...], ...] = (
    ("short_hair",), ("long_hair",), ("curls",), ("cap",), ("beard", "short_hair"), ("beard", "cap"), ("hood",),
    ("turban",), ("veil",), ("beard", "turban"), ("curls", "glasses"), ("short_hair", "glasses"),
    ("moustache", "short_hair"), ("moustache", "turban"), ("long_hair", "glasses"), ("beard", "short_hair", "glasses"),
)  # fmt: skip


def character_of(ai: AI) -> Character:
    """The character of an AI. Those of mods bear their own names, and say of themselves what their authors wrote."""
    if not ai.digest and ai.name in _LEVELS:
        name, person = _LEVELS[ai.name]
        words: str = _PLAYS.get((ai.game, ai.name), _("Plays at any strength between the beginner and the expert."))
        return Character(name, person, words, NAMES.index(ai.name) + 1 if ai.name in NAMES else 0)
    if not ai.digest and ai.name in _OTHERS:
        name, head, words = _OTHERS[ai.name]
        return Character(name, _drawn_by_lot(name, tuple(head.split())), words, _measured_strength(ai))
    about = sentence(ai.about)
    return Character(ai.name, _drawn_by_lot(f"{ai.game}/{ai.name}", None), about, _measured_strength(ai))


def name_for(game: str, ai: str) -> str:
    """What people call the AI of a technical name; that name itself where there is no such AI."""
    found = next((each for each in registry.ais(game) if each.name == ai), None)
    return ai if found is None else character_of(found).name


def _drawn_by_lot(name: str, head: tuple[str, ...] | None) -> Person:
    """A face that always belongs to the same name, with this hair and dress where they are given."""
    lots = sha256(name.encode()).digest()
    head = head or _HEADS[lots[0] % len(_HEADS)]
    skin = ("light", "tan", "brown", "dark")[lots[1] % 4]
    hair = ("brown", "black", "grey", "red")[lots[2] % 4]
    ground = _GROUNDS[lots[3] % len(_GROUNDS)]
    robe, hat = _CLOTHS[lots[4] % len(_CLOTHS)], _CLOTHS[lots[5] % len(_CLOTHS)]
    face = "calm" if lots[6] % 2 else "face"
    age = ("age",) if hair == "grey" else ()
    return Person(ground, skin, hair, robe, hat, ("robe", "tunic")[lots[7] % 2], face, (*age, *head))


def _measured_strength(ai: AI) -> int:
    """The level to whose measured rating that of an AI is nearest; 0 where either was not measured."""
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
