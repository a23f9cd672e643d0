"""Reads bytes as a `Game`, fast.

Lines are split by plain string operations, and known words are looked up in a cache.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mjlog.model.messages import msg
from mjlog.model.patience import go_on
from mjlog.model.record import NOBODY, Content, Deal, Game, Header, Line, Turn
from mjlog.notation.deal_builder import MOST_SEATS, STARTS, DealBuilder, Settings, closed, start_of
from mjlog.notation.decoding import text_of
from mjlog.notation.grammar import GrammarError
from mjlog.notation.limits import STANDARD, Limits
from mjlog.notation.lines.headers import (
    check,
    head_without_sign,
    header,
    is_of_a_deal,
    opening,
    report_unknown_line,
    truncated,
)
from mjlog.notation.lines.line_order import PLAY, RANK, RULINGS
from mjlog.notation.lines.line_reader import FACTS, LONG, UNSURE, forget, pairs_of, statement
from mjlog.notation.lines.statements import Move, Statement
from mjlog.notation.play.tokens import BLANKS, DoubtError
from mjlog.notation.play.words import Memo, memo
from mjlog.notation.report import Report

Fact = tuple[Callable[[str], Content], int, str]
_COUNTS: Final = {
    **dict.fromkeys(("deal", "void", "bonus"), "seat"),
    **dict.fromkeys(("net", "score"), "points"),
}
"""What has to be checked besides the form of a line, by its keyword."""
SHORT: Final[dict[str, Fact]] = {
    word: (
        reads,
        RANK[word],
        _COUNTS.get(word, ""),
    )
    for word, reads in FACTS.items()
    if word not in ("note", "sign")
}
"""Keywords of lines whose form alone shows that no comment follows.

Each has the function that reads the line, the rank of the line, and what else has to be checked.
"""
_NUMBERS: Final = {f"{number}.": number for number in range(200)}


def read(data: bytes | str, *, limits: Limits = STANDARD, after: int = 0) -> Game:
    """Read a record in mjlog's notation, and return the game; its `findings` list the mistakes.

    `after` is the number of lines of the file that come before `data`. Raises `Unreadable` if the
    data is not text or is larger than the limit.
    """
    report = Report(limits.findings)
    text = text_of(data, limits, report)
    report.move_down(after)
    typed: dict[int, str] = {}
    if not text.isascii():
        from mjlog.notation.lines.full_width import read_plain

        text, typed = read_plain(text, limits.line_length, report, after)
    lines = text.split("\n")
    cut = lines[-1] != ""
    if not cut:
        lines.pop()
    longest = LONG if _has_short_lines(text) else max(map(len, lines))
    return _Reader(lines, typed, limits, report, after, longest).game(cut=cut)


def _has_short_lines(text: str) -> bool:
    """Return whether no line of a text is longer than `LONG`, as in nearly all records."""
    begins = 0
    while len(text) - begins > LONG:
        ends = text.rfind("\n", begins, begins + LONG + 1)
        if ends < 0:
            return False
        begins = ends + 1
    return True


class _Reader:
    """Reads the lines of one record.

    `typed` maps the number of each line that was changed to ASCII to its original text. `after` is
    the number of lines of the file before the record. `longest` is at least the length of the
    longest line.
    """

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        lines: list[str],
        typed: dict[int, str],
        limits: Limits,
        report: Report,
        after: int,
        longest: int,
    ) -> None:
        self.longest = longest
        self.lines = lines
        self.typed = typed
        self.after = after
        self.limits = limits
        self.report = report
        self.deals: list[Deal] = []
        self.players: set[str] = set()

    def game(self, *, cut: bool) -> Game:
        """Read all lines, and return the game.

        `cut` is True if the last line has no line end, so that the file may have been cut off.
        """
        named, rest, at = opening(self.lines, self.report, self.after)
        headers: list[Header] = []
        keep = [rest] if rest else []
        while at < len(self.lines) and (text := self.lines[at].strip(BLANKS))[:1] != "@":
            if is_of_a_deal(text, self.players):
                break
            at += 1
            if len(headers) + len(keep) >= self.limits.headers:
                more = (
                    "at most {most} lines may come before the first deal; mjlog does not "
                    "read this line and those after it"
                )
                self.report.add(
                    "too_many", "error", msg(more, most=self.limits.headers), at + self.after, 1
                )
                while at < len(self.lines) and self.lines[at].lstrip(BLANKS)[:1] != "@":
                    at += 1
            elif text:
                self._preface(text, at, headers, keep)
        check(headers, self.report)
        game = Game(tuple(headers))
        seats = game.seats
        words = memo(seats)
        settings = Settings(
            self.lines,
            seats,
            words.turn,
            self.report,
            self.limits,
            self.typed,
            self.after,
            game.players,
        )
        self._deals(at, settings, words)
        if cut:
            truncated(self.lines[-1], len(self.lines) + self.after, self.report)
        return Game(tuple(headers), tuple(self.deals), named, tuple(keep), self.report.findings())

    def _preface(self, text: str, at: int, headers: list[Header], keep: list[str]) -> None:
        offset = self.lines[at - 1].index(text[0])
        line = at + self.after
        if len(text) > self.limits.line_length:
            long = "the line has {number} characters; mjlog reads at most {most}"
            words = msg(long, number=len(text), most=self.limits.line_length)
            self.report.add("too_long", "error", words, line, self.limits.line_length + 1)
            keep.append(text)
            return
        head = header(text, line, offset, self.report)
        if head is not None:
            headers.append(head)
            if len(head.key) == 1:
                self.players.add(head.key)
        else:
            before = headers[-1] if headers else None
            keep.append(report_unknown_line(text, line, offset, self.report, before))

    def _deals(self, at: int, settings: Settings, words: Memo) -> None:
        # If any line is too long, every line is checked twice; such files are rare.
        is_long = self.longest > self.limits.line_length
        facts, numbers = ({}, {}) if is_long else (SHORT, _NUMBERS)
        drafts: list[Deal | DealBuilder] = []
        while at < len(self.lines):
            go_on()
            if len(drafts) == self.limits.deals:
                more = (
                    "a record has at most {most} deals; mjlog does not read this deal "
                    "and those after it"
                )
                message = msg(more, most=self.limits.deals)
                self.report.add("too_many", "error", message, at + 1 + self.after, 1)
                break
            self.report.deal = len(drafts) + 1
            draft = DealBuilder(settings, at + 1 + self.after)
            if self.lines[at].lstrip(BLANKS)[:1] == "@":
                _head(draft, self.lines[at])
                at += 1
            elif head := head_without_sign(self.lines[at].strip(BLANKS)):
                draft.unsigned(self.lines[at].strip(BLANKS), head)
                _head(draft, head)
                at += 1
            else:
                draft.headless()
            at = _body(draft, self.lines, at, words, facts, numbers)
            drafts.append(draft if draft.rows else draft.deal())
        self.deals = [*closed(drafts, self.report)]
        self.report.deal = 0
        if self.longest > LONG:
            forget()


def _head(draft: DealBuilder, line: str) -> None:
    """Read the ``@`` line that begins a deal, and add its words to the deal `draft`.

    If the grammar refuses the line or the line is too long, report it and keep its text as the
    deal's comment.
    """
    text = line.strip(BLANKS)
    rest = text[1:].strip(BLANKS)
    if len(text) > draft.settings.limits.line_length:
        draft.head((), rest)
        draft.settings.report.add(
            "too_long", "error", msg("the line is too long to be read"), draft.line, 1
        )
    elif not rest:
        draft.head((), "")
    else:
        try:
            pairs, comment = _words_of_head(text, rest)
            draft.head(pairs, comment)
        except GrammarError as problem:
            draft.head((), rest)
            draft.complain(problem, draft.line, line.index("@"))


def _words_of_head(text: str, rest: str) -> tuple[tuple[tuple[str, str], ...], str]:
    """Return two values for an ``@`` line: its words as pairs (name, value), and its comment.

    `text` is the whole line, `rest` the line without its ``@``. Raises `GrammarError` if the
    grammar refuses the line. The grammar is slow, so it is used only for unusual lines.
    """
    try:
        return pairs_of(rest), ""
    except DoubtError:
        from mjlog.notation.lines.tree_lines import head_by_grammar

        return head_by_grammar(text)


def _body(  # noqa: C901, PLR0912, PLR0913, PLR0914, PLR0915, PLR0917  see below
    draft: DealBuilder,
    lines: list[str],
    at: int,
    words: Memo,
    facts: dict[str, Fact],
    numbers: dict[str, int],
) -> int:
    """Read the lines of a deal from index `at` on; return the index where the next deal begins.

    The turns and lines are added to `draft`. `words` is the cache of turns, `facts` maps a
    keyword such as ``win`` to the function and settings that read its lines, and `numbers` maps a
    text such as ``3.`` to the number 3. Unusual lines are read by `_line`. The function is long,
    because one call for each line would be slow.
    """
    turns, starts = draft.turns, draft.starts
    ranks, kept_lines = draft.ranks, draft.lines
    most, seats = draft.settings.limits.words, words.seats
    four = seats == MOST_SEATS
    dealer = max(0, draft.dealer)
    order = draft.order
    far = [order.distance(seat, dealer) for seat in range(seats)]
    steps = [(words.by_seat[order.after[seat]], far[seat]) for seat in range(seats)]
    # distance from the dealer at which the last line of play ended; no line was read yet
    ended = seats
    due = _next(draft, words)
    behind = draft.settings.before + 1  # the number of a line is its index plus this
    for index in range(at, len(lines)):
        line = lines[index]
        first, _, rest = line.partition(" ")
        number = numbers.get(first)
        if number is not None:
            mark, now, latest = len(turns), due, -1
            try:
                for word in rest.split(" "):
                    turn = now[word]
                    turns.append(turn)
                    now, place = steps[turn.seat]
                    if place <= latest:
                        draft.natural = False
                    latest = place
            except KeyError:
                del turns[mark:]
            else:
                if draft.highest < PLAY and len(turns) <= most:
                    starts.append((mark, number, index + behind))
                    if number != len(starts) or far[turns[mark].seat] > ended:
                        draft.natural = False
                    ended, due = latest, now
                    continue
                del turns[mark:]
        elif (short := facts.get(first)) is not None:
            reads, place, counts = short
            try:
                content = reads(rest)
            except UNSURE:
                pass
            else:
                # Most lines of most records are read here; all others are read by `fact`.
                if counts == "seat":
                    place += content.seat  # type: ignore[union-attr]
                if (
                    four
                    and (not turns or place >= PLAY)
                    and (counts != "points" or len(content.points) == 4)  # type: ignore[union-attr]
                ):
                    ranks.append(place)
                    kept_lines.append(
                        Line(content, "", STARTS.get(index + behind) or start_of(index + behind))
                    )
                    if PLAY <= place < RULINGS:
                        draft.highest = PLAY
                elif _belongs_to_next_deal(draft, line):
                    return index
                else:
                    draft.fact(content, "", line, index + behind)
                continue
        elif line.lstrip(BLANKS)[:1] == "@":
            return index
        if line:
            if _belongs_to_next_deal(draft, line):
                return index
            _line(draft, line, index + behind)
            due = _next(draft, words)
            if draft.overflow:
                numbers = {}
    return len(lines)


def _next(draft: DealBuilder, words: Memo) -> dict[str, Turn]:
    """Return the cache for the player whose turn is next: a dict from texts to turns.

    Return an empty dict if the next player is unknown, because the deal has no turn yet and names
    no dealer.
    """
    if draft.turns or draft.dealer != NOBODY:
        return words.by_seat[draft.expected()]
    return {}


def _belongs_to_next_deal(draft: DealBuilder, line: str) -> bool:
    """Return whether a line without ``@`` at its beginning certainly belongs to the next deal.

    The ``@`` may be missing at the beginning of the line, or the whole ``@`` line may be missing
    before it. Return False for a line that is too long.
    """
    text = line.strip(BLANKS)
    if len(line) > draft.settings.limits.line_length:
        return False
    if head_without_sign(text):
        return True
    if draft.highest < PLAY or not text:
        return False
    try:
        return draft.belongs_to_next_deal(read_statement(text))
    except GrammarError:
        return False


def _line(draft: DealBuilder, line: str, number: int) -> None:
    """Read an unusual line of a deal, which `_body` could not read, and add it to the deal `draft`.

    `number` is the line number in the file. Mistakes are reported.
    """
    text = line.strip(BLANKS)
    if not text:
        return
    offset = line.index(text[0])
    if len(line) > draft.settings.limits.line_length:
        draft.overlong(text, number)
        return
    try:
        draft.add(read_statement(text), text, number, offset)
    except GrammarError as problem:
        _mended(draft, text, problem, number, offset)


def read_statement(text: str) -> Statement:
    """Read a line of a deal, and return what it says, such as a `Move` (a line of play).

    Raises `GrammarError` if the line does not follow the grammar. The grammar is slow, so it is
    used only for unusual lines.
    """
    line_statement = statement(text)
    if line_statement is None or (isinstance(line_statement, Move) and not line_statement.sound):
        from mjlog.notation.lines.tree_lines import statement_by_grammar

        return statement_by_grammar(text)
    return line_statement


def _mended(draft: DealBuilder, text: str, problem: GrammarError, number: int, offset: int) -> None:
    """Report a line that the grammar refuses, and keep as much of it as can be read.

    Of a line of play, the readable turns are kept. Any other line is kept as text. `problem` is the
    grammar's error, `number` the line number, `offset` the number of blanks before the line.
    """
    line_statement = statement(text)
    if isinstance(line_statement, Move):
        draft.complain(problem, number, offset)
        draft.add(line_statement, text, number, offset)
    else:
        draft.broken(text, problem, number, offset)
