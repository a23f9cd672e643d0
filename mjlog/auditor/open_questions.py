"""Where the sources of a preset leave something open.

What of a record hangs on how the preset reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from mjlog.auditor.deal_check import DealCheck, in_words
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
from mjlog.referee.rulebook import (
    Finals,
    Option,
    Unclear,
)

Weigh = Callable[[DealCheck], None]


def hanging(sheet: DealCheck, weigh: Weigh) -> list[Finding]:
    """Return a note for each reading under which claims agree but not under another."""
    notes: list[Finding] = []
    rules = sheet.rules
    depends, scores = rules.choices.matters, sheet.clear_scores
    for option in rules.choices.left_open:
        if depends is not None and not depends(option.name, sheet.outcome, scores):
            continue
        wrong: set[tuple[Claim, Place]] = set()
        for value in _others(option, rules):
            wrong |= _wrong(sheet, option.name, value, weigh)
        if not wrong:
            continue
        agreeing = answered(sheet.verdicts, {"agrees"})
        claims = [each for each in agreeing if (each.claim, each.place) in wrong]
        if claims:
            named = ", ".join([in_words(verdict.claim) for verdict in claims])
            notes.append(_note(option, rules, named, claims[0].place))
    return notes


def _others(option: Option, rules: RuleSet) -> list[str]:
    left_out = {rules.settings[option.name], "unknown"}
    return [value for value in option.values if value not in left_out]


def _wrong(sheet: DealCheck, name: str, value: str, weigh: Weigh) -> set[tuple[Claim, Place]]:
    """Return the claims that would differ with that value."""
    again = sheet.by_rules(sheet.rules.having(name, value), DealStart(sheet.before))
    if isinstance(again.settlement, Unclear):
        return set()
    answers = (again.scores, again.settlement, again.coming)
    if answers == (sheet.scores, sheet.settlement, sheet.coming):
        return set()
    weigh(again)
    return entries_of(differing(again.verdicts))


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
    """Return the same of the headers that tell how the game ended.

    `end` is what `end_of_game` returns.
    """
    with_notes = noted(findings, rules)
    if not agreed and _KEYS.keys().isdisjoint(codes_of(findings)):
        return [*with_notes]
    changing = list(_changing(rules, end))
    with_readings = [_with_readings(each, changing, rules) for each in with_notes]
    for option, keys in changing:
        hanging_on_it = [verdict for verdict in agreed if verdict.claim.item in keys]
        with_readings += [
            _note(option, rules, each.claim.item, each.place) for each in hanging_on_it
        ]
    return with_readings


_KEYS: Final = {"final.score": "Final-Score", "final.points": "Final-Points"}


def _changing(rules: RuleSet, end: tuple[Any, ...]) -> Iterator[tuple[Option, frozenset[str]]]:
    """Yield the options read into sources under which such a header would say something else.

    With the headers.
    """
    if rules.progress.final_points is None:
        return
    due = rules.progress.final_points(*end)
    for option in rules.choices.left_open:
        keys: set[str] = set()
        for value in _others(option, rules):
            final_points = rules.having(option.name, value).progress.final_points
            if final_points is not None:
                keys.update(_unlike(due, final_points(*end)))
        yield option, frozenset(keys)


def _unlike(one: Finals, other: Finals) -> list[str]:
    """Return the headers that say something else by the one than by the other."""
    headers: list[str] = []
    if one.score != other.score:
        headers.append("Final-Score")
    if one.places != other.places:
        headers.append("Final-Points")
    return headers


def _with_readings(
    finding: Finding, changing: Sequence[tuple[Option, frozenset[str]]], rules: RuleSet
) -> Finding:
    key = _KEYS.get(finding.code)
    options = []
    for option, keys in changing:
        if key in keys and option.name not in finding.options:
            options.append(option)
    return _with(finding, options, rules)


def noted(findings: Sequence[Finding], rules: RuleSet) -> Sequence[Finding]:
    """Return the findings, each with the reading that it depends on, if it depends on one."""
    options = rules.choices.left_open
    return [_with_notes(finding, options, rules) for finding in findings]


def _with_notes(finding: Finding, options: Sequence[Option], rules: RuleSet) -> Finding:
    if finding.code == "rules.reading":
        return finding
    concerned = [option for option in options if _concerns(option, finding)]
    return _with(finding, concerned, rules)


def _concerns(option: Option, finding: Finding) -> bool:
    """Return whether a clause of that option is broken.

    Or another value of it was found to explain what differs.
    """
    if option.name in finding.options:
        return True
    return finding.clause is not None and finding.clause.number == option.clause
