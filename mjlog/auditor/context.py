"""Facts about a whole record that the audit of each deal needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict, Unpack

from mjlog.auditor.deal_check import decided_by_house
from mjlog.model.findings import Finding, Place, Verdict
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import Message
from mjlog.model.record import BonusLine, Deal, Game, Header, ReadySeats, WinLine
from mjlog.model.settlement import sum_amounts
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import stated

if TYPE_CHECKING:
    from mjlog.auditor.kept_deals import KeptDeals


class Details(TypedDict, total=False):
    """Optional fields of a finding: the recorded value, the expected value, and the verdict."""

    recorded: str
    expected: str
    verdict: Verdict


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """Facts about a whole record that the audit of each deal needs.

    `house` is the text of house rules for which mjlog has no option; `stated` are the names of
    options that the record sets. `stakes_in_nets`: `net` lines include the stakes laid on the
    table; None if the deals do not show whether they do. `names_ready`: at least one line of the
    record says who was ready, so in a deal without a `ready` line nobody was. `names_bonus`: at
    least one line lists bonus tiles.

    `is_trial`: the rules are only tried, so do not search for options under which the record would
    be right. `is_glance`: do not search for explanations of errors, either. `is_whole`: the record
    leaves out nothing that happened. `kept` holds the audits of the deals from the previous audit,
    for a record that is being typed.
    """

    game: Game
    rules: RuleSet
    house: str
    stated: frozenset[str]
    names_ready: bool
    names_bonus: bool = False
    stakes_in_nets: bool | None = None
    is_trial: bool = False
    is_glance: bool = False
    is_whole: bool = False
    kept: KeptDeals | None = None

    def error(
        self, code: str, words: Message, place: Place, **details: Unpack[Details]
    ) -> list[Finding]:
        """Return a list with one error, which cites the rule that belongs to `code`.

        `words` is the message of the error. Return an empty list if the record has house rules that
        may make the value right: house rules may change payments, totals and how the game goes on.
        """
        if self.house and decided_by_house(code):
            return []
        law = self.rules.law(code)
        return [Finding.telling(code, "error", words, place, clause=law, **details)]

    def deal_after(self, number: int) -> Deal | None:
        """Return the deal after deal `number` (counted from 1); None after the last deal."""
        return next(iter(self.game.deals[number : number + 1]), None)


def context_of(
    game: Game,
    rules: RuleSet,
    *,
    is_trial: bool = False,
    is_glance: bool = False,
    is_whole: bool = False,
) -> Context:
    """Collect facts that the audit of each deal needs, such as whether there are `ready` lines.

    `is_trial`: do not search for options that would make the record right. `is_glance`: do not
    search for explanations of errors. `is_whole`: the record leaves out nothing that happened.
    """
    names_ready = bool(game.contents(ReadySeats))
    # Under unknown rules only sums are checked, and house rules do not change sums.
    house = "" if rules.is_unknown else game.house_rules
    options = stated(game.rules, rules.options)
    may_show_stakes = rules.pot.used and len(game.deals) >= _BORNE_OUT
    return Context(
        game,
        rules,
        house,
        options,
        names_ready,
        names_bonus=bool(game.contents(BonusLine)),
        stakes_in_nets=_stakes_in_nets(game, rules.pot.step) if may_show_stakes else None,
        is_trial=is_trial,
        is_glance=is_glance,
        is_whole=is_whole,
    )


def _stakes_in_nets(game: Game, step: int) -> bool | None:
    """Return whether the `net` lines of a record include the stakes laid on the table.

    `step` is the size of one stake in points. If stakes are included, the changes of a won deal add
    up to the points that were on the table before the deal. If not, the changes add up to these
    points plus the stakes that were laid in the deal. One deal may contradict the others. Return
    None if the deals do not show whether stakes are included, or if a deal has turns or an unknown
    change.
    """
    pool, right, wrong = 0, 0, 0
    # deals in which players laid stakes, by whether the changes include the stakes
    shown = {True: 0, False: 0}
    lacking = 0
    for deal in game.deals:
        changes = deal.numbers("net")
        total = sum_amounts(changes[0]) if changes else None
        if total is None or deal.turns:
            return None
        laid = step * sum(len(line.seats) for line in deal.contents(ReadySeats))
        if not deal.contents(WinLine):
            if laid and total in {0, -laid}:
                shown[total != 0] += 1
                right += total != 0
            wrong += total > 0 or total % step != 0
            pool -= min(total, 0)
            continue
        right += total == pool
        wrong += total != pool
        lacking += total > pool and (total - pool) % step == 0
        if laid and total in {pool, pool + laid}:
            shown[total == pool] += 1
        pool = 0
    if wrong <= 1 and right >= _BORNE_OUT:
        return True if shown[True] >= shown[False] else None
    return False if lacking >= _BORNE_OUT and lacking > 2 * shown[True] else None


_BORNE_OUT: Final = 3
"""Fewest deals that show whether changes include stakes."""


def place_of_rules(game: Game) -> Place:
    """Return the place (line and column) of the `Rules:` header.

    Return line 1 of the record if it has no such header, and an empty place if the record has no
    line numbers.
    """
    header = game.headed("Rules")
    if header is not None:
        return header.span.place()
    entries: list[Header | Deal] = [*game.headers, *game.deals]
    if any(entry.span.line for entry in entries):
        return Place(1, 1)
    return Place()
