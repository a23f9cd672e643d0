"""Judges a deal without turns: shown hands and wins are put on a table for the same clauses.

Nothing is known about the time before the end, so of the clauses about play, only those are checked
that judge a single meld or tile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import filterfalse
from typing import Final

from mjlog.model.findings import Finding, Place, Span
from mjlog.model.messages import Tiles, msg
from mjlog.model.record import (
    DISCARD,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Deal,
    Draw,
    Items,
    Line,
    Ready,
    ReadySeats,
    Seat,
    Show,
    ShownMeld,
    Win,
    WinLine,
    seat_name,
    tiles_of,
)
from mjlog.model.table import ACT, AWAIT_DRAW, HELD, Hand, Meld, MeldSort, Table, physical
from mjlog.model.tiles import (
    JOKER,
    KIND,
    PILLAR,
    UNKNOWN,
    Tile,
    from_pillars,
    is_bonus,
    is_known,
    plain,
)
from mjlog.referee.message_fields import expected, sentence
from mjlog.referee.outcome import tells_a_win
from mjlog.referee.retrograde import tiles_given
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Bound,
    Outcome,
    Winner,
)

OF_A_TILE: Final = frozenset({"deal.copies"})
OF_A_READY_HAND: Final = frozenset({"ready.closed"})
OF_A_SET: Final = frozenset(
    {"claim.held", "claim.chow", "claim.pung", "claim.void", "kong.held", "kong.none"}
)


def judged(
    deal: Deal, outcome: Outcome, rules: RuleSet
) -> tuple[tuple[Finding, ...], frozenset[int]]:
    """Check the shown hands and the wins of a deal without turns.

    Return the findings, and a set with the indices of the winners of `outcome` whose win is not
    legal.
    """
    table = _LaidOpen(deal, outcome, rules)
    table.lay()
    return tuple(table.findings), frozenset(table.false)


_SORTS: Final[Mapping[str, MeldSort]] = {"+": "set", "^": "added kong", "*": "concealed kong"}
"""Kind of a shown meld by its sign. A `+` says only that it is a set."""


class _LaidOpen:
    """A deal without turns, put on a table as it was shown at its end."""

    def __init__(self, deal: Deal, outcome: Outcome, rules: RuleSet) -> None:
        spec = rules.play.spec
        self.deal = deal
        self.outcome = outcome
        self.rules = rules
        self.findings: list[Finding] = []
        self.false: set[int] = set()
        hands = [Hand((UNKNOWN,) * spec.resting, None) for _ in range(outcome.seats)]
        dealer = max(0, outcome.dealer)
        self.table = Table(hands, dealer, spec.resting, spec.copies, spec.size)
        self.table.order = outcome.order
        self.table.pillars = spec.pillars
        self.table.give_up_suits(deal)
        self.table.whole = outcome.ready is not None

    def lay(self) -> None:
        """Check all shown hands, then all wins; the winner next after the discarder comes first."""
        for line, show in zip(self.deal.lines_of(Show), self.deal.contents(Show), strict=True):
            if show.seat < self.table.seats:
                self._show(show, line.span)
                self._declared(show)
        wins = zip(self.deal.lines_of(WinLine), self.deal.contents(WinLine), strict=True)
        spans = [line.span for line, win in wins if tells_a_win(self.deal, win, self.rules)]
        near = [self.table.distance(winner.seat, winner.source) for winner in self.outcome.winners]
        for number in sorted(range(len(near)), key=near.__getitem__):
            winner = self.outcome.winners[number]
            if winner.seat < self.table.seats:
                self._win(number, winner, spans[number])

    # ------------------------------------------------------------------ hands

    def _show(self, show: Show, span: Span) -> None:
        """Put a shown hand on the table, and check its tiles and melds.

        A winner's hand that cannot have won is ignored. A hand with unknown tiles is checked, but
        not put on the table. `span` is the place of the `show` line, for findings.
        """
        winners = (winner for winner in self.outcome.winners if winner.seat == show.seat)
        winner = next(winners, None)
        tiles = list(show.tiles)
        if winner is not None:
            if not self._can_have_won(winner, show):
                return
            tiles = list(show.tiles if winner.tiles is None else winner.tiles)
        self._count(show, tiles, span)
        if winner is not None and not winner.own_draw and not _take(tiles, winner.tile):
            return
        if all(map(is_known, (*tiles, *tiles_of(show.melds)))):
            self._lay_hand(show, tiles, span)

    def _lay_hand(self, show: Show, tiles: list[Tile], span: Span) -> None:
        """Put a completely known hand on the table, and check its melds one after the other.

        `tiles` are its concealed tiles. `span` is the place of the `show` line, for findings.
        """
        own = list(tiles)
        for meld in show.melds:
            own += _own(meld)
        held = [physical(tile) | tile & PILLAR for tile in own]
        hand = _hand(held, show, self.table.pillars)
        hand.void = self.table.hands[show.seat].void
        self.table.hands[show.seat] = self.table.hand = hand
        hand.total = len(own)
        for meld in show.melds:
            for act in self._acts(show.seat, meld):
                self._ask(act, OF_A_SET, span)
                self.table.lay(act)

    def _declared(self, show: Show) -> None:
        """Add an error if the sheet calls a player ready, although the shown melds forbid this."""
        declaration = next(
            (line for line in self.deal.lines if self._says_ready(line, show.seat)), None
        )
        if declaration is None:
            return
        held, shown = self.table.hands[show.seat], Hand((), None)
        shown.melds.extend(Meld(_SORTS[meld.sign], meld.tiles, show.seat) for meld in show.melds)
        self.table.hands[show.seat] = shown
        self._ask(Ready(show.seat, UNKNOWN), OF_A_READY_HAND, declaration.span)
        self.table.hands[show.seat] = held

    def _says_ready(self, line: Line, seat: Seat) -> bool:
        """Return whether a line says that the player declared ready.

        A ``ready`` line says so, and so does an item of the hand that needs the declaration.
        """
        match line.content:
            case ReadySeats(seats=seats):
                return seat in seats
            case Items(keyword="fan", seat=scored, items=items) if scored == seat:
                return any(
                    name in self.rules.scoring.declared_items and points for name, points in items
                )
            case _:
                return False

    def _can_have_won(self, winner: Winner, show: Show) -> bool:
        """Return whether a winner's shown hand has the right size and includes the winning tile.

        If not, the hand is not checked as a winning hand.
        """
        tiles = show.tiles if winner.tiles is None else winner.tiles
        if len(tiles) + 3 * len(show.melds) != self.table.resting + 1:
            return False
        if not all(map(is_known, (*tiles, winner.tile))):
            return True
        return KIND[winner.tile & ~PILLAR] in {KIND[tile & ~PILLAR] for tile in tiles}

    def _count(self, show: Show, tiles: list[Tile], span: Span) -> None:
        """Count the tiles of a shown hand as seen, and add an error for tiles seen too often.

        If several players win on the same tile, this tile counts once.
        """
        reported: set[Tile] = set()
        faces = list(map(physical, (*tiles, *tiles_of(show.melds))))
        again = [w.tile for w in self.outcome.winners[1:] if w.seat == show.seat and not w.own_draw]
        for tile in again[:1]:
            _take(faces, tile)
        for face in faces:
            if face < HELD:
                if face not in reported and self._ask(Draw(show.seat, face), OF_A_TILE, span):
                    reported.add(face)
                self.table.identified[face] += 1

    def _acts(self, seat: Seat, meld: ShownMeld) -> Iterator[Act]:
        """Yield the acts that made a shown meld: a claim, a kong, or both.

        The table is prepared so that each act can be checked. The tile that counts as claimed is,
        if possible, no joker and no pillar (a tile set apart).
        """
        tiles = _claimed_last(meld)
        if meld.sign == "*":
            yield ConcealedKong(seat, tuple(tiles))
            return
        added = meld.sign == "^" and len(tiles) > 3
        *own, claimed = tiles[1:] if added else tiles
        self.table.live, self.table.live_sort = claimed & ~PILLAR, "discard"
        self.table.live_seat = self.table.order.previous_seat(seat)
        self.table.phase = AWAIT_DRAW
        yield Claim(seat, tuple(own))
        if added:
            yield AddedKong(seat, tiles[0])

    # ------------------------------------------------------------------ wins

    def _win(self, number: int, winner: Winner, span: Span) -> None:
        table = self.table
        hand = table.hands[winner.seat]
        if winner.seat in (self.outcome.ready or ()):
            hand.ready_step = 0
        table.hand, table.turn = hand, winner.seat
        if winner.own_draw:
            table.drawn, table.phase = winner.tile, ACT
        else:
            table.live, table.live_seat, table.phase = winner.tile, winner.source, AWAIT_DRAW
            table.live_sort = "added kong" if winner.robbed else "discard"
        win = Win(winner.seat, winner.own_draw)
        if self._leaves_one_out(winner, win):
            self._tell_left_out(winner)
        elif self._ask(win, None, span):
            self.false.add(number)
        table.lay(win)
        table.past.append(win)

    def _leaves_one_out(self, winner: Winner, win: Win) -> bool:
        """Return whether a winner seems to show a hand without one of its tiles.

        This is so if the hand is one tile short, includes the winning tile and is no winning hand.
        Return False after a self-draw.
        """
        shows = (show for show in self.deal.contents(Show) if show.seat == winner.seat)
        show = next(shows, None)
        if winner.own_draw or show is None or winner.tile not in map(physical, show.tiles):
            return False
        concealed = [tile for tile in show.tiles if not is_bonus(tile)]
        if len(concealed) + 3 * len(show.melds) != self.table.resting:
            return False
        shapes = _bounds(self.rules, win.kind, {"win.shape"})
        return False in [bound.test(self.table, win) for bound in shapes]

    def _tell_left_out(self, winner: Winner) -> None:
        """Add an error that a winner shows one tile too few, so that the hand cannot be checked."""
        words = (
            "{seat} shows {number} tiles, the winning {tile} among them: either a "
            "tile is left out, or the hand does not win"
        )
        message = msg(
            words,
            seat=seat_name(winner.seat),
            number=self.table.resting,
            tile=Tiles((winner.tile,)),
        )
        lines = zip(self.deal.lines_of(Show), self.deal.contents(Show), strict=True)
        span = next(line.span for line, show in lines if show.seat == winner.seat)
        place = Place(span.line, span.column, seat=winner.seat)
        law = self.rules.law("show.hand")
        self.findings.append(Finding.telling("show.hand", "error", message, place, clause=law))

    # ------------------------------------------------------------------ clauses

    def _ask(self, act: Act, codes: frozenset[str] | None, span: Span) -> bool:
        """Check an act by the rules for its kind, and add a finding for each broken rule.

        Return True if one of the findings is an error. `codes` are the codes of the findings to
        look for, None for all. `span` is the place of the findings.
        """
        broken = [
            bound
            for bound in self.rules.judges[act.kind]
            if (codes is None or bound.clause.code in codes)
            and bound.test(self.table, act) is False
        ]
        for bound in broken:
            each, words = bound.clause, self.rules.play.words
            message = sentence(each.says, self.table, act, words)
            due, due_words = expected(each.expects, self.table, act, words)
            place = Place(span.line, span.column, seat=act.seat)
            self.findings.append(
                Finding(
                    each.code,
                    each.severity,
                    message.english,
                    place,
                    bound.law,
                    "",
                    due,
                    message,
                    due_words,
                )
            )
        return any(bound.clause.severity == "error" for bound in broken)


def one_too_many(deal: Deal, table: Table, rules: RuleSet) -> list[Finding]:
    """Return an error for each shown hand with a tile of which too many copies have been seen.

    Tiles seen in play and in shown hands are counted. Return an empty list for a deal without
    turns, and if the record contradicts itself about a hand.
    """
    findings: list[Finding] = []
    if not deal.contents(Show) or not table.past:
        return findings
    if any(hand.contradicted for hand in table.hands):
        return findings
    bounds = _bounds(rules, DISCARD, OF_A_TILE)
    if not bounds:
        return findings
    bound = bounds[0]
    given = tiles_given(deal)
    seen = list(table.identified)
    for line, show in zip(deal.lines_of(Show), deal.contents(Show), strict=True):
        if show.seat < table.seats:
            taken = given.get(show.seat, UNKNOWN)
            for face, number in _unseen_before(show, table.hands[show.seat], taken).items():
                seen[face] += number
            surplus = _surplus(show, seen, table)
            if surplus:
                words = msg(
                    "{seat} shows {tiles}, but all copies were seen elsewhere",
                    seat=seat_name(show.seat),
                    tiles=Tiles(surplus),
                )
                place = Place(line.span.line, line.span.column, seat=show.seat)
                code, law = bound.clause.code, bound.law
                findings.append(Finding.telling(code, "error", words, place, clause=law))
    return findings


def _bounds(rules: RuleSet, kind: int, codes: Container[str]) -> list[Bound]:
    """Return the checks for acts of the kind `kind` whose findings have a code in `codes`."""
    return [bound for bound in rules.judges[kind] if bound.clause.code in codes]


def _surplus(show: Show, seen: Sequence[int], table: Table) -> tuple[Tile, ...]:
    """Return the tiles of a shown hand that have been seen more often than the game has copies.

    `seen` has, at the index of each tile, how often it was seen in play and in shown hands.
    """
    faces = sorted(set(map(physical, show.every_tile)))
    return tuple(face for face in faces if face < HELD and seen[face] > table.copies[face])


def _unseen_before(show: Show, hand: Hand, taken: Tile) -> Counter[Tile]:
    """Count the tiles of a shown hand that were not seen during play.

    The result maps a tile to its number of copies. `hand` is the player's hand on the table.
    `taken` is the winning tile if another player gave it, because it was seen in play.
    """
    counts: Counter[Tile] = Counter()
    if hand.known and not _hidden_kongs(hand):
        return counts
    if not hand.known:
        counts.update(map(physical, filter(is_known, show.tiles)))
        counts[taken] -= 1
        counts.subtract({face: hand.count_known(face) for face in list(counts) if face < HELD})
    kongs = {meld.tiles for meld in hand.melds}
    new = [meld for meld in show.melds if meld.is_concealed and meld.tiles not in kongs]
    for meld in new[: _hidden_kongs(hand)]:
        counts.update(map(physical, filter(is_known, meld.tiles)))
    return +counts


def _hidden_kongs(hand: Hand) -> int:
    """Count those concealed kongs of a hand that have unknown tiles."""
    return sum(meld.sort == "concealed kong" and UNKNOWN in meld.tiles for meld in hand.melds)


def _take(tiles: list[Tile], tile: Tile) -> bool:
    """Remove a tile of this kind from a list of tiles; return whether there was one.

    A tile that is not marked as a pillar (a tile set apart) is preferred. Of several such tiles,
    `tile` itself is preferred to another tile of its kind, such as a red five.
    """
    alike = [each for each in tiles if KIND[each & ~PILLAR] == KIND[tile & ~PILLAR]]
    taken = min(alike, key=lambda each: (each & PILLAR, each != tile), default=None)
    if taken is not None:
        tiles.remove(taken)
    return taken is not None


def _own(meld: ShownMeld) -> tuple[Tile, ...]:
    """Return the tiles of a meld that came from the player's hand: all except the claimed tile."""
    if meld.sign == "*":
        return meld.tiles
    return tuple(_claimed_last(meld)[:-1])


def _claimed_last(meld: ShownMeld) -> list[Tile]:
    """Sort the tiles of a meld so that the tile which counts as claimed is the last.

    Pillars (tiles set apart) come first, then jokers, then all other tiles.
    """
    return sorted(meld.tiles, key=lambda tile: (not tile & PILLAR, physical(tile) != JOKER))


def _hand(tiles: list[Tile], show: Show, pillars: int) -> Hand:
    """Create a hand of these tiles, as before melds were made.

    If the `show` line marks all pillars (tiles set apart), the marked tiles are the pillars of the
    hand. Otherwise the marks are removed. `pillars` is the number of pillars by the rules.
    """
    marked = list(filter(from_pillars, tiles))
    if not pillars or not marked or not _marks_all(show, len(marked), pillars):
        return Hand(list(map(plain, tiles)), None)
    return Hand(list(filterfalse(from_pillars, tiles)), marked)


def _marks_all(show: Show, marked: int, pillars: int) -> bool:
    """Return whether a `show` line marks all pillars (tiles set apart) of its hand.

    Return True if at most one mark is missing, or if each meld has a mark. `marked` is the number
    of marks, `pillars` the number of pillars by the rules.
    """
    if marked >= pillars - 1:
        return True
    return all(any(map(from_pillars, meld.tiles)) for meld in show.melds)
