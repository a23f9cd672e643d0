"""What is said of slips of the pen: each message, and how many of them name the remedy."""

import pytest
from kit.slips import messages_about, slips

SLIPS = tuple(slips())
BY_PLACE = {slip.place: [each for each in SLIPS if each.place == slip.place] for slip in SLIPS}


@pytest.mark.parametrize("place", BY_PLACE)
def test_what_is_said_of_a_slip_was_reviewed(place):
    """`docs/golden.py` writes the messages anew; its difference is to be read."""
    for slip in BY_PLACE[place]:
        assert messages_about(slip.place, slip.line) == slip.messages, slip.line


def test_no_slip_is_silent():
    assert [slip.line for slip in SLIPS if not slip.messages] == []


def test_nine_messages_of_ten_name_the_remedy():
    assert len(SLIPS) >= 200
    silent = [slip.line for slip in SLIPS if slip.remedy not in slip.messages]
    assert len(silent) <= len(SLIPS) / 10, silent
