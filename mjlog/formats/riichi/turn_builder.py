"""Builds turns act by act, for formats that list acts.

Equal turns are the same object.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mjlog.model.record import (
    MANNER_UNKNOWN,
    NOBODY,
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
# Only a few different plain turns exist. The cache of all other turns is emptied before hostile
# input fills the memory.
_MOST: Final = 1 << 16


def plain_turn(seat: Seat, drawn: Tile, tile: Tile, manner: int, ready: bool) -> Turn:
    """Return a turn that is a draw and a discard, such as ``9m.``, ``2s-8m`` or ``2s-8m!``.

    `drawn` is the drawn tile and `tile` the discard. `manner` says whether the drawn tile is
    discarded: `MANNER_DRAWN`, `MANNER_FROM_HAND` or `MANNER_UNKNOWN`. `ready`: the player declares
    riichi. For equal arguments, the same object is returned.
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
    """The turns of a deal, built act by act.

    `done` are the finished turns. `seat` is the player of the unfinished turn; `NOBODY` if there is
    no unfinished turn. A turn ends with a discard, a win, or an act of another player. The reader
    of the format sets `at`, the current line or byte offset in the source; `places` has this number
    for each turn's first act.
    """

    __slots__ = ("_acts", "_drawn", "_owed", "at", "done", "notes", "places", "seat")

    def __init__(self) -> None:
        self.done: list[Turn] = []
        self.places: list[int] = []
        self.notes: list[tuple[int, Note]] = []
        self.seat = NOBODY
        self.at = 0
        self._drawn: Tile = UNKNOWN
        self._acts: list[Act] | None = None  # None if the turn has only a draw, as in most turns
        self._owed = 0

    @property
    def is_owed(self) -> bool:
        """Whether the player of the unfinished turn must still draw a replacement tile."""
        return self.seat != NOBODY and self._owed > 0

    def draw(self, seat: Seat, tile: Tile) -> bool:
        """Add a draw; return True if it is the replacement tile after a kong or a bonus tile.

        Any other draw ends the unfinished turn, begins a new turn and returns False.
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
        """Add a discard and end the turn.

        `manner` says whether the drawn tile is discarded: `MANNER_DRAWN`, `MANNER_FROM_HAND` or
        `MANNER_UNKNOWN`. If the source has no draw for this turn, `MANNER_UNKNOWN` is stored
        instead. `ready`: the player declares riichi with this discard.
        """
        if (
            self.seat == seat
            and self._acts is None
            and manner == MANNER_UNKNOWN
            and self._drawn == UNKNOWN
        ):
            self._acts = [Take(seat)]
        if self.seat == seat and self._acts is None:
            self.done.append(plain_turn(seat, self._drawn, tile, manner, ready))
            self.seat = NOBODY
            return
        if self.seat != seat:  # no draw is recorded
            self._open(seat, Take(seat))
            manner = MANNER_UNKNOWN
        if ready:
            self._add(Ready(seat, tile))
        self._add(Discard(seat, tile, manner, ready=ready))
        self.close()

    def remark(self, words: str) -> None:
        """Add a comment to the unfinished turn; if there is none, to the latest finished turn."""
        is_open = self.seat != NOBODY
        latest = len(self.done) - (not is_open)
        self.notes.append((latest, Note("comment", words)))

    def learn(self, tile: Tile) -> None:
        """Set the tile of the unfinished turn's latest draw to `tile` if that tile is unknown."""
        if self._acts is None:
            self._drawn = tile if self._drawn == UNKNOWN else self._drawn
        elif isinstance(self._acts[-1], Draw | Replace) and self._acts[-1].tile == UNKNOWN:
            self._acts[-1] = replace(self._acts[-1], tile=tile)

    def claim(self, seat: Seat, tiles: tuple[Tile, ...]) -> None:
        """Begin a turn with a claim; `tiles` are the player's own tiles of the meld.

        Two tiles make a chow or pung, three tiles a kong.
        """
        self._open(seat, Claim(seat, canonical(tiles)))
        self._owed = int(len(tiles) == 3)

    def concealed_kong(self, seat: Seat, tiles: tuple[Tile, ...]) -> None:
        """Add the declaration of a concealed kong of these four tiles."""
        self._declare(seat, ConcealedKong(seat, canonical(tiles)))

    def added_kong(self, seat: Seat, tile: Tile) -> None:
        """Add the declaration of a kong that is made by adding `tile` to a pung."""
        self._declare(seat, AddedKong(seat, tile))

    def set_out(self, seat: Seat, tile: Tile) -> None:
        """Add a tile that the player lays out next to the hand.

        The tile is a bonus tile, or North in a game of three players.
        """
        # The source has no draw. Add one, because a tile without a draw is laid out before play.
        if self.seat != seat:
            self._open(seat, Draw(seat, UNKNOWN))
        self._declare(seat, SetOut(seat, (tile,)))

    def reveal(self, tile: Tile) -> bool:
        """Add a dora indicator to the unfinished turn; return False if there is no such turn."""
        if self.seat == NOBODY:
            return False
        self._add(Reveal(self.seat, tile))
        return True

    def reveal_late(self, tile: Tile) -> bool:
        """Add a dora indicator to the unfinished turn, or else to the latest finished turn.

        Return False if the deal has no turn so far.
        """
        if self.seat != NOBODY or not self.done:
            return self.reveal(tile)
        latest = self.done[-1]
        self.done[-1] = _interned((*latest.acts, Reveal(latest.seat, tile)))
        return True

    def win(self, seat: Seat, *, own_draw: bool) -> None:
        """Add a win and end the turn.

        The win is a self-draw if `own_draw`, else a win on a discard. If the deal has no turn so
        far, nothing is added, because then the source records only results.
        """
        if self.seat == NOBODY and not self.done:
            return
        if own_draw:
            if self.seat != seat:  # no draw is recorded, but there was one
                self._open(seat, Draw(seat, UNKNOWN))
            self._add(Win(seat, own_draw=True))
        else:
            self._open(seat, Win(seat, own_draw=False))
        self.close()

    def acts_of(self, seat: Seat) -> list[Act]:
        """Return all acts of a player so far, including acts of the unfinished turn."""
        acts = [act for turn in self.done if turn.seat == seat for act in turn.acts]
        if self.seat != seat:
            return acts
        return acts + self._so_far()

    def close(self) -> None:
        """End the unfinished turn; do nothing if there is no unfinished turn."""
        if self.seat == NOBODY:
            return
        self.done.append(_interned(tuple(self._so_far())))
        self.seat, self._acts, self._owed = NOBODY, None, 0

    def _so_far(self) -> list[Act]:
        """Return the list of acts of the unfinished turn, beginning with its draw.

        The caller may append acts to this list; it is not a copy.
        """
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
        """Add a kong or a tile that is laid out; the player must then draw a replacement tile.

        If `seat` is not the player of the unfinished turn, the source lacks the draw before this
        act, so a turn that begins with an unknown draw is added.
        """
        if self.seat != seat:
            self._open(seat, Take(seat))
        self._add(act)
        self._owed += 1
