"""Where the sources of a preset leave something open: what of a record hangs on how the preset reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from mjlog.claims.sheet import Sheet, reckon
from mjlog.findings import Finding, Place, Verdict
from mjlog.rulebook import Option, RuleSet, Unclear
from mjlog.settlement import Score

Weigh = Callable[[Sheet], None]


def hanging(sheet: Sheet, weigh: Weigh) -> Iterator[Finding]:
    """A note for each reading under which claims agree that would differ under another one."""
    rules = sheet.rules
    scores = [score for score in sheet.scores if isinstance(score, Score)]
    for option in _read(rules):
        if rules.hangs is None or rules.hangs(option.name, sheet.outcome, scores):
            wrong = {each for value in _others(option, rules) for each in _wrong(sheet, option.name, value, weigh)}
            claims = [v for v in sheet.verdicts if v.answer == "agrees" and (v.claim, v.place) in wrong]
            if claims:
                yield _note(option, rules, ", ".join(verdict.claim for verdict in claims), claims[0].place)


def _read(rules: RuleSet) -> list[Option]:
    return [option for option in rules.options if option.name in rules.read] if rules.read else []


def _others(option: Option, rules: RuleSet) -> list[str]:
    return [value for value in option.values if value not in {rules.settings[option.name], "unknown"}]


def _wrong(sheet: Sheet, name: str, value: str, weigh: Weigh) -> set[tuple[str, Place]]:
    """The claims that would differ with that value."""
    other = sheet.rules.having(name, value)
    scores, settlement = reckon(other, sheet.outcome)
    again = Sheet(sheet.deal, other, sheet.table, sheet.outcome, sheet.before, sheet.number)
    if isinstance(settlement, Unclear):
        return set()
    if (scores, settlement, again.coming) == (sheet.scores, sheet.settlement, sheet.coming):
        return set()
    weigh(again)
    return {(verdict.claim, verdict.place) for verdict in again.verdicts if verdict.answer == "differs"}


def _note(option: Option, rules: RuleSet, claims: str, place: Place) -> Finding:
    words = f"what agrees by {_reading(option, rules)}: {claims}"
    return Finding("rules.reading", "note", words, place, rules.laws.get(option.clause))


def _reading(option: Option, rules: RuleSet) -> str:
    return f"{option.name}={rules.settings[option.name]} hangs on a reading of this preset ({rules.read[option.name]})"


def hanging_finals(agreed: Sequence[Verdict], rules: RuleSet, points: Sequence[int], pool: int) -> Iterator[Finding]:
    """The same of what agrees in the headers that tell how the game ended."""
    if rules.final is None:
        return
    due = rules.final(points, pool)
    for option in _read(rules):
        found = [rules.having(option.name, value).final for value in _others(option, rules)]
        ends = [final(points, pool) for final in found if final is not None]
        for key, changes in (
            ("Final-Score", any(end.score != due.score for end in ends)),
            ("Final-Points", any(end.places != due.places for end in ends)),
        ):
            verdict = next((verdict for verdict in agreed if verdict.claim == key), None)
            if changes and verdict is not None:
                yield _note(option, rules, key, verdict.place)


def noted(findings: Sequence[Finding], rules: RuleSet) -> Sequence[Finding]:
    """The findings, each with the reading that it hangs on, if it hangs on one."""
    options = _read(rules)
    return [_with_notes(finding, options, rules) for finding in findings] if options else findings


def _with_notes(finding: Finding, options: Sequence[Option], rules: RuleSet) -> Finding:
    named = [option for option in options if _concerns(option, finding)]
    if finding.severity != "error" or not named:
        return finding
    readings = "; ".join(_reading(option, rules) for option in named)
    return replace(finding, message=f"{finding.message}; {readings}")


def _concerns(option: Option, finding: Finding) -> bool:
    """Whether a clause of that option is broken, or another value of it was found to explain what differs."""
    if f"{option.name}=" in finding.message:
        return True
    return finding.clause is not None and finding.clause.number == option.clause
