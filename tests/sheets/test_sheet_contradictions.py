"""Cells of one row that contradict each other, and what a page suggests for them."""

import pytest
from kit.sheets import wrong_cells

from mjlog.sheets.audit import audited
from mjlog.sheets.corrections.copies import edited
from mjlog.sheets.corrections.slips import ways
from mjlog.sheets.reading import HowToRead, read_sheet

HEAD = "Deal,Dealer,Winner,From,Result,Han,Fu,Riichi,Tenpai,Ann,Bob,Cid,Dee\n"
FIRST = "E1,Ann,Dee,Cid,R,2,30,Ann,,-1000,0,-2000,3000\n"
RIICHI = HowToRead("riichi/1")


def audit_of(rows):
    (game,) = read_sheet(HEAD + rows, RIICHI).games
    return audited(game)


def errors(audit):
    return [(f.place.cell, f.code) for f in audit.findings if f.severity == "error"]


@pytest.mark.parametrize(
    ("row", "cell"),
    [
        ("E1,Ann,Dee,Cid,tsumo,2,30,,,0,0,-2000,2000\n", "E2"),
        ("E1,Ann,Dee,Cid,tsumo,2,30,,,-1000,-500,-500,2000\n", "D2"),
        ("E1,Ann,Dee,tsumo,R,2,30,,,0,0,-2000,2000\n", "D2"),
        ("E1,Ann,Dee,tsumo,R,2,30,,,-1000,-500,-500,2000\n", "E2"),
    ],
)
def test_a_self_drawn_win_with_a_discarder_is_one_finding(row, cell):
    audit = audit_of(row)
    assert errors(audit) == [(cell, "win.line")]
    (found,) = audit.findings
    assert {found.place.cell, found.other.cell} == {"D2", "E2"}


@pytest.mark.parametrize("source", ["Dee", "-", ""])
def test_a_winner_or_nobody_in_the_column_of_discarders_contradicts_nothing(source):
    assert errors(audit_of(f"E1,Ann,Dee,{source},tsumo,2,30,,,-1000,-500,-500,2000\n")) == []


@pytest.mark.parametrize(
    ("rows", "cell", "text"),
    [
        ("E1,Ann,Dee,Cid,R,2,30,Cid Ann,,0,0,-3000,3000\n", "H2", "Cid"),
        (f"{FIRST}E2,Bob,Dee,Cid,R,3,30,,,0,-1000,-3900,4900\n", "H3", "Bob"),
        ("E1,Ann,-,,,,,,Ann,1500,1500,-1500,-1500\n", "I2", "Ann, Bob"),
        ("E1,Ann,-,,,,,,A,1500,1500,-1500,-1500\n", "I2", "AB"),
    ],
)
def test_who_was_ready_is_suggested_in_the_cell_that_says_it(rows, cell, text):
    audit = audit_of(rows)
    assert [name for name, _ in errors(audit)] == [cell]
    ((way,),) = ways(audit).values()
    assert [(each.cell.name, each.text) for each in way] == [(cell, text)]
    file = read_sheet(HEAD + rows, RIICHI)
    edits = {(0, each.cell.row, each.cell.column): each.text for each in way}
    (mended,) = edited(file, edits, RIICHI).games
    assert errors(audited(mended)) == []


def test_a_sheet_of_five_players_without_a_dealer_says_so_once():
    text = (
        "Deal,Winner,From,Han,Fu,Ann,Bob,Cid,Dee,Eve\n"
        "E1,Bob,Cid,2,30,0,2000,-2000,0,out\n"
        "E2,Cid,Dee,2,30,out,0,2000,-2000,0\n"
    )
    games = read_sheet(text, RIICHI).games
    told = [each for game in games for each in audited(game).findings]
    assert [(each.code, each.severity, each.place.cell) for each in told] == [
        ("deal.dealer", "warning", "F1")
    ]
    assert "add a column `Dealer`" in told[0].message


EVENTS = (
    "{head},Ann,Bob,Cid,Dee\n1,{kong},Cid,,,-2,-2,6,-2\n1,{win},Bob,Ann,1,-2,2,0,0\n"
    "1,{win},Dee,{drawn},2,-5,0,-5,10\n1,{win},Cid,Ann,1,-2,0,2,0\n"
    "2,{win},Ann,{drawn},2,15,-5,-5,-5\n2,{win},Cid,Dee,3,0,0,8,-8\n2,{win},Bob,Dee,0,0,1,0,-1\n"
)


@pytest.mark.parametrize(
    ("head", "kong", "win", "drawn"),
    [
        ("局,事件,谁,由谁,番", "暗杠", "胡", "自摸"),
        ("局,事件,谁,由谁,番", "暗杠", "胡牌", ""),
        ("局,结果,和了,放铳,番", "暗杠", "和了", "自摸"),
        ("Hand,Event,Who,From,Fan", "concealed kong", "win", "self-draw"),
        ("Hand,Event,Who,From,Fan", "concealed kong", "hu", ""),
    ],
)
def test_a_word_for_any_win_does_not_deny_a_self_draw(head, kong, win, drawn):
    text = EVENTS.format(head=head, kong=kong, win=win, drawn=drawn)
    rules = HowToRead("sichuan/1 self_draw=plus_one")
    (game,) = read_sheet(text, rules).games
    assert (len(game.game.deals), errors(audited(game))) == (2, [])
    (game,) = read_sheet(text.replace(f"Dee,{drawn},2", f"Dee,{drawn},1"), rules).games
    assert errors(audited(game)) == [("E4", "score.item")]


def test_a_word_for_any_win_is_for_discards_beside_a_word_for_self_draws():
    text = (
        "局,结果,和了,放铳,番,符,Ann,Bob,Cid,Dee\n东1,胡,Bob,Cid,2,30,0,2000,-2000,0\n"
        "东2,自摸,Dee,自摸,2,30,-500,-1000,-500,2000\n东3,胡,Ann,自摸,1,30,1000,0,-1000,0\n"
    )
    (game,) = read_sheet(text, RIICHI).games
    assert errors(audited(game)) == [("D4", "win.line")]


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("E1,Bob,tsumo,Cid,3,30,0,4900,-3900,-1000", ["C2"]),  # Dee only laid a stick
        ("E1,Bob,tsumo,Cid,3,30,0,3900,-3900,0", ["C2"]),
        ("E1,Bob,tsumo,Cid,3,30,-2000,4000,-1000,-1000", ["D2"]),
    ],
)
def test_the_points_decide_whether_a_discarder_contradicts_a_self_draw(row, cells):
    deals = "E2,Ann,ron,Dee,1,30,1000,0,0,-1000\nE3,Dee,ron,Bob,2,30,0,-2000,0,2000"
    text = f"Deal,Winner,How,From,Han,Fu,Ann,Bob,Cid,Dee\n{row}\n{deals}\n"
    assert wrong_cells(text) == cells
