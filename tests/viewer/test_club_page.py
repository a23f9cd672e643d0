"""The page on which a club's own rules are tried."""

import html
import io
import re

from flask.testing import FlaskClient

from webviewer.pages.club_page import EXAMPLE, HAND


def seen(page: str) -> str:
    """Return the text of a page, without markup."""
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page)))


def tried(client: FlaskClient, **changed: str) -> str:
    answer = client.post("/club-rules", data={"text": EXAMPLE, **HAND, **changed})
    assert answer.status_code in {200, 422}
    return seen(answer.text)


def test_the_page_comes_with_an_example(client: FlaskClient) -> None:
    assert "Friday club" in client.get("/club-rules").text


def test_a_hand_is_counted_with_its_rules_and_payments(client: FlaskClient) -> None:
    text = tried(client)
    assert "A hand of 8 points" in text
    assert "all fives 5 All fives: a five in each set and in the pair." in text
    assert "B pays A 256" in text
    assert "Rules: file:club.toml#sha256:" in text


def test_a_mistake_is_named_with_its_place(client: FlaskClient) -> None:
    text = tried(client, text=EXAMPLE.replace("each_has", "each_hsa"))
    assert "club.toml, line 10, column 9: all-fives: unknown word" in text


def test_all_mistakes_stand_on_the_page_each_by_itself(client: FlaskClient) -> None:
    text = EXAMPLE.replace("each_has", "each_hsa").replace("minimum", "minumum")
    answer = client.post("/club-rules", data={"text": text, **HAND})
    problems = re.findall(r'<p class="problem" role="alert">(.*?)</p>', answer.text)
    places = [html.unescape(problem).partition(": ")[0] for problem in problems]
    assert places == ["club.toml, line 5, column 1", "club.toml, line 10, column 9"]


def test_a_hand_that_cannot_be_read_is_a_finding(client: FlaskClient) -> None:
    assert "does not fit here" in tried(client, tiles="345m345s456pxx")
    assert "cannot win on their own discard" in tried(client, source="A")
    assert "A hand of" not in tried(client, tiles="")


def test_another_site_cannot_send_the_form(client: FlaskClient) -> None:
    answer = client.post("/club-rules", headers={"Origin": "https://elsewhere.example"})
    assert answer.status_code == 403


def test_records_are_judged_by_the_file_brought_beside_them(client: FlaskClient) -> None:
    header = tried(client).partition("Rules: ")[2].split()[0]
    record = f"%mjlog 1.0\nRules: {header}\n\n@ E1 dealer=A\nwin B 6m from C\n".encode()
    files = [(io.BytesIO(record), "a.mjl"), (io.BytesIO(EXAMPLE.encode()), "club.toml")]
    answer = client.post("/look", data={"file": files}, follow_redirects=True)
    assert answer.status_code == 200
    assert "rules in a file" not in answer.text
