"""Adds the fu of won hands to a record that leaves them out, before an export.

Otherwise a format with a field for the fu of every hand would state 0 fu. Writers know no rules, so
the caller passes the payments and scores that an audit computed (the settlements).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from mjlog.model.record import Deal, Game, Items, Line, Seat, WinLine
from mjlog.model.settlement import Settlement
from mjlog.notation.lines.line_order import rank

_FU: Final = "fu"


def with_known_fu(game: Game, settlements: Sequence[Settlement | None]) -> Game:
    """Return a copy of the game in which winning hands without recorded fu get the computed fu.

    `settlements` has for each deal the payments and scores that the audit computed, or None; a deal
    with None stays unchanged. If the number of settlements differs from the number of deals, return
    `game` unchanged.
    """
    if len(settlements) != len(game.deals):
        return game
    pairs = zip(game.deals, settlements, strict=True)
    deals = tuple(deal if due is None else _filled(deal, _fu_of(due)) for deal, due in pairs)
    return replace(game, deals=deals)


def _fu_of(settlement: Settlement) -> dict[Seat, int]:
    fu_by_seat = {}
    for score in settlement.scores:
        items = (*score.items, *score.totals)
        fu = next((item.points for item in items if item.name == _FU), 0)
        if fu:
            fu_by_seat[score.seat] = fu
    return fu_by_seat


def _filled(deal: Deal, known: Mapping[Seat, int]) -> Deal:
    """Return a copy of the deal in which winning hands without recorded fu get the fu in `known`.

    `known` maps the seats of winners to the fu of their hands.
    """
    lines = list(deal.lines)
    for win in deal.contents(WinLine):
        if win.seat in known:
            _fill(lines, win.seat, known[win.seat])
    return replace(deal, lines=tuple(lines))


def _fill(lines: list[Line], seat: Seat, fu: int) -> None:
    own = [place for place, line in enumerate(lines) if _has_items_of(line, seat)]
    names = {name for place in own for name, _ in _items(lines[place])}
    if _FU in names:
        return
    if own:
        line = lines[own[0]]
        items = Items("fan", seat, (*_items(line), (_FU, fu)))
        lines[own[0]] = replace(line, content=items)
        return
    lines.append(Line(Items("fan", seat, ((_FU, fu),))))
    lines.sort(key=lambda line: rank(line.content))


def _has_items_of(line: Line, seat: Seat) -> bool:
    content = line.content
    return isinstance(content, Items) and content.keyword == "fan" and content.seat == seat


def _items(line: Line) -> tuple[tuple[str, int | None], ...]:
    if not isinstance(line.content, Items):
        return ()
    return line.content.items
