"""The words with which clauses tell what is wrong: fields that their sentences name, filled only when needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from mjlog.record import SAID_DRAWN, Seat, seat_name
from mjlog.table import ACT, HELD, NONE, OVER, Table
from mjlog.tiles import PILLAR, UNKNOWN, Tile, text

Words = Mapping[str, Callable[[Table, Any], str]]


def _tile(tile: Tile) -> str:
    return "nothing" if tile == NONE else "an unknown tile" if tile == UNKNOWN else text([tile])


def _hand(table: Table, seat: Seat) -> str:
    hand = table.hands[seat]
    hidden = hand.unknown + hand.pillars_unknown
    return text(hand.tiles(), sort=True) + (f" and {hidden} unknown" if hidden else "")


def _phase(table: Table, _act: object) -> str:
    if table.phase == OVER:
        return ": the deal is won"
    return " to act" if table.phase == ACT else " to draw"


def _no_winning_tile(table: Table, win: Any) -> str:
    if win.own_draw:
        return "it has drawn no tile"
    if win.seat in table.just_won:
        return f"it has won on {_tile(table.live)} already"
    return (
        "no other player has put a tile on the table" if table.live == NONE else f"{_tile(table.live)} cannot be won on"
    )


def _by_distance(table: Table, win: Any) -> list[Seat]:
    """Who wins on the tile that lies there, the nearest after its discarder first."""
    return sorted({*table.just_won, win.seat}, key=lambda seat: table.distance(seat, table.live_seat))


def _surplus(table: Table, _act: object) -> str:
    return text([face for face in range(HELD) if table.identified[face] > table.copies[face]])


WORDS: Final[Words] = {
    "seat": lambda _, act: seat_name(act.seat),
    "tile": lambda _, act: text([act.tile]),
    "tiles": lambda _, act: text(act.tiles),
    "copies": lambda table, act: str(table.copies[act.tile & ~PILLAR]),
    "surplus": _surplus,
    "tiles_too_many": lambda table, act: text(table.surplus(act)),
    "turn": lambda table, _: seat_name(table.turn),
    "phase": _phase,
    "size": lambda table, act: str(table.hands[act.seat].total),
    "dealt_size": lambda table, act: f"{table.resting}{f' or {table.resting + 1}' * (act.seat == table.dealer)}",
    "resting": lambda table, _: str(table.resting),
    "resting_and_one": lambda table, _: str(table.resting + 1),
    "undrawn": lambda table, _: str(table.undrawn),
    "hand": lambda table, act: _hand(table, act.seat),
    "pillars": lambda table, act: text([t & ~PILLAR for t in table.hands[act.seat].tiles() if t & PILLAR]),
    "drawn": lambda table, _: _tile(table.drawn),
    "manner": lambda _, act: "the drawn tile" if act.manner == SAID_DRAWN else "from the hand",
    "live": lambda table, _: _tile(table.live),
    "live_seat": lambda table, _: seat_name(table.live_seat),
    "next_seat": lambda table, _: seat_name((table.live_seat + 1) % table.seats),
    "first_winner": lambda table, win: seat_name(_by_distance(table, win)[0]),
    "last_winner": lambda table, win: seat_name(_by_distance(table, win)[-1]),
    "pillar_number": lambda table, _: str(table.pillars),
    "no_winning_tile": _no_winning_tile,
}


class _Fields(dict[str, str]):
    """The fields of one sentence, made when `str.format_map` asks for them."""

    def __init__(self, table: Table, act: object, extra: Words) -> None:
        super().__init__()
        self.asked = (table, act)
        self.extra = extra

    def __missing__(self, name: str) -> str:
        word = self.extra.get(name) or WORDS[name]
        return word(*self.asked)


def sentence(template: str, table: Table, act: object, extra: Words) -> str:
    """The sentence for that act on that table; `extra` are words of the rule set's own."""
    return template.format_map(_Fields(table, act, extra))
