"""The Tibet ladder: explains the points of a winning hand line by line, as a teacher would."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mjlog.model.tiles import text
from mjlog.referee.rulebook import Outcome, Winner
from mjlog.rules.kit import Counted, PatternScorer, Reading
from mjlog.rules.kit.hand import NO_PLACE
from mjlog.rules.tibet.points import COLUMNS, column, worth

Lesson = Callable[[Winner, Outcome], Iterator[str]]


def lesson(settings: Mapping[str, str]) -> Lesson:
    """Return a function that explains the points of a winning hand, yielding lines of text.

    `settings` maps the name of each option to its value at one step of the ladder, a series of
    games for teaching.
    """
    is_scored, scorer = settings["scoring"] == "true", PatternScorer(worth(settings))

    def tell(winner: Winner, outcome: Outcome) -> Iterator[str]:
        """Yield lines of text that explain how a winning hand is grouped and what it earns.

        First comes the way to group the hand that has the most han, then its patterns and its
        column in the payment table. A line for each other way to group the hand follows. At a step
        without points the lines have no han.
        """
        hand, _ = scorer.hand_of(winner, outcome)
        # No pattern of the ladder depends on the place of the winning tile in a reading.
        ways = {seen.reading._replace(place=NO_PLACE): seen.counted for seen in scorer.seen(hand)}
        ordered = sorted(ways.items(), key=lambda way: way[1].points, reverse=True)
        most = max([counted.points for counted in ways.values()], default=0)
        for place, (reading, counted) in enumerate(ordered):
            groups = _groups(winner, reading)
            if not place:
                yield f"read as {groups}"
                yield from (
                    _patterns(counted) if is_scored else ("no points are counted at this step",)
                )
                continue
            word = "or" if counted.points == most else "not"
            yield f"{word} as {groups}{f': {counted.points} han' if is_scored else ''}"

    return tell


def _groups(winner: Winner, reading: Reading) -> str:
    """Return one way to group a hand as text, for example ``123m 456m 55p +777z``.

    Concealed sets come first, then the pair, then declared sets as records write them.
    """
    concealed = sorted(reading.sets[len(winner.sets_seen) :], key=lambda one: one.kind)
    return " ".join([
        *[text(one.kinds) for one in concealed],
        text((reading.pair, reading.pair)),
        *[meld.sign + text(meld.tiles) for meld in winner.sets_seen],
    ])  # fmt: skip


def _patterns(counted: Counted) -> Iterator[str]:
    for pattern, times in counted.found:
        yield f"{pattern.points * times:>4}  {pattern.item}  ({pattern.clause})"
    place = COLUMNS[column(counted.points)]
    yield f"{counted.points:>4}  han, column {place} of the table  (11.1)"
