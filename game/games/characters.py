"""Characters: what people call an AI instead of by its technical name, and a sentence of how it plays.

Both are made when something is shown, and kept nowhere: replays, exports, JSON and commands know technical names alone.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from game.games import registry
from game.games.ai import AI
from game.games.levels import BETWEEN, NAMES
from game.rules.language import _, sentence

_LEVELS = {"beginner": "Mira", "casual": "Idris", "club": "Noor", "expert": "Zoya", BETWEEN: "Samira"}
NEWCOMERS_RIVAL = _LEVELS[NAMES[0]]
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
    "random": ("Dado", _("Plays any move the rules allow, by the throw of a die.")),
    "utility": ("Vera", _("Counts what each move earns by four formulas, and takes the most.")),
    "weighted": ("Wanda", _("Counts as Vera does, then draws a lot: the better the move, the likelier.")),
    "utility-patient": ("Patrice", _("Counts as Vera does, but holds its cards back for larger sales.")),
    "utility-no-exchange": ("Nils", _("Counts as Vera does, and never exchanges cards.")),
    "heuristic": ("Hakim", _("Judges every position by one fixed formula that is never changed.")),
    "neural": ("Nadia", _("Has played itself millions of times, and goes by what that has taught it.")),
    "neural-vs-greedy": ("Nestor", _("Has learnt to beat one single opponent.")),
    "q-learner": ("Kito", _("Has learnt from its own games which move pays, and goes on learning.")),
    "q-learner-plus": ("Kiran", _("Learns as Kito does, and sees which cards would be left.")),
    "perfect": ("Pax", _("Wins whenever the position can be won, and sets traps when it cannot.")),
    "search": ("Severin", _("Plays every move on in thought, and takes what wins most.")),
    "greedy": ("Greta", _("Takes the most points it can have at once, and never calls.")),
    "greedy-caller": ("Gregor", _("Takes the most points at once, and calls from 25 on.")),
    "tactician": ("Tariq", _("Gathers points first, gives the next player little, and calls in time.")),
    "lean": ("Lena", _("Keeps its hand small, and steals from nobody.")),
    "group-maker": ("Gita", _("Gathers a large hand that it lays down in one turn.")),
    "robber": ("Robin", _("Gathers as Gita does, and robs whoever is nearest to going out.")),
    "deep-q": ("Dilan", _("Weighs every move by networks that have learnt from their own games.")),
}


def name_of(ai: AI) -> str:
    """What people call an AI. Those of mods bear their own names."""
    if ai.digest:
        return ai.name
    return _LEVELS.get(ai.name) or (_OTHERS[ai.name][0] if ai.name in _OTHERS else ai.name)


def words_of(ai: AI) -> str:
    """How an AI plays, in a sentence or two: of a mod's what its author wrote."""
    if not ai.digest and ai.name in _LEVELS:
        return _PLAYS.get((ai.game, ai.name), _("Plays at any strength between the beginner and the expert."))
    if not ai.digest and ai.name in _OTHERS:
        return _OTHERS[ai.name][1]
    return sentence(ai.about)


def name_for(game: str, ai: str) -> str:
    """What people call the AI of a technical name; that name itself where there is no such AI."""
    found = next((each for each in registry.ais(game) if each.name == ai), None)
    return ai if found is None else name_of(found)


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
