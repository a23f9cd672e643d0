"""Maps of sheets: what was understood is written as a map, and read again by it."""

import csv
import io
import zipfile

import pytest
from kit.commands import run
from kit.places import DATA
from test_sheet_workbooks import TABLES, xlsx

from mjlog.sheets.audit import audited
from mjlog.sheets.layouts.mapping import MapError, map_of
from mjlog.sheets.reading import HowToRead, read_sheet

PLAIN = """\
Deal,Winner,From,Han,Fu,Ann,Bob,Cid,Dee
E1,Bob,Cid,2,30,0,2000,-2000,0
E2,Dee,tsumo,3,40,-1300,-2600,-1300,5200
"""


def deals_of(file):
    return [game.text.partition("\n\n")[2] for game in file.games]


def map_read(data):
    """The map that says how a sheet was understood."""
    return read_sheet(data).games[0].draft.layout


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_a_sheet_is_read_by_its_own_map_as_it_was_understood(path):
    data = path.read_bytes()
    layout = map_read(data)
    assert map_of(layout.to_toml()) == layout
    assert deals_of(read_sheet(data, HowToRead(layout=layout))) == deals_of(read_sheet(data))


IN_BLOCKS = """\
Deal E1,Winner,Discarder,Han,Fu
,Cid,Ann,2,40
Player,Riichi,Tenpai,Change,Total
Ann,,,-2600,22400
Bob,,,0,25000
Cid,,,+2600,27600
Dee,,,0,25000

Deal E2,Winner,Discarder,Han,Fu
,Cid,Ann,6,30
Player,Riichi,Tenpai,Change,Total
Ann,,,-12000,10400
Bob,yes,,-1000,24000
Cid,,,+13000,40600
Dee,,,0,25000
"""
ROW_OF_EACH_PLAYER = """\
Hand,Player,Change,Total
E1,Ann,0,25000
E1,Bob,2000,27000
E1,Cid,-2000,23000
E1,Dee,0,25000
E2,Ann,-1000,24000
E2,Bob,-2000,25000
E2,Cid,-1000,22000
E2,Dee,4000,29000
"""
FINALS_BELOW = """\
Hand,Winner,From,Han,Fu
E1,Bob,Dee,3,30
E1-1,Cid,tsumo,2,30

Player,Points
Ann,24500
Bob,28300
Cid,27000
Dee,20200
"""
SIDE_BY_SIDE = """\
Deal,Winner,From,Han,Fu,Ann,Bob,Cid,Dee,,Deal,Winner,From,Han,Fu,Eva,Flo,Gil,Hal
E1,Bob,Cid,2,30,0,2000,-2000,0,,E1,Hal,tsumo,3,40,-2600,-1300,-1300,5200
E2,Dee,Ann,1,30,-1000,0,0,1000,,E2,Flo,Gil,2,30,0,2900,-2900,0
"""
MARKS_OF_A_KEY = """\
W = wins by discard; Z = self-drawn; A = threw the winning tile
Deal,Han,Fu,Ann,Bob,Cid,Dee,Ann,Bob,Cid,Dee
E1,2,30,,W,A,,0,2000,-2000,0
E2,3,40,,,,Z,-1300,-2600,-1300,5200
"""
ARRANGED = {
    "in blocks": IN_BLOCKS,
    "a row of each player": ROW_OF_EACH_PLAYER,
    "finals below": FINALS_BELOW,
    "side by side": SIDE_BY_SIDE,
    "marks of a key": MARKS_OF_A_KEY,
}


@pytest.mark.parametrize("text", ARRANGED.values(), ids=ARRANGED)
def test_a_sheet_that_is_arranged_anew_is_read_by_its_own_map(text):
    games = read_sheet(text).games
    assert games[0].game.deals[1:]
    layout = map_of(games[0].draft.layout.to_toml())
    again = read_sheet(text, HowToRead(layout=layout)).games
    assert [game.text for game in again] == [game.text for game in games]
    assert [audited(game).findings for game in again] == [audited(game).findings for game in games]


def test_columns_of_a_sheet_with_several_rows_a_deal_have_no_meaning():
    assert map_read(IN_BLOCKS).roles_by_column == {}


def test_a_map_names_the_columns_of_a_sheet_with_a_row_of_each_player():
    roles = {1: "deal", 2: "player", 3: "change", 4: "total"}
    assert map_read(ROW_OF_EACH_PLAYER).roles_by_column == roles
    unknown = ROW_OF_EACH_PLAYER.replace("Hand,Player,Change,Total", "Qa,Qb,Qc,Qd")
    (game,) = read_sheet(unknown, HowToRead(layout=map_read(ROW_OF_EACH_PLAYER))).games
    assert game.game.players == ("Ann", "Bob", "Cid", "Dee")


def test_a_map_fits_the_next_sheet_of_a_club_with_other_players():
    layout = map_read(PLAIN)
    names = PLAIN.replace("Ann", "Eva").replace("Bob", "Flo").replace("Cid", "Gil")
    later = f"Table,7\n{names}"
    (game,) = read_sheet(later, HowToRead(layout=layout)).games
    assert game.game.players == ("Eva", "Flo", "Gil", "Dee")
    assert layout.fits(read_sheet(later).workbook.grids[0])
    assert not layout.fits(read_sheet(PLAIN.replace("Han", "Faan")).workbook.grids[0])


def test_a_map_says_what_no_head_says(tmp_path):
    """Heads that nobody understands, as a club has them for itself."""
    sheet, layout = tmp_path / "club.csv", tmp_path / "map.toml"
    sheet.write_text(PLAIN.replace("Winner", "Qa").replace("Han", "Qb").replace("2000,-", "2100,-"))
    layout.write_text(map_read(PLAIN).to_toml())
    answer = run("sheet", "check", sheet, "--map", layout)
    assert "G2: error net.differs" in answer.stdout


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[columns]\nwiner = "A"', "did you mean winner?"),
        ("colums = 1", "did you mean columns?"),
        ("zzz = 1", "known are "),
    ],
)
def test_a_misspelt_word_of_a_map_is_named(text, why):
    with pytest.raises(MapError, match=why.replace("?", r"\\?")):
        map_of(text)


NO_SHEETS = {
    "pdf": (b"%PDF-1.7\n%\xe2\xe3", "a PDF"),
    "png": (b"\x89PNG\r\n\x1a\n\0\0", "a picture"),
    "jpeg": (b"\xff\xd8\xff\xe0\0\x10JFIF", "a picture"),
    "heic": (b"\0\0\0\x18ftypheic\0\0", "a picture"),
    "webp": (b"RIFF\x24\0\0\0WEBPVP8 ", "a picture"),
    "bmp": (b"BM\x36\0\0\0\0\0", "a picture"),
    "rtf": (b"{\\rtf1\\ansi hello", "a text document"),
    "docx": (None, "a text document"),
}


@pytest.mark.parametrize("name", NO_SHEETS)
def test_what_is_no_sheet_says_what_it_is_and_what_to_do(name):
    data, what = NO_SHEETS[name]
    if data is None:
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as document:
            document.writestr("word/document.xml", "<w/>")
        data = stream.getvalue()
    (finding,) = read_sheet(data).findings
    assert finding.code == "sheet.unreadable"
    assert what in finding.message
    assert "paste" in finding.message


def packed_as(name):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as document:
        document.writestr(name, "x")
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (packed_as("Index/Document.iwa"), "Numbers"),
        (packed_as("xl/workbook.bin"), "XLSB"),
        (b'{"url": "https://docs.google.com/open?id=1", "doc_id": "1"}', "a Google sheet"),
        (
            b'<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
            "an XML spreadsheet",
        ),
        (b"\xef\xbb\xbf\r\n", "the file is empty"),
    ],
    ids=["numbers", "xlsb", "gsheet", "xml of 2003", "empty"],
)
def test_what_spreadsheet_programs_leave_beside_sheets_is_named(data, what):
    (finding,) = read_sheet(data).findings
    assert finding.code == "sheet.unreadable"
    assert what in finding.message


def test_a_text_that_begins_as_a_picture_does_is_a_sheet():
    assert read_sheet(PLAIN.replace("Deal", "BM deal").encode()).games


def test_a_map_names_the_rows_of_a_turned_sheet_by_their_numbers():
    rows = list(csv.reader((DATA / "sheets/deals-in-columns.csv").read_text("utf-8").splitlines()))
    layout = map_read(xlsx(rows))
    assert layout.turned
    assert all(isinstance(column, int) for column in layout.columns.values())
    assert 'deal = "' not in layout.to_toml()


HANDS = """\
Rules,american
,,,,Value,,,,Change,,,,Total
Deal,Winner,From,Result,A,B,C,D,A,B,C,D,A,B,C,D
E2,A,self,,500,4,40,8,2000,-1080,-396,-524
E3,A,C,,500,4,8,8,2000,-512,-992,-496
Final,,,,,,,,,,,,4010,-1592,?,-1020
"""


def test_a_map_says_where_the_hands_of_all_players_are():
    """Of four totals one cannot be read; beside columns of hands nobody could guess that."""
    layout = map_of(
        """head = 3
        players = ["I", "J", "K", "L"]
        totals = ["M", "N", "O", "P"]
        hands = ["E", "F", "G", "H"]
        [columns]
        deal = "A"
        winner = "B"
        from = "C"
        """
    )
    file = read_sheet(HANDS, HowToRead(layout=layout))
    assert not file.findings
    (game,) = file.games
    assert "fan C total 40" in game.text
    assert not audited(game).findings
    assert map_of(layout.to_toml()).hands == game.draft.layout.hands == (5, 6, 7, 8)


def test_how_a_table_of_several_games_is_read_is_said_once(tmp_path):
    rows = PLAIN.partition("\n")[2]
    (tmp_path / "season.csv").write_text(f"Rules,riichi\n{PLAIN}{rows}{rows}")
    answer = run("sheet", "check", tmp_path / "season.csv")
    assert answer.stdout.count("6 deals in rows") == 1
    assert "3 records" in answer.stdout


ALL_PLAYERS = 'head = 1\nheads = ["a", "b", "c", "d"]\nplayers = ["A", "B", "C", "D"]\n'


def test_rows_of_points_are_no_heads_of_a_map_that_names_players_alone():
    rows = "a,b,c,d\n1000,-1000,0,0\n-500,-500,1500,-500\n"
    (game,) = read_sheet(rows, HowToRead(layout=map_of(ALL_PLAYERS))).games
    assert [len(deal.entries) > 0 for deal in game.draft.deals] == [True, True]


def test_a_map_is_for_the_worksheets_with_its_heads_and_leaves_the_others_as_they_look():
    odd = [["a", "b", "c", "d"], ["1000", "-1000", "0", "0"], ["0", "0", "8", "-8"]]
    plain = [line.split(",") for line in PLAIN.splitlines()]
    file = read_sheet(xlsx(odd, plain), HowToRead(layout=map_of(ALL_PLAYERS)))
    assert [game.game.players for game in file.games] == [
        ("a", "b", "c", "d"),
        ("Ann", "Bob", "Cid", "Dee"),
    ]


def test_a_map_of_another_sheet_is_told_and_not_used():
    file = read_sheet(PLAIN, HowToRead(layout=map_of(ALL_PLAYERS)))
    (finding,) = [each for each in file.findings if each.code == "sheet.layout"]
    assert "a, b, c, d" in finding.message
    (game,) = file.games
    assert game.game.players == ("Ann", "Bob", "Cid", "Dee")


@pytest.mark.parametrize(
    ("layout", "why"),
    [
        ('head = 1\nplayers = ["F"]', "column F is one player's points"),
        ('head = 1\n[columns]\nremark = "A"', "the columns that you named have no deals"),
    ],
)
def test_a_map_that_names_too_little_is_told_what_lacks(layout, why):
    file = read_sheet(PLAIN, HowToRead(layout=map_of(layout)))
    assert not file.games
    assert [finding.message for finding in file.findings if why in finding.message]
