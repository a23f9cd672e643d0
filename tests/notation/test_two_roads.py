"""The fast reader and the grammar give the same record and the same findings."""

import runpy
from pathlib import Path
from random import Random

import pytest
from games import games
from hypothesis import example, given
from hypothesis import strategies as st
from kit.sizes import each, examples

from mjlog.model.record import Game
from mjlog.notation import Unreadable, read, read_slowly, write

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SKETCHES = ROOT.parent / "shared" / "sketches" / "notation" / "examples"
SAMPLES = sorted((ROOT / "samples").rglob("*.mjl"))
RECORDS = SAMPLES + sorted(SKETCHES.glob("*.mjl"))
SHORT = [path for path in RECORDS if path.stat().st_size < 3000]
WHOLE_FILE = ("syntax.magic", "syntax.version", "syntax.too_long", "syntax.too_many")
mangle = runpy.run_path(str(ROOT / "benchmarks" / "mangle.py"))["mangle"]


def outcome(road, data):
    try:
        return road(data)
    except Unreadable as problem:
        return problem.finding


def complaints(game):
    return [finding for finding in game.findings if finding.severity != "note"]


def assert_same(data):
    quick, slow = outcome(read, data), outcome(read_slowly, data)
    if not isinstance(slow, Game) or (slow == Game() and complaints(slow)):
        assert_stopped(quick, slow)
    else:
        assert quick == slow
        assert quick.findings == slow.findings


def assert_stopped(quick, slow):
    """The grammar stops at the first line it does not take.

    The fast road complains of that line and goes on.
    """
    if not isinstance(slow, Game):
        assert quick == slow
        return
    line = complaints(slow)[-1].place.line
    found = complaints(quick)
    assert any(finding.place.line == line or finding.code in WHOLE_FILE for finding in found)


def name(path):
    return path.stem


@each(RECORDS, name, one_in=3)
def test_on_a_record(path):
    assert_same(path.read_bytes())


@pytest.mark.logs
def test_sketches_have_no_error():
    faults = [
        (path.name, complaints(read(path.read_bytes()))) for path in sorted(SKETCHES.glob("*.mjl"))
    ]
    assert [fault for fault in faults if fault[1]] == []


@examples(12)
@given(games())
def test_on_any_game(game):
    assert_same(write(game))


WORDS = ("1m", "2p.", "A:3s", "B:4m", "C:5p", "D:6s", "+11m-2m", "C:+22p-3p", "#", "{beside}")
LINE = st.tuples(
    st.sampled_from([0] * 6 + [1, -1]), st.lists(st.sampled_from(WORDS), min_size=1, max_size=5)
)
"""By how much the number of a line is amiss, and its words."""


@examples(100)
@given(st.lists(LINE), st.sampled_from("ABCD"))
def test_on_go_arounds_of_any_shape(lines, dealer):
    play = [
        f"{number + amiss}. {' '.join(words)}" for number, (amiss, words) in enumerate(lines, 1)
    ]
    data = "\n".join(
        ["%mjlog 1.0", "A: a", "B: b", "C: c", "D: d", f"@ 1 dealer={dealer}", *play, ""]
    )
    read(data)  # words read once are known to the quick road
    assert_same(data)


@examples(100)
@given(st.sampled_from(SHORT), st.integers(0, 2**32), st.integers(1, 6))
def test_on_mangled_records(path, seed, times):
    assert_same(mangle(Random(seed), path.read_bytes(), times))


@examples(100)
@given(st.sampled_from(SHORT), st.integers(0, 2**32), st.integers(1, 6))
@example(next(path for path in SHORT if path.stem == "syntax.full_width"), 7123, 3)
def test_what_is_left_of_a_mangled_record_survives_a_round_trip(path, seed, times):
    game = outcome(read, mangle(Random(seed), path.read_bytes(), times))
    if isinstance(game, Game):
        text = write(game)
        again = read(text)
        assert again == game
        assert write(again) == text


@examples(70)
@given(st.text(max_size=60))
@example("draw abort by=A")
def test_on_any_line_of_a_deal(text):
    assert_same("%mjlog 1.0\n\n@ 1 dealer=A\n1. 9m.\n" + text)


@examples(70)
@given(st.text("ABab:1239m0pszfJj?'-+*^&/_#~=.! {};()$\\eswnhgr", min_size=1, max_size=12))
def test_on_any_word_of_a_turn(text):
    assert_same(f"%mjlog 1.0\n\n@ 1 dealer=A\n1. 9m. {text} 5z\n")


LINES = """
1. 9m 8m. 7z-6m|2. D:3z ~late 2m|B:+99m-1p {so} $1|{a comment}|deal A 123m|deal D [1m] 2p|wall 1m2m|
exchange A>B 123m|bonus C 1f|dora 1m|win B 9m from A|win D 9m self {late}|draw abort by=A|draw wall|
ura 3p|ready A B|show B +999m 1z|fan B flush 1|kong B concealed 2|net 0 0 0 0|net 0 0 0|
pay A>B 3, table>D ?|
score 1 2 3 ?|tenpai C|next dealer=B|next end|rule D late|rule table void a=b|sign S1 abc|
note anything|strange things|Zed|
  8m|\tnote indented|0001 S1 9m|0002 S1 fix 0001 8m|0003 R1 score 1 2 3 4|0004 R1 rule B late|
@ 2 dealer=B|@|A:9m|
e s w n|0005 12:00:00 A sign x|1. ~late ~late A:&1f/2f B:&2f/3f
""".replace("\n", "").split("|")


@examples(100)
@given(st.lists(st.sampled_from(LINES), max_size=9), st.sampled_from(["", "A: X\nB: Y\nC: Z\n"]))
def test_on_lines_in_any_order(lines, players):
    assert_same("\n".join(["%mjlog 1.0", players, "@ 1 dealer=A", *lines, ""]))


@examples(30)
@given(st.binary(max_size=100))
def test_on_any_bytes(data):
    assert_same(data)
    assert_same(b"%mjlog 1.0\n" + data)
