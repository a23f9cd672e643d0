"""The audit: replay every deal of a record, recompute every claim.

And say of each whether it agrees.

All findings of a record come out in one pass: the reader's, the referee's and those of the claims,
in file order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from copy import copy
from functools import partial
from itertools import chain, islice, starmap
from operator import contains
from typing import TYPE_CHECKING, Any, Final, TypedDict, Unpack

from mjlog.auditor.claims import DealCheck, check_claims
from mjlog.auditor.contradictions import contradictions
from mjlog.auditor.deal_check import (
    decided_by_house,
    leaves_stakes_open,
    perhaps_of_the_house,
)
from mjlog.auditor.diagnosis.witnesses import contradicts_following
from mjlog.auditor.header_words import (
    counting_words,
    leaves_places_open,
    leaves_rules_open,
    seating_too_late,
    unread_words,
)
from mjlog.auditor.next_header import follows
from mjlog.auditor.open_questions import hanging, noted, noted_finals
from mjlog.auditor.passed_wins import wins_let_pass
from mjlog.auditor.payments import adds_up_wrong, totals_due
from mjlog.auditor.progress import possible_dealers
from mjlog.auditor.report import Report
from mjlog.auditor.result import void_for_nothing
from mjlog.auditor.totals import Totals, added, all_known, filled, listed, ranked, tied
from mjlog.auditor.unchecked import lack_of
from mjlog.model.deal_labels import is_named, named
from mjlog.model.findings import (
    Answer,
    Claim,
    Finding,
    Place,
    Verdict,
    answered,
    codes_of,
    differing,
    errors,
    in_line_order,
    key_of,
    keys_of,
    not_among,
    of_deal,
    with_codes,
    without_codes,
)
from mjlog.model.frozen import FrozenMap
from mjlog.model.go_arounds import go_arounds
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.messages import Message, Sentence, Who, as_message, counting, either, msg
from mjlog.model.patience import go_on
from mjlog.model.record import (
    NOBODY,
    SEATS,
    WIN,
    Deal,
    Game,
    Header,
    Next,
    NoWin,
    ReadySeats,
    Ruling,
    Seat,
    WinLine,
    whole_number,
)
from mjlog.model.settlement import Settlement, in_all, known_points
from mjlog.model.slips import ExplainedDeal
from mjlog.model.table import Table
from mjlog.referee.outcome import (
    as_written,
    broken_clause,
    false_steps,
    looked_over,
    outcome_of,
)
from mjlog.referee.replay import Played, replay
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Coming,
    Finals,
    Outcome,
    RulesError,
    Unclear,
    stated,
)
from mjlog.referee.sheet_only import judged, one_too_many
from mjlog.rules import load

if TYPE_CHECKING:  # what a record without mistakes needs no module for is imported where it is used
    from mjlog.auditor.alternatives import Reading
    from mjlog.auditor.assumptions import Assumption
    from mjlog.auditor.explanations import Candidate
    from mjlog.auditor.facts import Fact


class _Details(TypedDict, total=False):
    """What a finding may tell beside its words."""

    recorded: str
    expected: str
    verdict: Verdict


def audit(game: Game, replays: list[Played] | None = None) -> Report:
    """Audits a record; never raises for anything a record can say.

    Each deal's replay, as it is written, is added to `replays`, for those who need them too; to a
    record that does not tell its rules none is added.
    """
    report = _audited(game, replays)
    if not any(finding.expected for finding in report.findings):
        return report
    # Most records are right, so what corrects them is not even loaded for these.
    from mjlog.auditor.corrections import with_corrections

    corrected = with_corrections(report.findings, game, report.settlements, report.verdicts)
    return replace(report, findings=corrected)


def _audited(game: Game, replays: list[Played] | None) -> Report:
    try:
        rules = load(game.rules)
    except RulesError as problem:
        return _without_rules(game, problem)
    if not leaves_rules_open(game):
        whole = _Audit(game, rules)
        whole.replays = replays
        report = _by_stakes_of_amounts(game, rules, whole.run())
        if not leaves_places_open(game):
            return report
        from mjlog.auditor.open_places import with_places_left_open

        return with_places_left_open(report)
    from mjlog.auditor.inferred_rules import read_openly

    report, findings, verdicts = read_openly(game, rules, partial(_under, searches={}))
    told = _explained_still(report, findings)
    found = in_line_order([*findings])
    return replace(report, findings=found, verdicts=verdicts, explanations=told)


def _by_stakes_of_amounts(game: Game, rules: RuleSet, report: Report) -> Report:
    """The same, or the report by the stakes that the amounts of a sheet tell."""
    if rules.choices.fitting is None or game.has_turns or not errors(report.findings):
        return report
    from mjlog.auditor.inferred_rules import by_stakes_of_amounts

    found = by_stakes_of_amounts(game, rules, report, partial(_under, searches={}))
    if found is None:
        return report
    other, note = found
    return replace(other, findings=in_line_order([*other.findings, note]))


def _explained_still(report: Report, findings: Sequence[Finding]) -> tuple[ExplainedDeal, ...]:
    """The explanations of deals of which something is still wrong by the rules that were tried."""
    known = {id(each) for each in errors(report.findings)}
    deals = {each.place.deal for each in errors(findings) if id(each) in known}
    return tuple([each for each in report.explanations if each.deal in deals])


def _without_rules(game: Game, problem: RulesError) -> Report:
    """What can be said of a record whose rules nobody knows."""
    from mjlog.auditor.without_rules import checked_without_rules

    words = msg("the header `Rules:` is missing: it names the rule set, as in `Rules: taiyuan/1`")
    if game.rules:
        words = msg("mjlog cannot tell which rules were played: {problem}", problem=problem.said)
    unknown_rules = Finding.telling("rules.unknown", "error", words, _place_of_rules(game))
    sums, claims = checked_without_rules(game)
    all_findings = [*game.findings, *contradictions(game, rounds=False), unknown_rules, *sums]
    return Report(game, None, in_line_order(all_findings), tuple(claims))


Searches = dict[tuple[object, ...], "tuple[Deal, list[Candidate]]"]
"""Deals with the explanations found, by what rules have in common under which they are alike."""


def _under(
    game: Game, rules: RuleSet, *, tried: bool, searches: Searches, plain: bool = False
) -> Report:
    """The audit of a record that does not tell its rules, under these.

    No entry of it is read otherwise.
    """
    under = _Audit(game, rules, tried=tried, rereadings=0, searches=None if plain else searches)
    under.plain = plain
    return under.run()


def _place_of_rules(game: Game) -> Place:
    """Where the record names its rule set; its beginning where it names none."""
    header = game.headed("Rules")
    if header is not None:
        return _place_of(header)
    entries: list[Header | Deal] = [*game.headers, *game.deals]
    if any([entry.span.line for entry in entries]):
        return Place(1, 1)
    return Place()


def _place_of(entry: Header | Deal, number: int = 0) -> Place:
    """Where a header of the record stands, or that of the deal of that number."""
    return Place(entry.span.line, entry.span.column, number)


def _cited(finding: Finding, rules: RuleSet) -> Finding:
    """What a reader found wrong with play, with the clause that stands behind it.

    With a file no rule is concerned.
    """
    law = rules.laws.get(rules.book.foreign.get(finding.code, ""))
    if law is None or finding.severity == "note":
        return finding
    if finding.area == "format" and finding.place.seat == NOBODY:
        return finding
    return replace(finding, clause=law)


def _of_the_house(game: Game) -> Iterator[Finding]:
    """A note where the record names rules that no option stands for."""
    header = game.headed("X-House-Rules")
    if header is not None and header.value:
        words = (
            "mjlog has no option for these rules of the table: {house}; it does not "
            "judge differences in payments, in points and in the course of the game"
        )
        yield Finding.telling(
            "rules.house",
            "note",
            msg(words, house=header.value),
            _place_of(header),
        )


_TOGETHER: Final = 16
"""Deals replayed before their claims are weighed.

The processor keeps at hand what it does many times on end.
"""
_ENDS: Final = frozenset({"Final-Score", "Final-Points"})
"""Headers that tell how the game ended."""
_HOUSE: Final = msg("mjlog has no option for some rules of this table").lacking("house")


_SEVERAL: Final = 2
_A_FEW: Final = 3
_REREADINGS: Final = 32
"""Readings of entries in another way, in one record.

A count, as a clock would judge the same file differently.
"""


def _is_of_play(errors: Sequence[Finding]) -> bool:
    """Whether a few acts alone are against the rules, as they may well have been.

    And nothing on the sheet is wrong.
    """
    acts = [error for error in errors if error.place.step]
    return len(acts) == len(errors) <= _A_FEW


def _dealt_by_another(table: Table, deal: Deal) -> Table:
    """The table of a deal without turns, as another player deals."""
    other = copy(table)
    other.dealer = other.turn = deal.dealer
    other.hand = other.hands[deal.dealer]
    other.head = deal
    return other


def _without_wins(played: Played) -> Played:
    """The same, and nobody says that a win in it is none."""
    wins = {step for step, act in enumerate(played.table.past, 1) if act.kind == WIN}
    kept = [
        finding
        for finding in played.findings
        if finding.place.step not in wins or not finding.is_of_win
    ]
    return replace(played, findings=tuple(kept))


def _contradicts(finding: Finding) -> bool:
    """Whether two entries about play or hands contradict each other.

    And not just an amount the rules.
    """
    if finding.code == "show.hand":
        return True
    return finding.place.step > 0 and not finding.is_of_win


@dataclass(frozen=True, slots=True)
class _SheetReading:
    """A deal of a sheet as it may be read, with what lay on the table and the counters before it.

    `came_to` is what it came to but for what the rules look up in it, where that is known.
    """

    deal: Deal
    pool: int | None
    counters: int | None
    came_to: Outcome | None = None


@dataclass(frozen=True, slots=True)
class _CheckedDeal:
    """A deal replayed and its claims weighed.

    `roots` tell of the one entry by which other errors are explained.
    """

    played: Played
    opened: tuple[Finding, ...]
    sheet: DealCheck
    roots: tuple[Finding, ...] = ()

    @property
    def errors(self) -> list[Finding]:
        """What is wrong, in the order of play."""
        return errors((*self.played.findings, *self.opened, *self.sheet.findings))

    @property
    def told(self) -> int:
        """How many errors are told."""
        return len(self.errors) + len(self.roots)

    @property
    def open_claims(self) -> int:
        """How many claims nobody can judge."""
        return len(answered(self.sheet.verdicts, {"unverified"}))

    def read_as(self, other: _CheckedDeal, reading: Reading) -> _CheckedDeal | None:
        """The other reading, with the contradiction itself told as such.

        None where it explains nothing: a new error comes up, or too few vanish.
        """
        left, known = keys_of(other.errors), keys_of(self.errors)
        vanished = not_among(self.errors, left)
        new = self.not_told(other.errors)
        if not vanished or (new and not self._lays_open(new, other)):
            return None
        if reading.judging and self.open_claims < other.open_claims:
            return None
        roots = self._roots_of(vanished, other, reading)
        if not roots:
            return None
        doubtful = reading.alone and not any([error.other for error in vanished])
        if len(left) + len(roots) >= len(known) + doubtful:
            return None
        for root in roots:
            self._keep_verdict(other, root)
        return replace(other, roots=tuple(roots))

    def not_told(self, found: Sequence[Finding]) -> list[Finding]:
        """Those errors that do not stand at an entry by which a tile comes up too often.

        Where two entries have it, another reading tells which of them is wrong.
        """
        new = not_among(found, keys_of(self.errors))
        if not new:
            return new
        copies = with_codes(self.errors, {"deal.copies"})
        doubted = [entry for error in copies for entry in (error.place, error.other)]
        return [each for each in new if not any([_is_at(each.place, entry) for entry in doubted])]

    def _lays_open(self, new: Sequence[Finding], other: _CheckedDeal) -> bool:
        """Whether one more error is a mistake by itself, which could not be judged before.

        Most of the claims that can be judged by the other reading alone bear it out then.
        """
        claims = {error.claim for error in new}
        before = answered(self.sheet.verdicts, {"agrees", "given", "differs"})
        if len(new) > 1 or None in claims or claims & {each.claim for each in before}:
            return False
        agrees = answered(other.sheet.verdicts, {"agrees", "given"})
        return len(agrees) - len(before) >= _BEARING_OUT

    def _roots_of(
        self, vanished: Sequence[Finding], other: _CheckedDeal, reading: Reading
    ) -> list[Finding]:
        """What tells the contradiction; nothing where some of what vanished is another mistake."""
        if reading.misread == NOBODY:
            return [_root(vanished, reading)]
        for error in vanished:
            if not _follows_from(error, reading, self, other):
                return []
        return _roots_at(vanished, reading)

    def _keep_verdict(self, other: _CheckedDeal, root: Finding) -> None:
        """The claim that tells the contradiction differs in the other reading, too."""
        for verdict in differing(self.sheet.answers_to(root.claim)):
            other.sheet.forget_answers_to(root.claim)
            other.sheet.verdicts.append(verdict)


def _root(vanished: Sequence[Finding], reading: Reading) -> Finding:
    """The error that tells the contradiction itself: this entry or that one is wrong."""
    told = with_codes(vanished, reading.root)
    root = next(chain(told, vanished))
    if root.other is not None:
        return root
    return root.blaming_nobody(reading.entry, reading.place)


def _roots_at(vanished: Sequence[Finding], reading: Reading) -> list[Finding]:
    """What was told at the misread word, once each, or of the two words of which it is one."""
    at_it: dict[tuple[object, ...], Finding] = {}
    for error in vanished:
        if _is_at(error.place, reading.place):
            at_it.setdefault((*key_of(error), error.expected), error)
    if at_it:
        return [*at_it.values()][:_A_FEW]
    of_two = [error for error in vanished if _is_at(error.other, reading.place)]
    if of_two:
        return of_two[:1]
    return [_root(vanished, reading)]


def _is_at(place: Place | None, other: Place | None) -> bool:
    if place is None or other is None:
        return False
    return (place.line, place.column) == (other.line, other.column)


_BEARING_OUT: Final = 3
"""Claims that agree by another reading alone, beside one that differs by it."""
_COUNTED: Final = frozenset({"deal.copies", "deal.exchange", "wall.exhausted"})
"""Codes of what concerns no player alone: counted over the whole deal, or exchanged in it."""


def _follows_from(
    error: Finding, reading: Reading, first: _CheckedDeal, other: _CheckedDeal
) -> bool:
    """Whether an error may have come about by that misread word, so that it is not hidden.

    One of another player's words is a mistake of its own; a claim agrees once the word is read
    otherwise, or hangs on the hand of the player who said it.
    """
    if error.code in _COUNTED or error.other is not None:
        return True
    if error.code == "show.hand" and error.place.seat == reading.claimer:
        return True
    if error.place.seat == reading.misread or _is_at(error.place, reading.place):
        return True
    if error.place.step:
        return error.is_of_win
    winners = first.sheet.outcome.declaring_seats
    if not winners or reading.misread in winners:
        return True
    given = {verdict.answer for verdict in _answers_beside(other.sheet, error.claim)}
    return bool(given) and "unverified" not in given


def _answers_beside(sheet: DealCheck, claim: Claim | None) -> list[Verdict]:
    """The answers to a claim; where the sheet does not make it, to those of its kind and seat."""
    answers = sheet.answers_to(claim)
    if answers or claim is None:
        return answers
    beside = (claim.kind, claim.seat)
    return [each for each in sheet.verdicts if (each.claim.kind, each.claim.seat) == beside]


class _Audit:
    """One pass over one record.

    `tried`: the rules are only tried on it, so that no options are looked for by which it would
    agree. `searches` keeps the explanations found, where the record is audited under several rules;
    where the audit is `plain`, none are looked for.
    """

    def __init__(
        self,
        game: Game,
        rules: RuleSet,
        *,
        tried: bool = False,
        rereadings: int = _REREADINGS,
        searches: Searches | None = None,
    ) -> None:
        self.game = game
        self.replays: list[Played] | None = None
        self.plain = False
        self.pools: list[int | None] = []
        self.seats = game.seats
        self.rules = rules
        read = [_cited(finding, rules) for finding in game.findings]
        self.house = game.house_rules
        contradicting = contradictions(game, rounds=rules.progress.rounds > 0)
        self.findings: list[Finding] = [*read, *contradicting, *_of_the_house(game)]
        self._find_amended()
        self.verdicts: list[Verdict] = []
        self.of_deals = 0
        self.doubts: dict[str, int] = {}
        self.settlements: list[Settlement | None] = []
        self.changes: list[tuple[int, ...] | None] = []
        self.unsettled: list[Sentence] = []
        self.false_wins: list[frozenset[Seat]] = []
        self.before: tuple[int | None, ...] = (rules.progress.start_points,) * self.seats
        self.unpriced = False
        self.pool: int | None = 0
        self.latest: DealCheck | None = None
        self.without_dealer = False
        self.dealer_due: Seat | None = None
        self.counting = counting_words(rules)
        self.stated = stated(game.rules, rules.options)
        self.tried = tried
        self.rereadings = rereadings
        self.searches = searches
        self.before_due: tuple[int | None, ...] = ()
        self.together: int | None = None
        self.counters_followed: int | None = None
        self.explanations: list[ExplainedDeal] = []
        self.by_itself: set[int] = set()
        self.after: list[Totals] = []
        self.ready_told = bool(game.told(ReadySeats))
        self.hangs_on: set[str] | None = None if searches is None else set()

    def run(self) -> Report:
        """Deal by deal, then what concerns the whole game."""
        allowed = self.rules.play.spec.seats
        if self.seats not in allowed:
            words = msg(
                "{rules} needs {allowed} players; the record names {seats}",
                rules=self.rules.name,
                allowed=either([*map(str, allowed)]),
                seats=self.seats,
            )
            self._find("deal.seats", words, _place_of_rules(self.game))
            return self._report()
        for at in range(0, len(self.game.deals), _TOGETHER):
            some = self.game.deals[at : at + _TOGETHER]
            played = [replay(deal, self.rules, seats=self.seats) for deal in some]
            if self.replays is not None:
                self.replays += played
            for place, deal in enumerate(some):
                self._deal(at + place + 1, deal, played[place])
        self.of_deals = len(self.verdicts)
        self._take_last_totals()
        self._ranking()
        self._finals()
        return self._report()

    def _report(self) -> Report:
        return Report(
            self.game,
            self.rules,
            in_line_order(self.findings_in_words()),
            tuple(self.verdicts),
            FrozenMap(self.doubts),
            tuple(self.settlements),
            tuple(self.changes),
            tuple(self.unsettled),
            tuple(self.false_wins),
            tuple(self.explanations),
            None if self.hangs_on is None else frozenset(self.hangs_on),
            (*self.pools, self.pool),
            tuple(self.after),
        )

    def findings_in_words(self) -> list[Finding]:
        """What was found, each with its message."""
        return [each.in_words() for each in self.findings]

    def _find_amended(self) -> None:
        """What a ledger has behind the line that ends it."""
        if not any([deal.ledger for deal in self.game.deals]):
            return
        from mjlog.auditor.amended import amended_after_signing, behind_signatures

        self.findings += amended_after_signing(self.game)
        self.findings += behind_signatures(self.game)

    def _find(
        self, code: str, words: Message, place: Place | None = None, **more: Unpack[_Details]
    ) -> None:
        if not (self.house and decided_by_house(code)):
            law = self.rules.law(code)
            self.findings.append(Finding.telling(code, "error", words, place, clause=law, **more))

    def _answer(self, answer: Answer, header: str, words: Message | None, place: Place) -> Verdict:
        """Answers what a header claims; `words` are the reason, None where it agrees."""
        verdict = Verdict(answer, Claim("header", item=header), place, words)
        self.verdicts.append(verdict)
        return verdict

    # ------------------------------------------------------------------ one deal

    def _deal(self, number: int, deal: Deal, played: Played) -> None:
        go_on()
        self.findings += unread_words(deal, number, self.counting)
        played = self._seated(number, deal, played)
        counters = self._counters_before(number, deal)
        by_name = self._by_its_name(deal)
        dealer_due = self._dealer_due()
        self.dealer_due = dealer_due if isinstance(dealer_due, int) else None
        self._follows(number, deal)
        pool = self._pool_before(number, deal)
        self.pools.append(pool)
        first = self._weighed(number, deal, played, pool, counters)
        weighed = self._read_otherwise(first, pool, counters)
        if by_name is not None:
            weighed = self._dealt_by_name(weighed, by_name, pool, counters)
        written = self._with_what_is_open(weighed)
        weighed = self._put_right(written)
        played, outcome, audit = weighed.played, weighed.sheet.outcome, weighed.sheet
        self.false_wins.append(frozenset([winner.seat for winner in outcome.false_wins]))
        told = self._told(number, audit, written.sheet)
        self._without_result(number, deal, played, outcome)
        if not self.house:
            of_play = (*played.findings, *weighed.opened, *weighed.roots)
            self.findings += void_for_nothing(audit, of_play)
        self._without_dealer(audit)
        if played.doubts:
            for doubt, times in played.doubts.items():
                self.doubts[doubt] = self.doubts.get(doubt, 0) + times
        passed = wins_let_pass(audit.deal, played, outcome, self.rules)
        found = (*played.findings, *weighed.opened, *told, *weighed.roots, *passed)
        self.findings += [_in_deal(f, number) for f in noted(found, self.rules)]
        self._keep_options(written.sheet, found)
        self.verdicts += audit.verdicts
        self.settlements.append(written.sheet.settled)
        self._go_on(audit)

    def _seated(self, number: int, deal: Deal, played: Played) -> Played:
        """What was played; that rules of seating came too late is told once."""
        late = seating_too_late(deal, number, self.rules)
        if not late:
            return played
        self.findings += late
        others = without_codes(played.findings, codes_of(late))
        return replace(played, findings=tuple(others))

    def _by_its_name(self, deal: Deal) -> Deal | None:
        """A deal of a sheet whose name and the deal before agree on another dealer, dealt by that.

        None where nothing contradicts the dealer who is written down.
        """
        told, due = deal.attribute("dealer"), self._dealer_by_name(deal)
        if told is None or due is None or told == SEATS[due]:
            return None
        if deal.turns or not self._is_the_coming(deal):
            return None
        others = [each for each in deal.attributes if each[0] != "dealer"]
        return replace(deal, attributes=(*others, ("dealer", SEATS[due])))

    def _dealer_by_name(self, deal: Deal) -> Seat | None:
        """Return who deals by the deal before, unless its `next` line or this name says another."""
        there, before = named(deal.label), self.latest
        possible = possible_dealers(before) if before is not None else ()
        if before is None or not possible:
            return None
        dealer = possible[0] if there is None else there[1]
        if dealer not in possible or (there is None and len(possible) > 1):
            return None
        announced = [dict(line.attributes).get("dealer") for line in before.deal.told(Next)]
        return dealer if {*announced} <= {None, SEATS[dealer]} else None

    def _dealt_by_name(
        self, written: _CheckedDeal, deal: Deal, pool: int | None, counters: int | None
    ) -> _CheckedDeal:
        """The deal as its name says who deals, unless its amounts fit the dealer written down."""
        played = replay(deal, self.rules, seats=self.seats)
        other = self._weighed(written.sheet.number, deal, played, pool, counters)
        following = next(iter(self.game.deals[other.sheet.number :]), None)
        wrong, wrong_by_name = (
            len(each.errors) + contradicts_following(each.sheet, following)
            for each in (written, other)
        )
        has_name = named(deal.label) is not None
        return other if wrong_by_name < wrong + has_name else written

    def _told(self, number: int, audit: DealCheck, written: DealCheck) -> list[Finding]:
        """What is told of a deal's claims, each mistake once."""
        found = self._explained(number, audit, written)
        if not found:
            return found
        from mjlog.auditor.followers import first_mistakes

        return first_mistakes(audit, found)

    def _explained(self, number: int, audit: DealCheck, written: DealCheck) -> list[Finding]:
        """What is wrong on the sheet, with the options and readings that it hangs on."""
        if self.tried or number in self.by_itself:
            return audit.findings
        if audit is not written or not self.rules.choices.open_options:
            return self._with_options(number, audit, written)
        return [*self._with_options(number, audit, written), *hanging(audit, check_claims)]

    def _with_options(self, number: int, audit: DealCheck, written: DealCheck) -> list[Finding]:
        """What is wrong on the sheet, with the options under which it would be right."""
        if not audit.findings:
            return []
        from mjlog.auditor.option_probe import explained, with_near_options

        opens = number == 1 and audit.deal.attribute("scores") is None
        if audit is not written:
            return with_near_options(written, audit.findings, check_claims, opens=opens)
        return explained(audit, check_claims, opens=opens)

    def _keep_options(self, sheet: DealCheck, found: Sequence[Finding]) -> None:
        """Keeps the options on which what is wrong with a deal may hang."""
        if self.hangs_on is None or not found:
            return
        from mjlog.auditor.inferred_rules import may_hang
        from mjlog.auditor.option_probe import START, options_that_matter

        wrong = codes_of(filter(may_hang, found))
        if not wrong:
            return
        if not self._is_of_sheet(sheet) or isinstance(sheet.settlement, Unclear):
            self.hangs_on = None
            return
        names = [option.name for option in self.rules.options]
        self.hangs_on.update(options_that_matter(sheet, names))
        if "score.chain" in wrong and not self._has_totals_before(sheet.number):
            self.hangs_on.add(START)

    def _has_totals_before(self, number: int) -> bool:
        """Whether the sheet has totals of an earlier deal, so that those at first do not count."""
        earlier = self.game.deals[: number - 1]
        return any([deal.numbers("score") for deal in earlier])

    def _weighed(
        self, number: int, deal: Deal, played: Played, pool: int | None, counters: int | None
    ) -> _CheckedDeal:
        """The claims of a deal, weighed against what was replayed."""
        first = self._replayed(number, deal, played, pool, counters)
        check_claims(first.sheet)
        return first

    def _replayed(
        self, number: int, deal: Deal, played: Played, pool: int | None, counters: int | None
    ) -> _CheckedDeal:
        """What the rules make of a deal that was replayed, its claims not yet weighed."""
        outcome, opened = self._outcome(deal, played, pool, counters)
        broken = broken_clause((*played.findings, *opened), outcome)
        before = self._points_before(deal)
        sheet = DealCheck(
            deal,
            self.rules,
            played.table,
            outcome,
            before,
            number,
            self.house or deal.word("house"),
            broken,
            self.stated,
            () if self.before_due and deal.points else self.before_due,
            together=self.together,
            counters_due=self.counters_followed,
        )
        return _CheckedDeal(played, opened, sheet)

    def _with_what_is_open(self, first: _CheckedDeal) -> _CheckedDeal:
        """The same by the state under which its amounts are right, where the sheet leaves one open.

        That is no slip: the sheet has no line for it.
        """
        sheet = first.sheet
        if not self._is_of_sheet(sheet) or first.opened or not self._leaves_open(sheet):
            return first
        from mjlog.auditor.assumptions import assumed, find_impossible
        from mjlog.auditor.explanations import is_borne_out

        check = partial(self._assuming, first)
        found = sheet
        if not is_borne_out(sheet):
            found = assumed(sheet, check, ready_told=self.ready_told)
        find_impossible(found, check, ready_told=self.ready_told)
        return replace(first, sheet=found)

    def _leaves_open(self, sheet: DealCheck) -> bool:
        """Whether amounts cannot be computed, or differ while nobody tells who was ready."""
        if isinstance(sheet.settlement, Unclear):
            return True
        return sheet.is_off and not self.ready_told

    def _is_of_sheet(self, sheet: DealCheck) -> bool:
        """Whether a deal is told by its sheet alone, and ended by the rules."""
        if self.house or sheet.deal.turns:
            return False
        return not sheet.is_void and not sheet.deal.told(Ruling)

    def _put_right(self, first: _CheckedDeal) -> _CheckedDeal:
        """The same with the slips that explain a deal of a sheet without turns."""
        sheet = first.sheet
        opened = codes_of(errors(first.opened))
        if self.plain or not self._is_of_sheet(sheet):
            return first
        if not (opened or sheet.findings or self._contradicts_names(sheet)):
            return first
        from mjlog.auditor.explanations import is_certain
        from mjlog.auditor.slip_findings import tell

        found = self._explanations_of(first)
        if not found or (opened and found[0].sheet is sheet):
            return first
        told = tuple(each.explanation for each in found)
        explained = ExplainedDeal(sheet.number, told)
        self.explanations.append(explained)
        if explained.is_plain or is_certain(found[0]):
            self.by_itself.add(sheet.number)
        if "dealer" in {slip.kind for slip in found[0].facts}:
            self._forget_dealer(sheet)
        kept = without_codes(first.opened, opened)
        return replace(first, sheet=tell(sheet, found), opened=tuple(kept))

    def _forget_dealer(self, sheet: DealCheck) -> None:
        """Drop what was found wrong with the dealer of a header: the deal itself tells it."""
        line = sheet.deal.span.line
        self.findings = [
            finding
            for finding in self.findings
            if finding.code != "next.dealer" or finding.place.line != line
        ]

    def _contradicts_names(self, sheet: DealCheck) -> bool:
        """Return whether the deal before or the next one says that another player deals."""
        following = next(iter(self.game.deals[sheet.number :]), None)
        return contradicts_following(sheet, following)

    def _explanations_of(self, first: _CheckedDeal) -> list[Candidate]:
        """The smallest explanations of a deal; those of like rules are not looked for again."""
        from mjlog.auditor.diagnosis.witnesses import Neighbours
        from mjlog.auditor.explanations import alike, candidates

        sheet, check = first.sheet, partial(self._with_fact, first)
        around = Neighbours(self.dealer_due, next(iter(self.game.deals[sheet.number :]), None))
        if self.searches is None or sheet.rivals:
            return candidates(
                sheet, check, ready_told=self.ready_told, around=around, opened=first.opened
            )
        key = (*alike(sheet), bool(first.opened), self.ready_told)
        kept = self.searches.get(key)
        if kept is not None:
            return [each.judged_by(sheet, check) for each in kept[1]]
        found = candidates(
            sheet, check, ready_told=self.ready_told, around=around, opened=first.opened
        )
        self.searches[key] = sheet.deal, found
        return found

    def _with_fact(self, first: _CheckedDeal, fact: Fact) -> DealCheck:
        """The deal with a fact read otherwise, its claims not yet weighed."""
        state = None
        if first.sheet.assumption is not None:
            from mjlog.auditor.assumptions import Assumption

            state = Assumption(first.sheet.assumed_lines, first.sheet.assumption)
        known = None if first.opened else fact.of_claims
        other = _SheetReading(fact.deal, fact.pool, fact.counters, known)
        found = self._checked_as(first, other, state)
        found.believe_the_record()
        return found

    def _assuming(self, first: _CheckedDeal, state: Assumption) -> DealCheck:
        """The deal by a state that its sheet leaves open, its claims not yet weighed."""
        outcome = first.sheet.outcome
        same = _SheetReading(first.sheet.deal, outcome.pool, outcome.counters)
        return self._checked_as(first, same, state)

    def _checked_as(
        self, first: _CheckedDeal, other: _SheetReading, state: Assumption | None
    ) -> DealCheck:
        """Another reading of a deal without turns."""
        sheet, table, deal = first.sheet, first.played.table, other.deal
        if deal.dealer != sheet.deal.dealer:
            table = _dealt_by_another(table, deal)

        def told(deal: Deal) -> Outcome:
            if other.came_to is not None and deal is other.deal:
                return looked_over(deal, table, self.rules, other.came_to)
            before = other.pool, other.counters
            outcome = outcome_of(deal, table, self.rules, before=before)
            outcome = self._with_ready(outcome)
            false = judged(deal, outcome, self.rules)[1] if first.opened else ()
            return replace(outcome, winners=(), false_wins=outcome.winners) if false else outcome

        whole = None
        if state is not None:
            whole = told(replace(deal, lines=(*deal.lines, *state.lines)))
        found = DealCheck(
            deal,
            self.rules,
            table,
            sheet.outcome if deal is sheet.deal else told(deal),
            sheet.before,
            sheet.number,
            stated=self.stated,
            before_due=sheet.before_due,
            assumed_outcome=whole,
            together=sheet.together,
            counters_due=sheet.counters_due,
        )
        found.names_the_same_payments(sheet)
        if state is not None:
            found.assumption, found.assumed_lines = state.words, state.lines
        return found

    def _read_otherwise(
        self, first: _CheckedDeal, pool: int | None, counters: int | None
    ) -> _CheckedDeal:
        """The same with one entry read otherwise, where that alone explains several errors."""
        if not first.errors or not self.rereadings:
            return first
        from mjlog.auditor.alternatives import Signs, readings

        deal, best = first.sheet.deal, first
        signs = Signs(first.errors, first.sheet.outcome, first.played.table)
        each = readings(deal, self.rules, self.seats, signs)
        for reading in islice(each, self.rereadings):
            if reading.of_the_sheet and _is_of_play(first.errors):
                continue
            self.rereadings -= 1
            other = self._reread(first, reading, pool, counters)
            may_tell_as_much = reading.alone and best is first
            if other is None or other.told >= best.told + may_tell_as_much:
                continue
            best = other
            if best.told == len(best.roots):
                break
        return self._by_doubted_hands(self._by_the_sheet(best))

    def _by_doubted_hands(self, first: _CheckedDeal) -> _CheckedDeal:
        """The same by hands as the sheet has them, where the turns contradict themselves in them.

        Nothing is new that is wrong then; what was counted by a hand in doubt is no error.
        """
        from mjlog.auditor.doubted_hands import by_doubted_hands, told_of_hands

        best = first
        for sheet in by_doubted_hands(first.sheet, (*first.errors, *first.roots)):
            check_claims(sheet)
            other = replace(first, sheet=sheet)
            left = keys_of(other.errors)
            vanished = not_among(first.errors, left)
            hands = told_of_hands(vanished)
            other = replace(other, roots=(*first.roots, *hands))
            if left <= keys_of(first.errors) and other.told < best.told:
                best = other
        return best

    def _reread(
        self, first: _CheckedDeal, reading: Reading, pool: int | None, counters: int | None
    ) -> _CheckedDeal | None:
        """The deal with an entry read otherwise; None where that explains nothing."""
        played = replay(reading.deal, self.rules, seats=self.seats, overruled=reading.overruled)
        if first.not_told(errors(played.findings)):
            return None
        stated = self._stated_pool(reading.deal)
        if stated is not None:
            pool = stated
        other = self._weighed(first.sheet.number, reading.deal, played, pool, counters)
        return first.read_as(other, reading)

    def _by_the_sheet(self, first: _CheckedDeal) -> _CheckedDeal:
        """The same with the win as the sheet has it.

        Where the turns contradict themselves or the hand shown.
        """
        found, deal, table = first.errors, first.sheet.deal, first.played.table
        if len(found) < _SEVERAL or not any(map(_contradicts, found)):
            return first
        outcome = as_written(deal, first.sheet.outcome, self.rules)
        if not outcome.winners or judged(deal, outcome, self.rules)[1]:
            return first
        before, number = first.sheet.before, first.sheet.number
        sheet = DealCheck(
            deal,
            self.rules,
            table,
            outcome,
            before,
            number,
            first.sheet.house,
            stated=self.stated,
        )
        check_claims(sheet)
        other = _CheckedDeal(_without_wins(first.played), first.opened, sheet, first.roots)
        left = keys_of(other.errors)
        explains = len(other.errors) + _SEVERAL <= len(found) and left <= keys_of(found)
        if not explains:
            return first
        root = with_codes(not_among(found, left), {"win.line"})
        return replace(other, roots=(*first.roots, *root[:1]))

    def _outcome(
        self, deal: Deal, played: Played, pool: int | None, counters: int | None
    ) -> tuple[Outcome, tuple[Finding, ...]]:
        """What the deal came to, the wins that were none set apart.

        And what is wrong with hands laid open.
        """

        def told(false: Collection[int] = ()) -> Outcome:
            table, rules = played.table, self.rules
            outcome = outcome_of(deal, table, rules, false, (pool, counters))
            return self._with_ready(outcome)

        if deal.turns:
            outcome = told(false_steps(played.findings, played.table))
            return outcome, tuple(one_too_many(deal, played.table, self.rules))
        outcome = told()
        findings, false = judged(deal, outcome, self.rules)
        if false:
            outcome = told(false)
        return outcome, findings

    def _with_ready(self, outcome: Outcome) -> Outcome:
        """The outcome; a sheet that tells of others who was ready tells that nobody was."""
        if outcome.ready is not None or not self.ready_told:
            return outcome
        return replace(outcome, ready=frozenset())

    def _points_before(self, deal: Deal) -> tuple[int | None, ...]:
        """The points before the deal.

        From its header where it states them, else what the deals before left.
        """
        stated = deal.points
        if len(stated) == self.seats:
            return stated
        return self.before

    def _pool_before(self, number: int, deal: Deal) -> int | None:
        """The points on the table before the deal.

        As its header states them, else what the deals before left.
        """
        points = self._stated_pool(deal)
        if points is None:
            return self.pool
        if number > 1 and self.pool is not None and points != self.pool:
            lie = "points on the table: the record has {points}, the deals before left {due}"
            words = msg(lie, points=points, due=self.pool)
            stated, unit = deal.word(self.rules.pot.word), self.rules.pot.unit
            due = str(self.pool // unit)
            self._find("pay.pool", words, _place_of(deal, number), recorded=stated, expected=due)
        return points

    def _stated_pool(self, deal: Deal) -> int | None:
        """The points on the table as the deal's header states them."""
        pot = self.rules.pot
        stacked = whole_number(deal.word(pot.word))
        if stacked is None or not pot.used:
            return None
        return stacked * pot.unit

    def _counters_before(self, number: int, deal: Deal) -> int | None:
        """How often the dealer has dealt on.

        As the header says, by a word or in the label, else as it follows.
        """
        word = self.rules.progress.counter_word
        due = self._counters_due(number)
        self.counters_followed = None
        if number > 1 and self._is_the_coming(deal):
            self.counters_followed = due
        if not word and not self._is_the_coming(deal):
            return None
        if not word:
            return due
        by_word, by_label = deal.attribute(word), ""
        if self.rules.progress.name_counts:
            by_label = deal.label.partition(".")[2]
        told = by_word or by_label
        stated = whole_number(told)
        if stated is None:
            return due
        if by_word and whole_number(by_label) not in {None, stated}:
            words = msg(
                "{word} says {recorded}, but the deal's name says {label}",
                word=word,
                recorded=told,
                label=by_label,
            )
            place = _place_of(deal, number)
            self._find("next.counters", words, place, recorded=told, expected=by_label)
        elif number > 1 and due not in {None, stated} and deal.dealer == self._dealer_due():
            said = (
                "deals in a row under this dealer: the record has {recorded}, the rules give {due}"
            )
            words = msg(said, recorded=told, due=due)
            place = _place_of(deal, number)
            self._find("next.counters", words, place, recorded=told, expected=str(due))
        return stated

    def _coming(self) -> Coming | None:
        """What follows the latest deal, where that can be told."""
        if self.latest is None:
            return None
        coming = self.latest.coming
        if isinstance(coming, Unclear):
            return None
        return coming

    def _counters_due(self, number: int) -> int | None:
        """How often the dealer has dealt on, as it follows from the deal before."""
        if number == 1:
            return 0
        coming = self._coming()
        if coming is not None:
            return coming.counters
        anyway = self.rules.progress.counters_anyway
        return anyway(self.latest.outcome) if anyway and self.latest else None

    def _is_the_coming(self, deal: Deal) -> bool:
        """Whether a deal is named as the one that follows; of another one nothing follows."""
        coming = self._coming()
        if coming is None or not coming.label or named(deal.label) is None:
            return True
        return is_named(deal.label, coming.label)

    def _dealer_due(self) -> Seat | Unclear | None:
        """Who is to deal after the latest deal."""
        if self.latest is None:
            return None
        return self.latest.next_dealer

    def _go_on(self, audit: DealCheck) -> None:
        """What the next deal starts from.

        The record's own totals where it states them, so that one error is one.
        """
        change = audit.whole_change
        before = audit.before
        why = audit.leaning
        if isinstance(change, Unclear):
            why = change.words
        if self.house:
            why = _HOUSE
        self.changes.append(None if why or isinstance(change, Unclear) else change)
        self.unsettled.append(why)
        left = audit.likely_change
        self.unpriced = bool(audit.fines.unpriced)
        self.before = (None,) * self.seats
        if left is not None and None not in before:
            self.before = added(before, left)
        self.before_due = ()
        self.together = None
        if adds_up_wrong(audit):
            self.together = in_all(audit.before) if audit.together is None else audit.together
        for totals in audit.deal.numbers("score"):
            if totals == self.before and not self.before_due:
                continue  # nothing else was due than what is written
            self.before = filled(totals, self.before)
            self.before_due = _due_beside(totals, totals_due(audit, totals))
        self.latest = audit
        self.pool = self._pool_after(audit)
        self.after.append(self.before)

    def _pool_after(self, audit: DealCheck) -> int | None:
        pool, settlement = audit.outcome.pool, audit.settlement
        if pool is None or isinstance(settlement, Unclear):
            return None
        if audit.has_gap or leaves_stakes_open(settlement):
            return None
        return pool + settlement.left_on_the_table

    def _follows(self, number: int, deal: Deal) -> None:
        """The deal itself, its dealer and its points follow from the deal before."""
        place = Place(deal.span.line, deal.span.column, number)
        before, self.latest = self.latest, None
        if before is not None:
            self.findings += follows(before, deal, place)
        self._goes_on_with_points(number, deal, place)

    def _goes_on_with_points(self, number: int, deal: Deal, place: Place) -> None:
        """The deal begins with the points that the deal before left."""
        stated = self._points_before(deal)
        if self.unpriced:  # the referee may have moved points that no line tells
            return
        if number > 1 and None not in self.before and not self._are_left(stated):
            begins = "this deal begins with {recorded}, but the deal before left {due}"
            recorded, due = listed(stated), listed(self.before)
            words = msg(begins, recorded=recorded, due=due)
            self._find("score.chain", words, place, recorded=recorded, expected=due)

    def _are_left(self, stated: Sequence[int | None]) -> bool:
        """Whether a deal begins with what the one before left, as written or as it was due."""
        due = self.before_due or self.before
        if stated == due:
            return True
        if len(stated) != len(due):
            return False
        ways = zip(self.before, due, strict=True)
        return all(map(contains, ways, stated))

    def _without_result(self, number: int, deal: Deal, played: Played, outcome: Outcome) -> None:
        if deal.lines_of(WinLine) or deal.lines_of(NoWin):
            return
        if outcome.declared or self._is_cut(number):
            return
        if self._is_being_played(number, deal):
            words = msg("the deal is being played: its ledger is open")
            place = self._where_it_stops(number, deal, played.steps)
            self.findings.append(Finding.telling("result.open", "note", words, place))
        elif deal.turns or not deal.lines:
            words = counting(
                "the deal has no result: it stops after {number} act",
                "the deal has no result: it stops after {number} acts",
                played.steps,
            )
            place = self._where_it_stops(number, deal, played.steps)
            self.findings.append(Finding.telling("result.missing", "warning", words, place))

    def _is_cut(self, number: int) -> bool:
        """Whether the file ends in that deal, before it is told."""
        codes = codes_of(of_deal(self.game.findings, number))
        return any([code.endswith(".truncated") for code in codes])

    def _is_being_played(self, number: int, deal: Deal) -> bool:
        """Whether it is the last deal of a chained ledger in which nobody has ended the game."""
        if number < len(self.game.deals) or deal.lines_of(Next):
            return False
        return bool(deal.attribute("chain"))

    def _without_dealer(self, sheet: DealCheck) -> None:
        """Said once a record: nobody is named as the dealer, and claims hang on who that is."""
        if sheet.outcome.dealer != NOBODY or self.without_dealer:
            return
        if "syntax.no_deal" in codes_of(self.game.findings):
            return  # the whole header is missing, and that was said
        hanging_on_it = [each for each in sheet.verdicts if lack_of(each) == "dealer"]
        if hanging_on_it:
            self.without_dealer = True
            words = counting(
                "the deal names no dealer, and {number} claim depends on the dealer; write the "
                "dealer after @, as in {example}",
                "the deal names no dealer, and {number} claims depend on the dealer; write the "
                "dealer after @, as in {example}",
                len(hanging_on_it),
                example="dealer=A",
            )
            place = _place_of(sheet.deal, sheet.number)
            self.findings.append(Finding.telling("deal.dealer", "warning", words, place))

    def _where_it_stops(self, number: int, deal: Deal, steps: int) -> Place:
        """The last turn; where the file has no place for it, or there is none.

        The head of the deal.
        """
        if not deal.turns:
            return replace(_place_of(deal, number), step=steps)
        span = deal.place(len(deal.turns) - 1)
        stands = span if span.line else deal.span
        around = go_arounds(deal, self.seats)[-1]
        return Place(stands.line, stands.column, number, around, steps)

    # ------------------------------------------------------------------ the whole game

    def _take_last_totals(self) -> None:
        """The last totals as they were due, where the last line writes others down.

        Where the headers bear them out.
        """
        due = known_points(self.before_due)
        if due and self._is_borne_out(due):
            self.before = due

    def _is_borne_out(self, totals: Sequence[int]) -> bool:
        """Whether the headers tell of these totals at the end of the game."""
        stated = {header.key: header.value for header in self.game.headers}
        final = stated.get("Final-Score")
        if final is None:
            return stated.get("Ranking") == ranked(totals)
        return _as_numbers(final) == tuple(totals)

    def _finals(self) -> None:
        """The headers ``Final-Score:`` and ``Final-Points:``.

        By seat, against the last points and the placement.
        """
        if _ENDS.isdisjoint([header.key for header in self.game.headers]):
            return
        points = known_points(self.before)
        if len(points) != self.seats or self.pool is None or not self.game.deals:
            self._shapes("Final-Score", "Final-Points")
            return
        if self.rules.progress.final_points is not None:
            self._finals_by(self.rules.progress.final_points, points, self.pool)
            return
        self._shapes("Final-Points")
        if self.pool:
            self._shapes("Final-Score")
        else:  # who takes what is left on the table, such rules do not say
            self._final("Final-Score", "final.score", [tuple(points)], "", _whole_words)

    def _finals_by(
        self, final_points: Callable[..., Finals], points: Sequence[int], pool: int
    ) -> None:
        """The same by rules that say what the points come to at the end."""
        rulings = self.game.told(Ruling)
        first = self.game.first_dealer
        due, found = final_points(points, pool, rulings, first), len(self.findings)
        self._final("Final-Score", "final.score", [due.score], due.why, _whole_words)
        places = [*map(_in_tenths, due.places)]
        self._final("Final-Points", "final.points", places, due.why, _tenths)
        agreed = answered(self.verdicts[self.of_deals :], {"agrees"})
        end = (points, pool, rulings, first)
        self.findings[found:] = noted_finals(self.findings[found:], agreed, self.rules, end)

    def _shapes(self, *keys: str) -> None:
        """What such headers look like, where nothing is known of what they should say."""
        from mjlog.auditor.final_headers import CODES, misshapen

        for header in [header for header in self.game.headers if header.key in keys]:
            why = misshapen(header, self.seats)
            if why is not None:
                place = _place_of(header)
                verdict = self._answer("differs", header.key, why, place)
                self._find(CODES[header.key], why, place, recorded=header.value, verdict=verdict)

    def _final(
        self,
        key: str,
        code: str,
        due: Sequence[tuple[float, ...]],
        why: Sentence,
        written: Callable[[tuple[float, ...]], str],
    ) -> None:
        """One of the headers, against what is due.

        Any of several, or nothing that can be told, and `why` not.
        """
        header = self.game.headed(key)
        if header is None:
            return
        place = _place_of(header)
        if not due:
            from mjlog.auditor.final_headers import misshapen

            if misshapen(header, self.seats):
                self._shapes(key)
            else:
                self._answer("unverified", key, as_message(why), place)
        elif _as_numbers(header.value) in due:
            self._answer("agrees", key, None, place)
        else:
            written_ways = [*dict.fromkeys([written(each) for each in due])]
            words = msg("{header} should be {due}", header=key, due=either(written_ways))
            if self.house:
                self._answer("unverified", key, perhaps_of_the_house(self.house, words), place)
                return
            if self._may_have_moved(header, due):
                self._answer("unverified", key, _MOVED, place)
                return
            verdict = self._answer("differs", key, words, place)
            self._find(
                code, words, place, recorded=header.value, expected=written_ways[0], verdict=verdict
            )

    def _may_have_moved(self, header: Header, due: Sequence[tuple[float, ...]]) -> bool:
        """Whether players may have paid each other what the last totals are off by."""
        if header.key != "Final-Score" or self.game.has_turns:
            return False
        stated = _as_numbers(header.value)
        return any([_are_moved(stated, points) for points in due])

    def _ranking(self) -> None:
        """The order of a ``Ranking:`` header (best first, ``C D=A B``) follows the last points."""
        header = self.game.headed("Ranking")
        if header is None:
            return
        points = all_known(self.before)
        if points is None or not self.game.deals:
            self._ranking_unknown(header)
            return
        place, groups = _place_of(header), tied(points, self.game.first_dealer)
        ways = [groups]
        if self.rules.progress.seat_breaks_ties:
            ways.append([*"".join(groups)])
        stated = [sorted(word.split("=")) for word in header.value.split()]
        if stated in [[sorted(group) for group in way] for way in ways]:
            self._answer("agrees", "ranking", None, place)
        else:
            due = ranked(points)
            verdict = self._answer(
                "differs", "ranking", msg("the order is {due}", due=Who(due)), place
            )
            words = msg("the points give the order {due}", due=Who(due))
            self._find(
                "next.rank", words, place, recorded=header.value, expected=due, verdict=verdict
            )

    def _ranking_unknown(self, header: Header) -> None:
        """The order, where nobody knows the last points."""
        from mjlog.auditor.final_headers import misshapen

        if misshapen(header, self.seats):
            self._shapes("Ranking")
            return
        why = msg("the final points are not known").lacking("points")
        self._answer("unverified", "ranking", why, _place_of(header))


def _whole_words(points: tuple[float, ...]) -> str:
    return " ".join(f"{each:.0f}" for each in points)


def _in_tenths(points: Iterable[Any]) -> tuple[float, ...]:
    return tuple([round(float(each), 1) for each in points])


def _tenths(points: tuple[float, ...]) -> str:
    return " ".join(f"{each:.1f}" for each in points)


def _due_beside(
    told: Sequence[int | None], right: Sequence[tuple[int, ...]]
) -> tuple[int | None, ...]:
    """The points that were due where the sheet writes others down; empty where it writes none."""
    if None in told or len(told) != len(right):
        return ()
    meant = tuple(starmap(_meant, zip(told, right, strict=True)))
    if meant == tuple(told):
        return ()
    return meant


def _meant(told: int | None, right: tuple[int, ...]) -> int | None:
    """What was told where that is right, else what was due."""
    if told in right:
        return told
    return right[-1]


def _as_numbers(words: str) -> tuple[float, ...] | str:
    try:
        return tuple([float(word) for word in words.split()])
    except ValueError:
        return words


_MOVED: Final = msg(
    "it would be right if points had changed hands for which the sheet has no line"
).lacking("result")


def _are_moved(stated: tuple[float, ...] | str, due: tuple[float, ...]) -> bool:
    """Whether players may have paid each other the differences, and nobody was written down twice.

    Two totals in each other's place are no payment.
    """
    if isinstance(stated, str) or len(stated) != len(due):
        return False
    return sum(stated) == sum(due) and sorted(stated) != sorted(due)


def _in_deal(finding: Finding, number: int) -> Finding:
    if finding.place.deal == number:
        return finding
    return replace(finding, place=replace(finding.place, deal=number))


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a game stands after its latest deal.

    The deal weighed, the points that all have, and what was found in the whole game.
    """

    sheet: DealCheck
    points: tuple[int | None, ...]
    findings: tuple[Finding, ...]


def standing(game: Game, rules: RuleSet) -> Standing | None:
    """Where a game stands by these rules; None before its first deal.

    Nothing is looked for that would explain what is wrong.
    """
    audit = _Audit(game, rules, tried=True, rereadings=0)
    audit.run()
    if audit.latest is None:
        return None
    return Standing(audit.latest, audit.after[-1], tuple(audit.findings_in_words()))
