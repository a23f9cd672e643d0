"""What a scribe is asked for: facts that the deal needs, each with the line that will state it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mjlog.live.session import Session
from mjlog.live.standing_entries import effective_entries
from mjlog.model.messages import Message
from mjlog.model.record import NOBODY, SEATS, Deal
from mjlog.referee.needed_facts import WON_ON, NeededFact, needed_facts
from mjlog.referee.replay import replay

TILES: Final = "{tiles}"
"""Stands in a line for what the scribe taps."""


class Question(NamedTuple):
    """What is asked, how many tiles answer it (0: a suit), and the line with a gap for them."""

    asks: Message
    tiles: int
    line: str


def questions(session: Session) -> list[Question]:
    """Return what the deal needs and its record lacks, in the order in which it comes up."""
    deal = session.deal
    if deal is None or not session.rules.judges_play:
        return []
    table = replay(deal, session.rules, seats=session.seats).table
    lines = _with_lines(deal, needed_facts(deal, table, session.rules))
    return [Question(fact.asks, fact.tiles, line) for fact, line in lines]


def _with_lines(deal: Deal, facts: Iterator[NeededFact]) -> Iterator[tuple[NeededFact, str]]:
    for fact in facts:
        line = _mending(deal, fact) if fact.turn >= 0 else _stating(fact)
        if line:
            yield fact, line


def _stating(fact: NeededFact) -> str:
    """Return the line that states a fact by itself."""
    seat = [] if fact.seat == NOBODY else [SEATS[fact.seat]]
    return " ".join([fact.keyword, *seat, TILES])


def _mending(deal: Deal, fact: NeededFact) -> str:
    """Return the line that adds a fact to a word of play; empty if no entry has that word."""
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
