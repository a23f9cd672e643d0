"""Findings in the Static Analysis Results Interchange Format, SARIF 2.1.0.

The output comes in pieces, one record at a time, so that memory does not grow.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import quote

from mjlog.model.findings import CellPlace, Finding, Place
from mjlog.report import finding_codes
from mjlog.report.file_report import FileReport, finding_object, well_formed
from mjlog.report.json import separated
from mjlog.report.tally import Interrupted, never_interrupted
from mjlog.rules.shared.sources import OUR_READING

SARIF_SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_BROKEN_OFF: Final = {"executionSuccessful": False, "exitCode": 130, "exitSignalName": "SIGINT"}
FINGERPRINT: Final = "findingHash/v1"
"""Name under which SARIF has the fingerprint of a finding; another way to compute it would be v2.
"""


def sarif(
    records: Iterable[FileReport], version: str, *, interrupted: Interrupted = never_interrupted
) -> Iterator[str]:
    """Yield a SARIF log in pieces: first the findings, then descriptions of their codes.

    `version` is the version of mjlog. `interrupted` is called at the end; it returns whether the
    work was stopped before the last record.
    """
    rules: dict[str, dict[str, Any]] = {}
    yield f'{{"$schema": "{SARIF_SCHEMA}", "version": "2.1.0",'
    yield '"runs": [{"columnKind": "unicodeCodePoints", "results": ['
    yield from separated(
        json.dumps(result) for record in records for result in _results(record, rules)
    )
    driver = {"name": "mjlog", "semanticVersion": version, "rules": list(rules.values())}
    run = {"tool": {"driver": driver}} | ({"invocations": [_BROKEN_OFF]} if interrupted() else {})
    yield f"], {json.dumps(run)[1:-1]}}}]}}"


def _results(record: FileReport, rules: dict[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield each finding of one record as a SARIF result, with a unique fingerprint.

    `rules` collects the descriptions of finding codes for the whole log: if a code is not in it
    yet, its description is added.
    """
    seen: Counter[str] = Counter()
    for finding in record.findings:
        if finding.code not in rules:
            rules[finding.code] = _rule(finding.code)
        mark = fingerprint(finding)
        seen[mark] += 1
        yield {
            "ruleId": finding.code,
            "ruleIndex": list(rules).index(finding.code),
            "level": finding.severity,
            "message": {"text": well_formed(finding.message)},
            "locations": [_location(record.path, finding.place)],
            "partialFingerprints": {FINGERPRINT: f"{mark}:{seen[mark]}"},
            "properties": _properties(finding),
            **_related(record.path, finding),
            **_fixes(record, finding),
        }


def _rule(code: str) -> dict[str, Any]:
    """Return the SARIF rule of a code: its meaning and help, which editors show."""
    cited = finding_codes.laws(code)
    laws = [f"{name} {law.number}: {law.text} ({law.source})" for name, law in cited]
    documents = dict.fromkeys(document for _, law in cited for document in law.cited)
    laws += [
        f"{document.name}: {document.where}" for document in documents if document != OUR_READING
    ]
    means = finding_codes.meaning(code)
    silence = f"`mjlog check --allow {code}` leaves this finding out."
    help_lines = [*laws, silence] if laws else [f"{means[:1].upper()}{means[1:]}.", silence]
    return {
        "id": code,
        "shortDescription": {"text": means},
        "help": {
            "text": "\n".join(help_lines).replace("`", ""),
            "markdown": "\n".join(f"- {line}" for line in help_lines),
        },
    }


def fingerprint(finding: Finding) -> str:
    """Compute a hash of a finding that is the same in later reports on the same record.

    Lines, steps and wording are left out, because they change when somebody inserts a line or a
    turn above.
    """
    claim = finding.claim
    parts = (
        finding.code,
        finding.place.deal,
        finding.place.seat,
        finding.recorded,
        claim and (claim.kind, claim.seat, claim.payee, claim.item),
    )
    return sha256(repr(parts).encode("utf-8", "replace")).hexdigest()[:32]


def _related(path: str, finding: Finding) -> dict[str, Any]:
    """Return the SARIF member with the second place of a finding, as a dict.

    Only a contradiction between two entries has a second place. For any other finding the result is
    empty.
    """
    other = finding.other
    if other is None:
        return {}
    return {"relatedLocations": [_location(path, other)]}


def _fixes(record: FileReport, finding: Finding) -> dict[str, Any]:
    """Return the SARIF member that replaces a wrong line by its correction.

    Return an empty dictionary if no correction is known, or if the file has no such line.
    """
    line = record.excerpt.get(finding.place.line, "")
    keyword = finding.correction.split(" ", 1)[0]
    if not keyword or line.lstrip().split(" ", 1)[0] != keyword:
        return {}
    place = {"startLine": finding.place.line, "startColumn": 1, "endColumn": len(line) + 1}
    replacement = {"deletedRegion": place, "insertedContent": {"text": finding.correction}}
    change = {
        "artifactLocation": {"uri": _uri(record.path)},
        "replacements": [replacement],
    }
    words = f"Write {finding.correction}"
    return {"fixes": [{"description": {"text": words}, "artifactChanges": [change]}]}


def _location(path: str, place: Place) -> dict[str, Any]:
    """Return a place in a file as SARIF; only the file if the line is unknown."""
    location: dict[str, Any] = {"artifactLocation": {"uri": _uri(path)}}
    if place.line:
        column = {"startColumn": place.column} if place.column else {}
        location["region"] = {"startLine": place.line} | column
    return {"physicalLocation": location, **_cell(place)}


def _cell(place: Place) -> dict[str, Any]:
    """Return the SARIF member that names a cell of a score sheet; empty for other places."""
    if not isinstance(place, CellPlace):
        return {}
    name = f"{well_formed(place.sheet)}!{place.cell}" if place.sheet else place.cell
    return {"logicalLocations": [{"fullyQualifiedName": name, "kind": "cell"}]}


def _properties(finding: Finding) -> dict[str, Any]:
    """Return facts about a finding for which SARIF has no member of its own, as a dict.

    The facts are the rule, the place in the game, the options, and the recorded and expected
    values. Unknown facts are left out.
    """
    members = finding_object(finding)
    place = {name: members["where"][name] for name in ("deal", "turn", "step", "seat")}
    properties = place | {name: members[name] for name in ("clause", "recorded", "expected")}
    properties["settings"] = members["settings"] or None
    return {name: value for name, value in properties.items() if value is not None}


def _uri(path: str) -> str:
    """Convert a path to a URI: a relative URI for a relative path, else a ``file:`` URI."""
    pure = PurePath(path)
    if pure.is_absolute():
        return pure.as_uri()
    return quote(os.fsencode(pure.as_posix()))
