"""What each player waits for after a step, how many of it are left, what it would be worth.

And why it may not win.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mjlog.model.record import Seat
from mjlog.model.table import physical
from mjlog.model.tiles import JOKER, KIND, KINDS
from mjlog.picture.frames import Frame, Piece
from mjlog.picture.win_options import Route, WinOption, WinOptions
from mjlog.referee.nearness import draws_from_waiting, useful_tiles
from mjlog.referee.rule_set import RuleSet
from webviewer.i18n import Cited, gettext, worth
from webviewer.parts.stage.tile_view import Drawn, drawn_face


@dataclass(frozen=True, slots=True)
class Awaited:
    """A tile that completes the hand.

    How many of it the player sees nowhere, and what a win on it is worth.
    """

    tile: Drawn
    left: int
    open: bool
    worth: str
    scores: tuple[tuple[int, str], ...] = ()
    """What a win is worth on a discard and when drawn, with the unit, as far as it may be."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a win is barred.

    The clause, and whether it bars both roads, discards alone or draws alone.
    """

    number: str
    text: str
    says: Cited
    bars: str


@dataclass(frozen=True, slots=True)
class Waits:
    """What one player waits for. Not `known`: the record does not tell every tile of the hand."""

    known: bool
    tiles: tuple[Awaited, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def span(self) -> str:
        """What a win would be worth, from the least to the most."""
        open_scores = [each.scores for each in self.tiles if each.open and each.scores]
        values = sorted({value for scores in open_scores for value, _ in scores})
        if not values:
            return ""
        unit = open_scores[0][0][1]
        most = worth(values[-1], unit)
        return most if len(values) == 1 else f"{values[0]}–{most}"

    @property
    def left(self) -> int:
        """How many tiles would complete the hand, as far as the player can see."""
        return sum(each.left for each in self.tiles)


def waits_of(left: Sequence[int], chances: WinOptions | None) -> Waits:
    """Return what a player waits for after a step, given its unseen tiles of each kind."""
    if chances is None:
        return Waits(known=False)
    if not chances:
        return Waits(known=True)
    tiles = tuple(
        Awaited(drawn_face(c.kind), left[c.kind], c.open, _worth(c), tuple(_scores(c)))
        for c in chances
    )
    return Waits(True, tiles, _reasons(chances))


def _worth(chance: WinOption) -> str:
    """Return what the win is worth on a discard, and by self-draw if that differs."""
    discard, draw = _told(chance.discard), _told(chance.draw)
    if discard == draw or not draw:
        return discard
    if not discard:
        return gettext("{draw} self-drawn").format(draw=draw)
    return gettext("{discard}, {draw} self-drawn").format(discard=discard, draw=draw)


def _scores(chance: WinOption) -> Iterator[tuple[int, str]]:
    for road in (chance.discard, chance.draw):
        if road.score is not None and not road.bars:
            yield road.score.value, road.score.unit


def _told(road: Route) -> str:
    if road.bars or road.score is None:
        return ""
    return worth(road.score.value, road.score.unit)


def _reasons(chances: WinOptions) -> tuple[Reason, ...]:
    """Return each clause once, with all the ways that it bars."""
    reasons: dict[str, tuple[str, Cited, set[str]]] = {}
    for chance in chances:
        for name, road in (("discard", chance.discard), ("draw", chance.draw)):
            for bar in road.bars:
                reasons.setdefault(
                    bar.law.number, (bar.law.text, Cited(bar.says, bar.said), set())
                )[2].add(name)
    return tuple(
        Reason(number, text, says, "both" if len(roads) > 1 else next(iter(roads)))
        for number, (text, says, roads) in reasons.items()
    )


Known = dict[tuple[int, ...], tuple[int, tuple[int, ...]]]
"""How near hands are, by the numbers of their tiles."""


@dataclass(frozen=True, slots=True)
class Nearness:
    """How many draws a hand is from waiting, and which tiles bring it nearer.

    Each tile comes with how many of it the player sees nowhere; there are no tiles while a discard
    is to come.
    """

    draws: int
    tiles: tuple[Drawn, ...] = ()
    left: int = 0


def draws_of(frame: Frame, seat: Seat, rules: RuleSet) -> int | None:
    """Return how many draws a hand is from waiting, 0 if it waits; None if unknown.

    It is unknown if a tile is, or if the discard is still to come.
    """
    pieces = [piece for piece in frame.pieces if piece.seat == seat]
    held = [KIND[physical(piece.face)] for piece in pieces if piece.is_held]
    if len(held) % 3 != 1 or max(held) >= KINDS:
        return None
    counts = tuple(held.count(kind) for kind in range(KINDS))
    has_melds = any(piece.zone == "meld" for piece in pieces)
    return draws_from_waiting(rules, counts, has_melds=has_melds)


def nearness_of(
    hand: Sequence[Piece], left: Sequence[int], rules: RuleSet, known: Known, *, has_melds: bool
) -> Nearness | None:
    """Return how near a hand is; None if it waits or a tile is unknown.

    What is `known` already is not computed again.
    """
    faces = [piece.face for piece in hand]
    if not faces or max(physical(face) for face in faces) >= JOKER:
        return None
    held = [KIND[physical(face)] for face in faces]
    if max(held) >= KINDS:  # a bonus tile is still to be laid out
        return None
    counts = tuple(held.count(number) for number in range(KINDS))
    if counts not in known:
        known[counts] = _worked_out(rules, counts, has_melds=has_melds)
    draws, kinds = known[counts]
    if not draws:
        return None
    return Nearness(
        draws, tuple(drawn_face(kind) for kind in kinds), sum(left[kind] for kind in kinds)
    )


def _worked_out(
    rules: RuleSet, counts: tuple[int, ...], *, has_melds: bool
) -> tuple[int, tuple[int, ...]]:
    if sum(counts) % 3 == 1:
        return useful_tiles(rules, counts, has_melds=has_melds)
    return draws_from_waiting(rules, counts, has_melds=has_melds), ()
