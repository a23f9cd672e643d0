"""The worked hands of the rule facts: a table for each rule set in `tests/data/worked`."""

from pathlib import Path
from typing import NamedTuple

from mjlog.results import score_hand

FOLDER = Path(__file__).parents[1] / "data" / "worked"


class Worked(NamedTuple):
    """A hand, the options of the table, the items, what the deal changes for A, B, C and D."""

    number: str
    winner: str
    hand: str
    bonus: str
    how: str
    options: str
    items: dict[str, int]
    net: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.number} {self.how} {self.options}".strip().replace(" ", "_")


def worked_hands(rules):
    """Read the worked hands of a rule set; an indented row is the hand above at another table."""
    hands = []
    for line in (FOLDER / f"{rules}.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("|")]
        *hand, options, items, net = cells
        above = hands[-1] if line.startswith(" ") else Worked(*hand, "", {}, ())
        hands.append(
            above._replace(
                options=options,
                items=_numbers(items) or above.items,
                net=tuple([int(points) for points in net.split()]),
            )
        )
    return hands


def _numbers(items):
    pairs = [item.rsplit(" ", 1) for item in items.split(", ") if item]
    return {name: int(points) for name, points in pairs}


def as_record(rules, worked, *, round_wind="E"):
    """Return a worked hand as a record that claims its items and its payments."""
    *melds, tiles = worked.hand.split()
    how, _, source = worked.how.partition(" ")
    hand = score_hand.WinningHand(
        f"{rules}/1 {worked.options}",
        tiles,
        winner=worked.winner,
        source=source or None,
        melds=melds,
        bonus=worked.bonus,
        robbed=how == "rob",
        round=round_wind,
    )
    items = ", ".join([f"{name} {points}" for name, points in worked.items.items()])
    claim = f"fan {worked.winner} {items}\n" if items else ""
    net = " ".join([str(points) for points in worked.net])
    return hand.record.replace("net ? ? ? ?", f"{claim}net {net}")
