"""How many draws a hand is from waiting, compared with what the rule sets say it waits for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from kit.places import SAMPLES
from kit.records import game_in

from mjlog.model.table import Hand
from mjlog.notation.play.tile_words import tiles_of
from mjlog.picture.followed_deal import follow
from mjlog.referee.hand_readings import awaited, hand_of, useful_draws
from mjlog.referee.nearness import draws_from_waiting, useful_tiles
from mjlog.referee.rule_set import RuleSet
from mjlog.rules import load

PLAYED = [
    "riichi/double-ron",
    "riichi/suukantsu",
    "taiyuan/everything-fair-copy",
    "taiwanese/last-tile",
    "tibet/four-deals",
    "american/jade",
    "mcr/a-made-up-game",
]


def resting(name: str) -> Iterator[tuple[RuleSet, Hand]]:
    game = game_in(SAMPLES / f"{name}.mjl")
    rules = load(game.rules)
    walk = follow(game.deals[0], rules, game.seats).walk
    for step in range(0, walk.played.steps, 7):
        for hand in walk.table(step).hands:
            is_known = not (hand.unknown or hand.pillars_unknown)
            if is_known and sum(hand.kinds()) % 3 == 1:
                yield rules, hand


@pytest.mark.parametrize("name", PLAYED)
def test_a_hand_is_no_draw_away_where_it_waits(name):
    for rules, hand in resting(name):
        draws = draws_from_waiting(rules, hand.kinds(), has_melds=bool(hand.melds))
        assert (draws == 0) == bool(awaited(rules, hand)), hand.tiles()


@pytest.mark.parametrize("name", PLAYED[:3])
def test_one_draw_away_the_useful_tiles_are_those_after_which_it_can_wait(name):
    seen = 0
    for rules, hand in resting(name):
        counts = hand.kinds()
        draws, kinds = useful_tiles(rules, counts, has_melds=bool(hand.melds))
        if draws == 1 and seen < 4:
            seen += 1
            tiles = [kind for kind, number in enumerate(counts) for _ in range(number)]
            assert kinds == useful_draws(rules, hand_of(tiles, hand.melds))
    assert seen


@pytest.mark.parametrize(
    ("tiles", "draws"),
    [
        ((0, 2, 4, 9, 11, 13, 18, 20, 22, 27, 28, 29, 30), 5),
        ((0, 0, 9, 9, 18, 18, 27, 27, 28, 28, 29, 30, 31), 1),
        ((0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 4), 1),
        ((0, 1, 2, 9, 10, 11, 18, 19, 20, 27, 27, 27, 4), 0),
    ],
)
def test_hands_of_riichi(tiles, draws):
    hand = hand_of(tiles)
    assert draws_from_waiting(load("riichi/1"), hand.kinds(), has_melds=False) == draws


@pytest.mark.parametrize(
    ("tiles", "draws"),
    [
        ("147m258p369s12p66s", 0),
        ("147m258p36s113p55s", 1),
        ("147m258p3s123467z", 0),
        ("147m28p36s12347z1s", 1),
        ("1111m2233p44556s", 0),
        ("1111m223p3s4s6s9s7z", 3),
    ],
)
def test_hands_of_mcr(tiles, draws):
    hand = hand_of(tiles_of(tiles))
    rules = load("mcr/1")
    assert draws_from_waiting(rules, hand.kinds(), has_melds=False) == draws
    assert bool(awaited(rules, hand)) == (draws == 0)
    if draws == 1:
        _, kinds = useful_tiles(rules, hand.kinds(), has_melds=False)
        assert kinds == useful_draws(rules, hand)
