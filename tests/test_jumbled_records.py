"""Records put together from pieces of others.

The audit judges them all, however little sense they make.
"""

import runpy
from pathlib import Path

import pytest

from mjlog.auditor.audit import audit
from mjlog.notation import read

fuzz = runpy.run_path(str(Path(__file__).parents[1] / "benchmarks" / "fuzz_audit.py"))


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.slow
def test_the_audit_raises_nothing(seed, whole):
    times = 1000 if whole else 15
    made, found, _ = fuzz["search"](seed, lambda made: made < times)
    assert made == times
    assert not found, next(iter(found.values()))


@pytest.mark.parametrize("rules", ["riichi/1 preset=tenhou", "tibet/1", "taiyuan/1"])
def test_marks_of_pillars_where_there_are_none_do_no_harm(rules):
    lines = "win A 5s self\nready A\nshow A *5'5'5'5'z 2'3'4'm2'34p23455s\nnet ? ? ? ?\n"
    assert audit(read(f"%mjlog 1.0\nRules: {rules}\n\n@ E1.0 dealer=A\n{lines}")).rules is not None
