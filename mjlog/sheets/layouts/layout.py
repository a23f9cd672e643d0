"""Finds the tables of a worksheet: the row of heads, what the columns are, the players' points.

A table whose deals are side by side is read with rows and columns exchanged.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import compress, filterfalse, islice, pairwise
from operator import itemgetter
from typing import Final, Literal

from mjlog.model.record import NOBODY, Seat
from mjlog.sheets.cells.numbers import is_number, number_of, rank_of, strip_marks
from mjlog.sheets.cells.words import (
    AFTERWARDS,
    RANKS,
    Role,
    core,
    is_absent,
    is_date,
    is_seat_name,
    is_total,
    label_of,
    plain,
    role_of,
    role_within,
    roles_of,
    seat_and_name,
    seat_of,
    wind_of,
    words_joined,
)
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.layouts.players import chosen, mentioned_by, parts_of, share_adding_up

Kind = Literal["", "change", "total", "hand"]
OF_THE_HEAD: Final = frozenset(
    {"rules", "event", "date", "place", "unit", "table", "round", "game"}
)
"""What an entry above the table may be about, with its value beside it or behind a colon."""
_OF_NO_COLUMN: Final = frozenset({"rules", "event", "place", "unit", "player", "start", "final"})
_PERHAPS_DEAL: Final = frozenset({"round", "wind", "game"})
_MOST_PLAYERS: Final = 5
_LEAST_PLAYERS: Final = 2
_LEAST_NAMES: Final = 3
_LOOK: Final = 40
_OF_MARKS: Final = frozenset({"ready", "sticks"})
_LEAST_PARTS: Final = 2
_POSSESSIVE: Final = re.compile("['’]s?$")
"""The end of a name before what the player has: ``Ann's score``."""
_EITHER_WIND: Final = frozenset({"o", "o."})
"""The east of German and Dutch sheets, the west of French, Italian and Spanish ones."""
_WEST: Final = 2
_MARK: Final = "1"
"""A number that marks who won, where other cells of its column are empty."""
_COLONS: Final = str.maketrans({"：": ":", "=": ":"})
_ONCE: Final = frozenset(
    {
        "deal",
        "dealer",
        "winner",
        "from",
        "how",
        "han",
        "fu",
        "faan",
        "tai",
        "value",
        "doubles",
        "items",
        "counters",
        "remark",
    }
)
"""What a table has one column for, however many play."""
_OF_WORDS: Final = frozenset({"winner", "from", "how", "dealer", "ready", "tenpai", "remark"})
_OF_NUMBERS: Final = frozenset({"han", "fu", "faan", "tai"})
"""What the cells of a column are about that has words, or numbers."""
_NAMING: Final = frozenset({"winner", "from", "dealer", "ready", "tenpai"})
_OF_HANDS: Final = frozenset({"value", "deal"})
"""What the word beside a name is about above what the hand of each player is worth."""
_SURE: Final = 4
"""Heads of that many sorts above columns of points stand in no table that is turned."""


@dataclass(frozen=True, slots=True)
class Players:
    """A group of columns of points, one for each player.

    `kind` says what the points are, where `hand` is the value of each player's tiles in games in
    which losers count theirs. `columns` has the player's name by column.
    """

    kind: Kind
    columns: Mapping[int, str]


@dataclass(frozen=True)
class Table:
    """One table of deals: its heads, the role of each column, and the rows below.

    `head` is the row of the heads, 0 if there is none, and `top` is the first row if the heads have
    several. `unread` are the columns whose head is not understood, and `before` are the rows above
    the heads. `rotating` is True if more play than sit at the table, so that the label of a deal
    does not say who deals. `marks` are the columns of riichi marks and `results` those of winners'
    marks, in the order of the players' columns. The discarder has one of `lost_marks` in `results`,
    or a mark in the columns `losers`. `winds` are the rows with the wind of the round, in order.
    """

    grid: Grid
    head: int
    top: int
    roles: Mapping[int, Role]
    groups: tuple[Players, ...]
    rows: tuple[int, ...]
    unread: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    rotating: bool = False
    marks: tuple[int, ...] = ()
    results: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()
    lost_marks: frozenset[str] = frozenset()
    winds: tuple[tuple[int, str], ...] = ()

    def column(self, role: Role) -> int:
        """Return the number of the first column of a role, counted from 1; 0 if there is none."""
        return self._columns.get(role, 0)

    @cached_property
    def _columns(self) -> Mapping[Role, int]:
        """The first column of each role."""
        return {role: column for column, role in reversed([*self.roles.items()])}

    def wind(self, row: int) -> str:
        """Return the wind of the round in a row, from a column of winds or from a title above.

        Clubs write the wind once for many deals.
        """
        # A title is not about its own row: a cell with a wind may as well name the deal.
        until = row + 1 if self.column("wind") else row
        above = bisect_left(self.winds, (until, ""))
        return self.winds[above - 1][1] if above else ""

    def head_of(self, column: int) -> Cell | None:
        """Return the cell with a column's head, from the lower of two rows of heads if possible."""
        return self.grid.at(self.head, column) or self.grid.at(self.top, column)

    def cell(self, row: int, role: Role) -> Cell | None:
        """Return the cell of a role in a row.

        None if the cell is empty or no column has the role.
        """
        column = self._columns.get(role)
        return None if column is None else self.grid.at(row, column)

    def cells(self, row: int, roles: Iterable[Role]) -> list[Cell]:
        """Return the cells of these roles in a row that are not empty."""
        return [cell for role in roles if role in self._columns
                if (cell := self.grid.at(row, self._columns[role])) is not None]  # fmt: skip

    def text(self, row: int, role: Role) -> str:
        """Return the text of a role in a row; empty if there is none."""
        return self.grid.text(row, self._columns.get(role, 0))

    def with_column(self, role: Role, cells: Mapping[int, Cell]) -> Table:
        """Return the table with a new column of that role, to the right of all its columns.

        `cells` are the cells of the column by row; each keeps its name in the file.
        """
        behind = max((at for _, at in self.grid.cells), default=0) + 1
        placed = {(row, behind): cell for row, cell in cells.items()}
        grid = replace(self.grid, cells={**self.grid.cells, **placed})
        return replace(self, grid=grid, roles={**self.roles, behind: role})

    @property
    def strength(self) -> int:
        """A number that is higher the more surely this is a table of deals."""
        names = {column for group in self.groups for column in group.columns.values()}
        named = len(names) - sum(is_number(name) for name in names)
        return 4 * len(self.roles) + 3 * named + min(len(self.rows), 8)


def tables(grid: Grid) -> tuple[Table, ...]:
    """Return the tables of a worksheet, with deals in rows or in columns, whichever fits better."""
    # To turn a large worksheet costs as much as to read it, so a sure table is taken as it stands.
    straight = tuple(table for each in side_by_side(grid) for table in _tables(each))
    if any(
        len(table.roles) >= _SURE and (table.groups or _names_wins(table)) for table in straight
    ):
        return straight
    turned = tuple(_tables(grid.exchanged()))
    adding_up = _best_share(straight), _best_share(turned)
    # Points of deals add up; where only one side does, it has the deals.
    if max(adding_up) >= _MOST_ADD_UP > min(adding_up):
        return straight if adding_up[0] > adding_up[1] else turned
    return max(straight, turned, key=_strongest)


def _names_wins(table: Table) -> bool:
    """Return whether most rows have the label of a deal, and a column says who won."""
    texts = table.grid.down(table.rows, table.column("deal"))
    labelled = [text for text in texts if label_of(text)]
    return table.column("winner") > 0 and 2 * len(labelled) > len(texts)


_MOST_ADD_UP: Final = Fraction(2, 3)
"""Share of the rows that add up where they are deals; slips and penalties do not."""


def _best_share(some: Sequence[Table]) -> Fraction:
    """Return the largest share of rows that add up in one group of these tables."""
    return max((share_adding_up(table.grid, table.rows, group.columns)
                for table in some for group in table.groups), default=Fraction(0))  # fmt: skip


def side_by_side(grid: Grid) -> list[Grid]:
    """Return a worksheet in parts if tables are side by side, as repeated heads show.

    Each part includes what is above and to the left, such as a title of all tables. Otherwise the
    list has only the worksheet.
    """
    rows = list(grid.rows())
    heads = _heads(grid, rows)
    head = rows[heads[0][1]] if heads else None
    starts = [] if head is None else _starts(grid, *head) or _repeats(grid, *head)
    if head is None or len(starts) < _LEAST_PARTS:
        return [grid]
    top = rows[heads[0][0]][0]
    ends = [*starts[1:], max(column for _, column in grid.cells) + 1]
    return [_part(grid, top, *each) for each in zip(starts, ends, strict=True)]


def _heads(grid: Grid, rows: list[tuple[int, list[int]]]) -> list[tuple[int, int]]:
    """Return the upper and the lower head row of each table, as indices into `rows`.

    Both are the same if the head has one row.
    """
    either = [at for at, (row, columns) in enumerate(rows) if _is_head(grid, rows, at, columns)]
    heads: list[tuple[int, int]] = []
    for at in either:
        if heads and heads[-1][1] == at - 1 and _is_over(rows[at - 1], rows[at]):
            heads[-1] = (at - 1, at)
        else:
            heads.append((at, at))
    return heads


def _starts(grid: Grid, head: int, columns: Sequence[int]) -> list[int]:
    """Return the first column of each table, if several heads are repeated in a row.

    The first table begins at column 1. Empty if no heads are repeated, or not equally often.
    """
    at: dict[Role, list[int]] = {}
    for column in columns:
        role = role_of(grid.text(head, column))
        if role in _ONCE:
            at.setdefault(role, []).append(column)
    repeated = [places for places in at.values() if len(places) > 1]
    if len(repeated) < _LEAST_PARTS or len({len(each) for each in repeated}) > 1:
        return []
    firsts = [min(places) for places in zip(*repeated, strict=True)]
    lasts = [max(places) for places in zip(*repeated, strict=True)]
    if any(last >= first for last, first in zip(lasts, firsts[1:], strict=False)):
        return []
    filled = {column for _, column in grid.cells}
    return [
        1,
        *(
            _begin_after_gap(filled, last, first)
            for last, first in zip(lasts, firsts[1:], strict=False)
        ),
    ]


def results_side_by_side(grid: Grid) -> list[Grid]:
    """Return a worksheet in parts if tables with a player in each row are side by side.

    Otherwise the list has only the worksheet.
    """
    for head, columns in islice(grid.rows(), _LOOK):
        roles = [role_of(text) for text in grid.texts(head, columns)]
        if roles.count("player") < _LEAST_PARTS:
            continue
        if starts := _repeats(grid, head, columns, least=2):
            ends = [*starts[1:], max(column for _, column in grid.cells) + 1]
            return [_part(grid, head, *each) for each in zip(starts, ends, strict=True)]
    return [grid]


def _repeats(
    grid: Grid, head: int, columns: Sequence[int], least: int = _LEAST_NAMES + 1
) -> list[int]:
    """Return the first column of each table, if empty columns separate runs of heads.

    Each run begins with the same head and has at least `least` heads. The first column is given as
    1. Empty if there is only one run, or some run differs.
    """
    filled = {column for _, column in grid.cells}
    runs: list[list[int]] = []
    for column in columns:
        if runs and filled.issuperset(range(runs[-1][-1], column)):
            runs[-1].append(column)
        else:
            runs.append([column])
    texts = [[plain(grid.text(head, column)) for column in run] for run in runs]
    is_repeated = len(runs) > 1 and all(
        len(some) >= least and some[0] == texts[0][0] for some in texts
    )
    return [1, *(run[0] for run in runs[1:])] if is_repeated else []


def _begin_after_gap(filled: Collection[int], last: int, first: int) -> int:
    """Return the first column of the next table, after the last empty column before its head."""
    empty = [column for column in range(last + 1, first) if column not in filled]
    return max(empty, default=first - 1) + 1


def _part(grid: Grid, head: int, start: int, end: int) -> Grid:
    """Return the columns from `start` to before `end`, with what is to the left above the heads."""
    cells = {
        (row, column): cell
        for (row, column), cell in grid.cells.items()
        if column < end and (column >= start or row < head)
    }
    return replace(grid, cells=cells)


def _strongest(found: Sequence[Table]) -> int:
    return max((table.strength for table in found), default=0)


def _tables(grid: Grid) -> Iterator[Table]:
    rows = list(grid.rows())
    heads = _heads(grid, rows)
    if not heads:
        yield from _table_without_head(grid, rows)
        return
    before = above = _numbers(rows[: heads[0][1]])
    has_deals = False
    titles = titles_of(grid)
    for (_, at), (top, following) in pairwise([*heads, (len(rows), len(rows))]):
        # What stands alone above the next head, such as `Table 2`, is said of the table below it.
        until = following if following == len(rows) else _end(grid, rows, at + 1, top)
        table = _table(grid, rows[at][0], _numbers(rows[at + 1 : until]), before, titles)
        is_of_deals = bool(table.groups or table.column("winner") or table.column("how"))
        has_deals |= is_of_deals
        if has_deals:  # a block below the deals may have their final points
            yield table
        if is_of_deals:
            # Of many titles only the last ones can be about the table below them.
            before = (*before[: len(above)], *before[len(above) :][-_LOOK:])
            before += _numbers(rows[until:following])


def _is_over(upper: tuple[int, list[int]], lower: tuple[int, list[int]]) -> bool:
    """Return whether a row of heads is the upper one of two: it is adjacent and has fewer heads."""
    return upper[0] + 1 == lower[0] and len(upper[1]) < len(lower[1])


def _numbers(rows: Iterable[tuple[int, list[int]]]) -> tuple[int, ...]:
    """Return the row numbers of rows that are given with their columns."""
    return tuple(row for row, _ in rows)


def _end(grid: Grid, rows: list[tuple[int, list[int]]], first: int, head: int) -> int:
    """Return the index in `rows` at which the rows of a table end.

    `first` is the index of its first row, `head` that of the next head. Single lines just above
    that head belong to the next table.
    """
    while head > first and _is_of_a_head(grid, *rows[head - 1]):
        head -= 1
    return head


def _is_of_a_head(grid: Grid, row: int, columns: list[int]) -> bool:
    """Return whether a row has only a word with its value, or pairs of these: ``Table,2``."""
    texts = [grid.text(row, column) for column in columns]
    word, value = entry(texts[0])
    if _are_entries(texts):
        return True
    # `Game 2 | begins | 9.30 pm` has as many cells as a deal, but no points.
    if word in OF_THE_HEAD and value and not label_of(texts[0]):
        return not any(is_number(text) for text in texts[1:])
    return len(texts) <= _LEAST_PLAYERS and (word in OF_THE_HEAD or is_seat_name(texts[0]))


def _are_entries(texts: Sequence[str]) -> bool:
    """Return whether texts are words of a heading, such as `Round`, each before its number.

    The last word may lack its number.
    """
    return all(role_of(text) in OF_THE_HEAD for text in texts[::2]) and all(
        is_number(text) for text in texts[1::2]
    )


def entry(text: str) -> tuple[str, str]:
    """Return key and value of an entry above a table.

    The value is empty if the cell has only a key.

    >>> entry("Table: 3"), entry("Table 3"), entry("Event")
    (('table', '3'), ('table', '3'), ('event', ''))
    """
    key, colon, value = text.replace("：", ":").partition(":")
    if not colon and role_of(key) is None:
        key, _, value = text.partition(" ")
    return str(role_of(key) or ""), value.strip()


# ------------------------------------------------------------------ heads


def _is_head(grid: Grid, rows: list[tuple[int, list[int]]], at: int, columns: list[int]) -> bool:
    """Return whether a row has the heads of columns."""
    # A row of a deal begins with its name or has numbers; a head may have one, such as a year.
    first = grid.text(rows[at][0], columns[0])
    if label_of(first) or (core(plain(first)) in RANKS and _is_of_ranks(grid, rows, at)):
        return False
    texts = grid.texts(rows[at][0], columns)
    # The numbers of seats are heads, but points are not: `1, -2, 1`.
    numbers = [number for text in texts if (number := number_of(text)) is not None]
    points = sum(is_number(text) for text in texts if not is_seat_name(text))
    if points > 1 or min(numbers, default=0) < 0:
        return False
    # Players may be named side by side above the table, perhaps with a word that is no head.
    entries = [text.translate(_COLONS).partition(":") for text in texts]
    others = [key for key, colon, _ in entries if not colon or not is_seat_name(key)]
    has_players = len(texts) - len(others) >= _LEAST_NAMES
    if not others or (has_players and all(role_of(text) is None for text in others)):
        return False
    # So may be the round and the table, with their numbers beside them.
    if _are_entries(texts):
        return False
    roles = {role_of(text) for text in texts} - {None} - _OF_NO_COLUMN
    wide = len(texts) >= _LEAST_NAMES
    has_heads = len(texts) >= _LEAST_PLAYERS and len(roles) >= _LEAST_PLAYERS
    if not (wide or has_heads):
        return False
    # A title above the table has words that are heads as well, but no numbers below them.
    return len(roles) >= _SURE or _numbers_below(grid, rows, at, columns) >= _LEAST_PLAYERS


def _is_of_ranks(grid: Grid, rows: list[tuple[int, list[int]]], at: int) -> bool:
    """Return whether a row has ranks below points, which may look like numbers of players."""
    row, columns = rows[at]
    ranks = grid.texts(row, columns[1:])
    above = grid.texts(rows[at - 1][0], columns[1:]) if at else []
    is_ranked = all(rank_of(text) for text in ranks)
    return is_ranked and (ranks != sorted(ranks) or any(is_number(text) for text in above))


def _numbers_below(
    grid: Grid, rows: list[tuple[int, list[int]]], at: int, columns: Sequence[int]
) -> int:
    """Return how many of the texts have a number below them in the next rows."""
    below = [row for row, _ in rows[at + 1 : at + 4]]
    texts = [grid.down(below, column) for column in columns]
    return sum(_has_number(text) for text in texts)


def _has_number(texts: Iterable[str]) -> bool:
    return any(is_number(text) for text in texts)


def titles_of(grid: Grid) -> tuple[tuple[int, str], ...]:
    """Return the rows that have only a wind, as titles of a round, each with the wind."""
    rows = ((row, grid.text(row, columns[0])) for row, columns in grid.rows() if len(columns) == 1)
    return tuple((row, wind_of(text)) for row, text in rows if wind_of(text))


def _table(
    grid: Grid,
    head: int,
    below: tuple[int, ...],
    before: tuple[int, ...],
    titles: tuple[tuple[int, str], ...],
) -> Table:
    columns = _columns(grid, head, below)
    top = head - 1 if _is_over_it(grid, head, columns) else head
    named = {column: _name(grid, head, top, column) for column in columns}
    if top != head:
        named |= _over_parts(grid, head, below, columns)
    points = _with_player_called_like_a_head(grid, below, named, _points(grid, below, named))
    shortened = dict(_strip_shared_words(named, points, mentioned_by(grid, below, {*points})))
    named |= shortened
    groups = _players(grid, below, points, [*_groups(grid, below, (head, top), points, named)])
    groups = (*groups[:1], *(group for group in groups[1:] if group.kind
                             or not shortened.keys() >= group.columns.keys()
                             or _follow(grid, below, groups[0], group)))  # fmt: skip
    taken = {column for group in groups for column in group.columns}
    marks = tuple(_marks(named, groups))
    used = {*taken, *marks}
    others = {column: named[column] for column in columns if column not in used}
    roles = _roles(others)
    if taken:
        _name_values(roles, others)
    _name_by_one_word(grid, below, roles, others)
    _name_dealers(grid, below, roles, others)
    _name_deals(grid, below, roles, others)
    headed = compress(others, others.values())
    unread = tuple(column for column in headed if column not in roles)
    table = Table(grid, head, top, roles, groups, below, unread, before, marks=marks)
    return with_winds(table, titles)


def _strip_shared_words(
    named: Mapping[int, str], points: Sequence[int], mentioned: Collection[str]
) -> Iterator[tuple[int, str]]:
    """Yield column and head of players, without a word such as `after` that many heads share.

    Nothing if cells use a whole head for a player: families share words, too.
    """
    heads = {column: name.split() if " " in name else words_joined(name) for column in points
             for kind, name in [_split(named[column])] if not kind}  # fmt: skip
    while not any(plain(" ".join(words)) in mentioned for words in heads.values() if words[1:]):
        shared = Counter((at, plain(words[at])) for words in heads.values() if len(words) > 1
                         for at in (0, -1))  # fmt: skip
        # A name may stand in the heads of several groups; the word of a group in those of all.
        (at, word), times = max(shared.items(), key=lambda each: each[1], default=((0, ""), 0))
        if times < _LEAST_NAMES:
            break
        for column, words in heads.items():
            if len(words) > 1 and plain(words[at]) == word:
                del words[at]
                yield column, " ".join(words)


def _follow(grid: Grid, rows: Sequence[int], group: Players, other: Players) -> bool:
    """Return whether, in most rows, one group has changes and the other the totals after them.

    Otherwise a group may be chips or bonuses, which have a column for each player, too.
    """
    numbers = [
        [[number_of(strip_marks(text)) for text in grid.texts(row, some.columns)]
         for row in rows[:_LOOK]]
        for some in (group, other)
    ]  # fmt: skip
    return any(
        2 * sum(_adds_up(*each) for each in zip(totals, totals[1:], changes[1:], strict=False))
        > len(totals) - 1
        for changes, totals in (numbers, numbers[::-1])
    )


def _adds_up(
    before: Sequence[Decimal | None],
    after: Sequence[Decimal | None],
    changes: Sequence[Decimal | None],
) -> bool:
    """Return whether the changes lead from totals to the next totals.

    This may be wrong for one player. A missing change counts as 0.
    """
    right = sum(
        old is not None and new is not None and old + (change or 0) == new
        for old, new, change in zip(before, after, changes, strict=False)
    )
    return right >= len(before) - 1


def players_above(table: Table) -> Mapping[Seat, str]:
    """Return the players whom the lines above the table name by their seats."""
    names = _names_below_seats(table) or _names_in_order(table)
    for row in () if names else table.before:
        for column in table.grid.columns_of(row):
            text = table.grid.text(row, column).translate(_COLONS)
            if listed := _names_by_seat(text):
                names |= listed
                continue
            key, _, value = text.partition(":")
            name = value.strip() or table.grid.text(row, column + 1)
            if name and not is_number(name) and seat_of(key) != NOBODY:
                names[key.strip()] = name
    seats = dict(zip(seats_named([*names]), names.items(), strict=True))
    by_number = {seat: name for seat, (key, name) in seats.items() if is_number(key)}
    # A lone number above a table is that of a round or of a table.
    is_numbered = by_number.keys() == {*range(len(by_number))} and len(by_number) > 1
    return {seat: name for seat, (key, name) in seats.items() if is_numbered or not is_number(key)}


def _names_by_seat(text: str) -> dict[str, str]:
    """Return the names in a text by the words for their seats, if it lists several seats.

    >>> _names_by_seat("East: Ann, South: Bo Lee, West: Cy (at the start)")
    {'East': 'Ann', 'South': 'Bo Lee', 'West': 'Cy'}
    >>> _names_by_seat("E: Ann")
    {}
    """
    _, *parts = _SEAT_IN_LIST.split(text)
    names = {seat: _IN_BRACKETS.sub("", name).strip(" ,;/、，；")
             for seat, name in zip(parts[::2], parts[1::2], strict=True)}  # fmt: skip
    are_seats = len(names) >= _LEAST_NAMES and all(seat_of(seat) != NOBODY for seat in names)
    return names if are_seats and all(names.values()) else {}


_SEAT_IN_LIST: Final = re.compile(r"(?:^|(?<=[\s,;/、，；]))(\w+) *: *")
_IN_BRACKETS: Final = re.compile(r"[(（][^()（）]*[)）]\s*$")


def _names_below_seats(table: Table) -> dict[str, str]:
    """Return the names in the row below a row of seats, by the words for the seats."""
    for row, below in pairwise(table.before):
        columns = table.grid.columns_of(row)
        seats = table.grid.texts(row, columns)
        names = table.grid.texts(below, columns)
        are_seats = len(seats) >= _LEAST_NAMES and all(is_seat_name(text) for text in seats)
        if are_seats and all(names) and not any(is_number(name) for name in names):
            return dict(zip(seats, names, strict=True))
    return {}


def _names_in_order(table: Table) -> dict[str, str]:
    """Return the names listed beside the word for players, by their numbers from `1` on.

    Empty if the list does not have all players, or if a head of the table has one of the names.
    """
    heads = {plain(head) for group in table.groups for head in group.columns.values()}
    for row in table.before:
        word, *texts = table.grid.texts(row, table.grid.columns_of(row))
        key, _, rest = word.translate(_COLONS).partition(":")
        names = texts or [name.strip() for name in _COMMAS.split(rest)]
        is_of_all = role_of(key) == "player" and len(names) == len(heads) == len({*names})
        if is_of_all and not any(plain(name) in heads or is_number(name) for name in names):
            return {str(number): name for number, name in enumerate(names, 1)}
    return {}


_COMMAS: Final = re.compile(r"[,;/、，；]")


def _players(
    grid: Grid, below: Sequence[int], points: Sequence[int], parted: Sequence[Players]
) -> tuple[Players, ...]:
    """Return the groups of players' columns, without columns of numbers that are no points."""
    mentioned = mentioned_by(grid, below, {*points})
    fewest = min(parted, key=lambda group: len(group.columns), default=None)
    names = {*fewest.columns.values()} if fewest else set()
    some = []
    for group in parted:
        # Where one group has more columns than can play, the smaller one says who the players are.
        columns = {column: name for column, name in group.columns.items() if name in names}
        is_wide = len(group.columns) >= _MOST_PLAYERS and len(columns) == len(names) >= _LEAST_NAMES
        columns = columns if is_wide else dict(group.columns)
        some.append(replace(group, columns=chosen(grid, below, columns, mentioned)))
    return tuple(
        _groups_of_all_players([each for each in some if len(each.columns) >= _LEAST_PLAYERS])
    )


def with_winds(table: Table, titles: tuple[tuple[int, str], ...]) -> Table:
    """Return the table with the winds of its column of winds, or of the titles if it has none."""
    if not table.column("wind"):
        return replace(table, winds=titles)
    winds = ((row, wind_of(table.text(row, "wind"))) for row in table.rows)
    return replace(table, winds=tuple((row, wind) for row, wind in winds if wind))


def _over_parts(
    grid: Grid, head: int, below: Sequence[int], columns: Sequence[int]
) -> Iterator[tuple[int, str]]:
    """Yield column and player of columns of points that have the player in the head above.

    Their own heads all have the same word.
    """
    columns_of_word: dict[str, list[int]] = {}
    for column in columns:
        columns_of_word.setdefault(plain(grid.text(head, column)), []).append(column)
    over = {column: _over(grid, head - 1, column) for column in columns}
    for word, some in columns_of_word.items():
        is_part = len(some) >= _LEAST_NAMES and role_of(word) in {None, "value"}
        # Names repeat too, below the heads of changes, of totals and of marks.
        is_part = is_part and not any(plain_kind(over[column]) for column in some)
        is_part = is_part and not (role_of(word) is None and all(role_of(over[c]) for c in some))
        if word and is_part and not is_seat_name(word):
            yield from ((each, over[each]) for each in some if _is_numeric(grid, below, each))


def _marks(named: Mapping[int, str], groups: Sequence[Players]) -> list[int]:
    """Return the columns of riichi marks, if there is one for each player."""
    marks = [column for column, name in named.items() if role_of(name) in _OF_MARKS]
    players = len(groups[0].columns) if groups else 0
    return marks if len(marks) == players > 1 else []


def _name_values(roles: dict[int, Role], named: Mapping[int, str]) -> None:
    """Give the columns of a score the role of the hand's value, if no other column has it.

    A head that certainly means totals keeps its role.
    """
    if "value" in roles.values():
        return
    scores = [column for column, role in roles.items() if role == "total"]
    of_hands = [column for column in scores if not is_total(named[column])]
    roles.update(dict.fromkeys(of_hands, "value"))


def _roles(named: Mapping[int, str]) -> dict[int, Role]:
    """Return the role of each column; of several columns with one role only the first has it.

    A word with several meanings gets the first one that no other column has.
    """
    roles: dict[Role, int] = {}
    for column, name in sorted(named.items(), key=_number_of_meanings):
        first = role_of(name)
        meanings = roles_of(name) or (() if first is None else (first,))
        role = next((each for each in meanings if each not in roles), None)
        if role is not None:
            roles[role] = column
    return {column: role for role, column in sorted(roles.items(), key=itemgetter(1))}


def _name_by_one_word(
    grid: Grid, below: Sequence[int], roles: dict[int, Role], named: Mapping[int, str]
) -> None:
    """Give a column the role that one word of its head names, if its cells fit that role."""
    for column, name in named.items():
        role, texts = role_within(name), grid.down(below[:_LOOK], column)
        if column in roles or role is None or role in roles.values() or not texts:
            continue
        numbers = sum(is_number(text) for text in texts)
        if role == "deal" and all(label_of(text) for text in texts):
            roles[column] = role
        if (role in _OF_WORDS and not numbers) or (role in _OF_NUMBERS and numbers == len(texts)):
            roles[column] = role


def _number_of_meanings(column: tuple[int, str]) -> int:
    return len(roles_of(column[1]))


def _name_dealers(
    grid: Grid, below: Sequence[int], roles: dict[int, Role], named: Mapping[int, str]
) -> None:
    """Give a column with the head East and players in its cells the role of the dealer."""
    if "dealer" in roles.values():
        return
    for column, name in named.items():
        texts = grid.down(below[:_LOOK], column)
        is_of_players = bool(texts) and not any(_is_no_name(text) for text in texts)
        if column not in roles and seat_of(name) == 0 and len(name) > 1 and is_of_players:
            roles[column] = "dealer"
            return


def _is_no_name(text: str) -> bool:
    return is_number(text) or is_seat_name(text) or bool(label_of(text))


def _name_deals(
    grid: Grid, below: Sequence[int], roles: dict[int, Role], heads: Mapping[int, str]
) -> None:
    """Give the role of the deal to the column of the round, or to a column without a head.

    Most of its cells must be labels of deals, and the present column of deals must not have them:
    that one loses the role, or becomes the column of items.
    """
    for column in [column for column, role in roles.items() if role == "han"]:
        # The Korean word for a deal is that for what a hand is worth, too.
        texts = grid.down(below[:_LOOK], column)
        is_counted = texts == [str(number) for number in range(1, len(texts) + 1)]
        if is_counted and len(texts) > 2 and not {"deal", "fu"} & {*roles.values()}:
            roles[column] = "deal"
    hands = next((column for column, role in roles.items() if role == "deal"), 0)
    texts_of_hands = grid.down(below[:_LOOK], hands)
    labelled = [label for text in texts_of_hands if (label := label_of(text))]
    # Some hands of the American card have numbers for names: `369`, `13579`.
    numbers = [int(label) for label in labelled if label.isdigit()]
    are_labels = len(labelled) * 2 > len(texts_of_hands) and numbers == sorted(numbers)
    labels = {*labelled} if are_labels else set[str]()
    if labels and not _has_other_labels(grid, below, heads, labels):
        return
    # A head such as `Donne` may name the deal or somebody, until its cells show which.
    perhaps = [column for column, head in heads.items()
               if column != hands and (roles.get(column) in _PERHAPS_DEAL
                                       or "deal" in roles_of(head))]  # fmt: skip
    columns = [*heads]
    # Clubs often leave the head of the first column empty, as everybody sees what it is.
    # Behind others it needs a head that tells of deals.
    first_columns = columns[:1] if _OF_RESULTS.isdisjoint(roles.values()) else columns
    without_head = [column for column in first_columns if column not in roles]
    for column in (*perhaps, *without_head):
        texts = grid.down(below[:_LOOK], column)
        named = [label for text in texts if (label := label_of(text))]
        # The numbers of a player look like those of deals, but do not count up.
        if column not in perhaps and (column != columns[0] or not _is_of_labels(texts)):
            named = texts if _counts_up(texts) else []
        if len(named) * 2 > len(texts):
            # `Hand` is the deal, or what won it; a number beside it counts the rows.
            roles |= {hands: "items", column: "deal"} if hands else {column: "deal"}
            if labels:
                del roles[hands]
            return


def _has_other_labels(
    grid: Grid, below: Sequence[int], heads: Mapping[int, str], labels: Collection[str]
) -> bool:
    """Return whether the labels are only numbers, and another column has labels with winds."""
    if not all(label.isdigit() for label in labels):
        return False
    others = [grid.down(below[:_LOOK], column) for column, head in heads.items()
              if "deal" in roles_of(head)]  # fmt: skip
    return any(2 * sum(len(label_of(text)) > 1 and not label_of(text).isdigit() for text in texts)
               > len(texts) for texts in others)  # fmt: skip


_OF_RESULTS: Final[frozenset[Role]] = frozenset({"winner", "from", "how"})


def _is_of_labels(texts: Sequence[str]) -> bool:
    """Return whether texts may be labels of deals: their numbers count up, or are few.

    Numbers may repeat, or begin again at 1; fewer than half of the texts are few.
    """
    numbers = [int(text) for text in texts if text.isascii() and text.isdigit()]
    is_counted = all(after - before in {0, 1} or after == 1 for before, after in pairwise(numbers))
    return is_counted or len(numbers) * 2 < len(texts)


def _counts_up(texts: Sequence[str]) -> bool:
    """Return whether texts count 1, 2, 3 and so on, with at most two other texts.

    They must count to 3 at least.
    """
    numbers = [text for text in texts if is_number(text)]
    is_long = len(numbers) > 2 and len(texts) <= len(numbers) + 2
    return is_long and numbers == [str(number) for number in range(1, len(numbers) + 1)]


def _columns(grid: Grid, head: int, below: Iterable[int]) -> list[int]:
    """Return the columns with a text in the head or in the first rows below."""
    some = {head, *islice(below, _LOOK)}
    return sorted({column for row in some for column in grid.columns_of(row)})


def _is_over_it(grid: Grid, head: int, columns: Sequence[int]) -> bool:
    """Return whether the row above has heads over several columns, whose parts are in this row."""
    if head <= 1 or _is_of_a_head(grid, head - 1, grid.columns_of(head - 1) or [1]):
        return False
    above = [text for text in grid.texts(head - 1, columns) if text]
    texts = grid.texts(head, columns)
    kinds = Counter(plain_kind(text) for text in texts)
    words = Counter(plain(text) for text in texts)
    del kinds[""], words[""]
    times = max(kinds.values(), default=0), max(words.values(), default=0)
    repeated = times[0] > 1 or times[1] >= _LEAST_NAMES
    # A title and its legend are fewer than the parts below them.
    over_parts = repeated and len(above) >= (times[0] if times[0] > 1 else times[1]) > 1
    return any(plain_kind(each) for each in above) or over_parts


_KINDS: Final[Mapping[Role | None, Kind]] = {"change": "change", "total": "total"}


def plain_kind(text: str) -> Kind:
    """Return the kind of points that a head names, changes or totals; empty for any other head."""
    return _KINDS.get(role_of(text), "")


def _kind_beside_name(text: str) -> Kind:
    """Return the kind of points that a word beside a name means; sums and starts are totals.

    Empty for any other word.
    """
    return "total" if role_of(text) in {"sum", "start"} else plain_kind(text)


def _name(grid: Grid, head: int, top: int, column: int) -> str:
    """Return the head of a column, from the lower of two rows of heads if it has one."""
    return grid.text(head, column) or (grid.text(top, column) if top != head else "")


def _over(grid: Grid, top: int, column: int) -> str:
    """Return the text above a column in the upper row of heads, or the nearest one to the left."""
    to_the_left = range(column, max(0, column - _MOST_PLAYERS), -1)
    return next((text for text in grid.texts(top, to_the_left) if text), "")


def _points(grid: Grid, below: Sequence[int], named: Mapping[int, str]) -> list[int]:
    """Return the columns that may be a player's: they have numbers and no role of their own."""
    # Somebody may be called Uma, Fin or Manon: then the name stands in cells, too.
    mentioned = mentioned_by(grid, below, ())
    called = _called(grid, below, named)
    return [
        column
        for column, name in named.items()
        if (_may_be_player(name) or (plain(name) in called and role_of(name) not in _OF_NUMBERS))
        and (core(plain(name)) not in AFTERWARDS or plain(name) in mentioned)
        and _is_numeric(grid, below, column)
    ]


def _with_player_called_like_a_head(
    grid: Grid, below: Sequence[int], named: Mapping[int, str], points: list[int]
) -> list[int]:
    """Return the columns of players, with a fourth one whose name means something else as a head.

    Only with it the rows add up: nobody may be told by the word alone that 周 is no week.
    """
    if len(points) != _LEAST_NAMES or share_adding_up(grid, below, points) * 2 > 1:
        return points
    others = [column for column, name in named.items() if name and column not in points
              and role_of(name) is not None and _is_numeric(grid, below, column)
              and share_adding_up(grid, below, [*points, column]) >= _MOST_ADD_UP]  # fmt: skip
    return sorted([*points, *others]) if len(others) == 1 else points


def _called(grid: Grid, below: Sequence[int], named: Mapping[int, str]) -> set[str]:
    """Return the words for players in columns that name players, whole and in parts."""
    naming = [column for column, name in named.items() if role_of(name) in _NAMING]
    rows = [row for row in below[:_LOOK] if not is_total(grid.first_text(row))]
    texts = {text for column in naming for text in grid.down(rows, column)}
    return {plain(part) for text in texts for part in parts_of(text)}


def _may_be_player(name: str) -> bool:
    role = role_of(name)
    if role in {"change", "total"} or is_seat_name(name):
        return True
    if role_of(name.partition(" ")[0]) == "ruling":  # `Penalty Anna`
        return False
    if role_within(name) == "sticks":  # `sticks in the pot`
        return False
    return bool(name) and role is None and not label_of(name) and not is_date(name)


def _is_numeric(grid: Grid, rows: Sequence[int], column: int) -> bool:
    """Return whether most texts of a column are numbers, or marks for absent players."""
    texts = grid.down(rows, column)
    if {*texts} == {_MARK} and len(texts) < len(rows):
        return False
    numbers = sum(is_number(strip_marks(text)) for text in texts)
    absent = sum(is_absent(text) for text in texts)
    return numbers > 0 and (numbers + absent) * 5 >= len(texts) * 3


def _groups(
    grid: Grid,
    below: Sequence[int],
    heads: tuple[int, int],
    points: list[int],
    named: Mapping[int, str],
) -> Iterator[Players]:
    """Yield the players' columns, with changes and totals in different groups.

    `heads` are the lower and the upper row of heads. Groups with a single column are left out.
    """
    head, top = heads
    parted: dict[tuple[Kind, int], dict[int, str]] = {}
    seen: Counter[tuple[Kind, str]] = Counter()
    called = _called(grid, below, named)
    for column in points:
        # A word for totals is a name where cells name a player so, such as Stan.
        if plain(named[column]) in called:
            kind, name = _kind_over(grid, heads, column), named[column]
        else:
            kind, name = _player_of(grid, heads, column, named[column])
        if kind and top == head and plain_kind(name):
            before = named.get(column - 1, name)
            # `Anna, Total, Boris, Total`; of `Bo total, Di total` the one before has its own.
            name = _split(name)[1] if _split(before)[0] else before
        seen[kind, plain(name)] += 1
        parted.setdefault((kind, seen[kind, plain(name)]), {})[column] = name
    for (kind, _), columns in parted.items():
        if len(columns) >= _LEAST_PLAYERS:
            yield Players(kind, columns)


def _groups_of_all_players(groups: Sequence[Players]) -> Iterator[Players]:
    """Yield the groups that have as many columns as the widest one.

    Smaller groups are columns that somebody added beside the players.
    """
    # A column that somebody added beside the players looks like a player who plays alone.
    most = max((len(group.columns) for group in groups), default=0)
    yield from (group for group in groups if len(group.columns) == most)


def _kind_over(grid: Grid, heads: tuple[int, int], column: int) -> Kind:
    """Return the kind of points that the upper of two rows of heads names; empty if none.

    Values over columns of players are those of their hands.
    """
    head, top = heads
    if top == head:
        return ""
    over = _over(grid, top, column)
    return "hand" if role_of(over) == "value" else plain_kind(over)


def _player_of(grid: Grid, heads: tuple[int, int], column: int, name: str) -> tuple[Kind, str]:
    """Return a column's kind of points and its player, by the heads above the column."""
    head, top = heads
    kind = plain_kind(name)
    # The A of `Total A` is a seat here, and a word that says nothing in other heads.
    if kind and is_seat_name(_split(name)[1]):
        return _split(name)
    if kind:
        return kind, _over(grid, top, column) if top != head else name
    above = _kind_over(grid, heads, column)
    return (above, name) if above else _split(name)


def _split(name: str) -> tuple[Kind, str]:
    """Return the kind of points and the player in a head such as ``Ann +/-`` or ``Net E``."""
    words = name.split()
    ends = _ends(words)
    for meaning, player in ends:
        if kind := _kind_beside_name(meaning):
            return kind, _POSSESSIVE.sub("", player)
    for meaning, player in ends:
        is_of_hand = role_of(meaning) in _OF_HANDS and not label_of(name)
        is_of_hand = is_of_hand and len(plain(meaning)) > 1  # a letter is an initial of a name
        if is_of_hand and seat_and_name(name)[0] == NOBODY:  # the N of `Ann (N)` is the north
            return "", _POSSESSIVE.sub("", player)
    if len(words) > 1:
        return "", name
    if not name.isascii() and not is_seat_name(name):
        return _split_without_blank(name)
    # Programs join words, as in `annDelta` and `total_ann`.
    joined = ((_kind_beside_name(meaning), player) for meaning, player in _ends(words_joined(name)))
    return next(((kind, player) for kind, player in joined if kind), ("", name))


def _ends(words: Sequence[str]) -> list[tuple[str, str]]:
    """Return the ways to divide the words of a head into a meaning and a player."""
    parts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    # What a column means may have several words, such as `running total`.
    return [*((end, player) for player, end in parts),
            *((start, player) for start, player in reversed(parts))]  # fmt: skip


def _split_without_blank(name: str) -> tuple[Kind, str]:
    """Return the kind of points and the player in a head of a script without blanks.

    >>> [_split_without_blank(head) for head in ("李娜变动", "田中点数", "合计李娜", "田中計")]
    [('change', '李娜'), ('', '田中'), ('total', '李娜'), ('total', '田中')]
    """
    for at in range(len(name) - 1, 1, -1):
        if kind := _kind_beside_name(name[:at]):
            return kind, name[at:]
    for at in range(1, len(name) - 1):
        if kind := _kind_beside_name(name[at:]):
            return kind, name[:at]
        if role_of(name[at:]) == "value":
            return "", name[:at]
    # A name of one letter and a word of one letter look like a name of two.
    last = _kind_beside_name(name[-1:]) if len(name) > 2 else ""
    return (last, name[:-1]) if last else ("", name)


# ------------------------------------------------------------------ no heads


def _table_without_head(grid: Grid, rows: list[tuple[int, list[int]]]) -> Iterator[Table]:
    """Yield the table of a worksheet without heads, with columns understood by their content.

    The last columns with numbers, at most four, are the players'. Yield nothing if there are too
    few columns or rows of numbers.
    """
    numeric: Counter[int] = Counter()
    for row, columns in rows:
        are_numbers = (is_number(text) for text in grid.texts(row, columns))
        numeric.update(compress(columns, are_numbers))
    most = max(numeric.values(), default=0)
    full = sorted(column for column, number in numeric.items() if number * 2 > most)
    labels = _labels(grid, rows)
    # Where nothing is named the last four columns are taken: numbers before them count deals or
    # hands.
    points = [column for column in full if column != labels][-4:]
    if len(points) < _LEAST_NAMES or most < 2:
        return
    names = {column: f"Player {number}" for number, column in enumerate(points, 1)}
    roles: dict[int, Role] = {labels: "deal"} if labels else {}
    yield Table(grid, 0, 0, roles, (Players("", names),), _numbers(rows), winds=titles_of(grid))


def _labels(grid: Grid, rows: list[tuple[int, list[int]]]) -> int:
    """Return the column with labels of deals or consecutive numbers; 0 if there is none."""
    columns = sorted({each for _, some in rows for each in some})
    names_deals = (each for each in columns[:3] if _are_labels(grid.down(dict(rows), each)))
    return next(names_deals, 0)


def _are_labels(texts: Iterable[str]) -> bool:
    """Return whether most texts are labels of deals, or all are consecutive numbers from 1."""
    names = [label_of(text) for text in texts]
    named = [*filterfalse(str.isdigit, (name for name in names if name))]
    if len(named) * 2 > len(names):
        return True
    return len(names) > 1 and names == [str(number) for number in range(1, len(names) + 1)]


def seat_named(head: str) -> int:
    """Return the seat that a head is, or that is written next to a name; `NOBODY` if none."""
    seat = seat_of(head)
    return seat_and_name(head)[0] if seat == NOBODY else seat


def seats_named(heads: Sequence[str]) -> list[Seat]:
    """Return the seats that heads are, or that are next to names.

    `O` is the west if another head is the east.

    >>> seats_named(["E", "S", "O", "N"]), seats_named(["O", "S", "W", "N"])
    ([0, 1, 2, 3], [0, 1, 2, 3])
    """
    seats = [seat_named(head) for head in heads]
    if seats.count(0) > 1:
        seats = [_WEST if plain(head) in _EITHER_WIND else seat
                 for head, seat in zip(heads, seats, strict=True)]  # fmt: skip
    return seats


def seats_by_name(names: Sequence[str]) -> dict[str, int]:
    """Return the seat of each player, by the winds in the heads if all have one, else in order."""
    by_wind = seats_named(names)
    in_order = NOBODY not in by_wind and len(set(by_wind)) == len(names)
    seats = by_wind if in_order else range(len(names))
    return dict(zip(names, seats, strict=True))
