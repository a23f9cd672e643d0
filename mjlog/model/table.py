"""The table: it moves tiles and judges nothing.

Every act of a record can be laid on the table, legal or not. Where an act takes a tile out of a
hand that, by all that was recorded before, does not hold it, the record contradicts itself about
that hand: its tiles count as unknown from there on, so that nothing that follows is judged by a
picture already known to be wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from mjlog.model.frozen import value
from mjlog.model.record import (
    CLAIM,
    DISCARD,
    DRAW,
    NOBODY,
    REPLACE,
    RESYNC,
    SAID_DRAWN,
    SAID_FROM_HAND,
    UNREADABLE,
    WIN,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Deal,
    Discard,
    Draw,
    Exchange,
    Irregularity,
    Ready,
    Replace,
    Reveal,
    Seat,
    SetOut,
    Turn,
    VoidSuit,
    Wall,
    Win,
)
from mjlog.model.remembered import Remembered
from mjlog.model.tiles import (
    BONUS,
    JOKER,
    JOKER_AS,
    KIND,
    KINDS,
    PILLAR,
    RED,
    TILES,
    UNKNOWN,
    Tile,
    from_pillars,
    kinds_of,
    spread,
    text,
)
from mjlog.model.turn_order import USUAL

AWAIT_DRAW: Final = 0
ACT: Final = 1
OVER: Final = 2
"""`Table.phase`: the seat `turn` is to draw (or the live tile is claimed); it is to act.

The deal has been won.
"""

NONE: Final = -1
HELD: Final = JOKER + 1
"""Length of the lists of counts: faces that a hand can hold."""
_FACES: Final = range(HELD)
_REDS: Final = range(RED, BONUS)

MeldSort = Literal["chow", "pung", "set", "claimed kong", "added kong", "concealed kong"]
Sight = tuple[list[int], list[int] | None, int, int, int, bool]
"""What is known of a hand.

Its counts, those of its pillars, what is unknown of either, what is blended, and whether the record
contradicts itself about it.
"""
Live = Literal["discard", "added kong", "concealed kong", "bonus tile", "face down"]


@value
class Meld:
    """A declared set. `tiles` are plain faces, the claimed one last.

    `pillars` counts those from the pillars.

    A ``set`` is a chow or a pung, and the tiles that nobody saw would tell which.
    """

    sort: MeldSort
    tiles: tuple[Tile, ...]
    source: Seat
    pillars: int = 0

    @property
    def kind(self) -> Tile:
        """Its lowest kind, of a pung the one that it has twice.

        `UNKNOWN` for a kong that nobody has seen.
        """
        kinds = sorted(kinds_of(self.tiles))
        return kinds[self.sort == "pung"]

    @property
    def is_kong(self) -> bool:
        """Whether it is a kong of any sort."""
        return self.sort not in {"chow", "pung", "set"}

    def may_be_pung(self, kind: Tile) -> bool:
        """Return whether the set, as far as it was seen, can be a pung of that kind."""
        return self.sort == "set" and (
            kind >= KINDS or all(KIND[t] == kind or KIND[t] >= KINDS for t in self.tiles)
        )


def physical(tile: Tile) -> Tile:
    """Return the face as it is in a hand: without its pillar flag, and a joker as a joker."""
    face = tile & ~PILLAR
    if face >= JOKER_AS:
        return JOKER
    return face


def _sort(tiles: tuple[Tile, ...]) -> MeldSort:
    """Return the sort of three tiles, pung or chow, as far as they are known."""
    kinds = [KIND[tile] for tile in tiles if KIND[tile] < KINDS]
    if len(set(kinds)) < len(kinds):
        return "pung"
    if len(kinds) > 1:
        return "chow"
    return "set"


_sorts: Final = Remembered(_sort)


def corrects(act: Irregularity, last: Act) -> bool:
    """Return whether the irregularity takes back that act of the same player.

    If it names a tile, the act must be about that tile.
    """
    sorts = CORRECTED.get(act.name)
    if sorts is None or last.seat != act.seat or not isinstance(last, sorts):
        return False
    tile = getattr(last, "tile", UNKNOWN)
    named = TILES.get(act.argument, tile)
    return named == tile or UNKNOWN in {named, tile}


def names_another_claim(act: Irregularity, claim: Claim) -> bool:
    """Return whether the irregularity names other tiles (``=+45s``) than the claim took."""
    return act.argument[:1] == "+" and act.argument[1:] != text(claim.tiles)


def retracted(act: Irregularity, standing: Sequence[Act]) -> tuple[Act, ...]:
    """Return the acts that the irregularity takes back, the latest first.

    A claim is also taken back after its player has discarded.
    """
    if not standing or corrects(act, standing[-1]):
        return tuple(standing[-1:])
    if act.name != "claim-cancelled":
        return ()
    taken: list[Act] = []
    for last in reversed(standing[-MOST_RETRACTED:]):
        taken.append(last)
        if isinstance(last, Claim):
            is_meant = last.seat == act.seat and not names_another_claim(act, last)
            return tuple(taken) if is_meant else ()
        if last.seat != act.seat or not isinstance(last, Discard | Replace):
            return ()
    return ()


def standing_acts(past: Iterable[Act]) -> list[Act]:
    """Return the acts that hold: without irregularities and without acts taken back."""
    standing: list[Act] = []
    for act in past:
        if not isinstance(act, Irregularity):
            standing.append(act)
        elif taken := retracted(act, standing):
            del standing[-len(taken) :]
    return standing


MOST_RETRACTED: Final = 3
"""Acts that one irregularity takes back: a discard, the replacement for a kong, the claim."""


_HAND_HAS: Final = (
    "amiss", "blended", "bonus", "contradicted", "count", "dealt", "melds", "misdeclared", "owed",
    "pillar_count", "pillars_unknown",
    "ready_step", "river", "total", "unknown", "unlocked", "void",
)  # fmt: skip


class Hand:
    """What one player holds.

    `total` counts a meld as three: it equals the resting size after each discard.

    `dealt` are the faces that it is known to have begun with. `blended` pillars stand among the
    tiles of `count`, when a hand was shown without saying which they are. `amiss` says how many
    tiles too many the hand had by the record before it was counted anew, below zero for too few.
    `unlocked` tells that the player declared ready and has discarded another tile than the one
    drawn all the same; `misdeclared` that it could not declare ready. `void` is the suit that the
    player has given up, `NONE` where the record names none.
    """

    __slots__ = _HAND_HAS

    def __init__(self, tiles: Sequence[Tile], pillars: Sequence[Tile] | None) -> None:
        self.count = count = [0] * HELD
        self.pillar_count: list[int] | None = None if pillars is None else [0] * HELD
        self.pillars_unknown = 0
        self.blended = 0
        self.melds: list[Meld] = []
        self.bonus: list[Tile] = []
        self.river: list[Tile] = []
        self.ready_step = NONE
        self.void = NONE
        self.owed = 0
        self.amiss = 0
        self.unlocked = False
        self.misdeclared = False
        self.contradicted = False
        self.total = len(tiles)
        self.unknown = 0
        self.dealt: tuple[Tile, ...] = tuple(tiles)
        try:
            for tile in self.dealt:
                count[tile] = count[tile] + 1
        except IndexError:  # a tile that is not wholly known
            self.dealt = held = tuple(tile for tile in tiles if tile < HELD)
            self.unknown = len(tiles) - len(held)
            self.count = count = [0] * HELD
            for tile in held:
                count[tile] += 1
        if pillars:
            self.total += len(pillars)
            faces = [tile & ~PILLAR for tile in pillars]
            for tile in faces:
                self.add_pillar(tile)
            self.dealt = (*self.dealt, *[tile for tile in faces if tile < HELD])

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to copy the object: make a new one, then give it this one's state."""
        return Hand, ((), None), {name: getattr(self, name) for name in _HAND_HAS}

    def __setstate__(self, told: dict[str, Any]) -> None:
        """Take over the state of another object."""
        for name, each in told.items():
            setattr(self, name, each)

    def add_pillar(self, tile: Tile) -> None:
        """Put one more tile among the pillars."""
        if self.pillar_count is not None and tile < HELD:
            self.pillar_count[tile] += 1
        else:
            self.pillars_unknown += 1

    @property
    def ready(self) -> bool:
        """Whether the player has declared ready."""
        return self.ready_step != NONE

    @property
    def claimed_nothing(self) -> bool:
        """Whether all its melds are concealed kongs."""
        return all(meld.sort == "concealed kong" for meld in self.melds)

    @property
    def known(self) -> bool:
        """Whether every tile of the hand is known."""
        return not self.unknown and not self.pillars_unknown

    @property
    def owes(self) -> bool:
        """Whether the player has yet to replace a tile."""
        return self.owed > 0

    @property
    def holds_bonus(self) -> bool:
        """Whether the hand is known to hold flowers or seasons."""
        return any(self.count[BONUS:JOKER])

    @property
    def absence(self) -> bool | None:
        """What it means that no known tile shows a thing: that it is not so.

        None where an unknown tile may.
        """
        if self.known:
            return False
        return None

    @property
    def pillars_left(self) -> int:
        """How many tiles stand among the pillars."""
        return (
            self.pillars_unknown
            + self.blended
            + (sum(self.pillar_count) if self.pillar_count is not None else 0)
        )

    def sight(self) -> Sight:
        """Return what is known of the tiles now."""
        pillars = None if self.pillar_count is None else list(self.pillar_count)
        return (
            list(self.count),
            pillars,
            self.unknown,
            self.pillars_unknown,
            self.blended,
            self.contradicted,
        )

    def see(self, sight: Sight) -> None:
        """Restore what was known of the tiles then."""
        (
            self.count,
            self.pillar_count,
            self.unknown,
            self.pillars_unknown,
            self.blended,
            self.contradicted,
        ) = sight

    def held(self, tile: Tile) -> int:
        """Count the tiles of that very face known to be in the hand, pillars included."""
        if self.pillar_count is None:  # asked of every tile: no further call where there are none
            return self.count[tile]
        return self.count[tile] + self.pillar_count[tile]

    def standing(self, tile: Tile) -> int:
        """Count the tiles of that very face known to be among the pillars."""
        if self.pillar_count is None or tile >= HELD:
            return 0
        return self.pillar_count[tile]

    def in_main_hand(self, tile: Tile) -> int:
        """Count the tiles of that very face known to be in the main hand."""
        if tile >= HELD:
            return 0
        return self.count[tile]

    @property
    def pungs(self) -> set[Tile]:
        """The kinds of its pungs."""
        return {meld.kind for meld in self.melds if meld.sort == "pung"}

    def kinds(self) -> list[int]:
        """Return the 34 counts of the concealed tiles, pillars included, red fives as fives."""
        count = self.count
        counts = count[:KINDS]
        if self.pillar_count is not None:
            counts = [a + b for a, b in zip(counts, self.pillar_count, strict=False)]
        for red in _REDS:
            if count[red]:
                counts[KIND[red]] += count[red]
        return counts

    def tiles(self) -> tuple[Tile, ...]:
        """Return the known concealed tiles, pillars flagged."""
        tiles: list[Tile] = []
        for tile, number in enumerate(self.count):
            if number:
                tiles.append(tile)
                if number > 1:
                    tiles += [tile] * (number - 1)
        main = tuple(tiles)
        if self.pillar_count is None:
            return main
        return tuple(tile | PILLAR for tile in spread(self.pillar_count)) + main

    def cloud(self) -> None:
        """Forget the tiles of the main hand."""
        self.unknown += sum(self.count) - self.blended
        self.pillars_unknown += self.blended
        self.blended = 0
        self.count = [0] * HELD

    def cloud_pillars(self) -> None:
        """Forget the pillars."""
        if self.pillar_count is not None:
            self.pillars_unknown += sum(self.pillar_count)
            self.pillar_count = [0] * HELD

    def drop_bonus(self) -> int:
        """Remove the bonus tiles from the hand, and return their number."""
        held = sum(self.count[BONUS:JOKER])
        self.count[BONUS:JOKER] = [0] * (JOKER - BONUS)
        return held


_TABLE_HAS: Final = (
    "acting", "copies", "crowded", "dealer", "drawn", "hand", "hands", "head", "identified",
    "indicators", "kongs",
    "learned", "live", "live_seat", "live_sort", "missed", "opening", "order", "overruled", "past",
    "phase", "pillars", "plays_on",
    "remembered", "replaced", "resting", "seats", "taken_back", "turn", "undrawn", "wall",
    "unwritten", "whole", "winners",
)  # fmt: skip


class Table:
    """Everything that lies on the table in one deal, and what has happened so far (`past`).

    `undrawn` counts the tiles not yet taken from the wall, dead wall included; `whole` is false
    when the record begins in the middle of the deal, so that nothing can be said of the wall.
    `identified` counts, for each face, how many copies have been seen in different places; more
    than `copies` of them is one too many, and `crowded` tells whether some face was so from the
    deal on. `learned` is what hands shown at the end tell of earlier steps. `hand` is that of the
    player whose act is judged and laid; it holds `resting` tiles between turns and `acting` ones in
    a turn. `order` says who comes after whom. `head` is the deal whose header tells what everybody
    had before it, where there is one.
    `kongs` counts those that lie there. `missed` counts the tiles that may have been drawn without
    a word about them, or written down twice: the record has too few or too many, so the wall may
    end that much earlier or later. `taken_back` is the act that the latest irregularity has
    corrected, `overruled` the seat whose hand is taken to be the one shown at the end. `opening`
    counts the acts before play, where bonus tiles are laid out then. `remembered` is what was known
    before an act that its player takes back at once. `unwritten` has the draws that a word leaves
    out of a hand known until then, by seat and step: what it leaves out may have been a claim.
    `plays_on`: a win ends the play of its winner alone, until one player is left. `wall` has the
    tiles in the order of drawing; where each player has a wall, those of A to D one after another.
    """

    __slots__ = _TABLE_HAS

    def __init__(
        self,
        hands: list[Hand],
        dealer: Seat,
        resting: int,
        copies: tuple[int, ...],
        size: int,
    ) -> None:
        self.seats = len(hands)
        self.order = USUAL[self.seats]
        self.pillars = 0  # a rule set that knows them says how many
        self.hands = hands
        self.dealer = dealer
        self.hand = hands[dealer]
        self.resting = resting
        self.acting = resting + 1
        self.copies = copies
        self.identified = [0] * HELD
        self.crowded = False
        self.indicators: list[Tile] = []
        self.past: list[Act] = []
        self.turn = dealer
        self.phase = AWAIT_DRAW
        self.drawn = NONE
        self.live = NONE
        self.live_seat = NONE
        self.live_sort: Live = "discard"
        self.undrawn = size - sum(hand.total for hand in hands)
        self.unwritten: list[tuple[Seat, int]] = []
        self.replaced = 0
        self.kongs = 0
        self.missed = 0
        self.taken_back: tuple[Act, ...] = ()
        self.remembered: list[tuple[Act, Sight, list[int]]] = []
        self.opening = 0
        self.overruled: Seat = NONE
        self.whole = True
        self.plays_on = False
        self.winners: list[Seat] = []
        self.wall: tuple[Tile, ...] = ()
        self.head: Deal | None = None
        self.learned: Mapping[int, tuple[tuple[Seat, tuple[Tile, ...]], ...]] = {}
        if hands[dealer].total == resting + 1:
            self.phase = ACT

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to copy the object: make a new one, then give it this one's state."""
        return (
            Table,
            ([Hand((), None)], 0, 0, (), 0),
            {name: getattr(self, name) for name in _TABLE_HAS},
        )

    def __setstate__(self, told: dict[str, Any]) -> None:
        """Take over the state of another object."""
        for name, each in told.items():
            setattr(self, name, each)

    @property
    def points(self) -> tuple[int, ...]:
        """What everybody had before the deal, empty where nobody says it of every seat."""
        stated = self.head.points if self.head is not None else ()
        if len(stated) == self.seats:
            return stated
        return ()

    @property
    def uncounted(self) -> int:
        """How many tiles more or fewer than by the record the wall may have."""
        return self.missed + len(self.unwritten)

    def is_perhaps_last(self, live: int) -> bool:
        """Return whether the wall may be empty with that number of tiles left."""
        return -self.uncounted < live <= self.uncounted

    @property
    def absence(self) -> bool | None:
        """What it means that the record shows nothing of a thing: that it is not so.

        None where the record begins in the middle of the deal, or has lost sight of a turn.
        """
        if self.whole:
            return False
        return None

    def give_up_suits(self, deal: Deal) -> None:
        """Record for each hand the suit that its player gives up."""
        for void in deal.told(VoidSuit):
            if void.seat < self.seats:
                self.hands[void.seat].void = void.suit

    def identify_hands(self) -> None:
        """Count the faces of all hands as seen, once, after the deal."""
        self.identified = seen = [0] * HELD
        copies, crowded = self.copies, False
        for hand in self.hands:
            for tile in hand.dealt:
                number = seen[tile] + 1
                seen[tile] = number
                if number > copies[tile]:
                    crowded = True
        self.crowded = crowded

    # ----------------------------------------------------------------- moves

    def lay(self, act: Act) -> None:
        """Carry out any act, legal or not; `hand` must be the hand of its seat."""
        MOVES[act.kind](self, act)

    def draw(self, act: Draw | Replace) -> None:
        """Draw a tile from the live wall."""
        hand = self.hand
        tile = act.tile
        if tile < HELD:
            hand.count[tile] += 1
            self.identified[tile] += 1
        else:
            hand.unknown += 1
        hand.total += 1
        self.drawn = tile
        self.undrawn -= 1
        self.turn = act.seat
        self.phase = ACT
        self.live = NONE

    def leave_unwritten(self, turn: Turn) -> None:
        """Leave open what the player drew or claimed before a discard that is written alone.

        A discarded tile that the hand does not hold was drawn.
        """
        hand, last = self.hands[turn.seat], turn.acts[-1]
        if type(last) is not Discard or last.tile >= HELD:
            return
        if (hand.held(last.tile) or hand.unknown) and self._tells_draws_of(turn.seat):
            self.unwritten.append((turn.seat, len(self.past)))

    def _tells_draws_of(self, seat: Seat) -> bool:
        """Return whether the record says what the player drew last, or all that it holds now."""
        if self.hands[seat].known:
            return True
        for act in reversed(self.past):
            if isinstance(act, Draw | Replace) and act.seat == seat:
                return act.tile < HELD
        return False

    def replace(self, act: Replace) -> None:
        """Take a replacement tile, from the place that the rules name."""
        self.hand.owed -= 1
        self.replaced += 1
        turn, phase = (
            self.turn,
            self.phase,
        )  # a replacement never moves the turn, not even before play
        self.draw(act)
        self.turn, self.phase = turn, phase

    def declare_ready(self, _ready: Ready) -> None:
        """Declare the hand ready from this step on."""
        self.hand.ready_step = len(self.past)

    def discard(self, act: Discard) -> None:
        """Discard a tile of the hand onto the table."""
        seat = act.seat
        hand = self.hand
        tile = act.tile
        if tile < HELD and hand.count[tile] and not act.face_down and not act.pillar:
            hand.count[tile] -= 1
        else:
            self._discard_otherwise(hand, act)
        hand.total -= 1
        hand.river.append(tile)
        self.live = tile
        self.live_seat = seat
        self.live_sort = "face down" if act.face_down else "discard"
        self.drawn = NONE
        self.phase = AWAIT_DRAW
        self.turn = self.next_in_play(seat) if self.winners else self.order.after[seat]

    def next_in_play(self, seat: Seat) -> Seat:
        """Return the next player in turn; where play goes on after wins, skip the winners."""
        following = self.order.after[seat]
        return self.order.next_among(following, self.winners) if self.plays_on else following

    def _discard_otherwise(self, hand: Hand, act: Discard) -> None:
        """Discard a pillar, an unknown tile, or a tile that cannot be in the hand."""
        tile = act.tile
        if act.manner == SAID_DRAWN and tile >= HELD:
            tile = self.drawn if self.drawn != NONE else UNKNOWN
            if tile >= HELD and hand.unknown:
                hand.unknown -= 1
                return
        may_stand = (
            hand.pillar_count is not None
            and self._from_pillars(hand, tile)
            and (tile < HELD or act.face_down)
        )
        # Face down lies a pillar rather than a tile of the main hand.
        likelier_stood = act.face_down or not (hand.unknown or hand.in_main_hand(tile))
        if act.pillar or (may_stand and likelier_stood):
            self._leave_pillars(hand, tile)
        else:
            self._leave_main(hand, tile)

    @staticmethod
    def _from_pillars(hand: Hand, tile: Tile) -> bool:
        """Return whether a tile laid face down can be a pillar rather than one of the main hand."""
        if tile >= HELD or hand.pillars_unknown:
            return True
        return hand.standing(tile) > 0 or (hand.blended > 0 and hand.count[tile] > 0)

    def _leave_pillars(self, hand: Hand, tile: Tile) -> None:
        pillars = hand.pillar_count
        if tile >= HELD:
            self._lose_pillars(hand)  # any of them may have gone
        in_main_hand = hand.in_main_hand(tile)
        if pillars is not None and hand.standing(tile):
            pillars[tile] -= 1
        elif hand.blended and in_main_hand:
            hand.count[tile] -= 1
            hand.blended -= 1
        elif hand.pillars_unknown:
            hand.pillars_unknown -= 1
            if tile < HELD:
                self.identified[tile] += 1
        elif in_main_hand:
            # Marked as a pillar that it cannot be; the one in the main hand is the likelier tile.
            hand.count[tile] -= 1
            hand.contradicted = True
        else:
            self._lose_pillars(hand)
            hand.contradicted = hand.contradicted or tile < HELD or not hand.pillars_left
            if hand.pillars_left:
                hand.pillars_unknown -= 1
            else:
                self._leave_main(hand, tile)

    def _leave_main(self, hand: Hand, tile: Tile) -> None:
        if tile >= HELD:
            self._lose_main(hand)  # any of them may have gone
        if tile < HELD and hand.count[tile] > 0:
            hand.count[tile] -= 1
        elif hand.unknown:
            hand.unknown -= 1
            if tile < HELD:
                self.identified[tile] += 1
        else:
            # The record takes out what cannot be there: what the hand holds is unknown from now on.
            # The tile is not counted as seen: it may be misread, and would make the true copies
            # look too many.
            hand.contradicted = True
            self._lose_main(hand)
            hand.unknown -= 1 if hand.unknown else 0

    def _lose_main(self, hand: Hand) -> None:
        """Forget the main hand, so that its tiles no longer count as seen."""
        for face, number in enumerate(hand.count):
            self.identified[face] -= number
        hand.cloud()

    def lose_hand(self, hand: Hand) -> None:
        """Forget a hand about which the record contradicts itself."""
        self._lose_main(hand)
        self._lose_pillars(hand)
        hand.contradicted = True

    def _lose_pillars(self, hand: Hand) -> None:
        """Forget the pillars."""
        for face, number in enumerate(hand.pillar_count or ()):
            self.identified[face] -= number
        hand.cloud_pillars()

    def _leave(self, hand: Hand, tile: Tile) -> bool:
        """Remove one tile from the hand, from the main hand first.

        Return whether it came from the pillars.
        """
        pillars = hand.pillar_count
        if tile < HELD and pillars is None and hand.count[tile] > 0:
            hand.count[tile] -= 1  # as nearly every tile goes
            return False
        face = physical(tile)
        if face >= HELD and pillars is not None and not tile & PILLAR:
            self._lose_pillars(hand)  # an unseen tile may have stood there
            if not hand.unknown and not any(hand.count):
                self._leave_pillars(hand, face)
                return True
        is_only_there = hand.standing(face) and not hand.count[face] and not hand.unknown
        if tile & PILLAR or is_only_there:
            self._leave_pillars(hand, face)
            return True
        self._leave_main(hand, face)
        return False

    def claim(self, act: Claim) -> None:
        """Claim the latest discard with tiles of the hand."""
        hand = self.hand
        own, pillars = act.tiles, 0
        for tile in own:
            if self._leave(hand, tile):
                pillars += 1
        if pillars:
            own = tuple(tile & ~PILLAR for tile in own)
        tiles = (*own, self.live if self.live != NONE else UNKNOWN)
        if len(own) >= 3:
            hand.melds.append(Meld("claimed kong", tiles, self.live_seat, pillars))
            hand.owed += 1
            self.kongs += 1
        else:
            hand.melds.append(Meld(_sorts.of(tiles), tiles, self.live_seat, pillars))
        hand.total += 3 - len(own)
        self._to_act(act.seat)
        self.live = NONE

    def concealed_kong(self, act: ConcealedKong) -> None:
        """Lay down four tiles of the hand."""
        hand = self.hand
        pillars = sum(self._leave(hand, tile) for tile in act.tiles)
        hand.melds.append(
            Meld("concealed kong", tuple(t & ~PILLAR for t in act.tiles), act.seat, pillars)
        )
        hand.total += 3 - len(act.tiles)
        hand.owed += 1
        self.kongs += 1
        self._to_act(act.seat)
        self._expose(act.seat, act.tiles[0] & ~PILLAR, "concealed kong")

    def added_kong(self, act: AddedKong) -> None:
        """Add a tile to a pung to make it a kong."""
        hand = self.hand
        pillar = self._leave(hand, act.tile)
        face = act.tile & ~PILLAR
        self._promote(hand, face, pillar)
        hand.total -= 1
        hand.owed += 1
        self._to_act(act.seat)
        self._expose(act.seat, face, "added kong")

    def _promote(self, hand: Hand, face: Tile, pillar: int) -> None:
        """Find the pung that becomes a kong.

        If an unseen tile could join several pungs, mark all of them unknown.
        """
        melds = hand.melds
        fitting = [
            i
            for i, meld in enumerate(melds)
            if meld.sort == "pung" and KIND[face] in {meld.kind, UNKNOWN}
        ]
        fitting = fitting or [i for i, meld in enumerate(melds) if meld.may_be_pung(KIND[face])]
        if len(fitting) > 1 and face == UNKNOWN:
            for place in fitting:
                melds[place] = Meld(
                    "set", (UNKNOWN,) * 3, melds[place].source, melds[place].pillars
                )
        if fitting:
            meld = melds[fitting[0]]
            self.kongs += 1
            melds[fitting[0]] = Meld(
                "added kong", (face, *meld.tiles), meld.source, meld.pillars + pillar
            )

    def set_out(self, act: SetOut) -> None:
        """Lay bonus tiles beside the hand, each to be replaced."""
        hand = self.hand
        for tile in act.tiles:
            self._leave(hand, tile)
            hand.bonus.append(tile & ~PILLAR)
        hand.total -= len(act.tiles)
        hand.owed += len(act.tiles)
        if self.is_to_act(act.seat) and len(act.tiles) == 1:
            self._expose(act.seat, act.tiles[0] & ~PILLAR, "bonus tile")

    def exchange(self, act: Exchange) -> None:
        """Exchange tiles between players, all at the same time."""
        for giver, _, tiles in act.passes:
            hand = self.hands[giver]
            for tile in tiles:
                self._leave(hand, tile)
            hand.total -= len(tiles)
        for _, receiver, tiles in act.passes:
            hand = self.hands[receiver]
            hand.total += len(tiles)
            for tile in tiles:
                if tile < HELD:
                    hand.count[tile] += 1
                else:
                    hand.unknown += 1

    def indicate(self, tile: Tile) -> None:
        """Lay an indicator open."""
        self.indicators.append(tile)
        if tile < HELD:
            self.identified[tile] += 1
            self.crowded = self.crowded or self.identified[tile] > self.copies[tile]

    def reveal(self, act: Reveal) -> None:
        """Turn up an indicator during play."""
        self.indicate(act.tile)

    def declare_win(self, act: Win) -> None:
        """Note the winner; a tile that another seat gave stays where it is."""
        self.winners.append(act.seat)
        self.phase = OVER

    def win(self, act: Win) -> None:
        """Note the winner; if play goes on, the next player who has not won is in turn."""
        self.declare_win(act)
        if not self.plays_on:
            return
        together = [*self.just_won, act.seat]
        if act.own_draw:
            self.live = NONE
            together = [act.seat]
        elif self.live_sort == "added kong" and len(together) == 1:
            self._give_up_the_kong(self.live_seat)
        if self.players_left > 1:
            last = max(together, key=lambda seat: self.distance(seat, self.live_seat))
            self.turn = self.next_in_play(act.seat if act.own_draw else last)
            self.phase, self.drawn = AWAIT_DRAW, NONE

    @property
    def players_left(self) -> int:
        """How many players have not won."""
        return self.seats - len(set(self.winners))

    def _give_up_the_kong(self, seat: Seat) -> None:
        """Turn the robbed kong back into a pung; no replacement is due for it."""
        hand = self.hands[seat]
        for place, meld in enumerate(hand.melds):
            if meld.sort == "added kong" and KIND[meld.tiles[0]] == KIND[self.live]:
                hand.melds[place] = Meld("pung", meld.tiles[1:], meld.source, meld.pillars)
                hand.owed -= 1
                self.kongs -= 1
                return

    def irregularity(self, act: Irregularity) -> None:
        """Undo the acts that an irregularity takes back; else leave the table unchanged.

        Forget a turn that nobody can read; forget all hands if the scribe fell behind.
        """
        if act.name == UNREADABLE:
            if len(self.past) < self.opening:
                self.lose_hand(self.hand)
                self.hand.owed, self.whole = 0, False
            else:
                self.lose_sight(act.seat)
            return
        if act.name == RESYNC:
            self.lose_all_sight(act.seat)
            return
        self.taken_back = self.corrected_by(act)
        for undone in self.taken_back:
            _TAKE_BACK[undone.kind](self, undone)
            self._recall(undone)
        self.remembered.clear()

    def remember(self, act: Act) -> None:
        """Keep what is known of the hand before an act that is taken back, to restore it then."""
        self.remembered.append((act, self.hand.sight(), list(self.identified)))

    def _recall(self, act: Act) -> None:
        """Recall the tiles that were forgotten at an act which the hand could not do.

        Once the act is taken back, the tiles are where they were.
        """
        if self.remembered and self.remembered[-1][0] is act:
            _, before, self.identified = self.remembered.pop()
            self.hand.see(before)

    def corrected_by(self, act: Irregularity) -> tuple[Act, ...]:
        """Return the player's own acts that the irregularity takes back, the latest first.

        There are none once another player has acted.
        """
        return retracted(act, standing_acts(self._since_more_acts_than_corrections()))

    def _since_more_acts_than_corrections(self) -> list[Act]:
        """Return the end of the past that decides which acts still hold.

        However much its irregularities take back, they take back nothing before it.
        """
        more = 0
        for start in range(len(self.past) - 1, -1, -1):
            more += -MOST_RETRACTED if isinstance(self.past[start], Irregularity) else 1
            if more >= MOST_RETRACTED:
                return self.past[start:]
        return self.past

    def undo_discard(self, act: Discard) -> None:
        """Take the tile back into the hand; its player is to discard."""
        hand = self.hand
        self._return(hand, act.tile | PILLAR if act.pillar else act.tile)
        hand.total += 1
        hand.river.pop()
        if act.ready:
            hand.ready_step = NONE
        self._to_act(act.seat)
        self.live = NONE

    def undo_draw(self, act: Draw | Replace) -> None:
        """Put the tile back on the wall; a draw, or a replacement, is due again."""
        hand = self.hand
        self._leave_main(hand, act.tile)
        if act.tile < HELD:
            self.identified[act.tile] -= 1
        hand.total -= 1
        self.undrawn += 1
        self.drawn = NONE
        if isinstance(act, Replace):
            hand.owed += 1
            self.replaced -= 1
            self._expose_the_kong(act)
        elif hand.total <= self.resting:
            self.phase = AWAIT_DRAW

    def _expose_the_kong(self, replaced: Replace) -> None:
        """Open a kong to robbing again after its replacement went back."""
        place = max(index for index, act in enumerate(self.past) if act is replaced)
        kong = self.past[place - 1] if place else None
        if isinstance(kong, AddedKong):
            self._expose(kong.seat, kong.tile & ~PILLAR, "added kong")
        elif isinstance(kong, ConcealedKong):
            self._expose(kong.seat, kong.tiles[0] & ~PILLAR, "concealed kong")

    def undo_claim(self, act: Claim) -> None:
        """Put the discard back, and the claimer's tiles into the hand."""
        hand = self.hand
        meld = hand.melds.pop()
        for tile in act.tiles:
            self._return(hand, tile)
        hand.total -= 3 - len(act.tiles)
        if meld.is_kong:
            hand.owed -= 1
            self.kongs -= 1
        self.live, self.live_seat, self.live_sort = meld.tiles[-1], meld.source, "discard"
        self.drawn = NONE
        self.turn, self.phase = self.next_in_play(meld.source), AWAIT_DRAW

    def undo_win(self, act: Win) -> None:
        """Take a win back, and let the deal go on."""
        self.winners.pop()
        self.phase = ACT if act.own_draw else AWAIT_DRAW
        if self.plays_on:
            self.turn = act.seat if act.own_draw else self.next_in_play(self.live_seat)

    @staticmethod
    def _return(hand: Hand, tile: Tile) -> None:
        """Put a tile back where it was."""
        face = physical(tile)
        if tile & PILLAR:
            hand.add_pillar(face)
        elif face < HELD:
            hand.count[face] += 1
        else:
            hand.unknown += 1

    def lose_sight(self, seat: Seat) -> None:
        """Forget a turn: a tile was dropped, perhaps sets laid down or ready declared."""
        hand = self.hand
        self._lose_main(hand)
        self._lose_pillars(hand)
        hand.unknown += self.resting - hand.total
        hand.total = self.resting
        hand.contradicted = True
        self.whole = False
        self.live, self.live_seat, self.live_sort = UNKNOWN, seat, "discard"
        self.drawn = NONE
        self.turn, self.phase = self.next_in_play(seat), AWAIT_DRAW

    def lose_all_sight(self, seat: Seat) -> None:
        """Forget turns of all players; that seat has discarded last."""
        for hand in self.hands:
            self.hand = hand
            self.lose_sight(seat)
            hand.owed = 0
        self.hand = self.hands[seat]

    def recount(self, hand: Hand, due: int) -> None:
        """Give a hand with a wrong number of tiles the right number.

        A missing tile is added as an unknown one. If there is one too many, nobody knows which, so
        all become unknown.
        """
        short = due - hand.total
        if short < 0:
            self._lose_main(hand)
            hand.contradicted = True
        hand.unknown = max(0, hand.unknown + short)
        hand.total = due
        hand.amiss -= short
        hand.owed -= min(max(0, hand.owed), max(0, short))
        self.undrawn -= max(0, short)
        self.missed += abs(short)

    def note(self, _act: Act) -> None:
        """Note what changes nothing on the table: an irregularity."""

    def learn(self, seat: Seat, tiles: Sequence[Tile]) -> None:
        """Learn the whole hand (pillars flagged), which was shown later and has not changed since.

        A hand that is known already stays as recorded: a later showing that contradicts it is no
        better witness. With `overruled` the showing wins, to see what the deal would be then.
        """
        hand = self.hands[seat]
        if hand.known and seat != self.overruled:
            return
        before = [hand.held(face) for face in range(HELD)]
        standing = hand.pillars_left
        hand.count = [0] * HELD
        hand.unknown = hand.pillars_unknown = hand.blended = 0
        if hand.pillar_count is not None:
            hand.pillar_count = [0] * HELD
            hand.blended = 0 if any(map(from_pillars, tiles)) else standing
        for tile in tiles:
            if tile & PILLAR:
                hand.add_pillar(tile & ~PILLAR)
            else:
                hand.count[tile] += 1
        more = [hand.held(face) - before[face] for face in range(HELD)]
        for face, number in enumerate(more):
            self.identified[face] += number if seat == self.overruled else max(0, number)
        if self.unwritten and min(more) >= 0:
            # The tile that the word leaves out is told now, so it was drawn.
            self.unwritten = [each for each in self.unwritten if each[0] != seat]

    def _to_act(self, seat: Seat) -> None:
        self.turn = seat
        self.phase = ACT
        self.drawn = NONE

    def _expose(self, seat: Seat, tile: Tile, sort: Live) -> None:
        self.live = tile
        self.live_seat = seat
        self.live_sort = sort

    # ------------------------------------------------------------- what is known

    def surplus(self, act: Discard | Claim | ConcealedKong | AddedKong | SetOut) -> list[Tile]:
        """Return the faces that an unknown hand shows although the set has no copy left."""
        hand = self.hands[act.seat]
        if hand.known:
            return []
        shown = [
            physical(tile)
            for tile in ((act.tile,) if isinstance(act, Discard | AddedKong) else act.tiles)
        ]
        new = {face: shown.count(face) - hand.held(face) for face in shown if face < HELD}
        return [
            face
            for face, number in new.items()
            if 0 < number > self.copies[face] - self.identified[face]
        ]

    def surplus_of(self, tiles: Sequence[Tile]) -> tuple[Tile, ...]:
        """Return the faces that these tiles hold more often than the set."""
        counts = Counter(map(physical, tiles))
        return tuple(
            sorted(
                face
                for face, number in counts.items()
                if face < HELD and number > self.copies[face]
            )
        )

    def surplus_of_walls(self, wall: Wall) -> tuple[Tile, ...]:
        """Return the faces that a wall and the walls before it hold more often than the set."""
        walls = [wall]
        if wall.seat != NOBODY and self.head is not None:
            walls += [each for each in self.head.told(Wall) if NOBODY < each.seat < wall.seat]
        too_many = self.surplus_of([tile for each in walls for tile in each.tiles])
        return tuple(face for face in too_many if face in map(physical, wall.tiles))

    def throws_the_drawn(self, act: Discard) -> bool | None:
        """Return whether the player to act discards the tile just drawn.

        Return None if an unknown tile decides. A drawn tile that is written twice (``9m-9m``) is
        that tile if the main hand holds no other like it.
        """
        tile, drawn = act.tile, self.drawn
        if act.manner == SAID_DRAWN:
            return True
        if act.manner != SAID_FROM_HAND:
            if max(tile, drawn) >= HELD:
                return None
            return tile == drawn
        if act.pillar or tile != drawn or tile >= HELD:
            return False
        hand = self.hand
        if hand.count[tile] > 1:
            return None if hand.blended else False
        return None if hand.unknown else True

    def foreseen(self, seat: Seat, step: int) -> tuple[Tile, ...] | None:
        """Return the hand of that seat after the act at index `step`, if it was shown later."""
        return next((tiles for who, tiles in self.learned.get(step, ()) if who == seat), None)

    # ------------------------------------------------------------- the past

    def since(self, step: int) -> Iterator[Act]:
        """Return the acts after the one at index `step` of the past, oldest first."""
        return iter(self.past[step + 1 :])

    def seats_where(self, test: Callable[[Hand], object]) -> list[Seat]:
        """Return the seats whose hands pass the test."""
        return [seat for seat, hand in enumerate(self.hands) if test(hand)]

    def ready_seats(self) -> list[Seat]:
        """Return the seats that have declared ready."""
        return [seat for seat, hand in enumerate(self.hands) if hand.ready_step != NONE]

    @property
    def latest(self) -> Act | None:
        """The latest act; None before any."""
        return self.past[-1] if self.past else None

    @property
    def all_known(self) -> bool:
        """Whether every tile of every hand is known."""
        return all(hand.known for hand in self.hands)

    @property
    def front(self) -> int:
        """Index in the recorded wall of the next tile to be drawn."""
        return len(self.wall) - self.undrawn - self.replaced

    @property
    def back(self) -> int:
        """Index in the recorded wall of the last tile not yet taken as a replacement."""
        return len(self.wall) - 1 - self.replaced

    @property
    def just_won(self) -> list[Seat]:
        """The seats that have already won on the tile that lies there."""
        seats: list[Seat] = []
        for act in reversed(self.past):
            if not isinstance(act, Win):
                break
            seats.append(act.seat)
        return seats

    @property
    def ends_with_wins(self) -> bool:
        """Whether every win so far was declared on the same tile, and nothing came after."""
        return {type(act) for act in self.past[len(self.past) - len(self.winners) :]} <= {Win}

    def lies_for(self, seat: Seat) -> bool:
        """Return whether another player's tile lies there to be claimed or won on."""
        return self.live != NONE and self.live_seat != seat

    def is_to_act(self, seat: Seat) -> bool:
        """Return whether that seat has taken a tile and is to discard, or to declare."""
        return self.phase == ACT and self.turn == seat

    def distance(self, seat: Seat, other: Seat) -> int:
        """Return how many turns after `other` the seat `seat` follows."""
        return self.order.distance(seat, other)


CORRECTED: Final[Mapping[str, type | tuple[type, ...]]] = {
    "claim-cancelled": Claim,
    "discard-changed": Discard,
    "false-win": Win,
    "replacement-returned": Replace,
    "wrong-draw": (Draw, Replace),
}
"""What irregularities of those names take back."""
_TAKE_BACK: Final[Mapping[int, Callable[[Table, Any], None]]] = {
    CLAIM: Table.undo_claim,
    DISCARD: Table.undo_discard,
    DRAW: Table.undo_draw,
    REPLACE: Table.undo_draw,
    WIN: Table.undo_win,
}
"""How each kind of act is taken back."""

MOVES: Final[tuple[Callable[[Table, Any], None], ...]] = (
    Table.draw,
    Table.note,
    Table.replace,
    Table.discard,
    Table.declare_ready,
    Table.claim,
    Table.concealed_kong,
    Table.added_kong,
    Table.set_out,
    Table.reveal,
    Table.win,
    Table.irregularity,
    Table.exchange,
)
"""What lays an act on the table, by its kind."""
