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
    READY,
    REPLACE,
    SAID_DRAWN,
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

# --------------------------------------------------------------------------- where words stand


def _shifted(deal: Deal, index: int, by: int) -> Callable[[int], Span]:
    """Return a function from the index of a turn to its place in the file, after a change.

    `by` is 1 if the turn at `index` was removed, -1 if one was inserted there.
    """
    first = index + (by < 0)
    return lambda at: deal.place(at + by if at >= first else at)


# --------------------------------------------------------------------------- deals


def with_turn(deal: Deal, index: int, turn: Turn) -> Deal:
    """Return the deal with `turn` in place of the turn at that index."""
    before, after = deal.turns[:index], deal.turns[index + 1 :]
    return replace(deal, turns=(*before, turn, *after))


def with_acts(deal: Deal, index: int, acts: Iterable[Act]) -> Deal:
    """Return the deal with these acts in place of those of the turn at that index."""
    turn = replace(deal.turns[index], acts=tuple(acts))
    return with_turn(deal, index, turn)


def remove_turn(deal: Deal, index: int) -> Deal:
    """Return the deal without the turn at that index; the others keep their places in the file."""
    turns = (*deal.turns[:index], *deal.turns[index + 1 :])
    return replace(deal, turns=turns, places=_shifted(deal, index, 1))


def with_another_turn(deal: Deal, index: int, turn: Turn) -> Deal:
    """Return the deal with `turn` inserted before the turn at that index.

    The new turn gets the place in the file of that turn; all others keep theirs.
    """
    turns = (*deal.turns[:index], turn, *deal.turns[index:])
    return replace(deal, turns=turns, places=_shifted(deal, index, -1))


def with_words_behind(deal: Deal, words: Sequence[Turn]) -> Deal:
    """Return the deal with turns added at its end.

    Findings about them point at the place in the file of the last turn that was written.
    """
    last = len(deal.turns) - 1
    return replace(deal, turns=(*deal.turns, *words), places=lambda at: deal.place(min(at, last)))


def with_word_before_play(deal: Deal, index: int, turn: Turn) -> Deal:
    """Return the deal with `turn` inserted at that index, before the first go-around."""
    jumps = deal.jumps if deal.jumps[:1] == ((0, 0),) else ((0, 0), *deal.jumps)
    return replace(with_another_turn(deal, index, turn), jumps=jumps)


def with_line(deal: Deal, line: Line, *contents: Content) -> Deal:
    """Return the deal with `line` replaced by lines with these contents; none removes it.

    `line` must be the very object in the deal.
    """
    index = next(number for number, each in enumerate(deal.lines) if each is line)
    lines = tuple(replace(line, content=each) for each in contents)
    return replace(deal, lines=(*deal.lines[:index], *lines, *deal.lines[index + 1 :]))


def with_word(deal: Deal, name: str, word: str) -> Deal:
    """Return the deal with `word` as the value of the word `name` in its header."""
    others = [(key, old) for key, old in deal.attributes if key != name]
    return replace(deal, attributes=(*others, (name, word)))


# --------------------------------------------------------------------------- words


def has(turn: Turn, *kinds: int) -> bool:
    """Return whether a turn has an act of one of these kinds."""
    return any(act.kind in kinds for act in turn.acts)


def discard_of(turn: Turn) -> Discard | None:
    """Return the discard of a turn; None if it discards nothing."""
    for act in turn.acts:
        if isinstance(act, Discard):
            return act
    return None


def given_to_player(turn: Turn, seat: Seat) -> Turn:
    """Return the turn with all its acts as those of the player at `seat`."""
    acts: list[Any] = list(turn.acts)
    return replace(turn, seat=seat, acts=tuple(replace(act, seat=seat) for act in acts))


def with_tile(turn: Turn, place: int, tile: Tile) -> Turn:
    """Return the turn with another tile in its act at index `place`."""
    acts: list[Any] = list(turn.acts)
    acts[place] = replace(acts[place], tile=tile)
    return replace(turn, acts=tuple(acts))


def discards_nothing(turn: Turn) -> bool:
    """Return whether a turn sets out bonus tiles and discards nothing."""
    return has(turn, SET_OUT) and not has(turn, DISCARD)


def with_discard(turn: Turn, tile: Tile) -> Turn:
    """Return the turn with `tile` discarded instead.

    If its tile is discarded as drawn, `tile` is drawn instead, too.
    """
    dropped = discard_of(turn)
    kinds = {DISCARD, READY}
    if dropped is not None and dropped.manner == SAID_DRAWN:
        kinds |= DRAWING
    for place, act in enumerate(turn.acts):
        if act.kind in kinds:
            turn = with_tile(turn, place, tile)
    return turn


def acts_declaring_ready(turn: Turn, *, face_down: bool) -> list[Act]:
    """Return the acts of a turn with its discard as one that declares ready.

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
    """Return a claim or kong with unknown tiles; return any other act unchanged."""
    if act.kind in {CLAIM, CONCEALED_KONG}:
        return replace(act, tiles=(UNKNOWN,) * len(act.tiles))
    if act.kind != ADDED_KONG:
        return act
    return replace(act, tile=UNKNOWN)


def unread(seat: Seat, word: str = "") -> Turn:
    """Return a turn of that player that cannot be read; `word` is its text."""
    return Turn(seat, word, (Irregularity(seat, UNREADABLE, word),))


def unread_ready(seat: Seat) -> Turn:
    """Return a turn of that player with a declaration of ready, and unknown tiles."""
    discard = Discard(seat, UNKNOWN, ready=True)
    return Turn(seat, "", (Draw(seat, UNKNOWN), Ready(seat, UNKNOWN), discard))
