"""Tiles, rows of tiles and seats by their names."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mjlog
from mjlog.model.record import SEATS
from mjlog.model.tiles import FACES, PILLAR, canonical, text

NUMBERS = st.builds(
    lambda face, pillar: face | pillar, st.integers(0, FACES - 1), st.sampled_from([0, PILLAR])
)


@given(NUMBERS)
def test_a_tile_is_its_number_and_its_name(number):
    tile = mjlog.Tile(number)
    assert tile == number
    assert hash(tile) == hash(number)
    assert str(tile) == f"{tile}" == text((number,))
    assert mjlog.Tile(str(tile)) == tile
    assert copy.copy(tile) == tile
    assert type(copy.deepcopy(tile)) is mjlog.Tile


@given(st.lists(NUMBERS))
def test_tiles_sort_in_the_order_of_records(numbers):
    assert sorted(map(mjlog.Tile, numbers)) == list(canonical(numbers))


@pytest.mark.parametrize(
    ("name", "suit", "rank", "true"),
    [
        ("1m", "m", 1, "terminal outer known"),
        ("5p", "p", 5, "known"),
        ("0s", "s", 5, "red known"),
        ("4z", "z", 4, "honour outer known"),
        ("8f", "f", 8, "bonus known"),
        ("J", None, None, "joker known"),
        ("9j5p", None, None, None),
        ("5jp", "p", 5, "joker known"),
        ("?", None, None, ""),
        ("?s", "s", None, ""),
        ("9'm", "m", 9, "terminal outer known pillar"),
    ],
)
def test_what_a_tile_is(name, suit, rank, true):
    if true is None:
        with pytest.raises(ValueError, match="is no tile"):
            mjlog.Tile(name)
        return
    tile = mjlog.Tile(name)
    assert (tile.suit, tile.rank) == (suit, rank)
    words = ("honour", "terminal", "outer", "red", "joker", "bonus", "known", "pillar")
    assert {word for word in words if getattr(tile, f"is_{word}")} == set(true.split())


@pytest.mark.parametrize("wrong", ["", "9q", "10p", "p8", "5m5m", "'5m", "5''m", -1, 86, 300])
def test_what_is_no_tile_is_refused(wrong):
    with pytest.raises(ValueError, match="is no tile"):
        mjlog.Tile(wrong)


@given(st.lists(NUMBERS))
def test_a_row_gives_named_tiles_and_counts_them_by_name(numbers):
    row = mjlog.TileRow(numbers)
    assert row == tuple(numbers)
    assert all(type(tile) is mjlog.Tile for tile in row)
    assert type(row[1:]) is mjlog.TileRow
    for tile in row:
        name = str(tile.face)
        assert row.count(name) == sum(each.face == tile.face for each in row)
        assert name in row
        assert row[row.index(name)].face == tile.face
        assert row.count(tile) == numbers.count(tile)


def test_a_name_that_is_not_in_a_row():
    row = mjlog.tiles("123m")
    assert (row.count("9m"), "9m" in row, row.count(0), 0 in row, row.index(2)) == (
        0,
        False,
        1,
        True,
        2,
    )
    with pytest.raises(ValueError, match="9m is not in 123m"):
        row.index("9m")
    with pytest.raises(ValueError, match="'9q' is no tile"):
        row.count("9q")
    with pytest.raises(ValueError, match="'12' is no run of tiles"):
        mjlog.tiles("12")


@pytest.mark.parametrize("number", range(4))
def test_a_seat_is_its_letter_and_its_number(number):
    letter = SEATS[number]
    assert mjlog.Seat(letter) is mjlog.Seat(number)
    assert str(mjlog.Seat(number)) == f"{mjlog.Seat(number)}" == letter
    assert mjlog.Seat(letter) == number


@pytest.mark.parametrize("wrong", ["E", "", "AB", 4, -3])
def test_what_is_no_seat_is_refused(wrong):
    with pytest.raises(ValueError, match="is not a valid Seat"):
        mjlog.Seat(wrong)


def test_a_position_takes_seats_and_rules_by_name():
    text_of_deal = "%mjlog 1.0\nRules: tibet/1\n\n@ 1 dealer=B\n1. B:9m\n"
    deal = mjlog.read(text_of_deal).deals[0]
    *_, position = deal.steps("tibet/1")
    assert (position.to_act, position.dealer, position.live) == (
        mjlog.Seat.C,
        mjlog.Seat.B,
        mjlog.Tile("9m"),
    )
    assert position.legal_acts("C") == position.legal_acts(2) == position.legal_acts(mjlog.Seat.C)
    with pytest.raises(ValueError, match="nobody sits at 'E'; seats are A to D"):
        position.legal_acts("E")
    assert mjlog.replay(deal, "tibet/1", seats=4).steps == position.step
    with pytest.raises(mjlog.RulesError, match="ludo"):
        deal.steps("ludo/1")


@pytest.mark.parametrize("foreign", ['{"log": []}', "<mjloggm/>", "[1]", "https://tenhou.net/6/"])
def test_read_names_load_for_what_is_foreign(foreign):
    assert "mjlog.load" in str(mjlog.read(foreign).findings[0].message)
