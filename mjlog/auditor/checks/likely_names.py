"""Warnings about names of rulings and draws that are likely misspelt."""

from __future__ import annotations

from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.model.near_words import invert_names, likeness, near_words
from mjlog.model.record import Deal, NoWin, Ruling
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import FALSE_WIN

_ALIKE = 0.8
"""Part of the letters that two names share where one is likely meant for the other."""


def check_names(deal: Deal, number: int, rules: RuleSet) -> list[Finding]:
    """Return a finding for each ruling and draw whose name is likely misspelt."""
    return [*_check_rulings(deal, number, rules), *_check_draws(deal, number, rules)]


def _check_rulings(deal: Deal, number: int, rules: RuleSet) -> list[Finding]:
    """Return a warning for each ruling whose unknown name is similar to a known one.

    A referee may decide anything, so all other names are accepted.
    """
    examples = [words.split() for words in rules.names.record_words]
    names_known = {words[2] for words in examples if words[0] == "rule" and len(words) > 2}
    names_known |= {*rules.penalties.ruled, *FALSE_WIN}
    findings: list[Finding] = []
    for line, ruling in deal.with_lines(Ruling):
        if ruling.name in names_known:
            continue
        # A blank may have come into a name: `false win`.
        names = [ruling.name, *[f"{ruling.name}-{word}" for word, _ in ruling.attributes[:1]]]
        for name in sorted(names_known):
            if max(likeness(written, name) for written in names) >= _ALIKE:
                words = msg(
                    "{rules} has no price for the ruling {name}; did you mean {likely}?",
                    rules=rules.name,
                    name=ruling.name,
                    likely=f"`{name}`",
                )
                place = line.span.place(number, ruling.seat)
                findings.append(
                    Finding.telling(
                        "rule.unknown",
                        "warning",
                        words,
                        place,
                        recorded=ruling.name,
                        expected=name,
                    )
                )
                break
    return findings


def _check_draws(deal: Deal, number: int, rules: RuleSet) -> list[Finding]:
    """Return a warning for each draw whose unknown name likely means a known one."""
    examples = [words.split() for words in rules.names.record_words]
    hows = {words[2]: words[1] for words in examples if words[0] == "draw" and len(words) > 2}
    by_other_names = invert_names(rules.names.draws_said)
    findings: list[Finding] = []
    for line, draw in deal.with_lines(NoWin):
        if not draw.name or draw.name in hows:
            continue
        name = by_other_names.get(draw.name) or next(iter(near_words(draw.name, hows, 1)), "")
        if name:
            likely = f"draw {hows[name]} {name}"
            words = msg(
                "mjlog knows no draw that is called {name}; {advice}",
                name=draw.name,
                advice=msg("did you mean {likely}?", likely=f"`{likely}`"),
            )
            place = line.span.place(number, draw.by)
            findings.append(
                Finding.telling(
                    "syntax.line", "warning", words, place, recorded=draw.name, expected=name
                )
            )
    return findings
