"""The claims of a record that could not be checked, in words, grouped by reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from mjlog.auditor.payment_words import cause_named, party
from mjlog.model.findings import Claim, Verdict
from mjlog.model.frozen import FrozenMap
from mjlog.model.messages import ItemName, Message, Who
from mjlog.model.record import Deal, seat_name
from webviewer.i18n import Cited, cited

OF_SEATS: Final[Mapping[str, Message]] = FrozenMap(
    {
        "show": Message("hand shown by {seat}"),
        "win": Message("win of {seat}"),
        "kong": Message("kongs of {seat}"),
        "net": Message("change of points of {seat}"),
        "score": Message("points of {seat}"),
        "tenpai": Message("whether {seat} is ready"),
        "ready": Message("when {seat} declared ready"),
    }
)
"""Names of claims about players; one name may be about several players."""
NEXT: Final[Mapping[str, Message]] = FrozenMap(
    {
        "end": Message("end of the game"),
        "dealer": Message("next dealer"),
        "counters": Message("counters of the next deal"),
    }
)
OF_ONE: Final[Mapping[tuple[str, str], Message]] = FrozenMap(
    {
        ("fan", "total"): Message("value of the hand of {seat}"),
        ("pay", ""): Message("payment from {payer} to {payee}"),
    }
)
OF_ITEMS: Final[Mapping[str, Message]] = FrozenMap(
    {
        "draw": Message("how the deal ended"),
        "fan": Message("{item} of {seat}"),
        "header": Message("the line {name} at the head"),
        "pay": Message("payment from {payer} to {payee} for {cause}"),
        "rule": Message("ruling on {seat}: {cause}"),
    }
)
"""Names of claims by kind, for kinds not in `OF_SEATS`; names in `OF_ONE` have priority."""


@dataclass(frozen=True, slots=True)
class Unchecked:
    """Claims that could not be checked for one and the same reason.

    `deals` are the labels of their deals, `claims` the names of the claims, such as "points of B".
    """

    deals: tuple[str, ...]
    reason: Cited
    claims: tuple[Message, ...]


def unchecked(verdicts: Iterable[Verdict], deals: Iterable[Deal]) -> tuple[Unchecked, ...]:
    """Return the claims of a record that the audit could not check, grouped by the reason.

    Each group has one reason, the names of its claims, and the labels of their deals. Reasons that
    differ only in the player count as the same reason.
    """
    groups: dict[object, list[Verdict]] = {}
    for verdict in verdicts:
        if verdict.answer == "unverified":
            groups.setdefault(_reason(verdict), []).append(verdict)
    labels = ["", *(deal.label for deal in deals)]
    return tuple(_join_verdicts(group, labels) for group in groups.values())


def _reason(verdict: Verdict) -> object:
    """Return a key that is equal for two verdicts if their reasons differ at most in the player."""
    if verdict.because is None:
        return verdict.reason
    values = {name: str(it) for name, it in verdict.because.values.items() if name != "seat"}
    return verdict.because.message, tuple(values.items()), "seat" in verdict.because.values


def _join_verdicts(verdicts: list[Verdict], labels: list[str]) -> Unchecked:
    """Combine verdicts that have the same reason into one entry of the page.

    The entry has the reason, the labels of the deals and the names of the unchecked claims.
    `labels` has the label of each deal at index 1 and above. If the reason is about one player, it
    is changed to name all players concerned.
    """
    deals = dict.fromkeys(labels[verdict.place.deal] for verdict in verdicts)
    reason = cited(verdicts[0])
    if reason.sentence is not None and isinstance(reason.sentence.values.get("seat"), Who):
        seats = {str(verdict.because.values["seat"]) for verdict in verdicts if verdict.because}
        values = {**reason.sentence.values, "seat": _players(seats)}
        reason = replace(reason, sentence=replace(reason.sentence, values=values))
    by_kind: dict[tuple[str, str], list[Claim]] = {}
    for verdict in verdicts:
        by_kind.setdefault((verdict.claim.kind, verdict.claim.item), []).append(verdict.claim)
    named = (words for claims in by_kind.values() for words in _named(claims))
    return Unchecked(tuple(label for label in deals if label), reason, tuple(dict.fromkeys(named)))


def _players(letters: Iterable[str]) -> Who:
    return Who(" ".join(sorted(letters)))


def _named(claims: list[Claim]) -> Iterable[Message]:
    """Yield the names of claims in words; all claims must be of the same kind.

    For a kind that concerns players, yield one name for all claims, such as "win of A and B". For
    any other kind, yield a name for each claim.
    """
    kind = claims[0].kind
    if kind in OF_SEATS:
        seats = {str(seat_name(claim.seat)) for claim in claims if claim.seat >= 0}
        yield Message(OF_SEATS[kind].message, {"seat": _players(seats)})
        return
    for claim in claims:
        yield claim_named(claim)


def claim_named(claim: Claim) -> Message:
    """Return the name of a claim in words, to be translated later.

    An example is "value of the hand of B".
    """
    values = {
        "seat": seat_name(claim.seat),
        "payer": party(claim.seat),
        "payee": party(claim.payee),
        "item": ItemName(claim.item),
        "cause": cause_named(claim.item),
        "name": claim.item,
    }
    if claim.kind == "next":
        return NEXT.get(claim.item, Message("the next deal"))
    words = OF_ONE.get((claim.kind, claim.item)) or OF_ITEMS[claim.kind]
    return Message(words.message, values)
