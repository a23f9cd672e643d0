"""``make site``: a web site of all pages, with a reference of the Python API made from the code.

The pages are copied into a folder of their own, with every file that they name, so that all links
still work.
"""

import logging
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import mjlog

ROOT: Final = Path(__file__).parents[1]
CONFIGURATION: Final = ROOT / "docs" / "mkdocs.yml"
TARGET: Final = re.compile(r"""\]\(([^)\s#]+)|(?:src|srcset|href)=["']([^"'#]+)""")
REFERENCE: Final = "docs/reference.md"
BOOKS: Final = "docs/rulebooks/README.md"


def pages() -> list[Path]:
    """Return every Markdown page of the repository."""
    folders = (ROOT, ROOT / "conformance")
    found = [*(page for folder in folders for page in folder.glob("*.md"))]
    return sorted([*found, *(ROOT / "docs").rglob("*.md")])


def named_files(page: Path) -> Iterator[Path]:
    """Yield the files of the repository that a page links to or shows."""
    for link, source in TARGET.findall(page.read_text(encoding="utf-8")):
        target = (page.parent / (link or source)).resolve()
        if target.is_file() and target.is_relative_to(ROOT):
            yield target


def lay_out(folder: Path) -> list[str]:
    """Copy the pages and the files that they name into a folder; return the names of its pages."""
    shutil.rmtree(folder, ignore_errors=True)
    for file in {*pages(), *(file for page in pages() for file in named_files(page))}:
        copy = folder / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    (folder / REFERENCE).write_text(reference(), encoding="utf-8")
    (folder / BOOKS).write_text(books(), encoding="utf-8")
    return sorted(page.relative_to(folder).as_posix() for page in folder.rglob("*.md"))


def reference() -> str:
    """Return a page that lists every public name; its text is taken from the code."""
    told = [f"::: {home(name)}" for name in sorted(mjlog.__all__, key=str.lower) if home(name)]
    head = "# API reference\n\nEvery public name of `mjlog`, as [the Python API](api.md) uses them."
    return "\n\n".join([head, *told]) + "\n"


def home(name: str) -> str:
    """Return the full name where a public class or function is defined, else an empty text."""
    value: Any = getattr(mjlog, name)
    module = getattr(value, "__module__", "")
    return f"{module}.{value.__qualname__}" if module.startswith("mjlog.") else ""


def books() -> str:
    """Return a page that lists the rulebooks."""
    found = sorted((ROOT / "docs" / "rulebooks").glob("*.md"))
    titles = [page.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ") for page in found]
    lines = [f"- [{title}]({page.name})" for title, page in zip(titles, found, strict=True)]
    return "\n".join(["# Rulebooks", "", *lines]) + "\n"


def build(site: Path, staged: Path) -> None:
    """Build the site; a broken link is an error."""
    from mkdocs.commands.build import build as build_site  # noqa: PLC0415  only in the extra docs
    from mkdocs.config import load_config  # noqa: PLC0415

    names = lay_out(staged)
    configuration = load_config(
        str(CONFIGURATION), docs_dir=str(staged), site_dir=str(site), strict=True
    )
    navigation = configuration["nav"]
    left_out = [name for name in names if name not in str(navigation)]
    configuration["nav"] = [*navigation, *([{"More": left_out}] if left_out else [])]
    configuration.plugins.on_startup(command="build", dirty=False)
    try:
        build_site(configuration)
    finally:
        configuration.plugins.on_shutdown()


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
    place = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "site"
    build(place.resolve(), place.resolve().with_name("pages"))
    print(f"The site begins at {place / 'index.html'}")
