"""Random winning hands against the `mahjong` package.

Which knows nothing of mjlog and of which mjlog knows nothing.

A few thousand in the suite; ``RIICHI_HANDS=100000`` asks for more.
"""

import os

import pytest
from riichi_hands import random_hands, worth

from mjlog.model.tiles import EAST, KINDS
from mjlog.rules.riichi.yaku import (
    IN_PLAY,
    LIMIT_HANDS,
    OF_SETS,
    OF_TILES,
    SELF_DRAWN,
    SEVEN_PAIRS,
    WIND_NAMES,
)

pytest.importorskip("mahjong", reason="the package mahjong, the other opinion, is not installed")

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, HandConstants, OptionalRules
from mahjong.meld import Meld

pytestmark = pytest.mark.slow

HANDS = int(os.environ.get("RIICHI_HANDS", "2000"))
SORTS = {"chow": Meld.CHI, "pung": Meld.PON, "kong": Meld.KAN, "concealed kong": Meld.KAN}
RULES = {
    "tenhou": ("riichi/1 preset=tenhou", {"has_double_yakuman": False}),
    "doubled": ("riichi/1 preset=tenhou double_yakuman=true", {}),
    "rounded up": (
        "riichi/1 preset=tenhou round_up_mangan=true counted_yakuman=false open_tanyao=false",
        {
            "has_double_yakuman": False,
            "kiriage": True,
            "kazoe_limit": HandConstants.KAZOE_SANBAIMAN,
            "has_open_tanyao": False,
        },
    ),
}


def opinion(thrown, options):
    """What the package says: han, fu and what the winner is paid in all.

    None for a hand without yaku.
    """
    concealed, melds, won = thrown
    copies = [4 * kind for kind in range(KINDS)]

    def take(kind):
        copies[kind] += 1
        return copies[kind] - 1

    win = take(won.tile)
    tiles = [win] + [
        take(kind) for kind in range(KINDS) for _ in range(concealed[kind] - (kind == won.tile))
    ]
    sets = []
    for sort, low in melds:
        kinds = (
            [low, low + 1, low + 2]
            if sort == "chow"
            else [low] * (4 if sort.endswith("kong") else 3)
        )
        taken = [take(kind) for kind in kinds]
        tiles += taken
        sets.append(Meld(SORTS[sort], taken, opened=sort != "concealed kong"))
    happened = {
        f"is_{name.replace('double-riichi', 'daburu_riichi')}": True for name in won.happened
    }
    rules = OptionalRules(**{"has_open_tanyao": True, "has_aka_dora": False, **options})
    winds = {"player_wind": won.seat_wind, "round_wind": won.round_wind}
    config = HandConfig(is_tsumo=won.own_draw, **winds, **happened, options=rules)
    said = HandCalculator.estimate_hand_value(tiles, win, melds=sets, config=config)
    if said.error is not None:
        assert said.error == HandCalculator.ERR_NO_YAKU
        return None
    return said.han, said.fu, said.cost["total"]


def paid(found, won):
    """What the winner is paid in all."""
    dealer = won.seat_wind == EAST
    shares = ([2, 2, 2] if dealer else [2, 1, 1]) if won.own_draw else [6 if dealer else 4]
    return sum(-(-found.base * share // 100) * 100 for share in shares)


def mine(thrown, header):
    found = worth(thrown, header)
    if found is None:
        return None
    return found.han or 13 * found.limits, found.fu, paid(found, thrown.situation)


@pytest.mark.parametrize("name", RULES)
def test_random_hands_are_worth_what_another_program_says(name):
    header, options = RULES[name]
    for hand in random_hands(HANDS // len(RULES), seed=len(name)):
        said, found = opinion(hand, options), mine(hand, header)
        if found is not None and worth(hand, header).limits:  # it counts fu that no limit hand has
            said, found = said[::2], found[::2]
        assert found == said, hand


def test_every_pattern_is_among_the_random_hands():
    found = [worth(hand) for hand in random_hands(10_000, seed=2)]
    seen = {
        name.removeprefix("yakuman-")
        for each in found
        if each is not None
        for name, *_ in each.items
    }
    tables = (*OF_TILES, *OF_SETS, *LIMIT_HANDS, SELF_DRAWN, SEVEN_PAIRS)
    assert {*IN_PLAY, *WIND_NAMES, *(each.name for each in tables)} <= seen
