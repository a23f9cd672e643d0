"""Hong Kong faan: payments alone, as club sheets record them; play is not judged.

It imports the model, the referee and `mjlog.rules.shared`. It knows no other rule set and no
pattern of hands: the sheet says how many faan a hand is worth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mjlog.model.shapes import waits
from mjlog.model.table import Hand
from mjlog.referee.parts import Choices, Names, Penalties, Play, Progress, Scoring
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import FALSE_WIN, Spec, copies, settings
from mjlog.rules.hongkong_faan.book import BOOK
from mjlog.rules.hongkong_faan.likely_stakes import fitting
from mjlog.rules.hongkong_faan.points import (
    Payments,
    claimed,
    collect_guarantees,
    near_claims,
    possible_claims,
    score,
    weigh_ruling,
)
from mjlog.rules.shared.guarantor import GUARANTEE
from mjlog.rules.shared.option_table import options

OPTIONS: Final = options(
    """
stake | 1 | 1+ | 2.1
    what each of the others pays for 0 faan on a discard of somebody else
base_faan | 0 | 0 1 2 3 | 1.5
    the faan that cost the stake: tables that play for three faan at least often count from there,
    and fewer cost no less
max_faan | 13 | 0+ | 1.2
    the faan that count at most
responsibility | full | half full | 2.3
    who pays for a win on a discard: all, the discarder double; or the discarder for all
rise | half | half spicy | 1.4
    how payments rise above 4 faan: double every second faan, or every one
start_points | 0 | 0+ | 4.1
    points each player starts with
""",
)


def build(settings: Mapping[str, str]) -> RuleSet:
    """Build the rule set for these options.

    `settings` maps the name of every option to its value.
    """
    payments = Payments(settings)
    return RuleSet(
        name="hongkong-faan",
        edition=1,
        title="Hong Kong faan, payments alone",
        book=BOOK,
        choices=Choices(OPTIONS, dict(settings), build=build, fitting=fitting),
        play=Play(Spec(copies(bonus=8)), (), _waits, collect_events=collect_guarantees),
        scoring=Scoring(
            score,
            payments.settle,
            claimed=claimed(int(settings["max_faan"])),
            near_claims=near_claims,
            possible_claims=possible_claims(int(settings["max_faan"])),
            item_names=frozenset({"faan"}),
            sum_stated="faan",
            asks_dealer=False,
        ),
        progress=Progress(start_points=int(settings["start_points"])),
        penalties=Penalties(
            check_ruling=weigh_ruling,
            causes={**FALSE_WIN, GUARANTEE: "what the player pays for all who let the hand grow"},
            to_each={"false-win": payments.false_win},
        ),
        names=Names(
            record_words={
                f"rule B {GUARANTEE}": "B let the hand grow in the open, and pays for all",
                "rule B false-win": "B declared a false win",
            },
            items={"faan": "faan"},
            known_as="hongkong hongkonski 香港 港式 홍콩 гонконг",
            columns={"faan": "Faan"},
        ),
    )


def _waits(hand: Hand) -> int:
    return waits(hand.kinds())


def from_words(words: Sequence[str]) -> RuleSet:
    """Build the rule set from the option words that follow its name in a ``Rules:`` header.

    Raise `RulesError` if a word does not set an option to an allowed value.
    """
    return build(settings(OPTIONS, {}, words))
