"""Sets that no game has, in hands that are laid open: judged or left open, never a failure."""

import pytest
from kit.commands import run

from mjlog.auditor.audit import audit
from mjlog.notation import read
from mjlog.rules import names

SETS = ("+3f", "*3f", "*J", "*3333f", "+333f", "*JJJJ", "+JJJ", "+JJ1m", "*1m", "+12m", "+13m9s2p")
HANDS = ("", "123m456p789s11z", "123m456p789s1z", "11z333f")


@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("shown", SETS)
def test_an_odd_set_is_no_failure(rules, shown):
    for tile in ("1z", "3f", "J"):
        for hand in HANDS:
            for source in ("self", "from A"):
                lines = f"@ E1 dealer=A\nwin C {tile} {source}\nshow C {shown} {hand}\n"
                seats = "".join(f"{seat}: {seat}\n" for seat in "ABCD")
                report = audit(read(f"%mjlog 1.0\nRules: {rules}\n{seats}\n{lines}"))
                assert len(report.settlements) == 1


@pytest.mark.parametrize("rules", names())
def test_a_hand_of_one_set_that_is_none_is_told_by_score(rules):
    answer = run("score", "--rules", rules, "--hand", "+3f")
    assert answer.exit_code in {0, 1, 2}
