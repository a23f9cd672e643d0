"""What has changed on the table since the step asked for before, and what each player sees of it.

From one step to the next a tile or two move; all that lies where it lay is not looked at again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress, count
from operator import is_not
from typing import Final, NamedTuple

from mjlog.model.record import NOBODY, Seat
from mjlog.model.table import physical
from mjlog.model.tiles import KIND, KINDS, Tile
from mjlog.picture.frames import Frame, Piece
from mjlog.referee.hand_readings import copies
from mjlog.referee.rule_set import RuleSet

ALL: Final = -2
"""Whoever looks at the table."""

Place = tuple[Seat, bool]
"""A seat, and whether it is its river."""

Throws = tuple[tuple[Seat, int], ...]
"""Discards in their order: whose each was, and the number of its piece."""


class Seen(NamedTuple):
    """A piece: who sees it, `ALL` if everybody, and its kind; one without a kind is the last."""

    piece: Piece
    eyes: Seat
    kind: Tile

    @classmethod
    def of(cls, piece: Piece) -> Seen:
        """Return the state of a piece that can change."""
        kind = min(KIND[physical(piece.face)], KINDS)
        return cls(piece, ALL if piece.up else piece.seat, kind)

    @property
    def place(self) -> Place:
        """Where it lies."""
        return self.piece.seat, self.piece.zone == "river"


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies on the table after a step.

    A piece that does not change is the same object in all frames of a deal. `versions` has another
    number for a place whenever something came or went there. `left` has for each player, and for
    `NOBODY`, what is left of the tiles of each kind beside those that it sees; where more lie there
    than there are it is less than none. `numbered` has the pieces by their numbers, and `discards`
    the numbers of each seat's, wherever they lie now, as `thrown` has them of all.
    """

    winners: tuple[Seat, ...]
    left: Mapping[Seat, Left]
    pieces: tuple[Piece, ...] = ()
    versions: Mapping[Place, int] = field(default_factory=dict)
    numbered: Mapping[int, Piece] = field(default_factory=dict)
    thrown: Throws = ()
    discards: Mapping[Seat, Sequence[int]] = field(default_factory=dict)

    def river(self, seat: Seat) -> list[Piece]:
        """Return the discards of a seat in their order."""
        return [self.numbered[number] for number in self.discards.get(seat, ())]

    def unseen(self, seat: Seat) -> Sequence[int]:
        """Return how many tiles of each kind a player does not see; `NOBODY` sees open ones.

        A player sees its own tiles and all that lies open, hands that have won included.
        """
        return self.left[seat].unseen


class Left(NamedTuple):
    """What is left of the tiles of each kind, and the same where less than none counts as none."""

    numbers: list[int]
    unseen: list[int]

    def after(self, kinds: Iterable[tuple[Tile, int]]) -> Left:
        """Return the counts after these kinds have changed by those numbers."""
        numbers, unseen = self.numbers.copy(), self.unseen.copy()
        for kind, change in kinds:
            numbers[kind] += change
            unseen[kind] = max(0, numbers[kind])
        return Left(numbers, unseen)


class Tabletop:
    """The table of a deal from step to step."""

    def __init__(self, seats: int, rules: RuleSet) -> None:
        self._all = [*copies(rules)[:KINDS], 0]
        self._seats = (NOBODY, *range(seats))
        self._seen: dict[int, Seen] = {}
        self._numbers = count(1)
        self._latest = self._empty(())

    def after(self, frame: Frame) -> Lying:
        """Return what is on the table after a step."""
        before = self._latest
        if before.pieces is frame.pieces and before.winners == frame.winners:
            return before
        if before.winners != frame.winners:
            before = self._empty(frame.winners)
        self._latest = after = self._moved(before, frame)
        return after

    def _empty(self, winners: tuple[Seat, ...]) -> Lying:
        return Lying(winners, dict.fromkeys(self._seats, Left(self._all, self._all)))

    def _moved(self, before: Lying, frame: Frame) -> Lying:
        moved = [
            (self._seen_of(piece), change)
            for piece, change in _differences(before.pieces, frame.pieces)
        ]
        versions = dict.fromkeys((seen.place for seen, _ in moved), next(self._numbers))
        seen_by: dict[Seat, list[tuple[Tile, int]]] = {}
        for seen, change in moved:
            for seat in self._who_sees(seen, frame.winners):
                seen_by.setdefault(seat, []).append((seen.kind, change))
        changed = {seat: before.left[seat].after(kinds) for seat, kinds in seen_by.items()}
        return Lying(
            frame.winners,
            {**before.left, **changed},
            frame.pieces,
            {**before.versions, **versions},
            _numbered(before.numbered, moved),
            frame.thrown,
            _discards(before, frame.thrown),
        )

    def _seen_of(self, piece: Piece) -> Seen:
        if id(piece) not in self._seen:
            self._seen[id(piece)] = Seen.of(piece)
        return self._seen[id(piece)]

    def _who_sees(self, seen: Seen, winners: tuple[Seat, ...]) -> tuple[Seat, ...]:
        if seen.eyes == ALL or seen.eyes in winners:
            return self._seats
        return (seen.eyes,) if seen.eyes in self._seats[1:] else ()


def _differences(old: Sequence[Piece], now: Sequence[Piece]) -> list[tuple[Piece, int]]:
    """Return the pieces that came, each with -1, and those that went, with 1.

    Most of a long deal is before all that moved, and is skipped quickly.
    """
    alike = next(compress(count(), map(is_not, old, now)), min(len(old), len(now)))
    came = {id(piece): piece for piece in now[alike:]}
    went = [(piece, 1) for piece in old[alike:] if came.pop(id(piece), None) is None]
    return [*((piece, -1) for piece in came.values()), *went]


def _numbered(before: Mapping[int, Piece], moved: list[tuple[Seen, int]]) -> dict[int, Piece]:
    """Return the pieces by number; a changed one has come and gone."""
    numbered = dict(before)
    for seen, change in moved:
        if change > 0:
            del numbered[seen.piece.number]
    numbered.update((seen.piece.number, seen.piece) for seen, change in moved if change < 0)
    return numbered


def _discards(before: Lying, thrown: Throws) -> dict[Seat, Sequence[int]]:
    """Return the numbers of each seat's discards, from the first new one on."""
    count = len(before.thrown)
    discards, more = dict(before.discards), thrown[count:]
    if thrown[:count] != before.thrown:
        discards, more = {}, thrown
    for seat, number in more:
        discards[seat] = (*discards.get(seat, ()), number)
    return discards


class Side(NamedTuple):
    """Two keys of what lies at a seat's side: the river, and all the rest."""

    river: tuple[object, ...]
    rest: tuple[object, ...]


def sides(frame: Frame, lying: Lying, seats: int) -> Iterator[Side]:
    """Yield for each seat two keys of its side, equal as long as nothing moves."""
    bright = lit(frame)
    looked_at = {*bright, frame.drawn}
    eye_catching = [lying.numbered[each] for each in sorted(looked_at & lying.numbered.keys())]
    shown: dict[Place, list[tuple[int, bool]]] = {}
    for piece in eye_catching:
        place = piece.seat, piece.zone == "river"
        shown.setdefault(place, []).append((piece.number, piece.number in bright))
    for seat in range(seats):
        river, rest = ((lying.versions.get(p, 0), *shown.get(p, ())) for p in _places(seat))
        acts = seat == frame.to_act, seat in frame.ready, frame.winners
        yield Side(
            (*river, len(lying.discards.get(seat, ())), seat in frame.winners), (*rest, *acts)
        )


def _places(seat: Seat) -> tuple[Place, Place]:
    return (seat, True), (seat, False)


def lit(frame: Frame) -> frozenset[int]:
    """Return the pieces to light after a step: those it moved, and the last discard."""
    return frozenset(frame.moved) | {number for _, number in frame.thrown[-1:]}
