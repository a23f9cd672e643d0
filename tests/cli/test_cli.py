"""The commands, run as people run them."""

import gzip
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import click
import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.commands import run
from kit.sheets_without_turns import WON

from mjlog.batch import audit_files, internal_errors
from mjlog.batch.tasks import Task, split_task
from mjlog.cli.main import ELSEWHERE, main
from mjlog.formats.own import parts, texts

ROOT = Path(__file__).parents[2]
HAND = [
    "--rules",
    "taiyuan/1",
    "--hand",
    "3'3'm2'34p234777s",
    "--meld",
    "*5555z",
    "--winner",
    "C",
    "--tile",
    "2s",
]
RECORD = f"{WON}next dealer=B\n"
WRONG = RECORD.replace("next dealer=B", "next dealer=C")
UNREADABLE = b"\xff\xfe\x00\x00\x01\x02"


@pytest.fixture
def folder(tmp_path):
    """A folder with a right record, a wrong one and something that is none."""
    (tmp_path / "1-right.mjl").write_text(RECORD, encoding="utf-8")
    (tmp_path / "2-wrong.mjl").write_text(WRONG, encoding="utf-8")
    return tmp_path


def records(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


# --------------------------------------------------------------------------- start


def test_help_loads_nothing_heavy():
    code = "import sys, mjlog, mjlog.cli.main; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.split()
    heavy = {
        "lark",
        "flask",
        "jsonschema",
        "werkzeug",
        "waitress",
        "json",
        "mjlog.model.record",
        "mjlog.audit",
    }
    assert not heavy & set(loaded)


def test_the_check_of_a_right_record_loads_nothing_that_explains_wrong_ones(folder):
    code = "import sys; from mjlog.batch.tasks import Task, task_done; "
    code += "print([each.findings for each in task_done(Task(sys.argv[1], True))], *sys.modules)"
    right = str(folder / "1-right.mjl")
    loaded = subprocess.run(
        [sys.executable, "-c", code, right], check=True, capture_output=True, text=True
    ).stdout.split()
    assert loaded[0] == "[()]"
    late = "diagnosis.deal diagnosis.sheet_search diagnosis.rereading diagnosis.rule_suspects "
    late += "corrections checks.amended without_rules"
    assert not {f"mjlog.auditor.{name}" for name in late.split()} & set(loaded)
    assert not {"mjlog.notation.writer", "mjlog.formats.unread", "fractions"} & set(loaded)


def test_module_and_command_are_one():
    done = subprocess.run(
        [sys.executable, "-m", "mjlog", "--version"], check=True, capture_output=True, text=True
    )
    assert done.stdout.startswith("mjlog ")


@pytest.mark.parametrize(
    "command", ["", "check", "show", "convert", "rules", "score", "waits", "serve"]
)
def test_help(command):
    result = run(*command.split(), "--help")
    assert result.exit_code == 0
    assert "Usage: " in result.output


def test_the_help_says_of_each_command_what_its_own_help_says():
    context = click.Context(main)
    for name, there in ELSEWHERE.items():
        command = main.get_command(context, name)
        assert command.name == name
        assert there.help == " ".join(command.help.split("\n\n")[0].split())


def test_every_command_and_option_is_in_the_documentation():
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    context = click.Context(main)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert f"## `mjlog {name}" in page
        options = {
            word for option in command.params for word in option.opts if word.startswith("--")
        }
        assert {word for word in options if word not in page} == set()


# --------------------------------------------------------------------------- check


def test_check_of_a_right_record(folder):
    result = run("check", folder / "1-right.mjl")
    assert result.exit_code == 0, result.output
    assert "no error found; 50 % of the claims could not be checked" in result.output


def test_check_points_at_the_wrong_claim(folder):
    result = run("check", folder / "2-wrong.mjl")
    assert result.exit_code == 1
    assert "2-wrong.mjl:12:" in result.output
    assert "next dealer=C" in result.output
    assert "next.dealer" in result.output


def test_check_reports_what_can_be_read_beside_what_cannot(folder):
    (folder / "3-none.mjl").write_bytes(UNREADABLE)
    result = run("check", "--format", "ndjson", folder, folder / "missing.mjl")
    found = records(result)
    assert result.exit_code == 2
    assert [Path(record["path"]).name for record in found][:2] == ["1-right.mjl", "2-wrong.mjl"]
    assert found[-1]["findings"][0]["code"] == "file.unreadable"


def test_check_of_standard_input():
    result = run("check", "--format", "ndjson", "-", input=WRONG)
    assert result.exit_code == 1
    assert [finding["code"] for finding in records(result)[0]["findings"]] == ["next.dealer"]


def test_check_of_archives(folder):
    with zipfile.ZipFile(folder / "all.zip", "w") as archive:
        for name in ("1-right.mjl", "2-wrong.mjl"):
            archive.write(folder / name, name)
    (folder / "one.mjl.gz").write_bytes(gzip.compress(WRONG.encode()))
    result = run("check", "--format", "ndjson", folder / "all.zip", folder / "one.mjl.gz")
    assert [len(record["findings"]) for record in records(result)] == [0, 1, 1]


def test_ndjson_fits_the_schema(folder):
    schema = json.loads((ROOT / "schemas" / "findings.schema.json").read_text(encoding="utf-8"))
    found = records(run("check", "--format", "ndjson", "--claims", folder))
    assert len(found) == 2
    for record in found:
        jsonschema.Draft202012Validator(schema).validate(record)
    where = found[1]["findings"][0]["where"]
    assert (where["line"], where["deal"]) == (12, 1)


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_whole_documents_are_valid_json(folder, form):
    assert json.loads(run("check", "--format", form, folder).stdout)


def test_github_annotations(folder):
    result = run("check", "--format", "github", folder)
    assert result.stdout.startswith("::error file=")


def test_several_processes_report_the_same_in_the_same_order(folder):
    for number in range(30):
        (folder / f"3-{number:02}.mjl").write_text(
            WRONG if number % 3 else RECORD, encoding="utf-8"
        )
    (folder / "4-none.mjl").write_bytes(UNREADABLE)
    alone, together = (
        run("check", "--format", "ndjson", "--jobs", jobs, folder) for jobs in (1, 2)
    )
    assert alone.stdout == together.stdout
    assert alone.exit_code == together.exit_code


def test_a_text_of_many_records_is_shared_by_the_processes(tmp_path, monkeypatch):
    record = b"%mjlog 1.0\nRules: riichi/1\n\n@ E1 dealer=A\nwin A 9m from B\npay B>C 1\n\n"
    path = tmp_path / "many.mjl"
    path.write_bytes(record * 30)
    monkeypatch.setattr("mjlog.batch.tasks.PARTED", 1000)
    monkeypatch.setattr("mjlog.batch.tasks._PART", 500)
    assert len(list(split_task(Task(str(path), True)))) > 3
    one, two = (
        run("check", "--canonical", "--format", "ndjson", "--jobs", jobs, path) for jobs in (1, 2)
    )
    assert one.stdout == two.stdout != ""


@given(st.lists(st.sampled_from([b"%mjlog 1.0\n", b"\n", b"# note\n", b"@ 1"])), st.integers(0, 40))
def test_parts_of_a_text_have_its_records(lines, size):
    text = b"%mjlog 1.0\n" + b"".join(lines)
    shared = [
        (number, words, part.lines_before + before)
        for part in parts(text, size)
        for number, (words, before) in enumerate(texts(part.text), part.number)
    ]
    assert shared == [(number, *each) for number, each in enumerate(texts(text), 1)]


def test_a_file_that_kills_its_process_is_blamed_alone(folder, monkeypatch):
    def deadly(source, **rest):
        if Path(source).name == "5.mjl":
            os._exit(9)
        return load(source, **rest)

    load = audit_files.load
    monkeypatch.setattr(audit_files, "load", deadly)
    for number in range(3, 30):
        (folder / f"{number}.mjl").write_text(RECORD, encoding="utf-8")
    found = records(run("check", "--format", "ndjson", "--jobs", 2, folder))
    assert len(found) == 29
    blamed = [
        record["path"]
        for record in found
        if any(f["code"] == "internal.error" for f in record["findings"])
    ]
    assert [Path(path).name for path in blamed] == ["5.mjl"]


def test_only_and_allow(folder):
    wrong = folder / "2-wrong.mjl"
    assert run("check", "--allow", "next", wrong).exit_code == 0
    assert run("check", "--only", "next.dealer", wrong).exit_code == 1
    assert run("check", "--only", "syntax", wrong).exit_code == 0


def test_a_misspelt_code_is_refused(folder):
    result = run("check", "--only", "next.deeler", folder)
    assert result.exit_code == 2
    assert "next.dealer" in result.stderr


def test_check_without_a_path_is_wrong_usage():
    assert run("check").exit_code == 2


def test_a_failure_of_ours_is_a_finding_and_the_others_go_on(folder, monkeypatch):
    def failing(game, *more):
        if game.deals[0].attribute("dealer") == "B":
            raise RuntimeError("boo")
        return audit(game, *more)

    audit = internal_errors.audit
    monkeypatch.setattr(internal_errors, "audit", failing)
    (folder / "0.mjl").write_text(RECORD.replace("dealer=A", "dealer=B"), encoding="utf-8")
    result = run("check", "--format", "ndjson", folder)
    found = records(result)
    assert result.exit_code == 2
    assert [len(record["findings"]) for record in found] == [1, 0, 1]
    assert found[0]["findings"][0]["code"] == "internal.error"
    assert "boo" in found[0]["findings"][0]["message"]


@pytest.mark.parametrize(
    "hostile",
    [
        b"",
        UNREADABLE,
        b"\x00" * 5000,
        b"%mjlog 9.9\n",
        b"%mjlog 1.0\n@ 1\n1. " + b"9" * 100_000 + b"\n",
        b'{"mjlog": "1.0", "deals": ' + b"[" * 5000,
        b"<mjloggm ver=",
        b"PK\x03\x04 and no more",
        b"\x1f\x8b\x08 and no more",
    ],
)
@pytest.mark.parametrize("form", ["text", "ndjson"])
def test_hostile_input_gets_a_finding(tmp_path, hostile, form):
    file = tmp_path / "odd.mjl"
    file.write_bytes(hostile)
    result = run("check", "--format", form, file)
    assert result.exit_code in {1, 2}
    assert result.stdout


# --------------------------------------------------------------------------- convert


def test_text_to_json_to_text_is_the_same_bytes(folder, tmp_path):
    one, there, two = (tmp_path / name for name in ("one.mjl", "there.json", "two.mjl"))
    assert run("convert", folder / "1-right.mjl", "-o", one).exit_code == 0
    assert run("convert", one, "-o", there).exit_code == 0
    assert run("convert", there, "--to", "mjl", "-o", two).exit_code == 0
    assert one.read_bytes() == two.read_bytes()
    assert json.loads(there.read_text(encoding="utf-8"))


def test_convert_writes_to_standard_output_and_reads_standard_input():
    once = run("convert", "-", input=RECORD)
    assert once.exit_code == 0, once.stderr
    assert once.stdout.startswith("%mjlog 1.0\n")
    assert run("convert", "-", input=once.stdout).stdout == once.stdout


def test_convert_tells_what_it_could_not_read():
    result = run("convert", "-", input=RECORD.replace("win C 2s self", "1. A:9q\nwin C 2s self"))
    assert result.exit_code == 1
    assert "syntax.word" in result.stderr


def test_convert_of_a_file_that_is_not_there(folder, monkeypatch):
    monkeypatch.chdir(folder)
    assert run("convert", "missing.mjl").exit_code == 2


def test_convert_into_a_folder_that_is_not_there(folder):
    result = run("convert", folder / "1-right.mjl", "-o", folder / "no" / "where.mjl")
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


# --------------------------------------------------------------------------- rules


def test_rules_lists_the_sets():
    result = run("rules")
    assert result.exit_code == 0
    assert "taiyuan/1" in result.output
    assert "riichi/1" in result.output


def test_rules_shows_options_presets_and_the_rulebook():
    result = run("rules", "taiyuan", "preset=regional")
    assert result.exit_code == 0
    for heading in ("Options", "Presets", "The rulebook"):
        assert heading in result.output


@pytest.mark.parametrize("name", [["nowhere"], ["taiyuan", "start_points"], ["taiyuan/99"]])
def test_rules_refuses_by_name(name):
    result = run("rules", *name)
    assert result.exit_code == 2
    assert "Error: " in result.stderr


# --------------------------------------------------------------------------- score


def test_score_shows_items_and_payments_with_arithmetic():
    result = run("score", *HAND, "--ready", "C,D")
    assert result.exit_code == 0, result.stderr
    for words in (
        "basic",
        "concealed",
        "A pays C 12",
        "B pays C 7",
        "D pays C 4",
        "net A -12, B -7, C +23, D -4",
    ):
        assert words in result.stdout


def test_score_asks_the_rules_how_many_play(tmp_path):
    rules = tmp_path / "three.toml"
    pattern = '[[pattern]]\nitem = "all-pungs"\npoints = 2\nwhen = "pungs=4"\n'
    rules.write_text(f"[options]\nplayers = 3\n{pattern}", encoding="utf-8")
    result = run("score", "--rules", str(rules), "--hand", "222m333m444p555s66s")
    assert result.stdout.endswith("net A +4, B -2, C -2\n"), result.stderr


def test_score_of_a_hand_that_does_not_win():
    result = run("score", "--rules", "taiyuan/1", "--hand", "1'4'7'm2358p1469s123z", "--ready", "A")
    assert result.exit_code == 2
    assert "do not form four sets and a pair" in result.stderr


@pytest.mark.parametrize("rules", ["mcr", "hongkong", "riichi"])
def test_score_makes_no_hand_right_by_what_nobody_said_of_the_course_of_play(rules):
    melds = ["--meld", "+123m", "--meld", "+678m", "--winner", "C", "--from", "B", "--round", "E"]
    result = run("score", "--rules", rules, "--hand", "55p123s78s9s", *melds)
    assert result.exit_code > 0
    assert "win.least" in result.stderr
    said = run("score", "--rules", "mcr", "--hand", "55p123s78s9s", *melds,
               "--happened", "last-tile-claim")  # fmt: skip
    assert "hand value 12 fan = 8 (last-tile-claim)" in said.stdout


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--from", "C"], "C cannot win from C"),
        (["--rob"], "robbed of somebody"),
    ],
)
def test_score_of_a_win_from_nobody_there_is(wrong, said):
    result = run("score", *HAND, "--ready", "C,D", *wrong)
    assert result.exit_code == 2
    assert said in result.stderr
    assert not result.stdout


@pytest.mark.parametrize(
    ("tiles", "meld", "said"),
    [
        ("3'3'm2'34p234777s", "*5556z", "5556z are not four alike"),
        ("99m123p123456s", "+999m", "9m comes up once too often: the set has only 4 9m"),
    ],
)
def test_score_of_tiles_that_make_no_hand_is_no_success(tiles, meld, said):
    last = ["--tile", "2s"] if "2" in tiles else []
    result = run(
        "score", "--rules", "taiyuan/1", "--hand", tiles, "--meld", meld, "--ready", "A", *last
    )
    assert result.exit_code in {1, 2}
    assert said in result.stderr


def test_score_says_that_unmarked_pillars_are_not_judged():
    hand = [
        "--rules",
        "taiyuan/1",
        "--hand",
        "33m234p234777s",
        "--meld",
        "*5555z",
        "--tile",
        "2s",
        "--ready",
        "A",
    ]
    assert "not judged: 7.5 " in run("score", *hand).stderr
    assert "not judged" not in run("score", *HAND, "--ready", "C").stderr


def test_score_of_what_is_no_hand():
    result = run("score", "--rules", "taiyuan/1", "--hand", "12q")
    assert result.exit_code == 2
    assert "syntax" in result.stderr


def test_score_needs_a_known_rule_set():
    assert run("score", "--rules", "nowhere", "--hand", "11m").exit_code == 2
