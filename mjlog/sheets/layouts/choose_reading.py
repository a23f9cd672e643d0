"""Scores several readings of a table by the audit, and takes the best one.

A reading says by which rules a table is read, what its groups of columns are, and who sits where.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, permutations
from typing import Final

from mjlog.auditor.audit import audit_quickly
from mjlog.model.findings import errors
from mjlog.model.record import Game
from mjlog.sheets.cells.numbers import count_equal
from mjlog.sheets.files.workbook import numbers_in
from mjlog.sheets.layouts.layout import Kind, Table, seat_named
from mjlog.sheets.layouts.likely_rules import loaded
from mjlog.sheets.records import GameDraft, recorded

_LOOK: Final = 12
"""Most deals of a table that are audited for a comparison; more deals would show the same."""
_KINDS: Final[tuple[tuple[Kind, ...], ...]] = (
    ("change",), ("total",), ("change", "total"), ("total", "change"),
)  # fmt: skip
_TELLING: Final = 3
"""Claims for each deal that must agree, so that they do not agree by chance."""
_LEAST_WITH_SLIP: Final = 6
"""Fewest deals among which one may be paid in another way than the others."""
_EITHER: Final[tuple[Kind, ...]] = ("change", "total")
_WRONG, _UNREAD = 3, 4
"""Number of agreeing claims that make up for a wrong claim, and for an unread cell."""


@dataclass(frozen=True, slots=True)
class TableReading:
    """One way to read a table: rules, the kind of each group of points, and the order of players.

    If `kinds` or `order` is empty, the table is read as its columns look.
    """

    header: str
    kinds: tuple[Kind, ...] = ()
    order: tuple[int, ...] = ()

    def apply(self, table: Table) -> Table:
        """Return a copy of the table in which columns have the kinds and order of this reading.

        A reading is a guess what the columns are, for example totals instead of changes.
        """
        groups = table.groups
        if self.kinds:
            pairs = zip(groups, self.kinds, strict=True)
            groups = tuple(replace(group, kind=kind) for group, kind in pairs)
        if self.order:
            columns = [[*group.columns.items()] for group in groups]
            ordered = [dict(some[at] for at in self.order) for some in columns]
            pairs_ordered = zip(groups, ordered, strict=True)
            groups = tuple(replace(group, columns=some) for group, some in pairs_ordered)
        return replace(table, groups=groups)


@dataclass(frozen=True, slots=True)
class Score:
    """The result of auditing a table by one reading: numbers of claims, errors and unread cells.

    `agreed` is the number of claims (numbers on the sheet that the audit checks) that are right,
    `wrong` the number of errors, `off` the number of deals with an error, and `unread` the number
    of cells that are not understood.
    """

    agreed: int
    wrong: int
    off: int
    unread: int
    deals: int

    @property
    def worth(self) -> int:
        """The number by which readings of a table are compared; the best reading has the highest.

        It is the number of right numbers, minus 3 for each error and 4 for each cell that is not
        understood.
        """
        return self.agreed - _WRONG * self.wrong - _UNREAD * self.unread

    @property
    def fits(self) -> bool:
        """Whether this way to read the table explains it: a number is right, and nothing is wrong.

        No deal may have an error, and all cells must be understood.
        """
        return self.agreed > 0 and not self.off and not self.unread

    @property
    def is_telling(self) -> bool:
        """Whether at least three numbers per deal are right, which is too many to be chance."""
        return self.agreed >= _TELLING * self.deals

    @property
    def is_doubtful(self) -> bool:
        """Whether this way to read the table is probably wrong.

        It is so if more than half of the deals have an error, or if no checked number is right.
        """
        return self.off * 2 > self.deals or not self.agreed


Draft = Callable[[TableReading], GameDraft | None]
"""A function that reads the first game of the table by a reading; None if it finds no game."""


def best_reading(table: Table, headers: Sequence[str], draft: Draft) -> tuple[TableReading, str]:
    """Return the best reading of a table, and the header of other rules that fit equally well.

    A reading is a guess at the rules, the meanings of columns and the seats. The best one is that
    with which the audit finds most numbers of the first deals right. `headers` are the likely
    `Rules` headers, the likeliest first, and `draft` reads a game by a reading. The second result
    is an empty text if no other rules fit.
    """
    best, rival = TableReading(headers[0]), ""
    score = score_of(draft(best))
    if score.fits and (len(headers) == 1 or score.is_telling):
        return best, rival
    for header in headers[1:]:
        other = TableReading(header)
        other_score = score_of(draft(other))
        if other_score.worth == score.worth and best.header and score.off:
            rival = other.header
        if _is_better(other_score, score):
            best, score, rival = other, other_score, ""
    if header := _header_paid_alike(table, headers, draft, score):
        return TableReading(header), ""
    for other in () if score.is_telling else _readings_of_kinds(table, headers):
        other_score = score_of(draft(other))
        if other_score.is_telling and _is_better(other_score, score):
            best, score, rival = other, other_score, ""
    likelier = _likelier_layout(table, best, score, draft)
    return (best, rival) if likelier is None else (likelier, "")


def _likelier_layout(
    table: Table, best: TableReading, score: Score, draft: Draft
) -> TableReading | None:
    """Return the best reading by the rules of `best` with other kinds of columns or other seats.

    If the reading `best`, with `score`, is doubtful, all such readings are tried. If it has errors
    in several deals, only the other seats are tried, and they must leave no error. Return None if
    no reading is better.
    """
    better = None
    is_doubtful = score.is_doubtful
    if not best.header or not (is_doubtful or score.off > 1):
        return None
    for other in _readings_of_layouts(table) if is_doubtful else _readings_of_orders(table):
        reading = replace(other, header=best.header)
        other_score = score_of(draft(reading))
        is_clear = not other_score.is_doubtful if is_doubtful else other_score.fits
        if other_score.worth > score.worth and is_clear:
            better, score = reading, other_score
        if score.fits:
            break
    return better


def _is_better(other: Score, score: Score) -> bool:
    """Return whether the score `other` of a reading is clearly better than `score`.

    If `score` has no errors, `other` must agree with at least three numbers per deal in at least
    three deals, because in a short game some stakes always fit.
    """
    is_sure = not score.fits or (other.is_telling and other.deals >= _TELLING)
    return other.worth > score.worth and not other.is_doubtful and is_sure


def score_of(draft: GameDraft | None) -> Score:
    """Audit the first 12 deals of a game as read from a sheet; return the result as a `Score`.

    Likely stakes and house rules are tried, too, and the best score is returned. If the game names
    no rules, only the cells that are not understood are counted. For `draft=None`, all numbers are
    0.
    """
    if draft is None:
        return Score(0, 0, 0, 0, 0)
    deals = draft.deals[:_LOOK]
    last = max((cell.row for deal in deals for entry in deal.entries
                for cell in entry.cells.values()), default=0)  # fmt: skip
    places = [finding.place for finding in errors(draft.findings)]
    unread = sum(getattr(place, "row", 0) <= last for place in places)
    if not draft.rules:
        return Score(0, 0, 0, unread, len(deals))
    whole = len(deals) == len(draft.deals)
    headers = draft.headers if whole else ()
    sheet = recorded(replace(draft, deals=deals, headers=headers, are_rules_named=True))
    scores = (
        _score_under(header, sheet.game, unread) for header in _with_stakes(draft.rules, sheet.game)
    )
    return max(scores, key=lambda score: score.worth)


def _header_paid_alike(table: Table, headers: Sequence[str], draft: Draft, score: Score) -> str:
    """Return the first header by which deals are paid as most deals are; empty if none is.

    Under such rules, payments are compared with those of the sheet's other deals, by the value of
    the hand. The result is also empty if the best reading, with `score`, has at most one deal with
    an error, which is a slip.
    """
    is_open = score.off > 1 and bool(table.column("value"))
    for header in filter(None, headers if is_open else ()):
        game = draft(TableReading(header))
        awards = [row for row in game.rows_below if row.kind == "award"] if game else []
        off = sum(count_equal(numbers_in(row.cells, row.sign), row.sums) < len(row.cells)
                  for row in awards)  # fmt: skip
        # With one deal in several, a slip is likelier than the many errors of other rules.
        if awards and off <= (len(awards) >= _LEAST_WITH_SLIP):
            return header
    return ""


def _score_under(header: str, game: Game, unread: int) -> Score:
    """Audit a game by the rules of `header`; return the numbers of right entries and errors.

    `unread` is the number of cells of the sheet that are not understood; it is copied into the
    `Score`.
    """
    report = audit_quickly(game, header)
    answers = Counter(verdict.answer for verdict in report.verdicts)
    wrong = errors(report.findings)
    off = {finding.place.deal for finding in wrong}
    agreed = answers["agrees"] + answers["given"]
    return Score(agreed, len(wrong), len(off), unread, len(game.deals))


def _with_stakes(header: str, game: Game) -> Iterator[str]:
    """Yield `header`, and then headers of the same rules with stakes that may fit the game.

    For example `taiwanese/1 base=30 unit=10`. At most `_MOST_STAKES` headers follow.
    """
    yield header
    rules = loaded(header)
    if rules is None or rules.choices.fitting is None:
        return
    words = header.split()[1:]
    for habit in islice(rules.choices.fitting(game), _MOST_STAKES):
        named = {word.partition("=")[0] for word in habit.split()}
        kept = [word for word in words if word.partition("=")[0] not in named]
        yield " ".join([header.split(maxsplit=1)[0], *kept, *habit.split()])


_MOST_STAKES: Final = 9
"""Most stakes that are tried, the likeliest first."""


def _readings_of_kinds(table: Table, headers: Sequence[str]) -> Iterator[TableReading]:
    """Yield readings of a table in which the players' columns are changes, and then totals.

    A reading is a guess at what a table means; there are two for each of `headers`. Yield nothing
    if the table does not have exactly one group of players' columns.
    """
    if len(table.groups) == 1:
        yield from (
            TableReading(header, (kind,)) for header in headers if header for kind in _EITHER
        )


def _readings_of_layouts(table: Table) -> Iterator[TableReading]:
    """Yield readings (guesses at what a table means) with other kinds of columns or other seats.

    First each group of players' columns is read as changes (points won or lost) or as totals, then
    the players are tried in other orders. These readings name no rules.
    """
    yield from (
        TableReading("", kinds=kinds) for kinds in _KINDS if len(kinds) == len(table.groups)
    )
    yield from _readings_of_orders(table)


def _readings_of_orders(table: Table) -> Iterator[TableReading]:
    """Yield readings (guesses) of a table with the players in every other order of seats.

    Yield nothing if the sheet shows who sits where, for example by a column of dealers.
    """
    names = [*table.groups[0].columns.values()] if table.groups else []
    is_seated = table.column("dealer") or any(seat_named(name) >= 0 for name in names)
    if is_seated or table.marks or table.results or table.fines or table.rotating:
        return
    in_order = tuple(range(len(names)))
    yield from (
        TableReading("", order=order) for order in permutations(in_order) if order != in_order
    )
