"""Records as people keep them: wrapped, pasted, packed, saved in another encoding, cut off.

Each form that holds records is put into each kind of wrapping, and the record comes back.
"""

import bz2
import html
import io
import json
import lzma
import tarfile
import time
import urllib.parse
from pathlib import Path

import pytest
from soul_records import soul_events, soul_record

from mjlog.formats import load
from mjlog.formats.archives import Bounds, members
from mjlog.formats.registry import export
from mjlog.notation import read

SAMPLES = Path(__file__).parents[2] / "samples" / "riichi"
GAMES = {
    name: read((SAMPLES / f"game-{name}-players.mjl").read_bytes()) for name in ("four", "three")
}


def record(form, players):
    """Return a game in a form that is read."""
    game = GAMES[players]
    if form == "soul":
        return json.dumps(soul_record(game))
    if form == "soul-events":
        return json.dumps(soul_events(game))
    if form == "soul-lines":
        return "\n".join(json.dumps(event) for event in soul_events(game))
    if form == "report":
        return json.dumps({"engine": "x", "mjai_log": json_lines(export(game, "mjai").text)})
    return export(game, form).text


def json_lines(text):
    return [json.loads(line) for line in text.splitlines()]


JSON_FORMS = ("soul", "soul-events", "report", "tenhou6")
FORMS = (*JSON_FORMS, "soul-lines", "tenhou", "mjai", "tenhou-link")
RECORDS = [
    *((form, players) for form in FORMS for players in GAMES),
    ("majiang", "four"),
]

IN_JSON = {
    "an answer": lambda value: {"code": 0, "message": "ok", "data": value},
    "objects": lambda value: {"result": {"game": value}},
    "a list": lambda value: [value],
    "a list in a list": lambda value: [[value]],
    "a string": lambda value: {"rows": [{"id": 1, "log": json.dumps(value)}]},
    "a string alone": json.dumps,
    "what a browser recorded": lambda value: {
        "log": {"entries": [{"response": {"content": {"text": json.dumps(value)}}}]}
    },
}
IN_TEXT = {
    "a message": "My game of yesterday:\n\n{}",
    "a code block": "```\n{}\n```\n",
    "a script": "<!DOCTYPE html><html><body><script>\n{}\n</script></body></html>",
    "a page": lambda text: f"<html><body><pre>{html.escape(text)}</pre></body></html>",
    "an address": urllib.parse.quote,
}
IN_SCRIPT = {
    "a variable": "var log = {};\n",
    "a call": "callback({});",
    "a comment before": "// saved by a script\n{}",
    "quotes": "'{}'",
}
ENCODINGS = ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32")


def put(wrapping, text):
    return wrapping(text) if callable(wrapping) else wrapping.replace("{}", text)


def turns(sources):
    return [
        [[turn.word for turn in deal.turns] for deal in source.game.deals] for source in sources
    ]


def said_by_the_reader(sources):
    """Return the findings about the files, beside those of the games."""
    return [finding.code for source in sources for finding in source.findings]


def same(text, wrapped):
    before, after = list(load(text.encode())), list(load(wrapped))
    assert turns(after) == turns(before)
    assert said_by_the_reader(after) == said_by_the_reader(before) == []


@pytest.mark.parametrize(("form", "players"), RECORDS)
@pytest.mark.parametrize("wrapping", IN_TEXT)
def test_a_record_in_a_text_is_read(form, players, wrapping):
    text = record(form, players)
    same(text, put(IN_TEXT[wrapping], text).encode())


@pytest.mark.parametrize("form", JSON_FORMS)
@pytest.mark.parametrize("wrapping", IN_SCRIPT)
def test_json_in_a_script_is_read(form, wrapping):
    text = record(form, "four")
    same(text, put(IN_SCRIPT[wrapping], text).encode())


@pytest.mark.parametrize("form", [*JSON_FORMS, "majiang"])
@pytest.mark.parametrize("wrapping", IN_JSON)
def test_json_in_other_json_is_read(form, wrapping):
    text = record(form, "four")
    same(text, json.dumps(IN_JSON[wrapping](json.loads(text))).encode())


@pytest.mark.parametrize("form", [*JSON_FORMS, "majiang"])
@pytest.mark.parametrize("wrapping", ["[{0}, {0}]", "{0}\n{0}", "{0}{0}", '{{"a": {0}, "b": {0}}}'])
def test_two_records_in_one_file_are_two(form, wrapping):
    text = record(form, "four")
    two = list(load(wrapping.format(text).encode(), "x"))
    assert turns(two) == turns(load(text.encode())) * 2
    assert [source.path for source in two] == ["x:1", "x:2"]


@pytest.mark.parametrize(("form", "players"), RECORDS)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_record_in_another_encoding_is_read(form, players, encoding):
    text = record(form, players)
    same(text, text.encode(encoding))


@pytest.mark.parametrize("form", [*JSON_FORMS, "majiang"])
def test_what_is_whole_in_a_file_that_breaks_off_is_read(form):
    text = record(form, "four")
    (whole,) = turns(load(text.encode()))
    for part in (0.4, 0.8):
        (source,) = load(text[: int(part * len(text))].encode())
        (cut,) = turns([source])
        assert [finding.code for finding in source.findings] == ["format.json"]
        *earlier, latest = cut
        assert earlier == whole[: len(earlier)]
        assert latest[:-1] == whole[len(earlier)][: len(latest) - 1]
        assert len(cut) > len(whole) * (part - 0.2)


@pytest.mark.parametrize("form", [*JSON_FORMS, "majiang"])
def test_nul_bytes_in_a_file_are_passed_over_with_a_word(form):
    text = record(form, "four")
    middle = len(text) // 2
    (source,) = load(f"{text[:middle]}\0\0{text[middle:]}".encode())
    assert turns([source]) == turns(load(text.encode()))
    assert said_by_the_reader([source]) == ["syntax.nul"]


@pytest.mark.parametrize("pack", [bz2.compress, lzma.compress, lambda data: lzma.compress(data, 2)])
def test_other_compressions_are_unpacked(pack):
    text = record("tenhou6", "four")
    same(text, pack(text.encode()))
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        info = tarfile.TarInfo("game")
        info.size = len(text.encode())
        archive.addfile(info, io.BytesIO(text.encode()))
    (source,) = load(pack(stream.getvalue()), "x")
    assert source.path == "x:game"


@pytest.mark.parametrize("pack", [bz2.compress, lzma.compress])
def test_damage_and_bombs_of_other_compressions_are_told(pack):
    packed = pack(bytes(range(256)) * 4000)
    for broken in (packed[:-9], packed[:40] + b"\xff" * 40 + packed[80:]):
        (member,) = members(io.BytesIO(broken), "x")
        assert "damaged or cut off" in member.problem
    (member,) = members(io.BytesIO(pack(bytes(10_000_000))), "x", Bounds(member=1_000_000))
    assert "larger than 1000000 bytes" in member.problem
    assert member.data == b""


def test_json_without_a_record_stays_unknown():
    for value in ([{"name": "x", "data": {}}], {"head": {"a": 1}, "log": "{"}):
        (source,) = load(json.dumps(value).encode())
        assert source.game is None
    (source,) = load(b"[" * 200_000 + b'{"log": ')
    assert source.game is None


@pytest.mark.parametrize(
    "part",
    [b'[{"', b'{"a":', b'x {"a": 1} ', b"x <mjloggm ", b"&quot;{", b"<pred = [[{", b"http://x "],
)
def test_what_only_looks_like_records_takes_no_time(part):
    began = time.monotonic()
    for source in load(part * (600_000 // len(part))):
        assert source.game is None or not source.game.deals
    assert time.monotonic() - began < 20
