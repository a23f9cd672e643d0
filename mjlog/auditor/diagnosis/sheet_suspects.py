"""A table of the entries of a sheet that people get wrong: each row generates readings.

A reading is a deal with one fact changed: who won from whom, who was ready, and so on. Each change
is one slip. The search looks for the change that makes everything else on the sheet fit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from itertools import combinations, islice, product
from typing import Final

from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.diagnosis.altered_deals import with_line, with_word
from mjlog.auditor.diagnosis.number_slips import wrong_claims
from mjlog.model.findings import Claim, Kind, differing
from mjlog.model.frozen import value
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.messages import Message, msg
from mjlog.model.record import (
    NOBODY,
    SEATS,
    Content,
    Deal,
    Items,
    Line,
    ReadySeats,
    Seat,
    Tenpai,
    WinLine,
    points_word,
    seat_name,
    whole_number,
)
from mjlog.model.settlement import Score, Settlement
from mjlog.model.slips import Slip, SlipKind
from mjlog.referee.aftermath import header_entry
from mjlog.referee.rulebook import HandClaim, Outcome

MOST_STEPS: Final = 32
"""Most other values of one hand that are tried."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A copy of a deal with one entry changed, and the mistake (slip) that this entry would be.

    `pool` is the number of points on the table before the deal, `counters` is how often in a row
    the dealer has dealt before. `of_claims` is the outcome if only the described value of a hand
    was changed, else None.
    """

    slip: Slip
    deal: Deal
    pool: int | None
    counters: int | None
    of_claims: Outcome | None = None


def _fact(sheet: DealCheck, slip: Slip, deal: Deal) -> Fact:
    return Fact(slip, deal, sheet.outcome.pool, sheet.outcome.counters)


def slip_at(
    sheet: DealCheck, kind: SlipKind, claim: Claim, line: Line | None, words: tuple[str, str]
) -> Slip:
    """Return a mistake (`Slip`) of this kind at a line, or at the deal's header if `line` is None.

    `words` is a tuple: the recorded content and the right content.
    """
    span = sheet.deal.span if line is None else line.span
    place = span.place(sheet.number, claim.seat)
    return Slip(kind, claim, place, *words)


def row_of(seats: Collection[Seat]) -> str:
    """Return the letters of these seats in alphabetical order as text, such as `A C`."""
    return " ".join([seat_name(seat) for seat in sorted(seats)])


# --------------------------------------------------------------------------- the win


def propose_discarders(sheet: DealCheck) -> Iterator[Fact]:
    """Yield changed copies of the deal (`Fact`) with another discarder, or with a self-draw.

    The player who is likeliest by the recorded payments comes first. Wins by robbing a kong are not
    changed.
    """
    for line, win in sheet.deal.with_lines(WinLine):
        if win.robbed:
            continue
        players, payers = [*sheet.outcome.others(win.seat)], list[Seat]()
        for seat in players:
            amounts = sheet.recorded_payments_between((seat, win.seat)).values()
            if any(amount.points for amount in amounts):
                payers.append(seat)
        likely = [win.seat] if payers == players else payers
        others = [*sheet.outcome.others(win.source)]
        unlikely = [seat for seat in others if seat not in likely]
        for source in (*[seat for seat in others if seat in likely], *unlikely):
            recorded, expected = [
                "self" if seat == win.seat and not is_own_discard else f"from {seat_name(seat)}"
                for seat, is_own_discard in ((win.source, win.own_discard), (source, False))
            ]
            slip = slip_at(sheet, "discarder", Claim("win", win.seat), line, (recorded, expected))
            other = replace(win, source=source, own_discard=False)
            yield _fact(sheet, slip, with_line(sheet.deal, line, other))


def propose_letters(sheet: DealCheck) -> Iterator[Fact]:
    """Yield changed copies of the deal (`Fact`) with another winner on the `win` line only."""
    wins = sheet.deal.with_lines(WinLine)
    for line, win in wins:
        for seat in range(sheet.outcome.seats):
            if seat in {other.seat for _, other in wins}:
                continue
            source = {win.seat: seat, seat: win.seat}.get(win.source, win.source)
            if win.own_discard:
                source = win.source
            words = seat_name(win.seat), seat_name(seat)
            slip = slip_at(sheet, "winner", Claim("win", win.seat), line, words)
            other = replace(win, seat=seat, source=source, own_discard=False)
            yield _fact(sheet, slip, with_line(sheet.deal, line, other))


def propose_winners(sheet: DealCheck) -> Iterator[Fact]:
    """Yield changed copies of the deal (`Fact`) with another winner, who also gets the items.

    The mistake is that the whole hand is written in a wrong column. Yield nothing if several
    players won, or if the tiles of the hand are known.
    """
    winners = sheet.outcome.winners
    if len(winners) != 1 or winners[0].tiles is not None:
        return
    for seat in range(sheet.outcome.seats):
        for line, win in sheet.deal.with_lines(WinLine):
            if seat in {win.seat, win.source}:
                continue
            source = seat if win.source == win.seat else win.source
            deal = with_line(sheet.deal, line, replace(win, seat=seat, source=source))
            for hand_line, items in sheet.deal.with_lines(Items):
                if items.seat == win.seat:
                    deal = with_line(deal, hand_line, replace(items, seat=seat))
            words = seat_name(win.seat), seat_name(seat)
            yield _fact(sheet, slip_at(sheet, "winner", Claim("win", win.seat), line, words), deal)


# --------------------------------------------------------------------------- ready and tenpai


def propose_ready_players(sheet: DealCheck) -> Iterator[Fact]:
    """Yield changed copies of the deal (`Fact`) with another `ready` line.

    One player is added to the line, removed or replaced. If the deal has no `ready` line, each
    possible line is added.
    """
    line = next(iter(sheet.deal.lines_of(ReadySeats)), None)
    named = {seat for ready_line in sheet.deal.contents(ReadySeats) for seat in ready_line.seats}
    players = range(sheet.outcome.seats)
    for size in range(1, len(players) + 1 if line is None else 3):
        for others in combinations(players, size):
            if line is not None and size > 1 and len(named.intersection(others)) != 1:
                continue  # a wrong letter names another player
            seats = tuple(sorted(named ^ {*others}))
            words = row_of(named), row_of(seats)
            slip = slip_at(sheet, "ready", Claim("ready", others[0]), line, words)
            deal = replace(sheet.deal, lines=(Line(ReadySeats(seats)), *sheet.deal.lines))
            if line is not None:
                deal = with_line(sheet.deal, line, ReadySeats(seats))
            yield _fact(sheet, slip, deal)


def propose_tenpai_players(sheet: DealCheck) -> Iterator[Fact]:
    """Yield changed copies of the deal (`Fact`) with another `tenpai` line.

    One player is added to the line, removed or replaced.
    """
    for line, stated in sheet.deal.with_lines(Tenpai):
        named = {*stated.seats}
        others = [seat for seat in range(sheet.outcome.seats) if seat not in named]
        for changed in [*product([*named, *others]), *product(named, others)]:
            seats = tuple(sorted(named ^ {*changed}))
            words = row_of(stated.seats), row_of(seats)
            slip = slip_at(sheet, "tenpai", Claim("tenpai", changed[0]), line, words)
            yield _fact(sheet, slip, with_line(sheet.deal, line, Tenpai(seats)))


# --------------------------------------------------------------------------- values of hands


def propose_worths(sheet: DealCheck) -> Iterator[Fact]:
    """Yield changed copies of the deal (`Fact`) in which a hand has a slightly different value.

    A repeated item is removed, or the value is a little higher or lower. Only hands that nobody
    shows, of players with wrong amounts, are changed.
    """
    near, settlement = sheet.rules.scoring.near_claims, sheet.settlement
    if not isinstance(settlement, Settlement):
        return
    wrong = {seat for claim in wrong_claims(sheet) for seat in (claim.seat, claim.payee)}
    for score in settlement.scores:
        seat = score.seat
        if score.claimed and seat in sheet.outcome.claimed and seat in wrong:
            claim, items = sheet.outcome.claimed[seat], sheet.outcome.claimed[seat].items
            # One of the items may be written twice.
            claims = [
                replace(claim, items=(*items[:number], *items[number + 1 :]))
                for number, item in enumerate(items)
                if item in items[:number]
            ]
            if near is not None:
                claims += islice(near(seat, sheet.outcome), MOST_STEPS)
            for claim in claims:
                yield with_worth(sheet, seat, claim)


def with_worth(sheet: DealCheck, seat: Seat, claim: HandClaim) -> Fact:
    """Return a changed copy of the deal (`Fact`) with other items and kongs for a player's hand.

    `claim` has the new items and kongs.
    """
    old = sheet.outcome.claimed[seat]
    kind: SlipKind = "step"
    keyword: Kind = "fan"
    written, meant = old.items, claim.items
    if meant == written:
        kind, keyword = "kong", "kong"
        written, meant = old.kongs, claim.kongs
    recorded, expected = [
        ", ".join([f"{name} {points_word(points)}" for name, points in items])
        for items in (written, meant)
    ]
    hand_lines = [line for line, items in sheet.deal.with_lines(Items) if items.seat == seat]
    stating = [line for line in hand_lines if line.content.keyword == keyword]
    slip = slip_at(
        sheet, kind, Claim(keyword, seat), next(iter(stating), None), (recorded, expected)
    )
    contents: list[Content] = [Items("fan", seat, claim.items)]
    if claim.kongs:
        contents.append(Items("kong", seat, claim.kongs))
    others = [line for line in sheet.deal.lines if not any(line is each for each in hand_lines)]
    deal = replace(sheet.deal, lines=(*others, *[Line(content) for content in contents]))
    outcome = replace(sheet.outcome, claimed={**sheet.outcome.claimed, seat: claim})
    return Fact(slip, deal, outcome.pool, outcome.counters, outcome)


def propose_items(sheet: DealCheck) -> Iterator[Fact]:
    """Yield changed copies of the deal (`Fact`) with a wrong item name replaced by the missing one.

    The tiles of the hand must be known. Exactly one of its items must be wrong and one missing,
    with the same points.
    """
    for line, stated in sheet.deal.with_lines(Items):
        score = sheet.score_of(stated.seat) if stated.keyword == "fan" else None
        if not isinstance(score, Score) or score.claimed:
            continue
        due = [(item.name, item.points) for item in score.items]
        sums = [item.name for item in (*score.totals, *score.worth)]
        names = sheet.rules.scoring.item_names.difference(sums)
        wrong = [item for item in stated.items if item not in due and item[0] in names]
        missing = [item for item in due if item not in stated.items]
        if len(wrong) != 1 or len(missing) != 1 or wrong[0][1] != missing[0][1]:
            continue
        claim = Claim("fan", stated.seat, item=wrong[0][0])
        slip = slip_at(sheet, "item", claim, line, (wrong[0][0], missing[0][0]))
        right = tuple(missing[0] if item == wrong[0] else item for item in stated.items)
        yield _fact(sheet, slip, with_line(sheet.deal, line, replace(stated, items=right)))


def propose_owners(sheet: DealCheck) -> Iterator[Fact]:
    """Yield changed copies of the deal (`Fact`) with the items of a hand given to another player.

    The other player must have no items on the sheet.
    """
    players: Collection[Seat] = sheet.outcome.winning_seats
    if sheet.rules.scoring.scores_losers:
        players = range(sheet.outcome.seats)
    hands = [
        (line, items) for line, items in sheet.deal.with_lines(Items) if items.keyword == "fan"
    ]
    others = {*players}.difference([items.seat for _, items in hands])
    for line, items in hands:
        for seat in sorted(others):
            words = seat_name(items.seat), seat_name(seat)
            slip = slip_at(sheet, "owner", Claim("fan", items.seat), line, words)
            yield _fact(sheet, slip, with_line(sheet.deal, line, replace(items, seat=seat)))


def propose_exchanged_hands(sheet: DealCheck) -> Iterator[Fact]:
    """Yield changed copies of the deal (`Fact`) with the items of two hands swapped.

    Only the hands of the players with the most wrong amounts are swapped.
    """
    claims = [verdict.claim for verdict in differing(sheet.verdicts)]
    wrong = Counter([seat for claim in claims for seat in {claim.seat, claim.payee}])
    hands = [each for each in sheet.deal.with_lines(Items) if each[1].keyword == "fan"]
    # If two hands are swapped, both winners' payments are wrong, and no other player has more
    # wrong ones.
    most = max([wrong[items.seat] for _, items in hands], default=0)
    hands = [each for each in hands if wrong[each[1].seat] == most]
    for (line, items), (other_line, others) in combinations(hands, 2):
        deal = with_line(sheet.deal, line, replace(items, seat=others.seat))
        deal = with_line(deal, other_line, replace(others, seat=items.seat))
        letters = [seat_name(items.seat), seat_name(others.seat)]
        words = " ".join(letters), " ".join(letters[::-1])
        slip = slip_at(sheet, "owner", Claim("fan", items.seat), line, words)
        yield _fact(sheet, slip, deal)


# --------------------------------------------------------------------------- the header


def propose_counters(sheet: DealCheck) -> Iterator[Fact]:
    """Yield changed copies of the deal (`Fact`) with a slightly different number of counters.

    Yield nothing if the number is unknown, or if the deal before confirms it.
    """
    progress, deal = sheet.rules.progress, sheet.deal
    word, counters = progress.counter_word or progress.repeat_word, sheet.outcome.counters
    # Take the number from the header, or from the label, or from the deal before.
    stated = deal.attribute(word) or deal.label.partition(".")[2]
    if stated:
        counters = whole_number(stated)
    # If the deal before confirms the number, it is right.
    if not word or counters is None or counters == sheet.start.counters_due:
        return
    for number in _near(counters):
        claim = Claim("next", item="counters")
        slip = slip_at(sheet, "counters", claim, None, (str(counters), str(number)))
        yield Fact(slip, with_word(deal, word, str(number)), sheet.outcome.pool, number)


def propose_sticks(sheet: DealCheck) -> Iterator[Fact]:
    """Yield changed copies of the deal (`Fact`) with more or fewer stakes on the table before it.

    Yield nothing if the number of stakes is unknown.
    """
    pot, pool = sheet.rules.pot, sheet.outcome.pool
    if not pot.used or pool is None:
        return
    for number in _near(pool // pot.step):
        points = number * pot.step
        claim = Claim("pay", -2, item=pot.word)
        slip = slip_at(sheet, "sticks", claim, None, (str(pool), str(points)))
        deal = with_word(sheet.deal, pot.word, str(points // pot.unit))
        yield Fact(slip, deal, points, sheet.outcome.counters)


def _near(number: int) -> list[int]:
    """Return the numbers to try instead of `number`: one less, one more, 0, two more."""
    likely = dict.fromkeys((number - 1, number + 1, 0, number + 2))
    return [other for other in likely if other >= 0 and other != number]


def propose_dealers(sheet: DealCheck) -> Iterator[Fact]:
    """Yield changed copies of the deal (`Fact`) with another dealer in the header.

    Yield nothing if the header names no dealer.
    """
    dealer = sheet.deal.dealer
    if header_entry(sheet.deal) is None or dealer == NOBODY:
        return
    for seat in sheet.outcome.others(dealer):
        words = seat_name(dealer), seat_name(seat)
        slip = slip_at(sheet, "dealer", Claim("next", item="dealer"), None, words)
        yield _fact(sheet, slip, with_word(sheet.deal, "dealer", SEATS[seat]))


# --------------------------------------------------------------------------- points on the table


_DOES_NOT_FIT: Final = msg(
    "{entry} does not fit the points of this deal: recorded {recorded}; {expected} fits"
)


@value
class Suspect:
    """A kind of entry that people get wrong on a sheet, as a row of a table.

    `code` is the code of its finding, `called` the name of the entry, with a placeholder for the
    player, and `says` the sentence of the finding. `propose` yields corrected deals; it is None if
    another row yields them. `names_people`: the content of the entry is seat letters. `is_name`:
    the entry is changed even if all amounts are right.
    """

    kind: SlipKind
    code: str
    called: Message
    propose: Callable[[DealCheck], Iterator[Fact]] | None
    names_people: bool = False
    is_name: bool = False
    says: Message = _DOES_NOT_FIT


_NOBODY: Final = ""
_WHO_WON: Final = msg("who won")
SHEET: Final = (
    Suspect(
        "discarder",
        "win.line",
        msg("how {seat} won", seat=_NOBODY),
        propose_discarders,
        is_name=True,
    ),
    Suspect(
        "ready",
        "ready.line",
        msg("who had declared ready"),
        propose_ready_players,
        names_people=True,
    ),
    Suspect(
        "item",
        "score.item",
        msg("the name of an item in {seat}'s hand", seat=_NOBODY),
        propose_items,
        is_name=True,
        says=msg("{entry}: recorded {recorded}, but the hand has {expected}"),
    ),
    Suspect(
        "owner",
        "score.item",
        msg("whose hand the items are"),
        propose_owners,
        names_people=True,
        is_name=True,
    ),
    Suspect(
        "owner",
        "score.item",
        msg("whose hand the items are"),
        propose_exchanged_hands,
        names_people=True,
    ),
    Suspect("step", "score.item", msg("the value of {seat}'s hand", seat=_NOBODY), propose_worths),
    Suspect("kong", "score.item", msg("{seat}'s kong points", seat=_NOBODY), None),
    Suspect("counters", "next.counters", msg("the number of counters"), propose_counters),
    Suspect("sticks", "pay.pool", msg("the number of points on the table"), propose_sticks),
    Suspect(
        "tenpai",
        "tenpai.differs",
        msg("who was one tile from winning"),
        propose_tenpai_players,
        names_people=True,
    ),
    Suspect(
        "dealer",
        "next.dealer",
        msg("who deals"),
        propose_dealers,
        names_people=True,
        is_name=True,
    ),
    Suspect("winner", "win.line", _WHO_WON, propose_winners, names_people=True),
    Suspect("winner", "win.line", _WHO_WON, propose_letters, names_people=True, is_name=True),
)
"""Entries of a sheet that are doubted, the likeliest first."""
BY_KIND: Final = {suspect.kind: suspect for suspect in SHEET}
"""Rows of this table by the kind of slip."""


Entry = tuple[int, Kind]
"""Line number of an entry, and the kind of its claim."""


def entry_of(slip: Slip) -> Entry:
    """Return a tuple that identifies the entry of a mistake: line number and kind of value."""
    return slip.place.line, slip.claim.kind


def propose_facts(
    sheet: DealCheck, *, is_ready_recorded: bool = False, names_alone: bool = False
) -> Iterator[Fact]:
    """Yield changed copies of the deal (`Fact`), each with one entry changed, the likeliest first.

    If the record has no `ready` lines (`is_ready_recorded` is False), nothing about ready players
    is changed. If `names_alone` is True, change only entries that may be wrong even if all amounts
    are right, such as the discarder.
    """
    for suspect in SHEET:
        is_open = suspect.kind == "ready" and not is_ready_recorded
        if suspect.propose is not None and not is_open and suspect.is_name >= names_alone:
            yield from suspect.propose(sheet)


def moves_stakes_alone(sheet: DealCheck) -> bool:
    """Return whether another set of ready players would change only stakes and no value of a hand.

    This is so if all hands are scored by the items on the sheet and not by their tiles. Return
    False if the rules have no stakes, or if the payments are unknown.
    """
    settlement = sheet.settlement
    if not sheet.rules.pot.step or not isinstance(settlement, Settlement):
        return False
    return all(score.claimed for score in settlement.scores)
