"""The Tibet ladder: the han of a winning hand, and the table of payments, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

from mjlog.model.formula import number
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import Message, Sentence, msg
from mjlog.model.record import Seat, seat_name
from mjlog.model.settlement import Item, Payment, Score, Settlement, in_sum
from mjlog.model.shapes import Reading, readings
from mjlog.model.tiles import EAST, NORTH, OUTER, WHITE, Tile, counts, kinds_of, suits_of
from mjlog.referee.rulebook import (
    NO_ROUND_WIND,
    Outcome,
    Unclear,
    Winner,
    hand_incomplete,
    hand_unknown,
)

COLUMNS: Final = ("0", "1", "2", "3", "4-5", "6+")
COLUMN_OF: Final = (0, 1, 2, 3, 4, 4, 5)
"""The column for so many han; more than six stand in the last."""

DEALER_DRAWN: Final = (2, 5, 10, 20, 40, 60)
DEALER_ON_DISCARD: Final = (5, 15, 30, 60, 120, 180)
DEALERS_SHARE: Final = (2, 5, 10, 20, 40, 60)
OTHERS_SHARE: Final = (1, 3, 5, 10, 20, 30)
OTHER_ON_DISCARD: Final = (3, 10, 20, 40, 80, 120)
"""Stored as printed, never derived.

At 0 han, and for others at 1 han, a discard costs less than all shares together.

One cell is a misprint: at 2 han `OTHERS_SHARE` is printed as a second share of the dealer.
"""


def column(han: int) -> int:
    """Return the column of the table for so many han."""
    return COLUMN_OF[min(han, 6)]


# --------------------------------------------------------------------------- the winning hand


class TibetHand:
    """A winning hand, with the questions that the patterns ask of it."""

    def __init__(self, winner: Winner, outcome: Outcome) -> None:
        self.melds = winner.sets_seen
        self.concealed = counts(winner.tiles_seen)
        called = [set(kinds_of(meld.tiles)) for meld in self.melds]
        self.called_triplets = [min(kinds) for kinds in called if len(kinds) == 1]
        self.readings = readings(self.concealed)
        self.kinds = set(kinds_of(winner.every_tile))
        self.suits = suits_of(self.kinds)
        self.honours = max(self.kinds) >= EAST
        self.seat_wind: Tile = outcome.wind_of(winner.seat)
        self.round_wind = outcome.round_wind
        self.declared_riichi = winner.seat in (outcome.ready or ())

    def triplets(self, reading: Reading) -> list[Tile]:
        """Return the kinds of its sets of three or four alike, called ones included."""
        return self.called_triplets + [group.tile for group in reading if group.sort == "pung"]


Count = Callable[[TibetHand, Reading], int]
"""How often the pattern is in the hand, read in that way."""


def _menzen(hand: TibetHand, _reading: Reading) -> int:
    return all(meld.is_concealed for meld in hand.melds)


def _tanyao(hand: TibetHand, _reading: Reading) -> int:
    return OUTER.isdisjoint(hand.kinds)


def _dragon(hand: TibetHand, reading: Reading) -> int:
    return sum(kind >= WHITE for kind in hand.triplets(reading))


def _toitoi(hand: TibetHand, reading: Reading) -> int:
    return len(hand.triplets(reading)) == len(hand.melds) + len(reading) - 1


def _chinitsu(hand: TibetHand, _reading: Reading) -> int:
    return len(hand.suits) == 1 and not hand.honours


def _honitsu(hand: TibetHand, _reading: Reading) -> int:
    return len(hand.suits) == 1 and hand.honours


def _seat_wind(hand: TibetHand, reading: Reading) -> int:
    return hand.seat_wind in hand.triplets(reading)


def _round_wind(hand: TibetHand, reading: Reading) -> int:
    return hand.round_wind in hand.triplets(reading)


def _riichi(hand: TibetHand, _reading: Reading) -> int:
    return hand.declared_riichi


@dataclass(frozen=True, slots=True)
class Yaku:
    """A pattern: `han` before the full hand, `full_han` with three suits and 13 tiles."""

    name: str
    clause: str
    han: int
    full_han: int
    count: Count
    alike: tuple[str, ...] = ()


YAKU: Final = (
    Yaku("menzen", "10.2", 1, 1, _menzen),
    Yaku("tanyao", "10.3", 1, 1, _tanyao),
    Yaku("dragon", "10.4", 1, 1, _dragon, ("yakuhai",)),
    Yaku("toitoi", "10.5", 2, 2, _toitoi, ("toitoihou",)),
    Yaku("chinitsu", "10.6", 2, 5, _chinitsu),
    Yaku("honitsu", "10.7", 0, 2, _honitsu),
)
WINDS: Final = (
    Yaku("seat-wind", "10.8", 1, 1, _seat_wind),
    Yaku("round-wind", "10.8", 1, 1, _round_wind),
)
RIICHI: Final = (Yaku("riichi", "10.9", 1, 1, _riichi),)
NAMES: Final = frozenset(
    name for yaku in (*YAKU, *WINDS, *RIICHI) for name in (yaku.name, *yaku.alike)
)


def yaku_of(chosen: Mapping[str, str]) -> tuple[Yaku, ...]:
    """Return the patterns of a step."""
    winds = WINDS if chosen["winds"] == "true" else ()
    return (*YAKU, *winds, *(RIICHI if chosen["riichi"] == "true" else ()))


def scorer(chosen: Mapping[str, str]) -> Callable[[Winner, Outcome], Score | Unclear]:
    """Return what a hand is worth at a step."""
    yaku, items_of = yaku_of(chosen) if chosen["scoring"] == "true" else (), patterns(chosen)
    size = 3 * int(chosen["sets"]) + 2

    def score(winner: Winner, outcome: Outcome) -> Score | Unclear:
        """Return the han of the dearest reading; a step without points has none for any hand."""
        if not yaku:
            return Score(winner.seat, (), unit="han")
        if winner.tiles is None or winner.melds is None:
            return hand_unknown(winner.seat)
        if len(winner.tiles) + 3 * len(winner.melds) != size:
            wrong = (
                "{seat}'s hand does not have the {size} tiles of this step (a meld counts three)"
            )
            return Unclear(msg(wrong, seat=seat_name(winner.seat), size=size))
        hand = TibetHand(winner, outcome)
        unknown = _unknown(hand, yaku, outcome)
        if unknown:
            return Unclear(unknown)
        if not hand.readings:
            return hand_incomplete(winner.seat)
        found = [items_of(hand, reading) for reading in hand.readings]
        best = max(found, key=in_sum)
        alike = [items for items in found if items != best and in_sum(items) == in_sum(best)]
        return Score(winner.seat, best, unit="han", others=tuple(dict.fromkeys(alike)))

    return score


def _unknown(hand: TibetHand, yaku: Sequence[Yaku], outcome: Outcome) -> Sentence:
    """Return what the record would have to tell for this hand to be counted.

    Empty when it tells everything.
    """
    if outcome.round_wind is None and WINDS[1] in yaku and _has_winds(hand):
        return NO_ROUND_WIND
    if outcome.ready is None and RIICHI[0] in yaku:
        return msg("the record does not say who had declared riichi")
    return ""


def _has_winds(hand: TibetHand) -> bool:
    """Return whether some reading has a set of winds."""
    triplets = chain.from_iterable(map(hand.triplets, hand.readings))
    return not set(triplets).isdisjoint(range(EAST, NORTH + 1))


def patterns(chosen: Mapping[str, str]) -> Callable[[TibetHand, Reading], tuple[Item, ...]]:
    """Return what finds the patterns of a hand, read in one way, with their han at a step."""
    full = chosen["suits"] == "3" and chosen["sets"] == "4"
    worth = [(each, each.full_han if full else each.han) for each in yaku_of(chosen)]

    def items(hand: TibetHand, reading: Reading) -> tuple[Item, ...]:
        values = [(each, han * each.count(hand, reading)) for each, han in worth]
        return tuple(Item(each.name, han, each.clause, each.alike) for each, han in values if han)

    return items


# --------------------------------------------------------------------------- payments


def settler(
    chosen: Mapping[str, str],
) -> Callable[[Outcome, Sequence[Score]], Settlement | Unclear]:
    """Return who pays whom at a step."""
    counted, nearest = chosen["scoring"] == "true", chosen["multi_ron"] == "nearest"

    def settle(outcome: Outcome, scores: Sequence[Score]) -> Settlement | Unclear:
        """Settle: nobody pays after a draw, nor at a step without points."""
        won = outcome.nearest_first(scores)
        if nearest:
            del won[1:]
        payments: list[Payment] = []
        for winner, score in won if counted else ():
            payments += _payments(winner, score, outcome)
        return Settlement(tuple(payments), tuple(score for _, score in won))

    return settle


def _payments(winner: Winner, score: Score, outcome: Outcome) -> Iterator[Payment]:
    if not winner.own_draw:
        yield _on_discard(winner, score.value, outcome.dealer)
        return
    for seat in outcome.others(winner.seat):
        yield _drawn(seat, winner, score.value, outcome.dealer)


class _Row(NamedTuple):
    """A row of the table: its cells, what it is for, the clause that prints it."""

    cells: Sequence[int]
    words: Message
    clause: str


def _on_discard(winner: Winner, han: int, dealer: Seat) -> Payment:
    """Let the discarder pay for all."""
    if winner.seat == dealer:
        row = _Row(DEALER_ON_DISCARD, msg("the dealer wins on a discard"), "11.3")
    else:
        row = _Row(OTHER_ON_DISCARD, msg("another than the dealer wins on a discard"), "11.5")
    return _payment(winner.source, winner.seat, row, han)


def _drawn(payer: Seat, winner: Winner, han: int, dealer: Seat) -> Payment:
    """Let each player pay a share."""
    if winner.seat == dealer:
        row = _Row(DEALER_DRAWN, msg("the dealer draws the winning tile"), "11.2")
    elif payer == dealer:
        row = _Row(DEALERS_SHARE, msg("self-drawn, the dealer's share"), "11.4")
    else:
        clause = "11.4a" if column(han) == 2 else "11.4"
        words = msg("self-drawn, the share of one who is not the dealer")
        row = _Row(OTHERS_SHARE, words, clause)
    return _payment(payer, winner.seat, row, han)


def _payment(payer: Seat, payee: Seat, row: _Row, han: int) -> Payment:
    """Return a cell of the table, which is printed and not worked out."""
    place = column(han)
    says = "{han} han, column {column}: {row}"
    formula_words = msg(says, han=han, column=COLUMNS[place], row=row.words)
    return Payment.of(payer, payee, number(row.cells[place], formula_words), row.clause)


# --------------------------------------------------------------------------- who deals next


def next_dealer(outcome: Outcome) -> Seat | Unclear:
    """Return the dealer stays after winning, and only then."""
    if not outcome.has_ended:
        return Unclear(msg("the deal has no result").lacking("result"))
    if outcome.dealer_wins:
        return outcome.dealer
    return outcome.next_seat
