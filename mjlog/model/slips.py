"""Slips of the pen: what was likely written wrong on a sheet, as data."""

from __future__ import annotations

from typing import Final, Literal

from mjlog.model.findings import Claim, Place
from mjlog.model.frozen import value
from mjlog.model.record import Seat

SlipKind = Literal[
    "payer",
    "payee",
    "exchanged",
    "discarder",
    "winner",
    "dealer",
    "dealers-share",
    "ready",
    "tenpai",
    "counters",
    "sticks",
    "step",
    "kong",
    "digits",
    "sign",
    "unit",
    "sum",
    "missing",
    "amount",
    "next-dealer",
]
"""Sorts of slips.

`payer` and `payee`: a payment stands with another player. `exchanged`: two amounts stand in each
other's place. `discarder`, `winner`, `dealer`, `ready`, `tenpai`: the line names another player or
leaves one out. `dealers-share`: what the dealer pays or gets was not doubled, or wrongly was.
`counters`, `sticks`: these were left out or miscounted. `step`: the hand's value is some steps
of its table off; `kong`: its kong points are. `digits`: they stand in another order. `sign`: it was
lost. `unit`: the amount is one unit off, as by rounding. `sum`: a total was added up
wrong. `missing`: a payment is left out. `next-dealer`: who deals next. `amount`: any other number.
"""


PLAIN: Final[frozenset[SlipKind]] = frozenset(
    {"payer", "payee", "discarder", "winner", "ready", "tenpai", "digits", "sign", "sum"}
)
"""Slips of which no option of the rules can make anything right."""


@value
class Slip:
    """One entry that was likely written wrong: what stands there, and what fits all the rest."""

    kind: SlipKind
    claim: Claim
    place: Place
    recorded: str = ""
    expected: str = ""


@value
class Explanation:
    """The slips that together explain all contradictions of a deal.

    `totals` are everybody's points after the deal once they are put right, None where unknown.
    """

    slips: tuple[Slip, ...]
    totals: tuple[int | None, ...] = ()


@value
class ExplainedDeal:
    """The smallest explanations of a deal; of several, nobody can tell which is the right one."""

    deal: int
    explanations: tuple[Explanation, ...]

    @property
    def is_certain(self) -> bool:
        """Whether one explanation is smaller than all others."""
        return len(self.explanations) == 1

    @property
    def is_plain(self) -> bool:
        """Whether one slip alone explains it, of a sort that no other rules would make right."""
        if not self.is_certain or len(self.explanations[0].slips) > 1:
            return False
        return self.explanations[0].slips[0].kind in PLAIN


Change = tuple[Seat, int, int]
"""A seat with the points that are recorded for it and those that are due."""
