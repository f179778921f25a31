"""Systems of mods in the window: what they do is told at the table, and one seed gives the match that it gives without
a window."""

from pathlib import Path

import pytest

from components.table import MatchOver
from game.agents.agent import ThinkingError
from game.base.storage import home
from game.cli.main import run
from game.games import registry
from game.games.seats import parse_seats
from game.matches.requests import TableRequest
from game.mods.mods import MODS
from systems.snapshot import maybe
from systems.view.screens.menu import MenuScreen
from systems.view.screens.training import TrainingScreen
from tests.mod_desk import drop, taken
from tests.window.audit import texts_drawn
from tests.window.conftest import Open
from tests.window.desk import Desk

pytestmark = pytest.mark.usefixtures("no_mods")
MOOD = Path(__file__).resolve().parents[2] / "docs" / "mods" / "mood.py"
FAST = {"motion": "instant", "pace": 0.0}
OURS = '''"""A mod with an AI, and with a system that now and then picks itself."""

import esper

from game.modding import *


class Chooses:
    name = "chooses"

    def __init__(self, table):
        self.rules = table.rules

    def process(self, seconds):
        for entity, (_, decision) in esper.get_components(Player, Decision):
            if decision.number % 3 == 0 and not esper.has_component(entity, Chosen):
                last = self.rules.legal_moves(decision.view)[-1]
                esper.add_component(entity, Chosen(Candidate(last, 1.0, Reason())))


def register(registry):
    registry.ai(AI("by-lot", "{game}", "by lot", lambda rules, _: [AnyMove(rules)], lambda _: Weighted()))
    registry.system(Chooses, Phase.PICK, when="before")
'''
CHEATS = '''"""A mod whose system writes other owners on all pieces."""

import esper

from game.modding import Owner, Phase, ToMove


class Cheats:
    def __init__(self, table):
        pass

    def process(self, seconds):
        if esper.get_component(ToMove):
            for _, owner in esper.get_component(Owner):
                owner.player = 0


def register(registry):
    registry.system(Cheats, Phase.LEARN)
'''


TAKES = '''"""A mod whose system takes one candidate away."""

import esper

from game.modding import Phase, ScorerState


class Takes:
    def __init__(self, table):
        pass

    def process(self, seconds):
        states = [state for _, state in esper.get_component(ScorerState) if state.candidates]
        states[0].candidates.pop()


def register(registry):
    registry.system(Takes, Phase.SCORE)
'''
WATCHES = '''"""A mod whose system writes down how many decisions it has seen."""

from game.base.storage import home
from game.modding import Phase

SEEN = [0]


class Watches:
    def __init__(self, table):
        pass

    def process(self, seconds):
        SEEN[0] += 1
        (home() / "decisions").write_text(str(SEEN[0]))


def register(registry):
    registry.system(Watches, Phase.SCORE, games=["nim"])
'''


def table(game: str, *seats: str, seed: int = 3) -> TableRequest:
    """The request for a table."""
    return TableRequest(game, tuple(parse_seats(game, seats)), {}, seed)


def with_mods(*paths: Path) -> None:
    """Load mods by their files, which may lie anywhere."""
    MODS.name(paths)
    assert [mod.refused for mod in taken()] == [""] * len(MODS.all)


def seen(desk: Desk) -> list[str]:
    """All words that a frame draws."""
    with texts_drawn() as texts:
        desk.frame()
    return [words for words, _ in texts]


@pytest.mark.parametrize(("game", "other"), [("nim", "perfect"), ("jaipur", "utility")])
@pytest.mark.parametrize("pace", [0.0, 0.03125])
def test_one_seed_gives_one_match_with_a_window_and_without(
    open_desk: Open, tmp_path: Path, game: str, other: str, pace: float
) -> None:
    ours = tmp_path / "ours.py"
    ours.write_text(OURS.replace("{game}", game))
    with_mods(MOOD, ours)
    desk = open_desk(table(game, "by-lot", other), motion="instant", pace=pace)
    desk.until_told(lambda: maybe(MatchOver))
    windowed = desk.replay().path.read_bytes()
    desk.close()
    words = ["arena", game, "by-lot", other, "--games", "1", "--seed", "3", "--mod", str(MOOD), "--mod", str(ours)]
    assert run([*words, "--record", str(tmp_path / "headless")]) == 0
    assert (tmp_path / "headless" / "match-0001.jsonl").read_bytes() == windowed
    assert b'"type":"note"' not in windowed, "nobody was at fault"


def test_the_overlay_tells_what_a_system_made_of_a_score_and_the_table_who_sees_it_all(open_desk: Open) -> None:
    with_mods(MOOD)
    desk = open_desk(table("jaipur", "utility", "utility"), motion="instant", pace=5.0)
    desk.until_told(lambda: desk.table.thoughts.now())
    thought = desk.table.thoughts.now()
    assert thought is not None
    assert "0.60 + 0.10 mood" in [row.swayed for row in thought.rows]
    words = seen(desk)
    assert "0.60 + 0.10 mood" in words
    assert "with mood" in words


def test_what_a_system_takes_away_is_told_and_was_considered_all_the_same(open_desk: Open) -> None:
    drop("taking.py", TAKES)
    taken()
    desk = open_desk(table("jaipur", "utility", "utility"), motion="instant", pace=5.0)
    desk.until_told(lambda: desk.table.thoughts.now())
    thought = desk.table.thoughts.now()
    assert thought is not None
    assert len(thought.rows) == 3
    assert thought.beyond == "Takes took away 1 move. 10 more moves are legal; Vera 1 does not look at them."


def test_what_a_system_writes_on_pieces_changes_no_match_and_its_mod_is_named(open_desk: Open) -> None:
    drop("cheating.py", CHEATS)
    taken()
    desk = open_desk(table("nim", "perfect", "perfect"), **FAST)
    assert "with cheating" in seen(desk)
    desk.until_told(lambda: maybe(MatchOver))
    assert [line.record["text"] for line in desk.replay().lines if line.record["type"] == "note"] == []
    assert desk.checked().end is not None
    assert desk.replay().mods == ["cheating"]


def test_the_panel_of_our_own_learner_goes_through_the_world_and_says_so(
    open_desk: Open, capsys: pytest.CaptureFixture[str]
) -> None:
    drop("seeing.py", WATCHES)
    taken()
    desk = open_desk(**FAST)
    desk.window.show_training(registry.ai("nim", "q-learner"), {"piles": [1, 2, 3]})
    desk.frame(2)
    screen = desk.screen(TrainingScreen)
    assert screen.toasts.words == "nim is played through the world: systems of mods take part (seeing)."
    desk.keys("p")
    desk.until(lambda: screen.trainer.snapshot.games >= 5)
    assert int((home() / "decisions").read_text()) >= 5, "the system was at every game"
    desk.keys("p")
    desk.until(lambda: not screen.keeping.saving.busy)
    assert capsys.readouterr().err == "", "while it was kept another thread looked at another world"
    desk.keys("escape")
    desk.until(lambda: isinstance(desk.window.screen, MenuScreen))


def test_other_panels_say_that_they_cannot_go_through_the_world(open_desk: Open) -> None:
    with_mods(MOOD, MOOD.with_name("sorted_learner.py"))
    desk = open_desk(**FAST)
    for game, name in (("nim", "sorted-learner"), ("thirty_one", "neural")):
        with pytest.raises(ThinkingError, match=r"^cannot learn in a panel while systems of mods take part \(mood\)$"):
            desk.window.show_training(registry.ai(game, name), {})
    assert desk.menu
