"""The choice of a rule set and its options in a form, and the header made from the form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Option, RulesError
from mjlog.rules import load
from mjlog.rules.kit import club
from webviewer.i18n import told

LONGEST: Final = 80
"""The most characters of a typed value."""
OPTION: Final = "o."
"""The beginning of the names of options' fields."""


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option as a field of the form, with the sentence that describes it.

    Without `values`, its value is typed; else it is one of them.
    """

    name: str
    text: str
    value: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """A chosen rule set, one of its presets, and its options; nothing if the header is empty."""

    header: str = ""
    name: str = ""
    preset: str = ""
    presets: tuple[str, ...] = ()
    options: tuple[OptionField, ...] = ()


NONE: Final = RuleChoice()


def choice(header: str) -> tuple[RuleChoice, str]:
    """Return the choice for a header, and the problem if its rules cannot be loaded.

    The choice is empty when there is a problem, and the problem is empty otherwise.
    """
    if not header.strip():
        return NONE, ""
    try:
        rules = load(header)
    except RulesError as problem:
        return NONE, told(problem.said)
    words = dict(word.partition("=")[::2] for word in header.split()[1:])
    fields = tuple(_field(option, rules) for option in rules.options)
    name, _, _ = header.split(maxsplit=1)[0].partition("/")
    # A file of rules is named by its digest, and has no edition.
    edition = "" if name.startswith(club.PREFIX) else f"/{rules.edition}"
    whole = " ".join([f"{name}{edition}", *header.split()[1:]])
    return RuleChoice(whole, name, words.get("preset", ""), (*rules.presets,), fields), ""


def _field(option: Option, rules: RuleSet) -> OptionField:
    value = rules.settings[option.name]
    is_list = bool(option.values) and not (
        option.counted or option.named or option.joined or option.pattern
    )
    values = option.values if is_list and value in option.values else ()
    return OptionField(option.name, option.text, value, values)


def header_of(form: Mapping[str, str]) -> str:
    """Return the header that a form's fields stand for; empty if it names no rule set.

    Options count only if the form showed them for the same rule set and preset.
    """
    name, preset = form.get("rule_set", ""), form.get("preset", "")
    if not name:
        return ""
    same = form.get("shown") == name
    words = [name, *([f"preset={preset}"] if preset and same else [])]
    if same and form.get("shown_preset", "") == preset:
        words += _changed(" ".join(words), form)
    return " ".join(words)


def _changed(header: str, form: Mapping[str, str]) -> Iterator[str]:
    """Yield the options of the form that differ from the preset, as `name=value`."""
    try:
        rules = load(header)
    except RulesError:
        return
    for option in rules.options:
        value = "".join(form.get(OPTION + option.name, "").split())[:LONGEST]
        if value and value != rules.settings[option.name]:
            yield f"{option.name}={value}"
