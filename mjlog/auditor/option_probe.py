"""Where a claim differs.

The option of the rule set under which it would agree, if the table played by another one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from mjlog.auditor.cells import few_slips, wrong_claims
from mjlog.auditor.deal_check import DealCheck, score_of
from mjlog.model.findings import Finding, Key, key_of
from mjlog.model.messages import msg
from mjlog.model.record import Ruling, Seat
from mjlog.model.settlement import Score
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Option,
    Unclear,
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


def explained(sheet: DealCheck, weigh: Weigh, *, opens: bool) -> list[Finding]:
    """The findings of a sheet.

    Each with the options that would make its claim agree and disturb no other.

    `weigh` answers all claims of a sheet; `opens` tells that the deal begins with the points the
    rule set gives.
    """
    wrong = [finding for finding in sheet.findings if finding.code in EXPLAINED]
    if not wrong or sheet.rules.scoring.score is None:
        return sheet.findings
    hangs_on = _that_matter(sheet, opens=opens)
    trials = [
        (choice, _left(sheet, other, weigh, opens=opens))
        for choice, other in _by_option(sheet, wrong, hangs_on)
    ]
    uncured = any(not _cures(each, trials) for each in wrong)
    presets = [
        (choice, _left(sheet, other, weigh, opens=opens))
        for choice, other in (_by_preset(sheet, hangs_on) if uncured else ())
    ]
    return [
        _with_hint(each, _cures(each, trials) or _cures(each, presets)) for each in sheet.findings
    ]


def with_near_options(
    sheet: DealCheck, told: Sequence[Finding], weigh: Weigh, *, opens: bool
) -> list[Finding]:
    """What is told of a deal with a fact read otherwise.

    With the options under which all of its sheet is right as it is written.
    """
    wrong = [finding for finding in sheet.findings if finding.code in EXPLAINED]
    hands = _hands_counted_wrong(sheet)
    near = (
        choice
        for choice, other in _by_option(sheet, wrong, _that_matter(sheet, opens=opens))
        if _may_mend_hands(sheet, other, hands)
        and _makes_all_right(sheet, other, weigh, opens=opens)
    )
    choices = list(islice(near, MOST_NAMED)) if wrong and told else []
    return [_with_hint(each, choices) for each in told]


def _with_hint(finding: Finding, choices: Sequence[Choice]) -> Finding:
    if finding.code not in EXPLAINED or not choices:
        return finding
    named = choices[:MOST_NAMED]
    words = msg("{finding}; under another option of these rules it would agree")
    return finding.adding(words, *(f"{option}={value}" for option, value in named))


def _cures(
    finding: Finding, trials: Sequence[tuple[Choice, frozenset[Key] | None]]
) -> list[Choice]:
    return [choice for choice, left in trials if left is not None and key_of(finding) not in left]


def _left(sheet: DealCheck, other: RuleSet, weigh: Weigh, *, opens: bool) -> frozenset[Key] | None:
    """Which findings stay under the other rules.

    None when they change nothing, or bring in a new one.
    """
    again = _under(sheet, other, opens=opens)
    if again is None or not _keeps_right(sheet, again):
        return None
    weigh(again)
    left = frozenset(map(key_of, again.findings))
    if left < frozenset(map(key_of, sheet.findings)):
        return left
    return None


def _makes_all_right(sheet: DealCheck, other: RuleSet, weigh: Weigh, *, opens: bool) -> bool:
    """Whether everything on the sheet agrees under the other rules."""
    again = _under(sheet, other, opens=opens)
    if again is None or not (sheet.deal.told(Ruling) or few_slips(again, 0) == []):
        return False
    weigh(again)
    return not again.findings


def _hands_counted_wrong(sheet: DealCheck) -> frozenset[Seat]:
    """The seats whose hands count something else than the sheet says."""
    claims = (finding.claim for finding in sheet.findings)
    return frozenset(claim.seat for claim in claims if claim is not None and claim.kind == "fan")


def _may_mend_hands(sheet: DealCheck, other: RuleSet, seats: Collection[Seat]) -> bool:
    """Whether these hands count something else under the other rules, by which they fit."""
    if not seats:
        return True
    losers = {*seats}.difference(winner.seat for winner in sheet.outcome.winners)
    if not all(_may_count_otherwise(seat, sheet, other) for seat in losers):
        return False
    scores = tuple([_score_under(other, winner, sheet) for winner in sheet.outcome.winners])
    if scores == sheet.scores and not losers:
        return False
    by_seat = {score.seat: score for score in scores if isinstance(score, Score)}
    return all(_may_agree(each, by_seat) for each in sheet.findings)


def _score_under(other: RuleSet, winner: Winner, sheet: DealCheck) -> Score | Unclear:
    """What a winner's hand counts under other rules; one that nobody shows as it is claimed."""
    known = sheet.score_of(winner.seat)
    claimed = other.scoring.claimed
    if isinstance(known, Score) and known.claimed and claimed is not None:
        alike = claimed == sheet.rules.scoring.claimed
        return known if alike else claimed(winner.seat, sheet.outcome)
    return score_of(other, winner, sheet.outcome)


def _may_count_otherwise(seat: Seat, sheet: DealCheck, other: RuleSet) -> bool:
    """Whether a loser's hand may count something else under other rules."""
    known = sheet.score_of(seat)
    if not isinstance(known, Score) or not known.claimed or other.scoring.claimed is None:
        return True
    return other.scoring.claimed(seat, sheet.outcome) != known


def _may_agree(finding: Finding, by_seat: Mapping[Seat, Score]) -> bool:
    """Whether a hand of these has an item of the name and points that a wrong claim records."""
    claim, verdict = finding.claim, finding.verdict
    if claim is None or claim.kind != "fan" or verdict is None or not verdict.recorded:
        return True
    score = by_seat.get(claim.seat)
    if score is None:
        return True
    worth = (*score.items, *score.totals, *score.worth)
    of_points = [item for item in worth if item.points == verdict.recorded]
    return any(claim.item in {item.name, *item.alike} for item in of_points)


def _under(sheet: DealCheck, other: RuleSet, *, opens: bool) -> DealCheck | None:
    """The deal under other rules, its claims not yet weighed; None where these change nothing."""
    before = (other.progress.start_points,) * len(sheet.before) if opens else sheet.before
    again = DealCheck(
        sheet.deal,
        other,
        sheet.table,
        sheet.outcome,
        before,
        stated=sheet.stated,
        assumed_outcome=sheet.assumed_outcome,
    )
    if isinstance(again.settlement, Unclear) or again.settlement.untold:
        return None
    if (again.scores, again.settlement, before) == (sheet.scores, sheet.settlement, sheet.before):
        return None
    return again


def _keeps_right(sheet: DealCheck, again: DealCheck) -> bool:
    """Whether no amount that was right is wrong under the other rules.

    Rulings may leave such an amount open, so with them nothing is told beforehand.
    """
    if sheet.deal.told(Ruling):
        return True
    return wrong_claims(again) <= {finding.claim for finding in sheet.findings}


def _by_option(
    sheet: DealCheck, wrong: Sequence[Finding], hangs_on: Sequence[Option]
) -> Iterator[tuple[Choice, RuleSet]]:
    """The rule sets that differ in one option that the deal may hang on."""
    rules = sheet.rules
    for option in hangs_on:
        for value in option.values or _numbers(option, rules, wrong):
            if value != rules.settings[option.name]:
                yield (option.name, value), rules.having(option.name, value)


def can_matter(option: str, sheet: DealCheck) -> bool:
    """Whether an option can change what hands are worth and who pays in this deal."""
    choices = sheet.rules.choices
    if option in choices.beside_payments:
        return False
    if option in choices.of_tiles and not shows_tiles(sheet):
        return False
    scores = [score for score in sheet.scores if isinstance(score, Score)]
    depends = choices.depends_on_option
    return depends is None or depends(option, sheet.outcome, scores)


def shows_tiles(sheet: DealCheck) -> bool:
    """Whether a hand that counts is known by its tiles."""
    outcome = sheet.outcome
    if any(winner.tiles is not None for winner in outcome.winners):
        return True
    scored = outcome.hands if sheet.rules.scoring.scores_losers else ()
    return any(held.tiles is not None for held in scored)


def _numbers(option: Option, rules: RuleSet, wrong: Sequence[Finding]) -> list[str]:
    """The whole numbers that would make up for a difference.

    The recorded one, or as much more as is missing.
    """
    now = int(rules.settings[option.name])
    numbers: dict[int, None] = {}
    for finding in wrong:
        verdict = finding.verdict
        if verdict is None or verdict.recorded is None or verdict.due is None:
            continue
        recorded, missing = verdict.recorded, verdict.recorded - verdict.due
        numbers |= dict.fromkeys(
            [recorded, *(now + missing // times for times in (1, 2, 3) if missing % times == 0)]
        )
    return [str(number) for number in numbers if number >= option.least][:MOST_NUMBERS]


def _by_preset(sheet: DealCheck, hangs_on: Sequence[Option]) -> Iterator[tuple[Choice, RuleSet]]:
    """The rule sets that a preset makes of this one, where it changes what the deal may hang on."""
    rules = sheet.rules
    if rules.choices.build is None:
        return
    names = {option.name for option in hangs_on}
    if sheet.outcome.kong is not False:
        names.update(rules.settings)  # what kongs turn up is no option of payments alone
    for name, chosen in rules.presets.items():
        if any(chosen.get(each, rules.settings[each]) != rules.settings[each] for each in names):
            yield ("preset", name), rules.by_preset(name)


def _that_matter(sheet: DealCheck, *, opens: bool) -> list[Option]:
    """The options that the deal may hang on."""
    return [
        option
        for option in sheet.rules.options
        if (opens if option.name == START else can_matter(option.name, sheet))
    ]
