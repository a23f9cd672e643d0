"""Sichuan: the worked hands and deals of the rule facts, play after wins, a naive scorer."""

import random
from pathlib import Path

import pytest
from kit.records import faults
from kit_hands import Thrown, as_won
from sichuan_deals import Course, ready_hands, worked_deals
from sichuan_naive import fan as naive_fan

from mjlog.auditor.audit import audit
from mjlog.model.shapes import kinds
from mjlog.model.tiles import KIND, counts, text
from mjlog.notation import read
from mjlog.notation.play.tile_words import tiles_of
from mjlog.rules import load
from mjlog.rules.sichuan.play import waits_of

BROKEN = Path(__file__).parents[2] / "samples" / "broken" / "sichuan"
HANDS_TRIED, MANY = 2000, 30_000

DEALS = worked_deals()


@pytest.mark.parametrize(
    ("number", "options", "events"), DEALS, ids=[f"{n}-{o}".strip("-") for n, o, _ in DEALS]
)
def test_each_step_of_a_worked_deal(number, options, events):
    course, before = Course(options), (0, 0, 0, 0)
    for event, change in events:
        course.play(event)
        if change:
            after = course.net()
            assert [now - then for now, then in zip(after, before, strict=True)] == change, (
                number,
                event,
            )
            before = after


HEAD = "%mjlog 1.0\nRules: sichuan/1 {}\n\n@ 1 dealer=A\nvoid A {}\n"


@pytest.mark.parametrize(
    ("wins", "dealer"), [("BD", "A"), ("B", "B")], ids=["example 22", "sentence 2.2"]
)
def test_who_deals_after_the_first_wins(wins, dealer):
    lines = "".join([f"win {seat} 9p from A\n" for seat in wins])
    for seat in "ABCD":
        deal = HEAD.format("", "m") + f"{lines}draw wall\nnext 2 dealer={seat}\n"
        assert faults(audit(read(deal))) == ([] if seat == dealer else ["next.dealer"])


LEFT = (
    HEAD + "win C 9m from B\nwin D 9m from B\ndraw wall\nshow A {}\nshow B +111m 2468m3579p55p\n"
    "fan C total 0\nfan D total 0\nnet ? ? ? ?\n"
)
"""A deal at whose end A and B are left, and B waits for nothing."""


@pytest.mark.parametrize(
    ("number", "hand", "void", "options", "waits", "points"), ready_hands(), ids=str
)
def test_what_is_paid_to_a_worked_hand_that_waits(number, hand, void, options, waits, points):
    *melds, tiles = hand.split()
    melded = [KIND[tile] for meld in melds for tile in tiles_of(meld[1:])]
    mask = waits_of(counts(tiles_of(tiles)), melded, len(melds), "mps".index(void))
    assert text(kinds(mask)) == waits, number
    (settlement,) = audit(read(LEFT.format(options, void, hand))).settlements
    paid = [(p.payer, p.payee, p.points) for p in settlement.payments if p.cause == "not-ready"]
    assert paid == ([(1, 0, points)] if points else [])


# --------------------------------------------------------------------------- the second scorer

CHANCES = {
    True: [(), (), ("supplement",), ("last-tile",), ("supplement", "last-tile"), ("dealt",),
           ("first-draw",)],
    False: [(), (), ("kong-discard",), ("last-discard",), ("robbed",), ("robbed", "kong-robbed"),
            ("kong-discard", "last-discard")],
}  # fmt: skip
"""What may have happened before a self-draw, and before a win on another's tile."""


def hand_at_random(rng):
    """Two suits at most: four sets and a pair, some declared, or seven pairs."""
    suits = rng.choice([[0], [1], [2], [0, 1], [1, 2], [0, 2]])
    ranks = rng.choice([range(9), range(9), (1, 4, 7), (0, 8), (0, 1, 2, 6, 7, 8)])
    while True:
        left, concealed, melds = [4] * 27, [], []
        pool = [9 * suit + rank for suit in suits for rank in ranks]
        if rng.random() < 0.12:
            for _ in range(7):
                kind = rng.choice(pool)
                concealed += [kind, kind]
                left[kind] -= 2
        else:
            runs, claims = rng.choice([0, 0.5, 0.9]), rng.choice([0, 0.4, 1])
            for _ in range(4):
                kind = rng.choice(pool)
                if kind % 9 < 7 and rng.random() < runs:
                    kinds = (kind, kind + 1, kind + 2)
                    concealed += kinds
                else:
                    kinds = (kind,) * rng.choice([3, 3, 4])
                    if len(kinds) == 4 or rng.random() < claims:
                        melds.append((kinds, len(kinds) == 3 or rng.random() < 0.5))
                    else:
                        concealed += kinds
                for each in kinds:
                    left[each] -= 1
            pair = rng.choice(pool)
            concealed += [pair, pair]
            left[pair] -= 2
        if min(left) >= 0:
            break
    own_draw = rng.random() < 0.5
    happened = frozenset(rng.choice(CHANCES[own_draw]))
    tile = rng.choice(concealed)
    if "robbed" in happened and left[tile] < 3:  # the other three lie in the robbed pung
        happened = frozenset()
    return Thrown(sorted(concealed), melds, tile, own_draw, 27, 27, [], happened)


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["sbr2025", "app"])
def test_both_scorers_agree_on_random_hands(preset, whole):
    rng, rules = random.Random(35), load(f"sichuan/1 preset={preset}")
    extras = [] if preset == "sbr2025" else rules.settings["extra"].split(",")
    most = int(rules.settings["max_fan"])
    for _ in range(MANY if whole else HANDS_TRIED):
        hand = hand_at_random(rng)
        score = rules.scoring.score(*as_won(hand))
        assert score.value == naive_fan(hand, extras, most), (hand, score.items)


def test_every_code_is_shown_by_a_broken_deal():
    known = load("sichuan/1")
    chosen = [known, *(known.having(o.name, word) for o in known.options for word in o.values)]
    codes = {code for rules in chosen for _, code in rules.bound}
    assert {code for code in codes if not (BROKEN / f"{code}.mjl").exists()} == set()


PAID_KONGS = {
    "one added, everybody pays": "pay A>C 1, B>C 1, D>C 1 for=kong\nnet 0 -2 3 -1\n",
    "one added after the win": "pay B>C 1, D>C 1 for=kong\nnet 1 -2 2 -1\n",
    "one on a discard": "pay D>C 2 for=kong\nnet 1 -1 2 -2\n",
    "two": "pay A>C 1, B>C 3, D>C 1 for=kong\nnet 0 -4 5 -1\n",
    "paid back": "pay A>B 1, C>B 1, D>B 1 for=kong\n"
    "pay B>A 1, B>C 1, B>D 1 for=kong-refund\nnet 1 -1 0 0\n",
    "no sum of kongs": "pay D>C 5 for=kong\nnet 1 -1 5 -5\n",
}
"""Payments of a deal in which A won from B for nothing but the base, and that name no kong."""


@pytest.mark.parametrize("lines", PAID_KONGS.values(), ids=PAID_KONGS)
def test_payments_alone_name_kongs(lines):
    won = HEAD.format("", "m") + "win A 9p from B\nfan A total 0\npay B>A 1\n"
    assert faults(audit(read(won + lines))) == []


def test_payments_for_kongs_add_up_with_the_changes():
    won = HEAD.format("", "m") + "win A 9p from B\nfan A total 0\npay B>A 1\n"
    wrong = won + "pay A>C 1, B>C 1, D>C 1 for=kong\nnet 1 -2 3 -2\n"
    assert {*faults(audit(read(wrong)))} == {"net.differs"}


@pytest.mark.parametrize("way", ["refund", "transfer"])
def test_a_sheet_need_not_say_that_the_kong_came_right_before_the_win(way):
    """The rules take back what a kong brought, or pass it on, if its maker's next discard loses."""
    head = HEAD.format(f"shot_after_kong={way}", "m") + "win A 9p from C\nfan A total 0\n"
    net = {"refund": "1 0 -1 0", "transfer": "3 -1 -1 -1"}[way]
    assert faults(audit(read(f"{head}kong C added 1\nnet {net}\n"))) == []
    assert faults(audit(read(f"{head}kong C added 1\nnet 4 -2 -1 -1\n"))) != []
