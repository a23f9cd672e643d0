"""A sheet without turns shows what was laid open at the end, and nothing that it does not say."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from kit.places import SAMPLES

import mjlog
from mjlog.model.tiles import text
from mjlog.picture.frames import Frame, frames
from mjlog.picture.svg import svg
from mjlog.rules import load


def end(text_of_it: str) -> Frame:
    game = mjlog.read(text_of_it)
    (frame,) = frames(game.deals[0], load(game.rules), game.seats)
    return frame


def sample(name: str) -> str:
    return (SAMPLES / name).read_text(encoding="utf-8")


def row(frame: Frame, seat: int, zone: str) -> str:
    return text(piece.face for piece in frame.zone(seat, zone))


def test_the_winners_hand_its_melds_its_pillars_and_its_tile() -> None:
    frame = end(sample("taiyuan/examples/09-kongs-self-drawn.mjl"))
    assert (row(frame, 3, "hand"), row(frame, 3, "pillars")) == ("567m99p3s", "24s")
    assert [text(piece.face for piece in meld) for meld in frame.melds(3)] == ["8888s", "7777z"]
    assert [piece.up for piece in frame.melds(3)[1]] == [False, True, True, False]
    assert (frame.winners, frame.ready, frame.to_act) == ((3,), (0, 3), -1)
    (won,) = [piece for piece in frame.pieces if piece.number in frame.moved]
    assert (text([won.face]), won.number) == ("3s", frame.drawn)


def test_hands_that_were_not_laid_open_are_left_out() -> None:
    frame = end(sample("taiyuan/examples/09-kongs-self-drawn.mjl"))
    assert {piece.seat for piece in frame.pieces} == {3}
    assert (frame.undrawn, frame.live) == (None, None)


def test_dealt_hands_stay_where_they_are_known() -> None:
    dealt = "deal A [27m5s1z] 1457m8p149s4z\n"
    frame = end(
        sample("taiyuan/examples/09-kongs-self-drawn.mjl").replace("win D", f"{dealt}win D", 1)
    )
    assert row(frame, 0, "hand") == "1457m8p149s4z"
    assert len({piece.number for piece in frame.pieces}) == len(frame.pieces)


def test_bonus_tiles_and_two_winners() -> None:
    frame = end(sample("taiwanese/examples/05-two-winners.mjl"))
    assert (frame.winners, row(frame, 3, "bonus")) == ((1, 3), "278f")
    assert len(frame.moved) == 2


def test_where_nothing_was_laid_open_no_hand_lies_there() -> None:
    frame = end(sample("riichi/wall-runs-out.mjl"))
    assert [piece for piece in frame.pieces if piece.zone != "indicator"] == []
    assert str(frame.sentence) == "The turns are not recorded."


def test_seats_that_nobody_has_are_passed_over() -> None:
    three = sample("riichi/three-players-tsumo-halved.mjl").split("\n@")[0]
    frame = end(f"{three}\n@ E1.0 dealer=A\nwin D 1p self\nshow D 11p\nready D\nbonus D 1f\n")
    assert (frame.winners, frame.ready) == ((), ())
    assert not [piece for piece in frame.pieces if piece.seat > 2]


@pytest.mark.parametrize(
    "name", ["american/examples/07-all-four-seasons", "tibet/dealer-wins-on-a-discard"]
)
def test_pictures_show_it(name: str) -> None:
    game = mjlog.read(sample(f"{name}.mjl"))
    assert "These tiles were shown at the end." in svg(game)


def test_the_audit_and_the_paper_picture_it(client: FlaskClient) -> None:
    assert "<img" in client.get("/r/taiwanese-examples-05-two-winners/print").text
    assert "<img" not in client.get("/r/riichi-wall-runs-out/d1/print").text
    assert "<img" in client.get("/r/broken-american-net-differs/audit").text


def test_the_winner_sits_at_the_bottom_unless_another_is_asked_for(client: FlaskClient) -> None:
    sheet = "/r/taiwanese-whole-game/d1/s0"
    seats = [
        re.findall(r'<section class="seat (\w+)"', client.get(sheet + asked).text)
        for asked in ("", "?seat=A")
    ]
    assert [sides.index("bottom") for sides in seats] == [1, 0]
    assert f'href="{sheet}?seat=A"' in client.get(sheet).text
    assert f'href="{sheet}"' in client.get(f"{sheet}?seat=A").text
