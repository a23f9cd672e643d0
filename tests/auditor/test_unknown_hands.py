"""What can be said of a sheet whose winning hand nobody wrote down."""

import pytest
from kit.places import SAMPLES
from kit.records import errors, sheet

import mjlog


def error_codes(rules, lines):
    report = mjlog.audit(mjlog.read(sheet(rules, lines)))
    return sorted(set(errors(report)))


@pytest.mark.parametrize(("rules", "lines", "codes"), [
    ("riichi/1", "fan B pinfu 1, fu 30", []),
    ("riichi/1", "fan B yakuhai-east 2, dora 4, fu 110", []),
    ("riichi/1", "fan B chinitsu 5, mangan 1", []),
    ("riichi/1", "fan B chinitsu 4", ["score.item"]),
    ("riichi/1", "fan B fu 35", ["score.item"]),
    ("riichi/1", "fan B riichi 1", []),
    ("riichi/1", "ready D\nfan B riichi 1", ["ready.line"]),
    ("riichi/1", "ready B\nfan B riichi 1", []),
    ("taiwanese/1", "fan B fl_each 3, win 2, total 5", []),
    ("taiwanese/1", "fan B win 3", ["score.item"]),
    ("taiyuan/1", "fan B basic 1\nkong B concealed 4, exposed 1", []),
    ("taiyuan/1", "kong B concealed 1", ["score.item"]),
    ("american/1", "fan B total 32", []),
])  # fmt: skip
def test_an_item_has_one_of_its_worths(rules, lines, codes):
    assert error_codes(rules, f"win B 7p from D\n{lines}\n") == codes


@pytest.mark.parametrize(("rules", "lines", "codes"), [
    ("riichi/1", "pay D>B 2000", []),
    ("riichi/1", "pay D>B 16000, C>B 16000", []),
    ("riichi/1", "pay D>B 2000, C>B 1000", ["pay.seats"]),
    ("riichi/1", "pay B>D 2000", ["pay.seats"]),
    ("riichi/1", "pay D>A 2000", ["pay.seats"]),
    ("riichi/1", "pay D>B 2000\npay A>D 500 for=lateness\nrule A lateness", []),
    ("taiwanese/1", "pay A>B 30", []),
    ("taiwanese/1 insurance=false", "pay A>B 30", ["pay.seats"]),
    ("american/1", "pay A>B 30, A>C 4", []),
    ("american/1", "pay B>C 4", ["pay.seats"]),
])  # fmt: skip
def test_only_those_pay_who_can_owe_something(rules, lines, codes):
    assert error_codes(rules, f"win B 7p from D\n{lines}\n") == codes


@pytest.mark.parametrize(("lines", "codes"), [
    ("net 0 7 0 -7\npay D>B 7", ["pay.seats"]),
    ("net 0 7 0 -7\nscore 25000 25007 25000 24993", ["net.differs"]),
    ("net 0 1000 0 -2000\npay D>B 2000", ["net.differs"]),
    ("net 0 2300 0 -2300\npay D>B 2000", ["pay.seats"]),
    ("pay D>B 2000\nscore 25000 27300 25000 22700", ["pay.seats"]),
    ("net 0 2300 0 ?\npay D>B 2000", []),
])  # fmt: skip
def test_lines_of_one_deal_tell_one_story(lines, codes):
    assert error_codes("riichi/1", f"win B 7p from D\n{lines}\n") == codes


@pytest.mark.parametrize("line", ["win B 9m from B", "win B 9m rob B"])
def test_nobody_wins_from_oneself(line):
    text = sheet("riichi/1", line)
    game = mjlog.read(text)
    assert error_codes("riichi/1", f"{line}\n") == ["win.line"]
    assert line in mjlog.write(game)
    assert mjlog.from_json(mjlog.to_json(game)) == game


@pytest.mark.parametrize("rules", ["riichi/1", "taiwanese/1", "american/1"])
def test_a_hand_is_not_known_where_nobody_saw_its_concealed_kong(rules):
    text = (
        f"%mjlog 1.0\nRules: {rules}\nA: A\nB: B\nC: C\nD: D\n\n@ E1 dealer=A\n"
        "win C 2s self\nshow C *???? 33m234p234777s\npay A>C 12, B>C 7, D>C 4\n"
    )
    paid = [each for each in mjlog.audit(mjlog.read(text)).verdicts if each.claim.kind == "pay"]
    assert len(paid) == 3
    assert {each.answer for each in paid} == {"unverified"}


def test_a_payment_for_a_cause_alone_is_no_plain_payment_of_a_hand_that_nobody_shows():
    head = "%mjlog 1.0\nRules: riichi/1 preset=ema-2016\nA: A\nB: B\nC: C\nD: D\n\n@ 1 dealer=A\n"
    lines = "win B 2s self\nnet 0 32000 -32000 0\npay C>B 32000 for=liability\n"
    assert not [f for f in mjlog.audit(mjlog.read(head + lines)).findings if f.code == "pay.seats"]


def test_a_hand_of_hundreds_of_tiles_alike_is_no_hand():
    head = "%mjlog 1.0\nRules: taiwanese/1\nA: A\nB: B\nC: C\nD: D\n\n@ E1 dealer=A\n"
    lines = f"win A 9s from D\nshow A {'9' * 301}s\n"
    assert [f for f in mjlog.audit(mjlog.read(head + lines)).findings if f.is_error]


@pytest.mark.parametrize(("points", "answer"), [(5, "given"), (2, "differs")])
def test_a_hand_that_nobody_shows_counts_a_point_at_least_in_taiyuan(points, answer):
    text = sheet("taiyuan/1", f"win B 7p from D\nready B\npay D>B {points}")
    (paid,) = mjlog.audit(mjlog.read(text)).verdicts
    assert (paid.claim.kind, paid.answer) == ("pay", answer)


def test_who_was_ready_is_believed_where_the_sheet_says_it():
    lines = "win B 7p from D\nready B\nfan B riichi 1, fu 40\nnet 0 2300 -1000 -1300"
    report = mjlog.audit(mjlog.read(sheet("riichi/1", lines)))
    assert errors(report) == ["ready.line"]
    assert {each.answer for each in report.verdicts} == {"given", "differs"}


def test_a_kong_that_is_in_no_hand_is_told_beside_kong_points_of_none():
    text = (SAMPLES / "taiyuan/examples/01-ready-discarder.mjl").read_text(encoding="utf-8")
    text = text.replace("fan B basic", "kong B exposed 1\nfan B basic")
    (error,) = [each for each in mjlog.audit(mjlog.read(text)).findings if each.is_error]
    assert (error.code, error.message) == (
        "score.item",
        "exposed is not in B's hand; kong points 0",
    )


@pytest.mark.parametrize(("turns", "codes"), [("", []), ("1. A:1z\n", ["wall.exhausted"])])
def test_a_sheet_may_tell_of_the_charleston_and_of_a_used_up_wall(turns, codes):
    passes = (
        "exchange A>C 123m, C>A 123p, B>D 456m, D>B 456p\n"
        "exchange A>B 123s, B>A 456s, C>D 789m, D>C 789p\n"
        "exchange A>D 789s, D>A 111z, B>C 222z, C>B 333z\n"
    )
    assert error_codes("american/1", f"{passes}{turns}draw wall\nnet 0 0 0 0") == codes
