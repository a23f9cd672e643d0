"""The table of a deal: it moves tiles and does not judge.

Every act of a record can be carried out, legal or not. If an act takes a tile that the hand cannot
have according to the earlier acts, the record contradicts itself about this hand. From then on the
tiles of the hand are unknown, so that later acts are not judged by a hand that is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from mjlog.model.frozen import value
from mjlog.model.memo import Memo
from mjlog.model.record import (
    CLAIM,
    DISCARD,
    DRAW,
    MANNER_DRAWN,
    MANNER_FROM_HAND,
    NOBODY,
    REPLACE,
    RESYNC,
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
"""Phases of a deal, for `Table.phase`.

In this order: the seat `turn` must draw, unless another player claims the live tile; the seat
`turn` must act; the deal has been won.
"""

NONE: Final = -1
HELD: Final = JOKER + 1
"""Length of lists of counts: one count for each face that a hand can hold."""
_FACES: Final = range(HELD)
_REDS: Final = range(RED, BONUS)

MeldSort = Literal["chow", "pung", "set", "claimed kong", "added kong", "concealed kong"]
Sight = tuple[list[int], list[int] | None, int, int, int, bool]
"""What is known of a hand.

The counts of its tiles and of its pillars, the numbers of unknown tiles and of unknown pillars, the
number of blended pillars, and whether the record contradicts itself about the hand.
"""
Live = Literal["discard", "added kong", "concealed kong", "bonus tile", "face down"]


@value
class Meld:
    """A declared meld.

    `tiles` are faces without pillar flags, the claimed tile last. `source` is the seat that
    discarded the claimed tile, or the owner's seat for a concealed kong. `pillars` is the number of
    tiles of the meld that were pillars. `sort` is ``set`` for a chow or a pung of which too few
    tiles are known to say which.
    """

    sort: MeldSort
    tiles: tuple[Tile, ...]
    source: Seat
    pillars: int = 0

    @property
    def kind(self) -> Tile:
        """The kind of tile that the meld consists of; for a chow, its lowest known kind.

        In a pung, one tile may be unknown or wrong, so the kind is the one that occurs at least
        twice. If no tile of the meld is known, the result is no kind but a number such as
        `UNKNOWN`.
        """
        kinds = sorted(kinds_of(self.tiles))
        return kinds[self.sort == "pung"]

    @property
    def is_kong(self) -> bool:
        """Whether the meld is a kong: claimed, added or concealed."""
        return self.sort not in {"chow", "pung", "set"}

    def may_be_pung(self, kind: Tile) -> bool:
        """Return whether this meld may be a pung of `kind`, although this is not certain.

        True only for a meld of the sort ``set``: a chow or a pung of which too few tiles are known
        to say which. All of its known tiles must be of the kind `kind`. If `kind` is not a kind but
        a number such as `UNKNOWN`, the known tiles do not matter.
        """
        return self.sort == "set" and (
            kind >= KINDS or all(KIND[t] == kind or KIND[t] >= KINDS for t in self.tiles)
        )


def physical(tile: Tile) -> Tile:
    """Return the tile as it looks on the table.

    The flag of a pillar (a tile set apart) is removed, and a joker that stands for a certain tile
    in a meld becomes a plain joker.
    """
    face = tile & ~PILLAR
    if face >= JOKER_AS:
        return JOKER
    return face


def _sort(tiles: tuple[Tile, ...]) -> MeldSort:
    """Return ``pung`` or ``chow`` for three melded tiles, or ``set`` if it cannot be known which.

    Equal tiles make a pung; two different known tiles make a chow.
    """
    kinds = [KIND[tile] for tile in tiles if KIND[tile] < KINDS]
    if len(set(kinds)) < len(kinds):
        return "pung"
    if len(kinds) > 1:
        return "chow"
    return "set"


_sorts: Final = Memo(_sort)


def corrects(act: Irregularity, last: Act) -> bool:
    """Return whether an irregularity, such as ``discard-changed``, takes back the act `last`.

    An irregularity is an act, too: the record of a mistake in play. Both acts must be by the same
    player, and `CORRECTED` must list the type of `last` for this irregularity. If both name a known
    tile, it must be the same tile.
    """
    sorts = CORRECTED.get(act.name)
    if sorts is None or last.seat != act.seat or not isinstance(last, sorts):
        return False
    tile = getattr(last, "tile", UNKNOWN)
    named = TILES.get(act.argument, tile)
    return named == tile or UNKNOWN in {named, tile}


def names_another_claim(act: Irregularity, claim: Claim) -> bool:
    """Return whether an irregularity names a claim with other own tiles than those of `claim`.

    For example, ``=+45s`` names a claim with the own tiles 45s, so the result is True for a `claim`
    with other tiles. If the irregularity names no tiles of a claim, return False.
    """
    return act.argument[:1] == "+" and act.argument[1:] != text(claim.tiles)


def retracted(act: Irregularity, standing: Sequence[Act]) -> tuple[Act, ...]:
    """Return the acts that the irregularity `act` takes back, the latest first, as a tuple.

    The tuple is empty if no act is taken back. `standing` are the earlier acts that have not been
    taken back, in order. A claim can be taken back even after its player has discarded; the discard
    is then taken back, too.
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
    """Return those acts of `past` that were not taken back, in their order.

    Irregularities (records of mistakes in play) and the acts that they took back are left out.
    """
    standing: list[Act] = []
    for act in past:
        if not isinstance(act, Irregularity):
            standing.append(act)
        elif taken := retracted(act, standing):
            del standing[-len(taken) :]
    return standing


MOST_RETRACTED: Final = 3
"""Most acts that one irregularity takes back: a claim, a replacement for its kong, and a discard.
"""


_HAND_HAS: Final = (
    "amiss", "blended", "bonus", "contradicted", "count", "dealt", "melds", "misdeclared", "owed",
    "pillar_count", "pillars_unknown",
    "ready_step", "river", "total", "unknown", "unlocked", "void",
)  # fmt: skip


class Hand:
    """The tiles of one player and what is known of them.

    `count` has, for each face, the number of known concealed tiles outside the pillars; `unknown`
    is the number of unknown ones. `pillar_count` and `pillars_unknown` are the same for the
    pillars; `pillar_count` is None if the game has no pillars. `total` is the number of tiles, each
    meld counted as three, so it is the same after each discard. `bonus` are bonus tiles laid out,
    `river` the discards.

    `dealt` are the faces that the hand is known to have begun with. `blended` is the number of
    pillars that are among the tiles of `count`, after a hand was shown without saying which tiles
    are pillars. `amiss` is the number of surplus tiles that the hand had according to the record
    when it was recounted, negative for missing tiles. `owed` is the number of replacement tiles to
    be drawn. `contradicted`: the record contradicts itself about the hand.

    `ready_step` is the number of acts before the player declared ready, or `NONE`. `misdeclared`:
    the player declared ready with a hand that was not tenpai or had a claimed meld. `unlocked`:
    `misdeclared` is true, or the player changed the hand after declaring ready, for example by
    discarding another tile than the one drawn. `void` is the suit that the player gives up, `NONE`
    if the record names none.
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
        except IndexError:  # a tile of which only the suit is known, or less
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
        """Return what pickle needs to copy the hand: an empty hand and all attribute values."""
        return Hand, ((), None), {name: getattr(self, name) for name in _HAND_HAS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Set the attributes of a copied hand; `state` has the values by name. Pickle calls it."""
        for name, each in state.items():
            setattr(self, name, each)

    def add_pillar(self, tile: Tile) -> None:
        """Add a tile to the pillars (tiles set apart) of the hand; `total` is not changed.

        If the tile is unknown, or if the game has no pillars, it is only counted as an unknown
        pillar.
        """
        if self.pillar_count is not None and tile < HELD:
            self.pillar_count[tile] += 1
        else:
            self.pillars_unknown += 1

    @property
    def ready(self) -> bool:
        """Whether the player of this hand has declared ready."""
        return self.ready_step != NONE

    @property
    def claimed_nothing(self) -> bool:
        """Whether the hand has no meld with a claimed tile. Concealed kongs are allowed."""
        return all(meld.sort == "concealed kong" for meld in self.melds)

    @property
    def known(self) -> bool:
        """Whether every concealed tile of the hand is known.

        Pillars (tiles set apart) are concealed tiles, too.
        """
        return not self.unknown and not self.pillars_unknown

    @property
    def owes_replacement(self) -> bool:
        """Whether the player still has to draw a replacement tile after a kong or a bonus tile."""
        return self.owed > 0

    @property
    def holds_bonus(self) -> bool:
        """Whether the hand has a known bonus tile that is not a pillar (a tile set apart)."""
        return any(self.count[BONUS:JOKER])

    @property
    def answer_if_not_known(self) -> bool | None:
        """The answer to whether the hand has a certain tile, if its known tiles do not include it.

        False if all tiles of the hand are known; None (unknown) if some tiles are not.
        """
        if self.known:
            return False
        return None

    @property
    def pillars_left(self) -> int:
        """Number of the pillars (tiles set apart) that the hand still has, known or unknown."""
        return (
            self.pillars_unknown
            + self.blended
            + (sum(self.pillar_count) if self.pillar_count is not None else 0)
        )

    def copy_known_tiles(self) -> Sight:
        """Return a copy of what is known of the hand's tiles now.

        The copy is only for `restore_known_tiles`.
        """
        pillars = None if self.pillar_count is None else list(self.pillar_count)
        return (
            list(self.count),
            pillars,
            self.unknown,
            self.pillars_unknown,
            self.blended,
            self.contradicted,
        )

    def restore_known_tiles(self, sight: Sight) -> None:
        """Restore what was known of the hand's tiles when `copy_known_tiles` returned `sight`."""
        (
            self.count,
            self.pillar_count,
            self.unknown,
            self.pillars_unknown,
            self.blended,
            self.contradicted,
        ) = sight

    def count_known(self, tile: Tile) -> int:
        """Return how many copies of this tile the hand is known to have.

        Pillars (tiles set apart) are included; a red five is not a plain five. The number of the
        tile must be less than `HELD`, so unknown tiles and melded jokers are not allowed.
        """
        # called for every tile, so a game without pillars is answered first
        if self.pillar_count is None:
            return self.count[tile]
        return self.count[tile] + self.pillar_count[tile]

    def count_known_pillars(self, tile: Tile) -> int:
        """Count the tiles of exactly this face among the hand's known pillars (tiles set apart).

        Return 0 for an unknown tile, and if the game has no pillars.
        """
        if self.pillar_count is None or tile >= HELD:
            return 0
        return self.pillar_count[tile]

    def in_main_hand(self, tile: Tile) -> int:
        """Return how many copies of this tile the hand has for certain outside its pillars.

        Pillars are tiles set apart; if the record does not say which tiles are the pillars
        (`blended`), all known tiles are counted. A red five is not a plain five. Return 0 for an
        unknown tile.
        """
        if tile >= HELD:
            return 0
        return self.count[tile]

    @property
    def pungs(self) -> set[Tile]:
        """Kinds of the declared pungs of the hand. Kongs are left out."""
        return {meld.kind for meld in self.melds if meld.sort == "pung"}

    def kinds(self) -> list[int]:
        """Return how many known concealed tiles the hand has of each of the 34 kinds, as a list.

        Pillars (tiles set apart) are included. A red five counts as a five, unless it is a pillar:
        then it is left out. Bonus tiles and jokers are left out, too.
        """
        count = self.count
        counts = count[:KINDS]
        if self.pillar_count is not None:
            counts = [a + b for a, b in zip(counts, self.pillar_count, strict=False)]
        for red in _REDS:
            if count[red]:
                counts[KIND[red]] += count[red]
        return counts

    def tiles(self) -> tuple[Tile, ...]:
        """Return the known concealed tiles: first the pillars (tiles set apart), then the others.

        Each of these two parts is sorted by tile number; pillars have their flag. Pillars that the
        record does not distinguish from other tiles (`blended`) are in the second part.
        """
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
        """Make all concealed tiles of the hand unknown, except the pillars (tiles set apart).

        Pillars that the record does not distinguish from other tiles (`blended`) become unknown
        pillars.
        """
        self.unknown += sum(self.count) - self.blended
        self.pillars_unknown += self.blended
        self.blended = 0
        self.count = [0] * HELD

    def cloud_pillars(self) -> None:
        """Make all pillars (tiles set apart) of the hand unknown."""
        if self.pillar_count is not None:
            self.pillars_unknown += sum(self.pillar_count)
            self.pillar_count = [0] * HELD

    def drop_bonus(self) -> int:
        """Remove the known bonus tiles from the concealed tiles, and return how many were removed.

        The number of tiles (`total`) and the bonus tiles laid out (`bonus`) are not changed.
        """
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
    """The state of a deal: hands, wall, the tile that may be claimed, and all acts so far.

    `past` has the acts. `turn` is the seat that draws next, or that acts if `phase` is `ACT`.
    `live` is the tile of `live_seat` that others may claim or win on, `drawn` the tile drawn last
    in this turn; each is `NONE` if there is no such tile. `undrawn` counts the tiles not yet taken
    from the wall, dead wall included. `whole` is false if the record begins in the middle of the
    deal or a turn could not be read: the number of tiles in the wall is then unknown. `identified`
    is the number of different copies seen of each face, `copies` the number that the game has;
    `crowded` is true if more copies were seen than the game has, in the dealt hands or when an
    indicator was turned up. `learned` has the tiles at earlier steps that follow from hands shown
    at the end. `hand` is the hand of the player whose act is judged and carried out; hands have
    `resting` tiles between turns and `acting` tiles in a turn. `order` is the turn order. `head` is
    the deal whose header has the points of each seat before the deal, None if there is none.

    `kongs` counts the kongs on the table. `missed` is the number of draws that the record may
    lack or may have twice; the wall may end that many tiles earlier or later.
    `taken_back` has the acts that the latest irregularity took back. `overruled` is the seat whose
    hand is assumed to be the one shown at the end. `opening` is the number of acts before play,
    when bonus tiles are laid out. `remembered` has what was known before acts that are taken back
    right afterwards. `unwritten` has a pair (seat, step) for each turn of which only a discard is
    written although the player's draws are known: the player drew or claimed a tile before.
    `plays_on`: a win ends play only for the winner, until one player is left. `wall` has the tiles
    in the order of drawing; if each player has a wall, the walls of A to D one after another.
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
        """Return what pickle needs to copy the table: an empty table and all attribute values."""
        return (
            Table,
            ([Hand((), None)], 0, 0, (), 0),
            {name: getattr(self, name) for name in _TABLE_HAS},
        )

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Set the attributes of a copied table; `state` has the values by name. Pickle calls it."""
        for name, each in state.items():
            setattr(self, name, each)

    @property
    def points(self) -> tuple[int, ...]:
        """Points of each seat before the deal, from the deal's header line.

        An empty tuple if the header does not state the points of all seats.
        """
        stated = self.head.points if self.head is not None else ()
        if len(stated) == self.seats:
            return stated
        return ()

    @property
    def uncounted(self) -> int:
        """How far the real number of draws may be from the number of draws in the record.

        The record may leave out draws, or may have turns that did not happen.
        """
        return self.missed + len(self.unwritten)

    def is_perhaps_last(self, live: int) -> bool:
        """Return whether it is uncertain if the wall is empty.

        `live` is the number of tiles left in the wall, computed from the recorded draws. The result
        is True if `live` is so near to 0 that draws missing from the record may decide
        (`uncounted`). If no draw can be missing, the result is False, because `live` is then right.
        """
        return -self.uncounted < live <= self.uncounted

    @property
    def answer_if_not_recorded(self) -> bool | None:
        """The answer to whether an act that is not recorded happened in this deal.

        False if the record shows all acts; None (unknown) if the record begins in the middle of the
        deal or has a turn that could not be read.
        """
        if self.whole:
            return False
        return None

    def give_up_suits(self, deal: Deal) -> None:
        """Set `void` of each hand to the suit that a ``void`` line says the player gives up."""
        for void in deal.contents(VoidSuit):
            if void.seat < self.seats:
                self.hands[void.seat].void = void.suit

    def identify_hands(self) -> None:
        """Count all tiles of the dealt hands as seen, at the beginning of a deal.

        Sets `identified`, which counts the copies seen of each tile, and `crowded`, which says
        whether more copies of a tile were seen than the game has.
        """
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
        """Carry out an act on the table, legal or not.

        Before this call, the caller must set `self.hand` to the hand of the player who acts. After
        this call, the caller must append the act to `past`.
        """
        MOVES[act.kind](self, act)

    def draw(self, act: Draw | Replace) -> None:
        """Carry out a draw: add the tile to `self.hand`, and let its player act next."""
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
        """Note that the record may leave out the draw before the discard of this turn.

        Append (seat, index of the next act) to `unwritten`. Do nothing if the discarded tile was
        not in the hand, because it is then the drawn tile itself. Also do nothing for a player
        whose drawn tiles are all unknown.
        """
        hand, last = self.hands[turn.seat], turn.acts[-1]
        if type(last) is not Discard or last.tile >= HELD:
            return
        if (hand.count_known(last.tile) or hand.unknown) and self._tells_draws_of(turn.seat):
            self.unwritten.append((turn.seat, len(self.past)))

    def _tells_draws_of(self, seat: Seat) -> bool:
        """Return whether the record shows which tiles the player draws.

        Return True if the player's whole hand is known, or if the tile of the player's last draw is
        known.
        """
        if self.hands[seat].known:
            return True
        for act in reversed(self.past):
            if isinstance(act, Draw | Replace) and act.seat == seat:
                return act.tile < HELD
        return False

    def replace(self, act: Replace) -> None:
        """Carry out the draw of a replacement tile: add the tile to `self.hand`.

        The player whose turn it is stays the same, also if another player replaces a bonus tile
        before play.
        """
        self.hand.owed -= 1
        self.replaced += 1
        # A replacement never moves the turn, not even before play.
        turn, phase = self.turn, self.phase
        self.draw(act)
        self.turn, self.phase = turn, phase

    def declare_ready(self, _ready: Ready) -> None:
        """Note the step at which the acting player declares ready (`ready_step` of the hand)."""
        self.hand.ready_step = len(self.past)

    def discard(self, act: Discard) -> None:
        """Carry out a discard: move a tile from `self.hand` to the table; the next player draws."""
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
        """Return the player whose turn comes after the turn of `seat`.

        If play goes on after wins, players who have won are skipped.
        """
        following = self.order.after[seat]
        return self.order.next_among(following, self.winners) if self.plays_on else following

    def _discard_otherwise(self, hand: Hand, act: Discard) -> None:
        """Remove a discarded tile from the hand in the unusual cases.

        The tile may be a pillar (a tile set apart) or unknown, may lie face down, or may not be
        among the known tiles of the hand.
        """
        tile = act.tile
        if act.manner == MANNER_DRAWN and tile >= HELD:
            tile = self.drawn if self.drawn != NONE else UNKNOWN
            if tile >= HELD and hand.unknown:
                hand.unknown -= 1
                return
        may_stand = (
            hand.pillar_count is not None
            and self._from_pillars(hand, tile)
            and (tile < HELD or act.face_down)
        )
        # A tile that lies face down is probably a pillar, not a tile of the main hand.
        likelier_stood = act.face_down or not (hand.unknown or hand.in_main_hand(tile))
        if act.pillar or (may_stand and likelier_stood):
            self._leave_pillars(hand, tile)
        else:
            self._leave_main(hand, tile)

    @staticmethod
    def _from_pillars(hand: Hand, tile: Tile) -> bool:
        """Return whether a discarded tile may have been a pillar (a tile set apart) of the hand."""
        if tile >= HELD or hand.pillars_unknown:
            return True
        return hand.count_known_pillars(tile) > 0 or (hand.blended > 0 and hand.count[tile] > 0)

    def _leave_pillars(self, hand: Hand, tile: Tile) -> None:
        pillars = hand.pillar_count
        if tile >= HELD:
            self._lose_pillars(hand)  # any of the known pillars may have been this tile
        in_main_hand = hand.in_main_hand(tile)
        if pillars is not None and hand.count_known_pillars(tile):
            pillars[tile] -= 1
        elif hand.blended and in_main_hand:
            hand.count[tile] -= 1
            hand.blended -= 1
        elif hand.pillars_unknown:
            hand.pillars_unknown -= 1
            if tile < HELD:
                self.identified[tile] += 1
        elif in_main_hand:
            # The tile is marked as a pillar but cannot be one, so it is probably the one in the
            # main hand.
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
            self._lose_main(hand)  # any of the known tiles may have been this tile
        if tile < HELD and hand.count[tile] > 0:
            hand.count[tile] -= 1
        elif hand.unknown:
            hand.unknown -= 1
            if tile < HELD:
                self.identified[tile] += 1
        else:
            # The hand cannot have this tile, so its contents are unknown from now on. The tile is
            # not counted as seen, because it may be misread; the real copies would then seem too
            # many.
            hand.contradicted = True
            self._lose_main(hand)
            hand.unknown -= 1 if hand.unknown else 0

    def _lose_main(self, hand: Hand) -> None:
        """Make all tiles of the hand unknown, except the pillars (tiles set apart).

        These tiles are no longer counted in `identified`, the number of seen copies of each tile.
        """
        for face, number in enumerate(hand.count):
            self.identified[face] -= number
        hand.cloud()

    def lose_hand(self, hand: Hand) -> None:
        """Make all concealed tiles of a hand unknown: the record contradicts itself about them."""
        self._lose_main(hand)
        self._lose_pillars(hand)
        hand.contradicted = True

    def _lose_pillars(self, hand: Hand) -> None:
        """Make all pillars (tiles set apart) of the hand unknown.

        These tiles are no longer counted in `identified`, the number of seen copies of each tile.
        """
        for face, number in enumerate(hand.pillar_count or ()):
            self.identified[face] -= number
        hand.cloud_pillars()

    def _leave(self, hand: Hand, tile: Tile) -> bool:
        """Remove one tile from a hand, and return whether it was a pillar (a tile set apart).

        It is a pillar if it has the flag of a pillar, or if the hand can have this tile only among
        its pillars.
        """
        pillars = hand.pillar_count
        if tile < HELD and pillars is None and hand.count[tile] > 0:
            hand.count[tile] -= 1  # the usual case
            return False
        face = physical(tile)
        if face >= HELD and pillars is not None and not tile & PILLAR:
            self._lose_pillars(hand)  # the unknown tile may have been a pillar
            if not hand.unknown and not any(hand.count):
                self._leave_pillars(hand, face)
                return True
        is_only_there = hand.count_known_pillars(face) and not hand.count[face] and not hand.unknown
        if tile & PILLAR or is_only_there:
            self._leave_pillars(hand, face)
            return True
        self._leave_main(hand, face)
        return False

    def claim(self, act: Claim) -> None:
        """Carry out a claim: make a meld of the latest discard and the claimer's own tiles.

        The claimer acts next. After a claim for a kong, the claimer must first draw a replacement
        tile. If no discard is on the table, the claimed tile of the meld is unknown.
        """
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
            hand.melds.append(Meld(_sorts.get(tiles), tiles, self.live_seat, pillars))
        hand.total += 3 - len(own)
        self._to_act(act.seat)
        self.live = NONE

    def concealed_kong(self, act: ConcealedKong) -> None:
        """Carry out a concealed kong: make a meld of four tiles of `self.hand`.

        Other players may then rob the kong.
        """
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
        """Carry out an added kong: add a tile of `self.hand` to a declared pung of the player.

        Other players may then rob the kong. If there is no such pung, the tile leaves the hand and
        no meld changes.
        """
        hand = self.hand
        pillar = self._leave(hand, act.tile)
        face = act.tile & ~PILLAR
        self._promote(hand, face, pillar)
        hand.total -= 1
        hand.owed += 1
        self._to_act(act.seat)
        self._expose(act.seat, face, "added kong")

    def _promote(self, hand: Hand, face: Tile, pillar: int) -> None:
        """Turn a pung of the hand into a kong by adding the tile `face` to it.

        The first pung that fits the tile is used; if there is none, nothing happens. `pillar` is 1
        if the tile was a pillar (a tile set apart), else 0. If the tile is unknown and there are
        several pungs, the tiles of all these pungs become unknown.
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
        """Move bonus tiles from `self.hand` to the table; the player must replace each of them."""
        hand = self.hand
        for tile in act.tiles:
            self._leave(hand, tile)
            hand.bonus.append(tile & ~PILLAR)
        hand.total -= len(act.tiles)
        hand.owed += len(act.tiles)
        if self.is_to_act(act.seat) and len(act.tiles) == 1:
            self._expose(act.seat, act.tiles[0] & ~PILLAR, "bonus tile")

    def exchange(self, act: Exchange) -> None:
        """Move the tiles of an exchange from the givers' hands to the receivers' hands."""
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
        """Add an open indicator to the table, and count its tile as seen.

        Sets `crowded` to True if more copies of the tile have now been seen than the game has.
        """
        self.indicators.append(tile)
        if tile < HELD:
            self.identified[tile] += 1
            self.crowded = self.crowded or self.identified[tile] > self.copies[tile]

    def reveal(self, act: Reveal) -> None:
        """Carry out the act of turning up an indicator during play."""
        self.indicate(act.tile)

    def declare_win(self, act: Win) -> None:
        """Note the winner and end play. The winning tile stays in its place."""
        self.winners.append(act.seat)
        self.phase = OVER

    def win(self, act: Win) -> None:
        """Carry out a declared win, and let play go on if the rules say so (`plays_on`).

        If play goes on, a kong that was robbed becomes a pung again, and the next player who has
        not won draws. Play ends when only one player is left who has not won.
        """
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
        """Number of the players who have not won."""
        return self.seats - len(set(self.winners))

    def _give_up_the_kong(self, seat: Seat) -> None:
        """Turn the robbed kong of a player back into a pung.

        The player no longer has to draw a replacement tile for the kong.
        """
        hand = self.hands[seat]
        for place, meld in enumerate(hand.melds):
            if meld.sort == "added kong" and KIND[meld.tiles[0]] == KIND[self.live]:
                hand.melds[place] = Meld("pung", meld.tiles[1:], meld.source, meld.pillars)
                hand.owed -= 1
                self.kongs -= 1
                return

    def irregularity(self, act: Irregularity) -> None:
        """Carry out an irregularity (a recorded mistake in play), such as ``discard-changed``.

        The acts that it takes back are undone. If it stands for a turn that nobody could read, the
        hand of its player becomes unknown; if it stands for missing turns (``resync``), all hands
        become unknown.
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
            # Restore what was known of the hand before the act, if `remember` has saved it.
            if self.remembered and self.remembered[-1][0] is undone:
                _, before, self.identified = self.remembered.pop()
                self.hand.restore_known_tiles(before)
        self.remembered.clear()

    def remember(self, act: Act) -> None:
        """Save what is known of `self.hand` before an act that is taken back right afterwards."""
        self.remembered.append((act, self.hand.copy_known_tiles(), list(self.identified)))

    def corrected_by(self, act: Irregularity) -> tuple[Act, ...]:
        """Return the acts that an irregularity takes back, the latest first; empty if none.

        Only the latest acts of the table, by the same player, can be taken back.
        """
        return retracted(act, standing_acts(self._since_more_acts_than_corrections()))

    def _since_more_acts_than_corrections(self) -> list[Act]:
        """Return the last part of `past`, in which one can see which latest acts were taken back.

        The part begins so early that its irregularities cannot take back any act before it. Used
        because a search in all acts would be slow.
        """
        more = 0
        for start in range(len(self.past) - 1, -1, -1):
            more += -MOST_RETRACTED if isinstance(self.past[start], Irregularity) else 1
            if more >= MOST_RETRACTED:
                return self.past[start:]
        return self.past

    def undo_discard(self, act: Discard) -> None:
        """Take back a discard: the tile returns to `self.hand`, and the player must discard again.

        A declaration of ready with this discard is taken back, too.
        """
        hand = self.hand
        self._return(hand, act.tile | PILLAR if act.pillar else act.tile)
        hand.total += 1
        hand.river.pop()
        if act.ready:
            hand.ready_step = NONE
        self._to_act(act.seat)
        self.live = NONE

    def undo_draw(self, act: Draw | Replace) -> None:
        """Take back a draw: the tile returns to the wall, and its player has to draw again."""
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
        """Allow other players to rob a kong again, after its replacement tile was put back.

        `replaced` is the act of drawing this replacement tile. Nothing happens if the act before it
        is not an added or a concealed kong.
        """
        place = max(index for index, act in enumerate(self.past) if act is replaced)
        kong = self.past[place - 1] if place else None
        if isinstance(kong, AddedKong):
            self._expose(kong.seat, kong.tile & ~PILLAR, "added kong")
        elif isinstance(kong, ConcealedKong):
            self._expose(kong.seat, kong.tiles[0] & ~PILLAR, "concealed kong")

    def undo_claim(self, act: Claim) -> None:
        """Take back a claim: the claimed tile returns to the table, the own tiles to the hand."""
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
        """Take back the latest win: its player is no longer a winner, and play goes on."""
        self.winners.pop()
        self.phase = ACT if act.own_draw else AWAIT_DRAW
        if self.plays_on:
            self.turn = act.seat if act.own_draw else self.next_in_play(self.live_seat)

    @staticmethod
    def _return(hand: Hand, tile: Tile) -> None:
        """Put a tile back into the hand.

        If the tile has the flag of a pillar (a tile set apart), it becomes a pillar again.
        """
        face = physical(tile)
        if tile & PILLAR:
            hand.add_pillar(face)
        elif face < HELD:
            hand.count[face] += 1
        else:
            hand.unknown += 1

    def lose_sight(self, seat: Seat) -> None:
        """Make `self.hand` unknown, after a turn of its player `seat` that nobody could read.

        The player is assumed to have discarded an unknown tile, and the next player draws. The
        attribute `whole` becomes False, because acts of the deal are missing.
        """
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
        """Make all hands unknown after turns that nobody recorded; `seat` discarded last."""
        for hand in self.hands:
            self.hand = hand
            self.lose_sight(seat)
            hand.owed = 0
        self.hand = self.hands[seat]

    def recount(self, hand: Hand, due: int) -> None:
        """Correct the number of tiles in a hand to `due`, the number that it must have now.

        If tiles are missing, unknown tiles are drawn from the wall. If there are too many, all
        tiles of the hand except the pillars (tiles set apart) become unknown. The number of surplus
        tiles is added to `hand.amiss`, or the number of missing tiles subtracted from it; `missed`
        goes up by either number.
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

    def skip_draw(self, _act: Act) -> None:
        """Do nothing: the function for a `Take` act, which does not say what was drawn.

        The replay skips this act, or draws an unknown tile in its place.
        """

    def learn(self, seat: Seat, tiles: Sequence[Tile]) -> None:
        """Replace a player's unknown tiles by tiles that follow from the hand shown at the end.

        `tiles` are all concealed tiles of the player at this moment; pillars (tiles set apart) have
        their flag. A hand whose tiles are all known is not changed, unless the player is
        `overruled`: then the shown hand is believed more than the draws and discards in the record.
        """
        hand = self.hands[seat]
        if hand.known and seat != self.overruled:
            return
        before = [hand.count_known(face) for face in range(HELD)]
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
        more = [hand.count_known(face) - before[face] for face in range(HELD)]
        for face, number in enumerate(more):
            self.identified[face] += number if seat == self.overruled else max(0, number)
        if self.unwritten and min(more) >= 0:
            # All known tiles are still in the hand, so the tile that the word leaves out was drawn.
            self.unwritten = [each for each in self.unwritten if each[0] != seat]

    def _to_act(self, seat: Seat) -> None:
        self.turn = seat
        self.phase = ACT
        self.drawn = NONE

    def _expose(self, seat: Seat, tile: Tile, sort: Live) -> None:
        self.live = tile
        self.live_seat = seat
        self.live_sort = sort

    # ------------------------------------------------------------- knowledge

    def surplus(self, act: Discard | Claim | ConcealedKong | AddedKong | SetOut) -> list[Tile]:
        """Return the tiles of an act that cannot all be real, because the game has too few copies.

        Copies seen before are counted together with the copies in the act. The result is empty if
        all tiles of the acting player's hand are known.
        """
        hand = self.hands[act.seat]
        if hand.known:
            return []
        shown = [
            physical(tile)
            for tile in ((act.tile,) if isinstance(act, Discard | AddedKong) else act.tiles)
        ]
        new = {face: shown.count(face) - hand.count_known(face) for face in shown if face < HELD}
        return [
            face
            for face, number in new.items()
            if 0 < number > self.copies[face] - self.identified[face]
        ]

    def surplus_of(self, tiles: Sequence[Tile]) -> tuple[Tile, ...]:
        """Return the faces that occur more often in `tiles` than the game has copies of them."""
        counts = Counter(map(physical, tiles))
        return tuple(
            sorted(
                face
                for face, number in counts.items()
                if face < HELD and number > self.copies[face]
            )
        )

    def surplus_of_walls(self, wall: Wall) -> tuple[Tile, ...]:
        """Return the tiles of a recorded wall that occur more often than the game has copies.

        If each player has a wall, the recorded walls of the players before its player are counted,
        too.
        """
        walls = [wall]
        if wall.seat != NOBODY and self.head is not None:
            walls += [each for each in self.head.contents(Wall) if NOBODY < each.seat < wall.seat]
        too_many = self.surplus_of([tile for each in walls for tile in each.tiles])
        return tuple(face for face in too_many if face in map(physical, wall.tiles))

    def throws_the_drawn(self, act: Discard) -> bool | None:
        """Return whether a discard is the tile just drawn; None if unknown tiles leave this open.

        A record may say that the discard came from the hand (``9m-9m``). If the hand has no second
        tile like it, it is the drawn tile nevertheless.
        """
        tile, drawn = act.tile, self.drawn
        if act.manner == MANNER_DRAWN:
            return True
        if act.manner != MANNER_FROM_HAND:
            if max(tile, drawn) >= HELD:
                return None
            return tile == drawn
        if act.pillar or tile != drawn or tile >= HELD:
            return False
        hand = self.hand
        if hand.count[tile] > 1:
            return None if hand.blended else False
        return None if hand.unknown else True

    def tiles_held_at(self, seat: Seat, step: int) -> tuple[Tile, ...] | None:
        """Return the concealed tiles that a seat has after the act at index `step`, as a tuple.

        The tiles are computed backwards from a hand that is shown later in the deal. Return None if
        no shown hand reveals them.
        """
        return next((tiles for who, tiles in self.learned.get(step, ()) if who == seat), None)

    # ------------------------------------------------------------- the past

    def acts_since(self, step: int) -> Iterator[Act]:
        """Return an iterator over the acts that came after the act at index `step` of `past`."""
        return iter(self.past[step + 1 :])

    def seats_where(self, test: Callable[[Hand], object]) -> list[Seat]:
        """Return the seats for whose hand the function `test` returns a true value."""
        return [seat for seat, hand in enumerate(self.hands) if test(hand)]

    def ready_seats(self) -> list[Seat]:
        """Return the seats whose players have declared ready."""
        return [seat for seat, hand in enumerate(self.hands) if hand.ready_step != NONE]

    @property
    def latest(self) -> Act | None:
        """Latest act on the table; None before the first act."""
        return self.past[-1] if self.past else None

    @property
    def all_known(self) -> bool:
        """Whether every concealed tile of every hand is known."""
        return all(hand.known for hand in self.hands)

    @property
    def next_draw_index(self) -> int:
        """Index in the recorded wall of the next tile that a player draws."""
        return len(self.wall) - self.undrawn - self.replaced

    @property
    def next_replacement_index(self) -> int:
        """Index in the recorded wall of the next replacement tile, which is drawn from the end."""
        return len(self.wall) - 1 - self.replaced

    @property
    def just_won(self) -> list[Seat]:
        """Seats of the players whose wins are the last acts so far, the latest first, as a list.

        The list is empty if the latest act is no win.
        """
        seats: list[Seat] = []
        for act in reversed(self.past):
            if not isinstance(act, Win):
                break
            seats.append(act.seat)
        return seats

    @property
    def ends_with_wins(self) -> bool:
        """Whether no other act comes after a win of the deal. True if nobody has won."""
        return {type(act) for act in self.past[len(self.past) - len(self.winners) :]} <= {Win}

    def lies_for(self, seat: Seat) -> bool:
        """Return whether another player's tile is on the table for `seat` to claim or to win on."""
        return self.live != NONE and self.live_seat != seat

    def is_to_act(self, seat: Seat) -> bool:
        """Return whether the player has taken a tile and now must discard or declare something."""
        return self.phase == ACT and self.turn == seat

    def distance(self, seat: Seat, other: Seat) -> int:
        """Return how many turns `seat` sits after `other` in turn order; 0 for the same seat."""
        return self.order.distance(seat, other)


CORRECTED: Final[Mapping[str, type | tuple[type, ...]]] = {
    "claim-cancelled": Claim,
    "discard-changed": Discard,
    "false-win": Win,
    "replacement-returned": Replace,
    "wrong-draw": (Draw, Replace),
}
"""Class of the acts that each of these irregularities takes back."""
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
    Table.skip_draw,
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
"""How each kind of act is carried out, by its number."""
