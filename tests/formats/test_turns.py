"""Turns built act by act, in and out of order."""

from mjlog.formats.riichi.turn_builder import Turns
from mjlog.model.tiles import TILES

EAST, NORTH, ONE = TILES["1z"], TILES["4z"], TILES["1m"]


def words(turns):
    turns.close()
    return [(turn.seat, turn.word) for turn in turns.done]


def test_a_declaration_without_a_recorded_draw():
    turns = Turns()
    turns.concealed_kong(1, (EAST,) * 4)
    assert turns.draw(1, ONE)
    turns.discard(1, ONE, manner=1)
    assert words(turns) == [(1, "*1111z/1m-1m.")]


def test_a_north_laid_out_without_a_recorded_draw_lies_in_play():
    turns = Turns()
    turns.set_out(1, NORTH)
    assert turns.draw(1, ONE)
    turns.discard(1, ONE, manner=1)
    assert words(turns) == [(1, "?&4z/1m-1m.")]


def test_anothers_draw_ends_a_turn_as_it_stands():
    turns = Turns()
    turns.draw(0, EAST)
    assert not turns.draw(1, ONE)
    assert words(turns) == [(0, "1z-"), (1, "1m-")]


def test_each_turn_knows_where_it_was_opened():
    turns = Turns()
    turns.at = 7
    turns.draw(0, EAST)
    turns.at = 8
    turns.discard(0, EAST, manner=1)
    turns.at = 9
    turns.discard(1, ONE, manner=0)
    assert words(turns) == [(0, "1z."), (1, "1m")]
    assert turns.places == [7, 9]


def test_ready_where_the_draw_is_not_recorded():
    turns = Turns()
    turns.discard(0, EAST, manner=1, ready=True)
    assert words(turns) == [(0, "1z!")]


def test_no_indicator_outside_a_turn():
    assert not Turns().reveal(EAST)


def test_a_kong_without_its_replacement_is_owed_one():
    turns = Turns()
    turns.concealed_kong(1, (EAST,) * 4)
    assert turns.is_owed
    turns.discard(1, ONE, manner=2)
    assert not turns.is_owed
    assert words(turns) == [(1, "*1111z/x-1m")]
