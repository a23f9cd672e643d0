"""A clean deal with one fact changed.

At most three errors and no bystander blamed.
"""

import pytest
from tampering.one_finding import RULES, cases

pytestmark = pytest.mark.slow

SEED = 1
DEALS = 1
EVERY = 4
"""Every fourth change is tried here; `benchmarks/one_finding.py` tries them all."""


@pytest.mark.parametrize("rules", RULES)
def test_one_changed_fact_is_told_by_few_errors_that_blame_no_bystander(rules):
    tried = list(cases(rules, SEED, DEALS, EVERY))
    assert len(tried) > 10
    assert not [case.name for case in tried if not case.holds]
