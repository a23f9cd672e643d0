"""Reads who won a deal from whom, or how it ended without a win."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, Literal

from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.model.near_words import near_words
from mjlog.model.record import NOBODY, SEATS, TABLE, Seat
from mjlog.sheets.cells.numbers import is_number
from mjlog.sheets.cells.result_words import Result, result_told, results_told
from mjlog.sheets.cells.words import (
    ABORTED,
    ABSENT,
    LOST_BY_MARK,
    NOBODY_WON,
    ON_DISCARD,
    SELF_DRAWN,
    UNMARKED,
    VOID,
    WORTH,
    Role,
    is_absent,
    plain,
    seat_letters,
)
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.layouts.columns_of_points import is_after
from mjlog.sheets.layouts.evidence import Ending, ending_of, two_pay_two
from mjlog.sheets.records import Entry, Key
from mjlog.sheets.rows.kinds import RowSorter
from mjlog.sheets.rows.seats import NO_PLAYER, PARTS, with_whole


class ResultReader(RowSorter):
    """Reads who won a deal from whom, or how it ended without a win."""

    def winners_of(self, row: int) -> tuple[Seat, ...]:
        """Return the players who won a row's deal; empty if nobody did or it is unknown.

        A cell that the points contradict, or that is not understood, is reported.
        """
        if self.table.results:
            return self._won_by_marks(row)
        result = self._result_in_words(row)
        if result is not None:
            return (result.winner,)
        cell = self.table.cell(row, "winner")
        seat = NOBODY if cell is None else self._seat_of(cell.text)
        if cell is not None and seat != NOBODY:
            return self._named_winner(row, seat, cell)
        if several := self._results_in_words(row):
            return tuple(each.winner for each in several)
        if cell is None:
            return self._winner_by_points(row)
        seats = () if self._is_no_player(cell) else self._seats(cell)
        return tuple(seat for seat in seats if seat != NOBODY)

    def _won_by_marks(self, row: int) -> tuple[Seat, ...]:
        """Return the players who are marked as winners."""
        marks = self._marked_in(row, self.table.results)
        return tuple(seat for seat, text in marks.items() if text not in self._lost_marks)

    def _result_by_marks(self, row: int) -> Result | None:
        """Return the win by the marks for winner and discarder.

        None if nobody is marked as winner.
        """
        won = self._won_by_marks(row)
        marks = self._marked_in(row, self.table.results)
        lost = [seat for seat, text in marks.items() if text in self._lost_marks]
        lost += self._marked_in(row, self.table.losers)
        return Result(won[0], lost[0] if lost else NOBODY) if won else None

    def _marked_in(self, row: int, columns: Sequence[int]) -> Mapping[Seat, str]:
        """Return the marks of a row by seat; the columns belong to the players in order."""
        texts = self.table.grid.texts(row, columns)
        names = self.table.groups[0].columns.values()
        pairs = zip(names, texts, strict=True) if columns else ()
        return {self.seats[plain(name)]: text for name, text in pairs
                if plain(text) not in UNMARKED}  # fmt: skip

    def _cells_of_marks(self, row: int) -> Mapping[Key, Cell]:
        """Return the cells with the marks for winner and discarder."""
        columns = (*self.table.results, *self.table.losers)
        cells = [cell for column in columns if (cell := self.table.grid.at(row, column))
                 if plain(cell.text) not in UNMARKED]  # fmt: skip
        marked: dict[Key, Cell] = {
            "from" if cell.text in self._lost_marks or cell.column in self.table.losers
            else "winner": cell
            for cell in reversed(cells)
        }  # fmt: skip
        return with_whole(dict(sorted(marked.items(), reverse=True)))

    @property
    def _lost_marks(self) -> frozenset[str]:
        return self.table.lost_marks | LOST_BY_MARK

    def _result_in_words(self, row: int) -> Result | None:
        """Return the win that one cell describes, such as ``Ann from Bob``; None if none does."""
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
        """Return the wins in a cell that describes several; empty if no cell does."""
        cells = () if self.table.results else self.table.cells(row, ("winner", "how"))
        for cell in cells:
            if results := results_told(cell.text, self._calls):
                return results
        return ()

    def _told_in_words(self, row: int) -> bool:
        """Return whether a cell describes a win, or several wins, in words."""
        return self._result_in_words(row) is not None or bool(self._results_in_words(row))

    def _is_plain(self, cell: Cell) -> bool:
        """Return whether a cell is nothing but a player or a word for a result."""
        return self._seat_of(cell.text) != NOBODY or self._word(cell.text) in _RESULT_WORDS

    def _is_no_player(self, cell: Cell) -> bool:
        """Return whether a cell for a player names none, such as a dash or a word for a draw."""
        is_nobody = self._word(cell.text) in NO_PLAYER or cell.text == _NUMBER_OF_NOBODY
        return self._seat_of(cell.text) == NOBODY and is_nobody

    @cached_property
    def _calls(self) -> Mapping[str, Seat]:
        """The seats by the words for players in cells: names, numbers and seat letters.

        If a player's name is also a number or a letter, the word means that player.
        """
        seats = range(len(self.names))
        by_word = {word: seat for seat in seats for word in (str(seat + 1), SEATS[seat].lower())}
        return {**by_word, **self.seats}

    def _winner_by_points(self, row: int) -> tuple[Seat, ...]:
        """Return the only player who gained, if a column says that somebody won; else nothing."""
        if self._plain(row, "how") not in _WON:
            return ()
        gained = [seat for seat, change in self.moved(row).items() if change > 0]
        return tuple(gained) if len(gained) == 1 else ()

    def _winner_of_two(self, row: int, seat: Seat, winner: Cell) -> tuple[Seat, ...]:
        """Return the winner of a row that names one player as both winner and discarder.

        The points decide which of the two cells is wrong; that cell is reported.
        """
        source = self.table.cell(row, "from")
        changes = self.moved(row)
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

    def sources_of(self, row: int, winners: Sequence[Seat]) -> tuple[Seat | None, ...]:
        """Return for each winner the discarder, as `source_of` does."""
        several = self._results_in_words(row) if len(winners) > 1 else ()
        if several and self._result_in_words(row) is None:
            return tuple(each.source for each in several)
        return (self.source_of(row),) * len(winners)

    def source_of(self, row: int) -> Seat | None:
        """Return the discarder's seat, `NOBODY` for a self-drawn win, None if that is unknown.

        `TABLE` means that somebody discarded the tile, and nothing says who. If a column says only
        that the win was on a discard, it is the only player who lost most.
        """
        source = self.table.cell(row, "from")
        result = self._result_in_words(row)
        if result is not None and source is None and not self._marks_winners_alone:
            return self._loser(row) if result.source == TABLE else result.source
        # Two cells that contradict each other are told of first: the points say which one is
        # believed.
        if self._is_contradictory(row, source):
            return self._source_by_points(row, source)
        if source is not None and not self._is_no_player(source):
            seat = self._discarder(source)
            if self.plays_on and self._plain(row, "how") in SELF_DRAWN:
                seat = NOBODY  # the cell names who paid
            is_winner = seat != TABLE and self.winners_of(row) == (seat,)
            is_drawn = sum(change < 0 for change in self.moved(row).values()) != 1
            return seat if not is_winner or is_drawn else self._loser(row)
        words = {self._plain(row, role) for role in _OF_SOURCE}
        if words & SELF_DRAWN:
            return NOBODY
        if self._plain(row, "how") in ON_DISCARD:
            return self._loser(row)
        return self._untold_source(row)

    @property
    def _marks_winners_alone(self) -> bool:
        """Whether marks show who won, and nothing shows who discarded the tile."""
        has_losers = self.table.losers or self.table.lost_marks
        return bool(self.table.results) and not has_losers

    def _untold_source(self, row: int) -> Seat | None:
        """Return the discarder by the players who lost points, if no cell names one.

        The results are those of `source_of`. An empty cell in a column of discarders means a
        self-drawn win, unless a cell says how the deal was won.
        """
        # An empty cell of a discarder means a self-draw only where no other column tells how it was
        # won.
        is_told = self.table.column("from") > 0 and self.table.cell(row, "how") is None
        if is_told or self.table.column("how"):
            return NOBODY if is_told else None
        winners, changes = self.winners_of(row), self.changes_of(row) or self.moved(row)
        if len(winners) != 1 or len(changes) < len(self.names):
            return None
        if self.hands:  # all pay the winner, whoever threw the tile
            return TABLE
        lost = [seat for seat, change in changes.items() if change < 0 and seat not in winners]
        if len(lost) == len(self.names) - 1:
            return self._source_if_all_pay(row, {changes[seat] for seat in lost})
        return lost[0] if len(lost) == 1 else None

    def _source_if_all_pay(self, row: int, paid: Collection[int]) -> Seat | None:
        """Return the discarder, as `source_of` does, if all others pay; the discarder may pay more.

        `paid` are their changes.
        """
        if len(paid) == 1 or self._discarder_pays == "alone":
            return NOBODY
        seat = self._loser(row)
        is_open = seat == TABLE or (seat == self.dealer_by_label(row) and not self._discarder_pays)
        return None if is_open else seat

    @cached_property
    def _discarder_pays(self) -> Literal["alone", "more", ""]:
        """Whether the discarder pays `alone` or `more` than other losers; empty if unknown."""
        losses = {row: [move for move in some if move < 0] for row, some in self._moves.items()}
        has_sticks = self.rules is not None and self.rules.pot.used
        if has_sticks or any(len(some) == 1 for some in losses.values()):
            return "alone"
        by_all = [row for row, some in losses.items() if len(some) == len(self.names) - 1]
        losers = {(self._loser(row), self.dealer_by_label(row)) for row in by_all}
        return "more" if any(seat not in {TABLE, dealer} for seat, dealer in losers) else ""

    def _named_winner(self, row: int, seat: Seat, cell: Cell) -> tuple[Seat, ...]:
        """Return the winner that a cell names, or the player whom the points show instead.

        A cell that the points contradict is reported, unless the sheet has more than points.
        """
        if cell.text == self.table.text(row, "from"):
            return self._winner_of_two(row, seat, cell)
        return (seat,) if self._tells_more_than_points else (self._gainer(row, seat, cell),)

    def _gainer(self, row: int, seat: Seat, cell: Cell) -> Seat:
        """Return the winner; if the points contradict the cell, report it and return who gained."""
        changes = self.moved(row)
        gained = [one for one, change in changes.items() if change > 0]
        if len(gained) != 1 or seat in gained or len(changes) < len(self.names):
            return seat
        words = "{cell} says {text}, but by the points {player} has won"
        sentence = msg(words, cell=cell.name, text=repr(cell.text), player=self.names[gained[0]])
        place = cell.place(self.table.grid.name)
        self._add(Finding.telling("win.line", "error", sentence, place))
        return gained[0]

    @cached_property
    def _tells_more_than_points(self) -> bool:
        """Whether the sheet has columns for hand values, or not exactly one group of points.

        Then the named winner is kept even if the points contradict it: the audit finds the mistake.
        """
        has_worth = any(self.table.column(role) for role, _ in WORTH)
        return has_worth or bool(self.hands) or len(self.points) != 1

    def _discarder(self, cell: Cell) -> Seat:
        """Return the player that a cell names; `TABLE` if it names no known player.

        All who pay for a self-drawn win may be named: then nobody discarded the tile.
        """
        seats = self._seats(cell)
        if len(seats) > 1 and NOBODY not in seats:
            return NOBODY
        return TABLE if NOBODY in seats else seats[0]

    def _is_contradictory(self, row: int, source: Cell | None) -> bool:
        """Return whether one cell says that a win is self-drawn, and another that it is not."""
        if source is None or self.table.cell(row, "winner") is None:
            return False
        # What the points show of an unknown word contradicts no known word.
        how = plain(self.table.text(row, "how"))
        if how in ON_DISCARD:
            return self._word(source.text) in SELF_DRAWN
        is_of_another = self._seat_of(source.text) not in {NOBODY, *self.winners_of(row)}
        # Where play goes on after a win, a list of those who pay may have one player left.
        return how in SELF_DRAWN and is_of_another and not self.plays_on

    def _source_by_points(self, row: int, source: Cell | None) -> Seat:
        """Return the discarder by the points, if two cells contradict each other.

        Report the wrong one. Without points, the discarder's cell counts.
        """
        # Of a self-drawn win several players lose points, of one on a discard the discarder alone.
        lost = sum(change < 0 for change in self.moved(row).values())
        is_drawn, how = lost > 1, self.table.cell(row, "how")
        names_player = source is not None and self._word(source.text) not in SELF_DRAWN
        wrong, other = (source, how) if is_drawn == names_player else (how, source)
        if wrong is not None and other is not None:
            self._contradicts(wrong, other)
        if is_drawn:
            return NOBODY
        return self._seat(source) if names_player else self._loser(row)

    def _contradicts(self, wrong: Cell, other: Cell) -> None:
        """Report that a cell contradicts another one about the same win."""
        words = "{cell} says {text}, but {other} says {more}: a self-drawn win has no discarder"
        texts = {"text": repr(wrong.text), "more": repr(other.text)}
        sentence = msg(words, cell=wrong.name, other=other.name, **texts)
        name = self.table.grid.name
        place = wrong.place(name)
        finding = Finding.telling("win.line", "error", sentence, place, other=other.place(name))
        self._add(finding)

    def _loser(self, row: int) -> Seat:
        """Return the only player who lost most; `TABLE` if there is none."""
        changes = self.moved(row)
        most = min(changes.values(), default=0)
        lost = [seat for seat, change in changes.items() if change == most < 0]
        return lost[0] if len(lost) == 1 else TABLE

    def _result(
        self, row: int, winners: Sequence[Seat], sources: Sequence[Seat | None]
    ) -> Iterator[Entry]:
        cells = self._cells(row, "winner", "how", "from")
        if self.table.results:
            cells = {**self._cells_of_marks(row), **cells}
        how = self._unread_result(row)
        if how is not None:
            words = msg("{cell} is not understood: {text}", cell=how.name, text=repr(how.text))
            self._tell("note", words, how)
        for winner, source in zip(winners, sources, strict=True):
            if source is not None:
                how_won = {**_HOW_WON, winner: "self"}[source]
                yield Entry(f"win {SEATS[winner]} ? {how_won}", cells)
        ended = "" if winners else self._ended(row)
        if ended:
            yield Entry(f"draw {ended}", cells)

    def _unread_result(self, row: int) -> Cell | None:
        """Return the cell that says how the deal ended, if it is not understood; else None."""
        how = self.table.cell(row, "how")
        is_read = how is None or self._is_plain(how) or self._told_in_words(row)
        return None if is_read else how

    def _ended(self, row: int) -> str:
        """Return how the deal ended without a win; empty if nothing says so."""
        cells = (cell for cell in self.table.cells(row, _OF_RESULT) if self._is_no_player(cell))
        words = {self._word(cell.text) for cell in cells}
        end = next((how for how, end_words in _ENDS.items() if words & end_words), "")
        if not end and self._is_dealt_again(row):
            return "void"
        is_without = self._is_without(row) and not self._unread_result(row)
        return end or ("wall" if is_without else "")

    def _is_dealt_again(self, row: int) -> bool:
        """Return whether the cell with the result is not understood, and the deal counts nothing.

        It does not if no player has points in it, and the next row has the same label.
        """
        if self._unread_result(row) is None:
            return False
        if any(any(cells) for cells in self._cells_of_points(row)):
            return False
        label = self._label(row)[0]
        after = next((other for other in self.table.rows if other > row), 0)
        return after > 0 and "." in label and self._label(after)[0] == label

    def _is_without(self, row: int) -> bool:
        """Return whether a row says that nobody won, by an empty cell or marks, or by a word."""
        if self.table.results and not self._won_by_marks(row):
            return True
        return bool(self.table.column("winner")) and self._plain(row, "winner") in _NOT_ANYBODY

    def _plain(self, row: int, role: Role) -> str:
        """Return a row's word for a role in the form of the word lists."""
        return self._word(self.table.text(row, role))

    def _word(self, text: str) -> str:
        """Return a word for a result as in the lists, or the meaning learned from points."""
        word = plain(text)
        return self._learned.get(word, word)

    @cached_property
    def _learned(self) -> Mapping[str, str]:
        """The meanings of words in no list, learned from the points of the deals with that word."""
        rows: dict[str, set[int]] = {}
        for row in self.table.rows:
            for cell in () if is_after(self.table.grid, row) else self.table.cells(row, _OF_RESULT):
                # A question mark says that nobody knows, and not the same twice.
                is_open = plain(cell.text) in VOID or not self._is_of_list(cell.text)
                if is_open and cell.text.strip("? "):
                    rows.setdefault(plain(cell.text), set()).add(row)
        moves = self._moves if rows else {}
        endings = {
            word: ending_of(
                _added_up([moves[row] for row in some]),
                has_hands=any(self._has_worth(row) for row in some),
            )
            for word, some in rows.items()
            if some <= moves.keys() and not near_words(word, self.seats)
        }
        # Nobody who waits is paid in a void deal: where two pay two, the word is for a draw.
        drawn = {word for word, some in rows.items()
                 if any(two_pay_two(moves.get(row, ())) for row in some)}  # fmt: skip
        return {word: _SAID[ending] for word, ending in endings.items()
                if ending and (word not in VOID or word in drawn)}  # fmt: skip

    def _is_of_list(self, text: str) -> bool:
        """Return whether a text about a result is understood by the lists or the players' names."""
        if self._seat_of(text) != NOBODY or plain(text) in _RESULT_WORDS or seat_letters(text):
            return True
        parts = [part for part in PARTS.split(text) if part]
        if any(self._seat_of(part) != NOBODY for part in parts) or is_number(text):
            return True
        if self._names_joined.search(plain(text)):
            return True
        return result_told(text, self._calls) is not None

    def _has_worth(self, row: int) -> bool:
        """Return whether a row gives the value of a hand; True if the table has no such column."""
        columns = [role for role, _ in WORTH if self.table.column(role)]
        cells = self.table.cells(row, columns)
        return not columns or any(not is_absent(cell.text) and cell.text != "0" for cell in cells)


def _added_up(moves: Sequence[tuple[int, ...]]) -> Sequence[tuple[int, ...]]:
    """Return the changes that add up to 0; all changes if none do.

    Others contain a slip, so they do not show what a word means.
    """
    return [some for some in moves if not sum(some)] or moves


_ENDS: Final = {"void": VOID, "abort": ABORTED, "wall": NOBODY_WON}
"""How a deal ends without a win, and the words for it."""
_OF_SOURCE: Final[tuple[Role, ...]] = ("how", "from")
_WON: Final = SELF_DRAWN | ON_DISCARD
_NUMBER_OF_NOBODY: Final = "0"
_NOT_ANYBODY: Final = ABSENT | {"", _NUMBER_OF_NOBODY}
_RESULT_WORDS: Final = NO_PLAYER | ON_DISCARD
_HOW_WON: Final[Mapping[Seat | None, str]] = {
    NOBODY: "self",
    TABLE: "from ?",
    **{seat: f"from {letter}" for seat, letter in enumerate(SEATS)},
}
"""By whose tile it was how records say that a hand was won."""
_OF_RESULT: Final[tuple[Role, ...]] = ("how", "winner", "from")
_SAID: Final[Mapping[Ending, str]] = {"self": "tsumo", "ron": "ron", "wall": "draw"}
"""Words of the lists for the ways in which deals end."""
