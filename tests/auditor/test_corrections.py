"""Corrections: text, JSON, SARIF and page offer the same line, and that line is right."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import click
import pytest
from kit.places import SAMPLES

from mjlog.auditor.audit import audit
from mjlog.batch.audit_files import audit_path
from mjlog.model.findings import Finding
from mjlog.notation import read
from mjlog.report import json as json_report
from mjlog.report import text as text_report
from mjlog.report.file_report import FileReport
from mjlog.report.sarif import sarif

pytestmark = pytest.mark.slow
BROKEN = sorted((SAMPLES / "broken").rglob("*.mjl"))


@cache
def reports() -> dict[Path, FileReport]:
    """By path every broken sample that is one record, audited as `mjlog check` does."""
    found = {path: list(audit_path(str(path))) for path in BROKEN}
    return {path: records[0] for path, records in found.items() if len(records) == 1}


def corrected() -> list[tuple[Path, Finding]]:
    return [
        (path, finding)
        for path, record in reports().items()
        for finding in record.findings
        if finding.correction
    ]


def test_every_report_offers_the_same_line() -> None:
    for path, record in reports().items():
        lines = [finding.correction for finding in record.findings]
        told = [click.unstyle(line) for line in text_report.text([record], suggest=True)]
        written = [line.removeprefix("    write: ") for line in told if "    write: " in line]
        assert written == [line for line in lines if line], path
        (as_json,) = map(json.loads, json_report.ndjson([record], suggest=True))
        assert [each["correction"] for each in as_json["findings"]] == [
            line or None for line in lines
        ]
        log = json.loads("".join(sarif([record], "1")))
        for result, line in zip(log["runs"][0]["results"], lines, strict=True):
            for fix in result.get("fixes", ()):
                (change,) = fix["artifactChanges"]
                (replacement,) = change["replacements"]
                assert replacement["insertedContent"]["text"] == line, path


def test_nothing_is_suggested_unasked() -> None:
    for path, record in reports().items():
        assert not [line for line in text_report.text([record]) if "    write: " in line], path
        (as_json,) = map(json.loads, json_report.ndjson([record]))
        assert all("correction" not in each for each in as_json["findings"]), path


def test_a_line_put_right_is_right() -> None:
    """Put into the record in place of the line, each correction leaves no such finding there."""
    assert len(corrected()) > 40
    for path, finding in corrected():
        lines = path.read_text(encoding="utf-8").split("\n")
        lines[finding.place.line - 1] = finding.correction
        again = audit(read("\n".join(lines).encode()))
        left = [
            each
            for each in again.findings
            if (each.place.line, each.code) == (finding.place.line, finding.code)
        ]
        assert not left, (path, finding.correction, left)


def test_an_editor_is_told_exactly_the_line_to_replace() -> None:
    fixed = 0
    for path, record in reports().items():
        source = path.read_text(encoding="utf-8", errors="replace").split("\n")
        for result in json.loads("".join(sarif([record], "1")))["runs"][0]["results"]:
            for fix in result.get("fixes", ()):
                region = fix["artifactChanges"][0]["replacements"][0]["deletedRegion"]
                line = source[region["startLine"] - 1]
                assert (region["startColumn"], region["endColumn"]) == (1, len(line) + 1)
                fixed += 1
    assert fixed > 40


@pytest.mark.parametrize("comment", ["", "{as agreed}"])
def test_a_correction_keeps_the_comment(comment: str) -> None:
    path = SAMPLES / "broken" / "taiyuan" / "pay.seats.mjl"
    lines = path.read_text(encoding="utf-8").split("\n")
    place = next(number for number, line in enumerate(lines) if line.startswith("pay "))
    plain = lines[place].partition(" {")[0]
    lines[place] = f"{plain} {comment}".rstrip()
    found = audit(read("\n".join(lines).encode())).findings
    (finding,) = [each for each in found if each.code == "pay.seats"]
    assert finding.correction.startswith("pay ")
    assert finding.correction.endswith(comment)
