"""Builds the walls of a Tenhou game from the seed in its log, and compares play with them.

The seed is the key of one Mersenne Twister for the whole game. For each deal it generates nine
blocks of 32 words; the SHA-512 of a block is sixteen random words; these 144 words shuffle the
tiles and throw the dice. The deal is taken from the end of the shuffled list, replacement tiles and
indicators from its beginning. In the logs of 2009 the two tiles of each stack of the dead wall are
in the opposite order, and the seeds are hexadecimal words.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mjlog.formats.riichi.tenhou_numbers import IDS
from mjlog.model.messages import Message, Tiles, counting, msg
from mjlog.model.record import Seat, seat_name
from mjlog.model.tiles import text

if TYPE_CHECKING:
    from mjlog.formats.tenhou_xml.deal import DealReader

_BLOCKS, _BLOCK_WORDS, _HASH_WORDS = 9, 32, 16
_LONG, _SHORT = "mt19937ar-sha512-n288-base64,", "mt19937ar-sha512-n288,"
_WITHOUT: Final = range(4, 32)  # with three players 2m-8m are not in the set
_DEAD: Final = 14
_DICE: Final = 135  # words before this shuffle the tiles; the next two throw the dice
_SEARCHED: Final = 40  # the log may lack this number of deals before its walls are given up


@dataclass(frozen=True, slots=True)
class TenhouWall:
    """The wall of a deal, and the two dice.

    `tiles` has the tile ids in the order of drawing, the dealt tiles first. `early`: the log is of
    2009, when the two tiles of each stack of the dead wall had the opposite order.
    """

    tiles: tuple[int, ...]
    dice: tuple[int, int]
    seats: int
    early: bool = False

    def dealt(self, dealer: Seat) -> tuple[tuple[int, ...], ...]:
        """Return the hands that the wall deals, by seat; `dealer` is the dealer's seat.

        Each hand is in the order dealt: three times four tiles, then one tile.
        """
        return tuple(self._hand((seat - dealer) % self.seats) for seat in range(self.seats))

    def _hand(self, place: int) -> tuple[int, ...]:
        tiles, circle = self.tiles, 4 * self.seats
        starts = (4 * place, circle + 4 * place, 2 * circle + 4 * place)
        first, second, third = (tiles[start : start + 4] for start in starts)
        return first + second + third + (tiles[3 * circle + place],)

    @property
    def live(self) -> tuple[int, ...]:
        """All tiles that are not dealt, in the order of drawing; the dead wall comes last."""
        return self.tiles[13 * self.seats :]

    @property
    def replacements(self) -> tuple[int, ...]:
        """The replacement tiles in the order of drawing: four, or eight with three players."""
        return tuple(
            self._from_end(place)
            for place in ((1, 0, 3, 2) if self.seats == 4 else (1, 0, 3, 2, 5, 4, 7, 6))
        )

    @property
    def indicators(self) -> tuple[int, ...]:
        """The five dora indicators: first the one open from the start, then one for each kong."""
        first = 5 if self.seats == 4 else 9
        return tuple(self._from_end(place) for place in range(first, first + 10, 2))

    @property
    def hidden_indicators(self) -> tuple[int, ...]:
        """The five hidden dora indicators, which lie below the open indicators, in their order."""
        first = 4 if self.seats == 4 else 8
        return tuple(self._from_end(place) for place in range(first, first + 10, 2))

    @property
    def laid(self) -> tuple[int, ...]:
        """The whole wall as tile ids, in the order in which a record writes walls.

        The dead wall is stacks of two tiles, and the upper tile of each stack comes first. Logs of
        2009 have the lower tile first and are converted.
        """
        if not self.early:
            return self.tiles
        dead = [self._from_end(place) for place in range(_DEAD)]
        return (*self.tiles[:-_DEAD], *reversed(dead))

    def _from_end(self, place: int) -> int:
        return self.tiles[-1 - (place ^ 1 if self.early else place)]


def seed_key(seed: str) -> tuple[int, ...]:
    """Return the key in the seed of a log (element ``SHUFFLE``), as 32-bit numbers.

    Return an empty tuple for an unknown kind of seed.
    """
    try:
        if seed.startswith(_LONG):
            raw = base64.b64decode(seed.removeprefix(_LONG), validate=True)
            return struct.unpack(f"<{len(raw) // 4}I", raw)
        if seed.startswith(_SHORT):
            words = tuple(int(word, 16) for word in seed.removeprefix(_SHORT).split(","))
            if all(0 <= word < 1 << 32 for word in words):
                return words
            return ()
    except (ValueError, binascii.Error, struct.error):
        pass
    return ()


def walls(key: tuple[int, ...], seats: int, *, early: bool = False) -> Iterator[TenhouWall]:
    """Yield the walls of a game, one for each deal, without end.

    `key` is the number in the log's seed, as 32-bit words, from which the walls are computed;
    `seats` is the number of players. Python's random generator computes the same random numbers as
    Tenhou's, except if the last word of the key is zero. `early` is True for logs of 2009, in which
    the two tiles of each stack of the dead wall have the opposite order.
    """
    generator = random.Random()  # noqa: S311  the shuffle is known, that is the point
    generator.seed(int.from_bytes(struct.pack(f"<{len(key)}I", *key), "little"))
    while True:
        raw = generator.getrandbits(32 * _BLOCKS * _BLOCK_WORDS).to_bytes(
            4 * _BLOCKS * _BLOCK_WORDS, "little"
        )
        size = 4 * _BLOCK_WORDS
        hashed = b"".join(
            hashlib.sha512(raw[start : start + size]).digest() for start in range(0, len(raw), size)
        )
        words = struct.unpack(f"<{_BLOCKS * _HASH_WORDS}I", hashed)
        dice = words[_DICE] % 6 + 1, words[_DICE + 1] % 6 + 1
        yield TenhouWall(_shuffled(words, seats), dice, seats, early)


def _shuffled(words: tuple[int, ...], seats: int) -> tuple[int, ...]:
    tiles = [number for number in range(IDS) if seats == 4 or number not in _WITHOUT]
    count = len(tiles)
    for place, word in zip(range(count - 1), words, strict=False):
        other = place + word % (count - place)
        tiles[place], tiles[other] = tiles[other], tiles[place]
    return tuple(reversed(tiles))


class Walls:
    """The walls of all deals of one log, computed from its seed."""

    def __init__(self, coming: Iterator[TenhouWall]) -> None:
        self._coming = coming
        self._proven = False
        self._lost = False

    @classmethod
    def of(cls, seed: str, seats: int) -> Walls | None:
        """Return the walls that follow from a log's seed; None if mjlog cannot use the seed."""
        key = seed_key(seed)
        if key and key[-1]:
            return cls(walls(key, seats, early=seed.startswith(_SHORT)))
        return None

    def next_for(self, reader: DealReader, *, check: bool) -> tuple[int, ...]:
        """Return the wall of the deal that `reader` has just read, as tile ids in a record's order.

        If no wall matches the dealt hands, add a note and return an empty tuple for this deal and
        all later deals. If `check`, also compare the play with the wall, and add a finding (a
        message) for each difference.
        """
        if self._lost:
            return ()
        wall = self._found(reader)
        if wall is None:
            self._lost = True
            message = msg(
                "from here on the seed does not give the walls of this game; mjlog "
                "does not check them"
            )
            if not self._proven:
                message = msg(
                    "the seed does not give the walls of this game; mjlog does not check them"
                )
            reader.context.complain("wall.seed", message, reader.start, "note")
            return ()
        self._proven = True
        if check:
            _compare(reader, wall)
        return wall.laid

    def _found(self, reader: DealReader) -> TenhouWall | None:
        """Find the wall of the deal that `reader` has just read; return None if no wall matches.

        It is the next wall that matches the dealt hands. If deals are missing from the log, up to
        `_SEARCHED` walls that do not match are skipped, but only if an earlier deal has matched.
        """
        for missing in range(_SEARCHED if self._proven else 1):
            wall = next(self._coming)
            if _alike(wall, reader):
                if missing:
                    message = counting(
                        "{number} deal of the game is missing before {deal}",
                        "{number} deals of the game are missing before {deal}",
                        missing,
                        deal=reader.init.label,
                    )
                    reader.context.complain("format.gap", message, reader.start, "note")
                return wall
        return None


def _alike(wall: TenhouWall, reader: DealReader) -> bool:
    """Return whether more than half of the dealt tiles are the same in the wall and in the log.

    With the wall of another deal, about one tile of a hundred would be the same.
    """
    dealt = wall.dealt(reader.init.dealer)
    if dealt == reader.init.ids:
        return True
    same = sum(
        a == b
        for ours, theirs in zip(dealt, reader.init.ids, strict=True)
        for a, b in zip(ours, theirs, strict=False)
    )
    return 2 * same > 13 * wall.seats


def _compare(reader: DealReader, wall: TenhouWall) -> None:
    """Add a finding (a message) for each difference between the play and the wall.

    Compared are the dealt hands, the dice, the draws and the dora indicators. Each hand that is
    not the same is reported; of the draws, and of each row of indicators, only the first tile that
    is not the same.
    """
    init, say, start = reader.init, reader.context.complain, reader.start
    for seat, (due, got) in enumerate(zip(wall.dealt(init.dealer), init.ids, strict=True)):
        if due != got:
            message = msg(
                "{seat} is dealt {recorded}, but the wall gives {due}",
                seat=seat_name(seat),
                recorded=_words(reader, got),
                due=_words(reader, due),
            )
            say("deal.order", message, start, seat=seat)
    if init.dice and init.dice != wall.dice:
        dice, thrown = (
            "+".join(str(die) for die in init.dice),
            "+".join(str(die) for die in wall.dice),
        )
        say(
            "deal.break",
            msg("the dice show {recorded}, but the seed throws {due}", recorded=dice, due=thrown),
            start,
        )
    drawn = reader.drawn
    _compare_row(reader, "wall.front", msg("drawn"), reader.live(), wall.live)
    _compare_row(
        reader,
        "wall.replacement",
        msg("drawn as a replacement"),
        drawn.replaced,
        wall.replacements,
    )
    _compare_row(
        reader,
        "wall.replacement",
        msg("turned up as an indicator"),
        drawn.indicators,
        wall.indicators,
    )
    below = msg("turned over as a hidden indicator")
    for row in drawn.hidden:
        _compare_row(reader, "wall.replacement", below, row, wall.hidden_indicators)


def _compare_row(
    reader: DealReader, code: str, how: Message, row: list[tuple[int, int]], due: tuple[int, ...]
) -> None:
    if tuple(number for number, _ in row) == due[: len(row)]:
        return
    for place, (number, offset) in enumerate(row):
        if place >= len(due):
            message = msg(
                "{tile} is {how}, but the wall has no more", tile=_tile(reader, number), how=how
            )
            reader.context.complain(code, message, offset)
            return
        if number != due[place]:
            other = "{tile} is {how}, but the wall has {due} there"
            message = msg(other, tile=_tile(reader, number), how=how, due=_tile(reader, due[place]))
            reader.context.complain(code, message, offset)
            return


def _tile(reader: DealReader, number: int) -> Tiles:
    return Tiles((reader.faces[number],))


def _words(reader: DealReader, ids: tuple[int, ...]) -> str:
    return text((reader.faces[number] for number in ids), sort=True)
