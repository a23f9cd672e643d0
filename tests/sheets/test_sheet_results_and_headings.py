"""Headings of results and of small games: numbers for places, words for totals, values in money."""

import pytest
from kit.sheets import doubted_cells, number_of_deals, sheet_findings

from mjlog.sheets.reading import read_sheet

WIDE = """{heads}
1,Cees,49100,49.1,Bram,28100,3.1,Anouk,21900,-13.1,Daan,900,-39.1
2,Bram,39300,39.3,Daan,30200,5.2,Cees,24000,-11.0,Anouk,6500,-33.5
3,Cees,55600,55.6,Anouk,30300,5.3,Daan,9000,-26.0,Bram,5100,-34.9
4,Cees,57500,57.5,Daan,19800,-5.2,Anouk,19400,-15.6,Bram,3300,-36.7"""
HEADS = [
    "Spel,1,Score,Totaal,2,Score,Totaal,3,Score,Totaal,4,Score,Totaal",
    "Partita,1,Punteggio,Risultato,2,Punteggio,Risultato,3,Punteggio,Risultato,4,Punteggio,Risultato",
    "Spiel,1.,Punkte,Wertung,2.,Punkte,Wertung,3.,Punkte,Wertung,4.,Punkte,Wertung",
    "Gra,1.,Punkty,Suma,2.,Punkty,Suma,3.,Punkty,Suma,4.,Punkty,Suma",
    "半荘,1位,点数,スコア,2位,点数,スコア,3位,点数,スコア,4位,点数,スコア",
]
STANDINGS = """Place,Name,1,2,3,4,Total
1,Cees,49.1,-11.0,55.6,57.5,151.2
2,Bram,3.1,39.3,-34.9,-36.7,-29.2
3,Anouk,-13.1,-33.5,5.3,-15.6,-56.9
4,Daan,-39.1,5.2,-26.0,-5.2,-65.1"""


@pytest.mark.parametrize("heads", HEADS)
@pytest.mark.parametrize("standings", ["", STANDINGS])
@pytest.mark.parametrize("is_first", [True, False])
def test_places_that_are_numbered_are_no_game(heads, standings, is_first):
    parts = [WIDE.format(heads=heads), standings]
    text = "\n\n".join(part for part in (parts[::-1] if is_first else parts) if part)
    assert not doubted_cells(text)
    assert len(read_sheet(text).games) == 4
    row = 3 + (text.split("\n").index(heads) if heads in text.split("\n") else 0)
    assert doubted_cells(text.replace("39300,39.3", "39300,36.3")) == [f"D{row}"]


def test_somebody_who_has_not_played_has_a_place_too():
    text = """Place,Name,Total
1,Cees,151.2
2,Eva,0.0
3,Bram,-29.2
4,Anouk,-56.9
5,Daan,-65.1

"""
    assert not doubted_cells(text + WIDE.format(heads=HEADS[0]))


def test_totals_show_a_wrong_number_that_changes_the_places():
    games = """Game,Player,Points
1,Cees,49100
1,Bram,28100
1,Anouk,21900
1,Daan,900
2,Bram,39300
2,Daan,30200
2,Cees,24000
2,Anouk,6500"""
    # Uma 20/10/-10/-20 after a return of 30000, with 20 for the first.
    text = f"{games}\n\nPlayer,Total\nCees,43.1\nBram,57.4\nAnouk,-61.6\nDaan,-38.9"
    assert not doubted_cells(text)
    assert doubted_cells(text.replace("Bram,28100", "Bram,58100")) == ["C3"]


def test_words_for_tables_between_slips_are_no_players():
    slip = "Table;{n};Hanchan;{n}\nVent;Joueur;Score;Place;Uma;Total\n"
    text = slip.format(n=1) + (
        "Est;Léon;8900;4;-15,0;-36,1\nSud;Karine;13400;3;-5,0;-21,6\n"
        "Ouest;Aurélie;40100;2;5,0;15,1\nNord;Benoît;57600;1;15,0;42,6\n\n"
    ) + slip.format(n=2) + (
        "Est;Léon;51000;1;15,0;36,0\nSud;Gaëlle;9400;4;-15,0;-35,6\n"
        "Ouest;Karine;14500;3;-5,0;-20,5\nNord;Clémence;45100;2;5,0;20,1\n"
    )  # fmt: skip
    assert not doubted_cells(text)
    assert len(read_sheet(text).games) == 2
    assert doubted_cells(text.replace("13400;3", "13400;2")) == ["D4"]


CARD = """{title}Round,Mahj,Paid double,Hand value,Dana,Fern,Sue,Gail
1,Fern,Sue,0.50,-0.50,2.00,-1.00,-0.50
2,Fern,Dana,0.35,-0.70,1.40,-0.35,-0.35
3,wall game,,,0.00,0.00,0.00,0.00
4,Dana,wall,0.25,1.50,-0.50,-0.50,-0.50
5,Fern,Gail,0.25,-0.25,1.00,-0.25,-0.50
6,Dana,Fern,0.40,1.60,-0.80,-0.40,-0.40
7,Sue,Fern,0.30,-0.30,-0.60,1.20,-0.30"""


@pytest.mark.parametrize("title", ["", "National Mah Jongg League card\n"])
def test_values_have_the_decimals_of_the_points(title):
    text = CARD.format(title=title)
    assert not doubted_cells(text)
    assert number_of_deals(text) == 7
    row = 3 + bool(title)
    assert f"G{row}" in doubted_cells(text.replace("1.40,-0.35,", "1.40,-0.55,"))


def test_a_pair_of_winds_names_a_deal_and_table_points_follow_totals():
    text = """MCR
Deal,Who won,From,Fan,Carol,Bruno,Alice,Derek
East-East,Alice,Carol,24,-32,-8,48,-8
East-South,Derek,Carol,24,-64,-16,40,40
East-West,Bruno,self-draw,12,-84,44,20,20
East-North,Derek,self-draw,8,-100,28,4,68
Total,,,,-100,28,4,68
Table points,,,,0,2,1,4"""
    assert not doubted_cells(text)
    labels = [deal.label for game in read_sheet(text).games for deal in game.draft.deals]
    assert labels == ["E1", "E2", "E3", "E4"]
    assert doubted_cells(text.replace("0,2,1,4", "0,4,1,4")) == ["F8"]


FINED = """Game,Player,Points{extra}
1,Cees,49100{a}
1,Bram,28100{b}
1,Anouk,21900{c}
1,Daan,900{d}
2,Bram,39300{e}
2,Daan,30200{f}
2,Cees,24000{g}
2,Anouk,6500{h}

Place,Name,{heads}
1,Bram,{bram}
2,Cees,{cees}
3,Daan,{daan}
4,Anouk,{anouk}"""
WITHOUT = {"extra": "", **dict.fromkeys("abcdefgh", "")}
WITH_UMA = {"extra": ",Total", "a": ",59.1", "b": ",8.1", "c": ",-18.1", "d": ",-49.1",
            "e": ",49.3", "f": ",10.2", "g": ",-16.0", "h": ",-43.5"}  # fmt: skip
TOTALS = {"heads": "Penalty,Total", "bram": ",57.4", "cees": "20,23.1", "daan": ",-38.9",
          "anouk": ",-61.6"}  # fmt: skip
SUMS = {"heads": "Sum,Penalty,Total", "bram": "57.4,0,57.4", "cees": "43.1,-20,23.1",
        "daan": "-38.9,0,-38.9", "anouk": "-61.6,0,-61.6"}  # fmt: skip


@pytest.mark.parametrize("games", [WITHOUT, WITH_UMA])
@pytest.mark.parametrize("standings", [TOTALS, SUMS])
def test_totals_of_standings_include_penalties(games, standings):
    text = FINED.format(**games, **standings)
    column = "DE"[standings == SUMS]
    assert not doubted_cells(text)
    if games == WITH_UMA or standings == TOTALS:
        assert doubted_cells(text.replace("23.1", "32.1")) == [f"{column}13"]
    if games == WITHOUT and standings == TOTALS:
        assert doubted_cells(text.replace("28100", "58100")) == ["C3"]


MATRIX = """Date,Ann,Bob,Cid,Dora,Eve
2026-01-03,12.3,-20.1,,35.8,-28.0
2026-01-10,,44.0,-31.2,10.2,-23.0
2026-01-17,51.0,,8.8,-19.8,-40.0
2026-01-24,-15.5,20.5,-45.0,,40.0
Total,47.8,44.4,-67.4,26.2,-51.0
Rank,1,2,5,3,4
Games,3,3,3,3,4
Best,51.0,44.0,8.8,35.8,40.0"""


def test_rows_below_a_season_are_judged_or_told():
    assert not doubted_cells(MATRIX)
    told = sheet_findings(MATRIX)
    assert [each.place.cell for each in told if each.code == "sheet.unread"] == ["A9"]
    equal = MATRIX.replace("3,3,3,3,4\nBest", "3,3,3,3,3\nBest").replace(",,40.0", ",40.0,")
    equal = equal.replace("26.2,-51.0", "66.2,-91.0").replace("1,2,5,3,4", "2,3,4,1,5")
    assert doubted_cells(equal.replace("3,3,3,3,3", "3,3,3,4,4")) == ["F8"]


def test_few_deals_of_a_card_are_not_guessed_to_be_of_another_game():
    text = """Round,Mahj,Thrown by,Value,Fern,Sue,Dana,Gail
1,wall game,,,0,0,0,0
2,Fern,picked,30,180,-60,-60,-60
3,Sue,Dana,75,-75,300,-150,-75
4,wall game,,,0,0,0,0
5,Sue,picked,50,-100,300,-100,-100
6,wall game,,,0,0,0,0
7,Gail,picked,25,-50,-50,-50,150
8,Fern,Dana,30,120,-30,-60,-30
Total,,,,75,460,-420,-115"""
    assert not doubted_cells(text)
    assert "F4" in doubted_cells(text.replace("-75,300,-150", "-75,330,-150"))
