"""Drawings of tiles on a page, and their names when the page is read aloud."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from markupsafe import Markup

from mjlog.model.record import Seat, seat_name
from mjlog.model.tiles import JOKER_AS, KIND, Tile
from mjlog.picture.artwork import BACK, face_id
from mjlog.picture.frames import Piece
from mjlog.picture.geometry import Thrown, is_hidden, is_turned, thrown
from mjlog.text.glossary import tile_name
from mjlog.text.languages import Language
from webviewer.i18n import gettext, person, spoken

Known = tuple[object, ...]
"""A key of a drawn tile: the piece, and everything that changes its look."""
ACROSS: Final = "translate(0 60)rotate(-90)"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn tile: its symbol in the sprite (the file of tile pictures) and its spoken name.

    `stands_for` is the symbol of the tile that a joker stands for. `turned` tiles are sideways,
    `new` tiles have just moved, `passed` tiles were discarded in the turn in which they were drawn.
    If `taken` is not empty, the player with that letter claimed the tile, and only a mark is drawn.
    """

    symbol: str
    name: str
    turned: bool = False
    stands_for: str = ""
    new: bool = False
    taken: str = ""
    passed: bool = False

    @property
    def plain(self) -> Drawn:
        """The same tile picture without the highlight of a tile that has just moved."""
        if not self.new:
            return self
        return replace(self, new=False)


Row = tuple[Drawn, ...]


@lru_cache(maxsize=1 << 12)
def html(tile: Drawn, sprite: str) -> Markup:
    """Return the picture of a tile as an SVG element.

    The element refers to a symbol in the file at the address `sprite`, which has the pictures of
    all tiles.
    """
    marks = (
        ("turned", tile.turned),
        ("taken", tile.taken),
        ("passed", tile.passed),
        ("new", tile.new),
    )
    words = ["tile", *(word for word, holds in marks if holds)]
    box, turn = (
        ("80 60", f' width="60" height="80" transform="{ACROSS}"') if tile.turned else ("60 80", "")
    )
    return Markup(
        '<svg class="{}" viewBox="0 0 {}" role="img" aria-label="{}"><use '
        'href="{}#{}"{}></use>{}</svg>'
    ).format(
        " ".join(words),
        box,
        tile.name,
        sprite,
        tile.symbol,
        Markup(turn),  # noqa: S704  made above
        _inside(tile, sprite),
    )


def _inside(tile: Drawn, sprite: str) -> Markup:
    """Return the SVG drawn over a tile's face: who claimed it, or the tile that a joker replaces.

    The result is empty for most tiles, which have neither.
    """
    if tile.taken:
        x, y = (40, 30) if tile.turned else (30, 40)
        letter = Markup(
            '<g class="by" aria-hidden="true"><circle cx="{0}" cy="{1}" r="17"></circle>'
        ).format(x, y)
        return letter + Markup('<text x="{}" y="{}">{}</text></g>').format(x, y + 9, tile.taken)
    return _stands_for(tile, sprite)


def _stands_for(tile: Drawn, sprite: str) -> Markup:
    """Return a small drawing of the tile that a joker stands for; empty for any other tile."""
    if not tile.stands_for:
        return Markup()
    turn = Markup(f' transform="{ACROSS}"' if tile.turned else "")  # noqa: S704
    return Markup(
        '<g class="for"{}><rect x="27" y="38" width="33" height="42" rx="4"></rect>'
        '<use href="{}#{}" width="30" height="40" x="29" y="39"></use></g>'
    ).format(turn, sprite, tile.stands_for)


def row_html(row: Row, sprite: str) -> Markup:
    """Return a row of tile pictures as HTML; `sprite` is the address of the file of pictures."""
    return Markup().join(html(tile, sprite) for tile in row)


@dataclass(frozen=True, slots=True)
class Drawing:
    """Converts pieces (tiles on the table) into drawn tiles, and keeps drawn tiles in `known`.

    `moved` has the numbers of the pieces that just moved, `passed` of those discarded in the turn
    in which they were drawn. `turned` says whether claimed tiles in melds are sideways. `closed`
    has the seats whose hands are not shown.
    """

    moved: frozenset[int] = frozenset()
    passed: frozenset[int] = frozenset()
    turned: bool = True
    closed: frozenset[Seat] = frozenset()
    known: dict[Known, Drawn] = field(default_factory=dict)
    """Tiles that were drawn already, in the same deal, view and language."""

    def row(self, pieces: Iterable[Piece]) -> Row:
        """Return pieces (tiles on the table) as a row of tile pictures, in the same order."""
        return tuple(self.tile(piece) for piece in pieces)

    def column(self, pieces: Iterable[Piece]) -> Row:
        """Return one place of a meld as tile pictures: one tile or, for an added kong, two.

        The added tile is drawn sideways if the tile below it is.
        """
        row = self.row(pieces)
        return tuple(replace(tile, turned=row[0].turned) for tile in row)

    def discard(self, piece: Piece) -> Drawn:
        """Return the picture of a discard; for a claimed discard, a sign that marks its place."""
        return self.tile(piece) if piece.zone == "river" else self._taken(thrown(piece))

    def _taken(self, thrown: Thrown) -> Drawn:
        """Return the sign that replaces a discard which another player has claimed."""
        key = (id(thrown.piece), "taken", thrown.claimed)
        if key not in self.known:
            by = person(seat_name(thrown.claimed))
            name = gettext("{tile}, claimed by {seat}").format(
                tile=name_of(thrown.piece.face), seat=by
            )
            self.known[key] = Drawn(face_id(thrown.piece.face), name, taken=by.strip("\u2068")[:1])
        return self.known[key]

    def tile(self, piece: Piece) -> Drawn:
        """Return the picture of a tile: its face, or its back if it is in a hidden hand."""
        new = piece.number in self.moved
        key = (id(piece), new, piece.seat in self.closed)
        if key not in self.known:
            self.known[key] = self._tile(piece, new=new)
        return self.known[key]

    def _tile(self, piece: Piece, *, new: bool) -> Drawn:
        if piece.seat in self.closed and piece.zone in {"hand", "pillars"} and not piece.up:
            return Drawn(BACK, gettext("tile not shown"), new=new)
        hidden = is_hidden(piece)
        name = gettext("a tile") if hidden and piece.seat in self.closed else name_of(piece.face)
        return Drawn(
            symbol=face_id(piece.face, up=not hidden),
            name=gettext("{tile}, face down").format(tile=name) if hidden else name,
            turned=is_turned(piece, turned=self.turned),
            stands_for=face_id(KIND[piece.face]) if piece.face >= JOKER_AS and not hidden else "",
            new=new,
            passed=piece.zone == "river" and piece.number in self.passed,
        )


def drawn_face(face: Tile, *, new: bool = False) -> Drawn:
    """Return the picture of a kind of tile, for texts and lists outside the table.

    If `new` is True, the tile is highlighted, for example as the winning tile.
    """
    return Drawn(
        face_id(face),
        name_of(face),
        new=new,
        stands_for=face_id(KIND[face]) if face >= JOKER_AS else "",
    )


def name_of(face: Tile) -> str:
    """Return the name of a tile in the language of the response, to be read aloud."""
    return _name_in(face, spoken())


@lru_cache(maxsize=1 << 10)
def _name_in(face: Tile, language: Language) -> str:
    return tile_name(face, language)
