"""Notty's records as the replay page has them, and whole replays checked again."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from game.__main__ import main
from game.agents.match import Silent, play_match
from game.games import registry
from game.games.notty.moves import DRAW_TO_DISCARD, NEXT_TURN
from game.games.notty.rules import RULES
from game.games.seats import parse_seats, setup
from game.matches.check import Follower, follow
from game.matches.log import Log, narrate
from game.matches.replay import ReplayError, read
from game.matches.world import play_match as play_in_world
from game.rules.options import parse_options
from game.rules.protocol import RecordError, Setup
from tests.notty_positions import cards, discard, draw, give_back, kind, play, position, steal

SETUP = Setup(2, parse_options(RULES, []))


def opening() -> dict[str, Any]:
    """The record of a fresh match."""
    record: dict[str, Any] = json.loads(json.dumps(RULES.state_record(position("r1 r2 g5 b9", "2k1 y3 y4"))))
    return record


def test_a_state_is_recorded_as_on_the_page() -> None:
    record = RULES.state_record(position("b9 g1 r2 2r1", "k3", deck="y9 r9", to_move=1))
    assert list(record) == ["to_move", "hands", "deck", "used"]
    assert record["hands"] == [["red-1", "red-1", "red-2", "green-1", "blue-9"], ["black-3"]]
    assert record["deck"][:3] == ["yellow-9", "red-9", "red-2"]
    assert len(record["deck"]) == 84
    assert record["to_move"] == 1
    assert record["used"] == {"draw": False, "steal": False, "draw_discard": "no"}


def test_what_a_turn_has_used_is_recorded() -> None:
    state = position("r1 r2", "b9 b8", deck="g1 g2")
    used = [RULES.state_record(play(state, *moves))["used"] for moves in (
        [draw(1)], [steal(1)], [DRAW_TO_DISCARD], [DRAW_TO_DISCARD, give_back("r1")], [draw(1), NEXT_TURN],
    )]  # fmt: skip
    assert used == [
        {"draw": True, "steal": False, "draw_discard": "no"},
        {"draw": False, "steal": True, "draw_discard": "no"},
        {"draw": False, "steal": False, "draw_discard": "drawn"},
        {"draw": False, "steal": False, "draw_discard": "done"},
        {"draw": False, "steal": False, "draw_discard": "no"},
    ]


def test_moves_are_recorded_as_on_the_page() -> None:
    after = RULES.state_record(position("r1", "b9"))
    deck = tuple(position("r1", "b9").deck)
    for move, chance, record in (
        (draw(3), None, {"kind": "draw", "count": 3}),
        (steal(1), kind("b9"), {"kind": "steal", "target": 1, "card": "blue-9"}),
        (DRAW_TO_DISCARD, None, {"kind": "draw_to_discard"}),
        (give_back("r1"), deck, {"kind": "return_card", "card": "red-1"}),
        (discard("r3 r1 r2"), deck, {"kind": "discard_group", "cards": ["red-1", "red-2", "red-3"]}),
        (NEXT_TURN, None, {"kind": "next_turn"}),
    ):
        assert RULES.move_record(move, chance) == record
        assert list(RULES.move_record(move, chance)) == list(record)
        assert RULES.move_from_record(record, after) == (move, chance)


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (None, "is one of"),
        ({}, "is one of"),
        ({"kind": "take"}, "is one of"),
        ({"kind": "draw"}, "has the keys kind, count"),
        ({"kind": "draw", "count": 1, "more": 1}, "has the keys kind, count"),
        ({"kind": "draw", "count": "1"}, "count is not a whole number"),
        ({"kind": "draw", "count": True}, "count is not a whole number"),
        ({"kind": "steal", "target": 1.0, "card": "red-1"}, "target is not a whole number"),
        ({"kind": "steal", "target": 1, "card": None}, "no card of Notty"),
        ({"kind": "return_card", "card": "red-10"}, "no card of Notty"),
        ({"kind": "discard_group", "cards": "red-1"}, "not a list of cards"),
        ({"kind": "discard_group", "cards": ["red-1"] * 3}, "more of a kind than there are"),
    ],
)
def test_other_moves_of_a_record_are_refused(record: Any, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        RULES.move_from_record(record, RULES.state_record(position("r1", "b9")))


def test_a_deck_that_gained_or_lost_cards_is_refused() -> None:
    after = opening()
    for deck in (after["deck"][1:], [*after["deck"][1:], "black-1"], None, "red-1"):
        for record in ({"kind": "return_card", "card": "red-1"}, {"kind": "discard_group", "cards": ["red-1"]}):
            with pytest.raises(RecordError):
                RULES.move_from_record(record, after | {"deck": deck})


def test_a_stolen_card_must_have_been_in_the_hand() -> None:
    state = position("r1 r2", "b9 b8")
    RULES.decide(state, steal(1))
    with pytest.raises(RecordError, match="the stolen card, green-4, is not in the hand"):
        RULES.settle(state, steal(1), kind("g4"))


def test_a_fresh_match_is_read_back() -> None:
    state = RULES.state_from_record(opening(), SETUP)
    assert state.hands == [cards("r1 r2 g5 b9"), cards("2k1 y3 y4")]
    assert (state.limit, state.to_move) == (1000, 0)
    assert RULES.state_record(state) == opening()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("to_move", None),
        ("to_move", 2),
        ("to_move", True),
        ("hands", None),
        ("hands", [["red-1"], ["black-1"]]),
        ("hands", ["red-1", "red-2"]),
        ("hands", [["red-1", "red-1", "red-1", "red-1"], ["black-1", "black-1", "yellow-3", "yellow-4"]]),
        ("deck", []),
        ("deck", ["joker"]),
        ("used", {"draw": True, "steal": False, "draw_discard": "no"}),
        ("used", None),
    ],
)
def test_other_openings_of_a_record_are_refused(key: str, value: Any) -> None:
    with pytest.raises(RecordError):
        RULES.state_from_record(opening() | {key: value}, SETUP)


@pytest.mark.parametrize("key", ["to_move", "hands", "deck", "used"])
def test_an_opening_lacks_nothing(key: str) -> None:
    record = opening()
    del record[key]
    with pytest.raises(RecordError, match=f"lacks {key}"):
        RULES.state_from_record(record, SETUP)


def test_an_opening_has_as_many_hands_as_players() -> None:
    with pytest.raises(RecordError, match="4 cards for each player"):
        RULES.state_from_record(opening(), Setup(3, parse_options(RULES, [])))


# Whole replays


@pytest.fixture
def stopped(tmp_path: Path) -> Path:
    """A recorded match of three players that the turn limit stopped."""
    words = ["random", "random", "random", "--table", "--games", "1", "--seed", "3", "--set", "turn_limit=6"]
    assert main(["arena", "notty", *words, "--record", str(tmp_path)]) == 0
    return tmp_path / "match-0001.jsonl"


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def rewritten(path: Path, lines: list[dict[str, Any]]) -> Path:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return path


def test_a_stopped_match_has_no_round_end(stopped: Path) -> None:
    lines = lines_of(stopped)
    assert [line["type"] for line in lines if line["type"] != "move"] == ["match", "round", "match_end"]
    assert lines[0]["options"] == {"turn_limit": 6}
    assert lines[-1] == {"type": "match_end", "winner": None, "reason": "turn limit"}
    assert lines[-2]["state"]["to_move"] is None
    position = follow(read(stopped))
    assert position.ended
    assert position.round_end is not None
    assert position.round_end.stopped


def test_a_round_end_of_a_stopped_match_is_refused(stopped: Path) -> None:
    lines = lines_of(stopped)
    lines.insert(-1, {"type": "round_end", "round": 1, "winner": None})
    with pytest.raises(ReplayError, match=rf"line {len(lines) - 1}: a round that was broken off has no end"):
        follow(read(rewritten(stopped, lines)))


def test_a_match_end_before_the_turn_limit_is_refused(stopped: Path) -> None:
    lines = lines_of(stopped)
    del lines[-2]
    with pytest.raises(ReplayError, match="the match is not over"):
        follow(read(rewritten(stopped, lines)))


def test_a_wrong_end_of_a_stopped_match_is_refused(stopped: Path) -> None:
    lines = lines_of(stopped)
    lines[-1]["reason"] = "won"
    with pytest.raises(ReplayError, match="reason"):
        follow(read(rewritten(stopped, lines)))


def test_nothing_follows_a_stopped_match(stopped: Path) -> None:
    lines = lines_of(stopped)
    again = deepcopy(lines[-2])
    with pytest.raises(ReplayError, match="no move can follow"):
        follow(read(rewritten(stopped, [*lines[:-1], again])))
    with pytest.raises(ReplayError, match="nothing follows"):
        follow(read(rewritten(stopped, [*lines, {"type": "note", "player": None, "text": "more"}])))


def test_the_log_of_a_stopped_match_ends_with_the_draw(stopped: Path) -> None:
    replay = read(stopped)
    log, follower = Log(RULES, ["A", "B", "C"]), Follower(replay)
    for line in replay.lines:
        follower.step(line)
        narrate(log, line, follower.position)
    assert [line.text for line in log.lines if line.heading][1:] == ["The match is drawn"]


def test_a_forged_steal_is_refused_by_its_line(stopped: Path) -> None:
    lines = lines_of(stopped)
    at = next(at for at, line in enumerate(lines) if line.get("move", {}).get("kind") == "steal")
    before = lines[at - 1]["state"]["hands"][lines[at]["move"]["target"]]
    lines[at]["move"]["card"] = next(card for card in lines[at - 1]["state"]["deck"] if card not in before)
    with pytest.raises(ReplayError, match=rf"line {at + 1}: the stolen card"):
        follow(read(rewritten(stopped, lines)))


def test_a_forged_shuffle_is_refused_by_its_line(stopped: Path) -> None:
    lines = lines_of(stopped)
    at = next(at for at, line in enumerate(lines) if line.get("move", {}).get("kind") == "return_card")
    deck = lines[at]["state"]["deck"]
    deck[0] = next(card for card in deck if card != deck[0])
    with pytest.raises(ReplayError, match=rf"line {at + 1}: .*the 90 cards"):
        follow(read(rewritten(stopped, lines)))


@pytest.mark.parametrize("limit", [1, 6])
def test_a_stopped_match_is_the_same_both_ways(limit: int) -> None:
    seats = parse_seats("notty", ["random", "random", "random"])
    how = setup(RULES, seats, {"turn_limit": limit})

    class Ends(Silent):
        def __init__(self) -> None:
            self.told: list[object] = []

        def round_ended(self, number: int, end: object) -> None:
            self.told.append(end)

        def match_ended(self, end: object) -> None:
            self.told.append(end)

    headless, world = Ends(), Ends()
    agents = [agent for seat in seats if (agent := seat.agent()) is not None]
    fallback = registry.ai("notty", "random").agent()
    result = play_match(RULES, how, agents, fallback, 3, headless)
    assert play_in_world(RULES, how, seats, 3, world) == result
    assert result.round_winners == ()
    assert headless.told == world.told == [(None, "turn limit")]
