"""Writes games of MCR as the text of Botzone's data set, one match for each deal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mjlog.formats.botzone.words import ACTS, EVENT, NAMES
from mjlog.formats.mcr.export import ExportedDeal, exported
from mjlog.formats.mcr.fans import FANS, POINTS
from mjlog.model.record import Game
from mjlog.model.tiles import text

_WORDS: Final = {**{sort: word for word, sort in ACTS.items()}, "drawn": "Play"}
_CHINESE: Final = {item: name for name, item in FANS.items()}


def write(game: Game) -> str:
    """Return the deals of a game as text of Botzone's data set, one match for each deal.

    A deal is left out if it has no acts, or if it has a bonus tile, an unknown tile, or an act that
    this format cannot express.
    """
    lines: list[str] = []
    for number, deal in enumerate(game.deals, 1):
        laid = exported(deal)
        if laid is not None and "flower" not in [act.sort for act in laid.acts]:
            named = game.heading("Event").partition(EVENT)[2] if len(game.deals) == 1 else ""
            lines += _match(laid, named or f"{number:024x}")
    return "\n".join(lines) + "\n"


def _match(laid: ExportedDeal, number: str) -> Iterator[str]:
    yield f"Match {number}"
    yield f"Wind {'ESWN'.index(laid.wind)}"
    for player, hand in enumerate(laid.hands):
        yield f"Player {player} Deal " + " ".join([NAMES[text([tile])] for tile in hand])
    for act in laid.acts:
        yield f"Player {act.player} {_WORDS[act.sort]} {NAMES[act.tile]}"
    if laid.total is not None:
        fans = [f"{_CHINESE[item]}*{points // POINTS[item]}" for item, points in laid.fans.items()]
        yield f"Fan {laid.total} {'+'.join(fans)}"
    elif laid.has_end and "win" not in [act.sort for act in laid.acts]:
        yield "Huang"
    if laid.net:
        yield "Score " + " ".join([str(change) for change in laid.net])
