"""Every sentence of a rulebook cites documents that people can find, or says that nobody can."""

import click
import pytest

from mjlog import rules
from mjlog.model.findings import Finding
from mjlog.report import text
from mjlog.report.file_report import FileReport
from mjlog.rules.shared.sources import OUR_READING, cited


@pytest.mark.parametrize("name", sorted(rules.BUILT_IN))
def test_every_source_of_a_sentence_is_in_the_table(name):
    book = rules.load(name).book
    for law in book.laws.values():
        parts = law.source.split("; ")
        assert all(cited(part, book.sources) for part in parts), f"{law.number}: {law.source}"
        assert set(law.cited) == {each for part in parts for each in cited(part, book.sources)}


@pytest.mark.parametrize("name", sorted(rules.BUILT_IN))
def test_every_document_is_cited_and_has_an_address_or_says_why_not(name):
    book = rules.load(name).book
    used = {each for law in book.laws.values() for each in law.cited}
    assert {each.name for each in book.sources} - {each.name for each in used} == set()
    assert OUR_READING in book.sources
    for each in book.sources:
        assert each.title


def test_the_longest_name_is_meant():
    book = rules.load("taiwanese").book
    (document,) = cited("Four Winds Taiwanese, 2.1", book.sources)
    assert document.name == "Four Winds Taiwanese"
    assert [each.name for each in cited("Four Winds, sc09; our reading", book.sources)] == [
        "Four Winds",
        "our reading",
    ]


def test_a_report_says_what_each_source_is_if_it_has_no_address_too():
    laws = rules.load("riichi").book.laws
    findings = tuple(Finding("abort.kind", "error", "x", clause=laws[n]) for n in ("8.2", "8.5"))
    lines = [click.unstyle(line) for line in text.text([FileReport("a.mjl", findings=findings)])]
    (document,) = laws["8.2"].cited
    assert not document.address
    assert lines[-1] == f"rules compared: {document.title}"
    assert not any(line.startswith("our reading") for line in lines)
