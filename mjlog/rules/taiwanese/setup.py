"""Taiwanese 16-tile: clauses about the time before play: seats, the break, the deal."""

from __future__ import annotations

from typing import Final

from mjlog.model.messages import Tiles, Who, msg
from mjlog.model.record import SEATS, Deal, Seat
from mjlog.model.table import Table
from mjlog.model.tiles import EAST, Tile
from mjlog.referee.message_fields import Word, Words
from mjlog.referee.rulebook import OPENED, Judgement, clause
from mjlog.rules.shared import clauses, dice
from mjlog.rules.shared.dice import break_place, faces

# --------------------------------------------------------------------------- seats


@clause("deal.seating", OPENED, says="{seating_words}", expects="{seating_dealer}")
def seats_are_those_drawn(_table: Table, deal: Deal) -> Judgement:
    """Return whether seats and first dealer agree with the recorded dice and wind tiles.

    The result is True for a deal without this information.
    """
    if all(deal.attribute(name) is None for name in ("places", "throws", "winds")):
        return True
    return not _seating(deal)[0]


def _seating(deal: Deal) -> tuple[Word, str]:
    """Return an error message about the drawing of seats, and the letter of the first dealer.

    The message is empty if everything is right. The letter is empty if a seat is wrong or the
    drawing cannot be read. The header of the deal describes the drawing. ``places=CADB`` lists the
    players in the order of their places before the drawing; each player is named by the seat drawn
    later. ``throws`` has three throws of dice, and ``winds`` the wind tiles from the top. Each
    player moves to the place of the wind that it drew, counted from the player who drew East.
    """
    places = deal.word("places")
    throws = [_sum(word) for word in deal.word("throws").split(",")]
    winds = deal.word("winds").removesuffix("z")
    if (
        sorted(places) != list(SEATS)
        or len(throws) != 3
        or 0 in throws
        or sorted(winds) != list("1234")
    ):
        return msg("the drawing of seats cannot be read"), ""
    temporary = (throws[0] - 1) % 4
    first = (temporary + throws[1] - 1) % 4
    drawn = {places[(first + turn) % 4]: int(wind) - 1 for turn, wind in enumerate(winds)}
    east = next(player for player, wind in drawn.items() if wind == 0)
    for player, wind in drawn.items():
        seat = SEATS[(SEATS.index(east) + wind) % 4]
        if player != seat:
            drew = msg(
                "{player} drew {tile} but does not sit at {seat}, the seat of that wind",
                player=Who(player),
                tile=Tiles((EAST + wind,)),
                seat=seat,
            )
            return drew, ""
    dealer = SEATS[(SEATS.index(east) + throws[2] - 1) % 4]
    if deal.attribute("dealer") != dealer:
        threw = "{east} threw {number} as East, so {dealer} is the first dealer"
        sentence = msg(threw, east=Who(east), number=throws[2], dealer=Who(dealer))
        return sentence, dealer
    return "", dealer


def _sum(word: str) -> int:
    """Return the sum of two dice in a text such as ``3+4``. Return 0 if the text cannot be read."""
    thrown = faces(word)
    if len(thrown) != 2:
        return 0
    return sum(thrown)


# --------------------------------------------------------------------------- the break


@clause("deal.break", OPENED, says="{first_break_words}", expects="{first_break_place}")
def first_break_is_in_easts_wall(_table: Table, deal: Deal) -> Judgement:
    """Return whether the wall is broken in East's side at the number of the last throw for seats.

    Without throws for seats, the ordinary dice of the deal decide. The result is True if nothing is
    recorded, and None if the throw cannot be read.
    """
    place = deal.attribute("break")
    if place is None or (deal.attribute("throws") is None and deal.attribute("dice") is None):
        return True
    due = _first_break_place(deal)
    if due == dice.UNKNOWN:
        return None
    return place == due


def _first_break_place(deal: Deal) -> str:
    """Return where the wall must be broken in the first deal, for example ``A7``.

    ``A`` is East's side, and 7 the sum of the last throw for seats. If the deal has no throws for
    seats, the ordinary dice of the deal decide. Return `UNKNOWN` if the throw cannot be read.
    """
    if deal.attribute("throws") is None:
        return break_place(deal)
    total = _sum(deal.word("throws").split(",")[-1])
    if not total:
        return dice.UNKNOWN
    return f"{SEATS[max(0, deal.dealer)]}{total}"


# --------------------------------------------------------------------------- the deal


def dealt_from_the_wall(table: Table, seat: Seat) -> tuple[Tile, ...]:
    """Return the tiles of a recorded wall that a seat must be dealt.

    These are four blocks of four tiles, and one more tile if the hand has an extra tile.
    """
    place = table.distance(seat, table.dealer)
    starts = [4 * (table.seats * turn + place) for turn in range(4)]
    tiles = [tile for start in starts for tile in table.wall[start : start + 4]]
    if table.hands[seat].total > table.resting:
        tiles.append(table.wall[16 * table.seats])
    return tuple(tiles)


hands_are_dealt_from_the_wall: Final = clauses.hands_are_dealt(dealt_from_the_wall)


def _first_break_words(_table: Table, deal: Deal) -> Word:
    due, stated_break = _first_break_place(deal), deal.attribute("break")
    return msg("the throws break the wall at {due}, not at {told}", due=due, told=stated_break)


WORDS: Final[Words] = {
    "seating_words": lambda _, deal: _seating(deal)[0],
    "seating_dealer": lambda _, deal: _seating(deal)[1],
    **dice.words(2),
    "first_break_words": _first_break_words,
    "first_break_place": lambda _, deal: _first_break_place(deal),
}
