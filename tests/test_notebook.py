"""The notebook in docs/ is what its cells answer today."""

import json
import runpy

from kit.places import ROOT

MAKER = runpy.run_path(str(ROOT / "docs" / "make_notebook.py"))
BOOK = json.loads((ROOT / "docs" / "notebook.ipynb").read_text(encoding="utf-8"))


def test_the_notebook_is_up_to_date(monkeypatch):
    monkeypatch.chdir(ROOT)
    made = MAKER["notebook"]()
    assert made == (ROOT / "docs" / "notebook.ipynb").read_text(encoding="utf-8"), "make docs"


def test_cells_have_what_the_format_asks_for():
    assert (BOOK["nbformat"], BOOK["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in BOOK["cells"]}) == len(BOOK["cells"])
    counts = [cell["execution_count"] for cell in BOOK["cells"] if cell["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1))
    assert all(cell["outputs"] for cell in BOOK["cells"] if cell["cell_type"] == "code")


def test_values_show_themselves_as_tables_and_pictures():
    outputs = [output for cell in BOOK["cells"] for output in cell.get("outputs", ())]
    pages = ["".join(output["data"].get("text/html", "")) for output in outputs if "data" in output]
    assert any(page.startswith("<table>") for page in pages)
    assert any(page.startswith("<figure><svg ") for page in pages)
