"""Bounds against hostile and broken files.

Each has its finding, what is beyond it is kept where it can be.
"""

import runpy
import sys
import tracemalloc
from pathlib import Path

import pytest
from kit.builds import source_alone
from kit.records import codes

from mjlog.auditor.audit import audit
from mjlog.notation import Limits, Unreadable, read, write
from mjlog.notation.lines import line_reader
from mjlog.notation.play.words import memo

hostile = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "bench_hostile.py"))
HEAD = "%mjlog 1.0\n\n@ 1 dealer=A\n"


def test_a_file_above_the_limit_is_unreadable():
    with pytest.raises(Unreadable) as raised:
        read(b"%mjlog 1.0\n", limits=Limits(file_size=10))
    assert raised.value.finding.code == "syntax.too_long"
    assert "11 bytes; mjlog reads at most 10" in str(raised.value)
    assert read(b"%mjlog 1.0\n", limits=Limits(file_size=11))


@pytest.mark.parametrize(
    "line",
    ["1. 1m 2m 3m", "note a long word", "score 1 2 3 4567", "0001 S1 1m 2m", "strange things"],
)
def test_a_line_above_the_limit_is_kept_and_not_read(line):
    game = read(f"%mjlog 1.0\n\n@ 1\n{line}\n1. A:1m\n", limits=Limits(line_length=10))
    (finding,) = game.findings
    assert (finding.code, finding.place.line, finding.place.column) == ("syntax.too_long", 4, 11)
    assert line in write(game)
    assert [turn.word for turn in game.deals[0].turns] == ["1m"]


def test_a_header_above_the_limit_is_kept_and_not_read():
    game = read("%mjlog 1.0\nEvent: a long name\n", limits=Limits(line_length=10))
    assert codes(game) == ["syntax.too_long"]
    assert game.header("Event") is None
    assert game.kept == ("Event: a long name",)


def test_words_of_a_deal_above_the_limit_are_kept_and_not_read():
    text = f"{HEAD}1. A:1m 2m 3m 4m\n2. A:5m 6m\n3. A:7m\nscore 1 2 3 4\n"
    game = read(text, limits=Limits(words=5))
    assert codes(game) == ["syntax.too_many"]
    assert game.findings[0].place.line == 5
    assert len(game.deals[0].turns) == 4
    assert len(game.deals[0].lines) == 3
    assert not read(text, limits=Limits(words=7)).findings


def test_words_of_a_ledger_above_the_limit_are_not_read():
    game = read(f"{HEAD}0001 S1 1m 2m\n0002 S1 3m\n0003 S1 4m\n", limits=Limits(words=2))
    assert codes(game) == ["syntax.too_many"]
    assert len(game.deals[0].turns) == 2
    assert len(game.deals[0].ledger) == 3


def test_deals_above_the_limit_are_not_read():
    game = read("%mjlog 1.0\n" + "@ 1\n" * 3, limits=Limits(deals=2))
    assert codes(game) == ["syntax.too_many"]
    assert game.findings[0].place.line == 4
    assert len(game.deals) == 2


def test_findings_above_the_limit_are_counted():
    game = read(HEAD + "strange line\n" * 9, limits=Limits(findings=3))
    assert codes(game) == ["syntax.unknown_line"] * 3 + ["syntax.too_many"]
    assert "leaves out 6 more findings" in game.findings[-1].message


def test_ordinary_records_are_far_below_the_limits():
    assert not read(HEAD + "".join(f"{n}. 1m 2m 3m 4m\n" for n in range(1, 1000))).findings


@source_alone
def test_the_memo_forgets_before_hostile_words_fill_the_memory(monkeypatch):
    monkeypatch.setattr("mjlog.notation.play.words._MOST", 50)
    memo.cache_clear()
    words = memo(4)
    faces = [f"{rank}{suit}" for rank in range(1, 10) for suit in "mps"]
    play = " ".join(f"A:{one}-{two}" for one in faces for two in faces)
    assert len(read(f"{HEAD}{play}\n").deals[0].turns) == len(faces) ** 2
    assert all(len(known) <= 50 for known in words.by_seat)
    assert len(words._interned) <= 51


@pytest.mark.parametrize(("begins", "repeated", "times", "ends"), hostile["LINES"])
@pytest.mark.slow
def test_a_long_hostile_line_is_read_and_kept_whole(begins, repeated, times, ends, whole):
    game = read(hostile["hostile"](begins, repeated, times if whole else times // 4, ends))
    assert all(finding.place.line == 4 for finding in game.findings)
    assert len(game.findings) <= 1
    assert read(write(game), limits=Limits(line_length=1 << 20)) == game


def calls(text, **more):
    """How many functions are called to read it.

    A measure of the work that no busy machine changes.
    """
    counted = 0

    def count(_frame, event, _argument):
        nonlocal counted
        counted += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        read(text, **more)
    finally:
        sys.setprofile(None)
    return counted


@pytest.mark.slow
def test_a_ledger_four_times_as_long_takes_no_sixteen_times_as_much_work():
    assert not read(hostile["ledger"](12_000)).deals[0].turns
    assert calls(hostile["ledger"](4_000)) < 6 * calls(hostile["ledger"](1_000))


def test_lines_before_the_first_deal_above_the_limit_are_not_read():
    game = read("%mjlog 1.0\n" + "X-a: b\n" * 5 + "@ 1\n", limits=Limits(headers=3))
    assert [(f.code, f.place.line) for f in game.findings] == [("syntax.too_many", 5)]
    assert len(game.headers) == 3
    assert len(game.deals) == 1
    assert not read("%mjlog 1.0\n" + "X-a: b\n" * 3, limits=Limits(headers=3)).findings


def test_the_memo_keeps_no_irregularities_and_no_long_words():
    memo.cache_clear()
    words = memo(4)
    play = " ".join(f"A:~late-{number} B:~x={'y' * 60}{number}" for number in range(300))
    assert len(read(f"{HEAD}{play}\n").deals[0].turns) == 600
    assert not words._interned
    assert not any(words.by_seat)


def test_what_is_remembered_of_long_lines_is_forgotten_with_their_file():
    read(HEAD + "".join(f"fan A {'x' * 5000}{number} 1\n" for number in range(50)))
    assert len(line_reader._scored.results) == 0
    read(f"{HEAD}fan A basic 1\n")
    assert len(line_reader._scored.results) == 1


def test_a_record_takes_the_same_work_wherever_it_stands_in_its_file():
    text = f"{HEAD}1. A:9m 8m\n"
    read(text)
    assert calls(text, after=1_000_000) == calls(text, after=1)
    tracemalloc.start()
    read(text, after=1_000_000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000


def test_places_are_counted_on_from_the_lines_before():
    bad = f"{HEAD}1. A:9m what\n２. A:8m\npay A>B x\nnext dealer=B"
    alone, behind = read(bad), read(bad, after=7)
    assert [f.place.line + 7 for f in alone.findings] == [f.place.line for f in behind.findings]
    assert [f.code for f in alone.findings] == [f.code for f in behind.findings]
    assert behind.deals[0].place(1).line == alone.deals[0].place(1).line + 7


def test_a_word_of_a_deal_stands_where_it_stands_behind_other_lines():
    text = "%mjlog 1.0\n@ 1 dealer=A dealer=B\ndraw wall\n@ 2 honba=1 scores=1 scores=2\n"
    alone, behind = read(text), read(text, after=3)
    columns = [finding.place.column for finding in alone.findings]
    assert len(columns) > 1
    assert [finding.place.column for finding in behind.findings] == columns


@pytest.mark.parametrize(
    "text",
    [
        "%mjlog 1.0\n@ 1 dealer=" + "1" * 20_000,
        "%mjlog 1.0\nRules: taiyuan/1 start_points=" + "1" * 20_000,
        "%mjlog 1.0\n!" + "K" * 20_000 + ": x",
        HEAD + "1. A:" + "1" * 20_000,
        HEAD + "pay A>B " + "1" * 20_000,
    ],
)
def test_no_message_quotes_a_word_that_nobody_reads_to_its_end(text):
    for finding in audit(read(text + "\n")).findings:
        assert len(finding.message) < 600
        assert len(finding.recorded) < 200
