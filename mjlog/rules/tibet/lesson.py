"""The Tibet ladder: how a winning hand comes to its points, line by line.

As a teacher would write it down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from mjlog.model.settlement import Item
from mjlog.model.shapes import Reading
from mjlog.model.tiles import text
from mjlog.referee.rulebook import Outcome, Winner
from mjlog.rules.tibet.points import COLUMNS, TibetHand, column, patterns

Lesson = Callable[[Winner, Outcome], Iterator[str]]


def lesson(chosen: Mapping[str, str]) -> Lesson:
    """Return the lesson at one step."""
    counted, items_of = chosen["scoring"] == "true", patterns(chosen)

    def tell(winner: Winner, outcome: Outcome) -> Iterator[str]:
        """Yield the dearest reading with its patterns and its column, then the others."""
        hand = TibetHand(winner, outcome)
        read = sorted(
            ((reading, items_of(hand, reading)) for reading in hand.readings),
            key=lambda r: _han(r[1]),
            reverse=True,
        )
        for place, (reading, items) in enumerate(read):
            if place:
                word = "or" if _han(items) == _han(read[0][1]) else "not"
                yield (
                    f"{word} as "
                    f"{_written(hand, reading)}{f': {_han(items)} han' if counted else ''}"
                )
            else:
                yield f"read as {_written(hand, reading)}"
                yield from _counted(items) if counted else ("no points are counted at this step",)

    return tell


def _written(hand: TibetHand, reading: Reading) -> str:
    """Return its groups, the pair last, then the declared ones signed as in records."""
    groups = sorted(reading, key=lambda group: (group.sort == "pair", group.tile))
    return " ".join(
        [
            *(text(group.kinds) for group in groups),
            *(meld.sign + text(meld.tiles) for meld in hand.melds),
        ]
    )


def _counted(items: Sequence[Item]) -> Iterator[str]:
    yield from (f"{item.points:>4}  {item.name}  ({item.clause})" for item in items)
    yield f"{_han(items):>4}  han, column {COLUMNS[column(_han(items))]} of the table  (11.1)"


def _han(items: Sequence[Item]) -> int:
    return sum(item.points for item in items)
