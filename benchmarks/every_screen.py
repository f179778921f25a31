"""Every screen and state that pictures are made of, by a name each, and how the window is brought there.

What is seen was recorded by a seed (`record`), so that it is the same every time; nothing of the user's is read.
"""

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.board_screens import board, mistake, practice, solved
from benchmarks.table_screens import (
    SECONDS,
    SEED,
    asked,
    end,
    guide,
    held,
    learnt,
    own_turn,
    passed_on,
    press,
    round_end,
    shut,
    table,
    until,
    wait,
    watched,
)
from game.analysis.people.newcomers import usual_opponent
from game.app.window import Window
from game.cli.main import run
from game.games import registry
from game.games.levels import NAMES
from game.matches.replay import matches_folder
from game.matches.tournament import Tournament, free_path
from game.mods.files import EXAMPLE, folder
from game.mods.mods import MODS
from systems.view.screens.menu import MenuScreen
from systems.view.screens.position_tab import AI, EVERYBODY
from systems.view.screens.statistics import StatisticsScreen
from systems.view.screens.training import TrainingScreen

_OWN_MATCHES = 24
"""So many matches of Nim a person has played."""
_MODS = Path(__file__).resolve().parent.parent / "docs" / "mods"
GAMES = [game.name for game in registry.games() if game.guide is not None and usual_opponent(game, 0) in NAMES]
"""The games with a guide and levels: what is pictured of each shows them."""
Show = Callable[[Window], None]


def record() -> None:
    """Record a match of every game, to be looked at, one of Jaipur that waits to be continued, and those of a person:
    a few of Jaipur, many of Nim."""
    out = matches_folder()
    for game in GAMES:
        _play(game, ("random", NAMES[0]), 1, out, f"{game}-{{}}.jsonl")
    whole = (out / f"jaipur-{SEED}.jsonl").read_bytes().splitlines(keepends=True)
    (out / "jaipur-6.jsonl").write_bytes(b"".join(whole[:12]))
    analysed = [out / f"{game}-{SEED}.jsonl" for game in GAMES]
    _play("nim", ("club", "casual"), _OWN_MATCHES, out, "own-nim-{}.jsonl")
    _play("jaipur", ("casual", "beginner"), 1, out, "own-jaipur-{}.jsonl")
    own = sorted(out.glob("own-*.jsonl"))
    for path in own:
        _sit_down_at(path)
    run(["analyse", *map(str, [*analysed, *own[1:]])])


def _play(game: str, ais: Sequence[str], games: int, out: Path, name: str) -> None:
    """Record matches under names in which the number, from the seed on, stands for {}."""
    run(["arena", game, *ais, "--games", str(games), "--seed", str(SEED), "--record", str(out)])
    for number in range(games):
        (out / f"match-{number + 1:04}.jsonl").rename(out / name.format(SEED + number))


def _sit_down_at(path: Path) -> None:
    """Let a recorded match be one that a person has played, in the place of the first AI."""
    first, _, rest = path.read_text().partition("\n")
    head = json.loads(first)
    min(head["players"], key=lambda player: player["ai"] == "beginner" or player["ai"] == "casual").update(
        name="You", ai=None, parameters={}, trained=None
    )
    path.write_text(json.dumps(head, separators=(",", ":")) + "\n" + rest)


# --- the menu ----------------------------------------------------------------------------------------------------


def _menu(window: Window, keys: str = "") -> None:
    window.to_menu()
    window.frame(SECONDS, [])
    press(window, *keys)


def _menu_at(window: Window, game: str) -> None:
    _menu(window, str([each.name for each in registry.games()].index(game) + 1))


def _dialog_of_menu(window: Window, game: str, open_it: Callable[[MenuScreen], None]) -> None:
    """A dialog that the menu opens for a game."""
    _menu_at(window, game)
    assert isinstance(window.screen, MenuScreen)
    window.screen.chairs.chosen = 1
    open_it(window.screen)


def _parameters(menu: MenuScreen) -> None:
    """The parameters of an AI that has many; it leaves the chair again."""
    before, menu.chairs.specs[1] = menu.chairs.specs[1], "q-learner"
    menu._open_parameters()
    menu.chairs.specs[1] = before


def _rules(window: Window, game: str, page: int) -> None:
    _menu_at(window, game)
    press(window, "f1", *["tab"] * (page + 1), "return")


# --- matches that are over ---------------------------------------------------------------------------------------


def _statistics(window: Window, tab: int | None) -> None:
    """The statistics of all games, or of one; None: of nothing."""
    window.show_statistics()
    window.frame(SECONDS, [])
    screen = window.screen
    assert isinstance(screen, StatisticsScreen)
    until(window, lambda: not screen.own.reading)
    if tab is None:
        screen._take([])
    else:
        screen.tabs[tab].activate()


# --- training and tournaments ------------------------------------------------------------------------------------


def _training(window: Window, game: str = "nim", ai: str = "q-learner", games: int = 0) -> None:
    """An AI that learns, after so many games or rounds."""
    window.show_training(registry.ai(game, ai), {})
    window.frame(SECONDS, [])
    screen = window.screen
    assert isinstance(screen, TrainingScreen)
    if games:
        press(window, "p")
        until(window, lambda: screen.trainer.count >= games)
        press(window, "p")
        until(window, lambda: not screen.keeping.saving.busy)


def _compare(window: Window, begin: bool) -> None:
    """Another learner is offered beside one that has learnt, or learns there."""
    _training(window, games=4000)
    press(window, "c")
    screen = window.screen
    assert isinstance(screen, TrainingScreen)
    if begin:
        press(window, "return")
        until(window, lambda: screen.comparison.rival is not None and screen.comparison.rival.count >= 4000)


def _tournament(window: Window, keys: str = "") -> None:
    """A tournament of Nim that is half over."""
    options = {option.key: option.default for option in registry.game("nim").rules.options}
    tournament = Tournament.between("nim", ["beginner", "casual", "club", "expert", "random"], options, 20, SEED)
    match = tournament.match()
    for number in tournament.missing()[:100]:
        tournament.count(match(tournament.schedule.fixture(number)))
    window.show_tournament(tournament, free_path(tournament))
    window.frame(SECONDS, [])
    press(window, *keys)


def _tournaments(window: Window) -> None:
    """One of Nim is put together, and one is kept."""
    window.show_tournaments("nim")


# --- mods and messages -------------------------------------------------------------------------------------------


def _with_mods(window: Window, show: Show) -> None:
    """Something that is seen where mods are installed: three that add games and AIs, and one that is refused."""
    folder().mkdir(parents=True, exist_ok=True)
    for path in (EXAMPLE, _MODS / "embers.py", _MODS / "mood.py"):
        shutil.copy(path, folder())
    (folder() / "broken.py").write_text("from game.modding import nothing_there\n")
    _reload(window)
    show(window)
    wait(window)


def _without_mods(window: Window) -> None:
    shutil.rmtree(folder())
    window.to_menu()
    _reload(window)


def _reload(window: Window) -> None:
    window.show_mods()
    window.frame(SECONDS, [])
    MODS.reload()
    until(window, lambda: not MODS.loading)


def _fault(window: Window) -> None:
    """The page that tells of an error that nobody expected."""
    _menu(window)
    window.guard.failed("making pictures", RuntimeError("this is only a picture"))


def _named(name: str, show: Callable[..., None], **more: Any) -> dict[str, Show]:
    """A screen for every game: `show` is told the game, and more."""
    return {f"{name}-{game}": partial(show, game=game, **more) for game in GAMES}


SCREENS: Mapping[str, Show] = {
    "menu": _menu,
    **_named("menu", _menu_at),
    "menu-matches": partial(_menu, keys="r"),
    "menu-settings": partial(_menu, keys="s"),
    "menu-more": partial(_menu, keys="2m"),
    "menu-training": partial(_menu, keys="2t"),
    "menu-metrics": partial(_menu, keys="2g"),
    "menu-people": partial(_dialog_of_menu, game="jaipur", open_it=MenuScreen._open_people),
    "menu-about": partial(_dialog_of_menu, game="jaipur", open_it=MenuScreen._open_about),
    "menu-parameters": partial(_dialog_of_menu, game="nim", open_it=_parameters),
    "menu-invited-to-play": partial(
        _dialog_of_menu, game="nim", open_it=lambda menu: menu.open(menu.doors.invite_to_play())
    ),
    "menu-invited-to-practise": partial(
        _dialog_of_menu, game="nim", open_it=lambda menu: menu.open(menu.doors.invite_to_practise())
    ),
    **_named("rules", _rules, page=0),
    **_named("counts", _rules, page=1),
    "keys-notty": partial(_rules, game="notty", page=2),
    **_named("guide", guide),
    **_named("table", table),
    **_named("watched", watched),
    **_named("turn", own_turn),
    **_named("hint", own_turn, hint=True),
    **_named("three", own_turn, keys="v", hint=True),
    **_named("sums", own_turn, hint=True, sums=True),
    **_named("shut", shut),
    **_named("asked", asked),
    "held-nim": held,
    "help-jaipur": partial(own_turn, game="jaipur", keys=("f1",)),
    "learnt-nim": learnt,
    "pass-thirty_one": passed_on,
    **_named("round", round_end),
    **_named("end", end),
    **_named("board", board),
    **_named("board-position", board, keys="2"),
    **_named("board-three", board, keys="2v"),
    **_named("board-thoughts", board, keys="2", source=AI),
    **_named("board-everybody", board, keys="2", source=EVERYBODY),
    **_named("board-coming", board, keys="2c"),
    "board-judged-on": partial(board, game="thirty_one", keys="2r"),
    "board-sums": partial(board, game="thirty_one", keys="f"),
    "board-position-sums": partial(board, game="notty", keys="2f"),
    "board-moves": partial(board, game="thirty_one", keys="3"),
    "board-branch": partial(board, game="thirty_one", keys="b"),
    "statistics": lambda window: window.show_statistics(),
    "statistics-many": partial(_statistics, tab=1),
    "statistics-one": partial(_statistics, tab=2),
    "statistics-none": partial(_statistics, tab=None),
    "practice": practice,
    **_named("practice", mistake),
    "practice-solved": solved,
    "training": _training,
    "training-under-way": partial(_training, games=4000),
    "training-compare": partial(_compare, begin=False),
    "training-compared": partial(_compare, begin=True),
    "training-jaipur": partial(_training, game="jaipur", ai="neural", games=2560),
    "training-notty": partial(_training, game="notty", ai="deep-q", games=200),
    "training-thirty_one": partial(_training, game="thirty_one", ai="neural", games=10_000),
    "training-networks": partial(_training, game="thirty_one", ai="page"),
    "tournaments": _tournaments,
    "tournament": _tournament,
    "tournament-watched": partial(_tournament, keys="v"),
    "mods": lambda window: window.show_mods(),
    "mods-loaded": partial(_with_mods, show=lambda window: window.show_mods()),
    "mods-menu": partial(_with_mods, show=_menu),
    "mods-table-embers": partial(_with_mods, show=partial(own_turn, game="embers", rival="random")),
    "mods-table-tic_tac_toe": partial(_with_mods, show=partial(own_turn, game="tic_tac_toe", rival="random")),
    "fault": _fault,
}
"""Every screen by its name, and how it is shown."""


def leave(window: Window, name: str) -> None:
    """Leave a screen so that nothing of it is seen on the next: neither dialogs nor mods nor pages."""
    window.screen.dialog = None
    window.guard.page = None
    if name.startswith("mods-"):
        _without_mods(window)
