"""The rulebook of Hong Kong faan: payments alone, each rule one numbered sentence."""

from __future__ import annotations

from typing import Final

from mjlog.rules.shared.rulebook_text import rulebook
from mjlog.rules.shared.sources import OUR_READING, YAWNOC

SOURCES: Final = (
    YAWNOC,
    OUR_READING,
)

BOOK: Final = rulebook(
    """
1 | Faan
1.1 | yawnoc, game results | score.item* score.total*
    A hand has so many faan as the players agree on; here the sheet says how many.
1.2 | our reading |
    Faan above the most that the table counts bring no more.
    Reading: the source names a most and says only what it means for a false win; a dearer hand
    counts as one of the most (max_faan)
1.3 | yawnoc, multiplier | definition
    Up to 4 faan, each faan doubles what is paid.
1.4 | yawnoc, spiciness | definition
    Above 4 faan every second faan doubles, and the one between lies in the middle; or each faan
    doubles on.
1.5 | our reading |
    A table may name what its least hand costs: then so many faan cost the stake, and those above
    rise from there.
    Reading: the source has the price of 0 faan alone; clubs with a least hand of three faan name
    what three cost, and their tables rise as those of the source do (base_faan)

2 | Who pays
2.1 | yawnoc, base points | definition
    For 0 faan won on a discard of another a player who is not to blame pays the stake; a share is
    twice that.
2.2 | yawnoc, self-drawn win | pay.seats
    For a self-drawn win each of the others pays a share.
2.3 | yawnoc, discarding | pay.seats*
    For a win on a discard the discarder pays a share and each of the others half of one; or the
    discarder pays two shares alone.
    Short: For a win on a discard the discarder pays one share and the others half a share each, or
    the discarder pays two shares alone.
2.4 | yawnoc, guaranteeing | pay.seats rule.differs*
    A player who answers for the hand pays what all would pay: three shares if it is self-drawn, two
    if not.
2.5 | yawnoc, draw | pay.draw*
    If nobody wins, nobody pays.

3 | Slips
3.1 | yawnoc, false-win | pay.penalty*
    Whoever declares a win that is none pays each of the others three shares of the dearest hand.

4 | Points and the game
4.1 | yawnoc, output data | net.differs* next.rank* pay.zero* score.chain* final.score*
    Points pass from one player to another, and whoever has most is first.
4.2 | our reading | win.line* show.hand* tenpai.differs*
    Who wins, from whom, and with which hand, the sheet says.
""",
    SOURCES,
)
