"""One wrong letter on a `win` line of a Sichuan sheet is one finding, on that line."""

from pathlib import Path

import pytest

from mjlog.auditor.audit import audit
from mjlog.notation import read

SAMPLE = Path(__file__).parents[2] / "samples" / "sichuan" / "kongs-and-three-wins-on-a-sheet.mjl"
LINES = SAMPLE.read_text(encoding="utf-8").splitlines()
SEATS = "ABCD"


def letters():
    """Yield each `win` line with another winner, and with another discarder."""
    for number, line in enumerate(LINES):
        words = line.split()
        if words[:1] == ["win"]:
            for place in (1, 4):
                for seat in SEATS if place < len(words) else "":
                    if seat != words[place]:
                        yield number, " ".join([*words[:place], seat, *words[place + 1 :]])


@pytest.mark.parametrize(("number", "line"), [*letters()])
def test_a_wrong_letter_is_named_alone(number, line):
    written = "\n".join([*LINES[:number], line, *LINES[number + 1 :]])
    errors = [each for each in audit(read(written)).findings if each.severity == "error"]
    assert [(each.code, each.place.line) for each in errors] == [("win.line", number + 1)]
