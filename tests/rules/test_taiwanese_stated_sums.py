"""A Taiwanese hand of East whose sheet tells a sum alone, whatever it says of deals dealt on."""

import pytest

from mjlog.auditor.audit import audit
from mjlog.notation import read

HEAD = "%mjlog 1.0\nRules: taiwanese/1\nA: Ann\nB: Bob\nC: Cid\nD: Dee\n\n@ E1 dealer=A{}\n"


def paid(continued, fan, points):
    """The answer to what the discarder paid."""
    text = f"{HEAD.format(continued)}win A ? from C\nfan A {fan}\npay C>A {points}\n"
    (answer,) = [v.answer for v in audit(read(text)).verdicts if v.claim.kind == "pay"]
    return answer


@pytest.mark.parametrize("continued", ["", " continued=0", " continued=2"])
@pytest.mark.parametrize(
    ("fan", "due"), [("base 6", 6), ("total 7", 7), ("win 2", 2), ("win 2, fconc 3", 5)]
)
def test_a_discarder_pays_what_the_sheet_counts(continued, fan, due):
    assert paid(continued, fan, due) in {"agrees", "given"}
    assert paid(continued, fan, due + 1) == "differs"


@pytest.mark.parametrize("continued", ["", " continued=0", " continued=2"])
def test_a_hand_of_which_the_sheet_tells_no_number_is_not_judged(continued):
    for points in (1, 7, 30):
        assert paid(continued, "?", points) != "differs"
        assert paid(continued, "base ?", points) != "differs"
