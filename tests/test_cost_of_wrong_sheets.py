"""What is not looked for on a wrong sheet, as it cannot explain anything."""

import re
import runpy
import sys
from itertools import combinations

import pytest
from kit.builds import source_alone
from kit.places import ROOT

from mjlog.auditor import audit as auditing
from mjlog.auditor import claims
from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.explanations import _Search
from mjlog.auditor.option_probe import _amounts, _numbers_off
from mjlog.model.findings import Finding, Place
from mjlog.model.messages import Message, msg
from mjlog.notation import read
from mjlog.sheets.reading import HowToRead, read_sheet

SLIPS = runpy.run_path(str(ROOT / "benchmarks" / "bench_slips.py"))
HEAD = "Deal,Dealer,Winner,From,Han,Fu,Riichi,Ann,Bob,Cid,Dee\n"
OTHER_LOSER = f"{HEAD}E1,Ann,Dee,Ann,2,30,,0,0,-2000,2000\n"
"""Cid paid for a tile that Ann is said to have discarded."""

HAND_COUNTED_WRONG = """\
%mjlog 1.0
Rules: taiwanese/1
A: Ann
B: Bob
C: Cid
D: Dee

@ E1 dealer=A continued=0
win A ? self
fan A fl_none 2, honor_set 1, ct3 5, fconc 3, mixed1 10, win 2, early5 5, orig 15, base 42, total 42
net 126 -42 -42 -42
pay B>A 42, C>A 42, D>A 42
"""


def audited(text, rules=""):
    (game,) = read_sheet(text, HowToRead(rules)).games
    return auditing.audit(game.game)


@pytest.fixture
def readings(monkeypatch):
    """The facts that are read otherwise, in the order in which they are tried."""
    tried, read = [], _Search._read

    def told(search, first, fact):
        tried.append(fact.slip.kind)
        return read(search, first, fact)

    monkeypatch.setattr(_Search, "_read", told)
    return tried


@source_alone
def test_what_keeps_who_pays_explains_no_other_payer(readings):
    report = audited(OTHER_LOSER, "riichi/1")
    assert [each.code for each in report.findings] == ["net.differs"]
    assert not {"step", "counters", "dealer"} & {*readings}
    assert "discarder" in readings


@source_alone
@pytest.mark.parametrize(
    ("paid", "first"),
    [
        ("C>D 2000", "from C"),
        ("B>D 2000", "from B"),
        ("A>D 1000, B>D 500, C>D 500", "self"),
    ],
)
def test_whoever_paid_is_the_first_who_may_have_thrown_the_tile(monkeypatch, paid, first):
    tried, read_otherwise = [], _Search._read

    def told(search, sheet, fact):
        if fact.slip.kind == "discarder":
            tried.append(fact.slip.expected)
        return read_otherwise(search, sheet, fact)

    monkeypatch.setattr(_Search, "_read", told)
    seats = "".join(f"{seat}: {seat}\n" for seat in "ABCD")
    lines = f"win D ? from A\nfan D han 2, fu 30\npay {paid}\n"
    auditing.audit(read(f"%mjlog 1.0\nRules: riichi/1\n{seats}\n@ E1.0 dealer=A\n{lines}"))
    assert tried[0] == first


@source_alone
def test_a_hand_counted_wrong_is_looked_at_first(readings):
    text = HAND_COUNTED_WRONG
    report = auditing.audit(read(text))
    assert [each.code for each in report.findings if each.severity == "error"] == ["score.item"]
    assert readings[0] == "step"
    assert {*readings} == {"step"}


@source_alone
@pytest.mark.parametrize("wrong", ["2100", "1900"])
def test_rules_that_pay_alike_are_not_tried(monkeypatch, wrong):
    under, looked = auditing._Audit.run, []

    def run(audit):
        looked.append(audit.plain)
        return under(audit)

    monkeypatch.setattr(auditing._Audit, "run", run)
    report = audited(OTHER_LOSER.replace("Ann,2", "Cid,2").replace(",2000", f",{wrong}"))
    assert [each.code for each in report.findings if each.severity == "error"] == ["net.differs"]
    assert looked.count(False) < 4
    assert len(looked) < len(report.rules.presets) + len(report.rules.choices.habits)


@source_alone
def test_a_payment_with_another_player_is_off_by_no_stake(readings):
    riichi = HAND_COUNTED_WRONG.split("@", maxsplit=1)[0].replace("taiwanese", "riichi")
    text = f"""{riichi}@ E1 dealer=A sticks=0 scores=25000,25000,25000,25000
win D ? from C
fan D chiitoitsu 2, fu 25
net 0 0 -1600 1600
pay A>D 1600
score 25000 25000 23400 26600
next dealer=B
"""
    report = auditing.audit(read(text))
    (error,) = [each for each in report.findings if each.severity == "error"]
    assert error.code == "pay.seats"
    assert "C>D would fit" in error.message
    assert readings == []


OTHER_DISCARDER = """\
%mjlog 1.0
Rules: riichi/1
A: Ann
B: Bob
C: Cid
D: Dee

@ E1 dealer=A sticks=0 scores=25000,25000,25000,25000
win D ? from A
fan D chiitoitsu 2, fu 25
net 0 0 -1600 1600
pay C>D 1600
score 25000 25000 23400 26600
next dealer=B
"""


@source_alone
def test_who_pays_is_asked_first_whether_the_tile_was_theirs(readings):
    report = auditing.audit(read(OTHER_DISCARDER))
    (error,) = [each for each in report.findings if each.severity == "error"]
    assert (error.code, error.recorded, error.expected) == ("win.line", "from A", "from C")
    assert readings == ["discarder"]


def test_numbers_that_are_wrong_alike_are_looked_at_once():
    report = auditing.audit(read(HAND_COUNTED_WRONG))
    numbers = [*_numbers_off(report.findings), (1300, 1000)]
    assert _amounts(numbers * 3) == _amounts(numbers)
    assert _amounts([(1300, 1000)]) == [(1300, [300, 150, 100])]


def test_a_finding_without_words_yet_comes_to_the_same_words():
    said, more = (
        msg("{seat} pays {points}", seat="A", points=300),
        msg("{finding}; it is a unit off"),
    )
    place, entry = Place(3, 1, 1), msg("who won")
    told = Finding.telling("pay.seats", "error", said, place).adding(more)
    silent = Finding.silent("pay.seats", "error", said, place).adding(more)
    assert silent.message == ""
    assert silent.in_words() == told == told.in_words()
    assert (silent.in_words().said, told.message) == (told.said, "A pays 300; it is a unit off")
    both = silent.blaming_nobody(entry, place).in_words()
    assert both.message == told.blaming_nobody(entry, place).message


@source_alone
def test_what_is_weighed_and_not_told_is_not_put_in_words(monkeypatch):
    asked, english = [], Message.english
    monkeypatch.setattr(Message, "english", property(lambda m: asked.append(m) or english.fget(m)))
    report = auditing.audit(read(HAND_COUNTED_WRONG))
    (told,) = [each for each in report.findings if each.severity == "error"]
    assert told.said in asked
    assert not [each for each in asked if each.message == "the rules give {due}"]


@source_alone
def test_a_sheet_that_another_reading_explains_is_not_weighed_as_written_to_its_end(monkeypatch):
    differs, found = DealCheck.differs, []

    def told(sheet, code, *claim, **more):
        found.append(code)
        differs(sheet, code, *claim, **more)

    monkeypatch.setattr(DealCheck, "differs", told)
    report = auditing.audit(read(OTHER_DISCARDER))
    assert [each.code for each in report.findings if each.severity == "error"] == ["win.line"]
    assert found == []


def test_a_sheet_with_two_slips_answers_each_claim_once():
    wrong = OTHER_DISCARDER.replace("from A", "from C")
    wrong = wrong.replace("net 0 0", "net 300 0").replace("score 25000", "score 52000")
    report = auditing.audit(read(wrong))
    errors = [(each.code, each.place.seat) for each in report.findings if each.severity == "error"]
    assert errors == [("net.differs", 0), ("score.chain", 0)]
    claims = [each.claim for each in report.verdicts]
    assert len(claims) == len({*claims}) == 12


ODD_POINTS = """\
%mjlog 1.0
Rules: american/1
A: Ann
B: Bob
C: Cid
D: Dee

@ E1 dealer=A scores=2000,2000,2000,2000
win B ? from C
fan B points 40, doubles 1, total 80
fan A points 1, doubles 0, total 0
fan C points 12, doubles 0, total 12
fan D points 4, doubles 0, total 4
"""


@source_alone
def test_an_odd_sum_of_points_is_one_off(readings):
    right = ODD_POINTS.replace("points 1,", "points 0,")
    deal = next(iter(auditing.audit(read(right)).settlements))
    paid = ", ".join(
        f"{'ABCD'[payer]}>{'ABCD'[payee]} {points}"
        for (payer, payee), points in deal.owed().items()
    )
    report = auditing.audit(read(f"{ODD_POINTS}pay {paid}\n"))
    (error,) = [each for each in report.findings if each.severity == "error"]
    assert error.code == "score.item"
    assert "points 0, doubles 0 fits" in error.message
    assert readings == ["step"]


@source_alone
def test_options_by_which_a_hand_counts_alike_are_not_tried(monkeypatch):
    made, after = [], DealCheck.__post_init__

    def told(sheet):
        made.append(sheet)
        after(sheet)

    monkeypatch.setattr(DealCheck, "__post_init__", told)
    right = ODD_POINTS.replace("points 1,", "points 0,")
    wrong = right.replace(
        "points 40, doubles 1,", "melded-pung 40, dragon 1, points 42, doubles 1,"
    )
    report = auditing.audit(read(wrong))
    assert [each.code for each in report.findings if each.severity == "error"] == ["score.total"]
    assert len(made) <= 2


NOBODY_TELLS_WHO_WAS_READY = """\
%mjlog 1.0
Rules: riichi/1
A: Ann
B: Bob
C: Cid
D: Dee

@ E1 dealer=A sticks=0 scores=25000,25000,25000,25000
win D ? from C
fan D chiitoitsu 2, fu 25
net 0 -1000 -1600 2600
pay C>D 1600, table>D 1000
score 25000 24000 23400 27600
next dealer=B
"""


@source_alone
def test_stakes_on_a_sheet_tell_who_was_ready(monkeypatch):
    under, tried = auditing._Audit._assuming, []

    def told(audit, first, state):
        tried.append(state.words.english)
        return under(audit, first, state)

    monkeypatch.setattr(auditing._Audit, "_assuming", told)
    report = auditing.audit(read(NOBODY_TELLS_WHO_WAS_READY))
    assert not [each for each in report.findings if each.severity == "error"]
    assert tried == ["right if these had declared ready: B"]
    given = [each for each in report.verdicts if each.answer == "given" and each.because]
    assert {each.reason for each in given} == {*tried}


SUBSETS = [seats for size in range(5) for seats in combinations("ABCD", size)]


def won_by_b(ready, before, *, totals=True, taken=0):
    """B wins from C, these had laid a stick, and so many lay there before."""
    change = dict(zip("ABCD", (0, 3900, -3900, 0), strict=True))
    for seat in ready:
        change[seat] -= 1000
    change["B"] += 1000 * (len(ready) + before)
    sticks = 1000 * (len(ready) + before) + taken
    lines = (
        f"win B 5p from C\nfan B tanyao 1, pinfu 1, dora 1, fu 30\npay C>B 3900, table>B {sticks}"
    )
    if totals:
        lines += "\nscore " + " ".join(str(25000 + more) for more in change.values())
    seats = "".join(f"{seat}: {seat}\n" for seat in "ABCD")
    head = f"@ E1.0 dealer=A sticks={before} scores=25000,25000,25000,25000"
    return read(f"%mjlog 1.0\nRules: riichi/1\n{seats}\n{head}\n{lines}\n")


@pytest.fixture
def states(monkeypatch):
    """Who had declared ready in each state that is tried."""
    under, tried = auditing._Audit._assuming, []

    def told(audit, first, state):
        tried.append(str(state.words.values["seats"]).replace(" ", ""))
        return under(audit, first, state)

    monkeypatch.setattr(auditing._Audit, "_assuming", told)
    return tried


@source_alone
@pytest.mark.parametrize("before", [0, 1, 2])
@pytest.mark.parametrize("ready", SUBSETS[1:])
def test_sticks_and_totals_tell_at_once_who_was_ready(states, ready, before):
    report = auditing.audit(won_by_b(ready, before))
    assert not [each for each in report.findings if each.severity == "error"]
    assert states == ["".join(ready)]


@source_alone
@pytest.mark.parametrize("ready", SUBSETS[1:])
def test_without_totals_the_fewest_who_may_have_laid_the_sticks_are_tried_first(states, ready):
    report = auditing.audit(won_by_b(ready, 0, totals=False))
    assert not [each for each in report.findings if each.severity == "error"]
    likely = ["-", *map("".join, SUBSETS[1:])]
    assert states == likely[: len(states)]
    assert len(states[-1]) == len(ready)


@source_alone
@pytest.mark.parametrize("taken", [300, -300, 100, 5000])
def test_sticks_that_are_no_whole_ones_or_too_many_tell_nothing(states, taken):
    report = auditing.audit(won_by_b(("A",), 0, taken=taken))
    assert [each.code for each in report.findings if each.severity == "error"] == ["pay.pool"]
    assert len(states) > 1


DRAWN = """\
%mjlog 1.0
Rules: tibet/1 preset=tibet-13-scored
A: Ann
B: Bob
C: Cid
D: Dee

@ E1 dealer=A
win A ? self
fan A menzen 2
net 15 -5 -5 -5
pay B>A 5, C>A 5, D>A 5
score 15 -5 -5 -5
next dealer=A
"""


@source_alone
def test_where_all_have_paid_nobody_else_is_tried_as_the_one_who_threw_the_tile(readings):
    report = auditing.audit(read(DRAWN))
    (error,) = [each for each in report.findings if each.severity == "error"]
    assert (error.code, error.expected) == ("score.item", "menzen 1")
    assert readings[0] == "step"
    assert "discarder" not in readings


YAKUMAN = """\
%mjlog 1.0
Rules: riichi/1
A: Ann
B: Bob
C: Cid
D: Dee

@ E1 dealer=A sticks=0 scores=25000,25000,25000,25000
ready B
win B ? self
fan B yakuman-suuankou 2
net -16000 33000 -8000 -8000
pay A>B 16000, C>B 8000, D>B 8000, table>B 1000
score 9000 57000 17000 17000
next dealer=B
"""


@source_alone
def test_counters_that_raise_payments_and_dealers_of_other_payments_are_not_tried(readings):
    report = auditing.audit(read(YAKUMAN))
    (error,) = [each for each in report.findings if each.severity == "error"]
    assert (error.code, error.expected) == ("score.item", "yakuman-suuankou 1")
    assert "counters" not in readings
    assert readings == ["step"]


@source_alone
def test_counters_that_were_forgotten_are_still_found(readings):
    forgotten = YAKUMAN.replace("suuankou 2", "suuankou 1").replace("-16000 33000 -8000 -8000",
        "-16200 33600 -8200 -8200").replace("A>B 16000", "A>B 16200")  # fmt: skip
    forgotten = forgotten.replace("C>B 8000", "C>B 8200").replace("D>B 8000", "D>B 8200")
    forgotten = forgotten.replace("score 9000 57000 17000 17000", "score 8800 57600 16800 16800")
    report = auditing.audit(read(forgotten.replace("E1 ", "E1 honba=0 ")))
    (error,) = [each for each in report.findings if each.severity == "error"]
    assert (error.recorded, error.expected) == ("0", "2")
    assert "counters" in readings


TWICE_AS_DEAR = """\
%mjlog 1.0
Rules: riichi/1
A: Ann
B: Bob
C: Cid
D: Dee

@ E1 dealer=A sticks=0 scores=25000,25000,25000,25000
ready A
win A ? self
fan A double-riichi 2, ippatsu 1, tsumo 1, dora 8, fu 40
net 25000 -8000 -8000 -8000
pay B>A 8000, C>A 8000, D>A 8000, table>A 1000
score 49000 17000 17000 17000
next dealer=A
"""


@source_alone
@pytest.mark.parametrize(
    ("text", "due"),
    [(TWICE_AS_DEAR, "han 10, fu 40"), (DRAWN, "menzen 1")],
    ids=["riichi", "tibet"],
)
def test_a_drawn_hand_written_twice_as_dear_is_read_otherwise_once(
    monkeypatch, readings, text, due
):
    made, after = [], DealCheck.__post_init__

    def told(sheet):
        made.append(sheet)
        after(sheet)

    monkeypatch.setattr(DealCheck, "__post_init__", told)
    report = auditing.audit(read(text))
    (error,) = [each for each in report.findings if each.severity == "error"]
    assert (error.code, error.expected) == ("score.item", due)
    assert readings == ["step"]
    assert len(made) <= 3


def test_what_is_not_settled_by_another_worth_is_found_all_the_same():
    fewer = TWICE_AS_DEAR.replace("dora 8", "dora 3")
    report = auditing.audit(read(fewer))
    (error,) = [each for each in report.findings if each.severity == "error"]
    assert (error.code, error.expected) == ("score.item", "han 8, fu 40")


OF_DEALERS = 4.1
"""What a sheet of one deal with another dealer takes, beside the right one, at worst."""


def calls(text, *, reading=False):
    """How many functions an audit calls, rule sets being made; `reading`: so does the reader."""
    game, called = read(text), 0
    auditing.audit(game)

    def count(_frame, event, _arg):
        nonlocal called
        called += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        auditing.audit(read(text) if reading else game)
    finally:
        sys.setprofile(before)
    return called


@source_alone
@pytest.mark.parametrize("rules", SLIPS["RULES"])
def test_one_slip_costs_no_more_than_promised(rules):
    for right in SLIPS["sheets"](rules, 1):
        due, whole = calls(right), calls(right, reading=True)
        for name, wrong in SLIPS["slips"](right):
            # Every amount hangs on who deals, so that most facts and options have to be tried.
            if name == "dealer":
                assert calls(wrong, reading=True) <= OF_DEALERS * whole
            else:
                assert calls(wrong) <= SLIPS["PROMISED"] * due, name


NEVER_WORTH_SO_MUCH = OTHER_DISCARDER.replace("from A", "from C").replace(
    "chiitoitsu 2", "chiitoitsu 3"
)


@source_alone
def test_who_was_ready_is_not_asked_where_nobody_can_count_the_hand(states):
    report = auditing.audit(read(NEVER_WORTH_SO_MUCH))
    (error,) = [each for each in report.findings if each.severity == "error"]
    assert (error.code, error.recorded) == ("score.item", "chiitoitsu")
    assert states == []


FROM_A_DISCARD = """@ E1 dealer=B continued=0
win A ? from C
fan A fl_none 2, honor_set 1, ct2 2, fconc 3, win 2, base 9, total 9
net 9 0 -9 0
pay C>A 9
score 9 0 -9 0
next dealer=C
"""


@source_alone
def test_amounts_that_fit_other_rules_are_not_looked_at_one_by_one(monkeypatch):
    weighed, under = [], claims.check_net

    def told(sheet, line, claim):
        weighed.append(sheet.rules.settings["limit"])
        under(sheet, line, claim)

    monkeypatch.setattr(claims, "check_net", told)
    text = HAND_COUNTED_WRONG.split("@", maxsplit=1)[0] + FROM_A_DISCARD
    report = auditing.audit(read(text))
    assert [each.code for each in report.findings if each.severity == "error"] == ["score.item"]
    (hint,) = [each.options for each in report.findings if each.severity == "error"]
    assert hint == ("limit",)
    assert weighed
    assert {*weighed} == {"0"}


def with_payments(text, change):
    """The sheet with other amounts in its payments."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if line.startswith("pay"):
            lines[at] = re.sub(r"\d+(?=,|$)", lambda found: str(change(int(found[0]))), line)
    return "\n".join(lines)


@source_alone
@pytest.mark.parametrize("change", [lambda paid: 2 * paid, lambda paid: paid + 1])
@pytest.mark.parametrize("rules", ["taiyuan/1", "taiwanese/1"])
def test_payments_that_are_all_wrong_cost_little_where_the_changes_are_right(rules, change):
    for right in SLIPS["sheets"](rules, 1):
        assert calls(with_payments(right, change)) <= 5 * calls(right)


@source_alone
def test_no_fact_is_read_otherwise_where_payments_and_changes_contradict_each_other(readings):
    text = HAND_COUNTED_WRONG.split("@", maxsplit=1)[0] + FROM_A_DISCARD
    right = text.replace("base 9, total 9", "base 10, total 10").replace("9", "10")
    several = right.replace("from C", "self").replace("net 10 0 -10 0", "net 30 -10 -10 -10")
    several = several.replace("score 10 0 -10 0", "score 30 -10 -10 -10")
    several = several.replace("pay C>A 10", "pay B>A 20, C>A 31, D>A 17")
    report = auditing.audit(read(several))
    found = [each for each in report.findings if each.severity == "error"]
    assert [each.code for each in found] == ["pay.seats"] * 3
    assert readings == []


@source_alone
def test_stakes_that_are_laid_and_taken_are_no_contradiction(readings):
    first = NOBODY_TELLS_WHO_WAS_READY.replace("win D", "ready B\nwin D")
    report = auditing.audit(read(first + LAID_AND_TAKEN_BY_C))
    (error,) = [each for each in report.findings if each.severity == "error"]
    assert (error.code, error.recorded, error.expected) == ("ready.line", "", "C")
    assert "ready" in readings


LAID_AND_TAKEN_BY_C = """
@ E2.0 dealer=B sticks=0 scores=25000,24000,23400,27600
win C ? from D
fan C riichi 1, ippatsu 1, honitsu 3, fu 40
net 0 0 9000 -8000
pay D>C 8000, table>C 1000
score 25000 24000 31400 19600
next dealer=C
"""
