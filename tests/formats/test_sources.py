"""Formats are told by content, wherever the bytes come from."""

import gzip
import io
import sys
import zipfile
from types import SimpleNamespace

import pytest
from tenhou_logs import init, log, moves, washout

from mjlog.formats import load
from mjlog.formats.archives import Bounds
from mjlog.formats.recognition import recognise

LOG = log(init(), moves("T112 D112"), washout())


def found(*arguments):
    return [
        (source.path, source.format, len(source.game.deals) if source.game else None)
        for source in load(*arguments)
    ]


@pytest.mark.parametrize(
    ("data", "known"),
    [
        (LOG, "tenhou-xml"),
        (b"\xef\xbb\xbf \n" + LOG, "tenhou-xml"),
        (b'<?xml version="1.0"?>\n<!-- one -->\n<!-- <svg> -->' + LOG, "tenhou-xml"),
        (b"%mjlog 1.0\n", "mjlog"),
        (b"\n%mjlog 1.0\n", "mjlog"),
        ("\ufeff%mjlog 1.0\n".encode("utf-16-le"), "mjlog"),
        ("\ufeff\n%mjlog 1.0\n".encode("utf-16-be"), "mjlog"),
        ("\ufeff%mjlog 1.0\n".encode("utf-32-le"), "mjlog"),
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
        ("\ufeffrice, tea".encode("utf-16-le"), "another encoding"),
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
    assert seen in str(said)
    (source,) = load(data)
    assert source.game is None
    (finding,) = source.findings
    assert (finding.code, finding.severity) == ("format.unknown", "error")


@pytest.mark.parametrize(
    ("data", "nearest"),
    [
        (
            b'{"title": 1, "player": []}',
            "majiang (missing: log), mjlog JSON (missing: mjlog), mjai",
        ),
        (b'{"name": 1, "player": []}', "Tenhou JSON (missing: log), majiang (missing: log), mjlog"),
        (
            b'{"log": 1, "name": []}',
            "Tenhou JSON (its members hold something else), majiang (missing: player)",
        ),
        (b'{"data": {}}', "mjlog JSON (missing: mjlog), mjai (missing: type), mjx"),
        (b"<svg/>", "mjlog text (it begins with %mjlog 1.0), Tenhou XML (it begins with <mjloggm)"),
        (b"hello", "mjlog text (it begins with %mjlog 1.0), Tenhou XML (it begins with <mjloggm)"),
    ],
)
def test_the_three_nearest_formats_are_named_with_what_is_missing(data, nearest):
    (source,) = load(data)
    (finding,) = source.findings
    _, _, formats = finding.message.partition("; the nearest formats are ")
    assert formats.startswith(nearest)
    assert formats.count("(") == 3


def test_what_is_no_record_does_not_stop_an_archive():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in (("1", LOG), ("2", b"hello"), ("3", b'{"a": 1}'), ("4", LOG)):
            archive.writestr(name, data)
    read = list(load(packed.getvalue(), "x"))
    assert [(source.path, source.game is not None) for source in read] == [
        ("x:1", True),
        ("x:2", False),
        ("x:3", False),
        ("x:4", True),
    ]


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
    assert found(name) == [
        (f"{name}:one.xml", "tenhou-xml", 1),
        (f"{name}:two.bin", "tenhou-xml", 1),
    ]


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
    assert (source.game, [finding.code for finding in source.findings]) == (
        None,
        ["format.archive"],
    )


@pytest.fixture
def packed(tmp_path):
    """An archive with two records and an archive in it.

    One of whose members holds two records on two lines.
    """
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("lines.json", JSON + b"\n\n" + JSON + b"\n")
    with zipfile.ZipFile(tmp_path / "games.zip", "w") as archive:
        archive.writestr("a.mjl", b"%mjlog 1.0\n\n@ 1\n")
        archive.writestr("b:c.xml", LOG)
        archive.writestr("inner.zip", inner.getvalue())
    return tmp_path / "games.zip"


def test_every_path_that_is_told_leads_to_its_record(packed):
    paths = [source.path for source in load(packed)]
    assert [path.removeprefix(str(packed)) for path in paths] == [
        ":a.mjl", ":b:c.xml", ":inner.zip:lines.json:1", ":inner.zip:lines.json:2",
    ]  # fmt: skip
    for path in paths:
        assert [source.path for source in load(path)] == [path]
    assert len(list(load(f"{packed}:inner.zip"))) == 2


@pytest.mark.parametrize("inside", [":c.mjl", ":a", ":a.mjl:1", ":", ":inner.zip:lines.json:3"])
def test_a_member_that_is_not_there(packed, inside):
    with pytest.raises(FileNotFoundError, match="holds no such record"):
        list(load(f"{packed}{inside}"))


def test_a_file_whose_name_has_a_colon_is_that_file(tmp_path):
    (tmp_path / "a.mjl:1").write_bytes(LOG)
    assert [known for _, known, _ in found(tmp_path / "a.mjl:1")] == ["tenhou-xml"]


# --------------------------------------------------------------------------- JSON

JSON = b'{"mjlog": "1.0", "headers": [], "deals": [{"label": "1"}]}'


def codes(data):
    return [
        (source.path, [finding.code for finding in source.findings]) for source in load(data, "x")
    ]


def test_records_one_a_line_or_in_a_list():
    two = [("x:1", "mjlog-json", 1), ("x:2", "mjlog-json", 1)]
    assert found(JSON + b"\n" + JSON, "x") == two
    assert found(b"[" + JSON + b",\n" + JSON + b"]", "x") == two
    assert found(JSON + b"\n\n", "x") == [("x", "mjlog-json", 1)]


def test_a_line_that_is_no_json_is_a_finding_and_the_next_is_read():
    assert codes(JSON + b"\n{,\n" + JSON) == [("x:1", []), ("x:2", ["format.json"]), ("x:3", [])]
    broken = list(load(JSON + b"\n{,\n"))[1].findings[0]
    assert broken.message.startswith("this line is no JSON")
    assert (broken.place.line, broken.place.column) == (2, 2)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (
            b'{"mjlog": "1.0",\n "deals": [],}',
            "line 2, column 14: a comma stands where nothing follows it",
        ),
        (b'\n{"mjlog": "1.0"\n', "line 3, column 1: it breaks off"),
        (b'{"mjlog" "1.0"}', "line 1, column 10: '\"' does not fit here"),
        (b'{"mjlog": "1.0}', "line 1, column 11: a string opens here and is not closed"),
        (b'{"mjlog": "\\x"}', "line 1, column 12: JSON knows no such escape"),
        (b'{"mjlog":\n "\xff"}', "line 2: it is not UTF-8"),
        (b"[" * 100_000, "its brackets are nested too deep"),
        (b'{"mjlog": ' + b"9" * 5000 + b"}", "a number in it has too many digits"),
    ],
)
def test_why_it_is_no_json_is_said_in_our_words(data, words):
    (source,) = load(data)
    assert source.game is None
    assert words in source.findings[0].message


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (JSON.replace(b"}]", b"},]"), "column 58: a comma stands where nothing follows it"),
        (JSON + b"}", "column 59: the value has ended, and more stands behind it"),
        (JSON[:-2], "column 57: it breaks off"),
    ],
)
def test_what_is_whole_in_broken_json_is_read(data, words):
    (source,) = load(data)
    (finding,) = source.findings
    assert finding.code == "format.json"
    assert words in finding.message
    assert len(source.game.deals) == 1


def test_broken_json_of_a_known_form_has_its_place():
    (source,) = load(JSON + b"}", form="mjlog-json")
    (finding,) = source.findings
    assert (finding.code, finding.place.line, finding.place.column) == ("format.json", 1, 59)


# --------------------------------------------------------------------------- XML


@pytest.mark.parametrize(
    "declared",
    [
        b"<!DOCTYPE mjloggm>",
        b'<!DOCTYPE mjloggm [<!ENTITY a "b>">\n<!ENTITY c "]">]>',
        b"<!DOCTYPE x []\n>",
    ],
)
def test_a_document_type_is_refused_as_such(declared):
    (source,) = load(b"<?xml version='1.0'?>\n" + declared + LOG)
    assert source.format == "tenhou-xml"
    assert [finding.code for finding in source.game.findings] == ["format.xml"]


class Counted(io.RawIOBase):
    """An endless standard input that counts what is asked of it."""

    def __init__(self, begins):
        super().__init__()
        self.begins = begins
        self.taken = 0

    def read(self, size=-1):
        part = (self.begins[self.taken :] + b"x" * size)[:size]
        self.taken += len(part)
        return part


def test_standard_input_is_read_no_farther_than_the_limit_of_a_file(monkeypatch):
    endless = Counted(b"%mjlog 1.0\n")
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=endless))
    (source,) = load("-", bounds=Bounds(member=10_000, total=10_000_000))
    assert source.game is None
    assert "10000 bytes" in source.findings[0].message
    assert endless.taken == 10_001
