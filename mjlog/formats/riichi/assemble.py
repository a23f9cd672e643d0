"""Makes a game from the deals that a reader recorded, when it is known how the game ended."""

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
    """Return the deals of a game from their recorders, in order.

    `over`: the file has the end of the game. A finding is added for a deal without a result, a file
    without a deal, and a game without an end.
    """
    journals = list(journals)
    deals: list[Deal] = []
    for number, journal in enumerate(journals, 1):
        complaints.deal = number
        if not journal.ended:
            message = msg(
                "the deal {deal} stops without a result", deal=journal.opening.label(number)
            )
            complaints.say("format.truncated", message, "warning")
        deals.append(journal.deal(number, final=over and journal is journals[-1] and journal.ended))
    complaints.at = NOWHERE
    if not deals:
        complaints.deal = 0
        complaints.say("format.empty", msg("mjlog can read no deal in this file"), "warning")
    elif journals[-1].ended and not over:
        complaints.say(
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
    """Return the game with these headers, player names and deals.

    `pairs` are the names and values of headers; empty ones are left out. A player without a name is
    called `?`. The game has the findings in `complaints`, sorted by deal and line.
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
    """Return whether the tiles of these deals prove a set without red fives.

    They do if no deal shows a red five, but some deal shows four plain fives of a suit.
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
