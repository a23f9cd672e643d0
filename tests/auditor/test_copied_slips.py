"""One wrong entry, copied as people copy it: it alone is named, in every rule set."""

import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import copied_slips as slips

WITHOUT_ITEMS = "no items"
"""A form that leaves out what the course of play was worth, so that a right sheet may differ."""


@pytest.mark.slow
@pytest.mark.parametrize("rules", slips.RULES)
def test_a_copied_slip_is_named_at_its_line_and_nobody_else_is_accused(rules, whole):
    answers: dict[str, Counter[str]] = {}
    for kind, counted in slips.measure(rules, 1, 3 if whole else 2).items():
        form, _, sort = kind.partition(": ")
        if form != WITHOUT_ITEMS:
            answers.setdefault(sort, Counter()).update(counted)
    assert "right sheet" not in answers
    for sort, counted in answers.items():
        assert counted["one"] >= 0.95 * counted.total(), (sort, counted)
    assert {"price", "winner's", "next", "dealer"} <= answers.keys()
