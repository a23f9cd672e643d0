"""The claims `fan` and `kong`: each named item against the items of the recomputed score."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.claims.sheet import Sheet
from mjlog.record import Items, Line, Seat, seat_name
from mjlog.rulebook import Unclear
from mjlog.settlement import Item
from mjlog.tiles import counts, text


def weigh_fan(sheet: Sheet, line: Line, claim: Items) -> None:
    """The items of the winner's hand value."""
    score = sheet.score_of(claim.seat)
    if isinstance(score, Unclear):
        if not any(w.seat == claim.seat for w in sheet.outcome.winners) and sheet.rules.score is not None:
            reason = f"{seat_name(claim.seat)} has not won, and has no points for a hand"
            sheet.differs("score.item", line, "fan", reason, seat=claim.seat)
            return
        for name, _ in claim.items:
            sheet.unverified(line, f"fan {name}", score.reason, claim.seat)
        return
    _weigh_items(sheet, line, claim, list(score.items), "hand value")


def weigh_kong(sheet: Sheet, line: Line, claim: Items) -> None:
    """The winner's kong points."""
    score = sheet.score_of(claim.seat)
    if isinstance(score, Unclear):
        for name, _ in claim.items:
            sheet.unverified(line, f"kong {name}", score.reason, claim.seat)
        return
    _weigh_items(sheet, line, claim, _summed(score.kongs), "kong points")


def _weigh_items(sheet: Sheet, line: Line, claim: Items, due: list[Item], what: str) -> None:
    """Each named item is in the hand with its points, and none is missing."""
    left = list(due)
    for name, points in claim.items:
        if claim.keyword == "kong" and not left and (four := _four_undeclared(sheet, claim.seat)):
            reason = f"{seat_name(claim.seat)}'s four {four} were never declared, and are no kong"
            sheet.differs("kong.undeclared", line, f"kong {name}", reason, recorded=name, seat=claim.seat)
            continue
        item = next((i for i in left if i.name == name), None) or next((i for i in left if name in i.alike), None)
        label = f"{claim.keyword} {name}"
        if item is not None:
            left.remove(item)
        if item is None:
            known = sheet.rules.item_names
            why = (
                "is not an item of this rule set"
                if known and name not in known and what == "hand value"
                else (f"is not in {seat_name(claim.seat)}'s hand")
            )
            sheet.differs(
                "score.item",
                line,
                label,
                f"{name} {why}; {what} {_sum(due)}",
                recorded=name,
                seat=claim.seat,
                expected=_listed(due),
            )
        elif points is None:
            sheet.unverified(line, label, f"the record does not say how much; due {item.points}", claim.seat)
        elif points != item.points:
            sheet.differs(
                "score.item",
                line,
                label,
                f"{name} is worth {item.points}, recorded {points}",
                recorded=str(points),
                expected=str(item.points),
                seat=claim.seat,
                clause=item.clause,
            )
        else:
            sheet.agrees(line, label, claim.seat)
    if left and not any(points is None for _, points in claim.items):
        sheet.differs(
            "score.total",
            line,
            f"{claim.keyword} total",
            f"missing: {_listed(left)}; {what} {_sum(due)}",
            recorded=_claimed(claim),
            expected=_listed(due),
            seat=claim.seat,
        )


def _four_undeclared(sheet: Sheet, seat: Seat) -> str:
    """Four alike among the winner's concealed tiles, where the rulebook has a sentence on them; empty for none."""
    if "kong.undeclared" not in sheet.rules.cites:
        return ""
    held = next((winner.tiles for winner in sheet.outcome.winners if winner.seat == seat), None)
    return text([kind for kind, number in enumerate(counts(held or ())) if number == 4])


def _summed(items: Sequence[Item]) -> list[Item]:
    """Items of one name as one."""
    names = dict.fromkeys(item.name for item in items)
    return [Item(name, sum(i.points for i in items if i.name == name)) for name in names]


def _sum(items: Sequence[Item]) -> str:
    return f"{sum(item.points for item in items)} = {_listed(items)}" if items else "0"


def _listed(items: Sequence[Item]) -> str:
    return ", ".join(f"{item.name} {item.points}" for item in items)


def _claimed(claim: Items) -> str:
    return ", ".join(f"{name} {'?' if points is None else points}" for name, points in claim.items)
