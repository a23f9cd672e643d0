"""Zung Jung, edition 3.3 of its author, a game that the kit makes of a table of patterns.

The numbers of its sentences are those of `docs/rulebooks/zungjung.md`. It imports the model, the
referee, the kit and `mjlog.rules.shared`, and knows no other rule set.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mjlog.referee.parts import Penalties
from mjlog.referee.rulebook import Spec, copies
from mjlog.rules.kit import (
    ORPHANS,
    PAIRS,
    SETS,
    Course,
    Customs,
    Family,
    Game,
    Section,
    Table,
    Worth,
    play_as_usual,
)
from mjlog.rules.shared.option_table import options, presets
from mjlog.rules.zungjung.book import BOOK, SOURCES
from mjlog.rules.zungjung.payment import (
    NOBODY,
    RESPONSIBLE,
    Payments,
    collect_rounds,
)
from mjlog.rules.zungjung.table import PATTERNS

OPTIONS: Final = options(
    """
minimum | 0 | 0 5 15 | 3.4
    points that a win needs
chicken | 1 | 1 0 | 4.9
    points of a hand without patterns
payoff | formal | formal uniform | 4.4
    whether who is responsible pays more
par | 25 | 25 30 30_unless_exact | 4.4
    the share of players who are not responsible
immunity | on | on off | 4.5
    whether earlier discards of the round excuse the discarder
immunity_robbing | no | no yes | 4.5
    the same for a robbed kong
earth_pays | discarder | discarder all | 4.5
    who pays for a blessing of earth
kong_after_claim | yes | yes no | 2.6
    whether a kong may follow a claim in one turn
replacement | tail | tail head | 1.6
    where replacements come from
bonus_tiles | off | off on | 1.4
    whether bonus tiles are in play
bonus_half | no | no yes | 5.46
    whether bonus tiles count half
false_win | ruling | ruling minus_30 | 4.6
    what a false win costs
rounds | 4 | 4 2 1 | 4.7
    rounds of a match
start_points | 0 | 0+ | 4.2
    points that each player starts with
""",
)
PRESETS: Final = presets(
    """
zungjung-family | payoff=uniform
zungjung-wsm | minimum=5
"""
)
_SHAPES: Final = (SETS, PAIRS, ORPHANS)


def game(settings: Mapping[str, str], patterns: Table = PATTERNS) -> Game:
    """Describe the Zung Jung game as a `Game`, from which `mjlog.rules.kit` builds the rule set.

    `settings` maps the name of every option to its value; `patterns` is the table of scoring
    patterns.
    """
    spec = Spec(copies(bonus=8 if settings["bonus_tiles"] == "on" else 0))
    customs = Customs(replaces_from_the_front=settings["replacement"] == "head")
    usual = play_as_usual(spec, _SHAPES, customs)
    if settings["kong_after_claim"] == "yes":
        usual = usual.but(instead=[Section("2.6", "A kong may follow a claim in the same turn.")])
    payments = Payments(settings)
    return Game(
        name="zungjung",
        known_as="zungjung 中庸 중용마작 чжунъюн",
        pays_by_dealer=False,
        title="Zung Jung",
        table=patterns,
        spec=spec,
        usual=usual,
        worth=Worth(
            patterns.chosen(settings),
            _SHAPES,
            "points",
            most=320,
            least=int(settings["chicken"]),
            limit_hands_exceed=True,
        ),
        pay=payments.pay,
        alternatives=payments.alternatives,
        course=Course(rounds=int(settings["rounds"]), start_points=int(settings["start_points"])),
        sources=SOURCES,
        book=BOOK,
        penalties=Penalties(
            to_nobody={"false-win": 30} if settings["false_win"] == "minus_30" else {}
        ),
        rulings={
            RESPONSIBLE: "B threw the winning tile first in its round",
            NOBODY: "the winner threw the tile in its round, so nobody is responsible",
            "false-win": "B declared a false win",
        },
        minimum=int(settings["minimum"]),
        events=collect_rounds,
    )


from_words = Family(game, OPTIONS, PRESETS).from_words
