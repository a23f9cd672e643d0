"""The state that one deal leaves to the next: points, points on the table, the next dealer."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.auditor.checks.amounts_agree import changes_by_payments, changes_by_points
from mjlog.auditor.checks.changes import totals_due
from mjlog.auditor.checks.unsettled import changes_by_sums
from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.due import is_of_stakes
from mjlog.auditor.progress import dealer_by_label, possible_dealers
from mjlog.auditor.settled_deal import leaves_stakes_open
from mjlog.auditor.totals import Totals, add_rows, fill_row, subtract_rows
from mjlog.auditor.unread import is_open
from mjlog.model.deal_labels import is_named, named
from mjlog.model.findings import Claim, differing
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.record import SEATS, Deal, Next, Seat
from mjlog.model.settlement import known_points, sum_amounts
from mjlog.referee.rulebook import Continuation, Unclear


@dataclass(frozen=True, slots=True, eq=False)
class Carry:
    """The state of a game between two deals: what the earlier deals leave to the next deal.

    `points` are everybody's recorded totals, or totals computed from the changes if the record has
    none. `points_due` are other totals with which the next deal may begin; empty if none are known.
    They are the right totals if the recorded totals are wrong. If the record has no totals, they
    are the sums that the players get by adding up wrong payments or changes as written. `sum_due`
    is the right sum of all totals if the recorded totals have another sum. `pool` is the number of
    points on the table, None if unknown. `latest` is the latest deal. `is_unpriced`: a ruling may
    have moved points that no line states. `readings_left` is the number of changed versions of
    deals that the audit may still try.
    """

    points: Totals
    points_due: Totals = ()
    sum_due: int | None = None
    pool: int | None = 0
    latest: DealCheck | None = None
    is_unpriced: bool = False
    readings_left: int = 0

    @property
    def continuation(self) -> Continuation | None:
        """Return the label, dealer and counters that the rules expect for the next deal.

        Return None if the rules do not determine these, and before the first deal.
        """
        if self.latest is None or isinstance(self.latest.continuation, Unclear):
            return None
        return self.latest.continuation

    @property
    def is_over(self) -> bool:
        """Whether the game is over by the rules after the latest deal, or was over before it."""
        if self.latest is not None and self.latest.start.is_past_end:
            return True
        return self.continuation is not None and bool(self.continuation.is_over)

    def counters_due(self) -> int | None:
        """Return the number of counters (honba) that the next deal must have after the latest deal.

        Counters say how often in a row the dealer has dealt again. Return 0 before the first deal,
        and None if the number is unknown.
        """
        coming, latest = self.continuation, self.latest
        if coming is not None:
            return coming.counters
        if latest is None:
            return 0
        anyway = latest.rules.progress.counters_anyway
        return anyway(latest.outcome) if anyway else None

    def is_followed_by(self, deal: Deal) -> bool:
        """Return whether `deal` has the label, such as `E2`, that must follow the latest deal.

        Return True also if the rules do not determine the next label, or if the label of `deal` is
        not the name of a round.
        """
        coming = self.continuation
        if coming is None or not coming.label or named(deal.label) is None:
            return True
        return is_named(deal.label, coming.label)

    def dealer_by_name(self, deal: Deal) -> Seat | None:
        """Return the dealer whom the label of `deal` implies, if the header names another dealer.

        For example, the label `E2` implies the second player. Return None if label and header
        agree, or if the header names no dealer. Return None also if the header may be right: the
        deal has turns, the rules do not expect this label or dealer next, or the `next` line of the
        deal before names another dealer than the label implies.
        """
        dealer, label, latest = deal.attribute("dealer"), named(deal.label), self.latest
        if dealer is None or latest is None or deal.turns:
            return None
        possible = possible_dealers(latest)
        if not possible or (label is None and len(possible) > 1):
            return None
        due = possible[0] if label is None else dealer_by_label(deal)
        if (
            due is None
            or due not in possible
            or dealer == SEATS[due]
            or not self.is_followed_by(deal)
        ):
            return None
        announced = [dict(line.attributes).get("dealer") for line in latest.deal.contents(Next)]
        return due if {*announced} <= {None, SEATS[due]} else None

    def may_leave(self, pool: int) -> bool:
        """Return whether `pool` points may have been on the table after the latest deal.

        Return True also if the right number of points is unknown, or before the first deal.
        """
        if pool == self.pool or self.pool is None or self.latest is None:
            return True
        outcome, step = self.latest.outcome, self.latest.rules.pot.step
        if not self.latest.is_ready_open or outcome.winners or not step:
            return False
        # If nobody says who was ready, any player may have laid a stake in that deal.
        staked, rest = divmod(pool - self.pool, step)
        return not rest and 0 < staked <= outcome.seats

    def has_left(self, points: Sequence[int | None]) -> bool:
        """Return whether the players may begin the next deal with `points`, a number for each.

        Each number must be the player's recorded or right total after the latest deal. If the rules
        are unknown, the number may differ from this total by one or more stakes (sticks that
        players lay on the table when they declare ready).
        """
        due = self.points_due or self.points
        if len(points) != len(due):
            return False
        # If the rules are unknown, players may have laid or taken stakes.
        latest = self.latest
        stake = latest.rules.pot.step if latest is not None and latest.rules.is_unknown else 0
        for number, *left in zip(points, self.points, due, strict=True):
            differences = known_points(subtract_rows((number,) * 2, left))
            if not any(is_of_stakes(difference, stake) for difference in differences):
                return False
        return True


def carry_after(sheet: DealCheck, readings_left: int) -> Carry:
    """Compute the state of the game after a deal, and return it for the audit of the next deal.

    `sheet` is the deal with its verdicts. The recorded totals are used even if they are wrong, so
    that the next deals do not repeat the error. If the record has no totals, they are computed.
    `readings_left` is the number of changed turns that the audit may still try in later deals.
    """
    points, points_due = _points_after(sheet)
    sum_due = None
    # The totals have a wrong sum, but nobody knows whose total is wrong.
    if sheet.findings and Claim("score") in [each.claim for each in differing(sheet.verdicts)]:
        sum_due = (
            sum_amounts(sheet.start.points) if sheet.start.sum_due is None else sheet.start.sum_due
        )
    pool, settlement = sheet.outcome.pool, sheet.settlement
    if (
        isinstance(settlement, Unclear)
        or sheet.has_gap
        or is_open(sheet.start.unread, "pool")
        or (settlement.alternatives and leaves_stakes_open(settlement))
    ):
        pool = None
    elif pool is not None:
        pool += settlement.left_on_the_table
    unpriced = bool(sheet.fines.unpriced)
    return Carry(points, points_due, sum_due, pool, sheet, unpriced, readings_left)


def _points_after(sheet: DealCheck) -> tuple[Totals, Totals]:
    """Return the values of the fields `points` and `points_due` of the `Carry` after the deal.

    If the record has no totals after the deal, `points` are computed from the points before the
    deal. `points_due` is empty if no other totals are known with which the next deal may begin.
    """
    before = sheet.start.points
    points: Totals = (None,) * sheet.outcome.seats
    points_due: Totals = ()
    is_unsure = (
        sheet.condition or sheet.has_gap or sheet.is_course_open or is_open(sheet.start.unread)
    )
    if not is_unsure and None not in before:
        # A change that depends on a ruling without a price is not used.
        for change, why in sheet.whole_changes[:1]:
            if not why:
                points, points_due = (
                    add_rows(before, change),
                    add_rows(sheet.start.points_due, change),
                )
    if sheet.rules.is_unknown:
        by_sums = changes_by_sums(sheet)
        points, points_due = add_rows(before, by_sums), add_rows(sheet.start.points_due, by_sums)
    elif not sheet.deal.numbers("score") and sheet.is_off:
        # The players may have added up the payments or changes as they wrote them.
        for change in (*changes_by_points(sheet, "net"), *changes_by_payments(sheet))[:1]:
            points_due = points_due or add_rows(before, change)
    for totals in sheet.deal.numbers("score"):
        if totals == points and not sheet.start.points_due:
            continue
        points = fill_row(totals, points)
        points_due = _due_instead(sheet, totals)
    return points, points_due


def _due_instead(sheet: DealCheck, totals: Totals) -> Totals:
    """Return everybody's right totals after the deal, if the recorded totals `totals` are wrong.

    Return an empty tuple if `totals` are right. Return it also if a number in `totals` is missing,
    or if the right totals are unknown.
    """
    right, before = totals_due(sheet, totals), sheet.start.points
    if None in totals or len(totals) != len(right):
        return ()
    due_before = sheet.start.points_due or before
    due: list[int | None] = []
    for seat, (stated, amounts) in enumerate(zip(known_points(totals), right, strict=True)):
        # A total that follows from an earlier wrong total carries that error on.
        if stated in amounts:
            due += add_rows(
                due_before[seat : seat + 1], subtract_rows(amounts[:1], before[seat : seat + 1])
            )
        else:
            due.append(min(amounts, key=lambda amount: abs(amount - stated)))
    return () if due == [*totals] else tuple(due)
