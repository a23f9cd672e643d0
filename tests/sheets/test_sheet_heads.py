"""Heads as clubs write them: seats beside names, brackets, line breaks, rules by the title."""

import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.cells.words import role_of, seat_and_name
from mjlog.sheets.reading import read_sheet

ROWS = "E1,Bob,Cid,2,30,0,2000,-2000,0\nE2,Dee,tsumo,3,40,-1300,-2600,-1300,5200\n"


def audit(text):
    (game,) = read_sheet(text).games
    return audited(game)


def wrong(text):
    return [(each.code, each.place.cell) for each in audit(text).findings if each.is_error]


@pytest.mark.parametrize(
    "heads",
    [
        "Player 1: Ann,Player 2: Bob,Player 3: Cid,Player 4: Dee",
        "East Ann,South Bob,West Cid,North Dee",
        "Ann (E),Bob (S),Cid (W),Dee (N)",
        "東 Ann,南 Bob,西 Cid,北 Dee",
        '"Ann\n[E]","Bob\n[S]","Cid\n[W]","Dee\n[N]"',
    ],
)
def test_a_seat_beside_a_name_is_no_part_of_it(heads):
    text = f"Hand,Winner,From,Han,Fu,{heads}\n{ROWS}"
    assert audit(text).sheet.game.players == ("Ann", "Bob", "Cid", "Dee")
    assert wrong(text) == []
    assert [code for code, _ in wrong(text.replace("5200", "5300"))] == ["net.differs"]


def test_seats_beside_names_order_the_players():
    text = (
        "Hand,Winner,From,Han,Fu,Bob (S),Dee (N),Ann (E),Cid (W)\n"
        "E1,Bob,Cid,2,30,2000,0,0,-2000\nE2,Dee,tsumo,3,40,-2600,5200,-1300,-1300\n"
    )
    assert audit(text).sheet.game.players == ("Ann", "Bob", "Cid", "Dee")
    assert wrong(text) == []
    assert seat_and_name("Smith (jr)") == (-1, "Smith (jr)")


@pytest.mark.parametrize(
    ("head", "role"),
    [("Han (番)", "han"), ("Riichi?", "ready"), ("Dealt\nin", "from"), ("Fu\n(符)", "fu"),
     ("和了内容", "items"), ("Woo", "winner"), ("Feeder", "from"), ("Ann (E)", None)],
)  # fmt: skip
def test_heads_with_more_than_their_word(head, role):
    assert role_of(head) == role


def test_what_everybody_begins_with_needs_no_name():
    text = (
        "Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n,,,,,25000,25000,25000,25000\n"
        "E1,Bob,Cid,2,30,25000,27000,23000,25000\nE2,Dee,Ann,1,30,24000,27000,23000,26000\n"
        "Uma (15/5),,,,,-5,15,-15,5\n"
    )
    assert len(audit(text).sheet.game.deals) == 2
    assert wrong(text) == []


def test_three_columns_of_players_are_riichi_for_three():
    text = (
        "Hand,Winner,From,Han,Fu,Aki,Ben,Chi\n"
        "E1,Ben,Aki,2,30,-2000,2000,0\nE2,Chi,Ben,3,30,0,-3900,3900\n"
    )
    assert audit(text).sheet.game.rules == "riichi/1 preset=tenhou-sanma"
    assert wrong(text) == []
    assert wrong(text.replace(",3900", ",4000")) == [("net.differs", "H3")]


def test_three_players_need_not_stop_when_the_leader_deals_last():
    text = (
        "Hand,Winner,From,Han,Fu,Aki,Ben,Chi\nE1,Ben,Aki,2,30,-2000,2000,0\n"
        "E2,Chi,Ben,3,30,0,-3900,3900\nE3,Aki,Ben,1,30,1000,-1000,0\n"
        "S1,Ben,Aki,1,30,-1000,1000,0\nS2,Chi,Ben,3,30,0,-3900,3900\n"
        "S3,Chi,Aki,3,30,-5800,0,5800\nS3.1,Ben,Chi,1,30,0,1200,-1200\n"
    )
    assert wrong(text) == []
    assert wrong(text.replace("1200,-1200", "1200,-1000")) == [("net.differs", "H8")]
    # Nobody may be below nought where the rules end the game then.
    broke = text.replace("E1,Ben,Aki,2,30,-2000,2000", "E1,Ben,Aki,13,30,-32000,32000")
    assert wrong(broke) == []


def test_a_value_in_words_tells_riichi_and_a_title_tells_tibet():
    text = (
        "Hand,Type,Winner,Loser,Value,Ann,Bob,Cid,Dee\n"
        "E1,Ron,Bob,Cid,2 han 30 fu,0,2000,-2000,0\nE2,Draw,,,,0,0,0,0\n"
    )
    assert "fan B han 2, fu 30" in audit(text).sheet.text
    assert wrong(text) == []
    tibet = "Tibet ladder\nHand,Dealer,Winner,From,Han,Ann,Bob\n1,Ann,Bob,Ann,1,-10,10\n"
    assert audit(tibet).sheet.game.rules == "tibet/1 preset=tibet-13-scored"
