"""The cheat sheet of a rule set: what a scribe writes, on one page, with the words of its items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mjlog.model.tiles import BONUS, JOKER, RED
from mjlog.notation.likely_words import EXAMPLES
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import TURNED_UP
from mjlog.report.vocabulary import LINES, Words, vocabulary

_TILES: Final = (
    ("1m … 9m", "characters"),
    ("1p … 9p", "dots"),
    ("1s … 9s", "bamboo"),
    ("1z 2z 3z 4z", "East, South, West, North"),
    ("5z 6z 7z", "white, green, red dragon"),
    ("?", "a tile that is not known"),
)
_TURNS: Final = (
    ("9m", "discards 9m"),
    ("9m.", "draws 9m and discards it"),
    ("2s-8m", "draws 2s, discards 8m from the hand"),
    ("+13m-4p", "claims the last discard with 1m and 3m, discards 4p"),
    ("+99m-4p", "claims the last discard with 99m, discards 4p"),
    ("+999m/7s-4p", "claims it for a kong, takes 7s as replacement"),
    ("*5555z/7s-6m", "lays a concealed kong, takes 7s as replacement"),
    ("^5z/7s-1m", "adds 5z to a pung"),
    ("5p#", "wins on the tile that was drawn"),
    ("B:#", "B wins on the discard, or robs the kong"),
    ("C:+99m-1p", "the seat stands in front when it is not the next in turn"),
)
_WITHOUT: Final = ("deal A 123m456p789s1122z", "the hand as it was dealt")
_WITH_PILLARS: Final = (
    "deal A [27m5s1z] 1457m89p149s",
    "the hand as it was dealt, its pillars in brackets",
)


def cheat_sheet(rules: RuleSet) -> Iterator[Words]:
    """Return the parts of the sheet, as the options of the rule set are."""
    yield Words("Headers", tuple(_headers(rules)))
    yield Words("Tiles", tuple(_tiles(rules)))
    yield Words("One word a turn", tuple(_turns(rules)))
    yield Words("A deal", tuple(_deal(rules)))
    yield Words("Lines of a deal", tuple(_lines(rules)))
    yield from vocabulary(rules)


def _headers(rules: RuleSet) -> Iterator[tuple[str, str]]:
    yield "%mjlog 1.0", "the first line"
    yield f"Rules: {rules.name_and_edition}", "the rule set and its edition"
    if rules.presets:
        yield f"preset={' · '.join(rules.presets)}", "a named choice of options, behind the edition"
    yield "A: Ann", "a player at each seat, A to D"
    yield "Date: 2026-11-24", "year, month and day"


def _tiles(rules: RuleSet) -> Iterator[tuple[str, str]]:
    yield from _TILES
    spec = rules.play.spec
    if any(spec.copies[RED:BONUS]):
        yield "0m 0p 0s", "red five"
    if any(spec.copies[BONUS:JOKER]):
        yield "1f … 8f", "flowers and seasons, numbered"
    if any(spec.copies[JOKER:]):
        yield "J", "joker"
    if spec.pillars:
        yield "9'm", "from the pillars"


def _turns(rules: RuleSet) -> Iterator[tuple[str, str]]:
    spec = rules.play.spec
    yield from _TURNS
    if rules.judges[TURNED_UP]:
        yield "*5555z=3p/7s-6m", "lays a concealed kong; 3p is the indicator that is turned up"
    if spec.pillars:
        yield "+9'9m-4p", "claims it with a 9m of the pillars and one of the hand"
        yield "7s-_4z!", "draws 7s, declares ready with 4z of the pillars face down; not in `show`"
    elif spec.ready_locks:
        yield "8m!", "discards 8m and declares ready"
    if any(spec.copies[BONUS:JOKER]):
        yield "1f/3m-9s", "lays out a flower, takes 3m as replacement, discards 9s"


def _deal(rules: RuleSet) -> Iterator[tuple[str, str]]:
    yield "@ E2.1 dealer=B", "the second deal of the East round, one counter; B deals"
    yield _WITH_PILLARS if rules.play.spec.pillars else _WITHOUT
    yield "1. A:5m-9s", "the dealer has a fourteenth tile, here 5m; `deal` may hold it or not"


def _lines(rules: RuleSet) -> Iterator[tuple[str, str]]:
    items = sorted(rules.scoring.item_names)[:2]
    spec = rules.play.spec
    unused = set() if rules.judges[TURNED_UP] else {"dora", "ura"}
    unused |= set() if any(spec.copies[BONUS:JOKER]) else {"bonus"}
    unused |= set() if rules.scoring.kong_names else {"kong"}
    for keyword, meaning in LINES.items():
        if keyword in unused:
            continue
        example = EXAMPLES[keyword]
        if keyword == "deal" and spec.pillars:
            example, _ = _WITH_PILLARS
        if keyword == "show" and spec.pillars:
            example = "show B +777z 2'3'4'm55p"
        if keyword == "fan" and items:
            example = "fan B " + ", ".join(f"{item} 1" for item in items)
        yield example, meaning
