"""What AIs think, and AIs watched: the overlay, marks before a move, pause, steps and speeds; the same match as
without a window."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import esper
import pygame
import pytest

from components.players import Chosen, Decision, Player
from components.table import Pace, RoundOver
from game.agents.agent import Candidate, Estimate, Reason
from game.base import settings as kept
from game.games import registry
from game.games.seats import Seat, parse_seats
from game.matches.requests import TableRequest
from game.rules.language import with_minus
from game.rules.protocol import AnyRules
from systems.decisions import candidates_of
from systems.snapshot import maybe, only
from systems.view.screens.narration import Narrator
from systems.view.screens.rules import RulesBody
from systems.view.table.table_thoughts import SHUT
from systems.view.table.thoughts import Thought
from tests.tables import BOTH_WAYS, always, recorded, script_seat
from tests.tables import table as seats
from tests.test_no_peeking import played
from tests.window.audit import texts_drawn
from tests.window.conftest import Open
from tests.window.desk import FRAME, Desk, lay, marked, table

PACE = 0.5


def deciding() -> tuple[int, Decision]:
    """The player whose decision is open, and the decision."""
    ((_, (player, decision)),) = esper.get_components(Player, Decision)
    return player.index, decision


def has_chosen(player: int) -> bool:
    return maybe(Chosen) is not None and deciding()[0] == player


def has_moved(player: int) -> bool:
    return all(found.index != player for _, (found, _) in esper.get_components(Player, Decision))


def chosen() -> Chosen:
    found = maybe(Chosen)
    assert found is not None
    return found


def shown(desk: Desk) -> Thought:
    """What the overlay shows."""
    thought = desk.table.panel.thoughts.thought
    assert thought is not None
    return thought


def said(thought: Thought) -> list[tuple[float, str]]:
    return sorted((row.score, row.reason) for row in thought.rows)


def scored(candidates: Sequence[Candidate]) -> list[tuple[float, str]]:
    return sorted((candidate.score, with_minus(str(candidate.reason))) for candidate in candidates)


@pytest.fixture
def watched(open_desk: Open) -> Desk:
    """A table of AIs only."""
    return open_desk(table("utility", "random"), motion="instant", pace=PACE)


@pytest.fixture
def rivals(open_desk: Open) -> Desk:
    """A human who has just moved, and an AI whose choice is marked."""
    desk = open_desk(table("human", "utility"), motion="instant", pace=PACE, hint=True)
    desk.until_ready()
    desk.play_by_mouse(desk.best_move())
    desk.until(marked)
    desk.frame()
    return desk


# --- the overlay ---


def test_it_shows_every_candidate_with_its_score_and_reason(watched: Desk) -> None:
    for player in (0, 1, 0):
        watched.until(partial(has_chosen, player))
        watched.frame()
        candidates = candidates_of(*deciding())
        assert candidates is not None
        thought = shown(watched)
        assert thought.player == player
        assert said(thought) == scored(candidates)
        assert {row.move for row in thought.rows} == {candidate.move for candidate in candidates}
        assert [row.move for row in thought.rows if row.chosen] == [chosen().candidate.move] * (
            [candidate.move for candidate in candidates].count(chosen().candidate.move)
        )
        watched.until(partial(has_moved, player))


def test_its_candidates_are_those_of_the_ai_alone(watched: Desk) -> None:
    watched.until(lambda: maybe(Chosen) is not None and deciding()[0] == 0)
    watched.frame()
    agent = registry.ai("jaipur", "utility").agent()
    candidates = agent.think(deciding()[1].view, Random(0))
    assert said(shown(watched)) == scored(candidates)


def test_the_best_candidate_stands_first(watched: Desk) -> None:
    watched.until(lambda: maybe(Chosen) is not None and deciding()[0] == 0)
    watched.frame()
    scores = [row.score for row in shown(watched).rows]
    assert len(scores) > 1
    assert scores == sorted(scores, reverse=True)


def test_a_human_sees_a_hint_of_the_default_ai(open_desk: Open) -> None:
    desk = open_desk(table("human", "random"), motion="instant", pace=0.0, hint=True)
    desk.until_ready()
    thought = shown(desk)
    assert thought.title == "A hint in Nadia’s style"
    agent = registry.ai("jaipur", "neural").agent()
    candidates = agent.think(desk.turn.view, Random(0))
    assert said(thought) == scored(candidates)


def test_a_hint_is_given_once_it_is_asked_for_and_stays_as_it_was_left(open_desk: Open) -> None:
    desk = open_desk(table("human", "utility", seed=6), motion="instant", pace=0.0, open_thinking=True)
    desk.until_ready()
    assert desk.replay_mover() == 0
    assert len(desk.table.session.states) == 1, "nobody has moved yet"
    assert desk.window.settings.overlay
    assert desk.table.panel.thoughts.thought is None
    desk.click(desk.table.panel.offer.box)
    assert not desk.table.panel.offer.visible
    assert shown(desk).title == "A hint in Nadia’s style"
    assert kept.load().hint
    desk.play_by_mouse(desk.best_move())
    desk.until_ready()
    assert shown(desk).title == "A hint in Nadia’s style"
    desk.keys("b")
    assert shown(desk).player == 1
    desk.keys("b", "h")
    assert not kept.load().hint
    assert shown(desk).player == 1, "what the AI thought before its last move, and nothing of the human's"
    desk.keys("o")
    assert not desk.table.panel.shows_thoughts


class Telling:
    """Tells all that it sees by everything that can be shown of a thought."""

    name = "telling"

    def __init__(self, rules: AnyRules) -> None:
        self._rules = rules

    def score(self, view: Any, rng: Random) -> Iterator[list[Candidate]]:
        told = Random(repr(view))
        seen, found = Reason("it holds {}", (repr(view),)), list[Candidate]()
        for move in self._rules.legal_moves(view):
            chance = told.random()
            found.append(Candidate(move, chance, seen, Estimate(chance, chance / 9, visits=told.randrange(99))))
            if told.random() < 0.5:
                found.append(found[-1])
        yield found


class Plays:
    """Plays one move, whatever is thought."""

    name = "plays"
    move: Any = None

    def pick(self, candidates: Sequence[Candidate], rng: Random) -> int:
        return [each.move for each in candidates].index(self.move)


HIDING = [game for game in registry.games() if game.rules.hidden_hands]


@pytest.mark.painted
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", HIDING, ids=lambda game: str(game.name))
def test_nothing_that_is_shown_to_a_human_depends_on_what_an_opponent_holds(
    open_desk: Open, game: registry.GameModule, seed: int
) -> None:
    picker = Plays()
    ai = registry.AI("telling", game.name, "made for a test", lambda *_: [Telling(game.rules)], lambda _: picker)
    company = (parse_seats(game.name, ["human", "random"])[0], Seat("telling", ai, {}, "telling"))
    desk = open_desk(TableRequest(game.name, company, {}, 5), motion="instant", pace=5.0, sums=True, hint=True)
    said = list[str]()
    narrator = Narrator(lambda words: said.append(str(words)))
    rng, states, views = Random(f"{game.name}/{seed}"), list[Any](), list[Any]()
    while len(set(map(repr, views))) < 2:
        state = rng.choice(list(played(game.rules, 2, rng)))
        states = [state, *[game.rules.sample(game.rules.view(state, 0), rng) for _ in range(3)]]
        views = [game.rules.view(each, 1) for each in states if each.to_move == 1]
    picker.move = next(
        move
        for move in game.rules.legal_moves(views[0])
        if all(move in game.rules.legal_moves(view) for view in views[1:])
        and all(place.player is None for place, _piece in game.rules.chosen(views[0], move))
    )
    narrator.look(desk.window.screen)
    shown = list[list[object]]()
    for each in states:
        lay(desk, each)
        desk.until(lambda: maybe(Chosen) is not None)
        shown.append([])
        said.clear()
        for key in ("b", "v", "f", "o", "o", "f", "v", "b"):
            desk.keys(key)
            narrator.look(desk.window.screen)
            shown[-1] += [pygame.image.tobytes(desk.window.display.surface, "RGB"), desk.table.stage.foreseen, *said]
        assert maybe(Chosen) is not None
    assert all(each == shown[0] for each in shown[1:])


def test_thoughts_are_shut_until_the_round_is_over(rivals: Desk) -> None:
    panel = rivals.table.panel
    assert panel.thoughts.thought is None
    with texts_drawn() as texts:
        rivals.frame()
    assert SHUT in " ".join(words for words, _ in texts)
    rivals.window.change(pace=0.0)
    while maybe(RoundOver) is None:
        rivals.until(lambda: rivals.ready or maybe(RoundOver) is not None)
        if maybe(RoundOver) is None:
            assert rivals.table.thoughts.before is None
            assert not panel.tab.visible
            rivals.table.play_for_me()
            rivals.frame()
    rivals.frame()
    assert shown(rivals).player == 1
    assert any(row.reason for row in shown(rivals).rows)


def test_open_thinking_shows_all_and_is_noted(rivals: Desk) -> None:
    assert rivals.table.thoughts.now() is None
    rivals.table.change(open_thinking=True)
    rivals.frame(2)
    assert shown(rivals).title == "What Vera thinks"
    assert any(row.reason for row in shown(rivals).rows)
    assert rivals.replay().lines[-1].record == {"type": "note", "player": None, "text": "Thinking is shown openly."}
    move = chosen().candidate.move
    rivals.until_ready()
    rivals.keys("b")
    assert [row.move for row in shown(rivals).rows if row.chosen] == [move]
    rivals.table.change(open_thinking=False)
    rivals.frame(2)
    assert shown(rivals).player == 0
    assert rivals.replay().lines[-1].record["text"] == "Thinking is hidden again."


def test_the_switch_for_open_thinking_is_among_the_settings_of_the_table(rivals: Desk) -> None:
    rivals.keys("s")
    switch = next(widget for widget in rivals.dialog.group.widgets if getattr(widget, "label", "") == "Open thinking")
    rivals.frame()
    rivals.click((switch.box.x + switch.box.w * 0.45, switch.box.centre[1]))
    assert rivals.window.settings.open_thinking
    assert rivals.replay().lines[-1].record["type"] == "note"


def test_a_match_that_begins_with_open_thinking_says_so(open_desk: Open) -> None:
    desk = open_desk(table("human", "utility"), open_thinking=True)
    assert desk.replay().lines[0].record["text"] == "Thinking is shown openly."


@pytest.mark.parametrize("names", [("human", "human"), ("utility", "random")])
def test_where_nobody_can_peep_nothing_is_noted(open_desk: Open, names: tuple[str, str]) -> None:
    desk = open_desk(table(*names), open_thinking=True)
    desk.until(lambda: "round" in desk.types())
    assert "note" not in desk.types()


def test_pointing_at_a_candidate_shows_it_on_the_table(watched: Desk) -> None:
    watched.until(lambda: maybe(Chosen) is not None and deciding()[0] == 0)
    watched.keys("p")
    watched.frame()
    panel = watched.table.panel
    for index in (1, 0):
        watched.point(panel.thoughts.list.row_box(index).centre)
        watched.frame()
        move = shown(watched).rows[index].move
        assert [(each.rank, each.move) for each in watched.table.stage.foreseen] == [(index + 1, move)]
    watched.point((1.0, 1.0))
    watched.frame()
    assert watched.table.stage.foreseen == ()


def test_without_the_overlay_nothing_is_shown(open_desk: Open) -> None:
    desk = open_desk(table("utility", "random"), motion="instant", pace=PACE, overlay=False)
    desk.until(lambda: maybe(Chosen) is not None)
    desk.frame()
    assert not desk.table.panel.thoughts.list.visible
    desk.keys("o")
    desk.frame()
    assert desk.table.panel.thoughts.list.visible
    assert shown(desk).rows


# --- marks and pace ---


def test_the_marks_stand_for_the_pace_before_the_move(watched: Desk) -> None:
    watched.until(marked)
    pieces, moves, frames = marked(), watched.types().count("move"), 0
    assert pieces == set(chosen().candidate.entities)
    while watched.types().count("move") == moves:
        assert marked() == pieces
        watched.frame()
        frames += 1
    assert frames == PACE / FRAME
    assert marked() == set()


def test_a_paused_table_thinks_but_does_not_move_and_is_stepped(watched: Desk) -> None:
    watched.until(marked)
    watched.keys("p")
    moves = watched.types().count("move")
    watched.frame(200)
    assert watched.types().count("move") == moves
    for number in (1, 2, 3):
        watched.keys("n")
        watched.frame(100)
        assert watched.types().count("move") == moves + number
    watched.keys("p")
    watched.until(lambda: watched.types().count("move") > moves + 5)


def test_speed_shortens_the_pace(open_desk: Open) -> None:
    def frames_of_a_move(desk: Desk) -> int:
        desk.until(marked)
        desk.until(lambda: not marked())
        desk.until(marked)
        frames = 0
        while marked():
            desk.frame()
            frames += 1
        return frames

    desk = open_desk(table("utility", "utility"), motion="instant", pace=PACE)
    normal = frames_of_a_move(desk)
    desk.keys("4")
    assert desk.table.speed == 4
    assert frames_of_a_move(desk) == normal / 4
    desk.keys("0")
    assert math.isinf(desk.table.speed)
    moves = desk.types().count("move")
    desk.frame(8)
    assert desk.types().count("move") >= moves + 4
    desk.keys("1")
    assert desk.table.speed == 1


def test_on_ones_own_move_n_pauses_nothing_and_says_so(rivals: Desk) -> None:
    rivals.until_ready()
    step = rivals.table.panel.tools.watch[1]
    rivals.keys("n")
    assert rivals.table.toasts.words == step.hint == "It is your move: N lets an AI make one."
    assert not only(Pace).paused
    assert only(Pace).steps == 0
    rivals.play_by_mouse(rivals.best_move())
    rivals.until(lambda: maybe(Chosen) is not None)
    assert step.enabled
    rivals.keys("n")
    assert only(Pace).paused


def test_a_pause_on_ones_own_move_is_told_and_where_ais_think_stands_in_the_prompt(rivals: Desk) -> None:
    rivals.until_ready()
    rivals.keys("p")
    assert "paused" in rivals.table.toasts.words
    rivals.table.toasts.clear()
    rivals.play_by_mouse(rivals.best_move())
    rivals.until(lambda: maybe(Chosen) is not None)
    assert rivals.table.prompt == "Paused: P goes on, N makes one move"
    rivals.keys("p")
    assert rivals.table.prompt == "Vera is thinking"


def test_an_open_dialog_holds_the_match(watched: Desk) -> None:
    watched.until(marked)
    watched.keys("f1")
    moves = watched.types().count("move")
    watched.frame(100)
    assert watched.types().count("move") == moves
    watched.keys("escape")
    watched.until(lambda: watched.types().count("move") > moves)


def test_nobody_can_pick_where_only_ais_play(watched: Desk) -> None:
    watched.until(marked)
    before = marked()
    watched.click(watched.open_spot(watched.cards("market")[0]))
    assert watched.table.toasts.words == "Only AIs play at this table."
    assert marked() == before


def test_watched_rounds_follow_by_themselves_and_the_end_is_told(open_desk: Open) -> None:
    desk = open_desk(table("utility", "random", speed=math.inf))
    desk.until(lambda: desk.table.dialog is not None)
    assert "the match" in desk.dialog.title
    assert desk.types()[-1] == "match_end"
    assert desk.checked().ended
    assert not only(Pace).busy


# --- the same match ---


@pytest.mark.parametrize(
    ("names", "seed"),
    [
        (("utility", "random"), 3),
        (("random", "utility"), 4),
        (("weighted", "utility"), 5),
        (("weighted", "weighted"), 6),
    ],
)
def test_the_window_plays_the_match_that_is_played_without(
    open_desk: Open, tmp_path: Path, names: tuple[str, str], seed: int
) -> None:
    path = tmp_path / "window.jsonl"
    desk = open_desk(table(*names, seed=seed, record=path, speed=math.inf), overlay=seed % 2 == 0)
    desk.until(lambda: desk.table.session.finished)
    desk.close()
    for name, way in BOTH_WAYS.items():
        assert recorded(tmp_path / f"{name}.jsonl", way, seats(*names), seed) == path.read_bytes(), name


def test_pausing_looking_and_hurrying_change_nothing_in_the_match(open_desk: Open, tmp_path: Path) -> None:
    desk = open_desk(table("weighted", "random", seed=9), motion="instant", pace=0.05)
    rng = Random(1)
    while desk.types().count("move") < 40:
        desk.keys(*rng.choice((["n"], ["0"], ["1", "n"], ["p", "p"], ["o"], ["f1", "escape"], ["s", "escape"])))
        desk.frame(6)
    desk.close()
    whole = recorded(tmp_path / "rules.jsonl", BOTH_WAYS["rules"], seats("weighted", "random"), 9)
    assert whole.startswith(desk.replay().path.read_bytes())


def test_what_stood_in_for_an_illegal_move_is_not_shown_as_the_ais_choice(open_desk: Open) -> None:
    request = replace(
        table("utility", "utility"), seats=(script_seat(always("nonsense")), seats("utility", "utility")[1])
    )
    desk = open_desk(request, motion="instant", pace=0.0, overlay=True)
    desk.until(lambda: desk.table.thoughts.before is not None and desk.table.thoughts.before.player == 0)
    assert desk.table.thoughts.before is not None
    assert [(row.label, row.chosen) for row in desk.table.thoughts.before.rows] == [("a str", False)]


@pytest.mark.parametrize(("seats_at_table", "told"), [(("utility", "random"), True), (("human", "random"), False)])
def test_the_help_tells_the_speed_keys_only_where_there_are_any(
    open_desk: Open, seats_at_table: tuple[str, ...], told: bool
) -> None:
    desk = open_desk(table(*seats_at_table), motion="instant", pace=0.0)
    desk.keys("f1")
    body = desk.dialog.body
    assert isinstance(body, RulesBody)
    keys = "\n".join(section.words for section in dict(body.pages)["Keys"])
    assert ("Speed: normal" in keys) is told
