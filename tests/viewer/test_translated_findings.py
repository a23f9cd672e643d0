"""What is found in a record, in the language of the page.

The sentence, the reason, the words that are expected.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from kit.places import ROOT
from kit.records import report_on

from mjlog import rules
from mjlog.auditor.report import Report
from mjlog.model.messages import Message
from mjlog.referee.message_fields import WORDS, fields
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Clause,
)
from mjlog.text.glossary import spoken
from mjlog.text.languages import NAMES, language
from webviewer import create_app

BROKEN = sorted((ROOT / "samples" / "broken").rglob("*.mjl"))
TRANSLATED = [tag for tag in NAMES if tag != "en"]


def variants() -> Iterator[RuleSet]:
    """Every rule set, once for each value that an option names."""
    for name in rules.names():
        plain = rules.load(name)
        yield plain
        yield from (
            plain.having(option.name, value) for option in plain.options for value in option.values
        )


def clauses() -> dict[str, tuple[Clause, RuleSet]]:
    """Every sentence with a clause that says it."""
    return {clause.says: (clause, each) for each in variants() for _, clause in each.play.bindings}


@pytest.fixture(scope="module")
def reports() -> list[Report]:
    return [report_on(path) for path in BROKEN]


@pytest.mark.parametrize("tag", TRANSLATED)
def test_every_clause_speaks_every_language(tag):
    assert not [says for says in clauses() if not language(tag).knows(Message(says))]


def test_every_field_of_a_clause_is_a_word():
    for clause, each in clauses().values():
        for name in (*fields(clause.says), *fields(clause.bars), *fields(clause.expects)):
            assert name in each.play.words or name in WORDS, clause.code


@pytest.mark.parametrize("tag", TRANSLATED)
def test_how_presets_read_their_sources_is_told_in_every_language(tag):
    notes = {
        note
        for name in rules.names()
        for read in rules.load(name).choices.readings.values()
        for note in read.values()
    }
    assert not [note for note in notes if not language(tag).knows(Message(note))]


@pytest.mark.slow
def test_a_message_is_its_sentence_in_english(reports):
    found = [
        finding for report in reports for finding in report.findings if finding.sentence is not None
    ]
    assert found
    assert all(finding.sentence.english == finding.message for finding in found)
    verdicts = [
        verdict for report in reports for verdict in report.verdicts if verdict.because is not None
    ]
    assert verdicts
    assert all(verdict.because.english == verdict.reason for verdict in verdicts)


@pytest.mark.slow
@pytest.mark.parametrize("tag", TRANSLATED)
def test_what_is_found_in_play_and_claims_is_told_in_every_language(reports, tag):
    speaks = language(tag)
    for report in reports:
        told = [
            each for each in report.findings if not each.code.startswith(("schema.", "format."))
        ]
        reasons = [verdict.because for verdict in report.verdicts if verdict.because]
        for each in (*(finding.sentence for finding in told), *reasons):
            assert each is not None, report.game
            assert speaks.knows(each), each
            assert spoken(each, speaks), each


def client(sample: str) -> FlaskClient:
    return create_app(ROOT / "samples" / "broken" / "taiyuan" / sample).test_client()


@pytest.mark.parametrize(
    ("tag", "sentence"),
    [
        ("en", "Chen Bo claims 5z with 55z, which Chen Bo does not hold"),
        ("zh-Hans", "Chen Bo 用白板、白板鸣白板，但手里没有这些牌"),
        ("zh-Hant", "Chen Bo 用白板、白板鳴白板，但手裡沒有這些牌"),
        ("ja", "Chen Boが白、白で白を鳴くが、持っていない"),
    ],
)
def test_an_audit_tells_its_findings_in_the_language_of_the_page(tag, sentence):
    page = client("claim.held.mjl").get(f"/r/claim-held/audit?lang={tag}").text
    assert f'<p class="message">{sentence}</p>' in page
