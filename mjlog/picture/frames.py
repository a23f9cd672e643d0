"""Makes a frame after each step of a deal: where every tile is, and a sentence about the step.

A frame also has the step's marker on a timeline. Frames use no rule: they follow the acts that the
replay carries out. Each physical tile has a number and is in exactly one place. An unknown tile of
a hand is a tile like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any, Final, Literal

from mjlog.model.go_arounds import go_arounds
from mjlog.model.messages import Message, Tiles
from mjlog.model.record import (
    MANNER_DRAWN,
    MANNER_FROM_HAND,
    RESYNC,
    UNREADABLE,
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
    Win,
    seat_name,
)
from mjlog.model.table import HELD, NONE, OVER, Hand, Table, physical
from mjlog.model.tiles import JOKER, KIND, ORDER, PILLAR, UNKNOWN, Tile, from_pillars, plain, text
from mjlog.picture.irregular_words import name_irregularity
from mjlog.referee import sheet_table
from mjlog.referee.replay import replay
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.sheet_table import TableTile

Origin = Literal["", "hand", "drawn"]
Zone = Literal["hand", "pillars", "river", "meld", "bonus", "indicator"]
DEALT: Final = Message("The hands are dealt.")
UNPLAYED: Final = Message("The turns are not recorded.")
LAID_OPEN: Final = Message("The turns are not recorded. These tiles were shown at the end.")


@dataclass(frozen=True, slots=True)
class Piece:
    """One physical tile; `number` never changes, and `group` is the number of its meld or 0.

    `sideways` is True for a claimed tile and for a discard with which its player declared ready.
    `source` is the seat that discarded a claimed tile. `added` is True for the fourth tile that
    made a pung a kong.
    """

    number: int
    face: Tile
    seat: Seat
    zone: Zone
    group: int = 0
    up: bool = False
    sideways: bool = False
    claimed: bool = False
    source: Seat = NONE
    added: bool = False

    @property
    def is_held(self) -> bool:
        """True if the tile is in a player's hand or pillars (tiles set apart from the hand)."""
        return self.zone in {"hand", "pillars"}

    @property
    def is_known(self) -> bool:
        """True if the exact face of the tile is known; False if at most its suit is known."""
        return self.face < HELD


@dataclass(frozen=True, slots=True)
class Frame:
    """The table after one step of a deal.

    `moved` has the numbers of the tiles that this step moved, uncovered or won on; `drawn` is the
    number of the tile that the player to act has just drawn. `undrawn` is the number of tiles left
    in the wall, and `live` the number of these that can be drawn from its front; both are None if
    the record does not say. `thrown` has every discard in order: its seat and the number of its
    tile, even if the tile was claimed since. `origin` says whether the discard of this step was in
    the hand or was just drawn, or is empty if this is unknown. `voids` has each seat's void suit,
    `NONE` for none; it is empty in games without void suits.
    """

    step: int
    turn: int
    go_around: int
    seat: Seat
    sentence: Message
    marker: str
    pieces: tuple[Piece, ...]
    moved: tuple[int, ...]
    to_act: Seat
    undrawn: int | None
    ready: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    drawn: int = NONE
    live: int | None = None
    thrown: tuple[tuple[Seat, int], ...] = ()
    origin: Origin = ""
    voids: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The sentence that describes the step, in English, with tiles in notation such as `5m`."""
        return str(self.sentence)

    def zone(self, seat: Seat, zone: Zone) -> tuple[Piece, ...]:
        """Return the tiles of a player in one place: `hand`, `pillars`, `bonus`, `river` or `meld`.

        Tiles in the hand, the pillars and the bonus tiles are sorted by kind; tiles in other places
        are in the order in which they were laid.
        """
        pieces = [piece for piece in self.pieces if piece.seat == seat and piece.zone == zone]
        if zone in {"hand", "pillars", "bonus"}:
            pieces.sort(key=lambda piece: (ORDER[piece.face], piece.number))
        return tuple(pieces)

    def melds(self, seat: Seat) -> tuple[tuple[Piece, ...], ...]:
        """Return the tiles of each of a seat's melds, in the order in which they were declared."""
        melds: dict[int, list[Piece]] = {}
        for piece in self.zone(seat, "meld"):
            melds.setdefault(piece.group, []).append(piece)
        return tuple(tuple(meld) for meld in melds.values())


def frames(deal: Deal, rules: RuleSet, seats: int) -> list[Frame]:
    """Replay a deal and return its frames: the dealt hands, then the table after each act.

    A deal without recorded turns has one frame, with the hands shown at the end of the deal.
    """
    film = Film(deal, rules, seats)
    replay(deal, rules, seats=seats, watch=film.watch)
    return film.frames


def passed(steps: Iterable[Frame]) -> frozenset[int]:
    """Return the numbers of the tiles that were discarded right after they were drawn."""
    drawn = [frame.moved for frame in steps if frame.origin == "drawn"]
    return frozenset(number for moved in drawn for number in moved)


class Film:
    """Collects the frames of a deal while the deal is replayed."""

    def __init__(self, deal: Deal, rules: RuleSet, seats: int) -> None:
        presentation = rules.names.presentation
        self._scene = _Scene(kong_down=presentation.kong_down, ready=presentation.ready)
        self._deal, self._rules, self._seats = deal, rules, seats
        self._arounds = go_arounds(deal, seats)
        self._found: list[Frame] = []

    def watch(self, table: Table, turn: int, act: Act | None) -> None:
        """Add a frame for the table as it is now; `replay` calls this after each step.

        `act` is the act of this step, or None at the first step, when the hands are dealt; `turn`
        is the index of its turn.
        """
        scene = self._scene
        if act is None:
            words, marker = DEALT, ""
            moved: tuple[int, ...] = ()
            scene.deal(table)
            scene.agree(table)
        else:
            words, marker = sentence(act, table, scene), marker_of(act)
            moved = scene.step(act, table)
        live = max(0, self._rules.play.spec.live(table)) if table.whole else None
        self._found.append(
            Frame(
                step=len(self._found),
                turn=turn,
                go_around=self._arounds[turn] if turn >= 0 else 0,
                seat=NONE if act is None else act.seat,
                sentence=words,
                marker=marker,
                moved=moved,
                live=live,
                **_seen_of(scene, table),
            )
        )

    def go_on(self, deal: Deal) -> None:
        """Continue with `deal`, a longer version of the same deal.

        This method is used while the deal is still being played.
        """
        self._deal = deal
        self._arounds = go_arounds(deal, self._seats)

    @property
    def made(self) -> list[Frame]:
        """The list to which `watch` adds a frame at each step; the caller sees it grow.

        For a deal without recorded turns it has the dealt hands, whereas `frames` has the shown
        hands.
        """
        return self._found

    @property
    def frames(self) -> list[Frame]:
        """The frames of all steps.

        A deal without recorded turns has only one frame, with the hands shown at the end.
        """
        if not sheet_table.has_lines_only(self._deal):
            return self._found
        return [_shown_at_end(self._found[0], self._deal, self._scene, self._seats)]


def _shown_at_end(dealt: Frame, deal: Deal, scene: _Scene, seats: int) -> Frame:
    """Return the only frame of a deal without recorded turns: the hands laid open at the end.

    All other tiles are unknown. `dealt` is the frame of the dealt hands, on which the new frame is
    based.
    """
    won = scene.lay_open(sheet_table.tiles_on_table(deal, seats, scene.kong_down))
    return replace(
        dealt,
        sentence=LAID_OPEN
        if any(piece.up for piece in scene.pieces.values() if piece.zone != "indicator")
        else UNPLAYED,
        pieces=tuple(scene.pieces.values()),
        moved=won,
        to_act=NONE,
        undrawn=None,
        live=None,
        ready=sheet_table.ready(deal, seats),
        winners=sheet_table.winners(deal, seats),
        drawn=won[0] if won else NONE,
    )


def _seen_of(scene: _Scene, table: Table) -> dict[str, Any]:
    """Return the arguments for a new `Frame` that describe the tiles and whose turn it is.

    `scene` has the tiles, and `table` the state of the deal, such as ready players and winners.
    """
    voids = tuple(hand.void for hand in table.hands)
    is_won = bool(table.winners) and not (table.plays_on and table.phase != OVER)
    return {
        "pieces": tuple(scene.pieces.values()),
        "to_act": NONE if is_won else table.turn,
        "undrawn": table.undrawn if table.whole else None,
        "ready": tuple(table.seats_where(attrgetter("ready"))),
        "winners": tuple(table.winners),
        "voids": voids if max(voids, default=NONE) != NONE else (),
        "drawn": scene.drawn,
        "thrown": tuple(scene.thrown),
        "origin": scene.origin,
    }


# --------------------------------------------------------------------------- moving tiles


@dataclass(slots=True)
class _Scene:
    """The tiles of a deal as physical objects at one step, each in one place.

    `pieces` has them by number; the tile that moved last is at the end. `made` is the number of
    tiles added so far. `amiss` has, for each seat, the correction of the hand's size that was made
    so far, as in `Hand.amiss`.
    """

    pieces: dict[int, Piece] = field(default_factory=dict)
    made: int = 0
    amiss: list[int] = field(default_factory=list)
    groups: int = 0
    live: int = NONE
    drawn: int = NONE
    kong_down: tuple[int, ...] = ()
    ready: str = ""
    thrown: list[tuple[Seat, int]] = field(default_factory=list)
    origin: Origin = ""
    agreed: dict[Seat, tuple[object, ...]] = field(default_factory=dict)

    def add(self, face: Tile, seat: Seat, zone: Zone, *, up: bool = False) -> int:
        """Add a new tile to the scene, and return its number.

        `zone` is its place, such as `hand`; `up` says whether it lies face up.
        """
        number = self.made
        self.made += 1
        self.pieces[number] = Piece(number, face, seat, zone, up=up)
        return number

    def put(self, number: int, **changes: Any) -> None:
        """Change fields of the tile `number`, and move it to the end of `pieces`: it moved last."""
        piece = replace(self.pieces.pop(number), **changes)
        self.pieces[number] = piece

    def deal(self, table: Table) -> None:
        """Add tiles for the open indicators and for all dealt hands."""
        self.amiss = [hand.amiss for hand in table.hands]
        for tile in table.indicators:
            self.add(tile, NONE, "indicator", up=True)
        for seat, hand in enumerate(table.hands):
            for zone, face in _places(hand):
                self.add(face, seat, zone)

    def lay_open(self, tiles: Iterable[TableTile]) -> tuple[int, ...]:
        """Lay out the hands shown at the end of a deal without recorded turns.

        The tiles in `tiles` replace the dealt tiles of their players; hands without any known tile
        are removed. All tiles get new numbers. Return the numbers of the winning tiles.
        """
        laid = list(tiles)
        left = {piece.seat for piece in self.pieces.values() if piece.face != UNKNOWN}
        left -= {each.seat for each in laid if each.zone != "bonus"}
        kept = [p for p in self.pieces.values() if p.zone == "indicator" or p.seat in left]
        self.pieces = {number: replace(piece, number=number) for number, piece in enumerate(kept)}
        self.made = len(kept)
        winning = []
        for tile in laid:
            number = self.add(tile.face, tile.seat, tile.zone, up=tile.up)
            self.put(number, group=tile.group)
            if tile.won:
                winning.append(number)
        return tuple(winning)

    def complete(self, table: Table) -> None:
        """Add unknown tiles to hands that turn out to have more tiles than recorded.

        A later act shows this if it uses a tile that the hand does not have. `table` has the
        correction of each hand's size in `Hand.amiss`.
        """
        for seat, hand in enumerate(table.hands):
            for _ in range(self.amiss[seat] - hand.amiss):
                self.add(UNKNOWN, seat, "hand")
            self.amiss[seat] = min(self.amiss[seat], hand.amiss)

    def withdraw(self, table: Table) -> None:
        """Remove tiles from hands that turn out to have fewer tiles than recorded.

        Unknown tiles are removed first, the tile just drawn last.
        """
        for seat, hand in enumerate(table.hands):
            surplus = hand.amiss - self.amiss[seat]
            self.amiss[seat] = hand.amiss
            if surplus:
                for piece in sorted(self.held(seat), key=self._is_last_to_leave)[:surplus]:
                    del self.pieces[piece.number]

    def _is_last_to_leave(self, piece: Piece) -> tuple[bool, bool, bool]:
        """Return a key for sorting tiles: hand, then pillars, and last the tile just drawn.

        Within the hand and within the pillars, unknown tiles come first. This method is used by
        `withdraw`, which removes the first tiles of this order.
        """
        return piece.number == self.drawn, piece.zone == "pillars", piece.face < HELD

    def step(self, act: Act, table: Table) -> tuple[int, ...]:
        """Carry out one act on the tiles; return the numbers of the tiles that have changed.

        A tile changes if it moves or its face becomes known. For a win, the winning tile is
        included. `table` is the table after the act.
        """
        before = dict(self.pieces)
        self.complete(table)
        self.follow(act, table)
        self.withdraw(table)
        self.agree(table, NONE if isinstance(act, Exchange | Irregularity) else act.seat)
        moved = tuple(
            number
            for number, piece in self.pieces.items()
            # Most are the same objects, and comparing identity is faster than comparing values.
            if (old := before.get(number)) is not piece and old != piece
        )
        if isinstance(act, Win):
            return (*moved, *self.won_on(act))
        return moved

    def follow(self, act: Act, table: Table) -> None:
        """Move the tiles of one act, and update the tile just drawn and the origin of a discard.

        `table` is the table after the act.
        """
        self.origin = self._origin(act) if isinstance(act, Discard) else ""
        before = self.drawn
        if not isinstance(act, Ready | Reveal | Win):
            self.drawn = NONE
        if isinstance(act, Irregularity):
            self._go_astray(act, table, before)
        else:
            self._move(act, table)

    def _move(self, act: Act, table: Table) -> None:
        match act:
            case Draw() | Replace():
                self.drawn = self.add(act.tile, act.seat, "hand")
            case Discard():
                number = self.take(act.seat, act.tile, pillar=act.pillar or act.face_down)
                self.put(number, zone="river", up=not act.face_down, sideways=act.ready)
                self.thrown.append((act.seat, number))
                self.live = number
            case Claim():
                self._claim(act)
            case ConcealedKong():
                self._lay(act.seat, self.take_all(act.seat, act.tiles))
                self.live = NONE
            case AddedKong():
                self._added(act, table)
            case SetOut():
                for tile in act.tiles:
                    self.put(self.take(act.seat, tile), zone="bonus", up=True)
            case Reveal():
                self.add(act.tile, NONE, "indicator", up=True)
            case Exchange():
                self._exchange(act, table)

    def _go_astray(self, act: Irregularity, table: Table, drawn: int) -> None:
        if act.name in {RESYNC, UNREADABLE}:
            self._lose_sight(act.seat, table)
        else:
            for undone in table.taken_back:
                self._take_back(undone, drawn)

    def _origin(self, act: Discard) -> Origin:
        """Return where a discarded tile came from: `drawn` (the tile just drawn), `hand`, or "".

        "" means that this is unknown. The method must be called before the tile moves.
        """
        if act.manner == MANNER_DRAWN:
            return "drawn"
        if act.pillar or self.drawn == NONE:
            return "hand"
        face, drawn = physical(act.tile), self.pieces[self.drawn]
        others = [piece for piece in self.held(act.seat) if piece is not drawn]
        if act.manner == MANNER_FROM_HAND:
            return _origin_from_hand(face, drawn, others)
        return _inferred_origin(face, drawn, others)

    def won_on(self, act: Win) -> tuple[int, ...]:
        """Return a tuple with the number of the winning tile; empty if the tile is unknown."""
        number = self.drawn if act.own_draw else self.live
        return () if number == NONE else (number,)

    def take_all(self, seat: Seat, tiles: tuple[Tile, ...]) -> list[int]:
        """Choose a different tile of the hand for each tile of an act, and return their numbers.

        The tiles stay in the hand, but get the faces that the act shows.
        """
        taken: list[int] = []
        for tile in tiles:
            taken.append(self.take(seat, tile, taken=taken))
        return taken

    def take(
        self, seat: Seat, tile: Tile, *, pillar: bool = False, taken: Container[int] = ()
    ) -> int:
        """Choose the tile of a hand that an act uses, set its face, and return its number.

        A tile with the same face is preferred, then an unknown tile, then any tile. Tiles in
        `taken` are not chosen, because the same act uses them already. If `pillar` is True, a tile
        set apart (pillar) is preferred. If no tile is left, a new tile is added to the hand.
        """
        face, held = plain(tile), physical(tile)
        mine = [p for p in self.held(seat) if p.number not in taken]
        if not mine:
            return self.add(face, seat, "hand")
        first = "pillars" if pillar or from_pillars(tile) else "hand"
        chosen = min(mine, key=lambda p: (p.face != held, p.is_known, p.zone != first, -p.number))
        if chosen.face != face:
            self.put(chosen.number, face=face)
        return chosen.number

    def _lay(self, seat: Seat, numbers: list[int], *, up: bool = False) -> None:
        """Move the tiles `numbers` into a new meld of the player `seat`.

        If `up` is False, the meld is a concealed kong, and the rules say which of its tiles lie
        face down.
        """
        self.groups += 1
        for place, number in enumerate(numbers):
            self.put(
                number,
                seat=seat,
                zone="meld",
                group=self.groups,
                up=up or place not in self.kong_down,
            )

    def _claim(self, act: Claim) -> None:
        own = self.take_all(act.seat, act.tiles)
        taken = [self.live] if self.live != NONE else [self.add(UNKNOWN, act.seat, "hand")]
        source = NONE if self.live == NONE else self.pieces[self.live].seat
        self._lay(act.seat, [*own, *taken], up=True)
        self.put(taken[0], sideways=True, claimed=True, source=source)
        self.live = NONE

    def _exchange(self, act: Exchange, table: Table) -> None:
        """Move exchanged tiles between hands; all leave their hands before any of them arrives."""
        if any(table.hands[seat].contradicted for seat in act.parties):
            return  # nobody knows what was exchanged; everybody has as many tiles as before
        given: dict[int, Seat] = {}
        for giver, receiver, tiles in act.passes:
            for tile in tiles:
                number = self.take(giver, tile, taken=given)
                given[number] = receiver
        for number, receiver in given.items():
            self.put(number, seat=receiver, zone="hand", up=False)

    def _added(self, act: AddedKong, table: Table) -> None:
        """Move a tile of the hand to the pung that it makes a kong."""
        number = self.take(act.seat, act.tile)
        group = self._pung(act.seat, KIND[self.pieces[number].face])
        if not group:
            self._lay_older_pung(act.seat, number, table)
            group = self.groups
        self.put(number, zone="meld", group=group, up=True, added=True)

    def _pung(self, seat: Seat, kind: Tile) -> int:
        """Return the number of the player's first pung of the tile `kind`; 0 if there is none.

        One of the three tiles may be a joker.
        """
        groups: dict[int, list[int]] = {}
        for piece in self.pieces.values():
            if piece.seat == seat and piece.zone == "meld":
                groups.setdefault(piece.group, []).append(KIND[piece.face])
        pungs = (
            group for group, kinds in groups.items() if len(kinds) == 3 and kinds.count(kind) > 1
        )
        return next(pungs, 0)

    def _lay_older_pung(self, seat: Seat, added: int, table: Table) -> None:
        """Use unknown tiles of the hand to lay down a pung made before the record begins.

        `added` is the number of the tile that now makes the pung a kong. If the record has the
        whole deal, the record is wrong and an empty meld is added.
        """
        unknown: list[int] = []
        if not table.whole:
            unknown = [piece.number for piece in self.held(seat) if not piece.is_known]
        if added in unknown:
            unknown.remove(added)
        self._lay(seat, unknown[:3], up=True)

    def _lose_sight(self, seat: Seat, table: Table) -> None:
        """Discard an unknown tile of the hand, because the record of this turn cannot be read.

        If the hand has no tile to discard, an unknown draw is added first.
        """
        if len(self.held(seat)) + 3 * len(table.hands[seat].melds) <= table.resting:
            self.add(UNKNOWN, seat, "hand")
        self.live = self.take(seat, UNKNOWN)
        self.put(self.live, zone="river")
        self.thrown.append((seat, self.live))

    def _take_back(self, act: Act, drawn: int) -> None:
        """Undo an act that players took back: move its tiles to where they were before.

        Only discards, draws, replacement draws and claims are undone. `drawn` is the number of the
        tile just drawn, or `NONE`.
        """
        match act:
            case Discard():
                _, number = self.thrown.pop()
                self.put(number, zone="hand", up=False, sideways=False)
                self.live = NONE
            case Draw() | Replace() if drawn != NONE:
                del self.pieces[drawn]
            case Claim():
                self._unclaim()

    def _unclaim(self) -> None:
        """Undo the latest meld: the claimed tile returns to its river, other tiles to the hand."""
        melds = (piece for piece in self.pieces.values() if piece.zone == "meld")
        for piece in [piece for piece in melds if piece.group == self.groups]:
            back = {"zone": "hand", "group": 0, "up": False, "sideways": False}
            if piece.claimed:
                self.live = piece.number
                back |= {"seat": piece.source, "zone": "river", "up": True}
                back |= {"claimed": False, "source": NONE}
            self.put(piece.number, **back)
        self.groups -= 1

    def held(self, seat: Seat) -> list[Piece]:
        """Return the tiles of a seat's hand, including its pillars (four tiles set apart)."""
        return [p for p in self.pieces.values() if p.seat == seat and p.is_held]

    def agree(self, table: Table, mover: Seat = NONE) -> None:
        """Set the faces of the tiles in all hands to what the table now knows about the hands.

        The table learns from later acts, for example which tile was drawn. Hands about which it
        knows nothing new are skipped, except the hand of `mover`, the player who acted. If `mover`
        is `NONE`, no hand is skipped.
        """
        if mover == NONE:
            self.agreed.clear()
        if table.live == NONE:
            self.live = NONE
        for seat, hand in enumerate(table.hands):
            # All that the table knows about the hand; without news, no tile has to change.
            pillars = hand.pillar_count and tuple(hand.pillar_count)
            unknown = (hand.unknown, hand.pillars_unknown, hand.contradicted)
            state = (tuple(hand.count), pillars, unknown)
            if seat != mover and self.agreed.get(seat) == state:
                continue
            self.agreed[seat] = state
            places = sorted(_places(hand), key=lambda place: place[0] != "pillars")
            mine = self.held(seat)
            spare = len(places) - len(mine)
            if hand.contradicted and 0 < spare <= hand.unknown:
                del places[-spare:]  # the tiles of a meld may be in the hand as well
            if len(mine) == len(places):
                self._settle(mine, places)

    def _settle(self, pieces: list[Piece], places: list[tuple[Zone, Tile]]) -> None:
        """Give each tile of a hand a zone (hand or pillars) and a face.

        `places` are the pairs of zone and face that the hand should have, one for each of `pieces`.
        A tile keeps its pair if it is among `places`; the other tiles get the most similar of the
        remaining pairs.
        """
        loose: list[Piece] = []
        for piece in pieces:
            if (piece.zone, piece.face) in places:
                places.remove((piece.zone, piece.face))
            else:
                loose.append(piece)
        for piece in loose:
            zone, face = min(
                places, key=lambda place: (place[1] != piece.face, place[0] != piece.zone)
            )
            places.remove((zone, face))
            self.pieces[piece.number] = replace(piece, zone=zone, face=face)


def _origin_from_hand(face: Tile, drawn: Piece, others: Sequence[Piece]) -> Origin:
    """Return where a discard came from if the record says that it came from the hand.

    The record may be wrong: if only the tile just drawn has the face of the discard, return
    ``drawn``, or "" if the hand also has unknown tiles. Otherwise return ``hand``. `face` is the
    face of the discard, `drawn` the tile just drawn, and `others` the rest of the hand.
    """
    hand = {piece.face for piece in others if piece.zone == "hand"}
    is_another = face != drawn.face or face in hand
    if is_another or face >= HELD:
        return "hand"
    # If all tiles of the hand are known, only the tile just drawn can be this discard.
    return "drawn" if max(hand, default=0) < HELD else ""


def _inferred_origin(face: Tile, drawn: Piece, others: Sequence[Piece]) -> Origin:
    """Return where a discard came from if the record does not say: ``drawn``, ``hand`` or "".

    "" means that both are possible. `face` is the discarded tile, and `others` are the tiles of the
    hand except `drawn`, the tile just drawn.
    """
    if face >= HELD:
        return "" if others else "drawn"
    if drawn.is_known and face != drawn.face:
        return "hand"
    held = {piece.face for piece in others}
    could_be_held = face in held or max(held, default=0) >= HELD
    return "" if could_be_held else "drawn"


def _places(hand: Hand) -> list[tuple[Zone, Tile]]:
    """Return a pair of zone (`hand` or `pillars`) and face for each tile of a hand.

    Known tiles come first.
    """
    visible: list[tuple[Zone, Tile]] = [
        ("pillars" if from_pillars(tile) else "hand", plain(tile)) for tile in hand.tiles()
    ]
    unknown: list[tuple[Zone, Tile]] = [("hand", UNKNOWN)] * hand.unknown
    pillars: list[tuple[Zone, Tile]] = [("pillars", UNKNOWN)] * hand.pillars_unknown
    return [*visible, *unknown, *pillars]


# --------------------------------------------------------------------------- words


def marker_of(act: Act) -> str:
    """Return the symbol that marks an act on the timeline of the page, such as ``kong`` or ``win``.

    Acts that are not marked, such as draws and discards, return "".
    """
    if isinstance(act, Claim) and len(act.tiles) > 2:
        return "kong"
    return _MARKER_OF.get(type(act), "")


_MARKER_OF: Final[dict[type[Act], str]] = {
    Claim: "call",
    ConcealedKong: "kong",
    AddedKong: "kong",
    Ready: "ready",
    Win: "win",
    SetOut: "bonus",
    Irregularity: "irregular",
}


def _named(*tiles: Tile, known_to: tuple[Seat, ...] = ()) -> Tiles:
    """Return tiles as a `Tiles` object that can be filled into a sentence.

    `known_to` are the seats that may see the tiles; readers of other seats get a sentence without
    them. The marks of tiles from pillars (tiles set apart) are removed.
    """
    return Tiles(tuple(tile & ~PILLAR for tile in tiles), known_to)


def sentence(act: Act, table: Table, scene: _Scene) -> Message:
    """Return a sentence that describes an act, such as "A discards 5m.", as a `Message`.

    `table` is the table after the act, and `scene` has the tiles before it. For an unknown kind of
    act, return an empty message.
    """
    teller = _SENTENCES.get(type(act))
    if teller is None:
        return Message()
    return teller(act, table, scene)


def _drawn(act: Draw, _table: Table, _scene: _Scene) -> Message:
    return Message("{seat} draws {tile}.", _tile_of(act, known_to=(act.seat,)))


def _replaced(act: Replace, _table: Table, _scene: _Scene) -> Message:
    return Message("{seat} takes {tile} as replacement.", _tile_of(act, known_to=(act.seat,)))


def _discarded(act: Discard, _table: Table, _scene: _Scene) -> Message:
    if act.face_down:
        return Message("{seat} lays {tile} face down.", _tile_of(act, known_to=(act.seat,)))
    return Message("{seat} discards {tile}.", _tile_of(act))


def _added_kong(act: AddedKong, _table: Table, _scene: _Scene) -> Message:
    return Message("{seat} adds {tile} to a pung.", _tile_of(act))


def _tile_of(
    act: Draw | Replace | Discard | AddedKong, known_to: tuple[Seat, ...] = ()
) -> dict[str, Any]:
    return {"seat": seat_name(act.seat), "tile": _named(act.tile, known_to=known_to)}


def _ready(act: Ready, _table: Table, scene: _Scene) -> Message:
    who = {"seat": seat_name(act.seat)}
    if not scene.ready:
        return Message("{seat} declares ready.", who)
    return Message("{seat} declares {ready}.", {**who, "ready": Message(scene.ready)})


def _concealed_kong(act: ConcealedKong, _table: Table, scene: _Scene) -> Message:
    all_down = len(scene.kong_down) == len(act.tiles)
    tile = _named(*act.tiles[:1], known_to=(act.seat,) if all_down else ())
    return Message(
        "{seat} declares a concealed kong of {tile}.", {"seat": seat_name(act.seat), "tile": tile}
    )


def _bonus(act: SetOut, _table: Table, _scene: _Scene) -> Message:
    values = {"seat": seat_name(act.seat), "tiles": _named(*act.tiles)}
    return Message("{seat} sets out {tiles}.", values)


def _revealed(act: Reveal, _table: Table, _scene: _Scene) -> Message:
    return Message("The indicator {tile} is turned up.", {"tile": _named(act.tile)})


def _exchanged(act: Exchange, _table: Table, _scene: _Scene) -> Message:
    passed = tuple(_passed(*one) for one in act.passes)
    return Message("Tiles are exchanged: {passes}.", {"passes": passed})


def _passed(giver: Seat, receiver: Seat, tiles: tuple[Tile, ...]) -> Message:
    return Message(
        "{tiles} from {giver} to {receiver}",
        {
            "tiles": _named(*tiles, known_to=(giver, receiver)),
            "giver": seat_name(giver),
            "receiver": seat_name(receiver),
        },
    )


def _claimed(act: Claim, _table: Table, scene: _Scene) -> Message:
    """Return the sentence about a claim of a discard.

    It says pung, chow or kong if the tiles show which meld it is.
    """
    live = UNKNOWN if scene.live == NONE else scene.pieces[scene.live].face
    pillars = sum(tile & PILLAR != 0 for tile in act.tiles)
    marked: Message | str = ""
    if pillars:
        marked = Message(", {pillars} of them from the pillars", {"pillars": pillars})
    values = {
        "seat": seat_name(act.seat),
        "tile": _named(live),
        "tiles": _named(*act.tiles),
        "more": marked,
    }
    return Message(_call(act.tiles).message, values)


def _call(tiles: tuple[Tile, ...]) -> Message:
    faces = [plain(tile) for tile in tiles]
    kinds = {KIND[physical(face)] for face in faces}
    if len(tiles) > 2:
        return Message("{seat} claims {tile} for a kong with {tiles}{more}.")
    if len(tiles) < 2 or max(faces) >= JOKER:
        return Message("{seat} claims {tile} with {tiles}{more}.")
    if len(kinds) == 1:
        return Message("{seat} claims {tile} for a pung with {tiles}{more}.")
    return Message("{seat} claims {tile} for a chow with {tiles}{more}.")


def _won(act: Win, table: Table, _scene: _Scene) -> Message:
    tile = table.drawn if act.own_draw else table.live
    values = {"seat": seat_name(act.seat), "tile": _named(UNKNOWN if tile == NONE else tile)}
    if act.own_draw:
        return Message("{seat} wins on {tile} by self-draw.", values)
    return Message("{seat} wins on {tile}.", values)


def _irregular(act: Irregularity, _table: Table, _scene: _Scene) -> Message:
    """Return the sentence about an irregularity, such as a wrong draw.

    If the irregularity has no known name, the sentence has the word of the record.
    """
    values = {"seat": seat_name(act.seat), "what": name_irregularity(act.name)}
    if not act.argument:
        return Message("{seat}: {what}.", values)
    is_word = act.name != UNREADABLE  # text that cannot be read stays as it was written
    more = name_irregularity(act.argument) if is_word else act.argument
    return Message("{seat}: {what} ({more}).", {**values, "more": more})


_SENTENCES: Final[dict[type[Act], Callable[[Any, Table, _Scene], Message]]] = {
    Draw: _drawn,
    Replace: _replaced,
    Discard: _discarded,
    Ready: _ready,
    Claim: _claimed,
    ConcealedKong: _concealed_kong,
    AddedKong: _added_kong,
    SetOut: _bonus,
    Reveal: _revealed,
    Win: _won,
    Exchange: _exchanged,
    Irregularity: _irregular,
}
"""Functions that make the sentence about an act, by its class."""


def document(deal_frames: list[Frame], rules: RuleSet) -> dict[str, Any]:
    """Return all frames of a deal as one JSON object, from which a page can draw the table.

    The object also says how these rules lay out the table. `schemas/frames.schema.json` describes
    it.
    """
    return {
        "v": 1,
        "presentation": rules.names.presentation.to_object(),
        "frames": list(frame_objects(deal_frames)),
    }


def frame_objects(deal_frames: list[Frame]) -> Iterator[dict[str, Any]]:
    """Yield each frame of a deal as a JSON object, as `schemas/frames.schema.json` describes it.

    The first object has all tiles, each later object only the tiles that changed. Its member
    ``gone`` has the numbers of tiles that are no longer on the table.
    """
    lying: set[int] = set()
    for frame in deal_frames:
        numbers = {piece.number for piece in frame.pieces}
        moved = numbers if frame.step == 0 else set(frame.moved)
        gone, lying = sorted(lying - numbers), numbers
        yield {
            "step": frame.step,
            "turn": frame.go_around,
            "seat": _letter(frame.seat),
            "text": frame.text,
            "marker": frame.marker or None,
            "pieces": [_piece(piece) for piece in frame.pieces if piece.number in moved],
            "to_act": _letter(frame.to_act),
            "undrawn": frame.undrawn,
            "live": frame.live,
            "drawn": frame.drawn if frame.drawn != NONE else None,
            "ready": [seat_name(each) for each in frame.ready],
            "winners": [seat_name(winner) for winner in frame.winners],
            **({"gone": gone} if gone else {}),
        }


def _letter(seat: Seat) -> str | None:
    """Return the letter of a seat; None for a negative number, which means no seat."""
    return seat_name(seat) if seat >= 0 else None


def _piece(piece: Piece) -> dict[str, Any]:
    return {
        "id": piece.number,
        "tile": text([piece.face]),
        "seat": _letter(piece.seat),
        "zone": piece.zone,
        "group": piece.group,
        "up": piece.up,
        "sideways": piece.sideways,
        "source": _letter(piece.source),
        "added": piece.added,
    }
