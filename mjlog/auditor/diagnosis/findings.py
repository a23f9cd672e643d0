"""The findings of an explained deal: one for each slip, at the entry to blame.

If several explanations have equally few slips, the finding names all entries and blames none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mjlog.auditor.claims import check_claims
from mjlog.auditor.deal_check import AREAS, MONEY, DealCheck, claim_name
from mjlog.auditor.diagnosis.number_slips import LOOKS, slips_of_cells
from mjlog.auditor.diagnosis.sheet_search import Candidate
from mjlog.auditor.diagnosis.sheet_suspects import BY_KIND
from mjlog.model.findings import Finding, Verdict, errors, leave_out_codes, with_codes
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import Message, Who, join_choices, msg, to_message
from mjlog.model.record import seat_name
from mjlog.model.slips import Slip

NOBODY_NAMED: Final = msg("nobody")
_FROM: Final = "from "


def report_explanation(first: DealCheck, candidates: Sequence[Candidate]) -> DealCheck:
    """Return the deal of the best explanation, with one finding for each entry that it calls wrong.

    `candidates` are the explanations with the fewest wrong entries, the best first; `first` is the
    deal as written. If several are equally good and none is preferred, return `first` with one
    error that names all entries that may be wrong. The findings and verdicts of the returned deal
    are changed in place.
    """
    best = candidates[0]
    # Each of these candidates explains everything by one entry that is no amount.
    facts = [candidate for candidate in candidates if candidate.size == len(candidate.facts) == 1]
    if len(candidates) > 1 and best.ruled is None and (len(facts) > 1 or not best.slips):
        return _tell_tie(first, candidates)
    # If the price is wrong, the right amounts are those by the rules, whatever follows from the
    # price.
    sheet, cells = best.ruled or best.sheet, best.cells
    if sheet is not first and not sheet.verdicts:
        check_claims(sheet)
    findings: list[Finding] = []
    if best.ruled is not None:
        slip = best.facts[-1]
        wrong = with_codes(sheet.findings, MONEY)
        # Report the wrong price at the first amount that has it, with what this amount looks like.
        own = [finding for finding in wrong if finding.claim == slip.claim]
        alone = [each for each in slips_of_cells(sheet) if each.claim == slip.claim]
        looks = next((each for each in alone if each.kind in LOOKS), slip)
        findings.append(_with_looks((own or wrong)[0], looks))
    for slip in cells:
        finding = next((each for each in sheet.findings if each.claim == slip.claim), None)
        if finding is not None:
            findings.append(_with_looks(finding, slip))
    findings += _fact_findings(sheet, [slip for slip in best.facts if slip.kind != "price"])
    if len(candidates) > 1:
        findings = [_naming_other_entries(findings[0], best, candidates[1:]), *findings[1:]]
    kept = leave_out_codes(sheet.findings, MONEY)
    sheet.findings[:] = [*kept, *findings]
    return sheet


def _tell_tie(first: DealCheck, candidates: Sequence[Candidate]) -> DealCheck:
    """Replace the errors about amounts by one error that names every entry that may be wrong.

    `candidates` are the equally good explanations. The findings of `first`, the deal as written,
    are changed, and `first` is returned.
    """
    amounts = with_codes(first.findings, MONEY)
    amounts.sort(key=lambda finding: AREAS.index(finding.area))
    wrong = [*amounts, *leave_out_codes(errors(first.findings), MONEY)]
    if not wrong:
        return report_explanation(first, candidates[:1])
    slips = [
        slip for candidate in candidates for slip in candidate.slips[:1] if slip.kind != "amount"
    ]
    entries = to_message(join_choices([_entry(slip) for slip in slips]))
    kept = [
        finding for finding in leave_out_codes(first.findings, MONEY) if finding is not wrong[0]
    ]
    first.findings[:] = [*kept, wrong[0].naming_other_entries(entries, slips[0].place)]
    return first


def _naming_other_entries(
    finding: Finding, best: Candidate, others: Sequence[Candidate]
) -> Finding:
    """Return a copy of a finding that also names the entries which may be wrong instead.

    `best` is the explanation on which the finding is based, `others` are equally good explanations.
    """
    blamed = {(slip.claim, slip.place) for slip in best.slips}
    rivals = [
        next((s for s in other.slips if (s.claim, s.place) not in blamed), other.slips[0])
        for other in others
    ]
    entries = to_message(join_choices([*map(_entry, rivals)]))
    return finding.naming_other_entries(entries, rivals[0].place)


def _entry(slip: Slip) -> Message:
    """Return a message with the name of a wrong entry and what it should be.

    For example, "who deals, which would read B".
    """
    words = "{entry}, which would read {expected}"
    return msg(words, entry=_named(slip), expected=_content_of_entry(slip, slip.expected))


def _content_of_entry(slip: Slip, text: str) -> Message | str:
    """Return the recorded or right content of a wrong entry, `text`, in the form for a message.

    `slip` is the wrong entry. Seat letters are wrapped in an object (`Who`), so that web pages can
    show names instead. An empty text becomes `nobody`.
    """
    if not text:
        return NOBODY_NAMED
    if text.startswith(_FROM):
        return msg("from {seat}", seat=Who(text.removeprefix(_FROM)))
    suspect = BY_KIND.get(slip.kind)
    return Who(text) if suspect is not None and suspect.names_people else text


# --------------------------------------------------------------------------- amounts


def _with_looks(finding: Finding, slip: Slip) -> Finding:
    looks = LOOKS.get(slip.kind)
    if looks is None:
        return finding
    if slip.kind in {"payer", "payee"}:
        words = "{finding}; {looks}: {expected} would fit"
        return finding.adding(msg(words, looks=looks, expected=Who(slip.expected)))
    return finding.adding(msg("{finding}; {looks}", looks=looks))


# --------------------------------------------------------------------------- facts


def _fact_findings(sheet: DealCheck, slips: Sequence[Slip]) -> Iterator[Finding]:
    """Yield a finding for each wrong entry in `slips`, and add the verdict "differs" to `sheet`.

    Earlier verdicts about the same value are removed. If the value of a hand is wrong, the verdicts
    about its items are removed, too.
    """
    for slip in slips:
        suspect, about = BY_KIND[slip.kind], slip.claim
        words = replace(
            suspect.says,
            values={
                "entry": _named(slip),
                "recorded": _content_of_entry(slip, slip.recorded),
                "expected": _content_of_entry(slip, slip.expected),
            },
        )
        verdict = Verdict("differs", about, slip.place, words)
        hand = (about.kind, about.seat) if slip.kind in {"step", "kong"} else None
        others = [
            other
            for other in sheet.verdicts
            if other.claim != about and (other.claim.kind, other.claim.seat) != hand
        ]
        sheet.verdicts[:] = [*others, verdict]
        yield Finding.silent(
            suspect.code,
            "error",
            words,
            slip.place,
            clause=sheet.rules.law(suspect.code),
            recorded=slip.recorded,
            expected=slip.expected,
            verdict=verdict,
        )


def _named(slip: Slip) -> Message:
    """Return the name of a wrong entry for a message, such as "who deals".

    The name of an amount is short notation, such as `pay A>B`. A payment from the table is named
    "the number of points on the table" instead.
    """
    suspect, claim = BY_KIND.get(slip.kind), slip.claim
    if claim.kind == "pay" and claim.seat < 0:
        return BY_KIND["sticks"].called
    if suspect is None or claim.kind in {"pay", "net", "score"}:
        return msg("`{claim}`", claim=claim_name(claim))
    if not suspect.called.values:
        return suspect.called
    return replace(suspect.called, values={"seat": seat_name(claim.seat)})
