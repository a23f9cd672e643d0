"""Each option of American Modern changes a verdict or a count of some record."""

from pathlib import Path

import pytest
from kit.records import kinds_of_faults, sample_or, under

from mjlog import rules
from mjlog.auditor.audit import audit
from mjlog.auditor.deal_check import claim_name
from mjlog.notation import read

SAMPLES = Path(__file__).parents[2] / "samples"
ONE_VALUE = {"discarded_joker", "point_table", "double_table", "loser_special", "goulash"}
HEAD = "%mjlog 1.0\nRules: american/1\nA: Ruth\nB: May\nC: Ida\nD: Jo\n\n"

JOKER_IN_CHOW = "@ E1 dealer=A\nwin B 1p from C\nshow B +555p 13999p22777zJ\n"
JOKER_IN_PAIR = "@ E1 dealer=A\nwin B 1p from C\nshow B +555p 123999p2777zJ\n"
FIVE_ALIKE = "@ E1 dealer=A\nwin B 4p from C\nshow B *5555p 46999p22277zJ\n"
OUT_ON_PAIR = "@ E1 dealer=A\nwin B 2z from C\nshow B +555p 123999p22777z\n"
WINDS_PAIR = "@ E1 dealer=A\nwin B 1p from C\nshow B +555p 123999p22777z\n"
PLAIN_WIN = (
    "@ E1 dealer=A\nwin C 1p from B\nshow A {A}\nshow B {B}\nshow C +555p 123999p22777z\nshow "
    "D {D}\n"
)
EAST_WITH_FOUR_SEASONS = "@ E1 dealer=A\nbonus A 5678f\n" + PLAIN_WIN.partition("\n")[2].format(
    A="111258m4449s134z", B="28m147p6669s3456z", D="369m258p147s1356z"
)
DRAGONS_OF_A_LOSER = PLAIN_WIN.format(
    A="666z258m4449s134z", B="28m147p6669s3456z", D="369m258p147s1356z"
)
PAIRS_OF_A_LOSER = PLAIN_WIN.format(
    A="1199m258s33z44z159p", B="28m147p6669s3456z", D="369m258p147s1356z"
)
HIGH_AND_LOW = PLAIN_WIN.format(
    A="*5555z *6666z 111m149s2z", B="28m147p6669s3456z", D="*7777s 369m258p147s3z"
)
FLOWERS = """@ E1 dealer=A
deal A 147m258p369s12345z
deal B 147m258p369s123z2f
deal C 258m147p258s123z3f
deal D 369m369p147s124z4f
0. B:&2f/6f C:&3f/7z D:&4f/7z B:&6f/7z
1. A:5z 9s.
draw void
rule table stopped
"""
SNAKE = "american/examples/06-great-snake-without-a-value"
SEVEN_PAIRS = "@ E1 dealer=A\nwin B 1p from C\nshow B 11p3355m2277s1166z\n"
LAST_TILES = "broken/american/wall.exhausted"

VERDICTS = [
    ("jokers=8", "broken/american/deal.copies", "deal.copies", ""),
    ("jokers=0", "american/jokers", "", "deal.copies"),
    ("jokers_in_chows=false", "american/jokers", "", "claim.chow"),
    ("jokers_in_chows=false", JOKER_IN_CHOW, "", "win.shape"),
    ("jokers_in_pairs=false", JOKER_IN_PAIR, "", "win.shape"),
    ("four_identical=false", FIVE_ALIKE, "win.shape", ""),
    ("charleston=off", "american/charleston", "", "deal.exchange"),
    ("charleston=north", "american/charleston", "", "deal.exchange"),
    ("ding_dong_max=0", "american/ding-dong", "", "deal.exchange"),
    ("ding_dong_max=2", "broken/american/deal.exchange-ding-dong-twice", "", ""),
    ("dead_wall=14", "american/recorded-wall", "", "kong.limit wall.exhausted"),
    ("flower_from=tail", "american/recorded-wall", "", "wall.front wall.replacement"),
    ("first_replacement_order=rounds", FLOWERS, "deal.bonus_order", ""),
    ("robbing_kong=added", "broken/american/win.rob", "win.rob", ""),
    ("false_win=pay_each:50", "broken/american/pay.penalty", "", "pay.penalty"),
    ("kitty=on", "american/examples/01-west-on-a-discard", "", "pay.pool"),
    ("special_hands=seven-pairs:800", SEVEN_PAIRS, "win.shape", ""),
    ("special_hands=other:800", "broken/american/win.limits", "win.limits", "result.void"),
]

CHANGES = [
    ("no_joker_points=10", WINDS_PAIR, "B", (160, 200), "no-joker"),
    ("pair_points=added", WINDS_PAIR, "B", (160, 168), ""),
    ("winning_extras=pair:10", OUT_ON_PAIR, "B", (160, 200), "out-on-pair"),
    (
        "winning_extras=supplement:4,last-tile:2 limit=0",
        "american/kongs",
        "C",
        (500, 1024),
        "out-on-supplement",
    ),
    ("bouquet=doubles", "american/examples/07-all-four-seasons", "B", (1000, 500), "bouquet"),
    ("bouquet=all", EAST_WITH_FOUR_SEASONS, "A", (112, 1000), "bouquet"),
    ("limit=0", "american/examples/03-the-limit", "D", (500, 4736), ""),
    ("limit=1000", "american/examples/03-the-limit", "D", (500, 1000), ""),
    ("limit_losers=each", HIGH_AND_LOW, "A", (576, 500), ""),
    ("special_hands=great-snake:400", SNAKE, "B", (None, 800), "great-snake"),
    ("special_hands=seven-pairs:800", SEVEN_PAIRS, "B", (None, 800), "seven-pairs"),
    ("loser_doubles=none", DRAGONS_OF_A_LOSER, "A", (24, 12), ""),
    ("loser_pairs=one", PAIRS_OF_A_LOSER, "A", (8, 2), ""),
]


def report(record, options):
    return under(sample_or(HEAD, record), f"american/1 {options}")


def count(record, options, seat):
    """What that seat's hand counts, and the items of it; None where it is not settled."""
    settlement = report(record, options).settlements[0]
    scores = (
        [score for score in settlement.scores if "ABCD"[score.seat] == seat] if settlement else []
    )
    return (scores[0].value, {item.name for item in scores[0].items}) if scores else (None, set())


@pytest.mark.parametrize(("options", "record", "by_default", "then"), VERDICTS)
def test_an_option_changes_what_is_found(options, record, by_default, then):
    assert kinds_of_faults(report(record, "")) == by_default
    assert kinds_of_faults(report(record, options)) == then


@pytest.mark.parametrize(("options", "record", "seat", "values", "item"), CHANGES)
def test_an_option_changes_what_a_hand_counts(options, record, seat, values, item):
    before, then = count(record, "", seat), count(record, options, seat)
    assert (before[0], then[0]) == values
    assert not item or item in then[1]


@pytest.mark.parametrize("name", sorted(ONE_VALUE))
def test_an_option_with_one_value_takes_no_other(name):
    option = next(option for option in rules.load("american/1").options if option.name == name)
    assert len(option.values) == 1
    with pytest.raises(rules.RulesError, match=name):
        rules.load(f"american/1 {name}=other")


@pytest.mark.parametrize(
    "value", ["jade", "jade:", "jade:x", "jade:1,jade:2", "unknown:5", "jade:5,", "jade:-5"]
)
def test_special_hands_are_named_with_their_values(value):
    with pytest.raises(rules.RulesError, match="special_hands takes none, jade:…"):
        rules.load(f"american/1 special_hands={value}")


def test_every_option_is_shown_here():
    shown = {
        word.partition("=")[0] for options, *_ in [*VERDICTS, *CHANGES] for word in options.split()
    }
    assert {option.name for option in rules.load("american/1").options} == shown | ONE_VALUE


@pytest.mark.parametrize("record", ["other-special-hand", "examples/01-west-on-a-discard", "jade"])
def test_nobody_knows_which_hands_a_table_calls_other(record):
    text = (SAMPLES / "american" / f"{record}.mjl").read_text(encoding="utf-8")
    winner = text.partition("\nwin ")[2][0]
    kept = [line for line in text.splitlines() if not line.startswith(("fan", "net", "pay", "sco"))]
    named = next(place for place, line in enumerate(kept) if line.startswith("next"))
    kept.insert(named, f"fan {winner} other 800, total 800")
    kept = [
        "Rules: american/1 special_hands=jade:600,other:800" if line.startswith("Rules") else line
        for line in kept
    ]
    found = audit(read("\n".join(kept) + "\n"))
    assert not found.findings
    told = {
        claim_name(v.claim): v.answer
        for v in found.verdicts
        if claim_name(v.claim).startswith("fan")
    }
    assert told["fan other"] == "unverified"


def test_a_special_hand_of_the_table_is_paid_what_the_rules_line_says():
    assert count("american/other-special-hand", "special_hands=other:300", "B") == (300, {"other"})


def test_nobody_surely_fails_to_wait_where_the_table_has_hands_of_its_own():
    text = (SAMPLES / "american/other-special-hand.mjl").read_text(encoding="utf-8")
    ended = text.partition("1. A:8s")[0] + "1. A:8s\ndraw wall\ntenpai B\n"
    told = audit(read(ended)).verdicts
    assert {v.answer for v in told if claim_name(v.claim) == "tenpai B"} == {"unverified"}
    plain = audit(read(ended.replace(" special_hands=other:800", ""))).verdicts
    assert {v.answer for v in plain if claim_name(v.claim) == "tenpai B"} == {"differs"}


@pytest.mark.parametrize(
    ("words", "due"),
    [
        ("riichi/1 uma=7", "floating, unknown, places:…; not '7'"),
        ("american/1 false_win=x", "takes none, pay_each:…; not 'x'"),
        ("american/1 special_hands=jade", "other:…, several joined by commas; not 'jade'"),
        ("taiwanese/1 dealer_bonus=--1", "a whole number from 0 on; not '--1'"),
        (f"taiwanese/1 dealer_bonus={'9' * 500}", f"not '{'9' * 40}…'"),
    ],
)
def test_what_an_option_takes_is_told(words, due):
    with pytest.raises(rules.RulesError) as raised:
        rules.load(words)
    assert due in str(raised.value)


@pytest.mark.parametrize(("options", "words"), [("", ""), (" dead_wall=14", "dead wall")])
def test_a_wall_has_a_dead_part_where_the_table_keeps_one(options, words):
    assert rules.load(f"american/1{options}").names.presentation.dead_wall == words
