"""Two-point mahjong, after a Korean game: no bamboos, no claimed chows, two points for a win.

An example of the kit, with a part of that game's patterns: it is no authority about them.
"""

from collections.abc import Mapping
from typing import Final

from mjlog.rules.kit import (
    CLASSES,
    DIFFERENT_PAIRS,
    SETS,
    Course,
    Customs,
    Family,
    Game,
    Source,
    Sources,
    Spec,
    Tariff,
    Worth,
    copies,
    options,
    play_as_usual,
    rulebook,
    table,
)

PATTERNS: Final = table("""
dragon | 1 | pungs(dragons)
    Dragon set: each set of dragons counts.
seat-wind | 1 | pungs(seat)
    Seat wind: a set of the player's own wind.
round-wind | 1 | pungs(round)
    Round wind: a set of the round's wind.
concealed | 1 | claimed=0
    Concealed hand: no set is claimed.
self-drawn | 1 | claimed=0 own_draw=1
    Self-drawn: a concealed hand on the player's own draw.
all-chows | 1 | chows=4
    All chows: four chows and a pair.
all-pungs | {all_pungs} | pungs=4
    All pungs: four pungs or kongs and a pair.
seven-pairs | 2 | shape=pairs
    Seven pairs: seven different pairs.
one-suit | 4 | suits=1 has(honours)=0
    One suit: all tiles are of one suit.
flower | 1 | bonus
    Flowers: each bonus tile counts.
after-kong | 5 | happened(supplement)
    Win on a kong: the winning tile replaces the fourth tile of a kong.
""")

OPTIONS: Final = options("""
minimum | 2 | 0+ | 3.4
    points that a win needs, flowers and a win on a kong apart
all_pungs | 2 | 1 2 3 | 5.7
    points of all pungs
ante | 10 | 0+ | 4.3
    points that each of the others pays besides
start_points | 0 | 0+ | 4.2 | play
    points that each player starts with
""")

SOURCES: Final = Sources(
    (
        Source(
            "beginners' rules",
            "Korean 2-Point Mahjong, standard rules and scoring for beginners",
            "https://mahjong.co.kr",
        ),
        Source("our table", "what the example needs and the source leaves out"),
    ),
    "our table",
    {"2.4": "beginners' rules", "3.4": "beginners' rules", "5": "beginners' rules; our table"},
)
BOOK: Final = rulebook(
    """
4.3 | our table | pay.seats*
    Each of the others pays the ante; the points of the hand come from the discarder, or from
    each of the others after a self-draw.
4.4 | our table | next.dealer* next.round* next.end*
    The dealer deals again after winning; a game has four rounds.
4.5 | our table | pay.penalty*
    A false win costs what the ruling says.
""",
    SOURCES.documents,
)
SHAPES: Final = (SETS, DIFFERENT_PAIRS)


def game(chosen: Mapping[str, str]) -> Game:
    """Return the game with the value of every option."""
    spec = Spec(copies(bonus=4, without=CLASSES["bamboos"]))
    return Game(
        name="two-point",
        title="Two-point mahjong",
        table=PATTERNS,
        spec=spec,
        usual=play_as_usual(spec, SHAPES, Customs(claims_chows=False)),
        worth=Worth(PATTERNS.chosen(chosen), SHAPES, "points"),
        pay=Tariff(base=int(chosen["ante"])).pay,
        course=Course(
            lambda outcome: outcome.dealer_wins, start_points=int(chosen["start_points"])
        ),
        sources=SOURCES,
        book=BOOK,
        minimum=int(chosen["minimum"]),
        outside_minimum=frozenset({"flower", "after-kong"}),
        rulings={"false-win": "B declared a false win"},
    )


from_words = Family(game, OPTIONS).from_words
