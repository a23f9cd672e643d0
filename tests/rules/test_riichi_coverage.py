"""Every sentence, code and preset of the riichi rulebook is shown by a sample, and every item that a hand can have."""

import re
from pathlib import Path

import pytest

from mjlog import rules
from mjlog.audit import audit
from mjlog.notation import read
from mjlog.settlement import Settlement

SAMPLES = Path(__file__).parents[2] / "samples"
LEGAL = sorted((SAMPLES / "riichi").rglob("*.mjl"))
BROKEN = sorted((SAMPLES / "broken" / "riichi").glob("*.mjl"))
RIICHI = rules.load("riichi/1")
CHOSEN = [RIICHI] + [RIICHI.having(option.name, value) for option in RIICHI.options for value in option.values]
PRESETS = [rules.load(f"riichi/1 preset={preset}") for preset in RIICHI.presets]
BOUND = frozenset().union(*(each.bound for each in [*CHOSEN, *PRESETS]))

SHOWN_BY_HEART = {
    "4.9": "riichi-discard-won-on",
    "5.28": "examples/5.28-dearest-reading",
}
"""Sentences that no finding and no payment of a sample cites, and a sample that shows them."""


def report(path):
    return audit(read(path.read_bytes()))


def cited(found):
    """The sentences that findings, items and payments of one record cite."""
    yield from (finding.clause.number for finding in found.findings if finding.clause is not None)
    for settlement in found.settlements:
        if isinstance(settlement, Settlement):
            yield from (payment.clause for payment in settlement.payments)
            yield from (item.clause for score in settlement.scores for item in (*score.items, *score.totals))


@pytest.fixture(scope="module")
def shown():
    """Every sentence that some sample shows."""
    return {number for path in (*LEGAL, *BROKEN) for number in cited(report(path))}


def test_every_clause_and_claim_cites_a_sentence_that_names_its_code():
    for number, code in BOUND:
        assert code in RIICHI.laws[number].codes, (number, code)


@pytest.mark.parametrize("code", sorted({code for _, code in BOUND}))
def test_every_code_is_shown_by_a_broken_deal(code):
    sample = SAMPLES / "broken" / "riichi" / f"{code}.mjl"
    assert re.search(rf"\{{expect [^}}]*{re.escape(code)}[ }}]", sample.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", LEGAL, ids=lambda path: path.stem)
def test_no_claim_of_a_legal_deal_differs(path):
    found = report(path)
    assert found.counts()["differs"] == 0
    assert found.counts()["agrees"] or path.stem == "kong-dora-of-two-kongs"


def test_every_sentence_is_shown_by_a_sample_or_answers_an_option(shown):
    answered = {option.clause for option in RIICHI.options}
    assert set(RIICHI.laws) - shown - answered == set(SHOWN_BY_HEART)
    assert all((SAMPLES / "riichi" / f"{name}.mjl").exists() for name in SHOWN_BY_HEART.values())


def test_every_option_answers_a_sentence():
    assert {option.clause for option in RIICHI.options} <= set(RIICHI.laws)


@pytest.mark.parametrize("preset", RIICHI.presets)
def test_a_preset_has_a_legal_deal(preset):
    assert any(f"Rules: riichi/1 preset={preset}" in path.read_text(encoding="utf-8") for path in LEGAL)


def test_every_item_of_a_hand_is_in_a_sample():
    named = set()
    for path in LEGAL:
        for settlement in report(path).settlements:
            if isinstance(settlement, Settlement):
                named |= {item.name for score in settlement.scores for item in (*score.items, *score.totals)}
    assert RIICHI.item_names - named == set()
