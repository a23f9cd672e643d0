"""What is written in the small parts of foreign formats is read as what it was."""

from hypothesis import given
from hypothesis import strategies as some

from mjlog.formats.majiang import tiles as majiang_tiles
from mjlog.formats.mjai import tiles as mjai_tiles
from mjlog.formats.riichi.tenhou_numbers import Meld, meld, meld_word
from mjlog.formats.tenhou_json import tiles as tenhou6_tiles
from mjlog.model.tiles import KIND, RED, canonical

FACES = some.integers(0, RED + 2)
SOURCES = some.sampled_from([1, 2, 3])


@some.composite
def chows(draw):
    """Three of a suit that run, by id, the called one last."""
    low = draw(some.sampled_from([kind for kind in range(27) if kind % 9 < 7]))
    ids = [4 * kind + draw(some.integers(0, 3)) for kind in (low, low + 1, low + 2)]
    called = ids.pop(draw(some.integers(0, 2)))
    return Meld("chow", tuple(ids), called, 3)


@some.composite
def alike(draw):
    """A pung or a kong of any sort."""
    kind = draw(some.integers(0, 33))
    ids = draw(some.permutations([4 * kind + copy for copy in range(4)]))
    match draw(some.sampled_from(["pung", "kong", "added", "concealed", "north"])):
        case "pung":
            return Meld("pung", tuple(sorted(ids[:2])), ids[2], draw(SOURCES))
        case "kong":
            return Meld("kong", tuple(sorted(ids[:3])), ids[3], draw(SOURCES))
        case "added":
            return Meld("added", tuple(sorted(ids[:3])), ids[3], draw(SOURCES))
        case "concealed":
            return Meld("concealed", tuple(sorted(ids)), -1, 0)
        case _:
            return Meld("north", (ids[0],), -1, 0)


@given(chows() | alike())
def test_tenhou_meld_words(found):
    assert meld(meld_word(found)) == found


@given(FACES)
def test_tiles(tile):
    assert mjai_tiles.TILES[mjai_tiles.spelled(tile)] == tile
    assert tenhou6_tiles.tile_of(tenhou6_tiles.CODES[tile], "x") == tile
    assert majiang_tiles.tile_of(majiang_tiles.spelled(tile)) == tile


@given(some.lists(FACES, max_size=14))
def test_majiang_hands(tiles):
    assert majiang_tiles.hand_of(majiang_tiles.spelled_hand(tiles)) == canonical(tiles)


@given(some.lists(FACES, min_size=3, max_size=4), SOURCES)
def test_tenhou_calls(tiles, source):
    letter = "p" if len(tiles) == 3 else "m"
    call = tenhou6_tiles.call_of(
        tenhou6_tiles.spelled_call(letter, tiles[0], tuple(tiles[1:]), source)
    )
    assert (call.tile, call.own, call.source) == (tiles[0], tuple(tiles[1:]), source)


@given(some.lists(FACES, min_size=4, max_size=4), SOURCES)
def test_tenhou_kongs(tiles, source):
    added = tenhou6_tiles.call_of(
        tenhou6_tiles.spelled_call("k", tiles[0], tuple(tiles[1:]), source)
    )
    assert (added.kind, added.tile, added.own, added.source) == (
        "added",
        tiles[0],
        tuple(tiles[1:]),
        source,
    )
    concealed = tenhou6_tiles.call_of(tenhou6_tiles.spelled_concealed(tuple(tiles)))
    assert (concealed.kind, sorted(concealed.own)) == ("concealed", sorted(tiles))


@given(chows() | alike().filter(lambda found: found.kind != "north"), SOURCES)
def test_majiang_melds(found, source):
    own = tuple(KIND[number // 4] for number in found.own)
    tile = own[-1] if found.kind == "concealed" else found.called // 4
    there = majiang_tiles.Meld(found.kind, own, tile, 0 if found.kind == "concealed" else source)
    assert majiang_tiles.meld_of(majiang_tiles.spelled_meld(there)) == there
