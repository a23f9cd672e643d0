"""Readings of the order of turns: turns of other players, turns too many, and missing turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mjlog.auditor.diagnosis.altered_deals import (
    discard_of,
    discards_nothing,
    given_to_player,
    remove_turn,
    unread,
    unread_ready,
    with_another_turn,
    with_discard,
    with_turn,
    with_word,
)
from mjlog.auditor.diagnosis.play_suspects.case import CLAIMED, LAID, ORDER, Case, Change, More
from mjlog.model.findings import Finding, with_codes
from mjlog.model.go_arounds import go_around_of
from mjlog.model.record import (
    CLAIM,
    DRAW,
    IRREGULARITY,
    NOBODY,
    SEATS,
    SET_OUT,
    WIN,
    Act,
    AddedKong,
    Claim,
    Deal,
    Dealt,
    Discard,
    Draw,
    Exchange,
    Seat,
    Turn,
)
from mjlog.model.shapes import kinds, waits
from mjlog.model.table import physical
from mjlog.model.tiles import EAST, KIND, KINDS, PILLAR, UNKNOWN, Tile
from mjlog.referee.aftermath import header_entry

_NOT_FOLLOWING: Final = frozenset({"claim.latest", "turn.seat"})
_CLAIMED_OF_ANOTHER: Final = frozenset({"claim.held", "claim.latest", "joker.dead"})
_CLAIMING: Final = frozenset({CLAIM, WIN, SET_OUT, IRREGULARITY})
_PAIR: Final = 2


def propose_dealers(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal with another dealer in the header.

    The new dealer is the player with most dealt tiles, or the first player to act. Yield nothing if
    the header names no dealer. `case` has the deal as written and its errors.
    """
    entry, deal = header_entry(case.deal), case.deal
    if entry is None:
        return
    sizes = {dealt.seat: len(dealt.tiles) for dealt in deal.contents(Dealt)}
    largest = [seat for seat, size in sizes.items() if size == max(sizes.values())]
    dealers = set(largest) if len(largest) == 1 else set()
    for turn in deal.turns:
        if turn.acts[0].kind != SET_OUT:
            dealers.add(turn.seat)
            break
    for seat in dealers - {deal.dealer, NOBODY}:
        if seat < case.seats:
            other = with_word(deal, "dealer", SEATS[seat])
            yield Change(other, *entry, root=("deal.size", "turn.seat"))


def propose_thrown_to_claims(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal with another discard before a claim.

    The new discard is a tile that completes the claimed set. `case` has the deal as written and its
    errors.
    """
    deal = case.deal
    for index in case.contradicted({"claim.held", "claim.latest"}):
        claim = deal.turns[index].acts[0]
        thrower = deal.turns[index - 1]
        if not index or not isinstance(claim, Claim) or thrower.seat == claim.seat:
            continue
        for tile in _tiles_completing(claim.tiles):
            if discard_of(thrower):
                word = with_discard(thrower, tile)
            else:
                acts = (*thrower.acts, Discard(thrower.seat, tile))
                word = Turn(thrower.seat, thrower.word, acts)
            other = with_turn(deal, index - 1, word)
            yield case.at_word(index - 1, other, misread=thrower.seat)


def _tiles_completing(tiles: Sequence[Tile]) -> list[Tile]:
    """Return the tiles that complete a set with two tiles, or a kong with three equal tiles.

    `tiles` are the two or three tiles.
    """
    kinds_laid = [KIND[tile & ~PILLAR] for tile in tiles]
    if max(kinds_laid) >= KINDS:
        return []
    if len(kinds_laid) != _PAIR:
        return sorted({*kinds_laid})
    # With a pair of another kind, the two tiles make a hand that waits for the tiles completing
    # them.
    apart = min({EAST, EAST + 1, EAST + 2} - {*kinds_laid})
    counts = [0] * KINDS
    for kind in (*kinds_laid, apart, apart):
        counts[kind] += 1
    return [kind for kind in kinds(waits(counts)) if kind != apart]


def propose_words_before_claims(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal with a turn added before a claim.

    The added turn discards the claimed tile. `case` has the deal as written and its errors.
    """
    deal, order = case.deal, case.deal.turn_order(case.seats)
    for index in case.contradicted(_CLAIMED_OF_ANOTHER)[:1]:
        claim = deal.turns[index].acts[0]
        if not index or not isinstance(claim, Claim):
            continue
        due = order.after[deal.turns[index - 1].seat]
        for seat in order.beginning_with(due)[:-1]:
            if seat == claim.seat:
                continue
            taken: list[Act] = [Draw(seat, UNKNOWN)]
            if _is_first_word(deal, index, seat):
                taken.clear()
            elif seat != due:
                # Propose the pung to which the player later adds a tile.
                kongs = [act for act in case.acts_with({"kong.held"}) if act.seat == seat]
                added = [KIND[physical(act.tile)] for act in kongs if isinstance(act, AddedKong)]
                taken = [Claim(seat, (next(iter(added), UNKNOWN),) * _PAIR)]
            for tile in _tiles_completing(claim.tiles):
                word = Turn(seat, "", (*taken, Discard(seat, tile)))
                more = More(misread=_misread_by(case, word), claimer=claim.seat)
                more["root"] = ("claim.held", "claim.latest")
                yield case.at_word(index - 1, with_another_turn(deal, index, word), **more)


def _is_first_word(deal: Deal, index: int, seat: Seat) -> bool:
    """Return whether a turn of `seat` inserted at `index` would be the dealer's first turn.

    The dealer draws no tile in this turn, because the dealer was dealt one tile more than the
    others.
    """
    if seat != deal.dealer or not all(discards_nothing(turn) for turn in deal.turns[:index]):
        return False
    sizes = {
        dealt.seat: len(dealt.tiles) + len(dealt.pillars or ()) for dealt in deal.contents(Dealt)
    }
    return sizes.get(seat, 0) > min(sizes.values(), default=0)


def _misread_by(case: Case, word: Turn) -> Seat:
    """Return the player of the turn `word`, as the value of the field `misread` of a `Change`.

    This field names the player whose turn the record writes wrong. Return `NOBODY` if players
    exchange tiles during play, because an added turn can move the exchange to another go-around.
    `case` has the deal as written and its errors.
    """
    if any(go_around_of(exchange) for exchange in case.deal.contents(Exchange)):
        return NOBODY
    return word.seat


def propose_other_speakers(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal with a turn removed or given to another player.

    A turn is changed if the turn itself, or the turn after it, has an error about the order of
    play, a claim or bonus tiles. `case` has the deal as written and its errors.
    """
    deal = case.deal
    for index in case.places(ORDER | CLAIMED | LAID):
        # Two neighbouring words contradict each other, so either may be the wrong one.
        for place in (index, index - 1):
            if not 0 <= place < len(deal.turns) - 1:
                continue
            turn, beside = deal.turns[place], (*deal.turns[:place][-1:], deal.turns[place + 1])
            # If a player has two words in a row, one of them may be one too many.
            if turn.seat in {other.seat for other in beside}:
                yield case.at_word(place, remove_turn(deal, place), root=("turn.seat",))
            for seat in _speakers(deal, place, case.seats) - {turn.seat}:
                changed = with_turn(deal, place, given_to_player(turn, seat))
                yield case.at_word(place, changed, root=("turn.seat", "claim.latest"))


def _speakers(deal: Deal, index: int, seats: int) -> set[Seat]:
    """Return the players who may have made the turn at `index`, as implied by the turns around it.

    If the turn claims a discard, these are all players except the player of the turn before.
    """
    turns = deal.turns
    if index and turns[index].acts[0].kind == CLAIM:
        return set(range(seats)) - {turns[index - 1].seat}
    following, order = turns[index + 1], deal.turn_order(seats)
    speakers: set[Seat] = set()
    if index:
        speakers.add(order.after[turns[index - 1].seat])
    if all(discards_nothing(turn) for turn in turns[:index]):
        speakers.add(deal.dealer)
    if following.acts[0].kind not in _CLAIMING:
        speakers.add(order.previous_seat(following.seat))
    return speakers


def propose_words_left_out(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal with a turn added where a turn seems to be missing.

    The added turn counts as unreadable, so its tiles are unknown. A turn seems to be missing at an
    error about the order of play; only the first such error is considered. `case` has the deal as
    written and its errors.
    """
    deal, ready_locks = case.deal, case.rules.play.spec.ready_locks
    for error in with_codes(case.errors, _NOT_FOLLOWING)[:1]:
        index = case.word_indices.get((error.place.line, error.place.column))
        if index is None:
            return
        claims = deal.turns[index].acts[0].kind == CLAIM
        for seat in _players_left_out(case, error, index):
            if seat == NOBODY:
                continue
            words = [unread(seat)]
            if _is_first_word(deal, index, seat):
                words.insert(0, Turn(seat, "", (Discard(seat, UNKNOWN),)))
            if ready_locks and not case.table.hands[seat].ready:
                words.append(unread_ready(seat))
            for word in words:
                more = More(misread=seat, claimer=deal.turns[index].seat if claims else NOBODY)
                if "deal.exchange" in case.codes:
                    more["misread"] = _misread_by(case, word)
                    more["root"] = ("turn.seat", "claim.latest")
                other = with_another_turn(deal, index, word)
                yield case.at_word(max(0, index - 1), other, **more)


def _players_left_out(case: Case, error: Finding, index: int) -> list[Seat]:
    """Return the players for whom a turn may be missing before the turn at `index`.

    The first is the player whose turn should come. Another is the player who sits before the player
    of the turn, because a claim may have skipped players. `error` is the error about the order of
    play at the turn. `case` has the deal as written and its errors.
    """
    before, order = case.deal.turns[index - 1].seat, case.deal.turn_order(case.seats)
    # A claim takes the latest discard, so the word that is missing is between the two.
    if error.code == "claim.latest" and index > 0:
        return [order.after[before]]
    turn, due = case.deal.turns[index], SEATS.find(error.expected or "?")
    claimer = order.previous_seat(turn.seat)
    # A word without a drawn tile may have left out its own claim.
    if turn.acts[0].kind != DRAW or not index or claimer in {due, before}:
        return [due]
    return [due, claimer]
