"""Where the sources of a preset are silent or disagree, what hangs on the reading says so."""

import pytest

from mjlog.audit import audit
from mjlog.notation import read
from mjlog.rules import load
from mjlog.rules.riichi_options import OPTIONS, PRESETS
from mjlog.rules.riichi_readings import READINGS

DOUBLE_WIND = "win A 7s from B\nshow A +555z +999p 234s567s11z"


def report(rules, lines, *, headers="", words=""):
    head = f"%mjlog 1.0\nRules: riichi/1 {rules}\n{headers}A: A\nB: B\nC: C\nD: D\n\n@ E1.0 dealer=A {words}".rstrip()
    return audit(read(f"{head}\n{lines}\n"))


def notes(found):
    return [finding for finding in found.findings if finding.code == "rules.reading"]


def test_every_reading_is_of_an_option_that_its_preset_knows():
    names = {option.name for option in OPTIONS}
    assert set(READINGS) <= set(PRESETS)
    assert {option for noted in READINGS.values() for option in noted} <= names


def test_a_claim_that_agrees_by_a_reading_is_told_so():
    found = report("preset=ema-2025", f"{DOUBLE_WIND}\npay B>A 2000\nfan A yakuhai-white 1, fu 40")
    assert {verdict.answer for verdict in found.verdicts if verdict.claim != "show"} == {"agrees"}
    (note,) = notes(found)
    assert (note.severity, note.clause.number) == ("note", "5.24")
    assert "double_wind_fu=4 hangs on a reading of this preset (no source of that year says it" in note.message
    assert note.message.endswith(": fan fu, pay B>A")


def test_a_claim_that_differs_by_a_reading_is_told_so():
    found = report("preset=ema-2025", f"{DOUBLE_WIND}\npay B>A 1500")
    (wrong,) = [finding for finding in found.findings if finding.code == "pay.seats"]
    assert "it would agree with double_wind_fu=2" in wrong.message
    assert "double_wind_fu=4 hangs on a reading" in wrong.message
    assert notes(found) == []


@pytest.mark.parametrize("rules", ["preset=ema-2016", "preset=ema-2025 double_wind_fu=4", "double_wind_fu=4"])
def test_where_the_sources_or_the_record_tell_nothing_hangs(rules):
    found = report(rules, f"{DOUBLE_WIND}\npay B>A 2000")
    assert notes(found) == []
    assert "double_wind_fu" not in load(f"riichi/1 {rules}").read


def test_what_the_reading_does_not_touch_is_not_noted():
    assert notes(report("preset=ema-2025", "win B 7p from D\nshow B 234567m345567p88s\npay D>B 2000")) == []


def test_a_clause_that_stands_by_a_reading_says_so():
    lines = "deal B 19m19p199s123456z\ndeal A 7777z123m456m789s5p\n1. A:*7777z B:#"
    (wrong,) = [f for f in report("preset=m-league", lines).findings if f.code == "win.rob"]
    assert "orphans_rob_concealed=false hangs on a reading" in wrong.message
    assert not [f for f in report("preset=mahjongsoul", lines).findings if f.code == "win.rob"]


def test_sticks_left_at_the_end():
    lines = "draw wall\ntenpai A\nscore 33000 29000 29000 28000"
    ended = "Final-Score: 33000 29000 29000 28000\nFinal-Points: 18 0 0 -17\n"
    found = report("preset=wrc-2015", lines, headers=ended, words="sticks=1")
    assert any("last_sticks=lost hangs on a reading" in note.message for note in notes(found))
    kept = report("preset=wrc-2022", lines, headers=ended, words="sticks=1")
    (wrong,) = [finding for finding in kept.findings if finding.code == "final.score"]
    assert "last_sticks=first hangs on a reading" in wrong.message
