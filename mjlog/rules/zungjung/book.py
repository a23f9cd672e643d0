"""The rulebook of Zung Jung: documents, and the sentences on payments and the game."""

from __future__ import annotations

from typing import Final

from mjlog.model.findings import Source
from mjlog.rules.kit import Sources
from mjlog.rules.shared.rulebook_text import rulebook
from mjlog.rules.shared.sources import OUR_READING

_REPRODUCED: Final = "https://github.com/DavidSWu147/zjmj"

"""Address of a program whose specification quotes the author's texts."""

SOURCES: Final = Sources(
    (
        Source("Zung Jung 3.3", "Alan Kwan, the scoring system, edition 3.3", _REPRODUCED),
        Source("Zung Jung play", "Alan Kwan, miscellaneous rules of the same game", _REPRODUCED),
        Source("zjmj", "specification and program of a game for browsers", _REPRODUCED),
        OUR_READING,
    ),
    "zjmj",
    {
        "1.1": "Zung Jung 3.3",
        "1.2": "our reading",
        "3.1": "Zung Jung play",
        "3.2": "Zung Jung 3.3; Zung Jung play",
        "3.3": "Zung Jung play",
        "3.4": "Zung Jung 3.3",
        "3.5": "our reading",
        "3.6": "Zung Jung play",
        "3.7": "Zung Jung play",
        "4.1": "Zung Jung 3.3",
        "4.2": "Zung Jung 3.3",
        "5": "Zung Jung 3.3",
    },
)

BOOK: Final = rulebook(
    """
4.3 | Zung Jung 3.3 | pay.seats
    A win that nobody is responsible for, or of no more than 25 points, costs each player its value.
4.4 | Zung Jung 3.3 | pay.seats*
    Of a dearer win the two others pay 25 each, and who is responsible pays the rest of three times
    the value.
    Reading: the author's scheme; another one takes the value from everybody (payoff, par)
4.5 | Zung Jung 3.3; zjmj | pay.seats
    The first who threw the winning tile since the winner's own last discard is responsible; nobody
    is if the winner threw it.
    Reading: not for a robbed kong; a discard that was claimed counts as thrown (immunity,
    immunity_robbing, earth_pays)
4.6 | our reading | pay.penalty*
    A false win costs what the ruling says.
    Reading: no source of the competition names an amount; a guide has 30 off the offender, which
    nobody gets (false_win)
4.7 | Zung Jung play | next.dealer* next.round* next.end*
    East passes after every deal, and a match is four rounds of four deals.
4.8 | Zung Jung 3.3 | definition
    A hand is worth 320 points at most; a hand of a pattern of 320 or more is worth the dearest such
    pattern alone.
4.9 | Zung Jung 3.3 |
    Of patterns of one series only the highest counts; a hand without any is worth 1 point.
    Reading: some tables pay nothing for it (chicken)
""",
    SOURCES.documents,
)
