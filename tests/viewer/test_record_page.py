"""The page of a step.

Its timeline, waits, result, points, corrections, and what the script is told.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from functools import cache
from html import unescape
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import pytest
from flask import url_for
from flask.testing import FlaskClient
from kit.places import LEGAL, SAMPLES, slug
from kit.sizes import each
from kit.viewers import library

from mjlog.formats import load
from mjlog.model.messages import Message
from mjlog.picture.frames import frames
from mjlog.rules import load as rules_of
from mjlog.text.languages import language
from webviewer import create_app
from webviewer.caches.templates import macros
from webviewer.parts.audits.amendments import amendments
from webviewer.parts.player_names import seat_players
from webviewer.parts.results.score_graph import Curve, Graph, graph
from webviewer.parts.stage.deal_view import Deals, DealView
from webviewer.parts.stage.fragments import Painter
from webviewer.parts.stage.step_deltas import _edit, _History, document, waits_document
from webviewer.parts.stage.table_view import Pages
from webviewer.parts.stage.timeline import Mark, thinned
from webviewer.parts.stage.view_options import ViewOptions

FAIR_COPY = "/r/taiyuan-everything-fair-copy/d1"


@cache
def deals() -> Deals:
    return Deals(Pages())


def deal_view(name: str, deal: int = 1) -> DealView:
    found = deals().of(library().record(name), deal)
    assert found is not None
    return found


def part(client: FlaskClient, url: str, name: str) -> str:
    """What stands in a part of the page, without tags."""
    text = client.get(url).text
    inside = re.search(rf'<(\w+)[^>]* data-part="{name}"[^>]*>(.*?)</\1>', text, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", inside[2])).split())


def test_a_claimed_tile_leaves_its_mark_whatever_step_was_looked_at_before() -> None:
    client = create_app(SAMPLES).test_client()
    where = "/r/riichi-liable-for-the-replacement/d1"
    assert "claimed by" not in client.get(f"{where}/s0").text
    assert "white dragon, claimed by Botan" in client.get(f"{where}/s9").text


@pytest.mark.parametrize("name", ["riichi-liable-for-the-replacement", "american-charleston"])
def test_a_step_looks_alike_whatever_step_was_looked_at_before(name: str) -> None:
    deal = deal_view(name)
    view = ViewOptions()
    with create_app(SAMPLES).test_request_context():
        panels = macros("panels.html")
        one = Painter(deal, view, panels, "tiles.svg")
        steps = random.Random(5).sample(range(deal.last + 1), deal.last + 1)
        for step in steps:
            alone = Painter(deal, view, panels, "tiles.svg")
            assert one.parts(step) == alone.parts(step)


def test_rulings_have_names_in_other_languages() -> None:
    where = "/r/taiyuan-false-win-without-cause/d1/s0"
    page = create_app(SAMPLES).test_client().get(f"{where}?lang=ja").text
    told, name = page[page.index('class="notes"') :], language("ja").gettext("a false win")
    assert name != "a false win"
    assert f"Zhao Min {name}" in unescape(re.sub(r"<[^>]*>|[\u2068\u2069]", "", told))
    assert f"Zhao Min：{name}" in re.sub(r"[\u2068\u2069]", "", page)


def test_what_stays_the_same_is_the_same_object_at_the_step_after() -> None:
    game = deal_view("riichi-game-four-players")
    with create_app(SAMPLES).test_request_context():
        painter = Painter(game, ViewOptions(), macros("panels.html"), "")
        before, after = ([*painter.groups(step)] for step in (20, 21))
        told_anew = [one for one, was in zip(after, before, strict=True) if one is not was]
        assert {"said", "here"} <= {name for group in told_anew for name in group}
        assert len(told_anew) < len(after) // 2


# --------------------------------------------------------------------------- the timeline


def test_of_too_many_marks_a_line_shows_the_faults_and_wins() -> None:
    plain = [Mark(step, 0, "call", Message("")) for step in range(800)]
    grave = {
        7: Mark(7, 0, "error", Message(""), is_fault=True),
        799: Mark(799, 0, "win", Message("")),
    }
    marks = [grave.get(mark.step, mark) for mark in plain]
    shown = thinned(marks, 799)
    assert {mark.step for mark in shown} >= {7, 799}
    assert len(shown) == 101
    assert thinned(plain[:100], 799) == tuple(plain[:100])


def marks(name: str, deal: int = 1) -> set[tuple[int, int, str]]:
    return {
        (mark.step, mark.lane, mark.kind)
        for mark in deal_view(name, deal).timeline.marks
        if not mark.plain
    }


def test_calls_kongs_ready_and_wins_have_their_signs() -> None:
    found = marks("taiyuan-everything-fair-copy")
    assert {
        (6, 2, "kong"),
        (48, 2, "ready"),
        (51, 3, "ready"),
        (77, 1, "call"),
        (88, 2, "win"),
    } == found


def test_a_discard_says_whether_it_was_just_drawn() -> None:
    kinds = [
        mark.kind
        for mark in deal_view("taiyuan-everything-fair-copy").timeline.lane(0)
        if mark.plain
    ]
    assert kinds[:3] == ["thrown", "passed", "thrown"]


def test_where_nobody_knows_a_discard_is_not_said_to_have_been_drawn() -> None:
    """The scribe wrote bare discards down.

    C's hand was shown at the end; of the others' nothing is known.
    """
    line = deal_view("taiyuan-everything-table-view").timeline
    kinds = [[mark.kind for mark in line.lane(seat) if mark.plain] for seat in range(4)]
    assert ["passed" in each for each in kinds] == [False, False, True, False]
    assert [each.count("untold") for each in kinds] == [10, 10, 6, 10]
    assert kinds[1][-2:] == [
        "thrown",
        "untold",
    ]  # right after a claim it can only come from the hand


def test_a_win_let_pass_has_a_sign_and_can_be_led_to() -> None:
    found = [
        mark for mark in deal_view("taiyuan-a-missed-win").timeline.marks if mark.kind == "missed"
    ]
    assert [str(mark.says) for mark in found] == ["C could win on 8m and lets it pass."]
    assert found[0].step in deal_view("taiyuan-a-missed-win").timeline.stops["finding"]


def test_a_win_let_pass_is_listed_where_the_key_leads_to_it(client: FlaskClient) -> None:
    page = client.get("/r/taiyuan-a-missed-win/d1/s0").text
    listed = page.partition("Faults and notes in this deal")[2].partition("</section>")[0]
    assert "None." not in listed
    assert '<a href="/r/taiyuan-a-missed-win/d1/s110">step 110</a>' in listed
    assert "Chen Bo could win on 8 of characters and lets it pass." in listed


@pytest.mark.parametrize(
    ("query", "shown"),
    [("seat=C&hands=own", True), ("seat=B&hands=own", False), ("hands=none", False)],
)
def test_a_hidden_hand_is_not_said_to_have_let_a_win_pass(
    client: FlaskClient, query: str, *, shown: bool
) -> None:
    page = client.get(f"/r/taiyuan-a-missed-win/d1/s110?{query}").text
    steps = client.get(f"/r/taiyuan-a-missed-win/d1/steps.json?{query}").get_json()
    assert ("lets it pass" in page) is shown
    assert ("lets it pass" in json.dumps(steps)) is shown
    assert ("win.passed" in page) is shown
    assert ("win.passed" in json.dumps(steps)) is shown
    assert ("finding" in steps["stops"]) is shown


def test_nobody_is_said_to_let_a_win_pass_whom_a_clause_bars() -> None:
    assert not [
        mark
        for mark in deal_view("tibet-furiten-draws-its-tile").timeline.marks
        if mark.kind == "missed"
    ]


def test_violations_and_payments_that_differ_have_their_signs() -> None:
    assert (8, 3, "error") in marks("broken-taiyuan-ready-shelf")
    assert (88, -1, "payout") in marks("broken-taiyuan-pay-seats")


def test_an_end_without_a_win_has_a_sign() -> None:
    last = deal_view("riichi-game-four-players").last
    assert (last, -1, "end") in marks("riichi-game-four-players")


def test_a_deal_that_breaks_off_has_not_ended(client: FlaskClient) -> None:
    deal = deal_view("broken-taiyuan-result-missing")
    assert not [mark for mark in deal.timeline.marks if mark.kind == "end"]
    assert [(step, finding.code) for step, finding in deal.findings] == [
        (deal.last, "result.missing")
    ]
    assert "Nobody wins" not in client.get(f"/r/broken-taiyuan-result-missing/d1/s{deal.last}").text


# --------------------------------------------------------------------------- corrections and notes


def test_a_correction_tells_what_was_written_before() -> None:
    deal = next(load(SAMPLES / "taiyuan" / "everything-ledger.mjl")).game.deals[0]
    (found,) = amendments(deal)
    assert (found.verb, found.was, deal.turns[found.turn].word) == (
        "corrected",
        ("6s {heard wrongly}",),
        "4z.",
    )


def test_a_correction_stands_at_its_step(client: FlaskClient) -> None:
    step = next(
        mark.step
        for mark in deal_view("taiyuan-everything-ledger").timeline.marks
        if mark.kind == "correction"
    )
    assert (
        part(client, f"/r/taiyuan-everything-ledger/d1/s{step}", "here")
        == "it was thrown quietly corrected, was 6s {heard wrongly}"
    )
    assert "fix 0021" in client.get("/r/taiyuan-everything-ledger/d1/s0").text


def test_comments_variations_and_rulings_are_told(tmp_path: Path) -> None:
    text = (SAMPLES / "taiyuan" / "everything-fair-copy.mjl").read_text(encoding="utf-8")
    text = text.replace("1. A:7m-4z 3m-2z", "1. A:7m-4z {a slow start} (7m-1m) 3m-2z")
    text = text.replace(
        "next dealer=B", "next dealer=B\nrule D spoke art=4.4\nnote the light went out"
    )
    (tmp_path / "told.mjl").write_text(text, encoding="utf-8")
    client = create_app(tmp_path).test_client()
    assert part(client, "/r/told/d1/s2", "here").startswith("a slow start")
    page = client.get("/r/told/d1/s0").text
    for words in ("a slow start", "(7m-1m)", "Liu Yan spoke, art 4.4", "note the light went out"):
        assert words in page


# --------------------------------------------------------------------------- waits


def test_waits_have_their_numbers_and_worth(client: FlaskClient) -> None:
    assert part(client, f"{FAIR_COPY}/s79", "C-waits") == "×4 1 point ×4 1 point 8 left"
    assert part(client, f"{FAIR_COPY}/s79", "A-waits") == "–"


def test_a_win_by_self_draw_that_is_worth_more_says_so(client: FlaskClient) -> None:
    assert "2 han, 3 han self-drawn" in part(client, "/r/riichi-double-ron/d1/s40", "A-waits")


def test_a_hand_that_lies_open_hides_no_tiles(client: FlaskClient) -> None:
    """The winner's hand holds three of the tiles that C waits for."""
    assert part(client, "/r/taiyuan-a-missed-win/d1/s112", "C-waits").startswith("×4 ×3 7 left")
    assert part(client, "/r/taiyuan-a-missed-win/d1/s113", "C-waits").startswith("×1 ×3 4 left")


def test_a_hand_that_may_not_win_says_why(client: FlaskClient) -> None:
    last = deal_view("taiyuan-a-missed-win").last
    words = part(client, f"/r/taiyuan-a-missed-win/d1/s{last}", "C-waits")
    assert "No win Chen Bo let 8m pass and may not win in this deal any more 8.6" in words
    furiten = part(client, "/r/tibet-furiten-draws-its-tile/d1/s120", "D-waits")
    assert "No win on a discard" in furiten


def test_a_hand_that_nobody_saw_waits_for_nothing_known(client: FlaskClient) -> None:
    assert (
        part(client, "/r/taiyuan-everything-table-view/d1/s5", "A-waits")
        == "not every tile is recorded"
    )


def test_tiles_not_seen_are_counted(client: FlaskClient) -> None:
    deal = deal_view("taiyuan-everything-fair-copy")
    for step in (0, 40, 88):
        shown = {0, *deal.frames[step].winners}
        seen = [p for p in deal.frames[step].pieces if (p.up or p.seat in shown) and p.face == 30]
        assert part(client, f"{FAIR_COPY}/s{step}", "k30") == str(4 - len(seen))


def test_tiles_of_a_hidden_hand_are_not_counted_as_seen(client: FlaskClient) -> None:
    """Else the difference would tell what the hand at the bottom holds."""
    page = client.get(f"{FAIR_COPY}/s0?hands=none").text
    assert "Tiles that do not lie open" in page
    assert {part(client, f"{FAIR_COPY}/s0?hands=none", f"k{kind}") for kind in (0, 8, 20, 30)} == {
        "4"
    }


# --------------------------------------------------------------------------- hands not shown


@pytest.mark.parametrize(("hands", "backs"), [("all", 0), ("own", 39), ("none", 52)])
def test_hands_can_be_hidden(client: FlaskClient, hands: str, backs: int) -> None:
    page = client.get(f"{FAIR_COPY}/s0?hands={hands}").text
    assert page.count('aria-label="tile not shown"') == backs


def test_a_hidden_hand_is_not_given_away(client: FlaskClient) -> None:
    told_all = client.get(f"{FAIR_COPY}/steps.json?hands=own").get_json()
    waits = unfolded(told_all)["C-waits"]
    assert {text for step, (_, text) in waits.items() if step < 88} == {
        '<span class="dim">hand not shown</span>'
    }
    page = client.get(f"{FAIR_COPY}/s20?hands=own").text
    assert "Chen Bo draws a tile." in page
    assert not re.search(r"(Min|Bo|Yan) draws [0-9]", page)
    assert set(re.findall(r"(?:Min|Bo|Yan) draws(.{8})", json.dumps(told_all))) == {" a tile."}


@pytest.mark.parametrize("page", ["/r", "/embed"])
@pytest.mark.parametrize(
    ("query", "known"),
    [("seat=B&hands=own", False), ("hands=none", False), ("seat=D&hands=own", True)],
)
def test_a_tile_laid_face_down_by_a_hidden_hand_has_no_name(
    client: FlaskClient, page: str, query: str, *, known: bool
) -> None:
    text = client.get(f"{page}/taiyuan-a-missed-win/d1/s88?{query}").text
    assert ("Liu Yan lays 3 of characters face down." in text) is known
    assert ("Liu Yan lays a tile face down." in text) is not known


def test_tiles_exchanged_between_hidden_hands_have_no_names(client: FlaskClient) -> None:
    text = client.get("/r/american-charleston/d1/s1?hands=own&seat=A").text
    assert "1 of characters, 4 of characters, 7 of characters from Ruth to Ida" in text
    assert "2 of characters, 5 of characters, 8 of characters from Ida to Ruth" in text
    assert "a tile, a tile, a tile from May to Jo" in text
    none = client.get("/r/american-charleston/d1/s1?hands=none").text
    assert not re.search(r"of (characters|dots|bamboo) from", none)


def test_a_kong_that_lies_wholly_face_down_is_not_named(tmp_path: Path) -> None:
    text = (SAMPLES / "taiyuan" / "kongs-added-and-concealed.mjl").read_text(encoding="utf-8")
    secret = text.replace("Rules: taiyuan/1", "Rules: taiyuan/1 concealed_kong_public=false", 1)
    (tmp_path / "kongs.mjl").write_text(secret, encoding="utf-8")
    shown = create_app(tmp_path).test_client()
    assert re.search(r"declares a concealed kong of [^a]", shown.get("/r/kongs/d1/s0").text)
    hidden = shown.get("/r/kongs/d1?step=9999&hands=none", follow_redirects=True).text
    assert "declares a concealed kong of a tile." in hidden
    assert not re.search(r"declares a concealed kong of (?!a tile)", hidden)


def test_the_picture_hides_what_the_page_hides(client: FlaskClient) -> None:
    for query, backs in (("hands=own", 39), ("hands=none", 52)):
        drawn = client.get(f"{FAIR_COPY}/s0.svg?{query}").text
        assert len(re.findall(r'href="#back"[^>]*data-piece', drawn)) == backs
    assert (
        "D lays a tile face down."
        in client.get("/r/taiyuan-a-missed-win/d1/s88.svg?hands=none").text
    )


def test_the_way_of_looking_is_kept_from_step_to_step(client: FlaskClient) -> None:
    page = client.get(f"{FAIR_COPY}/s5?seat=C&hands=own").text
    assert f'href="{FAIR_COPY}/s6?seat=C&amp;hands=own"' in page
    assert f'data-steps="{FAIR_COPY}/steps.json?seat=C&amp;hands=own"' in page
    assert ViewOptions.asked({"seat": "Z", "hands": "<b>"}, 4) == ViewOptions()


# --------------------------------------------------------------------------- result and points


def test_the_result_stands_beside_the_table_once_the_deal_is_over(client: FlaskClient) -> None:
    assert '<section class="end" data-since="88" hidden>' in client.get(f"{FAIR_COPY}/s87").text
    page = client.get(f"{FAIR_COPY}/s88").text
    assert '<section class="end" data-since="88">' in page
    words = " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())
    assert "Chen Bo wins by self-draw 1 + 2 points" in words
    assert "basic win 1 1 10.1a" in words
    of_a_pays = "hand value 1 + dealer 1 × not ready 3 + kong points 2 + not ready, dealer 4 = 12"
    assert f"Wang Li → Chen Bo 12 10.4a {of_a_pays}" in words


def test_what_differs_is_told_as_such() -> None:
    rows = deal_view("broken-taiyuan-pay-seats").result.payments
    assert [(row.points.claimed, row.points.due, row.wrong) for row in rows] == [
        ("11", "12", True),
        ("7", "7", False),
        ("4", "4", False),
    ]


def test_a_sheet_that_states_no_payments_states_none_wrongly() -> None:
    game = library().record("riichi-game-four-players")
    for number in range(1, len(game.game.deals) + 1):
        end = deal_view("riichi-game-four-players", number).result
        assert not [row for row in end.payments if row.wrong]
        assert not [row for hand in end.hands for row in hand.items if row.wrong]


@pytest.mark.slow
@each([slug(path) for path in LEGAL], one_in=3)
def test_no_legal_sample_is_said_to_differ(name: str) -> None:
    record = library().record(name)
    assert record.playable
    assert not record.report.counts()["differs"]
    for number in range(1, len(record.game.deals) + 1):
        end = deal_view(name, number).result
        wrong = [] if end is None else [row for row in end.payments if row.wrong]
        wrong += (
            [] if end is None else [row for hand in end.hands for row in hand.items if row.wrong]
        )
        assert wrong == []


def test_a_sheet_without_turns_shows_its_result_alone(client: FlaskClient) -> None:
    page = client.get("/r/taiwanese-whole-game/d1/s0").text
    assert 'class="screen sheet-only"' in page
    assert "The turns are not recorded." in page
    result = re.search(
        r'<section class="end"[^>]* data-since="0">.*?</section>', page, flags=re.DOTALL
    )
    assert "Chang Wei" in result[0]


def points_of(name: str) -> Graph:
    found = graph(deal_view(name).standings, library().record(name).game)
    assert found is not None
    return found


def test_the_points_of_the_game_are_drawn_within_the_picture() -> None:
    found = points_of("riichi-game-four-players")
    assert [len(curve.points) for curve in found.curves] == [13] * 4
    assert all(
        0 < point.y < found.high and 0 < point.x < 90
        for curve in found.curves
        for point in curve.points
    )
    labels = sorted(curve.label for curve in found.curves)
    assert all(b - a >= 14 for a, b in pairwise(labels))
    assert found.rows[0].after == (26500, 23500, 23500, 25500)


# --------------------------------------------------------------------------- addresses, and what
# the script is told


@pytest.mark.parametrize(
    ("player", "name"),
    [
        ("Konstantin", "Konstantin"),
        ("Konstantinos", "Konstantinos"),
        ("Konstantinopel", "Konstantino…"),
        ("王小明張三李四", "王小明張三…"),
        ("", ""),
    ],
)
def test_a_long_name_is_cut_beside_its_line(player: str, name: str) -> None:
    assert Curve(player, (), 0.0).name == name


def test_a_step_can_be_gone_to(client: FlaskClient) -> None:
    for wanted, step in (("57", 57), ("9999", 88), ("-3", 0), ("x", 0)):
        answer = client.get(f"{FAIR_COPY}?step={wanted}&seat=B")
        assert (answer.status_code, answer.headers["Location"]) == (
            302,
            f"{FAIR_COPY}/s{step}?seat=B",
        )


Unfolded = dict[str, dict[int, tuple[list[int], str]]]
"""Of each part at each step: its tiles, and its HTML, where the transcript's sentence is a hole."""


def form_of(told_all: dict[str, Any], number: int) -> list[str | int]:
    """The form of that number."""
    form: list[str | int] = told_all["forms"][number - told_all.get("first", 0)]
    return form


def filled(told_all: dict[str, Any], form: int, values: list[Any]) -> str:
    """A form with its holes filled."""
    left = iter(values)
    holes = (lambda: str(next(left)), lambda: tile_of(told_all, next(left)), lambda: "…")
    return "".join(
        piece if isinstance(piece, str) else holes[piece]() for piece in form_of(told_all, form)
    )


def tile_of(told_all: dict[str, Any], number: int) -> str:
    form, *names = told_all["pieces"][(number >> 1) - told_all.get("first", 0)]
    drawn = filled(told_all, form, names)
    return drawn.replace('" viewBox', ' new" viewBox', 1) if number & 1 else drawn


def drawn(told_all: dict[str, Any]) -> dict[str, list[str]]:
    """The HTML of each part at each step."""
    return {
        name: [html for _, html in steps.values()] for name, steps in unfolded(told_all).items()
    }


def unfolded(told_all: dict[str, Any]) -> Unfolded:
    """What the script makes of what it is told."""
    found: Unfolded = {}
    steps = range(told_all["last"] + 1)
    for name, versions in told_all["texts"].items():
        found[name] = {}
        begins = dict(zip(accumulate(version[0] for version in versions), versions, strict=True))
        form, values = 0, []
        for step in steps:
            if step in begins:
                _, form, *more = begins[step]
                holes = [hole for hole in form_of(told_all, form) if hole in {0, 1}]
                before = [*values, *[0] * len(more)]
                values = [
                    new + (0 if hole else old)
                    for new, hole, old in zip(more, holes, before, strict=False)
                ]
            found[name][step] = [], filled(told_all, form, values)
    for name, edits in told_all["rows"].items():
        found[name] = {}
        at = list(accumulate(edit[0] for edit in edits))
        row: list[int] = []
        for step in steps:
            row = [tile & ~1 for tile in row]
            for _, behind, gone, *come in [
                edit for when, edit in zip(at, edits, strict=True) if when == step
            ]:
                place = len(row) - behind
                row[place - gone : place] = come
            found[name][step] = row, "".join(tile_of(told_all, tile) for tile in row)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "taiyuan-everything-fair-copy",
        "riichi-game-three-players",
        "american-jokers",
        "taiwanese-flowers-in-play",
    ],
)
def test_all_steps_at_once_are_the_pages_one_by_one(client: FlaskClient, name: str) -> None:
    sent = client.get(f"/r/{name}/d1/steps.json").get_json()
    found = unfolded(sent)
    paints = client.application.jinja_env.get_template("panels.html").module
    with client.application.test_request_context():
        seat_players(deal_view(name).game, deal_view(name).rules, deal_view(name).deal)
        painter = Painter(
            deal_view(name), ViewOptions(), paints, url_for("static", filename="tiles.svg")
        )
        for step in range(sent["last"] + 1):
            for part_name, value in painter.parts(step).items():
                drawn = found[part_name][step][1] if part_name in found else ""
                assert drawn.replace("…", painter.line(step)) == painter.html(value), (
                    part_name,
                    step,
                )


def test_what_hands_of_a_long_deal_wait_for_is_told_by_itself(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    paints = client.application.jinja_env.get_template("panels.html").module
    deal = deal_view("riichi-game-four-players")
    with client.application.test_request_context():
        seat_players(deal.game, deal.rules, deal.deal)
        whole = document(Painter(deal, ViewOptions(), paints, "tiles.svg"))
        monkeypatch.setattr("webviewer.parts.stage.step_deltas.AT_ONCE", 0)
        painter = Painter(deal, ViewOptions(), paints, "tiles.svg")
        table, waits = document(painter), waits_document(painter)
    assert (table["later"], "later" in whole) == ("waits.json", False)
    assert (table["last"], table["stops"]) == (whole["last"], whole["stops"])
    assert set(waits["texts"]) == {
        f"{seat}-{sort}" for seat in "ABCD" for sort in ("near", "waits")
    }
    assert any(len(versions) > 1 for versions in waits["texts"].values())
    assert drawn(table) | drawn(waits) == drawn(whole)


def test_what_has_just_moved_once_more_is_told_once_more() -> None:
    told_all = _History()
    for step, row in enumerate([[2, 4], [2, 7, 4], [2, 7, 4], [2, 6, 4], [4, 3]]):
        _edit(told_all, step, row)
    assert told_all.changes == [
        [0, 0, 0, 2, 4],
        [1, 1, 0, 7],
        [1, 1, 1, 7],
        [2, 1, 2],
        [0, 0, 0, 3],
    ]


def test_each_tile_is_in_one_place_at_each_step() -> None:
    for name in (
        "taiyuan-everything-fair-copy",
        "riichi-game-four-players",
        "taiwanese-flowers-in-play",
    ):
        deal = deal_view(name)
        for frame in deal.frames:
            numbers = [piece.number for piece in frame.pieces]
            assert len(numbers) == len(set(numbers))


@pytest.mark.slow
def test_what_the_script_is_told_is_small(client: FlaskClient) -> None:
    for name, deal in (
        ("riichi-wall-recorded", 1),
        ("riichi-game-four-players", 5),
        ("american-recorded-wall", 1),
    ):
        for tag in ("en", "ja"):
            answer = client.get(f"/r/{name}/d{deal}/steps.json?lang={tag}")
            assert len(gzip.compress(answer.data)) <= 4 * 1024, (name, tag)


def test_a_document_begins_every_part_at_the_hands_dealt(client: FlaskClient) -> None:
    told_all = client.get("/r/tibet-tibet-7/d1/steps.json").get_json()
    assert all(versions[0][0] == 0 for versions in told_all["texts"].values())
    game = library().record("tibet-tibet-7").game
    assert told_all["last"] == len(frames(game.deals[0], rules_of(game.rules), game.seats)) - 1


def test_the_dead_wall_lies_in_the_middle_in_stacks(client: FlaskClient) -> None:
    seen = {
        "riichi-four-kongs/d1/s18": (2, 1),
        "taiwanese-flowers-in-play/d1/s20": (0, 8),
        "taiyuan-everything-fair-copy/d1/s60": (0, 7),
        "american-jokers/d1/s28": (0, 0),
        "taiwanese-whole-game/d1/s0": (0, 0),
    }
    for step, backs in seen.items():
        parts = re.findall(
            r'data-part="dead-(?:before|after)">(.*?)</div>', client.get(f"/r/{step}").text
        )
        assert tuple(part.count('class="back"') for part in parts) == backs, step


def test_the_points_before_the_deal_stand_beside_the_names(client: FlaskClient) -> None:
    def beside(step: str) -> list[str]:
        return re.findall(
            r'<span class="points"[^>]*>(-?\d+)</span>', client.get(f"/r/{step}").text
        )

    assert beside("riichi-game-four-players/d2/s10") == ["26500", "23500", "23500", "25500"]
    assert beside("taiyuan-everything-fair-copy/d1/s60") == ["100"] * 4
