"""What an audit hands out: findings, answers to claims, settlements, explanations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field

from mjlog.auditor.totals import Totals
from mjlog.model.display import brief, counted, table
from mjlog.model.findings import GRAVEST, Answer, Claim, Finding, Verdict, findings_of_deal
from mjlog.model.frozen import value
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import Sentence
from mjlog.model.record import Game, Seat
from mjlog.model.settlement import Settlement
from mjlog.model.slips import ExplainedDeal
from mjlog.referee.rule_set import RuleSet


@value
class DealResult:
    """What the rules make of one deal.

    `settlement` is None if it cannot be told; `change` is what the deal changes for each seat by
    the rules and the rulings, from its beginning to its end, None likewise and if the table has
    rules that no option stands for: `unsettled` says why then. `false_wins` are the seats whose
    wins are none by the rules.
    """

    settlement: Settlement | None = None
    change: tuple[int, ...] | None = None
    unsettled: Sentence = ""
    false_wins: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Report:
    """The audit of one record.

    `rules` is None when the record names no rule set that is known; then nothing is judged, and a
    finding says so. `results` has for each deal what the rules make of it. `explanations` has, for
    the deals of sheets without turns that contradict themselves, the slips that explain it.
    `pools` are the points on the table before each deal and behind the last, None where that cannot
    be told. `totals` are the points after each deal, as the record has them where it does.
    """

    game: Game
    rules: RuleSet | None
    findings: tuple[Finding, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    doubts: Mapping[str, int] = field(default_factory=dict)
    results: tuple[DealResult, ...] = ()
    explanations: tuple[ExplainedDeal, ...] = ()
    pools: tuple[int | None, ...] = ()
    totals: tuple[Totals, ...] = ()

    def __repr__(self) -> str:
        """Return its rules, how the claims were answered, and how much was found."""
        answers = ", ".join(
            f"{number} {answer}"
            for answer, number in self.counts().items()
            if number or answer != "given"
        )
        rules = "unknown rules"
        if self.rules is not None:
            rules = self.rules.header
        findings_counted = counted(len(self.findings), "finding")
        return brief(
            "Report", f"{rules}: {counted(self.deals, 'deal')}, {answers}, {findings_counted}"
        )

    def _repr_html_(self) -> str:
        """Return what a notebook shows: a row for each finding."""
        rows = ((f.place.line, f.place.deal, f.severity, f.code, f.message) for f in self.findings)
        return table(repr(self), ("line", "deal", "severity", "code", "message"), rows)

    @property
    def settlements(self) -> tuple[Settlement | None, ...]:
        """What the rule set makes of each deal, None if that cannot be told."""
        return tuple(result.settlement for result in self.results)

    @property
    def changes(self) -> tuple[tuple[int, ...] | None, ...]:
        """What each deal changes for each seat, None if that cannot be told."""
        return tuple(result.change for result in self.results)

    @property
    def unsettled(self) -> tuple[Sentence, ...]:
        """Why nobody knows what a deal changes; empty for one of which that is known."""
        return tuple(result.unsettled for result in self.results)

    @property
    def false_wins(self) -> tuple[frozenset[Seat], ...]:
        """The seats whose wins are none by the rules, for each deal."""
        return tuple(result.false_wins for result in self.results)

    @property
    def deals(self) -> int:
        """How many deals the record has."""
        return len(self.game.deals)

    @property
    def turns(self) -> int:
        """How many turns they have together."""
        return sum(len(deal.turns) for deal in self.game.deals)

    def answers(self, number: int) -> dict[Claim, Answer]:
        """Return the verdicts on the sheet of the deal of that number, counted from 1.

        One that differs counts before one that is unverified, and this before one that agrees.
        """
        given = findings_of_deal(self.verdicts, number)
        given.sort(key=lambda verdict: GRAVEST.index(verdict.answer), reverse=True)
        return {verdict.claim: verdict.answer for verdict in given}

    def counts(self) -> dict[Answer, int]:
        """Count the claims by their verdicts."""
        answers_counted = Counter(verdict.answer for verdict in self.verdicts)
        return {
            "agrees": answers_counted["agrees"],
            "given": answers_counted["given"],
            "differs": answers_counted["differs"],
            "unverified": answers_counted["unverified"],
        }
