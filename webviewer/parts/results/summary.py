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
    """How the only deal of a record ended, or the biggest win of a record with several deals.

    Seats are numbers; -1 means nobody. `how` is the kind of end in the archive's table of deals,
    such as `self` or `discard`. `others` is the number of further winners. `items` are the winner's
    items in the notation of that table; `rules` is the rule set that has their names. `deals` is
    the number of deals of the record.
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
        """Return the ending as one sentence in the language of the response.

        `players` has the names by seat; a player without a name is called by the wind.
        """
        if self.winner < 0:
            return gettext("Nobody wins")
        sentence = WON.get(self.how if self.how == "self" or self.source >= 0 else "")
        words = told(_filled(sentence or Message("{winner} wins"), self, players))
        value = None if self.value is None or not self.unit else worth(self.value, self.unit)
        words = gettext(", ").join(each for each in (words, value, self._items()) if each)
        return gettext("Biggest win: {win}").format(win=words) if self.deals > 1 else words

    def _items(self) -> str:
        """Return the names of the winner's items, joined by commas, each name once.

        If there are more than six items, only the six most valuable are named.
        """
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
    """Return the name of a scored item, in the language of the response.

    `item` is the name in notation; it is returned unchanged if there is no rule set `rules_name`.
    """
    rule_set = {each.name: each for each in rules.loadable()}.get(rules_name)
    return item_named(item, rule_set) if rule_set else item


def ending_of_game(rows: Sequence[Mapping[str, Any]]) -> Ending | None:
    """Return the ending that a list shows for a game: of the only deal, or of the biggest win.

    `rows` are the game's rows in the table of deals. The biggest win is the one with the largest
    gain of points. Return None if the end of the only deal is unknown, or if nobody won in several
    deals.
    """
    if len(rows) == 1:
        return ending_of(rows[0])
    won = [row for row in rows if row["winner"]]
    if not won:
        return None
    ending = ending_of(max(won, key=_points_moved))
    return ending._replace(deals=len(rows)) if ending else None


def _points_moved(row: Mapping[str, Any]) -> int:
    """Return the largest gain of a player in a deal.

    The gain is taken from the recorded points, or computed by the rules if no points are recorded.
    """
    stated, due = ([row.get(f"{name}_{seat.lower()}") for seat in SEATS] for name in ("net", "due"))
    return max((points for points in (stated if any(stated) else due) if points), default=0)


def ending_of(row: Mapping[str, Any]) -> Ending | None:
    """Convert a row of the table of deals into the deal's ending; None if the end is unknown."""
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
    """Return the first two different codes, because a row of the list has room for two faults."""
    return tuple(dict.fromkeys(codes))[:SHOWN]


def faults_told(codes: Iterable[str]) -> list[str]:
    """Return sentences that say what fault codes mean, in English, to be translated later.

    Codes without an explanation are left out.
    """
    helps = (HELP.get(code) or HELP.get(code.partition(".")[0]) for code in codes)
    return [help_.means for help_ in helps if help_ is not None]
