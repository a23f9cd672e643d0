"""Sheets of Taiwan: what the tai count, the stakes in the title; rules that the points tell."""

import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import HowToRead, read_sheet

HEAD = "{title}圈,局,莊家,胡牌,放槍,台數,小明,阿華,老王,美玲\n"
ON_TOP = (
    "東,東,小明,美玲,小明,2,-160,0,0,160\n"
    ",南,阿華,阿華,老王,5,0,220,-220,0\n"
    ",南,阿華,老王,自摸,3,-160,-220,540,-160\n"
    ",西,老王,美玲,小明,1,-120,0,0,120\n"
    ",北,美玲,美玲,阿華,4,0,-200,0,200\n"
)


def audit(text, rules=""):
    (game,) = read_sheet(text, HowToRead(rules)).games
    return audited(game)


def wrong(text, rules=""):
    return [(each.code, each.place.cell) for each in audit(text, rules).findings if each.is_error]


@pytest.mark.parametrize("title", ["", "週五,底100 台20\n"], ids=["amounts", "title"])
def test_tai_of_the_hand_alone_have_those_of_the_dealer_on_top(title):
    text = HEAD.format(title=title) + ON_TOP
    assert wrong(text) == []
    assert "fan D base 2" in audit(text).sheet.text
    row = 3 if title else 2
    slip = text.replace("5,0,220,-220", "5,0,240,-220")
    assert [cell for _, cell in wrong(slip)] == [f"H{row + 1}"]
    assert wrong(text.replace(",小明,2,", ",小明,3,")) == [("score.item", f"F{row}")]


def test_tai_with_those_of_the_dealer_are_the_whole_sum():
    text = HEAD.format(title="") + (
        "東,東,小明,美玲,小明,3,-160,0,0,160\n"
        ",南,阿華,阿華,老王,6,0,220,-220,0\n"
        ",南,阿華,老王,美玲,1,0,0,120,-120\n"
        ",西,老王,小明,美玲,2,140,0,0,-140\n"
    )
    rules = "taiwanese/1 base=100 unit=20 dealer_bonus=1 continued_bonus=true"
    assert wrong(text, rules) == []
    assert "fan D total 3" in audit(text, rules).sheet.text


def test_who_has_lost_all_plays_on_where_the_rules_are_guessed():
    text = (
        "Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
        "E1,Dee,Bob,6,30,0,-12000,0,12000\n"
        "E2,Dee,Bob,6,30,0,-12000,0,12000\n"
        "E3,Ann,Bob,2,30,2000,-2000,0,0\n"
        "E4,Ann,Cid,2,30,2000,0,-2000,0\n"
        "S1,Cid,Dee,2,30,0,0,2000,-2000\n"
        "S2,Ann,Cid,2,30,2000,0,-2000,0\n"
        "S3,Dee,Cid,2,30,0,0,-2000,2000\n"
        "S4,Bob,Cid,2,30,0,2000,-2000,0\n"
    )
    assert wrong(text) == []
    # Who laid stakes must be told: Bob could have taken some of others otherwise.
    with_riichi = "\n".join(
        f"{line},{cell}"
        for line, cell in zip(text.split("\n")[:-1], ["Riichi", "Dee", *[""] * 7], strict=True)
    )
    assert [code for code, _ in wrong(f"{with_riichi}\n", "riichi/1")] == ["next.end"]
