"""What is paid for a cause.

Due and not paid, paid and not due, stated plainly or with its cause.
"""

import pytest
from kit.records import DEAL, faults
from kit.records import SEATS as PLAYERS

import mjlog
from mjlog import rules
from mjlog.auditor.audit import audit
from mjlog.auditor.payment_words import cause_named
from mjlog.model.messages import Message
from mjlog.notation import read

SEATS = f"{PLAYERS}\n{DEAL}\n"
FAULTY = (
    f"%mjlog 1.0\nRules: taiwanese/1\n{SEATS}1. A:1m D:~false-win\ndraw void\nrule D false-win\n"
)
FALSE_WIN = f"%mjlog 1.0\nRules: taiwanese/1\n{SEATS}draw void\nrule D false-win\n"
WON = (
    f"%mjlog 1.0\nRules: taiwanese/1\n{SEATS}bonus B 3f\nwin B 6s from C\nshow B +234m +555p "
    f"99m678p123456s\n"
)
DRAGONS = f"%mjlog 1.0\nRules: riichi/1\n{SEATS}win B 2s self\nshow B +555z +666z +777z 345m22s\n"
COUNTED = (
    f"%mjlog 1.0\nRules: riichi/1\n{SEATS.replace('E1.0', 'E1.2')}win B 7p from D\nshow B "
    f"234567m345567p88s\n"
)


def answers(text):
    verdicts = mjlog.audit(mjlog.read(text)).verdicts
    return [verdict.answer for verdict in verdicts if verdict.claim.kind in {"pay", "net", "score"}]


def codes(text):
    return {finding.code for finding in mjlog.audit(mjlog.read(text)).findings}


@pytest.mark.parametrize("lines", [
    "net 32 16 16 -64\n",
    "score 32 16 16 -64\n",
    "pay D>A 32, D>B 16, D>C 16\n",
    "pay D>A 32, D>B 16, D>C 16 for=false-win\n",
    "pay D>A 32 for=false-win\npay D>B 16, D>C 16 for=false-win\nnet 32 16 16 -64\n",
])  # fmt: skip
def test_a_ruled_false_win_is_right_however_it_is_stated(lines):
    assert set(answers(FAULTY + lines)) == {"agrees"}


@pytest.mark.parametrize("lines", [
    "net 16 16 16 -48\n",
    "score 0 0 0 0\n",
    "pay D>A 32, D>B 16\n",
    "pay D>A 32, D>B 16, D>C 17\n",
    "pay D>A 32, D>B 16 for=false-win\n",
])  # fmt: skip
def test_a_ruled_false_win_that_is_paid_wrong_is_noticed(lines):
    assert "differs" in answers(FAULTY + lines)


@pytest.mark.parametrize(("lines", "answer"), [
    ("net 32 16 16 -64\n", "unverified"),
    ("net 16 32 16 -64\n", "unverified"),
    ("net 16 16 16 -48\n", "unverified"),
    ("net 32 32 16 -80\n", "differs"),
    ("net 12 12 12 -36\n", "differs"),
    ("pay D>A 32, D>B 16, D>C 16\n", "unverified"),
    ("pay D>A 32, D>B 16, D>C 12\n", "differs"),
])  # fmt: skip
def test_who_threw_the_tile_of_a_false_win_may_be_untold(lines, answer):
    assert answer in answers(FALSE_WIN + lines)
    assert answer == "differs" or "differs" not in answers(FALSE_WIN + lines)


@pytest.mark.parametrize(("lines", "answer"), [
    ("pay C>B 4\n", "agrees"),
    ("pay C>B 12\n", "unverified"),
    ("pay C>B 12 for=insurance\n", "unverified"),
    ("pay C>B 4\npay C>B 8 for=insurance\n", "unverified"),
    ("net 0 12 -12 0\n", "unverified"),
    ("pay C>B 8\n", "differs"),
    ("pay C>B 4 for=insurance\n", "differs"),
    ("net 0 8 -8 0\n", "differs"),
])  # fmt: skip
def test_a_liability_that_may_apply_makes_no_payment_wrong(lines, answer):
    assert answer in answers(WON + lines)
    assert answer == "differs" or "differs" not in answers(WON + lines)


@pytest.mark.parametrize(("lines", "wrong"), [
    ("pay A>B 16000, C>B 8000, D>B 8000\n", False),
    ("pay D>B 32000\n", False),
    ("pay D>B 32000 for=liability\n", False),
    ("net 0 32000 0 -32000\n", False),
    ("pay D>B 24000\n", True),
    ("net -16000 32000 0 -16000\n", True),
])  # fmt: skip
def test_who_fed_the_third_dragon_may_be_untold(lines, wrong):
    assert ("differs" in answers(DRAGONS + lines)) is wrong


@pytest.mark.parametrize(("lines", "wrong"), [
    ("pay D>B 2600\n", False),
    ("pay D>B 2000\npay D>B 600 for=honba\n", False),
    ("pay D>B 2000\n", True),
    ("pay D>B 2000\npay D>B 300 for=honba\n", True),
    ("pay D>B 2600\npay D>B 600 for=honba\n", True),
    ("pay D>B 2600 for=noten\n", True),
])  # fmt: skip
def test_a_part_of_a_payment_may_stand_with_its_cause(lines, wrong):
    assert ("differs" in answers(COUNTED + lines)) is wrong


def test_a_cause_that_nobody_knows_and_nobody_ruled():
    assert "pay.cause" in codes(f"{FALSE_WIN}pay C>A 5 for=lateness\n")
    ruled = f"{FALSE_WIN}rule C lateness\npay C>A 5 for=lateness\n"
    assert "pay.cause" not in codes(ruled)
    assert answers(ruled) == ["unverified"]


@pytest.mark.parametrize("name", rules.names())
def test_a_false_win_without_a_price_leaves_every_change_open(name):
    head = f"%mjlog 1.0\nRules: {name}/1\n{SEATS}draw void\nrule D false-win\n"
    assert set(answers(f"{head}net 0 0 0 0\n")) <= {"agrees", "differs"}
    penalties = rules.load(name).penalties
    is_of_ruling = "false-win" in penalties.ruled  # else the settlement has the price
    priced = {**penalties.to_each, **penalties.to_nobody}
    if is_of_ruling and penalties.price is None and "false-win" not in priced:
        assert set(answers(f"{head}net 5 5 5 -15\n")) == {"unverified"}
        assert set(answers(f"{head}pay D>A 5\n")) == {"unverified"}


@pytest.mark.parametrize("name", rules.names())
def test_every_cause_says_what_it_is(name):
    known = rules.load(name)
    assert known.penalties.ruled <= set(known.penalties.causes)
    assert all(known.penalties.causes.values())


OWN_STICK = (
    f"%mjlog 1.0\nRules: riichi/1\n{SEATS}win A 5p from C\nshow A 123m456s33p46p5p789s\nready "
    f"A\ndora 9m\nura 1z\n"
)


@pytest.mark.parametrize(("lines", "wrong"), [
    ("pay C>A 3900\n", set()),
    ("pay A>table 1000, table>A 1000, C>A 3900\n", set()),
    ("pay A>table 1000, C>A 3900\n", {"pay.pool"}),
])  # fmt: skip
def test_an_own_stick_that_comes_back_may_be_left_out(lines, wrong):
    assert codes(OWN_STICK + lines) == wrong


def test_a_false_win_on_a_replacement_tile_names_no_discarder():
    play = FAULTY.replace("A:1m D:~false-win", "A:1m D:+111m/2s D:~false-win")
    assert set(answers(play + "net 16 16 16 -48\n")) == {"agrees"}
    assert "differs" in answers(play + "net 32 16 16 -64\n")


def test_a_ruling_about_a_win_whose_hand_nobody_laid_open_is_unverified():
    text = f"%mjlog 1.0\nRules: taiwanese/1\n{SEATS}win B 5p from A\n"
    assert codes(text + "rule B false-win\n") == set()
    assert (
        codes(text + "win C 5p from A\nshow B +123m 456m789m123s46p5p22z\nrule A insurance\n")
        == set()
    )


@pytest.mark.parametrize(("option", "wrong"), [("true", set()), ("false", {"pay.draw"})])
def test_nagashi_mangan_paid_without_turns_is_unverified(option, wrong):
    text = f"%mjlog 1.0\nRules: riichi/1 nagashi_mangan={option}\n{SEATS}draw wall\ntenpai B\n"
    paid = "pay A>C 4000, B>C 2000, D>C 2000 for=nagashi-mangan\n"
    assert codes(text + paid) == wrong


def test_an_item_of_no_points_that_the_hand_lacks_is_right():
    assert codes(OWN_STICK + "fan A riichi 1, dora 1, ura 0, fu 40\n") == set()
    assert codes(OWN_STICK + "fan A riichi 1, dora 0, fu 40\n") == {"score.item"}


@pytest.mark.parametrize("name", rules.BUILT_IN)
def test_every_cause_of_a_rule_set_has_a_name_in_words(name):
    causes = rules.load(name).penalties.causes
    assert all(isinstance(cause_named(cause), Message) for cause in causes)


@pytest.mark.parametrize(
    ("rules", "price"), [("mcr/1 preset=mcr-mil-2025", 40), ("zungjung/1 false_win=minus_30", 30)]
)
def test_a_fine_that_nobody_gets_makes_a_deal_that_loses_points(rules, price):
    head = f"%mjlog 1.0\nRules: {rules}\nA: a\nB: b\nC: c\nD: d\n\n@ E1 dealer=A\ndraw void\n"
    ruled = f"{head}rule B false-win\n"
    for lines in (
        f"net 0 {-price} 0 0\n",
        f"pay B>table {price} for=false-win\n",
        f"net 0 {-price} 0 0\nscore 0 {-price} 0 0\npay B>table {price} for=false-win\n",
    ):
        assert faults(audit(read(ruled + lines))) == [], lines
    assert faults(audit(read(f"{ruled}net 0 {1 - price} 0 0\n"))) == ["net.differs"]
    assert faults(audit(read(f"{ruled}pay B>table {price - 1} for=false-win\n"))) == ["pay.penalty"]
    assert "pay.penalty" in faults(audit(read(f"{ruled}pay B>A 10 for=false-win\n")))
    twice = f"{ruled}rule B false-win\nnet 0 {-2 * price} 0 0\n"
    assert faults(audit(read(twice))) == []


FALSE_WIN_IN_PLAY = """%mjlog 1.0
Rules: {rules}

@ E1 dealer=A
deal A 123m456p789s11225z
deal B 456m789p123s3344z
deal C 789m123p456s6667z
deal D 147m258p369s1346z
1. A:5z B:#
2. B:9s-3z 9p-7z 2s-1m
draw void
"""


@pytest.mark.parametrize("rules", ["hongkong/1", "mcr/1", "riichi/1", "zungjung/1"])
def test_play_goes_on_after_a_win_that_was_ruled_false(rules):
    deal = FALSE_WIN_IN_PLAY.format(rules=rules)
    codes = [finding.code for finding in mjlog.audit(mjlog.read(deal)).findings]
    assert "turn.seat" in codes
    ruled = [
        finding.code for finding in mjlog.audit(mjlog.read(f"{deal}rule B false-win\n")).findings
    ]
    assert "turn.seat" not in ruled
    assert "win.shape" in ruled
