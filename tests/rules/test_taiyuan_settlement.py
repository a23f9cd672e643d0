"""Taiyuan: hands and payments that the worked examples do not show."""

from pathlib import Path

import pytest
from kit.records import faults

from mjlog.auditor.audit import audit
from mjlog.auditor.deal_check import claim_name
from mjlog.notation import read

SAMPLES = Path(__file__).parents[2] / "samples"
HEAD = (
    "%mjlog 1.0\nRules: taiyuan/1 {}\nA: Wang Li\nB: Zhao Min\nC: Chen Bo\nD: Liu Yan\n\n@ 1 "
    "dealer=A{}\n"
)
TABLE_VIEW = (SAMPLES / "taiyuan/everything-table-view.mjl").read_text(encoding="utf-8")
FAIR_COPY = (SAMPLES / "taiyuan/everything-fair-copy.mjl").read_text(encoding="utf-8")


def sheet(lines, options="", attributes=""):
    return audit(read(HEAD.format(options, attributes) + lines.strip() + "\n"))


def changed(text, *changes):
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return audit(read(text))


def answers(found, claim):
    return [verdict.answer for verdict in found.verdicts if claim_name(verdict.claim) == claim]


BEGUN_EARLIER = """
17. A:1m 3p 4m 5z
18. A:2m 3z 6z 4s
19. A:7p C:+77p-1s 5m
20. A:_! 7z 3s 9s A:#
ready A
win A 9s from D
show A +9999p *5555z 2'3'4'm78s22p9s
fan A basic 1, dealer 1
kong A exposed 1, concealed 2
pay D>A 17
next dealer=A
"""


def test_the_melds_made_before_the_record_begins_are_those_shown():
    found = sheet(BEGUN_EARLIER, attributes=" view=table")
    assert not faults(found)
    assert found.counts()["differs"] == 0
    assert (
        answers(found, "kong exposed")
        == answers(found, "kong concealed")
        == answers(found, "pay D>A")
        == ["agrees"]
    )


DEALER_FEEDS = """
win C 5s from A
ready C
show C 2'34567p4'5556'888s
"""


@pytest.mark.parametrize(
    ("options", "due"),
    [
        ("preset=regional", 11),
        ("preset=regional dealer_loss_point=flat", 11),
        ("preset=regional dealer_point_under_bao=discarder_pays", 11),
        ("", 16),
    ],
)
def test_the_regional_fine_holds_the_point_of_a_dealer_who_pays_alone(options, due):
    assert sheet(DEALER_FEEDS, options).settlements[0].net(4) == (-due, 0, due, 0)


def test_no_dealers_point_is_charged_for_a_bystander_where_a_losing_dealer_is_charged_none():
    options = "dealer_loss_point=none dealer_point_under_bao=discarder_pays"
    lines = (
        "win C 4s from D\nready C\nshow C 234567p4'4'456'888s\nfan C basic 1, missing-suit 1, "
        "single 1\npay D>C 11"
    )
    assert sheet(lines, options).counts()["differs"] == 0


def test_who_may_have_let_a_win_pass_pays_what_nobody_can_tell():
    found = changed(
        TABLE_VIEW,
        ("dealer_loss_point=in_hand_value", "dead_player_ready=false"),
        ("D>C 4", "D>C 7"),
        ("88 93 123 96", "88 93 126 93"),
    )
    assert not faults(found)
    assert answers(found, "pay A>C") == answers(found, "pay B>C") == ["agrees"]
    assert answers(found, "pay D>C") == answers(found, "score D") == ["unverified"]


def test_a_sheet_without_turns_does_not_tell_who_let_a_win_pass():
    lines = "win B 3p self\nready A B C\nshow B 2'3'4'567m345789p11z\npay A>B 10, C>B 4, D>B 8"
    found = sheet(lines, "dead_player_ready=false")
    assert answers(found, "pay A>B") == answers(found, "pay C>B") == ["unverified"]
    assert answers(found, "pay D>B") == ["agrees"]


def test_the_only_tile_left_to_win_on_is_single_where_the_others_lie_in_a_kong():
    found = sheet(
        "win B 4s from C\nready A B C\nshow B *1111s 2'3'4'm67899p234s\nfan B basic 1, single 1"
    )
    assert found.counts()["differs"] == 0


@pytest.mark.parametrize("tile", ["9s", "1f", "J", "4z"])
def test_a_winning_tile_that_is_not_in_the_hand_leaves_nothing_to_settle(tile):
    found = sheet(
        f"win B {tile} from C\nready A B C\nshow B 2'3'4'567m345789p11z\nfan B basic 1\npay A>B 3"
    )
    assert found.settlements == (None,)
    assert set(answers(found, "pay A>B")) == {"unverified"}


@pytest.mark.parametrize(
    "word", ["#", "2s# D:#", "2s# D:1s#", "2s# 2z# 3z#", "2s# C:#", "?#", "-#"]
)
def test_any_declaration_of_a_win_is_audited(word):
    for text in (TABLE_VIEW, FAIR_COPY):
        assert changed(text, ("2s#", word)).deals == 1


@pytest.mark.parametrize("listed", ["exposed 1, exposed 1", "exposed 2"])
def test_kongs_are_listed_singly_or_together(listed):
    lines = (
        f"win C 8p from B\nready A B C\nshow C +9999m ^7777z 22678p2'3'4's\nkong C "
        f"{listed}\npay A>C 4, B>C 3, D>C 3"
    )
    assert sheet(lines).counts()["differs"] == 0


def test_a_payment_may_be_listed_in_parts():
    lines = (
        "win B 3p from C\nready A B C\nshow B 2'3'4'567m345789p11z\npay A>B 3, C>B 1, D>B "
        "2\npay C>B 1"
    )
    found = sheet(lines)
    assert found.counts()["differs"] == 0
    assert answers(found, "pay C>B") == ["agrees"]


def test_a_win_that_is_none_is_owed_nothing():
    lines = (
        "win B 3p from C\nready A C\nshow B 2'3'4'567m345789p11z\nscore 97 107 98 98\nnext dealer=B"
    )
    found = sheet(lines)
    assert faults(found) == ["win.ready"]
    assert found.settlements[0].net(4) == (0, 0, 0, 0)
    assert answers(found, "score A") == answers(found, "next dealer") == ["unverified"]


def test_the_nearer_of_two_winners_is_paid_whoever_declares_first():
    text = (SAMPLES / "taiyuan/nearest-of-two-wins.mjl").read_text(encoding="utf-8")
    found = changed(text, ("14. A:4p. B:#", "14. A:4p. D:# B:#"))
    assert faults(found) == ["claim.nearest"]
    assert found.counts()["differs"] == 0


def test_totals_left_open_stay_as_reckoned():
    lines = (
        "win B 3p from C\nready A B C\nshow B 2'3'4'567m345789p11z\nscore ? ? ? ?\nnext "
        "dealer=B\n\n"
    )
    found = sheet(lines + "@ 2 dealer=B\ndraw wall\nscore 97 107 98 99")
    assert answers(found, "score A") == ["unverified", "agrees"]
    assert faults(found) == ["score.chain"]


def test_a_kong_shown_after_a_washout_passes_the_deal():
    found = sheet("draw wall\nshow D *5555z 234p777s1z22p1m\nnext dealer=B")
    assert answers(found, "next dealer") == ["agrees"]


def test_nothing_is_reckoned_for_a_dealer_nobody_names():
    lines = (
        "@ 1\nwin B 3p from C\nready A B C\nshow B 2'3'4'567m345789p11z\nfan B dealer 1\npay "
        "A>B 3\nnext dealer=B\n"
    )
    found = audit(read(HEAD.format("", "").replace("@ 1 dealer=A\n", lines)))
    assert faults(found) == ["deal.dealer"]
    assert (
        answers(found, "fan dealer")
        == answers(found, "pay A>B")
        == answers(found, "next dealer")
        == ["unverified"]
    )


DRAGON = "1234567'8'9m3'3355s"
EXAMPLE_1 = "win B 3p from C\nready A B C\nshow B 2'3'4'567m345789p11z\n"
HINTED = [
    (
        "wait_scoring=unique",
        "win C 4s from D\nready C D\nshow C 234567p4'4'456'888s\npay A>C 3, B>C 2, D>C 2",
    ),
    (
        "dragon_points=10",
        (
            f"win C 3m from D\nready C\nshow C {DRAGON}\nfan C dragon 10, basic 1, edge 1, "
            f"missing-suit 1"
        ),
    ),
    ("dragon_points=10", f"win C 3m from D\nready C\nshow C {DRAGON}\npay D>C 41"),
    ("start_points=50", f"{EXAMPLE_1}score 47 57 48 48"),
    ("preset=regional", f"win A 3m from D\nready A\nshow A {DRAGON}\npay D>A 43"),
]
UNRELATED = "kong {} exposed 7"


@pytest.mark.parametrize("wrong", ["", UNRELATED], ids=["alone", "beside an unrelated error"])
@pytest.mark.parametrize(("option", "lines"), HINTED)
def test_the_option_that_would_explain_a_difference_is_named(option, lines, wrong):
    found = sheet(f"{lines}\n{wrong.format(lines[4])}")
    hinted = [finding for finding in found.findings if option in finding.settings]
    assert hinted
    assert len(faults(found)) == len(hinted) + bool(wrong)


def test_an_unrelated_difference_hides_no_explanation():
    text = (SAMPLES / "taiyuan/examples/07-claimed-kong.mjl").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith(("net", "score"))]
    found = changed(
        "\n".join(lines) + "\n", ("D>B 8", "D>B 6"), ("fan B basic 1", "fan B basic 1, dealer 1")
    )
    told = {
        finding.code: "kong_in_discard_multiplier=false" in finding.settings
        for finding in found.findings
    }
    assert told == {"pay.seats": True, "score.item": False}


def test_replacements_from_the_front_leave_the_dead_wall_alone():
    text = (SAMPLES / "taiyuan/washout-after-a-kong.mjl").read_text(encoding="utf-8")
    for options in ("kong_draw_from=head", "kong_draw_from=head dead_wall_replenished=false"):
        assert not faults(changed(text, ("taiyuan/1", f"taiyuan/1 {options}")))


def test_what_the_wall_still_has_leaves_the_dead_wall_out():
    text = (SAMPLES / "broken/taiyuan/wall.exhausted-too-early.mjl").read_text(encoding="utf-8")
    (found,) = audit(read(text)).findings
    assert "it still has" in found.message
    drawn = int("".join(c for c in found.message if c.isdigit()))
    assert drawn < 69


def test_a_ready_line_of_a_record_from_the_middle_is_believed_beside_the_turns():
    text = (SAMPLES / "taiyuan/from-the-middle.mjl").read_text(encoding="utf-8")
    assert "ready.line" not in faults(audit(read(text)))


def test_no_option_explains_by_leaving_open_what_is_owed():
    found = sheet(f"{EXAMPLE_1}pay A>B 3, C>B 2, D>B 2, D>B 2")
    (twice,) = found.findings
    assert "agree with" not in twice.message


@pytest.mark.parametrize("words", ["1f C:#", "J C:#", "1f#", "J#", "_1f! 2s#", "-J C:#"])
def test_a_win_on_what_is_no_tile_of_a_hand_is_audited(words):
    for text in (TABLE_VIEW, FAIR_COPY):
        assert (
            changed(text, (" 7z 2s#" if " 7z 2s#" in text else " 7z. 2s#", f" {words}")).deals == 1
        )
