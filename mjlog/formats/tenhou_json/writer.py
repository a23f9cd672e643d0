"""Writes a record as Tenhou's JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, Final
from urllib.parse import quote

from mjlog.formats.riichi.export_view import (
    ExportedDeal,
    UnsayableError,
    Winner,
    claimed_kind,
    exported_deals,
    final_numbers,
    for_four,
    is_last_of,
    names_of,
    option,
    places_to,
    pung_below,
)
from mjlog.formats.riichi.outcomes import LIMITS, NAGASHI
from mjlog.formats.riichi.rules_member import rules_members
from mjlog.formats.riichi.value_from_payments import HandValue, hand_value
from mjlog.formats.riichi.words import ALL_READY, ENDS_AT_TENHOU, NONE_READY, WALL, WIN
from mjlog.formats.riichi.yaku_names import JAPANESE
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
    MANNER_DRAWN,
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
from mjlog.model.tiles import Tile


def write(game: Game) -> str:
    """Return a game as one JSON object in Tenhou's format.

    A deal is left out if a tile, a dealt hand, the dora indicator or the round is unknown, or if a
    call does not claim the latest discard.
    """
    return _compact(_body(game)) + "\n"


def write_addresses(game: Game) -> str:
    """Return one web address of Tenhou's viewer for each deal of a game, as lines of text.

    Each address contains its deal. Deals that the format cannot express are left out, as in
    `write`. If no deal remains, the only address has the players but no deal.
    """
    body = _body(game)
    deals = body.pop("log") or [None]
    lines: list[str] = []
    for deal in deals:
        one = body | {"log": [deal] if deal else []}
        if deal is not deals[-1]:
            one.pop("sc", None)  # only the last deal has the final result
        lines.append(VIEWER + quote(_compact(one), safe=_PLAIN_IN_A_FRAGMENT) + "\n")
    return "".join(lines)


VIEWER: Final = "https://tenhou.net/6/#json="
_PLAIN_IN_A_FRAGMENT: Final = "{}[],:"


def _compact(body: dict[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _body(game: Game) -> dict[str, Any]:
    body: dict[str, Any] = {
        "title": [game.heading("Event"), game.header("Date") or game.heading("Round")],
        "name": [*names_of(game), *[""] * (4 - game.seats)],
        "rule": _rule(game),
        "log": [],
    }
    for deal in exported_deals(game):
        with suppress(UnsayableError):
            body["log"].append(_deal(deal))
    lobby = game.heading("Tenhou-Lobby")
    if lobby.isdecimal():
        body["lobby"] = int(lobby)
    settings = game.header("Tenhou-Csrule")
    if settings:
        body["csrule"] = settings.split(",")
    scores, points = final_numbers(game)
    if is_last_of(game) and scores and points:
        pairs = zip(scores, points, strict=True)
        body["sc"] = [entry for pair in pairs for entry in pair]
    return body | rules_members(game, tells=True)


def _rule(game: Game) -> dict[str, Any]:
    """Return the member `rule`: a display text of the rules, and the numbers of red fives.

    The text says how long the game is, and whether it has three players, open tanyao and red fives.
    """
    red = option(game, "red_fives") != "0"
    has_open_tanyao = option(game, "open_tanyao") not in _OFF
    disp = "三" * (game.seats == 3) + "般"
    disp += _LENGTHS.get(option(game, "length"), "南")
    disp += "喰" * has_open_tanyao + "赤" * red
    return {"disp": disp, "aka51": int(red), "aka52": int(red), "aka53": int(red)}


_LENGTHS: Final = {"east": "東"}
_OFF: Final = ("off", "false", "no", "0")


def _deal(deal: ExportedDeal) -> list[Any]:
    if deal.hand is None or not deal.indicators or not all(deal.dealt):
        raise UnsayableError
    rows = _Rows(deal)
    parts: list[Any] = [[deal.hand, deal.honba, deal.sticks], for_four(deal.stacks)]
    parts += [_codes(rows.indicators), _codes(deal.ura)]
    hands = (_codes(each) for each in deal.dealt)
    parts += chain.from_iterable(zip(hands, rows.incoming, rows.outgoing, strict=True))
    parts += [[], [], []] * (4 - deal.seats)
    return [*parts, _result(deal)]


def _code(tile: Tile) -> int:
    if not is_code(tile):
        raise UnsayableError
    return CODES[tile]


def _codes(tiles: Sequence[Tile]) -> list[int]:
    return [_code(tile) for tile in tiles]


class _Rows:
    """The two rows of acts for each seat, and all dora indicators of the deal.

    `incoming` has draws and claims, `outgoing` has discards and declarations.
    """

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
                code = SAME if act.manner == MANNER_DRAWN else _code(act.tile)
                given.append(f"r{code}" if act.ready else code)
            case _:
                pass


def _claim(table: Table, claim: Claim) -> str:
    _codes([*claim.tiles, max(table.live, 0)])
    source = places_to(claim.seat, table.live_seat)
    if table.live < 0 or not source:
        raise UnsayableError
    kind = claimed_kind(claim.tiles, table.live)
    place = 3 if kind == "chow" else source
    return spelled_call(_CALLS[kind], table.live, claim.tiles, place)


_CALLS: Final = {"chow": "c", "pung": "p", "kong": "m"}


def _added(table: Table, kong: AddedKong) -> str:
    pung = pung_below(table, kong)
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
        result: list[Any] = [ENDS_AT_TENHOU[WIN]]
        for winner in deal.winners:
            result += [_changes(winner.changes), _info(deal, winner)]
        return result
    if deal.no_win:
        return _washout(deal, deal.no_win)
    return []


def _changes(changes: Sequence[int]) -> list[int]:
    """Return changes of points for four seats, with 0 for a missing seat.

    The list is empty if there are no changes.
    """
    return for_four(changes) if changes else []


def _info(deal: ExportedDeal, winner: Winner) -> list[Any]:
    line, value = winner.line, hand_value(deal, winner)
    fu = "" if winner.fu is None else f"{winner.fu}符"
    fu_and_han = f"{fu}{winner.han}飜" if winner.han else fu
    return [
        line.seat,
        line.source,
        value.liable,
        (LIMITS[value.limit] or fu_and_han) + _points(deal, winner, value),
        *_yaku(deal, winner),
    ]


def _points(deal: ExportedDeal, winner: Winner, value: HandValue) -> str:
    """Return the points of a hand as Tenhou writes them, such as `7700点` or `1000-2000点`.

    For a self-draw, the text has the shares that the players pay. Shares that the record states are
    used; other shares are computed from `value`.
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
    """Return how many points the dealer and each other player pay for a self-draw, as a pair.

    `winner` is the winner's seat. If the dealer wins, the first number is what each player pays. If
    one player pays everything (pao), the shares are computed as if all players paid.
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


def _yaku(deal: ExportedDeal, winner: Winner) -> Iterator[str]:
    for yaku in deal.numbered_yaku(winner):
        worth = "役満" if yaku.is_yakuman else f"{yaku.han}飜"
        yield f"{JAPANESE[yaku.number]}({worth})"


def _washout(deal: ExportedDeal, end: NoWin) -> list[Any]:
    net = deal.points("net")
    if end.how != "wall":
        return [ENDS_AT_TENHOU.get(end.name, ENDS_AT_TENHOU[WALL])]
    if end.name:
        return [ENDS_AT_TENHOU[NAGASHI], _changes(net)]
    if deal.tenpai is None or any(net):
        return [ENDS_AT_TENHOU[WALL], _changes(net)]
    ready = {deal.seats: ALL_READY, 0: NONE_READY}.get(len(deal.tenpai))
    return [ENDS_AT_TENHOU[ready]] if ready else [ENDS_AT_TENHOU[WALL], [*net]]
