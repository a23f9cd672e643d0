"""The audit of a record as a page and as files."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator
from kit import viewers
from kit.places import EVERY, ROOT, SAMPLES, slug
from kit.sizes import each
from kit.viewers import viewer

from mjlog.formats import load
from mjlog.model.record import Next, Pay, Points
from webviewer import create_app
from webviewer.parts.audits.audit_view import Case, audit_page
from webviewer.parts.stage.table_view import Pages
from webviewer.records.library import Library
from webviewer.responses import HEADERS

AFTER = " Faults "
"""The heading of the list of faults."""
HOSTILE = """<script>alert(1)</script>"><img src=x onerror=alert(2)>'&"""


def page_words(client: FlaskClient, name: str) -> str:
    """The page's words."""
    answer = client.get(f"/r/{name}/audit")
    assert answer.status_code == 200
    assert answer.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]
    return " ".join(re.sub(r"<[^>]*>", " ", answer.text).split())


@pytest.mark.slow
@each([slug(path) for path in EVERY], one_in=10)
def test_every_sample_has_its_audit(name: str, client: FlaskClient, library: Library) -> None:
    record = library.record(name)
    if record is None:
        assert client.get(f"/r/{name}/audit").status_code == 404
        return
    page = client.get(f"/r/{name}/audit").text
    assert page.count('<li class="case ') == len(
        {(f.code, f.severity, f.message) for f in record.report.findings}
    )
    for finding in record.report.findings:
        assert f"<code>{finding.code}</code>" in page
        assert finding.clause is None or f"Clause {finding.clause.number}<" in page


def test_what_cannot_be_read_has_no_audit(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("shopping: rice, tea", encoding="utf-8")
    assert viewer(tmp_path).get("/r/notes/audit").status_code == 404


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        (
            "taiyuan-everything-fair-copy",
            ["Nothing wrong was found:", "claims agree with the rules."],
        ),
        (
            "broken-taiyuan-ready-shelf",
            ["1 fault: 1 in play.", AFTER, "The final ranking stays Wang Li = Zhao Min"],
        ),
        (
            "broken-american-pay-seats",
            [
                "1 fault: 1 in numbers.",
                "4 claims could not be checked",
                AFTER,
                "the final ranking changes from Ida, Ruth, May, Jo to Ida, May, Jo, Ruth.",
            ],
        ),
        (
            "broken-taiyuan-win-missed-and-paid",
            [
                AFTER,
                "The final ranking may be different, because the record does not have enough facts",
            ],
        ),
        ("broken-taiyuan-win-shape", [AFTER, "because the record does not have all points."]),
        ("broken-taiyuan-rules-unknown", ["Nothing could be judged"]),
        ("broken-taiyuan-score-chain", ["1 fault: 1 in numbers."]),
        ("broken-syntax-syntax-word", ["1 fault: 1 in writing."]),
    ],
)
def test_the_verdict_comes_first_and_what_follows_last(
    client: FlaskClient, name: str, sentences: list[str]
) -> None:
    page = page_words(client, name)
    places = [page.index(sentence) for sentence in sentences]
    assert places == sorted(places)
    before = sentences[: sentences.index(AFTER)] if AFTER in sentences else sentences
    assert all(sentence in page[: page.index(AFTER)] for sentence in before)


def test_a_finding_tells_all_that_is_known(client: FlaskClient) -> None:
    page = page_words(client, "broken-american-pay-seats")
    for words in (
        "Ruth pays Ida 160; the rules give 320 = 160 (the winner&#39;s hand) × 2 (East)",
        "The record says 160",
        "The rules give 320",
        "Clause 10.1 Each loser pays the winner",
        "Four Winds , preset and help",  # a link, then the place
        (
            "The line would read: pay A&gt;C 320, B&gt;C 160, D&gt;C 160, B&gt;A 16, D&gt;A "
            "24, D&gt;B 4"
        ),
        "Ruth -160, Ida +160; the ranking changes from Ida, Ruth, May, Jo to Ida, May, Jo, Ruth.",
        "East 1 9880 9720 9828 10480 10640 9812",
    ):
        assert words in page, words


def test_a_clause_links_to_the_document_that_it_cites(client: FlaskClient) -> None:
    address = r"/r/broken-american-pay-seats/audit"
    page = client.get(address).get_data(as_text=True)
    assert '<a href="http://www.4windsmj.com/kb/"' in page


def test_what_was_paid_for_a_win_that_is_none_is_left(client: FlaskClient) -> None:
    """Nothing is owed for it; how the deal would have ended else nobody knows.

    The clause cited is the broken one.
    """
    page = page_words(client, "broken-taiyuan-win-missed-and-paid")
    first = page.partition("Wang Li pays Zhao Min 10; ")[2].partition("Chen Bo pays Zhao Min")[0]
    assert "Clause 8.6 The first tile that completes a Ting hand must be won on" in first
    assert "Suggested If this happened, leave it" in first
    assert (
        "Unknown: the win is not legal, and the rules do not say how the deal ends instead."
        in first
    )
    assert "The final ranking may be different" in page
    assert "The final ranking stays" not in page
    assert "The final ranking changes" not in page


def test_a_finding_in_play_is_pictured_and_led_to(client: FlaskClient) -> None:
    page = client.get("/r/broken-taiyuan-ready-shelf/audit").text
    assert 'href="/r/broken-taiyuan-ready-shelf/d1/s8"' in page
    assert 'src="/r/broken-taiyuan-ready-shelf/d1/s8.svg"' in page
    assert "If this happened, leave it" in page
    assert "None on the points at the end." in page


def test_what_could_not_be_checked_is_listed_with_its_reason(client: FlaskClient) -> None:
    page = page_words(client, "taiyuan-from-the-middle").partition("What could not be checked")[2]
    assert "when Wang Li, Zhao Min declared ready the record does not begin with the deal" in page
    assert (
        "payment from Zhao Min to Wang Li, payment from Liu Yan to Wang Li "
        "the record does not say how much; the rules give 6"
    ) in page
    assert "11 times" in page


# --------------------------------------------------------------------------- corrections


def corrections(names: Sequence[str]) -> list[tuple[str, Case]]:
    """Every case of these records for which a line is suggested, by the name of its record."""
    records = {name: viewers.library().record(name) for name in names}
    return [
        (name, case)
        for name, record in records.items()
        for case in (audit_page(record, Pages()).cases if record else ())
        if case.correction
    ]


@pytest.mark.slow
def test_the_page_offers_what_the_audit_suggests_and_puts_only_lines_right(
    library: Library, whole: bool
) -> None:
    offered = corrections([slug(path) for path in EVERY[:: 1 if whole else 4]])
    assert len(offered) > (40 if whole else 10)
    assert all(case.correction == case.finding.correction for _, case in offered)
    kinds = set()
    for name, case in offered:
        if case.finding.place.deal:
            content = next(
                line.content
                for line in library.record(name).game.deals[case.finding.place.deal - 1].lines
                if line.span.line == case.finding.place.line
            )
            kinds.add(type(content))
    assert {Points, Pay, Next} <= kinds


# --------------------------------------------------------------------------- files to keep


def test_the_report_can_be_kept_as_text(client: FlaskClient) -> None:
    answer = client.get("/r/broken-american-pay-seats/audit.txt")
    assert answer.content_type == "text/plain; charset=utf-8"
    assert (
        answer.headers["Content-Disposition"]
        == 'attachment; filename="broken-american-pay-seats-audit.txt"'
    )
    assert answer.text.startswith("Audit: East pays the winner without the double\nAmerican Modern")
    for words in (
        "1 fault: 1 in numbers.",
        (
            "Fault 1 of 1, pay.seats: Ruth pays Ida 160; "
            "the rules give 320 = 160 (the winner's hand) × 2 (East)"
        ),
        "   Suggested: The line would read: pay A>C 320,",
        (
            "   Effect: Ruth -160, Ida +160; "
            "the ranking changes from Ida, Ruth, May, Jo to Ida, May, Jo, Ruth."
        ),
        "E1  A 9880 / 9720  B 9828  C 10480 / 10640  D 9812",
        "East 1: hand shown by Ruth, May, Ida, Jo: the record does not follow ",
    ):
        assert words in answer.text
    assert "&" not in answer.text


def test_the_report_can_be_kept_as_json(client: FlaskClient) -> None:
    schema = json.loads((ROOT / "schemas" / "findings.schema.json").read_text(encoding="utf-8"))
    for name in (
        "broken-american-pay-seats",
        "taiyuan-from-the-middle",
        "broken-syntax-syntax-word",
    ):
        told = json.loads(client.get(f"/r/{name}/audit.json").text)
        Draft202012Validator(schema).validate(told)
        assert set(told["verdicts"]) == {"agrees", "given", "differs", "unverified"}


def test_the_report_can_be_kept_as_sarif(client: FlaskClient) -> None:
    answer = client.get("/r/broken-taiyuan-ready-shelf/audit.sarif")
    assert answer.content_type == "application/sarif+json; charset=utf-8"
    result = json.loads(answer.text)["runs"][0]["results"][0]
    assert result["ruleId"] == "ready.shelf"
    assert result["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 14,
        "startColumn": 21,
    }


def test_there_is_no_other_form(client: FlaskClient) -> None:
    for form in ("pdf", "html", "tx", ""):
        assert client.get(f"/r/broken-taiyuan-ready-shelf/audit.{form}").status_code == 404


def test_a_picture_of_each_step(client: FlaskClient) -> None:
    answer = client.get("/r/broken-taiyuan-ready-shelf/d1/s8.svg?seat=D")
    assert answer.content_type == "image/svg+xml; charset=utf-8"
    # Our own picture.
    assert ET.fromstring(answer.text).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    for url in ("d1/s999.svg", "d2/s0.svg", "d0/s0.svg"):
        assert client.get(f"/r/broken-taiyuan-ready-shelf/{url}").status_code == 404
    assert client.get("/r/broken-taiyuan-rules-unknown/d1/s0.svg").status_code == 404


# --------------------------------------------------------------------------- hostile records


def test_whatever_a_record_says_is_text(tmp_path: Path) -> None:
    text = (SAMPLES / "broken" / "american" / "pay.seats.mjl").read_text(encoding="utf-8")
    evil = re.sub(r"^(Event|[A-D]): .*$", rf"\1: {HOSTILE}", text, flags=re.MULTILINE)
    evil += f"\n{HOSTILE}\nnote {HOSTILE}\nrule B {HOSTILE}\n"
    (tmp_path / "evil.mjl").write_text(evil, encoding="utf-8")
    client = create_app(tmp_path).test_client()
    page = client.get("/r/evil/audit").text
    assert "<img src=x" not in page
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    picture = client.get("/r/evil/d1/s0.svg").text
    assert "<script" not in picture
    assert HOSTILE in client.get("/r/evil/audit.txt").text


def test_foreign_records_are_audited_too(foreign: Path) -> None:
    client = viewer(foreign)
    name = re.search(r'href="(/r/[^"]+)"', client.get("/").text)[1]
    assert client.get(f"{name}/audit").status_code == 200
    assert next(load(foreign)).game is not None


def test_faults_alone_can_be_asked_for(client: FlaskClient) -> None:
    page = client.get("/r/broken-taiwanese-win-dead-hand/audit").text
    assert page.count('<li class="case') == 5
    assert 'href="/r/broken-taiwanese-win-dead-hand/audit?only=faults">faults only (2)</a>' in page
    only = client.get("/r/broken-taiwanese-win-dead-hand/audit?only=faults").text
    assert only.count('<li class="case error') == only.count('<li class="case') == 2
    assert 'aria-current="true">faults only (2)</a>' in only


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["East 1", "50 to draw", "dead wall 14"]),
        ("ja", ["東1局", "50 枚ツモれる", "王牌 14"]),
        ("zh-Hans", ["东一局", "50 张可摸", "王牌区 14"]),
    ],
)
@pytest.mark.parametrize("address", ["/r/{}.svg", "/follow/{}.svg"])
def test_a_picture_speaks_the_language_of_its_page(
    client: FlaskClient, address: str, language: str, words: list[str]
) -> None:
    step = address.format("riichi-game-four-players/d1/s40")
    for asked in ({"query_string": {"lang": language}}, {"headers": {"Accept-Language": language}}):
        answer = client.get(step, **asked)  # type: ignore[arg-type]
        assert "Accept-Language" in answer.headers["Vary"]
        assert all(f">{each}</text>" in answer.text for each in words)
    page = client.get("/r/riichi-game-four-players/d1/print", query_string={"lang": language}).text
    assert f"s143.svg?lang={language}" in page


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("riichi-claim-chow", "Next in turn"),
        ("riichi-claim-held", "Tiles in hand"),
        ("riichi-win-shape", "Tiles that win"),
        ("riichi-discard-drawn", "Tile drawn"),
        ("riichi-turn-seat", "Whose turn"),
        ("riichi-win-least", "Needed"),
        ("taiyuan-ready-shelf", "Needed"),
        ("riichi-pay-seats", "The rules give"),
    ],
)
def test_what_is_expected_is_called_by_what_it_is(
    client: FlaskClient, name: str, words: str
) -> None:
    page = client.get(f"/r/broken-{name}/audit").text
    assert f"<dt>{words}</dt>" in page
    assert f"   {words}: " in client.get(f"/r/broken-{name}/audit.txt").text
