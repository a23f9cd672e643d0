"""Reports what an audit says about a score sheet that a test writes as text."""

from __future__ import annotations

from mjlog.model.findings import Finding
from mjlog.sheets.audit import SheetAudit, audited
from mjlog.sheets.reading import read_sheet


def sheet_audits(text: str) -> list[SheetAudit]:
    """Audit the games of a sheet; a sheet without games is no sheet, and fails the test."""
    games = read_sheet(text).games
    assert games, "the sheet is not read"
    return [audited(game) for game in games]


def sheet_findings(text: str) -> list[Finding]:
    """Return all findings about a sheet: those of reading it, then those of its games."""
    of_games = [finding for audit in sheet_audits(text) for finding in audit.findings]
    return [*read_sheet(text).findings, *of_games]


def wrong_cells(text: str) -> list[str]:
    """Return the cells of a sheet that are accused."""
    return [finding.place.cell for finding in sheet_findings(text) if finding.is_error]


def doubted_cells(text: str) -> list[str]:
    """Return the cells with an error or a warning, also of a sheet whose games are not read."""
    file = read_sheet(text)
    of_games = [finding for game in file.games for finding in audited(game).findings]
    return [finding.place.cell for finding in (*file.findings, *of_games)
            if finding.severity in {"error", "warning"}]  # fmt: skip


def agreeing_claims(text: str) -> int:
    """Return how many claims of a sheet agree."""
    verdicts = [verdict for audit in sheet_audits(text) for verdict in audit.verdicts]
    return sum(verdict.answer in {"agrees", "given"} for verdict in verdicts)


def number_of_deals(text: str) -> int:
    """Return how many deals are read from a sheet."""
    return sum(len(game.draft.deals) for game in read_sheet(text).games)
