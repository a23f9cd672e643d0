"""The result of an audit: findings, verdicts, settlements and explanations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field

from mjlog.auditor.totals import Totals
from mjlog.model.findings import GRAVEST, Answer, Claim, Finding, Verdict, findings_of_deal
from mjlog.model.frozen import value
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import Sentence
from mjlog.model.notebook_display import brief, counted, table
from mjlog.model.record import Game, Seat
from mjlog.model.settlement import Settlement
from mjlog.model.slips import ExplainedDeal
from mjlog.referee.rule_set import RuleSet


@value
class DealResult:
    """The result of one deal by the rules.

    `settlement` has the payments; None if they are unknown. `change` is everybody's change of
    points in the deal by rules and rulings. If it is unknown or house rules may decide it, `change`
    is None and `unsettled` says why. `false_wins` are the players whose wins are not legal.
    """

    settlement: Settlement | None = None
    change: tuple[int, ...] | None = None
    unsettled: Sentence = ""
    false_wins: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Report:
    """The audit of one record.

    `rules` is None if the record names no known rule set; then only sums are checked, and a finding
    says so. `results` has the result of each deal. `explanations` has the entries that are probably
    wrong in deals without turns which contradict themselves. `pools` has the points on the table
    before each deal and after the last deal, None if unknown. `totals` are everybody's points after
    each deal, as the record states them or else by the rules. `doubts` maps the code of a clause to
    how often this clause could not be judged.
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
        """Return a short text: the rules, and the numbers of verdicts and findings."""
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
        """Return an HTML table of the findings, for notebooks."""
        rows = ((f.place.line, f.place.deal, f.severity, f.code, f.message) for f in self.findings)
        return table(repr(self), ("line", "deal", "severity", "code", "message"), rows)

    @property
    def settlements(self) -> tuple[Settlement | None, ...]:
        """For each deal, its payments and scores by the rules; None if they are unknown."""
        return tuple(result.settlement for result in self.results)

    @property
    def changes(self) -> tuple[tuple[int, ...] | None, ...]:
        """For each deal, everybody's right change of points by seat; None if unknown."""
        return tuple(result.change for result in self.results)

    @property
    def unsettled(self) -> tuple[Sentence, ...]:
        """For each deal, why its changes are unknown; an empty text if they are known."""
        return tuple(result.unsettled for result in self.results)

    @property
    def false_wins(self) -> tuple[frozenset[Seat], ...]:
        """For each deal, the players whose wins are not legal."""
        return tuple(result.false_wins for result in self.results)

    @property
    def deals(self) -> int:
        """The number of deals in the record."""
        return len(self.game.deals)

    @property
    def turns(self) -> int:
        """The number of turns in all deals together."""
        return sum(len(deal.turns) for deal in self.game.deals)

    def answers(self, number: int) -> dict[Claim, Answer]:
        """Return the answer for each recorded value of deal `number`, counted from 1.

        An answer is, for example, "agrees". If a value has several verdicts, return the gravest
        answer: "differs", then "unverified".
        """
        given = findings_of_deal(self.verdicts, number)
        given.sort(key=lambda verdict: GRAVEST.index(verdict.answer), reverse=True)
        return {verdict.claim: verdict.answer for verdict in given}

    def counts(self) -> dict[Answer, int]:
        """Return a dict from each answer, such as "agrees", to how many verdicts have it."""
        answers_counted = Counter(verdict.answer for verdict in self.verdicts)
        return {
            "agrees": answers_counted["agrees"],
            "given": answers_counted["given"],
            "differs": answers_counted["differs"],
            "unverified": answers_counted["unverified"],
        }
