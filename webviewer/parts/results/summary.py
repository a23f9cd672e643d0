"""What happened in a record, in the few words that a list has room for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from mjlog.model.messages import Message
from mjlog.model.record import SEATS
from mjlog.report.code_help import HELP
from webviewer.i18n import gettext, told, worth

WINDS: Final = (Message("East"), Message("South"), Message("West"), Message("North"))
WON: Final = {
    "self": Message("{winner} wins by self-draw"),
    "discard": Message("{winner} wins on a discard of {source}"),
    "robbed": Message("{winner} wins on a kong of {source}"),
}
SHOWN: Final = 2
"""Faults of one record that a list tells, at most."""


class Ending(NamedTuple):
    """How the only deal of a record ended: seats are numbers, -1 is nobody.

    `how` is a word of the table of deals; `others` is how many won besides.
    """

    how: str
    winner: int = -1
    source: int = -1
    others: int = 0
    value: int | None = None
    unit: str = ""
    dealer: int = 0

    def told(self, players: Sequence[str]) -> str:
        """Return the ending as a sentence of the page's language."""
        if self.winner < 0:
            return gettext("Nobody wins")
        sentence = WON.get(self.how if self.how == "self" or self.source >= 0 else "")
        words = told(_filled(sentence or Message("{winner} wins"), self, players))
        value = None if self.value is None or not self.unit else worth(self.value, self.unit)
        return gettext(", ").join(each for each in (words, value) if each)


def _filled(sentence: Message, ending: Ending, players: Sequence[str]) -> Message:
    def name(seat: int) -> str:
        player = players[seat] if 0 <= seat < len(players) else ""
        return player or told(WINDS[(seat - ending.dealer) % len(WINDS)])

    values = {"winner": name(ending.winner), "source": name(ending.source)}
    return Message(sentence.message, values)


def ending_of(row: Mapping[str, Any]) -> Ending | None:
    """Return the end in a row of the table of deals; None if it has none."""
    if row["how"] is None:
        return None
    others = row["other_winners"] or ""
    return Ending(
        row["how"],
        _seat(row["winner"]),
        _seat(row["deal_in"]),
        len(others),
        row["value"],
        row["unit"] or "",
        max(0, _seat(row["dealer"])),
    )


def _seat(letter: str | None) -> int:
    return SEATS.index(letter) if letter else -1


def codes_of(codes: Iterable[str]) -> tuple[str, ...]:
    """Return each code once, in order, as many as a list shows."""
    return tuple(dict.fromkeys(codes))[:SHOWN]


def faults_told(codes: Iterable[str]) -> list[str]:
    """Return those faults as English sentences, which have translations."""
    helps = (HELP.get(code) or HELP.get(code.partition(".")[0]) for code in codes)
    return [help_.means for help_ in helps if help_ is not None]
