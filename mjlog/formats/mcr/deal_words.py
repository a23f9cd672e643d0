"""Records a deal of MCR act by act, as text in mjlog's notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mjlog.model.record import SEATS

TWO_CHOWS: Final = frozenset({
    "pure-double-chow", "mixed-double-chow", "short-straight", "two-terminal-chows",
})  # fmt: skip
"""Fans worth a point each, so that the number of times is what they are worth."""


SORTS: Final = ("draw", "discard", "drawn", "chow", "pung", "kong", "concealed", "added", "win")
"""What players do; ``drawn`` is the discard of the tile just drawn."""
_SIGNS: Final = {"concealed": "*", "added": "^"}
_OWN_TILES: Final = {"pung": 2, "kong": 3}


class WrongActError(ValueError):
    """Raised for an act that cannot be recorded, because what it needs did not happen before."""


class DealWords:
    """The acts of a deal as words of mjlog's notation.

    `seats` are the letters of the players, East first; methods take a seat as an index of it. Tiles
    are written as in records: ``4m``, ``7z``, ``2f``. `walls` are the lines of recorded walls,
    `lines` come after play, `end` is the line for a deal that nobody wins.
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
        """Whether any player has drawn, discarded or claimed."""
        return bool(self.words or any(self.open))

    def deal(self, seat: int, tiles: Sequence[str]) -> None:
        """Record the tiles that a player was dealt."""
        self.hands[seat] = list(tiles)

    def own_walls(self, walls: Sequence[Sequence[str]]) -> None:
        """Record a wall for each player, in the order of drawing."""
        self.walls = [
            f"wall {self.seats[seat]} {''.join(tiles)}" for seat, tiles in enumerate(walls)
        ]

    def draw(self, seat: int, tile: str) -> None:
        """Record a tile drawn; it is a replacement tile if the player's turn has begun."""
        self.open[seat] += ("/" if self.open[seat] else "") + tile
        self.drawn[seat] = tile

    def flower(self, seat: int, tile: str, replacement: str) -> None:
        """Record a bonus tile that is laid out, and its replacement (empty if there is none)."""
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
        """Turn draws before play into dealt tiles.

        This is for a dealer who draws and then lays out bonus tiles.
        """
        for seat in range(4):
            if self.open[seat]:
                self.hands.setdefault(seat, []).append(self.drawn[seat])
                self.open[seat] = ""

    def lay(self, seat: int, sort: str, tile: str) -> None:
        """Record an act of one of the sorts in `SORTS`.

        `tile` is the tile drawn, discarded, added or declared; a chow is named by its middle tile.
        Raises `WrongActError` for any other sort, and for a claim that the latest discard does not
        fit.
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
        """Return the claimer's two tiles of a chow with that middle tile.

        Raises `WrongActError` if the latest discard is not in it.
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
        """Record a win: a self-draw if the player has drawn, otherwise on the discard.

        Unfinished turns of the others are written before it.
        """
        self.winners.append(seat)
        for other in range(4):
            if other != seat and self.open[other]:
                self._say(other, self.open[other])
        self._say(seat, f"{self.open[seat]}#")

    def fan(self, name: str | None, points: int, times: int = 1) -> None:
        """Record a fan of the winner by its name in records, worth `points` times `times`.

        Nothing is recorded if the name is None.
        """
        if name is not None:
            self.fans.append(f"{name} {points * times}")

    def _say(self, seat: int, word: str) -> None:
        self.words.append(f"{self.seats[seat]}:{word}")
        self.open[seat] = ""

    def text(self, head: str, total: int | None, net: Mapping[int, int]) -> str:
        """Return the deal as text: its ``@`` line with `head`, hands, play, fans and changes.

        `total` is the stated total of the hand. `net` has the changes by seat, empty if unknown.
        Unfinished turns are ended first.
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
    """Return the word for bonus tiles laid out before play, such as ``&1f2f/5m3f/7p``.

    `flowers` are the tiles laid out, `replacements` the tiles taken for them. Dealt bonus tiles
    come first. A replacement that is itself a bonus tile is laid out too, and its replacement
    follows after another slash.
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
