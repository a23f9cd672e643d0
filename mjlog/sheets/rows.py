"""The rows of a table as the deals of games, each line with the cells that say it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice, product, starmap
from typing import Final

from mjlog.model.deal_labels import named
from mjlog.model.findings import Finding, Severity
from mjlog.model.messages import Message, msg
from mjlog.model.near_words import near_words
from mjlog.model.patience import go_on
from mjlog.model.record import NOBODY, SEATS, TABLE, Seat, points_word
from mjlog.notation.lines.line_reader import statement
from mjlog.referee.rule_set import RuleSet
from mjlog.sheets.cells.item_words import HandWords, Worth, hand_words
from mjlog.sheets.cells.numbers import is_number, marks_riichi, number_of, whole
from mjlog.sheets.cells.payment_words import PaymentWords
from mjlog.sheets.cells.result_words import Result, result_told, results_told
from mjlog.sheets.cells.words import (
    ABORTED,
    ABSENT,
    AND,
    LOST_BY_MARK,
    NOBODY_WON,
    ON_DISCARD,
    SELF_DRAWN,
    UNMARKED,
    VOID,
    WORTH,
    Role,
    counter_in,
    dealer_and_counters,
    has_penalty,
    is_absent,
    is_total,
    label_of,
    plain,
    seat_and_name,
    seat_letters,
    seat_of,
    wind_of,
)
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.layouts.columns_of_points import hands_of_table, is_after, points_of_table
from mjlog.sheets.layouts.evidence import Ending, Moves, ending_of, moves_of
from mjlog.sheets.layouts.layout import Table, seat_named, seats_by_name
from mjlog.sheets.points import Points
from mjlog.sheets.records import WHOLE, DealDraft, Entry, Key

_PARTS: Final = re.compile(r"[,;/+&、，；・·•|和と\n]+|\s+")
_OF_WINNERS: Final = re.compile(r"[,;/+&、；\n]")
_WITH_COUNTERS: Final = re.compile(r"([1-4])[.,-]([0-9]{1,2})")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_ITEM: Final = re.compile(r"\s*([a-z][a-z0-9_-]*)\s+(\?|[0-9]{1,6})\s*", re.IGNORECASE)


@dataclass
class Reader:
    """Reads the rows of one table.

    `names` are the players in their seats; `findings` tell what was not understood. `seated`: the
    sheet tells who sits where. `hands` are columns with what the hand of each player is worth.
    """

    table: Table
    rules: RuleSet | None
    names: Sequence[str]
    seats: Mapping[str, Seat]
    points: tuple[Points, ...]
    findings: list[Finding] = field(default_factory=list)
    _findings: set[Finding] = field(default_factory=set, init=False)
    _east: Seat = field(default=0, init=False)
    # Each row is asked for these several times.
    _deals: dict[int, bool] = field(default_factory=dict, init=False)
    _changes_of: dict[int, Mapping[Seat, int]] = field(default_factory=dict, init=False)
    seated: bool = True
    hands: tuple[Points, ...] = ()

    @classmethod
    def of(
        cls, table: Table, rules: RuleSet | None, named: Mapping[Seat, str], unit: int = 0
    ) -> Reader:
        """Return the reader of a table; `named` are players that its head names by their seats.

        `unit` is the factor of its numbers, if it is known.
        """
        heads = [*named.values()] if _names_all(table, named) else _heads(table)
        seat_by_name = by_dealers(table, heads)
        seats = seat_by_name or seats_by_name(heads)
        # Without columns of points nothing tells who sits where but dealers, winds and the head.
        is_seated = bool(seat_by_name or table.groups or _names_all(table, named))
        is_seated = is_seated or NOBODY not in (seat_named(head) for head in heads)
        called = {head: seat_and_name(head)[1] for head in heads}
        in_order = sorted(heads, key=seats.__getitem__)
        names = [named.get(seats[head], called[head]) for head in in_order]
        # Without columns of points only the cells name players, and not each of them need win or
        # deal.
        if not table.groups:
            names += (f"Player {number}" for number in range(len(names) + 1, len(SEATS) + 1))
        told_points = tuple(points_of_table(table, rules, seats, unit))
        hands = tuple(hands_of_table(table, rules, told_points))
        points = tuple(each for each in told_points if each not in hands)
        # A cell may call players as their column does or as the lines above the table do.
        by_head = zip((plain(seat) for seat in seats), seats.values(), strict=True)
        by_name = zip((plain(name) for name in names), range(len(names)), strict=True)
        by_call = ((plain(name), seats[head]) for head, name in called.items())
        by_names = {**_by_initials(table, names), **dict(chain(by_head, by_name, by_call))}
        return cls(table, rules, names, by_names, points, seated=is_seated, hands=hands)

    # -------------------------------------------------------------- what a row is

    def is_deal(self, row: int) -> bool:
        """Return whether a row is about a deal: it has a result or points, and is no sum."""
        if row not in self._deals:
            self._deals[row] = self._has_deal(row)
        return self._deals[row]

    def _has_deal(self, row: int) -> bool:
        if self.is_beside(row) or row in self._deal_above or row == self.sum_without_name:
            return False
        if is_after(self.table.grid, row) or (self._has_penalties and self._is_penalty(row)):
            return self._moves_points(row)
        has_result = any(self.table.cells(row, ("winner", "how")))
        if not has_result and self._is_start(row):
            return False
        return has_result or any(entry for point in self._cells_of_points(row) for entry in point)

    def _is_penalty(self, row: int) -> bool:
        """Return whether a row with the label of a deal is about a penalty, as `Chombo Ann`."""
        cells = self.table.cells(row, ("winner", "how"))
        return any(has_penalty(cell.text) and self._seat_of(cell.text) == NOBODY for cell in cells)

    @cached_property
    def _has_penalties(self) -> bool:
        """Whether a cell about a result tells of a penalty."""
        columns = (self.table.column("winner"), self.table.column("how"))
        texts = {text for column in columns if column
                 for text in self.table.grid.down(self.table.rows, column)}  # fmt: skip
        return any(has_penalty(text) for text in texts)

    @cached_property
    def sum_without_name(self) -> int:
        """The last row, if nothing names it and it has what the changes above come to; else 0."""
        last, table = (self.table.rows or (0,))[-1], self.table
        changes = next((each for each in self.points if each.kind == "change"), None)
        is_named = any(table.cells(last, ("deal", "winner", "how", "from")))
        if changes is None or is_named or not table.column("deal") or is_after(table.grid, last):
            return 0
        sums = [0] * len(self.names)
        for row in table.rows[:-1]:
            if not self._counted(row) and self.changes_of(row):
                return 0  # the totals after each deal have rows of their own
            for seat, number in self.changes_of(row).items():
                sums[seat] += number
        fitting = sum(self.changes_of(last).get(seat) == points for seat, points in enumerate(sums))
        return last if fitting >= len(sums) - 1 and any(sums) else 0

    def _moves_points(self, row: int) -> bool:
        """Return whether a row between the deals is a penalty that changes points."""
        is_inside = self.table.rows[0] < row < self._last
        if not is_inside or is_total(self.table.grid.first_text(row)):
            return False
        return any(self.changes_of(row).values()) and any(self.totals_of(row))

    def _is_start(self, row: int) -> bool:
        """Return whether a first row without a deal has what everybody begins with."""
        if row != self.table.rows[0] or label_of(self.table.text(row, "deal")):
            return False
        groups = [cells for cells in self._cells_of_points(row) if any(cells)]
        texts = [{cell.text for cell in cells if cell} for cells in groups]
        # Nobody gains or loses in many first deals, so nothing alone begins no game.
        are_named = any(label_of(self.table.text(other, "deal")) for other in self.table.rows[1:3])
        return bool(texts) and all(
            len(each) == 1 and (each != {"0"} or are_named) for each in texts
        )

    @cached_property
    def start(self) -> int:
        """The points in a row above the deals that everybody begins with; 0 without such a row."""
        for row in self.table.rows[:1]:
            if not self.is_deal(row) and self._is_start(row):
                return next(iter(self.totals_of(row).values()), 0)
        return 0

    def is_beside(self, row: int) -> bool:
        """Return whether a row below the last deal has no deal's label and no result."""
        if row <= self._last or is_after(self.table.grid, row):
            return False
        return bool(self.table.text(row, "deal"))

    def is_between(self, row: int) -> bool:
        """Return whether a row between the deals is about the game, such as a penalty."""
        is_inside = bool(self.table.rows) and self.table.rows[0] < row < self._last
        return (
            is_inside
            and not self.is_deal(row)
            and (is_after(self.table.grid, row) or self._is_penalty(row))
            and bool(self.table.grid.in_row(row))
        )

    @cached_property
    def _deal_above(self) -> Mapping[int, int]:
        """The deal above each row that has the totals after it, and nothing else.

        Some programs write them so. The points decide: most of these rows add up.
        """
        changes = [points for points in self.points if points.kind == "change"]
        if len(changes) != 1 or len(self.points) > 1:
            return {}
        if self.sum_without_name:
            return {}
        above: dict[int, int] = {}
        before = moved = (0,) * len(self.names)
        fitting = Counter[bool]()
        latest = 0
        for row in self.table.rows:
            cells = changes[0].cells(self.table.grid, row)
            numbers = tuple(changes[0].number(cell) or 0 for cell in cells)
            is_unnamed = is_absent(self.table.text(row, "deal")) or not self.table.cell(row, "deal")
            is_below = latest and is_unnamed and not self._has_result(row) and all(cells)
            if is_below and not is_after(self.table.grid, row):
                above[row] = latest
                pairs = zip(numbers, before, moved, strict=True)
                fitting.update(after - old == more for after, old, more in pairs)
                before, moved = numbers, (0,) * len(self.names)
            elif self._has_result(row) or self._counted(row):
                latest = row
                moved = tuple(a + b for a, b in zip(moved, numbers, strict=True))
        return above if fitting[True] > fitting[False] else {}

    def _has_result(self, row: int) -> bool:
        """Return whether a row says who won, or how the deal ended."""
        return any(not is_absent(cell.text) for cell in self.table.cells(row, ("winner", "how")))

    @cached_property
    def _last(self) -> int:
        """The last row with the name or the result of a deal; that of the table without such."""
        deals = (row for row in reversed(self.table.rows) if self._names_deal(row))
        return next(deals, self.table.rows[-1] if self.table.rows else 0)

    def _names_deal(self, row: int) -> bool:
        """Return whether a row has a label of a deal, or says how it ended."""
        if is_after(self.table.grid, row):
            return False
        return bool(self._counted(row)) or any(self.table.cells(row, ("winner", "how")))

    def _cells_of_points(self, row: int) -> Iterator[tuple[Cell | None, ...]]:
        """Return the cells of the players, group by group."""
        return (points.cells(self.table.grid, row) for points in self.points)

    @cached_property
    def _columns(self) -> Sequence[int]:
        """The columns of roles and of players, in order."""
        of_players = (column for group in self.table.groups for column in group.columns)
        return sorted({*self.table.roles, *of_players})

    # -------------------------------------------------------------- a deal

    def deal(self, row: int) -> DealDraft:
        """Return the deal of a row."""
        go_on()
        self._east = self._dealer_by_label(row) if self._winds_turn else 0
        entries = tuple(self._entries(row))
        label, cells = self._label(row)
        # A row that is a deal has a result or points, so that one cell at least is there.
        grid = self.table.grid
        first = next(cell for column in self._columns if (cell := grid.at(row, column)))
        dealer = self._seat(self.table.cell(row, "dealer"))
        spots = {**cells, **self._by_role(row, "dealer"), **dict(self._spots(row, first))}
        return DealDraft(first, label, dealer, (), entries, spots)

    def _dealer_by_label(self, row: int) -> Seat:
        """Return the dealer by the label of the deal; the first seat if it does not say."""
        by_name = self._seat_of(self.table.text(row, "dealer"))
        label = self._counted(row)
        # Where deals have numbers alone, each player in turn deals once.
        wind = "" if self._has_running_numbers else self.table.wind(row)
        _, dealer = named(wind + label if label.isdigit() else label) or (
            "", (int(label) - 1) % len(self.names) if label.isdigit() else NOBODY,
        )  # fmt: skip
        dealer = dealer if by_name == NOBODY else by_name
        return dealer if 0 <= dealer < len(self.names) else 0

    @cached_property
    def _winds_turn(self) -> bool:
        """Whether winners and discarders are called by their winds of the deal.

        The points decide: the winner gains and the discarder loses in more deals that way.
        """
        fitting = Counter[bool]()
        for row in self.table.rows if self.names else ():
            for role, sign in _GAINS.items():
                text = self.table.text(row, role)
                if not wind_of(text):
                    continue
                changes, east = self._moved(row), self._dealer_by_label(row)
                wind = self._seat_of_wind(text)
                for turns, seat in enumerate((self.seats.get(plain(text), wind), wind + east)):
                    fitting[bool(turns)] += changes.get(seat % len(self.names), 0) * sign > 0
        return fitting[True] > fitting[False]

    def _by_role(self, row: int, *roles: Role) -> dict[Key, Cell]:
        """Return the existing cells among these roles, by role."""
        cells = {role: self.table.cell(row, role) for role in roles}
        return {role: cell for role, cell in cells.items() if cell}

    def _spots(self, row: int, first: Cell) -> Iterator[tuple[Key, Cell]]:
        """Yield where the row says who was ready, or would say it."""
        for role in _OF_READY:
            column = self.table.column(role)
            if column and role not in self._numbers_of_players:
                yield role, replace(self.table.grid.spot(row, column), line=first.line)

    def _label(self, row: int) -> tuple[str, Mapping[Key, Cell]]:
        """Return the label of the deal, with the counters if they have a column."""
        label = self._name(row)
        if label.isdigit() and not self._has_running_numbers:
            label = self.table.wind(row) + label
        label_and_cells = self._by_role(row, "counters", "sticks")
        counters = label_and_cells.get("counters")
        if counters is not None:
            counters = replace(counters, text=counter_in(counters.text))
        number = None if counters is None else self._whole(counters)
        # A name that has its counters already is not given those of the column a second time.
        is_open = "." not in label and named(label) is not None
        return f"{label}.{number}" if is_open and number is not None else label, label_and_cells

    @cached_property
    def _has_running_numbers(self) -> bool:
        """Whether the numbers of the deals run on through the game, and not from wind to wind."""
        if not self.table.winds:
            return False
        numbers = [label for row in self.table.rows if (label := self._counted(row)).isdigit()]
        return any(int(number) > len(self.names) for number in numbers)

    def _name(self, row: int) -> str:
        """Return the label of the deal; empty if the row has none, or an impossible one."""
        cell = self.table.cell(row, "deal")
        label = self._counted(row)
        if cell is None or is_after(self.table.grid, row):
            return ""
        if label and not self._is_beyond(label):
            return label
        self.unread(cell)
        return ""

    def _counted(self, row: int) -> str:
        """Return the label of the deal as its cell has it; empty if that is none."""
        text = self.table.text(row, "deal")
        # Beside the wind of the round the wind of the dealer counts the deals, or a number with its
        # counters.
        wind = self.table.wind(row) if self.table.winds else ""
        if wind and (counted := _WITH_COUNTERS.fullmatch(text)):
            return f"{wind}{counted[1]}.{counted[2]}"
        dealer, counters = dealer_and_counters(text) if wind else ("", "")
        if dealer:
            return f"{wind}{dealer}.{counters}"
        counts = str(seat_of(text) + 1) if wind_of(text) and wind else ""
        label = counts or label_of(text)
        is_of_west = label.startswith("E") and plain(text)[:1] == _EITHER_WIND
        return f"W{label[1:]}" if is_of_west and self._has_o_for_west else label

    def _is_beyond(self, label: str) -> bool:
        """Return whether more players would have to deal than sit at the table."""
        _, dealer = named(label) or ("", NOBODY)
        return dealer >= len(self.names) and not self.table.rotating

    def _entries(self, row: int) -> Iterator[Entry]:
        if self._has_penalties and self._is_penalty(row):
            # Nobody won, and what a false win costs is the table's own matter.
            yield from self._points(row)
            yield from self._remark(row)
            return
        winners = self.winners_of(row)
        yield from self._result(row, winners, self.sources_of(row, winners))
        yield from self._named(row, "ready", "ready")
        yield from self._marked(row)
        for place, winner in enumerate(winners):
            yield from self._worth(row, winner, (place, len(winners)))
        yield from self._hands(row)
        yield from self._items(row, winners, "items", "fan")
        yield from self._limit(row, winners)
        yield from self._items(row, winners, "kong", "kong")
        yield from self._points(row)
        yield from self._words(row, "pay", "pay")
        if not winners:
            yield from self._named(row, "tenpai", "tenpai")
        yield from self._words(row, "next", "next")
        yield from self._words(row, "ruling", "rule")
        yield from self._remark(row)

    # -------------------------------------------------------------- who won

    def winners_of(self, row: int) -> tuple[Seat, ...]:
        """Return the players who won a deal."""
        if self.table.results:
            return self._won_by_marks(row)
        result = self._result_in_words(row)
        if result is not None:
            return (result.winner,)
        cell = self.table.cell(row, "winner")
        seat = NOBODY if cell is None else self._seat_of(cell.text)
        if cell is not None and seat != NOBODY:
            named_twice = cell.text == self.table.text(row, "from")
            return self._of_two(row, seat, cell) if named_twice else (seat,)
        if several := self._results_in_words(row):
            return tuple(each.winner for each in several)
        if cell is None:
            return self._winner_by_points(row)
        return () if self._is_no_player(cell) else self._seats(cell)

    def _result_in_words(self, row: int) -> Result | None:
        """Return winner and discarder, if one cell names both, such as ``Ann from Bob``."""
        if self.table.results:
            return self._result_by_marks(row)
        for cell in self.table.cells(row, ("winner", "how")):
            result = None if self._is_plain(cell) else result_told(cell.text, self._calls)
            if (
                result is not None
                and result.source == TABLE
                and cell == self.table.cell(row, "how")
            ):
                winner = self._seat_of(self.table.text(row, "winner"))
                # Beside a winner, `ron Ann` names the player who threw the tile.
                if winner not in {NOBODY, result.winner}:
                    return Result(winner, result.winner)
            if result is not None:
                return result
        return None

    def _results_in_words(self, row: int) -> tuple[Result, ...]:
        """Return the wins of a cell that tells of several; empty if none does."""
        cells = () if self.table.results else self.table.cells(row, ("winner", "how"))
        for cell in cells:
            if results := results_told(cell.text, self._calls):
                return results
        return ()

    def _told_in_words(self, row: int) -> bool:
        """Return whether a cell tells who won from whom, of one win or of several."""
        return self._result_in_words(row) is not None or bool(self._results_in_words(row))

    def _marked_in(self, row: int, columns: Sequence[int]) -> Mapping[Seat, str]:
        """Return the marks of a row in these columns, one a player, by seat."""
        texts = self.table.grid.texts(row, columns)
        names = self.table.groups[0].columns.values()
        pairs = zip(names, texts, strict=True) if columns else ()
        return {self.seats[plain(name)]: text for name, text in pairs
                if plain(text) not in UNMARKED}  # fmt: skip

    def _won_by_marks(self, row: int) -> tuple[Seat, ...]:
        """Return the players who are marked as winners."""
        marks = self._marked_in(row, self.table.results)
        return tuple(seat for seat, text in marks.items() if text not in self._lost_marks)

    def _result_by_marks(self, row: int) -> Result | None:
        """Return the player marked as a winner, and the one marked as discarder."""
        won = self._won_by_marks(row)
        marks = self._marked_in(row, self.table.results)
        lost = [seat for seat, text in marks.items() if text in self._lost_marks]
        lost += self._marked_in(row, self.table.losers)
        return Result(won[0], lost[0] if lost else NOBODY) if won else None

    @property
    def _lost_marks(self) -> frozenset[str]:
        return self.table.lost_marks | LOST_BY_MARK

    def _is_plain(self, cell: Cell) -> bool:
        """Return whether a cell is only a player or a word for a result."""
        return self._seat_of(cell.text) != NOBODY or self._word(cell.text) in _RESULT_WORDS

    def _is_no_player(self, cell: Cell) -> bool:
        """Return whether a cell for a player names none: a dash, a draw, a self-draw."""
        is_nobody = self._word(cell.text) in _NO_PLAYER or cell.text == _NUMBER_OF_NOBODY
        return self._seat_of(cell.text) == NOBODY and is_nobody

    @cached_property
    def _calls(self) -> Mapping[str, Seat]:
        """The seats by what cells may call the players: names, or else numbers and letters."""
        seats = range(len(self.names))
        by_word = {word: seat for seat in seats for word in (str(seat + 1), SEATS[seat].lower())}
        return {**by_word, **self.seats}

    def _word(self, text: str) -> str:
        """Return a word for a result as the lists have it, or else as the points show it."""
        word = plain(text)
        return self._learned.get(word, word)

    @cached_property
    def _learned(self) -> Mapping[str, str]:
        """The words in no list that say how deals ended, by what the points of these deals say."""
        rows: dict[str, set[int]] = {}
        for row in self.table.rows:
            for cell in () if is_after(self.table.grid, row) else self.table.cells(row, _OF_RESULT):
                if not self._is_of_list(cell.text):
                    rows.setdefault(plain(cell.text), set()).add(row)
        moves = self._moves if rows else {}
        endings = {
            word: ending_of(
                [moves[row] for row in some], has_hands=any(self._has_worth(row) for row in some)
            )
            for word, some in rows.items()
            if some <= moves.keys() and not near_words(word, self.seats)
        }
        return {word: _SAID[ending] for word, ending in endings.items() if ending}

    def _is_of_list(self, text: str) -> bool:
        """Return whether the lists or the names explain what a cell about a result says."""
        if self._seat_of(text) != NOBODY or plain(text) in _RESULT_WORDS or seat_letters(text):
            return True
        parts = [part for part in _PARTS.split(text) if part]
        if any(self._seat_of(part) != NOBODY for part in parts) or is_number(text):
            return True
        if self._names_joined.search(plain(text)):
            return True
        return result_told(text, self._calls) is not None

    def _has_worth(self, row: int) -> bool:
        """Return whether a row says what a hand is worth; True if no column does."""
        columns = [role for role, _ in WORTH if self.table.column(role)]
        cells = self.table.cells(row, columns)
        return not columns or any(not is_absent(cell.text) and cell.text != "0" for cell in cells)

    def _winner_by_points(self, row: int) -> tuple[Seat, ...]:
        """Return who gained, if a column says that somebody won and only one player gained."""
        if self._plain(row, "how") not in _WON:
            return ()
        gained = [seat for seat, change in self._moved(row).items() if change > 0]
        return tuple(gained) if len(gained) == 1 else ()

    def sources_of(self, row: int, winners: Sequence[Seat]) -> tuple[Seat | None, ...]:
        """Return from whom each of the winners has won."""
        several = self._results_in_words(row) if len(winners) > 1 else ()
        if several and self._result_in_words(row) is None:
            return tuple(each.source for each in several)
        return (self.source_of(row),) * len(winners)

    def source_of(self, row: int) -> Seat | None:
        """Return from whom it was won: a seat, `NOBODY` for a self-draw, None if unknown.

        `TABLE` where somebody discarded the tile and nothing says who.

        Where a column says only that it was no self-draw, the player who alone lost most.
        """
        source = self.table.cell(row, "from")
        result = self._result_in_words(row)
        if result is not None and source is None:
            return self._loser(row) if result.source == TABLE else result.source
        # Two cells that contradict each other are told of first: the points say which one is
        # believed.
        if self._is_contradictory(row, source):
            return self._source_by_points(row, source)
        if source is not None and not self._is_no_player(source):
            seat = self._discarder(source)
            is_winner = seat != TABLE and self.winners_of(row) == (seat,)
            is_drawn = sum(change < 0 for change in self._moved(row).values()) != 1
            return seat if not is_winner or is_drawn else self._loser(row)
        words = {self._plain(row, role) for role in _OF_SOURCE}
        if words & SELF_DRAWN:
            return NOBODY
        if self._plain(row, "how") in ON_DISCARD:
            return self._loser(row)
        return self._untold_source(row)

    def _untold_source(self, row: int) -> Seat | None:
        """Return from whom it was won if no cell names it: the only player who lost."""
        # An empty cell of a discarder means a self-draw only where no other column tells how it was
        # won.
        is_told = self.table.column("from") > 0 and self.table.cell(row, "how") is None
        if is_told or self.table.column("how"):
            return NOBODY if is_told else None
        winners, changes = self.winners_of(row), self.changes_of(row)
        if len(winners) != 1 or len(changes) < len(self.names):
            return None
        if self.hands:  # all pay the winner, whoever threw the tile
            return TABLE
        lost = [seat for seat, change in changes.items() if change < 0 and seat not in winners]
        if len(lost) == len(self.names) - 1:
            return NOBODY
        return lost[0] if len(lost) == 1 else None

    def _plain(self, row: int, role: Role) -> str:
        """Return a row's word for a role, as the lists of words have it."""
        return self._word(self.table.text(row, role))

    def _of_two(self, row: int, seat: Seat, winner: Cell) -> tuple[Seat, ...]:
        """Return the winner of a row that names one player as winner and as discarder.

        The points say which of the two cells is wrong.
        """
        source = self.table.cell(row, "from")
        changes = self._moved(row)
        most = max(changes.values(), default=0)
        gained = [one for one, change in changes.items() if change == most > 0]
        # Some write the winner in both columns of a self-drawn win.
        is_drawn = sum(change < 0 for change in changes.values()) > 1
        if source is None or len(gained) != 1 or is_drawn:
            return (seat,)
        wrong, other = (source, winner) if gained[0] == seat else (winner, source)
        words = "{cell} and {other} name the same player, {text}: by the points {cell} is wrong"
        place = wrong.place(self.table.grid.name)
        sentence = msg(words, cell=wrong.name, other=other.name, text=repr(wrong.text))
        self._add(Finding.telling("win.line", "error", sentence, place,
                                  other=other.place(self.table.grid.name)))  # fmt: skip
        return (gained[0],)

    def _discarder(self, cell: Cell) -> Seat:
        """Return the player that a cell names; `TABLE` if it names nobody that is known."""
        seat = self._seat(cell)
        return TABLE if seat == NOBODY else seat

    def _is_contradictory(self, row: int, source: Cell | None) -> bool:
        """Return whether one cell says that the win is self-drawn, and another that it is not."""
        if source is None or self.table.cell(row, "winner") is None:
            return False
        how = self._plain(row, "how")
        if how in ON_DISCARD:
            return self._word(source.text) in SELF_DRAWN
        is_of_another = self._seat_of(source.text) not in {NOBODY, *self.winners_of(row)}
        return how in SELF_DRAWN and is_of_another

    def _source_by_points(self, row: int, source: Cell | None) -> Seat:
        """Return from whom it was won by the points, if two cells contradict each other.

        Without points, the cell of the discarder counts.
        """
        # Of a self-drawn win several players lose points, of one on a discard the discarder alone.
        lost = sum(change < 0 for change in self._moved(row).values())
        is_drawn, how = lost > 1, self.table.cell(row, "how")
        names_player = source is not None and self._word(source.text) not in SELF_DRAWN
        wrong, other = (source, how) if is_drawn == names_player else (how, source)
        if wrong is not None and other is not None:
            self._contradicts(wrong, other)
        if is_drawn:
            return NOBODY
        return self._seat(source) if names_player else self._loser(row)

    def _contradicts(self, wrong: Cell, other: Cell) -> None:
        """Report that a cell does not fit another one about the same win."""
        words = "{cell} says {text}, but {other} says {more}: a self-drawn win has no discarder"
        texts = {"text": repr(wrong.text), "more": repr(other.text)}
        sentence = msg(words, cell=wrong.name, other=other.name, **texts)
        name = self.table.grid.name
        place = wrong.place(name)
        finding = Finding.telling("win.line", "error", sentence, place, other=other.place(name))
        self._add(finding)

    def _loser(self, row: int) -> Seat:
        """Return the one player who lost most; `TABLE` if nobody did."""
        changes = self._moved(row)
        most = min(changes.values(), default=0)
        lost = [seat for seat, change in changes.items() if change == most < 0]
        return lost[0] if len(lost) == 1 else TABLE

    def _result(
        self, row: int, winners: Sequence[Seat], sources: Sequence[Seat | None]
    ) -> Iterator[Entry]:
        cells = self._cells(row, "winner", "how", "from")
        how = self.table.cell(row, "how")
        if how is not None and not self._is_plain(how) and not self._told_in_words(row):
            words = msg("{cell} is not understood: {text}", cell=how.name, text=repr(how.text))
            self._tell("note", words, how)
        for winner, source in zip(winners, sources, strict=True):
            if source is not None:
                how_won = {**_HOW_WON, winner: "self"}[source]
                yield Entry(f"win {SEATS[winner]} ? {how_won}", cells)
        ended = "" if winners else self._ended(row)
        if ended:
            yield Entry(f"draw {ended}", cells)

    def _ended(self, row: int) -> str:
        """Return how the deal ended without a win; empty if nothing says it."""
        cells = (cell for cell in self.table.cells(row, _OF_RESULT) if self._is_no_player(cell))
        words = {self._word(cell.text) for cell in cells}
        end = next((how for how, end_words in _ENDS.items() if words & end_words), "")
        return end or ("wall" if self._is_without(row) else "")

    def _is_without(self, row: int) -> bool:
        """Return whether the column of the winner is empty, or says that there is none."""
        if self.table.results and not self._won_by_marks(row):
            return True
        return bool(self.table.column("winner")) and self._plain(row, "winner") in _NOT_ANYBODY

    # -------------------------------------------------------------- what it was worth

    def _worth(self, row: int, winner: Seat, place: tuple[int, int]) -> Iterator[Entry]:
        """Yield what the hand of a winner was worth; a cell may tell it of each winner in turn."""
        stated: list[str] = []
        cells: dict[Key, Cell] = {}
        for role, names in WORTH:
            for cell in self.table.cells(row, (role,)):
                name = self._item_name(self._whole_value(role, names))
                # Several columns may tell the same value: the first number counts, others would
                # repeat the item.
                own = _own_part(cell, *place)
                worth = self._in_words(own) or self._as_number(own, "" if name in cells else name)
                stated += _listed(worth)
                cells |= _said_by(cell, worth)
        if stated:
            yield Entry(f"fan {SEATS[winner]} {', '.join(stated)}", cells)

    def _hands(self, row: int) -> Iterator[Entry]:
        """Yield what the hand of each player is worth, for games in which losers pay each other."""
        for points in self.hands:
            for seat, cell in enumerate(points.cells(self.table.grid, row)):
                number = points.number(cell)
                if cell is not None and number is not None:
                    text = f"fan {SEATS[seat]} total {points_word(number)}"
                    yield Entry(text, {"total": cell, WHOLE: cell})

    def _in_words(self, cell: Cell) -> tuple[Worth, ...]:
        """Return what a cell for a number says of the hand in words, such as ``2000 all``."""
        if number_of(cell.text) is not None or is_absent(cell.text):
            return ()
        hand = hand_words(cell.text, self.rules)
        return () if hand.unknown else hand.items

    def _as_number(self, cell: Cell, name: str) -> Sequence[Worth]:
        """Return the number that a cell gives the hand; nothing if it has no name."""
        if is_absent(cell.text):
            return ()
        number = self._whole(cell)
        if number is not None and number < 0:  # no hand is worth less than nothing
            self.unread(cell)
            return ()
        return () if number is None or not name else ((name, number),)

    def _whole_value(self, role: Role, names: Sequence[str]) -> Sequence[str]:
        """Return the names of a sum; points without a column of doubles are the whole value."""
        item_names = self.rules.scoring.item_names if self.rules else ()
        alone = role == "value" and "doubles" in item_names and not self.table.column("doubles")
        return ("total", *names) if alone else names

    def is_counted(self, role: Role) -> bool:
        """Return whether these rules have the value that a column is about."""
        return all(bool(self._item_name(names)) for each, names in WORTH if each == role)

    @property
    def has_limits(self) -> bool:
        """Whether limits of these rules have names, which a column may tell."""
        return self.rules is not None and "mangan" in self.rules.scoring.item_names

    def _item_name(self, names: Sequence[str]) -> str:
        if self.rules is None:
            return names[0]
        item_names = self.rules.scoring.item_names
        return next((name for name in names if name in item_names), "")

    def _items(
        self, row: int, winners: Sequence[Seat], role: Role, keyword: str
    ) -> Iterator[Entry]:
        """Yield items with their points, ``B: conc 1, win 2``; without a name, the winner's."""
        winner = next(iter(winners), NOBODY)
        for cell in self.table.cells(row, (role,)):
            if winners and role != "kong" and self._has_names(cell):
                yield from self._named_items(cell, winner)
            else:
                parts = cell.text.split(";")
                items = (self._items_of(cell, part, winner, keyword) for part in parts)
                yield from (entry for item in items for entry in item)

    def _items_of(self, cell: Cell, part: str, winner: Seat, keyword: str) -> Iterator[Entry]:
        """Yield the items of one player, as a part of a cell lists them."""
        who, _, words = part.rpartition(":")
        seat = self._seat_of(who) if who.strip() else winner
        items = [_ITEM.fullmatch(word) for word in words.split(",")]
        if seat == NOBODY or None in items:
            is_nobodys = seat == NOBODY and winner != NOBODY
            self._unread_items(cell, part, is_nobodys=is_nobodys)
            return
        named_items = [(item[1].lower(), item[2]) for item in items if item]
        text = ", ".join(" ".join(item) for item in named_items)
        yield Entry(f"{keyword} {SEATS[seat]} {text}", _said_by(cell, named_items))

    def _limit(self, row: int, winners: Sequence[Seat]) -> Iterator[Entry]:
        """Yield the limit of the winner's hand by its name, such as ``mangan``."""
        for cell in self.table.cells(row, ("limit",)):
            if winners and self._names(cell).items:
                yield from self._named_items(cell, winners[0])

    def _has_names(self, cell: Cell) -> bool:
        """Return whether items have the names that people use, rather than those of records."""
        if is_absent(cell.text):
            return False
        of_players = [part.rpartition(":")[2] for part in cell.text.split(";")]
        items = (word for part in of_players if part.strip() for word in part.split(","))
        as_in_records = all(_ITEM.fullmatch(item) for item in items)
        return not as_in_records and bool(self._names(cell).items)

    def _names(self, cell: Cell) -> HandWords:
        return hand_words(cell.text, self.rules)

    def _named_items(self, cell: Cell, winner: Seat) -> Iterator[Entry]:
        """Yield the items of the winner by their names; a note reports words that name none."""
        names = self._names(cell)
        named = names.items
        if names.unknown and self.rules is not None:
            # A hand of which a part is not understood is worth more: only its sums are compared.
            scoring = self.rules.scoring
            named = tuple(item for item in named if item[0] in {*scoring.sums, scoring.sum_stated})
        if named:
            items = ", ".join(_listed(named))
            yield Entry(f"fan {SEATS[winner]} {items}", _said_by(cell, named) | {WHOLE: cell})
        if names.unknown:
            words = "of {cell} this is not checked, as these rules have no such item: {text}"
            unknown = ", ".join(names.unknown)
            self._tell("note", msg(words, cell=cell.name, text=repr(unknown)), cell)

    def _unread_items(self, cell: Cell, part: str, *, is_nobodys: bool) -> None:
        """Report items that are not read: of an unknown player, or words without points."""
        if not part.strip() or is_absent(cell.text):
            return
        if is_nobodys or any(_ITEM.fullmatch(word) for word in part.split(",")):
            self.unread(cell)
            return
        words = "{cell} is not checked: mjlog reads items with points, as in `{example}`: {text}"
        example = min(self.rules.scoring.item_names, default="win") if self.rules else "win"
        sentence = msg(words, cell=cell.name, example=f"{example} 1", text=repr(cell.text))
        self._tell("note", sentence, cell)

    def _words(self, row: int, role: Role, keyword: str) -> Iterator[Entry]:
        """Yield words of a cell in the form of records, such as payments."""
        for cell in self.table.cells(row, (role,)):
            if plain(cell.text) in _NONE:
                continue
            # A cell has room for several lines of a record, which a line break would end.
            parts = (" ".join(part.split()) for part in cell.text.split(";"))
            for words in parts:
                if not words:
                    continue
                line = f"{keyword} {words}"
                if role == "pay":
                    line = self._paid(words)
                if statement(line) is None:
                    self.unread(cell)
                else:
                    yield Entry(line, {WHOLE: cell})

    def _paid(self, words: str) -> str:
        """Return the line of payments in a cell, by seats or by names."""
        line = f"pay {words}"
        # Where a player is called by the letter of another seat, a letter is the player.
        by_seats = statement(line) is not None and not self._payment_words.has_letters_of_others
        return line if by_seats else f"pay {self._payment_words.read(words) or '-'}"

    @cached_property
    def _payment_words(self) -> PaymentWords:
        signs = {points.sign for points in self.points}
        return PaymentWords(self.seats, len(self.names), "," if "," in signs else ".")

    # -------------------------------------------------------------- points

    def _points(self, row: int) -> Iterator[Entry]:
        for points in sorted(self.points, key=_changes_first):
            cells = points.cells(self.table.grid, row)
            if not any(cells):  # who left a row blank did not say that nothing changed
                continue
            numbers = [self._point(points, cell) for cell in cells]
            if numbers.count(None) < len(numbers):
                keyword = "net" if points.kind == "change" else "score"
                words = [points_word(number) for number in numbers]
                yield Entry(f"{keyword} {' '.join(words)}", _by_seat(cells), points.unit)
        for below in (each for each, deal in self._deal_above.items() if deal == row):
            cells = self.points[0].cells(self.table.grid, below)
            totals = " ".join(points_word(self.points[0].number(cell)) for cell in cells)
            yield Entry(f"score {totals}", _by_seat(cells), self.points[0].unit)

    def _point(self, points: Points, cell: Cell | None) -> int | None:
        if cell is None:
            return _OF_AN_EMPTY_CELL.get(points.kind)
        number = points.number(cell)
        if number is None:
            self.unread(cell)
        return number

    def changes_of(self, row: int) -> Mapping[Seat, int]:
        """Return what a row changes for each seat, as far as it says so."""
        if row not in self._changes_of:
            self._changes_of[row] = self._read_changes(row)
        return self._changes_of[row]

    def _read_changes(self, row: int) -> Mapping[Seat, int]:
        points = next((each for each in self.points if each.kind == "change"), None)
        if points is None:
            return {}
        numbers = [points.number(cell) for cell in points.cells(self.table.grid, row)]
        return {seat: number for seat, number in enumerate(numbers) if number is not None}

    def _moved(self, row: int) -> Mapping[Seat, int]:
        """Return what a row changes for each seat, also from total to total."""
        names = self.table.groups[0].columns.values() if self.table.groups else ()
        moves = zip(names, self._moves.get(row, ()), strict=False)
        return self.changes_of(row) or {self.seats[plain(name)]: move for name, move in moves}

    @cached_property
    def _moves(self) -> Moves:
        return moves_of(self.table)

    def totals_of(self, row: int) -> Mapping[Seat, int]:
        """Return what each seat has after a deal, as far as the sheet says it."""
        below = (after for after, deal in self._deal_above.items() if deal == row)
        points = next((each for each in self.points if each.kind == "total"), None)
        at = row
        if points is None and self._deal_above:
            points, at = self.points[0], next(below, 0)
        if points is None or not at:
            return {}
        numbers = [points.number(cell) for cell in points.cells(self.table.grid, at)]
        return {seat: number for seat, number in enumerate(numbers) if number is not None}

    # -------------------------------------------------------------- seats and remarks

    @cached_property
    def _numbers_of_players(self) -> frozenset[Role]:
        """The columns of who was ready that have numbers of players alone."""
        columns = (role for role in _OF_READY if self.table.column(role))
        return frozenset(role for role in columns if self.counts_players(role))

    def counts_players(self, role: Role) -> bool:
        """Return whether a column has the number of the players, and does not say who they are."""
        texts = self.table.grid.down(self.table.rows, self.table.column(role))
        cells = product(self.table.rows, _OF_PLAYERS)
        called = {self.table.text(row, each) for row, each in cells}
        are_numbers = bool(texts) and all(is_number(text) for text in texts)
        return are_numbers and any(called) and not any(is_number(text) for text in called)

    def _named(self, row: int, role: Role, keyword: str) -> Iterator[Entry]:
        if role in self._numbers_of_players:
            return
        for cell in self.table.cells(row, (role,)):
            seats = () if plain(cell.text) in _NONE else self._seats(cell)
            letters = sorted({SEATS[seat] for seat in seats})
            # A word for nobody says something, unlike a blank cell or a dash.
            if letters or plain(cell.text) in _NOBODY_IN_WORDS:
                yield Entry(" ".join([keyword, *letters]), {WHOLE: cell})

    def _marked(self, row: int) -> Iterator[Entry]:
        """Yield who is marked as ready, in a column of each player or after the points."""
        names = self.table.groups[0].columns.values() if self.table.marks else ()
        marked: dict[Key, Cell] = {}
        for name, column in zip(names, self.table.marks, strict=True):
            cell = self.table.grid.at(row, column)
            if cell is not None and plain(cell.text) not in UNMARKED:
                marked[self.seats[plain(name)]] = cell
        if not self.table.marks and not self.table.column("ready"):
            marked |= {
                seat: cell
                for cells in self._cells_of_points(row)
                for seat, cell in enumerate(cells)
                if cell and marks_riichi(cell.text)
            }
        letters = [letter for seat, letter in enumerate(SEATS) if seat in marked]
        if letters:
            yield Entry(" ".join(["ready", *letters]), _with_whole(marked))

    def _remark(self, row: int) -> Iterator[Entry]:
        for cell in self.table.cells(row, ("remark",)):
            yield Entry(f"note {' '.join(cell.text.split())[:500]}", {WHOLE: cell})

    def _seat(self, cell: Cell | None) -> Seat:
        """Return the player that a cell names; report an unknown name."""
        if cell is None:
            return NOBODY
        seat = self._seat_of(cell.text)
        if seat == NOBODY:
            self.unread(cell)
        return seat

    def _seat_of(self, text: str) -> Seat:
        # A player may be called `South` or `B`: the names of the table go before what a word means
        # elsewhere.
        by_word = self._seat_of_wind(text)
        if self._east > 0 and wind_of(text):
            return (by_word + self._east) % len(self.names)
        seat = by_word if by_word < len(self.names) else NOBODY
        return self.seats.get(plain(text), seat)

    @cached_property
    def _has_d_for_draw(self) -> bool:
        """Whether a D is a draw: no other letter of a seat is written for a player."""
        cells = product(self.table.rows, _OF_PLAYERS)
        words = {plain(self.table.text(row, role)) for row, role in cells}
        return _D in words and words.isdisjoint("abc") and _D not in self.seats

    def _seat_of_wind(self, text: str) -> Seat:
        """Return the seat that a word names, whatever the players are called."""
        if plain(text) == _D and self._has_d_for_draw:
            return NOBODY
        return _WEST if self._has_o_for_west and plain(text) == _EITHER_WIND else seat_of(text)

    @cached_property
    def _has_o_for_west(self) -> bool:
        """Whether an O is the west of Romance languages: the east has another letter here."""
        cells = product(self.table.rows, _OF_PLAYERS)
        words = {plain(self.table.text(row, role)) for row, role in cells}
        labels = (_LETTERS.match(self.table.text(row, "deal")) for row in self.table.rows)
        words |= {plain(label[0])[:1] for label in labels if label and wind_of(label[0]) == "E"}
        return any(len(word) == 1 and wind_of(word) == "E" for word in words - {_EITHER_WIND})

    @cached_property
    def _names_joined(self) -> re.Pattern[str]:
        """What finds the names in a list that has no gaps, as people write in Chinese."""
        names = sorted((name for name in self.seats if not name.isascii()), key=len, reverse=True)
        return re.compile("|".join(re.escape(name) for name in names) or "(?!)")

    def _seats(self, cell: Cell) -> tuple[Seat, ...]:
        """Return the players that a cell names, by names, seats or letters."""
        alone = self._seat_of(cell.text)
        if alone != NOBODY:
            return (alone,)
        # `AC` is two seats, but a player may be called so as well, which was asked before.
        letters = seat_letters(cell.text)
        if letters:
            return letters
        joined = "".join(plain(cell.text).split("_"))
        if len(self._names_joined.findall(joined)) > 1 and self._names_joined.sub("", joined) == "":
            return tuple(self.seats[name] for name in self._names_joined.findall(joined))
        parts = [part for part in _PARTS.split(cell.text) if part]
        # `E` is the east, and the word between two names of an Italian list.
        seats = [seat for part in parts
                 if (seat := self._seat_of(part)) != NOBODY or plain(part) not in AND]  # fmt: skip
        if NOBODY in seats or not seats:
            self.unread(cell)
        return tuple(seat for seat in seats if seat != NOBODY)

    def _whole(self, cell: Cell | None) -> int | None:
        """Return the whole number in a cell; None for an empty one, and for another text."""
        if cell is None:
            return None
        number = number_of(cell.text)
        amount = None if number is None else whole(number)
        if amount is None:
            self.unread(cell)
        return amount

    def _cells(self, row: int, *roles: Role) -> Mapping[Key, Cell]:
        return _with_whole(self._by_role(row, *roles))

    def unread(self, cell: Cell) -> None:
        """Report once that a cell is not understood."""
        if cell.unknown:
            says = (
                "{cell} has a formula without a value: open the file in a spreadsheet and save it"
            )
            self._tell("note", msg(says, cell=cell.name), cell)
            return
        words = msg("{cell} is not understood: {text}", cell=cell.name, text=repr(cell.text))
        self._tell("error", words, cell)

    def _tell(self, severity: Severity, words: Message, cell: Cell) -> None:
        """Add a finding about a cell, once."""
        place = cell.place(self.table.grid.name)
        finding = Finding.telling("sheet.unread", severity, words, place)
        self._add(finding)

    def _add(self, finding: Finding) -> None:
        """Add a finding, unless there is an equal one."""
        if finding not in self._findings:
            self._findings.add(finding)
            self.findings.append(finding)


def by_dealers(table: Table, heads: Sequence[str]) -> dict[str, Seat]:
    """Return the seats by who deals first, second and so on; empty if the deals do not say.

    A sheet may list its players in another order than they sit in.
    """
    names = dict(zip((plain(head) for head in heads), heads, strict=True))
    votes: Counter[tuple[Seat, str]] = Counter()
    for row in table.rows:
        _, place = named(label_of(table.text(row, "deal"))) or ("", NOBODY)
        votes[place, names.get(plain(table.text(row, "dealer")), "")] += 1
    seats: dict[str, Seat] = {}
    # One deal with a wrong dealer must not seat everybody otherwise, so the commonest pairs go
    # first.
    for (seat, name), _ in votes.most_common():
        is_told = seat != NOBODY and name != ""
        if is_told and seat not in seats.values():
            seats.setdefault(name, seat)
    whole_table = sorted(seats.values()) == [*range(len(heads))]
    return seats if whole_table else {}


def _by_initials(table: Table, names: Sequence[str]) -> Mapping[str, Seat]:
    """Return the seats by the first letters of the names, if cells use these for players."""
    initials = {plain(name)[:1]: seat for seat, name in enumerate(names)}
    cells = product(table.rows, _OF_PLAYERS[1:])
    letters = {word for row, role in cells if len(word := plain(table.text(row, role))) == 1}
    players = {letter for letter in letters if letter.isalpha()} - _NO_PLAYER
    is_sure = len(initials) == len(names) and len(players) > 1 and players <= initials.keys()
    return initials if is_sure else {}


def _names_all(table: Table, named: Mapping[Seat, str]) -> bool:
    """Return whether the head names everybody, and no column has a name."""
    return not table.groups and sorted(named) == [*range(len(SEATS))]


def _heads(table: Table) -> Sequence[str]:
    """Return the names of the players in the table, in the order of their columns."""
    if table.groups:
        return [*table.groups[0].columns.values()]
    return [*_winds(table)]


_EITHER_WIND: Final = "o"
"""The east of German and Dutch sheets, the west of French, Italian and Spanish ones."""
_D: Final = "d"
"""The last seat, or a draw."""
_WEST: Final = 2
_ENDS: Final = {"void": VOID, "abort": ABORTED, "wall": NOBODY_WON}
"""How a deal ends without a win, and the words for it."""
_GAINS: Final[Mapping[Role, int]] = {"winner": 1, "from": -1}
"""The sign of a player's change, by what a column says of the player."""
_OF_AN_EMPTY_CELL: Final = {"change": 0}
"""What an empty cell among others means: nothing changes; a total is not told."""
_OF_PLAYERS: Final[tuple[Role, ...]] = ("dealer", "winner", "from")
_OF_READY: Final[tuple[Role, ...]] = ("ready", "tenpai")
_OF_SOURCE: Final[tuple[Role, ...]] = ("how", "from")
_WON: Final = SELF_DRAWN | ON_DISCARD
_NO_PLAYER: Final = ABSENT | NOBODY_WON | ABORTED | VOID | SELF_DRAWN
_NUMBER_OF_NOBODY: Final = "0"
_NOT_ANYBODY: Final = ABSENT | {"", _NUMBER_OF_NOBODY}
_RESULT_WORDS: Final = _NO_PLAYER | ON_DISCARD
_NO_NAME: Final = SELF_DRAWN | NOBODY_WON | ABSENT
_NOBODY_IN_WORDS: Final = frozenset({"none", "無", "无", "なし"})
_NONE: Final = ABSENT | _NOBODY_IN_WORDS | {"0", "no"}
_HOW_WON: Final[Mapping[Seat | None, str]] = {
    NOBODY: "self",
    TABLE: "from ?",
    **{seat: f"from {letter}" for seat, letter in enumerate(SEATS)},
}
"""By whose tile it was how records say that a hand was won."""
_OF_RESULT: Final[tuple[Role, ...]] = ("how", "winner", "from")
_SAID: Final[Mapping[Ending, str]] = {"self": "tsumo", "ron": "ron", "wall": "draw"}
"""Words of the lists for the ways in which deals end."""


def _own_part(cell: Cell, place: int, winners: int) -> Cell:
    """Return the winner's part of a cell with a value for each winner; else the cell."""
    parts = [part.strip() for part in _OF_WINNERS.split(cell.text)]
    return replace(cell, text=parts[place]) if len(parts) == winners > 1 else cell


def _listed(worths: Sequence[Worth]) -> list[str]:
    """Return items as a line of a record writes them."""
    return [f"{name} {points_word(points)}" for name, points in worths]


def _said_by(cell: Cell, items: Sequence[tuple[str, object]]) -> dict[Key, Cell]:
    """Return the cell by each of its items and for the whole line; empty for no item."""
    names: list[Key] = [name for name, _ in items]
    return dict.fromkeys([*names, WHOLE] if names else names, cell)


def _changes_first(points: Points) -> bool:
    return points.kind != "change"


def _by_seat(cells: Sequence[Cell | None]) -> Mapping[Key, Cell]:
    """Return the cells of a row by seat; the first one stands for all."""
    return _with_whole({seat: cell for seat, cell in enumerate(cells) if cell is not None})


def _with_whole(cells: Mapping[Key, Cell]) -> Mapping[Key, Cell]:
    """Return the cells; the first one stands for all of the line as well."""
    first = next(iter(cells.values()), None)
    return {} if first is None else {**cells, WHOLE: first}


def _winds(table: Table) -> Iterator[str]:
    """Yield the players of a table without columns of points: those that its cells name."""
    cells = product(table.rows, _OF_PLAYERS)
    texts = dict.fromkeys(each for each in starmap(table.text, cells) if each)
    names = (text for text in texts if plain(text) not in _NO_NAME)
    yield from islice(names, len(SEATS))
