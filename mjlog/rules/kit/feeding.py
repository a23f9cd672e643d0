"""Finds who discarded the tiles of a winner's claimed sets, for rules that make feeders pay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mjlog.model.record import Claim, Deal, Draw, Replace, Ruling, Seat, Win
from mjlog.model.table import Meld, Table


class FedSet(NamedTuple):
    """A claimed set: its meld, the discarder of its tile, and the claimer's earlier melds."""

    meld: Meld
    source: Seat
    before: tuple[Meld, ...]


class Feeding(NamedTuple):
    """The players who discarded the tiles of the winners' claimed sets.

    `sets` maps each winner to the claimed sets in the order of claiming. `kong_feeder` maps a
    winner to the seat whose discard the winner claimed for a kong, if the winning tile was the
    replacement for that kong. `rulings` are all rulings of the deal.
    """

    sets: Mapping[Seat, tuple[FedSet, ...]]
    kong_feeder: Mapping[Seat, Seat]
    rulings: tuple[Ruling, ...]

    def ruled(self, name: str) -> tuple[Seat, ...]:
        """Return the seats that the deal's rulings called `name` are about, in ascending order.

        A ruling is a decision of the referee that the record states.
        """
        return tuple(sorted({ruling.seat for ruling in self.rulings if ruling.name == name}))


def collect_feeding(deal: Deal, table: Table) -> Feeding:
    """Collect who discarded the tiles of the winners' claimed sets, and the rulings of the deal.

    A ruling is a decision of the referee that the record states. If the record lacks turns, the
    result has only the rulings.
    """
    rulings = tuple(deal.contents(Ruling))
    if not deal.turns or not table.whole:
        return Feeding({}, {}, rulings)
    winners = [act.seat for act in table.past if isinstance(act, Win)]
    sets = {seat: tuple(_fed(table.hands[seat].melds, seat)) for seat in winners}
    feeders = {}
    for seat in winners:
        feeder = _kong_feeder(table, seat)
        if feeder is not None:
            feeders[seat] = feeder
    return Feeding(sets, feeders, rulings)


def _fed(melds: Sequence[Meld], seat: Seat) -> Iterator[FedSet]:
    for number, meld in enumerate(melds):
        if meld.source not in {seat, -1} and meld.sort != "concealed kong":
            yield FedSet(meld, meld.source, tuple(melds[:number]))


def _kong_feeder(table: Table, seat: Seat) -> Seat | None:
    """Return the seat whose discard the winner `seat` claimed for a kong before the winning tile.

    The winning tile must be the replacement for that kong; otherwise return None.
    """
    own = [act for act in table.past if act.seat == seat and not isinstance(act, Win)]
    if len(own) < 2 or not isinstance(own[-1], Replace):
        return None
    claims = [act for act in own if not isinstance(act, Draw | Replace)]
    latest = claims[-1] if claims else None
    if not isinstance(latest, Claim) or len(latest.tiles) != 3 or own[-2] is not latest:
        return None
    return table.hands[seat].melds[-1].source
