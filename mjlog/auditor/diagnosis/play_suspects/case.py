"""A deal with turns that contradicts itself, and what is read otherwise in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, TypedDict, Unpack

from mjlog.auditor.diagnosis.altered_deals import has
from mjlog.model.findings import Finding, Place, codes_of, seats_of, with_codes
from mjlog.model.lazy_dataclass import dataclass, kept
from mjlog.model.messages import Message
from mjlog.model.record import NOBODY, Act, Deal, Line, Seat
from mjlog.model.table import Table
from mjlog.referee.aftermath import turn_entry
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Outcome

FIRST: Final = 2
"""Words at which readings of one sort are tried."""
OFTEN: Final = 3
"""So many wrong claims are as many as one unknown fact makes."""
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
"""What makes a word doubtful that says it, besides what concerns claims, kongs, bonus tiles."""
_DOUBTFUL: Final = ("claim.", "kong.", "bonus.")


@dataclass(frozen=True, slots=True)
class Change:
    """The deal with `entry` read otherwise, which is at `place`.

    `overruled` is the player whose hand is taken to be the one shown at the end. `root` are the
    codes that report the contradiction itself, if others may report what follows from it.
    `of_the_sheet`: only a sheet that counts on another fact speaks for it; play alone does not.
    `misread` is the player of whose word nothing but its place is believed. `ties`: the entry is as
    doubtful as another one, even if nothing else contradicts either. `judging`: it explains nothing
    if less of the sheet can be judged by it. `claimer` is who claims what that word discards.
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
    """What else may be said of a change."""

    root: tuple[str, ...]
    of_the_sheet: bool
    misread: Seat
    judging: bool
    claimer: Seat


@dataclass(frozen=True)
class Case:
    """A deal that contradicts itself: its errors, what it came to and its table at the end."""

    deal: Deal
    rules: RuleSet
    seats: int
    errors: Sequence[Finding]
    outcome: Outcome
    table: Table

    @kept
    def codes(self) -> frozenset[str]:
        """Return the codes of the errors."""
        return frozenset(codes_of(self.errors))

    @kept
    def play_errors(self) -> list[Finding]:
        """Return the errors at acts."""
        return [error for error in self.errors if error.place.step]

    @kept
    def line_errors(self) -> list[Finding]:
        """Return the errors of what the sheet claims."""
        return [error for error in self.errors if not error.place.step]

    @kept
    def doubtful(self) -> list[Finding]:
        """Return the errors at acts that make doubtful what a player holds."""
        return [error for error in self.play_errors if is_doubtful(error)]

    @property
    def is_sound(self) -> bool:
        """Whether the turns alone contradict themselves in nothing but tiles and declarations."""
        return codes_of(self.doubtful) <= _OF_DECLARING

    @property
    def has_amount_errors(self) -> bool:
        """Whether claims of several kinds differ, or many: as they do if a fact was wrong."""
        return len(codes_of(self.line_errors)) > 1 or len(self.line_errors) >= OFTEN

    @property
    def has_item_errors(self) -> bool:
        """Whether the items of a hand are others."""
        return not self.codes.isdisjoint({"score.item", "score.total"})

    def seats_in(self, codes: Collection[str]) -> set[Seat]:
        """Return the seats that errors of these codes concern."""
        return seats_of(with_codes(self.errors, codes))

    @kept
    def word_indices(self) -> Mapping[tuple[int, int], int]:
        """Return the words of play by line and column."""
        spans = [self.deal.place(index) for index in range(len(self.deal.turns))]
        return {(span.line, span.column): index for index, span in enumerate(spans) if span.line}

    def places(self, codes: Collection[str]) -> list[int]:
        """Return the first words with errors of those codes, in the order of play."""
        return self.words_at([error.place for error in with_codes(self.play_errors, codes)])

    def contradicted(self, codes: Collection[str]) -> list[int]:
        """Return the first words with such errors that may come from another entry."""
        concerned = with_codes(self.play_errors, codes)
        return self.words_at([error.place for error in concerned if error.other])

    def words_at(self, places: Iterable[Place]) -> list[int]:
        """Return the first words at these places."""
        words = {self.word_indices.get((place.line, place.column)) for place in places}
        return sorted([index for index in words if index is not None])[:FIRST]

    def at_word(self, index: int, deal: Deal, **more: Unpack[More]) -> Change:
        """Return a change of the word at that index."""
        return Change(deal, *turn_entry(self.deal, index), **more)

    def acts_with(self, codes: Collection[str]) -> list[Any]:
        """Return the acts with errors of those codes."""
        past: Sequence[Act] = self.table.past
        return [past[error.place.step - 1] for error in with_codes(self.play_errors, codes)]

    def words_with(self, kind: int) -> list[int]:
        """Return the words with an act of that kind."""
        return [index for index, turn in enumerate(self.deal.turns) if has(turn, kind)]

    def lines_of(self, *sorts: type) -> list[Line]:
        """Return the lines of these sorts, in their order."""
        return [line for line in self.deal.lines if isinstance(line.content, sorts)]


def is_doubtful(error: Finding) -> bool:
    """Return whether an illegal act makes its player's hand doubtful."""
    return error.code in _CONTENTS or error.code.startswith(_DOUBTFUL)
