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
"""`given`: the claim agrees, given what the sheet claims of hands that nobody shows."""
Kind = Literal[
    "win", "draw", "fan", "kong", "pay", "net", "score", "tenpai", "ready", "show", "next", "rule",
    "header"
]  # fmt: skip
GRAVEST: Final[tuple[Answer, ...]] = ("differs", "unverified", "given", "agrees")
"""Of several answers the first of these is what people have to know."""


def gravest(answers: Container[Answer | None]) -> Answer | None:
    """Return the most severe of several answers; None if there is none.

    The order is ``differs``, ``unverified``, ``given``, ``agrees``.
    """
    return next((answer for answer in GRAVEST if answer in answers), None)


@value
class Span:
    """A place in a file: line and column.

    Lines and columns are counted from 1; 0 means the source has none. `names_player`: the turn that
    is written here begins with the letter of its player's seat.
    """

    line: int = 0
    column: int = 0
    names_player: bool = False

    def place(self, deal: int = 0, seat: int = -1) -> Place:
        """Return this line and column as the place of a finding.

        `deal` is the number of the deal, counted from 1; `seat` is the player concerned, -1 for
        none.
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
        """The document's title, with its address in brackets if it has one."""
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
        """The shorter wording `plain`, or the whole `text` if the rule has none."""
        return self.plain or self.text


def reason_of(problem: OSError) -> str:
    """Return the operating system's reason why a file cannot be read or written.

    Return the text of the error if the system gives no reason.
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
    """A place in a sheet: the cell, by its name and by its row and column counted from 1.

    `line` and `column` are the place in a text file, where `column` counts characters; both are 0
    in a workbook.
    """

    sheet: str = ""
    row: int = 0
    cell_column: int = 0
    cell: str = ""


@value
class Claim:
    """One statement of a sheet as data: its kind, the seat it is about, and details.

    `payee` is the seat that is paid. `item` tells claims of one kind apart: the item of a hand, the
    cause of a payment, the name of a ruling or of a header, or what `next` says of the next deal.
    """

    kind: Kind
    seat: int = -1
    payee: int = -1
    item: str = ""


@value
class Finding:
    """One thing that is wrong, doubtful or worth knowing.

    `recorded` and `expected` are short notation or empty.

    `said` is the message as data, so that it can be translated. `due` is the expected value as a
    message, if it is words and not notation. `verdict` is the verdict on the claim that differs,
    with its numbers, if a claim differs. `other` is the place of a second entry that contradicts
    this one: either may be wrong, so `place` then names no seat. `options` are the options of the
    rule set that the message mentions, `settings` the same with their values, as in ``base=4``.
    `correction` is the whole line with the value that the rules give; empty if it cannot be known.
    """

    code: str
    severity: Severity
    message: str
    place: Place = field(default_factory=Place)
    clause: Law | None = None
    recorded: str = ""
    expected: str = ""
    said: Message | None = field(default=None, compare=False, repr=False)
    due: Message | None = field(default=None, compare=False, repr=False)
    verdict: Verdict | None = field(default=None, compare=False, repr=False)
    other: Place | None = field(default=None, compare=False, repr=False)
    options: tuple[str, ...] = field(default=(), compare=False, repr=False)
    settings: tuple[str, ...] = field(default=(), compare=False, repr=False)
    correction: str = field(default="", compare=False, repr=False)

    @property
    def claim(self) -> Claim | None:
        """The recorded claim that differs from the rules; None if the finding is about no claim."""
        if not self.verdict:
            return None
        return self.verdict.claim

    @property
    def kind(self) -> Kind | None:
        """The kind of the recorded claim that differs; None if the finding is about no claim."""
        if not self.verdict:
            return None
        return self.verdict.claim.kind

    def __repr__(self) -> str:
        """Return the severity, the code, the place and the message."""
        return brief("Finding", f"{self.severity} {self.code}, {self._where()}: {self.message}")

    def _where(self) -> str:
        place = self.place
        if place.line:
            return f"line {place.line}"
        return f"deal {place.deal} step {place.step}"

    def _repr_html_(self) -> str:
        """Return the finding as an HTML table for a notebook, with the rule that it is based on."""
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
        cls, code: str, severity: Severity, said: Message, place: Place | None = None, **more: Any
    ) -> Finding:
        """Return a finding with the message `said`, in English and as data for translation.

        `more` are further fields of `Finding`; without `place`, the finding has no place.
        """
        return cls(code, severity, said.english, place or Place(), **more, said=said)

    @classmethod
    def silent(
        cls, code: str, severity: Severity, said: Message, place: Place, **more: Any
    ) -> Finding:
        """Return a finding that has its message only as data; `in_words` adds the English text.

        This saves time, because the audit drops most findings that it considers. `more` are further
        fields.
        """
        return cls(code, severity, "", place, **more, said=said)

    def in_words(self) -> Finding:
        """Return the finding with its English message, written from `said`.

        Unchanged if it has a message already, or no `said`.
        """
        if self.message or self.said is None:
            return self
        return replace(self, message=self.said.english)

    def blaming_nobody(self, entry: Message, other: Place) -> Finding:
        """Return the finding as a contradiction between two entries, without a seat.

        `entry` is the second entry in words, `other` its place, which gets the deal of this
        finding.
        """
        sentence = None if self.said is None else or_another_entry(self.said, entry)
        message = or_another_entry(self.message, entry).english if self.message else ""
        place = replace(self.place, seat=-1)
        other = replace(other, deal=place.deal)
        return replace(self, message=message, said=sentence, place=place, other=other)

    def adding(self, words: Message, *settings: str) -> Finding:
        """Return the finding with the message `words`, whose field ``finding`` is the old message.

        `settings`: the options of the rule set that the message names, with their values.
        """
        sentence = None
        if self.said is not None:
            sentence = replace(words, values={**words.values, "finding": self.said})
        message = ""
        if self.message:
            message = replace(words, values={**words.values, "finding": self.message}).english
        return replace(
            self,
            message=message,
            said=sentence,
            options=(*self.options, *(each.partition("=")[0] for each in settings)),
            settings=(*self.settings, *settings),
        )

    @property
    def is_error(self) -> bool:
        """Whether the record breaks a rule here."""
        return self.severity == "error"

    @property
    def is_of_win(self) -> bool:
        """Whether the finding's code begins with ``win.``: the hand is no legal win."""
        return self.code.startswith("win.")

    @property
    def area(self) -> str:
        """The first word of the code, which names the subject: ``pay``, ``score``, ``win`` …."""
        return self.code.partition(".")[0]


def or_another_entry(said: Message | str, entry: Message) -> Message:
    """Return the message `said` of a finding, followed by another entry that may be wrong."""
    return msg(
        "{finding}; the mistake may also lie in another entry: {entry}", entry=entry, finding=said
    )


Key = tuple[str, int, int, int, str]


def key_of(finding: Finding) -> Key:
    """Return a key that is equal for the same error under other rules or readings.

    It has the code, the line, the column, the seat and the recorded text.
    """
    place = finding.place
    return finding.code, place.line, place.column, place.seat, finding.recorded


def keys_of(findings: Iterable[Finding]) -> set[Key]:
    """Return the set of these findings' keys (`key_of`)."""
    return set(map(key_of, findings))


def codes_of(findings: Iterable[Finding]) -> set[str]:
    """Return the codes of these findings."""
    return {finding.code for finding in findings}


def with_codes(findings: Iterable[Finding], codes: Container[str]) -> list[Finding]:
    """Return the findings that have one of these codes."""
    return [finding for finding in findings if finding.code in codes]


def leave_out_codes(findings: Iterable[Finding], codes: Container[str]) -> list[Finding]:
    """Return the findings that have none of these codes."""
    return [finding for finding in findings if finding.code not in codes]


def select_kinds(findings: Iterable[Finding], kinds: Container[str | None]) -> list[Finding]:
    """Return the findings about claims of these kinds; None selects those about no claim."""
    return [finding for finding in findings if finding.kind in kinds]


def seats_of(findings: Iterable[Finding]) -> set[int]:
    """Return the seats that these findings concern; -1 among them if a finding concerns none."""
    return {finding.place.seat for finding in findings}


def not_among(findings: Iterable[Finding], keys: Container[Key]) -> list[Finding]:
    """Return the findings whose key (`key_of`) is not in `keys`."""
    return [finding for finding in findings if key_of(finding) not in keys]


def roots_of(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings except those about claims that only repeat a wrong claim of them.

    A claim is wrong if one of these findings is about it.
    """
    all_findings = [*findings]
    wrong = {finding.claim for finding in all_findings}
    return [
        finding
        for finding in all_findings
        if finding.verdict is None or wrong.isdisjoint(finding.verdict.follows_from)
    ]


def sort_by_line(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings in the order of their lines; those without a line come last.

    Findings on one line are in the order of deals, then columns, then steps.
    """
    return tuple(sorted(findings, key=lambda finding: _position(finding.place)))


def _position(place: Place) -> tuple[int, int, int, int]:
    return place.line or _NO_LINE, place.deal, place.column, place.step


def faults(findings: Iterable[Finding]) -> list[Finding]:
    """Return the errors and warnings among the findings, without the notes."""
    return [finding for finding in findings if finding.severity != "note"]


def errors(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings of severity error."""
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
        """The reason in English; empty if the verdict gives none, as for most claims that agree."""
        if not self.because:
            return ""
        return self.because.english

    @property
    def lacks(self) -> int | None:
        """The number by the rules minus the recorded number; None if either is not known."""
        if self.due is None or self.recorded is None:
            return None
        return self.due - self.recorded

    def __repr__(self) -> str:
        """Return the answer and the reason; the kind of the claim if there is no reason."""
        return brief("Verdict", f"{self.answer}: {self.reason or self.claim.kind}")


_Found = TypeVar("_Found", Finding, Verdict)


def findings_of_deal(found: Iterable[_Found], number: int) -> list[_Found]:
    """Return the findings or verdicts of one deal; number 0 is the record as a whole."""
    return [each for each in found if each.place.deal == number]


def answered(verdicts: Iterable[Verdict], answers: Container[str]) -> list[Verdict]:
    """Return the verdicts that have one of these answers."""
    return [verdict for verdict in verdicts if verdict.answer in answers]


def differing(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Return the verdicts of claims that differ."""
    return answered(verdicts, {"differs"})


def entries_of(verdicts: Iterable[Verdict]) -> set[tuple[Claim, Place]]:
    """Return the set of claims that have a verdict, each with its place."""
    return {(verdict.claim, verdict.place) for verdict in verdicts}
