"""Pocket mahjong as a rulebook: every rule is one numbered sentence."""

from typing import Final

from mjlog.model.findings import Source
from mjlog.rules.kit import rulebook

SOURCES: Final = (Source("house", "the rules as they are printed on the lid of the box"),)

BOOK: Final = rulebook(
    """
1 | Tiles and players
1.1 | house | deal.copies wall.set
    The set has four each of the nine bamboos and the three dragons, 48 tiles.
1.2 | house | deal.size
    Three play, and each is dealt seven tiles.
1.3 | house | bonus.none deal.exchange deal.shelf dora.none
    No tiles stand apart: no pillars, no bonus tiles, no indicators, no exchange.
1.4 | house | wall.exhausted wall.front
    The wall is used up to its last tile.

2 | Turns
2.1 | house | turn.seat
    In turn one draws a tile and discards one.
2.2 | house | turn.size
    A hand has seven tiles between turns.
2.3 | house | discard.drawn discard.held
    One discards a tile that one holds.
2.4 | house | discard.open
    Discards lie open.
2.5 | house | discard.early_dragon
    The first discard of a player is no dragon, unless the hand has nothing else.

3 | Claims
3.1 | house | claim.held claim.latest
    The latest discard may be claimed for a set.
3.2 | house | claim.chow
    A chow is claimed from the left.
3.3 | house | kong.limit wall.replacement
    There are no kongs.
3.4 | house | ready.none
    Nothing is declared before the win.

4 | The end of a deal
4.1 | house | win.tile
    One wins on a tile drawn or discarded.
4.2 | house | tenpai.differs* win.shape
    A winning hand is two sets and a pair.
4.3 | house | claim.nearest
    Only the nearest player wins.
4.4 | house | abort.none pay.draw* wall.exhausted
    Without a win the deal ends with the wall, and nobody pays.
4.5 | house | show.hand* win.line*
    The winner shows the hand.
4.6 | house | next.dealer*
    The next seat deals.

5 | Points
5.1 | house | score.item* score.total*
    A hand is worth 1 point, and the points of its items.
5.2 | house | definition
    Each set of dragons is worth 2 points.
5.3 | house | definition
    A hand of bamboos alone is worth 3 points.
5.4 | house | pay.seats*
    Both others pay for a tile drawn; for a discard its player pays double.
5.5 | house | net.differs* next.rank* pay.zero* score.chain*
    Points pass from one player to another, and whoever has most is first.
""",
    SOURCES,
)
