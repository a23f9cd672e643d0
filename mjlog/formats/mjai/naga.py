"""Reads reports of NAGA, which contain the events of mjai among advice.

A page holds the report in a script, `const pred = …`; newer pages get it as JSON with the member
`pred`. That is a list of deals, each a list of states; `info.msg` of a state is an event. The
member `end_msgs` of a deal's first event says how the deal ended. This description was taken from
four programs of other people that read such reports (naga_helper, killerducky's mahjong_stats, two
converters to Tenhou's JSON). The members `dahai_pred`, `huro`, `reach`, `kan` and `danger_…` are
advice and not read.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Any, Final

from mjlog.formats.json_text import whole_part
from mjlog.formats.mjai.tiles import NAMES
from mjlog.formats.reader_findings import ReaderFindings
from mjlog.formats.riichi.rules_member import MEMBER
from mjlog.formats.riichi.tenhou_numbers import GameType
from mjlog.model.messages import msg

MARK: Final = re.compile(rb"\bpred\s*=\s*(?=\[\s*\[\s*\{)")
"""Text before the report on a page."""
_NAMES: Final = re.compile(r"\bplayerInfo\s*=\s*(\{[^{}]{1,4000}\})")
_GAME: Final = re.compile(r"\bhaihuId\s*=\s*[\"']([\w-]{1,80})[\"']")
_TENHOU: Final = re.compile(r"\d{10}gm-([0-9a-f]{4})-")
_ENDS: Final = ("hora", "ryukyoku")
_OF_AN_END: Final = ("type", "actor", "target", "pai", "deltas", "scores", "reason")


def report_on(page: bytes, complaints: ReaderFindings) -> dict[str, Any] | None:
    """Find the report of the analysis program NAGA in a saved page; None if there is no report.

    The report is returned as the JSON object that newer pages load. If the page breaks off, its
    readable part is returned and a finding (a message) is added to `complaints`.
    """
    mark = MARK.search(page)
    if mark is None:
        return None
    text = page.decode("utf-8", "replace")
    start = len(page[: mark.end()].decode("utf-8", "replace"))
    try:
        pred, _ = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        pred = whole_part(text, start)
        complaints.add("format.json", msg("the page breaks off; what is whole in it is read"))
    players, game = _NAMES.search(text), _GAME.search(text)
    return {
        "pred": pred,
        "player_info": _literal(players[1]) if players else {},
        "haihu_id": game[1] if game else "",
    }


def _literal(text: str) -> Any:
    """Return the value of an object written in JavaScript; {} if the text cannot be parsed."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return {}


def naga_events(report: Any) -> list[dict[str, Any]]:
    """Return the mjai events of a game from a report of NAGA.

    Return an empty list if `report` is not such a report.
    """
    deals = report.get("pred") if isinstance(report, dict) else None
    if not isinstance(deals, list):
        return []
    events = [event for deal in deals if isinstance(deal, list) for event in _deal_events(deal)]
    return [_start(report), *events] if events else []


def _start(report: dict[str, Any]) -> dict[str, Any]:
    """Return the event `start_game` for a report: the players' names, and the rules if known.

    The rules are known if the report names a game at Tenhou.
    """
    players = report.get("player_info")
    names = players.get("name") if isinstance(players, dict) else None
    game = _TENHOU.match(str(report.get("haihu_id", "")))
    rules = {MEMBER: GameType(int(game[1], 16)).rules} if game else {}
    return {"type": "start_game", "names": names if isinstance(names, list) else [], **rules}


def _deal_events(states: list[Any]) -> Iterator[dict[str, Any]]:
    """Yield the mjai events of one deal of a NAGA report, including how the deal ended.

    `states` are the positions of the deal, in order; each has the event that led to it. If no
    position has the end of the deal, it is read from the member `end_msgs` of the first event.
    """
    events = [event for state in states if (event := _event(state))]
    yield from events
    ends = events[0].get("end_msgs") if events else None
    if isinstance(ends, list) and not any(event.get("type") in _ENDS for event in events):
        for end in ends:
            if isinstance(end, dict) and end.get("type") in _ENDS:
                yield _end(end)


def _event(state: Any) -> dict[str, Any] | None:
    info = state.get("info") if isinstance(state, dict) else None
    event = info.get("msg") if isinstance(info, dict) else None
    return event if isinstance(event, dict) and isinstance(event.get("type"), str) else None


def _end(end: dict[str, Any]) -> dict[str, Any]:
    """Convert an entry of NAGA's list `end_msgs` to an mjai event for the end of a deal.

    The yaku are left out, because NAGA writes them as numbers whose meaning is unknown.
    """
    hidden = end.get("uradora_markers")
    if isinstance(hidden, list):
        hidden = [_tile(tile) for tile in hidden]
    return {
        **{name: end[name] for name in _OF_AN_END if name in end},
        "uradora_markers": hidden or [],
    }


def _tile(tile: Any) -> Any:
    """Return mjai's name for a tile id from 0 to 135; any other value is returned unchanged.

    Of the four ids of a five, the lowest is the red five.
    """
    if type(tile) is not int or not 0 <= tile < 136:
        return tile
    kind, copy = divmod(tile, 4)
    is_red = kind in (4, 13, 22) and copy == 0
    return f"{NAMES[kind]}r" if is_red else NAMES[kind]
