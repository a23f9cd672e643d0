"""Where a tile lay that was claimed the river keeps a mark.

With the letter of who has it, unless asked not to.
"""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from kit.places import SAMPLES

import mjlog
from mjlog.model.record import SEATS
from mjlog.picture.frames import Frame, frames
from mjlog.picture.geometry import lines, river
from mjlog.rules import load

STEP = "/r/riichi-double-ron/d1/s118"


def deal(name: str) -> list[Frame]:
    game = mjlog.read((SAMPLES / f"{name}.mjl").read_bytes())
    return frames(game.deals[0], load(game.rules), game.seats)


def test_a_river_keeps_the_places_of_claimed_tiles() -> None:
    frame = deal("riichi/double-ron")[118]
    takers = [SEATS[each.claimed] if each.claimed >= 0 else "" for each in river(frame, 0)]
    assert takers == [""] * 4 + ["D"] + [""] * 5 + ["B"] + [""] * 4
    assert [piece.piece for piece in river(frame, 0, claimed=False)] == list(frame.zone(0, "river"))
    assert [len(line) for line in lines(river(frame, 0))] == [6, 6, 3]


@pytest.mark.parametrize(
    "name", ["taiyuan/everything-fair-copy", "american/jokers", "tibet/three-players"]
)
def test_what_was_thrown_lies_in_the_river_or_with_who_claimed_it(name: str) -> None:
    for frame in deal(name):
        for seat in range(4):
            thrown = river(frame, seat)
            assert {each.piece.zone for each in thrown if each.claimed >= 0} <= {"meld"}
            assert [each.piece for each in thrown if each.claimed < 0] == list(
                frame.zone(seat, "river")
            )


def test_the_page_marks_them_and_tells_who_has_them(client: FlaskClient) -> None:
    page = client.get(STEP).text
    assert page.count('<svg class="tile taken"') == 3
    marked = re.findall(
        r'<svg class="tile taken" viewBox="0 0 60 80" role="img" aria-label="([^"]*)"', page
    )
    assert sorted(marked) == [
        "2 of dots, claimed by North",
        "8 of characters, claimed by South",
        "West wind, claimed by North",
    ]
    assert re.search(r'data-key="r"[^>]* href="/r/riichi-double-ron/d1/s118\?claimed=gone"', page)


def test_rivers_close_up_when_that_is_asked_for(client: FlaskClient) -> None:
    page = client.get(f"{STEP}?claimed=gone").text
    assert "tile taken" not in page
    assert re.search(r'data-key="r"[^>]* href="/r/riichi-double-ron/d1/s118"', page)
    assert 'href="/r/riichi-double-ron/d1/s119?claimed=gone"' in page
