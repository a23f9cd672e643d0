"""Adds records and result slips of a tournament to its archive.

A ledger with more lines replaces its earlier version, and a record with deals replaces the result
slip of its table. If a record amends another record, both stay in the archive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sqlalchemy import select

from mjlog.archive.adding.entry import canonical, game_of, player_key, unpack
from mjlog.archive.adding.reading import Found, found_in_bytes
from mjlog.archive.adding.writer import Added, Policy
from mjlog.archive.storage import tables
from mjlog.archive.store import Archive
from mjlog.live.ledgers.fair_copy import SEATS_RULED, fair_copy, is_elsewhere
from mjlog.live.session import has_ended
from mjlog.model.findings import Finding
from mjlog.model.record import SEATS, Deal, Game, Header, Ruling
from mjlog.notation import write
from mjlog.tournament import frame
from mjlog.tournament.handouts import headers

_records = tables.records.c
GROWN = "the ledger has grown since"
RECORDED = "another record of this table has come since"


def collected(archive: Archive, found: Iterable[Found], made: frame.Tournament) -> Iterator[Added]:
    """Add records and result slips of a tournament to the archive; yield an outcome for each.

    A result slip is a record with final points but without deals. When a record with deals is
    added, the slips of the same table are removed from the archive. Other records without deals are
    ignored, and so are records of which the archive already has a longer version.
    """
    for each in found:
        slip = _slip(each)
        is_empty = each.game is not None and not each.game.deals
        if slip is not None:
            yield from _added_slip(archive, each, slip, made)
        elif not is_empty and not _has_grown(archive, each):
            record = _name_by_event(each, made)
            yield from _added(archive, _with_seats_compared(record, made))
            if record.digest:
                for name, dropped in _drop_slips(archive, record):
                    yield from _differing(archive, name, dropped, record.digest)


def _name_by_event(found: Found, made: frame.Tournament) -> Found:
    """Return a record that comes from a score sheet with the event's name in the header `Event`.

    For example, `Spring Cup, round 2` becomes `Spring Cup`. A record without an event gets it if
    its round, table and players are those of the draw. Other records are returned unchanged.
    """
    game = _game(found)
    if game is None:
        return found
    event = game.heading("Event")
    # A score sheet without an event has only its round and its table as a name.
    is_unnamed = event in {"", f"round {game.heading('Round')}, table {game.heading('Table')}"}
    drawn = _drawn(game, made) if is_unnamed else None
    is_drawn = drawn is not None and _keys(drawn.players) == _keys(game.players)
    if not is_drawn and not event.startswith(f"{made.event}, round "):
        return found
    headers = tuple(
        replace(each, value=made.event) if each.key == "Event" else each for each in game.headers
    )
    if not event:
        headers = (Header("Event", made.event), *headers)
    digest, text = canonical(replace(game, headers=headers))
    return replace(found, digest=digest, text=text, game=None)


def _with_seats_compared(found: Found, made: frame.Tournament) -> Found:
    """Compare the seats of a record with the draw; return it with a warning if they differ.

    A record with a ruling about seats is returned unchanged, and so is a result slip that does not
    say who sat where, or a record with other players than the draw.
    """
    game = _game(found)
    if game is None or not found.is_seated or any(_is_ruled(deal) for deal in game.deals):
        return found
    drawn = _drawn(game, made)
    if drawn is None or _keys(drawn.players) != _keys(game.players):
        return found
    due = [player_key(name) for name in drawn.players]
    off = [f"{name} sits at {SEATS[seat]}, by the draw at {SEATS[due.index(player_key(name))]}"
           for seat, name in enumerate(game.players)
           if player_key(name) != due[seat]]  # fmt: skip
    if not off:
        return found
    words = f"round {drawn.round}, table {drawn.table}: {'; '.join(off)}"
    return replace(found, findings=(*found.findings, Finding("sheet.event", "warning", words)))


# --------------------------------------------------------------------------- result slips


def _slip(found: Found) -> Game | None:
    """Return the game if the record is a result slip (final points, no deals); else None."""
    game = _game(found)
    is_slip = game is not None and not game.deals and game.heading("Final-Score")
    return game if is_slip else None


def _added_slip(
    archive: Archive, found: Found, slip: Game, made: frame.Tournament
) -> Iterator[Added]:
    """Add a result slip to the archive as the record of its table, and yield the outcome.

    A result slip has final points but no deals. Older slips of the table are removed. If the
    archive already has a record with deals of the table, the slip is only compared with this
    record, not added. If the slip does not fit exactly one game of the draw, the outcome is
    ``refused``, with a finding (message) that says why.
    """
    drawn = _drawn(slip, made)
    if drawn is None:
        words = "no single game of the draw has these players: name the round and the table"
        finding = Finding("sheet.event", "error", f"{words}: {', '.join(slip.players)}")
        yield Added("refused", Found(found.name, (finding,)))
        return
    is_drawn = not found.is_seated and _keys(drawn.players) == _keys(slip.players)
    players = drawn.players if is_drawn else slip.players
    digest, text = canonical(game_of(_text_of_slip(slip, replace(drawn, players=players), made)))
    own = replace(_with_seats_compared(found, made), digest=digest, text=text, game=None)
    of_table = _records_of_table(archive, own)
    for other, other_text in of_table:
        if game_of(other_text).deals:
            yield from _differing(archive, found.name, own, other)
            return
    # A slip that another one has replaced comes back if it is collected again.
    for added in archive.add([own], Policy(again=bool(of_table))):
        if added.outcome == "added":
            _drop_slips(archive, own)
        yield added


def _drawn(slip: Game, made: frame.Tournament) -> frame.Game | None:
    """Return the game of the draw that a result slip is about; None if no single game fits.

    A result slip has final points but no deals. The game has the round and table of the slip or, if
    the slip does not say them, its players.
    """
    place = slip.heading("Round").strip(), slip.heading("Table").strip()
    games = {(str(game.round), str(game.table)): game for game in made.games()}
    if place in games:
        return games[place]
    keys = _keys(slip.players)
    same = [game for game in games.values() if _keys(game.players) == keys
            and place[0] in {"", str(game.round)}]  # fmt: skip
    return same[0] if len(same) == 1 else None


def _keys(names: Iterable[str]) -> set[str]:
    return {player_key(name) for name in names}


def _text_of_slip(slip: Game, seated: frame.Game, made: frame.Tournament) -> bytes:
    """Convert a result slip (final points, no deals) into the text of a record, as bytes.

    The text has headers and the final points. `seated` has the players of the slip in their seats.
    """
    keys = (player_key(player) for player in slip.players)
    final = dict(zip(keys, slip.heading("Final-Score").split(), strict=False))
    points = " ".join(final[player_key(name)] for name in seated.players)
    heads = headers(made, seated)
    return "\n".join(["%mjlog 1.0", *heads, f"Final-Score: {points}", ""]).encode()


def _drop_slips(archive: Archive, found: Found) -> list[tuple[str, Found]]:
    """Remove from the archive the result slips of the same event, round and table as `found`.

    A result slip has final points but no deals; `found` itself is not removed. Return a pair for
    each removed slip: the file name of `found`, and the slip.
    """
    slips: list[tuple[str, Found]] = []
    own = game_of(found.text)
    for digest, text in _records_of_table(archive, found):
        game = game_of(text)
        is_same = digest == found.digest or game.heading("Event") != own.heading("Event")
        if not game.deals and not is_same:
            archive.remove(digest, RECORDED)
            slips.append((found.name, Found("", digest=digest, text=text)))
    return slips


def _differing(archive: Archive, name: str, slip: Found, digest: str) -> Iterator[Added]:
    """Compare a result slip with the record of its table; yield an error if points differ.

    The error is an outcome ``refused``, with a finding (message) that names the players and points.
    `digest` identifies the record, `name` is the file name for the outcome. Players who are not in
    the record are not compared.
    """
    asked = (
        select(tables.players.c.name, tables.seats.c.points)
        .select_from(tables.records.join(tables.seats))
        .join(tables.players, tables.players.c.id == tables.seats.c.player_id)
        .where(_records.digest == digest)
    )
    with archive.reading() as connection:
        points = {player_key(row.name): row.points for row in connection.execute(asked)}
    game = game_of(slip.text)
    stated = zip(game.players, game.heading("Final-Score").split(), strict=False)
    pairs = [(player, number, points.get(player_key(player))) for player, number in stated]
    off = [f"{player} has {number} on the slip, {due} in the record"
           for player, number, due in pairs if due is not None and str(due) != number]  # fmt: skip
    if off:
        finding = Finding("sheet.event", "error", "; ".join(off))
        yield Added("refused", Found(name, (finding,)))


# --------------------------------------------------------------------------- records


def _game(found: Found) -> Game | None:
    """Return the game of a record; None if no record could be read from the file."""
    return found.game or (game_of(found.text) if found.digest else None)


def _added(archive: Archive, found: Found) -> Iterator[Added]:
    """Add a record with deals to the archive, and yield the outcome.

    Earlier, shorter versions of the record are removed. The ledger of a game that is still being
    played is shown only to the organisers. If rulings (decisions of the referee) change the seats
    in a ledger or move deals to other tables, a corrected copy is added, too.
    """
    policy = Policy("private") if _is_played(found) else None
    for added in archive.add([found], policy):
        if added.outcome in {"added", "amended"}:
            _drop_beginnings(archive, added.found)
            archive.add_in_one_transaction([*_fair_copies(added.found)], policy)
        yield added


def _is_played(found: Found) -> bool:
    """Return whether a record is the ledger of a game that is still being played."""
    game = found.game
    is_ledger = game is not None and any(deal.ledger for deal in game.deals)
    return game is not None and is_ledger and not has_ended(game)


def _fair_copies(found: Found) -> Iterator[Found]:
    """Yield a corrected copy of a ledger if rulings change the seats or move deals to other tables.

    A ruling is a decision of the referee. In the copy, players sit where the rulings say, and deals
    of other tables are left out. The copy names the ledger as the record that it amends (corrects),
    so standings count only the copy. Without such rulings, yield nothing. A ledger is a record that
    is written during play.
    """
    game = found.game
    if game is None or not any(deal.ledger and _is_ruled(deal) for deal in game.deals):
        return
    copy = fair_copy(game)
    headers = (*copy.headers, Header("Amends", found.digest))
    text = write(replace(copy, headers=headers)).encode("utf-8", "replace")
    yield from found_in_bytes(text, found.name)


def _is_ruled(deal: Deal) -> bool:
    return is_elsewhere(deal) or any(each.name == SEATS_RULED for each in deal.contents(Ruling))


def _has_grown(archive: Archive, found: Found) -> bool:
    """Return whether the archive has a version of this record with more lines."""
    return any(_begins(found.text, text) for _, text in _records_of_table(archive, found))


def _drop_beginnings(archive: Archive, found: Found) -> None:
    for digest, text in _records_of_table(archive, found):
        if _begins(text, found.text):
            with archive.reading() as connection:
                asked = select(_records.digest).where(_records.amends == digest)
                amendments = list(connection.execute(asked).scalars())
            for each in (digest, *amendments):
                archive.remove(each, GROWN)


def _begins(text: bytes, other: bytes) -> bool:
    """Return whether `other` is `text` with further lines at the end."""
    return len(text) < len(other) and text[-1:] == b"\n" and other.startswith(text)


def _records_of_table(archive: Archive, found: Found) -> list[tuple[str, bytes]]:
    """Return the digest and the text of each archived record with the round and table of `found`.

    Records of other events are included, and so is the record itself if the archive has it. Return
    an empty list if `found` has no game.
    """
    game = _game(found)
    if game is None:
        return []
    places = {key: (game.header(key) or "").strip() for key in ("Round", "Table")}
    asked = (
        select(_records.digest, tables.texts.c.text)
        .select_from(tables.records.join(tables.texts))
        .where(_records.round == places["Round"], _records.table_name == places["Table"])
    )
    with archive.reading() as connection:
        return [(digest, unpack(text)) for digest, text in connection.execute(asked)]
