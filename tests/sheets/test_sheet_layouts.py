"""Score sheets laid out as clubs lay them out: what is read of each, without a map."""

import pytest
from kit.places import DATA
from kit.sheets import wrong_cells

from mjlog.sheets.audit import audited
from mjlog.sheets.cells.numbers import number_of
from mjlog.sheets.reading import HowToRead, read_sheet

FOLDER = DATA / "sheets"
EVERY = sorted(FOLDER.iterdir())
NETS = {
    "changes-and-totals.csv": ["1500 -1500 0 0", "-2100 4300 -1100 -1100"],
    "deals-in-columns.csv": [
        "1500 -1500 0 0",
        "-2100 4300 -1100 -1100",
        "0 0 0 0",
        "-8300 0 0 8300",
    ],
    "five-players-in-thousands.csv": [
        "3900 -3900 0 0",
        "-1300 2700 -700 -700",
        "0 -1000 1000 0",
        "-8300 9300 0 0",
    ],
    "marks-in-hundreds.csv": [
        "3900 -3900 0 0",
        "-1400 -800 -800 3000",
        "1000 1000 -1000 -1000",
        "0 8000 -8000 0",
    ],
    "no-head.csv": ["2000 -2000 0 0", "-1300 -1300 5200 -2600", "0 0 0 0"],
    "pasted.md": ["0 2000 -2000 0", "-1300 -2600 -1300 5200"],
    "seats-in-the-head.csv": [],
    "tai-in-chinese.csv": ["0 5 -5 0", "-7 21 -7 -7", "0 0 0 0"],
    "two-heads-in-japanese.tsv": [
        "0 2000 -2000 0",
        "-1300 -2600 -1300 5200",
        "1000 -1000 1000 -1000",
    ],
    "two-tables.csv": ["0 2000 -2000 0", "-1300 -2600 -1300 5200"] * 2,
    "wide-gaps.txt": ["0 2000 -2000 0", "-1300 -2600 -1300 5200"],
}


def games(name):
    return read_sheet((FOLDER / name).read_bytes()).games


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.stem)
def test_the_changes_of_each_deal_are_read(path):
    lines = [line for game in games(path.name) for line in game.text.splitlines()]
    assert [line[4:] for line in lines if line.startswith("net ")] == NETS[path.name]


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.stem)
def test_a_true_sheet_is_not_accused(path):
    for game in games(path.name):
        found = [each for each in audited(game).findings if each.severity == "error"]
        assert {each.code for each in found} == set()


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.stem)
def test_how_a_sheet_was_read_is_told_in_two_lines(path):
    for game in games(path.name):
        assert len(game.draft.understood) == 2


def test_players_take_their_seats_from_the_head():
    (game,) = games("seats-in-the-head.csv")
    assert game.game.players == ("Ann", "Bob", "Cid", "Dee")
    assert game.game.rules == "riichi/1 preset=wrc-2022"
    assert game.game.header("Final-Score") == "28700 29400 26700 35200"


def test_whoever_sits_out_is_not_at_the_table():
    first, second = games("five-players-in-thousands.csv")
    assert first.game.players == ("Alice", "Bob", "Carol", "Dave")
    assert second.game.players == ("Bob", "Carol", "Dave", "Eve")


def test_the_dealers_say_who_sits_where():
    text = (
        "Deal,Dealer,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
        "E1,Cid,Ann,Bob,1,30,1000,-1000,0,0\n"
        "E2,Ann,Dee,Bob,1,30,0,-1000,0,1000\n"
        "E3,Bob,Dee,Cid,1,30,0,0,-1000,1000\n"
        "E4,Dee,Ann,Bob,1,30,1000,-1000,0,0\n"
    )
    (game,) = read_sheet(text).games
    assert game.game.players == ("Cid", "Ann", "Bob", "Dee")
    assert game.text.count("net 0 1000 -1000 0\n") == 2


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("−5", -5), ("3,900", 3900), ("3.9", 3.9), ("△500", -500), ("▲1,300", -1300), ("(20)", -20),
        ("＋１２００", 1200), ("1 000", 1000), ("12'000", 12000), ("500点", 500), ("1e3", None),
        ("--5", None), ("", None), ("3,9x", None), ("9" * 30, None),
    ],
)  # fmt: skip
def test_numbers_as_people_write_them(text, number):
    found = number_of(text)
    assert found == number or (found is not None and float(found) == number)


def test_rules_that_are_named_are_not_guessed():
    sheet = read_sheet((FOLDER / "pasted.md").read_bytes(), HowToRead("riichi/1 preset=ema-2025"))
    assert sheet.games[0].game.rules == "riichi/1 preset=ema-2025"
    assert sheet.games[0].game.header("Rules-Told") is None


def test_a_column_that_nothing_is_checked_by_says_so_once():
    text = (
        "Deal,Winner,From,Han,Fu,Sum,Ann,Bob,Cid,Dee,Eve\n"
        "E1,Ann,Bob,2,30,0,2900,-2900,0,0,out\n"
        "E1,Cid,Dee,1,30,0,0,out,1000,-1000,0\n"
    )
    findings = [f for game in read_sheet(text).games for f in game.draft.findings]
    assert [(f.code, f.severity, f.place.cell) for f in findings] == [
        ("sheet.column", "note", "F1"),
        ("deal.dealer", "warning", "G1"),
    ]


def test_a_value_without_a_column_of_doubles_is_the_whole_value():
    text = (
        "Rules,american/1\nHand,Winner,Card value,Thrower,Ann,Bob,Cid,Dee\n"
        "1,Ann,25,Bob,125,-75,-25,-25\n"
    )
    [game] = read_sheet(text).games
    assert "fan A total 25" in game.text


def test_a_deal_whose_name_alone_tells_the_dealer_is_told_wrong_once():
    text = (
        "Rules,riichi/1\nDeal,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
        "E1,Ann,Bob,2,30,2900,-2900,0,0\nE2,Cid,Dee,1,30,0,0,1000,-1000\n"
    )
    [game] = read_sheet(text).games
    errors = [f.code for f in audited(game).findings if f.severity == "error"]
    assert errors == ["next.round"]


def test_one_of_two_explanations_names_the_other_entry():
    text = (
        "Rules,riichi/1 preset=ema-2016\nDeal,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
        "E3,Bob,Dee,3,60,0,8000,0,-8000\n"
    )
    [game] = read_sheet(text).games
    [finding] = [f for f in audited(game).findings if f.severity == "error"]
    assert finding.code == "net.differs"
    assert finding.place.cell == "G3"
    assert "the value of Bob's hand" in f"{finding}"


SHARED_LABELS = """\
,Table 1,,,,Table 2,,,
Game,Ann,Bob,Cid,Dee,Eva,Fay,Gus,Hal
1,41000,29000,18000,12000,30000,31000,20000,19000
2,21000,39000,28000,12000,20000,41000,20000,19000
"""


@pytest.mark.parametrize("heads", [0, 1])
def test_tables_that_share_their_labels_are_both_read(heads):
    text = SHARED_LABELS.split("\n", heads)[heads]
    games = read_sheet(text).games
    players = [("Ann", "Bob", "Cid", "Dee")] * 2 + [("Eva", "Fay", "Gus", "Hal")] * 2
    assert [game.draft.players for game in games] == players
    assert wrong_cells(text) == []
    row = 4 - heads
    assert wrong_cells(text.replace("20000,41000", "20000,14000")) == [f"G{row}"]


def test_what_is_above_tables_that_share_their_labels_is_told_once():
    findings = read_sheet(f"Rules,Friday club\n{SHARED_LABELS}").findings
    assert [(each.code, each.place.cell) for each in findings] == [("sheet.rules", "A1")]


def test_deals_of_tables_that_share_their_labels_are_both_read():
    text = (
        "Round,Ann,Bob,Cid,Dee,Eva,Fay,Gus,Hal\n"
        "E1,5800,-5800,0,0,2900,-2900,0,0\nE2,-600,-1100,2300,-600,-1100,-600,2300,-600\n"
        "E3,0,0,-8000,8000,0,0,-8000,8000\n"
    )
    assert [len(game.draft.deals) for game in read_sheet(text).games] == [3, 3]
