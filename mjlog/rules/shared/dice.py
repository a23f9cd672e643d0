"""The break of the wall by dice: which player's wall, and which of its stacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mjlog.model.messages import msg
from mjlog.model.record import NOBODY, SEATS, Deal
from mjlog.model.table import Table
from mjlog.referee.message_fields import Word, Words
from mjlog.referee.rulebook import OPENED, Clause, Judgement, clause

UNKNOWN: Final = "?"
Pointer = Callable[[str], tuple[int, int]]
"""A function that reads the word for the dice.

It returns how many walls to count from the dealer's own, and the stack. The count is 0 if the word
cannot be read.
"""


def faces(word: str) -> tuple[int, ...]:
    """Return the numbers on the dice in a text such as ``3+4``, here ``(3, 4)``.

    Return an empty tuple if the text cannot be read.
    """
    numbers = word.split("+")
    if not all(len(face) == 1 and face in "123456" for face in numbers):
        return ()
    return tuple(map(int, numbers))


def dice_are_as_many(number: int) -> Clause:
    """Return the check of the rule that exactly `number` dice are thrown to break the wall.

    The returned function gets the table and an act; it returns whether the act obeys the rule.
    """

    @clause(
        "deal.break", OPENED, says="the record does not have {dice_due} dice", expects="{dice_due}"
    )
    def dice_have_their_number(_table: Table, deal: Deal) -> Judgement:
        """Return whether the recorded throw has the agreed number of dice.

        The result is True if no throw is recorded.
        """
        dice = deal.attribute("dice")
        return dice is None or len(faces(dice)) == number

    return dice_have_their_number


def break_by_sum(word: str) -> tuple[int, int]:
    """Return where a throw such as ``3+4`` breaks the wall: which wall, and which stack in it.

    Both numbers are the sum of the dice, here 7: the seventh wall, counted from the dealer's own,
    and its seventh stack. Both are 0 if the throw cannot be read.
    """
    total = sum(faces(word))
    return total, total


def break_by_smaller_die(word: str) -> tuple[int, int]:
    """Return where a throw of two dice breaks the wall: which wall, and which stack in it.

    The first number is the sum of the dice; walls are counted from the dealer's own. The second
    number is the smaller die. For example, ``3+4`` gives (7, 3). Both are 0 if `word` is not a
    throw of two dice.
    """
    thrown = faces(word)
    return (sum(thrown), min(thrown)) if len(thrown) == 2 else (0, 0)


def break_by_two_throws(word: str) -> tuple[int, int]:
    """Return where two throws such as ``3+4,2+5`` break the wall: which wall and which stack in it.

    The first number is the sum of the first throw; walls are counted from the dealer's own. The
    second number is the sum of both throws. Here they are 7 and 14. Both are 0 if a throw cannot be
    read or the second number exceeds 18, the stacks of a wall.
    """
    first, _, second = word.partition(",")
    thrown = faces(first), faces(second)
    total = sum(thrown[0]) + sum(thrown[1])
    return (sum(thrown[0]), total) if all(thrown) and total <= 18 else (0, 0)


def break_is_where(point: Pointer) -> Clause:
    """Return the check of the rule that the wall is broken where the dice point.

    `point` is a function that computes from a throw, such as ``3+4``, which wall (counted from the
    dealer's own) and which stack is broken. The returned function gets the table and an act; it
    returns whether the act obeys the rule, or None if that is uncertain.
    """

    @clause("deal.break", OPENED, says="{break_words}", expects="{break_place}")
    def break_is_where_the_dice_say(_table: Table, deal: Deal) -> Judgement:
        """Return whether the recorded place where the wall was broken is where the dice point.

        The result is True if the deal has no recorded throw or break. It is None if the throw
        cannot be read, or if the dealer is unknown and only the stack agrees.
        """
        place, due = deal.attribute("break"), break_place(deal, point)
        if place is None or deal.attribute("dice") is None:
            return True
        if due == UNKNOWN:
            return None
        if deal.dealer == NOBODY:
            return None if place[1:] == due[1:] else False
        return place == due

    return break_is_where_the_dice_say


def break_place(deal: Deal, point: Pointer = break_by_sum) -> str:
    """Return the wall and the stack at which the dice break the wall, for example ``C7``.

    `point` is a function that computes from a throw, such as ``3+4``, which wall (counted from the
    dealer's own) and which stack is broken. If the dealer is unknown, the wall is ``?``, for
    example ``?7``. Return `UNKNOWN` if the dice are not recorded or cannot be read.
    """
    walls, stack = point(deal.word("dice"))
    if not walls:
        return UNKNOWN
    if deal.dealer == NOBODY:
        return f"{UNKNOWN}{stack}"
    order = deal.turn_order(len(SEATS))
    return f"{SEATS[order.players[(order.places[deal.dealer] + walls - 1) % 4]]}{stack}"


def words(number: int = 2, point: Pointer = break_by_sum) -> Words:
    """Return the functions that fill in the placeholders of error messages about dice.

    The result maps the name of a placeholder to a function that returns the text for it. `number`
    is the number of dice to throw. `point` computes from a throw which wall and which stack is
    broken.
    """

    def break_words(_table: Table, deal: Deal) -> Word:
        return msg(
            "the dice {dice} break the wall at {due}, not at {told}",
            dice=deal.attribute("dice"),
            due=break_place(deal, point),
            told=deal.attribute("break"),
        )

    return {
        "break_words": break_words,
        "break_place": lambda _, deal: break_place(deal, point),
        "dice_due": lambda *_: str(number),
    }


def record_words(thrown: str) -> dict[str, str]:
    """Return explanations of what a record says about the break of the wall, by example.

    The result maps an example of a word in a record, such as ``@ dice=3+4``, to its explanation.
    `thrown` is an example of a throw that fits the game, such as ``3+4``.
    """
    return {
        f"@ dice={thrown}": "the throw that broke the wall",
        "@ break=B5": "where the wall was broken: whose side, which stack",
    }
