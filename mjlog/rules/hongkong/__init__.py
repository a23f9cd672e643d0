"""Hong Kong Old Style, a game that the kit makes of a table of patterns.

The numbers of its sentences are those of `docs/rulebooks/hongkong.md`. It imports the model, the
referee, the kit and `mjlog.rules.shared`, and knows no other rule set.
"""

from __future__ import annotations

from collections.abc import Mapping

from mjlog.model.messages import msg
from mjlog.referee.parts import Penalties
from mjlog.referee.rulebook import Outcome, Spec, Unclear, copies
from mjlog.rules.hongkong.book import BOOK, SOURCES
from mjlog.rules.hongkong.options import OPTIONS, PRESETS
from mjlog.rules.hongkong.payment import EXCUSED, Payments
from mjlog.rules.hongkong.table import CALLED, FLOWER_WINS, OF_BONUS_TILES, PATTERNS
from mjlog.rules.kit import (
    DIFFERENT_PAIRS,
    FLOWERS,
    ORPHANS,
    SETS,
    Course,
    Customs,
    Family,
    Game,
    Table,
    Worth,
    collect_feeding,
    play_as_usual,
    sum_of_patterns,
    sum_with_limits,
)
from mjlog.rules.kit.assembled_game import Staying, stays_after_a_draw, stays_after_a_win
from mjlog.rules.shared.guarantor import GUARANTEE

_FLOWER_WINS = {"seven_eight": (7, 8), "eight": (8,), "off": ()}


def game(settings: Mapping[str, str], patterns: Table = PATTERNS) -> Game:
    """Describe the Hong Kong game as a `Game`, from which `mjlog.rules.kit` builds the rule set.

    `settings` maps the name of every option to its value; `patterns` is the table of scoring
    patterns.
    """
    has_flowers = settings["flowers"] == "8"
    flowers = _FLOWER_WINS[settings["flower_win"]] if has_flowers else ()
    shapes = (
        SETS,
        ORPHANS,
        *([DIFFERENT_PAIRS] if settings["seven_pairs"] != "off" else ()),
        *([FLOWERS] if flowers else ()),
    )
    spec = Spec(copies(bonus=int(settings["flowers"])), dead_wall=int(settings["dead_wall"]))
    one_winner = settings["several_winners"] == "nearest"
    customs = Customs(
        flowers_that_win=flowers,
        one_winner=one_winner,
        bars_missed_wins=settings["missed_win"] != "off",
        orphans_rob=True,
    )
    payments = Payments(settings)
    stays = _stays_after_draw if settings["draw_dealer"] == "stay" else _stays_after_win
    return Game(
        name="hongkong",
        title="Hong Kong Old Style",
        pays_by_dealer=settings["dealer_double"] == "yes",
        table=patterns,
        spec=spec,
        usual=play_as_usual(spec, shapes, customs),
        worth=Worth(
            patterns.chosen(settings),
            shapes,
            "faan",
            most=int(settings["max_faan"]),
            rule=sum_with_limits if settings["limits_stack"] == "yes" else sum_of_patterns,
        ),
        pay=payments.pay,
        course=Course(
            _three_times(stays) if settings["dealer_repeats"] == "three" else stays,
            start_points=int(settings["start_points"]),
        ),
        sources=SOURCES,
        book=BOOK,
        penalties=Penalties(
            to_each=payments.fines(),
            check_ruling=payments.check_ruling,
        ),
        rulings={
            GUARANTEE: "B fed the last set of a dangerous hand, and pays for all",
            EXCUSED: "B had no choice but to feed the hand, and does not pay for all",
            "false-win": "B declared a false win",
        },
        one_winner=one_winner,
        minimum=int(settings["minimum"]),
        outside_minimum=OF_BONUS_TILES if settings["bonus_in_minimum"] == "no" else frozenset(),
        always_enough=FLOWER_WINS,
        called=CALLED,
        events=collect_feeding,
    )


def _stays_after_win(outcome: Outcome) -> bool | Unclear:
    """Return whether the dealer deals again, if only winning lets the dealer stay.

    If a false win ended the deal, the dealer stays unless it was the dealer who declared the false
    win. The result is then an `Unclear`, which states the reason, if no ruling (decision of the
    referee) names the player who declared it.
    """
    if outcome.washed_out_by == "void":
        return _deals_again_after_void(outcome)
    return stays_after_a_win(outcome)


def _stays_after_draw(outcome: Outcome) -> bool | Unclear:
    """Return whether the dealer deals again, if both a win and a draw let the dealer stay.

    If a false win ended the deal, the dealer stays unless it was the dealer who declared the false
    win. The result is then an `Unclear`, which states the reason, if no ruling (decision of the
    referee) names the player who declared it.
    """
    if outcome.washed_out_by == "void":
        return _deals_again_after_void(outcome)
    return stays_after_a_draw(outcome)


def _three_times(stays: Staying) -> Staying:
    """Limit the function `stays`, so that the dealer deals again at most three times.

    `stays` says whether the dealer deals again; the returned function does, too. The repeats are
    read from the label of the deal, which is for example ``E1.2`` for the second repeat. The
    returned function gives an `Unclear`, which states the reason, if `stays` does, or if the label
    has no number of repeats.
    """

    def stays_at_most_three_times(outcome: Outcome) -> bool | Unclear:
        again = stays(outcome)
        if again is not True:
            return again
        _, _, repeated = outcome.label.partition(".")
        if repeated.isdigit():
            return int(repeated) < 3
        words = "the deal's name does not say how often the dealer has dealt again"
        return Unclear(msg(words).lacking("result"))

    return stays_at_most_three_times


def _deals_again_after_void(outcome: Outcome) -> bool | Unclear:
    """Return whether the dealer deals again after a false win that ended the deal.

    The dealer does, unless it was the dealer who declared the false win. The result is an
    `Unclear`, which states the reason, if no ruling (decision of the referee) names the player who
    declared it.
    """
    offenders = outcome.seen.ruled("false-win")
    if offenders:
        return outcome.dealer not in offenders
    return Unclear(msg("the deal was declared void").lacking("result"))


from_words = Family(game, OPTIONS, PRESETS).from_words
