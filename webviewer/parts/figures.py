"""Statistics for pages: names of figures, bars and curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import Any, Final

from mjlog import rules
from mjlog.archive.questions.figure_definitions import PLACE, VALUE, WAIT
from mjlog.archive.questions.statistics import Figure
from mjlog.model.messages import Message

WORDS: Final = {
    "records": Message("Records"),
    "deals": Message("Deals"),
    "decided": Message("Deals that somebody won"),
    "several_winners": Message("Of those, deals that several won"),
    "exhausted": Message("Deals that ended with the wall"),
    "aborted": Message("Deals that were broken off"),
    "void": Message("Deals declared void"),
    "go_arounds": Message("Go-arounds a deal"),
    "wins": Message("Deals won"),
    "self_draws": Message("Of the wins, by self-draw"),
    "deal_ins": Message("Deals in which others won on the discard"),
    "winners_paid": Message("Winners on such a discard"),
    "ready": Message("Deals in which ready was declared"),
    "wins_after_ready": Message("Of those, won"),
    "deal_ins_after_ready": Message("Of those, others won on the discard"),
    "with_melds": Message("Deals with a declared set"),
    "melds": Message("Declared sets a deal"),
    "waiting": Message("Hands that waited at the end"),
    "kinds_waited_for": Message("Kinds of tiles that these waited for"),
    "points": Message("Points a deal"),
    VALUE: Message("Value of a winning hand"),
    PLACE: Message("Games ended in this place"),
    WAIT: Message("Hands that waited for this shape"),
}
"""The names of figures in words; a figure that is not here has its own name."""
UNITS: Final = {
    "points": Message("points"),
    "han": Message("han"),
    "tai": Message("tai"),
    "faan": Message("faan"),
    "yakuman": Message("yakuman"),
    "one": Message("one kind"),
    "two_ends": Message("both ends of a run"),
    "two": Message("two other kinds"),
    "more": Message("three kinds or more"),
}
"""The names of units of values, and of shapes of waits."""
HIGH: Final = 160
LEFT, RIGHT = 2.0, 98.0
MARGIN: Final = 12


@cache
def titles() -> dict[str, str]:
    """Return a dict from the short names of all rule sets, such as `riichi`, to full names."""
    return {rule_set.name: rule_set.title for rule_set in rules.loadable()}


@dataclass(frozen=True, slots=True)
class Line:
    """One figure of the statistics as a row of a table.

    A figure is a share or a mean; `of` is the number of all cases. For a share, `count` is the
    number of cases in it; for a mean, `count` is the sum over all cases. `name` is the figure's
    key, `words` its name for people. `text` is its value as text, such as `25.0 %`. `bar` is the
    length of its bar in per cent, 0 for a mean.
    """

    name: str
    words: Message
    unit: str
    count: int
    of: int
    text: str
    bar: float
    is_mean: bool

    @property
    def of_what(self) -> Message | str:
        """The kind of cases that this line of the statistics is about, such as a shape of wait.

        The text is empty if the line is about all cases.
        """
        return unit_in_words(self.unit)

    @property
    def has_deals(self) -> bool:
        """Whether at least one deal or game was counted for this line of the statistics.

        For a mean, `of` (all cases) decides; for a share, only `count` (the cases in the share).
        """
        return bool(self.of if self.is_mean else self.count)


@dataclass(frozen=True, slots=True)
class OfKind:
    """The figures of all games that were played by one rule set and with one number of players.

    `name` and `title` are the short and the full name of the rule set.
    """

    name: str
    seats: int
    title: str
    lines: tuple[Line, ...]


def unit_in_words(unit: str) -> Message | str:
    """Return in words what a number of the statistics is about, to be translated later.

    For example, the unit `two_ends` is a kind of wait. A unit without words, such as a rank, is
    returned unchanged.
    """
    return UNITS.get(unit, unit)


def group_by_kind(figures: Sequence[Figure]) -> list[OfKind]:
    """Arrange the numbers of the statistics in tables, one for each rule set and number of players.

    Numbers for which nothing was counted are left out.
    """
    lines: dict[tuple[str, int], list[Line]] = {}
    for figure in figures:
        kind = lines.setdefault((figure.rules, figure.seats), [])
        if figure.of:
            kind.append(_line(figure))
    return [
        OfKind(name, seats, titles().get(name, name), tuple(lines[name, seats]))
        for name, seats in lines
    ]


def _line(figure: Figure) -> Line:
    words = WORDS.get(figure.name, Message(figure.name))
    value = figure.value or 0.0
    value_words, bar = f"{100 * value:.1f} %", round(100 * value, 1)
    if figure.is_mean:
        value_words, bar = f"{value:.2f}", 0.0
    numbers = (figure.count, figure.of)
    return Line(figure.name, words, figure.unit, *numbers, value_words, bar, figure.is_mean)


@dataclass(frozen=True, slots=True)
class Stop:
    """A point of a curve: a player's sum of points after a game, and its place in the picture."""

    x: float
    y: float
    total: int
    game: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Course:
    """A curve of a player's sum of points over the games of one rule set and number of players.

    `stops` has a point for each game. `level` is the height of the line for 0 points.
    """

    title: str
    seats: int
    stops: tuple[Stop, ...]
    level: float

    @property
    def pieces(self) -> list[tuple[Stop, Stop]]:
        """The straight pieces of the curve, as pairs of successive points."""
        return list(zip(self.stops, self.stops[1:], strict=False))


def courses(games: Sequence[dict[str, Any]]) -> list[Course]:
    """Compute the curves that show how a player's points grew from game to game.

    There is a curve for each rule set and number of players, because points of different kinds of
    games cannot be added up. Curves of fewer than two games are left out.
    """
    by_kind: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for game in games:
        by_kind.setdefault((game["rules"], game["seats"]), []).append(game)
    made = [_course(*kind, by_kind[kind]) for kind in sorted(by_kind)]
    return [course for course in made if len(course.stops) > 1]


def _course(name: str, seats: int, games: Sequence[dict[str, Any]]) -> Course:
    """Compute the curve that shows a player's total points after each game, to be drawn as SVG.

    `name` is the rule set, and `games` are in the order of play. Games without known points are
    skipped.
    """
    games_with_change = [game for game in games if _change(game) is not None]
    sums = list(accumulate(_change(game) or 0 for game in games_with_change))
    top, bottom = max([0, *sums]), min([0, *sums])

    def height(total: int) -> float:
        return round(MARGIN + (HIGH - 2 * MARGIN) * (top - total) / max(1, top - bottom), 1)

    wide = (RIGHT - LEFT) / max(1, len(games_with_change) - 1)
    stops = (
        Stop(round(LEFT + wide * place, 2), height(total), total, game)
        for place, (total, game) in enumerate(zip(sums, games_with_change, strict=True))
    )
    return Course(titles().get(name, name), seats, tuple(stops), height(0))


def _change(game: dict[str, Any]) -> int | None:
    """Return a player's change of points in a game by the rules, or as recorded if that is unknown.

    Return None if neither number is known.
    """
    change: int | None = game["change"] if game["due"] is None else game["due"]
    return change
