"""A clean deal with one fact changed.

How many errors are told, and whether one blames a bystander.
"""

from dataclasses import dataclass, replace
from itertools import islice
from unittest.mock import patch

from kit.sizes import seeded

from mjlog.auditor.audit import audit
from mjlog.bots.generate import games
from mjlog.notation import read, write
from tampering.facts import slips
from tampering.trials import alone, complaints

MOST = 3
"""Errors that one changed fact may bring about."""
RULES = (
    "taiyuan",
    "taiyuan preset=regional",
    "taiwanese",
    "tibet preset=tibet-7",
    "tibet preset=tibet-riichi",
    "riichi",
    "riichi preset=tenhou-sanma",
    "american",
    "american charleston=on jokers=8",
)


@dataclass(frozen=True)
class Case:
    """One changed fact of one deal, and the errors that the audit tells of it."""

    rules: str
    seed: int
    deal: int
    kind: str
    seats: frozenset
    text: str
    errors: tuple

    @property
    def name(self):
        """What finds the case again: rules, seed, number of the deal, kind of the change."""
        return self.rules, self.seed, self.deal, self.kind

    @property
    def blaming(self):
        """The errors that name a player whose entry was not changed."""
        named = [error for error in self.errors if error.other is None and error.place.seat >= 0]
        return [error for error in named if error.place.seat not in self.seats]

    @property
    def holds(self):
        """Whether one mistake is told as one."""
        return len(self.errors) <= MOST and not self.blaming


def cases(rules, seed, deals, every=1):
    """Slips of every kind in so many deals made up under these rules, or one in `every` of them."""
    made = (
        alone(game, at)
        for game in games(rules, seed=seed, deals=deals)
        for at in range(len(game.deals))
    )
    for number, clean in enumerate(made):
        before = write(clean)
        if complaints(before):
            continue
        for slip in islice(slips(clean.deals[0], seeded(seed, rules, number)), 0, None, every):
            after = write(replace(clean, deals=(slip.deal,)))
            if after != before:
                yield Case(rules, seed, number, slip.kind, slip.seats, after, _errors(after))


def _errors(text):
    # Options that would explain a finding take nine tenths of the time.
    with patch(
        "mjlog.auditor.diagnosis.diagnose_deal.name_options",
        lambda _, findings, *__, **___: findings,
    ):
        return tuple(
            finding for finding in audit(read(text)).findings if finding.severity == "error"
        )
