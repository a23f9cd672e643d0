"""The notebooks in docs/ are what their cells answer today."""

import json
import runpy
from importlib.util import find_spec

import pytest
from kit.places import ROOT

MAKER = runpy.run_path(str(ROOT / "docs" / "make_notebook.py"))
NAMES = tuple(MAKER["NOTEBOOKS"])


def book(name):
    return json.loads((ROOT / "docs" / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_the_notebook_is_up_to_date(name, monkeypatch):
    if not all(map(find_spec, MAKER["NEEDED"].get(name, ()))):
        pytest.skip("mjlog[analysis] is not installed")
    monkeypatch.chdir(ROOT)
    made = MAKER["notebook"](name)
    assert made == (ROOT / "docs" / name).read_text(encoding="utf-8"), "make docs"


@pytest.mark.parametrize("name", NAMES)
def test_cells_have_what_the_format_asks_for(name):
    cells = book(name)["cells"]
    assert (book(name)["nbformat"], book(name)["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in cells}) == len(cells)
    counts = [cell["execution_count"] for cell in cells if cell["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1))
    assert all(cell["outputs"] for cell in cells if cell["cell_type"] == "code")


@pytest.mark.parametrize("name", NAMES)
def test_values_show_themselves_as_tables_and_pictures(name):
    outputs = [output for cell in book(name)["cells"] for output in cell.get("outputs", ())]
    pages = ["".join(output["data"].get("text/html", "")) for output in outputs if "data" in output]
    assert any(page.startswith("<table>") for page in pages)
    assert any(page.startswith("<figure><svg ") for page in pages)
