"""Taiwanese 16-tile: who is liable for a dangerous discard, and pays for all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from mjlog.model.messages import Message, msg
from mjlog.model.record import NOBODY, Seat, ShownMeld, seat_name
from mjlog.model.table import Meld
from mjlog.model.tiles import EAST, KIND, KINDS, NORTH, WHITE, Tile
from mjlog.referee.rulebook import Outcome, Unclear, Winner
from mjlog.rules.taiwanese.events import Came, Events

LAST_TILES: Final = 5


@dataclass(frozen=True, slots=True)
class Liable:
    """Who answers for a win, by which sentence, and what the player did.

    `ruled`: nothing but a ruling tells it.
    """

    seat: Seat
    clause: str
    words: Message
    ruled: bool = False


@dataclass(frozen=True, slots=True)
class Danger:
    """Sets on the table that make a discard dangerous.

    `sets` of them of the kinds that `fits` knows.

    `patterns` are the hands it is dangerous for; `any_tile`: once the dangerous tile has made one
    set more, its discarder stays liable however the win comes, otherwise for a self-draw alone.
    """

    option: str
    clause: str
    sets: int
    fits: Callable[[Tile, Tile], bool]
    patterns: frozenset[str]
    any_tile: bool
    words: Message


def _same_suit(kind: Tile, other: Tile) -> bool:
    return kind < EAST and other < EAST and kind // 9 == other // 9


def _winds(kind: Tile, other: Tile) -> bool:
    return EAST <= kind <= NORTH and EAST <= other <= NORTH


def _dragons(kind: Tile, other: Tile) -> bool:
    return kind >= WHITE and other >= WHITE


def _honours(kind: Tile, other: Tile) -> bool:
    return kind >= EAST and other >= EAST


def _terminals(kind: Tile, other: Tile) -> bool:
    return max(kind, other) < EAST and kind % 9 in {0, 8} and other % 9 in {0, 8}


DANGERS: Final = (
    Danger("insurance_suit", "11.10", 4, _same_suit, frozenset({"pure1"}), False,
    msg("four sets of one suit lay open")),
    Danger("insurance_winds", "11.11", 3, _winds, frozenset({"l4w", "b4w"}), True,
    msg("three sets of winds lay open")),
    Danger("insurance_dragons", "11.12", 2, _dragons, frozenset({"l3d", "b3d"}), True,
    msg("two sets of dragons lay open")),
    Danger(
        "insurance_limit_hands", "11.14", 4, _honours, frozenset({"all_honors"}), False,
        msg("four sets of honours lay open"),
    ),
    Danger(
        "insurance_limit_hands", "11.14", 4, _terminals, frozenset({"all_terminals"}), False,
        msg("four sets of terminals lay open"),
    ),
)  # fmt: skip


class Insurance:
    """Liability with these options."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        insured = chosen["insurance"] == "true"
        self.dangers = [danger for danger in DANGERS if insured and chosen[danger.option] == "true"]
        self.last_five = insured and chosen["insurance_last_five"] == "true"
        self.on = insured

    def liable(
        self, winner: Winner, outcome: Outcome, patterns: Collection[str]
    ) -> Liable | Unclear | None:
        """Who is liable for that win of a hand with these patterns.

        Without turns a ruling tells what they would.

        Unclear where a set of the winner's lay open and nobody saw its tiles.
        """
        seen: Events = outcome.seen
        came = seen.came.get(winner.seat)
        found = next(self._found(winner, came, patterns), None)
        ruled = seen.ruled("insurance")
        if (
            found is None
            and self.on
            and ruled
            and _is_untold(came)
            and ruled[0].seat != winner.seat
        ):
            return Liable(ruled[0].seat, "11.9", msg("by the ruling"), ruled=True)
        if (
            found is None
            and came is not None
            and any(danger.patterns & set(patterns) for danger in self.dangers)
        ):
            unseen = any(KIND[tile] >= KINDS for meld in came.melds for tile in meld.tiles)
            if not unseen:
                return None
            return Unclear(
                msg("nobody saw every set that lay open before the win").lacking("turns")
            )
        return found

    def perhaps(
        self, winner: Winner, outcome: Outcome, patterns: Collection[str]
    ) -> Iterator[tuple[Liable, Message]]:
        """Who may be liable for that win where the record does not tell it.

        And what it does not tell.
        """
        seen: Events = outcome.seen
        came = seen.came.get(winner.seat)
        if not _is_untold(came) or seen.ruled("insurance"):
            return
        fed_by = winner.source
        near = came is None or came.live <= LAST_TILES
        if self.last_five and not winner.own_draw and fed_by != NOBODY and near:
            words = msg("perhaps a fresh tile among the last five")
            yield Liable(fed_by, "11.13", words), _FRESH
        for danger in self.dangers if came is None else ():
            if danger.patterns & set(patterns) and (winner.own_draw or danger.any_tile):
                yield from _perhaps_later(danger, winner, outcome.seats)

    def _found(
        self, winner: Winner, came: Came | None, patterns: Collection[str]
    ) -> Iterator[Liable]:
        for danger in self.dangers:
            if danger.patterns & set(patterns):
                yield from _at_once(danger, winner, came)
                yield from _later(danger, winner, came)
        if (
            self.last_five
            and came is not None
            and not winner.own_draw
            and came.live <= LAST_TILES
            and came.fresh
        ):
            left = max(0, came.live)
            words = msg("a fresh tile with {number} tiles left", number=left)
            yield Liable(winner.source, "11.13", words)


_FRESH: Final = msg("the record does not tell whether the tile was a fresh one among the last five")


def _perhaps_later(danger: Danger, winner: Winner, seats: int) -> Iterator[tuple[Liable, Message]]:
    """Each of the others may have fed one set more than makes a discard dangerous."""
    melds = winner.melds or ()
    for kind in dict.fromkeys(_kinds(melds)):
        fitting = [meld for meld in melds if _all_fit(danger, meld, kind)]
        if len(fitting) <= danger.sets or all(_is_no_danger(meld) for meld in fitting):
            continue
        for seat in range(seats):
            if seat != winner.seat:
                who = "without the turns nothing tells whether {seat} threw the dangerous tile"
                perhaps = "{danger}, perhaps, when the tile was claimed"
                words = msg(perhaps, danger=danger.words)
                yield Liable(seat, danger.clause, words), msg(who, seat=seat_name(seat))
        return


def _is_no_danger(meld: ShownMeld) -> bool:
    """Whether the set was claimed for a kong or never claimed: nobody is liable for its tile."""
    return meld.sign == "*" or (meld.sign == "+" and len(meld.tiles) == 4)


def _is_untold(came: Came | None) -> bool:
    return came is None or came.fresh is None


def _kinds(melds: Sequence[Meld | ShownMeld]) -> list[Tile]:
    return [min(KIND[tile] for tile in meld.tiles) for meld in melds]


def _all_fit(danger: Danger, meld: Meld | ShownMeld, kind: Tile) -> bool:
    return all(KIND[tile] < KINDS and danger.fits(KIND[tile], kind) for tile in meld.tiles)


def _at_once(danger: Danger, winner: Winner, came: Came | None) -> Iterator[Liable]:
    """The winning tile itself was dangerous."""
    if winner.own_draw or winner.source == NOBODY:
        return
    melds: Sequence[Meld | ShownMeld] = came.melds if came is not None else winner.melds or ()
    kind = KIND[winner.tile]
    if (
        danger.fits(kind, kind)
        and sum(_all_fit(danger, meld, kind) for meld in melds) >= danger.sets
    ):
        yield Liable(winner.source, danger.clause, danger.words)


def _later(danger: Danger, winner: Winner, came: Came | None) -> Iterator[Liable]:
    """A dangerous tile made one set more, and the hand was won later."""
    if came is None or not (winner.own_draw or danger.any_tile):
        return
    for kind in dict.fromkeys(_kinds(came.melds)):
        fitting = [meld for meld in came.melds if _all_fit(danger, meld, kind)]
        made = fitting[danger.sets : danger.sets + 1]
        if made and made[0].sort not in {"claimed kong", "concealed kong"}:
            words = msg("{danger} when the tile was claimed", danger=danger.words)
            yield Liable(made[0].source, danger.clause, words)
