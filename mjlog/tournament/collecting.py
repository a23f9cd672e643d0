"""Records of a tournament go into its archive; a ledger that grew takes the place of its beginning.

A record that another one amends stays beside it, as everywhere; the beginning of a ledger is no
record of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sqlalchemy import select

from mjlog.archive import tables
from mjlog.archive.entry import unpack
from mjlog.archive.reading import Found, found_in_bytes
from mjlog.archive.store import Archive
from mjlog.archive.writer import Added, Policy
from mjlog.live.folding import SEATS_RULED, fair_copy, is_elsewhere
from mjlog.model.record import Deal, Header, Next, Ruling
from mjlog.notation import write

_records = tables.records.c
GROWN = "the ledger has grown since"


def collected(archive: Archive, found: Iterable[Found]) -> Iterator[Added]:
    """Adds all records but ledgers without a deal, and those of which the archive has more."""
    for each in found:
        if not _is_empty(each) and not _has_grown(archive, each):
            yield from _added(archive, each)


def _added(archive: Archive, found: Found) -> Iterator[Added]:
    """Add a record; only the organiser sees one that is still written. Yield what was added."""
    policy = Policy("private") if _is_played(found) else None
    for added in archive.add([found], policy):
        if added.outcome in {"added", "amended"}:
            _drop_beginnings(archive, added.found)
            archive.add_together([*_put_right(added.found)], policy)
        yield added


def _is_played(found: Found) -> bool:
    """Return whether it is a ledger that has not come to its end."""
    deals = found.game.deals if found.game is not None else ()
    is_ledger = any(deal.ledger for deal in deals)
    return is_ledger and not _has_ended(deals[-1])


def _has_ended(deal: Deal) -> bool:
    return any("end" in dict(line.attributes) for line in deal.told(Next))


def _put_right(found: Found) -> Iterator[Found]:
    """Yield the records that a ledger means: who sat elsewhere, which deals belong to another.

    It amends the ledger, which stays beside it: standings count the newest record of a game.
    """
    game = found.game
    if game is None or not any(deal.ledger and _is_ruled(deal) for deal in game.deals):
        return
    copy = fair_copy(game)
    headers = (*copy.headers, Header("Amends", found.digest))
    text = write(replace(copy, headers=headers)).encode("utf-8", "replace")
    yield from found_in_bytes(text, found.name)


def _is_ruled(deal: Deal) -> bool:
    return is_elsewhere(deal) or any(each.name == SEATS_RULED for each in deal.told(Ruling))


def _is_empty(found: Found) -> bool:
    return found.game is not None and not found.game.deals


def _has_grown(archive: Archive, found: Found) -> bool:
    """Return whether the archive has a record that begins with this one and goes on."""
    return any(_begins(found.text, text) for _, text in _of_its_table(archive, found))


def _drop_beginnings(archive: Archive, found: Found) -> None:
    for digest, text in _of_its_table(archive, found):
        if _begins(text, found.text):
            for each in (digest, *_amendments(archive, digest)):
                archive.remove(each, GROWN)


def _amendments(archive: Archive, digest: str) -> list[str]:
    with archive.reading() as connection:
        asked = select(_records.digest).where(_records.amends == digest)
        return list(connection.execute(asked).scalars())


def _begins(text: bytes, other: bytes) -> bool:
    """Return whether a ledger goes on behind these bytes, which end with a whole line."""
    return len(text) < len(other) and text[-1:] == b"\n" and other.startswith(text)


def _of_its_table(archive: Archive, found: Found) -> list[tuple[str, bytes]]:
    """Return the records of the same round and table, by digest."""
    if found.game is None:
        return []
    places = {key: (found.game.header(key) or "").strip() for key in ("Round", "Table")}
    asked = (
        select(_records.digest, tables.texts.c.text)
        .select_from(tables.records.join(tables.texts))
        .where(_records.round == places["Round"], _records.table_name == places["Table"])
    )
    with archive.reading() as connection:
        return [(digest, unpack(text)) for digest, text in connection.execute(asked)]
