"""The worked examples of the rulebook, as records.

With other options the payments that these give.
"""

from pathlib import Path

import pytest

from mjlog.auditor.audit import audit
from mjlog.notation import read

SAMPLES = Path(__file__).parents[2] / "samples"
EXAMPLES = {path.name[:2]: path for path in (SAMPLES / "taiyuan" / "examples").glob("*.mjl")}

EACH = "discard_payers=each_by_own_state"
ONLY = "discard_payers=discarder_only"
FLAT = "dealer_loss_point=flat"
NONE = "dealer_loss_point=none"
APART = "kong_in_discard_multiplier=false"
UNIQUE = "wait_scoring=unique"
STACKING = "wait_scoring=stacking"

DUE = [
    ("01", "", (-3, 7, -2, -2)),
    ("01", ONLY, (0, 2, -2, 0)),
    ("01", EACH, (-3, 13, -2, -8)),
    ("02", "", (0, 5, -5, 0)),
    ("02", ONLY, (0, 5, -5, 0)),
    ("02", EACH, (-10, 20, -5, -5)),
    ("02", f"{EACH} {FLAT}", (-8, 18, -5, -5)),
    ("03", "", (-16, 0, 16, 0)),
    ("03", FLAT, (-14, 0, 14, 0)),
    ("03", NONE, (-13, 0, 13, 0)),
    ("03", STACKING, (-19, 0, 19, 0)),
    ("04", "", (9, -3, -3, -3)),
    ("04", ONLY, (3, -3, 0, 0)),
    ("04", EACH, (25, -3, -11, -11)),
    ("05", "", (18, -6, -6, -6)),
    ("06", "", (-16, 33, -6, -11)),
    ("06", FLAT, (-14, 31, -6, -11)),
    ("07", "", (0, 8, 0, -8)),
    ("07", APART, (0, 6, 0, -6)),
    ("08", "", (-5, -4, 13, -4)),
    ("08", EACH, (-5, -4, 23, -14)),
    ("08", APART, (-5, -4, 13, -4)),
    ("09", "", (-9, -11, -11, 31)),
    ("09", FLAT, (-8, -11, -11, 30)),
    ("10", "", (0, 0, 71, -71)),
    ("10", EACH, (-24, -71, 166, -71)),
    ("11", "", (-46, -44, -44, 134)),
    ("11", UNIQUE, (-44, -42, -42, 128)),
    ("12", "", (-2, 4, -1, -1)),
    ("13", "", (-10, 10, 0, 0)),
    ("13", FLAT, (-8, 8, 0, 0)),
    ("14", "", (-2, -1, 4, -1)),
    ("15", "", (-4, -3, 10, -3)),
    ("15", UNIQUE, (-3, -2, 7, -2)),
    ("16", "", (11, 0, -11, 0)),
    ("16", "preset=regional", (10, 0, -10, 0)),
    ("17", "", (0, 0, -8, 8)),
    ("20", "", (0, 5, -5, 0)),
]


def report(path, options=""):
    return audit(
        read(path.read_text(encoding="utf-8").replace("taiyuan/1", f"taiyuan/1 {options}", 1))
    )


@pytest.mark.parametrize(("number", "options", "net"), DUE)
def test_the_payments_are_those_of_the_rulebook(number, options, net):
    settlement = report(EXAMPLES[number], options).settlements[0]
    assert settlement.net(4) == net
    assert sum(net) == 0


@pytest.mark.parametrize("number", EXAMPLES)
def test_every_claim_of_an_example_agrees(number):
    found = report(EXAMPLES[number])
    assert not [finding for finding in found.findings if finding.severity == "error"]
    assert found.counts()["differs"] == 0
    assert found.counts()["agrees"] >= 9


@pytest.mark.parametrize("number", EXAMPLES)
def test_a_point_more_for_the_winner_is_noticed(number):
    text = EXAMPLES[number].read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("pay "))
    wrong = line[:-1] + str((int(line[-1]) + 1) % 10)
    found = audit(read(text.replace(line, wrong)))
    assert "pay.seats" in {finding.code for finding in found.findings}


def test_example_18_a_win_after_a_missed_one():
    found = report(SAMPLES / "broken" / "taiyuan" / "win.missed.mjl")
    assert [(f.code, f.clause.number) for f in found.findings] == [("win.missed", "8.6")]


def test_example_19_a_washout_after_a_kong_earns_nothing_and_passes_the_deal():
    kong = report(SAMPLES / "taiyuan" / "washout-after-a-concealed-kong.mjl")
    none = report(SAMPLES / "taiyuan" / "washout-without-a-kong.mjl")
    assert kong.settlements[0].net(4) == none.settlements[0].net(4) == (0, 0, 0, 0)
    following = [[line.content for line in found.game.deals[0].lines][-1] for found in (kong, none)]
    assert [dict(each.attributes)["dealer"] for each in following] == ["B", "A"]
    assert not [*kong.findings, *none.findings]
