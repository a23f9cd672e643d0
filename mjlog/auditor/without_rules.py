"""A rule set that scores nothing, for the audit of records whose rules are unknown.

Only sums are checked: what one player loses another wins, and a total is the total before plus the
change. Points that lie on the table between deals (sticks, a kitty) are multiples of 100. If a
record has such points, or somebody declares ready, a difference of a multiple of 100 is no error.
"""

from __future__ import annotations

from itertools import chain
from typing import Final

from mjlog.auditor.checks.end_of_turns import contradiction
from mjlog.auditor.checks.final_headers import numbers_of
from mjlog.auditor.checks.sums_alone import NO_RULES
from mjlog.auditor.table_sums import stated_changes, usual_start, usual_sum
from mjlog.auditor.totals import Totals, add_rows, subtract_rows
from mjlog.model.findings import Claim, Finding, Verdict
from mjlog.model.record import NOBODY, TABLE, Deal, Game, Line, NoWin, Ready, ReadySeats, WinLine
from mjlog.model.settlement import known_points, sum_amounts
from mjlog.referee.parts import Book, Choices, Play, Pot, Progress
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Spec, Unclear, copies

_ON_THE_TABLE: Final = frozenset({"sticks", "pool", "kitty"})
_STAKES: Final = 100
_STICK: Final = 1000


def rules_of_sums(game: Game) -> RuleSet:
    """Return a rule set without scores, by which only the sums of a game can be checked."""
    stake = _stake_of(game)
    return RuleSet(
        name="",
        edition=0,
        title="",
        book=Book({}),
        choices=Choices(),
        play=Play(Spec(copies(bonus=8), seats=(game.seats,)), (), waits=lambda _hand: 0),
        progress=Progress(
            next_deal=lambda _outcome, _points: Unclear(NO_RULES),
            start_points=_begun_with(game, stake),
        ),
        pot=Pot(used=stake > 0, word="", unit=stake),
    )


def _knows_stakes(deal: Deal) -> bool:
    """Return whether anything in a deal shows stakes: its header, payments or ready players."""
    if deal.contents(ReadySeats) or not _ON_THE_TABLE.isdisjoint(dict(deal.attributes)):
        return True
    if TABLE in chain.from_iterable(deal.paid()):
        return True
    acts = chain.from_iterable([turn.acts for turn in deal.turns])
    return any(isinstance(act, Ready) for act in acts)


def _stake_of(game: Game) -> int:
    """Guess the size of a stake (a stick laid on the table) in a game with unknown rules.

    Return 1000, 100, or 0 if there are no stakes. The size follows from payments to and from the
    table, or else from changes that do not add up to zero.
    """
    changes = [points for deal in game.deals for points in deal.numbers("net")]
    moved = [number for points in changes for number in known_points(points) if number]
    paid = [(pair, points) for deal in game.deals for *pair, points in deal.payments if points]
    staked = [points for pair, points in paid if TABLE in pair]
    is_known = any(_knows_stakes(deal) for deal in game.deals)
    hundreds = sum(number % _STAKES == 0 for number in moved)
    # If something else shows stakes, half of the amounts must be multiples of 100, because some may
    # be wrong. Otherwise all of them must be.
    if not staked and (hundreds * 2 < len(moved) if is_known else hundreds < len(moved)):
        return 0
    sums = staked or [total for total in [sum_amounts(points) for points in changes] if total]
    whole = sum(total % _STICK == 0 for total in sums)
    if whole * 2 >= len(sums) > 0:
        return _STICK
    return _STAKES if is_known else 0


def _begun_with(game: Game, stake: int) -> int | None:
    """Return the points with which every player began the game; None if unknown.

    They are the first totals, or else `Final-Score`, minus all changes until then. If this gives
    different points for several players, divide the usual sum of the totals by the number of
    players; the result counts if at least half of the players began with it. Return None also if a
    deal's header states the points before it.
    """
    changes: Totals = (0,) * game.seats
    for deal in game.deals:
        if deal.points:
            return None  # the headers of deals state it
        changes = add_rows(changes, stated_changes(deal, game.seats))
        for totals in deal.numbers("score")[:1]:
            usual = usual_start(totals, changes, stake)
            sums = [sum_amounts(points) for deal in game.deals for points in deal.numbers("score")]
            by_sum = usual_sum(known_points(sums), stake)
            if usual is not None or by_sum is None or by_sum % game.seats:
                return usual
            began = [points for points in subtract_rows(totals, changes) if points is not None]
            is_borne_out = began.count(by_sum // game.seats) * 2 >= len(began)
            return by_sum // game.seats if is_borne_out else None
    final = numbers_of(game, "Final-Score")
    return None if final is None else usual_start([int(number) for number in final], changes, stake)


def check_ends(game: Game) -> tuple[list[Finding], list[Verdict]]:
    """Compare the `win` and `draw` lines of a game with the turns; return findings and verdicts.

    Each contradiction is an error. A `win` line that agrees gets a verdict; a line of a deal
    without turns, or a `draw` line that agrees, gets none.
    """
    findings: list[Finding] = []
    verdicts: list[Verdict] = []
    for number, deal in enumerate(game.deals, 1):
        ends: list[tuple[Line, WinLine | NoWin]] = [
            *deal.with_lines(WinLine),
            *deal.with_lines(NoWin),
        ]
        for line, content in ends:
            why = contradiction(deal, content)
            claim, seat = Claim("draw"), NOBODY
            if isinstance(content, WinLine):
                claim, seat = Claim("win", content.seat), content.seat
            place = line.span.place(number, seat)
            if why is not None:
                verdicts.append(Verdict("differs", claim, place, why))
                finding = Finding.telling("win.line", "error", why, place, verdict=verdicts[-1])
                findings.append(finding)
            elif deal.turns and isinstance(content, WinLine):
                verdicts.append(Verdict("agrees", claim, place))
    return findings, verdicts
