"""Where a claim differs.

The option of the rule set under which it would agree, if the table played by another one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import starmap
from typing import Final

from mjlog.auditor.cells import (
    adds_wrong_claims,
    amounts_off,
    changes_are_right,
    fits_plainly,
    how_few,
    off_by,
    wrong_claims,
)
from mjlog.auditor.claims import check_all_but_amounts
from mjlog.auditor.deal_check import DealCheck, check_deal, score_of
from mjlog.auditor.payments import keeps_shares
from mjlog.model.findings import Finding, Key, key_of, keys_of, of_kinds, with_codes
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import msg
from mjlog.model.record import Items, Ruling, Seat
from mjlog.model.settlement import Score
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Held,
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
Trial = tuple[Choice, set[Key]]
"""A choice, and what tells from others the findings that are none by it."""


def explained(sheet: DealCheck, weigh: Weigh, *, opens: bool) -> list[Finding]:
    """The findings of a sheet.

    Each with the options that would make its claim agree and disturb no other.

    `weigh` answers all claims of a sheet; `opens` tells that the deal begins with the points the
    rule set gives.
    """
    wrong = _wrong_amounts(sheet)
    if not wrong or sheet.rules.scoring.score is None:
        return sheet.findings
    hangs_on = _that_matter(sheet, opens=opens)
    tried = partial(_tried, sheet, weigh, opens=opens)
    hands = _hands_counted_wrong(sheet) if _are_of_hands(wrong) else frozenset[Seat]()
    may_mend = partial(_count_otherwise, sheet, hands)
    if _are_told_by_changes(sheet, wrong):
        may_mend = partial(_pays_others, sheet)
    by_option = filter(
        partial(_opens_right, sheet), _by_option(sheet, _numbers_off(wrong), hangs_on)
    )
    trials = [*starmap(tried, filter(may_mend, by_option))]
    cured = {key_of(each): _cures(each, trials) for each in wrong}
    # A preset changes many options at once, so it is named only where no single one will do.
    if not all(cured.values()):
        presets = [*starmap(tried, filter(may_mend, _by_preset(sheet, hangs_on)))]
        for each in wrong:
            cured[key_of(each)] = cured[key_of(each)] or _cures(each, presets)
    return [_with_hint(each, cured.get(key_of(each), ())) for each in sheet.findings]


def _opens_right(sheet: DealCheck, choice: tuple[Choice, RuleSet]) -> bool:
    """Whether some total is right if everybody starts with other points; so of other options.

    What everybody starts with changes nothing but totals.
    """
    option, value = choice[0]
    if option != START or _may_be_left_open(sheet):
        return True
    changes = sheet.whole_changes
    if len(changes) != 1:
        return True
    due = [int(value) + change for change in changes[0][0]]
    return any([points in due for told in sheet.deal.numbers("score") for points in told])


def _may_be_left_open(sheet: DealCheck) -> bool:
    """Whether rules of the house, a gap or a ruling may decide about amounts that are wrong."""
    return bool(sheet.house or sheet.has_gap or sheet.deal.told(Ruling))


def _wrong_amounts(sheet: DealCheck) -> list[Finding]:
    """What is wrong that options may explain."""
    return with_codes(sheet.findings, EXPLAINED)


def with_near_options(
    sheet: DealCheck, told: Sequence[Finding], weigh: Weigh, *, opens: bool
) -> list[Finding]:
    """What is told of a deal with a fact read otherwise.

    With the options under which all of its sheet is right as it is written. Of that, claims about
    hands are weighed at least.
    """
    wrong = _wrong_amounts(sheet)
    numbers = _numbers_off(wrong) if sheet.is_weighed else [*_numbers_on(sheet, wrong)]
    if not (wrong or numbers) or not told:
        return [*told]
    hands = _HandsCountedWrong.of(sheet)
    choices: list[Choice] = []
    # What everybody starts with mends no payment.
    opens = opens and not off_by(sheet, sheet.settlement)
    hangs_on = _that_matter(sheet, opens=opens, but=hands.beside)
    for choice, other in _by_option(sheet, numbers, hangs_on):
        if not hands.may_fit(other) or not keeps_shares(sheet, other):
            continue
        # Where a hand was counted wrong and no more is, all is likely right.
        if not hands.seats and _leaves_payments_wrong(sheet, other):
            continue
        if _makes_all_right(sheet, other, weigh, opens=opens):
            choices.append(choice)
        if len(choices) == MOST_NAMED:
            break
    return [_with_hint(each, choices) for each in told]


def _numbers_on(sheet: DealCheck, wrong: Sequence[Finding]) -> Iterator[Off]:
    """The amounts that are off on a sheet of which claims about hands alone are weighed."""
    of_hands = of_kinds(wrong, {"fan", "kong"})
    cells = amounts_off(sheet)
    for line in sheet.deal.lines:
        if isinstance(line.content, Items):
            here = [each for each in of_hands if each.place.line == line.span.line]
            yield from _numbers_off(here)
        else:
            yield from [cell[1:] for cell in cells if cell[0] is line]


def _with_hint(finding: Finding, choices: Sequence[Choice]) -> Finding:
    if finding.code not in EXPLAINED or not choices:
        return finding
    named = choices[:MOST_NAMED]
    words = msg("{finding}; under another option of these rules it would agree")
    return finding.adding(words, *(f"{option}={value}" for option, value in named))


def _cures(finding: Finding, trials: Iterable[Trial]) -> list[Choice]:
    """The choices under which nothing is wrong with it."""
    key = key_of(finding)
    return [choice for choice, cured in trials if key in cured]


def _tried(sheet: DealCheck, weigh: Weigh, choice: Choice, other: RuleSet, *, opens: bool) -> Trial:
    """Which findings a choice cures.

    None when the other rules change nothing, or bring in a new one.
    """
    again = _under(sheet, other, opens=opens)
    if again is None or not _keeps_right(sheet, again) or _mends_nothing(sheet, again):
        return choice, set()
    weigh(again)
    left, known = keys_of(again.findings), keys_of(sheet.findings)
    # An option by which another claim begins to differ explains nothing.
    if not left <= known:
        return choice, set()
    return choice, known - left


def _makes_all_right(sheet: DealCheck, other: RuleSet, weigh: Weigh, *, opens: bool) -> bool:
    """Whether everything on the sheet agrees under the other rules."""
    again = _under(sheet, other, opens=opens)
    if again is None:
        return False
    # To count cells is cheaper than to weigh claims. A ruling may leave such a cell open.
    if not sheet.deal.told(Ruling):
        if how_few(again, 0) is None:
            return False
        if fits_plainly(again):
            check_all_but_amounts(again)
            return not again.findings
    weigh(again)
    return not again.findings


def _leaves_payments_wrong(sheet: DealCheck, other: RuleSet) -> bool:
    """Whether payments are wrong for sure under the other rules, by their settlement alone."""
    if _may_be_left_open(sheet) or sheet.assumption is not None or sheet.told_of_fines:
        return False
    if not _names_causes_alike(other, sheet.rules):
        return False
    known = check_deal(other, sheet.outcome)[1]
    if isinstance(known, Unclear) or known.perhaps:
        return False
    return off_by(sheet, known) > 0


def _hands_counted_wrong(sheet: DealCheck) -> frozenset[Seat]:
    """The seats whose hands count something else than the sheet says."""
    of_hands = [finding.claim for finding in of_kinds(sheet.findings, {"fan"})]
    return frozenset([claim.seat for claim in filter(None, of_hands)])


def _are_of_hands(wrong: Sequence[Finding]) -> bool:
    """Whether nothing but what hands count is wrong."""
    return len(of_kinds(wrong, {"fan"})) == len(wrong)


def _are_told_by_changes(sheet: DealCheck, wrong: Sequence[Finding]) -> bool:
    """Whether payments alone are wrong, and right changes tell what everybody pays the winner."""
    if len(of_kinds(wrong, {"pay"})) < len(wrong) or not _is_paid_alone(sheet, sheet.rules):
        return False
    if sheet.deal.told(Ruling) or sheet.told_of_fines:
        return False
    if any([causes.keys() != {""} for causes in sheet.told.values()]):
        return False
    return changes_are_right(sheet)


def _is_paid_alone(sheet: DealCheck, rules: RuleSet) -> bool:
    """Whether nobody but one winner is paid by these rules, and nothing lies on the table."""
    return (
        len(sheet.outcome.winners) == 1 and not rules.scoring.scores_losers and not rules.pot.used
    )


def _pays_others(sheet: DealCheck, choice: tuple[Choice, RuleSet]) -> bool:
    """Whether by a choice others than the only winner may be paid: else changes tell all."""
    return not _is_paid_alone(sheet, choice[1])


def _count_otherwise(
    sheet: DealCheck, hands: Collection[Seat], choice: tuple[Choice, RuleSet]
) -> bool:
    """Whether one of these hands may count something else by a choice; so of no hands at all."""
    other = choice[1]
    if not hands or other.scoring.item_names != sheet.rules.scoring.item_names:
        return True
    losers = {*hands} - sheet.outcome.winning_seats
    if any(map(partial(_may_count_otherwise, sheet, other), losers)):
        return True
    return tuple([_score_under(other, each, sheet) for each in sheet.outcome.winners]) != (
        sheet.scores
    )


@dataclass(frozen=True, slots=True)
class _HandsCountedWrong:
    """The hands of a deal that count something else than the sheet says.

    `losers` are those that did not win, `known` all hands that nobody shows, as they are claimed;
    `all_known`: every winner's hand is one. `recorded` has the claims that are wrong: of whose
    hand, which item, the number that the sheet has.
    """

    sheet: DealCheck
    seats: frozenset[Seat]
    losers: frozenset[Seat]
    known: Mapping[Seat, Score]
    all_known: bool
    recorded: Sequence[tuple[Seat, str, int]]

    @classmethod
    def of(cls, sheet: DealCheck) -> _HandsCountedWrong:
        """The hands of that deal."""
        seats = _hands_counted_wrong(sheet)
        if not seats:
            return cls(sheet, seats, seats, {}, all_known=False, recorded=())
        winning = sheet.outcome.winning_seats
        found = {each: _known_by_claim(sheet, each) for each in seats | winning}
        known = {seat: score for seat, score in found.items() if score is not None}
        verdicts = filter(None, [each.verdict for each in of_kinds(sheet.findings, {"fan"})])
        recorded = [
            (each.claim.seat, each.claim.item, each.recorded) for each in verdicts if each.recorded
        ]
        all_known = known.keys() >= winning
        return cls(sheet, seats, seats - winning, known, all_known, recorded)

    @property
    def beside(self) -> frozenset[str]:
        """The options that change nothing in what these hands count."""
        is_known = self.all_known if not self.losers else not self.losers.isdisjoint(self.known)
        if not self.seats or not is_known:
            return frozenset()
        return self.sheet.rules.choices.beside_claims

    def may_fit(self, other: RuleSet) -> bool:
        """Whether these hands count something else under the other rules, by which they fit."""
        if not self.seats:
            return True
        claimed = other.scoring.claimed
        alike = claimed == self.sheet.rules.scoring.claimed
        for seat in self.losers:
            known = self.known.get(seat)
            if known is None or claimed is None:
                continue
            if alike or claimed(seat, self.sheet.outcome) == known:
                return False
        if alike and not self.losers and self.all_known:
            return False  # what is claimed counts the same by both
        return self._may_fit_by(other, alike=alike)

    def _may_fit_by(self, other: RuleSet, *, alike: bool) -> bool:
        """The same, by what the winners' hands count; `alike`: what is claimed counts as before."""
        sheet, claimed = self.sheet, other.scoring.claimed
        found: list[Score | Unclear] = []
        for winner in sheet.outcome.winners:
            known = self.known.get(winner.seat)
            if known is None or claimed is None:
                found.append(score_of(other, winner, sheet.outcome))
            else:
                found.append(known if alike else claimed(winner.seat, sheet.outcome))
        scores = tuple(found)
        by_seat = {score.seat: score for score in scores if isinstance(score, Score)}
        # Few options pass this, and to compare hands item by item costs more.
        for seat, item, points in self.recorded:
            if seat in by_seat and not _counts(by_seat[seat], item, points):
                return False
        return bool(self.losers) or scores != sheet.scores


def _score_under(other: RuleSet, winner: Winner, sheet: DealCheck) -> Score | Unclear:
    """What a winner's hand counts under other rules; one that nobody shows as it is claimed."""
    known, claimed = _known_by_claim(sheet, winner.seat), other.scoring.claimed
    if known is None or claimed is None:
        return score_of(other, winner, sheet.outcome)
    if claimed == sheet.rules.scoring.claimed:
        return known
    return claimed(winner.seat, sheet.outcome)


def _known_by_claim(sheet: DealCheck, seat: Seat) -> Score | None:
    """The score of a hand that nobody shows, as it is claimed."""
    known = sheet.score_of(seat)
    if isinstance(known, Unclear) or not known.claimed:
        return None
    return known


def _may_count_otherwise(sheet: DealCheck, other: RuleSet, seat: Seat) -> bool:
    """Whether a loser's hand may count something else under other rules."""
    known = _known_by_claim(sheet, seat)
    if known is None or other.scoring.claimed is None:
        return True
    return other.scoring.claimed(seat, sheet.outcome) != known


def _counts(score: Score, name: str, points: int) -> bool:
    """Whether a hand has an item of that name, or of a name for the same, with these points."""
    for item in (*score.items, *score.totals, *score.worth):
        if item.points == points and (item.name == name or name in item.alike):
            return True
    return False


def _under(sheet: DealCheck, other: RuleSet, *, opens: bool) -> DealCheck | None:
    """The deal under other rules, its claims not yet weighed; None where these change nothing."""
    before = sheet.before
    if opens:
        before = (other.progress.start_points,) * len(before)
    again = DealCheck(
        sheet.deal,
        other,
        sheet.table,
        sheet.outcome,
        before,
        stated=sheet.stated,
        assumed_outcome=sheet.assumed_outcome,
    )
    if _names_causes_alike(other, sheet.rules):
        again.told = sheet.told
    if not again.is_settled:
        return None
    if (again.scores, again.settlement, before) == (sheet.scores, sheet.settlement, sheet.before):
        return None
    return again


def _names_causes_alike(one: RuleSet, other: RuleSet) -> bool:
    """Whether payments for the same causes are matters of rulings by both."""
    first, second = one.penalties, other.penalties
    return (first.causes, first.ruled) == (second.causes, second.ruled)


def _mends_nothing(sheet: DealCheck, again: DealCheck) -> bool:
    """Whether all that is wrong is so under the other rules, too: to tell costs less than to weigh.

    Where rulings, or rules of the house, may leave an amount open, nothing is told beforehand.
    """
    if _may_be_left_open(sheet) or len(again.worlds) != 1:
        return False
    claims = {finding.claim for finding in _wrong_amounts(sheet)}
    if any([claim is None or claim.kind not in _OF_CELLS for claim in claims]):
        return False
    return claims <= wrong_claims(again)


_OF_CELLS: Final = frozenset({"net", "pay", "score"})
"""The kinds of claims that tell an amount of the sheet."""


def _keeps_right(sheet: DealCheck, again: DealCheck) -> bool:
    """Whether no amount that was right is wrong under the other rules.

    Rulings may leave such an amount open, so with them nothing is told beforehand.
    """
    if sheet.deal.told(Ruling):
        return True
    known = {*filter(None, [finding.claim for finding in sheet.findings])}
    return not adds_wrong_claims(again, known)


def _by_option(
    sheet: DealCheck, numbers: Iterable[Off], hangs_on: Sequence[Option]
) -> Iterator[tuple[Choice, RuleSet]]:
    """The rule sets that differ in one option that the deal may hang on."""
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
    """Of these options those that can change what hands are worth and who pays in this deal."""
    choices, outcome, scores = sheet.rules.choices, sheet.outcome, sheet.clear_scores
    beside = choices.beside_payments
    if not shows_tiles(sheet):
        beside |= choices.of_tiles
    left, depends = [name for name in names if name not in beside], choices.depends_on_option
    if depends is None:
        return left
    return [name for name in left if depends(name, outcome, scores)]


def shows_tiles(sheet: DealCheck) -> bool:
    """Whether a hand that counts is known by its tiles."""
    hands: list[Winner | Held] = [*sheet.outcome.winners]
    if sheet.rules.scoring.scores_losers:
        hands += sheet.outcome.hands
    return any([hand.tiles is not None for hand in hands])


Off = tuple[int, int]
"""The number that a sheet has, and the one due."""
Amount = tuple[int, list[int]]
"""A wrong amount: the number recorded, and parts of what it has too much."""


def _numbers(option: Option, rules: RuleSet, amounts: Sequence[Amount]) -> list[str]:
    """The whole numbers that would make up for a difference.

    The recorded one, or as much more as is missing.
    """
    now, found = int(rules.settings[option.name]), []
    for recorded, parts in amounts:
        found += [recorded, *[now + more for more in parts]]
    likely = [str(number) for number in dict.fromkeys(found) if number >= option.least]
    return likely[:MOST_NUMBERS]


def _numbers_off(wrong: Iterable[Finding]) -> list[Off]:
    """The numbers of the claims that are wrong."""
    return [
        (verdict.recorded, verdict.due)
        for verdict in filter(None, [finding.verdict for finding in wrong])
        if verdict.recorded is not None and verdict.due is not None
    ]


def _amounts(numbers: Iterable[Off]) -> list[Amount]:
    """Each amount that is wrong once."""
    found = dict.fromkeys([(recorded, recorded - due) for recorded, due in numbers])
    return [
        (recorded, [more // times for times in (1, 2, 3) if not more % times])
        for recorded, more in found
    ]


def _by_preset(sheet: DealCheck, hangs_on: Sequence[Option]) -> Iterator[tuple[Choice, RuleSet]]:
    """The rule sets that a preset makes of this one, where it changes what the deal may hang on."""
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


def _that_matter(
    sheet: DealCheck, *, opens: bool, but: frozenset[str] = frozenset()
) -> list[Option]:
    """The options that the deal may hang on, but for some."""
    options = sheet.rules.options
    names = [option.name for option in options if option.name not in but]
    names, may_mend = options_that_matter(sheet, names), sheet.rules.choices.may_mend
    if may_mend is not None:
        names = [name for name in names if may_mend(name, sheet.outcome)]
    depends = {*names}
    depends.discard(START)
    if opens:
        depends.add(START)
    return [option for option in options if option.name in depends]
