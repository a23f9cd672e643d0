"""Replays a deal once for everything that a page shows: its frames and its resting hands."""

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
    """The result of one replay of a deal: its frames, and the resting hands after each step.

    `walk` gives the table after each step.
    """

    frames: list[Frame]
    rests: list[RestingHands]
    walk: Walk


def follow(deal: Deal, rules: RuleSet, seats: int) -> Followed:
    """Replay a deal once, and return the frames, the resting hands and the tables of all steps."""
    film, rests = Film(deal, rules, seats), Rests(rules, seats)

    def watch(table: Table, turn: int, act: Act | None) -> None:
        film.watch(table, turn, act)
        rests.watch(table, turn, act)

    played = replay(deal, rules, seats=seats, watch=watch)
    return Followed(film.frames, rests.found, Walk(deal, rules, seats, played))
