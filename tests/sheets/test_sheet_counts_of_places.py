"""Standings that count games and places: the counts, the average place, the points a game."""

import pytest
from kit.sheets import wrong_cells

from mjlog.sheets.reading import read_sheet

HEADS = {
    "en": "Pos,Player,Games,1st,2nd,3rd,4th,Avg place,Total,Per game",
    "words": "Rank,Player,Played,Wins,2nds,3rds,4ths,Average,Points,Pts/game",
    "ja": "順位,名前,対局数,1位,2位,3位,4位,平均順位,合計,平均",
    "fr": "Rang,Joueur,Parties,1er,2e,3e,4e,Place moyenne,Total,Moyenne",
    "de": "Platz,Spieler,Spiele,1.,2.,3.,4.,Ø Platz,Punkte,Punkte/Spiel",
    "zh": "名次,姓名,场数,第1名,第2名,第3名,第4名,平均名次,总分,场均",
}
ROWS = (
    "1,Nils,9,4,1,3,1,2.11,92.6,10.3\n2,Aya,13,5,3,2,3,2.23,89.1,6.9\n"
    "3,Derek,12,4,3,2,3,2.33,19.0,1.6\n4,Rob,14,2,6,5,1,2.36,-1.5,-0.1\n"
    "5,Chloe,14,4,4,3,3,2.36,-3.1,-0.2\n6,Sandra,17,3,2,6,6,2.88,-81.0,-4.8\n"
    "7,Vikram,17,2,5,3,7,2.88,-135.1,-7.9\n"
)
SLIPS = [
    ("14,4,4,3,3", "15,4,4,3,3", "C6"),
    ("14,4,4,3,3", "14,4,5,3,3", "E6"),
    ("14,4,4,3,3", "14,4,4,3,2", "G6"),
    ("2.36,-3.1", "2.63,-3.1", "H6"),
    ("-81.0,-4.8", "-81.0,-8.4", "J7"),
]


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
@pytest.mark.parametrize(("right", "wrong", "cell"), SLIPS)
def test_counts_of_places_add_up_to_the_games(head, right, wrong, cell):
    text = f"{head}\n{ROWS}"
    assert not wrong_cells(text)
    assert wrong_cells(text.replace(right, wrong)) == [cell]


def without(column, text):
    lines = [line.split(",") for line in text.splitlines()]
    return "".join(",".join(line[:column] + line[column + 1 :]) + "\n" for line in lines)


def test_all_players_have_each_place_equally_often():
    # Without averages only the sums of the columns say which count is wrong.
    text = f"{HEADS['en']}\n{ROWS}"
    slip = text.replace("14,4,4,3,3", "14,4,5,3,3")
    assert wrong_cells(without(9, without(7, slip))) == ["E6"]


def test_places_that_nobody_had_may_be_blank():
    text = f"{HEADS['en']}\n{ROWS}".replace("9,4,1,3,1,2.11", "8,4,1,3,,1.88")
    text = text.replace("92.6,10.3", "92.6,11.6")
    assert not wrong_cells(text)
    assert wrong_cells(text.replace("8,4,1,3,,1.88", "8,4,1,3,,1.38")) == ["H2"]


@pytest.mark.parametrize(
    ("right", "other"),
    [
        # Games that were broken off have no place.
        ("13,5,3,2,3", "15,5,3,2,3"),
        # Averages of something else, such as of the last games.
        ("2.23,89.1,6.9", "2.32,89.1,9.6"),
    ],
)
def test_standings_whose_counts_mean_something_else_are_not_read(right, other):
    rows = ROWS.replace(right, other).replace(
        "12,4,3,2,3,2.33,19.0,1.6", "14,4,3,2,3,2.41,19.0,2.2"
    )
    rows = rows.replace("17,3,2,6,6,2.88,-81.0,-4.8", "19,3,2,6,6,2.71,-81.0,-3.8")
    assert not read_sheet(f"{HEADS['en']}\n{rows}").games


def test_rounds_with_few_points_are_no_counts_of_places():
    text = (
        "Rank,Player,R1,R2,R3,R4,Total\n1,Ann,4,4,2,4,14\n2,Bob,2,4,4,2,12\n3,Cid,4,1,2,4,11\n"
        "4,Dee,1,2,4,1,8\n5,Eve,2,2,1,2,7\n6,Fay,1,1,1,2,5\n7,Gus,0,0,0,1,1\n8,Hal,0,0,0,0,0\n"
    )
    assert not wrong_cells(text)
    assert wrong_cells(text.replace("4,1,2,4,11", "4,1,2,4,12")) == ["G4"]


RATED = (
    "1;Dina;+114,1;8;2,12;3;3;0;2\n2;Zoe;+62,3;8;2,25;2;3;2;1\n3;Jana;+19,4;8;2,25;2;3;2;1\n"
    "4;Igor;+11,6;8;2,50;3;1;1;3\n5;Agata;-37,1;8;2,62;3;0;2;3\n6;Goscha;-48,4;8;2,50;1;2;5;0\n"
    "7;Bogdan;-57,3;8;2,62;1;3;2;2\n8;Warja;-64,6;8;3,12;1;1;2;4\n"
)


@pytest.mark.parametrize(
    "head",
    [
        "Место;Игрок;Рейтинг;Игр;Средн. место;1-х;2-х;3-х;4-х",
        "Rank;Player;Rating;Games;Average place;1st;2nd;3rd;4th",
        "Platz;Spieler;Rating;Spiele;Mittl. Platz;1.;2.;3.;4.",
    ],
)
def test_counts_of_places_are_judged_beside_a_rating(head):
    assert not wrong_cells(f"{head}\n{RATED}")
    assert wrong_cells(f"{head}\n{RATED}".replace("8;3,12;1;1;2;4", "8;3,21;1;1;2;4")) == ["E9"]
    assert wrong_cells(f"{head}\n{RATED}".replace("3;1;1;3", "3;1;1;4")) == ["I5"]
    assert wrong_cells(f"{head}\n{RATED}".replace("7;Bogdan", "6;Bogdan")) == ["A8"]


def test_a_rating_without_counts_of_places_is_no_result():
    rows = "\n".join(line.rsplit(";", 4)[0] for line in RATED.splitlines())
    game = read_sheet(f"Rank;Player;Rating;Games;Average place\n{rows}\n")
    assert not game.games
    assert [each.code for each in game.findings] == ["sheet.layout"]
