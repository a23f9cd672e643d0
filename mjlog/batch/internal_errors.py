"""Failures of mjlog on a record, reported as findings next to all that could still be audited."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from mjlog.auditor.audit import audit, audit_quickly
from mjlog.auditor.kept_deals import KeptDeals
from mjlog.auditor.report import Report
from mjlog.model.findings import Finding, Place
from mjlog.model.record import Game
from mjlog.referee.replay import Played
from mjlog.rules import failing_package, package_of

HERE: Final = Path(__file__).parents[1]
CODE: Final = "internal.error"
Replays = list[Played]
"""Deals of a record, as they were replayed."""


def internal_finding(problem: Exception, deal: int = 0, rules: str = "") -> Finding:
    """Return a finding (message) that mjlog itself failed, with the exception and its place.

    It asks the user to report the failure. `deal` is the number of the deal that failed, 0 if
    unknown. `rules` is the value of the record's ``Rules`` header: if another package supplies the
    rule set, the finding names the package.
    """
    from traceback import extract_tb

    ours = [
        frame
        for frame in extract_tb(problem.__traceback__)
        if Path(frame.filename).is_relative_to(HERE)
    ]
    failing = failing_package(problem)
    at = ""
    if failing is not None:
        at = f" at {failing[1]}"
    elif ours:
        at = f" at {Path(ours[-1].filename).relative_to(HERE)}:{ours[-1].lineno}"
    problem_words = f"{type(problem).__name__}: {problem}{at}"
    judged = f"; the deals before deal {deal} are judged" if deal > 1 else ""
    name = rules.partition(" ")[0].partition("/")[0]
    package = package_of(name)
    who = f"mjlog, with the rule set {name} of the package {package}," if package else "mjlog"
    words = f"{who} failed on this record{judged}; please report it with the file ({problem_words})"
    return Finding(CODE, "error", words, Place(deal=deal))


def has_failed(report: Report) -> bool:
    """Return whether mjlog itself failed while it audited a record."""
    return any(finding.code == CODE for finding in report.findings)


def audit_what_can_be(
    game: Game,
    replays: Replays | None = None,
    kept: KeptDeals | None = None,
    *,
    at_a_glance: bool = False,
) -> Report:
    """Audit a record, and return the report even if mjlog itself fails.

    If it fails on a deal, only the deals before are audited, and the report has a finding (message)
    about the failure. `replays` and `kept` are lists in which `audit` can store details of each
    deal. If `at_a_glance` is true, audit quickly and do not explain errors.
    """
    try:
        if at_a_glance:
            return audit_quickly(game, game.rules, kept)
        return audit(game, replays, kept)
    # If mjlog itself fails, all other errors of the record must still be reported.
    except Exception as problem:  # noqa: BLE001
        report, deal = _audit_until_failure(game)
        return replace(
            report,
            game=game,
            findings=(*report.findings, internal_finding(problem, deal, game.rules)),
        )


def _audit_until_failure(game: Game) -> tuple[Report, int]:
    """Audit the first deals of a game, as many as possible before mjlog itself fails.

    The header `Ranking` is left out. Return the report on these deals, and the number of the first
    deal that cannot be audited; the number is 0 if all deals can be audited without the header.
    """
    report = Report(game, None, game.findings)
    # `Ranking` is about the whole game, so it cannot be checked for a part of the game.
    headers = tuple(header for header in game.headers if header.key != "Ranking")
    first, last = 0, len(game.deals) + 1
    while last - first > 1:
        middle = (first + last) // 2
        try:
            report = audit(replace(game, headers=headers, deals=game.deals[:middle]))
            first = middle
        except Exception:  # noqa: BLE001  as above
            last = middle
    return report, last if last <= len(game.deals) else 0
