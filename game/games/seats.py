"""Who sits at a table: a human, or an AI with its parameters, read from the words of the command line."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from game.agents.agent import Agent, ThinkingError
from game.checkpoints import places
from game.checkpoints.container import CheckpointError
from game.games import registry
from game.rules.language import _, error_words, joined, made, marked
from game.rules.options import full_options
from game.rules.protocol import AnyRules, Option, Setup

HUMAN = "human"
UNTRAINED = "untrained"
_SPEC = re.compile(r"([^:@]*)(:.*?)?(?:@([^@/\\]*))?", re.DOTALL)
"""Name, file with its colon, and parameters."""
_APART = re.compile(r"[,@/\\]")
"""What keeps the parts of such words apart, so that no value can hold it."""


class SeatError(ValueError):
    """A seat that cannot be taken as asked; the text says why and what would do."""


@dataclass(frozen=True)
class Seat:
    """One chair: `ai` is None for a human. `spec` is how it was asked for, and asks for the same again.

    `trained` is the SHA-256 of the checkpoint that the AI starts from, `learnt` what it holds.
    """

    name: str
    ai: registry.AI | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    spec: str = HUMAN
    trained: str | None = None
    learnt: registry.Trained = field(default="pretrained", compare=False, repr=False)

    @property
    def is_human(self) -> bool:
        return self.ai is None

    @property
    def learns(self) -> bool:
        """Whether, at a table of the window, it plays by the user's own table and learns on: an AI that learns a table,
        asked for by its bare name, without a file."""
        return self.ai is not None and self.ai.learns_table and ":" not in self.spec.partition("@")[0]

    def agent(self) -> Agent | None:
        """A fresh agent of the AI; None for a human."""
        return None if self.ai is None else self.ai.agent(self.parameters, self.learnt)

    def record(self) -> dict[str, Any]:
        """The seat as a replay holds it."""
        return {
            "name": self.name,
            "ai": None if self.ai is None else self.ai.name,
            "parameters": dict(self.parameters) | ({"mod": self.ai.digest} if self.ai and self.ai.digest else {}),
            "trained": self.trained,
        }


def parse_seat(game: str, spec: str) -> Seat:
    """The seat that ``human`` or ``NAME[:FILE][@key=value,...]`` asks for.

    Raises SeatError or registry.UnknownNameError.
    """
    if spec == HUMAN:
        return Seat(_("You"))
    words = _SPEC.fullmatch(spec)
    if words is None:
        raise SeatError(f"{spec}: parameters are key=value,... and no value holds @, / or \\ (a third is 0.33)")
    name, file, tail = words.groups(default="")
    if name == HUMAN:
        raise SeatError(f"{spec}: a human takes neither a file nor parameters")
    ai = registry.ai(game, name)
    if file and not ai.learns:
        raise SeatError(f"{spec}: {name} does not learn, so it takes no trained file")
    try:
        learnt, digest = _trained(ai, file[1:] if file else None)
    except CheckpointError as error:
        raise SeatError(joined([spec, error_words(error)], ": ")) from error
    return Seat(ai.name, ai, _parameters(ai, spec, tail), spec, digest, learnt)


def without_parameters(spec: str) -> tuple[str, dict[str, str]]:
    """The words that ask for a seat without its parameters, and those as they were typed, by key."""
    words = _SPEC.fullmatch(spec)
    name, file, tail = words.groups(default="") if words else (spec, "", "")
    parts = (part.partition("=") for part in filter(None, tail.split(",")))
    return f"{name}{file}", {key: value for key, _, value in parts}


def with_parameters(base: str, given: Mapping[str, str]) -> str:
    """The words that ask for a seat with these parameters."""
    return f"{base}@{','.join(f'{key}={text}' for key, text in given.items())}" if given else base


def fault_in(option: Option, text: str) -> str:
    """Why a text cannot be a parameter's value, to be read after its key; empty where it can."""
    if _APART.search(text):
        return _("cannot hold any of , @ / \\")
    try:
        option.parse(text)
    except ValueError as error:
        return error_words(error)
    return ""


def usual_values(ai: registry.AI, start: registry.Trained) -> dict[str, str]:
    """What each parameter of an AI that begins with `start` is where it is not given, as it would be typed; without
    those that only its mod knows."""
    usual = {option.key: option.default_text for option in ai.parameters if option.default is not None}
    if ai.learner_spec is None:
        return usual
    from game.agents.learning import TrainedTable  # here and below: only who learns a table needs it

    learning = ai.learner_spec.parameters
    if isinstance(start, TrainedTable):
        learning = replace(start.parameters, epsilon=start.statistics.epsilon)
    known = {option.key: getattr(learning, option.key, None) for option in ai.parameters if option.key not in usual}
    return usual | {key: f"{value:.6g}" for key, value in known.items() if isinstance(value, float)}


def seat_again(game: str, record: Mapping[str, Any], how: Setup | None = None) -> Seat:
    """The seat that a replay's record describes, with the checkpoint of the same SHA-256, wherever it lies among
    those that ship and the user's own.

    With the match's setup, an AI that played by the user's own table is asked for by its bare name again: that file
    may have changed since, by learning on. Raises SeatError or registry.UnknownNameError.
    """
    if record["ai"] is None:
        return Seat(str(record["name"]))
    ai = registry.ai(game, str(record["ai"]))
    parameters = dict(record.get("parameters") or {})
    parameters.pop("mod", None)  # it may have changed since: what it is now plays on
    file = _file_again(ai, record, how) if ai.learns else ""
    seat = parse_seat(game, with_parameters(f"{ai.name}{file}", parameters))
    return replace(seat, name=str(record["name"]))


def _file_again(ai: registry.AI, record: Mapping[str, Any], how: Setup | None) -> str:
    """The file part of the words that ask for a recorded seat again. Raises SeatError where its file is gone."""
    digest = record.get("trained")
    if digest is None:  # where nothing is pretrained, whoever comes for the first time knows nothing
        return "" if ai.pretrained is None and ai.learns_table else f":{UNTRAINED}"
    own = _checkpoint(ai, how) if ai.learns_table and how is not None else None
    path = places.with_digest(str(digest), ai.pretrained_files + places.own_checkpoints(ai.game, ai.name))
    if path is None and (own is None or not own.exists()):
        raise SeatError(_("the trained file that {name} played with is not here any more", name=str(record["name"])))
    return "" if path in (None, own, ai.pretrained) else f":{path}"


def _checkpoint(ai: registry.AI, how: Setup) -> Path:
    """The user's own checkpoint of an AI that learns a table. Raises SeatError where its mod cannot tell."""
    try:
        return ai.own_path(how)
    except ThinkingError as error:
        raise SeatError(f"{ai.name} {error}") from None


def untrained_words(seat: Seat, how: Setup) -> str:
    """Words for people whose AI plays by a table of other settings than those of the match, so that it knows nothing;
    empty where it does not."""
    learnt = "" if seat.ai is None else seat.ai.other_setting(how, seat.learnt)
    return _("{name} has learnt {setting} only", name=seat.name, setting=learnt) if learnt else ""


def _trained(ai: registry.AI, file: str | None) -> tuple[registry.Trained, str | None]:
    """What an AI starts from, and its SHA-256: a file, ``untrained``, or, where none is named, what is pretrained.
    Raises CheckpointError."""
    if not ai.learns or file == UNTRAINED:
        return None, None
    return ai.pretrained_learnt() if file is None else ai.learnt_from(places.find(file))


def _parameters(ai: registry.AI, spec: str, text: str) -> dict[str, Any]:
    known = {option.key: option for option in ai.parameters}
    values: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if not equals and key in known:
            usual = known[key].default_text
            raise SeatError(_("{spec}: {key} needs a value: {key}={usual}, say", spec=spec, key=key, usual=usual))
        if key not in known:
            raise SeatError(f"{spec}: {ai.name} has no parameter {key!r}; it has: {', '.join(known) or 'none'}")
        try:
            values[key] = known[key].parse(value)
        except ValueError as error:
            raise SeatError(joined([spec, key, error_words(error)], ": ")) from None
    return values


def renewed(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The same seats, the AIs of mods as they are now. Raises registry.UnknownNameError where one is gone."""
    return tuple([_renewed(seat) for seat in seats])


def _renewed(seat: Seat) -> Seat:
    ai = seat.ai
    return seat if ai is None or not ai.digest else replace(seat, ai=registry.ai(ai.game, ai.name))


def parse_seats(game: str, specs: Sequence[str]) -> list[Seat]:
    """A table's seats; raises SeatError when their number does not suit the game."""
    seats = [parse_seat(game, spec) for spec in specs]
    allowed = registry.game(game).rules.seats
    if len(seats) not in allowed:
        most = f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])
        raise SeatError(f"{game} is for {most} players, not {len(seats)}")
    return named_apart(seats)


def named_apart(seats: Sequence[Seat]) -> list[Seat]:
    """The same seats, numbered where two would bear one name."""
    names = [seat.name for seat in seats]
    if len(set(names)) == len(names):
        return list(seats)
    renamed = []
    for index, seat in enumerate(seats):
        name = _("Player {number}", number=index + 1) if seat.is_human else f"{seat.name} {index + 1}"
        renamed.append(replace(seat, name=name) if names.count(seat.name) > 1 else seat)
    return renamed


_MADE_FOR = marked("{ai} is made for {key}={usual} and does not play with {key}={asked}; choose one of: {knowing}")
_TRAINED_FOR = marked(
    "{ai} was trained for {key}={usual} and does not play with {key}={asked}; choose one of: {knowing}"
)


def check_house_rules(ais: Iterable[registry.AI | None], options: Mapping[str, Any], judging: bool = False) -> None:
    """Raise SeatError where an AI does not know a house rule of these options, as a player or `judging`; None stands
    for a human."""
    for ai in ais:
        rule = None if ai is None else ai.foreign_rule(options, judging)
        if ai is not None and rule is not None:
            knowing = [each.name for each in registry.ais(ai.game) if each.foreign_rule(options, judging) is None]
            values = {"ai": ai.name, "key": rule.key, "usual": rule.default_text}
            values |= {"asked": rule.text_of(options[rule.key]), "knowing": ", ".join(knowing)}
            raise SeatError(made(_TRAINED_FOR if ai.learns else _MADE_FOR, (), values))


def setup(rules: AnyRules, seats: Sequence[Seat], options: Mapping[str, Any] | None = None) -> Setup:
    """How the match of these seats is played, options of the game filled up with their defaults. Raises SeatError where
    an AI does not know a house rule."""
    check_house_rules([seat.ai for seat in seats], options or {})
    full = full_options(rules, options or {})
    return Setup(len(seats), full, any(seat.is_human for seat in seats))
