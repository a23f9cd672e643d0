"""Reads the settings of a private table at Tenhou (``csrule``) as options of riichi.

The settings are two words of flags and some numbers. Settings that no option can express are
returned as text, which the record keeps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from typing import Final

Words = Iterator[tuple[str, str]]

_FIRST: Final[tuple[tuple[int, str, str], ...]] = (
    (0, "nagashi_mangan", "false"),
    (1, "round_up_mangan", "true"),
    (2, "bust", "false"),
    (3, "kong_dora", "at_once"),
    (5, "kong_dora", "none"),
    (6, "ura", "false"),
    (12, "multiple_ron", "all"),
    (13, "multiple_ron", "nearest"),
    (19, "ippatsu", "false"),
    (20, "length", "unknown"),
    (21, "target", "0"),
    (23, "three_player_tsumo", "halved"),
    (24, "renhou", "mangan"),
    (25, "riichi_needs_draw", "false"),
)
_SECOND: Final[tuple[tuple[int, str, str], ...]] = (
    (0, "double_wind_fu", "2"),
    (1, "ties", "shared"),
    (2, "last_sticks", "lost"),
    (4, "counted_yakuman", "false"),
)
_NO_ABORTS: Final = 0b1111 << 8
_DEALER_ENDS: Final = {0: "win_perhaps_tenpai", 1: "only_tenpai", 2: "win", 3: "never"}
_REPEATS: Final = {1: "only_tenpai", 2: "win", 3: "never"}
_NUMBERS: Final = ((4, "start_points"), (5, "target"), (6, "return_points"))
_PLACES: Final[dict[tuple[int, ...], str]] = {
    (5, -5, -10): "10_5",
    (5, -5, -15): "15_5",
    (10, -10, -20): "20_10",
    (10, -10, -30): "30_10",
    (0, -20): "20_0",
}
"""Values of the option for placement points, by the points of all places after the first."""
_USUAL: Final[dict[int, dict[str, str]]] = {
    4: {
        "start_points": "25000",
        "target": "30000",
        "return_points": "30000",
        "honba_points": "300",
        "uma": "20_10",
    },
    3: {
        "start_points": "35000",
        "target": "40000",
        "return_points": "40000",
        "honba_points": "200",
        "uma": "20_0",
    },
}
_HONBA, _UMA, _UMA_ROWS, _READ = 11, 21, 5, 36


def custom(given: Sequence[str], seats: int) -> tuple[dict[str, str], str]:
    """Convert the settings of a private table at Tenhou to options of mjlog.

    `given` are the fields of Tenhou's attribute ``csrule``, `seats` is the number of players.
    Return two values: a dict with the options that differ from the usual rules, and a text with the
    settings that no option can express.
    """
    fields = [*(each.strip() for each in given), *[""] * (_READ - len(given))]
    first, second = (int(field, 16) if _HEXADECIMAL.fullmatch(field) else 0 for field in fields[:2])
    options = (
        dict(_flagged(first, _FIRST)) | dict(_flagged(second, _SECOND)) | dict(_several(first))
    )
    options |= {name: value for name, value in _numbers(fields, seats) if name not in options}
    if seats == 4:
        options.pop("three_player_tsumo", None)
    options |= _uma(fields, seats)
    usual = {
        **_USUAL[seats],
        "leading_dealer_ends": "win_perhaps_tenpai",
        "final_rounding": "either",
    }
    return {n: v for n, v in options.items() if usual.get(n) != v}, " ".join(
        _unread(first, second, fields)
    )


def odd_setting(given: Sequence[str]) -> str:
    """Return what is wrong with the settings of a private table; an empty text if they are valid.

    `given` are the fields of Tenhou's attribute ``csrule``.
    """
    if len(given) > _MOST_FIELDS:
        return f"has {len(given)} fields, at most {_MOST_FIELDS} are expected"
    forms = chain(repeat(_FLAGS, _WORDS_OF_FLAGS), repeat(_WHOLE))
    for place, (word, (form, due)) in enumerate(
        zip((each.strip() for each in given), forms, strict=False)
    ):
        if word and not form.fullmatch(word):
            return f"has {word[:20]!r} as field {place}, {due} expected"
    return ""


_HEXADECIMAL: Final = re.compile(r"[0-9a-fA-F]{1,8}")


_FLAGS: Final = (_HEXADECIMAL, "flags in hexadecimal are")


_WHOLE: Final = (re.compile(r"-?[0-9]{1,6}"), "a whole number is")
_WORDS_OF_FLAGS: Final = 2
_MOST_FIELDS: Final = 64


def _flagged(flags: int, table: Sequence[tuple[int, str, str]]) -> Words:
    return ((name, value) for bit, name, value in table if flags >> bit & 1)


def _several(flags: int) -> Words:
    """Yield the mjlog options that each depend on more than one bit of Tenhou's settings.

    `flags` is the first number of settings of a private table. Each option is a pair of name and
    value, such as `dealer_repeats`.
    """
    if flags & _NO_ABORTS == _NO_ABORTS:
        yield "abortive_draws", "false"
    if flags >> 16 & 3:
        yield "dealer_repeats", _REPEATS[flags >> 16 & 3]
    yield "leading_dealer_ends", _DEALER_ENDS[flags >> 14 & 3]
    yield "final_rounding", "either" if flags >> 18 & 1 else "none"


def _numbers(fields: Sequence[str], seats: int) -> Words:
    for place, name in _NUMBERS:
        if fields[place].isdecimal():
            yield name, fields[place]
    if fields[_HONBA].isdecimal():
        yield "honba_points", str(int(fields[_HONBA]) * (seats - 1))


def _uma(fields: Sequence[str], seats: int) -> dict[str, str]:
    """Return the placement points of a private table as a dict with the mjlog option `uma`.

    `fields` are all fields of the table's settings. The settings state the points of the second,
    third and fourth place, once for each number of players who may end below their starting points.
    """
    usual = (10, -10, -20) if seats == 4 else (0, -20)
    starts = range(_UMA, _READ, 3)
    rows = [tuple(map(_whole, fields[at : at + seats - 1], usual)) for at in starts]
    if len(set(rows)) == 1:
        del rows[1:]
    named = _PLACES.get(rows[0]) if len(rows) == 1 else None
    return {"uma": named or "places:" + "/".join(_row(row) for row in rows)}


def _row(row: Sequence[int]) -> str:
    return "_".join(str(each) for each in row)


def _whole(word: str, usual: int) -> int:
    return int(word) if re.fullmatch(r"-?\d{1,4}", word) else usual


def _unread(first: int, second: int, fields: Sequence[str]) -> Iterator[str]:
    """Yield a text for each setting of a private table that no option of mjlog can express.

    `first` and `second` are the two numbers whose bits are settings, and `fields` are all fields of
    the settings. A text is for example `7:20` for the field number 7 with the value 20.
    """
    bits = _bits(_FIRST) | 0b11111 << 14
    if first & _NO_ABORTS == _NO_ABORTS:
        bits |= _NO_ABORTS
    rest = first & ~bits, second & ~_bits(_SECOND)
    if any(rest):
        yield f"flags:{rest[0]:08X},{rest[1]:08X}"
    read = {0, 1, _HONBA, *(place for place, _ in _NUMBERS), *range(_UMA, _READ)}
    for place, word in enumerate(fields):
        if word and place not in read:
            yield f"{place}:{word}"


def _bits(table: Sequence[tuple[int, str, str]]) -> int:
    """Return a number in which exactly the bits of the settings in `table` are 1.

    Each row of `table` has the position of a bit, and the name and value of an option of mjlog.
    """
    return sum(1 << bit for bit, _, _ in table)
