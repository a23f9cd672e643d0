"""Audits of deals kept for the next audit of a record that is being typed."""

from __future__ import annotations

from mjlog.auditor.carry import Carry
from mjlog.auditor.context import Context
from mjlog.auditor.deal_audit import AuditedDeal
from mjlog.model.findings import codes_of, findings_of_deal
from mjlog.model.frozen import value
from mjlog.model.lazy_dataclass import replace
from mjlog.model.record import Deal
from mjlog.referee.replay import Played, replay
from mjlog.referee.rule_set import RuleSet

Surroundings = tuple[object, ...]


@value
class _Kept:
    deals: tuple[Deal, ...]
    carry: Carry
    surroundings: Surroundings
    audited: AuditedDeal


class KeptDeals:
    """The audits of a record's deals, by number, from the last time that the record was audited.

    It makes the audit of a record that is being typed fast. An audit is reused if the deal is the
    same object with the same number, and nothing else on which the audit depends has changed.
    """

    def __init__(self) -> None:
        self._kept: dict[int, _Kept] = {}
        self._replays: dict[int, tuple[Deal, RuleSet, Played]] = {}

    def played(self, number: int, deal: Deal, context: Context) -> Played:
        """Return the replay of a deal that was stored by an earlier call.

        The stored replay is used if the deal object is the same and the rules are equal. Otherwise
        replay the deal now and store the replay.
        """
        kept_deal, rules, played = self._replays.get(number, (None, None, None))
        if played is None or kept_deal is not deal or rules != context.rules:
            played = replay(deal, context.rules, seats=context.game.seats)
            self._replays[number] = (deal, context.rules, played)
        return played

    def audited(self, number: int, carry: Carry, context: Context) -> AuditedDeal | None:
        """Return the stored audit of a deal; None if none is stored or it may be out of date.

        `carry` is the present state of the game after the earlier deals.
        """
        kept = self._kept.get(number)
        # Comparing the identity of deals is faster than comparing their contents.
        seen = [id(deal) for deal in _deals_seen(number, context)]
        if (
            kept is None
            or [id(deal) for deal in kept.deals] != seen
            or kept.surroundings != _audit_inputs(number, context)
            or _state_of(kept.carry) != _state_of(carry)
        ):
            return None
        # All deals share a limit of readings. What is left of it must not change this audit.
        before, now = kept.carry.readings_left, carry.readings_left
        if before != now and kept.audited.diagnosis.tried >= min(before, now):
            return None
        return kept.audited

    def store(self, number: int, carry: Carry, context: Context, audited: AuditedDeal) -> None:
        """Store the audit of deal `number` for later calls of `audited`.

        A quick audit, which does not search for the causes of errors, is not stored.
        """
        if context.is_glance:
            return
        deals, surroundings = _deals_seen(number, context), _audit_inputs(number, context)
        self._kept[number] = _Kept(deals, carry, surroundings, audited)


def _deals_seen(number: int, context: Context) -> tuple[Deal, ...]:
    """Return the deals on which the audit of deal `number` depends: this deal and the next two."""
    return context.game.deals[number - 1 : number + 2]


def _audit_inputs(number: int, context: Context) -> Surroundings:
    """Return everything outside deal `number` that its audit depends on, for comparison.

    Examples are the rules and whether any deal has a `ready` line. The next deals and the state
    after the earlier deals are left out, because they are compared separately.
    """
    game = context.game
    deals = game.deals
    before = deals[: number - 1]
    return (
        context.rules,
        context.house,
        context.stated,
        context.names_ready,
        context.names_bonus,
        context.stakes_in_nets,
        game.seats,
        len(deals),
        before[-1].attribute("seats") if before else None,
        any(bool(deal.numbers("score")) for deal in before),
        "syntax.no_deal" in codes_of(game.findings),
        tuple(sorted(codes_of(findings_of_deal(game.findings, number)))),
    )


def _state_of(carry: Carry) -> tuple[object, ...]:
    """Return the state of the game between two deals as a tuple, for comparison.

    If the tuples of two states are equal, the audit of the next deal has the same result. The turns
    of the latest deal are left out.
    """
    numbers = (
        carry.points,
        carry.points_due,
        carry.sum_due,
        carry.pool,
        carry.is_unpriced,
        carry.counters_due(),
    )
    sheet = carry.latest
    if sheet is None:
        return numbers
    deal = sheet.deal
    return (
        *numbers,
        sheet.number,
        deal.span,
        deal.label,
        deal.attributes,
        deal.lines,
        [line.span for line in deal.lines],
        replace(sheet.outcome, hands=(), seen=None),
        sheet.continuation,
        sheet.next_dealer,
        sheet.is_ready_open,
        sheet.interpretation.house,
        sheet.start.unread,
    )
