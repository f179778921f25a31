"""Which commands there are, each with a line about it; nothing of them is imported for that."""

from game.games import built_in
from game.rules import translation

COMMANDS = {
    "play": "opens the window at a table",
    "watch": "opens the window at a table where AIs play",
    "train": "headless: an AI learns, and what it has learnt is kept in a file",
    "inspect": "what a trained file holds",
    "arena": "headless: AIs play each other and are rated",
    "replay": "opens the window and steps through a recorded match",
    "check": "plays replays again by the rules and says at which line a file departs from them",
    "check-game": "plays a game at random and tells where its rules depart from what all rules must do",
    "analyse": "tells what was lost in recorded matches, and what was luck",
    "export": "writes recorded matches as observations, legal actions, actions, scores and results",
    "ratings": "rates every AI at every game",
    "levels": "measures the steps between a game's levels",
    "yardstick": "measures every AI's mean loss against its game's judge",
    "judge-error": "measures how far the differences of a game's judge lie from what play to the end comes to",
    "plot": "the metrics kept in a trained file, as a picture",
    "calibration": "how often what an AI shows comes true, in ten bins",
    "standings": "measures the chance to win a match before each round, if all play as AI",
    "statistics": "what one's own recorded matches come to: results, losses, luck, a rating",
    "practice": "makes the positions to practise that ship, from mistakes in AIs' play",
    "list": "the games, and the AIs at each with one line about them and where they come from",
}
"""Every command with one line about it, in the order of the overview."""
IN_A_WINDOW = ("play", "watch", "replay")
"""The commands that open one."""


def overview() -> str:
    """What ``tabletalk --help`` says."""
    rows = {"[--mod FILE]...": "opens the window at the menu", **COMMANDS}
    width = max(map(len, rows))
    return "\n".join(
        [
            "usage: tabletalk [COMMAND ...]",
            "",
            "Card tables whose AIs think in the open: play, watch, or let the AIs play each other.",
            "",
            *[f"  tabletalk {name.ljust(width)}  {about}" for name, about in rows.items()],
            "",
            f"GAME is one of: {', '.join(built_in.names())}",
            "Each command tells more: tabletalk COMMAND --help",
            "",
            "Each takes --mod FILE, a mod: see docs/modding.md",
            f"Each takes --language CODE, one of: {', '.join(translation.offered_codes())}",
            "",
            "options:",
            "  -h, --help  this text",
            "  --version   the program's version",
        ]
    )
