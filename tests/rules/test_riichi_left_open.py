"""Riichi: patterns of which a word that leaves out a draw, or a claim, does not say."""

from kit.places import SAMPLES

from mjlog.auditor.audit import audit
from mjlog.notation import read

HOUTEI = (SAMPLES / "riichi" / "houtei-left-open.mjl").read_text(encoding="utf-8")
IPPATSU = (SAMPLES / "tibet" / "ippatsu-left-open.mjl").read_text(encoding="utf-8")
LAST = (SAMPLES / "riichi" / "houtei.mjl").read_text(encoding="utf-8")


def errors(text):
    return [f.code for f in audit(read(text)).findings if f.severity == "error"]


def answers(text, item):
    return {v.answer for v in audit(read(text)).verdicts if v.claim.item == item}


def changed(text, old, new):
    assert text.count(old) == 1
    return text.replace(old, new)


def test_the_last_discard_is_as_the_sheet_has_it_where_a_claim_may_be_left_out():
    with_houtei = changed(HOUTEI, "fan C chanta 1", "fan C houtei 1, chanta 1")
    paid = changed(with_houtei, "net -2600 0 2600 0", "net -5200 0 5200 0")
    paid = changed(paid, "pay A>C 2600", "pay A>C 5200")
    paid = changed(paid, "score 21000 21500 34200", "score 18400 21500 36800")
    assert errors(HOUTEI) == errors(paid) == []
    assert answers(paid, "houtei") == {"given"}
    assert "pay.seats" in errors(changed(HOUTEI, "pay A>C 2600", "pay A>C 5200"))


def test_whoever_writes_that_a_tile_was_drawn_has_left_out_no_claim():
    drawn = changed(HOUTEI, "16. A:6s 5s.", "16. A:?-6s 5s.")
    assert errors(drawn) == ["score.total"]


def test_a_pattern_far_from_the_end_of_the_wall_is_never_left_open():
    early = changed(HOUTEI, "fan C chanta 1", "fan C haitei 1, chanta 1")
    assert "score.item" in errors(early)


def test_a_claim_left_out_after_riichi_may_have_interrupted_it():
    with_ippatsu = changed(IPPATSU, "riichi 1, tanyao", "riichi 1, ippatsu 1, tanyao")
    assert errors(IPPATSU) == []
    assert answers(with_ippatsu, "ippatsu") == {"given"}
    before = changed(IPPATSU, "10. D:+34p-4m +35m-9s 1s.", "10. D:+34p-4m +35m-9s 6p")
    assert "score.total" in errors(changed(before, "13. D:7p-2p 3s C:#", "13. D:7p-2p 3s. C:#"))


def test_a_hand_shown_tells_the_tile_that_a_word_leaves_out():
    bare = changed(LAST, "18. A:9m.", "18. A:1z")
    assert answers(bare, "houtei") == {"given"}
    shown = changed(bare, "fan D houtei", "show A 69m1089p3668s245z\nfan D houtei")
    assert answers(shown, "houtei") == {"agrees"}
    assert errors(bare) == errors(shown) == []


def test_a_tile_that_the_hand_does_not_hold_was_drawn():
    assert answers(changed(LAST, "18. A:9m.", "18. A:9m"), "houtei") == {"agrees"}
