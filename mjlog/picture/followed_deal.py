"""Replays a deal once for everything that a page shows: its frames and its resting hands."""

from __future__ import annotations

from dataclasses import dataclass

from mjlog.model.record import Act, Deal
from mjlog.model.table import Table
from mjlog.picture.frames import Film, Frame
from mjlog.picture.win_options import RestingHands, RestingHandsCollector
from mjlog.referee.replay import Walk, replay
from mjlog.referee.rule_set import RuleSet


@dataclass(frozen=True, slots=True)
class Followed:
    """The result of one replay of a deal: its frames, and the resting hands after each step.

    A resting hand has no tile to discard. `walk` returns the table after any step.
    """

    frames: list[Frame]
    rests: list[RestingHands]
    walk: Walk


def follow(deal: Deal, rules: RuleSet, seats: int) -> Followed:
    """Replay a deal once, and return everything that pages need about each step.

    The result has the frames (the table after each step), the hands that wait for a tile, and
    access to the table of any step.
    """
    film, rests = Film(deal, rules, seats), RestingHandsCollector(rules, seats)

    def watch(table: Table, turn: int, act: Act | None) -> None:
        film.watch(table, turn, act)
        rests.watch(table, turn, act)

    played = replay(deal, rules, seats=seats, watch=watch)
    return Followed(film.frames, rests.found, Walk(deal, rules, seats, played))
