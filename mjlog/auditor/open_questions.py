"""Where the sources of a preset leave something open.

What of a record hangs on how the preset reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from mjlog.auditor.deal_check import DealCheck, check_deal, in_words
from mjlog.model.findings import Claim, Finding, Place, Verdict
from mjlog.model.messages import Message, msg
from mjlog.model.record import Ruling
from mjlog.model.settlement import Score
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Option,
    Unclear,
)

Weigh = Callable[[DealCheck], None]


def hanging(sheet: DealCheck, weigh: Weigh) -> Iterator[Finding]:
    """A note for each reading under which claims agree that would differ under another one."""
    rules = sheet.rules
    scores = [score for score in sheet.scores if isinstance(score, Score)]
    for option in rules.choices.left_open:
        if rules.choices.depends_on_option is None or rules.choices.depends_on_option(
            option.name, sheet.outcome, scores
        ):
            wrong = {
                each
                for value in _others(option, rules)
                for each in _wrong(sheet, option.name, value, weigh)
            }
            claims = [
                v for v in sheet.verdicts if v.answer == "agrees" and (v.claim, v.place) in wrong
            ]
            if claims:
                yield _note(
                    option,
                    rules,
                    ", ".join(in_words(verdict.claim) for verdict in claims),
                    claims[0].place,
                )


def _others(option: Option, rules: RuleSet) -> list[str]:
    return [
        value for value in option.values if value not in {rules.settings[option.name], "unknown"}
    ]


def _wrong(sheet: DealCheck, name: str, value: str, weigh: Weigh) -> set[tuple[Claim, Place]]:
    """The claims that would differ with that value."""
    other = sheet.rules.having(name, value)
    scores, settlement = check_deal(other, sheet.outcome)
    again = DealCheck(
        sheet.deal,
        other,
        sheet.table,
        sheet.outcome,
        sheet.before,
        sheet.number,
        stated=sheet.stated,
    )
    if isinstance(settlement, Unclear):
        return set()
    if (scores, settlement, again.coming) == (sheet.scores, sheet.settlement, sheet.coming):
        return set()
    weigh(again)
    return {
        (verdict.claim, verdict.place) for verdict in again.verdicts if verdict.answer == "differs"
    }


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
    end: tuple[Sequence[int], int, Sequence[Ruling]],
) -> list[Finding]:
    """The same of the headers that tell how the game ended.

    `end` is the points, what lies on the table, rulings.
    """
    if not agreed and not any(finding.code in _KEYS for finding in findings):
        return [*noted(findings, rules)]
    changing = list(_changing(rules, end))
    notes = [
        _note(option, rules, key, verdict.place)
        for option, keys in changing
        for key, verdict in ((verdict.claim.item, verdict) for verdict in agreed)
        if key in keys
    ]
    return [*(_with_readings(each, changing, rules) for each in noted(findings, rules)), *notes]


_KEYS: Final = {"final.score": "Final-Score", "final.points": "Final-Points"}


def _changing(
    rules: RuleSet, end: tuple[Sequence[int], int, Sequence[Ruling]]
) -> Iterator[tuple[Option, frozenset[str]]]:
    """The options read into sources under which such a header would say something else.

    With the headers.
    """
    if rules.progress.final_points is None:
        return
    due = rules.progress.final_points(*end)
    for option in rules.choices.left_open:
        others = [
            rules.having(option.name, value).progress.final_points
            for value in _others(option, rules)
        ]
        ends = [final(*end) for final in others if final is not None]
        keys = {
            "Final-Score": any(e.score != due.score for e in ends),
            "Final-Points": any(e.places != due.places for e in ends),
        }
        yield option, frozenset(key for key, differs in keys.items() if differs)


def _with_readings(
    finding: Finding, changing: Sequence[tuple[Option, frozenset[str]]], rules: RuleSet
) -> Finding:
    named = [option for option, keys in changing if _KEYS.get(finding.code) in keys]
    return _with(finding, [each for each in named if each.name not in finding.options], rules)


def noted(findings: Sequence[Finding], rules: RuleSet) -> Sequence[Finding]:
    """The findings, each with the reading that it hangs on, if it hangs on one."""
    options = rules.choices.left_open
    if not options or not findings:
        return findings
    return [_with_notes(finding, options, rules) for finding in findings]


def _with_notes(finding: Finding, options: Sequence[Option], rules: RuleSet) -> Finding:
    named = [option for option in options if _concerns(option, finding)]
    if finding.severity != "error" or not named:
        return finding
    return _with(finding, named, rules)


def _concerns(option: Option, finding: Finding) -> bool:
    """Whether a clause of that option is broken.

    Or another value of it was found to explain what differs.
    """
    if option.name in finding.options:
        return True
    return finding.clause is not None and finding.clause.number == option.clause
