"""The choice of a rule set and its options in a form, and the header made from the form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Option, RulesError
from mjlog.rules import load
from mjlog.rules.kit import club
from webviewer.i18n import translate

LONGEST: Final = 80
"""The most characters of a typed value."""
OPTION: Final = "o."
"""The beginning of the names of options' fields."""


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option of a rule set as a field of the form; `text` is the sentence that describes it.

    `value` is the current value. `values` are the values to choose from; if empty, the value is
    typed.
    """

    name: str
    text: str
    value: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """The rule set, the preset and the options that a form shows as chosen.

    `header` is the complete `Rules` header, `presets` are all presets of the rule set. All fields
    are empty if no rule set is chosen.
    """

    header: str = ""
    name: str = ""
    preset: str = ""
    presets: tuple[str, ...] = ()
    options: tuple[OptionField, ...] = ()


NONE: Final = RuleChoice()


def choice(header: str) -> tuple[RuleChoice, str]:
    """Return what a form shows for the rules of a `Rules` header, and an error message.

    The header is for example `riichi honba_points=0`. If its rules can be loaded, the message is
    empty. If not, or if the header is empty, the form shows no choice.
    """
    if not header.strip():
        return NONE, ""
    try:
        rules = load(header)
    except RulesError as problem:
        return NONE, translate(problem.sentence)
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
    """Convert a submitted form into a `Rules` header; return an empty text if no rules are chosen.

    The form shows the presets and options of one rule set. If the visitor has just chosen another
    rule set, the old preset and options are ignored; after another preset was chosen, the old
    options are ignored.
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
    """Yield the options that have other values in the form than in `header`, as `name=value`.

    Yield nothing if the rules of `header` cannot be loaded.
    """
    try:
        rules = load(header)
    except RulesError:
        return
    for option in rules.options:
        value = "".join(form.get(OPTION + option.name, "").split())[:LONGEST]
        if value and value != rules.settings[option.name]:
            yield f"{option.name}={value}"
