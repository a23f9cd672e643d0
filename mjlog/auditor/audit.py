"""The audit: replay each deal of a record, compute each claim again, and say whether it agrees.

One pass yields all findings of a record in file order: those of the reader, of the referee and of
the claims.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mjlog.auditor.carry import Carry, carry_after
from mjlog.auditor.checks.contradictions import contradictions
from mjlog.auditor.checks.deal_header_words import RULES_KNOWN_HEADER
from mjlog.auditor.checks.game_headers import check_game_headers, totals_by_headers
from mjlog.auditor.checks.sums_alone import sheet_of_deal
from mjlog.auditor.context import Context, context_of, place_of_rules
from mjlog.auditor.deal_audit import AuditedDeal, audit_deal
from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.report import DealResult, Report
from mjlog.auditor.totals import Totals
from mjlog.model.findings import Finding, errors, sort_by_line
from mjlog.model.frozen import FrozenMap
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.messages import join_choices, msg
from mjlog.model.record import NOBODY, Game, WinLine
from mjlog.referee.replay import Played, replay
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import RulesError, Unclear
from mjlog.rules import likely_header, load

if TYPE_CHECKING:
    from mjlog.auditor.kept_deals import KeptDeals

_TOGETHER: Final = 16
"""Number of deals that are replayed before their claims are checked.

Repeating one kind of work makes better use of the processor's cache.
"""
_HOUSE: Final = msg("mjlog has no option for some rules of this table").lacking("house")
_MOST_READINGS: Final = 32
"""Most readings with a changed entry that are tried in one record.

It is a number and not a time limit, so that the same file always has the same report.
"""


def audit(game: Game, replays: list[Played] | None = None, kept: KeptDeals | None = None) -> Report:
    """Audit a record: replay each deal, check each recorded value by the rules, report errors.

    An error in the record raises no exception; it becomes a finding of the report. If `replays` is
    a list, the replay of each deal as written is appended to it, except if the file names no rules,
    or rules that cannot be used. `kept` has the audits of an earlier call; they are reused for
    deals that have not changed.
    """
    report = _audit_by_its_rules(game, replays, kept)
    if errors(report.findings):
        from mjlog.auditor.diagnosis.deal_order import audit_in_due_order
        from mjlog.auditor.diagnosis.player_columns import audit_in_due_columns

        report = audit_in_due_order(report, lambda game: _audit_by_its_rules(game, None, None))
        report = audit_in_due_columns(report, lambda game: _audit_by_its_rules(game, None, None))
    if not any(finding.expected for finding in report.findings):
        return report
    # Most records are right, so this module is loaded only for wrong ones.
    from mjlog.auditor.corrections import with_corrections

    corrected = with_corrections(report.findings, game, report.settlements, report.verdicts)
    return replace(report, findings=corrected)


def _audit_by_its_rules(game: Game, replays: list[Played] | None, kept: KeptDeals | None) -> Report:
    """Audit a record by the rules in its `Rules:` header, and return the report.

    If the file says that its rules were only guessed, choose the known rules that fit the recorded
    values best. If the rules cannot be loaded, check only the sums and the `win` and `draw` lines.
    `replays` and `kept` are the arguments of `audit`.
    """
    try:
        rules = load(game.rules)
    except RulesError as problem:
        return _audit_without_rules(game, problem)
    if game.header(RULES_KNOWN_HEADER) == "no":
        from mjlog.auditor.inferred_rules import read_openly

        report, findings, verdicts = read_openly(game, rules, _audit_under)
        # A deal keeps its explanation if one of its errors is an error under all rules that were
        # tried.
        explained = {id(finding) for finding in errors(report.findings)}
        deals = {f.place.deal for f in errors(findings) if id(f) in explained}
        explanations = [each for each in report.explanations if each.deal in deals]
        return replace(
            report,
            findings=sort_by_line([*findings]),
            verdicts=verdicts,
            explanations=tuple(explanations),
        )
    context = replace(context_of(game, rules), kept=kept)
    report = audit_under_rules(context, _MOST_READINGS, replays)[0]
    if rules.choices.fitting is not None and not game.has_turns and errors(report.findings):
        from mjlog.auditor.inferred_rules import audit_by_paid_stakes

        fitting = audit_by_paid_stakes(game, rules, report, _audit_under)
        if fitting is not None:
            report, note = fitting
            report = replace(report, findings=sort_by_line([*report.findings, note]))
    if game.header(RULES_KNOWN_HEADER) == "play":
        from mjlog.auditor.open_places import with_places_left_open

        report = with_places_left_open(report)
    return report


def _audit_without_rules(game: Game, problem: RulesError) -> Report:
    """Check what can be checked in a record whose rules cannot be loaded, and return the report.

    These are the sums of changes and totals, and whether `win` and `draw` lines agree with the
    turns. The report has an error with the reason `problem`. The error proposes a correct `Rules:`
    line if mjlog can guess the rules.
    """
    from mjlog.auditor.without_rules import check_ends, rules_of_sums

    words = msg("the header `Rules:` is missing: it names the rule set, as in `Rules: taiyuan/1`")
    if game.rules:
        words = msg(
            "mjlog does not know which rules were played: {problem}", problem=problem.sentence
        )
    likely = likely_header(game.rules) if game.rules else ""
    unknown_rules = Finding.telling(
        "rules.unknown",
        "error",
        words,
        place_of_rules(game),
        correction=f"Rules: {likely}" if likely else "",
    )
    sums = _audit_under(game, rules_of_sums(game), tried=True, plain=True)
    findings, verdicts = check_ends(game)
    all_findings = sort_by_line([*sums.findings, unknown_rules, *findings])
    return Report(game, None, all_findings, (*sums.verdicts, *verdicts))


def audit_quickly(game: Game, header: str, kept: KeptDeals | None = None) -> Report:
    """Audit a record by the rules in `header`, without searching for the causes of errors.

    This is much faster than `audit`. `header` is the value of a `Rules:` header. `kept` has the
    audits of deals from an earlier full audit; an audit is used again if its deal has not changed.
    If the rules cannot be loaded, only sums and the `win` and `draw` lines are checked.
    """
    try:
        rules = load(header)
    except RulesError as problem:
        return _audit_without_rules(game, problem)
    context = replace(context_of(game, rules, is_trial=True, is_glance=True), kept=kept)
    return audit_under_rules(context, _MOST_READINGS)[0]


def audit_whole(game: Game) -> Report:
    """Audit a complete record, such as the log of a program, by the rules in its header.

    The audit never supposes that the record leaves out a line, for example who was ready. It does
    not search for the causes of errors. If the rules cannot be loaded, only sums and the `win` and
    `draw` lines are checked.
    """
    try:
        rules = load(game.rules)
    except RulesError as problem:
        return _audit_without_rules(game, problem)
    return audit_under_rules(context_of(game, rules, is_glance=True, is_whole=True), 0)[0]


def _audit_under(game: Game, rules: RuleSet, *, tried: bool, plain: bool = False) -> Report:
    """Audit a record by the given rules and return the report; read all turns exactly as written.

    If `tried` is True, do not search for options of the rules that would make a wrong value right.
    If `plain` is True, do not search for wrong entries that would explain the errors.
    """
    return audit_under_rules(context_of(game, rules, is_trial=tried, is_glance=plain), 0)[0]


def audit_under_rules(
    context: Context, most_readings: int, replays: list[Played] | None = None
) -> tuple[Report, Carry]:
    """Audit each deal, then the end of the game, by the rules in `context`.

    Return the report and the state of the game after the last deal. To explain errors, the audit
    tries changed turns; `most_readings` is the greatest number of such trials in the whole record.
    If `replays` is a list, the replay of each deal is added to it. If the rules do not allow the
    number of players, no deal is audited, and the report has an error about this.
    """
    game, rules, kept = context.game, context.rules, context.kept
    findings = _findings_of_the_record(context)
    carry = Carry((rules.progress.start_points,) * game.seats, readings_left=most_readings)
    audited, totals = list[AuditedDeal](), list[Totals]()
    if game.seats not in rules.play.spec.seats:
        words = msg(
            "{rules} needs {allowed} players; the record names {seats}",
            rules=rules.name,
            allowed=join_choices([str(number) for number in rules.play.spec.seats]),
            seats=game.seats,
        )
        findings += context.error("deal.seats", words, place_of_rules(game))
        return _report(context, audited, totals, carry, findings), carry
    for first in range(0, len(game.deals), _TOGETHER):
        deals = game.deals[first : first + _TOGETHER]
        if rules.is_unknown:
            deals = tuple(sheet_of_deal(deal) for deal in deals)
        played: list[Played] = []
        for number, deal in enumerate(deals, first + 1):
            as_before = None if kept is None else kept.played(number, deal, context)
            played.append(as_before or replay(deal, rules, seats=game.seats))
        if replays is not None:
            replays += played
        for number, deal in enumerate(deals, first + 1):
            result = None if kept is None else kept.audited(number, carry, context)
            if result is None:
                replayed = played[number - first - 1]
                result = audit_deal(number, deal, replayed, carry, context)
                if kept is not None:
                    kept.store(number, carry, context, result)
            audited.append(result)
            diagnosis = result.diagnosis
            carry = carry_after(diagnosis.judgement.sheet, carry.readings_left - diagnosis.tried)
            totals.append(carry.points)
            # go-arounds were counted in the order of play that the header names
            if result.is_reseated:
                findings = [
                    finding
                    for finding in findings
                    if finding.code != "syntax.turn_number" or finding.place.deal != number
                ]
    return _report(context, audited, totals, carry, findings), carry


def _findings_of_the_record(context: Context) -> list[Finding]:
    """Collect the findings about a record that need no replay of its deals.

    These findings come from the parser, from lines or labels that are written twice, from
    signatures, and from house rules for which mjlog has no option.
    """
    game, rules = context.game, context.rules
    # If the rules are unknown, a win may not end the deal.
    plays_on = rules.play.spec.plays_on or rules.is_unknown
    findings = [
        *[_with_clause(finding, rules) for finding in game.findings],
        *contradictions(game, rounds=rules.progress.rounds > 0, plays_on=plays_on),
    ]
    header = game.headed("X-House-Rules")
    if header is not None and header.value and not rules.is_unknown:
        words = msg(
            "mjlog has no option for these rules of the table: {house}; it does not "
            "judge differences in payments, in points and in the course of the game",
            house=header.value,
        )
        findings.append(Finding.telling("rules.house", "note", words, header.span.place()))
    if any(deal.ledger for deal in game.deals):
        from mjlog.auditor.checks.amended import amended_after_signing, find_unsigned

        findings += [*amended_after_signing(game), *find_unsigned(game)]
    return findings


def _with_clause(finding: Finding, rules: RuleSet) -> Finding:
    """Return a copy of a finding of the parser that cites the rule which the record breaks.

    Rule sets have such rules for some codes of these findings. Return the same finding if the rule
    set has none for this code, if the finding is a note, or if it is about the format of the file
    and not about a player.
    """
    clause_number = rules.book.reader_errors.get(finding.code, "")
    clause = rules.laws.get(clause_number)
    if clause is None or finding.severity == "note":
        return finding
    # No clause of a rulebook says what a file must look like.
    if finding.area == "format" and finding.place.seat == NOBODY:
        return finding
    return replace(finding, clause=clause)


def _report(
    context: Context,
    audited: Sequence[AuditedDeal],
    totals: Sequence[Totals],
    carry: Carry,
    findings: list[Finding],
) -> Report:
    """Check the headers about the end of the game, and build the report of the whole game.

    `audited` are the audited deals, `totals` has everybody's points after each deal, `carry` is the
    state after the last deal, and `findings` are the findings outside the deals. Of several
    warnings that a deal names no dealer, only the first is included.
    """
    doubts: Counter[str] = Counter()
    results: list[DealResult] = []
    lacks_dealer = False
    for deal in audited:
        for finding in deal.findings:
            # A record without dealers gets this warning only once.
            if finding.code != "deal.dealer" or finding.severity == "error" or not lacks_dealer:
                findings.append(finding)
            lacks_dealer = lacks_dealer or finding.code == "deal.dealer"
        doubts.update(deal.diagnosis.judgement.played.doubts)
        sheet = deal.diagnosis.judgement.sheet
        change, why = sheet.whole_change, sheet.condition
        if isinstance(change, Unclear):
            why = change.words
        if context.house:
            why = _HOUSE
        sure_change = None if why or isinstance(change, Unclear) else change
        false_wins = frozenset([win.seat for win in sheet.outcome.false_wins])
        settlement = deal.diagnosis.written.settled
        results.append(DealResult(settlement, sure_change, why, false_wins))
    verdicts = [v for deal in audited for v in deal.diagnosis.judgement.sheet.verdicts]
    if audited or not context.game.deals:
        last = carry.points
        if carry.points_due:
            last = totals_by_headers(last, carry.points_due, context)
        headers = check_game_headers(last, carry.pool, context)
        findings += headers.findings
        verdicts += headers.verdicts
    # If a label is wrong, do not report in addition that another deal has the same label.
    misnamed = {finding.recorded for finding in findings if finding.code == "next.round"}
    findings = [f for f in findings if f.code != "deal.label" or f.recorded not in misnamed]
    findings = _leave_out_explained_repeats(findings, audited)
    return Report(
        context.game,
        context.rules,
        sort_by_line([finding.in_words() for finding in findings]),
        tuple(verdicts),
        FrozenMap(doubts),
        tuple(results),
        tuple(d.diagnosis.explained for d in audited if d.diagnosis.explained is not None),
        (*[deal.pool for deal in audited], carry.pool),
        tuple(totals),
    )


def _leave_out_explained_repeats(
    findings: list[Finding], audited: Sequence[AuditedDeal]
) -> list[Finding]:
    """Return the findings without those about repeated lines that another error explains.

    For example, a deal with two `win` lines of player A has only one error if the audit found that
    one of these lines should name player B.
    """
    repeats = [finding for finding in findings if finding.code == "line.twice"]
    if not repeats:
        return findings
    wins = {
        line.span.line
        for deal in audited
        if deal.diagnosis.blames("winner")
        for line in deal.diagnosis.written.deal.lines_of(WinLine)
    }
    renamed = {finding.place.deal for finding in repeats if finding.expected}
    explained = [
        finding
        for finding in repeats
        if finding.place.line in wins - {0}
        or (finding.place.deal in renamed and not finding.expected)
    ]
    return [finding for finding in findings if finding not in explained]


@dataclass(frozen=True, slots=True)
class GameState:
    """The state of a game after its latest deal.

    `sheet` is the latest deal with its verdicts, `points` are everybody's points after it, and
    `findings` are the findings about the whole game.
    """

    sheet: DealCheck
    points: Totals
    findings: tuple[Finding, ...]


def compute_game_state(game: Game, rules: RuleSet) -> GameState | None:
    """Compute the state of a game after its latest deal by these rules; None without a deal.

    All entries are read as written, and the causes of errors are not searched for.
    """
    report, carry = audit_under_rules(context_of(game, rules, is_trial=True), 0)
    if carry.latest is None:
        return None
    return GameState(carry.latest, carry.points, report.findings)
