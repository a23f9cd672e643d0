"""Checks what every rule set must have right: sentences, clauses, documents, names, options.

`mjlog rules NAME --lint` prints what is wrong, and `mjlog.testing` checks the same in tests.
"""

from __future__ import annotations

from collections.abc import Iterator

from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import RulesError
from mjlog.rules.shared.sources import cited

_STANDINGS = frozenset({"enforced", "open", "definition", "not recordable"})
_WORDS = 25


def problems(rules: RuleSet) -> Iterator[str]:
    """Check a rule set; yield a sentence for each mistake in its book, options, names or codes."""
    yield from _law_faults(rules)
    yield from _option_faults(rules)
    yield from _name_faults(rules)
    yield from _code_faults(rules)


def _law_faults(rules: RuleSet) -> Iterator[str]:
    cited_numbers = {number for number, _ in rules.bound}
    for number, law in rules.laws.items():
        if law.standing not in _STANDINGS:
            yield f"{number}: no sentence has the standing {law.standing!r}"
        if law.standing == "enforced" and not law.codes:
            yield f"{number}: an enforced sentence names the codes of its findings"
        if law.codes and law.standing not in {"enforced", "open"}:
            yield f"{number}: a sentence that is {law.standing} has no codes"
        if bool(law.reading) is not (law.standing == "open"):
            yield f"{number}: an open sentence has a reading, and no other one has"
        if not law.text.endswith("."):
            yield f"{number}: the sentence does not end with a full stop"
        if number in cited_numbers and len(law.in_short.split()) > _WORDS:
            yield f"{number}: more than {_WORDS} words; give a shorter sentence, `plain`"
        for part in law.source.split("; ") if law.source else ():
            if rules.book.sources and not cited(part, rules.book.sources):
                yield f"{number}: no document of the book is called {part!r}"


def _option_faults(rules: RuleSet) -> Iterator[str]:
    for option in rules.options:
        if option.clause and option.clause not in rules.laws:
            yield f"option {option.name}: there is no sentence {option.clause}"
        try:
            if option.check(option.default) != option.default:
                yield f"option {option.name}: the default is not in its one spelling"
        except RulesError:
            yield f"option {option.name}: it does not take its default, {option.default!r}"


def _name_faults(rules: RuleSet) -> Iterator[str]:
    for item in sorted(rules.scoring.item_names):
        if not rules.item_named(item)[0]:
            yield f"item {item}: it has no name for people"


def _variants(rules: RuleSet) -> Iterator[RuleSet | str]:
    """Yield a rule set as it is, with each preset, and with each value of each option.

    If a variant cannot be built, yield the error as text in its place.
    """
    yield rules
    for preset in rules.presets:
        yield rules.by_preset(preset)
    for option in rules.options:
        for value in option.values:
            try:
                yield rules.having(option.name, value)
            except Exception as problem:  # noqa: BLE001  another package may raise anything
                yield f"option {option.name}={value}: {type(problem).__name__}: {problem}"


def _code_faults(rules: RuleSet) -> Iterator[str]:
    """Yield a sentence for each error code on which the checks and the rulebook disagree.

    A function that checks a rule may cite a sentence that does not name the function's error code,
    or that does not exist. A sentence may name a code that no function has.
    """
    bound: set[tuple[str, str]] = set()
    for variant in _variants(rules):
        if isinstance(variant, str):
            yield variant
        elif variant.name == rules.name:  # a preset may stand for another rule set
            for number, code in sorted(variant.bound - bound):
                law = variant.laws.get(number)
                if law is None:
                    yield f"{code} cites the sentence {number}, which the book does not have"
                elif code not in law.codes:
                    yield f"{number}: the sentence does not name {code}, which cites it"
            bound |= variant.bound
    codes = {code for _, code in bound}
    for number, law in rules.laws.items():
        for code in law.codes:
            if code not in codes:
                yield f"{number}: nothing ever finds {code}"
