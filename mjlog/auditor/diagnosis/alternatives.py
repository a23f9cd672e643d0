"""A deal with one of its entries read otherwise.

What else may have been meant where a record contradicts itself.

One wrong fact makes much of a sheet look wrong. Each reading here changes one fact to what another
entry of the deal says of it. If by a reading several errors vanish and no new one appears, that one
entry explains them all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, filterfalse, islice, permutations, product, takewhile
from operator import attrgetter
from typing import Any, Final, TypedDict, Unpack

from mjlog.auditor.diagnosis.altered_deals import (
    NO_WORD,
    declared,
    discard_of,
    has,
    index_at,
    indices,
    said_by,
    undeclared,
    unread,
    unread_ready,
    unseen,
    with_acts,
    with_another_turn,
    with_line,
    with_tile,
    with_turn,
    with_word,
    with_word_before_play,
    with_words_behind,
    without_turn,
)
from mjlog.model.findings import Finding, Place, codes_of, seats_of, with_codes
from mjlog.model.go_arounds import go_around_of
from mjlog.model.lazy_dataclass import dataclass, kept, replace
from mjlog.model.messages import Message, msg
from mjlog.model.record import (
    ADDED_KONG,
    CLAIM,
    CONCEALED_KONG,
    DISCARD,
    DRAW,
    IRREGULARITY,
    NOBODY,
    READY,
    REPLACE,
    REVEAL,
    SAID_DRAWN,
    SEATS,
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
    Indicators,
    Items,
    Line,
    NoWin,
    ReadySeats,
    Replace,
    Seat,
    SetOut,
    Show,
    Turn,
    Win,
    WinLine,
    seat_name,
    whole_number,
)
from mjlog.model.shapes import kinds, waits
from mjlog.model.table import AWAIT_DRAW, Table, physical
from mjlog.model.tiles import (
    BONUS,
    EAST,
    JOKER,
    KIND,
    KINDS,
    PILLAR,
    UNKNOWN,
    Tile,
    is_bonus,
    is_known,
)
from mjlog.referee.aftermath import header_entry, tiles_of, turn_entry, without_indicators
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Outcome,
    Winner,
)

MOST: Final = 16
"""Readings of one deal that are tried at most."""
_STAKES: Final = 3
_TILES: Final = 4
_DISCARDS: Final = 3
_OFTEN: Final = 3
_OF_DECLARING: Final = frozenset({"claim.locked", "discard.locked", "kong.locked", "ready.tenpai"})
_READY: Final = frozenset({"ready.closed", "ready.once", "ready.shelf", "ready.tenpai"})
_OF_READY: Final = frozenset({"discard.open", "discard.zone"})
_FIRST: Final = 2
_ORDER: Final = frozenset({"claim.latest", "deal.size", "turn.seat", "turn.size"})
_NOT_FOLLOWING: Final = frozenset({"claim.latest", "turn.seat"})
_CLAIMED_OF_ANOTHER: Final = frozenset({"claim.held", "claim.latest", "joker.dead"})
_NOT_HELD: Final = frozenset({"claim.held", "discard.held", "kong.held"})
_LACKING: Final = tuple(sorted(_NOT_HELD))
_CLAIMED: Final = frozenset({"claim.chow", "claim.held"})
_LAID: Final = frozenset({"bonus.held", "deal.bonus_order"})
_HANDS: Final = frozenset({"show.hand", "win.line"})
_ENDS: Final = frozenset({"abort.kind", "win.line"})
_EARLY: Final = frozenset({"wall.exhausted", "win.line"})
_PAIR: Final = 2
_LAST: Final = 3
"""Words at the end of a deal that may be left out."""
_DRAWING: Final = frozenset({DRAW, REPLACE})
_CLAIMING: Final = frozenset({CLAIM, WIN, SET_OUT, IRREGULARITY})
_REPLACED: Final = frozenset({CLAIM, CONCEALED_KONG, ADDED_KONG, SET_OUT})
"""Acts behind which a replacement may be taken."""
_LOCKS: Final = frozenset({"claim.locked", "discard.locked", "kong.locked"})
_CONTENTS: Final = frozenset(
    {
        "discard.drawn",
        "discard.held",
        "discard.locked",
        "ready.tenpai",
        "turn.seat",
        "turn.size",
        "wall.replacement",
        "win.tile",
    }
)
"""What makes a word doubtful that says it, beside all that concerns claims, kongs, bonus tiles."""
_DOUBTFUL: Final = ("claim.", "kong.", "bonus.")


@dataclass(frozen=True, slots=True)
class Reading:
    """The deal with `entry` read otherwise, which stands at `place`.

    `overruled` is the player whose hand is taken to be the one shown at the end. `root` are the
    codes that tell the contradiction itself, where others may tell what follows from it.
    `of_the_sheet`: only a sheet that reckons with another fact speaks for such a reading; play
    alone does not. `misread` is the player of whose word nothing but its place is believed.
    `alone`: the entry is as doubtful as another one, even where nothing else contradicts either.
    `judging`: it explains nothing where less of the sheet can be judged by it. `claimer` is who
    claims what that word discards.
    """

    deal: Deal
    entry: Message
    place: Place
    overruled: Seat = NOBODY
    root: tuple[str, ...] = ()
    of_the_sheet: bool = False
    misread: Seat = NOBODY
    alone: bool = False
    judging: bool = False
    claimer: Seat = NOBODY


class _More(TypedDict, total=False):
    """What else may be said of a reading."""

    root: tuple[str, ...]
    of_the_sheet: bool
    misread: Seat
    judging: bool
    claimer: Seat


def _step_of(error: Finding) -> int:
    """Return the act at which an error stands, 0 for one of the sheet."""
    return error.place.step


@dataclass(frozen=True)
class Signs:
    """What is wrong with a deal, by which the entries are chosen that may explain it."""

    errors: Sequence[Finding]
    outcome: Outcome
    table: Table

    @kept
    def codes(self) -> frozenset[str]:
        """The codes of the errors."""
        return frozenset(codes_of(self.errors))

    @kept
    def in_play(self) -> list[Finding]:
        """The errors at acts."""
        return [*filter(_step_of, self.errors)]

    @kept
    def of_lines(self) -> list[Finding]:
        """The errors of what the sheet claims."""
        return [*filterfalse(_step_of, self.errors)]

    def seats_in(self, codes: Collection[str]) -> set[Seat]:
        """Return whom errors of these codes concern."""
        return seats_of(with_codes(self.errors, codes))

    @property
    def of_order(self) -> bool:
        """Whether the order of turns or the size of a hand is wrong."""
        return not self.codes.isdisjoint(_ORDER)

    @property
    def of_order_or_claims(self) -> bool:
        """Whether it is, or a player cannot have what it claims or sets out."""
        return not self.codes.isdisjoint(_ORDER | _CLAIMED | _LAID)

    @property
    def of_claims(self) -> bool:
        """Whether what a player claims makes no set, or is no discard."""
        return not self.codes.isdisjoint({"claim.held", "claim.latest"})

    @property
    def of_hands(self) -> bool:
        """Whether the hands or the win on the sheet are others than in the turns."""
        return self.of_wins or not self.codes.isdisjoint(_HANDS)

    @property
    def of_wins(self) -> bool:
        """Whether a win is against the rules."""
        return any([error.is_of_win for error in self.errors])

    @property
    def of_copies(self) -> bool:
        """Whether a tile comes up too often."""
        return "deal.copies" in self.codes

    @property
    def of_the_end(self) -> bool:
        """Whether the sheet names another end than the turns have."""
        return not self.codes.isdisjoint(_ENDS)

    @property
    def of_an_early_end(self) -> bool:
        """Whether the turns may stop before the end that the sheet names."""
        return not self.codes.isdisjoint(_EARLY)

    @property
    def is_sound(self) -> bool:
        """Whether the turns alone contradict themselves in nothing but tiles and declarations."""
        return codes_of(self.doubtful) <= _OF_DECLARING

    @kept
    def doubtful(self) -> list[Finding]:
        """The errors at acts that make doubtful what a player holds."""
        return [*filter(is_doubtful, self.in_play)]

    @property
    def is_sound_in_amounts(self) -> bool:
        """Whether they do, and claims of several kinds differ."""
        return self.of_amounts and self.is_sound

    @property
    def of_items(self) -> bool:
        """Whether the items of a hand are others."""
        return not self.codes.isdisjoint({"score.item", "score.total"})

    @property
    def of_indicators(self) -> bool:
        """Whether items are others, or as many indicators as there cannot be."""
        return self.of_items or "dora.count" in self.codes

    @property
    def of_amounts(self) -> bool:
        """Whether claims of several kinds differ, or many: as they do where a fact was known."""
        return len(codes_of(self.of_lines)) > 1 or len(self.of_lines) >= _OFTEN


@dataclass(frozen=True)
class _Case:
    """A deal that contradicts itself: by which rules, at a table of how many, by which signs."""

    deal: Deal
    rules: RuleSet
    seats: int
    signs: Signs

    @kept
    def stands(self) -> Mapping[tuple[int, int], int]:
        """By line and column the words of play."""
        return indices(self.deal)

    def places(self, codes: Collection[str]) -> list[int]:
        """Return the first words at which errors of those codes stand, in the order of play."""
        concerned = with_codes(self.signs.in_play, codes)
        return self._words([error.place for error in concerned])

    def contradicted(self, codes: Collection[str]) -> list[int]:
        """Return the first words at which such errors are that may come from another entry."""
        concerned = with_codes(self.signs.in_play, codes)
        return self._words([error.place for error in concerned if error.other])

    def doubtful_places(self) -> list[int]:
        """Return the first words that contradict a hand or its size, or that an error blames."""
        errors = [*filter(_may_be_misread, self.signs.in_play)]
        blamed = filter(None, [error.other for error in errors])
        return self._words([*[error.place for error in errors], *blamed])

    def _words(self, places: Iterable[Place]) -> list[int]:
        """Return the first words at these places."""
        indices_of_words = {index_at(self.stands, place) for place in places}
        indices_of_words.discard(NO_WORD)
        return sorted(indices_of_words)[:_FIRST]

    def at_word(self, index: int, deal: Deal, **more: Unpack[_More]) -> Reading:
        """Return a reading that is about the word at that index."""
        return Reading(deal, *turn_entry(self.deal, index), **more)

    def act_of(self, error: Finding) -> Act:
        """Return the act at which an error of play stands."""
        return self.signs.table.past[_step_of(error) - 1]

    def words_with(self, kind: int) -> list[int]:
        """Return the words in which somebody does that."""
        return [index for index, turn in enumerate(self.deal.turns) if has(turn, kind)]

    def lines_of(self, *sorts: type) -> list[Line]:
        """Return the lines of these sorts, in their order."""
        return [line for line in self.deal.lines if isinstance(line.content, sorts)]


def readings(deal: Deal, rules: RuleSet, seats: int, signs: Signs) -> Iterator[Reading]:
    """Yield the readings of a deal with turns that may explain its errors, the likeliest first."""
    # A sheet without turns has no words to misread: `explanations` reads its facts otherwise.
    if deal.turns:
        # Each reading costs a replay, so a sheet full of mistakes must not ask for more and more.
        yield from islice(_by_signs(_Case(deal, rules, seats, signs)), MOST)


def _by_signs(case: _Case) -> Iterator[Reading]:
    """Yield the sorts of readings for which something speaks."""
    for speaks_for, sort in _SORTS:
        if speaks_for(case.signs):
            yield from sort(case)


def _at(line: Line) -> Place:
    return Place(line.span.line, line.span.column)


def _shown(case: _Case) -> Iterator[Reading]:
    """Yield readings in which a shown hand that differs, or wins, was held all the time."""
    doubted = case.signs.seats_in(_HANDS)
    doubted |= case.signs.outcome.declaring_seats
    for line, show in case.deal.with_lines(Show):
        if show.seat in doubted:
            words = msg("the hand that {seat} shows", seat=seat_name(show.seat))
            yield Reading(case.deal, words, _at(line), show.seat, ("show.hand", "win.line"))


def _thrown_another(case: _Case) -> Iterator[Reading]:
    """Yield readings in which a player threw another tile than the turns say.

    It is the tile that the turns leave in the hand; the one thrown was kept and shown.
    """
    for show in case.deal.told(Show):
        if show.seat not in case.signs.seats_in({"show.hand"}):
            continue
        for written, thrown in _exchanged_for(case, show):
            for index in case.words_with(DISCARD):
                turn = case.deal.turns[index]
                discard = discard_of(turn)
                if turn.seat == show.seat and discard and discard.tile == written:
                    read = with_turn(case.deal, index, _throwing(turn, thrown))
                    yield case.at_word(index, read, root=("discard.locked", "show.hand"))


def _exchanged_for(case: _Case, show: Show) -> Iterator[tuple[Tile, Tile]]:
    """Yield the tile that a shown hand has beyond the one by the turns, and the one that it lacks.

    Return nothing if they differ in more than one.
    """
    given = [win.tile for win in case.deal.told(WinLine) if win.seat == show.seat != win.source]
    held = Counter(map(physical, [*case.signs.table.hands[show.seat].tiles(), *given]))
    shown = Counter(map(physical, show.tiles))
    beyond, lacking = list((shown - held).elements()), list((held - shown).elements())
    if len(beyond) == len(lacking) == 1:
        yield beyond[0], lacking[0]


def _dealt_by_another(case: _Case) -> Iterator[Reading]:
    """Yield readings in which another player deals."""
    entry = header_entry(case.deal)
    if entry is None:
        return
    for seat in _may_deal(case.deal) - {case.deal.dealer, NOBODY}:
        if seat < case.seats:
            other = with_word(case.deal, "dealer", SEATS[seat])
            yield Reading(other, *entry, root=("deal.size", "turn.seat"))


def _may_deal(deal: Deal) -> set[Seat]:
    """Return who has the most tiles alone, and who acts first."""
    sizes = {dealt.seat: len(dealt.tiles) for dealt in deal.told(Dealt)}
    seats_by_size: dict[int, set[Seat]] = {0: set()}
    for seat, size in sizes.items():
        seats_by_size.setdefault(size, set()).add(seat)
    seats = seats_by_size[max(seats_by_size)]
    if len(seats) > 1:
        seats.clear()
    for turn in deal.turns:
        if turn.acts[0].kind != SET_OUT:
            seats.add(turn.seat)
            break
    return seats


# --------------------------------------------------------------------------- the end


def _ended_otherwise(case: _Case) -> Iterator[Reading]:
    """Yield readings that end in the draw of the sheet, if the turns know no other end."""
    if case.words_with(WIN):
        return
    for line in case.lines_of(WinLine, NoWin):
        words = msg("the line `{keyword}`", keyword=line.content.keyword)
        read = with_line(case.deal, line, NoWin("wall"))
        yield Reading(read, words, _at(line), root=("win.line", "abort.kind"))


def _never_won(case: _Case) -> Iterator[Reading]:
    """Yield readings in which the winning word is a turn, if the sheet says that nobody won."""
    deal = case.deal
    for index in case.words_with(WIN)[-1:]:
        if index < len(deal.turns) - 1 or not deal.told(NoWin):
            return
        seat = deal.turns[index].seat
        # A win is anybody's, a turn the next player's; perhaps nobody had another one.
        due = {deal.turn_order(case.seats).after[deal.turns[index - 1].seat], seat}
        others = [with_turn(deal, index, unread(each)) for each in sorted(due)]
        for read in (*others, without_turn(deal, index)):
            yield case.at_word(index, read, misread=seat)


def _went_on(case: _Case) -> Iterator[Reading]:
    """Yield readings in which the last words were left out, up to the end of the sheet."""
    lines, table = case.lines_of(WinLine, NoWin), case.signs.table
    if len(lines) != 1 or case.words_with(WIN) or table.phase != AWAIT_DRAW:
        return
    for words in _last_words(case, lines[0].content):
        if _may_come_last(case, words):
            read = with_words_behind(case.deal, words)
            root = ("win.line", "wall.exhausted")
            yield case.at_word(len(case.deal.turns) - 1, read, root=root, judging=True)


def _last_words(case: _Case, end: Any) -> Iterator[list[Turn]]:
    """Yield the words by which play comes to that end, of which nobody knows more."""
    order, first = case.signs.table.order, case.signs.table.turn
    if isinstance(end, WinLine) and not end.robbed:
        away = order.distance(end.source, first)
        if end.source == end.seat:
            behind = [Turn(end.seat, "", (Draw(end.seat, end.tile), Win(end.seat, own_draw=True)))]
        else:
            thrown = (Draw(end.source, UNKNOWN), Discard(end.source, end.tile))
            won = Turn(end.seat, "", (Win(end.seat, own_draw=False),))
            behind = [Turn(end.source, "", thrown), won]
    elif isinstance(end, NoWin) and end.how == "wall":
        away, behind = case.rules.play.spec.live(case.signs.table), []
    else:
        return
    if 0 < away + len(behind) <= _LAST:
        due = order.beginning_with(first)
        seats = [due[step % len(due)] for step in range(away)]
        yield from _one_otherwise(case, [*map(_plain_turn, seats), *behind])


def _one_otherwise(case: _Case, words: list[Turn]) -> Iterator[list[Turn]]:
    """Yield the words as they are, and with one that declares ready or sets out a bonus tile."""
    yield words
    hands = case.signs.table.hands
    for place, word in enumerate(words):
        before, seat, behind = words[:place], word.seat, words[place + 1 :]
        plain_turn = word == _plain_turn(seat)
        if plain_turn and case.rules.play.spec.ready_locks and not hands[seat].ready:
            yield [*before, unread_ready(seat), *behind]
        for acts in _laid_before(case, word):
            yield [*before, Turn(seat, "", acts), *behind]


def _laid_before(case: _Case, word: Turn) -> Iterator[tuple[Act, ...]]:
    """Yield a word that draws, with a bonus tile set out or a kong laid that its player shows."""
    drawn, seat = word.acts[0], word.seat
    if not isinstance(drawn, Draw):
        return
    last = Replace(seat, drawn.tile)
    kongs = _kongs_left_out(case, seat)
    for tile in _may_be_set_out(case, seat):
        laid = (Draw(seat, tile), SetOut(seat, (tile,)))
        yield *laid, last, *word.acts[1:]
        for kong in kongs:
            yield *laid, Replace(seat, UNKNOWN), kong, last, *word.acts[1:]
    for kong in kongs:
        yield Draw(seat, UNKNOWN), kong, last, *word.acts[1:]


def _kongs_left_out(case: _Case, seat: Seat) -> list[ConcealedKong]:
    """Return the concealed kong that a player shows and that no word tells."""
    kinds_laid = {meld.kind for meld in case.signs.table.hands[seat].melds}
    shown = [meld for show in case.deal.told(Show) if show.seat == seat for meld in show.melds]
    return [
        ConcealedKong(seat, meld.tiles)
        for meld in shown
        if meld.is_concealed and KIND[meld.tiles[0] & ~PILLAR] not in kinds_laid
    ]


def _may_be_set_out(case: _Case, seat: Seat) -> list[Tile]:
    """Return the tiles of which one was set out in the deal and another one is left.

    If the sheet counts other items for the player, the bonus tiles that lie nowhere, too.
    """
    table = case.signs.table
    laid = {tile & ~PILLAR for hand in table.hands for tile in hand.bonus}
    left = [tile for tile in filter(is_known, laid) if table.identified[tile] < table.copies[tile]]
    if seat in seats_of(case.signs.of_lines):
        left += _lying_nowhere(case)
    return sorted({*left})


def _plain_turn(seat: Seat) -> Turn:
    """Return a turn of a player who draws and discards, and nobody saw what."""
    return Turn(seat, "", (Draw(seat, UNKNOWN), Discard(seat, UNKNOWN)))


def _may_come_last(case: _Case, words: Sequence[Turn]) -> bool:
    """Return whether the shown hands are those of the turns, but for tiles in these words."""
    thrown = Counter([turn.seat for turn in words if not has(turn, WIN)])
    for show in case.deal.told(Show):
        hand = case.signs.table.hands[show.seat]
        held = [*hand.tiles(), *chain.from_iterable(meld.tiles for meld in hand.melds)]
        shown = [*show.tiles, *chain.from_iterable(meld.tiles for meld in show.melds)]
        lacking = Counter(map(physical, held)) - Counter(map(physical, shown))
        if lacking.total() > thrown[show.seat] > 0:
            return False
    return True


# --------------------------------------------------------------------------- bonus tiles dealt


def _set_out_at_the_deal(case: _Case) -> Iterator[Reading]:
    """Yield readings in which a player set out the bonus tiles that it was dealt.

    A word names another player, or nobody wrote it down.
    """
    deal = case.deal
    for line, dealt in deal.with_lines(Dealt):
        seat, tiles = dealt.seat, tuple(filter(is_bonus, dealt.tiles))
        if tiles and not _sets_out(deal, seat):
            words = msg("the bonus tiles dealt to {seat}", seat=seat_name(seat))
            for read in _setting_out(case, seat, tiles):
                root = ("bonus.held", "bonus.shown", "deal.exchange")
                yield Reading(read, words, _at(line), root=root)


def _setting_out(case: _Case, seat: Seat, tiles: tuple[Tile, ...]) -> Iterator[Deal]:
    """Yield the deal in which that player sets out those tiles before play."""
    deal = case.deal
    for index in case.places({"bonus.held"}):
        if has(deal.turns[index], SET_OUT):
            yield with_turn(deal, index, said_by(deal.turns[index], seat))
    place, acts = _place_by_seat(deal, seat, case.seats), _laid_and_replaced(seat, tiles)
    yield with_word_before_play(deal, place, Turn(seat, "", acts))
    # A replacement may be a bonus tile, too: the sheet counts one that lies nowhere.
    if seat in seats_of(case.signs.of_lines):
        for tile in _lying_nowhere(case):
            word = Turn(seat, "", (*acts, *_laid_and_replaced(seat, (tile,))))
            yield with_word_before_play(deal, place, word)


def _laid_and_replaced(seat: Seat, tiles: tuple[Tile, ...]) -> tuple[Act, ...]:
    """Return bonus tiles set out, and replaced by tiles that nobody saw."""
    return (SetOut(seat, tiles), *[Replace(seat, UNKNOWN)] * len(tiles))


def _lying_nowhere(case: _Case) -> list[Tile]:
    """Return the first of the bonus tiles that no entry tells of."""
    table = case.signs.table
    left = [tile for tile in range(BONUS, JOKER) if table.identified[tile] < table.copies[tile]]
    return left[:_TILES]


def _sets_out(deal: Deal, seat: Seat) -> bool:
    """Return whether a player's words before its first discard set anything out."""
    mine = (turn for turn in deal.turns if turn.seat == seat)
    return any(has(turn, SET_OUT) for turn in takewhile(_discards_nothing, mine))


def _place_by_seat(deal: Deal, seat: Seat, seats: int) -> int:
    """Return the place of a player's bonus tiles of the deal: those of the dealer come first."""
    place = 0
    order = deal.turn_order(seats)
    for turn in takewhile(_discards_nothing, deal.turns):
        if order.distance(turn.seat, deal.dealer) > order.distance(seat, deal.dealer):
            break
        place += 1
    return place


def _discards_nothing(turn: Turn) -> bool:
    return has(turn, SET_OUT) and not has(turn, DISCARD)


# --------------------------------------------------------------------------- the win


def _won_otherwise(case: _Case) -> Iterator[Reading]:
    """Yield readings in which the turns end with the win of the `win` line."""
    deal, lines = case.deal, case.deal.told(WinLine)
    wins = case.words_with(WIN)
    if len(lines) != 1 or len(wins) != 1:
        return
    [line], [index] = lines, wins
    if deal.turns[index].seat != line.seat:
        read = with_turn(deal, index, said_by(deal.turns[index], line.seat))
        yield case.at_word(index, read, root=("win.line",))
    if index and line.source != line.seat == deal.turns[index].seat:
        yield from _thrown_to_the_winner(case, index, line)
    changed = _taken_tile if line.source == line.seat else _thrown_tile
    for place, turn in changed(deal, index, line):
        yield case.at_word(place, with_turn(deal, place, turn), root=("win.line",))


def _taken_tile(deal: Deal, index: int, line: WinLine) -> Iterator[tuple[int, Turn]]:
    """Yield the winner's last word, with the tile drawn that the line names."""
    turn = deal.turns[index]
    drawn = [place for place, act in enumerate(turn.acts) if act.kind in _DRAWING]
    for place in drawn[-1:]:
        yield index, with_tile(turn, place, line.tile)
    if not drawn:
        yield index, Turn(turn.seat, turn.word, (Draw(turn.seat, line.tile), *turn.acts))


def _thrown_to_the_winner(case: _Case, index: int, line: WinLine) -> Iterator[Reading]:
    """Yield the word before the win that throws the winning tile, if it was left out."""
    deal = case.deal
    before, win = deal.turns[index - 1].seat, deal.turns[index]
    if before == line.source or len(win.acts) > 1:
        return
    taken: Act = Draw(line.source, UNKNOWN)
    if line.source != deal.turn_order(case.seats).after[before]:
        taken = Claim(line.source, (UNKNOWN,) * _PAIR)
    word = Turn(line.source, "", (taken, Discard(line.source, line.tile)))
    yield case.at_word(index, with_another_turn(deal, index, word), root=("win.line",))


def _thrown_tile(deal: Deal, index: int, line: WinLine) -> Iterator[tuple[int, Turn]]:
    """Yield the word before the win, with the tile discarded that the line names."""
    before = deal.turns[index - 1] if index else None
    if before and before.seat == line.source and not discard_of(before):
        thrown = (*before.acts, Discard(before.seat, line.tile))
        yield index - 1, Turn(before.seat, before.word, thrown)
        return
    for place, turn in reversed([*enumerate(deal.turns[:index])]):
        if discard_of(turn):
            yield place, _throwing(turn, line.tile)
            return


def _throwing(turn: Turn, tile: Tile) -> Turn:
    """Return the word with that tile discarded; drawn as well where it discards what it draws."""
    dropped = discard_of(turn)
    kinds = {DISCARD, READY}
    if dropped is not None and dropped.manner == SAID_DRAWN:
        kinds |= _DRAWING
    for place, act in enumerate(turn.acts):
        if act.kind in kinds:
            turn = with_tile(turn, place, tile)
    return turn


def _thrown_to_a_claim(case: _Case) -> Iterator[Reading]:
    """Yield readings in which a player threw the tile that completes another player's set."""
    deal = case.deal
    for index in case.contradicted({"claim.held", "claim.latest"}):
        match deal.turns[index].acts:
            case (Claim() as claim, *_) if index and deal.turns[index - 1].seat != claim.seat:
                thrower = deal.turns[index - 1]
                for tile in _completing(claim.tiles):
                    read = with_turn(deal, index - 1, _discarding(thrower, tile))
                    yield case.at_word(index - 1, read, misread=thrower.seat)


def _discarding(turn: Turn, tile: Tile) -> Turn:
    """Return the word with that tile discarded, if it discards another one or none."""
    if discard_of(turn):
        return _throwing(turn, tile)
    return Turn(turn.seat, turn.word, (*turn.acts, Discard(turn.seat, tile)))


def _left_out_before_a_claim(case: _Case) -> Iterator[Reading]:
    """Yield readings in which a word was left out, and a claim takes what that word discards."""
    deal = case.deal
    for index in case.contradicted(_CLAIMED_OF_ANOTHER)[:1]:
        match deal.turns[index].acts:
            case (Claim() as claim, *_) if index:
                for word in _words_before_a_claim(case, index, claim):
                    read = with_another_turn(deal, index, word)
                    more = _More(misread=_misread_by(case, word), claimer=claim.seat)
                    more["root"] = ("claim.held", "claim.latest")
                    yield case.at_word(index - 1, read, **more)


def _words_before_a_claim(case: _Case, index: int, claim: Claim) -> Iterator[Turn]:
    """Yield the words of other players, each with a discard that makes the set of the claim."""
    before = case.deal.turns[index - 1].seat
    order = case.deal.turn_order(case.seats)
    for seat in order.beginning_with(order.after[before])[:-1]:
        if seat == claim.seat:
            continue
        taken: list[Act] = [Draw(seat, UNKNOWN)]
        if _is_first(case.deal, index, seat):
            taken.clear()
        elif seat != order.after[before]:
            taken = [Claim(seat, _added_to(case, seat))]
        for tile in _completing(claim.tiles):
            yield Turn(seat, "", (*taken, Discard(seat, tile)))


def _is_first(deal: Deal, index: int, seat: Seat) -> bool:
    """Return whether a word put in there is the first of play: the dealer's, who draws nothing."""
    if seat != deal.dealer or not all(map(_discards_nothing, deal.turns[:index])):
        return False
    sizes = {dealt.seat: len(dealt.tiles) + len(dealt.pillars or ()) for dealt in deal.told(Dealt)}
    return sizes.get(seat, 0) > min(sizes.values(), default=0)


def _added_to(case: _Case, seat: Seat) -> tuple[Tile, ...]:
    """Return the tiles of its hand in the set that a player claimed.

    Those of a set to which it adds.
    """
    for error in with_codes(case.signs.in_play, {"kong.held"}):
        act = case.act_of(error)
        if isinstance(act, AddedKong) and act.seat == seat:
            return (KIND[physical(act.tile)],) * _PAIR
    return (UNKNOWN,) * _PAIR


def _misread_by(case: _Case, word: Turn) -> Seat:
    """Return whose word it is; nobody's where exchanges in play move with the go-arounds."""
    if any(map(go_around_of, case.deal.told(Exchange))):
        return NOBODY
    return word.seat


def _completing(tiles: Sequence[Tile]) -> list[Tile]:
    """Return the kinds that make a set with two tiles, or with three alike."""
    kinds_laid = [KIND[tile & ~PILLAR] for tile in tiles]
    if max(kinds_laid) >= KINDS:
        return []
    if len(kinds_laid) != _PAIR:
        return sorted({*kinds_laid})
    apart = min({EAST, EAST + 1, EAST + 2} - {*kinds_laid})
    counts = [0] * KINDS
    for kind in (*kinds_laid, apart, apart):
        counts[kind] += 1
    return [kind for kind in kinds(waits(counts)) if kind != apart]


# --------------------------------------------------------------------------- the order of turns


def _said_by_another(case: _Case) -> Iterator[Reading]:
    """Yield readings in which the word that breaks the order of turns is another player's.

    It may also be one word too many.
    """
    deal = case.deal
    # Either of two words that contradict each other may be the wrong one.
    places = case.places(_ORDER | _CLAIMED | _LAID)
    broken = chain.from_iterable((index, index - 1) for index in places)
    for place in filter(range(len(deal.turns) - 1).__contains__, broken):
        turn, beside = deal.turns[place], (*deal.turns[:place][-1:], deal.turns[place + 1])
        # Where a player has two words in a row, one of them may be one too many.
        if turn.seat in {each.seat for each in beside}:
            yield case.at_word(place, without_turn(deal, place), root=("turn.seat",))
        for seat in _sayers(deal, place, case.seats) - {turn.seat}:
            changed = with_turn(deal, place, said_by(turn, seat))
            yield case.at_word(place, changed, root=("turn.seat", "claim.latest"))


def _sayers(deal: Deal, index: int, seats: int) -> set[Seat]:
    """Return who may have said a word, by the one before and the one behind.

    A claim may be anybody's but the discarder's.
    """
    turns = deal.turns
    if index and turns[index].acts[0].kind == CLAIM:
        return set(range(seats)) - {turns[index - 1].seat}
    follows, order = turns[index + 1], deal.turn_order(seats)
    sayers = set()
    if index:
        sayers.add(order.after[turns[index - 1].seat])
    if all(map(_discards_nothing, turns[:index])):
        sayers.add(deal.dealer)
    if follows.acts[0].kind not in _CLAIMING:
        sayers.add(order.before(follows.seat))
    return sayers


def _left_out(case: _Case) -> Iterator[Reading]:
    """Yield readings in which a player's word was left out before the one that does not follow."""
    for error in with_codes(case.signs.errors, _NOT_FOLLOWING)[:1]:
        index = index_at(case.stands, error.place)
        if index == NO_WORD:
            return
        for seat in _may_be_left_out(case, error, index):
            for word in _words_left_out(case, index, seat):
                read = with_another_turn(case.deal, index, word)
                more = _More(misread=seat, claimer=_claimer_at(case.deal, index))
                if "deal.exchange" in case.signs.codes:
                    more["misread"] = _misread_by(case, word)
                    more["root"] = ("turn.seat", "claim.latest")
                yield case.at_word(max(0, index - 1), read, **more)


def _claimer_at(deal: Deal, index: int) -> Seat:
    """Return who says the word at that index, if it begins with a claim."""
    turn = deal.turns[index]
    if turn.acts[0].kind == CLAIM:
        return turn.seat
    return NOBODY


def _may_be_left_out(case: _Case, error: Finding, index: int) -> list[Seat]:
    """Return whose word may be left out before that one.

    Who was due, or claimed and came before it.
    """
    before, order = case.deal.turns[index - 1].seat, case.deal.turn_order(case.seats)
    # A claim takes the latest discard, so the word that is missing stands between the two.
    if error.code == "claim.latest" and index > 0:
        return [order.after[before]]
    turn, due = case.deal.turns[index], SEATS.find(error.expected or "?")
    claimer = order.before(turn.seat)
    # A word that does not say what was drawn has perhaps left out its own claim.
    if turn.acts[0].kind != DRAW or not index or claimer in {due, before}:
        return [due]
    return [due, claimer]


def _words_left_out(case: _Case, index: int, seat: Seat) -> Iterator[Turn]:
    """Yield what that player may have said; nothing if nobody knows who it was."""
    if seat == NOBODY:
        return
    if _is_first(case.deal, index, seat):
        yield Turn(seat, "", (Discard(seat, UNKNOWN),))
    yield unread(seat)
    if case.rules.play.spec.ready_locks and not case.signs.table.hands[seat].ready:
        yield unread_ready(seat)


# ----------------------------------------------------------------- what the sheet reckons with


def _pool(case: _Case) -> Iterator[Reading]:
    """Yield readings in which more or fewer points were on the table before the deal.

    The difference is that of an amount on the sheet.
    """
    deal, pot = case.deal, case.rules.pot
    stated = whole_number(deal.word(pot.word))
    if not pot.used or stated is None:
        return
    words = msg("the word `{word}` of the deal's header", word=f"{pot.word}={stated}")
    place = Place(deal.span.line, deal.span.column)
    steps = {abs(each) // pot.unit for each in _differences(case.signs.errors)} - {0}
    numbers = chain.from_iterable((stated - step, stated + step) for step in sorted(steps))
    for number in islice(filterfalse(_is_below_zero, numbers), _STAKES):
        yield Reading(with_word(deal, pot.word, str(number)), words, place)


def _is_below_zero(number: int) -> bool:
    return number < 0


def _differences(errors: Iterable[Finding]) -> Iterator[int]:
    """Yield the differences of the amounts that are claimed."""
    for error in errors:
        recorded, expected = whole_amount(error.recorded), whole_amount(error.expected)
        if recorded is not None and expected is not None:
            yield recorded - expected


def whole_amount(word: str) -> int | None:
    """Return the amount that a short notation names, with or without its sign.

    Return None if it is none.
    """
    number = whole_number(word.lstrip("+-"))
    if number is None or not word.startswith("-"):
        return number
    return -number


# --------------------------------------------------------------------------- ready


def _never_ready(case: _Case) -> Iterator[Reading]:
    """Yield readings in which a player never declared ready."""
    locking = with_codes(case.signs.errors, _LOCKS)
    locked = Counter([error.place.seat for error in locking])
    for index in case.words_with(READY):
        turn = case.deal.turns[index]
        # A hand that breaks its lock again and again was never locked. One break proves nothing.
        often = locked[turn.seat] >= _OFTEN
        if often or case.signs.of_amounts:
            read = with_acts(case.deal, index, undeclared(turn))
            yield case.at_word(index, read, of_the_sheet=not often)


def _marked_ready(case: _Case) -> Iterator[Reading]:
    """Yield readings in which a discard does not declare ready that cannot declare it."""
    declaring = set(case.words_with(READY))
    for index in case.places(_READY & case.signs.codes):
        turn = case.deal.turns[index]
        if index in declaring:
            read = with_acts(case.deal, index, undeclared(turn))
            yield case.at_word(index, read, misread=turn.seat)


def _ready(case: _Case) -> Iterator[Reading]:
    """Yield readings in which a player declared ready with one of its discards."""
    ways = [False]
    if case.rules.play.spec.pillars:
        ways.append(True)
    declaring = map(partial(_declaring, case), _said_ready(case))
    for index, face_down in product(chain.from_iterable(declaring), ways):
        acts = declared(case.deal.turns[index], face_down=face_down)
        yield case.at_word(index, with_acts(case.deal, index, acts), of_the_sheet=True)


def _made_ready_at(case: _Case) -> Iterator[Reading]:
    """Yield readings in which a player declares ready by a discard, or discards another tile.

    Only a declaration allows the discard that is written.
    """
    for index in case.places(_OF_READY):
        turn = case.deal.turns[index]
        if not has(turn, DISCARD) or has(turn, READY):
            continue
        for face_down in (True, False):
            acts = declared(turn, face_down=face_down)
            yield case.at_word(index, with_acts(case.deal, index, acts), misread=turn.seat)
        read = with_turn(case.deal, index, _throwing(turn, UNKNOWN))
        yield case.at_word(index, read, misread=turn.seat)


def _said_ready(case: _Case) -> list[Seat]:
    """Return who is ready by the sheet and not by the turns.

    Else whose points may differ by that.
    """
    items = case.rules.scoring.declared_items
    never = [seat for seat, hand in enumerate(case.signs.table.hands) if not hand.ready]
    named = _ready_by_lines(case.deal) | _ready_by_items(case.deal, items)
    named |= case.signs.seats_in({"win.ready"})
    seats_named = [*filter(named.__contains__, never)]
    if seats_named:
        return seats_named
    off = seats_of(case.signs.of_lines)
    return [*filter(off.__contains__, never)][:_DISCARDS]


def _ready_by_lines(deal: Deal) -> set[Seat]:
    return set(chain.from_iterable(line.seats for line in deal.told(ReadySeats)))


def _ready_by_items(deal: Deal, declared_items: Collection[str]) -> set[Seat]:
    """Return whose hands have items by the sheet that only a ready player's has."""
    seats = set()
    for line in deal.told(Items):
        if line.keyword == "fan" and any(map(declared_items.__contains__, dict(line.items))):
            seats.add(line.seat)
    return seats


def _declaring(case: _Case, seat: Seat) -> list[int]:
    """Return the discards with which a player may have declared ready.

    All later ones are drawn tiles, so the hand is the same from the first of them on.
    """
    turns = case.deal.turns
    may: list[int] = []
    for index in case.words_with(DISCARD):
        if turns[index].seat != seat:
            continue
        # A ready hand throws what it draws, so a tile from the hand rules out all discards before.
        if not _throws_what_it_drew(turns[index]):
            may.clear()
        may.append(index)
    return sorted({*may[: _DISCARDS - 1], *may[-1:]})


def _throws_what_it_drew(turn: Turn) -> bool:
    drawn: Any = turn.acts[0]
    thrown: Any = discard_of(turn)
    if drawn.kind != DRAW:
        return False
    return bool(thrown.manner == SAID_DRAWN or thrown.tile == drawn.tile)


# --------------------------------------------------------------------------- indicators


def _none_turned_up(case: _Case) -> Iterator[Reading]:
    """Yield readings in which no indicator was turned up in a word."""
    places = {*case.places({"dora.count"})}
    for index in sorted(places.intersection(case.words_with(REVEAL))):
        acts = [act for act in case.deal.turns[index].acts if act.kind != REVEAL]
        read = with_acts(case.deal, index, acts)
        yield case.at_word(index, read, root=("dora.count",))


def _indicators(case: _Case) -> Iterator[Reading]:
    """Yield readings in which one of the indicators was another tile."""
    if case.rules.scoring.indicated is None or not case.signs.of_indicators:
        return
    lines = case.lines_of(Indicators)
    if not lines or all(getattr(line.content, "hidden", False) for line in lines):
        yield from _not_written(case)
    for line in lines:
        content: Any = line.content
        words = msg("the indicators `{keyword}`", keyword=content.keyword)
        for tiles in _other_indicators(case, content.tiles):
            read = with_line(case.deal, line, replace(content, tiles=tiles))
            root = ("deal.copies", "dora.count")
            yield Reading(read, words, _at(line), root=root, alone=True)


def _not_written(case: _Case) -> Iterator[Reading]:
    """Yield readings in which an indicator lay open before play, and no line tells it."""
    for line in case.lines_of(Dealt)[-1:]:
        for tile in _by_what_they_mark(case, UNKNOWN):
            read = with_line(case.deal, line, line.content, Indicators((tile,)))
            yield Reading(read, *without_indicators(case.deal), root=("dora.count",))


def _other_indicators(case: _Case, tiles: tuple[Tile, ...]) -> Iterator[tuple[Tile, ...]]:
    """Yield the indicators with one left out, or with one that marks as many tiles of winners."""
    if len(tiles) > 1 and "dora.count" in case.signs.codes:
        for place in range(len(tiles)):
            yield _with_others_at(tiles, place)
    if not case.signs.of_items:
        return
    for place, tile in enumerate(tiles):
        others = _by_what_they_mark(case, tile)
        yield from map(partial(_with_others_at, tiles, place), others)


def _with_others_at(tiles: tuple[Tile, ...], place: int, *others: Tile) -> tuple[Tile, ...]:
    """Return the tiles with these in place of one of them."""
    return (*tiles[:place], *others, *tiles[place + 1 :])


def _by_what_they_mark(case: _Case, tile: Tile) -> list[Tile]:
    """Return one indicator for each number of tiles that it may mark in the winners' hands."""
    indicated, table = case.rules.scoring.indicated, case.signs.table
    outcome = case.signs.outcome
    held = [_kinds_of(winner, outcome.bonus_of(winner.seat)) for winner in outcome.declared]
    room = [has - seen for has, seen in zip(table.copies, table.identified, strict=False)]
    by_mark: dict[tuple[int, ...], Tile] = {}
    left = [face for face in range(BONUS) if room[face] > 0]
    for face in filter(table.copies.__getitem__, filter(is_known, (tile, *left))):
        marked = face
        if indicated is not None:
            marked = indicated(face)
        marks = tuple([hand[marked] for hand in held])
        # Indicators that mark equally many tiles make the same items, so one of each is enough:
        # the one of which most copies are left, as tiles in doubt may lie elsewhere.
        nearest = by_mark.setdefault(marks, face)
        if nearest != tile and room[face] > room[nearest]:
            by_mark[marks] = face
    others = [face for face in by_mark.values() if face != tile]
    return others[:_TILES]


def _kinds_of(winner: Winner, bonus: Iterable[Tile] | None) -> Counter[Tile]:
    """Return the kinds of a winner's tiles, known ones, with those of its sets, and bonus tiles."""
    plain_tiles = [tile & ~PILLAR for tile in (*winner.every_tile, *(bonus or ()))]
    return Counter(map(KIND.__getitem__, filter(is_known, plain_tiles)))


# --------------------------------------------------------------------------- misread words


def _misread(case: _Case) -> Iterator[Reading]:
    """Yield readings in which a word that contradicts a hand or its size says something else.

    The word that it contradicts may be the wrong one, too.
    """
    places = case.doubtful_places()
    if case.signs.of_wins:
        places += [index for index in case.words_with(WIN)[-1:] if index not in places]
    for index in places:
        turn = case.deal.turns[index]
        others = _won_by(case.deal, turn) if has(turn, WIN) else _otherwise(turn)
        for other in others:
            yield case.at_word(index, with_turn(case.deal, index, other), misread=turn.seat)


def _took_another(case: _Case) -> Iterator[Reading]:
    """Yield readings in which a tile that comes up too often was misread when it was taken.

    The player who took it lacks another one.
    """
    surplus = {tile for act in _acts_of(case, {"deal.copies"}) for tile in tiles_of(act)}
    lacking = Counter(
        (act.seat, tile) for act in _acts_of(case, _NOT_HELD) for tile in tiles_of(act)
    )
    for (seat, lacked), tile in islice(product(lacking, sorted(surplus)), _TILES):
        if tile != lacked:
            yield from _taking(case, seat, tile, lacked)


def _acts_of(case: _Case, codes: Collection[str]) -> list[Any]:
    """Return the acts at which errors of those codes stand."""
    return [*map(case.act_of, with_codes(case.signs.in_play, codes))]


def _taking(case: _Case, seat: Seat, tile: Tile, meant: Tile) -> Iterator[Reading]:
    """Yield the deal with that tile read as another one, if a player was dealt it or drew it."""
    for line, dealt in case.deal.with_lines(Dealt):
        if dealt.seat == seat and tile in dealt.tiles:
            place = dealt.tiles.index(tile)
            tiles = (*dealt.tiles[:place], meant, *dealt.tiles[place + 1 :])
            read = with_line(case.deal, line, replace(dealt, tiles=tiles))
            words = msg("the tiles dealt to {seat}", seat=seat_name(seat))
            yield Reading(read, words, _at(line), root=_LACKING, misread=seat)
    for index, turn in enumerate(case.deal.turns):
        for place, act in enumerate(turn.acts):
            if isinstance(act, Draw | Replace) and (act.seat, act.tile) == (seat, tile):
                read = with_turn(case.deal, index, with_tile(turn, place, meant))
                yield case.at_word(index, read, root=_LACKING, misread=seat)


def _exchanged(case: _Case) -> Iterator[Reading]:
    """Yield readings in which other tiles were exchanged, if several hands are wrong after that."""
    doubtful = case.signs.doubtful
    if len(seats_of(doubtful)) < _FIRST:
        return
    around = min([error.place.turn for error in doubtful])
    for line in _exchanges_before(case, around)[-1:]:
        read = with_line(case.deal, line, _unseen_exchange(line.content))
        yield Reading(read, msg("the tiles exchanged"), _at(line))
    later = _exchange_in_play(case.seats, around)
    for line in (case.lines_of(Exchange) or case.lines_of(Dealt))[-1:]:
        words = msg("an exchange that is not written down")
        yield Reading(with_line(case.deal, line, line.content, later), words, _at(line))


def _exchanges_before(case: _Case, around: int) -> list[Line]:
    """Return the lines that tell of exchanges which took place by that go-around."""
    exchanges = case.deal.with_lines(Exchange)
    return [line for line, exchange in exchanges if go_around_of(exchange) <= around]


def _unseen_exchange(exchange: Any) -> Exchange:
    """Return an exchange of tiles that nobody saw."""
    passes = [(giver, taker, (UNKNOWN,) * len(tiles)) for giver, taker, tiles in exchange.passes]
    return Exchange(tuple(passes), exchange.name)


def _exchange_in_play(seats: int, around: int) -> Exchange:
    """Return an exchange in that go-around.

    Each gives a tile to each other, and nobody saw which.
    """
    pairs = permutations(range(seats), 2)
    return Exchange(tuple((a, b, (UNKNOWN,)) for a, b in pairs), f"exchange-{around}")


def _may_be_misread(error: Finding) -> bool:
    return error.code == "deal.copies" or is_doubtful(error)


def _won_by(deal: Deal, turn: Turn) -> Iterator[Turn]:
    """Yield a word that wins on a draw, with what it leaves out before that, or says instead."""
    for line in deal.told(WinLine):
        if line.seat == turn.seat == line.source:
            yield from _with_replacement(turn, line.tile)
            if turn.acts[0].kind == CLAIM:
                yield Turn(turn.seat, turn.word, (Draw(turn.seat, line.tile), turn.acts[-1]))
    for acts in _after_a_kong(turn):
        yield Turn(turn.seat, turn.word, acts)


def _with_replacement(turn: Turn, tile: Tile) -> Iterator[Turn]:
    """Yield the winning word with the replacement that it leaves out after a kong or bonus tile."""
    *acts, win = turn.acts
    if acts and acts[-1].kind in _REPLACED:
        yield Turn(turn.seat, turn.word, (*acts, Replace(turn.seat, tile), win))


def is_doubtful(error: Finding) -> bool:
    """Return whether an act that is against the rules makes doubtful what its player holds."""
    return error.code in _CONTENTS or error.code.startswith(_DOUBTFUL)


def _otherwise(turn: Turn) -> Iterator[Turn]:
    """Yield the word with other tiles in its set, with a tile drawn and thrown, or empty."""
    ways = chain(
        _drawn_otherwise(turn), _after_a_kong(turn), _kong_set_out(turn), _with_sets_unseen(turn)
    )
    for acts in ways:
        yield Turn(turn.seat, turn.word, acts)
    yield unread(turn.seat, turn.word)


Acts = tuple[Act, ...]


def _drawn_otherwise(turn: Turn) -> Iterator[Acts]:
    """Yield the word with the discarded tile drawn, or an unseen one; a bonus tile was replaced."""
    match turn.acts:
        case (Draw() as drawn, Discard() as discard):
            if is_bonus(drawn.tile):
                laid = SetOut(turn.seat, (drawn.tile,))
                yield drawn, laid, Replace(turn.seat, UNKNOWN), discard
            yield drawn, replace(discard, tile=drawn.tile)
            yield Draw(turn.seat, UNKNOWN), discard


def _after_a_kong(turn: Turn) -> Iterator[Acts]:
    """Yield the word with a kong claimed before a replacement."""
    match turn.acts:
        case (Claim() as claim, Replace(), _, *_):
            yield replace(claim, tiles=(claim.tiles[0],) * 3), *turn.acts[1:]


def _kong_set_out(turn: Turn) -> Iterator[Acts]:
    """Yield the word with the kong that it leaves out: its tile was set out and replaced."""
    sorts = [act.kind for act in turn.acts]
    if SET_OUT not in sorts or REPLACE not in sorts:
        return
    place = sorts.index(SET_OUT)
    before, laid, behind = turn.acts[:place], turn.acts[place], turn.acts[place + 1 :]
    if isinstance(laid, SetOut) and len(laid.tiles) == 1:
        [tile] = laid.tiles
        yield *before, ConcealedKong(turn.seat, (tile,) * 4), *behind
        yield *before, AddedKong(turn.seat, tile), *behind


def _with_sets_unseen(turn: Turn) -> Iterator[Acts]:
    """Yield the word with a discard, with unseen sets, or with a tile drawn and thrown."""
    acts, discard = turn.acts, discard_of(turn)
    if discard is None:
        yield *acts, Discard(turn.seat, UNKNOWN)
    hidden = tuple(map(unseen, acts))
    if hidden != acts:
        yield hidden
    elif discard is not None:
        discard = replace(discard, tile=UNKNOWN)
    if discard is not None:
        ready = [act for act in acts if act.kind == READY]
        yield Draw(turn.seat, UNKNOWN), *ready, discard


# --------------------------------------------------------------------------- what speaks for which


def _always(_signs: Signs) -> bool:
    return True


Sort = tuple[Callable[[Signs], bool], Callable[[_Case], Iterator[Reading]]]
_SORTS: Final[tuple[Sort, ...]] = (
    (attrgetter("of_hands"), _shown),
    (attrgetter("of_wins"), _thrown_another),
    (attrgetter("of_copies"), _took_another),
    (attrgetter("of_the_end"), _ended_otherwise),
    (attrgetter("of_the_end"), _never_won),
    (attrgetter("of_an_early_end"), _went_on),
    (attrgetter("of_order"), _dealt_by_another),
    (_always, _set_out_at_the_deal),
    (attrgetter("of_hands"), _won_otherwise),
    (attrgetter("of_claims"), _thrown_to_a_claim),
    (attrgetter("of_order_or_claims"), _said_by_another),
    (_always, _left_out_before_a_claim),
    (_always, _left_out),
    (_always, _exchanged),
    (_always, _misread),
    (_always, _marked_ready),
    (_always, _made_ready_at),
    (attrgetter("is_sound"), _none_turned_up),
    (attrgetter("is_sound"), _indicators),
    (attrgetter("is_sound"), _never_ready),
    (attrgetter("is_sound_in_amounts"), _ready),
    (attrgetter("is_sound_in_amounts"), _pool),
)
"""The sorts of readings, the likeliest first, each with the sign that speaks for it."""
