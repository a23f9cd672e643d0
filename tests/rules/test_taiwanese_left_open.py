"""Taiwanese: the last discard of a wall of which a word leaves out a draw, or a claim."""

from kit.places import SAMPLES

from mjlog.auditor.audit import audit
from mjlog.notation import read

LAST = (SAMPLES / "taiwanese" / "last-discard.mjl").read_text(encoding="utf-8")


def answers(text):
    return {v.claim.item or v.claim.kind: v.answer for v in audit(read(text)).verdicts}


def test_the_last_discard_is_as_the_sheet_has_it_where_a_claim_may_be_left_out():
    assert "15. A:2s. 7z." in LAST
    bare = LAST.replace("15. A:2s. 7z.", "15. A:2s 7z.")
    without = bare.replace(", lastdisc 1", "").replace("21", "18")
    assert answers(LAST)["lastdisc"] == "agrees"
    assert answers(bare)["lastdisc"] == "unverified"
    assert "differs" not in {*answers(bare).values(), *answers(without).values()}


def test_a_tile_that_was_drawn_from_the_end_is_no_last_discard():
    bare = LAST.replace("15. A:2s. 7z.", "15. A:2s 7z.").replace("lastdisc 1", "lastwall 1")
    assert answers(bare)["lastwall"] == "differs"
