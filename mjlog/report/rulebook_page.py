"""A rulebook as a page for people: sentences by section, options, presets.

``docs/rulebooks`` has these pages. ``python -m mjlog.report.rulebook_page taiyuan`` prints one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence

from mjlog.model.findings import Law, Source
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Option
from mjlog.report.vocabulary import SHORTHAND, vocabulary
from mjlog.rules import load


def rulebook_markdown(rules: RuleSet) -> str:
    """Return the rulebook of a rule set as a page in Markdown."""
    return "\n".join(
        [
            f"# {rules.title}",
            "",
            (
                f"The rulebook of `{rules.name_and_edition}`, in our own words. Behind "
                f"each sentence stand its source"
            ),
            "in brackets and the codes of the findings that enforce it.",
            "",
            *_sources(rules.book.sources),
            *_sections(rules.laws, rules.book.headings),
            *_options(rules.options),
            *_presets(rules),
            *_words(rules),
        ]
    )


def _sources(sources: Sequence[Source]) -> Iterator[str]:
    for source in sources:
        address = f" (<{source.address}>)" if source.address else ""
        yield f"- *{source.name}*: {source.title}{address}"
    if sources:
        yield ""


def _sections(laws: Mapping[str, Law], headings: Mapping[str, str]) -> Iterator[str]:
    section = ""
    for law in laws.values():
        first = law.number.partition(".")[0]
        if first != section:
            if section:
                yield ""
            section = first
            yield f"## {first} {headings.get(first, '')}".rstrip()
            yield ""
        yield _sentence(law)
    yield ""


def _sentence(law: Law) -> str:
    words = f"- **{law.number}** {law.text}"
    if law.source:
        words += f" ({law.source})"
    if law.standing == "open":
        words += f" *Open; our reading:* {law.reading}."
    elif law.standing != "enforced":
        words += f" *{law.standing.capitalize()}.*"
    return words + "".join(f" `{code}`" for code in law.codes)


def _options(options: Sequence[Option]) -> Iterator[str]:
    if not options:
        return
    yield "## Options"
    yield ""
    yield "Chosen in the header of a record, `Rules: NAME/EDITION option=value …`."
    yield ""
    yield "| option | values | default | sentence | what it says |"
    yield "|---|---|---|---|---|"
    for option in options:
        taken = [f"`{value}`" for value in option.takes.split(", ") if value]
        values = " ".join(taken) or "a whole number"
        yield (
            f"| `{option.name}` | {values} | `{option.default}` | {option.clause} | {option.text} |"
        )
    yield ""


def _presets(rules: RuleSet) -> Iterator[str]:
    if not rules.presets:
        return
    yield "## Presets"
    yield ""
    for name, changes in rules.presets.items():
        settings = " ".join(f"`{option}={value}`" for option, value in changes.items())
        if name in rules.choices.other_sets:
            settings = f"the rule set `{rules.choices.other_sets[name]}`"
        yield f"- `preset={name}`: {settings or 'all defaults'}"
    yield ""
    yield from _readings(rules)


def _words(rules: RuleSet) -> Iterator[str]:
    """Yield the lines of the rulebook's section that lists the words a record may contain.

    It includes the words under all presets of the rule set.
    """
    rows: dict[str, dict[str, str]] = {}
    for each in (rules, *(load(f"{rules.name} preset={name}") for name in rules.presets)):
        for sort in vocabulary(each):
            rows.setdefault(sort.title, {}).update(sort.rows)
    yield "## Words of a record"
    for title, words in rows.items():
        quote = "`" if title == SHORTHAND else ""
        yield ""
        yield f"### {title}"
        yield ""
        yield "| write | means |"
        yield "|---|---|"
        yield from (f"| `{word}` | {quote}{means}{quote} |" for word, means in words.items())
    yield ""


def _readings(rules: RuleSet) -> Iterator[str]:
    """Yield the lines of the section about questions that the sources of the rules leave open.

    It says for each preset how the preset decides such a question. Nothing is yielded if no
    question is open.
    """
    if not rules.choices.readings:
        return
    yield "### Where the sources are silent or disagree"
    yield ""
    for name, notes in rules.choices.readings.items():
        yield from (f"- `{name}`, `{option}`: {note}." for option, note in notes.items())
    yield ""


if __name__ == "__main__":
    sys.stdout.write(rulebook_markdown(load(" ".join(sys.argv[1:]))))
