"""Who pays whom at the end of a deal, as recorded and by the rules, pair by pair and in total."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final, Literal

from mjlog.auditor.debts import is_fine, stated, totals_of_causes
from mjlog.model.findings import Answer, Claim, Law, gravest
from mjlog.model.record import TABLE, Deal, Game, Pay, Seat, seat_name
from mjlog.model.settlement import Payment, Settlement, paid_in_all
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Unclear,
)
from webviewer.i18n import gettext, ruled
from webviewer.parts.results.sums import Sum, sum_of
from webviewer.parts.stage.seats_view import player_name

UNKNOWN: Final = "?"
"""The sign on a sheet for unknown points."""

Answers = Mapping[Claim, Answer]
"""The audit's answers to the claims of a deal."""

Fines = Callable[[str, tuple[Seat, Seat]], int | Unclear]
"""Returns the amount that the first of two players owes the second for a ruling."""


Mark = Literal["", "differs", "untold"]
"""Whether a number differs from the rules', or the amount due is unknown."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A number as recorded and by the rules; an empty text if unknown."""

    claimed: str
    due: str

    @property
    def differs(self) -> bool:
        """Whether both numbers are known and differ."""
        return bool(self.claimed and self.due and self.claimed != self.due)


@dataclass(frozen=True, slots=True)
class PayRow:
    """The payment of one player to another, as recorded and due, with sums and clause.

    It is `wrong` if a sheet with payments states another amount, and `untold` if the amount due is
    unknown. A payment for a ruling has a `cause`. A `staked` one was made during play by the rules.
    One that is not `paired` is shared: neither the sheet nor the rules say who pays whom.
    """

    payer: Seat
    payee: Seat
    names: tuple[str, str]
    points: Pair
    sums: tuple[Sum, ...] = ()
    law: Law | None = None
    cause: str = ""
    wrong: bool = False
    untold: bool = False
    staked: bool = False
    paired: bool = True

    @property
    def explained(self) -> bool:
        """Whether there are sums, a clause or a cause to show."""
        return bool(self.sums or self.law or self.cause or self.staked)

    @property
    def cause_named(self) -> str:
        """The cause of the payment in words; if it has no name, as recorded without hyphens."""
        return ruled(self.cause)

    @property
    def mark(self) -> Mark:
        """Whether the numbers differ, the amount due is unknown, or neither (empty)."""
        return _mark(wrong=self.wrong, untold=self.untold)

    @property
    def is_due_told(self) -> bool:
        """Whether a total of amounts due can include this payment."""
        return bool(self.points.due) or not self.untold


def _mark(*, wrong: bool, untold: bool) -> Mark:
    if wrong:
        return "differs"
    return "untold" if untold else ""


@dataclass(frozen=True, slots=True)
class Party:
    """A payer or payee: the letter of the seat, empty for the table, and the name."""

    letter: str
    name: str


@dataclass(frozen=True, slots=True)
class Cell:
    """The total that one party pays another, or pays or gets from all.

    `mark` says whether the numbers differ or the amount due is unknown.
    """

    points: Pair
    mark: Literal["", "differs", "untold"] = ""


@dataclass(frozen=True, slots=True)
class Matrix:
    """The payments as a table: a row for each payer, a column for each payee, and totals.

    All players are in both; the table only if it pays or is paid. A cell is None if nothing is
    paid. `stated` is True if the sheet has payments, `judged` if the rules can compute them.
    `paired` is False if nothing says who pays whom; then only the totals count.
    """

    payers: tuple[Party, ...]
    payees: tuple[Party, ...]
    cells: tuple[tuple[Cell | None, ...], ...]
    gives: tuple[Cell | None, ...]
    gets: tuple[Cell | None, ...]
    stated: bool
    judged: bool
    paired: bool = True

    @property
    def differs(self) -> int:
        """The number of cells in which the sheet differs from the rules."""
        return self._marked("differs")

    @property
    def untold(self) -> int:
        """The number of cells whose amount due is unknown."""
        return self._marked("untold")

    def _marked(self, mark: str) -> int:
        cells = (entry for cell in self.cells for entry in cell)
        return sum(cell is not None and cell.mark == mark for cell in cells)


def payments(
    game: Game, deal: Deal, rules: RuleSet, settlement: Settlement | None, answers: Answers
) -> tuple[PayRow, ...]:
    """Return the payments as recorded and due, without those for rulings.

    Without a settlement, no amounts due are known. Whether one is wrong is taken from `answers`,
    the audit's verdicts.
    """
    plain = totals_of_causes(stated(deal, rules))
    written = {pair: number_text(points) for pair, points in plain.items()}
    rows = _Rows(game, rules, answers)
    if settlement is None:
        pairs = dict.fromkeys((*written, *rows.wrong()))
        return tuple(rows.unsettled(pair, written.get(pair, "")) for pair in pairs)
    due = _payments_by_pair(settlement.payments)
    paired = bool(plain) or not settlement.shared
    made = [
        rows.settled(pair, written.get(pair, ""), settlement, due.get(pair, []))
        for pair in dict.fromkeys((*due, *plain))
    ]
    return tuple(replace(row, paired=paired) for row in made)


def _payments_by_pair(payments: Iterable[Payment]) -> dict[tuple[Seat, Seat], list[Payment]]:
    by_pair: dict[tuple[Seat, Seat], list[Payment]] = {}
    for payment in payments:
        by_pair.setdefault((payment.payer, payment.payee), []).append(payment)
    return by_pair


@dataclass(frozen=True, slots=True)
class _Rows:
    """Makes the rows of a deal's payments; `answers` are the audit's verdicts on its claims."""

    game: Game
    rules: RuleSet
    answers: Answers

    def names(self, pair: tuple[Seat, Seat]) -> tuple[str, str]:
        """Return the names of payer and payee."""
        return _name(self.game, pair[0]), _name(self.game, pair[1])

    def answer(self, pair: tuple[Seat, Seat], *causes: str) -> Answer | None:
        """Return the worst verdict on a payment for any of these causes; None if there is none."""
        return gravest([self.answers.get(Claim("pay", *pair, cause)) for cause in causes])

    def of_play(self, pair: tuple[Seat, Seat]) -> Answer | None:
        """Return the worst verdict on a payment, leaving out payments for rulings."""
        settled = [each for each in self.rules.penalties.causes if not is_fine(each, self.rules)]
        return self.answer(pair, "", *settled)

    def unsettled(self, pair: tuple[Seat, Seat], claimed: str) -> PayRow:
        """Return the payment in a deal whose amounts due are unknown.

        If the audit calls it wrong all the same, 0 is due, except for payments by or to the table.
        """
        wrong = self.of_play(pair) == "differs"
        is_never_due = wrong and TABLE not in pair  # a stake may be due whoever wins
        due = "0" if is_never_due else ""
        return PayRow(*pair, self.names(pair), Pair(claimed, due), wrong=wrong)

    def wrong(self) -> Iterator[tuple[Seat, Seat]]:
        """Yield payer and payee of each wrong or missing payment, except for rulings."""
        for claim, answer in self.answers.items():
            if claim.kind == "pay" and answer == "differs" and not is_fine(claim.item, self.rules):
                yield claim.seat, claim.payee

    def settled(
        self,
        pair: tuple[Seat, Seat],
        claimed: str,
        settlement: Settlement,
        parts: Sequence[Payment],
    ) -> PayRow:
        """Return the payment in a settled deal.

        `claimed` is the recorded amount, empty if none; `parts` are the payments due.
        """
        answer = self.of_play(pair)
        names = self.names(pair)
        is_unverified = answer == "unverified"
        is_untold = is_unverified and claimed != UNKNOWN
        if is_untold or settlement.reason_untold(*pair):
            return PayRow(*pair, names, Pair(claimed, ""), untold=True)
        # House rules may change payments that the audit does not check.
        may_differ = answer is None and bool(self.game.house_rules)
        points = Pair(claimed, str(sum(payment.points for payment in parts)))
        sums = tuple(sum_of(each.formula, self.rules) for each in parts if each.formula)
        laws = [self.rules.laws.get(each.clause) for each in parts]
        law = next((each for each in laws if each), None)
        untold = is_unverified or may_differ
        return PayRow(*pair, names, points, sums, law, "", answer == "differs", untold)

    def fined(self, pair: tuple[Seat, Seat], cause: str, paid: int | None, fine: Fines) -> PayRow:
        """Return the payment for a ruling; `fine` computes the amount due.

        `paid` is the recorded amount, 0 if the payment is missing, None if it is unknown.
        """
        answer = self.answer(pair, cause)
        untold = answer == "unverified"
        due = fine(cause, pair)
        owed = "" if untold or isinstance(due, Unclear) else str(due)
        points = Pair(number_text(paid), owed)
        law = self.rules.law("pay.penalty") if owed else None
        wrong = answer == "differs"
        return PayRow(*pair, self.names(pair), points, (), law, cause, wrong, untold)


def stakes(game: Game, rules: RuleSet, settlement: Settlement) -> Iterator[PayRow]:
    """Yield the stakes put on the table during play, which no line states as a payment."""
    rows = _Rows(game, rules, {})
    for each in settlement.staked:
        pair = each.payer, each.payee
        law = rules.laws.get(each.clause)
        yield PayRow(*pair, rows.names(pair), Pair("", str(each.points)), law=law, staked=True)


def penalties(
    game: Game, deal: Deal, rules: RuleSet, fine: Fines, answers: Answers
) -> Iterator[PayRow]:
    """Yield payments for rulings, as recorded and due, and those that are missing.

    `fine` computes the amount due. Whether a payment is wrong or missing is taken from `answers`,
    the audit's verdicts.
    """
    rows = _Rows(game, rules, answers)
    causes = dict.fromkeys(line.cause for line in deal.told(Pay))
    for cause in filter(lambda cause: is_fine(cause, rules), causes):
        paid = paid_in_all(deal, cause)
        payers = [payer for payer, _ in paid]
        others = [pair for pair in product(payers, range(game.seats)) if pair not in paid]
        missing = [pair for pair in others if rows.answer(pair, cause) == "differs"]
        for pair in dict.fromkeys((*paid, *missing)):
            yield rows.fined(pair, cause, paid.get(pair, 0), fine)


def number_text(points: int | None) -> str:
    """Return points as text; `?` if unknown."""
    return UNKNOWN if points is None else str(points)


def _name(game: Game, seat: Seat) -> str:
    if seat == TABLE:
        return gettext("table")
    return player_name(game, seat)


# --------------------------------------------------------------------------- the square


def matrix(game: Game, rows: Iterable[PayRow], *, judged: bool) -> Matrix | None:
    """Return the payments as a table; None if nobody pays.

    `judged` is True if the rules can compute the payments.
    """
    plain = {(row.payer, row.payee): row for row in rows}
    if not plain:
        return None
    square = _Square(plain, judged=judged)
    payers = _with_players(game, (payer for payer, _ in plain))
    payees = _with_players(game, (payee for _, payee in plain))
    return Matrix(
        _parties(game, payers),
        _parties(game, payees),
        tuple(tuple(square.cell(payer, payee) for payee in payees) for payer in payers),
        tuple(square.gives(payer) for payer in payers),
        tuple(square.gets(payee) for payee in payees),
        square.stated,
        judged,
        all(row.paired for row in plain.values()),
    )


def _with_players(game: Game, parties: Iterable[Seat]) -> list[Seat]:
    """Return all seats, then the table if it is among `parties`."""
    players = range(game.seats)
    return [*players, *sorted(set(parties) - set(players))]


def _parties(game: Game, seats: Iterable[Seat]) -> tuple[Party, ...]:
    return tuple(Party(_letter(seat), _name(game, seat)) for seat in seats)


def _letter(seat: Seat) -> str:
    return "" if seat == TABLE else seat_name(seat)


class _Square:
    """Computes the cells and the totals of a table of payments."""

    def __init__(self, rows: Mapping[tuple[Seat, Seat], PayRow], *, judged: bool) -> None:
        self._rows = rows
        self._judged = judged
        self.stated = any(row.points.claimed for row in rows.values())

    def cell(self, payer: Seat, payee: Seat) -> Cell | None:
        """Return the payment from one party to another; None if there is none."""
        row = self._rows.get((payer, payee))
        if row is None:
            return None
        claimed, due = row.points.claimed, row.points.due
        points = Pair(claimed or "0", due or "0") if row.wrong else row.points
        return Cell(points, row.mark)

    def gives(self, seat: Seat) -> Cell | None:
        """Return the total that a party pays; None if nothing."""
        return self._sum([row for row in self._rows.values() if row.payer == seat])

    def gets(self, seat: Seat) -> Cell | None:
        """Return the total that a party is paid; None if nothing."""
        return self._sum([row for row in self._rows.values() if row.payee == seat])

    def _sum(self, rows: Sequence[PayRow]) -> Cell | None:
        """Return the total of payments; None if there are none.

        A number is empty if it is unknown.
        """
        if not rows:
            return None
        is_due = self._judged and all(row.is_due_told for row in rows)
        claimed = _total([row.points.claimed for row in rows]) if self.stated else ""
        due = _total([row.points.due for row in rows]) if is_due else ""
        points = Pair(claimed, due)
        wrong = points.differs and claimed != UNKNOWN
        untold = any(row.untold for row in rows)
        return Cell(points, _mark(wrong=wrong, untold=untold))


def _total(numbers: Sequence[str]) -> str:
    """Return the sum of points as text; `?` if a number is `?`. An empty number counts as 0."""
    if UNKNOWN in numbers:
        return UNKNOWN
    return str(sum(int(number) for number in numbers if number))
