"""Reads who won a deal from whom, or how it ended without a win."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, Literal

from mjlog.model.messages import msg
from mjlog.model.near_words import near_words
from mjlog.model.record import NOBODY, SEATS, TABLE, Seat
from mjlog.sheets.cells.numbers import is_number
from mjlog.sheets.cells.result_words import Result, parse_result, parse_results, says_win
from mjlog.sheets.cells.words import (
    ABORTED,
    ABSENT,
    LOST_BY_MARK,
    NOBODY_WON,
    OF_RESULTS,
    ON_DISCARD,
    SELF_DRAWN,
    UNMARKED,
    VOID,
    WON,
    WORTH,
    Role,
    is_absent,
    plain,
    seat_letters,
)
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.layouts.columns_of_points import is_start_or_end_row
from mjlog.sheets.layouts.evidence import Ending, ending_of, two_pay_two
from mjlog.sheets.layouts.short_names import with_numbers_and_letters
from mjlog.sheets.records import Entry, Key
from mjlog.sheets.rows.kinds import RowClassifier
from mjlog.sheets.rows.seats import NO_PLAYER, PARTS, with_whole
from mjlog.sheets.unread import not_understood


class ResultReader(RowClassifier):
    """A reader of the result of a deal: winner and discarder, or the way it ended without a win."""

    def winners_of(self, row: int) -> tuple[Seat, ...]:
        """Return the seats of the players who won a row's deal, as a tuple.

        The tuple is empty if nobody won, or if the winner is unknown. If the points contradict the
        named winner, or a cell is not understood, a finding is added.
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
        """Return the seats of the players whose mark in a row means that they won.

        If only a discarder is marked, the only player who gained points is the winner.
        """
        marks = self._marked_in(row, self.table.results)
        won = tuple(seat for seat, text in marks.items() if text not in self._lost_marks)
        return self._winner_without_mark(row) if marks and not won else won

    def _winner_without_mark(self, row: int) -> tuple[Seat, ...]:
        """Return the only player who gained points in a row, as a tuple.

        Called if only discarders have marks. The tuple is empty if nobody or several players
        gained. If the player has the discarder's mark, an error is added.
        """
        winner = self._only_gainer(row)
        if winner == NOBODY:
            return ()
        if winner in self._marked_in(row, self.table.results):
            self._report_winner(self._cells_of_marks(row)["from"], winner)
        return (winner,)

    def _only_gainer(self, row: int) -> Seat:
        """Return the only player who gained points; `NOBODY` if nobody or several gained."""
        gained = [seat for seat, change in self.moved(row).items() if change > 0]
        return gained[0] if len(gained) == 1 else NOBODY

    def _result_by_marks(self, row: int) -> Result | None:
        """Return the winner and the discarder that the marks in a row show, as a `Result`.

        If several winners are marked, the first is used. Return None if no winner is marked.
        """
        won = self._won_by_marks(row)
        marks = self._marked_in(row, self.table.results)
        lost = [seat for seat, text in marks.items() if text in self._lost_marks]
        lost += self._marked_in(row, self.table.losers)
        if not won:
            return None
        mark = marks.get(won[0], "")
        if mark in self._lost_marks or not mark:
            others = [seat for seat in lost if seat != won[0]]
            source = NOBODY if self._is_self_draw_by_points(row) else TABLE
            return Result(won[0], others[0] if others else source)
        if not lost and mark in self.table.ron_marks:
            return Result(won[0], self._source_of_ron_mark(row))
        if len(lost) == 1 and mark in self.table.self_draw_marks:
            return Result(won[0], self._source_of_two_marks(row, lost[0]))
        # All players who pay for a self-draw may be marked.
        return Result(won[0], lost[0] if len(lost) == 1 else NOBODY)

    def _source_of_ron_mark(self, row: int) -> Seat:
        """Return `TABLE` (unknown discarder) for a win whose mark says that it was on a discard.

        Called if no discarder is marked. If the points show a self-drawn win, an error about the
        mark is added, and `NOBODY` is returned.
        """
        if not self._is_self_draw_by_points(row):
            return TABLE
        cell = self._cells_of_marks(row)["winner"]
        words = "{cell} says {text}, a win on a discard, but by the points it was a self-draw"
        sentence = msg(words, cell=cell.name, text=repr(cell.text))
        self._tell("error", sentence, cell, code="win.line")
        return NOBODY

    def _source_of_two_marks(self, row: int, loser: Seat) -> Seat:
        """Return the discarder, if a row has a mark for a self-draw and one for a discarder.

        If the points show which mark is wrong, an error about it is added. Return `NOBODY` for a
        self-drawn win, and otherwise `loser`, the player with the discarder's mark.
        """
        cells = self._cells_of_marks(row)
        is_drawn = self._is_self_draw_by_points(row)
        if is_drawn is not None:
            wrong, other = ("from", "winner") if is_drawn else ("winner", "from")
            self._contradicts(cells[wrong], cells[other])
        return NOBODY if is_drawn else loser

    def _is_self_draw_by_points(self, row: int) -> bool | None:
        """Return whether the points of a row show a self-draw; None if they are not clear.

        Several players pay for a self-draw. If only one player lost more than a riichi stick, other
        losers may have declared riichi; then the result is None if all players but the winner lost
        points, and False otherwise.
        """
        paid = sorted((-change for change in self.moved(row).values() if change < 0), reverse=True)
        if len(paid) < _SEVERAL:
            return False if paid else None
        step = self.rules.pot.step if self.rules is not None else 0
        if not self._discarder_pays:
            return None
        if self._discarder_pays == "more":
            # A dealer may pay more for a self-draw, too.
            is_open = self._loser(row) in {TABLE, self.dealer_by_label(row)}
            return True if len({*paid}) == 1 else None if is_open else False
        if paid[1] != step or paid[0] == paid[1]:
            return True
        return None if len(paid) >= min(len(self.names), len(SEATS)) - 1 else False

    def _marked_in(self, row: int, columns: Sequence[int]) -> Mapping[Seat, str]:
        """Return the text of each player's mark in a row, by seat.

        `columns` has one column for each player. Empty cells, and cells that mean no mark, such as
        a dash, are left out.
        """
        texts = self._by_seat(self.table.grid.texts(row, columns))
        return {seat: text for seat, text in texts.items() if plain(text) not in UNMARKED}

    def _cells_of_marks(self, row: int) -> Mapping[Key, Cell]:
        """Return the cells with the marks, by the keys `winner` and `from` (the discarder)."""
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
        return self.table.lost_marks or LOST_BY_MARK

    def _result_in_words(self, row: int) -> Result | None:
        """Return the winner and the discarder that a cell describes, such as ``Ann from Bob``.

        If the table has columns of marks for winners, the marks are read instead. Return None if no
        cell describes a win.
        """
        if self.table.results:
            return self._result_by_marks(row)
        for cell in self.table.cells(row, ("winner", "how")):
            result = None if self._is_plain(cell) else parse_result(cell.text, self._calls)
            if (
                result is not None
                and result.source == TABLE
                and cell == self.table.cell(row, "how")
            ):
                winner = self._seat_of(self.table.text(row, "winner"))
                # If a winner is named, too, `ron Ann` names the discarder.
                if winner not in {NOBODY, result.winner}:
                    return Result(winner, result.winner)
            if result is not None:
                return result
        return None

    def _results_in_words(self, row: int) -> tuple[Result, ...]:
        """Return all wins of a cell that describes several; an empty tuple if no cell does."""
        cells = () if self.table.results else self.table.cells(row, ("winner", "how"))
        for cell in cells:
            if results := parse_results(cell.text, self._calls):
                return results
        return ()

    def _is_plain(self, cell: Cell) -> bool:
        """Return whether a cell has only a player's name, or only one word such as `ron`."""
        return self._seat_of(cell.text) != NOBODY or self._word(cell.text) in _RESULT_WORDS

    def _is_no_player(self, cell: Cell) -> bool:
        """Return whether a player's cell names nobody: for example, a dash or a draw."""
        is_nobody = self._word(cell.text) in NO_PLAYER or cell.text == _NUMBER_OF_NOBODY
        return self._seat_of(cell.text) == NOBODY and is_nobody

    @cached_property
    def _calls(self) -> Mapping[str, Seat]:
        """The seats by all names, numbers and letters that cells may use for players."""
        return with_numbers_and_letters(self.seats, len(self.names))

    def _winner_by_points(self, row: int) -> tuple[Seat, ...]:
        """Return the only player who gained points, if the row's result is a word for a win.

        The player is returned as a tuple. The tuple is empty if the result is not such a word
        (`ron`, `tsumo`), or if several players gained.
        """
        if self._plain(row, "how") not in WON:
            return ()
        winner = self._only_gainer(row)
        return () if winner == NOBODY else (winner,)

    def _winner_of_two(self, row: int, seat: Seat, winner: Cell) -> tuple[Seat, ...]:
        """Return the winner, as a tuple, if a row names the same player as winner and as discarder.

        `seat` is this player, and `winner` is the cell of the winner. If the points show a win on a
        discard, and one player gained more than all others, an error about the wrong cell is added,
        and the player who gained most is returned. Otherwise `seat` is returned.
        """
        source = self.table.cell(row, "from")
        changes = self.moved(row)
        most = max(changes.values(), default=0)
        gained = [one for one, change in changes.items() if change == most > 0]
        # Some scribes write the winner of a self-draw in both columns.
        is_drawn = self._is_self_draw_by_points(row) is not False
        if source is None or len(gained) != 1 or is_drawn:
            return (seat,)
        wrong, other = (source, winner) if gained[0] == seat else (winner, source)
        words = "{cell} and {other} name the same player, {text}: by the points {cell} is wrong"
        sentence = msg(words, cell=wrong.name, other=other.name, text=repr(wrong.text))
        self._tell("error", sentence, wrong, code="win.line", other=other)
        return (gained[0],)

    def sources_of(self, row: int, winners: Sequence[Seat]) -> tuple[Seat | None, ...]:
        """Return the discarder of each winner of a row, as a tuple in the order of `winners`.

        An entry is a seat, or `NOBODY` for a self-drawn win, `TABLE` for an unknown discarder, and
        None if it is unknown how the hand was won.
        """
        several = self._results_in_words(row) if len(winners) > 1 else ()
        if several and self._result_in_words(row) is None:
            return tuple(each.source for each in several)
        return (self.source_of(row),) * len(winners)

    def source_of(self, row: int) -> Seat | None:
        """Return the seat of the discarder of a row's win.

        Return `NOBODY` for a self-drawn win, `TABLE` if an unknown player discarded, and None if it
        is unknown how the hand was won. If a cell only says that the win was on a discard, the
        discarder is the player who lost most points.
        """
        source = self.table.cell(row, "from")
        result = self._result_in_words(row)
        if result is not None and source is None and not self._marks_winners_alone:
            return self._loser(row) if result.source == TABLE else result.source
        # If two cells contradict each other, the points decide.
        if self._is_contradictory(row, source):
            return self._source_by_points(row, source)
        is_on_discard = source is not None and plain(source.text) in ON_DISCARD
        if source is not None and not is_on_discard and not self._is_no_player(source):
            seat = self._discarder(source)
            if self.plays_on and self._plain(row, "how") in SELF_DRAWN:
                seat = NOBODY  # the cell names who paid
            is_winner = seat != TABLE and self.winners_of(row) == (seat,)
            is_drawn = self._is_self_draw_by_points(row) is not False
            return seat if not is_winner or is_drawn else self._loser(row)
        if not SELF_DRAWN.isdisjoint(self._plain(row, role) for role in _OF_SOURCE):
            return NOBODY
        if self._plain(row, "how") in ON_DISCARD and not self._only_says_win(row):
            return self._loser(row)
        return self._infer_discarder(row)

    def _loser_by_points(self, row: int, cell: Cell) -> Seat:
        """Find the discarder of a win, if its `cell` only says that it was on a discard.

        If the points show that the winner drew the tile, report the cell, and return `NOBODY`.
        """
        winners = self.winners_of(row)
        if len(winners) != 1 or not self._is_self_draw_by_points(row):
            return self._loser(row)
        words = "{cell} says a win on a discard, but by the points {player} has drawn the tile"
        sentence = msg(words, cell=cell.name, player=self.names[winners[0]])
        self._tell("error", sentence, cell, code="win.line")
        return NOBODY

    def _only_says_win(self, row: int) -> bool:
        """Return whether the result of a row says that somebody won, but not how.

        For example 胡 says so if no other result of the table is a word for self-draws; otherwise
        it means a win on a discard.
        """
        return not self._has_word_for_self_draws and says_win(self.table.text(row, "how"))

    @cached_property
    def _has_word_for_self_draws(self) -> bool:
        """Whether a cell in the column of results says that a win was self-drawn."""
        texts = self.table.grid.down(self.table.rows, self.table.column("how"))
        return any(plain(text) in SELF_DRAWN for text in texts)

    @property
    def _marks_winners_alone(self) -> bool:
        """Whether the table marks the winners, but no mark says from whom they won."""
        has_others = self.table.losers or self.table.lost_marks or self.table.self_draw_marks
        return bool(self.table.results) and not has_others

    def _infer_discarder(self, row: int) -> Seat | None:
        """Find the discarder from the losses of the players, if no cell names a discarder.

        Return a seat, `NOBODY` for a self-drawn win, `TABLE` for an unknown discarder, or None if
        nothing is known. An empty cell in a column of discarders means a self-drawn win, unless
        another cell says how the hand was won.
        """
        source = self.table.cell(row, "from")
        if source is not None and plain(source.text) in ON_DISCARD:
            return self._loser_by_points(row, source)
        # An empty cell for the discarder means a self-draw only if no other column says how the
        # hand was won.
        is_self_draw = self.table.column("from") > 0 and (
            self.table.cell(row, "how") is None or self._only_says_win(row)
        )
        if is_self_draw or self.table.column("how"):
            return NOBODY if is_self_draw else None
        winners, changes = self.winners_of(row), self.changes_of(row) or self.moved(row)
        if len(winners) != 1 or len(changes) < len(self.names):
            return None
        if self.hands:  # all pay the winner, whether or not they discarded the tile
            return TABLE
        lost = [seat for seat, change in changes.items() if change < 0 and seat not in winners]
        if len(lost) == len(self.names) - 1:
            return self._source_if_all_pay(row, {changes[seat] for seat in lost})
        return lost[0] if len(lost) == 1 else None

    def _source_if_all_pay(self, row: int, paid: Collection[int]) -> Seat | None:
        """Return the seat of the discarder: the player who paid more than all other losers.

        Called if all players lost points to the winner; `paid` are their different changes. Return
        `NOBODY` for a self-drawn win (all paid the same), and None if the losses do not show who
        discarded.
        """
        if len(paid) == 1 or self._discarder_pays == "alone":
            return NOBODY
        seat = self._loser(row)
        is_open = seat == TABLE or (seat == self.dealer_by_label(row) and not self._discarder_pays)
        return None if is_open else seat

    @cached_property
    def _discarder_pays(self) -> Literal["alone", "more", ""]:
        """How a discarder pays on this sheet: `alone`, or `more` than the other losers.

        If the rules have riichi sticks, or one deal has exactly one loser, it is `alone`. The text
        is empty if nothing shows it.
        """
        losses = {row: [move for move in some if move < 0] for row, some in self._moves.items()}
        has_sticks = self.rules is not None and self.rules.pot.used
        if has_sticks or any(len(some) == 1 for some in losses.values()):
            return "alone"
        by_all = [row for row, some in losses.items() if len(some) == len(self.names) - 1]
        losers = {(self._loser(row), self.dealer_by_label(row)) for row in by_all}
        return "more" if any(seat not in {TABLE, dealer} for seat, dealer in losers) else ""

    def _named_winner(self, row: int, seat: Seat, cell: Cell) -> tuple[Seat, ...]:
        """Return the seat of the winner that a cell names, unless the points show another.

        If only another player gained points, an error is added. If the sheet also has hand values,
        the named player is kept, because the audit then finds the error.
        """
        if cell.text == self.table.text(row, "from"):
            return self._winner_of_two(row, seat, cell)
        return (seat,) if self._tells_more_than_points else (self._gainer(row, seat, cell),)

    def _gainer(self, row: int, seat: Seat, cell: Cell) -> Seat:
        """Return the winner's seat: `seat`, whom `cell` names, or the only player who gained.

        If another player gained points, an error about `cell` is added, and that player is
        returned.
        """
        winner = self._only_gainer(row)
        if winner in {NOBODY, seat} or len(self.moved(row)) < len(self.names):
            return seat
        self._report_winner(cell, winner)
        return winner

    def report_name(self, row: int, role: Literal["winner", "from"], seat: Seat) -> None:
        """Report that the points show another winner or discarder than the cell of a row says."""
        cell = self.table.cell(row, role)
        if cell is not None and role == "winner":
            self._report_winner(cell, seat)
        elif cell is not None:
            words = "{cell} says {text}, but by the points {player} has discarded the tile"
            sentence = msg(words, cell=cell.name, text=repr(cell.text), player=self.names[seat])
            self._tell("error", sentence, cell, code="win.line")

    def _report_winner(self, cell: Cell, winner: Seat) -> None:
        """Report that the points show another winner than a cell says."""
        words = "{cell} says {text}, but by the points {player} has won"
        sentence = msg(words, cell=cell.name, text=repr(cell.text), player=self.names[winner])
        self._tell("error", sentence, cell, code="win.line")

    @cached_property
    def _tells_more_than_points(self) -> bool:
        """Whether the sheet has hand values, or not exactly one group of columns of points.

        If so, the audit can find a wrong winner, so the reader keeps the named player.
        """
        has_worth = any(self.table.column(role) for role, _ in WORTH)
        return has_worth or bool(self.hands) or len(self.points) != 1

    def _discarder(self, cell: Cell) -> Seat:
        """Return the discarder that a cell names; `TABLE` if the cell names no known player.

        Return `NOBODY` if the cell names several players: they all pay for a self-drawn win.
        """
        seats = self._seats(cell)
        if len(seats) > 1 and NOBODY not in seats:
            return NOBODY
        return TABLE if NOBODY in seats else seats[0]

    def _is_contradictory(self, row: int, source: Cell | None) -> bool:
        """Return whether cells of a row say both that a win was self-drawn and that it was not.

        `source` is the cell of the discarder.
        """
        if source is None or self.table.cell(row, "winner") is None:
            return False
        # The meaning of an unknown word, which follows from points, contradicts no known word.
        how = plain(self.table.text(row, "how"))
        if how in ON_DISCARD:
            is_self_drawn = self._word(source.text) in SELF_DRAWN
            return is_self_drawn and not self._only_says_win(row)
        is_of_another = self._seat_of(source.text) not in {NOBODY, *self.winners_of(row)}
        # If play continues after a win, a list of payers may have only one player left.
        return how in SELF_DRAWN and is_of_another and not self.plays_on

    def _source_by_points(self, row: int, source: Cell | None) -> Seat:
        """Decide from the points who discarded, if two cells of a row contradict each other.

        `source` is the cell of the discarder. An error is added for the wrong cell. Return the
        discarder's seat, `TABLE` if the discarder is unknown, or `NOBODY` for a self-drawn win.
        """
        is_drawn = any(self.moved(row).values()) and self._is_self_draw_by_points(row) is not False
        how = self.table.cell(row, "how")
        names_player = source is not None and self._word(source.text) not in SELF_DRAWN
        wrong, other = (source, how) if is_drawn == names_player else (how, source)
        if wrong is not None and other is not None:
            self._contradicts(wrong, other)
        if is_drawn:
            return NOBODY
        return self._seat(source) if names_player else self._loser(row)

    def _contradicts(self, wrong: Cell, other: Cell) -> None:
        """Add an error that the cell `wrong` contradicts the cell `other` about a self-draw."""
        words = "{cell} says {text}, but {other} says {more}: a self-drawn win has no discarder"
        texts = {"text": repr(wrong.text), "more": repr(other.text)}
        sentence = msg(words, cell=wrong.name, other=other.name, **texts)
        self._tell("error", sentence, wrong, code="win.line", other=other)

    def _loser(self, row: int) -> Seat:
        """Return the seat of the player who lost most points in a row.

        Return `TABLE` (unknown) if nobody lost points, or if several players share the largest
        loss.
        """
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
            self._add(not_understood(how, self.table.grid.name, "note"))
        for winner, source in zip(winners, sources, strict=True):
            if source is not None:
                how_won = {**_HOW_WON, winner: "self"}[source]
                yield Entry(f"win {SEATS[winner]} ? {how_won}", cells)
        ended = "" if winners else self._ended(row)
        if ended:
            yield Entry(f"draw {ended}", cells)

    def _unread_result(self, row: int) -> Cell | None:
        """Return the cell that says how the deal ended, if mjlog does not understand it.

        Return None if the cell is understood, or missing.
        """
        how = self.table.cell(row, "how")
        is_read = how is None or self._is_plain(how) or self._result_in_words(row) is not None
        # A cell may also describe several wins.
        return None if is_read or self._results_in_words(row) else how

    def _ended(self, row: int) -> str:
        """Return how a deal ended without a win: `wall`, `abort` or `void`; empty if unknown.

        `wall` is a draw, `abort` a draw in the middle of the deal, and `void` a deal that does not
        count.
        """
        cells = (cell for cell in self.table.cells(row, OF_RESULTS) if self._is_no_player(cell))
        words = {self._word(cell.text) for cell in cells}
        end = next((how for how, end_words in _ENDS.items() if words & end_words), "")
        if not end and self._is_dealt_again(row):
            return "void"
        is_without = self._is_without(row) and not self._unread_result(row)
        return end or ("wall" if is_without else "")

    def _is_dealt_again(self, row: int) -> bool:
        """Return whether a row is a deal that does not count and that the next row repeats.

        The next row must have the same label, and the label must count repeats, as in `E1.0`. The
        row must have no points, and its result must be an unknown word.
        """
        if self._unread_result(row) is None:
            return False
        if any(any(cells) for cells in self._cells_of_points(row)):
            return False
        label = self._label_with_counters(row)[0]
        after = next((other for other in self.table.rows if other > row), 0)
        return after > 0 and "." in label and self._label_with_counters(after)[0] == label

    def _is_without(self, row: int) -> bool:
        """Return whether a row says that nobody won.

        If the table has marks for winners, no player is marked. Otherwise the cell of the winner is
        empty, 0 or a dash.
        """
        if self.table.results and not self._won_by_marks(row):
            return True
        return bool(self.table.column("winner")) and self._plain(row, "winner") in _NOT_ANYBODY

    def _plain(self, row: int, role: Role) -> str:
        """Return the text of a row's cell with this role as a known word, such as `self_draw`."""
        return self._word(self.table.text(row, role))

    def _word(self, text: str) -> str:
        """Return the text in normalized form, such as `self_draw`.

        An unknown word is replaced by a known word, if the points of the deals with this word show
        its meaning.
        """
        word = plain(text)
        return self._learned.get(word, word)

    @cached_property
    def _learned(self) -> Mapping[str, str]:
        """Unknown words for results, each with the known word that explains its deals.

        For example, an unknown word means `draw` if the points change as in a draw.
        """
        rows: dict[str, set[int]] = {}
        deals = [row for row in self.table.rows if not is_start_or_end_row(self.table.grid, row)]
        for row in deals:
            for cell in self.table.cells(row, OF_RESULTS):
                # A question mark means that nobody knows, which is not always the same result.
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
        # In a void deal waiting players are not paid. If two players pay two others, the word means
        # a draw.
        drawn = {word for word, some in rows.items()
                 if any(two_pay_two(moves.get(row, ())) for row in some)}  # fmt: skip
        return {word: _WORD_OF_ENDING[ending] for word, ending in endings.items()
                if ending and (word not in VOID or word in drawn)}  # fmt: skip

    def _is_of_list(self, text: str) -> bool:
        """Return whether a result text is understood without looking at the points.

        It must name a player, be a word of the lists, or be a number.
        """
        if self._seat_of(text) != NOBODY or plain(text) in _RESULT_WORDS or seat_letters(text):
            return True
        parts = [part for part in PARTS.split(text) if part]
        if any(self._seat_of(part) != NOBODY for part in parts) or is_number(text):
            return True
        if self._names_joined.search(plain(text)):
            return True
        return parse_result(text, self._calls) is not None

    def _has_worth(self, row: int) -> bool:
        """Return whether a row has a hand value, such as `3 han`.

        Return True if the table has no column of hand values.
        """
        columns = [role for role, _ in WORTH if self.table.column(role)]
        cells = self.table.cells(row, columns)
        return not columns or any(not is_absent(cell.text) and cell.text != "0" for cell in cells)


def _added_up(moves: Sequence[tuple[int, ...]]) -> Sequence[tuple[int, ...]]:
    """Return the deals whose points add up to 0; if there is none, return all deals.

    A deal whose points do not add up contains a mistake, so it does not show what a word means.
    """
    return [some for some in moves if not sum(some)] or moves


_SEVERAL: Final = 2
_ENDS: Final = {"void": VOID, "abort": ABORTED, "wall": NOBODY_WON}
"""Ways to end a deal without a win, with the words for each."""
_OF_SOURCE: Final[tuple[Role, ...]] = ("how", "from")
_NUMBER_OF_NOBODY: Final = "0"
_NOT_ANYBODY: Final = ABSENT | {"", _NUMBER_OF_NOBODY}
_RESULT_WORDS: Final = NO_PLAYER | ON_DISCARD
_HOW_WON: Final[Mapping[Seat | None, str]] = {
    NOBODY: "self",
    TABLE: "from ?",
    **{seat: f"from {letter}" for seat, letter in enumerate(SEATS)},
}
"""Words of records for how a hand was won, by the seat whose tile it was."""
_WORD_OF_ENDING: Final[Mapping[Ending, str]] = {"self": "tsumo", "ron": "ron", "wall": "draw"}
"""Words of sheets for the ways in which deals end."""
