"""Changes of a whole game of several deals."""

from dataclasses import replace

from mjlog.model.record import Pay
from tampering.tools import pick, with_attribute

# --------------------------------------------------------------------------- the game

KINDS_OF_CHANGES_OF_GAMES = {}
NAMING = {"riichi", "american", "taiwanese"}
"""Rule sets with a rule on what the next deal is called."""


def change_of_game(function):
    """Enters a kind of change of a whole game of several deals."""
    KINDS_OF_CHANGES_OF_GAMES[function.__name__.replace("_", "-")] = function
    return function


def _names_deals(game):
    return (
        game.rules.partition("/")[0] in NAMING and "tibet" not in game.rules and len(game.deals) > 1
    )


@change_of_game
def label_of_another_round(game, chance):
    if not _names_deals(game) or game.deals[1].label[:1] not in "ESWN":
        return None
    deal = game.deals[1]
    wind = pick(chance, [w for w in "ESWN" if w != deal.label[0]])
    return replace(
        game, deals=(game.deals[0], replace(deal, label=wind + deal.label[1:]), *game.deals[2:])
    )


@change_of_game
def dealer_said_to_deal_on(game, chance):
    if len(game.deals) < 2 or (number := game.deals[1].attribute("continued")) is None:
        return None
    changed = with_attribute(game.deals[1], "continued", str(int(number) + chance.randint(1, 2)))
    return replace(game, deals=(game.deals[0], changed, *game.deals[2:]))


@change_of_game
def deal_left_out(game, chance):
    if len(game.deals) < 3:
        return None
    scores = [
        next(
            (c.content.points for c in d.lines if getattr(c.content, "keyword", "") == "score"), ()
        )
        for d in game.deals
    ]
    index = pick(chance, [i for i in range(1, len(game.deals) - 1) if scores[i] != scores[i - 1]])
    return replace(game, deals=(*game.deals[:index], *game.deals[index + 1 :]))


@change_of_game
def deals_swapped(game, _chance):
    if len(game.deals) < 2:
        return None
    one, other, *rest = game.deals
    if not any(isinstance(line.content, Pay) for deal in (one, other) for line in deal.lines):
        return None
    return replace(game, deals=(other, one, *rest))


@change_of_game
def deal_twice(game, chance):
    index = chance.randrange(len(game.deals))
    return replace(game, deals=(*game.deals[: index + 1], *game.deals[index:]))


def _header(game, key, value):
    heads = tuple(replace(head, value=value) if head.key == key else head for head in game.headers)
    return replace(game, headers=heads) if heads != game.headers else None


@change_of_game
def ranking_changed(game, chance):
    told = game.header("Ranking")
    if told is None:
        return None
    places = told.split()
    if len(places) < 2:
        return _header(game, "Ranking", " ".join(sorted(told.split("="), reverse=True)))
    i, j = chance.sample(range(len(places)), 2)
    places[i], places[j] = places[j], places[i]
    return _header(game, "Ranking", " ".join(places))


@change_of_game
def final_score_changed(game, chance):
    told = game.header("Final-Score")
    if told is None:
        return None
    points = [int(word) for word in told.split()]
    points[chance.randrange(len(points))] += 100
    return _header(game, "Final-Score", " ".join(map(str, points)))
