"""A table with rules that no option stands for.

What may hang on them is not judged, all else is.
"""

import pytest
from kit.records import errors, sheet

from mjlog.auditor.audit import audit
from mjlog.auditor.deal_check import claim_name
from mjlog.notation import read

WON = "win B 7p from D\nshow B 234567m345567p88s\n"
PASSED = "draw wall\ntenpai A\nnext dealer=A\n\n@ E1.1 dealer=A\ndraw wall\n"


def report(lines, house="wareme"):
    header = f"X-House-Rules: {house}\n" if house else ""
    return audit(read(sheet("riichi/1 length=south", lines, headers=header)))


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        (f"{WON}pay D>B 4000", ["pay.seats"]),
        (f"{WON}net 0 4000 0 -4000", ["net.differs"]),
        (f"{WON}score 25000 29000 25000 21000", ["score.chain"]),
        ("draw wall\ntenpai A\nnext dealer=B", ["next.dealer"]),
        ("draw wall\ntenpai A\nnext end", ["next.end"]),
    ],
)
def test_payments_and_the_course_of_the_game_are_not_judged(lines, codes):
    assert errors(report(lines, house="")) == codes
    found = report(lines)
    assert errors(found) == []
    assert found.counts()["differs"] == 0
    reasons = [verdict.reason for verdict in found.verdicts if verdict.answer == "unverified"]
    assert any(
        why.startswith("mjlog has no option for these rules of the table: wareme: else ")
        for why in reasons
    )


def test_what_agrees_still_agrees():
    found = report(f"{WON}pay D>B 2000")
    assert "agrees" in {
        verdict.answer for verdict in found.verdicts if claim_name(verdict.claim).startswith("pay")
    }


def test_the_next_deal_and_final_points_are_not_judged_either():
    lines = f"{PASSED}net 0 0 0 0"
    assert errors(report(lines.replace("E1.1", "E2.1"), house="")) == ["next.round"]
    assert errors(report(lines.replace("E1.1", "E2.1"))) == []


def test_play_is_judged():
    dealt = "deal A 158m2p266788s125z\n1. A:1p-9m"
    assert errors(report(dealt)) == ["discard.held"]
    assert errors(report("win B 7p from D\nshow B 234567m345567p89s\npay D>B 2000")) == [
        "win.shape"
    ]


def test_the_note_stands_at_the_header():
    (note,) = [
        finding
        for finding in report(f"{WON}pay D>B 2000").findings
        if finding.code == "rules.house"
    ]
    assert (note.severity, note.place.line) == ("note", 3)
    assert "wareme" in note.message
    assert not [
        f for f in report(f"{WON}pay D>B 2000", house="").findings if f.code == "rules.house"
    ]
