"""Turns a `Game` into its JSON form and back, and validates it by the schema.

A game read from JSON is written in notation and read again, so both forms have the same records and
the same limits. What breaks the schema is reported, and kept as far as a record can keep it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from mjlog.model.findings import NOWHERE, Finding, Place
from mjlog.model.record import SEATS, Deal, Entry, Game, Header, Kept, Line, Note, Seat, Turn
from mjlog.notation.grammar import GrammarError
from mjlog.notation.json_format.json_fields import (
    Object,
    act_object,
    act_of,
    line_object,
    line_of,
    pairs_object,
    pairs_of,
)
from mjlog.notation.json_format.schema_errors import words
from mjlog.notation.json_format.schema_validator import schema_validator
from mjlog.notation.limits import STANDARD, Limits
from mjlog.notation.lines.line_order import rank
from mjlog.notation.play.spelling import spell
from mjlog.notation.play.words import is_unreadable, memo, unreadable
from mjlog.notation.reader import read
from mjlog.notation.writer import write

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

Path = tuple[str | int, ...]
LOST: Final = "unreadable"
"""First word of a line that keeps an unreadable member."""
_SHOWN: Final = 160
_LISTS: Final = frozenset({"lines", "turns", "notes", "jumps", "ledger"})


# --------------------------------------------------------------------------- a game to objects


def to_json(game: Game) -> Object:
    """Convert a game to its JSON form, which follows `schemas/record.schema.json`.

    The result consists of dicts, lists, strings and numbers.

    >>> to_json(Game((Header("Rules", "taiyuan/1"),)))
    {'mjlog': '1.0', 'headers': [{'key': 'Rules', 'value': 'taiyuan/1'}], 'deals': []}
    """
    turns = ([*map(_turn_object, deal.turns)] for deal in game.deals)
    return _header_members(game) | {"deals": [*map(_deal_object, game.deals, turns)]}


def json_text(game: Game) -> str:
    """Return the JSON form of a game as text on one line; this is faster than encoding `to_json`.

    The text of each turn is cached, because most turns occur in many games.

    >>> json_text(Game((Header("Rules", "taiyuan/1"),)))
    '{"mjlog": "1.0", "headers": [{"key": "Rules", "value": "taiyuan/1"}], "deals": []}'
    """
    members = {name: _encoded(value) for name, value in _header_members(game).items()}
    return _object_text(members | {"deals": _list_text(map(_deal_text, game.deals))})


def _deal_text(deal: Deal) -> str:
    members = {name: _encoded(value) for name, value in _deal_object(deal, []).items()}
    if deal.turns:
        members["turns"] = _list_text(map(_turn_text, deal.turns))
    return _object_text(members)


@lru_cache(maxsize=1 << 16)
def _turn_text(turn: Turn) -> str:
    return _encoded(_turn_object(turn))


def _object_text(members: Mapping[str, str]) -> str:
    members_as_text = (f'"{name}": {text}' for name, text in members.items())
    return f"{{{', '.join(members_as_text)}}}"


def _list_text(texts: Iterable[str]) -> str:
    return f"[{', '.join(texts)}]"


_encoded: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
"""Function that encodes objects as JSON.

Objects here are trees, so the slow check for cycles is left out.
"""


def _header_members(game: Game) -> Object:
    """Return the members of a game's JSON form that come before its deals: version and headers."""
    made: Object = {"mjlog": game.version, "headers": [*map(_header_object, game.headers)]}
    return made | ({"kept": [*game.kept]} if game.kept else {})


def _header_object(head: Header) -> Object:
    return {"key": head.key, "value": head.value} | ({"critical": True} if head.critical else {})


def _deal_object(deal: Deal, turns: Sequence[Object]) -> Object:
    members: Object = {
        "label": deal.label,
        "attributes": pairs_object(deal.attributes),
        "comment": deal.comment,
        "lines": [*map(_line_object, deal.lines)],
        "turns": turns,
        "notes": [
            {"after": index + 1, "sort": note.sort, "text": note.text} for index, note in deal.notes
        ],
        "jumps": [{"turn": index + 1, "number": number} for index, number in deal.jumps],
        "ledger": [*map(_entry_object, deal.ledger)],
    }
    return {name: value for name, value in members.items() if value}


def _line_object(line: Line) -> Object:
    return line_object(line.content) | ({"comment": line.comment} if line.comment else {})


def _turn_object(turn: Turn) -> Object:
    made: Object = {"seat": SEATS[turn.seat], "word": turn.word}
    if turn.stood:
        made["stood"] = True
    if not is_unreadable(turn):
        made["acts"] = [*map(act_object, turn.acts)]
    return made


def _entry_object(entry: Entry) -> Object:
    members: Object = {
        "number": entry.number,
        "clock": entry.clock,
        "author": entry.author,
        "chain": entry.chain,
        "text": entry.text,
    }
    return {name: value for name, value in members.items() if value or name in _OF_ENTRIES}


_OF_ENTRIES: Final = frozenset({"number", "author", "text"})
"""Members that every entry of a ledger has."""


# --------------------------------------------------------------------------- objects to a game


def from_json(made: object, *, limits: Limits = STANDARD) -> Game:
    """Convert the JSON form of a game back to a game.

    Everything that breaks the schema becomes a finding that contains a JSON pointer. An invalid
    line is kept as an unknown line, an invalid turn as an unreadable turn. Findings name the deal,
    go-around and seat, but no line and column. Raises `Unreadable` if the data is larger than the
    limit.
    """
    findings, broken = _faults(made, limits.findings)
    if not isinstance(made, dict):
        return Game(kept=(_lost(made),), findings=findings)
    meant = _Maker(made, broken).game()
    reread = read(write(meant), limits=limits)
    more = list(_otherwise(meant, reread))
    for finding in reread.findings:
        place = replace(finding.place, line=0, column=0)
        more.append(replace(finding, place=place))
    headers = tuple(replace(head, span=NOWHERE) for head in reread.headers)
    return replace(
        reread, headers=headers, deals=tuple(map(_bare, reread.deals)), findings=(*findings, *more)
    )


def _faults(made: object, most: int) -> tuple[tuple[Finding, ...], frozenset[Path]]:
    """Check a JSON document by the schema; return its findings and the paths of its invalid parts.

    A path is a tuple such as ``("deals", 0, "turns", 3)``; the part there must not be read. At most
    `most` findings are returned; if there are more errors, a last finding says so. An unknown
    member is reported, but has no path in the result, because nobody reads it.
    """
    errors = list(islice(schema_validator().iter_errors(made), most + 1))
    findings = [*dict.fromkeys(map(_finding, errors[:most]))]
    if len(errors) > most:
        findings.append(
            Finding(
                "syntax.too_many",
                "error",
                f"more than {most} members break the schema; not all are told",
            )
        )
    unread = {
        _member(tuple(error.absolute_path))
        for error in errors
        if error.validator != "additionalProperties"
    }
    return tuple(findings), frozenset(unread)


def _finding(error: ValidationError) -> Finding:
    path = tuple(error.absolute_path)
    pointer = (
        "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)
        or "the document"
    )
    sentence = words(error)
    sentence = sentence if len(sentence) <= _SHOWN else sentence[:_SHOWN] + " …"
    deal = 0
    if len(path) > 1 and path[0] == "deals" and isinstance(path[1], int):
        deal = path[1] + 1
    return Finding(f"schema.{error.validator}", "error", f"{pointer}: {sentence}", Place(deal=deal))


def _member(path: Path) -> Path:
    """Return the path of the part that cannot be read because of an error at `path`.

    A path leads to a part of the JSON document. The result leads to the whole turn, line or header
    that contains the error, or to a member of a deal or of the document: an error inside an act,
    for example, makes the whole turn unreadable.
    """
    if path[:1] == ("deals",) and len(path) > 2:
        if path[2] in _LISTS:
            return path[:4]
        return path[:3]
    if path[:1] in {("deals",), ("headers",), ("kept",)}:
        return path[:2]
    return path[:1]


def _lost(made: object) -> str:
    return f"{LOST} {json.dumps(made, ensure_ascii=True, default=str)}"


class _Maker:
    """Converts a JSON document to a game.

    A part whose path is in `broken` is kept as text, or left out if a record has no place for it.
    """

    def __init__(self, made: Object, broken: frozenset[Path]) -> None:
        self.made = made
        self.broken = broken

    def game(self) -> Game:
        headers, kept, deals = (
            self._elements((name,), self.made) for name in ("headers", "kept", "deals")
        )
        lost = [_lost(element) for _, element, whole in (*headers, *kept) if not whole]
        return Game(
            tuple(
                Header(h["key"], h["value"], h.get("critical", False))
                for _, h, whole in headers
                if whole
            ),
            tuple(
                self._deal(path, deal) if isinstance(deal, dict) else _lost_deal(deal)
                for path, deal, _ in deals
            ),
            self._plain((), self.made, "mjlog", "1.0"),
            (*(text for _, text, whole in kept if whole), *lost),
        )

    def _elements(self, path: Path, made: Object) -> list[tuple[Path, Any, bool]]:
        """Return the elements of a list in the JSON document, as tuples (path, element, is valid).

        `path` leads to the list; its last part is the name of the list in the object `made`. The
        result is empty if the list is missing or invalid.
        """
        elements = made.get(str(path[-1]), [])
        if path in self.broken or not isinstance(elements, list):
            return []
        return [
            ((*path, place), element, (*path, place) not in self.broken)
            for place, element in enumerate(elements)
        ]

    def _plain(self, path: Path, made: Object, name: str, default: str) -> Any:
        if (*path, name) in self.broken:
            return default
        return made.get(name, default)

    def _deal(self, path: Path, made: Object) -> Deal:
        lines, turns, notes, jumps, ledger = (
            self._elements((*path, name), made)
            for name in ("lines", "turns", "notes", "jumps", "ledger")
        )
        lost = [
            Line(Kept(_lost(element)))
            for _, element, whole in (*notes, *jumps, *ledger)
            if not whole
        ]
        lines_in_order = [_line(line, whole=whole) for _, line, whole in lines] + lost
        lines_in_order.sort(key=lambda line: rank(line.content))
        return Deal(
            self._plain(path, made, "label", ""),
            pairs_of(self._plain(path, made, "attributes", "") or []),
            tuple(_turn(element) if whole else _lost_turn(element) for _, element, whole in turns),
            tuple(lines_in_order),
            tuple(
                (note["after"] - 1, Note(note["sort"], note["text"]))
                for _, note, whole in notes
                if whole
            ),
            tuple((jump["turn"] - 1, jump["number"]) for _, jump, whole in jumps if whole),
            tuple(_entry(entry) for _, entry, whole in ledger if whole),
            self._plain(path, made, "comment", ""),
        )


def _lost_deal(made: object) -> Deal:
    return Deal("", lines=(Line(Kept(_lost(made))),))


def _line(made: Object, *, whole: bool) -> Line:
    if not whole:
        return Line(Kept(_lost(made)))
    return Line(line_of(made), made.get("comment", ""))


def _turn(made: Object) -> Turn:
    """Convert a valid JSON object of a turn into the turn.

    A turn without a word gets the word that its acts give; a turn without acts gets the acts that
    are read from its word.
    """
    seat, stood = SEATS.index(made["seat"]), made.get("stood", False)
    acts = tuple(act_of(act, seat) for act in made.get("acts", ()))
    if "word" not in made:
        return Turn(seat, spell(acts, stood=stood), acts, stood)
    if not acts:  # without acts, nobody knows which turns are on the same line
        turn = _turn_of_word(seat, made["word"])
        acts, stood = turn.acts, turn.stood
    return Turn(seat, made["word"], acts, stood)


def _turn_of_word(seat: Seat, word: str) -> Turn:
    """Read the text of a JSON turn that has no acts, such as ``2s-8m``, and return the turn.

    If the text cannot be read, or begins with a seat as in ``B:5m.``, return an unreadable turn
    that keeps the text.
    """
    try:
        turn = memo(len(SEATS)).turn(seat, word)
    except GrammarError:
        return unreadable(seat, word)
    if word[1:2] != ":":
        return turn
    return unreadable(seat, word)


def _lost_turn(made: object) -> Turn:
    """Return a turn without acts that stands for an invalid member of the JSON document.

    Its word is ``lost/`` with the letters and digits of the member's word; a reader cannot mistake
    this for a real turn. The seat is A if the member has no valid seat.
    """
    given: Object = made if isinstance(made, dict) else {}
    seat, word = given.get("seat"), str(given.get("word") or "lost")
    kept = "".join(filter(str.isalnum, word))
    place = list(SEATS).index(seat) if seat in list(SEATS) else 0
    return Turn(place, f"lost/{kept}", ())


def _entry(made: Object) -> Entry:
    clock, chain = made.get("clock", ""), made.get("chain", "")
    return Entry(made["number"], clock, made["author"], made["text"], chain)


# --------------------------------------------------------------------------- comparison


def _otherwise(meant: Game, reread: Game) -> Iterator[Finding]:
    """Yield a finding for each part of a JSON document that is lost when it is written as text.

    `meant` is the game of the document; `reread` is this game after it was written in mjlog's
    notation and read again. A part is lost if the notation cannot express it, or if the acts of a
    turn in the document contradict the text of the turn.
    """
    if _frame(meant) != _frame(reread):
        yield _different(0, "headers or lines before the first deal")
    if len(meant.deals) != len(reread.deals):
        yield _different(0, "deals")
        return
    for number, (one, other) in enumerate(zip(meant.deals, reread.deals, strict=True), 1):
        compared = _BESIDE_PLAY if one.ledger and not one.turns else _PARTS
        parts = [name for name in compared if _part(one, name) != _part(other, name)]
        if parts:
            yield _different(number, ", ".join(parts))
        elif one.turns:
            yield from _acts_otherwise(one, other, number)


def _frame(game: Game) -> tuple[object, ...]:
    """Return a tuple with a game's headers, unknown lines before the first deal, and version.

    Used to compare two games without their deals.
    """
    return game.headers, game.kept, game.version


_PARTS: Final = ("label", "attributes", "comment", "lines", "turns", "notes", "jumps", "ledger")
_BESIDE_PLAY: Final = ("label", "attributes", "comment", "ledger")
"""Parts to compare of a deal that has a ledger but no turns."""


def _part(deal: Deal, name: str) -> object:
    if name != "turns":
        return getattr(deal, name)
    return list(map(_as_written, deal.turns))


_as_written: Final = attrgetter("seat", "word")


def _different(deal: int, what: str) -> Finding:
    words = (
        f"notation cannot say this as it stands ({what}); the record is what the canonical "
        f"text says"
    )
    return Finding("schema.text", "error", words, Place(deal=deal))


def _acts_otherwise(meant: Deal, reread: Deal, number: int) -> Iterator[Finding]:
    for place, (turn, read_turn) in enumerate(zip(meant.turns, reread.turns, strict=True)):
        if turn.acts and (turn.acts, turn.stood) != (read_turn.acts, read_turn.stood):
            words = (
                f"/deals/{number - 1}/turns/{place}: the word {turn.word} says other acts; it "
                f"is believed"
            )
            yield Finding("schema.acts", "error", words, Place(deal=number, seat=turn.seat))


# --------------------------------------------------------------------------- findings and places


def _bare(deal: Deal) -> Deal:
    """Return a copy of a deal without line and column numbers.

    Used for a game that was read from text which no file contains, so that its numbers mean
    nothing.
    """
    return replace(
        deal,
        lines=tuple(replace(line, span=NOWHERE) for line in deal.lines),
        ledger=tuple(replace(entry, span=NOWHERE) for entry in deal.ledger),
        span=NOWHERE,
        places=None,
    )
