"""Sheets of results: the points at the end of each game, in each way that people lay them out."""

import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import read_sheet

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
    assert note.message.endswith("Minutes")


def test_totals_of_five_who_take_turns_are_deals():
    text = (
        "Deal,A1,B1,C1,D1,E9\nE1,25000,27000,23000,25000,-\nE2,25000,27000,-,25000,23000\n"
        "E3,25000,27000,23000,25000,-\n"
    )
    assert all(game.draft.deals for game in read_sheet(text).games)
