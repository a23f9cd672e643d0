"""However much is wrong with a record, its pages have an end.

And what is left out is said to be.
"""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from webviewer import create_app

HEAD = "%mjlog 1.0\nRules: taiyuan/1\nEvent: {event}\n\n@ 1 dealer=A\n"


def client_of(tmp_path, text: str) -> FlaskClient:
    (tmp_path / "long.mjl").write_text(text, encoding="utf-8")
    return create_app(tmp_path).test_client()


@pytest.fixture
def wrong(tmp_path) -> FlaskClient:
    """A record with 3000 unreadable lines, every one another.

    And one that stands there 500 times.
    """
    lines = "".join(f"zzz{number} word\n" for number in range(3000))
    return client_of(tmp_path, HEAD.format(event="long") + lines + "yyy word\n" * 500)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["", "/audit", "/audit?page=2", "/d1/print", "/d1/steps.json"])
def test_a_page_has_a_bound(wrong, page):
    answer = wrong.get(f"/r/long{page}", follow_redirects=True)
    assert answer.status_code == 200
    assert len(answer.data) < 200_000


def test_the_audit_comes_page_by_page(wrong):
    first = wrong.get("/r/long/audit").text
    assert first.count('<li class="case ') == 50
    last = int(re.search(r"page 1 of (\d+)", first)[1])
    assert last > 1
    assert wrong.get(f"/r/long/audit?page={last}").status_code == 200
    for none in (0, last + 1, -1):
        assert wrong.get(f"/r/long/audit?page={none}").status_code == 404


def test_what_is_found_again_and_again_is_told_once(tmp_path):
    page = client_of(tmp_path, HEAD.format(event="long") + "A:0x\n" * 40).get("/r/long/audit").text
    assert "more places" in page
    assert page.count('<li class="case ') < 10


def test_words_without_end_are_cut(tmp_path):
    client = client_of(tmp_path, HEAD.format(event="E" * 30_000) + "draw void\n")
    for page in ("/", "/r/long/audit", "/r/long/d1/s0", "/r/long/d1/print"):
        answer = client.get(page)
        assert answer.status_code == 200
        assert len(answer.data) < 100_000, page
