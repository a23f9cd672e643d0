"""Records that mjlog does not read are named, with what to do.

A folder that holds one ends with status 2.
"""

import io
import json
import zipfile

import pytest
from click.testing import CliRunner

from mjlog.cli.main import main
from mjlog.formats import load
from mjlog.formats.unread import THINGS

GOOD = "%mjlog 1.0\nRules: taiyuan/1\n\n@ 1 dealer=A\nwin B 3p from C\n"


def packed(*names):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in names:
            archive.writestr(name, "<x/>")
    return data.getvalue()


UNREAD = {
    "pmn": (
        b'[Event "Duplicate MCR"]\n[Board "2"]\n[Play "T0r3D0z1"]\n',
        "text with tags as PGN and PMN have",
    ),
    "soul-packed": (b"\n\x15.lq.GameDetailRecords\x12\0", "a packed record of Mahjong Soul"),
    "soul-json": (b'{"head": {"uuid": "1"}, "data": "CgA="}', "a record of Mahjong Soul"),
    "soul-list": (
        b'{"total_count": 1, "record_list": [{"uuid": "1"}]}',
        "a list of games of Mahjong Soul",
    ),
    "tenhou-address": (
        b"https://tenhou.net/0/?log=2020010100gm-00a9-0000-03aa14b0&tw=1\n",
        "tenhou.net/0/log/?2020010100gm-00a9-0000-03aa14b0",
    ),
    "tenhou-log-address": (
        b"http://tenhou.net/0/log/?2020010100gm-00a9-0000-03aa14b0",
        "the address of a replay of Tenhou",
    ),
    "tenhou-log-name": (b"2020010100gm-00a9-0000-x03aa14b0de\n", "tenhou.net/0/log/"),
    "soul-address": (
        b"https://mahjongsoul.game.yo-star.com/?paipu=jmjlmr-000000_a1",
        "a replay address of Mahjong Soul",
    ),
    "soul-address-alone": (
        b"210815-00000000-0000-0000-0000-000000000000_a12345678",
        "a replay address of Mahjong Soul",
    ),
    "soul-address-as-people-share-it": (
        "雀魂牌谱: https://game.maj-soul.com/1/?paipu=jmjlmr-000000_a1_2".encode(),
        "tensoul or downloadlogs write Tenhou's JSON",
    ),
    "tenhou-address-in-words": (
        b"East 3, what would you discard?\ntenhou.net/3/?log=2020010100gm-00a9-0000-03aa14b0&tw=3",
        "tenhou.net/0/log/?2020010100gm-00a9-0000-03aa14b0",
    ),
    "naga-address": (
        b"https://naga.dmv.nico/htmls/report_viewer.html?report_id=0v2_2&tw=1",
        "naga.dmv.nico/reports/ with the `report_id`",
    ),
    "mjai-address": (
        b"https://mjai.ekyu.moe/killerducky/?data=/report/0.json",
        "save what is at the address behind `data=`",
    ),
    "amae-koromo-address": (
        b"https://amae-koromo.sapk.ch/player/1/12",
        "an address of amae-koromo",
    ),
    "tenhou-results-with-addresses": (
        '00:00 | 19 | 四鳳南喰赤－ | <a href="http://tenhou.net/0/?log=2013022000gm-00a9-0000-0">牌譜'
        "</a> | A(+5.0)".encode(),
        "a list of results of Tenhou",
    ),
    "tenhou-results-of-a-lobby": (
        "L1000 | 00:30 | 四般南喰赤－ | A(+45.0) B(+9.0) C(-20.0) D(-34.0)\n".encode(),
        "a list of results of Tenhou",
    ),
    "tenhou-results-of-a-room": (
        "23:34 | 21 | 四上南喰赤－ | A(+48.9) B(+12.6) C(-19.5) D(-42.0)\n".encode(),
        "a list of results of Tenhou",
    ),
    "tenhou-results-with-links": (
        '00:00 | 19 | 三鳳南喰赤－ | <a href="http://t/">牌譜</a> | A(+5.0)'.encode(),
        "a list of results of Tenhou",
    ),
    "amae-koromo": (
        b'[{"_id": "1", "modeId": 12, "uuid": "1", "players": []}]',
        "a list of games of amae-koromo",
    ),
    "naga": (b"<html><head><title>NAGA Report</title></head></html>", "a page of NAGA"),
    "tenhou-page": (
        b"<!-- http://tenhou.net/0/?log=2020010100gm-00a9-0000-03aa14b0&tw=1 --><html></html>",
        "tenhou.net/0/log/?2020010100gm-00a9-0000-03aa14b0",
    ),
    "soul-address-as-the-game-copies-it": (
        b"jkklln-5y7z0612-72b0-6a6d-n4qp-opgn3s8mkrpr_a865834354\n",
        "a replay address of Mahjong Soul",
    ),
    "soul-list-in-an-answer": (
        b'{"code": 0, "data": {"record_list": [{"uuid": "1"}]}}',
        "a list of games of Mahjong Soul",
    ),
    "amae-koromo-in-an-answer": (
        b'{"props": {"games": [{"modeId": 12, "uuid": "1", "players": []}]}}',
        "a list of games of amae-koromo",
    ),
    "results-on-a-page": (
        "<html><body><pre>23:34 | 21 | 四上南喰赤－ | A(+48.9) B(+12.6)\n</pre>".encode(),
        "a list of results of Tenhou",
    ),
    "results-with-links-on-a-page": (
        '<html><title>x</title>\n00:00 | 19 | 四鳳南喰赤－ | <a href="http://tenhou.net/0/?log='
        '2013022000gm-00a9-0000-00000000">牌譜</a> | A(+50.0) B(+12.0) C(-18.0)<br>'.encode(),
        "a list of results of Tenhou",
    ),
    "results-in-words": (
        "Tonight:\n\nL1000 | 00:30 | 四般南喰赤－ | A(+45.0) B(+9.0)\n".encode(),
        "a list of results of Tenhou",
    ),
    "majiang-page": (
        "<!doctype html><html><head><title>電脳麻将</title></head></html>".encode(),
        "a page of Majiang",
    ),
    "mjai-page": (
        b"<!-- https://mjai.ekyu.moe/killerducky/?data=/report/1.json --><html></html>",
        "a page of a viewer of mjai reports",
    ),
    "csv": (b"name,E1,E2\nAnn,3,4\nBea,5,6\n", "a table of values (CSV)"),
    "csv-semicolons": (b"name;E1;E2\nAnn;3;4\n", "a table of values (CSV)"),
    "xlsx": (packed("[Content_Types].xml", "xl/workbook.xml"), "an Excel workbook"),
    "xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0", "an old Excel or Word file"),
    "ods": (packed("mimetype", "META-INF/manifest.xml", "content.xml"), "an OpenDocument sheet"),
    "docx": (packed("[Content_Types].xml", "word/document.xml"), "a Word document"),
    "7z": (b"7z\xbc\xaf\x27\x1c\0\4", "a 7z archive"),
    "rar": (b"Rar!\x1a\x07\1\0", "a RAR archive"),
    "pdf": (b"%PDF-1.7\n%\xe2\xe3", "a PDF document"),
    "botzone": (b"Match 5f8e7a6b5c4d3e2f1a0b9c8d\nWind 0\n", "a Botzone record"),
    "broken": (b'{"title": ["", ""], "name": ["A"], "log": [[[0, 0', "cannot be read as JSON"),
}


@pytest.mark.parametrize("name", UNREAD)
def test_it_is_named_as_what_it_is(name):
    data, words = UNREAD[name]
    (source,) = load(data)
    assert source.game is None
    assert [finding.code for finding in source.findings] == ["format.unread"]
    assert words in source.findings[0].message


@pytest.mark.parametrize("name", UNREAD)
def test_no_two_rows_recognise_one_thing(name):
    data, _ = UNREAD[name]
    by_text = [thing.name for thing in THINGS if thing.of_text(data) is not None]
    by_object = []
    if data[:1] in b"{[" and name != "broken":
        value = json.loads(data) if name != "pmn" else {}
        first = value[0] if isinstance(value, list) else value
        by_object = [thing.name for thing in THINGS if thing.of_object(first) is not None]
    assert len(by_text) + len(by_object) <= 1


def test_every_row_is_tried():
    tried = set()
    for data, _ in UNREAD.values():
        tried |= {thing.name for thing in THINGS if thing.of_text(data) is not None}
        try:
            value = json.loads(data)
        except ValueError:
            continue
        first = value[0] if isinstance(value, list) else value
        tried |= {thing.name for thing in THINGS if thing.of_object(first) is not None}
    assert tried == {thing.name for thing in THINGS}


@pytest.mark.parametrize(
    "data",
    [
        b"[InternetShortcut]\r\nURL=https://game.maj-soul.com/1/?paipu=jmjlmr-000000_a1\r\n",
        b'{"link": "https://game.maj-soul.com/1/?paipu=jmjlmr-000000_a1"}',
        b'<DL><DT><A HREF="https://game.maj-soul.com/1/?paipu=jmjlmr-000000_a1">x</A></DL>',
    ],
)
def test_an_address_in_something_else_is_named(data):
    (source,) = load(data)
    assert source.findings[0].code == "format.unknown"
    assert "it has a replay address of Mahjong Soul" in source.findings[0].message


@pytest.mark.parametrize("name", UNREAD)
def test_a_folder_that_holds_one_ends_with_status_2(name, tmp_path):
    (tmp_path / "good.mjl").write_text(GOOD)
    (tmp_path / "other").write_bytes(UNREAD[name][0])
    result = CliRunner().invoke(main, ["check", str(tmp_path)])
    assert result.exit_code == 2
    assert "error format.unread" in result.output
    assert "1 record, 1 deal" in result.output


@pytest.mark.parametrize(
    "data",
    [
        b"# A collection\n",
        b"name\tscore\nAnn\t3\n",
        b"\x89PNG\0\0",
        b'{"compilerOptions": {',
        b"Dear all,\nhello\n",
    ],
)
def test_what_is_no_record_is_passed_over(data, tmp_path):
    (tmp_path / "good.mjl").write_text(GOOD)
    (tmp_path / "other").write_bytes(data)
    result = CliRunner().invoke(main, ["check", str(tmp_path)])
    assert result.exit_code == 0
    assert "note format.unknown" in result.output
