"""What is told of a sheet names people as the sheet does."""

import pytest
from kit.commands import run

from mjlog.rules import load
from mjlog.sheets.audit import audited
from mjlog.sheets.cells.player_names import players_of
from mjlog.sheets.reading import HowToRead, read_sheet

HEAD = "Deal,Dealer,Winner,From,Han,Fu,Riichi,Tenpai,Ann,Bob,Cid,Dee\n"
WRONG = {
    "E1,Ann,Dee,Ann,2,30,,,0,0,-2000,2000\n": (
        "how Dee won does not fit the points of this deal: recorded from Ann; from Cid fits; or "
        "another entry is wrong: `net Ann`, which would read -2000"
    ),
    "E1,Ann,Dee,Cid,2,30,,,0,0,-2600,2600\n": None,
    "E1,Ann,-,,,,,Ann,1500,1500,-1500,-1500\n": (
        "who was one tile from winning does not fit the points of this deal: recorded Ann; "
        "Ann Bob fits"
    ),
}


def audit_and_messages(text):
    """The errors of a sheet."""
    (game,) = read_sheet(text, HowToRead("riichi/1")).games
    audit = audited(game)
    return audit, [each.message for each in audit.findings if each.severity == "error"]


@pytest.mark.parametrize("row", WRONG)
def test_messages_name_people(row):
    audit, messages = audit_and_messages(HEAD + row)
    assert messages
    assert WRONG[row] in {None, messages[0]}
    reasons = [each.because.english for each in audit.verdicts if each.because]
    assert not any(f" {letter} " in f" {text} " for text in messages + reasons for letter in "ABCD")


def test_where_nobody_is_named_winds_are():
    (game,) = read_sheet("E1,1000,-1000,0,0\nE2,0,0,0,0\nE3,0,0,0,0\n").games
    assert game.draft.players[0] == "Player 1"
    assert players_of(game.draft, load("riichi/1")) == ("East", "South", "West", "North")
    assert players_of(game.draft, None) == game.draft.players


def test_the_end_put_right_names_people(tmp_path):
    path = tmp_path / "club.csv"
    path.write_text(f"{HEAD}E1,Ann,Dee,Cid,2,30,,,25000,25000,23000,27100\n", encoding="utf-8")
    printed = run("sheet", "check", path, "--rules", "riichi/1").stdout
    assert "with deal 1 put right the game ends: Dee 27,000 (not 27,100)" in printed
    assert "seat D" not in printed


def test_a_head_names_the_seat_and_the_player():
    text = (
        "局,本場,和了者,放銃者,翻,符,リーチ,東家:山田,南家:伊藤,西家:中村,北家:小林\n"
        "東1,0,山田,小林,3,40,山田,+7700,0,0,-7700\n東1,1,伊藤,山田,2,30,,-2300,+2300,0,0\n"
    )
    (game,) = read_sheet(text).games
    assert game.game.players == ("山田", "伊藤", "中村", "小林")
    assert not [each for each in audited(game).findings if each.is_error]
    (wrong,) = read_sheet(text.replace("2,30,,-2300,+2300", "2,30,,-2300,+3200")).games
    (error,) = [each for each in audited(wrong).findings if each.is_error]
    assert error.place.cell == "I3"


PAID = {
    "Ann > Bob 3": ["pay A>B 3"],
    "Ann → Cid: 1,000, Bob -> Cid 3; Dee=>Cid 4": ["pay A>C 1000, B>C 3", "pay D>C 4"],
    "A>B 3": ["pay A>B 3"],
    "ann＞Bob：８点、table > Ann 1000": ["pay A>B 8, table>A 1000"],
    "Ann > Bob ? for=liability": ["pay A>B ? for=liability"],
    "Ann > Eve 3": [],
    "Ann > Bob 3 or so": [],
    "Ann pays Bob 3": ["pay A>B 3"],
    "Ann owes Bob 3": [],
    "Ann > Bob 8 9": [],
    "Ann > Bob 1000 500": [],
    "Ann > Bob 1,00,0": [],
    "Ann > Bob 1.000": [],
    "Ann > Bob 10,, Dee > Cid 5": [],
    "A>C 10,, D>C 5": [],
    "A>C 10,0, D>C 5": [],
    "Ann > Ann 3": [],
    "Joann > Bob 3": [],
    "x " * 29 + ">" + " y" * 900: [],
}


def paid(text):
    """The lines of payments of a sheet, and whether a cell was not understood."""
    (game,) = read_sheet(text).games
    codes = {each.code for each in audited(game).findings}
    lines = [line for line in game.text.splitlines() if line.startswith("pay ")]
    return lines, "sheet.unread" in codes


@pytest.mark.parametrize("words", PAID)
def test_payments_may_name_people(words):
    head = "Deal,Dealer,Winner,From,Tai,Ann,Bob,Cid,Dee,Payments\n"
    assert paid(f'{head}E1,Ann,Bob,Ann,3,-3,3,0,0,"{words}"\n') == (PAID[words], not PAID[words])


def test_payments_are_written_as_the_points_beside_them():
    head = "Deal;Dealer;Winner;From;Han;Fu;Riichi;Ann;Bob;Cid;Dee;Payments\n"
    row = "E1;Ann;Dee;-;3;30;;-2.000;-1.000;-1.000;4.000;Ann > Dee 2.000, Bob > Dee 1.000\n"
    assert paid(head + row) == (["pay A>D 2000, B>D 1000"], False)


@pytest.mark.parametrize(
    ("words", "due"),
    [
        ("Bob > Ann 2 2000", ["pay A>D 2000"]),
        ("Bob > Ann 2: 800", ["pay A>D 800"]),
        ("Bob > Ann 2", []),
        ("Bob > Ann 8", ["pay A>C 8"]),
    ],
)
def test_a_name_may_end_in_a_number(words, due):
    head = "Deal,Dealer,Winner,From,Tai,Bob,Cid,Ann,Ann 2,Payments\n"
    assert paid(f"{head}E1,Bob,Ann 2,Bob,3,-3,0,0,3,{words}\n") == (due, not due)


def test_where_a_player_is_called_by_the_letter_of_another_seat_letters_are_players():
    head = "Deal,Dealer,Winner,From,Tai,Z,D,Bob,Cid,Payments\n"
    assert paid(f"{head}E1,Z,D,Z,3,-3,3,0,0,Z>D 3; Bob>D 1\n") == (
        ["pay A>B 3", "pay C>B 1"],
        False,
    )


LISTS = """Hand,Honba,Winner,From,Han,Fu,Riichi,{players}
E1,0,{cem},tsumo,3,30,"{anna}, {ben}",-3000,-2000,6000,-1000
E2,0,draw,,,,{cem},1000,1000,0,-3000
E2,1,{ben},tsumo,4,20,{ben} & {cem},-2700,10100,-3700,-2700
E2,2,{cem},tsumo,{han},30,{dora},-700,-1200,3600,-1700
"""


@pytest.mark.parametrize("called", [
    ("Anna Muster", "Ben Klein", "Cem Öz", "Dora Klein"),
    ("Anna", "Ben", "Cem", "Dora"),
    ("安娜", "本", "Cem", "朵拉"),
])  # fmt: skip
@pytest.mark.parametrize("players", [
    "Anna Muster,Ben Klein,Cem Öz,Dora Klein", "Anna 安娜,Ben 本,Cem 杰,Dora 朵拉",
])  # fmt: skip
def test_cells_call_people_by_their_names_or_by_a_part_of_them(players, called):
    names = dict(zip(("anna", "ben", "cem", "dora"), called, strict=True))
    parts = {part for name in players.split(",") for part in (name, *name.split())}
    found = [
        [each.place.cell for each in audited(game).findings if each.severity == "error"]
        for han in (2, 3)
        for game in read_sheet(LISTS.format(players=players, han=han, **names)).games
    ]
    assert found == [[], ["E5"]] if parts.issuperset(called) else found[0] != []


def test_a_word_of_several_names_is_nobody():
    sheet = LISTS.format(players="Anna Klein,Ben Klein,Cem Klein,Dora Klein", han=2, anna="Anna",
                         ben="Ben", cem="Klein", dora="Dora")  # fmt: skip
    (game,) = read_sheet(sheet).games
    assert {each.place.cell for each in game.draft.findings} == {"G3", "G4"}


DEALERS = """Hand,Honba,East,Winner,Discarder,Han,Fu,Jan,Hugo,Karo,Ines
E1,0,Hugo,Ines,(tsumo),4,20,-1300,-2600,-1300,5200
E2,0,{second},Hugo,(tsumo),2,20,-400,1500,-400,-700
E3,0,Jan,Jan,Karo,2,30,2900,0,-2900,0
E3,1,Jan,Jan,Ines,2,30,3200,0,0,-3200
"""
IN_ORDER = """Hand,Honba,East,Winner,Discarder,Han,Fu,Hugo,Ines,Jan,Karo
E1,0,Hugo,Ines,(tsumo),4,20,-2600,5200,-1300,-1300
E2,0,{second},Hugo,(tsumo),2,20,1500,-700,-400,-400
E3,0,Jan,Jan,Karo,2,30,0,0,2900,-2900
"""


@pytest.mark.parametrize("sheet", [DEALERS, "\n".join(DEALERS.splitlines()[:3]), IN_ORDER])
def test_dealers_seat_people_before_everybody_has_dealt(sheet):
    (game,) = read_sheet(sheet.format(second="Ines")).games
    assert game.draft.players[:2] == ("Hugo", "Ines")
    assert [each for each in audited(game).findings if each.severity == "error"] == []


def test_one_wrong_dealer_seats_nobody_otherwise():
    (game,) = read_sheet(IN_ORDER.format(second="Karo")).games
    assert game.draft.players == ("Hugo", "Ines", "Jan", "Karo")
    assert [each.place.cell for each in audited(game).findings if each.severity == "error"] == [
        "C3"
    ]


WINNERS_ALONE = "Round,Winner,Loser,Han,Fu,Points\nE1,Bob,Cid,2,30,2000\nE2-1,Dee,Ann,4,30,8000\n"


@pytest.mark.parametrize(
    ("above", "codes"),
    [("", ["deal.dealer"]), ("A: Ann\nB: Bob\nC: Cid\nD: Dee\n", [])],
)
def test_a_sheet_in_which_nobody_is_seated_is_told_what_to_write(above, codes):
    (game,) = read_sheet(above + WINNERS_ALONE).games
    assert [each.code for each in game.draft.findings] == codes
