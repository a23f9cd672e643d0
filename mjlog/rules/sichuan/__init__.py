"""Sichuan to the bloody end, a game that the kit makes of a table of patterns.

Play goes on until one player is left or the wall is used up. The numbers of its sentences are those
of `docs/rulebooks/sichuan.md`. It imports the model, the referee, the kit and `mjlog.rules.shared`,
and knows no other rule set.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import Final

from mjlog.model.messages import msg
from mjlog.model.record import Seat
from mjlog.model.table import Table
from mjlog.model.tiles import EAST, UNKNOWN, Tile
from mjlog.referee.outcome import shown_meld
from mjlog.referee.parts import Penalties
from mjlog.referee.rulebook import Outcome, Progression, Spec, Unclear, copies
from mjlog.rules.kit import CLASSES, Course, Family, Game, WinningHand, Worth
from mjlog.rules.kit import Table as Patterns
from mjlog.rules.kit.hand import WayOfWinning, set_of
from mjlog.rules.kit.places import shared_by_places
from mjlog.rules.kit.scoring import PatternScorer
from mjlog.rules.shared import dice
from mjlog.rules.sichuan import play
from mjlog.rules.sichuan.book import BOOK, SOURCES
from mjlog.rules.sichuan.events import KONGS, collect_events
from mjlog.rules.sichuan.options import OPTIONS, PRESETS
from mjlog.rules.sichuan.payment import CAUSES, FALSE_WIN, NO_WIN, VOID_RULING, Payments
from mjlog.rules.sichuan.table import PATTERNS, sum_of_fan, switched_on

_COPIES: Final = copies(without=CLASSES["honours"])
_MATCH_POINTS: Final = (4, 3, 2, 1)


def game(settings: Mapping[str, str], patterns: Patterns = PATTERNS) -> Game:
    """Describe the Sichuan game as a `Game`, from which `mjlog.rules.kit` builds the rule set.

    `settings` maps the name of every option to its value; `patterns` is the table of scoring
    patterns.
    """
    spec = Spec(_COPIES, dead_wall=0, plays_on=True, gives_up_suit=True)
    worth = Worth(
        patterns.chosen({**settings, **switched_on(settings)}),
        play.SHAPES,
        "fan",
        most=0 if settings["max_fan"] == "none" else int(settings["max_fan"]),
        rule=sum_of_fan,
    )
    scorer = PatternScorer(worth)
    payments = Payments(settings, scorer)

    def fan(table: Table, seat: Seat, tile: Tile) -> int:
        """Return how many fan a player's hand would have if it won on this tile of another player.

        Events in the course of play, such as robbing a kong, are not counted. Return 0 if the tile
        does not complete the hand.
        """
        hand = table.hands[seat]
        counts = hand.kinds()
        counts[tile] += 1
        sets = tuple(set_of(shown_meld(meld)) for meld in hand.melds)
        way = WayOfWinning(tile, False, EAST)
        counted = scorer.count(WinningHand(counts, sets, way, play.SHAPES))
        return 0 if counted is None else counted.points

    return Game(
        name="sichuan",
        known_as=(
            "sichuan szechuan syczua setchouan sezuan 四川 血战到底 血戰到底 川麻 成都 "
            "사천마작 сычуан"
        ),
        pays_by_dealer=False,
        title="Sichuan to the bloody end",
        table=patterns,
        spec=spec,
        usual=play.play(spec, settings, fan),
        worth=worth,
        pay=payments.pay,
        settle=payments.settle,
        kongs_of=payments.kongs_of,
        kong_names=frozenset(KONGS),
        called={
            "concealed": "concealed kong",
            "exposed": "exposed kong",
            "added": "added kong",
            "late": "kong added later",
        },
        course=Course(
            next_dealer=_discarder_or_first(settings["next_dealer"]),
            final_points=shared_by_places(_MATCH_POINTS),
        ),
        sources=SOURCES,
        book=BOOK,
        penalties=Penalties(
            check_ruling=payments.check_ruling,
            causes=CAUSES,
            ruled=frozenset(),
            to_nobody=_to_nobody(settings),
        ),
        rulings={
            FALSE_WIN: "B declared a false win, or a win that was missed before",
            NO_WIN: "B plays on without winning, as for a wrong number of tiles",
            VOID_RULING: "B discarded another suit while holding tiles of the void suit",
        },
        record_words={
            "kong B concealed 2": "concealed kong, and what each pays for it",
            "kong B exposed 2": "kong of a discard, and what who threw the tile pays",
            "kong B added 1": "kong added with the tile just drawn",
            "kong B late 0": "kong added later",
            **dice.record_words("3+4"),
        },
        one_winner=False,
        may_hide_ready=True,
        events=collect_events,
        waits=play.waits,
        words={**play.WORDS, **dice.words(point=dice.break_by_smaller_die)},
        ordinary_discard=play.ordinary_void_discard,
        passings=play.PASSINGS if settings["exchange"] == "three" else (),
    )


def _to_nobody(settings: Mapping[str, str]) -> dict[str, int]:
    """Return the points of the fines that no player receives, by cause of the fine.

    The causes are a false win and keeping tiles of the void suit (the suit given up). A cause is
    left out if the options do not set such a fine for it. `settings` maps the name of each option
    to its value.
    """
    values = {VOID_RULING: settings["void_holder"], FALSE_WIN: settings["false_win"]}
    return {
        cause: int(value.removeprefix("penalty_"))
        for cause, value in values.items()
        if value.startswith("penalty_")
    }


def _discarder_or_first(several: str) -> Progression:
    """Return a function that finds the next dealer from the outcome of a deal.

    The next dealer is the player who won first. If several players won first, on the same discard,
    and `several` is ``discarder_if_several``, it is the discarder. If nobody won, the same dealer
    deals again. The function returns an `Unclear`, which states the reason, if two wins come from
    the same discarder but the score sheet does not name their tiles.
    """

    def next_dealer(outcome: Outcome) -> Seat | Unclear:
        if not outcome.has_ended:
            return Unclear(msg("the deal has no result").lacking("result"))
        if not outcome.winners:
            return outcome.dealer
        first = outcome.winners[0]
        # A sheet may not name the winning tiles. Another win in between shows that there were two
        # discards.
        together = takewhile(
            lambda winner: (winner.source, winner.tile) == (first.source, first.tile),
            outcome.winners,
        )
        if len([*together]) > 1 and several == "discarder_if_several":
            if first.tile == UNKNOWN:
                return Unclear(_SAME_DISCARD.lacking("turns"))
            return first.source
        return first.seat

    return next_dealer


_SAME_DISCARD: Final = msg("the record does not show whether the first two won the same discard")

from_words = Family(game, OPTIONS, PRESETS).from_words
