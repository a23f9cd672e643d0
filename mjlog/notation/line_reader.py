"""The fast road for lines: plain string work for the forms people and programs write.

Each function answers None on any doubt; the grammar then decides. It never takes what the grammar
refuses, nor reads it differently: a property test holds both roads together.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, Literal

from mjlog.model.record import (
    NOBODY,
    SEATS,
    TABLE,
    BonusLine,
    Content,
    Dealt,
    Indicators,
    Items,
    Next,
    NoWin,
    Pay,
    Points,
    ReadySeats,
    Remark,
    Ruling,
    Seat,
    Show,
    ShownMeld,
    Tenpai,
    Wall,
    WinLine,
)
from mjlog.model.tiles import TILES, Tile
from mjlog.notation.statements import Booked, Edit, Fact, Move, Statement, Strange
from mjlog.notation.tile_words import hand_of, tiles_of
from mjlog.notation.tokens import BLANKS, pair_of, scan, trailing_comment

_SEAT: Final = {
    name: seat for seat, letter in enumerate(SEATS) for name in (letter, letter.lower())
}
_PAYERS: Final = {**_SEAT, "table": TABLE}
_SIGNS: Final[dict[str, Literal["+", "^", "*"]]] = {"+": "+", "^": "^", "*": "*"}
_NAME: Final = re.compile(r"[a-z][a-z0-9-]*")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}")
_AMOUNT: Final = re.compile(r"[+-]?[0-9]{1,9}|\?")
_ITEM: Final = re.compile(r"[^ \t\n,;{}()0-9+?-][^ \t\n,;{}()]*")
_PAIR: Final = re.compile(r"[^ \t\n(){};=]+(?:=[^ \t\n(){};]+)?")
_CAUSE: Final = re.compile(r"[^ \t\n(){};,]+")
_BARE: Final = re.compile(r"[A-Da-d]:|[-+*^&/_#~?=J0-9]|[eswnhgr](?![A-Za-zＡ-Ｚａ-ｚ])")
_STRANGE: Final = re.compile(r"[a-z][a-z][a-z_-]*(?![^ \t\n])")
_OTHER: Final = re.compile(r"[^ \t\n@({;$)}0-9]")
_TURN_NUMBER: Final = re.compile(r"([0-9]{1,6})\.")
_NUMBERED: Final = re.compile(r"[0-9]{4,9}(?![^ \t.])")
_ENTRY: Final = re.compile(
    r"([0-9]{4,9})[ \t]+(?:([0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?)[ "
    r"\t]+)?([A-Z][A-Za-z0-9_-]*)[ \t]+(?=[^ \t])"
)
_VERB: Final = re.compile(r"(?:fix|del|ins)[ \t]")
_EDIT: Final = re.compile(r"(fix|del|ins)[ \t]+([0-9]{4,9})(?:\.\.([0-9]{4,9}))?(?![^ \t])[ \t]*")


def statement(text: str) -> Statement | None:
    """What a line of a deal is; `text` bears no blanks around it."""
    if number := _TURN_NUMBER.match(text):
        return Move(int(number[1]), *scan(text, number.end()))
    if _NUMBERED.match(text):
        entry = _ENTRY.match(text)
        return _booked(text, entry) if entry else None
    word, rest = keyword(text)
    if word is not None:
        return fact(word, rest)
    if _STRANGE.match(text):
        return Strange(text)
    if text[0] in "{;$(" or _BARE.match(text):
        return Move(-1, *scan(text, 0))
    return Strange(text) if _OTHER.match(text) else None


def sort_of(text: str) -> str:
    """What a line of a deal looks like.

    Its keyword, or one of ``blank head entry play remark unknown``.
    """
    if not text:
        return "blank"
    if text[0] == "@":
        return "head"
    if _TURN_NUMBER.match(text):
        return "play"
    if _NUMBERED.match(text):
        return "entry"
    word, _ = keyword(text)
    if word is not None:
        return "remark" if word in ("sign", "note") else word
    plays = text[0] in "{;$(" or _BARE.match(text)
    return "play" if plays and not _STRANGE.match(text) else "unknown"


def inner_of_entry(text: str) -> int:
    """Where a line of a ledger says something.

    Behind the author, or behind the number that it mends.
    """
    entry = _ENTRY.match(text)
    if entry is None:
        return len(text)
    edit = _EDIT.match(text, entry.end())
    if edit:
        return edit.end()
    return entry.end()


def keyword(text: str) -> tuple[str | None, str]:
    """The keyword that a line begins with and the rest, or None."""
    word, _, rest = text.partition(" ")
    if word in FACTS:
        return word, rest.strip(BLANKS)
    found = _KEYWORD.match(text)
    if not found:
        return (None, text)
    return (found[1], text[found.end() :].strip(BLANKS))


def fact(word: str, rest: str) -> Fact | None:
    """The fact, claim or ruling of a line with that keyword."""
    comment = ""
    if ("{" in rest or ";" in rest) and word not in ("note", "sign"):
        start = min(place for place in (rest.find("{"), rest.find(";")) if place >= 0)
        said = trailing_comment(rest[start:])
        if said is None:
            return None
        rest, comment = rest[:start].rstrip(BLANKS), said
    content = FACTS[word](rest)
    if content is None:
        return None
    return Fact(content, comment)


def _booked(text: str, entry: re.Match[str]) -> Booked | None:
    number, clock, author = entry.groups()
    place = entry.end()
    edit = _EDIT.match(text, place)
    behind = edit.end() if edit else place
    if text.startswith("..", behind) or (not edit and _VERB.match(text, place)):
        return None
    inner = _inner(text, behind)
    if inner is None and not (edit and edit.end() == len(text)):
        return None
    if isinstance(inner, Move) and not inner.sound:
        return None
    change = None
    if edit:
        change = Edit(edit[1], int(edit[2]), int(edit[3] or edit[2]), edit.start() + 1)
    return Booked(int(number), clock or "", author, text[place:], place + 1, change, inner)


def _inner(text: str, place: int) -> Move | Fact | Strange | None:
    """What a line of a ledger says, behind the author or the number that it mends."""
    rest = text[place:]
    if not rest:
        return None
    word, behind = keyword(rest)
    if word is not None:
        return fact(word, behind)
    if _STRANGE.match(rest):
        return Strange(rest)
    return Move(-1, *scan(text, place))


# --------------------------------------------------------------------------- one function a keyword


def _dealt(rest: str) -> Content | None:
    seat = _SEAT.get(rest[:1])
    if seat is None or rest[1:2] != " " or "'" in rest:
        return None
    pillars: tuple[Tile, ...] | None = None
    hand = rest[2:]
    if hand[:1] == "[":
        inside, closed, hand = hand[1:].partition("] ")
        pillars = hand_of(inside)
        if not closed or pillars is None:
            return None
    tiles = hand_of(hand)
    if tiles is None:
        return None
    return Dealt(seat, tiles, pillars)


def _wall(rest: str) -> Content | None:
    tiles = _plain_tiles(rest)
    if tiles is None:
        return None
    return Wall(tiles)


@lru_cache(maxsize=1 << 10)
def _dora(rest: str) -> Content | None:
    tiles = _plain_tiles(rest)
    if tiles is None:
        return None
    return Indicators(tiles)


@lru_cache(maxsize=1 << 10)
def _ura(rest: str) -> Content | None:
    tiles = _plain_tiles(rest)
    if tiles is None:
        return None
    return Indicators(tiles, hidden=True)


def _plain_tiles(text: str) -> tuple[Tile, ...] | None:
    if "'" in text:
        return None
    return tiles_of(text)


def _bonus(rest: str) -> Content | None:
    seat = _SEAT.get(rest[:1])
    tiles = hand_of(rest[2:])
    if seat is None or rest[1:2] != " " or tiles is None or "'" in rest:
        return None
    return BonusLine(seat, tiles)


@lru_cache(maxsize=1 << 12)
def _win(rest: str) -> Content | None:
    match rest.split(" "):
        case [who, face, "self"] if who in _SEAT and face in TILES:
            return WinLine(_SEAT[who], TILES[face], _SEAT[who])
        case [who, face, "from" | "rob" as how, source] if (
            who in _SEAT and face in TILES and source in _SEAT
        ):
            own = how == "from" and source == who
            return WinLine(_SEAT[who], TILES[face], _SEAT[source], how == "rob", own)
    return None


@lru_cache(maxsize=1 << 10)
def _draw(rest: str) -> Content | None:
    words = rest.split(" ")
    by = NOBODY
    if words[-1][:3] == "by=":
        by = _SEAT.get(words.pop()[3:], NOBODY)
        if by == NOBODY:
            return None
    if not 1 <= len(words) <= 2 or not all(map(_NAME.fullmatch, words)):
        return None
    return NoWin(words[0], words[1] if len(words) == 2 else "", by)


def _ready(rest: str) -> Content | None:
    seats = _seats(rest)
    if seats is None:
        return None
    return ReadySeats(seats)


def _tenpai(rest: str) -> Content | None:
    seats = _seats(rest)
    if seats is None:
        return None
    return Tenpai(seats)


def _seats(rest: str) -> tuple[Seat, ...] | None:
    seats = [_SEAT.get(name, NOBODY) for name in rest.split(" ")] if rest else []
    if NOBODY in seats:
        return None
    return tuple(seats)


def _show(rest: str) -> Content | None:
    words = rest.split(" ")
    seat = _SEAT.get(words[0])
    if seat is None or len(words) == 1:
        return None
    tiles = hand_of(words[-1])
    melds = [_meld(word) for word in words[1:-1]]
    if tiles is None or None in melds:
        return None
    return Show(seat, tuple(melds), tiles)  # type: ignore[arg-type]


@lru_cache(maxsize=1 << 12)
def _meld(word: str) -> ShownMeld | None:
    tiles = hand_of(word[1:])
    if tiles is not None and word[0] in _SIGNS:
        return ShownMeld(_SIGNS[word[0]], tiles)
    return None


def _fan(rest: str) -> Content | None:
    items = _items(rest)
    if items is None:
        return None
    return Items("fan", *items)


def _kong(rest: str) -> Content | None:
    items = _items(rest)
    if items is None:
        return None
    return Items("kong", *items)


def _items(rest: str) -> tuple[Seat, tuple[tuple[str, int | None], ...]] | None:
    seat = _SEAT.get(rest[:1])
    if seat is None or rest[1:2] != " ":
        return None
    items = tuple([_scored(part) for part in rest[2:].split(", ")])
    return None if None in items else (seat, items)  # type: ignore[return-value]


@lru_cache(maxsize=1 << 12)
def _scored(part: str) -> tuple[str, int | None] | None:
    name, _, points = part.partition(" ")
    if not _ITEM.fullmatch(name):
        return None
    if points == "?":
        return name, None
    if not _NUMBER.fullmatch(points):
        return None
    return (name, int(points))


def _pay(rest: str) -> Content | None:
    rest, marked, cause = rest.partition(" for=")
    if marked and not _CAUSE.fullmatch(cause):
        return None
    payments = tuple([_payment(part) for part in rest.split(", ")])
    return None if None in payments else Pay(payments, cause)  # type: ignore[arg-type]


@lru_cache(maxsize=1 << 12)
def _payment(part: str) -> tuple[Seat, Seat, int | None] | None:
    parties, _, points = part.partition(" ")
    payer, _, payee = parties.partition(">")
    if payer not in _PAYERS or payee not in _PAYERS:
        return None
    if points == "?":
        return _PAYERS[payer], _PAYERS[payee], None
    if not _NUMBER.fullmatch(points):
        return None
    return (_PAYERS[payer], _PAYERS[payee], int(points))


def _net(rest: str) -> Content | None:
    points = _points(rest)
    if points is None:
        return None
    return Points("net", points)


def _score(rest: str) -> Content | None:
    points = _points(rest)
    if points is None:
        return None
    return Points("score", points)


def _points(rest: str) -> tuple[int | None, ...] | None:
    try:
        return tuple([_numbers[word] for word in rest.split(" ")])
    except KeyError:
        words = rest.split(" ")
        if not all(map(_AMOUNT.fullmatch, words)):
            return None
        return tuple(map(_number, words))


def _number(word: str) -> int | None:
    """A number of points, remembered; None for the sheet's `?`."""
    if len(_numbers) >= _MOST_NUMBERS:
        _numbers.clear()
    _numbers[word] = None if word == "?" else int(word)
    return _numbers[word]


_numbers: Final[dict[str, int | None]] = {}
_MOST_NUMBERS: Final = 1 << 14


@lru_cache(maxsize=1 << 10)
def _next(rest: str) -> Content | None:
    pairs = pairs_of(rest)
    if not pairs:
        return None
    return Next(pairs)


def _rule(rest: str) -> Content | None:
    who, _, more = rest.partition(" ")
    name, _, more = more.partition(" ")
    pairs = pairs_of(more) if more else ()
    if who not in _PAYERS or not _NAME.fullmatch(name) or pairs is None:
        return None
    return Ruling(_PAYERS[who], name, pairs)


def pairs_of(text: str) -> tuple[tuple[str, str], ...] | None:
    """``dealer=B end``: pairs of name and value, a bare word with an empty value."""
    pairs = tuple([_pair(word) for word in text.split(" ")])
    return None if None in pairs else pairs  # type: ignore[return-value]


@lru_cache(maxsize=1 << 12)
def _pair(word: str) -> tuple[str, str] | None:
    name, _, value = word.partition("=")
    if not _PAIR.fullmatch(word):
        return None
    return pair_of(name, value)


FACTS: Final[dict[str, Callable[[str], Content | None]]] = {
    "wall": _wall,
    "deal": _dealt,
    "exchange": lambda _: None,  # rare, and the grammar reads it well
    "bonus": _bonus,
    "dora": _dora,
    "win": _win,
    "draw": _draw,
    "ura": _ura,
    "ready": _ready,
    "show": _show,
    "fan": _fan,
    "kong": _kong,
    "net": _net,
    "pay": _pay,
    "score": _score,
    "tenpai": _tenpai,
    "next": _next,
    "rule": _rule,
    "sign": lambda rest: Remark("sign", rest),
    "note": lambda rest: Remark("note", rest),
}
"""What reads the rest of a line, by its keyword."""

LONG: Final = 256
"""Lines as long as that nobody writes twice."""


def forget() -> None:
    """Forgets what is remembered of lines: a file of long ones would fill the memory."""
    for reads in (_dora, _ura, _win, _draw, _meld, _scored, _payment, _next, _pair):
        reads.cache_clear()


_LINES: Final = "|".join(word for word in FACTS if word not in ("sign", "note"))
_KEYWORD: Final = re.compile(rf"((?:{_LINES})(?![^ \t\n{{;])|(?:sign|note)(?![^ \t\n]))")
