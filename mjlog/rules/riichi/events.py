"""Riichi: the events in the course of play that scores and payments depend on.

They are riichi and its sticks, ippatsu, liability, tenpai and others. They come from the table if
the record has turns, otherwise from the lines of the sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress, islice
from typing import Final

from mjlog.model.frozen import value
from mjlog.model.lazy_dataclass import replace
from mjlog.model.record import (
    ADDED_KONG,
    CLAIM,
    CONCEALED_KONG,
    DISCARD,
    NOBODY,
    REVEAL,
    SEATS,
    SET_OUT,
    WIN,
    Act,
    Claim,
    Deal,
    Discard,
    Indicators,
    Items,
    NoWin,
    Pay,
    ReadySeats,
    Replace,
    Seat,
    Show,
    ShownMeld,
    Tenpai,
    Win,
    WinLine,
    is_kong,
    tiles_of,
    whole_number,
)
from mjlog.model.table import HELD, NONE, Hand, Meld, Table
from mjlog.model.tiles import (
    EAST,
    KIND,
    NORTH,
    OUTER,
    PILLAR,
    RED_DRAGON,
    UNKNOWN,
    WHITE,
    Tile,
    kinds_of,
)
from mjlog.referee.rulebook import Outcome, Spec, Winner
from mjlog.rules.riichi.dora import count_due
from mjlog.rules.riichi.hand import DRAGONS, WINDS
from mjlog.rules.riichi.yaku import FIRST_TURN, IN_PLAY

_ENDING: Final = frozenset({DISCARD, CLAIM, CONCEALED_KONG, ADDED_KONG, SET_OUT})
"""Acts that end a go-around; a discard ends it only if it is the player's own."""
_BESIDE: Final = frozenset({WIN, REVEAL})

Waits = Callable[[Hand], int]


@value
class Course:
    """The events of a deal on which riichi scores and payments depend.

    `honba` is the number of counters that the deal's header or label states, None if it is not
    stated. `happened` maps each winner to its patterns of play, such as ippatsu. `open` maps a
    winner to the patterns of play that are uncertain; they are in `happened` only if the sheet
    states them. `staked` are the seats that have paid a riichi stick in this deal. `perhaps_staked`
    are the seats that may have paid none because their riichi discard ended the deal by four kongs.
    `liable` has for each winner the yakuman for which another player is liable, with that player's
    seat. `tenpai` and `nagashi` are the seats that are tenpai or have nagashi mangan, None if
    unknown. `indicators_due` is the number of indicators that must be open, 0 in a record without
    turns. `is_won`: the record has a win, so that hidden indicators may be missing.
    """

    label: str
    honba: int | None
    staked: tuple[Seat, ...]
    perhaps_staked: tuple[Seat, ...]
    indicators: tuple[Tile, ...]
    hidden: tuple[Tile, ...]
    happened: Mapping[Seat, tuple[str, ...]]
    liable: Mapping[Seat, tuple[tuple[str, Seat], ...]]
    open: Mapping[Seat, frozenset[str]]
    tenpai: frozenset[Seat] | None = None
    nagashi: tuple[Seat, ...] | None = ()
    indicators_due: int = 0
    is_won: bool = False


def looker(waits: Waits, spec: Spec, kong_dora: str) -> Callable[[Deal, Table], Course]:
    """Return a function that collects the events of a deal, such as riichi, sticks and tenpai.

    `waits` computes which kinds complete a hand, as a bit mask (bit k for kind k). `spec` describes
    the tiles and the wall, and computes how many tiles are left to draw. `kong_dora` is the value
    of the option that says when kongs turn up indicators.
    """

    def look(deal: Deal, table: Table) -> Course:
        if deal.turns:
            course = _played(deal, table, spec.live(table), count_due(table, kongs=kong_dora))
        else:
            course = _recorded_course(deal)
        if table.winners:
            return course
        return replace(course, tenpai=_tenpai(table, deal, waits))

    return look


def _played(deal: Deal, table: Table, left: int, indicators_due: int) -> Course:
    """Collect the events of a deal from its recorded turns.

    `left` is the number of tiles left to draw, `indicators_due` the number of dora indicators that
    must be open at the end.
    """
    wins = _wins(table)
    left_open = _left_open(table, wins, left)
    happened = _patterns_of_play(deal, table, wins, left)
    return Course(
        label=deal.label,
        honba=honba(deal),
        staked=_staked(table, deal),
        perhaps_staked=_perhaps_staked(table, deal),
        indicators=tuple(table.indicators),
        hidden=_shown(deal, hidden=True),
        happened=_patterns_on_sheet(deal, table, happened, left_open),
        liable={win.seat: _liable(table, win) for win in wins},
        open=left_open,
        nagashi=_recorded_nagashi(deal) if wins else nagashi_by_turns(table),
        indicators_due=indicators_due,
        is_won=bool(deal.contents(WinLine)) or _ends_with_a_win(deal),
    )


def _ends_with_a_win(deal: Deal) -> bool:
    """Return whether one of the last four turns of the deal includes a win."""
    last = deal.turns[-len(SEATS) :]
    return any(type(act) is Win for turn in last for act in turn.acts)


def _recorded_course(deal: Deal) -> Course:
    """Collect the events of a deal that has no turns from the lines of its score sheet."""
    return Course(
        label=deal.label,
        honba=honba(deal),
        staked=_recorded_ready(deal),
        perhaps_staked=_recorded_ready(deal) if _is_ended_by(deal, FOUR_KONGS) else (),
        indicators=_shown(deal, hidden=False),
        hidden=_shown(deal, hidden=True),
        happened=_claimed_patterns_of_play(deal),
        liable={},
        open={},
        nagashi=_recorded_nagashi(deal),
    )


def _shown(deal: Deal, *, hidden: bool) -> tuple[Tile, ...]:
    """Return the dora indicators in a deal's lines: hidden ones if `hidden`, else open ones."""
    lines = [line for line in deal.contents(Indicators) if line.hidden == hidden]
    return tuple(tiles_of(lines))


def _wins(table: Table) -> list[Win]:
    """Return the wins with which the deal ended, or all wins if play continued after a win.

    The list is empty if nobody has won.
    """
    if not table.winners:
        return []
    if table.ends_with_wins:
        return table.past[-len(table.winners) :]  # type: ignore[return-value]
    return [act for act in table.past if type(act) is Win]


def honba(deal: Deal) -> int | None:
    """Return the number of honba counters that a deal's header or label states.

    Honba counters count the repeats of the deal. For example, the label ``E1.2`` states two. Return
    None if neither states a number.
    """
    stated = deal.attribute("honba")
    if stated is None:
        stated = deal.label.partition(".")[2]
    return whole_number(stated)


def counters(outcome: Outcome) -> int | None:
    """Return the number of honba counters (repeats of the deal), or None if it is unknown.

    The number stated in the deal's header or label is used; otherwise the number counted from
    earlier deals.
    """
    course: Course = outcome.seen
    if course.honba is None:
        return outcome.counters
    return course.honba


# --------------------------------------------------------------------------- riichi


def _staked(table: Table, deal: Deal) -> tuple[Seat, ...]:
    """Return the seats that have paid a riichi stick in this deal.

    These are the players in riichi, except a player whose riichi discard was won on. A discard that
    aborted the deal because three players would have won on it counts as won on.
    """
    ready = table.ready_seats()
    if not ready:
        return ()
    if not table.winners and not _is_ended_by(deal, TRIPLE_RON):
        return tuple(ready)
    hands = table.hands
    return tuple(seat for seat in ready if not _is_latest(table, hands[seat].ready_step))


def _perhaps_staked(table: Table, deal: Deal) -> tuple[Seat, ...]:
    """Return, in a tuple, the seat whose riichi discard ended the deal by four kongs.

    Rules differ on whether this player pays the stick. The tuple is empty if the deal ended in
    another way or if the last discard declared no riichi.
    """
    if not _is_ended_by(deal, FOUR_KONGS):
        return ()
    hands = table.hands
    return tuple(seat for seat in table.ready_seats() if _is_latest(table, hands[seat].ready_step))


def _is_ended_by(deal: Deal, name: str) -> bool:
    """Return whether a line of the deal says that the deal ended for the reason `name`."""
    return name in [end.name for end in deal.contents(NoWin)]


def _is_latest(table: Table, ready_step: int) -> bool:
    """Return whether the riichi discard is the latest act of the deal.

    Wins and turned up indicators after the discard are ignored. `ready_step` is the index of the
    riichi declaration among the acts; the discard has the next index.
    """
    return all(act.kind in _BESIDE for act in islice(table.past, ready_step + 2, None))


def _recorded_ready(deal: Deal) -> tuple[Seat, ...]:
    """Return the seats that the ``riichi`` lines of a score sheet name."""
    lines = [ready_line.seats for ready_line in deal.contents(ReadySeats)]
    return tuple(chain.from_iterable(lines))


# --------------------------------------------------------------------------- the win


def _patterns_of_play(
    deal: Deal, table: Table, wins: Sequence[Win], left: int
) -> dict[Seat, tuple[str, ...]]:
    """Return for each winner the patterns that depend on the course of play, such as ippatsu.

    They are found in the turns or, if turns are missing, on the score sheet. `left` is the number
    of tiles left to draw.
    """
    if wins and table.whole:
        return {win.seat: _happened(table, table.past, win, left) for win in wins}
    return _claimed_patterns_of_play(deal)


def _happened(table: Table, past: Sequence[Act], win: Win, left: int) -> tuple[str, ...]:
    """Return those patterns of a winner that depend on the course of play, such as ippatsu.

    `past` are the acts of the deal, `left` is the number of tiles left to draw.
    """
    hand = table.hands[win.seat]
    robbed = _robbed(table, win)
    events: list[str] = []
    if hand.ready:
        is_late = _has_ended(past[: hand.ready_step], win.seat)
        events.append("riichi" if is_late else "double-riichi")
        # The kong or the north set aside that the winner robs does not end ippatsu.
        if not _has_ended(past[hand.ready_step + 2 :], win.seat, but=robbed):
            events.append("ippatsu")
    if robbed is None and not _has_ended(past, win.seat):
        events.append(_first_go_around_win(win, table.dealer))
    events += _winning_tile_patterns(table, win, robbed, left)
    return tuple(events)


def _left_open(table: Table, wins: Sequence[Win], left: int) -> dict[Seat, frozenset[str]]:
    """Return for each winner the patterns that the recorded turns leave uncertain, such as ippatsu.

    For example, an unrecorded claim may have ended ippatsu, and an unrecorded draw may have taken
    the last tile. Winners without an uncertain pattern are left out. `left` is the number of tiles
    left to draw.
    """
    if not (table.uncounted and table.whole):
        return {}
    past = list(table.past)
    for seat, step in table.unwritten:
        past[step] = Claim(seat, (UNKNOWN, UNKNOWN))
    left_open = {}
    for win in wins:
        names = {*_happened(table, table.past, win, left)}
        names ^= {*_happened(table, past, win, left)}
        if table.is_perhaps_last(left) and _hangs_on_the_wall(table, win):
            names.add(_last_tile_pattern(win))
        if names:
            left_open[win.seat] = frozenset(names)
    return left_open


def _hangs_on_the_wall(table: Table, win: Win) -> bool:
    """Return whether a win would be on the last tile (haitei or houtei) if the wall were empty.

    If so, the patterns of the win depend on the number of tiles left to draw.
    """
    return _last_tile_pattern(win) in _winning_tile_patterns(
        table, win, _robbed(table, win), left=0
    )


def _patterns_on_sheet(
    deal: Deal,
    table: Table,
    happened: dict[Seat, tuple[str, ...]],
    left_open: Mapping[Seat, frozenset[str]],
) -> dict[Seat, tuple[str, ...]]:
    """Replace the uncertain patterns of winners by those that the score sheet names.

    The patterns depend on the course of play, such as ippatsu. `happened` has each winner's
    patterns according to the turns; it is changed and returned. `left_open` has each winner's
    uncertain patterns. If the sheet lists no patterns for a winner, the winner's patterns stay
    unchanged.
    """
    if not left_open:
        return happened
    names_by_seat = _claimed_patterns_of_play(deal)
    for seat, names in left_open.items():
        if seat in names_by_seat:
            kept = [name for name in happened[seat] if name not in names]
            kept += [name for name in names_by_seat[seat] if name in names]
            if table.hands[seat].ready and _RIICHI.isdisjoint(kept):
                kept.insert(0, "riichi")
            happened[seat] = tuple(kept)
    return happened


def _latest(past: Sequence[Act]) -> Act | None:
    """Return the latest act of a deal that is neither a win nor a turned up indicator.

    `past` are the acts of the deal. Return None if there is no such act.
    """
    for act in reversed(past):
        if act.kind not in _BESIDE:
            return act
    return None


def _decisive(past: Sequence[Act]) -> Iterator[Act]:
    """Yield all acts except wins and turned up indicators, the latest act first."""
    # mypyc would compute a whole generator expression; a loop stops early
    for act in reversed(past):
        if act.kind not in _BESIDE:
            yield act


def _robbed(table: Table, win: Win) -> Act | None:
    """Return the act whose tile the winner robs: a kong, or a north set aside.

    Return None if the winner drew the winning tile or won on a discard.
    """
    if win.own_draw:
        return None
    last = _latest(table.past)
    if type(last) is Discard:
        return None
    return last


def _winning_tile_patterns(table: Table, win: Win, robbed: Act | None, left: int) -> list[str]:
    """Return the pattern for how the winning tile came: chankan, rinshan, haitei or houtei.

    The list has at most one pattern, the first of these that applies. `robbed` is the kong or the
    north set aside that the winner robs, or None. `left` is the number of tiles left to draw.
    """
    if robbed is not None and robbed.kind != SET_OUT:
        return ["chankan"]
    if win.own_draw and type(_latest(table.past)) is Replace:
        return ["rinshan"]
    if left > 0:
        return []
    return [_last_tile_pattern(win)]


def _last_tile_pattern(win: Win) -> str:
    """Return the pattern of a win on the last tile: ``haitei`` if self-drawn, else ``houtei``."""
    return "haitei" if win.own_draw else "houtei"


def _first_go_around_win(win: Win, dealer: Seat) -> str:
    """Return the pattern of a win in the first go-around, which no claim or kong has broken.

    This is tenhou for a self-draw of the dealer, chiihou for another self-draw, renhou for a win on
    a discard.
    """
    if not win.own_draw:
        return "renhou"
    if win.seat == dealer:
        return "tenhou"
    return "chiihou"


def _has_ended(past: Iterable[Act], seat: Seat, *, but: Act | None = None) -> bool:
    """Return whether an act has ended the ippatsu time, or the first go-around, of a player.

    Such acts are a discard of the player at `seat`, and a claim, a kong or a tile set aside by any
    player. `past` are the acts since the ippatsu time or the go-around began. The act `but`, whose
    tile the winner robs, is ignored.
    """
    for act in past:
        kind = act.kind
        if kind in _ENDING and (kind != DISCARD or act.seat == seat) and act is not but:
            return True
    return False


def _claimed_patterns_of_play(deal: Deal) -> dict[Seat, tuple[str, ...]]:
    """Return for each seat the patterns of play that the score sheet states, such as ippatsu.

    A seat on a ``riichi`` line has riichi even if its list of patterns does not name it. Patterns
    that need a closed hand are left out if the hand has claimed sets.
    """
    ready = _recorded_ready(deal)
    names_by_seat: dict[Seat, Sequence[str]] = dict.fromkeys(ready, ("riichi",))
    for items in deal.contents(Items):
        if items.keyword == "fan":
            names_by_seat[items.seat] = _named_in_play(items, ready)
    claimed = {show.seat for show in deal.contents(Show) if not show.is_closed}
    return {seat: _that_can_be(names, seat in claimed) for seat, names in names_by_seat.items()}


def _named_in_play(items: Items, ready: Collection[Seat]) -> list[str]:
    """Return the patterns on a winner's score sheet that depend on the course of play.

    An example is ippatsu. `ready` are the seats in riichi. If the winner is among these seats,
    riichi is included even if the sheet does not list it.
    """
    # A sheet that names an item twice does not count it twice.
    names = dict.fromkeys(name.removeprefix("yakuman-") for name, _ in items.items)
    named = [name for name in names if name in _NAMED_IN_PLAY]
    if items.seat in ready and _RIICHI.isdisjoint(named):
        named.insert(0, "riichi")
    return named


def _that_can_be(names: Iterable[str], claimed: bool) -> tuple[str, ...]:
    """Return those of the patterns `names` that the hand can have, in the same order.

    If `claimed` is true, the hand has claimed sets, and patterns that need a closed hand are left
    out.
    """
    barred = _CLOSED if claimed else ()
    return tuple(name for name in names if name not in barred)


def course_items(winner: Winner, outcome: Outcome) -> Sequence[tuple[str, int | None]]:
    """Return the patterns, such as ippatsu, that the course of play may have given a winner.

    The audit tries these patterns if the record does not show them. Each result is a pair of name
    and number. If no hidden indicator is recorded, there are pairs of ura with 1 to 4; all other
    patterns have None, because their han are fixed. Riichi and chankan are left out. A hand with
    claimed sets can only have haitei, rinshan or houtei.
    """
    names = ["haitei", "rinshan"] if winner.own_draw else ["houtei"]
    if any(not meld.is_concealed for meld in winner.sets_seen):
        return [(name, None) for name in names]
    names = ["ippatsu", "double-riichi", *names]
    names += ["tenhou", "chiihou"] if winner.own_draw else ["renhou"]
    hidden = 0 if outcome.seen.hidden else _MOST_URA
    return [*[(name, None) for name in names], *[("ura", n + 1) for n in range(hidden)]]


_MOST_URA: Final = 4
"""Most hidden bonus tiles of a hand if no line names the hidden indicators."""
_NAMED_IN_PLAY: Final = frozenset({*IN_PLAY, *FIRST_TURN, "renhou"})
_RIICHI: Final = frozenset({"riichi", "double-riichi"})
_CLOSED: Final = frozenset({"riichi", "double-riichi", "ippatsu", "tenhou", "chiihou", "renhou"})
"""Patterns that a hand with a claimed set cannot have."""


# --------------------------------------------------------------------------- liability


FOURTH_KONG: Final = "suukantsu"
FEEDER: Final = ""
"""Causes of liability that depend on an option.

`FEEDER` is empty, because it stands for a whole hand.
"""
_LAST_SETS: Final = ((DRAGONS, 3, "daisangen"), (WINDS, 4, "daisuushii"))


def _liable(table: Table, win: Win) -> tuple[tuple[str, Seat], ...]:
    """Return why another player is liable for a win, as pairs of a cause and the liable seat.

    A cause is the name of a yakuman (three dragons, four winds or four kongs) whose last set was
    claimed from the liable player. The cause `FEEDER`, an empty text, means that the winner claimed
    a kong from the liable player and won on its replacement.
    """
    melds = table.hands[win.seat].melds
    fed: list[tuple[str, Seat]] = []
    if len(melds) > 2:
        fed += _last_sets(melds)
    if any(meld.is_kong for meld in melds):
        fed += _last_kong(table, win)
    return tuple(fed)


def _last_sets(melds: Sequence[Meld]) -> Iterator[tuple[str, Seat]]:
    """Yield the yakuman of dragons or winds that a hand's melds make, with the liable seat.

    The liable player discarded the tile for the last set of that yakuman. `melds` are in the order
    in which they were made.
    """
    for kinds, number, name in _LAST_SETS:
        of_kind = [meld for meld in melds if kinds >> meld.kind & 1]
        if len(of_kind) == number and of_kind[-1].sort != "concealed kong":
            yield name, of_kind[-1].source


def _last_kong(table: Table, win: Win) -> Iterator[tuple[str, Seat]]:
    """Yield why the player whose discard made the winner's last kong is liable, and the seat.

    There are two possible causes: the kong is the winner's fourth, or the winner won on the
    replacement for the kong. Yield nothing if the last kong was not made with a claimed discard.
    """
    kongs = [act for act in table.past if act.seat == win.seat and is_kong(act)]
    last = next(reversed(kongs), None)
    if type(last) is not Claim:
        return
    latest = {meld.sort: meld.source for meld in table.hands[win.seat].melds}
    source = latest["claimed kong"]
    if len(kongs) == 4:
        yield FOURTH_KONG, source
    if win.own_draw and _is_replacement_of(table.past, last):
        yield FEEDER, source


_CONCEALED: Final = frozenset({"suuankou", "suuankou-tanki", "tenhou", "chiihou", "renhou"})
"""Patterns of hands without open melds."""
_UNNAMED: Final = "limits"
"""Item of a hand whose number of limits is stated without their names; it may be any of them."""


def fed_causes(winner: Winner, names: Collection[str]) -> Iterator[str]:
    """Yield the causes for which another player may be liable for a win, in a record without turns.

    A cause is the name of a yakuman, or `FEEDER` (an empty text) for a win on the replacement for a
    claimed kong. `names` are the patterns of the hand, or ``limits`` if only the number of limits
    is known. If the score sheet shows the winner's sets, a claimed set must belong to the yakuman.
    If it does not show them, any set may have been claimed, unless a pattern of the hand needs
    concealed tiles.
    """
    if winner.melds is None:
        if _CONCEALED.isdisjoint(names):
            yield from [name for _, _, name in _LAST_SETS if name in names]
            yield from [name for name in (_UNNAMED,) if name in names]
            yield from _kong_causes(winner, names)
        return
    melds = winner.sets_seen
    for kinds, number, name in _LAST_SETS:
        if name in names and _has_one_claimed(melds, kinds, number):
            yield name
    if any(meld.is_claimed_kong for meld in melds):
        yield from _kong_causes(winner, names)


def _has_one_claimed(melds: Iterable[ShownMeld], kinds: int, number: int) -> bool:
    """Return whether a hand has exactly `number` sets of certain kinds, not all of them concealed.

    `kinds` is a bit mask of tile kinds (bit k for kind k), for example of the three dragons.
    """
    of_kind = [meld for meld in melds if kinds >> min(kinds_of(meld.tiles)) & 1]
    concealed = [meld.is_concealed for meld in of_kind]
    return len(of_kind) == number and not all(concealed)


def _kong_causes(winner: Winner, names: Collection[str]) -> Iterator[str]:
    """Yield the causes for which the player whose discard made a kong may be liable.

    The causes are the name of the yakuman of four kongs, and `FEEDER` (an empty text) for a win on
    the replacement for a kong. `names` are the hand's patterns.
    """
    if FOURTH_KONG in names:
        yield FOURTH_KONG
    if winner.own_draw and "rinshan" in names:
        yield FEEDER


def _is_replacement_of(past: Sequence[Act], kong: Act) -> bool:
    """Return whether a win is on the replacement tile for the kong `kong`.

    It is if the latest act before any win draws the replacement for this kong. `past` are the acts
    of the deal.
    """
    latest = list(islice(_decisive(past), 2))
    return len(latest) > 1 and type(latest[0]) is Replace and latest[1] is kong


# --------------------------------------------------------------------------- nobody wins


def _tenpai(table: Table, deal: Deal, waits: Waits) -> frozenset[Seat] | None:
    """Return the seats that are tenpai (one tile from winning) at the end of the deal.

    Compute them from the hands if all tiles are known, otherwise read the ``tenpai`` line. Return
    None if neither is possible.
    """
    if deal.turns and table.all_known:
        resting = table.resting
        return frozenset(table.seats_where(lambda hand: hand.total == resting and waits(hand)))
    lines = deal.contents(Tenpai)
    if not lines:
        return None
    return frozenset(lines[0].seats)


def nagashi_by_turns(table: Table) -> tuple[Seat, ...] | None:
    """Return the seats that have nagashi mangan according to the recorded turns.

    Each of these players discarded at least one tile, and only terminals and honours, of which none
    was claimed. Return None if it depends on an unseen discard.
    """
    fed = _fed(table)
    outside = table.seats_where(lambda hand: _INSIDE.isdisjoint(hand.river))
    seats = [seat for seat in outside if seat not in fed]
    if not seats:
        return ()
    discards = [table.hands[seat].river for seat in seats]
    latest_face = max(chain.from_iterable(discards), default=NONE)
    if latest_face >= HELD or not table.whole:
        return None
    return tuple(compress(seats, discards))


def _fed(table: Table) -> set[Seat]:
    """Return the seats whose discards other players have claimed for sets."""
    fed: set[Seat] = set()
    for seat, hand in enumerate(table.hands):
        sources = {meld.source for meld in hand.melds}
        fed |= sources - {seat}
    return fed


_INSIDE: Final = frozenset(tile for tile in range(HELD) if KIND[tile] not in OUTER)
"""Tiles of which a single discard is enough to lose nagashi mangan."""


def _recorded_nagashi(deal: Deal) -> tuple[Seat, ...] | None:
    """Return the seats that the lines of the record name for nagashi mangan.

    Return None if the record only says that some player has nagashi mangan.
    """
    ends = [end for end in deal.contents(NoWin) if end.name == NAGASHI]
    seats_named = tuple(end.by for end in ends if end.by != NOBODY)
    is_paid = any(claim.cause == NAGASHI for claim in deal.contents(Pay))
    if not seats_named and (ends or is_paid):
        return None
    return seats_named


NAGASHI: Final = "nagashi-mangan"
NINE_TERMINALS: Final = "nine-terminals"
TRIPLE_RON: Final = "triple-ron"
FOUR_KONGS: Final = "four-kongs"


# --------------------------------------------------------------------------- dora


def dora_of(indicator: Tile, *, three: bool) -> Tile:
    """Return the kind that an indicator makes dora: the next kind of its suit, winds or dragons.

    The first kind follows the last, for example 1m follows 9m. With three players (`three`), 9m
    follows 1m, because the other characters are not used.
    """
    kind = KIND[indicator & ~PILLAR]
    if three:
        return _NEXT_OF_THREE.get(kind, _NEXT[kind])
    return _NEXT[kind]


def _circle(first: Tile, last: Tile) -> dict[Tile, Tile]:
    """Map each kind from `first` to `last` to the next kind; the last kind is mapped to `first`."""
    kinds = range(first, last + 1)
    return dict(zip(kinds, (*kinds[1:], first), strict=True))


_NEXT: Final = {
    **_circle(0, 8),
    **_circle(9, 17),
    **_circle(18, 26),
    **_circle(EAST, NORTH),
    **_circle(WHITE, RED_DRAGON),
}


_NEXT_OF_THREE: Final = {0: 8, 8: 0}
