"""The standings of an event as its tables have them now: each round, penalties, the sum."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mjlog.auditor.payment_words import cause_named
from mjlog.live.effect import changes
from mjlog.live.rounds import round_of
from mjlog.live.tables import Table
from mjlog.model.messages import as_message
from mjlog.model.record import Ruling
from webviewer.i18n import told
from webviewer.live.access import named


class Standing(NamedTuple):
    """A player: the place, the points of each round and of all, with places counted; penalties."""

    place: int
    name: str
    rounds: dict[int, float]
    penalties: tuple[str, ...]
    points: float


def place_among(points: float, sums: Iterable[float]) -> int:
    """Return the place of somebody with these points; equal points share a place."""
    return 1 + sum(other > points for other in sums)


def standings_now(tables: Iterable[Table], event: str) -> list[Standing]:
    """Return the standings of an event, best first; a game that is not told counts nothing."""
    rounds: dict[str, dict[int, float]] = {}
    penalties: dict[str, list[str]] = {}
    for table in tables:
        with table.session() as session:
            game, fines = named(session.game), session.rules.penalties.ruled
        if game.header("Event") != event:
            continue
        for name, points in zip(game.players, changes(game), strict=False):
            of_player = rounds.setdefault(name, {})
            number = round_of(table.name)
            of_player[number] = round(of_player.get(number, 0.0) + (points or 0.0), 3)
        for deal in game.deals:
            for ruling in deal.told(Ruling):
                if ruling.name in fines and 0 <= ruling.seat < len(game.players):
                    words = told(as_message(cause_named(ruling.name)))
                    penalties.setdefault(game.players[ruling.seat], []).append(words)
    sums = {name: round(sum(of_player.values()), 3) for name, of_player in rounds.items()}
    return [
        Standing(
            place_among(points, sums.values()),
            name,
            rounds[name],
            tuple(penalties.get(name, ())),
            points,
        )
        for name, points in sorted(sums.items(), key=lambda pair: (-pair[1], pair[0]))
    ]
