"""Names of rulings that look like one that the rules price."""

from __future__ import annotations

from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.model.near_words import likeness
from mjlog.model.record import Deal, Ruling
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import FALSE_WIN

_ALIKE = 0.8
"""Part of the letters that two names share where one is likely meant for the other."""


def check_ruling_names(deal: Deal, number: int, rules: RuleSet) -> list[Finding]:
    """Warn of rulings whose names are similar to known ones.

    A referee may decide anything, so other names are right.
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
