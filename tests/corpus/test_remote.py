"""Corpora on web servers and object stores, and shards on a cluster: servers of this machine."""

import os
import sys
import zipfile
from contextlib import nullcontext
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from kit.commands import run
from kit.corpora import rows, tables

from mjlog.corpus import auditing, executors
from mjlog.corpus.auditing import AuditSettings
from mjlog.corpus.executors import cluster
from mjlog.corpus.problems import CorpusError

pytest.importorskip("pyarrow", reason="mjlog[analysis] is not installed")

QUIET = "ignore::DeprecationWarning", "ignore::ResourceWarning"
pytestmark = [pytest.mark.slow, *map(pytest.mark.filterwarnings, QUIET)]


class Silent(SimpleHTTPRequestHandler):
    """Says nothing of requests; like the simplest of servers, it knows no ranges."""

    def log_message(self, *_):
        pass


@pytest.fixture
def web(corpus):
    """The address of a server of the corpus."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(corpus)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def packed(corpus):
    """The records of the corpus in a zip archive."""
    with zipfile.ZipFile(corpus / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(corpus.glob("0*.mjl")):
            archive.write(path, path.name)
    return corpus / "all.zip"


def found(report, table="findings"):
    """The rows without their paths."""
    return [{**row, "path": row["path"].rpartition("/")[2]} for row in rows(report, table)]


def test_an_archive_of_the_web_is_read(corpus, web, audited):
    pytest.importorskip("fsspec", reason="mjlog[cluster] is not installed")
    pytest.importorskip("aiohttp", reason="mjlog[cluster] is not installed")
    archive = packed(corpus)
    here, _ = audited(archive, into="here")
    there, outcome = audited(f"{web}/all.zip", into="there")
    assert outcome.counts["records"] == len(rows(here, "records")) > 5
    assert found(there) == found(here)
    assert found(there, "deals") == found(here, "deals")
    with pytest.raises(CorpusError, match="cannot be listed"):
        audited(f"{web}/none.zip")


def test_a_bucket_is_read(corpus, audited, monkeypatch):
    pytest.importorskip("s3fs", reason="mjlog[cluster] is not installed")
    moto = pytest.importorskip("moto.server", reason="moto is not installed")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        _fill(corpus)
        here, _ = audited(corpus, into="here")
        there, outcome = audited("s3://records/games/", into="there")
        assert outcome.counts["unreadable"] == 0
        assert found(there) == found(here)
        some, _ = audited("s3://records/games/0*.mjl", into="some")
        one, _ = audited("s3://records/all.zip", into="one")
        assert found(some, "players")
        assert len(rows(some, "records")) == len(rows(one, "records")) > 5
    finally:
        server.stop()


def _fill(corpus):
    s3fs = pytest.importorskip("s3fs")
    system = s3fs.S3FileSystem(skip_instance_cache=True)
    system.mkdir("records")
    for path in corpus.iterdir():
        system.pipe_file(f"records/games/{path.name}", path.read_bytes())
    archive = packed(corpus)
    system.pipe_file("records/all.zip", archive.read_bytes())
    archive.unlink()


@pytest.mark.slow
def test_a_cluster_writes_the_same_report(corpus, poison, audited):
    distributed = pytest.importorskip("distributed", reason="mjlog[cluster] is not installed")
    here, outcome = audited(corpus, into="here")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    ) as machines:
        workers = cluster(machines.scheduler_address)
        report = here.parent / "there"
        told = auditing.run(
            AuditSettings((str(corpus),), report), workers, Killing(machines, deaths := [])
        )
    assert deaths
    assert told.quarantined == outcome.quarantined == poison
    assert tables(report) == tables(here)


class Killing:
    """Ends a machine of the cluster, by its number, when the first shard is done."""

    def __init__(self, machines, deaths):
        self.machines, self.deaths = machines, deaths

    def __call__(self, _progress):
        if not self.deaths:
            pid = next(iter(self.machines.workers.values())).pid
            os.kill(pid, 9)
            self.deaths.append(pid)


def test_what_is_missing_is_told(corpus, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.setitem(sys.modules, "fsspec", None)
    told = run("corpus", "audit", corpus, "-o", tmp_path / "r", "--dask", "tcp://127.0.0.1:9")
    assert "pip install 'mjlog[cluster]'" in told.stderr
    told = run("corpus", "audit", "s3://bucket/x", "-o", tmp_path / "r")
    assert "pip install 'mjlog[cluster]'" in told.stderr


def test_no_scheduler_is_told(monkeypatch):
    pytest.importorskip("distributed", reason="mjlog[cluster] is not installed")
    monkeypatch.setattr(executors, "TIMEOUT", "1s")
    with pytest.raises(CorpusError, match="no scheduler"), cluster("tcp://127.0.0.1:9"):
        nullcontext()
