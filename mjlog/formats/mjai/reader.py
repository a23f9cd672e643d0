"""Reads mjai: a game as JSON lines.

Two dialects are read: in the classic one, a win states the hand and the yaku; in the modern one,
it does not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

from mjlog.formats.json_lines import ODD, quickly
from mjlog.formats.json_parts import (
    Object,
    WrongPartError,
    among,
    amount,
    entries,
    flag,
    leave_out,
    lookup,
    member,
    named_players,
    number,
    optional,
    row,
    scores,
    seat,
    shown,
    words,
)
from mjlog.formats.mjai.end import read_end
from mjlog.formats.mjai.events import TYPES, events_within, is_trace
from mjlog.formats.mjai.naga import report_on
from mjlog.formats.mjai.tiles import TILES
from mjlog.formats.reader_findings import ReaderFindings
from mjlog.formats.riichi.assemble import (
    plays_without_red_fives,
    recorded_deals,
    recorded_game,
)
from mjlog.formats.riichi.deal_recorder import DealRecorder
from mjlog.formats.riichi.deal_start import ROUNDS, DealStart
from mjlog.formats.riichi.rules_member import rules_headers
from mjlog.formats.riichi.tenhou_numbers import NO_RED, SOUTH, THREE, GameType
from mjlog.model.findings import NOWHERE, Span
from mjlog.model.record import Game, Seat
from mjlog.model.tiles import KIND, UNKNOWN, Tile

BOTH_ROUNDS, EAST_ONLY = 0, 4
"""Values of ``kyoku_first`` for a game of two rounds and for a game of one round."""

Event = tuple[int, Object]


def read(data: bytes, _name: str = "") -> Iterator[Game]:
    """Yield the games in a file of mjai; a file without events yields one empty game.

    A game begins at each event `start_game`. Errors become findings (messages) of the game in which
    they are.
    """
    complaints = ReaderFindings()
    reader: _Reader | None = None
    for line, event in _events(data, complaints):
        kind = event.get("type")
        if kind == "start_game" and reader is not None:
            yield reader.game()
            reader = None
        if reader is None:
            reader = _Reader(event if kind == "start_game" else {}, complaints)
            complaints = ReaderFindings()
        reader.take(line, event)
    yield (reader or _Reader({}, complaints)).game()


def _events(data: bytes, complaints: ReaderFindings) -> Iterator[Event]:
    """Yield each event of a file as a pair: line number and JSON object.

    If a line has a list of events, they all get the number of this line. A line that is not an
    event adds a finding (a message about the error) to `complaints`. In the printed trace of a
    game, lines without an event are skipped.
    """
    if (wrapped := _wrapped(data, complaints)) is not None:
        yield from wrapped
        return
    lines = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").splitlines()
    traced = is_trace(data)
    for line, text in enumerate(lines, 1):
        if not text.strip() or (traced and not text.startswith("{")):
            continue
        try:
            events = _decoded(text)
        except (ValueError, RecursionError):
            complaints.at = Span(line, 1)
            complaints.add("format.json", "this line is no JSON, or breaks off; it is left out")
            continue
        for event in events if events and isinstance(events, list) else [events]:
            if within := events_within(event):
                yield from ((line, each) for each in within if isinstance(each, dict))
            elif isinstance(event, dict):
                yield line, event
            else:
                complaints.at = Span(line, 1)
                complaints.add("format.json", f"{shown(event)} is no event; it is left out")


def _wrapped(data: bytes, complaints: ReaderFindings) -> list[Event] | None:
    """Return the events that a file nests in reports or match objects; None if it has none.

    The file is JSON, or a saved page of the program NAGA. Each event is a pair: the line number 1,
    and the JSON object. Errors are added to `complaints`.
    """
    if not any(name in data for name in (b'"mjai_log"', b'"events"', b"pred")):
        return None
    try:
        value = json.loads(data.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError):
        value = report_on(data, complaints)
    wholes = value if isinstance(value, list) else [value]
    events = (each for whole in wholes for each in events_within(whole))
    return [(1, event) for event in events if isinstance(event, dict)] or None


_decode: Final = json.JSONDecoder().raw_decode


def _decoded(text: str) -> Any:
    """Decode a line of JSON, with the fast package msgspec if it is installed.

    A line that msgspec refuses is decoded by the standard library. Raise ValueError or
    RecursionError if the line is not JSON.
    """
    if quickly is not None:
        try:
            return quickly(text)
        except ODD:
            pass  # it accepts less than the standard library, and its messages differ
    return decode_line(text)


def decode_line(text: str) -> Any:
    """Decode a line of JSON with the standard library, faster than `json.loads`.

    Raise ValueError or RecursionError if the line is not JSON.
    """
    inner = text.strip(" \t\n\r")
    events, end = _decode(inner)
    if end != len(inner):
        raise ValueError(inner[end:])
    return events


class _Reader:
    """Converts the events of one game to a record."""

    def __init__(self, start: Object, complaints: ReaderFindings) -> None:
        self.complaints = complaints
        self.start = start
        self.seats = 4
        self.journals: list[DealRecorder] = []
        self.scores: tuple[int, ...] = ()
        self.over = False
        self.haipai: dict[Seat, tuple[Tile, ...]] = {}

    # ------------------------------------------------------------------ events

    def take(self, line: int, event: Object) -> None:
        """Read one event of the game; add a finding (a message) if the event is invalid.

        `line` is the number of its line in the file.
        """
        kind = event.get("type")
        self.complaints.deal = len(self.journals)
        self.complaints.at = Span(line, 1)
        try:
            if type(kind) is str and kind in _ACTS and self.journals:
                self._act(line, kind, event)
            else:
                self._take(line, kind, event)
        except WrongPartError as problem:
            leave_out(self.complaints, f"{kind!s:.20}", problem)

    def _take(self, line: int, kind: object, event: Object) -> None:
        """Read an event that is not an act, such as the start or end of a deal or of the game.

        An unknown event adds a warning. Raise `WrongPartError` if a member of the event is invalid,
        or if the event belongs to a deal but no deal has begun. `line` is the line number of the
        event, `kind` its type.
        """
        if kind in ("start_game", "hello", "none", "log", "end_kyoku"):
            return
        if kind == "start_kyoku":
            self._open(line, event)
        elif kind == "end_game":
            self.over = True
            given = entries(event, "scores")
            self.scores = scores(given, "scores", self.seats) if given else self.scores
        elif kind == "error":
            self.complaints.add(
                "format.truncated",
                f"the log ends in an error: {event.get('message')!s:.200}",
                "note",
            )
        elif not isinstance(kind, str) or kind not in TYPES:
            message = f"{kind!r:.30} is no event of mjai; it is left out"
            self.complaints.add("format.element", message, "warning")
        elif not self.journals:
            raise WrongPartError("no deal has begun")
        else:
            self._take_deal_event(line, kind, event)

    def _take_deal_event(self, line: int, kind: str, event: Object) -> None:
        """Read an event of the deal that is not an act: its result, an indicator or a dealt hand.

        `kind` is the type of the event, such as `hora`, and `line` its line number. Raise
        `WrongPartError` if a member is invalid.
        """
        journal = self.journals[-1]
        journal.line = line
        if kind in ("hora", "ryukyoku"):
            read_end(journal, kind, event)
        elif kind == "dora":
            journal.reveal(_tile(member(event, "dora_marker"), "dora_marker"))
        else:  # a dealt hand, an event that only the oldest logs have
            dealt = list(journal.opening.dealt)
            dealt[seat(event, "actor", self.seats)] = row(member(event, "pais"), "pais", _tile)
            journal.deal_hands(tuple(dealt))

    def _act(self, line: int, kind: str, event: Object) -> None:
        journal = self.journals[-1]
        journal.turns.at = line
        if journal.ended:
            raise WrongPartError("the deal is over")
        actor = seat(event, "actor", self.seats)
        match kind:
            case "tsumo":
                journal.draw(actor, _tile(member(event, "pai"), "pai"))
            case "dahai":
                tile = _tile(member(event, "pai"), "pai")
                drawn = optional(self.complaints, event, "tsumogiri", flag, None)
                journal.discard(actor, tile, drawn=drawn)
            case "reach":
                journal.riichi(actor)
            case "reach_accepted":
                journal.staked(actor)
            case "chi" | "pon" | "daiminkan":
                own = row(
                    member(event, "consumed"), "consumed", _tile, 3 if kind == "daiminkan" else 2
                )
                source = seat(event, "target", self.seats)
                journal.claim(actor, source, _tile(member(event, "pai"), "pai"), own)
            case "ankan":
                journal.concealed_kong(actor, row(member(event, "consumed"), "consumed", _tile, 4))
            case "kakan":
                tile = _tile(member(event, "pai"), "pai")
                optional(self.complaints, event, "consumed", _pung_of(tile), None)
                journal.added_kong(actor, tile)
            case _:
                optional(self.complaints, event, "pai", among(_NORTH), None)
                journal.north(actor)

    # ------------------------------------------------------------------ the beginning of a deal

    def _open(self, line: int, event: Object) -> None:
        hands = [row(hand, "tehais", _tile) for hand in entries(event, "tehais") or [[]] * 4]
        self.seats = 3 if self._three(hands) else 4
        dealer = seat(event, "oya", self.seats)
        opening = DealStart(
            self._hand(event),
            dealer,
            (*hands, *[()] * self.seats)[: self.seats],
            (_tile(event.get("dora_marker", "?"), "dora_marker"),),
            amount(event, "honba", 0),
            amount(event, "kyotaku", 0),
            scores(given, "scores", self.seats) if (given := entries(event, "scores")) else (),
        )
        self.complaints.deal += 1
        self.journals.append(
            DealRecorder(self.complaints, opening, self.seats, tells_of_stakes=True)
        )
        self.journals[-1].line = line

    def _three(self, hands: list[tuple[Tile, ...]]) -> bool:
        """Return whether the game has three players.

        This is so if the deal has three hands, if the game has three names, or if the fourth of
        four hands is empty and another hand is not empty.
        """
        names = self.start.get("names")
        if len(hands) == 3 or (isinstance(names, list) and len(names) == 3):
            return True
        return any(hands) and len(hands) > 3 and not hands[3]

    @staticmethod
    def _hand(event: Object) -> int | None:
        if "bakaze" not in event:
            return None
        wind, place = words(event["bakaze"], "bakaze"), number(event, "kyoku", 1)
        if wind not in ROUNDS or len(wind) != 1 or not 1 <= place <= 4:
            raise WrongPartError(f"there is no deal {wind!s:.10}{place}")
        return 4 * ROUNDS.index(wind) + place - 1

    # ------------------------------------------------------------------ the whole

    def game(self) -> Game:
        """Return the game with all events read so far, and the findings (messages) about them."""
        deals = recorded_deals(self.journals, self.complaints, over=self.over)
        players = optional(self.complaints, self.start, "names", _players, ())
        pairs = [*rules_headers(self.start, self._kind().rules), ("Source", "mjai")]
        if self.over and self.scores:
            pairs.append(("Final-Score", " ".join(str(score) for score in self.scores)))
        self.complaints.at = NOWHERE
        seated = [players[seat] if seat < len(players) else "?" for seat in range(self.seats)]
        return recorded_game(pairs, seated, deals, self.complaints)

    def _kind(self) -> GameType:
        say, start = self.complaints, self.start
        length = optional(say, start, "gametype", words, "")
        first = optional(say, start, "kyoku_first", among(BOTH_ROUNDS, EAST_ONLY), BOTH_ROUNDS)
        has_red = optional(say, start, "aka_flag", flag, True)
        has_red = has_red and not plays_without_red_fives(self.journals)
        bits = SOUTH
        if length == "tonpu" or first == EAST_ONLY:
            bits = 0
        bits |= 0 if has_red else NO_RED
        return GameType(bits | (THREE if self.seats == 3 else 0))


_NORTH: Final = "N"
_ACTS: Final = frozenset({
    "tsumo", "dahai", "chi", "pon", "daiminkan", "ankan", "kakan", "nukidora", "kita", "reach",
    "reach_accepted",
})  # fmt: skip
"""Events that are acts of players."""


def _players(value: Any, name: str) -> tuple[str, ...]:
    return named_players(value, name, 3, 4)


def _pung_of(tile: Tile) -> Callable[[Any, str], None]:
    """Return a function that checks the three tiles of a pung to which `tile` is added.

    The function takes a JSON list and the name of its member. It raises `WrongPartError` if the
    list does not have three tiles, or if a tile is of another kind than `tile`.
    """

    def read(value: Any, name: str) -> None:
        tiles = row(value, name, _tile, 3)
        if {KIND[each] for each in tiles} - {KIND[tile], UNKNOWN}:
            raise WrongPartError(f"{name!r} is {shown(value)}, three tiles like 'pai' are expected")

    return read


def _tile(value: Any, _name: str) -> Tile:
    if type(value) is str and value in TILES:
        return TILES[value]
    return lookup(TILES, value, "tile of mjai")
