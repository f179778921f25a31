"""What the rules of every game must do, whatever the game: each that joins the table passes these tests.

What `check-game` looks at stands in :mod:`game.matches.conformance`, and is not said again here.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from game.games import registry
from game.rules.options import parse_options
from game.rules.protocol import (
    ANY_CARD,
    AnyRules,
    Effect,
    MatchEnd,
    Place,
    RoundEnd,
    Setup,
    apply,
    kind_of,
    move_of,
    shares,
)
from tests.effects import unordered

GAMES: list[AnyRules] = [entry.rules for entry in registry.games()]

PATIENCE = 20_000
"""More turns than any match of random play may need."""
LEAST_TURNS = 250
"""So many turns are looked at, of three rounds at least, and no more of each."""


CASES = [
    pytest.param(rules, players, id=f"{rules.name}-{players}")
    for rules in GAMES
    for players in sorted({rules.seats[0], rules.seats[-1]})
]
every_game = pytest.mark.parametrize(("rules", "players"), CASES)


def setup_of(rules: AnyRules, players: int, human: bool = False) -> Setup:
    return Setup(players, parse_options(rules, []), human)


def dealt(rules: AnyRules, setup: Setup, seed: int = 1, first: int = 0) -> Any:
    return rules.deal(setup, rules.new_standing(setup), first, Random(f"deal/{seed}"))


def hidden_places(rules: AnyRules) -> set[Place]:
    """The places whose order nobody knows: piles that lie face down."""
    zones = registry.game(rules.name).zones
    return {Place(each.name) for each in zones if each.shape == "pile" and each.faces == "nobody" and not each.each}


@dataclass
class Turn:
    """One decision of random play: the state before, what was decided, what chance added, the state after."""

    before: Any
    move: Any
    chance: Any
    log: list[Effect]
    after: Any

    @property
    def player(self) -> int:
        assert self.before.to_move is not None
        return int(self.before.to_move)


def chooser(rules: AnyRules, setup: Setup) -> Callable[[Any, Random], Any]:
    """Who plays: uniformly at random, but the AI that knows all house rules where no turn limit ends a round, as random
    play may go on for ever then."""
    if not setup.human:
        return lambda view, rng: (legal := rules.legal_moves(view))[rng.randrange(len(legal))]
    agent = registry.ai(rules.name, registry.game(rules.name).house_ai).agent()
    return lambda view, rng: found.move if (found := agent.choose(view, rng)) else None


def round_of(rules: AnyRules, setup: Setup, seed: int = 1, state: Any = None) -> Iterator[Turn]:
    """A round of uniformly random play, or of what ends it."""
    rng, chance_rng = Random(f"seats/{seed}"), Random(f"chance/{seed}")
    state = dealt(rules, setup, seed) if state is None else state.copy()
    choose = chooser(rules, setup)
    for _ in range(PATIENCE):
        if state.to_move is None:
            return
        before, log = state.copy(), list[Effect]()
        view = rules.view(state, state.to_move)
        move = choose(view, rng)
        chance = apply(rules, state, move, chance_rng, log)
        yield Turn(before, move, chance, log, state.copy())
    raise AssertionError("the round does not end")


def turns_of(rules: AnyRules, players: int) -> Sequence[Turn]:
    """The turns of a few rounds, of a long one the first; whoever looks at them changes nothing."""
    return _turns(rules.name, players)


@cache
def _turns(game: str, players: int) -> Sequence[Turn]:
    rules, turns = registry.game(game).rules, list[Turn]()
    for seed in range(1, LEAST_TURNS):
        turns += islice(round_of(rules, setup_of(rules, players), seed), LEAST_TURNS)
        if seed >= 3 and len(turns) >= LEAST_TURNS:
            return turns
    raise AssertionError("no round has turns")


def known(rules: AnyRules, state: Any, players: int) -> list[tuple[str, ...]]:
    return [rules.known(state, player) for player in range(players)]


@every_game
def test_each_player_has_a_view_of_its_own(rules: AnyRules, players: int) -> None:
    for turn in turns_of(rules, players):
        views = [rules.view(turn.after, player) for player in range(players)]
        assert [view.player for view in views] == list(range(players))
        assert {view.to_move for view in views} == {turn.after.to_move}
        assert {view.players for view in views} == {players}


@every_game
def test_a_view_stays_as_it_was_while_play_goes_on(rules: AnyRules, players: int) -> None:
    setup = setup_of(rules, players)
    state = dealt(rules, setup)
    views = [rules.view(state, player) for player in range(players)]
    texts = [repr(view) for view in views]
    rng = Random(1)
    for _ in range(20):
        if state.to_move is not None:
            apply(rules, state, rules.legal_moves(rules.view(state, state.to_move))[0], rng)
    assert [repr(view) for view in views] == texts
    assert views == [rules.view(dealt(rules, setup), player) for player in range(players)]


@every_game
def test_legal_moves_are_there_once_each_and_accepted(rules: AnyRules, players: int) -> None:
    for turn in turns_of(rules, players):
        view = rules.view(turn.before, turn.player)
        legal = rules.legal_moves(view)
        listed = list(legal)
        assert len(legal) == len(listed) == len(set(listed)) > 0
        assert [legal[index] for index in range(len(listed))] == listed
        assert list(rules.legal_moves(view)) == listed
        assert [rules.refusal(view, move) for move in listed] == [None] * len(listed)


@every_game
def test_who_is_not_to_move_has_no_moves_and_is_refused(rules: AnyRules, players: int) -> None:
    for turn in turns_of(rules, players):
        waiting = [(turn.before, player) for player in range(players) if player != turn.player]
        if turn.after.to_move is None:
            waiting += [(turn.after, player) for player in range(players)]
        for state, player in waiting:
            view = rules.view(state, player)
            assert len(rules.legal_moves(view)) == 0
            assert rules.refusal(view, turn.move)


@every_game
@pytest.mark.parametrize("nonsense", [None, "pass", 3, (), [], {}, object(), Random])
def test_what_is_no_move_is_refused_in_words(rules: AnyRules, players: int, nonsense: object) -> None:
    assert rules.refusal(rules.view(dealt(rules, setup_of(rules, players)), 0), nonsense)


@every_game
def test_a_copy_is_equal_and_goes_its_own_way(rules: AnyRules, players: int) -> None:
    for turn in turns_of(rules, players):
        twin, record = turn.before.copy(), rules.state_record(turn.before)
        assert twin == turn.before
        apply(rules, twin, turn.move, Random(2))
        assert rules.state_record(turn.before) == record
        assert twin != turn.before


@every_game
def test_a_table_gives_back_its_state(rules: AnyRules, players: int) -> None:
    for turn in turns_of(rules, players):
        state = turn.after
        hands = known(rules, state, players)
        assert rules.from_board(rules.board(state), rules.facts(state), hands, state.to_move) == state
        hash(rules.facts(state))


@every_game
def test_what_is_known_of_a_hand_is_in_it(rules: AnyRules, players: int) -> None:
    for turn in turns_of(rules, players):
        board = rules.board(turn.after)
        for player in range(players):
            held = [piece.kind for place, lying in board.items() if place == ("hand", player) for piece in lying]
            for kind in rules.known(turn.after, player):
                held.remove(kind)


@every_game
def test_what_nobody_sees_is_drawn_anew_and_hands_are_kept(rules: AnyRules, players: int) -> None:
    for number, turn in enumerate(turns_of(rules, players)):
        state, hidden = turn.after, hidden_places(rules)
        record = rules.state_record(state)
        drawn = rules.redraw(state, Random(number))
        assert rules.state_record(state) == record
        assert [rules.view(drawn, each) for each in range(players)] == [
            rules.view(state, each) for each in range(players)
        ]
        before, after = rules.board(state), rules.board(drawn)
        assert unordered(before) == unordered(after)
        assert {place for place in before if before[place] != after[place]} <= hidden
        assert (
            drawn == rules.redraw(state, Random(number)) == rules.redraw(rules.redraw(state, Random(7)), Random(number))
        )


@pytest.mark.parametrize(
    ("rules", "place"),
    [
        pytest.param(rules, place, id=f"{rules.name}-{place.zone}")
        for rules in GAMES
        for place in sorted(hidden_places(rules))
    ],
)
def test_each_card_that_nobody_sees_comes_first_as_often_as_there_are_of_it(rules: AnyRules, place: Place) -> None:
    """Within four standard errors, for every kind and value."""
    draws = 600
    state = dealt(rules, setup_of(rules, 2))
    lying = Counter(rules.board(state)[place])
    first = Counter(rules.board(rules.redraw(state, Random(f"redraw/{seed}")))[place][0] for seed in range(draws))
    for piece, number in lying.items():
        share = number / lying.total()
        assert abs(first[piece] - draws * share) < 4 * (draws * share * (1 - share)) ** 0.5


@every_game
def test_the_same_seeds_give_the_same_round_and_others_another(rules: AnyRules, players: int) -> None:
    def records(seed: int) -> list[Any]:
        turns = islice(round_of(rules, setup_of(rules, players), seed), 60)
        return [[rules.state_record(turn.after), rules.move_record(turn.move)] for turn in turns]

    assert records(1) == records(1)
    assert records(1) != records(2)


@every_game
@pytest.mark.parametrize("human", [False, True])
def test_a_match_ends_with_every_round_s_end_recorded(rules: AnyRules, players: int, human: bool) -> None:
    setup = setup_of(rules, players, human)
    standing, first, turns = rules.new_standing(setup), 0, 0
    for number in range(1000):
        state = rules.deal(setup, standing, first, Random(f"deal/{number}"))
        assert state.to_move in (first, None)  # a deal may end its round
        for turn in round_of(rules, setup, number, state):
            state, turns = turn.after, turns + 1
        end = rules.round_end(state, standing)
        check_round_end(rules, players, end)
        hash(standing)
        worth = rules.worth(state)
        assert len(worth) == players
        assert sum(worth) == pytest.approx(1.0)
        assert min(worth) >= 0.0
        standing, first, match_end = rules.after_round(standing, first, end)
        if match_end is not None:
            assert match_end.reason != "won" or worth == shares(match_end.winner, players)
            check_match_end(players, match_end)
            return
        assert turns < PATIENCE
    raise AssertionError("the match does not end")


def check_round_end(rules: AnyRules, players: int, end: RoundEnd) -> None:
    assert end.winner in (None, *range(players))
    assert end.scores is None or len(end.scores) == players
    assert all(len(line.values) == players for line in end.lines)
    assert json.loads(json.dumps(end.record)) == end.record
    assert end.why


def check_match_end(players: int, end: MatchEnd) -> None:
    assert end.reason in ("won", "turn limit")
    assert end.winner in range(players) if end.reason == "won" else end.winner is None


@every_game
def test_records_are_json_with_the_same_keys_in_the_same_order(rules: AnyRules, players: int) -> None:
    """Every state's, and every kind of move's; which they are is said by the tests of each game's records."""
    keys = dict[Any, list[str]]()
    for turn in turns_of(rules, players):
        state, move = rules.state_record(turn.after), rules.move_record(turn.move, turn.chance)
        assert json.loads(json.dumps([state, move])) == [state, move]
        assert keys.setdefault(None, list(state)) == list(state)
        assert state["to_move"] == turn.after.to_move
        assert next(iter(move)) == "kind"
        assert keys.setdefault(move["kind"], list(move)) == list(move)


@every_game
def test_a_replay_read_back_gives_the_states_it_recorded(rules: AnyRules, players: int) -> None:
    setup = setup_of(rules, players)
    written = json.loads(json.dumps(rules.state_record(dealt(rules, setup))))
    state = rules.state_from_record(written, setup)
    assert state == dealt(rules, setup)
    for turn in round_of(rules, setup):
        line = json.loads(json.dumps([rules.move_record(turn.move, turn.chance), rules.state_record(turn.after)]))
        move, chance = rules.move_from_record(*line)
        assert (move, chance) == (turn.move, turn.chance)
        rules.decide(state, move)
        rules.settle(state, move, chance)
        assert state == turn.after


@every_game
def test_a_move_has_words_and_picks_pieces_that_lie_there(rules: AnyRules, players: int) -> None:
    for turn in turns_of(rules, players):
        assert rules.describe(turn.move, turn.chance)
        assert rules.label(turn.move)
        assert rules.kind_name(turn.move)


@every_game
def test_kind_and_selection_name_one_move(rules: AnyRules, players: int) -> None:
    random = Random(1)
    for turn in turns_of(rules, players):
        view = rules.view(turn.before, turn.player)
        moves = list(rules.legal_moves(view))
        names = Counter((kind_of(rules, move), frozenset(Counter(rules.chosen(view, move)).items())) for move in moves)
        assert max(names.values()) == 1
        for move in random.sample(moves, min(len(moves), 20)):
            lying = {place: list(pieces) for place, pieces in rules.board(turn.before).items()}
            found = []
            for place, piece in rules.chosen(view, move):
                here = lying[place]
                found.append((place, here.pop(here.index(piece) if piece != ANY_CARD else random.randrange(len(here)))))
            random.shuffle(found)
            assert move_of(rules, view, kind_of(rules, move), found) == move
            assert move_of(rules, view, "no kind", found) is None


@every_game
def test_pieces_that_make_no_move_are_explained(rules: AnyRules, players: int) -> None:
    for turn in turns_of(rules, players):
        view = rules.view(turn.before, turn.player)
        theirs = [
            (place, piece)
            for place, lying in rules.board(turn.before).items()
            if place.player not in (None, turn.player)
            for piece in lying
        ]
        # Pieces of another player, all at once, are part of no move of any game.
        if len(theirs) > 1:
            assert rules.why_no_move(view, theirs)


@pytest.mark.parametrize("rules", GAMES, ids=[rules.name for rules in GAMES])
def test_the_rules_can_be_read_at_the_table(rules: AnyRules) -> None:
    assert len(rules.help) >= 3
    assert all(heading and text for heading, text in rules.help)
    assert rules.hidden_hands in (True, False)
