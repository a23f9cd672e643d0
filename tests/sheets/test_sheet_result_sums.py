"""Results whose sums show what the numbers mean: slips of tables, evenings, subtotals, teams."""

import pytest
from kit.sheets import wrong_cells

from mjlog.sheets.reading import read_sheet


def games(text):
    """Return how many games are read."""
    return len(read_sheet(text).games)


SLIPS = (
    'RESULT SLIP,,Round,4,Table,1\nSeat,Name,Raw score,"+/- 30,000",Place,Uma,Penalty,Game score\n'
    'East,Ann,"18,000",-12.0,3,-5,,-17.0\nSouth,Bob,"13,800",-16.2,4,-15,,-31.2\n'
    'West,Cid,"38,300",+8.3,2,+5,,+13.3\nNorth,Dee,"49,900",+19.9,1,+15,,+34.9\n'
    ',{total},"120,000",0.0,,0,,0.0\nReferee:,,,,,Time called:,no\n\n'
    'RESULT SLIP,,Round,4,Table,2\nSeat,Name,Raw score,"+/- 30,000",Place,Uma,Penalty,Game score\n'
    'East,Eva,"23,700",-6.3,3,-5,,-11.3\nSouth,Fox,"40,900",+10.9,1,+15,,+25.9\n'
    'West,Gus,"33,300",+3.3,2,+5,-20,-11.7\nNorth,Hal,"22,100",-7.9,4,-15,,-22.9\n'
    ',{total},"120,000",0.0,,0,,-20.0\n'
)


@pytest.mark.parametrize(
    ("right", "wrong", "cell"),
    [
        ("-11.7", "+8.3", "H14"),
        ("+10.9", "+19.0", "D13"),
        (",3,-5,,-17.0", ",2,-5,,-17.0", "E3"),
        ("+15,,+34.9", "+5,,+34.9", "F6"),
    ],
)
@pytest.mark.parametrize("total", ["Check total", "Controle totaal", "Total", "Summe"])
def test_slips_of_tables_are_games_with_penalties(total, right, wrong, cell):
    text = SLIPS.replace("{total}", total)
    assert games(text) == 2
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace(right, wrong, 1)) == [cell]


EVENINGS = (
    "Plaats;Speler;Avond 1;Avond 2;Avond 3;Avond 4;Straf;Totaal;{games};Gemiddelde\n"
    "1;Thijs;41,0;-30,8;19,7;25,8;;55,7;4;13,93\n2;Anouk;10,0;-31,5;;37,4;;15,9;3;5,30\n"
    "3;Ruben;-30,4;14,5;;38,5;-20,0;2,6;3;0,87\n4;Pim;13,0;;;-15,9;;-2,9;2;-1,45\n"
    "5;Saskia;-7,5;18,4;-12,2;-20,7;;-22,0;4;-5,50\n6;Wilma;-26,1;29,4;-7,5;-65,1;;-69,3;4;-17,33\n"
    ";{control};0,0;0,0;0,0;0,0;-20,0;-20,0;;\n"
)


@pytest.mark.parametrize(
    ("right", "wrong", "cell"),
    [
        ("18,4", "14,8", "D6"),
        ("-12,2", "-21,2", "E6"),
        ("2,6;3", "22,6;3", "H4"),
        ("5,30", "3,50", "J3"),
        ("0,0;-20,0;-20,0;;", "0,0;-20,0;-10,0;;", "H8"),
    ],
)
@pytest.mark.parametrize(("control", "played"), [("Controle", "Gespeeld"), ("Summe", "Gespielt")])
def test_evenings_are_rounds_although_few_came(control, played, right, wrong, cell):
    text = EVENINGS.replace("{control}", control).replace("{games}", played)
    assert wrong_cells(text) == []
    assert cell in wrong_cells(text.replace(right, wrong, 1))


TEAMS = (
    "Team,Player,Game 1,Game 2,Chombo,Total\n"
    "Cranes,Ivy,33.3,25.7,,59.0\nCranes,Dan,-36.0,13.1,,-22.9\n{total},,-2.7,38.8,,36.1\n\n"
    "Fives,Max,-5.0,-15.9,,-20.9\nFives,Nia,-30.2,-3.5,-20.0,-53.7\n"
    "{total},,-35.2,-19.4,-20.0,-74.6\n\n"
    "Winds,Ben,5.3,-22.2,,-16.9\nWinds,Una,32.6,2.8,,35.4\n{total},,37.9,-19.4,,18.5\n\n"
    "Place,Team,Points\n1,Cranes,36.1\n2,Winds,18.5\n3,Fives,-74.6\n"
)


@pytest.mark.parametrize(
    ("right", "wrong", "cell"),
    [
        ("-20.0,-74.6", "-20.0,-76.4", "F8"),
        (",,37.9,", ",,39.7,", "C12"),
        ("Winds,18.5", "Winds,15.8", "C16"),
        ("2,Winds", "3,Winds", "A16"),
        ("-53.7", "-33.7", "F7"),
    ],
)
@pytest.mark.parametrize("total", ["Team total", "Totale squadra", "Subtotal"])
def test_totals_of_teams_add_up_their_players(total, right, wrong, cell):
    text = TEAMS.replace("{total}", total)
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace(right, wrong, 1)) == [cell]


ROWS_OF_PLAYERS = (
    "Fecha;Partida;Jugador;Puntos;Puesto;Uma;Oka;Resultado\n"
    "3/2/24;1;Lola;33500;1;20;20;+43,5\n3/2/24;1;Bea;24900;2;10;0;+4,9\n"
    "3/2/24;1;Nuria;22300;3;-10;0;-17,7\n3/2/24;1;Juan;19300;4;-20;0;-30,7\n\n"
    "3/2/24;2;Nuria;20000;3;-10;0;-20,0\n3/2/24;2;Bea;4700;4;-20;0;-45,3\n"
    "3/2/24;2;Juan;29200;2;10;0;+9,2\n3/2/24;2;Lola;46100;1;20;20;+56,1\n\n"
    "3/2/24;3;Lola;12300;4;-20;0;-37,7\n3/2/24;3;Juan;30000;2;10;0;+10,0\n"
    "3/2/24;3;Nuria;23700;3;-10;0;-16,3\n3/2/24;3;Bea;34000;1;20;20;+44,0\n\n"
    "Clasificación;;Jugador;Partidas;;;;Total\n1;;Lola;3;;;;+61,9\n2;;Bea;3;;;;+3,6\n"
    "3;;Juan;3;;;;-11,5\n4;;Nuria;3;;;;-54,0\n"
)
IN_GERMAN = ROWS_OF_PLAYERS
for spanish, german in (
    ("Fecha;Partida;Jugador;Puntos;Puesto", "Datum;Spiel;Spieler;Punkte;Platz"),
    ("Resultado", "Ergebnis"),
    ("Clasificación;;Jugador;Partidas", "Platz;;Spieler;Spiele"),
):
    IN_GERMAN = IN_GERMAN.replace(spanish, german)


@pytest.mark.parametrize("text", [ROWS_OF_PLAYERS, IN_GERMAN])
@pytest.mark.parametrize(
    ("right", "wrong", "cell"),
    [
        ("2;10;0;+9,2", "2;-10;0;+9,2", "F9"),
        ("1;20;20;+44,0", "1;20;0;+44,0", "G15"),
        ("-16,3", "-13,6", "H14"),
        ("-54,0", "-45,0", "H21"),
    ],
)
def test_a_ranking_below_rows_of_players_is_no_column_of_results(text, right, wrong, cell):
    assert games(text) == 3
    assert wrong_cells(text) == []
    assert cell in wrong_cells(text.replace(right, wrong, 1))


LOBBY = (
    "日付,開始,ルール,{heads}\n"
    "05/06,21:03,四般南喰赤,白鳥(+57.7),neko3(+9.6),taro_k(-25.3),Ann(-42.0)\n"
    "05/06,21:41,四般南喰赤,neko3(+51.8),白鳥(+15.8),taro_k(-18.6),Ann(-49.0)\n"
    "05/13,21:03,四般南喰赤,neko3(+62.0),taro_k(+5.1),Ann(-22.2),白鳥(-44.9)\n"
    "05/13,21:41,四般南喰赤,taro_k(+46.4),Ann(+11.8),白鳥(-16.4),neko3(-41.8)\n\n"
    "集計\n順位,名前,{heads},合計\n1,neko3,2,1,0,1,+81.6\n2,白鳥,1,1,1,1,+12.2\n"
    "3,taro_k,1,1,2,0,+7.6\n4,Ann,0,1,1,2,-101.4\n"
)


@pytest.mark.parametrize("heads", ["1位,2位,3位,4位", "1st,2nd,3rd,4th"])
@pytest.mark.parametrize(
    ("right", "wrong", "cell"),
    [
        ("taro_k(+5.1)", "taro_k(+1.5)", "E4"),
        ("taro_k(+5.1),Ann(-22.2)", "Ann(-22.2),taro_k(+5.1)", "E4"),
        ("白鳥,1,1,1,1", "白鳥,1,2,1,1", "D10"),
        ("0,1,1,2,-101.4", "0,1,1,2,-104.1", "G12"),
        ("3,taro_k,1", "2,taro_k,1", "A11"),
    ],
)
def test_names_with_points_in_brackets_are_judged_with_their_counts(heads, right, wrong, cell):
    text = LOBBY.replace("{heads}", heads)
    assert games(text) == 4
    assert wrong_cells(text) == []
    assert cell in wrong_cells(text.replace(right, wrong, 1))


WIDE = (
    "Cardiff League\nGame,Date,East,Score,South,Score,West,Score,North,Score,"
    "E pts,S pts,W pts,N pts,Note\n"
    "1,3 Oct,Ann,21000,Bob,31300,Cid,16000,Dee,31700,-19.0,11.3,-44.0,51.7,\n"
    "2,3 Oct,Abi,29100,Ann,11200,Bob,40400,Eva,19300,9.1,-48.8,60.4,-20.7,\n"
    "3,10 Oct,Ann,26900,Abi,24500,Bob,22800,Dee,25800,46.9,-15.5,-37.2,5.8,chombo Dee\n"
    "4,10 Oct,Abi,35400,Bob,30600,Eva,11400,Dee,22600,55.4,10.6,-48.6,-17.4,\n"
)


@pytest.mark.parametrize(
    ("right", "wrong", "cell"), [("19300", "13900", "J4"), ("-37.2", "-32.7", "M5")]
)
def test_points_behind_all_players_show_whose_score_is_wrong(right, wrong, cell):
    assert games(WIDE) == 4
    assert wrong_cells(WIDE) == []
    assert wrong_cells(WIDE.replace(right, wrong, 1)) == [cell]


SUBTOTALS = (
    "Sunday game ($)\nDate,Host,Vera,Alf,Pia,Dan,Lou,Check\n7 Jan,Pia,,60,(124),20,44,0\n"
    "14 Jan,Pia,,(112),(124),92,144,0\n28 Jan,Vera,(108),,196,(164),76,0\n"
    "{one},{sum},(108),(52),(52),(52),264,0\n15 Apr,Vera,188,,(72),32,(148),0\n"
    "29 Apr,Alf,,(76),(108),12,172,0\n6 May,Lou,,152,(72),(76),(4),0\n"
    "{two},{sum},188,76,(252),(32),20,0\n{all},,80,24,(304),(84),284,0\n"
)
SITTING_OUT = (
    "回,山口,中島,大野,原,松井\n1,抜,40,10,▲32,▲18\n2,▲20,抜,15,46,▲41\n3,▲23,10,抜,▲45,58\n"
    "小計,▲43,50,25,▲31,▲1\n4,抜,7,55,▲13,▲49\n5,▲13,抜,8,▲44,49\n6,▲16,51,抜,14,▲49\n"
    "小計,▲29,58,63,▲43,▲49\n合計,▲72,108,88,▲74,▲50\n順位,4,1,2,5,3\n"
)


@pytest.mark.parametrize("words", [("Q1", "subtotal", "Q2", "Year so far"), ("A", "", "B", "C")])
@pytest.mark.parametrize(
    ("right", "wrong", "cell"),
    [
        (",(52),264", ",(25),264", "F6"),
        ("188,76,(252)", "188,67,(252)", "D10"),
        (",24,(304)", ",24,304", "E11"),
        ("(76),(4)", "(76),4", "G9"),
    ],
)
def test_subtotals_of_a_ledger_add_up_its_evenings(words, right, wrong, cell):
    text = SUBTOTALS
    for place, word in zip(("one", "sum", "two", "all"), words, strict=True):
        text = text.replace("{" + place + "}", word)
    assert games(text) == 6
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace(right, wrong, 1)) == [cell]


@pytest.mark.parametrize(
    ("right", "wrong", "cell"),
    [
        ("▲13,▲49", "▲13,49", "F6"),
        ("4,抜,7,55", "4,抜,70,55", "C6"),
        ("63,▲43", "63,▲34", "E9"),
        ("合計,▲72", "合計,▲27", "B10"),
        ("5,3\n", "3,5\n", "E11"),
    ],
)
def test_subtotals_tell_whose_number_is_wrong(right, wrong, cell):
    assert games(SITTING_OUT) == 6
    assert wrong_cells(SITTING_OUT) == []
    assert cell in wrong_cells(SITTING_OUT.replace(right, wrong, 1))


@pytest.mark.parametrize(
    "heads",
    [
        "N°;Nom;Prénom;Licence FFMJ;Cotisation;Réglée le;Présences (sur 12)",
        "Nr.;Name;Vorname;Mitgliedsnummer;Beitrag;Bezahlt am;Anwesenheit",
    ],
)
def test_a_list_of_members_is_no_score_sheet(heads):
    text = (
        f"Liste 2022-2023\n{heads}\n1;Morel;Claire;04511;35;12/09/2022;11\n"
        "2;Le Goff;Yann;04528;35;12/09/2022;9\n3;Perrin;Sophie;05102;35;19/09/2022;12\n"
        "4;Haddad;Malik;05377;20;03/10/2022;7\n5;Renaud;Odile;02214;35;19/09/2022;10\n"
        "6;Tessier;Marc;;35;;2\n\nTotal;;;;195;;\n"
    )
    sheet = read_sheet(text)
    assert not sheet.games
    assert [f.code for f in sheet.findings if f.severity == "error"] == ["sheet.layout"]
