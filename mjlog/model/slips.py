"""Slips of the pen: entries of a sheet that were likely written wrong, as data."""

from __future__ import annotations

from typing import Final, Literal

from mjlog.model.findings import Claim, Place
from mjlog.model.frozen import value
from mjlog.model.record import Seat

SlipKind = Literal[
    "price",
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
    "item",
    "owner",
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
"""Kinds of slips.

`price`: one amount is wrong, and all payments for a win, changes and totals follow from it. `payer`
and `payee`: the payment names a wrong payer or payee. `exchanged`: two amounts are swapped.
`discarder`, `winner`, `dealer`, `ready`, `tenpai`: the line names a wrong player or leaves one out.
`dealers-share`: what the dealer pays or gets was not doubled, or was doubled wrongly. `item`: an
item of a hand is written in place of another with the same points. `owner`: the items are written
for a wrong player. `counters`, `sticks`: the number of counters or sticks was left out or is wrong.
`step`: the hand's value is wrong by some steps of the table of values. `kong`: the kong points are
wrong. `digits`: the digits of a number are in the wrong order. `sign`: a minus sign is missing, or
should not be there. `unit`: the amount is wrong by one unit, as by rounding. `sum`: a total was
added up wrong. `missing`: a payment is left out. `next-dealer`: a wrong player is named as the next
dealer. `amount`: any other wrong number.
"""


PLAIN: Final[frozenset[SlipKind]] = frozenset(
    {"payer", "payee", "discarder", "winner", "ready", "tenpai", "digits", "sign", "sum"}
)
"""Slips that no option of the rules can make right."""


@value
class Slip:
    """One entry that was likely written wrong: what is written, and what fits all other entries."""

    kind: SlipKind
    claim: Claim
    place: Place
    recorded: str = ""
    expected: str = ""


@value
class Effect:
    """The result of a game as the sheet is written, and with the slips of one deal corrected.

    `points` are the final totals of the seats as written, `put_right` as corrected; `ranks` and
    `ranks_put_right` are their ranks, counted from 1. `final_points` are in thousands and include
    place points; empty if the rules have no place points.
    """

    points: tuple[int, ...]
    put_right: tuple[int, ...]
    ranks: tuple[int, ...]
    ranks_put_right: tuple[int, ...]
    final_points: tuple[float, ...] = ()
    final_points_put_right: tuple[float, ...] = ()

    @property
    def changed(self) -> tuple[Seat, ...]:
        """Seats whose final total or rank changes if the deal's wrong entries are corrected."""
        before, after = (self.points, self.ranks), (self.put_right, self.ranks_put_right)
        written, right = zip(*before, strict=True), zip(*after, strict=True)
        return tuple(seat for seat, (a, b) in enumerate(zip(written, right, strict=True)) if a != b)

    @property
    def moved(self) -> tuple[Seat, ...]:
        """Seats whose final rank is different if the wrong entries of the deal are corrected."""
        pairs = zip(self.ranks, self.ranks_put_right, strict=True)
        return tuple(seat for seat, (written, right) in enumerate(pairs) if written != right)


@value
class Explanation:
    """Slips that together explain all contradictions of a deal.

    `totals` are the seats' points after the deal with the slips corrected, None where unknown.
    `effect` is what the correction changes at the end of the game; None if it is not known or was
    not computed (`mjlog.results.effects`).
    """

    slips: tuple[Slip, ...]
    totals: tuple[int | None, ...] = ()
    effect: Effect | None = None


@value
class ExplainedDeal:
    """The smallest explanations of a deal, which are those with the fewest slips.

    If there are several, nobody can know which one is right.
    """

    deal: int
    explanations: tuple[Explanation, ...]

    @property
    def is_certain(self) -> bool:
        """Whether there is only one smallest set of wrong entries that explains the deal."""
        return len(self.explanations) == 1

    @property
    def is_plain(self) -> bool:
        """Whether a single wrong entry is the only explanation, and no rule option could allow it.

        False for a kind of entry, such as an amount, that may be right under another rule option.
        """
        if not self.is_certain or len(self.explanations[0].slips) > 1:
            return False
        return self.explanations[0].slips[0].kind in PLAIN


Change = tuple[Seat, int, int]
"""A seat, the recorded points, and the right points."""
