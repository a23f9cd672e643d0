"""Columns of players are chosen by evidence; what is no score sheet is refused."""

import pytest
from kit.sheets import wrong_cells

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import read_sheet

HAND = "Hand,Winner,From,Han,Fu"
DEALS = (
    "E1,Boris,Chiara,2,30{},0,2000,-2000,0\n"
    "E2,Boris,tsumo,3,30{},-2000,6000,-2000,-2000\n"
    "E2 r1,Dmitri,Anna,1,30{},-1300,0,0,1300\n"
)
PLAYERS = ["Anna", "Boris", "Chiara", "Dmitri"]


def test_numbers_that_are_nobodys_points_take_no_players_place():
    for stray, numbers in (("Minutes", ",5"), ("Minutes,Turns", ",5,9"), ("x,y,z", ",1,2,3")):
        text = f"{HAND},{stray},{','.join(PLAYERS)}\n{DEALS.format(*[numbers] * 3)}"
        (game,) = read_sheet(text).games
        assert [*game.draft.players] == PLAYERS
        unread = [each for each in game.draft.findings if each.code == "sheet.column"]
        assert [str(each.message).partition("(")[2].strip(")") for each in unread] == [
            stray.replace(",", ", ")
        ]
        assert wrong_cells(text) == []
        assert wrong_cells(text.replace("-1300,0,0,1300", "-1300,0,0,1400")) != []


def test_a_blank_row_of_changes_is_not_nought():
    text = (
        f"Rules,riichi/1 preset=ema-2016\n{HAND},{','.join(PLAYERS)}\n"
        "E1,Boris,Chiara,2,30,,,,\nE2,Boris,tsumo,3,30,,,,\nTotal,,,,,28000,38000,26000,28000\n"
    )
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("38000", "38100")) != []


def test_score_and_total_before_the_names_are_changes_and_totals():
    both = [f"{word} {name}" for word in ("Score", "Total") for name in PLAYERS]
    text = (
        f"{HAND},{','.join(both)}\n"
        "E1,Boris,Chiara,2,30,0,2000,-2000,0,25000,27000,23000,25000\n"
        "E2,Boris,tsumo,3,30,-2000,6000,-2000,-2000,23000,33000,21000,23000\n"
    )
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("33000", "33300")) == ["K3"]


def test_a_total_beside_each_player_belongs_to_that_player():
    pairs = ",".join(f"{name},Total" for name in PLAYERS)
    text = (
        f"{HAND},{pairs}\n"
        "E1,Boris,Chiara,2,30,0,25000,2000,27000,-2000,23000,0,25000\n"
        "E2,Boris,tsumo,3,30,-2000,23000,6000,33000,-2000,21000,-2000,23000\n"
    )
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("33000", "33300")) == ["I3"]


def test_a_row_of_a_penalty_between_deals_is_reported():
    text = f"{HAND},{','.join(PLAYERS)}\n" + DEALS.format("", "", "").replace(
        "E2,", ",Chombo,Chiara,,,0,0,0,0\nE2,"
    )
    (game,) = read_sheet(text).games
    assert [each.place.cell for each in game.draft.findings] == ["B3"]
    assert wrong_cells(text) == []


def test_a_subtotal_is_no_deal():
    text = (
        f"{HAND},{','.join(PLAYERS)}\n"
        "E4,Boris,Chiara,2,30,0,2000,-2000,0\nSubtotal East,,,,,0,2000,-2000,0\n"
        "S1,Dmitri,Chiara,2,30,0,0,-2000,2000\nGrand total,,,,,0,2000,-4000,2000\n"
    )
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("-4000,2000", "-4000,2600")) == ["I5"]


def test_a_list_of_games_is_refused():
    text = "season,page_no,uuid,date_key\n" + "".join(
        f"1,{n},26040{n}-abc,26040{n}\n" for n in range(1, 6)
    )
    file = read_sheet(text)
    assert not file.games
    assert [each.severity for each in file.findings] == ["error"]


def test_a_block_of_final_points_below_the_deals_is_no_deal():
    text = (
        f"Rules,riichi/1 start_points=25000\nA = Anna,B = Boris,C = Chiara,D = Dmitri\n{HAND}\n"
        "E1,Boris,Chiara,2,30\nE2,Boris,tsumo,3,30\n\nPlayer,Final score\n"
        "Anna,23000\nBoris,33000\nChiara,21000\nDmitri,23000\n"
    )
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("33000", "33300")) == ["B9"]


def test_winners_are_called_by_their_winds_of_the_deal_if_the_points_say_so():
    turning = "E1,S,W,2,30,0,2000,-2000,0\nE2,W,S,3,30,0,0,-3900,3900\nE3,E,N,1,30,0,-1500,1500,0\n"
    fixed = "E1,S,W,2,30,0,2000,-2000,0\nE2,N,W,3,30,0,0,-3900,3900\nE3,W,S,1,30,0,-1500,1500,0\n"
    for deals in (turning, fixed):
        text = f"{HAND},{','.join(PLAYERS)}\n{deals}"
        assert wrong_cells(text) == []
        assert "win C ? from B" in read_sheet(text).games[0].text


RATINGS = """Player,Old rating,Change,New rating
Ann,1510,12,1522
Bob,1498,-8,1490
Cid,1475,-4,1471
Dee,1502,0,1502
"""
LEDGER = """Date,Description,Amount,Balance
2024-01-02,Table rent,-40,160
2024-01-09,Fees,80,240
2024-01-16,Tea,-12.5,227.5
2024-01-23,Prize,-30,197.5
"""


@pytest.mark.parametrize("text", [RATINGS, LEDGER])
def test_ratings_and_ledgers_are_no_sheets(text):
    assert read_sheet(text).games == ()


IN_WORDS = """Mano,{repeat},Chi vince,Chi paga,{hand},Ambra,Dario,Elisa,Fabio
Est 1,0,nessuno,,,1000,1000,-3000,1000
Est 1,1,Ambra,tutti,3 han 20 fu,4200,-1400,-1400,-1400
Est 1,2,Ambra,tutti,Mangan,12600,-4200,-4200,-4200
Est 1,3,Elisa,Fabio,{fourth},0,0,4800,-4800
Est 2,0,Ambra,Dario,Haneman,12000,-12000,0,0
"""


@pytest.mark.parametrize("repeat", ["Repliche", "Honba", "Zuzu"])
@pytest.mark.parametrize("hand", ["Mano da", "Valore", "Bobo"])
def test_counters_are_not_taken_for_what_hands_are_worth(repeat, hand):
    found = [
        [each.place.cell for each in audited(game).findings if each.severity == "error"]
        for fourth in ("3 han 30 fu", "4 han 30 fu")
        for game in read_sheet(IN_WORDS.format(repeat=repeat, hand=hand, fourth=fourth)).games
    ]
    assert found == [[], ["E5"]]


RIICHI = """Rules,riichi/1 preset=ema-2016
Hand,Winner,From,Han,Fu,Anna,Boris,Chiara,Dmitri{head}
E1{ready},Boris,Chiara,2,30,,2000,-2000,{behind[0]}
E2,Boris,tsumo,3,30,-2000,6000,-2000,-2000{behind[1]}
E2 r1,Dmitri,Anna,1,30,-1300,,,1300{behind[2]}
"""


@pytest.mark.parametrize("head", ["Left behind", "Value with all"])
def test_a_fifth_column_in_which_nobody_loses_is_no_player(head):
    players = {"head": f",{head}", "ready": "", "behind": [",1", ",2", ",1"]}
    text = RIICHI.format(**players)
    (game,) = read_sheet(text).games
    assert [*game.draft.players] == PLAYERS
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("6000", "6100")) != []


@pytest.mark.parametrize("ready", [" (R B)", " (riichi: Boris)", "（リーチ Boris）"])
def test_players_who_were_ready_may_be_named_behind_the_label(ready):
    text = RIICHI.format(head="", ready=ready, behind=["", "", ""])
    assert wrong_cells(text) == []
    assert "ready B" in read_sheet(text).games[0].text
    assert wrong_cells(text.replace("2000,-2000,\n", "1000,-2000,\n")) != []


def test_cells_call_players_by_the_beginnings_of_their_names():
    text = (
        "Rules,riichi/1 preset=ema-2016\nHand,Winner,Han,Fu,Kotetsu,Nekomimi,Shirokuma,Umi\n"
        "E1,Ko from Ne,2,30,2900,-2900,0,0\nE1 r1,Ne from Shiro,2,30,0,2300,-2300,0\n"
    )
    assert wrong_cells(text) == []
    assert "win B ? from C" in read_sheet(text).games[0].text
    assert wrong_cells(text.replace("2900,-2900", "2600,-2600")) != []


def test_a_deal_with_dashes_alone_was_won_by_nobody():
    text = (
        "Rules,hongkong-faan/1\nHand,Winner,From,Faan,Anna,Boris,Chiara,Dmitri,Notes\n"
        "E1,Anna,Boris,3,8,-8,-,-,\nE1.1,,,,-,-,-,-,all out\nE1.2,Boris,Anna,3,-8,8,-,-,\n"
    )
    (game,) = read_sheet(text).games
    assert "draw wall" in game.text


def test_a_deal_that_counts_nothing_and_is_dealt_again_is_void():
    text = (
        "Rules,riichi/1 preset=ema-2016\nHand,Honba,How,Anna,Boris,Chiara,Dmitri\n"
        "E1,0,Boris from Anna,29000,31000,30000,30000\nE2,0,table kicked over,–,–,–,–\n"
        "E2,0,Anna from Boris,30000,30000,30000,30000\n"
    )
    (game,) = read_sheet(text).games
    codes = [each.code for each in audited(game).findings if each.severity != "note"]
    assert "draw void" in game.text
    assert codes == []


def test_a_winner_and_a_discarder_in_one_cell_are_told_by_the_points():
    text = (
        "Rules,riichi/1 preset=ema-2016\nHand,Winner,Han,Fu,Anna,Boris,Chiara,Dmitri\n"
        "E1,Boris / Chiara,2,30,,2000,-2000,\nE2,Dmitri / Anna,1,40,-1300,,,1300\n"
    )
    assert "win B ? from C" in read_sheet(text).games[0].text
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("-1300,,,1300", "-1000,,,1300")) == ["E4"]


def test_a_row_without_a_label_that_has_the_sums_above_is_no_deal():
    text = (
        "Rules,hongkong-faan/1\nHand,Winner,From,Faan,Anna,Boris,Chiara,Dmitri\n"
        "1,Anna,Boris,3,8,-8,,\n2,Anna,Chiara,3,8,,-8,\n,up to here,,,16,-8,-8,\n"
        "3,Anna,Dmitri,3,8,,,-8\n"
    )
    (game,) = read_sheet(text).games
    assert len(game.draft.deals) == 3


def test_a_list_of_prices_that_touches_the_deals_is_left_out():
    text = (
        "Friday,,,,,,,,Prices,,\nmin 3,,,,,,,,faan,off,each\n"
        "Hand,Winner,From,Faan,Anna,Boris,Chiara,Dmitri,3,8,4\n"
        "1,Anna,Boris,3,8,-8,,,4,16,8\n2,Boris,Anna,4,-16,16,,,5,24,12\n"
        "3,Chiara,Dmitri,3,,,8,-8,6,32,16\n"
    )
    (game,) = read_sheet(text).games
    assert [*game.draft.players] == PLAYERS
    assert wrong_cells(text) == []


def test_values_of_hands_with_zeros_are_no_changes():
    text = (
        "Hand,East,Mahjong,Anna pts,Boris pts,Chiara pts,Dmitri pts,Anna,Boris,Chiara,Dmitri\n"
        "1,Anna,Anna,24,8,4,0,144,-36,-48,-60\n2,Anna,Boris,2,36,16,4,-104,144,4,-44\n"
        "3,Boris,Boris,12,44,0,8,-72,264,-108,-84\n4,Boris,Dmitri,4,6,28,64,-92,-168,4,256\n"
    )
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("-72,264", "-72,246")) != []
