"""What the page on conformance says of real records is what they give today."""

import re
import runpy

import pytest
from kit.places import ROOT

pytestmark = [pytest.mark.logs, pytest.mark.slow]
LARGEST = "tenhou_xml"
"""The folder with nine deals of ten: `make test` leaves it to `make soak`."""


@pytest.fixture(scope="module")
def conformance():
    return runpy.run_path(str(ROOT / "docs" / "conformance.py"))


@pytest.fixture(scope="module")
def measured(conformance, logs):
    """The measured part of the page as it would be written now, without the largest folder."""
    return conformance["page"](logs, [name for name in conformance["FOLDERS"] if name != LARGEST])


@pytest.fixture(scope="module")
def measured_part():
    """The measured part of the page as it stands."""
    page = (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8")
    return page.partition("<!-- measured -->\n")[2].partition("<!-- /measured -->")[0]


def without(folder, page):
    """The page without what it tells of a folder: rows, columns, items of lists."""
    column, lines = None, []
    for line in re.sub(rf"\b{folder} \d+, ", "", page).split("\n"):
        cells = line.split(" | ")
        if folder in cells:
            column = cells.index(folder)
        elif not line.startswith("|"):
            column = None
        if line.startswith((f"| {folder} |", f"- {folder},", f"- `{folder}/")):
            continue
        if column is not None:
            kept = line.replace("--:|", "", 1) if set(line) <= set("|-:") else None
            line = kept or " | ".join(cells[:column] + cells[column + 1 :])
        lines.append(line)
    return "\n".join(lines)


def test_the_page_is_up_to_date(measured, measured_part):
    assert without(LARGEST, measured_part) == measured


@pytest.mark.soak
def test_the_page_is_up_to_date_on_every_record(conformance, logs, measured_part):
    assert conformance["page"](logs) == measured_part


def test_every_exception_is_explained(conformance, measured, measured_part):
    assert "not explained" not in measured_part
    assert [path for path in conformance["EXCEPTIONS"] if f"`{path}`" not in measured] == []


def test_every_single_hand_is_worth_what_its_file_says(conformance, logs):
    found = list(conformance["hands"](logs / "riichi" / "hands"))
    assert [(every, equal) for _, every, equal in found] == [(268, 268), (544, 544)]


def test_every_changed_fact_is_noticed_in_its_deal_and_never_before_it(conformance, logs):
    for change in conformance["changes"](logs / "riichi" / "corrupted"):
        assert change.first.place.deal == change.deal, change.what
        assert change.first.place.line >= change.line - 2, change.what
