"""Score sheets kept as records, either script found, names and licences left out on request."""

import gzip
import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from sqlalchemy import update

from mjlog.archive.adding.reading import found_below, found_in_bytes, original_of
from mjlog.archive.privacy.forgetting import forget
from mjlog.archive.privacy.people import the_player
from mjlog.archive.privacy.pseudonyms import hide_names
from mjlog.archive.questions import words
from mjlog.archive.questions.export import records_to_export
from mjlog.archive.questions.search import Query, count, find
from mjlog.archive.storage import tables
from mjlog.archive.store import Archive
from mjlog.archive.verify import verify
from mjlog.archive.view import KEEPER, Reader, viewing
from mjlog.notation import digest, read
from mjlog.sheets.corrections.corrected import workbook_of_rows
from mjlog.sheets.from_record import sheet_of_record
from tests.kit.archives import put, text_of
from tests.kit.places import SAMPLES

SIX_DEALS = SAMPLES / "hongkong-faan" / "a-sheet-of-six-deals.mjl"


@pytest.fixture(params=["evening.csv", "evening.xlsx"])
def sheet(request: pytest.FixtureRequest) -> tuple[str, bytes]:
    """A score sheet, as text and as a workbook."""
    made = sheet_of_record(read(SIX_DEALS.read_bytes()))
    name = str(request.param)
    return name, made.csv.encode() if name.endswith("csv") else workbook_of_rows(made.rows)


# --------------------------------------------------------------------------- sheets


def test_a_sheet_is_a_record_with_its_own_bytes(
    archive: Archive, sheet: tuple[str, bytes], tmp_path: Path
) -> None:
    name, data = sheet
    (added,) = archive.add(found_in_bytes(data, name))
    assert added.outcome == "added"
    with viewing(archive) as view:
        stored = view.record(added.digest)
        assert stored is not None
        assert stored.row["format"] == "sheet"
        assert stored.row["rules"] == "hongkong-faan"
        assert stored.row["deals"] == 6
        (original,) = view.originals(added.digest)
        assert (original["name"], original["data"]) == (name, data)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / name).write_bytes(data)
    (tmp_path / "folder" / "other.csv").write_bytes(b"tea,2\nrice,3\n")
    (again,) = archive.add(found_below(tmp_path / "folder"))
    assert (again.outcome, again.digest) == ("known", added.digest)
    assert not list(verify(archive))


def test_what_is_wrong_on_a_sheet_is_a_finding_of_its_record(archive: Archive) -> None:
    wrong = SAMPLES / "broken" / "hongkong-faan" / "pay.seats.mjl"
    data = sheet_of_record(read(wrong.read_bytes())).csv.encode()
    (added,) = archive.add(found_in_bytes(data, "cup.csv"))
    assert added.status == "errors"


def test_a_table_that_is_no_sheet_is_refused_and_said(archive: Archive) -> None:
    (refused,) = archive.add(found_in_bytes(b"tea,2\nrice,3\n", "list.csv"))
    assert refused.outcome == "refused"
    assert [each.code for each in refused.found.findings] == ["sheet.layout"]


def test_forgetting_reaches_sheets(archive: Archive, sheet: tuple[str, bytes]) -> None:
    name, data = sheet
    data = data.replace(b"Cleo", b"Wilhelmina") if name.endswith("csv") else data
    person = "Wilhelmina" if name.endswith("csv") else "Cleo"
    (added,) = archive.add(found_in_bytes(data, name))
    with viewing(archive, KEEPER) as view:
        number = the_player(view, person).number
    done = forget(archive, number)
    with viewing(archive, KEEPER) as view:
        originals = view.originals(done.records[added.digest])
    if name.endswith("csv"):
        assert (done.rewritten, done.dropped) == (1, [])
        assert person.encode() not in originals[0]["data"]
    else:
        # Nobody can replace bytes within a packed workbook.
        assert (originals, done.dropped) == ([], [name])


def _in_a_comment(book: Workbook) -> None:
    book.worksheets[0]["A1"].comment = Comment("asked Xenobia Quux", "the desk")


def _as_author_of_a_comment(book: Workbook) -> None:
    book.worksheets[0]["A1"].comment = Comment("asked", "Quux, Xenobia")


def _on_another_sheet(book: Workbook) -> None:
    book.create_sheet("Addresses")["B2"] = "Xenobia Quux"


def _in_parts(book: Workbook) -> None:
    bold = TextBlock(InlineFont(b=True), "Xeno")
    book.create_sheet("Notes")["A1"] = CellRichText("paid by ", bold, "bia Quux")


def _as_creator(book: Workbook) -> None:
    book.properties.creator = "Xenobia Quux"


@pytest.mark.parametrize(
    "hide", [_in_a_comment, _as_author_of_a_comment, _on_another_sheet, _in_parts, _as_creator]
)
@pytest.mark.parametrize("is_packed", [False, True])
def test_a_workbook_that_hides_a_forgotten_name_is_dropped_and_said(
    archive: Archive, hide: Callable[[Workbook], None], *, is_packed: bool
) -> None:
    put(archive, text_of(players=("Xenobia Quux", "Ben", "Cleo", "Dan")))
    rows = sheet_of_record(read(SIX_DEALS.read_bytes())).rows
    book = load_workbook(io.BytesIO(workbook_of_rows(rows)))
    hide(book)
    stream = io.BytesIO()
    book.save(stream)
    (added,) = archive.add(found_in_bytes(stream.getvalue(), "evening.xlsx"))
    assert added.outcome == "added"
    if is_packed:
        packed = original_of(gzip.compress(stream.getvalue()), "sheet")
        with archive.writing() as connection:
            row = {"data": packed.packed, "sha256": packed.sha256, "size": packed.size}
            workbooks = tables.originals.c.format == "sheet"
            connection.execute(update(tables.originals).where(workbooks).values(row))
    with viewing(archive, KEEPER) as view:
        number = the_player(view, "Xenobia Quux").number
    done = forget(archive, number)
    assert done.dropped == ["evening.xlsx"]
    with viewing(archive, KEEPER) as view:
        assert view.record(added.digest) is not None
        assert view.originals(added.digest) == []


def test_a_table_in_an_old_encoding_that_holds_a_forgotten_name_is_dropped(
    archive: Archive,
) -> None:
    put(archive, text_of(players=("李小龙", "Ben", "Cleo", "Dan")))
    table = "局,Ann,Bob,Cid,Dee,备注\nE1,1000,-1000,0,0,李小龙来了\n"
    (added,) = archive.add(found_in_bytes(table.encode("gb18030"), "evening.csv"))
    with viewing(archive, KEEPER) as view:
        number = the_player(view, "李小龙").number
    done = forget(archive, number)
    assert done.dropped == ["evening.csv"]
    assert added.digest in done.records


# --------------------------------------------------------------------------- either script


@pytest.fixture
def without_converter(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if the extra were not installed."""
    monkeypatch.setattr(words, "_converter", lambda: None)
    return


def in_both_scripts(archive: Archive) -> list[int]:
    names = (("李小龍", "Ben", "Cleo", "Dan"), ("李小龙", "Eva", "Finn", "Gu"))
    put(archive, text_of("名人戰", players=names[0]), text_of("Cup", players=names[1]))
    with viewing(archive) as view:
        asked = ("李小龍", "李小龙", "小龍", "名人战", "名人戰 李小龙", "龍 cleo", "cup zoe")
        return [count(view, Query(text=each)) for each in asked]


def test_either_script_finds_the_other(archive: Archive) -> None:
    pytest.importorskip("opencc")
    assert in_both_scripts(archive) == [2, 2, 2, 1, 1, 1, 0]


@pytest.mark.usefixtures("without_converter")
def test_without_the_extra_each_script_finds_itself(archive: Archive) -> None:
    assert in_both_scripts(archive) == [1, 1, 1, 0, 0, 1, 0]


# --------------------------------------------------------------------------- given away


def test_pseudonyms_are_the_same_in_every_output(archive: Archive) -> None:
    text = text_of().replace(b"@ E1 dealer=A", b"@ E1 dealer=A ; Ana is late")
    put(archive, text)
    with viewing(archive, Reader(sees_all=True, pseudonyms=True)) as view:
        (row,) = find(view, Query()).rows
        (told,) = hide_names(view, view.texts())
    listed = [player["name"] for player in row["players"]]
    game = read(told.text)
    assert list(game.players) == listed
    assert told.digest == digest(game)
    assert f"{listed[0]} is late" in told.text.decode()
    for name in ("Ana", "Ben", "Cleo", "Dan"):
        assert name not in told.text.decode()


def test_an_export_for_others_leaves_out_what_has_neither_licence_nor_source(
    archive: Archive,
) -> None:
    kept = [
        text_of("One").replace(b"Rules:", b"Licence: CC0-1.0\nRules:"),
        text_of("Two").replace(b"Rules:", b"Source: club book 7\nRules:"),
    ]
    with_one, with_other, bare = put(archive, *kept, text_of("Three"))
    with viewing(archive) as view:
        licensed = {each.digest for each in records_to_export(view, any_licence=False)}
        assert licensed == {with_one.digest, with_other.digest}
        assert bare.digest in {each.digest for each in records_to_export(view)}
        row = next(each for each in find(view, Query()).rows if each["digest"] == with_one.digest)
        assert (row["licence"], row["source"]) == ("CC0-1.0", "")
