"""Logs of clients, notes between deals, players called by letters, keys of seats, totals so far."""

import pytest
from kit.sheets import agreeing_claims, sheet_findings, wrong_cells

LOG = (
    "2025/11/10 21:14 | 23分 | 四般南喰赤 | さくら(+53.0) 猫1号(+10.0) 侍(-21.0) 王(-42.0)\n"
    "2025/11/11 21:21 | 24分 | 四般南喰赤 | 王(+54.0) 侍(+6.0) 猫1号({}) さくら(-43.0)\n"
    "2025/11/12 21:28 | 25分 | 四般南喰赤 | さくら(+50.0) 王(+9.0) 侍(-20.0) 猫1号(-39.0)\n"
)


@pytest.mark.parametrize(("points", "cells"), [("-17.0", 0), ("-71.0", 1)])
def test_a_line_of_a_log_has_all_names_with_points(points, cells):
    text = LOG.format(points)
    assert agreeing_claims(text) >= 8
    assert len(wrong_cells(text)) == cells


def test_results_with_totals_of_players_below_are_converted_once():
    text = (
        "25000点持ち30000点返し 順位ウマ10-30 オカあり\n試合,選手,素点,順位,順位点,ポイント\n"
        "第1試合,黒川,37000,1,50.0,57.0\n第1試合,白石,15100,4,▲30.0,▲44.9\n"
        "第1試合,赤羽,24600,2,10.0,4.6\n第1試合,青山,23300,3,▲10.0,▲16.7\n"
        "第2試合,黒川,20500,3,▲10.0,▲19.5\n第2試合,白石,36700,1,50.0,56.7\n"
        "第2試合,赤羽,19200,4,▲30.0,▲40.8\n第2試合,青山,23600,2,10.0,{}\n\n"
        "選手,通算\n黒川,37.5\n白石,11.8\n赤羽,▲36.2\n青山,▲13.1\n"
    )
    assert wrong_cells(text.format("3.6")) == []
    assert wrong_cells(text.format("6.3")) == ["F10"]


HONG_KONG = (
    "Hong Kong,3 faan minimum,half shooter\n#,Mahjong,Discarded by,Faan,Win,Alf,Suki,Horace\n"
    "1,Horace,Suki,4,-16,-16,-32,64\n2,nobody,,,0,0,0,0\n3,Alf,Horace,6,-32,128,-32,-64\n"
    ",{}\n4,Suki,Alf,3,-8,-16,32,-8\n5,Win,self-draw,3,48,-16,-16,-16\n"
)


@pytest.mark.parametrize("note", ["dumplings", "Pause", "Tee und Kuchen"])
def test_a_word_between_the_deals_is_told_and_no_error(note):
    text = HONG_KONG.format(note)
    assert wrong_cells(text) == []
    assert any(note in str(finding.message) for finding in sheet_findings(text))


APP = (
    "Round,Honba,Winner,Loser,Han,Fu,{0} Player A,{0} Player B,{0} Player C,{0} Player D\n"
    "East 1,0,Player A,Player D,2,30,2900,0,0,-2900\n"
    "East 1,1,Player C,Tsumo,5,40,-4100,-2100,8300,-2100\n"
    "East 2,0,Player C,Player B,2,30,0,-2000,{1},0\n"
)


@pytest.mark.parametrize("word", ["Points", "Score", "Delta"])
@pytest.mark.parametrize(("points", "cells"), [(2000, []), (2600, ["I4"])])
def test_players_may_be_called_by_letters_in_the_heads(word, points, cells):
    assert wrong_cells(APP.format(word, points)) == cells


KEY = (
    "A = Joost,B = Femke,C = Daan,D = Lotte,start 30000,uma 15/5/-5/-15\n"
    "Spel,Honba,Winnaar,Van,Han,Fu,A,B,C,D\nOost 1,0,C,zelf,3,30,-2000,-1000,4000,-1000\n"
    "Oost 2,0,D,A,2,30,-2000,0,0,2000\nOost 3,0,C,A,5,30,-12000,0,12000,0\n"
    "Oost 3,1,A,B,5,40,8300,-8300,0,0\n\nSpeler,Eindscore,Plaats,Uma,Totaal\n"
    "Joost,22300,3,-5.0,-12.7\nFemke,20700,4,-15.0,-24.3\nDaan,46000,1,+15.0,+31.0\n"
    "Lotte,31000,2,{},+6.0\n"
)


@pytest.mark.parametrize(("uma", "cells"), [("+5.0", []), ("-5.0", ["D12"])])
def test_a_key_of_seats_names_the_players_of_a_block_below(uma, cells):
    assert wrong_cells(KEY.format(uma)) == cells


SO_FAR = (
    "日期,阿明,阿芳,大舅,細妹,備註,阿明累計,阿芳累計,大舅累計,細妹累計\n"
    "1月5日,-52,-48,260,-160,,-52,-48,260,-160\n"
    "1月12日,56,-132,48,28,生日,4,-180,308,-132\n1月19日,268,-100,-100,-68,,272,{},208,-200\n"
    "2月5日,-164,180,-176,160,,108,-100,32,-40\n"
)


@pytest.mark.parametrize(("total", "cells"), [(-280, []), (-820, ["H4"])])
def test_totals_so_far_follow_from_each_evening(total, cells):
    assert wrong_cells(SO_FAR.format(total)) == cells


MARKS_OF_FOUR = (
    '"V = vince, S = scarta la tessera vincente; senza S = tsumo"\n'
    "Mano,Honba,Han,Fu,Alba esito,Alba punti,Nino esito,Nino punti,Rosa esito,Rosa punti,"
    "Tito esito,Tito punti\nEst 1,0,2,40,,0,,0,S,-2600,V,{}\n"
    "Est 2,0,2,30,,0,V,+2900,,0,S,-2900\nEst 2,1,1,40,,-800,V,+2400,,-800,,-800\n"
    "Est 2,2,5,40,S,-8600,,0,,0,V,+8600\n"
)


@pytest.mark.parametrize(("points", "wrong"), [("+2600", 0), ("+6200", 1)])
def test_marks_in_columns_such_as_ann_result(points, wrong):
    text = MARKS_OF_FOUR.format(points)
    assert agreeing_claims(text) >= 12
    assert len(wrong_cells(text)) == wrong


def test_lists_of_winds_may_be_joined_by_hyphens():
    text = (
        "Mano,Vince,Da,Han,Fu,Riichi,Tullia,Renzo,Bice,Otto\nE1,O,E,2,40,,-2600,0,2600,0\n"
        "E2,N,O,4,40,N-E-O,10000,-1000,0,-9000\nE3,S,E,3,30,,0,0,-3900,3900\n"
        "E4,O,S,2,40,O-N,-2600,3600,-1000,0\n"
    )
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("3600,-1000", "3600,-100")) == ["I5"]


@pytest.mark.parametrize(("discarder", "cells"), [("Rosa", []), ("Nadia", ["C2"])])
def test_without_immunity_the_discarder_pays(discarder, cells):
    text = (
        f"Zung Jung, formal payoff, no same-turn immunity\n1,Piers,{discarder},110,-25,330,-25,-280"
        "\n2,Quentin,self-draw,5,-5,-5,15,-5\n3,Piers,self-draw,50,-50,150,-50,-50\n"
        "4,Nadia,Rosa,45,135,-25,-25,-85\n5,Rosa,Nadia,40,-70,-25,-25,120\n"
    ).replace("immunity\n", "immunity\nDeal,Winner,Discarder,Points,Nadia,Piers,Quentin,Rosa\n", 1)
    assert wrong_cells(text) == [cell.replace("2", "3") for cell in cells]
