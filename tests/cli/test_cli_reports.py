"""The forms of a report, from findings made by hand."""

import json
import re

import click
import jsonschema
import pytest

from mjlog.model.findings import Claim, Finding, Law, Place, Verdict
from mjlog.model.messages import msg
from mjlog.report import json as json_report
from mjlog.report import text
from mjlog.report.file_report import FileReport, record_object, selection
from mjlog.report.github import github
from mjlog.report.sarif import sarif
from mjlog.report.tally import Tally
from mjlog.shared_files import shared_file

LAW = Law(
    "8.1",
    "Ting is declared by laying one of one's standing pillars face down.",
    "Taiyuan guide, Ting",
)
TING = Finding(
    "ready.shelf",
    "error",
    "5s is not one of C's pillars",
    Place(line=3, column=5, deal=1, turn=6, step=21, seat=2),
    LAW,
    "7s-_5s!",
    "one of 33m2p4z",
)
PATH = Finding("file.unreadable", "error", "100% odd: a,b\nnext")
NOTE = Finding("syntax.unknown_line", "note", "kept as it is", Place(line=9))
CLAIMS = (
    Verdict("agrees", Claim("pay", 0, 2), Place(line=20), None, 12, 12),
    Verdict(
        "unverified",
        Claim("fan", 2, item="basic"),
        Place(line=21, deal=1),
        msg("two tiles are unknown"),
        1,
    ),
)
RECORD = FileReport(
    "game.mjl",
    "taiyuan/1",
    1,
    43,
    (TING, NOTE),
    CLAIMS,
    {"win.missed": 2},
    {3: "6. \N{CJK UNIFIED IDEOGRAPH-7ACB} 7s"},
)
BROKEN = FileReport("odd, name:1.mjl", findings=(PATH,), state="unreadable")


def plain(lines):
    return [click.unstyle(line) for line in lines]


@pytest.fixture(scope="module")
def schema():
    loaded = json.loads(shared_file("schemas", "findings.schema.json").decode())
    jsonschema.Draft202012Validator.check_schema(loaded)
    return jsonschema.Draft202012Validator(loaded)


@pytest.mark.parametrize("record", [RECORD, BROKEN])
@pytest.mark.parametrize("claims", [False, True])
def test_every_object_fits_the_schema(schema, record, claims):
    schema.validate(record_object(record, claims=claims))


@pytest.mark.parametrize(
    "change",
    [
        {"deals": -1},
        {"findings": [{"code": "x"}]},
        {"verdicts": {}},
        {"unheard": 1},
        {"path": None},
        {"findings": [record_object(RECORD)["findings"][0] | {"severity": "fatal"}]},
    ],
)
def test_the_schema_refuses(schema, change):
    assert list(schema.iter_errors(record_object(RECORD) | change))


def test_extension_members_are_welcome(schema):
    schema.validate(record_object(RECORD) | {"x_table": 3})


def test_what_is_not_known_is_null():
    where = record_object(RECORD)["findings"][1]["where"]
    assert where == {
        "line": 9,
        "column": None,
        "deal": None,
        "turn": None,
        "seat": None,
        "step": None,
    }
    assert record_object(BROKEN)["rules"] is None


def test_ndjson_is_an_object_a_line():
    lines = list(json_report.ndjson([RECORD, BROKEN], claims=True))
    assert [json.loads(line)["path"] for line in lines] == ["game.mjl", "odd, name:1.mjl"]
    assert json.loads(lines[0])["claims"][0]["reason"] == "two tiles are unknown"
    assert json.loads(lines[0])["verdicts"] == {
        "agrees": 1,
        "given": 0,
        "differs": 0,
        "unverified": 1,
    }


@pytest.mark.parametrize("records", [[], [RECORD], [RECORD, BROKEN]])
def test_json_is_one_object_with_the_sums(records):
    whole = json.loads("".join(json_report.whole_json(records)))
    assert len(whole["records"]) == len(records)
    assert whole["summary"]["turns"] == 43 * (RECORD in records)


@pytest.mark.parametrize("records", [[], [RECORD, BROKEN, RECORD]])
def test_sarif_names_each_rule_once_and_every_place(records):
    log = json.loads("".join(sarif(records, "1.2.3")))
    run = log["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert log["version"] == "2.1.0"
    assert len(rules) == len(set(rules))
    assert {result["ruleId"] for result in run["results"]} == set(rules)
    for result in run["results"]:
        assert result["level"] in {"error", "warning", "note"}
    if records:
        place = run["results"][0]["locations"][0]["physicalLocation"]
        assert place == {
            "artifactLocation": {"uri": "game.mjl"},
            "region": {"startLine": 3, "startColumn": 5},
        }
        assert (
            run["results"][2]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            == "odd%2C%20name%3A1.mjl"
        )


def test_sarif_tells_with_each_result_what_it_rests_on():
    riichi = Finding(
        "ready.tenpai",
        "error",
        "one",
        Place(2),
        Law("4.1", "Riichi is declared one from winning.", "s"),
    )
    run = json.loads("".join(sarif([RECORD, FileReport("b.mjl", findings=(riichi,))], "1")))[
        "runs"
    ][0]
    first, note, last = (result["properties"] for result in run["results"])
    law = {"number": "8.1", "text": LAW.text, "source": LAW.source}
    assert first == {
        "deal": 1, "turn": 6, "step": 21, "seat": "C", "clause": law,
        "recorded": "7s-_5s!", "expected": "one of 33m2p4z",
    }  # fmt: skip
    assert note == {}
    assert last["clause"]["number"] == "4.1"


def test_sarif_describes_every_rule_whatever_record_it_was_met_in():
    found = tuple(
        Finding(code, "error", "x") for code in ("claim.held", "syntax.nul", "schema.type")
    )
    run = json.loads("".join(sarif([FileReport("a.mjl", findings=found)], "1")))["runs"][0]
    held, nul, schema = (
        rule["shortDescription"]["text"] for rule in run["tool"]["driver"]["rules"]
    )
    assert "taiyuan 6.2: " in held
    assert "tibet 5.2: " in held
    assert nul == "a NUL byte in the text"
    assert schema == "the JSON form breaks its schema: type"


def test_names_that_are_no_text():
    odd = FileReport("caf\udce9.mjl", findings=(Finding("file.unreadable", "error", "caf\udce9"),))
    (line,) = json_report.ndjson([odd])
    assert json.loads(line)["path"] == "caf\ufffd.mjl"
    assert json.loads(line)["findings"][0]["message"] == "caf\ufffd"
    run = json.loads("".join(sarif([odd], "1")))["runs"][0]
    assert (
        run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        == "caf%E9.mjl"
    )
    assert "caf\ufffd.mjl" in next(iter(github([odd])))


def test_an_absolute_path_is_a_file_uri_in_sarif():
    log = json.loads("".join(sarif([FileReport("/a b/c.mjl", findings=(TING,))], "1")))
    assert (
        log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        == "file:///a%20b/c.mjl"
    )


def test_annotations_are_escaped():
    lines = list(github([RECORD, BROKEN]))
    law = "[8.1: Ting is declared by laying one of one's standing pillars face down.]"
    assert (
        lines[0] == f"::error file=game.mjl,line=3,col=5,title=ready.shelf::5s is not one of C's "
        f"pillars {law}"
    )
    assert lines[1].startswith("::notice file=game.mjl,line=9,title=")
    assert (
        lines[2] == "::error file=odd%2C name%3A1.mjl,title=file.unreadable::100%25 odd: a,b%0Anext"
    )


def test_text_shows_the_line_with_a_caret_below_the_place():
    lines = plain(text.text([RECORD]))
    assert lines[0] == "game.mjl:3:5: error ready.shelf: 5s is not one of C's pillars"
    assert lines[1].endswith("6. \N{CJK UNIFIED IDEOGRAPH-7ACB} 7s")
    assert lines[2].index("^") == lines[1].index("\N{CJK UNIFIED IDEOGRAPH-7ACB}") + 2
    assert "deal 1, go-around 6, step 21, seat C" in lines[3]
    assert "recorded 7s-_5s!, expected one of 33m2p4z" in lines[4]
    assert "8.1 Ting is declared" in lines[5]
    assert lines[-3:] == [
        "1 record, 1 deal, 43 turns: 1 error, 1 note",
        "claims: 1 agreed, 0 differ, 1 unverified",
        "50 % of the claims could not be checked, because the record lacks the necessary facts",
    ]


def test_text_tells_why_a_claim_is_unverified_when_asked():
    assert "game.mjl:21: unverified fan basic: two tiles are unknown" in plain(
        text.text([RECORD], claims=True)
    )


def test_text_of_nothing_found():
    assert plain(text.text([FileReport("a.mjl", deals=2, turns=30)])) == [
        "1 record, 2 deals, 30 turns: nothing to complain about"
    ]
    assert plain(text.text([FileReport("a.mjl", deals=2)])) == [
        "1 record, 2 deals, 0 turns: no error found; there are neither turns nor claims to check"
    ]


def test_text_of_nothing_read():
    assert plain(text.text([])) == [
        "0 records, 0 deals, 0 turns: no finding",
        "there is no record here",
    ]
    assert plain(text.text([FileReport("a.mjl", state="unreadable")])) == [
        "0 records, 0 deals, 0 turns: no finding",
        "1 file could not be read",
    ]


def test_a_very_long_line_is_shown_in_part_around_the_column():
    finding = Finding("syntax.word", "error", "bad", Place(line=1, column=50_001))
    record = FileReport(
        "a.mjl", findings=(finding,), excerpt={1: "9" * 50_000 + "x" + "9" * 50_000}
    )
    _, line, caret, *_ = plain(text.text([record]))
    assert len(line) < 120
    assert line[caret.index("^")] == "x"


def test_a_terminal_is_given_no_command():
    record = FileReport(
        "a\x1b[2J.mjl", findings=(Finding("x.y", "error", "say \x1b]0;boo\x07"),), excerpt={}
    )
    assert not re.search(r"[\x00-\x1f]", "".join(plain(text.text([record]))))


@pytest.mark.parametrize(
    ("only", "allow", "kept"),
    [
        ([], [], {"ready.shelf", "syntax.unknown_line"}),
        (["syntax"], [], {"syntax.unknown_line"}),
        (["synt"], [], set()),
        (["ready.shelf", "syntax"], ["syntax.unknown_line"], {"ready.shelf"}),
        ([], ["ready"], {"syntax.unknown_line"}),
    ],
)
def test_only_and_allow_go_by_code_or_its_start(only, allow, kept):
    assert {finding.code for finding in RECORD.keeping(selection(only, allow)).findings} == kept


@pytest.mark.parametrize(
    ("records", "status"),
    [
        ([], 2),
        ([FileReport("a.md", findings=(NOTE,), state="passed over")], 2),
        ([FileReport("a.mjl", findings=(NOTE,))], 0),
        ([RECORD], 1),
        ([BROKEN, RECORD], 2),
    ],
)
def test_exit_status(records, status):
    tally = Tally()
    list(tally.watch(records))
    assert tally.exit_code == status
