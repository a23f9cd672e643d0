"""Who gave a player the tiles of the sets that a hand shows, for rules by which that is paid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mjlog.model.record import Claim, Deal, Draw, Replace, Ruling, Seat, Win
from mjlog.model.table import Meld, Table


class Fed(NamedTuple):
    """A set that a player claimed: what it is, from whom, and which of the player's sets it was."""

    meld: Meld
    source: Seat
    before: tuple[Meld, ...]


class Feeding(NamedTuple):
    """By seat the claimed sets in their order, who gave the kong that was replaced last, rulings.

    `kong_feeder` has a winner only if the winning tile was the replacement for a claimed kong.
    """

    sets: Mapping[Seat, tuple[Fed, ...]]
    kong_feeder: Mapping[Seat, Seat]
    rulings: tuple[Ruling, ...]

    def ruled(self, name: str) -> tuple[Seat, ...]:
        """Return the players with a ruling of that name."""
        return tuple(sorted({ruling.seat for ruling in self.rulings if ruling.name == name}))


def collect_feeding(deal: Deal, table: Table) -> Feeding:
    """Collect the claimed sets of the winners."""
    rulings = tuple(deal.told(Ruling))
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


def _fed(melds: Sequence[Meld], seat: Seat) -> Iterator[Fed]:
    for number, meld in enumerate(melds):
        if meld.source not in {seat, -1} and meld.sort != "concealed kong":
            yield Fed(meld, meld.source, tuple(melds[:number]))


def _kong_feeder(table: Table, seat: Seat) -> Seat | None:
    """Return who discarded the tile of the kong whose last tile the player claimed."""
    own = [act for act in table.past if act.seat == seat and not isinstance(act, Win)]
    if len(own) < 2 or not isinstance(own[-1], Replace):
        return None
    claims = [act for act in own if not isinstance(act, Draw | Replace)]
    latest = claims[-1] if claims else None
    if not isinstance(latest, Claim) or len(latest.tiles) != 3 or own[-2] is not latest:
        return None
    return table.hands[seat].melds[-1].source
