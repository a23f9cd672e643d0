"""Tables of results as portals export them and clubs lay them out; draws and ratings are none."""

import pytest
from kit.sheets import wrong_cells

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import read_sheet

EXPORT = (
    "game_id,player_id,player_name,start_place,place,game_score,rating_delta_uma\n"
    "70,4,Ann,1,3,29800,-5.2\n70,3,Bob,2,4,15500,-29.5\n70,2,Cid,3,2,36200,11.2\n"
    "70,1,Dee,4,1,38500,23.5\n71,4,Ann,1,3,26700,-8.3\n71,3,Bob,2,2,30300,5.3\n"
    "71,2,Cid,3,4,10900,-34.1\n71,1,Dee,4,1,52100,37.1\n72,4,Ann,1,4,14900,-30.1\n"
    "72,3,Bob,2,3,31600,-3.4\n72,2,Cid,3,2,31700,6.7\n72,1,Dee,4,1,41800,26.8\n"
)
PLACES_BESIDE = (
    "Spiel;Ann;Platz;Bob;Platz;Cid;Platz;Dee;Platz\n1;27200;3;40700;1;34100;2;18000;4\n"
    "2;25900;3;44200;2;47400;1;2500;4\n3;34300;2;44300;1;32500;3;8900;4\n"
)
STICKS_LEFT = (
    "{game},Ann,Bob,Cid,Dee,{left},{sum}\n1,34100,27600,44200,14100,0,120000\n"
    "2,39400,30900,21800,26900,1000,120000\n3,37100,55000,25100,2800,0,120000\n"
)

BLOCKS = (
    "POINTS,G1,G2,G3\nAnn,9300,26200,6300\nBob,17800,33300,25900\nCid,12400,29000,29300\n"
    "Dee,60500,11500,38500\nCheck,100000,100000,100000\n\n"
    "PLACES,G1,G2,G3\nAnn,4,3,4\nBob,2,1,3\nCid,3,2,2\nDee,1,4,1\n"
)
BLOCKS_ACROSS = (
    "Punkte;Ann;Bob;Cid;Dee\nSpiel 1;9300;17800;12400;60500\nSpiel 2;26200;33300;29000;11500\n"
    "Spiel 3;6300;25900;29300;38500\n\n"
    "Platz;Ann;Bob;Cid;Dee\nSpiel 1;4;2;3;1\nSpiel 2;3;1;2;4\nSpiel 3;4;3;2;1\n"
)
NAMES_THEN_POINTS = (
    "Runde;Tisch;Ost;Süd;West;Nord;Punkte O;Punkte S;Punkte W;Punkte N\n"
    "1;1;Ann;Bob;Cid;Dee;12700;45900;36900;24500\n1;2;Eva;Fox;Gus;Hal;26500;39500;23400;30600\n"
    "2;1;Ann;Dee;Gus;Hal;40300;24100;24200;31400\n"
)
POINTS_OF_OTHERS_FIRST = NAMES_THEN_POINTS.replace(
    "Punkte O;Punkte S;Punkte W;Punkte N", "Punkte N;Punkte W;Punkte S;Punkte O"
)
PAIRS = (
    "Table,Pair,Player A,Player B,A pts,B pts,Pair total\n1,Red,Ann,Bob,5800,13900,19700\n"
    "1,Blue,Cid,Dee,14600,65700,80300\n2,Red,Eva,Fox,9200,38200,47400\n"
    "2,Blue,Gus,Hal,32800,19800,52600\n3,Red,Ida,Jan,25200,34300,59500\n"
    "3,Blue,Kim,Lea,35100,5400,40500\n"
)
SO_FAR = (
    "{after},Ann,Bob,Cid,Dee\n1,-40.4,+9.3,-10.2,+41.3\n2,-51.0,+39.5,-6.6,+18.1\n"
    "3,-51.4,+27.0,-39.0,+63.4\n4,-75.4,+16.8,-27.1,+85.7\n"
)


def agreed(text):
    """Return how many claims agree."""
    audits = [audited(game) for game in read_sheet(text).games]
    return [v.answer for audit in audits for v in audit.verdicts].count("given")


@pytest.mark.parametrize(
    ("text", "right", "wrong", "cell"),
    [
        (EXPORT, "-34.1", "-24.1", "G8"),
        (EXPORT, "31600", "30600", "F11"),
        (EXPORT, "1,52100", "2,52100", "E9"),
        (PLACES_BESIDE, "44300;1", "44300;2", "E4"),
        (BLOCKS, "Cid,3,2,2", "Cid,3,1,2", "C11"),
        (BLOCKS, "Check,100000", "Check,101000", "B6"),
        (BLOCKS_ACROSS, "Spiel 2;3;1", "Spiel 2;3;2", "C8"),
        (NAMES_THEN_POINTS, "39500", "39600", "G3"),
        (PAIRS, "52600", "53600", "G5"),
    ],
)
def test_a_slip_is_named_at_its_cell(text, right, wrong, cell):
    assert wrong_cells(text) == []
    assert agreed(text) >= 12
    assert wrong_cells(text.replace(right, wrong)) == [cell]


@pytest.mark.parametrize(
    ("game", "left", "total"),
    [("Partita", "Riichi rimasti", "Totale"), ("Game", "Left over", "Sum"),
     ("Partie", "Riichi restants", "Total"), ("半荘", "供託残り", "計")],
)  # fmt: skip
def test_sticks_that_are_left_belong_to_nobody(game, left, total):
    text = STICKS_LEFT.format(game=game, left=left, sum=total)
    assert wrong_cells(text) == []
    assert agreed(text) == 15
    assert wrong_cells(text.replace("2800,0,120000", "2800,0,102000")) == ["G4"]


SUMS_BESIDE = (
    "{round};{table};{east};{p};{south};{p};{west};{p};{north};{p};{sum}\n"
    "1;1;Petra;19.700;Vera;9.900;Heike;28.100;Dirk;62.300;120.000\n"
    "1;2;Otto;20.600;Elke;19.200;Bodo;42.200;Marie;38.000;120.000\n"
    "2;1;Bodo;13.100;Vera;39.800;Otto;52.800;Marie;14.300;120.000\n"
    "2;2;Elke;15.700;Petra;49.000;Dirk;28.200;Heike;27.100;120.000\n"
)


@pytest.mark.parametrize(
    "words",
    [
        "Durchgang Tisch Ost Süd West Nord Punkte Summe",
        "Round Table East South West North Points Total",
        "Ronde Tafel Oost Zuid West Noord Punten Totaal",
        "回戦 卓 東 南 西 北 点数 合計",
        "Runda Stół Wschód Południe Zachód Północ Punkty Suma",
    ],
)
def test_a_column_of_sums_beside_results_is_checked(words):
    names = ("round", "table", "east", "south", "west", "north", "p", "sum")
    text = SUMS_BESIDE.format(**dict(zip(names, words.split(), strict=True)))
    assert (wrong_cells(text), agreed(text)) == ([], 20)
    assert wrong_cells(text.replace("14.300;120.000", "14.300;102.000")) == ["K4"]


def test_a_column_that_adds_up_nothing_is_not_checked():
    text = SUMS_BESIDE.format(round="Round", table="Table", east="East", south="South", west="West",
                              north="North", p="Points", sum="Minutes")  # fmt: skip
    for number, minutes in enumerate((85, 92, 77, 120)):
        lines = text.splitlines()
        lines[number + 1] = lines[number + 1].replace("120.000", str(minutes))
        text = "\n".join(lines)
    assert (wrong_cells(text), agreed(text)) == ([], 16)


def test_the_heads_of_points_tell_whose_they_are():
    (game, *_) = read_sheet(POINTS_OF_OTHERS_FIRST).games
    assert game.draft.players == ("Ann", "Bob", "Cid", "Dee")
    assert game.game.header("Final-Score") == "24500 36900 45900 12700"
    assert wrong_cells(POINTS_OF_OTHERS_FIRST) == []


@pytest.mark.parametrize("after", ["After game", "nach Spiel", "après partie", "dopo partita"])
def test_points_so_far_add_up_and_are_not_those_of_the_game(after):
    text = SO_FAR.format(after=after)
    assert (wrong_cells(text), agreed(text)) == ([], 16)
    assert not any(game.game.header("Final-Score") for game in read_sheet(text).games)
    assert wrong_cells(text.replace("+27.0", "+72.0")) == ["C4"]


@pytest.mark.parametrize(
    "text",
    [
        (
            "Pos;Player;Club;Elo;Var\n1;Ann;X;1622;+12\n2;Bob;Y;1598;-4\n"
            "3;Cid;X;1577;+8\n4;Dee;Z;1560;-16\n"
        ),
        (
            "Player no.,Name,R1 table,R1 seat,R2 table,R2 seat\n1,Ann,1,E,2,N\n2,Bob,1,S,1,E\n"
            "3,Cid,2,W,1,S\n4,Dee,2,N,2,W\n"
        ),
        (
            "Nr,Name,Runde 1 Tisch,Runde 1 Platz,Runde 2 Tisch,Runde 2 Platz\n1,Ann,1,O,1,N\n"
            "2,Bob,1,S,2,O\n3,Cid,1,W,3,S\n4,Dee,1,N,4,W\n"
        ),
    ],
)
def test_ratings_and_draws_are_no_results(text):
    assert read_sheet(text).games == ()


ONE_GAME = "Player,Points,Uma,Result\nAnn,49400,20,44.4\nBob,19000,10,4\nCid,16900,-10,-18.1\nDee,14700,-20,-30.3\n"  # noqa: E501 (a table reads worse in pieces)
TURNED = (
    "대국,민수,지영,하은,도윤\n최종점수,47100,9600,30800,12500\n"
    "순위점,15,-15,5,-5\n승점,52.1,-35.4,5.8,-22.5\n"
)
WITH_OKA = (
    "順位,名前,素点,オカ,ウマ,合計\n1,田中,42300,20,20,52.3\n2,鈴木,31200,0,10,11.2\n"
    "3,佐藤,18900,0,-10,-21.1\n4,高橋,7600,0,-20,-42.4\n"
)
OKA_IN_UMA = WITH_OKA.replace("オカ,", "").replace("20,20,", "40,").replace(",0,", ",")
ROUNDS_WITH_RANKS = (
    "이름,1국 점수,1국 순위,2국 점수,2국 순위,합계\n민수,29800,3,26700,3,56500\n"
    "지영,15500,4,30300,2,45800\n현우,36200,2,10900,4,47100\n서연,18500,1,32100,1,50600\n"
).replace("18500,1,32100,1,50600", "38500,1,32100,1,70600")
TOTALS_WITH_UMA = (
    "Name,Game 1,Game 2,Total\nAnn,29800,26700,-3.5\nBob,15500,30300,-24.2\n"
    "Cid,36200,10900,7.1\nDee,18500,32100,20.6\n"
)
SUMMED = (
    "Game,Ann,Bob,Cid,Dee,Eve\n1,10,,-4,-6,0\n2,-8,5,,2,1\n3,4,-4,6,-6,\n4,,8,-2,4,-10\n"
    "All in all,6,9,0,-6,-9\n"
)


@pytest.mark.parametrize(
    ("text", "right", "wrong", "cell"),
    [
        (ONE_GAME, "19000", "14000", "B3"),
        (ONE_GAME, "-18.1", "-28.1", "D4"),
        (ONE_GAME.replace("Result", "Anything"), "44.4", "49.4", "D2"),
        (TURNED, "30800", "35800", "D2"),
        (TURNED, "-22.5", "-72.5", "E4"),
        (TURNED.replace("최종점수", "뭐든지"), "30800", "35800", "D2"),
        (WITH_OKA, "52.3", "53.2", "F2"),
        (OKA_IN_UMA, "52.3", "53.2", "E2"),
        (ROUNDS_WITH_RANKS, "30300,2", "30300,1", "E3"),
        (TOTALS_WITH_UMA, "20.6", "26.0", "D5"),
        (SUMMED, "-4,6,", "-4,16,", "D4"),
        (SUMMED, "All in all,6", "All in all,16", "B6"),
    ],
)
def test_one_number_is_wrong_and_the_others_tell_which(text, right, wrong, cell):
    assert wrong_cells(text) == []
    assert agreed(text) >= 7
    assert wrong_cells(text.replace(right, wrong)) == [cell]


FEES = (
    "{player},Jan,Feb,Mar,Apr,{total}\nAnn,20,20,20,20,80\nBob,20,,20,20,60\nCid,20,20,,20,60\n"
    "Dee,20,20,20,,60\n{total},80,60,60,60,260\n"
)
MEMBERS_ACROSS = (
    "{date},Ann,Bob,Cid,Dee,{total}\n1,20,20,20,20,80\n2,20,,20,20,60\n3,20,20,,20,60\n"
    "4,20,20,20,,60\n{total},80,60,60,60,260\n"
)
PRIZES = "{rank},{player},{prize}\n1,Ann,400\n2,Bob,300\n3,Cid,200\n4,Dee,100\n"


@pytest.mark.parametrize("text", [FEES, MEMBERS_ACROSS, PRIZES])
@pytest.mark.parametrize(
    "words",
    [
        {"player": "Name", "date": "Week", "total": "Total", "rank": "Rank", "prize": "Prize"},
        {"player": "Spieler", "date": "Monat", "total": "Summe", "rank": "Platz",
         "prize": "Preisgeld"},
        {"player": "名前", "date": "日付", "total": "合計", "rank": "順位", "prize": "賞金"},
        {"player": "이름", "date": "날짜", "total": "합계", "rank": "순위", "prize": "상금"},
        {"player": "Игрок", "date": "Дата", "total": "Итого", "rank": "Место", "prize": "Приз"},
    ],
)  # fmt: skip
def test_fees_and_prizes_are_no_results(text, words):
    assert read_sheet(text.format(**words)).games == ()


def test_a_prize_beside_results_is_told_and_not_read():
    text = (
        "Rank,Player,Points,Uma,Prize\n1,Ann,41000,20,400\n2,Bob,29000,10,300\n"
        "3,Cid,20000,-10,200\n4,Dee,10000,-20,100\n"
    )
    assert wrong_cells(text) == []
    assert agreed(text) == 12


def test_a_counted_row_with_places_is_a_game_in_any_word():
    text = (
        "Manche;Table;Joueur;Mini-points;Points de table\n1;1;Ann;-33;1\n1;1;Bob;66;2\n"
        "1;1;Cid;97;4\n1;1;Dee;-130;0\n1;2;Eva;-49;0\n1;2;Fox;-9;1\n1;2;Gus;36;4\n1;2;Hal;22;2\n"
    )
    assert wrong_cells(text) == []
    assert agreed(text) == 16
    assert wrong_cells(text.replace("36;4", "36;2")) == ["E8"]


def test_words_behind_names_are_columns_of_the_players():
    text = (
        "対局,山口 素点,山口 着順,井上 素点,井上 着順,中村 素点,中村 着順,小林 素点,小林 着順\n"
        "第1戦,38000,1,28000,2,20000,3,14000,4\n第2戦,30000,2,41000,1,19000,3,10000,4\n"
        "第3戦,12000,4,33000,2,36000,1,19000,3\n"
    )
    assert wrong_cells(text) == []
    assert agreed(text) == 24
    assert wrong_cells(text.replace("36000,1", "36000,2")) == ["G4"]


def test_sums_under_an_unknown_word_are_no_player():
    text = (
        "Date,Ann,Bob,Cid,Dee,Eva,Kept\n3/1,-12,-28,28,12,,0\n3/4,40,-20,-30,,10,0\n"
        "3/8,,20,-30,22,-12,0\n3/9,8,12,,-30,10,0\nmonthly,36,-16,-32,4,8,0\n"
    )
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("monthly,36,-16", "monthly,36,16")) == ["C6"]


def test_a_bonus_that_one_first_player_lacks_is_a_slip():
    rows = "".join(
        f"{game},{name},{points},{places},{bonus},{total}\n"
        for game in range(1, 5)
        for name, points, places, bonus, total in (
            ("Ann", 39000 + 100 * game, 20, 20, f"{49 + game / 10:.1f}"),
            ("Bob", 29000, 10, "", 9),
            ("Cid", 20000 - 100 * game, -10, "", f"{-20 - game / 10:.1f}"),
            ("Dee", 12000, -20, "", -38),
        )
    )
    text = "Game,Player,Points,Uma,Oka,Total\n" + rows
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("20,20,49.3", "20,,29.3")) == ["F10"]


def test_a_penalty_that_a_total_forgets_is_a_slip():
    text = (
        "Rank,Player,Round 1,Round 2,Penalty,Total\n1,Ann,45,4,,49\n2,Bob,-5,27,,22\n"
        "3,Cid,-20,20,-20,-20\n4,Dee,-20,-51,,-71\n"
    )
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("-20,-20\n", "-20,0\n")) == ["F4"]


FORM = (
    "Tijdstempel;Tafel;Speler oost;Score oost;Speler zuid;Score zuid;Speler west;Score west;"
    "Speler noord;Score noord;Punten oost;Punten zuid;Punten west;Punten noord;Opmerking\n"
    "2025-03-01 20:10:00;1;Jan;30200;Piet;46100;Els;23800;Kim;19900;5,2;31,1;-11,2;-25,1;\n"
    "2025-03-02 20:11:00;1;Els;22700;Kim;43500;Jan;46700;Piet;7100;-12,3;18,5;31,7;-37,9;laat\n"
    "2025-03-03 20:12:00;1;Piet;55400;Jan;13100;Kim;30700;Els;20800;40,4;-31,9;5,7;-14,2;\n"
)
ROWS_OF_WORDS = (
    "半庄,项目,小赵,小钱,小孙,小李,检查\n"
    "1,点数,41200,22300,35500,21000,120000\n,顺位,1,3,2,4,\n,马,15,-5,5,-15,0\n"
    ",得分,26.2,-12.7,10.5,-24.0,0.0\n"
    "2,点数,20000,33000,37000,30000,120000\n,顺位,4,2,1,3,\n,马,-15,5,15,-5,0\n"
    ",得分,-25.0,8.0,22.0,-5.0,0.0\n"
    "3,点数,30900,34900,24300,29900,120000\n,顺位,2,1,4,3,\n,马,5,15,-15,-5,0\n"
    ",得分,5.9,19.9,-20.7,-5.1,0.0\n"
    "合计,,7.1,15.2,11.8,-34.1,0.0\n"
)
RESULTAT_BELOW = (
    "Ханчан;Показатель;Кирилл;Юля;Артём;Вера\n"
    "1;очки;36700;22900;47100;13300\n;место;2;3;1;4\n;результат;+11,7;-12,1;+32,1;-31,7\n"
    "2;очки;22800;41100;46000;10100\n;место;3;2;1;4\n;результат;-12,2;+16,1;+31,0;-34,9\n"
)
CHIPS = (
    "Date,,Ray,Vi,Gus,Lou,Total\n2025-07-01,chips,2080,1860,2160,1900,8000\n,won,80,-140,160,-100,0\n"
    "2025-07-02,chips,1820,2040,2120,2020,8000\n,won,-180,40,120,20,0\n"
    "2025-07-03,chips,2200,1940,1940,1920,8000\n,won,200,-60,-60,-80,0\nTotal,,100,-160,220,-160,0\n"
)
ONE_GAME = (
    "EMA riichi Göteborg;Bord 2;;;;\nPlats;Spelare;Poäng;Skillnad;Uma;Straff;Resultat\n"
    "1;Åsa;45000;15,0;15;0;30,0\n2;Bo;30000;0,0;5;0;5,0\n3;Eva;22500;-7,5;-10;-20;-37,5\n"
    "3;Pär;22500;-7,5;-10;0;-17,5\nKontroll;;120000;0,0;0;-20;-20,0\n"
)
OKA_BESIDE = (
    "順位,名前,最終持ち点,返し点との差,ウマ,オカ,スコア\n1,森,47100,17.1,20,20,57.1\n"
    "2,上田,26100,-3.9,10,0,6.1\n3,池田,21700,-8.3,-10,0,-18.3\n4,佐々木,5100,-24.9,-20,0,-44.9\n"
)
SITTING_OUT = (
    "Date;Absent;Zoé;cumul;Marc;cumul;Inès;cumul;Paul;cumul;Luc;cumul\n"
    "8 jan;Zoé;;0,0;+22,9;+22,9;+0,6;+0,6;+12,4;+12,4;-35,9;-35,9\n"
    "22 jan;Marc;-18,9;-18,9;;+22,9;+40,8;+41,4;+20,4;+32,8;-42,3;-78,2\n"
    "5 fév;Inès;+12,6;-6,3;-40,9;-18,0;;+41,4;+47,3;+80,1;-19,0;-97,2\n"
    "19 fév;Paul;+2,9;-3,4;-19,1;-37,1;+49,0;+90,4;;+80,1;-32,8;-130,0\n"
    "5 mars;Luc;-10,0;-13,4;-22,0;-59,1;+29,7;+120,1;+2,3;+82,4;;-130,0\n"
)
MONEY = (
    "Gracz;Żetony na start;Żetony na koniec;Różnica;Kwota\nAnia;2000;2640;640;32,00\n"
    "Bartek;2000;1480;-520;-26,00\nCelina;2000;2300;300;15,00\nDarek;2000;1580;-420;-21,00\n"
)
TABLE_POINTS = (
    "Torneo MCR;Ronda 2;Mesa 1;;;;\n"
    "Jugador;Este;Sur;Oeste;Norte;Total ronda;Puesto;Puntos de mesa\n"
    "Iker;-4;74;-42;164;192;1;4\nAne;-54;-26;4;-76;-152;4;0\nJon;73;-58;-40;-86;-111;3;1\n"
    "Mirari;-15;10;78;-2;71;2;2\n"
)
CUMULATED = (
    ";;Journée 1;;Journée 2;;Journée 3;;Cumul;\nRg;Licencié;PT;Pts;PT;Pts;PT;Pts;PT;Pts\n"
    "1;Bob;2;-47;4;208;4;41;10;202\n2;Ann;4;195;4;322;0;-24;8;493\n3;Cid;4;224;0;-159;2;-2;6;63\n"
    "4;Eva;0;-137;2;-17;4;85;6;-69\n5;Fox;1;-98;2;40;1;-15;4;-73\n6;Dee;1;-60;1;-146;2;-4;4;-210\n"
    "7;Gus;2;11;1;-27;0;-60;3;-76\n8;Hal;0;-88;0;-221;1;-21;1;-330\n"
)


@pytest.mark.parametrize(
    ("text", "right", "wrong", "cell"),
    [
        (FORM, "31,7;", "33,7;", "M3"),
        (FORM, "30700", "31700", "H4"),
        (ROWS_OF_WORDS, "顺位,4,2", "顺位,2,4", "C7"),
        (ROWS_OF_WORDS, "马,-15,5", "马,-15,-5", "D8"),
        (ROWS_OF_WORDS, "合计,,7.1", "合计,,9.1", "C14"),
        (RESULTAT_BELOW, "место;3;2", "место;2;3", "C6"),
        (CHIPS, "won,-180,40", "won,-180,60", "D5"),
        (CHIPS, "Total,,100", "Total,,110", "C8"),
        (ONE_GAME, "2;Bo;30000;0,0;5;0;5,0", "2;Bo;30000;0,0;5;0;15,0", "G4"),
        (ONE_GAME, "3;Pär;22500;-7,5;-10", "3;Pär;22500;-7,5;-15", "E6"),
        (OKA_BESIDE, "57.1", "37.1", "G2"),
        (SITTING_OUT, "+29,7;+120,1", "+29,7;+130,1", "H6"),
        (MONEY, "-26,00", "26,00", "E3"),
        (TABLE_POINTS, "2;2\n", "2;1\n", "H6"),
        (CUMULATED, "6;-69", "6;31", "J6"),
    ],
)
def test_numbers_beside_and_below_follow_from_points(text, right, wrong, cell):
    assert agreed(text)
    assert not wrong_cells(text)
    assert cell in wrong_cells(text.replace(right, wrong, 1))


@pytest.mark.parametrize(
    "text",
    [
        "Rang;Name;EMA-Nr.;Verein;Wertung;Turniere;Veränderung\n"
        + "".join(f"{n};Ann{n};0401{n};Kiel;{900 - n * 7},13;{n};{n % 3}\n" for n in range(1, 8)),
        (
            "役,回数,割合,平均翻,平均打点\nリーチ,1893,43.1%,3.2,6120\n断么九,921,21.0%,2.8,4870\n"
            "平和,866,19.7%,3.1,5230\n役牌,1504,34.3%,2.4,3910\n七対子,118,2.7%,3.9,6640\n"
        ),
        "Место-рейтинг;Игрок;Очки\n" + "".join(f"{n};Ann{n};{900 - n * 7}\n" for n in range(1, 8)),
    ],
)
def test_rankings_and_statistics_are_no_score_sheets(text):
    assert not any(game.game.deals for game in read_sheet(text).games)
    assert not agreed(text)
    assert read_sheet(text).findings


def test_a_day_without_a_year_is_no_player():
    text = (
        "Fan league 2023-24\ndate,game,1st,points,pt,2nd,points,pt,3rd,points,pt,4th,points,pt\n"
        "10/6,1,Sa,29300,49.3,Ya,28500,8.5,Shi,24900,-15.1,Na,17300,-42.7\n"
        ",2,Na,40000,60.0,Ki,26600,6.6,In,24700,-15.3,Ka,8700,-51.3\n"
        "10/13,1,Mo,50800,70.8,In,30000,{},Ka,13700,-26.3,Ki,5500,-54.5\n"
    )
    assert len(read_sheet(text.format("10.0")).games) == 3
    assert wrong_cells(text.format("10.0")) == []
    assert wrong_cells(text.format("0.0")) == ["H5"]


def test_sums_of_games_stand_above_chips_and_what_these_bring():
    text = (
        "回,開始,大野,西村,石井,岡本\n1,13:05,11,-15,-39,43\n2,13:48,16,48,-19,-45\n"
        "3,14:49,5,-32,-16,43\n4,15:32,-42,7,54,-19\n計,,{},8,-20,22\n"
        "チップ(枚),,7,-4,-6,3\n合計,,4,0,-32,28\n"
    )
    assert wrong_cells(text.format(-10)) == []
    assert wrong_cells(text.format(10)) == ["C6"]


ROUNDS_BESIDE = """\
{title}

,,{game} 1,,,,{game} 2,,,,
{rank},{player},{table},{points},Uma,Score,{table},{points},Uma,Score,Total
1,Fay,2,36700,+5,+11.7,1,41900,+15,+26.9,+38.6
2,Gil,2,11800,-15,-33.2,2,40200,+15,+25.2,-8.0
3,Cy,1,37500,+5,+12.5,2,29100,-5,-5.9,+6.6
4,Max,2,37500,+15,+22.5,1,23900,-5,-11.1,+11.4
5,Hel,2,34000,-5,-1.0,2,34800,+5,+9.8,+8.8
6,Ben,1,25900,-5,-9.1,1,34200,+5,+9.2,+0.1
7,Del,1,45300,+15,+30.3,2,15900,-15,-29.1,+1.2
8,Ivo,1,11300,-15,-33.7,1,20000,-15,-25.0,-58.7
"""


@pytest.mark.parametrize(
    "words",
    [
        ("Club league", "Hanchan", "Rank", "Player", "Table", "Points"),
        ("Tournoi interne", "Hanchan", "Rang", "Joueur", "Table", "Points"),
        ("Vereinsabend", "Runde", "Platz", "Spieler", "Tisch", "Punkte"),
        ("例会", "半荘", "順位", "名前", "卓", "素点"),
    ],
)
@pytest.mark.parametrize(
    ("right", "wrong", "cell"),
    [("", "", ""), ("36700", "37600", "D5"), ("+22.5", "+25.5", "F8"), ("+8.8", "+8.3", "K9")],
)
def test_rounds_beside_each_other_are_games_of_their_tables(words, right, wrong, cell):
    names = dict(zip(("title", "game", "rank", "player", "table", "points"), words, strict=True))
    text = ROUNDS_BESIDE.format(**names)
    sheet = text.replace(right, wrong) if right else text
    assert wrong_cells(sheet) == ([cell] if cell else [])
    assert len(read_sheet(text).games) == 4


def test_a_turned_season_has_remarks_below_its_players():
    text = (
        "日期＼選手;3/5;3/12;3/19;3/26;合計\n阿明;+42.1;－;-41.2;+9.9;{}\n"
        "美玲;+8.4;－;+58.3;－;+66.7\n志強;-18.5;+5.7;－;-18.9;-31.7\n"
        "家豪;-32.0;+51.2;－;-37.2;-18.0\n淑芬;－;-20.9;+7.9;－;-13.0\n"
        "國華;－;-36.0;-25.0;+46.2;-14.8\n備註;;兩將;;;\n"
    )
    assert wrong_cells(text.format("+10.8")) == []
    assert wrong_cells(text.format("+18.0")) == ["F2"]


def test_games_may_have_the_word_for_rounds_of_winds():
    text = (
        "場\t東位 王\t南位 蔡\t西位 許\t北位 鄭\n第一場\t37800\t23100\t19900\t19200\n"
        "第二場\t15400\t40600\t{}\t17700\n第三場\t28700\t21800\t31300\t18200\n"
        "合計\t81900\t85500\t77500\t55100\n"
    )
    assert wrong_cells(text.format(26300)) == []
    assert wrong_cells(text.format(26800)) == ["D3"]


@pytest.mark.parametrize("word", ["Ronde", "Datum", "Round", "Runde"])
def test_points_for_places_alone_are_results(word):
    text = f"{word};Wim;Xandra;Yara;Zeger\n1;4;2;1;0\n2;1;4;0;2\n3;0;4;1;2\n4;2;{{}};1;4\n"
    text += "Totaal;7;10;3;8\n"
    assert wrong_cells(text.format(0)) == []
    assert wrong_cells(text.format(2)) == ["C5"]


FINED = (
    "{pos};{name};R1;R2;R3;{fine};{total}\n"
    "1;Paolo;38700;25500;-14700;{given};{first}\n2;Sara;22500;-5700;21200;0;38000\n"
    "3;Silvia;-40200;34200;35100;{other};29100\n4;Fulvio;-7400;8600;4900;0;6100\n"
    "5;Nives;-13600;-62600;-46500;0;-122700\n"
)
FINE_WORDS = [
    {"pos": "Pos.", "name": "Giocatore", "fine": "Penalità", "total": "Totale"},
    {"pos": "Platz", "name": "Spieler", "fine": "Strafe", "total": "Summe"},
    {"pos": "順位", "name": "選手", "fine": "チョンボ", "total": "合計"},
    {"pos": "Rank", "name": "Player", "fine": "Chombo", "total": "Total"},
]


@pytest.mark.parametrize("words", FINE_WORDS)
@pytest.mark.parametrize(
    ("given", "other", "first", "cells"),
    [
        (-9000, 0, 40500, []),
        (-9000, 0, 49500, ["G2"]),  # not subtracted
        (9000, 0, 49500, ["G2"]),
        (-9000, "", 49500, ["G2"]),
        (-20000, 0, 49500, []),  # with it, the second player would be first
        (-9000, -9000, 49500, []),  # neither is subtracted: they may be counted elsewhere
        (1, 0, 49500, []),  # the number of penalties
    ],
)
def test_the_only_penalty_that_a_total_has_forgotten(words, given, other, first, cells):
    text = FINED.format(given=given, other=other, first=first, **words)
    assert wrong_cells(text) == cells


@pytest.mark.parametrize("words", FINE_WORDS)
def test_ranks_show_that_the_only_penalty_counts(words):
    text = FINED.format(given=-20000, other=0, first=49500, **words)
    text = text.replace("1;Paolo", "2;Paolo").replace("2;Sara", "1;Sara")
    assert wrong_cells(text) == ["G2"]
    assert wrong_cells(text.replace(";49500", ";29500")) == []
