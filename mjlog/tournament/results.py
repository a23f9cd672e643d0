"""The results of a tournament in its archive: the record of each game, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import select

from mjlog.archive.adding.entry import PARTS, player_key
from mjlog.archive.privacy.persons import PeopleError, event_numbered, shown_standings
from mjlog.archive.questions.standings import Standings, standings
from mjlog.archive.storage import tables
from mjlog.archive.view import View
from mjlog.tournament.draw import named
from mjlog.tournament.frame import Game, Tournament

MISSING: Final = "missing"
OTHERS: Final = "other players"
SEVERAL: Final = "several records"
UNEVEN: Final = "uneven points"
_records: Final = tables.records.c
_seats: Final = tables.seats.c
Number = int | float | None


@dataclass(frozen=True, slots=True)
class Line:
    """One player's result in a game: the points at the end, and their change; None if unknown.

    `placed` are the final points including placement points; None if the rules have none.
    """

    player: str
    points: int | None = None
    change: int | None = None
    placed: Number = None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game of the draw: its record, its players' results, and what is wrong.

    `digest` and `status` are those of the record. `problem` is empty if the result counts. If there
    is no record, or several, the result has a problem and no numbers; if the record is wrong, it
    has a problem and numbers.
    """

    game: Game
    lines: tuple[Line, ...]
    digest: str = ""
    status: str = ""
    problem: str = ""

    def named(self, names: Mapping[str, str]) -> Result:
        """Return a copy of the result with identifiers of players replaced by names.

        `names` maps identifiers to names; an identifier that it does not have is kept.
        """
        lines = (replace(line, player=names.get(line.player, line.player)) for line in self.lines)
        players = named(self.game.players, names)
        return replace(self, game=replace(self.game, players=players), lines=tuple(lines))

    @staticmethod
    def empty(game: Game) -> Result:
        """Return the result of a game for which there is no record."""
        return Result(game, tuple(Line(player) for player in game.players), problem=MISSING)


def results(view: View, made: Tournament) -> list[Result]:
    """Return the result of each game of the draw, from the records that the reader may see.

    If a game has no record, or several, its result has no numbers, and the field `problem` says
    why.
    """
    kept = _load_results(view, _event(view, made))
    step = made.rule_set.pot.step
    return [
        _result(game, kept.get((str(game.round), str(game.table)), {}), step)
        for game in made.games()
    ]


def standings_of(view: View, made: Tournament) -> list[Standings]:
    """Return the present standings of the event, as the archive computes them.

    Return an empty list if the reader sees no such event in the archive.
    """
    event = _event(view, made)
    return [] if event is None else standings(view, event)


def _event(view: View, made: Tournament) -> int | None:
    try:
        return event_numbered(view, made.event)[0]
    except PeopleError:
        return None


_Kept = dict[tuple[str, str], dict[str, list[Any]]]


def _load_results(view: View, event: int | None) -> _Kept:
    """Load the players' results of an event from the newest version of each record in the archive.

    The returned dict maps round and table to another dict, which maps the digest of a record to the
    rows of its players. Records that the reader may not see, or whose standings are hidden, are
    left out.
    """
    columns = (
        _records.digest, _records.status, _records.round, _records.table_name, _records.deals
    )  # fmt: skip
    asked = (
        select(*columns, _seats.points, _seats.change, _seats.placed, tables.players.c.name)
        .select_from(tables.records.join(tables.events).join(tables.seats))
        .join(tables.players, tables.players.c.id == _seats.player_id)
        .where(view.visible, view.newest, shown_standings(view), _records.event_id == event)
        .order_by(_records.id, _seats.seat)
    )
    seats_by_game: _Kept = {}
    for row in view.connection.execute(asked).mappings():
        place = seats_by_game.setdefault((row["round"], row["table_name"]), {})
        place.setdefault(row["digest"], []).append(row)
    return seats_by_game


def _result(game: Game, kept: Mapping[str, list[Any]], step: int) -> Result:
    empty = Result.empty(game)
    if len(kept) != 1:
        return replace(empty, problem=SEVERAL) if kept else empty
    [(digest, rows)] = kept.items()
    lines = tuple(
        Line(
            row["name"],
            row["points"],
            row["change"],
            None if row["placed"] is None else round(row["placed"] / PARTS, 3),
        )
        for row in rows
    )
    problem = ""
    if _keys(game.players) != _keys(line.player for line in lines):
        problem = OTHERS
    elif not rows[0]["deals"] and _is_uneven(lines, step):
        problem = UNEVEN
    return Result(game, lines, digest, rows[0]["status"], problem)


def _is_uneven(lines: Sequence[Line], step: int) -> bool:
    """Return whether the changes of points on a result slip have an impossible sum.

    The sum must be 0 or, if sticks stayed on the table, a negative multiple of `step`, the points
    of one stick. `step` is 0 if the rules have no sticks. Unknown changes count as 0.
    """
    more = sum(line.change or 0 for line in lines)
    return more > 0 or (more % step if step else more) != 0


def _keys(names: Any) -> set[str]:
    return {player_key(name) for name in names}


def open_games(found: list[Result]) -> Iterator[str]:
    """Yield a sentence for each game without a result, and for each game whose result is wrong."""
    for each in found:
        if each.problem:
            yield f"round {each.game.round}, table {each.game.table}: {_problem_words(each)}"


def _problem_words(result: Result) -> str:
    """Return a text that says what is wrong with the record of a game."""
    if result.problem == OTHERS:
        drawn, seated = result.game.players, [line.player for line in result.lines]
        others = [name for name in seated if player_key(name) not in _keys(drawn)]
        absent = [name for name in drawn if player_key(name) not in _keys(seated)]
        have = f"the record names {', '.join(others)}" if others else "the record lacks players"
        return f"{have}, the draw {', '.join(absent)}" if absent else f"{have}, the draw does not"
    if result.problem == UNEVEN:
        more = sum(line.change or 0 for line in result.lines)
        words = "too many" if more > 0 else "too few"
        return f"the points on the result slip do not add up: {abs(more):,} {words}"
    return _PROBLEM_WORDS[result.problem]


_PROBLEM_WORDS: Final = {
    MISSING: "no record is there",
    SEVERAL: "there are several records; take out those that are wrong",
}

COLUMNS: Final = ("round", "table", "seat", "player", "points", "change", "placed", "record")


def rows_of(found: list[Result]) -> Iterator[dict[str, Any]]:
    """Yield a row of the result sheet for each player of each game, as a dictionary by column."""
    for each in found:
        for seat, line in zip("ABCD", each.lines, strict=False):
            yield {
                "round": each.game.round,
                "table": each.game.table,
                "seat": seat,
                "player": line.player,
                "points": line.points,
                "change": line.change,
                "placed": line.placed,
                "record": each.digest,
            }
