"""A growing ledger read deal by deal: only deals that have changed are read again."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, NamedTuple

from mjlog.model.record import Deal, Game
from mjlog.notation import read

_OPENS: Final = b"\n@"
_NUMBER: Final = re.compile(rb"^([0-9]{4,9}) ", re.MULTILINE)
_EDIT: Final = re.compile(rb"^[0-9]{4,9} (?:[^\n ]+ ){2,3}(?:fix|ins|del) ([0-9]+)", re.MULTILINE)


class _Part(NamedTuple):
    """A deal of a ledger: its bytes, the deal read from them, and whether it can be read alone.

    `is_alone` is False if the deal corrects an entry of another deal.
    """

    text: bytes
    deal: Deal
    is_alone: bool


class GrowingLedger:
    """Reads a ledger (a record that grows during play) again and again, only the changed deals."""

    def __init__(self) -> None:
        self._head = b""
        self._game = Game(())
        self._parts: list[_Part] = []

    def game(self, text: bytes) -> Game:
        """Parse a ledger that grows, and return its game.

        Only deals that have changed since the last call are parsed; the game then has neither the
        positions of its lines nor findings. If an entry corrects another deal, the whole ledger is
        parsed, and the game has both.
        """
        head, *texts = text.split(_OPENS)
        if head != self._head:
            self._head, self._game, self._parts = head, read(head + b"\n"), []
        self._parts = [self._part(at, each) for at, each in enumerate(texts)]
        if all(part.is_alone for part in self._parts):
            return replace(self._game, deals=tuple(part.deal for part in self._parts))
        return read(text)

    def _part(self, at: int, text: bytes) -> _Part:
        if at < len(self._parts) and self._parts[at].text == text:
            return self._parts[at]
        deal = read(self._head + _OPENS + text).deals[0]
        # `places` would keep the parsed lines in memory.
        return _Part(text, replace(deal, places=None), _is_alone(text))


def _is_alone(text: bytes) -> bool:
    """Return whether the entries of a deal correct no entries of other deals.

    `text` is the part of the ledger that belongs to the deal.
    """
    edited = [int(edit) for edit in _EDIT.findall(text)]
    first = _NUMBER.search(text)
    return not edited or (first is not None and min(edited) >= int(first[1]))
