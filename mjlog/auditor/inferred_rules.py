"""Rules for a file that does not name any: known rules that fit all of it, if there are any."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final, Protocol

from mjlog.auditor.deal_check import AREAS, MONEY, decided_by_house
from mjlog.auditor.diagnosis.search import Limits, diagnose
from mjlog.auditor.open_places import with_places_left_open
from mjlog.auditor.report import Report
from mjlog.auditor.without_rules import rules_of_sums
from mjlog.model.findings import (
    Claim,
    Finding,
    Place,
    Verdict,
    answered,
    differing,
    entries_of,
    errors,
    findings_of_deal,
    with_codes,
)
from mjlog.model.frozen import value
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.messages import Message, counting, msg
from mjlog.model.record import Game, WinLine
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import RulesError
from mjlog.rules import load

_IN_ORDER: Final = frozenset({"agrees", "given"})
_AMOUNTS: Final = MONEY | {"score.item"}
"""Codes of wrong amounts, which do not depend on rules about play or the course of the game."""


_SEVERAL: Final = 2
_FEW: Final = 16
_LONG: Final = 2 * _FEW
"""Number of deals above which rules are compared by only a few deals of the game."""

Wrong = set[tuple[str, Place, str]]
Answers = tuple[Report, tuple[Finding, ...], tuple[Verdict, ...]]


class Judge(Protocol):
    """A function that audits a game under given rules."""

    def __call__(self, game: Game, rules: RuleSet, *, tried: bool, plain: bool = False) -> Report:
        """Audit the game under the rules and return the report.

        `tried`: the rules are only tried, so do not search for options that would make a value
        right. `plain`: do not search for wrong entries that would explain the errors, either.
        """


def read_openly(game: Game, rules: RuleSet, judge: Judge) -> Answers:
    """Audit a game that does not name its rules by those known rules that fit the game best.

    `rules` are the likeliest rules, and the function `judge` audits the game by any rules. Return
    the report, its findings with a note that names the chosen rules, and its verdicts. If no rules
    fit the whole game, errors that do not exist under other plausible rules are removed, and their
    verdicts become "unverified". For a game of more than 32 deals, the rules are chosen by some of
    the deals.
    """
    text, is_long = game.rules, len(game.deals) > _LONG
    by_option = frozenset([option.clause for option in rules.choices.options])
    if is_long:
        text, rules = _leading(game, rules, judge)
    likely = judge(game, rules, tried=is_long, plain=is_long)
    if not _excusable_errors(likely, by_option):
        return _named(game, text, judge(game, rules, tried=False) if is_long else likely)
    if is_long and not game.has_turns and _is_of_other_rules(game, likely):
        return likely, *_faults_under_any_rules(game, likely, judge)
    first = _ByRules(text, rules, likely, _entries_off(game, likely), 1)
    propose = _OtherRules(game, judge, by_option)
    readings = diagnose(first, propose, Limits(is_one_wanted=True))
    if readings and not readings[-1].errors_left:
        best = readings[-1]
        return _named(game, best.text, judge(game, best.rules, tried=False))
    return _audit_by_best(game, [first, *readings], judge, by_option)


@dataclass(frozen=True, slots=True)
class _ByRules:
    """A game audited under some rules, as a step of the search for the best rules.

    `text` is the `Rules:` header that names the rules. `size` is the number of wrong entries.
    `errors_left` is 0 if no remaining error could be excused by other rules, else 1.
    """

    text: str
    rules: RuleSet
    report: Report
    size: int
    errors_left: int

    @property
    def gain(self) -> int:
        """The number `-size`, with which the search for better rules accepts any rules.

        The search accepts rules that save at least `gain` wrong entries, and no rules can save less
        than `-size`. Errors that only some rules have are removed later.
        """
        return -self.size


def _audit_by_best(
    game: Game,
    readings: Sequence[_ByRules],
    judge: Judge,
    by_option: Collection[str],
) -> Answers:
    """Audit a game by the rules with the fewest wrong entries, if no rules fit the whole game.

    `readings` are the audits by the plausible rules, the likeliest rules first. Errors that do not
    exist under other plausible rules are removed, and their verdicts become "unverified".
    `by_option` has the numbers of the rules (clauses) that depend on an option. Return the report,
    the findings and the verdicts.
    """
    leading = min(readings, key=lambda reading: reading.size)
    best, rest = leading.report, [each.report for each in readings if each is not leading]
    if len(game.deals) > _LONG or leading is not readings[0]:
        best = judge(game, leading.rules, tried=False)
    least = _entries_off(game, best)
    best = with_places_left_open(best)
    if not _excusable_errors(best, by_option):
        return _named(game, leading.text, best)
    if not game.has_turns and _is_of_other_rules(game, best):
        return best, *_faults_under_any_rules(game, best, judge)
    # If all errors are in one deal, the other deals confirm the rules.
    has_one_slip = len({finding.place.deal for finding in _errors(best)}) == 1
    has_one_slip = has_one_slip and len(game.deals) > _SEVERAL
    if has_one_slip or not game.has_turns:
        # Rules with more errors than the best rules excuse none of the errors.
        rest = [report for report in rest if _entries_off(game, report) <= least]
    if not has_one_slip:
        rest = [report for report in rest if _play_error_keys(report) == _play_error_keys(best)]
    note = _no_rules_finding(game)
    if has_one_slip:
        words = msg(
            "the file does not name its rules; mjlog reads {rules}: all deals but one fit these "
            "rules, and {number} claims agree with them",
            rules=leading.text,
            number=len(answered(best.verdicts, _IN_ORDER)),
        )
        note = _note(game, words)
    findings = _findings(best, rest)
    # A claim that agrees under other rules, and is an error under none, stays open.
    verdicts = [verdict for other in rest for verdict in other.verdicts]
    agreed = entries_of(answered(verdicts, _IN_ORDER))
    wrong = entries_of([finding.verdict for finding in findings if finding.verdict is not None])
    return best, (*findings, note), tuple(_left_unverified(best, agreed - wrong))


def _leading(game: Game, rules: RuleSet, judge: Judge) -> tuple[str, RuleSet]:
    """Choose the rules under which the first 16 deals of a long game have the fewest errors.

    Return a tuple: the `Rules:` header that names these rules, and the rules. If no other rules
    have fewer errors than `rules`, return the header of the game and `rules`.
    """
    excerpt = _Excerpt(game, tuple(range(1, _FEW + 1)), judge)
    leading, least = (game.rules, rules), len(excerpt.errors(rules))
    for candidate in _candidates(game, rules) if least else ():
        wrong = len(excerpt.errors(candidate[1]))
        if wrong < least:
            leading, least = candidate, wrong
    return leading


@value
class _OtherRules:
    """A function that proposes other rules; `by_option` has clauses that depend on an option."""

    game: Game
    judge: Judge
    by_option: frozenset[str]

    def __call__(self, first: _ByRules) -> Iterator[_ByRules]:
        """Yield the audits of the game by other rules under which an error of `first` is no error.

        Rules under which more values are unverified are skipped.
        """
        game, likely = self.game, first.report
        is_long = len(game.deals) > _LONG
        plausible = _plausible(game, first.rules, self.judge, likely)
        if is_long:
            best_first = sorted(plausible, key=lambda candidate: candidate[2])
            plausible = iter(best_first[:_SEVERAL])
        open_claims = answered(likely.verdicts, {"unverified"})
        for text, other, _ in plausible:
            report = self.judge(game, other, tried=True, plain=is_long)
            if len(answered(report.verdicts, {"unverified"})) <= len(open_claims):
                fits = not _excusable_errors(report, self.by_option) and _play_error_keys(
                    report
                ) <= _play_error_keys(likely)
                yield _ByRules(text, other, report, _entries_off(game, report), int(not fits))


def _plausible(
    game: Game, rules: RuleSet, judge: Judge, likely: Report
) -> Iterator[tuple[str, RuleSet, int]]:
    """Yield other rules under which an error of `likely`, the audit by `rules`, is no error.

    Each result is a tuple: the `Rules:` header that names the rules, the rules, and the number of
    errors under them in some deals of the game. Rules that cause more errors than `rules`, in too
    many deals, are skipped.
    """
    excerpt = _concerned(game, rules, judge, likely)
    keys, slips = excerpt.errors(rules), len(_excusable_errors(likely))
    for text, other in _candidates(game, rules):
        wrong = excerpt.errors(other)
        if keys <= wrong:
            continue  # no error would disappear
        deals = {place.deal for _, place, _ in wrong}
        if not game.has_turns and len(wrong) > len(keys) and len(deals) >= slips:
            continue  # there would be more errors, in at least as many deals as now
        yield text, other, len(wrong)


def _named(game: Game, text: str, report: Report) -> Answers:
    """Return the results of an audit whose rules fit the game, with a note that names the rules.

    The results are the report, its findings and its verdicts. `text` is the `Rules:` header that
    names the rules. If the game suggests a preset and does not follow it, the note says so.
    """
    number = len(answered(report.verdicts, _IN_ORDER))
    presets = {word for word in game.rules.split() if word.startswith("preset=")}
    if not presets.issubset(text.split()):
        words = counting(
            "the file suggests {named}, but its payments are wrong by these rules; mjlog reads "
            "{rules}, and {number} claim agrees with them",
            "the file suggests {named}, but its payments are wrong by these rules; mjlog reads "
            "{rules}, and {number} claims agree with them",
            number,
            named=game.rules,
            rules=text,
        )
    else:
        words = counting(
            "the file does not name its rules; mjlog reads {rules}: nothing contradicts these "
            "rules, and {number} claim agrees with them",
            "the file does not name its rules; mjlog reads {rules}: nothing contradicts these "
            "rules, and {number} claims agree with them",
            number,
            rules=text,
        )
    return report, (*report.findings, _note(game, words)), report.verdicts


def audit_by_paid_stakes(
    game: Game, rules: RuleSet, report: Report, judge: Judge
) -> tuple[Report, Finding] | None:
    """Audit a game with other price options, if the recorded amounts fit these much better.

    Price options say how much a hand pays; tables often choose their own values. Return the report
    and a note that names the chosen values. Three conditions must hold: most won deals are wrong
    with the options of `rules`, the other options leave at most a third of the errors, and the
    record itself does not set these options. Otherwise return None.
    """
    if not errors(report.findings):
        return None
    # Do not search for slips: their explanations would hide that most amounts of a deal are wrong.
    plain = judge(game, rules, tried=True, plain=True)
    if not _is_of_other_rules(game, plain):
        return None
    stated = {word.partition("=")[0] for word in game.rules.split()[1:]}
    fitting, now = rules.choices.fitting, rules.settings.items()
    for words in fitting(game) if fitting else ():
        chosen = dict(word.split("=", 1) for word in words.split())
        changed_names = {name for name, value in chosen.items() if rules.settings[name] != value}
        is_stated = not changed_names.isdisjoint(stated)
        if not changed_names or is_stated or rules.choices.build is None:
            continue
        other = rules.choices.build({**rules.settings, **chosen})
        glance = judge(game, other, tried=True, plain=True)
        is_far_better = _entries_off(game, glance) * _FAR <= _entries_off(game, plain)
        if is_far_better and not _is_of_other_rules(game, glance):
            changed = [f"{name}={value}" for name, value in other.settings.items() - now]
            message = msg(
                "the record names {rules} and not the stakes; most amounts fit {options}, so mjlog "
                "reads them by these",
                rules=game.rules,
                options=" ".join(sorted(changed)),
            )
            return judge(game, other, tried=False), _note(game, message)
    return None


_FAR: Final = 3
"""Rules fit far better if they leave at most one of this number of errors."""


@value
class _Excerpt:
    """Some deals of a game that are audited alone, to compare rules quickly.

    `numbers` are the numbers of these deals in the game; empty if the excerpt is the whole game.
    """

    game: Game
    numbers: tuple[int, ...]
    judge: Judge

    def errors(self, rules: RuleSet) -> Wrong:
        """Audit the deals of the excerpt under the given rules, and return the keys of the errors.

        Causes of errors are not searched for, so the audit is fast.
        """
        if not self.numbers:
            return _error_keys(self.judge(self.game, rules, tried=True, plain=True), ())
        deals = tuple(self.game.deals[number - 1] for number in self.numbers)
        # A finding of the reader has the number of its deal in the game; change it to that in the
        # excerpt.
        places = {0: 0, **{number: at for at, number in enumerate(self.numbers, 1)}}
        findings = tuple(
            replace(finding, place=replace(finding.place, deal=places[finding.place.deal]))
            for finding in self.game.findings
            if finding.place.deal in places
        )
        part = replace(self.game, deals=deals, findings=findings)
        return _error_keys(self.judge(part, rules, tried=True, plain=True), self.numbers)


def _concerned(game: Game, rules: RuleSet, judge: Judge, likely: Report) -> _Excerpt:
    """Return an excerpt of the game with the deals that have errors, each with the deal before it.

    Other rules are then tried on the excerpt. `likely` is the audit by `rules`. For a long game,
    the excerpt has only some of these deals. For a shorter game, it is the whole game if most deals
    have errors, or if errors depend on earlier deals.
    """
    last, whole = len(game.deals), _Excerpt(game, (), judge)
    marked = sorted({finding.place.deal or last for finding in _errors(likely)})
    if last > _LONG:
        marked = [*marked[:_FEW], *marked[_FEW:][-1:]]
    # The start of a deal and its dealer follow from the deal before.
    numbers = sorted({number for deal in marked for number in (deal - 1, deal)} - {0})
    excerpt = _Excerpt(game, tuple(numbers), judge)
    if last > _LONG:
        return excerpt
    if len(numbers) * 2 > last:
        return whole
    # Errors that depend on points from deals left out appear only in the whole game.
    return excerpt if _error_keys(likely, ()) <= excerpt.errors(rules) else whole


def _is_of_other_rules(game: Game, best: Report) -> bool:
    """Return whether a game must have been played by rules other than those of the audit `best`.

    This is so if more than half of the won deals, and at least two, have two or more wrong values.
    One wrong value in a deal may be a mistake in writing.
    """
    won = {number for number, deal in enumerate(game.deals, 1) if deal.contents(WinLine)}
    times = Counter([each.place.deal for each in differing(best.verdicts)])
    several = {deal for deal, number in times.items() if number >= _SEVERAL}
    wrong = won & several
    if len(wrong) < _SEVERAL:
        return False
    return len(wrong) * 2 > len(won)


def _faults_under_any_rules(
    game: Game, best: Report, judge: Judge
) -> tuple[tuple[Finding, ...], tuple[Verdict, ...]]:
    """Return the findings and verdicts of the audit `best` that are certain under any rules.

    Wrong sums and errors of play are certain. All other "differs" verdicts become "unverified".
    """
    sums = judge(game, rules_of_sums(game), tried=True, plain=True)
    sure = {_entry(each): each for each in differing(sums.verdicts)}
    open_now = _left_unverified(best, entries_of(best.verdicts))
    verdicts = [sure.pop(_entry(each), each) for each in open_now]
    left = [finding for finding in best.findings if not is_excusable(finding)]
    left += [finding for finding in sums.findings if is_excusable(finding)]
    return (*left, _no_rules_finding(game)), (*verdicts, *sure.values())


def _entry(verdict: Verdict) -> tuple[Claim, Place]:
    """Return a tuple that identifies the value of a verdict: its key (`Claim`) and its place."""
    return verdict.claim, verdict.place


def _error_keys(report: Report, numbers: Sequence[int]) -> Wrong:
    """Return a set with a key for each error of a report: code, place and recorded value.

    With these keys, two reports of a game can be compared. If the report is about an excerpt,
    `numbers` are the numbers of its deals in the whole game.
    """
    wrong = set()
    for code, place, recorded in map(_key, _errors(report)):
        if place.deal and numbers:
            place = replace(place, deal=numbers[place.deal - 1])
        wrong.add((code, place, recorded))
    return wrong


def _candidates(game: Game, rules: RuleSet) -> Iterator[tuple[str, RuleSet]]:
    """Yield the rules to try for a game, each as a tuple of its `Rules:` header and the rule set.

    These are the rules in the game's own header, each preset, and sets of options that many tables
    use. Rules with the same settings as `rules`, or for another number of players, are skipped.
    """
    name, *words = game.rules.split()
    given_words = [word for word in words if not word.startswith("preset=")]
    headers = [game.rules]
    headers += [" ".join([name, f"preset={preset}", *given_words]) for preset in rules.presets]
    habits = rules.choices.habits
    if rules.choices.fitting is not None:
        habits = (*rules.choices.fitting(game), *habits)
    for habit in habits:
        named = {word.partition("=")[0] for word in habit.split()}
        kept = [word for word in words if word.partition("=")[0] not in named]
        headers.append(" ".join([name, *kept, *habit.split()]))
    for text in headers:
        try:
            other = load(text)
        except RulesError:
            continue
        chosen, now = other.settings, rules.settings
        if chosen != now and chosen.get("players") == now.get("players"):
            yield text, other


def _errors(report: Report) -> list[Finding]:
    """Return the errors in a report, except errors about the format of the file."""
    return [finding for finding in errors(report.findings) if finding.area != "format"]


def _entries_off(game: Game, report: Report) -> int:
    """Return the number of wrong entries in a report.

    A wrong sum of the totals counts as one wrong entry for each player. If it counted once, rules
    with wrong starting points would have fewer wrong entries than the right rules with two wrong
    totals.
    """
    wrong = _errors(report)
    sums = sum(each.code == "pay.zero" and each.kind == "score" for each in wrong)
    return len(wrong) + sums * (game.seats - 1)


def _excusable_errors(report: Report, by_option: Collection[str] = ()) -> list[Finding]:
    """Return the errors of a report that might be no errors under other rules.

    `by_option` has the numbers of those rules (clauses) of the rule set that depend on an option.
    """
    return [finding for finding in _errors(report) if is_excusable(finding, by_option)]


def is_excusable(finding: Finding, by_option: Collection[str] = ()) -> bool:
    """Return whether a finding is an error that might be no error under other rules.

    This is so for errors that house rules may decide, and for errors that cite a rule (clause)
    whose number is in `by_option`: these rules depend on an option.
    """
    if not finding.is_error:
        return False
    clause = finding.clause
    return decided_by_house(finding.code) or (clause is not None and clause.number in by_option)


def _key(finding: Finding) -> tuple[str, Place, str]:
    return finding.code, finding.place, finding.recorded


def _play_error_keys(report: Report) -> Wrong:
    """Return the keys of the errors of play that are errors under any rules."""
    return _error_keys(report, ()).difference(
        [_key(finding) for finding in _excusable_errors(report)]
    )


def _findings(best: Report, others: Sequence[Report]) -> tuple[Finding, ...]:
    """Return the findings of the report `best` without errors that other plausible rules excuse.

    `others` are the reports by the other plausible rules. If a deal has a wrong amount under all
    rules, one finding about this deal stays, even if the amounts differ.
    """
    left = [*best.findings]
    for other in others:
        keys = _error_keys(other, ())
        left = [each for each in left if not is_excusable(each) or _key(each) in keys]
    # If a deal has wrong amounts under all rules, its entries contradict each other. Keep one
    # finding for each such deal, even if the amounts differ.
    deals_off = [
        {finding.place.deal for finding in with_codes(_errors(report), _AMOUNTS)}
        for report in (best, *others)
    ]
    reported = {finding.place.deal for finding in left if is_excusable(finding)}
    for deal in sorted(set.intersection(*deals_off) - reported - {0}):
        own = findings_of_deal(with_codes(best.findings, _AMOUNTS), deal)
        left.append(min(own, key=lambda finding: AREAS.index(finding.area)))
    return tuple(left)


def _no_rules_finding(game: Game) -> Finding:
    words = msg(
        "the file does not name its rules, and no known rules fit all of it; mjlog "
        "does not judge what depends on the rules"
    )
    return _note(game, words)


def _note(game: Game, words: Message) -> Finding:
    """Return a note with this message at the `Rules:` header; without a place if there is none."""
    header = game.headed("Rules")
    place = Place() if header is None else header.span.place()
    return Finding.telling("rules.inferred", "note", words, place)


def _left_unverified(report: Report, entries: Collection[tuple[Claim, Place]]) -> Iterator[Verdict]:
    """Yield all verdicts of a report, with "differs" changed to "unverified" for some values.

    `entries` identifies these values: tuples of a key (`Claim`) and a place.
    """
    for verdict in report.verdicts:
        if verdict.answer == "differs" and _entry(verdict) in entries:
            says = "the file does not name its rules; by one reading {reason}"
            because = msg(says, reason=verdict.because or "")
            yield replace(verdict, answer="unverified", because=because)
        else:
            yield verdict
