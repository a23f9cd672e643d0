"""Questions to a scribe about facts that the deal needs, each with the line to write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mjlog.live.ledgers.standing_entries import effective_entries
from mjlog.live.session import Session
from mjlog.model.go_arounds import go_around_of
from mjlog.model.messages import Message
from mjlog.model.record import NOBODY, SEATS, Deal, Exchange
from mjlog.referee.needed_facts import EXCHANGE, WON_ON, NeededFact, needed_facts
from mjlog.referee.passing import TILES, Passing
from mjlog.referee.replay import replay


class Question(NamedTuple):
    """A question to the scribe about a missing fact, with the line to write.

    `tiles` is the number of tiles in the answer; 0 if the answer is a suit. `line` has a gap for
    the answer. `answers` are the possible directions of an exchange of tiles, if the question is
    about this.
    """

    asks: Message
    tiles: int
    line: str
    answers: Sequence[Passing] = ()


def questions(session: Session, deal: Deal) -> list[Question]:
    """Return a list of `Question`: what a scribe should add, because the record of a deal lacks it.

    Only facts that the rules need are asked for, in the order of play. The list is empty if the
    rules do not judge play. Nothing is asked if no line could add the fact, or about an exchange of
    tiles while the dealer is unknown.
    """
    rules = session.rules
    if not rules.judges_play:
        return []
    table = replay(deal, rules, seats=session.seats).table
    is_dealer_known = deal.dealer != NOBODY
    ways = [each for each in rules.play.passings if is_dealer_known and not each.word]
    lines = _with_lines(deal, needed_facts(deal, table, rules))
    return [
        Question(fact.asks, fact.tiles, line, ways if fact.keyword == EXCHANGE else [])
        for fact, line in lines
        if fact.keyword != EXCHANGE or ways
    ]


def passings(session: Session, deal: Deal) -> list[Passing]:
    """Return the exchanges of tiles between players that the rules allow at this moment.

    An exchange happens before play, or on the dealer's turn.
    """
    if deal.dealer == NOBODY:
        return []
    dealer_is_next = not deal.turns or session.seat_letter == SEATS[deal.dealer]
    is_passed = any(not go_around_of(each) for each in deal.contents(Exchange))
    return [
        each
        for each in session.rules.play.passings
        if (dealer_is_next if each.word else not is_passed)
    ]


def _with_lines(deal: Deal, facts: Iterator[NeededFact]) -> Iterator[tuple[NeededFact, str]]:
    for fact in facts:
        line = _fix_line(deal, fact) if fact.turn >= 0 else _stating_line(fact)
        if line:
            yield fact, line


def _stating_line(fact: NeededFact) -> str:
    """Return the line that would state a missing fact, with a placeholder for the tiles."""
    seat = [] if fact.seat == NOBODY else [SEATS[fact.seat]]
    return " ".join([fact.keyword, *seat, TILES])


def _fix_line(deal: Deal, fact: NeededFact) -> str:
    """Return the `fix` line that adds a missing fact to a turn, with a placeholder for the tiles.

    Return an empty text if no ledger entry consists of exactly this turn.
    """
    turn = deal.turns[fact.turn]
    word = f"{SEATS[turn.seat]}:{turn.word}"
    numbers = [
        entry.number for entry in effective_entries(deal) if entry.text.partition(" ")[0] == word
    ]
    if not numbers:
        return ""
    whole = f"{word}={TILES}"
    if fact.keyword == WON_ON:
        whole = f"{word.removesuffix('#').removesuffix('?')}{TILES}#"
    return f"fix {numbers[-1]:04d} {whole}"
