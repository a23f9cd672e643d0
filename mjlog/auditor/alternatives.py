"""A deal with one of its entries read otherwise.

What else may have been meant where a record contradicts itself.

One wrong fact makes much of a sheet look wrong. Each reading here changes one fact to what another
entry of the deal says of it. If by a reading several errors vanish and no new one appears, that one
entry explains them all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any, Final

from mjlog.model.findings import Place
from mjlog.model.messages import Message, msg
from mjlog.model.record import (
    CLAIM,
    DISCARD,
    DRAW,
    IRREGULARITY,
    NOBODY,
    READY,
    REPLACE,
    SAID_DRAWN,
    SEATS,
    SET_OUT,
    WIN,
    Act,
    Deal,
    Discard,
    Indicators,
    Line,
    Ready,
    Seat,
    Show,
    Turn,
    WinLine,
    seat_name,
)
from mjlog.model.tiles import is_known
from mjlog.referee.aftermath import header_entry, turn_entry
from mjlog.referee.rulebook import RuleSet

MOST: Final = 250
"""Readings of one deal that are tried at most."""
_STICKS: Final = 5


@dataclass(frozen=True, slots=True)
class Reading:
    """The deal with `entry` read otherwise, which stands at `place`.

    `overruled` is the player whose hand is taken to be the one shown at the end. `root` are the
    codes that tell the contradiction itself, where others may tell what follows from it.
    `of_the_sheet`: only a sheet that reckons with another fact speaks for such a reading; play
    alone does not.
    """

    deal: Deal
    entry: Message
    place: Place
    overruled: Seat = NOBODY
    root: tuple[str, ...] = ()
    of_the_sheet: bool = False


def readings(deal: Deal, rules: RuleSet, seats: int) -> Iterator[Reading]:
    """Every reading of a deal recorded with its turns, the likeliest first."""
    if not deal.turns:
        return
    each = chain(
        _shown(deal),
        _dealt_by_another(deal, seats),
        _won_otherwise(deal),
        _pool(deal, rules),
        _said_by_another(deal, seats),
        _ready(deal),
        _indicators(deal, rules),
    )
    yield from islice(each, MOST)


def _at(line: Line) -> Place:
    return Place(line.span.line, line.span.column)


def _shown(deal: Deal) -> Iterator[Reading]:
    """Each hand shown at the end was held all the time."""
    for line, show in zip(deal.lines_of(Show), deal.told(Show), strict=True):
        words = msg("the hand that {seat} shows", seat=seat_name(show.seat))
        yield Reading(deal, words, _at(line), show.seat, ("show.hand", "win.line"))


def _dealt_by_another(deal: Deal, seats: int) -> Iterator[Reading]:
    """Another player deals."""
    entry = header_entry(deal)
    for seat in range(seats) if entry is not None else ():
        if seat != deal.dealer and entry is not None:
            root = ("deal.size", "turn.seat")
            yield Reading(_with_word(deal, "dealer", SEATS[seat]), *entry, root=root)


def _with_word(deal: Deal, name: str, said: str) -> Deal:
    words = tuple((key, said if key == name else old) for key, old in deal.attributes)
    return replace(deal, attributes=words)


# --------------------------------------------------------------------------- the win


def _won_otherwise(deal: Deal) -> Iterator[Reading]:
    """The turns end with the tile and the winner that the `win` line names."""
    lines = deal.told(WinLine)
    wins = [index for index, turn in enumerate(deal.turns) if _has(turn, WIN)]
    if len(lines) != 1 or len(wins) > 1:
        return
    line, root = lines[0], ("win.line",)
    if not wins:
        return
    index = wins[0]
    if deal.turns[index].seat != line.seat:
        yield Reading(_won_by(deal, index, line), *turn_entry(deal, index), root=root)
    own = line.source == line.seat
    changed = _taken_tile(deal, index, line) if own else _thrown_tile(deal, index, line)
    if changed is not None:
        place, turn = changed
        yield Reading(_with_turn(deal, place, turn), *turn_entry(deal, place), root=root)


def _won_by(deal: Deal, index: int, line: WinLine) -> Deal:
    """The deal with its last word said by the player whom the line names."""
    turn = deal.turns[index]
    return _with_turn(deal, index, _said_by(turn, line.seat))


def _said_by(turn: Turn, seat: Seat) -> Turn:
    acts: list[Any] = list(turn.acts)
    return replace(turn, seat=seat, acts=tuple(replace(act, seat=seat) for act in acts))


def _taken_tile(deal: Deal, index: int, line: WinLine) -> tuple[int, Turn] | None:
    """The winner's last word, with the tile drawn that the line names."""
    turn = deal.turns[index]
    drawn = [place for place, act in enumerate(turn.acts) if act.kind in {DRAW, REPLACE}]
    return (index, _with_tile(turn, drawn[-1], line)) if drawn else None


def _thrown_tile(deal: Deal, index: int, line: WinLine) -> tuple[int, Turn] | None:
    """The word before the win, with the tile discarded that the line names."""
    for before in range(index - 1, -1, -1):
        turn = deal.turns[before]
        dropped = next((act for act in turn.acts if isinstance(act, Discard)), None)
        if dropped is not None:
            for place, act in enumerate(turn.acts):
                at_once = dropped.manner == SAID_DRAWN and act.kind in {DRAW, REPLACE}
                if at_once or act.kind in {DISCARD, READY}:
                    turn = _with_tile(turn, place, line)
            return before, turn
    return None


def _with_tile(turn: Turn, place: int, line: WinLine) -> Turn:
    acts: list[Any] = list(turn.acts)
    acts[place] = replace(acts[place], tile=line.tile)
    return replace(turn, acts=tuple(acts))


def _with_turn(deal: Deal, index: int, turn: Turn) -> Deal:
    return replace(deal, turns=(*deal.turns[:index], turn, *deal.turns[index + 1 :]))


def _has(turn: Turn, kind: int) -> bool:
    return any(act.kind == kind for act in turn.acts)


# --------------------------------------------------------------------------- the order of turns


def _said_by_another(deal: Deal, seats: int) -> Iterator[Reading]:
    """A word at which the order of turns breaks was said by another player, or stands twice."""
    turns = deal.turns
    for index, turn in enumerate(turns[:-1]):
        follows = turns[index + 1]
        if follows.seat == (turn.seat + 1) % seats or _is_claim(follows):
            continue
        for seat in range(seats):
            if seat != turn.seat:
                changed = _with_turn(deal, index, _said_by(turn, seat))
                yield Reading(changed, *turn_entry(deal, index), root=("turn.seat",))
        if follows == turn:
            once = replace(deal, turns=(*turns[:index], *turns[index + 1 :]))
            yield Reading(once, *turn_entry(deal, index), root=("turn.seat",))


def _is_claim(turn: Turn) -> bool:
    return turn.acts[0].kind in {CLAIM, WIN, SET_OUT, IRREGULARITY}


# --------------------------------------------------------------------------- what the sheet reckons
# with


def _pool(deal: Deal, rules: RuleSet) -> Iterator[Reading]:
    """Some more or fewer points lay on the table before the deal."""
    said = deal.attribute(rules.pool_word) or ""
    if not rules.pooled or not said.isascii() or not said.isdigit() or len(said) > 6:
        return
    words = msg("the word `{word}` of the deal's header", word=f"{rules.pool_word}={said}")
    for number in range(max(0, int(said) - _STICKS), int(said) + _STICKS + 1):
        if number != int(said):
            place = Place(deal.span.line, deal.span.column)
            yield Reading(_with_word(deal, rules.pool_word, str(number)), words, place)


def _ready(deal: Deal) -> Iterator[Reading]:
    """A player never declared ready, or did with one of its discards."""
    declared = [index for index, turn in enumerate(deal.turns) if _has(turn, READY)]
    for index in declared:
        yield Reading(_not_ready(deal, index), *turn_entry(deal, index), of_the_sheet=True)
    won = {line.seat for line in deal.told(WinLine)}
    by_winners = [
        i for i, turn in enumerate(deal.turns) if turn.seat in won and _has(turn, DISCARD)
    ]
    others = [
        i for i, turn in enumerate(deal.turns) if turn.seat not in won and _has(turn, DISCARD)
    ]
    for index in (*by_winners, *others):
        if index not in declared:
            for face_down in (False, True):
                ready = _made_ready(deal, index, face_down=face_down)
                yield Reading(ready, *turn_entry(deal, index), of_the_sheet=True)


def _not_ready(deal: Deal, index: int) -> Deal:
    turn = deal.turns[index]
    acts = [
        replace(a, ready=False) if isinstance(a, Discard) else a
        for a in turn.acts
        if a.kind != READY
    ]
    return _with_turn(deal, index, replace(turn, acts=tuple(acts)))


def _made_ready(deal: Deal, index: int, *, face_down: bool) -> Deal:
    turn = deal.turns[index]
    acts: list[Act] = []
    for act in turn.acts:
        if isinstance(act, Discard):
            acts.append(Ready(act.seat, act.tile, face_down, act.pillar))
            acts.append(replace(act, ready=True, face_down=face_down))
        else:
            acts.append(act)
    return _with_turn(deal, index, replace(turn, acts=tuple(acts)))


def _indicators(deal: Deal, rules: RuleSet) -> Iterator[Reading]:
    """One of the indicators was another tile."""
    kinds = [tile for tile, number in enumerate(rules.spec.copies) if number and is_known(tile)]
    for number, line in enumerate(deal.lines):
        content = line.content
        if not isinstance(content, Indicators):
            continue
        words = msg("the indicators `{keyword}`", keyword=content.keyword)
        for place in range(len(content.tiles)):
            for tile in kinds:
                tiles = (*content.tiles[:place], tile, *content.tiles[place + 1 :])
                other = replace(line, content=replace(content, tiles=tiles))
                lines = (*deal.lines[:number], other, *deal.lines[number + 1 :])
                yield Reading(replace(deal, lines=lines), words, _at(line))
