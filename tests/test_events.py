"""Events: their order, the life of their handlers, and worlds that keep apart."""

import gc
import weakref
from collections.abc import Callable
from dataclasses import dataclass

import esper
import pytest

from game.base.events import Events


@dataclass(frozen=True)
class Rang:
    number: int = 0


@dataclass(frozen=True)
class Knocked:
    number: int = 0


@dataclass(frozen=True)
class Louder(Rang):
    pass


def teller(told: list[str], name: str) -> Callable[[object], None]:
    return lambda event: told.append(f"{name}: {event}")


def test_handlers_are_called_in_the_order_of_their_registration() -> None:
    events, told = Events(), list[str]()
    # Twenty, since the set in which esper keeps handlers gives few the right order by luck.
    for number in range(20):
        events.on(Rang, teller(told, str(number)))
    events.post(Rang())
    events.post(Rang())
    assert told == [f"{number}: Rang(number=0)" for number in [*range(20), *range(20)]]


def test_an_event_posted_by_a_handler_waits_until_all_have_handled_the_present_one() -> None:
    events, told = Events(), list[str]()

    def answer(event: Rang) -> None:
        told.append(f"answer {event.number}")
        if event.number == 0:
            events.post(Knocked(1))
            events.post(Rang(1))
            events.post(Knocked(2))

    events.on(Rang, answer)
    events.on(Rang, lambda event: told.append(f"second {event.number}"))
    events.on(Knocked, lambda event: told.append(f"knock {event.number}"))
    events.post(Rang(0))
    assert told == ["answer 0", "second 0", "knock 1", "answer 1", "second 1", "knock 2"]


def test_a_handler_that_raises_keeps_no_other_from_hearing() -> None:
    events, told = Events(), list[str]()

    def fail(event: Rang) -> None:
        events.post(Knocked(event.number))
        raise RuntimeError("broken")

    def fail_too(event: Rang) -> None:
        raise ValueError("also broken")

    events.on(Rang, fail)
    events.on(Rang, fail_too)
    events.on(Rang, teller(told, "after"))
    events.on(Knocked, teller(told, "heard"))
    with pytest.raises(RuntimeError, match="broken"):
        events.post(Rang(1))
    assert told == ["after: Rang(number=1)", "heard: Knocked(number=1)"]
    events.post(Knocked(2))
    assert told[2:] == ["heard: Knocked(number=2)"], "nothing comes late"
    with pytest.raises(RuntimeError, match="broken"):
        events.post(Rang(3))


def test_handlers_live_as_long_as_the_events_and_no_longer() -> None:
    class Listener:
        def __init__(self) -> None:
            self.heard = 0

        def hear(self, event: Rang) -> None:
            self.heard += 1

    events, told, listener = Events(), list[str](), Listener()
    events.on(Rang, listener.hear)
    events.on(Rang, teller(told, "lambda"))
    alive = weakref.ref(listener)
    del listener
    gc.collect()
    events.post(Rang())
    heard = alive()
    assert heard is not None
    assert heard.heard == len(told) == 1
    del events, heard
    gc.collect()
    assert alive() is None
    esper.dispatch_event("Rang", Rang())
    assert len(told) == 1


def test_handlers_can_be_registered_while_an_event_is_handled() -> None:
    events, told = Events(), list[str]()

    def welcome(event: Rang) -> None:
        if event.number == 0:
            events.on(Rang, teller(told, "late"))
            events.on(Knocked, teller(told, "new"))
            events.post(Knocked(1))

    events.on(Rang, welcome)
    events.on(Rang, teller(told, "early"))
    events.post(Rang(0))
    assert told == ["early: Rang(number=0)", "new: Knocked(number=1)"]
    events.post(Rang(1))
    assert told[2:] == ["early: Rang(number=1)", "late: Rang(number=1)"]


def test_a_handler_taken_off_is_called_no_more() -> None:
    events, told = Events(), list[str]()
    first, second = teller(told, "first"), teller(told, "second")
    events.on(Rang, first)
    events.on(Rang, second)
    events.off(Rang, first)
    events.post(Rang())
    assert told == ["second: Rang(number=0)"]
    with pytest.raises(ValueError, match="not in list"):
        events.off(Rang, first)


def test_a_handler_hears_exactly_its_kind() -> None:
    events, told = Events(), list[str]()
    events.on(Rang, teller(told, "heard"))
    events.post(Louder())
    events.post(Knocked())
    events.post(type("Rang", (), {})())  # another kind, that happens to have the same name
    assert told == []


def test_two_worlds_keep_apart() -> None:
    told: list[str] = []
    both = {}
    for name in ("one", "two"):
        esper.switch_world(name)
        both[name] = Events()
        both[name].on(Rang, teller(told, name))
    for name in ("one", "two", "one"):
        esper.switch_world(name)
        both[name].post(Rang(3))
    assert told == ["one: Rang(number=3)", "two: Rang(number=3)", "one: Rang(number=3)"]
    esper.switch_world("default")
    for name in both:
        esper.delete_world(name)  # before its events go: esper would look for their handlers in the active world
