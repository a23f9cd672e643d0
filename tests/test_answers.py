"""What the audit answers to records with something left out and a slip or two, as it was read.

`docs/golden.py` writes the answers anew; their difference is to be read.
"""

import pytest
from kit.altered import FILES, FORMS, parts_of


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_all_that_is_answered_to_an_altered_record_was_reviewed(path):
    for case, lines in parts_of(path.read_text(encoding="utf-8")).items():
        assert case.answers() == lines, "read what is new, then run docs/golden.py"


def test_every_form_is_tried():
    tried = {case.form for path in FILES for case in parts_of(path.read_text("utf-8"))}
    assert tried == set(FORMS)
