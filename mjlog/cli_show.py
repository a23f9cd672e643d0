"""``mjlog show``: a deal on the terminal, all turns in lines or the table after one step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import click

from mjlog import rules
from mjlog.audit import audit
from mjlog.cli_read import one_record
from mjlog.cli_text import findings, printable
from mjlog.cli_tiles import drawn
from mjlog.findings import Finding
from mjlog.layout import go_arounds
from mjlog.record import SEATS, Act, Deal, Game, Seat, seat_name
from mjlog.replay import replay
from mjlog.rulebook import RulesError, RuleSet
from mjlog.table import Hand, Meld, Table
from mjlog.tiles import PILLAR, UNKNOWN, Tile

WINDS = ("East", "South", "West", "North")


@dataclass(frozen=True, slots=True)
class View:
    """What is to be seen: everything, or only what the player on `seat` can; in letters or Unicode tiles."""

    game: Game
    seat: Seat | None
    letters: bool

    def sees(self, seat: Seat) -> bool:
        """Whether the hand of that seat lies open."""
        return self.seat is None or seat == self.seat

    def tiles(self, tiles: Iterable[Tile], *, sort: bool = False) -> str:
        """Tiles as wanted."""
        return drawn(tiles, letters=self.letters, sort=sort)


def show(path: str, number: int, step: int | None, seat: str | None, *, letters: bool) -> None:
    """Prints every turn and the table at the end of the deal; with `step`, the table after it alone."""
    game, _ = one_record(path)
    if number > len(game.deals):
        raise click.UsageError(f"{path} has {len(game.deals)} deals, there is no deal {number}")
    view = View(game, None if seat is None else SEATS.index(seat), letters)
    told = [finding for finding in audit(game).findings if finding.place.deal in {0, number}]
    for line in _deal(path, game.deals[number - 1], view, told, step):
        click.echo(line)


def _deal(path: str, deal: Deal, view: View, told: list[Finding], step: int | None) -> Iterator[str]:
    pictures, ends = _replayed(deal, view, step)
    last = ends[-1] if ends else 0
    if step is not None and not pictures:
        raise click.UsageError(f"the deal has {last} steps, there is no step {step}")
    heading = " ".join(["@", deal.label, *(f"{key}={value}" for key, value in deal.attributes)])
    yield click.style(printable(heading), bold=True)
    if step is None:
        yield from _turns(path, deal, view, told, ends)
        yield from pictures
        yield from findings(path, (f for f in told if not f.place.step), {})
    else:
        yield f"step {step} of {last}"
        yield from pictures
        yield from findings(path, (f for f in told if f.place.step == step), {})


def _replayed(deal: Deal, view: View, step: int | None) -> tuple[list[str], list[int]]:
    """The picture of the table after the step (None: the last one), and with which step each turn ends."""
    pictures: list[str] = []
    ends = [0] * len(deal.turns)

    def watch(table: Table, turn: int, _act: Act | None) -> None:
        if turn >= 0:
            ends[turn] = len(table.past)
        if len(table.past) == step:
            pictures[:] = picture(table, view)

    played = replay(deal, _rules(view.game), seats=view.game.seats, watch=watch)
    return (pictures if step is not None else list(picture(played.table, view))), ends


def _rules(game: Game) -> RuleSet:
    try:
        return rules.load(game.rules)
    except RulesError as problem:
        raise click.UsageError(f"the rule set cannot be told: {problem}") from None


def _turns(path: str, deal: Deal, view: View, told: list[Finding], ends: list[int]) -> Iterator[str]:
    """A line for each turn, with its last step and what the referee says of it."""
    begin = 0
    for turn, end, around in zip(deal.turns, ends, go_arounds(deal, view.game.seats), strict=True):
        stood = "~" if turn.stood else ""
        yield click.style(f"{end:>5} ", dim=True) + f"{around:>3}. {seat_name(turn.seat)}:{stood}{turn.word}"
        yield from findings(path, (f for f in told if begin < f.place.step <= end), {})
        begin = end


def picture(table: Table, view: View) -> Iterator[str]:
    """The table: each seat with its hand, melds, bonus tiles and river."""
    for seat, hand in enumerate(table.hands):
        yield from _seat(seat, hand, table, view)
    if table.indicators:
        yield f"indicators  {view.tiles(table.indicators)}"
    if table.whole:
        yield click.style(f"{table.undrawn} tiles not drawn", dim=True)


def _seat(seat: Seat, hand: Hand, table: Table, view: View) -> Iterator[str]:
    wind = WINDS[table.distance(seat, table.dealer)]
    name = view.game.players[seat] if seat < len(view.game.players) else ""
    marks = [word for word, holds in (("ready", hand.ready), ("wins", seat in table.winners)) if holds]
    turn = "> " if table.turn == seat and not table.winners else "  "
    yield turn + click.style(f"{seat_name(seat)} {wind}", bold=True) + f" {printable(name)} {' '.join(marks)}".rstrip()
    for label, tiles in _zones(hand, view, sees=view.sees(seat)):
        if tiles:
            yield click.style(f"    {label:<8}", dim=True) + tiles


def _zones(hand: Hand, view: View, *, sees: bool) -> Iterator[tuple[str, str]]:
    known = hand.tiles() if sees else ()
    main = tuple(tile for tile in known if not tile & PILLAR)
    pillars = tuple(tile & ~PILLAR for tile in known if tile & PILLAR)
    backs = (UNKNOWN,) * (hand.unknown if sees else hand.unknown + sum(hand.count))
    yield "hand", view.tiles((*main, *backs), sort=True)
    yield "pillars", view.tiles((*pillars, *(UNKNOWN,) * (hand.pillars_left - len(pillars))), sort=True)
    yield "melds", "  ".join(_meld(meld, view) for meld in hand.melds)
    yield "bonus", view.tiles(hand.bonus, sort=True)
    yield "river", view.tiles(hand.river)


def _meld(meld: Meld, view: View) -> str:
    return f"{view.tiles(meld.tiles, sort=True)} {meld.sort}"
