"""Riichi: a recorded wall decides what is dealt, drawn, replaced and turned up.

The recorded wall begins with the first tile dealt and ends at the break. Its last tiles are the
dead wall; of each stack the lower tile is last. Replacements come from the end of the wall, of each
stack the upper tile first. The indicators are the upper tiles of the stacks before the
replacements; under each of them is a hidden indicator.
"""

from __future__ import annotations

from typing import Final

from mjlog.model.record import REPLACE, REVEAL, Indicators, Replace, Reveal
from mjlog.model.table import HELD, Table
from mjlog.model.tiles import Tile
from mjlog.referee.rulebook import TURNED_UP, Clause, Judgement, all_hold, clause
from mjlog.rules.shared import clauses

_REPLACEMENTS: Final = {4: 4, 3: 8}
"""Number of tiles for replacements, by the number of players."""


def follows_the_wall() -> tuple[Clause, ...]:
    """Return the functions that check the tiles of a deal against a recorded wall.

    They check dealt hands, draws, replacements and dora indicators.
    """
    draws, _ = clauses.draws_follow_the_wall()
    dealt = clauses.deal_follows_the_wall(jump=True)
    return (
        dealt,
        draws,
        _replacement_is_the_next,
        _indicator_is_the_next,
        _indicators_lie_in_their_place,
    )


@clause(
    "wall.replacement",
    REPLACE,
    says="{seat} draws the replacement {tile}, but the tile at that end of the wall is another",
)
def _replacement_is_the_next(table: Table, replace: Replace) -> Judgement:
    """Return whether a replacement is the next tile from the end of a recorded wall.

    Of each stack the upper tile comes first. The result is True if no wall is recorded, or if all
    tiles for replacements have been drawn; None if a tile is unknown.
    """
    # The lower tile of each stack comes last in the wall, but the upper tile is taken first.
    return table.replaced >= _reserve(table) or _lies(table, table.replaced ^ 1, replace.tile)


@clause(
    "wall.replacement",
    REVEAL,
    says="{tile} is turned up, but the recorded wall has another indicator there",
)
def _indicator_is_the_next(table: Table, reveal: Reveal) -> Judgement:
    """Return whether a dora indicator is the next upper tile after the tiles for replacements.

    The result is True if no wall is recorded, and None if a tile is unknown.
    """
    return _lies(table, _place(table, len(table.indicators)), reveal.tile)


@clause(
    "wall.replacement",
    TURNED_UP,
    says="{tiles} are the indicators, but the recorded wall has others there",
)
def _indicators_lie_in_their_place(table: Table, turned: Indicators) -> Judgement:
    """Return whether the indicators of a line are at their places in a recorded wall.

    Hidden indicators lie under the open ones. The result is True if no wall is recorded, and None
    if a tile is unknown.
    """
    if not table.wall:
        return True
    places = (_place(table, number) - turned.hidden for number in range(len(turned.tiles)))
    answers = [_lies(table, place, tile) for place, tile in zip(places, turned.tiles, strict=True)]
    return all_hold(answers)


def _reserve(table: Table) -> int:
    return _REPLACEMENTS.get(table.seats, 4)


def _place(table: Table, number: int) -> int:
    """Return the place of the open dora indicator `number` in the wall.

    Indicators are counted from 0 in the order in which they are turned up. Places are counted from
    the end of the wall: its last tile has place 0.
    """
    return _reserve(table) + 1 + 2 * number


def _lies(table: Table, place: int, tile: Tile) -> Judgement:
    """Return whether a tile is at this place of the recorded wall, counted from 0 at its end.

    Return True if no wall is recorded, and None if a tile is unknown or the wall is too short.
    """
    if not table.wall:
        return True
    if tile >= HELD or place >= len(table.wall) or table.wall[-1 - place] >= HELD:
        return None
    return table.wall[-1 - place] == tile
