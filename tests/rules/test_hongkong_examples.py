"""Hong Kong Old Style: what the rule facts work out besides single hands, limits, false wins."""

from itertools import islice

import pytest
from kit.records import faults

from mjlog.auditor.audit import audit
from mjlog.model.record import Ruling
from mjlog.notation import read
from mjlog.referee.rulebook import HandClaim, Outcome, Winner
from mjlog.results import score_hand
from mjlog.rules import load
from mjlog.rules.hongkong.payment import Prices
from mjlog.rules.kit import Feeding

ONE = "123m456p234s99m78s9s"


def test_patterns_beside_a_limit_hand_are_named_with_it():
    hand = score_hand.WinningHand(
        "hongkong/1", "222z33z66z6z", melds=["+111z", "+555z"], bonus="2f", source="B", round="E"
    )
    (score,) = score_hand.score(hand).scores
    left_out = [(out.item, out.beside) for out in score.contained]
    assert ("dragon", "all-honours") in left_out


HEAD = "%mjlog 1.0\nRules: hongkong/1 {}\nA: Ann\nB: Bo\nC: Cy\nD: Di\n\n@ E1 dealer=A\n"


def test_a_dealer_may_stop_after_three_repeats():
    def found(name, coming, options=""):
        head = HEAD.format(options).replace("E1", name)
        return set(faults(audit(read(f"{head}draw wall\nnext {coming}\n"))))

    assert found("E1.3", "E2 dealer=B", "dealer_repeats=three") == set()
    assert found("E1.3", "E2 dealer=B") == {"next.dealer"}
    assert found("E1.2", "E2 dealer=B", "dealer_repeats=three") == {"next.dealer"}
    assert found("E1", "E2 dealer=B", "dealer_repeats=three") == set()


def found_in(lines, options=""):
    return set(faults(audit(read(HEAD.format(options) + lines))))


@pytest.mark.parametrize(
    ("options", "hand", "bonus", "how", "items"),
    [
        ("bonus_in_minimum=no", ONE, "", "from C", "common-hand 1, concealed-hand 1, no-flowers 1"),
        (
            "bonus_in_minimum=no",
            "+222z 345m888p33p57s 6s",
            "bonus B 2f\n",
            "rob A",
            "seat-wind 1, own-flower 1, robbing 1",
        ),
    ],
)
def test_bonus_faan_do_not_count_for_the_minimum_at_some_tables(options, hand, bonus, how, items):
    tile = "6s" if "6s" in hand else "9s"
    text = f"{bonus}win B {tile} {how}\nshow B {hand.replace(' 6s', '6s')}\nfan B {items}\n"
    assert "win.least" in found_in(text, options)
    assert "win.least" not in found_in(text)


@pytest.mark.parametrize(
    ("options", "pay"),
    [("several_winners=all", "0 32 -128 96"), ("several_winners=nearest", "0 0 -96 96")],
)
def test_two_win_on_one_discard(options, pay):
    win_b = f"win B 9s from C\nshow B {ONE}\n"
    win_d = "bonus D 4f\nwin D 9s from C\nshow D +999p +777z 444m55p99s9s\n"
    lines = (win_d if "nearest" in options else win_b + win_d) + f"net {pay}\n"
    assert found_in(lines, options) == set()


@pytest.mark.parametrize(
    ("bonus", "tile", "options", "pay"),
    [
        ("1234567f", "7f", "", "48 -16 -16 -16"),
        ("12345678f", "8f", "", "384 -128 -128 -128"),
        ("1234567f", "7f", "seven_bonus=5", "144 -48 -48 -48"),
    ],
)
def test_bonus_tiles_win_by_themselves(bonus, tile, options, pay):
    assert found_in(f"bonus A {bonus}\nwin A {tile} self\nnet {pay}\n", options) == set()


@pytest.mark.parametrize("option", ["stay", "pass"])
def test_nobody_pays_for_a_draw(option):
    next_dealer = "A" if option == "stay" else "B"
    lines = f"draw wall\nnet 0 0 0 0\nnext dealer={next_dealer}\n"
    assert found_in(lines, f"draw_dealer={option}") == set()
    assert found_in("draw wall\nnext dealer=C\n", f"draw_dealer={option}") == {"next.dealer"}


@pytest.mark.parametrize(
    ("option", "each"), [("self_draw_limit", 768), ("three_each", 2304), ("table_each", 384)]
)
def test_a_false_win_costs_what_the_table_says(option, each):
    lines = (
        f"draw void\nrule A false-win\nnet {-3 * each} {each} {each} {each}\n"
        f"pay A>B {each}, A>C {each}, A>D {each} for=false-win\nnext dealer=B\n"
    )
    assert found_in(lines, f"false_win={option}") == set()
    wrong = lines.replace(f"A>B {each}", f"A>B {each + 1}")
    assert "pay.penalty" in found_in(wrong, f"false_win={option}")


@pytest.mark.parametrize(
    ("winner", "how", "hand", "ruled", "options", "pay"),
    [
        ("B", "self", "+555z +666z +777z 23m88p4m", "D", "", "0 768 0 -768"),  # 7
        ("C", "self", "+222m +444p +888s +333z 9m9m", "A", "", "-144 0 144 0"),  # 8
        # The hand of 18 is worth 192 by the table of its source, and two shares are due.
        (
            "A",
            "from C",
            "+111z +222z +333z 44z56m7m",
            "B",
            "small_winds=6_plus_winds table_means=share liable_on=any_win",
            "384 -384 0 0",
        ),
    ],
)
def test_who_is_ruled_liable_pays_for_all(winner, how, hand, ruled, options, pay):
    bonus = {"A": "bonus A 2f\n", "C": "bonus C 4f\n"}.get(winner, "")
    lines = (
        f"{bonus}win {winner} {hand[-2:]} {how}\nshow {winner} {hand}\n"
        f"rule {ruled} guarantee\nnet {pay}\n"
    )
    assert found_in(lines, options) == set()


def test_half_stakes_are_rounded_up_for_who_pays():
    report = audit(read(HEAD.format("minimum=0 table_means=share responsibility=half") + (
        "bonus A 2f\nwin A 9s from B\nshow A +999p 123m456m11p78s9s\nnet ? ? ? ?\n"
    )))  # fmt: skip
    assert report.settlements[0].net(4) == (3, -1, -1, -1)


def test_prices_go_on_beyond_thirteen_faan_as_they_rose():
    chosen = load("hongkong/1 max_faan=99").settings
    assert [Prices(chosen).price(faan) for faan in (14, 15, 16)] == [512, 768, 1024]
    steps = load("hongkong/1 max_faan=99 rise=steps").settings
    assert Prices(steps).price(20) == 64
    table = load("hongkong/1 table=faan:1,2,5 max_faan=99").settings
    assert [Prices(table).price(faan) for faan in (1, 2, 9)] == [2, 5, 5]


@pytest.mark.parametrize("header", ["hongkong/1", "hongkong-faan/1"])
def test_a_limit_beyond_all_hands_costs_no_more_than_99_faan(header):
    item = "total" if header == "hongkong/1" else "faan"
    lines = f"win A 5p from C\nfan A {item} 99999999\nnet 10 0 -10 0\n"
    record = f"%mjlog 1.0\nRules: {header} max_faan=99999999\n\n@ E1 dealer=A\n{lines}"
    codes = {finding.code for finding in audit(read(record.encode())).findings}
    assert "internal.error" not in codes
    assert "net.differs" in codes


@pytest.mark.parametrize("header", ["hongkong/1", "hongkong-faan/1"])
def test_not_every_total_up_to_such_a_limit_is_tried(header):
    rules = load(f"{header} max_faan=99999999")
    claims = rules.scoring.possible_claims(1, Outcome(4, 0, (Winner(1, -1, 2, False),)))
    assert len([*islice(claims, 1000)]) < 1000


def paid_on_a_sheet(header, item, faan, source, feeder):
    """What B gets for so many faan; `feeder` answers for the hand, if it is a seat."""
    rules = load(header)
    ruled = [] if feeder is None else [Ruling(feeder, "guarantee")]
    seen = frozenset(ruling.seat for ruling in ruled)
    outcome = Outcome(
        4,
        0,
        (Winner(1, -1, source, source == 1),),
        claimed={1: HandClaim(((item, faan),))},
        seen=seen if item == "faan" else Feeding({}, {}, tuple(ruled)),
    )
    return rules.scoring.settle(outcome, [rules.scoring.claimed(1, outcome)]).net(4)


@pytest.mark.parametrize("feeder", [None, 3])
@pytest.mark.parametrize("source", [1, 2], ids=["self", "discard"])
@pytest.mark.parametrize("options", ["", "base_faan=3 stake=5", "responsibility=half max_faan=10"])
def test_sheets_without_hands_are_paid_alike_by_the_preset(options, source, feeder):
    for short, rise in (("half", "half_spicy"), ("spicy", "spicy")):
        alone = f"hongkong-faan/1 rise={short} {options}"
        preset = f"hongkong/1 preset=hongkong-faan rise={rise} {options}"
        for faan in range(16):
            paid = paid_on_a_sheet(alone, "faan", faan, source, feeder)
            assert paid == paid_on_a_sheet(preset, "total", faan, source, feeder), faan


@pytest.mark.parametrize("rise", ["half", "spicy"])
def test_false_wins_on_sheets_without_hands_cost_alike_by_the_preset(rise):
    options = "max_faan=10 stake=2"
    long = "half_spicy" if rise == "half" else rise
    alone = load(f"hongkong-faan/1 rise={rise} {options}")
    preset = load(f"hongkong/1 preset=hongkong-faan rise={long} {options}")
    assert alone.penalties.to_each == preset.penalties.to_each
