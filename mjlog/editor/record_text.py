"""Values that an editor shows for the text of a record, such as findings and completions.

Lines and columns are counted from 0, columns in characters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple

from mjlog.auditor.kept_deals import KeptDeals
from mjlog.auditor.report import Report
from mjlog.batch.internal_errors import audit_what_can_be
from mjlog.live.scribes.entering import result_line
from mjlog.model.findings import Finding
from mjlog.model.messages import Message
from mjlog.model.record import NOBODY, SEATS, Deal, Discard, Draw, Game, Ready, seat_name
from mjlog.notation import read
from mjlog.notation.canonical import canonical_text
from mjlog.notation.likely_words import EXAMPLES
from mjlog.notation.limits import STANDARD, Limits, Unreadable
from mjlog.notation.lines.headers import KNOWN
from mjlog.notation.play.spelling import spell
from mjlog.picture.frames import frames
from mjlog.referee.position import Position
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import RulesError
from mjlog.report.code_help import HELP
from mjlog.report.vocabulary import LINES
from mjlog.rules import load, names

_SEATS_NEXT: Final = frozenset({"bonus", "deal", "fan", "kong", "rule", "show", "win", "ready"})
_WORD: Final = re.compile(r"[^ \t(){};,]*$")
_WORD_END: Final = re.compile(r"[^ \t(){};,]*")
_TURNS: Final = re.compile(r"[ \t]*(?:[0-9]+\.(?=[ \t]|$)|[A-Da-d]:|[-+*^&/_#~?0-9])")
_DRAWN: Final = re.compile(r"[0-9?][mpszf]?'?$")
_TURN_WORD: Final = re.compile(r"(?P<seat>[A-Da-d]:)?[^ \t(){};]*")
_LIKELY: Final = re.compile("`([^`]+)`")
"""A value in a message that consists of the text that was probably meant."""
_DEAL: Final = re.compile(r"[ \t]*@[ \t]*(.*)")
_FIELD: Final = re.compile(r"!?([A-Za-z][A-Za-z0-9_-]*):[ \t]*(.*?)[ \t]*$")
_TOKENS: Final = re.compile(
    r"(?P<comment>\{(?:[^\\}\n]|\\.)*\}?|;.*)"
    r"|(?P<number>(?<![\w+-])[+-]?[0-9]+\.?(?![\w']))"
    r"|(?P<seat>(?<![\w])[A-D](?=[:> ,]|$))"
    r"|(?P<tile>(?:[0-9][0-9']*[mpszf]|\?[mpszf]?|\bJ\b)+'?)"
    r"|(?P<property>[a-z][a-z_-]*(?==))"
    r"|(?P<sign>[-+*^&/_#~!.@>=]+)"
    r"|(?P<word>[A-Za-z_-]+)"
)
_LINE_WORD: Final = re.compile(r"[ \t]*([a-z]+)(?=[ \t]|$)")


class Area(NamedTuple):
    """A part of one line: the line, the first column, and the column after the last."""

    line: int
    start: int
    end: int


class Problem(NamedTuple):
    """A finding, and the part of the text that it is about."""

    area: Area
    finding: Finding


class Choice(NamedTuple):
    """A completion: the text to insert, its meaning, and the part of the text that it replaces."""

    text: str
    meaning: str
    area: Area


class Fix(NamedTuple):
    """A corrected line (number and text), and the finding that the correction removes."""

    line: int
    text: str
    finding: Finding


class Section(NamedTuple):
    """A deal of the text: its line ``@ …``, and the numbers of its first and last lines.

    Blank lines at the end of the deal do not count.
    """

    name: str
    start: int
    end: int


class Token(NamedTuple):
    """A word of the text: line, column, length and kind.

    Kinds are comment, number, seat, tile, property, sign, word, keyword, header.
    """

    line: int
    start: int
    length: int
    kind: str


class Memory:
    """Stores the deals of the latest version of a text and their audits.

    Deals that do not change in the next version need no new audit.
    """

    def __init__(self) -> None:
        self.audits = KeptDeals()
        self._deals: dict[tuple[object, ...], Deal] = {}

    def with_deals_of_before(self, game: Game, lines: list[str]) -> Game:
        """Return a copy of `game` in which each unchanged deal is the object from the last call.

        Audits are stored for deal objects, so unchanged deals need no new audit. `lines` are the
        lines of the text. If the record has a ledger, which may change other deals, `game` is
        returned unchanged.
        """
        # An entry of a ledger may change a deal of which not a letter was changed.
        if any(deal.ledger for deal in game.deals):
            return game
        starts = [*[deal.span.line - 1 for deal in game.deals], len(lines)]
        # A blank at the end of a line changes nothing, but is typed before each new word.
        texts = [line.rstrip(" ") for line in lines]
        names = [(game.seats, start, *texts[start:end]) for start, end in pairwise(starts)]
        deals = [self._deals.get(name, deal) for name, deal in zip(names, game.deals, strict=True)]
        self._deals = dict(zip(names, deals, strict=True))
        return replace(game, deals=tuple(deals))


@dataclass(frozen=True)
class RecordText:
    """The text of a record in an editor; it is parsed and audited only when a result is needed."""

    text: str
    limits: Limits = STANDARD
    memory: Memory | None = None

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text without line ends."""
        return self.text.split("\n")

    @cached_property
    def game(self) -> Game | None:
        """The record that the text contains; None if the text cannot be read."""
        game = self._read(self.lines)
        if game is None or self.memory is None:
            return game
        return self.memory.with_deals_of_before(game, self.lines)

    @cached_property
    def rules(self) -> RuleSet | None:
        """The rule set of the record; None if the text cannot be read or the rules are unknown."""
        return _rules_of(self.game)

    @cached_property
    def report(self) -> Report | None:
        """The audit of the record; None if the text cannot be read."""
        return self._audited(at_a_glance=False)

    def _audited(self, *, at_a_glance: bool) -> Report | None:
        if self.game is None:
            return None
        kept = self.memory.audits if self.memory is not None else None
        return audit_what_can_be(self.game, kept=kept, at_a_glance=at_a_glance)

    def _read(self, lines: list[str]) -> Game | None:
        """Parse lines as a record; return None if they cannot be read.

        The last line may be unfinished.
        """
        try:
            return read(_bytes("\n".join(lines).rstrip() + "\n"), limits=self.limits)
        except Unreadable:
            return None

    # ------------------------------------------------------------------ findings

    def problems(self) -> list[Problem]:
        """Return all findings of the audit, each with the part of the text that it is about.

        If the text cannot be read, return a list with one finding, which says why.
        """
        return self._problems

    @cached_property
    def _problems(self) -> list[Problem]:
        return self._problems_with_areas(self.report)

    def problems_at_a_glance(self) -> list[Problem]:
        """Return the findings of the audit with their places, but without slow corrections.

        `problems` also searches for the mistake that explains a finding, which takes long. This
        method is used while a person is typing.
        """
        return self._problems_with_areas(self._audited(at_a_glance=True))

    def _problems_with_areas(self, report: Report | None) -> list[Problem]:
        if report is None:
            try:
                read(_bytes(self.text), limits=self.limits)
            except Unreadable as problem:
                return [Problem(self._area_of(problem.finding), problem.finding)]
            return []
        return [Problem(self._area_of(finding), finding) for finding in report.findings]

    def _area_of(self, finding: Finding) -> Area:
        line = min(max(finding.place.line - 1, 0), len(self.lines) - 1)
        text = self.lines[line]
        start = min(max(finding.place.column - 1, 0), len(text))
        end = _WORD_END.match(text, start)
        stop = end.end() if end is not None and end.end() > start else len(text)
        return Area(line, start, stop)

    def fixes(self, first: int, last: int) -> list[Fix]:
        """Return a corrected line for each finding in the lines `first` to `last`.

        The correction is that of the audit or, if it has none, the change that the message of the
        finding suggests, such as a similar word. Findings with neither are left out.
        """
        near = [each for each in self.problems() if first <= each.area.line <= last]
        lines = [(each, each.finding.correction or self._likely_line(each)) for each in near]
        return [Fix(problem.area.line, line, problem.finding) for problem, line in lines if line]

    def _likely_line(self, problem: Problem) -> str:
        """Return the line of a finding with the change that the message of the finding suggests.

        Return "" if nothing is suggested, or if the changed line would have new findings.
        """
        finding, number = problem.finding, problem.area.line
        written = self.lines[number]
        meant = _with_advice(written, finding)
        game = self._read([*self.lines[:number], meant, *self.lines[number + 1 :]])
        if meant == written or not finding.recorded or game is None or self.game is None:
            return ""
        # Other words of the line may be wrong already, but the correction must cause no new error.
        before = _slips(self.game, number + 1)
        before -= Counter([(finding.code, finding.recorded)])
        return meant if _slips(game, number + 1) <= before else ""

    # ------------------------------------------------------------------ what a word means

    def hover(self, line: int, column: int) -> str:
        """Return a Markdown text about the word at a place: the findings, and what the word means.

        The text is empty if the word has neither. Lines and columns count from 0.
        """
        text = self.lines[line] if line < len(self.lines) else ""
        parts = [*self._finding_words(line, column), *self._word_meaning(line, column, text)]
        return "\n\n".join(parts)

    def _finding_words(self, line: int, column: int) -> Iterator[str]:
        for area, finding in self.problems():
            if area.line != line or not area.start <= column <= area.end:
                continue
            yield f"**{finding.code}**: {finding.message}"
            if finding.clause is not None:
                yield f"> {finding.clause.number} {finding.clause.text}"
            if finding.code in HELP:
                yield HELP[finding.code].remedy

    def _word_meaning(self, line: int, column: int, text: str) -> Iterator[str]:
        keyword = _LINE_WORD.match(text)
        if keyword is not None and keyword[1] in LINES and column <= keyword.end():
            yield f"{LINES[keyword[1]]}: `{EXAMPLES[keyword[1]]}`"
        end = _WORD_END.match(text, column)
        if _TURNS.match(text) and end is not None:
            yield from self._turn_meaning(line, end.end())

    def _turn_meaning(self, line: int, column: int) -> Iterator[str]:
        """Yield what the latest turn before a place did, then the player's hand and waits.

        The texts are Markdown. Nothing is yielded outside of deals or if the rules are unknown.
        Lines and columns count from 0.
        """
        deal, rules = self._deal_before(line, column)
        if deal is None or rules is None or not deal.turns:
            return
        latest = frames(deal, rules, self._seats)[-1]
        yield str(latest.sentence)
        position = _last_position(deal, rules, self._seats)
        seat = latest.seat
        hand = position.hands[seat]
        waits = position.waits(seat)
        yield f"{seat_name(seat)}: `{hand}`" + (f", waits for `{waits}`" if waits else "")

    # ------------------------------------------------------------------ what can be typed

    def completions(self, line: int, column: int) -> list[Choice]:
        """Return the words that a person may want to type at this place, as a `Choice` each.

        A `Choice` has the word, its meaning, and the part of the line that it replaces. In lines
        with turns, legal acts come first. Lines and columns count from 0.
        """
        before = self.lines[line][:column] if line < len(self.lines) else ""
        word = _WORD.search(before)
        start = word.start() if word is not None else column
        area = Area(line, start, column)
        return [Choice(text, meaning, area) for text, meaning in self._choices(before, area)]

    def _choices(self, before: str, area: Area) -> Iterator[tuple[str, str]]:
        if not self._is_in_a_deal(area.line):
            yield from _header_choices(before)
            return
        words = before[: area.start].split()
        keyword = words[0] if words else ""
        if keyword == "@" or before.lstrip().startswith("@"):
            return
        if keyword in LINES:
            yield from self._argument_choices(keyword, words)
            return
        yield from self._act_choices(area, before[area.start :])
        if not words:
            yield from LINES.items()

    def _argument_choices(self, keyword: str, words: list[str]) -> Iterator[tuple[str, str]]:
        game = self.game
        if keyword in _SEATS_NEXT and len(words) == 1 and game is not None:
            for seat in range(game.seats):
                yield SEATS[seat], game.players[seat]
        rules = self.rules
        if rules is None:
            return
        if keyword in {"fan", "kong"} and len(words) > 1:
            for item in sorted(rules.scoring.item_names):
                yield item, rules.item_named(item)[1]
        if keyword == "rule" and len(words) > 1:
            for cause in sorted(rules.penalties.causes):
                yield cause, "a ruling"
        for example, meaning in rules.names.record_words.items():
            of_example = example.split()
            if of_example[: len(words)] == words and len(of_example) > len(words):
                yield of_example[len(words)], meaning

    def _act_choices(self, area: Area, typed: str) -> Iterator[tuple[str, str]]:
        """Yield a pair for each legal next act: its word, and a meaning such as "A, legal here".

        Draws are not included. If `typed`, the word before the cursor, is a drawn tile, the
        discards that can follow it are yielded first.
        """
        deal, rules = self._deal_before(area.line, area.start)
        if deal is None or rules is None:
            return
        position = _last_position(deal, rules, self._seats)
        tile = typed.rstrip("-")
        if _DRAWN.search(tile):
            drawn, _ = self._deal_before(area.line, area.start, f"{tile}-")
            if drawn is not None and drawn.turns != deal.turns:
                yield from _discards_behind(tile, _last_position(drawn, rules, self._seats))
        for seat in range(self._seats):
            prefix = "" if seat == position.to_act else f"{seat_name(seat)}:"
            for act in position.legal_acts(seat):
                if isinstance(act, Draw):
                    continue
                yield prefix + _spelled(act), f"{seat_name(seat)}, legal here"

    @property
    def _seats(self) -> int:
        return self.game.seats if self.game is not None else len(SEATS)

    def _deal_before(
        self, line: int, column: int, word: str = ""
    ) -> tuple[Deal | None, RuleSet | None]:
        """Parse the text up to a place, and return the last deal there and the rule set.

        `word` is added at the place before parsing. Return (None, None) if there is no deal or the
        text cannot be read. If the rules are unknown, only the rule set is None. Lines and columns
        count from 0.
        """
        # An editor may ask about a line that was deleted just now.
        latest = self.lines[line][:column] if line < len(self.lines) else ""
        written = [*self.lines[:line], latest + word]
        game = self._read(written)
        if game is None or not game.deals:
            return None, None
        return game.deals[-1], _rules_of(game)

    def _is_in_a_deal(self, line: int) -> bool:
        return any(_DEAL.match(text) for text in self.lines[: line + 1])

    # ------------------------------------------------------------------ layout

    def spelled_out(self, line: int) -> str:
        """Return the text of a line with shorthand replaced by full notation.

        Shorthand is for example `c<a`, `+-3p`, or letters for honours. A line of the headers,
        before the first deal, is returned unchanged.
        """
        text = self.lines[line] if line < len(self.lines) else ""
        if not self._is_in_a_deal(line):
            return text
        short = result_line(text)
        game = self._read([*self.lines[:line], short])
        if game is None or not game.deals:
            return text
        deal = game.deals[-1]
        # Go from the last turn to the first, so that the columns of the turns before it do not
        # change.
        for index in reversed(range(len(deal.turns))):
            place, turn = deal.place(index), deal.turns[index]
            if place.line != line + 1 or not turn.word:
                continue
            start = place.column - 1
            end = _TURN_WORD.match(short, start)
            if end is not None:
                seat = f"{seat_name(turn.seat)}:" if end["seat"] else ""
                short = f"{short[:start]}{seat}{turn.word}{short[end.end() :]}"
        return short

    def turn_at(self, line: int, column: int) -> tuple[int, int]:
        """Return the number of the deal at a place, and the index of the turn at this place.

        Deals count from 1, turns from 0. If no turn is at the place, the index is that of the turn
        before the place. Before the first turn of the deal it is -1; in the lines below the last
        turn it is the number of turns in the deal. Before the first deal, return `(0, -1)`. Lines
        and columns count from 0.
        """
        deals = self.game.deals if self.game is not None else ()
        number = sum(deal.span.line <= line + 1 for deal in deals)
        if not number:
            return 0, -1
        deal = deals[number - 1]
        places = [deal.place(index) for index in range(len(deal.turns))]
        before = [
            index
            for index, place in enumerate(places)
            if (place.line, place.column) <= (line + 1, column + 1)
        ]
        is_behind = before and len(before) == len(places) and places[-1].line <= line
        return number, len(places) if is_behind else max(before, default=-1)

    def formatted(self) -> str | None:
        """Return the text in its canonical layout.

        Return None if the text cannot be read, or if a line that cannot be read would be moved or
        lost.
        """
        text = canonical_text(self.game) if self.game is not None else None
        return text if isinstance(text, str) else None

    def sections(self) -> list[Section]:
        """Return a `Section` for each deal of the text: its title, first line and last line.

        Editors show them as an outline.
        """
        starts = [
            (number, name[1].strip())
            for number, name in enumerate(_DEAL.match(line) for line in self.lines)
            if name
        ]
        ends = [*[number - 1 for number, _ in starts[1:]], len(self.lines) - 1][: len(starts)]
        sections = []
        for (start, name), last in zip(starts, ends, strict=True):
            while last > start and not self.lines[last].strip():
                last -= 1
            sections.append(Section(f"@ {name}", start, last))
        return sections

    def player_at(self, line: int) -> str:
        """Return the name of the player whose header is on that line; empty for any other line."""
        field = _FIELD.match(self.lines[line]) if line < len(self.lines) else None
        return field[2] if field is not None and field[1] in SEATS else ""

    def named(self, player: str) -> list[Area]:
        """Return all places in the headers at which a player's name is written.

        This method is used to rename a player.
        """
        areas = []
        whole = re.compile(rf"(?<![\w]){re.escape(player)}(?![\w])")
        for number, line in enumerate(self.lines):
            if _DEAL.match(line):
                break
            field = _FIELD.match(line)
            if field is not None:
                names = whole.finditer(line, field.start(2))
                areas += [Area(number, name.start(), name.end()) for name in names]
        return areas

    def tokens(self) -> Iterator[Token]:
        """Yield the words of the text in order, each with its kind, such as `header` or `keyword`.

        This method is used to colour the text. Of a header line only the name is yielded, and of a
        line ``note`` only the keyword.
        """
        in_a_deal = False
        for number, line in enumerate(self.lines):
            field = _FIELD.match(line)
            in_a_deal = in_a_deal or _DEAL.match(line) is not None
            if not in_a_deal and field is not None:
                yield Token(number, field.start(1), len(field[1]) + 1, "header")
                continue
            if line.startswith("%mjlog"):
                yield Token(number, 0, len("%mjlog"), "keyword")
                continue
            yield from _line_tokens(number, line)


def _line_tokens(number: int, line: str) -> Iterator[Token]:
    keyword = _LINE_WORD.match(line)
    begin = 0
    if keyword is not None and keyword[1] in LINES:
        yield Token(number, keyword.start(1), len(keyword[1]), "keyword")
        begin = keyword.end()
        if keyword[1] == "note":
            return
    for token in _TOKENS.finditer(line, begin):
        yield Token(number, token.start(), len(token[0]), token.lastgroup or "word")


def _bytes(text: str) -> bytes:
    """Encode a text in UTF-8; half of a surrogate pair becomes a question mark.

    Editors may send such a half character.
    """
    return text.encode("utf-8", "replace")


def _with_advice(written: str, finding: Finding) -> str:
    """Return the line `written` with the change that a finding suggests.

    For example, an unknown word is replaced by a similar known word. If the finding suggests
    nothing, return `written`.
    """
    likely = _likely_text(finding.sentence) if finding.sentence is not None else ""
    is_syntax = finding.code.startswith("syntax.")
    if is_syntax and finding.expected and not finding.due:
        # There may be blanks inside the word; then only a part of it is recorded.
        with_blanks = "[ \t]*".join(re.escape(each) for each in finding.expected)
        meant = re.sub(with_blanks, lambda _: finding.expected, written, count=1)
        if meant != written:
            return meant
        run = _run_of_a_call(written, finding)
        return written.replace(run, finding.expected, 1)
    if not likely:
        return written
    if finding.code == "syntax.line":
        return written[: -len(written.lstrip())] + likely
    word = rf"(?<![\w-]){re.escape(finding.recorded)}(?![\w-])"
    return re.sub(word, lambda _: likely, written, count=1)


def _run_of_a_call(written: str, finding: Finding) -> str:
    """Return the part of a line that must be replaced to correct a call (a claim of a discard).

    The result is the recorded call. If the call has no tile, but the word before or after it has
    the ranks of the expected tiles, the result is the call together with that word.
    """
    call = re.escape(finding.recorded)
    ranks = re.sub("[^0-9]", "", finding.expected)
    if finding.code == "syntax.word" and not re.search("[0-9]", finding.recorded):
        for pattern in (rf"\S+[ \t]+{call}(?!\S)", rf"(?<!\S){call}[ \t]+\S+"):
            run = re.search(pattern, written)
            if run is not None and re.sub("[^0-9]", "", run[0]) == ranks:
                return run[0]
    return finding.recorded


def _likely_text(message: Message) -> str:
    """Return the correction that a message suggests, such as a similar word; empty if none."""
    for name in ("likely", "near"):
        value = message.values.get(name)
        if isinstance(value, str) and (likely := _LIKELY.fullmatch(value)):
            return likely[1]
    texts = (_likely_text(part) for part in message.parts())
    return next((text for text in texts if text), "")


def _slips(game: Game, line: int) -> Counter[tuple[str, str]]:
    """Count the findings of the parser in a line, by pairs of error code and wrong word.

    This function is used to find out whether a changed line has new findings.
    """
    findings = [finding for finding in game.findings if finding.place.line == line]
    return Counter([(finding.code, finding.recorded) for finding in findings])


def _rules_of(game: Game | None) -> RuleSet | None:
    if game is None:
        return None
    try:
        return load(game.rules)
    except RulesError:
        return None


def _last_position(deal: Deal, rules: RuleSet, seats: int) -> Position:
    *_, position = deal.steps(rules, seats=seats)
    return position


def _spelled(act: object) -> str:
    """Return the word of the notation for a single act."""
    if isinstance(act, Ready):
        return spell([Discard(act.seat, act.tile, face_down=act.face_down, ready=True)])
    return spell([act])  # type: ignore[list-item]


def _discards_behind(typed: str, position: Position) -> Iterable[tuple[str, str]]:
    """Yield a pair of word and meaning for each legal discard.

    A word has the drawn tile and the discard, such as `5m-9p`. The meaning is always `discard`.
    `typed` is the drawn tile as typed, and `position` is the table after the draw.
    """
    seat = position.to_act
    if seat == NOBODY:
        return
    for act in position.legal_acts(seat):
        if isinstance(act, Discard | Ready):
            word = _spelled(act)
            yield (f"{typed}." if word.endswith(".") else f"{typed}-{word}"), "discard"


def _header_choices(before: str) -> Iterator[tuple[str, str]]:
    field = _FIELD.match(before)
    if field is None:
        for name in sorted(KNOWN):
            yield f"{name}:", "header"
        return
    if field[1] != "Rules":
        return
    first, *_ = field[2].split() or [""]
    if " " not in before[field.start(2) :]:
        for name in names():
            rules = load(name)
            yield f"{name}/{rules.edition}", rules.title
        return
    try:
        rules = load(first)
    except RulesError:
        return
    for preset in rules.presets:
        yield f"preset={preset}", "preset"
    for option in rules.options:
        for value in option.values:
            yield f"{option.name}={value}", option.text
