"""A record as majiang. Our seat A is the first dealer there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from mjlog.formats.majiang.reader import ENDS, WALL
from mjlog.formats.majiang.tiles import Meld, spelled, spelled_hand, spelled_meld
from mjlog.formats.riichi.export_view import (
    ExportedDeal,
    Winner,
    exported_deals,
    is_last_of,
    names_of,
    numbers_of,
    places_to,
)
from mjlog.formats.riichi.hand_value import hand_value
from mjlog.formats.riichi.outcomes import YAKUMAN
from mjlog.formats.riichi.rules_member import told_rules
from mjlog.formats.riichi.yaku_names import MAJIANG
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
    Take,
    Win,
)
from mjlog.model.table import AWAIT_DRAW, HELD, Hand, Table
from mjlog.model.table import Meld as TableMeld
from mjlog.model.tiles import KIND, UNKNOWN, Tile

Step = dict[str, Any]

_WORDS: Final = {name: word for word, name in ENDS.items()}


def write(game: Game) -> str:
    """The game as one JSON object; rankings are worked out of the final scores."""
    body: dict[str, Any] = {
        "title": game.header("Event") or "",
        "player": names_of(game),
        "qijia": 0,
    }
    body["log"] = [
        list(_Writer(deal).steps()) for deal in exported_deals(game) if deal.hand is not None
    ]
    scores, points = (
        numbers_of(game.header(f"Final-{name}"), game.seats) for name in ("Score", "Points")
    )
    if is_last_of(game) and scores:
        body["defen"] = scores
        words = (game.header("Final-Points") or "").split()
        body["point"] = words if points else []
        order = sorted(range(game.seats), key=lambda seat: (-scores[seat], seat))
        body["rank"] = [order.index(seat) + 1 for seat in range(game.seats)]
    return json.dumps(body | told_rules(game), ensure_ascii=False, separators=(",", ":")) + "\n"


class _Writer:
    """The steps of one deal."""

    def __init__(self, deal: ExportedDeal) -> None:
        self.deal = deal
        self.hands: dict[Seat, tuple[tuple[Tile, ...], list[TableMeld], bool]] = {}

    def steps(self) -> Iterator[Step]:
        """In their order; hands at the end are those laid open, else those played."""
        yield {"qipai": self._opening()}
        table: Table | None = None
        for table, act in self.deal.played():
            if isinstance(act, Win):
                self._keep(table)
            yield from self._step(table, act)
        if table is not None:
            self._keep(table)
        for winner in self.deal.winners:
            yield {"hule": self._win(winner)}
        if self.deal.no_win and not self.deal.winners:
            yield {"pingju": self._washout(self.deal.no_win)}

    def _place(self, seat: Seat) -> int:
        """Their seat: counted from the dealer."""
        return (seat - self.deal.dealer) % self.deal.seats

    def _from_dealer(self, given: Sequence[Any]) -> list[Any]:
        return [
            given[(self.deal.dealer + place) % self.deal.seats] for place in range(self.deal.seats)
        ]

    def _opening(self) -> Step:
        deal = self.deal
        hand = deal.hand or 0
        start: Step = {
            "zhuangfeng": hand // 4,
            "jushu": hand % 4,
            "changbang": deal.honba,
            "lizhibang": deal.sticks,
        }
        if deal.standing:
            start["defen"] = self._from_dealer(deal.standing)
        start["baopai"] = spelled(deal.indicators[0] if deal.indicators else UNKNOWN)
        start["shoupai"] = [
            spelled_hand(tiles or (UNKNOWN,) * 13) for tiles in self._from_dealer(deal.dealt)
        ]
        return start

    # ------------------------------------------------------------------ play

    def _step(self, table: Table, act: Act) -> Iterator[Step]:
        place = {"l": self._place(act.seat)}
        match act:
            case Draw():
                yield {"zimo": {**place, "p": spelled(act.tile)}}
            case Replace():
                yield {"gangzimo": {**place, "p": spelled(act.tile)}}
            case Take() if table.phase == AWAIT_DRAW:
                yield {"zimo": {**place, "p": "_"}}
            case Discard():
                mark = "_" * (act.manner == SAID_DRAWN) + "*" * act.ready
                yield {"dapai": {**place, "p": spelled(act.tile) + mark}}
            case Claim() if table.live >= 0:
                yield {"fulou": {**place, "m": spelled_meld(_claimed(table, act))}}
            case ConcealedKong():
                yield {
                    "gang": {
                        **place,
                        "m": spelled_meld(Meld("concealed", act.tiles, act.tiles[-1])),
                    }
                }
            case AddedKong():
                yield {"gang": {**place, "m": spelled_meld(_added(table, act))}}
            case Reveal():
                yield {"kaigang": {"baopai": spelled(act.tile)}}
            case _:
                pass

    # ------------------------------------------------------------------ ends

    def _keep(self, table: Table) -> None:
        """Remembers every hand as it is now, unless a winner's is remembered already."""
        for seat, hand in enumerate(table.hands):
            self.hands.setdefault(seat, (_tiles(hand), list(hand.melds), hand.ready))

    def _laid_open(self, seat: Seat, last: Tile | None = None) -> str:
        """A hand with its melds, the winning tile last."""
        held, melds, ready = self.hands.get(seat, ((), [], False))
        show = self.deal.shows.get(seat)
        tiles = list(show.tiles if show else held)
        if last is not None and last in tiles:
            tiles.remove(last)
        won = spelled(last) if last is not None else ""
        words = [
            spelled_hand(tiles) + won + "*" * ready,
            *(spelled_meld(_lying(meld, seat)) for meld in melds),
        ]
        return ",".join(words)

    def _win(self, winner: Winner) -> Step:
        line, value = winner.line, hand_value(self.deal, winner)
        own = line.seat == line.source
        win: Step = {"l": self._place(line.seat), "shoupai": self._laid_open(line.seat, line.tile)}
        win["baojia"] = None if own else self._place(line.source)
        shows_ura = self.deal.ura and winner in self.deal.looking_below
        win["fubaopai"] = [spelled(tile) for tile in self.deal.ura] if shows_ura else None
        if winner.limits:
            win["damanguan"] = winner.limits
        else:
            win |= {} if winner.fu is None else {"fu": winner.fu}
            win["fanshu"] = winner.han
        win |= {"defen": value.points, "hupai": self._yaku(winner)}
        return win | ({"fenpei": self._from_dealer(winner.changes)} if winner.changes else {})

    def _yaku(self, winner: Winner) -> list[Step]:
        yaku: list[Step] = []
        for name, han in winner.counted:
            numbers = self.deal.winds(winner.line.seat).numbers(name, han)
            counted = "*" * han if name.startswith(YAKUMAN) else han // max(len(numbers), 1)
            yaku += [{"name": MAJIANG[number], "fanshu": counted} for number in numbers]
        return yaku

    def _washout(self, end: NoWin) -> Step:
        name = _WORDS.get(end.name, WALL)
        shows = {*self.deal.shows, *(self.deal.tenpai or ())}
        shown = [self._laid_open(seat) if seat in shows else "" for seat in range(self.deal.seats)]
        net = self.deal.points("net") or (0,) * self.deal.seats
        return {"name": name, "shoupai": self._from_dealer(shown), "fenpei": self._from_dealer(net)}


def _tiles(hand: Hand) -> tuple[Tile, ...]:
    known = tuple(tile for tile in range(HELD) for _ in range(hand.count[tile]))
    return (*known, *(UNKNOWN,) * hand.unknown)


def _claimed(table: Table, claim: Claim) -> Meld:
    source = places_to(claim.seat, table.live_seat)
    if len(claim.tiles) == 3:
        return Meld("kong", claim.tiles, table.live, source)
    pung = len({KIND[tile] for tile in (*claim.tiles, table.live)}) == 1
    return Meld("pung" if pung else "chow", claim.tiles, table.live, source)


def _added(table: Table, kong: AddedKong) -> Meld:
    pungs = [
        meld for meld in table.hand.melds if meld.sort == "pung" and meld.kind == KIND[kong.tile]
    ]
    own = pungs[0].tiles if pungs else (kong.tile,) * 3
    return Meld("added", own, kong.tile, places_to(kong.seat, pungs[0].source) if pungs else 0)


def _lying(meld: TableMeld, seat: Seat) -> Meld:
    """A meld as it lies on the table."""
    source = places_to(seat, meld.source)
    match meld.sort:
        case "concealed kong":
            return Meld("concealed", meld.tiles, meld.tiles[-1])
        case "added kong":
            return Meld("added", meld.tiles[1:], meld.tiles[0], source)
        case "claimed kong":
            return Meld("kong", meld.tiles[:-1], meld.tiles[-1], source)
        case _:
            return Meld(
                "pung" if meld.sort == "pung" else "chow", meld.tiles[:-1], meld.tiles[-1], source
            )
