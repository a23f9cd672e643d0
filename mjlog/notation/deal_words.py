"""The words ``name=value`` of a deal's ``@`` line that mean the same in every rule set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjlog.model.findings import Severity
from mjlog.model.late_pattern import late_pattern
from mjlog.model.messages import Message, counting, msg
from mjlog.model.record import SEATS, points_of
from mjlog.model.turn_order import is_order

_POINTS: Final = late_pattern(r"-?[0-9]{1,9}|\?")
_SHOWN: Final = 40


def misread(words: Sequence[tuple[str, str]], seats: int) -> list[tuple[str, Severity, Message]]:
    """Return the names of words that cannot be read or stand twice, how grave that is, and why."""
    found: list[tuple[str, Severity, Message]] = []
    seen: set[str] = set()
    for name, value in words:
        if name in seen:
            twice = msg("{word} stands here twice; the first one counts", word=f"{name}=")
            found.append((name, "warning", twice))
        elif name == "scores" and (problem := _problem_of_scores(value, seats)):
            found.append((name, "error", problem))
        elif name == "seats" and not is_order(value, seats):
            unlike = "seats= names each player once, in the order of play, such as {example}"
            found.append((name, "error", msg(unlike, example=f"seats={SEATS[:seats]}")))
        seen.add(name)
    return found


def _problem_of_scores(value: str, seats: int) -> Message | None:
    """Return why that is not what each player had before the deal; None where it is."""
    if len(points_of(value)) == seats:
        return None
    parts = value.split(",")
    odd = next((part for part in parts if not _POINTS.fullmatch(part)), None)
    if odd is not None:
        unreadable = "{word} in scores= is no number of points; write one number for each player"
        return msg(unreadable, word=repr(odd[:_SHOWN]))
    if len(parts) == seats:
        return None
    return counting(
        "scores= has {number} number for {seats} players; write one number for each player",
        "scores= has {number} numbers for {seats} players; write one number for each player",
        len(parts),
        seats=seats,
    )
