"""Sheets in German: heads, seats, results, names of deals, rows below the deals."""

import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.cells.words import label_of, role_of, seat_of, wind_of
from mjlog.sheets.reading import read_sheet

SHEET = (
    "Vereinsabend,,Datum:,14.03.2025,,Tisch:,2\n"
    "Runde,Wdh.,Gewinner,Verlierer,Han,Fu,Riichi,Anna,Björn,Chika,Dieter,Bemerkung\n"
    "Ost 1,0,Anna,Björn,2,30,Anna,2900,-2900,0,0,\n"
    "Ost 1,1,Dieter,Selbst,1,40,,-800,-500,-500,1800,\n"
    "Ost 2,0,Remis,,,,,1000,1000,-3000,1000,viel Pech\n"
    "Ost 3,1,Dieter,Chika,1,30,,0,0,-1300,1300,\n"
    "Summe,,,,,,,3100,-2400,-4800,4100,\n"
    "Endstand,,,,,,,28100,22600,20200,29100,\n"
    "Platz,,,,,,,2,3,4,1,\n"
)


def errors_of(text):
    (game,) = read_sheet(text).games
    return [(each.code, each.place.cell) for each in audited(game).findings if each.is_error]


def test_a_german_sheet_is_read_as_an_english_one_is():
    (game,) = read_sheet(SHEET).games
    assert game.game.players == ("Anna", "Björn", "Chika", "Dieter")
    assert [deal.label for deal in game.game.deals] == ["E1.0", "E1.1", "E2.0", "E3.1"]
    assert errors_of(SHEET) == []


def test_a_wrong_cell_of_a_german_sheet_is_named():
    wrong = SHEET.replace("-1300,1300", "-1300,1000").partition("Summe")[0]
    assert errors_of(wrong) == [("net.differs", "K6")]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Süd 3", "S3"), ("Ost 1, 2. Wdh.", "E1.2"), ("Nord-Runde 1", "N1"), ("O4", "E4"),
        ("東風東局", "E1"), ("南風北", "S4"), ("東東", "E1"), ("西圈南局", "W2"), ("Oskar", ""),
    ],
)  # fmt: skip
def test_names_of_deals(text, label):
    assert label_of(text) == label


def test_the_winds_of_the_round_and_of_the_dealer_stand_in_columns_of_their_own():
    text = (
        "圈,局,莊家,胡牌,放槍,台數,小明,阿華,老王,美玲\n"
        "東風,東,小明,阿華,老王,3,0,3,-3,0\n"
        ",南,阿華,老王,自摸,2,-2,-2,6,-2\n"
        ",西,老王,美玲,小明,4,-4,0,0,4\n"
    )
    (game,) = read_sheet(text).games
    assert [deal.label for deal in game.game.deals] == ["E1", "E2", "E3"]
    assert errors_of(text) == []


def test_words_of_german_sheets():
    assert [seat_of(word) for word in ("Ost", "Süd", "West", "Nord")] == [0, 1, 2, 3]
    assert wind_of("Südrunde") == wind_of("Süd") == "S"
    assert [role_of(word) for word in ("Bemerkungen", "Abwurf von", "Einsatz", "Tisch-Nr.")] == [
        "remark",
        "from",
        "sticks",
        "table",
    ]


COUNTERS_FORGOTTEN = """\
Mahjongrunde Kassel;;;;;;;;;
Datum;3.11.;;;;;;;;
;;;;;;;;;
Runde;Gewinner;Von;Han;Fu;Riichi;Anna;Bernd;Clara;Dirk
Ost 1;Bernd;Clara;3;30;Bernd;0;3900;-3900;0
Ost 2;Clara;Selbst;2;30;;-500;-1000;2000;-500
Ost 3;Remis;;;;;1000;1000;-3000;1000
Ost 4;Anna;Dirk;5;;;8300;0;0;-8300
Süd 1;Dirk;Anna;2;40;;-2600;0;0;2600
Summe;;;;;;6200;3900;-4900;-5200
"""


def test_counters_that_the_deal_before_bears_out_are_left_out_of_the_amounts():
    (game,) = read_sheet(COUNTERS_FORGOTTEN.encode()).games
    assert not [each for each in audited(game).findings if each.is_error]
    wrong = COUNTERS_FORGOTTEN.replace("8300", "8000").replace("6200", "5900")
    (game,) = read_sheet(wrong.replace("-5200", "-4900").encode()).games
    (error,) = [each for each in audited(game).findings if each.is_error]
    assert (error.code, error.place.cell) == ("net.differs", "J8")
    assert "the counters are left out" in error.message
