"""Finds the meaning of columns from the points next to them: who gained or lost, how a deal ended.

An unknown head says nothing about its column. The points of the deals do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Literal

from mjlog.model.deal_labels import named
from mjlog.model.record import NOBODY, SEATS
from mjlog.rules import loadable
from mjlog.sheets.cells.item_words import hand_words
from mjlog.sheets.cells.numbers import is_number, number_of
from mjlog.sheets.cells.payment_words import PaymentWords
from mjlog.sheets.cells.result_words import parse_result, pattern_of, says_win
from mjlog.sheets.cells.words import (
    ENDINGS,
    LOST_BY_MARK,
    NOBODY_WON,
    UNMARKED,
    WON_BY_MARK,
    WORTH,
    Role,
    is_absent,
    is_kong,
    label_of,
    plain,
    role_of,
    roles_of,
    seat_and_name,
    seat_of,
    wind_of,
)
from mjlog.sheets.layouts.columns_of_points import is_start_or_end_row, points_of_table
from mjlog.sheets.layouts.end_by_sums import with_end_named
from mjlog.sheets.layouts.layout import (
    Kind,
    Table,
    players_above,
    seats_by_name,
    seats_named,
    upper_head,
    with_winds,
)
from mjlog.sheets.layouts.legends import with_legend
from mjlog.sheets.layouts.marks_of_players import split_player_marks
from mjlog.sheets.layouts.ready_players_in_labels import split_ready_players
from mjlog.sheets.layouts.results_by_points import with_events, with_results_named
from mjlog.sheets.layouts.short_names import short_names, with_numbers_and_letters
from mjlog.sheets.layouts.split_results import (
    move_patterns_to_column,
    move_tenpai_to_column,
    split_results,
)

Moves = Mapping[int, tuple[int, ...]]
"""Gain of each player by row, in the order of the columns of the first group."""
_Sign = Literal[1, -1]
_OF_NO_NAMES: Final[frozenset[Role | None]] = frozenset(
    {None, "value", "total", "change", "how", "sum", "rank", "limit", "items", "counters", "table",
     "round", "game", "place", "start", "final", "player", "seat", "wind", "event"}
)  # fmt: skip
"""Meanings of columns that name no players, unless the head has another meaning."""
_SHARE_OF_RESULTS: Final = 0.9
"""Share of a column's cells that must have words for results."""
_OF_PLAYERS: Final[tuple[Role, ...]] = ("winner", "from", "dealer")
_SHARE: Final = 4
"""One row among this number may contradict a meaning, as a slip does."""
_MORE: Final = 3
"""Evidence for changes or totals must be stronger by one deal in this number."""
_LEAST: Final = 2
_LONGEST_MARK: Final = 2
_MOST_MARKS: Final = 3
_STEP: Final = 100
_FU: Final = frozenset({20, 25, *range(30, 120, 10)})
_HAN: Final = frozenset(range(1, 14))


def with_evidence(whole: Table) -> Table:
    """Find the meaning of columns with unknown headings by comparing cells with the points.

    For example, a column of names is the winner's column if the named players gained most. Return a
    copy of the table with the roles (meanings) that were found. Only the first 40 rows are
    compared.
    """
    whole = with_end_named(with_legend(whole))
    table = _best_kind(_with_full_names(replace(whole, rows=whole.rows[:_LOOK])))
    return replace(table, rows=whole.rows)


def _with_full_names(table: Table) -> Table:
    """Replace one-letter headings of players by full names: `A` becomes `Ann` if cells name `Ann`.

    The names are taken from the columns of winners, discarders and dealers. Return the table
    unchanged if a heading is longer than one letter, or if the names do not begin with different
    letters that are all headings.
    """
    heads = {plain(head) for group in table.groups for head in group.columns.values()}
    if not heads or any(len(head) > 1 or head.isdigit() for head in heads):
        return table
    columns = [column for role in _OF_PLAYERS if (column := table.column(role))]
    texts = {text for column in columns for text in table.grid.down(table.rows, column)}
    names = [text for text in texts if not is_absent(text) and plain(text) not in ENDINGS]
    by_letter = {plain(name)[:1]: name for name in names}
    is_sure = len(by_letter) == len(names) > 1 and by_letter.keys() <= heads
    if not is_sure or any(len(plain(name)) == 1 for name in names):
        return table
    groups = [
        replace(group, columns={column: by_letter.get(plain(head), head)
                                for column, head in group.columns.items()})
        for group in table.groups
    ]  # fmt: skip
    return replace(table, groups=tuple(groups))


def _best_kind(table: Table) -> Table:
    """Find the roles of columns, and decide whether the players' points are changes or totals.

    If no heading decides and there is one group of players' columns, the numbers are read in both
    ways. Return the table of the way in which the points agree clearly more often with the winners,
    discarders and hand values. If the numbers of agreements are close, return the table with the
    kind undecided (empty).
    """
    if len(table.groups) == 1 and not table.groups[0].kind:
        # Totals of games that begin with zero look like changes until somebody wins.
        groups = [(replace(table.groups[0], kind=kind),) for kind in _KINDS]
        either = [_with_columns(replace(table, groups=group)) for group in groups]
        changes, totals = (_support(each) for each in either)
        if abs(changes - totals) >= max(_LEAST, max(changes, totals) / _MORE):
            return either[totals > changes]
    return _with_columns(table)


_KINDS: Final[tuple[Kind, ...]] = ("change", "total")


def _with_columns(table: Table) -> Table:
    """Find the roles (meanings) of columns by the points that players won and lost.

    Return a copy of the table with the roles; cells that contain several things, such as winner and
    discarder, are split into columns. Return the table unchanged if it does not show points won and
    lost.
    """
    moves = moves_of(table)
    if not moves:
        return table
    table = move_patterns_to_column(split_ready_players(table, _names))
    table = _with_pairs_apart(table, moves)
    table = _with_discarders_apart(split_results(_with_winds(table), _calls_of), moves)
    for marks in _groups_of_marks(table):
        table = _with_marks(table, marks, moves)
    table = split_player_marks(table)
    # A column may name players who were tenpai, which only the points show.
    table = move_tenpai_to_column(_with_players(table, moves), _calls_of)
    table = with_results_named(with_events(table), moves)
    return _with_payments(_with_hands(_with_counters(table), moves))


def _support(table: Table) -> int:
    """Count how often the points agree with the winner, the discarder, and the result or value.

    A deal counts up to three times. Used to compare two readings of a table; the reading with the
    higher number is better.
    """
    moves = moves_of(table)
    calls = _calls_of(table)
    right = 0
    for row, some in moves.items():
        won, lost = ({calls.get(plain(text := table.text(row, role)), seat_of(text))}
                     for role in ("winner", "from"))  # fmt: skip
        for cell in table.cells(row, ("winner", "how")):
            if result := parse_result(cell.text, calls):
                won.add(result.winner)
                lost.add(result.source)
        marks = enumerate(table.grid.texts(row, table.results))
        won |= {player for player, text in marks if text and text not in table.lost_marks}
        marks = enumerate(table.grid.texts(row, table.losers))
        lost |= {player for player, text in marks if text}
        right += (_extreme(some, 1) in won - {NOBODY}) + (_extreme(some, -1) in lost - {NOBODY})
        right += _bears_out(table, row, some)
    return right


def _bears_out(table: Table, row: int, moves: Sequence[int]) -> bool:
    """Return whether the points of a deal fit its result or its hand value.

    `moves` are the points that the players won and lost. If the row says that nobody won, no points
    may change. Otherwise the largest gain must be a multiple of the hand value in the row, which
    must be above 1.
    """
    if any(plain(table.text(row, role)) in NOBODY_WON for role in ("winner", "how")):
        return not any(moves)
    value = number_of(table.text(row, "value")) or 0
    return value > 1 and max(moves) > 0 and max(moves) % value == 0


def _calls_of(table: Table) -> Mapping[str, int]:
    """Map each word that may name a player in a cell to the number of the player's column, from 0.

    The words are the players' names, the numbers from 1 and the seat letters from `a`.
    """
    return with_numbers_and_letters(_names(table), len(table.groups[0].columns))


def _names(table: Table) -> Mapping[str, int]:
    """Map each player's name to the number of the player's column, from 0.

    The names are those in the headings and those in the lines above the table. Parts and short
    forms, such as a first name, are included if only one player has them.
    """
    calls = _calls_of_heads(table)
    by_name = {call: player for player, some in enumerate(calls) for call in some}
    names = [seat_and_name(head)[1] for head in table.groups[0].columns.values()]
    return {**short_names(table, names), **by_name}


def _calls_of_heads(table: Table) -> list[tuple[str, ...]]:
    """Return the names that cells may use for each player, in the order of the players' columns.

    For example, the column `East: Ann` gives the tuple `("east:_ann", "ann", ...)`. It includes a
    name that a line above the table gives for the seat.
    """
    above, heads = players_above(table), [*table.groups[0].columns.values()]
    names = [above.get(seat, head) for seat, head in zip(seats_named(heads), heads, strict=True)]
    return [(plain(head), plain(seat_and_name(head)[1]), plain(name))
            for head, name in zip(heads, names, strict=True)]  # fmt: skip


def moves_of(table: Table) -> Moves:
    """Map the row of each deal to the points that each player won or lost in the deal.

    The numbers are in the order of the players' columns; a blank cell counts as 0. If the table has
    only totals, the numbers are differences between totals. Rows without known numbers are left
    out. Return an empty mapping if the table has no columns of points.
    """
    if not table.groups or not table.groups[0].columns:
        return {}
    heads = [*table.groups[0].columns.values()]
    groups = [*points_of_table(table, None, seats_by_name(heads), 0)]
    points = next((each for each in groups if each.kind == "change"), groups[0])
    by_column = replace(points, columns=tuple(sorted(points.columns)))
    rows = [row for row in table.rows if not is_start_or_end_row(table.grid, row)]
    numbers = {row: by_column.numbers(table.grid, row) for row in rows}
    if points.kind == "change":
        return {row: tuple(number or 0 for number in some) for row, some in numbers.items()
                if any(number is not None for number in some)}  # fmt: skip
    full = {row: tuple(number for number in some if number is not None)
            for row, some in numbers.items() if None not in some}  # fmt: skip
    sums = Counter(sum(some) for some in full.values())
    moves = {
        row: tuple(after - before for before, after in zip(full[above], full[row], strict=True))
        for above, row in pairwise(full)
    }
    together, times = next(iter(sums.most_common(1)), (1, 0))
    # A slip in one total, or sticks on the table, change the sum of a row.
    if full and times * 2 > len(full) and together % len(points.columns) == 0:
        first = next(iter(full))
        share = together // len(points.columns)
        moves[first] = tuple(number - share for number in full[first])
    return moves


def _extreme(moves: tuple[int, ...], sign: _Sign) -> int:
    """Return the column number, from 0, of the player who gained most points in a deal.

    If `sign` is -1, return the player who lost most points. Return -1 if no player gained (or lost)
    points, or if several players share the largest amount.
    """
    signed = [sign * move for move in moves]
    most = max(signed)
    return signed.index(most) if most > 0 and signed.count(most) == 1 else -1


def _fits(
    players: Mapping[int, int], moves: Moves, sign: _Sign, least: int, share: int = _SHARE
) -> bool:
    """Return whether the players named in rows gained the most points in nearly all of these rows.

    If `sign` is -1, they must have lost the most points. `players` maps a row to the named player,
    and `moves` maps a row to all players' points won and lost. At least `least` rows must agree,
    and at most one of `share` rows may disagree. Rows in which no points change do not count.
    """
    rows = [row for row in players if any(moves.get(row, ()))]
    # A player who lays a stick loses as much as one who discards to a small hand.
    right = sum(
        sign * moves[row][players[row]] == max(sign * move for move in moves[row]) > 0
        for row in rows
    )
    return right >= least and (len(rows) - right) * share <= len(rows)


def _with_winds(table: Table) -> Table:
    """Find the column with the winds of the rounds, and the column of deal numbers next to it.

    The winds must come in the order east, south, west, north, and each wind only in adjacent rows.
    Return a copy of the table with the roles `wind` and `deal`. Return the table unchanged if there
    is no such column, or if no column can have the numbers of the deals.
    """
    if table.column("wind"):
        return table
    for column in _columns(table)[:3]:
        winds = [wind_of(text) for text in table.grid.down(table.rows, column)]
        runs = [wind for wind, before in zip(winds, ["", *winds], strict=False) if wind != before]
        is_of_rounds = len(runs) < len(table.rows)
        if not runs or runs != list("ESWN")[: len(runs)] or not is_of_rounds:
            continue
        if table.roles.get(column) not in {None, "deal", "game", "round", "place", "seat"}:
            continue
        named = table.with_roles({column: "wind"})
        numbers = {*table.grid.down(table.rows, column + 1)}
        if not named.column("deal") and column + 1 not in named.roles and numbers <= _NUMBERS:
            named = named.with_roles({column + 1: "deal"})
        if named.column("deal"):
            return with_winds(named, ())
    return table


_NUMBERS: Final = frozenset("1234")


# ------------------------------------------------------------------ marks


@dataclass(frozen=True, slots=True)
class _Marks:
    """A group of columns with marks, one column for each player, in the order of the players.

    `word` is the heading of these columns without the names, such as `riichi`.
    """

    word: str
    columns: tuple[int, ...]


def _groups_of_marks(table: Table) -> Iterator[_Marks]:
    """Yield groups of columns that contain only marks such as ``○``, with a column for each player.

    The headings of a group are equal, or are equal without the players' names, as in `riichi Ann`,
    `riichi Bob`.
    """
    used = {*table.marks, *table.results}.union(*(group.columns for group in table.groups))
    heads = {column: table.grid.text(table.head, column) for column in _columns(table)}
    names = dict(enumerate(_calls_of_heads(table)))
    parted: dict[str, dict[int, int]] = {}
    repeated: dict[str, list[int]] = {}
    for column, head in heads.items():
        if column in used or not _has_marks_alone(table, column):
            continue
        above = plain(upper_head(table.grid, table.top, column)) if table.top != table.head else ""
        owner = next(((player, word) for player, calls in names.items()
                      if (word := _head_without_name(head, calls)) is not None), None)  # fmt: skip
        if owner is not None:
            parted.setdefault(owner[1] or above, {})[owner[0]] = column
        elif head:
            repeated.setdefault(plain(head), []).append(column)
    for word, columns in parted.items():
        if len(columns) == len(names):
            yield _Marks(word, tuple(columns[player] for player in range(len(names))))
    for word, some in repeated.items():
        if len(some) == len(names):
            yield _Marks(word, tuple(some))


def _columns(table: Table) -> list[int]:
    """Return the numbers of columns with a text in the heading or in the first 40 rows below."""
    rows = (table.head, *table.rows[:_LOOK])
    return sorted({column for row in rows for column in table.grid.columns_of(row)})


_LOOK: Final = 40


def _head_without_name(head: str, calls: Iterable[str]) -> str | None:
    """Remove a player's name from a heading and return the other words, such as `riichi`.

    `calls` are the names of the player. Return an empty text if the heading is only a name, and
    None if it contains none of the names.
    """
    word = plain(head)
    for name in calls:
        if word == name:
            return ""
        # In scripts with blanks a name must be a whole word; other scripts have no blanks.
        edge = r"[a-zà-ÿа-я0-9]" if name.isascii() else r"(?!)"
        match = re.search(rf"(?<!{edge}){re.escape(name)}(?!{edge})", word)
        if name and match:
            return (word[: match.start()] + word[match.end() :]).strip("_-:()")
    return None


def _has_marks_alone(table: Table, column: int) -> bool:
    """Return whether all texts of a column are marks of one or two characters, such as ``○``.

    At most three different marks may occur; marks for an empty cell, such as a dash, do not count.
    """
    texts = {*table.grid.down(table.rows, column)}
    marks = [text for text in texts if plain(text) not in UNMARKED]
    if len(marks) > _MOST_MARKS:
        return False
    for text in texts:
        if len(plain(text)) > _LONGEST_MARK:
            return False
        # Other numbers than these are points or ranks.
        if text not in {"0", "1"} and (is_number(text) or label_of(text)):
            return False
    return True


def _with_marks(table: Table, marks: _Marks, moves: Moves) -> Table:
    """Find out whether the marks in a group of columns mean riichi, winners or discarders.

    The heading, a legend on the sheet, the mark itself or the points (`moves`) show it. Return a
    copy of the table in which the columns have this meaning, or the table unchanged if a mark is
    not understood.
    """
    players: dict[str, dict[int, list[int]]] = {}
    for player, column in enumerate(marks.columns):
        for row in table.rows:
            text = table.grid.text(row, column)
            if plain(text) not in UNMARKED:
                players.setdefault(text, {}).setdefault(row, []).append(player)
    if not players:
        return table
    role = role_of(marks.word) if marks.word else None
    if role in {"ready", "sticks"}:
        return replace(table, marks=marks.columns).without_columns(marks.columns)
    single = {text: {row: some[0] for row, some in rows.items() if len(some) == 1}
              for text, rows in players.items()}  # fmt: skip
    # If the head says so, or if columns of winners are next to these, one deal is enough.
    least = _LEAST if role is None and not table.results and len(players) == 1 else 1
    legend = {mark: meaning for mark, meaning in table.legend.items() if mark in players}
    lost_by_legend, of_ron, drawn = (
        frozenset(mark for mark, each in legend.items() if each == meaning)
        for meaning in ("lost", "ron", "self")
    )
    open_marks = players.keys() - legend.keys()
    won = {text for text in open_marks
           if text in WON_BY_MARK or _fits(single[text], moves, 1, least)}  # fmt: skip
    lost = lost_by_legend | {
        text for text in open_marks - won
        if text in LOST_BY_MARK or _fits(single[text], moves, -1, least)
    }  # fmt: skip
    won |= legend.keys() - lost_by_legend
    if won | lost != {*players} or role not in {None, "winner", "from", "how"}:
        return table
    if won and not table.results:
        # `●` is otherwise a mark of the discarder.
        lost = lost or (LOST_BY_MARK - won if won & LOST_BY_MARK else lost)
        table = replace(table, results=marks.columns, lost_marks=frozenset(lost))
        with_discarder = {row for mark in lost for row in players[mark]}
        right = Counter((mark in of_ron) == (row in with_discarder)
                        for mark in of_ron | drawn for row in players[mark])  # fmt: skip
        if right[True] > right[False]:
            table = replace(table, ron_marks=of_ron, self_draw_marks=drawn)
    elif lost and not won and not table.losers:
        table = replace(table, losers=marks.columns)
    else:
        return table
    return table.without_columns(marks.columns)


# ------------------------------------------------------------------ names


def _with_players(table: Table, moves: Moves) -> Table:
    """Find the columns that name winners, discarders or dealers, and the column of results.

    Columns without a clear heading are compared with the points won and lost (`moves`). Return a
    copy of the table with the roles that were found.
    """
    used = {*table.marks, *table.results, *table.losers}
    used = used.union(*(group.columns for group in table.groups))
    roles = dict(table.roles)
    for column in _columns(table):
        head = table.grid.text(table.head, column)
        is_ambiguous = len({*roles_of(head)}.intersection(_OF_PLAYERS)) > 1
        # A German `Geber` deals the tiles, or gives the winning tile.
        is_ambiguous |= roles.get(column) == "dealer" and "from" not in roles.values()
        if column in used or not (is_ambiguous or roles.get(column) in _OF_NO_NAMES):
            continue
        role = _role_of_names(table, column, moves) or _role_of_results(table, column)
        if role is not None and role not in {roles[each] for each in roles if each != column}:
            roles[column] = role
    return table.with_roles(roles)


def _role_of_names(table: Table, column: int, moves: Moves) -> Role | None:
    """Return what a column of names means: `winner`, `from` (the discarder) or `dealer`.

    The column has winners if the named players mostly gained most points, discarders if the named
    players mostly lost most, and dealers if deals with the same number always name the same player.
    Return None if none of this is so.
    """
    by_name = _names(table)
    rows = {row: plain(text) for row in table.rows
            if row in moves and (text := table.grid.text(row, column))}  # fmt: skip
    by_number = {str(n): n - 1 for n in range(1, len(table.groups[0].columns) + 1)}
    calls = by_name if any(text in by_name for text in rows.values()) else by_number
    players = {row: calls[text] for row, text in rows.items() if text in calls}
    if len(players) < _LEAST:
        return None
    if calls is by_number:
        others = [text for row, text in rows.items() if row not in players]
        # Numbers may count anything, so the column must name several players and nothing else.
        if len({*players.values()}) < _LEAST or any(is_number(text) for text in others):
            return None
    if _fits(players, moves, 1, _LEAST):
        return "winner"
    # If words for self-draws are among the names, one more name may be a slip.
    words_beside = {
        text for row, text in rows.items() if row not in players and not is_absent(text)
    }
    is_of_sources = bool(words_beside) and words_beside <= ENDINGS
    if _fits(players, moves, -1, _LEAST, _SHARE - is_of_sources):
        return "from"
    return "dealer" if calls is by_name and _is_of_dealers(table, players) else None


def _with_discarders_apart(table: Table, moves: Moves) -> Table:
    """Move discarders out of the column of results, for example from ``Bob threw it``.

    Return a copy of the table with the names in a new column of discarders. The points must show
    that most of the named players lost most in their deals; otherwise return the table unchanged.
    """
    column = table.column("how")
    if not (column and table.column("winner")) or table.column("from"):
        return table
    names = _names(table)
    named: dict[int, str] = {}
    for row in table.rows:
        text = table.grid.text(row, column)
        mentioned = {*pattern_of(names).findall(plain(text))} if names else set()
        is_event = is_kong(text) or parse_result(text, names) is not None
        if len(mentioned) == 1 and row in moves and not is_event:
            named[row] = mentioned.pop()
    if not _fits({row: names[name] for row, name in named.items()}, moves, -1, _LEAST):
        return table
    return table.moved("from", {(row, column): ("", name) for row, name in named.items()})


def _with_pairs_apart(table: Table, moves: Moves) -> Table:
    """Split cells that name two players, such as ``Ann / Bob``, into winner and discarder.

    This happens only if the points show that one player won and the other player paid most, because
    such a cell could also name two winners. Return a copy of the table with a new column of
    discarders, or the table unchanged.
    """
    column = table.column("winner")
    if not column or table.column("from") or table.column("how"):
        return table
    names = _names(table)
    if not names:
        return table
    pattern = pattern_of(names)
    pairs: dict[int, list[str]] = {}
    for row in moves:
        text = plain(table.grid.text(row, column))
        players = pattern.findall(text)
        if len({names[player] for player in players}) == 2 == len(players):
            pairs[row] = players if _BETWEEN_TWO.fullmatch(pattern.sub("", text)) else []
    pairs = {row: players for row, players in pairs.items() if players}
    for won, lost in ((0, 1), (1, 0)):
        winners = {row: names[players[won]] for row, players in pairs.items()}
        losers = {row: names[players[lost]] for row, players in pairs.items()}
        if _fits(winners, moves, 1, _LEAST) and _fits(losers, moves, -1, _LEAST):
            return table.moved("from", {(row, column): (players[won], players[lost])
                                        for row, players in pairs.items()})  # fmt: skip
    return table


_BETWEEN_TWO: Final = re.compile(r"[\s_/|,;+-]*[/|,;-][\s_/|,;+-]*")


def _role_of_results(table: Table, column: int) -> Role | None:
    """Return `how` if a column has results such as `tsumo`, `draw` or `Ann from Bob`, else None.

    Nine of ten cells must be a result or a kong.
    """
    texts = [text for text in table.grid.down(table.rows, column) if not is_absent(text)]
    calls = _calls_of(table)
    are_results = [
        plain(text) in ENDINGS
        or is_kong(text)
        or parse_result(text, calls) is not None
        or says_win(text)
        for text in texts
    ]
    return "how" if len(texts) > 1 and sum(are_results) >= len(texts) * _SHARE_OF_RESULTS else None


def _is_of_dealers(table: Table, players: Mapping[int, int]) -> bool:
    """Return whether a column has dealers: deals with the same number name the same player.

    `players` maps a row to the named player, from 0. At least three different deal numbers of a
    round must occur, each with its own player; otherwise return False.
    """
    pairs = Counter(
        (dealer[1], player)
        for row, player in players.items()
        if (dealer := named(label_of(table.text(row, "deal")))) is not None
    )
    dealers = {dealer for dealer, _ in pairs}
    return len(dealers) > _LEAST and len(pairs) == len(dealers) == len({p for _, p in pairs})


# ------------------------------------------------------------------ hands


def _with_hands(table: Table, moves: Moves) -> Table:
    """Find the columns about hands: han, fu, value or items (patterns such as pinfu).

    The numbers and words in columns without a known heading decide. Return a copy of the table with
    the roles that were found, or the table unchanged.
    """
    worth = [column for column, role in table.roles.items() if role in dict(WORTH)]
    if worth:
        # A column with the head of a hand value may list the items of the hand.
        is_list = len(worth) == 1 and not table.column("items") and _lists_items(table, worth[0])
        return table.with_roles({worth[0]: "items"}) if is_list else table
    if (hands := table.column("items")) and _has_numbers_alone(table, hands):
        # A column called for the hand may have its value.
        return table.with_roles({hands: "value"})
    numbers = {column: {row: number for row in moves
                        if (number := number_of(table.grid.text(row, column)))}
               for column in table.unread}  # fmt: skip
    won = {row for row, some in moves.items() if _extreme(some, 1) >= 0}
    of_hands = {column: some for column, some in numbers.items()
                if some.keys() <= won and len(some) > len(won) / 2}  # fmt: skip
    roles: dict[int, Role] = {column: "items" for column in table.unread
                              if _has_words_of_hands(table, column, won)}  # fmt: skip
    fu = _column_of(of_hands, _FU)
    han = _column_of({column: some for column, some in of_hands.items() if column != fu}, _HAN)
    if len(roles) > 1:
        roles = {}
    elif fu and han:
        roles = {han: "han", fu: "fu"}
    elif len(of_hands) == 1 and len(won) < len(moves):
        ((column, some),) = of_hands.items()
        fitting = sum(_is_paid(int(number), max(moves[row])) for row, number in some.items())
        roles = {column: "value"} if fitting * 3 >= len(some) * 2 else {}
    return table.with_roles(roles)


def _has_numbers_alone(table: Table, column: int) -> bool:
    """Return whether a column has at least two cells with text, and each of them is a number."""
    texts = [text for text in table.grid.down(table.rows, column) if not is_absent(text)]
    return len(texts) >= _LEAST and all(number_of(text) is not None for text in texts)


def _has_words_of_hands(table: Table, column: int, won: Collection[int]) -> bool:
    """Return whether a column contains only patterns such as `pinfu` that one rule set knows.

    `won` are the rows of deals with a winner; more than half of these rows must have such a text.
    """
    texts = [text for row in won if not is_absent(text := table.grid.text(row, column)) and text]
    if len(texts) < _LEAST or len(texts) * 2 <= len(won):
        return False
    if all(number_of(text) is not None for text in texts):
        return False
    hands = ([hand_words(text, rules) for text in texts] for rules in loadable())
    return any(all(hand.items and not hand.unknown for hand in some) for some in hands)


def _lists_items(table: Table, column: int) -> bool:
    """Return whether most cells of a column name two or more patterns, such as `riichi, dora 2`.

    One rule set must know a pattern of each cell. Return False if a cell is a number, or if there
    are fewer than two cells.
    """
    texts = [text for text in table.grid.down(table.rows, column) if not is_absent(text)]
    if len(texts) < _LEAST or any(number_of(text) is not None for text in texts):
        return False
    hands = ([hand_words(text, rules).items for text in texts] for rules in loadable())
    return any(all(some) and sum(len(items) > 1 for items in some) * 2 > len(some)
               for some in hands)  # fmt: skip


_BASES: Final = 24
"""Points that a winner of MCR gets in addition to the hand: eight from each of three players."""


def _is_paid(value: int, gain: int) -> bool:
    """Return whether a hand worth `value` can bring the winner a gain of `gain` points.

    The gain may be the value with riichi sticks and counters, a multiple of the value (each loser
    pays it), or the value plus 24, the fixed payments of the Chinese official rules.
    """
    with_sticks = gain >= value and (gain - value) % _STEP == 0 and value % _STEP == 0
    return with_sticks or (value > 0 and gain % value == 0) or gain - _BASES in {value, 3 * value}


def _column_of(numbers: Mapping[int, Mapping[int, object]], values: frozenset[int]) -> int:
    """Return the number of the only column whose numbers are all among `values`, such as usual fu.

    `numbers` has each column's numbers by row. Return 0 if no column or more than one column fits.
    """
    fitting = [column for column, some in numbers.items()
               if len(some) >= _LEAST and values.issuperset(some.values())]  # fmt: skip
    return fitting[0] if len(fitting) == 1 else 0


# ------------------------------------------------------------------ counters


def _with_counters(table: Table) -> Table:
    """Return a copy of the table with the role `counters` for the column that counts honba.

    The column starts with 0, and each number is one more than the number before, or 0 when another
    deal begins. If no column is like this, return the table unchanged.
    """
    if "counters" in table.roles.values():
        return table
    labels = {row: label for row in table.rows if (label := label_of(table.text(row, "deal")))}
    for column in (table.column("bonus"), *table.unread):
        numbers = [table.grid.text(row, column) for row in labels] if column else []
        if _are_counters([*labels.values()], numbers):
            return table.with_roles({column: "counters"})
    return table


def _are_counters(labels: Sequence[str], texts: Sequence[str]) -> bool:
    """Return whether `texts` are counters (honba) of the deals with these `labels`.

    The texts must start with 0, grow by one, and may return to 0 only if the label changes. At
    least one label must occur twice in a row.
    """
    if "0" not in texts or {*texts} == {"0"} or not all(text.isdecimal() for text in texts):
        return False
    numbers = [int(text) for text in texts]
    pairs = pairwise(zip(labels, numbers, strict=True))
    # A repeated deal has one counter more. After a draw with a new dealer, the number continues,
    # too.
    fitting = [after == before + 1 or (after == 0 and label != other)
               for (label, before), (other, after) in pairs]  # fmt: skip
    is_repeated = any(label == other for label, other in pairwise(labels))
    return is_repeated and numbers[0] == 0 and all(fitting)


# ------------------------------------------------------------------ payments


def _with_payments(table: Table) -> Table:
    """Return a copy of the table with the role `pay` for the column whose cells say who paid whom.

    Return the table unchanged if there is no such column, or if it has more players than a game.
    """
    if "pay" in table.roles.values() or len(table.groups[0].columns) > len(SEATS):
        return table
    payments = PaymentWords(_names(table), len(table.groups[0].columns), ".")
    for column in table.unread:
        texts = [text for text in table.grid.down(table.rows, column) if not is_absent(text)]
        right = sum(payments.read(text) is not None for text in texts)
        wrong = len(texts) - right
        if right >= _LEAST and wrong * _SHARE <= len(texts):  # one may be a slip
            return table.with_roles({column: "pay"})
    return table


# ------------------------------------------------------------------ words


Ending = Literal["self", "ron", "wall"]


def ending_of(moves: Sequence[tuple[int, ...]], *, has_hands: bool) -> Ending | None:
    """Infer from the points how deals ended whose result is the same unknown word.

    Return `self` for self-drawn wins, `ron` for wins on a discard, `wall` for deals without a win,
    and None if the points do not show it. `moves` has the players' points won and lost for each
    deal, and `has_hands` is True if at least one deal has a hand value.
    """
    if not has_hands and all(sum(some) <= 0 for some in moves):
        return "wall"
    # If several players gain what several others lose, nobody has won: players who wait are paid by
    # the rest.
    if all(two_pay_two(some) for some in moves):
        return "wall"
    if not has_hands or not all(_extreme(some, 1) >= 0 for some in moves):
        return None
    losers = [sum(move < 0 for move in some) for some in moves]
    if all(number == len(moves[0]) - 1 for number in losers):
        return "self"
    return "ron" if min(losers) == 1 else None


def two_pay_two(moves: Sequence[int]) -> bool:
    """Return whether several players gain equal amounts and several players lose equal amounts.

    In a deal without a winner, two players who are ready are paid like this by two who are not.
    """
    return _are_several(moves, 1) and _are_several(moves, -1)


def _are_several(moves: Sequence[int], sign: int) -> bool:
    """Return whether two or more players gain points and all of their gains are equal.

    If `sign` is -1, losses are checked instead of gains.
    """
    amounts = [move for move in moves if move * sign > 0]
    return len(amounts) > 1 and len({*amounts}) == 1
