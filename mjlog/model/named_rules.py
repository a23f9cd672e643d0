"""Rule sets by their names, for functions below the rooms in which rule sets are."""

from __future__ import annotations

from importlib import import_module
from typing import TypeVar, cast

_Rules = TypeVar("_Rules")


def rules_of(rules: _Rules | str) -> _Rules:
    """Return the rule set; load it if its name is given, as in ``taiyuan/1 preset=regional``.

    Raises `RulesError` if no rule set has that name.
    """
    if not isinstance(rules, str):
        return rules
    # Rule sets know records, so records can only ask for them by name, and when somebody does.
    return cast("_Rules", import_module("mjlog.rules").load(rules))
