"""Sheets of results: the points at the end of each game, in each way that people lay them out."""

import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.corrections.suggestions import suggestions
from mjlog.sheets.layouts.mapping import SheetMap
from mjlog.sheets.reading import HowToRead, read_sheet

PAIRS = (
    "Table,East,Points,South,Points,West,Points,North,Points\n"
    "1,Anna,32100,Boris,28400,Chiara,21500,Dmitri,18000\n"
    "2,Eva,25000,Finn,41200,Gia,19800,Hugo,14000\n"
    "3,Ida,25000,Jan,25000,Kim,25000,Lea,25000\n"
)
SEASON = (
    "ゲーム,田中,佐藤,鈴木,高橋,伊藤,渡辺\n"
    "1,32100,28400,21500,18000,,\n2,,,41200,25000,19800,14000\n3,25000,25000,,,25000,25000\n"
)
ROWS = "round,table,player,points\n" + "".join(
    f"{game},1,P{game}{seat},{points}\n"
    for game in range(1, 4)
    for seat, points in enumerate((32100, 28400, 21500, 18000))
)


@pytest.mark.parametrize("text", [PAIRS, SEASON, ROWS])
def test_points_at_the_end_add_up_over_the_games(text):
    def answers(sheet):
        audits = [audited(game) for game in read_sheet(sheet).games]
        errors = [f for audit in audits for f in audit.findings if f.severity == "error"]
        return len(audits), [v.answer for a in audits for v in a.verdicts].count("given"), errors

    assert answers(text) == (3, 12, [])
    games, given, errors = answers(text.replace("28400", "28500", 1))
    assert (games, given, [each.code for each in errors]) == (3, 8, ["final.points"])


def test_columns_beside_the_points_are_reported():
    text = PAIRS.replace("North,Points", "North,Points,Minutes").replace("\n", ",50\n")
    (note,) = read_sheet(text.replace("Minutes,50", "Minutes")).games[0].draft.findings
    assert note.message.endswith("(Minutes)")


def test_totals_of_five_who_take_turns_are_deals():
    text = (
        "Deal,A1,B1,C1,D1,E9\nE1,25000,27000,23000,25000,-\nE2,25000,27000,-,25000,23000\n"
        "E3,25000,27000,23000,25000,-\n"
    )
    assert all(game.draft.deals for game in read_sheet(text).games)


PLACED = (
    "Rank 1,Points,Uma,Rank 2,Points,Uma,Rank 3,Points,Uma,Rank 4,Points,Uma\n"
    "Ann,38200,+43.2,Bob,27300,+7.3,Cid,20500,-14.5,Dee,14000,-36\n"
    "Dee,41000,+46,Cid,30000,+10,Ann,19000,-16,Bob,10000,-40\n"
    "Bob,33000,+38,Ann,28000,+8,Dee,24000,-11,Cid,15000,-35\n"
)
SLIPS = (
    "Table,Place,Player,Points,Total\n"
    "1,1,Ann,38200,28.2\n1,2,Bob,27300,2.3\n1,3,Cid,20500,-9.5\n1,4,Dee,14000,-21\n"
    "2,2,Eva,30000,5\n2,1,Flo,41000,31\n2,4,Gus,10000,-25\n2,3,Hal,19000,-11\n"
)
LADDER = (
    "Platz,Spieler,Runde 1,Runde 2,Runde 3,Gesamt\n"
    "1,Ann,43.2,-16,8,35.2\n2,Bob,7.3,-40,38,5.3\n3,Dee,-36,46,-11,-1\n4,Cid,-14.5,10,-35,-39.5\n"
)
WITH_SUMS = SEASON + "合計,57100,53400,62700,43000,44800,39000\n"
LINES = "1st,Boris,33000\n2nd,Ana,28000\n3rd,Eva,24000\n4th,Carl,15000\n"
SLIP = (
    "Round,2\nTable,1\nName,Final points,Uma,Result\nAna,42100,15,27.1\nBoris,28300,5,3.3\n"
    "Eva,21900,-5,-13.1\nCarl,7700,-15,-37.3\n,100000,0,-20\n"
)
CHIPS = "Game,Player,Points,Place,Chips,Total\n" + "".join(
    f"{game},{name},{points},{place},{chips},{total}\n"
    for game, name, points, place, chips, total in (
        (1, "Ana", 42100, 1, 3, 33.1),
        (1, "Bob", 28300, 2, -1, 1.3),
        (1, "Cid", 21900, 3, -2, -17.1),
        (1, "Dee", 7700, 4, 0, -37.3),
        (2, "Ana", 33400, 1, -4, 10.4),
        (2, "Bob", 25600, 3, 4, -1.4),
        (2, "Cid", 31000, 2, 1, 8),
        (2, "Dee", 10000, 4, -1, -37),
        (3, "Ana", 18200, 3, 2, -12.8),
        (3, "Bob", 24800, 2, 2, 3.8),
        (3, "Cid", 41500, 1, -3, 20.5),
        (3, "Dee", 15500, 4, -1, -31.5),
    )
)
MCR = (
    "Ronde,Tafel,Speler,Score,Tafelpunten\n1,2,Ana,156,4\n1,2,Bob,-12,2\n1,2,Cid,-60,1\n"
    "1,2,Dee,-84,0\n2,2,Ana,88,4\n2,2,Bob,40,2\n2,2,Cid,-64,0.5\n2,2,Dee,-64,0.5\n"
)
PENALTIES = (
    "Pos.,Name,Round 1,Round 2,Penalty,Total\n"
    "1,Ana,30,20,,50\n2,Bob,10,-5,,5\n3,Cid,0,5,20,-15\n4,Dee,-40,-20,,-60\n"
)
DUTCH = (
    "Spel;Speler;Punten;Plaats;Uma;Eindscore\n1;Bas;48.200;1;15,0;33,2\n1;Eef;34.300;2;5,0;9,3\n"
    "1;Jip;25.900;3;-5,0;-9,1\n1;Noor;11.600;4;-15,0;-33,4\n"
)
LIST = "Date,Player,Won\n" + "".join(
    f"2025-06-0{day},{name},{points}\n"
    for day, row in enumerate(((64, -16, -16, -32), (-8, 24, -8, -8), (100, -50, -30, -20)), 1)
    for name, points in zip(("Ana", "Bob", "Cid", "Dee"), row, strict=True)
)
EVENINGS = (
    "Date,Ana,Bob,Cid,Dee\n2025-05-04,120,-40,-16,-64\n2025-05-11,-32,64,-8,-24\n"
    "Total,88,24,-24,-88\n"
)
TEAMS = (
    "Rank,Team,Points\n1,Dragons,412.3\n2,Winds,305.1\n3,Bamboo,-12.4\n4,Dots,-600\n5,Cranes,-705\n"
)
TURNED = (
    '"Table 4, round 1",,,,\n,Wanda,Xaver,Yann,Zita\nPoints,31800,45300,12900,30000\n'
    "Uma,5,15,-15,-5\nChombo,,,,-20\nTotal,6.8,30.3,-32.1,-25.0\nRank,2,1,4,3\n"
)
SEATED = "Runde,2\nTisch,5\nOst,Anna,33100\nSüd,Bernd,28400\nWest,Clara,24500\nNord,Dieter,14000\n"
TABLE_POINTS = (
    "Table,12\nWind,Player,Score,Table points\n"
    "E,Marie,182,4\nS,Paul,-35,1\nW,Jean,17,2\nN,Rose,-164,0\n"
)
AVERAGES = (
    "Datum,Femke,Joost,Sanne,Bram\n6-5-2025,42.1,7.7,-15.5,-34.3\n13-5-2025,-30.8,48.8,5.5,-23.5\n"
    "20-5-2025,9.1,-22,-36.6,49.5\nTotaal,20.4,34.5,-46.6,-8.3\nGemiddelde,6.8,11.5,-15.53,-2.77\n"
)
TEAMS_OF_PLAYERS = (
    "Team,Spieler,Spieltag 1,Spieltag 2,Summe\nDrachen,Olaf,12.5,-30.1,-17.6\n"
    "Drachen,Petra,-8.4,25,16.6\nDrachen,Gesamt,4.1,-5.1,-1\nWinde,Rosa,-14,-2.2,-16.2\n"
    "Winde,Sven,9.9,7.3,17.2\nWinde,Gesamt,-4.1,5.1,1\n"
)
PAIRS_OF_ROUNDS = (
    "Place,Name,Country,R1 score,R1 total,R2 score,R2 total,Total\n"
    "1,Astrid,NO,41000,26,33000,18,44\n2,Cleo,SE,25000,-10,34000,19,9\n"
    "3,Bjorn,NO,31000,6,28000,-7,-1\n4,Dag,DK,23000,-22,25000,-30,-52\n"
)
STATISTICS = (
    "Rank,Player,Games,Total,Average,1st %,2nd %,3rd %\n1,Mona,12,184.6,15.4,50%,25%,17%\n"
    "2,Ned,12,75.2,6.3,33%,25%,25%\n3,Opal,10,3.1,0.3,20%,40%,20%\n4,Quin,12,-58.8,-4.9,17%,25%,25%\n"
)

BESIDE = (
    "第3節,,,,,,,,\n回戦,森,,林,,原,,岡,\n,素点,ポイント,素点,ポイント,素点,ポイント,素点,ポイント\n"
    "1,412,+51.2,289,+8.9,198,▲20.2,101,▲39.9\n2,155,▲34.5,330,+43.0,265,+6.5,250,▲15.0\n"
    "3,301,+10.1,98,▲40.2,222,▲17.8,379,+47.9\n合計,,+26.8,,+11.7,,▲31.5,,▲7.0\n"
)
TWO_TOTALS = (
    "Pos,Name,R1 TP,R1 MP,R2 TP,R2 MP,TP,MP\n1,Eva,4,120,4,56,8,176\n2,Ole,2,15,4,133,6,148\n"
    "3,Jan,4,88,2,10,6,98\n4,Ada,2,20,1,-5,3,15\n5,Tim,1,-35,2,12,3,-23\n6,Lan,1,-20,1,-61,2,-81\n"
    "7,Iva,0,-88,0,-65,0,-153\n8,Per,0,-100,0,-80,0,-180\n"
)
FROM_THE_START = (
    "Torneo,,,,,,\nJugador,Mesa 1,Mesa 2,Mesa 3,Uma,Total,Puesto\nEva,28000,31500,20000,15,19.5,1\n"
    "Leo,35000,18500,27000,5,10.5,2\nDan,15000,24000,34000,5,3.0,3\nCai,22000,26000,19000,-25,-33.0,4\n"
)
SIDE_BY_SIDE = (
    "Table 1,,,,Table 2,,\nPlayer,Score,Rank,,Player,Score,Rank\nAnn,38000,1,,Eve,21000,3\n"
    "Ben,27000,2,,Fox,45000,1\nCid,20000,3,,Gus,24000,2\nDov,15000,4,,Hal,10000,4\n"
)
TO_DATE = (
    "Date,Barb,Judy,Linda,Sue,Total\n1/10/2024,-75,150,25,-100,0\n1/17/2024,50,-25,-75,50,0\n"
    "1/24/2024,-20,-30,100,-50,0\nYTD,-45,95,50,-100,0\n"
)
PENALTIES_OF_FEW = (
    "Table,Player,Raw,Uma,Penalty,Score\n1,Abe,33000,15,0,18\n1,Bix,30000,5,0,5\n1,Col,29000,-5,0,-6\n"
    "1,Dez,28000,-15,-20,-37\n2,Eli,50000,15,0,35\n2,Fay,25000,5,0,0\n2,Gil,24000,-5,0,-11\n"
    "2,Hal,21000,-15,0,-24\n"
)
BY_WINDS = (
    "Fecha;Este;Puntos;Sur;Puntos;Oeste;Puntos;Norte;Puntos\n"
    "03/02/2024;Ana;31200;Luis;24800;Eva;26000;Raúl;18000\n"
    "10/02/2024;Luis;40100;Eva;19900;Raúl;22000;Ana;18000\n"
    "17/02/2024;Raúl;25000;Ana;27700;Luis;21300;Eva;26000\n"
)
TIED = (
    "Round 1\nTable,Name,Points,Place,TP\n1,Ida,44,1,4\n1,Jos,10,2,1.5\n1,Kai,10,2,1.5\n"
    "1,Lea,-64,4,0\n2,Max,90,1,4\n2,Noa,5,2,2\n2,Ole,-15,3,1\n2,Pia,-80,4,0\n"
)
POINTS_BELOW = (
    "场次,阿一,阿二,阿三,阿四\n第1场,43200,26800,18000,12000\n得点,+48.2,+1.8,-17.0,-33.0\n"
    "第2场,8900,31100,24000,36000\n得点,-36.1,+6.1,-11.0,+41.0\n"
)
IN_THOUSANDS = (
    "Monday game\nAnn 41.2\nBob 29.8\nCid 18.0\nDee 11.0\n\nGame 2\nBob 35.0\nDee 28.0\nAnn 22.0\n"
    "Cid 15.0\n\nGame 3\nBob 35.0\nDee 28.0\nAnn 22.0\nCid 15.0\n"
)
SLIP_OF_A_TABLE = (
    "Uitslag,ronde 2,tafel 3\nWind,Speler,Minipunten,Plaats,Tafelpunten\nOost,Joris,87,1,4\n"
    "Zuid,Marijke,-12,3,1\nWest,Bram,15,2,2\nNoord,Sanne,-90,4,0\n"
)


@pytest.mark.parametrize(
    ("sheet", "right", "slip", "cell"),
    [
        (LINES, "4th", "3rd", "A4"),
        (SLIP, "28300", "29300", "B5"),
        (SLIP, "-37.3", "-36.3", "D7"),
        (SLIP, "-5,-13.1", "5,-13.1", "C6"),
        (SLIP, "100000", "100100", "B8"),
        (CHIPS, "33.1", "31.1", "F2"),
        (CHIPS, "28300", "28200", "C3"),
        (MCR, "0.5\n", "1\n", "E8"),
        (MCR, "-12", "-21", "D2"),
        (PENALTIES, "-15", "-5", "F4"),
        (EVENINGS, "88,24", "78,24", "B4"),
        (DUTCH, "-33,4", "-33,2", "F5"),
        (LIST, "24\n", "25\n", "C6"),
        (
            SEASON.replace("ゲーム", "Spieltag") + "合計,57100,53400,62700,43000,44800,39000\n",
            "62700",
            "62800",
            "D5",
        ),
        (TEAMS, "3,Bamboo", "4,Bamboo", "A4"),
        (PLACED, "27300", "27800", "E2"),
        (PLACED, "+38", "+36", "C4"),
        (SLIPS, "20500", "25000", "D4"),
        (SLIPS, "1,4,Dee", "1,3,Dee", "B5"),
        (LADDER, "35.2", "53.2", "F2"),
        (LADDER, "38,5.3", "83,5.3", "E3"),
        (LADDER, "3,Dee", "4,Dee", "A4"),
        (WITH_SUMS, "28400", "28900", "C2"),
        (TURNED, "-32.1", "-31.2", "D6"),
        (SEATED, "33100", "33200", "C3"),
        (TABLE_POINTS, "E,Marie,182,4", "E,Marie,182,3", "D3"),
        (AVERAGES, "9.1,-22,", "9.1,-21,", "C4"),
        (TEAMS_OF_PLAYERS, "25,16.6", "25,19.6", "E3"),
        (PAIRS_OF_ROUNDS, "34000,19,9", "34000,19,8", "H3"),
        (STATISTICS, "3,Opal", "4,Opal", "A4"),
        (BESIDE, "+8.9", "+9.8", "E4"),
        (BESIDE, "▲31.5", "▲35.1", "G7"),
        (TWO_TOTALS, "4,133", "4,123", "F3"),
        (TWO_TOTALS, "3,15", "3,25", "H5"),
        (FROM_THE_START, "10.5", "11.5", "F4"),
        (SLIP_OF_A_TABLE, "3,1", "3,2", "E4"),
        (PENALTIES_OF_FEW, "-37", "-38", "F5"),
        (BY_WINDS, "24800", "24900", "C2"),
        (TIED, "90,1,4", "90,1,3", "E7"),
        (POINTS_BELOW, "+6.1", "+8.1", "C5"),
        (IN_THOUSANDS, "18.0", "18.5", "B2"),
        (SIDE_BY_SIDE, "24000,2", "24000,4", "G5"),
        (TO_DATE, "-30", "30", "C4"),
    ],
)
def test_a_slip_in_results_is_named_by_the_rest_of_the_sheet(sheet, right, slip, cell):
    def wrong(text):
        audits = [audited(game) for game in read_sheet(text).games]
        return [f.place.cell for audit in audits for f in audit.findings if f.severity == "error"]

    games = read_sheet(sheet).games
    assert games
    assert not any(game.draft.deals for game in games)
    assert wrong(sheet) == []
    assert wrong(sheet.replace(right, slip, 1)) == [cell]


def test_a_map_says_which_column_has_the_points():
    text = "A,B,C,D\n1,Ana,30000,42100\n1,Bob,30000,28300\n1,Cid,30000,21900\n1,Dee,30000,7700\n"
    layout = SheetMap(head=1, columns={"game": 1, "player": 2, "final": 4})
    (game,) = read_sheet(text, HowToRead(layout=layout)).games
    assert game.draft.headers[0].text == "Final-Score: 42100 28300 21900 7700"
    assert game.draft.layout is not None
    assert dict(game.draft.layout.columns) == dict(layout.columns)


def test_a_wrong_number_of_results_has_a_suggestion():
    (game,) = read_sheet(SLIP.replace("-37.3", "-36.3")).games
    (ways,) = suggestions(audited(game)).values()
    assert [(fix.cell.name, fix.text) for way in ways for fix in way] == [("D7", "-37.3")]


def test_each_player_has_points_and_results_in_two_groups():
    text = (
        ";Eindstand;;;;Resultaat;;;\nPartij;Wendy;Gijs;Jeroen;Saskia;Wendy;Gijs;Jeroen;Saskia\n"
        "1;35100;36400;28500;0;15,1;26,4;-1,5;-40,0\n"
        "2;33900;35600;39400;-8900;3,9;15,6;29,4;-48,9\n"
        "3;39600;18000;6800;35600;29,6;-12,0;-33,2;15,6\n"
        "4;6100;31400;33800;28700;-33,9;11,4;23,8;-1,3\n"
    )

    def wrong(sheet):
        audits = [audited(game) for game in read_sheet(sheet).games]
        errors = [f for audit in audits for f in audit.findings if f.severity == "error"]
        return len(audits), [each.place.cell for each in errors]

    assert wrong(text) == (4, [])
    assert wrong(text.replace("15,6;29,4", "17,6;29,4")) == (4, ["G4"])


def test_rows_with_dates_of_their_own_are_games_whatever_their_number_is_called():
    text = (
        "场次,日期,孙立,褚亮,陈静,周婷\n1,2025-01-10,33900,21600,8100,36400\n"
        "2,2025-02-11,17000,38700,6900,37400\n3,2025-03-12,7300,25300,25100,42300\n"
    )
    games = read_sheet(text).games
    assert len(games) == 3
    assert [f.severity for game in games for f in audited(game).findings].count("error") == 0


def agreed_and_wrong(text):
    """Return how many claims agree, and the cells that are wrong."""
    audits = [audited(game) for game in read_sheet(text).games]
    answers = [verdict.answer for audit in audits for verdict in audit.verdicts]
    errors = [f for audit in audits for f in audit.findings if f.severity == "error"]
    return answers.count("given"), [each.place.cell for each in errors]


@pytest.mark.parametrize("head", ["Sticks left", "Riichi sticks on table", "Pot"])
@pytest.mark.parametrize("text", [
    ("Game,Ann,Ben,Cat,Don,{}\n1,45600,10200,11700,32500,0\n"
    "2,24800,47100,24500,2600,1\n3,25900,8900,13600,49600,2\n"),
    ("Game,Ann,Ben,Cat,Don,{}\n1,45600,10200,11700,32500,0\n"
    "2,24800,47100,24500,2600,1000\n3,25900,8900,13600,49600,2000\n"),
    ("Game,Ann,Ben,Cat,Don,{}\n1,45.6,10.2,11.7,32.5,0\n"
    "2,24.8,47.1,24.5,2.6,1000\n3,25.9,8.9,13.6,49.6,2000\n"),
])  # fmt: skip
def test_sticks_that_nobody_took_are_a_column_in_any_unit(text, head):
    assert agreed_and_wrong(text.format(head)) == (12, [])


def test_a_season_has_players_down_and_games_across():
    text = (
        "Player,Game 1,Game 2,Game 3\nUrs,35800,17100,29900\nVik,21000,25400,\n"
        "Wan,21800,35700,48600\nXav,21400,,13800\nYan,,21800,7700\n"
    )
    assert agreed_and_wrong(text) == (12, [])
    assert agreed_and_wrong(text.replace("17100", "17400"))[1] == ["C2"]


@pytest.mark.parametrize("head", ["TP", "Table points", "Tischpunkte", "punti tavolo", "桌分"])
@pytest.mark.parametrize("title", ["", "Table 1\n"])
def test_table_points_of_one_table_are_no_deals(head, title):
    text = f"{title}Player,Score,{head}\nAnna,88,4\nBob,-20,1\nCid,-100,0\nDee,32,2\n"
    assert agreed_and_wrong(text) == (8, [])


@pytest.mark.parametrize("shared", [("2", "2"), ("1.5", "1.5"), ("2", "1")])
def test_players_with_equal_points_may_each_have_the_better_table_points(shared):
    text = (
        "Table,Player,Score,TP\n1,Anna,88,4\n1,Bob,-20,1\n1,Cid,-100,0\n1,Dee,32,2\n"
        f"2,Eva,10,{shared[0]}\n2,Finn,10,{shared[1]}\n2,Gus,-60,0\n2,Hana,40,4\n"
    )
    assert agreed_and_wrong(text) == (16, [])


def test_a_penalty_that_one_total_counts_and_another_does_not_is_counted():
    text = (
        "Table,Player,Points,Uma,Penalty,Result\n1,Lea,22900,-5,0,-12.1\n1,Max,28000,5,0,3.0\n"
        "1,Noa,18600,-15,0,-26.4\n1,Ole,50500,15,0,35.5\n2,Pia,37400,5,-10,2.4\n"
        "2,Ron,14100,-15,0,-30.9\n2,Sue,19400,-5,-20,-15.6\n2,Tim,49100,15,0,34.1\n"
    )
    assert agreed_and_wrong(text)[1] == ["F8"]
    assert agreed_and_wrong(text.replace("-15.6", "-35.6"))[1] == []


@pytest.mark.parametrize("text", [
    "Yaku,Han,Times 2022,Times 2023,Share\nRiichi,1,812,903,44%\nTanyao,1,455,470,23%\n",
    "Yaku,Han,2020,2021,2022,2023\nRiichi,1,812,903,700,650\nPinfu,1,390,401,380,377\n",
    "Satz;Steine;Fehlend;Wert\nA;136;0;89,00\nB;144;2;35,50\nC;148;1;120,00\n",
    "Set,Price,Tiles,Dice,Racks,Pushers\nA,120,166,4,4,4\nB,150,166,3,4,4\nC,60,152,2,0,0\n",
])  # fmt: skip
def test_lists_of_patterns_and_prices_are_no_deals(text):
    assert not read_sheet(text).games


def test_three_players_with_equal_points_bear_out_no_sum():
    text = "Player,Score,TP\nAnna,10,2\nBob,10,2\nCid,10,2\nDee,-30,0\n"
    assert agreed_and_wrong(text) == (4, [])


BY_PLAYER = "round,table,player,points\n" + "".join(
    f"{game},1,{name},{points}\n"
    for game in range(1, 4)
    for name, points in zip(("Ann", "Bob", "Cid", "Dee"), (32100, 28300, 21600, 18000), strict=True)
)
EVEN = (
    "Evening,Ann,Bob,Cid,Dee,Eva\n2024-01-05,35,-12,-41,18,\n2024-01-12,,42,16,-27,-31\n"
    "2024-01-19,24,,-13,38,-49\n2024-01-26,12,13,14,,-39\n"
)


@pytest.mark.parametrize(
    ("text", "old", "new", "cell"),
    [
        (PAIRS, "41200", "4120", "E3"),  # a zero lost
        (PAIRS, "18000", "81000", "I2"),  # digits exchanged
        (PAIRS, "41200", "14200", "C3"),  # or 14000 for 41000
        (PAIRS, "19800", "198000", "G3"),  # a zero too many
        (PAIRS, "14000", "144000", "I3"),  # a digit doubled
        (PAIRS, "14000", "-14000", "I3"),  # a wrong sign
        (PAIRS, "41200", "42200", "C3"),  # another digit, which may be in any cell
        (SEASON.replace("ゲーム", "Game"), "41200", "4120", "D3"),
        (BY_PLAYER, "2,1,Cid,21600", "2,1,Cid,2160", "D8"),
        (EVEN, "-27", "27", "E3"),
    ],
)
def test_points_that_do_not_add_up_are_named_at_the_likely_slip(text, old, new, cell):
    audits = [audited(game) for game in read_sheet(text.replace(old, new, 1)).games]
    errors = [f for audit in audits for f in audit.findings if f.severity == "error"]
    assert [error.place.cell for error in errors] == [cell]
