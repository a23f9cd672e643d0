"""Labels of deals as clubs shorten them, and players whose names are words of score sheets."""

import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import read_sheet

PLAYERS = "Ann,Bob,Cid,Dee"
RIICHI = f"""\
Deal,Winner,From,Han,Fu,{PLAYERS}
E1,Bob,Cid,2,30,0,2000,-2000,0
E2,Dee,tsumo,3,40,-1300,-2600,-1300,5200
E3,Ann,Bob,1,30,1000,-1000,0,0
E4,Bob,Ann,1,30,-1000,1000,0,0
"""


def judged(text):
    """Return the cells of a sheet that are wrong and the number of claims that agree."""
    audits = [audited(game) for game in read_sheet(text).games]
    wrong = [finding.place.cell for audit in audits for finding in audit.findings
             if finding.is_error]  # fmt: skip
    agreed = sum(verdict.answer in {"agrees", "given"} for audit in audits
                 for verdict in audit.verdicts)  # fmt: skip
    return wrong, agreed


@pytest.mark.parametrize(
    ("labels", "after"),
    [
        (("W1", "W2", "W3", "W4", "Pd1"), "Po wschodzie"),
        (("В1", "В2", "В3", "В4", "Ю1"), "После востока"),
        (("Ost 1", "Ost 2", "Ost 3", "Ost 4", "Süd 1"), "Nach der Ostrunde"),
        (("Est 1", "Est 2", "Est 3", "Est 4", "Sud 1"), "Après l'Est"),
        (("東1局", "東2局", "東3局", "東4局", "南1局"), "東場後"),
    ],
)
def test_the_sum_after_a_wind_is_judged_in_the_grammar_of_its_language(labels, after):
    rows = RIICHI.splitlines()
    rows = [rows[0], *(f"{label},{row.partition(',')[2]}"
                       for label, row in zip(labels, rows[1:], strict=False))]  # fmt: skip
    rows += [f"{after},,,,,-1300,-600,-3300,5200", f"{labels[4]},Bob,Ann,1,30,-1000,1000,0,0",
             "Total,,,,,-2300,400,-3300,5200"]  # fmt: skip
    wrong, agreed = judged("\n".join(rows))
    assert (wrong, agreed >= 20) == ([], True)
    assert judged("\n".join(rows).replace("-1300,-600", "-1300,-700"))[0] == ["G6"]


@pytest.mark.parametrize("again", ["E4+", "E4'", "E4 bis", "E4b"])
def test_a_deal_played_again_may_have_a_sign_or_a_word_for_it(again):
    deals = (
        RIICHI.replace("E4,Bob,Ann,1,30,-1000,1000,0,0", "E4,draw,,,,0,0,0,0")
        + f"{again},draw,,,,0,0,0,0\n"
    )
    assert judged(deals)[0] == []


@pytest.mark.parametrize("name", ["Stan", "Total", "Net", "Pos", "Ron"])
def test_a_word_of_sheets_is_a_name_where_cells_name_a_player_so(name):
    sheet = RIICHI.replace("Bob", name)
    assert judged(sheet) == judged(RIICHI)
    assert judged(sheet.replace("-2600", "-3600"))[0] == ["G3"]


def test_numbers_behind_a_wind_may_count_all_deals():
    sheet = f"""\
Deal,Dealer,Winner,From,Faan,{PLAYERS}
E1,Ann,Ann,Bob,3,16,-8,-4,-4
E2,Ann,Bob,Cid,3,-4,16,-8,-4
E3,Bob,Cid,Dee,3,-4,-4,16,-8
E4,Cid,Cid,Dee,3,-4,-4,16,-8
E5,Cid,Dee,Ann,3,-8,-4,-4,16
"""
    wrong, agreed = judged(sheet)
    assert (wrong, agreed >= 15) == ([], True)
    # Where the dealer passes with each number, one beyond the players is a slip.
    turned = (
        sheet.replace("E2,Ann", "E2,Bob").replace("E3,Bob", "E3,Cid").replace("E4,Cid", "E4,Dee")
    )
    assert "A6" in judged(turned)[0]


def test_running_totals_repeat_where_nobody_wins():
    sheet = """\
National Mah Jongg League
Game #,Winner,Discarded by,Card pts,Dot,Peg,Liz,Kay
1,Liz,self-picked,30,-60,-60,180,-60
2,wall game,,,-60,-60,180,-60
3,Liz,self-picked,25,-110,-110,330,-110
4,Liz,Dot,30,-170,-140,450,-140
5,Liz,Kay,25,-195,-165,550,-190
6,Peg,self-picked,30,-255,15,490,-250
"""
    wrong, agreed = judged(sheet)
    assert (wrong, agreed >= 9) == ([], True)
    assert judged(sheet.replace("2,wall game,,,-60,-60,180,-60", "2,wall game,,,-60,-60,180,-50"))[
        0
    ]


@pytest.mark.parametrize("labels", ["1 2.1 2.2 3.1 3.2 3.3", "1a 2a 2b 3a 3b 3c", "1 2 2 3 3 3"])
def test_rows_of_one_deal_are_its_wins_where_play_goes_on(labels):
    rows = [
        "Ling,zimo,3,27,-9,-9,-9",
        "Nora,zimo,3,-9,-9,27,-9",
        "Marc,zimo,1,-3,6,0,-3",
        "Marc,Ling,3,-8,8,0,0",
        "Ling,Omar,1,2,0,0,-2",
        "Omar,Nora,1,0,0,-2,2",
    ]
    pairs = zip(labels.split(), rows, strict=True)
    head = "Sichuan to the bloody end\nDeal,Hu,From,Fan,Ling,Marc,Nora,Omar\n"
    sheet = head + "".join(f"{label},{row}\n" for label, row in pairs)
    wrong, agreed = judged(sheet)
    assert (wrong, agreed >= 18) == ([], True)
    assert judged(sheet.replace("Omar,1,2,0,0,-2", "Omar,1,4,0,0,-2"))[0] == ["E7"]


@pytest.mark.parametrize(
    ("concealed", "added"),
    [("暗杠", "补杠"), ("kong", "kong"), ("concealed kong", "kong"), ("verdeckter Kong", "Kong")],
)
def test_a_kong_has_a_row_of_its_own_where_play_goes_on(concealed, added):
    sheet = f"""\
Sichuan to the bloody end
Deal,Hu,From,Fan,Ling,Marc,Nora,Omar
1,Omar,,{concealed},-2,-2,-2,6
,Ling,Marc,1,2,-2,0,0
,Omar,,{added},0,-1,-1,2
,Nora,zimo,0,0,-2,4,-2
,Omar,Marc,2,0,-4,0,4
2,Marc,Nora,0,0,1,-1,0
"""
    wrong, agreed = judged(sheet)
    assert (wrong, agreed >= 7) == ([], True)
    assert judged(sheet.replace("1,2,-2,0,0", "1,2,-3,0,0"))[0] == ["F4"]


@pytest.mark.parametrize("title", ["成都麻将 底10 自摸加底", "四川血战 十块底", "Sichuan, base 10"])
def test_a_title_tells_what_no_fan_brings(title):
    sheet = f"""\
{title}
局,胡家,点炮,番,Ling,Marc,Nora,Omar
1,Nora,Marc,0,0,-10,10,0
1,Omar,Ling,2,-40,0,0,40
2,Nora,自摸,1,-30,-30,90,-30
2,Omar,Ling,3,-80,0,0,80
"""
    wrong, agreed = judged(sheet)
    assert (wrong, agreed >= 10) == ([], True)
    assert judged(sheet.replace("-80,0,0,80", "-60,0,0,80"))[0] == ["E6"]


@pytest.mark.parametrize(
    ("ranks", "name"), [(" 3421", "Stan"), ("     ", "Stan"), (" 3421", "Net")]
)
def test_a_word_for_totals_is_a_name_among_the_players_of_a_result(ranks, name):
    sheet = f"""\
Player,Points,Rank
Rhea,26600,{ranks[1].strip()}
{name},12300,{ranks[2].strip()}
Tilda,27500,{ranks[3].strip()}
Umar,33600,{ranks[4].strip()}
Total,100000,
"""
    wrong, agreed = judged(sheet)
    assert (wrong, agreed >= 1) == ([], True)


def test_labels_with_winds_go_before_a_number_of_the_row_and_a_start_has_dashes():
    sheet = """Nº,Mano,Ganador,Descartó,Han,Fu,Ana,Bea,Carlos,David
0,Inicio,-,-,-,-,25000,25000,25000,25000
1,Este 1,Bea,Carlos,2,30,25000,27000,23000,25000
2,東二局,-,-,-,-,26500,28500,21500,23500
3,東二局一本場,David,tsumo,3,40,25100,25800,20100,29000
"""
    assert judged(sheet)[0] == []
    assert judged(sheet.replace("20100", "20200"))[0] == ["I5"]


COUNTED = """\
Hand;Winner;From;Han;Fu;Ann;Bob;Cid;Dee;Tenpai
E1.0;Dee;tsumo;3;40;-2600;-1300;-1300;5200;
E2.0;draw;;;;1500;1500;-1500;-1500;Ann/Bob
{label};Cid;Dee;1;50;0;0;{won};-{won};
E3.0;Dee;Ann;2;30;-2000;0;0;2000;
"""


@pytest.mark.parametrize(
    ("label", "won", "cells"),
    [
        ("E2.1", 1900, []),
        ("E2.0", 1900, ["A4"]),  # the payments hold a counter
        ("E2.0", 1600, []),  # this club may not count them
    ],
)
def test_payments_prove_the_counter_of_a_repeated_label(label, won, cells):
    game = read_sheet(COUNTED.format(label=label, won=won)).games[0]
    wrong = [each for each in audited(game).findings if each.is_error]
    assert [each.place.cell for each in wrong] == cells
    assert [each.expected for each in wrong] == ["E2.1"] * len(cells)
