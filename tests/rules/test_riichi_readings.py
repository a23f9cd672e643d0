"""Where the sources of a preset are silent or disagree, what hangs on the reading says so."""

import re
from pathlib import Path

import pytest
from kit.records import sheet

from mjlog.auditor.audit import audit
from mjlog.auditor.deal_check import claim_name
from mjlog.notation import read
from mjlog.rules import load
from mjlog.rules.riichi.open_readings import READINGS
from mjlog.rules.riichi.options import OPTIONS, PRESETS

SAMPLES = Path(__file__).parents[2] / "samples" / "riichi"
DOUBLE_WIND = "win A 7s from B\nshow A +555z +999p 234s567s11z"


def report(rules, lines, *, headers="", words=""):
    deal = f"@ E1.0 dealer=A {words}"
    return audit(read(sheet(f"riichi/1 {rules}", lines, headers=headers, deal=deal)))


def notes(found):
    return [finding for finding in found.findings if finding.code == "rules.reading"]


def test_every_reading_is_of_an_option_that_its_preset_knows():
    names = {option.name for option in OPTIONS}
    assert set(READINGS) <= set(PRESETS)
    assert {option for noted in READINGS.values() for option in noted} <= names


def test_a_claim_that_agrees_by_a_reading_is_told_so():
    found = report("preset=ema-2025", f"{DOUBLE_WIND}\npay B>A 2000\nfan A yakuhai-white 1, fu 40")
    assert {
        verdict.answer for verdict in found.verdicts if claim_name(verdict.claim) != "show"
    } == {"agrees"}
    (note,) = notes(found)
    assert (note.severity, note.clause.number) == ("note", "5.24")
    assert note.settings == ("double_wind_fu=4",)
    assert "the sources leave this rule open: no source of that year says it" in note.message
    assert note.message.endswith(": fan fu, pay B>A")


def test_a_claim_that_differs_by_a_reading_is_told_so():
    found = report("preset=ema-2025", f"{DOUBLE_WIND}\npay B>A 1500")
    (wrong,) = [finding for finding in found.findings if finding.code == "pay.seats"]
    assert "it would be right" in wrong.message
    assert "the sources leave this rule open" in wrong.message
    assert wrong.settings == ("double_wind_fu=2", "double_wind_fu=4")
    assert notes(found) == []


@pytest.mark.parametrize(
    "rules", ["preset=ema-2016", "preset=ema-2025 double_wind_fu=4", "double_wind_fu=4"]
)
def test_where_the_sources_or_the_record_tell_nothing_hangs(rules):
    found = report(rules, f"{DOUBLE_WIND}\npay B>A 2000")
    assert notes(found) == []
    assert "double_wind_fu" not in load(f"riichi/1 {rules}").choices.open_options


def test_what_the_reading_does_not_touch_is_not_noted():
    assert (
        notes(report("preset=ema-2025", "win B 7p from D\nshow B 234567m345567p88s\npay D>B 2000"))
        == []
    )


def test_a_clause_that_stands_by_a_reading_says_so():
    lines = "deal B 19m19p199s123456z\ndeal A 7777z123m456m789s5p\n1. A:*7777z B:#"
    (wrong,) = [f for f in report("preset=m-league", lines).findings if f.code == "win.rob"]
    assert wrong.settings == ("orphans_rob_concealed=false",)
    assert not [f for f in report("preset=mahjongsoul", lines).findings if f.code == "win.rob"]


def test_sticks_left_at_the_end():
    lines = "draw wall\ntenpai A\nscore 33000 29000 29000 28000"
    ended = "Final-Score: 33000 29000 29000 28000\nFinal-Points: 18 0 0 -17\n"
    found = report("preset=wrc-2015", lines, headers=ended, words="sticks=1")
    assert any(note.settings == ("last_sticks=lost",) for note in notes(found))
    kept = report("preset=wrc-2022", lines, headers=ended, words="sticks=1")
    (wrong,) = [finding for finding in kept.findings if finding.code == "final.score"]
    assert "last_sticks=first" in wrong.settings


OPEN = {
    "tenhou": "orphans_rob_concealed liable_for",
    "mahjongsoul": "rinshan_fu final_rounding liable_honba",
    "ema-2016": "orphans_rob_concealed rinshan_fu all_green_with_dragon riichi_needs_points",
    "ema-2025": "orphans_rob_concealed rinshan_fu all_green_with_dragon riichi_needs_points "
    "double_wind_fu chombo",
    "wrc-2015": "orphans_rob_concealed rinshan_fu all_green_with_dragon kong_dora "
    "riichi_needs_points "
    "riichi_kong bust"
    " liable_for liable_honba last_sticks",
    "wrc-2022": "orphans_rob_concealed rinshan_fu all_green_with_dragon kong_dora "
    "riichi_needs_points "
    "riichi_kong bust"
    " liable_for liable_honba liable_share last_sticks",
    "m-league": "orphans_rob_concealed riichi_needs_draw rinshan_fu round_up_mangan renhou "
    "nagashi_mangan"
    " leading_dealer_ends liable_for liable_honba liable_share all_green_with_dragon",
    "jpml-2022": "riichi_needs_points riichi_kong swap_calling abortive_draws counted_yakuman "
    "several_yakuman"
    " wait_counts_melds rinshan_fu double_wind_fu liable_honba chombo",
}
"""What the sources leave open, preset by preset, read off their comparison column by column."""


def test_whatever_the_sources_leave_open_has_a_note():
    assert {preset: set(noted) for preset, noted in READINGS.items()} == {
        preset: set(names.split()) for preset, names in OPEN.items()
    }


CHOMBO = (
    "draw void\nrule B chombo\n\n@ S4.0 dealer=D\ndraw wall\npay B>A 1000, C>A 1000, D>A "
    "1000\ntenpai A\nnext end"
)


def ended(preset, points):
    headers = f"Final-Points: {points}\n"
    start = "scores=40000,30000,27000,23000"
    deal = f"@ S4.0 dealer=D {start}"
    return audit(read(sheet(f"riichi/1 preset={preset}", CHOMBO, headers=headers, deal=deal)))


def test_final_points_that_hang_on_the_price_of_a_chombo_are_told_so():
    (note,) = [
        note
        for note in notes(ended("ema-2025", "28 -16 -9 -23"))
        if note.settings == ("chombo=points:20",)
    ]
    assert "no source of that year names the price" in note.message
    assert note.message.endswith(": Final-Points")
    assert notes(ended("ema-2016", "28 -16 -9 -23")) == []


def test_final_points_that_differ_by_the_price_of_a_chombo_are_told_so():
    (wrong,) = [f for f in ended("ema-2025", "28 -26 -9 -23").findings if f.code == "final.points"]
    assert wrong.settings == ("chombo=points:20",)
    (sure,) = [f for f in ended("ema-2016", "28 -26 -9 -23").findings if f.code == "final.points"]
    assert sure.settings == ()


def test_where_no_price_is_named_nobody_is_accused():
    found = ended("jpml-2022", "28 -26 -9 -23")
    (verdict,) = [
        verdict for verdict in found.verdicts if claim_name(verdict.claim) == "Final-Points"
    ]
    assert (verdict.answer, verdict.reason) == (
        "unverified",
        "the rules name no price for a chombo",
    )
    assert [finding for finding in found.findings if finding.code == "final.points"] == []


def test_a_price_in_the_deal_that_no_rule_names_is_not_judged():
    found = report("preset=jpml-2022", "draw void\nrule B chombo\npay B>A 4000 for=chombo")
    assert {
        verdict.answer for verdict in found.verdicts if claim_name(verdict.claim).startswith("pay")
    } == {"unverified"}


def test_counters_of_a_liable_player_hang_on_a_reading():
    text = (SAMPLES / "liable-counters-of-the-discarder.mjl").read_text(encoding="utf-8")
    found = audit(read(re.sub("preset=[a-z0-9-]+", "preset=wrc-2022", text)))
    assert [
        note.clause.number for note in notes(found) if "liable_honba=discarder" in note.settings
    ] == ["7.8b"]
    assert (
        notes(
            audit(read(re.sub("preset=[a-z0-9-]+", "preset=wrc-2022 liable_honba=discarder", text)))
        )
        == []
    )
