"""Rules that a foreign file does not tell.

Read as known ones under which all of it fits, else left open.
"""

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
    """Audits a game under some rules."""

    def __call__(self, game: Game, rules: RuleSet, *, tried: bool, plain: bool = False) -> Report:
        """Return the audit; no hints are needed if the rules are only `tried`.

        A `plain` one looks for no slips that would explain errors.
        """


def read_openly(game: Game, rules: RuleSet, judge: Judge) -> Answers:
    """Audit a game under the known rules that leave least to explain, with a note that names them.

    If no rules fit, return the audit under the best; what other rules would not find is unverified.
    A long game is read by the rules that fit its first deals best, and searched for slips once.
    """
    text, is_long = game.rules, len(game.deals) > _LONG
    by_option = frozenset([option.clause for option in rules.choices.options])
    if is_long:
        text, rules = _leading(game, rules, judge)
    likely = judge(game, rules, tried=is_long, plain=is_long)
    if not _hanging(likely, by_option):
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
    """A game as it reads by some rules.

    `size` is how many entries are wrong by them, `left` is 0 if nothing that is wrong by them may
    be right by others.
    """

    text: str
    rules: RuleSet
    report: Report
    size: int
    left: int

    @property
    def gain(self) -> int:
        """How many wrong entries these rules have to save: none, as what they excuse is open."""
        return -self.size


def _audit_by_best(
    game: Game,
    readings: Sequence[_ByRules],
    judge: Judge,
    by_option: Collection[str],
) -> Answers:
    """Audit a game by the best rules, none of which fit; leave open what others excuse."""
    leading = min(readings, key=lambda reading: reading.size)
    best, rest = leading.report, [each.report for each in readings if each is not leading]
    if len(game.deals) > _LONG or leading is not readings[0]:
        best = judge(game, leading.rules, tried=False)
    least = _entries_off(game, best)
    best = with_places_left_open(best)
    if not _hanging(best, by_option):
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
        rest = [report for report in rest if _played(report) == _played(best)]
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
    return best, (*findings, note), tuple(_opened(best, agreed - wrong))


def _leading(game: Game, rules: RuleSet, judge: Judge) -> tuple[str, RuleSet]:
    """Return the rules by which least is wrong in the first deals, the likeliest of several."""
    excerpt = _Excerpt(game, tuple(range(1, _FEW + 1)), judge)
    leading, least = (game.rules, rules), len(excerpt.errors(rules))
    for candidate in _candidates(game, rules) if least else ():
        wrong = len(excerpt.errors(candidate[1]))
        if wrong < least:
            leading, least = candidate, wrong
    return leading


@value
class _OtherRules:
    """Proposes other rules for a game that make something right and leave no more open."""

    game: Game
    judge: Judge
    by_option: frozenset[str]

    def __call__(self, first: _ByRules) -> Iterator[_ByRules]:
        """Yield the audits under these rules."""
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
                fits = not _hanging(report, self.by_option) and _played(report) <= _played(likely)
                yield _ByRules(text, other, report, _entries_off(game, report), int(not fits))


def _plausible(
    game: Game, rules: RuleSet, judge: Judge, likely: Report
) -> Iterator[tuple[str, RuleSet, int]]:
    """Yield other rules that make something right, and how much is wrong by them at a glance.

    A glance looks for no slips: most rules make nothing right, and are done with by it alone.
    """
    excerpt = _concerned(game, rules, judge, likely)
    keys, slips = excerpt.errors(rules), len(_hanging(likely))
    for text, other in _candidates(game, rules):
        wrong = excerpt.errors(other)
        if keys <= wrong:
            continue  # nothing that is wrong would be right
        deals = {place.deal for _, place, _ in wrong}
        if not game.has_turns and len(wrong) > len(keys) and len(deals) >= slips:
            continue  # more would be wrong, and no fewer slips could explain it
        yield text, other, len(wrong)


def _named(game: Game, text: str, report: Report) -> Answers:
    """Return the audit under rules that fit, with a note that names them."""
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
    """Return the audit by the stakes that most amounts fit, with a note that names them.

    If the sheet names its rules and not the stakes, and nearly all amounts are wrong by the usual
    ones; None elsewhere.
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
    """Some deals of a game, by their numbers in it; none are all."""

    game: Game
    numbers: tuple[int, ...]
    judge: Judge

    def errors(self, rules: RuleSet) -> Wrong:
        """Return what is wrong with these deals as they are written."""
        deals = tuple(self.game.deals[number - 1] for number in self.numbers) or self.game.deals
        part = replace(self.game, deals=deals)
        return _found(self.judge(part, rules, tried=True, plain=True), self.numbers)


def _concerned(game: Game, rules: RuleSet, judge: Judge, likely: Report) -> _Excerpt:
    """Return the deals in which something is wrong, each with the one before.

    Of a long game, these are the first such deals.
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
    return excerpt if _found(likely, ()) <= excerpt.errors(rules) else whole


def _is_of_other_rules(game: Game, best: Report) -> bool:
    """Return whether most won deals are wrong by the best rules, so that the table has others.

    Several claims of each must be wrong: one alone is a slip.
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
    """Return what is wrong under any rules: wrong sums, and what depends on no amounts."""
    sums = judge(game, rules_of_sums(game), tried=True, plain=True)
    sure = {_entry(each): each for each in differing(sums.verdicts)}
    open_now = _opened(best, entries_of(best.verdicts))
    verdicts = [sure.pop(_entry(each), each) for each in open_now]
    left = [finding for finding in best.findings if not may_hang(finding)]
    left += [finding for finding in sums.findings if may_hang(finding)]
    return (*left, _no_rules_finding(game)), (*verdicts, *sure.values())


def _entry(verdict: Verdict) -> tuple[Claim, Place]:
    """Return the claim of a verdict and its place."""
    return verdict.claim, verdict.place


def _found(report: Report, numbers: Sequence[int]) -> Wrong:
    """Return the findings about some of the deals, by their numbers in the whole game."""
    wrong = set()
    for code, place, recorded in map(_key, _errors(report)):
        if place.deal and numbers:
            place = replace(place, deal=numbers[place.deal - 1])
        wrong.add((code, place, recorded))
    return wrong


def _candidates(game: Game, rules: RuleSet) -> Iterator[tuple[str, RuleSet]]:
    """Yield the likeliest rules, every preset for as many players and single habits of tables.

    Leave out those that choose the same as `rules`.
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
    """Return the errors under these rules; a damaged file has them under all."""
    return [finding for finding in errors(report.findings) if finding.area != "format"]


def _entries_off(game: Game, report: Report) -> int:
    """Return the number of wrong entries under these rules.

    If the sum of the totals is, all of them count: else rules by which everybody began with other
    points would look better than those by which two totals are wrong.
    """
    wrong = _errors(report)
    sums = sum(each.code == "pay.zero" and each.kind == "score" for each in wrong)
    return len(wrong) + sums * (game.seats - 1)


def _hanging(report: Report, by_option: Collection[str] = ()) -> list[Finding]:
    """List what is wrong and may be right under other rules.

    `by_option` are the clauses of play that an option decides.
    """
    return [finding for finding in _errors(report) if may_hang(finding, by_option)]


def may_hang(finding: Finding, by_option: Collection[str] = ()) -> bool:
    """Return whether a finding is an error by these rules, and may be none by others."""
    if not finding.is_error:
        return False
    clause = finding.clause
    return decided_by_house(finding.code) or (clause is not None and clause.number in by_option)


def _key(finding: Finding) -> tuple[str, Place, str]:
    return finding.code, finding.place, finding.recorded


def _played(report: Report) -> Wrong:
    """Return what is wrong with play, whatever the table pays."""
    return _found(report, ()).difference([_key(finding) for finding in _hanging(report)])


def _findings(best: Report, others: Sequence[Report]) -> tuple[Finding, ...]:
    """Return the findings that all other plausible rules have as well."""
    left = [*best.findings]
    for other in others:
        keys = _found(other, ())
        left = [each for each in left if not may_hang(each) or _key(each) in keys]
    # Amounts of a deal that no rules make right, each of them another entry wrong, contradict each
    # other whatever the rules: one finding each.
    deals_off = [
        {finding.place.deal for finding in with_codes(_errors(report), _AMOUNTS)}
        for report in (best, *others)
    ]
    reported = {finding.place.deal for finding in left if may_hang(finding)}
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
    """Return a note at the header that names the rules, or would name them."""
    header = game.headed("Rules")
    place = Place() if header is None else header.span.place()
    return Finding.telling("rules.inferred", "note", words, place)


def _opened(report: Report, entries: Collection[tuple[Claim, Place]]) -> Iterator[Verdict]:
    """Yield the verdicts, with those of differing claims left open at these entries."""
    for verdict in report.verdicts:
        if verdict.answer == "differs" and _entry(verdict) in entries:
            says = "the file does not name its rules; by one reading {reason}"
            because = msg(says, reason=verdict.because or "")
            yield replace(verdict, answer="unverified", because=because)
        else:
            yield verdict
