"""Hong Kong Old Style: hands with the faan and the payments that the rule facts work out.

Each is a row: who wins, the hand, its bonus tiles, how the tile came, options, the items, and what
the deal changes for A, B, C and D.
"""

import pytest
from kit.records import faults

from mjlog.auditor.audit import audit
from mjlog.notation import read
from mjlog.results import score_hand
from mjlog.rules import load
from mjlog.rules.hongkong.payment import Prices

ONE = "123m456p234s99m78s9s"
FIVE = "+234s 345s678s55s67s8s"
SIX = "+555z +666z 77z123m45p6p"
NINE = "+123s +456s +999s 78s22s9s"
ORPHANS = "19m19p19s1234567z1m"
HONOURS = "+111z +555z 222z33z66z6z"

EXAMPLES = [
    (1, "B", ONE, "", "C", "", 3, "0 32 -32 0"),
    (1, "B", ONE, "", "C", "responsibility=half", 3, "-8 32 -16 -8"),
    (2, "B", ONE, "", "", "", 4, "-32 96 -32 -32"),
    (3, "A", "+111m +555p +777z 99s33p3p", "1f", "D", "", 5, "96 0 0 -96"),
    (3, "A", "+111m +555p +777z 99s33p3p", "1f", "D", "responsibility=half", 5, "96 -24 -24 -48"),
    (4, "A", "+111z 123p456p99p78p9p", "2f", "", "", 6, "192 -64 -64 -64"),
    (5, "C", FIVE, "", "B", "", 9, "0 -384 384 0"),
    (5, "C", FIVE, "", "B", "responsibility=half", 9, "-96 -192 384 -96"),
    (5, "C", FIVE, "", "B", "rise=spicy", 9, "0 -2048 2048 0"),
    (5, "C", FIVE, "", "B", "rise=spicy responsibility=half", 9, "-512 -1024 2048 -512"),
    (5, "C", FIVE, "", "B", "rise=simplified responsibility=half", 9, "-4 -8 16 -4"),
    (6, "D", SIX, "", "A", "", 6, "-128 0 0 128"),
    (6, "D", SIX, "", "A", "responsibility=half", 6, "-64 -32 -32 128"),
    (6, "D", SIX, "", "A", "small_dragons=plus_sets", 8, "-256 0 0 256"),
    (7, "B", "+555z +666z +777z 23m88p4m", "", "", "", 10, "-256 768 -256 -256"),
    (8, "C", "+222m +444p +888s +333z 9m9m", "4f", "", "", 5, "-48 -48 144 -48"),
    (9, "D", NINE, "", "B", "", 8, "0 -256 0 256"),
    (9, "D", NINE, "", "B", "responsibility=half", 8, "-64 -128 -64 256"),
    (9, "D", NINE, "", "B", "responsibility=half nine_tile=discard_pays_all", 8, "0 -256 0 256"),
    (10, "B", ORPHANS, "", "A", "", 13, "-1536 1536 0 0"),
    (10, "B", ORPHANS, "", "A", "responsibility=half", 13, "-768 1536 -384 -384"),
    (10, "B", ORPHANS, "", "A", "max_faan=10", 10, "-512 512 0 0"),
    (10, "B", ORPHANS, "", "A", "max_faan=8", 8, "-256 256 0 0"),
    (11, "B", "+222z 345m888p33p57s6s", "2f", "rob A", "", 3, "-32 32 0 0"),
    (11, "B", "+222z 345m888p33p57s6s", "2f", "rob A", "responsibility=half", 3, "-16 32 -8 -8"),
    (11, "B", "+222z 345m888p33p57s6s", "2f", "rob A", "robbing_pays=as_self_draw", 3,
     "-48 48 0 0"),
    (12, "B", "*8888p 234m567m11s45s6s", "", "after-kong", "", 3, "-16 48 -16 -16"),
    (12, "B", "*8888p 234m567m11s45s6s", "", "after-kong", "concealed_kong_keeps_concealed=yes", 4,
     "-32 96 -32 -32"),
    (13, "D", "*1111m *9999m 234p55s67s8s", "", "kong-on-kong", "", 10, "-256 -256 -256 768"),
    (13, "D", "*1111m *9999m 234p55s67s8s", "", "after-kong", "kong_on_kong=sum", 4,
     "-32 -32 -32 96"),
    (18, "A", "+111z +222z +333z 44z56m7m", "2f", "C", "", 9, "384 0 -384 0"),
    (18, "A", "+111z +222z +333z 44z56m7m", "2f", "C", "responsibility=half", 9,
     "384 -96 -192 -96"),
    (18, "A", "+111z +222z +333z 44z56m7m", "2f", "C", "small_winds=6_plus_winds", 11,
     "768 0 -768 0"),
    (19, "C", "+111m +999p 111s44z99s9s", "1f", "D", "", 4, "0 0 64 -64"),
    (19, "C", "+111m +999p 111s44z99s9s", "1f", "D", "responsibility=half", 4, "-16 -16 64 -32"),
    (19, "C", "+111m +999p 111s44z99s9s", "1f", "D", "mixed_terminals=4_plus_triplets", 7,
     "0 0 192 -192"),
    (20, "A", "222m555p888s444p6m6m", "2f", "", "", 10, "768 -256 -256 -256"),
    (21, "A", "+999p 123m456m11p78s9s", "2f", "B", "minimum=0", 0, "4 -4 0 0"),
    (21, "A", "+999p 123m456m11p78s9s", "2f", "B", "minimum=0 responsibility=half", 0,
     "4 -2 -1 -1"),
    (21, "A", "+999p 123m456m11p78s9s", "2f", "B", "minimum=0 table_means=share", 0, "2 -2 0 0"),
    (22, "A", HONOURS, "2f", "B", "", 10, "512 -512 0 0"),
    (22, "A", HONOURS, "2f", "B", "responsibility=half", 10, "512 -256 -128 -128"),
    (22, "A", HONOURS, "2f", "B", "limits_stack=yes", 13, "1536 -1536 0 0"),
    (22, "A", HONOURS, "2f", "B", "limits_stack=yes responsibility=half", 13,
     "1536 -768 -384 -384"),
    (23, "A", HONOURS, "2f", "C", "preset=hongkong-simplified", 10, "64 -16 -32 -16"),
]  # fmt: skip


def settled(winner, hand, bonus, how, options):
    """The settlement of one hand, as `mjlog score` makes it."""
    *melds, tiles = hand.split()
    robbed, source = how.startswith("rob"), how[-1:] if how[-1:] in "ABCD" else ""
    happened = [how] if how and not source else []
    one = score_hand.WinningHand(
        f"hongkong/1 {options}",
        tiles,
        winner=winner,
        source=source or None,
        melds=melds,
        bonus=bonus,
        robbed=robbed,
        round="E",
        happened=happened,
    )
    found = score_hand.report(one)
    return found, score_hand.settlement(found)


@pytest.mark.parametrize(
    ("number", "winner", "hand", "bonus", "how", "options", "faan", "net"),
    EXAMPLES,
    ids=lambda value: str(value).replace(" ", "_"),
)
def test_a_worked_hand(number, winner, hand, bonus, how, options, faan, net):
    found, settlement = settled(winner, hand, bonus, how, options)
    assert not [each for each in found.findings if each.severity == "error"], number
    (score,) = settlement.scores
    assert (score.value, settlement.net(4)) == (faan, tuple(int(each) for each in net.split()))


def test_items_of_a_worked_hand():
    _, settlement = settled("A", "+111z 123p456p99p78p9p", "2f", "", "")
    assert {item.name: item.points for item in settlement.scores[0].items} == {
        "half-flush": 3, "seat-wind": 1, "round-wind": 1, "self-draw": 1
    }  # fmt: skip


def test_patterns_beside_a_limit_hand_are_named_with_it():
    _, settlement = settled("A", HONOURS, "2f", "B", "")
    left_out = [(out.item, out.beside) for out in settlement.scores[0].contained]
    assert ("dragon", "all-honours") in left_out


HEAD = "%mjlog 1.0\nRules: hongkong/1 {}\nA: Ann\nB: Bo\nC: Cy\nD: Di\n\n@ E1 dealer=A\n"


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
    ("hand", "payer", "pay"),
    [
        ("+555z +666z +777z 23m88p4m", "D", "0 768 0 -768"),
        ("+222m +444p +888s +222z 9m9m", "A", "-144 144 0 0"),
    ],
)
def test_who_is_ruled_liable_pays_for_all(hand, payer, pay):
    bonus = "bonus B 4f\n" if "222z" in hand else ""
    tile = hand[-2:]
    lines = f"{bonus}win B {tile} self\nshow B {hand}\nrule {payer} guarantee\nnet {pay}\n"
    assert found_in(lines) == set()


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
