"""A game as spectators may see it: hands are hidden until the deal's result is confirmed.

What they may see is put in a record of its own, so that pages made from it cannot reveal more.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from itertools import chain
from typing import Any, Final, NamedTuple

from mjlog.live.ledgers.fair_copy import copied, is_elsewhere, seated, seats_ruled
from mjlog.live.referees.confirming import ResultRemark, answers_to, result_of, result_remarks
from mjlog.live.referees.substitutes import substitutes
from mjlog.model.record import (
    NOBODY,
    SEATS,
    Deal,
    Game,
    Header,
    Kept,
    NoWin,
    Points,
    Remark,
    Ruling,
    Wall,
    WinLine,
)
from mjlog.notation import write
from mjlog.notation.writer import line_text
from mjlog.picture.frames import Film
from mjlog.picture.svg import Scene, picture
from mjlog.referee.replay import replay
from mjlog.referee.rule_set import RuleSet
from mjlog.rules import load
from webviewer.i18n import gettext, spoken
from webviewer.records.partial_deal import AT_THE_START, BEFORE_PLAY, without_unwritable_turns
from webviewer.venue.growing_ledger import GrowingLedger
from webviewer.venue.open_deal import OpenDeal

OPENS: Final = ("confirmed", "result", "never")
"""When hands are shown: after a player confirmed the result, after it is recorded, or never."""
_KEPT: Final = BEFORE_PLAY | {"Event"}
_OF_RESULTS: Final = frozenset({"scores", "pool", "sticks"})
"""Attributes of a deal's header that follow from the deals before it."""
_PRIVATE: Final = (Wall, Remark, Kept)


class PublicDeal(NamedTuple):
    """A deal as spectators saw it: its events and, if its hands are hidden, its text.

    It serves to notice whether the deal has changed since then.
    """

    deal: Deal
    is_open: bool
    events: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Public:
    """The game of a live table as spectators may see it.

    The hands of the first `open_deals` deals are shown, those of later deals are hidden. `deals` is
    a cache of deals by number.
    """

    game: Game
    rules: RuleSet
    open_deals: int
    deals: dict[int, PublicDeal] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def events(self) -> tuple[str, ...]:
        """Everything that spectators see of this game, as texts in JSON, in order.

        Each text is an event: the game, a deal, a turn, or (once hands are shown) another line of a
        deal. While the game goes on, new events are added at the end.
        """
        events_by_deal = (
            self._public_deal(number).events for number in range(len(self.game.deals))
        )
        game = self.game
        places = {head.key.lower(): head.value for head in game.headers if head.key in _PLACES}
        head = {"players": list(game.players), "rules": game.rules, **places}
        return (_json(head), *chain.from_iterable(events_by_deal))

    @cached_property
    def answers(self) -> dict[tuple[str, bool], bytes]:
        """A cache, empty at first, of responses to requests for events.

        Its keys are pairs of the query string and whether the response is compressed.
        """
        return {}

    def _public_deal(self, number: int) -> PublicDeal:
        """Return what spectators see of deal `number`, from 0: its events and its text.

        The text is empty if the hands of the deal are shown. The result is stored, and computed
        again only if the deal has changed.
        """
        deal, is_open = self.game.deals[number], number < self.open_deals
        public_deal = self.deals.get(number)
        if public_deal is None or public_deal.deal is not deal or public_deal.is_open != is_open:
            events = tuple(_json(each) for each in self._deal_events(number))
            text = "" if is_open else write(replace(self.game, deals=(deal,)))
            public_deal = self.deals[number] = PublicDeal(deal, is_open, events, text)
        return public_deal

    @cached_property
    def etag(self) -> str:
        """A hash of everything that spectators see of this game.

        It includes the lines of deals with hidden hands, such as a new dora indicator, which are in
        no event.
        """
        closed = range(self.open_deals, len(self.game.deals))
        return mark_of((*self.events, *(self._public_deal(number).text for number in closed)))

    @cached_property
    def mark(self) -> str:
        """A hash of all events, by which a client notices that earlier events have changed."""
        return mark_of(self.events)

    def _deal_events(self, number: int) -> Iterator[dict[str, Any]]:
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
        """What spectators may see of the game, as text in mjlog's notation."""
        return write(self.game)

    @cached_property
    def _drawn(self) -> dict[str, bytes]:
        """A cache of pictures of the table, as a dict from language to picture."""
        return {}

    @property
    def svg(self) -> bytes:
        """The table as spectators see it now, as SVG in the language of the response."""
        tag = spoken().tag
        if tag not in self._drawn:
            is_closed = self.open_deals < len(self.game.deals)
            self._drawn[tag] = drawn(self.game, self.rules, closed=is_closed)
        return self._drawn[tag]

    @cached_property
    def points(self) -> Sequence[int | None]:
        """The latest points by seat that spectators may see.

        They are the recorded points after the latest deal whose hands are shown or, if there are
        none, the points at the start.
        """
        totals = [
            claim.points
            for deal in self.game.deals[: self.open_deals]
            for claim in deal.contents(Points)
            if claim.keyword == "score"
        ]
        start = self.rules.progress.start_points
        return totals[-1] if totals else (start,) * self.game.seats


_PLACES: Final = frozenset({"Event", "Round", "Table"})


def _json(event: dict[str, Any]) -> str:
    return json.dumps(event, ensure_ascii=False)


def drawn(game: Game, rules: RuleSet, *, closed: bool) -> bytes:
    """Draw the table at the end of the latest deal as SVG; return empty bytes without any deal.

    With `closed`, all hands are hidden.
    """
    if not game.deals:
        return b""
    deal, seats = game.deals[-1], game.seats
    film = Film(deal, rules, seats)
    replay(deal, rules, seats=seats, watch=film.watch)
    shown = (rules, game.players, seats, game.header("Event") or "")
    hidden = frozenset(range(seats)) if closed else frozenset[int]()
    scene = Scene.at(film.frames, len(film.frames) - 1, deal, *shown, 0, hidden, True)
    scene = replace(scene, translate=gettext)
    return picture(scene, size=800).encode("utf-8", "replace")


def mark_of(events: Sequence[str]) -> str:
    """Compute a hash of these events in this order."""
    return sha256("\n".join(events).encode("utf-8", "replace")).hexdigest()[:16]


class Publishing:
    """Makes the game of one table for spectators again and again; computes only new parts."""

    def __init__(self, opens: str) -> None:
        """Prepare to publish one table's game, of which nothing is known yet.

        `opens` says when hands are shown: `confirmed` (after a player confirmed the result),
        `result` (after the result is recorded) or `never`.
        """
        self._opens = opens
        self._read = GrowingLedger()
        self._known: list[_Known] = []
        self._made: dict[int, _Made] = {}
        self._going: tuple[tuple[int, RuleSet], OpenDeal] | None = None
        self._deals: dict[int, PublicDeal] = {}

    def public(self, text: bytes) -> Public:
        """Return the game of a table as spectators may see it.

        `text` is the ledger without its latest lines, which are not old enough to be shown. Raise
        RulesError if its rules are unknown.
        """
        game = self._read.game(text)
        rules = load(game.rules)
        public_game = self._known_of(game.deals, rules, game.seats)
        shown = _open_deals(public_game, self._opens)
        copies = [(at, each.copy) for at, each in enumerate(public_game) if each.copy is not None]
        number = sum(at < shown for at, _ in copies)
        deals = [
            self._deal(_Asked(copy, rules, game.seats, _shown_names(place - number)), place)
            for place, (_, copy) in enumerate(copies)
        ]
        ruled = (ruling for each in public_game for ruling in each.seats)
        heads = (head for head in seated(game, ruled) if head.key in _KEPT)
        now = {SEATS[each.seat]: each.player for each in substitutes(game)}
        other_headers = (Header(head.key, now.get(head.key, head.value)) for head in heads)
        headers = (Header("Rules", game.rules), *other_headers)
        return Public(Game(headers, tuple(deals), game.version), rules, number, self._deals)

    def _known_of(self, deals: Sequence[Deal], rules: RuleSet, seats: int) -> list[_Known]:
        """Return for each deal what decides whether spectators may see its hands.

        This is, for example, whether the deal is over and confirmed. Deals that have not changed
        since the last call are not examined again.
        """
        before = self._known
        self._known = [
            before[at]
            if at < len(before) and before[at].deal is deal
            else _looked_at(deal, rules, seats)
            for at, deal in enumerate(deals)
        ]
        return self._known

    def _deal(self, asked: _Asked, at: int) -> Deal:
        made = self._made.get(at)
        if made is None or made.asked != asked:
            deal = _open(asked.deal) if asked.shown_names is None else self._closed(asked, at)
            made = self._made[at] = _Made(asked, deal)
        return made.deal

    def _closed(self, asked: _Asked, at: int) -> Deal:
        """Return a deal with all hands hidden and without its result.

        `at` is its index. If the last call was for the same deal, only its new turns are replayed.
        `asked` has the deal, the rules and the number of seats.
        """
        if self._going is None or self._going[0] != (at, asked.rules):
            self._going = (at, asked.rules), OpenDeal(asked.rules, asked.seats)
        return without_unwritable_turns(
            self._going[1].seen(asked.deal, asked.shown_names or frozenset())
        )


class _Asked(NamedTuple):
    """A deal to show, and how: `shown_names` is None if its hands are shown.

    If they are hidden, `shown_names` has the attributes of its header that are shown.
    """

    deal: Deal
    rules: RuleSet
    seats: int
    shown_names: frozenset[str] | None


class _Made(NamedTuple):
    asked: _Asked
    deal: Deal


def _shown_names(place: int) -> frozenset[str] | None:
    """Return the names of those attributes of a deal's header that spectators may see.

    `place` is 0 for the first deal whose hands are hidden, positive for later deals, which lose the
    attributes that reveal earlier results. For a deal whose hands are shown, `place` is negative,
    and the result is None, which means all attributes.
    """
    if place < 0:
        return None
    return AT_THE_START if place == 0 else AT_THE_START - _OF_RESULTS


class _Known(NamedTuple):
    """The facts about a deal that decide how much of it spectators may see.

    `copy` is the deal without names of authors, or None if the deal was played at another table.
    `result` is empty if the deal is not over. `remarks` are players' confirmations of results,
    `seats` rulings about who sits where.
    """

    deal: Deal
    copy: Deal | None
    result: str
    remarks: list[ResultRemark]
    seats: list[Ruling]


def _looked_at(deal: Deal, rules: RuleSet, seats: int) -> _Known:
    copy = None if is_elsewhere(deal) else copied(deal)
    result = result_of(deal) if _is_over(deal, rules, seats) else ""
    return _Known(deal, copy, result, result_remarks(deal), seats_ruled(deal))


def _open_deals(known: Sequence[_Known], opens: str) -> int:
    """Count the deals, from the first one on, whose hands and results may be shown.

    `opens` is one of OPENS. Counting stops at the first deal that must stay hidden, because later
    deals would reveal its result.
    """
    answers = answers_to(answer for each in known for answer in each.remarks)
    for at, each in enumerate(known):
        answer = {*answers.get((at + 1, each.result), {}).values()}
        is_opened = opens == "result" or (opens == "confirmed" and answer == {"confirmed"})
        if not (each.result and is_opened):
            return at
    return len(known)


def _is_over(deal: Deal, rules: RuleSet, seats: int) -> bool:
    """Return whether a deal is over, so that nobody can win in it any more.

    Usually it is over after one win or an end without a win. If the rules let players play on after
    a win, all players except one must have won.
    """
    plays_on = rules.play.spec.plays_on
    if deal.is_won(seats, plays_on=plays_on) or deal.lines_of(NoWin):
        return True
    return len(deal.lines_of(WinLine)) >= (seats - 1 if plays_on else 1)


def _open(deal: Deal) -> Deal:
    """Return a deal as spectators see it once its hands are shown.

    Comments, and lines that only scribes and referees may see, are removed.
    """
    lines = (
        replace(line, comment="") for line in deal.lines if not isinstance(line.content, _PRIVATE)
    )
    return without_unwritable_turns(replace(deal, lines=tuple(lines), notes=(), comment=""))
