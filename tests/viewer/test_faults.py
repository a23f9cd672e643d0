"""Faults first: where a record opens, what is told of a fault, and the way to the next one."""

from __future__ import annotations

import gzip
import re
from html import unescape
from typing import TYPE_CHECKING

import pytest
from kit.browsers import at, opened
from kit.places import SAMPLES
from kit.viewers import viewer

from mjlog.report.code_help import short_rule
from webviewer import i18n
from webviewer.parts.player_names import sitting

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient
    from playwright.sync_api import Browser

    from webviewer.records.library import Library, Record

UNSEEN = re.compile(r"<head>.*?</head>|<title>.*?</title>|<[^>]*>", re.DOTALL)
"""What a page does not show: its head, the names of signs, the elements themselves."""


def seen(page: str) -> str:
    """What stands on a page to be read."""
    return unescape(UNSEEN.sub("", page))


def place(client: FlaskClient, address: str) -> str:
    """Where an address leads to."""
    return client.get(address).headers["Location"]


@pytest.mark.parametrize(
    ("record", "opens"),
    [
        ("broken-taiyuan-ready-shelf", "d1/s8"),
        ("broken-taiwanese-next-end", "d18/s0"),
        ("broken-syntax-syntax-header", "d1/s0"),
        ("broken-taiyuan-ready-shelf?hands=none", "d1/s0?hands=none"),
        ("broken-taiyuan-ready-shelf?lang=ja", "d1/s8?lang=ja"),
        ("taiyuan-a-missed-win", "d1/s0"),
        ("riichi-double-ron", "d1/s0"),
    ],
)
def test_a_record_opens_at_its_first_fault(client: FlaskClient, record: str, opens: str) -> None:
    assert place(client, f"/r/{record}") == f"/r/{record.partition('?')[0]}/{opens}"


def test_a_fault_tells_what_is_recorded_what_is_due_and_the_rule(client: FlaskClient) -> None:
    text = " ".join(seen(client.get("/r/broken-taiyuan-pay-seats/d1/s88").text).split())
    assert "fault 1 of 1Wang Li pays Chen Bo 11; the rules give 12 =" in text
    assert "Recorded11Due12" in text
    assert "The rule For a self-draw a ready player pays the hand value twice" in text


def test_what_no_rulebook_forbids_is_said_in_plain_words(client: FlaskClient) -> None:
    text = seen(client.get("/r/broken-syntax-syntax-word/d1/s7").text)
    assert "What it means A word of a turn cannot be read." in text


IN_SHORT = re.compile(r'<p class="in-short".*?</p>', re.DOTALL)
"""What a phone's first screen says, above the finding itself; wide screens leave it out."""


def test_a_phone_reads_what_is_wrong_without_the_advice(client: FlaskClient) -> None:
    page = client.get(place(client, "/r/broken-taiwanese-score-chain-contradicts-net")).text
    line = IN_SHORT.search(page)
    assert line is not None
    assert seen(line[0]).endswith("change by +7 in one and by +8 in the other")
    rest = seen(IN_SHORT.sub("", page))
    assert "in the other; or another entry is wrong: “changes of points”" in rest


def test_options_are_said_in_the_language_of_the_page(client: FlaskClient) -> None:
    audit = "/r/broken-riichi-pay-seats-counter-left-out/audit"
    english = seen(client.get(audit).text)
    assert "with “what one counter brings the winner” (0) it would be right" in english
    assert "「一本場の点」（0）なら正しい" in seen(client.get(f"{audit}?lang=ja").text)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_every_finding_stands_once_on_a_page(
    client: FlaskClient, library: Library, part: int
) -> None:
    broken = sorted(slug for slug in library.entries if slug.startswith("broken-"))
    pages = 0
    for slug in broken[part::16]:
        record = library.record(slug)
        if record is None or not record.playable:
            continue
        text = seen(IN_SHORT.sub("", client.get(place(client, f"/r/{slug}")).text))
        stand = [text.count(message) for message in page_faults(client, record)]
        if not stand:
            continue
        assert max(stand) == 1, slug
        assert any(short_rule(finding) in text for finding in record.report.findings)
        pages += 1
    assert pages > 10


def page_faults(client: FlaskClient, record: Record) -> list[str]:
    """The faults of a record as its page says them."""
    report = record.report
    faults = [finding for finding in report.findings if finding.severity != "note"]
    first = min((finding.place.deal or 1 for finding in faults), default=1)
    with client.application.test_request_context():
        sitting(record.game, report.rules, first)
        return [i18n.translate(i18n.cited(finding)) for finding in faults]


def test_links_lead_from_fault_to_fault_through_the_record(client: FlaskClient) -> None:
    record = "/r/broken-taiyuan-claim-locked"
    walked, address = [], place(client, record)
    while address:
        page = client.get(address).text
        walked.append(address)
        following = re.search(r'data-list="fault" data-way="1"[^>]*? href="([^"]+)"', page)
        address = unescape(following[1]) if following else ""
    assert walked == [f"{record}/d1/s12", f"{record}/d1/s13"]


def test_the_way_to_a_fault_leads_over_deals_that_have_none(client: FlaskClient) -> None:
    page = client.get("/r/broken-taiwanese-next-end/d3/s0").text
    link = re.search(r'data-list="fault" data-way="1"[^>]*? href="([^"]+)"', page)
    assert link is not None
    assert place(client, link[1]) == "/r/broken-taiwanese-next-end/d18/s0"
    assert not re.search(r'data-list="fault" data-way="-1"[^>]*? href=', page)


@pytest.mark.browser
def test_the_next_fault_is_shown_without_a_new_page(browser: Browser, site: str) -> None:
    with opened(browser, site, "/r/broken-taiyuan-claim-locked") as page:
        page.wait_for_load_state("networkidle")
        at(page, 12)
        page.evaluate("window.kept = true")
        page.click("text=next fault")
        at(page, 13)
        assert page.evaluate("window.kept")
        assert page.inner_text(".finding h3 small").startswith("2 of")
        assert page.get_attribute("text=next fault", "href") is None


def test_a_list_says_what_happened_and_what_is_wrong() -> None:
    text = viewer(SAMPLES / "broken" / "american" / "pay.seats.mjl").get("/").text
    row = " ".join(seen(text.partition("<tbody>")[2].partition("</tbody>")[0]).split())
    assert row.startswith("East pays the winner without the doublepay.seats.mjl")
    assert "Ida 10480Ruth 9880May 9828Jo 9812" in row
    assert "Ida wins on a discard of May, 160 points" in row
    assert "What one player pays another is not what the rules give." in row


def test_no_path_of_a_file_is_a_title(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    record = "%mjlog 1.0\nRules: taiyuan\nA: Ann\nB: Bo\nC: Cy\nD: Di\n\n@ 1\ndraw void\n"
    (tmp_path / "club" / "named.mjl").write_text(record)
    (tmp_path / "club" / "nameless.mjl").write_text("%mjlog 1.0\nRules: taiyuan\n\n@ 1\n")
    (tmp_path / "club" / "broken.mjl").write_text("nothing")
    page = viewer(tmp_path).get("/").text
    heads = re.findall(r'<th scope="row">(.*?)(?:<small|</th>)', page)
    titles = ["".join(seen(head)).strip() for head in heads]
    assert sorted(titles) == [
        "Ann 100Bo 100Cy 100Di 100",
        "Taiyuan Four Pillars 立四",
        "broken.mjl",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("page", range(1, 5))
def test_a_list_is_small_on_the_wire(client: FlaskClient, page: int) -> None:
    assert len(gzip.compress(client.get(f"/?page={page}").data)) <= 25 * 1024
