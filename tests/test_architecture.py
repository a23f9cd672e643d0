"""The page for newcomers and the map tell of the rooms as they are."""

import re
import runpy
from pathlib import Path

import pytest
from kit.sizes import each
from test_layers import MAY_IMPORT

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PLAN = runpy.run_path(str(ROOT / "docs" / "floor_plan.py"))
FLOORS = [[room.name for room in floor] for floor in PLAN["FLOORS"]]
PATH = re.compile(r"`((?:mjlog|webviewer|tests|conformance|samples|docs)/[^`\s]*)`")
WRITTEN = sorted(
    {*PATH.findall(PAGE), *PATH.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))}
)


def test_the_picture_is_up_to_date():
    assert PLAN["PICTURE"].read_text(encoding="utf-8") == PLAN["floor_plan"](), (
        "make docs writes it"
    )


def test_every_room_stands_on_the_map_once():
    assert sorted(room for floor in FLOORS for room in floor) == sorted(MAY_IMPORT)


def test_no_room_imports_one_of_its_own_floor_or_above():
    floor = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
    for room, others in MAY_IMPORT.items():
        for other in set(others.split()) & set(floor):
            assert floor[other] > floor[room], f"{room} imports {other}"


def test_every_room_has_its_row():
    rows = {line.split("`")[1] for line in PAGE.splitlines() if line.startswith("| `")}
    assert {row.removeprefix("mjlog/").removesuffix(".py") for row in rows} == set(MAY_IMPORT)


@each(WRITTEN)
def test_what_a_page_names_is_there(path):
    pattern = re.sub(r"<[a-z ]+>", "*", path.rstrip("/"))
    assert any(ROOT.glob(pattern)), path


@pytest.mark.parametrize("walk", ["discard", "payment"])
def test_every_step_of_a_walk_is_on_the_map(walk):
    marks = " ".join(getattr(room, walk) for floor in PLAN["FLOORS"] for room in floor).split()
    assert sorted(set(marks)) == list("123456")
