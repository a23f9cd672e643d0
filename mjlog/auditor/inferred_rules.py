"""Rules that a foreign file does not name: known rules that all of it fits, or none."""

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
"""Codes of amounts, which no rules of play, of the course and of the end of a game change."""


_SEVERAL: Final = 2
_FEW: Final = 16
_LONG: Final = 2 * _FEW
"""So many deals are a long game; rules are compared by a few of its deals."""

Wrong = set[tuple[str, Place, str]]
Answers = tuple[Report, tuple[Finding, ...], tuple[Verdict, ...]]


class Judge(Protocol):
    """A function that audits a game under given rules."""

    def __call__(self, game: Game, rules: RuleSet, *, tried: bool, plain: bool = False) -> Report:
        """Return the audit; no hints about options are needed if the rules are only `tried`.

        A `plain` audit looks for no slips that would explain errors.
        """


def read_openly(game: Game, rules: RuleSet, judge: Judge) -> Answers:
    """Audit a game under the known rules that fit best; return report, findings, verdicts.

    A note in the findings names these rules. If no rules fit all of it, a finding that other
    plausible rules would not have is left out and its verdict is unverified. For a long game, the
    rules are chosen by its first deals, and slips are looked for once.
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
    if readings and not readings[-1].left:
        best = readings[-1]
        return _named(game, best.text, judge(game, best.rules, tried=False))
    return _audit_by_best(game, [first, *readings], judge, by_option)


@dataclass(frozen=True, slots=True)
class _ByRules:
    """A game audited under some rules: `text` is the header that names them.

    `size` is how many entries are wrong. `left` is 0 if no wrong entry may be right under other
    rules.
    """

    text: str
    rules: RuleSet
    report: Report
    size: int
    left: int

    @property
    def gain(self) -> int:
        """A number that makes a search accept any rules, as errors they excuse are left open."""
        return -self.size


def _audit_by_best(
    game: Game,
    readings: Sequence[_ByRules],
    judge: Judge,
    by_option: Collection[str],
) -> Answers:
    """Audit a game by the best of several rules that do not fit.

    Errors that other rules excuse are left open. `readings` are the audits by these rules, the
    first one by the likeliest. `by_option` are the clauses of play that an option decides.
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
    # All that is wrong may be in one deal, while other deals bear the rules out.
    has_one_slip = len({finding.place.deal for finding in _errors(best)}) == 1
    has_one_slip = has_one_slip and len(game.deals) > _SEVERAL
    if has_one_slip or not game.has_turns:
        # Rules by which more is wrong excuse nothing that is wrong by the best.
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
    # What agrees by other rules, and is no error by any, is open.
    verdicts = [verdict for other in rest for verdict in other.verdicts]
    agreed = entries_of(answered(verdicts, _IN_ORDER))
    wrong = entries_of([finding.verdict for finding in findings if finding.verdict is not None])
    return best, (*findings, note), tuple(_left_unverified(best, agreed - wrong))


def _leading(game: Game, rules: RuleSet, judge: Judge) -> tuple[str, RuleSet]:
    """Return the header and the rules under which the first deals have the fewest errors.

    The record's own rules are kept unless other rules have fewer errors.
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
    """A function that proposes other rules for a game: `by_option` are clauses with an option."""

    game: Game
    judge: Judge
    by_option: frozenset[str]

    def __call__(self, first: _ByRules) -> Iterator[_ByRules]:
        """Yield audits by rules that make some errors right and leave no more claims unverified."""
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
    """Yield header and rules that make something right, and how many errors they have.

    The errors are counted in some deals, without looking for slips. `likely` is the audit by
    `rules`. Rules that make more wrong than slips could explain are left out.
    """
    excerpt = _concerned(game, rules, judge, likely)
    keys, slips = excerpt.errors(rules), len(_excusable_errors(likely))
    for text, other in _candidates(game, rules):
        wrong = excerpt.errors(other)
        if keys <= wrong:
            continue  # nothing that is wrong would be right
        deals = {place.deal for _, place, _ in wrong}
        if not game.has_turns and len(wrong) > len(keys) and len(deals) >= slips:
            continue  # more would be wrong, and no fewer slips could explain it
        yield text, other, len(wrong)


def _named(game: Game, text: str, report: Report) -> Answers:
    """Return the audit under rules that fit, with a note that names these rules by `text`."""
    words = counting(
        "the file does not name its rules; mjlog reads {rules}: nothing contradicts these rules, "
        "and {number} claim agrees with them",
        "the file does not name its rules; mjlog reads {rules}: nothing contradicts these rules, "
        "and {number} claims agree with them",
        len(answered(report.verdicts, _IN_ORDER)),
        rules=text,
    )
    return report, (*report.findings, _note(game, words)), report.verdicts


def audit_by_paid_stakes(
    game: Game, rules: RuleSet, report: Report, judge: Judge
) -> tuple[Report, Finding] | None:
    """Return the audit under the stakes that most amounts fit, with a note that names them.

    Return None unless most won deals are wrong under the usual stakes, other stakes explain at
    least two thirds of the errors, and the record does not name its stakes.
    """
    if not errors(report.findings):
        return None
    # Slips that would explain a deal hide that most of its amounts are wrong.
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
"""By far better rules no more than a third of what is wrong stays wrong."""


@value
class _Excerpt:
    """Some deals of a game, audited alone.

    `numbers` are their numbers in the game; empty if it has all deals.
    """

    game: Game
    numbers: tuple[int, ...]
    judge: Judge

    def errors(self, rules: RuleSet) -> Wrong:
        """Return the errors in these deals under the given rules, without looking for slips."""
        if not self.numbers:
            return _error_keys(self.judge(self.game, rules, tried=True, plain=True), ())
        deals = tuple(self.game.deals[number - 1] for number in self.numbers)
        # What was noticed while reading has the number of its deal, here among fewer deals.
        places = {0: 0, **{number: at for at, number in enumerate(self.numbers, 1)}}
        findings = tuple(
            replace(finding, place=replace(finding.place, deal=places[finding.place.deal]))
            for finding in self.game.findings
            if finding.place.deal in places
        )
        part = replace(self.game, deals=deals, findings=findings)
        return _error_keys(self.judge(part, rules, tried=True, plain=True), self.numbers)


def _concerned(game: Game, rules: RuleSet, judge: Judge, likely: Report) -> _Excerpt:
    """Return the deals with errors, each with the deal before; of a long game only some.

    Return all deals of a shorter game if most are concerned, or if the errors depend on earlier
    deals.
    """
    last, whole = len(game.deals), _Excerpt(game, (), judge)
    marked = sorted({finding.place.deal or last for finding in _errors(likely)})
    if last > _LONG:
        marked = [*marked[:_FEW], *marked[_FEW:][-1:]]
    # What a deal begins with, and who deals, follows from the deal before.
    numbers = sorted({number for deal in marked for number in (deal - 1, deal)} - {0})
    excerpt = _Excerpt(game, tuple(numbers), judge)
    if last > _LONG:
        return excerpt
    if len(numbers) * 2 > last:
        return whole
    # What hangs on points that were won in the deals left out is seen in the whole game alone.
    return excerpt if _error_keys(likely, ()) <= excerpt.errors(rules) else whole


def _is_of_other_rules(game: Game, best: Report) -> bool:
    """Return whether most won deals, at least two, are wrong under the best rules.

    Then the table has other rules. A deal counts as wrong only if several of its claims differ: one
    alone may be a slip.
    """
    won = {number for number, deal in enumerate(game.deals, 1) if deal.told(WinLine)}
    times = Counter([each.place.deal for each in differing(best.verdicts)])
    several = {deal for deal, number in times.items() if number >= _SEVERAL}
    wrong = won & several
    if len(wrong) < _SEVERAL:
        return False
    return len(wrong) * 2 > len(won)


def _faults_under_any_rules(
    game: Game, best: Report, judge: Judge
) -> tuple[tuple[Finding, ...], tuple[Verdict, ...]]:
    """Return the findings and verdicts that hold under any rules: wrong sums, errors of play."""
    sums = judge(game, rules_of_sums(game), tried=True, plain=True)
    sure = {_entry(each): each for each in differing(sums.verdicts)}
    open_now = _left_unverified(best, entries_of(best.verdicts))
    verdicts = [sure.pop(_entry(each), each) for each in open_now]
    left = [finding for finding in best.findings if not is_excusable(finding)]
    left += [finding for finding in sums.findings if is_excusable(finding)]
    return (*left, _no_rules_finding(game)), (*verdicts, *sure.values())


def _entry(verdict: Verdict) -> tuple[Claim, Place]:
    """Return the claim of a verdict and its place."""
    return verdict.claim, verdict.place


def _error_keys(report: Report, numbers: Sequence[int]) -> Wrong:
    """Return the keys of the errors, with the numbers of deals in the whole game."""
    wrong = set()
    for code, place, recorded in map(_key, _errors(report)):
        if place.deal and numbers:
            place = replace(place, deal=numbers[place.deal - 1])
        wrong.add((code, place, recorded))
    return wrong


def _candidates(game: Game, rules: RuleSet) -> Iterator[tuple[str, RuleSet]]:
    """Yield header and rules to try: the header's own, each preset, and each habit of tables.

    Leave out those with the settings of `rules`, or for another number of players.
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
    """Return the errors in a report, except those about a damaged file."""
    return [finding for finding in errors(report.findings) if finding.area != "format"]


def _entries_off(game: Game, report: Report) -> int:
    """Return the number of wrong entries under these rules.

    If the sum of the totals is wrong, every seat counts: otherwise rules with another number of
    points at the start would look better than rules under which two totals are wrong.
    """
    wrong = _errors(report)
    sums = sum(each.code == "pay.zero" and each.kind == "score" for each in wrong)
    return len(wrong) + sums * (game.seats - 1)


def _excusable_errors(report: Report, by_option: Collection[str] = ()) -> list[Finding]:
    """Return the errors that other rules may excuse.

    `by_option` are the clauses of play that an option decides.
    """
    return [finding for finding in _errors(report) if is_excusable(finding, by_option)]


def is_excusable(finding: Finding, by_option: Collection[str] = ()) -> bool:
    """Return whether a finding is an error that other rules may excuse."""
    if not finding.is_error:
        return False
    clause = finding.clause
    return decided_by_house(finding.code) or (clause is not None and clause.number in by_option)


def _key(finding: Finding) -> tuple[str, Place, str]:
    return finding.code, finding.place, finding.recorded


def _play_error_keys(report: Report) -> Wrong:
    """Return the keys of the errors of play, which do not depend on what the table pays."""
    return _error_keys(report, ()).difference(
        [_key(finding) for finding in _excusable_errors(report)]
    )


def _findings(best: Report, others: Sequence[Report]) -> tuple[Finding, ...]:
    """Return the findings of the best rules without those that other plausible rules excuse.

    If all rules have a wrong amount in a deal, though not the same, one finding of it stays.
    """
    left = [*best.findings]
    for other in others:
        keys = _error_keys(other, ())
        left = [each for each in left if not is_excusable(each) or _key(each) in keys]
    # Amounts of a deal that no rules make right, each of them another entry wrong, contradict each
    # other whatever the rules: one finding each.
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
    """Return a note with these words at the `Rules:` header.

    It has no place if there is no such header.
    """
    header = game.headed("Rules")
    place = Place() if header is None else header.span.place()
    return Finding.telling("rules.inferred", "note", words, place)


def _left_unverified(report: Report, entries: Collection[tuple[Claim, Place]]) -> Iterator[Verdict]:
    """Yield the verdicts of a report; those at `entries` that differ become unverified."""
    for verdict in report.verdicts:
        if verdict.answer == "differs" and _entry(verdict) in entries:
            says = "the file does not name its rules; by one reading {reason}"
            because = msg(says, reason=verdict.because or "")
            yield replace(verdict, answer="unverified", because=because)
        else:
            yield verdict
