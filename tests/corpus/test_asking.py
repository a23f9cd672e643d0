"""Reports asked: figures that agree with the records, and queries that reach nothing else."""

import json
import re
from contextlib import nullcontext

import pytest
from defusedxml.ElementTree import fromstring
from kit.commands import run
from kit.corpora import rows

from mjlog.cli.corpora.corpus_commands import QUESTION
from mjlog.corpus import auditing, problems
from mjlog.corpus.asking import About, opened
from mjlog.corpus.problems import CorpusError
from mjlog.corpus.questions import QUESTIONS

pytest.importorskip("pyarrow", reason="mjlog[analysis] is not installed")
pytest.importorskip("duckdb", reason="mjlog[analysis] is not installed")


@pytest.fixture(scope="module")
def report(texts, tmp_path_factory, workers):
    """The report of a small corpus, made once."""
    folder = tmp_path_factory.mktemp("asked")
    for number, text in enumerate(texts):
        words = re.sub("\nEvent: .*", f"\nEvent: Cup {number % 2}", text, count=1)
        (folder / f"{number}.mjl").write_text(words, encoding="utf-8")
    wanted = auditing.AuditSettings((str(folder),), folder / "report")
    auditing.run(wanted, nullcontext(workers), lambda _: None)
    return folder / "report"


def test_every_question_is_answered_and_offered(report):
    assert tuple(QUESTION.choices) == tuple(QUESTIONS)
    done = run("corpus", "report", report, "--format", "json", "--most", 0)
    told = json.loads(done.stdout)
    assert list(told) == list(QUESTIONS)
    assert all(told[name] for name in ("findings", "rules", "events", "players", "outcomes"))


def test_figures_are_those_of_the_records(report):
    records = rows(report, "records")
    told = json.loads(run("corpus", "report", report, "--format", "json", "--most", 0).stdout)
    of_rules = {row["rules"]: row for row in told["rules"]}
    for rules in ("riichi", "taiyuan"):
        own = [row for row in records if row["rules"] == rules]
        assert of_rules[rules]["deals"] == sum(row["deals"] for row in own) > 0
        assert of_rules[rules]["errors"] == sum(row["errors"] for row in own)
    assert sum(row["findings"] for row in told["findings"]) == len(rows(report, "findings"))
    assert {row["event"] for row in told["events"]} == {"Cup 0", "Cup 1"}
    assert sum(row["deals"] for row in told["outcomes"]) == len(rows(report, "deals"))
    assert sum(row["claims"] for row in told["claims"]) == len(rows(report, "claims"))
    ada = [row for row in rows(report, "players") if row["player"] == "Ada"]
    assert sum(row["won_percent"] * row["deals"] for row in told["players"]) > 0
    assert sum(row["deals"] for row in told["players"] if row["player"] == "Ada") == sum(
        row["deals"] for row in ada
    )


def test_a_part_of_the_records_is_asked(report):
    with opened(report, About(rules="riichi", event="Cup 1", player="Bo")) as part:
        [(rules, event, count)] = part.answer(
            "SELECT rules, event, count(*) FROM records GROUP BY ALL"
        ).rows
        [(deals,)] = part.answer("SELECT count(*) FROM deals").rows
    assert (rules, event) == ("riichi", "Cup 1")
    assert 0 < count <= deals < len(rows(report, "deals"))
    with opened(report, About(player="nobody'; DROP TABLE x")) as none:
        assert none.answer("SELECT count(*) FROM records").rows == ((0,),)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM '{0}/deals.parquet'",
        "SELECT * FROM read_parquet('{0}/deals.parquet')",
        "SELECT * FROM read_text('/etc/hostname')",
        "SELECT * FROM glob('/*')",
        "COPY deals TO '{0}/stolen.csv'",
        "COPY deals TO '.tmp/stolen.csv'",
        "EXPORT DATABASE '{0}/stolen'",
        "ATTACH '{0}/stolen.db'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        "SET memory_limit = '64GB'",
        "RESET lock_configuration",
        "SELECT * FROM report",
        "SELECT * FROM read_csv('http://127.0.0.1:9/x.csv')",
    ],
)
def test_a_query_reaches_no_file_and_no_setting(report, sql):
    done = run("corpus", "query", report, sql.format(report))
    assert done.exit_code == 1
    assert "cannot be answered" in done.stderr
    assert done.stderr.isascii()
    assert not list(report.glob("stolen*"))


def test_a_query_has_its_forms_and_its_bounds(report):
    sql = "SELECT rules, count(*) AS n FROM records GROUP BY rules ORDER BY rules"
    assert run("corpus", "query", report, sql, "--format", "csv").stdout.startswith("rules,n")
    [first, *_] = run("corpus", "query", report, sql, "--format", "ndjson").stdout.splitlines()
    assert json.loads(first)["rules"] == "riichi"
    cut = run("corpus", "query", report, "-", "--most", 1, input=sql)
    assert cut.stdout.split() == ["rules", "n", "riichi", str(json.loads(first)["n"])]
    assert "more rows than 1" in cut.stderr
    endless = (
        "SELECT count(*) FROM range(1000000000) a, range(1000000000) b WHERE a.range < b.range"
    )
    slow = run("corpus", "query", report, endless, "--seconds", 0.3)
    assert "longer than 0.3 seconds" in slow.stderr


def test_plots_are_pictures(report, tmp_path):
    run("corpus", "report", report, "--plots", tmp_path / "plots")
    drawn = sorted(path.name for path in (tmp_path / "plots").iterdir())
    assert {"findings.svg", "outcomes-riichi-4.svg", "values-riichi-4-han.svg"} <= {*drawn}
    for name in drawn:
        root = fromstring((tmp_path / "plots" / name).read_text(encoding="utf-8"))
        bars = [each for each in root.iter() if each.get("class") == "bar"]
        assert bars
        assert all(float(bar.get("width")) >= 0 for bar in bars)


def test_csv_takes_one_question(report):
    several = run("corpus", "report", report, "--format", "csv")
    assert "name one of" in several.stderr
    one = run("corpus", "report", report, "findings", "--format", "csv")
    assert one.stdout.startswith("code,severity,findings")


def test_no_report_and_no_library_are_told(report, tmp_path, monkeypatch):
    assert "no whole report" in run("corpus", "report", tmp_path).stderr
    monkeypatch.setattr(problems, "import_module", absent)
    with pytest.raises(CorpusError, match="analysis"), opened(report):
        pass


def absent(name):
    raise ImportError(name)
