"""A page on which a club tries its own rules: it uploads their file, and sees a hand's score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from flask import Flask, abort, request

from mjlog.model.findings import Finding, faults
from mjlog.model.messages import Message, Sentence
from mjlog.model.settlement import Score, Settlement
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import RulesError
from mjlog.results import score_hand
from mjlog.rules import load
from mjlog.rules.kit import club
from webviewer.i18n import gettext, item_named, translate
from webviewer.pages.upload_pages import brought_files, is_from_here
from webviewer.responses import page

EXAMPLE: Final = """\
title = "Friday club"
like = "hongkong"

[options]
minimum = 1

[[pattern]]
item = "all-fives"
points = 5
when = "each_has(5) shape=sets"
sentence = "All fives: a five in each set and in the pair."
"""
HAND: Final = {"tiles": "345m345s456p55p456m", "round": "E", "winner": "A", "source": "B"}
"""The form's fields with the hand that the page shows first."""
_LONGEST: Final = 200
_NAME: Final = "club.toml"
_TWICE: Final = Message(
    "A winner cannot win on their own discard. For a self-draw, choose no other player."
).message


class _Payment(NamedTuple):
    """A payment on the page: seats of payer and payee, points, and how the points are computed."""

    payer: str
    payee: str
    points: int
    words: Sentence


@dataclass(frozen=True, slots=True)
class Trial:
    """The result for a hand under uploaded rules.

    It has scores and payments, or else findings and an error message.
    """

    rules: RuleSet
    header: str
    scores: tuple[Score, ...] = ()
    payments: tuple[_Payment, ...] = ()
    findings: tuple[Finding, ...] = ()
    problem: str = ""


def routes(app: Flask) -> None:
    """Add the page `/club-rules`, on which a club tries its own rules."""

    @app.route("/club-rules", methods=["GET", "POST"])
    def club_rules() -> str | tuple[str, int]:
        if request.method == "GET":
            return page("club_rules.html", text=EXAMPLE, hand=HAND, trial=None, problems=[])
        if not is_from_here():
            abort(403, "Rules can be tried only from the pages of this site.")
        return _tried()


def _tried() -> str | tuple[str, int]:
    """Score a hand by rules that a club has uploaded, and return the page with the score.

    The hand was typed into the form. If the rules have mistakes, return the page that lists the
    mistakes, with status 422.
    """
    files = brought_files()
    hand = {name: request.form.get(name, "")[:_LONGEST].strip() for name in HAND}
    name, data = files[0] if files else (_NAME, b"")
    text = data.decode("utf-8", "replace")
    shown = {"text": text, "hand": hand, "item_named": item_named}
    try:
        header = club.add_file(_NAME if name == "text" else name, data, brought=True)
        rules = load(header)
    except RulesError as problem:
        problems = [translate(words) for words in problem.problems]
        return page("club_rules.html", trial=None, problems=problems, **shown), 422
    trial = _trial(rules, header, hand)
    problems = [trial.problem] if trial.problem else []
    return page("club_rules.html", trial=trial, problems=problems, **shown)


def _trial(rules: RuleSet, header: str, hand: Mapping[str, str]) -> Trial:
    """Score the hand that was typed into the form by the uploaded rules.

    `hand` has the fields of the form. The result has the scores, the payments and the findings, or
    else an error message. If no tiles were typed, it has only the rules. `header` is the `Rules`
    header that selects these rules.
    """
    *melds, tiles = hand["tiles"].split() or [""]
    if not tiles:
        return Trial(rules, header)
    if hand["source"] == hand["winner"]:
        return Trial(rules, header, problem=gettext(_TWICE))
    report = score_hand.report(
        score_hand.WinningHand(
            header,
            tiles,
            winner=_letter(hand["winner"], "ABCD", "A"),
            source=_letter(hand["source"], "ABCD", "") or None,
            melds=melds,
            round=_letter(hand["round"], "ESWN", "") or None,
        )
    )
    findings = tuple(faults(report.findings))
    settled = score_hand.settlement(report)
    if not isinstance(settled, Settlement):
        problem = "" if findings else translate(settled)
        return Trial(rules, header, findings=findings, problem=problem)
    return Trial(rules, header, settled.scores, tuple(_payments(settled)), findings)


def _payments(settled: Settlement) -> list[_Payment]:
    return [
        _Payment("ABCD"[paid.payer], "ABCD"[paid.payee], paid.points, paid.formula.words)
        for paid in settled.payments
        if paid.formula is not None
    ]


def _letter(word: str, letters: str, otherwise: str) -> str:
    """Return `word` if it is a single letter of `letters`, else the default `otherwise`.

    This function is used to check fields of the form.
    """
    return word if len(word) == 1 and word in letters else otherwise
