"""What players are called in the sentences of a page.

By their names; by the winds of the deal where the record has no names. Letters are notation.
"""

from __future__ import annotations

from flask import g

from mjlog.model.record import Deal, Game
from mjlog.referee.rule_set import RuleSet
from webviewer.i18n import gettext


def named_at(game: Game, rules: RuleSet | None, deal: Deal | None = None) -> tuple[str, ...]:
    """Return the names of the players by seat in that deal, else in the first one."""
    played = deal or next(iter(game.deals), None)
    if rules is None or played is None:
        return game.players
    winds = rules.names.presentation.winds
    names = dict(enumerate(game.players))
    numbers = [played.wind_number(seat, game.seats) for seat in range(game.seats)]
    return tuple(names.get(seat) or gettext(winds[number]) for seat, number in enumerate(numbers))


def seat_players(game: Game, rules: RuleSet | None, deal: Deal | None = None) -> str:
    """Set these names for the sentences of the present answer, and return an empty text."""
    g.people, g.rules = named_at(game, rules, deal), rules
    return ""


def sitting(game: Game, rules: RuleSet | None, number: int) -> str:
    """Set the names of the deal of that number, counted from 1; return an empty text."""
    return seat_players(game, rules, next(iter(game.deals[max(0, number - 1) :]), None))
