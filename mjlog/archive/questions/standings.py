"""Computes the standings of an event over its rounds: as submitted, and as corrected by the rules.

If the rules give points for places, the points with placement are added up, otherwise the changes
of points. A game counts once, by its newest record. Merged players count as one; players with equal
results share a place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sqlalchemy import select

from mjlog.archive.adding.entry import PARTS
from mjlog.archive.privacy.people import STANDS_FOR, players_numbered
from mjlog.archive.privacy.persons import shown_standings
from mjlog.archive.storage import tables
from mjlog.archive.view import View

_seats: Final = tables.seats.c
_records: Final = tables.records.c
_players: Final = tables.players.c
PLACED: Final = "placed"
POINTS: Final = "points"
Number = int | float | None


@dataclass(slots=True)
class Line:
    """The results of one player in an event: totals, and results of each round.

    `submitted` is computed from the recorded results, `corrected` from the results by the rules. If
    the rules cannot check a game, its recorded result is used for both. A total is None if the
    result of a game is unknown.
    """

    player: int
    name: str
    games: int = 0
    submitted: Number = 0
    corrected: Number = 0
    place: int = 0
    submitted_place: int = 0
    rounds: dict[str, tuple[Number, Number]] = field(default_factory=dict)

    def add(self, place: str, submitted: Number, corrected: Number) -> None:
        """Add the player's result in one more game to the totals of the event and of a round.

        `place` is the name of the round. `submitted` is the result as recorded, `corrected` the
        result by the rules. None means an unknown result; a total that includes it becomes None,
        too.
        """
        self.games += 1
        self.submitted = _plus(self.submitted, submitted)
        self.corrected = _plus(self.corrected, corrected)
        before = self.rounds.get(place, (0, 0))
        self.rounds[place] = _plus(before[0], submitted), _plus(before[1], corrected)

    @property
    def to_row(self) -> dict[str, Any]:
        """The line as a dict with the columns `COLUMNS`; the results by round are left out."""
        return {
            "place": self.place,
            "player": self.name,
            "games": self.games,
            "corrected": self.corrected,
            "submitted": self.submitted,
            "submitted_place": self.submitted_place,
        }


@dataclass(frozen=True, slots=True)
class Standings:
    """Standings of an event for games of one rule set and number of seats, best player first.

    `unit` is ``placed`` if points with placement are added up, or ``points`` for changes of points.
    `rounds` has the names of the rounds, numbered rounds first.
    """

    rules: str
    seats: int
    unit: str
    rounds: tuple[str, ...]
    lines: tuple[Line, ...]

    def named(self, names: Mapping[str, str]) -> Standings:
        """Return a copy of the standings with other names of players.

        `names` maps old to new names.
        """
        lines = (replace(line, name=names.get(line.name, line.name)) for line in self.lines)
        return replace(self, lines=tuple(lines))

    @property
    def to_object(self) -> dict[str, Any]:
        """The standings as a JSON object: the total of each player, and the results by round."""
        lines = [
            {**line.to_row, "rounds": [_round(name, line) for name in self.rounds]}
            for line in self.lines
        ]
        return {"rules": self.rules, "seats": self.seats, "unit": self.unit, "players": lines}


COLUMNS: Final = ("place", "player", "games", "corrected", "submitted", "submitted_place")
"""The columns of `Line.to_row`."""


def standings(view: View, event: int) -> list[Standings]:
    """Compute the standings of an event, as the records of its games give them.

    Games of different rule sets or numbers of players are not added up, so there is one `Standings`
    for each combination. The list is empty if there is no such event, or if the reader may not see
    its standings.
    """
    by_kind: dict[tuple[str, int], list[Any]] = defaultdict(list)
    for row in view.connection.execute(_asked(event, view)).mappings():
        by_kind[row["rules"], row["seats"]].append(row)
    return [_standings_of_kind(view, *kind, rows) for kind, rows in sorted(by_kind.items())]


def _asked(event: int, view: View) -> Any:
    columns = (_records.rules, _records.seats, _records.round, _seats.placed, _seats.placed_due)
    own = (STANDS_FOR.label("player"), _seats.change, _seats.due)
    return (
        select(*columns, *own)
        .select_from(tables.records.join(tables.events).join(tables.seats))
        .join(tables.players, _players.id == _seats.player_id)
        .where(view.visible, view.newest, shown_standings(view), _records.event_id == event)
        .order_by(_records.round, _records.id, _seats.seat)
    )


def _standings_of_kind(view: View, rules: str, seats: int, rows: list[Any]) -> Standings:
    players = players_numbered(view, {row["player"] for row in rows})
    names = {player.number: player.name for player in players}
    counts_places = any(row["placed"] is not None for row in rows)
    submitted, due = ("placed", "placed_due") if counts_places else ("change", "due")
    lines: dict[int, Line] = {}
    for row in rows:
        line = lines.setdefault(row["player"], Line(row["player"], names[row["player"]]))
        recorded = row[submitted]
        # If the rules give no result, the recorded result stays.
        line.add(row["round"], recorded, recorded if row[due] is None else row[due])
    made = list(lines.values())
    if counts_places:
        # Points with placement (uma) are stored in small parts of a point.
        for line in made:
            line.submitted, line.corrected = _whole(line.submitted), _whole(line.corrected)
            line.rounds = {name: (_whole(a), _whole(b)) for name, (a, b) in line.rounds.items()}
    _place(made)
    rounds = tuple(sorted({row["round"] for row in rows}, key=_round_order))
    ordered = sorted(made, key=lambda line: (line.place, line.name))
    return Standings(rules, seats, PLACED if counts_places else POINTS, rounds, tuple(ordered))


def _whole(parts: Number) -> Number:
    return None if parts is None else round(parts / PARTS, 3)


def _place(lines: list[Line]) -> None:
    """Compute the place of each line of the standings, and store it in the line.

    Players with equal results share a place. Players with an unknown result come last.
    """
    for line in lines:
        line.place = 1 + sum(_is_before(other.corrected, line.corrected) for other in lines)
        line.submitted_place = 1 + sum(_is_before(o.submitted, line.submitted) for o in lines)


def _is_before(one: Number, other: Number) -> bool:
    return one is not None and (other is None or one > other)


def _plus(one: Number, other: Number) -> Number:
    return None if one is None or other is None else one + other


def _round_order(name: str) -> tuple[int, str]:
    """Return a sort key for the name of a round. Numbered rounds come first, sorted by number."""
    return (int(name) if name.isdecimal() else 10**9), name


def _round(name: str, line: Line) -> dict[str, Any]:
    submitted, corrected = line.rounds.get(name, (None, None))
    return {"round": name, "submitted": submitted, "corrected": corrected}


def all_lines(standings: list[Standings]) -> Iterator[dict[str, Any]]:
    """Yield the lines of several standings as the rows of one table.

    Each row also has the rules, the number of seats and the unit of its standings. The results by
    round are left out.
    """
    for each in standings:
        kind = {"rules": each.rules, "seats": each.seats, "unit": each.unit}
        yield from (kind | line.to_row for line in each.lines)
