"""Forms that clubs fill in: two columns a player, blocks of results, web pages, other starts."""

import pytest

from mjlog.model.findings import errors
from mjlog.sheets.audit import audited
from mjlog.sheets.files.delimited import grid_of
from mjlog.sheets.layouts.joined_heads import with_signs_joined
from mjlog.sheets.reading import read_sheet


def read_and_judged(text):
    """Return what was read of each game and the cells that are wrong."""
    sheet = read_sheet(text)
    audits = [audited(game) for game in sheet.games]
    wrong = [
        *errors(sheet.findings),
        *(each for audit in audits for each in errors(audit.findings)),
    ]
    return audits, [finding.place.cell for finding in wrong]


PAIRS = (
    ",田中,,佐藤,,鈴木,,高橋,\n"
    "局,{plus},{minus},{plus},{minus},{plus},{minus},{plus},{minus}\n"
    "東1局,3900,,,3900,,,,\n"
    "東2局,,1000,,1000,4000,,,2000\n"
    "東3局,,8000,,,,,8000,\n"
)


@pytest.mark.parametrize("signs", ["+-", "＋－", ("プラス", "マイナス")])
def test_gains_and_losses_have_columns_of_their_own(signs):
    text = PAIRS.format(plus=signs[0], minus=signs[1])
    (audit,), wrong = read_and_judged(text)
    assert audit.sheet.game.players == ("田中", "佐藤", "鈴木", "高橋")
    assert [*audit.sheet.game.deals[1].numbers("net")] == [(-1000, -1000, 4000, -2000)]
    assert wrong == []
    assert read_and_judged(text.replace(",,3900", ",,3905"))[1] == ["B3"]


def test_a_second_number_of_a_pair_is_not_lost():
    text = PAIRS.format(plus="+", minus="-").replace("東1局,3900,,", "東1局,3900,100,")
    joined = with_signs_joined(grid_of(text))
    assert joined.cells[3, 2].text == "3900"
    assert (joined.cells[3, 3].name, joined.cells[3, 3].text) == ("C3", "-100")


PAGE = (
    "<html><body><p>Club</p><table><caption>Table 4</caption>"
    "<tr><th>Hand</th><th>Winner</th><th>From</th><th>Han</th><th>Fu</th>"
    "<th>Ann</th><th>Bob</th><th>Cid</th><th>Dee</th></tr>"
    "<tr><td>E1<td>Bob<td>Ann<td>3<td>40<td>-5200<td>5200<td>0<td>0"
    "<tr><td>E2</td><td>Cid &amp; co</td><td></td><td></td><td></td>"
    "<td>0</td><td>0</td><td>0</td><td>0</td></tr></table></body></html>"
).replace("Cid &amp; co", "draw")


def test_tables_of_web_pages_are_read():
    (audit,), wrong = read_and_judged(PAGE)
    assert audit.sheet.draft.sheet == "Table 4"
    assert (len(audit.sheet.game.deals), wrong) == (2, [])
    assert read_and_judged(PAGE.replace("<td>5200", "<td>5800"))[1] == ["G2"]


def test_merged_cells_of_web_pages_cover_others():
    rows = [(1, "Ann", 31000), (2, "Bob", 27000), (3, "Cid", 22000), (4, "Dee", 20000)]
    body = "".join(
        f"<tr>{'<td rowspan=4>1' if place == 1 else ''}<td>{place}<td>{name}<td>{points}"
        for place, name, points in rows
    )
    head = "<tr><th>Game<th>Rank<th>Player<th>Points"
    (audit,), wrong = read_and_judged(f"<table>{head}{body}</table>")
    assert (audit.sheet.game.players, wrong) == (("Ann", "Bob", "Cid", "Dee"), [])
    assert read_and_judged(f"<table>{head}{body}</table>".replace("<td>2<", "<td>3<"))[1] == ["B3"]


def test_pages_with_hostile_spans_are_read():
    cells = "<td colspan=99999999 rowspan=99999999>1" * 300
    assert read_sheet(f"<table><tr>{cells}</table>").games == ()


def block(number, points, ranks, scores):
    """Return the block of one game."""
    rows = zip(("Ann", "Bob", "Cid", "Dee"), points, ranks, scores, strict=True)
    lines = "".join(",".join(map(str, row)) + "\n" for row in rows)
    return f"Game {number}\nPlayer,Points,Rank,Score\n{lines}\n"


def test_blocks_of_results_stand_below_each_other():
    text = block(1, (45000, 35000, 25000, 15000), (1, 2, 3, 4), (30, 10, -10, -30)) + block(
        2, (28000, 22000, 40000, 30000), (3, 4, 1, 2), (-7, -23, 25, 5)
    )
    audits, wrong = read_and_judged(text)
    assert ([audit.sheet.draft.name for audit in audits], wrong) == (["Game 1", "Game 2"], [])
    assert read_and_judged(text.replace("25000,3,-10", "25000,3,-11"))[1] == ["D5"]
    assert read_and_judged(text.replace("40000,1", "40000,2"))[1] == ["C12"]


def test_points_for_places_have_a_column_of_their_own():
    text = (
        "Table,Name,Raw,Place,Uma,Total\n"
        "1,Ann,45000,1,15000,30000\n1,Bob,35000,2,5000,10000\n"
        "1,Cid,25000,3,-5000,-10000\n1,Dee,15000,4,-15000,-30000\n"
        "2,Ann,28000,3,-5000,-7000\n2,Bob,22000,4,-15000,-23000\n"
        "2,Cid,40000,1,15000,25000\n2,Dee,30000,2,5000,5000\n"
    )
    audits, wrong = read_and_judged(text)
    assert (len(audits), wrong) == (2, [])
    assert read_and_judged(text.replace("25000,3,-5000", "25000,3,-15000"))[1] == ["E4"]
    assert read_and_judged(text.replace("15000,25000", "15000,26000"))[1] == ["F8"]


def test_more_points_than_there_are_is_no_matter_of_sticks():
    text = "Date,P,S,P,S,P,S,P,S\n" + "".join(
        f"2024-03-0{day},Ann,25000,Bob,{points},Cid,24000,Dee,21000\n"
        for day, points in enumerate((30000, 30000, 29000, 31000), 1)
    )
    assert read_and_judged(text)[1] == ["C5"]


STATISTICS = """\
Player,Hands,Win %,Riichi %,Avg win
Ann,120,21.5,18,5600
Bob,121,22,19,5700
Cid,122,23,20,5800
Dee,123,24,21,5900
"""
MEMBERS = """\
Name,Phone,Member since,Fee
Ann,5551000,2019,20
Bob,5551001,2020,20
Cid,5551002,2021,20
"""
PLACES = """\
Platz,Name,Spiele,Punkte,Schnitt,1.,2.,3.,4.
1,Karl,12,143,12,5,3,2,2
2,Uwe,11,80,7,4,3,2,2
3,Inge,12,-20,-2,2,3,4,3
4,Petra,12,-80,-7,1,3,4,4
"""
AVERAGES = """\
選手,試合数,平均順位,トップ率,平均打点
田中,20,2.35,0.30,6500
佐藤,20,2.55,0.25,6100
鈴木,20,2.45,0.2,7200
高橋,20,2.65,0.25,5900
"""


@pytest.mark.parametrize("text", [STATISTICS, MEMBERS, PLACES, AVERAGES])
def test_tables_about_players_are_no_score_sheets(text):
    audits, wrong = read_and_judged(text)
    assert (audits, len(wrong)) == ([], 1)


def test_standings_have_two_kinds_of_points_for_each_round():
    text = (
        "Pos,Name,TP1,MP1,TP2,MP2,TP,MP\n"
        "1,Ann,4,120,4,60,8,180\n2,Bob,2,30,2,10,4,40\n3,Cid,1,-50,1,-20,2,-70\n4,Dee,0,-100,0,-50,0,-150\n"
    )
    assert read_and_judged(text)[1] == []
    assert len(read_and_judged(text.replace("8,180", "8,170"))[1]) <= 1


@pytest.mark.parametrize("has_start", [True, False])
def test_totals_alone_tell_what_everybody_began_with(has_start):
    start = 30000
    rows = [(0, 0, 0, 0)] if has_start else []
    rows += [(3900, -3900, 0, 0), (1900, -4900, 5000, -2000), (1900, -6900, 3000, 2000)]
    names = ["Start", "E1", "E2", "E3"][-len(rows) :]
    lines = [[name, *(start + more for more in row)] for name, row in zip(names, rows, strict=True)]
    text = "Hand,Ann,Bob,Cid,Dee\n" + "".join(",".join(map(str, line)) + "\n" for line in lines)
    audits, wrong = read_and_judged(text)
    assert f"start_points={start}" in audits[0].sheet.draft.rules
    assert wrong == []
    wrong_total = text.replace(f"{start + 3000}", f"{start + 3100}")
    assert len(read_and_judged(wrong_total)[1]) == 1


@pytest.mark.parametrize(
    ("between", "label"),
    [
        (" y ", "Mano {}"),
        (" e ", "Mano {}"),
        (" en ", "Spel {}"),
        (" и ", "Раздача {}"),
        ("と", "{}"),
    ],
)
def test_words_stand_between_names_and_before_numbers(between, label):
    text = (
        "Hand,Winner,From,Han,Fu,Riichi,Anna,Boris,Cid,Dee\n"
        f"{label.format(1)},Anna,Boris,3,30,Anna{between}Boris,7800,-6800,0,-1000\n"
        f"{label.format(2)},Cid,Dee,2,30,,0,0,2300,-2300\n"
    ).replace("7800,-6800,0,-1000", "6800,-6800,0,0")
    (audit,), wrong = read_and_judged(text)
    assert [deal.label for deal in audit.sheet.draft.deals] == ["1", "2"]
    assert wrong == []


def test_names_and_meanings_are_one_word_in_scripts_without_blanks():
    head = "场次,和了,放铳,番数,符数," + ",".join(
        f"{name}{word}" for word in ("变动", "点数") for name in ("王伟", "李娜", "张敏", "刘洋")
    )
    text = f"{head}\n东1,王伟,李娜,3,30,5800,-5800,0,0,30800,19200,25000,25000\n"
    (audit,), wrong = read_and_judged(text)
    assert (audit.sheet.game.players, wrong) == (("王伟", "李娜", "张敏", "刘洋"), [])
    assert read_and_judged(text.replace("-5800", "-5300"))[1] == ["G2"]


def test_points_that_are_not_read_are_an_error_in_one_line():
    text = (
        "Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
        "E1,Ann,Bob,3,30,won 5.8,lost 5.8,same,same\n"
        "E2,Cid,Dee,2,30,same,same,won two,lost two\n"
    )
    assert read_and_judged(text)[1] == ["F1"]
    minutes = text.replace("Ann,Bob,Cid,Dee\n", "Time,Turn,Tea\n", 1)
    minutes = minutes.replace("won 5.8,lost 5.8,same,same", "7,9,1")
    assert read_and_judged(minutes.replace("same,same,won two,lost two", "5,3,2"))[1] == []


def test_columns_and_rows_that_are_not_read_are_named_in_one_line():
    text = (
        "Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee,Mood,Snack,Light\n"
        "E1,Ann,Bob,3,30,5800,-5800,0,0,good,tea,on\n"
        "E1.1,Cid,Dee,2,30,0,0,2300,-2300,bad,cake,off\n"
    )
    (audit,), wrong = read_and_judged(text)
    columns = [each for each in audit.findings if each.code == "sheet.column"]
    assert ([each.place.cell for each in columns], wrong) == (["J1"], [])
    assert str(columns[0].message).endswith("(Mood, Snack, Light)")


def test_names_stand_below_the_winds():
    text = (
        "Hand,Winner,From,Han,Fu,East,South,West,North\n,,,,,Ann,Bob,Cid,Dee\n"
        "E1,Ann,Bob,3,30,5800,-5800,0,0\nE1.1,Cid,Dee,2,30,0,0,2300,-2300\n"
    )
    (audit,), wrong = read_and_judged(text)
    assert (audit.sheet.game.players, wrong) == (("Ann", "Bob", "Cid", "Dee"), [])
    assert read_and_judged(text.replace("-5800", "-5300"))[1] == ["G3"]


def test_winds_turn_although_columns_are_called_so():
    text = (
        "Hong Kong\nHand,O,S,W,N,Sieger,Von,Faan\n"
        "O1,256,0,-256,0,O,W,8\nO2,-64,-64,192,-64,S,-,6\nO3,384,-128,-128,-128,W,-,8\n"
        "O4,-16,-16,48,-16,N,-,3\nS1,48,-16,-16,-16,O,-,3\n"
    )
    assert read_and_judged(text)[1] == []
    assert read_and_judged(text.replace("192,-64,S", "129,-64,S"))[1] == ["D4"]


OWN_WINDS = (
    "局,和了,放銃,翻,符,田中,佐藤,鈴木,高橋\n"
    "東1局,{w},{e},2,30,-2000,0,2000,0\n東2局,{e},{w},2,25,0,2400,0,-2400\n"
    "東2局1本場,{e},ツモ,2,30,-1100,3300,-1100,-1100\n東2局2本場,{w},{e},1,50,0,-2200,0,2200\n"
    "東3局,{w},{s},1,40,1300,0,0,-1300\n"
)


@pytest.mark.parametrize(
    "seats", ["東家 南家 西家", "동가 남가 서가", "东位 南位 西位", "東 南 西"]
)
def test_seats_are_those_of_the_deal(seats):
    text = OWN_WINDS.format_map(dict(zip("esw", seats.split(), strict=True)))
    (audit,), wrong = read_and_judged(text)
    assert (audit.sheet.draft.layout.names, wrong) == (("田中", "佐藤", "鈴木", "高橋"), [])
    west, east, south = (seats.split()[place] for place in (2, 0, 1))
    slip = text.replace(f"2本場,{west},{east}", f"2本場,{south},{east}")
    assert read_and_judged(slip)[1] == ["B5"]


def test_what_all_begin_with_is_read_in_columns_too():
    deals = [("E1", 31300, 28700, 30000, 30000), ("E2", 31300, 26700, 32000, 30000)]
    rows = ["Hand", "Ann", "Bob", "Cid", "Dee"]
    lines = [[head, *column] for head, column in zip(rows, zip(*deals, strict=True), strict=True)]
    lines += [["Han", 1, 2], ["Fu", 30, 30], ["Winner", "Ann", "Cid"], ["From", "Bob", "Bob"]]
    text = "".join(",".join(map(str, line)) + "\n" for line in lines)
    (audit,), _ = read_and_judged(text)
    assert "start_points=30000" in audit.sheet.draft.rules


@pytest.mark.parametrize("head", ["Deal-in player", "deal_in_player", "Deal in"])
def test_heads_with_hyphens_are_no_shorter_words(head):
    text = f"Round,Winner,{head},Faan,Ann,Bob,Cid,Dee\nEast 1,Ann,Bob,3,32,-32,0,0\n"
    (audit,), wrong = read_and_judged(f"Hong Kong\n{text}")
    assert ("from" in audit.understood[0], wrong) == (True, [])


def test_what_all_losers_pay_is_no_total_that_stays():
    text = (
        "局,和牌,出铳,老陈,小王,老李,阿珍\n"
        "1,老陈,阿珍,+51,-8,-8,-35\n2,阿珍,老李,-8,-8,-35,+51\n3,老李,阿珍,-8,-8,+51,-35\n"
        "4,老陈,阿珍,+35,-8,-8,-19\n5,老李,自摸,-40,-40,+120,-40\n6,老李,自摸,-16,-16,+48,-16\n"
    )
    (audit,), wrong = read_and_judged(text)
    assert (audit.sheet.draft.rules, wrong) == ("mcr/1", [])
    assert read_and_judged(text.replace("+35,-8", "+35,-9"))[1] == ["E5"]


def test_sums_of_a_round_are_no_totals_of_a_deal():
    text = (
        "Wind,Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
        "E,3,Ann,Bob,3,30,3900,-3900,0,0\nE,4,Cid,Dee,2,30,0,0,2000,-2000\n"
        "After East,,,,,,3900,-3900,2000,-2000\nS,1,Dee,Ann,2,30,-2000,0,0,2000\n"
    )
    assert read_and_judged(text)[1] == []


TWO_WINNERS = (
    "Hand,Winner,From,Han,Fu,Jo,Kit,Lou,Max\nE1,Jo,Lou,2,30,2900,0,-2900,0\n"
    "E1+1,Kit,Max,2,40,0,2900,0,-2900\n{again},Lou,Max,1,30,0,0,1300,-1300\n"
    "E2,Max,tsumo,3,30,-1000,-2000,-1000,4000\n"
    "E3,Lou,Kit,3,40,0,-7700,7700,0\nE3,Max,Kit,2,25,0,-1600,0,1600\n"
    "E3+1,Jo,tsumo,2,20,1800,-500,-800,-500\n"
)


@pytest.mark.parametrize("again", ["E1+1", ""])
def test_a_deal_in_which_the_dealer_and_another_win_has_two_rows(again):
    text = TWO_WINNERS.format(again=again)
    (audit,), wrong = read_and_judged(text)
    assert (len(audit.sheet.game.deals), wrong) == (5, [])
    assert read_and_judged(text.replace("Max,Kit,2,25", "Max,Kit,3,25"))[1] == ["D7"]
    assert read_and_judged(text.replace("-7700,7700", "-7700,7300"))[1] == ["H6"]


def test_a_dealer_who_wins_twice_has_two_deals_where_nobody_counts_repeats():
    text = (
        "Hand,Winner,From,Han,Fu,Jo,Kit,Lou,Max\nE1,Jo,Lou,2,30,2900,0,-2900,0\n"
        "E1,Kit,Lou,2,30,0,2300,-2300,0\nE2,Max,Jo,1,30,-1000,0,0,1000\n"
    )
    (audit,), _ = read_and_judged(text)
    assert len(audit.sheet.game.deals) == 3


MARKS = (
    "Hand,Ann,Bob,Cid,Dee,Han,Fu,Ann +/-,Bob +/-,Cid +/-,Dee +/-\n"
    "E1,,,T,,3,25,-1600,-800,3200,-800\nE2,D,,,R,1,40,-1300,0,0,1300\n"
    "E3,,R,D,,3,40,0,5200,-5200,0\nE4,T,,,,1,30,1100,-300,-300,-500\n"
    "S1,R,D,,,3,30,5800,-5800,0,0\nS1,D,,,R,2,30,-2300,0,0,2300\n"
)
LEGENDS = [
    '"R = ron, T = tsumo, D = dealt in"\n{}',
    "T: Tsumo,R: Ron,D: Abwurf\n{}",
    "ron = R,self-draw = T,discarder = D\n{}",
    '{}\n"R = ロン、T = ツモ、D = 放銃"\n',
    "{}T = 自摸,R = 胡,D = 点炮\n",
    "{}",
]


@pytest.mark.parametrize("legend", LEGENDS)
def test_marks_of_players_mean_what_the_legend_says(legend):
    (audit,), wrong = read_and_judged(legend.format(MARKS))
    assert (audit.sheet.game.players, wrong) == (("Ann", "Bob", "Cid", "Dee"), [])
    wins = [entry.text for deal in audit.sheet.draft.deals for entry in deal.entries[:1]]
    assert wins[:3] == ["win C ? self", "win D ? from A", "win B ? from C"]


@pytest.mark.parametrize(
    ("right", "slip", "place"),
    [
        ("E1,,,T,", "E1,,,R,", (0, "D")),
        ("E2,D,,,R", "E2,D,,,T", (1, "E")),
        ("E1,,,T,", "E1,D,,T,", (0, "B")),
        ("E1,,,T,", "E1,,,D,", (0, "D")),
        ("E3,,R,D", "E3,R,,D", (2, "B")),
    ],
)
@pytest.mark.parametrize("legend", LEGENDS[:3])
def test_a_mark_that_contradicts_the_points_is_wrong(legend, right, slip, place):
    row, column = place
    assert read_and_judged(legend.format(MARKS.replace(right, slip)))[1] == [f"{column}{row + 3}"]


def test_a_legend_that_most_deals_contradict_says_nothing():
    assert read_and_judged(f'"R = tsumo, T = ron, D = dealt in"\n{MARKS}')[1] == []


def test_a_stick_beside_a_win_on_a_discard_is_no_self_draw():
    text = MARKS.replace("-1300,0,0,1300", "-1300,-1000,-1000,3300")
    assert read_and_judged(LEGENDS[0].format(text.replace("E2,D", "E2,")))[1] == []


RESULTS_BEHIND = (
    "半荘,三浦,水野,岡田,西村,,三浦 収支,水野 収支,岡田 収支,西村 収支\n"
    "1,27000,18700,38100,16200,,+7.0,-21.3,+48.1,-33.8\n"
    "2,19500,23100,15800,41600,,-20.5,+3.1,-34.2,+51.6\n"
    "3,2100,23900,26600,47400,,-47.9,-16.1,+6.6,+57.4\n"
    "4,33800,26600,11800,27800,,+43.8,-13.4,-38.2,+7.8\n"
    "合計,,,,,,-17.6,-47.7,-17.7,+83.0\n"
)


def in_english(text):
    """Write the sheet with other words: `Ann result`, as in most other languages."""
    names = dict(zip(("三浦", "水野", "岡田", "西村"), ("Ann", "Bob", "Cid", "Dee"), strict=True))
    for name, other in names.items():
        text = text.replace(f"{name} 収支", f"Result {other}").replace(name, other)
    return text.replace("半荘", "Game").replace("合計", "Total")


@pytest.mark.parametrize("change", [str, in_english, lambda text: text.replace(" 収支", "の成績")])
@pytest.mark.parametrize(
    ("old", "new", "cells"),
    [
        ("", "", []),
        ("+48.1", "+45.1", ["I2"]),
        ("15800", "18500", ["D3"]),
        ("-47.7,-17.7", "-47.7,-18.7", ["I6"]),
    ],
)
def test_results_in_columns_behind_the_points(change, old, new, cells):
    audits, wrong = read_and_judged(change(RESULTS_BEHIND.replace(old, new, 1)))
    assert (len(audits), wrong) == (4, cells)


@pytest.mark.parametrize("word", ["Score", "Result", "Total", "pts"])
@pytest.mark.parametrize(("old", "new", "cells"), [("", "", []), ("-16,", "-61,", ["C3"])])
def test_results_behind_the_points_of_each_player(word, old, new, cells):
    names = ("Ann", "Ben", "Cem", "Dora")
    text = (
        f"Game,{','.join(f'{name},{name} {word}' for name in names)}\n"
        "1,42000,62,31000,11,18000,-22,9000,-51\n"
        "2,24000,-16,33000,53,31000,11,12000,-48\n"
        "3,38000,58,27000,7,20000,-20,15000,-45\n"
    )
    audits, wrong = read_and_judged(text.replace(old, new, 1))
    assert (len(audits), wrong) == (3, cells)


def blocks_of_games(titles, game, heads, sep=",,"):
    """Write two tables beside each other, with a block for each of two games."""
    names = (("Ann", "Ben", "Cath", "Dave"), ("Erin", "Fred", "Gwen", "Hal"))
    points = (
        ((14400, 18100, 28700, 58800), (30700, 42900, 33200, 13200)),
        ((23800, 36100, 9300, 50800), (12600, 38600, 21100, 47700)),
    )
    uma = (15, 5, -5, -15)
    lines = [sep.join((title + "," * heads.count(",") + ",").rstrip() for title in titles)]
    for number, tables in enumerate(points, 1):
        lines.append(sep.join([f"{game} {number},{heads}"] * 2))
        for player in range(4):
            rows = []
            for people, some in zip(names, tables, strict=True):
                place = sorted(some, reverse=True).index(some[player])
                result = some[player] / 1000 - 30 + uma[place]
                rows.append(
                    f"{people[player]},{some[player]},{place + 1},{uma[place]},{result:.1f}"
                )
            lines.append(sep.join(rows))
        lines.append("")
    return "\n".join(lines)


@pytest.mark.parametrize("titles", [("Table 1", "Table 2"), ("", "")])
@pytest.mark.parametrize("sep", [",,", ","])
@pytest.mark.parametrize(
    ("game", "heads"),
    [
        ("Game", "Score,Rank,Uma,Result"),
        ("Spiel", "Punkte,Platz,Uma,Ergebnis"),
        ("Partie", "Points,Rang,Uma,Résultat"),
        ("第1回戦", "点数,順位,ウマ,成績"),
        ("Round", "Score,Rank,Uma,Result"),
    ],
)
def test_blocks_named_after_games_are_results(titles, game, heads, sep):
    text = blocks_of_games(titles, game, heads, sep)
    audits, wrong = read_and_judged(text)
    assert (len(audits), wrong) == (4, [])
    points, result = ("H4", "K4") if sep == ",," else ("G4", "J4")
    assert read_and_judged(text.replace("42900", "49200"))[1] == [points]
    assert read_and_judged(text.replace("27.9", "29.7"))[1] == [result]
    assert read_and_judged(text.replace("-35.7", "35.7"))[1] == ["E11"]


def test_blocks_of_two_tables_below_each_other_with_totals():
    one = "Game 1,Points,Rank\nAnn,14400,4\nBen,18100,3\nCath,28700,2\nDave,58800,1\n\n"
    two = "Game 2,Points,Rank\nAnn,58800,1\nBen,18100,3\nCath,28700,2\nDave,14400,4\n\n"
    total = "Total,Points\nAnn,73200\nBen,36200\nCath,57400\nDave,73200\n\n"
    other = (one + two).replace("Ann", "Eva").replace("Ben", "Finn").replace("Cath", "Gia")
    text = f"Table 1\n{one}{two}{total}Table 2\n{other.replace('Dave', 'Hugo')}"
    audits, wrong = read_and_judged(text)
    assert (len(audits), wrong) == (4, [])
    assert read_and_judged(text.replace("Cath,57400", "Cath,54700"))[1] == ["B17"]
    assert read_and_judged(text.replace("Finn,18100,3", "Finn,18100,2", 1))[1] == ["C23"]


BLOCKS_WITH_TOTALS = (
    "Points,Partie 1,Partie 2,Partie 3\n"
    "Yan,13200,12000,17700\nBea,20500,32600,15500\nTom,17400,38300,25200\nSol,48900,17100,41600\n\n"
    "Résultat,Partie 1,Partie 2,Partie 3,Total\n"
    "Yan,-46.8,-48.0,-22.3,-117.1\nBea,+0.5,+12.6,-44.5,-31.4\n"
    "Tom,-22.6,+58.3,+5.2,+40.9\nSol,+68.9,-22.9,+61.6,+107.6\n"
)


def turned_blocks(text):
    """Write the players in columns, so that the totals are below the games."""
    blocks = [[line.split(",") for line in block.splitlines()] for block in text.split("\n\n")]
    return "\n\n".join("\n".join(map(",".join, zip(*block, strict=True))) for block in blocks)


@pytest.mark.parametrize(
    "words",
    [
        ("Points", "Partie", "Résultat", "Total"),
        ("Punkte", "Spiel", "Ergebnis", "Summe"),
        ("Points", "Game", "Whatever", "Total"),
        ("点数", "半荘", "成績", "合計"),
    ],
)
@pytest.mark.parametrize(
    ("old", "new", "cells"),
    [
        ("", "", ["", ""]),
        ("+40.9", "+50.9", ["E10", "D10"]),
        ("12000", "21000", ["C2", "B3"]),
        ("-44.5", "-45.4", ["D9", "C9"]),
    ],
)
def test_totals_in_one_of_two_blocks(words, old, new, cells):
    text = BLOCKS_WITH_TOTALS.replace(old, new, 1)
    for word, other in zip(("Points", "Partie", "Résultat", "Total"), words, strict=True):
        text = text.replace(word, other)
    for layout, cell in zip((text, turned_blocks(text)), cells, strict=True):
        audits, wrong = read_and_judged(layout)
        assert (len(audits), wrong) == (3, [cell] * bool(cell))
