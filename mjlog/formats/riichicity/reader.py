"""Reads games of Riichi City: JSON whose events contain JSON strings."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from mjlog.formats.json_parts import (
    Object,
    WrongPartError,
    among,
    amount,
    entries,
    flag,
    forgiving,
    member,
    number,
    optional,
    row,
    seat,
    seat_number,
    shown,
    table,
    unchecked_row,
    whole_number,
    words,
)
from mjlog.formats.json_text import documents
from mjlog.formats.reader_findings import ReaderFindings
from mjlog.formats.riichi.assemble import recorded_deals, recorded_game
from mjlog.formats.riichi.deal_recorder import DealRecorder, StatedHand
from mjlog.formats.riichi.deal_start import DealStart
from mjlog.formats.riichi.end_reason import inferred_end
from mjlog.formats.riichi.outcomes import (
    NAGASHI,
    NINE_TERMINALS,
    Item,
    is_yakuman,
    items_of,
    known_hands,
    wall_ran_out,
)
from mjlog.formats.riichi.rules_member import HEADER
from mjlog.formats.riichi.tenhou_numbers import SOUTH, THREE, YAKU, GameType
from mjlog.formats.riichi.yaku_names import CITY, Winds, value
from mjlog.model.findings import Finding
from mjlog.model.record import NOBODY, Game, NoWin, Seat
from mjlog.model.tiles import EAST, RED, Tile

DEAL, DRAW, ACTION, RESULT, OVER, INDICATOR = 1, 2, 4, 5, 6, 7
"""Types of events that are read; others are options that were offered, and decorations."""
PASSED_OVER: Final = frozenset({3, 8, 9, 10, 11})
CHOWS: Final = frozenset({2, 3, 4})
PUNG, KONG, RON, CONCEALED, ADDED, TSUMO, DISCARD, NINE, NORTH_ASIDE = range(5, 14)
"""Numbers of actions."""
ACTIONS: Final = CHOWS | frozenset(range(PUNG, NORTH_ASIDE + 1))
TABLE_FACTS: Final = (
    "dealer_pos",
    "bao_pai_card",
    "quan_feng",
    "chang_ci",
    "ben_chang_num",
    "li_zhi_bang_num",
    "user_info_list",
)
"""Members of the event that deals a hand which are the same for all players of the table."""
RON_END, TSUMO_END, WALL_END, DISSOLVED = 0, 1, 7, 8
"""Numbers for the end of a deal."""
NAGASHI_NUMBER: Final = 30

_PIN, _SOU, _MAN, _RED_MARK = 0x00, 0x10, 0x20, 0x100
TILES: Final[dict[int, Tile]] = {
    **{_MAN + rank: rank - 1 for rank in range(1, 10)},
    **{_PIN + rank: 8 + rank for rank in range(1, 10)},
    **{_SOU + rank: 17 + rank for rank in range(1, 10)},
    **{0x31 + 0x10 * place: EAST + place for place in range(7)},
    **{_RED_MARK + suit + 5: RED + place for place, suit in enumerate((_MAN, _PIN, _SOU))},
}
"""Tiles by number.

The higher half of the byte is the suit; each honour has a value of its own there.
"""

ONE_DEAL: Final = 3
"""Value of ``round`` for a game of one deal."""
HOUSE: Final = {
    "isGeMu": "wareme",
    "isKaiLiZhi": "open-riichi",
    "isLuck": "chips",
    "isShaoJi": "yakitori",
}
"""House rules that change payments, by the member that turns them on."""


def read(data: bytes, _name: str = "") -> Iterator[Game | Finding]:
    """Yield the games in a file of Riichi City; a line that is not JSON yields a finding.

    Errors in a game are findings (messages) of that game. Raise `Unreadable` if the file is not
    JSON.
    """
    for answer in documents(data):
        if isinstance(answer, Finding):
            yield answer
            continue
        body = answer.get("data") if isinstance(answer, dict) else None
        reader = _Reader(body if isinstance(body, dict) else {})
        if isinstance(answer, dict):
            reader.answer(answer)
        yield reader.game()


class _Reader:
    """Converts one game of Riichi City to a record.

    Seat A of the record is the first dealer.
    """

    def __init__(self, body: Object) -> None:
        self.body = body
        self.complaints = ReaderFindings()
        self.journals: list[DealRecorder] = []
        self.seats = optional(self.complaints, body, "playerCount", among(3, 4), 4)
        self.rounds = optional(self.complaints, body, "round", among(1, 2, ONE_DEAL), 2)
        self.first = NOBODY
        self.chairs: dict[int, int] = {}
        self.names: dict[Seat, str] = {}
        self.spare: Tile | None = None
        self.turned_up = 0
        self.over = False

    def answer(self, found: Object) -> None:
        """Check the members `code` and `message` of the server's response that contains the game.

        Add a finding (a message about the error) if the code is not 0, which means a failure, or if
        the message is not a text.
        """
        optional(self.complaints, found, "code", among(0), 0)
        optional(self.complaints, found, "message", words, "")

    def game(self) -> Game:
        """Read all deals and return the game, with findings for the parts that cannot be read."""
        for deal in optional(self.complaints, self.body, "handRecord", unchecked_row, ()):
            with forgiving(self.complaints, "a deal"):
                self._deal(table(deal, "handRecord"))
        kind = GameType((0 if self.rounds == 1 else SOUTH) | (THREE if self.seats == 3 else 0))
        if self.rounds == ONE_DEAL:
            self.over = False  # the rules have no such game, so nothing is recorded about its end
        deals = recorded_deals(self.journals, self.complaints, over=self.over)
        house = [
            name
            for key, name in HOUSE.items()
            if optional(self.complaints, self.body, key, flag, False)
        ]
        house += ["one-deal"] * (self.rounds == ONE_DEAL)
        pairs = [
            ("Rules", kind.rules),
            (HEADER, "no"),
            ("Source", "riichicity"),
            ("X-House-Rules", " ".join(house)),
        ]
        if self.over and self.journals and self.journals[-1].totals:
            pairs.append(
                ("Final-Score", " ".join(str(total) for total in self.journals[-1].totals))
            )
        names = [self.names.get(seat, "?") for seat in range(self.seats)]
        return recorded_game(pairs, names, deals, self.complaints)

    # ------------------------------------------------------------------ events

    def _deal(self, given: Object) -> None:
        self.complaints.deal = len(self.journals) + 1
        players = row(member(given, "players"), "players", table)
        self.chairs = {
            number(each, "userId"): seat(each, "position", self.seats) for each in players
        }
        if len(set(self.chairs.values())) != len(players):
            raise WrongPartError("two players have one 'position'")
        events = [
            (number(each, "eventType"), each)
            for each in row(member(given, "handEventRecord"), "handEventRecord", table)
        ]
        dealt = [(self._chair(each), _inner(each)) for kind, each in events if kind == DEAL]
        if not dealt:
            raise WrongPartError("no hands are dealt")
        self._open(dealt)
        for each in players:
            self.names[self._seat(number(each, "position"))] = optional(
                self.complaints, each, "nickname", words, "?"
            )
        for kind, each in events:
            with forgiving(self.complaints, f"event {kind}"):
                self._event(kind, each)

    def _user(self, value: Any, name: str) -> int:
        """Return the user number in an event; 0 if the event is about the whole table.

        Raise `WrongPartError` if no player at the table has this number. `name` is the name of the
        JSON member, which the error message shows.
        """
        user = whole_number(value, name)
        if user and user not in self.chairs:
            raise WrongPartError(f"user {user} does not sit at the table")
        return user

    def _chair(self, given: Object) -> int:
        user = number(given, "userId") if "userId" in given else number(given, "user_id")
        if user not in self.chairs:
            raise WrongPartError(f"user {user} does not sit at the table")
        return self.chairs[user]

    def _seat(self, chair: int) -> Seat:
        return (chair - self.first) % self.seats

    def _open(self, dealt: Sequence[tuple[int, Object]]) -> None:
        start = dealt[0][1]
        for _, other in dealt[1:]:
            self._same_table(start, other)
        dealer = seat_number(number(start, "dealer_pos"), "dealer_pos", self.seats)
        self.first = dealer if self.first == NOBODY else self.first
        hands: dict[Seat, tuple[Tile, ...]] = {
            self._seat(chair): row(member(each, "hand_cards"), "hand_cards", _tile)
            for chair, each in dealt
        }
        points = {
            self._seat(self._chair(each)): number(each, "hand_points")
            for each in row(entries(start, "user_info_list"), "user_info_list", table)
        }
        seat = self._seat(dealer)
        self.spare = hands[seat][-1] if len(hands.get(seat, ())) == 14 else None
        hands[seat] = hands.get(seat, ())[:13]
        wind = _tile(member(start, "quan_feng"), "quan_feng") - EAST
        opening = DealStart(
            4 * wind + number(start, "chang_ci") - 1,
            seat,
            tuple(hands.get(each, ()) for each in range(self.seats)),
            (_tile(member(start, "bao_pai_card"), "bao_pai_card"),),
            amount(start, "ben_chang_num", 0),
            amount(start, "li_zhi_bang_num", 0),
            tuple(points[each] for each in range(self.seats)) if len(points) == self.seats else (),
        )
        self.turned_up = 0
        self.journals.append(DealRecorder(self.complaints, opening, self.seats))

    def _same_table(self, start: Object, other: Object) -> None:
        """Compare the event that began the game for the first player with that of another player.

        The server sends such an event to each player. For each fact about the table (`TABLE_FACTS`)
        that differs, a finding (a message about the error) is added; the record uses the facts of
        the first player.
        """
        for name in TABLE_FACTS:
            if name in other and _value_text(other[name]) != _value_text(start.get(name)):
                message = (
                    f"{name!r} is {shown(other[name])}, the first player is told "
                    f"{shown(start.get(name))}"
                )
                self.complaints.add("format.attribute", f"{message}, which counts")

    def _event(self, kind: int, event: Object) -> None:
        if kind not in {DEAL, DRAW, ACTION, RESULT, OVER, INDICATOR, *PASSED_OVER}:
            message = f"event {kind} is none that such a record has; it is left out"
            self.complaints.add("format.element", message, "warning")
            return
        journal, inner = self.journals[-1], _inner(event)
        if kind == DRAW:
            self._draw(journal, self._seat(self._chair(event)), number(inner, "in_card", 0))
            return
        optional(self.complaints, event, "userId", self._user, 0)
        if kind == ACTION:
            self._act(journal, inner)
        elif kind == INDICATOR:
            # The event has all indicators that kongs of the deal have turned up so far.
            indicators = row(member(inner, "cards"), "cards", _tile)
            for tile in indicators[self.turned_up :]:
                journal.reveal(tile)
            self.turned_up = len(indicators)
        elif kind == RESULT:
            self._result(journal, inner)
        elif kind == OVER:
            self.over = True

    def _draw(self, journal: DealRecorder, seat: Seat, code: int) -> None:
        """Record a draw of the tile with the number `code`.

        At the dealer's first draw `code` is 0, because the dealer is dealt 14 tiles; the 14th tile
        is recorded as the draw. Any other draw with the number 0 is ignored.
        """
        if code:
            journal.draw(seat, _tile(code, "in_card"))
        elif self.spare is not None and seat == journal.opening.dealer:
            journal.draw(seat, self.spare)
            self.spare = None

    def _act(self, journal: DealRecorder, event: Object) -> None:
        seat, action = self._seat(self._chair(event)), number(event, "action")
        if action not in ACTIONS:
            message = f"action {action} is none that such a record has; it is left out"
            self.complaints.add("format.element", message, "warning")
            return
        card = optional(self.complaints, event, "card", whole_number, 0)
        tile = _tile(card, "card") if card else None
        own = row(entries(event, "group_cards"), "group_cards", _tile)
        source = journal.offered[0]
        match action:
            case _ if tile is None:
                return  # a win or an end without a tile
            case _ if action in CHOWS or action in (PUNG, KONG):
                journal.claim(seat, source, tile, own)
            case _ if action == CONCEALED:
                journal.concealed_kong(seat, (*own, tile)[:4])
            case _ if action == ADDED:
                journal.added_kong(seat, tile)
            case _ if action == NORTH_ASIDE:
                journal.north(seat)
            case _ if action == DISCARD:
                if optional(self.complaints, event, "is_li_zhi", flag, False):
                    journal.riichi(seat)
                journal.discard(seat, tile, drawn=None)

    # ------------------------------------------------------------------ results

    def _result(self, journal: DealRecorder, event: Object) -> None:
        end = number(event, "end_type")
        wins = row(entries(event, "win_info"), "win_info", table)
        changes = self._changes(event)
        if end == DISSOLVED:
            journal.turns.remark("the table is dissolved")
        elif end in (RON_END, TSUMO_END):
            for place, win in enumerate(wins):
                self._win(journal, win, changes if place == len(wins) - 1 else ())
        else:
            self._washout(journal, end, wins, changes)

    def _changes(self, event: Object) -> tuple[int, ...]:
        profits = {
            self._seat(self._chair(each)): number(each, "point_profit")
            for each in row(entries(event, "user_profit"), "user_profit", table)
        }
        if not profits:
            return ()
        return tuple(profits.get(seat, 0) for seat in range(self.seats))

    def _win(self, journal: DealRecorder, win: Object, changes: Sequence[int]) -> None:
        seat = self._seat(self._chair(win))
        own = journal.turns.seat == seat
        source = seat if own else journal.offered[0]
        held = row(entries(win, "user_cards"), "user_cards", _tile)
        if len(held) % 3 == 1:
            held = (*held, journal.drawn if own else journal.offered[1])
        ura = row(entries(win, "li_bao_card"), "li_bao_card", _tile)
        hand = StatedHand(held=held, ura=ura)
        journal.win(seat, source, changes, self._items(journal, seat, win), hand)

    def _items(self, journal: DealRecorder, seat: Seat, win: Object) -> tuple[Item, ...]:
        winds = Winds.of(seat, journal.opening.dealer, journal.opening.place, self.seats)
        named: list[tuple[str, int]] = []
        for item in row(entries(win, "fang_info"), "fang_info", table):
            kind = number(item, "fang_type")
            name = winds.named(CITY[kind]) if 0 <= kind < len(CITY) else str(kind)
            if name not in YAKU:
                journal.unknown_yaku(name, seat)
                continue
            named.append((name, value(name, amount(item, "fang_num"))))
        yakuman = is_yakuman(named)
        fu, han, points = (
            optional(self.complaints, win, name, whole_number, 0)
            for name in ("all_fu", "all_fang_num", "all_point")
        )
        stated = [("han", han)] if han and not yakuman else []
        stated += [("points", points)] if points else []
        return items_of(named, None if yakuman else fu or None, stated)

    def _washout(
        self, journal: DealRecorder, end: int, wins: Sequence[Object], changes: Sequence[int]
    ) -> None:
        seats = [self._seat(self._chair(win)) for win in wins]
        rows = [row(entries(win, "user_cards"), "user_cards", _tile) for win in wins]
        held = known_hands(dict(zip(seats, rows, strict=True)))
        if end == WALL_END:
            kinds = [item.get("fang_type") for win in wins for item in win.get("fang_info") or []]
            no_win = wall_ran_out(changes, nagashi=NAGASHI_NUMBER in kinds)
            tenpai = None if no_win.name == NAGASHI else list(held)
            journal.washout(no_win, changes, held=held, tenpai=tenpai)
            return
        no_win = inferred_end(journal, changes)
        by = journal.turns.seat if no_win.name == NINE_TERMINALS else NOBODY
        journal.washout(NoWin(no_win.how, no_win.name, by), changes, held=held)


def _inner(event: Object) -> Object:
    """Decode the JSON object in the member `data` of an event; empty if the event has no data.

    Raise `WrongPartError` if the data is not a JSON object.
    """
    given = event.get("data")
    text = "{}" if given is None or given == "" else words(given, "data")
    try:
        return table(json.loads(text), "data")
    except (ValueError, RecursionError):
        raise WrongPartError(f"its data {shown(text)} are no JSON") from None


def _value_text(value: Any) -> str:
    """Return a JSON value as text; used to compare values.

    In Python, 1 and True are equal, but their texts differ.
    """
    return json.dumps(value, sort_keys=True)


def _tile(value: Any, name: str) -> Tile:
    code = whole_number(value, name)
    if code not in TILES:
        raise WrongPartError(f"{name!r} is {code}, which is no tile")
    return TILES[code]
