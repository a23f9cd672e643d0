"""A small corpus of made-up games, cut into small shards, and a plug-in that ends its process."""

from contextlib import nullcontext

import pytest
from kit.corpora import POISON

from mjlog.bots.generate import games
from mjlog.corpus import auditing, shards
from mjlog.corpus.auditing import AuditSettings
from mjlog.corpus.executors import processes
from mjlog.notation import write

DEADLY = """
import os, signal, time
def from_words(words):
    if "slow" in str(words):
        time.sleep(600)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(scope="session")
def texts():
    """Games of two rule sets, one with a fault in it."""
    made = [write(game) for game in games("riichi/1", seed=5, deals=24, fast=True)]
    made += [write(game) for game in games("taiyuan/1", seed=5, deals=8, fast=True)]
    made[1] = made[1].replace("\nnet ", "\nnet 1", 1)
    return made


@pytest.fixture
def corpus(texts, tmp_path, monkeypatch):
    """A folder with the games, in shards of some records."""
    monkeypatch.setattr(shards, "LARGE", 6000)
    folder = tmp_path / "corpus"
    folder.mkdir()
    for number, text in enumerate(texts):
        (folder / f"{number:02}.mjl").write_text(text, encoding="utf-8")
    (folder / "all.mjl").write_text("\n".join(texts[:6]), encoding="utf-8")
    (folder / "readme.txt").write_text("no record", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def deadly(tmp_path_factory):
    """A rule set of another package, which ends whoever loads it.

    It is for all processes to come, so it must be gone before the tests of other rooms begin.
    """
    package = tmp_path_factory.mktemp("package")
    about = package / "deadly-1.dist-info"
    about.mkdir()
    (package / "deadly.py").write_text(DEADLY, encoding="utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: deadly\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[mjlog.rules]\ndeadly = deadly:from_words\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(package))
        yield package


@pytest.fixture
def poison(corpus):
    """Two records in the corpus that have that rule set."""
    paths = [corpus / "03-poison.mjl", corpus / "08-poison.mjl"]
    for path in paths:
        path.write_text(POISON.format(""), encoding="utf-8")
    return [str(path) for path in paths]


@pytest.fixture(scope="module")
def workers(deadly):
    """Two processes for all tests: each takes its time to begin."""
    assert deadly.is_dir()
    with processes(2) as crew:
        yield crew


@pytest.fixture
def audited(tmp_path, workers):
    """Audits a corpus into a new folder and answers with the folder and the outcome."""

    def audit(*paths, into="report", watch=lambda _: None, **how):
        report = tmp_path / into
        wanted = AuditSettings(tuple(map(str, paths)), report, **how)
        return report, auditing.run(wanted, nullcontext(workers), watch)

    return audit
