"""Score sheets to print: the form of every rule set, its map, its marks, its letters."""

import json
import sys
from dataclasses import replace
from itertools import combinations, product

import cv2
import numpy as np
import pypdfium2
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from kit.places import ROOT

from mjlog.cli.main import main
from mjlog.paper.form import (
    PAPERS,
    Form,
    MapError,
    form_of,
    form_of_json,
    layout_by_mark,
    results_form_of,
)
from mjlog.paper.printing import Occasion, printed
from mjlog.rules import BUILT_IN, load
from mjlog.text.languages import NAMES

FORMS = {
    f"{form.layout} {form.page}": form
    for name, paper in product(BUILT_IN, PAPERS)
    for form in (form_of(name, paper), form_of(name, paper, 2), results_form_of(name, paper))
}
PEOPLE = ("李伟", "Łukasz Żółć", "田中さくら", "김민수")
SCALE = 6


def picture(pdf: bytes, page: int = 0):
    """Return a page as pixels, SCALE to a millimetre."""
    sheet = pypdfium2.PdfDocument(pdf)[page]
    return np.ascontiguousarray(sheet.render(scale=SCALE * 25.4 / 72).to_numpy()[:, :, :3])


def overlap(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def edges(box):
    return box.x, box.y, box.x + box.w, box.y + box.h


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_every_box_is_on_the_paper_and_covers_nothing(form: Form):
    boxes = [edges(box) for box in form.boxes]
    assert min(box[0] for box in boxes) >= 10
    assert max(box[2] for box in boxes) <= form.width - 10
    margin = 1.4  # the white squares around a mark
    marks = [
        (m.x - margin, m.y - margin, m.x + m.side + margin, m.y + m.side + margin)
        for m in form.marks
    ]
    x, y, side = form.qr
    taken = [*marks, (x, y, x + side, y + side)]
    by_line: dict[float, list] = {}
    for box in boxes:
        assert not any(overlap(box, other) for other in taken)
        by_line.setdefault(round(box[1] / 12), []).append(box)
    for near in by_line.values():
        assert not any(
            overlap(a, (b[0] + 0.02, b[1] + 0.02, b[2] - 0.02, b[3] - 0.02))
            for a, b in combinations(near, 2)
        )
    assert all(mark.x >= 12 and mark.y >= 12 for mark in form.marks)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_map_is_read_back_and_keeps_to_its_schema(form: Form):
    schema = json.loads((ROOT / "schemas" / "paper.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    text = form.to_json()
    assert not list(Draft202012Validator(schema).iter_errors(json.loads(text)))
    assert form_of_json(text) == form


def test_marks_say_layout_and_page():
    numbers = [mark.id for form in FORMS.values() for mark in form.marks]
    assert len(numbers) == len(set(numbers))
    for form in FORMS.values():
        name, paper, results, page = layout_by_mark(form.marks[0].id)
        layout = f"{name}/{load(name).edition} {paper} {'results' if results else 'deals'}"
        assert (layout, page) == (form.layout, form.page)
    assert layout_by_mark(586) is None


@pytest.mark.parametrize("name", ["riichi", "taiyuan"])
def test_another_program_finds_marks_and_code_where_the_map_says(name):
    form = form_of(name)
    image = picture(printed([(form, Occasion("Spring", 2, 3, PEOPLE))], "en").pdf)
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, numbers, _ = cv2.aruco.ArucoDetector(family).detectMarkers(image)
    places = {
        int(n): corner[0][0] / SCALE for n, corner in zip(numbers.ravel(), corners, strict=True)
    }
    assert set(places) == {mark.id for mark in form.marks}
    for mark in form.marks:
        assert places[mark.id] == pytest.approx((mark.x, mark.y), abs=0.35)
    words, *_ = cv2.QRCodeDetector().detectAndDecode(image)
    assert words == f"mjlog:1;Spring;r=2;t=3;{name};a4;p=1"


@pytest.mark.parametrize("tag", NAMES)
def test_names_in_any_script_are_printed_in_every_language(tag):
    sheets = printed([(form_of("riichi/1"), Occasion("春", 1, 1, PEOPLE))], tag)
    text = pypdfium2.PdfDocument(sheets.pdf)[0].get_textpage().get_text_range()
    assert all(name in text for name in PEOPLE)
    assert not sheets.missing
    # A subset alone is embedded: the whole font has 30 MB.
    assert len(sheets.pdf) < 200_000


def test_an_event_is_printed_whole_after_another_one():
    for event, players in (("Spring", PEOPLE), ("Quiz", ("Zoë", "Üx", "Jyl", "Kfm"))):
        sheets = printed([(form_of("riichi/1"), Occasion(event, 1, 1, players))], "en")
        text = pypdfium2.PdfDocument(sheets.pdf)[0].get_textpage().get_text_range()
        assert all(name in text for name in (event, *players))


def test_a_letter_that_no_font_has_is_told(tmp_path):
    event = tmp_path / "event.toml"
    names = tmp_path / "names.txt"
    names.write_text("Ann\nBob\nCid\nعلي\n", encoding="utf-8")
    run = CliRunner().invoke
    run(main, ["tournament", "new", str(event), "--event", "E", "--rules", "riichi",
               "--players", str(names), "--rounds", "1"])  # fmt: skip
    run(main, ["tournament", "draw", str(event), "--seed", "1"])
    answer = run(main, ["tournament", "paper", str(event), "-o", str(tmp_path / "o.pdf")])
    assert answer.exit_code == 0
    assert "no font here has these letters of names: ع" in answer.output


def test_an_event_has_a_page_for_each_table_and_round(tmp_path):
    event, sheets = tmp_path / "event.toml", tmp_path / "sheets.pdf"
    names = tmp_path / "names.txt"
    names.write_text("\n".join(f"P{n}" for n in range(8)), encoding="utf-8")
    run = CliRunner().invoke
    run(main, ["tournament", "new", str(event), "--event", "E", "--rules", "riichi",
               "--players", str(names), "--rounds", "3"])  # fmt: skip
    run(main, ["tournament", "draw", str(event), "--seed", "1"])
    words = ["tournament", "paper", str(event), "--pages", "2", "-o", str(sheets)]
    answer = run(main, [*words, "--map", str(tmp_path / "map.json")])
    assert answer.exit_code == 0, answer.output
    assert len(pypdfium2.PdfDocument(sheets.read_bytes())) == 2 * 2 * 3
    rows = {box.row for box in form_of_json((tmp_path / "map-2.json").read_text()).boxes}
    assert rows == {0, *range(17, 33)}


def test_without_an_event_rules_must_be_named():
    answer = CliRunner().invoke(main, ["tournament", "paper", "-o", "x.pdf"])
    assert answer.exit_code == 2
    assert "--rules" in answer.output


def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    words = ["tournament", "paper", "--rules", "riichi", "-o", str(tmp_path / "x.pdf")]
    answer = CliRunner().invoke(main, words)
    assert answer.exit_code == 2
    assert "pip install 'mjlog[paper]'" in answer.output


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda _: "no JSON at all", "this is no JSON"),
        (lambda told: json.dumps({**told, "map": "2.0"}), "$.map"),
        (lambda told: json.dumps({**told, "boxes": [{"row": 1}]}), "$.boxes[0]"),
    ],
)
def test_a_wrong_map_says_where(change, words):
    content = json.loads(form_of("riichi").to_json())
    with pytest.raises(MapError, match=words.replace("$", r"\$").replace("[", r"\[")):
        form_of_json(change(content))


def test_a_club_may_describe_its_own_form():
    form = form_of("riichi")
    own = replace(form, layout="our club", boxes=form.boxes[:40], qr=None)
    assert form_of_json(own.to_json()) == own
