"""The rulebook of American Modern.

Every code is shown, every open sentence names the options that answer it.
"""

import re
from pathlib import Path

import pytest
from kit.sizes import each

from mjlog import rules
from mjlog.rules.american.special_hands import HANDS, forms

BROKEN = Path(__file__).parents[2] / "samples" / "broken" / "american"
AMERICAN = rules.load("american/1")
CHOSEN = [AMERICAN] + [
    AMERICAN.having(option.name, value) for option in AMERICAN.options for value in option.values
]
BOUND = frozenset().union(*(each.bound for each in CHOSEN))
OPEN_BESIDE_OPTIONS = {"1.2"}


@pytest.mark.parametrize(("number", "code"), sorted(BOUND))
def test_every_clause_and_claim_cites_a_sentence_that_names_its_code(number, code):
    assert code in AMERICAN.laws[number].codes


@each(AMERICAN.laws)
def test_every_code_of_a_sentence_is_enforced(number):
    assert set(AMERICAN.laws[number].codes) <= {code for _, code in BOUND}


@each(sorted({code for _, code in BOUND}))
def test_every_code_is_shown_by_a_broken_deal(code):
    sample = BROKEN / f"{code}.mjl"
    assert re.search(rf"\{{expect [^}}]*{re.escape(code)}[ }}]", sample.read_text(encoding="utf-8"))


def test_every_open_sentence_names_the_options_that_answer_it_otherwise():
    options = {option.name for option in AMERICAN.options}
    for law in AMERICAN.laws.values():
        named = {
            word
            for words in re.findall(r"\(([a-z_, ]+)\)", law.reading)
            for word in words.split(", ")
        }
        assert named <= options, law.number
        assert bool(named) == (law.standing == "open"), law.number


def test_every_option_answers_a_sentence_that_is_open():
    for option in AMERICAN.options:
        law = AMERICAN.laws[option.clause]
        assert law.standing == "open", option.name
        assert option.name in law.reading, option.name


# ------------------------------------------------------------------------------------------ special
# hands as data


def test_no_special_hand_has_a_value_that_no_source_gives():
    assert [each.id for each in HANDS if each.confirmed] == ["jade", "pearl", "ruby", "great-snake"]
    assert {each.value for each in HANDS} == {None}
    assert {each.source for each in HANDS} <= {"sc12", "sc13", "sc14", "sc15", "sc25"}
    assert len({each.id for each in HANDS}) == len(HANDS)


@pytest.mark.parametrize("special", HANDS, ids=lambda special: special.id)
def test_the_flags_of_a_special_hand_say_what_its_pattern_says(special):
    for form in forms(special.pattern):
        may_be_chows = sum(
            slot.sort in {"chow", "set"} and any(kind < 27 for kind in slot.kinds) for slot in form
        )
        assert special.chows or may_be_chows <= 1
        assert all(slot.kinds for slot in form) or special.pattern == "win"
    assert bool(special.when) == (special.pattern == "win")
