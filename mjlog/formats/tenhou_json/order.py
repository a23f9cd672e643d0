"""Finds the order of the acts in a deal of Tenhou's JSON.

The format has two rows of acts for each seat: tiles taken and tiles given. It does not state the
order of acts of different seats. A call in a seat's row may fit not only the discard that it
claimed, but also an earlier discard of the same tile. So the order is found by a search that tries
claims before draws, and kongs and pungs before chows. If some acts do not fit at the end, the
search goes back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from mjlog.formats.tenhou_json.tiles import Call
from mjlog.model.record import Seat
from mjlog.model.tiles import Tile

Incoming = Tile | Call
Outgoing = Tile | Call | None
"""A discard or a declaration; None if the tile just drawn is discarded."""

_MOST: Final = 20_000
"""Maximum number of states in the search; a normal deal needs about a hundred."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The two rows of acts of one seat, in order.

    `incoming` has tiles drawn and claimed, `outgoing` has discards and declarations.
    """

    incoming: tuple[Incoming, ...]
    outgoing: tuple[Outgoing, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One act.

    `taken`: the act is from the seat's row `incoming`, otherwise from `outgoing`.
    """

    seat: Seat
    taken: bool
    what: Incoming | Outgoing


@dataclass(frozen=True, slots=True)
class _State:
    """How far the search for the order of acts has come.

    It has the number of used acts of each row, the player whose turn it is, and the latest discard.
    `takes` is True if the next act is a draw or a claim. `drawn` is the tile that the current
    player drew last; None after a chow or a pung.
    """

    at_in: tuple[int, ...]
    at_out: tuple[int, ...]
    seat: Seat
    takes: bool
    drawn: Tile | None = None
    thrown: Tile | None = None


def ordered(rows: Sequence[Rows], dealer: Seat) -> tuple[list[Step], bool]:
    """Merge the acts of all players, which the format lists for each player separately.

    `rows` has for each seat the row of tiles that came in (draws and claims) and the row of tiles
    that went out (discards and kongs). Return the acts in the order in which they may have
    happened, and True. If no order fits all acts, return the longest order found, and False.
    `dealer` is the seat that draws first.
    """
    start = _State((0,) * len(rows), (0,) * len(rows), dealer, takes=True)
    came: dict[_State, tuple[_State | None, Step | None]] = {start: (None, None)}
    furthest, best = start, -1
    waiting = [start]
    while waiting and len(came) < _MOST:
        state = waiting.pop()
        done = sum(state.at_in) + sum(state.at_out)
        if done > best:
            furthest, best = state, done
        if _is_over(rows, state):
            furthest = state
            break
        for step, after in reversed(list(_options(rows, state))):
            if after not in came:
                came[after] = (state, step)
                waiting.append(after)
    return _path(came, furthest), _is_over(rows, furthest)


def _path(came: dict[_State, tuple[_State | None, Step | None]], state: _State) -> list[Step]:
    steps: list[Step] = []
    before, step = came[state]
    while before is not None:
        if step is not None:
            steps.append(step)
        before, step = came[before]
    return steps[::-1]


def _is_over(rows: Sequence[Rows], state: _State) -> bool:
    return all(
        given == len(row.outgoing) and taken == len(row.incoming)
        for row, taken, given in zip(rows, state.at_in, state.at_out, strict=True)
    )


def _options(rows: Sequence[Rows], state: _State) -> Iterator[tuple[Step | None, _State]]:
    """Yield each act that may happen next in `state`, with the state after this act.

    `rows` has the tiles that came in and went out for each player. A state says how many tiles of
    each row are used. Likely acts are yielded first.
    """
    if not state.takes:
        yield from _given(rows, state)
        return
    if state.thrown is not None:
        yield from _claims(rows, state)
    seat = state.seat if state.thrown is None else (state.seat + 1) % len(rows)
    item = _next_in(rows, state, seat)
    if isinstance(item, int):
        after = _State(_next_places(state.at_in, seat), state.at_out, seat, takes=False, drawn=item)
        yield Step(seat, taken=True, what=item), after


def _claims(rows: Sequence[Rows], state: _State) -> Iterator[tuple[Step, _State]]:
    """Yield each claim of the latest discard that the rows allow, with the state after the claim.

    `rows` has the tiles that came in and went out for each player. A state says how many tiles of
    each row are used. A chow is yielded after a pung or kong.
    """
    claims: list[tuple[bool, Step, _State]] = []
    for seat in range(len(rows)):
        call = _next_in(rows, state, seat)
        if seat == state.seat or not isinstance(call, Call):
            continue
        if call.tile == state.thrown and call.from_seat(seat) == state.seat:
            step = Step(seat, taken=True, what=call)
            # After a claimed kong, the player draws before discarding.
            after = _State(
                _next_places(state.at_in, seat), state.at_out, seat, takes=call.kind == "kong"
            )
            if call.kind == "kong" and _next_out(rows, state, seat) == NO_TILE:
                after = _State(after.at_in, _next_places(after.at_out, seat), seat, takes=True)
            claims.append((call.kind == "chow", step, after))
    for _, step, after in sorted(claims, key=lambda each: each[0]):
        yield step, after


def _given(rows: Sequence[Rows], state: _State) -> Iterator[tuple[Step, _State]]:
    """Yield the next act in the current player's row of discards, with the state after this act.

    The act is a discard, a riichi or the player's own kong. A state says how many tiles of each row
    are used. Nothing is yielded if the row has no further act.
    """
    seat = state.seat
    if state.at_out[seat] >= len(rows[seat].outgoing):
        return
    item = rows[seat].outgoing[state.at_out[seat]]
    at_out = _next_places(state.at_out, seat)
    step = Step(seat, taken=False, what=item)
    if isinstance(item, Call) and item.kind != "riichi":
        yield step, _State(state.at_in, at_out, seat, takes=True)  # the replacement comes next
        return
    tile = item.tile if isinstance(item, Call) else item
    thrown = state.drawn if tile is None else tile
    if thrown is not None and thrown != NO_TILE:
        yield step, _State(state.at_in, at_out, seat, takes=True, thrown=thrown)


NO_TILE: Final = -1
"""Entry in the row of outgoing tiles for the turn of a claimed kong."""


def _next_in(rows: Sequence[Rows], state: _State, seat: Seat) -> Incoming | None:
    at = state.at_in[seat]
    if at < len(rows[seat].incoming):
        return rows[seat].incoming[at]
    return None


def _next_out(rows: Sequence[Rows], state: _State, seat: Seat) -> Outgoing:
    at = state.at_out[seat]
    if at < len(rows[seat].outgoing):
        return rows[seat].outgoing[at]
    return None


def _next_places(places: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    return (*places[:seat], places[seat] + 1, *places[seat + 1 :])
