"""The names of players in the sentences of a page: their names, or else their winds in the deal.

The sentences themselves have letters, as the notation does.
"""

from __future__ import annotations

from flask import g

from mjlog.model.record import Deal, Game
from mjlog.referee.rule_set import RuleSet
from webviewer.i18n import gettext


def named_at(game: Game, rules: RuleSet | None, deal: Deal | None = None) -> tuple[str, ...]:
    """Return the players' names by seat, with translated winds for players without a name.

    `deal` decides the winds; if it is None, the first deal does. Without rules or without any deal,
    return the names as recorded.
    """
    played = deal or next(iter(game.deals), None)
    if rules is None or played is None:
        return game.players
    winds = rules.names.presentation.winds
    names = dict(enumerate(game.players))
    numbers = [played.wind_number(seat, game.seats) for seat in range(game.seats)]
    return tuple(names.get(seat) or gettext(winds[number]) for seat, number in enumerate(numbers))


def seat_players(game: Game, rules: RuleSet | None, deal: Deal | None = None) -> str:
    """Store the players' names and the rules for this response, whose sentences use them.

    The winds of players without names are those in `deal`, or in the first deal. Return an empty
    text, so that a template can call the function.
    """
    g.people, g.rules = named_at(game, rules, deal), rules
    return ""


def sitting(game: Game, rules: RuleSet | None, number: int) -> str:
    """Store the players' names and the rules for sentences about deal `number`, counted from 1.

    Return an empty text, so that a template can call the function.
    """
    return seat_players(game, rules, next(iter(game.deals[max(0, number - 1) :]), None))
