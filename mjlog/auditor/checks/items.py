"""Checks of `fan` and `kong` lines: each named item against the items of the recomputed score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from mjlog.auditor.deal_check import DealCheck
from mjlog.model.findings import Claim, Kind, differing
from mjlog.model.lazy_dataclass import dataclass, lazy_property
from mjlog.model.lazy_pattern import lazy_pattern
from mjlog.model.messages import ItemName, Message, Sentence, Tiles, msg, to_message
from mjlog.model.near_words import near_words
from mjlog.model.record import Items, Line, ReadySeats, Seat, WinLine, points_word, seat_name
from mjlog.model.settlement import Item, LeftOut, Score, combine_by_name
from mjlog.model.tiles import Tile, counts
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Unclear
from mjlog.rules import load
from mjlog.rules import names as rule_sets

MISSING: Final = "(missing)"
"""Item in the claim that no item is left out. No real item can have this name."""
HAND_VALUE: Final = msg("hand value")
KONG_POINTS: Final = msg("kong points")
ALONE: Final = msg("{points} (by {source} alone)").message


_PARTS_OF_A_NAME: Final = lazy_pattern(r"(.*?)[\W_]*([0-9]*)$")
_WORDS_FOR_A_SUM: Final = ("faan", "fan", "fans", "points", "sum", "tai", "total", "value")
"""Words that people use for the whole value of a hand."""
_LONGEST_NAME: Final = 40
"""Most letters of a name that are compared: a longer name is no misspelt item."""


NamedItems = Sequence[tuple[Line, str, int | None]]
"""Named items with their points, each with its line."""


def check_fan(sheet: DealCheck, line: Line, claim: Items) -> None:
    """Check the scored items, such as `tanyao 1`, that the `fan` lines name for one hand.

    A verdict for each item is added to `sheet`, and an error for items that are left out. All `fan`
    lines of the hand are checked together when `line` is the first of these lines; nothing happens
    when `line` is a later one.
    """
    named_items = _items_named(sheet, line, claim)
    if not named_items:
        return
    scoring = sheet.rules.scoring
    if not sheet.deal.turns and scoring.declared_items and sheet.outcome.ready is not None:
        _check_declared(sheet, claim.seat, named_items)
    if len({name for _, name, _ in named_items}) < len(named_items):
        named_items = _named_once(sheet, claim, named_items)
    score = sheet.score_of(claim.seat)
    if isinstance(score, Unclear):
        if _is_scored(sheet, claim.seat):
            _check_unknown(sheet, claim, named_items, score)
        else:
            reason = msg("{seat} has not won and scores no hand", seat=seat_name(claim.seat))
            sheet.differs("score.item", line, Claim("fan", claim.seat), reason, seat=claim.seat)
        return
    totals = (*score.totals, *score.worth)
    items: Sequence[Item] = score.items
    if score.others:
        # If several arrangements have the same value, take the one that the sheet describes.
        items = min((items, *score.others), key=lambda each: _differences(named_items, each))
    _ItemCheck(sheet, claim, _Due(items, HAND_VALUE, score, totals)).check(named_items)
    if score.unknown_because:
        _leave_value_open(sheet, claim, named_items[-1][0], score.unknown_because)
    if score.claimed and scoring.never_together:
        _check_together(sheet, claim, named_items)


def _differences(named_items: NamedItems, items: Sequence[Item]) -> int:
    """Count the differences between the items on the sheet and the right items of the hand.

    A difference is an item that only the sheet has or that only the hand has. `items` are the right
    items for one way to divide the hand into sets; the caller chooses the way with the fewest
    differences. An item without points on the sheet matches the item of the hand with any points.
    """
    unmatched = [(name, points) for _, name, points in named_items]
    missing = 0
    for item in items:
        if (item.name, item.points) in unmatched:
            unmatched.remove((item.name, item.points))
        elif (item.name, None) in unmatched:
            unmatched.remove((item.name, None))
        else:
            missing += 1
    return missing + len(unmatched)


def _leave_value_open(sheet: DealCheck, claim: Items, line: Line, why: Sentence) -> None:
    """Add the verdict "unverified", with the reason `why`, for the whole value of a player's hand.

    Nothing is added if an item of this hand already has the verdict "unverified", or if the value
    of the whole hand already has any verdict.
    """
    answered = [
        each.answer
        for each in sheet.verdicts
        if (each.claim.kind, each.claim.seat) == (claim.keyword, claim.seat)
    ]
    if "unverified" not in answered:
        whole = Claim(claim.keyword, claim.seat, item=MISSING)
        if whole not in [each.claim for each in sheet.verdicts]:
            sheet.unverified(line, whole, why, claim.seat)


def _named_once(sheet: DealCheck, claim: Items, named_items: NamedItems) -> NamedItems:
    """Return the named items without wrong repetitions, and add an error for each repeated item.

    `named_items` are the items on the sheet for one hand. Items that a hand can have several times
    by the rules are kept. If one line repeats several items of an earlier line, only one error is
    added, because the line may be meant for another player.
    """
    repeated_items = sheet.rules.scoring.repeated_items
    names: Counter[str] = Counter()
    first_lines = {name: each for each, name, _ in reversed(named_items)}
    reported_line: Line | None = None
    kept = []
    for line, name, points in named_items:
        names[name] += 1
        if names[name] == 1 or name in repeated_items:
            kept.append((line, name, points))
        elif names[name] == 2 and (first_lines[name] is line or line is not reported_line):
            reported_line = line
            about = Claim(claim.keyword, claim.seat, item=name)
            words = msg("the sheet names {item} more than once", item=ItemName(name))
            sheet.differs("score.item", line, about, words, recorded=name, seat=claim.seat)
    return kept


def _check_together(sheet: DealCheck, claim: Items, named_items: NamedItems) -> None:
    """Add an error for the first two items on the sheet that no hand can have together.

    The error is about the second of these items. `named_items` are the items on the sheet for one
    hand. Items with 0 points are ignored.
    """
    counted = [(line, name) for line, name, points in named_items if points != 0]
    never = sheet.rules.scoring.never_together
    for (_, one), (line, other) in combinations(counted, 2):
        if frozenset((one, other)) not in never:
            continue
        about = [Claim(claim.keyword, claim.seat, item=name) for name in (one, other)]
        # The hand may be known well enough to show that it lacks one of the two items.
        if any(differing(sheet.answers_to(each)) for each in about):
            continue
        words = msg("no hand has both {one} and {other}", one=one, other=other)
        sheet.forget_answers_to(about[1])
        sheet.differs("score.item", line, about[1], words, recorded=other, seat=claim.seat)
        return


def _check_unknown(sheet: DealCheck, claim: Items, named_items: NamedItems, why: Unclear) -> None:
    """Check the items named for a hand whose tiles are unknown for the reason `why`.

    An item that the rules do not have, or that can never have these points, is an error. Each other
    item gets the verdict "unverified".
    """
    scoring = sheet.rules.scoring
    names = names_of_claim(sheet, claim.keyword)
    for line, name, points in named_items:
        label = Claim(claim.keyword, claim.seat, item=name)
        words: Message | None = None
        if name == why.never:
            words = to_message(why.words)
        elif names and name not in names:
            likely = likely_items(name, names, sheet.rules)
            words = no_such_item(name, likely[0] if likely else "", sheet.rules)
        elif points and (points < 0 or not scoring.item_can_be(name, points)):
            words = msg("{item} is never worth {points}", item=ItemName(name), points=points)
        if words is None:
            sheet.unverified(line, label, why.words, claim.seat)
        else:
            sheet.differs(
                "score.item",
                line,
                label,
                words,
                recorded=name,
                seat=claim.seat,
                whatever_was_played=is_no_item(sheet, label),
            )


def names_of_claim(sheet: DealCheck, kind: Kind) -> frozenset[str]:
    """Return the names of items that the rules allow on `fan` or `kong` lines.

    `kind` is the keyword of the line. The set is empty if any name is allowed.
    """
    scoring = sheet.rules.scoring
    return scoring.kong_names if kind == "kong" else scoring.item_names


def is_no_item(sheet: DealCheck, claim: Claim) -> bool:
    """Return whether the item named in `claim` does not exist under these rules.

    Return False also if these rules allow any name on such a line.
    """
    names = names_of_claim(sheet, claim.kind)
    return bool(names) and claim.item not in names


def no_such_item(name: str, likely: str, rules: RuleSet) -> Message:
    """Return the message that a rule set has no item called `name`, with advice.

    The advice proposes `likely`, the item that is probably meant, or several items if `name` joins
    their names, such as `riichi+tsumo`. If there is no proposal, the advice is a command that lists
    all items.
    """
    likely = likely or ", ".join(items_joined(name, rules))
    if likely:
        points = _letters_and_points(name)[1]
        advice = msg("did you mean {likely}?", likely=f"`{f'{likely} {points}'.rstrip()}`")
    else:
        advice = msg("{command} lists them", command=f"`mjlog rules {rules.name} --items`")
    words = msg("{item} is not an item of this rule set", item=ItemName(name))
    return msg("{words}; {advice}", words=words, advice=advice)


_WORD: Final = lazy_pattern("[a-z]+")
_BETWEEN_ITEMS: Final = lazy_pattern("[+/&-]")


def items_joined(name: str, rules: RuleSet) -> list[str]:
    """Split a name such as `riichi+tsumo` and return the items that were joined in it.

    Return an empty list if the name has only one part, or if a part is not an item.
    """
    parts = _BETWEEN_ITEMS.sub(" ", name).split()
    names = rules.scoring.item_names
    items = [part if part in names else item_in_other_words(part, rules) for part in parts]
    places = range(1, len(parts))
    for place in () if all(items) else places:  # a name of two words may have a hyphen
        ends = ["-".join(parts[:place]), "-".join(parts[place:])]
        items = [end if end in names else item_in_other_words(end, rules) for end in ends]
        if all(items):
            break
    return items if len(items) > 1 and all(items) else []


def likely_items(name: str, names: frozenset[str], rules: RuleSet) -> list[str]:
    """Return the items in `names` that a misspelt `name` may mean, the likeliest item first."""
    letters, _ = _letters_and_points(name)
    translated = item_in_other_words(letters, rules)
    if translated in names:
        return [translated]
    items = _names_of_items(names, rules)
    words_of_name = _WORD.findall(letters)
    # The letters of a short item occur in many long words by chance.
    alike = [item for item in items if 2 * len(item) > len(letters) or item in words_of_name]
    near = [letters] if letters in items else near_words(letters, alike)
    # One word may be used for several items: `yakuhai` can be any item of this kind.
    words = rules.names.item_words
    groups = [name for name in words if name.endswith("-") and letters in words[name].split()]
    of_group = [item for item in sorted(names) if item.startswith((f"{letters}-", *groups))]
    return of_group or [*dict.fromkeys([items[word] for word in near])]


def item_in_other_words(name: str, rules: RuleSet) -> str:
    """Translate a name for an item into the item's name under these rules.

    The name may be in another language, or be the name that another rule set uses. Return an empty
    string if the name is not known.
    """
    # Only a wrong name needs the catalogs.
    from mjlog.text.item_words import plain_word, vocabulary  # noqa: PLC0415

    word = plain_word(name)
    words = vocabulary(rules.item_names_by_rules, rules.names.item_words)
    if word in words or word in rules.scoring.item_names:
        return words.get(word, "")
    for other_name in rule_sets():
        other = load(other_name)
        others = vocabulary(other.item_names_by_rules, other.names.item_words)
        if word in others:
            synonyms = [each for each, item in others.items() if item == others[word]]
            meant = [words[each] for each in synonyms if each in words]
            if meant:
                return meant[0]
    near = [] if word.isascii() else near_words(word, words, 1)
    return words[near[0]] if near else ""


def _letters_and_points(name: str) -> tuple[str, str]:
    """Split a name into its letters and the digits after them: `dora2` gives `dora` and `2`."""
    parts = _PARTS_OF_A_NAME.fullmatch(name[:_LONGEST_NAME].lower())
    return (parts[1], parts[2]) if parts is not None else (name, "")


def _names_of_items(names: frozenset[str], rules: RuleSet) -> dict[str, str]:
    """Return a dict from each word that people use for an item to the item's name in records.

    The words are the names in records, the English names, other usual names, and words such as
    `total` for the value of the whole hand. Only items in `names` are included.
    """
    words = dict.fromkeys(_WORDS_FOR_A_SUM, rules.scoring.sum_stated)
    words = words if rules.scoring.sum_stated in names else {}
    words |= {rules.item_named(item)[1].lower(): item for item in names}
    for item in names:
        # People leave out `yakuman` and write only `suuankou`.
        words[item.rpartition("yakuman-")[2]] = item
        words[item] = item
        words |= dict.fromkeys(rules.names.item_words.get(item, "").split(), item)
    return words


def _check_declared(sheet: DealCheck, seat: Seat, named_items: NamedItems) -> None:
    """Add an error if a hand has an item for ready players but no `ready` line names its player.

    An example is `ippatsu` for the hand of the player `seat`, if no `ready` line names this player.
    Only the first such item is reported.
    """
    needs = sheet.rules.scoring.declared_items
    ready_lines = sheet.deal.contents(ReadySeats)
    if any(seat in line.seats for line in ready_lines):
        return
    for line, name, points in named_items:
        if name in needs and points:
            says = (
                "{seat} scores {item}, but no `ready` line names {seat}: one of the two "
                "entries is wrong"
            )
            words = msg(says, item=ItemName(name), seat=seat_name(seat))
            sheet.differs("ready.line", line, Claim("ready", seat), words, seat=seat)
            return


def _items_named(sheet: DealCheck, line: Line, claim: Items) -> NamedItems:
    """Return all items that the sheet names for a hand, each as a tuple (line, name, points).

    `claim` says whose hand it is, and whether `fan` or `kong` lines are collected. Points are None
    if the sheet has none. Return an empty tuple if `line` is not the first of these lines, so that
    each hand is checked once.
    """
    named_items: list[tuple[Line, str, int | None]] = []
    for other, content in sheet.deal.with_lines(Items):
        if (content.keyword, content.seat) == (claim.keyword, claim.seat):
            if not named_items and other is not line:
                return ()
            named_items += [(other, name, points) for name, points in content.items]
    return named_items


def _is_scored(sheet: DealCheck, seat: Seat) -> bool:
    """Return whether the hand of the player `seat` may score in this deal.

    It may score if its player declared a win, or if a player won and losers also score under these
    rules. Return True also if it is unknown how the deal ended, or if the rules do not score hands.
    """
    scoring, outcome = sheet.rules.scoring, sheet.outcome
    if scoring.score is None or not outcome.has_ended:
        return True
    if outcome.winners and scoring.scores_losers:
        return True
    return seat in outcome.declaring_seats


def check_kong(sheet: DealCheck, line: Line, claim: Items) -> None:
    """Check the kong points on all `kong` lines of a hand, and add a verdict for each to `sheet`.

    All `kong` lines of the hand are checked together when `line` is the first of these lines;
    nothing happens when `line` is a later one. Equal kongs may be listed one by one or as a sum.
    """
    named_items = _items_named(sheet, line, claim)
    if not named_items:
        return
    first = {name: each for each, name, _ in reversed(named_items)}
    together = [
        (first[name], name, points)
        for name, points in combine_by_name((name, points) for _, name, points in named_items)
    ]
    kongs_of = sheet.rules.scoring.kongs_of
    if kongs_of is not None:
        items = Score(claim.seat, (), kongs_of(claim.seat, sheet.outcome)).kongs_by_name
        _ItemCheck(sheet, claim, _Due(items, KONG_POINTS)).check(together)
        return
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
    _ItemCheck(sheet, claim, _Due(score.kongs_by_name, KONG_POINTS)).check(together)


def check_least(sheet: DealCheck) -> None:
    """Add an error for each `win` line whose hand is worth less than a win needs by the rules."""
    scoring = sheet.rules.scoring
    least = scoring.minimum
    for line, win in zip(sheet.deal.lines_of(WinLine), sheet.deal.contents(WinLine), strict=True):
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


@dataclass(frozen=True)
class _Due:
    """The right items of a hand by the rules, and its score.

    `what` is the name of the sum of these items: "hand value" or "kong points". `totals` are the
    items that state a sum of other items, or the value of the whole hand.
    """

    items: Sequence[Item]
    what: Message
    score: Score | None = None
    totals: tuple[Item, ...] = ()

    def left_out(self, name: str) -> LeftOut | None:
        """Return which item of the hand keeps the item `name` from counting, and why.

        For example, another item of the hand includes `name`. Return None if nothing keeps `name`
        from counting.
        """
        if self.score is None:
            return None
        return next((out for out in self.score.contained if out.item == name), None)

    def with_worth(self, words: Message) -> Message:
        """Return the message `words`, followed by the right value and items of the hand."""
        return msg("{words}; {what} {worth}", words=words, what=self.what, worth=self._worth)

    @lazy_property
    def _worth(self) -> Sentence:
        """Return the value of the hand in words, for example `3 = riichi 1, dora 2`.

        If the value is not a plain sum of items, the formula comes first. Return a number alone for
        a hand without items.
        """
        score = self.score
        if not self.items:
            return "0" if score is None else str(score.value)
        items = tuple(_points_words(item) for item in self.items)
        if score is not None and score.formula:
            return msg("{worth}: {items}", worth=score.formula.explained, items=items)
        total = sum(item.points for item in self.items)
        worth = Message("{total} = {items}", {"total": total, "items": items})
        for item in () if score is None else score.totals:
            if item.formula:
                says = "{worth}; {item} {told}"
                worth = msg(
                    says, worth=worth, item=ItemName(item.name), told=item.formula.explained
                )
        return worth


class _ItemCheck:
    """A check of the items that the sheet names for a hand.

    `left` are the right items that the sheet has not named so far. `wrong` are named items that the
    hand does not have, with their points. `names_parts`: at least one item is named without points.
    """

    def __init__(self, sheet: DealCheck, claim: Items, due: _Due) -> None:
        self.sheet = sheet
        self.claim = claim
        self.due = due
        self.left = [*due.items]
        self.wrong: list[tuple[Claim, int | None]] = []
        self.names_parts = False

    def check(self, named_items: NamedItems) -> None:
        """Add a verdict for each of `named_items`, and one error if the sheet leaves out items.

        `named_items` are the items on the sheet. Left-out items are not reported if the sheet names
        only sums, or names an item without points. For a hand that nobody shows, they are reported
        only if one of them has points and the sheet also names a sum.
        """
        self.names_parts = None in [points for _, _, points in named_items]
        for line, name, points in named_items:
            self._check_item(line, name, points)
        if self.left:
            # A right item that the sheet does not name is missing, unless a sum on the sheet may
            # include it.
            score, stated_sums = self.due.score, self.sheet.rules.scoring.sums
            if score is not None and score.claimed:
                # Items that are worth nothing need not be written.
                if not any(item.points for item in self.left):
                    return
                # The value of the hand is known only from these items, so without a sum nothing is
                # missing.
                if stated_sums.isdisjoint([name for _, name, _ in named_items]):
                    return
            sums = {item.name for item in self.due.totals} - {item.name for item in self.due.items}
            parts = [points for _, name, points in named_items if name not in sums]
            if not parts or None in parts:
                return
            missing_items: list[Message] = []
            for item in self.left:
                words = _points_words(item)
                # If only one source gives the points of the item, the message names the source.
                if item.source:
                    words = msg(ALONE, points=words, source=item.source)
                missing_items.append(words)
            missing = msg("the sheet leaves out {items}", items=tuple(missing_items))
            # An item that is written for another one of the same worth is one mistake. An example
            # is the wind of the round, written for the wind of the seat.
            sources = frozenset[Claim]()
            if len(self.wrong) == len(self.left) == 1 and self.wrong[0][1] == self.left[0].points:
                sources = frozenset({self.wrong[0][0]})
            self.sheet.differs(
                "score.total",
                named_items[-1][0],
                Claim(self.claim.keyword, self.claim.seat, item=MISSING),
                self.due.with_worth(missing),
                recorded=", ".join(
                    f"{name} {points_word(points)}" for _, name, points in named_items
                ),
                expected=_listed(self.due.items),
                seat=self.claim.seat,
                clause=self.left[0].clause,
                follows_from=sources,
            )

    def _check_item(self, line: Line, name: str, points: int | None) -> None:
        """Check one item that the sheet names, and add a verdict.

        `points` are the points on the sheet, None if there are none. If the hand has the item, it
        is removed from `left`, which has the items that the sheet has not named yet.
        """
        sheet, seat = self.sheet, self.claim.seat
        label = Claim(self.claim.keyword, seat, item=name)
        if points != 0 and self.claim.keyword == "kong" and not self.left:
            four = _four_undeclared(sheet, seat)
            if four:
                never = "{seat} never declared the four {tiles} as a kong; they score nothing"
                reason = msg(never, seat=seat_name(seat), tiles=Tiles(four))
                sheet.differs("kong.undeclared", line, label, reason, recorded=name, seat=seat)
                return
        item = _item_called(name, points, self.left)
        if item is not None:
            self.left.remove(item)
        else:
            item = _item_called(name, points, self.due.totals)
        if item is None:
            if self._may_be_named(name, points):
                sheet.agrees(line, label, seat)
            else:
                self._not_due(line, label, points)
        elif points is not None and points != item.points:
            self._worth_differs(line, label, item, points)
        elif item.unknown_because:
            sheet.unverified(line, label, item.unknown_because, seat)
        else:  # if only the name is claimed, the claim is right
            sheet.agrees(line, label, seat, points)

    def _worth_differs(self, line: Line, label: Claim, item: Item, points: int) -> None:
        """Add an error: the points of an item on the sheet differ from the right points."""
        score, name = self.due.score, ItemName(label.item)
        alone = to_message(str(item.points))
        if item.source:
            alone = msg(ALONE, points=item.points, source=item.source)
        words = msg("{item} is worth {due}, not {recorded}", item=name, due=alone, recorded=points)
        # it is a sum, so "is worth" would be the wrong word
        if score is not None and item in score.worth:
            says = "{item}: {recorded} recorded, {due} expected"
            words = msg(says, item=name, recorded=points, due=item.points)
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

    def _may_be_named(self, name: str, points: int | None) -> bool:
        """Return whether the item `name` may be on the sheet although the hand does not have it.

        An item with 0 points may be there, because it is an empty column of a score sheet. If
        nobody shows the hand and some items are named without points, the item may also be there,
        unless another item of the hand excludes it.
        """
        scoring, score = self.sheet.rules.scoring, self.due.score
        columns = scoring.item_names
        if self.claim.keyword == "kong":
            columns = columns | scoring.kong_names
        if points == 0 and name in columns:
            return True
        if not self.names_parts or score is None or not score.claimed:
            return False
        return name in scoring.item_names - scoring.sums and self.due.left_out(name) is None

    def _not_due(self, line: Line, label: Claim, points: int | None) -> None:
        """Add an error: the sheet names an item that does not count or is not in the hand."""
        name, code = label.item, "score.implied"
        out = self.due.left_out(name)
        if out is not None and out.principle:
            beside = "{item} does not count together with {other}: {principle}"
            why = msg(
                beside,
                item=ItemName(name),
                other=ItemName(out.beside),
                principle=out.principle,
            )
        elif out is not None:
            contained = "{other} includes {item}; {item} scores nothing together with it"
            why = msg(contained, item=ItemName(name), other=ItemName(out.beside))
        else:
            code = next((each.code for each in self.due.items if each.code), "score.item")
            self.wrong.append((label, points))
            names, seat = names_of_claim(self.sheet, self.claim.keyword), seat_name(self.claim.seat)
            if names and name not in names and self.due.what in {HAND_VALUE, KONG_POINTS}:
                likely = likely_items(name, names, self.sheet.rules)
                why = no_such_item(name, likely[0] if likely else "", self.sheet.rules)
            elif _item_called(name, points, self.due.items):
                too_often = "the sheet names {item} more often than {seat}'s hand has it"
                why = msg(too_often, item=ItemName(name), seat=seat)
            else:
                why = msg("{item} is not in {seat}'s hand", item=ItemName(name), seat=seat)
        self.sheet.differs(
            code,
            line,
            label,
            self.due.with_worth(why),
            recorded=name,
            seat=self.claim.seat,
            whatever_was_played=is_no_item(self.sheet, label),
            expected=_listed(self.due.items),
        )


def _points_words(item: Item) -> Message:
    """Return the name and the points of an item as a message, such as `tanyao 1`."""
    return Message("{item} {points}", {"item": ItemName(item.name), "points": item.points})


def _item_called(name: str, points: int | None, items: Sequence[Item]) -> Item | None:
    """Return the item of a hand that a name and a number of points mean; None if there is none.

    Of several items with this name, prefer the item with these points. If no item has this name,
    return the first item that has it as another usual name.
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
    """Return the kinds of tiles that a winner holds four times in the concealed part of the hand.

    A message then says that four equal tiles score nothing if no kong was declared. Return an empty
    tuple if the rules say nothing about this, if the player has no legal win, or if the tiles are
    unknown.
    """
    if "kong.undeclared" not in sheet.rules.book.cites:
        return ()
    winner = sheet.outcome.winner_of(seat)
    if winner is None or winner.tiles is None:
        return ()
    held = enumerate(counts(winner.tiles))
    return tuple(kind for kind, number in held if number == 4)


def _listed(items: Sequence[Item]) -> str:
    return ", ".join(f"{item.name} {item.points}" for item in items)
