"""The arithmetic behind a payment is true as it is written."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest
import tibet_naive
from kit.places import EVERY, SAMPLES
from kit.records import report_on
from taiyuan_hands import options, thrown
from taiyuan_hands import settled as taiyuan_settled
from taiyuan_naive import DEFAULTS

import mjlog
from mjlog.auditor.report import Report
from mjlog.model.formula import Formula
from mjlog.model.record import Deal, Ruling
from mjlog.model.settlement import Payment, Settlement, explained

pytestmark = pytest.mark.slow


@cache
def reports() -> tuple[tuple[str, Report], ...]:
    """By name all samples, audited once for all tests."""
    return tuple((path.stem, report_on(path)) for path in EVERY)


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
    return (
        payment.cause in known.penalties.ruled and payment.clause == known.book.cites["pay.penalty"]
    )


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
    return sum((each.seat, each.name) == (fine.payer, fine.cause) for each in deal.contents(Ruling))


def named(formula: Formula) -> dict[str, int]:
    """By their names in English the numbers that a formula is made of."""
    return {str(term.name): term.number for term in formula.terms() if term.name}


def signs(formula: Formula) -> set[str]:
    return {term.sign for term in formula.terms()}


def formulas(rules: str) -> Iterator[tuple[str, Payment, Formula]]:
    """Every payment of the samples that is no fine, with its formula."""
    for name, settlement in settled(rules):
        for payment in settlement.payments:
            if is_fine(payment, rules):
                assert not payment.formula, (name, payment)
            else:
                assert payment.formula is not None, (name, payment)
                assert payment.formula.number == payment.points
                yield name, payment, payment.formula


def test_a_riichi_payment_for_a_win_is_in_whole_hundreds() -> None:
    rounded = 0
    for name, payment, formula in formulas("riichi"):
        if payment.clause in {"7.1", "7.2"}:
            assert payment.points % 100 == 0, (name, payment)
        rounded += "up" in signs(formula)
    assert rounded > 10


def test_an_american_hand_is_its_points_doubled() -> None:
    for name, settlement in settled("american"):
        for score in settlement.scores:
            assert score.formula is not None
            doubled = [term for term in score.formula.terms() if term.sign == "×"]
            for term in doubled:
                points, power = term.parts
                items = {item.name: item.points for item in score.totals}
                # Of some hands a sheet has the total alone.
                if "points" in items:
                    assert points.number == items["points"], name
                if "doubles" in items:
                    assert power.number == 2 ** items["doubles"], name
            limit = 500 if "limit" in signs(score.formula) else score.value
            assert score.value == (min(limit, doubled[0].number) if doubled else limit), name


def test_east_pays_and_gets_double() -> None:
    forms = 0
    for name, report in reports():
        for deal, settlement in zip(report.game.deals, report.settlements, strict=False):
            for payment in settlement.payments if settlement else ():
                if report.rules.name == "american" and payment.clause in {"10.1", "10.2"}:
                    forms += 1
                    east = named(payment.formula).get("East", 1)
                    doubled = deal.dealer in {payment.payer, payment.payee}
                    assert east == (2 if doubled else 1), (name, payment)
    assert forms > 100


@pytest.mark.parametrize("chosen", ["default", "random"])
def test_a_taiyuan_payment_is_made_of_the_hand_and_its_kongs(chosen: str) -> None:
    rng = random.Random(2)
    for _ in range(300):
        hand = thrown(rng)
        settings = dict(DEFAULTS) if chosen == "default" else options(rng)
        for payment in taiyuan_settled(hand, settings).payments:
            assert payment.formula is not None
            assert {"hand value", "kong points"} <= named(payment.formula).keys()


def test_a_taiyuan_payment_names_the_state_that_sets_its_multiplier() -> None:
    rng = random.Random(4)
    for _ in range(300):
        hand = thrown(rng)
        for payment in taiyuan_settled(hand, dict(DEFAULTS)).payments:
            assert payment.formula is not None
            (product,) = [term for term in payment.formula.terms() if term.sign == "×"]
            times = product.parts[1]
            fines = [part for part in payment.formula.parts[1:] if "not ready" in str(part.name)]
            assert (str(times.name) == "not ready") == (times.number == 3) == bool(fines)
            if fines:
                deals = "ABCD"[payment.payer] == hand["dealer"]
                told = (4, "not ready, dealer") if deals else (2, "not ready")
                assert (fines[0].number, str(fines[0].name)) == told


def test_a_taiwanese_payment_is_the_sum_of_its_items() -> None:
    shares = 0
    for name, settlement in settled("taiwanese"):
        for score in settlement.scores:
            items = {item.name: item.points for item in score.items if not item.source}
            for payment in settlement.payments:
                if payment.payee == score.seat and payment.formula is not None:
                    told = named(payment.formula)
                    assert items.items() <= told.items(), name
                    shares += payment.cause == "insurance"
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
            assert not fine.formula, (name, fine)
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
    for name, payment, formula in formulas("tibet"):
        told = formula.name.values  # type: ignore[union-attr]
        column = ["0", "1", "2", "3", "4-5", "6+"].index(told["column"])
        assert tibet_naive.COLUMNS[min(told["han"], 6)] == column, (name, payment)
        assert payment.points == cells[str(told["row"])][column], (name, payment)
        seen.add(str(told["row"]))
    assert seen == set(cells)


@pytest.mark.parametrize(("name", "pair", "told"), [
    ("triple-ron", (3, 0),
     ("5800: 5200 = 40 fu × 2⁵ (2 + 3 han) × 4, rounded up to hundreds, "
     "600 = 300 (for a counter) × 2")),
    ("furiten-until-the-next-draw", (1, 0),
     "2900 = 30 fu × 2⁴ (2 + 2 han) × 6, rounded up to hundreds"),
    ("liable-dragons-drawn", (3, 1),
     ("32300: 32000 = 8000 (yakuman) × 2 + 8000 (yakuman) + 8000 (yakuman), "
     "300 (for a counter)")),
])  # fmt: skip
def test_each_part_stands_with_its_own(name: str, pair: tuple[int, int], told: str) -> None:
    report = mjlog.audit(mjlog.read((SAMPLES / "riichi" / f"{name}.mjl").read_bytes()))
    settlement = report.settlements[0]
    assert settlement is not None
    parts = [each for each in settlement.payments if (each.payer, each.payee) == pair]
    assert str(explained(parts)) == told
