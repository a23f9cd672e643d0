"""Fields of the messages of clauses, computed only if a message names them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from string import Formatter
from typing import Any, Final

from mjlog.model.messages import Message, Tiles, counting, msg
from mjlog.model.record import MANNER_DRAWN, Seat, seat_name
from mjlog.model.table import ACT, HELD, NONE, OVER, Table
from mjlog.model.tiles import PILLAR, UNKNOWN, Tile, text

Word = str | Message | Tiles | tuple[Message, ...]
Words = Mapping[str, Callable[[Table, Any], Word]]


def _tile(tile: Tile) -> Word:
    if tile == NONE:
        return msg("nothing")
    if tile == UNKNOWN:
        return msg("an unknown tile")
    return Tiles((tile,))


def _hand(table: Table, seat: Seat) -> Word:
    """Return a player's concealed tiles in notation, with the number of unknown tiles if any.

    For example, "123m and 2 unknown".
    """
    hand = table.hands[seat]
    hidden = hand.unknown + hand.pillars_unknown
    tiles = text(hand.tiles(), sort=True)
    if not hidden:
        return tiles
    return msg("{tiles} and {hidden} unknown", tiles=tiles, hidden=hidden)


def _whose_turn(table: Table, act: Any) -> Word:
    if table.phase == OVER:
        return msg("the deal is already won")
    turn = seat_name(table.turn)
    if table.phase != ACT:
        return msg("it is {turn}'s turn to draw", turn=turn)
    if act.seat == table.turn:
        return msg("{turn} already has a tile to discard", turn=turn)
    return msg("it is {turn}'s turn to discard", turn=turn)


def tiles_counted(number: int) -> Message:
    """Return a number of tiles in words, such as "3 tiles"."""
    return counting("{number} tile", "{number} tiles", number)


def _copies(table: Table, act: Any) -> Word:
    face = act.tile & ~PILLAR
    tile = Tiles((face,))
    if not table.copies[face]:
        return msg("the set has no {tile}", tile=tile)
    return counting(
        "the set has only {number} {tile}",
        "the set has only {number} {tile}",
        table.copies[face],
        tile=tile,
    )


def _no_winning_tile(table: Table, win: Any) -> Word:
    if win.own_draw:
        return msg("{seat} has drawn no tile", seat=seat_name(win.seat))
    if win.seat in table.just_won:
        words = "{seat} has already won on {tile}"
        return msg(words, seat=seat_name(win.seat), tile=_tile(table.live))
    if table.live == NONE:
        return msg("no other player has put down a tile")
    return msg("nobody can win on {tile}", tile=_tile(table.live))


def _sizes(table: Table, act: Any) -> Word:
    if act.seat != table.dealer:
        return str(table.resting)
    return msg("{one} or {other}", one=table.resting, other=table.resting + 1)


def _nearest_winners(table: Table, win: Any) -> list[Seat]:
    """Return the players who win on the same tile as `win`, in turn order after the discarder."""
    return sorted(
        {*table.just_won, win.seat}, key=lambda seat: table.distance(seat, table.live_seat)
    )


def _surplus(table: Table, _act: object) -> Word:
    return Tiles(tuple(face for face in range(HELD) if table.identified[face] > table.copies[face]))


WORDS: Final[Words] = {
    "seat": lambda _, act: seat_name(act.seat),
    "tile": lambda _, act: Tiles((act.tile,)),
    "tiles": lambda _, act: Tiles(tuple(act.tiles)) if act.tiles else msg("nothing"),
    "copies": _copies,
    "surplus": _surplus,
    "wall_size": lambda _, wall: str(len(wall.tiles)),
    "wall_surplus": lambda table, wall: Tiles(table.surplus_of_walls(wall)),
    "tiles_too_many": lambda table, act: Tiles(tuple(table.surplus(act))),
    "turn": lambda table, _: seat_name(table.turn),
    "whose_turn": _whose_turn,
    "tiles_held": lambda table, act: tiles_counted(table.hands[act.seat].total),
    "dealt_size": _sizes,
    "resting": lambda table, _: str(table.resting),
    "resting_and_one": lambda table, _: str(table.resting + 1),
    "undrawn": lambda table, _: counting(
        "{number} tile stays undrawn", "{number} tiles stay undrawn", table.undrawn
    ),
    "hand": lambda table, act: _hand(table, act.seat),
    "pillars": lambda table, act: Tiles(
        tuple(t & ~PILLAR for t in table.hands[act.seat].tiles() if t & PILLAR)
    ),
    "drawn": lambda table, _: _tile(table.drawn),
    "manner": lambda _, act: (
        msg("the drawn tile") if act.manner == MANNER_DRAWN else msg("from the hand")
    ),
    "live": lambda table, _: _tile(table.live),
    "live_seat": lambda table, _: seat_name(table.live_seat),
    "next_seat": lambda table, _: seat_name(table.order.after[table.live_seat]),
    "first_winner": lambda table, win: seat_name(_nearest_winners(table, win)[0]),
    "last_winner": lambda table, win: seat_name(_nearest_winners(table, win)[-1]),
    "pillar_number": lambda table, _: str(table.pillars),
    "no_winning_tile": _no_winning_tile,
}


def sentence(template: str, table: Table, act: object, extra: Words) -> Message:
    """Create the message about an act that broke a rule, by filling in the fields of `template`.

    For example, the field `{seat}` becomes the letter of the player. `extra` maps the names of
    fields that only this rule set has to functions that compute them; all other fields are in
    `WORDS`.
    """
    return Message(
        template, {name: (extra.get(name) or WORDS[name])(table, act) for name in fields(template)}
    )


@cache
def fields(template: str) -> tuple[str, ...]:
    """Return the names of the fields in a sentence, without repetition.

    >>> fields("{seat} discards {tile} and {seat} does not hold it")
    ('seat', 'tile')
    """
    return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(template) if name))


def expected(template: str, table: Table, act: object, extra: Words) -> tuple[str, Message | None]:
    """Fill in `template`, the sentence that says what a rule expects instead of an act.

    Return the sentence in English, and the first of its field values that is a `Message` and so can
    be translated; None if there is none. `extra` has the fields of the rule set.
    """
    due_sentence = sentence(template, table, act, extra)
    return due_sentence.english, next(
        (word for word in due_sentence.values.values() if isinstance(word, Message)), None
    )
