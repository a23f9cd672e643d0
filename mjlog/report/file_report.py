"""The report on one audited record, without the game, so that processes can exchange it fast."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from mjlog.auditor.checks.items import MISSING
from mjlog.auditor.deal_check import claim_name
from mjlog.auditor.unchecked import Lack, count_missing_facts
from mjlog.model.findings import Answer, CellPlace, Claim, Finding, Law, Place, Verdict
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.lazy_pattern import lazy_pattern
from mjlog.model.record import NOBODY, seat_name
from mjlog.model.slips import Effect, ExplainedDeal, Slip

if TYPE_CHECKING:
    from mjlog.results.event_standings import PlayerStanding

State = Literal["read", "failed", "unreadable", "passed over", "event"]
_HALF: Final = lazy_pattern("[\ud800-\udfff]")
ANSWERS: Final[tuple[Answer, ...]] = ("agrees", "given", "differs", "unverified")
IN_ORDER: Final[frozenset[Answer]] = frozenset({"agrees", "given"})
"""Answers to claims that need no attention."""


@dataclass(frozen=True, slots=True)
class FileReport:
    """The report on one audited record, or on a file that is no record or cannot be read.

    `state` is ``failed`` if mjlog itself failed; findings before the failure are kept. `verdicts`
    are the audit's answers to claims (recorded numbers and facts) that do not agree; `in_order`
    counts the claims that agree. `excerpt` has the source lines of findings, by line number. For a
    score sheet, `title` names the game in its file, `understood` says how the sheet was read, and
    `players` are the names by seat. A report in state ``event`` has the `standings` of the event,
    computed from all records reported before, instead of a record.
    """

    path: str
    rules: str = ""
    deals: int = 0
    turns: int = 0
    findings: tuple[Finding, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    doubts: Mapping[str, int] = field(default_factory=dict)
    excerpt: Mapping[int, str] = field(default_factory=dict)
    state: State = "read"
    title: str = ""
    understood: tuple[str, ...] = ()
    explanations: tuple[ExplainedDeal, ...] = ()
    standings: tuple[PlayerStanding, ...] = ()
    players: tuple[str, ...] = ()
    in_order: Mapping[Answer, int] = field(default_factory=dict)

    def count(self, answer: Answer) -> int:
        """Count the recorded numbers and facts that the audit has answered with `answer`.

        For example, `agrees` counts those that agree with the rules.
        """
        counted = sum(verdict.answer == answer for verdict in self.verdicts)
        return counted + self.in_order.get(answer, 0)

    @property
    def lacks(self) -> Mapping[Lack, int]:
        """How many recorded numbers and facts were not checked, by kind of missing information."""
        return count_missing_facts(self.verdicts)

    def keeping(self, wanted: Callable[[Finding], bool]) -> FileReport:
        """Return a copy of the report with only the findings for which `wanted` returns True."""
        return replace(self, findings=tuple(f for f in self.findings if wanted(f)))


def selection(only: Iterable[str], allow: Iterable[str]) -> Callable[[Finding], bool]:
    """Return a function that says whether to report a finding.

    It applies the command-line options ``--only`` and ``--allow``. `only` are the codes to report
    (all if empty), `allow` the codes to leave out. An area such as ``syntax`` stands for all codes
    that begin with ``syntax.``.
    """
    wanted, allowed = tuple(only), tuple(allow)

    def keep(finding: Finding) -> bool:
        return (not wanted or _named(finding.code, wanted)) and not _named(finding.code, allowed)

    return keep


def _named(code: str, names: tuple[str, ...]) -> bool:
    return any(code == name or code.startswith(f"{name}.") for name in names)


def record_object(
    record: FileReport, *, claims: bool = False, suggest: bool = False
) -> dict[str, Any]:
    """Return a report as JSON data, as `schemas/findings.schema.json` describes it.

    With `claims`, add the recorded numbers and facts that are wrong or could not be checked. With
    `suggest`, add corrected lines to findings.
    """
    listed_claims = (
        [_claim(verdict) for verdict in record.verdicts if verdict.answer not in IN_ORDER]
        if claims
        else []
    )
    return {
        "path": well_formed(record.path),
        "rules": record.rules or None,
        "deals": record.deals,
        "turns": record.turns,
        "findings": [finding_object(finding, suggest=suggest) for finding in record.findings],
        **_counted(record),
        "unchecked": dict(record.lacks),
        "doubts": dict(record.doubts),
        "explanations": [_explained(each) for each in record.explanations],
        **_sheet_members(record),
        **_event_members(record),
    } | ({"claims": listed_claims} if claims else {})


def _counted(record: FileReport) -> dict[str, Any]:
    """Return the JSON member ``verdicts``: the number of claims with each answer of the audit.

    The result is a dict with this member, or an empty dict for a file that was not read.
    """
    if record.state == "unreadable":
        return {}
    return {"verdicts": {answer: record.count(answer) for answer in ANSWERS}}


def _sheet_members(record: FileReport) -> dict[str, Any]:
    """Return the JSON members that only the report on a score sheet has.

    They are the name of the game in its file, and sentences about how the sheet was read. For any
    other record the result is an empty dictionary.
    """
    named = {"game": well_formed(record.title)} if record.title else {}
    return named | ({"understood": list(record.understood)} if record.understood else {})


def _event_members(record: FileReport) -> dict[str, Any]:
    """Return the JSON member ``event``, which only the report on a whole event has.

    It contains the standings of the event. For the report on a record, the result is an empty
    dictionary.
    """
    if record.state != "event":
        return {}
    return {"event": {"standings": [_player_as_json(player) for player in record.standings]}}


def _player_as_json(player: PlayerStanding) -> dict[str, Any]:
    return {
        "name": well_formed(player.name),
        "games": player.games,
        "recorded": player.recorded,
        "due": player.due,
    }


def _explained(explained: ExplainedDeal) -> dict[str, Any]:
    """Return the explanations with the fewest slips for the errors of a deal, as JSON data.

    A slip is a wrong cell of the sheet. Each explanation has its slips, the points of the seats
    after the deal if these cells are corrected, and the effect on the result of the game.
    """
    explanations = [
        {
            "slips": [_slip(slip) for slip in each.slips],
            "totals": list(each.totals),
            "effect": None if each.effect is None else _effect(each.effect),
        }
        for each in explained.explanations
    ]
    return {"deal": explained.deal, "certain": explained.is_certain, "explanations": explanations}


def _effect(effect: Effect) -> dict[str, Any]:
    """Return as JSON data how a correction changes the result of a game.

    The members are points, ranks and final points, once as written and once after the correction.
    """
    return {
        "points": list(effect.points),
        "put_right": list(effect.put_right),
        "ranks": list(effect.ranks),
        "ranks_put_right": list(effect.ranks_put_right),
        "final_points": list(effect.final_points) or None,
        "final_points_put_right": list(effect.final_points_put_right) or None,
        "moved": [seat_name(seat) for seat in effect.moved],
    }


def _slip(slip: Slip) -> dict[str, Any]:
    return {
        "kind": slip.kind,
        "about": claim_object(slip.claim),
        "where": place_as_json(slip.place),
        "recorded": slip.recorded or None,
        "expected": slip.expected or None,
    }


def finding_object(finding: Finding, *, suggest: bool = False) -> dict[str, Any]:
    """Return a finding as JSON data; `suggest` adds the corrected line, if one is known."""
    verdict = finding.verdict
    corrected = {"correction": finding.correction or None} if suggest else {}
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": well_formed(finding.message),
        "clause": _clause(finding.clause),
        "where": place_as_json(finding.place),
        "recorded": finding.recorded or None,
        "expected": finding.expected or None,
        "other": None if finding.other is None else place_as_json(finding.other),
        "about": None if verdict is None else claim_object(verdict.claim),
        "recorded_number": None if verdict is None else verdict.recorded,
        "due_number": None if verdict is None else verdict.due,
        "settings": list(finding.settings),
        **corrected,
    }


def well_formed(text: str) -> str:
    """Replace lone surrogates in a text, so that it can be written as UTF-8.

    Python uses lone surrogates for bytes that it could not decode.
    """
    return _HALF.sub("\N{REPLACEMENT CHARACTER}", text)


def _claim(verdict: Verdict) -> dict[str, Any]:
    return {
        "answer": verdict.answer,
        "claim": claim_name(verdict.claim),
        "reason": verdict.reason,
        "where": place_as_json(verdict.place),
        "about": claim_object(verdict.claim),
        "recorded_number": verdict.recorded,
        "due_number": verdict.due,
    }


def claim_object(claim: Claim) -> dict[str, Any]:
    """Return a claim (a number or fact that a record states) as JSON data.

    The members are kind, seat, payee and item; a member is None if the claim has no such part.
    """
    return {
        "kind": claim.kind,
        "seat": None if claim.seat == NOBODY else seat_name(claim.seat),
        "payee": None if claim.payee == NOBODY else seat_name(claim.payee),
        "item": None if claim.item in {"", MISSING} else claim.item,
    }


def _clause(law: Law | None) -> dict[str, Any] | None:
    if law is None:
        return None
    documents = [document._asdict() for document in law.cited]
    cited = {"documents": documents} if documents else {}
    return {"number": law.number, "text": law.text, "source": law.source, **cited}


def place_as_json(place: Place) -> dict[str, Any]:
    """Return the place of a finding as JSON data; in a score sheet, with the cell."""
    numbers = place_numbers(place)
    step = numbers.pop("step")
    seat = None if place.seat < 0 else seat_name(place.seat)
    stands: dict[str, Any] = {**numbers, "seat": seat, "step": step}
    if not isinstance(place, CellPlace):
        return stands
    in_sheet = {"sheet": well_formed(place.sheet) or None, "row": place.row, "cell": place.cell}
    return stands | {"column": place.cell_column} | in_sheet


def place_numbers(place: Place) -> dict[str, int | None]:
    """Return the line, column, deal, turn and step of a place, as a dict by these names.

    A number that the place does not have is None.
    """
    numbers = {
        "line": place.line,
        "column": place.column,
        "deal": place.deal,
        "turn": place.turn,
        "step": place.step,
    }
    return {name: number or None for name, number in numbers.items()}
