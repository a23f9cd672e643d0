"""Notes on rules that the sources of a preset leave open, and on the claims that depend on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from mjlog.auditor.deal_check import DealCheck, claim_name
from mjlog.auditor.deal_start import DealStart
from mjlog.model.findings import (
    Claim,
    Finding,
    Place,
    Verdict,
    answered,
    codes_of,
    differing,
    entries_of,
)
from mjlog.model.messages import Message, msg
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Option, Unclear

Weigh = Callable[[DealCheck], None]


def notes_on_open_rules(sheet: DealCheck, weigh: Weigh) -> list[Finding]:
    """Return a note for each unclear rule on which the verdicts about this deal depend.

    A rule is unclear if the official sources of the rule set do not decide it. A verdict depends on
    the rule if a recorded value is right by mjlog's interpretation and wrong by another. The
    function `weigh` checks the recorded values of a deal.
    """
    notes: list[Finding] = []
    rules = sheet.rules
    depends, scores = rules.choices.matters, sheet.clear_scores
    for option in rules.choices.left_open:
        if depends is not None and not depends(option.name, sheet.outcome, scores):
            continue
        wrong: set[tuple[Claim, Place]] = set()
        for value in _other_values(option, rules):
            other = sheet.by_rules(rules.having(option.name, value), DealStart(sheet.start.points))
            answers = (other.scores, other.settlement, other.continuation)
            is_same = answers == (sheet.scores, sheet.settlement, sheet.continuation)
            if not (is_same or isinstance(other.settlement, Unclear)):
                weigh(other)
                wrong |= entries_of(differing(other.verdicts))
        agreeing = answered(sheet.verdicts, {"agrees"})
        claims = [each for each in agreeing if (each.claim, each.place) in wrong]
        if claims:
            named = ", ".join([claim_name(verdict.claim) for verdict in claims])
            notes.append(_note(option, rules, named, claims[0].place))
    return notes


def _other_values(option: Option, rules: RuleSet) -> list[str]:
    """Return the values of an option except its present value and `unknown`.

    The list is empty if the option is a number.
    """
    left_out = {rules.settings[option.name], "unknown"}
    return [value for value in option.values if value not in left_out]


def _note(option: Option, rules: RuleSet, claims: str, place: Place) -> Finding:
    words = msg(
        "{reading}; these claims agree by that reading: {claims}",
        reading=_reading(option, rules),
        claims=claims,
    )
    law = rules.laws.get(option.clause)
    settings = (_setting(option, rules),)
    return Finding.telling("rules.reading", "note", words, place, clause=law, settings=settings)


def _reading(option: Option, rules: RuleSet) -> Message:
    note = Message(rules.choices.open_options[option.name])
    return msg("the sources leave this rule open: {note}", note=note)


def _setting(option: Option, rules: RuleSet) -> str:
    return f"{option.name}={rules.settings[option.name]}"


def _with(finding: Finding, options: Sequence[Option], rules: RuleSet) -> Finding:
    for option in options:
        words = msg("{finding}; {reading}", reading=_reading(option, rules))
        finding = finding.adding(words, _setting(option, rules))
    return finding


def noted_finals(
    findings: Sequence[Finding],
    agreed: Sequence[Verdict],
    rules: RuleSet,
    end: tuple[Any, ...],
) -> list[Finding]:
    """Return the findings and further notes that name the unclear rules behind final scores.

    A rule is unclear if the official sources of the rule set do not decide it. Each finding about
    final scores or points that depends on such a rule names it. If a header `Final-Score` or
    `Final-Points` agrees by only one interpretation of the rule, a note is added. `agreed` are the
    verdicts on headers that agree, `end` has the arguments from `end_of_game`.
    """
    with_readings = [*noted(findings, rules)]
    final_points = rules.progress.final_points
    if final_points is None or not (agreed or _HEADERS.keys() & codes_of(findings)):
        return with_readings
    due, notes = final_points(*end), list[Finding]()
    for option in rules.choices.left_open:
        # Collect the headers that would differ under another reading of the rule.
        headers: set[str] = set()
        for value in _other_values(option, rules):
            others_points = rules.having(option.name, value).progress.final_points
            if others_points is not None:
                other = others_points(*end)
                headers |= {"Final-Score"} if other.score != due.score else set()
                headers |= {"Final-Points"} if other.places != due.places else set()
        for number, finding in enumerate(with_readings):
            if _HEADERS.get(finding.code) in headers and option.name not in finding.options:
                with_readings[number] = _with(finding, [option], rules)
        concerned = [verdict for verdict in agreed if verdict.claim.item in headers]
        notes += [_note(option, rules, each.claim.item, each.place) for each in concerned]
    return [*with_readings, *notes]


_HEADERS: Final = {"final.score": "Final-Score", "final.points": "Final-Points"}
"""Headers about the end of the game, by the code for an error in them."""


def noted(findings: Sequence[Finding], rules: RuleSet) -> list[Finding]:
    """Return the findings; each message also names the unclear rules on which it depends.

    A rule is unclear if the official sources of the rule set do not decide it. A finding depends on
    the rule if the finding cites it, or if another value of the option for the rule would make the
    recorded value right.
    """
    noted_findings: list[Finding] = []
    for finding in findings:
        clause = "" if finding.clause is None else finding.clause.number
        concerned = [
            option
            for option in rules.choices.left_open
            if option.name in finding.options or (clause and clause == option.clause)
        ]
        is_note = finding.code == "rules.reading"
        noted_findings.append(finding if is_note else _with(finding, concerned, rules))
    return noted_findings
