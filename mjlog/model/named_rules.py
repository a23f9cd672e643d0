"""Loads rule sets by name for modules that the rule sets themselves import."""

from __future__ import annotations

from importlib import import_module
from typing import TypeVar, cast

_Rules = TypeVar("_Rules")


def rules_of(rules: _Rules | str) -> _Rules:
    """Return the rule set that is given, or load the one with this name.

    A name is as in ``taiyuan/1 preset=regional``. Raises `RulesError` if no rule set has it.
    """
    if not isinstance(rules, str):
        return rules
    # Rule sets know records, so records can only ask for them by name, and when somebody does.
    return cast("_Rules", import_module("mjlog.rules").load(rules))
