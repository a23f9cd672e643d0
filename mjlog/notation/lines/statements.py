"""The kinds of statements that a line of a deal can make, for both readers."""

from __future__ import annotations

from typing import NamedTuple

from mjlog.model.record import Content
from mjlog.notation.play.tokens import Item


class Move(NamedTuple):
    """A line of play: the number of its go-around (-1 for none), and its items.

    `sound` is False if the grammar does not accept the whole line; the refused part is then a
    comment.
    """

    number: int
    items: list[Item]
    sound: bool = True


class Fact(NamedTuple):
    """A fact, claim or ruling, with the comment at the end of its line."""

    content: Content
    comment: str = ""


class Strange(NamedTuple):
    """A line whose keyword mjlog does not know."""

    text: str


class Edit(NamedTuple):
    """What a ledger line does to earlier ones: ``fix 0004``, ``del 0004..0006``, ``ins 0004``.

    `first` and `last` are numbers of lines; `column` is where the verb begins, from 1.
    """

    verb: str
    first: int
    last: int
    column: int


class Booked(NamedTuple):
    """A line of a ledger.

    `text` is everything after the author and the mark, from `column` on. `inner` is the statement
    in it, None if it only deletes; `chain` is the mark, empty if there is none.
    """

    number: int
    clock: str
    author: str
    text: str
    column: int
    edit: Edit | None
    inner: Move | Fact | Strange | None
    chain: str = ""


Statement = Move | Fact | Strange | Booked
