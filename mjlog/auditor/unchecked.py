"""Counts of the claims that an audit could not check, by what was missing, and words for it.

The reason of a verdict is a message whose field `lack` says what was missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, Literal, get_args

from mjlog.model.findings import Verdict, answered
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import Message, msg

Lack = Literal[
    "hands",
    "turns",
    "dealer",
    "result",
    "points",
    "amounts",
    "rules",
    "house",
    "false win",
    "indicators",
    "other",
]
LACKS: Final[tuple[Lack, ...]] = get_args(Lack)

BECAUSE: Final[Mapping[Lack, Message]] = {
    "hands": msg("hands are not shown, or not whole"),
    "turns": msg("the turns are not recorded"),
    "dealer": msg("the record does not say who deals"),
    "result": msg("the record does not say how deals ended"),
    "points": msg("the points before are not known"),
    "amounts": msg("amounts are left open"),
    "rules": msg("the rules leave it open, or the record does not name them"),
    "house": msg("mjlog has no option for some rules of this table"),
    "false win": msg("a win is not legal, and the record does not say what the table decided"),
    "indicators": msg("indicators are not recorded"),
    "other": msg("the record lacks the necessary facts"),
}


def lack_of(verdict: Verdict) -> Lack:
    """Return what was missing to check a recorded value, for example `turns` or `dealer`.

    Return `other` if the verdict does not say this.
    """
    lack = verdict.because.lack if verdict.because is not None else ""
    if lack in LACKS:
        return lack
    return "other"


def count_missing_facts(verdicts: Iterable[Verdict]) -> Counter[Lack]:
    """Count the recorded values that could not be checked, by what was missing."""
    return Counter(map(lack_of, answered(verdicts, {"unverified"})))


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many recorded values could be checked and how many not; `main` was missing most often."""

    checked: int
    unchecked: int
    main: Lack | None = None

    @classmethod
    def of(cls, checked: int, lacking: Mapping[Lack, int]) -> Coverage:
        """Create a `Coverage` from the number of checked values and counts of the unchecked values.

        `lacking` maps what was missing, such as `turns`, to the number of values unchecked for this
        reason.
        """
        main = max(lacking, key=lacking.__getitem__, default=None)
        return cls(checked, sum(lacking.values()), main)

    @property
    def is_most(self) -> bool:
        """Whether more than half of the values were checked; True if there are none at all."""
        return self.unchecked == 0 or self.checked > self.unchecked

    @property
    def percent(self) -> int:
        """The percentage of recorded values that could not be checked, rounded down."""
        return 100 * self.unchecked // max(1, self.checked + self.unchecked)

    @property
    def because(self) -> Message:
        """The most frequent reason why values could not be checked, as part of a sentence."""
        return BECAUSE[self.main or "other"]

    @property
    def words(self) -> Message:
        """A sentence with the percentage of unchecked values and the most frequent reason."""
        return msg(
            "{percent} % of the claims could not be checked, because {reason}",
            percent=self.percent,
            reason=self.because,
        )
