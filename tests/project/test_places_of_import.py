"""mjlog finds its grammar, schemas and catalogs wherever it is imported from."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from kit.places import ROOT

PROGRAM = """
import sys
import mjlog
from mjlog.archive.judging_version import engine
from mjlog.text.languages import language

game = mjlog.read(open("legal.mjl", "rb").read())
assert mjlog.from_json(mjlog.to_json(game)) == game
print(mjlog.__file__)
print(mjlog.__version__, engine())
print(language("ja").gettext("our reading"))
print(*mjlog.audit(game).verdicts, sep="|")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder away from the checkout, with a record."""
    folder = tmp_path_factory.mktemp("elsewhere")
    shutil.copy(ROOT / "samples" / "taiyuan" / "dragon.mjl", folder / "legal.mjl")
    shutil.copy(ROOT / "samples" / "broken" / "taiyuan" / "ready.shelf.mjl", folder / "broken.mjl")
    return folder


@pytest.fixture(scope="module")
def zipped(folder):
    """The source of both packages in a zip file."""
    path = folder / "mjlog.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for package in ("mjlog", "webviewer"):
            for file in sorted((ROOT / package).rglob("*")):
                if file.is_file() and "__pycache__" not in file.parts:
                    archive.write(file, file.relative_to(ROOT))
        # The wheel, too, has the grammar and the schemas inside of the package.
        for shared in ("grammar", "schemas"):
            for file in sorted((ROOT / shared).iterdir()):
                archive.write(file, Path("mjlog") / file.relative_to(ROOT))
    return path


def run(folder, source, *words):
    """Runs Python in a folder; modules of `source` come before those that are installed."""
    known = {**os.environ, "PYTHONPATH": str(source), "MJLOG_PURE": "1", "COLUMNS": "100"}
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=known, capture_output=True, text=True, check=False
    )


def test_a_zip_file_judges_as_the_checkout_does(folder, zipped):
    told = {source: run(folder, source, "-c", PROGRAM) for source in (ROOT, zipped)}
    homes, answers = [], []
    for source, done in told.items():
        assert done.returncode == 0, done.stderr
        home, *answer = done.stdout.splitlines()
        assert home == str(source / "mjlog" / "__init__.py")
        homes.append(home)
        answers.append(answer)
    assert answers[0] == answers[1]
    assert "当方の解釈" in answers[0]
    assert "<Verdict agrees: pay>" in answers[0][-1]


@pytest.mark.parametrize("form", ["text", "json", "sarif"])
def test_the_commands_run_in_the_checkout_and_from_a_zip_file(folder, zipped, form):
    words = ("-m", "mjlog", "check", "--format", form, "legal.mjl", "broken.mjl")
    here, there = run(folder, ROOT, *words), run(folder, zipped, *words)
    assert here.returncode == there.returncode == 1
    assert here.stdout == there.stdout
    assert "internal.error" not in here.stdout
    assert not here.stderr


def test_pages_ask_for_files_of_their_own(folder, zipped):
    done = run(folder, zipped, "-m", "mjlog", "serve", ".")
    assert done.returncode == 2
    assert "unpack it, or install it with pip" in " ".join(done.stderr.split())
