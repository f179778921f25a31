"""What is said of one position of an analysed match: which it is, what its decision came to, what the judge weighs and
what the AI at the seat thought, and how moves that are judged on compare."""

from collections.abc import Mapping, Sequence
from typing import Any

from components.view import Foreseen
from game.agents.agent import Candidate, Estimate, Reason
from game.analysis.decisions import Decision
from game.analysis.remote_rollout import Rollout
from game.analysis.sentences import difference, percent, which_turn
from game.games.characters import name_for
from game.rules.language import _, joined, sentence
from game.rules.mentions import with_names
from game.rules.wording import counted
from systems.view.screens.shown import Shown
from systems.view.screens.sums import loss_sum


def moves_of(shown: Shown) -> dict[str, Any]:
    """The legal moves of a moment by what a replay holds of them."""
    return {repr(shown.rules.move_record(move)): move for move in shown.rules.legal_moves(shown.view)}


def told_moves(shown: Shown) -> tuple[str, str]:
    """What was played and what was best, as buttons name them; in detail where these are two that are called alike."""
    rules, names, decision = shown.rules, shown.match.names, shown.decision
    played, best = shown.moment.move, None if decision is None else moves_of(shown).get(repr(decision.best))
    if best is None:
        return with_names(rules.label(played), names), ""
    labels = with_names(rules.label(played), names), with_names(rules.label(best), names)
    if labels[0] != labels[1] or repr(rules.move_record(played)) == repr(rules.move_record(best)):
        return labels
    details = with_names(rules.detail(played), names), with_names(rules.detail(best), names)
    return details if all(details) else labels


def candidates_of(shown: Shown, sums: bool = False) -> list[Candidate]:
    """What the judge weighs, the best first, as an overlay shows it; with `sums` how far each is behind as a sum."""
    decision = shown.decision
    if decision is None:
        return []
    legal = moves_of(shown)
    rows = sorted(decision.candidates, key=lambda each: -each["chance"])
    found = []
    for row in rows:
        move = legal.get(repr(row["move"]))
        if move is not None:
            estimate = Estimate(row["chance"], error=row["error"] or None)
            found.append(Candidate(move, row["chance"], Reason("{}", (_behind(decision, row, sums),)), estimate))
    return found


def _behind(decision: Decision, row: Mapping[str, Any], sums: bool) -> str:
    """How far a candidate is behind the best."""
    if row["move"] == decision.best:
        return _("The best.")
    if sums:
        return loss_sum(decision.chance_best, row["chance"])
    if row["chance"] == decision.chance_best:
        return _("As good as the best.")
    return _("{share} behind the best.", share=difference(decision.chance_best, row["chance"]))


def compared(shown: Shown) -> tuple[Foreseen, ...]:
    """What was best and what was played, each by its place among what the judge weighs; nothing where that was no
    error."""
    decision, moves = shown.decision, [candidate.move for candidate in candidates_of(shown)]
    best = None if decision is None else moves_of(shown).get(repr(decision.best))
    if decision is None or decision.called is None or best not in moves or shown.moment.move not in moves:
        return ()
    told = ((best, _("Best")), (shown.moment.move, told_player(shown)))
    return tuple([
        Foreseen(moves.index(move) + 1, words, move, shown.view, shown.moment.number) for move, words in told
    ])  # fmt: skip


def told_player(shown: Shown) -> str:
    """Who played the move of a position."""
    return _("You played") if shown.name == "You" else _("{name} played", name=shown.name)


def told_position(shown: Shown) -> str:
    """Which decision of the match a position is: "Round 2, your 9th turn"."""
    return which_turn(shown.match, shown.moment)


def told_decision(shown: Shown) -> str:
    """What a decision came to, in a sentence."""
    decision = shown.decision
    if decision is None:
        return _("This decision has not been judged.")
    if decision.forced:
        return _("There was no other move.")
    if decision.excused:
        return _("The best could still be had: no error here.")
    if round(100 * decision.chance_best) == round(100 * decision.chance_played):
        return _("The only good move.") if decision.only else _("Nothing was given away.")
    values = {"share": difference(decision.chance_best, decision.chance_played)}
    if decision.called is None:
        if shown.name == "You":
            return _("You gave {share} away: not enough to call it an error.", **values)
        return _("{share} given away: not enough to call it an error.", **values)
    if shown.name == "You":
        return {
            "inaccuracy": _("You gave {share} of the match away: an inaccuracy.", **values),
            "mistake": _("You gave {share} of the match away: a mistake.", **values),
            "blunder": _("You gave {share} of the match away: a blunder.", **values),
        }[decision.called]
    return {
        "inaccuracy": _("{share} of the match given away: an inaccuracy.", **values),
        "mistake": _("{share} of the match given away: a mistake.", **values),
        "blunder": _("{share} of the match given away: a blunder.", **values),
    }[decision.called]


def told_chances(shown: Shown) -> str:
    """The chances of whoever decides, each named: by what was known and, where hands are hidden, with these open."""
    known: str = ""
    if shown.decision is not None:
        share = percent(shown.decision.chance_best)
        own = shown.name == "You"
        known = _("by what you knew {share}", share=share) if own else _("by what was known {share}", share=share)
    hands: str = ""
    if shown.open_chance is not None and (not known or shown.rules.hidden_hands):
        hands = _("with all hands open {share}", share=percent(shown.open_chance))
    words = joined([known, hands])
    return sentence(words) if words else ""


def recorded(shown: Shown) -> tuple[str, Sequence[Candidate], Any] | None:
    """What the AI at the seat thought then, where the replay holds it: a title, its candidates, and its choice."""
    thought = shown.moment.thought
    if thought is None:
        return None
    legal, found = moves_of(shown), []
    for row in thought["candidates"]:
        move = legal.get(repr(row["move"]))
        if move is not None:
            shown_too = Estimate(
                row.get("chance"), error=row.get("error"), visits=row.get("visits"), line=row.get("line", "")
            )
            found.append(Candidate(move, row["score"], Reason("{}", (row["reason"],)), shown_too))
    return _("What {name} thought", name=name_for(shown.rules.name, thought["ai"])), found, shown.moment.move


def told_rollout(shown: Shown, rollout: Rollout) -> str:
    """How two moves compare, as far as they have been judged on."""
    if rollout.failed:
        return rollout.failed
    if rollout.worlds < 2:
        return _("Judging on…")
    ahead, error = rollout.difference(0, 1)
    values = {
        "share": percent(abs(ahead)),
        "error": 196 * error,
        "tries": counted(rollout.worlds, "{number:,} try", "{number:,} tries"),
    }
    if ahead >= 0:
        return _("{share} better, give or take {error:.1f} %, after {tries}", **values)
    return _("{share} worse, give or take {error:.1f} %, after {tries}", **values)
