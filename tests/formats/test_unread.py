"""Records that mjlog does not read are named, with what to do.

A folder that holds one ends with status 2.
"""

import io
import zipfile

import pytest
from click.testing import CliRunner

from mjlog.cli.main import main
from mjlog.formats import load

GOOD = "%mjlog 1.0\nRules: taiyuan/1\n\n@ 1 dealer=A\nwin B 3p from C\n"


def packed(*names):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in names:
            archive.writestr(name, "<x/>")
    return data.getvalue()


UNREAD = {
    "pmn": (b'[Event "Duplicate MCR"]\n[Board "2"]\n[Play "T0r3D0z1"]\n', "a PMN record"),
    "soul-packed": (b"\n\x15.lq.GameDetailRecords\x12\0", "a packed record of Mahjong Soul"),
    "soul-json": (b'{"head": {"uuid": "1"}, "data": "CgA="}', "a record of Mahjong Soul"),
    "soul-list": (
        b'{"total_count": 1, "record_list": [{"uuid": "1"}]}',
        "a list of games of Mahjong Soul",
    ),
    "address-in-text": (
        b"look: https://tenhou.net/6/#json=%7B%22name%22",
        "an address of Tenhou's viewer",
    ),
    "address-of-log": (
        b"https://tenhou.net/0/?log=2020010100gm-00a9-0000-03aa14b0&tw=1\n",
        "the address of a log",
    ),
    "csv": (b"name,E1,E2\nAnn,3,4\nBea,5,6\n", "a table of values (CSV)"),
    "csv-semicolons": (b"name;E1;E2\nAnn;3;4\n", "a table of values (CSV)"),
    "xlsx": (packed("[Content_Types].xml", "xl/workbook.xml"), "an Excel workbook"),
    "xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0", "an old Excel or Word file"),
    "ods": (packed("mimetype", "META-INF/manifest.xml", "content.xml"), "an OpenDocument sheet"),
    "docx": (packed("[Content_Types].xml", "word/document.xml"), "a Word document"),
    "tziakcha": (
        b'{"session": {"title": ""}, "records": [{"step": {}}], "source_url": ""}',
        "a tziakcha record",
    ),
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
