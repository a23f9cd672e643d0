"""Findings about entries of a record that are written twice or contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from mjlog.model.deal_labels import named as is_round
from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.model.record import (
    NOBODY,
    WIN,
    Deal,
    Dealt,
    Game,
    Line,
    Next,
    NoWin,
    Points,
    Seat,
    Show,
    Tenpai,
    VoidSuit,
    Wall,
    WinLine,
    seat_name,
)
from mjlog.model.tiles import UNKNOWN, Tile

ONCE: Final = frozenset({Wall, Dealt, VoidSuit, WinLine, NoWin, Show, Points, Tenpai, Next})
"""Lines that a deal may have only once, or once for the seat that they name first."""
_OF_A_SEAT: Final = frozenset({Wall, Dealt, VoidSuit, WinLine, Show})
"""Those of these lines that name a seat first."""


def contradictions(game: Game, *, rounds: bool, plays_on: bool = False) -> list[Finding]:
    """Return findings about deals that contradict themselves or repeat another deal.

    Four mistakes are reported: labels such as `E2.1` that occur twice, equal starting hands in two
    deals, repeated lines, and deals with both a `win` and a `draw` line. If `rounds` is True, the
    game is counted in rounds, and a repeated label without a number after the dot, such as `E2`, is
    not reported here. If `plays_on` is True, a deal goes on after a win, so it may have both lines.
    """
    findings: list[Finding] = []
    named: dict[str, int] = {}
    dealt: dict[tuple[Tile, ...], int] = {}
    whole: dict[tuple[object, ...], int] = {}
    for number, deal in enumerate(game.deals, 1):
        if number > 1 and _is_played_again(game.deals[number - 2], deal):
            named.pop(deal.label, None)
        first = named.setdefault(deal.label, number)
        if first != number and deal.label and (not rounds or "." in deal.label):
            words = msg("deal {number} has the name {label}, too", number=first, label=deal.label)
            place = deal.span.place(number)
            findings.append(
                Finding.telling("deal.label", "warning", words, place, recorded=deal.label)
            )
            if is_round(deal.label) == (0, 0):
                named = {deal.label: number}  # another game begins, in which all labels occur again
        hands = deal.contents(Dealt)
        before = dealt.setdefault(hands[0].tiles if hands else (), number)
        if before != number:
            whole.setdefault((*game.deals[before - 1].contents(Dealt),), before)
            before = whole.setdefault((*hands,), number)
        if before != number and sum(UNKNOWN not in hand.tiles for hand in hands) > 1:
            words = msg("deal {number} begins with the same hands", number=before)
            place = deal.span.place(number)
            findings.append(
                Finding.telling("deal.twice", "warning", words, place, recorded=deal.label)
            )
        for contents in deal.repeated_contents():
            is_once = type(contents[0]) in ONCE
            if is_once and len({_line_key(content) for content in contents}) < len(contents):
                findings += _twice(deal, number)
                break
        if deal.lines_of(WinLine) and deal.lines_of(NoWin) and not plays_on:
            findings += _won_and_not_won(deal, number)
    return findings


def _is_played_again(before: Deal, deal: Deal) -> bool:
    """Return whether `deal` may have the same label as `before`, the deal directly before it.

    Return True if `before` is void, so that the deal is played again, or if the label names a round
    without counting repetitions, such as `E2`. Return False if the labels differ.
    """
    if before.label != deal.label:
        return False
    if "void" in [end.how for end in before.contents(NoWin)]:
        return True
    return is_round(deal.label) is not None and "." not in deal.label


def _twice(deal: Deal, number: int) -> Iterator[Finding]:
    """Yield an error for each line of a kind that the deal may have only once and already has.

    For example, a deal has at most one `net` line, and at most one `win` line for each winner.
    """
    once = [line for line in deal.lines if type(line.content) in ONCE]
    lines_by_key: dict[tuple[str, Seat], Line] = {}
    for line in once:
        content: Any = line.content
        about = _line_key(content)
        seat, first = about[1], lines_by_key.setdefault(about, line)
        if first is not line:
            same, other = msg("says the same"), msg("says something else")
            how, keyword = same if content == first.content else other, content.keyword
            named = msg("`{keyword}`", keyword=keyword)
            if seat != NOBODY:
                named = msg("`{keyword}` of {seat}", keyword=keyword, seat=seat_name(seat))
            words = msg("{line} is earlier in this deal and {how}", line=named, how=how)
            if first.span.line:
                stands = "{line} is in line {number} and {how}"
                words = msg(stands, line=named, number=first.span.line, how=how)
            yield Finding.telling("line.twice", "error", words, line.span.place(number, seat))


def _line_key(content: Any) -> tuple[str, Seat]:
    """Return a key for a line: its keyword, and the seat that the line is about, or `NOBODY`.

    A line repeats another line of the deal if their keys are equal. A `draw` line for an exhausted
    wall has the player whom it names in its key.
    """
    if isinstance(content, NoWin) and content.how == "wall":
        return content.keyword, content.by
    return content.keyword, content.seat if type(content) in _OF_A_SEAT else NOBODY


def _won_and_not_won(deal: Deal, number: int) -> Iterator[Finding]:
    """Yield an error for each `draw` line of a deal that also has a `win` line.

    A void deal may have both lines. If the last turn is a win, nothing is yielded, because another
    check compares the lines with the turns.
    """
    last = [turn.acts[-1].kind for turn in deal.turns if turn.acts]
    if WIN in last:
        return
    for line, end in deal.with_lines(NoWin):
        if end.how != "void":
            words = msg("this line ends the deal without a winner, but another line says who won")
            yield Finding.telling("result.both", "error", words, line.span.place(number))
