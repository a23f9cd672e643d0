"""Sentences about payments, changes and totals: who pays whom, and what the rules give."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from mjlog.model.findings import Claim
from mjlog.model.messages import Message, Sentence, msg
from mjlog.model.record import TABLE, Seat, seat_name

_CAUSES: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "false-win": msg("a false win"),
        "bluff": msg("a false win far from ready"),
        "fine-10": msg("a fine"),
        "fine-20": msg("a fine"),
        "fine-40": msg("a fine"),
        "fine-80": msg("a fine"),
        "chombo": msg("chombo"),
        "wrong-draw": msg("a wrong draw"),
        "long-hand": msg("a hand too long"),
        "short-hand": msg("a hand too short"),
        "discard-changed": msg("a changed discard"),
        "claim-cancelled": msg("a cancelled claim"),
        "tile-returned": msg("a returned tile"),
        "riichi": msg("riichi"),
        "honba": msg("honba"),
        "noten": msg("noten"),
        "nagashi-mangan": msg("nagashi mangan"),
        "liability": msg("liability"),
        "insurance": msg("insurance"),
        "guarantee": msg("guarantee"),
        "kitty": msg("kitty"),
        "kong": msg("a kong"),
        "kong-refund": msg("a kong that is paid back"),
        "kong-transfer": msg("a kong that passes to the winner"),
        "not-ready": msg("a hand that is not ready"),
        "void-suit": msg("tiles of the void suit"),
    }
)
"""Names for causes of payments and rulings in sentences."""


def cause_named(cause: str) -> Sentence:
    """Return the words for the cause of a payment, such as "a false win" for `false-win`.

    A cause without such words is returned unchanged.
    """
    return _CAUSES.get(cause, cause)


def party(seat: Seat) -> Sentence:
    """Return the text for a payer or payee: a seat letter, or `the table`."""
    if seat == TABLE:
        return msg("the table")
    return seat_name(seat)


def payment(claim: Claim, points: object) -> Message:
    """Return the message that says who pays whom how much, and for which cause.

    >>> payment(Claim("pay", 1, 0, "false-win"), 60).english
    'B pays A 60 for a false win'
    """
    values = {"payer": party(claim.seat), "payee": party(claim.payee), "points": points}
    if claim.item:
        words = "{payer} pays {payee} {points} for {cause}"
        return msg(words, cause=cause_named(claim.item), **values)
    return msg("{payer} pays {payee} {points}", **values)


def no_payment(claim: Claim) -> Message:
    """Return the message that the sheet has no payment from one party to another.

    >>> no_payment(Claim("pay", 1, -2, "kitty")).english
    'the sheet has no payment from B to the table for kitty'
    """
    values = {"payer": party(claim.seat), "payee": party(claim.payee)}
    if claim.item:
        words = "the sheet has no payment from {payer} to {payee} for {cause}"
        return msg(words, cause=cause_named(claim.item), **values)
    return msg("the sheet has no payment from {payer} to {payee}", **values)


def rules_give(due: Sentence | int) -> Message:
    """Return the message `the rules give ...` with the right amount `due`."""
    return msg("the rules give {due}", due=due)


def join_stated_and_right(stated: Message, due: Message) -> Message:
    """Return a message like `B pays A 60; the rules give 30`: the two messages and a semicolon."""
    return msg("{stated}; {due}", stated=stated, due=due)


def signed(change: int) -> str:
    """Return a change of points with its sign.

    >>> signed(13), signed(-4), signed(0)
    ('+13', '-4', '0')
    """
    return f"{change:+d}" if change else "0"


def changed(seat: Seat, recorded: int, due: int) -> Message:
    """Return the message that a player's points change by `due`, not by `recorded`."""
    return msg(
        "{seat}'s points change by {due}, not by {recorded}",
        seat=seat_name(seat),
        due=signed(due),
        recorded=signed(recorded),
    )


def total(seat: Seat, recorded: int, before: int, change: int) -> Message:
    """Return the message that says what a player's total should be, not what it is, and why.

    >>> total(0, 32, 0, 0).english
    "A's total is 0, not 32 (0 before this deal, no change)"
    """
    return msg(
        "{seat}'s total is {due}, not {recorded} ({before} before this deal, {change})",
        seat=seat_name(seat),
        due=before + change,
        recorded=recorded,
        before=before,
        change=signed(change) if change else msg("no change"),
    )
