"""Riichi as a rulebook, so far the clauses of play: each one numbered sentence in our own words, with its source."""

from __future__ import annotations

from typing import Final

from mjlog.findings import Law

LAWS: Final[tuple[Law, ...]] = (
    Law(
        "1.1",
        "The set is 136 tiles, four of each kind; red fives take the place of plain ones.",
        "seed 003",
        codes=("deal.copies",),
    ),
    Law(
        "1.2",
        "Three play without the characters 2 to 8, the norths being set aside as bonus tiles.",
        "tenhou.net logs",
        codes=("deal.copies", "bonus.north"),
    ),
    Law(
        "1.3", "Everybody begins with thirteen tiles; the dealer takes a fourteenth.", "seed 003", codes=("deal.size",)
    ),
    Law(
        "1.4",
        "The last fourteen tiles are never drawn from the front: each replacement moves the border by one.",
        "seed 003",
        codes=("wall.exhausted",),
    ),
    Law(
        "1.5",
        "A replacement tile follows a kong or a north set aside, one for each.",
        "seed 003",
        codes=("wall.replacement",),
    ),
    Law(
        "2.1",
        "Play passes to the right; each turn takes one tile and ends with one discard.",
        "seed 003",
        codes=("turn.seat", "turn.size"),
    ),
    Law(
        "2.2",
        "A discard is a tile that is held, and is the drawn one exactly when the record says so.",
        "seed 003",
        codes=("discard.held", "discard.drawn"),
    ),
    Law("2.3", "Only the latest discard of another player is claimed.", "seed 003", codes=("claim.latest",)),
    Law(
        "2.4",
        "A chow is claimed only from the player to the left; three players claim none.",
        "seed 003; tenhou.net logs",
        codes=("claim.chow",),
    ),
    Law("2.5", "The claimer holds the other tiles of the set.", "seed 003", codes=("claim.held",)),
    Law("2.6", "The last discard is claimed only to win.", "riichi.md 2.3", codes=("claim.last_discard",)),
    Law(
        "2.7",
        "The tile just claimed, or one that makes the same chow at its other end, is not discarded at once.",
        "riichi.md 9",
        codes=("discard.swap",),
    ),
    Law(
        "3.1",
        "A concealed kong is four like tiles of one's own hand; an added kong completes a pung on the table.",
        "seed 003",
        codes=("kong.held", "turn.size"),
    ),
    Law("3.2", "No kong of one's own in the turn of a claim.", "riichi.md 2.4", codes=("kong.after_claim",)),
    Law(
        "3.3",
        "At most four kongs in a deal, and none when no tile of the live wall is left.",
        "riichi.md 2.3, 2.5",
        codes=("kong.limit",),
    ),
    Law("3.4", "A discard never turns a pung on the table into a kong.", "seed 003", codes=("kong.no_promote",)),
    Law(
        "3.5",
        "Only an added kong is robbed, and a concealed one by the thirteen orphans.",
        "riichi.md 2.6",
        codes=("win.rob",),
    ),
    Law(
        "4.1",
        "Riichi is declared once, by a hand without claimed sets.",
        "seed 003",
        codes=("ready.once", "ready.closed"),
    ),
    Law("4.2", "The tiles left after the riichi discard wait for a tile.", "seed 003", codes=("ready.tenpai",)),
    Law("4.3", "Riichi is declared on one's own turn, face up.", "seed 003", codes=("turn.size", "ready.open")),
    Law("4.4", "After riichi only the drawn tile is discarded.", "seed 003", codes=("discard.locked",)),
    Law("4.5", "After riichi no discard is claimed except to win.", "seed 003", codes=("claim.locked",)),
    Law(
        "4.6",
        "After riichi a concealed kong may only be of the drawn tile and must leave the waits as they were.",
        "seed 003",
        codes=("kong.locked",),
    ),
    Law(
        "4.7",
        "Riichi needs tiles left in the wall for a further draw of one's own.",
        "riichi.md 3.1",
        codes=("ready.stake",),
    ),
    Law(
        "5.1",
        "One wins on the tile drawn, on the latest discard, or on a robbed tile.",
        "seed 003",
        codes=("win.tile",),
    ),
    Law(
        "5.2",
        "A winning hand is four sets and a pair, seven different pairs, or the thirteen orphans.",
        "seed 003; riichi.md 5",
        codes=("win.shape",),
    ),
    Law(
        "5.3",
        "Whoever has discarded a tile that the hand waits for, or has let one pass, does not win on a discard.",
        "seed 003; riichi.md 3.4",
        codes=("win.missed",),
    ),
    Law(
        "6.1",
        "A deal ends with a win, with an empty live wall, or with an abortive washout.",
        "seed 003; riichi.md 4",
        codes=("wall.exhausted",),
    ),
    Law(
        "6.2",
        "Nine different terminals and honours end the deal in one's first turn, before any claim.",
        "riichi.md 9",
        codes=("abort.kind",),
    ),
    Law(
        "6.3",
        "Four like winds discarded first, four riichi, four kongs of several players, three winners end a deal.",
        "riichi.md 9",
        codes=("abort.kind",),
    ),
    Law(
        "7.1",
        "What is claimed agrees with what the tiles and the turns say.",
        "our reading",
        codes=("win.line", "show.hand"),
    ),
    Law(
        "8.1",
        "Points and payments: not yet judged by this edition.",
        "our reading",
        "open",
        reading="claims of points answer unverified",
    ),
)
