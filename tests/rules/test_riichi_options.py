"""Each option of riichi changes a verdict, a payment or the end of some record."""

import re
from pathlib import Path

import pytest
from kit.records import kinds_of_faults

from mjlog import rules
from mjlog.auditor.audit import audit
from mjlog.auditor.deal_check import claim_name
from mjlog.notation import read

SAMPLES = Path(__file__).parents[2] / "samples"
HEAD = "%mjlog 1.0\nRules: riichi/1\nA: Aoi\nB: Botan\nC: Chika\nD: Daichi\n\n@ E1.0 dealer=A\n"

REPLACED = """\
win B 2s self
show B +5555z +999m 678p23499s
fan B rinshan 1, yakuhai-white 1
net ? ? ? ?
"""

# A record, an option beside those that it names, the findings without and with it.
VERDICTS = [
    ("riichi/double-ron", "players=3", "", "deal.seats"),
    ("riichi/examples/5.21-dora", "red_fives=0", "", "deal.copies"),
    ("riichi/three-players-tsumo-loss", "norths=plain", "", "bonus.north"),
    ("riichi/examples/5.24-thirty-open", "open_tanyao=false", "", "score.item win.least"),
    ("riichi/east-game", "length=south", "", "next.end"),
    ("broken/riichi/discard.swap-other-end", "swap_calling=same_tile", "discard.swap", ""),
    ("broken/riichi/discard.swap", "swap_calling=same_tile", "discard.swap", "discard.swap"),
    ("broken/riichi/discard.swap", "swap_calling=allowed", "discard.swap", ""),
    ("broken/riichi/ready.stake", "riichi_needs_points=false", "ready.stake", ""),
    ("broken/riichi/ready.stake-no-draw", "riichi_needs_draw=false", "ready.stake", ""),
    ("broken/riichi/kong.locked-another-reading", "riichi_kong=same_waits", "kong.locked", ""),
    ("riichi/riichi-kong", "riichi_kong=none", "", "kong.locked"),
    ("broken/riichi/win.rob-orphans", "orphans_rob_concealed=true", "win.rob", ""),
    ("riichi/riichi-kong", "ura=false", "", "dora.ura"),
    ("riichi/riichi-kong", "kong_ura=false", "", "dora.ura"),
    ("riichi/rinshan-open-kong", "kong_dora=at_once", "", "dora.count"),
    ("riichi/rinshan-concealed-kong", "kong_dora=none", "", "dora.count score.item"),
    ("riichi/triple-ron", "multiple_ron=double", "", "pay.seats win.several"),
    (
        "riichi/triple-ron",
        "multiple_ron=nearest",
        "",
        "claim.nearest next.dealer pay.seats",
    ),
    ("riichi/four-winds", "abortive_draws=false", "", "abort.kind"),
    ("broken/riichi/score.chain-four-kongs-riichi", "four_kongs_stick=unknown", "score.chain", ""),
    ("riichi/wall-runs-out", "dealer_repeats=win", "", "next.dealer next.round"),
    ("riichi/dealer-deals-on", "start_points=30000", "", "score.chain"),
    ("riichi/west-round", "target=28500", "", "next.end"),
    ("riichi/west-round", "target=0", "", "next.end"),
    ("riichi/below-zero", "bust=false", "", "next.end"),
    ("riichi/last-deal-won-by-the-leader", "leading_dealer_ends=never", "", "next.end"),
    ("riichi/last-deal-tenpai-of-the-leader", "leading_dealer_ends=win", "", "next.end"),
    ("riichi/last-deal-tenpai-of-the-leader", "leading_dealer_ends=win_perhaps_tenpai", "", ""),
    ("riichi/sudden-death", "sudden_death=false", "", "next.end"),
    ("riichi/m-league-final-points", "return_points=25000", "", "final.points"),
    ("riichi/m-league-final-points", "uma=15_5", "", "final.points"),
    ("riichi/shared-places", "ties=seat", "", "final.points"),
    ("riichi/jpml-final-points", "final_rounding=thousands", "", "final.points"),
    ("riichi/sticks-left-to-the-first", "last_sticks=lost", "", "final.score"),
    ("riichi/equal-points", "ties=shared", "", "final.points next.rank"),
    ("riichi/chombo-paid", "chombo=points:20", "", "pay.penalty"),
    ("riichi/chombo-after-placement", "chombo=points:20", "", "final.points"),
]

# A record, an option, what each seat pays or is paid with it.
PAYMENTS = [
    ("riichi/double-riichi", "ippatsu=false", (12700, -3900, -3900, -3900)),
    ("riichi/examples/5.21-dora", "ura=false", (0, 13000, -12000, 0)),
    ("riichi/renhou", "renhou=off", (0, -1000, 1000, 0)),
    ("riichi/renhou", "renhou=yakuman", (0, -32000, 32000, 0)),
    ("riichi/examples/5.24-double-wind-pair", "double_wind_fu=2", (1500, -1500, 0, 0)),
    (REPLACED, "rinshan_fu=false", (-1300, 2700, -700, -700)),
    ("riichi/examples/5.26-rounded-up", "round_up_mangan=false", (0, 8700, 0, -7700)),
    ("riichi/counted-yakuman", "counted_yakuman=false", (-12000, -6000, -6000, 25000)),
    ("riichi/two-yakuman", "several_yakuman=false", (0, -32000, 32000, 0)),
    ("riichi/double-yakuman", "double_yakuman=false", (0, -32000, 32000, 0)),
    (
        "riichi/examples/6.06-ryuuiisou-without-the-dragon",
        "all_green_with_dragon=true",
        (0, 16000, -16000, 0),
    ),
    ("riichi/double-ron", "multiple_ron=nearest", (9700, 0, 0, -7700)),
    ("riichi/own-sticks-back", "ron_honba=nearest", (6200, 3000, 0, -5200)),
    ("riichi/own-sticks-back", "ron_sticks=nearest", (7200, 2600, 0, -5800)),
    ("riichi/nagashi-mangan", "nagashi_mangan=false", (3000, -1000, -1000, -1000)),
    ("riichi/wall-runs-out", "noten_points=500", (500, 500, 500, -1500)),
    ("riichi/fifth-tile-wait", "wait_counts_melds=true", (0, 0, 0, 0)),
    ("riichi/liable-fourth-kong", "liable_for=dragons_winds", (48000, -16000, -16000, -16000)),
    ("riichi/liable-for-one-yakuman", "liable_share=hand", (0, 64000, 0, -64000)),
    ("riichi/liable-dragons-discard", "liable_honba=discarder", (-16300, 32300, 0, -16000)),
    ("riichi/liable-for-the-replacement", "rinshan_feeder_pays=false", (-1300, 2700, -700, -700)),
    ("riichi/three-players-tsumo-loss", "three_player_tsumo=halved", (-2500, 4000, -1500)),
    ("riichi/liable-dragons-drawn", "honba_points=1500", (0, 33500, 0, -33500)),
    (
        "@ E1.2 dealer=A\nwin B ? self\nfan B han 2, fu 30\n",
        "drawn_honba_points=300",
        (-1600, 3800, -1100, -1100),
    ),
]

# A record, an option, the final points with it.
FINALS = [
    ("riichi/m-league-final-points", "return_points=25000", [53.3, 12.9, -20.0, -46.2]),
    ("riichi/m-league-final-points", "uma=15_5", [53.3, 2.9, -20.0, -36.2]),
    ("riichi/m-league-final-points", "uma=places:5_-5_-20", [58.3, 2.9, -20.0, -41.2]),
    ("riichi/shared-places", "ties=seat", [23.0, 3.0, -7.0, -19.0]),
    ("riichi/jpml-final-points", "final_rounding=thousands", [19.0, 2.0, 5.0, -26.0]),
]


def report(record, option):
    if "\n" in record:
        text = (HEAD.partition("@")[0] if record.startswith("@") else HEAD) + record
    else:
        text = (SAMPLES / f"{record}.mjl").read_text(encoding="utf-8")
    before, header, after = re.fullmatch(
        r"(.*\nRules: riichi/1)([^\n]*)(.*)", text, re.DOTALL
    ).groups()
    kept = re.sub(rf" {option.partition('=')[0]}=\S+", "", header) if option else header
    return audit(read(f"{before}{kept} {option}".rstrip() + after))


@pytest.mark.parametrize(("record", "option", "without", "then"), VERDICTS)
def test_an_option_changes_what_is_found(record, option, without, then):
    assert kinds_of_faults(report(record, "")) == without
    assert kinds_of_faults(report(record, option)) == then


@pytest.mark.slow
@pytest.mark.parametrize(("record", "option", "net"), PAYMENTS)
def test_an_option_changes_who_pays_what(record, option, net):
    without, then = (report(record, each).settlements[0] for each in ("", option))
    assert then.net(len(net)) == net != without.net(len(net))


@pytest.mark.parametrize("option", ["", "all_green_with_dragon=true"])
def test_green_tiles_with_the_dragon_are_a_limit_either_way(option):
    assert report("riichi/examples/6.06-ryuuiisou", option).settlements[0].net(4)[1] == 32000


@pytest.mark.parametrize(("record", "option", "points"), FINALS)
def test_an_option_changes_the_final_points(record, option, points):
    found = report(record, option)
    (places,) = found.rules.progress.final_points(totals(found), 0).places
    assert list(map(float, places)) == points


def totals(found):
    """The points that the last deal left."""
    *_, last = (
        line.content
        for line in found.game.deals[-1].lines
        if getattr(line.content, "keyword", "") == "score"
    )
    return last.points


def test_who_deals_next_may_be_left_open():
    answers = {
        v.answer
        for v in report("riichi/wall-runs-out", "dealer_repeats=unknown").verdicts
        if claim_name(v.claim) == "next dealer"
    }
    assert answers == {"unverified"}


def test_floating_placement_points_are_told_for_four_players_alone():
    head = "%mjlog 1.0\nRules: riichi/1 players=3 uma=floating ties=shared\nA: A\nB: B\nC: C\n"
    deal = "Final-Points: 1.0 0.0 -1.0\n\n@ E1.0 dealer=A\ndraw wall\ntenpai A B C\n"
    answers = {claim_name(each.claim): each.answer for each in audit(read(head + deal)).verdicts}
    assert answers["Final-Points"] == "unverified"


def test_every_option_is_shown_here():
    shown = {option.partition("=")[0] for _, option, *_ in [*VERDICTS, *PAYMENTS]}
    assert {option.name for option in rules.load("riichi/1").options} == shown


def test_a_differing_payment_names_the_option_that_would_explain_it():
    text = (SAMPLES / "riichi/examples/5.24-double-wind-pair.mjl").read_text(encoding="utf-8")
    found = audit(
        read(
            text.replace("B>A 2000", "B>A 1500")
            .replace("fu 40", "fu 30")
            .replace("score 27000 23000", "score 26500 23500")
        )
    )
    assert {finding.code for finding in found.findings} == {"pay.seats", "score.item"}
    assert all("double_wind_fu=2" in finding.settings for finding in found.findings)


@pytest.mark.parametrize(
    ("norths", "fu", "items"),
    [("value", 30, {"yakuhai-north": 1, "yakuhai-white": 1}), ("plain", 30, {"yakuhai-white": 1})],
)
def test_norths_of_three_players_can_be_a_value_for_everybody(norths, fu, items):
    text = HEAD.replace("riichi/1", f"riichi/1 preset=tenhou-sanma norths={norths}").replace(
        "D: Daichi\n", ""
    )
    found = audit(read(f"{text}win B 7s from A\nshow B +444z +555z 234p56799s\nnet ? ? ?\n"))
    (score,) = found.settlements[0].scores
    assert ({item.name: item.points for item in score.items}, score.totals[0].points) == (items, fu)


@pytest.mark.parametrize(("norths", "fu"), [("value", 30), ("plain", 20)])
def test_a_pair_of_norths_is_a_value_then(norths, fu):
    text = HEAD.replace("riichi/1", f"riichi/1 preset=tenhou-sanma norths={norths}").replace(
        "D: Daichi\n", ""
    )
    found = audit(read(f"{text}win B 7s self\nshow B 234678p234567s44z\nnet ? ? ?\n"))
    assert [f.message for f in found.findings if f.code == "win.shape"] == []
    (score,) = found.settlements[0].scores
    assert score.totals[0].points == fu


DOUBLE_RON = (SAMPLES / "riichi/double-ron.mjl").read_text(encoding="utf-8")


def test_the_first_of_two_who_win_is_named_where_a_line_names_neither():
    of_a_house = DOUBLE_RON.replace("riichi/1 preset=tenhou length=south", "house/1")
    found = audit(read(of_a_house.replace("win A 1m from D", "win B 1m from D")))
    [told] = [each for each in found.findings if each.code == "win.line"]
    assert told.message == "the win line names B, but in the turns A wins"


def test_ura_that_the_sheet_counts_is_believed_where_no_indicator_is_written_down():
    untold = DOUBLE_RON.replace("ura 1p\n", "")
    assert untold != DOUBLE_RON
    assert [each.message for each in audit(read(untold)).findings] == []
    without = untold.replace("dora 1, ura 1, fu 30", "dora 1, fu 30")
    assert {each.code for each in audit(read(without)).findings} & {"pay.seats", "score.total"}
