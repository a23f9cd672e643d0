"""How a deal of riichi begins: its name, the words behind it, the hands."""

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
    """Name a deal ``E2.1``: round wind, number of the deal in it, repeats.

    `hand` counts four deals a round.

    >>> round_name(5, 1)
    'S2.1'
    """
    return f"{ROUNDS[hand // 4 % 4]}{hand % 4 + 1}.{honba}"


_number_words: Final[Remembered[int, str]] = Remembered(str, most=1 << 12)


def frame(
    dealer: Seat, sticks: int, scores: Sequence[int] = (), dice: tuple[int, int] | None = None
) -> tuple[tuple[str, str], ...]:
    """Return the words behind the name.

    The dealer, dice, sticks on the table, everybody's points before the deal.
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
    """What is known before the first draw.

    `hand` is None where the format does not say which deal it is. `wall` is the whole wall in the
    order of drawing, empty where the format does not have it.
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
        """Which deal of the game it is; the first where the format does not say."""
        return self.hand or 0

    def label(self, number: int) -> str:
        """Return the deal's label; its number if the round is unknown."""
        if self.hand is None:
            return str(number)
        return round_name(self.hand, self.honba)

    @property
    def attributes(self) -> tuple[tuple[str, str], ...]:
        """The words behind the label."""
        return frame(self.dealer, self.sticks, self.scores)

    @property
    def lines(self) -> list[Content]:
        """The wall where it is known, hands, the first indicator."""
        hands: list[Content] = [Wall(self.wall)] if self.wall else []
        hands += [Dealt(seat, canonical(tiles)) for seat, tiles in enumerate(self.dealt)]
        known_indicators = tuple(tile for tile in self.indicators if tile != UNKNOWN)
        if not known_indicators:
            return hands
        return [*hands, Indicators(known_indicators)]


def one_line(words: Any) -> str:
    """Return the words without unprintable characters, at most a thousand characters long."""
    return " ".join("".join(c if c.isprintable() else " " for c in str(words)[:_LONGEST]).split())
