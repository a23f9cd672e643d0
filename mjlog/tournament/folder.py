"""The tournament of a folder of tables: its file next to the ledgers, and its open rounds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

from mjlog.archive.adding.reading import found_in_bytes
from mjlog.archive.questions.standings import Standings
from mjlog.archive.store import create
from mjlog.archive.view import KEEPER, viewing
from mjlog.live.referees.substitutes import substitute_line
from mjlog.live.rounds import round_of
from mjlog.live.tables import Sent, Tables
from mjlog.model.messages import msg
from mjlog.model.record import SEATS
from mjlog.tournament.collecting import collected
from mjlog.tournament.frame import (
    Substitute,
    Tournament,
    TournamentError,
    checked,
    read,
    text_of,
    two_places_message,
)
from mjlog.tournament.handouts import headers
from mjlog.tournament.results import Result, results, standings_of

FILE: Final = "event.toml"


def tournament_in(folder: Path) -> Tournament | None:
    """Return the tournament of a folder of live tables; None if the folder has no tournament file.

    Raise TournamentError if the file cannot be read, or if the tournament is invalid.
    """
    path = folder / FILE
    return read(path) if path.is_file() else None


def keep_tournament(folder: Path, made: Tournament) -> None:
    """Check a tournament, and write its file into the folder, in place of an older file.

    Raise TournamentError if the tournament is invalid, and OSError if the file cannot be written.
    """
    beside = folder / f"{FILE}.new"
    beside.write_text(text_of(checked(made)), encoding="utf-8")
    beside.replace(folder / FILE)


def rounds_opened(tables: Tables) -> int:
    """Return the number of the latest round that has ledgers; 0 if no round has.

    A ledger is a record that is written during play.
    """
    return max((round_of(name) for name in tables.names()), default=0)


def open_round(made: Tournament, tables: Tables, clock: str) -> int:
    """Create the ledgers of the next round, and return its number.

    `clock` is the time zone for their headers, such as `UTC+02:00`. Raise TournamentError if all
    rounds are open already. A ledger is a record that is written during play.
    """
    number = rounds_opened(tables) + 1
    if number > len(made.drawn):
        raise TournamentError(
            msg("{number} rounds were drawn, and all of them are open", number=len(made.drawn))
        )
    for game in made.games():
        if game.round == number:
            tables.create(game.name, [*headers(made, game), f"Clock: {clock}"])
    return number


def with_substitute(made: Tournament, number: int, player: str, substitute: str) -> Tournament:
    """Return the tournament with a substitute for a player from round `number` on.

    Nothing is saved. Raise TournamentError if the player has no game from that round on, or if the
    substitute would have two seats in a round.
    """
    seated = {name for game in made.games() if game.round >= number for name in game.players}
    if player not in seated:
        raise TournamentError(
            msg("{name} sits at no table from round {number} on", name=player, number=number)
        )
    left = Substitute(number, player, substitute)
    return checked(replace(made, substitutes=(*made.substitutes, left)))


def replace_now(
    made: Tournament, tables: Tables, player: str, substitute: str, author: str
) -> Tournament:
    """Replace a player in the running game by a substitute, and write this into the ledger.

    Return the tournament with the substitute; its file is not written. Raise TournamentError if the
    player does not play now, if the substitute already plays in this round, or if the ledger
    refuses the line. `author` is the person who writes the line. A ledger is a record that is
    written during play.
    """
    number, name = rounds_opened(tables), tables.of_player(player)
    if not name or round_of(name) != number:
        raise TournamentError(msg("{name} plays at no table now", name=player))
    if round_of(tables.of_player(substitute)) == number:
        raise TournamentError(two_places_message(number, substitute))
    table = tables.table(name)
    with table.session() as session:
        if session.game_has_ended:
            raise TournamentError(msg("{name} plays at no table now", name=player))
        deal = session.next_deal_to_play
        left = Substitute(number, player, substitute, deal)
        changed = checked(replace(made, substitutes=(*made.substitutes, left)))
        line = substitute_line(SEATS[table.players.index(player)], deal, substitute)
        sent = Sent(f"substitute-{token_hex(12)}", line, is_official=True)
        for answer in table.take([sent], author):
            if answer.refusal:
                raise TournamentError(answer.refusal)
    return changed


def counted(made: Tournament, tables: Tables) -> tuple[list[Result], list[Standings]]:
    """Compute the results of all games and the standings from the ledgers of all tables.

    The ledgers are the records that are written during play; they are added to a temporary archive.
    If a ledger cannot be read, its game has a result without numbers.
    """
    with TemporaryDirectory(prefix="mjlog-") as folder:
        ledgers = (
            record
            for table in tables.opened()
            for record in found_in_bytes(table.text(), f"{table.name}.mjl")
        )
        with create(Path(folder, "archive.sqlite")) as archive:
            for _ in collected(archive, ledgers, made):
                pass  # what cannot be read is missing in the results
            with viewing(archive, KEEPER) as view:
                return results(view, made), standings_of(view, made)


def packed(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a zip file, as bytes, with the given files; each is a pair of name and content."""
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as pack:
        for name, content in files:
            pack.writestr(name, content)
    return stream.getvalue()
