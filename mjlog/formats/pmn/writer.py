"""Writes games of MCR as PMN, one board for each deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mjlog.formats.mcr.export import ExportedDeal, Laid, exported
from mjlog.formats.mcr.fans import POINTS
from mjlog.formats.pmn.tiles import ACTS, ITEMS, NAMES, SUITS
from mjlog.model.record import Game
from mjlog.model.tiles import Tile, text

_LETTERS: Final = {**{sort: letter for letter, sort in ACTS.items()}, "drawn": "D", "flower": "R"}


def write(game: Game) -> str:
    """Return the deals of a game as text in PMN, one board for each deal.

    A deal is left out if it has no acts, or if it has an unknown tile or an act that this format
    cannot express.
    """
    boards = [exported(deal) for deal in game.deals]
    lines: list[str] = []
    for number, laid in enumerate(boards, 1):
        if laid is not None:
            lines += [*_board(game, laid, number), ""]
    return "\n".join(lines)


def _board(game: Game, laid: ExportedDeal, number: int) -> Iterator[str]:
    tags = [("Event", game.heading("Event")), ("Site", game.heading("Site"))]
    tags.append(("Date", game.heading("Date").replace("-", ".")))
    tags += [("Board", game.heading("X-Board") or str(number)), ("PWind", laid.wind)]
    winds = ("East", "South", "West", "North")
    tags += zip(winds, [game.heading(letter) for letter in laid.players], strict=True)
    tags.append(("Deal", " ".join([_hand(hand) for hand in laid.hands])))
    tags += [("Scoring", game.heading("X-Scoring") or "MCR"), ("Starting", "0 0 0 0")]
    tags.append(("Result", " ".join([str(change) for change in laid.net or (0,) * 4])))
    tags += [("Penalty", "0 0 0 0"), ("Play", "".join([_act(act) for act in laid.acts]))]
    winners = [act.player for act in laid.acts if act.sort == "win"]
    fans = [_fans(laid) if seat in winners[:1] and laid.fans else "None" for seat in range(4)]
    tags.append(("Fan", " ".join(fans)))
    for name, value in tags:
        if value:
            plain = value.replace('"', "'").replace("\n", " ")
            yield f'[{name} "{plain}"]'


def _hand(tiles: Sequence[Tile]) -> str:
    names = [NAMES[text([tile])] for tile in tiles]
    return "".join(
        [suit + "".join(sorted([n[1] for n in names if n[0] == suit])) for suit in SUITS]
    )


def _act(act: Laid) -> str:
    if act.sort == "win":
        return f"H{act.player}"
    tile = "z1" if act.sort == "drawn" else NAMES[act.tile]
    return f"{_LETTERS[act.sort]}{act.player}{tile}"


def _fans(laid: ExportedDeal) -> str:
    worth = [
        f"{ITEMS.index(item) + 1}/{POINTS[item]}/{points // POINTS[item]}"
        for item, points in laid.fans.items()
    ]
    return ".".join(worth)
