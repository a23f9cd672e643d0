"""Reads layouts of results: a row for each game or player, lines without heads, seasons."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from itertools import combinations, count, groupby, pairwise, product, takewhile
from typing import Final

from mjlog.model.record import NOBODY, Seat
from mjlog.sheets.cells.numbers import add_up, is_number, number_of, rank_of
from mjlog.sheets.cells.words import (
    AFTER,
    AFTERWARDS,
    GAMES_PLAYED,
    PLACED,
    RANKS,
    TABLE_SIZES,
    TOTALS,
    UMA,
    Role,
    core,
    has_penalty,
    has_sticks_left,
    is_absent,
    is_date,
    is_rating,
    is_total,
    label_of,
    plain,
    role_of,
    roles_of,
    seat_of,
)
from mjlog.sheets.files.workbook import Cell, Grid, numbers_in
from mjlog.sheets.layouts.players import MOST_ADD_UP, share_adding_up
from mjlog.sheets.result_sheets.counts_of_places import place_of
from mjlog.sheets.usual_amounts import MOST_LEFT

NAMING: Final[frozenset[Role | None]] = frozenset({"round", "table", "game", "date", "deal"})
"""Meanings of columns which say to which game a row belongs."""
_OF_GAMES: Final[frozenset[Role | None]] = NAMING - {"deal"}
_LOOK: Final = 5
_SAMPLE: Final = 40
"""Number of rows by which it is decided whether rows are games."""
_NAME_AND_POINTS: Final = re.compile(
    r"(?P<name>[^\d:：(]*[^\s\d:：(])[\s:：(]+"
    r"(?P<points>[-+−▲△]?[\d.,']{4,}|[-+−▲△]\d[\d.,']*|0)\)?"
)
"""A name and its points in one cell: ``Ann 38,200``, ``Ann +45``."""
_POINTS_IN_BRACKETS: Final = re.compile(
    r"(?P<name>[^()（）]{0,40}[^\s()（）])\s*"
    r"[(（](?P<points>[-+−▲△]?[\d.,']{4,}|[-+−▲△]\d[\d.,']*|0)[)）]"
)
"""A name, which may have digits, with its points in brackets: ``ann2(+57.7)``."""
"""Separator between a name and a word in one head."""
_LATIN: Final = "\u2e7f"
"""Last character before the Chinese and Japanese ones."""
_MOST_WORDS: Final = 2
"""Most words in a row: a rank and a name."""
_PAIR: Final = 2
_SIZES_OF_SPANS: Final = (2, 3, 4)
"""Possible numbers of columns of a player, including the points."""
_NOT_OF_PLAYERS: Final[frozenset[Role | None]] = (_OF_GAMES - {"game"}) | {
    "sum", "sticks", "remark", "rules",
}  # fmt: skip
"""Meanings of columns without names of players and without numbers of players."""
_PLACES: Final[tuple[Role, ...]] = ("round", "table")
Numbers = dict[int, Cell]
"""Cells with a player's numbers, by column or by their position after the name."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player of one game: the name, and the cells with numbers."""

    name: str
    cells: Numbers

    def number(self, at: int) -> Decimal | None:
        """Return the number in the player's cell in column `at`; None without a number.

        A rank such as `1st` counts as a number. In some layouts `at` is not a column but another
        key of the player's cells.
        """
        cell = self.cells.get(at)
        if cell is None:
            return None
        number = number_of(cell.text)
        return rank_of(cell.text) if number is None else number


@dataclass(frozen=True, slots=True)
class Result:
    """One game: its name, its players, and its `round` and `table` in `places`.

    `sums` are the cells with the sums of all players, from a row below the players. `left` are the
    points that nobody got. `shares` are cells with the points of several players together.
    `is_seated` is True if the sheet says who sat where; the players are then sorted by seat.
    """

    name: str
    lines: tuple[Line, ...]
    places: Mapping[str, str] = field(default_factory=dict)
    sums: Numbers = field(default_factory=dict)
    left: Decimal = Decimal(0)
    shares: tuple[tuple[Cell, tuple[int, ...]], ...] = ()
    is_seated: bool = False

    def seated(self, seats: Sequence[Seat]) -> Result:
        """Return a copy of the game whose players are sorted by `seats`, the seat of each player.

        The game is returned unchanged if the seats are not all known and different.
        """
        if {*seats} != {*range(len(self.lines))}:
            return self
        return replace(
            self,
            lines=tuple(self.lines[seats.index(seat)] for seat in sorted(seats)),
            is_seated=True,
        )

    def total(self, at: int) -> Decimal | None:
        """Return the sum of all players' numbers in column `at`; None if a number is missing.

        In some layouts `at` is not a column but another key of the players' cells.
        """
        numbers = [line.number(at) for line in self.lines]
        return None if None in numbers else add_up(numbers)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a season, such as a month, with its own row of subtotals.

    `sums` has the cells of the subtotals by player, and `places` has the rows and columns of all
    cells of its games.
    """

    sums: Mapping[str, Numbers]
    places: frozenset[tuple[int, int]]

    def has(self, game: Result) -> bool:
        """Return whether `game` is in this part of the season: one of its cells is in `places`."""
        return any((cell.row, cell.column) in self.places
                   for line in game.lines for cell in line.cells.values())  # fmt: skip


@dataclass(frozen=True, slots=True)
class Results:
    """The games of a worksheet, read in one layout, with the sums and ranks of the whole season.

    `ranked` and `penalties` are the columns whose headings mean ranks and penalties. `sums` has a
    season's totals by player, and `ranks` the ranks by these totals. `other_sums` has further
    columns of standings, as a dict from the heading to the cells by player. `fines` has the
    penalties that totals include, by column and player, and `losses` each player's penalties.
    `counts` has for each player the cells that count each place; place 0 is the number of games.
    `may_be_even` is True if points may add up to zero, because headings say that rows are games.
    `is_bare` is True if no
    heading says what the numbers are. `is_running` is True if the numbers include earlier games.
    `unknown` are columns with an unknown heading. `columns` has the columns that name players and
    games by role, if each number of a player has its own column. `parts` are the parts of the
    season with subtotals.
    """

    games: tuple[Result, ...]
    ranked: frozenset[int] = frozenset()
    penalties: frozenset[int] = frozenset()
    sums: Mapping[str, Numbers] = field(default_factory=dict)
    other_sums: Mapping[Cell, Mapping[str, Cell]] = field(default_factory=dict)
    fines: Mapping[int, Mapping[str, Decimal]] = field(default_factory=dict)
    losses: Mapping[str, Decimal] = field(default_factory=dict)
    ranks: Mapping[str, Numbers] = field(default_factory=dict)
    counts: Mapping[str, Numbers] = field(default_factory=dict)
    may_be_even: bool = False
    is_bare: bool = False
    is_running: bool = False
    unknown: frozenset[int] = frozenset()
    columns: Mapping[Role, int] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()


def layouts(
    grid: Grid, head: int, roles: Mapping[int, Role | None], below: Sequence[int], *, is_first: bool
) -> Iterator[Results]:
    """Read the rows below a row of headings as results of games, in each layout that sheets use.

    The layouts are: a row for each player; a row for each game, with names and numbers in turn; and
    a column for each player. Yield a `Results` for each layout; it has no games if the layout does
    not fit. `head` is the row of headings, and `roles` maps its columns to their meanings. The
    second layout needs no headings, and is tried only if `is_first` is True.
    """
    yield _games_by_player(grid, head, roles, below)
    named = dict(roles)
    named |= {column: "sticks" for column, role in roles.items()
              if role is None and has_sticks(grid, head, column, below)}  # fmt: skip
    # Names next to their numbers need no head, so look at all rows only once.
    if is_first:
        yield _games_by_cells(grid, head, named, below)
    named = _with_player_called_like_a_head(grid, named, below)
    yield _games_by_heads(grid, head, _with_sums_named(grid, named, below), below)


# ------------------------------------------------------------------ a row for each player


def _games_by_player(
    grid: Grid, head: int, roles: Mapping[int, Role | None], below: Sequence[int]
) -> Results:
    """Read the games of a sheet that has a row for each player of each game.

    A column or a title above the rows names the game. Rows of the same table may have each player's
    totals of the season, which are also returned. The result has no games if no heading names the
    players. `head` is the row of headings, `roles` maps its columns to their meanings,
    and `below` are the rows below.
    """
    heads = grid.texts(head, roles)
    # The rows are games, because places are named, which a deal does not bring.
    if has_heading_of_places(heads):
        roles = {column: "game" if role == "deal" else role for column, role in roles.items()}
    played = {column for column in roles if _counts_games_played(grid, head, column, below)}
    columns = {role: column for column, role in reversed([*roles.items()]) if column not in played}
    player = columns.get("player")
    if not player:
        return Results(())
    others = {row for block in other_blocks(grid, head) for row in block}
    below = [row for row in below if row not in others]
    naming = [column for role in ("round", "table", "game", "date")
              if (column := columns.get(role))] or _column_of_games(grid, roles, below)  # fmt: skip
    numeric = _numeric_columns(grid, head, roles, below) - {player, *naming, *played}
    of_games = _HeadsOfPlayers(grid, head, roles, naming, numeric)
    games = tuple(of_games.games(below))
    # In a single game any numbers may add up, unless there are ranks.
    has_ranks = bool(of_games.ranked or naming or played or _places_above(grid, head))
    has_ranks |= names_a_place(_title(grid, head - 1)) or has_heading_of_places(heads)
    has_ranks |= len(games) > 1
    return Results(
        games,
        of_games.ranked,
        frozenset(
            column
            for column in numeric
            if roles.get(column) == "ruling" or has_penalty(grid.text(head, column))
        ),
        may_be_even=has_ranks
        and "deal" not in columns
        and (bool(naming or played) or not _rates(grid, head)),
        sums=_season_by_player(grid, below, naming, player),
        unknown=frozenset(
            column
            for column in numeric
            if (bool(played) or not has_ranks)
            and roles[column] is None
            and core(plain(grid.text(head, column))) not in AFTERWARDS
        ),
        columns={
            role: column
            for column, role in reversed([*roles.items()])
            if role == "player" or (role and column in naming)
        },
    )


def _counts_games_played(grid: Grid, head: int, column: int, below: Sequence[int]) -> bool:
    """Return whether a column says how many games each player has played, such as `Games`.

    It does not if the numbers begin with 1 and rise, because these are the numbers of the games.
    """
    if plain(grid.text(head, column)) not in GAMES_PLAYED:
        return False
    numbers = [text for text in grid.down(below, column) if text]
    return numbers[:1] != ["1"] or len({*numbers}) == 1


@dataclass(frozen=True)
class _HeadsOfPlayers:
    """The headings of a table with a row for each player of each game.

    `roles` are the meanings of the columns, `naming` are the columns that say which game a row is,
    and `numeric` are the columns with numbers of the player.
    """

    grid: Grid
    head: int
    roles: Mapping[int, Role | None]
    naming: Sequence[int]
    numeric: Collection[int]

    @cached_property
    def ranked(self) -> frozenset[int]:
        """The columns whose heading means ranks."""
        return frozenset(
            column
            for column, role in self.roles.items()
            if role == "rank"
            or (role in {None, "place"} and "rank" in roles_of(self.grid.text(self.head, column)))
        )

    def games(self, below: Sequence[int]) -> Iterator[Result]:
        """Yield the games in the rows `below` the headings, if they have three or four players.

        Rows of sums and of riichi sticks left are added to the game above. A row with a player's
        totals of the season is skipped.
        """
        grid, ranked = self.grid, self.ranked
        player, seat = (next((at for at, role in self.roles.items() if role == word), 0)
                        for word in ("player", "seat"))  # fmt: skip
        # Seats may be in a first column without a heading.
        seat = seat or int(player > 1 and not grid.text(self.head, 1))
        latest: dict[str, str] = _places_above(grid, self.head)
        title = _title(grid, self.head - 1)
        games: dict[tuple[str, str], _Game] = {}
        game = _Game(latest)
        for row in below:
            name = grid.text(row, player)
            cells = {column: grid.cells[row, column] for column in grid.columns_of(row)
                     if column in self.numeric
                     and _is_counted(grid.text(row, column), column in ranked)
                     }  # fmt: skip
            if role_of(name) == "player" and not cells:
                # Tables without titles have numbers. Heads on each page may divide a named game.
                is_same = bool(self.naming) and 0 < len(game.lines) < min(TABLE_SIZES)
                places = _places_in(grid.texts(row - 1, grid.columns_of(row - 1)))
                title = _title(grid, row - 1) or (title if is_same else str(row) * (not places))
                latest.clear()
                latest |= places
                continue
            if not cells:
                title = self._title_of_game(row) or title
                continue
            if _names_only_places(grid.texts(row, grid.columns_of(row))):
                continue  # the row below has headings
            if name and games and _is_of_season(grid, row, self.naming, player):
                continue
            if not name or (_is_below(grid, row, player) and not game.is_open_for(cells, ranked)):
                game.add_below(grid, row, cells)
                continue
            latest |= {str(self.roles[column] or grid.text(self.head, column)): text
                       for column in self.naming if (text := grid.text(row, column))}  # fmt: skip
            called = ", ".join(f"{role} {text}" for role, text in latest.items())
            game = games.setdefault((title, called), _Game(dict(latest)))
            game.lines.append((seat_of(grid.text(row, seat)), Line(name, cells)))
        has_titles = len({title for title, _ in games}) > 1
        for (title, called), game in games.items():
            parts = [title * (has_titles or not called), called]
            if len(game.lines) in TABLE_SIZES:
                yield game.result(", ".join(part for part in parts if part))

    def _title_of_game(self, row: int) -> str:
        """Return the text of a row that is only a title of a game, such as `Table 3` or `Game 2`.

        Return an empty text for any other row.
        """
        text = _title(self.grid, row)
        # Some languages have the same word for rounds of a tournament and for deals.
        is_named = names_a_place(text) or names_a_game(text)
        return text if is_named or (self.naming and label_of(text)) else ""


def _numeric_columns(
    grid: Grid, head: int, roles: Mapping[int, Role | None], rows: Sequence[int]
) -> set[int]:
    """Return the columns that may contain a number of the player in each row, such as points.

    Columns that name the game, the seat or the start are left out. A column is also left out if its
    heading is a player's name, because it contains the points of that player.
    """
    names = {
        plain(text) for column, role in roles.items() if role == "player"
        for text in grid.down(rows, column)
    }  # fmt: skip
    return {column for column, role in roles.items() if role not in {*NAMING, "seat", "start"}
            and core(plain(grid.text(head, column))) not in names}  # fmt: skip


def has_heading_of_places(heads: Sequence[str]) -> bool:
    """Return whether a heading names ranks or placement points, which only results of games have.

    >>> [has_heading_of_places([head, "MP"]) for head in ("Rank", "Table points", "Points")]
    [True, True, False]
    """
    return any(role_of(head) == "rank" or core(plain(head)) in PLACED | UMA for head in heads)


def _is_of_season(grid: Grid, row: int, naming: Iterable[int], player: int) -> bool:
    """Return whether a row has a player's totals of the season instead of the numbers of one game.

    In such a row, one of the columns `naming`, which name the game in other rows, has a word for
    totals. `player` is the column of the players' names.
    """
    is_of_all = any(is_total(grid.text(row, column)) for column in naming)
    return is_of_all and not is_sum(grid.text(row, player))


def _season_by_player(
    grid: Grid, rows: Sequence[int], naming: Sequence[int], player: int
) -> Mapping[str, Numbers]:
    """Return the cells with each player's totals of the season: by name, a dict by column.

    They are in rows that have a word for totals instead of the name of a game. `naming` are the
    columns that name games, and `player` is the column of the players' names.
    """
    sums: dict[str, Numbers] = {}
    for row in rows:
        name = grid.text(row, player)
        if name and _is_of_season(grid, row, naming, player):
            # In a sheet that was turned, the cells have the names of other places.
            cells = {column: grid.cells[row, column] for column in grid.columns_of(row)
                     if column not in {player, *naming} and is_number(grid.text(row, column))
                     }  # fmt: skip
            sums[name] = sums.get(name, {}) | cells
    return sums


def heads_players(texts: Sequence[str]) -> bool:
    """Return whether a row has headings, one of which names the column of players.

    It has no other numbers than 1, 2, 3 and so on, which head the columns of games.

    >>> [heads_players(["Place", "Name", *more]) for more in (["Total"], ["1", "2"], ["35", "2"])]
    [True, True, False]
    """
    if len(texts) < _PAIR or "player" not in [role_of(text) for text in texts]:
        return False
    numbers = [text for text in texts if is_number(text)]
    return numbers == [str(at) for at in range(1, len(numbers) + 1)]


def other_blocks(grid: Grid, head: int) -> list[list[int]]:
    """Find the blocks of a worksheet that have other headings than row `head`, as lists of rows.

    A heading row (see `heads_players`) is the first row of its block. A block ends before the next
    row of headings.
    """
    own = grid.texts(head, grid.columns_of(head))
    blocks: list[list[int]] = []
    is_other = False
    for row, columns in grid.rows():
        texts = grid.texts(row, columns)
        is_head = heads_players(texts)
        if row == head or (is_head and texts == own):
            is_other = False
        elif is_head:
            is_other = True
            blocks.append([])
        if is_other:
            blocks[-1].append(row)
    return blocks


def _rates(grid: Grid, head: int) -> bool:
    """Return whether a heading in row `head` names ratings such as Elo.

    Changes of ratings may add up to zero like the points of a game, but they are not points.
    """
    return any(is_rating(text) for text in grid.texts(head, grid.columns_of(head)))


def has_tables(grid: Grid, head: int, rows: Sequence[int]) -> bool:
    """Return whether the rows list tables of three or four players, with a row for each player.

    This is so if a column of tables or games repeats each text in three or four rows, or if each
    table has the same headings again.
    """
    heads = grid.texts(head, grid.columns_of(head))
    columns = [column for column in grid.columns_of(head)
               if role_of(grid.text(head, column)) in {"table", "game"}]  # fmt: skip
    player = next((column for column in grid.columns_of(head)
                   if role_of(grid.text(head, column)) == "player"), 0)  # fmt: skip
    sizes = [0]
    for row in rows:
        if grid.texts(row, grid.columns_of(row)) == heads:
            sizes.append(0)
        elif (name := grid.text(row, player)) and not is_sum(name):
            sizes[-1] += 1
    return bool(_column_of_games(grid, columns, rows)) or (
        len(sizes) > 1 and {*sizes} <= {*TABLE_SIZES}
    )


def _column_of_games(grid: Grid, columns: Iterable[int], rows: Sequence[int]) -> list[int]:
    """Find the first column in which each text is repeated in three or four adjacent rows.

    Such a column names the game of each row. Return it in a list, which is empty if there is none.
    """
    for column in columns:
        texts = [text for row in rows if (text := grid.text(row, column))]
        blocks = [len([*block]) for _, block in groupby(texts)]
        if len(blocks) == len({*texts}) > 1 and {*blocks} <= {*TABLE_SIZES}:
            return [column]
    return []


@dataclass
class _Game:
    """A game whose rows are still being read: round, table, players, and rows below the players."""

    places: Mapping[str, str]
    lines: list[tuple[Seat, Line]] = field(default_factory=list)
    sums: dict[int, Cell] = field(default_factory=dict)
    left: Decimal = Decimal(0)

    def add_below(self, grid: Grid, row: int, cells: Numbers) -> None:
        """Add the numbers of a row below the players to this game: riichi sticks left, or sums.

        `cells` are the row's numbers by column. Sticks are added to `left`, and sums to `sums`. A
        row with any other word is ignored.
        """
        words = [cell.text for cell in grid.in_row(row) if not is_number(cell.text)]
        if any(has_sticks_left(word) for word in words):
            self.left += add_up(numbers_in(cells.values()))
        elif not words or any(is_sum(word) for word in words):
            self.sums.update(cells)

    def is_open_for(self, cells: Numbers, ranked: Collection[int]) -> bool:
        """Return whether a row with a name that is also a word for totals belongs to a player.

        For example, `Stan` may be a name. The row is a player's if it has a rank, or if the game
        has only one or two players so far. `cells` are the row's numbers by column, and `ranked`
        are the columns of ranks.
        """
        return any(column in ranked for column in cells) or 0 < len(self.lines) < min(TABLE_SIZES)

    def result(self, name: str) -> Result:
        """Return the finished game as a `Result` with this name.

        If the players' seats are known and different, the players are sorted by seat.
        """
        lines = tuple(line for _, line in self.lines)
        result = Result(name, lines, self.places, self.sums, self.left)
        return result.seated([seat for seat, _ in self.lines])


def _is_counted(text: str, is_ranked: bool) -> bool:
    return is_number(text) or (is_ranked and rank_of(text) is not None)


def _is_below(grid: Grid, row: int, player: int) -> bool:
    """Return whether a row contains sums or remaining sticks instead of a player's numbers.

    The text in the row's first cell, or in the column `player`, shows this.
    """
    words = {grid.first_text(row), grid.text(row, player)}
    return any(is_sum(word) or has_sticks_left(word) for word in words)


def is_sum(text: str) -> bool:
    """Return whether the name of a row means that the row contains sums."""
    return is_total(text) or role_of(text) == "sum"


def _title(grid: Grid, row: int) -> str:
    """Return the text of a row with only one cell; empty if the row has no cell or several."""
    columns = grid.columns_of(row)
    return grid.text(row, columns[0]) if len(columns) == 1 else ""


def names_a_place(title: str) -> bool:
    """Return whether a title names a table or a round together with its number or letter.

    >>> [names_a_place(text) for text in ("Table 3", "Tisch B", "Friday", "Table")]
    [True, True, False, False]
    """
    word = _NUMBER_OR_LETTER.sub("", title)
    return word != title and role_of(word) in _PLACES


_NUMBER_OR_LETTER: Final = re.compile(r"[0-9# .]+$|\s[A-Za-z]$")


def _places_above(grid: Grid, head: int) -> dict[str, str]:
    """Return the round and the table that lines above the headings name, such as ``Round,1``.

    The result maps `round` and `table` to their numbers or names, for example ``{"round": "1"}``.
    """
    rows = [grid.texts(row, columns) for row, columns in grid.rows() if row < head]
    pairs: dict[str, str] = {}
    for texts in rows:
        pairs |= _places_in(texts)
    return pairs


def _places_in(texts: Sequence[str]) -> dict[str, str]:
    """Return the round and the table that a row names, such as 4 for `Round` followed by `4`.

    A word followed by a text that is not a number counts only if the row has no other cells.

    >>> _places_in(["Result slip", "Round", "4", "Table", "1"]), _places_in(["Table", "Blue"])
    ({'round': '4', 'table': '1'}, {'table': 'Blue'})
    """
    pairs = {role_of(word): text for word, text in pairwise(texts)
             if len(texts) == _PAIR or is_number(text)}  # fmt: skip
    return {str(role): pairs[role] for role in _PLACES if role in pairs}


def _names_only_places(texts: Sequence[str]) -> bool:
    """Return whether a row has only words for places or games, each with a number after it.

    >>> [_names_only_places(texts) for texts in (["Round", "4", "Table", "1"], ["Ann", "4"])]
    [True, False]
    """
    words, numbers = texts[::2], texts[1::2]
    are_places = all(role_of(word) in NAMING for word in words)
    return are_places and len(words) == len(numbers) and all(is_number(text) for text in numbers)


# ------------------------------------------------------------------ a row for each game


def _games_by_cells(
    grid: Grid, head: int, roles: Mapping[int, Role | None], below: Sequence[int]
) -> Results:
    """Read the games of a sheet that has a row for each game, with names and numbers in the row.

    The numbers of a player follow the name, or all names come first. Rows without three or four
    players with numbers are skipped. Return a `Results` without games if the first rows have no
    game.
    """
    # The sum of all players has one column; a word for it above each player means a total.
    if [*roles.values()].count("sum") >= min(TABLE_SIZES):
        roles = {column: None if role == "sum" else role for column, role in roles.items()}
    # Games begin directly below the heads.
    if not any(_game_of_cells(grid, head, roles, row) for row in (head, *below[:_SAMPLE])):
        return Results(())
    others = {row for block in other_blocks(grid, head) for row in block}
    rows = [head, *(row for row in below if row not in others)]
    games = [game for row in rows if (game := _game_of_cells(grid, head, roles, row))]
    are_dated = all(_DAY_OR_TIME.fullmatch(grid.first_text(row)) for row in rows)
    may_be_even = are_dated or not _OF_GAMES.isdisjoint(roles.values())
    return Results(tuple(games), may_be_even=may_be_even)


def _names_with_numbers(
    grid: Grid, head: int, roles: Mapping[int, Role | None], row: int
) -> tuple[list[tuple[str, list[Cell]]], list[Cell]]:
    """Return the players in a row with their numbers, and the headings above their names.

    The first result is a list of pairs: a name, and the cells with numbers after the name. The
    second result has the cell of each name, with the text of the heading above.
    """
    lines: list[tuple[str, list[Cell]]] = []
    heads: list[Cell] = []
    for column in grid.columns_of(row):
        cell = grid.cells[row, column]
        if roles.get(column) in _NOT_OF_PLAYERS:
            continue
        if is_number(cell.text):
            if lines:
                lines[-1][1].append(cell)
            continue
        pair = _NAME_AND_POINTS.fullmatch(cell.text) or _POINTS_IN_BRACKETS.fullmatch(cell.text)
        if pairs := [pair] if pair else _all_in_brackets(cell.text):
            lines += [(each["name"].strip(), [replace(cell, text=each["points"])])
                      for each in pairs]  # fmt: skip
        elif label_of(cell.text) or is_absent(cell.text) or _DAY_OR_TIME.fullmatch(cell.text):
            continue
        else:
            lines.append((cell.text, []))
        heads += [replace(cell, text=grid.text(head, column))] * (len(lines) - len(heads))
    return lines, heads


def _all_in_brackets(text: str) -> list[re.Match[str]]:
    """Split a text such as `Ann(+53.0) Ben(-53.0)` into its names with points.

    Return an empty list if the text has anything else.
    """
    pairs = [*_POINTS_IN_BRACKETS.finditer(text)]
    return pairs if not _POINTS_IN_BRACKETS.sub("", text).strip() else []


def _game_of_cells(
    grid: Grid, head: int, roles: Mapping[int, Role | None], row: int
) -> Result | None:
    """Read the game in a row of names and numbers; None unless three or four players have numbers.

    If the heading above each name is a place such as `1st`, the place is added to the player's
    cells; if it is a seat, the players are sorted by seat.
    """
    lines, heads_of_names = _names_with_numbers(grid, head, roles, row)
    # Cells keep their row and column of the file if rows and columns were swapped.
    columns = {(cell.row, cell.column): column for column in grid.columns_of(row)
               for cell in [grid.cells[row, column]]}  # fmt: skip
    heads = {place: (roles.get(column), grid.text(head, column))
             for place, column in columns.items()}  # fmt: skip
    if len(lines) in TABLE_SIZES:
        lines = _shared_out(lines, heads)
    players = [Line(name, dict(enumerate(cells, 1))) for name, cells in lines if cells]
    if len(players) not in TABLE_SIZES:
        return None
    # Headings may number the places, as in `1, Points, 2, Points`.
    times = Counter(line.name for line in players)
    if max(times.values()) >= min(TABLE_SIZES):
        return None
    heads_of_players = [
        cell for cell, (_, cells) in zip(heads_of_names, lines, strict=True) if cells
    ]
    if all(place_of(cell.text) for cell in heads_of_players):
        players = [
            replace(line, cells=line.cells | {_KEY_OF_PLACE_IN_HEADING: cell})
            for line, cell in zip(players, heads_of_players, strict=True)
        ]
    places = {str(role): grid.text(row, column) for column, role in roles.items()
              if role in _PLACES}  # fmt: skip
    result = Result(
        grid.text(row, grid.first_column), tuple(players), places, left=_left(grid, row, roles)
    )
    own = [[cell.text, *(heads[each.row, each.column][1] for each in line.cells.values())]
           for cell, line in zip(heads_of_players, players, strict=True)]  # fmt: skip
    return result.seated([max(_wind_within(text) for text in texts) for texts in own])


_KEY_OF_PLACE_IN_HEADING: Final = -1
"""Key for a player's place that is written in the head of the column with the name."""
_DAY_OR_TIME: Final = re.compile(
    r"[0-9]{1,4}(?:[/.:年月-][0-9]{1,2}){1,2}[.日]?(?: [0-9]{1,2}:[0-9]{2})?"
)
"""A day or a time of day, or both, such as ``10/6``, ``2024-01-08``, ``5月3日`` or ``19:40``."""


def _shared_out(
    lines: list[tuple[str, list[Cell]]],
    heads: Mapping[tuple[int, int], tuple[Role | None, str]],
) -> list[tuple[str, list[Cell]]]:
    """Distribute the numbers after the last name among all players.

    Used for rows such as ``Ann, Bob, Cid, 40, 35, 25``. Each name may have some numbers directly
    after it. If the headings name seats, each further number belongs to the player in that seat;
    otherwise the players get one number each in turn. `heads` maps the row and column of a cell to
    the meaning and the text of the heading above it. Return `lines` unchanged if the numbers cannot
    be distributed evenly.
    """
    names = [name for name, _ in lines]
    own = len(lines[0][1])
    if (
        len({*names}) != len(names)
        or len(names) not in TABLE_SIZES
        or any(len(some) != own for _, some in lines[:-1])
    ):
        return lines
    cells = [cell for cell in lines[-1][1][own:]
             if heads[cell.row, cell.column][0] != "total" or own]  # fmt: skip
    if not cells or len(cells) % len(names):
        return lines
    seats = [_seat_within(heads[cell.row, cell.column][1]) for cell in cells]
    in_turn = [at % len(names) for at in range(len(cells))]
    whose = seats if sorted(seats) == sorted(in_turn) else in_turn
    return [
        (
            name,
            [*some[:own], *(cell for cell, seat in zip(cells, whose, strict=True) if seat == at)],
        )
        for at, (name, some) in enumerate(lines)
    ]


def _wind_within(head: str) -> Seat:
    """Return the seat that a heading names by a wind; NOBODY for a number, as in `Player 1`."""
    return NOBODY if any(character.isdigit() for character in head) else _seat_within(head)


def _seat_within(head: str) -> Seat:
    """Return the seat that the first or the last word of a heading names, such as `East points`.

    Return `NOBODY` if neither word names a seat.
    """
    parts = head.split() or [""]
    return max(seat_of(parts[0]), seat_of(parts[-1]))


def has_sticks(grid: Grid, head: int, column: int, rows: Sequence[int]) -> bool:
    """Return whether a column has numbers of sticks left on the table.

    Its heading must have a word for sticks, and all numbers below must be whole, from 0 to
    `MOST_LEFT`.
    """
    text = grid.text(head, column)
    words = [text, *plain(text).split("_")]
    if not any(len(word) > 1 and has_sticks_left(word) for word in words):
        return False
    numbers = [number_of(text) for text in grid.down(rows, column)]
    return all(
        number is not None and number % 1 == 0 and 0 <= number <= MOST_LEFT for number in numbers
    )


def _left(grid: Grid, row: int, roles: Mapping[int, Role | None]) -> Decimal:
    """Add up the remaining sticks of a game: the row's numbers in columns with role `sticks`."""
    sticks = [column for column, role in roles.items() if role == "sticks"]
    return add_up([number_of(text) for text in grid.texts(row, sticks)])


# ------------------------------------------------------------------ lines without heads


def games_by_lines(grid: Grid, rows: Sequence[int]) -> Results:
    """Read the games of lines without headings, such as ``1st,Boris,33000``, one for each player.

    A line without a player, an empty line, or a player with rank 1 begins a new game. Groups of
    other than three or four players are skipped. The result has no games if the lines have too many
    words.
    """
    # A row of heads, or a row with a winner and a loser, has several words.
    if any(sum(not is_number(text) for text in grid.texts(row, grid.columns_of(row))) > _MOST_WORDS
           for row in rows[:_LOOK]):  # fmt: skip
        return Results(())
    games: list[tuple[str, list[Line], list[Seat]]] = [("", [], [])]
    before = 0
    for row in rows:
        cells = grid.in_row(row)
        words = [cell for cell in cells if not _is_counted(cell.text, is_ranked=True)]
        numbers = {column: cell for column, cell in zip(grid.columns_of(row), cells, strict=True)
                   if cell not in words}  # fmt: skip
        # The seat may be before the name.
        names = [cell for cell in words if len(words) == 1 or seat_of(cell.text) == NOBODY]
        is_player = len(names) == 1 and len(cells) > 1 and not _names_no_player(names[0].text)
        first = rank_of(cells[0].text) if is_player else None
        if not is_player or row > before + 1 or first == 1:
            title = names[0].text if len(names) == 1 and not numbers else ""
            games.append((title, [], []))
        if is_player:
            games[-1][1].append(Line(names[0].text, numbers))
            games[-1][2].extend(seat_of(cell.text) for cell in words if cell not in names)
        before = row
    seats = [seat for *_, some in games for seat in some]
    # The players at all seats of a table have played a game.
    is_of_seats = set(seats) == set(range(max(seats, default=0) + 1)) and len(seats) in TABLE_SIZES
    return Results(
        is_bare=not is_of_seats,
        may_be_even=is_of_seats,
        games=tuple(
            Result(title or str(number), tuple(lines)).seated(some)
            for number, (title, lines, some) in enumerate((game for game in games if game[1]), 1)
            if len(lines) in TABLE_SIZES
        ),
    )


def _names_no_player(text: str) -> bool:
    """Return whether a text is a column heading, a deal, a word for a sum, or a date."""
    return bool(role_of(text) or label_of(text) or is_total(text) or is_date(text))


# ------------------------------------------------------------------ a column for each player


def _games_by_heads(
    grid: Grid, head: int, roles: Mapping[int, Role | None], below: Sequence[int]
) -> Results:
    """Read the games of a season from a sheet with a column for each player, as a `Results`.

    Each row is a game; the cells of players who did not play are empty. Rows of totals and ranks
    below the games are read as well. The result has no games if the headings name too few players,
    or if the rows look like deals.
    """
    heads = grid.texts(head, _columns_of_players(roles))
    if sum(not is_number(text) for text in heads) < min(TABLE_SIZES):
        return Results(())
    is_named = _name_games(grid, below[:_SAMPLE]) or _are_dated(grid, roles, below[:_SAMPLE])
    is_named = is_named or _have_results(grid, head, roles, below[:_SAMPLE])
    counting = _rows_of_counts(grid, roles, below)
    below = [row for row in below if row not in counting]
    sums_at_end = _sums_at_end(grid, roles, below)
    # If five players take turns and everything is added up, numbered rows are games, whatever they
    # are called.
    is_named = is_named or bool((sums_at_end or counting) and len(heads) > max(TABLE_SIZES))
    if "deal" in roles.values() and not is_named:
        return Results(())
    totals = [row for row in below if _names_totals(grid.first_text(row))] or sums_at_end
    ranked = [row for row in below if core(plain(grid.first_text(row))) in RANKS]
    rows = [row for row in below if row not in ranked and row not in totals]
    # Below the sums of the games there may be other sums, such as those with chips.
    whole = [row for row in totals[:_MOST_SUMS]
             if _are_sums(grid, roles, [game for game in rows if game < row], row)]  # fmt: skip
    totals = whole[:1] or totals
    added = _rows_with_sums(grid, roles, [row for row in below if row not in ranked])
    if len(added) > 1:
        rows = [row for row in rows if row not in added]
        # The last of several sums may be that of all games.
        totals = [last for last in [*added][-1:]
                  if {row for row in rows if row < last} <= {*added[last]}]  # fmt: skip
    # Rows below the totals of a season follow from these, such as averages.
    above = [row for row in rows if totals and row < totals[-1]]
    rows = above if 2 * len(above) > len(rows) else rows
    is_running = any(is_after_games(grid.first_text(row)) for row in (head, *below[:1]))
    are_games = is_named or roles.get(grid.first_column) in _OF_GAMES or is_running
    spans = _spans(grid, head, roles, rows)
    # Four columns may be the players of one table, with deals as rows.
    if len(spans) < (min(TABLE_SIZES) if are_games else max(TABLE_SIZES) + 1):
        return Results(())
    # If five players take turns at a table, rows of deals have four totals, too.
    if roles.get(grid.first_column) != "date" and any(
        _names_a_deal(text) for text in grid.down(below, grid.first_column)
    ):
        return Results(())
    games = tuple(_games_of_season(grid, head, spans, rows, roles))
    return Results(
        games,
        sums={} if is_running else _cells_by_player(grid, head, spans, totals),
        ranks={} if is_running else _cells_by_player(grid, head, spans, ranked),
        counts={
            name: {0: next(iter(cells.values()))}
            for name, cells in _cells_by_player(grid, head, spans, counting).items()
        },
        may_be_even=are_games,
        is_running=is_running,
        parts=tuple(_parts(grid, head, spans, games, [
            each for each in added.items() if each[0] not in totals
        ])),
    )  # fmt: skip


def _columns_of_players(roles: Mapping[int, Role | None]) -> list[int]:
    """Return the columns whose heading may be the name of a player or a team."""
    return [column for column, role in roles.items() if role in {None, "player"}]


def _cells_by_player(
    grid: Grid, head: int, spans: Mapping[int, Sequence[int]], rows: Sequence[int]
) -> Mapping[str, Numbers]:
    """Return each player's cells in the last of `rows`; an empty dict if there is no row.

    `spans` maps each player's first column to all columns of the player.
    """
    return {name: cells for row in rows[-1:]
            for name, cells in _numbers_by_name(grid, head, spans, row) if cells}  # fmt: skip


def _names_totals(text: str) -> bool:
    """Return whether a row's name begins or ends with a word for totals.

    The other words may say what is counted, as in `Total with final`. Rows are not named after
    players here, because each player has a column.
    """
    parts = plain(text).split("_")
    return is_total(text) or parts[0] in TOTALS or parts[-1] in TOTALS


def _is_after_games(text: str) -> bool:
    """Return whether a row's name means totals, or penalties that are subtracted from them."""
    return _names_totals(text) or has_penalty(text)


def _names_a_deal(text: str) -> bool:
    """Return whether a text is the label of a deal, and not only the number of a game."""
    label = label_of(text)
    return bool(label) and not label.isdigit()


def _sums_at_end(grid: Grid, roles: Mapping[int, Role | None], rows: Sequence[int]) -> list[int]:
    """Return the last row above rows of ranks, in a list, if it adds up the rows above it.

    Otherwise return an empty list.
    """
    while rows and core(plain(grid.first_text(rows[-1]))) in RANKS:
        rows = rows[:-1]
    is_long = len(rows) >= min(TABLE_SIZES)
    return [rows[-1]] if is_long and _are_sums(grid, roles, rows[:-1], rows[-1]) else []


_NO_NAMES: Final[frozenset[Role | None]] = frozenset(
    {None, "player", "sum", "sticks", "ruling", "bonus", "rank", "place"}
)
"""Meanings of headings that are not names of players, although the numbers below may add up."""


def _with_player_called_like_a_head(
    grid: Grid, roles: dict[int, Role | None], rows: Sequence[int]
) -> dict[int, Role | None]:
    """Return a copy of `roles` without the meaning of a heading that is a player's name.

    For example, `Manon` is also a Spanish heading for deals. Such a column is found because most
    rows add up with it and not without it. Otherwise return `roles`.
    """
    players = _columns_of_players(roles)
    if len(players) < min(TABLE_SIZES) or share_adding_up(grid, rows, players) * 2 > 1:
        return roles
    others = [column for column, role in roles.items() if role not in _NO_NAMES
              and not counts_rows(grid, column, rows)
              and share_adding_up(grid, rows, [*players, column]) >= MOST_ADD_UP]  # fmt: skip
    return {**roles, others[0]: None} if len(others) == 1 else roles


def counts_rows(grid: Grid, column: int, rows: Sequence[int]) -> bool:
    """Return whether the cells of a column are 1, 2, 3 and so on: then it counts the rows."""
    texts = [text for text in grid.down(rows, column) if is_number(text)]
    return len(texts) > _PAIR and texts == [str(at) for at in range(1, len(texts) + 1)]


def _rows_with_sums(
    grid: Grid, roles: Mapping[int, Role | None], rows: Sequence[int]
) -> Mapping[int, Sequence[int]]:
    """Find rows of sums: a dict from each row of sums to the list of the rows that it adds up.

    A row of sums adds up all rows of games above it, or only the rows since the row of sums before.
    A row with a number in its first cell is always a game, because the few points of a game may
    equal such sums by chance.
    """
    added: dict[int, Sequence[int]] = {}
    columns = [column for column, role in roles.items() if role not in _NOT_ADDED]
    every: list[int] = []
    latest: list[int] = []
    whole = part = [Decimal(0)] * len(columns)
    for row in rows:
        numbers = [number_of(text) or Decimal(0) for text in grid.texts(row, columns)]
        above = next((some for some, sums in ((latest, part), (every, whole))
                      if len(some) >= _PAIR and _are_numbers(numbers, sums)
                      and not grid.first_text(row).isdigit()), None)  # fmt: skip
        # Below the sums of all games there may be totals with penalties.
        if above is not None and [*above] not in added.values():
            added[row] = [*above]
            latest, part = [], [Decimal(0)] * len(columns)
            if len(added) == _MOST_SUMS:
                break
        elif any(numbers) and not _is_after_games(grid.first_text(row)):
            latest.append(row)
            every.append(row)
            whole, part = ([a + b for a, b in zip(sums, numbers, strict=True)]
                           for sums in (whole, part))  # fmt: skip
    return added


_NOT_ADDED: Final[frozenset[Role | None]] = frozenset({*NAMING, "rank"})
"""Meanings of columns whose numbers are not added up."""
_MOST_SUMS: Final = 50
"""Most rows of sums that are searched for in a season."""


def _parts(
    grid: Grid,
    head: int,
    spans: Mapping[int, Sequence[int]],
    games: Sequence[Result],
    subtotals: Iterable[tuple[int, Sequence[int]]],
) -> Iterator[Part]:
    """Yield each part of a season, such as a month, for which the sheet has a row of subtotals.

    `subtotals` are pairs: the row of subtotals, and the rows that it adds up. A part is skipped if
    one of these rows is not a game in `games`. `spans` maps each player's first column to all
    columns of the player.
    """
    for row, above in subtotals:
        sums = _cells_by_player(grid, head, spans, [row])
        places = {(cell.row, cell.column) for other in above for cell in grid.in_row(other)}
        part = Part(sums, frozenset(places))
        if sum(part.has(game) for game in games) == len(above):
            yield part


def _with_sums_named(
    grid: Grid, roles: Mapping[int, Role | None], rows: Sequence[int]
) -> Mapping[int, Role | None]:
    """Return a copy of `roles` in which the last column is a sum, if it adds up the other columns.

    `roles` maps columns to the meanings of their headings. Clubs use such a column to show that
    each game adds up to 0. At most one row may be wrong. Otherwise `roles` itself is returned.
    """
    columns = [column for column, role in roles.items() if role is None]
    if len(columns) <= max(TABLE_SIZES):
        return roles
    *players, last = columns
    checked = [row for row in rows[:_LOOKED_AT] if is_number(grid.text(row, last))]
    adds_up = [
        number_of(grid.text(row, last))
        == add_up([number_of(text) for text in grid.texts(row, players)])
        for row in checked
    ]
    # A player with four of the last games gains what the others lose, so the last column is not
    # their sum.
    is_sum_of_rows = len(checked) > _PAIR and sum(adds_up) >= len(checked) - 1
    return {**roles, last: "sum"} if is_sum_of_rows else roles


_LOOKED_AT: Final = 50
"""Number of rows that can show whether a column adds up the others."""


def _are_sums(grid: Grid, roles: Mapping[int, Role | None], above: Sequence[int], row: int) -> bool:
    """Return whether most numbers of row `row` are the sums of the rows `above`.

    The sums may also leave out the starting points of each game. Then at least three sums must be
    right.
    """
    columns = _columns_of_players(roles)
    added = [[number for text in grid.down(above, column)
              if (number := number_of(text)) is not None] for column in columns]  # fmt: skip
    sums = [add_up(numbers) for numbers in added]
    stated = [number_of(text) or Decimal(0) for text in grid.texts(row, columns)]
    start = start_taken_off(zip(sums, stated, (len(numbers) for numbers in added), strict=True))
    if start:
        sums = [whole - start * len(numbers) for whole, numbers in zip(sums, added, strict=True)]
    return _are_numbers(stated, sums)


def start_taken_off(players: Iterable[tuple[Decimal, Decimal, int]]) -> Decimal:
    """Return the starting points that totals leave out for each game; 0 if they include them.

    `players` has for each player the sum of the points at the end, the total that the sheet states,
    and the number of games. Most totals, and at least three different ones, must leave out the same
    number per game.
    """
    totals_by_start: dict[Decimal, list[Decimal]] = {}
    for whole, stated, games in players:
        if stated and games:
            totals_by_start.setdefault((whole - stated) / games, []).append(stated)
    start, totals = max(totals_by_start.items(), key=lambda each: len(each[1]),
                        default=(Decimal(0), []))  # fmt: skip
    is_most = 2 * len(totals) > sum(len(some) for some in totals_by_start.values())
    return start if start > 0 and is_most and len({*totals}) >= min(TABLE_SIZES) else Decimal(0)


def _rows_of_counts(grid: Grid, roles: Mapping[int, Role | None], rows: Sequence[int]) -> list[int]:
    """Return the rows whose numbers say how many games above each player has played.

    Only the last rows are searched. If all players have played equally often, the row must have a
    word for games played.
    """
    columns = _columns_of_players(roles)
    counting = []
    for row in rows[-_LOOK:]:
        numbers = [number_of(text) or Decimal(0) for text in grid.texts(row, columns)]
        if not 0 < max(numbers) <= len(rows):
            continue
        above = [game for game in rows if game < row and game not in counting
                 and not _names_totals(name := grid.first_text(game))
                 and core(plain(name)) not in RANKS]  # fmt: skip
        counts = [Decimal(sum(is_number(text) for text in grid.down(above, column)))
                  for column in columns]  # fmt: skip
        is_clear = len({*counts}) > 1 or plain(grid.first_text(row)) in GAMES_PLAYED
        if is_clear and _are_numbers(numbers, counts):
            counting.append(row)
    return counting


def _are_numbers(numbers: Sequence[Decimal], sums: Sequence[Decimal]) -> bool:
    """Return whether most of the `numbers` equal the `sums` at the same index.

    Zeros among the numbers are ignored. At least three other numbers are needed.
    """
    right = [number == due for number, due in zip(numbers, sums, strict=True) if number]
    return len(right) >= min(TABLE_SIZES) and 2 * sum(right) > len(right)


def is_after_games(text: str) -> bool:
    """Return whether a text means that points include all games so far, such as `After game 2`.

    >>> [is_after_games(text) for text in ("After game", "nach Spiel 2", "Game", "After East")]
    [True, True, False, False]
    """
    first, _, rest = plain(text.rstrip("0123456789# .")).partition("_")
    return first in AFTER and role_of(rest) in _OF_GAMES


def _name_games(grid: Grid, rows: Sequence[int]) -> bool:
    """Return whether most rows begin with the name of a game.

    Rows of sums, ranks, and placement points below a game are not counted.
    """
    rows = [row for row in rows if not is_total(text := grid.first_text(row))
            and core(plain(text)) not in RANKS]  # fmt: skip
    below_games = {*_rows_below_games(grid, rows).values()}
    texts = [grid.first_text(row) for row in rows if row not in below_games]
    return 2 * sum(names_a_game(text) for text in texts) > len(texts)


def _are_dated(grid: Grid, roles: Mapping[int, Role | None], rows: Sequence[int]) -> bool:
    """Return whether each row has a different date; the deals of one evening have the same date.

    There must be at least three dates.
    """
    dates = [text for column, role in roles.items() if role == "date"
             for text in grid.down(rows, column)]  # fmt: skip
    return (
        len(dates) > _PAIR and len({*dates}) == len(dates) and all(is_date(text) for text in dates)
    )


def _have_results(
    grid: Grid, head: int, roles: Mapping[int, Role | None], rows: Sequence[int]
) -> bool:
    """Return whether each player has two columns that sort the players in the same order.

    Such columns are the final points and the result with uma, and show that rows are games. In a
    row of a deal, totals and changes sort the players differently. If there are three or more rows,
    the order may differ in one. If there are two, the first must not look like a first deal, in
    which all players have the same points before their changes.
    """
    columns: dict[str, list[int]] = {}
    texts = {column: plain(grid.text(head, column)) for column in grid.columns_of(head)}
    times = Counter(texts.values())
    for column, text in texts.items():
        before = texts.get(column - 1, "")
        if before in columns and before != text and times[text] in TABLE_SIZES:
            columns[before].append(column)  # the same word is behind each name
        elif roles.get(column) is None:
            columns.setdefault(text, []).append(column)
    if len(columns) not in TABLE_SIZES or {len(some) for some in columns.values()} != {_PAIR}:
        return False
    of_players = [*zip(*columns.values(), strict=True)]
    pairs = []
    for row in rows:
        points, results = [[number_of(text) for text in grid.texts(row, some)]
                           for some in of_players]  # fmt: skip
        if None not in points and None not in results:
            pairs.append((points, results))
    alike = sum(_order(points) == _order(results) for points, results in pairs)
    if alike == len(pairs) == _PAIR:
        return len({(one or 0) - (other or 0) for one, other in zip(*pairs[0], strict=True)}) > 1
    return alike > _PAIR and alike >= len(pairs) - 1


def _order(numbers: Sequence[Decimal | None]) -> list[int]:
    """Return the indices of the numbers, sorted from the smallest to the largest number."""
    return sorted(range(len(numbers)), key=lambda place: numbers[place] or 0)


_ROUND_OF_WIND: Final = re.compile(r"[東东南西北][風风]?圈")
"""A whole round of the table, in which everybody has dealt."""


def names_a_game(text: str) -> bool:
    """Return whether a row's name is a date, or a word for a game with a number.

    >>> [names_a_game(text) for text in ("1回戦", "第三場", "2025-01-30", "Round 1", "Hand 3")]
    [True, True, True, False, False]
    """
    word = text.strip("0123456789一二三四五六七八九十第# .")
    roles = roles_of(word) if word != text else ()
    # Deals are called rounds and games as well, except in Japanese and Chinese.
    likely = roles if word[:1] > _LATIN else roles[:1]
    is_game = not {"game", "date"}.isdisjoint(likely)
    is_round = _ROUND_OF_WIND.fullmatch(text.strip()) is not None
    return is_date(text) or is_game or is_round or (roles[:1] == ("round",) and word[0] > _LATIN)


def _players_of_season(
    grid: Grid, head: int, roles: Mapping[int, Role | None], rows: Sequence[int]
) -> list[int]:
    """Return the columns whose heading is a player's or a team's name."""
    teams = [column for column, role in roles.items() if role == "player"
             and all(is_number(text) for text in grid.down(rows, column))]  # fmt: skip
    players = [column for column, role in roles.items()
               if (role is None and not is_number(grid.text(head, column)))
               or column in teams]  # fmt: skip
    # Places and hosts of games have columns without numbers.
    players = [column for column in players
               if not (texts := grid.down(rows, column)) or any(map(is_number, texts))]  # fmt: skip
    # Games may be numbered below a head that is not known.
    first = min(roles, default=0)
    if len(players) > max(TABLE_SIZES) and first in players:
        counts = {str(number) for number in range(1, len(rows) + 1)}
        players = players[counts.issuperset(grid.down(rows, first)) :]
    return _players_without_fees(grid, head, players, rows)


def _players_without_fees(
    grid: Grid, head: int, players: list[int], rows: Sequence[int]
) -> list[int]:
    """Return `players` without one or two columns that have other numbers, such as fees or minutes.

    The rows must add up without these columns, and not with them. Return `players` unchanged if the
    columns do not show who plays, or if somebody has several columns.
    """
    names = {plain(grid.text(head, column)) for column in players}
    counts = [sum(is_number(text) for text in grid.texts(row, players)) for row in rows]
    # A game has one number too many in most rows, or two.
    more = Counter(count - max(TABLE_SIZES) for count in counts).most_common(1)
    if not more or more[0][0] not in {1, _PAIR} or len(players) > max(len(names), _MOST_MEMBERS):
        return players
    if len(rows) <= _PAIR or share_adding_up(grid, rows, players) >= MOST_ADD_UP:
        return players
    adding_up = [some for some in combinations(players, len(players) - more[0][0])
                 if share_adding_up(grid, rows, some) >= MOST_ADD_UP]  # fmt: skip
    return [*adding_up[0]] if len(adding_up) == 1 else players


_MOST_MEMBERS: Final = 12
"""Most players of a season whose columns are distinguished from others by their sums."""


def _games_of_season(
    grid: Grid,
    head: int,
    spans: Mapping[int, Sequence[int]],
    rows: Sequence[int],
    roles: Mapping[int, Role | None],
) -> Iterator[Result]:
    """Yield a `Result` for each row of a season in which three or four players have numbers.

    `spans` maps each player's first column to all columns of the player. Each game may have a
    second row with placement points; their cells get negative keys, such as -1 for the player's
    first column, while the cells of the first row get 1, 2 and so on.
    """
    below_games = _rows_below_games(grid, rows)
    for row in rows:
        if row in below_games.values():
            continue
        more = dict(_numbers_by_name(grid, head, spans, below_games.get(row, 0)))
        lines = [Line(name, cells | {-at: cell for at, cell in more.get(name, {}).items()})
                 for name, cells in _numbers_by_name(grid, head, spans, row) if cells]  # fmt: skip
        if len(lines) not in TABLE_SIZES:
            # A player who sits out keeps the total.
            lines = [line for line in lines if 1 in line.cells]
        if len(lines) in TABLE_SIZES:
            yield Result(
                grid.text(row, grid.first_column), tuple(lines), left=_left(grid, row, roles)
            )


def _rows_below_games(grid: Grid, rows: Sequence[int]) -> Mapping[int, int]:
    """Return a dict from the row of each game to the next row, with the game's placement points.

    Return an empty dict unless every game has such a second row.
    """
    below = {
        game: row for game, row in pairwise(rows)
        if core(plain(word := grid.first_text(row))) in PLACED | UMA
        or role_of(word) in {"value", "change"}
    }  # fmt: skip
    return below if 2 * len(below) == len(rows) and below.keys().isdisjoint(below.values()) else {}


def _columns_with_others_behind(grid: Grid, head: int) -> Mapping[int, Sequence[int]]:
    """Group columns by player if the same headings follow each player's name.

    For example, ``Ann,Place,Bob,Place,Cid,Place`` gives two columns for each player. Return a dict
    from each player's first column to all the player's columns; an empty dict for other headings.
    """
    columns = grid.columns_of(head)
    for first, size in product(range(len(columns)), _SIZES_OF_SPANS):
        starts = range(first, len(columns) - size + 1, size)
        chunks = [columns[start : start + size] for start in starts]
        behind = [[plain(text) for text in grid.texts(head, chunk[1:])] for chunk in chunks]
        others = (at for at, heads in enumerate(behind) if heads != behind[0])
        same = chunks[: next(others, len(chunks))]
        names = [grid.text(head, chunk[0]) for chunk in same]
        are_names = not any(role_of(name) or is_number(name) for name in names)
        if are_names and len({plain(name) for name in names}) == len(names) >= min(TABLE_SIZES):
            return {chunk[0]: chunk for chunk in same}
    return {}


def _spans(
    grid: Grid,
    head: int,
    roles: Mapping[int, Role | None],
    rows: Sequence[int],
) -> Mapping[int, Sequence[int]]:
    """Return a dict from each player's first column to the list of all the player's columns.

    Columns without a heading belong to the player named before them. If a player's name stands
    above several columns, they all belong to that player. All players get equally many columns.
    """
    if of_players := _columns_with_others_behind(grid, head):
        return of_players
    players = _players_of_season(grid, head, roles, rows)
    by_name: dict[str, list[int]] = {}
    for column in players:
        by_name.setdefault(plain(grid.text(head, column)), []).append(column)
    times = {len(some) for some in by_name.values()}
    if len(times) == 1 and times != {1}:
        return {some[0]: some for some in by_name.values()}
    columns = sorted({column for row in rows for column in grid.columns_of(row)} - {*roles})
    spans = {
        column: [column, *takewhile(columns.__contains__, count(column + 1))] for column in players
    }
    size = min((len(span) for span in spans.values()), default=0)
    return {column: span[:size] for column, span in spans.items()}


def _numbers_by_name(
    grid: Grid, head: int, spans: Mapping[int, Sequence[int]], row: int
) -> Iterator[tuple[str, Numbers]]:
    """Yield each player's name with the player's numeric cells in one row of a season.

    `spans` maps each player's first column to all the player's columns. The keys of the cells are 1
    for the player's first column, 2 for the second, and so on.
    """
    for column, span in spans.items():
        cells = {at: cell for at, each in enumerate(span, 1)
                 if (cell := grid.at(row, each)) and (is_number(cell.text) or rank_of(cell.text))
                 }  # fmt: skip
        yield grid.text(head, column), cells


# ------------------------------------------------------------------ a row for each player
