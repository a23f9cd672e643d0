"""The worked examples of the rulebook, as records.

With other options the payments that these give.
"""

from pathlib import Path

import pytest

from mjlog.auditor.audit import audit
from mjlog.auditor.deal_check import claim_name
from mjlog.notation import read

SAMPLES = Path(__file__).parents[2] / "samples"
EXAMPLES = {
    path.name.split("-")[0]: path
    for path in sorted((SAMPLES / "taiwanese" / "examples").glob("*.mjl"))
}

USUAL = "preset=taiwan_usual"
STATED = "imply=stated_only"

DUE = [
    ("01", "", (0, 5, -5, 0)),
    ("02", "", (-15, 45, -15, -15)),
    ("03", "", (5, 0, 0, -5)),
    ("03", USUAL, (10, 0, 0, -10)),
    ("04", "", (-12, 0, 0, 12)),
    ("04", USUAL, (-15, 0, 0, 15)),
    ("05", "", (0, 4, -13, 9)),
    ("06", "", (0, -14, 14, 0)),
    ("07", "", (0, 0, -132, 132)),
    ("07", "insurance=off", (0, 0, -44, 44)),
    ("07", STATED, (0, 0, -135, 135)),
    ("08", "", (102, -102, 0, 0)),
    ("08", "insurance=off", (102, -34, -34, -34)),
    ("08", STATED, (111, -111, 0, 0)),
    ("08b", "", (105, -35, -35, -35)),
    ("09", "", (0, -15, 0, 15)),
    ("09b", "", (0, -5, 0, 5)),
    ("10", "", (-34, -34, 102, -34)),
    ("11", "", (-7, 7, 0, 0)),
    ("11", USUAL, (-8, 8, 0, 0)),
    ("12", "", (-48, -48, -48, 144)),
    ("12", "limit=40", (-40, -40, -40, 120)),
    ("12", STATED, (-60, -60, -60, 180)),
    ("13", "", (0, 19, -19, 0)),
    ("14", "", (90, -30, -30, -30)),
    ("14b", "", (0, -20, 20, 0)),
    ("15", "", (0, -105, 105, 0)),
]


def report(path, options=None):
    text = path.read_text(encoding="utf-8")
    if options is None:
        return audit(read(text))
    before, _, rest = text.partition("Rules: ")
    return audit(read(f"{before}Rules: taiwanese/1 {options}\n{rest.partition(chr(10))[2]}"))


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
    assert found.counts()["agrees"] >= 1


@pytest.mark.parametrize(
    "number", [number for number in EXAMPLES if not number.startswith(("16", "17"))]
)
def test_a_point_more_for_the_winner_is_noticed(number):
    text = EXAMPLES[number].read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("pay "))
    wrong = line[:-1] + str((int(line[-1]) + 1) % 10)
    found = audit(read(text.replace(line, wrong)))
    assert "pay.seats" in {finding.code for finding in found.findings}


def test_example_16_a_faulty_win_costs_each_the_limit_and_the_discarder_twice_that():
    found = report(EXAMPLES["16"])
    assert [v.answer for v in found.verdicts if claim_name(v.claim).startswith("pay")] == [
        "agrees"
    ] * 3
    text = EXAMPLES["16"].read_text(encoding="utf-8")
    for right, wrong in [("D>A 32", "D>A 16"), ("D>B 16", "D>B 32"), (", D>C 16", "")]:
        codes = {finding.code for finding in audit(read(text.replace(right, wrong))).findings}
        assert "pay.penalty" in codes
    codes = {finding.code for finding in audit(read(text.replace("dealer=B", "dealer=A"))).findings}
    assert codes == {"next.dealer"}


def test_example_17_a_missed_tile_bars_until_ones_own_discard():
    for name in ("win.missed", "win.missed-drawn"):
        found = report(SAMPLES / "broken" / "taiwanese" / f"{name}.mjl")
        assert [(f.code, f.clause.number) for f in found.findings] == [("win.missed", "6.1")]
    for number in ("17", "17b"):
        assert not report(EXAMPLES[number]).findings


def test_a_value_with_a_single_source_is_called_so():
    text = EXAMPLES["08"].read_text(encoding="utf-8")
    message = audit(read(text.replace("b3d 30", "b3d 25"))).findings[0].message
    assert "b3d is worth 30 (by the Mahjong Time restatement alone), not 25" in message
    message = next(
        f.message
        for f in audit(read(text.replace("B>A 102", "B>A 34"))).findings
        if f.code == "pay.seats"
    )
    assert "(b3d: the Mahjong Time restatement alone)" in message


def test_a_contained_pattern_is_not_paid():
    text = EXAMPLES["02"].read_text(encoding="utf-8")
    found = audit(read(text.replace("win 2\n", "win 2, no_hon 1\n")))
    assert [(f.code, f.clause.number) for f in found.findings] == [("score.implied", "9.3")]
    assert "chow_plain includes no_hon" in found.findings[0].message
