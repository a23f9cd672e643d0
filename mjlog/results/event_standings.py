"""The standings of an event: every player's points over all games, as recorded and by the rules.

Archives, live tables and score sheets use them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from mjlog.auditor.report import Report
from mjlog.auditor.totals import subtract_rows
from mjlog.model.findings import Finding
from mjlog.model.messages import Message, msg
from mjlog.model.near_words import likeness
from mjlog.model.record import SEATS
from mjlog.model.settlement import sum_amounts
from mjlog.results.standings import standings

_ALIKE: Final = 0.85
_MOST_NAMES: Final = 600
"""Most players whose names are compared pair by pair."""
_NUMBERED: Final = 500


@dataclass(slots=True)
class PlayerStanding:
    """A player's points won or lost over all games of an event.

    `recorded` is the sum of the recorded results, `due` the sum by the rules. A sum is None if it
    is unknown in one of the games.
    """

    name: str
    games: int = 0
    recorded: int | None = 0
    due: int | None = 0


@dataclass(frozen=True, slots=True)
class EventStandings:
    """The players of an event, best first; `findings` are warnings about tables and names."""

    players: tuple[PlayerStanding, ...]
    findings: tuple[Finding, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The result of one game of an event: round and table, players, and points won or lost.

    `changes` has a pair for each seat: the points by the record, and the points by the rules.
    """

    players: tuple[str, ...]
    changes: tuple[tuple[int | None, int | None], ...]
    round: str = ""
    table: str = ""

    @classmethod
    def of(cls, report: Report) -> GameEnd:
        """Return the result of an audited game.

        If the points that a player won or lost are unknown, they are None in `changes`.
        """
        game = report.game
        place, table = game.heading("Round"), game.heading("Table")
        changes: tuple[tuple[int | None, int | None], ...] = ((None, None),) * game.seats
        ends = standings(report)
        if ends is not None:
            unknown = (None,) * game.seats
            recorded, due = [
                subtract_rows(row or unknown, ends.start) for row in (ends.recorded, ends.due)
            ]
            changes = tuple(zip(recorded, due, strict=True))
        return cls(tuple(game.players), changes, place, table)


def event_standings(reports: Iterable[Report]) -> EventStandings:
    """Compute the standings of an event from the audits of its games."""
    return standings_of(tuple(GameEnd.of(report) for report in reports))


def standings_of(games: Sequence[GameEnd]) -> EventStandings:
    """Compute the standings of an event from the results of its games.

    The best player is first; players with unknown points are last. Players are ranked by the points
    by the rules, or, if these are unknown, by the recorded points. Names that differ only in width,
    case, spaces, commas or the order of words belong to one player.
    """
    players: dict[str, PlayerStanding] = {}
    for game in games:
        for name, (recorded, due) in zip(game.players, game.changes, strict=False):
            player = players.setdefault(key_of_name(name), PlayerStanding(name))
            player.games += 1
            player.recorded = sum_amounts((player.recorded, recorded))
            player.due = sum_amounts((player.due, due))
    findings = (
        *_doubly_seated(games),
        *_missing_tables(games),
        *_similar_name_warnings(list(players.values())),
    )

    def order(player: PlayerStanding) -> tuple[bool, int, str]:
        points = player.recorded if player.due is None else player.due
        return points is None, -(points or 0), player.name

    return EventStandings(tuple(sorted(players.values(), key=order)), findings)


def key_of_name(name: str) -> str:
    """Return a key for comparing names of players.

    The key ignores width, case, spaces, commas and the order of words.

    >>> key_of_name("LEE, Ａnn") == key_of_name("Ann  Lee")
    True
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(sorted(plain.replace(",", " ").split()))


def _note(words: Message) -> Finding:
    return Finding.telling("sheet.event", "warning", words)


def _doubly_seated(games: Sequence[GameEnd]) -> Iterator[Finding]:
    """Yield a warning for each player who sits at two tables in the same round."""
    seen: dict[tuple[str, str], str] = {}
    for game in games:
        if not game.round or not game.table:
            continue
        for name in game.players:
            before = seen.setdefault((game.round, key_of_name(name)), game.table)
            if before != game.table:
                words = "{name} sits at table {one} and at table {other} of round {round}"
                names_and_tables = {
                    "name": name,
                    "one": before,
                    "other": game.table,
                    "round": game.round,
                }
                yield _note(msg(words, **names_and_tables))


def _missing_tables(games: Sequence[GameEnd]) -> Iterator[Finding]:
    """Yield a warning for each round in which the sheet of a table is missing.

    Every round should have tables 1 to the highest number of any round. Tables are ignored if their
    name is not a number up to `_NUMBERED`.
    """
    rounds: dict[str, set[int]] = {}
    for game in games:
        table = game.table
        if table.isascii() and table.isdigit() and int(table) <= _NUMBERED:
            rounds.setdefault(game.round, set()).add(int(table))
    highest = max((max(each) for each in rounds.values()), default=0)
    whole = set(range(1, highest + 1))
    for place, tables in sorted(rounds.items()):
        missing = ", ".join(str(each) for each in sorted(whole - tables))
        if missing:
            words = "round {round}: no sheet of table {tables}"
            yield _note(msg(words, round=place or "?", tables=missing))


def _similar_name_warnings(players: Sequence[PlayerStanding]) -> Iterator[Finding]:
    """Yield a warning for each pair of similar names that may belong to one player.

    The standings count both names as different players. Yield nothing if there are more than
    `_MOST_NAMES` players.
    """
    if len(players) > _MOST_NAMES:
        return
    for one, other in similar_name_pairs([player.name for player in players]):
        words = "is {one} the same player as {other}? they count as two"
        yield _note(msg(words, one=one, other=other))


def similar_name_pairs(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of names whose spelling is nearly the same.

    Names that end in a digit are left out, such as `player 1` and `player 2`.

    >>> list(similar_name_pairs(["Marta Silva", "Ana", "Martha Silva"]))
    [('Marta Silva', 'Martha Silva')]
    """
    for one, other in combinations(names, 2):
        a, b = key_of_name(one), key_of_name(other)
        plain = a in SEATS.casefold() or a[-1:].isdigit() or b[-1:].isdigit()
        if plain:
            continue
        if likeness(a, b) >= _ALIKE:
            yield one, other
