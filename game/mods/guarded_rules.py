"""The rules of a mod's game as the program calls them: whatever they raise is one error, and none takes for ever."""

from collections.abc import Callable
from typing import Any, cast

from game.agents.choosing import described
from game.base.deadline import OverdueError, deadline
from game.games.module import registered_game
from game.rules.protocol import MEMBERS, METHODS, OPTIONAL, AnyRules, RecordError, RulesError

SECONDS = 10.0
"""How long one call of a mod's rules may take."""


class GuardedRules:
    """Has all that the rules have; a call that fails raises RulesError, or RecordError as rules may.

    In another process it stands for the rules of the game that is registered there.
    """

    name: str

    def __init__(self, rules: AnyRules) -> None:
        for trait in MEMBERS:
            if trait not in METHODS:
                setattr(self, trait, getattr(rules, trait))
        for method in METHODS:
            if method in OPTIONAL and not hasattr(rules, method):
                continue
            setattr(self, method, _guarded(str(rules.name), getattr(rules, method)))

    def __reduce__(self) -> Any:
        return _registered, (self.name,)


def _registered(name: str) -> AnyRules:
    return registered_game(name).rules


def guarded(rules: AnyRules) -> AnyRules:
    """The same rules, guarded."""
    return cast(AnyRules, GuardedRules(rules))


def _guarded(game: str, method: Callable[..., Any]) -> Callable[..., Any]:
    def call(*given: Any, **named: Any) -> Any:
        try:
            with deadline(SECONDS):
                return method(*given, **named)
        except (RecordError, RulesError):
            raise
        except OverdueError as error:
            raise RulesError(f"the rules of {game}: {method.__name__} {error}") from None
        except (Exception, SystemExit) as error:  # a mod may raise anything
            raise RulesError(f"the rules of {game}: {method.__name__} {described(error)}") from error

    return call
