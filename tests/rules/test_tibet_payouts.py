"""The worked payouts of the Tibet ladder, its table of payments cell by cell, and its han."""

import pytest

from mjlog import rules
from mjlog.auditor.audit import audit
from mjlog.auditor.deal_check import claim_name
from mjlog.notation import read
from mjlog.results.score_hand import WinningHand, score
from mjlog.rules.tibet import points

TEN = "tibet/1 preset=tibet-10-scored"
THIRTEEN = "tibet/1 preset=tibet-13-scored"
WINDS = "tibet/1 preset=tibet-winds"

ALL_PUNGS = "menzen 1, tanyao 1, toitoi 2, chinitsu 2"
PAYOUTS = [
    ("T1", TEN, "234p567678s22s", "", "B", "C", "menzen 1, tanyao 1", (0, 20, -20, 0)),
    ("T2", TEN, "234p567678s22s", "", "B", None, "menzen 1, tanyao 1", (-10, 20, -5, -5)),
    ("T3", TEN, "234p567678s22s", "", "A", None, "menzen 1, tanyao 1", (30, -10, -10, -10)),
    ("T4", TEN, "777z789s55p", "+123p", "A", "D", "dragon 1", (15, 0, 0, -15)),
    ("T5", TEN, "456p789s99s", "+123p", "C", "B", "", (0, -3, 3, 0)),
    ("T6", TEN, "456p789s99s", "+123p", "C", None, "", (-2, -1, 4, -1)),
    ("T7", TEN, "456p789s99s", "+123p", "A", None, "", (6, -2, -2, -2)),
    ("T8", TEN, "456p789s99s", "+123p", "A", "B", "", (5, -5, 0, 0)),
    ("T9", TEN, "777z22s", "+111p +999p", "D", "B", "dragon 1, toitoi 2", (0, -40, 0, 40)),
    ("T10", TEN, "123456789p55p", "", "A", None, "menzen 1, chinitsu 2", (60, -20, -20, -20)),
    ("T11", TEN, "222444666p88p", "", "B", None, ALL_PUNGS, (-60, 120, -30, -30)),
    ("T12", TEN, "222444666p88p", "", "A", "D", ALL_PUNGS, (180, 0, 0, -180)),
    ("T13", TEN, "777z11p", "+555z +666z", "A", "B", "dragon 3, toitoi 2", (120, -120, 0, 0)),
    (
        "T14",
        THIRTEEN,
        "123456p99p",
        "+555z +666z",
        "B",
        "A",
        "dragon 2, honitsu 2",
        (-80, 80, 0, 0),
    ),
    ("T15", THIRTEEN, "456789p234p55p", "+123p", "C", None, "chinitsu 5", (-40, -20, 80, -20)),
    (
        "T16",
        THIRTEEN,
        "234345456678p88p",
        "",
        "A",
        "B",
        "menzen 1, tanyao 1, chinitsu 5",
        (180, -180, 0, 0),
    ),
    ("T17", THIRTEEN, "123m456p789s234p77z", "", "D", "C", "menzen 1", (0, 0, -10, 10)),
]

HAN = [
    (
        "three rows or three pungs: the dearer reading",
        TEN,
        "222333444p55s",
        "",
        "menzen 1, tanyao 1, toitoi 2",
    ),
    (
        "one suit and dragons is nothing with two suits",
        TEN,
        "123456p777z55p",
        "",
        "menzen 1, dragon 1",
    ),
    (
        "one suit alone is chinitsu, not honitsu as well",
        THIRTEEN,
        "123456789p234p55p",
        "",
        "menzen 1, chinitsu 5",
    ),
    (
        "a pair of dragons makes honitsu too",
        THIRTEEN,
        "123456789p234p55z",
        "",
        "menzen 1, honitsu 2",
    ),
    ("called sets keep tanyao", THIRTEEN, "234567p88p", "+234m +666s", "tanyao 1"),
    (
        "a concealed kong is no call",
        "tibet/1 preset=tibet-kan",
        "123p456p789s99s",
        "*2222m",
        "menzen 1",
    ),
    ("a claimed kong is one", "tibet/1 preset=tibet-kan", "123p456p789s99s", "+2222m", ""),
    (
        "riichi",
        "tibet/1 preset=tibet-kan riichi=true",
        "123p456p789s234m99s",
        "",
        "menzen 1, riichi 1",
    ),
]

BY_SEAT = [
    ("E1", "A", "+111z", "seat-wind 1, round-wind 1"),
    ("E1", "B", "+222z", "seat-wind 1"),
    ("E1", "B", "+111z", "round-wind 1"),
    ("S1", "A", "+222z", "round-wind 1"),
    ("E1", "A", "+333z", ""),
    ("E1", "D", "+333z", ""),
]


def settled(header, tiles, melds, winner, source=None):
    ready = (winner,) if "riichi=true" in header else ()
    return score(
        WinningHand(header, tiles, winner, source=source, melds=melds.split(), ready=ready)
    )


def items(settlement):
    return ", ".join(f"{item.name} {item.points}" for item in settlement.scores[0].items)


@pytest.mark.parametrize(
    ("header", "tiles", "melds", "winner", "source", "han", "net"),
    [case[1:] for case in PAYOUTS],
    ids=[case[0] for case in PAYOUTS],
)
def test_a_worked_payout(header, tiles, melds, winner, source, han, net):
    found = settled(header, tiles, melds, winner, source)
    assert items(found) == han
    assert found.net(4) == net
    assert sum(net) == 0


def test_t18_nobody_pays_when_nobody_wins():
    text = (
        f"%mjlog 1.0\nRules: {THIRTEEN}\nA: E\nB: S\nC: W\nD: N\n\n@ 1 dealer=A\ndraw "
        f"wall\nnet 0 0 0 0\n"
    )
    found = audit(read(text))
    assert not found.findings
    assert found.settlements[0].net(4) == (0, 0, 0, 0)
    assert [
        f.code for f in audit(read(text.replace("net 0 0", "pay A>B 1\nnet -1 1"))).findings
    ] == ["pay.draw"]


@pytest.mark.parametrize(
    ("header", "tiles", "melds", "han"), [case[1:] for case in HAN], ids=[case[0] for case in HAN]
)
def test_what_a_hand_is_worth(header, tiles, melds, han):
    assert items(settled(header, tiles, melds, "B", "C")) == han


@pytest.mark.parametrize(("label", "winner", "melds", "han"), BY_SEAT)
def test_a_wind_counts_for_its_seat_and_its_round(label, winner, melds, han):
    hand = WinningHand(WINDS, "123p456p789s99s", winner, source="C", melds=[melds], ready=())
    found = audit(read(hand.record.replace("@ 1 ", f"@ {label} ")))
    assert items(found.settlements[0]) == han


def test_a_wind_set_cannot_be_counted_where_the_label_tells_no_round():
    hand = WinningHand(WINDS, "123p456p789s99s", source="C", melds=["+222z"])
    with pytest.raises(ValueError, match="wind of the round"):
        score(hand)


# The two misprints, and what is printed although it looks like one.


@pytest.mark.parametrize("place", range(6))
def test_the_dealer_gets_as_much_from_each_as_it_pays_itself(place):
    assert points.DEALER_DRAWN[place] == points.DEALERS_SHARE[place]


def test_the_misprinted_cell_is_the_share_of_those_who_do_not_deal():
    two = points.column(2)
    assert points.DEALERS_SHARE[two] == 10
    assert points.OTHERS_SHARE[two] == 5
    assert points.OTHER_ON_DISCARD[two] == 10 + 5 + 5


@pytest.mark.parametrize("place", range(6))
def test_a_discard_costs_all_shares_together_but_in_three_cells(place):
    dealer = 3 * points.DEALER_DRAWN[place] - points.DEALER_ON_DISCARD[place]
    other = points.DEALERS_SHARE[place] + 2 * points.OTHERS_SHARE[place]
    assert (dealer, other - points.OTHER_ON_DISCARD[place]) == {0: (1, 1), 1: (0, 1)}.get(
        place, (0, 0)
    )


@pytest.mark.parametrize(
    ("han", "column"), [(0, "0"), (3, "3"), (4, "4-5"), (5, "4-5"), (6, "6+"), (13, "6+")]
)
def test_han_choose_a_column(han, column):
    assert points.COLUMNS[points.column(han)] == column


def test_a_wrong_share_cites_the_sentence_on_the_misprint():
    hand = WinningHand(TEN, "234p567678s22s", "B")
    found = audit(read(hand.record.replace("net ? ? ? ?", "pay A>B 10, C>B 10, D>B 5")))
    assert [(f.code, f.clause.number, f.expected) for f in found.findings] == [
        ("pay.seats", "11.4a", "5")
    ]


def test_nobody_pays_at_a_step_without_points():
    hand = WinningHand("tibet/1", "22567p", "B")
    found = audit(read(hand.record.replace("net ? ? ? ?", "pay A>B 2")))
    assert [(f.code, f.clause.number) for f in found.findings] == [("pay.seats", "11.7")]


def test_with_all_winning_everybody_who_wins_is_paid():
    text = (
        f"%mjlog 1.0\nRules: {TEN} multi_ron=all\nA: E\nB: S\nC: W\nD: N\n\n@ 1 dealer=A\n"
        "win B 2s from C\nwin D 2s from C\nshow B 234p567678s22s\nshow D +123p 456p789s22s\n"
        "pay C>B 20, C>D 3\nnext dealer=B\n"
    )
    assert not audit(read(text)).findings
    alone = audit(read(text.replace(" multi_ron=all", ""))).settlements[0]
    assert alone.net(4) == (0, 0, -3, 3)


@pytest.mark.parametrize(
    ("winner", "due"),
    [("win A 5p self\nshow A 22567p", "A"), ("win B 5p self", "B"), ("draw wall", "B")],
)
def test_the_dealer_stays_only_after_winning(winner, due):
    text = (
        f"%mjlog 1.0\nRules: tibet/1\nA: E\nB: S\nC: W\nD: N\n\n@ 1 dealer=A\n{winner}\nnext "
        f"dealer={due}\n"
    )
    assert not audit(read(text)).findings
    wrong = audit(read(text.replace(f"next dealer={due}", "next dealer=D")))
    assert [(f.code, f.expected, f.clause.number) for f in wrong.findings] == [
        ("next.dealer", due, "9.3")
    ]


def test_every_item_stands_under_a_sentence_that_enforces_it():
    laws = rules.load(TEN).laws
    for item in points.PATTERNS.items:
        assert "score.item" in laws[points.PATTERNS.clause_of(item)].codes


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ("win B 2s from C", "not every tile"),
        ("win B 2s from C\nshow B 234p22s", "11 tiles of this step"),
        ("win B 2s from C\nshow B 234p567679s22s", "not legal"),
        ("win ? 2s from C", "no result"),
    ],
)
def test_what_cannot_be_counted_is_unverified(record, reason):
    points = "?" if reason == "not every tile" else 20
    head = f"%mjlog 1.0\nRules: {TEN}\nA: E\nB: S\nC: W\nD: N\n\n"
    text = f"{head}@ 1 dealer=A\n{record}\npay C>B {points}\n"
    found = audit(read(text))
    assert reason in next(
        verdict.reason for verdict in found.verdicts if claim_name(verdict.claim) == "pay C>B"
    )
