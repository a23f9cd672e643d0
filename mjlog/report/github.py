"""Findings as annotations of a GitHub workflow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mjlog.model.findings import Finding
from mjlog.report.file_report import FileReport, well_formed

ANNOTATION: Final = {"error": "error", "warning": "warning", "note": "notice"}
"""GitHub's names for the severities."""


def github(records: Iterable[FileReport]) -> Iterator[str]:
    """Yield a GitHub workflow command for each finding.

    GitHub shows the findings as annotations next to the lines of the file.
    """
    for record in records:
        for finding in record.findings:
            yield _annotation(record.path, finding)


def _annotation(path: str, finding: Finding) -> str:
    place = finding.place
    properties = {
        "file": well_formed(path),
        "line": place.line,
        "col": place.column,
        "title": finding.code,
    }
    named = ",".join(
        f"{name}={_property(str(value))}" for name, value in properties.items() if value
    )
    law = ""
    if finding.clause:
        law = f" [{finding.clause.number}: {finding.clause.text}]"
    return f"::{ANNOTATION[finding.severity]} {named}::{_data(finding.message + law)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
