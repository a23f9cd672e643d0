"""Short records for tests, and short forms of what the reader and the audit report."""

import os
import pickle
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from kit.places import SAMPLES
from mjlog.auditor.audit import audit
from mjlog.auditor.report import Report
from mjlog.model.findings import Finding
from mjlog.model.record import Game
from mjlog.notation import read

REPORTS = "MJLOG_TEST_REPORTS"
"""Environment variable with the folder in which the processes of a test run share audits."""
SEATS = "A: A\nB: B\nC: C\nD: D\n"
DEAL = "@ E1.0 dealer=A"
Told = Game | Report
"""An object with findings."""


def sheet(rules: str, lines: str, *, headers: str = "", deal: str = DEAL) -> str:
    """The text of a record of one deal."""
    return f"%mjlog 1.0\nRules: {rules}\n{headers}{SEATS}\n{deal.rstrip()}\n{lines}\n"


@cache
def game_in(path: Path) -> Game:
    """The record in a file, read once for all tests of a process."""
    return read(path.read_bytes())


@cache
def report_on(path: Path) -> Report:
    """The audit of the record in a file, made once for all tests of all processes of a run."""
    shared = os.environ.get(REPORTS)
    if shared is None or not path.is_relative_to(SAMPLES):
        return audit(game_in(path))
    kept = Path(shared, path.relative_to(SAMPLES).as_posix().replace("/", "--"))
    if kept.exists():
        return pickle.loads(kept.read_bytes())  # noqa: S301  our own, written below
    made = audit(game_in(path))
    written = kept.with_suffix(f".{os.getpid()}")
    written.write_bytes(pickle.dumps(made))
    written.replace(kept)
    return made


def under(text: str, rules: str) -> Report:
    """The audit of a text under other rules than its own."""
    before, _, rest = text.partition("Rules: ")
    return audit(read(f"{before}Rules: {rules}\n{rest.partition(chr(10))[2]}"))


def sample_or(head: str, record: str) -> str:
    """The text of a sample of that name, or the lines of a deal behind a head."""
    if "\n" in record:
        return head + record
    return Path(SAMPLES / f"{record}.mjl").read_text(encoding="utf-8")


def codes(found: Told) -> list[str]:
    """The codes of all findings, in their order."""
    return [finding.code for finding in found.findings]


def faults(found: Told) -> list[str]:
    """The codes of all findings that are more than notes, in their order."""
    return [finding.code for finding in _but_notes(found.findings)]


def errors(found: Told) -> list[str]:
    """The codes of all errors, in their order."""
    return [finding.code for finding in found.findings if finding.severity == "error"]


def kinds_of_faults(found: Told) -> str:
    """The codes of all that is more than a note, each once, by the alphabet."""
    return " ".join(sorted(set(faults(found))))


def _but_notes(findings: Iterable[Finding]) -> Iterable[Finding]:
    return (finding for finding in findings if finding.severity != "note")
