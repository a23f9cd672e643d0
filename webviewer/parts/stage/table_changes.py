"""The changes of the table from one step to the next, and the tiles that each player sees.

Only pieces that moved are processed, usually one or two.
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
"""Value of `SeenPiece.eyes` for everybody."""

Place = tuple[Seat, bool]
"""A seat, and whether the place is its river (else the rest of its side)."""

Throws = tuple[tuple[Seat, int], ...]
"""Discards in order: the seat and the number of the piece of each."""


class SeenPiece(NamedTuple):
    """A piece (a tile on the table) with its kind, and who sees it: `ALL` or one seat.

    A tile that is not known has the kind `KINDS`.
    """

    piece: Piece
    eyes: Seat
    kind: Tile

    @classmethod
    def of(cls, piece: Piece) -> SeenPiece:
        """Return a piece (a tile on the table) together with its kind and the player who sees it.

        Everybody sees a tile that lies face up; only its owner sees any other tile.
        """
        kind = min(KIND[physical(piece.face)], KINDS)
        return cls(piece, ALL if piece.up else piece.seat, kind)

    @property
    def place(self) -> Place:
        """Where the piece is: its seat, and whether it is among the discards."""
        return self.piece.seat, self.piece.zone == "river"


@dataclass(frozen=True, slots=True)
class TablePieces:
    """The pieces (tiles) on the table after a step.

    A piece that does not change is the same object in all frames of a deal. `versions` has a number
    for each place, which changes when a piece comes or goes. `left` has, for each player and for
    `NOBODY`, the number of tiles of each kind that the player does not see; it is negative if the
    record has too many such tiles. `numbered` has the pieces by number. `thrown` has the numbers of
    all discards in order, `discards` those of each seat, including claimed discards.
    """

    winners: tuple[Seat, ...]
    left: Mapping[Seat, Left]
    pieces: tuple[Piece, ...] = ()
    versions: Mapping[Place, int] = field(default_factory=dict)
    numbered: Mapping[int, Piece] = field(default_factory=dict)
    thrown: Throws = ()
    discards: Mapping[Seat, Sequence[int]] = field(default_factory=dict)

    def river(self, seat: Seat) -> list[Piece]:
        """Return a seat's discards in order, including those that other players claimed."""
        return [self.numbered[number] for number in self.discards.get(seat, ())]

    def unseen(self, seat: Seat) -> Sequence[int]:
        """Return for each kind of tile how many copies the player at a seat cannot see.

        The player's own tiles, tiles that lie face up, and hands that have won count as seen. For
        `NOBODY`, only tiles that everybody sees count as seen.
        """
        return self.left[seat].unseen


class Left(NamedTuple):
    """The number of tiles of each kind that somebody does not see.

    `numbers` may be negative if a record has too many tiles; `unseen` has 0 instead.
    """

    numbers: list[int]
    unseen: list[int]

    def after(self, kinds: Iterable[tuple[Tile, int]]) -> Left:
        """Return the numbers of unseen tiles after some tiles came into view or went out of view.

        Each item of `kinds` is a kind of tile and the change of its number.
        """
        numbers, unseen = self.numbers.copy(), self.unseen.copy()
        for kind, change in kinds:
            numbers[kind] += change
            unseen[kind] = max(0, numbers[kind])
        return Left(numbers, unseen)


class Tabletop:
    """Computes the pieces on the table step by step, updating only what moved."""

    def __init__(self, seats: int, rules: RuleSet) -> None:
        self._all = [*copies(rules)[:KINDS], 0]
        self._seats = (NOBODY, *range(seats))
        self._seen: dict[int, SeenPiece] = {}
        self._numbers = count(1)
        self._latest = self._empty(())

    def after(self, frame: Frame) -> TablePieces:
        """Return what lies on the table in `frame`, the state after a step.

        Only what changed since the previous call is computed, so this is fastest for steps in
        order.
        """
        before = self._latest
        if before.pieces is frame.pieces and before.winners == frame.winners:
            return before
        if before.winners != frame.winners:
            before = self._empty(frame.winners)
        self._latest = after = self._moved(before, frame)
        return after

    def _empty(self, winners: tuple[Seat, ...]) -> TablePieces:
        return TablePieces(winners, dict.fromkeys(self._seats, Left(self._all, self._all)))

    def _moved(self, before: TablePieces, frame: Frame) -> TablePieces:
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
        return TablePieces(
            frame.winners,
            {**before.left, **changed},
            frame.pieces,
            {**before.versions, **versions},
            _numbered(before.numbered, moved),
            frame.thrown,
            _discards(before, frame.thrown),
        )

    def _seen_of(self, piece: Piece) -> SeenPiece:
        if id(piece) not in self._seen:
            self._seen[id(piece)] = SeenPiece.of(piece)
        return self._seen[id(piece)]

    def _who_sees(self, seen: SeenPiece, winners: tuple[Seat, ...]) -> tuple[Seat, ...]:
        if seen.eyes == ALL or seen.eyes in winners:
            return self._seats
        return (seen.eyes,) if seen.eyes in self._seats[1:] else ()


def _differences(old: Sequence[Piece], now: Sequence[Piece]) -> list[tuple[Piece, int]]:
    """Return the pieces that came to the table or left it between two states.

    Each is paired with the change that it makes to the number of unseen tiles: -1 if the piece
    came, 1 if it left.
    """
    alike = next(compress(count(), map(is_not, old, now)), min(len(old), len(now)))
    came = {id(piece): piece for piece in now[alike:]}
    went = [(piece, 1) for piece in old[alike:] if came.pop(id(piece), None) is None]
    return [*((piece, -1) for piece in came.values()), *went]


def _numbered(before: Mapping[int, Piece], moved: list[tuple[SeenPiece, int]]) -> dict[int, Piece]:
    """Return the pieces on the table after some came or left, as a dict by identifying number.

    `before` are the pieces before. In `moved`, -1 marks a piece that came, and 1 a piece that left.
    A piece that changed is in `moved` twice, with both numbers.
    """
    numbered = dict(before)
    for seen, change in moved:
        if change > 0:
            del numbered[seen.piece.number]
    numbered.update((seen.piece.number, seen.piece) for seen, change in moved if change < 0)
    return numbered


def _discards(before: TablePieces, thrown: Throws) -> dict[Seat, Sequence[int]]:
    """Return the identifying numbers of each seat's discards, in order, as a dict by seat.

    `thrown` are all discards up to a step. If it continues the discards of `before`, only new ones
    are added.
    """
    count = len(before.thrown)
    discards, more = dict(before.discards), thrown[count:]
    if thrown[:count] != before.thrown:
        discards, more = {}, thrown
    for seat, number in more:
        discards[seat] = (*discards.get(seat, ()), number)
    return discards


class Side(NamedTuple):
    """Two keys of a seat's side of the table: for the discards, and for the rest.

    A key changes when that part of the side must be drawn again.
    """

    river: tuple[object, ...]
    rest: tuple[object, ...]


def sides(frame: Frame, lying: TablePieces, seats: int) -> Iterator[Side]:
    """Yield two keys for each seat: one for how its discards look, one for the rest of its side.

    If a key is equal to the key at an earlier step, what was drawn for that step can be used again.
    `lying` is what lies on the table.
    """
    bright = lit(frame)
    looked_at = {*bright, frame.drawn}
    eye_catching = [lying.numbered[each] for each in sorted(looked_at & lying.numbered.keys())]
    shown: dict[Place, list[tuple[int, bool]]] = {}
    for piece in eye_catching:
        place = piece.seat, piece.zone == "river"
        shown.setdefault(place, []).append((piece.number, piece.number in bright))
    for seat in range(seats):
        places: tuple[Place, Place] = (seat, True), (seat, False)
        river, rest = ((lying.versions.get(p, 0), *shown.get(p, ())) for p in places)
        acts = seat == frame.to_act, seat in frame.ready, frame.winners
        yield Side(
            (*river, len(lying.discards.get(seat, ())), seat in frame.winners), (*rest, *acts)
        )


def lit(frame: Frame) -> frozenset[int]:
    """Return the identifying numbers of the pieces that the page highlights.

    They are the pieces that have just moved, and the latest discard.
    """
    return frozenset(frame.moved) | {number for _, number in frame.thrown[-1:]}
