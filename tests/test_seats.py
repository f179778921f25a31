"""Seats as they are asked for on the command line; errors name the choices."""

from pathlib import Path

import pytest

from game.agents.pickers import Highest
from game.agents.random_moves import AnyMove
from game.games import ai as ai_module
from game.games import registry
from game.games.jaipur import rules as jaipur
from game.games.seats import Seat, SeatError, named_apart, parse_seat, parse_seats, seat_again, setup
from game.rules.protocol import Option


@pytest.fixture(autouse=True)
def _deep(monkeypatch: pytest.MonkeyPatch) -> None:
    """An AI with parameters at jaipur's table, for each test anew."""
    monkeypatch.setattr(ai_module, "_ais", dict(ai_module._ais))
    parameters = (Option("depth", 3, int, "how deep"), Option("share", 0.5, float, "how much"))
    registry.register(
        registry.AI("deep", "jaipur", "with parameters", lambda r, _: [AnyMove(r)], lambda _: Highest(), parameters)
    )


def test_a_human_sits_down() -> None:
    seat = parse_seat("jaipur", "human")
    assert seat.is_human
    assert seat.agent() is None
    assert seat.record() == {"name": "You", "ai": None, "parameters": {}, "trained": None}


@pytest.mark.parametrize("name", ["random", "utility", "weighted"])
def test_an_ai_sits_down_by_its_name(name: str) -> None:
    seat = parse_seat("jaipur", name)
    agent = seat.agent()
    assert not seat.is_human
    assert agent is not None
    assert agent.name == seat.name == name
    assert seat.agent() is not agent, "every match has an agent of its own"
    assert seat.record() == {"name": name, "ai": name, "parameters": {}, "trained": None}


def test_parameters_are_read_and_recorded() -> None:
    seat = parse_seat("jaipur", "deep@depth=5,share=0.25")
    assert seat.record() == {"name": "deep", "ai": "deep", "parameters": {"depth": 5, "share": 0.25}, "trained": None}
    assert parse_seat("jaipur", seat.spec) == seat
    assert parse_seat("jaipur", "deep").record()["parameters"] == {}


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("nobody", ["'nobody'", "random, utility, weighted"]),
        ("", ["''", "random, utility, weighted"]),
        ("Random", ["'Random'", "random, utility, weighted"]),
        ("heuristic@depth=3", ["heuristic@depth=3", "'depth'", "none"]),
        ("deep@dept=3", ["deep@dept=3", "'dept'", "depth, share"]),
        ("deep@depth", ["depth needs a value: depth="]),
        ("deep@depth=deep", ["deep@depth=deep", "depth: ", "'deep'"]),
        ("deep@depth=", ["depth: "]),
        ("deep@share=0.5,depth=x", ["depth: ", "'x'"]),
        ("utility:table.npz", ["utility:table.npz", "does not learn"]),
        ("utility:", ["does not learn"]),
        ("human@depth=3", ["human@depth=3", "neither a file nor parameters"]),
        ("human:me", ["human:me", "neither a file nor parameters"]),
    ],
)
def test_what_cannot_be_had_is_refused_with_what_can(spec: str, words: list[str]) -> None:
    with pytest.raises((SeatError, registry.UnknownNameError)) as refused:
        parse_seat("jaipur", spec)
    assert all(word in str(refused.value) for word in words), str(refused.value)


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(registry.UnknownNameError, match=r"no game 'chess'; choose one of: .*jaipur"):
        parse_seat("chess", "random")


@pytest.mark.parametrize("number", [0, 1, 3])
def test_a_table_has_as_many_seats_as_its_game(number: int) -> None:
    with pytest.raises(SeatError, match=f"jaipur is for 2 players, not {number}"):
        parse_seats("jaipur", ["random"] * number)


@pytest.mark.parametrize(
    ("specs", "names"),
    [
        (["random", "utility"], ["random", "utility"]),
        (["random", "random"], ["random 1", "random 2"]),
        (["human", "human"], ["Player 1", "Player 2"]),
        (["human", "utility"], ["You", "utility"]),
        (["deep@depth=1", "deep@depth=2"], ["deep 1", "deep 2"]),
    ],
)
def test_two_of_a_name_are_numbered(specs: list[str], names: list[str]) -> None:
    seats = parse_seats("jaipur", specs)
    assert [seat.name for seat in seats] == names
    assert [seat.spec for seat in seats] == specs


def test_numbering_changes_nothing_but_the_name() -> None:
    ai = registry.ai("jaipur", "utility")
    seats = [Seat("twin", ai, {"a": 1}, "twin@a=1", "0" * 64), Seat("twin", ai, {"a": 2}, "twin@a=2", "f" * 64)]
    renamed = named_apart([*seats, Seat("other")])
    assert [seat.name for seat in renamed] == ["twin 1", "twin 2", "other"]
    for before, after in zip(seats, renamed, strict=False):
        assert after.record() | {"name": "twin"} == before.record()
        assert (after.ai, after.spec) == (before.ai, before.spec)


def test_a_setup_fills_up_options_and_knows_of_humans() -> None:
    seats = parse_seats("jaipur", ["random", "utility"])
    how = setup(jaipur.RULES, seats)
    assert (how.players, how.options, how.human) == (2, {"turn_limit": 500}, False)
    how = setup(jaipur.RULES, parse_seats("jaipur", ["random", "human"]), {"turn_limit": 20})
    assert (how.players, how.options, how.human) == (2, {"turn_limit": 20}, True)


def test_a_replay_of_an_earlier_table_that_still_ships_is_gone_on_with_by_that_table() -> None:
    earlier = Path(str(registry.ai("nim", "q-learner").pretrained)).with_name("q-learner-10000.npz")
    seat = parse_seat("nim", f"q-learner:{earlier}")
    again = seat_again("nim", parse_seat("nim", "q-learner").record() | {"trained": seat.trained})
    assert (again.trained, again.ai) == (seat.trained, seat.ai)
    assert again.trained != parse_seat("nim", "q-learner").trained
