"""Work by which a compiler learns what the core does often: made-up games, read and judged."""

from __future__ import annotations

import sys
from typing import Final

import mjlog
from mjlog.bots.generate import games
from mjlog.compiled import is_compiled
from mjlog.formats.registry import CannotExportError, load

DEALS: Final = {
    "riichi/1": 60,
    "taiyuan/1": 10,
    "taiwanese/1": 10,
    "american/1": 5,
    "tibet/1 preset=tibet-13-scored": 10,
}
"""How many deals of each rule set; most records in the world are of riichi."""
ROUNDS: Final = 8
"""How often each text is read, so that what is done once does not count."""
OWN: Final = "mjl"
FORMS: Final = (OWN, "tenhou", "mjai")


def work() -> None:
    """Reads and audits games in each form that has them."""
    for rules, deals in DEALS.items():
        for game in games(rules, seed=1, deals=deals, fast=True):
            for form in FORMS:
                _audit_often(game, form)


def _audit_often(game: mjlog.Game, form: str) -> None:
    try:
        text = mjlog.write(game) if form == OWN else mjlog.export(game, form).text
    except CannotExportError:
        return
    for _ in range(ROUNDS):
        for source in load(text.encode()):
            if source.game is not None:
                mjlog.audit(source.game)


if __name__ == "__main__":
    if not is_compiled():
        sys.exit("What is to be trained is the compiled core, and the source runs here.")
    work()
