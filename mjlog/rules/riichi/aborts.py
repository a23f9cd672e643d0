"""Riichi: aborted deals, which end before the wall is used up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from mjlog.model.messages import Tiles, msg
from mjlog.model.record import (
    CLAIM,
    DISCARD,
    DRAW,
    NOBODY,
    REVEAL,
    WIN,
    Act,
    Claim,
    Discard,
    Draw,
    NoWin,
    Turn,
    Win,
    is_kong,
    seat_name,
)
from mjlog.model.shapes import ORPHANS, orphans_in
from mjlog.model.table import HELD, NONE, Hand, Table
from mjlog.model.tiles import EAST, KIND, NORTH
from mjlog.referee.message_fields import Words
from mjlog.referee.rulebook import NO_WIN, Clause, Judgement, Spec, Stride, Test, clause
from mjlog.rules.riichi.events import NAGASHI, NINE_TERMINALS, TRIPLE_RON, nagashi_by_turns
from mjlog.rules.shared import fast_path
from mjlog.rules.shared.clauses import has_doubtful_kong


@clause(
    "abort.kind",
    NO_WIN,
    says="the record ends the deal by {abort_name}, but no deal ends so at this table",
)
def no_deal_is_aborted(_table: Table, end: NoWin) -> Judgement:
    """Return False if the record says that the deal was aborted, otherwise True.

    Used if the options allow no aborted deals.
    """
    return end.how != "abort"


def abortive_washout_has_its_reason(waits: Callable[[Hand], int], *, triple_ron: bool) -> Clause:
    """Return the check of the rule that a deal is aborted only if its recorded reason is true.

    `waits` computes which kinds complete a hand, as a bit mask (bit k for kind k). If `triple_ron`
    is true, three winners on one tile are a reason to abort a deal; otherwise they are not. The
    returned function gets the table and an act; it returns whether the act obeys the rule, or None
    if that is uncertain.
    """
    tests: dict[str, Callable[[Table], Judgement]] = dict(REASONS)
    tests[TRIPLE_RON] = partial(_triple_ron, waits=waits) if triple_ron else _never

    @clause(
        "abort.kind", NO_WIN, says=("the record ends the deal by {abort_name}, but {abort_words}")
    )
    def abort_has_its_reason(table: Table, end: NoWin) -> Judgement:
        """Return whether the table shows the reason that the record names for an aborted deal.

        The result is None for an unknown reason. It is True for a deal that is not aborted, and for
        a record with missing turns.
        """
        if end.how != "abort" or not table.past or not table.whole:
            return True
        test = tests.get(end.name, _cannot_tell)
        return test(table)

    return abort_has_its_reason


def _never(_table: Table) -> Judgement:
    return False


def _cannot_tell(_table: Table) -> Judgement:
    return None


def _nine_terminals(table: Table) -> Judgement:
    hand = table.hands[table.turn]
    # An own discard, or any meld at the table, has ended the first unbroken turn.
    if hand.river or _has_sets(table) or hand.total != table.acting:
        return False
    lacking = orphans_in(hand.kinds()).count(0)
    if len(ORPHANS) - lacking >= 9:
        return True
    return hand.answer_if_not_known


def _has_sets(table: Table) -> bool:
    """Return whether any player has a declared set (chow, pung or kong) on the table."""
    return any(hand.melds for hand in table.hands)


def _four_winds(table: Table) -> Judgement:
    rivers = [hand.river for hand in table.hands]
    first = [river[0] for river in rivers if river]
    # A discard that is not recorded may be the missing wind.
    if max(first, default=0) >= HELD:
        return None
    if len(first) != 4 or any(len(river) > 1 for river in rivers) or _has_sets(table):
        return False
    return len(set(first)) == 1 and first[0] in _WINDS


def _four_riichi(table: Table) -> Judgement:
    return len([hand for hand in table.hands if hand.ready]) == 4


def _four_kongs(table: Table) -> Judgement:
    return table.kongs == 4 and len(table.seats_where(_has_kong)) > 1


def _has_kong(hand: Hand) -> bool:
    return any(meld.is_kong for meld in hand.melds)


def _triple_ron(table: Table, waits: Callable[[Hand], int]) -> Judgement:
    others = [hand for seat, hand in enumerate(table.hands) if seat != table.live_seat]
    known_hands = [hand.known for hand in others]
    if table.live == NONE or not all(known_hands):
        return None
    won = [waits(hand) >> KIND[table.live] & 1 for hand in others]
    return sum(won) == 3


@clause(
    "win.line",
    NO_WIN,
    says="the line names {end_seat} for nine terminals, but it is {turn_seat}'s turn",
    expects="by={turn_seat}",
)
def nine_terminals_are_in_turn(table: Table, end: NoWin) -> Judgement:
    """Return whether the player who lays open nine terminals is the player in turn.

    The result is True if the deal did not end by nine terminals, or if turns are missing.
    """
    is_player_named = end.how == "abort" and end.name == NINE_TERMINALS and end.by != NOBODY
    if not is_player_named or not table.past or not table.whole:
        return True
    return end.by == table.turn


@clause(
    "win.line",
    NO_WIN,
    says=(
        "the line names {end_seat} for nagashi mangan, but {end_seat} discarded a tile from 2 to 8 "
        "or had a discard claimed"
    ),
)
def nagashi_has_its_discards(table: Table, end: NoWin) -> Judgement:
    """Return whether a player named for nagashi mangan discarded only terminals and honours.

    The result is False also if another player claimed one of these discards, and None if it depends
    on an unseen discard.
    """
    if end.name != NAGASHI or end.by == NOBODY or not table.past:
        return True
    seats = nagashi_by_turns(table)
    return None if seats is None else end.by in seats


@clause(
    "win.several",
    WIN,
    says="{seat} is the third to win on {live}; here at most two may win, and three end the deal",
)
def two_win_at_most(table: Table, win: Win) -> Judgement:
    """Return False if a third player wins on one discard, otherwise True.

    At this table three wins on one discard abort the deal.
    """
    return win.own_draw or len(table.just_won) < 2


# --------------------------------------------------------------------------- play that continues


@clause(
    "abort.due",
    DRAW,
    CLAIM,
    says="{seat} {takes_on}, but {abort_said} had already ended the deal",
    expects="draw abort {abort_due}",
)
def play_stops_when_the_deal_is_over(table: Table, act: Draw | Claim) -> Judgement:
    """Return False if a player draws or claims after a discard that has aborted the deal.

    Otherwise return True. Four winds, four riichi and four kongs abort a deal. A claim gives False
    only after four kongs, because other functions report a claim after four winds or four riichi.
    The result is None if the record may lack turns, or if the number of kongs is uncertain.
    """
    end = abort_reason(table)
    # A player in riichi may not claim, and there is no fifth wind of a kind; other clauses report
    # these.
    if not end or (type(act) is Claim and end != "four-kongs"):
        return True
    if end == "four-kongs" and has_doubtful_kong(table):
        return None
    return table.answer_if_not_recorded


def abort_reason(table: Table) -> str:
    """Return the reason for which the latest discard aborts the deal, such as ``four-winds``.

    Return an empty text if the latest discard does not abort the deal. A win on that discard would
    take precedence over the abort; this function does not check whether somebody wins.
    """
    past = table.past
    step = len(past) - 1
    # after so many acts only a riichi can have ended the deal
    if step >= _FIRST_ROUND and table.kongs < 4:
        last = past[step]
        if last.kind == DISCARD and not last.ready:  # type: ignore[union-attr]
            return ""
    while step > 0 and past[step].kind == REVEAL:  # an indicator was turned up after the discard
        step -= 1
    if step < 3:
        return ""
    return _over_by(table, past[step], step)


def _over_by(table: Table, discard: Act, step: int) -> str:
    """Return the reason for which a discard aborts the deal, such as ``four-winds``.

    `step` is the index of the discard among all acts. Return an empty text if the act is no discard
    or does not abort the deal.
    """
    if type(discard) is not Discard:
        return ""
    if step < _FIRST_ROUND and discard.tile in _WINDS and _four_winds(table):
        return "four-winds"
    if discard.ready and _four_riichi(table):
        return "four-riichi"
    if table.kongs == 4 and _has_just_made_a_kong(table, step) and _four_kongs(table):
        return "four-kongs"
    return ""


def _has_just_made_a_kong(table: Table, step: int) -> bool:
    """Return whether the player who discards made a kong in the same turn.

    `step` is the index of the discard among all acts.
    """
    past = table.past
    for act in reversed(past[:step]):
        if is_kong(act):
            return act.seat == past[step].seat
        if act.kind == DISCARD:
            break
    return False


_WINDS: Final = frozenset(range(EAST, NORTH + 1))


_FIRST_ROUND: Final = 16
"""More acts than four turns have, so that a few remarks among them do no harm."""


def ordinary_draw(spec: Spec) -> Test:
    """Return a function that returns True if a draw certainly breaks no rule of riichi.

    It returns False if the draw must be checked against all rules, for example if the discard
    before has aborted the deal. `spec` describes the tiles and the wall, and computes how many
    tiles are left to draw.
    """
    plain = fast_path.ordinary_draw(spec)

    def is_ordinary(table: Table, draw: Draw) -> Judgement:
        return plain(table, draw) and not abort_reason(table)

    return is_ordinary


def ordinary_claim(spec: Spec) -> Test:
    """Return a function that returns True if a claim certainly breaks no rule of riichi.

    It returns False if the claim must be checked against all rules, for example if the discard has
    aborted the deal. `spec` describes the tiles and the wall, and computes how many tiles are left
    to draw.
    """
    plain = fast_path.ordinary_claim(spec)

    def is_ordinary(table: Table, claim: Claim) -> Judgement:
        return plain(table, claim) and not abort_reason(table)

    return is_ordinary


def ordinary_turns(spec: Spec) -> Stride:
    """Return a function that quickly plays turns which break no rule, without checking the rules.

    The function gets the table, the turns and the index of the first turn to play. It returns the
    index of the first turn that it did not play. It plays no turn if the deal is aborted, or if the
    first discards may be four equal winds. `spec` describes the tiles and the wall.
    """
    plain = fast_path.ordinary_turns(spec)

    def stride(table: Table, turns: Sequence[Turn], start: int) -> int:
        # Turns that are played at once contain no riichi and no kong, so only four winds can end
        # the deal.
        if abort_reason(table) or (start < _FIRST_ROUND and _begins_with_four_winds(turns)):
            return start
        return plain(table, turns, start)

    return stride


def _begins_with_four_winds(turns: Sequence[Turn]) -> bool:
    """Return whether the first four discards of a deal are one wind, or may still become so.

    If there are fewer than four discards so far, return True if all of them are the same wind.
    """
    first_turn = turns[0].brief
    if first_turn is not None and first_turn[2] not in _WINDS:
        return False
    first, number = NONE, 0
    for turn in turns[:_FIRST_ROUND]:
        for act in turn.acts:
            if type(act) is Discard:
                if number and act.tile != first:
                    return False
                first, number = act.tile, number + 1
                if number == 4:
                    return first in _WINDS
    return first in _WINDS


_REASONS: Final = {
    NINE_TERMINALS: msg(
        "the player in turn does not hold nine kinds of terminals and honours in an "
        "uninterrupted first turn"
    ),
    "four-winds": msg("the first four discards are not one wind"),
    "four-riichi": msg("not all four players have declared riichi"),
    "four-kongs": msg("the deal does not have four kongs of several players"),
    "triple-ron": msg(
        "the three others do not all win on that discard, or this table pays three winners"
    ),
}
REASONS: Final[Mapping[str, Callable[[Table], Judgement]]] = {
    NINE_TERMINALS: _nine_terminals,
    "four-winds": _four_winds,
    "four-riichi": _four_riichi,
    "four-kongs": _four_kongs,
}
"""Functions that check the reasons for an abort, by the word in records.

Three winners are not included.
"""
RECORD_WORDS: Final[Mapping[str, str]] = {
    "draw abort nine-terminals by=A": "A lays open nine kinds of terminals and honours in an "
    "unbroken first turn",
    "draw abort four-winds": "the first four discards are one wind",
    "draw abort four-riichi": "all four have declared riichi",
    "draw abort four-kongs": "several players have laid four kongs",
    f"draw abort {TRIPLE_RON}": "three would win on one discard",
    f"draw wall {NAGASHI} by=A": "nobody won, and A is paid for discards that were all "
    "terminals and honours",
}
"""How a record states that a deal was aborted."""
DRAW_SYNONYMS: Final[Mapping[str, str]] = {
    NINE_TERMINALS: "kyuushu kyushu kyuushu-kyuuhai kyushu-kyuhai nine-tiles 9-terminals 九種九牌"
    " 九种九牌",
    "four-winds": "suufon suufon-renda 四風連打 四风连打",
    "four-riichi": "suucha suucha-riichi suuchariichi 四家立直",
    "four-kongs": "four-kans suukan suukaikan suukansanra 四槓散了 四開槓 四杠散了",
    TRIPLE_RON: "three-rons sanchahou sanchaho 三家和",
    NAGASHI: "nagashi 流し満貫 流局满贯 流局滿貫",
}
"""Names that players use for these ends."""
_ABORT_NAMES: Final = {
    "four-winds": msg("four winds"),
    "four-riichi": msg("four riichi"),
    "four-kongs": msg("four kongs"),
}
WORDS: Final[Words] = {
    "end_seat": lambda _, end: seat_name(end.by),
    "turn_seat": lambda table, _: seat_name(table.turn),
    "abort_name": lambda _, end: end.name,
    "abort_words": lambda _, end: _REASONS[end.name],
    "abort_due": lambda table, _: abort_reason(table),
    "abort_said": lambda table, _: _ABORT_NAMES[abort_reason(table)],
    "takes_on": lambda table, act: (
        msg("draws") if type(act) is Draw else msg("claims {tile}", tile=Tiles((table.live,)))
    ),
}
