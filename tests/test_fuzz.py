"""Every fuzzer, a seeded share of twelve hundred cases, or of ten thousand in `make soak`."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

import fuzz_all

pytestmark = pytest.mark.slow

CASES, FEW, SEED = 10_000, 1_200, 11
"""Cases of all fuzzers together, by size."""
SHARES = sum(share for share, _ in fuzz_all.KINDS.values())


@pytest.mark.parametrize("kind", fuzz_all.KINDS)
def test_nothing_is_raised_and_what_is_written_is_read_as_the_same(kind, whole):
    share, _ = fuzz_all.KINDS[kind]
    cases = (CASES if whole else FEW) * share // SHARES
    tally = fuzz_all.search(cases, SEED, (kind,))
    assert tally.made[kind] == cases
    assert not tally.first, next(iter(tally.first.values()))


def test_a_case_that_fails_is_told_with_what_it_takes_to_see_it_again(monkeypatch):
    def broken(random):
        with fuzz_all._showing(random.random()):
            raise ValueError("a failure")

    monkeypatch.setitem(fuzz_all.KINDS, "broken", (1, broken))
    tally = fuzz_all.search(3, SEED, ("broken",))
    (told,) = tally.first.values()
    assert "ValueError: a failure" in told
    assert "case = 0." in told
    assert tally.seen.total() == 3
