"""What AIs say of their moves, whole: every AI of ours at positions of a match, in English and in German."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from game.agents.agent import Candidate
from game.games import registry
from game.rules import translation
from game.rules.mentions import with_names
from game.rules.protocol import AnyRules, Setup, apply, usual_options
from systems.view.table.estimates import in_words
from systems.view.table.thoughts import plain_words
from tests.quick import quick_agent

GAMES = [game.name for game in registry.games()]
NAMES = ("You", "Mira")
POSITIONS = 6
"""So many positions of a match are asked about, spread over its first decisions."""
ODD = re.compile(
    r"[{}]|  |\bNone\b|\bplayer \d\b| ,|\.\.|\bof 1 \w+s\b"
    r"|(?<![\d.,])1 (?:cards|tries|points|stones|turns|camels|diamonds|play-outs|others)\b"
)
"""What no sentence has: a placeholder, a gap, a plural of one, a player by number, marks that met."""


def positions(rules: AnyRules) -> Iterator[Any]:
    """Views of a match at random."""
    rng, setup = Random(4), Setup(2, usual_options(rules), False)
    state = rules.deal(setup, rules.new_standing(setup), 0, rng)
    for number in range(3 * POSITIONS):
        if state.to_move is None:
            return
        view = rules.view(state, state.to_move)
        if number % 3 == 0:
            yield view
        apply(rules, state, rng.choice(list(rules.legal_moves(view))), rng)


def sentences(rules: AnyRules, view: Any, candidate: Candidate) -> Iterator[str]:
    """All that is said of a candidate, as messages."""
    yield with_names(plain_words(rules, view, candidate.move), NAMES)
    yield with_names(candidate.reason.message, NAMES)
    if candidate.estimate is not None:
        yield with_names(candidate.estimate.line, NAMES)
        yield in_words(candidate.estimate)


@pytest.fixture
def german() -> Iterator[None]:
    """Texts are shown in German, where they are."""
    translation.choose("de")
    yield
    translation.choose("en")


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_of_an_ai_is_whole_in_both_languages(game: str) -> None:
    rules = registry.game(game).rules
    views = list(positions(rules))
    for ai in registry.ais(game):
        agent, said = quick_agent(ai), 0
        for view in views:
            for candidate in agent.think(view, Random(1))[:6]:
                for message in sentences(rules, view, candidate):
                    shown = translation.translated(message)
                    said += bool(message)
                    assert bool(message) is bool(shown), f"{ai.name}: {message!r} is nothing in German"
                    for words in (str(message), shown):
                        assert not (odd := ODD.search(words)), f"{ai.name}: {odd!r} in {words!r}"
        assert said, f"{ai.name} says nothing"


@pytest.mark.parametrize(
    "words", ["{name} takes", "two  gaps", "1 cards go", "0 of 1 tries", "player 2 took", "so.. it ends", "None of it"]
)
def test_what_is_odd_is_found(words: str) -> None:
    assert ODD.search(words)
