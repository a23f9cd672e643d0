"""Every sentence of a rulebook is enforced, a definition, not recordable.

Or open with our reading.
"""

import re
from pathlib import Path

import pytest
from kit.sizes import each

from mjlog import rules
from mjlog.report.rulebook_page import rulebook_markdown

ROOT = Path(__file__).parents[2]
BROKEN = ROOT / "samples" / "broken"
NAMES = rules.names()
TAIYUAN = rules.load("taiyuan/1")


def ever_bound(known):
    """Every (sentence, code) that the rule set cites under a preset or an option's value."""
    chosen = [known] + [
        known.having(option.name, value) for option in known.options for value in option.values
    ]
    presets = [rules.load(f"{known.name} preset={preset}") for preset in known.presets]
    return frozenset().union(
        *(each.bound for each in [*chosen, *presets] if each.name == known.name)
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_sentence_has_its_standing(name):
    for law in rules.load(name).laws.values():
        assert law.standing in {"enforced", "open", "definition", "not recordable"}, law.number
        assert bool(law.codes) or law.standing != "enforced", law.number
        assert not law.codes or law.standing in {"enforced", "open"}, law.number
        assert bool(law.reading) == (law.standing == "open"), law.number
        assert law.text.endswith("."), law.number


@pytest.mark.parametrize("name", NAMES)
def test_every_sentence_that_is_enforced_is_enforced_by_the_rule_set(name):
    known = rules.load(name)
    codes = {code for _, code in ever_bound(known)}
    for law in known.laws.values():
        assert set(law.codes) <= codes, law.number


def test_every_clause_and_claim_cites_a_sentence_that_names_its_code():
    for number, code in ever_bound(TAIYUAN):
        assert code in TAIYUAN.laws[number].codes, (number, code)


@each(sorted({code for _, code in ever_bound(TAIYUAN)}))
def test_every_code_is_shown_by_a_broken_deal(code):
    sample = BROKEN / "taiyuan" / f"{code}.mjl"
    assert re.search(rf"\{{expect [^}}]*{re.escape(code)}[ }}]", sample.read_text(encoding="utf-8"))


def test_every_open_sentence_names_the_options_that_answer_it_otherwise():
    options = {option.name for option in TAIYUAN.options} | {"preset=regional"}
    for law in TAIYUAN.laws.values():
        named = {
            word
            for words in re.findall(r"\(([a-z_=, ]+)\)", law.reading)
            for word in words.split(", ")
        }
        assert named <= options, law.number
        assert bool(named) == (law.standing == "open"), law.number


def test_every_option_answers_a_sentence_that_is_open():
    for option in TAIYUAN.options:
        assert TAIYUAN.laws[option.clause].standing == "open", option.name


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_the_rulebook_is_what_the_rule_set_prints(name):
    page = ROOT / "docs" / "rulebooks" / f"{name}.md"
    assert page.read_text(encoding="utf-8") == rulebook_markdown(rules.load(name))
