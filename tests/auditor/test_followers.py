"""One mistake is told once: what is right by a wrong entry follows from it."""

from kit.places import SAMPLES
from kit.records import under

from mjlog.auditor.audit import audit
from mjlog.notation import read

OF_THE_WINNER = "pay A>C 1200, B>C 600, D>C 600, A>B 4, D>B 2"


def _errors(text):
    return [each for each in audit(read(text)).findings if each.is_error]


def _jade(*pay_lines):
    text = (SAMPLES / "american" / "jade.mjl").read_text(encoding="utf-8")
    assert OF_THE_WINNER in text
    return text.replace(OF_THE_WINNER, "\n".join(pay_lines))


def test_a_line_of_payments_that_is_left_out_is_one_mistake():
    (error,) = _errors(_jade("pay A>B 4, D>B 2"))
    assert error.code == "pay.seats"
    assert (error.claim.seat, error.claim.payee) == (0, 2)


def test_payments_left_out_of_a_line_that_has_others_are_mistakes_of_their_own():
    missing = _errors(_jade("pay D>C 600", "pay A>B 4, D>B 2"))
    assert [error.claim.seat for error in missing] == [0, 1]


def test_changes_without_a_penalty_are_one_mistake_of_who_pays_it_and_the_whole_line_is_corrected():
    text = (SAMPLES / "taiwanese" / "faulty-win.mjl").read_text(encoding="utf-8")
    (error,) = _errors(text.replace("net 32 16 16 -64", "net 0 0 0 0"))
    assert (error.code, error.place.seat) == ("net.differs", 3)
    assert error.correction == "net 32 16 16 -64"


def test_changes_that_lack_more_than_one_payment_are_told_one_by_one():
    text = (SAMPLES / "taiwanese" / "faulty-win.mjl").read_text(encoding="utf-8")
    errors = _errors(text.replace("net 32 16 16 -64", "net 0 16 0 -16"))
    assert [error.place.seat for error in errors] == [0, 2, 3]


def test_payments_right_by_a_wrong_item_differ_and_are_no_mistake_of_their_own():
    text = (SAMPLES / "tibet" / "riichi.mjl").read_text(encoding="utf-8")
    report = under(text, "tibet/1 preset=tibet-kan")
    assert [each.code for each in report.findings] == ["ready.none", "score.item"]
    paid = [each for each in report.verdicts if each.claim.kind == "pay"]
    assert [(each.answer, each.recorded, each.due) for each in paid] == [
        ("differs", 10, 5),
        ("differs", 5, 3),
        ("differs", 5, 3),
    ]


def test_a_payment_that_is_wrong_by_the_wrong_item_too_is_told_beside_it():
    text = (SAMPLES / "tibet" / "riichi.mjl").read_text(encoding="utf-8")
    report = under(text.replace("B>C 5", "B>C 4"), "tibet/1 preset=tibet-kan")
    told = [each.code for each in report.findings if each.claim and each.claim.kind == "pay"]
    assert told == ["pay.seats"] * 3


def test_a_total_without_what_the_table_pays_is_told():
    text = (SAMPLES / "riichi" / "below-zero.mjl").read_text(encoding="utf-8")
    found = audit(read(text.replace("score 32600", "score 31600"))).findings
    assert [(each.code, each.place.seat) for each in found] == [("score.chain", 0)]
