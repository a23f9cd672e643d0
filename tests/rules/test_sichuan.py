"""Sichuan: the worked hands and deals of the rule facts, play after wins, a naive scorer."""

import random
from pathlib import Path

import pytest
from kit_hands import Thrown, as_won
from sichuan_deals import DEALS, Course
from sichuan_naive import fan as naive_fan

from mjlog.results import score_hand
from mjlog.rules import load

BROKEN = Path(__file__).parents[2] / "samples" / "broken" / "sichuan"
HANDS_TRIED, MANY = 2000, 30_000

HANDS = [
    (1, "A", "+222p 123m456m78p55p9p", "C", "", "", 0, "1 0 -1 0"),
    (2, "A", "+222p 123m456m78p55p9p", "", "", "", 0, "6 -2 -2 -2"),
    (3, "B", "+111m +555m +888p 33p99m9m", "A", "", "", 1, "-2 2 0 0"),
    (4, "C", "+111m +555m +888p +333p 9m9m", "", "", "", 2, "-5 -5 15 -5"),
    (5, "D", "+1111m +555m +888p +333p 9m9m", "B", "", "", 3, "0 -8 0 8"),
    (6, "A", "+555s 123s678s34s99s2s", "D", "", "", 2, "4 0 0 -4"),
    (7, "B", "+222s +666s 333s88s77s7s", "", "", "", 3, "-9 27 -9 -9"),
    (8, "C", "+555s 567s123s78s99s9s", "A", "", "", 3, "-8 0 8 0"),
    (9, "D", "1133m5577m2288p9p9p", "C", "", "", 2, "0 0 -4 4"),
    (10, "A", "1111m5577m2288p9p9p", "B", "", "", 3, "8 -8 0 0"),
    (11, "B", "1111p3355p7799p8p8p", "C", "", "", 3, "0 8 -8 0"),
    (11, "B", "1111p3355p7799p8p8p", "C", "", "max_fan=4", 4, "0 16 -16 0"),
    (11, "B", "1111p3355p7799p8p8p", "C", "", "max_fan=none", 5, "0 32 -32 0"),
    (12, "C", "*4444m +777m 123p56p22m7p", "", "win-after-kong", "", 2, "-5 -5 15 -5"),
    (13, "D", "+444p 345m678m99p67p8p", "", "under-the-sea", "", 1, "-3 -3 -3 9"),
    (14, "A", "234m567m33p456p78p6p", "rob D", "", "", 1, "2 0 0 -2"),
    (15, "B", "+222m 345m678m55m67p8p", "A", "shot-after-kong", "", 1, "-2 2 0 0"),
    (16, "A", "+333p 345p55p678m23m4m", "C", "", "", 1, "2 0 -2 0"),
    (17, "C", "*9999m *1111p +3333m 55p78p9p", "D", "", "", 3, "0 0 8 -8"),
    (18, "B", "111222333m44p55m5m", "D", "", "", 1, "0 2 0 -2"),
    (19, "D", "+111p +777p 789p123m5m5m", "A", "", "", 1, "-2 0 0 2"),
]


@pytest.mark.parametrize(
    ("number", "winner", "hand", "how", "happened", "options", "fan", "net"),
    HANDS,
    ids=lambda value: str(value).replace(" ", "_"),
)
def test_a_worked_hand(number, winner, hand, how, happened, options, fan, net):
    *melds, tiles = hand.split()
    one = score_hand.WinningHand(
        f"sichuan/1 {options}",
        tiles,
        winner=winner,
        source=how[-1:] or None,
        melds=melds,
        robbed=how.startswith("rob"),
        happened=[happened] if happened else [],
    )
    found = score_hand.report(one)
    assert not [each for each in found.findings if each.severity == "error"], number
    (score,) = found.settlements[0].scores
    assert (score.value, found.settlements[0].net(4)) == (fan, tuple(map(int, net.split())))


@pytest.mark.parametrize(
    ("number", "options", "events", "net"), DEALS, ids=[deal[0] for deal in DEALS]
)
def test_a_worked_deal(number, options, events, net):
    assert Course(options).net(events) == tuple(map(int, net.split())), number


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
