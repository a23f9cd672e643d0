"""Score sheets of clubs: what is read from files, and which cell a finding names."""

import json

import pytest
from kit.commands import run

from mjlog.model.findings import CellPlace
from mjlog.sheets.audit import audited
from mjlog.sheets.files.decoding import decoded
from mjlog.sheets.reading import HowToRead, read_sheet

PLAIN = """\
Deal,Dealer,Winner,From,Han,Fu,Riichi,Ann,Bob,Cid,Dee,Remarks
E1,Ann,Bob,Cid,2,30,,0,2000,-2000,0,
E2,Bob,Dee,tsumo,3,40,,-1300,-2600,-1300,5200,nice
E3,Cid,-,,,,,0,0,0,0,nobody won
"""
PANTHEON = """\
ann:28000 bob:32000 cid:30000 dee:30000
ron bob from ann 2han 30fu (yakuhai1 dora)
draw tempai nobody
"""


def lines_of(text, rules=""):
    """The lines of the first game's record, without its headers."""
    (game, *_) = read_sheet(text, HowToRead(rules)).games
    return game.text.partition("\n\n")[2].splitlines()


def test_a_row_becomes_a_deal():
    assert lines_of(PLAIN)[:4] == [
        "@ E1 dealer=A",
        "win B ? from C",
        "fan B han 2, fu 30",
        "net 0 2000 -2000 0",
    ]


def test_a_list_of_pantheon_becomes_games_with_named_deals():
    assert lines_of(PANTHEON) == [
        "@ E1 dealer=A",
        "win B ? from A",
        "fan B han 2, fu 30",
        "",
        "@ E2 dealer=B",
        "draw wall",
        "tenpai",
    ]


@pytest.mark.parametrize(("final", "wrong"), [("34800", 0), ("33800", 1)])
def test_deals_with_their_round_and_the_word_dealer_are_read(final, wrong):
    text = (
        f"Ann:{final} Bob:25500 Cid:31300 Dee:28400\n1 ron Ann from Bob 2han 30fu dealer\n"
        "1 tsumo Cid 2han 30fu\n2 draw tempai Ann\n"
    )
    (game,) = read_sheet(text).games
    assert [len(game.draft.deals), game.draft.findings] == [3, ()]
    assert sum(each.is_error for each in audited(game).findings) == wrong


def test_a_sum_that_is_not_zero_is_told_at_the_cells_of_its_row():
    wrong = PLAIN.replace("E1,Ann,Bob,Cid,2,30,,0,2000", "E1,Ann,Bob,Cid,2,30,,0,2100")
    (game,) = read_sheet(wrong).games
    found = [each for each in audited(game).findings if each.severity == "error"]
    assert found
    assert all(isinstance(each.place, CellPlace) and each.place.row == 2 for each in found)


def test_what_is_not_understood_is_named_by_its_cell():
    (game,) = read_sheet(PLAIN.replace("2000,-2000", "2ooo,-2000")).games
    (found,) = game.draft.findings
    assert (found.code, found.place.cell) == ("sheet.unread", "I2")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp932", "gb18030", "big5hkscs"])
@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_any_encoding_and_delimiter_reads_the_same(encoding, sign):
    head = {"cp932": "局,親,和了者,放銃,翻,符", "gb18030": "局,庄家,和牌者,点炮,翻,符"}
    names = head.get(encoding, "局數,莊家,和牌者,放銃,翻,符")
    text = PLAIN.replace("Deal,Dealer,Winner,From,Han,Fu", names).replace(",", sign)
    assert lines_of(text.encode(encoding).decode(encoding)) == lines_of(PLAIN)
    (game,) = read_sheet(text.encode(encoding)).games
    assert game.text.partition("\n\n")[2].splitlines() == lines_of(PLAIN)


RUSSIAN = "Раздача;Победитель;От;Хан;Фу;Анна;Борис;Вера\nВ1;Борис;Вера;2;30;0;2000;-2000"
IN_OLD_ENCODINGS = {
    "cp1251": RUSSIAN,
    "koi8-r": RUSSIAN,
    "cp1250": "Rozdanie;Zwycięzca;Od;Łucja;Bożena;Żaneta;Jan\nW1;Bożena;Żaneta;0;2000;-2000;0",
    "cp949": "국;승자;방총;판;부;지민;서준;하은;도윤\n동1;서준;하은;2;30;0;2000;-2000;0",
    "euc-jp": "局;和了者;放銃者;翻;符;佐藤;鈴木;高橋;田中\n東1;鈴木;高橋;2;30;0;2000;-2000;0",
    "cp1252": "Spiel;Gewinner;Von;Jörg;Bärbel;Günther;Zoë\nO1;Bärbel;Günther;0;2000;-2000;0",
}


@pytest.mark.parametrize("encoding", IN_OLD_ENCODINGS)
def test_text_in_an_encoding_of_its_country_keeps_its_letters(encoding):
    text = IN_OLD_ENCODINGS[encoding]
    assert decoded(text.encode(encoding)) == text


def test_the_command_names_the_cell(tmp_path):
    path = tmp_path / "club.csv"
    path.write_text(PLAIN.replace("2000,-2000", "2ooo,-2000"), encoding="utf-8")
    result = run("sheet", "check", path, "--format", "ndjson")
    (record,) = map(json.loads, result.stdout.splitlines())
    where = next(f["where"] for f in record["findings"] if f["code"] == "sheet.unread")
    assert (where["row"], where["column"], where["cell"]) == (2, 9, "I2")
    assert result.exit_code == 1
    assert f"{path}:I2: " in run("sheet", "check", path).stdout


def test_what_is_no_text_is_told_as_that():
    rubbish = bytes(range(256)) * 40
    for data in (rubbish, "Deal,A,B\nE1,1,-1\n".encode("utf-16-le")):
        (found,) = read_sheet(data).findings
        assert found.code == "sheet.unreadable"
        assert "neither text" in found.message


@pytest.mark.parametrize(
    ("names", "encoding"),
    [
        ("Jürgen Käthe Øyvind", "cp1252"),
        ("Íñigo Begoña", "cp1252"),
        ("Zoé François", "cp1252"),
        ("Łukasz Żaneta", "cp1250"),
        ("Paweł Zosia", "cp1250"),
    ],
)
def test_names_in_old_encodings_keep_their_letters(names, encoding):
    text = "Gracz;Wynik\n" + "".join(f"{name};12\n" for name in names.split())
    assert decoded(text.encode(encoding)) == text
