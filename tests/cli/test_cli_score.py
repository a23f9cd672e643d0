"""``mjlog score`` as a lesson.

How a hand is read, every pattern, every fu, the base, each payer.
"""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from kit.records import report_on
from kit.sizes import each

from mjlog.cli.main import main
from mjlog.model.settlement import Settlement
from mjlog.results import score_hand

ROOT = Path(__file__).parents[2]
SAMPLES = sorted((ROOT / "samples" / "riichi").rglob("*.mjl")) + sorted(
    (ROOT / "samples" / "tibet").glob("*.mjl")
)
TENHOU = "riichi/1 preset=tenhou"
RENHOU = "--winner B --from D --happened renhou"
OPEN_HAND = ("--meld", "+555z", "--meld", "+999p", "--tile", "7s", "--from", "B")
MELDS = "--meld +555z --meld *9999p --tile 7s --from B"


def lines(header, hand, *more):
    result = CliRunner().invoke(
        main, ["score", "--rules", header, "--round", "E", "--hand", hand, *more]
    )
    assert result.exit_code == 0, result.stderr
    return result.stdout.splitlines()


def test_the_example_of_the_documentation():
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    (told,) = re.findall(r"\$ mjlog score .*--counters 1\n(.*?)\n```", page, re.DOTALL)
    assert (
        lines(TENHOU, "222333444m99m789p", "--winner", "B", "--counters", "1") == told.splitlines()
    )


def test_everything_that_lies_on_the_table():
    more = (
        "--winner B --ready B --tile 5s --from D --dora 4m --ura 7s --counters 2 --sticks 1 "
        "--happened ippatsu"
    )
    assert lines(TENHOU, "234567m345p34588s", *more.split()) == [
        "B: hand value 7 han, 30 fu",
        "  read as 234m 567m 345p 345s 88s, 5s from a two-sided wait",
        "     1  riichi  (5.1)",
        "     1  ippatsu  (5.1)",
        "     1  tanyao  (5.4)",
        "     1  pinfu  (5.3)",
        "     1  dora  (5.21)",
        "     2  ura  (5.21)",
        "     7  han",
        "    20  base  (5.24)",
        "    10  closed hand, won on a discard  (5.24)",
        "    30  fu",
        "  base 3000: 7 han are a haneman  (5.27)",
        "  D pays B 12000 = 3000 (haneman: 7 han) × 4",
        "  D pays B 600 = 300 (for a counter) × 2",
        "  table pays B 2000 = 1000 (on the table before the deal) + 1000 (riichi stick)",
        "  net A +0, B +14600, C +0, D -12600",
    ]


BASES = [
    ("1122m5566p3399s77z", "--from B", "base 25 × 2^(2 + 2) = 400  (5.26)"),
    ("11123455678999m", "--from B --tile 5m", "base 8000: a yakuman"),
    ("111222333z44777z", "--from B", "base 2 × 8000 = 16000: 2 yakuman"),
    (
        "444999m66p888s555p",
        "--from B",
        "base 50 × 2^(2 + 4) = 3200, cut off at a mangan of 2000  (5.26)",
    ),
    (
        "234567m345p34588s",
        "--tile 5s --ready A --happened ippatsu",
        "base 2000: 5 han are a mangan  (5.26)",
    ),
]


@pytest.mark.parametrize(("hand", "more", "base"), BASES)
def test_what_the_payments_are_multiples_of(hand, more, base):
    assert f"  {base}" in lines(TENHOU, hand, *more.split())


def test_a_limit_rounded_up():
    more = "--winner B --ready B --tile 5s --from D --happened ippatsu"
    told = lines("riichi/1 preset=m-league", "234567m345p34588s", *more.split())
    assert "  base 30 × 2^(2 + 4) = 1920, brought up to a mangan of 2000  (5.26)" in told


def test_renhou_alone():
    told = lines(
        "riichi/1 preset=ema-2025",
        "123m456p789s22z345s",
        *["--winner", "B", "--from", "D", "--happened", "renhou"],
    )
    assert "  base 2000: 5 han are a mangan  (5.26)" in told


def test_declared_sets_stand_behind_the_others():
    told = lines(
        TENHOU,
        "234s567s11z",
        *["--meld", "+555z", "--meld", "*9999p", "--meld"][:4],
        "--tile",
        "7s",
        "--from",
        "B",
    )
    assert told[1] == "  read as 234s 567s 11z +555z *9999p, 7s from a two-sided wait"


def test_other_readings_and_their_worth():
    told = "\n".join(lines(TENHOU, "22334455667788s", "--from", "B"))
    assert "read as 345s 345s 678s 678s 22s" in told
    assert "or as 234s 234s 678s 678s 55s, 8s from a two-sided wait: 11 han 30 fu" in told
    assert "not as 22s 33s 44s 55s 66s 77s 88s: 9 han 25 fu" in told


def test_the_orphans_have_no_groups():
    assert (
        "read as 19m19p19s1234567z and one of them twice"
        in lines(TENHOU, "19m19p19s12345677z", "--from", "B")[1]
    )


def test_the_lesson_of_a_tibet_hand():
    assert lines("tibet/1 preset=tibet-10-scored", "222333444p88s", "--winner", "B") == [
        "B: hand value 4 han",
        "  read as 222p 333p 444p 88s",
        "     1  menzen  (10.2)",
        "     1  tanyao  (10.3)",
        "     2  toitoi  (10.5)",
        "     4  han, column 4-5 of the table  (11.1)",
        "  not as 234p 234p 234p 88s: 2 han",
        "  A pays B 40 (4 han, column 4-5: self-drawn, the dealer's share)",
        "  C pays B 20 (4 han, column 4-5: self-drawn, the share of one who is not the dealer)",
        "  D pays B 20 (4 han, column 4-5: self-drawn, the share of one who is not the dealer)",
        "  net A -40, B +80, C -20, D -20",
    ]


def test_a_step_without_points():
    assert "  no points are counted at this step" in lines("tibet/1 preset=tibet-4", "12333p")
    assert "  read as 123p 33p" in lines("tibet/1 preset=tibet-4", "12333p")


@each(SAMPLES, lambda path: path.stem)
def test_the_lesson_on_a_sample_comes_to_its_value(path):
    found = report_on(path)
    told = score_hand.lessons(found)
    settled = found.settlements[0]
    scores = settled.scores if isinstance(settled, Settlement) else ()
    for score in (score for score in scores if not score.claimed):
        lesson = told[score.seat]
        named = [line.split()[1] for line in lesson if re.match(r" *\d+  ", line)]
        assert set(named) >= {item.name for item in score.items}
        if score.unit == "han" and found.rules.name == "riichi":
            assert ("han" in named) == (len(score.items) > 1), "a sum of one item says nothing"
        told_base = re.findall(r"base (?:.* = )?(\d+)", "\n".join(lesson))
        if score.unit == "yakuman":
            assert told_base == [str(8000 * score.value)]


def test_what_hangs_on_the_reading_of_a_preset_is_told():
    hand = ("234s567s11z", *OPEN_HAND)
    *_, net, told = lines("riichi/1 preset=ema-2025", *hand)
    assert net == "  net A +2000, B -2000, C +0, D +0"
    assert told.startswith(
        "  this preset is read as double_wind_fu=4, not 2 (no source of that year says it"
    )
    assert told.endswith("else net A +1500, B -1500, C +0, D +0")
    assert lines("riichi/1 preset=ema-2016", *hand)[-1] == net
    assert lines("riichi/1 preset=ema-2025 double_wind_fu=4", *hand)[-1] == net


def test_who_leaves_out_the_wind_of_the_round_is_told_how_to_say_it():
    result = CliRunner().invoke(main, ["score", "--rules", TENHOU, "--hand", "19m19p19s12345677z"])
    assert (result.exit_code, "; --round tells it." in result.stderr) == (2, True)
