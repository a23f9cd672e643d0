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
class TableTile:
    """One tile on the table at the end of a deal, face up or face down.

    `zone` is the part of the player's area in which the tile is. `group` is the number of its meld,
    from 1; 0 for tiles that are not in a meld. `won` marks the winning tile.
    """

    seat: Seat
    face: Tile
    zone: Literal["hand", "pillars", "meld", "bonus"]
    group: int = 0
    up: bool = True
    won: bool = False


def has_lines_only(deal: Deal) -> bool:
    """Return whether the deal has no turns, but lines with a result, a hand or bonus tiles."""
    results = map(deal.lines_of, (WinLine, NoWin, Show, BonusLine))
    return not deal.turns and any(results)


def winners(deal: Deal, seats: int) -> tuple[Seat, ...]:
    """Return the winners that the `win` lines of the deal name, in the order of the lines.

    Seats that the table does not have are left out.
    """
    won = dict.fromkeys(line.seat for line in deal.contents(WinLine))
    return tuple(seat for seat in won if seat < seats)


def front_seat(deal: Deal, seats: int) -> Seat:
    """Return the player at the front of a picture of the table.

    It is the first winner of a deal without turns. If the deal has turns or nobody won, it is seat
    A.
    """
    if not has_lines_only(deal):
        return 0
    return next(iter(winners(deal, seats)), 0)


def ready(deal: Deal, seats: int) -> tuple[Seat, ...]:
    """Return the players who declared ready by the `ready` lines of the deal."""
    declared = [line.seats for line in deal.contents(ReadySeats)]
    named = set(range(seats)).intersection(chain(*declared))
    return tuple(sorted(named))


def tiles_on_table(deal: Deal, seats: int, kong_down: tuple[int, ...]) -> Iterator[TableTile]:
    """Yield each tile that lies on the table by the lines of a deal without turns, for a picture.

    `kong_down` has the positions of the tiles that lie face down in a concealed kong.
    """
    won = {line.seat: line.tile for line in deal.contents(WinLine)}
    shows = [show for show in deal.contents(Show) if show.seat < seats]
    groups = count(1)
    for show in shows:
        yield from _hand(show, won.get(show.seat, NONE))
        for meld in show.melds:
            yield from _meld(show.seat, meld, next(groups), kong_down)
    for bonus in deal.contents(BonusLine):
        if bonus.seat < seats:
            yield from (TableTile(bonus.seat, face, "bonus") for face in bonus.tiles)


def _meld(
    seat: Seat, meld: ShownMeld, group: int, kong_down: tuple[int, ...]
) -> Iterator[TableTile]:
    """Yield the tiles of one meld, for a picture; `group` is the number of the meld.

    `kong_down` has the positions of the tiles that lie face down in a concealed kong.
    """
    down = kong_down if meld.is_concealed else ()
    for place, face in enumerate(meld.tiles):
        yield TableTile(seat, face & ~PILLAR, "meld", group, up=place not in down)


def _hand(show: Show, won: Tile) -> Iterator[TableTile]:
    """Yield the concealed tiles of a shown hand, for a picture; mark the winning tile `won`.

    If the hand has several tiles equal to it, one that is not a pillar (a tile set apart) is
    marked.
    """
    alike = [place for place, face in enumerate(show.tiles) if face & ~PILLAR == won & ~PILLAR]
    marked = min(alike, key=lambda place: show.tiles[place] & PILLAR, default=NONE)
    for place, face in enumerate(show.tiles):
        zone: Literal["hand", "pillars"] = "pillars" if face & PILLAR else "hand"
        yield TableTile(show.seat, face & ~PILLAR, zone, won=place == marked)
