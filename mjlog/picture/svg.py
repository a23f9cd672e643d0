"""Draws the table after a step as one SVG that needs no other file.

The table is a square of 1000 units. Each player's side is drawn as if at the bottom and then turned
to its place, so that the next player in turn sits to the right. Texts stay upright.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any, Final, NamedTuple
from unicodedata import east_asian_width

from mjlog.model.messages import veiled
from mjlog.model.record import Deal, Game, Indicators, Seat, WinLine
from mjlog.model.seat import SeatLike, seat_at
from mjlog.model.table import NONE
from mjlog.model.tiles import JOKER_AS, KIND, UNKNOWN, text
from mjlog.picture.artwork import BACK, FACES, HEIGHT, LIGHT, WIDTH, Literal, face_id
from mjlog.picture.frames import Frame, Piece, frames, passed
from mjlog.picture.geometry import (
    Column,
    Thrown,
    columns,
    dead_wall,
    indicators,
    is_hidden,
    is_turned,
    lines,
    river,
    split_hand,
    stacks,
)
from mjlog.picture.points_on_table import CarriedPoints, carried_points, has_stick, points
from mjlog.referee.position import Position
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    RulesError,
)
from mjlog.rules import load

SIDE: Final = 1000
MIDDLE: Final = SIDE / 2
HAND, PILLAR, MELD, RIVER, BONUS, STACK = 48.0, 44.0, 44.0, 40.0, 34.0, 30.0
"""Width of a tile in each place."""
HAND_FOOT: Final = 984.0
SHELF_FOOT: Final = 906.0
RIVER_HEAD: Final = 624.0
FULL, PANEL = 830.0, 218.0
"""Width of the row of a hand with its melds, and of the panel in the middle."""
TALL: Final = HEIGHT / WIDTH
SET: Final = 3
"""Tiles in a set: a waiting hand has whole sets and one tile more, a complete hand two."""
COLOURS: Final = {
    **LIGHT, "felt": "#28624d", "rim": "#1d4a3a", "panel": "#173a2e", "ring": "#ffcf3f",
    "text": "#f4f7f2",
    "wood": "#7b4b22", "shade": "#cfe3d6",
}  # fmt: skip
PAINT: Final = Literal(COLOURS)
TURNS: Final = {1: (0,), 2: (0, 180), 3: (0, -90, 180), 4: (0, -90, 180, 90)}
"""Angles by which the sides of the table are turned, by the number of players; the bottom is first.
"""
LABELS: Final = {
    0: ("start", 668, 672, "M652 674l9-15h-18z"),
    -90: ("start", 668, 312, "M661 304l-15 9v-18z"),
    180: ("end", 332, 312, "M348 296l9 15h-18z"),
    90: ("end", 332, 672, "M339 664l15 9v-18z"),
}
"""Alignment and position of a player's name, and the path of the mark that points to the player."""
CARD: Final = 76, 376, 848, 248
"""Left, top, width and height of the card with the winning hands, between the names."""
LABEL_ROOM: Final = 275
"""Longest width of the line below a name, between the tiles and the middle of the table."""
_NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Picture(str):
    """The text of an SVG file, which a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        """Return the SVG; notebooks call this to show the picture."""
        return str(self)


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a picture shows: a frame of a deal, seen from the seat `below` at the bottom.

    Hands of the seats in `closed` are hidden until they win. With `claimed`, rivers show where a
    claimed tile was. `translate` translates the words on the table; `worth` has the value of each
    winner's hand in words. `passed` are the numbers of tiles discarded right after they were drawn.
    If `is_last` is True, the hidden indicators are open, the winning hands are drawn over the
    rivers, and points after the deal are shown.
    """

    frame: Frame
    deal: Deal
    rules: RuleSet
    players: tuple[str, ...]
    seats: int
    title: str = ""
    below: Seat = 0
    closed: frozenset[Seat] = frozenset()
    claimed: bool = True
    translate: Callable[[str], str] = str
    worth: Mapping[Seat, str] = field(default_factory=dict)
    passed: frozenset[int] = frozenset()
    is_last: bool = False

    @classmethod
    def at(cls, steps: Sequence[Frame], step: int, *shown: Any) -> Scene:
        """Create the scene for one step of a deal.

        `steps` are all frames of the deal, and `step` is the index of the frame to show. `shown`
        are the values of the other fields of a scene, in order, from `deal` on.
        """
        scene = cls(steps[step], *shown)
        return replace(scene, passed=passed(steps), is_last=step == len(steps) - 1)

    @property
    def points(self) -> tuple[int | None, ...]:
        """The points of each player; an empty tuple if the record has no points."""
        return points(self.deal, self.rules, self.frame, is_last=self.is_last)

    @property
    def beneath(self) -> tuple[Piece, ...]:
        """The hidden indicators (such as ura dora) at the last step; empty at all other steps."""
        lines = [line for line in self.deal.contents(Indicators) if line.hidden]
        tiles = [tile for line in lines for tile in line.tiles] if self.is_last else []
        return tuple(Piece(NONE, tile, NONE, "indicator", up=True) for tile in tiles)

    def sees(self, piece: Piece) -> bool:
        """Return whether the picture shows the face of a tile.

        Hands in `closed` are hidden until their players win, and some tiles lie face down.
        """
        standing = piece.zone in {"hand", "pillars"} and not piece.up
        hidden = piece.seat in self.closed and piece.seat not in self.frame.winners
        return not is_hidden(piece) and not (standing and hidden)


def svg(  # noqa: PLR0913  each choice is named by its keyword
    game: Game,
    deal: int = 1,
    step: int | None = None,
    *,
    seat: SeatLike = "A",
    open_hands: bool = True,
    size: int = 800,
) -> Picture:
    """Return a picture of the table in deal number `deal`, counted from 1, after act number `step`.

    If `step` is None, the last act is shown. `seat` is the player at the bottom, and `size` the
    width in pixels. Without `open_hands`, the hands of the other players are hidden until they win.

    Raise `RulesError` if the rules are unknown or do not allow this number of players, and
    `ValueError` if there is no such deal, step or seat.
    """
    steps, shown = _looked_at(game, deal, seat, open_hands=open_hands)
    if step is not None and not 0 <= step < len(steps):
        raise ValueError(f"the deal has {len(steps) - 1} steps, there is no step {step}")
    at = len(steps) - 1 if step is None else step
    return picture(Scene.at(steps, at, *shown), size=size)


def _looked_at(
    game: Game, deal: int, seat: SeatLike, *, open_hands: bool
) -> tuple[list[Frame], tuple[Any, ...]]:
    """Return the frames of a deal, and a tuple with the other arguments for `Scene.at`.

    Raise `RulesError` or `ValueError` for the same reasons as `svg`.
    """
    rules = load(game.rules)
    if game.seats not in rules.play.spec.seats:
        raise RulesError(f"{rules.title} is not played by {game.seats}")
    if not 1 <= deal <= len(game.deals):
        raise ValueError(f"the record has {len(game.deals)} deals, there is no deal {deal}")
    below = seat_at(seat, game.seats)
    played = game.deals[deal - 1]
    steps = frames(played, rules, game.seats)
    closed = _closed(below, game.seats, open_hands=open_hands)
    return steps, (played, rules, game.players, game.seats, game.heading("Event"), below, closed)


def drawn(
    position: Position, *, seat: SeatLike = "A", open_hands: bool = True, size: int = 800
) -> Picture:
    """Return a picture of a position, which is a moment of a deal.

    `seat` is the player at the bottom, and `size` the width in pixels. Without `open_hands`, the
    hands of the other players are hidden until they win. Raise `ValueError` if there is no such
    seat.
    """
    deal, rules, seats = position.deal, position.rules, position.seats
    below = seat_at(seat, seats)
    closed = _closed(below, seats, open_hands=open_hands)
    steps = frames(deal, rules, seats)  # only one frame if a sheet records only the end
    at = min(position.step, len(steps) - 1)
    return picture(Scene.at(steps, at, deal, rules, (), seats, "", below, closed), size=size)


def _closed(below: Seat, seats: int, *, open_hands: bool) -> frozenset[Seat]:
    """Return the seats with hidden hands: none with `open_hands`, otherwise all except `below`."""
    if open_hands:
        return frozenset()
    return frozenset(range(seats)) - {below}


def picture(scene: Scene, *, size: int = 800) -> Picture:
    """Return the picture of a scene, `size` pixels wide."""
    body = "".join(_table(scene))
    faces = "".join(_symbol(name) for name in FACES if f'"#{name}"' in body)
    title = ", ".join(
        part
        for part in (scene.title, f"deal {scene.deal.label}", f"step {scene.frame.step}")
        if part
    )
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" '
        f'width="{size}" height="{size}" '
        f'role="img" aria-labelledby="title desc" font-family="system-ui,sans-serif">'
        f'<title id="title">{_safe(title)}</title><desc '
        f'id="desc">{_safe(description(scene))}</desc>'
        f"<defs>{faces}</defs>{body}</svg>\n"
    )


def hand_picture(scene: Scene) -> Picture:
    """Return a picture of the hand of the player at the bottom, without the rest of the table.

    It includes pillars (tiles set apart), the winning tile and melds.
    """
    runs = _won_runs(scene, scene.below)
    left, _ = _fitted(scene, runs)
    body = "".join(_side_by_side(scene, runs))
    faces = "".join(_symbol(name) for name in FACES if f'"#{name}"' in body)
    # A tile added to a pung is drawn above it.
    added = max((len(column) for run, _ in runs for column in run), default=1) - 1
    tall = HAND * TALL + added * MELD
    box = f"{left - 4:g} {HAND_FOOT - tall - 4:g} {FULL + 8:g} {tall + 8:g}"
    tiles = [piece for run, _ in runs for column in run for piece in column]
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" '
        f'aria-labelledby="title"><title id="title">{_safe(_tile_text(scene, tiles))}</title>'
        f"<defs>{faces}</defs>{body}</svg>\n"
    )


def _won_apart(scene: Scene, seat: Seat) -> Iterator[Piece]:
    """Yield the winning tile of a player, if it is not among the tiles of the hand.

    A hand that won on a discard does not have the winning tile; this tile is then read from the
    record's line about the win.
    """
    shown = [piece for piece in scene.frame.pieces if piece.seat == seat and piece.is_held]
    lines = [line for line in scene.deal.contents(WinLine) if line.seat == seat]
    if lines and len(shown) % SET == 1:
        yield Piece(NONE, lines[0].tile, seat, "hand", up=True)


def description(scene: Scene) -> str:
    """Return a description of the table in words, for people who cannot see the picture."""
    parts = [str(veiled(scene.frame.sentence, scene.closed))]
    for seat in range(scene.seats):
        rows = [
            (zone, scene.frame.zone(seat, zone)) for zone in ("hand", "pillars", "bonus", "river")
        ]
        zones = [f"{zone} {_tile_text(scene, row)}" for zone, row in rows if row]
        zones += [f"meld {_tile_text(scene, meld)}" for meld in scene.frame.melds(seat)]
        parts.append(
            f"{name_of(scene, seat)}, {wind_of(scene, seat)}: {', '.join(zones) or 'nothing'}."
        )
    if scene.frame.undrawn is not None:
        parts.append(f"{scene.frame.undrawn} tiles are not drawn.")
    return " ".join(parts)


def _tile_text(scene: Scene, row: Iterable[Piece]) -> str:
    return text(piece.face if scene.sees(piece) else UNKNOWN for piece in row)


def name_of(scene: Scene, seat: Seat) -> str:
    """Return a player's name, or the wind of the seat if the record has no name."""
    return scene.players[seat] if has_name(scene, seat) else wind_of(scene, seat)


def has_name(scene: Scene, seat: Seat) -> bool:
    """Return whether the record has a name for this player."""
    return seat < len(scene.players) and bool(scene.players[seat])


def wind_of(scene: Scene, seat: Seat) -> str:
    """Return the name of a seat's wind in this deal, such as East."""
    return scene.rules.names.presentation.winds[scene.deal.wind_number(seat, scene.seats)]


# --------------------------------------------------------------------------- the table


def _table(scene: Scene) -> Iterator[str]:
    yield f'<rect {PAINT("fill", "rim")} width="1000" height="1000" rx="28"/>'
    yield f'<rect {PAINT("fill", "felt")} x="8" y="8" width="984" height="984" rx="22"/>'
    yield from _middle(scene)
    players = scene.deal.turn_order(scene.seats).beginning_with(scene.below)
    for seat, turn in zip(players, TURNS[scene.seats], strict=True):
        side = "".join(_side(scene, seat))
        yield f'<g transform="rotate({turn} 500 500)">{side}</g>' if turn else f"<g>{side}</g>"
        yield from _label(scene, seat, turn)
    if scene.is_last:
        yield from _hands_won(scene)


def _hands_won(scene: Scene) -> Iterator[str]:
    """Yield the SVG of a card over the middle of the table with the winning hands and values.

    Nothing is yielded if nobody won.
    """
    winners = sorted(scene.frame.winners)
    if not winners:
        return
    left, top, wide, high = CARD
    box = f'x="{left}" y="{top}" width="{wide}" height="{high}" rx="16"'
    yield f'<g id="won"><rect {PAINT("fill", "panel")} {box}/>'
    size, line = 24, 30
    runs_by_winner = {seat: _won_runs(scene, seat) for seat in winners}
    if len(winners) == 1:
        # If no tile of the winner's hand is known, its name is in the middle.
        size, line = (32, 46) if runs_by_winner[winners[0]] else (44, 110)
        high -= 60
        yield from _wall_of_the_winner(scene, top + high + 48)
    room = high / len(winners)
    for number, seat in enumerate(winners):
        words = f"{name_of(scene, seat)} {scene.translate('wins')}"
        words = " · ".join(word for word in (words, scene.worth.get(seat, "")) if word)
        lettering = Lettering(_fitting(words, wide - 60, size), colour="ring", bold=True)
        head = top + room * number + line
        yield _words(words, MIDDLE, head - 4, lettering)
        tall = min(HAND * TALL, room - line - 12)
        runs = [
            ([tuple(_copied(piece) for piece in column) for column in run], wide_tile)
            for run, wide_tile in runs_by_winner[seat]
        ]
        yield from _side_by_side(scene, runs, head + 8 + tall, tall / (HAND * TALL))
    yield "</g>"


def _wall_of_the_winner(scene: Scene, foot: float) -> Iterator[str]:
    """Yield the SVG of the deal's name and the indicators, below the tiles of a single winner.

    `foot` is the bottom edge of the indicators.
    """
    label = carried_points(scene.deal, scene.rules).label
    deal_name = scene.rules.names.presentation.deal_name(label, scene.translate)
    yield _words(deal_name, CARD[0] + 24, foot - 10, Lettering(24, "start", "shade"))
    up = [_copied(piece) for piece in (*indicators(scene.frame), *scene.beneath)]
    left = MIDDLE - len(up) * (STACK + 1) / 2
    yield from _row(scene, [(piece,) for piece in up], left, foot, STACK)


def _won_runs(scene: Scene, seat: Seat) -> list[Run]:
    """Return the tiles of a winner in groups: pillars, hand, winning tile, and each meld.

    A group (`Run`) is tiles side by side, with their width. Empty groups are left out.
    """
    hand, *rest = _runs(scene, seat) or [([], HAND)]
    won = [(piece,) for piece in _won_apart(scene, seat)]
    pillars = [(piece,) for piece in scene.frame.zone(seat, "pillars")]
    return [run for run in ((pillars, HAND), hand, (won, HAND), *rest) if run[0]]


def _copied(piece: Piece) -> Piece:
    """Return a copy of a tile without its number, for drawing the tile at a second place."""
    return replace(piece, number=NONE)


def _side(scene: Scene, seat: Seat) -> Iterator[str]:
    """Yield the SVG of everything that lies in front of a player, as this player sees it."""
    frame = scene.frame
    for number, line in enumerate(lines(river(frame, seat, claimed=scene.claimed))):
        yield from _thrown(scene, line, RIVER_HEAD + (number + 1) * (RIVER * TALL + 2))
    if has_stick(frame, scene.rules, seat):
        yield _stick(MIDDLE, RIVER_HEAD - 3, 92)
    places = scene.rules.play.spec.pillars
    if places:
        left = MIDDLE - places * (PILLAR + 1) / 2
        box = (
            f'x="{left - 8:g}" y="{SHELF_FOOT - 3:g}" width="{places * (PILLAR + 1) + 15:g}" '
            f'height="9"'
        )
        yield f'<rect {PAINT("fill", "wood")} {box} rx="3"/>'
        yield from _row(
            scene, [(piece,) for piece in frame.zone(seat, "pillars")], left, SHELF_FOOT, PILLAR
        )
    bonus = [(piece,) for piece in frame.zone(seat, "bonus")]
    yield from _row(scene, bonus, 112, SHELF_FOOT, BONUS)
    # The player's row of tiles: the hand, the tile just drawn, then the melds.
    yield from _side_by_side(scene, _runs(scene, seat))


def _stick(x: float, y: float, long: float, *, dots: str = "M0 0h0", colour: str = "red") -> str:
    """Return the SVG of a horizontal point stick with its centre at x, y.

    `dots` is the SVG path of its dots, and `colour` is their colour. `long` is the length.
    """
    rest = f'stroke-width="4" stroke-linecap="round" d="{dots}"/>'
    return (
        f'<g transform="translate({x:g} {y:g})"><rect {PAINT("fill", "face")} x="{-long / 2:g}" '
        f'y="-4" width="{long:g}" height="8" rx="4"/><path {PAINT("stroke", colour)} {rest}</g>'
    )


def _thrown(scene: Scene, line: Sequence[Thrown], foot: float) -> Iterator[str]:
    """Yield the SVG of one row of a player's discards; `foot` is the bottom edge of the row.

    A discard that was claimed is drawn faintly, with the first letter of the claimer's name.
    """
    left = MIDDLE - 3 * (RIVER + 1)
    for each in line:
        if each.claimed == NONE:
            yield from _row(scene, [(each.piece,)], left, foot, RIVER)
            left += _long(scene, [(each.piece,)], RIVER)
            continue
        box = (
            f'x="{left:.5g}" y="{foot - RIVER * TALL:.5g}" width="{RIVER:g}" '
            f'height="{RIVER * TALL:.4g}"'
        )
        yield f'<use href="#{face_id(each.piece.face)}" {box} opacity=".3"/>'
        x, y = left + RIVER / 2, foot - RIVER * TALL / 2
        yield f'<circle {PAINT("fill", "panel")} cx="{x:.5g}" cy="{y:.5g}" r="12"/>'
        yield _words(name_of(scene, each.claimed)[:1], x, y + 6, Lettering(18, bold=True))
        left += RIVER + 1


Run = tuple[Sequence[Column], float]
"""A run of tiles next to each other, and the width of each tile."""


def _side_by_side(
    scene: Scene, runs: Sequence[Run], foot: float = HAND_FOOT, most: float = 1.0
) -> Iterator[str]:
    left, scale = _fitted(scene, runs, most)
    for run, wide in runs:
        yield from _row(scene, run, left, foot, wide * scale)
        left += (_long(scene, run, wide) + 12) * scale


def _fitted(scene: Scene, runs: Sequence[Run], most: float = 1.0) -> tuple[float, float]:
    """Return the left edge and the scale at which groups of tiles, centred, fit into the picture.

    The scale is `most`, or less if the tiles are too wide.
    """
    total = sum(_long(scene, columns, wide) for columns, wide in runs) + 12 * (len(runs) - 1)
    scale = min(most, FULL / total) if runs else 1
    return MIDDLE - total * scale / 2, scale


def _runs(scene: Scene, seat: Seat) -> list[Run]:
    """Return a player's tiles in groups: the hand, the tile just drawn, and each meld.

    A group (`Run`) is tiles side by side, with their width. The latest meld comes first. Empty
    groups are left out.
    """
    turned = scene.rules.names.presentation.turned
    order = scene.deal.turn_order(scene.seats)
    hand, drawn = split_hand(scene.frame, seat)
    melds = [columns(meld, order, turned=turned) for meld in reversed(scene.frame.melds(seat))]
    runs: list[Run] = [([(piece,) for piece in hand], HAND)]
    runs += [([(drawn,)], HAND)] if drawn else []
    runs += [(meld, MELD) for meld in melds]
    return [run for run in runs if run[0]]


def _long(scene: Scene, row: Iterable[Column], wide: float) -> float:
    turned = scene.rules.names.presentation.turned
    return sum(
        wide * TALL + 1 if is_turned(column[0], turned=turned) else wide + 1 for column in row
    )


def _row(
    scene: Scene, row: Iterable[Column], left: float, foot: float, wide: float
) -> Iterator[str]:
    """Yield the SVG of tiles from left to right; a column is one tile or two tiles on each other.

    `left` and `foot` are the left and bottom edge of the row, and `wide` is the width of a tile.
    """
    for column in row:
        across = is_turned(column[0], turned=scene.rules.names.presentation.turned)
        for level, piece in enumerate(column):
            yield _tile(scene, piece, (left, foot - level * wide), wide, across=across)
        left += (wide * TALL if across else wide) + 1


def _tile(
    scene: Scene, piece: Piece, corner: tuple[float, float], wide: float, *, across: bool = False
) -> str:
    """Return the SVG of one tile; `corner` is its lower left corner, and `wide` its width.

    With `across`, the tile lies sideways. A joker in a meld also shows a small picture of the tile
    that it replaces. A tile that has just moved gets a ring.
    """
    left, foot = corner
    tall = wide * TALL
    face = face_id(piece.face, up=scene.sees(piece))
    box = f'width="{wide:.4g}" height="{tall:.4g}"'
    # numbers follow the order of the dealt hands, so they would reveal closed hands
    number = "untold" if scene.closed else piece.number
    # hidden indicators, and tiles that are drawn a second time, are no pieces of the frame
    marks = "" if piece.number == NONE else f' data-piece="{number}"'
    # a turned tile is drawn below its lower left corner, then turned into its place about this
    # corner
    place = (left, foot if across else foot - tall)
    turn = f' transform="rotate(-90 {left:.5g} {foot:.5g})"' if across else ""
    drawn = f'<use href="#{face}" x="{place[0]:.5g}" y="{place[1]:.5g}" {box}{turn}{marks}/>'
    if piece.number in scene.passed and piece.zone == "river":
        drawn += f'<rect opacity=".2" rx="4" x="{place[0]:.5g}" y="{place[1]:.5g}" {box}{turn}/>'
    if piece.face >= JOKER_AS and face != BACK:
        middle = f'x="{place[0] + wide * 0.5:.5g}" y="{place[1] + tall * 0.5:.5g}"'
        box_of_it = f'width="{wide * 0.46:.4g}" height="{tall * 0.46:.4g}"'
        drawn += f'<use href="#{face_id(KIND[piece.face])}" {middle} {box_of_it}{turn}/>'
    if piece.number in scene.frame.moved and (
        scene.sees(piece) or piece.number == scene.frame.drawn
    ):
        ring = f'fill="none" {PAINT("stroke", "ring")} stroke-width="4" rx="4"'
        drawn += f'<rect {ring} x="{place[0]:.5g}" y="{place[1]:.5g}" {box}{turn}/>'
    return drawn


def _symbol(name: str) -> str:
    """Return the SVG symbol of a whole tile with the face of that name."""
    face = "".join(FACES[name](PAINT))
    body = (
        f'<rect {PAINT("fill", "edge")} x=".5" y=".5" width="59" height="79" rx="6"/>'
        f'<rect {PAINT("fill", "face")} x=".5" y=".5" width="59" height="76" rx="6"/>'
    )
    clip = ' clip-path="inset(0 round 6px)"' if name == BACK else ""
    return f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{body}<g{clip}>{face}</g></symbol>'


# --------------------------------------------------------------------------- texts


def _middle(scene: Scene) -> Iterator[str]:
    """Yield the SVG of the middle of the table: the deal's name, tiles left, and the indicators."""
    frame, shown = scene.frame, scene.rules.names.presentation
    yield f'<rect {PAINT("fill", "panel")} x="384" y="384" width="232" height="232" rx="16"/>'
    on_table = carried_points(scene.deal, scene.rules)
    deal_name = shown.deal_name(on_table.label, scene.translate)
    yield _words(deal_name, MIDDLE, 432, Lettering(_fitting(deal_name, PANEL, 32), bold=True))
    yield from _carried(scene, on_table)
    if frame.live is not None:
        yield _words(f"{frame.live} {scene.translate('to draw')}", MIDDLE, 468, Lettering(24))
        if dead_wall(frame, shown):
            yield _words(
                f"{scene.translate(shown.dead_wall)} {dead_wall(frame, shown)}",
                MIDDLE,
                496,
                Lettering(19, colour="shade"),
            )
    before, up, after = stacks(frame, shown)
    many = before + len(up) + after
    wide = min(STACK, PANEL / max(1, many) - 1)
    left, foot = MIDDLE - many * (wide + 1) / 2, 564
    for place in (*range(before), *range(before + len(up), many)):
        at = f'x="{left + place * (wide + 1):.5g}" y="{foot - wide * TALL:.5g}"'
        yield f'<use href="#{BACK}" {at} width="{wide:.4g}" height="{wide * TALL:.4g}"/>'
    left += before * (wide + 1)
    yield from _row(scene, [(piece,) for piece in up], left, foot, wide)
    below = foot + wide * TALL + 2
    yield from _row(scene, [(piece,) for piece in scene.beneath], left, below, wide)


def _carried(scene: Scene, on_table: CarriedPoints) -> Iterator[str]:
    """Yield the SVG of the stakes and counters from earlier deals, above the deal's name."""
    if on_table.points:
        words = scene.translate("On the table: %(points)s") % {"points": on_table.points}
        yield _words(words, MIDDLE, 402, Lettering(17))
    for number, x, dots, colour in (
        (on_table.sticks, 440, "M0 0h0", "red"),
        (on_table.counters, 540, "M-7-1.5h0m4 0h0m4 0h0m4 0h0M-7 1.5h0m4 0h0m4 0h0m4 0h0", "ink"),
    ):
        if number:
            yield _stick(x, 398, 44, dots=dots, colour=colour)
            yield _words(str(number), x + 34, 404, Lettering(18, bold=True))


def _label(scene: Scene, seat: Seat, turn: int) -> Iterator[str]:
    """Yield the SVG of a player's name, wind, points and state (ready or wins) next to the river.

    `turn` is the angle of the player's side of the table; the text itself is upright.
    """
    anchor, x, y, pointer = LABELS[turn]
    frame, shown = scene.frame, scene.rules.names.presentation
    standing = ((shown.ready or "ready", seat in frame.ready), ("wins", seat in frame.winners))
    # There is room for only one mark.
    marks = [scene.translate(word) for word, holds in standing if holds][-1:]
    wind = scene.translate(wind_of(scene, seat))
    colour = "ring" if seat in {frame.to_act, *frame.winners} else "text"
    name = scene.players[seat] if has_name(scene, seat) else wind
    winds = [wind] if name != wind else []
    lines = [(" ".join([*winds, *_standing(scene, seat)]), "shade"), *[(m, "ring") for m in marks]]
    lines = [line for line in lines if line[0]]
    yield f'<path {PAINT("fill", colour)} d="{pointer}"/>'
    yield _words(_short(name), x, y, Lettering(24, anchor, colour, bold=True))
    for number, (words, paint) in enumerate(lines, 1):
        size = _fitting(words, LABEL_ROOM, 21)
        yield _words(words, x, y + 25 * number, Lettering(size, anchor, paint))


def _fitting(words: str, room: float, size: int) -> int:
    """Return the largest font size, at most `size`, at which a text is not wider than `room`."""
    return min(size, int(room / max(1, sum(0.62 * _cells(sign) for sign in words))))


def _standing(scene: Scene, seat: Seat) -> Iterator[str]:
    """Yield a player's points as text, such as `26000`, and their change, such as `(+1000)`.

    The change is only yielded at the end of the deal. Nothing is yielded if the points are unknown.
    """
    has = scene.points[seat] if scene.points else None
    if has is None:
        return
    yield f"{has}"
    change = has - scene.deal.points[seat] if scene.is_last and scene.deal.points else 0
    if change:
        yield f"({change:+d})".replace("-", "−")


class Lettering(NamedTuple):
    """The style of a text: font size, anchor, colour, bold or not."""

    size: int
    anchor: str = "middle"
    colour: str = "text"
    bold: bool = False


def _words(words: str, x: float, y: float, lettering: Lettering) -> str:
    size, anchor, colour, bold = lettering
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}"{weight} '
        f"{PAINT('fill', colour)}>"
        f"{_safe(words)}</text>"
    )


def _short(name: str, room: int = 18) -> str:
    """Shorten a name to `room` characters and `…`; a wide character counts as two."""
    for place, sign in enumerate(name):
        room -= _cells(sign)
        if room < 0:
            return f"{name[:place]}…"
    return name


def _cells(sign: str) -> int:
    """Return the width of a character: 2 if it is wide, such as a Chinese character, else 1."""
    return 2 if east_asian_width(sign) in "WF" else 1


def _safe(words: str) -> str:
    """Return a text escaped for XML; characters that XML does not allow are replaced by `�`."""
    return escape(_NOT_XML.sub("�", words))
