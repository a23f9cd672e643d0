"""Checks of a deal's header against the deal before: dealer, label, seats, and end of the game.

If a `next` line of the deal before has the same mistake, the error is reported at that line and not
again at the header.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Unpack

from mjlog.auditor.deal_check import DealCheck, Differing, decided_by_house
from mjlog.auditor.progress import (
    Announced,
    announced,
    are_alike,
    counts_deals,
    dealer_by_label,
    possible_dealers,
    possible_names,
    wrong_dealer,
    wrong_label,
)
from mjlog.model.deal_labels import WINDS, Named, is_named, label_of, named, next_label
from mjlog.model.findings import Finding, Place
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import DealLabel, Message, Who, msg
from mjlog.model.record import SEATS, Deal, Next
from mjlog.model.turn_order import is_order, turn_order
from mjlog.referee.rulebook import Continuation, Unclear

_FIRST: Final = "E1"


def check_next_header(
    before: DealCheck, deal: Deal, place: Place, *, names_seats: bool
) -> list[Finding]:
    """Check that the header of `deal` fits the deal before; return a list with at most one error.

    The label, the dealer and the seats must be as the rules expect, and the game must not be over.
    If `names_seats` is True, the record names the seats after the players have changed them. Return
    an empty list if house rules may decide how the game goes on.
    """
    if before.interpretation.house and decided_by_house("next.end"):
        return []
    announcement = Announced()
    for line in before.deal.contents(Next)[:1]:
        announcement = announced(line, before.rules.progress.counter_word)
    ended = _deal_after_end(before, deal, announcement, place)
    if ended is not None:
        return [ended]
    # Label and dealer state the same fact, so two wrong ones are one error.
    wrong = (
        _name(before, deal, announcement, place)
        or _dealer(before, deal, announcement, place)
        or _seats(before, deal, place, names_seats=names_seats)
    )
    return [] if wrong is None else [wrong]


def _deal_after_end(
    before: DealCheck, deal: Deal, announcement: Announced, place: Place
) -> Finding | None:
    """Return an error if `deal` follows although the rules or the `next` line ended the game.

    `announcement` has what the `next` line of the deal before says. Return None if the game was not
    over. Return None also if the game was over by the rules and that line says otherwise, because
    the line then has an error of its own.
    """
    coming = before.continuation
    if isinstance(coming, Continuation) and coming.is_over:
        if before.deal.contents(Next) and not announcement.end:
            return None  # reported at the `next` line
        words = msg(
            "{deal} follows, but by the rules the game was over", deal=DealLabel(deal.label)
        )
        return _finding(
            before, "next.end", words, place, recorded=deal.label, clause=coming.end_clause
        )
    is_not_over = isinstance(coming, Continuation) and coming.is_over is False
    if not announcement.end or (is_not_over and not announcement.cause):
        return None
    words = msg("{deal} follows, but the deal before ends the game", deal=DealLabel(deal.label))
    return _finding(before, "next.end", words, place, recorded=deal.label)


def _dealer(before: DealCheck, deal: Deal, announcement: Announced, place: Place) -> Finding | None:
    dealer, claimed = deal.attribute("dealer"), announcement.dealer
    if not dealer or dealer == claimed:
        return None
    names_seats = deal.attribute("seats") is not None
    wrong = wrong_dealer(before, dealer, names_seats=names_seats)
    if wrong is not None:
        finding = _finding(before, "next.dealer", wrong[0], place, **wrong[1])
        return finding if before.number > 1 else _judge_first_header(finding, before, deal)
    # A dealer on the `next` line that cannot be right is already reported there.
    possible = [SEATS[seat] for seat in possible_dealers(before, names_seats=names_seats)]
    if claimed and (not possible or (len(possible) > 1 and claimed in possible)):
        words = msg(
            "{dealer} deals, but the deal before names {claimed}",
            dealer=Who(dealer),
            claimed=Who(claimed),
        )
        finding = _finding(before, "next.dealer", words, place, recorded=dealer, expected=claimed)
        return _blame_wrong_entry(finding, before, deal, announcement)
    return None


def _judge_first_header(finding: Finding, before: DealCheck, deal: Deal) -> Finding:
    """Decide whether the first or the second deal of a game names a wrong dealer; return an error.

    `finding` is an error at the second deal `deal`, whose dealer cannot follow the dealer of the
    first deal, `before`. If the dealer in the first header contradicts its label, return an error
    about the first header. If its label does not show the dealer, return `finding` with the remark
    that the first header may be wrong instead. Otherwise return `finding` unchanged.
    """
    first = before.deal
    stated, by_name, there = first.attribute("dealer"), dealer_by_label(first), first.span.place(1)
    if stated is None:
        return finding
    if by_name is None:
        return finding.naming_other_entries(msg("who deals"), there)
    if by_name == first.dealer or dealer_by_label(deal) != deal.dealer:
        return finding
    says = "{word} says {recorded}, but the deal's name says {label}"
    due = SEATS[by_name]
    words = msg(says, word="dealer", recorded=Who(stated), label=Who(due))
    return _finding(before, "next.dealer", words, there, recorded=stated, expected=due)


def _seats(before: DealCheck, deal: Deal, place: Place, *, names_seats: bool) -> Finding | None:
    """Return an error if the players do not sit in the order that the rules expect, else None.

    If the header of the deal names no seats, the order is checked only for a deal with turns, and
    only if the deal begins a round or `names_seats` is True.
    """
    coming, letters, due = before.continuation, deal.attribute("seats"), order_due(before, deal)
    is_misread = letters is not None and not is_order(letters, before.outcome.seats)
    if isinstance(coming, Unclear) or not due or is_misread:
        return None
    begins_round = coming.label[0] != before.deal.label[:1]
    if letters is None and not (deal.turns and (begins_round or names_seats)):
        return None
    words = msg("the order of play is {recorded}, but by the rules it is {due} in this round",
                recorded=letters or SEATS[:before.outcome.seats], due=due)  # fmt: skip
    return _finding(before, "next.seats", words, place, recorded=letters or "", expected=due)


def order_due(before: DealCheck, deal: Deal) -> str:
    """Return the order of play that the rules expect in `deal`, as seat letters such as `ACBD`.

    `before` is the deal before. Return an empty string if the deal already has this order, or if
    the rules do not determine the order.
    """
    coming, seats = before.continuation, before.outcome.seats
    if isinstance(coming, Unclear) or coming.seating is None or not coming.label:
        return ""
    if deal.turn_order(seats).after == turn_order(coming.seating, seats).after:
        return ""
    return coming.seating or SEATS[:seats]


def _blame_wrong_entry(
    finding: Finding, before: DealCheck, deal: Deal, announcement: Announced
) -> Finding:
    """Decide whether the header of `deal` is wrong, or the `next` line of the deal before.

    `finding` is an error about the header. Both entries name a label and a dealer, and each of
    these four implies a dealer. They are counted as votes for the header's dealer and for the
    line's dealer. Return `finding` if the header has fewer votes, or an error about the `next` line
    if this line has fewer. If the votes are equal, return `finding` with the remark that the line
    may be wrong instead.
    """
    line = before.deal.lines_of(Next)[0]
    place = line.span.place(before.number)
    by_names = [
        dealer_by_label(replace(deal, label=each)) for each in (deal.label, announcement.label)
    ]
    by_words = [SEATS.find(each or "?") for each in (deal.word("dealer"), announcement.dealer)]
    is_of_word = finding.code == "next.dealer"
    doubted = by_words if is_of_word else by_names
    for_header, for_line = [[*by_names, *by_words].count(dealer) for dealer in doubted]
    if for_header < for_line:
        return finding
    if for_header == for_line:
        return finding.naming_other_entries(msg("`{claim}`", claim="next"), place)
    recorded, expected = finding.expected, finding.recorded
    called = Who if is_of_word else DealLabel
    words = msg(
        "the next deal says {due}, not {recorded}", due=called(expected), recorded=called(recorded)
    )
    return _finding(before, finding.code, words, place, recorded=recorded, expected=expected)


def _name(before: DealCheck, deal: Deal, announcement: Announced, place: Place) -> Finding | None:
    label, claimed = deal.label, announcement.label
    coming = before.continuation
    label_due = coming.label if isinstance(coming, Continuation) else ""
    if not label_due:
        possible = possible_names(before)
        if claimed and possible and claimed.partition(".")[0] not in possible:
            return None  # reported at the `next` line
        if claimed and are_alike(label, claimed) and not is_named(label, claimed):
            words = msg(
                "the deal has the name {recorded}, but the deal before announces {claimed}",
                recorded=DealLabel(label),
                claimed=DealLabel(claimed),
            )
            finding = _finding(before, "next.round", words, place, recorded=label, expected=claimed)
            return _blame_wrong_entry(finding, before, deal, announcement)
        label_due = "" if claimed else _due_by_dealer(before, deal)
    elif label == before.deal.label and (
        counts_deals(label) or (not before.rules.progress.counter_word)
    ):
        return None  # another check reports that two deals have the same label
    elif not claimed and _may_be_left_out(before, deal, label_due):
        return None
    wrong = wrong_label(before, label, [label_due] if label_due else [])
    if wrong is None or label == claimed:
        return None
    return _finding(before, "next.round", wrong[0], place, **wrong[1])


def _due_by_dealer(before: DealCheck, deal: Deal) -> str:
    """Return the label that fits the dealer in the header of `deal`, if its own label is wrong.

    Used if the rules cannot say who deals next. If the rules allow the own label, it counts as
    wrong only if the `next` line of the deal before names the same dealer as the header. Return an
    empty string if the own label may be right.
    """
    name, dot, counter = deal.label.partition(".")
    dealer, possible = deal.attribute("dealer"), possible_names(before)
    if dealer is None or not possible or not are_alike(name, possible[0]):
        return ""
    announced_dealers = [dict(line.attributes).get("dealer") for line in before.deal.contents(Next)]
    due = possible_names(before, dealer)
    if not due or due[0] == name or (name in possible and dealer not in announced_dealers):
        return ""
    return due[0] + dot + counter


def name_due(before: DealCheck, deal: Deal) -> str:
    """Return the right label of `deal`, such as `E2`, if its own label is wrong.

    `before` is the deal before. Return an empty string if the label of `deal` may be right, if the
    game is over, or if one label names a round and the other is a plain number.
    """
    coming, label = before.continuation, deal.label
    if isinstance(coming, Unclear):
        return _due_by_dealer(before, deal)
    if coming.is_over or not coming.label:
        return ""
    if not are_alike(label, coming.label):
        return ""
    if is_named(label, coming.label):
        # If the label of the deal before is wrong, this label may follow from it.
        meant = named(before.start.name_due)
        if meant is None or before.deal.label == before.start.name_due:
            return ""
        stays = named(coming.label) == named(before.deal.label)
        return label_of(next_label(meant, before.outcome.seats, stays=stays))
    return "" if _may_be_left_out(before, deal, coming.label) else coming.label


def name_of_first_due(deals: Sequence[Deal], seats: int) -> str:
    """Return the right label of the first deal if the labels of later deals show that it is wrong.

    For example, return `E1` if the first deal is labelled `E3` and the next deals are `E2` and
    `E3`. The result is the label from which the most later labels can follow. If equally many can
    follow from the own label, only `E1` replaces it. Return an empty string if the own label may be
    right.
    """
    label = named(deals[0].label)
    if label is None or deals[0].label.partition(".")[0] == _FIRST:
        return ""
    own = _which_follow(label, deals, seats)
    if all(own):
        return ""
    number = own.index(False)
    before, after = named(deals[number - 1].label), named(deals[number].label)
    if before is None or after is None or (number > 1 and before < after):
        return ""  # deals in between may be left out
    names = [divmod(number, seats) for number in range(len(WINDS) * seats)]
    counts = [sum(_which_follow(name, deals, seats)) for name in names]
    most = max(counts)
    due = names[counts.index(most)]
    is_likelier = most > sum(own) or (most == sum(own) and due == names[0])
    return label_of(due) if is_likelier else ""


def _which_follow(first: Named, deals: Sequence[Deal], seats: int) -> list[bool]:
    """Return, for each deal, whether its label can follow the labels before it.

    The first deal is taken to have the label `first`.
    """
    possible, right = {first}, list[bool]()
    for at, deal in enumerate(deals):
        if at:
            dealers = [each.attribute("dealer") for each in deals[at - 1 : at + 1]]
            stays = [True, False] if None in dealers else [dealers[0] == dealers[1]]
            possible = {next_label(name, seats, stays=each) for name in possible for each in stays}
        name = named(deal.label)
        if name in possible:
            possible = {name}
        right.append(name in possible)
    return right


def _may_be_left_out(before: DealCheck, deal: Deal, due: str) -> bool:
    """Return whether the record may leave out deals between `before` and `deal`.

    This is so if both labels are plain numbers, the number of `deal` is higher than the expected
    number `due`, and the rules check only score sheets: a score sheet need not list draws.
    """
    if before.rules.judges_play:
        return False
    return counts_deals(deal.label) and counts_deals(due) and int(deal.label) > int(due)


def _finding(
    before: DealCheck, code: str, words: Message, place: Place, **details: Unpack[Differing]
) -> Finding:
    """Return the error `code` with the message `words`, which cites a rule of the rulebook.

    The rule is the clause in `details`, or else the rule about the score sheet, or else the rule
    that belongs to `code`. `details` also has the recorded and the expected value.
    """
    rules = before.rules
    law = rules.laws.get(details.get("clause", rules.progress.sheet_law)) or rules.law(code)
    recorded, expected = str(details["recorded"]), str(details.get("expected", ""))
    return Finding.telling(
        code, "error", words, place, clause=law, recorded=recorded, expected=expected
    )
