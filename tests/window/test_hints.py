"""Hints: whose they are, their order, what a click on one does, and a move that is lent before it was thought of."""

from dataclasses import replace
from random import Random
from typing import Any

import esper
import pytest

from components.players import Advisor
from components.table import Progress, RoundOver
from game.agents.agent import Candidate, Estimate, Reason, by_chance
from game.agents.exhaustion import sure_wins
from game.agents.pickers import Best
from game.games import ai as ai_module
from game.games import module, registry
from game.games.seats import parse_seats
from game.games.thirty_one.moves import CALL
from game.matches.notes import (
    ASKING_OFF,
    ASKING_ON,
    LENT,
    TAKEN_BACK,
    THINKING_HIDDEN,
    THINKING_SHOWN,
    TUTOR_OFF,
    TUTOR_ON,
)
from game.matches.requests import TableRequest
from game.rules.options import parse_options
from game.rules.protocol import Setup, apply
from systems.human import picked_entities
from systems.snapshot import only, to_move
from systems.view.table.ports import RANKED
from systems.view.table.thoughts import Thought
from tests import thirty_one_positions
from tests.thirty_one_desk import AT_ONCE, lay_position
from tests.window.audit import texts_drawn
from tests.window.conftest import Open
from tests.window.desk import Desk, lay


def at(open_desk: Open, game: str, *seats: str, **settings: Any) -> Desk:
    """A table of a game, hints on, everything at once."""
    request = TableRequest(game, tuple(parse_seats(game, seats or ("human", "random"))), {}, 5)
    return open_desk(request, size=(1280, 720), **({"hint": True} | AT_ONCE | settings))


def hint(desk: Desk) -> Thought:
    desk.frame(2)
    thought = desk.table.panel.thoughts.thought
    assert thought is not None
    return thought


class Contrary:
    """Likes the moves best that it shows the smallest chance of."""

    name = "contrary"

    def score(self, view: Any, rng: Random) -> list[Candidate]:
        moves = list(registry.game("thirty_one").rules.legal_moves(view))
        return [
            Candidate(move, float(-place), Reason(""), Estimate(chance=0.1 + 0.2 * place))
            for place, move in enumerate(moves)
        ]


class Faulty:
    """Thinks of nothing, once its fault is mended."""

    name = "faulty"
    error: Exception | None = ZeroDivisionError("no luck")

    def score(self, view: Any, rng: Random) -> list[Candidate]:
        if self.error is not None:
            raise self.error
        return []


@pytest.fixture
def contrary(monkeypatch: pytest.MonkeyPatch) -> None:
    """At tables of Thirty-one hints are by an AI whose preference and whose chances disagree."""
    _advise_by(monkeypatch, Contrary())


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> Faulty:
    """At tables of Thirty-one hints are by an AI that fails."""
    scorer = Faulty()
    _advise_by(monkeypatch, scorer)
    return scorer


def _advise_by(monkeypatch: pytest.MonkeyPatch, scorer: Contrary | Faulty) -> None:
    """Let hints at tables of Thirty-one be by an AI of this scorer."""
    monkeypatch.setattr(ai_module, "_ais", dict(ai_module._ais))
    monkeypatch.setattr(module, "_games", dict(module._games))
    registry.register(registry.AI(scorer.name, "thirty_one", "likes", lambda *_: [scorer], lambda _: Best()))
    registry.register_game(replace(registry.game("thirty_one"), default_ai=scorer.name))


# --- whose it is -------------------------------------------------------------------------------------------------


@pytest.mark.advised
@pytest.mark.parametrize("game", ["jaipur", "notty", "thirty_one", "nim"])
def test_hints_are_by_the_strongest_ai_of_a_game(game: str) -> None:
    """Which that is has been measured; the registry knows only whom a game names."""
    assert registry.advising_ai(registry.game(game), {}).name == "expert"


@pytest.mark.advised
def test_house_rules_that_the_strongest_does_not_know_are_advised_on_by_another() -> None:
    assert registry.advising_ai(registry.game("jaipur"), {"hand_limit": 5}).name == "heuristic"


@pytest.mark.advised
def test_the_head_of_a_hint_says_who_gives_it_and_how_strong_that_is(open_desk: Open) -> None:
    desk = at(open_desk, "notty")
    desk.until_ready()
    assert hint(desk).title == "A hint in Zoya’s style"
    with texts_drawn() as texts:
        desk.table.stage.settled = False
        desk.frame()
    assert "Expert. The bars: your chance to win" in {words for words, _ in texts}


@pytest.mark.parametrize(("advisor", "options"), [("heuristic", {}), ("utility", {}), ("heuristic", {"hand_limit": 5})])
def test_a_hint_takes_a_win_on_the_spot_whoever_gives_it(
    open_desk: Open, monkeypatch: pytest.MonkeyPatch, advisor: str, options: dict[str, Any]
) -> None:
    monkeypatch.setattr(module, "_games", dict(module._games))
    registry.register_game(replace(registry.game("jaipur"), default_ai=advisor))
    rules, rng, agent = registry.game("jaipur").rules, Random(3), registry.ai("jaipur", advisor).agent()
    setup = Setup(2, parse_options(rules, [f"{key}={value}" for key, value in options.items()]))
    missed = list[Any]()
    while not missed:
        state = rules.deal(setup, rules.new_standing(setup), 0, rng)
        while state.to_move is not None:
            view = rules.view(state, state.to_move)
            wins = sure_wins(rules, view, rules.new_standing(setup), rng)
            picked = agent.choose(view, rng)
            if wins and view.player == 0 and picked is not None and picked.move not in wins:
                missed.append(state.copy())
            apply(rules, state, picked.move if picked and not wins else rng.choice(rules.legal_moves(view)), rng)
    desk = open_desk(TableRequest("jaipur", tuple(parse_seats("jaipur", ["human", "random"])), options, 5), **AT_ONCE)
    desk.until_ready()
    lay(desk, missed[0])
    desk.keys("h")
    assert {str(row.why) for row in hint(desk).rows} == {"It wins on the spot."}
    desk.table.play_for_me()
    desk.frame(2)
    assert only(RoundOver).end.winner == 0


# --- its order ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("contrary")
def test_what_stands_first_has_the_longest_bar_and_the_greatest_chance_and_is_lent(open_desk: Open) -> None:
    desk = at(open_desk, "thirty_one")
    desk.until_ready()
    rows = hint(desk).rows
    chances = [row.estimate.chance or 0.0 for row in rows]
    assert len(rows) > 1
    assert chances == sorted(chances, reverse=True)
    assert [row.share for row in rows] == chances
    first, made = rows[0].move, desk.table.session.move_number
    desk.table.play_for_me()
    desk.frame(3)
    moves = [line.record["move"] for line in desk.replay().lines if line.record["type"] == "move"]
    assert moves[made - 1] == registry.game("thirty_one").rules.move_record(first)
    lines = [line.record for line in desk.replay().lines]
    (noted,) = [place for place, line in enumerate(lines) if line.get("text") == LENT]
    assert lines[noted]["player"] == 0
    assert lines[noted + 1]["move"] == moves[made - 1]


def test_candidates_without_chances_stand_by_their_scores() -> None:
    mixed = [Candidate("a", 1.0, Reason(""), Estimate(chance=0.9)), Candidate("b", 2.0, Reason(""))]
    assert by_chance(mixed) == [1, 0]
    told = [each._replace(estimate=Estimate(chance=chance)) for each, chance in zip(mixed, (0.9, 0.4), strict=True)]
    assert by_chance(told) == [0, 1]
    assert by_chance([each._replace(estimate=Estimate(chance=0.5)) for each in mixed]) == [1, 0]


def words_in_panel(desk: Desk) -> str:
    """All that is drawn, as one text."""
    with texts_drawn() as texts:
        desk.table.stage.settled = False
        desk.frame()
    return " ".join(words for words, _ in texts)


def test_an_advisor_that_fails_says_so_once_in_the_log_and_at_every_turn_in_the_list(
    open_desk: Open, faulty: Faulty
) -> None:
    desk = at(open_desk, "thirty_one")
    desk.until_ready()
    silence = hint(desk).silence
    assert silence.startswith("There is no hint for this turn: faulty raised ZeroDivisionError: no luck (test_hints.py")
    told = words_in_panel(desk)
    assert "There is no hint for this turn:" in told
    assert "Thinking" not in told
    desk.table.play_for_me()
    desk.frame(2)
    assert desk.table.toasts.words == "There is no hint for this turn."
    button = desk.table.panel.button_of(desk.turn.moves[0])
    assert button is not None
    desk.click(button.box)
    desk.until(lambda: desk.table.session.move_number > 1)
    desk.until_ready()
    assert hint(desk).silence == silence
    lines = [line.text for line in desk.table.session.log.lines if "faulty" in line.text]
    assert len(lines) == 1
    assert "ZeroDivisionError: no luck" in lines[0]


def test_an_advisor_that_comes_to_no_move_does_not_seem_to_think_for_good(open_desk: Open, faulty: Faulty) -> None:
    faulty.error = None
    desk = at(open_desk, "thirty_one")
    desk.until_ready()
    assert hint(desk).silence == "There is no hint for this turn: faulty came to no move."
    assert "Thinking" not in words_in_panel(desk)


# --- what a click does -------------------------------------------------------------------------------------------


def test_a_click_on_a_hint_picks_its_cards_and_enter_plays_it(open_desk: Open) -> None:
    desk = at(open_desk, "jaipur")
    desk.until_ready()
    rules = registry.game("jaipur").rules
    rows = enumerate(hint(desk).rows)
    place, row = next((place, row) for place, row in rows if rules.chosen(desk.turn.view, row.move))
    desk.point(desk.table.panel.thoughts.list.row_box(place).centre)
    desk.frame(2)
    assert [seen.move for seen in desk.table.stage.foreseen] == [row.move]
    desk.click(desk.table.panel.thoughts.list.row_box(place).centre)
    desk.frame(2)
    assert [offer.move for offer in desk.turn.offers] == [row.move]
    assert picked_entities()
    assert not desk.table.stage.foreseen, "its cards are lifted already"
    made = desk.table.session.move_number
    desk.keys("return")
    desk.frame(2)
    moves = [line.record["move"] for line in desk.replay().lines if line.record["type"] == "move"]
    assert moves[made - 1]["kind"] == rules.move_record(row.move)["kind"]


def test_a_hint_asked_for_by_keys_is_played_by_keys(open_desk: Open) -> None:
    desk = at(open_desk, "jaipur", hint=False)
    desk.until_ready()
    panel = desk.table.panel
    desk.keys("down", "h")
    assert panel.group.focused is panel.thoughts.list
    rows = hint(desk).rows
    desk.frame(2)
    desk.keys("down", "return")
    assert [offer.move for offer in desk.turn.offers] == [rows[0].move]
    focused: object = panel.group.focused
    assert focused is panel.button_of(rows[0].move)
    desk.keys("h", "left")
    assert panel.group.focused is not panel.thoughts.list, "without a hint the keyboard is elsewhere"


def test_a_click_on_a_hint_that_picks_no_card_goes_to_its_button(open_desk: Open) -> None:
    desk = at(open_desk, "thirty_one")
    lay_position(desk, thirty_one_positions.position("KS QS 5S", "4D 3D 5C", pile="9H"))
    desk.until_ready()
    place = [row.move for row in hint(desk).rows].index(CALL)
    desk.click(desk.table.panel.thoughts.list.row_box(place).centre)
    focused = desk.table.panel.group.focused
    assert focused is desk.table.panel.button_of(CALL) is not None
    assert desk.table.session.move_number == 1, "nothing is played by the click itself"


def test_what_an_opponent_thinks_is_not_picked_by_a_click(open_desk: Open) -> None:
    desk = at(open_desk, "jaipur", "random", "utility", hint=False, pace=5.0)
    desk.until(lambda: desk.table.panel.thoughts.thought is not None and bool(desk.table.panel.thoughts.thought.rows))
    before = picked_entities()
    desk.click(desk.table.panel.thoughts.list.row_box(0).centre)
    assert picked_entities() == before
    assert not desk.table.toasts.words


# --- lent before it was thought of -------------------------------------------------------------------------------


def test_a_move_is_lent_as_soon_as_the_advisor_has_thought(open_desk: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = at(open_desk, "notty", hint=False)
    desk.until_ready()
    monkeypatch.setattr("systems.input.candidates_of", lambda *_: None)
    desk.keys("g")
    assert desk.table.toasts.words == "The AI is thinking: it moves for you in a moment."
    advisors = [advisor for _, advisor in esper.get_component(Advisor)]
    assert all(advisor.asked for advisor in advisors)
    made = desk.table.session.move_number
    desk.frame(3)
    assert desk.table.session.move_number == made
    monkeypatch.undo()
    desk.frame(3)
    assert desk.table.session.move_number > made
    desk.frame()
    assert not any(advisor.asked for advisor in advisors)


def test_nobody_is_told_that_it_is_anothers_turn_on_the_own_one(open_desk: Open) -> None:
    desk = at(open_desk, "jaipur", "human", "utility", pace=0.5)
    desk.until_ready()
    desk.play_by_mouse(desk.best_move())
    desk.until(lambda: to_move() == 1)
    desk.keys("return", "g")
    desk.click_card(desk.cards("hand", 0)[0])
    assert desk.table.toasts.words == "It is not your turn."
    desk.until_ready()
    assert desk.table.toasts.words != "It is not your turn."


# --- nothing stays of the round before ---------------------------------------------------------------------------


def test_a_thought_of_the_round_before_is_gone_when_the_next_begins(open_desk: Open) -> None:
    desk = at(open_desk, "thirty_one", "human", "greedy", hint=False, overlay=True)
    desk.until_ready()
    lay_position(desk, thirty_one_positions.position("KS QS 5S", "4D 3D 5C", pile="9H", deck="2C 3C 4C 6C", turns=2))
    desk.table.toggle_pause()
    desk.until_ready()
    desk.keys("c")
    desk.until(lambda: desk.table.dialog is not None)
    assert desk.table.thoughts.before is not None
    desk.frame(64)  # a result rests a second
    desk.keys("return")
    desk.until(lambda: only(Progress).round_number == 2)
    assert desk.table.thoughts.before is None


def test_what_was_thought_before_a_move_that_is_taken_back_is_gone_with_it(open_desk: Open) -> None:
    desk = at(open_desk, "nim", "human", "beginner", hint=False, overlay=True)
    thought: list[Thought | None] = []
    for _ in range(2):
        desk.until_ready()
        thought.append(desk.table.thoughts.before)
        desk.play_by_keys(min(desk.turn.moves, key=lambda move: move.stones))
        desk.until(lambda: to_move() == 0)
    assert desk.table.thoughts.before not in thought
    for before in reversed(thought):
        desk.until_ready()
        desk.keys("u")
        assert desk.table.thoughts.before is before


def test_where_nobody_takes_moves_back_nothing_is_kept_for_that(open_desk: Open) -> None:
    desk = at(open_desk, "nim", "beginner", "beginner", hint=False, overlay=True)
    desk.until(lambda: desk.table.thoughts.before is not None)
    assert not desk.table.thoughts._kept


# --- ranked ------------------------------------------------------------------------------------------------------


def test_a_ranked_match_shuts_undo_and_all_that_advises(open_desk: Open) -> None:
    desk = at(open_desk, "jaipur", ranked=True, open_thinking=True)
    desk.until_ready()
    desk.play_by_mouse(desk.turn.moves[-1])
    desk.until_ready()
    table, written = desk.table, desk.types()
    assert table.panel.thoughts.thought is None or table.panel.thoughts.thought.advisor is None
    for key in "uhajg":
        desk.keys(key)
    assert table.toasts.latest == RANKED
    for command in (table.undo, table.toggle_hint, table.toggle_asking, table.toggle_tutor, table.play_for_me):
        table.toasts.clear()
        command()
        assert table.toasts.words == RANKED
    desk.frame(3)
    assert desk.types() == written
    assert "note" not in written

    table.change(ranked=False)
    assert hint(desk).advisor is not None
    desk.keys("a", "j")
    table.change(ranked=True)
    table.change(ranked=False)
    desk.keys("u")
    notes = [line.record["text"] for line in desk.replay().lines if line.record["type"] == "note"]
    assert notes == [
        THINKING_SHOWN, ASKING_ON, TUTOR_ON, THINKING_HIDDEN, TUTOR_OFF, ASKING_OFF, THINKING_SHOWN, TAKEN_BACK
    ]  # fmt: skip
    assert desk.types()[-1] == "undo"
    desk.checked()


def test_a_ranked_match_is_gone_on_with_without_tutor(open_desk: Open) -> None:
    desk = at(open_desk, "nim", hint=False)
    desk.move_once()
    desk.keys("j", "escape")
    desk.window.change(ranked=True)
    desk.keys("c")
    desk.until_ready()
    assert not desk.table.tutor.on
    assert desk.replay().lines[-1].record["text"] == TUTOR_OFF
