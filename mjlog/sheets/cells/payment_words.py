"""Reads payments between named players in a cell: ``Ann > Bob 8, Cid → Bob 4``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from mjlog.model.record import SEATS, Seat
from mjlog.sheets.cells.vocabulary import words

_TABLE: Final = "table"
_LONG: Final = 2000
"""Length from which a cell cannot have the payments of one deal, in characters."""
_PAYS: Final = "|".join(
    rf"\s+{re.escape(word)}\s+" if word.isascii() else rf"\s*{re.escape(word)}\s*"
    for word in (each.replace("_", " ") for each in words("words", "pays"))
)
_ARROW: Final = rf"(?:\s*(?:[-=]?>|→|⇒)\s*|{_PAYS})"
_THOUSANDS: Final = {".": r",'’", ",": r".'’"}
"""Separators of groups of three digits, by the decimal sign."""


class PaymentWords:
    """A reader of payments between named players or seat letters, such as `Ann > Bob 8`."""

    def __init__(self, names: Mapping[str, Seat], seats: int, sign: str) -> None:
        """Prepare to read payments between these players, in a game with `seats` players.

        `names` maps the players' names, normalized by `plain`, to their seats. `sign`, a point or
        comma, is the decimal sign in the amounts.
        """
        letters = {SEATS[seat].lower(): seat for seat in range(seats)}
        letters_by_name = {
            each: SEATS[seat] for each, seat in (letters | {**names}).items() if each
        }
        self._parties = {**letters_by_name, _TABLE: _TABLE}
        self.has_letters_of_others = any(
            letters.get(name, seat) != seat for name, seat in names.items()
        )
        # The longest name that fits is meant: `Ann 2` is a player and not `Ann` with the number 2.
        ways = sorted(self._parties, key=len, reverse=True)
        party = "|".join(re.escape(way).replace("_", r"[\s_]+") for way in ways)
        group = _THOUSANDS[sign]
        # Blanks alone separate payments only if a player and an arrow follow.
        behind = rf"(?=\s*(?:[点分]\s*)?(?:[,、;]|\Z)|\s+(?>{party}){_ARROW})"
        self._payment = re.compile(
            rf"((?>{party})){_ARROW}((?>{party}))(?:\s*:\s*|\s+|(?<=[^\x00-\x7f]))"
            rf"([0-9]{{1,3}}([{group}])[0-9]{{3}}(?:\4[0-9]{{3}})*|[0-9]{{1,9}}|\?){behind}"
        )

    def read(self, cell: str) -> str | None:
        """Convert the payments in a cell into the notation of records, such as ``A>B 1000``.

        Return None if a part of the text is not a payment.

        >>> two = PaymentWords({"ann_lee": 0, "bob": 1}, seats=4, sign=".")
        >>> two.read("Ann Lee > Bob: 1,000、bob→table 3 for=riichi"), two.read("Ann Lee > Eve 3")
        ('A>B 1000, B>table 3 for=riichi', None)
        >>> two.read("Ann Lee→Bob 8 Bob → Ann Lee 16")
        'A>B 8, B>A 16'
        >>> PaymentWords({"老周": 0, "老吴": 1}, seats=4, sign=".").read("老吴给老周2，老周给老吴4")
        'B>A 2, A>B 4'
        """
        if len(cell) > _LONG:
            return None
        payments, blank, cause = cell.partition(" for=")
        text = unicodedata.normalize("NFKC", payments).casefold().strip()
        words_of_payments: list[str] = []
        place = 0
        while place < len(text):
            match = self._payment.match(text, place)
            if match is None or match[1] == match[2]:
                return None
            # The parties are written with `_` for blanks, as in records.
            parties = [re.sub(r"[\s_]+", "_", match[group]) for group in (1, 2)]
            payer, payee = (self._parties[party] for party in parties)
            words_of_payments.append(f"{payer}>{payee} {re.sub('[^0-9?]', '', match[3])}")
            behind = _SEPARATOR.match(text, match.end())
            place = behind.end() if behind else len(text)
        return f"{', '.join(words_of_payments)}{blank}{cause}" if words_of_payments else None


_SEPARATOR: Final = re.compile(r"\s*(?:[点分]\s*)?[,、;]\s*|\s+")
