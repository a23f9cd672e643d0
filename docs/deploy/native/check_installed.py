"""Proves that the mjlog installed here runs on its compiled core, and judges as it should."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from modules import not_compiled

import mjlog

ROOT: Final = Path(__file__).parents[3]


def wrongly_judged() -> list[str]:
    """The samples without a fault in which one is found."""
    files = sorted((ROOT / "samples").glob("*/*.mjl"))
    return [str(file) for file in files if "broken" not in file.parts and _errors(file)]


def _errors(file: Path) -> list[mjlog.Finding]:
    findings = mjlog.audit(mjlog.read(file.read_bytes())).findings
    return [each for each in findings if each.severity == "error"]


if __name__ == "__main__":
    sys.exit("\n".join([*not_compiled(ROOT), *wrongly_judged()]) or 0)
