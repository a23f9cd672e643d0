"""Games that were really played: nothing is wrong with them, and nobody's name stands in them."""

import csv
import re
from collections import Counter

import pytest
from kit.places import DATA, REAL

from mjlog.auditor.audit import audit
from mjlog.notation import read, write

SEATS = ("East", "South", "West", "North")
LINES = {
    "deal", "dora", "ura", "win", "draw", "show", "fan", "net", "pay", "score", "tenpai", "next",
}  # fmt: skip
TABLE = (DATA / "SOURCES.tsv").read_text(encoding="utf-8").splitlines()
SOURCES = list(csv.DictReader(TABLE, delimiter="\t"))


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_nothing_is_wrong_with_it_and_all_that_it_claims_agrees(path):
    report = audit(read(path.read_bytes()))
    assert report.findings == ()
    assert {verdict.answer for verdict in report.verdicts} == {"agrees"}
    assert report.turns > 100


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_it_is_written_canonically(path):
    text = path.read_bytes().decode("ascii")
    assert write(read(text)) == text


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_no_real_name_stands_in_it(path):
    """Seats stand for players, and nothing in it is a place for words of anybody's choice."""
    game = read(path.read_bytes())
    told = {header.key: header.value for header in game.headers}
    assert game.players == SEATS[: game.seats]
    assert told.keys() == {"Rules", "Final-Score", "Final-Points", *"ABCD"[: game.seats]}
    assert re.fullmatch(r"riichi/1( (preset|length)=[a-z-]+)+", told["Rules"])
    assert re.fullmatch(r"[-\d. ]+", told["Final-Score"] + told["Final-Points"])
    assert not game.kept
    for deal in game.deals:
        assert (deal.comment, deal.notes, deal.ledger) == ("", (), ())
        assert dict(deal.attributes).keys() <= {"dealer", "dice", "scores", "sticks"}
        assert re.fullmatch(r"[ESW]\d\.\d+", deal.label)
        assert {line.content.keyword for line in deal.lines} <= LINES
        assert not any(line.comment for line in deal.lines)


def test_nothing_else_lies_there_and_each_has_a_source_and_a_clear_licence():
    lists = {"digests.txt", "expected.tsv", "messages.tsv", "names.tsv", "slips.tsv"}
    made = {"SOURCES.tsv", "answers", "games", "ledgers", "sheets", "worked", *lists}
    assert {p.name for p in DATA.iterdir()} == {*made, *(p.name for p in REAL)}
    assert Counter(row["file"] for row in SOURCES) == Counter(path.name for path in REAL)
    for row in SOURCES:
        assert row["licence"] in {"MIT", "CC0-1.0"}
        assert row["source"].startswith("github.com/")
        assert row["changed"].startswith("written anew")
        assert row["shows"]
