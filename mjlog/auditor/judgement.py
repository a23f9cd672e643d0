"""One reading of a deal, replayed, settled and compared with the record's claims."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.auditor.claims import check_claims
from mjlog.auditor.context import Context
from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.deal_start import DealStart
from mjlog.auditor.settled_deal import Interpretation
from mjlog.auditor.unread import leave_out_followers
from mjlog.model.findings import Finding, answered, errors
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.record import Deal, Ruling
from mjlog.model.slips import ExplainedDeal, SlipKind
from mjlog.referee.outcome import broken_clause, false_steps, outcome_of
from mjlog.referee.replay import Played
from mjlog.referee.rulebook import Outcome
from mjlog.referee.sheet_only import judged, one_too_many


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """One interpretation of a deal: its replay, and its recorded values compared with the rules.

    `sheet` has the verdicts. `opened` are the errors about shown hands. `roots` are the errors at
    entries that this interpretation changes. `gain` is how many wrong entries it must save,
    compared with the deal as written, to be accepted.
    """

    played: Played
    opened: tuple[Finding, ...]
    sheet: DealCheck
    roots: tuple[Finding, ...] = ()
    gain: int = 1

    @property
    def errors(self) -> list[Finding]:
        """The errors of this version of the deal: in play, shown hands and recorded values."""
        return errors((*self.played.findings, *self.opened, *self.sheet.findings))

    @property
    def errors_left(self) -> int:
        """The number of errors in this version of the deal."""
        return len(self.errors)

    @property
    def size(self) -> int:
        """The number of wrong entries: the entries changed in this version, plus its errors."""
        return self.errors_left + len(self.roots)

    @property
    def open_claims(self) -> int:
        """The number of recorded values of the deal that cannot be checked."""
        return len(answered(self.sheet.verdicts, {"unverified"}))


@dataclass(frozen=True, slots=True, eq=False)
class Diagnosis:
    """The best interpretation of a deal, and the findings.

    `written` is the deal as its sheet has it. `explained` has the explanations of a deal without
    turns that have the fewest wrong entries; None if it needs no explanation. `tried` is the number
    of changed versions of the deal that were tried.
    """

    judgement: Judgement
    written: DealCheck
    findings: tuple[Finding, ...]
    explained: ExplainedDeal | None = None
    tried: int = 0

    def blames(self, kind: SlipKind) -> bool:
        """Return whether the likeliest explanation of the errors includes a mistake of this kind.

        `kind` is, for example, dealer or winner. Return False if there is no explanation.
        """
        likeliest = () if self.explained is None else self.explained.explanations[:1]
        return kind in {slip.kind for explanation in likeliest for slip in explanation.slips}


def judge(deal: Deal, played: Played, start: DealStart, number: int, context: Context) -> Judgement:
    """Check all recorded values of a replayed deal by its computed outcome and payments.

    Return the checked deal. `played` is the replay, `start` the state before the deal, and `number`
    counts deals from 1.
    """
    rules, table, before = context.rules, played.table, (start.pool, start.counters)
    opened: Sequence[Finding] = ()
    if deal.turns:
        false = false_steps(played.findings, table)
        outcome = outcome_of(deal, table, rules, false, before)
        opened = tuple(one_too_many(deal, table, rules))
    else:
        outcome = outcome_of(deal, table, rules, before=before)
        opened, false_wins = judged(deal, with_ready_named(outcome, context), rules)
        if false_wins:
            outcome = outcome_of(deal, table, rules, false_wins, before)
    outcome = with_ready_named(outcome, context)
    reading = Interpretation(
        deal,
        rules,
        table,
        outcome,
        start,
        number,
        context.house or deal.word("house"),
        broken_clause((*played.findings, *opened), outcome),
        context.stated,
        stakes_in_nets=context.stakes_in_nets,
    )
    sheet = DealCheck(reading)
    check_claims(sheet)
    if start.unread:
        findings = leave_out_followers(played.findings, start.unread, deal)
        played = replace(played, findings=tuple(findings))
        opened = leave_out_followers(opened, start.unread, deal)
    return Judgement(played, tuple(opened), sheet)


def with_ready_named(outcome: Outcome, context: Context) -> Outcome:
    """Return the outcome, with nobody ready if other deals have a `ready` line but this has none.

    A scribe who writes such lines leaves out the line if nobody was ready. In any other case,
    return the outcome unchanged.
    """
    if outcome.ready is not None or not context.names_ready:
        return outcome
    return replace(outcome, ready=frozenset())


def is_of_sheet(sheet: DealCheck, context: Context) -> bool:
    """Return whether the audit may search the lines of a deal for wrong entries.

    Return False if the deal has turns, is void or has a ruling, if the record has house rules, or
    if the rules are unknown.
    """
    if context.house or sheet.deal.turns or context.rules.is_unknown:
        return False
    return not sheet.is_void and not sheet.deal.contents(Ruling)
