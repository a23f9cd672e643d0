"""One table that is recorded: turns typed lines into entries of its ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final, NamedTuple

from mjlog.auditor.audit import GameState, compute_game_state
from mjlog.auditor.checks.deal_header_words import check_words
from mjlog.live.ledgers.fair_copy import fair_copy
from mjlog.live.ledgers.ledger_file import LedgerError, LedgerFile, Prepared
from mjlog.live.ledgers.reserved import kept_entries, refuse_reserved
from mjlog.live.ledgers.standing_entries import standing_entries
from mjlog.live.referees.confirming import result_of
from mjlog.live.scribes.commands import command_entries
from mjlog.live.scribes.entering import (
    MISSING,
    NotReadError,
    deal_from_entries,
    edited_number,
    entries_of,
    last_number,
    numbers_of,
    plain,
)
from mjlog.live.scribes.proposing import next_head, proposed_lines
from mjlog.model.findings import Finding, faults
from mjlog.model.record import SEATS, Deal, Entry, Game, Next, NoWin, WinLine
from mjlog.notation import read
from mjlog.notation.grammar import GrammarError
from mjlog.notation.limits import STANDARD, Unreadable
from mjlog.notation.lines.line_reader import sort_of
from mjlog.notation.lines.statements import Booked
from mjlog.notation.reader import read_statement
from mjlog.notation.report import Report
from mjlog.referee.rule_set import RuleSet
from mjlog.rules import load

_OF_THE_LEDGER: Final = ("chain=", "at=", "by=")
"""Words of an `@` line that say when it was written, by whom, and after which lines."""
OUR_FAILURE: Final = "mjlog failed on this line; please report it with the line"
"""Beginning of the message if mjlog itself fails on a line and refuses it."""
UNDO: Final = "u"
TAKE_OVER: Final = "ok"


class Reply(NamedTuple):
    """The lines that were written to the ledger."""

    lines: tuple[str, ...]


def has_ended(game: Game) -> bool:
    """Return whether a line of the latest deal says that the game is over."""
    last = game.deals[-1:]
    return any("end" in dict(line.attributes) for deal in last for line in deal.contents(Next))


class Session:
    """An open ledger with the game that it contains; reads typed lines and writes entries."""

    def __init__(self, file: LedgerFile, author: str) -> None:
        """Read the game in an open ledger; `author` is the author of its new entries.

        Raises LedgerError if the ledger cannot be read, RulesError if its rules are unknown.
        """
        self.file = file
        self.author = author
        self.is_official = False  # whether the server made the line for the author that it names
        self.at = ""  # when the line was typed, if that was earlier: 2026-11-22T05:02:11Z
        try:
            self.game: Game = read(file.text)
        except Unreadable as problem:
            raise LedgerError(f"{file.path} cannot be read: {problem}") from None
        self.rules: RuleSet = load(self.game.rules)

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.game.seats

    @property
    def deal(self) -> Deal | None:
        """The latest deal; None before the first deal."""
        return self.game.deals[-1] if self.game.deals else None

    @property
    def seat_letter(self) -> str:
        """The letter of the seat whose turn is next, if nobody claims the discard.

        It is A before the first deal, and before the first turn of a deal whose dealer is unknown.
        """
        deal = self.deal
        if deal is None:
            return SEATS[0]
        if not deal.turns:
            return SEATS[max(0, deal.dealer)]
        order = deal.turn_order(self.seats)
        following = order.after[deal.turns[-1].seat]
        if self._plays_on:
            following = order.next_among(following, deal.seats_won)
        return SEATS[following]

    @property
    def _plays_on(self) -> bool:
        """Whether, by the rules, the other players continue the deal after a win."""
        return self.rules.play.spec.plays_on

    @property
    def has_ended(self) -> bool:
        """Whether a line says how the latest deal ended; False before the first deal.

        If the rules let players continue after a win, ``win`` lines end the deal only when all
        players except one have won.
        """
        deal = self.deal
        if deal is None:
            return False
        if self._plays_on and len(deal.lines_of(WinLine)) < self.seats - 1:
            return bool(deal.lines_of(NoWin) or deal.lines_of(Next))
        return any(deal.lines_of(sort) for sort in (WinLine, NoWin, Next))

    @property
    def game_has_ended(self) -> bool:
        """Whether a line says that the game is over."""
        return has_ended(self.game)

    @property
    def is_over(self) -> bool:
        """Whether the latest deal is over: a win ended the play, or a line says how it ended."""
        deal = self.deal
        return deal is not None and (self.has_ended or self._is_won(deal))

    @property
    def is_played(self) -> bool:
        """Whether the latest deal is still in play: no win and no line has ended it.

        If the rules let players continue after a win, wins end the deal only when all players
        except one have won. The value is False before the first deal.
        """
        deal = self.deal
        if deal is None or self._is_won(deal) or self.has_ended:
            return False
        return self._plays_on or not result_of(deal)

    @property
    def next_deal_to_play(self) -> int:
        """The number of the deal in play, or of the next deal if the latest deal is over."""
        return len(self.game.deals) + (self.is_over or not self.game.deals)

    def _is_won(self, deal: Deal) -> bool:
        """Return whether the deal has enough wins to end the play.

        One win is enough. If the rules let play go on after a win, all players except one must win.
        """
        return deal.is_won(self.seats, plays_on=self._plays_on)

    # ------------------------------------------------------------------ what is typed

    def with_typed(self, typed: str) -> Deal:
        """Return the deal as it would be with the typed line added; write nothing.

        If the line begins the next deal, that deal is returned. Raises NotReadError if the line
        cannot be read.
        """
        text = plain(typed)
        deal = self.next_deal() if self.opens_a_deal(text) else self._open_deal()
        return self._with_texts(deal, self._entries(text, deal))

    def _with_texts(self, deal: Deal, texts: Sequence[str]) -> Deal:
        """Return a deal with ledger entries of these texts added; write nothing.

        Raises NotReadError if a text cannot be read.
        """
        number = max(last_number(deal), self.file.number)
        numbered = enumerate(texts, number + 1)
        return self._read_with(
            deal, [Entry(number, "", self.author, text) for number, text in numbered]
        )

    def take(self, typed: str) -> Reply:
        """Carry out a line that a scribe typed, and return the lines written to the ledger.

        The line may be an entry, a command, an undo or the beginning of a deal. Play after the end
        of a deal also begins the next deal. Raises NotReadError if the line is refused or mjlog
        fails on it, LedgerError or OSError if the ledger cannot be written.
        """
        text = plain(typed)
        try:
            return self._take(text)
        except (NotReadError, LedgerError, OSError):
            raise
        # If mjlog itself fails on this line, later lines must still be accepted.
        except Exception as problem:
            what = f"{type(problem).__name__}: {problem}"
            raise NotReadError(f"{OUR_FAILURE} ({what})") from problem

    def _take(self, text: str) -> Reply:
        if text == UNDO:
            return self._write([self._undoing()])
        if text == TAKE_OVER:
            lines = self.proposed()
            if not lines:
                raise NotReadError("nothing is proposed: the result or a hand is not known yet")
            return self._write(lines)
        if (entries := command_entries(text, self.deal, self.seats)) is not None:
            return self._write(entries)
        if text[:1] == "@":
            return self._begin(text[1:].strip())
        begun: tuple[str, ...] = ()
        if self.opens_a_deal(text):
            # Try the line first: if it cannot be read, no new deal may be begun.
            coming = self.next_deal()
            self._with_texts(coming, self._entries(text, coming))
            begun = self._begin("").lines
        return Reply((*begun, *self._write(self._entries(text, self._deal_meant(text))).lines))

    def _entries(self, text: str, deal: Deal) -> list[str]:
        is_word = _is_play(text) and text[1:2] != ":" and text[0] not in "{(;$"
        if is_word and self._plays_on and deal is self.deal and deal.seats_won:
            # The next word skips players who have won, so write the seat.
            text = f"{self.seat_letter}:{text}"
        return entries_of(text, deal, self.seats)

    def _deal_meant(self, text: str) -> Deal:
        """Return the deal to which a typed line belongs.

        A correction belongs to the deal of the entry that it corrects, any other line to the latest
        deal.
        """
        number = edited_number(text)
        about = (each for each in self.game.deals if number in numbers_of(each))
        return next(about, None) or self._open_deal()

    def _open_deal(self) -> Deal:
        if self.deal is None:
            raise NotReadError("no deal has begun")
        return self.deal

    def _undoing(self) -> str:
        """Return the text of the ledger entry that undoes the latest entry: a `del` line.

        The latest entry that this author may delete is undone. If mjlog wrote a note about a
        missing turn together with that entry, the note is deleted, too. Raises NotReadError if
        there is nothing to undo.
        """
        standing = standing_entries(self._open_deal().ledger)
        kept = kept_entries([entry for deal in self.game.deals for entry in deal.ledger])
        left = [
            entry for entry in standing if entry.author == self.author or entry.number not in kept
        ]
        if not left:
            raise NotReadError("nothing of this deal is left to take back")
        last = left[-1].number
        before = [each.number for each in left[-2:-1] if each.text.endswith(MISSING)]
        # The program wrote the entry about the gap itself, so remove it with the word that showed
        # the gap.
        if before == [last - 1]:
            return f"del {last - 1:04d}..{last:04d}"
        return f"del {last:04d}"

    def proposed(self) -> list[str]:
        """Return the lines that the record of the deal lacks and that the rules can compute.

        The result is empty as long as the deal is not over.
        """
        return proposed_lines(self.game_state) if self.is_over and self.game_state else []

    # ------------------------------------------------------------------ deals

    def next_head(self) -> str:
        """Return the words of the next deal's ``@`` line, such as ``E2 dealer=B``.

        Label and dealer are left out if neither the rules nor the record determine them.
        """
        return next_head(self.game_state, self.rules)

    def _begin(self, words: str) -> Reply:
        """Write the ``@`` line of a new deal to the ledger, and return it.

        If `words` lack label, dealer or seats, the rules determine them. Raises NotReadError if the
        line is wrong or no label is known, LedgerError if it cannot be written.
        """
        if "{" in words:  # what mjlog adds to the line would become part of the comment
            raise NotReadError("this line has no comment; type `note` and the words after it")
        label, *rest = (words or self.next_head() or "=").split()
        if "=" in label:
            due, *_ = self.next_head().split() or [""]
            if not due or "=" in due:
                raise NotReadError("nobody knows which deal follows; write its name: @ E2 dealer=B")
            label, rest = due, [word for word in (label, *rest) if word != "="]
        if reserved := [word for word in rest if word.startswith(_OF_THE_LEDGER)]:
            raise NotReadError(f"mjlog gives {reserved[0].partition('=')[0]}= itself; leave it out")
        names = {word.partition("=")[0] for word in rest}
        _, *due_words = self.next_head().split() or [""]
        proposed = [(word, word.partition("=")[0]) for word in due_words]
        rest = [word for word, name in proposed if name in _WHO_PLAYS - names] + rest
        line = " ".join([label, *rest])
        prepared = self.file.deal_line(line, self.author, self.at)
        begun = self._begun(prepared.lines[0])
        self.file.append(prepared)
        self.game = replace(self.game, deals=(*self.game.deals, begun))
        self._forget()
        return Reply(prepared.lines)

    def _begun(self, line: str) -> Deal:
        """Return the deal that an ``@`` line begins; write nothing.

        Raises NotReadError if the line is wrong, or if the record already has the highest number of
        deals.
        """
        if len(self.game.deals) >= STANDARD.deals:
            raise NotReadError(f"a record has at most {STANDARD.deals} deals")
        game = read(f"%mjlog 1.0\n{self._players}{line}\n")
        wrong = faults(game.findings) or faults(check_words(game.deals[0], 1, self.rules))
        if wrong:
            raise NotReadError(wrong[0].message)
        return game.deals[0]

    def next_deal(self) -> Deal:
        """Return the next deal, without any turns, as it begins by the rules; write nothing.

        Raises NotReadError if its ``@`` line would be wrong, or if the record may have no more
        deals.
        """
        return self._begun(f"@ {self.next_head()}")

    @property
    def _players(self) -> str:
        return "".join(f"{SEATS[seat]}: x\n" for seat in range(self.seats))

    def opens_a_deal(self, text: str) -> bool:
        """Return whether a typed line begins the next deal.

        Before the first deal, every line does. Later, only a line of play does, and only if the
        latest deal is over. If that deal has ended with a win in play, and no line states its
        result yet, a typed line that ends with ``#`` is another win and begins no deal.
        """
        deal = self.deal
        if deal is None:
            return True
        if not _is_play(text):
            return False
        return self.has_ended or (self._is_won(deal) and not text.endswith("#"))

    # ------------------------------------------------------------------ writing

    def _write(self, texts: list[str]) -> Reply:
        """Write ledger entries of these texts to the disk, and add them to the game.

        Raises NotReadError for a text that cannot be read or that this author may not type,
        LedgerError if the entries cannot be written.
        """
        if not self.is_official:
            written = [entry for deal in self.game.deals for entry in deal.ledger]
            for text in texts:
                refuse_reserved(text, self.author, written)
        deal = self._open_deal()
        prepared = self.file.entries(texts, self.author, self.at)
        game = self._game_with(deal, prepared)
        self.file.append(prepared)
        self.game = game
        self._forget()
        return Reply(prepared.lines)

    def _game_with(self, deal: Deal, prepared: Prepared) -> Game:
        """Return the game as it will be when prepared ledger lines are written; write nothing.

        Raises NotReadError if reading the new ledger gives a new error or warning, because lines
        that are confirmed to a device must be readable.
        """
        entries = [_entry(line) for line in prepared.lines]
        # Reading the whole game takes longer with every deal, so read it again only if a line
        # corrects an earlier deal.
        if all(_is_about(deal, entry.text) for entry in entries):
            return replace(self.game, deals=(*self.game.deals[:-1], self._read_with(deal, entries)))
        written = self.file.written()
        game = read(written + prepared.data)
        _refuse_new_faults(game.findings, lambda: read(written).findings)
        return game

    def _read_with(self, deal: Deal, entries: Sequence[Entry]) -> Deal:
        """Return a deal with ledger entries added.

        Raises NotReadError if a reader of the ledger would find a mistake in these entries.
        """

        def faults_before() -> Sequence[Finding]:
            earlier = Report(STANDARD.findings)
            deal_from_entries(deal, deal.ledger, self.seats, earlier)
            return earlier.found

        report = Report(STANDARD.findings)
        after = deal_from_entries(deal, (*deal.ledger, *entries), self.seats, report)
        _refuse_new_faults(report.found, faults_before)
        return after

    def _forget(self) -> None:
        self.__dict__.pop("game_state", None)

    @cached_property
    def game_state(self) -> GameState | None:
        """The state of the game after the latest deal, such as points; None before the first."""
        return compute_game_state(fair_copy(self.game), self.rules) if self.game.deals else None


def _is_about(deal: Deal, text: str) -> bool:
    """Return whether a ledger entry with this text changes only this deal.

    The result is False for a correction of an entry of another deal, and for a correction of such a
    correction.
    """
    texts = {entry.number: entry.text for entry in deal.ledger}
    number = edited_number(text)
    while number:
        earlier = edited_number(texts.get(number, f"fix {number} {number}"))
        if earlier is not None and earlier >= number:
            return False
        number = earlier
    return True


def _refuse_new_faults(
    findings: Sequence[Finding], findings_before: Callable[[], Sequence[Finding]]
) -> None:
    """Raise NotReadError if a change of the ledger causes a new error, warning or unknown line.

    `findings` are the findings after the change; `findings_before` is a function that returns the
    findings before it.
    """
    new = Counter(_key(finding) for finding in findings if _is_refused(finding))
    if new:
        new -= Counter(_key(finding) for finding in findings_before() if _is_refused(finding))
    for finding in findings:
        if _key(finding) in new:
            raise NotReadError(finding.message)


def _key(finding: Finding) -> tuple[str, str]:
    return finding.code, finding.message


def _is_refused(finding: Finding) -> bool:
    return finding.severity != "note" or finding.code == "syntax.unknown_line"


_WHO_PLAYS: Final = frozenset({"dealer", "seats"})
"""Words of an ``@`` line that mjlog adds if nobody types them."""


def _is_play(text: str) -> bool:
    return sort_of(text) == "play"


def _entry(line: str) -> Entry:
    try:
        booked = read_statement(line)
    except GrammarError as problem:
        raise NotReadError(problem.sentence.english) from None
    if not isinstance(booked, Booked):
        raise NotReadError("a ledger cannot hold this line; type it otherwise")
    return Entry(booked.number, booked.clock, booked.author, booked.text, booked.chain)
