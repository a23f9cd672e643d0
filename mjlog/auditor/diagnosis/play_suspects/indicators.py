"""Readings with other indicators of bonus tiles, such as dora indicators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from mjlog.auditor.diagnosis.altered_deals import with_acts, with_line
from mjlog.auditor.diagnosis.play_suspects.bonus import MOST_TILES
from mjlog.auditor.diagnosis.play_suspects.case import Case, Change
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import msg
from mjlog.model.record import REVEAL, Dealt, Indicators
from mjlog.model.tiles import BONUS, KIND, PILLAR, UNKNOWN, Tile, is_known
from mjlog.referee.aftermath import header_without_indicators

_COUNT: Final = "dora.count"


def propose_fewer_indicators(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal in which a turn does not turn up an indicator.

    Turns are tried that turn up an indicator and have an error about the number of indicators.
    `case` has the deal as written and its errors.
    """
    revealing = case.words_with(REVEAL)
    for index in case.places({_COUNT}):
        if index in revealing:
            acts = [act for act in case.deal.turns[index].acts if act.kind != REVEAL]
            yield case.at_word(index, with_acts(case.deal, index, acts), root=(_COUNT,))


def propose_indicators(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal with one dora indicator replaced, removed or added.

    An indicator is added only if the deal has none. Yield nothing unless items of a hand or the
    number of indicators are wrong. `case` has the deal as written and its errors.
    """
    if case.rules.scoring.indicated is None:
        return
    if _COUNT not in case.codes and not case.has_item_errors:
        return
    lines = case.lines_of(Indicators)
    if all(getattr(line.content, "hidden", False) for line in lines):
        # An indicator may have been open before play though no line names it.
        for line in case.lines_of(Dealt)[-1:]:
            for tile in _other_indicators(case, UNKNOWN):
                deal = with_line(case.deal, line, line.content, Indicators((tile,)))
                yield Change(deal, *header_without_indicators(case.deal), root=(_COUNT,))
    for line in lines:
        content: Any = line.content
        words = msg("the indicators `{keyword}`", keyword=content.keyword)
        for tiles in _rows_of_indicators(case, content.tiles):
            deal = with_line(case.deal, line, replace(content, tiles=tiles))
            root = ("deal.copies", _COUNT)
            yield Change(deal, words, line.span.place(), root=root, ties=True)


def _rows_of_indicators(case: Case, tiles: tuple[Tile, ...]) -> Iterator[tuple[Tile, ...]]:
    """Yield the indicators `tiles` without one tile, then `tiles` with one tile replaced.

    A tile is removed only if the number of indicators is wrong, and replaced only if items of a
    hand are wrong. `case` has the deal as written and its errors.
    """
    if len(tiles) > 1 and _COUNT in case.codes:
        for place in range(len(tiles)):
            yield *tiles[:place], *tiles[place + 1 :]
    if case.has_item_errors:
        for place, tile in enumerate(tiles):
            for other in _other_indicators(case, tile):
                yield *tiles[:place], other, *tiles[place + 1 :]


def _other_indicators(case: Case, tile: Tile) -> list[Tile]:
    """Return at most four indicators that may have been meant instead of `tile`.

    The returned indicators, and `tile`, all give the winners different numbers of bonus tiles. Of
    two indicators that give the same numbers, the indicator with more unseen copies is returned.
    `case` has the deal as written and its errors.
    """
    indicated, table, outcome = case.rules.scoring.indicated, case.table, case.outcome
    hands: list[Counter[Tile]] = []
    for winner in outcome.declared:
        tiles = (*winner.every_tile, *(outcome.bonus_of(winner.seat) or ()))
        plain_tiles = [held & ~PILLAR for held in tiles]
        hands.append(Counter([KIND[held] for held in plain_tiles if is_known(held)]))
    room = [copies - seen for copies, seen in zip(table.copies, table.identified, strict=False)]
    by_mark: dict[tuple[int, ...], Tile] = {}
    for face in (tile, *[face for face in range(BONUS) if room[face] > 0]):
        if not is_known(face) or not table.copies[face]:
            continue
        marked = face if indicated is None else indicated(face)
        marks = tuple(hand[marked] for hand in hands)
        # If two indicators mark the same number of tiles in each hand, the items are the same, so
        # try only one of them. Take the one with more copies left, because doubtful tiles may be
        # elsewhere.
        nearest = by_mark.setdefault(marks, face)
        if nearest != tile and room[face] > room[nearest]:
            by_mark[marks] = face
    others = [face for face in by_mark.values() if face != tile]
    return others[:MOST_TILES]
