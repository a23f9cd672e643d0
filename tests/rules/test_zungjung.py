"""Zung Jung: the worked hands of the rule facts, immunity in play, a naive scorer, samples."""

import random
from pathlib import Path

import pytest
from kit.records import faults
from kit_hands import as_won, thrown
from zungjung_naive import value

from mjlog.auditor.audit import audit
from mjlog.notation import read
from mjlog.rules import load

BROKEN = Path(__file__).parents[2] / "samples" / "broken" / "zungjung"
HANDS, MANY = 2000, 40_000
ORPHANS = "19m19p19s1234567z1m"

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


def test_a_false_win_costs_what_the_ruling_or_the_table_says():
    lines = "draw void\nrule B false-win\nnet 0 -30 0 0\n"  # 32
    assert found_in(lines, "false_win=minus_30") == set()
    assert found_in(lines.replace("30", "20"), "false_win=minus_30") == {"net.differs"}
    assert found_in(lines.replace("30", "20")) == set()


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


@pytest.mark.parametrize("rules", ["zungjung/1", "hongkong/1 minimum=0", "mcr/1"])
def test_a_win_with_a_set_that_is_none_fails_on_nothing_but_the_set(rules):
    dealt = (
        "deal A 123456m34p88s1z67z\ndeal B 678m77p145678s57z\n"
        "deal C 47m11122p114559s\ndeal D 12346688m59p22s6z\n"
    )
    turns = "1. A:9p. 2z-7z\n2. A:+67z-1z 2s. 1m. 3z-6z\n3. A:5p#\nwin A 5p self\n"
    head = HEAD.replace("zungjung/1 {}", rules)
    assert "internal.error" not in faults(audit(read(head + dealt + turns)))
    assert "claim.held" in faults(audit(read(head + dealt + turns)))


@pytest.mark.parametrize("meld", ["+1f1f1f", "^1111f", "+9'9'9m"])
@pytest.mark.parametrize(
    ("rules", "more"), [("zungjung/1", ""), ("taiyuan/1", ""), ("taiwanese/1", "789s")]
)
def test_a_hand_with_a_set_of_other_tiles_is_read(rules, more, meld):
    head = HEAD.replace("zungjung/1 {}", rules).replace("@ E1", "@ 1")
    shown = f"win A 5p self\nshow A {meld} 123m456m345p88s{more}\nnet 3 -1 -1 -1\n"
    assert "internal.error" not in faults(audit(read(head + shown)))
