"""The terminal of a scribe: shows whose turn it is, how the typed word is read, and findings."""

from __future__ import annotations

from collections.abc import Callable

import click

from mjlog.cli.recording.record import ENDS, HELP, answer, told
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

        It says how the words typed up to now would be recorded, or why they cannot be recorded. If
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
        """Handle a typed line: record it, and return the lines to print as an answer.

        These are the new entries, findings about the record, and what the rules propose. ``keypad``
        records nothing, but turns the keypad on or off; ``?`` records nothing, but returns what may
        come next.
        """
        text = self._read(typed.strip())
        if text == KEYPAD:
            self.keypad = not self.keypad
            return ["keypad: 5/ is 5m, 5* 5p, 5- 5s, 5+ 5z" if self.keypad else "letters"]
        if text == HELP:
            return [f"expected: {expected(self.session)}", *legal_acts(self.session)]
        answers = [answer(self.session, text)] if text else []
        return [*answers, *(told(new) for new in self._watch.news()), *self._proposal()]

    def _read(self, text: str) -> str:
        return from_keypad(text) if self.keypad else text

    def _proposal(self) -> list[str]:
        """Return a line with the entries that the rules propose after a win or a drawn deal.

        The scribe can accept them with ``ok``. The list is empty if there is no proposal.
        """
        lines = self.session.proposed()
        return [f"ok writes: {' | '.join(lines)}"] if lines else []


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
    """Return a function that asks for the next line.

    If prompt_toolkit is installed, help is shown below the line while the scribe types.
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
