"""What the page on conformance says of real records is what they give today."""

import runpy
from pathlib import Path

import pytest

pytestmark = pytest.mark.logs
DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture(scope="module")
def conformance():
    return runpy.run_path(str(DOCS / "conformance.py"))


@pytest.fixture(scope="module")
def measured(conformance, logs):
    """The measured part of the page as it would be written now."""
    return conformance["page"](logs)


def test_the_page_is_up_to_date(measured):
    page = (DOCS / "conformance.md").read_text(encoding="utf-8")
    assert page.partition("<!-- measured -->\n")[2].partition("<!-- /measured -->")[0] == measured


def test_every_exception_is_explained(conformance, measured):
    assert "not explained" not in measured
    assert [path for path in conformance["EXCEPTIONS"] if f"`{path}`" not in measured] == []


def test_every_single_hand_is_worth_what_its_file_says(conformance, logs):
    found = list(conformance["hands"](logs / "riichi" / "hands"))
    assert [(every, equal) for _, every, equal in found] == [(268, 268), (544, 544)]


def test_every_changed_fact_is_noticed_in_its_deal_and_never_before_it(conformance, logs):
    for change in conformance["changes"](logs / "riichi" / "corrupted"):
        assert change.first.place.deal == change.deal, change.what
        assert change.first.place.line >= change.line - 2, change.what
