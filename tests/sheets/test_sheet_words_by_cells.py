"""Columns and rows whose meaning only their cells show, because a heading has several meanings."""

import pytest
from kit.sheets import doubted_cells, number_of_deals

from mjlog.sheets.reading import read_sheet

SPLIT_LABELS = """Riichi
{wind},{deal},Honba,{winner},{source},Han,Fu,Riichi,Tenpai,Ada,Bo,Cy,Di
{east},1,0,Ada,Bo,2,40,,,3900,-3900,0,0
{east},1,1,{draw},,,,,Ada Bo Cy Di,,,,
{east},1,2,Cy,{drawn},3,30,,,-2200,-1200,4600,-1200
{east},2,0,Di,Cy,3,30,,,0,0,-3900,3900
{east},3,0,Ada,Bo,2,30,,,2000,-2000,0,0
{east},4,0,Bo,Ada,1,30,,,-1000,1000,0,0
{south},1,0,Cy,Di,2,40,,,0,0,2600,-2600
{end},,,,,,,,,27700,18900,28300,25100"""
WORDS = {
    "fr": ("Vent du tour", "Donne", "Gagnant", "Perdant", "Est", "Sud", "Égalité", "tsumo", "Fin"),
    "it": ("Vento del turno", "Mano", "Vince", "Da", "Est", "Sud", "patta", "dal muro", "Fine"),
    "ja": ("場風", "局", "あがり", "放銃", "東", "南", "流局", "自摸", "最終"),
    "xx": ("Xyzzy", "Deal", "Winner", "From", "E", "S", "draw", "tsumo", "Final"),
}


@pytest.mark.parametrize("language", WORDS)
def test_winds_and_draws_without_points_are_no_headings(language):
    names = ("wind", "deal", "winner", "source", "east", "south", "draw", "drawn", "end")
    words = dict(zip(names, WORDS[language], strict=True))
    text = SPLIT_LABELS.format(**words)
    assert not doubted_cells(text)
    assert number_of_deals(text) == 7
    assert doubted_cells(text.replace("-2200,-1200,4600", "-2200,-1300,4600")) == ["K5"]


def test_a_draw_without_points_changes_nothing_if_nobody_was_ready():
    text = """Riichi
Deal,Winner,From,Han,Fu,Riichi,Tenpai,Ada,Bo,Cy,Di
E1,Ada,Bo,2,40,,,3900,-3900,,
E1-1,draw,,,,,,,,,
E2-2,Bo,Cy,1,30,Di,,,3100,-2100,-1000
E2-3,Di,Bo,2,30,Ada,,-1000,-2900,,3900"""
    assert not doubted_cells(text)
    assert doubted_cells(text.replace("-2900,,3900", "-2900,,3600")) == ["K6"]


@pytest.mark.parametrize("head", ["판,화료자,방총,판수,부수", "판,화료,방총자,판수,부"])
def test_a_korean_word_for_deals_is_not_that_for_han(head):
    text = f"""{head},리치,텐파이,가람,나래,다솜,라온
E1.0,가람,나래,2,40,,,3900,-3900,0,0
E1.1,나래,자모,3,30,,,-2100,4300,-1100,-1100
E2.0,다솜,라온,3,30,,,0,0,3900,-3900"""
    assert not doubted_cells(text)
    assert number_of_deals(text) == 3


def test_who_gives_the_tile_is_no_dealer():
    text = """Spiel,Sieger,Geber,Han,Fu,Riichi,Tenpai,Ada,Bo,Cy,Di
Ost 1,Ada,Bo,2,40,,,3900,-3900,0,0
Ost 1 (1),Bo,Cy,3,30,,,0,4200,-4200,0
Ost 2,Cy,Selbstgezogen,3,30,,,-1000,-2000,4000,-1000
Ost 3,Di,Ada,3,30,,,-3900,0,0,3900"""
    assert not doubted_cells(text)
    assert doubted_cells(text.replace("3900,0,0,3900", "3900,0,0,3600")) == ["K5"]


def test_a_column_of_sticks_is_no_player():
    text = """Deal,Winner,From,Han,Fu,Riichi,Tenpai,Wxyz,Ada,Bo,Cy,Di
E1,Ada,Bo,2,40,,,0,3900,-3900,,
E1-1,draw,,,,Cy,Cy,1,-1000,-1000,2000,-1000
E2-2,Bo,Cy,1,30,Di,,0,,4100,-2100,-1000
E2-3,Di,Bo,2,30,Ada,,0,-1000,-2900,,3900"""
    assert not doubted_cells(text)
    assert [game.draft.players for game in read_sheet(text).games] == [("Ada", "Bo", "Cy", "Di")]


def test_times_are_no_players_and_no_columns_of_another_table():
    text = """Game 1
Hand,Winner,From,Time,Han,Fu,Riichi,Ada,Bo,Cy,Di
E1,Ada,Bo,19:14,2,40,,28900,21100,25000,25000
E1-1,Bo,Cy,19:18,3,30,,28900,25300,20800,25000

Game 2
Hand,Winner,From,Time,Han,Fu,Riichi,Ada,Bo,Cy,Di
E1,draw,,19:30,,,,25000,25000,25000,25000
E2-1,Di,Cy,19:34,3,30,,25000,25000,20800,29200

Name,Game 1,Game 2,Total
Ada,28900,25000,53900
Bo,25300,25000,50300
Cy,20800,20800,41600
Di,25000,29200,54200"""
    assert not doubted_cells(text)
    assert number_of_deals(text) == 4
    assert doubted_cells(text.replace("41600", "46100")) == ["D14"]


def test_a_repeated_heading_does_not_hide_polish_winds():
    heads = "Rozdanie,Zwycięzca,Przegrany,Han,Fu,Riichi,Ada,Bo,Cy,Di"
    text = f"""{heads}
W1,Bo,Ada,3,30,,21100,28900,25000,25000
W2,Cy,Bo,2,30,,21100,26900,27000,25000
W3,Di,Cy,2,30,,21100,26900,25000,27000
W4,Ada,Di,1,30,,22100,26900,25000,26000
{heads}
P1,Bo,Ada,1,30,,21100,27900,25000,26000
P2,Cy,Di,1,30,,21100,27900,26000,25000"""
    assert not doubted_cells(text)
    assert len(read_sheet(text).games) == 1


def test_the_leader_may_have_got_the_sticks_that_are_left():
    text = """Deal,Winner,From,Han,Fu,Riichi,Ada,Bo,Cy,Di
E1,Ada,Bo,2,40,,3900,-3900,,
E1-1,draw,,,,,,,,
E2-2,draw,,,,Bo Cy Di,-3000,,,
End,,,,,,{ada},21100,25000,{di}"""
    assert not doubted_cells(text.format(ada=25900, di=25000))
    assert not doubted_cells(text.format(ada=28900, di=25000))


STAKES = """Deal,Winner,From,Han,Fu,Riichi,Tenpai,Ada,Bo,Cy,Di
E1,draw,,,,Cy,Bo Cy Di,-3000,1000,0,1000
E2-1,draw,,,,,Ada,3000,-1000,-1000,-1000
E3-2,Ada,Di,1,40,,,2900,0,0,-1900
E4,Bo,Cy,2,30,,,0,2000,-2000,0"""


def test_a_later_winner_shows_which_stakes_were_put_down():
    assert not doubted_cells(STAKES)
    # It is not likelier that Ada's riichi is missing, because then Ada would win 2000 in stakes.
    assert doubted_cells(
        STAKES.replace("E1,draw,,,,Cy,Bo Cy Di,-3000", "E1,draw,,,,Cy,Bo Cy Di,-4000")
    ) == ["H2"]


LABELS_BY_TWO_WINDS = """Mahjong de Hong Kong, le donneur paie tout, minimum 3 fans
Donne,Gagnant,De,Fan,Ada,Bo,Cy,Di
Est-Est,Ada,Bo,3,32,-32,0,0
Est-Est (1),nul,,,0,0,0,0
Est-Est (2),Bo,tirage,4,-32,96,-32,-32
Est-Sud,Cy,Di,5,0,0,96,-96"""


def test_two_winds_may_be_followed_by_the_number_of_repeats():
    assert not doubted_cells(LABELS_BY_TWO_WINDS)
    assert number_of_deals(LABELS_BY_TWO_WINDS) == 4
    assert doubted_cells(LABELS_BY_TWO_WINDS.replace("96,-96", "69,-96")) == ["G6"]


@pytest.mark.parametrize(
    ("title", "head"),
    [
        ("Mahjong hongkoński, wyrzucający płaci za wszystkich", "Rozdanie,Wygrał,Od kogo,Fany"),
        ("홍콩 마작, 최소 3판", "국,화료자,방총자,번수"),
        ("홍콩 마작, 최소 3판", "판,화료자,방총,판수"),
    ],
)
def test_hong_kong_hands_have_polish_and_korean_words(title: str, head: str):
    text = f"""{title}
{head},Ada,Bo,Cy,Di
1,Ada,Bo,3,32,-32,0,0
2,Bo,Di,5,0,96,0,-96
3,Cy,Ada,4,-64,0,64,0
Total,,,,-32,64,64,-96"""
    assert not doubted_cells(text)
    assert doubted_cells(text.replace("3,Cy,Ada,4", "3,Cy,Ada,5")) == ["D5"]


def test_a_block_below_totals_without_a_start_is_judged():
    text = """50底20台 台灣麻將
局,志明,美玲,阿強,嘉欣,和牌,出銃,台數
1,110,-110,0,0,志明,美玲,3
2,110,0,-110,0,美玲,阿強,3
3,110,90,-110,-90,美玲,嘉欣,2

姓名,分數,名次
志明,110,1
美玲,90,2
嘉欣,-90,3
阿強,-110,4"""
    assert not doubted_cells(text)
    assert doubted_cells(text.replace("美玲,90,2", "美玲,96,2")) == ["B9"]
    assert doubted_cells(text.replace("嘉欣,-90,3", "嘉欣,-90,2")) == ["C10"]
