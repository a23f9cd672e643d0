"""A record that is followed: no answer holds a byte of what comes later or is hidden.

Two records that differ in nothing else give the same answers.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from kit.places import SAMPLES
from kit.records import game_in
from kit.viewers import viewer

from mjlog.model.record import Deal, Dealt, Exchange, Game, Header, Indicators, Line, NoWin, Remark
from mjlog.model.tiles import KIND
from mjlog.notation import read, write
from mjlog.picture.frames import Frame, frames
from mjlog.rules import load

PLAYED = {
    "american/charleston": 1,
    "american/recorded-wall": 1,
    "riichi/double-ron": 1,
    "riichi/game-three-players": 4,
    "riichi/suukantsu": 1,
    "riichi/wall-recorded": 1,
    "taiwanese/last-tile": 1,
    "taiyuan/a-short-game": 3,
    "taiyuan/everything-fair-copy": 1,
    "tibet/four-deals": 2,
    "tibet/win-on-a-replacement": 1,
}
"""Samples of every rule set with play, and a deal of each."""
KINDS = ("", "/steps.json", "/waits.json", ".svg", ".json", ".mjl", "/print")
VIEWS = ("", "?hands=own&seat=B", "?hands=none")
Kinds = tuple[tuple[str, str], ...]
ALL = tuple(product(KINDS, VIEWS))
SOME = (("", ""), (".json", "?hands=own&seat=B"))


@cache
def shown(path: Path, deal: int) -> list[Frame]:
    game = game_in(path)
    return frames(game.deals[deal - 1], load(game.rules), game.seats)


def path_of(name: str) -> Path:
    return SAMPLES / f"{name}.mjl"


def steps(name: str) -> list[int]:
    """The first step, some between, and the last but two."""
    last = len(shown(path_of(name), PLAYED[name])) - 1
    return sorted({0, 1, last // 3, 2 * last // 3, last - 2})


@pytest.fixture(scope="module")
def twins(tmp_path_factory) -> FlaskClient:
    """A viewer of each sample as it is, and as it would be with another future after each step."""
    folder = tmp_path_factory.mktemp("twins")
    for name, number in PLAYED.items():
        slug, game, told = slug_of(name), game_in(path_of(name)), shown(path_of(name), number)
        (folder / f"{slug}.mjl").write_text(write(game), encoding="utf-8")
        for step in steps(name)[1:-1]:
            text = write(otherwise(game, number, step, told))
            (folder / f"{slug}-s{step}.mjl").write_text(text, encoding="utf-8")
    return viewer(folder)


def slug_of(name: str) -> str:
    return name.replace("/", "-")


def otherwise(game: Game, number: int, step: int, told: list[Frame]) -> Game:
    """The same game up to that step; what comes then is another play, of which all is told."""
    deal, turn = game.deals[number - 1], told[step].turn
    before = [
        line for line in deal.lines if isinstance(line.content, Dealt | Exchange | Indicators)
    ]
    over = [Line(NoWin("void")), Line(Remark("note", "B is angry"))]
    cut = replace(
        deal,
        turns=deal.turns[: turn + 2],
        lines=(*before, *over),
        notes=(),
        jumps=tuple(jump for jump in deal.jumps if jump[0] < turn + 2),
    )
    headers = (*game.headers, Header("Result", "D wins all"), Header("Seed", "12345"))
    return replace(game, headers=headers, deals=(*game.deals[: number - 1], cut))


def answers(client: FlaskClient, slug: str, number: int, step: int, kinds: Kinds) -> list[bytes]:
    found = []
    for kind, view in kinds:
        answer = client.get(f"/follow/{slug}/d{number}/s{step}{kind}{view}")
        assert answer.status_code == 200
        found.append(answer.data.replace(slug.encode(), b"game"))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYED)
def test_another_future_changes_no_byte(name, twins):
    number, slug, chosen = PLAYED[name], slug_of(name), steps(name)[1:-1]
    for step in chosen:
        kinds = ALL if step == chosen[1] else SOME
        here = answers(twins, slug, number, step, kinds)
        there = answers(twins, f"{slug}-s{step}", number, step, kinds)
        assert here == there


def test_another_future_changes_no_mark(tmp_path):
    """Neither does it change what a browser is told to know the answer by."""
    path = path_of("riichi/double-ron")
    game, told, marks = game_in(path), shown(path, 1), set()
    for name, each in (("one", game), ("other", otherwise(game, 1, 30, told))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.mjl").write_text(write(each), encoding="utf-8")
        marks.add(viewer(tmp_path / name).get("/follow/game/d1/s30").headers["ETag"])
    assert len(marks) == 1


def swapped(game: Game, number: int, step: int, told: list[Frame]) -> Game | None:
    """The same game with a tile of A's hand and one of C's exchanged, which both still hold."""

    def held(seat: int) -> list[int]:
        first, now = ({p.number: p for p in told[at].zone(seat, "hand")} for at in (0, step))
        return [first[number].face for number in first if number in now]

    a, c = held(0), held(2)
    pair = next(((x, y) for x in a for y in c if KIND[x] != KIND[y]), None)
    return pair and with_faces(game, number, {0: pair, 2: pair[::-1]})


def with_faces(game: Game, number: int, faces: dict[int, tuple[int, int]]) -> Game:
    def dealt(line: Line) -> Line:
        hand = line.content
        if not isinstance(hand, Dealt) or hand.seat not in faces:
            return line
        gone, come = faces[hand.seat]
        tiles = list(hand.tiles)
        tiles[tiles.index(gone)] = come
        return replace(line, content=replace(hand, tiles=tuple(tiles)))

    def changed(deal: Deal) -> Deal:
        return replace(deal, lines=tuple(map(dealt, deal.lines)))

    deals = list(game.deals)
    deals[number - 1] = changed(deals[number - 1])
    return replace(game, deals=tuple(deals))


@pytest.mark.parametrize("name", ["riichi/double-ron", "taiyuan/everything-fair-copy"])
def test_hidden_tiles_change_no_byte(name, tmp_path):
    game, told = game_in(path_of(name)), shown(path_of(name), 1)
    twin = swapped(game, 1, 8, told)
    assert twin is not None
    for slug, each in (("game", game), ("twin", twin)):
        (tmp_path / f"{slug}.mjl").write_text(write(each), encoding="utf-8")
    client = viewer(tmp_path)
    hidden = tuple(product(KINDS, VIEWS[1:]))
    assert answers(client, "game", 1, 8, hidden) == [
        answer.replace(b"twin", b"game") for answer in answers(client, "twin", 1, 8, hidden)
    ]
    assert answers(client, "game", 1, 8, SOME[:1]) != answers(client, "twin", 1, 8, SOME[:1])


def later_words(game: Game, number: int, step: int, told: list[Frame]) -> set[str]:
    """Words of turns, lines and headers that somebody can write after that step alone."""
    deal = game.deals[number - 1]
    known = write(replace(game, deals=(*game.deals[: number - 1], replace(deal, lines=()))))
    totals = [
        line
        for each in game.deals[number - 1 :]
        for line in write(replace(game, headers=(), deals=(each,))).splitlines()
        if line.partition(" ")[0] in {"win", "pay", "score", "net", "next", "show", "fan", "draw"}
    ]
    labels = {f">{each.label}<" for each in game.deals[number:] if not each.label.isdigit()}
    results = {head.value for head in game.headers if head.key in {"Result", "Final-Score"}}
    said = {str(frame.sentence) for frame in told[step + 1 :]} - {
        str(frame.sentence) for frame in told[: step + 1]
    }
    links = {f"/d{each}/" for each in range(number + 1, len(game.deals) + 1)}
    return (
        ({*totals, *results, *said, *links} | labels)
        - {f">{deal.label}<"}
        - set(known.splitlines())
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYED)
def test_no_later_word_stands_in_any_answer(name, client):
    path, number = path_of(name), PLAYED[name]
    game, told = game_in(path), shown(path, number)
    slug = slug_of(name)
    for step in steps(name):
        words = later_words(game, number, step, told)
        assert words
        for kind in KINDS if step == steps(name)[2] else KINDS[:1]:
            text = client.get(f"/follow/{slug}/d{number}/s{step}{kind}").text
            assert not [word for word in words if word in text], (step, kind)
            assert not re.search(r'g-win"></use></svg>|class="star', text)


def test_the_text_so_far_is_a_record(client):
    text = client.get("/follow/riichi-double-ron/d1/s50.mjl?hands=own&seat=B").text
    game = read(text.encode())
    assert not game.findings
    assert len(game.deals[0].turns) == 25
    assert "deal A ?????????????\n" in text
    assert "deal B " in text
    assert "deal B ?" not in text
    answer = client.get("/follow/riichi-double-ron/d1/s50.json?hands=own&seat=B")
    assert len(json.loads(answer.data)["deals"][0]["turns"]) == 25


def test_the_end_of_a_deal_has_its_result_and_leads_to_the_next(client):
    last = len(shown(path_of("tibet/four-deals"), 1)) - 1
    before = client.get(f"/follow/tibet-four-deals/d1/s{last - 1}").text
    page = client.get(f"/follow/tibet-four-deals/d1/s{last}").text
    assert 'class="end"' not in before
    assert 'class="end"' in page
    onward = client.get(f"/follow/tibet-four-deals/d1/s{last + 1}?hands=own&lang=ja")
    assert onward.status_code == 302
    assert onward.location == "/follow/tibet-four-deals/d2/s0?hands=own&lang=ja"
    assert client.get(f"/follow/tibet-four-deals/d1/s{last + 2}").status_code == 404
    end = len(shown(path_of("tibet/four-deals"), 4)) - 1
    assert client.get(f"/follow/tibet-four-deals/d4/s{end + 1}").location.endswith("/end")


def test_every_page_leads_to_a_next_step_alike(client):
    """Whether the deal is over nobody can tell from where the arrow leads."""
    last = len(shown(path_of("tibet/four-deals"), 1)) - 1
    for step in (3, last):
        page = client.get(f"/follow/tibet-four-deals/d1/s{step}").text
        assert f'href="/follow/tibet-four-deals/d1/s{step + 1}"' in page
        assert "d2" not in page


def test_what_is_found_by_then_is_told(client):
    path = "/follow/broken-riichi-discard-drawn-after-a-call/d1"
    pages = [client.get(f"{path}/s{step}").text for step in range(6)]
    found = ["discard.drawn" in page for page in pages]
    assert sum(found) == 1


def test_words_of_the_address_that_are_none_of_the_view_are_left_alone(client):
    assert client.get("/follow/tibet-four-deals?name=x&deal=7").status_code == 302
    assert client.get("/follow/nothing/d1/s0").status_code == 404
    assert client.get("/follow/tibet-four-deals/d9/s0").status_code == 404
