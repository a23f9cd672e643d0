"""What the documentation says is so."""

import doctest
import re
import runpy
import shlex
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

import mjlog
from mjlog.cli.main import main

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "conformance").glob("*.md")]
)
LINK = re.compile(r"\]\(([^)\s]+)\)")
SOURCE = re.compile(r"""(?:src|srcset|href)=["']([^"']+)["']""")
HEADING = re.compile(r"^#{1,6} +(.*?)#*$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
DOTTED = re.compile(r"`(mjlog(?:\.[A-Za-z_]+)+)[`(]")
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def name(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_examples_in_python_work(page):
    failures, _ = doctest.testfile(
        str(page), module_relative=False, encoding="utf-8", optionflags=doctest.ELLIPSIS
    )
    assert not failures


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_answer_as_shown(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
        for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = session.partition("\n")
            program, *arguments = shlex.split(command)
            assert program == "mjlog"
            assert (
                CliRunner().invoke(main, arguments, catch_exceptions=False).output.strip()
                == shown.strip()
            )


def anchors(page):
    """The names of the headings of a page, as code hosts make them."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    found = []
    for heading in HEADING.findall(text):
        slug = re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        found.append(f"{slug}-{found.count(slug)}" if slug in found else slug)
    return found


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page):
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for target in [*LINK.findall(text), *SOURCE.findall(text)]:
        if target.startswith(("http:", "https:")):
            continue
        path, _, anchor = target.partition("#")
        there = page.parent / path if path else page
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), target


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_name_of_the_code_is_there(page):
    for dotted in set(DOTTED.findall(page.read_text(encoding="utf-8"))):
        assert resolved(dotted), dotted


def resolved(dotted):
    """Whether that is a module, or a name in one."""
    with suppress(ImportError):
        return bool(import_module(dotted))
    module, _, last = dotted.rpartition(".")
    return bool(module) and hasattr(import_module(module), last)


def test_no_page_holds_control_characters():
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert {sign for sign in text if not sign.isprintable()} <= {"\n", "\u3000"}, page


def test_generated_pages_are_up_to_date():
    generate = runpy.run_path(str(ROOT / "docs" / "generate.py"))
    stale = [
        name(path)
        for path, text in generate["pages"]().items()
        if path.read_text(encoding="utf-8") != text
    ]
    assert not stale, f"make docs writes {stale} anew"


def test_the_citation_names_this_version():
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert f"version: {mjlog.__version__}" in lines
    assert "license: MIT" in lines


def test_the_changelog_says_each_change_in_25_words():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    entries = re.findall(r"^- (.*(?:\n  .*)*)", text, re.MULTILINE)
    assert entries
    assert not [entry for entry in entries if len(entry.split()) > 25]
