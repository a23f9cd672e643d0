"""What hands of riichi move, by han and fu, against the arithmetic done by hand."""

from itertools import product

import pytest

from mjlog.auditor.audit import audit
from mjlog.notation import read

LIMITS = [(13, 8000, "yakuman"), (11, 6000, "sanbaiman"), (8, 4000, "baiman")]
LIMITS += [(6, 3000, "haneman"), (5, 2000, "mangan")]
TABLES = {
    "four": ("preset=tenhou", 4),
    "three": ("preset=tenhou-sanma", 3),
    "three, halved": ("preset=tenhou-sanma three_player_tsumo=halved", 3),
}


def hundreds(points):
    return -(-points // 100) * 100


def base_of(han, fu):
    """The base of a hand and the name of its limit."""
    for least, base, name in LIMITS:
        if han >= least:
            return base, name
    base = fu << 2 + han
    return min(base, 2000), "mangan" if base >= 2000 else "no-limit"


def moved(table, base, *, dealt, drawn):
    """What each of the others pays: by word the shares, and all of it."""
    seats = TABLES[table][1]
    if not drawn:
        return {"points": hundreds(base * (6 if dealt else 4))}
    # A fourth who is not there would pay as one who does not deal: half of it each.
    absent = hundreds(base * (2 if dealt else 1))
    more = hundreds(-(-absent // 2)) if table == "three, halved" else 0
    of_others = hundreds(base * (2 if dealt else 1)) + more
    if dealt:
        return {"points": of_others * (seats - 1), "share": of_others}
    of_dealer = hundreds(base * 2) + more
    whole = of_dealer + of_others * (seats - 2)
    return {"points": whole, "dealer-share": of_dealer, "share": of_others}


def errors_and_answers(table, fan, *, dealt, drawn, pay=""):
    """The errors of a sheet and the answers to its payments."""
    words, seats = TABLES[table]
    players = "".join(f"{seat}: {seat}\n" for seat in "ABCD"[:seats])
    how = "self" if drawn else "from C"
    text = f"%mjlog 1.0\nRules: riichi/1 {words}\n{players}\n@ E{2 - dealt}.0 "
    report = audit(read(f"{text}dealer={'B' if not dealt else 'A'}\nwin A ? {how}\n{fan}\n{pay}"))
    paid = [each.answer for each in report.verdicts if each.claim.kind == "pay"]
    return [each.code for each in report.findings if each.is_error], paid


def payments(table, sums, *, dealt, drawn):
    """The payments of such a hand that A wins."""
    if not drawn:
        return f"pay C>A {sums['points']}\n"
    payers = "BCD"[: TABLES[table][1] - 1]
    shares = {p: sums["dealer-share"] if p == "B" and not dealt else sums["share"] for p in payers}
    return "pay " + ", ".join(f"{p}>A {share}" for p, share in shares.items()) + "\n"


WAYS = {
    f"{table}, {'dealer' if dealt else 'another'}, {'drawn' if drawn else 'discarded'}": (
        table,
        {"dealt": dealt, "drawn": drawn},
    )
    for table, dealt, drawn in product(TABLES, (True, False), (True, False))
}


@pytest.mark.parametrize("way", WAYS)
def test_the_sums_of_a_sheet_are_those_that_the_hand_moves(way):
    table, how = WAYS[way]
    for han, fu in product((1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13), (30, 40, 70)):
        base, limit = base_of(han, fu)
        sums = moved(table, base, **how)
        stated = f"fan A han {han}, fu {fu}, " + ", ".join(f"{w} {n}" for w, n in sums.items())
        pay = payments(table, sums, **how)
        right = errors_and_answers(table, f"{stated}, {limit} ?", **how, pay=pay)
        assert right[0] == [], stated
        assert {*right[1]} <= {"agrees", "given"}, stated
        for word, number in sums.items():
            wrong = stated.replace(f" {word} {number}", f" {word} {number + 100}")
            assert errors_and_answers(table, wrong, **how)[0] == ["score.item"], wrong


@pytest.mark.parametrize("way", WAYS)
def test_a_hand_told_by_its_points_alone_is_paid_by_them(way):
    table, how = WAYS[way]
    for han, fu in ((1, 30), (2, 30), (3, 40), (4, 20), (5, 30), (6, 30), (8, 30), (11, 30)):
        sums = moved(table, base_of(han, fu)[0], **how)
        pay = payments(table, sums, **how)
        errors, answers = errors_and_answers(
            table, f"fan A points {sums['points']}", **how, pay=pay
        )
        assert (errors, {*answers} - {"agrees", "given"}) == ([], set()), sums
        raised = pay.replace(f">A {sums.get('share', sums['points'])}", ">A 100")
        assert errors_and_answers(table, f"fan A points {sums['points']}", **how, pay=raised)[0], (
            sums
        )
