"""The audit: replay every deal of a record, recompute every claim.

And say of each whether it agrees.

All findings of a record come out in one pass: the reader's, the referee's and those of the claims,
in file order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import field, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final, TypedDict, Unpack

from mjlog.auditor.claims import DealCheck, check_claims
from mjlog.auditor.contradictions import contradictions
from mjlog.auditor.deal_check import (
    MONEY,
    OF_READY,
    STAKES_OPEN,
    decided_by_house,
    perhaps_of_the_house,
)
from mjlog.auditor.header_words import (
    counting_words,
    leaves_rules_open,
    seating_too_late,
    unread_words,
)
from mjlog.auditor.next_header import follows
from mjlog.auditor.open_questions import hanging, noted, noted_finals
from mjlog.auditor.passed_wins import wins_let_pass
from mjlog.auditor.payments import totals_due
from mjlog.auditor.result import void_for_nothing
from mjlog.auditor.unchecked import lack_of
from mjlog.model.deal_labels import is_named, named
from mjlog.model.findings import (
    GRAVEST,
    Answer,
    Claim,
    Finding,
    Place,
    Verdict,
    in_line_order,
    key_of,
)
from mjlog.model.frozen import FrozenMap
from mjlog.model.go_arounds import go_arounds
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import Message, Sentence, Who, as_message, counting, either, msg
from mjlog.model.record import (
    NOBODY,
    SEATS,
    WIN,
    Deal,
    Game,
    Next,
    NoWin,
    Points,
    ReadySeats,
    Ruling,
    Seat,
    WinLine,
    whole_number,
)
from mjlog.model.settlement import Settlement
from mjlog.model.shown import brief, counted, table
from mjlog.model.slips import ExplainedDeal
from mjlog.model.table import Table
from mjlog.referee.outcome import as_written, broken_clause, false_steps, outcome_of
from mjlog.referee.replay import Played, replay
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Coming,
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


@dataclass(frozen=True, slots=True)
class Report:
    """The audit of one record.

    `rules` is None when the record names no rule set that is known; then nothing is judged, and a
    finding says so. `settlements` has for each deal what the rule set makes of it, None where that
    cannot be told; `changes` what the deal changes for each seat by the rules and the rulings, from
    its beginning to its end, None likewise and where the table has rules that no option stands for.
    `explanations` has, for the deals of sheets without turns that contradict themselves, the slips
    that explain it. `false_wins` has for each deal the seats whose wins are none by the rules.
    `unsettled` says why there is none, empty where there is one. `hangs_on` are the options on
    which amounts that are wrong may hang, None where that may be any. `pools` are the points on the
    table before each deal and behind the last, None where that cannot be told.
    """

    game: Game
    rules: RuleSet | None
    findings: tuple[Finding, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    doubts: Mapping[str, int] = field(default_factory=dict)
    settlements: tuple[Settlement | None, ...] = ()
    changes: tuple[tuple[int, ...] | None, ...] = ()
    unsettled: tuple[Sentence, ...] = ()
    false_wins: tuple[frozenset[Seat], ...] = ()
    explanations: tuple[ExplainedDeal, ...] = ()
    hangs_on: frozenset[str] | None = None
    pools: tuple[int | None, ...] = ()

    def __repr__(self) -> str:
        """Its rules, how the claims were answered, how much was found."""
        answers = ", ".join(
            f"{number} {answer}"
            for answer, number in self.counts().items()
            if number or answer != "given"
        )
        rules = self.rules.header if self.rules is not None else "unknown rules"
        findings_counted = counted(len(self.findings), "finding")
        return brief(
            "Report", f"{rules}: {counted(self.deals, 'deal')}, {answers}, {findings_counted}"
        )

    def _repr_html_(self) -> str:
        """What a notebook shows: a row for each finding."""
        rows = ((f.place.line, f.place.deal, f.severity, f.code, f.message) for f in self.findings)
        return table(repr(self), ("line", "deal", "severity", "code", "message"), rows)

    @property
    def deals(self) -> int:
        """How many deals the record has."""
        return len(self.game.deals)

    @property
    def turns(self) -> int:
        """How many turns they have together."""
        return sum(len(deal.turns) for deal in self.game.deals)

    def answers(self, number: int) -> dict[Claim, Answer]:
        """By claim the answers to what the sheet says of the deal of that number, counted from 1.

        One that differs counts before one that cannot be told, and this before one that agrees.
        """
        given = [verdict for verdict in self.verdicts if verdict.place.deal == number]
        given.sort(key=lambda verdict: GRAVEST.index(verdict.answer), reverse=True)
        return {verdict.claim: verdict.answer for verdict in given}

    def counts(self) -> dict[Answer, int]:
        """How many claims agree, agree given what the sheet claims, differ, cannot be checked."""
        answers_counted = Counter(verdict.answer for verdict in self.verdicts)
        return {
            "agrees": answers_counted["agrees"],
            "given": answers_counted["given"],
            "differs": answers_counted["differs"],
            "unverified": answers_counted["unverified"],
        }


def audit(game: Game, replays: list[Played] | None = None) -> Report:
    """Audits a record; never raises for anything a record can say.

    Each deal's replay, as it is written, is added to `replays`, for those who need them too; to a
    record that does not tell its rules none is added.
    """
    report = _audited(game, replays)
    if not any(finding.expected for finding in report.findings):
        return report
    from mjlog.auditor.corrections import with_corrections

    corrected = with_corrections(report.findings, game, report.settlements, report.verdicts)
    return replace(report, findings=corrected)


def _audited(game: Game, replays: list[Played] | None) -> Report:
    try:
        rules = load(game.rules)
    except RulesError as problem:
        missing = msg(
            "the header `Rules:` is missing: it names the rule set, as in `Rules: taiyuan/1`"
        )
        words = (
            msg("mjlog cannot tell which rules were played: {problem}", problem=problem.said)
            if game.rules
            else missing
        )
        unknown_rules = Finding.telling("rules.unknown", "error", words, _place_of_rules(game))
        from mjlog.auditor.without_rules import checked_without_rules

        sums, claims = checked_without_rules(game)
        all_findings = [*game.findings, *contradictions(game, rounds=False), unknown_rules, *sums]
        return Report(game, None, in_line_order(all_findings), tuple(claims))
    if not leaves_rules_open(game):
        whole = _Audit(game, rules)
        whole.replays = replays
        return whole.run()
    from mjlog.auditor.inferred_rules import read_openly

    report, findings, verdicts = read_openly(game, rules, partial(_under, searches={}))
    return replace(report, findings=in_line_order([*findings]), verdicts=verdicts)


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
    span = next((h.span for h in game.headers if h.key == "Rules"), None)
    if span is None:
        lines = [
            *(head.span.line for head in game.headers),
            *(deal.span.line for deal in game.deals),
        ]
        return Place(1, 1) if any(lines) else Place()
    return Place(span.line, span.column)


def _cited(finding: Finding, rules: RuleSet) -> Finding:
    """What a reader found wrong with play, with the clause that stands behind it.

    With a file no rule is concerned.
    """
    law = rules.laws.get(rules.book.foreign.get(finding.code, ""))
    of_play = finding.place.seat != NOBODY or not finding.code.startswith("format.")
    return (
        replace(finding, clause=law)
        if law is not None and of_play and finding.severity != "note"
        else finding
    )


def _of_the_house(game: Game) -> Iterator[Finding]:
    """A note where the record names rules that no option stands for."""
    span = next((head.span for head in game.headers if head.key == "X-House-Rules"), None)
    if span is not None and game.house_rules:
        words = (
            "mjlog has no option for these rules of the table: {house}; it does not "
            "judge differences in payments, in points and in the course of the game"
        )
        yield Finding.telling(
            "rules.house",
            "note",
            msg(words, house=game.house_rules),
            Place(span.line, span.column),
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
    return len(errors) <= _A_FEW and all(error.place.step for error in errors)


def _dealt_by_another(table: Table, deal: Deal) -> Table:
    """The table of a deal without turns, as another player deals."""
    other = copy(table)
    other.dealer = other.turn = deal.dealer
    other.hand = other.hands[deal.dealer]
    other.head = deal
    return other


def _is_of_the_win(finding: Finding) -> bool:
    """Whether a finding says that the win is none.

    Others are told at a win, such as the number of indicators.
    """
    return finding.code.startswith("win.")


def _contradicts(finding: Finding) -> bool:
    """Whether two entries about play or hands contradict each other.

    And not just an amount the rules.
    """
    return finding.code == "show.hand" or (
        finding.place.step > 0 and not finding.code.startswith("win.")
    )


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
        all_findings = (*self.played.findings, *self.opened, *self.sheet.findings)
        return [finding for finding in all_findings if finding.severity == "error"]

    @property
    def told(self) -> int:
        """How many errors are told."""
        return len(self.errors) + len(self.roots)

    def read_as(self, other: _CheckedDeal, reading: Reading) -> _CheckedDeal | None:
        """The other reading, with the contradiction itself told as such.

        None where it explains nothing: a new error comes up, or too few vanish.
        """
        left, known = {key_of(error) for error in other.errors}, {key_of(e) for e in self.errors}
        vanished = [error for error in self.errors if key_of(error) not in left]
        if not left <= known or not vanished:
            return None
        if reading.misread == NOBODY:
            roots = [_root(vanished, reading)]
        elif all(_follows_from(error, reading, self, other) for error in vanished):
            roots = _roots_at(vanished, reading)
        else:
            return None
        doubtful = reading.alone and not any(error.other for error in vanished)
        if len(left) + len(roots) >= len(known) + doubtful:
            return None
        for root in roots:
            self._keep_verdict(other, root)
        return replace(other, roots=tuple(roots))

    def _keep_verdict(self, other: _CheckedDeal, root: Finding) -> None:
        """The claim that tells the contradiction differs in the other reading, too."""
        for verdict in self.sheet.verdicts:
            if verdict.answer == "differs" and verdict.claim == root.claim:
                told = [each for each in other.sheet.verdicts if each.claim != root.claim]
                other.sheet.verdicts[:] = [*told, verdict]


def _root(vanished: Sequence[Finding], reading: Reading) -> Finding:
    """The error that tells the contradiction itself: this entry or that one is wrong."""
    root = next((error for error in vanished if error.code in reading.root), vanished[0])
    return root if root.other is not None else root.blaming_nobody(reading.entry, reading.place)


def _roots_at(vanished: Sequence[Finding], reading: Reading) -> list[Finding]:
    """What was told at the misread word, or of the two words of which it is one."""
    at_it = [error for error in vanished if _is_at(error.place, reading.place)]
    of_two = [error for error in vanished if error.other and _is_at(error.other, reading.place)]
    return at_it[:_A_FEW] or of_two[:1] or [_root(vanished, reading)]


def _is_at(place: Place, other: Place) -> bool:
    return (place.line, place.column) == (other.line, other.column)


_COUNTED: Final = frozenset({"deal.copies", "wall.exhausted"})
"""Codes of what is counted over the whole deal."""


def _follows_from(
    error: Finding, reading: Reading, first: _CheckedDeal, other: _CheckedDeal
) -> bool:
    """Whether an error may have come about by that misread word, so that it is not hidden.

    One of another player's words is a mistake of its own; a claim agrees once the word is read
    otherwise, or hangs on the hand of the player who said it.
    """
    if _is_at(error.place, reading.place) or error.other is not None or error.code in _COUNTED:
        return True
    if error.place.step:
        return error.place.seat == reading.misread or error.code.startswith("win.")
    given = [each.answer for each in other.sheet.verdicts if each.claim == error.claim]
    outcome = first.sheet.outcome
    winners = {winner.seat for winner in outcome.declared}
    concerned = not winners or reading.misread in winners or error.place.seat == reading.misread
    return concerned or (bool(given) and "unverified" not in given)


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
        if any(deal.ledger for deal in game.deals):
            self._find_amended()
        self.verdicts: list[Verdict] = []
        self.doubts: Counter[str] = Counter()
        self.settlements: list[Settlement | None] = []
        self.changes: list[tuple[int, ...] | None] = []
        self.unsettled: list[Sentence] = []
        self.false_wins: list[frozenset[Seat]] = []
        self.before: tuple[int | None, ...] = (rules.progress.start_points,) * game.seats
        self.unpriced = False
        self.pool: int | None = 0
        self.latest: DealCheck | None = None
        self.without_dealer = False
        self.counting = counting_words(rules)
        self.stated = stated(game.rules, rules.options)
        self.tried = tried
        self.rereadings = rereadings
        self.searches = searches
        self.before_due: tuple[int | None, ...] = ()
        self.explanations: list[ExplainedDeal] = []
        self.by_itself: set[int] = set()
        self.after: list[tuple[int | None, ...]] = []
        self.ready_told = any([deal.told(ReadySeats) for deal in game.deals])
        self.hangs_on: set[str] | None = None if searches is None else set()

    def run(self) -> Report:
        """Deal by deal, then what concerns the whole game."""
        if self.seats not in self.rules.play.spec.seats:
            words = msg(
                "{rules} needs {allowed} players; the record names {seats}",
                rules=self.rules.name,
                allowed=either([str(number) for number in self.rules.play.spec.seats]),
                seats=self.seats,
            )
            self._find("deal.seats", words, _place_of_rules(self.game))
            return self._report()
        for at in range(0, len(self.game.deals), _TOGETHER):
            some = self.game.deals[at : at + _TOGETHER]
            played = [replay(deal, self.rules, seats=self.seats) for deal in some]
            if self.replays is not None:
                self.replays += played
            for number, (deal, each) in enumerate(zip(some, played, strict=True), at + 1):
                self._deal(number, deal, each)
        self._take_last_totals()
        self._ranking()
        self._finals()
        return self._report()

    def _report(self) -> Report:
        return Report(
            self.game,
            self.rules,
            in_line_order(self.findings),
            tuple(self.verdicts),
            FrozenMap(self.doubts),
            tuple(self.settlements),
            tuple(self.changes),
            tuple(self.unsettled),
            tuple(self.false_wins),
            self._with_effects(),
            None if self.hangs_on is None else frozenset(self.hangs_on),
            (*self.pools, self.pool),
        )

    def _with_effects(self) -> tuple[ExplainedDeal, ...]:
        """The explanations with what each changes at the end of the game."""
        if not self.explanations:
            return ()
        from mjlog.auditor.effects import GameWritten

        rulings = [ruling for deal in self.game.deals for ruling in deal.told(Ruling)]
        last = self.after[-1] if self.after else ()
        written = GameWritten(self.rules, self.after, last, self.pool, rulings)
        return written.with_effects(self.explanations)

    def _find_amended(self) -> None:
        from mjlog.auditor.amended import amended_after_signing

        self.findings += amended_after_signing(self.game)

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
        self.findings += unread_words(deal, number, self.counting)
        late = [*seating_too_late(deal, number, self.rules)]
        if late:
            self.findings += late
            seating = {finding.code for finding in late}
            played = replace(
                played, findings=tuple(f for f in played.findings if f.code not in seating)
            )
        counters = self._counters_before(number, deal)
        by_name = self._by_its_name(deal)
        self._follows(number, deal)
        pool = self._pool_before(number, deal)
        self.pools.append(pool)
        weighed = self._read_otherwise(
            self._weighed(number, deal, played, pool, counters), pool, counters
        )
        if by_name is not None:
            weighed = self._dealt_by_name(weighed, by_name, pool, counters)
        written = self._with_what_is_open(weighed)
        weighed = self._put_right(written)
        played, outcome, audit = weighed.played, weighed.sheet.outcome, weighed.sheet
        self.false_wins.append(frozenset(winner.seat for winner in outcome.false_wins))
        told = self._told(number, audit, written.sheet)
        self._without_result(number, deal, played, outcome)
        if not self.house:
            of_play = (*played.findings, *weighed.opened, *weighed.roots)
            self.findings += void_for_nothing(audit, of_play)
        self._without_dealer(audit)
        if played.doubts:
            self.doubts.update(played.doubts)
        passed = wins_let_pass(audit.deal, played, outcome, self.rules)
        found = (*played.findings, *weighed.opened, *told, *weighed.roots, *passed)
        self.findings += [_in_deal(f, number) for f in noted(found, self.rules)]
        self._keep_options(written.sheet, found)
        self.verdicts += audit.verdicts
        self.settlements.append(written.sheet.settled)
        self._go_on(audit)

    def _by_its_name(self, deal: Deal) -> Deal | None:
        """A deal of a sheet whose name and the deal before agree on another dealer, dealt by that.

        None where nothing contradicts the dealer who is written down.
        """
        before, there = self.latest, named(deal.label)
        if before is None or there is None or deal.turns or before.deal.told(Next):
            return None
        due, told = before.next_dealer, deal.attribute("dealer")
        if told is None or isinstance(due, Unclear) or there[1] != due:
            return None
        if told == SEATS[due] or not self._is_the_coming(deal):
            return None
        others = tuple(each for each in deal.attributes if each[0] != "dealer")
        return replace(deal, attributes=(*others, ("dealer", SEATS[due])))

    def _dealt_by_name(
        self, written: _CheckedDeal, deal: Deal, pool: int | None, counters: int | None
    ) -> _CheckedDeal:
        """The deal as its name says who deals, unless its amounts fit the dealer written down."""
        played = replay(deal, self.rules, seats=self.seats)
        other = self._weighed(written.sheet.number, deal, played, pool, counters)
        return other if len(other.errors) <= len(written.errors) else written

    def _told(self, number: int, audit: DealCheck, written: DealCheck) -> list[Finding]:
        """What is told of a deal's claims, each mistake once."""
        found = self._explained(number, audit, written)
        if not found:
            return found
        from mjlog.auditor.followers import first_mistakes

        return first_mistakes(audit, found)

    def _explained(self, number: int, audit: DealCheck, written: DealCheck) -> list[Finding]:
        """What is wrong on the sheet, with the options and readings that it hangs on."""
        explained_by_slips = any(each.deal == number for each in self.explanations)
        plain = explained_by_slips and self.explanations[-1].is_plain
        if self.tried or plain or number in self.by_itself:
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
        from mjlog.auditor.option_probe import START, can_matter

        wrong = {finding.code for finding in found if may_hang(finding)}
        if not wrong:
            return
        if not self._is_of_sheet(sheet) or isinstance(sheet.settlement, Unclear):
            self.hangs_on = None
            return
        names = [option.name for option in self.rules.options]
        self.hangs_on.update(name for name in names if can_matter(name, sheet))
        if "score.chain" in wrong and not self._has_totals_before(sheet.number):
            self.hangs_on.add(START)

    def _has_totals_before(self, number: int) -> bool:
        """Whether the sheet has totals of an earlier deal, so that those at first do not count."""
        told = (each for deal in self.game.deals[: number - 1] for each in deal.told(Points))
        return any(points.keyword == "score" for points in told)

    def _weighed(
        self, number: int, deal: Deal, played: Played, pool: int | None, counters: int | None
    ) -> _CheckedDeal:
        """The claims of a deal, weighed against what was replayed."""
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
            self.house,
            broken,
            self.stated,
            () if deal.points else self.before_due,
        )
        check_claims(sheet)
        return _CheckedDeal(played, opened, sheet)

    def _with_what_is_open(self, first: _CheckedDeal) -> _CheckedDeal:
        """The same by the state under which its amounts are right, where the sheet leaves one open.

        That is no slip: the sheet has no line for it.
        """
        sheet = first.sheet
        if not self._is_of_sheet(sheet) or first.opened or not self._leaves_open(sheet):
            return first
        from mjlog.auditor.assumptions import assumed, tell_no_table
        from mjlog.auditor.explanations import is_borne_out

        check = partial(self._assuming, first)
        found = sheet
        if not is_borne_out(sheet):
            found = assumed(sheet, check, ready_told=self.ready_told)
        tell_no_table(found, check)
        return replace(first, sheet=found)

    def _leaves_open(self, sheet: DealCheck) -> bool:
        """Whether amounts cannot be computed, or differ while nobody tells who was ready."""
        if isinstance(sheet.settlement, Unclear):
            return True
        off = any(finding.code in MONEY for finding in sheet.findings)
        return off and not self.ready_told

    def _is_of_sheet(self, sheet: DealCheck) -> bool:
        """Whether a deal is told by its sheet alone, and ended by the rules."""
        ruled = sheet.deal.told(Ruling) or sheet.is_void
        return not (sheet.deal.turns or self.house or ruled)

    def _put_right(self, first: _CheckedDeal) -> _CheckedDeal:
        """The same with the slips that explain a deal of a sheet without turns."""
        sheet = first.sheet
        opened = {finding.code for finding in first.opened if finding.severity == "error"}
        if self.plain or not self._is_of_sheet(sheet) or not opened <= OF_READY:
            return first
        if not any(finding.code in MONEY for finding in sheet.findings):
            return first
        from mjlog.auditor.explanations import is_certain
        from mjlog.auditor.slip_findings import tell

        found = self._explanations_of(first)
        if not found:
            return first
        if opened and found[0].sheet is sheet:
            return first
        told = tuple(each.explanation for each in found)
        self.explanations.append(ExplainedDeal(sheet.number, told))
        if is_certain(found[0]):
            self.by_itself.add(sheet.number)
        kept = tuple(finding for finding in first.opened if finding.code not in opened)
        return replace(first, sheet=tell(sheet, found), opened=kept)

    def _explanations_of(self, first: _CheckedDeal) -> list[Candidate]:
        """The smallest explanations of a deal; those of like rules are not looked for again."""
        from mjlog.auditor.explanations import alike, candidates

        sheet, check = first.sheet, partial(self._with_fact, first)
        if self.searches is None:
            return candidates(sheet, check, ready_told=self.ready_told)
        key = (*alike(sheet), bool(first.opened), self.ready_told)
        kept = self.searches.get(key)
        if kept is not None:
            return [each.judged_by(sheet, check) for each in kept[1]]
        found = candidates(sheet, check, ready_told=self.ready_told)
        self.searches[key] = sheet.deal, found
        return found

    def _with_fact(self, first: _CheckedDeal, fact: Fact) -> DealCheck:
        """The deal with a fact read otherwise, its claims not yet weighed."""
        state = None
        if first.sheet.assumption is not None:
            from mjlog.auditor.assumptions import Assumption

            state = Assumption(first.sheet.assumed_lines, first.sheet.assumption)
        found = self._checked_as(first, fact.deal, fact.pool, fact.counters, state)
        found.believe_the_record()
        return found

    def _assuming(self, first: _CheckedDeal, state: Assumption) -> DealCheck:
        """The deal by a state that its sheet leaves open, its claims not yet weighed."""
        outcome = first.sheet.outcome
        return self._checked_as(first, first.sheet.deal, outcome.pool, outcome.counters, state)

    def _checked_as(
        self,
        first: _CheckedDeal,
        deal: Deal,
        pool: int | None,
        counters: int | None,
        state: Assumption | None,
    ) -> DealCheck:
        """Another reading of a deal without turns."""
        sheet, table = first.sheet, first.played.table
        if deal.dealer != sheet.deal.dealer:
            table = _dealt_by_another(table, deal)

        def told(deal: Deal) -> Outcome:
            outcome = outcome_of(deal, table, self.rules, before=(pool, counters))
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
        )
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
            if other is not None and other.told < best.told + (reading.alone and best is first):
                best = other
                if other.told == len(other.roots):
                    break
        return self._by_doubted_hands(self._by_the_sheet(best) or best)

    def _by_doubted_hands(self, first: _CheckedDeal) -> _CheckedDeal:
        """The same by hands as the sheet has them, where the turns contradict themselves in them.

        Nothing is new that is wrong then; what was counted by a hand in doubt is no error.
        """
        from mjlog.auditor.doubted_hands import by_doubted_hands

        best = first
        for sheet in by_doubted_hands(first.sheet, (*first.errors, *first.roots)):
            check_claims(sheet)
            other = replace(first, sheet=sheet)
            left = {key_of(error) for error in other.errors}
            known = {key_of(error) for error in first.errors}
            hands = [e for e in first.errors if e.code == "show.hand" and key_of(e) not in left]
            other = replace(other, roots=(*first.roots, *hands))
            if left <= known and other.told < best.told:
                best = other
        return best

    def _reread(
        self, first: _CheckedDeal, reading: Reading, pool: int | None, counters: int | None
    ) -> _CheckedDeal | None:
        """The deal with an entry read otherwise; None where that explains nothing."""
        played = replay(reading.deal, self.rules, seats=self.seats, overruled=reading.overruled)
        known = {key_of(error) for error in first.errors}
        if any(f.severity == "error" and key_of(f) not in known for f in played.findings):
            return None
        stated = self._stated_pool(reading.deal)
        lying = pool if stated is None else stated
        other = self._weighed(first.sheet.number, reading.deal, played, lying, counters)
        return first.read_as(other, reading)

    def _by_the_sheet(self, first: _CheckedDeal) -> _CheckedDeal | None:
        """The same with the win as the sheet has it.

        Where the turns contradict themselves or the hand shown.
        """
        errors, deal, table = first.errors, first.sheet.deal, first.played.table
        if len(errors) < _SEVERAL or not any(_contradicts(error) for error in errors):
            return None
        outcome = as_written(deal, first.sheet.outcome, self.rules)
        if not outcome.winners or judged(deal, outcome, self.rules)[1]:
            return None
        wins = {step for step, act in enumerate(table.past, 1) if act.kind == WIN}
        kept = (
            f for f in first.played.findings if not (f.place.step in wins and _is_of_the_win(f))
        )
        played = replace(first.played, findings=tuple(kept))
        before, number = first.sheet.before, first.sheet.number
        sheet = DealCheck(
            deal, self.rules, table, outcome, before, number, self.house, stated=self.stated
        )
        check_claims(sheet)
        other = _CheckedDeal(played, first.opened, sheet, first.roots)
        if len(other.errors) + _SEVERAL > len(errors):
            return None
        left = {key_of(error) for error in other.errors}
        if not left <= {key_of(error) for error in errors}:
            return None
        root = [e for e in errors if e.code == "win.line" and key_of(e) not in left]
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
        return told(false) if false else outcome, findings

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
        return stated if len(stated) == self.seats else self.before

    def _pool_before(self, number: int, deal: Deal) -> int | None:
        """The points on the table before the deal.

        As its header states them, else what the deals before left.
        """
        stated, unit = deal.attribute(self.rules.pot.word) or "", self.rules.pot.unit
        stacked = whole_number(stated)
        if not self.rules.pot.used or stacked is None:
            return self.pool
        points = stacked * unit
        if number > 1 and self.pool is not None and points != self.pool:
            lie = "points on the table: the record has {points}, the deals before left {due}"
            words = msg(lie, points=points, due=self.pool)
            place = Place(deal.span.line, deal.span.column, number)
            self._find("pay.pool", words, place, recorded=stated, expected=str(self.pool // unit))
        return points

    def _stated_pool(self, deal: Deal) -> int | None:
        """The points on the table as the deal's header states them."""
        stacked = whole_number(deal.attribute(self.rules.pot.word) or "")
        return None if stacked is None or not self.rules.pot.used else stacked * self.rules.pot.unit

    def _counters_before(self, number: int, deal: Deal) -> int | None:
        """How often the dealer has dealt on.

        As the header says, by a word or in the label, else as it follows.
        """
        word = self.rules.progress.counter_word
        coming = self.latest.coming if self.latest is not None else None
        due = coming.counters if isinstance(coming, Coming) else 0 if number == 1 else None
        if not word:
            return due if self._is_the_coming(deal) else None
        by_word, by_label = deal.attribute(word), deal.label.partition(".")[2]
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
            place = Place(deal.span.line, deal.span.column, number)
            self._find("next.counters", words, place, recorded=told, expected=by_label)
        elif number > 1 and due not in {None, stated} and deal.dealer == self._dealer_due():
            said = (
                "deals in a row under this dealer: the record has {recorded}, the rules give {due}"
            )
            words = msg(said, recorded=told, due=due)
            place = Place(deal.span.line, deal.span.column, number)
            self._find("next.counters", words, place, recorded=told, expected=str(due))
        return stated

    def _is_the_coming(self, deal: Deal) -> bool:
        """Whether a deal is named as the one that follows; of another one nothing follows."""
        coming = self.latest.coming if self.latest is not None else None
        due = coming.label if isinstance(coming, Coming) else ""
        return not due or named(deal.label) is None or is_named(deal.label, due)

    def _dealer_due(self) -> Seat | Unclear | None:
        """Who is to deal after the latest deal."""
        return self.latest.next_dealer if self.latest is not None else None

    def _go_on(self, audit: DealCheck) -> None:
        """What the next deal starts from.

        The record's own totals where it states them, so that one error is one.
        """
        change = audit.whole_change
        before = audit.before
        why = (
            _HOUSE if self.house else change.words if isinstance(change, Unclear) else audit.leaning
        )
        self.changes.append(None if isinstance(change, Unclear) or why else change)
        self.unsettled.append(why)
        left = audit.likely_change
        self.unpriced = bool(audit.fines.unpriced)
        if left is None or None in before:
            self.before = (None,) * self.seats
        else:
            self.before = tuple([(points or 0) + left[seat] for seat, points in enumerate(before)])
        self.before_due = ()
        for claim in audit.deal.told(Points):
            if claim.keyword == "score":
                if claim.points == self.before and not self.before_due:
                    continue  # nothing else was due than what is written
                self.before = _as_told(claim.points, self.before)
                self.before_due = _due_beside(claim.points, totals_due(audit, claim.points))
        self.latest = audit
        self.pool = self._pool_after(audit)
        self.after.append(self.before)

    def _pool_after(self, audit: DealCheck) -> int | None:
        if audit.outcome.pool is None or isinstance(audit.settlement, Unclear) or audit.has_gap:
            return None
        if any([each.payments for each in audit.settlement.perhaps if each.why is STAKES_OPEN]):
            return None
        return audit.outcome.pool + audit.settlement.left_on_the_table

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
            words = msg(begins, recorded=_listed(stated), due=_listed(self.before))
            self._find(
                "score.chain", words, place, recorded=_listed(stated), expected=_listed(self.before)
            )

    def _are_left(self, stated: Sequence[int | None]) -> bool:
        """Whether a deal begins with what the one before left, as written or as it was due."""
        due = self.before_due or self.before
        if stated == due:
            return True
        return len(stated) == len(due) and all(
            points in each for points, *each in zip(stated, self.before, due, strict=True)
        )

    def _without_result(self, number: int, deal: Deal, played: Played, outcome: Outcome) -> None:
        if deal.lines_of(WinLine) or deal.lines_of(NoWin):
            return
        cut = any(
            f.place.deal == number and f.code.endswith(".truncated") for f in self.game.findings
        )
        if not cut and not outcome.declared and self._is_being_played(number, deal):
            words = msg("the deal is being played: its ledger is open")
            place = self._where_it_stops(number, deal, played.steps)
            self.findings.append(Finding.telling("result.open", "note", words, place))
        elif not cut and not outcome.declared and (deal.turns or not deal.lines):
            words = counting(
                "the deal has no result: it stops after {number} act",
                "the deal has no result: it stops after {number} acts",
                played.steps,
            )
            place = self._where_it_stops(number, deal, played.steps)
            self.findings.append(Finding.telling("result.missing", "warning", words, place))

    def _is_being_played(self, number: int, deal: Deal) -> bool:
        """Whether it is the last deal of a chained ledger in which nobody has ended the game."""
        is_last = number == len(self.game.deals)
        return is_last and bool(deal.attribute("chain")) and not deal.lines_of(Next)

    def _without_dealer(self, sheet: DealCheck) -> None:
        """Said once a record: nobody is named as the dealer, and claims hang on who that is."""
        if sheet.outcome.dealer != NOBODY or self.without_dealer:
            return
        if any(finding.code == "syntax.no_deal" for finding in self.game.findings):
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
            place = Place(sheet.deal.span.line, sheet.deal.span.column, sheet.number)
            self.findings.append(Finding.telling("deal.dealer", "warning", words, place))

    def _where_it_stops(self, number: int, deal: Deal, steps: int) -> Place:
        """The last turn; where the file has no place for it, or there is none.

        The head of the deal.
        """
        span = deal.place(len(deal.turns) - 1) if deal.turns else deal.span
        stands = span if span.line else deal.span
        around = go_arounds(deal, self.seats)[-1] if deal.turns else 0
        return Place(stands.line, stands.column, number, around, steps)

    # ------------------------------------------------------------------ the whole game

    def _take_last_totals(self) -> None:
        """The last totals as they were due, where the last line writes others down.

        Where the headers bear them out.
        """
        stated = {h.key: h.value for h in self.game.headers}
        final, order = stated.get("Final-Score"), stated.get("Ranking")
        due = [points for points in self.before_due if points is not None]
        if not due:
            return
        borne_out = order == ranked(due) if final is None else _as_numbers(final) == tuple(due)
        if borne_out:
            self.before = tuple(due)

    def _finals(self) -> None:
        """The headers ``Final-Score:`` and ``Final-Points:``.

        By seat, against the last points and the placement.
        """
        if not any(header.key in _ENDS for header in self.game.headers):
            return
        known = [points for points in self.before if points is not None]
        if len(known) != self.seats or self.pool is None or not self.game.deals:
            self._shapes("Final-Score", "Final-Points")
            return
        if self.rules.progress.final_points is None:
            self._shapes("Final-Points")
            if self.pool:
                self._shapes("Final-Score")
            else:  # who takes what is left on the table, such rules do not say
                self._final("Final-Score", "final.score", [tuple(known)], "", _whole_words)
            return
        rulings = [ruling for deal in self.game.deals for ruling in deal.told(Ruling)]
        due, found = self.rules.progress.final_points(known, self.pool, rulings), len(self.findings)
        self._final("Final-Score", "final.score", [due.score], due.why, _whole_words)
        places = [tuple(round(float(each), 1) for each in way) for way in due.places]
        self._final("Final-Points", "final.points", places, due.why, _tenths)
        agreed = [
            verdict
            for verdict in self.verdicts
            if verdict.answer == "agrees" and not verdict.place.deal
        ]
        end = (known, self.pool, rulings)
        self.findings[found:] = noted_finals(self.findings[found:], agreed, self.rules, end)

    def _shapes(self, *keys: str) -> None:
        """What such headers look like, where nothing is known of what they should say."""
        from mjlog.auditor.final_headers import CODES, misshapen

        for header in self.game.headers:
            why = misshapen(header, self.seats) if header.key in keys else None
            if why is not None:
                place = Place(header.span.line, header.span.column)
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
        header = next((h for h in self.game.headers if h.key == key), None)
        if header is None:
            return
        from mjlog.auditor.final_headers import misshapen

        place = Place(header.span.line, header.span.column)
        if not due and misshapen(header, self.seats):
            self._shapes(key)
        elif not due:
            self._answer("unverified", key, as_message(why), place)
        elif _as_numbers(header.value) in due:
            self._answer("agrees", key, None, place)
        else:
            written_ways = [written(each) for each in due]
            words = msg("{header} should be {due}", header=key, due=either(written_ways))
            if self.house:
                self._answer("unverified", key, perhaps_of_the_house(self.house, words), place)
                return
            if (
                key == "Final-Score"
                and self._has_no_turns
                and _may_have_moved(_as_numbers(header.value), due)
            ):
                self._answer("unverified", key, _MOVED, place)
                return
            verdict = self._answer("differs", key, words, place)
            self._find(
                code, words, place, recorded=header.value, expected=written_ways[0], verdict=verdict
            )

    @property
    def _has_no_turns(self) -> bool:
        return not any(deal.turns for deal in self.game.deals)

    def _ranking(self) -> None:
        """The order of a ``Ranking:`` header (best first, ``C D=A B``) follows the last points."""
        header = next((h for h in self.game.headers if h.key == "Ranking"), None)
        if header is None:
            return
        place = Place(header.span.line, header.span.column)
        if any(points is None for points in self.before) or not self.game.deals:
            from mjlog.auditor.final_headers import misshapen

            if misshapen(header, self.seats):
                self._shapes("Ranking")
                return
            self._answer(
                "unverified",
                "ranking",
                msg("the final points are not known").lacking("points"),
                place,
            )
            return
        groups = _by_points([points or 0 for points in self.before])
        stated = ["".join(sorted(tied.split("="))) for tied in header.value.split()]
        strictly = [*"".join(groups)] if self.rules.progress.seat_breaks_ties else groups
        if stated in (groups, strictly):
            self._answer("agrees", "ranking", None, place)
        else:
            due = ranked([points or 0 for points in self.before])
            verdict = self._answer(
                "differs", "ranking", msg("the order is {due}", due=Who(due)), place
            )
            words = msg("the points give the order {due}", due=Who(due))
            self._find(
                "next.rank", words, place, recorded=header.value, expected=due, verdict=verdict
            )


def ranked(points: Sequence[int]) -> str:
    """Seats by points, best first, equal ones joined: ``C D=A B``."""
    return " ".join("=".join(group) for group in _by_points(points))


def _by_points(points: Sequence[int]) -> list[str]:
    """The seats that have the same points together, best first."""
    levels = sorted(set(points), reverse=True)
    return [
        "".join(SEATS[seat] for seat, each in enumerate(points) if each == level)
        for level in levels
    ]


def _whole_words(points: tuple[float, ...]) -> str:
    return " ".join(f"{each:.0f}" for each in points)


def _tenths(points: tuple[float, ...]) -> str:
    return " ".join(f"{each:.1f}" for each in points)


def _listed(points: Sequence[int | None]) -> str:
    return ",".join("?" if number is None else str(number) for number in points)


def _as_told(told: Sequence[int | None], known: Sequence[int | None]) -> tuple[int | None, ...]:
    """The points by seat as a line states them; those it leaves open as they were known before."""
    if None not in told and len(told) == len(known):
        return tuple(told)
    given = [*told, *(None for _ in known)]
    return tuple(
        number if number is not None else before
        for number, before in zip(given, known, strict=False)
    )


def _due_beside(
    told: Sequence[int | None], right: Sequence[tuple[int, ...]]
) -> tuple[int | None, ...]:
    """The points that were due where the sheet writes others down; empty where it writes none."""
    if not right or None in told or len(told) != len(right):
        return ()
    meant = tuple(
        [points if points in each else each[-1] for points, each in zip(told, right, strict=True)]
    )
    return () if meant == tuple(told) else meant


def _as_numbers(words: str) -> tuple[float, ...] | str:
    try:
        return tuple([float(word) for word in words.split()])
    except ValueError:
        return words


_MOVED: Final = msg(
    "it would be right if points had changed hands for which the sheet has no line"
).lacking("result")


def _may_have_moved(stated: tuple[float, ...] | str, due: Sequence[tuple[float, ...]]) -> bool:
    """Whether players may have paid each other the differences, and nobody was written down twice.

    Two totals in each other's place are no payment.
    """
    return not isinstance(stated, str) and any(
        len(stated) == len(each) and sum(stated) == sum(each) and sorted(stated) != sorted(each)
        for each in due
    )


def _in_deal(finding: Finding, number: int) -> Finding:
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
    return Standing(audit.latest, audit.after[-1], tuple(audit.findings))
