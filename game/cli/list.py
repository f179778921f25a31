"""The command ``list``: the games, and who can play them."""

from argparse import Namespace

from game.base.safe_text import say
from game.cli.output import table
from game.cli.words import Command, Help, Parser
from game.games import registry
from game.games.levels import levels_first
from game.matches.measured import words_of
from game.mods.files import folder
from game.mods.mods import MODS

HELP = Help("", examples=("tabletalk list",))


def list_arguments(parser: Parser) -> None:
    """No words."""


def run_list(words: Namespace) -> int:
    """The games, and the AIs at each."""
    for game in registry.games():
        seats = game.rules.seats
        players = str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"
        say(f"{game.name}: {game.title}, for {players} players. {game.about}")
        say(table([[f"  {ai.name}", _told(game, ai)] for ai in levels_first(registry.ais(game.name))], left=2))
    say(f"mods: {folder()}")
    states = [[f"  {mod.name}", f"refused: {mod.refused}" if mod.refused else f"adds {mod.adds}"] for mod in MODS.all]
    if states:
        say(table(states, left=2))
    return 0


def _told(game: registry.GameModule, ai: registry.AI) -> str:
    """What there is to say of an AI in a line."""
    default = "the default" if ai.name == game.default_ai else ""
    return f"{ai.about} ({', '.join(filter(None, (ai.origin, default, words_of(game.name, ai.name))))})"


COMMAND = Command(HELP, list_arguments, run_list)
