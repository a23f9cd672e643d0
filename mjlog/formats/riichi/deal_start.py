"""The beginning of a deal of riichi: label, attributes of the header line, dealt hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.memo import Memo
from mjlog.model.record import SEATS, Content, Dealt, Indicators, Seat, Wall
from mjlog.model.tiles import UNKNOWN, Tile, canonical

ROUNDS: Final = "ESWN"
_LONGEST: Final = 1000


def round_name(hand: int, honba: int) -> str:
    """Return a deal's label, such as ``E2.1``: prevailing wind, number in the round, and repeats.

    `hand` is the number of the deal in the game, counted from 0, with four deals in each round.
    `honba` is the number of repeats.

    >>> round_name(5, 1)
    'S2.1'
    """
    return f"{ROUNDS[hand // 4 % 4]}{hand % 4 + 1}.{honba}"


_number_words: Final[Memo[int, str]] = Memo(str, most=1 << 12)


def frame(
    dealer: Seat, sticks: int, scores: Sequence[int] = (), dice: tuple[int, int] | None = None
) -> tuple[tuple[str, str], ...]:
    """Return the attributes in the header line of a deal, as pairs of name and value.

    The attributes are the dealer, the dice, the riichi sticks on the table, and the points before
    the deal. Unknown dice and points, and zero sticks, are left out.
    """
    words = [("dealer", SEATS[dealer])]
    if dice:
        words.append(("dice", f"{dice[0]}+{dice[1]}"))
    if sticks:
        words.append(("sticks", str(sticks)))
    if scores:
        words.append(("scores", ",".join([_number_words.get(score) for score in scores])))
    return tuple(words)


@dataclass(frozen=True, slots=True)
class DealStart:
    """The state of a deal before the first draw.

    `hand` is the number of the deal in the game, counted from 0; None if the format does not state
    it. `wall` is the whole wall in the order of drawing; empty if the format does not have it.
    """

    hand: int | None
    dealer: Seat
    dealt: tuple[tuple[Tile, ...], ...]
    indicators: tuple[Tile, ...]
    honba: int = 0
    sticks: int = 0
    scores: tuple[int, ...] = ()
    wall: tuple[Tile, ...] = ()

    @property
    def place(self) -> int:
        """The number of the deal in the game, counted from 0.

        Also 0 if the format does not state the number.
        """
        return self.hand or 0

    def label(self, number: int) -> str:
        """Return the deal's label, such as `E2.1`; if the round is unknown, `number` as text."""
        if self.hand is None:
            return str(number)
        return round_name(self.hand, self.honba)

    @property
    def attributes(self) -> tuple[tuple[str, str], ...]:
        """The attributes of the deal's header line, as pairs of name and value.

        The attributes are the dealer, the riichi sticks and the points before the deal; zero sticks
        and unknown points are left out.
        """
        return frame(self.dealer, self.sticks, self.scores)

    @property
    def lines(self) -> list[Content]:
        """The deal's lines before play as `Content` objects: wall, dealt hands, dora indicators.

        The wall and the indicators are left out if they are unknown.
        """
        hands: list[Content] = [Wall(self.wall)] if self.wall else []
        hands += [Dealt(seat, canonical(tiles)) for seat, tiles in enumerate(self.dealt)]
        known_indicators = tuple(tile for tile in self.indicators if tile != UNKNOWN)
        if not known_indicators:
            return hands
        return [*hands, Indicators(known_indicators)]


def one_line(words: Any) -> str:
    """Convert a value to text on one line, of at most a thousand characters.

    Characters that cannot be printed become spaces, and several spaces become one.
    """
    return " ".join("".join(c if c.isprintable() else " " for c in str(words)[:_LONGEST]).split())
