"""Splits free text about a deal into columns: result, hand and ready players.

For example ``Ann: Ron 3900 from Bob, riichi Ann and Cid`` or ``赵(点炮:钱) 1番``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, product
from typing import Final, NamedTuple

from mjlog.model.record import TABLE, Seat
from mjlog.sheets.cells.item_words import is_counted
from mjlog.sheets.cells.numbers import number_of
from mjlog.sheets.cells.result_words import FROM, OF_SEVERAL, parse_result, pattern_of
from mjlog.sheets.cells.vocabulary import units, words
from mjlog.sheets.cells.words import (
    ABORTED,
    AND,
    NOBODY_WON,
    ON_DISCARD,
    SELF_DRAWN,
    WORTH,
    Role,
    any_of,
    plain,
    role_of,
)
from mjlog.sheets.files.workbook import Cell, Place
from mjlog.sheets.layouts.layout import Table
from mjlog.sheets.layouts.short_names import initials_of

Calls = Mapping[str, Seat]
"""Players by their names in cells."""
_LEAST: Final = 2
"""Fewest cells of a column that must have a result."""
_HAND: Final = re.compile(r"(?<![0-9.,'/-])[\s,;:.(（、：]*(?=\d)|[,;:(（、，：]\s*|\s+")
"""Text between a result and the hand."""
_AMOUNT: Final = re.compile(
    r"\(?\b[0-9][0-9.,'/-]*(?:\s*(?:han|fu|fan|tai|all|each|pts|points|pkt|punkte|翻|飜|番|符|点|點|分|台)\b)?\)?"
)
"""An amount between the words of a result."""
_SHARES: Final = re.compile(r"[0-9][0-9.,'/ -]*(?:all|each|ea|オール|通)?", re.IGNORECASE)
_UNIT: Final = re.compile(r"([0-9]+)\s*([^\W\d]+)")
_IN_LIST: Final = re.compile(r"[\s,;/+&、，；・:：()（）]+")
_READY: Final = frozenset(words("heads", "ready"))
_TENPAI: Final = frozenset(words("heads", "tenpai"))
_ENDED: Final = NOBODY_WON | ABORTED
_OF_NOBODY: Final = "none"
_NOTEN: Final = frozenset(words("words", "noten"))
_EVERYBODY: Final = frozenset(words("words", "everybody"))
_ALL_OR_NONE: Final = frozenset((*words("words", "nobody"), *words("words", "everybody")))
_TENPAI_WORDS: Final = re.compile("|".join(re.escape(word) for word in sorted(_TENPAI | _NOTEN)))
_BESIDE_NAMES: Final = re.compile(r"[\W_]+")


class _DealWords(NamedTuple):
    """The parts of a text about a deal: result, hand, ready players and tenpai players.

    Each part may be empty.
    """

    result: str
    hand: str = ""
    ready: str = ""
    tenpai: str = ""


def split_results(table: Table, calls_of: Callable[[Table], Calls]) -> Table:
    """Split free text about a deal into result, hand, riichi players and tenpai players.

    For example ``Ann: Ron 3900 from Bob, riichi Cid``. `calls_of` returns the players by the names
    that cells use. Return a copy of the table with new columns; return the table unchanged if no
    column has such texts. New cells keep their names from the file, such as `D7`.
    """
    roles = {*table.roles.values()}
    if table.results or "from" in roles:
        return table
    calls = calls_of(table)
    for column in _candidates(table, roles):
        texts = {row: text for row in table.rows if (text := table.grid.text(row, column))}
        deals = {row: deal for row, text in texts.items()
                 if (deal := _words_of_deal(text, calls)) is not None}  # fmt: skip
        if len(deals) >= _LEAST and len(deals) * 3 >= len(texts) * 2:
            return _with_columns(table, column, deals)
    return table


def _candidates(table: Table, roles: set[Role]) -> Iterator[int]:
    """Yield the columns that may have free text about results.

    They are the column of winners, or the column of results if there are no winners. If the table
    has neither, they are remarks, items of hands, and columns that are not understood. `roles` are
    the roles (meanings) of the table's columns.
    """
    if "winner" in roles:
        yield table.column("winner")
    elif "how" in roles:
        yield table.column("how")
    else:
        yield from (column for role in _REMARKS if (column := table.column(role)))
        yield from table.unread


_REMARKS: Final[tuple[Role, ...]] = ("remark", "items")


def move_tenpai_to_column(table: Table, calls_of: Callable[[Table], Calls]) -> Table:
    """Move the names of tenpai players out of cells about results into a column of their own.

    For example ``Draw (tenpai: Ann, Bob)`` in the winner's column, ``tenpai: nobody`` in the
    discarder's column, or ``tenpai Ann`` as a remark. Return a copy of the table with the new
    column, or the table unchanged if no cell names tenpai players.
    """
    columns = [column for role in _MAY_TELL_TENPAI if (column := table.column(role))]
    texts = "\n".join(chain.from_iterable(table.grid.down(table.rows, each) for each in columns))
    if table.column("tenpai") or _TENPAI_WORDS.search(plain(texts)) is None:
        return table
    calls = calls_of(table)
    # Lists such as `tenpai: A, M` may have initials of names instead of letters of seats.
    initials = {**calls, **initials_of([*table.groups[0].columns.values()])}
    parts: dict[Place, tuple[str, str]] = {}
    for row, role in product(table.rows, _MAY_TELL_TENPAI):
        text = table.text(row, role)
        draw = _draw_and_tenpai(text, calls) or _draw_and_tenpai(text, initials) if text else None
        if draw is not None:
            ended, names = draw
            kept = text if role == "remark" else ended or ("" if role == "from" else _DRAWN)
            parts[row, table.column(role)] = kept, names
    return table.moved("tenpai", parts) if parts else table


_MAY_TELL_TENPAI: Final[tuple[Role, ...]] = ("remark", "winner", "how", "from")
_DRAWN: Final = "draw"


def _draw_and_tenpai(text: str, calls: Calls) -> tuple[str, str] | None:
    """Return the word for a draw in a text, and the names of the tenpai players.

    `calls` are the players by the names that cells use. The word is empty if the text has none.
    Return None if the text does not name tenpai players or contains other words.

    >>> _draw_and_tenpai("Draw (tenpai: Ann, Bob Lee)", {"ann": 0, "bob_lee": 1})
    ('draw', 'ann, bob_lee')
    >>> _draw_and_tenpai("tenpai: nobody", {"ann": 0}), _draw_and_tenpai("Ann", {"ann": 0})
    (('', 'nobody'), None)
    """
    names, others = _names_and_words(text, calls)
    others -= AND
    if others and not names and others <= _NOTEN | _EVERYBODY and others & _NOTEN:
        return _DRAWN, _OF_NOBODY  # `all noten`
    ended, tenpai, all_or_none = others & _ENDED, others & _TENPAI, others & _ALL_OR_NONE
    if not tenpai or others - ended - tenpai - all_or_none or not (names or all_or_none):
        return None
    return next(iter(sorted(ended - all_or_none)), ""), ", ".join(names or all_or_none)


def move_patterns_to_column(table: Table) -> Table:
    """Move the patterns that follow a result, as in ``ron, pinfu``, to a column of items.

    Return the table with the new column; return it unchanged if fewer than two cells have a result
    and a pattern.
    """
    column = table.column("how")
    if not column or table.column("items"):
        return table
    parts = {(row, column): (match["result"], match["pattern"]) for row in table.rows
             if (match := _PATTERN_BEHIND.fullmatch(table.grid.text(row, column)))
             and plain(match["result"]) in SELF_DRAWN | ON_DISCARD}  # fmt: skip
    return table.moved("items", parts) if len(parts) >= _LEAST else table


_PATTERN_BEHIND: Final = re.compile(r"(?P<result>\w+)[\s,:：，、·(（]+(?P<pattern>\D[^)）]*)[)）]?")


def _with_columns(table: Table, column: int, deals: Mapping[int, _DealWords]) -> Table:
    """Return a copy of the table with new columns for the parts of a column's free text.

    `deals` has the parts of the text by row. The column `column` keeps the results only; hands,
    tenpai players and riichi players move to new columns, unless the table already has such a
    column.
    """
    own: Role = "winner" if table.roles.get(column) == "winner" else "how"
    of_hands, hand_of = _role_of_hands([deal.hand for deal in deals.values() if deal.hand])
    empty = {at for at in table.roles if not table.grid.down(table.rows, at)}
    taken = {role for at, role in table.roles.items() if at not in empty} - {"items", "value"}
    cells = dict(table.grid.cells)
    added: dict[Role, dict[int, Cell]] = {}
    for row, deal in deals.items():
        cell = cells[row, column]
        cells[row, column] = replace(cell, text=deal.result)
        parts: tuple[tuple[Role, str], ...] = (
            (of_hands, hand_of(deal.hand)), ("tenpai", deal.tenpai), ("ready", deal.ready),
        )  # fmt: skip
        for role, text in parts:
            if text and role not in taken:
                added.setdefault(role, {})[row] = replace(cell, text=text)
    kept = {at: role for at, role in table.roles.items() if at not in empty or role not in added}
    grid = replace(table.grid, cells=cells)
    table = replace(table, grid=grid, roles=kept).with_roles({column: own})
    for role, cells_of_role in added.items():
        table = table.with_column(role, cells_of_role)
    return table


def _role_of_hands(hands: list[str]) -> tuple[Role, Callable[[str], str]]:
    """Decide to which column the hands in free text belong, such as `han`, `value` or `items`.

    For example `3 han` gives `han`. Return the role of this column, and a function that converts a
    text, such as `3 han` into `3`.
    """
    parts = [_UNIT.fullmatch(part) for hand in hands for part in OF_SEVERAL.split(hand)]
    units = {part[2] for part in parts if part}
    if None not in parts and len(units) == 1:
        role = role_of(next(iter(units)))
        if role in dict(WORTH):
            return role, lambda hand: _UNIT.sub(r"\1", hand)
    values = [_value(hand) for hand in hands]
    are_numbers = sum(number_of(value) is not None or _SHARES.fullmatch(value) is not None
                      for value in values)  # fmt: skip
    # Among amounts, a word is the name of an amount, as in `mangan`.
    return ("value", _value) if are_numbers * 2 > len(hands) else ("items", str)


def _value(hand: str) -> str:
    """Remove a word for points after an amount.

    >>> _value("12 Punkte"), _value("1000/2000"), _value("mangan")
    ('12', '1000/2000', 'mangan')
    """
    match = _UNIT.fullmatch(hand)
    return match[1] if match and role_of(match[2]) == "value" else hand


def _words_of_deal(text: str, calls: Calls) -> _DealWords | None:
    """Split a text such as ``Ann ron 3900, riichi Cid`` into result, hand and players.

    The players are those with a riichi and those who were tenpai. `calls` are the players by the
    names that cells use. Return None if the text has no result.
    """
    several = OF_SEVERAL.split(text)
    if len(several) > 1:
        wins = [win for part in several if (win := _words_of_deal(part, calls)) is not None]
        if len(wins) == len(several) and all(plain(win.result) not in _ENDED for win in wins):
            hands = [win.hand for win in wins]
            return _DealWords(
                "; ".join(win.result for win in wins),
                "; ".join(hands) if all(hands) else "",
                ", ".join(win.ready for win in wins if win.ready),
            )
    rest, ready = _split_ready_players(text, calls)
    for words_left, names in ((rest, ready), (text, "")) if ready else ((text, ""),):
        if (both := _result_and_hand(words_left, calls)) is None:
            continue
        result, hand = both
        if plain(result) in _ENDED:
            tenpai = _tenpai_names(hand, calls)
            return _DealWords(result, "" if tenpai else hand, names, tenpai)
        return _DealWords(result, hand, names)
    return None


def _result_and_hand(text: str, calls: Calls) -> tuple[str, str] | None:
    """Split a text such as ``Ann from Bob 3900`` into the result and the hand, here ``3900``.

    `calls` are the players by the names that cells use. Return None if the text has no result.
    """
    gaps = [None, *reversed([*_HAND.finditer(text)])]
    parts = [
        (text, "")
        if gap is None
        else (text[: gap.start()].strip(), text[gap.end() :].strip(" )）"))
        for gap in gaps
    ]
    amounts = [match[0].strip(" ()") for match in _AMOUNT.finditer(text)]
    counted = [amount for amount in amounts if not amount[-1].isdigit()]
    if _HAN_AND_FU.search(" ".join(counted)):
        amounts = counted
    if amounts:
        parts.append((" ".join(_AMOUNT.sub(" ", text).split()), " ".join(amounts)))
    results = [(result, _without_payment(hand)) for result, hand in parts
               if plain(result) in _ENDED or parse_result(result, calls) is not None]  # fmt: skip
    # A reading with both players is better than one with only the words before the amount.
    whole = [(words_left, hand) for words_left, hand in results
             if (result := parse_result(words_left, calls)) is None
             or result.source != TABLE]  # fmt: skip
    return next(iter([*whole, *results]), None)


def _without_payment(hand: str) -> str:
    """Remove a payment in brackets and the counters from the text of a hand.

    The text is returned unchanged if no hand would be left.

    >>> _without_payment("5 han 40 fu (12000), honba 1"), _without_payment("(12000)")
    ('5 han 40 fu', '(12000)')
    """
    shorter = _COUNTERS.sub("", _PAYMENT.sub("", hand)).strip(" ,;")
    return shorter if is_counted(shorter) or _HAN_AND_FU.search(shorter) else hand


_PAYMENT: Final = re.compile(r"\s*\([0-9][0-9.,/ ]*(?:\)|$)")
_OF_COUNTERS: Final = any_of(word.replace("_", " ") for word in words("heads", "counters"))
_COUNTERS: Final = re.compile(rf"[,;]?\s*(?:{_OF_COUNTERS})\s*[0-9]+(?![0-9])", re.IGNORECASE)
_HAN_AND_FU: Final = re.compile(
    rf"^[0-9]+ ?(?:{any_of(units('han'))})[ ,/]*[0-9]+ ?(?:{any_of(units('fu'))})$", re.IGNORECASE
)


def _split_ready_players(text: str, calls: Calls) -> tuple[str, str]:
    """Split riichi players from a text: ``Ann ron, riichi Cid`` gives ``Ann ron`` and ``Cid``.

    The second part lists the names with commas. It is empty if the text names no such players.
    """
    for part in re.split(r"[,;.(（，；。]\s*", text)[1:]:
        words_of_part = [word for word in _IN_LIST.split(part) if word]
        names = [word for word in words_of_part if plain(word) in calls]
        others = {plain(word) for word in words_of_part} - {plain(name) for name in names}
        others -= AND | FROM
        if names and others and others <= _READY:
            return text.replace(part, "").rstrip(" ,;.(（，；。"), ", ".join(names)
    return text, ""


def _tenpai_names(text: str, calls: Calls) -> str:
    """Return the names of tenpai players in a text that follows a word for a draw, with commas.

    For example ``tenpai Ann, Bob``. Return `none` if the text says that nobody was tenpai, and an
    empty text if it has other words.
    """
    names, others = _names_and_words(text, calls)
    others -= AND | _TENPAI
    if others and not names and others <= NOBODY_WON:
        return _OF_NOBODY
    return "" if others else ", ".join(names)


def _names_and_words(text: str, calls: Calls) -> tuple[list[str], set[str]]:
    """Return the players' names in a text as a list, and the other words of the text as a set.

    `calls` are the players by the names that cells use.
    """
    word = plain(text)
    names = pattern_of(calls).findall(word) if calls else []
    rest = pattern_of(calls).sub(" ", word) if calls else word
    return names, {part for part in _BESIDE_NAMES.split(rest) if part}
