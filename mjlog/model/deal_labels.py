"""Reads and writes the labels of deals, ``E1`` … ``N4.2``.

A label has the wind of the round, the number of the deal in the round, and, after a dot, how many
times this deal was repeated.
"""

from __future__ import annotations

from typing import Final

from mjlog.model.memo import Memo

WINDS: Final = "ESWN"
Named = tuple[int, int]
"""The round and the number of the deal in the round, both counted from 0."""


def named(label: str) -> Named | None:
    """Parse a deal's label, such as `S2.1`, into (round, number of the deal in the round).

    Both numbers are counted from 0, so `S2.1` gives (1, 1): the second deal of the South round. The
    number after the dot, which counts repetitions of the deal, is ignored. Return None for a label
    that names no round, such as `7`.

    >>> named("S2.1"), named("7")
    ((1, 1), None)
    """
    return _KNOWN.get(label) or _named.get(label)


def _name(label: str) -> Named | None:
    number = label[1:].partition(".")[0]
    if (
        label[:1] not in WINDS
        or not label
        or not (number.isascii() and number.isdigit())
        or not 0 < int(number) < 10
    ):
        return None
    return WINDS.index(label[0]), int(number) - 1


_named: Final = Memo(_name, most=1 << 10)
_KNOWN: Final[dict[str, Named | None]] = _named.results


def next_label(deal: Named, seats: int, *, stays: bool) -> Named:
    """Return (round, number in the round), both counted from 0, of the deal that follows `deal`.

    If `stays` is True, the dealer deals again, and the pair does not change. Otherwise the number
    goes up by one, and a new round begins when all `seats` players have dealt.

    >>> next_label((0, 3), 4, stays=False), next_label((0, 3), 4, stays=True)
    ((1, 0), (0, 3))
    """
    if stays:
        return deal
    if deal[1] + 1 < seats:
        return (deal[0], deal[1] + 1)
    return (deal[0] + 1, 0)


def label_of(deal: Named) -> str:
    """Write the label of a deal, given its round and its number in the round, both counted from 0.

    Return an empty string for a round after the fourth (North).

    >>> label_of((1, 0)), label_of((4, 0))
    ('S1', '')
    """
    if deal[0] >= len(WINDS):
        return ""
    return f"{WINDS[deal[0]]}{deal[1] + 1}"


def is_named(label: str, due: str) -> bool:
    """Return whether `label`, from a record, agrees with `due`, the label that the rules expect.

    The number after the dot counts repetitions of a deal. It is compared only if both labels have
    one: `E1` agrees with `E1.2`, but `E1.1` does not.

    >>> is_named("E1", "E1.2"), is_named("E1.1", "E1")
    (True, True)
    >>> is_named("E1.1", "E1.2"), is_named("E2", "E1.0")
    (False, False)
    """
    name, dot, counter = label.partition(".")
    deal, due_dot, due_counter = due.partition(".")
    return name == deal and (not (dot and due_dot) or counter == due_counter)
