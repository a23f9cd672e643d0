"""Readings of misread turns and tiles, and of exchanges that were written down wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any, Final

from mjlog.auditor.diagnosis.altered_deals import (
    discard_of,
    has,
    unread,
    unseen,
    with_line,
    with_tile,
    with_turn,
)
from mjlog.auditor.diagnosis.play_suspects.bonus import MOST_TILES
from mjlog.auditor.diagnosis.play_suspects.case import FIRST, Case, Change, is_doubtful
from mjlog.model.findings import seats_of
from mjlog.model.go_arounds import go_around_of
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import msg
from mjlog.model.record import (
    ADDED_KONG,
    CLAIM,
    CONCEALED_KONG,
    READY,
    REPLACE,
    SET_OUT,
    WIN,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Deal,
    Dealt,
    Discard,
    Draw,
    Exchange,
    Replace,
    Seat,
    SetOut,
    Turn,
    WinLine,
    seat_name,
)
from mjlog.model.tiles import UNKNOWN, Tile, is_bonus
from mjlog.referee.aftermath import tiles_of

_NOT_HELD: Final = frozenset({"claim.held", "discard.held", "kong.held"})
_ROOT: Final = tuple(sorted(_NOT_HELD))
_REPLACED: Final = frozenset({CLAIM, CONCEALED_KONG, ADDED_KONG, SET_OUT})
"""Acts after which the player may draw a replacement."""
Acts = tuple[Act, ...]


def propose_misread_words(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal in which a turn that contradicts a hand has other acts.

    If an error names two turns, each of the two turns is changed. `case` has the deal as written
    and its errors.
    """
    errors = [e for e in case.play_errors if e.code == "deal.copies" or is_doubtful(e)]
    places = [error.place for error in errors]
    places += [error.other for error in errors if error.other]
    words = case.words_at(places)
    if any(error.is_of_win for error in case.errors):
        words += [index for index in case.words_with(WIN)[-1:] if index not in words]
    for index in words:
        turn = case.deal.turns[index]
        ways = _wins_otherwise(case.deal, turn) if has(turn, WIN) else _acts_otherwise(turn)
        others = [Turn(turn.seat, turn.word, acts) for acts in ways]
        if not has(turn, WIN):
            others.append(unread(turn.seat, turn.word))
        for other in others:
            yield case.at_word(index, with_turn(case.deal, index, other), misread=turn.seat)


def _wins_otherwise(deal: Deal, turn: Turn) -> Iterator[Acts]:
    """Yield other acts that a winning turn may have had.

    If the `win` line says that the win was a self-draw, the win follows a draw instead of a claim,
    or follows a replacement tile. If a replacement tile follows a claim, the claim becomes a
    claimed kong.
    """
    *acts, win = turn.acts
    for line in deal.contents(WinLine):
        if line.seat == turn.seat == line.source:
            # The replacement after a kong or a bonus tile was left out.
            if acts and acts[-1].kind in _REPLACED:
                yield *acts, Replace(turn.seat, line.tile), win
            if turn.acts[0].kind == CLAIM:
                yield Draw(turn.seat, line.tile), win
    yield from _with_kong_claimed(turn)


def _with_kong_claimed(turn: Turn) -> Iterator[Acts]:
    """Yield the acts of a turn with its claim of a pung or chow changed into a claimed kong.

    Yield nothing unless the turn begins with a claim and a replacement tile, which only a kong
    needs.
    """
    match turn.acts:
        case (Claim() as claim, Replace(), _, *_):
            yield replace(claim, tiles=(claim.tiles[0],) * 3), *turn.acts[1:]


def _acts_otherwise(turn: Turn) -> Iterator[Acts]:
    """Yield other acts that a turn may have had, for example another draw, or unknown tiles."""
    seat = turn.seat
    match turn.acts:
        case (Draw() as drawn, Discard() as thrown):
            if is_bonus(drawn.tile):  # it was set out and replaced
                laid = SetOut(seat, (drawn.tile,))
                yield drawn, laid, Replace(seat, UNKNOWN), thrown
            yield drawn, replace(thrown, tile=drawn.tile)
            yield Draw(seat, UNKNOWN), thrown
    yield from _with_kong_claimed(turn)
    # A kong may be left out: its tile was read as a bonus tile that was laid out and replaced.
    kinds = [act.kind for act in turn.acts]
    if SET_OUT in kinds and REPLACE in kinds:
        place = kinds.index(SET_OUT)
        before, bonus, behind = turn.acts[:place], turn.acts[place], turn.acts[place + 1 :]
        if isinstance(bonus, SetOut) and len(bonus.tiles) == 1:
            yield *before, ConcealedKong(seat, (bonus.tiles[0],) * 4), *behind
            yield *before, AddedKong(seat, bonus.tiles[0]), *behind
    # Try the word with a discard, with unseen sets, or with a tile drawn and discarded.
    acts, discard = turn.acts, discard_of(turn)
    if discard is None:
        yield *acts, Discard(turn.seat, UNKNOWN)
    hidden = tuple(unseen(act) for act in acts)
    if hidden != acts:
        yield hidden
    elif discard is not None:
        discard = replace(discard, tile=UNKNOWN)
    if discard is not None:
        ready = [act for act in acts if act.kind == READY]
        yield Draw(turn.seat, UNKNOWN), *ready, discard


def propose_other_tiles_taken(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal in which a player was dealt or drew another tile.

    The written tile occurs too often in the deal. The new tile is a tile that the player used but
    did not have. `case` has the deal as written and its errors.
    """
    surplus = {tile for act in case.acts_with({"deal.copies"}) for tile in tiles_of(act)}
    lacking = {
        (act.seat, tile): None for act in case.acts_with(_NOT_HELD) for tile in tiles_of(act)
    }
    ways = [(seat, lacked, tile) for seat, lacked in lacking for tile in sorted(surplus)]
    for seat, lacked, tile in ways[:MOST_TILES]:
        if tile != lacked:
            yield from _propose_taking(case, seat, tile, lacked)


def _propose_taking(case: Case, seat: Seat, tile: Tile, meant: Tile) -> Iterator[Change]:
    """Yield changed copies of the deal in which a player got the tile `meant` instead of `tile`.

    Each copy changes one entry: the dealt hand, a draw, or a replacement tile. `case` has the deal
    as written and its errors.
    """
    for line, dealt in case.deal.with_lines(Dealt):
        if dealt.seat == seat and tile in dealt.tiles:
            place = dealt.tiles.index(tile)
            tiles = (*dealt.tiles[:place], meant, *dealt.tiles[place + 1 :])
            deal = with_line(case.deal, line, replace(dealt, tiles=tiles))
            words = msg("the tiles dealt to {seat}", seat=seat_name(seat))
            yield Change(deal, words, line.span.place(), root=_ROOT, misread=seat)
    for index, turn in enumerate(case.deal.turns):
        for place, act in enumerate(turn.acts):
            if isinstance(act, Draw | Replace) and (act.seat, act.tile) == (seat, tile):
                deal = with_turn(case.deal, index, with_tile(turn, place, meant))
                yield case.at_word(index, deal, root=_ROOT, misread=seat)


def propose_exchanges(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal in which players exchange unknown tiles.

    In the first copy, the tiles of the latest written exchange are unknown. In the second copy, an
    exchange between all players is added. Yield nothing unless the hands of at least two players
    are uncertain. `case` has the deal as written and its errors.
    """
    if len(seats_of(case.doubtful)) < FIRST:
        return
    around = min(error.place.turn for error in case.doubtful)
    exchanges = case.deal.with_lines(Exchange)
    for line, content in [each for each in exchanges if go_around_of(each[1]) <= around][-1:]:
        unseen_tiles = [(giver, taker, (UNKNOWN,) * len(t)) for giver, taker, t in content.passes]
        other: Any = Exchange(tuple(unseen_tiles), content.name)
        deal = with_line(case.deal, line, other)
        yield Change(deal, msg("the tiles exchanged"), line.span.place())
    # Each player gives a tile to each other player in that go-around, and nobody saw the tiles.
    pairs = permutations(range(case.seats), 2)
    later = Exchange(tuple((a, b, (UNKNOWN,)) for a, b in pairs), f"exchange-{around}")
    for line in (case.lines_of(Exchange) or case.lines_of(Dealt))[-1:]:
        words = msg("an exchange that is not written down")
        yield Change(with_line(case.deal, line, line.content, later), words, line.span.place())
