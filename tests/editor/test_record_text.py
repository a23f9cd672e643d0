"""What an editor is told about the text of a record."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.slips import record_with, slips

from mjlog.editor.record_text import RecordText
from mjlog.notation import read

SAMPLES = Path(__file__).parents[2] / "samples"
GAME = (SAMPLES / "riichi" / "game-four-players.mjl").read_text("utf-8")
BROKEN = (SAMPLES / "broken" / "taiyuan" / "ready.shelf.mjl").read_text("utf-8")
TURNS = GAME.split("\n").index("2. A:4m-3z 1z. 1m-2z 7m-1z")


def typed(line: str) -> RecordText:
    """The game up to a turn, and a line that is being typed."""
    return RecordText("\n".join([*GAME.split("\n")[:TURNS], line]))


def words(line: str) -> list[str]:
    return [choice.text for choice in typed(line).completions(TURNS, len(line))]


def test_a_finding_stands_at_its_word():
    (problem,) = RecordText(BROKEN).problems()
    area = problem.area
    assert problem.finding.code == "ready.shelf"
    line = BROKEN.split("\n")[area.line]
    assert line[area.start : area.end] == problem.finding.recorded or "2z" in line


def test_hovering_over_a_finding_gives_its_law_and_a_remedy():
    record = RecordText(BROKEN)
    (problem,) = record.problems()
    text = record.hover(problem.area.line, problem.area.start)
    assert "8.1 Ting is declared on one's own turn" in text
    assert "waits for `3m`" in text


def test_hovering_over_a_turn_says_what_it_did_and_the_hand_after_it():
    text = RecordText(GAME).hover(TURNS, 5)
    assert text == "A discards 3z.\n\nA: `1344m1333p59s125z`"
    assert "who won" in RecordText("%mjlog 1.0\n\n@ E1\nwin A 5m self\n").hover(3, 1)


def test_a_tile_that_is_drawn_is_completed_by_what_may_be_discarded():
    assert words("2. A:4m-3z 5m")[:3] == ["5m-1m", "5m-2m", "5m."]
    assert words("2. A:4m-3z 5m-") == words("2. A:4m-3z 5m")


def test_what_may_follow_is_legal():
    record = typed("2. A:4m-")
    for choice in record.completions(TURNS, len("2. A:4m-")):
        line = f"2. {choice.text}"
        text = "\n".join([*GAME.split("\n")[:TURNS], line, ""])
        found = {problem.finding.code for problem in RecordText(text).problems()}
        assert found <= {"result.missing"}, line


@pytest.mark.parametrize(
    ("line", "choice"),
    [
        ("fan A ", "riichi"),
        ("win ", "A"),
        ("w", "win"),
        ("rule B ", "chombo"),
        ("draw abort ", "four-winds"),
    ],
)
def test_words_of_a_line_are_completed(line, choice):
    assert choice in words(line)


@pytest.mark.parametrize(
    ("header", "choice"),
    [
        ("Rules: ", "zungjung/1"),
        ("Rules: riichi/1 pre", "preset=tenhou"),
        ("Rules: hongkong/1 ", "minimum=1"),
        ("Ru", "Rules:"),
    ],
)
def test_headers_are_completed(header, choice):
    choices = RecordText(f"%mjlog 1.0\n{header}").completions(1, len(header))
    assert choice in [each.text for each in choices]


def test_formatting_gives_the_canonical_text_and_loses_nothing():
    assert RecordText(GAME).formatted() == GAME
    loose = GAME.replace("2. A:4m-3z", "2.   A:4m-3z  {a remark}")
    formatted = RecordText(loose).formatted()
    assert formatted is not None
    assert "{a remark}" in formatted
    assert read(formatted.encode()).deals == read(loose.encode()).deals
    assert RecordText(GAME.replace("2. A:4m-3z", "2. A:4q-3z")).formatted() is None


def test_a_correction_is_offered_where_the_rules_give_it():
    wrong = GAME.replace("score 26500", "score 26600", 1)
    record = RecordText(wrong)
    assert any("26500" in fix.text for fix in record.fixes(0, len(record.lines)))


def test_deals_make_the_outline():
    sections = RecordText(GAME).sections()
    assert [section.name.split()[1] for section in sections[:2]] == ["E1.0", "E1.1"]
    assert all(first.end < second.start for first, second in pairwise(sections))


def test_a_player_is_renamed_wherever_the_headers_name_them():
    record = RecordText("%mjlog 1.0\nRules: riichi/1\nA: Ann\nB: Annie\nTitle: Ann and Bo\n")
    assert record.player_at(2) == "Ann"
    assert [(area.line, area.start) for area in record.named("Ann")] == [(2, 3), (4, 7)]


@given(st.text(alphabet="%mjlog1.0\n@ E1ABCDwin5mpsz-+*{};:=?fan draw", max_size=120), st.data())
def test_any_text_has_an_answer(text, data):
    record = RecordText(text)
    line = data.draw(st.integers(0, len(record.lines) - 1))
    column = data.draw(st.integers(0, len(record.lines[line])))
    record.hover(line, column)
    record.completions(line, column)
    record.formatted()
    for token in record.tokens():
        assert 0 < token.length <= len(record.lines[token.line]) - token.start
    for area, _ in record.problems():
        assert 0 <= area.start <= area.end <= len(record.lines[area.line])


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("1. A:p8 9s", "1. A:8p 9s"),
        ("1. A:p8 9q 2s", "1. A:8p 9q 2s"),
        ("1. A:9m haku", "1. A:9m 5z"),
        ("1. A:2s - 8m 9s", "1. A:2s-8m 9s"),
        ("wn B 5m from C", "win B 5m from C"),
        ("Win B 5m from C", "win B 5m from C"),
    ],
)
def test_a_slip_is_corrected_by_the_word_that_was_meant(line, meant):
    record = RecordText(f"%mjlog 1.0\n\n@ E1 dealer=A\n{line}\n")
    assert meant in [fix.text for fix in record.fixes(3, 3)]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("mjlog 1.0", "%mjlog 1.0"),
        ("%mjlog v1.0", "%mjlog 1.0"),
        ("Rules: richi/1", "Rules: riichi/1"),
        ("Rules: Riichi/1 preset=tenhuo", "Rules: riichi/1 preset=tenhou"),
        ("Rules: riichi 1", "Rules: riichi/1"),
        ("Rules: tenhou", "Rules: riichi/1 preset=tenhou"),
        ("Rules: riichi/1 tenhou", "Rules: riichi/1 preset=tenhou"),
        ("Rules: riichi/1 startpoints=25,000", "Rules: riichi/1 start_points=25000"),
        ("Rules: riichi/1 start_points 25000", "Rules: riichi/1 start_points=25000"),
        ("Rules: riichi/1 length=East", "Rules: riichi/1 length=east"),
        ("Ruleset: riichi/1", "Rules: riichi/1"),
        ("Date: 24.11.2026", "Date: 2026-11-24"),
        ("Datum: 2026-11-24", "Date: 2026-11-24"),
        ("A = Aino", "A: Aino"),
        ("@ E1 delaer=A", "@ E1 dealer=A"),
        ("@ E1 dealer A", "@ E1 dealer=A"),
        ("@ E1 Dealer: A sticks=1", "@ E1 dealer=A sticks=1"),
        ("@ East 1 dealer=A", "@ E1 dealer=A"),
        ("E1 dealer=A", "@ E1 dealer=A"),
        ("next E2 dealer B", "next E2 dealer=B"),
    ],
)
def test_a_header_is_corrected_by_the_word_that_was_meant(line, meant):
    right = {
        "%": "%mjlog 1.0", "R": "Rules: riichi/1", "D": "Date: 2026-11-24", "A": "A: Ann",
        "B": "B: Bea", "C": "C: Cid", "_": "D: Dan", "@": "@ E1 dealer=A", "n": "next E2 dealer=B",
    }  # fmt: skip
    lines = list((right | {meant[0]: line}).values())
    record = RecordText("\n".join([*lines, ""]))
    assert meant in [fix.text for fix in record.fixes(lines.index(line), lines.index(line))]


@pytest.mark.parametrize(
    ("written", "fixed"),
    [
        ("1. A:5z-1m riichi 9p", "1. A:5z-1m! 9p"),
        ("1. A:5z*5555z/6s tsumo", "1. A:5z*5555z/6s#"),
        ("1. A:9m pon 99m-4p", "1. A:9m +99m-4p"),
    ],
)
def test_a_call_is_taken_into_the_turn_beside_it(written, fixed):
    record = RecordText(f"%mjlog 1.0\nRules: riichi/1\n\n@ E1 dealer=A\n{written}\n")
    assert fixed in [fix.text for fix in record.fixes(4, 4)]


def test_what_was_likely_meant_can_be_taken_over():
    advised = [slip for slip in slips() if re.search("did you mean `[^`]*`[?]", slip.messages)]
    left = []
    for slip in advised:
        lines = record_with(slip.place, slip.line)
        number = lines.index(slip.line)
        if not RecordText("\n".join([*lines, ""])).fixes(number, number):
            left.append(slip.line)
    assert len(advised) > 200
    assert len(left) <= 2, left


@pytest.mark.parametrize(
    "line", ["Rules: chess/1", "Rules: riichi/1 uma", "Rules: riichi/1 red_fives=yes"]
)
def test_rules_are_not_corrected_by_what_is_not_certain(line):
    assert not RecordText(f"%mjlog 1.0\n{line}\n").fixes(1, 1)


@pytest.mark.parametrize("line", ["1. A:9q 9s", "1. A:pon 9s"])
def test_a_slip_is_not_corrected_by_what_is_not_certain(line):
    record = RecordText(f"%mjlog 1.0\n\n@ E1 dealer=A\n{line}\n")
    assert not [fix for fix in record.fixes(3, 3) if fix.finding.code.startswith("syntax.")]


def test_half_a_sign_and_lines_behind_the_end_are_answered():
    record = RecordText("%mjlog 1.0\nRules: riichi/1\n\n@ E1 dealer=A\nA: \ud800\n")
    assert record.problems()
    assert record.formatted() is None
    assert record.hover(99, 3) == ""
    assert record.completions(99, 3)
