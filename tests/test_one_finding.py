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
    "taiyuan preset=regional": {"ready-hand-claims": "five errors, one of the win line"},
    "taiwanese": {"bonus-tile-not-set-out": "four errors, of the replacements and the hand"},
    "tibet preset=tibet-riichi": {"discard-left-out": "the winner is blamed for the win"},
    "riichi": {
        "word-left-out": "six errors, the winner's payment among them",
        "concealed-kong-not-held": "four errors, two of copies",
        "ready-hand-claims": "four errors, one of the hand shown",
        "indicator-changed": "the winner's points are called wrong",
        "hidden-indicator-changed": "the winner's points are called wrong",
    },
    "riichi preset=tenhou-sanma": {
        "replacement-without-a-kong": "four errors, the payment among them",
        "indicator-turned-up-without-a-kong": "the winner's points are called wrong",
    },
    "american": {
        "claim-left-out": "another player is blamed for a draw from an empty wall",
        "claim-with-tiles-not-held": "four errors, one of a kong made later",
        "kong-added-without-a-pung": "another player is blamed for a draw from an empty wall",
        "replacement-without-a-kong": "four errors, one blames another player",
        "exchange-left-out": "four errors, one of each player",
    },
    "american charleston=on jokers=8": {
        "claim-instead-of-a-draw": "four errors, one of a wall said to be used up",
        "concealed-kong-not-held": "six errors, one blames another player",
        "replacement-without-a-kong": "another player is blamed for a draw from an empty wall",
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
