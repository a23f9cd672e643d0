"""Slips of the pen on sheets in the layouts of clubs: the cell that is named, and its kind."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import sheet_slips as slips


def figures(rules, number, seed):
    tally = slips.trials(rules, number, seed)
    assert [told.accused for _, told, _ in tally.accused] == []
    return tally


@pytest.mark.slow
@pytest.mark.parametrize("rules", slips.RULES)
def test_a_slice_of_slips_is_named(rules):
    tally = figures(rules, 12, 5)
    tried = tally.tried.total()
    assert tried >= 10
    assert tally.cells.total() >= tried - 1
    assert tally.kinds.total() >= tried - 1


@pytest.mark.soak
@pytest.mark.parametrize("rules", slips.RULES)
def test_slips_are_named(rules):
    tally = figures(rules, 200, 1)
    assert tally.cells.total() >= 0.97 * tally.tried.total()
    assert tally.kinds.total() >= 0.90 * tally.tried.total()
    assert tally.both >= 0.85 * tally.pairs
