"""Tenhou's JSON (``tenhou.net/6``).

Each seat's draws and discards in rows, the result in Japanese words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Final, TypeVar
from urllib.parse import unquote

from mjlog.formats.json_parts import (
    Object,
    WrongPartError,
    forgiving,
    named_players,
    optional,
    row,
    scores,
    shown,
    table,
    whole,
    words,
)
from mjlog.formats.json_text import document
from mjlog.formats.reader_findings import ReaderFindings
from mjlog.formats.riichi.assemble import recorded_deals, recorded_game
from mjlog.formats.riichi.deal_recorder import DealRecorder
from mjlog.formats.riichi.deal_start import DealStart
from mjlog.formats.riichi.rules_member import rules_told
from mjlog.formats.riichi.tenhou_numbers import (
    NO_OPEN_TANYAO,
    NO_RED,
    PARLOUR,
    SOUTH,
    THREE,
    GameType,
)
from mjlog.formats.riichi.tenhou_private_tables import odd_setting
from mjlog.formats.tenhou_json.end import read_end
from mjlog.formats.tenhou_json.order import NO_TILE, Incoming, Outgoing, Rows, Step, ordered
from mjlog.formats.tenhou_json.tiles import NOTHING, SAME, Call, call_of, tile_of
from mjlog.model.findings import NOWHERE, Span
from mjlog.model.messages import counting
from mjlog.model.record import Game, Seat
from mjlog.model.tiles import BONUS, KIND, RED, Tile
from mjlog.notation.limits import Unreadable

_PARTS: Final = 17
_RED: Final = ("aka", "aka51", "aka52", "aka53")
_MOST_RED: Final = 4
_MOST_POINTS: Final = 10**7
_FRAGMENT: Final = "#json="
_REFERENCE: Final = re.compile(r"(\d{4})(\d\d)(\d\d)\d\dgm-([0-9a-fA-F]{4})-")
_TOURNAMENTS: Final = ("大会戦", "友人戦", "Tournament", "Friendly")
"""Words for tables with settings of their own, which the format does not tell."""
_ROOM: Final = re.compile("三?[般上特鳳若銀琥孔技導][東南]")
"""How the words for a room of the server begin."""
_SOUL: Final = re.compile(r"\d{6}-[0-9a-f]{8}-[0-9a-f]{4}-")
"""References of Mahjong Soul, where converted from there."""
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")


def read(data: bytes, name: str = "") -> Iterator[Game]:
    """The games behind the bytes; lines of one deal each are one game as long as it goes on."""
    bodies = list(_bodies(data))
    start = 0
    for place in range(1, len(bodies) + 1):
        if place == len(bodies) or not _goes_on(bodies[place - 1], bodies[place]):
            yield _Reader(bodies[start:place], name).game()
            start = place


def _bodies(data: bytes) -> Iterator[Object]:
    text = data.removeprefix(b"\xef\xbb\xbf").strip()
    if _FRAGMENT.encode() in text[:200]:
        text = unquote(text.split(_FRAGMENT.encode(), 1)[1].decode("utf-8", "replace")).encode()
    try:
        yield _body(document(text))
    except Unreadable:
        lines = [line for line in text.splitlines() if line.strip()]
        try:
            found = [json.loads(line) for line in lines]
        except (ValueError, RecursionError):
            found = []
        if len(found) < 2:
            raise
        yield from map(_body, found)


def _body(found: Any) -> Object:
    """The game's object, whatever lies around it."""
    while isinstance(found, list) and found:
        found = found[0]
    if isinstance(found, dict):
        return found
    return {}


def _goes_on(before: Object, after: Object) -> bool:
    """Whether the next line is a later deal of the same game."""
    same = all(before.get(key) == after.get(key) for key in ("name", "rule", "ref", "title"))
    return same and _deal_number(before) < _deal_number(after)


def _deal_number(body: Object) -> tuple[int, int]:
    try:
        hand, honba, _ = body["log"][-1][0]
        return int(hand), int(honba)
    except (KeyError, IndexError, TypeError, ValueError, OverflowError):
        return (-1, -1)


@dataclass(slots=True)
class _Deal:
    """The seventeen parts of one deal, decoded."""

    opening: DealStart
    rows: list[Rows]
    indicators: list[Tile]
    ura: tuple[Tile, ...]
    result: list[Any] = field(default_factory=list)


class _Reader:
    """Reads the deals of one game."""

    def __init__(self, bodies: Sequence[Object], name: str) -> None:
        self.bodies = bodies
        self.head = bodies[-1]
        self.name = name
        self.complaints = ReaderFindings()
        self.journals: list[DealRecorder] = []
        self.names = optional(self.complaints, self.head, "name", _players, ())
        optional(self.complaints, self.head, "rule", _rule, None)
        optional(self.complaints, self.head, "csrule", _settings, None)
        optional(self.complaints, self.head, "lobby", whole, None)
        optional(self.complaints, self.head, "ref", words, None)
        self.seats = self._count()
        self.number = self._number()
        self.red = False

    def _count(self) -> int:
        disp = self._display()
        three = (
            len(self.names) == 3
            or "三" in disp
            or (len(self.names) == 4 and self.names[3] == "" and "四" not in disp)
        )
        if three and self._no_fourth_hand():
            return 3
        return 4

    def _no_fourth_hand(self) -> bool:
        deals = self.head.get("log")
        deal = deals[0] if isinstance(deals, list) and deals else []
        return not isinstance(deal, list) or len(deal) < _PARTS or not deal[13]

    def game(self) -> Game:
        """Everything that could be read."""
        for line, body in enumerate(self.bodies, 1):
            for deal in optional(self.complaints, body, "log", _rows, ()):
                self.complaints.deal = len(self.journals) + 1
                self.complaints.at = Span(line, 1) if len(self.bodies) > 1 else NOWHERE
                with forgiving(self.complaints, "a deal"):
                    self._deal(deal, line if len(self.bodies) > 1 else 0)
        final = self._final()
        over = bool(final)
        deals = recorded_deals(self.journals, self.complaints, over=over)
        rules = rules_told(self.head, self._rules(), known=self._tells_rules())
        pairs = [*rules, ("Source", "tenhou6"), *self._titles(), *final]
        seated = [self.names[seat] if seat < len(self.names) else "?" for seat in range(self.seats)]
        return recorded_game(pairs, seated, deals, self.complaints)

    # ------------------------------------------------------------------ headers

    def _display(self) -> str:
        rule = self.head.get("rule")
        if not isinstance(rule, dict):
            return ""
        return str(rule.get("disp", ""))

    def _rules(self) -> str:
        """By the number of the game, else by the words of the rule and the tiles seen."""
        bits = self.number
        if bits is None:
            rule = self.head.get("rule")
            bits = self._spoken(rule if isinstance(rule, dict) else {}) & ~(
                NO_RED if self.red else 0
            )
        rules = self._kind(bits).rules
        soul = self.seats == 4 and _SOUL.match(str(self.head.get("ref", "")))
        if soul:
            rules = rules.replace("preset=tenhou", "preset=mahjongsoul")
        own = any(word in self._display() for word in _TOURNAMENTS) and "uma=" not in rules
        if not own:
            return rules
        return f"{rules} uma=unknown"

    def _tells_rules(self) -> bool:
        """Whether the settings of the table stand there, or its room is one of the server's own."""
        if isinstance(self.head.get("csrule"), list):
            return True
        if self.number is not None:
            return not self.number & PARLOUR
        return _ROOM.match(self._display()) is not None

    def _kind(self, bits: int) -> GameType:
        own = self.head.get("csrule")
        settings = tuple(map(str, own)) if isinstance(own, list) else ()
        return GameType(bits & ~THREE | (THREE if self.seats == 3 else 0), settings)

    def _number(self) -> int | None:
        """The number of the kind of game.

        In the log's reference or among a tournament's settings.
        """
        rule = self.head.get("rule")
        reference = _REFERENCE.match(str(self.head.get("ref", "")))
        if reference:
            return int(reference[4], 16)
        if (
            isinstance(rule, list)
            and len(rule) > 2
            and re.fullmatch(r"[0-9a-fA-F]{1,4}", str(rule[2]))
        ):
            return int(str(rule[2]), 16)
        return None

    def _spoken(self, rule: Object) -> int:
        disp = self._display()
        bits = SOUTH
        if "東" in disp or "East" in disp:
            bits = 0
        bits |= 0 if "喰" in disp or not re.search("[東南]", disp) else NO_OPEN_TANYAO
        red = any(rule.get(key) not in (0, False, None) for key in _RED)
        return bits | (0 if red or not rule else NO_RED)

    def _titles(self) -> Iterator[tuple[str, str]]:
        reference = _REFERENCE.match(str(self.head.get("ref", ""))) or _REFERENCE.search(self.name)
        title = optional(self.complaints, self.head, "title", _title, None)
        event, more = (
            (*title, "", "")[:2] if isinstance(title, tuple) else (unquote(str(title or "")), "")
        )
        if event:
            yield "Event", str(event)
        if reference:
            yield "Date", "-".join(reference.groups()[:3])
        elif isinstance(more, str) and more:
            yield "Date" if _DAY.fullmatch(more) else "Round", more
        if isinstance(self.head.get("lobby"), int):
            yield "Tenhou-Lobby", str(self.head["lobby"])
        if isinstance(self.head.get("csrule"), list):
            yield "Tenhou-Csrule", ",".join(map(str, self.head["csrule"]))
        if unread := self._kind(self.number or 0).unread:
            yield "X-House-Rules", unread

    def _final(self) -> list[tuple[str, str]]:
        """Stacks and placement points, one after the other by seat."""
        given = optional(self.complaints, self.head, "sc", _finals, ())
        values = given[: 2 * self.seats]
        if given and len(values) < 2 * self.seats:
            message = (
                f"'sc' has {len(given)} numbers, {2 * self.seats} are expected; it is left out"
            )
            self.complaints.say("format.attribute", message)
        if len(values) < 2 * self.seats:
            return []
        stacks, points = (" ".join(map(str, values[part::2])) for part in (0, 1))
        return [("Final-Score", stacks), ("Final-Points", points)]

    # ------------------------------------------------------------------ a deal

    def _deal(self, given: Any, line: int) -> None:
        if not isinstance(given, list) or len(given) < _PARTS:
            raise WrongPartError(f"{shown(given)} has not the {_PARTS} parts of a deal")
        deal = self._decoded(given)
        journal = DealRecorder(self.complaints, deal.opening, self.seats)
        self.journals.append(journal)
        journal.line = line
        steps, complete = ordered(deal.rows, deal.opening.dealer)
        if not complete:
            message = counting(
                "draws, calls and discards fit together for {number} act only; mjlog leaves out "
                "the rest",
                "draws, calls and discards fit together for {number} acts only; mjlog leaves out "
                "the rest",
                len(steps),
            )
            self.complaints.say("format.order", message)
        _play(journal, steps, deal.indicators)
        if complete:
            with forgiving(self.complaints, "the result"):
                read_end(journal, deal.result, deal.ura)

    def _decoded(self, given: list[Any]) -> _Deal:
        hand, honba, sticks = row(given[0], "round", whole, 3)
        if not 0 <= hand < 16 or honba < 0 or sticks < 0:
            raise WrongPartError(f"{shown(given[0])} is no round there is")
        indicators = list(row(given[2], "dora", tile_of))
        ura = row(given[3], "ura", tile_of)
        result = given[16] if isinstance(given[16], list) else [given[16]]
        seats = range(self.seats)
        opening = DealStart(
            hand,
            hand % 4 % self.seats,
            tuple(row(given[4 + 3 * seat], "haipai", tile_of) for seat in seats),
            tuple(indicators[:1]),
            honba,
            sticks,
            scores(given[1], "scores", self.seats),
        )
        rows = [
            Rows(
                row(given[5 + 3 * seat], "draws", _incoming),
                row(given[6 + 3 * seat], "discards", _outgoing),
            )
            for seat in seats
        ]
        if self.number is not None and self.number & NO_RED:
            return _without_red(_Deal(opening, rows, indicators[1:], ura, result))
        seen = [*chain(*opening.dealt), *chain(*(each.incoming for each in rows))]
        self.red = self.red or any(isinstance(tile, int) and RED <= tile < BONUS for tile in seen)
        return _Deal(opening, rows, indicators[1:], ura, result)


def _without_red(deal: _Deal) -> _Deal:
    """The deal of a game without red fives.

    The format numbers the first copy of a five as red all the same.
    """
    rows = [
        Rows(tuple(map(_plain, each.incoming)), tuple(map(_plain, each.outgoing)))
        for each in deal.rows
    ]
    hands = tuple(tuple(KIND[tile] for tile in hand) for hand in deal.opening.dealt)
    shown = tuple(KIND[tile] for tile in deal.opening.indicators)
    opening = replace(deal.opening, dealt=hands, indicators=shown)
    ura = tuple(KIND[tile] for tile in deal.ura)
    return _Deal(opening, rows, [KIND[tile] for tile in deal.indicators], ura, deal.result)


def _rows(found: Any, name: str) -> tuple[Any, ...]:
    return row(found, name, lambda each, _name: each)


def _players(found: Any, name: str) -> tuple[str, ...]:
    return named_players(found, name, 3, 4)


def _rule(found: Any, name: str) -> None:
    """The words and red fives of a table, or the settings of a tournament in a row."""
    if isinstance(found, list):
        return
    given = table(found, name)
    words(given.get("disp", ""), f"{name}.disp")
    for key in _RED:
        value = given.get(key, 0)
        if isinstance(value, float | str) or value not in (*range(_MOST_RED + 1), None):
            raise WrongPartError(
                f"'{name}.{key}' is {shown(value)}, the number of red fives is expected"
            )


def _settings(found: Any, name: str) -> None:
    """Whole numbers, flags in hexadecimal, or nothing."""
    given = row(found, name, lambda each, _name: each)
    odd = odd_setting([str(each) for each in given])
    if odd:
        raise WrongPartError(f"{name!r} {odd}")


def _title(found: Any, name: str) -> Any:
    """Words, or two of them; the second may be a time in seconds."""
    if not isinstance(found, list):
        return words(found, name)
    return row(
        found, name, lambda part, _name: part if isinstance(part, int) else words(part, name)
    )


def _finals(found: Any, name: str) -> tuple[int | float, ...]:
    """Stacks in whole numbers, and points for places beside them."""
    given = row(found, name, _points)
    for stack in given[::2]:
        whole(stack, name)
    return given


def _points(found: Any, name: str) -> int | float:
    if (
        isinstance(found, bool)
        or not isinstance(found, int | float)
        or not abs(found) < _MOST_POINTS
    ):
        raise WrongPartError(f"{name!r} has {shown(found)}, a number of points is expected")
    return found


_Item = TypeVar("_Item", Incoming, Outgoing)


def _plain(what: _Item) -> _Item:
    if isinstance(what, Call):
        tile = None if what.tile is None else KIND[what.tile]
        return replace(what, own=tuple(KIND[tile] for tile in what.own), tile=tile)
    if isinstance(what, int) and what != NO_TILE:
        return KIND[what]
    return what


def _incoming(found: Any, name: str) -> Incoming:
    if isinstance(found, str):
        return call_of(found)
    return tile_of(found, name)


def _outgoing(found: Any, name: str) -> Outgoing:
    if isinstance(found, str):
        return call_of(found)
    if found == SAME:
        return None
    if found == NOTHING:
        return NO_TILE
    return tile_of(found, name)


def _play(journal: DealRecorder, steps: Sequence[Step], indicators: list[Tile]) -> None:
    """The acts into the journal.

    When an indicator is turned up the format does not say: as Tenhou does it.

    After a concealed kong at once; after another kong before the discard that follows, or with the
    next kong.
    """
    due = 0
    for step in steps:
        if isinstance(step.what, Call) and step.what.kind in ("kong", "concealed", "added"):
            _call(journal, step.seat, step.what)
            due += step.what.kind == "concealed"
            for _ in range(due):
                _turn_up(journal, indicators)
            due = int(step.what.kind != "concealed")
        elif step.taken:
            _take(journal, step)
        else:
            if not (isinstance(step.what, Call) and step.what.kind == "north"):
                for _ in range(due):
                    _turn_up(journal, indicators)
                due = 0
            _give(journal, step.seat, step.what)


def _turn_up(journal: DealRecorder, indicators: list[Tile]) -> None:
    if indicators:
        journal.reveal(indicators.pop(0))


def _take(journal: DealRecorder, step: Step) -> None:
    if isinstance(step.what, Call):
        _call(journal, step.seat, step.what)
    elif step.what is not None:
        journal.draw(step.seat, step.what)


def _give(journal: DealRecorder, seat: Seat, what: Outgoing) -> None:
    if isinstance(what, Call) and what.kind == "north":
        journal.north(seat)
        return
    if isinstance(what, Call):
        journal.riichi(seat)
    tile = what.tile if isinstance(what, Call) else what
    journal.discard(seat, journal.drawn if tile is None else tile, drawn=tile is None)


def _call(journal: DealRecorder, seat: Seat, call: Call) -> None:
    tile = call.tile if call.tile is not None else call.own[0]
    match call.kind:
        case "concealed":
            journal.concealed_kong(seat, call.own)
        case "added":
            journal.added_kong(seat, tile)
        case _:
            journal.claim(seat, call.from_seat(seat), tile, call.own)
