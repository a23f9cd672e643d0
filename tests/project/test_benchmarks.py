"""What `make bench` runs is there, and the works of its table can be done."""

import re
import runpy

import pytest
from kit.places import DATA, ROOT
from kit.sizes import each

from mjlog.batch.exporting import export
from mjlog.formats import load

BENCHMARKS = ROOT / "benchmarks"
RUNNER = runpy.run_path(str(BENCHMARKS / "run.py"))
WORKS = runpy.run_path(str(BENCHMARKS / "works.py"))


def test_every_benchmark_that_is_named_is_there():
    named = {*RUNNER["FIRST"], *RUNNER["LONG"]}
    assert named <= {path.stem.removeprefix("bench_") for path in BENCHMARKS.glob("bench_*.py")}


NAMED = re.compile(r"^from (?:mjlog|webviewer)[\w.]* import [\w, ]+$", re.MULTILINE)


@each(sorted(BENCHMARKS.glob("*.py")), name=lambda path: path.name)
def test_a_benchmark_asks_for_names_that_are_there(path):
    for words in NAMED.findall(path.read_text(encoding="utf-8")):
        exec(words, {})  # noqa: S102  an import


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """One real game as Tenhou XML and as mjai."""
    folder = tmp_path_factory.mktemp("games")
    [source] = load(DATA / "two-winners.mjl")
    for form, target in (("xml", "tenhou"), ("mjai", "mjai")):
        (folder / form).mkdir()
        text = export(source.game, target).text
        (folder / form / f"one.{form}").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", ["audit", "replay", "xml", "mjai"])
def test_our_own_works_are_done(name, games):
    WORKS["WORKS"][name](games)()


@pytest.mark.parametrize("name", ["jansou-replay", "jansou-validate", "riichienv", "libriichi"])
def test_a_peer_that_is_missing_is_told(name, games, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(WORKS["MissingError"], match="not installed"):
        WORKS["WORKS"][name](games)
