"""Writes a record as majiang, in which player 0 is the seat A."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal

from mjlog.formats.majiang.tiles import Meld, spelled, spelled_hand, spelled_meld
from mjlog.formats.riichi.export_view import (
    ExportedDeal,
    Winner,
    claimed_kind,
    drop_empty_members,
    exported_deals,
    final_numbers,
    is_last_of,
    names_of,
    places_to,
    pung_below,
)
from mjlog.formats.riichi.rules_member import rules_members
from mjlog.formats.riichi.value_from_payments import hand_value
from mjlog.formats.riichi.words import ENDS_IN_MAJIANG, WALL
from mjlog.formats.riichi.yaku_names import MAJIANG
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
    Take,
    Win,
)
from mjlog.model.table import AWAIT_DRAW, HELD, Table
from mjlog.model.table import Meld as TableMeld
from mjlog.model.tiles import UNKNOWN, Tile

Step = dict[str, Any]

_UNSEEN: Final = (UNKNOWN,) * 13
"""A hand of unknown tiles."""


def write(game: Game) -> str:
    """Return a game as one JSON object in the majiang format.

    A deal is left out if its label does not name a round. If the game has ended, the players' ranks
    are computed from the final points.
    """
    deals = [deal for deal in exported_deals(game) if deal.hand is not None]
    first = max(game.first_dealer, 0)
    body: dict[str, Any] = {
        "title": game.heading("Event"),
        "player": names_of(game),
        "qijia": first,
        "log": [list(_Writer(deal).steps()) for deal in deals],
    }
    scores, points = final_numbers(game)
    if is_last_of(game) and scores:
        body["defen"] = scores
        words = game.heading("Final-Points").split()
        body["point"] = words if points else []
        order = sorted(
            range(game.seats), key=lambda seat: (-scores[seat], (seat - first) % game.seats)
        )
        body["rank"] = [order.index(seat) + 1 for seat in range(game.seats)]
    return json.dumps(body | rules_members(game), ensure_ascii=False, separators=(",", ":")) + "\n"


class _Writer:
    """Writes the steps of one deal."""

    def __init__(self, deal: ExportedDeal) -> None:
        self.deal = deal
        self.hands: dict[Seat, tuple[tuple[Tile, ...], list[TableMeld], bool]] = {}

    def steps(self) -> Iterator[Step]:
        """Yield the deal as JSON objects of the format: the dealt hands, each act, then the result.

        The result includes the hands at the end: as the record shows them, or, if it does not show
        a hand, as it is after the last act.
        """
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
        """Return the number of a seat in this format, counted from the dealer, who has 0."""
        return (seat - self.deal.dealer) % self.deal.seats

    def _from_dealer(self, given: Sequence[Any]) -> list[Any]:
        dealer = self.deal.dealer
        return [*given[dealer:], *given[:dealer]]

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
        start["baopai"] = spelled((*deal.indicators, UNKNOWN)[0])
        hands = self._from_dealer(deal.dealt)
        start["shoupai"] = [spelled_hand(tiles or _UNSEEN) for tiles in hands]
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
                mark = "_" * (act.manner == MANNER_DRAWN) + "*" * act.ready
                yield {"dapai": {**place, "p": spelled(act.tile) + mark}}
            case Claim() if table.live >= 0:
                kind = claimed_kind(act.tiles, table.live)
                source = places_to(act.seat, table.live_seat)
                meld = Meld(kind, act.tiles, table.live, source)
                yield {"fulou": {**place, "m": spelled_meld(meld)}}
            case ConcealedKong():
                meld = Meld("concealed", act.tiles, act.tiles[-1])
                yield {"gang": {**place, "m": spelled_meld(meld)}}
            case AddedKong():
                yield {"gang": {**place, "m": spelled_meld(_added(table, act))}}
            case Reveal():
                yield {"kaigang": {"baopai": spelled(act.tile)}}
            case _:
                pass

    # ------------------------------------------------------------------ ends

    def _keep(self, table: Table) -> None:
        """Store each player's current hand and melds, which are later written in the result.

        Called before each win and at the end of the deal. The first call counts: a stored hand is
        not replaced by a later call.
        """
        for seat, hand in enumerate(table.hands):
            tiles = tuple(tile for tile in range(HELD) for _ in range(hand.count[tile]))
            tiles += (UNKNOWN,) * hand.unknown
            self.hands.setdefault(seat, (tiles, list(hand.melds), hand.ready))

    def _laid_open(self, seat: Seat, last: Tile | None = None) -> str:
        """Return a player's hand and melds at the end of the deal, in majiang's notation.

        If the player won, `last` is the winning tile, which is written at the end of the hand;
        otherwise it is None. A player who is in riichi gets a star after the hand.
        """
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
        win["fubaopai"] = [spelled(each) for each in self.deal.ura_of(winner)] or None
        if winner.limits:
            win["damanguan"] = winner.limits
        else:
            win |= drop_empty_members(fu=winner.fu, fanshu=winner.han or None)
        win |= {"defen": value.points, "hupai": list(self._yaku(winner))}
        return win | drop_empty_members(fenpei=self._from_dealer(winner.changes))

    def _yaku(self, winner: Winner) -> Iterator[Step]:
        for yaku in self.deal.numbered_yaku(winner):
            counted = "*" * yaku.total if yaku.is_yakuman else yaku.han
            yield {"name": MAJIANG[yaku.number], "fanshu": counted}

    def _washout(self, end: NoWin) -> Step:
        name = ENDS_IN_MAJIANG.get(end.name, ENDS_IN_MAJIANG[WALL])
        shows = {*self.deal.shows, *(self.deal.tenpai or ())}
        shown = [self._laid_open(seat) if seat in shows else "" for seat in range(self.deal.seats)]
        net = self.deal.points("net") or (0,) * self.deal.seats
        return {"name": name, "shoupai": self._from_dealer(shown), "fenpei": self._from_dealer(net)}


def _added(table: Table, kong: AddedKong) -> Meld:
    pung = pung_below(table, kong)
    if pung is None:
        return Meld("added", (kong.tile,) * 3, kong.tile)
    return Meld("added", pung.tiles, kong.tile, places_to(kong.seat, pung.source))


def _lying(meld: TableMeld, seat: Seat) -> Meld:
    """Convert a meld on the table to the meld class of this format.

    `seat` is the seat of the player who has the meld.
    """
    source = places_to(seat, meld.source)
    if meld.sort == "concealed kong":
        return Meld("concealed", meld.tiles, meld.tiles[-1])
    if meld.sort == "added kong":
        return Meld("added", meld.tiles[1:], meld.tiles[0], source)
    return Meld(_KINDS.get(meld.sort, "chow"), meld.tiles[:-1], meld.tiles[-1], source)


_KINDS: Final[dict[str, Literal["pung", "kong"]]] = {"pung": "pung", "claimed kong": "kong"}
