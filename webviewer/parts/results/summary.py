"""A summary of a record, short enough for a row of a list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from mjlog import rules
from mjlog.model.messages import Message
from mjlog.model.record import SEATS
from mjlog.report.code_help import HELP
from webviewer.i18n import gettext, item_named, translate, worth

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
    scored items as that table names them; `rules` is the rule set that has their names for people.
    `deals` is the number of deals of the record.
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

    def describe(self, players: Sequence[str]) -> str:
        """Return one sentence about how the game or deal ended, in the language of the page.

        An example is "Anna wins on Ben's discard, 3 han". `players` has the names by seat; a player
        without a name is called by the wind.
        """
        if self.winner < 0:
            return gettext("Nobody wins")
        sentence = WON.get(self.how if self.how == "self" or self.source >= 0 else "")
        words = translate(_filled(sentence or Message("{winner} wins"), self, players))
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
        return player or translate(WINDS[(seat - ending.dealer) % len(WINDS)])

    values = {"winner": name(ending.winner), "source": name(ending.source)}
    return Message(sentence.message, values)


def item_of(rules_name: str, item: str) -> str:
    """Return the name of a scored item, such as a yaku, in the language of the page.

    `item` is the item's name in records; it is returned unchanged if there is no rule set
    `rules_name`.
    """
    rule_set = {each.name: each for each in rules.loadable()}.get(rules_name)
    return item_named(item, rule_set) if rule_set else item


def ending_of_game(rows: Sequence[Mapping[str, Any]]) -> Ending | None:
    """Return what a list shows of a game's end: the end of the only deal, or the biggest win.

    `rows` are database rows, one for each deal of the game. In a game of several deals, the biggest
    win is the one with the largest gain of points. Return None if nobody won, or if the end of the
    only deal is unknown.
    """
    if len(rows) == 1:
        return ending_of(rows[0])
    won = [row for row in rows if row["winner"]]
    if not won:
        return None
    ending = ending_of(max(won, key=_points_moved))
    return ending._replace(deals=len(rows)) if ending else None


def _points_moved(row: Mapping[str, Any]) -> int:
    """Return the most points that a player gained in a deal.

    `row` is the deal's database row. If it has no recorded points, use those computed by the rules.
    """
    stated, due = ([row.get(f"{name}_{seat.lower()}") for seat in SEATS] for name in ("net", "due"))
    return max((points for points in (stated if any(stated) else due) if points), default=0)


def ending_of(row: Mapping[str, Any]) -> Ending | None:
    """Return how a deal ended, according to its database row, as an `Ending`; None if unknown."""
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
    """Return the first two different codes of errors.

    The list of records has no room for more.
    """
    return tuple(dict.fromkeys(codes))[:SHOWN]


def explain_faults(codes: Iterable[str]) -> list[str]:
    """Return for each code of an error a sentence that explains the code.

    The sentences are English and are translated later. Codes without an explanation are left out.
    """
    helps = (HELP.get(code) or HELP.get(code.partition(".")[0]) for code in codes)
    return [help_.means for help_ in helps if help_ is not None]
