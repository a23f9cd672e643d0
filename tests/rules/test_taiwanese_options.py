"""Each option of the Taiwanese rules changes a verdict or a payment of some record."""

from pathlib import Path

import pytest
from kit.records import kinds_of_faults, sample_or, under

from mjlog import rules
from mjlog.auditor.audit import audit
from mjlog.notation import read

SAMPLES = Path(__file__).parents[2] / "samples"
HEAD = (
    "%mjlog 1.0\nRules: taiwanese/1\nA: Lin Mei\nB: Chang Wei\nC: Wu Jun\nD: Tsai An\n\n@ 1 "
    "dealer=A\n"
)

EAST_AND_BACK = """\
win B 9s from A
show B +123m +555p +456s +666z +789p 99s
net 0 0 0 0

@ 2 dealer=B continued=0
draw wall

@ 3 dealer=B continued=1
draw wall
"""
SUPPLIED = """\
deal A 123456m456789p222s9s1f
deal B 19m19p1357s1234567z1p
deal C 2468m2357p1357s1234z
deal D 2468m2357p468s12345z
0. A:&1f/9s
1. A:#
win A 9s self
"""
TENTH = """\
deal A 1123m5678p1234z5566z9p
deal B 2468m2357p1469s1237z
deal C 2468m2357p1359s1234z
deal D 234567m345p45s888s22p
1. A:9p 1m. 9m. 7p.
2. A:1z 1p. 9p. 7m.
3. A:2z 6s. D:#
win D 6s from B
"""

VERDICTS = [
    ("bonus_tiles=4", "taiwanese/flowers-in-play", "", "deal.copies"),
    ("bonus_tiles=0", "taiwanese/eighth-bonus-tile", "", "bonus.none deal.copies"),
    ("first_break=seating", "taiwanese/washout-recorded-wall", "", "deal.break"),
    ("replacement_order=last_first", "taiwanese/washout-recorded-wall", "", "wall.replacement"),
    ("kong_on_last_tile=false", "broken/taiwanese/kong.limit", "", "kong.limit"),
    ("multi_win=nearest", "broken/taiwanese/claim.nearest", "", "claim.nearest"),
    ("missed_win_scope=any", "taiwanese/examples/17-missed-other-kind", "", "win.missed"),
    ("missed_win_scope=off", "broken/taiwanese/win.missed", "win.missed", ""),
    ("minimum=15", "taiwanese/examples/06-exposed", "", "win.least"),
    ("orig_declared=true", "broken/taiwanese/ready.none", "ready.none", "ready.original"),
    ("start_points=100", "taiwanese/examples/06-exposed", "", "score.chain"),
    ("continued_counts_draws=false", EAST_AND_BACK, "net.differs", "net.differs next.counters"),
    ("false_out_points=8", "taiwanese/faulty-win", "", "pay.penalty"),
    ("limit=40", "taiwanese/faulty-win", "", "pay.penalty"),
]


def hand(win, tiles, *, bonus="", rule=""):
    """A win by itself: a record without turns."""
    seat = win[0]
    lines = [f"bonus {seat} {bonus}"] if bonus else []
    return (
        "\n".join([*lines, f"win {win}", f"show {seat} {tiles}", *([rule] if rule else [])]) + "\n"
    )


THREE_HIDDEN = hand("B 9p from C", "+444z 123m222444p999p11z", bonus="1f")
EXPOSED_DRAWN = hand("B 9s self", "+123m +555p +456s +666z +789p 99s", bonus="1f")
EXPOSED_KONG = hand("B 9s from C", "+123m +555p +456s *6666z +789p 99s", bonus="1f")
SHARED_PAIR = hand("B 7s from C", "+444z +555z 123m345p45677s", bonus="1f")
HONOURS = hand("B 1z from C", "+222z +333z +555z +666z 11177z", bonus="1f")
ENDS = hand("B 1m from C", "+999m +111p +999p +111s 111m99s", bonus="1f")

PAYMENTS = [
    ("tai_table=association", "", "taiwanese/examples/01-two-flowers", (0, 1, -1, 0)),
    ("imply=stated_only", "", "taiwanese/examples/07-one-suit-insured", (0, 0, -135, 135)),
    ("straight_high=self_drawn", "", "taiwanese/examples/13-early", (0, 14, -14, 0)),
    ("winning_discard_concealed=true", "", THREE_HIDDEN, (0, 9, -9, 0)),
    ("exposed_requires_discard=true", "", EXPOSED_DRAWN, (-6, 18, -6, -6)),
    ("exposed_kongs=any", "", EXPOSED_KONG, (0, 16, -16, 0)),
    ("wait_unique=true", "", SHARED_PAIR, (0, 5, -5, 0)),
    ("early_counts=before_win", "", TENTH, (0, -26, 0, 26)),
    (
        "early_counts=unclaimed",
        "",
        "taiwanese/examples/08-dragons-insured-later",
        (117, -117, 0, 0),
    ),
    ("blessing_supplements=false", "", SUPPLIED, (99, -33, -33, -33)),
    ("tai.all_honors=20", "", HONOURS, (0, 159, -159, 0)),
    ("tai.all_terminals=20", "", ENDS, (0, 69, -69, 0)),
    ("limit=3", "", "taiwanese/examples/06-exposed", (0, -3, 3, 0)),
    ("limit_scope=payment", "dealer_bonus=1 limit=5", "taiwanese/earth", (-5, 0, 5, 0)),
    ("unit=2", "", "taiwanese/examples/06-exposed", (0, -28, 28, 0)),
    ("base=10", "", "taiwanese/examples/06-exposed", (0, -24, 24, 0)),
    ("dealer_bonus=1", "", "taiwanese/examples/11-robbed-kong", (-8, 8, 0, 0)),
    ("continued_bonus=true", "", "taiwanese/examples/03-east-deals-on", (9, 0, 0, -9)),
    (
        "east_pays_bonus_on_selfdraw=true",
        "dealer_bonus=1",
        "taiwanese/examples/02-plain-chows",
        (-16, 46, -15, -15),
    ),
    ("rob8_payer=all", "", "taiwanese/examples/14b-eighth-robbed", (-20, -20, 60, -20)),
    ("insurance=false", "", "taiwanese/examples/07-one-suit-insured", (0, 0, -44, 44)),
    ("insurance_suit=false", "", "taiwanese/examples/07-one-suit-insured", (0, 0, -44, 44)),
    (
        "insurance_concealed_kongs=true",
        "",
        "taiwanese/insured-concealed-kong",
        (0, 0, -138, 138),
    ),
    ("insurance_winds=false", "", "taiwanese/examples/15-winds-insured", (0, -35, 35, 0)),
    (
        "insurance_dragons=false",
        "",
        "taiwanese/examples/08-dragons-insured-later",
        (102, -34, -34, -34),
    ),
    ("insurance_last_five=false", "", "taiwanese/examples/09-last-five-insured", (0, -5, 0, 5)),
    ("insurance_limit_hands=false", "", HONOURS, (0, 73, -73, 0)),
    (
        "insurance_amount=three_shares_no_bonus",
        "dealer_bonus=1",
        "taiwanese/examples/08-dragons-insured-later",
        (102, -102, 0, 0),
    ),
    ("preset=taiwan_usual", "", "taiwanese/examples/04-off-east", (-15, 0, 0, 15)),
]


def report(record, options):
    return under(sample_or(HEAD, record), f"taiwanese/1 {options}")


@pytest.mark.parametrize(("options", "record", "by_default", "then"), VERDICTS)
def test_an_option_changes_what_is_found(options, record, by_default, then):
    assert kinds_of_faults(report(record, "")) == by_default
    assert kinds_of_faults(report(record, options)) == then


@pytest.mark.slow
@pytest.mark.parametrize(("option", "others", "record", "net"), PAYMENTS)
def test_an_option_changes_who_pays_what(option, others, record, net):
    by_default, then = (
        report(record, each).settlements[0] for each in (others, f"{others} {option}")
    )
    assert then.net(4) == net != by_default.net(4)


def test_every_option_is_shown_here():
    shown = {
        word.partition("=")[0] for options, *_ in [*VERDICTS, *PAYMENTS] for word in options.split()
    }
    assert {option.name for option in rules.load("taiwanese/1").options} | {"preset"} == shown


def test_a_differing_payment_names_the_option_that_would_explain_it():
    text = (SAMPLES / "taiwanese/examples/07-one-suit-insured.mjl").read_text(encoding="utf-8")
    change = "score 0 0 -132 132\nnext dealer=B\nrule C insurance\n"
    text = text.replace("net 0 0 -132 132\n", "")
    found = audit(read(text.replace("pay C>D 132", "pay C>D 44").replace(change, "")))
    (wrong,) = (finding for finding in found.findings if finding.code == "pay.seats")
    assert any(each.startswith("insurance=") for each in wrong.settings)


def test_flowers_are_shown_where_they_are_played():
    shown = [rules.load(f"taiwanese/1 bonus_tiles={number}").names for number in (0, 8)]
    assert [names.presentation.bonus for names in shown] == ["", "flowers"]


@pytest.mark.parametrize(
    ("turn", "findings"), [("1z.", []), ("?-8s.", []), ("?-8s", ["score.item"])]
)
def test_who_throws_from_the_hand_has_not_kept_the_tiles_that_were_dealt(turn, findings):
    text = (SAMPLES / "taiwanese/original-hand.mjl").read_text(encoding="utf-8")
    text = text.replace(" orig_declared=true", "").replace("7z.!", "7z.")
    shown = "win C 3s self\nshow C 234567m22345p345888s\n"
    text = text.replace(" 1z. 4p.", f" {turn} 4p.").replace("win C 3s self\n", shown)
    assert [each.code for each in audit(read(text)).findings] == findings
