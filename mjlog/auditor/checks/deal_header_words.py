"""Checks of the words of a deal's `@` line, such as counters and sticks: whole numbers."""

from __future__ import annotations

from typing import Final

from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.model.near_words import near_words
from mjlog.model.record import Deal, whole_number
from mjlog.notation.lines.deal_words import slips_of_words
from mjlog.referee.rule_set import RuleSet

RULES_KNOWN_HEADER: Final = "Rules-Told"
"""Header that says whether the original file names the rules of the game.

With the value ``no``, the reader only considers ``Rules:`` likely. With the value ``play``, the
file says how the players played, but not which points a place brings.
"""
_GENERAL: Final = frozenset(
    {"at", "by", "chain", "dealer", "dice", "house", "scores", "seats", "view"}
)
"""Words of a deal's header that have the same meaning under all rules."""
_SHOWN: Final = 40


def check_words(deal: Deal, number: int, rules: RuleSet) -> list[Finding]:
    """Return findings about words of a deal's header, such as `honba=1`, that cannot be right.

    Reported are misspelt words, counters that are not whole numbers, and points on the table that
    are written as points (`sticks=1000`) instead of a number of sticks. `number` is the number of
    the deal.
    """
    place = deal.span.place(number)
    findings: list[Finding] = []
    counting = counting_words(rules)
    slips = slips_of_words(deal.attributes)
    misread = {word.partition("=")[0] for slip in slips for word in slip.written.split()}
    pot = rules.pot
    for name in counting:
        value = deal.attribute(name)
        if value is None or name in misread:
            continue
        counted, word = whole_number(value), f"{name}={value[:_SHOWN]}"
        if counted is None:
            words = msg(
                "{word} cannot be read: write a whole number from 0 on, as in {example}",
                word=word,
                example=f"{name}=1",
            )
            findings.append(
                Finding.telling("syntax.header", "error", words, place, recorded=value[:_SHOWN])
            )
        elif name == pot.word and counted and pot.unit > 1 and counted % pot.unit == 0:
            # The header gives the points on the table, although the word is for a number of sticks.
            likely = f"{name}={counted // pot.unit}"
            words = msg(
                "{word} counts sticks, not points; did you mean {likely}?",
                word=word,
                likely=f"`{likely}`",
            )
            findings.append(
                Finding.telling(
                    "syntax.header", "warning", words, place, recorded=word, expected=likely
                )
            )
    counted_words = {
        *counting,
        *[word.removeprefix("@ ").partition("=")[0] for word in rules.names.record_words],
    }
    known_words = counted_words | _GENERAL | {slip.name for slip in slips}
    for name, value in deal.attributes:
        if name in known_words or not value:
            continue
        near = near_words(name.lower(), sorted(counted_words | _GENERAL), 1)
        if near and deal.attribute(near[0]) is None:
            word = f"{name}={value}"[:_SHOWN]
            likely = f"{near[0]}={value}"[:_SHOWN]
            advice = msg("did you mean {likely}?", likely=f"`{likely}`")
            words = msg("{word} means nothing here; {advice}", word=word, advice=advice)
            findings.append(
                Finding.telling(
                    "syntax.header", "warning", words, place, recorded=word, expected=likely
                )
            )
    return findings


def seating_too_late(deal: Deal, number: int, rules: RuleSet) -> list[Finding]:
    """Return a list with an error if a later deal's header says how players drew their seats.

    This belongs in the header of the first deal, so the function is called for all other deals. The
    list is empty if the rules do not say how seats are drawn.
    """
    if _SEATING.isdisjoint([name for name, _ in deal.attributes]):
        return []
    written = dict(deal.attributes)
    words_of_seating = [name for name in SEATING if name in written]
    law = next((law for law in rules.laws.values() if "deal.seating" in law.codes), None)
    if law is None:
        # under these rules the header has no such words, because they do not say how seats are
        # drawn
        return []
    tells = (
        "{words} says how the players drew their seats; write it in the header of the first deal"
    )
    words = msg(tells, words=" ".join(f"{name}=" for name in words_of_seating))
    place = deal.span.place(number)
    return [Finding.telling("deal.seating", "error", words, place, clause=law)]


SEATING: Final = ("places", "throws", "winds")
"""Words of the first deal's header that say how the players drew their seats."""


_SEATING: Final = frozenset(SEATING)


def counting_words(rules: RuleSet) -> tuple[str, ...]:
    """Return the names of header words that need a whole number under these rules, as a tuple.

    These are up to three names, such as `honba` and `sticks`: the words for counters, for sticks on
    the table, and for repeated deals. A word that the rules do not use is left out.
    """
    words = (
        rules.progress.counter_word,
        rules.pot.word if rules.pot.used else "",
        rules.progress.repeat_word,
    )
    return tuple(word for word in words if word)
