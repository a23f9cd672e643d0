"""Reads mjx (``mjxproto``).

Each line is a state of the simulator, which is one deal, with Tenhou's tile ids, meld words and
yaku numbers. A state is turned into the elements that Tenhou would have written, so that one reader
serves both formats.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeVar

from mjlog.formats.format import content_of
from mjlog.formats.json_parts import (
    Object,
    WrongPartError,
    forgiving,
    member,
    number,
    row,
    seat,
    shown,
    table,
    whole_number,
    words,
)
from mjlog.formats.json_text import document
from mjlog.formats.riichi.deal_start import one_line
from mjlog.formats.riichi.tenhou_numbers import IDS, SOUTH, GameType
from mjlog.formats.tenhou_xml.context import Context, Places
from mjlog.formats.tenhou_xml.elements import ROOT, Attributes, Elements
from mjlog.formats.tenhou_xml.reader import deals_of
from mjlog.model.findings import NOWHERE
from mjlog.model.record import SEATS, Game, Header

_Part = TypeVar("_Part")
_STAKE: Final = 1000
_HUNDRED: Final = 100
_MELD_WORDS: Final = 1 << 16
_PREFIX: Final = "EVENT_TYPE_"
_CALLS: Final = frozenset(
    {"CHI", "PON", "CLOSED_KAN", "OPEN_KAN", "ADDED_KAN"}
    | {"CHI", "PON", "KAN_CLOSED", "KAN_OPENED", "KAN_ADDED"}
)
_WASHOUTS: Final = {
    "EXHAUSTIVE_DRAW_NORMAL": "",
    "EXHAUSTIVE_DRAW_NAGASHI_MANGAN": "nm",
    "ABORTIVE_DRAW_NINE_TERMINALS": "yao9",
    "ABORTIVE_DRAW_FOUR_RIICHIS": "reach4",
    "ABORTIVE_DRAW_THREE_RONS": "ron3",
    "ABORTIVE_DRAW_FOUR_KANS": "kan4",
    "ABORTIVE_DRAW_FOUR_WINDS": "kaze4",
}
_PASSED_OVER: Final = frozenset({"NO", "PASS", "DUMMY"})
"""Events which only say that a player passes."""


# The parameters are those that all readers have.
def read(data: bytes, _name: str = "", *, wall: bool = True) -> Iterator[Game]:  # noqa: ARG001
    """Yield one game from a file that has the state of a deal, in JSON, on each line.

    The file may also be a JSON list of states. `wall` is ignored, because the format has no wall.
    Raise `Unreadable` if the file begins like a list but is not JSON.
    """
    if content_of(data).startswith(b"["):
        data = b"\n".join([json.dumps(state).encode() for state in document(data)])
    context = Context(kind=GameType(SOUTH), places=Places(data))
    log = Elements()
    log.add(None, (ROOT, {}), 0)
    last: Object = {}
    offset = 0
    for line in data.splitlines(keepends=True):
        if line.strip():
            last = _line(line, log, context, offset) or last
        offset += len(line)
    deals = deals_of(log, context)
    context.findings.sort(key=lambda finding: (finding.place.line, finding.place.column))
    yield Game(tuple(_headers(context, last)), deals, findings=tuple(context.findings))


def _line(line: bytes, log: Elements, context: Context, offset: int) -> Object | None:
    """Read one line of the file, which is a deal; return its decoded JSON object.

    The deal is converted to elements of a Tenhou log, which are added to `log`. If the line cannot
    be read, return None, and add a finding (a message about the error) to `context`. `offset` is
    the byte offset of the line in the file.
    """
    context.deal = sum(1 for name, _ in log.named.values() if name == "INIT") + 1
    try:
        given = json.loads(line.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError):
        context.deal = 0
        context.complain(
            "format.json", "this line is no JSON, or breaks off; it is left out", offset
        )
        return None
    try:
        state = table(given, "state")
        reader = _State(state)
        elements = list(reader.elements())
    except WrongPartError as problem:
        context.deal = 0
        context.complain(
            "format.attribute", f"a deal cannot be read: {problem}; it is left out", offset
        )
        return None
    for message in reader.odd:
        context.complain("format.element", message, offset, "warning")
    for move, named in elements:
        log.add(move, named, offset)
    return state


def _headers(context: Context, last: Object) -> Iterator[Header]:
    yield Header("Rules", context.kind.rules)
    yield Header("Source", "mjx")
    context.deal, context.at = 0, NOWHERE
    if tens := _final_score(context, last):
        yield Header("Final-Score", " ".join(str(ten) for ten in tens))
    names = last.get("publicObservation", {}).get("playerIds") or []
    if not isinstance(names, list):
        context.add("format.attribute", f"'playerIds' is {shown(names)}, a list is expected")
        names = []
    for chair, name in zip(SEATS, [*names, "?", "?", "?", "?"], strict=False):
        yield Header(chair, one_line(name) or "?")


def _final_score(context: Context, last: Object) -> tuple[int, ...]:
    """Return the players' points at the end of the game.

    Return an empty tuple if `last`, the last state of the file, does not have them.
    """
    end = last.get("roundTerminal")
    if not isinstance(end, dict) or not end.get("isGameOver") or "finalScore" not in end:
        return ()
    totals: list[int] = []
    with forgiving(context, "the final score"):
        final = table(end["finalScore"], "finalScore")
        totals += row(member(final, "tens"), "tens", whole_number, len(SEATS))
    return tuple(totals)


_Element = tuple[tuple[int, int, bool] | None, tuple[str, Attributes] | None]


class _State:
    """One deal, decoded from a state of the simulator.

    It has the acts that all players saw, the tiles that each player drew, and the deal's end.
    """

    def __init__(self, state: Object) -> None:
        self.seen = table(member(state, "publicObservation"), "publicObservation")
        private = row(
            member(state, "privateObservations"), "privateObservations", table, len(SEATS)
        )
        self.hands = [
            _ids(table(member(each, "initHand"), "initHand").get("closedTiles")) for each in private
        ]
        self.draws = [iter(_ids(each.get("drawHistory"))) for each in private]
        self.end = _table(state, "roundTerminal")
        self.start = _table(self.seen, "initScore")
        self.tens = list(row(member(self.start, "tens"), "tens", _hundreds, len(SEATS)))
        self.dora = list(_ids(self.seen.get("doraIndicators")))
        self.are_wins_read = False
        self.odd: list[str] = []
        """What is wrong with single events, which are left out."""

    def elements(self) -> Iterator[_Element]:
        """Convert the deal to elements of a Tenhou log, and yield them in order.

        The reader of Tenhou's XML then builds the deal from these elements.
        """
        yield None, ("INIT", self._init())
        for event in _row(self.seen, "events", table):
            kind = words(event.get("type", "DISCARD"), "type").removeprefix(_PREFIX)
            yield from self._event(kind, event)

    def _init(self) -> Attributes:
        if not self.dora:
            raise WrongPartError("'doraIndicators' is empty")
        hand = number(self.start, "round", 0)
        seed = [hand, number(self.start, "honba", 0), number(self.start, "riichi", 0), self.dora[0]]
        hands = {f"hai{place}": _joined(ids) for place, ids in enumerate(self.hands)}
        scores = _joined([ten // _HUNDRED for ten in self.tens])
        return {"seed": _joined(seed), "ten": scores, "oya": str(hand % len(SEATS)), **hands}

    def _event(self, kind: str, event: Object) -> Iterator[_Element]:
        who = seat(event, "who", len(SEATS), 0)
        if kind in ("DRAW", "DISCARD", "TSUMOGIRI"):
            yield self._moved(kind, event, who), None
        elif kind in _CALLS:
            yield None, ("N", {"who": str(who), "m": str(_meld_word(event.get("open", 0), "open"))})
        elif kind == "RIICHI":
            yield None, ("REACH", {"who": str(who), "step": "1"})
        elif kind == "RIICHI_SCORE_CHANGE":
            self.tens[who] -= _STAKE
            yield None, ("REACH", {"who": str(who), "step": "2"})
        elif kind == "NEW_DORA":
            yield None, ("DORA", {"hai": str(_tile(event, "tile"))})
        else:
            yield from self._end(kind)

    def _moved(self, kind: str, event: Object, who: int) -> tuple[int, int, bool]:
        """Convert a draw or discard to a tuple: seat, tile id, and True for a draw.

        `kind` is the type of the event, and `who` the seat. The event of a draw does not name its
        tile, so the next tile from the player's list of drawn tiles is used. Raise `WrongPartError`
        if this list is used up.
        """
        if kind != "DRAW":
            return who, _tile(event, "tile"), False
        drawn = next(self.draws[who], None)
        if drawn is None:
            raise WrongPartError(f"seat {who} draws more than it is said to have drawn")
        return who, drawn, True

    def _end(self, kind: str) -> Iterator[_Element]:
        """Yield the elements of a Tenhou log for an event that ends the deal.

        `kind` is the type of the event. At the first win, the elements of all winners are yielded;
        at further wins, nothing. An event of unknown type yields nothing, and adds a message to the
        list `odd`.
        """
        if kind in ("TSUMO", "RON"):
            if not self.are_wins_read:
                self.are_wins_read = True
                yield from self._wins()
        elif kind in _WASHOUTS:
            yield None, ("RYUUKYOKU", self._washout(_WASHOUTS[kind]))
        elif kind not in _PASSED_OVER:
            self.odd.append(f"{shown(kind)} is no event of mjx; it is left out")

    def _wins(self) -> Iterator[_Element]:
        for win in _row(self.end, "wins", table):
            hand = table(member(win, "hand"), "hand")
            who = seat(win, "who", len(SEATS), 0)
            yakus = _numbers(win.get("yakus"), "yakus")
            pairs = zip(yakus, _row(win, "fans", whole_number, len(yakus)), strict=True)
            given = {
                "hai": _joined(_ids(hand.get("closedTiles"))),
                "m": _joined(_row(hand, "opens", _meld_word)[::-1]),
                "machi": str(_tile(win, "winTile")),
                "ten": ",".join(str(number(win, key)) for key in ("fu", "ten") if key in win)
                or "0",
                "yaku": _joined([each for pair in pairs for each in pair]),
                "who": str(who),
                "fromWho": str(seat(win, "fromWho", len(SEATS), 0)),
                "sc": self._changes(win),
            }
            if win.get("yakumans"):
                given["yakuman"] = _joined(_numbers(win["yakumans"], "yakumans"))
            if win.get("uraDoraIndicators"):
                given["doraHaiUra"] = _joined(_ids(win["uraDoraIndicators"]))
            yield None, ("AGARI", given | self._over())

    def _washout(self, kind: str) -> Attributes:
        end = _table(self.end, "noWinner")
        given = {"sc": self._changes(end), "type": kind}
        for ready in _row(end, "tenpais", table):
            hand = table(member(ready, "hand"), "hand")
            given[f"hai{seat(ready, 'who', len(SEATS), 0)}"] = _joined(
                _ids(hand.get("closedTiles"))
            )
        return given | self._over()

    def _changes(self, end: Object) -> str:
        """Return the text of Tenhou's attribute `sc`, and update the players' points in `tens`.

        `sc` has for each player the points before the win or draw and their change, in hundreds.
        `end` is the JSON object of the win or draw. If several players win, this is called once for
        each win, so the second text begins with the points after the first win.
        """
        ten_changes = end.get("tenChanges") or [0] * len(SEATS)
        changes = row(ten_changes, "tenChanges", _hundreds, len(SEATS))
        column = [
            each // _HUNDRED for pair in zip(self.tens, changes, strict=True) for each in pair
        ]
        self.tens = [ten + change for ten, change in zip(self.tens, changes, strict=True)]
        return _joined(column)

    def _over(self) -> Attributes:
        if not self.end.get("isGameOver"):
            return {}
        return {"owari": ""}


def _ids(value: Any) -> tuple[int, ...]:
    return row(value or [], "tiles", _id)


def _tile(given: Object, name: str) -> int:
    """Return the tile id in the member `name`; 0 if it is missing.

    The format leaves out members that are zero.
    """
    return _id(given.get(name, 0), name)


def _id(value: Any, name: str) -> int:
    tile = whole_number(value, name)
    if not 0 <= tile < IDS:
        raise WrongPartError(f"{name!r} has {tile}, tiles are 0 to {IDS - 1}")
    return tile


def _meld_word(value: Any, name: str) -> int:
    word = whole_number(value, name)
    if not 0 <= word < _MELD_WORDS:
        raise WrongPartError(f"{name!r} has {word}, which is no meld of 16 bits")
    return word


def _hundreds(value: Any, name: str) -> int:
    points = whole_number(value, name)
    if points % _HUNDRED:
        raise WrongPartError(f"{name!r} has {points}, points come in hundreds")
    return points


def _numbers(value: Any, name: str) -> tuple[int, ...]:
    return row(value or [], name, whole_number)


def _joined(numbers: Sequence[int]) -> str:
    return ",".join(str(each) for each in numbers)


def _row(
    given: Object, name: str, part: Callable[[Any, str], _Part], length: int | None = None
) -> tuple[_Part, ...]:
    """Return the list in the member `name` as a tuple; empty if it is missing.

    The format leaves out empty lists. The function `part` converts each element; `length` is the
    number of elements that the list must have.
    """
    return row(given.get(name) or [], name, part, length)


def _table(given: Object, name: str) -> Object:
    """Return the object in the member `name`; an empty object if it is missing.

    The format leaves out objects whose members all have their default values.
    """
    return table(given.get(name) or {}, name)
