"""Whether the rules of a game keep to the protocol: found out by random play, told in words."""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

from game.games.zones import TableZone
from game.matches.hidden import Hidden
from game.rules.options import parse_options
from game.rules.protocol import (
    ANY_CARD,
    AnyRules,
    Board,
    Effect,
    FactsChanged,
    KnownChanged,
    MatchEnd,
    Piece,
    Place,
    Reordered,
    Setup,
    Shift,
    TurnPassed,
    apply,
    kind_of,
    move_of,
    shares,
    worth_of,
)

PATIENCE = 2_000
"""So many turns of a round are played."""
THOROUGH = 8
"""In one of so many turns samples are looked into, what nobody sees is drawn anew, and states are watched."""
SLOW_SECONDS = 0.25
"""What of a turn takes longer, by the processor's time, would be felt at the table."""


@dataclass
class _Turn:
    """One decision of random play: the state before, what was decided, the random numbers that chance draws from, what
    it added, the state after."""

    before: Any
    move: Any
    rng: Random
    chance: Any
    log: list[Effect]
    after: Any


def violations(
    rules: AnyRules, games: int = 10, options: Sequence[str] = (), zones: Sequence[TableZone] = ()
) -> list[str]:
    """What the rules do that they must not, each once, in words; rounds are played by each number of players, with
    these ``KEY=VALUE`` options. Views hold nothing that the `zones` of the game hide. Raises OptionError."""
    asked = parse_options(rules, options)
    hidden = Hidden(rules, zones, asked)
    found: dict[str, None] = {}
    for players in rules.seats:
        for seed in range(1, games + 1):
            try:
                for told in _round(rules, hidden, Setup(players, asked), seed):
                    found.setdefault(f"{told} ({players} players, game {seed})" if told not in found else told)
            except Exception as error:  # whatever rules raise is told
                found.setdefault(f"with {players} players, game {seed}: {type(error).__name__}: {error}")
            if found:
                return list(found)
    return []


def _round(rules: AnyRules, hidden: Hidden, setup: Setup, seed: int) -> Iterator[str]:
    """What is wrong in one round of random play."""
    rng, slow, sampled = Random(f"conformance/{seed}"), list[str](), False
    standing, first = rules.new_standing(setup), seed % setup.players
    with _timed("a deal", slow):
        state = rules.deal(setup, standing, first, Random(seed))
    yield from _deal(rules, state, setup, first, Random(seed))
    for turn in range(PATIENCE):
        if state.to_move is None:
            break
        with _timed("a view", slow):
            view = rules.view(state, state.to_move)
        with _timed("listing the legal moves", slow):
            legal = list(rules.legal_moves(view))
        yield from _legality(rules, state, setup.players, legal)
        yield from _nonsense(rules, state)
        if not legal:
            return
        move, lot = rng.choice(legal), rng.random()
        if turn % THOROUGH == 0:
            yield from _looking(rules, state, setup.players)
            yield from _redrawn(rules, state, setup.players, rng)
            yield from hidden.leaks(state, setup.players, Random(f"{seed}/{turn}"))
            yield from _sampled(rules, state, move)
            sampled = sampled or rules.sample(view, Random(1)) != rules.sample(view, Random(2))
        before, log = state.copy(), list[Effect]()
        with _timed("a move", slow):
            chance = apply(rules, state, move, Random(lot), log)
        yield from slow
        if view != rules.view(before, before.to_move):
            yield "a view changes when its state does: it must hold copies of what the state goes on changing"
        yield from _turn(rules, _Turn(before, move, Random(lot), chance, log, state), setup.players)
    if rules.hidden_hands and not sampled:
        yield "sample gives one and the same state all the time, though hands are hidden: it must draw what is not seen"
    yield from _redrawn(rules, state, setup.players, rng)
    if state.to_move is None:
        yield from _end(rules, state, setup, standing, first)


_UNSEEDED = "gives something else for the same random numbers: it must draw from its `rng` only"


def _deal(rules: AnyRules, state: Any, setup: Setup, first: int, rng: Random) -> Iterator[str]:
    """Whether a deal follows from the random numbers, and can be read again."""
    standing = rules.new_standing(setup)
    if rules.deal(setup, standing, first, rng) != state:
        yield f"deal {_UNSEEDED}"
    if rules.state_from_record(_through_json(rules.state_record(state)), setup, standing) != state:
        yield "state_from_record does not read what state_record has written of a deal"


def _looking(rules: AnyRules, state: Any, players: int) -> Iterator[str]:
    """Whether what only looks at a state leaves it as it is."""
    looks: dict[str, Callable[[Any], Any]] = {
        "view": lambda seen: [rules.view(seen, player) for player in range(players)],
        "known": lambda seen: [rules.known(seen, player) for player in range(players)],
        "board": rules.board,
        "facts": rules.facts,
        "state_record": rules.state_record,
    }
    for name, look in looks.items():
        seen = state.copy()
        look(seen)
        if seen != state:
            yield f"{name} changes the state that it is given"


def _sampled(rules: AnyRules, state: Any, move: Any) -> Iterator[str]:
    """Whether a sample holds the pieces of the table, and can be played on without what was seen changing."""
    view = rules.view(state, state.to_move)
    sample = rules.sample(view, Random(1))
    if _all_pieces(rules, sample) != _all_pieces(rules, state):
        yield "a sample holds other pieces than the state whose view it was drawn from"
    rules.decide(sample, move)
    if view != rules.view(state, state.to_move):
        yield "a view changes when its sample is played on: sample must copy what it takes from a view"


def _all_pieces(rules: AnyRules, state: Any) -> Counter[Piece]:
    return Counter([piece for pieces in rules.board(state).values() for piece in pieces])


@contextmanager
def _timed(what: str, slow: list[str]) -> Iterator[None]:
    """Note what takes too long. The processor's time counts: other work of the machine is no fault of the rules."""
    began = time.thread_time()
    yield
    if time.thread_time() - began > SLOW_SECONDS:
        slow.append(f"{what} takes longer than {SLOW_SECONDS:g} s")


def _through_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _legality(rules: AnyRules, state: Any, players: int, legal: Sequence[Any]) -> Iterator[str]:
    """Legal moves, refusals and views of a state that somebody is to move in."""
    if not legal:
        yield "whoever is to move has no legal move"
    if len(set(legal)) != len(legal):
        yield "legal_moves gives a move twice"
    for player in range(players):
        view = rules.view(state, player)
        if view.player != player or view.to_move != state.to_move:
            yield "a view does not tell whose it is, or who is to move"
        if getattr(view, "players", None) != players:
            yield "a view does not tell how many players there are, as `players`"
        if player == state.to_move:
            refused = next((move for move in legal if rules.refusal(view, move) is not None), None)
            if refused is not None:
                yield f"refusal refuses the legal move {refused}: {rules.refusal(view, refused)}"
        elif rules.legal_moves(view) or not rules.refusal(view, legal[0] if legal else None):
            yield "a player who is not to move has legal moves, or is not refused"
        if rules.view(rules.sample(view, Random(1)), player) != view:
            yield "a sample does not look like the view that it was drawn from"


def _redrawn(rules: AnyRules, state: Any, players: int, rng: Random) -> Iterator[str]:
    """Whether what nobody sees can be drawn anew without anybody seeing it."""
    before = state.copy()
    drawn = rules.redraw(state, rng)
    if state != before:
        yield "redraw changes the state that it is given"
    if any(rules.view(drawn, player) != rules.view(before, player) for player in range(players)):
        yield "redraw changes what a player sees"
    seed = rng.random()
    if rules.redraw(drawn, Random(seed)) != rules.redraw(before, Random(seed)):
        yield "redraw goes by how what it draws lay before"
    boards = [_lying(rules.board(each)) for each in (before, drawn)]
    held = [{place: lying for place, lying in board.items() if place.player is not None} for board in boards]
    if held[0] != held[1]:
        yield "redraw changes what a player holds"


def _nonsense(rules: AnyRules, state: Any) -> Iterator[str]:
    """What is no move at all."""
    for nonsense, called in ((None, "None"), ("pass", "a text"), ((), "an empty tuple"), (object(), "an object")):
        if not rules.refusal(rules.view(state, state.to_move), nonsense):
            yield f"refusal does not refuse {called}, which is no move"


def _turn(rules: AnyRules, turn: _Turn, players: int) -> Iterator[str]:
    """What one move has done, and how it is told."""
    again = turn.before.copy()
    if again != turn.before:
        yield "a copy of a state is not equal to it"
    rules.decide(again, turn.move)
    if rules.draw_chance(again, turn.move, turn.rng) != turn.chance:
        yield f"draw_chance {_UNSEEDED}"
    rules.settle(again, turn.move, turn.chance)
    if again != turn.after:
        yield "decide and settle give another state without a log, or with the same chance"
    yield from _effects(rules, turn, players)
    board = rules.board(turn.after)
    known = [rules.known(turn.after, player) for player in range(players)]
    if rules.from_board(board, rules.facts(turn.after), known, turn.after.to_move) != turn.after:
        yield "from_board does not give the state back that board, facts and known tell of"
    record = _through_json([rules.move_record(turn.move, turn.chance), rules.state_record(turn.after)])
    if rules.move_from_record(*record) != (turn.move, turn.chance):
        yield "move_from_record does not read what move_record has written"
    words = (rules.describe(turn.move, turn.chance), rules.label(turn.move), rules.kind_name(turn.move))
    if not all(isinstance(each, str) and each for each in words):
        yield "a move has no words: describe, label or kind_name gives none"
    if rules.kind_name(turn.move) not in rules.kinds:
        yield f"kind_name gives {rules.kind_name(turn.move)!r}, which is not among kinds"
    yield from _selection(rules, turn)


def _selection(rules: AnyRules, turn: _Turn) -> Iterator[str]:
    """Whether the kind and the pieces that a move selects name it."""
    view = rules.view(turn.before, turn.before.to_move)
    lying = {place: list(pieces) for place, pieces in rules.board(turn.before).items()}
    chosen, found = rules.chosen(view, turn.move), list[tuple[Place, Piece]]()
    for place, piece in chosen:
        here = lying.get(place, [])
        if not here or (piece != ANY_CARD and piece not in here):
            yield "chosen names pieces that do not lie there"
            return
        found.append((place, here.pop(0 if piece == ANY_CARD else here.index(piece))))
    kind = kind_of(rules, turn.move)
    if move_of(rules, view, kind, found) != turn.move:
        yield f"another move of the kind {kind!r} selects the same pieces: chosen, or the kind, must tell them apart"


def _effects(rules: AnyRules, turn: _Turn, players: int) -> Iterator[str]:
    """Whether the effects of a move lead from the state before to the one after."""
    told = (rules.facts(turn.before), [rules.known(turn.before, player) for player in range(players)])
    facts, hands, to_move = told[0], told[1], turn.before.to_move
    board = {place: list(pieces) for place, pieces in rules.board(turn.before).items()}
    for effect in turn.log:
        if isinstance(effect, FactsChanged):
            facts = effect.facts
        elif isinstance(effect, KnownChanged):
            hands[effect.player] = effect.kinds
        elif isinstance(effect, TurnPassed):
            to_move = effect.player
        elif not _moved(board, effect):
            yield from _odd_pieces(rules, turn)
            yield "an effect moves a piece from where it does not lie"
            return
    if _lying(board) != _lying(rules.board(turn.after)):
        yield from _odd_pieces(rules, turn)
        yield "the effects of a move do not lead to the board after it"
    if (facts, to_move) != (rules.facts(turn.after), turn.after.to_move):
        yield "the effects of a move do not tell the facts after it, or whose turn it is"
    if hands != [rules.known(turn.after, player) for player in range(players)]:
        yield "the effects of a move do not tell what is known of hands"


def _odd_pieces(rules: AnyRules, turn: _Turn) -> Iterator[str]:
    """Whether the board has lost a piece, or gained one."""
    before, after = _all_pieces(rules, turn.before), _all_pieces(rules, turn.after)
    if before != after:
        odd, word = next(iter((after - before) or (before - after))).kind, "more" if after - before else "fewer"
        yield f"board holds other pieces after a move than before it: {word} of {odd}"


def _moved(board: Board, effect: Shift | Reordered) -> bool:
    """Carry out an effect; False where that cannot be."""
    if isinstance(effect, Reordered):
        return Counter(board.get(effect.place, ())) == Counter(effect.pieces)
    if effect.piece not in board.get(effect.source, ()):
        return False
    board[effect.source].remove(effect.piece)
    board.setdefault(effect.target, []).append(effect.piece)
    return True


def _lying(board: Board) -> dict[Place, Counter[Piece]]:
    return {place: Counter(pieces) for place, pieces in board.items() if pieces}


def _worth(rules: AnyRules, state: Any, over: MatchEnd | None, players: int) -> Iterator[str]:
    """What the end of a round is worth to each player."""
    worth = worth_of(rules, state, players)
    if len(worth) != players or not all(0.0 <= share <= 1.0 for share in worth) or abs(sum(worth) - 1.0) > 1e-9:
        yield f"the end of a round is worth {worth}, which are not shares of 1, one for each player"
    elif over is not None and worth != shares(over.winner, players):
        yield f"the end of a match is worth {worth}, and its winner is {over.winner}"


def _end(rules: AnyRules, state: Any, setup: Setup, standing: Any, first: int) -> Iterator[str]:
    """The end of a round."""
    seen = state.copy()
    end = rules.round_end(seen, standing)
    if seen != state:
        yield "round_end changes the state that it is given"
    if end.winner not in (None, *range(setup.players)):
        yield f"the winner of a round is {end.winner!r}, which is no player"
    if end.scores is not None and len(end.scores) != setup.players:
        yield "a round has not a score for each player"
    if not end.why:
        yield "the end of a round does not say why"
    over = rules.after_round(standing, first, end).end
    if over is not None and (over.winner is None) == (over.reason == "won"):
        yield "the end of a match has a winner and no reason 'won', or the reason and no winner"
    yield from _worth(rules, state, over, setup.players)
