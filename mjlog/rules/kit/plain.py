"""A plain game without patterns; a club's file without `like` adds its own patterns to it.

Its payments are those of `mjlog.rules.kit.tariff`; each number in them is an option.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mjlog.model.findings import Source
from mjlog.model.messages import msg
from mjlog.referee.parts import Penalties
from mjlog.referee.rulebook import Spec, copies
from mjlog.rules.kit.assembled_game import (
    Course,
    Family,
    Game,
    Sources,
    never_stays,
    stays_after_a_draw,
    stays_after_a_win,
)
from mjlog.rules.kit.hand import DIFFERENT_PAIRS, KNITTED, ORPHANS, PAIRS, SETS, SINGLES
from mjlog.rules.kit.patterns import Table
from mjlog.rules.kit.play import Customs, play_as_usual
from mjlog.rules.kit.scoring import Worth
from mjlog.rules.kit.tariff import Tariff
from mjlog.rules.kit.terms import CLASSES
from mjlog.rules.shared.fines import fine_each
from mjlog.rules.shared.option_table import options
from mjlog.rules.shared.rulebook_text import rulebook
from mjlog.rules.shared.sources import OUR_READING

_SHAPES: Final = {
    "sets": SETS,
    "pairs": PAIRS,
    "different-pairs": DIFFERENT_PAIRS,
    "orphans": ORPHANS,
    "knitted": KNITTED,
    "singles": SINGLES,
}
_STAYS: Final = {
    "win": stays_after_a_win,
    "win_or_draw": stays_after_a_draw,
    "never": never_stays,
}
_TILES: Final = ("characters", "circles", "bamboos", "winds", "dragons")
OPTIONS: Final = options(
    """
players | 4 | 4 3 | 1.3
    players of a game
tiles | all | all | 1.1
    tiles in play besides bonus tiles
flowers | 8 | 8 4 0 | 1.4
    bonus tiles in play
dead_wall | 0 | 0+ | 1.5
    tiles at the end that nobody draws
chows | true | true false | 2.4
    discards may be claimed for chows
ready | false | true false | 1.2
    a player with a concealed hand may declare ready
shapes | sets,pairs,orphans |  | 3.2
    what a complete hand can be made of
winners | all | all nearest | 3.3
    who wins if several can
minimum | 0 | 0+ | 3.4
    points that a win needs
most | 0 | 0+ | 4.1
    points that a hand is worth at most, 0 for no limit
chicken | 0 | 0+ | 4.1
    points of a hand without patterns
price | points | points doubling | 4.3
    what points cost: their number, doubled by each, or a table
stake | 1 | 1+ | 4.3
    what the price is multiplied by
base | 0 | 0+ | 4.3
    what each player pays besides
self_draw | 1 | 0+ | 4.3
    how many times each player pays the price of a self-draw
discarder | 1 | 0+ | 4.4
    how many times the discarder pays the price
others | 0 | 0+ | 4.4
    how many times the others pay the price of a discard
dealer | 1 | 1+ | 4.5
    how many times as much the dealer pays and is paid
false_win | ruling | ruling each:N | 4.6
    what a false win costs towards each other player
dealer_stays | win | win win_or_draw never | 4.7
    when the dealer deals again
rounds | 4 | 1+ | 4.7
    rounds of a game
start_points | 0 | 0+ | 4.8
    points that each player starts with
""",
    {
        "tiles": {"joined": _TILES},
        "shapes": {"joined": tuple(_SHAPES)},
        "price": {"pattern": r"table:[0-9]{1,6}(,[0-9]{1,6})*"},
    },
)
_NO_PATTERNS: Final = Table(())
_FILE: Final = Source("the file", "the club's own file of rules")
BOOK: Final = rulebook(
    """
4.3 | the file | pay.seats
    After a self-draw each player pays the price that the points have.
4.4 | the file | pay.seats*
    After a discard its player pays the price, and the others what the file says.
4.5 | the file | definition
    The dealer pays and is paid as many times as the file says.
4.6 | the file | pay.penalty*
    A false win costs what the file or the ruling says.
4.7 | the file | next.dealer* next.round* next.end*
    The file says when the dealer deals again, and how many rounds a game has.
4.8 | the file | definition
    Each player starts with the same points.
""",
    (_FILE,),
)


def game(settings: Mapping[str, str], patterns: Table = _NO_PATTERNS) -> Game:
    """Describe a game without patterns as a `Game`, from which `mjlog.rules.kit` builds a rule set.

    It is the base for the rules of a club whose game resembles no known game. `settings` maps the
    name of every option to its value; `patterns` is the table of scoring patterns.
    """
    in_play = settings["tiles"].split(",")
    left_out = [CLASSES[name] for name in _TILES if not {name, "all"}.intersection(in_play)]
    spec = Spec(
        copies(bonus=int(settings["flowers"]), without=frozenset().union(*left_out)),
        dead_wall=int(settings["dead_wall"]),
        seats=(int(settings["players"]),),
        ready_locks=settings["ready"] == "true",
    )
    names = settings["shapes"].split(",")
    shapes = tuple(shape for name, shape in _SHAPES.items() if name in names)
    one_winner = settings["winners"] == "nearest"
    customs = Customs(one_winner=one_winner, claims_chows=settings["chows"] == "true")
    return Game(
        name="plain",
        title="A club's own game",
        table=patterns,
        spec=spec,
        usual=play_as_usual(spec, shapes, customs),
        worth=Worth(
            patterns.chosen(settings),
            shapes,
            "points",
            most=int(settings["most"]),
            least=int(settings["chicken"]),
        ),
        pay=_tariff(settings).pay,
        course=Course(
            _STAYS[settings["dealer_stays"]],
            rounds=int(settings["rounds"]),
            start_points=int(settings["start_points"]),
        ),
        sources=Sources((_FILE, OUR_READING), "our reading", {"5": "the file"}),
        book=BOOK,
        penalties=Penalties(to_each=fine_each(settings["false_win"])),
        rulings={"false-win": "B declared a false win"},
        one_winner=one_winner,
        minimum=int(settings["minimum"]),
    )


def _tariff(settings: Mapping[str, str]) -> Tariff:
    kind, _, prices = settings["price"].partition(":")
    return Tariff(
        doubling=kind == "doubling",
        prices=tuple(int(cell) for cell in prices.split(",") if cell),
        stake=int(settings["stake"]),
        base=int(settings["base"]),
        self_draw=int(settings["self_draw"]),
        discarder=int(settings["discarder"]),
        others=int(settings["others"]),
        dealer=int(settings["dealer"]),
        label=msg("price"),
        drawn="4.3",
        discarded="4.4",
    )


from_words = Family(game, OPTIONS).from_words
