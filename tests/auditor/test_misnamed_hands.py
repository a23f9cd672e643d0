"""A hand shown under another player's letter: one finding, at that line."""

from itertools import product
from pathlib import Path

import pytest
from kit.records import faults

from mjlog import audit, read

SHEET = Path(__file__).parents[2] / "samples" / "american" / "a-sheet-of-two-deals.mjl"


@pytest.mark.parametrize(
    ("owner", "letter"), [p for p in product("ABCD", repeat=2) if len({*p}) > 1]
)
def test_a_wrong_letter_of_a_shown_hand_is_one_error(owner, letter):
    text = SHEET.read_text(encoding="utf-8")
    report = audit(read(text.replace(f"show {owner}", f"show {letter}", 1)))
    assert faults(report) == ["line.twice"]
    (finding,) = [finding for finding in report.findings if finding.is_error]
    # If nothing else is wrong, either hand may have the wrong letter.
    lines = [line for line in text.splitlines() if line.startswith("show ")][:4]
    first = text.splitlines().index(lines[0]) + 1
    at = first + "ABCD".index(owner)
    if finding.expected:
        assert (finding.place.line, finding.recorded, finding.expected) == (at, letter, owner)
    else:
        assert finding.place.line == max(at, first + "ABCD".index(letter))


def test_the_hand_of_the_winner_says_under_which_letter_it_is():
    text = SHEET.read_text(encoding="utf-8").replace("show B", "show A", 1)
    (finding,) = [finding for finding in audit(read(text)).findings if finding.is_error]
    assert (finding.place.line, finding.expected) == (10, "B")
    assert finding.message == "A shows two hands; this one is probably that of B"
