"""Deals on paper."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from kit.browsers import opened
from kit.places import LEGAL, SAMPLES, slug
from kit.records import game_in
from kit.sizes import each
from kit.viewers import serving

from webviewer import create_app

HOSTILE = """"><script>alert(1)</script><img src=x onerror=alert(2)>"""
FAIR_COPY = "/r/taiyuan-everything-fair-copy"


def words(client: FlaskClient, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", answer.text).split()))


def test_a_deal_stands_on_its_sheet(client: FlaskClient) -> None:
    told = words(client, f"{FAIR_COPY}/d1/print")
    for part in (
        "Everything in one deal, all four hands seen deal 1",
        "Taiyuan CHN · 2026-01-17 · round 1 · table 3",
        "A East Wang Li 100 -12 88",
        "C West Chen Bo 100 +23 123",
        "deal A [27m5s1z] 1457m8p149s4z",
        "1 7m-4z 3m-2z 5z*5555z/7s-6m 5s-1z 2 4p.",
        "10 +9'9m-1p 4m. 4z. 11 6p. 7z. 2s#",
        "pay A>C 12, B>C 7, D>C 4",
        "A Wang Li B Zhao Min C Chen Bo D Liu Yan Referee Place and date",
    ):
        assert part in told, part


def test_what_differs_is_marked_with_the_arithmetic(client: FlaskClient) -> None:
    told = words(client, "/r/broken-american-pay-seats/print")
    assert "A East Ruth 10000 -120 9880 9720" in told
    assert "Marked: what the rules give." in told
    assert re.search(r"pay A>C 160, [^a-z]* differs", told)
    assert "pay.seats step 0: Ruth pays Ida 160" in told
    assert "Ruth 付给 Ida 160；按规则应为 320" in words(
        client, "/r/broken-american-pay-seats/print?lang=zh-Hans"
    )


@pytest.mark.slow
@each(LEGAL, slug, one_in=4)
def test_every_turn_of_every_sample_stands_in_its_seat(path: Path, client: FlaskClient) -> None:
    game = game_in(path)
    page = client.get(f"/r/{slug(path)}/print").text
    assert page.count("<article") == len(game.deals)
    for deal, paper in zip(game.deals, page.split("<article")[1:], strict=True):
        rows = [
            re.findall(r"<td>(.*?)</td>", row)
            for row in re.findall(r'<tr><th scope="row">\d+</th>(.*?)</tr>', paper)
        ]
        for seat in range(game.seats):
            stands = [
                unescape(word)
                for row in rows
                for word in re.findall("<code>(.*?)</code>", row[seat])
            ]
            assert stands == [turn.word for turn in deal.turns if turn.seat == seat], deal.label


def test_what_does_not_exist_is_not_found(client: FlaskClient) -> None:
    for url in ("/r/nothing/print", f"{FAIR_COPY}/d0/print", f"{FAIR_COPY}/d2/print"):
        assert client.get(url).status_code == 404
    assert "cannot be shown" in client.get("/r/broken-taiyuan-rules-unknown/print").text


def test_whatever_a_record_says_is_text(tmp_path: Path) -> None:
    text = (SAMPLES / "taiyuan" / "everything-fair-copy.mjl").read_text(encoding="utf-8")
    evil = re.sub(
        r"(?m)^(Event|Site|Date|Round|Table|[A-D]): .*$", lambda head: f"{head[1]}: {HOSTILE}", text
    )
    (tmp_path / "evil.mjl").write_text(f"{evil}note {HOSTILE}\n{HOSTILE}\n", encoding="utf-8")
    page = create_app(tmp_path).test_client().get("/r/evil/print").text
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "&lt;script&gt;alert(1)" in page


@pytest.mark.browser
def test_each_deal_is_a_sheet_of_paper(browser, site) -> None:
    page = browser.new_page()
    page.goto(f"{site}{FAIR_COPY}/print")
    page.wait_for_load_state("networkidle")
    assert page.locator("#print").is_visible()
    page.emulate_media(media="print")
    assert not page.locator("#print").is_visible()
    assert not page.locator(".site").is_visible()
    for paper in page.locator(".paper").all():
        assert paper.locator(".signed p").count() == 6
        assert (
            paper.evaluate("paper => getComputedStyle(paper).backgroundColor")
            == "rgb(255, 255, 255)"
        )
    printed = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page[^s]", printed)) == 1
    page.close()


@pytest.mark.browser
def test_nothing_is_cut_off(browser, site) -> None:
    page = browser.new_page()
    for url in (
        f"{FAIR_COPY}/print",
        "/r/broken-american-pay-seats/audit",
        "/r/taiyuan-from-the-middle/audit",
        "/",
    ):
        page.goto(f"{site}{url}")
        for width in (320, 390, 1240):
            page.set_viewport_size({"width": width, "height": 900})
            fits = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert fits, (url, width)
    page.close()


def test_dice_corrections_and_comments_stand_on_the_sheet(client: FlaskClient) -> None:
    step = client.get("/r/taiyuan-everything-ledger/d1/s0").text
    about = step.partition('<p class="about">')[2].partition("</p>")[0]
    page = client.get("/r/taiyuan-everything-ledger/d1/print").text
    headed = re.findall(r" · <bdi>([^<]*)</bdi> <bdi>([^<]*)</bdi>", about)
    assert headed
    for words, value in headed:
        assert f"<bdi>{words}</bdi> <bdi>{value}</bdi>" in page
    noted = step.partition('<ul class="notes">')[2].partition("</ul>")[0]
    words = re.findall(r"</a> (<bdi>.*?</bdi>)</li>", noted)
    assert words
    assert all(each in page for each in words)
    assert "<b>correction</b> step" in page


@pytest.mark.browser
def test_a_very_long_name_leaves_the_heads_of_the_table_low(browser, tmp_path: Path) -> None:
    text = (SAMPLES / "taiyuan" / "everything-fair-copy.mjl").read_text(encoding="utf-8")
    named = re.sub(r"(?m)^A: .*$", "A: " + "Maximilian" * 30, text)
    (tmp_path / "long.mjl").write_text(named, encoding="utf-8")
    with serving(tmp_path) as address, opened(browser, address, "/r/long/d1/print") as page:
        assert "Maximilian" * 30 in page.inner_text(".play thead")
        assert (
            page.evaluate("document.querySelector('.play thead').getBoundingClientRect().height")
            < 80
        )  # the seat, two lines of the name
