"""The cheat sheet of a rule set: one page on how to write its records, with all words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from mjlog.auditor.audit import audit
from mjlog.model.record import SEATS, Seat
from mjlog.model.settlement import Settlement
from mjlog.model.tiles import BONUS, JOKER, RED, text
from mjlog.notation import read
from mjlog.notation.likely_words import EXAMPLES
from mjlog.notation.play.tile_rows import tiles
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import TURNED_UP, Spec
from mjlog.report.vocabulary import LINES, PRICES, Words, vocabulary
from mjlog.rules.shared import clauses

_SUITS: Final = (
    (range(9), "1m … 9m", "characters"),
    (range(9, 18), "1p … 9p", "dots"),
    (range(18, 27), "1s … 9s", "bamboo"),
    (range(27, 31), "1z 2z 3z 4z", "East, South, West, North"),
    (range(31, 34), "5z 6z 7z", "white, green, red dragon"),
)
_DISCARDS: Final = (
    ("9p", "discards 9p"),
    ("9p.", "draws 9p and discards it"),
    ("2p-8p", "draws 2p, discards 8p from the hand"),
)
_CHOW: Final = ("+13p-4p", "claims the last discard for a chow with 1p and 3p, discards 4p")
_PUNG: Final = ("+99p-4p", "claims the last discard for a pung with 99p, discards 4p")
_KONGS: Final = (
    ("+999p/7p-4p", "claims the last discard for a kong, takes 7p as replacement, discards 4p"),
    ("*5555p/7p-6p", "lays a concealed kong, takes 7p as replacement, discards 6p"),
    ("^5p/7p-1p", "adds 5p to a pung, takes 7p as replacement, discards 1p"),
    ("*5555p/7p#", "wins on 7p, the replacement behind a kong"),
)
_WINS: Final = (
    ("5p#", "wins on 5p that was drawn"),
    ("B:#", "B wins on the discard, or robs the kong"),
)
_OUT_OF_TURN: Final = ("C:+99p-1p", "the seat is in front if it is not the next in turn")
_HAND: Final = tiles("123m4567p789s112233z35p6s")
"""Tiles for an example: a hand is dealt the first of these tiles that the rule set has."""
_PILLARS: Final = "[27m5s1z] 1457m89p149s"
_ABSENT_BY_CLAUSE: Final = (
    (clauses.nothing_is_exchanged, "exchange"),
    (clauses.chow_is_not_claimed, "chows"),
    (clauses.pung_is_not_claimed, "pungs"),
)
"""Clauses which only say that a rule set lacks something, each with what it lacks."""
_MOST_PRICES: Final = 11
_SUIT_OF_A_TILE: Final = re.compile(r"(?<=[0-9'])[mpsz]")


def cheat_sheet(rules: RuleSet) -> Iterator[Words]:
    """Yield the sections of a cheat sheet: one page that shows how to write records of a rule set.

    The sections depend on the options with which the rule set was loaded.
    """
    yield Words("Headers", tuple(_headers(rules)))
    yield Words("Tiles", tuple(_tiles(rules)))
    yield Words("One word a turn", tuple(_turns(rules)))
    yield Words("A deal", tuple(_deal(rules)))
    prices = _prices(rules)
    yield Words("Lines of a deal", tuple(_lines(rules, prices)))
    # If the price rises evenly, the example is enough.
    rises = {more - less for less, more in pairwise([price.discard[0][2] for price in prices])}
    if len(rises) > 1:
        yield Words(PRICES, tuple(_rows(prices)))
    yield from vocabulary(rules)


def _headers(rules: RuleSet) -> Iterator[tuple[str, str]]:
    yield "%mjlog 1.0", "the first line"
    yield f"Rules: {rules.name_and_edition}", "the rule set and its edition"
    if rules.presets:
        yield f"preset={' · '.join(rules.presets)}", "a named choice of options, behind the edition"
    yield "A: Ann", "a player at each seat, A to D"
    yield "Date: 2026-11-24", "year, month and day"


def _tiles(rules: RuleSet) -> Iterator[tuple[str, str]]:
    spec = rules.play.spec
    for faces, written, meaning in _SUITS:
        if any(spec.copies[face] for face in faces):
            yield written, meaning
    yield "?", "a tile that is not known"
    if any(spec.copies[RED:BONUS]):
        yield "0m 0p 0s", "red five"
    if any(spec.copies[BONUS:JOKER]):
        yield "1f … 8f", "flowers and seasons, numbered"
    if any(spec.copies[JOKER:]):
        yield "J", "joker"
    if spec.pillars:
        yield "9'm", "from the pillars"


def _turns(rules: RuleSet) -> Iterator[tuple[str, str]]:
    spec, absent = rules.play.spec, _absent(rules)
    yield from _DISCARDS
    if "chows" not in absent:
        yield _CHOW
    if "pungs" not in absent:
        yield _PUNG
    if "kongs" not in absent:
        yield from _KONGS
    if rules.judges[TURNED_UP]:
        yield "*5555z=3p/7s-6m", "lays a concealed kong; 3p is the indicator that is turned up"
    yield from _WINS
    if "pungs" not in absent:
        yield _OUT_OF_TURN
    if any(spec.copies[JOKER:]):
        yield "+55jp-2z", "claims it with 5p and a joker that stands for 5p; `show` has +555jp"
    if spec.pillars:
        yield "+9'9m-4p", "claims it with a 9m of the pillars and one of the hand"
        yield "7s-_4z!", "draws 7s, declares ready with 4z of the pillars face down; not in `show`"
    elif spec.ready_locks:
        yield "8p!", "discards 8p and declares ready"
    if any(spec.copies[BONUS:JOKER]):
        yield "1f/3m-9s", "lays out a flower, takes 3m as replacement, discards 9s"


def _deal(rules: RuleSet) -> Iterator[tuple[str, str]]:
    spec = rules.play.spec
    if rules.progress.counter_word or rules.progress.repeat_word:
        yield "@ E2.1 dealer=B", "the second deal of the East round, one counter; B deals"
    else:
        yield "@ E2 dealer=B", "the second deal of the East round; B deals"
        yield "@ E2.1 dealer=B", "the same deal again, because the dealer stays"
    yield (
        f"deal A {_dealt(rules)}",
        "the hand as it was dealt, its pillars in brackets"
        if spec.pillars
        else "the hand as it was dealt",
    )
    yield "1. A:5p-9p", "the dealer has one more tile, here 5p; `deal` may hold it or not"


class _Price(NamedTuple):
    """The payments for a hand of player B with a certain value.

    `discard` are the payments if B wins on C's discard, `self_draw` the payments after a self-draw.
    A payment is payer, payee and points. `items` is the value of the hand as a sheet states it,
    such as `faan 3`.
    """

    items: str
    discard: list[tuple[Seat, Seat, int]]
    self_draw: list[tuple[Seat, Seat, int]]


def _prices(rules: RuleSet) -> list[_Price]:
    """Compute what is paid for the hands with the lowest values, as examples for the cheat sheet.

    Return a list with one item for each value, the lowest first. The list is empty if score sheets
    of these rules do not state the value of a hand as one number.
    """
    item = rules.scoring.sum_stated
    prices: list[_Price] = []
    least = max(1, rules.scoring.minimum)
    for number in range(least, least + _MOST_PRICES) if item else ():
        paid: list[list[tuple[Seat, Seat, int]]] = []
        for how in ("from C", "self"):
            deal = f"@ E1 dealer=A\nwin B ? {how}\nfan B {item} {number}\n"
            settlement = audit(read(f"%mjlog 1.0\nRules: {rules.header}\n\n{deal}")).settlements[0]
            if isinstance(settlement, Settlement):
                paid.append([(pay.payer, pay.payee, pay.points) for pay in settlement.payments])
        if len(paid) == 2 and all(paid):
            prices.append(_Price(f"{item} {number}", *paid))
    return prices


def _rows(prices: list[_Price]) -> Iterator[tuple[str, str]]:
    for price in prices:
        yield price.items, f"{_payments(price.discard)} · {_payments(price.self_draw)}"


def _payments(payments: list[tuple[Seat, Seat, int]]) -> str:
    return ", ".join(
        [f"{SEATS[payer]}>{SEATS[payee]} {points}" for payer, payee, points in payments]
    )


def _examples_of(price: _Price, start: int | None) -> dict[str, str]:
    """Return example lines of a score sheet for one deal, as a dict from keyword to line.

    In the deal, player B wins by self-draw for the given price. `start` is the points of each
    player before the deal; if it is None, there is no example of `score`.
    """
    change = [0] * len(SEATS)
    for payer, payee, points in price.self_draw:
        change[payer] -= points
        change[payee] += points
    examples = {
        "fan": f"fan B {price.items}",
        "net": "net " + " ".join([str(number) for number in change]),
        "pay": f"pay {_payments(price.self_draw)}",
    }
    if start is not None:
        examples["score"] = "score " + " ".join([str(start + number) for number in change])
    return examples


def _lines(rules: RuleSet, prices: list[_Price]) -> Iterator[tuple[str, str]]:
    items = sorted(rules.scoring.item_names)[:2]
    meanings = dict(LINES)
    examples = {**EXAMPLES, "deal": f"deal A {_dealt(rules)}"}
    absent = _absent(rules)
    if rules.play.spec.pillars:
        examples["show"] = "show B +777z 2'3'4'm55p"
    if "pungs" in absent:
        examples["show"] = "show B 234p55p"
    if items and not {"riichi", "fu"} <= rules.scoring.item_names:
        examples["fan"] = "fan B " + ", ".join(f"{item} 1" for item in items)
    if prices:
        examples |= _examples_of(prices[0], rules.progress.start_points)
    if "kitty" not in rules.penalties.causes and not rules.pot.used:
        meanings["pay"] = "who pays whom; `for=` behind it names the cause of them all"
    for keyword, meaning in meanings.items():
        if keyword not in absent:
            yield _example_in_suits(examples[keyword], rules.play.spec), meaning


def _absent(rules: RuleSet) -> set[str]:
    """Return which words of the notation a game with these rules does not need.

    Examples are `bonus` for a game without bonus tiles, and `chows` or `ready` for a game without
    these. This function is used to leave out lines of the cheat sheet.
    """
    spec = rules.play.spec
    judging = {bound.clause for bounds in rules.judges for bound in bounds}
    absent = {word for clause, word in _ABSENT_BY_CLAUSE if clause in judging}
    if any(clause.code == "kong.none" for clause in judging):
        absent |= {"kongs"}
    if not rules.scoring.kong_names:
        absent |= {"kong"}
    if not rules.judges_play:
        absent |= {"exchange"}
    if not rules.judges[TURNED_UP]:
        absent |= {"dora", "ura"}
    if not any(spec.copies[BONUS:JOKER]):
        absent |= {"bonus"}
    if not spec.gives_up_suit:
        absent |= {"void"}
    if not spec.ready_locks:
        absent |= {"ready"}
    return absent


def _dealt(rules: RuleSet) -> str:
    spec = rules.play.spec
    hand = [tile for tile in _HAND if spec.copies[tile]][: spec.resting]
    return _PILLARS if spec.pillars else text(hand, sort=True)


def _example_in_suits(example: str, spec: Spec) -> str:
    """Return an example of notation in which all tiles are in suits that the rule set has.

    The letter of any other suit is replaced by the letter of the first suit that it has.
    """
    suits = [written[1] for faces, written, _ in _SUITS if spec.copies[faces[0]]]
    return _SUIT_OF_A_TILE.sub(lambda suit: suit[0] if suit[0] in suits else suits[0], example)
