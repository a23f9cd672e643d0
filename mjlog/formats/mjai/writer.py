"""Writes a record as mjai: events of the modern dialect, with the classic members added."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from mjlog.formats.mjai.end import REASONS, YAKUMAN_HAN
from mjlog.formats.mjai.reader import EAST_ONLY
from mjlog.formats.mjai.tiles import spelled
from mjlog.formats.riichi.deal_start import ROUNDS
from mjlog.formats.riichi.export_view import (
    ExportedDeal,
    Winner,
    claimed_kind,
    declared_by,
    drop_empty_members,
    exported_deals,
    is_last_of,
    names_of,
    numbers_of,
    option,
    pung_below,
)
from mjlog.formats.riichi.rules_member import rules_members
from mjlog.formats.riichi.words import WALL
from mjlog.formats.riichi.yaku_names import MJAI
from mjlog.model.record import (
    MANNER_DRAWN,
    MANNER_UNKNOWN,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Draw,
    Game,
    NoWin,
    Ready,
    Replace,
    Reveal,
    Seat,
    SetOut,
    Take,
    Win,
)
from mjlog.model.table import AWAIT_DRAW, Table
from mjlog.model.tiles import UNKNOWN, Tile

Event = dict[str, Any]

_UNSEEN: Final = (UNKNOWN,) * 13
"""A hand of unknown tiles."""


def write(game: Game) -> str:
    """Return a game in the mjai format, as text with one JSON event on each line."""
    events = [_start(game)]
    for deal in exported_deals(game):
        events += [*_opening(deal), *_Play(deal).events(), *_ending(deal), {"type": "end_kyoku"}]
    scores = numbers_of(game.heading("Final-Score"), game.seats)
    if is_last_of(game) or scores:
        events.append({"type": "end_game", **drop_empty_members(scores=scores)})
    return "".join(
        json.dumps(event, ensure_ascii=False, separators=(",", ":")) + "\n" for event in events
    )


def _start(game: Game) -> Event:
    start: Event = {"type": "start_game", "names": names_of(game)}
    start["kyoku_first"] = EAST_ONLY if option(game, "length") == "east" else 0
    start["aka_flag"] = option(game, "red_fives") != "0"
    return start | rules_members(game)


def _opening(deal: ExportedDeal) -> Iterator[Event]:
    start: Event = {"type": "start_kyoku"}
    if deal.hand is not None:
        start |= {"bakaze": ROUNDS[deal.hand // 4], "kyoku": deal.hand % 4 + 1}
    start |= {"honba": deal.honba, "kyotaku": deal.sticks, "oya": deal.dealer}
    start["dora_marker"] = spelled((*deal.indicators, UNKNOWN)[0])
    start |= drop_empty_members(scores=list(deal.scores))
    start["tehais"] = [_spelled(tiles or _UNSEEN) for tiles in deal.dealt]
    yield start


def _spelled(tiles: Sequence[Tile]) -> list[str]:
    return [spelled(tile) for tile in tiles]


class _Play:
    """Converts the acts of a deal to events."""

    def __init__(self, deal: ExportedDeal) -> None:
        self.deal = deal
        self.declared: tuple[Seat, ...] = ()

    def events(self) -> Iterator[Event]:
        """Yield the events for the acts of the deal, in order.

        If a discard declares riichi, it is followed by the event `reach_accepted` (the riichi stick
        is paid), unless somebody wins on this discard.
        """
        for table, act in self.deal.played():
            if not isinstance(act, Reveal | Win):
                yield from self._accepted()
            write_events = _EVENTS.get(type(act))
            if write_events is not None:
                yield from write_events(table, act)
            self.declared += declared_by(act)
        if self.deal.pays_last_riichi:
            yield from self._accepted()

    def _accepted(self) -> Iterator[Event]:
        for seat in self.declared:
            yield {"type": "reach_accepted", "actor": seat}
        self.declared = ()


def _tsumo(_table: Table, act: Draw | Replace) -> Iterator[Event]:
    yield {"type": "tsumo", "actor": act.seat, "pai": spelled(act.tile)}


def _unknown_tsumo(table: Table, act: Take) -> Iterator[Event]:
    if table.phase == AWAIT_DRAW:
        yield {"type": "tsumo", "actor": act.seat, "pai": "?"}


def _dahai(_table: Table, act: Discard) -> Iterator[Event]:
    manner = {} if act.manner == MANNER_UNKNOWN else {"tsumogiri": act.manner == MANNER_DRAWN}
    yield {"type": "dahai", "actor": act.seat, "pai": spelled(act.tile), **manner}


def _reach(_table: Table, act: Ready) -> Iterator[Event]:
    yield {"type": "reach", "actor": act.seat}


def _claim(table: Table, claim: Claim) -> Iterator[Event]:
    kind = _CALLS[claimed_kind(claim.tiles, max(table.live, 0))]
    called = spelled(table.live) if table.live >= 0 else "?"
    who = {"actor": claim.seat, "target": max(table.live_seat, 0)}
    yield {"type": kind, **who, "pai": called, "consumed": _spelled(claim.tiles)}


_CALLS: Final = {"chow": "chi", "pung": "pon", "kong": "daiminkan"}


def _ankan(_table: Table, act: ConcealedKong) -> Iterator[Event]:
    yield {"type": "ankan", "actor": act.seat, "consumed": _spelled(act.tiles)}


def _kakan(table: Table, act: AddedKong) -> Iterator[Event]:
    pung = pung_below(table, act)
    own = _spelled(pung.tiles if pung else (act.tile,) * 3)
    yield {"type": "kakan", "actor": act.seat, "pai": spelled(act.tile), "consumed": own}


def _nukidora(_table: Table, act: SetOut) -> Iterator[Event]:
    for tile in act.tiles:
        yield {"type": "nukidora", "actor": act.seat, "pai": spelled(tile)}


def _dora(_table: Table, act: Reveal) -> Iterator[Event]:
    yield {"type": "dora", "dora_marker": spelled(act.tile)}


_EVENTS: Final[dict[type[Act], Callable[[Table, Any], Iterable[Event]]]] = {
    Draw: _tsumo,
    Replace: _tsumo,
    Take: _unknown_tsumo,
    Discard: _dahai,
    Ready: _reach,
    Claim: _claim,
    ConcealedKong: _ankan,
    AddedKong: _kakan,
    SetOut: _nukidora,
    Reveal: _dora,
}
"""Functions that make the events for an act, by its class; other acts have no events."""


# --------------------------------------------------------------------------- ends


def _ending(deal: ExportedDeal) -> Iterator[Event]:
    after = drop_empty_members(scores=list(deal.points("score")))
    for winner in deal.winners:
        yield _hora(deal, winner) | (after if winner is deal.winners[-1] else {})
    if deal.no_win and not deal.winners:
        yield _ryukyoku(deal, deal.no_win) | after


def _hora(deal: ExportedDeal, winner: Winner) -> Event:
    line = winner.line
    event: Event = {
        "type": "hora",
        "actor": line.seat,
        "target": line.source,
        "pai": spelled(line.tile),
    }
    ura = _spelled(deal.ura_of(winner))
    event |= drop_empty_members(ura_markers=ura, uradora_markers=ura)
    if winner.show:
        held = list(winner.show.tiles)
        if line.tile in held:
            held.remove(line.tile)
        event["hora_tehais"] = _spelled(held)
    yaku = list(_yaku(deal, winner))
    if yaku and len(winner.counted) == len(winner.yaku):
        han = YAKUMAN_HAN * winner.limits or winner.han
        event |= drop_empty_members(yakus=yaku, fu=winner.fu, fan=han)
    return event | drop_empty_members(
        hora_points=winner.stated("points"), deltas=list(winner.changes)
    )


def _yaku(deal: ExportedDeal, winner: Winner) -> Iterator[tuple[str, int]]:
    for yaku in deal.numbered_yaku(winner):
        yield MJAI[yaku.number], YAKUMAN_HAN if yaku.is_yakuman else yaku.han


def _ryukyoku(deal: ExportedDeal, end: NoWin) -> Event:
    event: Event = {"type": "ryukyoku", "reason": REASONS.get(end.name, REASONS[WALL])}
    shows = {seat: show.tiles for seat, show in deal.shows.items()}
    seats = range(deal.seats)
    if shows:
        event["tehais"] = [_spelled(shows.get(seat, _UNSEEN)) for seat in seats]
    if deal.tenpai is not None:
        event["tenpais"] = [seat in deal.tenpai for seat in seats]
    return event | drop_empty_members(deltas=list(deal.points("net")))
