"""Loads rule sets by name for modules that the rule sets themselves import."""

from __future__ import annotations

from importlib import import_module
from typing import TypeVar, cast

_Rules = TypeVar("_Rules")


def rules_of(rules: _Rules | str) -> _Rules:
    """Load the rule set with a name such as ``taiyuan/1 preset=regional``.

    If `rules` is a rule set already, return it unchanged. Raise `RulesError` if no rule set has
    this name.
    """
    if not isinstance(rules, str):
        return rules
    # Rule sets import the records, so this module can import them only when it is called.
    return cast("_Rules", import_module("mjlog.rules").load(rules))
