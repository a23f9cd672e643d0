"""Where a claim differs.

The option of the rule set under which it would agree, if the table played by another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import starmap
from typing import Final

from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.deal_start import DealStart
from mjlog.auditor.diagnosis.number_slips import how_many, wrong_claims
from mjlog.auditor.settled_deal import Reading
from mjlog.model.findings import Finding, Key, key_of, keys_of, with_codes
from mjlog.model.messages import msg
from mjlog.model.record import Ruling
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Held,
    Option,
    Winner,
)

EXPLAINED: Final = frozenset(
    {"pay.seats", "net.differs", "score.chain", "score.item", "score.total"}
)
MOST_NAMED: Final = 3
START: Final = "start_points"
"""The option that says what everybody starts with."""
MOST_NUMBERS: Final = 12

Weigh = Callable[[DealCheck], None]
Choice = tuple[str, str]
"""An option, or ``preset``, and a value for it."""
Trial = tuple[Choice, set[Key]]
"""A choice, and what tells from others the findings that are none by it."""


def explained(sheet: DealCheck, weigh: Weigh, *, opens: bool) -> list[Finding]:
    """Return the findings of a sheet.

    Each with the options that would make its claim agree and disturb no other. `weigh` answers all
    claims of a sheet; `opens` tells that the deal begins with the points the rule set gives.
    """
    wrong = _wrong_amounts(sheet)
    if not wrong or sheet.rules.scoring.score is None:
        return sheet.findings
    hangs_on = _that_matter(sheet, opens=opens)
    tried = partial(_tried, sheet, weigh, opens=opens)
    trials = [*starmap(tried, _by_option(sheet, _numbers_off(wrong), hangs_on))]
    cured = {key_of(each): _cures(each, trials) for each in wrong}
    # A preset changes many options at once, so it is named only where no single one will do.
    if not all(cured.values()):
        presets = [*starmap(tried, _by_preset(sheet, hangs_on))]
        for each in wrong:
            cured[key_of(each)] = cured[key_of(each)] or _cures(each, presets)
    return [_with_hint(each, cured.get(key_of(each), ())) for each in sheet.findings]


def _wrong_amounts(sheet: DealCheck) -> list[Finding]:
    """Return what is wrong that options may explain."""
    return with_codes(sheet.findings, EXPLAINED)


def with_near_options(
    sheet: DealCheck, told: Sequence[Finding], weigh: Weigh, *, opens: bool
) -> list[Finding]:
    """Return what is told of a deal with a fact read otherwise.

    With the options under which all of its sheet is right as it is written. Of that, claims about
    hands are checked at least.
    """
    wrong = _wrong_amounts(sheet)
    numbers = _numbers_off(wrong)
    if not (wrong or numbers) or not told:
        return [*told]
    choices: list[Choice] = []
    hangs_on = _that_matter(sheet, opens=opens)
    for choice, other in _by_option(sheet, numbers, hangs_on):
        if _makes_all_right(sheet, other, weigh, opens=opens):
            choices.append(choice)
        if len(choices) == MOST_NAMED:
            break
    return [_with_hint(each, choices) for each in told]


def _with_hint(finding: Finding, choices: Sequence[Choice]) -> Finding:
    if finding.code not in EXPLAINED or not choices:
        return finding
    named = choices[:MOST_NAMED]
    words = msg("{finding}; under another option of these rules it would agree")
    return finding.adding(words, *(f"{option}={value}" for option, value in named))


def _cures(finding: Finding, trials: Iterable[Trial]) -> list[Choice]:
    """Return the choices under which nothing is wrong with it."""
    key = key_of(finding)
    return [choice for choice, cured in trials if key in cured]


def _tried(sheet: DealCheck, weigh: Weigh, choice: Choice, other: RuleSet, *, opens: bool) -> Trial:
    """Return which findings a choice cures.

    Return None if the other rules change nothing, or bring in a new one.
    """
    again = _under(sheet, other, opens=opens)
    if again is None or _leaves_all_wrong(sheet, again):
        return choice, set()
    weigh(again)
    left, before = keys_of(again.findings), keys_of(sheet.findings)
    # An option by which another claim begins to differ explains nothing.
    if not left <= before:
        return choice, set()
    return choice, before - left


def _leaves_all_wrong(sheet: DealCheck, again: DealCheck) -> bool:
    """Return whether each amount that is wrong stays wrong; a ruling may leave it open."""
    wrong = {finding.claim for finding in _wrong_amounts(sheet)}
    return not sheet.deal.told(Ruling) and len(again.worlds) == 1 and wrong <= wrong_claims(again)


def _makes_all_right(sheet: DealCheck, other: RuleSet, weigh: Weigh, *, opens: bool) -> bool:
    """Return whether everything on the sheet agrees under the other rules."""
    again = _under(sheet, other, opens=opens)
    if again is None:
        return False
    # To count cells is cheaper than to weigh claims. A ruling may leave such a cell open.
    if how_many(again) and not sheet.deal.told(Ruling):
        return False
    weigh(again)
    return not again.findings


def _under(sheet: DealCheck, other: RuleSet, *, opens: bool) -> DealCheck | None:
    """Return the deal under other rules, its claims not yet checked.

    Return None if these change nothing.
    """
    before = sheet.before
    if opens:
        before = (other.progress.start_points,) * len(before)
    reading = Reading(
        sheet.deal,
        other,
        sheet.table,
        sheet.outcome,
        DealStart(before, sheet.start.points_due),
        stated=sheet.reading.stated,
        assumed=sheet.reading.assumed,
    )
    again = DealCheck(reading)
    if _names_causes_alike(other, sheet.rules):
        again.told = sheet.told
    if not again.is_settled:
        return None
    if (again.scores, again.settlement, before) == (sheet.scores, sheet.settlement, sheet.before):
        return None
    return again


def _names_causes_alike(one: RuleSet, other: RuleSet) -> bool:
    """Return whether payments for the same causes are matters of rulings by both."""
    first, second = one.penalties, other.penalties
    return (first.causes, first.ruled) == (second.causes, second.ruled)


def _by_option(
    sheet: DealCheck, numbers: Iterable[Off], hangs_on: Sequence[Option]
) -> Iterator[tuple[Choice, RuleSet]]:
    """Yield the rule sets that differ in one option that the deal may depend on."""
    rules, amounts = sheet.rules, _amounts(numbers)
    for option in hangs_on:
        values = option.values or _numbers(option, rules, amounts)
        others = dict.fromkeys(values)
        others.pop(rules.settings[option.name], None)
        for value in others:
            other = rules.having(option.name, value)
            if sheet.outcome.seats in other.play.spec.seats:
                yield (option.name, value), other


def options_that_matter(sheet: DealCheck, names: Iterable[str]) -> list[str]:
    """Return those of these options that can change hands or payments of this deal."""
    choices, outcome, scores = sheet.rules.choices, sheet.outcome, sheet.clear_scores
    beside = choices.beside_payments
    if not shows_tiles(sheet):
        beside |= choices.of_tiles
    left, matters = [name for name in names if name not in beside], choices.matters
    if matters is None:
        return left
    return [name for name in left if matters(name, outcome, scores)]


def shows_tiles(sheet: DealCheck) -> bool:
    """Return whether a hand that counts is known by its tiles."""
    hands: list[Winner | Held] = [*sheet.outcome.winners]
    if sheet.rules.scoring.scores_losers:
        hands += sheet.outcome.hands
    return any([hand.tiles is not None for hand in hands])


Off = tuple[int, int]
"""The number that a sheet has, and the one due."""
Amount = tuple[int, list[int]]
"""A wrong amount: the number recorded, and parts of what it has too much."""


def _numbers(option: Option, rules: RuleSet, amounts: Sequence[Amount]) -> list[str]:
    """Return the whole numbers that would make up for a difference.

    The recorded one, or as much more as is missing.
    """
    now, others = int(rules.settings[option.name]), []
    for recorded, parts in amounts:
        others += [recorded, *[now + more for more in parts]]
    likely = [str(number) for number in dict.fromkeys(others) if number >= option.least]
    return likely[:MOST_NUMBERS]


def _numbers_off(wrong: Iterable[Finding]) -> list[Off]:
    """Return the numbers of the claims that are wrong."""
    return [
        (verdict.recorded, verdict.due)
        for verdict in filter(None, [finding.verdict for finding in wrong])
        if verdict.recorded is not None and verdict.due is not None
    ]


def _amounts(numbers: Iterable[Off]) -> list[Amount]:
    """Return each amount that is wrong once."""
    amounts = dict.fromkeys([(recorded, recorded - due) for recorded, due in numbers])
    return [
        (recorded, [more // times for times in (1, 2, 3) if not more % times])
        for recorded, more in amounts
    ]


def _by_preset(sheet: DealCheck, hangs_on: Sequence[Option]) -> Iterator[tuple[Choice, RuleSet]]:
    """Yield the rule sets that a preset makes of this one, if that may matter to the deal."""
    rules = sheet.rules
    if rules.choices.build is None:
        return
    names = {option.name for option in hangs_on}
    if sheet.outcome.kong is not False:
        names.update(rules.settings)  # what kongs turn up is no option of payments alone
    now = rules.settings.items()
    for name, chosen in rules.presets.items():
        changed = dict(chosen.items() - now)
        if not names.isdisjoint(changed):
            yield ("preset", name), rules.by_preset(name)


def _that_matter(sheet: DealCheck, *, opens: bool) -> list[Option]:
    """Return the options that the deal depends on."""
    options = sheet.rules.options
    depends = {*options_that_matter(sheet, [option.name for option in options])}
    depends.discard(START)
    if opens:
        depends.add(START)
    return [option for option in options if option.name in depends]
