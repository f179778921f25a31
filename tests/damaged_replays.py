"""Sound replays of every game, and all that can be damaged in them: what `check` is tried on (`tests.mutate_check`)."""

import dataclasses
import json
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import islice, pairwise
from math import isfinite
from pathlib import Path
from random import Random
from traceback import walk_tb
from typing import Any

from game.agents.agent import Agent, Candidate, Considered, Estimate, Reason
from game.games import registry
from game.games.seats import parse_seats
from game.games.zones import laying
from game.matches import branching, check, replay
from game.matches.check import Follower, drawn_anew, laid_anew
from game.matches.replay import Line, Recorder, Replay, ReplayError, read
from game.rules.options import full_options
from game.rules.placing import Pieces, dealt
from game.rules.protocol import Effect, OptionError, Setup
from game.rules.streams import Streams
from game.workers import answers
from tests.games import turn_limit, usual_ai, weakest
from tests.quick import quick_agent

Record = dict[str, Any]
Step = str | int
Way = tuple[Step, ...]
Outcome = tuple[int, str] | None
"""The line that is refused, 0 where the checker fails itself, and the words; None where nothing is."""
EMBERS = Path(__file__).parents[1] / "docs" / "mods" / "embers.py"
TEXT = "Nothing happened, but — ‘for once’ — in more bytes than letters: ½ 🐪"
_AI = {"name": "AI", "ai": "random", "parameters": {"depth": 2}, "trained": "0" * 64}


# --- sound replays -----------------------------------------------------------------------------------------------


def play(path: Path, game: str, seed: int, turns: int, seats: int = 2, agent: Agent | None = None) -> Path:
    """Record a match of random moves, or those of an `agent`, with all that a replay can hold; rounds end after so many
    `turns` where the game has such an option."""
    rules, zones = registry.game(game).rules, laying(registry.game(game).zones)
    said = {"turn_limit": turns} if turn_limit(game, turns) else {}
    how = Setup(seats, full_options(rules, said))
    recorder = Recorder(path, rules, seed, how, [_AI] * seats, systems=[{"mod": "pets", "sha256": "1" * 64}])
    streams, rng = Streams(seed), Random(f"rich/{seed}")
    standing, first, over, number = rules.new_standing(how), 0, None, 0
    while over is None:
        number += 1
        state = rules.deal(how, standing, first, streams.deal(number))
        recorder.round_started(number, first, state)
        recorder.noted(None, TEXT)
        past, undos = [(state.copy(), dealt(rules.board(state)))], 2
        while state.to_move is not None:
            player, view = state.to_move, rules.view(state, state.to_move)
            moves = rules.legal_moves(view)
            if rng.random() < 0.3:
                recorder.considered(Considered(player, "random", view, _thoughts(moves[:4], rng), 0))
            chosen = agent.choose(view, rng) if agent is not None else None
            move = rng.choice(moves) if chosen is None else chosen.move
            pieces, effects = Pieces.of(past[-1][1], zones), list[Effect]()
            numbers = [lying[1] for row in pieces.places.values() for lying in row]
            wanted = rules.chosen(view, move)
            spots = pieces.told(wanted, set(rng.sample(numbers, len(numbers) // 2)))
            rules.decide(state, move, effects)
            chance = rules.draw_chance(state, move, streams.chance())
            rules.settle(state, move, chance, effects)
            recorder.moved(player, move, chance, state, spots)
            pieces.carry_out(effects, pieces.picked(wanted, spots) if spots else ())
            past.append((state.copy(), pieces.arrangement()))
            if undos and len(past) > 3 and rng.random() < 0.3:
                undos -= 1
                to = rng.randrange(len(past) - 2)
                del past[to + 1 :]
                before, arrangement = past[-1]
                state = drawn_anew(rules, before, to)
                past[-1] = state.copy(), laid_anew(rules, before, state, arrangement)
                recorder.undone(to, state, to)
                recorder.noted(0, "I took it back.")
        end = rules.round_end(state, standing)
        if not end.unfinished:
            recorder.round_ended(number, end)
        standing, first, over = rules.after_round(standing, first, end)
    recorder.match_ended(over)
    return path


def _thoughts(moves: Sequence[Any], rng: Random) -> list[Candidate]:
    shown = Estimate(chance=0.5, error=0.25, visits=3, line="and so on")
    return [Candidate(move, rng.uniform(-1, 1), Reason("it is there"), rng.choice([None, shown])) for move in moves]


class Sound:
    """A sound replay, and the follower before each of its lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.replay = read(path)
        self.records = [self.replay.head, *[line.record for line in self.replay.lines]]
        self.words = sorted({value for each in self.records for _, value in leaves(each) if isinstance(value, str)})
        self.followers = [Follower(self.replay)]
        for line in self.replay.lines:
            follower = fork(self.followers[-1], self.replay)
            follower.step(line)
            self.followers.append(follower)

    def legal(self, state: Any) -> list[Record]:
        """The legal moves of a state, as lines tell them."""
        rules = self.replay.rules
        return [rules.move_record(move) for move in rules.legal_moves(rules.view(state, state.to_move))]


def fork(follower: Follower, whose: Replay) -> Follower:
    """A follower at the same position, whose further steps change nothing of this one."""
    other, position = Follower(whose), follower.position
    other.position = dataclasses.replace(
        position, states=[*position.states], arrangements=[*position.arrangements], moves=[*position.moves]
    )
    if position.arrangements:
        other._pieces = Pieces.of(position.arrangements[-1], other._laying)
    return other


def sound(game: str, folder: Path, seeds: Sequence[int] = (1, 2)) -> list[Sound]:
    """Replays of a game: of few turns and of more, of as many players as it seats, and one that branches from
    another; one has a round that was won."""
    most = registry.game(game).rules.seats[-1]
    rules, how = registry.game(game).rules, Setup(most, full_options(registry.game(game).rules, {}))
    at_once = (
        seed
        for seed in range(3000)
        if rules.deal(how, rules.new_standing(how), 0, Streams(seed).deal(1)).to_move is None
    )
    seeds = [*seeds, *islice(at_once, 1)]
    made = [play(folder / f"{game}-{seed}.jsonl", game, seed, 5 * seed**2 % 50, most) for seed in seeds]
    whole = read(made[0])
    if not any(line.record["type"] == "round_end" for line in whole.lines):  # chance alone ends no round
        agent = quick_agent(registry.ai(game, weakest(game)))
        made.insert(0, play(folder / f"{game}-won.jsonl", game, 1, 1000, rules.seats[0], agent))
    rounds = [at for at, line in enumerate(whole.lines) if line.record["type"] == "move"]
    made.append(branching.branched(whole, rounds[-1], parse_seats(game, [usual_ai(game)] * most), 5, 0))
    return [Sound(path) for path in made]


# --- damaged ones ------------------------------------------------------------------------------------------------


@dataclass
class Case:
    """A sound replay whose lines from `index` on are these instead: what was done to it, and whether a file cannot show
    that."""

    of: Sound
    index: int
    records: Sequence[Any]
    done: str
    free: bool = False
    later: bool = False
    """Whether only a line after it may tell."""

    def missed(self, outcome: Outcome) -> bool:
        """Whether this is no answer to it."""
        if outcome is None:
            return not self.free
        return outcome[0] == 0 or not (self.free or self.later or outcome[0] == self.index + 1)

    def outcome(self, folder: Path) -> tuple[Outcome, set[tuple[str, int]]]:
        """What the checker says of it, and the lines of code that were at work where it refused."""
        try:
            if self.index:
                follower = fork(self.of.followers[self.index - 1], self.of.replay)
                for number, record in enumerate(self.records, start=self.index + 1):
                    parsed = replay._parsed(self.of.replay, number, json.dumps(record).encode())
                    follower.step(Line(number, parsed))
            else:
                path = folder / "damaged.jsonl"
                path.write_text("".join(json.dumps(record) + "\n" for record in self.records), encoding="utf-8")
                check.follow(read(path))
        except ReplayError as error:
            line, _, words = str(error).partition(", line ")[2].partition(":")
            return (int(line), words), set(_places(error))
        except Exception as error:
            return (0, repr(error)), set()
        return None, set()


def _places(error: BaseException | None) -> Iterator[tuple[str, int]]:
    while error is not None:
        for frame, line in walk_tb(error.__traceback__):
            yield frame.f_code.co_filename, line
        error = error.__context__


def leaves(value: Any, way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """Every leaf of a JSON value, with the way to it; an empty list or object is a leaf."""
    if isinstance(value, dict | list) and value:
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*way, step))
    else:
        yield way, value


def objects(value: Any, way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """Every object and list of a JSON value, with the way to it."""
    if isinstance(value, dict | list):
        yield way, value
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from objects(inner, (*way, step))


def at(value: Any, way: Way) -> Any:
    for step in way:
        value = value[step]
    return value


def replaced(record: Any, way: Way, value: Any) -> Any:
    """A copy with one value replaced."""
    if not way:
        return value
    copy = deepcopy(record)
    at(copy, way[:-1])[way[-1]] = value
    return copy


def others(value: Any) -> list[Any]:
    """Values that a leaf could be mistaken for."""
    if isinstance(value, bool):
        return [not value, int(value), str(value), None]
    if isinstance(value, int | float):
        more = [value + 1, value - 1, -value - 1, float(value), float(value) + 0.5, 10**30, float("inf")]
        return [*more, bool(value), str(value), None, [value]]
    if isinstance(value, str):
        return [value + "x", value.upper() + " ", "", None, 0, [value], {}]
    if value is None:
        return [0, 1, False, "", "null", []]
    return [None, 0, "", [0], {"a": 0}, [[0]]]  # what was an empty list or object


def damages(of: Sound, every: int = 1) -> Iterator[Case]:
    """Every damage of a replay, or of one of so many lines."""
    for index, record in islice(enumerate(of.records), 0, None, every):
        rest = of.records[1:] if not index else []
        for changed, done, free in (*leaf_damages(of, index), *_of_objects(of, index), *_of_cards(record)):
            free = free or (record["type"] == "thought" and is_legal_thought(of, index, changed))
            yield Case(of, index, [changed, *rest], f"{of.path.name}, line {index + 1}: {done}", free)
    yield from _of_heads(of)
    yield from line_damages(of)


def leaf_damages(of: Sound, index: int) -> Iterator[tuple[Any, str, bool]]:
    """Other values of every leaf: all of heads and of deals, else three of them."""
    record = of.records[index]
    whole = record["type"] in ("match", "round") or "redrawn" in record
    for number, (way, value) in enumerate(leaves(record)):
        in_move = record["type"] == "move" and way[0] == "move"
        choice = [*others(value), *(of.words if in_move else [of.words[number % len(of.words)]])]
        few = {number % len(choice), (number + index) % len(choice), len(choice) - 1}
        for other in choice if whole or in_move else [choice[place] for place in sorted(few)]:
            if json.dumps(other) != json.dumps(value):
                told = f"{way} is {other!r:.40}, not {value!r:.40}"
                yield replaced(record, way, other), told, is_free(of, index, way, other)


def _of_objects(of: Sound, index: int) -> Iterator[tuple[Any, str, bool]]:
    """Objects and lists with less and with more in them, in another order, or something else."""
    record = of.records[index]
    for way, found in objects(record):
        free = way[-1:] in (("parameters",), ("systems",))
        for key in list(found) if isinstance(found, dict) else range(0, len(found), 7):
            less = deepcopy(record)
            del at(less, way)[key]
            yield less, f"{way} lacks {key!r}", free or may_lack(of, index, (*way, key))
        more = {**found, "more": 1} if isinstance(found, dict) else [*found, *(found[:1] or [1])]
        yield replaced(record, way, more), f"{way} has more", free or is_free(of, index, way, more)
        unlike: list[Any] = [None, 5, "", [], {}]
        for other in filter(lambda other: other != found, unlike):
            yield replaced(record, way, other), f"{way} is {other!r}", is_free(of, index, way, other)
        if isinstance(found, list) and found:
            yield replaced(record, way, found * 12), f"{way} twelve times", free or is_free(of, index, way, found * 12)
        if isinstance(found, list) and found != found[::-1]:
            yield replaced(record, way, found[::-1]), f"{way} is backwards", in_any_order(record, way)


def _of_cards(record: Record) -> Iterator[tuple[Any, str, bool]]:
    """Cards that lie in the place of others."""
    for way, to, one, other in _rows_in_pairs(record["state"]) if record["type"] in ("move", "round") else ():
        there = replaced(replaced(record["state"], way, one[1:]), to, [*other, one[0]])
        yield {**record, "state": there}, f"{one[0]} moved from {way} to {to}", False
        if one[-1] != other[0]:
            there = replaced(replaced(record["state"], way, [*one[:-1], other[0]]), to, [one[-1], *other[1:]])
            # Another deal may come of it.
            yield {**record, "state": there}, f"{one[-1]} for {other[0]}", record["type"] == "round"


def _rows_in_pairs(state: Record) -> Iterator[tuple[Way, Way, list[Any], list[Any]]]:
    """Rows of cards, or of tokens, that lie beside one another, with the ways to them."""
    rows = [(way, row) for way, row in objects(state) if isinstance(row, list) and row and isinstance(row[0], str)]
    for (way, one), (to, other) in pairwise(rows):
        yield way, to, one, other
        yield to, way, other, one


def _of_heads(of: Sound) -> Iterator[Case]:
    """Files that are none of ours, and heads that tell of others."""
    head, rest = of.records[0], of.records[1:]
    digest, player = "0" * 64, head["players"][0]
    for mod in ({"name": "x", "sha256": digest}, {"name": 1, "sha256": digest}, {"name": "x", "sha256": "0"}, {}, 5):
        for game in ("chess", head["game"]):
            yield Case(of, 0, [head | {"game": game, "mod": mod}, *rest], f"{game} of the mod {mod}", "mod" in head)
    changes: list[Record] = [
        {"type": "note"},
        {"game": head["game"].replace("_", "-")},
        {"version": True},
        {"version": 2},
    ]
    changes.append({"players": [player | {"name": "x" * 101}, *head["players"][1:]]})
    for change in changes:
        if head | change != head:
            yield Case(of, 0, [head | change, *rest], f"{of.path.name}: {change!r:.60}")
    yield Case(of, 0, [], "an empty file")
    yield Case(of, 0, [5], "no object")


def line_damages(of: Sound) -> Iterator[Case]:
    """Lines too many, too few, and such as fit one another, but not the match."""
    records, first_round = of.records, next(at for at, line in enumerate(of.records) if line["type"] == "round")
    for index, record in enumerate(records[1:], start=1):
        kind, done = record["type"], f"{of.path.name}, line {index + 1}: "
        later = records[index + 1 :]
        followed = later[0]["type"] if later else None
        idle = kind in ("note", "thought")
        yield Case(of, index, later, done + "left out", idle or followed in ("undo", None), True)
        # Going back where one is changes nothing.
        yield Case(of, index, [record, *records[index:]], done + "doubled", idle or kind == "undo", True)
        yield Case(of, index, [{"type": "match"}], done + "a second head")
        number = of.followers[index - 1].position.number
        yield Case(of, index, [{"type": "round_end", "round": number, "winner": None}], done + "an end")
        if kind == "thought":
            many = record["candidates"][:1] * (answers.MOST_CANDIDATES + 1)
            yield Case(of, index, [record | {"candidates": many}], done + "too many candidates")
        for other in (records[first_round], records[-1]):
            if other is not record:
                yield Case(of, index, [other], done + f"{other['type']} there", kind == "match_end" == other["type"])
        if kind == "round" and index > first_round and record["state"]["to_move"] is not None:
            for player in range(len(of.replay.head["players"])):
                if player != record["first"]:
                    begun = replaced(replaced(record, ("first",), player), ("state", "to_move"), player)
                    yield Case(of, index, [begun], done + f"{player} begins")
    for record in records:
        yield Case(
            of, len(records), [record], f"{of.path.name}: {record['type']} after the end", not of.replay.finished
        )


# --- what a file cannot show -------------------------------------------------------------------------------------


def _whole(value: Any) -> bool:
    return type(value) is int


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _share(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value <= 1


_ROW, _PLAYER = ("candidates", int), ("players", int)
FREE: tuple[tuple[str, tuple[Any, ...], Callable[[Any], bool]], ...] = (
    ("match", ("seed",), _whole),
    ("match", ("systems",), lambda value: isinstance(value, list)),
    ("match", ("systems", int, "mod"), _text),
    ("match", ("mod", "name"), _text),
    ("match", ("branch", "move"), lambda value: _whole(value) and value >= 0),
    ("match", (*_PLAYER, "name"), _text),
    ("match", (*_PLAYER, "ai"), lambda value: value is None or _text(value)),
    ("match", (*_PLAYER, "parameters"), lambda value: isinstance(value, dict)),
    ("match", (*_PLAYER, "parameters", str), lambda _: True),
    ("match", (*_PLAYER, "trained"), lambda value: value is None or value in ("0" * 64, "1" * 64)),
    ("note", ("text",), _text),
    ("note", ("player",), lambda value: value is None),
    ("thought", ("ai",), _text),
    ("thought", ("chosen",), lambda value: value is None),
    ("thought", (*_ROW, "score"), lambda value: type(value) in (int, float) and isfinite(value)),
    ("thought", (*_ROW, "chance"), _share),
    ("thought", (*_ROW, "error"), _share),
    ("thought", (*_ROW, "visits"), lambda value: _whole(value) and value >= 0),
    ("thought", (*_ROW, "reason"), _text),
    ("thought", (*_ROW, "line"), _text),
    ("move", ("picked", int, int), _whole),  # another piece of the same kind may lie there
)
"""Of lines by their type: the ways to values, a type standing for any step of it, and which values are as good there.

The seed is not tied to the deals (they are what the file says they are), names and texts are free, an AI may be one
that this program has not got, and may have thought anything of legal moves.
"""


def is_free(of: Sound, index: int, way: Way, value: Any) -> bool:
    """Whether a value is as good as the one that stands there; of options, where it takes effect a later line tells."""
    record, seats = of.records[index], range(len(of.replay.head["players"]))
    kind = record["type"]
    if any(kind == told and _fits(way, pattern) and good(value) for told, pattern, good in FREE):
        return True
    match kind, way:
        case "match", ("players",):
            return isinstance(value, list) and len(value) in of.replay.rules.seats
        case "match", ("options", *rest):
            options = replaced(record, way, value)["options"]
            needed = {option.key for option in of.replay.rules.options if option.always}
            fits = isinstance(options, dict) and needed <= options.keys()
            return fits and all(may_be(of, key, options[key]) for key in rest[:1] or options)
        case "undo", ("redrawn", "player"):  # whose hand that is makes no difference where none is hidden
            return _whole(value) and value in seats and not of.replay.rules.hidden_hands
        case "undo", ("redrawn", _):
            return _whole(value) and shows_nothing_hidden(of, index)
        case "note", ("player",):
            return _whole(value) and value in seats
        case "thought", ("chosen",):
            return _whole(value) and 0 <= value < len(record["candidates"])
        case "round", ("first",):  # of a round that is over as it is dealt, and that follows none
            return record["state"]["to_move"] is None and record["round"] == 1 and _whole(value) and value in seats
    return False


def _fits(way: Way, pattern: tuple[Any, ...]) -> bool:
    return len(way) == len(pattern) and all(
        isinstance(step, told) if isinstance(told, type) else step == told
        for step, told in zip(way, pattern, strict=True)
    )


def may_be(of: Sound, key: Step, value: Any) -> bool:
    """Whether an option may have a value."""
    option = next((option for option in of.replay.rules.options if option.key == key), None)
    try:
        parsed = option.parse(str(value).strip("[]").replace(" ", "")) if option is not None else None
        return option is not None and repr(parsed) == repr(value)
    except (ValueError, OptionError):
        return False


def is_legal_thought(of: Sound, index: int, changed: Any) -> bool:
    """Whether a line tells of other legal moves, and of nothing else that is other."""
    record = of.records[index]
    if not isinstance(changed, dict) or changed.keys() != record.keys() or not isinstance(changed["candidates"], list):
        return False
    told = [row.get("move") if isinstance(row, dict) else None for row in changed["candidates"]]
    if told == [row["move"] for row in record["candidates"]] or len(told) <= record["chosen"]:
        return False
    position = of.followers[index - 1].position
    return all(move in of.legal(position.state) for move in told)


def shows_nothing_hidden(of: Sound, index: int) -> bool:
    """Whether nothing can be drawn anew in the state after a line."""
    rules, state = of.replay.rules, of.followers[index].position.state
    return all(rules.state_record(rules.redraw(state, Random(seed))) == rules.state_record(state) for seed in range(9))


def may_lack(of: Sound, index: int, way: Way) -> bool:
    """Whether a key or an item need not be there."""
    record = of.records[index]
    match record["type"], way:
        case ("match", ("systems" | "branch", *_)) | ("move", ("picked",)):
            return way[-1] not in ("mod", "sha256", "of", "move")
        case "match", ("players", int()):
            return len(of.records[0]["players"]) > of.replay.rules.seats[0]  # it has more hands then, however
        case "match", ("options", key, int() as place):
            less = list(of.records[0]["options"][key])
            del less[place]
            return may_be(of, key, less)
        case "match", ("options", key):
            return not next(option for option in of.replay.rules.options if option.key == key).always
        case "undo", ("redrawn",):
            return shows_nothing_hidden(of, index)
        case "thought", ("candidates", int()):
            return True
        case "thought", ("candidates", int(), key):
            return key not in ("move", "score", "reason")
    return False


def in_any_order(record: Record, way: Way) -> bool:
    """Whether any order of a list is as good: of what is dealt, and of those who play."""
    kind: str = record["type"]
    match kind, way:
        case ("round", ("state", "deck" | "bonus" | "hands") | ("state", "bonus", _)) | ("move", ("state", "deck")):
            return kind == "round" or "cards" in record["move"] or record["move"]["kind"] == "return_card"
    return kind == "match"
