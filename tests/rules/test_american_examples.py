"""The worked examples of American Modern.

As records, and, where no hand has the count they name, as counts alone.
"""

from pathlib import Path

import pytest
from kit.records import report_on

from mjlog.auditor.audit import audit
from mjlog.auditor.deal_check import claim_name
from mjlog.model.formula import number
from mjlog.model.record import WinLine
from mjlog.model.settlement import Score, net
from mjlog.notation import read
from mjlog.referee.rulebook import Outcome
from mjlog.rules.american.points import payments

SAMPLES = Path(__file__).parents[2] / "samples"
EXAMPLES = sorted((SAMPLES / "american" / "examples").glob("*.mjl"))
UNVERIFIED = "06-great-snake-without-a-value"

DUE = [
    ("01-west-on-a-discard", (-280, -172, 640, -188)),
    ("02-east-draws", (1728, -580, -556, -592)),
    ("03-the-limit", (-1000, -500, -500, 2000)),
    ("06-great-snake", (-2000, 4000, -1000, -1000)),
    ("07-all-four-seasons", (-2000, 4000, -1000, -1000)),
    ("08-a-draw", (0, 0, 0, 0)),
]

COUNTS = [
    ("4", {0: 100, 1: 660, 2: 100, 3: 0}, 0, (600, 800, -600, -800)),
    ("5", {0: 540, 1: 20, 2: 0, 3: 64}, 3, (1872, -1044, -1084, 256)),
    ("13", {0: 0, 1: 0, 2: 40, 3: 0}, 2, (-80, -40, 160, -40)),
]


def report(name):
    return audit(read((SAMPLES / f"{name}.mjl").read_bytes()))


@pytest.mark.parametrize(("name", "change"), DUE)
def test_the_payments_are_those_of_the_example(name, change):
    assert report(f"american/examples/{name}").settlements[0].net(4) == change


@pytest.mark.parametrize(
    ("_", "counts", "winner", "change"), COUNTS, ids=[case[0] for case in COUNTS]
)
def test_the_payments_of_counts(_, counts, winner, change):
    scores = [Score(seat, (), formula=number(value)) for seat, value in counts.items()]
    losers = [score for score in scores if score.seat != winner]
    assert net(payments(scores[winner], losers, Outcome(4, 0), 500), 4) == change


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_claim_of_an_example_agrees(path):
    found = report_on(path)
    assert not found.findings
    assert found.counts()["differs"] == 0
    if path.stem != UNVERIFIED:
        assert {claim_name(v.claim) for v in found.verdicts if v.answer == "unverified"} <= {"show"}


def test_a_special_hand_without_a_value_is_unverified_and_never_an_error():
    found = report(f"american/examples/{UNVERIFIED}")
    assert not found.findings
    told = [verdict for verdict in found.verdicts if claim_name(verdict.claim) == "fan great-snake"]
    assert [verdict.answer for verdict in told] == ["unverified"]
    assert "special_hands=great-snake:" in told[0].reason


def test_example_9_illegal_hands_do_not_win():
    for name in ("win.limits", "win.limits-two-suits"):
        found = report(f"broken/american/{name}")
        assert [finding.code for finding in found.findings] == ["win.limits"]
        assert [finding.clause.number for finding in found.findings] == ["3.2"]


def test_example_10_the_same_tile_from_across_wins_and_makes_no_chow():
    assert [finding.clause.number for finding in report("broken/american/claim.chow").findings] == [
        "4.3b"
    ]
    assert not report("american/chow-won-from-across").findings


def test_example_11_a_robbed_kong_is_paid_like_any_win():
    assert [finding.clause.number for finding in report("broken/american/win.rob").findings] == [
        "5.2"
    ]
    robbed = report("american/robbed-kong")
    won = next(
        line.content for line in robbed.game.deals[0].lines if isinstance(line.content, WinLine)
    )
    assert won.robbed
    settlement = robbed.settlements[0]
    assert not robbed.findings
    assert [settlement.between(seat, 1) for seat in (0, 2, 3)] == [736, 368, 368]


def test_example_11_the_robbed_tile_is_no_kong_of_the_one_who_laid_it():
    scores = {
        score.seat: score.value for score in report("american/robbed-kong").settlements[0].scores
    }
    assert scores[3] == 2


def test_example_12_totals_and_kitty_are_forty_thousand_throughout():
    found = report("american/examples/12-kitty")
    points, pool, held = [10_000] * 4, 0, []
    for settlement in found.settlements[:4]:
        points = [before + change for before, change in zip(points, settlement.net(4), strict=True)]
        pool += settlement.left_on_the_table
        held.append(pool)
        assert sum(points) + pool == 40_000
    assert held == [400, 800, 1200, 0]
    assert found.settlements[3].between(-2, 0) == 1600
