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
"""`differs` for a wrong number, `untold` if the right number is unknown, else empty."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A number of points as recorded (`claimed`) and as computed by the rules (`due`), as texts.

    A text is empty if its number is unknown.
    """

    claimed: str
    due: str

    @property
    def differs(self) -> bool:
        """Whether the recorded number and the right number are both known and are not equal."""
        return bool(self.claimed and self.due and self.claimed != self.due)


@dataclass(frozen=True, slots=True)
class PayRow:
    """The payment of one player to another, as recorded and as computed by the rules.

    `sums` show how the rules compute the amount, `law` is the clause that requires the payment.
    `wrong` is True if the audit finds the recorded payment wrong or missing; `is_unknown` if the
    correct amount is unknown. `cause` is the reason if a referee imposed the payment. `staked` is
    True for points put on the table during play. `paired` is False if only the totals of each
    player are known, not who pays whom.
    """

    payer: Seat
    payee: Seat
    names: tuple[str, str]
    points: Pair
    sums: tuple[Sum, ...] = ()
    law: Law | None = None
    cause: str = ""
    wrong: bool = False
    is_unknown: bool = False
    staked: bool = False
    paired: bool = True

    @property
    def explained(self) -> bool:
        """Whether the page can explain how the amount of the payment came about.

        It can if there is a formula, a clause of the rules or a cause, or if the payment is a
        stake, which a player put on the table during play.
        """
        return bool(self.sums or self.law or self.cause or self.staked)

    @property
    def cause_named(self) -> str:
        """The cause of the payment in words; an unknown cause has spaces instead of hyphens."""
        return ruled(self.cause)

    @property
    def mark(self) -> Mark:
        """How the page marks the payment, as one word.

        The word is `differs` if the amount is wrong, `untold` if the right amount is unknown, and
        empty otherwise.
        """
        return _mark(wrong=self.wrong, is_unknown=self.is_unknown)

    @property
    def is_due_known(self) -> bool:
        """Whether the right amount of this payment is known, so that a total may include it.

        If the rules give no amount and the amount is not marked as unknown, the right amount is 0.
        """
        return bool(self.points.due) or not self.is_unknown


def _mark(*, wrong: bool, is_unknown: bool) -> Mark:
    if wrong:
        return "differs"
    return "untold" if is_unknown else ""


@dataclass(frozen=True, slots=True)
class Party:
    """A payer or payee of a table of payments: a player, or the table on which stakes are put.

    `letter` is the letter of the seat, empty for the table.
    """

    letter: str
    name: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table of payments: what one party pays another, or the total of one party.

    `mark` is `differs` if recorded and computed points differ, `untold` if the computed points are
    unknown, else empty.
    """

    points: Pair
    mark: Literal["", "differs", "untold"] = ""


@dataclass(frozen=True, slots=True)
class Matrix:
    """The payments of a deal as a table: a row for each payer, a column for each payee, and totals.

    `cells` has the rows; `gives` has the total of each payer, `gets` of each payee. Every player
    has a row and a column; the table (where stakes are put) only if it pays or is paid. A cell is
    None if nothing is paid. `stated` is True if the sheet has payments, `judged` if the rules can
    compute them. `paired` is False if nothing says who pays whom; then only the totals count.
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
        """The number of wrong payments in the table, without the totals."""
        return self._marked("differs")

    @property
    def unknown(self) -> int:
        """The number of payments in the table whose right amount is unknown, without the totals."""
        return self._marked("untold")

    def _marked(self, mark: str) -> int:
        cells = (entry for cell in self.cells for entry in cell)
        return sum(cell is not None and cell.mark == mark for cell in cells)


def payments(
    game: Game, deal: Deal, rules: RuleSet, settlement: Settlement | None, answers: Answers
) -> tuple[PayRow, ...]:
    """Return the payments of a deal, each with the recorded amount and the right amount.

    Payments that a referee imposed are left out. `settlement` has the payments that the rules
    compute; if it is None, the right amounts are unknown. `answers` are the audit's verdicts, which
    decide what is marked as wrong.
    """
    plain = totals_of_causes(stated(deal, rules))
    written = {pair: number_text(points) for pair, points in plain.items()}
    rows = _Rows(game, rules, answers)
    if settlement is None:
        pairs = dict.fromkeys((*written, *rows.wrong()))
        return tuple(rows.unsettled(pair, written.get(pair, "")) for pair in pairs)
    due: dict[tuple[Seat, Seat], list[Payment]] = {}
    for payment in settlement.payments:
        due.setdefault((payment.payer, payment.payee), []).append(payment)
    paired = bool(plain) or not settlement.shared
    made = [
        rows.settled(pair, written.get(pair, ""), settlement, due.get(pair, []))
        for pair in dict.fromkeys((*due, *plain))
    ]
    return tuple(replace(row, paired=paired) for row in made)


@dataclass(frozen=True, slots=True)
class _Rows:
    """Builds the rows of a deal's payments; `answers` are the audit's verdicts on the deal."""

    game: Game
    rules: RuleSet
    answers: Answers

    def names(self, pair: tuple[Seat, Seat]) -> tuple[str, str]:
        """Return the names of the payer and the payee in `pair`."""
        return _name(self.game, pair[0]), _name(self.game, pair[1])

    def answer(self, pair: tuple[Seat, Seat], *causes: str) -> Answer | None:
        """Return the audit's worst verdict on what the first seat of `pair` paid to the second.

        Only payments with one of `causes` count; an empty cause stands for an ordinary payment.
        Return None if the audit has no verdict on them.
        """
        return gravest([self.answers.get(Claim("pay", *pair, cause)) for cause in causes])

    def of_play(self, pair: tuple[Seat, Seat]) -> Answer | None:
        """Return the audit's worst verdict on what the first seat of `pair` paid to the second.

        Fines imposed by a referee do not count. Return None if the audit has no verdict.
        """
        settled = [each for each in self.rules.penalties.causes if not is_fine(each, self.rules)]
        return self.answer(pair, "", *settled)

    def unsettled(self, pair: tuple[Seat, Seat], claimed: str) -> PayRow:
        """Return the row for a payment in a deal whose payments the rules cannot compute.

        `claimed` is the recorded amount. The right amount is 0 if the audit nevertheless calls the
        payment wrong, and unknown otherwise. A payment to or from the table, which is a stake,
        always stays unknown. `pair` has the seats of payer and payee.
        """
        wrong = self.of_play(pair) == "differs"
        is_never_due = wrong and TABLE not in pair  # a stake may be due for any winner
        due = "0" if is_never_due else ""
        return PayRow(*pair, self.names(pair), Pair(claimed, due), wrong=wrong)

    def wrong(self) -> Iterator[tuple[Seat, Seat]]:
        """Yield pairs of payer and payee for which the audit calls a payment wrong or missing.

        Fines imposed by a referee do not count.
        """
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
        """Return the row for a payment if the rules can compute the payments of the deal.

        `claimed` is the recorded amount, empty if nothing is recorded. `parts` are the computed
        payments from this payer to this payee, whose sum is the right amount. `pair` has the seats
        of payer and payee.
        """
        answer = self.of_play(pair)
        names = self.names(pair)
        is_unverified = answer == "unverified"
        is_claim_open = is_unverified and claimed != UNKNOWN
        if is_claim_open or settlement.reason_unknown(*pair):
            return PayRow(*pair, names, Pair(claimed, ""), is_unknown=True)
        # House rules may change payments that the audit does not check.
        may_differ = answer is None and bool(self.game.house_rules)
        points = Pair(claimed, str(sum(payment.points for payment in parts)))
        sums = tuple(sum_of(each.formula, self.rules) for each in parts if each.formula)
        laws = [self.rules.laws.get(each.clause) for each in parts]
        law = next((each for each in laws if each), None)
        is_unknown = is_unverified or may_differ
        return PayRow(*pair, names, points, sums, law, "", answer == "differs", is_unknown)

    def fined(self, pair: tuple[Seat, Seat], cause: str, paid: int | None, fine: Fines) -> PayRow:
        """Return the row for a fine, a payment that a referee imposed for `cause`.

        `paid` is the recorded amount: 0 if the payment is missing, None if the amount is not
        readable. The function `fine` computes the right amount from the cause and the pair.
        """
        answer = self.answer(pair, cause)
        is_unknown = answer == "unverified"
        due = fine(cause, pair)
        owed = "" if is_unknown or isinstance(due, Unclear) else str(due)
        points = Pair(number_text(paid), owed)
        law = self.rules.law("pay.penalty") if owed else None
        wrong = answer == "differs"
        return PayRow(*pair, self.names(pair), points, (), law, cause, wrong, is_unknown)


def stakes(game: Game, rules: RuleSet, settlement: Settlement) -> Iterator[PayRow]:
    """Yield a row for the table of payments for each stake, such as a riichi stick.

    A stake is an amount that a player put on the table during play. A record has no payment line
    for stakes; they follow from the rules.
    """
    rows = _Rows(game, rules, {})
    for each in settlement.staked:
        pair = each.payer, each.payee
        law = rules.laws.get(each.clause)
        yield PayRow(*pair, rows.names(pair), Pair("", str(each.points)), law=law, staked=True)


def penalties(
    game: Game, deal: Deal, rules: RuleSet, fine: Fines, answers: Answers
) -> Iterator[PayRow]:
    """Yield a row for the table of payments for each fine that a referee imposed in a deal.

    A fine that the rules require but the record lacks is included. The function `fine` computes the
    right amount. `answers` are the audit's verdicts, which decide what is marked as wrong or
    missing.
    """
    rows = _Rows(game, rules, answers)
    causes = dict.fromkeys(line.cause for line in deal.contents(Pay))
    for cause in filter(lambda cause: is_fine(cause, rules), causes):
        paid = paid_in_all(deal, cause)
        payers = [payer for payer, _ in paid]
        others = [pair for pair in product(payers, range(game.seats)) if pair not in paid]
        missing = [pair for pair in others if rows.answer(pair, cause) == "differs"]
        for pair in dict.fromkeys((*paid, *missing)):
            yield rows.fined(pair, cause, paid.get(pair, 0), fine)


def number_text(points: int | None) -> str:
    """Return a number of points as text; `?` for None, an unknown number."""
    return UNKNOWN if points is None else str(points)


def _name(game: Game, seat: Seat) -> str:
    if seat == TABLE:
        return gettext("table")
    return player_name(game, seat)


# --------------------------------------------------------------------------- the square


def matrix(game: Game, rows: Iterable[PayRow], *, judged: bool) -> Matrix | None:
    """Arrange a deal's payments in a table with a row for each payer and a column for each payee.

    Totals are added. `judged` is True if the rules can compute the payments. Return None if there
    are no payments.
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
    """Return the seats of all players, followed by the table if it is among `parties`.

    The table is a party because stakes are put on it and taken from it.
    """
    players = range(game.seats)
    return [*players, *sorted(set(parties) - set(players))]


def _parties(game: Game, seats: Iterable[Seat]) -> tuple[Party, ...]:
    return tuple(
        Party("" if seat == TABLE else seat_name(seat), _name(game, seat)) for seat in seats
    )


class _Square:
    """Computes the cells and the totals of a table of payments from the rows of payments."""

    def __init__(self, rows: Mapping[tuple[Seat, Seat], PayRow], *, judged: bool) -> None:
        self._rows = rows
        self._judged = judged
        self.stated = any(row.points.claimed for row in rows.values())

    def cell(self, payer: Seat, payee: Seat) -> Cell | None:
        """Return the cell of the table for what `payer` pays to `payee`; None if nothing."""
        row = self._rows.get((payer, payee))
        if row is None:
            return None
        claimed, due = row.points.claimed, row.points.due
        points = Pair(claimed or "0", due or "0") if row.wrong else row.points
        return Cell(points, row.mark)

    def gives(self, seat: Seat) -> Cell | None:
        """Return the cell with the total that the player or table at `seat` pays, if any."""
        return self._sum([row for row in self._rows.values() if row.payer == seat])

    def gets(self, seat: Seat) -> Cell | None:
        """Return the cell with the total that the player or table at `seat` receives, if any."""
        return self._sum([row for row in self._rows.values() if row.payee == seat])

    def _sum(self, rows: Sequence[PayRow]) -> Cell | None:
        """Return the cell with the total of these payments; None if there are none.

        Its recorded amount is empty if the record states no payments. Its right amount is empty if
        the right amount of a payment is unknown.
        """
        if not rows:
            return None
        is_due = self._judged and all(row.is_due_known for row in rows)
        claimed = _total([row.points.claimed for row in rows]) if self.stated else ""
        due = _total([row.points.due for row in rows]) if is_due else ""
        points = Pair(claimed, due)
        wrong = points.differs and claimed != UNKNOWN
        is_unknown = any(row.is_unknown for row in rows)
        return Cell(points, _mark(wrong=wrong, is_unknown=is_unknown))


def _total(numbers: Sequence[str]) -> str:
    """Add up points given as texts, and return the sum as text.

    The sum is `?` if one of the texts is `?`. An empty text counts as 0.
    """
    if UNKNOWN in numbers:
        return UNKNOWN
    return str(sum(int(number) for number in numbers if number))
