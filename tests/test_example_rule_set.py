"""The rule set in `docs/examples/`, as somebody who has installed it finds it."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from kit.places import ROOT

EXAMPLE = ROOT / "docs" / "examples" / "pocket-mahjong"
RECORDS = sorted((EXAMPLE / "samples").rglob("*.mjl"))
EXPECTED = re.compile(r"\{expect ([a-z_. ]+)\}")
WHEEL = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
CITED = """
from mjlog import rules
known = rules.load("pocket/1")
laws = {(law.number, code) for law in known.laws.values() for code in law.codes}
strict = {pair for pair in known.bound if pair not in laws}
idle = {pair for pair in laws if pair not in known.bound}
print(sorted(strict), sorted(idle))
"""
PAGES = """
import sys
from webviewer import create_app
client = create_app(sys.argv[1]).test_client()
for address in sys.argv[2:]:
    answer = client.get(address)
    assert answer.status_code == 200, address
    print(answer.text)
"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the wheel of the example, and beside it a package that fails."""
    room = tmp_path_factory.mktemp("example")
    shutil.copytree(EXAMPLE, room / "source")
    (room / "built").mkdir()
    subprocess.run(
        [sys.executable, "-c", WHEEL, str(room / "built")],
        cwd=room / "source",
        check=True,
        capture_output=True,
    )
    (wheel,) = (room / "built").iterdir()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(room / "installed")
    _install_one_that_fails(room / "installed")
    return room / "installed"


def _install_one_that_fails(folder: Path) -> None:
    (folder / "halfway.py").write_text("import tiles_that_nobody_wrote\n", encoding="utf-8")
    told = folder / "mjlog_halfway-0.1.dist-info"
    told.mkdir()
    name = "Metadata-Version: 2.1\nName: mjlog-halfway\nVersion: 0.1\n"
    (told / "METADATA").write_text(name, encoding="utf-8")
    points = "[mjlog.rules]\nhalfway = halfway:from_words\n"
    (told / "entry_points.txt").write_text(points, encoding="utf-8")


@pytest.fixture(scope="module")
def run(installed):
    """Runs Python where both are installed; answers what it prints."""

    def run(*words, code=0):
        path = os.pathsep.join([str(installed), str(ROOT)])
        done = subprocess.run(
            [sys.executable, *map(str, words)],
            env=os.environ | {"PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
            cwd=installed,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout

    return run


def test_its_samples_are_found_to_be_what_they_say(run):
    told = run("-m", "mjlog", "check", "--format", "ndjson", EXAMPLE / "samples", code=1)
    reports = {Path(each["path"]): each for each in map(json.loads, told.splitlines())}
    assert sorted(reports) == RECORDS
    for path, report in reports.items():
        found = {(each["where"]["line"], each["code"]) for each in report["findings"]}
        lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        assert found == {
            (number, code)
            for number, line in lines
            for match in EXPECTED.finditer(line)
            for code in match[1].split()
        }, path
        broken = path.parent.name == "broken"
        assert bool(found) == broken, path
        assert broken or report["verdicts"]["agrees"] > 5, path


def test_its_own_clause_hangs_on_its_own_option(run, installed):
    record = EXAMPLE / "samples" / "broken" / "discard.early_dragon.mjl"
    other = installed / "allowed.mjl"
    text = record.read_text(encoding="utf-8")
    other.write_text(text.replace("pocket/1", "pocket/1 early_dragons=true"), encoding="utf-8")
    run("-m", "mjlog", "check", other)


def test_its_rulebook_is_shown_with_options_items_headings_and_sources(run):
    shown = run("-m", "mjlog", "rules", "pocket")
    assert "Pocket mahjong  pocket/1" in shown
    assert "early_dragons=true|false" in shown
    assert "2.5 The first discard of a player is no dragon" in shown
    assert "dragon-set  set of dragons" in run("-m", "mjlog", "rules", "pocket", "--items")
    page = run("-m", "mjlog.report.rulebook_page", "pocket")
    assert "- *house*: the rules as they are printed on the lid of the box" in page
    assert "## 5 Points" in page


def test_every_sentence_is_enforced_and_every_clause_cites_one(run):
    assert run("-c", CITED).split() == ["[]", "[]"]


def test_pages_are_in_its_language(run):
    pages = run(
        "-c",
        PAGES,
        EXAMPLE / "samples",
        "/r/a-small-game/d2/s11?lang=zh-Hans",
        "/r/broken-discard-early-dragon/audit?lang=zh-Hans",
    )
    for words in ("袖珍麻将", "庄家", "清一色条子", "第一张就打出", "点炮"):
        assert words in pages


def test_its_translations_are_compiled_and_keep_every_field():
    for path in EXAMPLE.rglob("*.po"):
        with path.open("rb") as stream:
            catalog = read_po(stream)
        for message in catalog:
            fields = re.findall(r"\{\w+\}", str(message.id))
            assert message.string, message.id
            assert sorted(fields) == sorted(re.findall(r"\{\w+\}", str(message.string)))
        compiled = path.with_suffix(".mo").read_bytes()
        assert all(str(each.string).encode() in compiled for each in catalog if each.id)


def test_the_one_that_fails_is_named_and_everything_else_goes_on(run, installed):
    shown = run("-m", "mjlog", "rules")
    assert (
        "broken  the rule set halfway of the package mjlog-halfway cannot be loaded: "
        "ModuleNotFoundError: No module named 'tiles_that_nobody_wrote'"
    ) in shown
    assert "pocket/1  Pocket mahjong" in shown
    record = installed / "halfway.mjl"
    record.write_text("%mjlog 1.0\nRules: halfway/1\n\n@ 1 dealer=A\nwin A 1p from B\n")
    told = run("-m", "mjlog", "check", "--format", "ndjson", record, EXAMPLE / "samples", code=1)
    (first, *others) = map(json.loads, told.splitlines())
    assert [each["code"] for each in first["findings"]] == ["rules.unknown"]
    assert "of the package mjlog-halfway cannot be loaded" in first["findings"][0]["message"]
    assert len(others) == len(RECORDS)
