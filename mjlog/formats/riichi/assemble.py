"""Builds a game from the deals that a reader has recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Final

from mjlog.formats.reader_findings import ReaderFindings
from mjlog.formats.riichi.deal_recorder import DealRecorder
from mjlog.formats.riichi.deal_start import one_line
from mjlog.model.findings import NOWHERE
from mjlog.model.messages import msg
from mjlog.model.record import SEATS, Deal, Draw, Game, Header, Replace, Reveal
from mjlog.model.tiles import KIND, RED


def recorded_deals(
    journals: Iterable[DealRecorder], complaints: ReaderFindings, *, over: bool
) -> tuple[Deal, ...]:
    """Build the deals of a game; `journals` are the recorders of the deals, in order.

    `over` is True if the file says that the game has ended. A finding (a message about an error) is
    added to `complaints` if a deal has no result, if there are no deals, or if the end of the game
    is missing.
    """
    journals = list(journals)
    deals: list[Deal] = []
    for number, journal in enumerate(journals, 1):
        complaints.deal = number
        if not journal.ended:
            message = msg(
                "the deal {deal} stops without a result", deal=journal.opening.label(number)
            )
            complaints.add("format.truncated", message, "warning")
        deals.append(journal.deal(number, final=over and journal is journals[-1] and journal.ended))
    complaints.at = NOWHERE
    if not deals:
        complaints.deal = 0
        complaints.add("format.empty", msg("mjlog can read no deal in this file"), "warning")
    elif journals[-1].ended and not over:
        complaints.add(
            "format.truncated",
            msg("the final result is missing; deals may be missing, too"),
            "note",
        )
    return tuple(deals)


def recorded_game(
    pairs: Iterable[tuple[str, str]],
    names: Iterable[object],
    deals: tuple[Deal, ...],
    complaints: ReaderFindings,
) -> Game:
    """Build a game from headers, player names and deals.

    `pairs` are names and values of headers; headers with empty values are left out. A player with
    an empty name is called `?`. `complaints` has the findings (messages about errors in the file);
    the game gets them, sorted by deal and line.
    """
    headers = [Header(key, line) for key, text in pairs if (line := one_line(text))]
    players = [
        Header(seat, one_line(name) or "?") for seat, name in zip(SEATS, names, strict=False)
    ]
    findings = sorted(
        complaints.findings, key=lambda finding: (finding.place.deal, finding.place.line)
    )
    return Game((*headers, *players), deals, findings=tuple(findings))


def plays_without_red_fives(journals: Iterable[DealRecorder]) -> bool:
    """Return True if the recorded tiles prove that the game was played without red fives.

    This is proved if no deal shows a red five, and some deal shows four plain copies of a five.
    `journals` are the recorders of the deals.
    """
    is_proved = False
    for journal in journals:
        acts = [act for turn in journal.turns.done for act in turn.acts]
        seen = [act.tile for act in acts if isinstance(act, Draw | Replace | Reveal)]
        start = journal.opening
        tiles = Counter([*chain.from_iterable(start.dealt), *start.indicators, *seen])
        if any(tiles[red] for red in _RED):
            return False
        is_proved = is_proved or any(tiles[KIND[red]] >= _COPIES for red in _RED)
    return is_proved


_RED: Final = range(RED, RED + 3)
_COPIES: Final = 4
