"""The names of players in the sentences of a page: their names, or else their winds in the deal.

The sentences themselves name players by the letters of their seats, as the notation does.
"""

from __future__ import annotations

from flask import g

from mjlog.model.record import Deal, Game
from mjlog.referee.rule_set import RuleSet
from webviewer.i18n import gettext


def named_at(game: Game, rules: RuleSet | None, deal: Deal | None = None) -> tuple[str, ...]:
    """Return the players' names by seat, as a page shows them.

    A player without a recorded name is called by the wind in `deal` (the first deal if None), in
    the language of the page. Without rules or deals, return the recorded names only.
    """
    played = deal or next(iter(game.deals), None)
    if rules is None or played is None:
        return game.players
    winds = rules.names.presentation.winds
    names = dict(enumerate(game.players))
    numbers = [played.wind_number(seat, game.seats) for seat in range(game.seats)]
    return tuple(names.get(seat) or gettext(winds[number]) for seat, number in enumerate(numbers))


def seat_players(game: Game, rules: RuleSet | None, deal: Deal | None = None) -> str:
    """Store the players' names and the rules until the end of this request.

    Later, sentences of the page use these names and rules. Players without names are called by
    their winds in `deal` or, if it is None, in the first deal. Return an empty text, so that a
    template can call the function.
    """
    g.people, g.rules = named_at(game, rules, deal), rules
    return ""


def sitting(game: Game, rules: RuleSet | None, number: int) -> str:
    """Store the players' names and the rules for sentences about deal `number`, from 1.

    They are used until the end of the request or the next call. Return an empty text, so that a
    template can call the function.
    """
    return seat_players(game, rules, next(iter(game.deals[max(0, number - 1) :]), None))
