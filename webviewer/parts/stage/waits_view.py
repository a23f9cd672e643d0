"""A player's waits after a step: tiles, how many are left, values, and what bars a win."""

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
    """A tile that completes a player's hand.

    `left` is the number of copies that the player does not see. `open` is True if the rules allow a
    win on the tile. `worth` is the value of the win in words.
    """

    tile: Drawn
    left: int
    open: bool
    worth: str
    scores: tuple[tuple[int, str], ...] = ()
    """The value and the unit of a win by discard and by self-draw, if not barred."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A clause of the rules that forbids a win: its number, its text, and why it applies (`says`).

    `bars` says which wins it forbids: on a `discard`, by a `draw`, or `both`.
    """

    number: str
    text: str
    says: Cited
    bars: str


@dataclass(frozen=True, slots=True)
class Waits:
    """The tiles that a player waits for, and the reasons that forbid a win.

    `known` is False if a tile of the hand is not recorded; then there are no tiles.
    """

    known: bool
    tiles: tuple[Awaited, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def span(self) -> str:
        """What the hand can be worth, from the lowest to the highest win, such as "2–4 han".

        The text is empty if no value is known.
        """
        open_scores = [each.scores for each in self.tiles if each.open and each.scores]
        values = sorted({value for scores in open_scores for value, _ in scores})
        if not values:
            return ""
        unit = open_scores[0][0][1]
        most = worth(values[-1], unit)
        return most if len(values) == 1 else f"{values[0]}–{most}"

    @property
    def left(self) -> int:
        """The number of tiles that would complete the hand and that the player cannot see."""
        return sum(each.left for each in self.tiles)


def waits_of(left: Sequence[int], chances: WinOptions | None) -> Waits:
    """Return what a page shows of the tiles with which a player could win.

    `left` has the number of unseen tiles of each kind. `chances` are the player's possible wins;
    None if the hand is not known.
    """
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
    """Return in words what a hand is worth if it wins with a certain tile.

    If a self-drawn win has a different value from a win on a discard, both are named, such as "2
    han, 3 han self-drawn". The value of a win that the rules forbid is left out; if both wins are
    forbidden, the text is empty.
    """
    discard, draw = _route_text(chance.discard), _route_text(chance.draw)
    if discard == draw or not draw:
        return discard
    if not discard:
        return gettext("{draw} self-drawn").format(draw=draw)
    return gettext("{discard}, {draw} self-drawn").format(discard=discard, draw=draw)


def _scores(chance: WinOption) -> Iterator[tuple[int, str]]:
    for road in (chance.discard, chance.draw):
        if road.score is not None and not road.bars:
            yield road.score.value, road.score.unit


def _route_text(road: Route) -> str:
    if road.bars or road.score is None:
        return ""
    return worth(road.score.value, road.score.unit)


def _reasons(chances: WinOptions) -> tuple[Reason, ...]:
    """Return the sentences of the rulebook that forbid some of these wins, each once.

    Each has a word for what it forbids: `discard` (wins on a discard), `draw` (wins by self-draw)
    or `both`.
    """
    reasons: dict[str, tuple[str, Cited, set[str]]] = {}
    for chance in chances:
        for name, road in (("discard", chance.discard), ("draw", chance.draw)):
            for bar in road.bars:
                reasons.setdefault(
                    bar.law.number, (bar.law.text, Cited(bar.says, bar.sentence), set())
                )[2].add(name)
    return tuple(
        Reason(number, text, says, "both" if len(roads) > 1 else next(iter(roads)))
        for number, (text, says, roads) in reasons.items()
    )


Known = dict[tuple[int, ...], tuple[int, tuple[int, ...]]]
"""The draws until a hand waits and the kinds that help, by the hand's count of each kind."""


@dataclass(frozen=True, slots=True)
class Nearness:
    """How far a hand is from waiting: the number of useful draws that it needs.

    `tiles` are the tiles that bring it nearer, `left` is the number of their copies that the player
    does not see. While the player has a discard to make, `tiles` is empty.
    """

    draws: int
    tiles: tuple[Drawn, ...] = ()
    left: int = 0


def draws_of(frame: Frame, seat: Seat, rules: RuleSet) -> int | None:
    """Return how many draws of useful tiles a seat's hand needs until it waits; 0 if it waits.

    Return None if a tile of the hand is unknown, or while the player must discard.
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
    """Return how many draws a hand needs until it waits, and which tiles would help.

    Return None if the hand waits already, or if a tile is unknown. `left` has the number of unseen
    tiles of each kind. `known` is a cache of earlier results, to which the result is added.
    `has_melds` says whether the hand has melds.
    """
    faces = [piece.face for piece in hand]
    if not faces or max(physical(face) for face in faces) >= JOKER:
        return None
    held = [KIND[physical(face)] for face in faces]
    if max(held) >= KINDS:  # a bonus tile has not been laid out yet
        return None
    counts = tuple(held.count(number) for number in range(KINDS))
    if counts not in known:
        if sum(counts) % 3 == 1:
            known[counts] = useful_tiles(rules, counts, has_melds=has_melds)
        else:
            known[counts] = draws_from_waiting(rules, counts, has_melds=has_melds), ()
    draws, kinds = known[counts]
    if not draws:
        return None
    return Nearness(
        draws, tuple(drawn_face(kind) for kind in kinds), sum(left[kind] for kind in kinds)
    )
