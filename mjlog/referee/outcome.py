"""What a deal came to.

Winners, washout, who was ready, put together from the table and from the lines of the record.

The table is believed where it knows every tile; what it does not know comes from the lines (`win`,
`show`, `ready`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final, overload

from mjlog.model.findings import Finding
from mjlog.model.record import (
    NOBODY,
    UNREADABLE,
    WIN,
    Act,
    AddedKong,
    BonusLine,
    ConcealedKong,
    Deal,
    Discard,
    Draw,
    Irregularity,
    Items,
    NoWin,
    ReadySeats,
    Replace,
    Seat,
    SetOut,
    Show,
    ShownMeld,
    Win,
    WinLine,
)
from mjlog.model.table import HELD, NONE, Hand, Meld, Table
from mjlog.model.tiles import EAST, NORTH, PILLAR, SOUTH, UNKNOWN, WEST, Tile, canonical, is_known
from mjlog.referee.events import circumstances
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    HandClaim,
    Held,
    Outcome,
    Winner,
)

_ROUNDS: Final = {"E": EAST, "S": SOUTH, "W": WEST, "N": NORTH}


def outcome_of(
    deal: Deal,
    table: Table,
    rules: RuleSet,
    false: Collection[int] = (),
) -> Outcome:
    """What the deal came to, as far as the record tells.

    `false` are the steps of the past whose win was none. What lay on the table before the deal, and
    how often the dealer has dealt on, one deal cannot tell.
    """
    shows = _shows(deal, rules)
    played = bool(deal.turns)
    won = _winning_steps(table, false)
    if table.winners:
        winners = _from_table(deal, table, shows, won, rules)
    else:
        winners = _from_lines(deal, shows)
    ready = _ready(deal, table)
    barred: frozenset[Seat] = frozenset()
    perhaps_barred: frozenset[Seat] = frozenset()
    if rules.play.barred is not None:
        barred = rules.play.barred(table) if played else barred
        perhaps_barred = (ready or frozenset()) - barred - _followed(table)
    looks = rules.play.collect_events
    return Outcome(
        seats=table.seats,
        dealer=NOBODY if deal.dealer == NOBODY else table.dealer,
        winners=tuple([winner for step, winner in winners if step not in false]),
        false_wins=tuple([winner for step, winner in winners if step in false]),
        washout=next(iter(deal.told(NoWin)), None),
        ready=ready,
        kong=_kong(table, shows, played=played),
        barred=barred,
        perhaps_barred=perhaps_barred,
        round_wind=round_wind(deal.label),
        hands=_AtTheEnd(deal, table, shows),
        seen=looks(deal, table) if looks is not None else None,
        claimed=_claimed(deal),
    )


def _claimed(deal: Deal) -> dict[Seat, HandClaim]:
    """By seat what the sheet claims of hands."""
    lines = deal.told(Items)
    return {seat: _of_seat(seat, lines) for seat in {line.seat for line in lines}}


def _of_seat(seat: Seat, lines: Sequence[Items]) -> HandClaim:
    own = [line for line in lines if line.seat == seat]
    items = chain.from_iterable(line.items for line in own if line.keyword == "fan")
    kongs = chain.from_iterable(line.items for line in own if line.keyword == "kong")
    return HandClaim(tuple(items), tuple(kongs))


def _shows(deal: Deal, rules: RuleSet) -> dict[Seat, Show]:
    """The hands laid open; pillars are marked where the rules know them."""
    if rules.play.spec.pillars:
        return {show.seat: show for show in deal.told(Show)}
    return {show.seat: _unmarked(show) for show in deal.told(Show)}


def as_written(deal: Deal, outcome: Outcome, rules: RuleSet) -> Outcome:
    """The same with the winners that the lines name.

    With the hands that they show, whatever the turns say of them.
    """
    shows = _shows(deal, rules)
    winners = tuple([winner for _, winner in _from_lines(deal, shows)])
    return replace(outcome, winners=winners, false_wins=())


def round_wind(label: str) -> Tile | None:
    """The wind of the round that a deal's label tells, as ``S2.1`` does; None for a mere number.

    >>> round_wind("S2.1") == SOUTH, round_wind("7")
    (True, None)
    """
    if not label[1:2].isdigit():
        return None
    return _ROUNDS.get(label[:1])


def _ready(deal: Deal, table: Table) -> frozenset[Seat] | None:
    seen = [seat for seat, hand in enumerate(table.hands) if hand.ready_step != NONE]
    if deal.turns and table.whole:
        return frozenset(seen)
    told = deal.told(ReadySeats)
    if not told:
        return None
    return frozenset([*seen, *(seat for each in told for seat in each.seats)])


def _followed(table: Table) -> frozenset[Seat]:
    """The seats whose hands are known from the moment they declared ready.

    So that all they let pass is seen.
    """
    return frozenset(seat for seat, hand in enumerate(table.hands) if hand.ready and hand.known)


def _kong(table: Table, shows: Mapping[Seat, Show], *, played: bool) -> bool | None:
    if table.kongs or any(len(meld.tiles) == 4 for show in shows.values() for meld in show.melds):
        return True
    if played and table.whole:
        return False
    return None


class _AtTheEnd(Sequence[Held]):
    """What each seat held, put together from the table once somebody asks.

    Most rule sets never do.
    """

    __slots__ = ("_deal", "_found", "_shows", "_table")

    def __init__(self, deal: Deal, table: Table, shows: Mapping[Seat, Show]) -> None:
        self._deal = deal
        self._table = table
        self._shows = shows
        self._found: tuple[Held, ...] | None = None

    def _all(self) -> tuple[Held, ...]:
        if self._found is None:
            listed = self._deal.told(BonusLine)
            played = bool(self._deal.turns)
            self._found = tuple(
                _held(seat, listed, self._table, self._shows.get(seat), played=played)
                for seat in range(self._table.seats)
            )
        return self._found

    @overload
    def __getitem__(self, place: int) -> Held: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Held]: ...
    def __getitem__(self, place: int | slice) -> Held | Sequence[Held]:
        return self._all()[place]

    def __len__(self) -> int:
        return self._table.seats

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._all())


def _held(
    seat: Seat, lines: Sequence[BonusLine], table: Table, show: Show | None, *, played: bool
) -> Held:
    """What a seat held at the end: by the turns where they tell, else as shown.

    Bonus tiles if a line says so.
    """
    hand = table.hands[seat]
    if played and hand.known:
        tiles: tuple[Tile, ...] | None = hand.tiles()
    else:
        tiles = _shown(show)
    if played:
        melds = _melds(table, hand, show)
    elif show is not None:
        melds = show.melds
    else:
        melds = None
    bonus = (*hand.bonus, *(tile for line in lines if line.seat == seat for tile in line.tiles))
    told = (table.whole or not played) and all(map(is_known, bonus))
    return Held(seat, tiles, melds, bonus if told else None)


# --------------------------------------------------------------------------- winners


Won = tuple[int, Winner]
"""A win and the step of the past it stands at; without turns, its number among the `win` lines."""


def _winning_steps(table: Table, false: Collection[int]) -> list[int]:
    """The steps of the wins that ended the deal.

    Those on one tile, the first ones among which one is no false win.
    """
    if table.ends_with_wins:
        return list(range(len(table.past) - len(table.winners), len(table.past)))
    runs: list[list[int]] = []
    for step in [step for step, act in enumerate(table.past) if act.kind == WIN]:
        follows = runs and runs[-1][-1] == step - 1
        runs = [*runs[:-1], [*runs[-1], step]] if follows else [*runs, [step]]
    return next((run for run in runs if not set(run) <= set(false)), runs[0] if runs else [])


def false_steps(findings: Iterable[Finding], table: Table) -> frozenset[int]:
    """The steps of the past whose win breaks a clause.

    Of several wins on one tile all but the nearest.
    """
    errors = [f for f in findings if f.severity == "error" and makes_false(f.code)]
    if not errors:
        return frozenset()
    broken = [f for f in errors if isinstance(_at(table, f.place.step), Win)]
    false = {f.place.step - 1 for f in broken if f.code != "claim.nearest"}
    for run in (_run(table, f.place.step - 1) for f in broken if f.code == "claim.nearest"):
        legal = [step for step in run if step not in false]
        nearest = min(legal, key=lambda step: _distance(table, step), default=-1)
        false.update(step for step in legal if step != nearest)
    return frozenset(false)


def makes_false(code: str) -> bool:
    """Whether a win that breaks a clause of that code is none.

    An indicator too many or too few makes none false.
    """
    return not code.startswith("dora.")


def broken_clause(findings: Iterable[Finding], outcome: Outcome) -> str:
    """The number of the clause by which a win declared was none.

    Empty where all were legal, or none is cited.
    """
    false = {winner.seat for winner in outcome.false_wins}
    errors = [
        f
        for f in findings
        if f.severity == "error" and f.place.seat in false and f.clause is not None
    ]
    of_wins = [f for f in errors if f.code.startswith("win.")]
    return next(
        (f.clause.number for f in (*of_wins, *reversed(errors)) if f.clause is not None), ""
    )


def _at(table: Table, step: int) -> Act | None:
    """The act of that step, counted from 1."""
    if 0 < step <= len(table.past):
        return table.past[step - 1]
    return None


def _run(table: Table, step: int) -> list[int]:
    """The steps of the wins declared together with the one at that step."""
    first = last = step
    while first and isinstance(table.past[first - 1], Win):
        first -= 1
    while isinstance(_at(table, last + 2), Win):
        last += 1
    return list(range(first, last + 1))


def _distance(table: Table, step: int) -> int:
    win = table.past[step]
    if not isinstance(win, Win):
        return 0
    return table.distance(win.seat, _won_on(table.past[:step], win)[1])


def _from_table(
    deal: Deal, table: Table, shows: Mapping[Seat, Show], won: Sequence[int], rules: RuleSet
) -> tuple[Won, ...]:
    wins = {
        act.seat: (step, act) for step in reversed(won) if isinstance(act := table.past[step], Win)
    }
    found = tuple(
        [
            (step, _winner(deal, table, step, act, shows.get(act.seat)))
            for step, act in sorted(wins.values(), key=_step)
        ]
    )
    if not rules.scoring.circumstances:
        return found
    dead_wall = rules.play.spec.dead_wall - (
        0 if rules.play.spec.dead_wall_refilled else table.replaced
    )
    return tuple(
        (step, replace(winner, circumstances=circumstances(table, step, dead_wall=dead_wall)))
        for step, winner in found
    )


def _step(win: tuple[int, Win]) -> int:
    return win[0]


def _winner(deal: Deal, table: Table, step: int, win: Win, show: Show | None) -> Winner:
    hand = table.hands[win.seat]
    tile, source, robbed = _won_on(table.past[:step], win)
    if tile == UNKNOWN:
        tile = next((c.tile for c in deal.told(WinLine) if c.seat == win.seat), UNKNOWN)
    return Winner(
        win.seat,
        tile,
        source,
        win.own_draw,
        robbed,
        _tiles(hand, show, tile, own_draw=win.own_draw),
        _melds(table, hand, show),
    )


def _won_on(past: Sequence[Act], win: Win) -> tuple[Tile, Seat, bool]:
    """The tile that a win takes, who gave it, and whether it was robbed."""
    for act in reversed(past):
        match act:
            case Draw() | Replace() if win.own_draw and act.seat == win.seat:
                return act.tile, win.seat, False
            case Discard() if not win.own_draw:
                return act.tile, act.seat, False
            case AddedKong() if not win.own_draw:
                return act.tile & ~PILLAR, act.seat, True
            case ConcealedKong() | SetOut() if not win.own_draw:
                return act.tiles[0] & ~PILLAR, act.seat, True
            case Irregularity() if act.name == UNREADABLE and not win.own_draw:
                return UNKNOWN, act.seat, False
            case _:
                pass
    return UNKNOWN, win.seat if win.own_draw else NOBODY, False


def _tiles(hand: Hand, show: Show | None, tile: Tile, *, own_draw: bool) -> tuple[Tile, ...] | None:
    """The concealed tiles with the winning one, from the table or.

    Where it does not know them, from the shown hand.
    """
    if hand.known and (own_draw or tile < HELD):
        if own_draw:
            return hand.tiles()
        return (*hand.tiles(), tile)
    return _with_the_winning_tile(_shown(show), tile, own_draw=own_draw)


def _with_the_winning_tile(
    tiles: tuple[Tile, ...] | None, tile: Tile, *, own_draw: bool
) -> tuple[Tile, ...] | None:
    """The shown tiles and the one won on, where it was another player's and is left out of them."""
    if tiles is not None and not own_draw and len(tiles) % 3 == 1:
        return (*tiles, tile)
    return tiles


def _unmarked(show: Show) -> Show:
    """The hand in a game that has no pillars: marks mean nothing there."""
    if max(show.tiles, default=0) < PILLAR and all(
        max(meld.tiles, default=0) < PILLAR for meld in show.melds
    ):
        return show
    melds = tuple(
        ShownMeld(meld.sign, tuple(tile & ~PILLAR for tile in meld.tiles)) for meld in show.melds
    )
    return Show(show.seat, melds, tuple(tile & ~PILLAR for tile in show.tiles))


def _shown(show: Show | None) -> tuple[Tile, ...] | None:
    if show is not None and all(is_known(tile) for tile in show.tiles):
        return show.tiles
    return None


def as_shown(meld: Meld) -> ShownMeld:
    """A meld of the table as a `show` line writes it."""
    match meld.sort:
        case "concealed kong":
            return ShownMeld("*", meld.tiles)
        case "added kong":
            return ShownMeld("^", meld.tiles)
        case _:
            return ShownMeld("+", meld.tiles)


def _melds(table: Table, hand: Hand, show: Show | None) -> tuple[ShownMeld, ...] | None:
    """The melds on the table.

    Those shown where some were made before the record begins, or nobody saw their tiles.
    """
    melds = tuple([as_shown(meld) for meld in hand.melds])
    seen = all(max(meld.tiles) < UNKNOWN or all(map(is_known, meld.tiles)) for meld in melds)
    if seen and (table.whole or show is None or len(show.melds) <= len(melds)):
        return melds
    if show is not None and (len(show.melds) == len(melds) or not table.whole):
        return show.melds
    return None


def _from_lines(deal: Deal, shows: Mapping[Seat, Show]) -> tuple[Won, ...]:
    """The winners of a record without turns, or of one whose turns stop before the win."""
    wins = [claim for claim in deal.told(WinLine) if claim.tells]
    return tuple((number, _as_written(win, shows.get(win.seat))) for number, win in enumerate(wins))


def _as_written(win: WinLine, show: Show | None) -> Winner:
    drawn = win.source == win.seat
    tiles = _with_the_winning_tile(_shown(show), win.tile, own_draw=drawn)
    return Winner(
        win.seat,
        win.tile,
        win.source,
        drawn,
        win.robbed,
        tiles,
        None if show is None else show.melds,
    )


def in_order(meld: Meld) -> ShownMeld:
    """The same with its tiles in the order of canonical text."""
    shown = as_shown(meld)
    return ShownMeld(shown.sign, canonical(shown.tiles))
