"""Photographs of score sheets: what is read is what was written, and nothing wrong is sure."""

import io
import sys
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import product

import cv2
import numpy as np
import pillow_heif
import pytest
from kit.commands import run
from kit.photographs import SCALE, Hand, blank, photographed, scanned, values_of
from kit.sizes import begun, swept
from PIL import Image

from mjlog.bots.generate import games
from mjlog.model.messages import msg
from mjlog.paper.cells import readings
from mjlog.paper.form import Box, form_of
from mjlog.paper.net import BLANK, CLASSES, TICK
from mjlog.paper.reading import _joined, file_of, pages_of, read_any
from mjlog.paper.readings import SURE, PageRead, Reading
from mjlog.paper.sources import PageSource, Source, sources_in
from mjlog.paper.table import Table
from mjlog.sheets.audit import audited
from mjlog.sheets.reading import HowToRead

pytestmark = pytest.mark.slow

SETS = ("riichi", "taiyuan", "taiwanese", "tibet", "american")
CAMERAS = {"scanner": scanned, "phone": photographed}


@cache
def a_game(name: str):
    return next(games(name, seed=38, deals=6, fast=True))


@cache
def a_page(name: str, seed: int):
    """Return a sheet filled in by a hand, and what was written."""
    values = values_of(a_game(name))
    return Hand(seed).fill(form_of(name), values), values


def cells_in(data: bytes):
    """Return the readings of the first page in a picture."""
    return {cell.key: cell for cell in next(pages_of(data, HowToRead())).cells}


def differs(cell, value) -> bool:
    if isinstance(cell.value, tuple):
        return set(cell.value) != set(value or ())
    return (cell.value or 0) != (value or 0)


@pytest.mark.parametrize("case", swept(product(enumerate(SETS, 101), CAMERAS), 3))
def test_no_cell_is_sure_and_wrong(case):
    (seed, name), camera = case
    page, values = a_page(name, seed)
    table = Table(list(pages_of(CAMERAS[camera](page, seed), HowToRead())), "")
    table.confirm(HowToRead())
    cells = table.cells
    sure = {key: cell for key, cell in cells.items() if cell.unclear is None}
    wrong = {key for key, cell in sure.items() if differs(cell, values.get(key))}
    assert not wrong
    written = [key for key in values if key in cells]
    assert sum(key in sure for key in written) >= 0.8 * len(written)


def page_of(name: str, values, doubts=None):
    """Return a sheet of which every cell is read as it was written, except for faint cells.

    `doubts` has for each faint cell its second reading, which has a tenth of the ink.
    """
    form = form_of(name)
    kinds = {
        (box.row, f"kong {box.value}" if box.field == "kong" else box.field, box.seat): box.kind
        for box in form.boxes
        if box.kind != "text"
    }
    cells = []
    for key, kind in kinds.items():
        value = tuple(values.get(key, ())) if kind == "tick" else values.get(key)
        cell = Reading(key, value, 1.0, is_blank=key not in values)
        if key in (doubts or {}):
            others = {value: 0.9, doubts[key]: 0.1}
            words = msg("it is not clear")
            cell = replace(cell, share=0.9, unclear=words, is_faint=True, others=others)
        cells.append(cell)
    return PageRead(form, {}, cells)


def read_whole(name: str, values):
    """Return the findings on a sheet of which every cell is read as it was written."""
    (game,) = file_of([page_of(name, values)], HowToRead()).games
    return [finding for finding in audited(game).findings if finding.severity != "note"]


@pytest.mark.parametrize("name", SETS)
def test_a_right_sheet_has_no_finding(name):
    assert not read_whole(name, values_of(a_game(name)))


@pytest.mark.parametrize("name", ["taiwanese", "american"])
def test_a_slip_is_read_as_written_and_reported(name):
    values = dict(values_of(a_game(name)))
    key = next(key for key in values if key[1] == "change")
    due, values[key] = values[key], values[key] + (1000 if values[key] > 0 else -1000)
    cell = cells_in(scanned(Hand(7).fill(form_of(name), values), 7))[key]
    assert cell.value == values[key] != due
    assert read_whole(name, values)


def riichi_deals(*deals):
    """Return what is written for wins of A from B: han, fu, points; a blank value is None."""
    values = {}
    for row, (han, fu, points) in enumerate(deals, 1):
        values |= {
            (row, "wind", None): ["E"], (row, "number", None): 1, (row, "counters", None): row - 1,
            (row, "winner", None): ["A"], (row, "from", None): ["B"],
            (row, "han", None): han, (row, "fu", None): fu,
            (row, "change", "A"): points, (row, "change", "B"): points and -points,
        }  # fmt: skip
    return {key: value for key, value in values.items() if value}


@pytest.mark.parametrize(
    ("doubts", "asked"),
    [
        # Six han and seven are worth the same, so that the amounts say nothing about the digit.
        ({(2, "han", None): 7}, {(2, "han", None)}),
        ({(2, "fu", None): 40}, {(2, "fu", None)}),
        ({(1, "han", None): 4}, set()),
        ({(1, "change", "B"): -2800}, set()),
        ({(1, "number", None): 9}, set()),
        ({(2, "counters", None): 2}, set()),
        # Nothing but the two amounts says what the third hand was worth.
        ({(3, "change", "A"): 8300, (3, "change", "B"): -8300}, set()),
        ({(3, "counters", None): 7}, set()),
        ({(4, "ready", None): ("A",)}, {(4, "ready", None)}),
    ],
)
def test_the_rules_confirm_a_cell_by_other_cells_alone(doubts, asked):
    values = riichi_deals((3, 30, 5800), (6, 30, 18300), (None, None, 12600), (None, None, None))
    table = Table([page_of("riichi", values, doubts)], "")
    table.confirm(HowToRead())
    assert {key for key in doubts if table.cells[key].unclear is not None} == asked


def test_a_digit_that_was_mistaken_once_is_asked_about_beside_other_faults():
    # The 8 of this hand looks like a 6: three amounts are read so, two of them without a doubt.
    values = riichi_deals((3, 30, 5600), (6, 30, 16300), (4, 30, 12200))
    values[2, "change", "B"] = -18300
    table = Table([page_of("riichi", values, {(2, "change", "A"): 18300})], "")
    table.confirm(HowToRead())
    asked = {key for key, cell in table.cells.items() if cell.unclear is not None}
    amounts = {(row, "change", seat) for row, seat in ((1, "A"), (1, "B"), (2, "A"))}
    assert asked == {*amounts, (2, "han", None)}


@pytest.mark.parametrize(
    ("amounts", "is_right"),
    [
        ({(1, "B"): 3900, (1, "D"): -3900, (2, "C"): 2000, (2, "D"): -2000}, True),
        ({(1, "B"): 3900, (1, "C"): 2000, (1, "D"): -5900}, True),
        ({(2, "B"): 3900, (2, "C"): 2000, (2, "D"): -5900}, True),
        ({(1, "B"): 3900, (1, "D"): -3900, (2, "C"): 2600, (2, "D"): -2600}, False),
    ],
    ids=["each line its own", "all in the first line", "all in the second line", "a slip"],
)
def test_a_second_line_with_the_same_deal_is_a_second_winner(amounts, is_right):
    values = {(row, "change", seat): points for (row, seat), points in amounts.items()}
    for row, winner, han in ((1, "B", 3), (2, "C", 2)):
        values |= {
            (row, "wind", None): ["E"], (row, "number", None): 1, (row, "winner", None): [winner],
            (row, "from", None): ["D"], (row, "han", None): han, (row, "fu", None): 30,
        }  # fmt: skip
    assert (not read_whole("riichi", values)) == is_right


@pytest.mark.parametrize(
    ("following", "labels"), [(1, ["E1.0", "E1.1"]), (2, ["E1.0", "E1.0", "E2.0"])]
)
def test_a_dealer_may_win_in_the_first_of_two_lines(following, labels):
    values = {}
    for row, winner, points in ((1, "A", 5800), (2, "B", 3900)):
        values |= {
            (row, "wind", None): ["E"], (row, "number", None): 1, (row, "winner", None): [winner],
            (row, "from", None): ["D"], (row, "han", None): 3, (row, "fu", None): 30,
            (row, "change", winner): points, (row, "change", "D"): -points,
        }  # fmt: skip
    values |= {(3, "wind", None): ["E"], (3, "number", None): following, (3, "how", None): ["draw"]}
    values |= {(3, "counters", None): 1} if following == 1 else {}
    (game,) = file_of([page_of("riichi", values)], HowToRead()).games
    assert [deal.label for deal in game.game.deals] == labels


@pytest.mark.parametrize("name", ["riichi", "taiyuan", "taiwanese", "tibet"])
def test_unknown_cells_do_not_hide_columns_or_deals(name):
    values = values_of(a_game(name))
    page = page_of(name, values)
    unclear = {"change", "total", "number"}
    cells = [
        replace(cell, unclear=msg("something is crossed out"))
        if cell.key[1] in unclear and (cell.key[0] % 3 != 2 or cell.key[2] in {"A", "D"})
        else cell
        for cell in page.cells
    ]
    (game,) = file_of([replace(page, cells=cells)], HowToRead()).games
    assert len(game.game.deals) == len({key[0] for key in values if key[0]})
    findings = [finding for finding in audited(game).findings if finding.severity != "note"]
    assert {finding.code for finding in findings} == {"sheet.unread"}


def test_a_line_that_was_skipped_is_no_deal():
    values = {
        (key[0] + 2 * (key[0] > 1), *key[1:]): value
        for key, value in riichi_deals((3, 30, 5800), (6, 30, 18300)).items()
    }
    (game,) = file_of([page_of("riichi", values)], HowToRead()).games
    assert len(game.game.deals) == 2
    assert not read_whole("riichi", values)


def page_with_code(number: int, **code: str) -> PageRead:
    """Return a page of the form, with its code."""
    return PageRead(form_of("riichi", page=number), code, [])


def test_pages_of_one_table_are_joined_in_any_order():
    first, second = {"event": "Cup", "r": "1", "t": "1"}, {"event": "Cup", "r": "1", "t": "2"}
    pages = [
        page_with_code(2, **second),
        page_with_code(1, **first),
        page_with_code(1, **second),
        page_with_code(2, **first),
    ]
    joined = [[(page.code["t"], page.form.page) for page in game] for game in _joined(pages)]
    assert joined == [[("2", 1), ("2", 2)], [("1", 1), ("1", 2)]]
    # Without a code, a second page goes on with the sheet before it, and with no other one.
    pages = [page_with_code(1), page_with_code(2), page_with_code(1), page_with_code(1)]
    assert [len(game) for game in _joined(pages)] == [2, 1, 1]


def test_the_rules_confirm_nothing_beside_a_slip():
    values = riichi_deals((3, 30, 5800), (6, 30, 18300)) | {(1, "change", "A"): 7800}
    doubts = {(1, "change", "B"): -5300}
    table = Table([page_of("riichi", values, doubts)], "")
    table.confirm(HowToRead())
    assert table.cells[1, "change", "B"].unclear is not None


@pytest.mark.parametrize(
    ("written", "doubts", "asked"),
    [
        # A is read wrongly, and the ink has the right amount as well: B needs no look.
        ({"A": 5600}, {"A": 5800, "B": -5300}, {"A"}),
        # Without A nothing says whether B or C paid.
        ({"A": 5600, "B": None}, {"A": 5800, "B": -5800}, {"A", "B"}),
        # Both are read wrongly: no other reading of one of them makes the row right.
        ({"A": 5600, "B": -5300}, {"A": 5800, "B": -5800}, {"A", "B"}),
    ],
)
def test_a_faint_cell_is_confirmed_beside_a_mistaken_one(written, doubts, asked):
    values = riichi_deals((3, 30, 5800), (6, 30, 18300))
    values |= {(1, "change", seat): points for seat, points in written.items()}
    faint = {(1, "change", seat): points for seat, points in doubts.items()}
    table = Table([page_of("riichi", values, faint)], "")
    table.confirm(HowToRead())
    unclear = {seat for row, field, seat in faint if table.cells[row, field, seat].unclear}
    assert unclear == asked


def test_what_is_crossed_out_is_asked():
    form, values = form_of("riichi"), values_of(a_game("riichi"))
    hand = Hand(9)
    page = hand.fill(form, values)
    key = next(key for key in values if key[1] == "change")
    for box in form.cells()[key][1:]:
        hand.cross_out(page, box)
    cell = cells_in(scanned(page, 9))[key]
    assert cell.unclear is not None


def test_the_code_names_event_round_and_table():
    page, _ = a_page("riichi", 101)
    (game,) = read_any(scanned(page, 1)).games
    assert (game.game.header("Round"), game.game.header("Table")) == ("1", "2")
    assert game.game.header("Event").startswith("Cup")


def test_the_code_or_who_asks_says_how_many_play():
    header = "riichi preset=tenhou-sanma"
    form, three = form_of(header), [*"ABC"]
    values = {(1, "change", "A"): 3900, (1, "change", "C"): -3900, (1, "winner", None): ["A"]}
    page = Hand(101).fill(form, values)
    x, y, side = (round(length * SCALE) for length in form.qr)
    torn = page.copy()
    torn[y : y + side, x : x + side] = 255
    for image, rules in ((page, ""), (torn, header)):
        (read,) = pages_of(scanned(image, 1), HowToRead(rules))
        assert {box.seat for box in read.form.boxes if box.field == "change"} == {*three}
        cells = {cell.key: cell.value for cell in read.cells}
        assert all(cells[1, "change", seat] == values.get((1, "change", seat)) for seat in three)


def test_the_record_keeps_picture_box_and_probability_of_what_was_written():
    page, values = a_page("riichi", 101)
    data = scanned(page, 1)
    (game,) = read_any(data).games
    sources = [source for deal in game.game.deals for source in sources_in(deal)]
    (shown,) = [source for source in sources if isinstance(source, PageSource)]
    assert shown == PageSource(1, sha256(data).hexdigest(), 1)
    cells = form_of("riichi").cells()
    for number, deal in enumerate(game.game.deals, 1):
        changes = {
            source.seat: source
            for source in sources_in(deal)
            if isinstance(source, Source) and source.column == "change"
        }
        written = {seat for row, field, seat in values if (row, field) == (number, "change")}
        assert written <= {*changes}
        for seat in written:
            left, top, wide, high = changes[seat].box
            boxes = cells[number, "change", seat]
            assert left == pytest.approx(min(box.x for box in boxes), abs=1)
            assert top == pytest.approx(boxes[0].y, abs=1)
            assert wide > 3 * high
            if changes[seat].share >= SURE:
                assert changes[seat].text == str(values[number, "change", seat])


def turned(data: bytes, change):
    """Return the picture changed, as PNG."""
    image = change(np.asarray(Image.open(io.BytesIO(data)).convert("RGB")))
    stream = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(image)).save(stream, "PNG")
    return stream.getvalue()


def refusal(data: bytes) -> str:
    """Return why nothing is read of a file."""
    file = read_any(data)
    assert not file.games
    (finding,) = file.findings
    assert finding.code in {"sheet.unreadable", "sheet.layout"}
    return str(finding.message)


def test_a_sheet_may_be_upside_down():
    page, _ = a_page("riichi", 101)
    data = scanned(page, 1)
    first, second = cells_in(data), cells_in(turned(data, lambda image: image[::-1, ::-1]))
    assert all(first[key].value == second[key].value for key in first if not first[key].unclear)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda image: image[:, ::-1], "mirrored"),
        (lambda image: image[:, : image.shape[1] // 2], "photograph all of the sheet"),
        (lambda image: cv2.resize(image, None, fx=0.1, fy=0.1), "too small"),
        (lambda image: np.full_like(image, 200), "no corner marks"),
    ],
    ids=["mirrored", "half", "too small", "no sheet"],
)
def test_a_picture_that_cannot_be_read_says_what_to_do(change, words):
    assert words in refusal(turned(scanned(blank(form_of("riichi")), 1), change))


def test_what_is_outside_the_picture_is_never_blank():
    page, _ = a_page("riichi", 101)
    cells = cells_in(turned(scanned(page, 1), cut_corner))
    outside = [cell for cell in cells.values() if not cell.is_seen]
    assert outside
    assert all(cell.unclear is not None for cell in outside)


def cut_corner(image):
    """Return the picture as a camera has it that misses the lower right corner."""
    high, wide = image.shape[:2]
    near = np.float32([[0, 0], [wide, 0], [wide, high], [0, high]])
    far = np.float32([[0, 0], [wide, 0], [wide * 1.2, high * 1.1], [0, high]])
    return cv2.warpPerspective(image, cv2.getPerspectiveTransform(near, far), (wide, high))


def test_two_sheets_in_one_picture_are_two_games():
    one, two = (a_page(name, seed)[0] for name, seed in (("riichi", 101), ("taiyuan", 102)))
    two = cv2.resize(two, one.shape[1::-1])
    stream = io.BytesIO()
    Image.fromarray(np.vstack([one, two])[:, :, ::-1]).save(stream, "PNG")
    rules = {game.draft.rules.partition("/")[0] for game in read_any(stream.getvalue()).games}
    assert rules == {"riichi", "taiyuan"}


@pytest.mark.parametrize("data", [b"\xff\xd8\xff broken", b"%PDF-1.7 broken", b"\x89PNG\r\n"])
def test_a_broken_file_is_refused(data):
    assert "broken" in refusal(data)


def a_pdf(*pages) -> bytes:
    """Return pictures as the pages of a PDF."""
    images = [Image.open(io.BytesIO(data)).convert("RGB") for data in pages]
    stream = io.BytesIO()
    images[0].save(stream, "PDF", save_all=True, append_images=images[1:], resolution=200)
    return stream.getvalue()


def test_a_page_of_a_pdf_that_is_no_sheet_is_named_and_the_others_are_read():
    stream = io.BytesIO()
    Image.new("RGB", (800, 600), "white").save(stream, "PNG")
    letter = stream.getvalue()
    sheets = [scanned(a_page(name, 101)[0], 1) for name in ("riichi", "taiyuan")]
    file = read_any(a_pdf(sheets[0], letter, sheets[1]))
    assert len(file.games) == 2
    (finding,) = file.findings
    assert str(finding.message).startswith("picture 2: no corner marks are found")
    assert refusal(a_pdf(letter, letter)).startswith("no corner marks are found")


def test_a_pdf_of_too_many_pages_is_not_read_in_part():
    stream = io.BytesIO()
    Image.new("RGB", (80, 60), "white").save(stream, "PNG")
    assert "45 pages: at most 40" in refusal(a_pdf(*[stream.getvalue()] * 45))


@pytest.mark.parametrize("turns", begun([1, 0], 1))
def test_a_picture_of_a_phone_is_read_however_it_was_held(turns):
    image = Image.open(io.BytesIO(scanned(a_page("riichi", 101)[0], 1))).convert("RGB")
    exif, stream = Image.Exif(), io.BytesIO()
    exif[0x0112] = 6 if turns else 1  # of which side is up
    held = pillow_heif.from_pillow(image.rotate(90 * turns, expand=True))
    held.save(stream, quality=80, exif=exif.tobytes())
    cells = cells_in(stream.getvalue())
    written = values_of(a_game("riichi"))
    assert not any(
        differs(cell, written.get(key)) for key, cell in cells.items() if cell.unclear is None
    )


@pytest.mark.parametrize("missing", ["cv2", "numpy", "pillow_heif", "PIL", "pypdfium2"])
def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    data = b"%PDF-1.7" if missing == "pypdfium2" else b"\x89PNG\r\n\x1a\n"
    assert "pip install 'mjlog[photo]'" in refusal(data)


def test_the_command_reads_a_photograph(tmp_path):
    file = tmp_path / "table.jpg"
    file.write_bytes(photographed(a_page("riichi", 101)[0], 1))
    done = run("sheet", "check", file)
    assert "read from a picture" in done.output


def test_a_picture_is_converted_and_archived(tmp_path):
    folder = tmp_path / "round 1"
    folder.mkdir()
    (folder / "table.jpg").write_bytes(photographed(a_page("riichi", 101)[0], 1))
    Image.new("RGB", (300, 300), "white").save(folder / "logo.png")
    done = run("convert", folder / "table.jpg", "-o", tmp_path / "table.mjl")
    assert (tmp_path / "table.mjl").read_text(encoding="utf-8").startswith("%mjlog"), done.output
    archive = tmp_path / "club.sqlite"
    run("archive", "init", archive)
    # A picture without a sheet is passed over in a folder.
    assert "1 added" in run("archive", "add", archive, folder).output
    done = run("convert", folder / "logo.png", "-o", "-")
    assert done.exit_code == 2
    assert "no corner marks are found" in done.output


def test_a_map_says_where_the_boxes_of_another_form_are(tmp_path):
    page, _ = a_page("riichi", 101)
    file, layout = tmp_path / "table.png", tmp_path / "map.json"
    file.write_bytes(scanned(page, 1))
    layout.write_text(form_of("riichi").to_json(), encoding="utf-8")
    assert "read from a picture" in run("sheet", "check", file, "--map", layout).output


def test_every_box_of_a_long_list_is_read():
    names = [f"pattern-{number}" for number in range(15)]
    boxes = [
        Box(1, "items", "tick", 5.0 * at, 50, 4, 4, "A", name) for at, name in enumerate(names)
    ]
    form = replace(form_of("tibet/1"), boxes=tuple(boxes))
    shares = np.full((15, len(CLASSES)), 0.0001)
    shares[:, BLANK] = 0.9986
    shares[14] = 0.0001
    shares[14, TICK] = 0.9986
    (reading,) = readings(form, shares, [True] * 15, several=True)
    assert reading.value == ("pattern-14",)
    assert reading.unclear is None


def test_one_clear_total_beside_the_hands_of_all_is_no_error():
    """American sheets have columns of hands, beside which no total tells what it is."""
    page, _ = a_page("american", 105)
    (read,) = pages_of(scanned(page, 105), HowToRead())
    unclear = msg("it is not clear")
    cells = [
        replace(cell, unclear=unclear)
        if cell.key in {(0, "total", seat) for seat in "ABC"}
        else cell
        for cell in read.cells
    ]
    file = file_of([replace(read, cells=cells)], HowToRead())
    assert [finding for game in file.games for finding in game.draft.findings
            if finding.severity == "error"] == []  # fmt: skip
