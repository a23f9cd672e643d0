"""Hong Kong faan sheets: payments by the rule set, and the points at the end."""

from fractions import Fraction
from itertools import starmap
from pathlib import Path

import pytest
from kit.places import ROOT

from mjlog.rules import load
from mjlog.rules.hongkong_faan.points import Payments
from mjlog.rules.shared.faan_prices import price_multiplier
from mjlog.sheets.audit import audited
from mjlog.sheets.reading import HowToRead, read_sheet

LOGS = ROOT.parent / "shared" / "logs" / "scoresheets" / "hk_yawnoc"
SHEET = """\
B=2
M=6
R=half
Ada Bo Cleo Dan
- - - -  # nobody wins
- - - f  # a false win
1 - - -
- 2 d -
- - 6 D
- - 6 S
"""


def ends(text):
    """What everybody has won by the rules, in the money of the sheet, all games together."""
    found = {}
    for game in read_sheet(text).games:
        changes = audited(game).report.changes
        assert None not in changes
        totals = starmap(lambda *each: sum(each), zip(*changes, strict=True))
        for name, total in zip(game.game.players, totals, strict=True):
            found[name] = found.get(name, 0) + total * game.draft.unit
    return found


def test_a_sheet_ends_with_what_the_rules_make_of_it():
    assert ends(SHEET) == {"Ada": 200, "Bo": 204, "Cleo": 500, "Dan": -904}


def test_half_a_point_is_paid_in_full():
    assert ends("B=0.5\nR=half\na b c d\n0 - - d\n") == {
        "a": 1, "b": Fraction(-1, 4), "c": Fraction(-1, 4), "d": Fraction(-1, 2)
    }  # fmt: skip


def test_a_line_of_names_begins_a_game():
    games = read_sheet("a b c d\n1 d - -\n\nw x y z\n2 - - -\n").games
    assert [game.game.players for game in games] == [("a", "b", "c", "d"), ("w", "x", "y", "z")]


@pytest.mark.parametrize("line", ["1 2 - -", "1 d d -", "f 3 - -", "- d - -", "- - D S"])
def test_a_line_that_says_two_things_is_named(line):
    (game,) = read_sheet(f"a b c d\n1 d - -\n{line}\n").games
    assert [each.code for each in game.draft.findings] == ["sheet.unread"]
    assert game.draft.findings[0].place.cell == "A3"


def test_the_multiplier_rises_as_the_tables_say():
    half = [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384]
    assert [price_multiplier(faan, spicy=False) for faan in range(14)] == half
    doubled = [price_multiplier(faan, spicy=True) for faan in range(14)]
    assert doubled == [2**faan for faan in range(14)]


def test_a_faan_column_is_read_with_these_rules():
    text = "Deal,Winner,From,Faan,Ann,Bob,Cid,Dee\n1,Bob,Cid,2,0,16,-16,0\n2,Ann,,1,12,-4,-4,-4\n"
    (game,) = read_sheet(text).games
    report = audited(game).report
    assert game.game.rules == "hongkong-faan/1"
    assert report.counts()["differs"] == 0
    assert report.counts()["given"] == 10


FAAN = """\
Deal,Winner,From,Faan,Ann,Bob,Cid,Dee
1,Bob,Cid,2,0,16,-16,0
2,Ann,,1,12,-4,-4,-4
4,Dee,Ann,3,-32,0,0,32
"""


def test_a_sheet_need_not_tell_of_draws():
    (game,) = read_sheet(FAAN).games
    told = audited(game)
    assert game.game.rules == "hongkong-faan/1"
    assert [each for each in told.findings if each.severity == "error"] == []
    assert told.report.counts()["differs"] == 0


def test_a_deal_that_is_numbered_back_is_still_named():
    (game,) = read_sheet(FAAN.replace("\n2,", "\n3,").replace("\n4,", "\n2,")).games
    told = audited(game)
    found = [(each.code, each.recorded, each.expected) for each in told.findings]
    assert ("next.round", "2", "4") in found


@pytest.mark.logs
@pytest.mark.parametrize("path", sorted(LOGS.glob("*.txt")), ids=lambda path: path.stem)
def test_real_sheets_end_with_the_recorded_points(path: Path):
    lines = Path(f"{path}.tsv").read_text(encoding="utf-8").splitlines()
    heads, *rows = (line.split("\t") for line in lines)
    due = {row[0]: Fraction(row[heads.index("net_score")]) for row in rows if row[0] != "*"}
    found = ends(path.read_text(encoding="utf-8"))
    assert {name: found.get(name, 0) for name in due} == due


HALF_SPICY = """\
Hong Kong Mahjong - 3 faan minimum
Half-spicy table
Game,Winner,Discarded by,Faan,Ann,Ben,Cat,Dan
1,Ann,Ben,3,32,-16,-8,-8
2,Cat,self,4,-32,-32,96,-32
3,Dan,Cat,5,-24,-24,-48,96
4,-,-,-,0,0,0,0
5,Ben,Ann,3,-16,32,-8,-8
Total,,,,-40,-40,32,48
"""
OF_THREE_FAAN = """\
港式麻雀 三番起糊 全銃

局	食糊	出銃	番	阿明	阿強	美玲	小芬
1	阿明	美玲	3	+8	0	-8	0
2	小芬	自摸	4	-8	-8	-8	+24
3	阿強	小芬	6	0	+32	0	-32
4	流局			0	0	0	0
5	美玲	阿明	5	-24	0	+24	0
6	美玲	阿明	3	-8	0	+8	0
總計				-32	+24	+16	-8
"""


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (
            HALF_SPICY,
            "hongkong-faan/1 stake=1 base_faan=0 rise=half responsibility=half: nothing",
        ),
        (OF_THREE_FAAN, "stake=2 base_faan=3 rise=half responsibility=full"),
    ],
)
def test_the_stakes_of_a_table_follow_from_its_amounts(text, options):
    (game,) = read_sheet(text).games
    report = audited(game).report
    (note,) = report.findings
    assert options in note.message
    counts = report.counts()
    assert (counts["differs"], counts["unverified"]) == (0, 0)


DRAWN_ALONE = """\
局	食糊	出銃	番	阿明	阿強	美玲	小芬
1	阿明	自摸	3	+72	-24	-24	-24
2	小芬	自摸	1	-6	-6	-6	+18
3	阿強	自摸	4	-48	+144	-48	-48
"""
"""One faan costs a player six, three 24 and four 48: it begins with one."""


THROWN_ALONE = """\
局	食糊	出銃	番	阿明	阿強	美玲	小芬
1	阿明	阿強	3	+48	-48	0	0
2	小芬	美玲	1	0	0	-12	+12
3	阿強	阿明	4	-96	+96	0	0
"""


@pytest.mark.parametrize("text", [DRAWN_ALONE, THROWN_ALONE])
def test_the_stakes_follow_from_hands_of_one_sort(text):
    (game,) = read_sheet(text).games
    report = audited(game).report
    (note,) = report.findings
    assert "stake=3 base_faan=1" in note.message
    assert report.counts()["differs"] == 0


def test_a_slip_at_a_table_of_three_faan_is_named():
    right, slip = "3\t-8\t0\t+8\t0", "3\t-16\t0\t+16\t0"
    wrong = OF_THREE_FAAN.replace(f"6\t美玲\t阿明\t{right}", f"6\t美玲\t阿明\t{slip}")
    assert wrong != OF_THREE_FAAN
    (game,) = read_sheet(wrong.partition("總計")[0]).games
    cells = {each.place.cell for each in audited(game).findings if each.is_error}
    assert cells == {"D9"}  # one entry, not two amounts that agree


def test_fewer_faan_than_the_base_cost_no_less():
    rules = load("hongkong-faan/1 stake=2 base_faan=3 responsibility=half")
    payments = Payments(rules.settings)
    assert [payments._times(faan) for faan in range(8)] == [1, 1, 1, 1, 2, 3, 4, 6]
    assert payments.false_win == 6 * 2 * 48


DOUBLED = """\
Deal,Winner,From,Faan,Ann,Bob,Cid,Dee
1,Ann,Cid,3,64,0,-64,0
2,Dee,self,4,-64,-64,-64,192
3,Bob,Dee,5,0,192,0,-192
4,,,,0,0,0,0
5,Cid,Ann,3,-64,0,64,0
6,Cid,Bob,1,0,-16,16,0
"""
"""Twice the usual stakes."""


@pytest.mark.parametrize(
    ("rules", "wrong"),
    [("hongkong-faan/1", 0), ("hongkong-faan/1 max_faan=13", 0), ("hongkong-faan/1 stake=1", 5)],
)
def test_stakes_that_a_sheet_does_not_name_follow_from_its_amounts(rules, wrong):
    (game,) = read_sheet(DOUBLED, HowToRead(rules)).games
    report = audited(game).report
    assert report.counts()["differs"] == wrong
    notes = [each for each in report.findings if each.code == "rules.inferred"]
    assert ["stake=2" in each.message for each in notes] == [True] * (not wrong)


def test_a_slip_at_such_a_table_is_told_by_its_own_stakes():
    text = DOUBLED.replace("5,0,192,0,-192", "5,0,182,0,-192")
    (game,) = read_sheet(text, HowToRead("hongkong-faan/1")).games
    (error,) = [each for each in audited(game).report.findings if each.is_error]
    assert (error.recorded, error.expected) == ("182", "192")


def test_two_wrong_deals_of_five_are_no_other_stakes():
    text = DOUBLED.replace("64", "32").replace("16", "8").replace("5,0,192,0,-192", "5,0,96,0,-96")
    text = text.replace("4,-32,-32,-32,192", "4,-32,-32,-32,96")
    (game,) = read_sheet(text, HowToRead("hongkong-faan/1")).games
    assert not [each for each in audited(game).report.findings if each.code == "rules.inferred"]
    twice = text.replace("3,32,0,-32,0", "3,64,0,-64,0").replace("1,0,-8,8,0", "1,0,-16,16,0")
    (game,) = read_sheet(twice, HowToRead("hongkong-faan/1")).games
    report = audited(game).report
    assert not [each for each in report.findings if each.code == "rules.inferred"]
    assert report.counts()["differs"] == 2
