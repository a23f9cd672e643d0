"""Make an archive of any size: correct one-deal records with other names, days and events.

``python benchmarks/scaled_archive.py ARCHIVE --records 100000`` copies the rows of audited records,
which takes minutes; ``--audited`` adds every record normally and prints the speed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

from sqlalchemy import Connection, Table, func, insert, select

from mjlog.archive.adding.entry import Entry, entry_of, pack, player_key
from mjlog.archive.adding.reading import found_below, found_in_bytes
from mjlog.archive.adding.writer import new_pseudonym
from mjlog.archive.questions.words import folded
from mjlog.archive.storage import tables
from mjlog.archive.storage.clock import now
from mjlog.archive.store import Archive, create
from mjlog.model.record import SEATS, Game, Header
from mjlog.notation import write

SAMPLES: Final = Path(__file__).parents[1] / "samples"
FOLDERS: Final = ("taiyuan", "riichi", "taiwanese", "american", "tibet")
SEED: Final = 14
PLACE: Final = "here"
RIGHT: Final = {"clean", "unverified"}
AT_A_TIME: Final = 500
"""Records written together."""
FAMILIES: Final = ("Abel", "Bauer", "Chen", "Dubois", "Eriksen", "Garcia", "Hayashi", "Jansen")
GIVEN: Final = ("Ada", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gu", "Hana", "Ines", "Jo")
FIRST_DAY: Final = date(2015, 1, 1)
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Make:
    """A record to be made: its players by seat, day, event, round and table."""

    players: tuple[str, ...]
    day: str
    event: str
    round: str
    table: str


@dataclass(frozen=True, slots=True)
class Base:
    """A correct record of one deal: its rows, and its text in two parts.

    Headers of players, day and event are inserted between `head` and `rest`.
    """

    entry: Entry
    head: str
    rest: str

    @classmethod
    def of(cls, game: Game) -> Base:
        """Return the base made from a game."""
        kept = tuple(each for each in game.headers if each.key in {"Rules", "Seats"})
        text = write(replace(game, headers=(*kept, Header("Site", PLACE))))
        head, _, rest = text.partition(f"Site: {PLACE}\n")
        return cls(entry_of("", text.encode()), head, rest)

    def text(self, make: Make, index: int) -> bytes:
        """Return the text of the record with other players, day and event.

        `index` is put into a header, so that no two records are equal.
        """
        told = {"Event": make.event, "Date": make.day, "Round": make.round, "Table": make.table}
        # The number distinguishes two records that are otherwise the same.
        told["Site"] = f"Hall {index}"
        told |= dict(zip(SEATS, make.players[: self.entry.record["seats"]], strict=False))
        lines = "".join(f"{key}: {value}\n" for key, value in told.items())
        return f"{self.head}{lines}{self.rest}".encode()


def bases() -> list[Base]:
    """Return a base of every correct sample of one deal."""
    found = (each for folder in FOLDERS for each in found_below(SAMPLES / folder))
    games = (each.game for each in found if each.game and len(each.game.deals) == 1)
    return [base for base in map(Base.of, games) if base.entry.record["status"] in RIGHT]


def makes(number: int, players: int, seed: int = SEED) -> Iterator[Make]:
    """Yield the records to be made: few players are in many records, most in some."""
    chance = Random(seed)
    names = [name_of(each) for each in range(players)]
    weights = [1 / (rank + 10) for rank in range(players)]
    for index in range(number):
        seated: dict[str, None] = {}
        while len(seated) < len(SEATS):
            seated[chance.choices(names, weights)[0]] = None
        day = FIRST_DAY + timedelta(days=chance.randrange(3650))
        event = f"Cup {index // 200 + 1}"
        yield Make(tuple(seated), str(day), event, str(index % 8 + 1), str(index % 25 + 1))


def name_of(number: int) -> str:
    """Return a name that is different for each number."""
    rest, given = divmod(number, len(GIVEN))
    rest, family = divmod(rest, len(FAMILIES))
    return (
        f"{GIVEN[given]} {FAMILIES[family]} {rest}"
        if rest
        else f"{GIVEN[given]} {FAMILIES[family]}"
    )


# --------------------------------------------------------------------------- the normal way


def add_audited(archive: Archive, all_bases: Sequence[Base], number: int, players: int) -> None:
    """Add records as files are added: each is read and audited."""
    texts = [
        (all_bases[index % len(all_bases)].text(make, index), f"{index}.mjl")
        for index, make in enumerate(makes(number, players))
    ]
    found = (each for text, name in texts for each in found_in_bytes(text, name))
    if any(each.outcome != "added" for each in archive.add(found)):
        raise RuntimeError("a record was not added: the archive was not empty")


# --------------------------------------------------------------------------- the fast way


def add_copied(archive: Archive, all_bases: Sequence[Base], number: int, players: int) -> None:
    """Add copies of audited records' rows with new digests."""
    left = enumerate(makes(number, players))
    with archive.writing() as connection:
        copier = Copier(connection, all_bases)
        while together := list(islice(left, AT_A_TIME)):
            copier.write(together)


class Copier:
    """Writes copies of records' rows, many at a time."""

    def __init__(self, connection: Connection, all_bases: Sequence[Base]) -> None:
        self.connection = connection
        self.bases = all_bases
        self.reports = [pack(each.entry.report) for each in all_bases]
        self.players: dict[str, int] = {}
        self.events: dict[str, int] = {}
        self.last = connection.execute(select(func.max(tables.records.c.id))).scalar() or 0

    def write(self, together: Sequence[tuple[int, Make]]) -> None:
        """Write these records, given as number of the base and data."""
        rows: dict[Table, list[Row]] = {table: [] for table in WRITTEN}
        for index, make in together:
            self.last += 1
            self._collect(rows, index, make)
        for table, several in rows.items():
            if several:
                self.connection.execute(insert(table), several)

    def _collect(self, rows: dict[Table, list[Row]], index: int, make: Make) -> None:
        place = index % len(self.bases)
        entry = self.bases[place].entry
        text = self.bases[place].text(make, index)
        whose = {"record_id": self.last}
        digest = sha256(text).hexdigest()
        rows[tables.records].append(self._record(entry, make, digest))
        rows[tables.texts].append({**whose, "text": pack(text)})
        words = folded(" ".join((*make.players, make.event, f"Hall {index}")))
        rows[tables.words].append({**whose, "folded": words})
        rows[tables.changes].append({"digest": digest, "kind": "added", "at": now()})
        report = {"engine": entry.record["engine"], "made": now(), "body": self.reports[place]}
        rows[tables.reports].append({**whose, **report})
        rows[tables.seats] += [{**whose, **row} for row in self._seats(entry, make)]
        for table, several in {
            tables.deals: entry.deals,
            tables.deal_seats: entry.deal_seats,
            tables.items: entry.items,
            tables.findings: entry.findings,
        }.items():
            rows[table] += [{**whose, **row} for row in several]

    def _record(self, entry: Entry, make: Make, digest: str) -> Row:
        return entry.record | {
            "id": self.last,
            "digest": digest,
            "event_id": self._event(make.event),
            "date": make.day,
            "round": make.round,
            "table_name": make.table,
            "visibility": "public",
            "public_from": None,
            "state": "published",
            "seen_from": 0,
            "format": "mjlog",
            "added": now(),
            "change": self.last,
        }

    def _seats(self, entry: Entry, make: Make) -> Iterator[Row]:
        for row, name in zip(entry.seats, make.players, strict=False):
            yield {**row, "name": name, "player_id": self._player(name)}

    def _event(self, name: str) -> int:
        row = {"name": name, "key": folded(name), "statistics": "public"}
        return self._number(self.events, tables.events, row)

    def _player(self, name: str) -> int:
        row = {"name": name, "key": player_key(name), "pseudonym": new_pseudonym()}
        return self._number(self.players, tables.players, row)

    def _number(self, known: dict[str, int], table: Table, row: Row) -> int:
        name = row["name"]
        if name not in known:
            number = self.connection.execute(
                select(table.c.id).where(table.c.key == row["key"])
            ).scalar()
            added = (
                number or self.connection.execute(insert(table).values(row)).inserted_primary_key
            )
            known[name] = added if isinstance(added, int) else (added or (0,))[0]
        return known[name]


WRITTEN: Final = (
    tables.records,
    tables.texts,
    tables.words,
    tables.changes,
    tables.reports,
    tables.seats,
    tables.deals,
    tables.deal_seats,
    tables.items,
    tables.findings,
)
"""Tables that are copied into, those that others refer to first."""


def main() -> None:
    """Fill an archive, and print how many records were made in a second."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("archive", help="path or URL of the archive; made where there is none")
    asked.add_argument("--records", type=int, default=100_000)
    asked.add_argument("--players", type=int, default=2_000)
    asked.add_argument("--audited", action="store_true", help="read and audit every record")
    told = asked.parse_args()
    all_bases = bases()
    fill = add_audited if told.audited else add_copied
    start, cpu = time.perf_counter(), time.process_time()
    with create(told.archive) as archive:
        fill(archive, all_bases, told.records, told.players)
    seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    number = told.records
    print(f"{number:,} records, {number / seconds:,.0f} a second, {number / cpu:,.0f} of processor")


if __name__ == "__main__":
    main()
