"""Pocket mahjong as a rulebook: every rule is one numbered sentence."""

from typing import Final

from mjlog.model.findings import Law, Source

SOURCES: Final = (Source("house", "the rules as they are printed on the lid of the box"),)

HEADINGS: Final = {
    "1": "Tiles and players",
    "2": "Turns",
    "3": "Claims",
    "4": "The end of a deal",
    "5": "Points",
}

_SENTENCES: Final = (
    Law(
        "1.1",
        "The set has four each of the nine bamboos and the three dragons, 48 tiles.",
        "house",
        codes=("deal.copies", "wall.set"),
    ),
    Law("1.2", "Three play, and each is dealt seven tiles.", "house", codes=("deal.size",)),
    Law(
        "1.3",
        "No tiles stand apart: no pillars, no bonus tiles, no indicators, no exchange.",
        "house",
        codes=("bonus.none", "deal.exchange", "deal.shelf", "dora.none"),
    ),
    Law(
        "1.4",
        "The wall is used up to its last tile.",
        "house",
        codes=("wall.exhausted", "wall.front"),
    ),
    Law("2.1", "In turn one draws a tile and discards one.", "house", codes=("turn.seat",)),
    Law("2.2", "A hand has seven tiles between turns.", "house", codes=("turn.size",)),
    Law(
        "2.3",
        "One discards a tile that one holds.",
        "house",
        codes=("discard.drawn", "discard.held"),
    ),
    Law("2.4", "Discards lie open.", "house", codes=("discard.open",)),
    Law(
        "2.5",
        "The first discard of a player is no dragon, unless the hand has nothing else.",
        "house",
        codes=("discard.early_dragon",),
    ),
    Law(
        "3.1",
        "The latest discard may be claimed for a set.",
        "house",
        codes=("claim.held", "claim.latest"),
    ),
    Law("3.2", "A chow is claimed from the left.", "house", codes=("claim.chow",)),
    Law(
        "3.3",
        "There are no kongs.",
        "house",
        codes=("kong.limit", "wall.replacement"),
    ),
    Law("3.4", "Nothing is declared before the win.", "house", codes=("ready.none",)),
    Law("4.1", "One wins on a tile drawn or discarded.", "house", codes=("win.tile",)),
    Law(
        "4.2",
        "A winning hand is two sets and a pair.",
        "house",
        codes=("tenpai.differs", "win.shape"),
    ),
    Law("4.3", "Only the nearest player wins.", "house", codes=("claim.nearest",)),
    Law(
        "4.4",
        "Without a win the deal ends with the wall, and nobody pays.",
        "house",
        codes=("abort.none", "pay.draw", "wall.exhausted"),
    ),
    Law("4.5", "The winner shows the hand.", "house", codes=("show.hand", "win.line")),
    Law("4.6", "The next seat deals.", "house", codes=("next.dealer",)),
    Law(
        "5.1",
        "A hand is worth 1 point, and the points of its items.",
        "house",
        codes=("score.item", "score.total"),
    ),
    Law("5.2", "Each set of dragons is worth 2 points.", "house", "definition"),
    Law("5.3", "A hand of bamboos alone is worth 3 points.", "house", "definition"),
    Law(
        "5.4",
        "Both others pay for a tile drawn; for a discard its player pays double.",
        "house",
        codes=("pay.seats",),
    ),
    Law(
        "5.5",
        "Points pass from one player to another, and whoever has most is first.",
        "house",
        codes=("net.differs", "next.rank", "pay.zero", "score.chain"),
    ),
)
LAWS: Final = {law.number: law for law in _SENTENCES}

CITES: Final = {
    "score.item": "5.1",
    "score.total": "5.1",
    "pay.seats": "5.4",
    "pay.draw": "4.4",
    "net.differs": "5.5",
    "score.chain": "5.5",
    "pay.zero": "5.5",
    "next.rank": "5.5",
    "tenpai.differs": "4.2",
    "next.dealer": "4.6",
    "show.hand": "4.5",
    "win.line": "4.5",
}
"""The sentence behind each thing that a score sheet may say and the rules say otherwise."""
