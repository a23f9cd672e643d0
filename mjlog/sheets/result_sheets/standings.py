"""Reads standings: a row for each player, with the points of each round, their sum and the rank."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice, pairwise, permutations, product
from typing import Final

from mjlog.model.record import SEATS
from mjlog.sheets.cells.numbers import add_up, count_equal, is_number, number_of, rank_of
from mjlog.sheets.cells.words import (
    AFTERWARDS,
    PLACED,
    RANKS,
    TABLE_SIZES,
    core,
    has_penalty,
    is_absent,
    is_rating,
    is_total,
    label_of,
    plain,
    role_of,
)
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.layouts.mapping import SheetMap
from mjlog.sheets.records import GameDraft, RowBelow, one_line
from mjlog.sheets.result_sheets.counts_of_places import Counts, counts_of, place_of
from mjlog.sheets.result_sheets.expected_numbers import ranks_due, split_into_rows
from mjlog.sheets.result_sheets.meaning_of_columns import is_usual_in_a_unit
from mjlog.sheets.result_sheets.result_columns import Scores, columns_of_places, converted
from mjlog.sheets.result_sheets.result_layouts import has_tables, is_sum, other_blocks
from mjlog.sheets.result_sheets.results import strip_groups
from mjlog.sheets.result_sheets.rows_of_sums import sums_and_teams
from mjlog.sheets.result_sheets.tables_of_rounds import BROUGHT, wrong_table_points
from mjlog.sheets.usual_amounts import LEAST_PENALTY, ROUNDING, STARTS

_OF_A_DRAW: Final = frozenset({"table", "seat"})
"""Meanings of heads that say where a player sits in a round."""
_LEAST_PLAYERS: Final = 4
_LEAST_ROUNDS: Final = 2
_LEAST_RANKED: Final = 6
"""Fewest ranked people who are too many to take turns at one table."""
_LOOK_FOR_HEADS: Final = 5
_MOST_COLUMNS: Final = 40
_MOST_OF_RANKS: Final = 6
_FEW: Final = 2
"""Most different numbers of a column that may agree by chance."""
_LOOK: Final = 24
"""Most players by whose sums the columns of rounds are found."""
_POINTS: Final = 5000
"""Number from which points of a game are counted in thousands in a total."""
Numbers = Mapping[int, Sequence[Decimal | None]]
"""Numbers of each column, by row."""


@dataclass(frozen=True, slots=True)
class _Sum:
    """A column of totals, and the columns of rounds whose sum it contains.

    `rounds` is empty if only the ranks show which column has the total. `penalties` are the columns
    of penalties among the rounds. `taken` are the rounds whose numbers are subtracted. `unit`
    points, such as 1000, count 1 in the total, and `start` is the sum of the starting points of all
    rounds. `also` is a column that is added unchanged, such as points for places; 0 if there is
    none.
    """

    total: int
    rounds: Sequence[int] = ()
    penalties: Sequence[int] = ()
    taken: frozenset[int] = frozenset()
    unit: int = 1
    start: Decimal = Decimal(0)
    also: int = 0

    @property
    def columns(self) -> frozenset[int]:
        """The columns of this sum, as a set: the rounds, the total, and `also` if it is not 0."""
        return frozenset({*self.rounds, self.total, self.also} - {0})

    def off(self, numbers: Numbers) -> list[Decimal | None]:
        """Return for each row by how much the sum of its rounds exceeds the written total.

        `numbers` maps each column to its numbers, row by row. The entry of a row without a total is
        None.
        """
        off: list[Decimal | None] = []
        for row, own in enumerate(numbers[self.total]):
            # A player who missed a round has an empty cell there.
            parts = [(-1 if column in self.taken else 1) * (numbers[column][row] or Decimal(0))
                     for column in self.rounds]  # fmt: skip
            whole = (add_up(parts) - self.start) / self.unit
            whole += (numbers[self.also][row] or Decimal(0)) if self.also else Decimal(0)
            off.append(None if own is None else whole - own)
        return off


@dataclass(frozen=True, slots=True)
class _Standings:
    """The columns of a table of standings: players, sums of rounds, ranks and other numbers.

    `head` is the row of headings, `rows` are the players' rows, and `counts` are the columns that
    count games and places.
    """

    head: int
    rows: Sequence[int]
    player: int
    sums: Sequence[_Sum]
    ranks: Sequence[int]
    others: Sequence[int] = ()
    counts: Counts | None = None


def drafts_of_standings(grid: Grid, *, has_rounds: bool) -> tuple[GameDraft, ...]:
    """Read the standings of an event (each player's total) as one game without deals.

    Return a tuple with one `GameDraft`, or an empty tuple if the worksheet has no standings. If
    `has_rounds` is True, only a table with the points of each round, or with counts of places, is
    read. If it is False, only a table that has neither is read.
    """
    grid = strip_groups(grid)
    rows = [(row, columns) for row, columns in grid.rows() if len(columns) < _MOST_COLUMNS]
    for at, (head, columns) in enumerate(rows[:_LOOK_FOR_HEADS]):
        if label_of(grid.text(head, columns[0])):
            break  # below deals are final points, not the standings of an event
        players = [column for column in columns if _is_of_names(grid.text(head, column))]
        titles = [text for row, some in rows[: at + 1] for text in grid.texts(row, some)]
        is_rated = any(is_rating(text) for text in titles)
        # Rows below other heads belong to another table.
        blocks = other_blocks(grid, head) if players else []
        others = {row for block in blocks for row in block}
        below = [row for row, _ in rows[at + 1 :] if row not in others]
        # Each table is a game, unless ranks continue over all tables.
        is_of_games = bool(players) and has_tables(grid, head, below)
        for player in players:
            standings = _read(grid, head, columns, player, below)
            if is_of_games and (standings is None or not _ranks_all(grid, standings)):
                return ()
            if standings is None:
                continue
            of_games = standings.counts and standings.counts.places
            if is_rated and not of_games:
                return ()
            if has_rounds == bool(of_games or (standings.sums and standings.sums[0].rounds)):
                layout = SheetMap(head=head, columns={"player": player})
                return (replace(_draft(grid, standings), layout=layout),)
    return ()


def _ranks_all(grid: Grid, standings: _Standings) -> bool:
    """Return whether a column ranks all players of the table together, not each table of four.

    There must be more than four ranks, and more than half of them must be different. Players with
    equal points may share a rank.
    """
    ranks = [grid.column_numbers(standings.rows, column) for column in standings.ranks]
    return any(len({*some}) * 2 > len(some) > max(TABLE_SIZES) for some in ranks)


def ranking_at(grid: Grid) -> Cell | None:
    """Return the heading cell of a column that ranks at least six different people from 1 on.

    The ranks must be written in ascending order without gaps, and each row must have another name.
    Return None for any other worksheet, such as a list of deals.
    """
    for head, columns in islice(grid.rows(), _LOOK_FOR_HEADS):
        roles = {column: role_of(grid.text(head, column)) for column in columns}
        for column in columns:
            word = core(plain(grid.text(head, column)))
            if roles[column] not in {"rank", "place"} and word not in RANKS:
                continue
            rows = [row for row, _ in grid.rows() if row > head and grid.text(row, column)]
            ranks = [rank_of(text) for text in grid.down(rows, column)]
            names = [grid.text(row, player) for player in columns if roles[player] == "player"
                     for row in rows]  # fmt: skip
            is_of_all = len({*names}) == len(names) == len(rows) >= _LEAST_RANKED
            if is_of_all and ranks == [*range(1, len(rows) + 1)]:
                return grid.cells[head, column]
    return None


def shares_at(grid: Grid) -> Cell | None:
    """Return the first cell in per cent, if most cells of a column or of a row are in per cent.

    Such worksheets are statistics, not deals. Return None for any other worksheet.
    """
    rows = [*islice(grid.rows(), _LOOK)]
    shares = [grid.cells[row, column] for row, columns in rows for column in columns[:_LOOK]
              if grid.cells[row, column].text[-1:] in {"%", "％"}]  # fmt: skip
    wide = max((len(columns) for _, columns in rows), default=0)
    in_columns = Counter(cell.column for cell in shares).most_common(1)
    in_rows = Counter(cell.row for cell in shares).most_common(1)
    for (_, times), most in (*((way, len(rows)) for way in in_columns),
                             *((way, wide) for way in in_rows)):  # fmt: skip
        if times >= _LEAST_PLAYERS and 3 * times >= 2 * most:
            return shares[0]
    return None


def may_be_one_game(grid: Grid, draft: GameDraft) -> bool:
    """Return whether standings may be the result of a single game of three or four players.

    `draft` are the standings as read from the worksheet. Exactly one column must have a usual total
    of points such as 100,000. If no column has one, exactly one column must have a number of 5000
    or more.
    """
    rows = sorted({cell.row for row in draft.rows_below for cell in row.cells if cell})
    player = draft.layout.columns["player"] if draft.layout else 0
    rows = [row for row in rows
            if not is_sum(grid.first_text(row)) and not is_sum(grid.text(row, player))]  # fmt: skip
    if len(rows) not in TABLE_SIZES:
        return False
    columns = [[number for text in grid.down(rows, column) if (number := number_of(text))]
               for column in grid.columns_of(rows[0])]  # fmt: skip
    usual = [some for some in columns if is_usual_in_a_unit(add_up(some), len(rows))]
    large = [some for some in columns if any(abs(number) >= _POINTS for number in some)]
    return len(usual) == 1 or (not usual and len(large) == 1)


def _read(
    grid: Grid, head: int, columns: Sequence[int], player: int, below: Sequence[int]
) -> _Standings | None:
    """Find the columns of players, rounds, totals, ranks and counts of places below a heading row.

    Return them as a `_Standings` object. `player` is the column of the names, and `below` are the
    rows below the headings. Return None unless most rows have a total that is the sum of their
    rounds, or the players have ranks or counts of places.
    """
    rows = [row for row in below if _is_of_player(grid.text(row, player))
            and not is_total(grid.first_text(row)) and not is_sum(grid.text(row, player))
            and not _is_remark(grid, row, player)]  # fmt: skip
    names = Counter(grid.text(row, player) for row in rows)
    if len(rows) < _LEAST_PLAYERS or len(names) < len(rows):
        return None
    # The number of a player's games is the sum of the columns that count places.
    numeric = [
        column
        for column in columns
        if column != player
        and role_of(grid.text(head, column)) != "game"
        and not _is_of_a_draw(grid, head, column, rows)
        and sum(is_number(text) for text in grid.down(rows, column)) * 2 > len(rows)
    ]
    penalties = [column for column in columns if column not in {player, *numeric}
                 and _is_penalty(grid.text(head, column))
                 and any(is_number(each) for each in grid.down(rows, column))]  # fmt: skip
    numbers = {column: grid.column_numbers(rows, column) for column in columns if column != player}
    # A column with the numbers from 1 up only counts the players.
    counted = [column for column in numeric if numbers[column] == [*range(1, len(rows) + 1)]]
    counts = counts_of({column: grid.text(head, column) for column in numbers}, {
        column: every for column, every in numbers.items() if column not in counted
    })  # fmt: skip
    numeric = [column for column in numeric if counts is None or column not in counts.columns]
    adding = [column for column in numeric if column not in counted]
    # An evening may have had only few players.
    first = _sum_of_rounds(numbers, adding, penalties, sparse=[
        column for column in columns if column not in {player, *numeric, *penalties}
        and _is_of_some(grid, head, column, rows)
    ])  # fmt: skip
    if first is None:
        first = _Sum(_total_in_order(grid, head, numeric, numbers, counts))
    numeric = [column for column in numeric if column not in first.columns]
    places = {Decimal(number) for number in range(1, len(rows) + 1)}
    ranks = [column for column in numeric if places.issuperset(numbers[column])
             and 2 * len({*numbers[column]}) > len(rows)
             and (role_of(grid.text(head, column)) in {"rank", "place"}
                  or not _counts_of_place(numbers[column], [numbers[at] for at in first.rounds]))
             ]  # fmt: skip
    # A column that counts the rows is not a column of ranks, if another one is.
    if any(role_of(grid.text(head, column)) in {"rank", "place"} for column in ranks[1:]):
        counted = [column for column in ranks if numbers[column] == [*range(1, len(rows) + 1)]]
        ranks = [column for column in ranks if column not in counted] or counted
    # Each round may have a column of ranks after its points.
    ranks = ranks if all(column - 1 in first.rounds for column in ranks[:-1]) else ranks[:1]
    first = _with_only_penalty(numbers, first, [
        column for column in numbers if column < first.total
        and (role_of(grid.text(head, column)) == "ruling" or has_penalty(grid.text(head, column)))
    ], ranks[-1:])  # fmt: skip
    sums = [_with_only_number(numbers, first)]
    # Minipoints, for example, are added up next to the points for places.
    numeric = [column for column in numeric
               if column not in ranks and len({*numbers[column]}) > _FEW]  # fmt: skip
    sums += _later_sums(numbers, numeric, first)
    # If there are more columns than rank, name, place, points and games, they are statistics.
    # Counts of places alone prove little.
    is_counted = counts is not None and bool(counts.averages or len(rows) >= _LEAST_RANKED)
    if not is_counted and (not first.total or not (first.rounds or ranks)):
        return None
    if (
        not is_counted
        and not sums[0].rounds
        and len(columns) > _MOST_OF_RANKS
        and (not _has_averages(numbers, sums[0].total))
    ):
        return None
    sums = [each for each in sums if each.total]
    read = {*ranks, *(column for each in sums for column in each.columns)}
    read |= counts.columns if counts else frozenset()
    others = [column for column in numbers if column not in read
              and any(number is not None for number in numbers[column])]  # fmt: skip
    return _Standings(head, rows, player, sums, ranks, others, counts)


def _is_of_a_draw(grid: Grid, head: int, column: int, rows: Sequence[int]) -> bool:
    """Return whether a column says at which table or seat each player sits in a round.

    Such a column belongs to the seating plan of an event. Its heading has a word for a table or
    seat and another word, as in `Round 1 table`, and no number is larger than the number of
    players.
    """
    parts = {part.rstrip("0123456789") for part in plain(grid.text(head, column)).split("_")} - {""}
    roles = {role_of(part) for part in parts if len(part) > 1}
    if len(parts) < _FEW or _OF_A_DRAW.isdisjoint(roles):
        return False
    numbers = {number_of(text) for text in grid.down(rows, column)}
    return numbers <= {*range(1, len(rows) + 1)}


def _is_of_some(grid: Grid, head: int, column: int, rows: Sequence[int]) -> bool:
    """Return whether a column has numbers for at least two players, and no other texts.

    Used to find rounds that only few people played. Columns of games and ranks do not count.
    """
    texts = [text for text in grid.down(rows, column) if text and not is_absent(text)]
    is_named = role_of(grid.text(head, column)) not in {"game", "rank"}
    return is_named and len(texts) >= _FEW and all(is_number(text) for text in texts)


def _sum_of_rounds(
    numbers: Numbers,
    numeric: Sequence[int],
    penalties: Sequence[int],
    wrong: int = _LOOK,
    sparse: Sequence[int] = (),
) -> _Sum | None:
    """Find a column of totals and the rounds that it adds up; return both as a `_Sum`.

    `numbers` maps each column to its numbers, and `numeric` are the columns to search. The totals
    may include the columns `penalties`, and the columns `sparse`, which few players have numbers
    in. At least two thirds of the totals must be right, and at most `wrong` may be wrong. Return
    None if there are no such totals.
    """
    some = {column: every[:_LOOK] for column, every in numbers.items()}
    # A penalty without a sign is subtracted.
    taken = frozenset(
        column for column in penalties if all((number or 0) >= 0 for number in numbers[column])
    )
    best: tuple[tuple[int, int], _Sum] | None = None
    for total in numeric:
        others = [column for column in numeric if column != total]
        with_sparse = sorted([*others, *sparse]) if sparse else []
        for block in dict.fromkeys(tuple(each) for some_columns in (others, with_sparse)
                                   for each in _blocks(some_columns)):  # fmt: skip
            for rounds in dict.fromkeys([(*block,), (*block, *penalties)]):
                for way in _ways(some, _Sum(total, rounds, penalties, taken), others):
                    fitting = sum(off is not None and abs(off) < ROUNDING for off in way.off(some))
                    if best is None or (fitting, len(rounds)) > best[0]:
                        best = (fitting, len(rounds)), way
    if best is None:
        return None
    (fitting, _), sum_of_rounds = best
    players = len(some[sum_of_rounds.total])
    return sum_of_rounds if fitting * 3 >= players * 2 and fitting >= players - wrong else None


def _with_only_penalty(
    numbers: Numbers, found: _Sum, penalties: Sequence[int], ranks: Sequence[int]
) -> _Sum:
    """Add the table's only penalty to the sum, if one player's total leaves it out.

    The penalty is added if the ranks are right with it and wrong without it. It is also added if
    the ranks are right in both cases and the points of each round have the same sum, because then
    the rounds do not include it. `penalties` are columns of penalties, and `ranks` is the column of
    ranks. Without ranks, the order of the rows is used; if the rows are not sorted by their totals,
    only the sums of the rounds decide. Otherwise return the sum unchanged.
    """
    for column in penalties:
        given = [(row, number) for row, number in enumerate(numbers[column]) if number]
        if column in found.rounds or len(given) != 1 or not found.rounds:
            continue
        ((row, penalty),) = given
        if -LEAST_PENALTY < penalty < LEAST_PENALTY:
            continue
        taken = found.taken | ({column} if penalty > 0 else frozenset())
        counted = replace(
            found,
            rounds=(*found.rounds, column),
            penalties=(*found.penalties, column),
            taken=taken,
        )
        off, off_with = (some.off(numbers)[row] for some in (found, counted))
        if off is None or off_with is None or abs(off) >= ROUNDING:
            continue
        written = numbers[found.total]
        right = [None if own is None else own + off_with * (at == row)
                 for at, own in enumerate(written)]  # fmt: skip
        stated = [numbers[at] for at in ranks] or [[*map(Decimal, range(1, len(written) + 1))]]
        agrees, agrees_with = (_are_ranked(stated[0], some) for some in (written, right))
        if agrees_with and (not agrees or _have_equal_sums(numbers, found.rounds)):
            return counted
        # If the order of the rows says nothing, only the sums of the rounds count.
        if not (ranks or agrees) and _have_equal_sums(numbers, found.rounds):
            return counted
    return found


def _with_only_number(numbers: Numbers, found: _Sum) -> _Sum:
    """Return `found` with one more column, if its only number explains the only wrong total.

    Such a column has a heading that is not understood, such as `Correction`. Otherwise return
    `found`. `numbers` has the numbers of each column.
    """
    if not found.rounds:
        return found
    wrong = [row for row, more in enumerate(found.off(numbers))
             if more is not None and abs(more) >= ROUNDING]  # fmt: skip
    if len(wrong) != 1:
        return found
    for column in sorted(numbers.keys() - found.columns):
        counted = replace(found, rounds=(*found.rounds, column))
        given = [row for row, number in enumerate(numbers[column]) if number is not None]
        off = [more for more in counted.off(numbers) if more is not None]
        if given == wrong and all(abs(more) < ROUNDING for more in off):
            return counted
    return found


def _later_sums(numbers: Numbers, numeric: Sequence[int], first: _Sum) -> Iterator[_Sum]:
    """Yield the sums that the table has in addition to its first sum of rounds, each as a `_Sum`.

    They are other numbers that are added up, such as minipoints, or totals after each later round,
    which add the points of the round to the totals before. `numeric` are the columns to search.
    """
    if not first.rounds:
        return
    if second := _sum_of_rounds(numbers, numeric, (), wrong=1):
        yield second
        numeric = [column for column in numeric if column not in second.columns]
    total = first.total
    while later := _sum_of_rounds(numbers, [total, *numeric], (), wrong=1):
        if total not in later.rounds:
            return
        yield later
        numeric = [column for column in numeric if column not in later.columns]
        total = later.total


def _are_ranked(ranks: Sequence[Decimal | None], totals: Sequence[Decimal | None]) -> bool:
    """Return whether no player has a better rank than a player with a higher total."""
    players = [(rank, -total) for rank, total in zip(ranks, totals, strict=True)
               if rank is not None and total is not None]  # fmt: skip
    lost = [points for _, points in sorted(players)]
    return lost == sorted(lost)


def _have_equal_sums(numbers: Numbers, columns: Sequence[int]) -> bool:
    """Return whether the numbers of each of several columns have the same sum, such as zero."""
    sums = [add_up(numbers[column]) for column in columns]
    is_even = all(abs(each - sums[0]) < ROUNDING for each in sums)
    return is_even and (len(sums) > 1 or abs(sums[0]) < ROUNDING)


def _ways(numbers: Numbers, plain_sum: _Sum, others: Sequence[int]) -> Iterator[_Sum]:
    """Yield the ways in which the totals of `plain_sum` may be computed from its rounds, as `_Sum`.

    The first way is `plain_sum`. If the rounds have final points such as 32,100, the starting
    points of each round may be subtracted, the totals may be in thousands, and one of the columns
    `others`, such as placement points, may be added.
    """
    yield plain_sum
    is_of_points = all(
        any(abs(number or Decimal(0)) >= _POINTS for number in numbers[column])
        for column in plain_sum.rounds
    )
    if not is_of_points:
        return
    starts = [Decimal(start * len(plain_sum.rounds)) for start in STARTS]
    in_thousands = all(abs(number or Decimal(0)) < _POINTS for number in numbers[plain_sum.total])
    unit = 1000 if in_thousands else 1
    beside = [column for column in others if column not in plain_sum.rounds] if in_thousands else []
    for start, also in product(starts, (0, *beside)):
        yield replace(plain_sum, unit=unit, start=start, also=also)


def _has_averages(numbers: Numbers, total: int) -> bool:
    """Return whether each number in column `total` is the product of games and average in its row.

    `numbers` maps columns to the numbers of all rows; any two other columns may be the games and
    the averages.
    """
    whole = {column: [each for each in some if each is not None]
             for column, some in numbers.items() if None not in some}  # fmt: skip
    points = whole.pop(total, [])
    return bool(points) and any(
        all(
            abs(own - count * average) <= ROUNDING * abs(count)
            for own, count, average in zip(points, whole[games], whole[averages], strict=True)
        )
        for games, averages in permutations(whole, 2)
    )


def _is_penalty(head: str) -> bool:
    """Return whether a heading names penalties or bonuses, which are counted after the rounds."""
    word = core(plain(head))
    return role_of(head) in {"ruling", "bonus"} or word in AFTERWARDS - RANKS


def _is_of_points(head: str) -> bool:
    """Return whether a heading names points of standings, such as a total, but not a rating."""
    has_role = role_of(head) in {"total", "sum", "value", "final", "change"}
    return has_role or is_total(head) or core(plain(head)) in PLACED


def _total_in_order(
    grid: Grid, head: int, numeric: Sequence[int], numbers: Numbers, counts: Counts | None
) -> int:
    """Return the column of points by which the rows are sorted best, from high to low.

    `numeric` are the columns to try. If there are points with and without penalties, the rows are
    sorted by the points with penalties. If `counts` has counts of places, the rows may also be
    sorted by a rating. Return 0 if the rows are not sorted by any column.
    """
    has_places = counts is not None and bool(counts.places)
    heads = {column: grid.text(head, column) for column in numeric}
    some = [column for column, text in heads.items() if _is_in_order(numbers[column])
            and (_is_of_points(text) or (has_places and is_rating(text))
                 or _has_averages(numbers, column))]  # fmt: skip
    return min(some, key=lambda column: _number_rising(numbers[column]), default=0)


def _is_in_order(numbers: Sequence[Decimal | None]) -> bool:
    """Return whether the numbers fall, or stay equal, in at least two thirds of the steps."""
    stated = [number for number in numbers if number is not None]
    return len(stated) > 1 and _number_rising(stated) * 3 <= len(stated) - 1


def _number_rising(numbers: Sequence[Decimal | None]) -> int:
    """Count the numbers that are larger than the number before."""
    return sum(first is not None and second is not None and first < second
               for first, second in pairwise(numbers))  # fmt: skip


def _is_of_names(head: str) -> bool:
    r"""Return whether a heading names players, alone or in a corner such as `Date\Name`."""
    parts = _CORNER.split(head)
    return any(role_of(part) == "player" for part in (parts if len(parts) == _FEW else [head]))


_CORNER: Final = re.compile(r"\s*[\\＼|｜]\s*")
"""Separator of the two words in the top left cell: one for the rows, one for the columns."""


def _is_remark(grid: Grid, row: int, player: int) -> bool:
    """Return whether a row has a word for remarks in the column `player`, and no numbers."""
    texts = grid.texts(row, grid.columns_of(row))
    return role_of(grid.text(row, player)) == "remark" and not any(
        is_number(text) for text in texts
    )


def _is_of_player(text: str) -> bool:
    return bool(text) and not (is_number(text) or label_of(text) or is_total(text))


def _blocks(columns: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield all groups of columns that may be the rounds.

    A group has adjacent columns, or every second or third column.
    """
    for step, first in product((1, 2, 3), range(len(columns))):
        for last in range(first + step * (_LEAST_ROUNDS - 1), len(columns), step):
            yield columns[first : last + 1 : step]


def _draft(grid: Grid, standings: _Standings) -> GameDraft:
    """Convert standings into a `GameDraft` without deals, with the cells to check.

    The cells of each column are split into rows of four (`RowBelow`), with their expected numbers.
    """
    rows = standings.rows
    names = [one_line(grid.text(row, standings.player)) for row in rows]
    below: list[RowBelow] = []
    points: dict[int, Sequence[Decimal | None]] = {}
    for each in standings.sums:
        written = {column: grid.column_numbers(rows, column) for column in each.columns}
        numbers = _with_right_totals(written, each, points)
        due = {**_due(numbers, each), **_table_points_due(grid, standings, each)}
        for column in [at for at in (each.total, *each.rounds) if at not in points]:
            below += split_into_rows("result", [grid.at(row, column) for row in rows], due[column])
            points[column] = due[column]
    if standings.sums:
        below += sums_and_teams(grid, standings.player, rows, standings.sums[0].total, points)
    for rank in standings.ranks:
        # The ranks show by which of several totals, or by which round, they were given.
        ranks = [grid.at(row, rank) for row in rows]
        stated = grid.column_numbers(rows, rank)
        before = [points[rank - 1]] if rank - 1 in points else []
        by_totals = [points[each.total] for each in standings.sums]
        # If each round has ranks, a rank is first compared with the points of its round.
        by_points = [*before, *by_totals] if standings.ranks[1:] else [*by_totals, *before]
        if not by_points:
            continue
        below += split_into_rows("place", ranks, max(
            [ranks_due(ranks, some) for some in by_points],
            key=lambda due: count_equal(stated, due),
        ))  # fmt: skip
    below += _other_columns(grid, standings, points)
    if standings.counts:
        every = {column: grid.column_numbers(rows, column)
                 for column in {at for row in rows for at in grid.columns_of(row)}}  # fmt: skip
        for column, of_rows in standings.counts.due({**every, **points}).items():
            below += split_into_rows("result", [grid.at(row, column) for row in rows], of_rows)
    rounds = max((len(each.rounds) for each in standings.sums), default=0)
    read = ["names", *([f"{rounds} rounds"] if rounds else []), "totals"]
    read += ["ranks"] if standings.ranks else []
    read += ["games"] if standings.counts else []
    read += ["counts of places"] if standings.counts and standings.counts.places else []
    return draft_of_table(grid, names, read, tuple(below))


def _other_columns(
    grid: Grid, standings: _Standings, points: Mapping[int, Sequence[Decimal | None]]
) -> Iterator[RowBelow]:
    """Yield the columns that count places, or are money or placement points, as cells to check.

    `points` has the expected numbers of the totals and rounds, by column.
    """
    totals = [points[each.total] for each in standings.sums]
    rounds = [points[column] for each in standings.sums[:1] for column in each.rounds]
    for column in standings.others:
        stated = grid.column_numbers(standings.rows, column)
        # Only amounts are compared with a single round, because placement points fit by chance.
        amounts = (converted(each, stated) for each in points.values())
        by_round = next((due for due in amounts if due), ())
        by_total = _due_by_points(stated, totals)
        ways: list[Sequence[Decimal | None]]
        heading = grid.text(standings.head, column)
        is_named = place_of(heading) > 0 or plain(heading).rstrip("s") in _COUNTED
        counts = _counts_of_place(stated, rounds, most_wrong=int(is_named))
        ways = [counts, by_total, by_round]
        if sorted(number or Decimal(0) for number in by_total) == sorted(BROUGHT):
            ways = [by_total, *ways]
        right = [count_equal(stated, due) for due in ways]
        best = ways[right.index(max(right))]
        # Small numbers below a heading that is not understood may fit by chance, but for one.
        is_small = all(abs(number or Decimal(0)) < _LEAST_LARGE for number in best)
        is_known = is_named or core(plain(heading)) in PLACED or role_of(heading) is not None
        if best and ([*best] == stated or is_known or not is_small):
            cells = [grid.at(row, column) for row in standings.rows]
            yield from split_into_rows("result", cells, best)


def draft_of_table(
    grid: Grid, names: Sequence[str], read: Sequence[str], rows_below: tuple[RowBelow, ...] = ()
) -> GameDraft:
    """Return a game without deals for a table of players, such as standings.

    `names` are the players in the order of the rows, `read` are the words for the columns that were
    read, such as `totals`, and `rows_below` are the cells to check.
    """
    understood = (
        f"standings of {len(names)} players; read: {', '.join(read)}",
        f"rules: not named; players: {', '.join(names)}",
    )
    return GameDraft(
        "",
        tuple(names[: len(SEATS)]),
        (),
        sheet=grid.name,
        name=grid.name,
        understood=understood,
        rows_below=rows_below,
    )


def _table_points_due(
    grid: Grid, standings: _Standings, places: _Sum
) -> Mapping[int, list[Decimal | None]]:
    """Find the only wrong number of table points, by the minipoints of each round.

    Minipoints are the points of the game; table points are 4, 2, 1 and 0 for the places. `places`
    is the sum of the table points; another sum of the standings must have the minipoints of the
    same rounds. Return a dict from the column of the wrong round to the list of its numbers, with
    the wrong number corrected. Return an empty dict if no number is wrong, or if it is unclear
    which number is wrong.
    """
    for other in standings.sums:
        if other is places or len(other.rounds) != len(places.rounds):
            continue
        columns = [
            tuple(grid.column_numbers(standings.rows, column) for column in both)
            for both in zip(places.rounds, other.rounds, strict=True)
        ]
        if wrong := wrong_table_points([(points, small) for points, small in columns]):
            number, player, due = wrong
            right = columns[number][0]
            right[player] = due
            return {places.rounds[number]: right}
    return {}


_LEAST_LARGE: Final = 5
"""Least size of the largest number of a column that cannot agree with places by chance."""
_COUNTED: Final = frozenset({"first", "second", "third", "fourth", "last", "win"})
"""Headings of columns that count places, in singular; others must be right as a whole."""


def _counts_of_place(
    stated: Sequence[Decimal | None],
    rounds: Sequence[Sequence[Decimal | None]],
    *,
    most_wrong: int = 1,
) -> Sequence[Decimal | None]:
    """Return how often each player of a table took the place that a column of numbers counts.

    `stated` are the numbers of the column, and `rounds` are the expected points of all players in
    each round. At most `most_wrong` numbers may be wrong. Return an empty list if the column counts
    no place, or if not all players sat at one table.
    """
    if len(stated) not in TABLE_SIZES or len(rounds) < _FEW or any(None in some for some in rounds):
        return []
    places = [ranks_due([None] * len(stated), some) for some in rounds]
    for place in range(1, len(stated) + 1):
        counts = [Decimal(sum(some[player] == place for some in places))
                  for player in range(len(stated))]  # fmt: skip
        right = count_equal(stated, counts)
        if right >= len(stated) - most_wrong:
            return [*counts]
    return []


def _due_by_points(
    stated: Sequence[Decimal | None], columns: Sequence[Sequence[Decimal | None]]
) -> Sequence[Decimal | None]:
    """Return the expected numbers of a column of money or placement points, if points explain them.

    `stated` are the written numbers of the column, and `columns` are the expected numbers of
    columns of points; the first of these that explains `stated` is used. The column may be the
    points times a factor (money). If there are three or four players, it may also be points for the
    places. Return an empty sequence if no column of points explains the numbers.
    """
    for points in columns:
        if due := converted(points, stated):
            return due
        numbers = [number for number in points if number is not None]
        rows = tuple({} if number is None else {1: number} for number in stated)
        if len(numbers) == len(rows) in TABLE_SIZES:
            games = [Scores(tuple(numbers), rows)]
            for column in columns_of_places(games, [1], Decimal(0)):
                if not column.has_points:
                    return [column.due(games[0], player) for player in range(len(rows))]
    return ()


def _with_right_totals(numbers: Numbers, each: _Sum, points: Numbers) -> Numbers:
    """Return a copy of `numbers` with corrected earlier columns in the rows that then add up.

    `points` has the expected numbers of earlier columns. A row gets them if the sum `each` is then
    right. It stays as written otherwise, because people may also add to a total that is wrong.
    """
    right = {column: points.get(column, some) for column, some in numbers.items()}
    fits = [more is not None and abs(more) < ROUNDING for more in each.off(right)]
    return {column: [other if fitting else own
                     for own, other, fitting in zip(some, right[column], fits, strict=True)]
            for column, some in numbers.items()}  # fmt: skip


def _due(numbers: Numbers, each: _Sum) -> Mapping[int, list[Decimal | None]]:
    """Return the expected numbers of a total and its rounds: a dict from column to numbers by row.

    If a player's total is not the sum of the rounds, the total or a round is wrong. A round is
    corrected if only this round has a sum over all players that differs from the usual sum of a
    round by the same amount. Otherwise the total is corrected. `numbers` has the written numbers in
    the same form.
    """
    due = {column: [*some] for column, some in numbers.items()}
    if not each.rounds:
        return due
    sums = {column: add_up(numbers[column]) for column in each.rounds}
    usual = Counter(sums.values()).most_common(1)[0][0]
    for row, more in enumerate(each.off(numbers)):
        if more is None or abs(more) < ROUNDING:
            continue
        rounds = [column for column in each.rounds if column not in each.penalties
                  and sums[column] - usual == more * each.unit]  # fmt: skip
        if len(rounds) == 1:
            due[rounds[0]][row] = (numbers[rounds[0]][row] or Decimal(0)) - more * each.unit
        else:
            due[each.total][row] = (numbers[each.total][row] or Decimal(0)) + more
    return due
