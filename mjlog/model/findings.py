"""Findings about a record and verdicts on its claims, each with its code, place and clause."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import field
from typing import Any, Final, Literal, NamedTuple, TypeVar

from mjlog.model.frozen import value
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.messages import Message, msg
from mjlog.model.notebook_display import brief, table

Severity = Literal["error", "warning", "note"]
Answer = Literal["agrees", "given", "differs", "unverified"]
"""Answer to a claim.

`given`: the claim agrees with the rules if the hands that are not shown are as the sheet claims.
"""
Kind = Literal[
    "win", "draw", "fan", "kong", "pay", "net", "score", "tenpai", "ready", "show", "next", "rule",
    "header"
]  # fmt: skip
GRAVEST: Final[tuple[Answer, ...]] = ("differs", "unverified", "given", "agrees")
"""Answers to claims, the most serious first."""


def gravest(answers: Container[Answer | None]) -> Answer | None:
    """Return the most severe of the answers in `answers`; None if the collection has no answer.

    An answer says whether a number on the score sheet agrees with the rules. The answers, from the
    most to the least severe, are ``differs``, ``unverified``, ``given``, ``agrees``.
    """
    return next((answer for answer in GRAVEST if answer in answers), None)


@value
class Span:
    """A place in a file: line and column.

    Lines and columns are counted from 1; 0 means that the source has none. `names_player` is True
    if a turn is written here and begins with the letter of the player's seat.
    """

    line: int = 0
    column: int = 0
    names_player: bool = False

    def place(self, deal: int = 0, seat: int = -1) -> Place:
        """Return a `Place` (it says where a finding belongs) with this span's line and column.

        `deal` is the number of the deal, counted from 1; 0 means no deal. `seat` is the seat of the
        player concerned; -1 means no player.
        """
        return Place(self.line, self.column, deal, seat=seat)


NOWHERE: Final = Span()
_NO_LINE: Final = 1 << 30


class Source(NamedTuple):
    """A document that rules are taken from: its name in a rulebook, its title, its address."""

    name: str
    title: str
    address: str = ""

    @property
    def where(self) -> str:
        """Title of the source document, with its web address in brackets if it has one."""
        return f"{self.title} ({self.address})" if self.address else self.title


@dataclass(frozen=True, slots=True)
class Law:
    """One numbered sentence of a rulebook, its source, and how mjlog treats it.

    `standing` is ``enforced`` (by findings with the `codes`), ``not recordable``, ``definition`` or
    ``open`` (then `reading` says how mjlog reads the rule). `plain` is a shorter wording for people
    who ask what is wrong, if `text` is too long or is about options. `cited` are the documents that
    `source` names.
    """

    number: str
    text: str
    source: str
    standing: Literal["enforced", "not recordable", "open", "definition"] = "enforced"
    codes: tuple[str, ...] = ()
    reading: str = ""
    plain: str = ""
    cited: tuple[Source, ...] = ()

    @property
    def in_short(self) -> str:
        """The shorter wording of the rule (`plain`); if there is none, the full sentence."""
        return self.plain or self.text


def reason_of(problem: OSError) -> str:
    """Return why a file cannot be read or written, such as ``No such file or directory``.

    The words are those of the operating system. If the system gives no reason, return the text of
    the exception.
    """
    return problem.strerror or str(problem)


@value
class Place:
    """A place in a record.

    Deals, go-arounds (`turn`) and steps are counted from 1; 0 means none. `seat` is -1 for no
    player.
    """

    line: int = 0
    column: int = 0
    deal: int = 0
    turn: int = 0
    step: int = 0
    seat: int = -1


@value
class CellPlace(Place):
    """A place in a spreadsheet: the cell, by its name and by its row and column counted from 1.

    The row and column of the cell are `row` and `cell_column`. `line` and `column` are its place
    in a text file, where `column` counts characters; both are 0 in a workbook.
    """

    sheet: str = ""
    row: int = 0
    cell_column: int = 0
    cell: str = ""


@value
class Claim:
    """One statement of a score sheet as data: its kind, the seat that it is about, and details.

    `payee` is the seat that is paid. `item` distinguishes claims of one kind: it is the item of a
    hand, the cause of a payment, the name of a ruling or of a header, or the part of the line
    `next` that the claim is about.
    """

    kind: Kind
    seat: int = -1
    payee: int = -1
    item: str = ""


@value
class Finding:
    """One thing that is wrong, doubtful or worth knowing.

    `recorded` is what the record says and `expected` what the rules give, in short notation; each
    may be empty.

    `sentence` is the message as data, so that it can be translated. `due` is the expected value as
    a message, if it is words and not notation. `verdict` is the verdict on the claim that the rules
    contradict; None if the finding is not about a claim. `other` is the place of a second entry
    that contradicts this one: either may be wrong, so `place` then names no seat. `options` are the
    options of the rule set that the message mentions, `settings` these options with their values,
    as in ``base=4``. `correction` is the whole line with the value that the rules give; empty if
    this value is not known.
    """

    code: str
    severity: Severity
    message: str
    place: Place = field(default_factory=Place)
    clause: Law | None = None
    recorded: str = ""
    expected: str = ""
    sentence: Message | None = field(default=None, compare=False, repr=False)
    due: Message | None = field(default=None, compare=False, repr=False)
    verdict: Verdict | None = field(default=None, compare=False, repr=False)
    other: Place | None = field(default=None, compare=False, repr=False)
    options: tuple[str, ...] = field(default=(), compare=False, repr=False)
    settings: tuple[str, ...] = field(default=(), compare=False, repr=False)
    correction: str = field(default="", compare=False, repr=False)

    @property
    def claim(self) -> Claim | None:
        """The value on the score sheet (a payment, a total, …) that is wrong by the rules.

        None if the finding is not about such a value, for example if it is about the play.
        """
        if not self.verdict:
            return None
        return self.verdict.claim

    @property
    def kind(self) -> Kind | None:
        """Kind of the value on the score sheet that is wrong by the rules, such as `pay`.

        None if the finding is not about such a value, for example if it is about the play.
        """
        if not self.verdict:
            return None
        return self.verdict.claim.kind

    def __repr__(self) -> str:
        """Return a short text for the prompt: the finding's severity, code, place and message."""
        return brief("Finding", f"{self.severity} {self.code}, {self._where()}: {self.message}")

    def _where(self) -> str:
        place = self.place
        if place.line:
            return f"line {place.line}"
        return f"deal {place.deal} step {place.step}"

    def _repr_html_(self) -> str:
        """Return the finding as an HTML table for a notebook, with the rule that it cites."""
        law = self.clause
        rows = [
            ("where", self._where()),
            ("message", self.message),
            ("recorded", self.recorded),
            ("expected", self.expected),
            ("law", "" if law is None else f"{law.number} {law.text} ({law.source})"),
        ]
        return table(f"{self.severity} {self.code}", ("", ""), [row for row in rows if row[1]])

    @classmethod
    def telling(
        cls,
        code: str,
        severity: Severity,
        sentence: Message,
        place: Place | None = None,
        **more: Any,
    ) -> Finding:
        """Create a finding with the message `sentence` and with its English text.

        `sentence` can be translated later. `more` are values for further fields of `Finding`.
        Without `place`, the finding has an empty `Place`.
        """
        return cls(code, severity, sentence.english, place or Place(), **more, sentence=sentence)

    @classmethod
    def silent(
        cls, code: str, severity: Severity, sentence: Message, place: Place, **more: Any
    ) -> Finding:
        """Create a finding with the message `sentence`, but without its English text.

        `in_words` adds the English text later. This saves time, because the audit drops most
        findings before a person reads them. `more` are values for further fields of `Finding`.
        """
        return cls(code, severity, "", place, **more, sentence=sentence)

    def in_words(self) -> Finding:
        """Return the finding with its English text, which is written from `sentence`.

        Return the finding unchanged if it has an English text already, or if `sentence` is None.
        """
        if self.message or self.sentence is None:
            return self
        return replace(self, message=self.sentence.english)

    def naming_other_entries(self, entry: Message, other: Place) -> Finding:
        """Return a copy whose message says that the mistake may be in another entry of the record.

        `entry` describes the other entry, for example "A's turn 5s-3p", and `other` is its place.
        The copy names no seat.
        """
        sentence = None if self.sentence is None else or_another_entry(self.sentence, entry)
        message = or_another_entry(self.message, entry).english if self.message else ""
        place = replace(self.place, seat=-1)
        other = replace(other, deal=place.deal)
        return replace(self, message=message, sentence=sentence, place=place, other=other)

    def adding(self, words: Message, *settings: str) -> Finding:
        """Return a copy with the message `words`, in which the finding's own message is inserted.

        The message of this finding fills the field ``finding`` of `words`. `settings` are options
        of the rules that `words` mentions, such as ``base=4``; they are added to the settings of
        the copy.
        """
        sentence = None
        if self.sentence is not None:
            sentence = replace(words, values={**words.values, "finding": self.sentence})
        message = ""
        if self.message:
            message = replace(words, values={**words.values, "finding": self.message}).english
        return replace(
            self,
            message=message,
            sentence=sentence,
            options=(*self.options, *(each.partition("=")[0] for each in settings)),
            settings=(*self.settings, *settings),
        )

    @property
    def is_error(self) -> bool:
        """Whether the severity of the finding is error: the record breaks a rule."""
        return self.severity == "error"

    @property
    def is_of_win(self) -> bool:
        """Whether the finding says that a win was not legal: its code begins with ``win.``."""
        return self.code.startswith("win.")

    @property
    def area(self) -> str:
        """First word of the finding's code, which is its subject: ``pay``, ``score``, ``win`` …."""
        return self.code.partition(".")[0]


def or_another_entry(finding: Message | str, entry: Message) -> Message:
    """Return the message `finding` with the addition that the mistake may be in another entry.

    `entry` describes the other entry of the record, for example "A's turn 5s-3p".
    """
    return msg(
        "{finding}; or another entry is wrong: {entry}",
        entry=entry,
        finding=finding,
    )


Key = tuple[str, int, int, int, str]


def key_of(finding: Finding) -> Key:
    """Return a key for a finding: a tuple that is equal if two checks report the same error.

    The tuple has the finding's code, line, column, seat and recorded text. For example, it is used
    to compare the findings under two rule sets.
    """
    place = finding.place
    return finding.code, place.line, place.column, place.seat, finding.recorded


def keys_of(findings: Iterable[Finding]) -> set[Key]:
    """Return the keys of the findings as a set; `key_of` says what a key is."""
    return set(map(key_of, findings))


def codes_of(findings: Iterable[Finding]) -> set[str]:
    """Return the set of the codes of the findings, such as ``win.tile``."""
    return {finding.code for finding in findings}


def with_codes(findings: Iterable[Finding], codes: Container[str]) -> list[Finding]:
    """Return the findings whose code is in `codes`."""
    return [finding for finding in findings if finding.code in codes]


def leave_out_codes(findings: Iterable[Finding], codes: Container[str]) -> list[Finding]:
    """Return the findings whose code is not in `codes`."""
    return [finding for finding in findings if finding.code not in codes]


def select_kinds(findings: Iterable[Finding], kinds: Container[str | None]) -> list[Finding]:
    """Return the findings whose `kind` is in `kinds`.

    The kind, such as `pay`, says which sort of number on the score sheet is wrong. It is None for a
    finding about anything else, so None in `kinds` selects those findings, too.
    """
    return [finding for finding in findings if finding.kind in kinds]


def seats_of(findings: Iterable[Finding]) -> set[int]:
    """Return the set of the seats that the findings concern.

    The set contains -1 if at least one finding concerns no seat.
    """
    return {finding.place.seat for finding in findings}


def not_among(findings: Iterable[Finding], keys: Container[Key]) -> list[Finding]:
    """Return the findings whose key is not in `keys`; `key_of` says what a key is."""
    return [finding for finding in findings if key_of(finding) not in keys]


def roots_of(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings without those that only repeat another mistake, as a list.

    For example, if a payment is wrong, the total after it is wrong, too: the finding about the
    total is left out. `Verdict.follows_from` says from which numbers a number follows.
    """
    all_findings = [*findings]
    wrong = {finding.claim for finding in all_findings}
    return [
        finding
        for finding in all_findings
        if finding.verdict is None or wrong.isdisjoint(finding.verdict.follows_from)
    ]


def sort_by_line(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sort findings by the line of the record; findings without a line come last.

    Findings on one line are sorted by deal, then by column, then by step.
    """
    return tuple(sorted(findings, key=lambda finding: _position(finding.place)))


def _position(place: Place) -> tuple[int, int, int, int]:
    return place.line or _NO_LINE, place.deal, place.column, place.step


def faults(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings that are errors or warnings; leave out the notes."""
    return [finding for finding in findings if finding.severity != "note"]


def errors(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings whose severity is error."""
    return [finding for finding in findings if finding.is_error]


@value
class Verdict:
    """The audit's answer to one claim of the sheet, and why.

    `recorded` is the number that the sheet states, `due` the number that the rules give; None if
    there is no such number or it is not known. `follows_from` are claims of the sheet from which
    the recorded number follows: if one of them is wrong, this number only repeats that mistake.
    """

    answer: Answer
    claim: Claim
    place: Place
    because: Message | None = None
    recorded: int | None = None
    due: int | None = None
    follows_from: frozenset[Claim] = field(default=frozenset(), compare=False, repr=False)

    @property
    def reason(self) -> str:
        """Reason for the verdict in English; empty if there is none, as for most correct values."""
        if not self.because:
            return ""
        return self.because.english

    @property
    def lacks(self) -> int | None:
        """Number by the rules minus the number on the sheet; None if one of them is unknown."""
        if self.due is None or self.recorded is None:
            return None
        return self.due - self.recorded

    def __repr__(self) -> str:
        """Return a short text for the prompt: the answer, and the reason for it.

        If there is no reason, the text has the kind of the checked number, such as `pay`, instead.
        """
        return brief("Verdict", f"{self.answer}: {self.reason or self.claim.kind}")


_Found = TypeVar("_Found", Finding, Verdict)


def findings_of_deal(found: Iterable[_Found], number: int) -> list[_Found]:
    """Return those elements of `found` (findings or verdicts) that belong to one deal, as a list.

    `number` is the number of the deal, counted from 1; with 0, return the elements that belong to
    no deal but to the whole record.
    """
    return [each for each in found if each.place.deal == number]


def answered(verdicts: Iterable[Verdict], answers: Container[str]) -> list[Verdict]:
    """Return the verdicts whose answer is in `answers`, for example ``unverified``."""
    return [verdict for verdict in verdicts if verdict.answer in answers]


def differing(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Return the verdicts whose answer is ``differs``: the sheet is wrong by the rules."""
    return answered(verdicts, {"differs"})


def entries_of(verdicts: Iterable[Verdict]) -> set[tuple[Claim, Place]]:
    """Return the claims that the verdicts judge, as a set of tuples (claim, place)."""
    return {(verdict.claim, verdict.place) for verdict in verdicts}
