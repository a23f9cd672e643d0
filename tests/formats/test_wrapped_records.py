"""Records that other things hold: reports of analysers, matches, databases of logs."""

import base64
import html
import io
import json
import quopri
import sqlite3
import zlib
from pathlib import Path
from urllib.parse import quote_plus

import pytest

from mjlog.formats import load
from mjlog.formats.archives import Bounds, members
from mjlog.formats.registry import export
from mjlog.notation import read, to_json, write

ROOT = Path(__file__).parents[2]
GAME = read((ROOT / "samples" / "riichi" / "game-four-players.mjl").read_bytes())


def turns(game):
    return [[turn.word for turn in deal.turns] for deal in game.deals]


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("member", ["mjai_log", "events"])
def test_the_events_in_a_report_or_a_match_are_read(member, indent):
    events = [json.loads(line) for line in export(GAME, "mjai").text.splitlines()]
    report = {"engine": "x", member: events, "review": {"kyokus": []}, "split_logs": []}
    (source,) = load(json.dumps(report, indent=indent).encode())
    assert source.format == "mjai"
    assert turns(source.game) == turns(GAME)


@pytest.mark.parametrize("indent", [None, 1])
def test_several_reports_are_several_records(indent):
    events = [json.loads(line) for line in export(GAME, "mjai").text.splitlines()]
    report = {"engine": "x", "mjai_log": events}
    one = json.dumps(report)
    for text in (json.dumps([report, report], indent=indent), f"{one}\n{one}\n"):
        sources = list(load(text.encode()))
        assert [turns(source.game) for source in sources] == [turns(GAME)] * 2


def test_a_report_with_tenhou_s_json_alone_is_read():
    body = json.loads(export(GAME, "tenhou6").text)
    logs = [{**body, "log": [deal]} for deal in body["log"]]
    (source,) = load(json.dumps({"engine": "x", "split_logs": logs}).encode())
    assert source.format == "tenhou6"
    assert turns(source.game) == turns(GAME)


def mail(text, encoding):
    """Return a page as a browser saves it with its parts."""
    head = (
        "From: <Saved>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n boundary=b\r\n"
        f"\r\n--b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    )
    pack = quopri.encodestring if encoding == "quoted-printable" else base64.encodebytes
    page = f"<html><script>let record = {text};</script></html>".encode()
    return head.encode() + pack(page) + b"\r\n--b--\r\n"


def in_base64(text):
    return base64.b64encode(text.encode()).decode()


def script(text, sign):
    """Return a page whose script holds a text between two such signs."""
    inside = text.replace("\\", r"\\").replace(sign, f"\\{sign}")
    if sign != "`":
        inside = inside.replace("\n", r"\n")
    return (
        f"<html><body><script>\nshow(1); let log = {sign}{inside}{sign};\n</script></body></html>"
    )


WRAPPINGS = {
    "text of a page": lambda text: (
        f"<html><h1>A</h1><pre>{html.escape(text)}</pre><p>end</p></html>"
    ),
    "attribute of a page": lambda text: f'<html><p data-log="{html.escape(text)}">end</p></html>',
    "script, double quotes": lambda text: script(text, '"'),
    "script, single quotes": lambda text: script(text, "'"),
    "script, backticks": lambda text: script(text, "`"),
    "page with its parts": lambda text: mail(text, "quoted-printable"),
    "page with packed parts": lambda text: mail(text, "base64"),
    "answer to a mail": lambda text: "\n".join(f"> {line}" for line in ["Hi,", *text.split("\n")]),
    "form": lambda text: f"log={quote_plus(text)}",
    "Python": lambda text: repr(json.loads(text)),
    "Python in words": lambda text: f"[Ann]: {json.loads(text)!r}",
    "base64": in_base64,
    "lines of base64": lambda text: base64.encodebytes(text.encode()),
    "address of data": lambda text: f"data:application/json;base64,{in_base64(text)}",
    "base64 in JSON": lambda text: json.dumps({"ok": True, "body": in_base64(text)}),
    "bytes of Node.js": lambda text: json.dumps(
        {"body": {"type": "Buffer", "data": [*text.encode()]}}
    ),
    "text in text": lambda text: json.dumps({"record": json.dumps(json.dumps(text))}),
}


@pytest.mark.parametrize("wrapping", WRAPPINGS)
@pytest.mark.parametrize("target", ["mjai", "tenhou6", "majiang", "mjl", "tenhou"])
def test_a_record_is_found_in_what_holds_it(wrapping, target):
    text = write(GAME) if target == "mjl" else export(GAME, target).text
    if target == "mjai":
        text = json.dumps([json.loads(line) for line in text.splitlines()])
    if wrapping.startswith("page") and target in {"mjl", "tenhou"}:
        text = json.dumps({"record": text})
    if wrapping.startswith("Python") and target in {"mjl", "tenhou"}:
        text = json.dumps({"record": to_json(GAME)})
    data = WRAPPINGS[wrapping](text)
    (source,) = load(data if isinstance(data, bytes) else data.encode())
    assert turns(source.game) == turns(GAME)


@pytest.mark.parametrize("target", ["tenhou6", "majiang"])
def test_what_breaks_off_before_its_players_is_read(target):
    value = json.loads(export(GAME, target).text)
    log = value.pop("log")
    text = json.dumps({"log": log, **value})
    (source,) = load(text[: text.rindex("]]")].encode())
    assert [finding.code for finding in source.findings] == ["format.json"]
    assert turns(source.game)[:-1] == turns(GAME)[: len(source.game.deals) - 1]
    assert len(source.game.deals) >= len(GAME.deals) - 1


def test_parts_in_parts_of_a_mail_are_an_answer():
    head = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b{0}\n\n--b{0}\n"
    text = "".join(head.format(number) for number in range(3000))
    assert all(source.game is None for source in load(text.encode()))


def database(path, rows, table="CREATE TABLE logs (log_id TEXT, date TEXT, log BLOB)"):
    with sqlite3.connect(path) as connection:
        connection.execute(table)
        connection.executemany("INSERT INTO logs VALUES (?, '', ?)", rows)
    connection.close()
    return path


def test_each_row_of_a_database_of_logs_is_a_record(tmp_path):
    log = export(GAME, "tenhou").text.encode()
    path = database(
        tmp_path / "logs.db",
        [("a", zlib.compress(log)), ("b", log), ("c", b"\x78\x9cbroken"), ("d", None)],
    )
    before = path.read_bytes()
    for source in (path, before):
        found = list(load(source))
        assert [each.game is not None for each in found] == [True, True, False, False]
        assert turns(found[0].game) == turns(found[1].game) == turns(GAME)
        assert [each.path.rpartition(":")[2] for each in found] == ["a", "b", "c", "d"]
    assert path.read_bytes() == before
    (source,) = load(f"{path}:b")
    assert turns(source.game) == turns(GAME)


@pytest.mark.parametrize("is_packed", [False, True])
def test_a_row_is_read_up_to_the_bounds(tmp_path, is_packed):
    log = b"<" + bytes(10_000_000)
    path = database(tmp_path / "logs.db", [("bomb", zlib.compress(log) if is_packed else log)])
    with path.open("rb") as stream:
        (member,) = members(stream, "x", Bounds(member=1_000_000))
    assert "larger than 1000000 bytes" in member.problem


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE other (a)",
        "CREATE TABLE logs (a, b)",
        "CREATE VIEW logs AS SELECT 1 AS log_id, 2 AS log",
    ],
)
def test_another_database_is_named(tmp_path, statement):
    path = tmp_path / "x.db"
    with sqlite3.connect(path) as connection:
        connection.execute(statement)
    connection.close()
    (source,) = load(path)
    assert "SQLite database without a table of logs" in source.findings[0].message


def test_a_damaged_database_is_an_answer(tmp_path):
    path = database(tmp_path / "logs.db", [("a", b"<x/>")] * 200)
    data = path.read_bytes()
    for damaged in (data[:600], data[:100] + bytes(2000) + data[2100:], data[:16]):
        assert all(source.game is None for source in load(damaged))
    assert next(iter(members(io.BytesIO(data[:16]), "x"))).problem
