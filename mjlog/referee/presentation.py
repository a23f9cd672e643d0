"""Words and looks that differ from one rule set to another when a table is shown; no rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final

from mjlog.model.lazy_dataclass import dataclass

ROUND: Final = re.compile(r"([ESWN])([1-9])(?:[.]([0-9]{1,4}))?")
"""Label of a deal that names its round, its number in the round, and how often it was repeated."""
_WINDS: Final = {"E": "East", "S": "South", "W": "West", "N": "North"}


@dataclass(frozen=True, slots=True)
class Presentation:
    """How the table of a rule set looks, and what its parts are called.

    An empty word means that the game has no such thing. `kong_down` are the positions of the tiles
    of a concealed kong that lie face down. `turned`: a claimed tile is turned towards its
    discarder. `indicators_after` is the number of stacks of the dead wall before the first
    indicator. `winds` are the words for the seats, the dealer's first. `repeated` is the name of a
    deal that is played again, made of `round` and `counter`.
    """

    ready: str = ""
    pillars: str = ""
    indicators: str = ""
    bonus: str = ""
    dead_wall: str = ""
    indicators_after: int = 0
    kong_down: tuple[int, ...] = (0, 3)
    turned: bool = True
    winds: tuple[str, ...] = ("East", "South", "West", "North")
    repeated: str = "{round} · {counter}"

    def deal_name(self, label: str, gettext: Callable[[str], str] = str) -> str:
        """Return the name of a deal for people, such as ``East 3 · 1`` for the label ``E3.1``.

        `gettext` translates the name.

        >>> [Presentation().deal_name(label) for label in ("E3.1", "S2.0", "7", "final")]
        ['East 3 · 1', 'South 2', 'deal 7', 'final']
        """
        match = ROUND.fullmatch(label)
        if match is None:
            return gettext("deal {number}").format(number=label) if label.isdecimal() else label
        numerals = gettext("1, 2, 3, 4").split(", ")
        number = int(match[2])
        word = numerals[number - 1] if number <= len(numerals) else match[2]
        name = gettext("{wind} {number}").format(wind=gettext(_WINDS[match[1]]), number=word)
        if not match[3] or match[3] == "0":
            return name
        return gettext(self.repeated).format(round=name, counter=match[3])

    def to_object(self) -> dict[str, Any]:
        """Return the presentation as JSON data in the format of `schemas/frames.schema.json`."""
        return asdict(self) | {"kong_down": list(self.kong_down), "winds": list(self.winds)}
