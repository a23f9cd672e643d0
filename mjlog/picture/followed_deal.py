"""A deal followed once, by all who watch it: its frames and the hands as they rest."""

from __future__ import annotations

from dataclasses import dataclass

from mjlog.model.record import Act, Deal
from mjlog.model.table import Table
from mjlog.picture.frames import Film, Frame
from mjlog.picture.win_options import RestingHands, Rests
from mjlog.referee.replay import Walk, replay
from mjlog.referee.rule_set import RuleSet


@dataclass(frozen=True, slots=True)
class Followed:
    """What one replay of a deal gives; `walk` has the table after each step."""

    frames: list[Frame]
    rests: list[RestingHands]
    walk: Walk


def follow(deal: Deal, rules: RuleSet, seats: int) -> Followed:
    """Replay a deal for all that a page shows of it."""
    film, rests = Film(deal, rules, seats), Rests(rules, seats)

    def watch(table: Table, turn: int, act: Act | None) -> None:
        film.watch(table, turn, act)
        rests.watch(table, turn, act)

    played = replay(deal, rules, seats=seats, watch=watch)
    return Followed(film.frames, rests.found, Walk(deal, rules, seats, played))
