"""A deal up to a step, as a follower may see it: nothing later, and no tile of a hidden hand.

The shortened deal is put in a record of its own, so that pages made from it cannot reveal more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from mjlog.model.record import (
    MANNER_DRAWN,
    MANNER_FROM_HAND,
    SEATS,
    Act,
    ConcealedKong,
    Content,
    Deal,
    Dealt,
    Discard,
    Draw,
    Exchange,
    Game,
    Header,
    Indicators,
    Items,
    Kept,
    Line,
    Ready,
    Remark,
    Replace,
    Seat,
    Show,
    Turn,
    Wall,
)
from mjlog.model.tiles import UNKNOWN, Tile
from mjlog.notation.play.spelling import spell
from mjlog.picture.followed_deal import Followed, follow
from mjlog.picture.frames import Frame
from mjlog.referee.rule_set import RuleSet

Seats = frozenset[Seat]
_Pass = tuple[Seat, Seat, tuple[Tile, ...]]

BEFORE_PLAY: Final = frozenset({*SEATS, "Site", "Date", "Time", "Round", "Table"})
"""Headers known before play; not the event, as its name may reveal what happened."""
AT_THE_START: Final = frozenset(
    {
        "break",
        "continued",
        "dealer",
        "dice",
        "honba",
        "places",
        "pool",
        "scores",
        "sticks",
        "throws",
        "winds",
    }
)
"""The attributes of a deal's header that are known when it begins."""
_NEVER: Final = (Wall, Remark, Kept)
"""Kinds of lines that may reveal what comes, wherever they are."""
_MANNERS: Final = {"hand": MANNER_FROM_HAND, "drawn": MANNER_DRAWN}


def game_so_far(game: Game, rules: str, deals: Iterable[Deal]) -> Game:
    """Return a copy of a game that has only these deals and the headers known before play.

    All other headers are removed, because they could reveal how the game ends. `rules` becomes the
    header `Rules`.
    """
    kept = (Header(each.key, each.value) for each in game.headers if each.key in BEFORE_PLAY)
    return Game((Header("Rules", rules), *kept), tuple(deals), game.version)


def deal_so_far(followed: Followed, step: int, view: Seats, seats: int) -> Deal:
    """Return a copy of a deal that ends with a step; nothing in it reveals what happens later.

    `followed` is the replay of the deal, `seats` the number of players. In the copy, the hands of
    the seats in `view` are hidden, except hands that have won by this step.
    """
    deal = _up_to(followed, step)
    if not view:
        return deal
    # Hands that have won by then are open.
    part = follow(deal, followed.walk.rules, seats)
    return _with_closed(part, view - set(part.frames[-1].winners))


def without_unwritable_turns(deal: Deal) -> Deal:
    """Return the deal without turns that the notation cannot write yet.

    In such a turn, a player has declared ready but not discarded.
    """
    return replace(deal, turns=tuple(turn for turn in deal.turns if turn.word))


# --------------------------------------------------------------------------- nothing later


def _up_to(followed: Followed, step: int) -> Deal:
    deal = followed.walk.deal
    is_whole = step == len(followed.frames) - 1
    turns = deal.turns if is_whole else tuple(_turns_up_to(followed, step))
    return Deal(
        deal.label,
        tuple(pair for pair in deal.attributes if pair[0] in AT_THE_START),
        turns,
        tuple(_lines_up_to(followed, step, is_whole=is_whole)),
        jumps=tuple(jump for jump in deal.jumps if jump[0] < len(turns)),
        places=deal.places,
    )


def _turns_up_to(followed: Followed, step: int) -> Iterator[Turn]:
    """Yield the turns of a deal that begin at or before a step.

    If the step is in the middle of a turn, the last turn has only the acts up to this step.
    `followed` is the replay of the deal.
    """
    walk = followed.walk
    for index, steps in groupby(range(1, step + 1), walk.turn):
        last = list(steps)[-1]
        is_over = last < step or walk.turn(step + 1) != index
        if index < len(walk.deal.turns):
            yield walk.deal.turns[index] if is_over else _begun(followed, index, step)


def _begun(followed: Followed, index: int, step: int) -> Turn:
    """Return a copy of a turn with only the acts up to a step.

    `index` is the number of the turn, from 0. If the last of these acts is a declaration of ready,
    its tile is unknown, because the tile is discarded later. `followed` is the replay of the deal.
    """
    turn, past = followed.walk.deal.turns[index], followed.walk.played.table.past
    acts = [
        past[number - 1]
        for number in range(1, step + 1)
        if followed.walk.turn(number) == index and not isinstance(past[number - 1], Exchange)
    ]
    if acts and isinstance(acts[-1], Ready):
        acts[-1] = Ready(turn.seat, UNKNOWN, acts[-1].face_down)
    return _turn(turn, acts)


def _turn(turn: Turn, acts: Sequence[Act]) -> Turn:
    shown_acts = acts[:-1] if acts and isinstance(acts[-1], Ready) else acts
    return Turn(
        turn.seat,
        spell(shown_acts, stood=turn.stood) if shown_acts else "",
        tuple(acts),
        turn.stood,
    )


def _lines_up_to(followed: Followed, step: int, *, is_whole: bool) -> Iterator[Line]:
    """Yield those lines of a deal, other than its turns, that a reader may know at a step.

    If `is_whole` is True, the step is the last one, and lines about the end of the deal are
    included. `followed` is the replay of the deal.
    """
    done = followed.walk.played.table.past[:step]
    for line in followed.walk.deal.lines:
        content = line.content
        if not isinstance(content, _NEVER) and (is_whole or _is_known(content, done)):
            yield Line(content if is_whole else _first_indicator(content), span=line.span)


def _is_known(content: Content, done: Sequence[Act]) -> bool:
    match content:
        case Dealt():
            return True
        case Indicators():
            return not content.hidden
        case Exchange():
            return content in done
    return False


def _first_indicator(content: Content) -> Content:
    """Reduce a line of indicators to the first indicator; return any other line unchanged.

    The other indicators may be turned up later in the deal.
    """
    if isinstance(content, Indicators):
        return replace(content, tiles=content.tiles[:1])
    return content


# --------------------------------------------------------------------------- nothing hidden


def only_play(deal: Deal, names: frozenset[str]) -> Deal:
    """Return a copy of a deal that has its turns, but nothing about its end.

    Only the attributes in `names` stay in the header, and only the first of the dora indicators. A
    replay of the copy reveals nothing of what was removed.
    """
    attributes = tuple(pair for pair in deal.attributes if pair[0] in names)
    lines = (
        Line(_first_indicator(line.content)) for line in deal.lines if _is_of_play(line.content)
    )
    jumps, places = deal.jumps, deal.places
    return Deal(deal.label, attributes, deal.turns, tuple(lines), jumps=jumps, places=places)


def _is_of_play(content: Content) -> bool:
    is_open = isinstance(content, Indicators) and not content.hidden
    return is_open or isinstance(content, Dealt | Exchange)


def _with_closed(followed: Followed, closed: Seats) -> Deal:
    walk = followed.walk
    past, deal = walk.played.table.past, walk.deal
    hidden = Hidden(walk.rules, closed, past, followed.frames)
    steps: dict[int, list[int]] = {}
    for step in range(1, len(past) + 1):
        steps.setdefault(walk.turn(step), []).append(step)
    turns = (hidden.turn(turn, steps.get(at, ())) for at, turn in enumerate(deal.turns))
    return replace(deal, turns=tuple(turns), lines=hidden.lines(deal))


@dataclass(frozen=True, slots=True)
class Hidden:
    """Removes hidden tiles from a replayed deal.

    `closed` are the seats whose hands are hidden. `past` are all acts of the deal, `frames` the
    table before the first act and after each act.
    """

    rules: RuleSet
    closed: Seats
    past: Sequence[Act]
    frames: Sequence[Frame]

    def lines(self, deal: Deal) -> tuple[Line, ...]:
        """Return the lines of a deal other than its turns, without what reveals a hidden hand.

        Some lines are left out; in others, tiles are replaced by unknown tiles.
        """
        contents = ((line, self._content(line.content)) for line in deal.lines)
        return tuple(replace(line, content=content) for line, content in contents if content)

    def turn(self, turn: Turn, steps: Sequence[int]) -> Turn:
        """Return a turn in which tiles that only a player with a hidden hand sees are unknown.

        `steps` are the numbers of the steps at which the acts of this turn happen.
        """
        return _turn(turn, list(self._acts(steps))) if turn.seat in self.closed else turn

    def _acts(self, steps: Sequence[int]) -> Iterator[Act]:
        for place, step in enumerate(steps, 1):
            if not isinstance(self.past[step - 1], Exchange):
                is_shown = self._is_laid_at_once(steps[place:])
                yield self._act(self.past[step - 1], self.frames[step].origin, is_shown=is_shown)

    def _is_laid_at_once(self, later: Sequence[int]) -> bool:
        """Return whether the player discards the drawn tile face up at once, so that all see it.

        `later` are the steps of the turn after the draw. The first draw or discard among them
        decides.
        """
        for step in later:
            act = self.past[step - 1]
            if isinstance(act, Draw | Replace | Discard):
                is_seen = isinstance(act, Discard) and not act.face_down
                return is_seen and self.frames[step].origin == "drawn"
        return False

    def _act(self, act: Act, origin: str, *, is_shown: bool) -> Act:
        """Return an act of a player with a hidden hand; tiles that nobody else sees become unknown.

        `is_shown` is True if a drawn tile is discarded face up at once. `origin` says whether a
        discarded tile came from the hand (`hand`) or was just drawn (`drawn`); it is empty if this
        is unknown.
        """
        match act:
            case Draw() | Replace():
                return act if is_shown else replace(act, tile=UNKNOWN)
            case Ready() | Discard() if act.face_down:
                return replace(act, tile=UNKNOWN, pillar=False)
            case Discard():
                return replace(act, manner=_MANNERS.get(origin, act.manner))
            case ConcealedKong() if self._lies_face_down(act):
                return replace(act, tiles=(UNKNOWN,) * len(act.tiles))
        return act

    def _lies_face_down(self, act: ConcealedKong) -> bool:
        down = self.rules.names.presentation.kong_down
        return len(down) == len(act.tiles)

    def _content(self, content: Content) -> Content | None:
        """Return a line of the deal in which the tiles of hidden hands are unknown.

        Return None, which means that the line is left out, if it shows a hidden hand or its scored
        items.
        """
        match content:
            case Show(seat=seat) | Items(seat=seat) if seat in self.closed:
                return None
            case Dealt(seat=seat) if seat in self.closed:
                tiles = (UNKNOWN,) * len(content.tiles)
                pillars = content.pillars and (UNKNOWN,) * len(content.pillars)
                return replace(content, tiles=tiles, pillars=pillars)
            case Exchange():
                return replace(content, passes=tuple(self._passed(each) for each in content.passes))
        return content

    def _passed(self, one: _Pass) -> _Pass:
        giver, receiver, tiles = one
        if {giver, receiver} <= self.closed:
            return giver, receiver, (UNKNOWN,) * len(tiles)
        return one
