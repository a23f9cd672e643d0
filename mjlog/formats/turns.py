"""Turns built act by act, for formats that list acts: each distinct turn is one object, however often it is played."""

from __future__ import annotations

from typing import Final

from mjlog.record import (
    NOBODY,
    SAID_DRAWN,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Draw,
    Ready,
    Replace,
    Reveal,
    Seat,
    SetOut,
    Take,
    Turn,
    Win,
)
from mjlog.tiles import NAMES, UNKNOWN, Tile, canonical, text

_plain: Final[dict[tuple[Seat, Tile, Tile, int, bool], Turn]] = {}
_known: Final[dict[tuple[Seat, str], Turn]] = {}
# Plain turns are few by nature; the others are forgotten before hostile input fills the memory.
_MOST: Final = 1 << 16


def plain_turn(seat: Seat, drawn: Tile, tile: Tile, manner: int, ready: bool) -> Turn:
    """One tile is drawn, one discarded: ``9m.``, ``2s-8m``, ``2s-8m!``."""
    key = (seat, drawn, tile, manner, ready)
    turn = _plain.get(key)
    if turn is None:
        word = NAMES[drawn] + ("." if manner == SAID_DRAWN else "-" + NAMES[tile]) + ("!" if ready else "")
        acts: list[Act] = [Draw(seat, drawn)]
        if ready:
            acts.append(Ready(seat, tile))
        acts.append(Discard(seat, tile, manner, ready=ready))
        turn = _plain[key] = _interned(seat, word, acts)
    return turn


def _interned(seat: Seat, word: str, acts: list[Act]) -> Turn:
    turn = _known.get((seat, word))
    if turn is None:
        if len(_known) >= _MOST:
            _known.clear()
        turn = _known[seat, word] = Turn(seat, word, tuple(acts))
    return turn


class Turns:
    """The turns of one deal, so far.

    `done` are the closed ones. The open turn is that of `seat`; a discard or a win closes it, or another seat's act.
    Whoever feeds it sets `at`, a place in the source; `places` has that of the act that opened each turn.
    """

    __slots__ = ("_acts", "_drawn", "_owed", "_words", "at", "done", "places", "seat")

    def __init__(self) -> None:
        self.done: list[Turn] = []
        self.places: list[int] = []
        self.seat = NOBODY
        self.at = 0
        self._drawn: Tile = UNKNOWN
        self._acts: list[Act] | None = None  # None: nothing but the draw, the road most turns take
        self._words: list[str] = []
        self._owed = 0

    def draw(self, seat: Seat, tile: Tile) -> bool:
        """A tile is drawn; True when it replaces a kong's or a bonus tile's, otherwise it opens a turn."""
        if self.seat != NOBODY:
            if self._owed and seat == self.seat:
                self._owed -= 1
                self._add(Replace(seat, tile), "/" + NAMES[tile])
                return True
            self.close()
        self.seat = seat
        self._drawn = tile
        self.places.append(self.at)
        return False

    def discard(self, seat: Seat, tile: Tile, *, manner: int, ready: bool = False) -> None:
        """A tile leaves the hand; `manner` counts only where a draw is recorded."""
        if self.seat == seat and self._acts is None:
            self.done.append(plain_turn(seat, self._drawn, tile, manner, ready))
            self.seat = NOBODY
            return
        mark = "!" if ready else ""
        if self.seat != seat:  # no draw is recorded
            self._open(seat, Take(seat), "")
            word, manner = NAMES[tile] + mark, 0
        else:
            word = "-" + NAMES[tile] + ("." if manner == SAID_DRAWN else "") + mark
        if ready:
            self._add(Ready(seat, tile), "")
        self._add(Discard(seat, tile, manner, ready=ready), word)
        self.close()

    def claim(self, seat: Seat, tiles: tuple[Tile, ...]) -> None:
        """The latest discard is taken with two tiles (chow, pung) or three (kong)."""
        tiles = canonical(tiles)
        self._open(seat, Claim(seat, tiles), "+" + text(tiles))
        self._owed = int(len(tiles) == 3)

    def concealed_kong(self, seat: Seat, tiles: tuple[Tile, ...]) -> None:
        """Four alike from the hand."""
        tiles = canonical(tiles)
        self._declare(seat, ConcealedKong(seat, tiles), "*" + text(tiles))

    def added_kong(self, seat: Seat, tile: Tile) -> None:
        """A fourth tile is laid on a pung."""
        self._declare(seat, AddedKong(seat, tile), "^" + NAMES[tile])

    def set_out(self, seat: Seat, tile: Tile) -> None:
        """A bonus tile, or North with three players, is laid beside the hand."""
        self._declare(seat, SetOut(seat, (tile,)), "&" + NAMES[tile])

    def reveal(self, tile: Tile) -> bool:
        """An indicator is turned up in the open turn; False when none is open."""
        if self.seat == NOBODY:
            return False
        self._add(Reveal(self.seat, tile), "=" + NAMES[tile])
        return True

    def win(self, seat: Seat, *, own_draw: bool) -> None:
        """`seat` wins, on the tile it drew or on the one on the table."""
        if not own_draw:
            self._open(seat, Win(seat, own_draw=False), "#")
        else:
            if self.seat != seat:  # no draw is recorded, but one there was
                self._open(seat, Draw(seat, UNKNOWN), NAMES[UNKNOWN])
            self._add(Win(seat, own_draw=True), "#")
        self.close()

    def close(self) -> None:
        """Ends the open turn as it stands; one with nothing but a draw is written ``6z-``."""
        if self.seat == NOBODY:
            return
        acts = self._spelt()
        word = "".join(self._words) + ("-" if len(acts) == 1 and isinstance(acts[0], Draw) else "")
        self.done.append(_interned(self.seat, word, acts))
        self.seat, self._acts, self._owed = NOBODY, None, 0

    def _spelt(self) -> list[Act]:
        """The acts of the open turn, its draw among them."""
        if self._acts is None:
            self._acts = [Draw(self.seat, self._drawn)]
            self._words = [NAMES[self._drawn]]
        return self._acts

    def _add(self, act: Act, word: str) -> None:
        self._spelt().append(act)
        self._words.append(word)

    def _open(self, seat: Seat, act: Act, word: str) -> None:
        self.close()
        self.seat, self._acts, self._words = seat, [act], [word]
        self.places.append(self.at)

    def _declare(self, seat: Seat, act: Act, word: str) -> None:
        """A declaration in one's own turn; where no draw is recorded, the one that was due is taken as made."""
        if self.seat != seat:
            self._open(seat, Take(seat), "")
        self._add(act, word)
        self._owed += 1
