"""Which of the four copies of a tile lies where.

Tenhou's XML names each by its id, a record only its face.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mjlog.formats.riichi.export_view import UnsayableError
from mjlog.model.record import Seat
from mjlog.model.tiles import UNKNOWN, Tile


class Copies:
    """Hands by id. A copy that nobody has seen yet is the lowest one left of its face."""

    def __init__(self, faces: Sequence[Tile], seats: int) -> None:
        self.faces = faces
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self._left: dict[Tile, list[int]] = {}
        for number in reversed(range(len(faces))):
            self._left.setdefault(faces[number], []).append(number)

    def new(self, face: Tile) -> int:
        """Return a copy not seen so far.

        Raises if the face is unknown, or all its copies are on the table.
        """
        left = self._left.get(face)
        if face >= UNKNOWN or not left:
            raise UnsayableError
        return left.pop()

    def draw(self, seat: Seat, face: Tile) -> int:
        """Take a new copy into the hand, and return it."""
        number = self.new(face)
        self.hands[seat].append(number)
        return number

    def leave(self, seat: Seat, face: Tile, *, rather_not: int = -1, rather: int = -1) -> int:
        """Remove a copy of that face from the hand and return it.

        Prefer `rather`, and avoid `rather_not`. If the hand does not hold the face, as in some
        records, a new copy leaves.
        """
        held = [number for number in self.hands[seat] if self.faces[number] == face]
        if not held:
            return self.new(face)
        number = rather
        if rather not in held:
            number = next((each for each in held if each != rather_not), held[0])
        self.hands[seat].remove(number)
        return number

    def called(self, faces: Iterable[Tile], among: Iterable[int]) -> list[int]:
        """Return ids for a hand laid open: the given copies that fit, else any copy of the face."""
        rest = list(among)
        copies: list[int] = []
        for face in faces:
            fits = [number for number in rest if self.faces[number] == face]
            number = fits[0] if fits else self._any(face, copies)
            if fits:
                rest.remove(number)
            copies.append(number)
        return copies

    def _any(self, face: Tile, taken: Sequence[int]) -> int:
        fits = [
            number
            for number, other in enumerate(self.faces)
            if other == face and number not in taken
        ]
        if not fits:
            raise UnsayableError
        return fits[0]
