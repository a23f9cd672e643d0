"""Draws the face of each tile in a box of 60 by 80, with an index in its upper left corner.

The index has its own colour, so that a page can hide it: ``--tile-index: transparent``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from math import cos, pi, sin
from typing import Final, NamedTuple

from mjlog.model.tiles import JOKER_AS, NAMES, PILLAR, Tile
from mjlog.picture.artwork.glyphs import GLYPHS
from mjlog.picture.artwork.paint import Paint

WIDTH: Final = 60
HEIGHT: Final = 80
GRID: Final = 256
BACK: Final = "back"
WIDE: Final = 1.25
"""Factor by which sticks are drawn wider than their stated width."""

STROKES: Final = {
    "1": "M1.2 2.8L3.6 1V9",
    "2": "M1 3Q1 1 3 1T5 3.1Q5 4.7 1 9H5.2",
    "3": "M1 1H5L2.8 4.2Q5 4.2 5 6.6T3 9T.9 7.9",
    "4": "M4.2 9V1L.8 6.7H5.6",
    "5": "M4.8 1H1.6L1.3 4.7Q5 3.4 5 6.4T2.9 9T.9 8",
    "6": "M4.4 1Q1 3 1 6.5A2 2.5 0 1 0 5 6.5A2 2.3 0 0 0 1 6.5",
    "7": "M1 1H5.2L2.4 9",
    "8": "M3 4.6a1.8 1.8 0 1 1 .01 0a2.1 2.2 0 1 1-.02 0z",
    "9": "M1.6 9Q5 7 5 3.5A2 2.5 0 1 0 1 3.5A2 2.3 0 0 0 5 3.5",
    "E": "M5 1H1V9H5M1 5H4.2",
    "S": "M5 2.2Q4.4 1 3 1Q1 1 1 3T3 5T5 7T3 9Q1.6 9 1 7.8",
    "W": "M.2 1L1.7 9L3 3L4.3 9L5.8 1",
    "N": "M1 9V1L5 9V1",
    "B": "M1 5H3.2Q5.2 5 5.2 7T3.2 9H1V1H3Q4.7 1 4.7 3T3 5",
    "F": "M5 1H1V9M1 5H4.2",
    "C": "M5 2.6Q4.5 1 3 1Q1 1 1 5T3 9Q4.5 9 5 7.4",
    "J": "M4.6 1V6.5Q4.6 9 2.6 9T.8 7",
    "?": "M1 3Q1 1 3 1T5 3Q5 4.2 4 5T3 7M3 9V9.01",
}
"""Figures and letters as strokes of a pen, in a box of 6 by 10."""
HONOURS: Final = (
    ("E", "東"),
    ("S", "南"),
    ("W", "西"),
    ("N", "北"),
    ("B", ""),
    ("F", "發"),
    ("C", "中"),
)
COLOURS: Final = ("ink", "ink", "ink", "ink", "blue", "green", "red")
NUMBERS: Final = "一二三四伍六七八九"
NUMBER_BOXES: Final = {"一": (20, 18, 30, 6), "二": (20, 12, 30, 16), "三": (20, 8, 30, 23)}

Mark = tuple[float, float, str]
"""Position and colour of a dot or a stick."""

DOTS: Final[dict[int, tuple[float, tuple[Mark, ...]]]] = {
    2: (11.5, ((30, 30, "green"), (30, 62, "blue"))),
    3: (9.5, ((17, 29, "blue"), (30, 47, "red"), (43, 65, "green"))),
    4: (10, ((18, 32, "blue"), (42, 32, "green"), (18, 62, "green"), (42, 62, "blue"))),
    5: (8.7, ((16, 29, "blue"), (44, 29, "green"), (30, 47, "red"), (16, 65, "green"),
    (44, 65, "blue"))),
    6: (8.4, tuple((x, y, colour) for y,
    colour in ((28, "green"), (49, "red"), (67, "red")) for x in (19, 41))),
    7: (
        7.1,
        (
            (14, 26, "green"), (30, 31.5, "green"), (46, 37, "green"), (20, 52, "red"),
            (40, 52, "red"),
            (20, 68.5, "red"), (40, 68.5, "red"),
        ),
    ),
    8: (6.9, tuple((x, y, "blue") for y in (25.5, 40, 54.5, 69) for x in (20, 40))),
    9: (
        7.9,
        tuple((x, y, colour) for y,
        colour in ((28, "green"), (47.5, "red"), (67, "blue")) for x in (12.5, 30, 47.5)),
    ),
}  # fmt: skip
STICKS: Final[dict[int, tuple[float, tuple[Mark, ...]]]] = {
    2: (26, ((30, 34, "green"), (30, 62, "blue"))),
    3: (25, ((30, 34, "green"), (18, 62, "blue"), (42, 62, "blue"))),
    4: (25, ((19, 34, "green"), (41, 34, "blue"), (19, 62, "blue"), (41, 62, "green"))),
    5: (
        25,
        ((15, 34, "green"), (45, 34, "blue"), (30, 48, "red"), (15, 62, "blue"), (45, 62, "green")),
    ),
    6: (
        25,
        tuple((x, y, colour) for y, colour in ((34, "green"), (62, "blue")) for x in (15, 30, 45)),
    ),
    7: (18, ((30, 27, "red"), *((x, y, "green") for y in (47.5, 67) for x in (15, 30, 45)))),
    9: (
        18,
        tuple(
            (x, y, colour)
            for y in (28, 47.5, 67)
            for x, colour in ((15, "green"), (30, "red"), (45, "blue"))
        ),
    ),
}
"""Length of the sticks, and the middle of each stick. The eight of bamboo leans, see `_eight`."""


def face_id(face: Tile, *, up: bool = True) -> str:
    """Return the name of the SVG symbol that shows a tile.

    For example ``t5m``, ``tx`` for an unknown tile, or ``txs`` if only the suit is known. A joker
    that stands for a tile in a meld is drawn as a joker, ``tJ``. If `up` is False, return ``back``.

    >>> face_id(4), face_id(34), face_id(46), face_id(4, up=False)
    ('t5m', 't0m', 'tx', 'back')
    """
    if not up:
        return BACK
    face &= ~PILLAR
    if face >= JOKER_AS:
        return "tJ"
    return f"t{NAMES[face]}".replace("?", "x")


def symbol(name: str, paint: Paint) -> str:
    """Return the face of a tile as an SVG ``symbol``; `name` is a name from `face_id`.

    `paint` writes the colours as SVG attributes.
    """
    drawn = "".join(FACES[name](paint))
    return f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{drawn}</symbol>'


# --------------------------------------------------------------------------- strokes of the pen


def _path(paint: Paint, colour: str, d: str, extra: str = "") -> str:
    return f'<path {paint("fill", colour)}{extra} d="{d}"/>'


def _line(paint: Paint, colour: str, width: float, d: str, extra: str = "") -> str:
    """Return an SVG path of a stroke with round ends that is not filled.

    `d` is the path, and `extra` is further attributes. `width` is the width of the stroke.
    """
    ends = ' stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<path fill="none" {paint("stroke", colour)} stroke-width="{width:g}"{ends}{extra} '
        f'd="{d}"/>'
    )


def _disc(paint: Paint, colour: str, x: float, y: float, r: float) -> str:
    return f'<circle {paint("fill", colour)} cx="{_short(x)}" cy="{_short(y)}" r="{_short(r)}"/>'


def _discs(paint: Paint, colour: str, places: Iterable[tuple[float, float]], r: float) -> str:
    """Return several discs of the same size as a single SVG path, which a page draws faster.

    `places` are their centres, and `r` is their radius.
    """
    return _path(paint, colour, "".join(_round(x, y, r) for x, y in places))


def _round(x: float, y: float, r: float) -> str:
    size = f"{_short(r)} {_short(r)} 0 1 0 "
    return f"M{_short(x - r)} {_short(y)}a{size}{_short(2 * r)} 0a{size}{_short(-2 * r)} 0z"


def _short(number: float) -> str:
    return f"{round(number, 1):g}"


Box = tuple[float, float, float, float]
"""Left, top, width and height."""


def _glyph(paint: Paint, colour: str, sign: str, box: Box) -> str:
    """Return a Chinese character as an SVG path that fills a box.

    `sign` is the character.
    """
    x, y, width, height = box
    scale = f"{width / GRID:.4g} {height / GRID:.4g}"
    return _path(paint, colour, GLYPHS[sign], f' transform="translate({x:g} {y:g})scale({scale})"')


def _index(paint: Paint, sign: str) -> str:
    """Return the index of a tile (a small sign in the upper left corner) as an SVG path."""
    return _line(paint, "index", 1.5, STROKES[sign], ' transform="translate(4 3.4)scale(1.8 1.72)"')


def _coins(paint: Paint, colour: str, places: Iterable[tuple[float, float]], r: float) -> str:
    """Return the circles of a dots tile as one SVG path: each has a rim, a blank ring and a centre.

    `places` are their centres, and `r` is their radius.
    """
    rings = (_round(x, y, r * part) for x, y in places for part in (1, 0.68, 0.42, 0.13))
    return _path(paint, colour, "".join(rings), ' fill-rule="evenodd"')


def _places_by_colour(marks: Iterable[Mark], red: bool) -> dict[str, list[tuple[float, float]]]:
    """Group the circles or sticks of a tile by colour; return a dict from colour to positions.

    `marks` has the position and colour of each. If `red` (a red five), all of them are red.
    """
    by_colour: dict[str, list[tuple[float, float]]] = {}
    for x, y, colour in marks:
        by_colour.setdefault("red" if red else colour, []).append((x, y))
    return by_colour


def _sticks(
    paint: Paint, colour: str, places: Iterable[tuple[float, float]], length: float, turn: int = 0
) -> str:
    """Return bamboo sticks as SVG paths, with knots at both ends and in the middle.

    `places` are the middles of the sticks. All sticks have the same `length` and are turned by
    `turn` degrees.
    """
    half = length / 2
    arm = half - 5.2
    down = (
        f"q2 1.2 1.2 2.8q-1 .8-1 1.6v{arm:g}q1.6.8 1.6 1.8t-1.6 1.8v{arm:g}q0 .8 1 1.6q.8 "
        f"1.6-1.2 2.4"
    )
    up = (
        f"q-2.4.8-4.8 0q-2-1-1.2-2.4q1-.8 "
        f"1-1.6v-{arm:g}q-1.6-.8-1.6-1.8t1.6-1.8v-{arm:g}q0-.8-1-1.6q-.8-1.6 1.2-2.8z"
    )
    outline = f"q2.4-.8 4.8 0{down}{up}"
    if turn:
        return "".join(
            _path(
                paint,
                colour,
                f"M-2.4 {_short(-half)}{outline}",
                f' transform="translate({x:g} {y:g})rotate({turn})scale({WIDE} 1)"',
            )
            for x, y in places
        )
    drawn = "".join(f"M{_short(x / WIDE - 2.4)} {_short(y - half)}{outline}" for x, y in places)
    return _path(paint, colour, drawn, f' transform="scale({WIDE} 1)"')


def _highlights(paint: Paint, sticks: Iterable[tuple[float, float, int]], length: float) -> str:
    """Return the highlights of bamboo sticks as an SVG path, two on each stick.

    Each stick is given by its middle and its turn in degrees; all have the same `length`.
    """
    drawn = ""
    for x, y, turn in sticks:
        across, along = -sin(turn * pi / 180), cos(turn * pi / 180)
        for begin, end in ((3 - length / 2, -2.6), (2.6, length / 2 - 3)):
            drawn += f"M{_short(x + begin * across)} {_short(y + begin * along)}"
            drawn += f"L{_short(x + end * across)} {_short(y + end * along)}"
    return _line(paint, "face", 1.3, drawn)


# --------------------------------------------------------------------------- faces


def _characters(paint: Paint, rank: int, *, red: bool = False) -> Iterator[str]:
    sign = NUMBERS[rank - 1]
    yield _index(paint, str(rank))
    if red:
        yield _glyph(paint, "red", sign, (18, 8, 27, 26))
    else:
        yield _glyph(paint, "ink", sign, NUMBER_BOXES.get(sign, (20, 6, 30, 28)))
    yield _glyph(paint, "red", "萬", (11, 39, 38, 37))


def _dots(paint: Paint, rank: int, *, red: bool = False) -> Iterator[str]:
    yield _index(paint, str(rank))
    if rank == 1:
        yield from _one_dot(paint)
        return
    size, marks = DOTS[rank]
    for colour, places in _places_by_colour(marks, red).items():
        yield _coins(paint, colour, places, size)


def _one_dot(paint: Paint) -> Iterator[str]:
    """Yield the SVG shapes of the one of dots: a wheel with a rim of beads around a flower."""
    x, y = 30, 47
    yield _disc(paint, "blue", x, y, 24)
    yield _disc(paint, "face", x, y, 21)
    yield _petals(paint, "green", Blossom(16, 17, 2.4), x, y)
    yield _disc(paint, "red", x, y, 11.5)
    yield _petals(paint, "face", Blossom(6, 6.4, 2.6), x, y) + _disc(paint, "face", x, y, 2.4)


def _bamboo(paint: Paint, rank: int, *, red: bool = False) -> Iterator[str]:
    yield _index(paint, str(rank))
    if rank == 1:
        yield from _bird(paint)
    elif rank == 8:
        yield from _eight(paint)
    else:
        length, marks = STICKS[rank]
        for colour, places in _places_by_colour(marks, red).items():
            yield _sticks(paint, colour, places, length)
        yield _highlights(paint, ((x, y, 0) for x, y, _ in marks), length)


def _eight(paint: Paint) -> Iterator[str]:
    """Yield the SVG shapes of the eight of bamboo: two rows of four sticks, mirrored."""
    shines = []
    for colour, y, lean in (("green", 34, 40), ("blue", 62, -40)):
        yield _sticks(paint, colour, ((12, y), (48, y)), 24)
        yield _sticks(paint, colour, ((23, y),), 24, lean) + _sticks(
            paint, colour, ((37, y),), 24, -lean
        )
        shines += [(12, y, 0), (23, y, lean), (37, y, -lean), (48, y, 0)]
    yield _highlights(paint, shines, 24)


def _bird(paint: Paint) -> Iterator[str]:
    """Yield the SVG shapes of the one of bamboo: a peafowl with its tail hanging down."""
    yield _line(paint, "green", 1.6, "M33 15L30 7M36 14.500V6M39 15L42 7")
    yield _discs(paint, "red", ((30, 6.5), (36, 5), (42, 6.5)), 1.9)
    yield _path(paint, "green", "M27 47Q16 54 12 74Q20 76 24 71Q27 77 33 75Q37 66 38 52Z")
    yield _path(
        paint,
        "blue",
        "M36 13Q45 13 46 22Q46 27 42 31Q52 38 48 49Q43 59 31 57Q19 54 20 42Q21 33 30 29Q27 "
        "26 28 20Q30 13 36 13Z",
    )
    yield _path(paint, "green", "M23 40Q31 34 41 38Q43 49 32 51Q25 51 23 40Z")
    yield _line(paint, "face", 1.5, "M27 42Q33 40 38 41M29 46Q33 45 37 45.500")
    yield _path(paint, "red", "M45 19L54 23L45 26Z")
    yield _disc(paint, "face", 38.500, 20.500, 3.1) + _disc(paint, "ink", 39, 20.500, 1.5)
    eyes = ((17.500, 67), (26, 67), (33, 68))
    yield _discs(paint, "gold", eyes, 3.2) + _discs(paint, "blue", eyes, 1.6)
    yield _line(paint, "red", 2, "M38 57L39 70M35 74L39 70L46 74M42 55L45 64M45 64L51 67")


def _honour(paint: Paint, place: int) -> Iterator[str]:
    index, sign = HONOURS[place]
    yield _index(paint, index)
    if sign:
        yield _glyph(paint, COLOURS[place], sign, (11, 24, 38, 49))
    else:
        yield _line(paint, "blue", 3.4, "M13 26H47V73H13Z")
        yield _line(paint, "blue", 1.5, "M18.500 31.500H41.500V67.500H18.500Z")


def _red_five(draw: Callable[..., Iterator[str]]) -> Callable[[Paint], Iterator[str]]:
    """Return a function that draws a red five: in red, with a dot in the corner.

    `draw` is the function for plain tiles of the suit. The dot is for people who do not see the
    colour.
    """

    def drawn(paint: Paint) -> Iterator[str]:
        yield from draw(paint, 5, red=True)
        yield _disc(paint, "red", 53.5, 7, 4.2)

    return drawn


# --------------------------------------------------------------------------- flowers and seasons


class Blossom(NamedTuple):
    """Round petals around a centre: their number, their distance from the centre, their size."""

    petals: int
    far: float
    size: float

    def places(self, x: float, y: float) -> list[tuple[float, float]]:
        """Return the centres of the petals of a flower at x, y; the uppermost petal is first."""
        turns = [2 * pi * place / self.petals - pi / 2 for place in range(self.petals)]
        return [(x + self.far * cos(turn), y + self.far * sin(turn)) for turn in turns]


def _petals(paint: Paint, colour: str, blossom: Blossom, x: float, y: float) -> str:
    return _discs(paint, colour, blossom.places(x, y), blossom.size)


def _plum(paint: Paint) -> str:
    branch = _line(paint, "ink", 2.6, "M9 74Q20 70 24 62T49 39M30 52Q38 58 50 60")
    blossoms = ((22, 58, 1.0), (42, 46, 0.8), (44, 66, 0.62))
    return branch + "".join(
        _petals(paint, "red", Blossom(5, 6.2 * s, 5.2 * s), x, y)
        + _disc(paint, "face", x, y, 2.6 * s)
        for x, y, s in blossoms
    )


def _orchid(paint: Paint) -> str:
    leaves = _line(
        paint,
        "green",
        2.6,
        "M29 75Q26 56 9 50M29 75Q31 52 50 44M30 75Q40 60 52 62M28 75Q20 66 9 66",
    )
    petals = (
        "M30 56Q22 52 24 41Q31 45 30 56Q36 44 44 42Q43 53 30 56Q42 54 45 62Q35 64 30 56Q22 66 "
        "14 61Q20 53 30 56Z"
    )
    return leaves + _path(paint, "blue", petals) + _disc(paint, "gold", 30, 55.5, 2.6)


def _chrysanthemum(paint: Paint) -> str:
    stem = _line(paint, "green", 2.6, "M30 60V76M30 74Q40 74 46 67M30 75Q20 75 15 69")
    rays = "".join(
        f"M30 53L{_short(30 + 15 * cos(a * pi / 7))} {_short(53 + 15 * sin(a * pi / 7))}"
        for a in range(14)
    )
    return (
        stem
        + _line(paint, "gold", 4, rays)
        + _disc(paint, "red", 30, 53, 5)
        + _disc(paint, "gold", 30, 53, 2)
    )


def _bamboo_plant(paint: Paint) -> str:
    leaves = (
        "M20 50Q10 48 7 57Q17 59 20 50ZM37 47Q48 42 53 50Q44 56 37 47Z"
        "M37 60Q49 57 53 66Q42 69 37 60ZM20 62Q10 61 8 71Q18 71 20 62Z"
    )
    sticks = _sticks(paint, "green", ((22, 57), (35, 57)), 36)
    return (
        _path(paint, "green", leaves) + sticks + _highlights(paint, ((22, 57, 0), (35, 57, 0)), 36)
    )


def _spring(paint: Paint) -> str:
    stem = _line(paint, "green", 2.6, "M30 76V58")
    leaves = _path(paint, "green", "M30 74Q14 74 11 58Q27 58 30 74ZM30 71Q33 57 49 55Q47 71 30 71Z")
    return (
        stem
        + leaves
        + _path(paint, "red", "M20 42L25 46L30 39L35 46L40 42Q43 60 30 60Q17 60 20 42Z")
    )


def _summer(paint: Paint) -> str:
    rays = "".join(
        f"M{_short(30 + 14 * cos(a * pi / 4))} {_short(57 + 14 * sin(a * pi / 4))}"
        f"L{_short(30 + 19 * cos(a * pi / 4))} {_short(57 + 19 * sin(a * pi / 4))}"
        for a in range(8)
    )
    return (
        _line(paint, "red", 3.2, rays)
        + _disc(paint, "red", 30, 57, 10)
        + _disc(paint, "gold", 30, 57, 6)
    )


def _autumn(paint: Paint) -> str:
    leaf = (
        "M30 38L34 46L42 41L41 50L51 50L45 57L50 62L41 63L42 69L31 66V77"
        "H29V66L18 69L19 63L10 62L15 57L9 50L19 50L18 41L26 46Z"
    )
    return _path(paint, "gold", leaf) + _line(
        paint, "red", 1.5, "M30 67V48M30 64L40 53M30 64L20 53"
    )


def _winter(paint: Paint) -> str:
    flake = ""
    for turn in range(6):
        a = pi / 6 + turn * pi / 3
        tip = f"M30 57L{_short(30 + 19 * cos(a))} {_short(57 + 19 * sin(a))}"
        for side in (-0.36, 0.36):
            root = f"M{_short(30 + 10.5 * cos(a))} {_short(57 + 10.5 * sin(a))}"
            tip += f"{root}L{_short(30 + 17 * cos(a + side))} {_short(57 + 17 * sin(a + side))}"
        flake += tip
    return _line(paint, "blue", 2.4, flake) + _disc(paint, "face", 30, 57, 2.6)


BONUS: Final = (
    ("梅", "red", _plum), ("蘭", "blue", _orchid), ("菊", "gold", _chrysanthemum),
    ("竹", "green", _bamboo_plant),
    ("春", "green", _spring), ("夏", "red", _summer), ("秋", "gold", _autumn),
    ("冬", "blue", _winter),
)  # fmt: skip


def _bonus(paint: Paint, place: int) -> Iterator[str]:
    sign, colour, emblem = BONUS[place]
    yield _index(paint, str(place + 1))
    yield emblem(paint)
    yield _glyph(paint, colour, sign, (29, 5, 26, 27))


# --------------------------------------------------------------------------- other tiles


def _joker(paint: Paint) -> Iterator[str]:
    """Yield the SVG shapes of the joker: a fool's cap with three bells."""
    yield _index(paint, "J")
    yield _path(paint, "red", "M14 63Q4 46 13 33Q20 30 25 39L30 63Z")
    yield _path(paint, "green", "M46 63Q56 46 47 33Q40 30 35 39L30 63Z")
    yield _path(paint, "blue", "M19 63Q20 30 30 22Q40 30 41 63Z")
    yield _discs(paint, "gold", ((11, 32), (30, 20), (49, 32)), 4.2)
    yield _path(paint, "gold", "M12 62H48V71Q30 76 12 71Z")
    yield _discs(paint, "face", ((20, 67), (30, 67), (40, 67)), 1.9)


def _unknown(suit: str) -> Callable[[Paint], Iterator[str]]:
    """Return a function that draws an unknown tile: a question mark, with a sign of its suit below.

    `suit` is a letter such as `m`; if it is "", the suit is unknown, too.
    """

    def drawn(paint: Paint) -> Iterator[str]:
        far, size = (
            (' transform="translate(18 9)scale(4 3.2)"', 1.5)
            if suit
            else (' transform="translate(15 17)scale(5 4.6)"', 1.3)
        )
        yield _line(paint, "index", size, STROKES["?"], far)
        match suit:
            case "m":
                yield _glyph(paint, "red", "萬", (16, 47, 28, 27))
            case "p":
                yield _coins(paint, "blue", ((30, 61),), 11)
            case "s":
                sticks = _sticks(paint, "green", ((22, 61), (38, 61)), 24)
                yield sticks + _highlights(paint, ((22, 61, 0), (38, 61, 0)), 24)
            case "z":
                yield _glyph(paint, "ink", "東", (7, 50, 21, 24)) + _glyph(
                    paint, "red", "中", (33, 50, 21, 24)
                )
            case "f":
                yield _petals(paint, "red", Blossom(5, 8, 6.5), 30, 61) + _disc(
                    paint, "gold", 30, 61, 4
                )

    return drawn


def _back(paint: Paint) -> Iterator[str]:
    """Yield the SVG shapes of the back of a tile: a lattice in a frame."""
    yield f'<path {paint("fill", "back")} d="M0 0H60V80H0Z"/>'
    lattice = "".join(
        f"M{x} {y - 8}L{x + 8} {y}L{x} {y + 8}L{x - 8} {y}Z"
        for x, y in product((14, 30, 46), (16, 32, 48, 64))
    )
    yield _line(paint, "face", 1.3, lattice, ' opacity=".55"')
    yield _line(paint, "face", 1.6, "M4 4H56V76H4Z", ' opacity=".8"')


def _named(
    draw: Callable[[Paint, int], Iterator[str]], number: int
) -> Callable[[Paint], Iterator[str]]:
    return lambda paint: draw(paint, number)


FACES: Final[dict[str, Callable[[Paint], Iterator[str]]]] = (
    {f"t{rank}m": _named(_characters, rank) for rank in range(1, 10)}
    | {f"t{rank}p": _named(_dots, rank) for rank in range(1, 10)}
    | {f"t{rank}s": _named(_bamboo, rank) for rank in range(1, 10)}
    | {f"t{place + 1}z": _named(_honour, place) for place in range(7)}
    | {
        f"t0{suit}": _red_five(draw)
        for suit, draw in (("m", _characters), ("p", _dots), ("s", _bamboo))
    }
    | {f"t{place + 1}f": _named(_bonus, place) for place in range(8)}
    | {"tJ": _joker, "tx": _unknown("")}
    | {f"tx{suit}": _unknown(suit) for suit in "mpszf"}
    | {BACK: _back}
)
"""Functions that draw each symbol, in the order of the sprite."""
