"""A deal with one of its entries read otherwise.

What else may have been meant where a record contradicts itself.

One wrong fact makes much of a sheet look wrong. Each reading here changes one fact to what another
entry of the deal says of it. If by a reading several errors vanish and no new one appears, that one
entry explains them all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any, Final

from mjlog.model.findings import Finding, Place, Span
from mjlog.model.go_arounds import go_around_of
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
    UNREADABLE,
    WIN,
    Act,
    Claim,
    Deal,
    Dealt,
    Discard,
    Draw,
    Exchange,
    Indicators,
    Irregularity,
    Items,
    Line,
    NoWin,
    Ready,
    ReadySeats,
    Replace,
    Seat,
    Show,
    Turn,
    WinLine,
    seat_name,
    whole_number,
)
from mjlog.model.table import Table
from mjlog.model.tiles import KIND, KINDS, PILLAR, UNKNOWN, Tile, is_known
from mjlog.referee.aftermath import header_entry, turn_entry
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
_OF_DECLARING: Final = frozenset({"discard.locked", "ready.tenpai"})
_OF_READY: Final = frozenset({"discard.open", "discard.zone"})
_FIRST: Final = 2
_DRAW_AND_DISCARD: Final = 2
_ORDER: Final = frozenset({"claim.latest", "deal.size", "turn.seat", "turn.size"})
_HANDS: Final = frozenset({"show.hand", "win.line"})
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
    """

    deal: Deal
    entry: Message
    place: Place
    overruled: Seat = NOBODY
    root: tuple[str, ...] = ()
    of_the_sheet: bool = False
    misread: Seat = NOBODY
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Signs:
    """What is wrong with a deal, by which the entries are chosen that may explain it."""

    errors: Sequence[Finding]
    outcome: Outcome
    table: Table

    @property
    def codes(self) -> frozenset[str]:
        """The codes of the errors."""
        return frozenset(error.code for error in self.errors)

    @property
    def of_order(self) -> bool:
        """Whether the order of turns or the size of a hand is wrong."""
        return bool(self.codes & _ORDER)

    @property
    def of_hands(self) -> bool:
        """Whether the hands or the win on the sheet are others than in the turns."""
        return bool(self.codes & _HANDS) or any(code.startswith("win.") for code in self.codes)

    @property
    def is_sound(self) -> bool:
        """Whether the turns alone contradict themselves in nothing but tiles and declarations."""
        return not any(
            error.place.step and is_doubtful(error) and error.code not in _OF_DECLARING
            for error in self.errors
        )

    @property
    def of_items(self) -> bool:
        """Whether the items of a hand are others."""
        return bool(self.codes & {"score.item", "score.total"})

    @property
    def of_amounts(self) -> bool:
        """Whether claims of several kinds differ, as they do where another fact was known."""
        return len({error.code for error in self.errors if not error.place.step}) > 1


def _by_the_sheet(deal: Deal, rules: RuleSet, signs: Signs) -> Iterator[Reading]:
    """What the sheet may reckon with, and the turns do not tell."""
    yield from _indicators(deal, rules, signs)
    yield from _ready(deal, rules, signs)
    yield from _pool(deal, rules, signs) if signs.of_amounts else ()


def readings(deal: Deal, rules: RuleSet, seats: int, signs: Signs) -> Iterator[Reading]:
    """The readings of a deal recorded with its turns that may explain its errors.

    The likeliest come first.
    """
    if not deal.turns:
        return
    each = chain(
        _shown(deal, signs) if signs.of_hands else (),
        _ended_otherwise(deal, signs),
        _dealt_by_another(deal, seats) if signs.of_order else (),
        _won_otherwise(deal) if signs.of_hands else (),
        _said_by_another(deal, seats, signs) if signs.of_order else (),
        _left_out(deal, rules, signs),
        _exchanged(deal, seats, signs),
        _misread(deal, signs),
        _made_ready_at(deal, signs),
        _by_the_sheet(deal, rules, signs) if signs.is_sound else (),
    )
    yield from islice(each, MOST)


def _at(line: Line) -> Place:
    return Place(line.span.line, line.span.column)


def _shown(deal: Deal, signs: Signs) -> Iterator[Reading]:
    """A hand shown at the end that differs, or wins, was held all the time."""
    doubted = {error.place.seat for error in signs.errors if error.code in _HANDS}
    doubted |= {winner.seat for winner in signs.outcome.declared}
    for line, show in zip(deal.lines_of(Show), deal.told(Show), strict=True):
        if show.seat not in doubted:
            continue
        words = msg("the hand that {seat} shows", seat=seat_name(show.seat))
        yield Reading(deal, words, _at(line), show.seat, ("show.hand", "win.line"))


def _dealt_by_another(deal: Deal, seats: int) -> Iterator[Reading]:
    """Another player deals."""
    entry = header_entry(deal)
    many = max((len(dealt.tiles) for dealt in deal.told(Dealt)), default=0)
    first = next((turn.seat for turn in deal.turns if turn.acts[0].kind != SET_OUT), NOBODY)
    may_deal = {dealt.seat for dealt in deal.told(Dealt) if len(dealt.tiles) == many}
    for seat in {*(may_deal if len(may_deal) == 1 else ()), first}:
        if seat not in {deal.dealer, NOBODY} and seat < seats and entry is not None:
            root = ("deal.size", "turn.seat")
            yield Reading(_with_word(deal, "dealer", SEATS[seat]), *entry, root=root)


def _with_word(deal: Deal, name: str, word: str) -> Deal:
    words = tuple((key, word if key == name else old) for key, old in deal.attributes)
    return replace(deal, attributes=words)


# --------------------------------------------------------------------------- the end


def _ended_otherwise(deal: Deal, signs: Signs) -> Iterator[Reading]:
    """The wall was used up, where the turns know nothing of another end that the sheet names."""
    root = ("win.line", "abort.kind")
    if not signs.codes & {*root} or any(_has(turn, WIN) for turn in deal.turns):
        return
    for number, line in enumerate(deal.lines):
        if isinstance(line.content, WinLine | NoWin):
            other = replace(line, content=NoWin("wall"))
            lines = (*deal.lines[:number], other, *deal.lines[number + 1 :])
            words = msg("the line `{keyword}`", keyword=line.content.keyword)
            yield Reading(replace(deal, lines=lines), words, _at(line), root=root)


# --------------------------------------------------------------------------- the win


def _won_otherwise(deal: Deal) -> Iterator[Reading]:
    """The turns end with the tile and the winner that the `win` line names."""
    lines = deal.told(WinLine)
    wins = [index for index, turn in enumerate(deal.turns) if _has(turn, WIN)]
    if len(lines) != 1 or len(wins) > 1:
        return
    line, root = lines[0], ("win.line",)
    if not wins:
        return
    index = wins[0]
    if deal.turns[index].seat != line.seat:
        yield Reading(_won_by(deal, index, line), *turn_entry(deal, index), root=root)
    own = line.source == line.seat
    changed = _taken_tile(deal, index, line) if own else _thrown_tile(deal, index, line)
    if changed is not None:
        place, turn = changed
        yield Reading(_with_turn(deal, place, turn), *turn_entry(deal, place), root=root)


def _won_by(deal: Deal, index: int, line: WinLine) -> Deal:
    """The deal with its last word said by the player whom the line names."""
    turn = deal.turns[index]
    return _with_turn(deal, index, _said_by(turn, line.seat))


def _said_by(turn: Turn, seat: Seat) -> Turn:
    acts: list[Any] = list(turn.acts)
    return replace(turn, seat=seat, acts=tuple(replace(act, seat=seat) for act in acts))


def _taken_tile(deal: Deal, index: int, line: WinLine) -> tuple[int, Turn] | None:
    """The winner's last word, with the tile drawn that the line names."""
    turn = deal.turns[index]
    drawn = [place for place, act in enumerate(turn.acts) if act.kind in {DRAW, REPLACE}]
    if not drawn:
        return None
    return (index, _with_tile(turn, drawn[-1], line))


def _thrown_tile(deal: Deal, index: int, line: WinLine) -> tuple[int, Turn] | None:
    """The word before the win, with the tile discarded that the line names."""
    for before in range(index - 1, -1, -1):
        turn = deal.turns[before]
        dropped = next((act for act in turn.acts if isinstance(act, Discard)), None)
        if dropped is not None:
            for place, act in enumerate(turn.acts):
                at_once = dropped.manner == SAID_DRAWN and act.kind in {DRAW, REPLACE}
                if at_once or act.kind in {DISCARD, READY}:
                    turn = _with_tile(turn, place, line)
            return before, turn
    return None


def _with_tile(turn: Turn, place: int, line: WinLine) -> Turn:
    acts: list[Any] = list(turn.acts)
    acts[place] = replace(acts[place], tile=line.tile)
    return replace(turn, acts=tuple(acts))


def _with_turn(deal: Deal, index: int, turn: Turn) -> Deal:
    return replace(deal, turns=(*deal.turns[:index], turn, *deal.turns[index + 1 :]))


def _has(turn: Turn, kind: int) -> bool:
    return any(act.kind == kind for act in turn.acts)


# --------------------------------------------------------------------------- the order of turns


def _said_by_another(deal: Deal, seats: int, signs: Signs) -> Iterator[Reading]:
    """A word at which the order of turns breaks was said by another player, or stands twice."""
    turns = deal.turns
    for index in _places(deal, signs, _ORDER):
        for place in (index, index - 1):
            if not 0 <= place < len(turns) - 1:
                continue
            turn, follows = turns[place], turns[place + 1]
            if follows == turn:
                once = replace(
                    deal,
                    turns=(*turns[:place], *turns[place + 1 :]),
                    places=_shifted(deal, place, 1),
                )
                yield Reading(once, *turn_entry(deal, place), root=("turn.seat",))
            for seat in _sayers(deal, place, seats) - {turn.seat}:
                changed = _with_turn(deal, place, _said_by(turn, seat))
                yield Reading(changed, *turn_entry(deal, place), root=("turn.seat",))


def _shifted(deal: Deal, index: int, by: int) -> Callable[[int], Span]:
    """Where the words stand once one at that index is left out, or one is put in."""
    return lambda at: deal.place(at + by if at >= index + (by < 0) else at)


def _sayers(deal: Deal, index: int, seats: int) -> set[Seat]:
    """Who may have said a word, by the one before and the one behind."""
    turns = deal.turns
    follows = turns[index + 1]
    seats_named = {(turns[index - 1].seat + 1) % seats} if index else set()
    if _is_claim(follows):
        return seats_named
    return {*seats_named, (follows.seat - 1) % seats}


def _is_claim(turn: Turn) -> bool:
    return turn.acts[0].kind in {CLAIM, WIN, SET_OUT, IRREGULARITY}


def _places(deal: Deal, signs: Signs, codes: Collection[str]) -> list[int]:
    """The words at which errors of those codes stand, in the order of play."""
    stands = _indices(deal)
    places = (
        stands.get((error.place.line, error.place.column), -1)
        for error in signs.errors
        if error.code in codes and error.place.step
    )
    return sorted({index for index in places if index >= 0})[:_FIRST]


def _indices(deal: Deal) -> dict[tuple[int, int], int]:
    """By line and column the words of play."""
    spans = [deal.place(index) for index in range(len(deal.turns))]
    return {(span.line, span.column): index for index, span in enumerate(spans) if span.line}


def _left_out(deal: Deal, rules: RuleSet, signs: Signs) -> Iterator[Reading]:
    """A player's word was left out before the one that does not follow."""
    stands = _indices(deal)
    wrong = (error for error in signs.errors if error.code == "turn.seat")
    for error in islice(wrong, 1):
        index = stands.get((error.place.line, error.place.column), -1)
        seat = SEATS.find(error.expected) if error.expected else NOBODY
        if index < 0 or seat < 0:
            continue
        declares = rules.play.spec.ready_locks and not signs.table.hands[seat].ready
        for word in (_unread(seat, ""), *((_unread_ready(seat),) if declares else ())):
            turns = (*deal.turns[:index], word, *deal.turns[index:])
            read = replace(deal, turns=turns, places=_shifted(deal, index, -1))
            yield Reading(read, *turn_entry(deal, max(0, index - 1)), misread=seat)


def _unread_ready(seat: Seat) -> Turn:
    """A word of which nobody knows more than that it declares ready."""
    discard = Discard(seat, UNKNOWN, ready=True)
    return Turn(seat, "", (Draw(seat, UNKNOWN), Ready(seat, UNKNOWN), discard))


# --------------------------------------------------------------------------- what the sheet reckons
# with


def _pool(deal: Deal, rules: RuleSet, signs: Signs) -> Iterator[Reading]:
    """As many more or fewer points lay on the table before the deal as an amount differs by."""
    stated = whole_number(deal.attribute(rules.pot.word) or "")
    if not rules.pot.used or stated is None:
        return
    words = msg("the word `{word}` of the deal's header", word=f"{rules.pot.word}={stated}")
    place = Place(deal.span.line, deal.span.column)
    steps = {abs(each) // rules.pot.unit for each in _differences(signs.errors)}
    numbers = (number for step in sorted(steps - {0}) for number in (stated - step, stated + step))
    for number in islice((number for number in numbers if number >= 0), _STAKES):
        yield Reading(_with_word(deal, rules.pot.word, str(number)), words, place)


def _differences(errors: Iterable[Finding]) -> Iterator[int]:
    """By how much the amounts differ that are claimed."""
    for error in errors:
        recorded, expected = whole_amount(error.recorded), whole_amount(error.expected)
        if recorded is not None and expected is not None:
            yield recorded - expected


def whole_amount(word: str) -> int | None:
    """The amount that a short notation names, with or without its sign; None where it is none."""
    number = whole_number(word.lstrip("+-"))
    if number is None:
        return None
    if word[:1] == "-":
        return -number
    return number


# --------------------------------------------------------------------------- ready


def _ready(deal: Deal, rules: RuleSet, signs: Signs) -> Iterator[Reading]:
    """A player never declared ready, or did with one of its discards."""
    locked = Counter(error.place.seat for error in signs.errors if error.code in _LOCKS)
    for index, turn in enumerate(deal.turns):
        often = locked[turn.seat] >= _OFTEN
        if _has(turn, READY) and (often or signs.of_amounts):
            read = _not_ready(deal, index)
            yield Reading(read, *turn_entry(deal, index), of_the_sheet=not often)
    if not signs.of_amounts:
        return
    down = (False, True) if rules.play.spec.pillars else (False,)
    for seat in _said_ready(deal, rules, signs):
        for index in _declaring(deal, seat):
            for face_down in down:
                ready = _made_ready(deal, index, face_down=face_down)
                yield Reading(ready, *turn_entry(deal, index), of_the_sheet=True)


def _made_ready_at(deal: Deal, signs: Signs) -> Iterator[Reading]:
    """A player declares ready by a discard that only a declaration allows."""
    for index in _places(deal, signs, _OF_READY):
        turn = deal.turns[index]
        if _has(turn, DISCARD) and not _has(turn, READY):
            for face_down in (True, False):
                ready = _made_ready(deal, index, face_down=face_down)
                yield Reading(ready, *turn_entry(deal, index), misread=turn.seat)


def _said_ready(deal: Deal, rules: RuleSet, signs: Signs) -> list[Seat]:
    """Who is ready by the sheet and not by the turns; else whose points may differ by that."""
    named = {seat for line in deal.told(ReadySeats) for seat in line.seats}
    named |= {error.place.seat for error in signs.errors if error.code == "win.ready"}
    for items in deal.told(Items):
        if items.keyword == "fan" and any(
            name in rules.scoring.declared_items for name, _ in items.items
        ):
            named.add(items.seat)
    never = [seat for seat, hand in enumerate(signs.table.hands) if not hand.ready]
    seats_named = [seat for seat in never if seat in named]
    if seats_named or not rules.scoring.declared_items:
        return seats_named
    off = {error.place.seat for error in signs.errors if not error.place.step}
    return [seat for seat in never if seat in off][:_DISCARDS]


def _declaring(deal: Deal, seat: Seat) -> list[int]:
    """The discards with which a player may have declared ready, all later ones being drawn tiles.

    The hand is the same from the first of them on.
    """
    own = [i for i, turn in enumerate(deal.turns) if turn.seat == seat and _has(turn, DISCARD)]
    first = next((i for i in reversed(own) if not _throws_what_it_drew(deal.turns[i])), -1)
    may = [index for index in own if index >= first]
    return sorted({*may[: _DISCARDS - 1], *may[-1:]})


def _throws_what_it_drew(turn: Turn) -> bool:
    drawn: Any = turn.acts[0]
    thrown: Any = next(act for act in turn.acts if isinstance(act, Discard))
    return bool(drawn.kind == DRAW) and (thrown.manner == SAID_DRAWN or thrown.tile == drawn.tile)


def _not_ready(deal: Deal, index: int) -> Deal:
    turn = deal.turns[index]
    acts = [
        replace(a, ready=False) if isinstance(a, Discard) else a
        for a in turn.acts
        if a.kind != READY
    ]
    return _with_turn(deal, index, replace(turn, acts=tuple(acts)))


def _made_ready(deal: Deal, index: int, *, face_down: bool) -> Deal:
    turn = deal.turns[index]
    acts: list[Act] = []
    for act in turn.acts:
        if isinstance(act, Discard):
            acts.append(Ready(act.seat, act.tile, face_down, act.pillar))
            acts.append(replace(act, ready=True, face_down=face_down))
        else:
            acts.append(act)
    return _with_turn(deal, index, replace(turn, acts=tuple(acts)))


# --------------------------------------------------------------------------- indicators


def _indicators(deal: Deal, rules: RuleSet, signs: Signs) -> Iterator[Reading]:
    """One of the indicators was another tile, or none was turned up."""
    for index in _places(deal, signs, {"dora.count"}):
        if _has(deal.turns[index], REVEAL):
            acts = tuple(act for act in deal.turns[index].acts if act.kind != REVEAL)
            read = _with_turn(deal, index, replace(deal.turns[index], acts=acts))
            yield Reading(read, *turn_entry(deal, index), root=("dora.count",))
    if rules.scoring.indicated is None or not (signs.of_items or "dora.count" in signs.codes):
        return
    for number, line in enumerate(deal.lines):
        if isinstance(line.content, Indicators):
            words = msg("the indicators `{keyword}`", keyword=line.content.keyword)
            for tiles in _other_indicators(line.content.tiles, rules, signs):
                other = replace(line, content=replace(line.content, tiles=tiles))
                lines = (*deal.lines[:number], other, *deal.lines[number + 1 :])
                read = replace(deal, lines=lines)
                root = ("deal.copies", "dora.count")
                yield Reading(read, words, _at(line), root=root, alone=True)


def _other_indicators(
    tiles: tuple[Tile, ...], rules: RuleSet, signs: Signs
) -> Iterator[tuple[Tile, ...]]:
    """The indicators with one left out, or with another one that marks as many tiles of winners."""
    for place in range(len(tiles)) if len(tiles) > 1 and "dora.count" in signs.codes else ():
        yield (*tiles[:place], *tiles[place + 1 :])
    for place, tile in enumerate(tiles) if signs.of_items else ():
        for other in _by_what_they_mark(rules, signs, tile):
            yield (*tiles[:place], other, *tiles[place + 1 :])


def _by_what_they_mark(rules: RuleSet, signs: Signs, tile: Tile) -> list[Tile]:
    """For each number of tiles that an indicator may mark in the winners' hands one that does."""
    held = [
        Counter(KIND[each & ~PILLAR] for each in _tiles_of(winner))
        for winner in signs.outcome.declared
    ]
    by_mark: dict[tuple[int, ...], Tile] = {}
    room = signs.table.copies
    for face in (
        tile,
        *(face for face in range(KINDS) if signs.table.identified[face] < room[face]),
    ):
        if rules.scoring.indicated is not None and is_known(face) and room[face]:
            marked = rules.scoring.indicated(face)
            by_mark.setdefault(tuple(hand[marked] for hand in held), face)
    return [face for face in by_mark.values() if face != tile][:_TILES]


def _tiles_of(winner: Winner) -> Iterator[Tile]:
    """The tiles of a winner, known ones, with those of its sets."""
    sets = (tile for meld in winner.melds or () for tile in meld.tiles)
    return (tile for tile in chain(winner.tiles or (), sets) if is_known(tile & ~PILLAR))


# --------------------------------------------------------------------------- misread words


def _misread(deal: Deal, signs: Signs) -> Iterator[Reading]:
    """A word by which a hand or its size contradicts the record says something else.

    The word that it contradicts may be the wrong one, too.
    """
    stands = _indices(deal)
    numbers_said: dict[int, None] = {}
    for error in (error for error in signs.errors if error.place.step and _may_be_misread(error)):
        if error.other is not None:
            numbers_said[stands.get((error.other.line, error.other.column), -1)] = None
        numbers_said[stands.get((error.place.line, error.place.column), -1)] = None
    for index in islice((index for index in sorted(numbers_said) if index >= 0), _FIRST):
        turn = deal.turns[index]
        for other in _with_replacement(deal, turn) if _has(turn, WIN) else _otherwise(turn):
            read = _with_turn(deal, index, other)
            yield Reading(read, *turn_entry(deal, index), misread=turn.seat)


def _exchanged(deal: Deal, seats: int, signs: Signs) -> Iterator[Reading]:
    """Other tiles were exchanged, where the hands of several players are wrong after it."""
    errors = [error for error in signs.errors if error.place.step and is_doubtful(error)]
    if len({error.place.seat for error in errors}) < _FIRST:
        return
    around = min(error.place.turn for error in errors)
    for number in _exchanges_before(deal, around)[-1:]:
        line, words = deal.lines[number], msg("the tiles exchanged")
        unseen = replace(line, content=_unseen_exchange(line.content))
        yield Reading(_with_line(deal, number, unseen), words, _at(line))
    for number in (_numbers(deal, Exchange) or _numbers(deal, Dealt))[-1:]:
        line, words = deal.lines[number], msg("an exchange that is not written down")
        more = replace(line, content=_exchange_in_play(seats, around))
        yield Reading(_with_line(deal, number, line, more), words, _at(line))


def _exchanges_before(deal: Deal, around: int) -> list[int]:
    """Which lines tell of exchanges that took place by that go-around, counted from 0."""
    lines = [(number, deal.lines[number].content) for number in _numbers(deal, Exchange)]
    return [n for n, each in lines if isinstance(each, Exchange) and go_around_of(each) <= around]


def _numbers(deal: Deal, sort: type) -> list[int]:
    """Which lines of a deal are of that sort, counted from 0."""
    return [number for number, line in enumerate(deal.lines) if isinstance(line.content, sort)]


def _with_line(deal: Deal, number: int, *others: Line) -> Deal:
    """The deal with other lines instead of that one."""
    return replace(deal, lines=(*deal.lines[:number], *others, *deal.lines[number + 1 :]))


def _unseen_exchange(exchange: Any) -> Exchange:
    """An exchange of tiles that nobody saw."""
    passes = [(giver, taker, (UNKNOWN,) * len(tiles)) for giver, taker, tiles in exchange.passes]
    return Exchange(tuple(passes), exchange.name)


def _exchange_in_play(seats: int, around: int) -> Exchange:
    """In that go-around each player gives a tile to each other one, and nobody saw which."""
    pairs = [(a, b) for a in range(seats) for b in range(seats) if a != b]
    return Exchange(tuple((a, b, (UNKNOWN,)) for a, b in pairs), f"exchange-{around}")


def _may_be_misread(error: Finding) -> bool:
    return error.code == "deal.copies" or is_doubtful(error)


def _with_replacement(deal: Deal, turn: Turn) -> Iterator[Turn]:
    """A word that wins after a kong, with the replacement that it leaves out."""
    kongs = (CLAIM, CONCEALED_KONG, ADDED_KONG)
    if len(turn.acts) < _DRAW_AND_DISCARD or turn.acts[-2].kind not in kongs:
        return
    for line in deal.told(WinLine):
        if line.seat == turn.seat == line.source:
            drawn = Replace(turn.seat, line.tile)
            yield Turn(turn.seat, turn.word, (*turn.acts[:-1], drawn, turn.acts[-1]))


def is_doubtful(error: Finding) -> bool:
    """Whether an act that is against the rules makes doubtful what its player holds."""
    return error.code in _CONTENTS or error.code.startswith(_DOUBTFUL)


def _otherwise(turn: Turn) -> Iterator[Turn]:
    """A word with other tiles in its set, with one tile drawn and discarded, or with nothing."""
    seat, acts = turn.seat, turn.acts
    discard = next((act for act in acts if isinstance(act, Discard)), None)
    if len(acts) == _DRAW_AND_DISCARD and discard is not None and isinstance(acts[0], Draw):
        yield Turn(seat, turn.word, (acts[0], replace(discard, tile=acts[0].tile)))
        yield Turn(seat, turn.word, (Draw(seat, UNKNOWN), discard))
    if len(acts) > _DRAW_AND_DISCARD and isinstance(acts[0], Claim) and acts[1].kind == REPLACE:
        kong = replace(acts[0], tiles=(acts[0].tiles[0],) * 3)
        yield Turn(seat, turn.word, (kong, *acts[1:]))
    if discard is None:
        yield Turn(seat, turn.word, (*acts, Discard(seat, UNKNOWN)))
    unseen = tuple(_unseen(act) for act in acts)
    if unseen != acts:
        yield Turn(seat, turn.word, unseen)
    if discard is not None:
        thrown = discard if unseen != acts else replace(discard, tile=UNKNOWN)
        ready = tuple(act for act in acts if act.kind == READY)
        yield Turn(seat, turn.word, (Draw(seat, UNKNOWN), *ready, thrown))
    yield _unread(seat, turn.word)


def _unseen(act: Any) -> Any:
    """A set that is laid down, of tiles that nobody saw; any other act as it is."""
    if act.kind in {CLAIM, CONCEALED_KONG}:
        return replace(act, tiles=(UNKNOWN,) * len(act.tiles))
    if act.kind != ADDED_KONG:
        return act
    return replace(act, tile=UNKNOWN)


def _unread(seat: Seat, word: str) -> Turn:
    """A word that nobody can read."""
    return Turn(seat, word, (Irregularity(seat, UNREADABLE, word),))
