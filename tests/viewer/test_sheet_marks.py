"""The marks of the sheet stand beside the claims they are about, and mean what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from kit.places import SAMPLES

import mjlog
from mjlog.auditor.stated_lines import lines_stating
from mjlog.model.findings import Claim, Place
from mjlog.model.record import Items, Line, Pay
from webviewer import create_app

ONE_LINE = """\
<mjloggm ver="2.3"><GO type="9" lobby="0"/><UN n0="A" n1="B" n2="C" n3="D"/><TAIKYOKU oya="0"/>\
<INIT seed="0,0,0,1,1,36" ten="250,250,250,250" oya="0" \
hai0="0,4,8,12,16,20,24,28,32,40,44,48,52" hai1="1,5,9,13,17,21,25,29,33,37,41,45,49" \
hai2="2,6,10,14,18,22,26,30,34,38,42,46,50" hai3="3,7,11,15,19,23,27,31,35,39,43,47,51"/>\
<T53/><AGARI ba="0,0" hai="0,4,8,12,16,20,24,28,32,40,44,48,52,53" machi="53" ten="{fu},12000,1" \
yaku="0,1,{yaku}" doraHai="36" who="0" fromWho="0" sc="250,120,250,-40,250,-40,250,-40"/></mjloggm>
"""


def lines(page: str) -> dict[str, str]:
    """The lines of the sheet by their first word, each with how it stands."""
    sheet = re.search(r'<ul class="(?:sheet|claims)">(.*?)</ul>', page, flags=re.DOTALL)
    found = re.findall(r'<li(?: class="(\w+)")?><code>(\w+)', sheet[1])
    return {word: answer for answer, word in found}


@pytest.fixture
def one_line(tmp_path: Path) -> FlaskClient:
    """A log of one line, as Tenhou writes them, whose hand has another fu than it says."""
    (tmp_path / "log.xml").write_text(ONE_LINE.format(fu=90, yaku="54,1"), encoding="utf-8")
    return create_app(tmp_path).test_client()


@pytest.mark.parametrize("address", ["s0", "print"])
def test_in_a_log_of_one_line_each_line_bears_its_own_mark(one_line, address):
    found = lines(one_line.get(f"/r/log/d1/{address}").text)
    assert found["fan"] == "differs"
    assert found["win"] == "agrees"
    assert found["dora"] == ""


def test_a_payment_told_twice_is_one_claim_a_missing_one_stands_behind_the_last_line():
    told = [
        Line(Pay(((0, 1, 5),))),
        Line(Pay(((0, 1, 3), (2, 1, 8)))),
        Line(Items("fan", 1, (("dora", 1),))),
    ]
    assert lines_stating(Claim("pay", 0, 1), Place(), told) == [0, 1]
    assert lines_stating(Claim("pay", 2, 1), Place(), told) == [1]
    assert lines_stating(Claim("pay", 3, 1), Place(), told) == [1]
    assert lines_stating(Claim("fan", 1, item="dora"), Place(), told) == [2]
    assert lines_stating(Claim("fan", 0, item="dora"), Place(), told) == [2]
    assert lines_stating(Claim("header", item="ranking"), Place(), told) == []


@pytest.mark.slow
def test_every_verdict_of_a_sample_names_its_claim():
    for path in sorted(SAMPLES.glob("*/*.mjl")):
        game = mjlog.read(path.read_bytes())
        for verdict in mjlog.audit(game).verdicts:
            number = verdict.place.deal
            stated = number and lines_stating(
                verdict.claim, verdict.place, game.deals[number - 1].lines
            )
            assert stated or verdict.claim.kind == "header", (path, verdict)


def test_a_win_that_is_none_is_not_ticked():
    client = create_app(SAMPLES / "broken" / "taiyuan" / "win.shape.mjl").test_client()
    page = client.get("/r/win-shape/d1/s0").text
    assert "not a legal win" in page
    assert lines(page)["win"] == "unlawful"
    assert lines(client.get("/r/win-shape/d1/print").text)["win"] == "unlawful"


def test_a_hand_value_that_differs_is_not_called_a_payment():
    client = create_app(SAMPLES / "broken" / "riichi" / "score.item.mjl").test_client()
    page = client.get("/r/score-item/d1/s0").text
    assert 'class="value"' in page
    assert "hand value differs" in page
    assert "payout differs" not in page
