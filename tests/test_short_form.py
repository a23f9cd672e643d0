"""The short form of a sheet: all that is not typed follows by the rules, and slips show."""

from __future__ import annotations

import pytest
from kit.photographs import values_of

from mjlog.bots.generate import games
from mjlog.model.record import SEATS, Points
from mjlog.rules import load
from mjlog.sheets.short import ABORTED, DRAW, Line, ShortForm, ShortVerdict, has_short_form


def lines_of(form: ShortForm, *rows: str) -> list[Line]:
    """Return lines from fields that are parted by commas."""
    roles = [field.role for field in form.fields]
    return [dict(zip(roles, row.split(","), strict=False)) for row in rows]


def judged(*rows: str, totals: str = "") -> ShortVerdict:
    """Return what riichi makes of some lines: winner, from, han, fu, ready, waiting."""
    form = ShortForm(load("riichi/1"), "riichi/1")
    return form.judged(lines_of(form, *rows), totals.split() or [""] * 4)


def typed(game, form: ShortForm) -> list[Line]:
    """Return the lines that somebody types for a game with one winner a deal at most."""
    values, lines = values_of(game), []
    for row in range(1, len(game.deals) + 1):
        how, winner = (values.get((row, field, None)) for field in ("how", "winner"))
        line = {"winner": {"draw": DRAW, "abort": ABORTED}[how[0]] if how else winner[0]}
        for field in form.fields[1:]:
            role = "tai" if field.role in {"faan", "value"} else field.role
            content = values.get((row, role, None), "")
            line[field.role] = content if isinstance(content, str) else str(content)
            if isinstance(content, list):
                line[field.role] = "".join(content).replace("self", line["winner"])
        lines.append(line)
    return lines


@pytest.mark.parametrize("name", ["taiwanese", "hongkong", "mcr", "zungjung"])
def test_payments_of_games_follow_from_the_short_form(name: str) -> None:
    game = next(games(name, seed=16, deals=13, fast=True))
    form = ShortForm(load(name), name)
    verdict = form.judged(typed(game, form), [""] * 4)
    due = [
        line.points
        for deal in game.deals
        for line in deal.contents(Points)
        if line.keyword == "net"
    ]
    assert [tuple(deal.changes or ()) for deal in verdict.deals.values()] == due
    assert not verdict.findings


def test_counters_sticks_and_a_second_winner_are_worked_out() -> None:
    verdict = judged("A,B,3,30,AC", "-,,,,,AB", "B,D,4,30", "+C,,2,30", f"{ABORTED}")
    assert [deal.label for deal in verdict.deals.values()] == ["E1", "E1.1", "E1.2", "E2"]
    changes = [deal.changes for deal in verdict.deals.values()]
    assert changes[0] == (6800, -5800, -1000, 0)
    assert changes[2] == (0, 8300, 2000, -10300)
    assert list(verdict.deals) == [1, 2, 3, 5]


def test_points_at_the_end_follow_from_the_lines() -> None:
    assert judged("A,B,3,30", totals="30800 19200 25000 25000").ends == (30800, 19200, 25000, 25000)
    # A slip in a line, or in the points: nobody is accused, and what follows is shown.
    verdict = judged("A,B,2,30", totals="30800 19200 25000 25000")
    assert verdict.ends == (27900, 22100, 25000, 25000)
    assert not verdict.findings
    assert not judged("A,,3,30").ends


def test_what_cannot_be_is_told_at_its_line() -> None:
    verdict = judged("A,B,3,30", "B,C,2,35", "C,Q,1,30")
    assert sorted(verdict.findings) == [2, 3]
    assert "35" in str(verdict.findings[2][0].message)


def test_where_losers_are_paid_for_their_hands_there_is_no_short_form() -> None:
    assert [name for name in ("riichi", "american") if has_short_form(load(name))] == ["riichi"]
    assert SEATS[:4] == ShortForm(load("riichi"), "riichi").seats
