"""Reads Tenhou's JSON (``tenhou.net/6``).

It has each seat's draws and discards in rows, and the result in Japanese words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from html import unescape
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
    unchecked_row,
    whole_number,
    words,
)
from mjlog.formats.json_text import NoJsonError, decoded, document
from mjlog.formats.reader_findings import ReaderFindings
from mjlog.formats.riichi.assemble import recorded_deals, recorded_game
from mjlog.formats.riichi.deal_recorder import DealRecorder
from mjlog.formats.riichi.deal_start import DealStart
from mjlog.formats.riichi.rules_member import HEADER, MEMBER, rules_headers
from mjlog.formats.riichi.tenhou_numbers import (
    NO_OPEN_TANYAO,
    NO_RED,
    PARLOUR,
    SOUTH,
    THREE,
    GameType,
    bits_of,
)
from mjlog.formats.riichi.tenhou_private_tables import odd_setting
from mjlog.formats.tenhou_json.end import read_end
from mjlog.formats.tenhou_json.order import NO_TILE, Incoming, Outgoing, Rows, Step, ordered
from mjlog.formats.tenhou_json.tiles import NOTHING, SAME, Call, call_of, tile_of
from mjlog.model.findings import NOWHERE, Finding, Span
from mjlog.model.messages import counting
from mjlog.model.record import Game, Seat
from mjlog.model.tiles import BONUS, KIND, RED, Tile
from mjlog.notation.limits import Unreadable

_PARTS: Final = 17
_RED: Final = ("aka", "aka51", "aka52", "aka53")
_MOST_RED: Final = 4
_MOST_POINTS: Final = 10**7
_FRAGMENT: Final = "#json="
_REFERENCE: Final = re.compile(r"(\d{4})(\d\d)(\d\d)\d\dgm-([0-9a-fA-F]{4})-(?:(\d{1,9})-)?")
_TOURNAMENTS: Final = ("大会戦", "友人戦", "Tournament", "Friendly")
"""Words for tables with settings of their own, which the format does not contain."""
_ROOM: Final = re.compile("三?[般上特鳳若銀琥孔技導][東南]")
"""Beginning of the name of a room of the server."""
_SOUL: Final = re.compile(r"\d{6}-[0-9a-f]{8}-[0-9a-f]{4}-")
"""A reference of Mahjong Soul, for a game that was converted from there."""
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")


_HEX: Final = re.compile(r"[0-9a-fA-F]{1,4}")


_KONGS: Final = frozenset({"kong", "concealed", "added"})


def read(data: bytes, name: str = "") -> Iterator[Game | Finding]:
    """Yield the games in a file of Tenhou's JSON; a line that cannot be read yields a finding.

    The file is one JSON value, a JSON value on each line, or a page with addresses of Tenhou's
    viewer. Consecutive lines that are deals of the same game become one game. Raise `Unreadable` if
    the file is not JSON and has fewer than two lines of JSON.
    """
    bodies: list[_Body] = []
    for line, body in _bodies(data):
        if isinstance(body, Finding):
            yield body
        elif bodies and not _goes_on(bodies[-1][1], body):
            yield _Reader(bodies, name).game()
            bodies = [(line, body)]
        else:
            bodies.append((line, body))
    if bodies:
        yield _Reader(bodies, name).game()


_Body = tuple[int, Object]
"""The line number of a JSON object (0 unless each line of the text has one), and the object."""


def _bodies(data: bytes) -> Iterator[tuple[int, Object | Finding]]:
    if data.removeprefix(_BOM).lstrip().startswith(b"<"):
        yield from _bodies_of_page(data)
        return
    lines = [_strip_address(line) for line in data.removeprefix(_BOM).strip().split(b"\n")]
    try:
        for body in _split(document(b"\n".join(lines))):
            yield 0, body
    except Unreadable:
        documents = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
        values = [(number, _value(number, line)) for number, line in documents]
        if sum(not isinstance(value, Finding) for _, value in values) < 2:
            raise
        for number, value in values:
            yield number, value if isinstance(value, Finding) else _body(value)


def _bodies_of_page(data: bytes) -> Iterator[tuple[int, Object | Finding]]:
    """Yield the game in each viewer address of a web page, as line number and JSON object.

    An address that cannot be decoded yields a `Finding` in place of the object. Pages often have an
    address for the whole game and one for each deal, so an address is skipped if all its deals were
    in earlier addresses.
    """
    seen: set[str] = set()
    for address in _PAGE_ADDRESS.finditer(data):
        quote = address[1]
        end = quote or rb"[\s<>\"']"
        written = re.split(end, data[address.end() :], maxsplit=1)[0]
        line = 1 + data.count(b"\n", 0, address.start())
        text = unquote(unescape(written.decode("utf-8", "replace")))
        value = _value(line, text[: text.rfind("}") + 1].encode())
        if isinstance(value, Finding):
            yield line, value
            continue
        body = _body(value)
        log = body.get("log")
        deals = {repr(deal) for deal in log} if isinstance(log, list) else {repr(body)}
        if not deals <= seen:
            yield line, body
        seen |= deals


_PAGE_ADDRESS: Final = re.compile(rb"([\"'])?https?://tenhou\.net/\d/?[^\s#\"'<>]*#json=")
_BOM: Final = b"\xef\xbb\xbf"
_ADDRESS_ENDS: Final = 200
"""Number of first bytes in which a viewer's address has its JSON."""


def _strip_address(line: bytes) -> bytes:
    """Return the JSON that is in the address of a viewer; any other line unchanged."""
    if _FRAGMENT.encode() not in line[:_ADDRESS_ENDS]:
        return line
    _, _, fragment = line.partition(_FRAGMENT.encode())
    return unquote(fragment.decode("utf-8", "replace")).encode()


def _value(number: int, line: bytes) -> Any:
    """Decode a line of JSON; return a `Finding` if the line is not JSON.

    `number` is the number of the line, for the finding.
    """
    try:
        return decoded(line)
    except NoJsonError as problem:
        what = "this line is no JSON, or it breaks off; it is left out"
        return problem.finding(what, number - 1)


def _split(value: Any) -> list[Object]:
    """Return the objects of all games in a JSON value.

    A list has several games. The report of an analysis program has the game in parts
    (`split_logs`). Any other value is one game.
    """
    if isinstance(value, list):
        return [body for part in value for body in _split(part)] or [{}]
    body = _body(value)
    logs = body.get("split_logs")
    if "log" in body or not isinstance(logs, list):
        return [body]
    return [log for log in logs if isinstance(log, dict)] or [body]


def _body(value: Any) -> Object:
    """Return the JSON object of a game; if `value` is a list, the object is its first element.

    That element may be a list again. Return an empty dict if there is no object.
    """
    while isinstance(value, list) and value:
        value = value[0]
    return value if isinstance(value, dict) else {}


def _goes_on(before: Object, after: Object) -> bool:
    """Return whether two JSON objects are deals of the same game, and `after` is the later one."""
    same = [before.get(key) for key in _GAME] == [after.get(key) for key in _GAME]
    return same and _deal_number(before) < _deal_number(after)


_GAME: Final = ("name", "rule", "ref", "title")
"""Members that are the same in all deals of a game."""


def _deal_number(body: Object) -> tuple[int, int]:
    try:
        hand, honba, _ = body["log"][-1][0]
        return int(hand), int(honba)
    except (KeyError, IndexError, TypeError, ValueError, OverflowError):
        return (-1, -1)


@dataclass(slots=True)
class _Deal:
    """The decoded parts of one deal: its start, the rows of acts, the indicators and the result.

    `indicators` are the dora indicators after the first one; `ura` are the hidden indicators.
    """

    opening: DealStart
    rows: list[Rows]
    indicators: list[Tile]
    ura: tuple[Tile, ...]
    result: list[Any] = field(default_factory=list)


class _Reader:
    """Converts the deals of one game to a record."""

    def __init__(self, bodies: Sequence[_Body], name: str) -> None:
        self.bodies = bodies
        self.head = bodies[-1][1]
        self.name = name
        self.complaints = ReaderFindings()
        self.journals: list[DealRecorder] = []
        self.names = optional(self.complaints, self.head, "name", _players, ())
        optional(self.complaints, self.head, "rule", _rule, None)
        optional(self.complaints, self.head, "csrule", _settings, None)
        optional(self.complaints, self.head, "lobby", whole_number, None)
        optional(self.complaints, self.head, "ref", words, None)
        rule, ref = self.head.get("rule"), str(self.head.get("ref", ""))
        self.rule: Object = rule if isinstance(rule, dict) else {}
        self.display = str(self.rule.get("disp", ""))
        self.reference = _REFERENCE.match(ref)
        self.of_soul = _SOUL.match(ref) is not None
        settings = self.head.get("csrule")
        self.settings: list[Any] | None = settings if isinstance(settings, list) else None
        has_empty_place = self.names[3:] == ("",) and "四" not in self.display
        three = len(self.names) == 3 or "三" in self.display or has_empty_place
        self.seats = 3 if three and self._no_fourth_hand() else 4
        self.number = self._number()
        self.red = False

    def _no_fourth_hand(self) -> bool:
        match self.head.get("log"):
            case [[*deal], *_]:
                return len(deal) < _PARTS or not deal[13]
        return True

    def game(self) -> Game:
        """Read all deals and return the game, with findings for the parts that cannot be read."""
        for line, body in self.bodies:
            for deal in optional(self.complaints, body, "log", unchecked_row, ()):
                self.complaints.deal = len(self.journals) + 1
                self.complaints.at = Span(line, 1) if line else NOWHERE
                with forgiving(self.complaints, "a deal"):
                    self._deal(deal, line)
        final = self._final()
        deals = recorded_deals(self.journals, self.complaints, over=bool(final))
        rules = rules_headers(self.head, self._rules(), known=self._tells_rules())
        if len(rules) == 1 and MEMBER not in self.head and self._is_private():
            rules.append((HEADER, "play"))
        pairs = [*rules, ("Source", "tenhou6"), *self._titles(), *final]
        unnamed = ["?"] * self.seats
        seated = [*self.names, *unnamed[len(self.names) :]][: self.seats]
        return recorded_game(pairs, seated, deals, self.complaints)

    # ------------------------------------------------------------------ headers

    def _rules(self) -> str:
        """Return the value for the header ``Rules:``.

        The rules follow from the number of the game type. If this number is unknown, they are
        inferred from the display text of the rules and from the tiles.
        """
        bits = self.number
        if bits is None:
            bits = self._spoken() & ~(NO_RED if self.red else 0)
        rules = self._kind(bits).rules
        if self.seats == 4 and self.of_soul:
            rules = rules.replace("preset=tenhou", "preset=mahjongsoul")
        is_own = any(word in self.display for word in _TOURNAMENTS)
        if is_own and "uma=" not in rules:
            return f"{rules} uma=unknown"
        return rules

    def _tells_rules(self) -> bool:
        """Return whether the log states the rules of the game.

        This is so if the log has the table's settings, or if the game was played in a public room.
        """
        if self.settings is not None:
            return True
        if self.number is not None:
            return not self.number & PARLOUR
        return _ROOM.match(self.display) is not None

    def _is_private(self) -> bool:
        """Return whether the game was played in a private lobby or in a tournament."""
        lobby = self.reference[5] if self.reference else self.head.get("lobby")
        return str(lobby).strip("0").isdigit() or isinstance(self.head.get("rule"), list)

    def _kind(self, bits: int) -> GameType:
        three = THREE if self.seats == 3 else 0
        return GameType(bits & ~THREE | three, tuple(str(each) for each in self.settings or ()))

    def _number(self) -> int | None:
        """Return Tenhou's number of the game type; None if the log does not state the number.

        The number is part of the log's name at Tenhou, or one of the settings of a tournament.
        """
        if self.reference:
            return int(self.reference[4], 16)
        match self.head.get("rule"):
            case [_, _, number, *_] if _HEX.fullmatch(str(number)):
                return int(str(number), 16)
        return None

    def _spoken(self) -> int:
        """Compute the bits of the game type from the display text of the rules.

        For example, `般南喰赤` is a game of two rounds with open tanyao and red fives.
        """
        is_east = "東" in self.display or "East" in self.display
        tells_tanyao = re.search("[東南]", self.display) is not None
        reds = [self.rule.get(key) for key in _RED]
        has_red = any(red not in (0, False, None) for red in reds)
        flags = {
            SOUTH: not is_east,
            NO_OPEN_TANYAO: tells_tanyao and "喰" not in self.display,
            NO_RED: bool(self.rule) and not has_red,
        }
        return bits_of(flags)

    def _titles(self) -> Iterator[tuple[str, str]]:
        event, more = optional(self.complaints, self.head, "title", _title, ("", ""))
        if event:
            yield "Event", event
        reference = self.reference or _REFERENCE.search(self.name)
        if reference:
            yield "Date", "-".join(reference.groups()[:3])
        elif more:
            yield "Date" if _DAY.fullmatch(more) else "Round", more
        if isinstance(self.head.get("lobby"), int):
            yield "Tenhou-Lobby", str(self.head["lobby"])
        if self.settings is not None:
            yield "Tenhou-Csrule", ",".join(str(setting) for setting in self.settings)
        if unread := self._kind(self.number or 0).unread:
            yield "X-House-Rules", unread

    def _final(self) -> list[tuple[str, str]]:
        """Return the headers for the final points and placement points, as names and values.

        Return an empty list if the log has no valid final result; for an invalid result, also add a
        finding. Numbers for seats that the table does not have are ignored.
        """
        due = 2 * self.seats
        given = optional(self.complaints, self.head, "sc", _finals, ())
        values = [str(each) for each in given[:due]]
        if len(values) == due:
            stacks, points = " ".join(values[::2]), " ".join(values[1::2])
            return [("Final-Score", stacks), ("Final-Points", points)]
        if given:
            message = f"'sc' has {len(given)} numbers, {due} are expected; it is left out"
            self.complaints.add("format.attribute", message)
        return []

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
            self.complaints.add("format.order", message)
        _play(journal, steps, deal.indicators)
        if complete:
            with forgiving(self.complaints, "the result"):
                read_end(journal, deal.result, deal.ura)

    def _decoded(self, given: list[Any]) -> _Deal:
        hand, honba, sticks = row(given[0], "round", whole_number, 3)
        if not (0 <= hand < 16 and min(honba, sticks) >= 0):
            raise WrongPartError(f"{shown(given[0])} is no round there is")
        indicators = list(row(given[2], "dora", tile_of))
        ura = row(given[3], "ura", tile_of)
        result = given[16] if isinstance(given[16], list) else [given[16]]
        # The hand, the draws and the discards of each seat follow each other.
        end = 4 + 3 * self.seats
        opening = DealStart(
            hand,
            hand % 4 % self.seats,
            tuple(row(each, "haipai", tile_of) for each in given[4:end:3]),
            tuple(indicators[:1]),
            honba,
            sticks,
            scores(given[1], "scores", self.seats),
        )
        beside = zip(given[5:end:3], given[6:end:3], strict=True)
        rows = [
            Rows(row(draws, "draws", _incoming), row(discards, "discards", _outgoing))
            for draws, discards in beside
        ]
        deal = _Deal(opening, rows, indicators[1:], ura, result)
        if self.number is not None and self.number & NO_RED:
            return _drop_red(deal)
        self.red = self.red or _has_red(deal)
        return deal


def _has_red(deal: _Deal) -> bool:
    """Return whether a player was dealt, drew or claimed a red five in this deal."""
    drawn = (entry for each in deal.rows for entry in each.incoming)
    seen = chain(*deal.opening.dealt, drawn)
    return any(RED <= tile < BONUS for tile in seen if isinstance(tile, int))


def _drop_red(deal: _Deal) -> _Deal:
    """Return the deal with every red five replaced by a plain five.

    Used for games without red fives, because the format writes the first copy of a five as red in
    any game.
    """
    rows = [
        Rows(
            tuple(_plain(entry) for entry in each.incoming),
            tuple(_plain(one) for one in each.outgoing),
        )
        for each in deal.rows
    ]
    hands = tuple(_kinds(each) for each in deal.opening.dealt)
    opening = replace(deal.opening, dealt=hands, indicators=_kinds(deal.opening.indicators))
    return _Deal(opening, rows, list(_kinds(deal.indicators)), _kinds(deal.ura), deal.result)


def _kinds(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    return tuple(KIND[tile] for tile in tiles)


def _players(value: Any, name: str) -> tuple[str, ...]:
    return named_players(value, name, 3, 4)


def _rule(found: Any, name: str) -> None:
    """Raise `WrongPartError` if the member `rule` of a game is invalid.

    `found` is its value: an object with a text for display and numbers of red fives. If it is a
    list, the settings of a tournament, it is not checked. `name` is shown in the error message.
    """
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


def _settings(value: Any, name: str) -> None:
    """Check the settings of a private table; raise `WrongPartError` if a setting is invalid.

    Valid settings are whole numbers, hexadecimal flags and empty texts.
    """
    odd = odd_setting([str(each) for each in unchecked_row(value, name)])
    if odd:
        raise WrongPartError(f"{name!r} {odd}")


def _title(value: Any, name: str) -> tuple[str, str]:
    """Return the title of the game and its second line; each is empty if missing.

    A second line that is a number (a time in seconds) is ignored.
    """
    if not isinstance(value, list):
        return unquote(words(value, name)), ""
    event, more = (*row(value, name, _words_or_seconds), "", "")[:2]
    return str(event or ""), more if isinstance(more, str) else ""


def _words_or_seconds(value: Any, name: str) -> str | int:
    return value if isinstance(value, int) else words(value, name)


def _finals(value: Any, name: str) -> tuple[int | float, ...]:
    """Check the final result and return it as a tuple.

    It has two numbers for each seat: the final points, then the placement points. Raise
    `WrongPartError` if the value is not a list of numbers, or if final points are not whole.
    """
    given = row(value, name, _points)
    for stack in given[::2]:
        whole_number(stack, name)
    return given


def _points(value: Any, name: str) -> int | float:
    if isinstance(value, int | float) and type(value) is not bool and abs(value) < _MOST_POINTS:
        return value
    raise WrongPartError(f"{name!r} has {shown(value)}, a number of points is expected")


_Item = TypeVar("_Item", Incoming, Outgoing)


def _plain(what: _Item) -> _Item:
    """Return a tile or call with every red five replaced by a plain five."""
    if isinstance(what, Call):
        tile = None if what.tile is None else KIND[what.tile]
        return replace(what, own=_kinds(what.own), tile=tile)
    if what is None or what == NO_TILE:
        return what
    return KIND[what]


def _incoming(value: Any, name: str) -> Incoming:
    if isinstance(value, str):
        return call_of(value)
    return tile_of(value, name)


def _outgoing(value: Any, name: str) -> Outgoing:
    if isinstance(value, str):
        return call_of(value)
    if value == SAME:
        return None
    if value == NOTHING:
        return NO_TILE
    return tile_of(value, name)


def _play(journal: DealRecorder, steps: Sequence[Step], indicators: list[Tile]) -> None:
    """Record the acts of a deal in `journal`.

    `steps` has the acts in order. `indicators` are the dora indicators after the first one; those
    that are turned up are removed from the list. The format does not say when they are turned up,
    so this function follows Tenhou: at once after a concealed kong, and after any other kong before
    the next discard or at the next kong.
    """
    due = 0
    for step in steps:
        kind = step.what.kind if isinstance(step.what, Call) else ""
        if isinstance(step.what, Call) and kind in _KONGS:
            _call(journal, step.seat, step.what)
            at_once = kind == "concealed"
            _turn_up(journal, indicators, due + at_once)
            due = int(not at_once)
        elif step.taken:
            if isinstance(step.what, Call):
                _call(journal, step.seat, step.what)
            elif step.what is not None:
                journal.draw(step.seat, step.what)
        else:
            if kind != "north":
                _turn_up(journal, indicators, due)
                due = 0
            _give(journal, step.seat, step.what)


def _turn_up(journal: DealRecorder, indicators: list[Tile], number: int) -> None:
    """Record that the next `number` dora indicators are turned up, and remove them from the list.

    If the list has fewer indicators, all of them are turned up.
    """
    for tile in indicators[:number]:
        journal.reveal(tile)
    del indicators[:number]


def _give(journal: DealRecorder, seat: Seat, what: Outgoing) -> None:
    match what:
        case Call(kind="north"):
            journal.north(seat)
        case Call():
            journal.riichi(seat)
            _discard(journal, seat, what.tile)
        case _:
            _discard(journal, seat, what)


def _discard(journal: DealRecorder, seat: Seat, tile: Tile | None) -> None:
    """Record the discard of `tile`; None means that the player discards the tile just drawn."""
    is_drawn = tile is None
    journal.discard(seat, journal.drawn if tile is None else tile, drawn=is_drawn)


def _call(journal: DealRecorder, seat: Seat, call: Call) -> None:
    tile = call.tile if call.tile is not None else call.own[0]
    match call.kind:
        case "concealed":
            journal.concealed_kong(seat, call.own)
        case "added":
            journal.added_kong(seat, tile)
        case _:
            journal.claim(seat, call.from_seat(seat), tile, call.own)
