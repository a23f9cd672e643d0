"""Copies of deals with one turn, line or header word changed, for readings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from mjlog.model.findings import Span
from mjlog.model.lazy_dataclass import replace
from mjlog.model.record import (
    ADDED_KONG,
    CLAIM,
    CONCEALED_KONG,
    DISCARD,
    DRAW,
    MANNER_DRAWN,
    READY,
    REPLACE,
    SET_OUT,
    UNREADABLE,
    Act,
    Content,
    Deal,
    Discard,
    Draw,
    Irregularity,
    Line,
    Ready,
    Seat,
    Turn,
)
from mjlog.model.tiles import UNKNOWN, Tile

DRAWING: Final = frozenset({DRAW, REPLACE})

# --------------------------------------------------------------------------- places of words


def _shifted(deal: Deal, index: int, by: int) -> Callable[[int], Span]:
    """Return a function from the index of a turn in the changed deal to its place in the file.

    The changed deal is `deal` with one turn removed (`by` is 1) or inserted (`by` is -1) at
    `index`, so a later turn has another index than in `deal`. Messages about the changed deal need
    the places in the file.
    """
    first = index + (by < 0)
    return lambda at: deal.place(at + by if at >= first else at)


# --------------------------------------------------------------------------- deals


def with_turn(deal: Deal, index: int, turn: Turn) -> Deal:
    """Return a copy of the deal in which `turn` replaces the turn at `index`."""
    before, after = deal.turns[:index], deal.turns[index + 1 :]
    return replace(deal, turns=(*before, turn, *after))


def with_acts(deal: Deal, index: int, acts: Iterable[Act]) -> Deal:
    """Return a copy of the deal in which the turn at `index` has the given acts.

    An act is a part of a turn, such as a draw or a discard.
    """
    turn = replace(deal.turns[index], acts=tuple(acts))
    return with_turn(deal, index, turn)


def remove_turn(deal: Deal, index: int) -> Deal:
    """Return a copy of the deal without the turn at `index`.

    The other turns keep their line and column in the file, so that messages about them stay right.
    """
    turns = (*deal.turns[:index], *deal.turns[index + 1 :])
    return replace(deal, turns=turns, places=_shifted(deal, index, 1))


def with_another_turn(deal: Deal, index: int, turn: Turn) -> Deal:
    """Return a copy of the deal with `turn` inserted before the turn at `index`.

    Messages name the same line and column for the new turn as for the turn after it.
    """
    turns = (*deal.turns[:index], turn, *deal.turns[index:])
    return replace(deal, turns=turns, places=_shifted(deal, index, -1))


def with_words_behind(deal: Deal, words: Sequence[Turn]) -> Deal:
    """Return a copy of the deal with further turns, `words`, appended to its turns.

    Messages about an added turn name the place of the last turn that is written in the file.
    """
    last = len(deal.turns) - 1
    return replace(deal, turns=(*deal.turns, *words), places=lambda at: deal.place(min(at, last)))


def with_word_before_play(deal: Deal, index: int, turn: Turn) -> Deal:
    """Return a copy of the deal with `turn` inserted at `index` among the turns before play.

    In the turns before play, players lay out bonus tiles. The copy records that all of these turns
    come before the first go-around (round of turns).
    """
    jumps = deal.jumps if deal.jumps[:1] == ((0, 0),) else ((0, 0), *deal.jumps)
    return replace(with_another_turn(deal, index, turn), jumps=jumps)


def with_line(deal: Deal, line: Line, *contents: Content) -> Deal:
    """Return a copy of the deal in which new lines with these contents replace `line`.

    Without contents, the line is removed. `line` must be the same object as in the deal.
    """
    index = next(number for number, each in enumerate(deal.lines) if each is line)
    lines = tuple(replace(line, content=each) for each in contents)
    return replace(deal, lines=(*deal.lines[:index], *lines, *deal.lines[index + 1 :]))


def with_word(deal: Deal, name: str, word: str) -> Deal:
    """Return a copy of the deal with the header word `name` set to the value `word`.

    For example, `with_word(deal, "dealer", "B")`.
    """
    others = [(key, old) for key, old in deal.attributes if key != name]
    return replace(deal, attributes=(*others, (name, word)))


# --------------------------------------------------------------------------- words


def has(turn: Turn, *kinds: int) -> bool:
    """Return whether a turn contains an act of one of these kinds, such as `CLAIM`."""
    return any(act.kind in kinds for act in turn.acts)


def discard_of(turn: Turn) -> Discard | None:
    """Return the discard of a turn; None if the turn has no discard."""
    for act in turn.acts:
        if isinstance(act, Discard):
            return act
    return None


def given_to_player(turn: Turn, seat: Seat) -> Turn:
    """Return a copy of the turn with the player at `seat` as its player."""
    acts: list[Any] = list(turn.acts)
    return replace(turn, seat=seat, acts=tuple(replace(act, seat=seat) for act in acts))


def with_tile(turn: Turn, place: int, tile: Tile) -> Turn:
    """Return a copy of the turn in which the act at index `place` has the tile `tile`."""
    acts: list[Any] = list(turn.acts)
    acts[place] = replace(acts[place], tile=tile)
    return replace(turn, acts=tuple(acts))


def discards_nothing(turn: Turn) -> bool:
    """Return whether a turn lays out bonus tiles and then ends without a discard."""
    return has(turn, SET_OUT) and not has(turn, DISCARD)


def with_discard(turn: Turn, tile: Tile) -> Turn:
    """Return a copy of the turn in which `tile` is discarded.

    If the turn is marked as discarding the drawn tile, `tile` becomes the drawn tile, too.
    """
    dropped = discard_of(turn)
    kinds = {DISCARD, READY}
    if dropped is not None and dropped.manner == MANNER_DRAWN:
        kinds |= DRAWING
    for place, act in enumerate(turn.acts):
        if act.kind in kinds:
            turn = with_tile(turn, place, tile)
    return turn


def acts_declaring_ready(turn: Turn, *, face_down: bool) -> list[Act]:
    """Return the acts of a turn, with a declaration of ready added to its discard.

    `face_down`: the discard is laid face down.
    """
    acts: list[Act] = []
    for act in turn.acts:
        if isinstance(act, Discard):
            acts.append(Ready(act.seat, act.tile, face_down, act.pillar))
            act = replace(act, ready=True, face_down=face_down)
        acts.append(act)
    return acts


def undeclared(turn: Turn) -> list[Act]:
    """Return the acts of a turn without its declaration of ready."""
    left = [act for act in turn.acts if act.kind != READY]
    return [replace(act, ready=False) if isinstance(act, Discard) else act for act in left]


def unseen(act: Any) -> Any:
    """Return a copy of a claim or kong in which the tiles are unknown.

    Any other act is returned unchanged.
    """
    if act.kind in {CLAIM, CONCEALED_KONG}:
        return replace(act, tiles=(UNKNOWN,) * len(act.tiles))
    if act.kind != ADDED_KONG:
        return act
    return replace(act, tile=UNKNOWN)


def unread(seat: Seat, word: str = "") -> Turn:
    """Return a turn of the player `seat` that stands for an unreadable word of the record.

    `word` is the text that could not be read.
    """
    return Turn(seat, word, (Irregularity(seat, UNREADABLE, word),))


def unread_ready(seat: Seat) -> Turn:
    """Return a turn of a player who draws, declares ready and discards; all tiles are unknown."""
    discard = Discard(seat, UNKNOWN, ready=True)
    return Turn(seat, "", (Draw(seat, UNKNOWN), Ready(seat, UNKNOWN), discard))
