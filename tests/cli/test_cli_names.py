"""Digests, canonical texts, completion: what the command line says beside its audits."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete
from kit.commands import run

import mjlog
from mjlog.cli.main import main

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "samples" / "taiyuan" / "a-short-game.mjl"
CANONICAL = mjlog.write(mjlog.read(SAMPLE.read_bytes()))


def line(words):
    """The number of the first line of the canonical text with these words."""
    return CANONICAL[: CANONICAL.index(words)].count("\n") + 1


def canonical(path, *options):
    """The lines that are not canonical, and the exit status."""
    only = ["--only", "syntax.canonical", "--format", "ndjson"]
    done = run("check", "--canonical", *only, *options, path)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    found = [finding for record in records for finding in record["findings"]]
    return [finding["where"]["line"] for finding in found], done.exit_code


# --------------------------------------------------------------------------- digest


def test_a_digest_is_the_hash_of_the_canonical_text_and_the_path():
    name = hashlib.sha256(CANONICAL.encode()).hexdigest()
    done = run("digest", SAMPLE)
    assert done.exit_code == 0
    assert done.stdout == f"{name}  {SAMPLE}\n"


def test_text_and_json_of_one_record_have_one_digest(tmp_path):
    run("convert", SAMPLE, "-o", tmp_path / "record.json")
    names = [line.split()[0] for line in run("digest", SAMPLE, tmp_path).stdout.splitlines()]
    assert len(names) == 2
    assert len(set(names)) == 1


def test_every_record_of_a_file_has_a_line_of_its_own(tmp_path):
    (tmp_path / "games.mjl").write_text(CANONICAL + CANONICAL, encoding="utf-8")
    paths = [line.split("  ")[1] for line in run("digest", tmp_path).stdout.splitlines()]
    assert [Path(path).name for path in paths] == ["games.mjl:1", "games.mjl:2"]


def test_what_cannot_be_read_has_no_digest_and_is_told(tmp_path):
    (tmp_path / "none.mjl").write_bytes(b"\xff\xfe\x00\x00\x01")
    done = run("digest", SAMPLE, tmp_path / "none.mjl", tmp_path / "missing.mjl")
    assert done.exit_code == 2
    assert len(done.stdout.splitlines()) == 1
    assert "none.mjl" in done.stderr
    assert "missing.mjl" in done.stderr


def test_a_folder_without_records_is_told(tmp_path):
    (tmp_path / "readme.txt").write_text("no record", encoding="utf-8")
    done = run("digest", tmp_path)
    assert done.exit_code == 2
    assert done.stderr == "There is no record here.\n"


# --------------------------------------------------------------------------- check --canonical


def test_the_canonical_text_is_canonical(tmp_path):
    (tmp_path / "one.mjl").write_text(CANONICAL, encoding="utf-8")
    (tmp_path / "two.mjl").write_text(f"{CANONICAL}\n{CANONICAL}", encoding="utf-8")
    assert canonical(tmp_path) == ([], 0)


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        (lambda text: text.replace("\n\n@", "\n@", 1), [line("\n\n@") + 1]),
        (lambda text: text.replace("Rules: ", "Rules:   ", 1), [line("Rules: ")]),
        (lambda text: text.replace("\n", "\r\n"), [1]),
        (lambda text: "\ufeff" + text, [1]),
        (lambda text: text.removesuffix("\n"), [CANONICAL.count("\n")]),
        (lambda text: f"{text}\n", [CANONICAL.count("\n") + 1]),
        (lambda text: f"{text}\n\n", [CANONICAL.count("\n") + 1]),
    ],
)
def test_each_departure_is_a_warning_at_its_line(tmp_path, change, lines):
    assert CANONICAL.count("\n\n@")
    changed = change(CANONICAL)
    assert changed != CANONICAL
    (tmp_path / "record.mjl").write_bytes(changed.encode())
    assert canonical(tmp_path / "record.mjl")[1] == 1
    assert canonical(tmp_path / "record.mjl")[0][:1] == lines[:1]


def test_lines_of_a_second_record_are_those_of_the_file(tmp_path):
    second = CANONICAL.replace("Rules: ", "Rules:  ", 1)
    (tmp_path / "record.mjl").write_text(CANONICAL + second, encoding="utf-8")
    assert canonical(tmp_path) == ([CANONICAL.count("\n") + line("Rules: ")], 1)


def test_several_processes_say_the_same(tmp_path):
    (tmp_path / "record.mjl").write_text(CANONICAL.replace(" ", "  "), encoding="utf-8")
    assert canonical(tmp_path, "--jobs", "2") == canonical(tmp_path)
    assert canonical(tmp_path)[0]


def test_nothing_is_said_where_it_is_not_asked_for(tmp_path):
    (tmp_path / "record.mjl").write_text(CANONICAL.replace("\n", "\r\n"), encoding="utf-8")
    assert run("check", "--only", "syntax.canonical", tmp_path).exit_code == 0


def test_a_very_long_departure_is_told_once(tmp_path):
    comments = "".join(f"{{ {number} }}\n" for number in range(3000))
    (tmp_path / "record.mjl").write_text(CANONICAL + comments + "end\n", encoding="utf-8")
    assert len(canonical(tmp_path)[0]) == 1


# --------------------------------------------------------------------------- completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_one_that_the_shell_understands(shell):
    script = run("completion", shell).stdout
    assert "_MJLOG_COMPLETE" in script
    if shutil.which(shell):
        done = subprocess.run([shell, "-n"], input=script, text=True, check=False)
        assert done.returncode == 0


def completed(*words):
    """What a shell is offered behind the last of the words."""
    *whole, begun = words
    offered = BashComplete(main, {}, "mjlog", "_MJLOG_COMPLETE").get_completions(whole, begun)
    return {item.value for item in offered}


def test_the_command_answers_a_shell():
    environment = os.environ | {
        "_MJLOG_COMPLETE": "bash_complete",
        "COMP_WORDS": "mjlog rules tai",
        "COMP_CWORD": "2",
    }
    command = [sys.executable, "-c", "from mjlog.cli.main import main; main(prog_name='mjlog')"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["plain,taiwanese", "plain,taiyuan"]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["che"], {"check"}),
        (["check", "--form"], {"--format"}),
        (["check", "--format", "sa"], {"sarif"}),
        (["check", "--only", "ready.sh"], {"ready.shelf"}),
        (["rules", "tai"], {"taiwanese", "taiyuan"}),
        (["score", "--rules", "ri"], {"riichi"}),
        (["completion", "f"], {"fish"}),
    ],
)
def test_words_are_completed(words, offered):
    assert completed(*words) == offered


def test_bytes_that_are_no_text_are_not_canonical(tmp_path):
    lost = CANONICAL.replace("A: ", "A: \ufffd", 1)
    (tmp_path / "record.mjl").write_bytes(
        lost.replace("\ufffd", "\udcc1").encode(errors="surrogateescape")
    )
    assert canonical(tmp_path)[0] == [line("A: ")]
    (tmp_path / "record.mjl").write_text(lost, encoding="utf-8")
    assert canonical(tmp_path)[0] == []
