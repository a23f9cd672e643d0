"""Reads games of Mahjong Soul from the events that the server sent to the players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from mjlog.formats.json_parts import (
    Object,
    WrongPartError,
    amount,
    entries,
    flag,
    forgiving,
    integer_in,
    leave_out,
    member,
    number,
    optional,
    row,
    seat,
    seat_number,
    shown,
    table,
    whole_number,
    words,
)
from mjlog.formats.mahjongsoul.logs import Event, Log, logs
from mjlog.formats.mahjongsoul.rules import spelled_rules
from mjlog.formats.mahjongsoul.tiles import TILES, tile_of
from mjlog.formats.mahjongsoul.wall import laid_wall
from mjlog.formats.reader_findings import ReaderFindings
from mjlog.formats.riichi.assemble import recorded_deals, recorded_game
from mjlog.formats.riichi.deal_recorder import DealRecorder, StatedHand
from mjlog.formats.riichi.deal_start import DealStart
from mjlog.formats.riichi.outcomes import (
    FOUR_KONGS,
    FOUR_RIICHI,
    FOUR_WINDS,
    NAGASHI,
    NINE_TERMINALS,
    RANKS,
    TRIPLE_RON,
    Item,
    aborted,
    is_yakuman,
    items_of,
    known_hands,
    wall_ran_out,
)
from mjlog.formats.riichi.rules_member import HEADER
from mjlog.formats.riichi.yaku_names import SOUL, Winds
from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.model.record import Game, Seat
from mjlog.model.tiles import KIND, UNKNOWN, Tile
from mjlog.notation.limits import Unreadable

ADDED, CONCEALED = 2, 3
ENDS: Final = {
    1: NINE_TERMINALS,
    2: FOUR_WINDS,
    3: FOUR_KONGS,
    4: FOUR_RIICHI,
    5: TRIPLE_RON,
}
"""Reasons for ending a deal, by the type of a LiuJu."""
_BEFORE_PLAY: Final = "MJStart"
"""Event that only says that the game begins."""
_NAMED_LIMITS: Final = range(1, 5)
"""Titles of a hand that name a limit by han: mangan, haneman, baiman, sanbaiman."""
_HAND: Final = 13
_STICK: Final = 1000
_LATEST: Final = 1 << 32


def read(data: bytes, _name: str = "") -> Iterator[Game | Finding]:
    """Yield the games in a file of Mahjong Soul.

    A line that is not JSON yields a finding (a message). Raise `Unreadable` if the file has no
    game.
    """
    any_game = False
    for log in logs(data):
        if isinstance(log, Finding):
            yield log
            continue
        any_game = True
        yield _GameReader(log).game()
    if not any_game:
        message = msg("mjlog can read no deal in this file")
        raise Unreadable(Finding.telling("format.empty", "error", message))


class _GameReader:
    """Converts the events of one game of Mahjong Soul to a record.

    Seat A of the record is the server's seat 0, the first dealer.
    """

    def __init__(self, log: Log) -> None:
        self.head = log.head
        self.events = log.events
        self.complaints = ReaderFindings()
        self.recorders: list[DealRecorder] = []
        self.seats = 4
        self.turned_up = 0
        self.over = False
        self.passed_over = {_BEFORE_PLAY}
        self.readers: dict[str, Callable[[DealRecorder, Object], None]] = {
            "DealTile": self._draw,
            "DiscardTile": self._discard,
            "ChiPengGang": self._claim,
            "AnGangAddGang": self._kong,
            "BaBei": self._north,
            "Hule": self._win,
            "NoTile": self._wall_out,
            "LiuJu": self._broken_off,
        }

    def game(self) -> Game:
        """Read all events and return the game, with findings for the parts that cannot be read."""
        for place, event in enumerate(self.events):
            try:
                self._event(event, place)
            except WrongPartError as problem:
                leave_out(self.complaints, event.name, problem)
        rules = spelled_rules(self.head, self.seats)
        final = self._final_points()
        started = optional(self.complaints, self.head, "start_time", _seconds, 0)
        date = datetime.fromtimestamp(started, UTC).date().isoformat() if started else ""
        pairs = [
            ("Rules", rules.header),
            (HEADER, "" if self.head else "no"),
            ("Date", date),
            ("Source", "mahjongsoul"),
            ("Mahjongsoul-Uuid", optional(self.complaints, self.head, "uuid", words, "")),
            ("X-House-Rules", " ".join(rules.house)),
            *final,
        ]
        deals = recorded_deals(self.recorders, self.complaints, over=self.over)
        return recorded_game(pairs, self._names(), deals, self.complaints)

    # ------------------------------------------------------------------ the head

    def _names(self) -> list[str]:
        names = ["?"] * self.seats
        for kind in ("robots", "accounts"):
            for account in optional(self.complaints, self.head, kind, _objects, ()):
                with forgiving(self.complaints, kind):
                    place = seat(account, "seat", self.seats, 0)
                    names[place] = optional(self.complaints, account, "nickname", words, "?")
        return names

    def _final_points(self) -> list[tuple[str, str]]:
        """Return the headers for the final points and placement points, as pairs of name and value.

        Return an empty list if the file has no final result or if deals are missing at the end of
        the game. If headers are returned, also set `over`, because the record then has the end of
        the game.
        """
        result = optional(self.complaints, self.head, "result", table, {})
        players = optional(self.complaints, result, "players", _objects, ())
        points = [0] * self.seats
        after_bonus = [0] * self.seats
        for player in players:
            with forgiving(self.complaints, "result"):
                place = seat(player, "seat", self.seats, 0)
                points[place] = number(player, "part_point_1", 0)
                after_bonus[place] = number(player, "total_point", 0)
        if not players or not self.recorders or not self.recorders[-1].ended:
            return []
        if not self.over and not self._is_last(points):
            return []
        self.over = True
        bonus = " ".join(f"{total / 1000:.1f}" for total in after_bonus)
        return [("Final-Score", " ".join(str(point) for point in points)), ("Final-Points", bonus)]

    def _is_last(self, points: Sequence[int]) -> bool:
        """Return whether the last recorded deal is the last deal of the game, judged by the points.

        The points after this deal must equal `points`, the final points by seat, except that the
        leading player may have got the riichi sticks left on the table. Used if the file does not
        say that the game has ended.
        """
        totals = self.recorders[-1].totals
        if not totals:
            return False
        rest = [final - total for final, total in zip(points, totals, strict=True)]
        leader = max(range(self.seats), key=totals.__getitem__)
        rest[leader] %= _STICK
        return not any(rest)

    # ------------------------------------------------------------------ events

    def _event(self, event: Event, place: int) -> None:
        if event.name == "NewRound":
            self._open(event.data, place)
            return
        read_event = self.readers.get(event.name)
        if read_event is None:
            # Special game modes have such events; each name is reported only once.
            if event.name not in self.passed_over:
                self.passed_over.add(event.name)
                message = f"{event.name!r:.40} is no event that mjlog reads; it is left out"
                self.complaints.add("format.element", message, "warning")
            return
        if not self.recorders:
            raise WrongPartError("no deal has begun")
        if self.recorders[-1].ended:
            raise WrongPartError("the deal is over")
        read_event(self.recorders[-1], event.data)

    def _open(self, given: Object, place: int) -> None:
        self.complaints.deal = len(self.recorders) + 1
        scores = row(entries(given, "scores"), "scores", whole_number)
        if len(scores) in (3, 4):
            self.seats = len(scores)
        elif "tiles2" in given and "tiles3" not in given:
            self.seats = 3
        dealer = seat(given, "ju", self.seats, 0)
        hands = [
            row(entries(given, f"tiles{each}"), f"tiles{each}", tile_of)
            for each in range(self.seats)
        ]
        if "tiles" in given:  # what one player saw
            own_hand = row(member(given, "tiles"), "tiles", tile_of)
            own = self._own_seat(own_hand, dealer, place)
            if own is None:
                message = msg(
                    "nothing says whose hand this log of Mahjong Soul shows; it is left out"
                )
                self.complaints.add("format.gap", message, "warning")
            else:
                hands[own] = own_hand
        spare = self._dealers_last(hands[dealer], place)
        hands[dealer] = _hand_without(hands[dealer], spare)
        dealt = tuple((*hand, *(UNKNOWN,) * _HAND)[:_HAND] for hand in hands)
        indicators = row(entries(given, "doras"), "doras", tile_of)
        if given.get("dora"):
            indicators = (tile_of(given["dora"], "dora"),)
        wall: tuple[Tile, ...] = ()
        with forgiving(self.complaints, "the wall"):
            wall = laid_wall(given, self.seats, indicators[0] if indicators else UNKNOWN)
        opening = DealStart(
            4 * amount(given, "chang", 0) + dealer,
            dealer,
            dealt,
            indicators[:1],
            amount(given, "ben", 0),
            amount(given, "liqibang", 0),
            scores,
            wall,
        )
        self.turned_up = 1
        recorder = DealRecorder(self.complaints, opening, self.seats)
        self.recorders.append(recorder)
        recorder.draw(dealer, spare)

    def _dealers_last(self, hand: Sequence[Tile], place: int) -> Tile:
        """Find which of the dealer's 14 dealt tiles counts as the dealer's first draw.

        `hand` is the dealer's hand, sorted by the server; `place` is the index of the event that
        deals it. If the next event discards the drawn tile or is a win, this event names the tile.
        Otherwise the result is the last tile of the hand, or an unknown tile if the hand has only
        13 tiles.
        """
        if len(hand) <= _HAND:
            return UNKNOWN
        last = hand[-1]
        following = self.events[place + 1] if place + 1 < len(self.events) else None
        if following is None:
            return last
        word = None
        if following.name == "DiscardTile" and following.data.get("moqie"):
            word = following.data.get("tile")
        elif following.name == "Hule":
            wins = following.data.get("hules")
            if isinstance(wins, list) and wins and isinstance(wins[0], dict):
                word = wins[0].get("hu_tile")
        tile = TILES.get(word, last) if isinstance(word, str) else last
        return tile if tile in hand else last

    def _own_seat(self, hand: Sequence[Tile], dealer: Seat, place: int) -> Seat | None:
        """Find the seat of the player whose browser saved the game; None if nothing shows the seat.

        If `hand`, the hand that this player saw, has 14 tiles, the player is the dealer. Otherwise
        the later events of the deal are searched: only this player's own draws show their tile, and
        the server asks only this player for decisions. `place` is the index of the event that dealt
        the hand.
        """
        if len(hand) > _HAND:
            return dealer
        for event in self.events[place + 1 :]:
            if event.name == "NewRound":
                break
            if event.name == "DealTile" and event.data.get("tile"):
                return seat(event.data, "seat", self.seats, 0)
            asked = event.data.get("operation")
            if isinstance(asked, dict) and "seat" in asked:
                return seat(asked, "seat", self.seats, 0)
        return None

    def _reveal(self, recorder: DealRecorder, given: Object) -> None:
        """Record the dora indicators that an event turns up.

        `given` is the JSON object of the event. It lists all open indicators; those recorded before
        are skipped.
        """
        if len(entries(given, "doras")) <= self.turned_up:
            return
        indicators = row(entries(given, "doras"), "doras", tile_of)
        for tile in indicators[self.turned_up :]:
            recorder.reveal(tile)
        self.turned_up = len(indicators)

    def _draw(self, recorder: DealRecorder, given: Object) -> None:
        self._reveal(recorder, given)
        drawn = given.get("tile")
        tile = tile_of(drawn, "tile") if drawn else UNKNOWN
        recorder.draw(seat(given, "seat", self.seats, 0), tile)

    def _discard(self, recorder: DealRecorder, given: Object) -> None:
        place = seat(given, "seat", self.seats, 0)
        if given.get("is_liqi") or given.get("is_wliqi"):
            recorder.riichi(place)
        drawn: bool | None = bool(given.get("moqie"))
        if not drawn and recorder.taken == 1:
            # the dealer's first tile is dealt with the hand, so no tile is known as drawn
            drawn = None
        self._reveal(recorder, given)
        recorder.discard(place, tile_of(member(given, "tile"), "tile"), drawn=drawn)

    def _claim(self, recorder: DealRecorder, given: Object) -> None:
        place = seat(given, "seat", self.seats, 0)
        tiles = list(row(member(given, "tiles"), "tiles", tile_of))
        if len(tiles) not in (3, 4):
            raise WrongPartError(f"'tiles' has {len(tiles)} parts, 3 or 4 are expected")
        froms = row(entries(given, "froms"), "froms", whole_number)
        claimed = [index for index, source in enumerate(froms[: len(tiles)]) if source != place]
        index = claimed[0] if claimed else len(tiles) - 1
        source = seat_number(froms[index], "froms", self.seats) if claimed else recorder.offered[0]
        called = tiles.pop(index)
        recorder.claim(place, source, called, tiles)

    def _kong(self, recorder: DealRecorder, given: Object) -> None:
        place = seat(given, "seat", self.seats, 0)
        tile = tile_of(member(given, "tiles"), "tiles")
        alike = [held for held in recorder.held(place) if KIND[held] == KIND[tile]]
        kind = number(given, "type", 0)
        if kind == CONCEALED:
            recorder.concealed_kong(place, (*alike, *(KIND[tile],) * 4)[:4])
        elif kind == ADDED:
            recorder.added_kong(place, tile if tile in alike or not alike else alike[0])
        else:
            raise WrongPartError(f"a kong is of type {kind}, {ADDED} or {CONCEALED} is expected")
        self._reveal(recorder, given)

    def _north(self, recorder: DealRecorder, given: Object) -> None:
        recorder.north(seat(given, "seat", self.seats, 0))
        self._reveal(recorder, given)

    # ------------------------------------------------------------------ results

    def _win(self, recorder: DealRecorder, given: Object) -> None:
        wins = row(entries(given, "hules"), "hules", table)
        changes = row(entries(given, "delta_scores"), "delta_scores", whole_number)
        source = recorder.offered[0]
        for place, win in enumerate(wins):
            self._reveal(recorder, win)
            winner = seat(win, "seat", self.seats, 0)
            own = optional(self.complaints, win, "zimo", flag, False)
            tile = tile_of(member(win, "hu_tile"), "hu_tile")
            held = row(entries(win, "hand"), "hand", tile_of)
            if len(held) % 3 == 1:
                held = (*held, tile)
            ura = row(entries(win, "li_doras"), "li_doras", tile_of)
            hand = StatedHand(tile, held, ura)
            shared = changes[: self.seats] if place == len(wins) - 1 else ()
            items = self._items(recorder, winner, win, own=own)
            recorder.win(winner, winner if own else source, shared, items, hand)
        self._close(recorder, given)

    def _items(
        self, recorder: DealRecorder, winner: Seat, win: Object, *, own: bool
    ) -> tuple[Item, ...]:
        dealer = recorder.opening.dealer
        winds = Winds.of(winner, dealer, recorder.opening.place, self.seats)
        named: list[tuple[str, int]] = []
        for yaku in row(entries(win, "fans"), "fans", table):
            kind = number(yaku, "id", 0)
            name = SOUL[kind] if 0 <= kind < len(SOUL) else ""
            if not name:
                recorder.unknown_yaku(str(kind), winner)  # a yaku of a special mode
                continue
            name = winds.named(name)
            named.append((name, amount(yaku, "val", 0)))
        return items_of(
            named,
            None if is_yakuman(named) else amount(win, "fu", 0) or None,
            self._stated(win, own=own, deals=winner == dealer, limits=is_yakuman(named)),
        )

    @staticmethod
    def _stated(win: Object, *, own: bool, deals: bool, limits: bool) -> Iterator[Item]:
        """Yield what the log states about a hand's value: han, points or shares, and limit.

        Each is an item: a pair of name and number. `win` is the JSON object of this winner. `own`
        is True for a self-draw, for which the shares of the payers are yielded. `deals` is True if
        the winner is the dealer. `limits` is True for a yakuman; then han and limit are left out.
        """
        if (han := amount(win, "count", 0)) and not limits:
            yield "han", han
        if own:
            share, of_dealer = (amount(win, f"point_zimo_{who}", 0) for who in ("xian", "qin"))
            if share:
                yield "share", share
            if of_dealer and not deals:
                yield "dealer-share", of_dealer
        elif points := amount(win, "point_rong", 0):
            yield "points", points
        title = number(win, "title_id", 0)
        if title in _NAMED_LIMITS and not limits:
            yield RANKS[title], None

    def _wall_out(self, recorder: DealRecorder, given: Object) -> None:
        changes = [0] * self.seats
        for score in row(entries(given, "scores"), "scores", table):
            for place, change in enumerate(
                row(entries(score, "delta_scores"), "delta_scores", whole_number)[: self.seats]
            ):
                changes[place] += change
        players = row(entries(given, "players"), "players", table)[: self.seats]
        ready = [
            place
            for place, player in enumerate(players)
            if optional(self.complaints, player, "tingpai", flag, False)
        ]
        hands = {place: row(entries(players[place], "hand"), "hand", tile_of) for place in ready}
        nagashi = optional(self.complaints, given, "liujumanguan", flag, False)
        no_win = wall_ran_out(changes, nagashi=nagashi)
        tenpai = None if no_win.name == NAGASHI or not players else ready
        recorder.washout(no_win, changes, held=known_hands(hands), tenpai=tenpai)
        if given.get("gameend"):
            self.over = True

    def _broken_off(self, recorder: DealRecorder, given: Object) -> None:
        kind = number(given, "type", 0)
        if kind not in ENDS:
            recorder.unknown_end(str(kind), ())
            return
        place = seat(given, "seat", self.seats, 0)
        held = row(entries(given, "tiles"), "tiles", tile_of)
        shown_hand = known_hands({place: held}) if kind == 1 else {}
        recorder.washout(aborted(ENDS[kind], place), (0,) * self.seats, held=shown_hand)
        self._close(recorder, given)

    def _close(self, recorder: DealRecorder, given: Object) -> None:
        """Store the points after a deal in `recorder`; set `over` if the game ended with this deal.

        `given` is the JSON object of the event that ends the deal.
        """
        end = given.get("gameend")
        self.over = isinstance(end, dict) and bool(end.get("scores"))
        totals = row(entries(given, "scores"), "scores", whole_number)
        if len(totals) >= self.seats:
            recorder.outcome.score = list(totals[: self.seats])


def _hand_without(hand: Sequence[Tile], tile: Tile) -> tuple[Tile, ...]:
    """Return the hand without one copy of `tile`; the whole hand if the tile is not in it."""
    tiles = list(hand)
    if tile in tiles:
        tiles.remove(tile)
    return tuple(tiles)


def _seconds(value: Any, name: str) -> int:
    """Return a JSON value if it is a whole number of seconds since 1970.

    Raise `WrongPartError` for any other value. `name` is the name of the JSON member, which the
    error message shows.
    """
    seconds = integer_in(value)
    if seconds is None or not 0 <= seconds < _LATEST:
        raise WrongPartError(f"{name!r} is {shown(value)}, seconds since 1970 are expected")
    return seconds


def _objects(value: Any, name: str) -> tuple[Object, ...]:
    return row(value, name, table)
