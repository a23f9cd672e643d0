"""A game as spectators may know it: closed hands until its result is confirmed, and no later claim.

What this makes is a record of its own. Whatever is told of that record can tell no more.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any, Final

from mjlog.live.confirming import opinions, result_of
from mjlog.live.folding import fair_copy, is_elsewhere
from mjlog.model.record import (
    NOBODY,
    SEATS,
    Content,
    Deal,
    Game,
    Header,
    Kept,
    NoWin,
    Points,
    Remark,
    Wall,
    Win,
    WinLine,
)
from mjlog.notation import read, write
from mjlog.notation.writer import line_text
from mjlog.picture.frames import Film
from mjlog.picture.svg import Scene, picture
from mjlog.referee.replay import replay
from mjlog.referee.rule_set import RuleSet
from mjlog.rules import load
from webviewer.so_far import AT_THE_START, BEFORE_PLAY, deal_in_public, sayable

OPENS: Final = ("confirmed", "result", "never")
"""When hands are shown: once a player confirmed the result, once it is told, or not at all."""
_KEPT: Final = BEFORE_PLAY | {"Event"}
_OF_RESULTS: Final = frozenset({"scores", "pool", "sticks"})
"""Words of a deal's header that follow from the deals before it."""
_PRIVATE: Final = (Wall, Remark, Kept)


@dataclass(frozen=True)
class Public:
    """What spectators may know of a table; `open_deals` are those whose hands are shown."""

    game: Game
    rules: RuleSet
    open_deals: int

    @cached_property
    def events(self) -> tuple[str, ...]:
        """All that may be known, in order, each as JSON; how many there are tells no more."""
        each = (event for number in range(len(self.game.deals)) for event in self._of_deal(number))
        return tuple(json.dumps(event, ensure_ascii=False) for event in (self._head(), *each))

    @cached_property
    def etag(self) -> str:
        """A word that is the same as long as the same may be known."""
        return mark_of(self.events)

    def _head(self) -> dict[str, Any]:
        places = {head.key.lower(): head.value for head in self.game.headers if head.key in _PLACES}
        return {"players": list(self.game.players), "rules": self.game.rules, **places}

    def _of_deal(self, number: int) -> Iterator[dict[str, Any]]:
        deal = self.game.deals[number]
        dealer = SEATS[deal.dealer] if deal.dealer != NOBODY else None
        yield {"deal": number + 1, "label": deal.label, "dealer": dealer}
        for turn in deal.turns:
            yield {"deal": number + 1, "turn": f"{SEATS[turn.seat]}:{turn.word}"}
        if number < self.open_deals:
            for line in deal.lines:
                yield {"deal": number + 1, "line": line_text(line.content)}

    @cached_property
    def text(self) -> str:
        """The record so far, as text."""
        return write(self.game)

    @cached_property
    def svg(self) -> bytes:
        """The table as it stands."""
        return drawn(self.game, self.rules, closed=self.open_deals < len(self.game.deals))

    @cached_property
    def points(self) -> Sequence[int | None]:
        """What everybody has after the latest deal of which that is known."""
        told = [
            claim.points
            for deal in self.game.deals[: self.open_deals]
            for claim in deal.told(Points)
            if claim.keyword == "score"
        ]
        start = self.rules.progress.start_points
        return told[-1] if told else (start,) * self.game.seats


_PLACES: Final = frozenset({"Event", "Round", "Table"})


def drawn(game: Game, rules: RuleSet, *, closed: bool) -> bytes:
    """The table at the end of the latest deal; nothing before the first."""
    if not game.deals:
        return b""
    deal, seats = game.deals[-1], game.seats
    film = Film(deal, rules, seats)
    replay(deal, rules, seats=seats, watch=film.watch)
    shown = (rules, game.players, seats, game.header("Event") or "")
    hidden = frozenset(range(seats)) if closed else frozenset[int]()
    scene = Scene(film.frames[-1], deal, *shown, 0, hidden, True)
    return picture(scene, size=800).encode("utf-8", "replace")


def mark_of(events: Sequence[str]) -> str:
    """A word for these events in this order."""
    return sha256("\n".join(events).encode("utf-8", "replace")).hexdigest()[:16]


def public(text: bytes, opens: str) -> Public:
    """What may be known of a ledger of which this much is given out."""
    game = read(text)
    rules = load(game.rules)
    shown = _open_deals(game, opens)
    kept = [at for at, deal in enumerate(game.deals) if not is_elsewhere(deal)]
    copy = fair_copy(game)
    number = sum(at < shown for at in kept)
    deals = tuple(
        _open(deal) if at < number else _closed(deal, rules, game.seats, is_next=at == number)
        for at, deal in enumerate(copy.deals)
    )
    heads = (head for head in copy.headers if head.key in _KEPT)
    headers = (Header("Rules", game.rules), *(Header(head.key, head.value) for head in heads))
    return Public(Game(headers, deals, game.version), rules, number)


def _open_deals(game: Game, opens: str) -> int:
    """How many deals from the first on may be known whole: a later one tells of those before it."""
    numbers = range(1, len(game.deals) + 1)
    closed = (number - 1 for number in numbers if not _is_open(game, number, opens))
    return next(closed, len(game.deals))


def _is_open(game: Game, number: int, opens: str) -> bool:
    deal = game.deals[number - 1]
    if not (result_of(deal) and _is_over(deal)):
        return False
    said = {opinion.answer for opinion in opinions(game, number)}
    return opens == "result" or (opens == "confirmed" and said == {"confirmed"})


def _is_over(deal: Deal) -> bool:
    """Whether somebody has won, or nobody will."""
    is_won = bool(deal.turns) and isinstance(deal.turns[-1].acts[-1], Win)
    return is_won or any(deal.lines_of(sort) for sort in (WinLine, NoWin))


def _open(deal: Deal) -> Deal:
    """A deal that may be known whole, without remarks of those who wrote it down."""
    lines = (replace(line, comment="") for line in deal.lines if _is_public(line.content))
    return sayable(replace(deal, lines=tuple(lines), notes=(), comment=""))


def _is_public(content: Content) -> bool:
    return not isinstance(content, _PRIVATE)


@lru_cache(maxsize=1024)
def _closed(deal: Deal, rules: RuleSet, seats: int, *, is_next: bool) -> Deal:
    """A deal without what is hidden; its header tells of results only where they are known."""
    told = AT_THE_START if is_next else AT_THE_START - _OF_RESULTS
    return sayable(deal_in_public(deal, rules, seats, told))
