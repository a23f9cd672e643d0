"""Builds turns act by act, for formats that list acts.

Equal turns are the same object.
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
    """Return a turn with one draw and one discard: ``9m.``, ``2s-8m``, ``2s-8m!``.

    `manner` says whether the drawn tile is discarded; `ready` is a declaration of riichi.
    """
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
    """The turns of one deal so far.

    `done` are the finished turns; `seat` is the player of the unfinished one, `NOBODY` if there is
    none. A turn ends with a discard, a win, or an act of another seat. The reader sets `at`, the
    place in the source; `places` has the place of each turn's first act.
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
        """Whether a replacement tile is due in the unfinished turn."""
        return self.seat != NOBODY and self._owed > 0

    def draw(self, seat: Seat, tile: Tile) -> bool:
        """Add a draw; return whether it is a replacement tile.

        Any other draw ends the unfinished turn and begins a new one.
        """
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
        """Add a discard, which ends the turn; `ready` is a declaration of riichi.

        `manner` says whether the drawn tile is discarded. It is ignored if no draw is recorded.
        """
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
        """Add a comment to the unfinished turn, or else to the latest turn."""
        is_open = self.seat != NOBODY
        latest = len(self.done) - (not is_open)
        self.notes.append((latest, Note("comment", words)))

    def learn(self, tile: Tile) -> None:
        """Set the tile drawn last in the unfinished turn, if it is unknown."""
        if self._acts is None:
            self._drawn = tile if self._drawn == UNKNOWN else self._drawn
        elif isinstance(self._acts[-1], Draw | Replace) and self._acts[-1].tile == UNKNOWN:
            self._acts[-1] = replace(self._acts[-1], tile=tile)

    def claim(self, seat: Seat, tiles: tuple[Tile, ...]) -> None:
        """Begin a turn with a claim by two tiles (chow, pung) or three (kong)."""
        self._open(seat, Claim(seat, canonical(tiles)))
        self._owed = int(len(tiles) == 3)

    def concealed_kong(self, seat: Seat, tiles: tuple[Tile, ...]) -> None:
        """Add a concealed kong of four tiles."""
        self._declare(seat, ConcealedKong(seat, canonical(tiles)))

    def added_kong(self, seat: Seat, tile: Tile) -> None:
        """Add a kong made by adding a tile to a pung."""
        self._declare(seat, AddedKong(seat, tile))

    def set_out(self, seat: Seat, tile: Tile) -> None:
        """Add a bonus tile, or North with three players, that is laid beside the hand."""
        if self.seat != seat:  # no draw is recorded; a tile laid out without one lies before play
            self._open(seat, Draw(seat, UNKNOWN))
        self._declare(seat, SetOut(seat, (tile,)))

    def reveal(self, tile: Tile) -> bool:
        """Add an indicator to the unfinished turn; return False if there is none."""
        if self.seat == NOBODY:
            return False
        self._add(Reveal(self.seat, tile))
        return True

    def reveal_late(self, tile: Tile) -> bool:
        """Add an indicator to the unfinished turn, or else to the latest turn.

        Return False if there is no turn.
        """
        if self.seat != NOBODY or not self.done:
            return self.reveal(tile)
        latest = self.done[-1]
        self.done[-1] = _interned((*latest.acts, Reveal(latest.seat, tile)))
        return True

    def win(self, seat: Seat, *, own_draw: bool) -> None:
        """Add a win, which ends the turn: a self-draw if `own_draw`, else a win on the discard.

        Nothing is added to a deal without turns: the source then has only the result.
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
        """Return all acts of the seat so far, those of the unfinished turn included."""
        acts = [act for turn in self.done if turn.seat == seat for act in turn.acts]
        if self.seat != seat:
            return acts
        return acts + self._so_far()

    def close(self) -> None:
        """End the unfinished turn, if there is one."""
        if self.seat == NOBODY:
            return
        self.done.append(_interned(tuple(self._so_far())))
        self.seat, self._acts, self._owed = NOBODY, None, 0

    def _so_far(self) -> list[Act]:
        """Return the acts of the unfinished turn, its draw included."""
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
        """Add a declaration in the player's own turn.

        If no draw is recorded, a turn with an unwritten draw begins. A replacement becomes due.
        """
        if self.seat != seat:
            self._open(seat, Take(seat))
        self._add(act)
        self._owed += 1
