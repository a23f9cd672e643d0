"""Records a deal of MCR act by act, as text in mjlog's notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mjlog.model.record import SEATS

TWO_CHOWS: Final = frozenset({
    "pure-double-chow", "mixed-double-chow", "short-straight", "two-terminal-chows",
})  # fmt: skip
"""Fans worth one point, so that their number is also their points."""


SORTS: Final = ("draw", "discard", "drawn", "chow", "pung", "kong", "concealed", "added", "win")
"""Kinds of acts; ``drawn`` is the discard of the tile just drawn."""
_SIGNS: Final = {"concealed": "*", "added": "^"}
_OWN_TILES: Final = {"pung": 2, "kong": 3}


class WrongActError(ValueError):
    """Raised for an act that cannot be recorded, for example a pung without a discard before."""


class DealWords:
    """A deal of MCR that is recorded act by act and then returned as text in mjlog's notation.

    `seats` are the letters of the players, East first; the methods take an index of `seats`. Tiles
    are written as in records: ``4m``, ``7z``, ``2f``. `walls` are the lines for walls, `lines` are
    lines that come after the play, `end` is the line for a deal without a winner.
    """

    def __init__(self, seats: Sequence[str] = SEATS) -> None:
        self.seats = seats
        self.walls: list[str] = []
        self.hands: dict[int, list[str]] = {}
        self.words: list[str] = []
        self.before_play: list[tuple[int, list[str], list[str]]] = []
        self.open = [""] * 4
        self.drawn = [""] * 4
        self.latest = ""
        self.winners: list[int] = []
        self.fans: list[str] = []
        self.lines: list[str] = []
        self.end = "draw wall"

    @property
    def has_begun(self) -> bool:
        """Whether any player has drawn, discarded or claimed a tile."""
        return bool(self.words or any(self.open))

    def deal(self, seat: int, tiles: Sequence[str]) -> None:
        """Record the tiles that a player was dealt."""
        self.hands[seat] = list(tiles)

    def own_walls(self, walls: Sequence[Sequence[str]]) -> None:
        """Store four walls, one for each player, as `wall` lines of the record.

        `walls` has the tiles of each wall in the order of drawing.
        """
        self.walls = [
            f"wall {self.seats[seat]} {''.join(tiles)}" for seat, tiles in enumerate(walls)
        ]

    def draw(self, seat: int, tile: str) -> None:
        """Add a draw. If the player's turn has already begun, the tile is a replacement tile."""
        self.open[seat] += ("/" if self.open[seat] else "") + tile
        self.drawn[seat] = tile

    def flower(self, seat: int, tile: str, replacement: str) -> None:
        """Record that a player lays out the bonus tile `tile` and draws `replacement`.

        `replacement` is empty if the log records the replacement as a separate draw.
        """
        if not self.words:
            self._take_into_the_hand()
            if not self.before_play or self.before_play[-1][0] != seat:
                self.before_play.append((seat, [], []))
            self.before_play[-1][1].append(tile)
            self.before_play[-1][2].append(replacement)
        elif self.drawn[seat] == tile and self.open[seat].endswith(tile):
            self.open[seat] += f"/{replacement}" if replacement else f"&{tile}"
        else:
            self.open[seat] += f"&{tile}" + (f"/{replacement}" if replacement else "")
        if replacement:
            self.drawn[seat] = replacement

    def _take_into_the_hand(self) -> None:
        """Add each drawn tile to the dealt hand of the player who drew it; clear unfinished turns.

        Called if bonus tiles are laid out before play, but the log recorded the dealer's 14th tile
        as a draw.
        """
        for seat in range(4):
            if self.open[seat]:
                self.hands.setdefault(seat, []).append(self.drawn[seat])
                self.open[seat] = ""

    def lay(self, seat: int, sort: str, tile: str) -> None:
        """Add a player's act to the deal; `sort` is its kind, one of `SORTS` such as ``pung``.

        `tile` is the tile that is drawn or discarded, or the tile of the kong; for a chow it is the
        middle tile. A claim takes the latest discard. Raise `WrongActError` for any other `sort`,
        and for a claim that the latest discard does not allow.
        """
        if sort in _SIGNS:
            self.open[seat] += _SIGNS[sort] + tile * (4 if sort == "concealed" else 1)
        elif sort in _OWN_TILES:
            self._claim(seat, self.latest * _OWN_TILES[sort])
        elif sort == "chow":
            self._claim(seat, self._own_of_chow(tile))
        elif sort == "draw":
            self.draw(seat, tile)
        elif sort == "win":
            self.win(seat)
        elif sort in {"discard", "drawn"}:
            self._discard(seat, tile, is_drawn=sort == "drawn")
        else:
            raise WrongActError(f"{sort!r:.20} is no act")

    def _discard(self, seat: int, tile: str, *, is_drawn: bool) -> None:
        word = self.open[seat]
        if is_drawn and word == tile:
            self._say(seat, f"{tile}.")
        elif is_drawn and word.endswith(f"/{tile}"):
            self._say(seat, f"{word}-{tile}.")
        else:
            self._say(seat, f"{word}-{tile}" if word else tile)
        self.latest = tile

    def _own_of_chow(self, middle: str) -> str:
        """Return the two tiles that a player adds from the hand to claim a chow.

        `middle` is the middle tile of the chow.

        Raise `WrongActError` if the latest discard is not a tile of this chow.
        """
        number, suit = int(middle[0]), middle[1]
        own = [f"{number + step}{suit}" for step in (-1, 0, 1)]
        if self.latest not in own:
            raise WrongActError(f"{self.latest or 'no tile'} is not in the chow of {middle}")
        own.remove(self.latest)
        return "".join(own)

    def _claim(self, seat: int, own: str) -> None:
        if not own:
            raise WrongActError("no tile lies there to be claimed")
        self.open[seat] = "+" + own
        self.drawn[seat] = ""

    def win(self, seat: int) -> None:
        """Add a win: by self-draw if the player's turn has begun, otherwise on the latest discard.

        Turns that other players have begun are finished first, so that they come before the win in
        the text.
        """
        self.winners.append(seat)
        for other in range(4):
            if other != seat and self.open[other]:
                self._say(other, self.open[other])
        self._say(seat, f"{self.open[seat]}#")

    def fan(self, name: str | None, points: int, times: int = 1) -> None:
        """Add a fan to the winner's hand, worth `points` points and counted `times` times.

        `name` is the fan's name in records; if it is None, nothing is added.
        """
        if name is not None:
            self.fans.append(f"{name} {points * times}")

    def _say(self, seat: int, word: str) -> None:
        self.words.append(f"{self.seats[seat]}:{word}")
        self.open[seat] = ""

    def text(self, head: str, total: int | None, net: Mapping[int, int]) -> str:
        """Return the deal as text in mjlog's notation.

        `head` is the text after ``@`` in the first line. `total` is the hand's total that the log
        states; None if there is none. `net` has the changes of points by seat; empty if unknown.
        Turns that are not finished are written, too.
        """
        for seat in range(4):
            if self.open[seat]:
                self._say(seat, self.open[seat])
        lines = [f"@ {head}", *self.walls]
        lines += [f"deal {self.seats[seat]} {''.join(t)}" for seat, t in sorted(self.hands.items())]
        if self.before_play:
            words = [
                f"{self.seats[seat]}:{_set_out(flowers, taken)}"
                for seat, flowers, taken in self.before_play
            ]
            lines.append("0. " + " ".join(words))
        if self.words:
            lines.append("1. " + " ".join(self.words))
        lines += self.lines
        if not self.winners:
            lines.append(self.end)
        elif self.fans or total is not None:
            stated = [f"total {total}"] if total is not None else []
            lines.append(f"fan {self.seats[self.winners[0]]} {', '.join([*self.fans, *stated])}")
        if net:
            by_letter = sorted([(self.seats[seat], change) for seat, change in net.items()])
            lines.append("net " + " ".join([str(change) for _, change in by_letter]))
        return "\n".join(lines) + "\n"


def _set_out(flowers: Sequence[str], replacements: Sequence[str]) -> str:
    """Return the word of notation for bonus tiles that a player lays out before play.

    For example ``&1f2f/5m3f/7p``: the player lays out two dealt bonus tiles, draws 5m and 3f, lays
    out 3f, too, and draws 7p. `flowers` are all tiles laid out, `replacements` the tiles drawn for
    them, in order.
    """
    taken = list(replacements)
    later = [tile for tile in flowers if tile in taken]
    dealt = [tile for tile in flowers if tile not in later]
    word, number = "&" + "".join(dealt), len(dealt)
    while taken and number:
        group, taken = taken[:number], taken[number:]
        word += "/" + "".join(group)
        number = len([tile for tile in group if tile in later])
    return word
