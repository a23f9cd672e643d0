"""Standings with a column for each game or with totals, anywhere next to the games themselves."""

import pytest
from kit.sheets import doubted_cells, sheet_findings

from mjlog.sheets.reading import read_sheet

GAMES = """Round,Player,Points,Rank
1,Gil,20100,3
1,Lea,31800,1
1,Tom,16400,4
1,Bea,31700,2
2,Lea,20100,4
2,Tom,25700,2
2,Bea,31300,1
2,Gil,22900,3
3,Tom,35200,1
3,Bea,14400,4
3,Gil,32400,2
3,Lea,18000,3
4,Bea,13300,3
4,Gil,46700,1
4,Lea,31100,2
4,Tom,8900,4"""
WIDE = """Game,East,Score,South,Score,West,Score,North,Score
P1,Gil,20100,Lea,31800,Tom,16400,Bea,31700
P2,Lea,20100,Tom,25700,Bea,31300,Gil,22900
P3,Tom,35200,Bea,14400,Gil,32400,Lea,18000
P4,Bea,13300,Gil,46700,Lea,31100,Tom,8900"""
BY_GAME = """Name,R1,R2,R3,R4,Total
Gil,-19.9,-17.1,+12.4,+56.7,+32.1
Lea,+41.8,-29.9,-22.0,+11.1,+1.0
Tom,-33.6,+5.7,+45.2,-41.1,-23.8
Bea,+11.7,+41.3,-35.6,-26.7,-9.3"""
TOTALS = """Place,Name,Total
1,Gil,+32.1
2,Lea,+1.0
3,Bea,-9.3
4,Tom,-23.8"""


def beside(left, right):
    rows = [text.split("\n") for text in (left, right)]
    width = left.split("\n")[0].count(",") + 1
    lines = []
    for at in range(max(map(len, rows))):
        one, other = (some[at] if at < len(some) else "" for some in rows)
        lines.append(f"{one}{',' * (width - 1) * (not one)},,{other}")
    return "\n".join(lines)


def below(first, second):
    return f"{first}\n\n{second}"


def cell_with(text, word, line):
    """Return the name of the cell with `word` in the row that has the text `line`."""
    row = next(at for at, some in enumerate(text.split("\n"), 1) if line in some)
    return f"{'ABCDEFGHIJKLMNOPQRS'[text.split(chr(10))[row - 1].split(',').index(word)]}{row}"


@pytest.mark.parametrize("standings", [BY_GAME, TOTALS])
@pytest.mark.parametrize("games", [GAMES, WIDE])
@pytest.mark.parametrize("placed", [beside, below])
@pytest.mark.parametrize("is_first", [True, False])
def test_standings_are_judged_by_the_games(standings, games, placed, is_first):
    text = placed(standings, games) if is_first else placed(games, standings)
    assert not doubted_cells(text)
    assert sum(len(game.draft.players) for game in read_sheet(text).games) == 16
    slips = [(standings, "-23.8", "-28.3"), (games, "14400", "14300")]
    slips += [(standings, "+5.7", "+7.5"), (standings, "-22.0", "-20.0")] * (standings == BY_GAME)
    slips += [(standings, "3,Bea", "2,Bea")] * (standings == TOTALS)
    for part, right, wrong in slips:
        changed = part.replace(right, wrong)
        assert part != changed
        one, other = (changed if each == part else each for each in (standings, games))
        faulty = placed(one, other) if is_first else placed(other, one)
        word = wrong.split(",")[0]
        line = next(some for some in changed.split("\n") if wrong in some)
        assert doubted_cells(faulty) == [cell_with(faulty, word, line)]


def test_titles_may_be_above_the_tables():
    text = below(f"Standings\n{BY_GAME}", f"Games\n{GAMES}")
    assert not doubted_cells(text)
    assert doubted_cells(text.replace("+45.2", "+42.5")) == ["D5"]


def test_standings_that_nothing_explains_are_told():
    text = below(GAMES, "Name,Form\nGil,7.5\nLea,3.25\nTom,9\nBea,1.75")
    findings = sheet_findings(text)
    assert [each.place.cell for each in findings if each.code == "sheet.column"] == ["B19"]
    assert not doubted_cells(text)


MONEY = """Riichi for small money: start 25000
1 point of the result = 0.10 €, 1 chip = 0.50 €

Game,Player,Points,Place,Result
1,Sil,49000,1,59.0
1,Ans,36000,2,16.0
1,Joc,7400,4,-42.6
1,Han,7600,3,-32.4
2,Sil,11100,4,-38.9
2,Ans,28500,2,8.5
2,Joc,23500,3,-16.5
2,Han,36900,1,46.9
3,Sil,34800,2,14.8
3,Ans,10400,3,-29.6
3,Joc,9700,4,-40.3
3,Han,45100,1,55.1

Player,Result,Chips,Money €
Sil,34.9,-4,1.49
Ans,-5.1,1,-0.01
Joc,-99.4,-2,-10.94
Han,69.6,5,9.46"""


def test_money_of_standings_follows_from_results_and_chips():
    assert not doubted_cells(MONEY)
    assert doubted_cells(MONEY.replace("-10.94", "-10.49")) == ["D21"]
    findings = sheet_findings(MONEY)
    assert not findings


BEST = """{head}
{first},30000,20000,25000,25000,Ann
{second},28000,22000,26000,24000,Ann
{third},18000,42000,16000,24000,Bob
{fourth},18000,22000,36000,24000,Cid"""


@pytest.mark.parametrize(
    ("head", "dates"),
    [
        ("Date,Ann,Bob,Cid,Dora,Winner", ["1 May", "8 May", "15 May", "22 May"]),
        ("날짜,Ann,Bob,Cid,Dora,승자", ["5월 1일", "5월 8일", "5월 15일", "5월 22일"]),
        ("日付,Ann,Bob,Cid,Dora,勝者", ["5月1日(金)", "5月8日(金)", "5月15日(金)", "5月22日(金)"]),
        ("Tag,Ann,Bob,Cid,Dora,Sieger", ["1.5.", "8.5.", "15.5.", "22.5."]),
    ],
)
def test_a_column_names_the_best_player_of_each_evening(head, dates):
    names = dict(zip(["first", "second", "third", "fourth"], dates, strict=True))
    text = BEST.format(head=head, **names)
    assert not doubted_cells(text)
    assert doubted_cells(text.replace("24000,Bob", "24000,Dora")) == ["F4"]


def test_a_best_player_by_another_name_is_not_judged():
    text = BEST.format(head="Date,Ann,Bob,Cid,Dora,Winner", first="2026-05-01", second="2026-05-08",
                       third="2026-05-15", fourth="2026-05-22")  # fmt: skip
    assert not doubted_cells(text.replace("24000,Bob", "24000,Robert"))


TWICE = {
    "B4": """Game,Player,Points
1,Ann,30000
1,Bob,20000
1,Ann,25000
1,Dora,25000
2,Ann,20000
2,Bob,30000
2,Cid,25000
2,Dora,25000""",
    "D1": """Game,Ann,Bob,Ann,Dora
1,30000,20000,25000,25000
2,28000,22000,26000,24000
3,38000,22000,16000,24000""",
    "F3": """Game,1st,Points,2nd,Points,3rd,Points,4th,Points
1,Ann,40000,Bob,30000,Cid,20000,Dora,10000
2,Cid,41000,Bob,29000,Cid,19000,Dora,11000""",
    "H1": """Deal,Winner,From,Han,Fu,Ann,Bob,Ann,Dora
E1,Bob,Dora,3,30,0,3900,0,-3900
E2,Dora,tsumo,3,30,-1000,-2000,-1000,4000
E3,Bob,tsumo,1,30,-500,1100,-300,-300""",
}


@pytest.mark.parametrize("cell", TWICE)
def test_a_name_twice_in_a_game_is_told_once(cell):
    assert doubted_cells(TWICE[cell]) == [cell]


TWO_GAMES = """Riichi club night
Game 1
{heads}
{row}E1,Bruno,Alice,2,50,,,{one}
E2,Carol,self draw,3,30,,,{two}
E3,draw,,,,Alice,Alice Bruno,{three}

Game 2
{heads}
{row}E1,Derek,Carol,5,30,,,{four}
E2,draw,,,,,,{five}
E3-1,Bruno,Derek,1,40,,,{six}

Name,Game 1,Game 2,Total
Alice,{alice}
Bruno,{bruno}
Carol,{carol}
Derek,{derek}"""
CHANGES = {
    "heads": "Hand,Winner,From,Han,Fu,Riichi,Tenpai,Alice,Bruno,Carol,Derek",
    "one": "-3200,3200,0,0", "two": "-1000,-2000,4000,-1000", "three": "500,1500,-1500,-1500",
    "four": "0,0,-8000,8000", "five": ",,,", "six": "0,1600,0,-1600", "row": "",
}  # fmt: skip
TOTALS_SO_FAR = {
    "heads": "Hand,Winner,From,Han,Fu,Riichi,Tenpai,Alice,Bruno,Carol,Derek",
    "one": "21800,28200,25000,25000", "two": "20800,26200,29000,24000",
    "three": "21300,27700,27500,22500", "four": "25000,25000,17000,33000",
    "five": "25000,25000,17000,33000", "six": "25000,26600,17000,31400", "row": "",
}  # fmt: skip
# The leader of the first game gets the stick that is left.
OF_BOTH = {
    "alice": "21300,25000,46300", "bruno": "28700,26600,55300", "carol": "27500,17000,44500",
    "derek": "22500,31400,53900",
}  # fmt: skip


@pytest.mark.parametrize("points", [CHANGES, TOTALS_SO_FAR])
@pytest.mark.parametrize("right", ["28700", "31400", "44500"])
def test_a_block_below_two_games_has_the_points_of_each(points, right):
    text = TWO_GAMES.format(**points, **OF_BOTH)
    assert not doubted_cells(text)
    row, line = next((at, some) for at, some in enumerate(text.split("\n"), 1)
                     if right in some.split(",")[1:4] and some.count(",") == 3)  # fmt: skip
    column = "ABCD"[line.split(",").index(right)]
    wrong = text.replace(f",{right}", f",{int(right) + 10000}")
    faulty = "\n".join(
        some if at == row else old for at, (old, some)
        in enumerate(zip(text.split("\n"), wrong.split("\n"), strict=True), 1)
    )  # fmt: skip
    assert doubted_cells(faulty) == [f"{column}{row}"]
