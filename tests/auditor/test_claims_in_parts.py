"""What a sheet says on several lines, or in several parts, is one claim: the sum counts."""

import pytest
from kit.records import DEAL
from kit.records import SEATS as PLAYERS
from kit.sheets_without_turns import WON as TAIYUAN_WON

import mjlog
from mjlog.auditor.deal_check import claim_name

SEATS = f"{PLAYERS}\n{DEAL}\n"
CHOMBO = f"%mjlog 1.0\nRules: riichi/1 preset=m-league\n{SEATS}draw void\nrule B chombo\n"
WON = f"%mjlog 1.0\nRules: riichi/1\n{SEATS}win B 7p from D\nshow B 234567m345567p88s\n"


def differing(text: str) -> list[str]:
    return [
        claim_name(verdict.claim)
        for verdict in mjlog.audit(mjlog.read(text)).verdicts
        if verdict.answer == "differs"
    ]


@pytest.mark.parametrize(("lines", "wrong"), [
    ("pay B>A 4000 for=chombo\npay B>C 2000 for=chombo\npay B>D 2000 for=chombo\n", []),
    ("pay B>A 2000, B>A 2000, B>C 2000, B>D 2000 for=chombo\n", []),
    ("pay B>A 4000, B>C 2000 for=chombo\npay B>C 500, B>D 2000 for=chombo\n",
     ["pay B>C for chombo"]),
    ("pay B>A 4000 for=chombo\npay B>C 2000 for=chombo\n", ["pay B>D for chombo"]),
])  # fmt: skip
def test_a_penalty_may_be_paid_on_several_lines(lines: str, wrong: list[str]) -> None:
    assert differing(CHOMBO + lines) == wrong


def test_a_penalty_is_paid_as_often_as_it_is_ruled() -> None:
    twice = CHOMBO + "rule B chombo\n" + "pay B>A 4000, B>C 2000, B>D 2000 for=chombo\n" * 2
    assert differing(twice) == []


@pytest.mark.parametrize(("lines", "wrong"), [
    ("fan B tanyao 1\nfan B pinfu 1\n", []),
    ("fan B tanyao 1\nfan B ittsuu 2\n", ["fan ittsuu", "fan (missing)"]),
    ("fan B tanyao 1, pinfu 1, fu 30, fu 40\n", ["fan fu"]),
])  # fmt: skip
def test_items_may_stand_on_several_lines(lines: str, wrong: list[str]) -> None:
    assert differing(WON + lines) == wrong


def test_kongs_may_stand_on_several_lines() -> None:
    assert differing(TAIYUAN_WON + "kong C concealed 1\nkong C concealed 1\n") == []
    assert differing(TAIYUAN_WON + "kong C concealed 2\nkong C concealed 1\n") == ["kong concealed"]


def test_what_is_missing_is_no_item() -> None:
    losers = (
        "show A 111258m4449s134z\nshow B 28m147p6669s3456z\nshow C +555p 123999p22777z\nshow D "
        "369m258p147s1356z\n"
    )
    head = f"%mjlog 1.0\nRules: american/1\n{SEATS.replace('E1.0', 'E1')}win C 1p from B\n"
    assert differing(f"{head}{losers}fan A total 16\n") == ["fan total"]
    assert differing(f"{head}{losers}fan A concealed-pung 8, total 12\n") == ["fan (missing)"]
