"""Decides which of the four copies of a tile is where.

Tenhou's XML gives every copy an id, but a record has only the face.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mjlog.formats.riichi.export_view import UnsayableError
from mjlog.model.record import Seat
from mjlog.model.tiles import UNKNOWN, Tile


class Copies:
    """The hands as tile ids.

    A copy that is seen for the first time gets the lowest id left for its face.
    """

    def __init__(self, faces: Sequence[Tile], seats: int) -> None:
        self.faces = faces
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self._left: dict[Tile, list[int]] = {}
        for number in reversed(range(len(faces))):
            self._left.setdefault(faces[number], []).append(number)

    def new(self, face: Tile) -> int:
        """Return the id of a copy that was not seen so far.

        Raises `UnsayableError` if the face is unknown or all its copies were seen.
        """
        left = self._left.get(face)
        if face >= UNKNOWN or not left:
            raise UnsayableError
        return left.pop()

    def draw(self, seat: Seat, face: Tile) -> int:
        """Add a new copy of the face to the hand, and return its id."""
        number = self.new(face)
        self.hands[seat].append(number)
        return number

    def leave(self, seat: Seat, face: Tile, *, rather_not: int = -1, rather: int = -1) -> int:
        """Remove a copy of that face from the hand, and return its id.

        The copy `rather` is preferred, and `rather_not` is avoided. If the hand has no such copy,
        as in some records, a new copy is used.
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
        """Return ids for tiles that are laid open, in the order of `faces`.

        They are the copies in `among` that fit, or else any copy of the face. Raises
        `UnsayableError` if there are not enough copies of a face.
        """
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
