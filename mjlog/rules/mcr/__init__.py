"""MCR, Chinese Official mahjong with 81 fans, a game that the kit makes of a table of patterns.

The numbers of its sentences are those of `docs/rulebooks/mcr.md`. It imports the model, the
referee, the kit and `mjlog.rules.shared`, and knows no other rule set.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import msg
from mjlog.referee.parts import Penalties
from mjlog.referee.rulebook import Spec, copies
from mjlog.rules.kit import (
    KNITTED,
    ORPHANS,
    PAIRS,
    SETS,
    SINGLES,
    Course,
    Customs,
    Family,
    Game,
    Principles,
    Section,
    Table,
    Tariff,
    Worth,
    play_as_usual,
)
from mjlog.rules.kit.places import shared_by_places
from mjlog.rules.mcr.book import BOOK, SOURCES
from mjlog.rules.mcr.fans import FLOWERS, OUTER, account
from mjlog.rules.mcr.table import PATTERNS, TWO_CHOWS
from mjlog.rules.shared import dice
from mjlog.rules.shared.clauses import deal_follows_the_wall
from mjlog.rules.shared.option_table import options, presets

OPTIONS: Final = options(
    """
flowers | 8 | 8 0 | 1.4
    bonus tiles in play
walls | common | common private | 1.5
    whether each player draws from a wall of their own
dead_wall | 0 | 0 14 | 1.5
    tiles at the end that nobody draws
minimum | 8 | 8 0 | 3.4
    fans that a win needs, flowers apart
two_concealed_kongs | 6 | 6 8 | 5.53
    fans of two concealed kongs
mixed_two_kongs | 5 | 5 6 3 | 5.55
    fans of a concealed and a melded kong
flower_replacement_pays | no | no yes | 5.46
    whether the replacement of a flower counts as one of a kong
knitted_wait | yes | yes no | 5.78
    whether a wait counts beside a knitted straight
concealed_by_nature | not_paid | not_paid paid | 5.57
    whether a fully concealed hand counts beside fans that cannot be claimed
all_types_in_pairs | yes | yes no | 5.51
    whether seven pairs may be all types
max_fan | none | none 88 | 4.1
    the fans that count at most
under_claim | allowed | allowed forbidden | 4.8
    whether a sheet may miss fans
false_win | ten_each | ten_each fine_40 ruling | 4.5
    what a false win costs
seat_change | by_round | by_round none | 4.14
    whether the players change seats after each round
start_points | 0 | 0+ | 4.2
    points that each player starts with
""",
)
PRESETS: Final = presets(
    """
mcr-1998 | start_points=500 mixed_two_kongs=3
mcr-mil-2025 | false_win=fine_40
mcr-botzone | flowers=0 walls=private under_claim=forbidden seat_change=none
"""
)
_SHAPES: Final = (SETS, KNITTED, PAIRS, ORPHANS, SINGLES)
TARIFF: Final = Tariff(base=8, label=msg("fans"), drawn="4.3", discarded="4.4")
"""Each player pays 8 points; the discarder, or everybody after a self-draw, also pays the fans."""
_PRINCIPLES: Final = Principles("4.9", "4.10", "4.11", "4.12", "4.13")
_TABLE_POINTS: Final = (4, 2, 1, 0)
_PLACES: Final = ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 1, 0), (3, 2, 0, 1))
"""For each round: which players of the first round sit at East, South, West and North."""


def game(settings: Mapping[str, str], patterns: Table = PATTERNS) -> Game:
    """Describe the MCR game as a `Game`, from which `mjlog.rules.kit` builds the rule set.

    `settings` maps the name of every option to its value; `patterns` is the table of fans.
    """
    spec = Spec(
        copies(bonus=int(settings["flowers"])),
        dead_wall=int(settings["dead_wall"]),
        private_walls=settings["walls"] == "private",
    )
    customs = Customs(deal=deal_follows_the_wall(), upper_first=True, false_win_ends_the_hand=True)
    usual = play_as_usual(spec, _SHAPES, customs).but(instead=[_BREAK])
    if settings["flowers"] == "8":
        usual = usual.but(instead=[_kept_flowers(usual.section("1.4"))])
    if settings["concealed_by_nature"] == "paid":
        patterns = patterns.never_excluding("fully-concealed-hand")
    return Game(
        name="mcr",
        known_as=(
            "mcr 国标 國標 guobiao 竞赛规则 競賽規則 chineseofficial competitionrules "
            "中国公式 국표마작 officialchinese officielchinois chinesischeoffiziell"
        ),
        pays_by_dealer=False,
        title="MCR, Chinese Official",
        table=patterns,
        spec=spec,
        usual=usual,
        worth=Worth(
            patterns.chosen(settings),
            _SHAPES,
            "fan",
            most=0 if settings["max_fan"] == "none" else int(settings["max_fan"]),
            rule=account,
            interchangeable=TWO_CHOWS,
            repeated_items=frozenset({OUTER}),
            may_claim_less=settings["under_claim"] == "allowed",
            principles=_PRINCIPLES,
        ),
        pay=TARIFF.pay,
        course=Course(
            places=_PLACES if settings["seat_change"] == "by_round" else (),
            start_points=int(settings["start_points"]),
            final_points=shared_by_places(_TABLE_POINTS),
        ),
        sources=SOURCES,
        book=BOOK,
        penalties=replace(
            _PENALTIES[settings["false_win"]],
            causes=CAUSES,
            ruled=frozenset(CAUSES),
            false_wins=frozenset({"false-win", "bluff"}),
        ),
        minimum=int(settings["minimum"]),
        outside_minimum=frozenset({FLOWERS}),
        rulings=RULINGS,
        words=dice.words(point=dice.break_by_two_throws),
        record_words=dice.record_words("3+4,2+5"),
    )


def _kept_flowers(usual: Section) -> Section:
    """Return the rulebook section on flowers for tables at which a flower may be kept or discarded.

    `usual` is the section for other tables. The result has no clause that a flower must be laid out
    at once, and its text allows the player to keep or discard a flower.
    """
    clauses = tuple(each for each in usual.clauses if each.code != "bonus.shown")
    text = (
        "Bonus tiles are set out and replaced before play; later one may be kept or discarded, but "
        "it makes no set."
    )
    return Section(usual.number, text, clauses)


_BREAK: Final = Section(
    "1.7",
    "The dealer throws two dice and counts the walls; that player throws again, and the wall is "
    "broken at the stack that both throws count.",
    (dice.break_is_where(dice.break_by_two_throws),),
)
GRADES: Final = {f"fine-{points}": points for points in (10, 20, 40, 80)}
"""Fines of a referee, by the name of the ruling."""
RULINGS: Final = {
    "false-win": "B declared a false win",
    "bluff": "B declared a win with a hand that was not ready",
    **{name: f"B is fined {points} points, which nobody gets" for name, points in GRADES.items()},
}
CAUSES: Final = {
    "false-win": "what a false win costs, by a ruling of that name",
    "bluff": "what a false win with a hand that was not ready costs, by a ruling",
    **dict.fromkeys(GRADES, "a fine, by a ruling of that name"),
}
_PENALTIES: Final = {
    "ten_each": Penalties(to_each={"false-win": 10, "bluff": 20}),
    "fine_40": Penalties(to_nobody={"false-win": 40, "bluff": 80, **GRADES}),
    "ruling": Penalties(),
}

from_words = Family(game, OPTIONS, PRESETS).from_words
