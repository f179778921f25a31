"""The docs for programs: the library's examples run, and the index names every page."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import game.library
from game.agents.match import play_match
from game.games import registry
from game.games.seats import SeatError, parse_seat
from game.library import agent, analyse, play, setup_of

DOCS = Path(__file__).resolve().parent.parent / "docs"
EXAMPLES = re.findall(r"```python\n(.*?)```", (DOCS / "library.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", EXAMPLES, ids=range(len(EXAMPLES)))
def test_every_example_runs_and_is_short(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert len([line for line in block.splitlines() if line]) <= 12
    exec(block.replace("games=1000", "games=4"), {})


def test_a_match_is_the_arenas_and_the_same_for_the_same_seed() -> None:
    rules, agents = registry.game("jaipur").rules, [parse_seat("jaipur", ai).agent() for ai in ("utility", "random")]
    assert agents[0] is not None
    assert agents[1] is not None
    fallback = registry.ai("jaipur", "random").agent()
    alone = play_match(rules, setup_of("jaipur"), [agents[0], agents[1]], fallback, 7)
    assert play("jaipur", ["utility", "random"], seed=7) == alone


def test_an_analysis_tells_what_a_match_lost(tmp_path: Path) -> None:
    result = play("nim", ["random", "random"], seed=3, record=tmp_path / "match.jsonl")
    analysis = analyse(tmp_path / "match.jsonl")
    assert len(analysis.decisions) == result.moves
    assert sum(account.own_losses for account in analysis.account) > 0


def test_a_human_is_no_agent() -> None:
    with pytest.raises(SeatError, match="human"):
        agent("nim", "human")


def test_it_loads_neither_pygame_nor_esper() -> None:
    code = "import sys, game.library; sys.exit(bool({'pygame', 'esper', 'pettingzoo'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_name_is_there() -> None:
    assert all(hasattr(game.library, name) for name in game.library.__all__)


def test_the_index_names_every_page_once_by_its_title() -> None:
    linked = re.findall(r"^- \[(.+?)\]\((.+?)\): .+\.$", (DOCS / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    pages = {path.relative_to(DOCS).as_posix(): path for path in DOCS.rglob("*.md") if path != DOCS / "README.md"}
    assert sorted(path for _, path in linked) == sorted(pages)
    for title, path in linked:
        assert pages[path].read_text(encoding="utf-8").splitlines()[0] == f"# {title}"
