"""Reads a whole file by the grammar alone, without any cache, as the reference.

The fast reader is tested against it: both give the same game, or both report an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from lark import Token

from mjlog.model.findings import Span
from mjlog.model.record import Game, Header, Seat, Turn
from mjlog.notation.deal_builder import DealBuilder, Settings, closed
from mjlog.notation.decoding import text_of
from mjlog.notation.grammar import NAMES, GrammarError, parse
from mjlog.notation.limits import STANDARD, Limits
from mjlog.notation.lines.full_width import read_plain
from mjlog.notation.lines.headers import (
    check,
    header,
    is_of_a_deal,
    opening,
    report_unknown_line,
    truncated,
)
from mjlog.notation.lines.statements import Booked, Move, Statement
from mjlog.notation.lines.tree_lines import head, statement
from mjlog.notation.play.tokens import BLANKS
from mjlog.notation.play.word_trees import Node
from mjlog.notation.play.words import turn_by_grammar
from mjlog.notation.report import Report

_SHOWN: Final = 40


def read_slowly(data: bytes | str, *, limits: Limits = STANDARD) -> Game:
    """Read a record by the grammar alone; used to test the fast reader, `mjlog.notation.read`.

    If the grammar refuses a line, or a limit (of line length, headers or deals) is exceeded, return
    a game without headers and deals, which has only findings. Raises `Unreadable` in the same cases
    as `read`.
    """
    report = Report(limits.findings)
    text, typed = read_plain(text_of(data, limits, report), limits.line_length, report, 0)
    cut = text[-1:] not in ("", "\n")
    lines = (text if cut else text[:-1]).split("\n") if text else []
    try:
        _must(all(len(line) <= limits.line_length for line in lines), "shorter lines")
        tree = parse(text + "\n" if cut else text, "file")
        game = _game(tree, _Source(text, lines, typed), report, limits)
    except GrammarError as problem:
        report.add(
            "line", "error", problem.sentence, problem.line, problem.column, recorded=problem.found
        )
        return Game(findings=report.findings())
    if cut:
        truncated(lines[-1], len(lines), report)
    return Game(game.headers, game.deals, game.version, game.kept, report.findings())


class _Source(NamedTuple):
    """A file: its text, its lines, and the original text of lines changed to ASCII."""

    text: str
    lines: list[str]
    typed: dict[int, str]


def _game(tree: Node, source: _Source, report: Report, limits: Limits) -> Game:
    named, rest, _ = opening(source.lines, report)
    headers: list[Header] = []
    keep = [rest] if rest else []
    for child in tree.children[1:]:
        if isinstance(child, Token) and child.type in ("FIELD", "PREFACE"):
            _preface(child, headers, keep, report)
    _must(len(headers) + len(keep) <= limits.headers, "fewer headers")
    check(headers, report)
    seats, players = Game(tuple(headers)).seats, Game(tuple(headers)).players

    def resolve(seat: Seat, word: str) -> Turn:
        return turn_by_grammar(seat, word, seats)

    settings = Settings(source.lines, seats, resolve, report, limits, source.typed, players=players)
    trees = [child for child in tree.children if not isinstance(child, Token)]
    _must(len(trees) <= limits.deals, "fewer deals")
    drafts = [_deal(deal, number, settings, source.text) for number, deal in enumerate(trees, 1)]
    deals = tuple(closed(drafts, report))
    report.deal = 0
    return Game(tuple(headers), deals, named, tuple(keep))


def _must(holds: bool, expected: str) -> None:
    if not holds:
        raise GrammarError(1, 1, "", (expected,))


def _preface(child: Token, headers: list[Header], keep: list[str], report: Report) -> None:
    text = str(child).strip(BLANKS)
    line, offset = child.line or 1, (child.column or 1) - 1
    if is_of_a_deal(text, {head.key for head in headers}):
        raise GrammarError(line, 1, text[:_SHOWN], (NAMES["AT"],))
    if head := header(text, line, offset, report):
        headers.append(head)
    else:
        keep.append(report_unknown_line(text, line, offset, report))


def _deal(tree: Node, number: int, settings: Settings, source: str) -> DealBuilder:
    settings.report.deal = number
    first, *rest = tree.children
    draft = DealBuilder(settings, _place(first).line)
    draft.head(*head(tree))
    behind = next(
        index
        for index, child in enumerate(rest)
        if isinstance(child, Token) and child.type == "_NL"
    )
    for child in rest[behind:]:
        if isinstance(child, Token) and child.type == "_NL":
            continue
        place = _place(child)
        raw = settings.lines[place.line - 1]
        blanks = len(raw) - len(raw.lstrip(BLANKS))
        line_statement = statement(child, source)
        if draft.belongs_to_next_deal(line_statement):
            raise GrammarError(place.line, 1, raw[:_SHOWN], (NAMES["AT"],))
        draft.add(_moved(line_statement, blanks), raw.strip(BLANKS), place.line, blanks)
    return draft


def _moved(statement: Statement, blanks: int) -> Statement:
    """Return a copy of a statement, with `blanks` subtracted from all columns.

    `blanks` is the number of blanks before the line. The fast reader does not count these blanks in
    columns.
    """
    match statement:
        case Move():
            return statement._replace(
                items=[item._replace(column=item.column - blanks) for item in statement.items]
            )
        case Booked():
            edit = statement.edit and statement.edit._replace(column=statement.edit.column - blanks)
            inner = (
                _moved(statement.inner, blanks)
                if isinstance(statement.inner, Move)
                else statement.inner
            )
            return statement._replace(
                column=statement.column - blanks, edit=edit, inner=cast("Move | None", inner)
            )
    return statement


def _place(child: Token | Node) -> Span:
    while not isinstance(child, Token):
        child = child.children[0]
    return Span(child.line or 1, child.column or 1)


def agree(quick: Game, slow: Game) -> bool:
    """Return whether the fast reader and the slow reader agree about a record.

    They agree if both return equal games, or if both report any error or warning.
    """
    return quick == slow or (_complains(quick.findings) and _complains(slow.findings))


def _complains(findings: Sequence[object]) -> bool:
    return any(getattr(finding, "severity", "") != "note" for finding in findings)
