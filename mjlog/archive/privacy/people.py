"""Finds players by name, merges and splits them, and collects data about a person."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, func, insert, or_, select, update

from mjlog.archive.adding.entry import player_key
from mjlog.archive.adding.writer import new_pseudonym
from mjlog.archive.privacy.persons import PeopleError, group_of
from mjlog.archive.privacy.renaming import Renaming
from mjlog.archive.questions.statistics import Scope, statistics
from mjlog.archive.questions.words import query_words
from mjlog.archive.storage import tables
from mjlog.archive.store import Archive, mark_changed, note_change
from mjlog.archive.view import View
from mjlog.model.record import seat_name
from mjlog.results.event_standings import similar_name_pairs

_players: Final = tables.players.c
_seats: Final = tables.seats.c
STANDS_FOR: Final[ColumnElement[int]] = func.coalesce(_players.merged_into, _players.id)
"""Number of the player into whom a player was merged, or else the player's own number."""
MOST_NAMES: Final = 600
"""Most players whose names are compared pair by pair."""
NEIGHBOURS: Final = 8
_SEATS: Final = "a b c d east south west north me you noname 私 我"
_CHAIRS: Final = "自家 下家 上家 対面 對家 对家 对面 東 南 西 北 东 東家 南家 西家 北家 东家"
_NUMBERED: Final = ("p", "player", "player ", "プレイヤー", "玩家", "cpu", "ai", "bot")
NAMES_OF_SEATS: Final = frozenset(
    [
        *f"{_SEATS} {_CHAIRS}".split(),
        *[f"{word}{number}" for word in _NUMBERED for number in range(1, 5)],
    ]
)
"""Keys of names that programs write for a seat or for a player without a name."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player of an archive. `records` is the number of the player's records that the reader sees.

    `names` are further spellings, also of players who were merged into this player.
    """

    number: int
    name: str
    records: int
    names: tuple[str, ...] = ()


def players_named(view: View, name: str) -> list[Player]:
    """Find players by name, in records that the reader may see.

    If no player has exactly that name, return the players whose names contain all its words. The
    name ``#12`` means player number 12; the list is empty if this player was merged into another
    player.
    """
    number = name.removeprefix("#")
    if name.startswith("#") and number.isascii() and number.isdigit() and len(number) < 19:
        return players_numbered(view, [int(number)])
    exact = _find_players(view, _players.key == player_key(name))
    parts = [_players.key.contains(word, autoescape=True) for word in query_words(name)]
    return exact or (_find_players(view, *parts) if parts else [])


def players_numbered(view: View, numbers: Collection[int]) -> list[Player]:
    """Return the players with the given numbers, if they sit in a record that the reader may see.

    A number of a player who was merged into another player is ignored.
    """
    return _find_players(view, STANDS_FOR.in_(numbers))


def busiest_players(view: View, most: int) -> list[Player]:
    """Return the players with the most records, at most `most` players, the busiest first.

    Only records that the reader may see are counted. Names such as ``East`` or ``Player 1`` are
    left out, because many persons share them.
    """
    records = func.count(_seats.record_id.distinct())
    asked = (
        select(STANDS_FOR)
        .join(tables.seats, _seats.player_id == _players.id)
        .join(tables.records, tables.records.c.id == _seats.record_id)
        .where(view.visible, _players.key.not_in(NAMES_OF_SEATS))
        .group_by(STANDS_FOR)
        .order_by(records.desc(), STANDS_FOR)
        .limit(most)
    )
    numbers = list(view.connection.execute(asked).scalars())
    players = players_numbered(view, numbers)
    return sorted(players, key=lambda player: (-player.records, player.name))


def _find_players(view: View, *conditions: ColumnElement[bool]) -> list[Player]:
    """Find all players who have at least one name that meets the SQL conditions, sorted by number.

    Players who were merged count as one player, with all their names. Only records that the reader
    may see count; a player without such a record is left out.
    """
    players = select(STANDS_FOR).where(*conditions)
    is_among_them = or_(_players.id.in_(players), _players.merged_into.in_(players))
    records = func.count(_seats.record_id.distinct())
    asked = (
        select(STANDS_FOR, _players.id, _players.name, _players.pseudonym, records)
        .join(tables.seats, _seats.player_id == _players.id)
        .join(tables.records, tables.records.c.id == _seats.record_id)
        .where(view.visible, is_among_them)
        .group_by(STANDS_FOR, _players.id, _players.name, _players.pseudonym)
        .order_by(STANDS_FOR, _players.id)
    )
    return list(_players_of_rows(view, view.connection.execute(asked).all()))


def _players_of_rows(view: View, rows: Any) -> Iterator[Player]:
    groups: dict[int, list[Any]] = {}
    for row in rows:
        groups.setdefault(row[0], []).append(row)
    for number, several in groups.items():
        names = [row.pseudonym if view.reader.pseudonyms else row.name for row in several]
        first = next((row for row in several if row.id == number), several[0])
        name = first.pseudonym if view.reader.pseudonyms else first.name
        others = tuple(dict.fromkeys(each for each in names if each != name))
        yield Player(number, name, sum(row[-1] for row in several), others)


def the_player(view: View, name: str) -> Player:
    """Find the only player of that name; raise PeopleError if there is none, or more than one.

    Names are searched as in `players_named`.
    """
    players = players_named(view, name)
    if len(players) == 1:
        return players[0]
    if not players:
        raise PeopleError(f"no player has the name {name}")
    choices = ", ".join(f"#{each.number} {each.name}" for each in players[:8])
    raise PeopleError(f"several players have the name {name}; say which by number: {choices}")


# --------------------------------------------------------------------------- who is the same


def merge(archive: Archive, one: int, other: int) -> int:
    """Record that the players with the numbers `one` and `other` are the same person.

    From now on, player `one` is shown under the name of player `other`. Return the number that
    `unmerge` needs to undo this: `one`, or, if `one` was merged before, the last player in that
    chain of merges. Raises PeopleError if both are the same player already.
    """
    with archive.writing() as connection:
        joined = _joined(connection)
        first, last = _last_of(joined, one), _last_of(joined, other)
        if first == last:
            raise PeopleError("these are the same player already")
        _join(connection, first, last)
    return first


def unmerge(archive: Archive, number: int) -> None:
    """Undo the merging of player `number` into another player.

    Players who were merged into this player stay merged. Raises PeopleError if this player is not
    merged into another one.
    """
    with archive.writing() as connection:
        if number not in _joined(connection):
            raise PeopleError(f"#{number} was not merged into another player")
        _join(connection, number, None)


def _joined(connection: Connection) -> dict[int, int]:
    """Return all merges: map the number of each merged player to the player it was merged into.

    If player 1 was merged into 2, and 2 into 3, the result maps 1 to 2 and 2 to 3.
    """
    asked = select(_players.id, _players.joined_to).where(_players.joined_to.is_not(None))
    return {number: other for number, other in connection.execute(asked) if other is not None}


def _last_of(joined: dict[int, int], number: int) -> int:
    """Follow the merges of a player to the end, and return the number of the last player.

    `joined` is the result of `_joined`. A player who was not merged is returned unchanged.
    """
    while number in joined:
        number = joined[number]
    return number


def _join(connection: Connection, number: int, other: int | None) -> None:
    """Merge player `number` into player `other`; if `other` is None, undo such a merge.

    Merges can form chains, and each player's row also stores the last player of its chain; these
    columns are computed again. All records of the players count as changed, because they now show
    another name.
    """
    table = tables.players
    connection.execute(update(table).where(_players.id == number).values(joined_to=other))
    joined = _joined(connection)
    whole = [] if other is None else [_last_of(joined, other)]
    for each in {number, *joined}:
        last = _last_of(joined, each)
        stands = None if last == each else last
        connection.execute(update(table).where(_players.id == each).values(merged_into=stands))
    group = group_of(frozenset({number, *whole}))
    theirs = select(_seats.record_id).where(_seats.player_id.in_(group))
    mark_changed(connection, tables.records.c.id.in_(theirs), "audited")


def merged_row(view: View, name: str) -> int:
    """Find a player of that name who was merged into another player; return the player's number.

    Used to undo a merge. The name ``#12`` gives 12 without a check. Raises PeopleError if no merged
    player, or more than one, has the name.
    """
    if name.startswith("#") and name[1:].isdecimal():
        return int(name[1:])
    asked = select(_players.id, _players.name).where(
        _players.key == player_key(name), _players.joined_to.is_not(None)
    )
    rows = view.connection.execute(asked).all()
    if len(rows) == 1:
        return int(rows[0][0])
    if not rows:
        raise PeopleError(f"no player of the name {name} was merged into another one")
    choices = ", ".join(f"#{number}" for number, _ in rows)
    raise PeopleError(f"several players of the name {name} were merged; say which: {choices}")


def split(archive: Archive, number: int, digests: Sequence[str]) -> int:
    """Divide a player into two, because two persons of the same name were taken for one.

    In the records with these `digests`, the player with `number` is replaced by a new player, whose
    number is returned; `merge` undoes this. Raises PeopleError if `digests` is empty, or if the
    player is missing in at least one of the records.
    """
    with archive.writing() as connection:
        sittings = _sittings(connection, number, digests)
        missing = set(digests) - {digest for digest, *_ in sittings}
        if missing or not sittings:
            raise PeopleError(f"the player does not sit in {', '.join(sorted(missing))}")
        asked = select(_players.name, _players.key).where(_players.id == sittings[0][-1])
        namesake = dict(connection.execute(asked).mappings().one())
        made = insert(tables.players).values(namesake | {"pseudonym": new_pseudonym()})
        new = int((connection.execute(made).inserted_primary_key or (0,))[0])
        for digest, record_id, seat, _ in sittings:
            _seat_there(connection, digest, record_id, seat, new)
    return new


def _sittings(connection: Connection, number: int, digests: Sequence[str]) -> Sequence[Any]:
    records = tables.records.c
    group = or_(_players.id == number, _players.merged_into == number)
    asked = (
        select(records.digest, records.id, _seats.seat, _players.id)
        .join(tables.seats, _seats.record_id == records.id)
        .join(tables.players, _seats.player_id == _players.id)
        .where(records.digest.in_(digests), group)
    )
    return connection.execute(asked).all()


def _seat_there(
    connection: Connection, digest: str, record_id: int, seat: int, player: int
) -> None:
    seatings = tables.seatings
    key = (seatings.c.digest == digest, seatings.c.seat == seat)
    changed = connection.execute(update(seatings).where(*key).values(player_id=player))
    if not changed.rowcount:
        row = {"digest": digest, "seat": seat, "player_id": player}
        connection.execute(insert(seatings).values(row))
    is_there = (_seats.record_id == record_id, _seats.seat == seat)
    connection.execute(update(tables.seats).where(*is_there).values(player_id=player))
    note_change(connection, digest, "audited")


def near_names(view: View, event: int | None = None) -> list[tuple[Player, Player]]:
    """Return pairs of players with nearly equal names, who may be the same person.

    The pairs are shown to a person, who decides. With `event`, only players of that event are
    compared. Among more than 600 names, each name is compared only with its neighbours in sorted
    lists.
    """
    conditions = []
    if event is not None:
        records = tables.records.c
        of_event = (
            select(_seats.player_id)
            .join(tables.records, records.id == _seats.record_id)
            .where(records.event_id == event)
        )
        conditions.append(_players.id.in_(of_event))
    players = {each.name: each for each in _find_players(view, *conditions)}
    return [(players[one], players[other]) for one, other in _similar_names(list(players))]


def _similar_names(names: list[str]) -> list[tuple[str, str]]:
    """Return pairs of nearly equal names.

    Among more than 600 names, compare each name only with its neighbours in two orders:
    alphabetical order, and alphabetical order of the reversed names. A single typing error is
    rarely at both ends of a name, so one of the two orders keeps such names together.
    """
    if len(names) <= MOST_NAMES:
        return list(similar_name_pairs(names))
    pairs_by_name: dict[frozenset[str], tuple[str, str]] = {}
    for key in (player_key, _reversed_key):
        ordered = sorted(names, key=key)
        for start in range(len(ordered)):
            first, *near = ordered[start : start + NEIGHBOURS]
            pairs = (pair for other in near for pair in similar_name_pairs([first, other]))
            pairs_by_name |= {frozenset(pair): pair for pair in pairs}
    return list(pairs_by_name.values())


def _reversed_key(name: str) -> str:
    return player_key(name)[::-1]


# --------------------------------------------------------------------------- data about a person


def subject(view: View, player: Player) -> dict[str, Any]:
    """Collect everything that the archive contains about a player, as a JSON object.

    These are names, statistics, records that the reader may see, their original files, mentions in
    other records, watched files and tokens. The log of writes is not included.
    """
    rows = _own_rows(view, player)
    names = sorted({row["name"] for row in rows} | {player.name, *player.names})
    renaming = Renaming(tuple(names), "")
    digests = {row["digest"] for row in rows}
    asked = select(_players.pseudonym).where(_players.id == player.number)
    mentions = {stored.digest for stored in view.texts() if renaming.is_in_bytes(stored.text)}
    return {
        "number": player.number,
        "name": player.name,
        "names": names,
        "pseudonym": str(view.connection.execute(asked).scalar()),
        "records": rows,
        "files": _files(view, digests),
        "mentions": sorted(mentions - digests),
        "watched": _texts_with_name(view, renaming, tables.files.c.path),
        "tokens": _texts_with_name(view, renaming, tables.tokens.c.name),
        "statistics": [each.to_row for each in statistics(view, Scope(player=player.number))],
    }


def _own_rows(view: View, player: Player) -> list[dict[str, Any]]:
    records = tables.records.c
    group = or_(_players.id == player.number, _players.merged_into == player.number)
    columns = (records.digest, records.date, records.rules, records.round, records.table_name)
    asked = (
        select(
            *columns,
            tables.events.c.name.label("event"),
            _seats.seat,
            _seats.name,
            _seats.points,
            _seats.change,
            _seats.due,
            _seats.place,
            records.visibility,
            records.state,
        )
        .select_from(tables.records.outerjoin(tables.events).join(tables.seats))
        .join(tables.players, _players.id == _seats.player_id)
        .where(view.visible, group)
        .order_by(records.date, records.id, _seats.seat)
    )
    rows = (dict(mapping) for mapping in view.connection.execute(asked).mappings())
    return [{**row, "seat": seat_name(row["seat"])} for row in rows]


def _files(view: View, digests: set[str]) -> list[dict[str, Any]]:
    return [
        {"digest": digest, **{key: row[key] for key in ("name", "format", "sha256")}}
        for digest in sorted(digests)
        for row in view.originals(digest)
    ]


def _texts_with_name(view: View, renaming: Renaming, column: Any) -> list[str]:
    words = view.connection.execute(select(column)).scalars()
    return [each for each in words if renaming.occurs_in(each)]
