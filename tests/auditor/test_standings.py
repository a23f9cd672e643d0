"""How a game ends as recorded, and by the rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.sheets_without_turns import TAIYUAN

from mjlog.auditor.audit import audit
from mjlog.formats import load
from mjlog.notation import read
from mjlog.results.standings import DealChange, Standings, order, standings
from webviewer.parts.results.score_graph import graph

SAMPLES = Path(__file__).parents[2] / "samples"


def of(name: str) -> Standings | None:
    game = next(load(SAMPLES / name)).game
    assert game is not None
    return standings(audit(game))


def test_what_agrees_ends_as_recorded() -> None:
    found = of("taiyuan/everything-fair-copy.mjl")
    assert found.recorded == found.due == (88, 93, 123, 96)
    assert order(found.due) == "C D B A"


def test_a_player_without_points_is_before_one_below_zero() -> None:
    record = (
        "%mjlog 1.0\nRules: taiyuan/1 start_points=0\nRanking: B A C D\nA: A\nB: B\nC: C\nD: D\n\n"
        "@ 1 dealer=A\nwin B 3p from C\nscore 0 5 -1 -4\n"
    )
    verdicts = audit(read(record)).verdicts
    assert [each.answer for each in verdicts if each.claim.item == "ranking"] == ["agrees"]


@pytest.mark.parametrize("deals", ["", "@ 1 dealer=A\nwin B 3p from C\npay C>B ?\n"])
def test_an_order_is_left_open_where_nobody_knows_the_points(deals: str) -> None:
    names = "A: A\nB: B\nC: C\nD: D\n"
    found = audit(read(f"%mjlog 1.0\nRules: taiyuan/1\nRanking: B A C D\n{names}\n{deals}"))
    answers = [each.answer for each in found.verdicts if each.claim.item == "ranking"]
    assert (answers, found.findings) == (["unverified"], ())


def test_a_payment_too_small_changes_the_order() -> None:
    found = of("broken/american/pay.seats.mjl")
    assert (order(found.recorded), order(found.due)) == ("C A B D", "C B D A")
    assert found.deals[0].missing == (-160, 0, 160, 0)
    assert found.with_corrected(1) == found.due


def test_a_total_miswritten_is_part_of_what_is_recorded() -> None:
    found = of("broken/taiyuan/score.chain.mjl")
    assert found.deals[0].missing == (0, 0, 1, 0)


def test_points_that_jump_between_deals_are_part_of_the_later_deal() -> None:
    found = of("broken/taiyuan/score.chain-between-deals.mjl")
    assert [deal.missing for deal in found.deals] == [(0, 0, 0, 0), (-3, 7, -2, -2)]
    assert found.after(due=True)[-1] == found.due


def test_a_deal_that_the_rules_cannot_judge_counts_as_recorded() -> None:
    found = of("broken/taiyuan/win.missed-and-paid.mjl")
    assert found.deals[0].missing is None
    assert found.recorded == found.due == (90, 120, 95, 95)


def test_where_nobody_tells_the_points_the_order_is_empty() -> None:
    found = of("broken/taiyuan/win.shape.mjl")
    assert found.due is None
    assert order(found.due) == ""


@pytest.mark.parametrize(
    "name", ["broken/taiyuan/rules.unknown.mjl", "broken/taiyuan/deal.seats.mjl"]
)
def test_without_rules_there_is_no_standing(name: str) -> None:
    assert of(name) is None


@pytest.mark.slow
def test_every_sample_adds_up() -> None:
    """Where nothing differs about points, the two ends are one."""
    for path in SAMPLES.glob("*/*.mjl"):
        if "broken" not in path.parts and (found := of(path.relative_to(SAMPLES).as_posix())):
            assert found.recorded == found.due, path


AFTER_A_WRONG_PAYMENT = (
    TAIYUAN.format(options=" start_points=50")
    + """pay A>C 12, B>C 8, D>C 4
next dealer=B

@ 2 dealer=B
win C 2s self
ready C D
show C *5555z 3'3'm2'34p234777s
pay A>C 7, B>C 12, D>C 4
score 31 31 96 42
"""
)


def test_a_deal_is_not_faulty_for_what_was_wrong_before() -> None:
    game = read(AFTER_A_WRONG_PAYMENT)
    found = standings(audit(game))
    assert found is not None
    assert [deal.faulty for deal in found.deals] == [True, False]
    shown = graph(found, game)
    assert shown is not None
    assert [row.wrong for row in shown.rows] == [True, False]


def test_the_end_where_one_deal_alone_is_put_right() -> None:
    deals = (
        DealChange("1", (3, -3), (5, -5)),
        DealChange("2", (1, -1), None),
        DealChange("3", (-2, 2), (0, 0)),
    )
    found = Standings((10, 10), deals)
    assert (found.recorded, found.due) == ((12, 8), (16, 4))
    assert [found.with_corrected(number) for number in (1, 2, 3)] == [(14, 6), (12, 8), (14, 6)]
    apart = Standings((10, 10), (*deals[:2], DealChange("3", (-2, 2), (5, -5))))
    assert [apart.with_corrected(number) for number in (1, 3)] == [(14, 6), (19, 1)]
