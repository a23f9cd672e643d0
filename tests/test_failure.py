"""Where mjlog itself fails on a record, everything else is told all the same."""

import json

import pytest
from click.testing import CliRunner
from kit.records import codes

from mjlog.batch import internal_errors
from mjlog.batch.internal_errors import CODE, audit_what_can_be, has_failed
from mjlog.cli.main import main
from mjlog.notation import read
from webviewer import create_app

DEAL = "@ {} dealer=A\nwin A 2s self\nready A\nshow A *5555z 3'3'm2'34p234777s\nnext dealer={}\n\n"
GAME = "%mjlog 1.0\nRules: taiyuan/1\nRanking: A B C D\nColour: red\n\n"


@pytest.fixture
def game():
    """Five deals, of which the second names the wrong next dealer."""
    return read(
        GAME + "".join(DEAL.format(number, "B" if number == 2 else "A") for number in range(1, 6))
    )


@pytest.fixture
def fails_on(monkeypatch):
    """Lets the audit fail on every game that has a deal of that label."""

    def fail(label):
        def failing(game, *more):
            if (label == "end" and game.header("Ranking")) or any(
                deal.label == label for deal in game.deals
            ):
                raise KeyError("boo")
            return audit(game, *more)

        monkeypatch.setattr(internal_errors, "audit", failing)

    audit = internal_errors.audit
    return fail


def test_without_a_failure_nothing_is_added(game):
    assert audit_what_can_be(game) == internal_errors.audit(game)
    assert not has_failed(audit_what_can_be(game))


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_the_deals_before_the_failure_are_judged(game, fails_on, number):
    whole = internal_errors.audit(game)
    fails_on(str(number))
    report = audit_what_can_be(game)
    assert has_failed(report)
    assert report.game is game
    assert report.findings[-1].place.deal == number
    assert "KeyError" in report.findings[-1].message
    before = [
        finding.code
        for finding in whole.findings
        if finding.place.deal < number and finding.code != "next.rank"
    ]
    assert codes(report) == [*before, CODE]
    assert len(report.settlements) == number - 1


def test_a_failure_after_the_last_deal(game, fails_on):
    fails_on("end")
    report = audit_what_can_be(game)
    assert len(report.settlements) == 5
    assert report.findings[-1].place.deal == 0


def test_check_tells_of_both(tmp_path, fails_on):
    (tmp_path / "one.mjl").write_text(
        GAME + DEAL.format(1, "A") + DEAL.format(2, "A"), encoding="utf-8"
    )
    fails_on("2")
    result = CliRunner().invoke(main, ["check", "--format", "json", str(tmp_path)])
    made = json.loads(result.stdout)
    assert result.exit_code == 2
    assert made["records"][0]["deals"] == 2
    assert [finding["code"] for finding in made["records"][0]["findings"]] == [
        "syntax.unknown_key",
        CODE,
    ]
    assert (
        made["summary"]["records"],
        made["summary"]["failed"],
        made["summary"]["unreadable"],
    ) == (1, 1, 0)
    told = CliRunner().invoke(main, ["check", str(tmp_path)]).stdout
    assert "mjlog itself failed on 1 record" in told


def test_the_list_of_records_shows_all_of_them(tmp_path, fails_on):
    for name, label in (("one", "1"), ("two", "2")):
        (tmp_path / f"{name}.mjl").write_text(GAME + DEAL.format(label, "A"), encoding="utf-8")
    fails_on("2")
    client = create_app(tmp_path).test_client()
    assert client.get("/").status_code == 200
    assert client.get("/r/one").status_code == 302
    page = client.get("/r/two")
    assert page.status_code == 200
    assert "mjlog failed on this record" in page.text
