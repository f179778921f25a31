"""Thirty-one's records as the replay page has them, and whole replays checked again."""

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.agents.match import Silent, play_match
from game.games import registry
from game.games.seats import parse_seats, setup
from game.games.thirty_one.cards import BEST, points
from game.games.thirty_one.moves import CALL, DRAW_DECK, TAKE_DISCARD
from game.games.thirty_one.rules import RULES
from game.games.thirty_one.state import Standing
from game.matches.check import Follower, follow
from game.matches.log import Log, narrate
from game.matches.replay import Recorder, ReplayError, read
from game.matches.world import play_match as play_in_world
from game.rules.options import parse_options
from game.rules.protocol import RecordError, Setup, first_player
from game.rules.streams import Streams
from tests.thirty_one_positions import card, discard, play, position

SETUP = Setup(2, parse_options(RULES, []))


def opening() -> dict[str, Any]:
    """The record of a fresh round."""
    record: dict[str, Any] = json.loads(json.dumps(RULES.state_record(position("KS QS 5S", "4D 3D 5C"))))
    return record


def test_a_state_is_recorded_as_on_the_page() -> None:
    state = position("AC 2D KH 10H 9S", "", "4D 3D 5C", pile="2C 9H", deck="7S 6S", lives=(3, 0, 1), to_move=2)
    record = RULES.state_record(state)
    assert list(record) == [
        "to_move", "hands", "deck", "discard", "lives", "caller", "first_turn", "drawn", "drawn_from",
    ]  # fmt: skip
    assert record["hands"] == [["9S", "10H", "KH", "2D", "AC"], [], ["3D", "4D", "5C"]]
    assert record["deck"][:3] == ["7S", "6S", "2S"]
    assert record["discard"] == ["2C", "9H"]
    assert (record["lives"], record["to_move"], record["caller"]) == ([3, 0, 1], 2, None)


def test_a_turn_is_recorded_as_on_the_page() -> None:
    state = position("KS QS 5S", "4D 3D 5C", deck="7H")
    keys = ("caller", "first_turn", "drawn", "drawn_from", "to_move")
    found = [[RULES.state_record(play(state, *moves))[key] for key in keys] for moves in (
        [], [DRAW_DECK], [TAKE_DISCARD], [DRAW_DECK, discard("5S")], [TAKE_DISCARD, discard("5S"), CALL], [CALL],
    )]  # fmt: skip
    assert found == [
        [None, True, None, None, 0],
        [None, True, "7H", "deck", 0],
        [None, True, "2C", "discard", 0],
        [None, False, None, None, 1],
        [1, False, None, None, 0],
        [0, False, None, None, None],
    ]
    drawn = RULES.state_record(play(state, DRAW_DECK))
    assert drawn["hands"][0] == ["5S", "QS", "KS", "7H"]
    assert "7H" not in drawn["deck"]


def test_moves_are_recorded_as_on_the_page() -> None:
    for move, record in (
        (DRAW_DECK, {"kind": "draw_deck"}),
        (TAKE_DISCARD, {"kind": "take_discard"}),
        (discard("10H"), {"kind": "discard", "card": "10H"}),
        (CALL, {"kind": "call"}),
    ):
        assert RULES.move_record(move) == record
        assert list(RULES.move_record(move)) == list(record)
        assert RULES.move_from_record(record, None) == (move, None)


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (None, "is one of"),
        ({}, "is one of"),
        ({"kind": "draw"}, "is one of draw_deck, take_discard, discard, call"),
        ({"kind": ["call"]}, "is one of"),
        ({"kind": "call", "card": "2H"}, "has the keys kind and no other"),
        ({"kind": "discard"}, "has the keys kind, card and no other"),
        ({"kind": "discard", "card": "H2"}, "'H2', which is no card"),
        ({"kind": "discard", "card": 3}, "3, which is no card"),
    ],
)
def test_what_is_no_move_is_refused(record: Any, why: str) -> None:
    with pytest.raises(RecordError, match=why.replace("'", ".")):
        RULES.move_from_record(record, None)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"to_move": None}, "to_move of a fresh round"),
        ({"to_move": 2}, "to_move of a fresh round"),
        ({"to_move": True}, "to_move of a fresh round"),
        ({"hands": None}, "hands is not a list"),
        ({"hands": [["KS", "QS", "5S"]]}, "not the 52 cards"),
        ({"hands": [["KS", "QS"], ["3D", "4D", "5C"]]}, "not the 52 cards"),
        ({"hands": [["KS", "KS", "5S"], ["3D", "4D", "5C"]]}, "not the 52 cards"),
        ({"hands": [["KS", "1S", "5S"], ["3D", "4D", "5C"]]}, "no card of Thirty-one"),
        ({"deck": "all"}, "deck is not a list"),
        ({"discard": []}, "not the 52 cards"),
        ({"lives": [3]}, "lives is not a list"),
        ({"lives": [3, 4]}, "no number from 0 to 3"),
        ({"lives": [3, True]}, "no number from 0 to 3"),
        ({"lives": [3, 0]}, "fewer than two"),
        ({"caller": 0}, "caller of a fresh round is null"),
        ({"first_turn": False}, "first_turn of a fresh round is true"),
        ({"drawn": "2C"}, "drawn of a fresh round is null"),
        ({"drawn_from": "deck"}, "drawn_from of a fresh round is null"),
    ],
)
def test_what_is_no_fresh_round_is_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises(RecordError, match=why):
        RULES.state_from_record(opening() | change, SETUP)


def test_a_state_that_lacks_a_key_or_is_none_is_refused() -> None:
    for key in opening():
        record = opening()
        del record[key]
        with pytest.raises(RecordError, match=f"lacks {key}"):
            RULES.state_from_record(record, SETUP)
    with pytest.raises(RecordError, match="an object"):
        RULES.state_from_record([], SETUP)


def test_a_second_card_on_the_pile_is_no_fresh_round() -> None:
    record = opening()
    record["discard"].append(record["deck"].pop())
    with pytest.raises(RecordError, match="discard of a fresh round is one card"):
        RULES.state_from_record(record, SETUP)


def test_who_is_out_holds_no_cards() -> None:
    record = RULES.state_record(position("KS QS 5S", "4D 3D 5C", "2H 3H 4H", lives=(1, 0, 1)))
    with pytest.raises(RecordError, match="3 cards for each player with lives"):
        RULES.state_from_record(record, Setup(3))


def test_a_round_in_which_31_was_dealt_is_over() -> None:
    record = RULES.state_record(position("AS QS KS", "4D 3D 5C"))
    with pytest.raises(RecordError, match="null where 31 was dealt"):
        RULES.state_from_record(record, SETUP)
    assert RULES.state_from_record(record | {"to_move": None}, SETUP).to_move is None


def recorded(tmp_path: Path, agents: tuple[str, ...], seed: int, options: tuple[str, ...] = ()) -> Path:
    """A match played headless and recorded."""
    seats = parse_seats("thirty_one", agents)
    how = setup(RULES, seats, parse_options(RULES, options))
    path = tmp_path / f"{'-'.join(agents)}-{seed}.jsonl"
    recorder = Recorder(path, RULES, seed, how, [seat.record() for seat in seats])
    fallback = registry.ai("thirty_one", "random").agent()
    play_match(RULES, how, [registry.ai("thirty_one", name).agent() for name in agents], fallback, seed, recorder)
    return path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("agents", [("random", "random"), ("greedy", "greedy-caller", "random"), ("random",) * 4])
def test_a_recorded_match_is_followed_to_its_end(tmp_path: Path, agents: tuple[str, ...]) -> None:
    for seed in range(3):
        path = recorded(tmp_path, agents, seed)
        position_at_end = follow(read(path))
        assert position_at_end.ended
        found = lines(path)
        ends = [line for line in found if line["type"] == "round_end"]
        assert all(list(line) == ["type", "round", "scores", "winner", "lives", "lost"] for line in ends)
        assert [line["round"] for line in ends] == [*range(1, len(ends) + 1)]
        assert found[-1] == {"type": "match_end", "winner": position_at_end.end.winner, "reason": "won"}  # type: ignore[union-attr]


def test_lives_change_only_at_the_end_of_a_round(tmp_path: Path) -> None:
    lives = [3, 3, 3]
    for line in lines(recorded(tmp_path, ("random", "greedy-caller", "random"), 5)):
        if line["type"] in ("round", "move"):
            assert line["state"]["lives"] == lives
        elif line["type"] == "round_end":
            lives = [own - lost for own, lost in zip(lives, line["lost"], strict=True)]
            assert line["lives"] == lives


def test_the_first_round_s_starter_is_drawn_by_the_seed(tmp_path: Path) -> None:
    firsts = {seed: lines(recorded(tmp_path, ("random",) * 3, seed))[1]["first"] for seed in range(12)}
    assert set(firsts.values()) == {0, 1, 2}
    assert firsts == {seed: first_player(Setup(3), Streams(seed).first()) for seed in firsts}


def seed_of_a_dealt_31() -> int:
    """A seed whose first round ends by the deal."""
    for seed in range(20_000):
        state = RULES.deal(SETUP, Standing((3, 3)), 0, Streams(seed).deal(1))
        if any(points(hand) == BEST for hand in state.hands):
            return seed
    raise AssertionError("31 is never dealt")


def test_a_match_that_begins_with_31_dealt_is_recorded_followed_and_told(tmp_path: Path) -> None:
    path = recorded(tmp_path, ("random", "random"), seed_of_a_dealt_31())
    found = lines(path)
    assert [line["type"] for line in found[1:4]] == ["round", "round_end", "round"]
    assert found[1]["state"]["to_move"] is None
    assert found[3]["first"] == 1 - found[1]["first"]
    replay = read(path)
    follower, log = Follower(replay), Log(RULES, ["one", "two"])
    for line in replay.lines:
        follower.step(line)
        narrate(log, line, follower.position)
    assert follower.position.ended


def through_the_world(tmp_path: Path, agents: tuple[str, ...], seed: int) -> Path:
    """The same match played by the systems of the window and recorded."""
    seats = parse_seats("thirty_one", agents)
    how = setup(RULES, seats)
    path = tmp_path / "world.jsonl"
    recorder = Recorder(path, RULES, seed, how, [seat.record() for seat in seats])
    play_in_world(RULES, how, seats, seed, recorder)
    return path


@pytest.mark.parametrize("agents", [("greedy", "tactician"), ("greedy-caller", "tactician", "random", "greedy")])
def test_a_match_is_the_same_through_the_world(tmp_path: Path, agents: tuple[str, ...]) -> None:
    assert through_the_world(tmp_path, agents, 8).read_bytes() == recorded(tmp_path, agents, 8).read_bytes()


def test_a_match_with_31_dealt_is_the_same_through_the_world(tmp_path: Path) -> None:
    agents, seed = ("random", "random"), seed_of_a_dealt_31()
    assert through_the_world(tmp_path, agents, seed).read_bytes() == recorded(tmp_path, agents, seed).read_bytes()


def test_house_rules_are_kept_in_the_replay(tmp_path: Path) -> None:
    path = recorded(tmp_path, ("greedy-caller", "greedy-caller"), 2, ("three_of_a_kind=on", "caller_safe=on"))
    assert lines(path)[0]["options"] == {"three_of_a_kind": True, "caller_safe": True}
    assert follow(read(path)).ended


def test_a_replay_without_options_has_the_house_rules_off(tmp_path: Path) -> None:
    path = recorded(tmp_path, ("random", "random"), 1)
    found = lines(path)
    found[0]["options"] = {}
    path.write_text("".join(json.dumps(line) + "\n" for line in found))
    assert follow(read(path)).ended


@pytest.mark.parametrize("key", ["scores", "winner", "lives", "lost"])
def test_a_wrong_end_of_a_round_is_found(tmp_path: Path, key: str) -> None:
    path = recorded(tmp_path, ("random", "random"), 3)
    found = lines(path)
    at = next(number for number, line in enumerate(found) if line["type"] == "round_end")
    wrong = deepcopy(found)
    wrong[at][key] = 7 if key == "winner" else [9, 9]
    path.write_text("".join(json.dumps(line) + "\n" for line in wrong))
    with pytest.raises(ReplayError, match=f"line {at + 1}.*{key}"):
        follow(read(path))


def test_a_card_taken_twice_is_found(tmp_path: Path) -> None:
    path = recorded(tmp_path, ("random", "random"), 3)
    found = lines(path)
    at = next(number for number, line in enumerate(found) if line.get("move", {}).get("kind") == "discard")
    found[at]["move"]["card"] = found[at]["state"]["deck"][0]
    path.write_text("".join(json.dumps(line) + "\n" for line in found))
    with pytest.raises(ReplayError, match="does not hold"):
        follow(read(path))


def test_a_round_that_counts_for_nothing_is_recorded_and_dealt_again_by_the_same_player(tmp_path: Path) -> None:
    """Random players are brought to one life each until a round would leave nobody alive."""
    for seed in range(400):
        ends: list[tuple[int, list[int], list[int]]] = []
        firsts: list[int] = []

        class Ear(Silent):
            def round_started(self, number: int, first: int, state: Any, firsts: list[int] = firsts) -> None:
                firsts.append(first)

            def round_ended(self, number: int, end: Any, ends: list[Any] = ends) -> None:
                ends.append((number, end.record["lost"], end.record["lives"]))

        agents = [registry.ai("thirty_one", "random").agent() for _ in range(2)]
        play_match(RULES, SETUP, agents, agents[0], seed, Ear())
        void = [number for number, lost, _ in ends if lost == [0, 0]]
        if void:
            number = void[0]
            assert firsts[number] == firsts[number - 1], "the next round has the next number and the same starter"
            assert ends[number][0] == number + 1
            return
    raise AssertionError("no round counted for nothing")


def test_a_dealt_round_reads_back_as_it_was() -> None:
    for seed in range(30):
        lives = Random(seed).choice([(3, 3, 3, 3), (1, 0, 2, 3), (0, 1, 1, 0)])
        first = next(player for player, left in enumerate(lives) if left)
        state = RULES.deal(Setup(4), Standing(lives), first, Random(seed))
        record = json.loads(json.dumps(RULES.state_record(state)))
        assert RULES.state_from_record(record, Setup(4)) == state


def test_cards_are_written_by_rank_and_suit() -> None:
    record = RULES.state_record(position("10H QS 2D", "4D 3D 5C"))
    assert record["hands"][0] == ["QS", "10H", "2D"]
    assert card("10H") == 13 + 8
