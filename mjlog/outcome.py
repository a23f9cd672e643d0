"""What a deal came to: winners, washout, who was ready, put together from the table and from the lines of the record.

The table is believed where it knows every tile; what it does not know comes from the lines (`win`, `show`, `ready`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjlog.record import NOBODY, BonusLine, Deal, NoWin, ReadySeats, Seat, Show, ShownMeld, Win, WinLine
from mjlog.rulebook import Held, Outcome, RuleSet, Winner
from mjlog.table import HELD, NONE, Hand, Meld, Table
from mjlog.tiles import EAST, NORTH, PILLAR, SOUTH, UNKNOWN, WEST, Tile, is_known

_ROUNDS: Final = {"E": EAST, "S": SOUTH, "W": WEST, "N": NORTH}


def outcome_of(deal: Deal, table: Table, rules: RuleSet) -> Outcome:
    """What the deal came to, as far as the record tells."""
    contents = [line.content for line in deal.lines]
    shows = {show.seat: show for show in contents if isinstance(show, Show)}
    played = bool(deal.turns)
    winners = _from_table(deal, table, shows) if table.winners else _from_lines(contents, shows)
    return Outcome(
        seats=table.seats,
        dealer=table.dealer,
        winners=winners,
        washout=next((c for c in contents if isinstance(c, NoWin)), None),
        ready=_ready(contents, table, played=played),
        kong=_kong(table, winners, played=played),
        barred=rules.barred(table) if rules.barred is not None and played else frozenset(),
        round_wind=round_wind(deal.label),
        hands=tuple(_held(seat, contents, table, shows.get(seat), played=played) for seat in range(table.seats)),
    )


def round_wind(label: str) -> Tile | None:
    """The wind of the round that a deal's label tells, as ``S2.1`` does; None for a mere number.

    >>> round_wind("S2.1") == SOUTH, round_wind("7")
    (True, None)
    """
    return _ROUNDS.get(label[:1]) if label[1:2].isdigit() else None


def _ready(contents: Sequence[object], table: Table, *, played: bool) -> frozenset[Seat] | None:
    told = [seat for c in contents if isinstance(c, ReadySeats) for seat in c.seats]
    seen = [seat for seat, hand in enumerate(table.hands) if hand.ready]
    if (played and table.whole) or any(isinstance(c, ReadySeats) for c in contents):
        return frozenset((*told, *seen))
    return None


def _kong(table: Table, winners: tuple[Winner, ...], *, played: bool) -> bool | None:
    if table.kongs or any(len(meld.tiles) == 4 for winner in winners for meld in winner.melds or ()):
        return True
    return False if played and table.whole else None


def _held(seat: Seat, contents: Sequence[object], table: Table, show: Show | None, *, played: bool) -> Held:
    """What a seat held at the end: by the turns where they tell, else as shown; bonus tiles if a line says so."""
    hand = table.hands[seat]
    if played and hand.known:
        tiles: tuple[Tile, ...] | None = hand.tiles()
    else:
        tiles = _shown(show)
    melds = _melds(hand, show) if played else show.melds if show is not None else None
    listed = tuple(tile for c in contents if isinstance(c, BonusLine) and c.seat == seat for tile in c.tiles)
    return Held(seat, tiles, melds, (*hand.bonus, *listed) if table.whole or not played else None)


# --------------------------------------------------------------------------- winners


def _from_table(deal: Deal, table: Table, shows: dict[Seat, Show]) -> tuple[Winner, ...]:
    own = {act.seat: act.own_draw for act in table.past if isinstance(act, Win)}
    return tuple(_winner(deal, table, seat, shows.get(seat), own_draw=own[seat]) for seat in table.winners)


def _winner(deal: Deal, table: Table, seat: Seat, show: Show | None, *, own_draw: bool) -> Winner:
    hand = table.hands[seat]
    tile = table.drawn if own_draw else table.live
    if tile in {NONE, UNKNOWN}:
        tile = next((c.tile for c in _wins(deal) if c.seat == seat), UNKNOWN)
    source = seat if own_draw else table.live_seat
    robbed = not own_draw and table.live_sort not in {"discard", "face down"}
    return Winner(
        seat,
        tile,
        source,
        own_draw,
        robbed,
        _tiles(hand, show, tile, own_draw=own_draw),
        _melds(hand, show),
        _pillars(hand, show),
    )


def _wins(deal: Deal) -> list[WinLine]:
    return [line.content for line in deal.lines if isinstance(line.content, WinLine)]


def _tiles(hand: Hand, show: Show | None, tile: Tile, *, own_draw: bool) -> tuple[Tile, ...] | None:
    """The concealed tiles with the winning one, from the table or, where it does not know them, from the shown hand."""
    if hand.known and tile < HELD:
        return hand.tiles() if own_draw else (*hand.tiles(), tile)
    return _with_the_winning_tile(_shown(show), tile, own_draw=own_draw)


def _with_the_winning_tile(tiles: tuple[Tile, ...] | None, tile: Tile, *, own_draw: bool) -> tuple[Tile, ...] | None:
    """The shown tiles and the one won on, where it was another player's and is left out of them."""
    return (*tiles, tile) if tiles is not None and not own_draw and len(tiles) % 3 == 1 else tiles


def _shown(show: Show | None) -> tuple[Tile, ...] | None:
    return show.tiles if show is not None and all(is_known(tile) for tile in show.tiles) else None


def as_shown(meld: Meld) -> ShownMeld:
    """A meld of the table as a `show` line writes it."""
    match meld.sort:
        case "concealed kong":
            return ShownMeld("*", meld.tiles)
        case "added kong":
            return ShownMeld("^", meld.tiles)
        case _:
            return ShownMeld("+", meld.tiles)


def _melds(hand: Hand, show: Show | None) -> tuple[ShownMeld, ...] | None:
    melds = tuple(as_shown(meld) for meld in hand.melds)
    if all(is_known(tile) for meld in melds for tile in meld.tiles):
        return melds
    return show.melds if show is not None and len(show.melds) == len(melds) else None


def _pillars(hand: Hand, show: Show | None) -> int | None:
    if hand.pillar_count is not None and hand.known:
        return hand.pillars_left + sum(meld.pillars for meld in hand.melds)
    return _marked(show)


def _marked(show: Show | None) -> int | None:
    """How many tiles of a shown hand are marked as pillars; None when it marks none at all."""
    if show is None:
        return None
    return sum(t & PILLAR != 0 for t in (*show.tiles, *(t for meld in show.melds for t in meld.tiles))) or None


def _from_lines(contents: Sequence[object], shows: dict[Seat, Show]) -> tuple[Winner, ...]:
    """The winners of a record without turns, or of one whose turns stop before the win."""
    wins = [c for c in contents if isinstance(c, WinLine)]
    return tuple(
        Winner(
            win.seat,
            win.tile,
            win.source,
            win.source == win.seat,
            win.robbed,
            _with_the_winning_tile(_shown(shows.get(win.seat)), win.tile, own_draw=win.source == win.seat),
            shows[win.seat].melds if win.seat in shows else None,
            _marked(shows.get(win.seat)),
        )
        for win in wins
        if win.source != NOBODY
    )
