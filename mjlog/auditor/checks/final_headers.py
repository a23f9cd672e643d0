"""Checks of the form of the headers about the end of a game, under any rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from mjlog.model.messages import Message, counting, msg
from mjlog.model.record import SEATS, Game, Header

if TYPE_CHECKING:
    from fractions import Fraction

CODES: Final = {
    "Final-Score": "final.score",
    "Final-Points": "final.points",
    "Ranking": "next.rank",
}
"""Headers that say how the game ended, each with the code for an error in it."""
_POINTS: Final = re.compile(r"[+-]?[0-9]{1,9}")
_PLACEMENT: Final = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,9})?")
_SHOWN: Final = 40


def numbers_of(game: Game, key: str) -> tuple[Fraction, ...] | None:
    """Return the numbers in the header `key`, one for each player.

    Return None if the header is missing, has a word that is no number, or has too few or too many
    numbers.
    """
    from fractions import Fraction  # few records state their final numbers

    words = (game.header(key) or "").split()
    try:
        numbers = tuple(Fraction(word) for word in words)
    except (ValueError, ZeroDivisionError):
        return None
    return numbers if len(numbers) == game.seats else None


def misshapen(header: Header, seats: int) -> Message | None:
    """Return a message that says why a header about the end of the game is not well formed.

    Such headers are `Final-Score`, `Final-Points` and `Ranking`. Return None if the value is well
    formed, and for any other header.
    """
    check = _SHAPES.get(header.key)
    if check is None:
        return None
    return check(header.value, seats)


def _score(value: str, seats: int) -> Message | None:
    return _numbers("Final-Score", value, seats, _POINTS)


def _placement(value: str, seats: int) -> Message | None:
    return _numbers("Final-Points", value, seats, _PLACEMENT)


def _numbers(key: str, value: str, seats: int, number: re.Pattern[str]) -> Message | None:
    words = value.split()
    odd = next((word for word in words if not number.fullmatch(word)), None)
    if odd is not None:
        unreadable = (
            "{word} in {header} is no number; write one number for each player, with blanks between"
        )
        return msg(unreadable, header=key, word=repr(odd[:_SHOWN]))
    if len(words) == seats:
        return None
    return counting(
        "{header} has {number} number for {seats} players; write one number for each player",
        "{header} has {number} numbers for {seats} players; write one number for each player",
        len(words),
        header=key,
        seats=seats,
    )


def _ranking(value: str, seats: int) -> Message | None:
    named = [seat for tied in value.split() for seat in tied.split("=")]
    if sorted(named) == sorted(SEATS[:seats]):
        return None
    order = "Ranking names {seats} once each, the first one first: `C D=A B`, `=` for equal points"
    return msg(order, seats=" ".join(SEATS[:seats]))


_SHAPES: Final[Mapping[str, Callable[[str, int], Message | None]]] = {
    "Final-Score": _score,
    "Final-Points": _placement,
    "Ranking": _ranking,
}
