"""Pocket mahjong, a small game for three, as a rule set for mjlog.

`from_words` is what the entry point names in `pyproject.toml`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from mjlog.model.shapes import waits
from mjlog.model.table import HELD, Hand
from mjlog.model.tiles import EAST, KINDS, WHITE
from mjlog.referee.parts import Choices, Names, Play, Progress, Scoring
from mjlog.referee.presentation import Presentation
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import NEVER, Spec, settings
from mjlog.rules.kit import options, presets
from mjlog_pocket.book import BOOK
from mjlog_pocket.clauses import bindings
from mjlog_pocket.points import ITEMS, next_dealer, scorer, settle

BAMBOOS: Final = range(18, EAST)
LOCALE: Final = str(Path(__file__).parent / "locale")

OPTIONS: Final = options(
    """
early_dragons | false | true false | 2.5
    dragons may be discarded first
all_bamboo | 3 | 0+ | 5.3
    points for a hand of bamboos alone
start_points | 20 | 0+ | 5.5
    points each player starts with
"""
)
PRESETS: Final = presets("children | early_dragons=true")

COPIES: Final = tuple(4 if kind in BAMBOOS or WHITE <= kind < KINDS else 0 for kind in range(HELD))


def build(chosen: Mapping[str, str]) -> RuleSet:
    """The rule set with the value of every option."""
    spec = Spec(COPIES, resting=7, dead_wall=0, seats=(3,))
    return RuleSet(
        name="pocket",
        edition=1,
        title="Pocket mahjong",
        book=BOOK,
        choices=Choices(OPTIONS, dict(chosen), PRESETS, build=build),
        play=Play(spec, bindings(chosen, spec), _waits),
        scoring=Scoring(scorer(chosen), settle, bystander_least=NEVER, item_names=frozenset(ITEMS)),
        progress=Progress(next_dealer, start_points=int(chosen["start_points"])),
        names=Names(
            presentation=Presentation(winds=("Dealer", "Second", "Third")),
            items=ITEMS,
            catalogs=LOCALE,
        ),
    )


def _waits(hand: Hand) -> int:
    return waits(hand.kinds())


def from_words(words: Sequence[str]) -> RuleSet:
    """The rule set that the words behind ``pocket/1`` ask for."""
    return build(settings(OPTIONS, PRESETS, words))
