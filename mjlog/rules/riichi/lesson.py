"""Riichi: explains the value of a winning hand line by line, as a teacher writes it down."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from mjlog.model.messages import Message
from mjlog.model.shapes import ORPHANS
from mjlog.model.table import NONE
from mjlog.model.tiles import KINDS, Tile, text
from mjlog.referee.rulebook import Outcome, Winner
from mjlog.rules.riichi.fu import DRAWN
from mjlog.rules.riichi.hand import Called, HandReading, RiichiHand
from mjlog.rules.riichi.hand_value import MANGAN, YAKUMAN, Counting, Worth
from mjlog.rules.riichi.points import hands

Lesson = Callable[[Winner, Outcome], Iterator[str]]
MOST_READINGS: Final = 6
_SIGNS: Final = {"chow": "+", "pung": "+", "kong": "+", "concealed kong": "*"}
_WAITS: Final = {
    "two-sided": "a two-sided wait",
    "edge": "an edge wait",
    "closed": "a closed wait",
    "pair": "a wait for the pair",
    "pung": "a wait on two pairs",
}


def lesson(settings: Mapping[str, str]) -> Lesson:
    """Return a function that explains the value of a winner's hand, yielding lines of text.

    The lines show the best way to group the hand with its han, fu and base (the number that
    payments are multiples of). One line follows for each of up to five other ways. The function
    yields nothing if the hand is not known. `settings` maps the name of each option to its value.
    """
    counting, hand_of = Counting(settings), hands(settings)

    def tell(winner: Winner, outcome: Outcome) -> Iterator[str]:
        hand = hand_of(winner, outcome)
        if not isinstance(hand, RiichiHand):
            return
        readings = sorted(counting.every(hand), key=lambda pair: _rank(pair[1]), reverse=True)
        for place, (view, worth) in enumerate(readings[:MOST_READINGS]):
            if place == 0 and worth is not None:
                yield f"read as {_reading(hand, view)}{_completed(hand, view)}"
                yield from _worked_out(worth, counting)
            else:
                word = "or" if _rank(worth) == _rank(readings[0][1]) else "not"
                yield f"{word} as {_reading(hand, view)}{_completed(hand, view)}: {_short(worth)}"

    return tell


def _rank(worth: Worth | None) -> tuple[int, int, int]:
    if worth is None:
        return (-1, 0, 0)
    return (worth.base, worth.han, worth.fu)


def _short(worth: Worth | None) -> str:
    if worth is None:
        return "no pattern"
    if worth.limits:
        return worth.limit
    return f"{worth.han} han {worth.fu} fu"


# --------------------------------------------------------------------------- the reading


def _reading(hand: RiichiHand, view: HandReading) -> str:
    """Return the tiles of a reading as text, group by group, such as ``123m 456p 99s +777z``.

    A declared set is written as in records: with ``+``, or with ``*`` if it is a concealed kong.
    """
    if view.wait == "seven pairs":
        return " ".join(text([kind, kind]) for kind in range(KINDS) if hand.concealed[kind])
    if view.wait == "orphans":
        return text(ORPHANS) + " and one of them twice"
    own = view.chows[: len(view.chows) - len(hand.chows)]
    groups = [(kind, kind + 1, kind + 2) for kind in own]
    groups += [
        (kind,) * 3 for kind in (*view.held, *([view.finished] if view.finished != NONE else []))
    ]
    return " ".join(
        [
            *(text(group) for group in sorted(groups)),
            text([view.pair] * 2),
            *map(_declared, hand.melds),
        ]
    )


def _declared(meld: Called) -> str:
    sort, kind = meld
    tiles: Sequence[Tile] = (
        (kind, kind + 1, kind + 2) if sort == "chow" else (kind,) * (3 if sort == "pung" else 4)
    )
    return _SIGNS[sort] + text(tiles)


def _completed(hand: RiichiHand, view: HandReading) -> str:
    """Return text about the winning tile's wait, such as ``, 5m from a closed wait``.

    Return an empty text for seven pairs and thirteen orphans.
    """
    if view.wait not in _WAITS:
        return ""
    return f", {text([hand.situation.tile])} from {_WAITS[view.wait]}"


# --------------------------------------------------------------------------- han, fu, base


def _worked_out(worth: Worth, counting: Counting) -> Iterator[str]:
    unit = "yakuman" if worth.limits else "han"
    yield from _column(
        unit, [(name, points, f"({clause})") for name, points, clause in worth.items]
    )
    if worth.fu_items:
        yield from _column(
            "fu", [(str(name), fu, f"({_clause(name)})") for name, fu in worth.fu_items]
        )
        if sum(points for _, points in worth.fu_items) != worth.fu:
            yield f"{worth.fu:>4}  fu, brought up to whole tens"
    yield _base(worth, counting)


def _column(unit: str, rows: Sequence[tuple[str, int, str]]) -> Iterator[str]:
    yield from (f"{points:>4}  {name}  {clause}" for name, points, clause in rows)
    if len(rows) > 1:
        yield f"{sum(points for _, points, _ in rows):>4}  {unit}"


def _clause(name: Message) -> str:
    if name is DRAWN[0]:
        return "5.25"
    return "5.24"


def _base(worth: Worth, counting: Counting) -> str:
    """Return a line that shows how the base of the payments is calculated.

    The base is the number that payments are multiples of. For example, ``base 30 × 2^(2 + 3) = 960
    (5.26)``.
    """
    if worth.limits:
        times = f"{worth.limits} × {YAKUMAN} = " if worth.limits > 1 else ""
        return f"base {times}{worth.base}: {worth.limit if worth.limits > 1 else 'a yakuman'}"
    if worth.han >= 5:
        return (
            f"base {worth.base}: {worth.han} han are a {worth.limit}  "
            f"({'5.26' if worth.han == 5 else '5.27'})"
        )
    points = worth.fu << 2 + worth.han
    made = f"base {worth.fu} × 2^(2 + {worth.han}) = {points}"
    if points < MANGAN and worth.base == MANGAN and counting.rounds_up:
        return f"{made}, brought up to a mangan of {MANGAN}  (5.26)"
    if points > MANGAN:
        return f"{made}, cut off at a mangan of {MANGAN}  (5.26)"
    return f"{made}  (5.26)"
