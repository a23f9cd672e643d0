"""Words are for people: no code reads a sentence that the program itself wrote."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from kit.places import ROOT, SAMPLES
from kit.records import report_on

from mjlog.auditor.audit import audit
from mjlog.auditor.report import Report
from mjlog.model.messages import Message
from mjlog.notation import read

BROKEN = sorted((SAMPLES / "broken").rglob("*.mjl"))
WORDS = {"message", "reason", "english", "words", "explained"}
"""Members that hold sentences."""
READING = {
    "split", "rsplit", "partition", "rpartition", "startswith", "endswith", "find", "index",
    "removeprefix", "removesuffix", "isdigit", "isdecimal", "match", "search", "fullmatch",
}  # fmt: skip
"""What takes words apart, or looks for something in them."""


def shape(report: Report) -> list[tuple[object, ...]]:
    """All that an audit says but for its words."""
    found: list[tuple[object, ...]] = [
        (f.code, f.severity, f.place, f.clause, f.claim, f.options, f.other, f.correction)
        for f in report.findings
    ]
    found += [(v.answer, v.claim, v.place, v.recorded, v.due) for v in report.verdicts]
    return [*found, report.changes, report.false_wins, sorted(report.doubts.items())]


@pytest.mark.slow
def test_an_audit_is_the_same_whatever_its_words_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """With every sentence replaced by a sign, all else stays as it was."""
    records = {path: path.read_bytes() for path in BROKEN[::2]}
    plain = {path: shape(report_on(path)) for path in records}
    monkeypatch.setattr(Message, "tell", lambda *_: "\N{WHITE VERTICAL RECTANGLE}")
    assert str(Message("any words")) == "\N{WHITE VERTICAL RECTANGLE}"
    for path, text in records.items():
        assert shape(audit(read(text))) == plain[path], path


def readings(source: str) -> Iterator[int]:
    """The lines of a module in which a sentence is taken apart or searched."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of = node.func.value
            is_of_words = isinstance(of, ast.Attribute) and of.attr in WORDS
            given = [each for each in node.args if isinstance(each, ast.Attribute)]
            is_of_words |= any(each.attr in WORDS for each in given)
            if node.func.attr in READING and is_of_words:
                yield node.lineno
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            within = node.comparators[0]
            if isinstance(within, ast.Attribute) and within.attr in WORDS - {"explained", "words"}:
                yield node.lineno


@pytest.mark.slow
@pytest.mark.parametrize("room", ["mjlog", "webviewer"])
def test_no_code_takes_a_sentence_apart(room: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / room).rglob("*.py"))
        for line in readings(path.read_text(encoding="utf-8"))
    ]
    assert not found


@pytest.mark.parametrize(
    "planted",
    [
        'pair = verdict.reason.split(">")',
        'if finding.message.startswith("pay"): pass',
        'hint = "wind" in finding.message',
        're.match("due ([0-9]+)", finding.message)',
    ],
)
def test_a_planted_reading_is_found(planted: str) -> None:
    assert list(readings(planted)) == [1]
