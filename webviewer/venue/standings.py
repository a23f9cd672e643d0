"""The standings of an event, computed from its tables now: rounds, penalties, total."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mjlog.auditor.payment_words import cause_named
from mjlog.live.referees.effect import changes, changes_in_deals
from mjlog.live.referees.rulings import penalties as fines_of
from mjlog.live.rounds import round_of
from mjlog.live.tables import Table
from mjlog.model.messages import to_message
from mjlog.model.record import SEATS, Ruling
from webviewer.i18n import translate
from webviewer.live.access import named


class Standing(NamedTuple):
    """A player in the standings of an event, with place and points.

    `points` is the total: the sum of `deals` (points in deals), `places` (uma) and `penalties`.
    `rounds` has the points by round. `rulings` has every penalty with its points; None if a penalty
    has no points.
    """

    place: int
    name: str
    rounds: dict[int, float]
    deals: float
    places: float
    penalties: float
    rulings: tuple[tuple[str, float | None], ...]
    points: float


def place_among(points: float, sums: Iterable[float]) -> int:
    """Return the place of a player with these points among all players, whose points are `sums`.

    Players with equal points share the better place.
    """
    return 1 + sum(other > points for other in sums)


def standings_now(tables: Iterable[Table], event: str) -> list[Standing]:
    """Compute the standings of an event from the ledgers of its tables, best player first.

    A game without known points counts 0.
    """
    rounds: dict[str, dict[int, float]] = {}
    in_deals: dict[str, float] = {}
    penalties: dict[str, float] = {}
    rulings: dict[str, list[tuple[str, float | None]]] = {}
    for table in tables:
        with table.session() as session:
            game = named(session.game)
            fines = {(fine.seat, fine.name): fine for fine in fines_of(session)}
        if game.header("Event") != event:
            continue
        for name, points in zip(game.players, changes(game), strict=False):
            by_round = rounds.setdefault(name, {})
            number = round_of(table.name)
            by_round[number] = round(by_round.get(number, 0.0) + (points or 0.0), 3)
        for name, points in zip(game.players, changes_in_deals(game), strict=False):
            in_deals[name] = in_deals.get(name, 0.0) + (points or 0.0)
        for deal in game.deals:
            for ruling in deal.contents(Ruling):
                fine = fines.get((SEATS[ruling.seat : ruling.seat + 1], ruling.name))
                if fine is None or ruling.seat >= len(game.players):
                    continue
                name, words = (
                    game.players[ruling.seat],
                    translate(to_message(cause_named(fine.name))),
                )
                rulings.setdefault(name, []).append((words, fine.points))
                if not fine.at_table:
                    penalties[name] = penalties.get(name, 0.0) + (fine.points or 0.0)
    sums = {name: round(sum(of_player.values()), 3) for name, of_player in rounds.items()}
    return [
        Standing(
            place_among(points, sums.values()),
            name,
            rounds[name],
            round(in_deals.get(name, 0.0), 3),
            round(points - in_deals.get(name, 0.0) - penalties.get(name, 0.0), 3),
            round(penalties.get(name, 0.0), 3),
            tuple(rulings.get(name, ())),
            points,
        )
        for name, points in sorted(sums.items(), key=lambda pair: (-pair[1], pair[0]))
    ]
