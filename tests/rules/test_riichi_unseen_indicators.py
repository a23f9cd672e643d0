"""Bonus tiles of indicators that nobody told, against a count by hand for every such sheet."""

from itertools import product

import pytest

from mjlog.auditor.audit import audit
from mjlog.model.record import SEATS
from mjlog.notation import read

HEAD = "%mjlog 1.0\nRules: riichi/1{}\nA: Aoi\nB: Botan\nC: Chika\nD: Daichi\n\n@ E1.0 dealer=A\n"
PAID = {2: 2000, 3: 3900, 4: 7700, 5: 8000, 6: 12000}
"""By 30 fu, from the discarder of a player who does not deal."""
MARKED = {"1m": 1, "1z": 0, "?": 0, "9p1m": 1, "1m?": 1}
"""How many tiles of the hand each row of indicators makes dora, as far as it was seen."""


def paid(indicators, claimed, ready=True, rules=""):
    """The answer to what the hand was paid, and what is said of its items.

    The hand is worth two han besides, whoever was ready.
    """
    lines = [
        f"{word} {tiles}\n"
        for word, tiles in zip(("dora", "ura"), indicators, strict=True)
        if tiles
    ]
    items = [f"{word} {n}" for word, n in zip(("dora", "ura"), claimed, strict=True) if n]
    own = ["riichi 1", "pinfu 1"] if ready else ["pinfu 1", "tanyao 1"]
    show = "234567m345p678s" + ("99p" if ready else "88p")
    text = HEAD.format(rules) + lines[0] if indicators[0] else HEAD.format(rules)
    text += "ready B\n" if ready else ""
    text += "win B 5p from C\n"
    text += lines[-1] if indicators[1] else ""
    text += f"show B {show}\nfan B {', '.join(own + items)}, fu 30\n"
    report = audit(read(f"{text}pay C>B {PAID[2 + sum(claimed)]}\n"))
    (answer,) = [each.answer for each in report.verdicts if each.claim.kind == "pay"]
    return answer, {each.code for each in report.findings if each.is_error}


def due(tiles, claimed):
    """What counts: what was seen, and what the sheet has where that was not all."""
    marked = MARKED.get(tiles, 0)
    return max(marked, claimed) if not tiles or "?" in tiles else marked


@pytest.mark.parametrize("dora", ["", *MARKED])
@pytest.mark.parametrize("ura", ["", *MARKED])
def test_what_is_not_told_is_as_the_sheet_has_it_and_what_is_told_as_it_lies_there(dora, ura):
    for claimed in product(range(3), range(3)):
        answer, codes = paid((dora, ura), claimed)
        right = (due(dora, claimed[0]), due(ura, claimed[1]))
        hangs = "?" in dora + ura or any(
            number and not tiles for number, tiles in zip(claimed, (dora, ura), strict=True)
        )
        if sum(claimed) == sum(right):
            assert answer == ("given" if hangs else "agrees"), claimed
        else:
            assert answer == "differs", claimed
        assert bool(codes) == (claimed != right), claimed


@pytest.mark.parametrize(
    ("ura", "ready", "rules"), [("", False, ""), *((ura, True, " ura=false") for ura in MARKED)]
)
def test_hidden_ones_count_for_nobody_who_did_not_declare_or_where_none_count(ura, ready, rules):
    for claimed in product(range(2), range(3)):
        answer, codes = paid(("1z" if not claimed[0] else "1m", ura), claimed, ready, rules)
        assert (answer == "differs") == bool(claimed[1]), claimed
        assert ("score.item" in codes) == bool(claimed[1]), claimed


PLAYED = """%mjlog 1.0
Rules: riichi/1 preset=tenhou
A: Aoi
B: Botan
C: Chika
D: Daichi

@ E1.0 dealer=A
deal A 59m22p26s1123557z
deal B 34m56799p345678s
deal C 56m1378p4407s237z
deal D 478m12348p12379s
{dora}
1. A:8s. 9m. 8m. 1m.
2. A:3z. 1z.! 5z.
3. A:+55z-3z 4z. 6p. 2m.
4. B:#
win B 2m from D
{ura}
show B 234m56799p345678s
{fan}
pay D>B {paid}, table>B 1000
"""
OF_HAN = {2: 2000, 3: 3900, 4: 7700, 5: 8000, 6: 12000, 8: 16000}
"""What a discarder pays for a hand of 30 fu by its han."""


def played(paid, *, dora="", ura="", fan="fan B riichi 1, pinfu 1, fu 30"):
    """The answers to a deal recorded with turns: of items, what D pays, and what the table pays."""
    report = audit(read(PLAYED.format(dora=dora, ura=ura, fan=fan, paid=paid)))
    assert {each.code for each in report.findings} <= {"pay.seats"}
    return {
        each.claim.item or ("D" if each.claim.seat == SEATS.index("D") else "T"): each.answer
        for each in report.verdicts
        if each.claim.kind in {"fan", "pay"}
    }


@pytest.mark.parametrize(("dora", "ura"), [("", ""), ("dora 4z", ""), ("", "ura 1z")])
@pytest.mark.parametrize("han", OF_HAN)
def test_a_played_deal_without_an_indicator_leaves_its_value_open(dora, ura, han):
    answers = played(OF_HAN[han], dora=dora, ura=ura)
    # Each indicator marks at most the two 9p of the hand.
    possible = {2, 3, 4} if dora or ura else {2, 3, 4, 5, 6}
    assert answers["D"] == ("unverified" if han in possible else "differs")
    assert answers["riichi"] == answers["fu"] == answers["T"] == "agrees"
    assert answers["(missing)"] == "unverified"


@pytest.mark.parametrize("paid", [2100, 3000, 1900])
def test_an_amount_that_no_dora_gives_is_a_finding_without_an_indicator(paid):
    assert played(paid)["D"] == "differs"


def test_with_every_indicator_the_value_is_certain():
    answers = played(2000, dora="dora 4z", ura="ura 1z")
    assert set(answers.values()) == {"agrees"}


@pytest.mark.parametrize("fan", ["dora 1, fu 30", "ura 1, fu 30", "han 3, fu 30", "points 3900"])
def test_dora_that_the_sheet_of_a_played_deal_counts_stay_open(fan):
    words = fan if fan[:3] in {"han", "poi"} else f"riichi 1, pinfu 1, {fan}"
    right = played(3900, fan=f"fan B {words}")
    del right["T"]
    assert right.pop("D") == "unverified"
    assert "unverified" in right.values()
    # The sheet contradicts itself: it counts three han and pays for two.
    assert played(2000, fan=f"fan B {words}")["D"] == "differs"
