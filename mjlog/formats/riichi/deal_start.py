"""The beginning of a deal of riichi: its label, the words of its header, the hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.record import SEATS, Content, Dealt, Indicators, Seat, Wall
from mjlog.model.remembered import Remembered
from mjlog.model.tiles import UNKNOWN, Tile, canonical

ROUNDS: Final = "ESWN"
_LONGEST: Final = 1000


def round_name(hand: int, honba: int) -> str:
    """Return a deal's label, such as ``E2.1``: round wind, number in the round, repeats.

    `hand` is the number of the deal in the game from 0 on, four deals for each round.

    >>> round_name(5, 1)
    'S2.1'
    """
    return f"{ROUNDS[hand // 4 % 4]}{hand % 4 + 1}.{honba}"


_number_words: Final[Remembered[int, str]] = Remembered(str, most=1 << 12)


def frame(
    dealer: Seat, sticks: int, scores: Sequence[int] = (), dice: tuple[int, int] | None = None
) -> tuple[tuple[str, str], ...]:
    """Return the words of a deal's header as names and values.

    They are the dealer, the dice, the sticks on the table and the points before the deal.
    """
    words = [("dealer", SEATS[dealer])]
    if dice:
        words.append(("dice", f"{dice[0]}+{dice[1]}"))
    if sticks:
        words.append(("sticks", str(sticks)))
    if scores:
        words.append(("scores", ",".join([_number_words.of(score) for score in scores])))
    return tuple(words)


@dataclass(frozen=True, slots=True)
class DealStart:
    """What is known before the first draw of a deal.

    `hand` is the number of the deal in the game from 0 on, None if the format does not have it.
    `wall` is the whole wall in the order of drawing, empty if the format does not have it.
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
        """The number of the deal in the game, from 0 on; 0 if the format does not have it."""
        return self.hand or 0

    def label(self, number: int) -> str:
        """Return the deal's label; `number` if the round is unknown."""
        if self.hand is None:
            return str(number)
        return round_name(self.hand, self.honba)

    @property
    def attributes(self) -> tuple[tuple[str, str], ...]:
        """The words of the deal's header after its label, as names and values."""
        return frame(self.dealer, self.sticks, self.scores)

    @property
    def lines(self) -> list[Content]:
        """The lines before play: the wall if it is known, the hands, the first indicators."""
        hands: list[Content] = [Wall(self.wall)] if self.wall else []
        hands += [Dealt(seat, canonical(tiles)) for seat, tiles in enumerate(self.dealt)]
        known_indicators = tuple(tile for tile in self.indicators if tile != UNKNOWN)
        if not known_indicators:
            return hands
        return [*hands, Indicators(known_indicators)]


def one_line(words: Any) -> str:
    """Return a value as text on one line without unprintable characters, cut after a thousand."""
    return " ".join("".join(c if c.isprintable() else " " for c in str(words)[:_LONGEST]).split())
