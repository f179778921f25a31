"""Characters: what people call AIs, at a table and in lists."""

from dataclasses import replace
from typing import Any

import pytest

from game.games import registry
from game.games.characters import name_for, names_at, persona_of
from game.games.levels import BETWEEN
from game.games.module import register_game
from game.games.personas import Persona
from game.games.seats import parse_seats
from game.matches.session import Session
from systems.view.table.characters import YOU, character_of, introduced, seated


def player(ai: str | None, name: str = "") -> dict[str, Any]:
    """The record of a player."""
    return {"name": name or ai or "You", "ai": ai}


@pytest.mark.parametrize("game", [game.name for game in registry.games() if game.personas])
def test_every_ai_of_ours_has_a_name_and_a_sentence_of_its_own(game: str) -> None:
    ais = registry.ais(game)
    told = [persona_of(ai) for ai in ais]
    assert len({persona.name for persona in told}) == len(ais)
    for ai, persona in zip(ais, told, strict=True):
        assert persona.name not in (ai.name, "")
        assert persona.words.endswith(".")
        assert ai.about not in persona.words


def test_an_ai_of_a_mod_bears_its_own_name_and_says_what_its_author_wrote() -> None:
    theirs = replace(registry.ai("nim", "random"), digest="a" * 64, about="draws straws")
    assert persona_of(theirs) == Persona("Draws straws.", "random")


def test_a_game_may_say_who_its_ais_are() -> None:
    game = registry.game("nim")
    register_game(replace(game, personas={"random": Persona("Throws dice.", "Ada")}))
    try:
        assert name_for("nim", "random") == "Ada"
        assert name_for("nim", BETWEEN) == "Samira"
    finally:
        register_game(game)


def test_two_of_one_kind_are_told_apart_by_their_seats() -> None:
    assert names_at("thirty_one", [player(None), player("greedy", "greedy 2"), player("greedy", "greedy 3")]) == [
        "You",
        "Greta 2",
        "Greta 3",
    ]
    assert names_at("nim", [player(None), player("beginner")]) == ["You", "Mira"]


def test_who_bears_a_name_of_its_own_keeps_it() -> None:
    records = [player("random", "Ann"), player(None, "Ben"), player("gone")]
    assert names_at("notty", records) == ["Ann", "Ben", "gone"]
    assert names_at("nim", [player(None, "Player 1"), player(None, "Player 2")]) == ["Player 1", "Player 2"]


def test_people_read_names_where_files_hold_what_commands_call_them() -> None:
    session = Session("nim", parse_seats("nim", ["random", "random"]), seed=3)
    assert session.names == ["Dado 1", "Dado 2"]
    session.world.frame(0.1)
    assert session.log.lines[0].text.startswith("Dado")
    recorder = session.recorder
    assert recorder is not None
    session.close()
    assert [seat.record()["name"] for seat in session.seats] == ["random 1", "random 2"]
    assert "Dado" not in recorder.path.read_text()


def test_everybody_at_a_table_has_a_face() -> None:
    mira, kito = (character_of(registry.ai("nim", name)).person for name in ("beginner", "q-learner"))
    persons = [
        each.person
        for each in seated("nim", ["You", "Mira", "Kito 3", "Kito 4"], [None, "beginner", *["q-learner"] * 2])
    ]
    assert persons == [YOU, mira, kito, kito]


def test_people_at_one_table_look_different() -> None:
    names = [f"Player {number}" for number in range(1, 5)]
    assert len({each.person for each in seated("thirty_one", names, [None] * 4)}) == 4


def test_who_plays_under_the_name_of_a_character_has_its_face() -> None:
    assert seated("nim", ["Mira"], ["random"])[0].person == character_of(registry.ai("nim", "beginner")).person


def test_an_ai_that_is_gone_has_a_face_that_stays() -> None:
    (one,), (other,) = (seated("nim", ["gone"], ["gone"]) for _ in range(2))
    assert one == other


def test_a_table_that_has_learnt_from_fewer_games_is_called_by_its_ai_and_those() -> None:
    assert name_for("nim", "q-learner-100") == introduced("nim", "q-learner-100") == "Kito (100 games)"
    assert name_for("nim", "q-learner-1000") == "Kito (1,000 games)"
    for unknown in ("perfect-100", "nobody-100", "q-learner-plus", "100"):
        assert name_for("nim", unknown) == unknown


def test_a_character_is_introduced_with_its_strength_where_that_is_known() -> None:
    assert introduced("notty", "club") == "Noor (Club)"
    assert introduced("notty", "level") == name_for("notty", "level")
    assert introduced("notty", "nobody-called-so") == "nobody-called-so"
