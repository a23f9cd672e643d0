"""Finds the games in a JSON value of Mahjong Soul, inside any objects that a tool added.

A game is the response of the server (`head`, and `data` with the records of the game), only the
records (`actions`, in old files `records`), or only a list of events. An event has a name and data;
it may be in the `result` of an action. Any part may be packed (`packed.py`). Servers write member
names in snake case, some tools in camel case.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from mjlog.formats.json_parts import Object, bytes_of_buffer
from mjlog.formats.json_text import document, documents
from mjlog.formats.mahjongsoul import is_packed
from mjlog.formats.mahjongsoul.packed import BASE64_MARKS, from_base64, part_of, unpacked
from mjlog.model.findings import Finding
from mjlog.notation.limits import Unreadable

_DEEPEST: Final = 8
"""Maximum number of objects and lists around a game; tools put two or three around it."""
_NAMES: Final = re.compile(r"(?:\.?lq\.)?(?:Record|Action)([A-Z]\w*)")
_IN_BASE64: Final = re.compile(f"C.{{0,3}}(?:{'|'.join(mark.decode() for mark in BASE64_MARKS)})")
_FIRST_DEAL: Final = (0, 0, 0)
_CAMEL: Final = re.compile(rb'"(?:isLiqi|deltaScores|leftTileCount|detailRule|huTile)"')


class Event(NamedTuple):
    """An event of a game.

    `name` is its name without `Record` or `Action` at the beginning.
    """

    name: str
    data: Object


class Log(NamedTuple):
    """One game: the header of the server's response, and the events in their order.

    `head` is empty if the file has no server response around the events.
    """

    head: Object
    events: tuple[Event, ...]


def logs(data: bytes) -> Iterator[Log | Finding]:
    """Yield the games in a file of Mahjong Soul.

    The file is packed (protobuf), a single JSON value, or has a JSON value on each line. A line
    that is not JSON yields a finding (a message). Raise `Unreadable` for any other file.
    """
    if is_packed(data):
        yield from _logs(unpacked(data))
        return
    events: list[Any] = []  # events of a browser console, one on each line
    for value in _values(data):
        if isinstance(value, Finding):
            yield value
        elif _is_event(value):
            events.append(value)
        elif _CAMEL.search(data):
            yield from _logs(json.loads(json.dumps(value), object_hook=_to_snake_case))
        else:
            yield from _logs(value)
    yield from _logs(events)


def _values(data: bytes) -> Iterable[Any]:
    """Return the JSON values of a file: a single value, or the value of each line.

    A line that is not JSON gives a `Finding` in place of a value. Raise `Unreadable` if the file is
    not JSON and does not begin with a line of JSON.
    """
    try:
        return [document(data)]
    except Unreadable:
        return documents(data)


def _logs(value: Any) -> Iterator[Log]:
    """Yield the games in a JSON value of Mahjong Soul.

    Each server response in the value, however deep inside it, is one game. If the value has no
    server response, it is searched for events, and the events are split into games.
    """
    any_answer = False
    for answer in _answers(value, 0):
        any_answer = True
        rest = {name: part for name, part in answer.items() if name != "head"}
        yield Log(answer["head"], tuple(_events(rest, 0)))
    if not any_answer:
        yield from _games(_events(value, 0))


def _answers(value: Any, depth: int) -> Iterator[Object]:
    """Yield the server responses in a JSON value: all objects with a `head`.

    Objects inside other objects and lists are searched, too, up to `_DEEPEST` levels deep.
    """
    if isinstance(value, dict) and isinstance(value.get("head"), dict):
        yield value
    elif isinstance(value, dict | list) and depth < _DEEPEST and not _is_event(value):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _answers(part, depth + 1)


def _games(events: Iterable[Event]) -> Iterator[Log]:
    """Split a list of events into games, and yield each game.

    A new game begins at each `NewRound` event for East 1 without repeats, and at each `NewRound`
    event that has the same round, deal number and repeats as the `NewRound` event before it.
    """
    game: list[Event] = []
    latest: tuple[object, ...] | None = None
    for event in events:
        if event.name == "NewRound":
            deal = tuple(event.data.get(name) or 0 for name in ("chang", "ju", "ben"))
            if latest is not None and deal in {_FIRST_DEAL, latest}:
                yield Log({}, tuple(game))
                game = []
            latest = deal
        game.append(event)
    if game:
        yield Log({}, tuple(game))


def _is_event(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    result = value.get("result", value)
    return (isinstance(result, dict) and isinstance(result.get("name"), str)) or "passed" in value


def _events(value: Any, depth: int) -> list[Event]:
    """Collect the events in a JSON value into a list, in their order.

    Events inside packed (base64) strings are decoded, too. `depth` is the number of JSON lists and
    objects around the value; the search stops if it becomes too large.
    """
    events: list[Event] = []
    _collect(value, depth, events)
    return events


def _collect(value: Any, depth: int, events: list[Event]) -> None:
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        result = value.get("result", value)
        event = result if isinstance(result, dict) else value
        name = event.get("name")
        name = _name_without_prefix(name) if isinstance(name, str) else ""
        if name:
            data = event.get("data")
            events.append(Event(name, data if isinstance(data, dict) else {}))
            return
        if data := bytes_of_buffer(value):
            _collect(part_of(data), depth + 1, events)
            return
        for part in value.values():
            if isinstance(part, dict | list | str):
                _collect(part, depth + 1, events)
    elif isinstance(value, list):
        for part in value:
            _collect(part, depth + 1, events)
    elif isinstance(value, str) and _IN_BASE64.match(value):
        _collect(from_base64(value), depth + 1, events)


@lru_cache(maxsize=256)
def _name_without_prefix(name: str) -> str:
    """Return the name of an event without its prefix: `.lq.RecordHule` gives `Hule`.

    Return an empty text if `name` has no such prefix.
    """
    rule_name = _NAMES.fullmatch(name)
    return rule_name[1] if rule_name else ""


def _to_snake_case(value: Object) -> Object:
    return {_snake(name): part for name, part in value.items()}


@cache
def _snake(name: str) -> str:
    """Return a member name in snake case, as the server writes it.

    >>> _snake("partPoint1"), _snake("deltaScores"), _snake("tiles0"), _snake("seat")
    ('part_point_1', 'delta_scores', 'tiles0', 'seat')
    """
    if name.islower():
        return name
    words = re.sub(r"(?<=\w)(?=[A-Z])", "_", name).lower()
    return re.sub(r"(?<=[a-z])(?=\d+$)", "_", words)
