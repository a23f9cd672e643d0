"""Totals of all games in a block of their own below the results or the deals."""

import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import read_sheet


def errors(text):
    file = read_sheet(text)
    findings = [each for game in file.games for each in audited(game).findings]
    return [each.place.cell for each in (*file.findings, *findings) if each.is_error]


TWO_ROUNDS = (
    "Club evening\n{round1}\n{heads}\n"
    "1,{e},Ann,204,1,4\n1,{s},Bob,-27,3,1\n1,{w},Cid,78,2,2\n1,{n},Dee,-255,4,0\n"
    "2,{e},Eve,-29,2,2\n2,{s},Fay,-42,3,1\n2,{w},Gus,-100,4,0\n2,{n},Hal,171,1,4\n"
    "\n{round2}\n{again}"
    "1,{e},Eve,-202,4,0\n1,{s},Dee,-23,3,1\n1,{w},Fay,-8,2,2\n1,{n},Hal,233,1,4\n"
    "2,{e},Bob,-16,3,1\n2,{s},Ann,82,1,4\n2,{w},Gus,7,2,2\n2,{n},Cid,-73,4,0\n"
    "\n{all}\n{below}\n1,Hal,8,404\n2,Ann,8,286\n3,Fay,3,-50\n4,Cid,2,5\n5,Bob,2,-43\n"
    "6,Gus,2,-93\n7,Eve,2,-231\n8,Dee,1,-278\n"
)


def two_rounds(rounds, heads, winds, below, *, repeats=True):
    first, second, over = rounds
    again = f"{heads}\n" if repeats else ""
    seats = dict(zip("eswn", winds.split(), strict=True))
    return TWO_ROUNDS.format(
        round1=first, round2=second, all=over, heads=heads, again=again, below=below, **seats
    )


BLOCKS = {
    "zh": two_rounds(
        ("第1轮", "第2轮", "总成绩"), "桌号,座位,姓名,得分,名次,标准分", "东 南 西 北",
        "名次,姓名,标准分,总得分",
    ),
    "en": two_rounds(
        ("Round 1", "Round 2", "Overall"), "Table,Seat,Name,Points,Place,Table points",
        "East South West North", "Rank,Name,Total table points,Total points",
    ),
    "es": two_rounds(
        ("Ronda 1", "Ronda 2", "Total"), "Mesa,Asiento,Jugador,Puntos,Puesto,Puntos de mesa",
        "Este Sur Oeste Norte", "Puesto,Jugador,Puntos de mesa,Total",
    ),
    "ja": two_rounds(
        ("第1回戦", "第2回戦", "総合成績"), "卓,席,名前,得点,順位,テーブルポイント", "東 南 西 北",
        "順位,名前,テーブルポイント,合計",
    ),
}  # fmt: skip
HEAD_ONCE = two_rounds(
    ("", "", "Gesamt"), "Tisch,Wind,Name,Punkte,Platz,Tischpunkte", "Ost Süd West Nord",
    "Platz,Name,Tischpunkte,Punkte", repeats=False,
).replace("\n\n", "\n")  # fmt: skip
HEAD_ONCE = HEAD_ONCE.replace("1,Ost,Ann", "Runde 1\n1,Ost,Ann")
HEAD_ONCE = HEAD_ONCE.replace("1,Ost,Eve", "Runde 2\n1,Ost,Eve")


@pytest.mark.parametrize("text", [*BLOCKS.values(), HEAD_ONCE])
@pytest.mark.parametrize(
    ("line", "column", "right", "wrong"),
    [
        (",Gus,-100,", "D", "-100", "-10"),
        (",Ann,82,1,4", "E", ",1,4", ",2,4"),
        (",Gus,7,2,2", "F", "2,2", "2,1"),
        ("3,Fay,3,-50", "C", "y,3", "y,4"),
        ("3,Fay,3,-50", "D", "-50", "-60"),
        ("7,Eve,2,-231", "A", "7,", "6,"),
    ],
)
def test_rounds_of_several_tables_have_totals_below(text, line, column, right, wrong):
    assert not errors(text)
    before, _, after = text.partition(line)
    row = before.count("\n") + 1
    assert errors(before + line.replace(right, wrong) + after) == [f"{column}{row}"]


def test_totals_that_include_other_rounds_are_not_judged():
    above, _, below = BLOCKS["en"].partition("Overall\n")
    head, *rows = below.splitlines()
    more = [f"{rank},{name},{int(places) + 9 - int(rank)},{int(points) + 7 * int(rank)}"
            for rank, name, places, points in (row.split(",") for row in rows)]  # fmt: skip
    assert not errors("\n".join([f"{above}Overall", head, *more]))


NIGHT = (
    "Hanchan 1\nHand,Winner,From,Han,Fu,Yuki,Sam,Olga,Petra\n"
    "E1,Yuki,Petra,5,30,12000,0,0,-12000\nE1.1,Sam,Olga,2,30,0,2300,-2300,0\n"
    "E2,Petra,Sam,3,30,0,-3900,0,3900\nEnd,,,,,37000,23400,22700,16900\n"
    "Score,,,,,57.0,3.4,-17.3,-43.1\n\n"
    "Hanchan 2\nHand,Winner,From,Han,Fu,Olga,Yuki,Petra,Sam\n"
    "E1,Olga,Sam,5,30,12000,0,0,-12000\nE1.1,Yuki,Petra,2,30,0,2300,-2300,0\n"
    "E2,Yuki,Sam,3,30,0,5800,0,-5800\nEnd,,,,,37000,33100,22700,7200\n"
    "Score,,,,,57.0,13.1,-17.3,-52.8\n\n"
)
SUMS = "{title}\nYuki,70.1\nOlga,39.7\nSam,-49.4\nPetra,-60.4\n"


@pytest.mark.parametrize(
    "title", ["Night total", "Name,Total", "Gesamt", "", "Abend\nSpieler,Punkte"]
)
def test_a_block_below_the_last_game_has_the_sums_of_all_games(title):
    text = NIGHT + SUMS.format(title=title)
    assert not errors(text)
    row = text.splitlines().index("Olga,39.7") + 1
    assert errors(text.replace("Olga,39.7", "Olga,37.9")) == [f"B{row}"]


def test_a_sum_that_counts_the_right_score_is_not_accused():
    text = (NIGHT + SUMS.format(title="Total")).replace("57.0,3.4", "75.0,3.4")
    assert errors(text) == ["F7"]


def test_a_block_that_fits_nothing_is_not_judged():
    text = NIGHT + "Elo\nYuki,1512\nOlga,1490\nSam,1465\nPetra,1533\n"
    assert not errors(text)


PRICED = (
    "Mahjong MCR\nMano,Gana,Descarta,Puntos\n1,Ana,Beto,12\n2,Beto,robada,11\n3,Carla,robada,19\n"
    "4,Diego,Carla,26\n5,Ana,Diego,28\n6,Carla,Beto,9\n"
)
BELOW = "\nJugador,Total,Puntos de mesa\nAna,26,2\nBeto,-23,1\nCarla,45,4\nDiego,-48,0\n"
RANKED = "\nPuesto,Jugador,Total\n1,Carla,45\n2,Ana,26\n3,Beto,-23\n4,Diego,-48\n"
IN_A_ROW = "\n,Ana,Beto,Carla,Diego\nTotal,26,-23,45,-48\n"
BESIDE = ("", "", "Jugador,Total", "Ana,26", "Beto,-23", "Carla,45", "Diego,-48")


def beside(text):
    lines = text.splitlines()
    added = [f"{line},,{more}" for line, more in zip(lines, BESIDE, strict=False)]
    return "\n".join([*added, *lines[len(BESIDE) :]]) + "\n"


@pytest.mark.parametrize(
    ("text", "right", "wrong", "cell"),
    [
        (PRICED + BELOW, "Carla,45", "Carla,54", "B13"),
        (PRICED + BELOW, "Beto,-23", "Beto,23", "B12"),
        (PRICED + BELOW, "45,4", "45,2", "C13"),
        (PRICED + RANKED, "4,Diego", "3,Diego", "A14"),
        (PRICED + RANKED, "Ana,26", "Ana,62", "C12"),
        (PRICED + IN_A_ROW, "-48", "-84", "E11"),
        (beside(PRICED), ",,Carla,45", ",,Carla,35", "G6"),
    ],
)
def test_totals_of_deals_without_points_follow_from_the_rules(text, right, wrong, cell):
    assert not errors(text)
    assert errors(text.replace(right, wrong)) == [cell]


def test_totals_that_other_prices_explain_are_not_judged():
    # The points of a deal are wrong, or the table pays otherwise: nobody knows which.
    assert "B11" not in errors((PRICED + BELOW).replace("1,Ana,Beto,12", "1,Ana,Beto,21"))


NUMBERED = (
    "{players}\nHand,Winner,From,Han,Fu\nE1,4,1,1,30\nE2,1,4,3,30\nE3,4,tsumo,4,20\n"
    "E4,3,tsumo,1,30\nS1,4,2,3,30\nS2,2,4,3,40\n\n"
    "Player,Final,Place\nBob,{0},1\nAnn,{1},2\nCid,{2},3\nDee,{3},4\n"
)
OF_NUMBERED = (27200, 26300, 23500, 23000)


@pytest.mark.parametrize(
    "players",
    [
        "1号 Ann,2号 Bob,3号 Cid,4号 Dee",
        "No. 1 Ann,No. 2 Bob,No. 3 Cid,No. 4 Dee,",
        "№1 Ann,№2 Bob,№3 Cid,№4 Dee,,",
        "1: Ann,2: Bob,3: Cid,4: Dee",
        '"1번 Ann, 2번 Bob, 3번 Cid, 4번 Dee",,,,',
    ],
)
def test_players_with_numbers_are_named_above_the_heads(players):
    text = NUMBERED.format(*OF_NUMBERED, players=players)
    (game,) = read_sheet(text).games
    assert (game.game.players, errors(text)) == (("Ann", "Bob", "Cid", "Dee"), [])
    assert errors(text.replace("26300", "26400")) == ["B12"]
    assert errors(text.replace("23500,3", "23500,4")) == ["C13"]


@pytest.mark.parametrize("start", [20000, 30000, 35000])
def test_final_points_show_what_everybody_began_with(start):
    ends = [points + start - 25000 for points in OF_NUMBERED]
    text = NUMBERED.format(*ends, players="1号 Ann,2号 Bob,3号 Cid,4号 Dee")
    assert errors(text) == []
    assert errors(text.replace(str(ends[1]), str(ends[1] + 100))) == ["B12"]
