"""The search for the smallest change of a sheet that makes a deal without turns consistent.

It changes each fact of the deal in turn and counts the cells that then differ from the rules. The
reading with the fewest slips explains the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Final

from mjlog.auditor.claims import check_claims
from mjlog.auditor.deal_check import MONEY, OF_READY, DealCheck
from mjlog.auditor.diagnosis.number_slips import how_many, slips_of_cells
from mjlog.auditor.diagnosis.prices import propose_prices, propose_worths_of_prices
from mjlog.auditor.diagnosis.search import Limits, diagnose, is_accepted
from mjlog.auditor.diagnosis.sheet_suspects import Entry, Fact, entry_of, propose_facts
from mjlog.auditor.diagnosis.witnesses import (
    Neighbours,
    contradicts_stakes_won,
    count_contradicted,
)
from mjlog.model.findings import Finding, codes_of, errors, leave_out_codes, with_codes
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.patience import go_on
from mjlog.model.record import TABLE, Pay, Points, Seat
from mjlog.model.settlement import Settlement
from mjlog.model.slips import Explanation, Slip
from mjlog.referee.rulebook import Unclear

LIMITS: Final = Limits(enough=2, built_on=3)
MOST_STAKES: Final = 4
"""Most stakes that one deal may bring to the table: one of each player."""
GAIN: Final = 2
"""Wrong entries that a reading must save if it leaves others wrong."""

Check = Callable[[Fact], DealCheck]
"""A function that checks the deal with one changed fact."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible explanation of a deal: the deal with entries changed, and what stays wrong.

    `facts` are the changed entries. `errors_left` is the number of amounts that stay wrong,
    `against` the number of other entries that contradict the explanation. `fact` is the last
    changed entry; None if nothing was changed. `ruled` is the deal with the price by the rules, if
    a wrong price is the explanation.
    """

    sheet: DealCheck
    facts: tuple[Slip, ...]
    errors_left: int
    fact: Fact | None = None
    against: int = 0
    ruled: DealCheck | None = None

    @property
    def size(self) -> int:
        """The number of wrong entries in this explanation.

        Counted are changed entries, amounts that stay wrong, and entries that contradict the
        changes.
        """
        return len(self.facts) + self.errors_left + self.against

    @property
    def gain(self) -> int:
        """How many fewer wrong entries than the deal as written this explanation must have.

        The number is 0 if no amount stays wrong, otherwise 2.
        """
        return GAIN if self.errors_left else 0

    @property
    def cells(self) -> list[Slip]:
        """The mistakes in amounts that stay wrong; an empty list if payments are unknown."""
        is_paid = isinstance(self.sheet.settlement, Settlement)
        return slips_of_cells(self.sheet) if is_paid else []

    @property
    def slips(self) -> tuple[Slip, ...]:
        """All mistakes of this explanation: changed entries, then amounts that stay wrong."""
        return (*self.facts, *self.cells)

    @property
    def explanation(self) -> Explanation:
        """This explanation in the form that reports use: wrong entries and right totals."""
        return Explanation(self.slips, (self.ruled or self.sheet).points_due())


def is_borne_out(sheet: DealCheck) -> bool:
    """Return whether exactly one amount of a deal is wrong, and other lines confirm that it is.

    For example, a wrong `pay` line is confirmed by a `net` line.
    """
    return sheet.is_settled and how_many(sheet) == 1 and is_certain(Candidate(sheet, (), 1))


def is_certain(plain: Candidate) -> bool:
    """Return whether one amount is certainly the only mistake of a deal.

    `plain` is the deal without changed entries. It must have exactly one wrong amount, and a line
    of another kind that shows the right amount. Return False if a win is not legal, or if one or
    more stakes would explain the difference.
    """
    if plain.facts or plain.errors_left > 1 or not plain.cells or plain.sheet.outcome.false_wins:
        return False
    # If a player was ready but is not named, amounts also differ by multiples of the stake.
    if _is_of_stakes(plain.cells[0], plain.sheet.rules.pot.step):
        return False
    deal, wrong = plain.sheet.deal, plain.cells[0].claim.kind
    others: list[Points | Pay] = [*deal.contents(Points), *deal.contents(Pay)]
    return any(each.keyword != wrong for each in others)


def _is_of_stakes(slip: Slip, step: int) -> bool:
    """Return whether a wrong amount may be explained by stakes, which players lay on the table.

    `step` is the size of a stake in points; the difference must be one to four stakes. If the
    mistake is a wrong payer or payee, return whether the table is the payer or the payee.
    """
    if slip.kind in {"payer", "payee"}:
        return TABLE in {slip.claim.seat, slip.claim.payee}
    if not step:
        return False
    recorded, expected = [
        int(word) if word.lstrip("-").isdigit() else 0 for word in (slip.recorded, slip.expected)
    ]
    stakes, rest = divmod(abs(recorded - expected), step)
    return not rest and stakes <= MOST_STAKES


class Search:
    """The search for wrong entries of a deal without turns that explain its errors.

    `around` is what other deals say about the deal. `opened` are the errors about shown hands.
    `is_ready_recorded`: the record has lines that say who was ready.
    """

    def __init__(
        self,
        sheet: DealCheck,
        check: Check,
        around: Neighbours,
        opened: Sequence[Finding],
        *,
        is_ready_recorded: bool,
    ) -> None:
        self.check = check
        # If a later winner gets other stakes than the deal leaves as written, either may be wrong.
        if contradicts_stakes_won(sheet, around.stakes_won):
            around = replace(around, stakes_won=None)
        self.around = around
        self.opened = opened
        self.is_ready_recorded = is_ready_recorded
        against = count_contradicted(sheet, around, opened)
        self.plain = Candidate(sheet, (), _count_left(sheet), against=against)

    def smallest(self) -> list[Candidate]:
        """Return the explanations with the smallest number of wrong entries, the likeliest first.

        The list is empty if nothing is wrong, or if nothing explains the errors. The explanation
        that only amounts are wrong comes first.
        """
        plain, sheet = self.plain, self.plain.sheet
        if not plain.errors_left or not sheet.is_settled or not codes_of(self.opened) <= OF_READY:
            by_names = self._smallest_of_names()
            if by_names or not plain.cells or sheet.is_settled or self.opened:
                return by_names
            # The known amounts are explained even if other payments are unknown.
            return _smallest([*self._propose_prices(plain), plain])
        if is_certain(plain) and not sheet.rivals:
            return [plain]
        readings = diagnose(plain, self._propose, LIMITS)
        if readings and sheet.outcome.false_wins:
            return _smallest(readings)
        smallest = _smallest([plain, *readings])
        if smallest[0] is plain:
            smallest += [Candidate(rival, (), how_many(rival)) for rival in sheet.rivals]
        return smallest

    def _smallest_of_names(self) -> list[Candidate]:
        """Return explanations by a wrong name: another winner, discarder, dealer or owner of items.

        Used if the amounts are right or unknown. An explanation must make everything right or save
        at least two errors. Return an empty list if no explanation does.
        """
        wrong = max(self.plain.size, len(errors(self.plain.sheet.findings)))
        # A wrong letter may name a player who has won before and takes no further part.
        others = leave_out_codes(self.opened, {"turn.out"})
        if not wrong or not {finding.area for finding in others} <= {"win", "deal", "show"}:
            return []
        readings: list[Candidate] = []
        for fact in propose_facts(self.plain.sheet, names_alone=True):
            go_on()
            if self.opened and fact.slip.kind == "dealer":
                continue  # another dealer does not make an illegal win legal
            sheet = self.check(fact)
            # The discarder decides only amounts. If more of them become unknown with another
            # discarder, nothing supports the change.
            is_unknown = fact.slip.kind == "discarder" and not self._tells_as_much(sheet)
            if is_unknown or not _is_possible(sheet):
                continue
            if not sheet.verdicts:
                check_claims(sheet)
            left, against = _count_left(sheet), count_contradicted(sheet, self.around)
            reading = Candidate(sheet, (fact.slip,), left, fact, against)
            # Some entries may stay wrong if the reading makes enough others right, and not only
            # unknown.
            if reading.size == 1 or (sheet.is_settled and reading.size + GAIN <= wrong):
                readings.append(reading)
        if wrong > 1 or not readings:
            return _smallest(readings) if readings else []
        # Blame either entry only if the reading makes something right, and not only unknown.
        for error in [*errors(self.opened), *errors(self.plain.sheet.findings)]:
            is_of_money, is_of_hand = error.code in MONEY, error.area == "show"
            borne_out = [
                reading
                for reading in readings
                if (is_of_money and reading.sheet.is_settled)
                or (is_of_hand and error.place.seat in reading.sheet.outcome.winning_seats)
            ]
            if borne_out:
                return _smallest([self.plain, *borne_out])
        return []

    def _tells_as_much(self, sheet: DealCheck) -> bool:
        """Return whether a changed deal has no more unknown payments than the deal as written."""
        written, settlement = self.plain.sheet.settlement, sheet.settlement
        if isinstance(written, Unclear) or isinstance(settlement, Unclear):
            return sheet.is_settled
        return len(settlement.unknown_pairs) <= len(written.unknown_pairs)

    def _propose(self, first: Candidate) -> Iterator[Candidate]:
        """Yield explanations that call one more entry wrong than the explanation `first`.

        Once a change of an entry makes all amounts right, no further change of this entry is tried.
        """
        if first.ruled is not None:
            return  # a wrong price explains all amounts, so no second entry is changed
        yield from self._propose_prices(first)
        explained: set[Entry] = set()
        facts = propose_facts(first.sheet, is_ready_recorded=self.is_ready_recorded)
        is_of_one_entry = not first.facts and how_many(first.sheet) > 1
        worths = propose_worths_of_prices(first.sheet, self.check) if is_of_one_entry else ()
        for fact in chain(facts, worths):
            entry = entry_of(fact.slip)
            if entry in explained:
                continue
            go_on()
            sheet = self.check(fact)
            if not sheet.is_settled or not _is_possible(sheet):
                continue
            candidate = Candidate(sheet, (*first.facts, fact.slip), how_many(sheet), fact)
            if not candidate.errors_left:
                explained.add(entry)
            yield from self._weigh(candidate)

    def _propose_prices(self, first: Candidate) -> Iterator[Candidate]:
        """Yield explanations in which one wrong price of a hand explains several wrong amounts.

        `first` is the explanation so far; the wrong price is added to its mistakes.
        """
        for slip, priced in propose_prices(first.sheet) if how_many(first.sheet) > 1 else ():
            facts, left = (*first.facts, slip), how_many(priced)
            yield from self._weigh(Candidate(priced, facts, left, first.fact, ruled=first.sheet))

    def _weigh(self, candidate: Candidate) -> Iterator[Candidate]:
        """Check the deal of an explanation, and yield the explanation with its field `against` set.

        This field is the number of other entries that contradict the explanation. Yield nothing if
        the explanation saves too few wrong entries. Yield nothing also if it changes the value of a
        shown hand whose items are wrong as written, because another value does not correct these.
        """
        if not is_accepted(self.plain, candidate):
            return
        written = self.plain.sheet
        for slip in candidate.facts:
            winner = written.outcome.winner_of(slip.claim.seat)
            if slip.kind in {"step", "kong"} and winner is not None and winner.tiles is not None:
                # If a shown hand has wrong items as written, another value does not make it right.
                wrong = leave_out_codes(errors(written.findings), MONEY)
                if slip.place.line in {error.place.line for error in wrong}:
                    return
        if not candidate.sheet.verdicts:
            check_claims(candidate.sheet)
        sheet, is_priced_wrong = candidate.sheet, candidate.ruled is not None
        against = count_contradicted(sheet, self.around, is_priced_wrong=is_priced_wrong)
        yield replace(candidate, against=against)


def _count_left(sheet: DealCheck) -> int:
    """Count the mistakes in the amounts of a deal.

    If the payments are unknown, count the lines with an error about an amount.
    """
    if sheet.is_settled:
        return how_many(sheet)
    return len({finding.place.line for finding in with_codes(errors(sheet.findings), MONEY)})


def _is_possible(sheet: DealCheck) -> bool:
    """Return whether all wins of a deal are legal and no hand contradicts who was ready.

    A hand contradicts this if it has an item that only a ready player can score, although its
    player was not ready.
    """
    if sheet.outcome.false_wins:
        return False
    ready = sheet.outcome.ready
    if ready is None:
        return True  # items on the sheet show by themselves that a hand was declared
    for seat, claim in sheet.outcome.claimed.items():
        named = [name for name, points in claim.items if points]
        if seat not in ready and not sheet.rules.scoring.declared_items.isdisjoint(named):
            return False
    return True


def _smallest(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the explanations with the fewest wrong entries, the likeliest first.

    Of explanations that call the same entries wrong, only one is returned. Of explanations with
    equally many wrong entries, the less likely are left out. `candidates` must not be empty.
    """
    least = min(each.size for each in candidates)
    fewest = [(each, each.slips) for each in candidates if each.size == least]
    kinds = [[slip.kind for slip in slips] for _, slips in fewest]
    # If the value of a hand explains all payments, the value is wrong, not the payments. But a
    # price without the dealer's share or the counters is as likely; and items that add up to the
    # value support the value.
    of_value = [slips[0] for _, slips in fewest if slips and slips[0].kind in {"step", "kong"}]
    if of_value and not any(_adds_up(candidates[0].sheet, slip.claim.seat) for slip in of_value):
        usual = [
            way for way in fewest if way[0].ruled is None or _is_usual_price(way[0], candidates)
        ]
        fewest = usual or fewest
    step = candidates[0].sheet.rules.pot.step
    winners = candidates[0].sheet.outcome.winning_seats
    # What a loser pays too much is probably a stake.
    of_losers = [
        slip
        for slip in candidates[0].cells
        if slip.claim.kind == "score"
        or (slip.claim.kind == "net" and slip.claim.seat not in winners)
    ]
    # A price that is wrong by a stake is unlikely, unless the mistake is a usual one.
    is_priced = any(_is_usual_price(candidate, candidates) for candidate, _ in fewest)
    is_of_stakes = any(_is_of_stakes(slip, step) for slip in of_losers)
    if ["ready"] in kinds and is_of_stakes and not is_priced:
        # If a stake is missing in a total, later deals will show it.
        return [each for each, slips in fewest if [slip.kind for slip in slips] == ["ready"]][:1]
    if any(kind in _NAMES for kind in kinds):
        # One wrong name is likelier than two swapped amounts.
        fewest.sort(key=lambda way: [slip.kind for slip in way[1]] == ["exchanged"])
    by_place: dict[frozenset[Entry], Candidate] = {}
    for each, slips in fewest:
        by_place.setdefault(frozenset([entry_of(slip) for slip in slips]), each)
    return list(by_place.values())


_NAMES: Final = (["discarder"], ["winner"], ["ready"], ["tenpai"])


def _adds_up(sheet: DealCheck, seat: Seat) -> bool:
    """Return whether the sheet has items with points for a player's hand, and also their sum."""
    claim = sheet.outcome.claimed.get(seat)
    points = {} if claim is None else dict(claim.items)
    has_points = any(number is not None for name, number in points.items()
                     if name != sheet.rules.scoring.sum_stated)  # fmt: skip
    return sheet.rules.scoring.sum_stated in points and has_points and sheet.names_items(seat)


def _is_usual_price(candidate: Candidate, candidates: Sequence[Candidate]) -> bool:
    """Return whether an explanation is a usual mistake in the price of a hand.

    Usual mistakes are to leave out the points for counters or the dealer's double share, and to pay
    as if another player were the dealer. `candidates` are all explanations.
    """
    if candidate.ruled is None:
        return False
    for slip in slips_of_cells(candidate.ruled):
        if slip.claim == candidate.facts[-1].claim and slip.kind in {"dealers-share", "counters"}:
            return True
    return any(
        not each.errors_left and [slip.kind for slip in each.facts] == ["dealer"]
        for each in candidates
    )
