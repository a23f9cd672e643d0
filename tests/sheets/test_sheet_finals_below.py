"""Final points in a block below deals that have no columns of points, and sticks left over."""

import pytest
from kit.sheets import wrong_cells

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import read_sheet

# They sit in the order Saskia, Joost, Femke, Daan.
DEALS = {
    "nl": "Hand;Winnaar;Van;Han;Fu;Riichi;Tenpai\nOost 1;Joost;Femke;2;30;;\n"
          "Oost 2;Daan;Saskia;3;40;Daan;\nOost 3;Joost;tsumo;3;30;Joost;\n"
          "Oost 4;gelijk;;;;Saskia;Saskia\nZuid 1 (h1);Saskia;Joost;1;30;;\n"
          "Zuid 1 (h2);Femke;Saskia;5;30;Femke;\nZuid 2;Daan;tsumo;2;40;;\n"
          "Zuid 3;Saskia;Daan;3;30;Saskia, Daan;\nZuid 4;Saskia;tsumo;2;30;;\n",
    "de": "Spiel;Gewinner;Von;Han;Fu;Riichi;Tenpai\nO1;Joost;Femke;2;30;;\n"
          "O2;Daan;Saskia;3;40;Daan;\nO3;Joost;tsumo;3;30;Joost;\n"
          "O4;Remis;;;;Saskia;Saskia\nS1-1;Saskia;Joost;1;30;;\n"
          "S1-2;Femke;Saskia;5;30;Femke;\nS2;Daan;tsumo;2;40;;\n"
          "S3;Saskia;Daan;3;30;Saskia, Daan;\nS4;Saskia;tsumo;2;30;;\n",
    "en": "Hand;Winner;From;Han;Fu;Riichi;Tenpai\nE1;Joost;Femke;2;30;;\n"
          "E2;Daan;Saskia;3;40;Daan;\nE3;Joost;tsumo;3;30;Joost;\n"
          "E4;draw;;;;Saskia;Saskia\nS1-1;Saskia;Joost;1;30;;\n"
          "S1-2;Femke;Saskia;5;30;Femke;\nS2;Daan;tsumo;2;40;;\n"
          "S3;Saskia;Daan;3;30;Saskia, Daan;\nS4;Saskia;tsumo;2;30;;\n",
}  # fmt: skip
BLOCKS = {
    "ranks": "\n{player};{final};{rank};Uma\nFemke;{0};1;+17,4\nJoost;{1};2;+6,4\n"
             "Daan;{2};3;-5,0\nSaskia;{3};4;-18,8\n",
    "alphabet": "\n{player};{final};{rank}\nDaan;{2};3\nFemke;{0};1\nJoost;{1};2\nSaskia;{3};4\n",
    "title": "\n{final}\nFemke;{0}\nJoost;{1}\nDaan;{2}\nSaskia;{3}\n",
    "gap": "\nDaan;{2}\nFemke;{0}\nJoost;{1}\nSaskia;{3}\n",
}  # fmt: skip
WORDS = {
    "nl": {"player": "Speler", "final": "Eindscore", "rank": "Plaats"},
    "de": {"player": "Spieler", "final": "Endstand", "rank": "Platz"},
    "en": {"player": "Player", "final": "Final points", "rank": "Place"},
}
ENDS = (32400, 31400, 30000, 26200)


@pytest.mark.parametrize(
    ("language", "start", "layout"),
    [("nl", 30000, "ranks"), ("de", 25000, "alphabet"), ("en", 35000, "title"),
     ("de", 30000, "gap"), ("en", 25000, "alphabet"), ("nl", 25000, "title")],
)  # fmt: skip
def test_finals_sorted_by_rank_or_alphabet_show_the_seats(language, start, layout):
    ends = [str(points + start - 30000) for points in ENDS]
    text = DEALS[language] + BLOCKS[layout].format(*ends, **WORDS[language])
    (game,) = read_sheet(text).games
    assert (game.draft.players, wrong_cells(text)) == (("Saskia", "Joost", "Femke", "Daan"), [])
    row = next(at for at, line in enumerate(text.splitlines(), 1) if line.startswith("Joost;"))
    assert wrong_cells(text.replace(ends[1], str(int(ends[1]) + 300))) == [f"B{row}"]


def test_ranks_and_uma_beside_the_finals_are_checked():
    text = DEALS["nl"] + BLOCKS["ranks"].format(*ENDS, **WORDS["nl"])
    assert wrong_cells(text.replace("3;-5,0", "3;-3,0")) == ["D15"]
    assert wrong_cells(text.replace("2;+6,4", "3;+6,4")) == ["C14"]


TIED = (
    "Hand,Winner,From,Han,Fu\nE1,Ann,Bob,3,30\nE2,Bob,Cid,2,30\n\n"
    "Player,Final,Place\n{}Dan,25000,2\nBob,{},3\nCid,23000,4\n"
)


def test_finals_that_several_orders_explain_are_checked_without_seats():
    # Nothing shows which of those who won no deal sat third and fourth.
    text = TIED.format("Ann,28900,1\n", "23100")
    (game,) = read_sheet(text).games
    assert (game.draft.rotating, wrong_cells(text)) == (True, [])
    assert wrong_cells(TIED.format("Ann,28900,1\n", "21300")) == ["B8"]


def test_finals_that_no_order_explains_are_checked_by_their_sum():
    text = (
        "Hand,Winner,From,Han,Fu\nE1,Ann,Bob,3,30\nE2,Bob,Cid,2,30\nE3,Dan,Ann,4,30\n\n"
        "Player,Final,Place\nAnn,41100,1\nDan,31000,2\nCid,17300,3\nBob,{},4\n"
    )
    assert wrong_cells(text.format("10600")) == []
    assert wrong_cells(text.format("9600")) == []  # a stick that is left
    assert wrong_cells(text.format("10060")) == [
        "B10"
    ]  # the only cell whose digits may be exchanged


LETTERS = (
    "A = Inês,B = João,C = Leonor,D = Miguel\nHand,Winner,From,Han,Fu,Tenpai\nE1,draw,,,,\n"
    "E2-1,A,D,4,30,\nE3,draw,,,,B D\nE4-1,B,tsumo,2,30,\nS1,D,B,3,30,\nS2,C,tsumo,3,40,\n\n"
    "Place,Player,Final points\n1,Inês,29600\n2,Leonor,28100\n3,João,{}\n4,Miguel,20000\n"
)


def test_letters_above_the_deals_tell_the_seats_of_the_finals():
    assert wrong_cells(LETTERS.format("22300")) == []
    assert wrong_cells(LETTERS.format("23200")) == ["C13"]
    # Two slips show no seat, but the sum is wrong.
    assert wrong_cells(LETTERS.format("23200").replace("20000", "20700")) == ["C11"]


def test_a_block_of_other_numbers_is_named_as_not_read():
    text = DEALS["en"] + "\nPlayer;Elo\nFemke;1533\nJoost;1512\nDaan;1490\nSaskia;1465\n"
    file = read_sheet(text)
    assert wrong_cells(text) == []
    assert "sheet.unread" in [each.code for each in file.findings]


STICKS = (
    "{0}Hanna,Ivo,Judit,Karim,Winner,Loser,Han,Fu\n"
    "{1}-2600,3600,-1000,0,Ivo,Hanna,2,40\n{2}-1500,500,1500,-1500,Draw,,,\n"
    "{3}10300,-8300,0,-1000,Hanna,Ivo,5,40\n{4}-1700,3700,-1300,-700,Ivo,Tsumo,2,40\n"
    "{5}0,0,-5800,5800,Karim,Judit,3,30\n{6}-2100,-2100,-2100,6300,Karim,Tsumo,3,30\n"
    "{7}2000,-1000,-1000,-1000,Draw,,,\n{8},,,1000,,,,\n{9}29400,21400,15300,{{}},,,,\n"
)
LABELS = ("Hand", "E1", "E2", "E2 b1", "E3", "E4", "E4 b1", "E4 b2")
LISTS = (
    ("Riichi", "Tenpai"), ("Ivo Judit", ""), ("Ivo", "Ivo Judit"), ("Hanna Karim", ""),
    ("Hanna", ""), ("", ""), ("", ""), ("Hanna", "Hanna"), ("", ""), ("", ""),
)  # fmt: skip


@pytest.mark.parametrize(
    ("left", "end"),
    [("Sticks left", "Final"), ("Riichi rimasti", "Totale"), ("Reststäbchen", "Endstand"),
     ("供託残り", "最終"), ("Bâtons restants", "Final")],
)  # fmt: skip
@pytest.mark.parametrize("is_first", [True, False])
def test_a_row_of_sticks_left_counts_for_the_player_who_gets_them(left, end, is_first):
    labels = [*LABELS, left, end]
    heads = [",".join([label, *some] if is_first else [*some, label]) + ","
             for label, some in zip(labels, LISTS, strict=True)]  # fmt: skip
    text = STICKS.format(*heads)
    assert wrong_cells(text.format(33900)) == []
    assert wrong_cells(text.format(32900)) == ["G10"]
    assert wrong_cells(text.format(34900)) == ["G10"]
    notes = [each.code for game in read_sheet(text.format(33900)).games
             for each in audited(game).findings]  # fmt: skip
    assert "sheet.unread" not in notes


TOTALS = (
    "Hand,Riichi,Tenpai,Hanna,Ivo,Judit,Karim,Winner,Loser,Han,Fu\n"
    "E1,Ivo Judit,,22400,28600,24000,25000,Ivo,Hanna,2,40\n"
    "E2,Ivo,Ivo Judit,20900,29100,25500,23500,Draw,,,\n"
    "E2 b1,Hanna Karim,,31200,20800,25500,22500,Hanna,Ivo,5,40\n"
    "E3,Hanna,,29500,24500,24200,21800,Ivo,Tsumo,2,40\n"
    "E4,,,29500,24500,18400,27600,Karim,Judit,3,30\n"
    "E4 b1,,,27400,22400,16300,33900,Karim,Tsumo,3,30\n"
    "E4 b2,Hanna,Hanna,29400,21400,15300,32900,Draw,,,\n"
    "Sticks left,,,,,,1000,,,,\nFinal,,,29400,21400,15300,{},,,,\n"
)


def test_sticks_left_are_added_to_the_totals_of_the_last_deal():
    assert wrong_cells(TOTALS.format(33900)) == []
    assert wrong_cells(TOTALS.format(32900)) == ["G10"]
    assert wrong_cells(TOTALS.format(34900)) == ["G10"]


def test_a_number_of_sticks_in_any_column_says_nothing_of_who_gets_them():
    text = TOTALS.replace("Sticks left,,,,,,1000", "Sticks left,,,,1000,,")
    assert wrong_cells(text.format(32900)) == []
    assert wrong_cells(text.format(33900)) == []
