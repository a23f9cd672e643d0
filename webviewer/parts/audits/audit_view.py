"""The values of a record's audit page, made from its report; no rule of the game is here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count, zip_longest
from typing import Final, Literal

from mjlog.auditor.unchecked import Coverage, count_missing_facts
from mjlog.batch.internal_errors import has_failed
from mjlog.model.findings import Answer, Finding, Law, errors, faults
from mjlog.model.frozen import FrozenMap
from mjlog.model.messages import Sentence
from mjlog.model.record import SEATS, Seat, Show, seat_name
from mjlog.referee.sheet_table import front_seat
from mjlog.results.standings import Standings, order, standings
from webviewer.parts.audits.faults import is_fault
from webviewer.parts.audits.unchecked import Unchecked, unchecked
from webviewer.parts.stage.hidden_hands import finding_seen
from webviewer.parts.stage.table_view import Pages
from webviewer.parts.stage.view_options import ViewOptions
from webviewer.records.library import Record

NO_QUERY: Final[Mapping[str, str]] = FrozenMap({})
READING: Final = ("syntax", "schema", "format", "file")
"""First words of codes about how a record is written, not about play or claims."""


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of one finding on the final points and on the final order of the players.

    `sort` is ``none``, ``unknown`` (the payments of the deal cannot be computed, because of `why`),
    ``points`` (`points` has the missing amount of each seat), or ``order`` (the recorded ranking
    itself is wrong). `before` and `after` are the order as recorded and the order after the
    correction.
    """

    sort: Literal["none", "unknown", "points", "order"]
    points: tuple[tuple[str, int], ...] = ()
    before: str = ""
    after: str = ""
    why: Sentence = ""


@dataclass(frozen=True, slots=True)
class Case:
    """One finding on the audit page, with the line of the record that it is about.

    `fault` is its number among the faults (errors and warnings), 0 for a note. `label` is the label
    of its deal. `step` is the step at which the finding is shown, None if its deal cannot be shown.
    `pictured` is True if the deal has turns or shown hands, so that a picture of the step is
    useful.
    """

    number: int
    fault: int
    finding: Finding
    label: str
    step: int | None
    pictured: bool
    line: str
    correction: str
    effect: Effect

    @property
    def law(self) -> Law | None:
        """The sentence of the rulebook on which the finding is based; None if there is none."""
        return self.finding.clause

    @property
    def reading(self) -> bool:
        """Whether the finding is about the writing of the record, such as a syntax error.

        It is False for findings about the play or about claims.
        """
        return _is_reading(self.finding)

    @property
    def seat(self) -> str:
        """The letter of the player whom the finding is about; empty if there is no such player."""
        if self.finding.place.seat >= 0:
            return seat_name(self.finding.place.seat)
        return ""


SUMS: Final = frozenset({"final", "net", "pay", "score"})
"""First words of codes about points, not about play."""
MOST: Final = 50
"""The most findings on a page, places of one finding, unchecked claims, and reasons."""


@dataclass(frozen=True, slots=True)
class Group:
    """Findings with the same message at different places, which the page lists as one entry.

    `first` is the finding shown in full; of `others`, only the places are listed.
    """

    first: Case
    others: tuple[Case, ...]

    @property
    def placed(self) -> tuple[Case, ...]:
        """The findings of this group after the first, at most 50.

        All have the same message; the page shows the message once, and then lists their places.
        """
        return self.others[:MOST]


@dataclass(frozen=True, slots=True)
class CasePage:
    """One page of the list of findings.

    `number` is the page's number, from 1; `last` that of the last page.
    """

    groups: tuple[Group, ...]
    number: int
    last: int


def case_page(cases: Sequence[Case], number: int) -> CasePage | None:
    """Return one page of the audit's findings; None if there is no page `number`, from 1.

    Findings with the same code, severity and message form a group, which the page shows as one
    item. A page has at most 50 groups.
    """
    same: dict[tuple[str, str, str], list[Case]] = {}
    for case in cases:
        finding = case.finding
        same.setdefault((finding.code, finding.severity, finding.message), []).append(case)
    groups = [Group(each[0], tuple(each[1:])) for each in same.values()]
    last = max(1, -(-len(groups) // MOST))
    if not 1 <= number <= last:
        return None
    return CasePage(tuple(groups[(number - 1) * MOST : number * MOST]), number, last)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A check that the audit could not make: its code, its count, and the clauses that need it."""

    code: str
    times: int
    laws: tuple[Law, ...]


@dataclass(frozen=True, slots=True)
class FindingRow:
    """The points after one deal: for each seat a pair, as recorded and as computed by the rules.

    Unknown points are None. `settled` is True if the rules could compute the deal's payments.
    `faulty` is True if they could not, and the deal has an error.
    """

    label: str
    points: tuple[tuple[int | None, int | None], ...]
    settled: bool
    faulty: bool = False


@dataclass(frozen=True, slots=True)
class AuditPage:
    """The values that the template of a record's audit page shows.

    `cases` are the findings, `rows` the points after each deal, `counts` the number of claims for
    each answer of the audit. `broken`, `claims` and `unread` count the errors: acts against the
    rules, wrong numbers, and entries that are written wrongly. `warnings` counts the warnings.
    `order_recorded` and `order_due` are the final order of the players as recorded and by the
    rules.
    """

    record: Record
    cases: tuple[Case, ...]
    unchecked: tuple[Unchecked, ...]
    doubts: tuple[Doubt, ...]
    rows: tuple[FindingRow, ...]
    counts: dict[Answer, int]
    broken: int
    claims: int
    unread: int
    warnings: int
    order_recorded: str
    order_due: str

    @property
    def failed(self) -> bool:
        """Whether a bug of mjlog stopped the audit of the record."""
        return has_failed(self.record.report)

    @property
    def faults(self) -> tuple[Case, ...]:
        """The findings that are errors or warnings, without the notes."""
        return tuple(case for case in self.cases if case.fault)

    @property
    def clean(self) -> bool:
        """Whether the audit could be completed and found no error and no warning."""
        return not (self.failed or self.broken or self.claims or self.unread or self.warnings)

    @property
    def coverage(self) -> Coverage:
        """The number of the record's claims that were checked, and of those that could not be."""
        return Coverage.of(
            self.counts["agrees"] + self.counts["differs"],
            count_missing_facts(self.record.report.verdicts),
        )

    @property
    def state(self) -> Literal["wrong", "open", "clean"]:
        """The result of the audit as one word: ``wrong``, ``open`` or ``clean``.

        ``wrong`` means that there is an error or a warning; ``open`` that there is none, but the
        rules are unknown or something could not be checked.
        """
        if not self.clean:
            return "wrong"
        if self.record.report.rules is None or self.unchecked or self.doubts:
            return "open"
        return "clean"

    @property
    def letters(self) -> str:
        """The letters of the seats as one text, such as `ABCD`."""
        return SEATS[: self.record.game.seats]

    @property
    def players(self) -> tuple[tuple[str, str], ...]:
        """The seats as pairs of letter and player's name; a name that is not recorded is empty."""
        return tuple(zip_longest(self.letters, self.record.game.players, fillvalue=""))

    @property
    def moved(self) -> bool:
        """Whether recorded points after some deal differ from the points that the rules compute."""
        return any(recorded != due for row in self.rows for recorded, due in row.points)

    @property
    def unsettled(self) -> bool:
        """Whether the rules cannot compute the payments of at least one deal."""
        return not all(row.settled for row in self.rows)

    @property
    def doubtful(self) -> tuple[str, ...]:
        """The labels, such as `E2`, of deals that have an error and no computable payments.

        For these deals, nobody knows which points would be right.
        """
        return tuple(row.label for row in self.rows if row.faulty)

    @property
    def ranking(self) -> Literal["changes", "stays", "unknown", "doubtful", ""]:
        """What happens to the final order of the players if all payments are corrected.

        The value is `changes` or `stays`. It is empty if no points are known, `unknown` if the
        recorded order or the right order is unknown, and `doubtful` if some deal has an error and
        its payments cannot be computed.
        """
        if not self.rows:
            return ""
        if not self.order_due or not self.order_recorded:
            return "unknown"
        if self.doubtful:
            return "doubtful"
        if self.order_due != self.order_recorded:
            return "changes"
        return "stays"


def _is_about_numbers(finding: Finding) -> bool:
    """Return whether a finding is about a claim of the record, such as points, fu or a payment.

    The result is False for findings about the play, such as an illegal discard.
    """
    return finding.claim is not None or finding.code.partition(".")[0] in SUMS


def audit_page(record: Record, pages: Pages, query: Mapping[str, str] = NO_QUERY) -> AuditPage:
    """Compute all values that the page of a record's audit shows.

    `query` has the parameters of the page's address. If they hide hands (such as `hands=own`), the
    findings do not reveal these hands.
    """
    report = record.report
    known_standings = standings(report)
    cases = _cases(record, pages, known_standings, query)
    wrong = errors(report.findings)
    unread = sum(_is_reading(each) for each in wrong)
    claims = sum(_is_about_numbers(finding) for finding in wrong)
    return AuditPage(
        record,
        cases,
        unchecked(report.verdicts, record.game.deals),
        _doubts(record),
        _rows(known_standings, {finding.place.deal for finding in wrong}),
        report.counts(),
        broken=len(wrong) - unread - claims,
        claims=claims,
        unread=unread,
        warnings=len(faults(report.findings)) - len(wrong),
        order_recorded=order(known_standings.recorded) if known_standings else "",
        order_due=order(known_standings.due) if known_standings else "",
    )


def _cases(
    record: Record, pages: Pages, known_standings: Standings | None, query: Mapping[str, str]
) -> tuple[Case, ...]:
    steps: dict[int, int] = {}
    shown: dict[int, Finding | None] = {}
    for number in _deals_with_findings(record):
        view = pages.replay(record, number)
        closed = _closed(record, number, query)
        for step, finding in view.findings:
            steps[id(finding)] = step
            shown[id(finding)] = finding_seen(finding, view.frames[step], closed)
    hides = ViewOptions.asked(query, record.game.seats).veiled
    deals = record.game.deals
    played = {number for number, deal in enumerate(deals, 1) if deal.turns or deal.contents(Show)}
    labels = {number: deal.label for number, deal in enumerate(deals, 1)}
    numbers = count(1)
    return tuple(
        Case(
            number,
            next(numbers) if is_fault(finding) else 0,
            seen,
            labels.get(finding.place.deal, ""),
            steps.get(id(finding)),
            id(finding) in steps and finding.place.deal in played,
            "" if hides else record.excerpt.get(finding.place.line, "").strip(),
            "" if hides else finding.correction,
            _effect(finding, known_standings, record.report.unsettled),
        )
        for number, finding in enumerate(record.report.findings, 1)
        if (seen := shown.get(id(finding), finding)) is not None
    )


def _deals_with_findings(record: Record) -> list[int]:
    """Return the sorted numbers of the deals that have findings.

    The list is empty if the record cannot be shown step by step.
    """
    if not record.playable:
        return []
    return sorted({f.place.deal for f in record.report.findings if f.place.deal})


def _closed(record: Record, number: int, query: Mapping[str, str]) -> frozenset[Seat]:
    """Return the seats whose hands the page hides in deal `number`.

    `query`, the parameters of the page's address, decides, for example `seat=C` and `hands=own`.
    """
    seats = record.game.seats
    usual = front_seat(record.game.deals[number - 1], seats)
    return ViewOptions.asked(query, seats, usual).closed(seats)


def _is_reading(finding: Finding) -> bool:
    return finding.code.partition(".")[0] in READING


def _effect(
    finding: Finding, known_standings: Standings | None, unsettled: tuple[Sentence, ...]
) -> Effect:
    if finding.code == "next.rank":
        return Effect("order", before=finding.recorded, after=finding.expected)
    number = finding.place.deal
    if known_standings is None or not 0 < number <= len(known_standings.deals):
        return Effect("none")
    deal = known_standings.deals[number - 1]
    if deal.missing is None:
        return Effect("unknown", why=unsettled[number - 1])
    moved = finding.claim is not None or finding.code == "score.chain"
    points = tuple((seat_name(seat), more) for seat, more in enumerate(deal.missing) if more)
    if not moved or not points:
        return Effect("none")
    return Effect(
        "points",
        points,
        order(known_standings.recorded),
        order(known_standings.with_corrected(number)),
    )


def _doubts(record: Record) -> tuple[Doubt, ...]:
    rules, doubts = record.report.rules, record.report.doubts
    laws: dict[str, list[Law]] = {}
    if rules is not None:
        for number, code in rules.bound:
            laws.setdefault(code, []).append(rules.laws[number])
    by_times = sorted(doubts.items(), key=lambda each: (-each[1], each[0]))
    return tuple(Doubt(code, times, tuple(laws.get(code, ()))) for code, times in by_times)


def _rows(known_standings: Standings | None, faulty: set[int]) -> tuple[FindingRow, ...]:
    if known_standings is None:
        return ()
    nothing = (None,) * len(known_standings.start)
    recorded, due = (
        [points or nothing for points in known_standings.after(due=each)] for each in (False, True)
    )
    return tuple(
        FindingRow(
            deal.label,
            tuple(zip(*points, strict=True)),
            deal.due is not None,
            deal.due is None and number in faulty,
        )
        for number, (deal, *points) in enumerate(
            zip(known_standings.deals, recorded, due, strict=True), 1
        )
    )
