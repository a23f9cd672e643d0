"""A deal with turns that contradicts itself, and changes that may explain it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, TypedDict, Unpack

from mjlog.auditor.diagnosis.altered_deals import has
from mjlog.model.findings import Finding, Place, codes_of, seats_of, with_codes
from mjlog.model.lazy_dataclass import dataclass, lazy_property
from mjlog.model.messages import Message
from mjlog.model.record import NOBODY, Act, Deal, Line, Seat
from mjlog.model.table import Table
from mjlog.referee.aftermath import turn_entry
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Outcome

FIRST: Final = 2
"""Most words at which one kind of change is tried."""
OFTEN: Final = 3
"""Number of wrong claims that suggests a common cause."""
OF_HANDS: Final = frozenset({"show.hand", "win.line"})
ORDER: Final = frozenset({"claim.latest", "deal.size", "turn.seat", "turn.size"})
CLAIMED: Final = frozenset({"claim.chow", "claim.held"})
LAID: Final = frozenset({"bonus.held", "deal.bonus_order"})
_OF_DECLARING: Final = frozenset({"claim.locked", "discard.locked", "kong.locked", "ready.tenpai"})
_CONTENTS: Final = frozenset(
    {
        "discard.drawn",
        "discard.held",
        "discard.locked",
        "ready.tenpai",
        "turn.seat",
        "turn.size",
        "wall.replacement",
        "win.tile",
    }
)
"""Errors that make the contents of their word doubtful, besides those of `_DOUBTFUL`."""
_DOUBTFUL: Final = ("claim.", "kong.", "bonus.")


@dataclass(frozen=True, slots=True)
class Change:
    """A deal with one entry changed: `entry` names the entry, `place` is where it is written.

    `overruled` is the player who is assumed to have held the shown hand, whatever the turns say.
    `root` are the codes of the errors that report the change; errors with other codes only follow
    from it. `of_the_sheet`: accept the change only if lines of the sheet support it. `misread` is
    the player of the changed turn, if nothing but the position of this turn is trusted. `ties`:
    another entry may be wrong instead. `judging`: reject the change if fewer values can be checked
    with it than without it. `claimer` is the player who claims the discard of the changed turn.
    """

    deal: Deal
    entry: Message
    place: Place
    overruled: Seat = NOBODY
    root: tuple[str, ...] = ()
    of_the_sheet: bool = False
    misread: Seat = NOBODY
    ties: bool = False
    judging: bool = False
    claimer: Seat = NOBODY


class More(TypedDict, total=False):
    """Optional fields of a `Change`."""

    root: tuple[str, ...]
    of_the_sheet: bool
    misread: Seat
    judging: bool
    claimer: Seat


@dataclass(frozen=True)
class Case:
    """A deal with turns that contradicts itself: its errors, its outcome, and the final table.

    It is the input for functions that propose corrections.
    """

    deal: Deal
    rules: RuleSet
    seats: int
    errors: Sequence[Finding]
    outcome: Outcome
    table: Table

    @lazy_property
    def codes(self) -> frozenset[str]:
        """Return the codes of all errors of the deal."""
        return frozenset(codes_of(self.errors))

    @lazy_property
    def play_errors(self) -> list[Finding]:
        """Return the errors about play: those that belong to an act in a turn."""
        return [error for error in self.errors if error.place.step]

    @lazy_property
    def line_errors(self) -> list[Finding]:
        """Return the errors about lines of the sheet: those that do not belong to an act."""
        return [error for error in self.errors if not error.place.step]

    @lazy_property
    def doubtful(self) -> list[Finding]:
        """Return the errors of play after which the tiles in a player's hand are not certain."""
        return [error for error in self.play_errors if is_doubtful(error)]

    @property
    def is_sound(self) -> bool:
        """Whether the tiles of all hands are certain although the turns have errors.

        Errors about declarations of ready do not count.
        """
        return codes_of(self.doubtful) <= _OF_DECLARING

    @property
    def has_amount_errors(self) -> bool:
        """Whether the lines of the sheet have at least three errors, or errors of different kinds.

        Such errors may all follow from one wrong entry in the turns.
        """
        return len(codes_of(self.line_errors)) > 1 or len(self.line_errors) >= OFTEN

    @property
    def has_item_errors(self) -> bool:
        """Whether items of a hand are wrong or missing on the sheet."""
        return not self.codes.isdisjoint({"score.item", "score.total"})

    def seats_in(self, codes: Collection[str]) -> set[Seat]:
        """Return the players with an error that has one of these codes."""
        return seats_of(with_codes(self.errors, codes))

    @lazy_property
    def word_indices(self) -> Mapping[tuple[int, int], int]:
        """Return a dict from the line and column of each turn to the index of the turn."""
        spans = [self.deal.place(index) for index in range(len(self.deal.turns))]
        return {(span.line, span.column): index for index, span in enumerate(spans) if span.line}

    def places(self, codes: Collection[str]) -> list[int]:
        """Return the indices of at most two turns that have an error with one of these codes."""
        return self.words_at([error.place for error in with_codes(self.play_errors, codes)])

    def contradicted(self, codes: Collection[str]) -> list[int]:
        """Return the indices of at most two turns with an error that also names another entry.

        Either entry may be wrong. Only errors with one of these codes count.
        """
        concerned = with_codes(self.play_errors, codes)
        return self.words_at([error.place for error in concerned if error.other])

    def words_at(self, places: Iterable[Place]) -> list[int]:
        """Return the indices of at most two turns: those that the file has at these places."""
        words = {self.word_indices.get((place.line, place.column)) for place in places}
        return sorted([index for index in words if index is not None])[:FIRST]

    def at_word(self, index: int, deal: Deal, **more: Unpack[More]) -> Change:
        """Return a `Change` for `deal`, the copy of the deal in which one turn is changed.

        `index` is the index of the turn in the deal as written. `more` are values for further
        fields of `Change`.
        """
        return Change(deal, *turn_entry(self.deal, index), **more)

    def acts_with(self, codes: Collection[str]) -> list[Any]:
        """Return the acts of the replay that have an error with one of these codes."""
        past: Sequence[Act] = self.table.past
        return [past[error.place.step - 1] for error in with_codes(self.play_errors, codes)]

    def words_with(self, kind: int) -> list[int]:
        """Return the indices of the turns that contain an act of that kind, such as `WIN`."""
        return [index for index, turn in enumerate(self.deal.turns) if has(turn, kind)]

    def lines_of(self, *sorts: type) -> list[Line]:
        """Return the lines with contents of one of these classes, in the order of the sheet."""
        return [line for line in self.deal.lines if isinstance(line.content, sorts)]


def is_doubtful(error: Finding) -> bool:
    """Return whether this error about an act makes the tiles of a player's hand uncertain."""
    return error.code in _CONTENTS or error.code.startswith(_DOUBTFUL)
