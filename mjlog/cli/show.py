"""Runs ``mjlog show``: prints a deal on the terminal, all its steps or the table after one step."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import click

from mjlog.auditor.audit import audit
from mjlog.auditor.report import Report
from mjlog.cli.one_record import one_record
from mjlog.cli.terminal.output import write_file
from mjlog.cli.terminal.result_lines import result, tally
from mjlog.cli.terminal.terminal_tiles import drawn, shows_tiles
from mjlog.model.findings import Finding, sort_by_line
from mjlog.model.messages import veiled
from mjlog.model.record import NOBODY, SEATS, Deal, Seat, seat_name
from mjlog.model.tiles import UNKNOWN
from mjlog.picture.frames import Frame, Piece, Zone, frames
from mjlog.picture.svg import svg
from mjlog.referee.rule_set import RuleSet
from mjlog.report.text import findings, printable
from mjlog.text.glossary import SUIT_NAMES

WINDS: Final = ("East", "South", "West", "North")
ROWS: Final[tuple[Zone, ...]] = ("hand", "pillars", "bonus", "river")


@dataclass(frozen=True, slots=True)
class ShownDeal:
    """A deal to print, and the way to print it.

    `seat` is the seat from which the table is seen, None for all hands open. `letters` chooses
    letters in place of pictures of tiles.
    """

    deal: Deal
    players: tuple[str, ...]
    seats: int
    seat: Seat | None
    letters: bool

    @property
    def closed(self) -> frozenset[Seat]:
        """The seats whose hands are hidden: all except `seat`, or none if `seat` is None."""
        return frozenset() if self.seat is None else frozenset(range(self.seats)) - {self.seat}

    def row(self, pieces: Iterable[Piece]) -> str:
        """Return tiles side by side as a text, in letters or as pictures.

        A tile that `seat` cannot see is shown by its back.
        """
        return drawn(
            (piece.face if self._sees(piece) else UNKNOWN for piece in pieces), letters=self.letters
        )

    def _sees(self, piece: Piece) -> bool:
        return piece.up or self.seat is None or piece.seat == self.seat


def show(
    path: str, number: int, step: int | None, seat: str | None, *, letters: bool | None
) -> None:
    """Print each step of a deal, the table at the end, and the result, on the terminal.

    `number` is the number of the deal. With `step`, print only the table after that step. With
    `seat`, hide the hands of the other seats. If `letters` is None, pictures of tiles are used if
    the terminal has them. Raises UsageError if there is no such deal or step, or if the rules are
    unknown.
    """
    in_letters = not shows_tiles(sys.stdout.encoding, os.environ) if letters is None else letters
    game, of_the_file = one_record(path)
    if number > len(game.deals):
        raise click.UsageError(f"{path} has {len(game.deals)} deals, there is no deal {number}")
    report = audit(game)
    if report.rules is None:
        raise click.UsageError(
            "; ".join(f.message for f in report.findings if f.code == "rules.unknown")
        )
    deal = game.deals[number - 1]
    view = ShownDeal(
        deal, game.players, game.seats, None if seat is None else SEATS.index(seat), in_letters
    )
    findings = sort_by_line(
        [*of_the_file, *(f for f in report.findings if f.place.deal in {0, number})]
    )
    for line in _deal(path, frames(deal, report.rules, game.seats), view, findings, step):
        click.echo(line)
    if step is None:
        for line in _end(path, report, report.rules, number, findings):
            click.echo(line)


def draw(
    path: str, number: int, step: int | None, seat: str | None, output: str, *, force: bool
) -> None:
    """Write an SVG picture of the table after a step of a deal.

    If `step` is None, show the end of the deal. `seat` is the seat from which the table is seen; if
    None, all hands are open. Raises UsageError if there is no such deal or step.
    """
    game, _ = one_record(path)
    try:
        drawn = svg(game, number, step, seat=seat or "A", open_hands=seat is None)
    except ValueError as problem:
        raise click.UsageError(f"{path}: {problem}") from None
    write_file(output, [drawn], force=force)


def _deal(
    path: str,
    steps: list[Frame],
    view: ShownDeal,
    known_findings: Sequence[Finding],
    step: int | None,
) -> Iterator[str]:
    last = len(steps) - 1
    if step is not None and step > last:
        raise click.UsageError(f"the deal has {last} steps, there is no step {step}")
    deal = view.deal
    heading = " ".join(["@", deal.label, *(f"{key}={value}" for key, value in deal.attributes)])
    yield click.style(printable(heading), bold=True)
    for frame in steps if step is None else steps[step : step + 1]:
        yield click.style(f"{frame.step:>4} ", dim=True) + printable(
            str(veiled(frame.sentence, view.closed))
        )
        yield from findings(
            path, (f for f in known_findings if f.place.step == frame.step and frame.step), {}
        )
    yield from picture(steps[-1 if step is None else step], view)


def _end(
    path: str, report: Report, rules: RuleSet, number: int, known_findings: Sequence[Finding]
) -> Iterator[str]:
    """Yield the lines to print after the steps of a deal: its result, findings, and counts.

    Only findings that belong to no step are printed. The counts are those of checked numbers and of
    all findings. `known_findings` are all findings about the deal.
    """
    yield from result(report, rules, number)
    yield from findings(path, (finding for finding in known_findings if not finding.place.step), {})
    yield from tally(report, known_findings, number)


def picture(frame: Frame, view: ShownDeal) -> Iterator[str]:
    """Yield the lines that show a table: tiles of each seat, indicators, count of undrawn tiles."""
    for seat in range(view.seats):
        yield from _seat(seat, frame, view)
    indicators = [piece for piece in frame.pieces if piece.zone == "indicator"]
    if indicators:
        yield f"indicators  {view.row(indicators)}"
    if frame.undrawn is not None:
        yield click.style(f"{frame.undrawn} tiles not drawn", dim=True)


def _seat(seat: Seat, frame: Frame, view: ShownDeal) -> Iterator[str]:
    wind = WINDS[(seat - max(0, view.deal.dealer)) % view.seats]
    name = printable(view.players[seat]) if seat < len(view.players) else ""
    marks = [
        word for word, seats in (("ready", frame.ready), ("wins", frame.winners)) if seat in seats
    ]
    if frame.voids and frame.voids[seat] != NOBODY:
        marks.append(f"gives up {SUIT_NAMES[frame.voids[seat]]}")
    turn = "> " if frame.to_act == seat else "  "
    yield (
        turn
        + click.style(f"{seat_name(seat)} {wind}", bold=True)
        + f" {name} {' '.join(marks)}".rstrip()
    )
    rows: dict[str, str] = {zone: view.row(frame.zone(seat, zone)) for zone in ROWS}
    rows["melds"] = "  ".join(view.row(meld) for meld in frame.melds(seat))
    for label, tiles in rows.items():
        if tiles:
            yield click.style(f"    {label:<8}", dim=True) + tiles
