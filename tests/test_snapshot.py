"""Between world and rules: what a snapshot sees, how effects move entities, and that the two never drift apart."""

from collections import Counter
from random import Random

import esper
import pytest

from components.pieces import Card, Owner, Slot, Token, Zone
from components.players import Known, ToMove
from components.table import Index, Progress
from game.base.events import MoveMade, RoundStarted
from game.games.jaipur.moves import TAKE_CAMELS, Move
from game.games.jaipur.rules import State
from game.games.jaipur.tables import KINDS
from game.matches.world import World
from game.rules.protocol import Piece, Place, Reordered, Shift
from systems.snapshot import all_pieces, arrange, carry_out, entity_of, only, pass_turn, pieces_at, players, scan
from tests.jaipur_positions import exchange, position, random_round, sell, take
from tests.tables import (
    RULES,
    always,
    confirm,
    dealt_world,
    first_seed,
    heard,
    held_state,
    lying,
    marked,
    pieces,
    script_seat,
    set_pace,
    table,
    world_of,
)

PIECES = Counter({"card": 55, "goods token": 38, "bonus token": 18})


def sorts() -> Counter[str]:
    """How many pieces of every sort there are in the world."""
    tokens = [token.kind for _, token in esper.get_component(Token)]
    goods = sum(kind in KINDS for kind in tokens)
    return Counter({"card": len(esper.get_component(Card)), "goods token": goods, "bonus token": len(tokens) - goods})


def slots() -> dict[tuple[str, int | None], list[int]]:
    """The slots taken at every place."""
    taken: dict[tuple[str, int | None], list[int]] = {}
    for _, (zone, owner, slot) in esper.get_components(Zone, Owner, Slot):
        taken.setdefault((zone.name, owner.player), []).append(slot.index)
    return taken


def laid_out(state: State) -> World:
    """A world at a table of two humans in which a position of player 0 is laid out."""
    world = dealt_world("human", "human")
    arrange(state)
    only(Progress).moves = 0
    return world


def confirmed(world: World, move: Move, *picked: int) -> State:
    """The state after a move of the player to move, which must be made."""
    made = heard(world.events, MoveMade)
    confirm(world, move, picked or None)
    world.frame(0.0)
    assert len(made) == 1
    state: State = made[0].state
    return state


def entities(zone: str, kind: str, player: int | None = None) -> list[int]:
    """The entities of the cards of a kind at a place, by slot."""
    return [entity for _, (entity, found) in sorted(lying(zone, player).items()) if found == kind]


# --- what a snapshot sees ---


def test_a_snapshot_sees_the_pieces_that_lie_there() -> None:
    world = world_of("human", "human")
    arrange(position(market="", deck=""))
    before = held_state()
    # Higher slots first: the order of a place is that of its slots, not that of making.
    esper.create_entity(Card("spice"), Zone("deck"), Owner(None), Slot(1))
    esper.create_entity(Card("camel"), Zone("deck"), Owner(None), Slot(0))
    esper.create_entity(Card("gold"), Zone("hand"), Owner(1), Slot(0))
    esper.create_entity(Token("bonus-4", 6), Zone("bonuses"), Owner(0), Slot(0))
    esper.component_for_entity(players()[1], Known).kinds = ("gold",)
    pass_turn(1)
    after = held_state()
    record = RULES.state_record(after)
    assert record["deck"] == ["camel", "spice"]
    assert record["hands"] == [[], ["gold"]]
    assert record["taken"][0]["bonus"] == {"3": [], "4": [6], "5": []}
    assert record["to_move"] == 1
    assert RULES.known(after, 1) == ("gold",)
    assert after != before
    world.close()


@pytest.mark.parametrize("seed", range(4))
def test_a_world_holds_every_state_that_is_arranged_in_it(seed: int) -> None:
    states = [row[3] for row in random_round(seed)]
    Random(f"jumps/{seed}").shuffle(states)
    dealt_world("human", "human")
    own = pieces()
    for state in states:
        arrange(state)
        assert held_state() == state
        assert pieces() == own, "pieces are moved, not made anew"
        assert all(sorted(taken) == list(range(len(taken))) for taken in slots().values())
    assert len(states) > 40


def test_arranging_moves_no_piece_that_already_lies_right() -> None:
    start, *_, end = [row[0] for row in random_round(3)]
    dealt_world("human", "human")
    arrange(start)
    held = {place: set(pieces_at(*place)) for place in (("market", None), ("hand", 0), ("hand", 1))}
    arrange(start)
    assert {place: set(pieces_at(*place)) for place in held} == held
    arrange(end)
    assert held_state() == end


def test_arranging_makes_what_is_missing_and_deletes_what_is_too_much() -> None:
    dealt_world("human", "human")
    small = position(market="2 gold, 3 camel", deck="spice")
    arrange(small)
    assert held_state() == small
    assert len(esper.get_component(Card)) == 6
    full = position(market="2 gold, 3 camel")
    arrange(full)
    assert held_state() == full
    assert sorts() == PIECES


def test_one_player_is_to_move_or_nobody() -> None:
    dealt_world("human", "human")
    for player in (0, 1, 1, 0):
        pass_turn(player)
        assert [entity for entity, _ in esper.get_component(ToMove)] == [players()[player]]
    pass_turn(None)
    assert esper.get_component(ToMove) == []


# --- drift ---


class Guard:
    """Compares the world with every state that the rules gave, and counts."""

    def __init__(self, world: World) -> None:
        self.moves = self.rounds = 0
        self.pieces: set[int] | None = None
        world.events.on(MoveMade, self.made)
        world.events.on(RoundStarted, self.started)

    def started(self, event: RoundStarted) -> None:
        self.rounds += 1
        self.check(event.state)

    def made(self, event: MoveMade) -> None:
        self.moves += 1
        self.check(event.state)

    def check(self, state: State) -> None:
        assert held_state() == state
        self.pieces = self.pieces or pieces()
        assert pieces() == self.pieces, "no piece is made or deleted after the first deal"
        assert sorts() == PIECES
        taken = slots()
        assert all(len(set(numbers)) == len(numbers) for numbers in taken.values()), "two pieces in one slot"
        assert set(taken.get(("market", None), ())) <= set(range(5))


def test_world_and_rules_never_drift_apart_in_hundreds_of_random_moves() -> None:
    moves = rounds = 0
    for seed in range(4):
        world = world_of(*table("random", "random"), seed=seed)
        guard = Guard(world)
        while not world.over:
            world.frame(0.0)
        moves, rounds = moves + guard.moves, rounds + guard.rounds
        world.close()
    assert moves > 500
    assert rounds > 8


def test_effects_that_the_world_cannot_carry_out_are_an_error() -> None:
    laid_out(position(market="gold, 4 camel"))
    esper.delete_entity(entities("market", "gold")[0], immediate=True)
    only(Index).forget()
    shift = Shift(Piece(RULES.board(held_state())[Place("deck")][0].form, "gold"), Place("market"), Place("hand", 0))
    with pytest.raises(LookupError, match="drifted apart: no gold"):
        carry_out([shift], ())


def test_a_place_that_is_reordered_is_so_piece_by_piece() -> None:
    laid_out(position(market="gold, silver, spice, 2 camel", hands=("cloth", "")))
    market, hand = Place("market"), Place("hand", 0)
    (cloth,), row = RULES.board(held_state())[hand], RULES.board(held_state())[market]
    order = (*row[:0:-1], cloth)
    carry_out([Shift(row[0], market, hand), Shift(cloth, hand, market), Reordered(market, order)], ())
    assert [piece for _, _, piece in scan().places[market]] == list(order)
    assert scan().places == {place: row for place, row in all_pieces().places.items() if row}


def test_only_one_player_is_next_whatever_was_marked_before() -> None:
    world = dealt_world("human", "human")
    for entity in players().values():
        esper.add_component(entity, ToMove())
    pass_turn(1)
    assert [entity for entity, _ in esper.get_component(ToMove)] == [players()[1]]
    pass_turn(None)
    assert not esper.get_component(ToMove)
    world.close()


def test_a_player_is_found_in_every_world_and_once_it_is_made_anew() -> None:
    few, others = dealt_world("human", "human"), world_of("human", "human")
    for world in (few, others, few):
        world.enter()
        assert {player: entity_of(player) for player in (0, 1)} == players()
    before = entity_of(1)
    parts: tuple[object, ...] = esper.components_for_entity(before)
    esper.delete_entity(before, immediate=True)
    made = esper.create_entity(*parts)
    assert entity_of(1) == made != before
    with pytest.raises(KeyError):
        entity_of(2)


# --- the very pieces that were picked ---


def test_the_picked_one_of_two_equal_cards_is_taken() -> None:
    for which in (0, 1, 2):
        world = laid_out(position(market="3 leather, 2 camel"))
        leather = entities("market", "leather")
        confirmed(world, take("leather"), leather[which])
        assert entities("hand", "leather", 0) == [leather[which]]
        assert set(leather) - {leather[which]} <= set(entities("market", "leather"))
        world.close()


def test_the_picked_cards_of_a_hand_are_sold() -> None:
    world = laid_out(position(hands=("4 cloth, 2 gold", "")))
    cloth = entities("hand", "cloth", 0)
    state = confirmed(world, sell("2 cloth"), cloth[1], cloth[3])
    assert set(pieces_at("discard")) == {cloth[1], cloth[3]}
    assert entities("hand", "cloth", 0) == [cloth[0], cloth[2]]
    assert held_state() == state


def test_the_picked_cards_and_camels_are_exchanged() -> None:
    world = laid_out(position("3 spice, gold, camel", ("2 cloth, 2 leather", ""), herds=(3, 0)))
    spice, cloth, camels = entities("market", "spice"), entities("hand", "cloth", 0), pieces_at("herd", 0)
    picked = {spice[0], spice[2], cloth[1], camels[2]}
    confirmed(world, exchange("2 spice", "cloth, camel"), *picked)
    assert set(entities("hand", "spice", 0)) == {spice[0], spice[2]}
    assert {cloth[1], camels[2]} <= set(pieces_at("market"))
    assert pieces_at("herd", 0) == camels[:2]
    assert entities("hand", "cloth", 0) == [cloth[0]]


@pytest.mark.parametrize("seed", range(3))
def test_the_cards_that_an_ai_marks_are_the_ones_it_moves(seed: int) -> None:
    world = dealt_world("random", "random", seed=seed)
    set_pace(0.5)
    seen, made = set(), heard(world.events, MoveMade)
    while len(made) < 40 and not world.over:
        world.frame(0.25)
        if not marked():
            continue
        marks, before = marked(), places()
        moves = len(made)
        while len(made) == moves:
            assert marked() == marks
            world.frame(0.25)
        moved = {entity for entity, place in places().items() if before[entity] != place}
        drawn = {entity for entity in moved if before[entity] == ("deck", None)}
        tokens = {entity for entity in moved if esper.has_component(entity, Token)}
        assert marks == moved - drawn - tokens
        seen.add(made[-1].move.kind)
    assert len(seen) >= 3


def places() -> dict[int, tuple[str, int | None]]:
    """Where every piece lies."""
    return {entity: (zone.name, owner.player) for entity, (zone, owner) in esper.get_components(Zone, Owner)}


# --- slots ---


def test_a_gap_in_the_market_is_filled_in_place() -> None:
    for slot in range(5):
        world = laid_out(position(market="diamond, gold, silver, cloth, spice"))
        before = lying("market")
        drawn = pieces_at("deck")[0]
        confirmed(world, take(before[slot][1]), before[slot][0])
        after = lying("market")
        assert after[slot][0] == drawn
        assert {s: card for s, card in after.items() if s != slot} == {s: c for s, c in before.items() if s != slot}
        world.close()


def test_camels_leave_gaps_that_are_filled_from_the_lowest() -> None:
    world = laid_out(position(market="2 camel, gold, cloth", deck="leather, spice, silver, leather, leather"))
    (stays,) = entities("market", "gold")
    for slot, (entity, _) in enumerate(sorted(lying("market").values(), key=lambda row: row[1])):
        esper.component_for_entity(entity, Slot).index = slot  # camel 0, camel 1, cloth 2, gold 3
    only(Index).forget()
    state = confirmed(world, TAKE_CAMELS)
    assert {slot: kind for slot, (_, kind) in lying("market").items()} == {
        0: "leather",
        1: "spice",
        2: "cloth",
        3: "gold",
        4: "silver",
    }
    assert lying("market")[3][0] == stays
    assert held_state() == state


def test_cards_given_in_an_exchange_lie_where_the_others_lay() -> None:
    world = laid_out(position("gold, 2 spice, 2 camel", ("cloth, leather", "")))
    before = lying("market")
    left = [slot for slot, (_, kind) in before.items() if kind == "spice"]
    confirmed(world, exchange("2 spice", "cloth, leather"))
    after = lying("market")
    assert sorted(after[slot][1] for slot in left) == ["cloth", "leather"]
    assert all(after[slot] == before[slot] for slot in before if slot not in left)


def test_what_cannot_be_refilled_stays_a_gap() -> None:
    world = laid_out(position(market="diamond, gold, silver, cloth, spice", deck=""))
    gone = lying("market")[2]
    confirmed(world, take(gone[1]), gone[0])
    assert sorted(lying("market")) == [0, 1, 3, 4]


def test_tokens_go_to_the_seller_from_the_top() -> None:
    world = laid_out(position(hands=("3 leather", "")))
    leather, bonus = pieces_at("tokens-leather"), pieces_at("bonus-3")
    confirmed(world, sell("3 leather"))
    assert (pieces_at("taken", 0), pieces_at("bonuses", 0)) == (leather[:3], bonus[:1])
    assert pieces_at("tokens-leather") == leather[3:]


def test_a_scripted_take_of_all_camels_marks_all_of_them() -> None:
    world = dealt_world(script_seat(always(TAKE_CAMELS)), "human", seed=first_seed(0))
    set_pace(1.0)
    world.frame(0.0)
    camels = [entity for entity, kind in lying("market").values() if kind == "camel"]
    assert len(camels) >= 3
    assert marked() == set(camels)
