"""The phases of a frame: their order does not depend on who was added when."""

from random import Random

import esper
import pytest

from game.base.phases import Phase, add_system


def system(name: str, told: list[str]) -> esper.Processor:
    """A system of a class of its own, which tells when it runs."""

    def process(self: esper.Processor, *_: float) -> None:
        told.append(name)

    made = type(name, (esper.Processor,), {"process": process})()
    assert isinstance(made, esper.Processor)
    return made


def test_phases_are_those_of_the_design_in_its_order() -> None:
    names = ["INPUT", "SCORE", "PICK", "ACT", "EXECUTE", "TURN", "LEARN", "LAYOUT", "ANIMATE", "RENDER"]
    assert [phase.name for phase in sorted(Phase)] == names


@pytest.mark.parametrize("seed", range(5))
def test_systems_run_by_phase_and_within_one_in_the_order_of_adding(seed: int) -> None:
    told: list[str] = []
    adding = [(phase, number) for phase in Phase for number in range(3)]
    Random(f"adding/{seed}").shuffle(adding)
    for phase, number in adding:
        add_system(system(f"{phase.name}{number}", told), phase)
    esper.process(0.0)
    assert told == [f"{phase.name}{number}" for phase, number in sorted(adding, key=lambda row: row[0])]


def test_a_second_system_of_a_class_is_refused() -> None:
    told: list[str] = []
    first = system("only", told)
    add_system(first, Phase.TURN)
    with pytest.raises(ValueError, match="only is already part of this world"):
        add_system(type(first)(), Phase.INPUT)
    esper.process(0.0)
    assert told == ["only"]


def test_a_system_of_a_class_can_be_in_several_worlds() -> None:
    told: list[str] = []
    first = system("first", told)
    add_system(first, Phase.TURN)
    esper.switch_world("another")
    add_system(type(first)(), Phase.TURN)
    esper.process(0.0)
    assert told == ["first"]
