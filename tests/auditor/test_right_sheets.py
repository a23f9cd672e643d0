"""Right sheets that leave out columns and cells: nobody is accused, in any rule set."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import right_sheets


@pytest.mark.slow
@pytest.mark.parametrize("rules", right_sheets.RULES)
def test_a_right_sheet_accuses_nobody_for_what_it_leaves_out(rules):
    sheets = [*right_sheets.right_sheets(rules, 40, 7)]
    assert len({*sheets}) >= 40
    assert [
        (sheet, findings) for sheet in sheets if (findings := right_sheets.accused(sheet))
    ] == []
