"""Reads lines fast, by plain string operations, in the forms that people and programs write.

If anything is in doubt, the grammar decides. This reader accepts only what the grammar accepts, and
reads it in the same way. It takes the signs of the notation from the grammar; only their order on a
line is written here a second time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal

from mjlog.model.lazy_pattern import lazy_pattern
from mjlog.model.memo import Memo
from mjlog.model.record import (
    NOBODY,
    SEATS,
    TABLE,
    BonusLine,
    Content,
    Dealt,
    Exchange,
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
    VoidSuit,
    Wall,
    WinLine,
)
from mjlog.model.tiles import TILES, Tile
from mjlog.notation.lines.deal_words import likely_end, likely_pass, slips_of_words
from mjlog.notation.lines.statements import Booked, Edit, Fact, Move, Statement, Strange
from mjlog.notation.play.tile_words import hand_of, tiles_of
from mjlog.notation.play.tokens import BLANKS, DoubtError, pair_of, scan, trailing_comment
from mjlog.notation.terminals import TERMINALS

_SEAT: Final = {
    name: seat for seat, letter in enumerate(SEATS) for name in (letter, letter.lower())
}
_PAYERS: Final = {**_SEAT, "table": TABLE}
_SIGNS: Final[dict[str, Literal["+", "^", "*"]]] = {"+": "+", "^": "^", "*": "*"}
UNSURE: Final = (KeyError, ValueError)
"""Errors that readers of lines raise if they are in doubt.

An unknown name raises KeyError, anything else that is unexpected DoubtError.
"""


def _terminal(name: str) -> re.Pattern[str]:
    return lazy_pattern(TERMINALS[name])


_NAME: Final = _terminal("NAME")
_AMOUNT: Final = _terminal("POINTS")
_ITEM: Final = _terminal("ITEM")
_PAIR: Final = _terminal("PAIR")
_CAUSE: Final = _terminal("CAUSE")
_VERB: Final = _terminal("EDIT")
_NO_WIN: Final = lazy_pattern(
    rf"(?P<name>{TERMINALS['NAME']})(?: (?P<cause>{TERMINALS['NAME']}))?(?: by=(?P<by>[A-Da-d]))?"
)
_ENTRY: Final = lazy_pattern(
    rf"(?P<number>{TERMINALS['ENTRY_NUMBER']})[ \t]+"
    rf"(?:(?P<clock>{TERMINALS['CLOCK']})[ \t]+)?"
    rf"(?P<author>{TERMINALS['AUTHOR']})[ \t]+(?=[^ \t])"
    rf"(?:(?P<chain>{TERMINALS['CHAIN']})[ \t]+(?=[^ \t]))?"
)
_EDIT: Final = lazy_pattern(
    rf"(?P<verb>{TERMINALS['EDIT']})[ \t]+"
    r"(?P<first>[0-9]{4,9})(?:\.\.(?P<last>[0-9]{4,9}))?(?![^ \t])[ \t]*"
)


def statement(text: str) -> Statement | None:
    """Read a line of a deal in a fast way; return None if only the grammar can read it.

    The result says what the line states. `text` has no blanks around it. If the result is a `Move`
    (a line of play) whose `sound` is False, the grammar refuses a part of the line, and the caller
    must read the line again by the grammar.
    """
    try:
        return _statement(text)
    except UNSURE:
        return None


def _statement(text: str) -> Statement:
    looks = _looks(text)
    match looks.lastgroup:
        case "move":
            end = looks.end("move")
            return Move(int(text[: end - 1]), *scan(text, end))
        case "entry":
            return _booked(text, _certain(_ENTRY.match(text)))
        case "fact" | "remark":
            return fact(*keyword(text))
        case "loose":
            return Move(-1, *scan(text, 0))
        case "strange" | "other":
            return Strange(text)
    raise DoubtError(text)


def sort_of(text: str) -> str:
    """Return what sort of line a text is: its keyword, such as ``win``, or one of six other words.

    These words are ``blank``, ``head`` (an ``@`` line), ``entry`` (of a ledger), ``play``,
    ``remark`` (``note`` or ``sign``) and ``unknown``.
    """
    sort = _looks(text).lastgroup
    return _SORTS[sort] if sort in _SORTS else keyword(text)[0]


def _looks(text: str) -> re.Match[str]:
    """Match a line with the pattern `_LOOKS`; the name of the matched group is the line's sort."""
    return _certain(_LOOKS.match(text))


def inner_of_entry(text: str) -> int:
    """Return the index in a ledger line at which its content begins, after number, time and author.

    In a correction, such as ``fix 0004 9s.``, the content begins after the number of the corrected
    entry. If the line is no ledger line, return the length of the text.
    """
    entry = _ENTRY.match(text)
    if entry is None:
        return len(text)
    edit = _EDIT.match(text, entry.end())
    return (edit or entry).end()


def keyword(text: str) -> tuple[str, str]:
    """Split a line into its keyword, such as ``win``, and the rest.

    Raises `DoubtError` if the line begins with no known keyword.
    """
    word = _certain(_KEYWORD.match(text))[0]
    return word, text[len(word) :].strip(BLANKS)


def fact(word: str, rest: str) -> Fact:
    """Read a line of a deal other than play, given its keyword `word` and the text after it.

    For example, `word` is ``win`` and `rest` is ``B 5m from C``. Raises KeyError or ValueError
    (listed in `UNSURE`) if only the grammar can read the rest.
    """
    if word in _REMARKS:
        return Fact(FACTS[word](rest))
    start = len(rest.partition("{")[0].partition(";")[0])
    content = FACTS[word](rest[:start].rstrip(BLANKS))
    return Fact(content, trailing_comment(rest[start:]))


def _booked(text: str, entry: re.Match[str]) -> Booked:
    place = entry.end()
    edit = _EDIT.match(text, place)
    behind = (edit or entry).end()
    is_odd_edit = edit is None and _VERB.match(text, place)
    if is_odd_edit or text.startswith("..", behind):
        raise DoubtError(text)
    number, clock, author, mark = entry.group("number", "clock", "author", "chain")
    change = None
    if edit:
        first, last = edit["first"], edit["last"] or edit["first"]
        change = Edit(edit["verb"], int(first), int(last), edit.start() + 1)
    inner = _inner(text, behind) if behind < len(text) else None
    words = text[place:]
    return Booked(
        int(number), clock or "", author, words, place + 1, change, inner, (mark or "")[1:]
    )


def _inner(text: str, place: int) -> Move | Fact | Strange:
    """Read the content of a ledger entry, which begins at index `place` of the line.

    Raises KeyError or ValueError (listed in `UNSURE`) if only the grammar can read it.
    """
    rest = text[place:]
    match _looks(rest).lastgroup:
        case "fact" | "remark":
            return fact(*keyword(rest))
        case "strange":
            return Strange(rest)
    items, sound = scan(text, place)
    if not sound:
        raise DoubtError(text)
    return Move(-1, items)


def _certain(match: re.Match[str] | None) -> re.Match[str]:
    if match is None:
        raise DoubtError
    return match


def _whole(pattern: re.Pattern[str], text: str) -> str:
    """Return the text if the pattern matches all of it, otherwise raise `DoubtError`."""
    return _certain(pattern.fullmatch(text))[0]


# --------------------------------------------------------------------------- one function a keyword


def _dealt(rest: str) -> Content:
    if rest[1:2] == " " and rest[2:3] != "[":
        tiles = hand_of(rest[2:])
        if tiles is not None and "'" not in rest:  # nearly all hands are written in this way
            return Dealt(_SEAT[rest[0]], tiles, None)
    seat, written = _seated(rest)
    if not written.startswith("["):
        return Dealt(seat, _hand(written), None)
    pillars, closed, free = written[1:].partition("] ")
    if not closed:
        raise DoubtError(rest)
    return Dealt(seat, _hand(free), _hand(pillars))


def _seated(rest: str) -> tuple[Seat, str]:
    """Split a text such as ``A 123m`` into the seat at its beginning and the rest.

    Raises `DoubtError` or KeyError if it does not begin with a seat.
    """
    letter, blank, behind = rest[:1], rest[1:2], rest[2:]
    if blank != " ":
        raise DoubtError(rest)
    return _SEAT[letter], behind


def _hand(text: str) -> tuple[Tile, ...]:
    """Read tiles and return them sorted, in canonical order.

    Raises `DoubtError` if the text has anything else, or if a tile is marked as a pillar (an own
    tile that some rules set apart).
    """
    tiles = hand_of(text)
    if tiles is None or "'" in text:
        raise DoubtError(text)
    return tiles


def _tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles and return them in the order in which they are written.

    Raises `DoubtError` if the text has anything else, or if a tile is marked as a pillar (an own
    tile that some rules set apart).
    """
    tiles = tiles_of(text)
    if tiles is None or "'" in text:
        raise DoubtError(text)
    return tiles


def _wall(rest: str) -> Content:
    """Read the tiles of a ``wall`` line, given without the keyword, and return a `Wall`.

    Raises `DoubtError` if anything else than tiles is there, such as the seat of a private wall.
    """
    return Wall(_tiles(rest))


def _read_dora(rest: str) -> Content:
    return Indicators(_tiles(rest))


_dora: Final = Memo(_read_dora, most=1 << 10)


def _read_ura(rest: str) -> Content:
    return Indicators(_tiles(rest), hidden=True)


_ura: Final = Memo(_read_ura, most=1 << 10)


_SUITS: Final = {"m": 0, "p": 1, "s": 2}


def _void(rest: str) -> Content:
    seat, suit = _seated(rest)
    return VoidSuit(seat, _SUITS[suit])


def _bonus(rest: str) -> Content:
    seat, tiles = _seated(rest)
    return BonusLine(seat, _hand(tiles))


def _read_win(rest: str) -> Content:
    match rest.split(" "):
        case [who, face, "self"]:
            return WinLine(_SEAT[who], TILES[face], _SEAT[who])
        case [who, face, "from", source]:
            return WinLine(_SEAT[who], TILES[face], _SEAT[source], own_discard=source == who)
        case [who, face, "rob", source]:
            return WinLine(_SEAT[who], TILES[face], _SEAT[source], robbed=True)
    raise DoubtError(rest)


_win: Final = Memo(_read_win, most=1 << 12)


def _read_draw(rest: str) -> Content:
    name, cause, by = _certain(_NO_WIN.fullmatch(rest)).group("name", "cause", "by")
    if likely_end(name):
        raise DoubtError(rest)
    return NoWin(name, cause or "", _SEAT.get(by, NOBODY))


_draw: Final = Memo(_read_draw, most=1 << 10)


def _ready(rest: str) -> Content:
    return ReadySeats(_seats(rest))


def _tenpai(rest: str) -> Content:
    return Tenpai(_seats(rest))


def _seats(rest: str) -> tuple[Seat, ...]:
    if not rest:
        return ()
    return tuple(_SEAT[name] for name in rest.split(" "))


def _show(rest: str) -> Content:
    seat, *melds, tiles = rest.split(" ")
    return Show(_SEAT[seat], tuple(_meld.get(meld) for meld in melds), _marked_hand(tiles))


def _marked_hand(text: str) -> tuple[Tile, ...]:
    """Read tiles and return them sorted, in canonical order; tiles may be marked as pillars.

    Pillars are own tiles that some rules set apart. Raises `DoubtError` if the text has anything
    else.
    """
    tiles = hand_of(text)
    if tiles is None:
        raise DoubtError(text)
    return tiles


def _read_meld(word: str) -> ShownMeld:
    return ShownMeld(_SIGNS[word[:1]], _marked_hand(word[1:]))


_meld: Final = Memo(_read_meld, most=1 << 12)


def _fan(rest: str) -> Content:
    return Items("fan", *_items(rest))


def _kong(rest: str) -> Content:
    return Items("kong", *_items(rest))


def _items(rest: str) -> tuple[Seat, tuple[tuple[str, int | None], ...]]:
    seat, parts = _seated(rest)
    return seat, tuple(_KNOWN_SCORED.get(part) or _scored.get(part) for part in parts.split(", "))


def _read_scored(part: str) -> tuple[str, int | None]:
    name, _, points = part.partition(" ")
    return _whole(_ITEM, name), _numbers.get(points)


_scored: Final = Memo(_read_scored, most=1 << 12)
_KNOWN_SCORED: Final[dict[str, tuple[str, int | None]]] = _scored.results


def _pay(rest: str) -> Content:
    payments, blank, cause = rest.partition(" for=")
    if blank:
        _whole(_CAUSE, "for=" + cause)
    return Pay(
        tuple(_KNOWN_PAYMENTS.get(part) or _payment.get(part) for part in payments.split(", ")),
        cause,
    )


def _read_payment(part: str) -> tuple[Seat, Seat, int | None]:
    parties, _, points = part.partition(" ")
    payer, _, payee = parties.partition(">")
    return _PAYERS[payer], _PAYERS[payee], _numbers.get(points)


_payment: Final = Memo(_read_payment, most=1 << 12)
_KNOWN_PAYMENTS: Final[dict[str, tuple[Seat, Seat, int | None]]] = _payment.results


def _net(rest: str) -> Content:
    return Points("net", _points(rest))


def _score(rest: str) -> Content:
    return Points("score", _points(rest))


def _points(rest: str) -> tuple[int | None, ...]:
    words = rest.split(" ")
    try:
        return tuple(_KNOWN_NUMBERS[word] for word in words)
    except KeyError:  # a number that was never read before
        return tuple(_numbers.get(word) for word in words)


def _read_number(word: str) -> int | None:
    _whole(_AMOUNT, word)
    return None if word == "?" else int(word)


_numbers: Final = Memo(_read_number, most=1 << 14)
"""Cache of numbers of points by their text; None for `?`."""
_KNOWN_NUMBERS: Final[dict[str, int | None]] = _numbers.results


def _read_next(rest: str) -> Content:
    pairs = pairs_of(rest)
    if slips_of_words(pairs):
        raise DoubtError(rest)
    return Next(pairs)


_next: Final = Memo(_read_next, most=1 << 10)


def _rule(rest: str) -> Content:
    who, _, ruling = rest.partition(" ")
    name, _, more = ruling.partition(" ")
    return Ruling(_PAYERS[who], _whole(_NAME, name), pairs_of(more) if more else ())


def pairs_of(text: str) -> tuple[tuple[str, str], ...]:
    """Split a text such as ``dealer=B end`` into pairs of name and value.

    A word without ``=`` has an empty value. Raises `DoubtError` if only the grammar can read the
    text.
    """
    return tuple(_KNOWN_PAIRS.get(word) or _pair.get(word) for word in text.split(" "))


def _read_pair(word: str) -> tuple[str, str]:
    name, _, value = _whole(_PAIR, word).partition("=")
    return pair_of(name, value)


_pair: Final = Memo(_read_pair, most=1 << 12)
_KNOWN_PAIRS: Final[dict[str, tuple[str, str]]] = _pair.results


def _exchange(rest: str) -> Content:
    name, groups = "", rest
    if rest[1:2] != ">":
        name, _, groups = rest.partition(" ")
        _whole(_NAME, name)
        if likely_pass(name):
            raise DoubtError(rest)
    passes = []
    for group in groups.split(", "):
        parties, _, tiles = group.partition(" ")
        giver, _, taker = parties.partition(">")
        passes.append((_SEAT[giver], _SEAT[taker], _hand(tiles)))
    return Exchange(tuple(passes), name)


FACTS: Final[dict[str, Callable[[str], Content]]] = {
    "wall": _wall,
    "deal": _dealt,
    "exchange": _exchange,
    "void": _void,
    "bonus": _bonus,
    "dora": _dora.get,
    "win": _win.get,
    "draw": _draw.get,
    "ura": _ura.get,
    "ready": _ready,
    "show": _show,
    "fan": _fan,
    "kong": _kong,
    "net": _net,
    "pay": _pay,
    "score": _score,
    "tenpai": _tenpai,
    "next": _next.get,
    "rule": _rule,
    "sign": lambda rest: Remark("sign", rest),
    "note": lambda rest: Remark("note", rest),
}
"""Functions that read the rest of a line, by its keyword.

Each raises one of the errors in `UNSURE` if it is in doubt.
"""

LONG: Final = 256
"""Length from which a line is not cached, because nobody writes it twice."""


def forget() -> None:
    """Empty the caches of this module, except the cache of numbers.

    Called after a file with long lines, because caches of long texts would fill the memory.
    """
    for reads in (_dora, _ura, _win, _draw, _meld, _scored, _payment, _next, _pair):
        reads.results.clear()


_REMARKS: Final = frozenset({"sign", "note"})
_LINES: Final = "|".join(FACTS.keys() - _REMARKS)
_KEYWORD: Final = lazy_pattern(rf"(?:{_LINES}|sign|note)(?![^ \t\n{{;])")
_LOOKS: Final = lazy_pattern(
    r"(?P<blank>\Z)|(?P<head>@)"
    rf"|(?P<move>{TERMINALS['TURN_NUMBER']})"
    r"|(?P<entry>[0-9]{4,9}(?![^ \t.]))"
    rf"|(?P<fact>(?:{_LINES})(?![^ \t\n{{;]))"
    r"|(?P<remark>(?:sign|note)(?![^ \t\n]))"
    rf"|(?P<strange>{TERMINALS['STRANGE']})"
    rf"|(?P<loose>[{{;$(]|{TERMINALS['BARE']})"
    rf"|(?P<other>{TERMINALS['OTHER']})|(?P<unknown>)"
)
"""Beginnings of lines of a deal, each with a name; the first that fits counts."""
_SORTS: Final[dict[str | None, str]] = {
    **{name: name for name in ("blank", "head", "entry", "remark", "unknown")},
    **dict.fromkeys(("move", "loose"), "play"),
    **dict.fromkeys(("strange", "other"), "unknown"),
}
"""Names of groups in `_LOOKS`, each with the word that `sort_of` returns.

For any other line, `sort_of` returns the keyword.
"""
