"""Reads games of the M-League viewer from the commands that somebody entered at the table.

Seats are `A0` to `D0`, tiles `1m` to `7z`, red fives `5M`, `5P`, `5S`. The commands do not count
the sticks that a winner collects, so `net` is left out. The record has the payments; its points
after a deal are those that the commands state before the next deal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from mjlog.formats.json_parts import (
    Object,
    WrongPartError,
    forgiving,
    lookup,
    member,
    optional,
    row,
    shown,
    words,
)
from mjlog.formats.json_text import document
from mjlog.formats.mleague import PAGE_MARK
from mjlog.formats.reader_findings import ReaderFindings
from mjlog.formats.riichi.assemble import recorded_deals, recorded_game
from mjlog.formats.riichi.deal_recorder import DealRecorder, StatedHand
from mjlog.formats.riichi.deal_start import DealStart
from mjlog.formats.riichi.outcomes import Item, is_yakuman, items_of
from mjlog.formats.riichi.words import limit_named, yaku_named
from mjlog.formats.riichi.yaku_names import Winds
from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.model.record import NOBODY, SEATS, Game, NoWin, Seat
from mjlog.model.tiles import KIND, RED, UNKNOWN, Tile
from mjlog.notation.limits import Unreadable

_SUITS: Final = "mps"
TILES: Final[dict[str, Tile]] = {
    **{
        f"{rank}{suit}": 9 * place + rank - 1
        for place, suit in enumerate(_SUITS)
        for rank in range(1, 10)
    },
    **{f"{rank}z": 26 + rank for rank in range(1, 8)},
    **{f"5{suit.upper()}": RED + place for place, suit in enumerate(_SUITS)},
}
_PLAYERS: Final = 4
_WINDS: Final = {"1z": 0, "2z": 1, "3z": 2, "4z": 3}
_SEAT: Final = re.compile(r"([A-D])\d?")
_CHANGE: Final = re.compile(r"([-+=])(\d{1,7})")
_HAN: Final = re.compile(r"\d{1,2}")
_STICK: Final = 1000


def read(data: bytes, _name: str = "") -> Iterator[Game]:
    """Yield the games in a page of the M-League viewer, or in a JSON list of its commands.

    Raise `Unreadable` if there are no commands.
    """
    game: _GameReader | None = None
    for command in _commands(data):
        if game is None or (command.get("cmd") == "gamestart" and game.recorders):
            if game is not None:
                yield game.game()
            game = _GameReader()
        game.take(command)
    if game is None:
        message = msg("this is a page of the M-League viewer without commands")
        raise Unreadable(Finding.telling("format.empty", "error", message))
    yield game.game()


def _commands(data: bytes) -> tuple[Object, ...]:
    """Return the commands of the viewer, from a JSON list or from a script in a page.

    Return an empty tuple if there are no commands. Raise `Unreadable` if the data is neither a page
    nor JSON.
    """
    text = data.lstrip(b"\xef\xbb\xbf \t\r\n")
    if not text.startswith(b"<"):
        return _list_of_commands(document(data))
    start = text.find(b"[", text.find(PAGE_MARK))
    for candidate in (text[start:], text[start:].replace(b"\\'", b"'").replace(b'\\"', b'"')):
        try:
            value, _ = json.JSONDecoder().raw_decode(candidate.decode("utf-8", "replace"))
        except (ValueError, RecursionError):
            continue
        return _list_of_commands(value)
    return ()


def _list_of_commands(value: Any) -> tuple[Object, ...]:
    return (
        tuple(each for each in value if isinstance(each, dict)) if isinstance(value, list) else ()
    )


class _GameReader:
    """Converts the commands of one game to a record, in which A is the viewer's seat `A0`."""

    def __init__(self) -> None:
        self.complaints = ReaderFindings()
        self.recorders: list[DealRecorder] = []
        self.names = ["?"] * _PLAYERS
        self.final = ""
        self.date = ""
        self.scores = [0] * _PLAYERS
        self.hands: list[list[Tile]] = [[] for _ in range(_PLAYERS)]
        self.indicators: list[Tile] = []
        self.start: tuple[int, Seat, int, int] | None = None
        self.changes = [0] * _PLAYERS
        self.opened: dict[Seat, tuple[Tile, ...]] = {}
        self.ura: list[Tile] = []
        self.tenpai: list[Seat] = []
        self.is_drawn = False
        self.win_args: list[Any] = []
        self.over = False
        self.commands: dict[str, Callable[[list[Any]], None]] = {
            "player": self._player,
            "kyokustart": self._open,
            "point": self._points,
            "dora": self._indicator,
            "uradora": self._hidden_indicator,
            "haipai": self._deal_out,
            "tsumo": self._draw,
            "sutehai": self._discard,
            "say": self._say,
            "open": self._lay_open,
            "agari": self._win,
            "ryukyoku": self._washout,
            "kyokuend": self._close,
            "gameend": self._game_over,
        }

    def game(self) -> Game:
        """Return the game with all commands read so far, and the findings (messages) about them."""
        pairs = [
            ("Rules", "riichi/1 preset=m-league"),
            ("Date", self.date),
            ("Source", "mleague"),
            ("Final-Points", self.final),
        ]
        deals = recorded_deals(self.recorders, self.complaints, over=self.over)
        return recorded_game(pairs, self.names, deals, self.complaints)

    def take(self, command: Object) -> None:
        """Read one command; ignore commands that only change what the viewer shows.

        If the command is invalid, add a finding (a message).
        """
        name = command.get("cmd")
        if not isinstance(name, str) or name not in self.commands:
            return
        with forgiving(self.complaints, name):
            if not self.date:
                time = optional(self.complaints, command, "time", words, "")
                self.date = time[:10] if re.match(r"\d{4}-\d\d-\d\d", time) else ""
            self.commands[name](list(row(member(command, "args"), "args", lambda part, _: part)))

    # ------------------------------------------------------------------ before play

    def _player(self, args: list[Any]) -> None:
        self.names[_seat(args)] = str(args[1]) if len(args) > 1 else "?"

    def _open(self, args: list[Any]) -> None:
        """Read a command that begins a deal.

        Its arguments are `[number, dealer, counters, sticks, wind, seat winds]`. `sticks` is the
        number of riichi sticks or their points (1000 each). The seat winds may be missing. Raise
        `WrongPartError` for any other list.
        """
        if len(args) < 5:
            raise WrongPartError(f"{shown(args)} has {len(args)} parts, 5 are expected")
        dealer = _seat(args[1:])
        wind = lookup(_WINDS, args[4], "wind")
        counters, sticks = _whole(args[2]), _whole(args[3])
        if sticks >= _STICK:
            sticks //= _STICK
        self.complaints.deal = len(self.recorders) + 1
        self.start = (4 * wind + dealer, dealer, counters, sticks)
        self.hands = [[] for _ in range(_PLAYERS)]
        self.indicators, self.ura, self.tenpai = [], [], []
        self.opened, self.win_args, self.is_drawn = {}, [], False
        self.changes = [0] * _PLAYERS

    def _points(self, args: list[Any]) -> None:
        """Read a command that states a player's points before a deal, or their change by a deal.

        `args` is for example `["A0", "=25000"]` for the points, and `["A0", "+5800"]` or `["A0",
        "-5800"]` for a change. Raise `WrongPartError` for any other list.
        """
        place = _seat(args)
        change = _CHANGE.fullmatch(str(args[1])) if len(args) > 1 else None
        if change is None:
            raise WrongPartError(f"{shown(args)} says no points")
        points = int(change[2])
        if change[1] == "=":
            self.scores[place] = points
            if self.recorders and self.recorders[-1].ended:
                # These are the points after the deal before.
                self.recorders[-1].outcome.score = list(self.scores)
        else:
            self.changes[place] += points if change[1] == "+" else -points

    def _indicator(self, args: list[Any]) -> None:
        """Read a command that turns up a dora indicator: `[dora, indicator]`."""
        tile = _tile(args[-1] if args else None)
        if self.start is not None:
            self.indicators.append(tile)
        else:
            self._recorder().reveal(tile)

    def _hidden_indicator(self, args: list[Any]) -> None:
        self.ura.append(_tile(args[-1] if args else None))

    def _deal_out(self, args: list[Any]) -> None:
        self.hands[_seat(args)] += _tiles(args[1] if len(args) > 1 else None)

    # ------------------------------------------------------------------ play

    def _recorder(self) -> DealRecorder:
        """Return the `DealRecorder` that records the current deal.

        It is created at the first act of the deal. Raise `WrongPartError` if no deal has begun.
        """
        if self.start is not None:
            number, dealer, counters, sticks = self.start
            opening = DealStart(
                number,
                dealer,
                tuple((*hand, *(UNKNOWN,) * 13)[:13] for hand in self.hands),
                tuple(self.indicators[:1]),
                counters,
                sticks,
                tuple(self.scores),
            )
            self.recorders.append(DealRecorder(self.complaints, opening, _PLAYERS))
            self.start = None
        if not self.recorders:
            raise WrongPartError("no deal has begun")
        return self.recorders[-1]

    def _draw(self, args: list[Any]) -> None:
        """Read a command that draws a tile: `[seat, number of tiles left, tile]`."""
        self._recorder().draw(_seat(args), _tile(args[-1]))

    def _discard(self, args: list[Any]) -> None:
        place, recorder = _seat(args), self._recorder()
        if "richi" in args[2:]:
            recorder.riichi(place)
        recorder.discard(
            place, _tile(args[1] if len(args) > 1 else None), drawn="tsumogiri" in args[2:]
        )

    def _say(self, args: list[Any]) -> None:
        if args[1:2] == ["tenpai"]:
            self.tenpai.append(_seat(args))

    def _lay_open(self, args: list[Any]) -> None:
        """Read a command that shows a meld, or a hand at the end of the deal.

        A meld is `[seat, "<4z4z>", called tile]`, a hand is `[seat, tiles]`.
        """
        place = _seat(args)
        text = str(args[1]) if len(args) > 1 else ""
        tiles = tuple(_tiles(text.strip("<>()[]")))
        if not text.startswith("<"):
            self.opened[place] = tiles
            return
        recorder = self._recorder()
        called = _tile(args[2]) if len(args) > 2 and args[2] else None
        if recorder.turns.seat != place and called is not None:
            recorder.claim(place, recorder.offered[0], called, tiles)
            return
        tile = called if called is not None else (tiles or (UNKNOWN,))[0]
        alike = [held for held in recorder.held(place) if KIND[held] == KIND[tile]]
        if len(alike) == 4:
            recorder.concealed_kong(place, alike)
        else:
            recorder.added_kong(place, tile)

    # ------------------------------------------------------------------ the end

    def _win(self, args: list[Any]) -> None:
        """Store the arguments of a win until the deal ends.

        The arguments are `["ron=4m", seat, points, fu, yaku, han, …]`; a self-draw has no first
        argument.
        """
        self.win_args = args

    def _washout(self, _args: list[Any]) -> None:
        self.is_drawn = True

    def _close(self, _args: list[Any]) -> None:
        recorder = self._recorder()
        if self.win_args:
            self._record_win(recorder, self.win_args)
        elif self.is_drawn:
            held = {seat: tiles for seat, tiles in sorted(self.opened.items()) if tiles}
            ready = sorted({*self.tenpai, *held})
            recorder.washout(NoWin("wall"), (), held=held, tenpai=ready)
        else:
            return
        recorder.outcome.pay(self.changes)

    def _record_win(self, recorder: DealRecorder, args: list[Any]) -> None:
        by_ron = isinstance(args[0], str) and args[0].startswith("ron")
        rest = args[1:] if by_ron or not _SEAT.fullmatch(str(args[0])) else args
        winner = _seat(rest)
        source = recorder.offered[0] if by_ron else winner
        tile = recorder.drawn
        if by_ron:
            tile = _tile(args[0].partition("=")[2]) if "=" in args[0] else recorder.offered[1]
        held = self.opened.get(winner, ())
        if len(held) % 3 == 1:
            held = (*held, tile)
        hand = StatedHand(tile, held, tuple(self.ura))
        recorder.win(winner, source, (), self._items(recorder, winner, rest[1:]), hand)

    def _items(self, recorder: DealRecorder, winner: Seat, args: Sequence[Any]) -> tuple[Item, ...]:
        """Return the items of a winning hand: yaku with han, fu, and points or a limit.

        `args` are the arguments of the viewer's command for a win, without the seat. A yaku that
        mjlog does not know is left out, and `recorder` gets a warning.
        """
        dealer, place = recorder.opening.dealer, recorder.opening.place
        winds = Winds.of(winner, dealer, place, _PLAYERS)
        named: list[tuple[str, int]] = []
        for name, han in zip(args[2::2], args[3::2], strict=False):
            if not (ours := yaku_named(str(name))):
                recorder.unknown_yaku(str(name), winner)
                continue
            counted = int(han) if _HAN.fullmatch(str(han)) else 1
            named.append((winds.named(ours), counted))
        stated: list[Item] = []
        points, fu = (str(each) for each in (*args[:2], "", "")[:2])
        if points.isdecimal() and winner != NOBODY:
            stated.append(("points", int(points)))
        elif limit := limit_named(points):
            stated.append((limit, None))
        counts_fu = fu.isdecimal() and not is_yakuman(named)
        return items_of(named, int(fu) if counts_fu else None, stated)

    def _game_over(self, args: list[Any]) -> None:
        """Read a command with the final placement points: `[seat, points, seat, points, …]`.

        It is ignored if a player's points are missing.
        """
        final: dict[Seat, str] = {}
        for name, points in zip(args[::2], args[1::2], strict=False):
            if _SEAT.fullmatch(str(name)) and re.fullmatch(r"[-+]?\d+(\.\d+)?", str(points)):
                final[_seat([name])] = str(points)
        if len(final) == _PLAYERS:
            self.final = " ".join(final[seat] for seat in range(_PLAYERS))
            self.over = True


def _seat(args: Sequence[Any]) -> Seat:
    match = _SEAT.fullmatch(str(args[0])) if args else None
    if match is None:
        raise WrongPartError(f"{shown(args[0] if args else args)} is no seat")
    return SEATS.index(match[1])


def _whole(value: Any) -> int:
    if not re.fullmatch(r"\d{1,7}", str(value)):
        raise WrongPartError(f"{shown(value)} is no number")
    return int(value)


def _tile(value: Any) -> Tile:
    return lookup(TILES, value, "tile")


def _tiles(value: Any) -> list[Tile]:
    text = words(value, "tiles")
    return [_tile(text[at : at + 2]) for at in range(0, len(text), 2)]
