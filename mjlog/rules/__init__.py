"""The rule sets, a folder each; `load` builds the one that a record's ``Rules:`` header names.

They import the model and the parts of a rulebook from the referee. A rule set is a value: it never
replays, reads no file, and knows no other rule set but for what `mjlog.rules.shared` has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from mjlog.model.messages import msg
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    RulesError,
)

BUILT_IN: Final[Mapping[str, str]] = {
    "taiyuan": "mjlog.rules.taiyuan",
    "riichi": "mjlog.rules.riichi",
    "tibet": "mjlog.rules.tibet",
    "taiwanese": "mjlog.rules.taiwanese",
    "american": "mjlog.rules.american",
}
"""Rule sets that come with mjlog, by the module that builds them.

Others load through the entry points `GROUP`.
"""

EDITIONS: Final = {
    "taiyuan": (1,),
    "riichi": (1,),
    "tibet": (1,),
    "american": (1,),
    "taiwanese": (1,),
}
GROUP: Final = "mjlog.rules"


def names() -> tuple[str, ...]:
    """The rule sets that can be loaded, built in and from other packages."""
    return tuple(sorted({*BUILT_IN, *_strangers()}))


@cache
def _strangers() -> Mapping[str, EntryPoint]:
    """The rule sets of other packages; to look for them takes longer than to audit a deal."""
    return {point.name: point for point in entry_points(group=GROUP)}


@lru_cache(maxsize=256)
def load(text: str) -> RuleSet:
    """The rule set of a ``Rules:`` header, as in ``taiyuan/1 preset=regional start_points=50``.

    Raises `RulesError` when the set, its edition, an option or a value is unknown.

    >>> load("taiyuan/1 start_points=50").progress.start_points
    50
    """
    name, *words = text.split() or [""]
    name, _, edition = name.partition("/")
    if edition and edition not in {str(number) for number in EDITIONS.get(name, (1,))}:
        known = ", ".join(map(str, EDITIONS.get(name, (1,))))
        has = "{rules} has no edition {edition}; it has {known}"
        raise RulesError(msg(has, rules=name, edition=repr(edition), known=known))
    return _builder(name)(words)


def _builder(name: str) -> Callable[[Sequence[str]], RuleSet]:
    if name in BUILT_IN:
        build: Callable[[Sequence[str]], RuleSet] = import_module(BUILT_IN[name]).from_words
        return build
    if name in _strangers():
        loaded: Callable[[Sequence[str]], RuleSet] = _strangers()[name].load()
        return loaded
    owner = next((known for known in BUILT_IN if name in load(known).presets), "")
    if owner:
        header = f"{owner}/{EDITIONS[owner][0]} preset={name}"
        raise RulesError(
            msg("{rules} is no rule set but a preset of one: {header}", rules=name, header=header)
        )
    raise RulesError(
        msg(
            "unknown rule set {rules}; known are {known}",
            rules=repr(name),
            known=", ".join(names()),
        )
    )
