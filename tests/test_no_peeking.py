"""No AI peeks: what its player cannot know is drawn anew, and with the same random numbers nothing that it thinks
changes. Every AI of the catalogue is tested, whoever adds it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from game.agents.agent import Agent, Candidate, Reason
from game.agents.pickers import Best
from game.games import ai as ai_module
from game.games import module as game_module
from game.games import registry
from game.games.jaipur.tables import CAMEL
from game.games.random_ai import random_ai
from game.games.search_ai import search_ai
from game.games.thirty_one.cards import BIT, cards_of
from game.games.thirty_one.rules import ThirtyOne
from game.games.thirty_one.state import FROM_DECK
from game.mods import files as mod_files
from game.rules import multisets
from game.rules.options import parse_options
from game.rules.protocol import AnyRules, Piece, Setup, apply
from tests.games import hides_something
from tests.quick import quick_agent

EMBERS = Path(__file__).parents[1] / "docs" / "mods" / "embers.py"
POSITIONS, REDRAWN = 4, 2
"""How many positions each AI thinks about, and how often what it cannot know of each is drawn anew."""
LONGEST = 60
"""So many moves of a round are played at most."""
CATALOGUE = [
    pytest.param(entry.name, ai.name, players, id=f"{entry.name}-{ai.name}-{players}")
    for entry in registry.games()
    for ai in registry.ais(entry.name)
    for players in sorted({entry.rules.seats[0], entry.rules.seats[-1]})
]


class Case(NamedTuple):
    """A state, what whoever is to move in it sees, and other states that look the same from there."""

    state: Any
    view: Any
    redrawn: tuple[Any, ...]


def cases(rules: AnyRules, players: int) -> list[Case]:
    """Positions of random play, early and late; what was redrawn has been looked at: it fits the view."""
    found, rng = list[Case](), Random(f"{rules.name}/{players}")
    while len(found) < POSITIONS:
        states = list(played(rules, players, rng))
        if states:
            found.append(case(rules, rng.choice(states), rng))
    return found


def played(rules: AnyRules, players: int, rng: Random) -> Iterator[Any]:
    """The states of a round of random play in which somebody is to move."""
    setup = Setup(players, parse_options(rules, []))
    state = rules.deal(setup, rules.new_standing(setup), rng.randrange(players), rng)
    for _ in range(LONGEST):
        if state.to_move is None:
            return
        yield state.copy()
        legal = rules.legal_moves(rules.view(state, state.to_move))
        apply(rules, state, legal[rng.randrange(len(legal))], rng)


def case(rules: AnyRules, state: Any, rng: Random) -> Case:
    player = state.to_move
    view = rules.view(state, player)
    redrawn = tuple([rules.sample(view, rng) for _ in range(REDRAWN)])
    for other in redrawn:
        assert list(rules.legal_moves(rules.view(other, player))) == list(rules.legal_moves(view))
        assert pieces(rules, other) == pieces(rules, state)
    return Case(state, view, redrawn)


def pieces(rules: AnyRules, state: Any) -> Counter[Piece]:
    """All pieces of a state, wherever they lie."""
    return Counter([piece for lying in rules.board(state).values() for piece in lying])


@cache
def cases_of(game: str, players: int) -> Sequence[Case]:
    return cases(registry.game(game).rules, players)


def thought(agent: Agent, view: Any) -> tuple[Any, ...]:
    """All that comes of a decision: candidates with their scores and estimates, what is picked and why, and where the
    random numbers are left."""
    rng = Random(7)
    candidates = agent.think(view, rng)
    index = agent.picker.pick(candidates, rng)
    why = "" if index is None else str(candidates[index].reason)
    plain = [(candidate.move, candidate.score, candidate.estimate) for candidate in candidates]
    return plain, index, why, rng.getstate()


def check(rules: AnyRules, ai: registry.AI, known: Sequence[Case]) -> None:
    """Nothing that the AI thinks may depend on what it cannot know."""
    for state, view, redrawn in known:
        player = view.player
        expected = thought(quick_agent(ai), rules.view(state, player))
        for other in redrawn:
            assert thought(quick_agent(ai), rules.view(other, player)) == expected, f"{ai.name} peeks"


@pytest.mark.parametrize(("game", "name", "players"), CATALOGUE)
def test_what_it_cannot_know_changes_nothing(game: str, name: str, players: int) -> None:
    check(registry.game(game).rules, registry.ai(game, name), cases_of(game, players))


@pytest.fixture
def embers(monkeypatch: pytest.MonkeyPatch) -> registry.GameModule:
    """The card game of a mod, registered as if it were our own."""
    monkeypatch.setattr(ai_module, "_ais", dict(ai_module._ais))
    monkeypatch.setattr(game_module, "_games", dict(game_module._games))
    loaded = mod_files.load("embers", EMBERS, None)
    (game,) = loaded.games
    registry.register_game(game)
    for ai in (random_ai(game.name), search_ai(game.name), *loaded.ais):
        registry.register(ai)
    return game


def test_nor_does_it_at_the_game_of_a_mod(embers: registry.GameModule) -> None:
    assert len(registry.ais("embers")) == 3
    for players in (2, 4):
        known = cases(embers.rules, players)
        for ai in registry.ais("embers"):
            check(embers.rules, ai, known)


@pytest.mark.parametrize("entry", registry.games(), ids=lambda entry: str(entry.name))
def test_what_is_hidden_is_really_drawn_anew(entry: registry.GameModule) -> None:
    for players in entry.rules.seats:
        known = cases_of(entry.name, players)
        same = [other == state for state, _, redrawn in known for other in redrawn]
        assert not any(same) if hides_something(entry.name) else all(same)


def deck(state: Any, player: int, rng: Random) -> None:
    drawn = getattr(state, "deck_at", 0)
    state.deck = (*state.deck[:drawn], *rng.sample(state.deck[drawn:], len(state.deck) - drawn))


def jaipurs_hand(state: Any, player: int, rng: Random) -> None:
    rival = 1 - player
    unknown = multisets.unpack(state.hands[rival] - state.known[rival])
    goods = [at for at in range(state.deck_at, len(state.deck)) if state.deck[at] != CAMEL]
    if unknown and goods:
        card, at = rng.choice(unknown), rng.choice(goods)
        state.hands[rival] += multisets.one(state.deck[at]) - multisets.one(card)
        state.deck = (*state.deck[:at], card, *state.deck[at + 1 :])


def jaipurs_piles(state: Any, player: int, rng: Random) -> None:
    state.bonuses = [tuple(rng.sample(values, len(values))) for values in state.bonuses]


def jaipurs_bonuses(state: Any, player: int, rng: Random) -> None:
    taken = list(state.bonuses_taken[1 - player])
    for at, (pile, value) in enumerate(taken):
        left = list(state.bonuses[pile])
        if left:
            place = rng.randrange(len(left))
            taken[at], left[place] = (pile, left[place]), value
            state.bonuses[pile] = tuple(left)
    state.bonuses_taken[1 - player] = tuple(taken)


def thirty_ones_hand(state: Any, player: int, rng: Random) -> None:
    other = rng.choice([each for each in range(len(state.hands)) if each != player])
    kept = state.known[other] | (BIT[state.drawn] if state.drawn is not None and other == state.to_move else 0)
    unknown = cards_of(state.hands[other] & ~kept)
    if unknown and state.deck_size:
        card, at = rng.choice(unknown), rng.randrange(state.deck_at, len(state.deck))
        state.hands[other] ^= BIT[card] | BIT[state.deck[at]]
        state.deck = (*state.deck[:at], card, *state.deck[at + 1 :])


def thirty_ones_draw(state: Any, player: int, rng: Random) -> None:
    if state.drawn_from is FROM_DECK and state.to_move != player:
        state.drawn = rng.choice(cards_of(state.hands[state.to_move] & ~state.known[state.to_move]))


HIDDEN: dict[str, dict[str, Callable[[Any, int, Random], None]]] = {
    "jaipur": {"deck": deck, "hands": jaipurs_hand, "bonuses": jaipurs_piles, "bonuses_taken": jaipurs_bonuses},
    "nim": {},
    "notty": {"deck": deck},
    "thirty_one": {"deck": deck, "hands": thirty_ones_hand, "drawn": thirty_ones_draw},
}
"""By game and field of its state, what draws anew, in place, what a player cannot know of it."""
OPEN = {
    "jaipur": "deck_at discard goods_taken herds house known limit market seals to_move tokens_left turns",
    "nim": "packed start to_move winner",
    "notty": "hands house limit to_move turns used",
    "thirty_one": "caller deck_at discard drawn_from house known laid lives thrown to_move turns",
}
"""The fields that hide nothing."""


@pytest.mark.parametrize("game", HIDDEN)
def test_every_field_of_a_state_is_open_or_hidden(game: str) -> None:
    rules = registry.game(game).rules
    fields = type(next(played(rules, 2, Random(1)))).__slots__
    assert sorted([*HIDDEN[game], *OPEN[game].split()]) == sorted(fields)


@pytest.mark.parametrize(("game", "field"), [(game, field) for game, fields in HIDDEN.items() for field in fields])
def test_no_view_tells_a_hidden_field_and_samples_draw_it_anew(game: str, field: str) -> None:
    rules, changed, drawn = registry.game(game).rules, 0, 0
    for seed, players in product(range(8), rules.seats):
        rng = Random(seed)
        for state in played(rules, players, rng):
            for player in range(players):
                other, view = state.copy(), rules.view(state, player)
                HIDDEN[game][field](other, player, rng)
                assert rules.view(other, player) == view
                if getattr(other, field) != getattr(state, field):
                    changed += 1
                    drawn += getattr(rules.sample(view, rng), field) != getattr(state, field)
    assert changed > 20
    assert drawn > changed / 4


class Leaking(ThirtyOne):
    """Thirty-one, with a view that lets the next card of the deck be seen where nobody looks: in its `turns`."""

    def view(self, state: Any, player: int) -> Any:
        view = super().view(state, player)
        return view._replace(turns=1000 * state.deck[state.deck_at])

    def sample(self, view: Any, rng: Random) -> Any:
        return super().sample(view._replace(turns=1), rng)


class Peeking:
    """Draws where the next card is high."""

    name = "peeking"

    def score(self, view: Any, rng: Random) -> list[Candidate]:
        return [Candidate(move, view.turns * (move.kind == 0), Reason("")) for move in Leaking().legal_moves(view)]


def test_one_that_peeks_is_found() -> None:
    rules = Leaking()
    ai = registry.AI("peeking", "thirty_one", "", lambda *_: [Peeking()], lambda _: Best())
    with pytest.raises(AssertionError, match="peeking peeks"):
        check(rules, ai, cases(rules, 2))
