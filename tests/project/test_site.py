"""The site is built from the pages of the repository, and no link on it leads nowhere."""

import runpy
import subprocess
import sys
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "docs" / "make_site.py"
has_site_builder = all(map(find_spec, ("mkdocs", "material", "mkdocstrings")))


class Page(HTMLParser):
    """The links of a page, and the names that a link can lead to."""

    def __init__(self, file):
        super().__init__()
        self.links, self.names = [], set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, _tag, attributes):
        for key, value in attributes:
            if key in {"href", "src", "srcset"} and value:
                self.links.append(value)
            elif key in {"id", "name"}:
                self.names.add(value)


@pytest.fixture(scope="module")
def script():
    return runpy.run_path(str(SCRIPT))


def test_every_page_named_in_the_navigation_is_there(script, tmp_path):
    names = script["lay_out"](tmp_path / "pages")
    written = (ROOT / "docs" / "mkdocs.yml").read_text(encoding="utf-8")
    listed = [line.split()[-1] for line in written.splitlines() if line.endswith(".md")]
    assert len(listed) > 15
    assert set(listed) <= set(names)


def test_every_link_of_a_page_leads_somewhere_where_the_site_is_made_of(script, tmp_path):
    folder = tmp_path / "pages"
    for page in map(folder.joinpath, script["lay_out"](folder)):
        original = ROOT / page.relative_to(folder)
        for file in script["named_files"](original) if original.is_file() else ():
            assert (folder / file.relative_to(ROOT)).is_file()


def test_the_reference_has_every_public_class_and_function(script):
    page = script["reference"]()
    for name in ("auditor.audit.audit", "model.record.Game", "notation.reader.read"):
        assert f"::: mjlog.{name}\n" in page


@pytest.mark.skipif(not has_site_builder, reason="the extra `docs` is not installed: make site")
def test_no_link_of_the_site_leads_nowhere(tmp_path):
    site = tmp_path / "site"
    subprocess.run([sys.executable, str(SCRIPT), str(site)], check=True, cwd=ROOT)
    pages = {file.resolve(): Page(file) for file in site.rglob("*.html")}
    assert len(pages) > 20
    lost = []
    for file, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or file.name == "404.html":
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                lost.append((file.name, link))
            elif parts.fragment and target in pages:
                known = pages[target].names
                if unquote(parts.fragment) not in known:
                    lost.append((file.name, link))
    assert lost == []
