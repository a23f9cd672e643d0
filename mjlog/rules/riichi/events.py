"""Riichi: what lies in the course of play and not in the tiles.

Riichi and its sticks, ippatsu, liability, tenpai.

It is read off the table where the record has turns; a record without turns tells it by its lines.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from mjlog.model.frozen import value
from mjlog.model.record import (
    ADDED_KONG,
    CLAIM,
    CONCEALED_KONG,
    DISCARD,
    NOBODY,
    REPLACE,
    REVEAL,
    SET_OUT,
    WIN,
    Act,
    Claim,
    Deal,
    Indicators,
    Items,
    NoWin,
    Pay,
    ReadySeats,
    Replace,
    Reveal,
    Seat,
    Show,
    Tenpai,
    Win,
    whole_number,
)
from mjlog.model.table import HELD, NONE, Hand, Meld, Table
from mjlog.model.tiles import KIND, PILLAR, Tile
from mjlog.referee.events import is_kong
from mjlog.referee.rulebook import Outcome, Winner
from mjlog.rules.riichi.hand import DRAGONS, OUTSIDE, WINDS
from mjlog.rules.riichi.yaku import FIRST_TURN, IN_PLAY

_INTERRUPTING: Final = frozenset({CLAIM, CONCEALED_KONG, ADDED_KONG, SET_OUT})
_BESIDE: Final = frozenset({WIN, REVEAL})
_KONGS: Final = frozenset({CLAIM, CONCEALED_KONG, ADDED_KONG})

Waits = Callable[[Hand], int]


@value
class Course:
    """What the rules of riichi look up in a deal.

    `honba` are the counters that the deal's header states, None where it states none. `happened`
    has for each winner the patterns that lie in play, `staked` who has paid a riichi stick in this
    deal, `liable` for each winner who answers for which yakuman. `tenpai` and `nagashi` matter when
    nobody wins; each is None when it cannot be told.
    """

    label: str
    honba: int | None
    staked: tuple[Seat, ...]
    indicators: tuple[Tile, ...]
    hidden: tuple[Tile, ...]
    happened: Mapping[Seat, tuple[str, ...]]
    liable: Mapping[Seat, tuple[tuple[str, Seat], ...]]
    tenpai: frozenset[Seat] | None = None
    nagashi: tuple[Seat, ...] | None = ()


def looker(waits: Waits, dead_wall: int) -> Callable[[Deal, Table], Course]:
    """What looks a deal over, whatever the options make of it."""

    def look(deal: Deal, table: Table) -> Course:
        played = bool(deal.turns)
        wins = _wins(table) if table.winners else []
        return Course(
            deal.label,
            honba(deal),
            _staked(table, deal) if played else _told_ready(deal),
            tuple(table.indicators) if played else _shown(deal, hidden=False),
            _shown(deal, hidden=True),
            _in_play(deal, table, wins, dead_wall),
            {win.seat: tuple(_liable(table, win)) for win in wins},
            _tenpai(table, deal, waits) if not wins else None,
            _nagashi(table) if played and not wins else _told_nagashi(deal),
        )

    return look


def _shown(deal: Deal, *, hidden: bool) -> tuple[Tile, ...]:
    """The indicators, or the hidden ones, that lines of the deal tell."""
    lines = [line for line in deal.told(Indicators) if line.hidden == hidden]
    return tuple([tile for line in lines for tile in line.tiles])


def _wins(table: Table) -> list[Win]:
    if table.ends_with_wins:
        return table.past[-len(table.winners) :]  # type: ignore[return-value]
    return [act for act in table.past if type(act) is Win]


def honba(deal: Deal) -> int | None:
    """The counters on the table, by a word of the deal's header or behind the point in its name.

    None where the header says nothing of them: they follow from the deals before.
    """
    stated = deal.attribute("honba")
    number = stated if stated is not None else deal.label.partition(".")[2]
    return whole_number(number)


def counters(outcome: Outcome) -> int | None:
    """The counters on the table: as the header states them, else as they follow.

    None when unknown.
    """
    course: Course = outcome.seen
    if course.honba is None:
        return outcome.counters
    return course.honba


# --------------------------------------------------------------------------- riichi


def _staked(table: Table, deal: Deal) -> tuple[Seat, ...]:
    """Everybody in riichi.

    But for the one whose riichi discard is won on, be it by so many that the deal is off.
    """
    ready = [seat for seat, hand in enumerate(table.hands) if hand.ready_step != NONE]
    won = bool(table.winners) or any(end.name == TRIPLE_RON for end in deal.told(NoWin))
    return tuple(
        [seat for seat in ready if not won or not _is_latest(table, table.hands[seat].ready_step)]
    )


def _is_latest(table: Table, ready_step: int) -> bool:
    """Whether nothing but wins came after the discard of that riichi."""
    return all(isinstance(act, Win | Reveal) for act in table.past[ready_step + 2 :])


def _told_ready(deal: Deal) -> tuple[Seat, ...]:
    return tuple(seat for told in deal.told(ReadySeats) for seat in told.seats)


# --------------------------------------------------------------------------- the win


def _in_play(
    deal: Deal, table: Table, wins: Sequence[Win], dead_wall: int
) -> dict[Seat, tuple[str, ...]]:
    """The patterns in play of each winner, by the turns, else as the sheet tells them."""
    if wins and table.whole:
        return {win.seat: _happened(table, win, dead_wall) for win in wins}
    return _told(deal)


def _happened(table: Table, win: Win, dead_wall: int) -> tuple[str, ...]:
    """The patterns in play of that winner."""
    seat, hand, past = win.seat, table.hands[win.seat], table.past
    last = next((act for act in reversed(past) if act.kind not in _BESIDE), None)
    robbed = None
    if last is not None and not win.own_draw and last.kind != DISCARD:
        robbed = last
    found: list[str] = []
    if hand.ready:
        found += _riichi(past, hand.ready_step, seat, robbed)
    if robbed is None and not _has_ended(past, seat):
        found.append(_at_once(win, table.dealer))
    if robbed is not None and robbed.kind != SET_OUT:
        found.append("chankan")
    elif win.own_draw and last is not None and last.kind == REPLACE:
        found.append("rinshan")
    elif table.undrawn <= dead_wall:
        found.append("haitei" if win.own_draw else "houtei")
    return tuple(found)


def _riichi(past: Sequence[Act], ready_step: int, seat: Seat, robbed: Act | None) -> Iterator[str]:
    """What a riichi is worth by the time of it, and by the time of the win."""
    yield "riichi" if _has_ended(past[:ready_step], seat) else "double-riichi"
    if not _has_ended(past[ready_step + 2 :], seat, but=robbed):
        yield "ippatsu"


def _at_once(win: Win, dealer: Seat) -> str:
    """The name of a win in a go-around that nothing has ended."""
    if not win.own_draw:
        return "renhou"
    if win.seat == dealer:
        return "tenhou"
    return "chiihou"


def _has_ended(past: Iterable[Act], seat: Seat, *, but: Act | None = None) -> bool:
    """Whether the seat has discarded.

    Or something interrupted the go-around other than the act that is robbed.
    """
    for act in past:
        kind = act.kind
        if kind == DISCARD:
            if act.seat == seat:
                return True
        elif kind in _INTERRUPTING and act is not but:
            return True
    return False


def _told(deal: Deal) -> dict[Seat, tuple[str, ...]]:
    """The patterns in play that a sheet names.

    Where there are no turns, nothing else can tell them.
    """
    ready = _told_ready(deal)
    claimed = {
        show.seat for show in deal.told(Show) if any(meld.sign != "*" for meld in show.melds)
    }
    found = {}
    for items in (each for each in deal.told(Items) if each.keyword == "fan"):
        names = [name.removeprefix("yakuman-") for name, _ in items.items]
        named = [name for name in names if name in _NAMED_IN_PLAY]
        if items.seat in ready and not _RIICHI.intersection(named):
            named.insert(0, "riichi")
        found[items.seat] = tuple(named)
    told = dict.fromkeys(ready, ("riichi",)) | found
    return {
        seat: tuple([name for name in names if name not in _CLOSED]) if seat in claimed else names
        for seat, names in told.items()
    }


_NAMED_IN_PLAY: Final = frozenset({*IN_PLAY, *FIRST_TURN, "renhou"})
_RIICHI: Final = frozenset({"riichi", "double-riichi"})
_CLOSED: Final = frozenset({"riichi", "double-riichi", "ippatsu", "tenhou", "chiihou", "renhou"})
"""What no hand has that has claimed a set."""


# --------------------------------------------------------------------------- liability


FOURTH_KONG: Final = "suukantsu"
FEEDER: Final = ""
"""Causes of liability that are played by option; the second stands for the whole hand."""
_LAST_SETS: Final = ((DRAGONS, 3, "daisangen"), (WINDS, 4, "daisuushii"))


def _liable(table: Table, win: Win) -> list[tuple[str, Seat]]:
    """Who fed the last set of a yakuman, with its name.

    Who fed the kong that a replacement won after.
    """
    melds = table.hands[win.seat].melds
    if not melds:
        return []
    found = []
    for kinds, number, name in _LAST_SETS if len(melds) > 2 else ():
        of_kind = [meld for meld in melds if kinds >> meld.kind & 1]
        if len(of_kind) == number and _is_fed(of_kind[-1]):
            found.append((name, of_kind[-1].source))
    if not any(meld.is_kong for meld in melds):
        return found
    kongs = [
        act for act in table.past if act.kind in _KONGS and act.seat == win.seat and is_kong(act)
    ]
    last = kongs[-1] if kongs else None
    if isinstance(last, Claim):
        source = next(meld.source for meld in reversed(melds) if meld.sort == "claimed kong")
        if len(kongs) == 4:
            found.append((FOURTH_KONG, source))
        if win.own_draw and _is_replacement_of(table.past, last):
            found.append((FEEDER, source))
    return found


def fed_causes(winner: Winner, names: Collection[str]) -> Iterator[str]:
    """What somebody may be liable for.

    As far as the sets laid open and the patterns of the hand allow it.
    """
    melds = winner.melds or ()
    claimed = [meld for meld in melds if meld.sign != "*"]
    open_kong = any(meld.sign == "+" and len(meld.tiles) == 4 for meld in melds)
    for kinds, number, name in _LAST_SETS:
        of_kind = [meld for meld in melds if kinds >> min(KIND[tile] for tile in meld.tiles) & 1]
        if name in names and len(of_kind) == number and any(meld in claimed for meld in of_kind):
            yield name
    if FOURTH_KONG in names and open_kong:
        yield FOURTH_KONG
    if winner.own_draw and "rinshan" in names and open_kong:
        yield FEEDER


def _is_fed(meld: Meld) -> bool:
    return meld.sort != "concealed kong"


def _is_replacement_of(past: Sequence[Act], kong: Act) -> bool:
    acts = [act for act in past if not isinstance(act, Win | Reveal)]
    return len(acts) > 1 and isinstance(acts[-1], Replace) and acts[-2] is kong


# --------------------------------------------------------------------------- nobody wins


def _tenpai(table: Table, deal: Deal, waits: Waits) -> frozenset[Seat] | None:
    """Who is one tile from winning: by the hands where all are known, else as the record says."""
    hands = table.hands
    if deal.turns and all(hand.known for hand in hands):
        return frozenset(
            seat for seat, hand in enumerate(hands) if hand.total == table.resting and waits(hand)
        )
    lines = deal.told(Tenpai)
    if not lines:
        return None
    return frozenset(lines[0].seats)


def _nagashi(table: Table) -> tuple[Seat, ...] | None:
    """Who has discarded terminals and honours alone, none of them claimed.

    None where an unseen discard decides.
    """
    fed = {
        meld.source
        for seat, hand in enumerate(table.hands)
        for meld in hand.melds
        if meld.source != seat
    }
    rivers = [(seat, hand.river) for seat, hand in enumerate(table.hands) if seat not in fed]
    found = [
        (seat, river)
        for seat, river in rivers
        if all(t >= HELD or OUTSIDE >> KIND[t] & 1 for t in river)
    ]
    if found and (not table.whole or any(max(river, default=0) >= HELD for _, river in found)):
        return None
    return tuple(seat for seat, river in found if river)


def _told_nagashi(deal: Deal) -> tuple[Seat, ...] | None:
    """Who is said to have it; None where the record only says that it was paid."""
    told = tuple(end.by for end in deal.told(NoWin) if end.name == NAGASHI and end.by != NOBODY)
    paid = any(claim.cause == NAGASHI for claim in deal.told(Pay))
    if paid and not told:
        return None
    return told


NAGASHI: Final = "nagashi-mangan"
TRIPLE_RON: Final = "triple-ron"


# --------------------------------------------------------------------------- dora


def dora_of(indicator: Tile, *, three: bool) -> Tile:
    """The kind that an indicator makes dora: the next one, in a circle.

    With three players 9m comes after 1m.
    """
    kind = KIND[indicator & ~PILLAR]
    if kind < 27:
        if three and kind in {0, 8}:
            return 8 - kind
        if kind % 9 < 8:
            return kind + 1
        return kind - 8
    if kind not in {30, 33}:
        return kind + 1
    return {30: 27, 33: 31}[kind]
