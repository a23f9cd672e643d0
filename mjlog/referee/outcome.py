"""The outcome of a deal: winners, a draw, who was ready.

Every tile that the table knows is taken from the table; all other facts come from the lines of the
record (`win`, `show`, `ready`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, overload

from mjlog.model.findings import Finding
from mjlog.model.lazy_dataclass import replace
from mjlog.model.record import (
    NOBODY,
    RESYNC,
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
    tiles_of,
)
from mjlog.model.table import HELD, Hand, Meld, Table
from mjlog.model.tiles import (
    BONUS,
    EAST,
    JOKER,
    NORTH,
    PILLAR,
    SOUTH,
    UNKNOWN,
    WEST,
    Tile,
    canonical,
    is_known,
    leave_out_bonus,
    plain,
)
from mjlog.referee.events import circumstances
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    HandClaim,
    Outcome,
    PlayerTiles,
    Winner,
)

_ROUNDS: Final = {"E": EAST, "S": SOUTH, "W": WEST, "N": NORTH}


def outcome_of(
    deal: Deal,
    table: Table,
    rules: RuleSet,
    false: Collection[int] = (),
    before: tuple[int | None, int | None] = (None, None),
) -> Outcome:
    """Return the outcome of a deal: who won with which tiles, who was ready, and more.

    The outcome follows from the turns, as `table` has them; what they do not show is taken from the
    lines of the record. `false` says which wins are not legal: it has the indices of these acts,
    or, for a deal without turns, of these `win` lines. `before` has the points on the table and the
    counters before the deal, None if unknown.
    """
    pool, counters = before
    shows = _shows(deal, rules)
    played = bool(deal.turns)
    won = _winning_steps(table, false)
    if table.winners:
        winners = _from_table(deal, table, shows, won, rules)
    else:
        winners = _from_lines(deal, shows, rules)
    ready = _ready(deal, table)
    barred: frozenset[Seat] = frozenset()
    perhaps_barred: frozenset[Seat] = frozenset()
    if rules.play.barred is not None:
        barred = rules.play.barred(table) if played else barred
        # Wins that a ready player missed are known only if its hand is known all the time.
        known_ready = frozenset(table.seats_where(lambda hand: hand.known and hand.ready))
        perhaps_barred = (ready or frozenset()) - barred - known_ready
    looks = rules.play.collect_events
    return Outcome(
        seats=table.seats,
        seating=deal.word("seats"),
        dealer=NOBODY if deal.dealer == NOBODY else table.dealer,
        winners=tuple(winner for step, winner in winners if step not in false),
        false_wins=tuple(winner for step, winner in winners if step in false),
        washout=next(iter(deal.contents(NoWin)), None),
        ready=ready,
        kong=_kong(table, shows, played=played),
        barred=barred,
        perhaps_barred=perhaps_barred,
        round_wind=round_wind(deal.label),
        hands=_AtTheEnd(deal, table, shows),
        pool=pool,
        seen=looks(deal, table) if looks is not None else None,
        counters=counters,
        claimed=_claimed(deal, rules.scoring.repeated_items),
        label=deal.label,
        plays_on=table.plays_on,
    )


def with_events(deal: Deal, table: Table, rules: RuleSet, outcome: Outcome) -> Outcome:
    """Return a copy of the outcome whose field `seen` has the events of play that score.

    Return the outcome unchanged if no events score under these rules.
    """
    looks = rules.play.collect_events
    return outcome if looks is None else replace(outcome, seen=looks(deal, table))


def _claimed(deal: Deal, repeated_items: Collection[str]) -> dict[Seat, HandClaim]:
    """Return the items and kongs that the score sheet names for each hand, as a dict by seat.

    An item may be named several times only if it is in `repeated_items`.
    """
    lines = deal.contents(Items)
    seats = {line.seat for line in lines}
    return {seat: _claim_of_seat(seat, lines, repeated_items) for seat in seats}


def _claim_of_seat(
    seat: Seat, lines: Sequence[Items], repeated_items: Collection[str]
) -> HandClaim:
    """Return the items and kongs that the score sheet names for the hand of one player.

    A repeated item is kept once, unless it is in `repeated_items`.
    """
    named: dict[str, list[tuple[str, int | None]]] = {"fan": [], "kong": []}
    for line in lines:
        if line.seat == seat:
            named[line.keyword] += line.items
    items: list[tuple[str, int | None]] = []
    names: set[str] = set()
    for item in named["fan"]:
        if item[0] not in names or item[0] in repeated_items:
            items.append(item)
        names.add(item[0])
    return HandClaim(tuple(items), tuple(named["kong"]))


def _shows(deal: Deal, rules: RuleSet) -> dict[Seat, Show]:
    """Return the hands that the `show` lines of the deal show, by seat.

    If the game has no pillars (tiles set apart), marks of pillars are removed.
    """
    if rules.play.spec.pillars:
        return {show.seat: show for show in deal.contents(Show)}
    return {show.seat: _unmarked(show) for show in deal.contents(Show)}


def written_outcome(deal: Deal, outcome: Outcome, rules: RuleSet) -> Outcome:
    """Return a copy of the outcome with winners and hands as the `win` and `show` lines state them.

    The turns are ignored, and all wins count as legal.
    """
    shows = _shows(deal, rules)
    winners = tuple(winner for _, winner in _from_lines(deal, shows, rules))
    return replace(outcome, winners=winners, false_wins=())


def outcome_shown_at_the_end(
    deal: Deal, outcome: Outcome, rules: RuleSet, seats: Collection[Seat]
) -> Outcome:
    """Return a copy of the outcome in which players have the hands of their `show` lines.

    Only the hands of the players in `seats` are replaced, even if the turns show other hands.
    """
    shows = {seat: show for seat, show in _shows(deal, rules).items() if seat in seats}
    winners = [_with_show(winner, shows.get(winner.seat)) for winner in outcome.winners]
    hands = [_with_shown_tiles(held, shows.get(held.seat)) for held in outcome.hands]
    return replace(outcome, winners=tuple(winners), hands=tuple(hands))


def _with_show(winner: Winner, show: Show | None) -> Winner:
    if show is None:
        return winner
    tiles = _with_the_winning_tile(_shown(show), winner.tile, own_draw=winner.own_draw)
    return replace(winner, tiles=tiles, melds=_shown_melds(show))


def _with_shown_tiles(held: PlayerTiles, show: Show | None) -> PlayerTiles:
    return held if show is None else replace(held, tiles=_shown(show), melds=_shown_melds(show))


def claimed_outcome(outcome: Outcome, seats: Collection[Seat]) -> Outcome:
    """Return a copy of the outcome in which the hands of the players in `seats` are unknown.

    The hands are then scored by the items on the score sheet, not by their tiles.
    """
    winners = [
        replace(winner, tiles=None, melds=None) if winner.seat in seats else winner
        for winner in outcome.winners
    ]
    hands = [PlayerTiles(held.seat) if held.seat in seats else held for held in outcome.hands]
    return replace(outcome, winners=tuple(winners), hands=tuple(hands))


def round_wind(label: str) -> Tile | None:
    """Return the wind of the round in the label of a deal; None if the label names no round.

    >>> round_wind("S2.1") == SOUTH, round_wind("7")
    (True, None)
    """
    if not label[1:2].isdigit():
        return None
    return _ROUNDS.get(label[:1])


def _ready(deal: Deal, table: Table) -> frozenset[Seat] | None:
    ready = frozenset(table.ready_seats())
    # Turns without a gap show all declarations; a `ready` line is then only a claim to check.
    if deal.turns and table.whole:
        return ready
    declared = [line.seats for line in deal.contents(ReadySeats)]
    if not declared:
        return None
    return ready.union(*declared)


def _kong(table: Table, shows: Mapping[Seat, Show], *, played: bool) -> bool | None:
    if table.kongs:
        return True
    if any(len(meld.tiles) == 4 for show in shows.values() for meld in show.melds):
        return True
    if not played:
        return None
    return table.answer_if_not_recorded


class _AtTheEnd(Sequence[PlayerTiles]):
    """A sequence of each seat's tiles at the end, computed from the table when it is read.

    Most rule sets never read it.
    """

    __slots__ = ("_deal", "_found", "_shows", "_table")

    def __init__(self, deal: Deal, table: Table, shows: Mapping[Seat, Show]) -> None:
        self._deal = deal
        self._table = table
        self._shows = shows
        self._found: dict[Seat, PlayerTiles] = {}

    def _held_by(self, seat: Seat) -> PlayerTiles:
        held = self._found.get(seat)
        if held is None:
            listed = self._deal.contents(BonusLine)
            played = bool(self._deal.turns)
            held = _player_tiles(seat, listed, self._table, self._shows.get(seat), played=played)
            self._found[seat] = held
        return held

    def _all(self) -> tuple[PlayerTiles, ...]:
        return tuple(self._held_by(seat) for seat in range(self._table.seats))

    @overload
    def __getitem__(self, place: int) -> PlayerTiles: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[PlayerTiles]: ...
    def __getitem__(self, place: int | slice) -> PlayerTiles | Sequence[PlayerTiles]:
        if isinstance(place, int) and 0 <= place < self._table.seats:
            return self._held_by(place)
        return self._all()[place]

    def __len__(self) -> int:
        return self._table.seats

    def __iter__(self) -> Iterator[PlayerTiles]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._all())


def _player_tiles(
    seat: Seat, lines: Sequence[BonusLine], table: Table, show: Show | None, *, played: bool
) -> PlayerTiles:
    """Return a player's tiles at the end of the deal: concealed tiles, melds and bonus tiles.

    Concealed tiles and melds come from the turns if the turns show all of them, otherwise from the
    `show` line. Bonus tiles of `bonus` lines are added to the bonus tiles laid out in the turns.
    """
    hand = table.hands[seat]
    tiles = _shown(show)
    melds = _shown_melds(show)
    if played:
        melds = _melds(table, hand, show)
        if hand.known:
            tiles = hand.tiles()
    on_lines = tiles_of(line for line in lines if line.seat == seat)
    bonus = (*hand.bonus, *on_lines)
    if (played and not table.whole) or not all(map(is_known, bonus)):
        return PlayerTiles(seat, tiles, melds, None)
    return PlayerTiles(seat, tiles, melds, bonus)


# --------------------------------------------------------------------------- winners


Won = tuple[int, Winner]
"""A win, and the step of its act; without turns, the number of its `win` line."""


def _winning_steps(table: Table, false: Collection[int]) -> list[int]:
    """Return the indices of the acts that are the wins which end the deal.

    Usually these are the last acts. If other acts follow, wins without another act between them are
    a group: return the first group with a legal win, or else the first group. If play goes on after
    wins, return the last win of each winner. `false` has the indices of wins that are not legal.
    """
    if table.plays_on:
        latest = {act.seat: step for step, act in enumerate(table.past) if act.kind == WIN}
        return sorted([step for seat, step in latest.items() if seat in table.winners])
    if table.ends_with_wins:
        return list(range(len(table.past) - len(table.winners), len(table.past)))
    runs: list[list[int]] = []
    for step, act in enumerate(table.past):
        if act.kind == WIN:
            if not runs or runs[-1][-1] != step - 1:
                runs.append([])
            runs[-1].append(step)
    for run in runs:
        if not set(run) <= set(false):
            return run
    return runs[0] if runs else []


def false_steps(findings: Collection[Finding], table: Table) -> frozenset[int]:
    """Return the indices of the wins that are not legal, by the findings of the replay.

    If several players win on one tile and the rules allow only one win, the player next after the
    discarder has the legal win. Players whose win breaks another rule are passed over.
    """
    if not findings:
        return frozenset()
    false: set[int] = set()
    too_far: list[int] = []
    for step, code in _broken_by_wins(findings, table):
        if code == "claim.nearest":
            too_far.append(step)
        else:
            false.add(step)
    # Only legal wins count for the nearest player, so the false ones must be known first.
    for step in too_far:
        legal = [each for each in _run(table, step) if each not in false]
        nearest = min(legal, key=lambda each: _distance(table, each), default=-1)
        false.update(each for each in legal if each != nearest)
    return frozenset(false)


def _broken_by_wins(findings: Iterable[Finding], table: Table) -> Iterator[tuple[int, str]]:
    """Yield the index of each illegal win, with the code of the error that makes it illegal.

    `findings` are the findings of the replay. The index is that of the act on the table.
    """
    for finding in findings:
        step = finding.place.step
        if finding.is_error and makes_false(finding.code) and isinstance(_act_at(table, step), Win):
            yield step - 1, finding.code


def makes_false(code: str) -> bool:
    """Return whether an error with this code makes the win at which it was found illegal.

    Return False for a wrong number of indicators, otherwise True.
    """
    return not code.startswith("dora.")


def broken_clause(findings: Iterable[Finding], outcome: Outcome) -> str:
    """Return the number of the rule that a player with an illegal win broke, to cite the rule.

    It is the first broken rule about wins, or else the last rule that such a player broke. Return
    an empty string if all wins are legal, or if no finding about such a player cites a rule.
    """
    if not outcome.false_wins:
        return ""
    false = outcome.false_seats
    errors = [f for f in findings if f.is_error and f.place.seat in false]
    cited = [(f.code, f.clause.number) for f in errors if f.clause is not None]
    of_wins = [each for each in cited if each[0].startswith("win.")]
    numbers = [number for _, number in (*of_wins[:1], *cited[-1:])]
    return next(iter(numbers), "")


def _act_at(table: Table, step: int) -> Act | None:
    """Return act number `step` of the deal, counted from 1; None if there is no such act."""
    if 0 < step <= len(table.past):
        return table.past[step - 1]
    return None


def _run(table: Table, step: int) -> list[int]:
    """Return the indices of all wins that were declared together with the win at index `step`.

    Wins are declared together if no other act comes between them.
    """
    first = last = step
    while first and isinstance(table.past[first - 1], Win):
        first -= 1
    while isinstance(_act_at(table, last + 2), Win):
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
    wins: dict[Seat, tuple[int, Win]] = {}
    for step in reversed(won):
        act = table.past[step]
        if isinstance(act, Win):
            wins[act.seat] = step, act
    wins_in_order = sorted(wins.values(), key=lambda win: win[0])
    winners = [
        (step, _winner(deal, table, step, act, shows.get(act.seat))) for step, act in wins_in_order
    ]
    if rules.scoring.circumstances:
        return tuple(
            (step, _with_circumstances(winner, table, step, rules)) for step, winner in winners
        )
    return tuple(winners)


def _with_circumstances(winner: Winner, table: Table, step: int, rules: RuleSet) -> Winner:
    """Return a copy of a winner with words for how the win came about, such as `robbed`.

    `step` is the index of the win among the acts on the table.
    """
    spec = rules.play.spec
    if spec.private_walls and winner.source != NOBODY:
        left = spec.own_wall(table, table.order.after[winner.source])
    else:
        left = spec.live_before(table, step)
    return replace(winner, circumstances=circumstances(table, step, left))


def _winner(deal: Deal, table: Table, step: int, win: Win, show: Show | None) -> Winner:
    hand = table.hands[win.seat]
    tile, source, robbed = _won_on(table.past[:step], win)
    if tile == UNKNOWN:
        tile = next((c.tile for c in deal.contents(WinLine) if c.seat == win.seat), UNKNOWN)
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
    """Return the tile that a player won on, the player it came from, and whether a kong was robbed.

    `past` are the acts before the win `win`. If no act gave a tile to win on, the tile is unknown
    and the player is `NOBODY`.
    """
    if win.own_draw:
        return _drawn_by(past, win.seat), win.seat, False
    for act in reversed(past):
        match act:
            case Discard():
                return act.tile, act.seat, False
            case AddedKong():
                return act.tile & ~PILLAR, act.seat, True
            case ConcealedKong() | SetOut():
                return act.tiles[0] & ~PILLAR, act.seat, True
            case Irregularity() if act.name in {UNREADABLE, RESYNC}:
                return UNKNOWN, act.seat, False
            case _:
                pass
    return UNKNOWN, NOBODY, False


def _drawn_by(past: Sequence[Act], seat: Seat) -> Tile:
    """Return the tile that the player drew last; `UNKNOWN` if the player has drawn no tile."""
    for act in reversed(past):
        if isinstance(act, Draw | Replace) and act.seat == seat:
            return act.tile
    return UNKNOWN


def _tiles(hand: Hand, show: Show | None, tile: Tile, *, own_draw: bool) -> tuple[Tile, ...] | None:
    """Return all concealed tiles of a winner, with the winning tile; None if they are not known.

    They are the tiles of `hand` if all of them are known, otherwise those of the `show` line.
    `tile` is the winning tile, which `hand` contains only after a self-draw (`own_draw`).
    """
    if not hand.known or (tile >= HELD and not own_draw):
        return _with_the_winning_tile(_shown(show), tile, own_draw=own_draw)
    if own_draw:
        return hand.tiles()
    return (*hand.tiles(), tile)


def _with_the_winning_tile(
    tiles: tuple[Tile, ...] | None, tile: Tile, *, own_draw: bool
) -> tuple[Tile, ...] | None:
    """Add the winning tile to the tiles of a shown hand, if another player gave it.

    Return `tiles` unchanged after a self-draw, if they are unknown (None), or if they include the
    winning tile already.
    """
    if tiles is not None and not own_draw and len(tiles) % 3 == 1:
        return (*tiles, tile)
    return tiles


def _unmarked(show: Show) -> Show:
    """Remove marks of pillars (tiles set apart) from a shown hand, for games without pillars."""
    if not show.is_marked:
        return show
    melds = [ShownMeld(meld.sign, _unflagged(meld.tiles)) for meld in show.melds]
    return Show(show.seat, tuple(melds), _unflagged(show.tiles))


def _unflagged(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    return tuple(map(plain, tiles))


def _shown(show: Show | None) -> tuple[Tile, ...] | None:
    """Return the concealed tiles of a shown hand, without bonus tiles.

    Return None if no hand is shown, or if a tile is unknown. If the hand has more bonus tiles than
    the game has, which must be a mistake, they are not removed.
    """
    if show is None or not all(map(is_known, show.tiles)):
        return None
    rest = leave_out_bonus(show.tiles)
    # More bonus tiles than faces must be a mistake, so the hand is unknown.
    return rest if len(show.tiles) - len(rest) <= JOKER - BONUS else show.tiles


def shown_meld(meld: Meld) -> ShownMeld:
    """Convert a meld on the table to a `ShownMeld`, as in a `show` line."""
    return ShownMeld(_SIGNS.get(meld.sort, "+"), meld.tiles)


_SIGNS: Final[Mapping[str, Literal["+", "^", "*"]]] = {"concealed kong": "*", "added kong": "^"}
"""Signs of melds that are not claimed, and of kongs made from pungs; all others have the sign `+`.
"""


def _melds(table: Table, hand: Hand, show: Show | None) -> tuple[ShownMeld, ...] | None:
    """Return the melds of a player's hand; None if they are not known.

    The melds come from the table if their tiles are known there, otherwise from the `show` line. If
    the record has all turns, the `show` line must have as many melds as the table; if not, the
    melds are not known.
    """
    melds = tuple(shown_meld(meld) for meld in hand.melds)
    seen = all(is_known(tile) for tile in tiles_of(melds))
    if show is None:
        return melds if seen else None
    more = len(show.melds) - len(melds)
    if seen and (table.whole or more <= 0):
        return melds
    if more == 0 or not table.whole:
        return _shown_melds(show)
    return None


SMALLEST_SET: Final = 3
"""Number of tiles of the smallest set."""


def _shown_melds(show: Show | None) -> tuple[ShownMeld, ...] | None:
    """Return the melds of a shown hand.

    Return None if no hand is shown, or if tiles of a meld are unknown or left out.
    """
    if show is None or not all(is_known(tile) for tile in tiles_of(show.melds)):
        return None
    # No set has fewer tiles under any rules: `+3f` is a claimed tile without its set.
    if any(len(meld.tiles) < SMALLEST_SET for meld in show.melds):
        return None
    return show.melds


def tells_a_win(deal: Deal, claim: WinLine, rules: RuleSet) -> bool:
    """Return whether a `win` line says enough to count as a win: who won, and on whose tile.

    Under rules that also pay losers for their hands, the line may leave out the discarder if the
    deal has neither turns nor the shown hand of the winner.
    """
    if claim.tells or not rules.scoring.scores_losers:
        return claim.tells
    shown = [show.seat for show in deal.contents(Show)]
    return claim.source == NOBODY and claim.seat not in shown and not deal.turns


def _from_lines(deal: Deal, shows: Mapping[Seat, Show], rules: RuleSet) -> tuple[Won, ...]:
    """Return the winners by the `win` lines, each as a tuple of a number from 0 and the winner.

    The turns are ignored. Lines that do not say enough about the win are not numbered.
    """
    wins = [claim for claim in deal.contents(WinLine) if tells_a_win(deal, claim, rules)]
    winners = [_written_winner(win, shows.get(win.seat)) for win in wins]
    return tuple(enumerate(winners))


def _written_winner(win: WinLine, show: Show | None) -> Winner:
    drawn = win.source == win.seat
    tiles = _with_the_winning_tile(_shown(show), win.tile, own_draw=drawn)
    return Winner(
        win.seat,
        win.tile,
        win.source,
        drawn,
        win.robbed,
        tiles,
        _shown_melds(show),
    )


def sort_meld(meld: Meld) -> ShownMeld:
    """Convert a meld on the table to a `ShownMeld`, as in a `show` line, and sort its tiles."""
    shown = shown_meld(meld)
    return ShownMeld(shown.sign, canonical(shown.tiles))
