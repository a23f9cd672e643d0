"""Sheets that tell in one cell what happened: who won from whom, the hand, who was ready."""

import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import read_sheet

GERMAN = """Spiel;Verlauf;Jörg;Käthe;Lutz;Mia
Ost-1;Lutz Tsumo 4 Han 30 Fu;-3900;-2000;7900;-2000
Ost-2;Mia Ron von Jörg, 2 Han 30 Fu, Riichi Mia;-2000;0;0;2000
Ost-3;Käthe Ron von Lutz, 5 Han 30 Fu, Riichi Käthe und Lutz;0;{kaethe};-9000;0
Ost-4;Unentschieden, keiner Tenpai;0;0;0;0
Süd-1;Jörg Ron von Mia, 3 Han 40 Fu;8000;0;0;-8000
"""
ENGLISH = """Hand,What happened,Anna,Bruno,Clara,Dirk
E1,Bruno: Ron 3900 from Anna,21100,28900,25000,25000
E2,Anna tsumo 1000/2000,25100,26900,24000,24000
E3,Anna: Ron 2600 from Clara,27700,26900,21400,24000
E4,"Draw, tenpai: Anna, Dirk",29200,25400,19900,25500
"""
SICHUAN = """四川麻将 血战到底
局,胡牌,赵,钱,孙,李
1,赵(点炮:钱) 1番,2,-2,0,0
2,孙自摸2番,-5,-5,15,-5
3,李(点炮:赵) 0番; 钱(点炮:赵) 2番,{zhao},4,0,1
4,流局,0,0,0,0
"""


def texts_and_errors(sheet):
    (game,) = read_sheet(sheet).games
    findings = [each for each in audited(game).findings if each.severity == "error"]
    texts = [entry.text for deal in game.draft.deals for entry in deal.entries]
    return texts, [(each.code, each.place.cell) for each in findings]


def test_the_hand_and_the_ready_players_stand_behind_the_result():
    texts, errors = texts_and_errors(GERMAN.format(kaethe=9000))
    assert errors == []
    assert {"win B ? from C", "ready B C", "fan B han 5, fu 30", "draw wall", "tenpai"} <= {*texts}


def test_the_value_stands_between_the_result_and_the_discarder():
    texts, errors = texts_and_errors(ENGLISH)
    assert errors == []
    assert {"win B ? from A", "fan B points 3900", "fan A share 1000, dealer-share 2000",
            "tenpai A D"} <= {*texts}  # fmt: skip


def test_a_cell_tells_of_several_wins_each_with_its_hand():
    texts, errors = texts_and_errors(SICHUAN.format(zhao=-5))
    assert errors == []
    assert {"win D ? from A", "win B ? from A", "fan D total 0", "fan B total 2"} <= {*texts}


@pytest.mark.parametrize(
    ("sheet", "cell"),
    [
        (GERMAN.format(kaethe=8000), "D4"),
        (ENGLISH.replace("27700,26900", "27900,26900"), "C4"),
        (SICHUAN.format(zhao=-4), "C5"),
    ],
)
def test_a_slip_beside_free_text_is_named_at_its_cell(sheet, cell):
    _, errors = texts_and_errors(sheet)
    assert [at for _, at in errors] == [cell]


def test_a_penalty_between_the_sum_and_the_final_points_is_counted():
    sheet = """Mano;Ganador;Paga;Han;Fu;Pablo;Lucía;Diego;Inés
Este 1;Diego;Pablo;3;30;-3900;0;3900;0
Este 2;Lucía;todos;3;40;-2600;7800;-2600;-2600
Este 2 r1;Lucía;Inés;2;30;0;3200;0;-3200
Total;;;;;23500;41000;31300;24200
Penalización;;;;;0;0;-8000;0
Final;;;;;23500;41000;{final};24200
"""
    assert texts_and_errors(sheet.format(final=23300))[1] == []
    assert texts_and_errors(sheet.format(final=24300))[1] == [("final.points", "H7")]


def test_the_dealers_wind_bears_the_counters_beside_the_wind_of_the_round():
    sheet = """台灣麻將 100底20台
將,局,胡牌者,放槍者,台數,王,李,陳,張
東風,東,王,張,1,160,0,0,-160
東風,東連1,李,王,2,-40,200,0,-160
東風,南,陳,王,4,-220,200,180,-160
"""
    (game,) = read_sheet(sheet).games
    assert [deal.label for deal in game.draft.deals] == ["E1", "E1.1", "E2"]


LINES = """Friday night, from 25000
E1: Ida ron Tom 3900 | Tom 21100 Ida 28900 Ned 25000 Fay 25000
E2: Ned tsumo 5200 | Tom 19800 Ida 26300 Ned 30200 Fay 23700
E3: Ida ron Fay 7700 | Tom 19800 Ida 34000 Ned 30200 Fay {fay}
E4: draw, tenpai Tom Fay | Tom 21300 Ida 32500 Ned 28700 Fay 17500
"""


def test_lines_of_a_chat_are_rows_with_everybodys_points():
    texts, errors = texts_and_errors(LINES.format(fay=16000))
    assert errors == []
    assert {"win B ? from A", "tenpai A D", "fan B points 7700"} <= {*texts}
    assert texts_and_errors(LINES.format(fay=16700))[1] == [("score.chain", "F4")]


TENPAI_IN_A_CELL = """Mano;Vincitore;Scarto di;Han;Fu;Riichi;Gina;Marco;Elena Bo;Luca
E1;patta;tenpai: nessuno;;;;0;0;0;0
E2;pareggio (tenpai: Gina, Elena Bo e Luca);;;;;1000;-3000;1000;1000
E3;Gina;tsumo;3;30;;4600;-1200;-2200;-1200
E4;patta;tenpai: tutti;;;;0;0;0;0
E4-1;nessuno, tenpai Elena Bo;;;;;-1000;{marco};3000;-1000
"""
INITIALS = """Deal,Winner,From,Han,Fu,Riichi,Tenpai,Kasia,Paweł,Ola,Michał
E1,Paweł,Ola,4,40,,,0,8000,-8000,0
E2,draw,,,,"K,O","K,O",500,-1500,500,-1500
E3,Michał,self-draw,3,30,"P,M",,-1000,-2000,-1000,7000
"""


def test_cells_about_a_draw_name_who_was_tenpai():
    texts, errors = texts_and_errors(TENPAI_IN_A_CELL.format(marco=-1000))
    assert errors == []
    assert [text for text in texts if text.startswith("tenpai")] == [
        "tenpai", "tenpai A C D", "tenpai A B C D", "tenpai C",
    ]  # fmt: skip
    assert texts_and_errors(TENPAI_IN_A_CELL.format(marco=-1500))[1]


def test_players_in_lists_are_called_by_their_initials():
    texts, _ = texts_and_errors(INITIALS)
    assert {"ready A C", "tenpai A C", "ready B D"} <= {*texts}


SENTENCES = {
    "English": """Hand,What happened,Ann,Bob,Cat,Dan
E1,Ann won off Bob for 3900,3900,-3900,0,0
E1-1,Bob deals into Cat for mangan,0,-8300,8300,0
E2,draw: Ann and Dan tenpai,1500,-1500,-1500,1500
E3-1,Ann dealt in to Dan 2000,-2300,0,0,2300
E4,Bob self-drew 1000/2000,-1000,4000,-1000,-2000
""",
    "Japanese": """局,結果,田中,鈴木,佐藤,高橋
東1局,田中ロン 3900 鈴木放銃,3900,-3900,0,0
東1局1本場,鈴木が佐藤に放銃 8000,0,-8300,8300,0
東2局,流局 田中・高橋テンパイ,1500,-1500,-1500,1500
東3局1本場,田中→高橋 2000,-2300,0,0,2300
東4局,鈴木ツモ 1000/2000,-1000,4000,-1000,-2000
""",
    "German": """Hand;Ergebnis;Anna;Ben;Clara;Dirk
Ost 1;Anna von Ben, 3900 Punkte;3900;-3900;0;0
Ost 1.1;Ben zahlt an Clara 8000;0;-8300;8300;0
Ost 2;Unentschieden, Anna und Dirk Tenpai;1500;-1500;-1500;1500
Ost 3.1;Dirk gewinnt von Anna mit 2000 Punkten;-2300;0;0;2300
Ost 4;Ben selbst gezogen 1000/2000;-1000;4000;-1000;-2000
""",
}


@pytest.mark.parametrize("language", SENTENCES)
def test_a_sentence_names_the_discarder_before_or_behind_the_winner(language):
    sheet = "riichi\n" + SENTENCES[language]
    texts, errors = texts_and_errors(sheet)
    assert errors == []
    wins = [text for text in texts if text.startswith("win")]
    assert wins == ["win A ? from B", "win C ? from B", "win D ? from A", "win B ? self"]
    assert [text for text in texts if "points 3900" in text]
    wrong = sheet.replace("-3900", "-9300")
    assert texts_and_errors(wrong)[1]


def test_a_row_named_by_two_words_for_totals_has_the_sums_of_the_deals():
    sheet = """Mano,Ganador,Descartador,Puntos,Ana,Berta,Carlos,David
1,Ana,Berta,12,36,-20,-8,-8
2,Carlos,,15,-23,-23,69,-23
suma parcial,,,,13,-43,61,-31
3,David,Ana,9,-17,-8,-8,33
suma final,,,,-4,-51,{carlos},2
"""
    (game,) = read_sheet(sheet.format(carlos=53)).games
    assert {finding.code for finding in audited(game).findings} == {"rules.inferred"}
    assert texts_and_errors(sheet.format(carlos=35))[1] == [("score.chain", "G6")]
