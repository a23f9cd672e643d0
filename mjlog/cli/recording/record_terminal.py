"""The terminal of a scribe: shows whose turn it is, how typed words are read, and findings."""

from __future__ import annotations

from collections.abc import Callable

import click

from mjlog.cli.recording.record import ENDS, HELP, answer, format_finding
from mjlog.live.referees.watching import Watch
from mjlog.live.scribes.entering import NotReadError
from mjlog.live.scribes.expected_words import expected, legal_acts, read_as
from mjlog.live.scribes.keypad import from_keypad
from mjlog.live.session import Session
from mjlog.report.text import printable

Ask = Callable[[], str]
KEYPAD = "keypad"
_WELCOME = (
    "Type what is discarded: 5p, n (North), +-4p (pung). ? tells what may come, u undoes, q ends."
)


class Scribe:
    """The dialogue with a scribe who types the game at one table.

    If `keypad` is True, the scribe types on a numeric keypad, so words are translated first.
    """

    def __init__(self, session: Session) -> None:
        """Start a dialogue that writes into the ledger of `session`."""
        self.session = session
        self.keypad = False
        self._watch = Watch(session)

    def prompt(self) -> str:
        """Return the text in front of the line to type: the deal, and the seat that must act."""
        deal = self.session.deal
        if deal is None or self.session.has_ended:
            return f"@ {self.session.next_head()} > "
        return f"{deal.label} {self.session.seat_letter}> "

    def ghost(self, typed: str) -> str:
        """Return the help to show below the line while the scribe types.

        The help says how the words in `typed` would be recorded, or why they cannot be recorded. If
        nothing is typed, it says what is expected next.
        """
        text = self._read(typed.strip())
        if not text:
            return expected(self.session)
        try:
            return read_as(self.session, text) or text
        except NotReadError as problem:
            return str(problem)

    def take(self, typed: str) -> list[str]:
        """Record a line that the scribe typed, and return the lines to print as an answer.

        The answer has the new entries, problems that were found in the record, and entries that the
        rules propose. The words ``keypad`` and ``?`` are not recorded: ``keypad`` turns the keypad
        on or off, ``?`` asks what may come next.
        """
        text = self._read(typed.strip())
        if text == KEYPAD:
            self.keypad = not self.keypad
            return ["keypad: 5/ is 5m, 5* 5p, 5- 5s, 5+ 5z" if self.keypad else "letters"]
        if text == HELP:
            return [f"expected: {expected(self.session)}", *legal_acts(self.session)]
        answers = [answer(self.session, text)] if text else []
        answers += [format_finding(new) for new in self._watch.new_findings()]
        # After a win or a drawn deal, the rules propose entries. The word ``ok`` records them.
        proposed = self.session.proposed()
        if proposed:
            answers.append(f"ok writes: {' | '.join(proposed)}")
        return answers

    def _read(self, text: str) -> str:
        return from_keypad(text) if self.keypad else text


def scribe(session: Session) -> None:
    """Read lines from the terminal, record them, and print the answers, until the scribe quits."""
    table = Scribe(session)
    click.echo(_WELCOME)
    ask = _asking(table)
    while True:
        try:
            typed = ask()
        except (EOFError, KeyboardInterrupt):
            break
        if typed.strip() in ENDS:
            break
        for line in table.take(typed):
            click.echo(printable(line))


def _asking(table: Scribe) -> Ask:
    """Return a function that reads the next line which the scribe types, and returns the line.

    If prompt_toolkit is installed, the function shows help below the line during typing; otherwise
    a hint to install it is printed once.
    """
    try:
        from prompt_toolkit import PromptSession
    except ImportError:
        click.echo("pip install 'mjlog[live]' adds a line that tells how each word is read.")
        return lambda: input(table.prompt())
    lines: PromptSession[str] = PromptSession()

    def ask() -> str:
        return lines.prompt(
            table.prompt, bottom_toolbar=lambda: table.ghost(lines.default_buffer.text)
        )

    return ask
