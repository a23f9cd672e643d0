"""A table of deals goes on below its repeated heads on the next page."""

import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import read_sheet

PAGES = """\
Hand;Winner;From;Han;Fu;Ann;Bob;Cat;Dan;Ann Total;Bob Total;Cat Total;Dan Total
E1;Ann;Bob;1;40;2000;-2000;0;0;27000;23000;25000;25000
E1-1;Cat;Bob;2;30;0;-2300;2300;0;27000;20700;27300;25000
E2;Cat;Bob;2;30;0;-2000;2000;0;27000;18700;29300;25000
{lines}Hand;Winner;From;Han;Fu;Ann;Bob;Cat;Dan;Ann Total;Bob Total;Cat Total;Dan Total
{first};Cat;Bob;2;30;0;-2900;2900;0;27000;{total};32200;25000
E3-1;Ann;Dan;2;30;2300;0;0;-2300;29300;15800;32200;22700
"""


def games_and_wrong_cells(text):
    games = read_sheet(text).games
    findings = [finding for game in games for finding in audited(game).findings]
    return len(games), [each.place.cell for each in findings if each.severity == "error"]


@pytest.mark.parametrize(
    "lines",
    ["Page 2\n", "第2页\n", "Seite 2 von 2\n", "\nStrona;2\n", "- 2 -\n", "2 ページ\n", "", "\n",
     "Carried forward;;;;;;;;;27000;18700;29300;25000\npage 2\n"],
)  # fmt: skip
def test_labels_and_totals_go_on_below_the_heads_of_the_next_page(lines):
    right = PAGES.format(lines=lines, first="E3", total=15800)
    assert games_and_wrong_cells(right) == (1, [])
    wrong = PAGES.format(lines=lines, first="E3", total=18500)
    row = 6 + lines.count("\n")
    assert games_and_wrong_cells(wrong) == (1, [f"K{row}"])


def test_titles_are_repeated_on_the_next_page():
    table = PAGES.format(lines="Club North\nPage 2\n", first="E3", total=15800)
    assert games_and_wrong_cells(f"Club North\n{table}") == (1, [])


def test_a_first_deal_below_repeated_heads_begins_another_game():
    text = (
        "Hand,Winner,From,Han,Fu,Ann,Bob,Cat,Dan\nE1,Ann,Bob,1,40,2000,-2000,0,0\n"
        "E1-1,Cat,Bob,2,30,0,-2300,2300,0\nPage 2\nHand,Winner,From,Han,Fu,Ann,Bob,Cat,Dan\n"
        "E1,Cat,Bob,2,30,0,-2000,2000,0\nE2,Ann,Bob,2,30,2000,-2000,0,0\n"
    )
    assert games_and_wrong_cells(text) == (2, [])
