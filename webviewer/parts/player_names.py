"""The names of players in the sentences of a page: their names, or else their winds in the deal.

The sentences themselves have letters, as the notation does.
"""

from __future__ import annotations

from flask import g

from mjlog.model.record import Deal, Game
from mjlog.referee.rule_set import RuleSet
from webviewer.i18n import gettext


def named_at(game: Game, rules: RuleSet | None, deal: Deal | None = None) -> tuple[str, ...]:
    """Return the players' names by seat; a player without one has the wind of the deal.

    The deal is the first one if none is given. Without rules or a deal, return the names as
    recorded.
    """
    played = deal or next(iter(game.deals), None)
    if rules is None or played is None:
        return game.players
    winds = rules.names.presentation.winds
    names = dict(enumerate(game.players))
    numbers = [played.wind_number(seat, game.seats) for seat in range(game.seats)]
    return tuple(names.get(seat) or gettext(winds[number]) for seat, number in enumerate(numbers))


def seat_players(game: Game, rules: RuleSet | None, deal: Deal | None = None) -> str:
    """Set the names and the rules that sentences of this response use.

    Return an empty text, so that templates can call it.
    """
    g.people, g.rules = named_at(game, rules, deal), rules
    return ""


def sitting(game: Game, rules: RuleSet | None, number: int) -> str:
    """Set the names for a deal, counted from 1; return an empty text, for templates."""
    return seat_players(game, rules, next(iter(game.deals[max(0, number - 1) :]), None))
