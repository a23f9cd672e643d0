"""What differs from one rule set to another when a table is shown: words and manners, no rule."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from mjlog.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Presentation:
    """How the table of a rule set looks and what its parts are called.

    An empty word: there is no such thing.

    `kong_down` are the places of a concealed kong's tiles that lie face down, `turned` says whether
    a claimed tile lies turned towards the player who discarded it. `indicators_after` counts the
    stacks of the dead wall, those of the replacements, behind which the first indicator stands.
    `winds` are the words for the seats, the dealer's first. `repeated` is what people call a deal
    that is played again, made of the `round` and the `counter`.
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

    def as_object(self) -> dict[str, Any]:
        """Return the frame as `schemas/frames.schema.json` describes it."""
        return asdict(self) | {"kong_down": list(self.kong_down), "winds": list(self.winds)}
