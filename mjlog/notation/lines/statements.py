"""The kinds of statements that a line of a deal can make, for both readers."""

from __future__ import annotations

from typing import NamedTuple

from mjlog.model.record import Content
from mjlog.notation.play.tokens import Item


class Move(NamedTuple):
    """A line of play: the number of its go-around (-1 for none), and its items.

    Items are words, comments, glyphs and variations. `sound` is False if the grammar refuses a part
    of the line; this part is then kept as a comment.
    """

    number: int
    items: list[Item]
    sound: bool = True


class Fact(NamedTuple):
    """A line about a deal other than play, such as ``win``, with the comment at its end."""

    content: Content
    comment: str = ""


class Strange(NamedTuple):
    """A line whose keyword mjlog does not know."""

    text: str


class Edit(NamedTuple):
    """How a ledger entry corrects earlier entries: ``fix 0004``, ``del 0004..0006``, ``ins 0004``.

    `first` and `last` are the numbers of the first and the last corrected entry. `column` is the
    column of the verb, counted from 1.
    """

    verb: str
    first: int
    last: int
    column: int


class Booked(NamedTuple):
    """An entry of a ledger, as it was read.

    `text` is everything after the author and the mark, from `column` on. `inner` is the statement
    in `text`; None if the entry only deletes. `chain` is the mark (a hash over all lines so far);
    empty if the entry has no mark.
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
