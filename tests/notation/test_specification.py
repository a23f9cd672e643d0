"""The specification in docs/ says what the reader does."""

import re
from pathlib import Path

import pytest

from mjlog.model.record import SEATS
from mjlog.notation import Limits, read, write
from mjlog.notation.lines.headers import KNOWN
from mjlog.report.finding_codes import OWN

PAGE = Path(__file__).parents[2] / "docs" / "notation.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```mjl\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
HEAD = "%mjlog 1.0\n@ 1 dealer=A\n"


def section(title):
    return re.search(rf"^#+ {title}$(.*?)(?=^#|\Z)", TEXT, re.DOTALL | re.MULTILINE)[1]


def rows(title):
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in section(title).splitlines()
        if line.startswith("| `")
    ]


def code(cell):
    return re.findall(r"`([^`]+)`", cell)


def faults(text):
    return [finding for finding in read(text).findings if finding.code != "syntax.unknown_line"]


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_sound(example):
    head = "" if example.startswith("%") else "%mjlog 1.0\n" if example.startswith("@") else HEAD
    assert not faults(head + example)


WORDS = [
    word
    for write_, means in rows("One word a turn")
    for word in code(write_) + code(means)
    if word not in "=~"
]


@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_a_canonical_turn(word):
    assert not faults(f"{HEAD}1. {word}\n")
    assert write(read(f"{HEAD}1. {word}\n")).splitlines()[-1] == f"1. A:{word}"


@pytest.mark.parametrize("run", [run for write_, _ in rows("Tiles") for run in code(write_)])
def test_a_tile_is_a_tile(run):
    assert not faults(f"{HEAD}show A {run}\n")
    assert not faults(f"{HEAD}1. {run}\n")


@pytest.mark.parametrize(
    ("typed", "meant"), [(code(row[0])[0], code(row[1])[0]) for row in rows("Shorthand")]
)
def test_shorthand_is_read_as_it_says(typed, meant):
    assert not faults(f"{HEAD}1. {typed}\n")
    assert read(f"{HEAD}1. {typed}\n") == read(f"{HEAD}1. {meant}\n")


@pytest.mark.parametrize(
    ("typed", "canonical"), [(code(row[0])[0], code(row[1])[0]) for row in rows("Canonical text")]
)
def test_a_spelling_is_written_as_it_says(typed, canonical):
    for word in (typed, canonical):
        assert not faults(f"{HEAD}1. {word}\n")
        assert write(read(f"{HEAD}1. {word}\n")).splitlines()[-1] == f"1. A:{canonical}"


@pytest.mark.parametrize("line", [code(row[0])[0] for row in rows("Facts")])
def test_a_fact_is_canonical(line):
    assert not faults(f"{HEAD}{line}\n")
    assert write(read(f"{HEAD}{line}\n")).splitlines()[-1] == line


def test_all_findings_of_the_reader_are_explained():
    told = {code(row[0])[0] for row in rows("Errors and limits") if row[0].startswith("`syntax.")}
    assert told == {name for name in OWN if name.startswith("syntax.")}


def test_all_headers_are_named():
    named = {
        word.rstrip(":")
        for row in rows("The file")
        for cell in code(row[0])
        for word in cell.split()
    }
    assert KNOWN - set(SEATS) <= named
    assert named - KNOWN == {"X-…"}


def test_the_limits_are_those_of_the_code():
    limits = Limits()
    assert (limits.file_size, limits.line_length) == (64 << 20, 32_768)
    assert (limits.words, limits.deals, limits.findings) == (5_000, 10_000, 10_000)
