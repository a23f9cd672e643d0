"""Riichi: how the game goes on after a deal: the next dealer, the counters, the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from mjlog.model.deal_labels import WINDS, Named, label_of, named, next_label
from mjlog.model.messages import msg
from mjlog.model.record import Seat
from mjlog.model.settlement import known_points
from mjlog.referee.rulebook import Continuation, Outcome, Unclear
from mjlog.rules.riichi.events import Course
from mjlog.rules.riichi.events import counters as counters_before

LAST_ROUNDS: Final = {"east": (0,), "south": (1,), "unknown": (0, 1)}
_ENDS_BY: Final = {
    "tenpai": ("win", "tenpai"),
    "win_perhaps_tenpai": ("win",),
    "win": ("win",),
    "only_tenpai": ("tenpai",),
    "never": (),
}
Points = Sequence[int | None]


def dealer_stays(settings: Mapping[str, str], outcome: Outcome) -> bool | Unclear:
    """Return whether the dealer deals again.

    After an aborted or void deal the dealer does; after other deals the options decide. Return an
    `Unclear`, which states the reason, if the record does not show who deals next, if the deal has
    no recorded end, or if the option ``dealer_repeats`` is ``unknown``. `settings` maps the name of
    each option to its value.
    """
    if settings["dealer_repeats"] == "unknown":
        return Unclear(_RULE_OF_ITS_OWN)
    if outcome.winners:
        counts = settings["dealer_repeats"] not in {"only_tenpai", "never"}
        return counts and outcome.dealer_wins
    if not outcome.has_ended:
        return Unclear(msg("the deal has no result").lacking("result"))
    if not _ran_out(outcome):
        return True
    return _stays_without_a_win(settings, outcome)


_RULE_OF_ITS_OWN: Final = msg(
    "the table has a rule of its own on who deals, and the record does not say which"
).lacking("house")


def _stays_without_a_win(settings: Mapping[str, str], outcome: Outcome) -> bool | Unclear:
    """Return whether the dealer deals again after a deal that ended with an empty wall.

    Return `TENPAI_UNKNOWN` if this depends on whether the dealer is tenpai and the record does not
    show it. `settings` maps the name of each option to its value.
    """
    if settings["dealer_repeats"] in {"win", "never"}:
        return False
    course: Course = outcome.seen
    if course.tenpai is None:
        return TENPAI_UNKNOWN
    return outcome.dealer in course.tenpai


TENPAI_UNKNOWN: Final = Unclear(
    msg("the record does not say whether the dealer was one tile from winning").lacking("turns")
)
"""Reason why it is unknown whether the dealer deals again after a draw."""


def dealing(settings: Mapping[str, str]) -> Callable[[Outcome], Seat | Unclear]:
    """Return the function that finds the dealer of the next deal.

    The function returns an `Unclear`, which states the reason, if the record does not show whether
    the dealer deals again. If only the dealer's tenpai is unknown, the result names the two
    possible dealers. `settings` maps the name of each option to its value.
    """

    def next_dealer(outcome: Outcome) -> Seat | Unclear:
        again = dealer_stays(settings, outcome)
        if again is TENPAI_UNKNOWN:
            return Unclear(TENPAI_UNKNOWN.words, (outcome.dealer, outcome.next_seat))
        if isinstance(again, Unclear):
            return again
        return outcome.dealer if again else outcome.next_seat

    return next_dealer


def progression(settings: Mapping[str, str]) -> Callable[[Outcome, Points], Continuation | Unclear]:
    """Return a function that says what follows a deal: its dealer, label and counters, or the end.

    The function gets the outcome of the deal and the points after it, and returns a `Continuation`.
    It returns an `Unclear`, which states the reason, if the record does not show whether the dealer
    deals again. If the label of the deal names no round, the result has only the dealer and the
    counters. `settings` maps the name of each option to its value.
    """
    ending = _Ending(settings)

    def after(outcome: Outcome, points: Points) -> Continuation | Unclear:
        again = dealer_stays(settings, outcome)
        if isinstance(again, Unclear):
            return again
        course: Course = outcome.seen
        dealer = outcome.dealer if again else outcome.next_seat
        counters = _counters_after(outcome, again=again)
        deal = named(course.label)
        if deal is None:
            return Continuation(dealer, counters=counters)
        label = _label_after(deal, outcome, counters, again=again)
        over: bool | None = False
        clause = ""
        if not _is_dealt_anew(outcome):
            over, clause = ending.is_over(outcome, deal, points, again=again)
        may_end = over is False and again and ending.may_be_over(outcome, deal, points)
        return Continuation(dealer, label, counters, over, may_end, clause)

    return after


def _is_dealt_anew(outcome: Outcome) -> bool:
    """Return whether the deal is void; a void deal is played again."""
    return outcome.washed_out_by == "void"


def _counters_after(outcome: Outcome, *, again: bool) -> int | None:
    """Return the number of honba counters after the deal, or None if it is unknown.

    Honba counters count the repeats of the deal. `again`: the same dealer deals again. The number
    is 0 after a win if the dealer changes, unchanged after a void deal, and otherwise grows by one.
    """
    before = counters_before(outcome)
    if outcome.winners and not again:
        return 0
    if before is None or _is_dealt_anew(outcome):
        return before
    return before + 1


def counters_anyway(outcome: Outcome) -> int | None:
    """Return the number of honba counters after a deal that ended with an empty wall.

    The number (of repeats of the deal) is one more than before, no matter who deals next, so it is
    known even if the next dealer is not. Return None after any other deal, or if the number is
    unknown.
    """
    is_drawn = outcome.has_ended and not outcome.winners and _ran_out(outcome)
    return _counters_after(outcome, again=False) if is_drawn else None


def _label_after(deal: Named, outcome: Outcome, counters: int | None, *, again: bool) -> str:
    """Return the label of the next deal, such as ``E2.1``; an empty text after the north round.

    `deal` identifies this deal by its round and its number in the round. The number `counters` is
    added after a dot if it is known. `again`: the same dealer deals again.
    """
    coming = next_label(deal, outcome.seats, stays=again)
    if coming[0] >= len(WINDS):
        return ""
    if counters is None:
        return label_of(coming)
    return f"{label_of(coming)}.{counters}"


class _Ending:
    """Decides when a game is over, under one choice of options."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.lasts = LAST_ROUNDS[settings["length"]]
        self.target = int(settings["target"])
        self.bust = settings["bust"] == "true"
        self.ends_by = _ENDS_BY[settings["leading_dealer_ends"]]
        self.sudden_death = settings["sudden_death"] == "true"
        self.dealer_may_be_tenpai = settings["leading_dealer_ends"] == "win_perhaps_tenpai"

    def is_over(
        self, outcome: Outcome, deal: Named, points: Points, *, again: bool
    ) -> tuple[bool | None, str]:
        """Return whether the game ends after this deal, and the number of the rulebook sentence.

        `deal` identifies this deal by its round and its number in the round. `again`: the same
        dealer would deal again. The first value is None if some points, or the length of the game,
        are unknown. It is True nevertheless if a player is known to have less than 0 points and the
        options end the game then.
        """
        points_known = known_points(points)
        if self.bust and points_known and min(points_known) < 0:
            return True, "9.4"
        if len(points_known) < outcome.seats:
            return None, ""
        if len(self.lasts) == 1:
            return self._is_over(outcome, deal, points_known, self.lasts[0], again=again)
        endings = dict(
            self._is_over(outcome, deal, points_known, last, again=again) for last in self.lasts
        )
        if len(endings) == 1:
            return endings.popitem()
        return (None, "")

    def _is_over(
        self, outcome: Outcome, deal: Named, points: Sequence[int], last: int, *, again: bool
    ) -> tuple[bool, str]:
        """Return whether the game ends after this deal, and the number of the rulebook sentence.

        `points` are the points by seat. `last` is the last regular round: 0 for east, 1 for south.
        `again`: the same dealer would deal again.
        """
        if not _is_last(deal, last, outcome.seats):
            return False, "9.1"
        beyond = deal[0] > last
        enough = max(points) >= self.target
        if again and self.sudden_death and beyond:
            return enough, "9.3"
        if again:
            return self._leads(outcome, points) and _reason_dealer_stays(
                outcome
            ) in self.ends_by, "9.5"
        if beyond and deal[1] == outcome.seats - 1:
            return True, "9.3"
        return enough, "9.1" if enough and not beyond else "9.3"

    def may_be_over(self, outcome: Outcome, deal: tuple[int, int], points: Points) -> bool:
        """Return whether the options leave it uncertain if the game ends after this deal.

        They do if the wall is empty, the dealer leads in the last deal, and no option says whether
        a dealer who is tenpai may end the game. Call this only if the dealer deals again and
        `is_over` returned False. `points` are the points by seat after the deal.
        """
        if not self.dealer_may_be_tenpai or not _ran_out(outcome):
            return False
        points_known = known_points(points)
        last = any(_is_last(deal, last, outcome.seats) for last in self.lasts)
        return last and self._leads(outcome, points_known)

    def _leads(self, outcome: Outcome, points: Sequence[int]) -> bool:
        """Return whether the dealer is in first place and has enough points to end the game."""
        best = max(points)
        return points.index(best) == outcome.dealer and best >= self.target


def _reason_dealer_stays(outcome: Outcome) -> str:
    """Return why the dealer deals again: ``win``, ``tenpai``, or empty for another reason."""
    if outcome.winners:
        return "win"
    if _ran_out(outcome):
        return "tenpai"
    return ""


def _is_last(deal: tuple[int, int], last: int, seats: int) -> bool:
    return deal[0] > last or deal == (last, seats - 1)


def _ran_out(outcome: Outcome) -> bool:
    return outcome.washed_out_by == "wall"
