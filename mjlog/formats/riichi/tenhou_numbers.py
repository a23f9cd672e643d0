"""Decodes Tenhou's numbers: tile ids, meld words, yaku and game types.

Ids run from 0 to 135, four copies of each kind in the order m p s z; red fives, in games that have
them, are the first copy. All formats that use these numbers share the tables here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import compress
from typing import Final, Literal

from mjlog.formats.riichi.tenhou_private_tables import custom
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.memo import Memo
from mjlog.model.record import Seat
from mjlog.model.tiles import RED, Tile

IDS: Final = 136
PLAIN_FACES: Final[tuple[Tile, ...]] = tuple(number // 4 for number in range(IDS))
RED_FACES: Final[tuple[Tile, ...]] = tuple(
    {16: RED, 52: RED + 1, 88: RED + 2}.get(number, number // 4) for number in range(IDS)
)
"""Faces by tile id, without and with red fives."""


_NUMBER: Final = re.compile(r" *-?[0-9]{1,9} *")


class ImpossibleError(ValueError):
    """Raised for a value that no log can have; the message says why."""


def explain_error(problem: Exception) -> str:
    """Return a text for users about `problem`, an error raised by a wrong value in a Tenhou log."""
    if not isinstance(problem, ImpossibleError):
        return "there are too many values in it or too few"
    return str(problem)


def _read(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise KeyError(word)
    return int(word)


_numbers: Final = Memo(_read, most=1 << 14)
"""Cache of numbers by their text in logs: tile ids, seats, hundreds of points."""
_KNOWN_NUMBERS: Final[dict[str, int]] = _numbers.results
_KNOWN_IDS: Final = {str(number): number for number in range(IDS)}
_KNOWN_SEATS: Final = {str(seat): seat for seat in range(4)}
_LONG: Final = 12
"""Length from which a number is not cached, because such long texts hardly repeat."""


def numbers(text: str) -> list[int]:
    """Parse whole numbers separated by commas; an empty text gives an empty list.

    Raise `ImpossibleError` for any other text, and for a number of more than nine digits.
    """
    if not text:
        return []
    try:
        return [_KNOWN_NUMBERS[word] for word in text.split(",")]
    except KeyError:  # a number that was not read before
        return _numbers_in_full(text)


def _numbers_in_full(text: str) -> list[int]:
    try:
        words = text.split(",")
        return [_read(word) if len(word) > _LONG else _numbers.get(word) for word in words]
    except KeyError:
        due = "whole numbers with commas between them are expected"
        raise ImpossibleError(f"{due}, not {text[:40]!r}") from None


def number_of(text: str) -> int:
    """Parse a text that is one whole number. Raise `ImpossibleError` for any other text."""
    number = _KNOWN_NUMBERS.get(text)
    if number is not None:
        return number
    given = numbers(text)
    if len(given) != 1:
        raise ImpossibleError(f"one whole number is expected, not {text[:40]!r}")
    return given[0]


def tile_ids(text: str) -> list[int]:
    """Parse tile ids (0 to 135) separated by commas; an empty text gives an empty list.

    Raise `ImpossibleError` for any other text, and for an id that does not exist.
    """
    if not text:
        return []
    try:
        return [_KNOWN_IDS[word] for word in text.split(",")]
    except KeyError:  # it is not a tile id, or has a blank next to it
        return _tile_ids_in_full(text)


def _tile_ids_in_full(text: str) -> list[int]:
    ids = numbers(text)
    for each in ids:
        if not 0 <= each < IDS:
            raise ImpossibleError(f"{text[:40]!r} has a tile id outside 0-{IDS - 1}")
    return ids


def seat_of(text: str, seats: int) -> Seat:
    """Parse a seat number from 0 to below `seats`. Raise `ImpossibleError` for any other text."""
    known_seat = _KNOWN_SEATS.get(text)
    if known_seat is not None and known_seat < seats:
        return known_seat
    seat = number_of(text)
    if not 0 <= seat < seats:
        raise ImpossibleError(f"seat {text[:40]!r} at a table of {seats}")
    return seat


# --------------------------------------------------------------------------- melds

MeldKind = Literal["chow", "pung", "kong", "added", "concealed", "north"]


def bits_of(flags: Mapping[int, bool]) -> int:
    """Return the number in which the bits of all True flags are set.

    Each key of `flags` is the value of one bit: ``{1: True, 2: False, 4: True}`` gives 5.
    """
    return sum(compress(flags, flags.values()))


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld, decoded from Tenhou's number for it (a meld word).

    `own` are the ids of the tiles from the hand. `called` is the id of the claimed tile; -1 if no
    tile is claimed or added. `source` says how many places to the right of the claimer the
    discarder sits; 0 if there is no discarder. For an added kong, `own` has the three tiles of the
    pung and `called` is the added tile.
    """

    kind: MeldKind
    own: tuple[int, ...]
    called: int
    source: int

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of all tiles of the meld, the claimed or added tile last."""
        if self.called < 0:
            return self.own
        return (*self.own, self.called)


def meld(word: int) -> Meld:
    """Decode a meld from Tenhou's 16-bit number for it (a meld word).

    Raise `ImpossibleError` if the number cannot be a meld.

    >>> meld(42031).kind, meld(42031).own, meld(42031).called
    ('chow', (61, 65), 68)
    """
    return _melds.get(word)


def _meld(word: int) -> Meld:
    if not 0 <= word < 1 << 16:
        raise ImpossibleError(f"{word} is not a meld word of 16 bits")
    decoded = _decoded(word)
    if any(number >= IDS for number in decoded.ids):
        raise ImpossibleError(f"meld word {word} speaks of a tile that does not exist")
    return decoded


_melds: Final = Memo(_meld, most=1 << 16)


def _decoded(word: int) -> Meld:
    source = word & 3
    if word & 4:
        return _chow(word, source)
    if word & 8 or word & 16:
        return _pung_or_added(word, source)
    if word & 32:
        return Meld("north", (word >> 8,), -1, 0)
    kind, copy = divmod(word >> 8, 4)
    ids = tuple(range(4 * kind, 4 * kind + 4))
    if not source:
        return Meld("concealed", ids, -1, 0)
    return Meld("kong", ids[:copy] + ids[copy + 1 :], ids[copy], source)


def _chow(word: int, source: int) -> Meld:
    run, called = divmod(word >> 10, 3)
    low = run // 7 * 9 + run % 7
    ids = [4 * (low + place) + (word >> shift & 3) for place, shift in enumerate((3, 5, 7))]
    taken = ids.pop(called)
    return Meld("chow", tuple(ids), taken, source)


def _pung_or_added(word: int, source: int) -> Meld:
    kind, called = divmod(word >> 9, 3)
    spare = 4 * kind + (word >> 5 & 3)
    ids = [number for number in range(4 * kind, 4 * kind + 4) if number != spare]
    if word & 16:
        return Meld("added", tuple(ids), spare, source)
    taken = ids.pop(called)
    return Meld("pung", tuple(ids), taken, source)


def meld_word(found: Meld) -> int:
    """Encode a meld as Tenhou's 16-bit number; this is the inverse of `meld`.

    >>> meld_word(Meld("chow", (61, 65), 68, 3))
    42031
    """
    ids = sorted(found.ids)
    if found.kind == "chow":
        low = ids[0] // 4
        copies = sum(number % 4 << shift for number, shift in zip(ids, (3, 5, 7), strict=True))
        return (
            (low // 9 * 7 + low % 9) * 3 + ids.index(found.called) << 10 | copies | 4 | found.source
        )
    if found.kind in ("pung", "added"):
        kind = ids[0] // 4
        spare = (
            found.called
            if found.kind == "added"
            else 4 * kind + 6 - sum(number % 4 for number in ids)
        )
        called = ids.index(found.called) if found.kind == "pung" else 0
        return (
            (kind * 3 + called) << 9
            | spare % 4 << 5
            | (8 if found.kind == "pung" else 16)
            | found.source
        )
    if found.kind == "north":
        return found.own[0] << 8 | 32
    return (found.called if found.source else ids[-1]) << 8 | found.source


# --------------------------------------------------------------------------- yaku

_WINDS: Final = ("east", "south", "west", "north")
YAKU: Final[tuple[str, ...]] = (
    "tsumo", "riichi", "ippatsu", "chankan", "rinshan", "haitei", "houtei", "pinfu", "tanyao",
    "iipeikou",
    *(f"yakuhai-{wind}" for wind in _WINDS),  # the player's seat wind
    *(f"yakuhai-{wind}" for wind in _WINDS),  # the round's wind
    "yakuhai-white", "yakuhai-green", "yakuhai-red",
    "double-riichi", "chiitoitsu", "chanta", "ittsuu", "sanshoku-doujun", "sanshoku-doukou",
    "sankantsu", "toitoi",
    "sanankou", "shousangen", "honroutou", "ryanpeikou", "junchan", "honitsu", "chinitsu", "renhou",
    *(
        f"yakuman-{name}"
        for name in (
            "tenhou", "chiihou", "daisangen", "suuankou", "suuankou-tanki", "tsuuiisou",
            "ryuuiisou", "chinroutou",
            "chuuren", "chuuren-nine-waits", "kokushi", "kokushi-thirteen-waits", "daisuushii",
            "shousuushii",
            "suukantsu",
        )
    ),
    "dora", "ura", "aka",
)  # fmt: skip
"""Names of yaku by Tenhou's number, 0 to 54.

Names that begin with ``yakuman-`` are counted in limits, all others in han.
"""


# --------------------------------------------------------------------------- game types

NO_RED, NO_OPEN_TANYAO, SOUTH, THREE, CHIPS, PARLOUR = 0x02, 0x04, 0x08, 0x10, 0x200, 0xE00


_OPTIONS_OF_BITS: Final = (
    (THREE, ("preset", "tenhou-sanma")),
    (SOUTH, ("length", "south")),
    (NO_RED, ("red_fives", "0")),
    (NO_OPEN_TANYAO, ("open_tanyao", "off")),
    (CHIPS, ("round_up_mangan", "true")),
)
"""Options of the rules for each bit of a game type."""


@dataclass(frozen=True, slots=True)
class GameType:
    """Tenhou's game type: a number whose bits say by which rules a game is played.

    `own` are the settings of a private table (``csrule``), empty for other tables. `early` is True
    if the log is from Tenhou's first years, when the placement points varied. `longer` is True if
    the game had more rounds than the bits say.
    """

    bits: int
    own: tuple[str, ...] = ()
    early: bool = False
    longer: bool = False

    @property
    def seats(self) -> int:
        """The number of players, three or four."""
        if self.bits & THREE:
            return 3
        return 4

    @property
    def target(self) -> int:
        """The points that the leading player usually needs for the game to end: 30000, or 40000.

        The games of three players need 40000. A private table may have another setting, which is
        ignored here.
        """
        if self.bits & THREE:
            return 40_000
        return 30_000

    @property
    def faces(self) -> tuple[Tile, ...]:
        """A tuple with the tile for each tile id from 0 to 135.

        It is `RED_FACES`, or `PLAIN_FACES` if the game is played without red fives.
        """
        if self.bits & NO_RED:
            return PLAIN_FACES
        return RED_FACES

    @property
    def rules(self) -> str:
        """The rules of the game as the value of the ``Rules:`` header.

        >>> GameType(0x00A9).rules
        'riichi/1 preset=tenhou length=south'
        >>> GameType(0x00B7).rules
        'riichi/1 preset=tenhou-sanma length=east red_fives=0 open_tanyao=off'
        """
        words = {"preset": "tenhou", "length": "east"}
        words |= dict(option for bit, option in _OPTIONS_OF_BITS if self.bits & bit)
        if self.longer:
            words["length"] = "unknown"
        if self.own:
            words |= custom(self.own, self.seats)[0]
        elif self.early or self.bits & PARLOUR:
            words["uma"] = "unknown"
        return " ".join(["riichi/1", *("=".join(item) for item in words.items())])

    @property
    def leaves_open(self) -> bool:
        """True if some rules of the game are unknown.

        This is so if the game was played in the lobby of a parlour, which has rules of its own, and
        the log does not have the settings of the table.
        """
        return not self.own and bool(self.bits & PARLOUR)

    @property
    def unread(self) -> str:
        """The settings of a private table that no option of mjlog can express; often empty."""
        if not self.own:
            return ""
        return custom(self.own, self.seats)[1]
