"""Zung Jung: the worked hands of the rule facts, immunity in play, a naive scorer, samples."""

import random
from pathlib import Path

import pytest
from kit.records import faults
from kit_hands import as_won, thrown
from zungjung_naive import value

from mjlog.auditor.audit import audit
from mjlog.notation import read
from mjlog.results import score_hand
from mjlog.rules import load

BROKEN = Path(__file__).parents[2] / "samples" / "broken" / "zungjung"
HANDS, MANY = 2000, 40_000
FOUR = "+222m +555p +888s 44m33s3s"
SIX = "+111p +333p +222z 44p66p6p"
ORPHANS = "19m19p19s1234567z1m"
THIRTY = "+444m +444p 44s678s23p1p"

EXAMPLES = [
    (1, "B", "+111m +789s 456p34s99p5s", "C", "", 1, "-1 3 -1 -1"),
    (2, "B", "234m456p345s55s67p8p", "C", "", 15, "-15 45 -15 -15"),
    (3, "C", "234m234m567p55s67s8s", "D", "", 25, "-25 -25 75 -25"),
    (4, "A", FOUR, "B", "", 35, "105 -55 -25 -25"),
    (4, "A", FOUR, "B", "par=30", 35, "105 -45 -30 -30"),
    (4, "A", FOUR, "B", "par=30_unless_exact", 35, "105 -45 -30 -30"),
    (5, "A", FOUR, "", "", 35, "105 -35 -35 -35"),
    (6, "D", SIX, "A", "", 70, "-160 -25 -25 210"),
    (6, "D", SIX, "A", "payoff=uniform", 70, "-70 -70 -70 210"),
    (7, "B", "+111z +222z 345m67p99s8p", "A", "", 10, "-10 30 -10 -10"),
    (8, "C", "+555z +666z 77z234m67s8s", "", "", 60, "-60 -60 180 -60"),
    (9, "D", "+555z +666z +777z 45m88p6m", "B", "", 160, "-25 -430 -25 480"),
    (10, "A", "+222z +333z +444z 45p11s6p", "D", "", 120, "360 -25 -25 -310"),
    (11, "A", "+222z +333z 44z123p56s7s", "", "", 30, "90 -30 -30 -30"),
    (12, "B", "+111z +222z +333z 44z56m7m", "C", "", 320, "-25 960 -910 -25"),
    (13, "B", "+111z +222z +333z +444z 5z5z", "A", "", 400, "-1150 1200 -25 -25"),
    (14, "A", "5666777888999p5p", "blessing-of-heaven", "", 320, "960 -320 -320 -320"),
    (15, "C", "1112345678999s5s", "", "", 480, "-480 -480 1440 -480"),
    (16, "C", "1112245678999s3s", "D", "", 90, "-25 -25 270 -220"),
    (17, "B", ORPHANS, "A", "", 160, "-430 480 -25 -25"),
    (19, "B", ORPHANS, "A", "immunity=off", 160, "-430 480 -25 -25"),
    (21, "A", "22m44m66m33p55p77s8s8s", "C", "", 35, "105 -25 -55 -25"),
    (22, "B", "223344m556677p9s9s", "A", "", 70, "-160 210 -25 -25"),
    (23, "C", "+777z 11122233s99p3s", "D", "", 170, "-25 -25 510 -460"),
    (23, "C", "+777z 11122233s99p3s", "", "", 170, "-170 -170 510 -170"),
    (24, "D", "11m99m11p99p11s55z7z7z", "B", "", 130, "-25 -340 -25 390"),
    (25, "A", "+123m +123p 123s99s78s9s", "B", "", 90, "270 -220 -25 -25"),
    (26, "D", "123456789p11z78p9p", "C", "", 100, "-25 -25 -250 300"),
    (27, "B", "*2222m +5555p 345s88m67s8s", "win-on-kong", "", 35, "-35 105 -35 -35"),
    (28, "A", "234m234m567p88p67s5s", "rob D", "", 35, "105 -25 -25 -55"),
    (29, "C", "222m555p888s444p6m6m", "", "", 165, "-165 -165 495 -165"),
    (30, "A", THIRTY, "B", "", 30, "90 -40 -25 -25"),
    (30, "A", THIRTY, "B", "par=30", 30, "90 -30 -30 -30"),
    (30, "A", THIRTY, "B", "par=30_unless_exact", 30, "90 -40 -25 -25"),
    (31, "D", "+111m +999m +111p 999p1s1s", "C", "", 400, "-25 -25 -1150 1200"),
    (33, "B", "234m345p678s66p77m7m", "first A", "", 165, "-445 495 -25 -25"),
    (33, "B", "234m345p678s66p77m7m", "first A", "earth_pays=all", 165, "-165 495 -165 -165"),
]


@pytest.mark.parametrize(
    ("number", "winner", "hand", "how", "options", "points", "net"),
    EXAMPLES,
    ids=lambda value: str(value).replace(" ", "_"),
)
def test_a_worked_hand(number, winner, hand, how, options, points, net):
    *melds, tiles = hand.split()
    source = how[-1:] if how[-1:] in {*"ABCD"} else ""
    happened = ["blessing-of-earth"] if how.startswith("first") else []
    one = score_hand.WinningHand(
        f"zungjung/1 {options}",
        tiles,
        winner=winner,
        source=source or None,
        melds=melds,
        robbed=how.startswith("rob"),
        round="E",
        happened=happened if source else [how] if how else [],
    )
    found = score_hand.report(one)
    assert not [each for each in found.findings if each.severity == "error"], number
    (score,) = found.settlements[0].scores
    assert (score.value, found.settlements[0].net(4)) == (points, tuple(map(int, net.split())))


HEAD = "%mjlog 1.0\nRules: zungjung/1 {}\nA: Ann\nB: Bo\nC: Cy\nD: Di\n\n@ E1 dealer=A\n"
DEAL = (
    "deal A 2334m66778p12345s\ndeal B 19m19p19s1234567z\n"
    "deal C 24m3345p567s7788p\ndeal D 2256m2244p66888s\n"
)


def found_in(lines, options=""):
    return set(faults(audit(read(HEAD.format(options) + lines))))


@pytest.mark.parametrize(
    ("turns", "payments"),
    [
        ("1. A:2m 2s. 1m. 2s-8s\n2. A:1m B:#", "C>B 430, A>B 25, D>B 25"),  # 18
        ("1. A:2m 1m. 2s-2m 2s-8s\n2. A:1m B:#", "A>B 160, C>B 160, D>B 160"),  # 19
        ("1. A:2m 2s. 1m. 1m.\n2. A:1m B:#", "C>B 430, A>B 25, D>B 25"),  # 20
        ("1. A:2m 3s. 3s-2m 1m.\n2. A:1m B:#", "D>B 430, A>B 25, C>B 25"),
    ],
)
def test_who_threw_the_tile_first_in_the_round_is_responsible(turns, payments):
    lines = f"{DEAL}{turns}\nwin B 1m from A\npay {payments}\n"
    assert found_in(lines) == set()
    assert found_in(lines.replace("430", "431").replace("160", "161")) == {"pay.seats"}


def test_a_sheet_without_turns_does_not_say_who_is_responsible():
    win = f"win B 1m from A\nshow B {ORPHANS}\n"
    assert found_in(f"{win}pay A>B 430, C>B 25, D>B 25\n") == set()
    assert found_in(f"{win}pay C>B 430, A>B 25, D>B 25\n") == set()
    assert found_in(f"{win}rule C responsible\npay C>B 430, A>B 25, D>B 25\n") == set()
    ruled = f"{win}rule C responsible\npay A>B 430, C>B 25, D>B 25\n"
    assert found_in(ruled) == {"pay.seats"}


def test_a_chicken_hand_needs_a_table_without_a_minimum():
    win = "win B 5s from C\nshow B +111m +789s 456p34s99p5s\n"
    for worth in ("net -1 3 -1 -1\n", "fan B total 1\n"):
        assert found_in(win + worth) == set()
        assert found_in(win + worth, "minimum=5") == {"win.least"}


def test_a_drawn_deal_passes():
    assert found_in("draw wall\nnet 0 0 0 0\nnext E2 dealer=B\n") == set()


@pytest.mark.slow
def test_both_scorers_agree_on_random_hands(whole):
    rng, rules = random.Random(33), load("zungjung/1")
    chances = (("dealt", True), ("first-discard", False), ("supplement", True),
               ("last-tile", True), ("last-discard", False), ("robbed", False))  # fmt: skip
    for _ in range(MANY if whole else HANDS):
        hand = thrown(rng, pairs=True, chances=chances)
        score = rules.scoring.score(*as_won(hand))
        assert score.value == value(hand), (hand, score.items)


def test_every_code_is_shown_by_a_broken_deal():
    known = load("zungjung/1")
    chosen = [known, *(known.having(o.name, word) for o in known.options for word in o.values)]
    codes = {code for rules in chosen for _, code in rules.bound}
    assert {code for code in codes if not (BROKEN / f"{code}.mjl").exists()} == set()
