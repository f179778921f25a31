"""Learning at the window's tables: what is played, what is learnt, what is kept, and what goes wrong with files."""

import gc
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import esper
import pytest

from components.players import Decision, Human, Player
from components.table import Progress
from game.__main__ import main
from game.agents import match
from game.agents.learning import CurvePoint, LearnerSpec, TrainedTable
from game.agents.match import Silent
from game.agents.q_learning import QLearner, QTable
from game.agents.transitions import Experience, Trail, rewarded
from game.base.storage import StorageError
from game.checkpoints import container, places, user_checkpoint
from game.checkpoints.container import CheckpointError
from game.checkpoints.tables import TableCodec
from game.games import registry
from game.games.seats import Seat, SeatError, parse_seats, setup
from game.learning.kept_curve import kept_curve
from game.learning.learner import SAVED_EVERY, Learner
from game.learning.learner_store import LearnerStore
from game.learning.own_table_trainer import OwnTableTrainer
from game.matches import world
from game.matches.check import follow
from game.matches.replay import Recorder, read
from game.matches.session import Session
from game.rules.protocol import Setup
from systems.snapshot import only
from tests.elsewhere import held_here, holding
from tests.tables import confirm

PATIENCE = 20_000
NIM, NOTTY = registry.ai("nim", "q-learner"), registry.ai("notty", "q-learner")
SMALL: dict[str, Any] = {"piles": [1, 2, 3]}


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Saves happen when they begin, in no thread."""
    monkeypatch.setattr(user_checkpoint._Writing, "start", user_checkpoint._Writing.run)


def sit_down(game: str, *specs: str, store: LearnerStore | None = None, seed: int = 1, **options: Any) -> Session:
    return Session(game, parse_seats(game, specs), options, seed, learners=store)


def play_on(table: Session, moves: float = math.inf) -> None:
    """Let the AIs play so many moves more, or to the end of the match."""
    table.world.enter()
    goal = only(Progress).moves + moves
    for _ in range(PATIENCE):
        if table.finished or only(Progress).moves >= goal:
            return
        table.world.frame(0.0)
    raise AssertionError("the match does not end")


def played(table: Session) -> Session:
    """Played to its end, and left."""
    play_on(table)
    table.close()
    return table


def learner_of(table: Session) -> Learner:
    (learner,) = table.learners
    assert isinstance(learner, Learner)
    return learner


def spec_of(ai: registry.AI) -> LearnerSpec:
    assert ai.learner_spec is not None
    return ai.learner_spec


def shipped(ai: registry.AI) -> tuple[TrainedTable, str]:
    found, digest = ai.pretrained_learnt()
    assert isinstance(found, TrainedTable)
    assert digest is not None
    return found, digest


def kept(path: Path, ai: registry.AI = NOTTY) -> TrainedTable:
    return TableCodec(spec_of(ai).encoding).load(path, ai.game, ai.name)[0]


def same(one: TrainedTable, other: TrainedTable) -> bool:
    """Whether two tables hold the same; points are told apart by their games, as a share may be not a number."""
    games = [[mark.games for mark in trained.curve] for trained in (one, other)]
    return games[0] == games[1] and replace(one, curve=()) == replace(other, curve=())


def own(setting: str = "any table", ai: registry.AI = NOTTY) -> Path:
    return places.own_path(ai.game, ai.name, setting)


def heads(table: Session) -> list[Any]:
    """The SHA-256s that the match's record names."""
    assert table.recorder is not None
    return [player["trained"] for player in read(table.recorder.path).head["players"]]


# What is played


def headless(path: Path, game: str, specs: Sequence[str], seed: int, through: str) -> bytes:
    """The replay of a match that an arena plays."""
    seats = parse_seats(game, list(specs))
    rules = registry.game(game).rules
    how = setup(rules, seats)
    recorder = Recorder(path, rules, seed, how, [seat.record() for seat in seats])
    if through == "world":
        world.play_match(rules, how, seats, seed, recorder)
    else:
        agents = [agent for seat in seats if (agent := seat.agent())]
        match.play_match(rules, how, agents, registry.ai(game, "random").agent(), seed, recorder)
    return path.read_bytes()


@pytest.mark.parametrize("through", ["rules", "world"])
@pytest.mark.parametrize(
    ("game", "specs"), [("notty", ["q-learner", "q-learner"]), ("nim", ["q-learner@epsilon=0.4", "q-learner"])]
)
def test_a_learning_table_plays_what_an_arena_plays_from_the_same_files(
    tmp_path: Path, game: str, specs: list[str], through: str
) -> None:
    store = LearnerStore()
    for seed in (1, 2, 3):
        table = sit_down(game, *specs, store=store, seed=seed)
        assert table.recorder is not None
        path, frozen = learner_of(table).path, tmp_path / "frozen.npz"
        words = specs
        if path.exists():
            frozen.write_bytes(path.read_bytes())
            words = [spec.replace("q-learner", f"q-learner:{frozen}") for spec in specs]
        played(table)
        assert table.recorder.path.read_bytes() == headless(tmp_path / "a.jsonl", game, words, seed, through)


def test_a_bare_name_means_the_user_s_own_file_where_there_is_one() -> None:
    table = sit_down("notty", "q-learner", "random")
    assert heads(table) == [shipped(NOTTY)[1], None]
    played(table)
    again = sit_down("notty", "q-learner", "random")
    assert heads(again) == [container.read(own()).digest, None]
    agent = again.seats[0].agent()
    assert agent is not None
    assert agent.scorers[0].table == kept(own()).table  # type: ignore[attr-defined]
    again.close()


def test_at_other_piles_one_has_another_file_and_begins_with_nothing() -> None:
    table = played(sit_down("nim", "q-learner", "perfect", **SMALL))
    learner = learner_of(table)
    assert learner.path == own("1 2 3", NIM)
    assert learner.games == 1
    assert 0 < learner.pairs <= learner.actions
    again = sit_down("nim", "q-learner", "perfect", **SMALL)
    assert heads(again)[0] == container.read(learner.path).digest
    again.close()
    assert heads(played(sit_down("nim", "q-learner", "perfect")))[0] == shipped(NIM)[1]


def test_a_file_that_is_named_is_played_as_given_and_never_written() -> None:
    played(sit_down("notty", "q-learner", "random"))
    raw = own().read_bytes()
    table = sit_down("notty", f"q-learner:{own()}", "q-learner-plus:untrained")
    assert table.learners == ()
    played(table)
    assert own().read_bytes() == raw
    assert [path.name for path in own().parent.iterdir()] == [own().name]


def test_an_arena_plays_what_ships_and_learns_nothing(tmp_path: Path) -> None:
    played(sit_down("nim", "q-learner", "random"))
    path = own("1 3 5 7", NIM)
    raw = path.read_bytes()
    assert main(["arena", "nim", "q-learner", "random", "--games", "2", "--record", str(tmp_path / "record")]) == 0
    head = json.loads((tmp_path / "record" / "match-0001.jsonl").read_text().splitlines()[0])
    assert shipped(NIM)[1] in [player["trained"] for player in head["players"]]
    assert path.read_bytes() == raw


# What is learnt


class Learns(Silent):
    """Learns from a headless match as a training does."""

    def __init__(self, learner: QLearner, game: str, ai: registry.AI, players: set[int]) -> None:
        self._learner, self._players = learner, players
        self._trail, self._rewards = Trail(registry.game(game).rules, players), spec_of(ai).rewards
        self.moves = 0

    def round_started(self, number: int, first: int, state: Any) -> None:
        self._trail.start(state)

    def moved(self, player: int, move: Any, chance: Any, state: Any) -> None:
        self.moves += player in self._players
        self._learn([self._trail.moved(move, state)])

    def round_ended(self, number: int, end: Any) -> None:
        self._learn(self._trail.ended(end.winner))

    def _learn(self, found: Sequence[Experience | None]) -> None:
        for met in found:
            if met is not None:
                self._learner.learn(rewarded(self._rewards, met))


@pytest.mark.parametrize("others", [("q-learner",), ("random",), ("q-learner", "group-maker")])
def test_a_learner_learns_bit_for_bit_what_headless_learning_learns(others: tuple[str, ...]) -> None:
    specs = ["q-learner", *others]
    before, _ = shipped(NOTTY)
    table = played(sit_down("notty", *specs, seed=4))
    seats = parse_seats("notty", specs)
    agents = [agent for seat in seats if (agent := seat.agent())]
    learner = QLearner(spec_of(NOTTY).encoding, before.parameters, before.table.copy())
    hearer = Learns(learner, "notty", NOTTY, {index for index, spec in enumerate(specs) if spec == "q-learner"})
    rules = registry.game("notty").rules
    match.play_match(rules, setup(rules, seats), agents, registry.ai("notty", "random").agent(), 4, hearer)
    found = kept(own())
    assert found.table == learner.table
    assert learner_of(table).pairs == learner.table.pairs
    explored = sum(agents[player].picker.explorations for player in hearer._players)  # type: ignore[attr-defined]
    earlier = before.statistics
    assert found.statistics == replace(
        earlier,
        games=earlier.games + 1,
        actions=earlier.actions + hearer.moves,
        explorations=earlier.explorations + explored,
    )
    assert found.parameters == before.parameters
    assert shipped(NOTTY)[0] is before
    assert before.table != found.table


def test_matches_in_a_row_keep_adding_in_one_program_and_the_next() -> None:
    store = LearnerStore()
    counts = [learner_of(played(sit_down("notty", "q-learner", "q-learner", store=store, seed=1))).actions]
    counts.append(learner_of(played(sit_down("notty", "q-learner", "q-learner", store=store, seed=2))).actions)
    assert (kept(own()).statistics.games, kept(own()).statistics.actions) == (802, counts[-1])
    counts.append(learner_of(played(sit_down("notty", "q-learner", "q-learner", seed=3))).actions)
    assert counts == sorted(set(counts))
    assert kept(own()).statistics.games == 803


def test_epsilon_decays_with_every_action_of_every_seat_down_to_its_floor() -> None:
    store = LearnerStore()
    store.learner(NOTTY, Setup(2, {})).start_anew()
    table = sit_down("notty", "q-learner", "q-learner", store=store)
    play_on(table, 60)
    learner = learner_of(table)
    expected = 0.2
    for _ in range(60):
        expected = max(0.05, expected * 0.9995)
    assert (learner.actions, learner.epsilon) == (60, expected)
    assert 0 < learner.explorations < 30
    table.close()
    assert kept(own()).statistics.epsilon == expected
    again = sit_down("notty", "q-learner", "q-learner", store=store)
    agent = again.seats[1].agent()
    assert agent is not None
    assert agent.picker.epsilon == expected  # type: ignore[attr-defined]
    again.close()


@pytest.mark.parametrize(("game", "spec"), [("notty", "q-learner@epsilon=0.5"), ("nim", "q-learner")])
def test_what_explores_otherwise_learns_but_leaves_the_kept_epsilon(game: str, spec: str) -> None:
    ai = registry.ai(game, "q-learner")
    store = LearnerStore()
    learner = store.here(ai, setup(registry.game(game).rules, [Seat("a"), Seat("b")]))
    before = learner.epsilon
    played(sit_down(game, spec, spec, store=store))
    assert learner.epsilon == before
    assert learner.games == shipped(ai)[0].statistics.games + 1
    assert (learner.explorations > shipped(ai)[0].statistics.explorations) == (game == "notty")
    assert learner.parameters == shipped(ai)[0].parameters


def test_a_seat_learns_with_the_parameters_it_was_asked_for_with() -> None:
    store = LearnerStore()
    played(sit_down("notty", "q-learner@alpha=0", "q-learner@alpha=0", store=store))
    values = {state: row.values for state, row in kept(own()).table.rows.items()}
    assert values == {state: row.values for state, row in shipped(NOTTY)[0].table.rows.items()} | {
        state: values[state] for state in values.keys() - shipped(NOTTY)[0].table.rows.keys()
    }
    assert kept(own()).parameters.alpha == 0.1


def human_moves(table: Session, choose: Callable[[Any], Any]) -> None:
    """Let the AIs move until the human has, or the match is over."""
    for _ in range(PATIENCE):
        if table.finished:
            return
        table.world.frame(0.0)
        for _, (_player, decision, _) in esper.get_components(Player, Decision, Human):
            confirm(table.world, choose(decision.view))
            table.world.frame(0.0)
            return
    raise AssertionError("no human came to move")


def learnt_updates(table: QTable) -> int:
    return sum(sum(row.updates.values()) for row in table.rows.values())


def test_the_moves_of_humans_teach_nobody() -> None:
    table = sit_down("nim", "human", "q-learner", first=0, **SMALL)
    rules = table.game.rules
    while not table.finished:
        human_moves(table, lambda view: rules.legal_moves(view)[0])
    table.close()
    assert table.recorder is not None
    lines = [line.record for line in read(table.recorder.path).lines]
    moves = [line["player"] for line in lines if line["type"] == "move"]
    found = kept(own("1 2 3", NIM), NIM)
    assert found.statistics.actions == moves.count(1) > 0
    assert learnt_updates(found.table) == moves.count(1)


def test_undo_drops_what_is_pending_and_never_what_was_learnt() -> None:
    table = sit_down("nim", "human", "q-learner", first=0, piles=[1, 2, 3, 4])
    rules, learner = table.game.rules, learner_of(table)
    for _ in range(2):
        human_moves(table, lambda view: rules.legal_moves(view)[0])
    while learner.actions < 2:
        table.world.frame(0.0)
    learnt = learnt_updates(learner.trained().table)
    assert learnt == 1
    assert table.undo()
    assert learnt_updates(learner.trained().table) == learnt
    assert learner.actions == 2
    while not table.finished:
        human_moves(table, lambda view: rules.legal_moves(view)[0])
    # The move that was taken back has no end: it is an action that nothing was learnt from.
    assert learnt_updates(learner.trained().table) == learner.actions - 1
    table.close()


def test_a_game_that_the_turn_limit_stops_counts_and_closes_nothing() -> None:
    table = sit_down("notty", "q-learner", "q-learner", turn_limit=4)
    before = learner_of(table).trained()
    played(table)
    learner = learner_of(table)
    assert learner.games == before.statistics.games + 1
    players = 2
    updates = learnt_updates(learner.trained().table) - learnt_updates(before.table)
    assert updates == learner.actions - before.statistics.actions - players


def test_the_course_goes_on_with_games_that_count_up() -> None:
    store = LearnerStore()
    for seed in range(5):
        played(sit_down("nim", "q-learner", "random", store=store, seed=seed, **SMALL))
    points = kept(own("1 2 3", NIM), NIM).curve
    assert [mark.games for mark in points] == [1, 2, 3, 4, 5]
    assert all(0.0 <= mark.share <= 1.0 for mark in points)
    assert kept_curve(container.read(own("1 2 3", NIM))).measured == ("epsilon", "pairs", "share")
    played(sit_down("nim", "q-learner", "random"))
    before = shipped(NIM)[0].statistics.games
    assert [mark.games for mark in kept(own("1 3 5 7", NIM), NIM).curve][
        -1
    ] == before  # a mark every so many games here
    learner = LearnerStore().learner(NIM, Setup(2, {"piles": [1, 3, 5, 7], "first": "lot"}))
    assert isinstance(learner.curve[-1], CurvePoint)
    assert [mark.games for mark in learner.curve][-2:] == [before, before + 1]


# Training goes on from it, and it from training


def test_a_training_room_and_a_table_go_on_from_each_other() -> None:
    store = LearnerStore()
    trainer = OwnTableTrainer(NIM, SMALL, learners=store)
    trainer.training.run(50)
    trainer.keep()
    table = played(sit_down("nim", "q-learner", "q-learner", store=store, **SMALL))
    assert learner_of(table).games == 51
    trainer.refresh()
    assert trainer.training.games == 51
    assert trainer.training.learner.table == kept(trainer.path, NIM).table
    assert not trainer.unkept
    actions = trainer.training.progress().actions
    assert actions == learner_of(table).actions
    trainer.training.run(9)
    trainer.keep()
    again = sit_down("nim", "q-learner", "q-learner", store=store, **SMALL)
    assert learner_of(again).games == 60
    assert heads(again) == [container.read(trainer.path).digest] * 2
    again.close()


def test_what_a_room_has_not_kept_yet_is_not_thrown_away_without_need() -> None:
    store = LearnerStore()
    trainer = OwnTableTrainer(NIM, SMALL, learners=store)
    trainer.training.run(50)
    trainer.refresh()
    assert trainer.training.games == 50


def test_training_goes_on_from_the_user_s_own_file(capsys: pytest.CaptureFixture[str]) -> None:
    played(sit_down("nim", "q-learner", "q-learner", **SMALL))
    path = own("1 2 3", NIM)
    before = kept(path, NIM).statistics
    assert main(["train", "nim", "q-learner", "--from", str(path), "--games", "30"]) == 0
    after = kept(path, NIM).statistics
    assert (after.games, after.actions > before.actions) == (31, True)
    assert main(["inspect", str(path)]) == 0
    assert "games 31" in capsys.readouterr().out


# Kept safely


def test_it_is_saved_after_every_hundred_actions(at_once: None) -> None:
    store = LearnerStore()
    store.learner(NOTTY, Setup(2, {})).start_anew()
    table = sit_down("notty", "random", "q-learner", store=store)
    learner = learner_of(table)
    saved: list[int] = []
    while not table.finished and len(saved) < 2:
        before = kept(own()).statistics.actions
        table.world.frame(0.0)
        if kept(own()).statistics.actions != before:
            saved.append(learner.actions)
    assert saved == [SAVED_EVERY, 2 * SAVED_EVERY]
    table.close()


def test_the_end_of_a_match_is_kept_before_the_table_is_left(at_once: None) -> None:
    table = sit_down("nim", "q-learner", "perfect")
    play_on(table)
    assert kept(own("1 3 5 7", NIM), NIM).statistics.games == shipped(NIM)[0].statistics.games + 1
    table.close()


def test_a_save_under_way_keeps_what_was_known_when_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_checkpoint._Writing, "start", lambda _: None)
    table = sit_down("notty", "q-learner", "q-learner")
    learner = learner_of(table)
    play_on(table, SAVED_EVERY)
    while not learner._checkpoint.busy:
        table.world.frame(0.0)
    known = learner.trained()
    writing = learner._checkpoint._writing
    assert writing is not None
    play_on(table, 30)
    assert learner.trained().table != known.table
    writing.run()
    assert same(kept(own()), known)
    table.close()
    assert same(kept(own()), learner.trained())


def test_it_is_saved_in_a_thread_of_its_own_and_all_of_it_in_the_end() -> None:
    table = sit_down("notty", "q-learner", "q-learner", seed=3)
    learner = learner_of(table)
    play_on(table, SAVED_EVERY + 5)
    assert learner.unkept
    table.close()
    assert not learner.unkept
    assert gc.isenabled()
    assert same(kept(own()), learner.trained())
    assert [path.name for path in own().parent.iterdir()] == [own().name]


def foreign(path: Path, kind: str) -> bytes:
    """A file that is not the user's own table, where that should lie."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if kind == "damaged":
        path.write_bytes(b"PK\x03\x04 no table")
    elif kind == "of another AI":
        path.write_bytes(Path("assets/notty/q-learner-plus.npz").read_bytes())
    elif kind == "of other piles":
        trainer = OwnTableTrainer(NIM, SMALL)
        trainer.training.run(3)
        trainer.keep()
        path.write_bytes(trainer.path.read_bytes())
    return path.read_bytes()


@pytest.mark.parametrize("kind", ["damaged", "of another AI", "of other piles"])
def test_another_file_is_left_as_it_is_and_what_ships_plays(kind: str) -> None:
    ai, setting = (NIM, "1 3 5 7") if kind == "of other piles" else (NOTTY, "any table")
    path = own(setting, ai)
    raw = foreign(path, kind)
    store = LearnerStore()
    table = sit_down(ai.game, "q-learner", "q-learner", store=store)
    assert heads(table) == [shipped(ai)[1]] * 2
    (notice,) = table.notices()
    assert str(path) in notice
    assert "left as it is" in notice
    assert "not kept" in notice
    played(table)
    assert table.notices() == []
    assert path.read_bytes() == raw
    # What was learnt stays in memory: the next match is played by it.
    again = sit_down(ai.game, "q-learner", "q-learner", store=store, seed=2)
    assert heads(again) not in ([shipped(ai)[1]] * 2, [None] * 2)
    path.rename(path.with_name("moved-away"))
    played(again)
    assert kept(path, ai).statistics.games == shipped(ai)[0].statistics.games + 2


def test_a_full_disk_is_told_of_once_and_the_match_goes_on(monkeypatch: pytest.MonkeyPatch, at_once: None) -> None:
    full = True

    def write(path: Path, content: bytes) -> None:
        if full:
            raise StorageError(f"{path} could not be written: No space left on device")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    monkeypatch.setattr(container, "write_whole", write)
    store = LearnerStore()
    table = sit_down("notty", "q-learner", "q-learner", store=store)
    play_on(table, 2 * SAVED_EVERY + 20)
    (notice,) = table.notices()
    assert "What q-learner learns is not kept" in notice
    assert "No space left on device" in notice
    play_on(table)
    table.close()
    assert (table.notices(), own().exists()) == ([], False)
    learner = learner_of(table)
    assert learner.games == 801
    again = sit_down("notty", "q-learner", "q-learner", store=store, seed=2)
    assert heads(again) == [TableCodec(spec_of(NOTTY).encoding).digest(learner.trained())] * 2
    full = False
    played(again)
    assert learner.trouble is None
    assert kept(own()).statistics.games == 802


def test_a_file_that_another_program_has_changed_is_gone_on_from() -> None:
    store = LearnerStore()
    played(sit_down("notty", "q-learner", "q-learner", store=store))
    table = sit_down("notty", "q-learner", "q-learner", store=store, seed=2)
    play_on(table, 20)
    elsewhere = LearnerStore().learner(NOTTY, Setup(2, {}))
    elsewhere.start_anew()
    raw = own().read_bytes()
    table.close()
    assert own().read_bytes() == raw
    (notice,) = table.notices()
    assert "changed by another program" in notice
    learner = learner_of(table)
    assert learner.games == 0
    elsewhere.back_to_pretrained()
    again = sit_down("notty", "q-learner", "q-learner", store=store)
    assert heads(again) == [shipped(NOTTY)[1]] * 2
    again.close()


def test_leaving_a_table_where_nothing_was_learnt_keeps_nothing() -> None:
    sit_down("notty", "q-learner", "q-learner").close()
    assert not own().exists()


# Beside other programs


def test_who_learns_holds_the_file_while_it_sits_at_the_table() -> None:
    store = LearnerStore()
    table = sit_down("nim", "q-learner", "q-learner", store=store, **SMALL)
    assert held_here(own("1 2 3", NIM))
    again = sit_down("nim", "q-learner", "q-learner", store=store, seed=2, **SMALL)
    table.close()
    assert held_here(own("1 2 3", NIM))
    again.close()
    assert not held_here(own("1 2 3", NIM))


def test_beside_another_program_one_learns_for_oneself_and_is_told_at_every_table() -> None:
    store = LearnerStore()
    played(sit_down("nim", "q-learner", "q-learner", store=store, **SMALL))
    path = own("1 2 3", NIM)
    raw = path.read_bytes()
    with holding(path):
        for seed in (2, 3):
            table = sit_down("nim", "q-learner", "q-learner", store=store, seed=seed, **SMALL)
            (notice,) = table.notices()
            assert f"learns for itself here, and nothing of it is kept: {path} is in use" in notice
            played(table)
            assert table.notices() == []
        assert (learner_of(table).games, path.read_bytes()) == (3, raw)
        assert not learner_of(table).start_anew()
        assert not learner_of(table).back_to_pretrained()
        assert path.read_bytes() == raw
        (why,) = store.close()
        assert "in use" in why


def test_once_the_file_is_free_it_is_gone_on_from_or_kept() -> None:
    store = LearnerStore()
    path = own("1 2 3", NIM)
    with holding(path):
        played(sit_down("nim", "q-learner", "q-learner", store=store, **SMALL))
    table = played(sit_down("nim", "q-learner", "q-learner", store=store, seed=2, **SMALL))
    assert (kept(path, NIM).statistics.games, learner_of(table).trouble) == (2, None), "nobody has written it meanwhile"
    with holding(path):
        table = sit_down("nim", "q-learner", "q-learner", store=store, seed=3, **SMALL)
        table.notices()
        play_on(table)
        path.write_bytes(kept_by_other(path))
    table.close()
    (notice,) = table.notices()
    assert "changed by another program: q-learner goes on from it" in notice
    assert learner_of(table).games == kept(path, NIM).statistics.games == 53


def kept_by_other(path: Path) -> bytes:
    """What the file holds once another program has learnt from fifty games more than it holds now."""
    elsewhere = path.with_name("elsewhere.npz")
    assert main(["train", "nim", "q-learner", "--from", str(path), "--out", str(elsewhere), "--games", "51"]) == 0
    return elsewhere.read_bytes()


def test_a_free_file_is_held_again_in_the_middle_of_a_match(at_once: None) -> None:
    path = own()
    with holding(path):
        table = sit_down("notty", "q-learner", "q-learner")
    play_on(table, SAVED_EVERY + 5)
    assert learner_of(table).trouble is None
    assert kept(path).statistics.actions > shipped(NOTTY)[0].statistics.actions
    assert held_here(path)
    table.close()


def test_a_training_beside_the_table_waits_for_its_file(at_once: None) -> None:
    trainer = OwnTableTrainer(NIM, SMALL)
    with holding(trainer.path):
        assert not trainer.run(1.0, 100.0)
        assert "Nothing can be learnt now" in str(trainer.trouble)
        assert trainer.count == 0
    played(sit_down("nim", "q-learner", "q-learner", **SMALL))
    assert trainer.run(1.0, 100.0)
    assert trainer.count > 1, "it goes on from what was learnt at the table"
    assert held_here(trainer.path)
    assert trainer.keep()
    assert not held_here(trainer.path)
    assert trainer.run(1.0, 100.0)
    trainer.forget()
    assert not held_here(trainer.path)


@pytest.mark.parametrize("words", [["--games", "3"], ["--games", "3", "--from", "{path}"]])
def test_train_leaves_a_file_in_use_alone(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    path = own("1 2 3", NIM)
    assert main(["train", "nim", "q-learner", "--set", "piles=1,2,3", "--games", "5"]) == 0
    capsys.readouterr()
    raw = path.read_bytes()
    with holding(path):
        asked = [word.format(path=path) for word in words]
        assert main(["train", "nim", "q-learner", "--set", "piles=1,2,3", *asked]) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert "is in use by another window or program" in line
        assert "--out FILE" in line
        assert path.read_bytes() == raw
        assert main(["train", "nim", "q-learner", *asked, "--out", str(path.with_name("other.npz"))]) == 0


# Reset and export


def test_a_reset_begins_with_nothing_or_with_what_ships() -> None:
    store = LearnerStore()
    learner = learner_of(played(sit_down("notty", "q-learner", "q-learner", store=store)))
    before = own().read_bytes()
    assert learner.start_anew()
    assert container.previous_of(own()).read_bytes() == before
    assert (learner.games, learner.actions, learner.pairs, learner.epsilon) == (0, 0, 0, 0.2)
    assert kept(own()).table.pairs == 0
    table = played(sit_down("notty", "q-learner", "q-learner", store=store))
    assert learner_of(table).games == 1
    before = own().read_bytes()
    assert learner.back_to_pretrained()
    assert container.previous_of(own()).read_bytes() == before
    assert not own().exists()
    assert (learner.own, learner.trained()) == (False, shipped(NOTTY)[0])


def test_a_reset_in_the_middle_of_a_match_changes_how_it_is_played_in_nothing(tmp_path: Path) -> None:
    whole = played(sit_down("notty", "q-learner", "q-learner", seed=7))
    assert whole.recorder is not None
    own().unlink()
    table = sit_down("notty", "q-learner", "q-learner", seed=7)
    play_on(table, 12)
    learner_of(table).start_anew()
    played(table)
    assert table.recorder is not None
    assert table.recorder.path.read_bytes() == whole.recorder.path.read_bytes()
    assert 0 < kept(own()).statistics.actions < kept(own()).statistics.actions + 12


def test_a_copy_is_a_file_like_any_other(tmp_path: Path) -> None:
    learner = learner_of(played(sit_down("notty", "q-learner", "q-learner")))
    path = tmp_path / "copies" / "mine.npz"
    learner.export(path)
    assert same(kept(path), learner.trained())
    assert parse_seats("notty", [f"q-learner:{path}", "random"])[0].trained == container.read(path).digest
    raw = path.read_bytes()
    with pytest.raises(CheckpointError, match="choose another name"):
        learner.export(path)
    assert path.read_bytes() == raw


# Going on with a match


def half_played(*specs: str) -> Path:
    table = sit_down("notty", *specs, seed=5)
    play_on(table, 25)
    table.close()
    assert table.recorder is not None
    return table.recorder.path


def test_a_resumed_match_plays_on_by_what_is_known_now_and_says_so() -> None:
    path = half_played("q-learner", "random")
    raw = path.read_bytes()
    resumed = Session.resumed(read(path))
    learner = learner_of(resumed)
    assert resumed.seats[0].trained == container.read(own()).digest
    assert any("has learnt since" in line.text for line in resumed.log.lines)
    before = learner.trained()
    play_on(resumed, 3)
    # Nothing is pending at first: a first move of its own is still to be followed by another.
    assert learnt_updates(learner.trained().table) - learnt_updates(before.table) <= 2
    played(resumed)
    assert path.read_bytes().startswith(raw)
    position = follow(read(path))
    assert position.ended
    assert learner.games == 801
    notes = [line.record for line in read(path).lines if line.record["type"] == "note"]
    assert [note["player"] for note in notes] == [0]


def test_what_was_learnt_since_is_said_once_in_a_match() -> None:
    path = half_played("q-learner", "random")
    for _ in range(3):
        resumed = Session.resumed(read(path))
        play_on(resumed, 2)
        resumed.close()
    notes = [line.record for line in read(path).lines if line.record["type"] == "note"]
    assert len(notes) == 1


def test_where_no_value_has_changed_nothing_is_said() -> None:
    path = half_played("q-learner", "random")
    own().unlink()
    learner = LearnerStore().here(registry.ai("notty", "q-learner"), read(path).setup)
    learner.acted(explored=False, decays=False)
    assert learner.save()
    resumed = Session.resumed(read(path))
    assert resumed.seats[0].trained != read(path).head["players"][0]["trained"]
    assert not any("has learnt since" in line.text for line in resumed.log.lines)
    resumed.close()


def test_a_match_is_resumed_whatever_its_own_file_has_become() -> None:
    path = half_played("q-learner", "q-learner")
    for seed in (1, 2):
        played(sit_down("notty", "q-learner", "q-learner", seed=seed))
    Session.resumed(read(path)).close()
    text = path.read_text("utf-8").replace(shipped(NOTTY)[1], "0" * 64)
    path.write_text(text, "utf-8")
    resumed = Session.resumed(read(path))
    assert [seat.spec for seat in resumed.seats] == ["q-learner", "q-learner"]
    resumed.close()
    own().unlink()
    with pytest.raises(SeatError, match="not here any more"):
        Session.resumed(read(path))


def test_a_match_that_began_with_what_is_still_known_says_nothing() -> None:
    path = half_played("q-learner:untrained", "random")
    resumed = Session.resumed(read(path))
    assert resumed.learners == ()
    assert not any("has learnt since" in line.text for line in resumed.log.lines)
    resumed.close()


def test_an_error_that_nobody_expected_is_raised_where_one_waits_and_the_others_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = LearnerStore()
    tables = [play_for(store, "notty", "q-learner", "random"), play_for(store, "nim", "q-learner", "random")]
    first, second = [learner_of(table) for table in tables]

    def broken(_: object) -> object:
        raise RuntimeError("planted")

    monkeypatch.setattr(first._checkpoint, "written", broken)
    with pytest.raises(RuntimeError, match="planted"):
        store.close()
    assert first.unkept
    assert not second.unkept
    assert gc.isenabled()


def play_for(store: LearnerStore, game: str, *specs: str) -> Session:
    """A table at which some moves have been played and learnt from, and not kept yet."""
    table = sit_down(game, *specs, store=store)
    play_on(table, 12)
    return table
