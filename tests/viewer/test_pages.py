"""The pages as a browser without JavaScript gets them."""

from __future__ import annotations

import gzip
import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient
from kit.places import EVERY, ROOT, SAMPLES, slug
from kit.sizes import each, seeded
from kit.viewers import samples_app, viewer
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.test import Client, TestResponse

from mjlog import rules
from mjlog.formats import load
from mjlog.notation import from_json, read, write
from mjlog.picture.artwork import face_id
from mjlog.picture.frames import frames
from webviewer import create_app
from webviewer.parts.catalogue import ON_A_PAGE
from webviewer.parts.stage.shortcuts import KEYS
from webviewer.records.library import Library, Record
from webviewer.responses import HEADERS

FAIR_COPY = SAMPLES / "taiyuan" / "everything-fair-copy.mjl"
HOSTILE = """<script>alert(1)</script>"><img src=x onerror=alert(2)>'&"""
VOID = {"meta", "link", "br", "img", "input", "hr"}


class Html(HTMLParser):
    """A page taken apart: its elements with their attributes, its text.

    Fails where a tag is not closed.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.of_waits: set[int] = set()
        self._open: list[str] = []
        self._classes: list[str] = []
        self.feed(page)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attributes}
        if "waiting" in self._classes:
            self.of_waits.add(len(self.elements))
        self.elements.append((tag, named))
        if tag not in VOID:
            self._open.append(tag)
            self._classes.append(named.get("class", ""))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag
        self._classes.pop()

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def links(self) -> list[str]:
        """Where the page leads, but for itself in other languages."""
        return [
            a["href"]
            for tag, a in self.elements
            if tag == "a" and "href" in a and "hreflang" not in a
        ]

    def by_id(self, name: str) -> dict[str, str] | None:
        return next(
            (attributes for _, attributes in self.elements if attributes.get("id") == name), None
        )


def page_of(client: FlaskClient, url: str, status: int = 200) -> Html:
    answer = client.get(url)
    assert answer.status_code == status
    assert answer.content_type == "text/html; charset=utf-8"
    guarded(answer)
    page = Html(answer.text)
    inert(page)
    return page


def guarded(answer: TestResponse) -> None:
    for name, value in HEADERS.items():
        assert answer.headers[name] == value


def inert(page: Html) -> None:
    """Nothing on the page runs or loads but the viewer's own files."""
    assert [tag for tag, _ in page.elements if tag in {"style", "iframe", "object", "base"}] == []
    for tag, attributes in page.elements:
        assert not [
            name for name in attributes if name.startswith("on") or name in {"style", "srcdoc"}
        ]
        for target in ("href", "src", "action"):
            if target in attributes:
                # A citation may lead to its document; nothing is loaded from elsewhere.
                document = ("https://", "http://") if (tag, target) == ("a", "href") else ()
                assert attributes[target].startswith(("/", "#", *document))
                assert not attributes[target].startswith("//")
        if tag == "script":
            assert attributes["type"] == "module"
            assert attributes["src"].partition("?")[0] in {"/static/viewer.js", "/static/look.js"}


def linked(page: Html) -> list[str]:
    """The records that a list leads to."""
    return [link for link in page.links() if re.fullmatch(r"/r/[^/]+", link)]


def records(client: FlaskClient) -> list[str]:
    page = 1
    found: list[str] = []
    while (answer := client.get(f"/?page={page}")).status_code == 200:
        found += linked(Html(answer.text))
        page += 1
    return found


def pages_of(client: FlaskClient, record: str) -> Iterator[tuple[str, Html]]:
    """The steps of the first deal, by following the links."""
    url = f"{record}/d1/s0"
    while url:
        page = page_of(client, url)
        yield url, page
        url = page.by_id("on").get("href", "")


# --------------------------------------------------------------------------- the list


@pytest.mark.slow
def test_the_list_has_every_sample(client: FlaskClient) -> None:
    pages = range(1, 2 + (len(EVERY) - 1) // ON_A_PAGE)
    text = "".join(page_of(client, f"/?page={number}").text for number in pages)
    for path in EVERY:
        assert path.relative_to(SAMPLES).as_posix() in text
    assert "12 agree" in text
    assert "A player claims a chow that this player may not claim." in text


def test_a_page_of_the_list_that_does_not_exist_is_not_found(client: FlaskClient) -> None:
    for number in ("0", "-1", "9999", "9" * 30):
        assert "no such page" in page_of(client, f"/?page={number}", 404).text
    for number in ("x", "9" * 5000, ""):
        assert page_of(client, f"/?page={number}").links()


def test_an_empty_list_says_what_to_do(tmp_path: Path) -> None:
    for source in (None, tmp_path):
        page = Html(create_app(source).test_client().get("/").text)
        assert "mjlog serve FOLDER" in page.text


def test_a_path_that_does_not_exist_is_no_empty_list(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        create_app(tmp_path / "nothing")


def test_files_that_are_no_records_are_listed_and_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("shopping: rice, tea", encoding="utf-8")
    (tmp_path / "noise.bin").write_bytes(bytes(range(256)))
    client = viewer(tmp_path)
    page = page_of(client, "/")
    assert page.text.count("cannot be read") == 2
    assert linked(page) == []
    page_of(client, "/r/notes", 404)


def test_files_of_one_name_each_have_their_own_page(tmp_path: Path) -> None:
    for name in ("a b.mjl", "a-b.mjl", "A_B.mjl"):
        (tmp_path / name).write_text(f"%mjlog 1.0\nEvent: {name}\n", encoding="utf-8")
    assert sorted(linked(page_of(viewer(tmp_path), "/"))) == [
        "/r/a-b",
        "/r/a-b-2",
        "/r/a-b-3",
    ]


def test_a_file_gone_since_is_not_found(tmp_path: Path) -> None:
    (tmp_path / "gone.mjl").write_bytes(FAIR_COPY.read_bytes())
    client = viewer(tmp_path)
    (tmp_path / "gone.mjl").unlink()
    page_of(client, "/r/gone/d1/s0", 404)
    page = page_of(client, "/")
    assert linked(page) == []
    assert "There is no record here yet." in page.text


def test_foreign_records_and_archives_are_shown(foreign: Path) -> None:
    client = viewer(foreign)
    first = next(link for link in page_of(client, "/").links() if link.startswith("/r/"))
    shown = page_of(client, client.get(first).headers["Location"])
    assert "Riichi" in shown.text


# --------------------------------------------------------------------------- the steps


FAR, LOOKED_AT, LOOKED_INTO = 25, 45, 25
"""In `make soak` of every deal each so many steps; else of so many records what happens in them."""


def is_readable(path: Path) -> bool:
    return all(source.game is not None for source in load(path))


@pytest.mark.slow
def test_the_list_leads_to_every_sample_that_can_be_read(client: FlaskClient) -> None:
    assert len(records(client)) == sum(is_readable(path) for path in EVERY)


@pytest.mark.slow
def test_steps_of_every_sample_have_their_pages(
    client: FlaskClient, library: Library, whole: bool
) -> None:
    chance, steps = seeded("steps"), 0
    looked_at = EVERY if whole else chance.sample(EVERY, LOOKED_AT)
    tried = [slug(path) for path in looked_at if shown(library, slug(path)) is not None]
    into = set(tried if whole else tried[:LOOKED_INTO])
    for name in tried:
        record = shown(library, name)
        deals = range(1, len(record.game.deals) + 1)
        for deal in deals if whole else [chance.choice(deals)]:
            last = steps_of(client, f"/r/{name}/d{deal}/s0", 0)
            asked = steps_to_ask(record, deal, last, chance, whole) if name in into else {0}
            for step in asked - {0}:
                assert steps_of(client, f"/r/{name}/d{deal}/s{step}", step) == last
            steps += len(asked)
    assert steps > (2000 if whole else 90)


def shown(library: Library, name: str) -> Record | None:
    """The record, if it can be shown step by step."""
    record = library.record(name)
    return record if record is not None and record.playable else None


def steps_to_ask(record: Record, deal: int, last: int, chance: Random, whole: bool) -> set[int]:
    """The ends of a deal, where something is found or claimed, and some places between."""
    told = [*record.report.findings, *record.report.verdicts]
    found = {each.place.step for each in told if each.place and each.place.deal == deal}
    some = range(0, last, FAR) if whole else [chance.randint(0, last) for _ in range(2)]
    return {min(step, last) for step in (0, 1, last, *found, *some)}


def steps_of(client: FlaskClient, url: str, step: int) -> int:
    """The last step of the deal that an address leads to, which must be at that step."""
    answer = client.get(url)
    assert answer.status_code == 200, url
    last = int(re.search(r'id="goto"[^>]* max="(\d+)"', answer.text)[1])
    assert f'max="{last}" value="{step}"' in answer.text, url
    goes_on = re.search(r'id="on" ([^>]*)href="', answer.text)
    into_the_next_deal = goes_on is not None and "data-beyond=" in goes_on[1]
    assert bool(goes_on) == (step < last or into_the_next_deal), url
    return last


@pytest.mark.parametrize(
    "record",
    [
        pytest.param("taiyuan-everything-fair-copy", marks=pytest.mark.soak),
        "broken-syntax-syntax-word",
        "riichi-robbed-kong",
    ],
)
@pytest.mark.slow
def test_links_lead_from_step_to_step(client: FlaskClient, record: str) -> None:
    walked = list(pages_of(client, f"/r/{record}"))
    for step, (url, page) in enumerate(walked):
        assert url.endswith(f"/s{step}")
        assert (page.by_id("goto")["value"], page.by_id("goto")["max"]) == (
            str(step),
            str(len(walked) - 1),
        )
        assert [a.get("aria-current") for _, a in page.elements].count("step") == 1
        assert page.by_id("back").get("href") == (walked[step - 1][0] if step else None)


def test_what_does_not_exist_is_not_found(client: FlaskClient) -> None:
    record = "/r/taiyuan-everything-fair-copy"
    for url in (
        "/r/nothing", "/r/nothing.mjl", "/r/nothing.json", "/r/nothing/d1/s0", f"{record}/d0/s0",
        f"{record}/d2/s0",
        f"{record}/d1/s89", f"{record}/d1/s-1", f"{record}/d1/sx", f"{record}/d{'9' * 5000}/s0",
        f"{record}/d1/s{'9' * 5000}", "/nowhere", "/static/nothing.css",
    ):  # fmt: skip
        page_of(client, url, 404)


def test_a_record_opens_at_its_first_deal(client: FlaskClient) -> None:
    answer = client.get("/r/taiyuan-everything-fair-copy")
    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        "/r/taiyuan-everything-fair-copy/d1/s0",
    )
    guarded(answer)


def test_a_record_that_cannot_be_replayed_says_why(client: FlaskClient, tmp_path: Path) -> None:
    assert "rules.unknown" in page_of(client, "/r/broken-taiyuan-rules-unknown").text
    assert "deal.seats" in page_of(client, "/r/broken-taiyuan-deal-seats").text
    page_of(client, "/r/broken-taiyuan-deal-seats/d1/s0", 404)
    (tmp_path / "bare.mjl").write_text(
        "%mjlog 1.0\nRules: taiyuan/1\nA: x\nB: x\nC: x\nD: x\n", encoding="utf-8"
    )
    assert "cannot be shown step by step" in page_of(viewer(tmp_path), "/r/bare").text


@pytest.mark.parametrize(
    ("seat", "first"), [("A", "A"), ("B", "B"), ("D", "D"), ("E", "A"), ("", "A"), ("AB", "A")]
)
def test_any_player_can_sit_at_the_bottom(client: FlaskClient, seat: str, first: str) -> None:
    page = page_of(client, f"/r/taiyuan-everything-fair-copy/d1/s60?seat={seat}")
    below = next(
        attributes for _, attributes in page.elements if attributes.get("class") == "seat bottom"
    )
    names = {"A": "Wang Li", "B": "Zhao Min", "D": "Liu Yan"}
    assert below["aria-label"].startswith(names[first])
    kept = page.by_id("on")["href"].partition("?")[2]
    assert kept == (f"seat={first}" if first != "A" else "")


def test_three_players_have_three_sides(client: FlaskClient) -> None:
    page = page_of(client, "/r/riichi-game-three-players/d1/s1")
    sides = [
        a["class"]
        for tag, a in page.elements
        if tag == "section" and a.get("class", "").startswith("seat")
    ]
    assert sides == ["seat bottom", "seat right", "seat top"]


def test_tiles_have_names_to_be_read_aloud(client: FlaskClient) -> None:
    page = page_of(client, "/r/taiyuan-everything-fair-copy/d1/s79")
    names = [
        attributes["aria-label"]
        for _, attributes in page.elements
        if "tile" in attributes.get("class", "").split()
    ]
    assert {
        "9 of characters",
        "white dragon",
        "white dragon, face down",
        "North wind, face down",
    } <= set(names)


def on_the_table(page: Html) -> list[dict[str, str]]:
    """The pictures of tiles that lie on the table, not in the lists beside it, nor of waits."""
    start = next(i for i, (_, a) in enumerate(page.elements) if a.get("class") == "table")
    end = next(i for i, (_, a) in enumerate(page.elements) if a.get("class") == "transport")
    lying = set(range(start, end)) - page.of_waits
    elements = (page.elements[place] for place in sorted(lying))
    return [a for tag, a in elements if tag == "use"]


@pytest.mark.parametrize("step", [0, 20, 60, 79, 88])
def test_every_tile_of_the_frame_is_on_the_page_once(client: FlaskClient, step: int) -> None:
    record = next(load(FAIR_COPY)).game
    frame = frames(record.deals[0], rules.load(record.rules), 4)[step]
    page = page_of(client, f"/r/taiyuan-everything-fair-copy/d1/s{step}?claimed=gone")
    shown = Counter(a["href"].partition("#")[2] for a in on_the_table(page))
    hidden = [piece for piece in frame.pieces if not piece.up and piece.zone in {"river", "meld"}]
    assert shown == Counter(face_id(piece.face, up=piece not in hidden) for piece in frame.pieces)


def test_an_empty_place_on_the_ledge_is_shown(client: FlaskClient) -> None:
    page = page_of(client, "/r/taiyuan-everything-fair-copy/d1/s79")
    pillars = 16 - len([a for _, a in page.elements if a.get("class") == "gap"])
    record = next(load(FAIR_COPY)).game
    frame = frames(record.deals[0], rules.load(record.rules), 4)[79]
    assert pillars == len([piece for piece in frame.pieces if piece.zone == "pillars"]) < 16
    assert not [
        a
        for _, a in page_of(client, "/r/riichi-robbed-kong/d1/s9").elements
        if a.get("class") == "shelf"
    ]


def test_a_melded_joker_shows_what_it_stands_for(client: FlaskClient) -> None:
    page = page_of(client, "/r/american-jokers/d1/s14")
    labels = [attributes.get("aria-label") for _, attributes in page.elements]
    assert "joker as 1 of characters" in labels
    drawn = [a for _, a in page.elements if "tile" in a.get("class", "").split()]
    assert len([a for a in on_the_table(page) if a["href"].endswith("#t1m")]) > 1
    assert drawn


def test_words_of_the_rule_set_stand_on_its_table(client: FlaskClient) -> None:
    taiyuan = page_of(client, "/r/taiyuan-everything-fair-copy/d1/s79")
    assert "Ting 听" in taiyuan.text
    assert "dead wall 14" in taiyuan.text
    assert "pillars 立四" in [attributes.get("aria-label") for _, attributes in taiyuan.elements]
    assert "dead wall" not in page_of(client, "/r/american-jokers/d1/s14").text


def test_the_first_view_is_small(client: FlaskClient) -> None:
    parts = [
        "/r/riichi-game-four-players/d1/s143",
        "/r/riichi-game-four-players/d1/steps.json",
        *(f"/static/{name}" for name in ("viewer.css", "viewer.js", "tiles.svg")),
    ]
    total = 0
    for part in parts:
        with client.get(part) as answer:
            total += len(gzip.compress(answer.data))
    assert len(parts) <= 6
    assert total < 40 * 1024


# --------------------------------------------------------------------------- findings and claims


def finding_here(page: Html) -> bool:
    return any(
        tag == "article" and attributes.get("class", "").startswith("finding ")
        for tag, attributes in page.elements
    )


def test_a_finding_stands_at_its_step_and_is_led_to(client: FlaskClient) -> None:
    record = "/r/broken-taiyuan-ready-shelf/d1"
    first = page_of(client, f"{record}/s0")
    assert not finding_here(first)
    assert first.by_id("after")["href"] == f"{record}/s8"
    there = page_of(client, f"{record}/s8")
    assert finding_here(there)
    assert "Liu Yan lays the Ting tile 2z face up" in there.text
    assert "Ting is declared on one's own turn" in there.text
    assert "Clause 8.1" in there.text
    assert "href" not in there.by_id("before")


@pytest.mark.parametrize(
    ("record", "step"),
    [
        ("broken-taiyuan-deal-size", "0"),
        ("broken-taiyuan-pay-seats", "last"),
        ("broken-taiyuan-next-dealer", "last"),
        ("broken-syntax-syntax-word", "7"),
    ],
)
def test_a_finding_without_a_step_stands_where_it_belongs(
    client: FlaskClient, record: str, step: str
) -> None:
    if step == "last":
        step = page_of(client, f"/r/{record}/d1/s0").by_id("last")["href"].rpartition("/s")[2]
    assert finding_here(page_of(client, f"/r/{record}/d1/s{step}"))


def test_findings_about_the_record_are_told_at_its_beginning(client: FlaskClient) -> None:
    page = page_of(client, "/r/broken-syntax-syntax-header/d1/s0")
    assert finding_here(page)
    assert "syntax.header" in page.text


def test_lines_of_the_sheet_have_their_answers(client: FlaskClient) -> None:
    text = page_of(client, "/r/broken-taiyuan-pay-seats/d1/s88").text
    assert re.search(r"pay A>C 11, B>C 7, D>C 4 .*differs", text)
    assert "Wang Li pays Chen Bo 11; the rules give 12 =" in text
    assert "score 88 93 123 96 agrees" in text
    assert "cannot be checked" in page_of(client, "/r/taiyuan-from-the-middle/d1/s0").text


# --------------------------------------------------------------------------- hostile records

EVIL = f"""%mjlog 1.0
Event: {HOSTILE}
Rules: taiyuan/1
Site: javascript:alert(3)
A: {HOSTILE}
B: javascript:alert(4)
C: "onmouseover="alert(5)
D: {{{{ 7 * 7 }}}}{{% raw %}}

@ 1 dealer=A note="><script>alert(6)</script>
1. A:1m {{{HOSTILE}}} 2m 3m 4m
2. A:~"><script>alert(7)</script> B:5m
draw void
rule B "><script>alert(8)</script>
note {HOSTILE}
{HOSTILE}
x_unknown <script>alert(9)</script>
"""


def test_whatever_a_record_says_is_text(tmp_path: Path) -> None:
    (tmp_path / "evil.mjl").write_text(EVIL, encoding="utf-8")
    client = viewer(tmp_path)
    pages = [page for _, page in pages_of(client, "/r/evil")]
    assert len(pages) > 8
    for page in [*pages, page_of(client, "/")]:
        assert HOSTILE in "".join(page.words)
    assert any("{{ 7 * 7 }}{% raw %}" in page.text for page in pages)
    assert any("javascript:alert(4)" in page.text for page in pages)
    assert all('~"><script>alert' in page.text for page in pages)
    assert all("alert(8)" in page.text for page in pages)


def test_rules_that_nobody_knows_are_text(tmp_path: Path) -> None:
    (tmp_path / "evil.mjl").write_text(EVIL.replace("taiyuan/1", HOSTILE), encoding="utf-8")
    client = viewer(tmp_path)
    for url in ("/", "/r/evil"):
        assert HOSTILE in "".join(page_of(client, url).words)


def test_names_of_files_are_text(tmp_path: Path) -> None:
    names = [
        b"<img src=x onerror=alert(1)>.mjl",
        b"\"onclick='x'.mjl",
        b"\xff\xfe.mjl",
        b"%2e%2e%2f.mjl",
        b"javascript:.mjl",
    ]
    for name in names:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_text(
            "%mjlog 1.0\n", encoding="utf-8"
        )
    client = viewer(tmp_path)
    page = page_of(client, "/")
    assert "<img src=x onerror=alert(1)>.mjl" in page.text
    links = linked(page)
    assert len(links) == len(names)
    for link in links:
        assert re.fullmatch(r"/r/[a-z0-9-]+", link)
        assert "cannot be shown step by step" in page_of(client, link).text
        assert client.get(f"{link}.mjl").status_code == 200


def test_half_a_surrogate_pair_breaks_no_page(tmp_path: Path) -> None:
    game = client_json(
        viewer(SAMPLES / "taiyuan" / "everything-fair-copy.mjl"), "everything-fair-copy"
    )
    game["headers"] = [
        h | {"value": "\ud800"} if h["key"] in {"Event", "A"} else h for h in game["headers"]
    ]
    (tmp_path / "half.json").write_text(json.dumps(game), encoding="utf-8")
    client = viewer(tmp_path)
    page_of(client, "/")
    for url in ("/r/half.mjl", "/r/half.json"):
        assert client.get(url).status_code == 200
    answer = client.get("/r/half", follow_redirects=True)
    assert answer.status_code == 200


def test_addresses_come_back_as_text(client: FlaskClient) -> None:
    page = page_of(client, "/r/%3Cscript%3Ealert(1)%3C%2Fscript%3E", 404)
    rooms = ["/?page=1", "/sheets", "/rulebook", "/club-rules", "/edit"]
    assert page.links() == ["#content", "/", *rooms, "/"]
    page_of(client, "/r/taiyuan-everything-fair-copy/d1/s1?seat=%22%3E%3Cscript%3E")


# --------------------------------------------------------------------------- closed doors


def test_every_answer_bears_the_headers(client: FlaskClient) -> None:
    for method, url, status in (
        ("GET", "/static/viewer.css", 200),
        ("GET", "/static/viewer.js", 200),
        ("GET", "/static/nothing", 404),
        ("GET", "/r/taiyuan-everything-fair-copy.mjl", 200),
        ("GET", "/r/taiyuan-everything-fair-copy.json", 200),
        ("HEAD", "/", 200),
        ("OPTIONS", "/", 200),
        ("POST", "/", 405),
        ("DELETE", "/r/taiyuan-everything-fair-copy", 405),
        ("GET", "/r/a\x00b", 404),
    ):
        answer = client.open(url, method=method)
        assert answer.status_code == status
        guarded(answer)
        answer.close()


def test_the_policy_allows_nothing_inline_and_nobody_else() -> None:
    policy = dict(
        part.strip().split(" ", 1) for part in HEADERS["Content-Security-Policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert set(policy.values()) == {"'none'", "'self'"}
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"


def test_a_failure_of_ours_tells_nothing_and_bears_the_headers() -> None:
    app = create_app(None)
    app.add_url_rule("/fails", view_func=lambda: str(1 // 0))
    answer = app.test_client().get("/fails")
    assert answer.status_code == 500
    guarded(answer)
    assert "ZeroDivisionError" not in answer.text


def test_nothing_can_be_changed(app: Flask) -> None:
    """What can be sent changes what is held in memory for who sends it, and no record."""
    asked = {f"/edit{part}" for part in ("", "/findings", "/table", "/line", "/text")}
    sheets = {f"/sheets{part}" for part in ("", "/short", "/<name>", "/<name>/ask")}
    bringing = {"/look", "/club-rules", *sheets, *asked}
    for rule in app.url_map.iter_rules():
        assert rule.methods <= {"GET", "HEAD", "OPTIONS"} or rule.rule in bringing


@pytest.mark.parametrize(
    "url",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/r/../../../etc/passwd",
        "/r/..%2f..%2fetc%2fpasswd",
        "/r/%2e%2e/d1/s0",
        "/r/..%5c..%5cx.mjl",
        "/r/secret.mjl",
        "/r/secret",
        "//etc/passwd",
    ],
)
def test_no_address_leads_out_of_the_library(tmp_path: Path, url: str) -> None:
    (tmp_path / "secret.mjl").write_text("%mjlog 1.0\nEvent: secret\n", encoding="utf-8")
    (tmp_path / "shown").mkdir()
    answer = viewer(tmp_path / "shown").get(url, follow_redirects=True)
    assert answer.status_code == 404
    assert "root:" not in answer.text
    assert "secret" not in answer.text


# --------------------------------------------------------------------------- downloads and
# embedding


def client_json(client: FlaskClient, name: str) -> dict:
    return json.loads(client.get(f"/r/{name}.json").text)


def test_a_record_can_be_taken_home_as_text(client: FlaskClient) -> None:
    answer = client.get("/r/taiyuan-everything-fair-copy.mjl")
    assert answer.content_type == "text/plain; charset=utf-8"
    assert (
        answer.headers["Content-Disposition"]
        == 'attachment; filename="taiyuan-everything-fair-copy.mjl"'
    )
    assert answer.text == write(read(FAIR_COPY.read_bytes()))


def test_a_record_can_be_taken_home_as_json(client: FlaskClient) -> None:
    answer = client.get("/r/taiyuan-everything-fair-copy.json")
    assert answer.content_type == "application/json; charset=utf-8"
    assert (
        answer.headers["Content-Disposition"]
        == 'attachment; filename="taiyuan-everything-fair-copy.json"'
    )
    assert from_json(json.loads(answer.text)) == read(FAIR_COPY.read_bytes())


def test_the_viewer_can_be_part_of_another_site() -> None:
    client = Client(DispatcherMiddleware(Flask("other"), {"/mahjong": create_app(FAIR_COPY)}))
    answer = client.get("/mahjong/r/everything-fair-copy/d1/s5")
    page = Html(answer.text)
    assert page.by_id("on")["href"] == "/mahjong/r/everything-fair-copy/d1/s6"
    for tag, attributes in page.elements:
        if (
            tag in {"a", "link", "script"}
            and attributes.get("aria-disabled", attributes.get("aria-current")) is None
        ):
            inside = ("/mahjong/", "#", *(("http",) if tag == "a" else ()))
            assert attributes.get("href", attributes.get("src")).startswith(inside)


def test_files_that_never_change_are_asked_for_once(client: FlaskClient) -> None:
    page = client.get("/r/taiyuan-everything-fair-copy/d1/s0").text
    named = set(re.findall(r"/static/[\w.]+\?v=[0-9a-f]{8}", page))
    later = {"columns.js", "handy.js", "later.js", "look.js", "newer.js"}
    files = {"beside.css", "icon.svg", "tiles.svg", "viewer.css", "viewer.js", *later}
    assert {url.partition("?")[0] for url in named} == {f"/static/{name}" for name in files}
    assert set(re.findall(r"/static/([\w.]+)", page)) == files
    assert len(named) == len(files)
    for url in named:
        with (
            client.get(url) as kept,
            client.get(url.partition("?")[0]) as asked,
            client.get(f"{url}0") as other,
        ):
            assert "immutable" in kept.headers["Cache-Control"]
            assert asked.headers["Cache-Control"] == other.headers["Cache-Control"] == "no-cache"
    with client.get("/static/nothing?v=0") as missing:
        assert "immutable" not in missing.headers.get("Cache-Control", "")


@pytest.mark.parametrize("name", ["viewer.js", "later.js"])
def test_the_script_knows_nothing_of_mahjong(name: str) -> None:
    script = (Path(create_app().static_folder) / name).read_text(encoding="utf-8").lower()
    assert not re.findall(
        r"tile|pung|kong|chow|seat|hand|river|meld|wall|pillar|mahjong|wind|deal", script
    )


# --------------------------------------------------------------------------- documentation

PAGE = (ROOT / "docs" / "viewer.md").read_text(encoding="utf-8")


def test_the_keys_are_those_of_the_documentation() -> None:
    assert [sign for _, sign, _ in KEYS] == re.findall(
        r"^\| `([^/`]+)` \|", PAGE, flags=re.MULTILINE
    )


def test_every_key_presses_something(client: FlaskClient) -> None:
    page = page_of(client, "/r/riichi-game-four-players/d2/s5")
    other = page_of(client, "/r/broken-taiyuan-ready-shelf/d1/s5")
    ledger = page_of(client, "/r/taiyuan-everything-ledger/d1/s5")
    bound = {
        a["data-key"] for each in (page, other, ledger) for _, a in each.elements if "data-key" in a
    }
    assert {key for key, _, _ in KEYS} - bound == {"+", "-"}  # the choice of speed has them
    assert bound - {key for key, _, _ in KEYS} == {
        "2",
        "3",
        "4",
    }  # the key 1 stands for all players


def test_the_headers_are_those_of_the_documentation() -> None:
    assert "\n".join(f"{name}: {value}" for name, value in HEADERS.items()) in PAGE


def test_the_addresses_are_those_of_the_documentation(app: Flask) -> None:
    told = {re.sub(r"[?].*", "", address) for address in re.findall(r"`(/[^`]*)`", PAGE)}
    known = {
        re.sub(r"<name>", "NAME", rule.rule)
        for rule in app.url_map.iter_rules()
        if rule.endpoint != "static"
    }
    assert told == {
        address.replace("<count:deal>", "2")
        .replace("<count:step>", "17")
        .replace("<count:number>", "1")
        .replace("<count:last>", "29")
        for address in known
    }


def test_another_name_of_the_host_can_be_refused() -> None:
    app = create_app()
    app.config["TRUSTED_HOSTS"] = ["records.example.org"]
    client = app.test_client()
    assert client.get("/", headers={"Host": "records.example.org"}).status_code == 200
    refused = client.get("/", headers={"Host": "rebound.example.net"})
    assert refused.status_code == 400
    guarded(refused)


# --------------------------------------------------------------------------- signs


@each(EVERY, slug, one_in=15)
def test_every_sign_that_a_page_or_its_script_draws_is_there(path: Path) -> None:
    client, name = samples_app().test_client(), slug(path)
    page = client.get(f"/r/{name}/d1/s0", follow_redirects=True).text
    steps = client.get(f"/r/{name}/d1/steps.json").text
    drawn = set(re.findall(r'#([gi]-\w+)\\?"', page + steps))
    assert drawn <= set(re.findall(r'<symbol id="([gi]-\w+)"', page))


@pytest.mark.parametrize(("deal", "suits"), [(1, "mssm"), (2, "mmpp")])
def test_each_player_of_sichuan_is_marked_with_the_suit_given_up(
    client: FlaskClient, deal: int, suits: str
) -> None:
    page = client.get(f"/r/sichuan-exchange-of-three/d{deal}/s0").text
    names = {"m": "characters", "p": "dots", "s": "bamboo"}
    for seat, suit in zip("ABCD", suits, strict=True):
        marks = re.search(rf'data-part="{seat}-marks">(.*?)</span>', page)
        assert marks is not None
        assert f"gives up {names[suit]}" in marks[1]
