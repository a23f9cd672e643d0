"""Turns built act by act, for formats that list acts.

Each distinct turn is one object, however often it is played.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mjlog.model.record import (
    NOBODY,
    NOT_SAID,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Draw,
    Note,
    Ready,
    Replace,
    Reveal,
    Seat,
    SetOut,
    Take,
    Turn,
    Win,
)
from mjlog.model.tiles import UNKNOWN, Tile, canonical
from mjlog.notation.play.spelling import spell

_plain: Final[dict[tuple[Seat, Tile, Tile, int, bool], Turn]] = {}
_known: Final[dict[tuple[Act, ...], Turn]] = {}
# Plain turns are few by nature; the others are forgotten before hostile input fills the memory.
_MOST: Final = 1 << 16


def plain_turn(seat: Seat, drawn: Tile, tile: Tile, manner: int, ready: bool) -> Turn:
    """Return a turn that draws one tile and discards one: ``9m.``, ``2s-8m``, ``2s-8m!``."""
    key = (seat, drawn, tile, manner, ready)
    turn = _plain.get(key)
    if turn is None:
        declared = (Ready(seat, tile),) if ready else ()
        turn = _plain[key] = _interned(
            (Draw(seat, drawn), *declared, Discard(seat, tile, manner, ready=ready))
        )
    return turn


def _interned(acts: tuple[Act, ...]) -> Turn:
    turn = _known.get(acts)
    if turn is None:
        if len(_known) >= _MOST:
            _known.clear()
        turn = _known[acts] = Turn(acts[0].seat, spell(acts), acts)
    return turn


class Turns:
    """The turns of one deal, so far.

    `done` are the closed ones. The open turn is that of `seat`; a discard or a win closes it, or
    another seat's act. Whoever feeds it sets `at`, a place in the source; `places` has that of the
    act that opened each turn.
    """

    __slots__ = ("_acts", "_drawn", "_owed", "at", "done", "notes", "places", "seat")

    def __init__(self) -> None:
        self.done: list[Turn] = []
        self.places: list[int] = []
        self.notes: list[tuple[int, Note]] = []
        self.seat = NOBODY
        self.at = 0
        self._drawn: Tile = UNKNOWN
        self._acts: list[Act] | None = None  # None: nothing but the draw, the road most turns take
        self._owed = 0

    @property
    def is_owed(self) -> bool:
        """Whether a replacement is due in the open turn."""
        return self.seat != NOBODY and self._owed > 0

    def draw(self, seat: Seat, tile: Tile) -> bool:
        """Add a draw; return whether it is a replacement tile, else it opens a turn."""
        if self.seat != NOBODY:
            if self._owed and seat == self.seat:
                self._owed -= 1
                self._add(Replace(seat, tile))
                return True
            self.close()
        self.seat = seat
        self._drawn = tile
        self.places.append(self.at)
        return False

    def discard(self, seat: Seat, tile: Tile, *, manner: int, ready: bool = False) -> None:
        """Add a discard; `manner` counts only if a draw is recorded."""
        if (
            self.seat == seat
            and self._acts is None
            and manner == NOT_SAID
            and self._drawn == UNKNOWN
        ):
            self._acts = [Take(seat)]
        if self.seat == seat and self._acts is None:
            self.done.append(plain_turn(seat, self._drawn, tile, manner, ready))
            self.seat = NOBODY
            return
        if self.seat != seat:  # no draw is recorded
            self._open(seat, Take(seat))
            manner = NOT_SAID
        if ready:
            self._add(Ready(seat, tile))
        self._add(Discard(seat, tile, manner, ready=ready))
        self.close()

    def remark(self, words: str) -> None:
        """Put a comment at the open turn, else at the latest one."""
        is_open = self.seat != NOBODY
        latest = len(self.done) - (not is_open)
        self.notes.append((latest, Note("comment", words)))

    def learn(self, tile: Tile) -> None:
        """Take this tile as the one taken last in the open turn, if that one is unknown."""
        if self._acts is None:
            self._drawn = tile if self._drawn == UNKNOWN else self._drawn
        elif isinstance(self._acts[-1], Draw | Replace) and self._acts[-1].tile == UNKNOWN:
            self._acts[-1] = replace(self._acts[-1], tile=tile)

    def claim(self, seat: Seat, tiles: tuple[Tile, ...]) -> None:
        """Take the latest discard with two tiles (chow, pung) or three (kong)."""
        self._open(seat, Claim(seat, canonical(tiles)))
        self._owed = int(len(tiles) == 3)

    def concealed_kong(self, seat: Seat, tiles: tuple[Tile, ...]) -> None:
        """Lay down four alike from the hand."""
        self._declare(seat, ConcealedKong(seat, canonical(tiles)))

    def added_kong(self, seat: Seat, tile: Tile) -> None:
        """Lay a fourth tile on a pung."""
        self._declare(seat, AddedKong(seat, tile))

    def set_out(self, seat: Seat, tile: Tile) -> None:
        """Lay a bonus tile, or North with three players, beside the hand."""
        if self.seat != seat:  # no draw is recorded; a tile laid out without one lies before play
            self._open(seat, Draw(seat, UNKNOWN))
        self._declare(seat, SetOut(seat, (tile,)))

    def reveal(self, tile: Tile) -> bool:
        """Turn an indicator up in the open turn; return False if there is none."""
        if self.seat == NOBODY:
            return False
        self._add(Reveal(self.seat, tile))
        return True

    def reveal_late(self, tile: Tile) -> bool:
        """Turn an indicator up in a turn that is over already; return False if there is none."""
        if self.seat != NOBODY or not self.done:
            return self.reveal(tile)
        latest = self.done[-1]
        self.done[-1] = _interned((*latest.acts, Reveal(latest.seat, tile)))
        return True

    def win(self, seat: Seat, *, own_draw: bool) -> None:
        """Let `seat` win, on its drawn tile or on the discard.

        If nothing was played before, the source has the result of the deal alone.
        """
        if self.seat == NOBODY and not self.done:
            return
        if not own_draw:
            self._open(seat, Win(seat, own_draw=False))
        else:
            if self.seat != seat:  # no draw is recorded, but one there was
                self._open(seat, Draw(seat, UNKNOWN))
            self._add(Win(seat, own_draw=True))
        self.close()

    def acts_of(self, seat: Seat) -> list[Act]:
        """Return the acts of the seat so far, with the open turn."""
        acts = [act for turn in self.done if turn.seat == seat for act in turn.acts]
        if self.seat != seat:
            return acts
        return acts + self._so_far()

    def close(self) -> None:
        """End the open turn as it stands."""
        if self.seat == NOBODY:
            return
        self.done.append(_interned(tuple(self._so_far())))
        self.seat, self._acts, self._owed = NOBODY, None, 0

    def _so_far(self) -> list[Act]:
        """Return the acts of the open turn with its draw."""
        if self._acts is None:
            self._acts = [Draw(self.seat, self._drawn)]
        return self._acts

    def _add(self, act: Act) -> None:
        self._so_far().append(act)

    def _open(self, seat: Seat, act: Act) -> None:
        self.close()
        self.seat, self._acts = seat, [act]
        self.places.append(self.at)

    def _declare(self, seat: Seat, act: Act) -> None:
        """Declare something in one's own turn.

        If no draw is recorded, the one that was due counts as made.
        """
        if self.seat != seat:
            self._open(seat, Take(seat))
        self._add(act)
        self._owed += 1
