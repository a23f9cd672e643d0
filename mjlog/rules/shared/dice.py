"""The break of the wall by dice, as several rule sets have it.

The sum counts walls from East's own, then stacks.
"""

from __future__ import annotations

from typing import Final

from mjlog.model.messages import msg
from mjlog.model.record import NOBODY, SEATS, Deal
from mjlog.model.table import Table
from mjlog.referee.message_fields import Word, Words
from mjlog.referee.rulebook import OPENED, Clause, Judgement, clause

UNKNOWN: Final = "?"


def faces(word: str) -> tuple[int, ...]:
    """Return what the dice show, ``3+4``; empty where that cannot be read."""
    numbers = word.split("+")
    if not all(len(face) == 1 and face in "123456" for face in numbers):
        return ()
    return tuple(map(int, numbers))


def dice_are_as_many(number: int) -> Clause:
    """Return the clause for that many dice."""

    @clause(
        "deal.break", OPENED, says="the record does not have {dice_due} dice", expects="{dice_due}"
    )
    def dice_have_their_number(_table: Table, deal: Deal) -> Judgement:
        """Check that the break is thrown with the agreed number of dice."""
        dice = deal.attribute("dice")
        return dice is None or len(faces(dice)) == number

    return dice_have_their_number


@clause("deal.break", OPENED, says="{break_words}", expects="{break_place}")
def break_is_where_the_dice_say(_table: Table, deal: Deal) -> Judgement:
    """Check that the dice's sum counts the walls from the dealer's own.

    And the stacks of the wall it ends at.
    """
    place, due = deal.attribute("break"), break_place(deal)
    if place is None or deal.attribute("dice") is None:
        return True
    if due == UNKNOWN:
        return None
    if deal.dealer == NOBODY:
        return None if place[1:] == due[1:] else False
    return place == due


def break_place(deal: Deal) -> str:
    """Return wall and stack that the dice point at, ``C7``; `UNKNOWN` for unreadable dice.

    Where nobody is known to deal the stack alone is told, ``?7``.
    """
    total = sum(faces(deal.word("dice")))
    if not total:
        return UNKNOWN
    if deal.dealer == NOBODY:
        return f"{UNKNOWN}{total}"
    return f"{SEATS[(deal.dealer + total - 1) % 4]}{total}"


def _break_words(_table: Table, deal: Deal) -> Word:
    return msg(
        "the dice {dice} break the wall at {due}, not at {told}",
        dice=deal.attribute("dice"),
        due=break_place(deal),
        told=deal.attribute("break"),
    )


WORDS: Final[Words] = {
    "break_words": _break_words,
    "break_place": lambda _, deal: break_place(deal),
}


def words(number: int) -> Words:
    """Return the words of these clauses where the break is thrown with that many dice."""
    return {**WORDS, "dice_due": lambda *_: str(number)}
