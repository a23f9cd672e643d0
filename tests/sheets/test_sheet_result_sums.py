"""Results whose sums show what the numbers mean: slips of tables, evenings, subtotals, teams."""

import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import read_sheet


def errors(text):
    """Return the cells that are accused."""
    findings = [f for game in read_sheet(text).games for f in audited(game).findings]
    return [f.place.cell for f in findings if f.severity == "error"]


def games(text):
    """Return how many games are read."""
    return len(read_sheet(text).games)


SLIPS = (
    'RESULT SLIP,,Round,4,Table,1\nSeat,Name,Raw score,"+/- 30,000",Place,Uma,Penalty,Game score\n'
    'East,Ann,"18,000",-12.0,3,-5,,-17.0\nSouth,Bob,"13,800",-16.2,4,-15,,-31.2\n'
    'West,Cid,"38,300",+8.3,2,+5,,+13.3\nNorth,Dee,"49,900",+19.9,1,+15,,+34.9\n'
    ',{total},"120,000",0.0,,0,,0.0\nReferee:,,,,,Time called:,no\n\n'
    'RESULT SLIP,,Round,4,Table,2\nSeat,Name,Raw score,"+/- 30,000",Place,Uma,Penalty,Game score\n'
    'East,Eva,"23,700",-6.3,3,-5,,-11.3\nSouth,Fox,"40,900",+10.9,1,+15,,+25.9\n'
    'West,Gus,"33,300",+3.3,2,+5,-20,-11.7\nNorth,Hal,"22,100",-7.9,4,-15,,-22.9\n'
    ',{total},"120,000",0.0,,0,,-20.0\n'
)


@pytest.mark.parametrize(
    ("right", "wrong", "cell"),
    [
        ("-11.7", "+8.3", "H14"),
        ("+10.9", "+19.0", "D13"),
        (",3,-5,,-17.0", ",2,-5,,-17.0", "E3"),
        ("+15,,+34.9", "+5,,+34.9", "F6"),
    ],
)
@pytest.mark.parametrize("total", ["Check total", "Controle totaal", "Total", "Summe"])
def test_slips_of_tables_are_games_with_penalties(total, right, wrong, cell):
    text = SLIPS.replace("{total}", total)
    assert games(text) == 2
    assert errors(text) == []
    assert errors(text.replace(right, wrong, 1)) == [cell]
