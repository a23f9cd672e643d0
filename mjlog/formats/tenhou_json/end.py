"""Reads how a deal ends in Tenhou's JSON.

The end is a word and the changes of points; each winner has points and yaku in Japanese, or in
words of other tools.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from unicodedata import normalize

from mjlog.formats.json_parts import WrongPartError, row, scores, seat_number, shown, whole_number
from mjlog.formats.riichi.deal_recorder import DealRecorder, StatedHand
from mjlog.formats.riichi.outcomes import (
    NAGASHI,
    RANKS,
    Item,
    aborted,
    counted_twice,
    infer_tenpai,
    is_yakuman,
    items_of,
    wall_ran_out,
)
from mjlog.formats.riichi.words import (
    ALL_READY,
    NONE_READY,
    WALL,
    WIN,
    WORTH,
    YAKU,
    end_named,
    is_double,
    limit_named,
    yaku_named,
)
from mjlog.formats.riichi.yaku_names import Winds
from mjlog.model.record import Seat
from mjlog.model.tiles import Tile


def read_end(journal: DealRecorder, result: Sequence[Any], ura: Sequence[Tile]) -> None:
    """Record how a deal ended; if `result` is empty, the deal stays without a result.

    `journal` records the deal. `result` is the last part of the deal in the file, `ura` are the
    hidden dora indicators. Raise `WrongPartError` if the result is invalid.
    """
    if not result:
        return
    word = str(result[0])
    end = end_named(word)
    if end == WIN:
        for place in range(1, len(result), 2):
            _win(journal, result[place], result[place + 1] if place + 1 < len(result) else [], ura)
    else:
        changes = (
            scores(result[1], "changes", journal.seats) if len(result) > 1 and result[1] else ()
        )
        _washout(journal, word, end, changes)


def _win(journal: DealRecorder, given: Any, info: Any, ura: Sequence[Tile]) -> None:
    changes = scores(given, "changes", journal.seats) if given else ()
    if not isinstance(info, list) or len(info) < 2:
        raise WrongPartError(f"{shown(info)} does not say who wins")
    seat, source = (
        seat_number(each, "winner", journal.seats) for each in row(info[:2], "winner", whole_number)
    )
    items = tuple(_items(journal, seat, info))
    journal.win(seat, source, changes, items, StatedHand(ura=ura))


def _items(journal: DealRecorder, seat: Seat, info: Sequence[Any]) -> tuple[Item, ...]:
    named: Sequence[tuple[str, int]] = list(_named(journal, seat, info[4:]))
    worth = WORTH.fullmatch(normalize("NFKC", str(info[3])).strip()) if len(info) > 3 else None
    if worth is None:
        if len(info) > 3 and info[3] not in ("", None):
            message = f"{shown(info[3])} does not say what a hand is worth; it is left out"
            journal.complaints.add("format.attribute", message, "warning", seat)
        return items_of(named, None)
    limit = limit_named(worth["limit"] or "")
    # A number before yakuman is the number of yakuman, not of han.
    has_han = limit != RANKS[-1] and not is_yakuman(named)
    fu = int(worth["fu"]) if worth["fu"] and has_han and named else None
    named = counted_twice(named, _limits(worth, is_dealer=seat == journal.opening.dealer))
    return items_of(named, fu, _stated(worth, limit, has_han=has_han))


def _limits(worth: re.Match[str], *, is_dealer: bool) -> int:
    """Return how many yakuman the points of a hand are worth, rounded down.

    `worth` is the parsed text with the points, for example of `30符4飜7700点`.
    """
    one = 48_000 if is_dealer else 32_000
    if worth["dealer"]:
        one = 8_000
    elif worth["each"]:
        one = 16_000
    return int(worth["points"]) // one


def _stated(worth: re.Match[str], limit: str, *, has_han: bool) -> Iterator[Item]:
    """Yield the value of a hand that a text states: its han, points or shares, and limit.

    Each is an item: a pair of name and number. `worth` is the parsed text, for example of
    `30符4飜7700点`; `limit` is the limit's name or empty. The han are only yielded if `has_han`.
    """
    if worth["han"] and has_han:
        yield "han", int(worth["han"])
    if worth["dealer"]:
        yield "share", int(worth["points"])
        yield "dealer-share", int(worth["dealer"])
    else:
        yield "share" if worth["each"] else "points", int(worth["points"])
    yield limit or RANKS[0], None


def _named(journal: DealRecorder, seat: Seat, words: Sequence[Any]) -> Iterator[tuple[str, int]]:
    winds = Winds.of(seat, journal.opening.dealer, journal.opening.place, journal.seats)
    for word in words:
        match = YAKU.fullmatch(normalize("NFKC", str(word)).strip())
        name = yaku_named(match["yaku"]) if match else ""
        if match is None or not name:
            journal.unknown_yaku(match["yaku"] if match else str(word), seat)
        else:
            yield winds.named(name), int(match["han"] or 1 + is_double(match["limit"]))


def _washout(journal: DealRecorder, word: str, end: str, changes: Sequence[int]) -> None:
    if end in (WALL, NAGASHI):
        no_win = wall_ran_out(changes, nagashi=end == NAGASHI)
        journal.washout(no_win, changes, tenpai=None if no_win.name else infer_tenpai(changes))
    elif end in (ALL_READY, NONE_READY):
        tenpai = tuple(range(journal.seats)) if end == ALL_READY else ()
        journal.washout(wall_ran_out((), nagashi=False), [0] * journal.seats, tenpai=tenpai)
    elif end:
        journal.washout(aborted(end, journal.turns.seat), changes or [0] * journal.seats)
    else:
        journal.unknown_end(word, changes)
