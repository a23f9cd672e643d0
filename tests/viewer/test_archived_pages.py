"""The pages of an archive: start, list, record, player, event, statistics."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient

from mjlog.archive.judging_version import engine
from mjlog.archive.privacy.persons import set_statistics_visibility
from mjlog.archive.questions.overview import difference, differences
from mjlog.archive.questions.waits import SHAPES
from mjlog.archive.storage.clock import now
from mjlog.archive.store import Archive, Policy, create
from mjlog.archive.verify import audit_again
from mjlog.archive.view import viewing
from mjlog.text.languages import NAMES
from tests.kit.archives import pages_of, put, text_of
from tests.kit.browsers import PATIENCE
from tests.kit.places import SAMPLES
from tests.kit.viewers import answering
from webviewer import create_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HIDDEN = [Policy("private"), Policy("later", now() + 10**12), Policy(state="submitted")]
HOSTILE = """"><script>alert(1)</script><img src=x onerror=alert(2)>'&"""
SECRET = ("Mallory", "Trent", "Peggy", "Victor")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of an archive, which each test gets a copy of."""
    at = tmp_path_factory.mktemp("filled") / "club.sqlite"
    with create(at) as made:
        put(made, text_of("Spring cup"), text_of("Spring cup", "2026-03-04", pay=5200))
        put(made, text_of("Autumn cup", "2026-10-01", ("Ana", "Xu", "Yu", "Zoe")))
        set_statistics_visibility(made, "Autumn cup", "public")
    return at.read_bytes()


@pytest.fixture
def archive(filled: bytes, tmp_path: Path) -> Iterator[Archive]:
    at = tmp_path / "club.sqlite"
    at.write_bytes(filled)
    with Archive(at) as made:
        yield made


@pytest.fixture
def app(archive: Archive) -> Flask:
    return pages_of(archive)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def titles(client: FlaskClient, address: str) -> list[str]:
    page = client.get(address)
    assert page.status_code == 200
    return re.findall(r'<th scope="row"><a href="/records/\w+[^"]*"><bdi>([^<]*)', page.text)


def mark_of(client: FlaskClient, address: str) -> tuple[str, str]:
    """The mark that a page holds, and the one that there is now."""
    told = re.search(r'data-mark="([^"]*)" data-url="([^"]*)"', client.get(address).text)
    assert told is not None
    answer = client.get(told[2]).json
    assert answer is not None
    return told[1], answer["mark"]


def test_an_open_page_notices_what_is_new(client: FlaskClient, archive: Archive) -> None:
    of_many = ("/", "/start", "/records", "/events", "/statistics", "/judged")
    own = f"/records/{digest_of(client)}"
    before = {address: mark_of(client, address) for address in (*of_many, own)}
    assert all(held == now_there for held, now_there in before.values())
    put(archive, text_of("Secret"), policy=Policy("private"))
    assert before == {address: mark_of(client, address) for address in before}
    put(archive, text_of("Winter cup"))
    after = {address: mark_of(client, address) for address in before}
    assert {address for address in before if before[address] != after[address]} == {*of_many}
    archive.show_to(digest_of(client), Policy("private"))
    assert client.get(f"/newer?name={own.rpartition('/')[2]}").json == {"mark": ""}


def digest_of(client: FlaskClient, address: str = "/records?event=autumn") -> str:
    found = re.search(r'href="/records/(\w{64})', client.get(address).text)
    assert found is not None
    return found[1]


def linked(client: FlaskClient, address: str, pattern: str) -> str:
    found = re.search(f'href="({pattern})"', client.get(address).text)
    assert found is not None, (address, pattern)
    return found[1].replace("&amp;", "&")


def test_the_first_page_shows_something_worth_seeing(client: FlaskClient) -> None:
    page = client.get("/").text
    first, second = re.findall(r'href="/events/\d+"><bdi>([^<]*)', page)
    assert (first, second) == ("Autumn cup", "Spring cup")
    waiting = page.partition('id="waiting"')[2].partition("</section>")[0]
    assert waiting.count("Spring cup") == 1
    assert "1 record with faults" in waiting
    rare = page.partition('id="rarities"')[2].partition("</section>")[0]
    assert "item=pinfu" in rare
    assert "3 of 3" in rare


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("", ["Autumn cup", "Spring cup", "Spring cup"]),
        ("text=xu", ["Autumn cup"]),
        ("text=spring", ["Spring cup", "Spring cup"]),
        ("status=errors", ["Spring cup"]),
        ("code=pay", ["Spring cup"]),
        ("event=cup&since=2026-03&sort=date", ["Spring cup", "Autumn cup"]),
        ("until=2026-02", ["Spring cup"]),
        ("item=toitoi", []),
        ("rules=tibet", []),
        (
            "rules=nonsense&sort=nonsense&since=yesterday&after=x",
            ["Autumn cup"] + ["Spring cup"] * 2,
        ),
        ("after=5_x&sort=deals", ["Spring cup"] * 2 + ["Autumn cup"]),
    ],
)
def test_what_is_asked_for_is_listed(client: FlaskClient, asked: str, names: list[str]) -> None:
    assert titles(client, f"/records?{asked}") == names


def test_facets_lead_to_narrower_lists_and_back(client: FlaskClient) -> None:
    narrower = linked(client, "/records?text=cup", r"/records\?[^\"]*status=errors[^\"]*")
    assert "text=cup" in narrower
    assert titles(client, narrower) == ["Spring cup"]
    page = client.get(narrower).text
    chosen = re.search(r'<a href="([^"]*)" aria-current="true"><span class="status errors', page)
    assert chosen is not None
    assert len(titles(client, chosen[1].replace("&amp;", "&"))) == 3


def test_a_long_list_goes_on_behind_a_cursor(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webviewer.pages.archived.ON_A_PAGE", 2)
    assert len(titles(client, "/records")) == 2
    following = linked(client, "/records", r"/records\?after=[^\"]*")
    assert titles(client, following) == ["Spring cup"]


def test_a_record_is_shown_and_leads_to_its_steps(client: FlaskClient) -> None:
    digest = digest_of(client)
    page = client.get(f"/records/{digest}")
    assert "Autumn cup" in page.text
    assert digest in page.text
    assert f'href="/r/{digest}"' in page.text
    assert "Xu" in client.get(f"/r/{digest}/audit").text
    assert client.get(f"/r/{digest}/d1/s0").status_code == 200
    text = text_of("Autumn cup", "2026-10-01", ("Ana", "Xu", "Yu", "Zoe"))
    assert client.get(f"/r/{digest}.mjl").data == text


def test_a_page_has_its_json_at_the_same_address(client: FlaskClient) -> None:
    asked = {"Accept": "application/json"}
    digest = digest_of(client)
    told = client.get("/records?event=autumn", headers=asked).json
    assert told is not None
    assert [row["digest"] for row in told["records"]] == [digest]
    one = client.get(f"/records/{digest}", headers=asked).json
    assert one is not None
    assert one["event"] == "Autumn cup"


@pytest.mark.parametrize(
    ("address", "members"),
    [
        ("/players?name=xu", {"players", "more"}),
        ("/players/1", {"number", "name", "records", "names", "figures", "games"}),
        ("/events", {"events", "next"}),
        (
            "/events/1",
            {"id", "name", "statistics", "records", "deals", "first", "last", "figures"},
        ),
        ("/statistics?rules=riichi&since=", {"about", "figures"}),
    ],
)
def test_people_events_and_figures_have_theirs(
    client: FlaskClient, address: str, members: set[str]
) -> None:
    for accept, media_type in (("application/json", "application/json"), ("*/*", "text/html")):
        answer = client.get(address, headers={"Accept": accept}, follow_redirects=True)
        assert (answer.status_code, answer.mimetype) == (200, media_type)
        assert "Accept" in answer.vary
    told = client.get(address, headers={"Accept": "application/json"})
    assert set(told.json or ()) == members
    assert told.json == client.get(f"/api/v1{address}").json
    known = {"Accept": "application/json", "If-None-Match": told.headers["ETag"]}
    assert client.get(address, headers=known).status_code == 304


@pytest.mark.parametrize("address", ["/players", "/players/99", "/events/99", "/statistics?x=1"])
def test_what_their_json_cannot_tell_is_a_problem(client: FlaskClient, address: str) -> None:
    answer = client.get(address, headers={"Accept": "application/json"})
    assert answer.status_code in {400, 404}
    assert answer.mimetype == "application/problem+json"


def test_a_record_that_was_taken_out_says_so(client: FlaskClient, archive: Archive) -> None:
    digest = digest_of(client)
    archive.remove(digest, "entered twice")
    assert client.get(f"/records/{digest}").status_code == 410
    assert client.get(f"/r/{digest}/audit").status_code == 404
    assert client.get(f"/records/{'0' * 64}").status_code == 404


def test_a_name_leads_to_its_player(client: FlaskClient) -> None:
    answer = client.get("/players?name=xu", follow_redirects=True)
    assert "<h1><bdi>Xu</bdi></h1>" in answer.text
    assert "Deals won" in answer.text
    assert "No player of that name" in client.get("/players?name=nobody").text
    assert client.get("/players/999").status_code == 404


def test_statistics_of_persons_are_shown_where_the_event_says_so(client: FlaskClient) -> None:
    page = client.get("/players?name=ben", follow_redirects=True).text
    assert "Statistics of this player are not public" in page
    assert "Deals won" not in page
    assert len(re.findall(r'href="/records/\w{64}"', page)) == 2


def test_every_figure_leads_to_its_deals(client: FlaskClient) -> None:
    addresses = re.findall(r'href="(/statistics/deals[^"]*)"', client.get("/statistics").text)
    assert len(addresses) > 8
    for address in addresses:
        page = client.get(address.replace("&amp;", "&"))
        assert page.status_code == 200
        assert '<ul class="behind">' in page.text
    wins = next(each for each in addresses if "figure=wins" in each).replace("&amp;", "&")
    assert len(re.findall(r'href="/r/\w{64}/d1"', client.get(wins).text)) == 3
    assert client.get("/statistics/deals?figure=nonsense").status_code == 404


def test_events_have_their_records_and_figures(client: FlaskClient) -> None:
    page = client.get(linked(client, "/events", r"/events/\d+"))
    assert "<h1><bdi>Autumn cup</bdi></h1>" in page.text
    assert "Deals won" in page.text
    assert client.get("/events/999").status_code == 404


def test_what_a_correction_of_the_rules_changes_is_shown(
    client: FlaskClient, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = digest_of(client, "/records?status=errors")
    monkeypatch.setattr("mjlog.archive.adding.entry.engine", lambda: "later")
    monkeypatch.setattr("mjlog.archive.verify.engine", lambda: "later")
    monkeypatch.setattr("mjlog.archive.adding.entry._findings", lambda _: ())
    whole = "mjlog.archive.adding.entry.report_of"
    monkeypatch.setattr(whole, lambda *_: b'{"findings": []}')
    assert archive.judge_again(audit_again(archive, all_of_them=False)) == 3
    with viewing(archive) as view:
        found = difference(view, digest)
        assert found is not None
        assert [row["code"] for row in found.went] == ["pay.seats"]
        assert not found.came
        assert len(list(differences(view))) == 3
    page = client.get("/judged").text
    assert page.count("Faults no longer reported") == 1
    assert "pay.seats" in page
    assert 'id="changed"' in client.get(f"/records/{digest}").text


# --------------------------------------------------------------------------- what is hidden


@pytest.mark.parametrize("policy", HIDDEN, ids=["private", "later", "submitted"])
def test_what_is_hidden_stands_on_no_page(
    client: FlaskClient, archive: Archive, policy: Policy
) -> None:
    places = ("/", "/records", "/records?text=secret", "/events", "/statistics", "/judged")
    before = [client.get(place) for place in places]
    (added,) = put(archive, text_of("Secret cup", "2026-12-31", SECRET), policy=policy)
    event, player = 3, 8
    for place, old in zip(places, before, strict=True):
        answer = client.get(place)
        assert answer.text == old.text, place
        assert answer.headers["ETag"] == old.headers["ETag"]
    for place in (
        f"/records/{added.digest}",
        f"/r/{added.digest}",
        f"/r/{added.digest}/audit",
        f"/r/{added.digest}/d1/s0.svg",
        f"/r/{added.digest}.mjl",
        f"/events/{event}",
        f"/players/{player}",
    ):
        assert client.get(place).status_code == 404, place
    assert "No player of that name" in client.get("/players?name=mallory").text
    wins = client.get(f"/statistics/deals?figure=wins&event={event}").text
    assert added.digest not in wins


def test_what_is_hidden_later_is_hidden_at_once(client: FlaskClient, archive: Archive) -> None:
    digest = digest_of(client)
    assert client.get(f"/r/{digest}/d1/s0").status_code == 200
    archive.show_to(digest, Policy("private"))
    assert client.get(f"/r/{digest}/d1/s0").status_code == 404


@pytest.mark.parametrize(
    "address",
    [
        "/records?text=",
        "/records?player=",
        "/records?item=",
        "/wins?item=",
        "/wins?player=",
        "/players?name=",
    ],
)
def test_what_is_asked_comes_back_as_text(client: FlaskClient, address: str) -> None:
    field = address.rpartition("?")[2].rstrip("=")
    answer = client.get(address.partition("?")[0], query_string={field: HOSTILE})
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text
    assert "<img src=x" not in answer.text


# --------------------------------------------------------------------------- for all

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.mark.browser
def test_the_pages_are_fit_for_all(browser: Browser, app: Flask, client: FlaskClient) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    digest = digest_of(client, "/records?status=errors")
    player = client.get("/players?name=xu").headers["Location"]
    wins = "/statistics/deals?figure=wins"
    places = ["/", "/records?text=cup", f"/records/{digest}", player, "/events/2", "/events"]
    places += ["/statistics", wins, "/players?name=a", "/judged"]
    with answering(app) as site:
        page = browser.new_page(viewport={"width": 390, "height": 900})
        page.set_default_timeout(PATIENCE)
        for number, place in enumerate(places):
            page.emulate_media(color_scheme="dark" if number % 2 else "light")
            language = list(NAMES)[number % len(NAMES)]
            page.goto(f"{site}{place}{'&' if '?' in place else '?'}lang={language}")
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, place
            options = {"runOnly": TAGS, "resultTypes": ["violations"]}
            found = axe.Axe().run(page, options=options).response["violations"]
            grave = [each["id"] for each in found if each["impact"] in {"serious", "critical"}]
            assert not grave, (place, found)
        page.close()


OUT_OF_SIGHT = """() => {
  const wide = document.createElement("canvas").getContext("2d"), found = [];
  for (const each of document.querySelectorAll("body *")) {
    const style = getComputedStyle(each), told = each.className || each.id || each.localName;
    if (each.localName !== "select") {
      const is_cut = each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1;
      if (is_cut && style.overflowX !== "visible") found.push(told);
    } else if (each.checkVisibility()) {
      wide.font = style.font;
      const words = [...each.options].map((option) => option.text);
      const most = Math.max(...words.map((text) => wide.measureText(text).width));
      if (each.clientWidth < most + 18) found.push(`${told}: ${most} in ${each.clientWidth}`);
    }
  }
  return found;
}"""


@pytest.mark.browser
def test_nothing_of_a_page_lies_out_of_sight_at_its_side(
    browser: Browser, app: Flask, client: FlaskClient, whole: bool
) -> None:
    places = ["/", "/records", "/players", "/events", "/events/2", "/statistics", "/add"]
    places.append(f"/records/{digest_of(client, '/records?status=errors')}")
    with answering(app) as site:
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        for number, place in enumerate(places):
            for language in NAMES if whole else [list(NAMES)[number % len(NAMES)]]:
                page.goto(f"{site}{place}?lang={language}")
                for width in (1240, 844, 390):
                    page.set_viewport_size({"width": width, "height": 844})
                    assert page.evaluate(OUT_OF_SIGHT) == [], (place, language, width)
        page.close()


def test_units_and_shapes_are_told_in_the_language_of_the_page(client: FlaskClient) -> None:
    for language, named in (("en", "han"), ("ja", "翻"), ("zh-Hans", "番")):
        page = client.get(f"/statistics?lang={language}").text
        assert f'<span class="dim">{named}</span>' in page
        assert '<span class="dim">one</span>' not in page


def test_records_are_judged_again_in_the_background(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webviewer.records.keeper.AT_FIRST", 0.0)
    monkeypatch.setattr("mjlog.archive.adding.entry.engine", lambda: "old")
    archive.judge_again(audit_again(archive))
    monkeypatch.undo()
    monkeypatch.setattr("webviewer.records.keeper.AT_FIRST", 0.0)
    judge = create_app(archive=archive, watch=True).extensions["judge"]
    judge.join(60)
    with viewing(archive) as view:
        assert len(list(differences(view))) == 3
        assert {each.after for each in differences(view)} == {engine()}


# --------------------------------------------------------------------------- wins


def test_wins_are_found_by_item_player_and_value(client: FlaskClient) -> None:
    def found(asked: str) -> int:
        page = client.get(f"/wins?{asked}")
        assert page.status_code == 200
        return page.text.count("/hand.svg")

    assert found("") == 3
    assert found("item=pinfu") == 3
    assert found("item=PINFU&rules=riichi") == 3
    assert found("item=toitoi") == 0
    assert found("player=xu") == 1
    assert found("player=nobody") == 0
    assert found("least=2") == 3
    assert found("least=9") == 0
    assert found("since=2026-10") == 1
    assert found("page=2") == 0


def test_wins_are_found_by_the_shape_of_the_hand(archive: Archive) -> None:
    client = pages_of(archive).test_client()

    def found(asked: str) -> int:
        return client.get(f"/wins?{asked}").text.count("/hand.svg")

    assert found("hand=345m+22p") == 3
    assert found("hand=345x") == 3
    assert found("hand=678x+567x") == 0
    assert found("hand=33m") == 0
    assert found("hand=345m&player=xu") == 1
    sheets = found("")
    put(archive, (SAMPLES / "riichi" / "game-four-players.mjl").read_bytes())
    played = found("") - sheets
    assert played == sum(found(f"wait={shape}") for shape in SHAPES) > found("wait=one") > 0
    refused = client.get("/wins?hand=9q%3Cb%3E").text
    assert "“9q&lt;b&gt;” are no tiles" in refused


def test_a_player_has_favourite_hands_where_the_event_is_public(archive: Archive) -> None:
    usual = "win B 5m from C\nshow B 34678m22567p678s"
    for number in range(3):
        put(archive, text_of("Winter cup", f"2026-11-0{number + 1}", ("Ana", "Xu", "Yu", "Zoe")))
        other = text_of("Winter cup", f"2026-12-0{number + 1}", ("Ana", "Vic", "Yu", "Zoe"))
        pungs = b"win B 9m from C\nshow B 111999m444p777s22z"
        put(archive, other.replace(usual.encode(), pungs))
    client = pages_of(archive).test_client()

    def favourites(name: str) -> list[str]:
        page = client.get(f"/players?name={name}", follow_redirects=True).text
        _, _, behind = page.partition("Favourite hands</h2>")
        return re.findall("<h3>([^<]*) <small>", behind.partition("<h2>")[0])

    assert favourites("Vic") == []
    set_statistics_visibility(archive, "Winter cup", "public")
    assert "all sets alike" in favourites("Vic")
    assert {"pinfu", "all simples"} <= set(favourites("Xu"))


def test_a_win_leads_to_its_step_and_shows_the_hand(client: FlaskClient) -> None:
    opened = linked(client, "/wins?player=xu", r"/r/\w+/d1\?step=\d+")
    step = client.get(opened, follow_redirects=True)
    assert "wins" in step.text
    shown = re.search(r'src="(/r/\w+/d1/hand.svg\?seat=B)"', client.get("/wins?player=xu").text)
    assert shown is not None
    hand = client.get(shown[1])
    assert hand.mimetype == "image/svg+xml"
    assert hand.text.count('<use href="#t') == 14


def test_the_page_of_a_record_is_the_game(client: FlaskClient) -> None:
    page = client.get(f"/records/{digest_of(client)}").text
    assert page.count("/d1/picture.svg") == 1
    assert "Xu wins on a discard of Yu" in page
    assert 'class="graph' in page


def test_the_players_are_listed_before_a_name_is_asked_for(client: FlaskClient) -> None:
    page = client.get("/players").text
    names = re.findall(r'href="/players/\d+"><bdi>([^<]*)', page)
    assert names[:3] == ["Ana", "Ben", "Cleo"]
    assert {"Xu", "Yu", "Zoe"} <= set(names)
