"""Builds one deal from its lines.

Both readers, the fast one and the reference, use it. So both readers build the same deal, unless
they read a single line in different ways.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Final, NamedTuple

from mjlog.model.findings import Severity, Span
from mjlog.model.go_arounds import only_bonus, openings
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.lazy_pattern import lazy_pattern
from mjlog.model.memo import Memo
from mjlog.model.messages import Message, msg
from mjlog.model.record import (
    NOBODY,
    SEATS,
    Claim,
    ConcealedKong,
    Content,
    Deal,
    Dealt,
    Discard,
    Draw,
    Entry,
    Exchange,
    Items,
    Kept,
    Line,
    Next,
    Note,
    NoWin,
    Pay,
    Points,
    Replace,
    Seat,
    SetOut,
    Show,
    Turn,
    Wall,
    Win,
    WinLine,
)
from mjlog.model.tiles import KIND, UNKNOWN, Tile, is_known, plain
from mjlog.model.tiles import text as tiles_text
from mjlog.model.turn_order import USUAL, TurnOrder, turn_order
from mjlog.notation.grammar import GrammarError
from mjlog.notation.ledgers.ledger_corrections import (
    ALONE,
    CrossCorrections,
    LedgerRow,
    cross_corrections,
    fold,
)
from mjlog.notation.likely_words import (
    EDITS,
    EXAMPLES,
    SEATS_BY_LETTERS,
    Likely,
    advise_separate_lines,
    did_you_mean,
    is_call,
    is_word_for_red,
    keyword_advice,
    likely_go_around,
    likely_joined,
    likely_keyword,
    likely_line,
    likely_line_of_play,
    likely_number,
    likely_run,
    likely_word,
    with_seats_for_winds,
)
from mjlog.notation.limits import Limits
from mjlog.notation.lines.deal_words import (
    Slip,
    likely_dealer,
    likely_end,
    likely_pass,
    misread,
    slips_of_words,
)
from mjlog.notation.lines.line_order import PLAY, RULINGS, misfit_message, rank
from mjlog.notation.lines.line_reader import pairs_of
from mjlog.notation.lines.statements import Booked, Fact, Move, Statement, Strange
from mjlog.notation.play.shorthand import expand
from mjlog.notation.play.tile_words import tiles_of
from mjlog.notation.play.tokens import BLANKS, Item, scan
from mjlog.notation.play.words import Resolver, is_surely_a_turn, is_unreadable, unreadable
from mjlog.notation.report import Details, Report
from mjlog.notation.reworded_lines import reword_line

MOST_SEATS: Final = len(SEATS)
HIGHEST: Final = 9999
"""Highest number that a line may give its go-around.

A higher number is not used: the go-around is counted on from the go-around before it.
"""
_FIRST: Final = {0, 1}
"""Numbers that the first go-around of a deal may have."""
_CAPITAL: Final = lazy_pattern(r"(?<=[0-9?j'])[MPSZF]")
_BONUS_BEFORE_PLAY: Final = lazy_pattern(r"([A-D]:)?&?([0-9]+f)[/-]([0-9]'?[mpszf])\.?")
"""Bonus tiles and a replacement, without a discard."""
_WITH_COMMAS: Final = frozenset({Items, Pay, Exchange})
"""Classes of lines whose parts are separated by commas."""
_TILES_OF_A_HAND: Final = 13
_OF_TILES: Final = frozenset({Dealt, Show})
_ONCE_A_SEAT: Final = frozenset({"deal", "void"})
"""Keywords of lines that each player has once."""
_TILES_APART: Final = lazy_pattern(r"(?:[ ;]*[0-9?]{2,}[mpsz])+ *")
"""The rest of a short hand after a semicolon. A single tile may be a remark."""
_SEAT: Final = lazy_pattern(r"[A-Da-d]:")
_WORD: Final = lazy_pattern(r"[^\W\d_]{3}|[^\x00-\xff]")
"""A word in a text in brackets; the text is then a remark, unless it has digits."""
_TILE_FIRST: Final = lazy_pattern(r"-?[0-9][mpsz](?:[.!#-]|$)")
_MAY_GO_ON: Final = lazy_pattern(r"(?!note\b|sign\b|rule\b)[a-z]")
_HANDS: Final = ("deal ", "dora ", "show ", "ura ", "wall ")
"""Beginnings of lines with tiles."""
_FILLER_WORDS: Final = lazy_pattern(r",(?= |$)| is\b|(?<= )the ")
_LIST_WITH_BLANKS: Final = lazy_pattern(r"=[-+]?[0-9]+(?: *, *[-+]?[0-9]+)+(?= |$)")
_GOES_ON: Final = lazy_pattern(
    r"(?:from|rob|self|by=|for=|dealer=|seats=)|[A-D](?:>| [0-9?J])|[0-9+*^-]"
)
"""Beginning of a line that can only be the rest of the line before it."""
Pairs = tuple[tuple[str, str], ...]


def _start(line: int) -> Span:
    return Span(line, 1)


COMMENT: Final = re.compile(r"\{[^{}]*\}|;.*")
"""An entry or a line that is only a comment."""
_starts: Final = Memo(_start)
STARTS: Final[dict[int, Span]] = _starts.results
"""Cache of the places at which lines begin."""


def start_of(line: int) -> Span:
    """Return the place in the file where the line with this number begins; places are cached."""
    return _starts.get(line)


@dataclass(slots=True)
class Settings:
    """What the builders of all deals of a game share: lines, players, limits and the report.

    `resolve` is a function that takes the seat that is next and a word of play, and returns the
    turn. `typed` maps the number of a line to its original text, for lines whose full-width
    characters were changed to ASCII. `before` is the number of lines of the file that come before
    `lines`.
    """

    lines: list[str]
    seats: int
    resolve: Resolver
    report: Report
    limits: Limits
    typed: Mapping[int, str] = field(default_factory=dict)
    before: int = 0
    players: tuple[str, ...] = ()

    def line(self, number: int) -> str:
        """Return the text of a line, given its line number in the file.

        Full-width characters of the line are already changed to ASCII; `as_typed` returns the
        original.
        """
        return self.lines[number - 1 - self.before]

    def as_typed(self, raw: str, line: int, offset: int) -> str:
        """Return a part of a line as it was typed, before full-width characters became ASCII.

        `raw` is the part; it begins at index `offset` of the line with the number `line`. If the
        line had no full-width characters, return `raw` itself.
        """
        if line not in self.typed:
            return raw
        return self.typed[line][offset : offset + len(raw)]


class _PlaceInFile(NamedTuple):
    """The place of a word of play in the file, and the words around it.

    The word has the index `place` in `words`, which are all words of its line. `turn` is the number
    of the go-around (one turn of each player) that the line begins with, 0 if the line has no
    number.
    """

    line: int
    column: int
    turn: int
    words: tuple[str, ...]
    place: int

    @property
    def word(self) -> str:
        """The text of the word of play that is at this place."""
        return self.words[self.place]


@dataclass(slots=True)
class DealBuilder:
    """A deal that is being built from its lines.

    `starts` has for each line of play a tuple: index of its first turn, number of its go-around (-1
    for none), line number. `natural` is True as long as each line of play is exactly one go-around
    (one turn of each player) with the expected number.
    """

    settings: Settings
    line: int
    label: str = ""
    attributes: Pairs = ()
    comment: str = ""
    dealer: Seat = NOBODY
    turns: list[Turn] = field(default_factory=list)
    notes: list[tuple[int, Note]] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    starts: list[tuple[int, int, int]] = field(default_factory=list)
    rows: list[LedgerRow] = field(default_factory=list)
    highest: int = 0
    disorder: bool = False
    overflow: bool = False
    spans: list[Span] = field(default_factory=list)
    natural: bool = True
    is_headless: bool = False
    asked: tuple[int, list[Item]] = (0, [])
    placed: dict[int, Span] = field(default_factory=dict)
    crossing: CrossCorrections = ALONE
    line_advised: int = 0

    # ------------------------------------------------------------------ lines as they come

    def head(self, pairs: Pairs, comment: str) -> None:
        """Set the deal's label, attributes, dealer and comment from its ``@`` line.

        `pairs` are the words of the line as (name, value), for example ``("dealer", "B")``; if the
        first word has no value, it is the label. Reports wrong and repeated words. If the dealer is
        not a player of this game, reports an error and moves the dealer to the comment.
        """
        if pairs and not pairs[0][1]:
            self.label, pairs = pairs[0][0], pairs[1:]
        self.attributes, self.comment = pairs, comment
        named = ""
        for name, value in pairs:
            if name == "dealer":
                named = value
                break
        seats = SEATS[: self.settings.seats]
        if len(named) == 1 and named in seats:
            self.dealer = SEATS.index(named)
        elif named:
            due = msg("A to {last}", last=seats[-1])
            no_seat = "{word} is no seat of this game; seats are {seats}"
            words = msg(no_seat, word=f"dealer={named}", seats=due)
            details = Details(recorded=named, due=due)
            dealer = likely_dealer(named, self.label, self.settings.players)
            if dealer and dealer in seats:
                likely = did_you_mean(f"dealer={dealer}")
                words = msg("{words}; {advice}", words=words, advice=likely.advice)
                details = Details(recorded=f"dealer={named}", expected=likely.text)
            self.settings.report.add(
                "header", "error", words, self.line, self._column_of("dealer"), **details
            )
            # A dealer who is not at the table is left out; the comment keeps the words.
            self.attributes = tuple(pair for pair in pairs if pair[0] != "dealer")
            lost = " ".join(f"{name}={value}" for name, value in pairs if name == "dealer")
            self.comment = f"{lost} {comment}".strip(BLANKS)
        if any(not value and name in EXAMPLES for name, value in self.attributes):
            apart = advise_separate_lines(self._head_line, _find_stop)
            if apart is not None:
                self.settings.report.add("header", "error", apart.advice, self.line, 1)
        slips = slips_of_words([(self.label, ""), *self.attributes])
        slips = (slips and self._slips_of_commas()) or slips
        slips += misread(self.attributes, self.settings.seats)
        for slip in slips:
            self.settings.report.add(
                "header",
                slip.severity,
                slip.problem,
                self.line,
                self._column_of(slip.name),
                recorded=slip.written or f"{slip.name}="[:40],
                expected=slip.meant,
            )

    def _slips_of_commas(self) -> list[Slip]:
        """Return a list with one correction for an ``@`` line whose words are separated by commas.

        The line should have blanks. The correction (a `Slip`) replaces the whole line, and also
        removes filler words. The list is empty if the line has neither commas nor filler words, or
        if the corrected line is still wrong.
        """
        written = self._head_line.strip(BLANKS)
        joined = _LIST_WITH_BLANKS.sub(lambda match: match[0].replace(" ", ""), written)
        plain = _FILLER_WORDS.sub("", joined.removeprefix("@").strip(BLANKS))
        if written.endswith(plain) or not _is_read(f"@ {plain}"):
            return []
        for slip in slips_of_words(pairs_of(plain)):
            plain = plain.replace(slip.written, slip.meant, 1) if slip.written else plain
        if slips_of_words(pairs_of(plain)):
            return []
        words = msg(
            "only blanks may be between the words; {advice}",
            advice=did_you_mean(f"@ {plain}").advice,
        )
        return [Slip(self.label, "warning", words, written, f"@ {plain}")]

    @property
    def order(self) -> TurnOrder:
        """The order in which the players take turns, from the word ``seats=`` of the ``@`` line.

        Without this word it is the usual order, A B C D.
        """
        seats = self.settings.seats
        for name, value in self.attributes:
            if name == "seats":
                return turn_order(value, seats)
        return USUAL[seats]

    def _column_of(self, name: str) -> int:
        """Return the column at which the word ``name=…`` is in the ``@`` line, for a message.

        The column is counted from 1. If the word occurs twice, return the column of its second
        occurrence; if it is missing, return 1.
        """
        places = [
            blank.end() for blank in re.finditer(rf"\s(?={re.escape(name)}=)", self._head_line)
        ]
        if not places:
            return 1
        return places[:2][-1] + 1

    @property
    def _head_line(self) -> str:
        return self.settings.line(self.line)

    def unsigned(self, text: str, likely: str) -> None:
        """Report that the ``@`` before the first line of this deal is missing.

        `text` is the line as written. `likely` is the proposed line, which begins with ``@``.
        """
        words = msg("a deal begins with `@`; {advice}", advice=did_you_mean(likely).advice)
        self.settings.report.add(
            "no_deal", "error", words, self.line, 1, recorded=text, expected=likely
        )

    def headless(self) -> None:
        """Report that the first line of this deal, which begins with ``@``, is missing altogether.

        The attribute `is_headless` becomes True.
        """
        words = msg(
            "a deal begins here, but its line `@` is missing: write `@`, its label "
            "and dealer= above this line"
        )
        self.settings.report.add("no_deal", "error", words, self.line, 1, expected="@")
        self.is_headless = True

    def belongs_to_next_deal(self, statement: Statement) -> bool:
        """Return whether a line belongs to the next deal, whose ``@`` line must be missing.

        This is so only if this deal already has its result, such as a ``win`` line, and has no
        ledger. The line must be a line of play with the number 0 or 1, if this deal has numbered
        lines of play; or it must be a second wall or dealt hand of the same seat, if this deal has
        turns.
        """
        if self.highest < PLAY or self.rows:
            return False
        if isinstance(statement, Move):
            has_numbers = any(number > 0 for _, number, _ in self.starts)
            return statement.number in _FIRST and has_numbers
        if not isinstance(statement, Fact) or not isinstance(statement.content, Dealt | Wall):
            return False
        sorts_of_lines = {(type(each.content), _line_seat(each.content)) for each in self.lines}
        anew = type(statement.content), _line_seat(statement.content)
        return bool(self.turns) and anew in sorts_of_lines

    def add(self, statement: Statement, raw: str, line: int, offset: int = 0) -> None:
        """Add a line that was read to the deal.

        `statement` is what the line says: turns, a fact such as a win, or an entry of the ledger.
        `raw` is the text of the line without blanks around it, `line` its line number in the file,
        `offset` the number of blanks before it.
        """
        match statement:
            case Move():
                self._move(statement, raw, line, offset)
            case Booked():
                self.rows.append(LedgerRow(statement, line, offset))
            case Fact():
                self.fact(statement.content, statement.comment, raw, line, offset)
            case Strange():
                self.strange(statement.text, line, offset)

    def broken(self, raw: str, problem: GrammarError, line: int, offset: int = 0) -> None:
        """Report a line that does not follow the grammar, and keep it in the deal as plain text.

        `raw` is the text of the line, `problem` the grammar's error, `line` the line number,
        `offset` the number of blanks before the line.
        """
        self.complain(problem, line, offset)
        self.keep(Kept(self.settings.as_typed(raw, line, offset)), "", line, offset)

    def complain(self, problem: GrammarError, line: int, offset: int = 0) -> None:
        """Report a line that does not follow the grammar, with a correction if mjlog can guess one.

        `problem` is the grammar's error, `line` the line number, `offset` the number of blanks
        before the line.
        """
        column = problem.column + offset
        details = Details(recorded=problem.found)
        small = _small_suits(problem.found)
        if small and tiles_of(small):
            words = _capitals(problem.found, small)
            details["expected"] = small
        else:
            words = problem.sentence
            details["due"] = problem.due
            likely = None
            if problem.advice is None and self.settings.report.takes_advice():
                text = self.settings.line(line).strip(BLANKS)
                players = self.settings.players
                likely = (
                    self._likely_whole(text, line)
                    or self._with_winner(text)
                    or self._with_seat(text)
                    or likely_line_of_play(text, self._find_stop_of_line, players)
                    or likely_line(text, problem, _find_stop, players)
                )
            if likely is not None:
                words = msg("{words}; {advice}", words=words, advice=likely.advice)
                # if the line is too short, record all of it
                details["recorded"] = problem.found or text
        self.settings.report.add("line", "error", words, line, column, **details)

    def fact(self, content: Content, comment: str, raw: str, line: int, offset: int = 0) -> None:
        """Check a line other than play, such as ``win``, report mistakes, and add it to the deal.

        `content` is what the line says, `comment` the comment at its end, `raw` its text. If the
        line names a player who does not exist, or has too many or too few numbers, it is added as
        plain text, without `content`. After other mistakes, `content` is added.
        """
        seats = self.settings.seats
        if type(content) is Next and (slips := slips_of_words(content.attributes)):
            likely = reword_line(raw, "next")
            if likely and not slips_of_words(pairs_of(likely.removeprefix("next "))):
                words = msg(
                    "{word} means nothing here; {advice}",
                    word=slips[0].name,
                    advice=did_you_mean(likely).advice,
                )
                slips = [Slip(slips[0].name, "warning", words, raw, likely)]
            for slip in slips:
                self.settings.report.add(
                    "line",
                    slip.severity,
                    slip.problem,
                    line,
                    1 + offset,
                    recorded=slip.written or raw,
                    expected=slip.meant,
                )
        if type(content) is NoWin and (how := likely_end(content.how)):
            words = msg(
                "mjlog knows no draw that is called {name}; {advice}",
                name=content.how,
                advice=did_you_mean(f"draw {how}").advice,
            )
            self.settings.report.add(
                "line", "error", words, line, 1 + offset, recorded=raw, expected=f"draw {how}"
            )
        if type(content) is Exchange and (name := likely_pass(content.name)):
            likely = raw.replace(content.name, name, 1)
            unusual = "no pass is called {name}; {advice}"
            words = msg(unusual, name=content.name, advice=did_you_mean(likely).advice)
            self.settings.report.add(
                "line", "warning", words, line, 1 + offset, recorded=raw, expected=likely
            )
        if (seats < MOST_SEATS or type(content) is Points) and (
            problem := misfit_message(content, seats)
        ):
            details = Details(recorded=raw)
            likely = reword_line(raw, content.keyword) if type(content) is Points else ""
            if likely and likely != raw and len(likely.split()) == seats + 1 and _is_read(likely):
                problem = msg(
                    "{words}; {advice}", words=problem, advice=did_you_mean(likely).advice
                )
                details["expected"] = likely
            self.settings.report.add("line", "error", problem, line, 1 + offset, **details)
            self.keep(Kept(self.settings.as_typed(raw, line, offset)), "", line, offset)
        else:
            if comment:
                self._complain_of_semicolon(raw, type(content), line, offset)
            self.keep(content, comment, line, offset)

    def _complain_of_semicolon(self, raw: str, kind: type[Content], line: int, offset: int) -> None:
        """Report a line whose ``;`` begins a comment but was probably meant to separate two parts.

        For example, a comma was meant in ``pay A>B 1000; C>B 500``. The part after the ``;`` may
        also be a line by itself. `raw` is the whole line, and `kind` is the class of what was read
        from it.
        """
        before, semicolon, behind = raw.partition(";")
        if not semicolon or "{" in before or not self.settings.report.takes_advice():
            return
        is_short = sum(sign.isdecimal() or sign == "?" for sign in before) < _TILES_OF_A_HAND
        if kind in _OF_TILES and is_short and _TILES_APART.fullmatch(behind):
            likely = " ".join(raw.replace(";", " ").split())
            words = msg("a comment begins with `;`; {advice}", advice=did_you_mean(likely).advice)
            place = 1 + offset + len(before)
            self.settings.report.add(
                "line", "warning", words, line, place, recorded=raw, expected=likely
            )
            return
        if kind not in _WITH_COMMAS:
            if not _is_read(behind.strip(BLANKS)):
                return
            apart = msg(
                "a comment begins with `;`; write {line} on a line of its own",
                line=f"`{behind.strip(BLANKS)}`",
            )
            self.settings.report.add(
                "line", "warning", apart, line, 1 + offset + len(before), recorded=raw
            )
            return
        likely = ", ".join([part.strip(BLANKS) for part in (before, *behind.split(";"))])
        if not _is_read(likely):
            return
        words = msg("a comment begins with `;`; {advice}", advice=did_you_mean(likely).advice)
        place = 1 + offset + len(before)
        self.settings.report.add(
            "line", "warning", words, line, place, recorded=raw, expected=likely
        )

    def strange(self, text: str, line: int, offset: int = 0) -> None:
        """Report a line with an unknown keyword, and add it to the deal as plain text.

        If the line can be read with its keyword in lower case, as for ``Win``, read it and report
        the capital.
        """
        word = text.partition(" ")[0]
        small = word.lower() + text[len(word) :]
        if word.lower() in EXAMPLES and _is_read(small):
            self._read_small(text, small, word, Span(line, 1 + offset))
            return
        takes_advice = self.settings.report.takes_advice()
        players = self.settings.players
        likely = None
        if takes_advice:
            likely = (
                self._likely_whole(text, line)
                or likely_line_of_play(text, self._find_stop_of_line, players)
                or likely_line(text, None, _find_stop, players)
            )
        words = msg(
            "mjlog does not know lines that begin with {word}; it keeps the line",
            word=repr(word[:30]),
        )
        details = Details()
        if offset and takes_advice and (edit := likely_keyword(word)) in EDITS:
            mended = edit + text[len(word) :]
            whole = self.settings.line(line).replace(text, mended, 1).strip(BLANKS)
            if not self._find_stop_of_line(whole):
                likely = did_you_mean(mended)
        if likely is not None:
            words = msg("{words}; {advice}", words=words, advice=likely.advice)
            details = Details(recorded=text, expected=likely.text)
        # If the line has a keyword or can be read after a correction, a fact would be lost.
        is_fact = bool(details.get("expected")) or word.rstrip(":;,.").lower() in EXAMPLES
        severity: Severity = "error" if is_fact else "note"
        self.settings.report.add("unknown_line", severity, words, line, 1 + offset, **details)
        self.keep(Kept(text), "", line, offset)

    def _likely_whole(self, text: str, line: int) -> Likely | None:
        """Return the advice to write an unreadable line and a line next to it as one line.

        `text` is the unreadable line, `line` its line number. It is joined with the next line, or
        else with the line before. Return None if neither joined line can be read.
        """
        place = line - 1 - self.settings.before
        before, behind = [
            self.settings.lines[at].strip(BLANKS) if 0 <= at < len(self.settings.lines) else ""
            for at in (place - 1, place + 1)
        ]
        for first, second in ((text, behind), (before, text)):
            if not first or not second or not _MAY_GO_ON.match(first) or not _find_stop(second):
                continue
            if second[1:2] == ">" and not first.startswith(("pay ", "exchange ")):
                continue
            for sign in (" ", ", "):
                whole = first.rstrip(", ") + sign + second if sign == ", " else first + " " + second
                if not _find_stop(whole) and (first[-1] in ",/:" or _GOES_ON.match(second)):
                    return Likely(msg("write it on one line: {line}", line=f"`{whole}`"))
        return None

    def _with_winner(self, text: str) -> Likely | None:
        """Return advice, if any, to add the winner's letter to a line that names no player.

        Only ``fan``, ``kong``, ``show`` and ``pay`` lines are corrected, such as ``fan riichi 1``.
        Return None if the deal does not have exactly one winner, if the winner already has a line
        with this keyword (except ``pay``), or if the corrected line cannot be read.
        """
        keyword, _, rest = text.partition(" ")
        winners = {each.content.seat for each in self.lines if type(each.content) is WinLine}
        has_player = rest.partition(" ")[0].strip(":,").upper() in tuple(SEATS)
        if keyword == "pay" and ">" not in rest and len(winners) == 1:
            whole = reword_line(f"{text} to {SEATS[winners.pop()]}", "pay")
            return did_you_mean(whole) if whole and not _find_stop(whole) else None
        if keyword not in {"fan", "kong", "show"} or has_player or len(winners) != 1:
            return None
        beginning = f"{keyword} {SEATS[winners.pop()]} "
        whole = beginning + rest
        # Under some rules other players have such lines, too. If the winner already has one, this
        # line is another player's.
        if _find_stop(whole) or any(each.startswith(beginning) for each in self._lines_of_deal()):
            return None
        return did_you_mean(whole)

    def _with_seat(self, text: str) -> Likely | None:
        """Return advice, if any, for a line that names its player by a wind or a wrong letter.

        In a ``deal`` or ``void`` line, a wrong letter is corrected to the only player who has no
        such line yet. A wind is corrected to a letter only if A is the dealer, because A is then
        East, B South and so on; otherwise the advice only explains how players are named. Return
        None if the corrected line cannot be read.
        """
        keyword, _, rest = text.partition(" ")
        seat, _, rest = rest.partition(" ")
        seats = SEATS[: self.settings.seats]
        if keyword in _ONCE_A_SEAT and len(seat) == 1 and seat.upper() not in tuple(SEATS):
            lines = [*self._lines_of_deal()]
            whole = [
                f"{keyword} {other} {rest}"
                for other in seats
                if not any(line.startswith(f"{keyword} {other} ") for line in lines)
            ]
            if len(whole) == 1 and _is_read(whole[0]):
                return did_you_mean(whole[0])
        whole_line = with_seats_for_winds(text)
        if whole_line == text or not _is_read(whole_line):
            return None
        return Likely(SEATS_BY_LETTERS) if self.dealer else did_you_mean(whole_line)

    def _lines_of_deal(self) -> Iterator[str]:
        """Yield the text of each line between this deal's ``@`` line and the next ``@`` line."""
        for raw in self.settings.lines[self.line - self.settings.before :]:
            if raw.startswith("@"):
                return
            yield raw

    def _read_small(self, text: str, small: str, word: str, place: Span) -> None:
        """Report a keyword that begins with a capital, and read the line anyway.

        Phone keyboards write the first letter of a line as a capital. `text` is the line as
        written, `small` the line with the keyword in lower case, `word` the keyword as written,
        `place` the place of the keyword in the file.
        """
        from mjlog.notation.lines.tree_lines import statement_by_grammar

        words = msg(
            "mjlog reads {word} as {keyword}: keywords are small letters",
            word=f"`{word}`",
            keyword=f"`{word.lower()}`",
        )
        self.settings.report.add(
            "line", "note", words, place.line, place.column, recorded=word, expected=word.lower()
        )
        fact = statement_by_grammar(small)
        if isinstance(fact, Fact):
            self.fact(fact.content, fact.comment, text, place.line, place.column - 1)

    def keep(self, content: Content, comment: str, line: int, offset: int = 0) -> None:
        """Add a line that is not play to the deal, without checking what it says.

        A line that belongs before play, such as ``deal``, is reported if turns come before it, but
        only once in a deal. An ``exchange`` line may come after turns that only lay out bonus
        tiles.
        """
        place = rank(content)
        if place < PLAY:
            if self.turns and not (type(content) is Exchange and all(map(only_bonus, self.turns))):
                words = msg(
                    "the line `{keyword}` belongs before play; mjlog moves it there",
                    keyword=content.keyword,
                )
                self._out_of_order(line, words)
        elif place < RULINGS and place > self.highest:
            self.highest = place
        self.ranks.append(place)
        self.lines.append(
            Line(
                content,
                comment,
                Span(line, 1 + offset) if offset else STARTS.get(line) or start_of(line),
            )
        )

    def overlong(self, raw: str, line: int) -> None:
        """Report a line that is too long to be read, and add it to the deal as plain text."""
        most = self.settings.limits.line_length
        long = "the line has {number} characters; mjlog reads at most {most} (the limit can be set)"
        words = msg(long, number=len(raw), most=most)
        self.settings.report.add("too_long", "error", words, line, most + 1)
        self.keep(Kept(raw), "", line)

    def _out_of_order(self, line: int, words: Message) -> None:
        if not self.disorder:
            self.settings.report.add("order", "note", words, line, 1)
        self.disorder = True

    # ------------------------------------------------------------------ play

    def _move(self, move: Move, raw: str, line: int, offset: int) -> None:
        words = sum(item.sort == "word" for item in move.items)
        most = self.settings.limits.words
        if self.overflow or len(self.turns) + words > most:
            if not self.overflow:
                more = (
                    "a deal has at most {most} turns; mjlog keeps this line and "
                    "those after it and does not read them"
                )
                message = msg(more, most=most)
                self.settings.report.add("too_many", "error", message, line, 1 + offset)
            self.overflow = True
            self.keep(Kept(self.settings.as_typed(raw, line, offset)), "", line, offset)
            return
        if self.highest >= PLAY and words:
            behind = msg("play goes on after a line that belongs after play; mjlog moves that line")
            self._out_of_order(line, behind)
        self.starts.append((len(self.turns), move.number, line))
        self.play(move.items, line, offset, turn=max(0, move.number))

    def play(self, items: Sequence[Item], line: int, offset: int, turn: int = 0) -> None:
        """Add the turns and comments of one line of play to the deal, and report unlikely turns.

        `items` are the parts of the line: turns, comments, numbered comments such as ``$1``, and
        variations (turns that were not played, in brackets). `turn` is the number at the beginning
        of the line, 0 for none. Everything after ``//`` becomes a comment, and this is reported.
        The attribute `natural` becomes False, so that the numbers of the lines are checked later.
        """
        self.natural = False
        words = tuple(item.text for item in items if item.sort == "word")
        place = 0
        for item in items:
            if item.sort == "word" and item.text.startswith("//"):
                self._complain_of_slashes(items[items.index(item) :], line, offset, turn)
                break
            if item.sort == "word":
                spot = _PlaceInFile(line, item.column + offset, turn, words, place)
                due, discard = self.expected(), self._latest_discard()
                self._word(spot)
                if isinstance(self.turns[-1].acts[-1], Draw):
                    self._complain_of_blank(spot)
                elif item.text == "/" and place + 1 < len(words) and self._follows_discard():
                    self._ask_to_leave_out(spot)
                elif likely := self._likely_bonus(item.text) or _likely_turn(
                    self.turns[-1], due, discard
                ):
                    self._ask_about(likely, item.text, spot)
                place += 1
            elif item.text:
                self.notes.append((len(self.turns) - 1, Note(item.sort, item.text)))
            if item.sort == "comment" and place and not is_unreadable(self.turns[-1]):
                self._complain_of_turns_in_comment(item, line, offset, turn)

            if item.sort == "variation":
                spot = _PlaceInFile(line, item.column + offset, turn, words, place)
                self._complain_of_brackets(items, item, spot)

    def _complain_of_brackets(
        self, items: Sequence[Item], variation: Item, spot: _PlaceInFile
    ) -> None:
        """Report text in round brackets if it is probably not a variation (turns not played).

        The text may belong to the turn before it, as in ``5m(red)``, or may be a remark. `items`
        are all parts of the line, `variation` is the part in brackets, and `spot` is its place.
        """
        joined = _strip_brackets(items, variation)
        likely = likely_joined(joined, self._find_stop) if joined else ""
        written = joined.replace(variation.text, f"({variation.text})", 1)
        if likely:
            if is_word_for_red(variation.text) or is_call(variation.text.lower()):
                # Text in brackets is combined with the word before it.
                before = items[items.index(variation) - 1]
                is_glued = before.column + len(before.text) == variation.column
                written = f"{before.text}{'' if is_glued else ' '}({variation.text})"
            self._ask_about(likely, written, spot)
        elif not any(sign.isdecimal() for sign in variation.text) and _WORD.search(variation.text):
            comment = f"{{{variation.text}}}"
            words = msg(
                "brackets hold turns that were not played; {advice}",
                advice=did_you_mean(comment).advice,
            )
            self.settings.report.add(
                "word",
                "warning",
                words,
                spot.line,
                spot.column,
                turn=spot.turn,
                recorded=f"({variation.text})",
                expected=comment,
            )

    def _follows_discard(self) -> bool:
        """Return whether the turn before the latest turn ended with a discard."""
        before = self.turns[-2].acts if self.turns[1:] else ()
        return bool(before) and isinstance(before[-1], Discard)

    def _ask_to_leave_out(self, spot: _PlaceInFile) -> None:
        """Report a lone ``/`` that was read as a turn but probably only separates two turns."""
        words = msg("the turn is unlikely; leave out {sign}", sign=f"`{spot.word}`")
        self.settings.report.add(
            "word", "warning", words, spot.line, spot.column, turn=spot.turn, recorded=spot.word
        )

    def _likely_bonus(self, word: str) -> str:
        """Return a correction for a turn that lays out bonus tiles before play, or an empty text.

        For example ``1f-3m`` becomes ``&1f/3m``. `word` is the turn as written. Return an empty
        text if the turn has another form or is right, or if the current line of play does not have
        the number 0.
        """
        number = self.starts[-1][1] if self.starts else -1
        bonus = _BONUS_BEFORE_PLAY.fullmatch(word) if number == 0 else None
        if bonus is None:
            return ""
        likely = f"{bonus[1] or ''}&{bonus[2]}/{bonus[3]}"
        return likely if likely != word and not self._find_stop(likely) else ""

    def _ask_about(self, likely: str, written: str, spot: _PlaceInFile) -> None:
        """Report a turn that can be read but is unlikely, and propose the turn `likely` instead.

        `written` is the turn as written, and `spot` is its place.
        """
        advice = did_you_mean(likely).advice
        if written.endswith("*"):
            star = "{ready} declares ready, and {drawn} drops the drawn tile"
            advice = msg(star, ready=f"`{written[:-1]}!`", drawn=f"`{likely}`")
        words = msg("the turn is unlikely; {advice}", advice=advice)
        self.settings.report.add(
            "word",
            "warning",
            words,
            spot.line,
            spot.column,
            turn=spot.turn,
            recorded=written,
            expected=likely,
        )

    def _complain_of_slashes(
        self, items: Sequence[Item], line: int, offset: int, turn: int
    ) -> None:
        """Report a comment that begins with ``//`` instead of ``;``, and add it to the deal.

        `items` are the parts of the line from the slashes to the end. `turn` is the number of the
        line.
        """
        text = " ".join(item.text for item in items if item.text)
        self.notes.append((len(self.turns) - 1, Note("comment", text)))
        advice = did_you_mean(f"; {text.lstrip('/').strip(BLANKS)}").advice
        words = msg("a comment begins with `;`; {advice}", advice=advice)
        column = items[0].column + offset
        self.settings.report.add(
            "word", "error", words, line, column, turn=turn, recorded=text[:60]
        )

    def _complain_of_turns_in_comment(self, item: Item, line: int, offset: int, turn: int) -> None:
        """Report a comment after ``;`` if all of its words are turns.

        The ``;`` was then probably meant to separate turns. `item` is the comment, `line` the line
        number, `offset` the number of blanks before the line, `turn` the number of the line of
        play.
        """
        column = item.column + offset
        in_comment = item.text.replace(";", " ").split()
        raw = self.settings.line(line)
        is_behind_semicolon = raw[column - 1 : column] == ";"
        if not (is_behind_semicolon and in_comment) or not self.settings.report.takes_advice():
            return
        if all(is_surely_a_turn(word) and not self._find_stop(word) for word in in_comment):
            before = raw[: column - 1].split()[-1]
            recorded = raw[raw.rindex(before, 0, column - 1) :].rstrip(BLANKS)
            likely = " ".join([before, *in_comment])
            words = msg("a comment begins with `;`; {advice}", advice=did_you_mean(likely).advice)
            self.settings.report.add(
                "word", "error", words, line, column, turn=turn, recorded=recorded, expected=likely
            )

    def expected(self) -> Seat:
        """Return the seat whose turn is next in the order of play.

        Before the first turn, this is the dealer, or A if the dealer is unknown.
        """
        if self.turns:
            return self.order.after[self.turns[-1].seat]
        return max(0, self.dealer)

    def _word(self, spot: _PlaceInFile) -> None:
        seat = self.expected()
        nameless = not self.turns and self.dealer == NOBODY and not self.is_headless
        if nameless and not _SEAT.match(spot.word):
            nobody = (
                "the record does not say whose turn it is: write the seat ({word}) or "
                "the deal's dealer="
            )
            words = msg(nobody, word=f"{SEATS[seat]}:{spot.word}")
            self.settings.report.add(
                "word", "warning", words, spot.line, spot.column, turn=spot.turn
            )
        try:
            turn = self.settings.resolve(seat, spot.word)
        except GrammarError as problem:
            turn = self._shorthand(seat, problem, spot)
        self.turns.append(turn)

    def _complain_of_blank(self, spot: _PlaceInFile) -> None:
        """Report a turn that is only a draw, if it and the words next to it are probably one turn.

        For example ``2s - 8m`` is read as three turns, but probably means ``2s-8m``. `spot` is the
        place of the turn.
        """
        words = spot.words
        if spot.place + 1 == len(words):
            # The turn may be broken over two lines: the next line then begins with a tile.
            lines, place = self.settings.lines, spot.line - self.settings.before
            next_word = lines[place].split()[:1] if place < len(lines) else []
            words = (*words, *(word for word in next_word if _TILE_FIRST.match(word)))
        if spot.place + 1 == len(words) or not self.settings.report.takes_advice():
            return
        joined = likely_run(words, spot.place, self._find_stop)
        if joined is None:
            return
        blank = msg(
            "the deal ends when a player has drawn and discards nothing; {advice}",
            advice=joined.advice,
        )
        self.settings.report.add(
            "word",
            "error",
            blank,
            spot.line,
            spot.column,
            turn=spot.turn,
            seat=self.turns[-1].seat,
            recorded=spot.word,
            expected=joined.text,
        )

    def _shorthand(self, seat: Seat, problem: GrammarError, spot: _PlaceInFile) -> Turn:
        """Return the turn that a scribe wrote in shorthand, or report that the word cannot be read.

        `problem` is the grammar's error about the word at `spot`, and `seat` the player whose turn
        it is. If the word is not shorthand, it is reported with a likely correction if there is
        one, and the returned turn stores the word as unreadable.
        """
        word = spot.word
        longer = expand(word, self._latest_discard())
        if longer != word:
            try:
                return self.settings.resolve(seat, longer)
            except GrammarError:
                pass
        unread = self._unreadable(seat, word)
        small = _small_suits(word)
        if small and self._is_word(seat, small):
            message = _capitals(word, small)
            details = Details(turn=spot.turn, seat=unread.seat, recorded=word, expected=small)
        else:
            message = msg("{word} is no turn: {why}", word=repr(word[:40]), why=problem.sentence)
            details = Details(turn=spot.turn, seat=unread.seat, recorded=word[:60], due=problem.due)
            likely = self._likely_word(spot)
            if likely is not None:
                message = msg("{words}; {advice}", words=message, advice=likely.advice)
            if likely is not None and likely.text:
                details["expected"], details["due"] = likely.text, None
            if likely is not None and " " in likely.text:
                details["recorded"] = self.settings.line(spot.line).strip(BLANKS)
        column = spot.column + problem.column - 1
        self.settings.report.add("word", "error", message, spot.line, column, **details)
        return unread

    def _likely_word(self, spot: _PlaceInFile) -> Likely | None:
        """Return advice, if any, on what an unreadable word in a line of play means.

        The advice is about the word, the word with its neighbours, or the whole line. In the last
        case, the line number is stored in `line_advised`, so that the other words of the line get
        no advice. Return None if nothing is likely, or after a hundred such searches in a record,
        because they are slow.
        """
        if not self.settings.report.takes_advice():
            return None
        small = spot.word.lower()
        behind = spot.words[spot.place + 1 : spot.place + 2]
        is_named = bool(behind) and behind[0].upper() in SEATS
        is_keyword = (small in EXAMPLES or small in EDITS) and (is_named or not is_call(small))
        if spot.line == self.line_advised:
            return None  # the word belongs to the corrected line
        if (lettered := with_seats_for_winds(spot.word)) != spot.word:
            is_sure = not self.dealer and not self._find_stop(lettered)
            return did_you_mean(lettered) if is_sure else Likely(SEATS_BY_LETTERS)
        raw = self.settings.line(spot.line).strip(BLANKS)
        if not spot.place and (hand := self._hand_on_two_lines(raw, spot.line)) is not None:
            self.line_advised = spot.line
            return hand
        likely = likely_line_of_play(raw, self._find_stop_of_line, self.settings.players)
        if likely is not None:
            self.line_advised = spot.line
            return likely
        number = None if spot.place else likely_number(spot.words)
        if number is not None:
            self.line_advised = spot.line
        if number is None and raw.startswith("0. "):  # bonus tiles before play
            number = likely_go_around(raw, self._find_stop_of_line)
        likely = number or likely_run(spot.words, spot.place, self._find_stop)
        if likely is None and (likely := likely_go_around(raw, self._find_stop_of_line)):
            self.line_advised = spot.line
        return (
            likely
            or (keyword_advice(small) if is_keyword else None)
            or likely_word(spot.word, self._find_stop, self.settings.players)
        )

    def _hand_on_two_lines(self, text: str, line: int) -> Likely | None:
        """Return the advice to join a line that has only tiles to the line before it.

        The line before must have tiles too, such as ``deal A 123m456p``, and both together must be
        readable as one line; otherwise return None. `text` is the line, `line` its number in the
        file.
        """
        place = line - 2 - self.settings.before
        before = self.settings.lines[place].strip(BLANKS) if place >= 0 else ""
        if not before.startswith(_HANDS) or tiles_of(text) is None or _find_stop(before + text):
            return None
        return Likely(msg("write it on one line: {line}", line=f"`{before}{text}`"))

    def _find_stop_of_line(self, line: str) -> int:
        """Return the column (from 1) at which a line of the deal cannot be read, 0 if it can.

        In a line of play, each turn must be readable, too.
        """
        from mjlog.notation.lines.tree_lines import statement_by_grammar

        if (stop := _find_stop(line)) == 0:
            return 0
        try:
            line_statement = statement_by_grammar(line)
        except GrammarError as problem:
            return problem.column
        if not isinstance(line_statement, Move):
            return stop
        turns = [item for item in line_statement.items if item.sort == "word"]
        return next((item.column for item in turns if self._find_stop(item.text)), 0)

    def _find_stop(self, word: str) -> int:
        """Return the column (from 1) at which a turn cannot be read; 0 if all of it can be read.

        `word` is the turn as written. A turn in the scribe's shorthand can be read.
        """
        seat = self.expected()
        try:
            self.settings.resolve(seat, word)
        except GrammarError as problem:
            longer = expand(word, self._latest_discard())
            return 0 if self._is_word(seat, longer) else problem.column
        return 0

    def _is_word(self, seat: Seat, word: str) -> bool:
        try:
            self.settings.resolve(seat, word)
        except GrammarError:
            return False
        return True

    def _unreadable(self, seat: Seat, word: str) -> Turn:
        if _SEAT.match(word) and (named := SEATS.index(word[0].upper())) < self.settings.seats:
            return unreadable(named, word[2:])
        return unreadable(seat, word)

    def _latest_discard(self) -> Tile:
        """Return the tile that was discarded last, even if another player has claimed it since.

        Return `UNKNOWN` if there is no discard, or if an unreadable turn came after it, because
        that turn may have been a discard of any tile.
        """
        for turn in reversed(self.turns):
            if is_unreadable(turn):
                return UNKNOWN
            for act in reversed(turn.acts):
                if isinstance(act, Discard):
                    return act.tile
        return UNKNOWN

    # ------------------------------------------------------------------ the deal, closed

    def deal(self) -> Deal:
        """Return the finished `Deal`, with its lines other than play sorted in canonical order.

        Call this method once, after the last line was added. If the deal has a ledger, the turns
        are built now from the entries of the ledger.
        """
        if self.rows:
            self._fold()
        jumps = self._jumps()
        if self.ranks != sorted(self.ranks):
            self.lines = [
                self.lines[index]
                for index in sorted(range(len(self.ranks)), key=self.ranks.__getitem__)
            ]
        return Deal(
            self.label,
            self.attributes,
            tuple(self.turns),
            tuple(self.lines),
            tuple(self.notes),
            jumps,
            tuple(_entry(row) for row in self.rows),
            self.comment,
            Span(self.line, 1),
            self._place,
        )

    def _fold(self) -> None:
        """Build the deal's turns and lines from its ledger, with the ledger's corrections applied.

        Lines of play outside the ledger are reported, and kept as plain text that is not read.
        """
        beside = [line for _, _, line in self.starts]
        self.turns, self.notes, self.starts = [], [], []
        self.disorder = True  # the entries of a ledger are in the order of time
        for line in beside:
            raw = self.settings.typed.get(line, self.settings.line(line)).strip(BLANKS)
            if not COMMENT.fullmatch(raw):
                words = msg(
                    "there are turns outside the ledger; mjlog keeps them and does not read them"
                )
                self.settings.report.add("ledger", "error", words, line, 1)
            self.keep(Kept(raw), "", line)
        # Lines outside the ledger come before the content of the ledger, whatever their order in
        # the file.
        for inner, row in fold(self.rows, self._complain_of_ledger, self.crossing):
            match inner:
                case Move():
                    self._spanned(inner.items, row)
                case Fact():
                    self.fact(inner.content, inner.comment, row.booked.text, row.line, row.offset)
                case Strange():
                    self.strange(inner.text, row.line, row.offset + row.booked.column - 1)

    def _spanned(self, items: Sequence[Item], row: LedgerRow) -> None:
        """Add the turns of one entry of the ledger, and store the place of each in the file.

        A correction in the ledger can move turns, so that their order differs from that in the
        file. `items` are the parts of the entry, `row` is the entry. If the deal would have more
        turns than the limit, add nothing, and report this once.
        """
        if len(self.turns) + len(items) > self.settings.limits.words:
            if not self.overflow:
                more = (
                    "a deal has at most {most} turns; mjlog does not read this turn and "
                    "those after it"
                )
                words = msg(more, most=self.settings.limits.words)
                self.settings.report.add("too_many", "error", words, row.line, 1)
            self.overflow = True
            return
        self.play(items, row.line, row.offset)
        if not self.starts and self.turns and only_bonus(self.turns[0]):
            self.starts.append((0, 0, row.line))  # lines of a ledger have no numbers of go-arounds
        columns = [item.column for item in items if item.sort == "word"]
        self.spans.extend(Span(row.line, column + row.offset) for column in columns)

    def _complain_of_ledger(self, line: int, column: int, words: Message) -> None:
        self.settings.report.add("ledger", "error", words, line, column)

    def _jumps(self) -> tuple[tuple[int, int], ...]:
        """Return the turns at which a line of play begins unexpectedly or has a wrong number.

        Each line of play should be a go-around: one turn of each player. The lines should be
        numbered 1, 2, 3 and so on. The result is a tuple of pairs: the index of the turn, and the
        number that the record writes before its line. Wrong numbers are reported.
        """
        if self.natural:
            return ()
        dealer = max(0, self.dealer)
        opened = openings(self.turns, dealer, self.order)
        in_order = [(index, number) for number, index in enumerate(opened, 1)]
        if [(index, number) for index, number, _ in self.starts] == in_order:
            return ()
        return self._jumps_in(set(opened))

    def _jumps_in(self, natural: set[int]) -> tuple[tuple[int, int], ...]:
        written = {index: (number, line) for index, number, line in self.starts if number >= 0}
        jumps: list[tuple[int, int]] = []
        count = 0
        for index in sorted(natural | written.keys()):
            if index == len(self.turns):
                break
            number, line = written.get(index, (-1, 0))
            due = count + 1
            if number > HIGHEST:
                if number != due:
                    self._misnumbered(index, number, due, count, line)
                number = -1
            if index == 0:
                count = number if number >= 0 else 1
                if count != 1:
                    jumps.append((0, count))
                continue
            if index in natural and number in (due, -1):
                count = due
            elif index in natural or number not in (count, -1):
                self._misnumbered(index, number, due, count, line)
                jumps.append((index, number))
                count = number
        return tuple(jumps)

    def _misnumbered(self, index: int, number: int, due: int, count: int, line: int) -> None:
        turn = self.turns[index]
        unreadable_words = [turn.word for turn in self.turns[:index] if is_unreadable(turn)]
        if not all(is_surely_a_turn(word) for word in unreadable_words):
            return
        if number == due:
            opens = (
                "go-around {number} begins too early: play has not passed the "
                "dealer since go-around {before} began"
            )
            words = msg(opens, number=number, before=count)
        else:
            words = msg(
                "the record numbers this go-around {number}, but it is go-around {due}",
                number=number,
                due=due,
            )
        self.settings.report.add(
            "turn_number",
            "warning",
            words,
            line,
            1,
            turn=number,
            seat=turn.seat,
            recorded=f"{number}.",
            expected=f"{due}.",
        )

    def _place(self, index: int) -> Span:
        """Return the place in the file of the turn with this index; an empty span if it is unknown.

        The place is searched for when it is first asked for, and then cached.
        """
        if self.spans:
            if index < len(self.spans):
                return self.spans[index]
            return Span()
        if index not in self.placed:
            self.placed[index] = self._find_play(index)
        return self.placed[index]

    def _find_play(self, index: int) -> Span:
        """Search the lines of play for the turn with this index, and return its line and column.

        Return an empty `Span` if there is no such turn. If the turn's line has fewer words than
        turns, return the beginning of the line.
        """
        place = bisect_right(self.starts, index, key=lambda start: start[0]) - 1
        if place < 0 or not 0 <= index < len(self.turns):
            return Span()
        first, number, line = self.starts[place]
        words = self._words(line, numbered=number >= 0)
        if index - first < len(words):
            word = words[index - first]
            return Span(line, word.column, _SEAT.match(word.text) is not None)
        return Span(line, 1)

    def _words(self, line: int, *, numbered: bool) -> list[Item]:
        """Return the words of a line of play, without comments and other parts.

        `numbered` says whether the line begins with a number, such as ``3.``, which is skipped. The
        words of the last line asked for are cached, because findings come in the order of the
        lines.
        """
        if self.asked[0] != line:
            raw = self.settings.line(line)
            items, _ = scan(raw, raw.index(".") + 1 if numbered else 0)
            self.asked = (line, [item for item in items if item.sort == "word"])
        return self.asked[1]


def closed(drafts: Sequence[DealBuilder | Deal], report: Report) -> Iterator[Deal]:
    """Finish the deals that are not finished yet, and yield all deals of a game in order.

    An element of `drafts` that is a `DealBuilder` is not finished. Call this after the last line of
    the file was read, because the ledger of a later deal may correct an entry of an earlier deal.
    Findings are added to `report`.
    """
    if not any(isinstance(draft, DealBuilder) for draft in drafts):
        yield from drafts  # type: ignore[misc]  # as was just seen
        return
    ledgers = [draft.rows if isinstance(draft, DealBuilder) else () for draft in drafts]
    before = report.deal
    for number, (draft, crossing) in enumerate(
        zip(drafts, cross_corrections(ledgers), strict=True), 1
    ):
        if isinstance(draft, DealBuilder):
            report.deal, draft.crossing = number, crossing
            yield draft.deal()
        else:
            yield draft
    report.deal = before


def _line_seat(content: Content) -> Seat:
    """Return the seat that a line names; `NOBODY` if it names no seat or several seats."""
    seat: Seat = getattr(content, "seat", NOBODY)
    return seat


def _likely_turn(turn: Turn, due: Seat, discard: Tile) -> str:
    """Return the turn that was probably meant by an unlikely turn, as text; empty if unclear.

    `due` is the seat whose turn it was, and `discard` the latest discard. For example, a player out
    of turn who draws the same tile as `discard` and wins has probably won on the discard: ``B:#``.
    """
    if not turn.acts:
        return ""
    first, last = turn.acts[0], turn.acts[-1]
    if isinstance(last, Claim):
        return _likely_claim(last)
    before = turn.acts[-2] if turn.acts[1:] else last
    if isinstance(last, Replace) and isinstance(before, SetOut):
        is_plain = len(before.tiles) == 1 and tiles_text(before.tiles)[-1] in "mps"
        return f"{tiles_text(before.tiles)}-{tiles_text([last.tile])}" if is_plain else ""
    if isinstance(last, ConcealedKong) and isinstance(first, Draw) and len(turn.acts) == 2:
        is_unknown = not any(is_known(tile) for tile in last.tiles)
        return f"{tiles_text([first.tile])}." if is_unknown and is_known(first.tile) else ""
    is_tile_of_another = isinstance(first, Draw) and first.tile == discard != UNKNOWN
    if isinstance(last, Win) and len(turn.acts) == 2 and is_tile_of_another and turn.seat != due:
        return f"{SEATS[turn.seat]}:#"
    return ""


def _likely_claim(claim: Claim) -> str:
    """Return the turn that was likely meant by a claim with three tiles that are not equal.

    Three tiles after ``+`` mean a kong and must be equal, so the odd tile was likely discarded:
    ``B:+99m4p`` means ``B:+99m-4p``. Return an empty text if the tiles are equal or unclear.
    """
    if len(claim.tiles) != 3 or not all(is_known(tile) for tile in claim.tiles):
        return ""
    kinds = [KIND[plain(tile)] for tile in claim.tiles]
    groups = kinds if len({*kinds}) == 2 else [kind // 9 for kind in kinds]
    odd = [
        tile for tile, group in zip(claim.tiles, groups, strict=True) if groups.count(group) == 1
    ]
    if len({*kinds}) == 1 or len(odd) != 1:
        return ""
    own = [tile for tile in claim.tiles if tile != odd[0]]
    return f"{SEATS[claim.seat]}:+{tiles_text(own)}-{tiles_text(odd)}"


def _strip_brackets(items: Sequence[Item], variation: Item) -> str:
    """Return the word that results if the round brackets of a variation are removed.

    The words that touch the brackets are joined with their content: ``2s(-)8m`` gives ``2s-8m``,
    and ``5m(red)`` gives the red five ``0m``. Return an empty text if no word stands directly
    before the brackets.
    """
    place = items.index(variation)
    before = items[place - 1] if place else variation
    behind = items[place + 1] if items[place + 1 :] else variation
    is_glued = before.sort == "word" and (
        is_call(variation.text.lower()) or before.column + len(before.text) == variation.column
    )
    if is_word_for_red(variation.text) and re.search("5[mps]$", before.text):
        return f"{before.text[:-2]}0{before.text[-1]}"
    if not is_glued:
        return ""
    end = variation.column + len(variation.text) + len("()")
    is_glued_behind = behind.sort == "word" and behind.column == end
    return before.text + variation.text + (behind.text if is_glued_behind else "")


def _is_read(line: str) -> bool:
    """Return whether a text is a readable line other than play, such as ``win B 5m from C``.

    Return False for a line of play and for a line with an unknown keyword.
    """
    return not _find_stop(line)


def _find_stop(line: str) -> int:
    """Return the column (from 1) at which a line cannot be read; 0 if all of it can be read.

    A line of play, and a line with an unknown keyword, give column 1.
    """
    from mjlog.notation.lines.tree_lines import head_by_grammar, statement_by_grammar

    try:
        if line[:1] == "@":
            head_by_grammar(line)
            return 0
        statement = statement_by_grammar(line)
    except GrammarError as problem:
        return problem.column
    if isinstance(statement, Booked):
        return int(isinstance(statement.inner, Strange))
    return int(not isinstance(statement, Fact))


def _small_suits(text: str) -> str:
    """Change upper-case suit letters to lower case: ``5M`` becomes ``5m``.

    Return an empty text if the text has no upper-case suit letters.
    """
    small = _CAPITAL.sub(lambda suit: suit[0].lower(), text)
    if small != text:
        return small
    return ""


def _capitals(text: str, small: str) -> Message:
    return msg("{word}: suits are small letters: {meant}", word=repr(text[:40]), meant=small[:40])


def _entry(row: LedgerRow) -> Entry:
    booked = row.booked
    span = Span(row.line, 1 + row.offset)
    return Entry(booked.number, booked.clock, booked.author, booked.text, booked.chain, span)
