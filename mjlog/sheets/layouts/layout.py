"""Finds the tables of a worksheet: the row of heads, what the columns are, the players' points.

A table whose deals are side by side is read with rows and columns swapped.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import compress, filterfalse, islice, pairwise
from operator import itemgetter
from typing import Final, Literal

from mjlog.model.record import NOBODY, Seat
from mjlog.sheets.cells.numbers import are_sums, is_number, number_of, rank_of, strip_marks
from mjlog.sheets.cells.words import (
    AFTERWARDS,
    LONGEST_HEADING,
    OF_RESULTS,
    RANKS,
    SELF_DRAWN,
    Role,
    core,
    is_absent,
    is_date,
    is_seat_name,
    is_total,
    joins_ruling,
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
from mjlog.sheets.files.workbook import Cell, Grid, Place
from mjlog.sheets.layouts.players import (
    MOST_ADD_UP,
    choose_player_columns,
    mentioned_by,
    parts_of,
    share_adding_up,
)

Kind = Literal["", "change", "total", "hand"]
MarkMeaning = Literal["won", "ron", "self", "lost"]
"""Meaning of a mark in a player's column: a win, a win on a discard, a self-draw, the discarder."""
OF_THE_HEAD: Final = frozenset(
    {"rules", "event", "date", "place", "unit", "table", "round", "game"}
)
"""Meanings of an entry above the table, whose value is in the next cell or after a colon."""
_OF_NO_COLUMN: Final = frozenset({"rules", "event", "place", "unit", "player", "start", "final"})
_PERHAPS_DEAL: Final = frozenset({"round", "wind", "game"})
_MOST_PLAYERS: Final = 5
_LEAST_PLAYERS: Final = 2
_LEAST_NAMES: Final = 3
_LOOK: Final = 40
_OF_MARKS: Final = frozenset({"ready", "sticks"})
_LEAST_PARTS: Final = 2
_POSSESSIVE: Final = re.compile("['’]s?$")
"""Ending of a name in front of something that the player has: ``Ann's score``."""
_EITHER_WIND: Final = frozenset({"o", "o."})
"""East on German and Dutch sheets, west on French, Italian and Spanish ones."""
_WEST: Final = 2
_MARK: Final = "1"
"""Number that marks the winner, if all other cells of its column are empty."""
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
"""Meanings for which a table has only one column, for any number of players."""
_OF_WORDS: Final = frozenset({"winner", "from", "how", "dealer", "ready", "tenpai", "remark"})
_OF_NUMBERS: Final = frozenset({"han", "fu", "faan", "tai"})
"""Meanings of columns whose cells have numbers."""
_NAMING: Final = frozenset({"winner", "from", "dealer", "ready", "tenpai"})
_OF_HANDS: Final = frozenset({"value", "deal"})
"""Meanings of a word next to a name in the head of a column with the value of each hand."""
_SURE: Final = 4
"""Number of different heads above columns of points from which a table is surely not turned."""


@dataclass(frozen=True, slots=True)
class Players:
    """A group of columns with points, one column for each player.

    `columns` has the player's name by column. `kind` says what the points are: `change` (won or
    lost in the deal), `total` (running total), `hand` (value of each player's hand, in games in
    which losers count their hands too), or empty if this is unknown.
    """

    kind: Kind
    columns: Mapping[int, str]


@dataclass(frozen=True)
class Table:
    """One table of deals in a worksheet: its headings, the meaning of each column, and its rows.

    Columns of players are in the order of the players.
    """

    grid: Grid
    head: int
    """Row of the headings, 0 if there is none."""
    top: int
    """Upper row if the headings are in two rows, otherwise `head`."""
    roles: Mapping[int, Role]
    """Role (meaning) of each known column, such as `winner`."""
    groups: tuple[Players, ...]
    """Columns of points."""
    rows: tuple[int, ...]
    """Rows below the headings."""
    unread: tuple[int, ...] = ()
    """Columns whose heading is not understood."""
    before: tuple[int, ...] = ()
    """Rows above the headings."""
    rotating: bool = False
    """Whether more people play than sit at the table: labels of deals do not say who deals."""
    marks: tuple[int, ...] = ()
    """Columns of riichi marks."""
    results: tuple[int, ...] = ()
    """Columns with a mark for the winner."""
    losers: tuple[int, ...] = ()
    """Columns with a mark for the discarder."""
    lost_marks: frozenset[str] = frozenset()
    """Marks for the discarder in `results`."""
    ron_marks: frozenset[str] = frozenset()
    """Marks in `results` for a win on a discard."""
    self_draw_marks: frozenset[str] = frozenset()
    """Marks in `results` for a self-draw."""
    legend: Mapping[str, MarkMeaning] = field(default_factory=dict)
    """Meaning of each mark that the sheet explains."""
    winds: tuple[tuple[int, str], ...] = ()
    """Rows that name the wind of the round, each with the wind."""
    fines: tuple[int, ...] = ()
    """Columns of penalties."""

    def column(self, role: Role) -> int:
        """Return the number of the first column of a role, counted from 1; 0 if there is none.

        A role is the meaning of a column, such as `winner`.
        """
        return self._columns.get(role, 0)

    @cached_property
    def _columns(self) -> Mapping[Role, int]:
        """The number of the first column of each role, by role."""
        return {role: column for column, role in reversed([*self.roles.items()])}

    def wind(self, row: int) -> str:
        """Return the letter of the round's wind for a row; empty if the sheet names none.

        The wind is searched upwards from the row, in the column of winds or in title rows such as
        `South`, because clubs write the wind once for several deals.
        """
        # A title is not about its own row, but a cell with a wind may name the deal of its row.
        until = row + 1 if self.column("wind") else row
        above = bisect_left(self.winds, (until, ""))
        return self.winds[above - 1][1] if above else ""

    def head_of(self, column: int) -> Cell | None:
        """Return the cell with a column's heading; None if the column has none.

        If the headings are in two rows, the lower row is preferred.
        """
        return self.grid.at(self.head, column) or self.grid.at(self.top, column)

    def cell(self, row: int, role: Role) -> Cell | None:
        """Return the cell of a row in the column of that role, such as `winner`.

        Return None if the cell is empty or no column has the role.
        """
        column = self._columns.get(role)
        return None if column is None else self.grid.at(row, column)

    def cells(self, row: int, roles: Iterable[Role]) -> list[Cell]:
        """Return the cells of a row in the columns of these roles, in the order of the roles.

        Empty cells are left out.
        """
        return [cell for role in roles if role in self._columns
                if (cell := self.grid.at(row, self._columns[role])) is not None]  # fmt: skip

    def text(self, row: int, role: Role) -> str:
        """Return the text of a row in the column of that role; an empty text if there is none."""
        return self.grid.text(row, self._columns.get(role, 0))

    def with_column(self, role: Role, cells: Mapping[int, Cell]) -> Table:
        """Return a copy of the table with a new column on the right, which has the given role.

        `cells` maps a row to the cell of the new column. The cells keep their names from the file,
        such as `D7`.
        """
        behind = max((at for _, at in self.grid.cells), default=0) + 1
        grid = self.grid.with_cells({(row, behind): cell for row, cell in cells.items()})
        return replace(self, grid=grid, roles={**self.roles, behind: role})

    def moved(self, role: Role, parts: Mapping[Place, tuple[str, str]]) -> Table:
        """Move a part of the text of cells to a new column, which has the given role.

        `parts` maps the position of a cell to the text that it keeps, and the text for the new
        column. A cell that keeps no text is removed. Return a copy of the table.
        """
        cells = {place[0]: replace(self.grid.spot(*place), text=text)
                 for place, (_, text) in parts.items()}  # fmt: skip
        grid = self.grid.with_texts({place: text for place, (text, _) in parts.items() if text})
        grid = grid.only(lambda *place: place not in parts or bool(parts[place][0]))
        return replace(self, grid=grid).with_column(role, cells)

    def with_roles(self, roles: Mapping[int, Role]) -> Table:
        """Return a copy of the table in which these columns have these roles."""
        return replace(
            self,
            roles=dict(sorted({**self.roles, **roles}.items())),
            unread=tuple(column for column in self.unread if column not in roles),
        )

    def without_columns(self, columns: Collection[int]) -> Table:
        """Return a copy of the table without the given columns in `roles` and `unread`."""
        return replace(
            self,
            roles={column: role for column, role in self.roles.items() if column not in columns},
            unread=tuple(column for column in self.unread if column not in columns),
        )

    @property
    def strength(self) -> int:
        """A number that says how likely this is a table of deals; higher numbers are likelier.

        It is computed from the numbers of understood columns, named players and rows, and used to
        decide whether the deals are in rows or in columns.
        """
        names = {column for group in self.groups for column in group.columns.values()}
        named = len(names) - sum(is_number(name) for name in names)
        return 4 * len(self.roles) + 3 * named + min(len(self.rows), 8)


def tables(grid: Grid) -> tuple[Table, ...]:
    """Find the tables of a worksheet.

    Deals may be in rows or in columns; the direction that looks more like a table of deals is used.
    """
    # Turning a large worksheet is as slow as reading it, so a table with clear heads is not turned.
    straight = tuple(table for each in side_by_side(grid) for table in _tables(each))
    if any(
        len(table.roles) >= _SURE and (table.groups or _names_wins(table)) for table in straight
    ):
        return straight
    turned = tuple(_tables(grid.transposed()))
    adding_up = _best_share(straight), _best_share(turned)
    # Points of deals add up. If they do so in only one direction, the deals are in this direction.
    if max(adding_up) >= MOST_ADD_UP > min(adding_up):
        return straight if adding_up[0] > adding_up[1] else turned
    return max(straight, turned, key=_strongest)


def _names_wins(table: Table) -> bool:
    """Return whether a table has a column of winners, and more than half of its deals have a label.

    Such a table is complete even if its points do not add up.
    """
    texts = table.grid.down(table.rows, table.column("deal"))
    labelled = [text for text in texts if label_of(text)]
    return table.column("winner") > 0 and 2 * len(labelled) > len(texts)


def _best_share(some: Sequence[Table]) -> Fraction:
    """Return the largest share of rows, from 0 to 1, in which the points of all players add up.

    Each group of players' columns in each table is tried. A row adds up if its sum is 0 or equals
    the sum of other rows.
    """
    return max((share_adding_up(table.grid, table.rows, group.columns)
                for table in some for group in table.groups), default=Fraction(0))  # fmt: skip


def side_by_side(grid: Grid) -> list[Grid]:
    """Split a worksheet with several tables next to each other; return a list of worksheets.

    The tables are found by headings that are repeated in one row. Each new worksheet has the
    columns of one table. It also keeps all cells that are further left and above the headings, such
    as a title of all tables. A worksheet with one table is returned as a list of one.
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
    """Return the rows of headings of each table, as pairs (upper row, lower row).

    The numbers in a pair are indices into `rows`; both are the same if the headings are in one row.
    """
    either = [at for at, (row, columns) in enumerate(rows) if _is_head(grid, rows, at, columns)]
    heads: list[tuple[int, int]] = []
    for at in either:
        (above, columns_above), (row, columns) = rows[at - 1], rows[at]
        # A table may have an upper row of fewer headings directly above.
        is_lower = above + 1 == row and len(columns_above) < len(columns)
        if is_lower and heads and heads[-1][1] == at - 1:
            heads[-1] = (at - 1, at)
        else:
            heads.append((at, at))
    return heads


def _starts(grid: Grid, head: int, columns: Sequence[int]) -> list[int]:
    """Return the first column of each table, if several tables are next to each other.

    They are found by headings such as `winner` and `deal` in the row `head`: at least two must be
    repeated, all equally often. The first table begins at column 1. Return an empty list otherwise.
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
    starts = [1]
    for last, first in zip(lasts, firsts[1:], strict=False):
        # Columns with an unknown heading belong to the table on the same side of the empty column.
        empty = [column for column in range(last + 1, first) if column not in filled]
        starts.append(max(empty, default=first - 1) + 1)
    return starts


def results_side_by_side(grid: Grid) -> list[Grid]:
    """Split a worksheet into parts if it has several tables of results next to each other.

    Such tables have one player in each row, or one game. A worksheet with one table is returned as
    a list of one.
    """
    for head, columns in islice(grid.rows(), _LOOK):
        roles = [role_of(text) for text in grid.texts(head, columns)]
        if max(roles.count(role) for role in ("player", "game", "date")) < _LEAST_PARTS:
            continue
        least = 2 if roles.count("player") >= _LEAST_PARTS else _LEAST_NAMES + 1
        if starts := _repeats(grid, head, columns, least=least):
            ends = [*starts[1:], max(column for _, column in grid.cells) + 1]
            return [_moved_left(_part(grid, head, *each), each[0])
                    for each in zip(starts, ends, strict=True)]  # fmt: skip
    return [grid]


def _moved_left(grid: Grid, start: int) -> Grid:
    """Return a copy of a worksheet in which the column `start` is the first one.

    A cell further left stays where it is, unless a moved cell takes its place.
    """
    moved = {(row, column - start + 1): cell
             for (row, column), cell in grid.cells.items() if column >= start}  # fmt: skip
    return grid.only(lambda _, column: column < start).with_cells(moved)


def _repeats(
    grid: Grid, head: int, columns: Sequence[int], least: int = _LEAST_NAMES + 1
) -> list[int]:
    """Return the first column of each table, if empty columns separate several tables.

    Each table must have the same first heading in the row `head`, and at least `least` headings.
    `columns` are the columns with headings. The first table begins at column 1. Return an empty
    list if there is only one table, or if a table has another first heading.
    """
    # A title of the second table may be above the empty column.
    filled = {column for row, column in grid.cells if row >= head}
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


def _part(grid: Grid, head: int, start: int, end: int) -> Grid:
    """Return a copy of a worksheet with only the columns from `start` to the column before `end`.

    Cells above row `head` that are to the left of `start` are also kept.
    """
    return grid.only(lambda row, column: column < end and (column >= start or row < head))


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
        until = following
        if following != len(rows):
            # Lines directly above the next head, such as `Table 2`, are about the table below them.
            until = top
            while until > at + 1 and _is_of_a_head(grid, *rows[until - 1]):
                until -= 1
        table = _table(grid, rows[at][0], _numbers(rows[at + 1 : until]), before, titles)
        is_of_deals = bool(table.groups or table.column("winner") or table.column("how"))
        has_deals |= is_of_deals
        if has_deals:  # a block below the deals may have their final points
            yield table
        if is_of_deals:
            # Of many titles only the last ones can be about the table below them.
            before = (*before[: len(above)], *before[len(above) :][-_LOOK:])
            before += _numbers(rows[until:following])


def _numbers(rows: Iterable[tuple[int, list[int]]]) -> tuple[int, ...]:
    """Return the row numbers from pairs of a row number and a list of columns."""
    return tuple(row for row, _ in rows)


def _is_of_a_head(grid: Grid, row: int, columns: list[int]) -> bool:
    """Return whether a row is a line above a table, such as `Table | 2` or `Round 1 | Table 3`.

    Such a line has words like `table`, `round`, `date` or a seat, each with a value, and no points.
    """
    texts = [grid.text(row, column) for column in columns]
    word, value = entry(texts[0])
    if _are_entries(texts):
        return True
    # `Game 2 | begins | 9.30 pm` has as many cells as a deal, but no points.
    if word in OF_THE_HEAD and value and not label_of(texts[0]):
        return not any(is_number(text) for text in texts[1:])
    return len(texts) <= _LEAST_PLAYERS and (word in OF_THE_HEAD or is_seat_name(texts[0]))


def _are_entries(texts: Sequence[str]) -> bool:
    """Return whether texts are alternately words such as `Round` and their numbers.

    The last word may be without a number.
    """
    return all(role_of(text) in OF_THE_HEAD for text in texts[::2]) and all(
        is_number(text) for text in texts[1::2]
    )


def entry(text: str) -> tuple[str, str]:
    """Split an entry above a table, such as `Table: 3`, into a known word and its value.

    The known word is empty if the entry has none. The value is empty if the entry is only a word.

    >>> entry("Table: 3"), entry("Table 3"), entry("Event")
    (('table', '3'), ('table', '3'), ('event', ''))
    """
    key, colon, value = text.replace("：", ":").partition(":")
    if not colon and role_of(key) is None:
        key, _, value = text.partition(" ")
    return str(role_of(key) or ""), value.strip()


# ------------------------------------------------------------------ heads


def _is_head(grid: Grid, rows: list[tuple[int, list[int]]], at: int, columns: list[int]) -> bool:
    """Return whether a row contains the headings of a table.

    It must have at least two known words such as `winner`, or three texts, no points and no label
    of a deal, and numbers must follow below. A list of players or rounds with values does not
    count. `at` is the index of the row in `rows`, and `columns` are its columns with text.
    """
    # A row of a deal begins with a label or has numbers. A head may have a number, too, such as a
    # year.
    first = grid.text(rows[at][0], columns[0])
    if (
        label_of(first)
        or _begins_like_a_deal(grid, rows, at)
        or (core(plain(first)) in RANKS and _is_of_ranks(grid, rows, at))
    ):
        return False
    texts = grid.texts(rows[at][0], columns)
    # Numbers of seats are heads, but points are not: `1, -2, 1`.
    numbers = [number for text in texts if (number := number_of(text)) is not None]
    points = sum(is_number(text) for text in texts if not is_seat_name(text))
    if points > 1 or min(numbers, default=0) < 0:
        return False
    # Players may be named next to each other above the table, perhaps with another word.
    entries = [text.translate(_COLONS).partition(":") for text in texts]
    others = [key for key, colon, _ in entries if not colon or not is_seat_name(key)]
    has_players = len(texts) - len(others) >= _LEAST_NAMES
    if not others or (has_players and all(role_of(text) is None for text in others)):
        return False
    # The round and the table may be above the table in the same way, next to their numbers.
    if _are_entries(texts) or _are_players_above_heads(grid, rows, at):
        return False
    roles = {role_of(text) for text in texts} - {None} - _OF_NO_COLUMN
    wide = len(texts) >= _LEAST_NAMES
    has_heads = len(texts) >= _LEAST_PLAYERS and len(roles) >= _LEAST_PLAYERS
    if not (wide or has_heads):
        return False
    # A title above the table may have words that are heads as well, but no numbers are below them.
    return len(roles) >= _SURE or _numbers_below(grid, rows, at, columns) >= _LEAST_PLAYERS


def _begins_like_a_deal(grid: Grid, rows: list[tuple[int, list[int]]], at: int) -> bool:
    """Return whether a row begins with a wind, as the row of a deal above or below it does.

    `at` is the index of the row in `rows`. A row with a single cell may be the title of a round.
    """
    beside = [rows[near] for near in (at - 1, at + 1) if 0 <= near < len(rows)]
    return bool(wind_of(grid.first_text(rows[at][0]))) and any(
        len(columns) > 1 and wind_of(grid.first_text(row)) for row, columns in beside
    )


def _are_players_above_heads(grid: Grid, rows: list[tuple[int, list[int]]], at: int) -> bool:
    """Return whether a row has only players with seats, such as `1号 李娜`, above headings.

    `at` is the index of the row in `rows`. The next row must have at least as many texts and no
    number.
    """
    if at + 1 == len(rows) or not _seats_beside_names(grid.texts(*rows[at])):
        return False
    below = grid.texts(*rows[at + 1])
    # Below the heads of the players' points there are numbers.
    return len(below) >= len(rows[at][1]) and not any(is_number(text) for text in below)


def _is_of_ranks(grid: Grid, rows: list[tuple[int, list[int]]], at: int) -> bool:
    """Return whether a row has the players' ranks, often below a row of their points.

    The ranks 1 to 4 in order are only accepted below numbers, because players' numbers in headings
    look the same. `at` is the index of the row in `rows`.
    """
    row, columns = rows[at]
    ranks = grid.texts(row, columns[1:])
    above = grid.texts(rows[at - 1][0], columns[1:]) if at else []
    is_ranked = all(rank_of(text) for text in ranks)
    return is_ranked and (ranks != sorted(ranks) or any(is_number(text) for text in above))


def _numbers_below(
    grid: Grid, rows: list[tuple[int, list[int]]], at: int, columns: Sequence[int]
) -> int:
    """Count the columns of a row that have a number in one of the three rows below the row.

    `at` is the index of the row in `rows`, and `columns` are the columns to check. Used to tell
    headings from a title.
    """
    below = [row for row, _ in rows[at + 1 : at + 4]]
    return len({column for column in columns for row in below if is_number(grid.text(row, column))})


def titles_of(grid: Grid) -> tuple[tuple[int, str], ...]:
    """Return the rows that contain only a wind, as titles of rounds: pairs of row and wind."""
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
    named = {column: grid.text(head, column) or grid.text(top, column) for column in columns}
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
    _name_prices(grid, below, roles)
    if taken:
        _name_values(roles, others)
    _name_by_one_word(grid, below, roles, others)
    _name_discarders(grid, below, roles)
    _name_dealers(grid, below, roles, others)
    _name_winds(grid, below, roles, others)
    _name_deals(grid, below, roles, others)
    headed = compress(others, others.values())
    unread = tuple(column for column in headed if column not in roles)
    table = Table(grid, head, top, roles, groups, below, unread, before, marks=marks)
    return with_winds(table, titles)


def _strip_shared_words(
    named: Mapping[int, str], points: Sequence[int], mentioned: Collection[str]
) -> Iterator[tuple[int, str]]:
    """Remove a first or last word that headings share: `Herr Ann`, `Herr Bob` become `Ann`, `Bob`.

    Yield pairs of column and new heading for the changed columns. Yield nothing if a cell
    (`mentioned`) contains a whole heading, because then the word may be a family name.
    """
    heads = {column: name.split() if " " in name else words_joined(name) for column in points
             for kind, name in [_split(named[column])] if not kind}  # fmt: skip
    joined = {plain("".join(text.split("_"))) for text in mentioned}
    while not any(plain("".join(words)) in joined for words in heads.values() if words[1:]):
        shared = Counter((at, plain(words[at])) for words in heads.values() if len(words) > 1
                         for at in (0, -1))  # fmt: skip
        # A name may be in the heads of several groups; the word for a group is in all heads of the
        # group.
        (at, word), times = max(shared.items(), key=lambda each: each[1], default=((0, ""), 0))
        if times < _LEAST_NAMES:
            break
        for column, parts in heads.items():
            if len(parts) > 1 and plain(parts[at]) == word:
                del parts[at]
                yield column, " ".join(parts)


def _with_names_of_cells(group: Players, mentioned: Collection[str]) -> Players:
    """Return a copy of a group of players with names as the cells write them: `PlayerOne`.

    A heading such as `Player One` is joined only if cells (`mentioned`) write the joined name and
    no cell writes the name with a blank. The group stays as it is if two names would be equal.
    """
    columns = {}
    for column, name in group.columns.items():
        joined = "".join(name.split())
        is_joined = plain(name) not in mentioned and plain(joined) in mentioned
        columns[column] = joined if is_joined else name
    is_of_all = len({*columns.values()}) == len(columns)
    return replace(group, columns=columns) if is_of_all else group


def _follow(grid: Grid, rows: Sequence[int], group: Players, other: Players) -> bool:
    """Return whether one of two groups of columns has the totals of the other group's changes.

    More than half of the rows must add up. If the rows do not add up, one of the groups may have
    chips or bonuses, which also have a column for each player.
    """
    numbers = [
        [[number_of(strip_marks(text)) for text in grid.texts(row, some.columns)]
         for row in rows[:_LOOK]]
        for some in (group, other)
    ]  # fmt: skip
    for changes, totals in (numbers, numbers[::-1]):
        sums = [[None if old is None else old + (change or 0)
                 for old, change in zip(before, moved, strict=True)]
                for before, moved in zip(totals, changes[1:], strict=False)]  # fmt: skip
        right = sum(are_sums(*each) for each in zip(totals[1:], sums, strict=True))
        if 2 * right > len(totals) - 1:
            return True
    return False


def players_above(table: Table) -> Mapping[Seat, str]:
    """Return the players whom lines above the table name with their seats, such as `East: Ann`.

    The result maps each seat to the name. It is empty if no line names a player.
    """
    names = _names_below_seats(table) or _names_beside_seats(table) or _names_in_order(table)
    for row in () if names else table.before:
        for column in table.grid.columns_of(row):
            text = table.grid.text(row, column).translate(_COLONS)
            if listed := _names_by_seat(text):
                names |= listed
                continue
            key, _, value = text.partition(":")
            name = value.strip() or table.grid.text(row, column + 1)
            # `W = won, S = self-drawn` is a legend.
            is_name = name and not is_number(name) and not is_seat_name(name) and ":" not in name
            if is_name and seat_of(key) != NOBODY:
                names[key.strip()] = name
    seats = dict(zip(seats_named([*names]), names.items(), strict=True))
    by_number = {seat: name for seat, (key, name) in seats.items() if is_number(key)}
    # A single number above a table is that of a round or of a table.
    is_numbered = by_number.keys() == {*range(len(by_number))} and len(by_number) > 1
    return {seat: name for seat, (key, name) in seats.items() if is_numbered or not is_number(key)}


def _names_by_seat(text: str) -> dict[str, str]:
    """Split a text such as `East: Ann, South: Bo` into names; return each name by its seat word.

    Return an empty dict if the text names fewer than three players, or if a word before a name is
    not a seat.

    >>> _names_by_seat("East: Ann, South: Bo Lee, West: Cy (at the start)")
    {'East': 'Ann', 'South': 'Bo Lee', 'West': 'Cy'}
    >>> _names_by_seat("E: Ann")
    {}
    """
    _, *parts = _SEAT_IN_LIST.split(text)
    names = {seat: _IN_BRACKETS.sub("", name).strip(" ,;/、，；")
             for seat, name in zip(parts[::2], parts[1::2], strict=True)}  # fmt: skip
    are_seats = len(names) >= _LEAST_NAMES and all(seat_of(seat) != NOBODY for seat in names)
    # `E: East, S: South` explains letters of seats, and `W: wins, Z: wins by self-draw` marks.
    are_names = all(name and not is_seat_name(name) and not (" " in name and name[0].islower())
                    for name in names.values())  # fmt: skip
    return names if are_seats and are_names else {}


_SEAT_IN_LIST: Final = re.compile(r"(?:^|(?<=[\s,;/、，；]))(\w+) *: *")
_IN_BRACKETS: Final = re.compile(r"[(（][^()（）]*[)）]\s*$")


def _names_below_seats(table: Table) -> dict[str, str]:
    """Find two rows above the table: seats such as `East`, and the players' names one row lower.

    Return each name by the text of its seat. Return an empty dict if there are no such rows.
    """
    for row, below in pairwise(table.before):
        columns = table.grid.columns_of(row)
        seats = table.grid.texts(row, columns)
        names = table.grid.texts(below, columns)
        are_seats = len(seats) >= _LEAST_NAMES and all(is_seat_name(text) for text in seats)
        if are_seats and all(names) and not any(is_number(name) for name in names):
            return dict(zip(seats, names, strict=True))
    return {}


def _names_beside_seats(table: Table) -> dict[str, str]:
    """Find a row above the table that has a seat and a name in each cell, such as `1号 李娜`.

    The row may also be a single cell with commas. Return the names by the numbers of the seats;
    return an empty dict if there is no such row.
    """
    for row in table.before:
        texts = table.grid.texts(row, table.grid.columns_of(row))
        parts = texts if len(texts) > 1 else _COMMAS.split(texts[0])
        if seats := _seats_beside_names(parts):
            return {str(seat + 1): name for seat, name in seats.items()}
    return {}


def _seats_beside_names(texts: Sequence[str]) -> dict[Seat, str]:
    """Split texts such as `East Ann` or `1号 李娜` into seats and names; return names by seat.

    Return an empty dict if there are fewer than three or more than five texts, if a text has no
    seat, or if two texts have the same seat.
    """
    if not _LEAST_NAMES <= len(texts) <= _MOST_PLAYERS:
        return {}
    names = dict(seat_and_name(text.strip()) for text in texts)
    is_complete = len(names) == len(texts) and NOBODY not in names
    are_names = not any(is_number(name) or role_of(name) for name in names.values())
    return names if is_complete and are_names else {}


def _names_in_order(table: Table) -> dict[str, str]:
    """Find a list of names that follows a word such as `Players` above the table.

    Return the names by their numbers, from `1` on. Return an empty dict if the list does not have
    exactly as many names as the table has players, or if a name is also a heading of the table.
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
    """Decide which columns of numbers belong to players; return the groups with these columns.

    `parted` are groups with a column for each player, for example changes and totals, and `points`
    are all columns of numbers. A group that has fewer columns than the largest group is left out.
    """
    mentioned = mentioned_by(grid, below, {*points})
    parted = [_with_names_of_cells(group, mentioned) for group in parted]
    fewest = min(parted, key=lambda group: len(group.columns), default=None)
    names = {*fewest.columns.values()} if fewest else set()
    some: list[tuple[Mapping[int, str], Mapping[int, str]]] = []
    for group in parted:
        # If one group has more columns than players, the smaller group shows who the players are.
        columns = {column: name for column, name in group.columns.items() if name in names}
        is_wide = len(group.columns) >= _MOST_PLAYERS and len(columns) == len(names) >= _LEAST_NAMES
        columns = columns if is_wide else dict(group.columns)
        some.append((columns, choose_player_columns(grid, below, columns, mentioned)))
    # A player with a column of changes also has one of totals, even if fewer columns of totals add
    # up better, because one has a mistake.
    of_all = [{*columns.values()} for columns, best in some
              if len(best) == len(columns) >= _LEAST_NAMES]  # fmt: skip
    groups = [replace(group, columns=columns if {*columns.values()} in of_all else best)
              for group, (columns, best) in zip(parted, some, strict=True)]  # fmt: skip
    return tuple(
        _groups_of_all_players([each for each in groups if len(each.columns) >= _LEAST_PLAYERS])
    )


def with_winds(table: Table, titles: tuple[tuple[int, str], ...]) -> Table:
    """Return a copy of the table with `winds` filled: pairs of row and wind of the round.

    The winds are read from the column of winds. Without such a column, `titles` are used, which are
    rows such as `South` between the deals.
    """
    if not table.column("wind"):
        return replace(table, winds=titles)
    winds = ((row, wind_of(table.text(row, "wind"))) for row in table.rows)
    return replace(table, winds=tuple((row, wind) for row, wind in winds if wind))


def _over_parts(
    grid: Grid, head: int, below: Sequence[int], columns: Sequence[int]
) -> Iterator[tuple[int, str]]:
    """Find columns of points whose player's name is in the row above the heading.

    For example, `Ann` and `Bo` are above `Points` and `Points`. Yield pairs of a column and the
    name above it. `head` is the lower row, and `columns` are the columns with headings.
    """
    columns_of_word: dict[str, list[int]] = {}
    for column in columns:
        columns_of_word.setdefault(plain(grid.text(head, column)), []).append(column)
    over = {column: upper_head(grid, head - 1, column, _MOST_PLAYERS) for column in columns}
    for word, some in columns_of_word.items():
        is_part = len(some) >= _LEAST_NAMES and role_of(word) in {None, "value"}
        # Names are also repeated below the heads of changes, of totals and of marks.
        is_part = is_part and not any(plain_kind(over[column]) for column in some)
        is_part = is_part and not (role_of(word) is None and all(role_of(over[c]) for c in some))
        if word and is_part and not is_seat_name(word):
            yield from ((each, over[each]) for each in some if _is_numeric(grid, below, each))


def _marks(named: Mapping[int, str], groups: Sequence[Players]) -> list[int]:
    """Return the columns of riichi marks, such as `Riichi Ann`, if there is one for each player.

    Otherwise return an empty list. `named` maps a column to its heading.
    """
    marks = [column for column, name in named.items() if role_of(name) in _OF_MARKS]
    players = len(groups[0].columns) if groups else 0
    return marks if len(marks) == players > 1 else []


def _name_values(roles: dict[int, Role], named: Mapping[int, str]) -> None:
    """Change the role of columns such as `score` from `total` to `value`, the hand's points.

    This happens if no column has the role `value`; columns named as sums, such as `Grand total`,
    keep the role `total`. `roles` is changed in place.
    """
    if "value" in roles.values():
        return
    scores = [column for column, role in roles.items() if role == "total"]
    of_hands = [column for column in scores if not is_total(named[column])]
    roles.update(dict.fromkeys(of_hands, "value"))


def _name_prices(grid: Grid, below: Sequence[int], roles: dict[int, Role]) -> None:
    """Change the role of a column such as `Payment` from `pay` to `value` if it has only prices.

    A price is a number, or two numbers such as `700/1300`. `roles` is changed in place.
    """
    for column in [column for column, role in roles.items() if role == "pay"]:
        texts = [text for text in grid.down(below, column) if not is_absent(text)]
        prices = [part for text in texts for part in text.split("/")]
        if prices and "value" not in roles.values() and all(is_number(each) for each in prices):
            roles[column] = "value"


def _roles(named: Mapping[int, str]) -> dict[int, Role]:
    """Return the role (meaning) of each column whose heading is understood, by column.

    If several columns have the same role, only the first column gets it. A heading with several
    meanings gets the first meaning that no other column has.
    """
    roles: dict[Role, int] = {}
    # Headings with few meanings choose first.
    for column, name in sorted(named.items(), key=lambda item: len(roles_of(item[1]))):
        first = role_of(name)
        meanings = roles_of(name) or (() if first is None else (first,))
        role = next((each for each in meanings if each not in roles), None)
        if role is not None:
            roles[role] = column
    return {column: role for role, column in sorted(roles.items(), key=itemgetter(1))}


def _name_by_one_word(
    grid: Grid, below: Sequence[int], roles: dict[int, Role], named: Mapping[int, str]
) -> None:
    """Add roles for headings in which only one word has a meaning, such as `winner of the hand`.

    A column of players must have no numbers, and a column of han or fu only numbers. `roles` is
    changed in place.
    """
    for column, name in named.items():
        role, texts = role_within(name), grid.down(below[:_LOOK], column)
        if column in roles or role is None or role in roles.values() or not texts:
            continue
        numbers = sum(is_number(text) for text in texts)
        if role == "deal" and all(label_of(text) for text in texts):
            roles[column] = role
        if (role in _OF_WORDS and not numbers) or (role in _OF_NUMBERS and numbers == len(texts)):
            roles[column] = role


def _name_dealers(
    grid: Grid, below: Sequence[int], roles: dict[int, Role], named: Mapping[int, str]
) -> None:
    """Add the role `dealer` for a column with the heading East whose cells have names of players.

    `roles` is changed in place.
    """
    if "dealer" in roles.values():
        return
    for column, name in named.items():
        texts = grid.down(below[:_LOOK], column)
        is_of_players = bool(texts) and not any(_is_no_name(text) for text in texts)
        if column not in roles and seat_of(name) == 0 and len(name) > 1 and is_of_players:
            roles[column] = "dealer"
            return


def _name_discarders(grid: Grid, below: Sequence[int], roles: dict[int, Role]) -> None:
    """Change the role `pay` or `dealer` to `from` if the column has names and words for self-draws.

    The Italian heading `Pago` can mean *payment* or *who paid*, and the German `Geber` the dealer
    or the discarder. At least half of the names must also be in the column of winners. A column of
    dealers must have a word for a self-draw. `roles` is changed in place.
    """
    columns = {role: column for column, role in roles.items()}
    for role in ("pay", "dealer"):
        if "from" in columns or not {"winner", role} <= columns.keys():
            continue
        winners, payers = (
            {plain(text) for text in grid.down(below, columns[each]) if text}
            for each in ("winner", role)
        )
        names = payers - SELF_DRAWN
        are_names = bool(names) and not any(_is_no_name(name) for name in names)
        has_self_draws = role == "pay" or names != payers
        if are_names and has_self_draws and len(names & winners) * 2 >= len(names):
            roles[columns[role]] = "from"
            return


def _name_winds(
    grid: Grid, below: Sequence[int], roles: dict[int, Role], named: Mapping[int, str]
) -> None:
    """Add the role `wind` for a column with only winds, left of a column that numbers the deals.

    `roles` is changed in place.
    """
    columns = {role: column for column, role in roles.items()}
    deals = columns.get("deal", 0)
    unknown = [column for column in named if column < deals and column not in roles]
    for column in unknown if "wind" not in columns else ():
        rows = [row for row in below[:_LOOK] if grid.text(row, deals).isdigit()]
        texts = grid.down(rows, column)
        if texts and all(wind_of(text) for text in texts):
            roles[column] = "wind"
            return


def _is_no_name(text: str) -> bool:
    return is_number(text) or is_seat_name(text) or bool(label_of(text))


def _name_deals_called_han(
    grid: Grid, below: Sequence[int], roles: dict[int, Role], heads: Mapping[int, str]
) -> None:
    """Change the role `han` of a column to `deal` if it has labels or only counts 1, 2, 3.

    The Korean word for a deal also means the value of a hand. The role is also changed if the
    column is next to the winds and another column has the han, which then gets the role. `roles` is
    changed in place.
    """
    columns = {role: column for column, role in roles.items()}
    column = columns.get("han", 0)
    if not column or "deal" in columns:
        return
    texts = grid.down(below[:_LOOK], column)
    is_counted = _counts_up(texts) and "fu" not in columns
    labels = [label for text in texts if (label := label_of(text))]
    is_labelled = 2 * sum(not label.isdigit() for label in labels) > len(texts)
    others = [at for at, head in heads.items() if at not in roles and role_of(head) == "han"]
    is_beside_winds = roles.get(column - 1) == "wind" and bool(others)
    if is_counted or is_labelled or is_beside_winds:
        roles[column] = "deal"
        for other in others[:1]:
            roles[other] = "han"


def _name_deals(
    grid: Grid, below: Sequence[int], roles: dict[int, Role], heads: Mapping[int, str]
) -> None:
    """Find the column with labels of deals, such as `E1`, and set its role to `deal` in `roles`.

    Columns with an unclear heading or none are searched if the present column `deal` has no labels.
    The former column `deal` then becomes `items` (patterns of the hand), or loses its role if it
    has numbers and the other column has labels with winds.
    """
    _name_deals_called_han(grid, below, roles, heads)
    hands = next((column for column, role in roles.items() if role == "deal"), 0)
    texts_of_hands = grid.down(below[:_LOOK], hands)
    labelled = [label for text in texts_of_hands if (label := label_of(text))]
    # Some hands of the American card have numbers as names: `369`, `13579`.
    numbers = [int(label) for label in labelled if label.isdigit()]
    are_labels = len(labelled) * 2 > len(texts_of_hands) and numbers == sorted(numbers)
    labels = {*labelled} if are_labels else set[str]()
    if labels and not _has_other_labels(grid, below, heads, labels):
        return
    # A head such as `Donne` may mean the deal or a person, until its cells decide.
    perhaps = [column for column, head in heads.items()
               if column != hands and (roles.get(column) in _PERHAPS_DEAL
                                       or "deal" in roles_of(head))]  # fmt: skip
    columns = [*heads]
    # Clubs often leave the first head empty, because everybody sees what the column is. Other
    # columns need a head about deals.
    first_columns = columns[:1] if {*roles.values()}.isdisjoint(OF_RESULTS) else columns
    without_head = [column for column in first_columns if column not in roles]
    for column in (*perhaps, *without_head):
        # Rows of totals between the deals have dashes instead of labels.
        texts = [text for text in grid.down(below[:_LOOK], column) if not is_absent(text)]
        named = [label for text in texts if (label := label_of(text))]
        # Numbers of players look like numbers of deals, but do not count up.
        if column in perhaps and all(label.isdigit() for label in named):
            # Turns played and other numbers are no labels.
            named = named if _is_of_labels(texts) else []
        elif column not in perhaps and (column != columns[0] or not _is_of_labels(texts)):
            named = texts if _counts_up(texts) else []
        if len(named) * 2 > len(texts):
            # `Hand` means the deal or the winning hand. If another column counts the rows, `Hand`
            # is the winning hand.
            roles |= {hands: "items", column: "deal"} if hands else {column: "deal"}
            if labels:
                del roles[hands]
            return


def _has_other_labels(
    grid: Grid, below: Sequence[int], heads: Mapping[int, str], labels: Collection[str]
) -> bool:
    """Return whether `labels` are only numbers, but another column has labels such as `E1`.

    The heading of that column must be a word for deals or rounds. `heads` maps columns to headings.
    """
    if not all(label.isdigit() for label in labels):
        return False
    others = [grid.down(below[:_LOOK], column) for column, head in heads.items()
              if not (_PERHAPS_DEAL | {"deal"}).isdisjoint(roles_of(head))]  # fmt: skip
    return any(2 * sum(len(label_of(text)) > 1 and not label_of(text).isdigit() for text in texts)
               > len(texts) for texts in others)  # fmt: skip


def _is_of_labels(texts: Sequence[str]) -> bool:
    """Return whether texts may be labels of deals, not points or scores of a player.

    This is so if each number equals the number above, is one more, or is 1 for a new game. It is
    also so if fewer than half of the texts are numbers.
    """
    numbers = [int(text) for text in texts if text.isascii() and text.isdigit()]
    is_counted = all(after - before in {0, 1} or after == 1 for before, after in pairwise(numbers))
    return is_counted or len(numbers) * 2 < len(texts)


def _counts_up(texts: Sequence[str]) -> bool:
    """Return whether texts count 1, 2, 3 and so on, at least to 3, with at most two other texts."""
    numbers = [text for text in texts if is_number(text)]
    is_long = len(numbers) > 2 and len(texts) <= len(numbers) + 2
    return is_long and numbers == [str(number) for number in range(1, len(numbers) + 1)]


def _columns(grid: Grid, head: int, below: Iterable[int]) -> list[int]:
    """Return the columns with a text in the row of headings or in the first rows below it."""
    some = {head, *islice(below, _LOOK)}
    return sorted({column for row in some for column in grid.columns_of(row)})


def _is_over_it(grid: Grid, head: int, columns: Sequence[int]) -> bool:
    """Return whether the row above `head` is also a row of headings, such as `Changes | Totals`.

    Each of its headings must be above several columns, whose headings in the row `head` are
    repeated. Columns that have their heading only in the upper row, such as `Han`, also show it.
    """
    if head <= 1 or _is_of_a_head(grid, head - 1, grid.columns_of(head - 1) or [1]):
        return False
    if grid.columns_of(head - 1) == [columns[0]] and role_of(grid.text(head, columns[0])) == "deal":
        return False  # a title such as `Running totals`
    above = [text for text in grid.texts(head - 1, columns) if text]
    texts = grid.texts(head, columns)
    kinds = Counter(plain_kind(text) for text in texts)
    words = Counter(plain(text) for text in texts)
    del kinds[""], words[""]
    times = max(kinds.values(), default=0), max(words.values(), default=0)
    repeated = times[0] > 1 or times[1] >= _LEAST_NAMES
    # A title and its legend have fewer cells than there are parts below them.
    over_parts = repeated and len(above) >= (times[0] if times[0] > 1 else times[1]) > 1
    alone = [column for column in columns if not grid.text(head, column)
             and role_of(grid.text(head - 1, column))]  # fmt: skip
    has_others = max(words.values(), default=0) > 1 and len(alone) >= _LEAST_ALONE
    return any(plain_kind(each) for each in above) or over_parts or has_others


_LEAST_ALONE: Final = 2
"""Fewest columns with a heading in the upper row alone that show a second row of headings."""
_KINDS: Final[Mapping[Role | None, Kind]] = {"change": "change", "total": "total"}


def plain_kind(text: str) -> Kind:
    """Return `change` if a heading means points won or lost, `total` if it means running totals.

    Return an empty text for any other heading.
    """
    return _KINDS.get(role_of(text), "")


def _kind_beside_name(text: str) -> Kind:
    """Return the kind of points that a word next to a player's name means: `change` or `total`.

    Words for sums, and words for the points at the start of the game, mean totals. Return an empty
    text for any other word.
    """
    return "total" if role_of(text) in {"sum", "start"} else plain_kind(text)


def upper_head(grid: Grid, top: int, column: int, most: int = 0) -> str:
    """Return the upper heading of a column in row `top`.

    If the cell is empty, return the nearest text to its left, or an empty text. If `most` is not 0,
    at most `most` columns are searched, including this column.
    """
    to_the_left = range(column, max(0, column - most) if most else 0, -1)
    return next((text for text in grid.texts(top, to_the_left) if text), "")


def _points(grid: Grid, below: Sequence[int], named: Mapping[int, str]) -> list[int]:
    """Return the columns that may have a player's points.

    Their cells must be numbers, and the heading must be a player's name or a word for points, such
    as `Score`. `named` maps a column to its heading.
    """
    # A person may be called Uma, Fin or Manon: then the name is also in cells.
    mentioned = mentioned_by(grid, below, ())
    called = _called(grid, below, named)
    return [
        column
        for column, name in named.items()
        if (
            _may_be_player(name)
            or (plain(name) in called and role_of(name) not in _OF_NUMBERS)
            or _has_balance_of_player(grid, below, column, named)
        )
        and (core(plain(name)) not in AFTERWARDS or plain(name) in mentioned)
        and _is_numeric(grid, below, column)
    ]


def _has_balance_of_player(
    grid: Grid, below: Sequence[int], column: int, named: Mapping[int, str]
) -> bool:
    """Return whether `Bank Ann` means Ann's points. `named` has the headings.

    It means riichi sticks unless a number under a `Bank …` heading is negative.
    """
    word, _, name = named[column].partition(" ")
    if role_within(named[column]) != "sticks" or name not in named.values():
        return False
    columns = [at for at, head in named.items() if head.startswith(f"{word} ")]
    numbers = [number_of(strip_marks(text)) for at in columns for text in grid.down(below, at)]
    return any(number is not None and number < 0 for number in numbers)


def _with_player_called_like_a_head(
    grid: Grid, below: Sequence[int], named: Mapping[int, str], points: list[int]
) -> list[int]:
    """Add a fourth player whose name is also a heading, such as 周, a family name that means week.

    `points` are the three known columns of players. The fourth is added if most rows add up with it
    and not without it. Return the list of players' columns.
    """
    if len(points) != _LEAST_NAMES or share_adding_up(grid, below, points) * 2 > 1:
        return points
    others = [column for column, name in named.items() if name and column not in points
              and role_of(name) is not None and _is_numeric(grid, below, column)
              and share_adding_up(grid, below, [*points, column]) >= MOST_ADD_UP]  # fmt: skip
    return sorted([*points, *others]) if len(others) == 1 else points


def _called(grid: Grid, below: Sequence[int], named: Mapping[int, str]) -> set[str]:
    """Return the names of players in columns such as winner and discarder, normalized, as a set.

    Each cell's whole text and its parts are included. `named` maps a column to its heading.
    """
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
    if joins_ruling(name):  # `penaltyAnna`
        return False
    if role_within(name) == "sticks":  # `sticks in the pot`
        return False
    return bool(name) and role is None and not label_of(name) and not is_date(name)


def _is_numeric(grid: Grid, rows: Sequence[int], column: int) -> bool:
    """Return whether at least 60 % of a column's texts are numbers or marks for absent players.

    At least one must be a number. Return False if each text is `1` and some rows are empty, because
    such a `1` is a mark.
    """
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
    """Split players' columns into groups, such as changes and totals, one column per player.

    Yield each group with its kind and names. `heads` are the lower and the upper row of headings,
    `points` are the columns, and `named` maps a column to its heading. A group with one column is
    left out.
    """
    head, top = heads
    parted: dict[tuple[Kind, int], dict[int, str]] = {}
    seen: Counter[tuple[Kind, str]] = Counter()
    called = _called(grid, below, named)
    for column in points:
        # A word for totals is a name, such as Stan, if cells name a player so.
        if plain(named[column]) in called:
            kind, name = _kind_over(grid, heads, column), named[column]
        else:
            kind, name = _player_of(grid, heads, column, named[column])
        if kind and top == head and plain_kind(name):
            before = named.get(column - 1, name)
            # `Anna, Total, Boris, Total`: use the name before. `Bo total, Di total`: each head has
            # its own name.
            name = _split(name)[1] if _split(before)[0] else before
        seen[kind, plain(name)] += 1
        parted.setdefault((kind, seen[kind, plain(name)]), {})[column] = name
    for (kind, _), columns in parted.items():
        if len(columns) >= _LEAST_PLAYERS:
            yield Players(kind, columns)


def _groups_of_all_players(groups: Sequence[Players]) -> Iterator[Players]:
    """Yield the groups with the most columns.

    A group with fewer columns has no column for some player, so it is not the points of all
    players.
    """
    # A column that was added next to the players looks like a group with one player.
    most = max((len(group.columns) for group in groups), default=0)
    yield from (group for group in groups if len(group.columns) == most)


def _kind_over(grid: Grid, heads: tuple[int, int], column: int) -> Kind:
    """Return the kind of points that the upper row of headings gives for a column.

    `heads` are the lower and the upper row of headings. The kind is `change` (won or lost),
    `total`, or `hand` (values of hands). It is empty if there is only one row, or if its text names
    no kind.
    """
    head, top = heads
    if top == head:
        return ""
    over = upper_head(grid, top, column, _MOST_PLAYERS)
    return "hand" if role_of(over) == "value" else plain_kind(over)


def _player_of(grid: Grid, heads: tuple[int, int], column: int, name: str) -> tuple[Kind, str]:
    """Return the kind of points of a column (`change` or `total`, or empty) and its player's name.

    `heads` are the lower and the upper row of headings, and `name` is the heading in the lower row.
    """
    head, top = heads
    kind = plain_kind(name)
    # The A of `Total A` is a seat here; in other heads it has no meaning.
    if kind and is_seat_name(_split(name)[1]):
        return _split(name)
    if kind:
        return kind, upper_head(grid, top, column, _MOST_PLAYERS) if top != head else name
    above = _kind_over(grid, heads, column)
    return (above, name) if above else _split(name)


def _split(name: str) -> tuple[Kind, str]:
    """Split a heading such as ``Ann +/-`` or ``Net E`` into the kind of points and the player.

    The kind is empty if the heading names none.
    """
    if len(name) > LONGEST_HEADING:
        return "", name
    words = name.split()
    ends = _ends(words)
    for meaning, player in ends:
        if kind := _kind_beside_name(meaning):
            return kind, _POSSESSIVE.sub("", player)
    for meaning, player in ends:
        is_of_hand = role_of(meaning) in _OF_HANDS and not label_of(name)
        # a single letter is an initial of a name; the N of `Ann (N)` is the wind north
        is_of_hand = is_of_hand and len(plain(meaning)) > 1
        # The name in `Points Player One` is `Player One`.
        is_of_hand = is_of_hand and not (
            " " in meaning and role_of(meaning.split()[-1]) == "player"
        )
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
    """Return all ways to split a heading's words into a meaning, such as `total`, and a player.

    Each pair is (meaning, player). The meaning may be the last or the first words.
    """
    parts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    # The meaning of a column may have several words, such as `running total`.
    return [*((end, player) for player, end in parts),
            *((start, player) for start, player in reversed(parts))]  # fmt: skip


def _split_without_blank(name: str) -> tuple[Kind, str]:
    """Split a heading in a script without blanks into the kind of points and the player.

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
    # A name of one letter with a word of one letter looks like a name of two letters.
    last = _kind_beside_name(name[-1:]) if len(name) > 2 else ""
    return (last, name[:-1]) if last else ("", name)


# ------------------------------------------------------------------ no heads


def _table_without_head(grid: Grid, rows: list[tuple[int, list[int]]]) -> Iterator[Table]:
    """Yield a table for a worksheet without headings, whose columns are guessed from the cells.

    The last columns of numbers, at most four, become the players' points. Yield nothing if there
    are fewer than three such columns or fewer than two rows of numbers.
    """
    numeric: Counter[int] = Counter()
    for row, columns in rows:
        are_numbers = (is_number(text) for text in grid.texts(row, columns))
        numeric.update(compress(columns, are_numbers))
    most = max(numeric.values(), default=0)
    full = sorted(column for column, number in numeric.items() if number * 2 > most)
    left = sorted({column for _, columns in rows for column in columns})[:3]
    labelled = (column for column in left if _are_labels(grid.down(dict(rows), column)))
    labels = next(labelled, 0)
    # If nothing is named, take the last four columns: numbers before them count deals or hands.
    points = [column for column in full if column != labels][-4:]
    if len(points) < _LEAST_NAMES or most < 2:
        return
    names = {column: f"Player {number}" for number, column in enumerate(points, 1)}
    roles: dict[int, Role] = {labels: "deal"} if labels else {}
    yield Table(grid, 0, 0, roles, (Players("", names),), _numbers(rows), winds=titles_of(grid))


def _are_labels(texts: Iterable[str]) -> bool:
    """Return whether most texts are labels of deals, or the texts are the numbers 1, 2, 3 etc."""
    names = [label_of(text) for text in texts]
    named = [*filterfalse(str.isdigit, (name for name in names if name))]
    if len(named) * 2 > len(names):
        return True
    return len(names) > 1 and names == [str(number) for number in range(1, len(names) + 1)]


def seat_named(head: str) -> int:
    """Return the seat that a heading names, alone or next to a name; `NOBODY` if it names none."""
    seat = seat_of(head)
    return seat_and_name(head)[0] if seat == NOBODY else seat


def seats_named(heads: Sequence[str]) -> list[Seat]:
    """Return the seat that each heading names, alone or next to a name; `NOBODY` if it names none.

    `O` (French ouest, German Ost) means the west if another heading is the east.

    >>> seats_named(["E", "S", "O", "N"]), seats_named(["O", "S", "W", "N"])
    ([0, 1, 2, 3], [0, 1, 2, 3])
    """
    seats = [seat_named(head) for head in heads]
    if seats.count(0) > 1:
        seats = [_WEST if plain(head) in _EITHER_WIND else seat
                 for head, seat in zip(heads, seats, strict=True)]  # fmt: skip
    return seats


def seats_by_name(names: Sequence[str]) -> dict[str, int]:
    """Map each player's name to a seat, from 0.

    If all names include different winds, as in `East: Ann`, the winds decide. Otherwise the seats
    follow the order of the names.
    """
    by_wind = seats_named(names)
    in_order = NOBODY not in by_wind and len(set(by_wind)) == len(names)
    seats = by_wind if in_order else range(len(names))
    return dict(zip(names, seats, strict=True))
