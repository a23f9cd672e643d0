"""Zung Jung, edition 3.3 of its author, made of a table by the kit.

The numbers are those of `docs/rulebooks/zungjung.md`. It imports the model, the referee and the
kit, and knows no other rule set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mjlog.referee.parts import Penalties
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Option, Outcome, Spec, copies, settings
from mjlog.rules.kit import (
    ORPHANS,
    PAIRS,
    SETS,
    Course,
    Customs,
    Game,
    Section,
    Worth,
    options_of,
    play_as_usual,
)
from mjlog.rules.zungjung.book import BOOK, SOURCES
from mjlog.rules.zungjung.payment import (
    NOBODY,
    RESPONSIBLE,
    Payments,
    collect_rounds,
    fine_of_30,
    ruled_fine,
)
from mjlog.rules.zungjung.table import PATTERNS

OPTIONS: Final = (
    Option("minimum", "0", "points that a win needs", ("0", "5", "15"), "3.4"),
    Option("chicken", "1", "points of a hand without patterns", ("1", "0"), "4.9"),
    Option("payoff", "formal", "whether who is responsible pays more", ("formal", "uniform"),
           "4.4"),
    Option("par", "25", "the share of players who are not responsible",
           ("25", "30", "30_unless_exact"), "4.4"),
    Option("immunity", "on", "whether earlier discards of the round excuse the discarder",
           ("on", "off"), "4.5"),
    Option("immunity_robbing", "no", "the same for a robbed kong", ("no", "yes"), "4.5"),
    Option("earth_pays", "discarder", "who pays for a blessing of earth", ("discarder", "all"),
           "4.5"),
    Option("kong_after_claim", "yes", "whether a kong may follow a claim in one turn",
           ("yes", "no"), "2.6"),
    Option("replacement", "tail", "where replacements come from", ("tail", "head"), "1.6"),
    Option("bonus_tiles", "off", "whether bonus tiles are in play", ("off", "on"), "1.4"),
    Option("bonus_half", "no", "whether bonus tiles count half", ("no", "yes"), "5.46"),
    Option("false_win", "ruling", "what a false win costs", ("ruling", "minus_30"), "4.6"),
    Option("rounds", "4", "rounds of a match", ("4", "2", "1"), "4.7"),
    Option("start_points", "0", "points that each player starts with", clause="4.2"),
)  # fmt: skip
PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    "zungjung-family": {"payoff": "uniform"},
    "zungjung-wsm": {"minimum": "5"},
}
_SHAPES: Final = (SETS, PAIRS, ORPHANS)


def build(chosen: Mapping[str, str]) -> RuleSet:
    """Return the rule set with the value of every option."""
    return game(chosen).rule_set()


def game(chosen: Mapping[str, str]) -> Game:
    """Return the game with the value of every option."""
    spec = Spec(copies(bonus=8 if chosen["bonus_tiles"] == "on" else 0))
    customs = Customs(replaces_from_the_front=chosen["replacement"] == "head")
    usual = play_as_usual(spec, _SHAPES, customs)
    if chosen["kong_after_claim"] == "yes":
        usual = usual.but(instead=[Section("2.6", "A kong may follow a claim in the same turn.")])
    payments = Payments(chosen)
    return Game(
        name="zungjung",
        title="Zung Jung",
        table=PATTERNS,
        spec=spec,
        usual=usual,
        worth=Worth(
            PATTERNS.chosen(chosen),
            _SHAPES,
            "points",
            most=320,
            least=int(chosen["chicken"]),
            limit_hands_exceed=True,
        ),
        pay=payments.pay,
        perhaps=payments.perhaps,
        course=Course(
            _never_stays, rounds=int(chosen["rounds"]), start_points=int(chosen["start_points"])
        ),
        sources=SOURCES,
        book=BOOK,
        choices=options_of(OPTIONS, chosen, PRESETS, build),
        penalties=Penalties(price=fine_of_30, paid_to_nobody=30)
        if chosen["false_win"] == "minus_30"
        else Penalties(price=ruled_fine),
        rulings={
            RESPONSIBLE: "B threw the winning tile first in its round",
            NOBODY: "the winner threw the tile in its round, so nobody is responsible",
            "false-win": "B declared a win that was none",
        },
        minimum=int(chosen["minimum"]),
        events=collect_rounds,
    )


def _never_stays(_outcome: Outcome) -> bool:
    """East passes after every deal."""
    return False


def from_words(words: Sequence[str]) -> RuleSet:
    """Return the rule set that the words behind ``zungjung/1`` ask for."""
    return build(settings(OPTIONS, PRESETS, words))
