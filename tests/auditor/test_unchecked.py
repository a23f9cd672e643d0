"""What was not checked is told: in the summary, in JSON, in the exit status, on the page."""

import json

import pytest
from click.testing import CliRunner

from mjlog.auditor.audit import audit
from mjlog.auditor.unchecked import BECAUSE, LACKS, Coverage, count_missing_facts
from mjlog.cli.main import main
from mjlog.notation import read

HEAD = "%mjlog 1.0\nRules: taiyuan/1\nA: Wang\nB: Zhao\nC: Chen\nD: Liu\n\n"
BARE = f"{HEAD}@ 1 dealer=A\nwin B 3p from C\nready A B C\nfan B basic ?\npay A>B 3, C>B 2, D>B 2\n"
SHOWN = f"{HEAD}@ 1 dealer=A\nwin B 3p from C\nready A B C\nshow B 2'3'4'567m345789p11z\n"
SHOWN += "fan B basic 1, missing-suit 1\npay A>B 3, C>B 2, D>B 2\nnext dealer=B\n"


@pytest.fixture
def check(tmp_path):
    def run(text, *options):
        (tmp_path / "one.mjl").write_text(text)
        return CliRunner().invoke(main, ["check", *options, str(tmp_path / "one.mjl")])

    return run


def test_the_summary_names_the_share_and_the_main_reason(check):
    result = check(BARE)
    assert result.exit_code == 0
    words = "no error found; 100 % of the claims could not be checked, because hands are not shown"
    assert words in result.output
    assert "nothing to complain about" not in result.output


def test_nothing_to_complain_about_where_most_was_checked(check):
    assert "nothing to complain about" in check(SHOWN).output


def test_what_agrees_given_the_sheet_is_told_apart(check):
    result = check(BARE.replace("basic ?", "basic 1, missing-suit 1"))
    assert "most claims agree given what the sheet claims of hands not shown" in result.output
    assert "claims: 0 agreed, 5 agreed given what the sheet claims, 0 differ" in result.output


def test_a_record_of_which_nothing_can_be_checked(check):
    result = check(f"{HEAD}@ 1 dealer=A\nwin B 3p from C\n")
    assert "no error found; there are neither turns nor claims to check" in result.output


def test_the_share_is_said_beside_errors_too(check):
    result = check(BARE + "score 1 2 3 4\nscore 1 2 3 4\n")
    assert result.exit_code == 1
    assert " of the claims could not be checked, because hands are not shown" in result.output


def test_json_counts_the_reasons(check):
    whole = json.loads(check(BARE, "--format", "json").output)
    assert whole["records"][0]["unchecked"]["hands"] == whole["summary"]["unchecked"]["hands"] > 0
    assert whole["summary"]["unchecked_percent"] == 100


@pytest.mark.parametrize(("text", "share", "status"), [(BARE, 1, 1), (BARE, 0, 0), (SHOWN, 60, 0)])
def test_the_exit_status_asks_for_a_share_where_it_is_wanted(check, text, share, status):
    assert check(text, "--checked", str(share)).exit_code == status


def test_every_sort_has_its_words():
    assert set(BECAUSE) == set(LACKS)


def test_reasons_are_counted_by_their_sort():
    found = count_missing_facts(audit(read(BARE)).verdicts)
    assert found["hands"] == sum(found.values()) > 0


@pytest.mark.parametrize(
    ("checked", "lacking", "most", "percent"),
    [
        (0, {}, True, 0),
        (3, {"hands": 2}, True, 40),
        (2, {"hands": 2}, False, 50),
        (1, {"turns": 199}, False, 99),
    ],
)
def test_most_is_more_than_half(checked, lacking, most, percent):
    coverage = Coverage.of(checked, lacking)
    assert (coverage.is_most, coverage.percent) == (most, percent)
