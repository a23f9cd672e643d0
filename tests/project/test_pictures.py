"""The pictures of the documents.

Small, told in words, shown somewhere, and the tables as mjlog draws them today.
"""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOME = ROOT / "docs" / "pictures"
LARGEST = 120 << 10
TOLD_ON = ("viewer.md", "architecture.md")
SHOWN = re.compile(
    r'<img [^>]*src="(?:docs/)?pictures/([^"]+)"|srcset="(?:docs/)?pictures/([^"]+)"'
    r"|!\[[^\]]{20,}\]\(pictures/([^)]+)\)"
)

sys.path.insert(0, str(ROOT / "docs"))
from pictures import LIVE, PAGES, VENUE, tables  # noqa: E402


@pytest.mark.parametrize(("name", "text"), list(tables()))
def test_a_table_is_as_it_is_drawn_today(name: str, text: str) -> None:
    assert (HOME / name).read_text(encoding="utf-8") == text, "python docs/pictures.py --tables"


def test_each_picture_is_made_and_small() -> None:
    made = (
        {name for name, _ in tables()}
        | {f"{name}.webp" for name in (*PAGES, *LIVE)}
        | {f"venue-{name}.webp" for name in VENUE}
        | {"rooms.svg", "diagnosis.svg", "score-sheet.webp"}
    )
    assert {file.name for file in HOME.iterdir()} == made
    assert [file.name for file in HOME.iterdir() if file.stat().st_size > LARGEST] == []


def test_each_picture_is_shown_and_told_in_words() -> None:
    pages = [
        page.read_text(encoding="utf-8")
        for page in (
            ROOT / "README.md",
            ROOT / "docs" / "viewer.md",
            ROOT / "docs" / "architecture.md",
            ROOT / "docs" / "diagnosis.md",
            ROOT / "docs" / "live.md",
            ROOT / "docs" / "tournament.md",
            ROOT / "docs" / "paper.md",
        )
    ]
    shown = {word for text in pages for words in SHOWN.findall(text) for word in words if word}
    assert shown == {file.name for file in HOME.iterdir()}
    assert all(
        re.search(r'alt="[^"]{20,}"', tag)
        for text in pages
        for tag in re.findall(r"<img [^>]*>", text)
    )
