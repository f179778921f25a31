"""Tabletalk as a library: one import gives what a program needs.

Everything is the program's own, by the same rules and the same seeds: what is played here is what the window and the
command line play. Neither pygame nor esper is loaded.
"""

from game.agents.agent import Agent, Candidate, Estimate
from game.agents.match import Match, MatchResult
from game.analysis.account import Account
from game.analysis.analysis import Analysis
from game.analysis.decisions import Decision
from game.analysis.luck import Stroke
from game.analysis.moments import Deal, Moment, PlayedMatch, read_match
from game.analysis.rows import read_rows
from game.games.observation import observation_of, setup_of
from game.games.registry import ai, ais, game, games
from game.library.calls import agent, analyse, compare, play
from game.matches.arena import Arena, Tally
from game.mods.use import use_mods
from game.rules.protocol import MatchEnd, Setup

__all__ = [
    "Account",
    "Agent",
    "Analysis",
    "Arena",
    "Candidate",
    "Deal",
    "Decision",
    "Estimate",
    "Match",
    "MatchEnd",
    "MatchResult",
    "Moment",
    "PlayedMatch",
    "Setup",
    "Stroke",
    "Tally",
    "agent",
    "ai",
    "ais",
    "analyse",
    "compare",
    "game",
    "games",
    "observation_of",
    "play",
    "read_match",
    "read_rows",
    "setup_of",
    "use_mods",
]
