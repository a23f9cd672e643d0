"""The list of records: filters, order, pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest
from flask.testing import FlaskClient
from kit.places import SAMPLES

import mjlog
from mjlog.formats import Source, load
from mjlog.notation import to_json
from webviewer import create_app
from webviewer.pages.archive import LONGEST
from webviewer.parts.catalogue import ON_A_PAGE, Catalogue, Query
from webviewer.records.library import Library

pytestmark = pytest.mark.slow

HOSTILE = """"><script>alert(1)</script><img src=x onerror=alert(2)>'&"""
GAMES = {
    "autumn.mjl": ("taiyuan/1", "Autumn cup", "2025-10-04", ("Ann", "Bo", "Cy", "Di")),
    "spring.mjl": ("tibet/1", "Spring cup", "2026-03-21", ("Bo", "Ann", "Ed", "Flo")),
    "undated.mjl": ("taiyuan/1", "", "", ("Gil", "Hal", "Ivy", "Joe")),
    "unknown.mjl": ("nowhere/9", "Spring fair", "2026-04", ("Kim", "Lea", "Max", "Ned")),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, (rules, event, date, players) in GAMES.items():
        heads = (
            [f"Event: {event}"] * bool(event) + [f"Date: {date}"] * bool(date) + [f"Rules: {rules}"]
        )
        heads += [f"{seat}: {player}" for seat, player in zip("ABCD", players, strict=True)]
        deal = "@ 1 dealer=A\nwall 1m\ndraw wall\nscore 101 99 100 100\n"
        (tmp_path / name).write_text("\n".join(["%mjlog 1.0", *heads, "", deal]), encoding="utf-8")
    (tmp_path / "shopping.txt").write_text("rice, tea", encoding="utf-8")
    return tmp_path


def client_of(folder: Path) -> FlaskClient:
    app = create_app(folder)
    app.testing = True
    return app.test_client()


def listed(folder: Path, asked: str) -> list[str]:
    """The records on the page, in order."""
    answer = client_of(folder).get(f"/?{asked}")
    assert answer.status_code == 200
    return re.findall(r'<th scope="row"><a href="/r/([^"?]+)', answer.text)


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("", ["autumn", "spring", "undated", "unknown"]),
        ("rules=taiyuan", ["autumn", "undated"]),
        ("rules=tibet", ["spring"]),
        ("rules=riichi", []),
        ("rules=nonsense", ["autumn", "spring", "undated", "unknown"]),
        ("player=ann", ["autumn", "spring"]),
        ("player=%20BO%20", ["autumn", "spring"]),
        ("player=nobody", []),
        ("event=spring", ["spring", "unknown"]),
        ("event=cup&player=flo", ["spring"]),
        ("since=2026", ["spring", "unknown"]),
        ("since=2026-03-22", ["unknown"]),
        ("until=2025", ["autumn"]),
        ("until=2026-03-21", ["autumn", "spring"]),
        ("since=2026-03-21&until=2026-03-21", ["spring"]),
        ("since=yesterday", ["autumn", "spring", "undated", "unknown"]),
        ("status=errors&event=fair", ["unknown"]),
        ("status=unreadable", []),
        ("sort=-name", ["unknown", "undated", "spring", "autumn"]),
        ("sort=date", ["undated", "autumn", "spring", "unknown"]),
        ("sort=-date", ["unknown", "spring", "autumn", "undated"]),
        ("sort=title&player=ann", ["autumn", "spring"]),
        ("sort=nonsense", ["autumn", "spring", "undated", "unknown"]),
        ("x=1&player=", ["autumn", "spring", "undated", "unknown"]),
    ],
)
def test_what_is_asked_for_is_listed(folder: Path, asked: str, names: list[str]) -> None:
    assert [name for name in listed(folder, asked) if name != "shopping"] == names


def test_a_row_tells_who_played_and_who_won(folder: Path) -> None:
    page = client_of(folder).get("/?rules=tibet").text
    row = page.partition('<td class="players">')[2].partition("</td>")[0]
    assert row.startswith('<span class="won"><bdi>Bo</bdi> 101</span>')
    assert "<span><bdi>Ann</bdi> 99</span>" in row
    assert "<time>2026-03-21</time>" in page
    assert '<a class="audited" href="/r/spring/audit">' in page


def test_what_cannot_be_read_says_so_and_can_be_looked_for(folder: Path) -> None:
    page = client_of(folder).get("/?status=unreadable").text
    assert "shopping.txt" in page
    assert 'href="/r/shopping"' not in page


def test_the_form_remembers_what_was_asked(folder: Path) -> None:
    page = (
        client_of(folder)
        .get("/?rules=tibet&player=Ann&event=cup&since=2025-01-01&status=errors&sort=-date")
        .text
    )
    for words in (
        '<option value="tibet" selected>',
        'name="player" value="Ann"',
        'name="event" value="cup"',
        'value="2025-01-01"',
        '<option value="errors" selected>',
        '<option value="-date" selected>',
    ):
        assert words in page


def test_months_and_years_stay_in_their_fields(folder: Path) -> None:
    page = client_of(folder).get("/?since=2026-01&until=2026").text
    assert 'name="since" type="text" value="2026-01"' in page
    assert 'name="until" type="text" value="2026"' in page
    assert "is no date" not in page


@pytest.mark.parametrize("text", ["2026-13-45", "yesterday", "2026-02-30", "26"])
def test_what_is_no_date_says_so_and_filters_nothing(folder: Path, text: str) -> None:
    page = client_of(folder).get("/", query_string={"since": text, "until": "2100-01-01"}).text
    assert f"“{text}” is no date." in page
    assert f'type="text" value="{text}" aria-invalid="true"' in page
    assert "spring" in page


def test_links_to_other_orders_keep_the_filters(folder: Path) -> None:
    page = client_of(folder).get("/?player=Ann&sort=date").text
    assert 'aria-sort="ascending"><a href="/?sort=-date&amp;player=Ann"' in page
    assert 'href="/?sort=findings&amp;player=Ann"' in page


def test_where_nothing_fits_it_says_so(folder: Path) -> None:
    page = client_of(folder).get("/?player=nobody").text
    assert "No record fits." in page
    assert "<table" not in page


def test_an_empty_list_offers_to_look_at_a_file(tmp_path: Path) -> None:
    page = client_of(tmp_path).get("/").text
    assert "There is no record here yet." in page
    assert 'action="/look"' in page
    assert 'role="search"' not in page


@pytest.mark.parametrize(
    "field", ["rules", "player", "event", "since", "until", "status", "sort", "page", "lang"]
)
def test_what_is_asked_comes_back_as_text(folder: Path, field: str) -> None:
    answer = client_of(folder).get("/", query_string={field: HOSTILE})
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text
    assert "<img src=x" not in answer.text


def test_a_very_long_word_is_cut_off(folder: Path) -> None:
    page = client_of(folder).get("/", query_string={"player": "x" * 50_000}).text
    assert re.findall(r'name="player" value="(x*)"', page) == ["x" * LONGEST]


@pytest.mark.parametrize("number", ["0", "-1", "2", "99999999999999999999"])
def test_a_page_that_does_not_exist_is_not_found(folder: Path, number: str) -> None:
    assert client_of(folder).get(f"/?player=ann&page={number}").status_code == 404


def test_pages_of_what_was_found(tmp_path: Path) -> None:
    for number in range(ON_A_PAGE + 5):
        text = f"%mjlog 1.0\nEvent: {'odd' if number % 2 else 'even'} {number:03}\n"
        (tmp_path / f"{number:03}.mjl").write_text(text, encoding="utf-8")
    client = client_of(tmp_path)
    page = client.get("/?sort=-name").text
    assert "page 1 of 2" in page
    assert 'href="/?page=2&amp;sort=-name" rel="next"' in page
    assert 'rel="prev"' in client.get("/?page=2").text
    assert "page" not in re.findall(r'<span class="count">[^<]*', client.get("/?event=odd").text)[0]


# --------------------------------------------------------------------------- searching without
# haste


def test_a_search_stops_when_its_time_is_over_and_goes_on_when_asked_again(folder: Path) -> None:
    catalogue = Catalogue(Library(folder))
    query = Query(player="ann")
    assert catalogue.find(query, patience=-1).unread == 5
    catalogue.row("spring")
    found = catalogue.find(query, patience=-1)
    assert [row.slug for row in found.rows] == ["spring"]
    assert found.unread == 4
    assert catalogue.find(query, patience=60).unread == 0


def test_a_list_without_filter_reads_its_own_page_only(tmp_path: Path) -> None:
    for number in range(ON_A_PAGE + 5):
        (tmp_path / f"{number:03}.mjl").write_text("%mjlog 1.0\n", encoding="utf-8")
    catalogue = Catalogue(Library(tmp_path))
    assert len(catalogue.find(Query(page=2)).rows) == 5
    assert catalogue.kept.number_unread() == ON_A_PAGE


def test_every_sample_has_a_row() -> None:
    catalogue = Catalogue(Library(SAMPLES / "taiyuan"))
    rows = catalogue.find(Query(rules="taiyuan"), patience=600).rows
    assert {row.status for row in rows} <= {"clean", "unverified", "warnings"}
    game = next(load(SAMPLES / "taiyuan" / "everything-fair-copy.mjl")).game
    row = catalogue.row("everything-fair-copy")
    assert (row.players, row.points, row.deals) == (game.players, (88, 93, 123, 96), 1)


# --------------------------------------------------------------------------- several records in one
# file


def lined_up() -> dict[str, str]:
    """Files of several records, each with the name of its kind."""
    texts = [
        (SAMPLES / "taiyuan" / f"{name}.mjl").read_text(encoding="utf-8")
        for name in ("regional", "dragon", "a-missed-win")
    ]
    forms = [to_json(mjlog.read(text)) for text in texts]
    return {
        "texts.mjl": "\n".join(texts),
        "list.json": json.dumps(forms),
        "lines.jsonl": "".join(json.dumps(form) + "\n" for form in forms),
    }


@pytest.mark.parametrize("name", ["texts.mjl", "list.json", "lines.jsonl"])
def test_a_file_of_several_records_lists_each(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(lined_up()[name], encoding="utf-8")
    library = Library(tmp_path)
    slug = name.partition(".")[0]
    assert list(library.entries) == [f"{slug}-1", f"{slug}-2", f"{slug}-3"]
    titles = [library.record(f"{slug}-{number}").title for number in (3, 1, 2)]
    assert [title.partition(" ")[0] for title in titles] == ["C", "The", "A"]
    page = client_of(tmp_path).get("/").text
    assert page.count(f"<bdi>{name} (") == 3


def test_findings_of_a_later_record_point_at_its_own_line(tmp_path: Path) -> None:
    broken = (SAMPLES / "broken" / "taiyuan" / "pay.seats.mjl").read_text(encoding="utf-8")
    legal = (SAMPLES / "taiyuan" / "regional.mjl").read_text(encoding="utf-8")
    (tmp_path / "two.mjl").write_text(legal + "\n" + broken, encoding="utf-8")
    record = Library(tmp_path).record("two-2")
    (finding,) = [each for each in record.report.findings if each.code == "pay.seats"]
    assert record.excerpt[finding.place.line].startswith("pay A>C 11")


def test_a_file_that_might_hold_several_and_holds_one_has_its_plain_name(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(
        f"[{json.dumps(to_json(mjlog.read(b'%mjlog 1.0')))}]", encoding="utf-8"
    )
    (tmp_path / "none.json").write_text("[1, 2]", encoding="utf-8")
    library = Library(tmp_path)
    assert list(library.entries) == ["none", "one"]
    assert (library.record("none"), library.record("one").name) == (None, "one.json")


def test_a_walk_through_a_file_reads_each_record_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "texts.mjl").write_text(lined_up()["texts.mjl"], encoding="utf-8")
    library = Library(tmp_path)
    opened = []

    def counted(path: Path) -> Iterator[Source]:
        opened.append(path)
        return load(path)

    monkeypatch.setattr("webviewer.records.library.load", counted)
    assert all(library.record(slug) for slug in library.entries)
    assert len(opened) == 1


def test_a_row_is_drawn_anew_when_its_file_says_something_else(tmp_path: Path) -> None:
    file = tmp_path / "a.mjl"
    file.write_bytes((SAMPLES / "riichi" / "double-ron.mjl").read_bytes())
    client = create_app(tmp_path).test_client()
    assert client.get("/").text == client.get("/").text
    file.write_text(
        file.read_text("utf-8").replace("Event: ", "Event: Another ", 1), encoding="utf-8"
    )
    for _ in range(200):
        page = client.get("/").text
        if "Another" in page:
            break
        sleep(0.05)
    assert "Another" in page
