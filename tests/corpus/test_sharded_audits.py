"""Corpora audited in shards: the same report whoever works on it, and however often it stops."""

import json
import os
import signal
import threading
from collections import Counter
from contextlib import contextmanager, suppress

import pytest
from kit.commands import run as command
from kit.corpora import POISON, rows, tables

from mjlog.batch.audit_files import audit_path
from mjlog.corpus import auditing, children, problems
from mjlog.corpus.auditing import AuditSettings
from mjlog.corpus.executors import processes
from mjlog.corpus.problems import CorpusError
from mjlog.corpus.progress import Progress
from mjlog.report.tally import Tally

pytest.importorskip("pyarrow", reason="mjlog[analysis] is not installed")
WORK = 3
"""So many shards are done between two deaths."""


def test_a_report_tells_what_check_tells(corpus, audited):
    report, outcome = audited(corpus)
    tally = Tally()
    files = sorted(corpus.iterdir())
    for _ in tally.watch(each for path in files for each in audit_path(str(path), named=False)):
        pass
    assert outcome.counts["deals"] == tally.deals > 30
    assert outcome.counts["agree"] == tally.claims["agrees"]
    assert outcome.counts["differ"] == tally.claims["differs"] > 0
    assert outcome.counts["errors"] == tally.findings["error"] > 0
    assert outcome.shards > 3
    records, deals = rows(report, "records"), rows(report, "deals")
    assert Counter(row["path"] for row in deals) == {
        row["path"]: row["deals"] for row in records if row["deals"]
    }
    states = {row["path"]: row["state"] for row in records}
    assert states[str(corpus / "readme.txt")] == "passed over"
    assert states[f"{corpus / 'all.mjl'}:6"] == "read"


def test_lines_of_a_large_text_are_those_of_the_file(corpus, texts, audited):
    report, _ = audited(corpus / "all.mjl")
    [check] = [
        finding
        for record in audit_path(str(corpus / "all.mjl"))
        for finding in record.findings
        if finding.severity == "error"
    ][:1]
    found = [row for row in rows(report, "findings") if row["severity"] == "error"]
    assert found[0]["line"] == check.place.line > texts[0].count("\n")
    assert found[0]["path"] == f"{corpus / 'all.mjl'}:2"
    assert found[0]["message"] == check.message


@pytest.mark.slow
def test_killed_workers_and_poison_change_nothing(poison, corpus, audited, workers):
    quiet, outcome = audited(corpus, into="quiet")
    assert outcome.quarantined == poison
    with killing(workers.crew, 5) as (deaths, watch):
        while len(deaths) < 5:
            killed, _ = audited(corpus, into="killed", again=True, watch=watch)
    assert tables(killed) == tables(quiet)
    codes = [row["code"] for row in rows(quiet, "findings") if row["path"] in poison]
    assert codes == ["internal.error"] * 2
    states = Counter(row["state"] for row in rows(quiet, "records"))
    assert states["quarantined"] == 2
    assert states["read"] > 10


@contextmanager
def killing(crew, times):
    """Now and then a process is killed by its number: a list of those that were, and a watcher.

    Between two deaths the work goes on: a file on which two processes died would be held guilty.
    """
    deaths = []
    over = threading.Event()
    done = threading.Semaphore(WORK)

    def kill():
        while len(deaths) < times and not over.wait(0.2):
            if all(done.acquire(timeout=0.2) for _ in range(WORK)):
                for pid in crew.pids[:1]:
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                        deaths.append(pid)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield deaths, lambda _: done.release()
    finally:
        over.set()
        killer.join()


def test_a_run_that_was_broken_off_goes_on(corpus, audited):
    whole, outcome = audited(corpus, into="whole")
    seen = []

    def stop(progress):
        seen.append(str(progress))
        if len(seen) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        audited(corpus, into="broken", watch=stop)
    broken, rest = audited(corpus, into="broken", resume=True)
    assert 0 < rest.redone < outcome.redone == outcome.shards
    assert tables(broken) == tables(whole)
    assert audited(corpus, into="broken")[1].redone == 0


def test_a_torn_journal_and_a_damaged_shard_are_done_again(corpus, audited):
    report, _ = audited(corpus)
    before = tables(report)
    journal = report / "shards" / "journal.ndjson"
    journal.write_bytes(journal.read_bytes()[:-20])
    first = json.loads(journal.read_text().partition("\n")[0])["input"]
    (report / "shards" / f"{first}.zip").write_bytes(b"damaged")
    _, outcome = audited(corpus)
    assert outcome.redone == 2
    assert tables(report) == before
    assert audited(corpus)[1].redone == 0


def test_a_changed_file_costs_its_own_shard(corpus, texts, audited):
    report, whole = audited(corpus)
    before = tables(report)
    (corpus / "00.mjl").write_text(f"{texts[0]}# a remark\n", encoding="utf-8")
    _, outcome = audited(corpus)
    assert outcome.redone == 1 < whole.shards
    (corpus / "00.mjl").write_text(texts[0], encoding="utf-8")
    assert audited(corpus)[1].redone == 0
    assert tables(report) == before


@pytest.mark.slow
def test_what_takes_too_long_is_quarantined(poison, corpus, audited):
    (corpus / "03-poison.mjl").write_text(POISON.format(" slow"), encoding="utf-8")
    _, outcome = audited(corpus / "03-poison.mjl", patience=1.5)
    assert outcome.quarantined == poison[:1]


@pytest.mark.slow
def test_quarantine_is_tried_again_when_it_is_asked_for(poison, corpus, audited):
    path = corpus / "03-poison.mjl"
    _, first = audited(path)
    assert (first.redone, first.quarantined) == (1, poison[:1])
    assert audited(path)[1].redone == 0
    assert audited(path, retry=True)[1].redone == 1


def test_pseudonyms_tell_no_names(corpus, audited):
    report, _ = audited(corpus, pseudonyms=True)
    players = {row["player"] for row in rows(report, "players")}
    assert len(players) == 4
    assert all(name.startswith("player-") for name in players)
    assert not any(b"Cleo" in data for data in tables(report).values())
    again, _ = audited(corpus, into="other", pseudonyms=True)
    assert players.isdisjoint(row["player"] for row in rows(again, "players"))


def test_players_have_their_points(corpus, audited):
    report, _ = audited(corpus / "02.mjl")
    deals, players = rows(report, "deals"), rows(report, "players")
    assert [row["player"] for row in players] == ["Ada", "Bo", "Cleo", "Dan"]
    for row in players:
        seat = row["seat"].lower()
        assert row["due"] == sum(deal[f"due_{seat}"] for deal in deals)
        assert row["won"] == sum(
            row["seat"] in (deal["winner"] or "") + (deal["other_winners"] or "") for deal in deals
        )


def test_the_command_tells_the_sums_and_the_status(corpus, tmp_path):
    report = tmp_path / "r"
    done = command("corpus", "audit", corpus, "-o", report, "--jobs", 1)
    assert done.exit_code == 1
    assert "claims: " in done.stdout
    again = command("corpus", "audit", corpus, "-o", report, "--jobs", 1)
    assert again.stdout.splitlines()[:2] == done.stdout.splitlines()[:2]
    assert "shards were done before" in again.stdout


def test_what_the_user_can_solve_is_told(corpus, tmp_path, monkeypatch):
    refused = command("corpus", "audit", corpus, "-o", tmp_path / "none", "--resume")
    assert refused.exit_code == 1
    assert "leave out --resume" in refused.stderr
    assert "other things" in command("corpus", "audit", corpus, "-o", corpus).stderr
    missing = command("corpus", "audit", tmp_path / "nothing", "-o", tmp_path / "r")
    assert "there is no file or folder" in missing.stderr
    monkeypatch.setattr(problems, "import_module", absent)
    auditing.versions.cache_clear()  # another test of this process may have asked
    told = command("corpus", "audit", corpus, "-o", tmp_path / "r").stderr
    assert "mjlog[analysis]" in told
    assert not (tmp_path / "r").exists()


def absent(name):
    raise ImportError(name)


def test_two_runs_do_not_write_to_one_report(tmp_path):
    store = auditing.Store(tmp_path / "report")
    other = auditing.Store(tmp_path / "report")
    with store.locked(), pytest.raises(CorpusError, match="another run"), other.locked():
        pass


def test_processes_that_always_end_are_told(corpus, tmp_path, monkeypatch):
    monkeypatch.setattr(children, "PROGRAM", ("/bin/sh", "-c", "exit 3"))
    wanted = AuditSettings((str(corpus / "00.mjl"),), tmp_path / "r")
    with pytest.raises(CorpusError, match="end at once"):
        auditing.run(wanted, processes(1), lambda _: None)


@pytest.mark.slow
def test_progress_tells_rate_and_time_left():
    now = [0.0]
    progress = Progress(1000, clock=lambda: now[0])
    assert str(progress) == "  0 %, 0 deals, 0 a second"
    progress.skip(500)
    now[0] = 100
    progress.add(100, 5000)
    assert str(progress) == " 60 %, 5,000 deals, 50 a second, 6 min 40 s left"
    now[0] = 40_000
    assert "44 h 26 min left" in str(progress)
