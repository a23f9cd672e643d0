"""A table of other rules that the players may have used: each row generates rule sets.

A finding names the options under which the recorded value would be right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.deal_start import DealStart
from mjlog.auditor.diagnosis.number_slips import wrong_claims
from mjlog.model.findings import Finding, Key, key_of, keys_of, with_codes
from mjlog.model.messages import msg
from mjlog.model.record import Ruling
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Option, PlayerTiles, Winner

EXPLAINED: Final = frozenset(
    {"pay.seats", "net.differs", "score.chain", "score.item", "score.total"}
)
"""Codes of errors that other options may explain."""
MOST_NAMED: Final = 3
START: Final = "start_points"
"""The option that says what everybody starts with."""
MOST_NUMBERS: Final = 12

Choice = tuple[str, str]
"""An option (or ``preset``) and its value."""


def name_options(
    sheet: DealCheck,
    findings: Sequence[Finding],
    check_claims: Callable[[DealCheck], None],
    *,
    opens: bool,
) -> list[Finding]:
    """Return the findings; add to those about amounts the options under which the amount is right.

    Options are settings of the rules. For example, a message gets the words "with renhou=mangan it
    would be right". An option counts only if no other value becomes wrong. If `findings` are not
    those of `sheet` but of a corrected version of the deal, an option counts only if it makes the
    deal right as written. `opens`: the deal begins with the points at the start of the game.
    """
    wrong = with_codes(sheet.findings, EXPLAINED)
    if not wrong or sheet.rules.scoring.score is None:
        return [*findings]
    is_reread = findings is not sheet.findings
    before = keys_of(sheet.findings)
    choices: dict[Key, list[Choice]] = {key_of(finding): [] for finding in wrong}
    for propose in RULES:
        # A preset changes many options at once: it is named only if no single option will do.
        unexplained = [key for key, named in choices.items() if not named]
        if not unexplained or (is_reread and propose is propose_presets):
            break
        for choice, rules in propose(sheet, wrong, opens=opens):
            right = _claims_made_right(sheet, rules, check_claims, opens=opens, is_reread=is_reread)
            for key in unexplained:
                if right == before if is_reread else key in right:
                    choices[key].append(choice)
    everywhere = next(iter(choices.values()))
    findings_named: list[Finding] = []
    for finding in findings:
        of_finding = everywhere if is_reread else choices.get(key_of(finding), [])
        if finding.code in EXPLAINED and of_finding:
            named = [f"{option}={value}" for option, value in of_finding[:MOST_NAMED]]
            words = msg("{finding}; with {options} it would be right", options=" / ".join(named))
            finding = finding.adding(words, *named)
        findings_named.append(finding)
    return findings_named


def _claims_made_right(
    sheet: DealCheck,
    rules: RuleSet,
    check_claims: Callable[[DealCheck], None],
    *,
    opens: bool,
    is_reread: bool,
) -> set[Key]:
    """Return the keys of the findings of a deal that vanish under the given rules.

    Return an empty set if new findings appear or the payments become unknown. If `is_reread` is
    True, return an empty set also if any amount stays wrong. `opens`: the deal begins with the
    points at the start of the game.
    """
    points = (rules.progress.start_points,) * sheet.outcome.seats if opens else sheet.start.points
    other = sheet.by_rules(rules, DealStart(points, sheet.start.points_due))
    first, second = rules.penalties, sheet.rules.penalties
    if (first.causes, first.ruled) == (second.causes, second.ruled):
        # under both rule sets, the same causes are due by rulings
        other.recorded_payments = sheet.recorded_payments
    is_same = (other.scores, other.settlement, points) == (
        sheet.scores,
        sheet.settlement,
        sheet.start.points,
    )
    if is_same or not other.is_settled:
        return set()
    # Skip the check of claims if every wrong amount stays wrong. With rulings this is not certain.
    wrong = {finding.claim for finding in with_codes(sheet.findings, EXPLAINED)}
    still_wrong = frozenset() if sheet.deal.contents(Ruling) else wrong_claims(other)
    if still_wrong and (is_reread or (len(other.payment_sets) == 1 and wrong <= still_wrong)):
        return set()
    check_claims(other)
    left, before = keys_of(other.findings), keys_of(sheet.findings)
    return before - left if left <= before else set()


# --------------------------------------------------------------------------- options that matter


def options_that_matter(sheet: DealCheck) -> list[Option]:
    """Return the rule options that can change the scores or payments of this deal."""
    choices, outcome, scores = sheet.rules.choices, sheet.outcome, sheet.clear_scores
    beside = choices.beside_payments
    if not shows_tiles(sheet):
        beside |= choices.of_tiles
    options = [option for option in sheet.rules.options if option.name not in beside]
    if choices.matters is None:
        return options
    return [option for option in options if choices.matters(option.name, outcome, scores)]


def options_to_try(sheet: DealCheck, *, opens: bool) -> list[Option]:
    """Return the rule options that can change this deal, to try other values of them.

    `opens`: also try the option for the points at the start of the game.
    """
    tried = {option.name for option in options_that_matter(sheet)} - {START}
    if opens:
        tried.add(START)
    return [option for option in sheet.rules.options if option.name in tried]


def shows_tiles(sheet: DealCheck) -> bool:
    """Return whether the tiles of at least one hand that is scored are known."""
    hands: list[Winner | PlayerTiles] = [*sheet.outcome.winners]
    if sheet.rules.scoring.scores_losers:
        hands += sheet.outcome.hands
    return any(hand.tiles is not None for hand in hands)


# --------------------------------------------------------------------------- the table


def propose_options(
    sheet: DealCheck, wrong: Sequence[Finding], *, opens: bool
) -> Iterator[tuple[Choice, RuleSet]]:
    """Yield copies of the rule set in which one option that can change the deal has another value.

    Each result is a tuple: the option with its value, such as `("renhou", "mangan")`, and the rule
    set. For an option whose value is a number, the numbers to try follow from the amounts in the
    findings `wrong`. `opens`: the option for the points at the start of the game is tried, too.
    """
    rules, now = sheet.rules, sheet.rules.settings
    verdicts = [finding.verdict for finding in wrong if finding.verdict is not None]
    for option in options_to_try(sheet, opens=opens):
        values = option.values
        if option.is_number:
            # Try the recorded number; or raise it by the difference, once or shared among several
            # items.
            numbers: list[int] = []
            for verdict in verdicts:
                if verdict.recorded is not None and verdict.due is not None:
                    more = verdict.recorded - verdict.due
                    parts = [more // times for times in (1, 2, 3) if not more % times]
                    numbers += [verdict.recorded, *[int(now[option.name]) + n for n in parts]]
            likely = dict.fromkeys([number for number in numbers if number >= option.least])
            values = tuple(str(number) for number in [*likely][:MOST_NUMBERS])
        for value in dict.fromkeys(values):
            if value != now[option.name]:
                other = rules.having(option.name, value)
                if sheet.outcome.seats in other.play.spec.seats:
                    yield (option.name, value), other


def propose_presets(
    sheet: DealCheck, _: Sequence[Finding], *, opens: bool
) -> Iterator[tuple[Choice, RuleSet]]:
    """Yield the rule set under each preset that changes an option which can change the deal.

    A preset is a named collection of option values. Each result is a tuple: the word `preset` with
    the name of the preset, and the rule set. `opens`: the option for the points at the start of the
    game counts, too.
    """
    rules = sheet.rules
    if rules.choices.build is None:
        return
    names = {option.name for option in options_to_try(sheet, opens=opens)}
    if sheet.outcome.kong is not False:
        # which tiles a kong turns up is decided by more options than those of payments
        names.update(rules.settings)
    for name, chosen in rules.presets.items():
        changed = dict(chosen.items() - rules.settings.items())
        if not names.isdisjoint(changed):
            yield ("preset", name), rules.by_preset(name)


RULES: Final = (propose_options, propose_presets)
"""Functions that propose other rules, the likeliest first."""
