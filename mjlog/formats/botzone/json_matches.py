"""Reads matches of Botzone as JSON.

The judge is the program of Botzone that runs a match. In the first form, a match is the judge's
log: its messages and the bots' responses alternate, and the members `display` of its messages have
the whole game. The short form has one match on each line: four walls and the bots' responses, step
by step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from mjlog.formats.botzone.words import head_of, tile_named
from mjlog.formats.json_text import NoJsonError, decoded, documents
from mjlog.formats.mcr.deal_words import DealWords
from mjlog.formats.mcr.fans import ALL_NAMES
from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.model.record import Game
from mjlog.notation import read as read_text

_FALSE: Final = {"WH": "false-win", "WA": "illegal-act"}
"""Mistakes that end the match, by the judge's word, each with its ruling."""
_SORTS: Final = {
    "DRAW": "draw", "PLAY": "discard", "CHI": "chow", "PENG": "pung", "GANG": "kong",
    "BUGANG": "added",
}  # fmt: skip
_ANSWERS: Final = {2: "discard", 3: "chow", 4: "pung", 5: "kong", 6: "added", 7: "win"}
"""Responses of bots with a number, the strongest last; 0 passes."""
_HAND: Final = 13
_OWN_WALL: Final = 34


def read(data: bytes, _name: str = "") -> Iterator[Game | Finding]:
    """Yield the matches in a JSON file of Botzone, each as a game.

    A match or a line that cannot be read yields a finding (a message). Raise `Unreadable` if the
    file is not JSON.
    """
    log: list[Any] = []
    matches: list[Any] = []
    for value in documents(data):
        if isinstance(value, Finding):
            yield value
        elif isinstance(value, dict) and isinstance(value.get("log"), list):
            matches.append([value, *value["log"]])
        elif isinstance(value, list) or (isinstance(value, dict) and "actions" in value):
            matches.append(value)
        else:
            log.append(value)
    for number, match in enumerate([*matches, *([log] if log else [])], 1):
        try:
            text = _game_by_walls(match) if isinstance(match, dict) else _game_by_judge(match)
        except (LookupError, TypeError, ValueError, AttributeError) as problem:
            words = msg("match {number} of the file cannot be read: {problem}",
                        number=number, problem=str(problem)[:80])  # fmt: skip
            yield Finding.telling("format.element", "error", words)
        else:
            yield read_text(head_of("") + text)


# --------------------------------------------------------------------------- the judge's log


def shown_by(entry: Any) -> Mapping[str, Any] | None:
    """Return the act in an entry of the log, such as a draw or a win, as a JSON object.

    The log has entries of the judge (the program of Botzone that runs the match) and of the
    players' bots. Only an entry of the judge that displays an act has such an object; for any other
    entry, return None.
    """
    display = _object_member(_object_member(entry, "output") or entry, "display")
    return display if display is not None and "action" in display else None


def _object_member(value: Any, member: str) -> Mapping[str, Any] | None:
    """Return the JSON object in the member `member` of `value`; None if there is no object.

    The member may also be a string that contains the JSON text of the object.
    """
    inner = value.get(member) if isinstance(value, dict) else None
    if isinstance(inner, str):
        try:
            inner = decoded(inner.encode())
        except NoJsonError:
            return None
    return inner if isinstance(inner, dict) else None


def _walls_of(entries: Sequence[Any]) -> list[list[str]]:
    """Find the four walls, one for each player, in the log of Botzone's judge program.

    Return the tiles of each wall in the order of drawing; the log lists them in reverse. Return an
    empty list if the log has no walls. `entries` are the entries of the log.
    """
    for entry in entries:
        named = (
            _object_member(entry, "initdata")
            or _object_member(_object_member(entry, "output"), "initdata")
            or {}
        )
        names = str(named.get("walltiles", "")).split()
        if len(names) == 4 * _OWN_WALL:
            tiles = [tile_named(name) for name in names]
            return [tiles[at : at + _OWN_WALL][::-1] for at in range(0, len(tiles), _OWN_WALL)]
    return []


def _game_by_judge(entries: Sequence[Any]) -> str:
    """Convert the log of Botzone's judge program to the text of one deal in mjlog's notation.

    `entries` are the entries of the log. Raise ValueError if the log does not show the dealt hands.
    """
    deal = DealWords()
    wind, dealer = 0, -1
    total: int | None = None
    net: dict[int, int] = {}
    for shown in [shown for entry in entries if (shown := shown_by(entry)) is not None]:
        action, seat = shown["action"], int(shown.get("player", 0))
        if action == "INIT":
            wind = int(shown["quan"])
        elif action == "DEAL":
            _deal(deal, shown["hand"])
            walls = _walls_of(entries)
            if any(
                sorted(deal.hands[seat]) == sorted(wall[:_HAND]) for seat, wall in enumerate(walls)
            ):
                # walls that do not begin with the hands are in an unknown order
                deal.own_walls(walls)
        elif action in _FALSE:
            deal.end = f"draw void\nrule {deal.seats[seat]} {_FALSE[action]}"
            net = _changes(shown)
        elif action == "HU":
            deal.win(seat)
            total, net = _won(deal, shown), _changes(shown)
        elif action != "HUANG":
            dealer = seat if dealer < 0 and action == "DRAW" else dealer
            _lay(deal, seat, action, shown)
    if not deal.hands:
        raise ValueError("the judge shows no hands")
    head = f"{'ESWN'[wind]}1 dealer={deal.seats[max(0, dealer)]}"
    return deal.text(head, total, net)


def _deal(deal: DealWords, hands: Sequence[Any]) -> None:
    for player, hand in enumerate(hands):
        names = hand.split() if isinstance(hand, str) else hand
        deal.deal(player, [tile_named(name) for name in names])


def _won(deal: DealWords, shown: Mapping[str, Any]) -> int:
    """Add the winner's fans (scoring patterns) to `deal`, and return the points stated in the log.

    `deal` collects the text of a deal. `shown` is the JSON object with which Botzone's judge
    program displays the win.
    """
    for fan in shown["fan"]:
        deal.fan(ALL_NAMES.get(fan["name"]), int(fan["value"]), int(fan.get("cnt", 1)))
    return int(shown["fanCnt"])


def _changes(shown: Mapping[str, Any]) -> dict[int, int]:
    return dict(enumerate([int(change) for change in shown["score"]]))


def _lay(deal: DealWords, seat: int, action: str, shown: Mapping[str, Any]) -> None:
    """Add a player's act to `deal`: a draw, discard, chow, pung, kong or bonus tile.

    `deal` collects the text of a deal. `action` is Botzone's word for the act, for example `PENG`,
    and `shown` is the JSON object with which Botzone's judge program displays the act. For a chow
    or pung this object also has the discard after it, so both acts are added.
    """
    tile = tile_named(shown["tile"]) if shown.get("tile") else ""
    if action == "BUHUA":
        deal.flower(seat, tile, "")
        return
    sort = _SORTS[action]
    if sort == "kong" and deal.open[seat]:
        sort = "concealed"
    if sort == "kong":
        tile = deal.latest
    if sort in {"chow", "pung"}:  # the judge names the discard after a claim in the same message
        deal.lay(seat, sort, tile_named(shown["tileCHI"]) if sort == "chow" else deal.latest)
        sort = "discard"
    deal.lay(seat, sort, tile)


# --------------------------------------------------------------------------- walls and answers


def _game_by_walls(match: Mapping[str, Any]) -> str:
    """Convert a match in Botzone's short form to the text of one deal in mjlog's notation.

    The short form has four walls (one for each player) and the bots' responses, but no draws. This
    function plays the deal to find the draws.
    """
    dealer = int(match["first_player"])
    play = _Walls(match["tiles"], dealer)
    for answers in zip(*match["actions"], strict=True):
        play.step([(seat, answer) for seat, answer in enumerate(answers) if answer[0]])
    deal = play.deal
    return deal.text(f"{'ESWN'[int(match['round_wind'])]}1 dealer={deal.seats[dealer]}", None, {})


class _Walls:
    """A deal that is replayed from four walls and the responses of the bots.

    Each player has a separate wall. Its first 13 tiles are the player's hand; the player draws the
    next tiles in order.
    """

    def __init__(self, walls: Sequence[Sequence[str]], dealer: int) -> None:
        self.walls = [[tile_named(name) for name in wall if name] for wall in walls]
        self.deal = DealWords()
        self.drawn = [_HAND] * 4
        self.due = dealer
        self.deal.own_walls([[*wall, *"?" * (_OWN_WALL - len(wall))] for wall in self.walls])
        for seat, wall in enumerate(self.walls):
            self.deal.deal(seat, wall[:_HAND])
        self._draw(dealer)

    def step(self, acted: Sequence[tuple[int, Sequence[Any]]]) -> None:
        """Carry out what the bots answered to the latest draw or discard of the deal.

        `acted` has a pair of seat and answer for each bot that did not pass. Only one answer is
        carried out: the strongest (a win before a pung), and of several wins the win nearest to the
        discarder. If all bots passed on a discard, the next player draws.
        """
        if acted:
            # The strongest response counts; of several wins, the one of the player nearest to the
            # discarder.
            seat, (number, *names) = min(acted, key=lambda a: (-a[1][0], (a[0] - self.due) % 4))
            self._answer(seat, _ANSWERS[number], " ".join(names).split())
        elif not any(self.deal.open):
            self._draw(self.due)

    def _draw(self, seat: int) -> None:
        self.deal.draw(seat, self.walls[seat][self.drawn[seat]])
        self.drawn[seat] += 1

    def _answer(self, seat: int, sort: str, names: Sequence[str]) -> None:
        deal = self.deal
        tiles = [tile_named(name) for name in names]
        if sort == "kong" and deal.open[seat]:
            sort = "concealed"
        if sort in {"chow", "pung"}:
            deal.lay(seat, sort, tiles[0])
            sort = "discard"
        deal.lay(seat, sort, tiles[-1] if tiles else deal.latest)
        if sort == "discard":
            self.due = (seat + 1) % 4
        elif sort != "win":
            self._draw(seat)
