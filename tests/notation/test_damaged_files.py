"""Wrong encodings, NUL bytes, byte-order marks, line ends, truncated files.

One finding each, what is left is read.
"""

import pytest
from kit.records import codes
from kit.sizes import each

from mjlog.notation import Unreadable, read, write

TEXT = "%mjlog 1.0\nEvent: Fête\nA: 王\nB: 李\n\n@ 1 dealer=A\n1. A:9m 8m\n"
GAME = read(TEXT)


def test_the_text_itself_is_sound():
    assert not GAME.findings
    assert write(GAME) == TEXT


@pytest.mark.parametrize(
    "encoding", ["utf-16", "utf-32", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"]
)
def test_wide_encodings_with_a_mark_are_read_and_told_of(encoding):
    game = read(
        TEXT.encode(encoding)
        if encoding[-1] in "26"
        else "\ufeff".encode(encoding) + TEXT.encode(encoding)
    )
    assert codes(game) == ["syntax.encoding"]
    assert encoding[:6].upper() in game.findings[0].message
    assert game == GAME


@pytest.mark.parametrize("encoding", ["gb18030", "big5", "shift-jis", "latin-1", "cp1252"])
def test_other_encodings_lose_letters_and_nothing_else(encoding):
    game = read(TEXT.encode(encoding, "replace"))
    (finding,) = [finding for finding in game.findings if finding.code == "syntax.encoding"]
    assert finding.severity == "error"
    assert finding.place.line in (2, 3)
    assert game.deals == GAME.deals


def test_the_place_of_the_first_bad_byte_is_told():
    (finding,) = read(TEXT.encode().replace("ê".encode(), b"\xea")).findings
    assert (finding.place.line, finding.place.column, finding.recorded) == (2, 9, "byte 0xea")


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\0\0",
        b"\xff\xfe\x00",
        b"\xff\xfe\0\0no",
        b"PK\x03\x04\x14\0\0\0",
        b"\x1f\x8b\x08\0",
        b"\xff",
        "王".encode("utf-16-le"),
        "text without a record, and a NUL \0",
    ],
)
def test_what_is_no_text_is_unreadable(data):
    with pytest.raises(Unreadable) as raised:
        read(data)
    assert raised.value.finding.code in ("syntax.encoding", "syntax.nul")
    assert raised.value.finding.severity == "error"


@pytest.mark.parametrize("data", [b"", b"\n", b"  \n\t\n", ""])
def test_nothing_is_a_record_of_nothing(data):
    game = read(data)
    assert codes(game) == ["syntax.magic"]
    assert not game.deals


def test_a_byte_order_mark_is_left_out():
    game = read(b"\xef\xbb\xbf" + TEXT.encode())
    assert [(finding.code, finding.severity) for finding in game.findings] == [
        ("syntax.bom", "note")
    ]
    assert write(game) == TEXT


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_other_line_ends_are_read(end):
    game = read(TEXT.replace("\n", end))
    assert [(finding.code, finding.severity) for finding in game.findings] == [
        ("syntax.line_ends", "note")
    ]
    assert game == GAME
    assert game.deals[0].place(1).line == 7


def test_nul_bytes_at_the_end_are_cut_off():
    game = read(TEXT.encode() + b"\0" * 100)
    assert codes(game) == ["syntax.nul"]
    assert "interrupted write" in game.findings[0].message
    assert game == GAME


def test_other_nul_bytes_are_marked_as_lost():
    game = read(TEXT.replace("Fête", "F\0te"))
    assert codes(game) == ["syntax.nul"]
    assert (game.findings[0].place.line, game.findings[0].place.column) == (2, 9)
    assert game.header("Event") == "F\ufffdte"


def test_lone_surrogates_are_marked_as_lost():
    game = read(TEXT.replace("Fête", "F\ud800te"))
    assert codes(game) == ["syntax.encoding"]
    assert "F\ufffdte" in write(game)


@each(range(1, len(TEXT.encode())))
def test_a_file_cut_off_anywhere_is_read_as_far_as_it_goes(cut):
    data = TEXT.encode()[:cut]
    if cut > len("%mjlog"):
        game = read(data)
        assert ("syntax.truncated" in codes(game)) == (data[-1:] != b"\n")
        assert read(write(game)) == game


def test_a_cut_inside_a_bad_line_is_a_warning_and_otherwise_a_note():
    assert [(f.code, f.severity) for f in read(TEXT[:-1]).findings] == [
        ("syntax.truncated", "note")
    ]
    found = {(f.code, f.severity) for f in read(TEXT[:-2]).findings}
    assert found == {("syntax.word", "error"), ("syntax.truncated", "warning")}


def test_other_blanks_are_no_blanks():
    game = read(TEXT.replace("9m 8m", "9m\u00a08m"))
    assert codes(game) == ["syntax.word"]
