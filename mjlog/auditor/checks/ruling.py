"""The checks of `rule` lines: what a referee decided."""

from __future__ import annotations

from mjlog.auditor.deal_check import DealCheck
from mjlog.model.findings import Claim
from mjlog.model.messages import msg, to_message
from mjlog.model.record import Line, Ruling, seat_name
from mjlog.model.settlement import Score
from mjlog.referee.rulebook import Unclear


def check_ruling(sheet: DealCheck, line: Line, claim: Ruling) -> None:
    """Check a referee's decision (`rule` line) by the rules, and add a verdict to `sheet`.

    Nothing is added if the rules say nothing about such decisions. By rules that check no
    decisions, only the decision `false-win` is checked.
    """
    if sheet.rules.penalties.check_ruling is None:
        if claim.name == "false-win":
            _check_false_win(sheet, line, claim)
        return
    answer = sheet.rules.penalties.check_ruling(claim, sheet.outcome, sheet.clear_scores)
    label = Claim("rule", claim.seat, item=claim.name)
    if isinstance(answer, Unclear):
        sheet.unverified(line, label, answer.words, claim.seat)
    elif answer:
        sheet.differs(
            "rule.differs", line, label, to_message(answer), recorded=claim.name, seat=claim.seat
        )
    elif answer is not None:
        sheet.agrees(line, label, claim.seat)


def _check_false_win(sheet: DealCheck, line: Line, claim: Ruling) -> None:
    """Check a ruling that a player's win is false, and add a verdict to `sheet`.

    The ruling is an error if the turns and the value of the hand show that the win is legal.
    Nothing is added if the player declared no win.
    """
    label, seat = Claim("rule", claim.seat, item=claim.name), claim.seat
    if seat not in sheet.outcome.declaring_seats:
        return
    if seat not in sheet.outcome.winning_seats:
        sheet.agrees(line, label, seat)
        return
    score, deal, table = sheet.score_of(seat), sheet.deal, sheet.table
    is_followed = table.whole and table.hands[seat].known and deal.turns and not deal.irregularities
    is_counted = isinstance(score, Score) and not any(item.unknown_because for item in score.items)
    # The win may be false if the turns do not show all that it depends on, or something was
    # irregular.
    if not (is_followed and is_counted):
        open_ = msg(
            "the record does not say whether {seat}'s win is legal",
            seat=seat_name(seat),
        )
        sheet.unverified(line, label, open_.lacking("turns"), seat)
        return
    good = msg("the ruling calls {seat}'s win false, but the win is legal", seat=seat_name(seat))
    law = sheet.rules.book.cites.get("win.line", "")
    sheet.differs("rule.differs", line, label, good, recorded=claim.name, seat=seat, clause=law)
