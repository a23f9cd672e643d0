"""Every sentence, code and preset of the riichi rulebook is shown by a sample.

And every item that a hand can have.
"""

import re
from pathlib import Path

import pytest
from cited import cited
from kit.records import report_on
from kit.sizes import each

from mjlog import rules
from mjlog.model.settlement import Settlement

SAMPLES = Path(__file__).parents[2] / "samples"
LEGAL = sorted((SAMPLES / "riichi").rglob("*.mjl"))
BROKEN = sorted((SAMPLES / "broken" / "riichi").glob("*.mjl"))
RIICHI = rules.load("riichi/1")
CHOSEN = [RIICHI] + [
    RIICHI.having(option.name, value) for option in RIICHI.options for value in option.values
]
PRESETS = [rules.load(f"riichi/1 preset={preset}") for preset in RIICHI.presets]
BOUND = frozenset().union(*(each.bound for each in [*CHOSEN, *PRESETS]))

SHOWN_BY_HEART = {
    "4.9": ("riichi-discard-won-on", r"8p\.!(?s:.*)score 27900 25000 25000 22100"),
    "5.25": ("rinshan-concealed-kong", r"fan A rinshan 1, tsumo 1, .*fu 60"),
    "5.27": ("counted-yakuman", r"pay A>D 16000"),
    "5.28": (
        "examples/5.28-dearest-reading",
        r"show B 22233344499m789p\nfan B tsumo 1, sanankou 2",
    ),
    "6.11": ("double-yakuman", r"fan C yakuman-suuankou-tanki 2"),
    "7.2a": ("three-players-tsumo-halved", r"pay A>B 2500, C>B 1500"),
    "7.3a": ("two-win-and-are-both-paid-the-counters", r"pay A>B 1600, A>C 1600"),
    "7.8a": ("liable-for-one-yakuman", r"pay D>B 40000, A>B 16000, C>B 8000"),
    "7.8b": ("liable-counters-of-the-discarder", r"pay D>B 16000, A>B 16300"),
    "7.8c": ("liable-for-the-replacement", r"pay D>B 2700"),
    "9.2": ("game-four-players", r"@ E1\.0 dealer=A"),
    "9.3": ("west-round", r"score 26600 24000 28500 20900\nnext dealer=A\n\n@ W1\.0"),
    "9.5": ("last-deal-won-by-the-leader", r"next end"),
    "9.6": ("m-league-final-points", r"Final-Points: 68\.3"),
    "9.9": ("west-round", r"Final-Score: 25600 .*\nFinal-Points: -14\.0"),
}
"""Sentences that no finding and no payment of a sample cites.

A legal sample that shows each, and where.
"""


def report(path):
    return report_on(path)


@pytest.fixture(scope="module")
def shown():
    """Every sentence that some sample shows."""
    return {number for path in (*LEGAL, *BROKEN) for number in cited(report(path))}


def test_every_clause_and_claim_cites_a_sentence_that_names_its_code():
    for number, code in BOUND:
        assert code in RIICHI.laws[number].codes, (number, code)


@each(sorted({code for _, code in BOUND}))
def test_every_code_is_shown_by_a_broken_deal(code):
    sample = SAMPLES / "broken" / "riichi" / f"{code}.mjl"
    assert re.search(rf"\{{expect [^}}]*{re.escape(code)}[ }}]", sample.read_text(encoding="utf-8"))


WITHOUT_CLAIMS = {"kong-dora-of-two-kongs", "three-players-wall"}


@each(LEGAL, name=lambda path: path.stem)
def test_no_claim_of_a_legal_deal_differs(path):
    found = report(path)
    assert found.counts()["differs"] == 0
    assert found.counts()["agrees"] or path.stem in WITHOUT_CLAIMS


def test_every_sentence_is_shown_by_a_sample(shown):
    assert set(RIICHI.laws) - shown == set(SHOWN_BY_HEART)


@pytest.mark.parametrize("number", SHOWN_BY_HEART)
def test_what_no_finding_cites_is_shown_by_a_legal_sample(number):
    sample, words = SHOWN_BY_HEART[number]
    assert re.search(words, (SAMPLES / "riichi" / f"{sample}.mjl").read_text(encoding="utf-8"))


def test_every_option_answers_a_sentence():
    assert {option.clause for option in RIICHI.options} <= set(RIICHI.laws)


@pytest.mark.parametrize("preset", RIICHI.presets)
def test_a_preset_has_a_legal_deal(preset):
    assert any(
        f"Rules: riichi/1 preset={preset}" in path.read_text(encoding="utf-8") for path in LEGAL
    )


def test_every_item_of_a_hand_is_in_a_sample():
    named = set()
    for path in LEGAL:
        for settlement in report(path).settlements:
            if isinstance(settlement, Settlement):
                for score in settlement.scores:
                    named |= {item.name for item in (*score.items, *score.totals, *score.worth)}
    assert RIICHI.scoring.item_names - named == set()
