"""A deal replayed for the viewer: frames, findings with their steps, lines of the sheet."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from mjlog.model.findings import Claim, Finding, findings_of_deal
from mjlog.picture.followed_deal import Followed, follow
from mjlog.picture.frames import Frame
from mjlog.referee.rule_set import RuleSet
from webviewer.i18n import Cited, cited
from webviewer.parts.audits.faults import about_record
from webviewer.parts.audits.sheet import SheetLine, sheet, steps_of, unlawful_claims
from webviewer.records.library import Record


@dataclass(frozen=True, slots=True)
class ReplayedDeal:
    """A replayed deal with its findings, each with its step, and the lines of its score sheet."""

    followed: Followed
    findings: list[tuple[int, Finding]]
    sheet: tuple[SheetLine, ...]

    @property
    def frames(self) -> list[Frame]:
        """The state of the table after each step; item 0 is the state after dealing."""
        return self.followed.frames


class Pages:
    """Replays deals of records for pages, and caches the latest 32 deals."""

    def __init__(self) -> None:
        self.replay = lru_cache(maxsize=32)(self._replay)

    @staticmethod
    def _replay(record: Record, number: int) -> ReplayedDeal:
        report, deal = record.report, record.game.deals[number - 1]
        followed = follow(deal, rules_of(record), record.game.seats)
        findings = findings_of_deal(report.findings, number)
        is_last = number == len(record.game.deals)
        # Claims outside deals are about the end of the game.
        about = {number, 0} if is_last else {number}
        verdicts = [verdict for verdict in report.verdicts if verdict.place.deal in about]
        # Findings outside deals are shown with the first deal.
        shown = [*findings, *(about_record(record) if number == 1 else ())]
        claims = (each.claim for each in shown if each.claim is not None)
        claims_and_citations = frozenset[Claim | Cited]([*claims, *(cited(each) for each in shown)])
        return ReplayedDeal(
            followed,
            steps_of(findings, deal, followed.frames),
            sheet(deal, verdicts, unlawful_claims(report, number), claims_and_citations),
        )


def rules_of(record: Record) -> RuleSet:
    """Return the rules by which a record was audited; raise ValueError if there are none."""
    if record.report.rules is None:
        raise ValueError(f"no rule set judges {record.name}")
    return record.report.rules
