"""Small rules of hands and of the table's counts, each asked by itself."""

import pytest

from mjlog.model.record import SetOut, ShownMeld
from mjlog.model.table import HELD, Hand, Table
from mjlog.model.tiles import BONUS, EAST, SOUTH, TILES
from mjlog.referee.rulebook import Outcome, Winner
from mjlog.rules.american.clauses import bonus_tiles_are_replaced_round_by_round
from mjlog.rules.american.points import Group, Place
from mjlog.rules.riichi.open_readings import _perhaps_open_tanyao as perhaps_open_tanyao

WIND_SET = Group("pung", SOUTH, concealed=False)
SUIT_SET = Group("chow", 0, concealed=False)


@pytest.mark.parametrize(
    ("groups", "bonus", "matters"),
    [
        ([], [], False),
        ([], [BONUS], True),
        ([], [BONUS, BONUS + 1], True),
        ([SUIT_SET, WIND_SET], [], True),
        ([SUIT_SET], [], False),
    ],
)
def test_the_wind_of_the_round_matters_to_flowers_and_to_winds(groups, bonus, matters):
    assert Place(EAST, None).matter(groups, bonus) is matters
    assert Place(EAST, SOUTH).matter(groups, bonus) is False


@pytest.mark.parametrize(
    ("owed", "due", "left"), [(0, 5, 0), (1, 5, 0), (3, 5, 1), (1, 3, 1), (1, 2, 1), (-1, 5, -1)]
)
def test_a_tile_found_to_be_missing_was_the_replacement_owed(owed, due, left):
    table = Table([Hand([5, 6, 7], None)], 0, 3, (4,) * HELD, 136)
    table.hand.owed = owed
    table.recount(table.hand, due)
    assert table.hand.owed == left


def set_out_so_far(seats, holding, then):
    """Whether a player may set out a flower, after these and while those still hold one."""
    hands = [Hand([5] * 13 + [BONUS] * (seat in holding), None) for seat in range(4)]
    table = Table(hands, 0, 13, (4,) * HELD, 144)
    table.past += [SetOut(seat, (BONUS,)) for seat in seats]
    return bonus_tiles_are_replaced_round_by_round.test(table, SetOut(then, (BONUS,)))


@pytest.mark.parametrize(
    ("seats", "holding", "then", "right"),
    [
        ([], [0], 0, True),
        ([0], [1], 1, True),
        ([0, 1], [2], 3, True),
        ([0, 1], [0], 0, True),
        ([0, 1], [0, 1], 0, True),
        ([0, 1], [1], 1, True),
        ([0, 1], [1, 2], 1, False),
        ([0, 1], [0, 3], 0, False),
        ([1], [0, 1], 0, True),
        ([1], [0, 2], 0, False),
    ],
)
def test_nobody_sets_out_again_while_somebody_later_waits_for_the_first_time(
    seats, holding, then, right
):
    assert set_out_so_far(seats, holding, then) is right


SIMPLES = tuple(
    map(TILES.__getitem__, ("2m", "3m", "4m", "5p", "6p", "7p", "8s", "8s", "3s", "4s", "5s"))
)


@pytest.mark.parametrize(
    ("tiles", "sets", "perhaps"),
    [
        (SIMPLES, [("+", "4p")], True),
        (SIMPLES, [("*", "4p")], False),
        (SIMPLES, [("*", "4p"), ("+", "6s")], True),
        (SIMPLES, [("+", "1p")], False),
        ((*SIMPLES[:-1], TILES["1s"]), [("+", "4p")], False),
        (SIMPLES, [], False),
        (None, [("+", "4p")], True),
    ],
)
def test_open_tanyao_may_be_played_where_a_set_is_claimed_and_all_are_simples(tiles, sets, perhaps):
    melds = tuple(ShownMeld(sign, (TILES[tile],) * 4) for sign, tile in sets)
    winner = Winner(1, TILES["5s"], 1, own_draw=True, tiles=tiles, melds=melds)
    assert perhaps_open_tanyao(Outcome(4, 0, (winner,)), ()) is perhaps
