"""A club's own game from a file: what it changes, how records name it, what is wrong with one."""

from pathlib import Path

import pytest
from kit.commands import run
from kit.records import faults

from mjlog.auditor.audit import audit
from mjlog.cli import rules_file
from mjlog.notation import read
from mjlog.referee.rulebook import RulesError
from mjlog.rules import load
from mjlog.rules.kit import club

ROOT = Path(__file__).parents[2]
EXAMPLE = (ROOT / "docs" / "examples" / "club-rules" / "club.toml").read_bytes()
RECORD = (
    "%mjlog 1.0\nRules: {}\nA: Ann\nB: Bo\nC: Cy\nD: Di\n\n@ E1 dealer=A\n"
    "win B 6p from C\nshow B +345m 456m456p55p45p6p\n"
).replace("456p55p45p6p", "345s55p456p")


@pytest.fixture
def header():
    return club.give("club.toml", EXAMPLE)


def test_a_file_changes_rows_and_options(header):
    rules, plain = load(header), load("hongkong/1")
    assert (rules.scoring.minimum, rules.settings["max_faan"], rules.title) == (
        1, "10", "Friday club"
    )  # fmt: skip
    assert rules.scoring.item_can_be("full-flush", 6)
    assert not rules.scoring.item_can_be("full-flush", 7)
    assert plain.scoring.item_can_be("full-flush", 7)
    assert "all-fives" in rules.scoring.item_names
    assert not rules.scoring.item_can_be("human-hand", 13)


def test_a_record_is_judged_by_the_file_that_it_names(header):
    report = audit(read(RECORD.format(header)))
    assert faults(report) == []
    assert ("all-fives", 5) in [(i.name, i.points) for i in report.settlements[0].scores[0].items]


def test_options_stand_behind_the_name_of_the_file(header):
    assert load(f"{header} minimum=3").scoring.minimum == 3
    assert load(load(f"{header} minimum=3").header) == load(f"{header} minimum=3")


def test_a_name_in_a_record_opens_no_path(tmp_path):
    path = tmp_path / "other.toml"
    path.write_bytes(EXAMPLE.replace(b"Friday", b"Sunday"))
    for name in (f"file:{path}", "file:other.toml", f"file:other.toml#sha256:{'0' * 64}"):
        report = audit(read(RECORD.format(name)))
        assert "rules.unknown" in faults(report)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (EXAMPLE.replace(b"each_has(5)", b"each_hsa(5)"), "line 18, column 9: all-fives: unknown"),
        (EXAMPLE.replace(b"each_has(5)", b"each_hsa(5)"), "did you mean each_has?"),
        (EXAMPLE.replace(b"minimum = 1", b"minimum = 7"), "line 6, column 1"),
        (EXAMPLE.replace(b"minimum", b"minumum"), "unknown option 'minumum'"),
        (EXAMPLE.replace(b'"human-hand"', b'"no-hand"'), "line 3, column 13: no pattern is called"),
        (EXAMPLE.replace(b"points = 5", b"points = five"), "at line 17, column 10"),
        (EXAMPLE.replace(b'"hongkong"', b'"riichi"'), "can be like hongkong, zungjung, mcr"),
        (EXAMPLE + b"\nprice = 3\n[x]\n", "unknown member"),
        (b"\xff\xfe", "is not a text in UTF-8"),
        (b"", "names the rule set that the game changes"),
        (b"x" * 300_000, "larger than a file of rules"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_place(wrong, says):
    with pytest.raises(RulesError) as caught:
        load(club.give("club.toml", wrong))
    assert says in str(caught.value)


def test_the_command_line_takes_a_file(tmp_path):
    path = tmp_path / "club.toml"
    path.write_bytes(EXAMPLE)
    hand = "345m345s456p55p456m"
    scored = run("score", "--rules", path, "--hand", hand, "--round", "E")
    assert "all-fives" in scored.output
    record = tmp_path / "game.mjl"
    record.write_text(RECORD.format(club.give("club.toml", EXAMPLE)), encoding="utf-8")
    assert run("check", "--rules", path, record).exit_code == 0
    assert "Friday club" in run("rules", path).output
    path.write_bytes(EXAMPLE.replace(b"each_has", b"each_hsa"))
    assert "line 18" in run("rules", path).output


@pytest.mark.parametrize(
    ("words", "header"),
    [
        ("mcr", "mcr/1"),
        ("mcr flowers=0", "mcr/1 flowers=0"),
        ("mcr/1", "mcr/1"),
        ("nobody", "nobody"),
        ("", ""),
    ],
)
def test_an_edition_is_always_written(words, header):
    assert rules_file.header(None, None, words) == header
