"""Each option of Taiyuan changes a verdict or a payment of some record."""

from pathlib import Path

import pytest
from kit.records import faults, kinds_of_faults, sample_or, under

from mjlog import rules
from mjlog.auditor.audit import audit
from mjlog.auditor.deal_check import claim_name
from mjlog.notation import read

SAMPLES = Path(__file__).parents[2] / "samples"
ONE_VALUE = {"break_count", "shelf_use_default"}
HEAD = (
    "%mjlog 1.0\nRules: taiyuan/1\nA: Wang Li\nB: Zhao Min\nC: Chen Bo\nD: Liu Yan\n\n@ 1 "
    "dealer=A\n"
)

PILLAR_ADDED = """\
deal A [88s33z] 122m88p99s446z
deal B [45m9p1z] 123456p789s
deal C [5m3p7s3z] 379m478p25s4z
deal D [24m26z] 7p123456s66z
1. A:6z D:+66z-1s
2. A:9m. 5z. 8m. 5p^6'z/7m-3s
draw void
rule table stopped
"""
OWN_KONG_AWAITED = """\
deal A [88s33z] 122m88p99s445z
deal B [45m9p1z] 123456p789s
deal C [5m3p7s3z] 179m478p25s4z
deal D [24m7p2z] 3333m7p123s6z
1. A:1m 5z. 8m. 6z*3333m/6z-_2z!
draw void
rule table stopped
"""
OTHERS_KONG_AWAITED = """\
deal A [88s33z] 122m88p99s445z
deal B [45m9p1z] 3333m46p789s
deal C [5m3p7s3z] 179m478p25s4z
deal D [24m7p2z] 7p123456s66z
1. A:1m 5z*3333m/1p-1p. 8m. 6z-_2z!
draw void
rule table stopped
"""
BELOW_ZERO = """\
win C 5s from A
ready C
show C 2'34567p4'5556'888s
net -16 0 16 0

@ 2 dealer=B
draw void
rule table stopped
"""
PUBLIC = "ting_wait_check=public"

VERDICTS = [
    ("start_points=50", "taiyuan/a-missed-win", "", "score.chain"),
    ("allow_negative=false start_points=10", BELOW_ZERO, "", "next.end"),
    ("max_hands=1", BELOW_ZERO, "", "next.end"),
    ("kong_draw_from=head", "taiyuan/recorded-wall", "", "wall.front wall.replacement"),
    ("dead_wall_replenished=false", "taiyuan/washout-after-a-kong", "", "wall.exhausted"),
    ("kong_on_last_tile=true", "broken/taiyuan/kong.limit", "kong.limit", ""),
    ("last_discard_claims=win_only", "taiyuan/pung-of-the-last-discard", "", "claim.last_discard"),
    ("added_kong_source=any_main", "broken/taiyuan/kong.source", "kong.source", ""),
    ("added_kong_source=any_main", PILLAR_ADDED, "kong.source", "kong.source"),
    ("added_kong_source=any_incl_shelf", PILLAR_ADDED, "kong.source", ""),
    ("kong_after_claim=false", "broken/taiyuan/kong.after_claim", "", "kong.after_claim"),
    (f"{PUBLIC} concealed_kong_public=true", OTHERS_KONG_AWAITED, "", "ready.tenpai"),
    (f"{PUBLIC} concealed_kong_public=false", OTHERS_KONG_AWAITED, "", ""),
    (
        f"{PUBLIC} concealed_kong_public=false",
        OWN_KONG_AWAITED,
        "ready.tenpai",
        "ready.tenpai",
    ),
    ("ting_tile_claimable=true", "broken/taiyuan/claim.latest-face-down", "claim.latest", ""),
    ("ting_wait_check=shape", OWN_KONG_AWAITED, "ready.tenpai", ""),
    ("missed_win=off", "broken/taiyuan/win.missed", "win.missed", ""),
    ("robbing_kong=added", "broken/taiyuan/win.rob", "win.rob", ""),
    ("dice=3", "taiyuan/recorded-wall", "", "deal.break"),
    ("dealer_extra=jump", "taiyuan/recorded-wall", "", "deal.order"),
    ("false_win=pay_each:8", "broken/taiyuan/pay.penalty", "", "pay.penalty"),
    ("dead_player_ready=false", "taiyuan/a-missed-win", "", "pay.seats"),
]

PAYMENTS = [
    ("discard_payers=discarder_only", "08-two-kongs", (0, -4, 4, 0)),
    ("kong_in_discard_multiplier=false", "07-claimed-kong", (0, 6, 0, -6)),
    ("dealer_loss_point=none", "03-dealer-not-ready", (-13, 0, 13, 0)),
    ("dealer_point_under_bao=discarder_pays", "02-discarder-not-ready", (0, 6, -6, 0)),
    ("nonready_bonus_dealer=winner", "16-dealer-off-not-ready", (13, 0, -13, 0)),
    ("nonready_discard=regional", "16-dealer-off-not-ready", (10, 0, -10, 0)),
    ("selfdraw_nonready=all_x2", "06-self-draw-by-state", (-8, 20, -6, -6)),
    ("wait_scoring=unique", "15-many-readings", (-3, -2, 7, -2)),
    ("missing_suit_zero=true", "14-all-honours", (-3, -2, 7, -2)),
    ("dragon_points=10", "10-dragon", (0, 0, 41, -41)),
    ("pure_suit_points=10", "11-pure-dragon", (-66, -64, -64, 194)),
    ("preset=regional", "11-pure-dragon", (-44, -42, -42, 128)),
]


def report(record, options):
    return under(sample_or(HEAD, record), f"taiyuan/1 {options}")


@pytest.mark.parametrize(("options", "record", "by_default", "then"), VERDICTS)
def test_an_option_changes_what_is_found(options, record, by_default, then):
    assert kinds_of_faults(report(record, "")) == by_default
    assert kinds_of_faults(report(record, options)) == then


@pytest.mark.parametrize(("options", "example", "net"), PAYMENTS)
def test_an_option_changes_who_pays_what(options, example, net):
    by_default, then = (
        report(f"taiyuan/examples/{example}", each).settlements[0] for each in ("", options)
    )
    assert then.net(4) == net != by_default.net(4)


@pytest.mark.parametrize("name", sorted(ONE_VALUE))
def test_an_option_with_one_value_takes_no_other(name):
    option = next(option for option in rules.load("taiyuan/1").options if option.name == name)
    assert len(option.values) == 1
    with pytest.raises(rules.RulesError, match=name):
        rules.load(f"taiyuan/1 {name}=other")


def test_every_option_is_shown_here():
    shown = {
        word.partition("=")[0] for options, *_ in [*VERDICTS, *PAYMENTS] for word in options.split()
    }
    assert {option.name for option in rules.load("taiyuan/1").options} | {
        "preset"
    } == shown | ONE_VALUE


def test_a_differing_payment_names_the_option_that_would_explain_it():
    text = (SAMPLES / "taiyuan/examples/07-claimed-kong.mjl").read_text(encoding="utf-8")
    found = audit(
        read(
            text.replace("D>B 8", "D>B 6")
            .replace("net 0 8 0 -8", "")
            .replace("score 100 108 100 92", "")
        )
    )
    assert [f.code for f in found.findings] == ["pay.seats"]
    assert "kong_in_discard_multiplier=false" in found.findings[0].settings


@pytest.mark.parametrize(
    ("before", "label", "answer"),
    [("", "8", "agrees"), ("", "9", "agrees"), ("@ 3 dealer=A\ndraw wall\n", "9", "unverified")],
)
def test_a_deal_behind_the_last_is_the_end_where_nothing_before_it_is_known(before, label, answer):
    head = HEAD.replace("taiyuan/1", "taiyuan/1 max_hands=8").partition("@")[0]
    found = audit(read(f"{head}{before}@ {label} dealer=A\ndraw wall\nnext end\n"))
    assert [each.answer for each in found.verdicts if claim_name(each.claim) == "next end"] == [
        answer
    ]


@pytest.mark.parametrize(("public", "down"), [("true", (0, 3)), ("false", (0, 1, 2, 3))])
def test_a_concealed_kong_lies_as_the_option_says(public, down):
    known = rules.load(f"taiyuan/1 concealed_kong_public={public}")
    assert known.names.presentation.kong_down == down


@pytest.mark.parametrize(
    ("hand", "draw", "wrong"),
    [("35578m6p12s7z", "4p", []), ("35578m4p12s7z", "6p", ["deal.order", "wall.front"])],
)
def test_a_dealer_may_be_written_with_the_last_tile_drawn(hand, draw, wrong):
    text = (SAMPLES / "taiyuan/recorded-wall.mjl").read_text(encoding="utf-8")
    drawn = text.replace("35578m46p12s7z", hand).replace("1. A:7z", f"1. A:{draw}-7z")
    assert faults(audit(read(drawn))) == wrong
