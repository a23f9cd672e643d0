"""Puts the wall of a deal of Mahjong Soul into the order that records have.

`paishan` lists the tiles left in the wall after the hands are dealt, in the order of drawing. Read
from its end, it has the replacement tiles, then the indicators, each followed by the hidden
indicator below it. A record has the upper tile of each stack before the lower one, so the two tiles
of a stack are swapped. The order in which the hands were dealt is not known, so the dealt tiles are
unknown in the result.
"""

from __future__ import annotations

from typing import Final

from mjlog.formats.json_parts import Object, WrongPartError, words
from mjlog.formats.mahjongsoul.tiles import tile_of
from mjlog.model.tiles import UNKNOWN, Tile

_DEAD: Final = 14
_SET: Final = {3: 108, 4: 136}
_FIRST_INDICATOR: Final = {3: 9, 4: 5}
"""Position of the first indicator from the end; the replacement tiles come after it."""


def laid_wall(given: Object, seats: int, indicator: Tile) -> tuple[Tile, ...]:
    """Return all tiles of a deal's wall, in the order in which a record writes walls.

    The wall in the log does not include the dealt hands, so the result begins with an unknown tile
    for each dealt tile. Return an empty tuple if the log has no wall. `given` is the event that
    begins the deal, and `indicator` its first dora indicator. Raise `WrongPartError` if the number
    of tiles is wrong, or if the tile at the position of the first indicator is not `indicator`.
    `seats` is the number of players.
    """
    if not given.get("paishan"):
        return ()
    text = words(given["paishan"], "paishan")
    tiles = [tile_of(text[at : at + 2], "paishan") for at in range(0, len(text), 2)]
    dealt = 13 * seats + 1
    if len(tiles) == _SET[seats]:  # some files have the whole wall
        del tiles[:dealt]
    if len(tiles) != _SET[seats] - dealt:
        raise WrongPartError(
            f"'paishan' has {len(tiles)} tiles, {_SET[seats] - dealt} are expected"
        )
    if tiles[-_FIRST_INDICATOR[seats]] != indicator:
        raise WrongPartError("'paishan' has another tile where the indicator lies")
    dead = tiles[-_DEAD:]
    stacks = [tile for at in range(0, _DEAD, 2) for tile in (dead[at + 1], dead[at])]
    return (*(UNKNOWN,) * dealt, *tiles[:-_DEAD], *stacks)
