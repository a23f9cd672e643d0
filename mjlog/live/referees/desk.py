"""The referee's desk: calls for a referee, rulings, proposed corrections, all lines of the ledger.

``note referee called by=B at=0041 {why}`` keeps the position, which is the ledger up to entry 41.
``note referee answered call=0042`` or ``note correction settled of=0044`` ends a case; the decision
is in the lines before it: a ruling, payments, a `fix`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mjlog.live.ledgers.reserved import is_vouched
from mjlog.live.ledgers.standing_entries import standing_entries
from mjlog.live.referees.confirming import opinions
from mjlog.live.scribes.entering import NotReadError, last_number
from mjlog.model.record import SEATS, Entry, Game
from mjlog.notation.play.tokens import comment_word

CALL: Final = "call"
CORRECTION: Final = "correction"
REJECTED: Final = "rejected"
_CALLED: Final = re.compile(r"note referee called by=([A-Za-z0-9_-]+) at=([0-9]{4,9})(?: (.*))?")
_PROPOSED: Final = re.compile(r"note correction proposed by=([A-Za-z0-9_-]+) (.*)")
_SETTLED: Final = re.compile(
    r"note (?:referee answered call|correction settled of)=([0-9]{4,9})(?: (.*))?"
)


class Case(NamedTuple):
    """Something that a referee must decide: a call, a proposed correction or a rejected result.

    `number` is the number of the ledger entry of the case; for a rejected result, it is the number
    of the deal's last entry. `at` is the number of the last entry before the case. `answer` is the
    referee's comment, None as long as the case is open.
    """

    sort: str
    number: int
    deal: int
    by: str
    at: int
    words: str
    answer: str | None = None


def called(by: str, last: int, reason: str = "") -> str:
    """Return the text of the ledger entry that calls a referee.

    `by` is the author, `last` the number of the last entry so far. `reason` is a comment in words,
    or empty.
    """
    return " ".join([f"note referee called by={by} at={last:04d}", *_comment(reason)])


def proposed(by: str, line: str) -> str:
    """Return the text of the ledger entry that proposes a correction to the referee.

    `line` is the correction, such as ``fix 17 win c 2s from a``. `by` is the author of the
    proposal.
    """
    return f"note correction proposed by={by} {comment_word(' '.join(line.split()))}"


def decision_text(case: Case, words: str = "") -> str:
    """Return the text of the ledger entry that says that the referee has decided a case.

    `case` is a call or a proposed correction. `words` is the referee's comment.
    """
    head = "referee answered call" if case.sort == CALL else "correction settled of"
    return " ".join([f"note {head}={case.number:04d}", *_comment(words)])


def _comment(words: str) -> list[str]:
    return [comment_word(" ".join(words.split()))] if words.strip() else []


def ruling(seat: str, name: str, article: str = "", reason: str = "") -> str:
    """Return the text of a ruling: the seat or `table`, the ruling's name, an article and a reason.

    `article` is the article of the rules that the referee cites.
    """
    cited = f" art={article}" if article else ""
    return " ".join([f"rule {seat} {name}{cited}", *_comment(reason)])


# --------------------------------------------------------------------------- cases


def cases(game: Game) -> list[Case]:
    """Return everything in a game that a referee must decide or has decided, as a list of `Case`.

    Calls and proposed corrections come first, then players' rejections of a result, which are never
    answered. A case is left out if its author was not entitled to write it.
    """
    answers: dict[int, str] = {}
    for _, entry in _entries(game):
        if match := _SETTLED.fullmatch(entry.text):
            answers[int(match[1])] = bare(match[2])
    cases_raised = [case._replace(answer=answers.get(case.number)) for case in _raised(game)]
    return [*cases_raised, *_rejected(game)]


def waiting(game: Game) -> list[Case]:
    """Return the cases (calls, proposed corrections, rejected results) without a referee's answer.

    Rejected results are always among them, because they get no answer.
    """
    return [case for case in cases(game) if case.answer is None]


def _entries(game: Game) -> Iterator[tuple[int, Entry]]:
    for number, deal in enumerate(game.deals, 1):
        entries = standing_entries(deal.ledger)
        yield from ((number, entry) for entry in entries if is_vouched(entry))


def _raised(game: Game) -> Iterator[Case]:
    for deal, entry in _entries(game):
        if call := _CALLED.fullmatch(entry.text):
            yield Case(CALL, entry.number, deal, call[1], int(call[2]), bare(call[3]))
        if wish := _PROPOSED.fullmatch(entry.text):
            line = bare(wish[2])
            yield Case(CORRECTION, entry.number, deal, wish[1], entry.number - 1, line)


def _rejected(game: Game) -> Iterator[Case]:
    """Yield a case for each author who rejects the present result of a deal."""
    for number, deal in enumerate(game.deals, 1):
        last = last_number(deal)
        rejecting = [each for each in opinions(game, number) if each.answer == "rejected"]
        for opinion in rejecting:
            yield Case(REJECTED, last, number, opinion.author, last, "")


def bare(words: str | None) -> str:
    """Remove the braces and backslashes of a comment, and return its text; empty for None."""
    inner = _IN_BRACES.sub(r"\1", words or "")
    return inner.replace("\\}", "}").replace("\\\\", "\\")


_IN_BRACES: Final = re.compile(r"\A\{(.*)\}\Z", re.DOTALL)


def position(text: bytes, number: int) -> bytes:
    """Return the beginning of a ledger, up to and including the entry with this number.

    It ends before the first entry with a higher number, so a following ``@`` line is included. This
    function is used to show the position at the time of a call.
    """
    kept: list[bytes] = []
    for line in text.splitlines(keepends=True):
        match = _NUMBER.match(line)
        if match and int(match[1]) > number:
            break
        kept.append(line)
    return b"".join(kept)


_NUMBER: Final = re.compile(rb"([0-9]{4,9}) ")


def check_seat(seat: str, seats: int) -> str:
    """Return `seat` unchanged if it is the letter of a seat or the word `table`.

    Raises NotReadError otherwise. `seats` is the number of players.
    """
    if seat != "table" and seat not in [*SEATS[:seats]]:
        raise NotReadError(f"{seat!r} is no seat")
    return seat


def lines_of(words: str) -> Sequence[str]:
    """Split a text into lines; remove the blanks around each line, and empty lines."""
    lines = [line.strip() for line in words.splitlines()]
    return [line for line in lines if line]
