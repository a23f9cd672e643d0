"""Readings of the end of a deal: another winner, a draw, or missing last turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from mjlog.auditor.diagnosis.altered_deals import (
    has,
    remove_turn,
    unread,
    unread_ready,
    with_line,
    with_turn,
    with_words_behind,
)
from mjlog.auditor.diagnosis.play_suspects.bonus import tiles_lying_nowhere
from mjlog.auditor.diagnosis.play_suspects.case import Case, Change
from mjlog.model.findings import seats_of
from mjlog.model.messages import msg
from mjlog.model.record import (
    WIN,
    Act,
    ConcealedKong,
    Discard,
    Draw,
    NoWin,
    Replace,
    Seat,
    SetOut,
    Show,
    Turn,
    Win,
    WinLine,
)
from mjlog.model.table import AWAIT_DRAW, physical
from mjlog.model.tiles import KIND, PILLAR, UNKNOWN, Tile, is_known

_LAST: Final = 3
"""Most words at the end of a deal that may be left out."""


def propose_draws(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal with a draw by exhausted wall as its result.

    The draw replaces the `win` line, or a `draw` line of another kind. Yield nothing if a player
    wins in the turns. `case` has the deal as written and its errors.
    """
    if case.words_with(WIN):
        return
    for line in case.lines_of(WinLine, NoWin):
        words = msg("the line `{keyword}`", keyword=line.content.keyword)
        deal = with_line(case.deal, line, NoWin("wall"))
        yield Change(deal, words, line.span.place(), root=("win.line", "abort.kind"))


def propose_turns_for_wins(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal in which the last turn, a win, is no win or is removed.

    Yield nothing unless the last turn wins and a `draw` line says that nobody won. `case` has the
    deal as written and its errors.
    """
    deal = case.deal
    for index in case.words_with(WIN)[-1:]:
        if index < len(deal.turns) - 1 or not deal.contents(NoWin):
            return
        seat = deal.turns[index].seat
        # The word may be another player's win or the next player's turn, or it may be one too many.
        players = {deal.turn_order(case.seats).after[deal.turns[index - 1].seat], seat}
        others = [with_turn(deal, index, unread(player)) for player in sorted(players)]
        for other in (*others, remove_turn(deal, index)):
            yield case.at_word(index, other, misread=seat)


def propose_last_words(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal with turns added at its end, up to the recorded result.

    At most three turns are added, for example the discard and the win that a `win` line names.
    `case` has the deal as written and its errors.
    """
    lines = case.lines_of(WinLine, NoWin)
    if len(lines) != 1 or case.words_with(WIN) or case.table.phase != AWAIT_DRAW:
        return
    for words in _last_words(case, lines[0].content):
        if _fits_shown_hands(case, words):
            deal = with_words_behind(case.deal, words)
            root = ("win.line", "wall.exhausted")
            yield case.at_word(len(case.deal.turns) - 1, deal, root=root, judging=True)


def _last_words(case: Case, end: Any) -> Iterator[list[Turn]]:
    """Yield lists of turns that may be missing between the last written turn and the result `end`.

    Their tiles are mostly unknown. In some lists, one turn also declares ready, lays out a bonus
    tile or declares a kong. Yield nothing if more than three turns are missing. `case` has the deal
    as written and its errors.
    """
    order, first, spec = case.table.order, case.table.turn, case.rules.play.spec
    winning_words: list[Turn] = []
    if isinstance(end, WinLine) and not end.robbed:
        away = order.distance(end.source, first)
        if end.source == end.seat:
            acts: tuple[Act, ...] = (Draw(end.seat, end.tile), Win(end.seat, own_draw=True))
        else:
            acts = (Win(end.seat, own_draw=False),)
            thrown = (Draw(end.source, UNKNOWN), Discard(end.source, end.tile))
            winning_words.append(Turn(end.source, "", thrown))
        winning_words.append(Turn(end.seat, "", acts))
    elif isinstance(end, NoWin) and end.how == "wall":
        away = spec.live(case.table)
    else:
        return
    if not 0 < away + len(winning_words) <= _LAST:
        return
    due = order.beginning_with(first)
    # Turns with an unknown draw and discard.
    plain = [
        Turn(seat, "", (Draw(seat, UNKNOWN), Discard(seat, UNKNOWN)))
        for seat in [due[step % len(due)] for step in range(away)]
    ]
    words = plain + winning_words
    yield words
    for place, word in enumerate(words):
        before, behind = words[:place], words[place + 1 :]
        is_ready = case.table.hands[word.seat].ready
        if word in plain and spec.ready_locks and not is_ready:
            yield [*before, unread_ready(word.seat), *behind]
        for acts in _acts_with_tiles_laid(case, word):
            yield [*before, Turn(word.seat, "", acts), *behind]


def _acts_with_tiles_laid(case: Case, word: Turn) -> Iterator[tuple[Act, ...]]:
    """Yield the acts of a turn with a bonus tile laid out, a kong declared, or both.

    `word` is the turn; yield nothing if it does not begin with a draw. Only kongs that the player
    shows at the end are tried. `case` has the deal as written and its errors.
    """
    drawn, seat = word.acts[0], word.seat
    if not isinstance(drawn, Draw):
        return
    kinds_laid = {meld.kind for meld in case.table.hands[seat].melds}
    shown = [meld for show in case.deal.contents(Show) if show.seat == seat for meld in show.melds]
    kongs = [
        ConcealedKong(seat, meld.tiles)
        for meld in shown
        if meld.is_concealed and KIND[meld.tiles[0] & ~PILLAR] not in kinds_laid
    ]
    last = Replace(seat, drawn.tile)
    for tile in _bonus_tiles_left(case, seat):
        laid = (Draw(seat, tile), SetOut(seat, (tile,)))
        yield *laid, last, *word.acts[1:]
        for kong in kongs:
            yield *laid, Replace(seat, UNKNOWN), kong, last, *word.acts[1:]
    for kong in kongs:
        yield Draw(seat, UNKNOWN), kong, last, *word.acts[1:]


def _bonus_tiles_left(case: Case, seat: Seat) -> list[Tile]:
    """Return the bonus tiles that a player may have laid out in a turn that is not recorded.

    These are tiles of which one copy was laid out and another copy was not seen. If the sheet has
    an error about the player, other bonus tiles of which copies are unseen are added. `case` has
    the deal as written and its errors.
    """
    table = case.table
    laid = {
        tile & ~PILLAR for hand in table.hands for tile in hand.bonus if is_known(tile & ~PILLAR)
    }
    left = {tile for tile in laid if table.identified[tile] < table.copies[tile]}
    if seat in seats_of(case.line_errors):
        left.update(tiles_lying_nowhere(case))
    return sorted(left)


def _fits_shown_hands(case: Case, words: Sequence[Turn]) -> bool:
    """Return whether the added turns `words` can lead to the hands shown at the end.

    Return False if a player would have to discard more tiles than the added turns discard. `case`
    has the deal as written and its errors.
    """
    thrown = Counter([turn.seat for turn in words if not has(turn, WIN)])
    for show in case.deal.contents(Show):
        hand = case.table.hands[show.seat]
        held = [*hand.tiles(), *[tile for meld in hand.melds for tile in meld.tiles]]
        shown = [*show.tiles, *[tile for meld in show.melds for tile in meld.tiles]]
        lacking = Counter([physical(tile) for tile in held])
        lacking -= Counter([physical(tile) for tile in shown])
        if lacking.total() > thrown[show.seat] > 0:
            return False
    return True
