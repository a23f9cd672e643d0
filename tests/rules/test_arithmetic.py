"""The arithmetic behind a payment is true as it is written."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import mjlog
from mjlog.settlement import Settlement, arithmetic

SAMPLES = Path(__file__).parents[2] / "samples"
UP = ", brought up to hundreds"
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def settled(rules: str) -> Iterator[tuple[str, Settlement]]:
    for path in sorted(SAMPLES.rglob("*.mjl")):
        report = mjlog.audit(mjlog.read(path.read_bytes()))
        if report.rules is not None and report.rules.name == rules:
            yield from ((path.stem, settlement) for settlement in report.settlements if settlement is not None)


def worth(product: str) -> float:
    """What an expression of numbers comes to."""
    return number(ast.parse(product.replace("×", "*").replace("−", "-"), mode="eval").body)


def number(node: ast.expr) -> float:
    if isinstance(node, ast.Constant):
        return float(node.value)
    assert isinstance(node, ast.BinOp)
    one, other = number(node.left), number(node.right)
    results = {ast.Mult: one * other, ast.Add: one + other, ast.Div: one / other, ast.Sub: one - other}
    return results[type(node.op)]


def test_a_riichi_payment_is_its_product_or_that_brought_up_to_hundreds() -> None:
    ups = 0
    for name, settlement in settled("riichi"):
        for payment in settlement.payments:
            told = re.fullmatch(rf"([\d ()×+/]+?)({UP})? \(.+\)", payment.reason)
            if told is None:
                assert payment.reason.startswith(("half of ", "its own riichi stick")), payment.reason
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


@pytest.mark.parametrize(("name", "pair", "told"), [
    ("triple-ron", (3, 0), ": 5200 = 4 × 1280, brought up to hundreds (3 han 40 fu), 600 = 2 × 300 (counters)"),
    ("furiten-until-the-next-draw", (1, 0), " = 6 × 480, brought up to hundreds (2 han 30 fu)"),
    ("liable-dragons-drawn", (3, 1), ": 32000 = 16000 + 8000 + 8000 (yakuman, liable), 300 = 1 × 300 (counters)"),
])  # fmt: skip
def test_each_part_stands_with_its_own(name: str, pair: tuple[int, int], told: str) -> None:
    report = mjlog.audit(mjlog.read((SAMPLES / "riichi" / f"{name}.mjl").read_bytes()))
    settlement = report.settlements[0]
    assert settlement is not None
    parts = [each for each in settlement.payments if (each.payer, each.payee) == pair]
    assert arithmetic(parts) == told
