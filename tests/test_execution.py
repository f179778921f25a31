"""The one gate: what is legal is carried out, whoever confirmed it; what is not changes nothing and is named."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import esper
import pytest

from components.pieces import Card, Zone
from components.players import Decision
from components.table import Confirmed
from game.agents.agent import Candidate
from game.base.events import ConfirmTurn, MoveMade, MoveRefused, Noted
from game.games import registry
from game.games.jaipur.moves import TAKE_CAMELS, Move, MoveKind
from game.games.jaipur.rules import View
from game.games.seats import Seat
from game.rules.protocol import apply
from systems.decisions import candidates_of, decision_due, mark
from systems.snapshot import arrange, only
from tests.jaipur_positions import cards, exchange, position, sell, take
from tests.tables import (
    BOTH_WAYS,
    RULES,
    Told,
    always,
    confirm,
    dealt_world,
    everything,
    first_legal,
    first_seed,
    heard,
    held_state,
    lying,
    mover,
    numbers_to_come,
    script_seat,
    seat_of,
    set_pace,
    table,
    through_world,
    world_of,
)

TABLE = position("2 gold, cloth, spice, camel", ("3 leather, silver, cloth", "2 spice, 3 gold"), herds=(2, 3))
"""Player 0 to move."""


class Silly:
    """Nothing that anybody would call a move."""

    kind = MoveKind.SELL
    market = hand = 0


ILLEGAL: dict[str, object] = {
    "none": None,
    "text": "sell everything",
    "number": 42,
    "object": Silly(),
    "class": Move,
    "bare tuple": (MoveKind.TAKE_CAMELS, 0, 0),
    "list": [MoveKind.TAKE_CAMELS, 0, 0],
    "unknown kind": Move(9, 0, 0),  # type: ignore[arg-type]
    "kind of no type": Move("sell", 0, cards("leather")),  # type: ignore[arg-type]
    "negative kind": Move(-1, 0, 0),  # type: ignore[arg-type]
    "negative market": Move(MoveKind.TAKE_GOOD, -1, 0),
    "negative hand": Move(MoveKind.SELL, 0, -1),
    "negative both": Move(MoveKind.EXCHANGE, -16, -16),
    "huge": Move(MoveKind.SELL, 0, 1 << 4096),
    "an eighth kind": Move(MoveKind.TAKE_GOOD, 1 << 28, 0),
    "cards as text": Move(MoveKind.SELL, 0, "leather"),  # type: ignore[arg-type]
    "cards as fraction": Move(MoveKind.SELL, 0, 1.5),  # type: ignore[arg-type]
    "no cards": Move(MoveKind.SELL, 0, 0),
    "not in the market": take("diamond"),
    "a camel alone": take("camel"),
    "two goods": take("2 gold"),
    "take and give": Move(MoveKind.TAKE_GOOD, cards("gold"), cards("leather")),
    "camels and more": Move(MoveKind.TAKE_CAMELS, cards("camel"), 0),
    "not in the hand": sell("4 leather"),
    "the rival's": sell("2 spice"),
    "one of high value": sell("silver"),
    "two goods sold": sell("leather, cloth"),
    "camels sold": sell("2 camel"),
    "exchange of one": exchange("gold", "leather"),
    "uneven exchange": exchange("2 gold", "leather"),
    "same kind both ways": exchange("gold, cloth", "cloth, leather"),
    "camels out of the market": exchange("gold, camel", "2 leather"),
    "more camels than there are": exchange("2 gold, spice", "3 camel"),
    "exchange of nothing": Move(MoveKind.EXCHANGE),
}


def test_a_confirmed_move_of_a_human_is_what_the_rules_make_of_it() -> None:
    world = dealt_world("human", "human")
    for move in (exchange("2 gold", "leather, camel"), sell("2 spice"), TAKE_CAMELS, take("cloth")):
        if move.kind == MoveKind.EXCHANGE:
            arrange(TABLE)
        before = held_state()
        player, after = mover(), before.copy()
        apply(RULES, after, move, Random(0))
        made = heard(world.events, MoveMade)
        confirm(world, move)
        world.frame(0.0)
        assert [(event.player, event.move, event.state) for event in made] == [(player, move, after)]
        assert held_state() == after != before
        assert mover() == 1 - player
        world.events.off(MoveMade, made.append)


def test_confirmed_moves_of_humans_give_the_match_that_ais_play() -> None:
    """The same moves confirmed from without or chosen by AIs: one road, so one match."""
    told, world = Told(), world_of("human", "human", seed=5)
    ai = Told()
    through_world([script_seat(first_legal, name) for name in "ab"], 5, ai, rounds=1)
    world.frame(0.0)
    for _, _player, move, *_ in ai.of("move"):
        made = heard(world.events, MoveMade)
        confirm(world, move)
        world.frame(0.0)
        told.moved(made[0].player, made[0].move, made[0].chance, made[0].state)
        world.events.off(MoveMade, made.append)
    assert told.of("move") == ai.of("move")
    assert len(told.all) > 20


def test_the_path_that_the_readme_shows_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    (code,) = [block for block in text.split("```python\n") if "def confirmed" in block]
    code = code.partition("```")[0]
    assert len([line for line in code.splitlines() if line and not line.startswith(("import", "from"))]) <= 15
    exec(code, {})
    *scorers, turn, move = capsys.readouterr().out.splitlines()
    names = [line.partition(" [")[0] for line in scorers]
    assert names == ["take one good", "sell", "take all camels", "exchange"] * 2, "those of both players"
    assert turn.startswith("ConfirmTurn(player=")
    assert "decision=1) ['" in turn
    assert move.startswith(("took", "sold", "exchanged"))


MARKS = {
    "no marks": ("take_good", ""),
    "another kind": ("sell", "market: gold"),
    "no such kind": ("take_good_now", "market: gold"),
    "two goods": ("take_good", "market: gold, gold"),
    "not the market's": ("take_good", "hand: leather"),
    "one of high value": ("sell", "hand: silver"),
    "two goods sold": ("sell", "hand: leather, cloth"),
    "camels and more": ("take_camels", "market: camel, gold"),
    "uneven exchange": ("exchange", "market: gold, gold; hand: leather"),
    "the rival's": ("sell", "rival: spice, spice"),
    "from the deck": ("take_good", "deck: "),
}
"""Kinds of moves, and marks on TABLE that make none."""


def pieces_named(words: str) -> list[int]:
    """The pieces that "market: gold, gold; hand: leather" names, none twice; of the deck the next."""
    found: list[int] = []
    for part in filter(None, words.split("; ")):
        zone, _, kinds = part.partition(": ")
        owner = {"hand": 0, "rival": 1}.get(zone)
        lies = sorted(lying("hand" if owner is not None else zone, owner).items())
        for kind in kinds.split(", "):
            found.append(next(each for _, (each, known) in lies if each not in found and kind in ("", known)))
    return found


@pytest.mark.parametrize("case", MARKS)
def test_marks_that_make_no_legal_move_are_refused_with_their_sender_and_change_nothing(case: str) -> None:
    world = dealt_world("human", "human")
    arrange(TABLE)
    world.frame(0.0)
    happened = heard(world.events)
    kind, marks = MARKS[case]
    before, numbers, decision = everything(), numbers_to_come(), only(Decision)
    mark(0, pieces_named(marks))
    world.events.post(ConfirmTurn(0, kind, decision.number), "somebody")
    world.frame(0.0)
    (refused,) = happened
    assert isinstance(refused, MoveRefused)
    assert (refused.player, refused.kind, refused.sender) == (0, kind, "somebody")
    assert len(refused.why) > 10
    decision.refusals -= 1
    assert everything() == before, "the marks are cleared, too"
    assert numbers_to_come() == numbers
    assert held_state() == TABLE


def test_the_move_is_built_from_what_the_index_knows_not_from_what_is_written_on_pieces() -> None:
    world = dealt_world("human", "human")
    arrange(TABLE)
    world.frame(0.0)
    made = heard(world.events, MoveMade)
    (gold,) = pieces_named("market: gold")
    esper.component_for_entity(gold, Card).kind = "leather"
    esper.component_for_entity(gold, Zone).name = "hand"
    mark(0, [gold])
    world.events.post(ConfirmTurn(0, "take_good", only(Decision).number))
    world.frame(0.0)
    assert [event.move for event in made] == [take("gold")]


@pytest.mark.parametrize("player", [1, 2, 7, -1, None, "0", (), object()])
@pytest.mark.parametrize("number", [0, 1, 99, None, "1"])
def test_a_turn_of_a_decision_that_is_not_open_is_dropped_with_a_note(player: Any, number: Any) -> None:
    world = dealt_world("human", "human")
    arrange(TABLE)
    world.frame(0.0)
    happened, before = heard(world.events), everything()
    world.events.post(ConfirmTurn(player, "take_camels", number), "mood of mod moods")
    world.frame(0.0)
    (noted,) = happened
    assert isinstance(noted, Noted)
    assert noted.text.startswith("mood of mod moods confirmed decision ")
    assert everything() == before


def test_the_first_turn_of_a_decision_closes_it() -> None:
    world = dealt_world("human", "human")
    arrange(TABLE)
    happened = heard(world.events, MoveMade, MoveRefused, Noted)
    for _ in range(2):
        confirm(world, TAKE_CAMELS)
    assert [turn.kind for turn in only(Confirmed).turns] == ["take_camels"]
    world.frame(0.0)
    assert only(Confirmed).turns == []
    assert [type(event) for event in happened] == [Noted, MoveMade]
    assert held_state().turns == 1


def test_a_human_that_is_refused_simply_chooses_again() -> None:
    world = dealt_world("human", "utility", seed=first_seed(0))
    world.frame(0.0)
    decision, happened = only(Decision), heard(world.events, MoveMade, MoveRefused)
    world.events.post(ConfirmTurn(0, "sell", decision.number))
    for _ in range(5):
        world.frame(0.0)
    assert [type(event) for event in happened] == [MoveRefused]
    assert only(Decision) is decision
    legal = RULES.legal_moves(decision.view)[0]
    confirm(world, legal)
    world.frame(0.0)
    assert [event.move for event in happened if isinstance(event, MoveMade)] == [legal]


# --- broken AIs ---


class NoPick:
    """A picker that finds nothing good enough."""

    name = "no pick"

    def pick(self, candidates: Sequence[Candidate], rng: Random) -> int | None:
        return None


def dice(view: View, rng: Random) -> Sequence[object]:
    """Draws random numbers, and then is wrong half of the time."""
    return [RULES.legal_moves(view)[0] if rng.random() < 0.5 else Move(MoveKind.SELL, 0, 0)]


class WildPick(NoPick):
    """A picker that chooses what is not there."""

    def pick(self, candidates: Sequence[Candidate], rng: Random) -> int | None:
        return len(candidates)


def raises(view: View, rng: Random) -> Sequence[object]:
    """Draws a random number, and then fails."""
    raise ZeroDivisionError(f"{rng.random():.3f} of nothing")


BROKEN: dict[str, Seat] = {
    **{kind: script_seat(always(move), "broken") for kind, move in ILLEGAL.items() if kind not in ("object", "class")},
    "no candidate": script_seat(always(), "broken"),
    "no pick": seat_of(lambda: [catalogue_scorer()], NoPick(), "broken"),
    "sometimes": script_seat(dice, "broken"),
    "raises": script_seat(raises, "broken"),
    "wild pick": seat_of(lambda: [catalogue_scorer()], WildPick(), "broken"),
    "no scorer": seat_of(lambda: [object()], name="broken"),  # type: ignore[list-item]  # it is broken
}
NO_MOVE = ("none", "no candidate", "no pick")
"""What is not counted as a fault: to choose no move."""


def catalogue_scorer() -> Any:
    agent = registry.ai("jaipur", "random").agent()
    return agent.scorers[0]


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_ai_is_stood_in_for_alike_in_the_world_and_headless(kind: str) -> None:
    seats = [BROKEN[kind], *table("random", "random")[:1]]
    told = {way: Told() for way in BOTH_WAYS}
    for way, play in BOTH_WAYS.items():
        play(seats, 3, told[way], 1, {"turn_limit": 20})
    assert told["rules"].all == told["world"].all
    own = [move for move in told["world"].of("move") if move[1] == 0]
    notes = [text for _, player, text in told["world"].of("note") if player == 0]
    assert len(notes) == len(told["world"].of("note"))
    assert all(
        text.startswith(("broken made no legal move (", "broken raised ", "broken picked candidate")) for text in notes
    )
    assert told["world"].all[-1][0] == "round end"
    if kind in NO_MOVE:
        assert len(notes) == len(own) > 3
        assert all(text.endswith("; neural moved in its place") for text in notes)
    else:
        assert len(notes) == 3 < len(own), "after three faults the default AI plays on"
        assert [text.rpartition("; ")[2] for text in notes] == [
            "neural moved in its place",
            "neural moved in its place",
            "neural moved in its place and plays on",
        ]


def test_an_error_is_named_with_its_place() -> None:
    told = Told()
    through_world([BROKEN["raises"], *table("random", "random")[:1]], 3, told, rounds=1)
    text = told.of("note")[0][2]
    assert text.startswith("broken raised ZeroDivisionError: 0.")
    assert " of nothing (test_execution.py, line " in text


def test_whoever_replaces_an_ai_plays_its_own_moves_and_is_thought_to() -> None:
    """The rest of the match is the default AI's, whose thoughts are there to be seen."""
    world = dealt_world(BROKEN["raises"], "random", seed=first_seed(0))
    noted = heard(world.events, Noted)
    made = heard(world.events, MoveMade)
    while len(noted) < 3 or made[-1].player == 0:
        world.frame(0.0)
    view = RULES.view(held_state(), 0)
    expected = registry.ai("jaipur", "neural").agent().choose(view, Random(0))
    assert expected is not None
    set_pace(1.0)
    considered = None
    while not considered:
        world.frame(0.0)
        due = decision_due()
        considered = candidates_of(0, due[1]) if due else None
    assert expected in considered


def test_the_default_ai_moves_for_a_broken_one() -> None:
    default = registry.ai("jaipur", "neural").agent()
    world = dealt_world(script_seat(always(None), "broken"), "human", seed=first_seed(0))
    view = RULES.view(held_state(), 0)
    happened = heard(world.events, MoveRefused, Noted, MoveMade)
    world.frame(0.0)
    refused, noted, made = happened
    expected = default.choose(view, Random(0))
    assert expected is not None
    assert (made.player, made.move) == (0, expected.move)
    assert noted == Noted(0, "broken made no legal move (it chose no move); neural moved in its place")
    assert refused.move is None


def test_a_fault_disturbs_no_other_random_numbers() -> None:
    """An opponent that draws for every decision meets the same numbers, whether the other seat is broken or not."""
    told = {}
    for name, script in (("broken", always(None)), ("sound", default_move)):
        told[name] = Told()
        through_world([script_seat(script, name), *table("random", "random")[:1]], 4, told[name], rounds=1)
    assert told["broken"].of("note")
    assert not told["sound"].of("note")
    assert told["broken"].of("move") == told["sound"].of("move")


def default_move(view: View, rng: Random) -> Sequence[object]:
    """A script: what the default AI would move."""
    candidate = registry.ai("jaipur", "neural").agent().choose(view, Random(0))
    return [] if candidate is None else [candidate.move]
