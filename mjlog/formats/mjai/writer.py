"""A record as mjai: the events of the modern dialect.

With the members of the classic one beside them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from mjlog.formats.mjai.end import ABORTS, NAGASHI, WALL, YAKUMAN_HAN
from mjlog.formats.mjai.reader import EAST_ONLY
from mjlog.formats.mjai.tiles import spelled
from mjlog.formats.riichi.deal_start import ROUNDS
from mjlog.formats.riichi.export_view import (
    ExportedDeal,
    Winner,
    exported_deals,
    is_last_of,
    names_of,
    numbers_of,
    option,
)
from mjlog.formats.riichi.outcomes import YAKUMAN
from mjlog.formats.riichi.rules_member import told_rules
from mjlog.formats.riichi.yaku_names import MJAI
from mjlog.model.record import (
    NOT_SAID,
    SAID_DRAWN,
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
from mjlog.model.tiles import KIND, UNKNOWN, Tile

Event = dict[str, Any]


def write(game: Game) -> str:
    """The game as lines of JSON."""
    events = [_start(game)]
    for deal in exported_deals(game):
        events += [*_opening(deal), *_Play(deal).events(), *_ending(deal), {"type": "end_kyoku"}]
    scores = numbers_of(game.header("Final-Score"), game.seats)
    if is_last_of(game) or scores:
        events.append({"type": "end_game", **({"scores": scores} if scores else {})})
    return "".join(
        json.dumps(event, ensure_ascii=False, separators=(",", ":")) + "\n" for event in events
    )


def _start(game: Game) -> Event:
    start: Event = {"type": "start_game", "names": names_of(game)}
    start["kyoku_first"] = EAST_ONLY if option(game, "length") == "east" else 0
    start["aka_flag"] = option(game, "red_fives") != "0"
    return start | told_rules(game)


def _opening(deal: ExportedDeal) -> Iterator[Event]:
    start: Event = {"type": "start_kyoku"}
    if deal.hand is not None:
        start |= {"bakaze": ROUNDS[deal.hand // 4], "kyoku": deal.hand % 4 + 1}
    start |= {"honba": deal.honba, "kyotaku": deal.sticks, "oya": deal.dealer}
    start["dora_marker"] = spelled(deal.indicators[0] if deal.indicators else UNKNOWN)
    if deal.scores:
        start["scores"] = list(deal.scores)
    start["tehais"] = [_spelled(tiles or (UNKNOWN,) * 13) for tiles in deal.dealt]
    yield start


def _spelled(tiles: Sequence[Tile]) -> list[str]:
    return [spelled(tile) for tile in tiles]


class _Play:
    """The acts of a deal as events."""

    def __init__(self, deal: ExportedDeal) -> None:
        self.deal = deal
        self.declared: Seat | None = None

    def events(self) -> Iterator[Event]:
        """In their order; a riichi is accepted when nobody wins on its discard."""
        for table, act in self.deal.played():
            if self.declared is not None and not isinstance(act, Reveal | Win):
                yield from self._accepted()
            yield from _event(table, act)
            if isinstance(act, Discard) and act.ready:
                self.declared = act.seat
        if self.declared is not None and self.deal.pays_last_riichi:
            yield from self._accepted()

    def _accepted(self) -> Iterator[Event]:
        yield {"type": "reach_accepted", "actor": self.declared}
        self.declared = None


def _event(table: Table, act: Act) -> Iterable[Event]:
    teller = _EVENTS.get(type(act))
    if teller is None:
        return ()
    return teller(table, act)


def _tsumo(_table: Table, act: Draw | Replace) -> Iterator[Event]:
    yield {"type": "tsumo", "actor": act.seat, "pai": spelled(act.tile)}


def _unknown_tsumo(table: Table, act: Take) -> Iterator[Event]:
    if table.phase == AWAIT_DRAW:
        yield {"type": "tsumo", "actor": act.seat, "pai": "?"}


def _dahai(_table: Table, act: Discard) -> Iterator[Event]:
    manner = {} if act.manner == NOT_SAID else {"tsumogiri": act.manner == SAID_DRAWN}
    yield {"type": "dahai", "actor": act.seat, "pai": spelled(act.tile), **manner}


def _reach(_table: Table, act: Ready) -> Iterator[Event]:
    yield {"type": "reach", "actor": act.seat}


def _claim(table: Table, claim: Claim) -> Iterator[Event]:
    kinds = {KIND[tile] for tile in claim.tiles}
    if len(claim.tiles) == 3:
        kind = "daiminkan"
    elif kinds == {KIND[max(table.live, 0)]}:
        kind = "pon"
    else:
        kind = "chi"
    called = spelled(table.live) if table.live >= 0 else "?"
    who = {"actor": claim.seat, "target": max(table.live_seat, 0)}
    yield {"type": kind, **who, "pai": called, "consumed": _spelled(claim.tiles)}


def _ankan(_table: Table, act: ConcealedKong) -> Iterator[Event]:
    yield {"type": "ankan", "actor": act.seat, "consumed": _spelled(act.tiles)}


def _kakan(table: Table, act: AddedKong) -> Iterator[Event]:
    kind = KIND[act.tile]
    pungs = (meld.tiles for meld in table.hand.melds if meld.sort == "pung" and meld.kind == kind)
    own = _spelled(next(pungs, (act.tile,) * 3))
    yield {"type": "kakan", "actor": act.seat, "pai": spelled(act.tile), "consumed": own}


def _nukidora(_table: Table, act: SetOut) -> Iterator[Event]:
    for tile in act.tiles:
        yield {"type": "nukidora", "actor": act.seat, "pai": spelled(tile)}


def _dora(_table: Table, act: Reveal) -> Iterator[Event]:
    yield {"type": "dora", "dora_marker": spelled(act.tile)}


_EVENTS: Final[dict[type[Act], Callable[[Table, Any], Iterator[Event]]]] = {
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
"""The events of an act, by its kind; of other kinds there are none."""


# --------------------------------------------------------------------------- ends


def _ending(deal: ExportedDeal) -> Iterator[Event]:
    score = deal.points("score")
    after = {"scores": list(score)} if score else {}
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
    if deal.ura and winner in deal.looking_below:
        event |= {"ura_markers": _spelled(deal.ura), "uradora_markers": _spelled(deal.ura)}
    if winner.show:
        held = list(winner.show.tiles)
        if line.tile in held:
            held.remove(line.tile)
        event["hora_tehais"] = _spelled(held)
    yaku = _yaku(deal, winner)
    if yaku and len(winner.counted) == len(winner.yaku):
        event["yakus"] = yaku
        event |= {} if winner.fu is None else {"fu": winner.fu}
        event["fan"] = YAKUMAN_HAN * winner.limits or winner.han
    if (points := winner.stated("points")) is not None:
        event["hora_points"] = points
    if winner.changes:
        event["deltas"] = list(winner.changes)
    return event


def _yaku(deal: ExportedDeal, winner: Winner) -> list[tuple[str, int]]:
    yaku: list[tuple[str, int]] = []
    for name, han in winner.counted:
        numbers = deal.winds(winner.line.seat).numbers(name, han)
        for number in numbers:
            worth = YAKUMAN_HAN if name.startswith(YAKUMAN) else han // len(numbers)
            yaku.append((MJAI[number], worth))
    return yaku


_REASONS: Final = {name: reason for reason, name in ABORTS.items()}


def _ryukyoku(deal: ExportedDeal, end: NoWin) -> Event:
    reason = (NAGASHI if end.name else WALL) if end.how == "wall" else _REASONS.get(end.name, WALL)
    event: Event = {"type": "ryukyoku", "reason": reason}
    shows = deal.shows
    if shows:
        hands = [
            shows[seat].tiles if seat in shows else (UNKNOWN,) * 13 for seat in range(deal.seats)
        ]
        event["tehais"] = [_spelled(tiles) for tiles in hands]
    if deal.tenpai is not None:
        event["tenpais"] = [seat in deal.tenpai for seat in range(deal.seats)]
    net = deal.points("net")
    return event | ({"deltas": list(net)} if net else {})
