"""Runs ``mjlog rules``: lists the rule sets, or prints the options and the rulebook of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from mjlog import rules
from mjlog.model.findings import Law
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    RulesError,
)
from mjlog.report.cheat_sheet import cheat_sheet
from mjlog.report.vocabulary import Words, vocabulary
from mjlog.rules.lint import problems as problems_of


def overview() -> Iterator[str]:
    """Yield a line for each rule set, then lines on how to find out more about a rule set."""
    for name in rules.names():
        yield _rule_set_line(name)
    yield ""
    yield "mjlog rules NAME shows the options and the rulebook of one."
    yield "mjlog rules NAME --items shows the words of its records."
    yield "mjlog rules NAME --cheat-sheet shows what a scribe writes."


def _rule_set_line(name: str) -> str:
    """Return a line about a rule set: name, edition, title, and how many options and laws.

    If the rule set's package cannot be loaded, the line says why.
    """
    broken = rules.why_broken(name)
    if broken:
        return f"{click.style('broken', fg='red')}  {broken}"
    rule_set = rules.load(name)
    return (
        f"{rule_set.name_and_edition}  {rule_set.title} ({len(rule_set.options)} options, "
        f"{len(rule_set.laws)} laws)"
    )


def _loaded(header: str) -> RuleSet:
    """Load the rule set that a ``Rules`` header names. Raises UsageError if there is none."""
    try:
        return rules.load(header)
    except RulesError as problem:
        raise click.UsageError(str(problem)) from None


def rulebook(header: str) -> Iterator[str]:
    """Yield the lines of a rulebook: its options, presets, rules and sources.

    The options are shown with the values that the header sets. Raises UsageError if the header
    names no known rule set.
    """
    rule_set = _loaded(header)
    yield click.style(f"{rule_set.title}  {rule_set.name_and_edition}", bold=True)
    yield from _options(rule_set)
    yield from _presets(rule_set)
    yield ""
    yield click.style("The rulebook", bold=True)
    for law in rule_set.laws.values():
        yield _law(law)
    if rule_set.book.sources:
        yield ""
        yield click.style("Sources", bold=True)
    for source in rule_set.book.sources:
        yield f"  {source.name}: {source.where}"


def words(header: str) -> Iterator[str]:
    """Yield lines that explain the words in records of a rule set, such as items and causes.

    `header` is the value of a ``Rules`` header.
    """
    rule_set = _loaded(header)
    yield from _words_by_sort(rule_set, vocabulary(rule_set))


def sheet(header: str) -> Iterator[str]:
    """Yield the lines of a cheat sheet, which shows a scribe what to write under these rules.

    `header` is the value of a ``Rules`` header.
    """
    rule_set = _loaded(header)
    yield from _words_by_sort(rule_set, cheat_sheet(rule_set))


def _words_by_sort(known: RuleSet, parts: Iterable[Words]) -> Iterator[str]:
    """Yield lines that explain words of a rule set: its title, then lists of words with meanings.

    Each item of `parts` is one list, which is printed with its heading.
    """
    yield click.style(f"{known.title}  {known.name_and_edition}", bold=True)
    for sort in parts:
        yield ""
        yield click.style(sort.title, bold=True)
        widest = max(len(word) for word, _ in sort.rows)
        yield from (
            f"  {click.style(word.ljust(widest), fg='cyan')}  {means}" for word, means in sort.rows
        )


def lint(header: str) -> int:
    """Print each fault in the definition of a rule set that its authors should fix.

    For example, a text may be missing. Return the exit status: 1 if there is a fault, else 0.
    `header` is the value of a ``Rules`` header.
    """
    rule_set = _loaded(header)
    problems = list(problems_of(rule_set))
    for each in problems:
        click.echo(f"{rule_set.name_and_edition}: {each}")
    if not problems:
        click.echo(f"{rule_set.name_and_edition}: nothing to complain about")
    return int(bool(problems))


def _options(known: RuleSet) -> Iterator[str]:
    if not known.options:
        return
    yield ""
    yield click.style("Options", bold=True)
    for option in known.options:
        value = known.settings[option.name]
        values = option.takes.replace(", ", "|") or "a whole number"
        changed = f", here {value}" if value != option.default else ""
        name = click.style(option.name, fg="cyan")
        yield f"  {name}={values} (default {option.default}{changed})"
        yield f"      {option.text}"


def _presets(known: RuleSet) -> Iterator[str]:
    if not known.presets:
        return
    yield ""
    yield click.style("Presets", bold=True)
    for name, changes in known.presets.items():
        settings = " ".join(f"{option}={value}" for option, value in changes.items())
        if name in known.choices.other_sets:
            settings = f"the rule set {known.choices.other_sets[name]}"
        yield f"  preset={click.style(name, fg='cyan')}: {settings or 'all defaults'}"
        yield from (
            f"      {option}: {note}"
            for option, note in known.choices.readings.get(name, {}).items()
        )


def _law(law: Law) -> str:
    source = f" ({law.source})" if law.source else ""
    reading = f" Our reading: {law.reading}" if law.reading else ""
    codes = f" [{', '.join(law.codes)}]" if law.codes else ""
    standing = ""
    if law.standing in {"not recordable", "open"}:
        standing = f" [{law.standing}]"
    return f"  {click.style(law.number, fg='cyan')} {law.text}{source}{reading}{codes}{standing}"
