"""Walls from seeds, and play that is not what the wall gives."""

import base64
import random
from itertools import islice

import pytest
from tenhou_logs import log, washout

from mjlog.formats.tenhou_xml.reader import read
from mjlog.formats.tenhou_xml.wall import seed_key, walls
from mjlog.model.record import Wall

KEY = tuple(random.Random(4).randrange(1, 1 << 32) for _ in range(624))
RAW = b"".join(word.to_bytes(4, "little") for word in KEY)
SEED = "mt19937ar-sha512-n288-base64," + base64.b64encode(RAW).decode()
EARLY = "mt19937ar-sha512-n288," + ",".join(f"{word:08X}" for word in KEY[:32])


def played(seats=4, seed=SEED, skip=0, deals=2):
    """A log of deals in which everybody throws what he draws, as the seed has it."""
    early = seed == EARLY
    key = KEY[:32] if early else KEY
    parts = []
    for number, wall in enumerate(islice(walls(key, seats, early=early), skip, skip + deals)):
        hands = "".join(
            f' hai{seat}="{",".join(map(str, ids))}"' for seat, ids in enumerate(wall.dealt(number))
        )
        empty = ' hai3=""' if seats == 3 else ""
        first, second = (die - 1 for die in wall.dice)
        ten = "350,350,350,0" if seats == 3 else "250,250,250,250"
        start = (
            f'<INIT seed="{number},0,0,{first},{second},{wall.indicators[0]}" ten="{ten}" '
            f'oya="{number}"'
        )
        start += f"{hands}{empty}/>"
        turns = [((number + turn) % seats, tile) for turn, tile in enumerate(wall.live[:20])]
        parts.append(
            start
            + "".join(f"<{'TUVW'[seat]}{tile}/><{'DEFG'[seat]}{tile}/>" for seat, tile in turns)
        )
        parts.append(washout(owari=number == deals - 1))
    return log(*parts, kind=0x19 if seats == 3 else 9, shuffled=f'<SHUFFLE seed="{seed}" ref=""/>')


def codes(data, **options):
    return [(finding.code, finding.place.deal) for finding in read(data, **options).findings]


def test_the_generator_is_the_mersenne_twister_as_published():
    generator = random.Random(
        sum(word << 32 * place for place, word in enumerate((0x123, 0x234, 0x345, 0x456)))
    )
    assert [generator.getrandbits(32) for _ in range(4)] == [
        1067595299,
        955945823,
        477289528,
        4107218783,
    ]


def test_keys_of_both_kinds():
    assert seed_key(SEED) == KEY
    assert seed_key(EARLY) == KEY[:32]


@pytest.mark.parametrize(
    "seed",
    [
        "",
        "x",
        "mt19937ar-sha512-n288-base64,???",
        "mt19937ar-sha512-n288-base64,AAA=",
        "mt19937ar-sha512-n288,1,x",
        "mt19937ar,1",
    ],
)
def test_no_key(seed):
    assert seed_key(seed) == ()


def test_a_wall_has_every_tile_once():
    four, three = (next(walls(KEY, seats)) for seats in (4, 3))
    assert sorted(four.tiles) == list(range(136))
    assert sorted(three.tiles) == [*range(4), *range(32, 136)]
    dead = {*four.replacements, *four.indicators}
    assert len(dead) == 9
    assert dead.isdisjoint(four.live[:70])


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("seed", [SEED, EARLY])
def test_play_as_the_wall_has_it(seats, seed):
    assert codes(played(seats, seed)) == []


def test_another_draw_than_the_walls():
    first, second = next(walls(KEY, 4)).live[:2]
    data = played().replace(
        f"<T{first}/><D{first}/>".encode(), f"<T{second}/><D{second}/>".encode(), 1
    )
    (finding,) = read(data).findings
    assert (finding.code, finding.severity, finding.place.deal) == ("wall.front", "error", 1)
    assert finding.place.column == data.index(f"<T{second}/>".encode()) + 1


def test_another_indicator_than_the_walls():
    wall = next(walls(KEY, 4))
    data = played().replace(
        f',{wall.indicators[0]}" ten'.encode(), f',{wall.live[30]}" ten'.encode(), 1
    )
    assert codes(data) == [("wall.replacement", 1)]


def test_another_hand_than_the_walls():
    wall = next(walls(KEY, 4))
    tile = wall.dealt(0)[2][5]
    data = played().replace(f",{tile},".encode(), f",{wall.live[30]},".encode(), 1)
    assert codes(data) == [("deal.order", 1)]


def test_other_dice_than_the_seeds():
    first, second = next(walls(KEY, 4)).dice
    data = played().replace(
        f'"0,0,0,{first - 1},{second - 1},'.encode(),
        f'"0,0,0,{first % 6},{second - 1},'.encode(),
        1,
    )
    assert codes(data) == [("deal.break", 1)]


def test_a_seed_of_another_game_accuses_nobody():
    (finding,) = read(played(skip=1)).findings
    assert (finding.code, finding.severity) == ("wall.seed", "note")


def test_deals_missing_from_the_middle_are_found_again():
    data = played(deals=4)
    start, end = data.index(b'<INIT seed="1,'), data.index(b'<INIT seed="3,')
    (finding,) = read(data[:start] + data[end:]).findings
    assert (finding.code, finding.severity, finding.place.deal) == ("format.gap", "note", 2)
    assert finding.message.startswith("2 deals of the game are missing")


def test_a_deal_from_nowhere_ends_the_comparison():
    data, other = played(), played(skip=60, deals=2)
    start, end = other.index(b'<INIT seed="1,'), other.index(b"</mjloggm>")
    mixed = data[: data.index(b'<INIT seed="1,')] + other[start:end] + b"</mjloggm>"
    (finding,) = read(mixed).findings
    assert (finding.code, finding.severity, finding.place.deal) == ("wall.seed", "note", 2)


def test_the_comparison_can_be_left_out():
    assert codes(played(skip=1), wall=False) == []


def test_the_wall_can_be_kept():
    deal = read(played(), keep_wall=True).deals[0]
    (wall,) = (line.content for line in deal.lines if isinstance(line.content, Wall))
    assert len(wall.tiles) == 136
    assert deal.lines[0].content is wall
    assert wall.tiles[0] in deal.lines[1].content.tiles


def won(hidden, seats=4, seed=SEED):
    """A log whose first deal ends with a win after riichi, these tiles below the indicators."""
    data = played(seats, seed, deals=1)
    end = data.index(b"<RYUUKYOKU")
    ids = ",".join(map(str, hidden))
    ten = "350,0,350,0,350,0,0,0" if seats == 3 else "250,0,250,0,250,0,250,0"
    agari = (
        f'<AGARI ba="0,0" hai="0,1,2" machi="0" ten="30,1000,0" yaku="1,1" doraHai="0" '
        f'doraHaiUra="{ids}"'
    )
    return data[:end] + f'{agari} who="0" fromWho="0" sc="{ten}"/></mjloggm>'.encode()


def of_walls(data):
    return [finding for finding in read(data).findings if finding.code.startswith("wall.")]


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("seed", [SEED, EARLY])
def test_hidden_indicators_lie_below_the_open_ones(seats, seed):
    key = KEY[:32] if seed == EARLY else KEY
    wall = next(walls(key, seats, early=seed == EARLY))
    below = wall.hidden_indicators
    assert {*below}.isdisjoint({*wall.indicators, *wall.replacements, *wall.live[:20]})
    assert not of_walls(won(below[:2], seats, seed))
    (finding,) = of_walls(won((below[0], wall.live[30]), seats, seed))
    assert (finding.code, finding.severity, finding.place.deal) == ("wall.replacement", "error", 1)
    assert "hidden indicator" in finding.message


def test_more_hidden_indicators_than_a_wall_has():
    wall = next(walls(KEY, 4))
    (finding,) = of_walls(won((*wall.hidden_indicators, wall.live[30])))
    assert "the wall has no more" in finding.message
