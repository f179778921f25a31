"""How rounds end, in words: for the move log and for the dialogs."""

from collections.abc import Sequence

from game.rules.protocol import RoundEnd


def round_title(end: RoundEnd, names: Sequence[str]) -> str:
    """How a round ended, in a few words: who lost lives where there are any to lose, else who won."""
    if "lost" in end.record:
        return _losers(end.record["lost"], names)
    if end.winner is None:
        return "The round is drawn"
    name = names[end.winner]
    return "You win the round" if name == "You" else f"{name} wins the round"


def _losers(lost: Sequence[int], names: Sequence[str]) -> str:
    """Who has lost how many lives: "You lose a life", "Ann loses two lives, Ben and Cleo one each"."""
    parts: list[str] = []
    for lives in sorted({lives for lives in lost if lives}, reverse=True):
        losers = [name for name, its in zip(names, lost, strict=True) if its == lives]
        who = losers[0] if len(losers) == 1 else f"{', '.join(losers[:-1])} and {losers[-1]}"
        each = " each" if len(losers) > 1 else ""
        verb = "lose" if len(losers) > 1 or who == "You" else "loses"
        parts.append(f"{who} one{each}" if parts else f"{who} {verb} {_lives(lives)}{each}")
    return ", ".join(parts) or "Nobody loses a life"


def _lives(number: int) -> str:
    return "a life" if number == 1 else "two lives"
