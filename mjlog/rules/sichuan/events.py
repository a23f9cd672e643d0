"""Sichuan: the events of a deal that payments depend on: kongs, wins, and who is still in play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Final, Literal, NamedTuple

from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.near_words import near_words
from mjlog.model.record import (
    ADDED_KONG,
    DISCARD,
    REPLACE,
    WIN,
    AddedKong,
    Claim,
    ConcealedKong,
    Deal,
    Discard,
    Draw,
    Items,
    Replace,
    Ruling,
    Seat,
    Tenpai,
    Win,
    WinLine,
    is_kong,
)
from mjlog.model.settlement import Item
from mjlog.model.table import NONE, Table
from mjlog.model.tiles import EAST, KIND, Tile, is_known
from mjlog.rules.sichuan.play import has_thrown_another, is_void

KONG: Final = "kong"
"""Cause of payments for kongs, and keyword of the line that names kongs."""
KongSort = Literal["concealed", "exposed", "added", "late"]
KONGS: Final[tuple[KongSort, ...]] = ("concealed", "exposed", "added", "late")


class Kong(NamedTuple):
    """A kong that was not robbed: its player, its sort, and the other players then still in play.

    `feeder` is the seat that discarded the tile of a claimed kong, `NONE` if there is none or it is
    unknown. `wins` is the number of wins before the kong. `may_be_late`: it is unknown whether the
    added tile was the tile just drawn.
    """

    seat: Seat
    sort: KongSort
    others: tuple[Seat, ...]
    feeder: Seat = NONE
    wins: int = 0
    may_be_late: bool = False


class Exit(NamedTuple):
    """A declared win: the winner, the other players still in play, the number of kongs before.

    If a player made a kong and right after it discarded the winning tile or added it to another
    pung, `shot` is the index of that kong, otherwise `NONE`. `is_robbed_again`: the tile was added
    to another pung. If the winner won on the replacement for a claimed kong, `feeder` is the seat
    that discarded the kong's tile.
    """

    seat: Seat
    others: tuple[Seat, ...]
    kongs: int
    shot: int = NONE
    is_robbed_again: bool = False
    feeder: Seat = NONE


@dataclass(frozen=True, slots=True)
class Events:
    """The events of a deal, such as kongs and wins, that payments in Sichuan depend on.

    `order_known`: the record has all turns, so the order of wins and kongs is known. `voids` is the
    void suit (the suit given up) of each player, by seat. `broke` says by seat whether the player
    discarded another suit while holding void tiles, `threw_void_alone` whether the player discarded
    only void tiles; both are None if unknown. `not_ready` are seats that a `tenpai` line leaves
    out. `is_open`: the record has turns, but not all. `visible` is the number of open tiles by
    kind. `paid` maps a seat to what each other seat paid for that seat's kongs, if only payments
    mention these kongs.
    """

    kongs: tuple[Kong, ...] = ()
    exits: tuple[Exit, ...] = ()
    order_known: bool = True
    voids: tuple[int, ...] = ()
    broke: tuple[bool | None, ...] = ()
    threw_void_alone: tuple[bool | None, ...] = ()
    not_ready: frozenset[Seat] = frozenset()
    is_open: bool = False
    rulings: tuple[Ruling, ...] = ()
    visible: tuple[int, ...] = ()
    paid: Mapping[Seat, Mapping[Seat, int | None]] = field(default_factory=dict)

    def exit_of(self, seat: Seat) -> Exit | None:
        """Return the win with which a player left the deal, or None if the player did not win."""
        return next((each for each in self.exits if each.seat == seat), None)

    def is_ready(self, seat: Seat) -> bool | None:
        """Return whether the ``tenpai`` line of the record names the player as ready.

        Return None if there is no such line or if the line names all players.
        """
        return seat not in self.not_ready if self.not_ready else None

    def ruled(self, name: str) -> frozenset[Seat]:
        """Return the seats that the deal's rulings called `name` are about.

        A ruling is a decision of the referee that the record states.
        """
        return frozenset([ruling.seat for ruling in self.rulings if ruling.name == name])


def collect_events(deal: Deal, table: Table) -> Events:
    """Collect the events of a deal: kongs, wins, void suits and rulings.

    A void suit is a suit that a player gave up, a ruling is a decision of the referee. Kongs and
    wins are in the order of the turns. If turns are missing, they come from the lines of the score
    sheet and their order is unknown.
    """
    rulings = tuple(deal.contents(Ruling))
    seats = range(table.seats)
    named = [line.seats for line in deal.contents(Tenpai)]
    not_ready = frozenset(seats).difference(*named) if named else frozenset()
    voids = tuple(hand.void for hand in table.hands)
    if not deal.turns or not table.whole:
        kongs, exits = _from_lines(deal, table)
        nothing = (None,) * table.seats
        return Events(kongs, exits, False, voids, nothing, nothing, not_ready, bool(deal.turns),
                      rulings, paid=_paid_without_line(deal, table))  # fmt: skip
    kongs, exits = _from_turns(table)
    return Events(
        kongs,
        exits,
        True,
        voids,
        tuple(has_thrown_another(table, seat) for seat in seats),
        tuple(_threw_void_alone(table, seat) for seat in seats),
        not_ready,
        False,
        rulings,
        _visible(table),
    )


def _visible(table: Table) -> tuple[int, ...]:
    """Return how many tiles of each suited kind were discarded or put into melds in the deal.

    The index in the tuple is the tile kind.
    """
    numbers = [0] * EAST
    for act in table.past:
        tiles: Sequence[Tile] = ()
        if isinstance(act, Discard | AddedKong):
            tiles = (act.tile,)
        elif isinstance(act, Claim | ConcealedKong):
            tiles = act.tiles
        for tile in tiles:
            if KIND[tile] < EAST:
                numbers[KIND[tile]] += 1
    return tuple(numbers)


def _threw_void_alone(table: Table, seat: Seat) -> bool | None:
    """Return whether all discards of a player are of the void suit (the suit that it gave up).

    Return None if the answer depends on a tile that nobody saw.
    """
    hand = table.hands[seat]
    answers = [is_void(hand, tile) for tile in hand.river]
    if False in answers:
        return False
    return None if None in answers else True


# --------------------------------------------------------------------------- from the turns


class _Course:
    """Collects the kongs and wins of a deal act by act."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.out: list[Seat] = []
        self.kongs: list[Kong] = []
        self.exits: list[Exit] = []
        self.feeder: Seat = NONE
        self.drawn = NONE
        self.latest: dict[Seat, int] = {}
        self.together: tuple[Seat, ...] = ()

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Return all players except `seat` who have not won yet in this deal."""
        return tuple(s for s in range(self.table.seats) if s != seat and s not in self.out)

    def make_kong(self, act: Claim | ConcealedKong | AddedKong) -> None:
        """Add a kong to the list of kongs, with the players who are still in play."""
        seat, may_be_late, feeder = act.seat, False, NONE
        sort: KongSort = "concealed"
        if isinstance(act, Claim):
            sort, feeder = "exposed", self.feeder
        elif isinstance(act, AddedKong):
            may_be_late = not is_known(act.tile) or self.drawn == NONE or not is_known(self.drawn)
            sort = "added" if may_be_late or KIND[self.drawn] == KIND[act.tile] else "late"
        self.latest[seat] = len(self.kongs)
        others = self.others(seat)
        self.kongs.append(Kong(seat, sort, others, feeder, len(self.exits), may_be_late))

    def win(self, step: int, act: Win) -> None:
        """Add a win to the list of wins; `step` is the index of the win among all acts.

        If several players win on the same tile, each of them still counts as in play for the other
        wins.
        """
        past = self.table.past
        before = step
        while before and past[before - 1].kind == WIN:
            before -= 1
        others = self.others(act.seat) if before == step else self.together
        if before == step:
            self.together = (*others, act.seat)
        others = tuple(seat for seat in others if seat != act.seat)
        shot, feeder, again = NONE, NONE, False
        tile_came = past[before - 1] if before else None
        if act.own_draw:
            latest = self.kongs[self.latest[act.seat]] if act.seat in self.latest else None
            if tile_came is not None and tile_came.kind == REPLACE and latest is not None:
                feeder = latest.feeder
        elif tile_came is not None and self._follows_a_kong(before - 1):
            shot = self.latest.get(tile_came.seat, NONE)
            again = tile_came.kind == ADDED_KONG
        self.exits.append(Exit(act.seat, others, len(self.kongs), shot, again, feeder))
        self.out.append(act.seat)

    def _follows_a_kong(self, step: int) -> bool:
        """Return whether the act at index `step` came right after its player drew a replacement.

        The result is False for acts other than discards and tiles added to a pung.
        """
        act = self.table.past[step]
        mine = [each for each in self.table.past[:step] if each.seat == act.seat]
        return act.kind in {DISCARD, ADDED_KONG} and mine[-1:] != [] and mine[-1].kind == REPLACE


def _from_turns(table: Table) -> tuple[tuple[Kong, ...], tuple[Exit, ...]]:
    course, past = _Course(table), table.past
    for step, act in enumerate(past):
        if isinstance(act, Draw | Replace):
            course.drawn = act.tile
        elif isinstance(act, Discard):
            course.feeder, course.drawn = act.seat, NONE
        elif isinstance(act, Claim | ConcealedKong | AddedKong) and is_kong(act):
            following = past[step + 1] if step + 1 < len(past) else None
            is_robbed = isinstance(following, Win) and not following.own_draw
            if not is_robbed or not isinstance(act, AddedKong):
                course.make_kong(act)
        elif isinstance(act, Win) and act.seat in table.winners:
            course.win(step, act)
    return tuple(course.kongs), tuple(course.exits)


# --------------------------------------------------------------------------- from the lines


def _from_lines(deal: Deal, table: Table) -> tuple[tuple[Kong, ...], tuple[Exit, ...]]:
    """Return the kongs and the wins that the lines of a score sheet state, as two tuples.

    The result does not show whether a kong came before or after a win.
    """
    seats = range(table.seats)
    exits: list[Exit] = []
    out: list[Seat] = []
    lines = [line for line in deal.contents(WinLine) if line.seat < table.seats]
    for number, line in enumerate(lines):
        same = [w.seat for w in lines[:number] if (w.source, w.tile) == (line.source, line.tile)]
        together = same if line.source != line.seat else []
        gone = {seat for seat in out if seat not in together} | {line.seat}
        others = tuple(seat for seat in seats if seat not in gone)
        exits.append(Exit(line.seat, others, 0))
        out.append(line.seat)
    kongs = [
        Kong(line.seat, sort, tuple(seat for seat in seats if seat != line.seat))
        for line in deal.contents(Items)
        if line.keyword == KONG and line.seat < table.seats
        for name, points in line.items
        for sort in _sorts_of(name, points)
    ]
    return tuple(kongs), tuple(exits)


def _paid_without_line(deal: Deal, table: Table) -> Mapping[Seat, Mapping[Seat, int | None]]:
    """Return the payments for kongs to players for whom the score sheet has no line about kongs.

    The result maps each payee to a dict from payer to the amount. The payee is the player who made
    the kongs. An amount is None if the sheet does not state it.
    """
    seats = range(table.seats)
    named = {line.seat for line in deal.contents(Items) if line.keyword == KONG}
    amounts: dict[Seat, dict[Seat, int | None]] = {}
    for (payer, payee), parts in deal.paid(KONG).items():
        if payer in seats and payee in seats and payee not in named:
            points = [number for _, number in parts if number is not None]
            is_known = len(points) == len(parts)
            amounts.setdefault(payee, {})[payer] = sum(points) if is_known else None
    return amounts


def _sorts_of(name: str, points: int | None) -> Iterator[KongSort]:
    """Yield the sort of each kong that an item on a score sheet means, such as ``concealed``.

    An item may mean several kongs: ``added`` with 2 points means two added kongs. A slightly
    misspelt name is understood.
    """
    likely = [name] if name in KONGS else near_words(name, KONGS, 1)
    for sort in KONGS:
        if sort in likely:
            price = {"concealed": 2, "exposed": 2}.get(sort, 1)
            yield from [sort] * max(1, (points or price) // price)


def kong_items(
    events: Events, seat: Seat, prices: Mapping[KongSort, int], clause: str
) -> tuple[Item, ...]:
    """Return a player's kongs as items of a score.

    The points of an item are the amount that one payer pays for the kong. `prices` maps a sort of
    kong to this amount, `clause` is the number of the rulebook sentence about it.
    """
    mine: Sequence[Kong] = [kong for kong in events.kongs if kong.seat == seat]
    return tuple(Item(kong.sort, prices[kong.sort], clause) for kong in mine)
