"""The course of a game: what follows a deal by the rules, and what `next` lines and headers say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mjlog.model.deal_labels import Named, is_named, label_of, named, next_label
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import DealLabel, Message, Who, join_choices, msg
from mjlog.model.record import NOBODY, SEATS, Deal, Next, Seat, seat_name
from mjlog.model.settlement import known_points
from mjlog.model.turn_order import is_order
from mjlog.referee.rulebook import Continuation, Unclear

if TYPE_CHECKING:
    from mjlog.auditor.deal_check import Differing
    from mjlog.auditor.settled_deal import SettledDeal

CAUSES: Final = ("time", "agreed", "ruling")
"""Reasons for which players may end a game early, as in ``next end for=time``."""


@dataclass(frozen=True, slots=True)
class Announced:
    """What a `next` line says about the next deal, or that the game is over.

    Fields that the line leaves out are empty. `cause` is the word after ``for=``, which says why
    the players end the game.
    """

    label: str = ""
    dealer: str = ""
    counters: str = ""
    end: bool = False
    cause: str = ""
    names_seats: bool = False


def announced(claim: Next, counter_word: str) -> Announced:
    """Return what a `next` line says about the next deal: label, dealer, counters, or the end.

    `counter_word` is the word for counters in these rules, for example `honba`; empty if the rules
    have no counters.
    """
    attributes = dict(claim.attributes)
    bare = [name for name, value in claim.attributes if not value and name != "end"]
    return Announced(
        label=next(iter(bare), ""),
        dealer=attributes.get("dealer", ""),
        counters=attributes.get(counter_word, "") if counter_word else "",
        end="end" in attributes,
        cause=attributes.get("for", ""),
        names_seats="seats" in attributes,
    )


# --------------------------------------------------------------------------- by the rules


def continuation_by_names(
    sheet: SettledDeal, points: Sequence[int | None]
) -> Continuation | Unclear:
    """Return what follows a deal, under rules that only say who deals next and how long a game is.

    The result has the label, the dealer and the counters of the next deal, and whether the game is
    over. `points` are everybody's points after the deal. If nothing is known because the next
    dealer is unknown, return `Unclear` with the reason. Rules that compute the next deal themselves
    do not use this function.
    """
    rules, outcome = sheet.rules, sheet.outcome
    dealer = sheet.next_dealer
    ends = _ends_the_game(sheet, points)
    counted = counts_deals(sheet.deal.label) and not rules.progress.rounds
    if isinstance(dealer, Unclear):
        if not counted or not outcome.has_ended or sheet.is_void:
            return dealer
        dealer = NOBODY
    if counted:
        return Continuation(dealer, str(int(sheet.deal.label) + 1), is_over=ends)
    deal = named(sheet.deal.label)
    if deal is None:
        return Continuation(dealer, is_over=ends)
    return _continuation_in_rounds(sheet, deal, dealer, over=ends)


def _continuation_in_rounds(
    sheet: SettledDeal, deal: Named, dealer: Seat, *, over: bool | None
) -> Continuation:
    """Return label, dealer and counters of the deal after a deal with a label such as `E2`.

    `deal` is the parsed label, and `dealer` deals next. `over` says whether an option ends the
    game, None if unknown; a full number of rounds also ends the game.
    """
    rules, outcome = sheet.rules, sheet.outcome
    stays = dealer == outcome.dealer
    then = next_label(deal, outcome.seats, stays=stays)
    if rules.progress.rounds:
        over = then[0] >= rules.progress.rounds
    if then[0] >= _WINDS or over:
        return Continuation(dealer, is_over=over)
    if not stays:
        return Continuation(dealer, label_of(then), 0, is_over=over)
    # Take the number of repetitions from the label, or else from the deals before.
    label, repeated = sheet.deal.label, sheet.outcome.counters
    counter = label.partition(".")[2]
    if counter:
        repeated = int(counter) if counts_deals(counter) else None
    elif sheet.number <= 1 and label != _FIRST:
        repeated = None
    if repeated is None:
        return Continuation(dealer, label_of(then), None, is_over=over)
    return Continuation(dealer, f"{label_of(then)}.{repeated + 1}", repeated + 1, is_over=over)


_FIRST: Final = "E1"


_WINDS: Final = 4
"""Number of rounds that have a name."""


def _ends_the_game(sheet: SettledDeal, points: Sequence[int | None]) -> bool | None:
    """Return whether an option of the rules ends the game with this deal.

    One option ends the game if a player has fewer than 0 points, another ends it after a number of
    deals. Return False if this number is not reached yet. Return None if neither option decides, or
    if points are unknown.
    """
    progress, label = sheet.rules.progress, sheet.deal.label
    number = int(label) if counts_deals(label) else sheet.number
    if not progress.allow_negative and min(known_points(points), default=0) < 0:
        return True
    if not progress.max_deals:
        return None
    if number == progress.max_deals:
        return True
    if number > progress.max_deals:  # reported at an earlier deal, if there is one
        return True if sheet.number == 1 else None
    if progress.allow_negative or None not in points:
        return False
    return None


def counts_deals(label: str) -> bool:
    """Return whether a label is a plain number of at most nine digits, such as `12`.

    Such a label is the number of the deal, while a label such as `E2` names a round.
    """
    if len(label) >= _LONG_NUMBER:
        return False
    return label.isascii() and label.isdigit()


_LONG_NUMBER: Final = 10


# --------------------------------------------------------------------------- of the sheet


def are_alike(label: str, due: str) -> bool:
    """Return whether two labels are of the same kind: both name rounds, or both are plain numbers.

    Labels of different kinds, such as `E2` and `6`, cannot be compared.
    """
    if counts_deals(label):
        return counts_deals(due)
    return named(label) is not None and named(due) is not None


def possible_dealers(sheet: SettledDeal, *, names_seats: bool = True) -> tuple[Seat, ...]:
    """Return the players who may deal next, as a tuple of seats; empty if unknown.

    If `names_seats` is False, the record does not say how the players changed their seats. Then the
    player who would deal with unchanged seats is included.
    """
    due, coming = sheet.next_dealer, sheet.continuation
    if isinstance(due, Unclear):
        return due.amounts
    other = coming.or_dealer if isinstance(coming, Continuation) else None
    return (due,) if names_seats or other in {None, due} else (due, other)


def dealer_by_label(deal: Deal) -> Seat | None:
    """Return the dealer that a deal's label implies, by the seats in its header.

    For example, `E2` implies the second seat. Return None if the label is not a round.
    """
    label, letters = named(deal.label), deal.word("seats") or SEATS
    if label is None or not is_order(letters, len(letters)) or label[1] >= len(letters):
        return None
    return SEATS.index(letters[label[1]])


def possible_names(sheet: SettledDeal, dealer: str = "") -> list[str]:
    """Return the labels, such as `E2`, that the next deal may have; an empty list if unknown.

    The labels have no counters. If `dealer`, a seat letter, is given, return only labels that imply
    this dealer.
    """
    deal, outcome = named(sheet.deal.label), sheet.outcome
    if deal is None:
        return []
    then = [
        next_label(deal, outcome.seats, stays=seat == outcome.dealer)
        for seat in possible_dealers(sheet)
        if dealer in {"", SEATS[seat]}
    ]
    return [label_of(each) for each in then if each[0] < _WINDS]


def wrong_dealer(
    sheet: SettledDeal, dealer: str, *, names_seats: bool
) -> tuple[Message, Differing] | None:
    """Return an error message and its details, if player `dealer` cannot deal next by the rules.

    Return None if the player can deal next, or if it is unknown who deals. If `names_seats` is
    False, the record does not say how the players changed their seats.
    """
    possible = [SEATS[seat] for seat in possible_dealers(sheet, names_seats=names_seats)]
    if not possible or dealer in possible:
        return None
    rules = sheet.rules
    clause = rules.book.cites.get("next.dealer", "")
    if rules.progress.next_law is not None:
        clause = rules.progress.next_law(sheet.outcome)
    words = msg(
        "by the rules {due} deals, not {recorded}", due=join_choices(possible), recorded=Who(dealer)
    )
    expected = possible[0] if len(possible) == 1 else ""
    return words, {"recorded": dealer, "expected": expected, "clause": clause}


def wrong_label(
    sheet: SettledDeal, label: str, possible: Sequence[str]
) -> tuple[Message, Differing] | None:
    """Return an error message and its details, if the next deal cannot have the label `label`.

    Return None if `label` is one of the labels in `possible`, if `possible` is empty, or if one
    label names a round and the other is a plain number.
    """
    if not possible or not are_alike(label, possible[0]):
        return None
    if any(is_named(label, due) for due in possible):
        return None
    rules, shown_due = sheet.rules, possible[0]
    if "." not in sheet.deal.label:  # the sheet labels deals without repetition in this way
        shown_due = shown_due.removesuffix(".0")
    differs_in_counters_only = label.partition(".")[0] == shown_due.partition(".")[0]
    clause = rules.book.cites.get("next.round", "")
    if counts_deals(shown_due):
        clause = rules.progress.sheet_law
    elif rules.progress.next_law is not None and not differs_in_counters_only:
        clause = rules.progress.next_law(sheet.outcome)
    is_one = len(possible) == 1
    words = msg(
        "by the rules deal {due} follows, not {recorded}",
        due=DealLabel(shown_due)
        if is_one
        else join_choices([DealLabel(each) for each in possible]),
        recorded=DealLabel(label),
    )
    return words, {"recorded": label, "expected": shown_due if is_one else "", "clause": clause}


def plays_on(coming: Continuation) -> Message:
    """Return the message that the game is not over yet, with the next deal and its dealer."""
    if coming.dealer == NOBODY and coming.label:
        return msg(
            "the record ends the game, but by the rules deal {deal} is still to come",
            deal=DealLabel(coming.label),
        )
    words = "the record ends the game, but by the rules {seat} deals {deal} next"
    return msg(
        words,
        seat="?" if coming.dealer == NOBODY else seat_name(coming.dealer),
        deal=DealLabel(coming.label) if coming.label else msg("the next deal"),
    )
