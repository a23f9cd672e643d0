"""The arithmetic behind a payment is true as it is written."""

from __future__ import annotations

import ast
import operator
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import tibet_naive
from taiyuan_hands import options, thrown
from taiyuan_hands import settled as taiyuan_settled
from taiyuan_naive import DEFAULTS

import mjlog
from mjlog.auditor.audit import Report
from mjlog.model.record import Deal, Ruling
from mjlog.model.settlement import Payment, Settlement, arithmetic

SAMPLES = Path(__file__).parents[2] / "samples"
UP = ", brought up to hundreds"
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


@cache
def reports() -> tuple[tuple[str, Report], ...]:
    """By name all samples, audited once for all tests."""
    paths = sorted(SAMPLES.rglob("*.mjl"))
    return tuple((path.stem, mjlog.audit(mjlog.read(path.read_bytes()))) for path in paths)


def settled(rules: str) -> Iterator[tuple[str, Settlement]]:
    for name, report in reports():
        if report.rules is not None and report.rules.name == rules:
            yield from (
                (name, settlement) for settlement in report.settlements if settlement is not None
            )


def is_fine(payment: Payment, rules: str) -> bool:
    """Whether a payment is what a ruling costs.

    A price named once, so that no formula leads to it.
    """
    known = mjlog.rules.load(f"{rules}/1")
    return payment.cause in known.penalties and payment.clause == known.cites["pay.penalty"]


def fined(rules: str) -> Iterator[tuple[str, Report, Deal, tuple[Payment, ...]]]:
    """By sample, deal and offender: what the offender owes for one sort of ruling."""
    for name, report in reports():
        if report.rules is None or report.rules.name != rules:
            continue
        for deal, settlement in zip(report.game.deals, report.settlements, strict=False):
            fines = (
                [each for each in settlement.payments if is_fine(each, rules)] if settlement else []
            )
            for payer in sorted({each.payer for each in fines}):
                yield name, report, deal, tuple(each for each in fines if each.payer == payer)


def times_ruled(deal: Deal, fine: Payment) -> int:
    """How often the payer is ruled to have done what the fine is for."""
    return sum((each.seat, each.name) == (fine.payer, fine.cause) for each in deal.told(Ruling))


def worth(product: str) -> float:
    """What an expression of numbers comes to."""
    return number(ast.parse(product.replace("×", "*").replace("−", "-"), mode="eval").body)


def number(node: ast.expr) -> float:
    if isinstance(node, ast.Constant):
        return float(node.value)
    assert isinstance(node, ast.BinOp)
    one, other = number(node.left), number(node.right)
    does = {
        ast.Mult: operator.mul,
        ast.Add: operator.add,
        ast.Div: operator.truediv,
        ast.Sub: operator.sub,
    }
    return does[type(node.op)](one, other)


def test_a_riichi_payment_is_its_product_or_that_brought_up_to_hundreds() -> None:
    ups = 0
    for name, settlement in settled("riichi"):
        for payment in settlement.payments:
            told = re.fullmatch(rf"([\d ()×+/]+?)({UP})? \(.+\)", payment.reason)
            if told is None:
                assert payment.reason.startswith(("half of ", "its own riichi stick")), (
                    payment.reason
                )
                continue
            exact = worth(told[1])
            ups += told[2] is not None
            if told[2] is None:
                assert payment.points == exact, (name, payment)
            else:
                assert exact < payment.points <= exact + 100, (name, payment)
                assert payment.points % 100 == 0
    assert ups > 10


def test_an_american_hand_is_its_points_doubled() -> None:
    for name, settlement in settled("american"):
        for score in settlement.scores:
            told = re.fullmatch(r"(\d+) × 2([⁰-⁹¹²³]+)(?: = (\d+), cut to (\d+))?", score.formula)
            if told is not None:
                product = int(told[1]) * 2 ** int(told[2].translate(RAISED))
                assert (product, score.value) == (
                    (int(told[3]), int(told[4])) if told[3] else (score.value, product)
                ), name


def test_an_american_payment_is_its_product_or_that_cut() -> None:
    forms = 0
    for name, settlement in settled("american"):
        for payment in settlement.payments:
            if is_fine(payment, "american"):
                assert not payment.reason, (name, payment)
            elif (told := re.fullmatch(r"([\d ()×−]+?)( \(East\))?", payment.reason)) is not None:
                forms += 1
                assert payment.points == worth(told[1]), (name, payment)
            elif told := re.fullmatch(
                r"\(?(\d+) − (\d+) cut to (\d+)\)?( × 2 \(East\))?", payment.reason
            ):
                forms += 1
                assert int(told[1]) - int(told[2]) > int(told[3]), (name, payment)
                assert payment.points == int(told[3]) * (2 if told[4] else 1), (name, payment)
            else:
                assert payment.reason.startswith("kitty"), (name, payment)
    assert forms > 100


@pytest.mark.parametrize("chosen", ["default", "random"])
def test_a_taiyuan_payment_is_its_formula(chosen: str) -> None:
    rng = random.Random(2)
    for _ in range(300):
        hand = thrown(rng)
        settings = dict(DEFAULTS) if chosen == "default" else options(rng)
        for payment in taiyuan_settled(hand, settings).payments:
            numbers = re.sub(
                r"\((?:not )?ready[^)]*\)|\((?:the )?dealer[^)]*\)", "", payment.reason
            )
            numbers = re.sub(r"hand value|kong points|dealer", "", numbers)
            assert worth(numbers.strip()) == payment.points, (hand, settings, payment)


def test_a_taiyuan_payment_names_the_state_that_sets_its_multiplier() -> None:
    rng = random.Random(4)
    for _ in range(300):
        hand = thrown(rng)
        for payment in taiyuan_settled(hand, dict(DEFAULTS)).payments:
            times = int(re.search(r"× (\d) ", payment.reason)[1])
            fined = re.search(r"\+ (\d) \(not ready(, dealer)?\)$", payment.reason)
            assert ("× 3 (not ready)" in payment.reason) == (times == 3) == bool(fined)
            if fined:
                deals = "ABCD"[payment.payer] == hand["dealer"]
                assert (fined[1], bool(fined[2])) == (("4", True) if deals else ("2", False))


def test_a_taiwanese_payment_is_the_sum_of_its_items() -> None:
    shares = 0
    for name, settlement in settled("taiwanese"):
        for payment in settlement.payments:
            if is_fine(payment, "taiwanese"):
                assert not payment.reason, (name, payment)
                continue
            told = re.fullmatch(
                r"(?:(\d) shares, liable \(.+?\): )?([^\[]+?)(?:, cut to (\d+))?(?: \[.+\])?",
                payment.reason,
            )
            assert told is not None, payment.reason
            items = re.fullmatch(r"\d+ \([^)]+\)(?: \+ \d+ \([^)]+\))*", told[2])
            assert items is not None, payment.reason
            sum_of_items = sum(int(each) for each in re.findall(r"(\d+) \(", told[2]))
            shares += told[1] is not None
            due = min(sum_of_items, int(told[3])) if told[3] else sum_of_items
            assert payment.points == due * int(told[1] or 1), (name, payment)
    assert shares > 3


@pytest.mark.parametrize("rules", ["american", "taiyuan"])
def test_a_false_win_costs_the_agreed_price_to_each(rules: str) -> None:
    seen = 0
    for name, report, deal, fines in fined(rules):
        assert report.rules is not None
        price = int(report.rules.settings["false_win"].removeprefix("pay_each:"))
        assert sorted(each.payee for each in fines) == [
            seat for seat in range(4) if seat != fines[0].payer
        ], name
        for fine in fines:
            assert not fine.reason, (name, fine)
            assert fine.points == price * times_ruled(deal, fine) > 0, (name, fine)
            seen += 1
    assert seen >= 3


def test_a_taiwanese_false_win_costs_the_limit_to_each_and_twice_that_to_who_threw_the_tile() -> (
    None
):
    throwers = 0
    for name, report, deal, fines in fined("taiwanese"):
        assert report.rules is not None
        limit = int(report.rules.settings["limit"]) or int(
            report.rules.settings["false_out_points"]
        )
        assert sorted(each.payee for each in fines) == [
            seat for seat in range(4) if seat != fines[0].payer
        ], name
        shares = sorted(each.points for each in fines)
        one = limit * times_ruled(deal, fines[0])
        assert shares in ([one, one, one], [one, one, 2 * one]), (name, fines)
        throwers += shares[-1] > one
    assert throwers >= 3


def test_a_tibet_payment_names_its_cell_of_the_printed_table() -> None:
    cells = {
        "the dealer draws the winning tile": tibet_naive.DEALER_DRAWN,
        "the dealer wins on a discard": tibet_naive.DEALER_RON,
        "self-drawn, the dealer's share": tibet_naive.DEALER_PAYS,
        "self-drawn, the share of one who is not the dealer": tibet_naive.OTHER_PAYS,
        "another than the dealer wins on a discard": tibet_naive.OTHER_RON,
    }
    seen = set()
    for name, settlement in settled("tibet"):
        for payment in settlement.payments:
            told = re.fullmatch(r"(\d+) han, column (\S+): (.+)", payment.reason)
            assert told is not None, payment.reason
            column = ["0", "1", "2", "3", "4-5", "6+"].index(told[2])
            assert tibet_naive.COLUMNS[min(int(told[1]), 6)] == column, (name, payment)
            assert payment.points == cells[told[3]][column], (name, payment)
            seen.add(told[3])
    assert seen == set(cells)


@pytest.mark.parametrize(("name", "pair", "told"), [
    ("triple-ron", (3, 0),
     ": 5200 = 4 × 1280, brought up to hundreds (3 han 40 fu), 600 = 2 × 300 (counters)"),
    ("furiten-until-the-next-draw", (1, 0), " = 6 × 480, brought up to hundreds (2 han 30 fu)"),
    ("liable-dragons-drawn", (3, 1),
     ": 32000 = 16000 + 8000 + 8000 (yakuman, liable), 300 = 1 × 300 (counters)"),
])  # fmt: skip
def test_each_part_stands_with_its_own(name: str, pair: tuple[int, int], told: str) -> None:
    report = mjlog.audit(mjlog.read((SAMPLES / "riichi" / f"{name}.mjl").read_bytes()))
    settlement = report.settlements[0]
    assert settlement is not None
    parts = [each for each in settlement.payments if (each.payer, each.payee) == pair]
    assert arithmetic(parts) == told
