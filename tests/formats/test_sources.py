"""Formats are told by content, wherever the bytes come from."""

import gzip
import io
import sys
import zipfile

import pytest
from tenhou_logs import init, log, moves, washout

from mjlog.formats import load
from mjlog.formats.recognise import recognise

LOG = log(init(), moves("T112 D112"), washout())


def found(*arguments):
    return [
        (source.path, source.format, len(source.game.deals) if source.game else None) for source in load(*arguments)
    ]


@pytest.mark.parametrize(
    ("data", "known"),
    [
        (LOG, "tenhou-xml"),
        (b"\xef\xbb\xbf \n" + LOG, "tenhou-xml"),
        (b'<?xml version="1.0"?>\n<!-- one -->\n<!-- <svg> -->' + LOG, "tenhou-xml"),
        (b"%mjlog 1.0\n", "mjlog"),
        (b"\n%mjlog 1.0\n", "mjlog"),
        (b'{"mjlog": "1.0", "deals": []}', "mjlog-json"),
        (b'{"v": 1, "deals": []}', "mjlog-json"),
        (b'{"type": "start_game"}\n{"type": "start_kyoku"}\n', "mjai"),
        (b'[{"type": "start_game"}]', "mjai"),
        (b'{"title": ["", ""], "name": [], "rule": {}, "log": []}', "tenhou6"),
        (b'https://tenhou.net/6/#json={"name":[],"log":[]}', "tenhou6"),
        (b"https://tenhou.net/5/#json=%7B%22name%22", "tenhou6"),
        (b'[{"title": "", "player": [], "qijia": 0, "log": []}]', "majiang"),
        (b'{"code": 0, "data": {"handRecord": []}}', "riichicity"),
        (b'{"publicObservation": {}}', "mjx"),
    ],
)
def test_what_is_read(data, known):
    assert recognise(data) == (known, "")


@pytest.mark.parametrize(
    ("data", "seen"),
    [
        (b"", "empty"),
        (b" \n", "white space"),
        (b"<svg><path/></svg>", "<svg>"),
        (b"<!-- only this -->", "without an element"),
        (b"\xff\xfe<\x00", "another encoding"),
        (b"\x89PNG\x00\x00", "binary data"),
        (b"hello world", "'hello world'"),
        (b"{", "cannot be read as JSON"),
        (b"[" * 100000, "cannot be read as JSON"),
        (b"[]", "no record"),
        (b"[1, 2]", "no record"),
        (b"{}", "empty JSON object"),
        (b'{"a": 1, "b": 2}', "members a, b"),
    ],
)
def test_what_is_not(data, seen):
    known, said = recognise(data)
    assert known is None
    assert seen in said
    (source,) = load(data)
    assert source.game is None
    (finding,) = source.findings
    assert (finding.code, finding.severity) == ("format.unknown", "error")
    assert "mjlog reads" in finding.message


def test_bytes_and_files(tmp_path):
    (tmp_path / "a.txt").write_bytes(LOG)
    assert found(LOG, "x") == [("x", "tenhou-xml", 1)]
    assert found(tmp_path / "a.txt") == [(str(tmp_path / "a.txt"), "tenhou-xml", 1)]


def test_folders_in_order_without_hidden_files(tmp_path):
    for name in ("b.xml", "a/2.mjlog", "a/1.gz", ".git/x.xml"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(gzip.compress(LOG) if name.endswith("gz") else LOG)
    assert [path.removeprefix(str(tmp_path)) for path, _, _ in found(str(tmp_path))] == [
        "/a/1.gz",
        "/a/2.mjlog",
        "/b.xml",
    ]


def test_archives_one_record_a_member(tmp_path):
    with zipfile.ZipFile(tmp_path / "games", "w") as archive:
        archive.writestr("one.xml", LOG)
        archive.writestr("two.bin", gzip.compress(LOG))
    name = str(tmp_path / "games")
    assert found(name) == [(f"{name}:one.xml", "tenhou-xml", 1), (f"{name}:two.bin", "tenhou-xml", 1)]


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LOG)))
    assert found("-") == [("stdin", "tenhou-xml", 1)]


def test_a_packing_that_is_cut_off_keeps_what_could_be_read():
    (source,) = load(gzip.compress(LOG)[:-12])
    assert source.game is not None
    assert [finding.code for finding in source.findings] == ["format.archive"]


def test_nothing_is_opened_before_it_is_asked_for(tmp_path):
    (tmp_path / "a.xml").write_bytes(LOG)
    (tmp_path / "b.xml").write_bytes(LOG)
    sources = load(tmp_path)
    assert next(sources).game is not None
    (tmp_path / "b.xml").unlink()
    assert list(sources) == []


def test_a_path_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        list(load(tmp_path / "nothing"))


def test_own_text_is_read_and_what_is_no_text_is_told():
    assert found(b"%mjlog 1.0\n\n@ 1 dealer=A\n1. A:4z\n", "a") == [("a", "mjlog", 1)]
    (source,) = load(b"%mjlog 1.0\n\xff\xfe\xff")
    told = (*source.findings, *(source.game.findings if source.game else ()))
    assert [finding.code for finding in told][:1] == ["syntax.encoding"]


def test_a_member_that_cannot_be_unpacked_has_no_game():
    (source,) = load(b"PK\x03\x04")
    assert (source.game, [finding.code for finding in source.findings]) == (None, ["format.archive"])
