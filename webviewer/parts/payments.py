"""Who pays whom at the end of a deal.

What the sheet says beside what the rules give, pair by pair and in all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from mjlog.auditor.owed import in_all_causes, is_fine, stated
from mjlog.auditor.payments import claim_of
from mjlog.model.findings import GRAVEST, Answer, Claim, Law
from mjlog.model.messages import Message
from mjlog.model.record import TABLE, Deal, Game, Pay, Seat, seat_name
from mjlog.model.settlement import Payment, Settlement, paid_in_all
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Unclear,
)
from webviewer.i18n import gettext
from webviewer.parts.seats_view import player_name
from webviewer.parts.sums import Sum, sum_of

UNKNOWN: Final = "?"
"""What a sheet writes for points that nobody knows."""

CAUSES: Final = {
    "false-win": Message("a false win").message,
    "chombo": Message("chombo").message,
    "wrong-draw": Message("a wrong draw").message,
    "long-hand": Message("a hand too long").message,
    "short-hand": Message("a hand too short").message,
}
"""What penalties are paid for, as far as rule sets name it."""

Answers = Mapping[Claim, Answer]
"""The audit's answers to the claims of a deal."""

Fines = Callable[[str, tuple[Seat, Seat]], int | Unclear]
"""What the first of two players owes the second for that cause."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A number as the sheet has it and as the rules make it.

    Empty where one of them does not say.
    """

    claimed: str
    due: str

    @property
    def differs(self) -> bool:
        """Whether both say something, and not the same."""
        return bool(self.claimed and self.due and self.claimed != self.due)


@dataclass(frozen=True, slots=True)
class PayRow:
    """What one pays another.

    As recorded and as due, with the sums of its parts and its clause.

    It is `wrong` where a sheet that states payments states another, `untold` where the record does
    not tell what is due; what is paid for a ruling has a `cause`. What is `staked` was paid in the
    course of play, as the rules have it. One that is not `paired` is shared out: neither the sheet
    nor the rules say who pays whom.
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
        """Whether there is more to be said of it than the points."""
        return bool(self.sums or self.law or self.cause or self.staked)

    @property
    def cause_named(self) -> str:
        """What it is paid for, in the language of the answer as far as that has a name for it."""
        if self.cause in CAUSES:
            return gettext(CAUSES[self.cause])
        return self.cause.replace("-", " ")


@dataclass(frozen=True, slots=True)
class Party:
    """Who pays or is paid: the letter of the seat and the player's name.

    The table has no letter.
    """

    letter: str
    name: str


@dataclass(frozen=True, slots=True)
class Cell:
    """What one party pays another in all, or pays or gets in all.

    `mark` says how the two numbers agree.
    """

    points: Pair
    mark: Literal["", "differs", "untold"] = ""


@dataclass(frozen=True, slots=True)
class Matrix:
    """The payments as a square.

    A row for each player, who may pay, a column for each, who may be paid, and the sums.

    The table has a row where it pays and a column where it is paid. A cell is None where nothing is
    paid. `stated` tells whether the sheet states payments, `judged` whether the rules can tell what
    is due, `paired` whether anything says who pays whom: where nothing does, only the sums hold.
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
        """In how many cells the sheet says otherwise than the rules."""
        return self._marked("differs")

    @property
    def untold(self) -> int:
        """In how many cells nobody can tell."""
        return self._marked("untold")

    def _marked(self, mark: str) -> int:
        return sum(cell is not None and cell.mark == mark for row in self.cells for cell in row)


def payments(
    game: Game, deal: Deal, rules: RuleSet, settlement: Settlement | None, answers: Answers
) -> tuple[PayRow, ...]:
    """The payments as recorded and as due, but for what is paid for a ruling.

    Whether one is wrong only the audit says: `answers` are its answers.
    """
    plain = in_all_causes(stated(deal, rules))
    settled_for = ["", *(cause for cause in rules.penalties.causes if not is_fine(cause, rules))]
    due: dict[tuple[Seat, Seat], list[Payment]] = {}
    for payment in settlement.payments if settlement else ():
        due.setdefault((payment.payer, payment.payee), []).append(payment)

    def row(pair: tuple[Seat, Seat]) -> PayRow:
        claimed = as_number(plain[pair]) if pair in plain else ""
        given = [_answer(answers, pair, cause) for cause in settled_for]
        answer = next((each for each in GRAVEST if each in given), None)
        names = _name(game, pair[0]), _name(game, pair[1])
        if settlement is None:  # what differs even so is never due, whatever the hands were
            wrong = answer == "differs"
            return PayRow(*pair, names, Pair(claimed, "0" if wrong else ""), wrong=wrong)
        perhaps = answer == "unverified" and claimed != UNKNOWN
        if perhaps or settlement.reason_untold(*pair):
            return PayRow(*pair, names, Pair(claimed, ""), untold=True)
        untold = answer == "unverified" or (answer is None and bool(game.house_rules))
        parts = due.get(pair, [])
        owed = str(sum(payment.points for payment in parts))
        sums = tuple([sum_of(each.formula, rules) for each in parts if each.formula])
        law = next((rules.laws[each.clause] for each in parts if each.clause in rules.laws), None)
        return PayRow(*pair, names, Pair(claimed, owed), sums, law, "", answer == "differs", untold)

    paired = settlement is None or bool(plain) or not settlement.shared
    return tuple(replace(row(pair), paired=paired) for pair in dict.fromkeys((*due, *plain)))


def stakes(game: Game, rules: RuleSet, settlement: Settlement) -> Iterator[PayRow]:
    """What was laid on the table in the course of play.

    Which no line of a sheet tells as a payment.
    """
    for each in settlement.staked:
        names = _name(game, each.payer), _name(game, each.payee)
        law = rules.laws.get(each.clause)
        yield PayRow(
            each.payer, each.payee, names, Pair("", str(each.points)), law=law, staked=True
        )


def penalties(
    game: Game, deal: Deal, rules: RuleSet, fine: Fines, answers: Answers
) -> Iterator[PayRow]:
    """What is paid for rulings, as recorded and as due; also what the audit misses."""
    for cause in dict.fromkeys(line.cause for line in deal.told(Pay) if is_fine(line.cause, rules)):
        paid = paid_in_all(deal, cause)
        others = [(payer, payee) for payer, _ in paid for payee in range(game.seats)]
        missing = [
            pair
            for pair in others
            if pair not in paid and _answer(answers, pair, cause) == "differs"
        ]
        for pair in dict.fromkeys((*paid, *missing)):
            answer = _answer(answers, pair, cause)
            untold = answer == "unverified"
            due = fine(cause, pair)
            owed = "" if untold or isinstance(due, Unclear) else str(due)
            points, law = (
                Pair(as_number(paid.get(pair, 0)), owed),
                rules.law("pay.penalty") if owed else None,
            )
            names = _name(game, pair[0]), _name(game, pair[1])
            yield PayRow(*pair, names, points, (), law, cause, answer == "differs", untold)


def _answer(answers: Answers, pair: tuple[Seat, Seat], cause: str) -> Answer | None:
    return answers.get(claim_of(*pair, cause))


def as_number(points: int | None) -> str:
    """Points as a sheet writes them."""
    if points is None:
        return UNKNOWN
    return str(points)


def _name(game: Game, seat: Seat) -> str:
    if seat == TABLE:
        return gettext("table")
    return player_name(game, seat)


# --------------------------------------------------------------------------- the square


def matrix(game: Game, rows: Iterable[PayRow], *, judged: bool) -> Matrix | None:
    """The payments as a square; None where nobody pays."""
    plain = {(row.payer, row.payee): row for row in rows}
    if not plain:
        return None
    payers, payees = (
        [*range(game.seats), *sorted({pair[side] for pair in plain} - set(range(game.seats)))]
        for side in (0, 1)
    )
    stated = any(row.points.claimed for row in plain.values())

    def summed(rows: Iterable[PayRow]) -> Cell | None:
        return _sum(list(rows), stated=stated, judged=judged)

    return Matrix(
        _parties(game, payers),
        _parties(game, payees),
        tuple(tuple(_cell(plain.get((payer, payee))) for payee in payees) for payer in payers),
        tuple(summed(row for row in plain.values() if row.payer == seat) for seat in payers),
        tuple(summed(row for row in plain.values() if row.payee == seat) for seat in payees),
        stated,
        judged,
        all(row.paired for row in plain.values()),
    )


def _parties(game: Game, seats: Iterable[Seat]) -> tuple[Party, ...]:
    return tuple(
        Party("" if seat == TABLE else seat_name(seat), _name(game, seat)) for seat in seats
    )


def _cell(row: PayRow | None) -> Cell | None:
    if row is None:
        return None
    points = Pair(row.points.claimed or "0", row.points.due or "0") if row.wrong else row.points
    return Cell(points, "differs" if row.wrong else "untold" if row.untold else "")


def _sum(rows: Sequence[PayRow], *, stated: bool, judged: bool) -> Cell | None:
    """What is paid in all; not known where a part of it is not."""
    if not rows:
        return None
    untold = any(row.untold for row in rows)
    claimed = ""
    if stated:
        claimed = _total([row.points.claimed or "0" for row in rows])
    told = judged and not any(row.untold and not row.points.due for row in rows)
    due = ""
    if told:
        due = _total([row.points.due or "0" for row in rows])
    points = Pair(claimed, due)
    wrong = points.differs and claimed != UNKNOWN
    return Cell(points, "differs" if wrong else "untold" if untold else "")


def _total(numbers: Sequence[str]) -> str:
    if UNKNOWN in numbers:
        return UNKNOWN
    return str(sum(map(int, numbers)))
