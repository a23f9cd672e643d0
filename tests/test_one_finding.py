"""A clean deal with one fact changed.

At most three errors and no bystander blamed, but for the changes listed here.
"""

import pytest
from tampering.one_finding import RULES, cases

pytestmark = pytest.mark.slow

SEED = 1
DEALS = 1
EVERY = 4
"""Every fourth change is tried here; `benchmarks/one_finding.py` tries them all."""
OPEN = {
    "american charleston=on jokers=8": {
        "concealed-kong-not-held": "four errors, the first of an exchange before play",
        "exchange-left-out": "four errors, one of each later pass",
    },
}
"""Open, to be mended.

The changes that are told as more than one mistake, and what is told of them.
"""


@pytest.mark.parametrize("rules", RULES)
def test_one_changed_fact_is_told_by_few_errors_that_blame_no_bystander(rules):
    tried = list(cases(rules, SEED, DEALS, EVERY))
    broken = {case.kind for case in tried if not case.holds}
    assert len(tried) > 10
    assert broken == {case.kind for case in tried} & OPEN.get(rules, {}).keys()
