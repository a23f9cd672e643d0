"""Records one deal of riichi act by act, as a format lists the acts, and makes a `Deal` of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from mjlog.formats.reader_findings import ReaderFindings
from mjlog.formats.riichi.deal_start import DealStart
from mjlog.formats.riichi.outcomes import SHOWN, TRIPLE_RON, Item, Outcome, sort_contents
from mjlog.formats.riichi.turn_builder import Turns
from mjlog.model.findings import NOWHERE, Span
from mjlog.model.messages import Tiles, msg
from mjlog.model.record import (
    MANNER_DRAWN,
    MANNER_FROM_HAND,
    MANNER_UNKNOWN,
    NOBODY,
    SEATS,
    AddedKong,
    Claim,
    ConcealedKong,
    Content,
    Deal,
    Discard,
    Draw,
    Line,
    Next,
    NoWin,
    Replace,
    Seat,
    SetOut,
    Show,
    ShownMeld,
    WinLine,
    seat_name,
)
from mjlog.model.tiles import KIND, NORTH, UNKNOWN, Tile, canonical, kinds_of, text

STAKE: Final = 1000
"""Points that a declaration of riichi costs."""

_DEAD: Final = 14
_SET: Final = {3: 108, 4: 136}


class StatedHand(NamedTuple):
    """The winning hand as a format states it.

    `tile` is the winning tile; None if it is not stated. `held` are all concealed tiles, `ura` are
    the hidden dora indicators; either is empty if it is not stated.
    """

    tile: Tile | None = None
    held: Sequence[Tile] = ()
    ura: Sequence[Tile] = ()


class DealRecorder:
    """Records a deal act by act, and its end, and then builds a `Deal`.

    If an act contradicts the acts before it, a finding is added to `complaints`; the act is
    recorded anyway if possible.

    The reader of a format sets `line`, the line number in the source, if the format has lines.
    `drawn` is the tile drawn last in the current turn. `offered` is the tile that others may
    claim or win on, as a pair: the seat that it comes from, and the tile. `stakes` counts the
    riichi sticks that each seat has paid. `tells_of_stakes` is True for formats that have an event
    for each paid stick.
    """

    def __init__(
        self,
        complaints: ReaderFindings,
        opening: DealStart,
        seats: int,
        *,
        tells_of_stakes: bool = False,
    ) -> None:
        self.complaints = complaints
        self._tells_of_stakes = tells_of_stakes
        self.opening = opening
        self.seats = seats
        self.turns = Turns()
        self.outcome = Outcome(seats)
        self.melds: list[list[ShownMeld]] = [[] for _ in range(seats)]
        self.stakes = [0] * seats
        self.offered: tuple[Seat, Tile] = (NOBODY, UNKNOWN)
        self.ended = False
        self.taken = 0
        self._started = self._closed = complaints.at
        self.drawn: Tile = UNKNOWN
        self._riichi = self._staking = NOBODY
        self._has_drawn = True

    @property
    def line(self) -> int:
        """The number of the current line in the source; 0 if the format has no lines."""
        return self.turns.at

    @line.setter
    def line(self, number: int) -> None:
        self.turns.at = number
        self.complaints.at = Span(number, 1) if number else NOWHERE

    @property
    def wall_is_out(self) -> bool:
        """Whether all tiles of the live wall have been drawn."""
        dealt = sum(len(tiles) for tiles in self.opening.dealt)
        return self.taken >= _SET[self.seats] - _DEAD - dealt

    @property
    def staking(self) -> bool:
        """Whether the latest discard declared riichi and the player has not paid the stick yet.

        The stick is paid only if nobody wins on this discard.
        """
        return self._staking != NOBODY

    def deal_hands(self, dealt: tuple[tuple[Tile, ...], ...]) -> None:
        """Set the hands that were dealt; `dealt` has a hand for each seat.

        Called by readers of formats that list the hands after the deal has begun.
        """
        self.opening = replace(self.opening, dealt=dealt)

    # ------------------------------------------------------------------ play

    def draw(self, seat: Seat, tile: Tile) -> None:
        """Record a drawn tile; after a kong or a North set aside, it is a replacement tile.

        If the previous discard declared riichi, the stick is now paid.
        """
        self._stake()
        self._has_drawn = True
        self.taken += 1
        self.drawn = tile
        self.turns.draw(seat, tile)

    def riichi(self, seat: Seat) -> None:
        """Record that the player declares riichi with the next discard.

        Add a finding (a message) if it is not this player's turn.
        """
        self._riichi = seat
        if self.turns.seat != seat:
            message = msg("{seat} declares riichi outside its turn", seat=seat_name(seat))
            self.complaints.add("format.gap", message, seat=seat)

    def discard(self, seat: Seat, tile: Tile, *, drawn: bool | None) -> None:
        """Record a discard.

        `drawn` is True if the player discards the tile just drawn, False if the tile comes from the
        hand, and None if the format does not say. Two contradictions add a finding (a message): the
        player has neither drawn nor claimed a tile before, or `drawn` is False although the hand
        has no other copy of the tile just drawn.
        """
        turns = self.turns
        if turns.seat != seat:
            message = msg(
                "{seat} discards without a draw or a call before it", seat=seat_name(seat)
            )
            self.complaints.add("format.gap", message, seat=seat, recorded=text([tile]))
        if drawn is None:
            drawn = self._guess(tile)
        elif not drawn and self._holds_only_the_drawn(seat, tile):
            message = msg(
                (
                    "the log says that {seat} discards {tile} from the hand, but the "
                    "only {tile} there is the one just drawn"
                ),
                seat=seat_name(seat),
                tile=Tiles((tile,)),
            )
            self.complaints.add("format.attribute", message, seat=seat, recorded=text([tile]))
        if drawn:
            turns.learn(tile)
            if tile == UNKNOWN and self._has_drawn and turns.seat == seat:
                tile = self.drawn
        if drawn is None:
            manner = MANNER_UNKNOWN
        elif drawn:
            manner = MANNER_DRAWN
        else:
            manner = MANNER_FROM_HAND
        declares = seat == self._riichi
        turns.discard(seat, tile, manner=manner, ready=declares)
        self._offer(seat, tile)
        self._riichi = NOBODY
        self._staking = seat if declares else NOBODY

    def _guess(self, tile: Tile) -> bool | None:
        """Infer whether the player discards the tile just drawn, if the format does not say so.

        Return True if `tile` equals the drawn tile, otherwise False. Also return False after a
        claim, or if the log lacks the replacement tile of a kong. Return None if the drawn tile is
        unknown.
        """
        if not self._has_drawn or self.turns.is_owed:
            return False
        if self.drawn == UNKNOWN:
            return None
        return self.drawn == tile

    def _holds_only_the_drawn(self, seat: Seat, tile: Tile) -> bool:
        """Return whether the player has just drawn `tile` and has no other copy of it in the hand.

        Return False if a tile of the hand is unknown.
        """
        if self.turns.seat != seat or self.drawn != tile or tile == UNKNOWN:
            return False
        hand = self.held(seat)
        return len(hand) % 3 == 2 and UNKNOWN not in hand and hand.count(tile) == 1

    def held(self, seat: Seat) -> list[Tile]:
        """Return a player's concealed tiles after all acts recorded so far."""
        tiles = list(self.opening.dealt[seat])
        for act in self.turns.acts_of(seat):
            match act:
                case Draw() | Replace():
                    tiles.append(act.tile)
                case Discard() | AddedKong():
                    _take_out(tiles, (act.tile,))
                case Claim() | ConcealedKong() | SetOut():
                    _take_out(tiles, act.tiles)
                case _:
                    pass
        return tiles

    def claim(self, seat: Seat, source: Seat, called: Tile, own: Sequence[Tile]) -> None:
        """Record that `seat` claims the tile `called`, which `source` discarded, for a meld.

        `own` are the tiles of the meld from the claimer's hand. If the discard declared riichi, the
        stick is now paid. If the latest discard was another tile or by another player, add a
        finding; the claim is recorded anyway.
        """
        self._stake()
        if self.offered != (source, called):
            thrown, tile = self.offered
            latest = msg("nothing")
            if thrown != NOBODY:
                latest = msg("{seat}'s {tile}", seat=seat_name(thrown), tile=Tiles((tile,)))
            message = msg(
                "the call takes {tile} from {seat}, but the latest discard is {latest}",
                tile=Tiles((called,)),
                seat=seat_name(source),
                latest=latest,
            )
            due = f"{SEATS[thrown]}:{text([tile])}" if thrown != NOBODY else ""
            self.complaints.add(
                "format.meld",
                message,
                seat=seat,
                recorded=f"{SEATS[source]}:{text([called])}",
                due=due,
            )
        self._has_drawn = False
        self.turns.claim(seat, tuple(own))
        self.melds[seat].append(ShownMeld("+", canonical((*own, called))))
        self.drawn = UNKNOWN

    def concealed_kong(self, seat: Seat, tiles: Sequence[Tile]) -> None:
        """Record a concealed kong of four tiles."""
        self.turns.concealed_kong(seat, tuple(tiles))
        self.melds[seat].append(ShownMeld("*", canonical(tiles)))
        self._offer(seat, tiles[0])

    def added_kong(self, seat: Seat, tile: Tile) -> None:
        """Record that a player makes a kong by adding `tile` to a pung."""
        self.turns.added_kong(seat, tile)
        self._offer(seat, tile)
        for place, meld in enumerate(self.melds[seat]):
            if meld.sign == "+" and set(kinds_of(meld.tiles)) == {KIND[tile]}:
                self.melds[seat][place] = ShownMeld("^", canonical((*meld.tiles, tile)))

    def north(self, seat: Seat) -> None:
        """Record that a player sets aside a North (three-player game)."""
        self.turns.set_out(seat, NORTH)
        self._offer(seat, NORTH)

    def reveal(self, tile: Tile) -> None:
        """Record that a dora indicator is turned up in the current turn or after the latest turn.

        If no turn has begun, the indicator is left out and a finding (a message about the error) is
        added.
        """
        if not self.turns.reveal_late(tile):
            message = msg("an indicator is turned up before any turn; mjlog leaves it out")
            self.complaints.add("format.gap", message)

    def _offer(self, seat: Seat, tile: Tile) -> None:
        self.offered = (seat, tile)
        self.drawn = UNKNOWN

    def staked(self, seat: Seat) -> None:
        """Record that the player at `seat` pays the stick for a riichi.

        Called by readers of formats that have an event for this payment. Add a finding (a message)
        if the player did not declare riichi with the latest discard.
        """
        if seat != self._staking:
            message = "{seat} pays for a riichi that it has not declared"
            sentence = msg(message, seat=seat_name(seat))
            self.complaints.add("format.gap", sentence, seat=seat)
        self.stakes[seat] += 1
        self._staking = NOBODY

    def _stake(self, *, ends: bool = False) -> None:
        """Record that the stick for the latest riichi is paid; do nothing if no stick is unpaid.

        If the format normally has an event for this payment, a finding (a message) is added that
        the event is missing. `ends` is True if the discard with the riichi ends the deal; then no
        format has the event, and no finding is added.
        """
        if self._staking == NOBODY:
            return
        if self._tells_of_stakes and not ends:
            message = msg(
                "{seat} declares riichi and nobody wins on the discard, "
                "but reach_accepted is missing: the log does not say that the stick is paid",
                seat=seat_name(self._staking),
            )
            self.complaints.add("format.gap", message, seat=self._staking)
        self.staked(self._staking)

    # ------------------------------------------------------------------ the end

    def win(
        self,
        seat: Seat,
        source: Seat,
        changes: Sequence[int],
        items: Sequence[Item] = (),
        hand: StatedHand | None = None,
    ) -> None:
        """Record a win on the tile of `source`; a self-draw if `source` is the winner's seat.

        `changes` are the changes of points by seat; empty if unknown. `items` are yaku, fu and
        totals of the winning hand as pairs of name and number. `hand` is the winning hand as the
        format states it. After the first win, only further wins on the same tile may be recorded.
        """
        tile, held, ura = hand or StatedHand()
        own = seat == source
        robbed = not own and (self.turns.seat == source or self.outcome.robbed_from(source))
        if tile is not None:
            won = tile
        elif own:
            won = self.drawn
        else:
            won = self.offered[1]
        show = None
        if held:
            show = Show(seat, tuple(self.melds[seat]), canonical(held))
        self.outcome.win(WinLine(seat, won, source, robbed), show, items, ura)
        self._settle(changes)
        self.turns.win(seat, own_draw=own)
        self._close()

    def washout(
        self,
        end: NoWin,
        changes: Sequence[int],
        *,
        held: Mapping[Seat, Sequence[Tile]] | None = None,
        tenpai: Sequence[Seat] | None = None,
    ) -> None:
        """Record that the deal ends without a winner.

        `end` says how the deal ended. `changes` are the changes of points by seat; empty if
        unknown. `held` maps seats to the hands that players showed. `tenpai` are the seats in
        tenpai; None if unknown. A riichi declared with the last discard is paid, except if the deal
        ends because three players could win on this discard.
        """
        if end.name != TRIPLE_RON:
            self._stake(ends=True)
        shows = [
            Show(seat, tuple(self.melds[seat]), canonical(tiles))
            for seat, tiles in (held or {}).items()
        ]
        self.outcome.washout(end, shows, tenpai)
        self._settle(changes)
        self._close()

    def _settle(self, changes: Sequence[int]) -> None:
        """Record the changes of points by seat, and who paid whom if the changes show it.

        If `changes` is empty, nothing is recorded.
        """
        if changes:
            self.outcome.change(changes)
            self.outcome.pay(changes)

    def _close(self) -> None:
        self.turns.close()
        self.ended = True
        self._closed = self.complaints.at

    @property
    def totals(self) -> list[int]:
        """The points of each seat after the deal; empty if they are unknown."""
        if self.outcome.score:
            return self.outcome.score
        if not self.opening.scores or not self.outcome.net:
            return []
        row = zip(self.opening.scores, self.stakes, self.outcome.net, strict=True)
        return [before - STAKE * stakes + change for before, stakes, change in row]

    def unknown_yaku(self, word: str, seat: Seat) -> None:
        """Add a warning that the winner at `seat` has a yaku that mjlog does not know.

        The yaku is not recorded as a part of the hand. `word` is its name or number in the format.
        """
        message = self.outcome.leave_out(word)
        self.complaints.add("format.attribute", message, "warning", seat)

    def unknown_end(self, word: str, changes: Sequence[int]) -> None:
        """End the deal without a result, because mjlog does not know the word for its end.

        `word` is the format's word for the end; a warning shows it. `changes` are the changes of
        points by seat. They are recorded, unless the latest discard declared riichi, because then
        it is unknown whether the stick was paid.
        """
        message = msg(
            "mjlog knows no deal that ends with {word}; the deal stays without a result",
            word=repr(word[:SHOWN]),
        )
        self.complaints.add("format.attribute", message, "warning")
        # nobody knows whether the stake for the last riichi was paid
        if changes and not self.staking:
            self.outcome.change(changes)
        self._close()

    def deal(self, number: int, *, final: bool) -> Deal:
        """Build the deal from everything recorded so far; an unfinished turn is ended first.

        `number` is the deal's number in the game, counted from 1. `final` is True if the game ended
        with this deal.
        """
        self.turns.close()
        self.outcome.score = self.totals
        after: list[Content] = [*self.outcome.contents, *self.outcome.totals()]
        if final:
            after.append(Next((("end", ""),)))
        opening = [Line(content, span=self._started) for content in self.opening.lines]
        return Deal(
            self.opening.label(number),
            (*self.opening.attributes, *self.outcome.attributes),
            tuple(self.turns.done),
            (*opening, *(Line(content, span=self._closed) for content in sort_contents(after))),
            tuple(self.turns.notes),
            span=self._started,
            places=_Lines(self.turns.places),
        )


def _take_out(tiles: list[Tile], gone: Sequence[Tile]) -> None:
    for tile in gone:
        if tile in tiles:
            tiles.remove(tile)


class _Lines:
    """A function that returns the place of a deal's turn in the source, by the turn's index."""

    __slots__ = ("_numbers",)

    def __init__(self, numbers: list[int]) -> None:
        self._numbers = numbers

    def __call__(self, turn: int) -> Span:
        if not self._numbers[turn]:
            return NOWHERE
        return Span(self._numbers[turn], 1)
