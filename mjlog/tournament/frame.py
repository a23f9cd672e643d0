"""The file of a tournament: event, rules, players, seed and draw. It may be published.

It is TOML, so that people can read it, with one name on each line.
"""

from __future__ import annotations

import csv
import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from mjlog.model.messages import Message, msg
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import RulesError
from mjlog.rules import load, with_edition
from mjlog.tournament.draw import METHOD, Round, draw, named

_HEAD: Final = """\
# A tournament of mjlog. Publish this file as it is: `mjlog tournament verify FILE` makes the draw
# again from the seed and the list of players, and compares.
"""
_MOST_ROUNDS: Final = 100
_MOST_PLAYERS: Final = 2000
_LONGEST: Final = 200
"""Longest name, in characters."""


class TournamentError(ValueError):
    """A tournament cannot be read, made or drawn; `words` is the message to translate."""

    def __init__(self, words: Message | str) -> None:
        """Store the message, which can be translated later."""
        super().__init__(str(words))
        self.words = words


@dataclass(frozen=True, slots=True)
class Tournament:
    """An event with its rules, players, drawn rounds and substitutes.

    `rounds` is the number of rounds, `seats` the number of players at a table, `minutes` the length
    of a round. `drawn` is empty before the draw.
    """

    event: str
    rules: str
    rounds: int
    players: tuple[str, ...]
    seats: int = 4
    minutes: int = 90
    seed: str = ""
    drawn: tuple[Round, ...] = ()
    substitutes: tuple[Substitute, ...] = ()

    @property
    def rule_set(self) -> RuleSet:
        """The rule set of the event."""
        return load(self.rules)

    @property
    def tables(self) -> int:
        """The number of tables that play in each round."""
        return len(self.players) // self.seats

    def with_draw(self, seed: str) -> Tournament:
        """Return a copy of the tournament in which the seats of all rounds are drawn by a seed."""
        drawn = draw(self.players, self.seats, self.rounds, seed)
        return replace(self, seed=seed, drawn=tuple(drawn))

    def named(self, names: Mapping[str, str]) -> Tournament:
        """Return a copy of the tournament with identifiers of players replaced by names.

        `names` maps identifiers to names; an identifier that it does not have is kept.
        """
        drawn = tuple(each.named(names) for each in self.drawn)
        substitutes = tuple(
            replace(
                each,
                player=names.get(each.player, each.player),
                substitute=names.get(each.substitute, each.substitute),
            )
            for each in self.substitutes
        )
        players = named(self.players, names)
        return replace(self, players=players, drawn=drawn, substitutes=substitutes)

    def seated(self, number: int) -> Round:
        """Return the seats of round `number` (from 1) at its start, including substitutes.

        A substitute who comes in during a round is included only from the next round on.
        """
        seats = self.drawn[number - 1]
        for each in self.substitutes:
            if each.round < number or (each.round == number and not each.deal):
                seats = seats.named({each.player: each.substitute})
        return seats

    def games(self) -> Iterator[Game]:
        """Yield each game of the draw, with the players who start the game.

        Substitutes who replace a player from the start of a round are included.
        """
        for number in range(1, len(self.drawn) + 1):
            for table, players in enumerate(self.seated(number).tables, 1):
                yield Game(number, table, players)

    def game(self, number: int, table: int) -> Game:
        """Return the game of a table in a round; raise TournamentError if there is no such game."""
        for each in self.games():
            if (each.round, each.table) == (number, table):
                return each
        raise TournamentError(f"the draw has no table {table} in round {number}")


@dataclass(frozen=True, slots=True)
class Substitute:
    """A player who leaves, and the substitute who takes over the player's seats from `round` on.

    The draw itself does not change. If `deal` is not 0, the substitute starts at this deal of the
    round. The ledger of the table then has a line about the substitute, and the ledger's headers
    keep the first player.
    """

    round: int
    player: str
    substitute: str
    deal: int = 0


@dataclass(frozen=True, slots=True)
class Game:
    """One game of the draw: its round, its table, and its players by seat."""

    round: int
    table: int
    players: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the game's ledger without suffix, such as `r2-t3` for round 2, table 3.

        A ledger is a record that is written during play.
        """
        return f"r{self.round}-t{self.table}"


def checked(wanted: Tournament) -> Tournament:
    """Check a tournament, and return a copy with all values filled in.

    The rules get an edition. If `seats` is 0, it becomes the largest number of players that the
    rules allow. Raise TournamentError if the tournament is invalid.
    """
    seats = wanted.seats or max(_seats(wanted.rules))
    made = replace(wanted, seats=seats, rules=with_edition(wanted.rules))
    for problem in _problems(made):
        raise TournamentError(problem)
    return made


def _seats(rules: str) -> Sequence[int]:
    try:
        return load(rules).play.spec.seats
    except RulesError as problem:
        raise TournamentError(str(problem)) from None


def _problems(made: Tournament) -> Iterator[Message]:
    """Check a tournament, and yield a message for each problem, such as too few players."""
    number = len(made.players)
    if not _is_printable(made.event):
        yield msg("a tournament needs the name of its event, in one line")
    if made.seats not in _seats(made.rules):
        yield msg("{rules} is not played by {number}", rules=made.rules, number=made.seats)
    if not 1 <= made.rounds <= _MOST_ROUNDS:
        yield msg("a tournament has 1 to {most} rounds", most=_MOST_ROUNDS)
    if not made.seats <= number <= _MOST_PLAYERS:
        yield msg(
            "a tournament has {least} to {most} players, here {number}",
            least=made.seats,
            most=_MOST_PLAYERS,
            number=number,
        )
    for name, times in sorted(Counter(made.players).items()):
        if times > 1:
            yield msg(
                "several players have the name {name}: add something to distinguish them",
                name=name,
            )
    names = [*made.players, *(each.substitute for each in made.substitutes)]
    if not all(_is_printable(name) and len(name) <= _LONGEST for name in names):
        yield msg("a player has no name, or one with signs that cannot be printed")
    for number in range(1, len(made.drawn) + 1):
        seated = Counter(name for table in made.seated(number).tables for name in table)
        yield from (
            two_places_message(number, name) for name, times in sorted(seated.items()) if times > 1
        )


def two_places_message(number: int, name: str) -> Message:
    """Return the error message that a player would have two seats in the same round."""
    return msg("round {number}: {name} would sit in two places", number=number, name=name)


def _is_printable(name: str) -> bool:
    return name != "" and name.isprintable()


# --------------------------------------------------------------------------- the file


def text_of(made: Tournament) -> str:
    """Return the text of a tournament's file, in TOML."""
    lines = [
        f"event = {_word(made.event)}",
        f"rules = {_word(made.rules)}",
        f"seats = {made.seats}",
        f"rounds = {made.rounds}",
        f"minutes = {made.minutes}",
        "players = [",
        *(f"  {_word(name)}," for name in made.players),
        "]",
    ]
    drawn = [f"method = {_word(METHOD)}", f"seed = {_word(made.seed)}"] if made.drawn else []
    rounds = [line for each in made.drawn for line in _round_lines(each)]
    left = [line for each in made.substitutes for line in _substitute_lines(each)]
    return _HEAD + "\n".join([*lines, *drawn, *rounds, *left]) + "\n"


def _substitute_lines(left: Substitute) -> Iterator[str]:
    yield from ("", "[[substitute]]", f"round = {left.round}")
    if left.deal:
        yield f"deal = {left.deal}"
    yield from (f"player = {_word(left.player)}", f"substitute = {_word(left.substitute)}")


def _round_lines(drawn: Round) -> Iterator[str]:
    yield from ("", "[[draw]]", "tables = [")
    yield from (f"  {_list(players)}," for players in drawn.tables)
    yield "]"
    if drawn.out:
        yield f"out = {_list(drawn.out)}"


def _list(names: Sequence[str]) -> str:
    return f"[{', '.join(_word(name) for name in names)}]"


def _word(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def read(path: Path) -> Tournament:
    """Read a tournament from its file.

    Raise TournamentError if the file cannot be read, if a value is missing, or if the tournament is
    invalid.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise TournamentError(f"{path} cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError as problem:
        at = f"byte {problem.start + 1} is no text in UTF-8"
        raise TournamentError(f"{path} is no tournament: {at}") from None
    except ValueError as problem:
        raise TournamentError(f"{path} is no tournament: {problem}") from None
    try:
        return checked(_read(content))
    except (KeyError, TypeError) as problem:
        raise TournamentError(f"{path} is no tournament: {problem} is missing or wrong") from None


def _read(data: dict[str, Any]) -> Tournament:
    if data.get("method", METHOD) != METHOD:
        raise TournamentError(f"this draw was made by {data['method']}, known is {METHOD}")
    drawn = tuple(_round(each) for each in data.get("draw", ()))
    words = {name: _value_of(data, name, str) for name in ("event", "rules")}
    numbers = {name: _value_of(data, name, int) for name in ("rounds", "seats", "minutes")}
    players = tuple(str(each) for each in _value_of(data, "players", list))
    substitutes = tuple(
        Substitute(
            _value_of(each, "round", int),
            _value_of(each, "player", str),
            _value_of(each, "substitute", str),
            _value_of(each, "deal", int) if "deal" in each else 0,
        )
        for each in data.get("substitute", ())
    )
    return Tournament(
        **words,
        **numbers,
        players=players,
        seed=data.get("seed", ""),
        drawn=drawn,
        substitutes=substitutes,
    )


def _round(data: dict[str, Any]) -> Round:
    tables = tuple(tuple(str(player) for player in players) for players in data["tables"])
    return Round(tables, tuple(str(each) for each in data.get("out", ())))


def _value_of(data: dict[str, Any], name: str, kind: type) -> Any:
    """Return the value `name` of the parsed file.

    Raise KeyError if the value is missing or is not of the type `kind`.
    """
    value = data[name]
    if not isinstance(value, kind):
        raise KeyError(name)
    return value


def differences(made: Tournament) -> Iterator[str]:
    """Compare the draw in a tournament's file with the draw that its seed gives.

    Yield a sentence for each difference. Used to verify that nobody changed the draw.
    """
    again = made.with_draw(made.seed)
    if len(again.drawn) != len(made.drawn):
        yield f"the file has {len(made.drawn)} rounds, the draw {len(again.drawn)}"
    for number, (one, other) in enumerate(zip(made.drawn, again.drawn, strict=False), 1):
        if one != other:
            yield f"round {number} is not what the seed gives"


# --------------------------------------------------------------------------- players


def players_in(text: str) -> list[str]:
    """Return the names in a list of players: one name in each line, or CSV with a column of names.

    If the first line has no known heading such as `name`, the names are in the first column. Empty
    lines and lines that begin with `#` are skipped. A name that occurs twice is returned twice.
    """
    rows = [*_rows(text)]
    heads = [cell.strip().casefold() for cell in rows[0]] if rows else []
    column = next((column for column, head in enumerate(heads) if head in _NAMES), None)
    rows_of_players = rows if column is None else rows[1:]
    cells = (row[column or 0 :] for row in rows_of_players)
    return [" ".join(cell.split()) for cell, *_ in (each for each in cells if each)]


def _rows(text: str) -> Iterator[list[str]]:
    """Yield the cells of each line of a list; skip empty lines and comments."""
    for line in (each.strip() for each in text.lstrip("\ufeff").splitlines()):
        if line and not line.startswith("#"):
            mark = next((sign for sign in "\t;," if sign in line), ",")
            yield next(csv.reader([line], delimiter=mark))


_NAMES: Final = frozenset({"name", "player", "players", "姓名", "选手", "選手", "名前", "氏名"})
