"""Hong Kong faan as a rulebook: payments alone, each rule one numbered sentence."""

from __future__ import annotations

from typing import Final

from mjlog.model.findings import Law
from mjlog.rules.shared.sources import OUR_READING, YAWNOC, with_sources

SOURCES: Final = (
    YAWNOC,
    OUR_READING,
)

HEADINGS: Final = {
    "1": "Faan",
    "2": "Who pays",
    "3": "Slips",
    "4": "Points and the game",
}

_SENTENCES: Final = (
    Law(
        "1.1",
        "A hand has so many faan as the players agree on; here the sheet says how many.",
        "yawnoc, game results",
        codes=("score.item", "score.total"),
    ),
    Law(
        "1.2",
        "Faan above the most that the table counts bring no more.",
        "our reading",
        "open",
        reading="the source names a most and says only what it means for a false win; a dearer "
        "hand counts as one of the most (max_faan)",
    ),
    Law(
        "1.3",
        "Up to 4 faan, each faan doubles what is paid.",
        "yawnoc, multiplier",
        "definition",
    ),
    Law(
        "1.4",
        "Above 4 faan every second faan doubles, and the one between lies in the middle; or each "
        "faan doubles on.",
        "yawnoc, spiciness",
        "definition",
    ),
    Law(
        "1.5",
        "A table may name what its least hand costs: then so many faan cost the stake, and those "
        "above rise from there.",
        "our reading",
        "open",
        reading="the source has the price of 0 faan alone; clubs with a least hand of three faan "
        "name what three cost, and their tables rise as those of the source do (base_faan)",
    ),
    Law(
        "2.1",
        "For 0 faan won on a discard of another a player who is not to blame pays the stake; a "
        "share is twice that.",
        "yawnoc, base points",
        "definition",
    ),
    Law(
        "2.2",
        "For a self-drawn win each of the others pays a share.",
        "yawnoc, self-drawn win",
        codes=("pay.seats",),
    ),
    Law(
        "2.3",
        "For a win on a discard the discarder pays a share and each of the others half of one; or "
        "the discarder pays two shares alone.",
        "yawnoc, discarding",
        codes=("pay.seats",),
        plain=(
            "For a win on a discard the discarder pays one share and the others half a "
            "share each, or the discarder pays two shares alone."
        ),
    ),
    Law(
        "2.4",
        "A player who answers for the hand pays what all would pay: three shares if it is "
        "self-drawn, two if not.",
        "yawnoc, guaranteeing",
        codes=("pay.seats", "rule.differs"),
    ),
    Law(
        "2.5",
        "If nobody wins, nobody pays.",
        "yawnoc, draw",
        codes=("pay.draw",),
    ),
    Law(
        "3.1",
        "Whoever declares a win that is none pays each of the others three shares of the dearest "
        "hand.",
        "yawnoc, false-win",
        codes=("pay.penalty",),
    ),
    Law(
        "4.1",
        "Points pass from one player to another, and whoever has most is first.",
        "yawnoc, output data",
        codes=("net.differs", "next.rank", "pay.zero", "score.chain", "final.score"),
    ),
    Law(
        "4.2",
        "Who wins, from whom, and with which hand, the sheet says.",
        "our reading",
        codes=("win.line", "show.hand", "tenpai.differs"),
    ),
)
LAWS: Final = {law.number: law for law in with_sources(_SENTENCES, SOURCES)}

CITES: Final = {
    "score.item": "1.1",
    "score.total": "1.1",
    "pay.seats": "2.3",
    "pay.draw": "2.5",
    "pay.penalty": "3.1",
    "net.differs": "4.1",
    "score.chain": "4.1",
    "final.score": "4.1",
    "pay.zero": "4.1",
    "next.rank": "4.1",
    "win.line": "4.2",
    "show.hand": "4.2",
    "tenpai.differs": "4.2",
    "rule.differs": "2.4",
}
"""The sentence behind each thing that a score sheet may say and the rules say otherwise."""
