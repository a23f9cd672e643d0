"""Items that a sheet may name more than once are those that a hand may have several times."""

from collections import Counter
from pathlib import Path

import pytest

from mjlog.auditor.audit import audit
from mjlog.notation import read

SAMPLES = Path(__file__).parents[2] / "samples"
FOLDERS = sorted(path.name for path in SAMPLES.iterdir() if path.name != "broken")


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_score_has_an_item_twice_that_a_sheet_may_name_once(folder):
    for path in sorted((SAMPLES / folder).rglob("*.mjl")):
        report = audit(read(path.read_bytes()))
        repeated_items = report.rules.scoring.repeated_items if report.rules else frozenset()
        for settlement in report.settlements:
            for score in settlement.scores if settlement else ():
                names = Counter(item.name for item in score.items)
                repeated = {name for name, number in names.items() if number > 1}
                assert repeated <= repeated_items, path
