"""Names that are words, words that no list has, and tables that are no score sheets."""

import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import read_sheet


def errors_of(sheet):
    (game,) = read_sheet(sheet).games
    findings = [each for each in audited(game).findings if each.severity == "error"]
    return game, [(each.code, each.place.cell) for each in findings]


MANON = """Donne;Mahjong;Donneur;Points;Camille;Jules;Manon;Théo;Contrôle
1;Théo;Jules;19;-8;-27;-8;43;0
2;Camille;tiré;12;60;-20;-20;-20;0
3;Manon;Théo;8;-8;-8;32;-16;0
4;Jules;Manon;28;-8;52;-36;-8;0
"""


def test_a_player_may_be_called_like_the_plural_of_a_head():
    game, errors = errors_of(MANON)
    assert errors == []
    assert game.draft.players == ("Camille", "Jules", "Manon", "Théo")


def test_three_players_of_a_game_for_four_are_no_crash():
    three = "\n".join(",".join(row.split(";")[:3] + row.split(";")[4:7])
                      for row in MANON.splitlines())  # fmt: skip
    assert read_sheet("Rules,mcr/1\n" + three).games


def test_nobody_may_be_called_by_a_word_for_no_and_one_for_the_winner():
    sheet = """Runde;Sieger;Abwurf;Uli;Vera;Wim;Xenia
Ost 1;Wim;Xenia;0,0;0,0;5,2;-5,2
Ost 2;Vera;Uli;-3,9;3,9;0,0;0,0
Ost 2 (1);kein Sieger;;1,5;1,5;-1,5;-1,5
"""
    game, errors = errors_of(sheet)
    assert errors == []
    assert next(entry.text for entry in game.draft.deals[2].entries) == "draw wall"
    assert game.draft.rules.startswith("riichi/1")


HANDS = """Deal,Who,From whom,Hand,Kai,Lea,Max,Nia
E1,Lea,Nia,Mangan,0,8000,0,-8000
E2,Kai,tsumo,{haneman},12000,-6000,-3000,-3000
E3,Max,Lea,3/30,0,-5800,5800,0
"""


def test_a_column_of_hands_is_found_below_any_head():
    assert errors_of(HANDS.format(haneman="Haneman"))[1] == []
    assert [cell for _, cell in errors_of(HANDS.format(haneman="Mangan"))[1]] == ["D3"]


@pytest.mark.parametrize(
    ("winner", "source", "cell"), [("Lea", "Lea", "B3"), ("Max", "Max", "C3"), ("Max", "Lea", "")]
)
def test_of_two_cells_that_name_one_player_the_points_tell_the_wrong_one(winner, source, cell):
    sheet = f"""Deal,Winner,From,Han,Fu,Kai,Lea,Max,Nia
E1,Lea,Nia,3,30,0,3900,0,-3900
E2,{winner},{source},2,30,0,-2000,2000,0
E3,Kai,Max,2,40,2600,0,-2600,0
"""
    wanted = [("win.line", cell)] if cell else []
    assert errors_of(sheet)[1] == wanted


BY_MONTH = """Month,Ann,Bob,Cid,Dee
January,12,15,9,11
February,8,14,10,12
March,13,9,12,10
April,9,9,14,13
"""
FEES = """Member,Since,Fee 2024,Fee 2025,Paid
Ann Lee,2019,30,35,yes
Bob Roe,2021,30,35,no
Cid Moe,2020,15,20,yes
"""


@pytest.mark.parametrize("table", [BY_MONTH, FEES])
def test_a_table_whose_rows_do_not_add_up_alike_is_no_score_sheet(table):
    file = read_sheet(table)
    assert not file.games
    assert "sheet.layout" in [finding.code for finding in file.findings]


@pytest.mark.parametrize(
    "hands",
    [
        ("3 han 40 fu", "2h30f", "5h"),
        ("3 Han/40 Fu", "2h, 30f", "mangan"),
        ("40 fu 3 fan", "2/30f", "満貫 5翻30符"),
        ("3翻40符", "2番30符", "満貫(5翻)"),
        ("3 хана 40 фу", "2х 30ф", "мангам"),
        ("3판 40부", "30부 2판", "만관"),
        ("3h40", "2-30", "5 han (mangan)"),
    ],
)
@pytest.mark.parametrize("head", ["Donne,Gagnant,Donneur,Main", "Mano,Ganador,De,Han/Fu",
                                  "Deal,Winner,From,Hand value"])  # fmt: skip
def test_han_and_fu_stand_in_one_cell_in_any_language(head, hands):
    sheet = f"""{head},Ana,Bea,Carla,Dora
E1,Bea,Carla,"{hands[0]}",0,5200,-5200,0
E2,Dora,tsumo,"{hands[1]}",-500,-1000,-500,2000
E3,Ana,Bea,"{hands[2]}",8000,-8000,0,0
"""
    assert errors_of(sheet)[1] == []
    assert errors_of(sheet.replace("-1000", "-1300"))[1][0][1] == "F3"
