"""What a full-width keyboard types is read as what it is, by both roads, with one note."""

from pathlib import Path
from random import Random

import pytest
from games import games
from hypothesis import example, given
from hypothesis import strategies as st
from kit.sizes import each, examples
from test_two_roads import assert_same

from mjlog.auditor.audit import audit
from mjlog.model.record import Kept
from mjlog.notation import Limits, from_json, read, read_slowly, to_json, write
from mjlog.notation.lines.plain_line import SIGNS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SAMPLES = sorted(path for path in (ROOT / "samples").rglob("*.mjl") if "broken" not in path.parts)
HEAD = "%mjlog 1.0\n@ 1 dealer=A\n"
WIDE = {chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F)} | {" ": "\u3000"}
STAYS = set("{};()\\")
"""What parts comments and variations from the rest is tried by itself."""


def notes(game):
    return [finding for finding in game.findings if finding.code == "syntax.full_width"]


def widened(text, chance, share=0.3):
    """The record with some signs typed wide, but for what stays byte for byte."""
    return "\n".join(
        _widened(line, chance, share, in_deal="@" in text[:place]) for place, line in _lines(text)
    )


def _lines(text):
    place = 0
    for line in text.split("\n"):
        yield place + len(line), line
        place += len(line) + 1


def _widened(line, chance, share, *, in_deal):
    if line.startswith(("note", "sign", "{", ";")) or (not in_deal and not line.startswith("@")):
        end = line.index(":") if not in_deal and ":" in line and line[0] not in "{;" else -1
        return line[:end] + "：" + line[end + 1 :] if end > 0 and chance.random() < share else line
    typed, depth = "", 0
    for sign in line:
        depth += (sign == "{") - (sign == "}")
        wide = not depth and sign not in STAYS and chance.random() < share
        typed += WIDE[sign] if wide else sign
    return typed


@each(SAMPLES, lambda path: path.stem, one_in=4)
def test_a_sample_typed_on_a_full_width_keyboard_is_the_same_record(path):
    text = path.read_text(encoding="utf-8")
    if ";" in text.partition("@")[2]:
        text = write(read(text))
    typed = widened(text, Random(path.stem))
    assert typed != text
    quick, slow = read(typed), read_slowly(typed)
    assert quick == slow == read(text)
    assert quick.findings == slow.findings
    assert len(notes(quick)) == 1
    assert {f.severity for f in quick.findings if f not in read(text).findings} == {"note"}


@examples(8)
@given(games(), st.integers(0, 2**32))
def test_both_roads_agree_on_any_game_with_some_signs_typed_wide(game, seed):
    chance = Random(seed)
    text = write(game)
    typed = "".join(
        WIDE[sign] if sign in WIDE and chance.random() < 0.05 else sign for sign in text
    )
    assert_same(typed)


@examples(100)
@given(
    st.text(
        "ABab:：1２3９mｍpsz。，、　 '’-－+＋/_=＝!！?？"
        "{}｛｝;；()（）$＄~～@＠［］【】王dealfnpy>＞",
        max_size=24,
    )
)
@example("７ｍ，")
@example("｛长（考｝")
@example("0001 S1 ｗｅａｔｈｅｒ　rain")
@example("fan A 平和（門前） １")
@example("@　２　dealer＝Ａ")
@example("；：")
@example("（７ｍ ｛no｝）")
def test_both_roads_agree_on_any_line_of_full_width_signs(line):
    data = HEAD + "1. 9m.\n" + line + "\n"
    assert_same(data)
    assert_same(f"%mjlog 1.0\n{line}\n")
    game = read(data)
    assert read(write(game)) == game
    assert from_json(to_json(game)) == game


MEANT = {
    "Ｂ：１ｍ－８ｓ　9s。": "B:1m-8s 9s.",
    "１２．　９ｍ！": "12. 9m!",
    "９ｍ　＋９９ｍ－４ｐ": "9m +99m-4p",
    "9m ｛长：考｝ ＄１ （7m，）": "9m {长：考} $1 (7m,)",
    "9m ；长：考": "9m ;长：考",
    "deal A ［27m5s］　1457m8p": "deal A [27m5s] 1457m8p",
    "deal A 【27m5s】 1457m8p": "deal A [27m5s] 1457m8p",
    "show B 3’3‘m": "show B 3'3'm",
    "pay A＞B １２，C＞B ？　for＝立直": "pay A>B 12,C>B ? for=立直",
    "fan B 平和　１、自摸（門前）　２": "fan B 平和 1,自摸（門前） 2",
    "ｗｉｎ Ｃ　２ｓ　ｓｅｌｆ": "win C 2s self",
    "net −１２ ＋３ ９ ？": "net -12 +3 9 ?",
    "０００１　Ｓ１　９ｍ": "0001 S1 9m",
    "note　the：lamp": "note the：lamp",
    "~ｌａｔｅ＝王，": "~late=王，",
    "next throws=3+4，2+2": "next throws=3+4,2+2",
}


@pytest.mark.parametrize(("typed", "meant"), MEANT.items())
def test_a_line_is_read_as_what_it_is(typed, meant):
    game = read(f"{HEAD}1. A:9m\n{typed}\n")
    assert game == read(f"{HEAD}1. A:9m\n{meant}\n") == read_slowly(f"{HEAD}1. A:9m\n{typed}\n")
    (note,) = notes(game)
    assert (note.severity, note.place.line) == ("note", 4)
    assert note.recorded in SIGNS
    assert typed[note.place.column - 1] == note.recorded


@pytest.mark.parametrize(
    "line", ["王：１２", "weather rain，", "note a：b", "sign Ａ １", "9m {１：２}"]
)
def test_what_is_nobodys_notation_stays_byte_for_byte(line):
    text = f"%mjlog 1.0\nEvent: 春：１，\nA: 王　１\n\n@ 1 dealer=A\n{line}\n"
    game = read(text)
    assert not notes(game)
    assert line.replace("9m", "1. A:9m") in write(game)
    assert [head.value for head in game.headers] == ["春：１，", "王　１"]


HEADLESS = {
    "ｄｅａｌ　Ａ　１２３ｍ\nｗｉｎ　Ｂ　３ｐ　ｆｒｏｍ　Ｃ": "deal A 123m\nwin B 3p from C",
    "0001 S1 9m\nfan B basic　１，missing-suit　１": "0001 S1 9m\nfan B basic 1, missing-suit 1",
    "Ｂ：９ｍ\nscore １ ２ ３ ４": "B:9m\nscore 1 2 3 4",
}


@pytest.mark.parametrize(("typed", "meant"), HEADLESS.items())
def test_a_deal_whose_first_line_is_missing_is_read_as_what_it_is(typed, meant):
    head = "%mjlog 1.0\nA: a\nB: b\nC: c\nD: d\n\n"
    game = read(f"{head}{typed}\n")
    assert game == read(f"{head}{meant}\n")
    assert notes(game)
    assert read(write(game)) == game
    assert "syntax.no_deal" in {finding.code for finding in game.findings}
    assert_same(f"{head}{typed}\n")


def test_a_line_that_begins_no_deal_is_kept_as_it_was_typed():
    game = read("%mjlog 1.0\nA: a\n\nfan B basic　１ ?\nnet －３ ７ -2 -2\n")
    assert game.kept == ("fan B basic　１ ?",)
    assert len(game.deals) == 1
    assert read(write(game)) == game


def test_a_header_has_its_name_and_colon_read():
    game = read("％ｍｊｌｏｇ　１．０\nＲｕｌｅｓ：　taiyuan/1\n！Event：１：２\n")
    assert [(head.key, head.value, head.critical) for head in game.headers] == [
        ("Rules", "taiyuan/1", False),
        ("Event", "１：２", True),
    ]
    assert [(f.code, f.place.line, f.place.column) for f in game.findings] == [
        ("syntax.full_width", 1, 1)
    ]


@pytest.mark.parametrize(
    ("line", "column"), [("pay A＞B ｘ", 9), ("9m 七ｍ", 4), ("9m 1m，2m", 6), ("０００１", 5)]
)
def test_what_is_no_notation_is_one_error_at_its_place(line, column):
    game = read(HEAD + line + "\n")
    (error,) = [finding for finding in game.findings if finding.severity != "note"]
    assert (error.place.line, error.place.column) == (3, column)
    assert read(write(game)) == game


def test_a_line_that_cannot_be_read_is_kept_as_it_was_typed():
    (line,) = read(HEAD + "　pay A＞B ｘ\n").deals[0].lines
    assert line.content == Kept("pay A＞B ｘ")


def test_a_line_above_the_limit_is_not_looked_at():
    game = read(f"%mjlog 1.0\n@ 1 dealer=A\n{'９ｍ　' * 20}\n", limits=Limits(line_length=30))
    assert [finding.code for finding in game.findings] == ["syntax.too_long"]


def test_nobody_is_accused_for_a_full_width_colon():
    sample = next(
        path
        for path in SAMPLES
        if path.parent.name == "taiyuan" and "\n2. A:" in path.read_text("utf-8")
    )
    text = sample.read_text(encoding="utf-8").replace("\n2. A:", "\n2. A：")
    assert {finding.severity for finding in audit(read(text)).findings} <= {"note"}
