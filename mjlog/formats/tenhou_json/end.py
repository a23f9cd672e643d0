"""How a deal ends in Tenhou's JSON.

A word, the changes, and for each winner points and yaku in Japanese.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from mjlog.formats.json_parts import WrongPartError, row, scores, seat_number, shown, whole
from mjlog.formats.riichi.deal_recorder import DealRecorder, ToldHand
from mjlog.formats.riichi.outcomes import (
    FOUR_KONGS,
    FOUR_RIICHI,
    FOUR_WINDS,
    LIMITS,
    NINE_TERMINALS,
    RANKS,
    TRIPLE_RON,
    Item,
    aborted,
    is_yakuman,
    items_of,
    tenpai_behind,
    wall_ran_out,
)
from mjlog.formats.riichi.yaku_names import NAMED, Winds
from mjlog.model.record import Seat
from mjlog.model.tiles import Tile

WIN: Final = "和了"
WALL, ALL_READY, NONE_READY, NAGASHI = "流局", "全員聴牌", "全員不聴", "流し満貫"
ABORTS: Final[Mapping[str, str]] = {
    "九種九牌": NINE_TERMINALS,
    "四風連打": FOUR_WINDS,
    "四家立直": FOUR_RIICHI,
    "四槓散了": FOUR_KONGS,
    "三家和了": TRIPLE_RON,
    "三家和": TRIPLE_RON,
}
_WORTH: Final = re.compile(
    rf"(?:(?P<fu>\d{{1,3}})符(?P<han>\d{{1,3}})飜|(?P<rank>{'|'.join(LIMITS[1:])}))"
    r"(?P<points>\d{1,7})(?:点(?P<each>∀)?|-(?P<dealer>\d{1,7})点)"
)
"""``30符4飜7700点``; of a self-draw ``満貫4000点∀`` or ``30符3飜1000-2000点`` (dealer last)."""
_YAKU: Final = re.compile(r"(.+?)\((?:(\d+)飜|役満)\)")


def read_end(journal: DealRecorder, result: Sequence[Any], ura: Sequence[Tile]) -> None:
    """The last part of a deal; nothing there leaves the deal open."""
    if not result:
        return
    word = result[0]
    if word == WIN:
        for place in range(1, len(result), 2):
            _win(journal, result[place], result[place + 1] if place + 1 < len(result) else [], ura)
    else:
        changes = (
            scores(result[1], "changes", journal.seats) if len(result) > 1 and result[1] else ()
        )
        _washout(journal, str(word), changes)


def _win(journal: DealRecorder, given: Any, info: Any, ura: Sequence[Tile]) -> None:
    changes = scores(given, "changes", journal.seats) if given else ()
    if not isinstance(info, list) or len(info) < 2:
        raise WrongPartError(f"{shown(info)} does not say who wins")
    seat, source = (
        seat_number(each, "winner", journal.seats) for each in row(info[:2], "winner", whole)
    )
    items = tuple(_items(journal, seat, info))
    journal.win(seat, source, changes, items, ToldHand(ura=ura))


def _items(journal: DealRecorder, seat: Seat, info: Sequence[Any]) -> tuple[Item, ...]:
    named = list(_named(journal, seat, info[4:]))
    worth = _WORTH.fullmatch(str(info[3])) if len(info) > 3 else None
    if worth is None:
        if len(info) > 3 and info[3] not in ("", None):
            message = f"{shown(info[3])} does not say what a hand is worth; it is left out"
            journal.complaints.say("format.attribute", message, "warning", seat)
        return items_of(named, None)
    fu = None
    if worth["fu"] and named and not is_yakuman(named):
        fu = int(worth["fu"])
    return items_of(named, fu, _stated(worth))


def _stated(worth: re.Match[str]) -> Iterator[Item]:
    """What the hand is said to be worth: han, points or shares, the limit it reaches."""
    if worth["han"]:
        yield "han", int(worth["han"])
    if worth["dealer"]:
        yield "share", int(worth["points"])
        yield "dealer-share", int(worth["dealer"])
    else:
        yield "share" if worth["each"] else "points", int(worth["points"])
    yield RANKS[LIMITS.index(worth["rank"]) if worth["rank"] else 0], None


def _named(journal: DealRecorder, seat: Seat, words: Sequence[Any]) -> Iterator[tuple[str, int]]:
    winds = Winds.of(seat, journal.opening.dealer, journal.opening.place, journal.seats)
    for word in words:
        match = _YAKU.fullmatch(str(word))
        if match is None or match[1] not in NAMED:
            message = f"there is no yaku {shown(word)}; it is left out"
            journal.complaints.say("format.attribute", message, "warning")
        else:
            yield winds.named(NAMED[match[1]]), int(match[2] or 1)


def _washout(journal: DealRecorder, word: str, changes: Sequence[int]) -> None:
    everybody = tuple(range(journal.seats))
    if word in (WALL, NAGASHI):
        end = wall_ran_out(changes, nagashi=word == NAGASHI)
        journal.washout(end, changes, tenpai=None if end.name else tenpai_behind(changes))
    elif word in (ALL_READY, NONE_READY):
        tenpai = everybody if word == ALL_READY else ()
        journal.washout(wall_ran_out((), nagashi=False), [0] * journal.seats, tenpai=tenpai)
    elif word in ABORTS:
        end = aborted(ABORTS[word], journal.turns.seat)
        journal.washout(end, changes or [0] * journal.seats)
    else:
        raise WrongPartError(f"{shown(word)} is no way for a deal to end")
