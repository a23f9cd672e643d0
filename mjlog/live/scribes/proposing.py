"""Writes the lines that the rules can compute for a deal, as proposals to a scribe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mjlog.auditor.audit import GameState
from mjlog.auditor.totals import Totals, add_rows
from mjlog.model.deal_labels import WINDS, label_of, named, next_label
from mjlog.model.record import NOBODY, SEATS, Content, Deal, Items, Next, Pay, Points, Seat, WinLine
from mjlog.model.settlement import Item, Score, Settlement
from mjlog.notation.writer import line_text
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Continuation, Unclear

FIRST: Final = "E1 dealer=A"
"""The first deal of a game."""


def proposed_lines(state: GameState) -> list[str]:
    """Return the lines that the record of a deal lacks and that the rules can compute.

    `state` is the state of the game after the latest deal.
    """
    present = {_place(line.content) for line in state.sheet.deal.lines}
    return [line_text(each) for each in _claims(state) if _place(each) not in present]


def _place(content: Content) -> tuple[str, Seat]:
    """Return a key (keyword, seat) that is equal for lines of which a deal may have only one."""
    seat = content.seat if isinstance(content, Items | WinLine) else NOBODY
    return content.keyword, seat


def _claims(state: GameState) -> Iterator[Content]:
    for winner in state.sheet.outcome.winners:
        yield WinLine(winner.seat, winner.tile, winner.source, winner.robbed)
    settled = state.sheet.settlement
    if isinstance(settled, Settlement) and state.sheet.rules.scoring.score is not None:
        for score in settled.scores:
            yield from items(score)
        kongs_of = state.sheet.rules.scoring.kongs_of
        if kongs_of is not None:
            for seat in range(state.sheet.outcome.seats):
                yield from items(Score(seat, (), kongs_of(seat, state.sheet.outcome)))
        yield from paid(settled)
        points = _points_after(state, settled)
        if None not in points:
            yield Points("score", points)
    yield from _next(state)


def _points_after(state: GameState, settled: Settlement) -> Totals:
    """Return the players' points after the deal.

    If the record lacks payments and the points before the deal are known, the proposed payments are
    added. `state` is the state of the game, and `settled` has the payments by the rules.
    """
    if not settled.why or None in state.sheet.start.points:
        return state.points
    return add_rows(state.sheet.start.points, state.sheet.whole_changes[0][0])


def items(score: Score) -> Iterator[Items]:
    """Yield the lines that state the items of a hand and of its kongs (``fan`` and ``kong``)."""
    if score.items or score.totals:
        yield Items("fan", score.seat, _listed((*score.items, *score.totals)))
    if score.kongs:
        yield Items("kong", score.seat, _listed(score.kongs))


def _listed(each: tuple[Item, ...]) -> tuple[tuple[str, int | None], ...]:
    return tuple((item.name, item.points) for item in each)


def paid(settled: Settlement) -> Iterator[Pay]:
    """Yield one ``pay`` line with all payments of a deal; nothing if nobody pays."""
    owed = tuple((*pair, points) for pair, points in settled.owed().items() if points)
    if owed:
        yield Pay(owed)


def _next(state: GameState) -> Iterator[Next]:
    coming, dealer = state.sheet.continuation, state.sheet.next_dealer
    if isinstance(coming, Continuation) and coming.is_over:
        yield Next((("end", ""),))
    elif not isinstance(dealer, Unclear):
        yield Next((("dealer", SEATS[dealer]),))


def next_head(state: GameState | None, rules: RuleSet) -> str:
    """Return the words of the next deal's ``@`` line as one text, such as ``E2 dealer=B``.

    The words are label, seats, dealer and the number of repetitions. A word is left out if neither
    the rules nor the record determine it. `state` is the state of the game after the latest deal;
    None before the first deal.
    """
    if state is None:
        return FIRST if not rules.progress.numbers_deals else "1 dealer=A"
    dealer = _next_dealer(state)
    coming = state.sheet.continuation
    label, counters = _label_due(coming)
    words = [label or _label_after(state.sheet.deal, dealer, state.sheet.outcome.seats)]
    if isinstance(coming, Continuation) and coming.seating:
        words.append(f"seats={coming.seating}")
    if dealer != NOBODY:
        words.append(f"dealer={SEATS[dealer]}")
    if rules.progress.counter_word and counters:
        words.append(f"{rules.progress.counter_word}={counters}")
    return " ".join(word for word in words if word)


def _label_due(coming: object) -> tuple[str, int]:
    """Return (label, number of repetitions) of the next deal, from `coming`, which the rules give.

    Return an empty label and 0 if the rules do not determine the next deal.
    """
    if not isinstance(coming, Continuation):
        return "", 0
    return coming.label.removesuffix(".0"), coming.counters or 0


def _next_dealer(state: GameState) -> Seat:
    """Return the next deal's dealer, from the record or else by the rules; NOBODY if unknown.

    `state` is the state of the game after the latest deal.
    """
    for line in state.sheet.deal.contents(Next):
        dealer = dict(line.attributes).get("dealer", "")
        if len(dealer) == 1 and dealer in SEATS[: state.sheet.outcome.seats]:
            return SEATS.index(dealer)
    due = state.sheet.next_dealer
    return NOBODY if isinstance(due, Unclear) else due


def _label_after(deal: Deal, dealer: Seat, seats: int) -> str:
    """Return the label of the next deal, counted on from the label of `deal`: ``E2`` after ``E1``.

    If `dealer`, the dealer of the next deal, is also the dealer of `deal`, the label stays the
    same. Return an empty text if the label of `deal` is neither the name of a round nor a number.
    """
    place = named(deal.label)
    if place is None:
        number = deal.label.partition(".")[0]
        return str(int(number) + 1) if number.isdigit() else ""
    after_all_winds = str(seats * len(WINDS) + 1)
    return label_of(next_label(place, seats, stays=dealer == deal.dealer)) or after_all_winds
