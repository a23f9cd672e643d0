"""Exports a record to another format, with a list of what it loses."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from mjlog.formats.format import RIICHI, CannotExportError, Format, Write
from mjlog.formats.known import TARGETS, format_for_target
from mjlog.formats.loss import losses
from mjlog.formats.riichi.export_view import is_riichi
from mjlog.formats.sources import load
from mjlog.model.findings import Finding
from mjlog.model.lazy_dataclass import dataclass
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


@dataclass(frozen=True, slots=True)
class Export:
    """A record as text in another format, and findings about what the text cannot express."""

    text: str
    losses: tuple[Finding, ...]


def export(game: Game, target: str) -> Export:
    """Write a record in the format `target`, a name such as `tenhou6`.

    The result has the text, and a finding (a message) for each part of the record that the text
    cannot express. Raise `CannotExportError` if the format is unknown, if mjlog cannot write it, or
    if it does not have these rules or this number of players.
    """
    form, write = _writing(target)
    is_of_rules = is_riichi(game) if form.rules == RIICHI else named_set(game) == form.rules
    if form.rules and not is_of_rules:
        named = game.rules or "no rules at all"
        only = f"{target} writes down {form.rules} only; the record names {named}"
        raise CannotExportError(only)
    if game.seats not in form.players:
        raise CannotExportError(f"{target} has no games of {game.seats} players")
    text = write(_drop_pillars(game))
    # Reading the text again shows what is lost, so a writer need not report it.
    games = [source.game for source in load(text.encode(), form=form.name, wall=False)]
    read = [each for each in games if each is not None]
    back = replace(read[0], deals=tuple(d for each in read for d in each.deals)) if read else None
    return Export(text, tuple(losses(game, back or Game(), target)))


def named_set(game: Game) -> str:
    """Return the name of a record's rule set, such as `riichi`; empty if the record names none."""
    return game.rules.partition(" ")[0].partition("/")[0]


def _writing(target: str) -> tuple[Format, Write]:
    try:
        form = format_for_target(target)
    except KeyError:
        raise CannotExportError(f"no format is called {target}") from None
    if form.write is None:
        raise CannotExportError(f"{target} is read and never written")
    return form, form.write


# ------------------------------------------------------------------ tiles of games with pillars

__all__ = ["TARGETS", "CannotExportError", "Export", "export"]

_Marked = TypeVar("_Marked", Claim, ConcealedKong, SetOut, Show, ShownMeld)


def _drop_pillars(game: Game) -> Game:
    """Return a copy of the game in which no tile is marked as coming from a player's pillars.

    Pillars are tiles set apart before play by some rules. Other formats cannot express the marks.
    """
    return replace(game, deals=tuple(_plain_deal(deal) for deal in game.deals))


def _plain_deal(deal: Deal) -> Deal:
    turns = tuple(
        replace(turn, acts=tuple(_plain_act(act) for act in turn.acts))
        if "'" in turn.word
        else turn
        for turn in deal.turns
    )
    return replace(deal, turns=turns, lines=tuple(_plain_line(line) for line in deal.lines))


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
    marked = replace(show, melds=tuple(_plain_tiles(meld) for meld in show.melds))
    return replace(line, content=_plain_tiles(marked))


def _plain_tiles(marked: _Marked) -> _Marked:
    tiles = marked.tiles
    if not any(from_pillars(tile) for tile in tiles):
        return marked
    return replace(marked, tiles=tuple(plain(tile) for tile in tiles))
