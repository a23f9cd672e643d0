"""A record in another format, and what it loses there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Final, Literal, TypeVar, get_args

from mjlog.formats.loss import losses
from mjlog.formats.recognition import Known
from mjlog.formats.riichi.export_view import is_riichi
from mjlog.formats.sources import load
from mjlog.model.findings import Finding
from mjlog.model.record import (
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Deal,
    Game,
    Line,
    SetOut,
    Show,
    ShownMeld,
)
from mjlog.model.tiles import from_pillars, plain

Target = Literal["tenhou6", "tenhou", "mjai", "majiang"]
TARGETS: Final[tuple[Target, ...]] = get_args(Target)

_FORMS: Final[dict[Target, Known]] = {
    "tenhou6": "tenhou6",
    "tenhou": "tenhou-xml",
    "mjai": "mjai",
    "majiang": "majiang",
}
"""The format, as it is recognised, by the name of the target."""
_FOUR_ONLY: Final = frozenset({"majiang"})


WRITERS: Final = {
    "tenhou": "mjlog.formats.tenhou_xml.writer",
    "tenhou6": "mjlog.formats.tenhou_json.writer",
    "mjai": "mjlog.formats.mjai.writer",
    "majiang": "mjlog.formats.majiang.writer",
}
"""Which module writes a format; it is loaded when a record is written in it."""


class CannotExportError(ValueError):
    """The format has no such games at all; the words say why."""


@dataclass(frozen=True, slots=True)
class Export:
    """The text in the other format; `losses` are what it does not say, or says otherwise."""

    text: str
    losses: tuple[Finding, ...]


def export(game: Game, target: Target) -> Export:
    """The game in that format.

    Raises CannotExportError for games of other rules, or with too few players.
    """
    if not is_riichi(game):
        named = game.rules or "no rules at all"
        raise CannotExportError(f"{target} writes down riichi only; the record names {named}")
    if game.seats not in (3, 4) or (game.seats == 3 and target in _FOUR_ONLY):
        raise CannotExportError(f"{target} has no games of {game.seats} players")
    write: Callable[[Game], str] = import_module(WRITERS[target]).write
    text = write(_without_pillars(game))
    (source,) = load(text.encode(), form=_FORMS[target], wall=False)
    return Export(text, tuple(losses(game, source.game or Game(), target)))


# ------------------------------------------------------------------ tiles of games with pillars

_Marked = TypeVar("_Marked", Claim, ConcealedKong, SetOut, Show, ShownMeld)


def _without_pillars(game: Game) -> Game:
    """The game with plain tiles: a record can mark pillars where its game has none."""
    return replace(game, deals=tuple(map(_plain_deal, game.deals)))


def _plain_deal(deal: Deal) -> Deal:
    turns = tuple(
        replace(turn, acts=tuple(map(_plain_act, turn.acts))) if "'" in turn.word else turn
        for turn in deal.turns
    )
    return replace(deal, turns=turns, lines=tuple(map(_plain_line, deal.lines)))


def _plain_act(act: Act) -> Act:
    match act:
        case Claim():
            return _plain_tiles(act)
        case ConcealedKong():
            return _plain_tiles(act)
        case SetOut():
            return _plain_tiles(act)
        case AddedKong():
            return replace(act, tile=plain(act.tile))
    return act


def _plain_line(line: Line) -> Line:
    show = line.content
    if not isinstance(show, Show):
        return line
    marked = replace(show, melds=tuple(map(_plain_tiles, show.melds)))
    return replace(line, content=_plain_tiles(marked))


def _plain_tiles(marked: _Marked) -> _Marked:
    tiles = marked.tiles
    if not any(map(from_pillars, tiles)):
        return marked
    return replace(marked, tiles=tuple(map(plain, tiles)))
