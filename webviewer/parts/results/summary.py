"""A summary of a record, in the few words that a list has room for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from mjlog import rules
from mjlog.model.messages import Message
from mjlog.model.record import SEATS
from mjlog.report.code_help import HELP
from webviewer.i18n import gettext, item_named, told, worth

WINDS: Final = (Message("East"), Message("South"), Message("West"), Message("North"))
WON: Final = {
    "self": Message("{winner} wins by self-draw"),
    "discard": Message("{winner} wins on a discard of {source}"),
    "robbed": Message("{winner} wins on a kong of {source}"),
}
SHOWN: Final = 2
"""The most faults of one record in a list."""
ITEMS: Final = 6
"""The most items of a hand in a list."""


class Ending(NamedTuple):
    """How the only deal of a record ended, or the win that moved most points in `deals` deals.

    Seats are numbers, -1 is nobody. `how` is the end as in the table of deals, such as `self` or
    `discard`. `others` counts further winners. `items` are the winner's, as in that table, with
    names from `rules`.
    """

    how: str
    winner: int = -1
    source: int = -1
    others: int = 0
    value: int | None = None
    unit: str = ""
    dealer: int = 0
    items: str = ""
    rules: str = ""
    deals: int = 1

    def told(self, players: Sequence[str]) -> str:
        """Return the ending as a sentence in the language of the response.

        `players` are the names by seat; a player without one is named by the wind.
        """
        if self.winner < 0:
            return gettext("Nobody wins")
        sentence = WON.get(self.how if self.how == "self" or self.source >= 0 else "")
        words = told(_filled(sentence or Message("{winner} wins"), self, players))
        value = None if self.value is None or not self.unit else worth(self.value, self.unit)
        words = gettext(", ").join(each for each in (words, value, self._items()) if each)
        return gettext("Biggest win: {win}").format(win=words) if self.deals > 1 else words

    def _items(self) -> str:
        """Return the names of the items, each once; if there are many, the most valuable."""
        counted = [item.rpartition(" ") for item in self.items.split(", ") if item]
        if len(counted) > ITEMS:
            most = sorted(counted, key=lambda item: -int(item[2]))[:ITEMS]
            counted = [item for item in counted if item in most][:ITEMS]
        names = dict.fromkeys(name for name, _, _ in counted)
        return gettext(", ").join(item_of(self.rules, name) for name in names)


def _filled(sentence: Message, ending: Ending, players: Sequence[str]) -> Message:
    def name(seat: int) -> str:
        player = players[seat] if 0 <= seat < len(players) else ""
        return player or told(WINDS[(seat - ending.dealer) % len(WINDS)])

    values = {"winner": name(ending.winner), "source": name(ending.source)}
    return Message(sentence.message, values)


def item_of(rules_name: str, item: str) -> str:
    """Return the name of a rule set's item in the language of the response.

    Return the item as it is if there is no such rule set.
    """
    rule_set = {each.name: each for each in rules.loadable()}.get(rules_name)
    return item_named(item, rule_set) if rule_set else item


def ending_of_game(rows: Sequence[Mapping[str, Any]]) -> Ending | None:
    """Return how the only deal ended; of several deals the win that moved most points.

    None if the end of the only deal is unknown, or if nobody won one of several deals.
    """
    if len(rows) == 1:
        return ending_of(rows[0])
    won = [row for row in rows if row["winner"]]
    if not won:
        return None
    ending = ending_of(max(won, key=_points_moved))
    return ending._replace(deals=len(rows)) if ending else None


def _points_moved(row: Mapping[str, Any]) -> int:
    """Return the largest gain of a seat in a deal: as recorded, else as due."""
    stated, due = ([row.get(f"{name}_{seat.lower()}") for seat in SEATS] for name in ("net", "due"))
    return max((points for points in (stated if any(stated) else due) if points), default=0)


def ending_of(row: Mapping[str, Any]) -> Ending | None:
    """Return the end of a deal, from its row in the table of deals; None if unknown."""
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
        row["items"] or "",
        (row["rules"] or "").partition("/")[0],
    )


def _seat(letter: str | None) -> int:
    return SEATS.index(letter) if letter else -1


def codes_of(codes: Iterable[str]) -> tuple[str, ...]:
    """Return the first codes without repetition, at most two, which a list has room for."""
    return tuple(dict.fromkeys(codes))[:SHOWN]


def faults_told(codes: Iterable[str]) -> list[str]:
    """Return what these codes mean, as English sentences that can be translated.

    Unknown codes are left out.
    """
    helps = (HELP.get(code) or HELP.get(code.partition(".")[0]) for code in codes)
    return [help_.means for help_ in helps if help_ is not None]
