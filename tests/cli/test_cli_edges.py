"""The commands where something is in the way.

No room for the output, no such host, records packed or broken.
"""

import gzip
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from kit.commands import run

from mjlog.notation import read, to_json

FULL = Path("/dev/full")
SAMPLE = Path(__file__).parents[2] / "samples" / "taiyuan" / "dragon.mjl"
COMMANDS = [
    ["check", SAMPLE],
    ["check", "--format", "ndjson", SAMPLE],
    ["show", SAMPLE],
    ["convert", SAMPLE],
    ["rules", "taiyuan"],
]


def separately(*arguments, **rest):
    """The command in a process of its own."""
    words = [sys.executable, "-m", "mjlog", *map(str, arguments)]
    return subprocess.run(words, stderr=subprocess.PIPE, text=True, check=False, **rest)


@pytest.mark.slow
@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("arguments", COMMANDS)
def test_output_without_room_is_told_in_one_line(arguments):
    with FULL.open("w") as full:
        done = separately(*arguments, stdout=full)
    assert done.returncode == 2
    assert "No space left" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_a_reader_that_has_enough_is_no_error():
    command = [sys.executable, "-m", "mjlog", "rules", "taiyuan"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        running.stdout.readline()
        running.stdout.close()
        assert "Traceback" not in running.stderr.read()


def test_a_place_that_cannot_be_written_is_told_in_one_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("precious")
    run("archive", "init", "club.db")
    run("archive", "add", "--jobs", "1", "club.db", SAMPLE)
    for words in (["export"], ["backup"]):
        done = run("archive", *words, "club.db", "-o", "file/below")
        assert done.exit_code == 1
        assert done.stderr.startswith("Error: file/below")
        assert len(done.stderr.splitlines()) == 1
    assert Path("file").read_text() == "precious"


def test_an_argument_that_is_not_utf_8_is_told_in_one_line(tmp_path):
    run("archive", "init", tmp_path / "club.db")
    words = [sys.executable, "-m", "mjlog", "archive", "list", tmp_path / "club.db", b"\xffab"]
    done = subprocess.run(words, capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == ["Error: \ufffdab is not text in UTF-8"]


def test_unknown_rules_of_a_printed_sheet_are_told(tmp_path):
    done = run("tournament", "paper", "--rules", "bridge/1", "-o", tmp_path / "a.pdf")
    assert done.exit_code == 2
    assert "unknown rule set 'bridge'" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("host", ["nosuch.invalid", "not a host", "256.1.1.1"])
def test_a_host_that_is_none_is_told(host):
    done = run("serve", "--host", host, SAMPLE)
    assert done.exit_code == 2
    assert f"cannot listen on {host} port 0" in done.stderr


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_a_record_in_a_wide_encoding_is_read_and_told(tmp_path, encoding):
    wide = tmp_path / "wide.mjl"
    wide.write_bytes(SAMPLE.read_text(encoding="utf-8").encode(encoding))
    done = run("check", wide)
    assert done.exit_code == 1
    assert (
        f"wide.mjl:1:1: error syntax.encoding: the file is {encoding.upper()}; save it as UTF-8"
        in done.output
    )
    assert "\0" not in done.output  # of such a file no line is quoted
    assert run("convert", wide).stdout == run("convert", SAMPLE).stdout


# --------------------------------------------------------------------------- records packed
# together


@pytest.fixture
def packed(tmp_path):
    """Two records in an archive."""
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as archive:
        archive.write(SAMPLE, "a.mjl")
        archive.write(SAMPLE.with_name("regional.mjl"), "b.mjl")
    return tmp_path / "two.zip"


def test_a_command_about_one_record_wants_one(packed):
    several = run("show", packed)
    assert several.exit_code == 2
    assert f"name one of them, such as {packed}:a.mjl" in several.stderr


@pytest.mark.parametrize("command", ["show", "convert"])
def test_a_member_that_is_named_is_read(packed, command):
    one = run(command, f"{packed}:b.mjl")
    assert one.exit_code == 0
    assert one.stdout == run(command, SAMPLE.with_name("regional.mjl")).stdout


@pytest.mark.parametrize("command", ["show", "convert"])
def test_a_member_that_is_not_there_is_told(packed, command):
    result = run(command, f"{packed}:c.mjl")
    assert result.exit_code == 2
    assert f"{packed} holds no such record" in result.stderr


def test_check_reads_a_member_too(packed):
    result = run("check", "--format", "ndjson", f"{packed}:b.mjl")
    assert [json.loads(line)["path"] for line in result.stdout.splitlines()] == [f"{packed}:b.mjl"]


@pytest.mark.parametrize("command", ["check", "show", "convert"])
def test_a_packing_that_is_cut_off_is_told(tmp_path, command):
    (tmp_path / "cut.gz").write_bytes(gzip.compress(SAMPLE.read_bytes())[:-4])
    assert "format.archive" in run(command, tmp_path / "cut.gz").output


def test_records_one_a_line_are_audited_and_converted_each(tmp_path):
    line = json.dumps(to_json(read(SAMPLE.read_bytes())))
    (tmp_path / "two.jsonl").write_text(f"{line}\n{line}\n{{,\n", encoding="utf-8")
    result = run("check", "--format", "ndjson", tmp_path / "two.jsonl")
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 2
    assert [[finding["code"] for finding in record["findings"]] for record in found] == [
        [],
        [],
        ["format.json"],
    ]
    assert run("convert", f"{tmp_path / 'two.jsonl'}:2").stdout == run("convert", SAMPLE).stdout


# --------------------------------------------------------------------------- no record


def test_where_there_is_no_record_check_says_so(tmp_path):
    (tmp_path / "README.md").write_text("not a record", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    with zipfile.ZipFile(tmp_path / "empty.zip", "w"):
        pass
    os.mkfifo(tmp_path / "empty" / "pipe")
    for path in (tmp_path, tmp_path / "empty", tmp_path / "empty.zip"):
        result = run("check", path)
        assert result.exit_code == 2
        assert "there is no record here" in result.stdout


def test_what_cannot_be_read_is_not_praised(tmp_path):
    (tmp_path / "bad.mjl").write_text("nothing", encoding="utf-8")
    result = run("check", "--only", "syntax", tmp_path / "bad.mjl")
    assert result.exit_code == 2
    assert "nothing to complain about" not in result.stdout


# --------------------------------------------------------------------------- jokers in odd places


@pytest.mark.parametrize("rules", ["american", "riichi", "taiyuan", "taiwanese", "tibet"])
@pytest.mark.parametrize(
    "words",
    [
        ["--hand", "221jm2z", "--tile", "1jz"],
        ["--hand", "11122233344455jm"],
        ["--hand", "111222333444z5jm", "--tile", "J"],
        ["--hand", "J23m456p789s11z", "--meld", "+1j11m"],
        ["--hand", "23m456p789s11222z1jm", "--bonus", "1jm", "--dora", "J", "--ura", "1jz"],
    ],
    ids=lambda words: words[1],
)
def test_a_joker_in_an_odd_place_is_no_crash(rules, words):
    assert run("score", "--rules", rules, *words).exit_code in {0, 1, 2}


def test_a_joker_shown_as_what_it_stands_for_was_held_as_a_joker(tmp_path):
    record = tmp_path / "joker.mjl"
    lines = "%mjlog 1.0\nRules: american\n\n@ 1 dealer=A\n1. A:4z\nshow A 123m456p789s1122jz\n"
    record.write_text(lines, encoding="utf-8")
    done = run("check", "--format", "ndjson", record)
    assert "internal.error" not in {
        finding["code"] for finding in json.loads(done.output)["findings"]
    }
