"""Riichi: clauses about the indicators of dora.

They say how many are open, when a kong turns up another one, and who turns up hidden ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from mjlog.model.messages import counting, msg
from mjlog.model.record import (
    CONCEALED_KONG,
    REVEAL,
    WIN,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Indicators,
    NoWin,
    Reveal,
    SetOut,
    Win,
    is_kong,
)
from mjlog.model.table import Table
from mjlog.referee.message_fields import Word, Words
from mjlog.referee.rulebook import NO_WIN, TURNED_UP, Clause, Judgement, clause


def kong_indicators(when: str) -> tuple[Clause, ...]:
    """Return the functions that check when a kong turns up another dora indicator.

    `when` is the value of the option ``kong_dora``: ``delayed``, ``at_once`` or ``none``.
    """
    return {
        "delayed": (_kong_calls_for_it, _replacement_comes_first, _each_kong_had_its_time),
        "at_once": (_kong_calls_for_it, _each_kong_has_one),
        "none": (_kong_turns_up_nothing, _one_lies_open),
    }[when]


@clause(
    "dora.count",
    REVEAL,
    says="{tile} is turned up as an indicator, but no kong calls for one",
    against="indicators",
)
def _kong_calls_for_it(table: Table, _reveal: Reveal) -> Judgement:
    """Return whether some kong still lacks its indicator when an indicator is turned up in play.

    The result is None if parts of the record or all indicators are missing.
    """
    if table.whole and table.indicators:
        return len(table.indicators) < 1 + table.kongs
    return None


@clause(
    "dora.count",
    REVEAL,
    says=(
        "{tile} is turned up before the replacement is drawn; the indicator of an open "
        "kong comes after the replacement"
    ),
    # The early indicator matters only if the replacement wins; then the number of indicators is
    # wrong, too.
    severity="note",
)
def _replacement_comes_first(table: Table, _reveal: Reveal) -> Judgement:
    """Return False if an open kong's indicator is turned up before the replacement is drawn.

    Otherwise return True.
    """
    acts = (act for act in reversed(table.past) if type(act) is not Reveal)
    latest = next(acts, None)
    return not _is_open_kong(latest) or len(table.indicators) < table.kongs


@clause(
    "dora.count",
    REVEAL,
    says="{tile} is turned up as an indicator, but at this table a kong brings none",
)
def _kong_turns_up_nothing(table: Table, _reveal: Reveal) -> Judgement:
    """Return False if an indicator is turned up in play; at this table a kong turns up none.

    The result is None if the record does not have the first indicator of the deal.
    """
    if table.indicators:
        return False
    return None


@clause(
    "dora.count",
    WIN,
    NO_WIN,
    says="{indicators_open} open for {kongs_declared}{but}",
    against="indicators",
)
def _each_kong_had_its_time(table: Table, end: Win | NoWin) -> Judgement:
    """Return whether each kong has its indicator at the end of the deal.

    An open kong needs no indicator if nothing was discarded after the kong. The result is None if
    parts of the record or all indicators are missing.
    """
    later = table.kongs > 0 and _is_open_kong_played(table)
    return _are_open(table, end, later=later, later_allowed=True)


@clause(
    "dora.count",
    WIN,
    NO_WIN,
    says="{indicators_open} open for {kongs_declared}",
    against="indicators",
)
def _each_kong_has_one(table: Table, end: Win | NoWin) -> Judgement:
    """Return whether each kong has its indicator at the end of the deal.

    The result is None if parts of the record or all indicators are missing.
    """
    return _are_open(table, end, later=False)


@clause(
    "dora.count",
    WIN,
    NO_WIN,
    says="{indicators_open} open; this table turns up only one, even after kongs",
    against="indicators",
)
def _one_lies_open(table: Table, _end: Win | NoWin) -> Judgement:
    """Return whether only the first indicator is open at the end of the deal.

    The result is None if there are more but the record may lack turns.
    """
    return not table.past or _is_one(table)


def _is_one(table: Table) -> Judgement:
    """Return whether the deal began with at most one open dora indicator.

    Indicators that were turned up in play are not counted. The result is None instead of False if
    parts of the record are missing.
    """
    if len(table.indicators) < 2:
        return True
    kinds = [act.kind for act in table.past]
    of_the_deal = len(table.indicators) - kinds.count(REVEAL)
    return of_the_deal <= 1 or table.answer_if_not_recorded


def _are_open(
    table: Table, end: Win | NoWin, *, later: bool, later_allowed: bool = False
) -> Judgement:
    """Return whether the number of open dora indicators at the end fits the number of kongs.

    `later`: the latest kong needs no indicator yet. If the win robs a kong, the indicator of that
    kong may be open or not; if `later_allowed` is true, the indicator of an open kong just before
    it may be missing, too. Return True for a void deal and for a deal without turns. Return None if
    parts of the record are missing, or if there are kongs but no indicator is recorded.
    """
    if not table.past or (type(end) is NoWin and end.how == "void"):
        return True
    if not table.kongs:
        is_one = _is_one(table)
        return table.answer_if_not_recorded if is_one is False else is_one
    if not table.whole or not table.indicators:
        return None
    robbed = type(end) is Win and not end.own_draw and table.live_sort.endswith("kong")
    due = 1 + table.kongs - (robbed or later)
    waiting = robbed and later_allowed and _waits_behind_another(table)
    return due - waiting <= len(table.indicators) <= due + robbed


def count_due(table: Table, *, kongs: str) -> int:
    """Return how many dora indicators must be open at the end of a deal with turns.

    There is one from the start, and one for each kong whose indicator must be open by then. `kongs`
    is the value of the option ``kong_dora``. Return 1 if kongs turn up no indicators or if parts of
    the record are missing.
    """
    if kongs == "none" or not table.whole or not table.kongs:
        return 1
    due, latest = 1 + table.kongs, next(_indicator_acts(table), None)
    is_late = kongs == "delayed"
    if latest is None or not is_kong(latest):
        return due
    end = table.past[-1] if table.past else None
    is_robbed = type(end) is Win and not end.own_draw
    if is_robbed and is_late and _waits_behind_another(table):
        due -= 1
    return due - (is_robbed or (is_late and _is_open_kong(latest)))


def _is_open_kong_played(table: Table) -> bool:
    """Return whether the latest act is an open kong (claimed or added).

    Draws, replacements and turned up indicators after the kong are ignored.
    """
    return _is_open_kong(next(_indicator_acts(table), None))


def _waits_behind_another(table: Table) -> bool:
    """Return whether the second latest act is an open kong (claimed or added).

    Only discards, kongs, claims and norths set aside count as acts here. Such a kong may still lack
    its indicator when the latest act, another kong, is robbed.
    """
    before = islice(_indicator_acts(table), 1, None)
    return _is_open_kong(next(before, None))


def _indicator_acts(table: Table) -> Iterator[Act]:
    """Yield the discards, kongs, claims and norths set aside of a deal, the latest act first.

    These acts decide when a kong's indicator is turned up.
    """
    # mypyc would compute a whole generator expression; a loop stops early
    for act in reversed(table.past):
        if isinstance(act, _DECIDES):
            yield act


def _is_open_kong(act: Act | None) -> bool:
    return act is not None and is_kong(act) and act.kind != CONCEALED_KONG


_DECIDES: Final = (Discard, ConcealedKong, AddedKong, Claim, SetOut)


@clause("dora.ura", TURNED_UP, says="hidden indicators {tiles} are turned up, but {ura_words}")
def riichi_turns_up_the_hidden_indicators(table: Table, turned: Indicators) -> Judgement:
    """Return whether hidden indicators are turned up only if a player in riichi has won.

    They must not be more than the open indicators. The result is True for a line of open
    indicators, and None instead of False if the record may lack turns.
    """
    if not turned.hidden or not table.past:
        return True
    if not _is_won_in_riichi(table):
        return table.answer_if_not_recorded
    if _hidden_tiles(table, turned) <= len(table.indicators) or not table.indicators:
        return True
    return table.answer_if_not_recorded


@clause("dora.ura", TURNED_UP, says="hidden indicators {tiles} are turned up, but {ura_words}")
def every_open_indicator_hides_one(table: Table, turned: Indicators) -> Judgement:
    """Return whether a hidden indicator is turned up for every open one after a win in riichi.

    The result is True for other wins and for a line of open indicators.
    """
    if not turned.hidden or not table.past or not _is_won_in_riichi(table):
        return True
    return _hidden_tiles(table, turned) >= len(table.indicators)


def _hidden_tiles(table: Table, turned: Indicators) -> int:
    """Return the number of hidden dora indicators in all lines of the deal.

    `turned` is the line that is being checked. The deal may not contain this line yet, so the
    result is at least the number of tiles in it.
    """
    lines = table.head.contents(Indicators) if table.head is not None else ()
    return max(len(turned.tiles), sum(len(line.tiles) for line in lines if line.hidden))


def _is_won_in_riichi(table: Table) -> bool:
    return any(table.hands[seat].ready for seat in table.winners)


def _ura_words(table: Table, turned: Indicators) -> Word:
    if _is_won_in_riichi(table) and _hidden_tiles(table, turned) < len(table.indicators):
        return counting("{number} is open", "{number} are open", len(table.indicators))
    if _is_won_in_riichi(table):
        return counting("only {number} is open", "only {number} are open", len(table.indicators))
    return msg("no winner is in riichi")


def _kong_exception(table: Table, _act: object) -> Word:
    if _is_open_kong_played(table):
        return msg("; the latest kong turns up none yet")
    return ""


@clause(
    "dora.ura",
    TURNED_UP,
    says="hidden indicators {tiles} are turned up, but at this table a kong has none",
)
def kong_hides_no_indicator(_table: Table, turned: Indicators) -> Judgement:
    """Return False if more than one hidden indicator is turned up, otherwise True.

    At this table a kong brings no hidden indicator.
    """
    return not turned.hidden or len(turned.tiles) <= 1


@clause(
    "dora.ura",
    TURNED_UP,
    says="hidden indicators {tiles} are turned up, but this table does not count them",
)
def nothing_hidden_is_turned_up(_table: Table, turned: Indicators) -> Judgement:
    """Return False if a hidden indicator is turned up, otherwise True.

    This table does not count hidden dora.
    """
    return not turned.hidden


def _indicators_lie_words(number: int) -> Word:
    return counting("{number} indicator is", "{number} indicators are", number)


def _kongs(table: Table, _act: object) -> Word:
    return counting("{number} declared kong", "{number} declared kongs", table.kongs)


WORDS: Final[Words] = {
    "ura_words": _ura_words,
    "indicators_open": lambda table, _: _indicators_lie_words(len(table.indicators)),
    "kongs_declared": _kongs,
    "but": _kong_exception,
}
