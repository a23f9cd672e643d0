"""A record as Tenhou's JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from mjlog.formats.riichi.export_view import (
    ExportedDeal,
    UnsayableError,
    Winner,
    exported_deals,
    is_last_of,
    names_of,
    numbers_of,
    option,
    places_to,
)
from mjlog.formats.riichi.hand_value import HandValue, hand_value
from mjlog.formats.riichi.outcomes import LIMITS, YAKUMAN
from mjlog.formats.riichi.rules_member import told_rules
from mjlog.formats.riichi.yaku_names import JAPANESE
from mjlog.formats.tenhou_json.end import ABORTS, ALL_READY, NAGASHI, NONE_READY, WALL, WIN
from mjlog.formats.tenhou_json.tiles import (
    CODES,
    NORTH_CALL,
    NOTHING,
    SAME,
    is_code,
    spelled_call,
    spelled_concealed,
)
from mjlog.model.record import (
    SAID_DRAWN,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Draw,
    Game,
    NoWin,
    Replace,
    Reveal,
    Seat,
    SetOut,
    Take,
)
from mjlog.model.table import AWAIT_DRAW, Table
from mjlog.model.tiles import KIND, Tile

_WORDS: Final = {name: word for word, name in reversed(list(ABORTS.items()))}


def write(game: Game) -> str:
    """The game as one JSON object; deals with tiles that nobody knows are left out."""
    body: dict[str, Any] = {
        "title": _title(game),
        "name": _names(game),
        "rule": _rule(game),
        "log": [],
    }
    for deal in exported_deals(game):
        try:
            body["log"].append(_deal(deal))
        except UnsayableError:
            continue
    lobby = game.header("Tenhou-Lobby") or ""
    if lobby.isdecimal():
        body["lobby"] = int(lobby)
    if game.header("Tenhou-Csrule"):
        body["csrule"] = (game.header("Tenhou-Csrule") or "").split(",")
    scores, points = (
        numbers_of(game.header(f"Final-{name}"), game.seats) for name in ("Score", "Points")
    )
    if is_last_of(game) and scores and points:
        body["sc"] = [number for pair in zip(scores, points, strict=True) for number in pair]
    return (
        json.dumps(body | told_rules(game, tells=True), ensure_ascii=False, separators=(",", ":"))
        + "\n"
    )


def _title(game: Game) -> list[str]:
    return [game.header("Event") or "", game.header("Date") or game.header("Round") or ""]


def _names(game: Game) -> list[str]:
    return [*names_of(game), *[""] * (4 - game.seats)]


def _rule(game: Game) -> dict[str, Any]:
    """The words of the rule: three players, length, open tanyao, red fives."""
    red = option(game, "red_fives") != "0"
    disp = "三" * (game.seats == 3) + "般" + ("東" if option(game, "length") == "east" else "南")
    disp += "喰" * (option(game, "open_tanyao") not in ("off", "false", "no", "0")) + "赤" * red
    return {"disp": disp, "aka51": int(red), "aka52": int(red), "aka53": int(red)}


def _deal(deal: ExportedDeal) -> list[Any]:
    if deal.hand is None or not deal.indicators or not all(deal.dealt):
        raise UnsayableError
    rows = _Rows(deal)
    scores = deal.stacks
    parts: list[Any] = [[deal.hand, deal.honba, deal.sticks], [*scores, *[0] * (4 - deal.seats)]]
    parts += [_codes(rows.indicators), _codes(deal.ura)]
    for seat in range(4):
        parts += (
            [_codes(deal.dealt[seat]), rows.incoming[seat], rows.outgoing[seat]]
            if seat < deal.seats
            else [[], [], []]
        )
    return [*parts, _result(deal)]


def _code(tile: Tile) -> int:
    if not is_code(tile):
        raise UnsayableError
    return CODES[tile]


def _codes(tiles: Sequence[Tile]) -> list[int]:
    return [_code(tile) for tile in tiles]


class _Rows:
    """What each seat takes and gives; the indicators of the deal."""

    def __init__(self, deal: ExportedDeal) -> None:
        self.incoming: list[list[int | str]] = [[] for _ in range(deal.seats)]
        self.outgoing: list[list[int | str]] = [[] for _ in range(deal.seats)]
        self.indicators = list(deal.indicators)
        for table, act in deal.played():
            self._add(table, act)

    def _add(self, table: Table, act: Act) -> None:
        taken, given = self.incoming[act.seat], self.outgoing[act.seat]
        match act:
            case Draw() | Replace():
                taken.append(_code(act.tile))
            case Take() if table.phase == AWAIT_DRAW:
                raise UnsayableError
            case Claim():
                taken.append(_claim(table, act))
                if len(act.tiles) == 3:
                    given.append(NOTHING)
            case ConcealedKong():
                _codes(act.tiles)
                given.append(spelled_concealed(act.tiles))
            case AddedKong():
                given.append(_added(table, act))
            case SetOut():
                given += [NORTH_CALL] * len(act.tiles)
            case Reveal():
                self.indicators.append(act.tile)
            case Discard():
                code = SAME if act.manner == SAID_DRAWN else _code(act.tile)
                given.append(f"r{code}" if act.ready else code)
            case _:
                pass


def _claim(table: Table, claim: Claim) -> str:
    _codes([*claim.tiles, max(table.live, 0)])
    own, source = claim.tiles, places_to(claim.seat, table.live_seat)
    if table.live < 0 or not source:
        raise UnsayableError
    if len(own) == 3:
        return spelled_call("m", table.live, own, source)
    pung = len({KIND[tile] for tile in (*own, table.live)}) == 1
    return spelled_call("p" if pung else "c", table.live, own, source if pung else 3)


def _added(table: Table, kong: AddedKong) -> str:
    pung = next(
        (meld for meld in table.hand.melds if meld.sort == "pung" and meld.kind == KIND[kong.tile]),
        None,
    )
    if pung is None:
        raise UnsayableError
    _codes([kong.tile, *pung.tiles])
    source = places_to(kong.seat, pung.source)
    own = [*pung.tiles[:-1]]
    own.insert(3 - source, pung.tiles[-1])
    return spelled_call("k", kong.tile, tuple(own), source)


# --------------------------------------------------------------------------- results


def _result(deal: ExportedDeal) -> list[Any]:
    if deal.winners:
        result: list[Any] = [WIN]
        for winner in deal.winners:
            changes = [*winner.changes, *[0] * (4 - deal.seats)] if winner.changes else []
            result += [changes, _info(deal, winner)]
        return result
    if deal.no_win:
        return _washout(deal, deal.no_win)
    return []


def _info(deal: ExportedDeal, winner: Winner) -> list[Any]:
    line, value = winner.line, hand_value(deal, winner)
    limit = LIMITS[value.limit] or f"{winner.fu or 0}符{winner.han}飜"
    return [
        line.seat,
        line.source,
        value.liable,
        limit + _points(deal, winner, value),
        *_yaku(deal, winner),
    ]


def _points(deal: ExportedDeal, winner: Winner, value: HandValue) -> str:
    """What the hand moves.

    Of a self-draw the shares, as the record states them or as they are paid.
    """
    line = winner.line
    if line.seat != line.source or not value.shares:
        return f"{value.points}点"
    of_dealer, others = _shares(deal, line.seat, value)
    share = winner.stated("share")
    if line.seat == deal.dealer:
        return f"{of_dealer if share is None else share}点∀"
    stated = winner.stated("dealer-share")
    if share is None:
        share = others
    return f"{share}-{of_dealer if stated is None else stated}点"


def _shares(deal: ExportedDeal, winner: Seat, value: HandValue) -> tuple[int, int]:
    """The share of the dealer, or of each who pays it.

    And that of another, whoever is liable for all.
    """
    if value.liable == winner:
        others = [
            share for seat, share in enumerate(value.shares) if seat not in (winner, deal.dealer)
        ]
        of_dealer = max(value.shares) if winner == deal.dealer else value.shares[deal.dealer]
        return of_dealer, min(others, default=0)
    if winner == deal.dealer:
        return value.points // (deal.seats - 1), 0
    return 2 * value.points // deal.seats, value.points // deal.seats


def _yaku(deal: ExportedDeal, winner: Winner) -> list[str]:
    yaku: list[str] = []
    for name, han in winner.counted:
        numbers = deal.winds(winner.line.seat).numbers(name, han)
        worth_of = "役満"
        if not name.startswith(YAKUMAN):
            worth_of = f"{han // max(len(numbers), 1)}飜"
        yaku += [f"{JAPANESE[number]}({worth_of})" for number in numbers]
    return yaku


def _washout(deal: ExportedDeal, end: NoWin) -> list[Any]:
    net = deal.points("net")
    if end.how != "wall":
        return [_WORDS.get(end.name, WALL)]
    if not end.name and deal.tenpai is not None and not any(net):
        if len(deal.tenpai) == deal.seats:
            return [ALL_READY]
        if not deal.tenpai:
            return [NONE_READY]
        return [WALL, [*net]]
    return [NAGASHI if end.name else WALL, [*net, *[0] * (4 - deal.seats)] if net else []]
