"""What one line of a deal is, whichever road read it."""

from __future__ import annotations

from typing import NamedTuple

from mjlog.model.record import Content
from mjlog.notation.play.tokens import Item


class Move(NamedTuple):
    """A line of play: the number of its go-around, -1 for none, and what stands on it.

    `sound` is False where the grammar does not take the whole line; what it does not take is a
    comment then.
    """

    number: int
    items: list[Item]
    sound: bool = True


class Fact(NamedTuple):
    """A fact, claim or ruling, with the comment that ends its line."""

    content: Content
    comment: str = ""


class Strange(NamedTuple):
    """A line that mjlog does not know."""

    text: str


class Edit(NamedTuple):
    """``fix 0004``, ``del 0004..0006``, ``ins 0004``: what a ledger line does to earlier ones."""

    verb: str
    first: int
    last: int
    column: int


class Booked(NamedTuple):
    """A line of a ledger; `text` is all behind the author and the mark, at `column`."""

    number: int
    clock: str
    author: str
    text: str
    column: int
    edit: Edit | None
    inner: Move | Fact | Strange | None
    chain: str = ""


Statement = Move | Fact | Strange | Booked
