"""Every sentence, code and option of the Taiwanese rulebook is borne out by a clause.

A sample, a test.
"""

import re
from pathlib import Path

import pytest
from kit.sizes import each

from mjlog import rules
from mjlog.rules.taiwanese.tai import association, four_winds

BROKEN = Path(__file__).parents[2] / "samples" / "broken" / "taiwanese"
TAIWANESE = rules.load("taiwanese/1")


def ever_bound():
    chosen = [TAIWANESE] + [
        TAIWANESE.having(o.name, value) for o in TAIWANESE.options for value in o.values
    ]
    return frozenset().union(*(each.bound for each in chosen))


def test_every_clause_and_claim_cites_a_sentence_that_names_its_code():
    for number, code in ever_bound():
        assert code in TAIWANESE.laws[number].codes, (number, code)


@each(sorted({code for _, code in ever_bound()}))
def test_every_code_is_shown_by_a_broken_deal(code):
    texts = [
        path.read_text(encoding="utf-8")
        for path in BROKEN.glob("*.mjl")
        if path.stem.partition("-")[0] == code
    ]
    assert any(re.search(rf"\{{expect [^}}]*{re.escape(code)}[ }}]", text) for text in texts)


def test_every_open_sentence_names_the_options_that_answer_it_otherwise():
    options = {option.name for option in TAIWANESE.options}
    for law in TAIWANESE.laws.values():
        named = {
            word
            for words in re.findall(r"\(([a-z_0-9., ]+)\)", law.reading)
            for word in words.split(", ")
        }
        assert named <= options, law.number
        assert bool(named) == (law.standing == "open"), law.number


def test_every_option_answers_a_sentence_that_is_open():
    for option in TAIWANESE.options:
        assert TAIWANESE.laws[option.clause].standing == "open", option.name
        assert option.name in TAIWANESE.laws[option.clause].reading, option.name


@pytest.mark.parametrize("table", [four_winds, association])
def test_every_pattern_has_its_sentence_and_tells_a_single_source(table):
    for row in table(TAIWANESE.settings):
        law = TAIWANESE.laws[row.clause]
        assert f" {row.tai}" in law.text
        assert ("single source" in law.source) is bool(row.alone)
