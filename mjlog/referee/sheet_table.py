"""Tiles that lie on the table at the end of a deal without turns: hands, melds, bonus tiles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count
from typing import Literal

from mjlog.model.frozen import value
from mjlog.model.record import BonusLine, Deal, NoWin, ReadySeats, Seat, Show, ShownMeld, WinLine
from mjlog.model.table import NONE
from mjlog.model.tiles import PILLAR, Tile


@value
class Lying:
    """One tile on the table, face up or down, in a zone of its player.

    `group` is the number of its meld, from 1; 0 for other tiles. `won` marks the winning tile.
    """

    seat: Seat
    face: Tile
    zone: Literal["hand", "pillars", "meld", "bonus"]
    group: int = 0
    up: bool = True
    won: bool = False


def is_told(deal: Deal) -> bool:
    """Return whether the deal has no turns, but lines with a result, a hand or bonus tiles."""
    results = map(deal.lines_of, (WinLine, NoWin, Show, BonusLine))
    return not deal.turns and any(results)


def winners(deal: Deal, seats: int) -> tuple[Seat, ...]:
    """Return the winners that the `win` lines name, in this order, if they have a seat."""
    won = dict.fromkeys(line.seat for line in deal.told(WinLine))
    return tuple(seat for seat in won if seat < seats)


def foremost(deal: Deal, seats: int) -> Seat:
    """Return the seat to show in front: the winner of a deal without turns, else seat A."""
    if not is_told(deal):
        return 0
    return next(iter(winners(deal, seats)), 0)


def ready(deal: Deal, seats: int) -> tuple[Seat, ...]:
    """Return the players whom `ready` lines name."""
    declared = [line.seats for line in deal.told(ReadySeats)]
    named = set(range(seats)).intersection(chain(*declared))
    return tuple(sorted(named))


def lying(deal: Deal, seats: int, kong_down: tuple[int, ...]) -> Iterator[Lying]:
    """Yield the tiles that the lines of a deal name.

    `kong_down`: indices of the tiles of a concealed kong that lie face down.
    """
    won = {line.seat: line.tile for line in deal.told(WinLine)}
    shows = [show for show in deal.told(Show) if show.seat < seats]
    groups = count(1)
    for show in shows:
        yield from _hand(show, won.get(show.seat, NONE))
        for meld in show.melds:
            yield from _meld(show.seat, meld, next(groups), kong_down)
    for bonus in deal.told(BonusLine):
        if bonus.seat < seats:
            yield from (Lying(bonus.seat, face, "bonus") for face in bonus.tiles)


def _meld(seat: Seat, meld: ShownMeld, group: int, kong_down: tuple[int, ...]) -> Iterator[Lying]:
    """Yield the tiles of one meld with the number `group`."""
    down = kong_down if meld.is_concealed else ()
    for place, face in enumerate(meld.tiles):
        yield Lying(seat, face & ~PILLAR, "meld", group, up=place not in down)


def _hand(show: Show, won: Tile) -> Iterator[Lying]:
    """Yield the concealed tiles; of several, the winning tile is one that is no pillar."""
    alike = [place for place, face in enumerate(show.tiles) if face & ~PILLAR == won & ~PILLAR]
    marked = min(alike, key=lambda place: show.tiles[place] & PILLAR, default=NONE)
    for place, face in enumerate(show.tiles):
        zone: Literal["hand", "pillars"] = "pillars" if face & PILLAR else "hand"
        yield Lying(show.seat, face & ~PILLAR, zone, won=place == marked)
