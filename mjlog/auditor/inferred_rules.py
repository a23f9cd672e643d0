"""Rules that a foreign file does not tell.

Read as known ones under which all of it fits, else left open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Protocol, TypeVar

from mjlog.auditor.without_rules import checked_without_rules
from mjlog.model.findings import Finding, Place, Verdict
from mjlog.model.messages import counting, msg
from mjlog.model.record import Game, WinLine
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    RulesError,
)
from mjlog.rules import load

_IN_ORDER: Final = frozenset({"agrees", "given"})
_HANGING: Final = frozenset({"pay", "net", "score", "final", "next"})
"""Areas of findings on which tables with other rules differ, though play was the same."""

_AMOUNTS: Final = frozenset(
    {"pay.seats", "pay.pool", "pay.draw", "pay.zero", "net.differs", "score.chain", "score.item"}
)
"""Codes of amounts, which no rules of play, of the course and of the end of a game change."""


_SEVERAL: Final = 2


class Audited(Protocol):
    """What an audit under some rules has to say."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """In file order."""

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """One a claim."""

    @property
    def hangs_on(self) -> frozenset[str] | None:
        """The options on which wrong amounts may hang; None where that may be any."""


_Report = TypeVar("_Report", bound=Audited)
_Report_co = TypeVar("_Report_co", bound=Audited, covariant=True)
Answers = tuple[_Report, tuple[Finding, ...], tuple[Verdict, ...]]


class Judge(Protocol[_Report_co]):
    """Audits a game under some rules."""

    def __call__(
        self, game: Game, rules: RuleSet, *, tried: bool, plain: bool = False
    ) -> _Report_co:
        """The audit; where the rules are only tried, no hints are needed.

        A `plain` one looks for no slips that would explain what is wrong.
        """


def read_openly(game: Game, rules: RuleSet, judge: Judge[_Report]) -> Answers[_Report]:
    """The audit under the first known rules that fit, with a note that names them.

    Where none fit, that of the best, and what other rules would not find is unverified.
    """
    likely = judge(game, rules, tried=False)
    wrong = _hanging(likely)
    if not wrong:
        return likely, (*likely.findings, _fit(game, game.rules, likely)), likely.verdicts
    concerned, numbers = _concerned(game, wrong)
    of_sheet = not any(deal.turns for deal in game.deals)
    glance = partial(judge, concerned, tried=True, plain=True)
    keys = _found(glance(rules), numbers)
    plausible = [(rules, likely)]
    for text, other in _promising(game, rules, likely):
        found = _found(glance(other), numbers)
        if keys <= found or (of_sheet and _is_worse(found, keys, len(wrong))):
            continue  # nothing that is wrong would be right, or more would be wrong
        report = judge(game, other, tried=True)
        if not _is_plausible(report, likely):
            continue
        if not _hanging(report):
            report = judge(game, other, tried=False)
            return report, (*report.findings, _fit(game, text, report)), report.verdicts
        plausible.append((other, report))
    chosen, best = min(plausible, key=lambda each: len(_errors(each[1])))
    rest = [report for _, report in plausible if report is not best]
    if of_sheet:
        # Rules by which more of a sheet is wrong excuse nothing that is wrong by the best.
        rest = [report for report in rest if len(_errors(report)) <= len(_errors(best))]
    best = likely if best is likely else judge(game, chosen, tried=False)
    if of_sheet and _is_of_other_rules(game, best):
        return best, *_without_amounts(game, best)
    return best, _findings(game, best, rest), _verdicts(best, rest)


def _is_of_other_rules(game: Game, best: Audited) -> bool:
    """Whether most deals that somebody won are wrong by the best rules: the table has others.

    Several claims of each: one alone is a slip.
    """
    won = {number for number, deal in enumerate(game.deals, 1) if deal.told(WinLine)}
    differing = Counter(each.place.deal for each in best.verdicts if each.answer == "differs")
    wrong = [deal for deal, times in differing.items() if deal in won and times >= _SEVERAL]
    return len(wrong) >= _SEVERAL and len(wrong) * 2 > len(won)


def _without_amounts(game: Game, best: Audited) -> tuple[tuple[Finding, ...], tuple[Verdict, ...]]:
    """What is wrong by any rules: sums that do not add up, and what hangs on no amounts."""
    sums, answers = checked_without_rules(game)
    sure = {(each.claim, each.place): each for each in answers if each.answer == "differs"}
    open_now = [_left_open(each) if each.answer == "differs" else each for each in best.verdicts]
    verdicts = tuple(sure.pop((each.claim, each.place), each) for each in open_now)
    left = [each for each in best.findings if each.severity != "error" or not _hangs(each)]
    return (*left, *sums, _of_no_rules(game)), (*verdicts, *sure.values())


def _concerned(game: Game, wrong: Sequence[Finding]) -> tuple[Game, Sequence[int]]:
    """The game with those deals alone where something is wrong and each deal before.

    The numbers that they had.
    """
    last = len(game.deals)
    marked = {finding.place.deal or last for finding in wrong}
    numbers = sorted({number for deal in marked for number in (deal - 1, deal) if number > 0})
    if len(numbers) * 2 > last:
        return game, ()
    return replace(game, deals=tuple(game.deals[number - 1] for number in numbers)), numbers


Wrong = set[tuple[str, Place, str]]


def _is_worse(found: Wrong, keys: Wrong, explained: int) -> bool:
    """Whether more does not fit than by the likely rules, and no fewer slips could explain it."""
    deals = {place.deal for _, place, _ in found}
    return len(found) > len(keys) and len(deals) >= explained


def _found(report: Audited, numbers: Sequence[int]) -> Wrong:
    """What is wrong in some of the deals, by the numbers that they have in the whole game."""
    found = set()
    for finding in _hanging(report):
        place = finding.place
        deal = numbers[place.deal - 1] if place.deal and numbers else place.deal
        found.add(_key(replace(finding, place=replace(place, deal=deal))))
    return found


def _promising(game: Game, rules: RuleSet, likely: Audited) -> Iterator[tuple[str, RuleSet]]:
    """Those by which something that is wrong may be right, once each where several pay alike."""
    names = likely.hangs_on
    if names is None or not all(each.code in _AMOUNTS for each in _hanging(likely)):
        yield from _candidates(game, rules)
        return
    choices = rules.choices
    beside = (choices.beside_payments | choices.of_tiles) - names
    seen: set[tuple[str, ...]] = set()
    for text, other in _candidates(game, rules):
        settings = other.settings
        paid = tuple(value for name, value in settings.items() if name not in beside)
        if paid not in seen and any(settings[name] != rules.settings[name] for name in names):
            seen.add(paid)
            yield text, other


def _candidates(game: Game, rules: RuleSet) -> Iterator[tuple[str, RuleSet]]:
    """Every preset for as many players and single habits of tables."""
    name, *words = game.rules.split()
    given_words = [word for word in words if not word.startswith("preset=")]
    presets = [f"{name} {' '.join([f'preset={preset}', *given_words])}" for preset in rules.presets]
    told = rules.choices.fitting(game) if rules.choices.fitting else ()
    habits = [_with(name, words, habit.split()) for habit in (*told, *rules.choices.habits)]
    for text in (*presets, *habits):
        try:
            other = load(text)
        except RulesError:
            continue
        if text != game.rules and other.settings.get("players") == rules.settings.get("players"):
            yield text, other


def _with(name: str, words: Sequence[str], habit: Sequence[str]) -> str:
    """The header with these words in place of those of the same names."""
    named = tuple(f"{word.partition('=')[0]}=" for word in habit)
    return " ".join([name, *(word for word in words if not word.startswith(named)), *habit])


def _errors(report: Audited) -> list[Finding]:
    """What is wrong under these rules; a damaged file is so under all."""
    return [
        f for f in report.findings if f.severity == "error" and not f.code.startswith("format.")
    ]


def _hanging(report: Audited) -> list[Finding]:
    """What is wrong and may be right under other rules."""
    return [finding for finding in _errors(report) if _hangs(finding)]


def may_hang(finding: Finding) -> bool:
    """Whether it is wrong by these rules, and may be right by others."""
    return finding.severity == "error" and _hangs(finding)


def _hangs(finding: Finding) -> bool:
    return finding.code.partition(".")[0] in _HANGING


def _key(finding: Finding) -> tuple[str, Place, str]:
    return finding.code, finding.place, finding.recorded


def _open(report: Audited) -> int:
    return sum(verdict.answer == "unverified" for verdict in report.verdicts)


def _is_plausible(other: Audited, likely: Audited) -> bool:
    """Whether the other rules judge play alike, and leave no more open.

    They may but pay and go on otherwise.
    """
    return _played(other) == _played(likely) and _open(other) <= _open(likely)


def _played(report: Audited) -> set[tuple[str, Place, str]]:
    return {_key(finding) for finding in _errors(report) if not _hangs(finding)}


def _findings(game: Game, best: Audited, others: Sequence[Audited]) -> tuple[Finding, ...]:
    """Those that no plausible rules do without, and a note that says so."""
    kept = [{_key(finding) for finding in _errors(other)} for other in others]
    left = [
        finding
        for finding in best.findings
        if finding.severity != "error"
        or not _hangs(finding)
        or all(_key(finding) in keys for keys in kept)
    ]
    return (*left, _of_no_rules(game))


def _of_no_rules(game: Game) -> Finding:
    words = msg(
        "the file does not name its rules, and no known rules fit all of it; mjlog "
        "does not judge what depends on the rules"
    )
    return Finding.telling("rules.inferred", "note", words, _place(game))


def _verdicts(best: Audited, others: Sequence[Audited]) -> tuple[Verdict, ...]:
    agreed = {
        (v.claim, v.place) for other in others for v in other.verdicts if v.answer in _IN_ORDER
    }
    return tuple(
        _left_open(each)
        if each.answer == "differs" and (each.claim, each.place) in agreed
        else each
        for each in best.verdicts
    )


def _left_open(verdict: Verdict) -> Verdict:
    """The verdict of a claim that agrees under other rules."""
    says = "the file does not name its rules; by one reading {reason}"
    return replace(verdict, answer="unverified", because=msg(says, reason=verdict.because or ""))


def _fit(game: Game, text: str, report: Audited) -> Finding:
    agreed = sum(verdict.answer in _IN_ORDER for verdict in report.verdicts)
    words = counting(
        "the file does not name its rules; mjlog reads {rules}: nothing contradicts these rules, "
        "and {number} claim agrees with them",
        "the file does not name its rules; mjlog reads {rules}: nothing contradicts these rules, "
        "and {number} claims agree with them",
        agreed,
        rules=text,
    )
    return Finding.telling("rules.inferred", "note", words, _place(game))


def _place(game: Game) -> Place:
    span = next((head.span for head in game.headers if head.key == "Rules"), None)
    if span is None:
        return Place()
    return Place(span.line, span.column)
