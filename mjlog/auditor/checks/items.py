"""The claims `fan` and `kong`: each named item against the items of the recomputed score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain, combinations
from typing import Final

from mjlog.auditor.deal_check import CLAIMS, KNOWN_CLAIMS, DealCheck
from mjlog.model.findings import Claim, differing
from mjlog.model.lazy_dataclass import dataclass, kept
from mjlog.model.messages import ItemName, Message, Sentence, Tiles, as_message, msg
from mjlog.model.record import (
    Content,
    Items,
    Line,
    ReadySeats,
    Seat,
    WinLine,
    points_word,
    seat_name,
)
from mjlog.model.settlement import Item, LeftOut, Score, by_name
from mjlog.model.tiles import Tile, counts
from mjlog.referee.rulebook import Unclear

MISSING: Final = "(missing)"
"""What the claim is called that nothing is left out; no item can have that name."""
HAND_VALUE: Final = msg("hand value")
KONG_POINTS: Final = msg("kong points")
ALONE: Final = msg("{points} (by {source} alone)").message


Told = Sequence[tuple[Line, str, int | None]]
"""Named items with their points, each with its line."""


def check_fan(sheet: DealCheck, line: Line, claim: Items) -> None:
    """Check the items of a hand's value."""
    named_items = _told(sheet, line, claim)
    if not named_items:
        return
    _check_declared(sheet, claim.seat, named_items)
    named_items = _named_once(sheet, claim, named_items)
    score = sheet.score_of(claim.seat)
    if isinstance(score, Unclear):
        if not _is_scored(sheet, claim.seat):
            reason = msg("{seat} has not won and scores no hand", seat=seat_name(claim.seat))
            sheet.differs("score.item", line, Claim("fan", claim.seat), reason, seat=claim.seat)
            return
        _check_unknown(sheet, claim, named_items, score)
        return
    totals = (*score.totals, *score.worth)
    items = _arrangement_named(score, named_items)
    _check_items(sheet, claim, named_items, _Due(items, HAND_VALUE, score, totals))
    if score.claimed:
        _check_together(sheet, claim, named_items)


def _named_once(sheet: DealCheck, claim: Items, named_items: Told) -> Told:
    """Return the items without those that the sheet names again although no hand has them twice.

    Report each of these once.
    """
    repeated_items = sheet.rules.scoring.repeated_items
    names: Counter[str] = Counter()
    kept = []
    for line, name, points in named_items:
        names[name] += 1
        if names[name] == 1 or name in repeated_items:
            kept.append((line, name, points))
        elif names[name] == 2:
            about = Claim(claim.keyword, claim.seat, item=name)
            words = msg("the sheet names {item} more than once", item=ItemName(name))
            sheet.differs("score.item", line, about, words, recorded=name, seat=claim.seat)
    return kept


def _arrangement_named(score: Score, named_items: Told) -> Sequence[Item]:
    """Return the items of the arrangement that the sheet names, of those worth the same."""
    if not score.others:
        return score.items
    stated = [(name, points) for _, name, points in named_items]

    def count_named(items: Sequence[Item]) -> int:
        return sum([(i.name, i.points) in stated or (i.name, None) in stated for i in items])

    return max((score.items, *score.others), key=count_named)


def _check_together(sheet: DealCheck, claim: Items, named_items: Told) -> None:
    """Check items that no hand has both: the second one is in nobody's hand."""
    counted = [(line, name) for line, name, points in named_items if points != 0]
    never = sheet.rules.scoring.never_together
    for (_, one), (line, other) in combinations(counted, 2):
        if frozenset((one, other)) in never and not _is_one_told_wrong(sheet, claim, one, other):
            words = msg("no hand has both {one} and {other}", one=one, other=other)
            about = Claim(claim.keyword, claim.seat, item=other)
            sheet.forget_answers_to(about)
            sheet.differs("score.item", line, about, words, recorded=other, seat=claim.seat)
            return


def _is_one_told_wrong(sheet: DealCheck, claim: Items, *names: str) -> bool:
    """Return whether the hand is known well enough to say that it lacks one of the items."""
    about = [Claim(claim.keyword, claim.seat, item=name) for name in names]
    return any([differing(sheet.answers_to(each)) for each in about])


def _check_unknown(sheet: DealCheck, claim: Items, named_items: Told, why: Unclear) -> None:
    """Check items of a hand that is not known: they may be there if the rules have such items."""
    for line, name, points in named_items:
        label = Claim(claim.keyword, claim.seat, item=name)
        words = _never(sheet, claim, name, points)
        if name == why.never:
            words = as_message(why.words)
        if words is None:
            sheet.unverified(line, label, why.words, claim.seat)
        else:
            sheet.differs("score.item", line, label, words, recorded=name, seat=claim.seat)


def _never(sheet: DealCheck, claim: Items, name: str, points: int | None) -> Message | None:
    """Say why no hand has such an item; None if one may have it."""
    scoring = sheet.rules.scoring
    names = {"fan": scoring.item_names, "kong": scoring.kong_names}[claim.keyword]
    if names and name not in names:
        return msg("{item} is not an item of this rule set", item=ItemName(name))
    if points and (points < 0 or not scoring.item_can_be(name, points)):
        return msg("{item} is never worth {points}", item=ItemName(name), points=points)
    return None


def _check_declared(sheet: DealCheck, seat: Seat, named_items: Told) -> None:
    """Check that the `ready` line of a sheet names everybody whose hand has items of riichi."""
    needs = sheet.rules.scoring.declared_items
    if sheet.deal.turns:
        return
    ready = [line.seats for line in sheet.deal.told(ReadySeats)]
    if seat in chain.from_iterable(ready):
        return
    declared = [(line, name) for line, name, points in named_items if name in needs and points]
    for line, name in declared[:1]:
        says = (
            "{seat} scores {item}, but no `ready` line names {seat}: one of the two "
            "entries is wrong"
        )
        words = msg(says, item=ItemName(name), seat=seat_name(seat))
        sheet.differs("ready.line", line, Claim("ready", seat), words, seat=seat)


def _told(sheet: DealCheck, line: Line, claim: Items) -> Told:
    """Return all items of that sort that the sheet names for the seat.

    None after the first line.
    """
    lines = sheet.deal.lines_of(Items)
    alike = lines
    if len(lines) > 1:
        alike = [each for each in lines if _is_alike(each.content, claim)]
    if alike[0] is not line:
        return ()
    return [
        (each, name, points)
        for each in alike
        for name, points in each.content.items  # type: ignore[union-attr]
    ]


def _is_alike(content: Content, claim: Items) -> bool:
    return isinstance(content, Items) and (content.keyword, content.seat) == (
        claim.keyword,
        claim.seat,
    )


def _is_scored(sheet: DealCheck, seat: Seat) -> bool:
    """Return whether that seat's hand is counted at all, as far as mjlog can judge it."""
    scoring, outcome = sheet.rules.scoring, sheet.outcome
    if scoring.score is None or not outcome.has_ended:
        return True
    if outcome.winners and scoring.scores_losers:
        return True
    return seat in outcome.declaring_seats


def check_kong(sheet: DealCheck, line: Line, claim: Items) -> None:
    """Check the kong points of a hand; kongs of one sort may be listed singly or together."""
    named_items = _told(sheet, line, claim)
    if not named_items:
        return
    first = {name: each for each, name, _ in reversed(named_items)}
    together = [
        (first[name], name, points)
        for name, points in by_name((name, points) for _, name, points in named_items)
    ]
    score = sheet.score_of(claim.seat)
    if isinstance(score, Unclear):
        if not _is_scored(sheet, claim.seat):
            reason = msg("{seat} has not won and scores no kongs", seat=seat_name(claim.seat))
            sheet.differs(
                "score.item",
                line,
                Claim("kong", claim.seat),
                reason,
                seat=claim.seat,
                clause=sheet.rules.scoring.winners_kongs,
            )
            return
        _check_unknown(sheet, claim, together, score)
        return
    _check_items(sheet, claim, together, _Due(score.kongs_by_name, KONG_POINTS))


def check_least(sheet: DealCheck) -> None:
    """Check that each winning hand is worth what the rules ask of one at least."""
    scoring = sheet.rules.scoring
    least = scoring.minimum
    if not least or not any(
        [isinstance(score, Score) and scoring.is_too_little(score) for score in sheet.scores]
    ):
        return
    for line, win in zip(sheet.deal.lines_of(WinLine), sheet.deal.told(WinLine), strict=True):
        score = sheet.score_of(win.seat)
        if isinstance(score, Score) and scoring.is_too_little(score):
            words = msg(
                "{seat}'s hand is worth {value} {unit}; a win needs {least}",
                seat=seat_name(win.seat),
                value=scoring.toward_minimum(score),
                unit=score.unit,
                least=least,
            )
            sheet.differs(
                "win.least", line, Claim("win", win.seat), words, expected=least, seat=win.seat
            )


def _check_items(sheet: DealCheck, claim: Items, named_items: Told, due: _Due) -> None:
    """Check that each named item is in the hand with its points, and none is missing."""
    names_parts = None in [points for _, _, points in named_items]
    check = _ItemCheck(sheet, claim, due, list(due.items), names_parts)
    for line, name, points in named_items:
        check.named(line, name, points)
    check.nothing_missing(named_items)


@dataclass(frozen=True)
class _Due:
    """The items that are due, what they make in all, and the score that they are of.

    `totals` are items that count others, or what the hand comes to.
    """

    items: Sequence[Item]
    what: Message
    score: Score | None = None
    totals: tuple[Item, ...] = ()

    def left_out(self, name: str) -> LeftOut | None:
        """Return why an item of that name does not count, if it does not beside another."""
        if self.score is None:
            return None
        return next((out for out in self.score.contained if out.item == name), None)

    def with_worth(self, words: Message) -> Message:
        """Return the words, and what all items come to."""
        return _with_worth(words, self.what, self._worth)

    @kept
    def _worth(self) -> Sentence:
        return _worth(self.items, self.score)


@dataclass(frozen=True, slots=True)
class _ItemCheck:
    """The items that a claim names against those due; `left` are those that none has named yet.

    `names_parts`: some are named without their points.
    """

    sheet: DealCheck
    claim: Items
    due: _Due
    left: list[Item]
    names_parts: bool

    def named(self, line: Line, name: str, points: int | None) -> None:
        """Check one item that the claim names, with its points or without."""
        sheet, seat = self.sheet, self.claim.seat
        about = self.claim.keyword, seat, -1, name
        label = KNOWN_CLAIMS.get(about) or CLAIMS.of(about)
        if points != 0 and self.claim.keyword == "kong" and (four := self._undeclared()):
            never = "{seat} never declared the four {tiles} as a kong; they score nothing"
            reason = msg(never, seat=seat_name(seat), tiles=Tiles(four))
            sheet.differs("kong.undeclared", line, label, reason, recorded=name, seat=seat)
            return
        first = self.left[0] if self.left else None
        if first is not None and first.name == name and first.points == points:
            del self.left[0]  # most sheets name the items in the order of the rulebook
            self._found(line, label, first, points)
            return
        item = _called(name, points, self.left)
        if item is not None:
            self.left.remove(item)
        else:
            item = _called(name, points, self.due.totals)
        if item is not None:
            self._found(line, label, item, points)
        elif points == 0 and name in self._columns():
            sheet.agrees(line, label, seat)  # a column of the sheet that nothing was entered in
        elif self._is_part_of_a_claimed_sum(name):
            sheet.agrees(line, label, seat)
        else:
            self._not_due(line, label, points)

    def _undeclared(self) -> tuple[Tile, ...]:
        if self.left:
            return ()
        return _four_undeclared(self.sheet, self.claim.seat)

    def _is_part_of_a_claimed_sum(self, name: str) -> bool:
        """Return whether the sheet states a sum, and items besides it without their points."""
        score, scoring = self.due.score, self.sheet.rules.scoring
        if not self.names_parts or score is None or not score.claimed:
            return False
        return name in scoring.item_names - scoring.sums and self.due.left_out(name) is None

    def _columns(self) -> Collection[str]:
        rules = self.sheet.rules
        if self.claim.keyword == "kong":
            return rules.scoring.item_names | rules.scoring.kong_names
        return rules.scoring.item_names

    def _not_due(self, line: Line, label: Claim, points: int | None) -> None:
        name, code = label.item, "score.implied"
        out = self.due.left_out(name)
        if out is not None and out.principle:
            beside = "{item} does not count beside {other}: {principle}"
            why = msg(
                beside,
                item=ItemName(name),
                other=ItemName(out.beside),
                principle=out.principle,
            )
        elif out is not None:
            contained = "{other} includes {item}; {item} scores nothing beside it"
            why = msg(contained, item=ItemName(name), other=ItemName(out.beside))
        else:
            code = next((each.code for each in self.due.items if each.code), "score.item")
            why = self._why_not(name, points)
        self.sheet.differs(
            code,
            line,
            label,
            self.due.with_worth(why),
            recorded=name,
            seat=self.claim.seat,
            expected=_listed(self.due.items),
        )

    def _why_not(self, name: str, points: int | None) -> Message:
        names, seat = self.sheet.rules.scoring.item_names, seat_name(self.claim.seat)
        if names and name not in names and self.due.what is HAND_VALUE:
            return msg("{item} is not an item of this rule set", item=ItemName(name))
        if _called(name, points, self.due.items):
            too_often = "the sheet names {item} more often than {seat}'s hand has it"
            return msg(too_often, item=ItemName(name), seat=seat)
        return msg("{item} is not in {seat}'s hand", item=ItemName(name), seat=seat)

    def _found(self, line: Line, label: Claim, item: Item, points: int | None) -> None:
        """Check an item that is due; who claims the name alone is right about it."""
        seat = self.claim.seat
        if points is not None and points != item.points:
            self._differs(line, label, item, points)
        elif item.untold:
            self.sheet.unverified(line, label, item.untold, seat)
        else:
            self.sheet.agrees(line, label, seat, points)

    def _differs(self, line: Line, label: Claim, item: Item, points: int) -> None:
        score = self.due.score
        is_sum = score is not None and item in score.worth
        words = _otherwise(label.item, points, item, is_sum=is_sum)
        if item in self.due.totals:
            words = self.due.with_worth(words)
        self.sheet.differs(
            item.code or "score.item",
            line,
            label,
            words,
            recorded=points,
            expected=item.points,
            seat=self.claim.seat,
            clause=item.clause,
        )

    def nothing_missing(self, named_items: Told) -> None:
        """Check that no item is missing that is due, unless a sum may hold it.

        Of a hand that nobody shows, and of which no sum is stated, only that can be missing which
        follows from other entries.
        """
        if not self.left or self._is_made_of(named_items):
            return
        sums = {item.name for item in self.due.totals} - {item.name for item in self.due.items}
        parts = [points for _, name, points in named_items if name not in sums]
        if not parts or None in parts:
            return
        missing = msg("the sheet leaves out {items}", items=tuple(map(_named, self.left)))
        self.sheet.differs(
            "score.total",
            named_items[-1][0],
            Claim(self.claim.keyword, self.claim.seat, item=MISSING),
            self.due.with_worth(missing),
            recorded=_claimed(named_items),
            expected=_listed(self.due.items),
            seat=self.claim.seat,
            clause=self.left[0].clause,
        )

    def _is_made_of(self, named_items: Told) -> bool:
        """Return whether nothing but these items tells what a hand counts that nobody shows."""
        score, sums = self.due.score, self.sheet.rules.scoring.sums
        if score is None or not score.claimed:
            return False
        if not any([item.points for item in self.left]):
            return True  # nobody need write down what is worth nothing
        return sums.isdisjoint([name for _, name, _ in named_items])


def _in_words(items: Iterable[Item]) -> tuple[Message, ...]:
    """Return items with their points, as sentences list them."""
    return tuple(
        Message("{item} {points}", {"item": ItemName(item.name), "points": item.points})
        for item in items
    )


def _otherwise(name: str, points: int | None, item: Item, *, is_sum: bool) -> Message:
    """Say how an item's points differ from those recorded; a sum is stated, not worth anything."""
    if is_sum:
        return msg(
            "{item}: {recorded} recorded, {due} expected",
            item=ItemName(name),
            recorded=points,
            due=item.points,
        )
    return msg(
        "{item} is worth {due}, not {recorded}",
        item=ItemName(name),
        due=_alone(item),
        recorded=points,
    )


def _called(name: str, points: int | None, items: Sequence[Item]) -> Item | None:
    """Return the item of that name, the one of those points first.

    Else one that the name may mean.
    """
    named = None
    for item in items:
        if item.name == name:
            if item.points == points:
                return item
            named = named or item
    if named is not None:
        return named
    for item in items:
        if name in item.alike:
            return item
    return None


def _four_undeclared(sheet: DealCheck, seat: Seat) -> tuple[Tile, ...]:
    """Return four alike in the concealed tiles, if the rulebook has a sentence on them."""
    if "kong.undeclared" not in sheet.rules.book.cites:
        return ()
    winner = sheet.outcome.winner_of(seat)
    if winner is None or winner.tiles is None:
        return ()
    held = enumerate(counts(winner.tiles))
    return tuple([kind for kind, number in held if number == 4])


def _worth(items: Sequence[Item], score: Score | None) -> Sentence:
    """Return what the items come to, with the formulas of what is no mere sum of them."""
    if not items:
        if score is None:
            return "0"
        return str(score.value)
    if score is not None and score.formula:
        return msg("{worth}: {items}", worth=score.formula.told, items=_in_words(items))
    total = sum(item.points for item in items)
    worth = Message("{total} = {items}", {"total": total, "items": _in_words(items)})
    if score is None:
        return worth
    return _with_sums(worth, score.totals)


def _with_sums(worth: Sentence, sums: Sequence[Item]) -> Sentence:
    """Return the words with the sums of the hand that have formulas of their own."""
    for item in sums:
        if item.formula:
            sum_words = item.formula.told
            worth = msg(
                "{worth}; {item} {told}", worth=worth, item=ItemName(item.name), told=sum_words
            )
    return worth


def _listed(items: Sequence[Item]) -> str:
    return ", ".join(f"{item.name} {item.points}" for item in items)


def _with_worth(words: Message, what: Message, worth: Sentence) -> Message:
    return msg("{words}; {what} {worth}", words=words, what=what, worth=worth)


def _alone(item: Item) -> Message:
    """Return an item's points with their only source, for messages."""
    if not item.source:
        return as_message(str(item.points))
    return msg(ALONE, points=item.points, source=item.source)


def _named(item: Item) -> Message:
    (named,) = _in_words([item])
    if not item.source:
        return named
    return msg(ALONE, points=named, source=item.source)


def _claimed(named_items: Told) -> str:
    return ", ".join(f"{name} {points_word(points)}" for _, name, points in named_items)
