"""The claims `fan` and `kong`: each named item against the items of the recomputed score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mjlog.claims.sheet import Sheet
from mjlog.record import Items, Line, Seat, WinLine, seat_name
from mjlog.rulebook import Unclear
from mjlog.settlement import Item, Score
from mjlog.tiles import counts, text


def weigh_fan(sheet: Sheet, line: Line, claim: Items) -> None:
    """The items of the winner's hand value."""
    score = sheet.score_of(claim.seat)
    if isinstance(score, Unclear):
        if not _is_scored(sheet, claim.seat):
            reason = f"{seat_name(claim.seat)} has not won, and has no points for a hand"
            sheet.differs("score.item", line, "fan", reason, seat=claim.seat)
            return
        for name, _ in claim.items:
            sheet.unverified(line, f"fan {name}", score.reason, claim.seat)
        return
    _weigh_items(sheet, line, claim, list(score.items), "hand value", score)


def _is_scored(sheet: Sheet, seat: Seat) -> bool:
    """Whether that seat's hand is counted at all, as far as mjlog can judge it."""
    winners = sheet.outcome.winners
    if not winners and sheet.outcome.washout is None:
        return True
    counted = any(w.seat == seat for w in sheet.outcome.declared) or (sheet.rules.scores_losers and bool(winners))
    return counted or sheet.rules.score is None


def weigh_kong(sheet: Sheet, line: Line, claim: Items) -> None:
    """The winner's kong points; how kongs of one sort are listed, singly or together, makes no difference."""
    claim = replace(claim, items=tuple(_together(claim)))
    score = sheet.score_of(claim.seat)
    if isinstance(score, Unclear):
        if not _is_scored(sheet, claim.seat):
            reason = f"{seat_name(claim.seat)} has not won, and has no points for kongs"
            sheet.differs("score.item", line, "kong", reason, seat=claim.seat, clause=sheet.rules.winners_kongs)
            return
        for name, _ in claim.items:
            sheet.unverified(line, f"kong {name}", score.reason, claim.seat)
        return
    _weigh_items(sheet, line, claim, _summed(score.kongs), "kong points")


def _together(claim: Items) -> Iterator[tuple[str, int | None]]:
    """The items of one name as one; not known where one of them is not."""
    for name in dict.fromkeys(name for name, _ in claim.items):
        told = [points for each, points in claim.items if each == name]
        yield name, None if None in told else sum(points or 0 for points in told)


def weigh_least(sheet: Sheet) -> None:
    """Every winning hand is worth what the rules ask of one at least."""
    least = sheet.rules.least
    if not least or all(isinstance(score, Score) and score.value >= least for score in sheet.scores):
        return
    for line, win in zip(sheet.deal.lines_of(WinLine), sheet.deal.told(WinLine), strict=True):
        score = sheet.score_of(win.seat)
        if isinstance(score, Score) and score.value < least:
            words = f"{seat_name(win.seat)}'s hand is worth {score.value} {score.unit}; a win needs {least}"
            sheet.differs("win.least", line, "win", words, expected=str(least), seat=win.seat)


def _weigh_items(
    sheet: Sheet, line: Line, claim: Items, due: list[Item], what: str, score: Score | None = None
) -> None:
    """Each named item is in the hand with its points, and none is missing."""
    left = list(due)
    totals = list(score.totals) if score is not None else []
    worth = _worth(due, score)
    for name, points in claim.items:
        if claim.keyword == "kong" and not left and (four := _four_undeclared(sheet, claim.seat)):
            reason = f"{seat_name(claim.seat)}'s four {four} were never declared, and are no kong"
            sheet.differs("kong.undeclared", line, f"kong {name}", reason, recorded=name, seat=claim.seat)
            continue
        item = _called(name, points, left) or _called(name, points, totals)
        label = f"{claim.keyword} {name}"
        if item in left:
            left.remove(item)
        if item is None and score is not None and (holder := dict(score.contained).get(name)):
            words = f"{name} is contained in {holder} and earns nothing beside it; {what} {worth}"
            sheet.differs("score.implied", line, label, words, recorded=name, expected=_listed(due), seat=claim.seat)
        elif item is None:
            known = sheet.rules.item_names
            whose = f"{seat_name(claim.seat)}'s hand"
            why = f"is named more often than {whose} has it" if _called(name, points, due) else f"is not in {whose}"
            if known and name not in known and what == "hand value":
                why = "is not an item of this rule set"
            sheet.differs(
                next((each.code for each in due if each.code), "score.item"),
                line,
                label,
                f"{name} {why}; {what} {worth}",
                recorded=name,
                seat=claim.seat,
                expected=_listed(due),
            )
        elif points not in {None, item.points}:  # whoever claims the name alone is right about it
            sheet.differs(
                item.code or "score.item",
                line,
                label,
                f"{name} is worth {item.points}{_alone(item)}, recorded {points}"
                + (f"; {what} {worth}" if item in totals else ""),
                recorded=str(points),
                expected=str(item.points),
                seat=claim.seat,
                clause=item.clause,
            )
        elif item.untold:
            sheet.unverified(line, label, item.untold, claim.seat)
        else:
            sheet.agrees(line, label, claim.seat)
    stated = {name for name, _ in claim.items}
    only_totals = bool(stated) and stated <= {item.name for item in totals}
    if left and not only_totals and not any(points is None for _, points in claim.items):
        sheet.differs(
            "score.total",
            line,
            f"{claim.keyword} total",
            f"missing: {', '.join(f'{item.name} {item.points}{_alone(item)}' for item in left)}; {what} {worth}",
            recorded=_claimed(claim),
            expected=_listed(due),
            seat=claim.seat,
            clause=left[0].clause,
        )


def _called(name: str, points: int | None, items: Sequence[Item]) -> Item | None:
    """The item of that name, the one of those points before others; else one that may go by the name."""
    named = [item for item in items if item.name == name]
    if named:
        return next((item for item in named if item.points == points), named[0])
    return next((item for item in items if name in item.alike), None)


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


def _worth(items: Sequence[Item], score: Score | None) -> str:
    """What the items come to, with the arithmetic."""
    if score is not None and score.final is not None:
        return f"{score.value} = {score.formula}: {_listed(items)}" if items else f"{score.value}"
    return f"{sum(item.points for item in items)} = {_listed(items)}" if items else "0"


def _listed(items: Sequence[Item]) -> str:
    return ", ".join(f"{item.name} {item.points}" for item in items)


def _alone(item: Item) -> str:
    """The only source of an item's points, for messages."""
    return f" (by {item.source} alone)" if item.source else ""


def _claimed(claim: Items) -> str:
    return ", ".join(f"{name} {'?' if points is None else points}" for name, points in claim.items)
