"""Assigns to each tile of a record the id of one of its four copies.

In Tenhou's XML every copy has an id, but a record has only the face.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mjlog.formats.riichi.export_view import UnsayableError
from mjlog.model.record import Seat
from mjlog.model.tiles import UNKNOWN, Tile


class Copies:
    """Assigns Tenhou's tile ids to the tiles of a record, which has no ids.

    There are four copies of most tiles, each with its own id. A copy that appears for the first
    time gets the lowest unused id of its tile. `hands` has the ids in each player's hand.
    """

    def __init__(self, faces: Sequence[Tile], seats: int) -> None:
        self.faces = faces
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self._left: dict[Tile, list[int]] = {}
        for number in reversed(range(len(faces))):
            self._left.setdefault(faces[number], []).append(number)

    def new(self, face: Tile) -> int:
        """Return the lowest unused tile id of the tile `face`, and mark the id as used.

        Raise `UnsayableError` if the tile is unknown or all its ids are used.
        """
        left = self._left.get(face)
        if face >= UNKNOWN or not left:
            raise UnsayableError
        return left.pop()

    def draw(self, seat: Seat, face: Tile) -> int:
        """Choose an unused id of the tile `face`, add it to the hand of `seat`, and return it."""
        number = self.new(face)
        self.hands[seat].append(number)
        return number

    def leave(self, seat: Seat, face: Tile, *, rather_not: int = -1, rather: int = -1) -> int:
        """Choose an id of the tile `face`, remove it from the hand of `seat`, and return it.

        The id `rather` is chosen if the hand has it; the id `rather_not` is chosen only if the hand
        has no other id of the tile. If the hand does not have the tile, which happens in wrong
        records, return an unused id of the tile.
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
        """Return a tile id for each tile in `faces`, the tiles that a player lays open, in order.

        Ids in `among` are used first; if `among` has no id of a tile, any other id of this tile is
        used. Raise `UnsayableError` if there are not enough ids of a tile.
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
