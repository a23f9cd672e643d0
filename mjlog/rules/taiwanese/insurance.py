"""Taiwanese 16-tile: who is liable for a dangerous discard, and so pays for all losers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.messages import Message, counting, msg
from mjlog.model.record import NOBODY, Seat, ShownMeld, seat_name, tiles_of
from mjlog.model.table import Meld
from mjlog.model.tiles import EAST, KIND, KINDS, TERMINALS, WHITE, Tile, kinds_of
from mjlog.referee.rulebook import Outcome, Unclear, Winner, switched_on
from mjlog.rules.taiwanese.events import Events, WinCircumstances

LAST_TILES: Final = 5
_Meld = TypeVar("_Meld", Meld, ShownMeld, Meld | ShownMeld)


@dataclass(frozen=True, slots=True)
class Liable:
    """A player who must pay a whole win, the number of the sentence that says so, and the reason.

    `ruled` is true if only a ruling makes the player liable.
    """

    seat: Seat
    clause: str
    words: Message
    ruled: bool = False


@dataclass(frozen=True, slots=True)
class Danger:
    """A number of open sets after which a discard can make its player pay the whole win.

    The discard is dangerous if another player has `sets` sets of the same family as the discarded
    tile; `families` lists the families, such as the winds. `patterns` are the winning hands for
    which the discard is dangerous. If the discard was claimed for a set, the discarder is liable
    for any later win if `any_tile` is true, otherwise only for a self-draw. `concealed_kongs`: a
    concealed kong counts as one of the sets.
    """

    option: str
    clause: str
    sets: int
    families: tuple[frozenset[Tile], ...]
    patterns: frozenset[str]
    any_tile: bool
    words: Message
    concealed_kongs: bool = False

    def concerns(self, patterns: Collection[str]) -> bool:
        """Return whether this danger applies to a hand with the patterns `patterns`.

        A `Danger` is a rule: after a certain number of open sets of one family, such as a suit, a
        discard can make its player pay the whole win, for hands with certain patterns.
        """
        return not self.patterns.isdisjoint(patterns)

    def fitting(self, melds: Sequence[_Meld], kind: Tile) -> list[_Meld]:
        """Return those of `melds` that belong to the same family of tiles as `kind`.

        A family is, for example, a suit or the winds. Concealed kongs are left out unless
        `concealed_kongs` is true.
        """
        family = next((each for each in self.families if kind in each), _NO_FAMILY)
        return [
            meld
            for meld in melds
            if family.issuperset(kinds_of(meld.tiles))
            and (self.concealed_kongs or not _is_concealed_kong(meld))
        ]


def _is_concealed_kong(meld: Meld | ShownMeld) -> bool:
    if isinstance(meld, Meld):
        return meld.sort == "concealed kong"
    return meld.is_concealed


_NO_FAMILY: Final = frozenset[Tile]()
_SUITS: Final = tuple(frozenset(range(first, first + 9)) for first in (0, 9, 18))
_WINDS: Final = frozenset(range(EAST, WHITE))
_DRAGONS: Final = frozenset(range(WHITE, KINDS))

DANGERS: Final = (
    Danger("insurance_suit", "11.10", 4, _SUITS, frozenset({"pure1"}), False,
    msg("four sets of one suit lay open")),
    Danger("insurance_winds", "11.11", 3, (_WINDS,), frozenset({"l4w", "b4w"}), True,
    msg("three sets of winds lay open")),
    Danger("insurance_dragons", "11.12", 2, (_DRAGONS,), frozenset({"l3d", "b3d"}), True,
    msg("two sets of dragons lay open")),
    Danger(
        "insurance_limit_hands", "11.14", 4, (_WINDS | _DRAGONS,), frozenset({"all_honors"}), False,
        msg("four sets of honours lay open"),
    ),
    Danger(
        "insurance_limit_hands", "11.14", 4, (TERMINALS,), frozenset({"all_terminals"}), False,
        msg("four sets of terminals lay open"),
    ),
)  # fmt: skip


class Insurance:
    """Decides under one set of options who must pay a whole win because of a dangerous discard."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        played = switched_on(settings)
        self.on = "insurance" in played
        self.last_five = {"insurance", "insurance_last_five"} <= played
        self.dangers = [
            replace(danger, concealed_kongs="insurance_concealed_kongs" in played)
            for danger in DANGERS
            if {"insurance", danger.option} <= played
        ]

    def liable(
        self, winner: Winner, outcome: Outcome, patterns: Collection[str]
    ) -> Liable | Unclear | None:
        """Find the player who must pay the whole win because of a dangerous discard (insurance).

        `patterns` are the patterns of the winning hand. If the turns do not show the player, a
        ruling (decision of the referee) decides. Return None if no player is liable. The result is
        an `Unclear`, which states the reason, if one of the winner's open sets has unknown tiles.
        """
        seen: Events = outcome.seen
        came = seen.came.get(winner.seat)
        first_liable = next(self._found(winner, came, patterns), None)
        if first_liable is not None:
            return first_liable
        ruled = seen.ruled("insurance")
        if self.on and ruled and _is_course_unknown(came) and ruled[0].seat != winner.seat:
            return Liable(ruled[0].seat, "11.9", msg("by the ruling"), ruled=True)
        if came is None or not self._dangers_of(patterns):
            return None
        kinds = kinds_of(tiles_of(came.melds))
        if max(kinds, default=0) < KINDS:
            return None
        return Unclear(msg("nobody saw every set that was open before the win").lacking("turns"))

    def _dangers_of(self, patterns: Collection[str]) -> list[Danger]:
        """Return the dangers that apply to a hand with these patterns.

        A `Danger` is a rule: after a certain number of open sets of one family, such as a suit, a
        discard can make its player pay the whole win.
        """
        return [danger for danger in self.dangers if danger.concerns(patterns)]

    def doubtful_liabilities(
        self, winner: Winner, outcome: Outcome, patterns: Collection[str]
    ) -> Iterator[tuple[Liable, Message]]:
        """Yield each player who may have to pay the whole win, with the reason for the doubt.

        Yield nothing if the turns or a ruling (decision of the referee) show the player. `patterns`
        are the patterns of the winning hand.
        """
        seen: Events = outcome.seen
        came = seen.came.get(winner.seat)
        if not _is_course_unknown(came) or seen.ruled("insurance"):
            return
        near = came is None or came.live <= LAST_TILES
        if self.last_five and near and _is_given(winner):
            words = msg("perhaps a fresh tile among the last five")
            yield Liable(winner.source, "11.13", words), _FRESH
        if came is None:
            for danger in self._dangers_of(patterns):
                yield from _perhaps_later(danger, winner, outcome)

    def _found(
        self, winner: Winner, came: WinCircumstances | None, patterns: Collection[str]
    ) -> Iterator[Liable]:
        for danger in self._dangers_of(patterns):
            yield from _liable_at_once(danger, winner, came)
            yield from _later(danger, winner, came)
        if not self.last_five or came is None:
            return
        # A tile is fresh if no other copy of it lies open.
        if came.live <= LAST_TILES and came.fresh is True:
            left = max(0, came.live)
            words = counting(
                "a fresh tile with {number} tile left",
                "a fresh tile with {number} tiles left",
                left,
            )
            yield Liable(winner.source, "11.13", words)


def _is_given(winner: Winner) -> bool:
    """Return whether the record says which other player put down the winning tile."""
    return not winner.own_draw and winner.source != NOBODY


_FRESH: Final = msg("the record does not say whether the tile was a fresh one among the last five")


def _perhaps_later(
    danger: Danger, winner: Winner, outcome: Outcome
) -> Iterator[tuple[Liable, Message]]:
    """Yield each player who may have discarded a dangerous tile before the win, with the reason.

    A discard is dangerous if the winner claims it for a set after a certain number of sets of one
    family, such as one suit. Used for a record without turns. Yield nothing if the winner has too
    few claimed sets for this `danger`.
    """
    if not winner.own_draw and not danger.any_tile:
        return
    if not _may_have_been_fed(danger, winner.sets_seen):
        return
    words = msg("{danger}, perhaps, when the tile was claimed", danger=danger.words)
    for seat in outcome.others(winner.seat):
        who = "without the turns the record does not say whether {seat} threw the dangerous tile"
        yield Liable(seat, danger.clause, words), msg(who, seat=seat_name(seat))


def _may_have_been_fed(danger: Danger, melds: Sequence[ShownMeld]) -> bool:
    """Return whether a dangerous discard may have been claimed for one of these melds.

    A discard is dangerous if it is claimed after a certain number of sets of one family, such as
    one suit; `danger` says which number and family. Return False if no family has more sets than
    that number, or if all sets of the family are concealed or claimed kongs.
    """
    for kind in dict.fromkeys(_kinds(melds)):
        fitting = danger.fitting(melds, kind)
        # Nobody can be liable for feeding a concealed set or a claimed kong.
        fed = [meld for meld in fitting if not meld.is_concealed and not meld.is_claimed_kong]
        if fed and len(fitting) > danger.sets:
            return True
    return False


def _is_course_unknown(came: WinCircumstances | None) -> bool:
    return came is None or came.fresh is None


def _kinds(melds: Sequence[Meld | ShownMeld]) -> list[Tile]:
    return [min(kinds_of(meld.tiles)) for meld in melds]


def _liable_at_once(
    danger: Danger, winner: Winner, came: WinCircumstances | None
) -> Iterator[Liable]:
    """Yield the discarder of the winning tile if that tile was dangerous.

    `danger` says which discards are dangerous. `came` says how the win came about, None for a
    record without turns.
    """
    if not _is_given(winner):
        return
    melds: Sequence[Meld | ShownMeld] = winner.sets_seen
    if came is not None:
        melds = came.melds
    if len(danger.fitting(melds, KIND[winner.tile])) >= danger.sets:
        yield Liable(winner.source, danger.clause, danger.words)


def _later(danger: Danger, winner: Winner, came: WinCircumstances | None) -> Iterator[Liable]:
    """Yield the player who is liable because a dangerous discard was claimed before the win.

    A discard is dangerous if it is claimed for a set after a certain number of sets of one family,
    such as one suit; `danger` says which number and family. `came` says how the win came about; for
    a record without turns it is None, and nothing is yielded.
    """
    if came is None or not (winner.own_draw or danger.any_tile):
        return
    for kind in dict.fromkeys(_kinds(came.melds)):
        fitting = danger.fitting(came.melds, kind)
        made = fitting[danger.sets : danger.sets + 1]
        if made and made[0].sort not in {"claimed kong", "concealed kong"}:
            words = msg("{danger} when the tile was claimed", danger=danger.words)
            yield Liable(made[0].source, danger.clause, words)
