"""Writes a record as Tenhou's XML, without a seed, because no seed can be found for its wall."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from operator import add
from typing import Final
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

from mjlog.formats.riichi.export_view import (
    ExportedDeal,
    UnsayableError,
    Winner,
    declared_by,
    drop_empty_members,
    exported_deals,
    for_four,
    is_last_of,
    names_of,
    option,
    places_to,
)
from mjlog.formats.riichi.tenhou_numbers import (
    NO_OPEN_TANYAO,
    NO_RED,
    SOUTH,
    THREE,
    YAKU,
    GameType,
    Meld,
    MeldKind,
    bits_of,
    meld_word,
)
from mjlog.formats.riichi.value_from_payments import hand_value
from mjlog.formats.tenhou_xml.copies import Copies
from mjlog.formats.tenhou_xml.elements import ROOT
from mjlog.formats.tenhou_xml.result import ABORTS
from mjlog.model.record import (
    MANNER_DRAWN,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Draw,
    Game,
    NoWin,
    Ready,
    Replace,
    Reveal,
    Seat,
    SetOut,
    Take,
    Win,
)
from mjlog.model.table import AWAIT_DRAW, Table
from mjlog.model.tiles import KIND

_STAKE: Final = 10
_KINDS: Final = {name: kind for kind, name in ABORTS.items()}
_HUNDRED: Final = 100


def write(game: Game) -> str:
    """Return a game as Tenhou's XML on one line.

    A deal is left out if a tile, a dealt hand, the dora indicator or the round is unknown, or if a
    meld cannot be expressed.
    """
    kind = _kind(game)
    lobby_attribute = {} if (lobby := game.header("Tenhou-Lobby")) is None else {"lobby": lobby}
    parts = [
        f'<{ROOT} ver="2.3">',
        _element("SHUFFLE", {"seed": "", "ref": ""}),
        _element("GO", {"type": str(kind.bits), **lobby_attribute}),
        _element("UN", _players(game)),
        _element("TAIKYOKU", {"oya": "0"}),
    ]
    last = len(game.deals) if is_last_of(game) else 0
    for deal in exported_deals(game):
        final = {"owari": _owari(game)} if deal.number == last else {}
        with suppress(UnsayableError):
            parts += list(_Writer(deal, kind, final).elements())
    return "".join(parts) + f"</{ROOT}>\n"


def _element(name: str, given: Mapping[str, str]) -> str:
    attributes = "".join(f" {key}={quoteattr(value)}" for key, value in given.items())
    return f"<{name}{attributes}/>"


def _kind(game: Game) -> GameType:
    """Return Tenhou's game type for the rules of a record.

    The number in the header `Tenhou-Type` is used if it fits the record's rules. Otherwise the type
    is computed from the options of the rules.
    """
    flags = {
        1: True,
        THREE: game.seats == 3,
        SOUTH: option(game, "length") != "east",
        NO_RED: option(game, "red_fives") == "0",
        NO_OPEN_TANYAO: option(game, "open_tanyao") in _OFF,
    }
    kind = GameType(bits_of(flags))
    kept = game.heading("Tenhou-Type")
    alike = {kind.rules, " ".join(game.rules.split())}
    is_number = kept.isdecimal() and len(kept) < 6
    if is_number and GameType(int(kept)).rules in alike:
        return GameType(int(kept))
    return kind


_OFF: Final = ("off", "false", "no")


def _players(game: Game) -> dict[str, str]:
    names = [*names_of(game), ""][:4]
    coded = {f"n{seat}": quote(name, safe="") for seat, name in enumerate(names)}
    return coded | {"dan": "0,0,0,0", "rate": "1500,1500,1500,1500", "sx": "M,M,M,M"}


def _owari(game: Game) -> str:
    """Return the attribute `owari`: the final points and placement points of each seat.

    Return an empty text if the record does not have all of them.
    """
    scores = game.heading("Final-Score").split()
    points = game.heading("Final-Points").split()
    are_numbers = all(_IS_NUMBER.fullmatch(score) for score in scores)
    if not (are_numbers and len(scores) == len(points) == game.seats):
        return ""
    stacks = (str(_hundreds(int(score))) for score in scores)
    pairs = (",".join(each) for each in zip(stacks, points, strict=True))
    return ",".join([*pairs, *["0,0"] * (4 - game.seats)])


_IS_NUMBER: Final = re.compile(r"-?\d+")


def _hundreds(points: int) -> int:
    return points // _HUNDRED


def _joined(numbers: Sequence[int]) -> str:
    return ",".join(str(number) for number in numbers)


class _Writer:
    """Writes the elements of one deal.

    `final` are the attributes for the end of the game; empty if the game goes on after this deal.
    """

    def __init__(self, deal: ExportedDeal, kind: GameType, final: Mapping[str, str]) -> None:
        if deal.hand is None or not deal.indicators or not all(deal.dealt):
            raise UnsayableError
        self.deal = deal
        self.hand: int = deal.hand
        self.final = final
        self.copies = Copies(kind.faces, deal.seats)
        self.dora = [self.copies.new(tile) for tile in deal.indicators]
        self.stacks = [_hundreds(score) for score in deal.stacks]
        self.melds: list[list[Meld]] = [[] for _ in range(deal.seats)]
        self.drawn = -1
        self.offered = -1
        self.declared: tuple[Seat, ...] = ()
        self.sticks = deal.sticks

    def elements(self) -> Iterator[str]:
        """Yield the elements of the deal, in order.

        If a discard declares riichi, it is followed by the element for the paid riichi stick,
        unless somebody wins on this discard.
        """
        yield self._init()
        for table, act in self.deal.played():
            if not isinstance(act, Reveal | Win):
                yield from self._stakes()
            yield from self._element(table, act)
            self.declared += declared_by(act)
        if self.deal.pays_last_riichi:
            yield from self._stakes()
        for winner in self.deal.winners:
            # The result of the game belongs to the deal's last winner.
            final = self.final if winner is self.deal.winners[-1] else {}
            yield _element("AGARI", self._win(winner) | dict(final))
        if self.deal.no_win and not self.deal.winners:
            yield _element("RYUUKYOKU", self._washout(self.deal.no_win) | dict(self.final))

    def _init(self) -> str:
        deal = self.deal
        dice = (deal.deal.attribute("dice") or "1+1").split("+")
        thrown = (_die(each) for each in (*dice, "1")[:2])
        seed = [self.hand, deal.honba, deal.sticks, *thrown, self.dora[0]]
        for seat, tiles in enumerate(deal.dealt):
            for tile in tiles:
                self.copies.draw(seat, tile)
        hands = (_joined(each) for each in [*self.copies.hands, ()][:4])
        frame = {
            "seed": _joined(seed),
            "ten": _joined(for_four(self.stacks)),
            "oya": str(deal.dealer),
        }
        return _element("INIT", frame | dict(zip(_HANDS, hands, strict=True)))

    def _stakes(self) -> Iterator[str]:
        """Yield the element REACH for each player who declared riichi and has not paid yet.

        The stick is also subtracted from the player's points and added to the sticks on the table.
        """
        for seat in self.declared:
            self.stacks[seat] -= _STAKE
            self.sticks += 1
            paid = {"who": str(seat), "ten": _joined(for_four(self.stacks)), "step": "2"}
            yield _element("REACH", paid)
        self.declared = ()

    # ------------------------------------------------------------------ play

    def _element(self, table: Table, act: Act) -> Iterator[str]:
        seat = act.seat
        match act:
            case Draw() | Replace():
                self.drawn = self.copies.draw(seat, act.tile)
                yield f"<{'TUVW'[seat]}{self.drawn}/>"
            case Take() if table.phase == AWAIT_DRAW:
                raise UnsayableError
            case Discard():
                yield f"<{'DEFG'[seat]}{self._discard(act)}/>"
            case Ready():
                yield _element("REACH", {"who": str(seat), "step": "1"})
            case Reveal():
                self.dora.append(self.copies.new(act.tile))
                yield _element("DORA", {"hai": str(self.dora[-1])})
            case Claim() | ConcealedKong() | AddedKong():
                yield self._call(seat, self._meld(table, act))
            case SetOut():
                for tile in act.tiles:
                    yield self._call(
                        seat, Meld("north", (self._offer(self.copies.leave(seat, tile)),), -1, 0)
                    )
            case _:
                pass

    def _discard(self, act: Discard) -> int:
        is_drawn = act.manner == MANNER_DRAWN
        number = self.copies.leave(
            act.seat,
            act.tile,
            rather=self.drawn if is_drawn else -1,
            rather_not=-1 if is_drawn else self.drawn,
        )
        self.drawn = -1
        return self._offer(number)

    def _offer(self, number: int) -> int:
        self.offered = number
        return number

    def _call(self, seat: Seat, meld: Meld) -> str:
        melds = self.melds[seat]
        # An added kong replaces its pung.
        pungs = [each.ids if each.kind == "pung" else () for each in melds]
        if meld.kind == "added" and meld.own in pungs:
            melds[pungs.index(meld.own)] = meld
        else:
            melds.append(meld)
        return _element("N", {"who": str(seat), "m": str(meld_word(meld))})

    def _meld(self, table: Table, act: Claim | ConcealedKong | AddedKong) -> Meld:
        match act:
            case ConcealedKong():
                ids = self._from_hand(act)
                self._offer(ids[-1])
                return _checked(Meld("concealed", ids, -1, 0))
            case AddedKong():
                return self._added(act)
        return self._claimed(act, table.live_seat)

    def _added(self, act: AddedKong) -> Meld:
        wanted = "pung", KIND[act.tile]
        melds = self.melds[act.seat]
        pung = next((each for each in melds if (each.kind, each.called // 4) == wanted), None)
        if pung is None:
            raise UnsayableError
        number = self._offer(self.copies.leave(act.seat, act.tile))
        return _checked(Meld("added", pung.ids, number, pung.source))

    def _claimed(self, act: Claim, thrower: Seat) -> Meld:
        own = self._from_hand(act)
        kinds = {number // 4 for number in (*own, self.offered)}
        self.drawn = -1
        set_of_three: MeldKind = "pung" if len(kinds) == 1 else "chow"
        name: MeldKind = "kong" if len(own) == 3 else set_of_three
        return _checked(Meld(name, own, self.offered, places_to(act.seat, thrower)))

    def _from_hand(self, act: Claim | ConcealedKong) -> tuple[int, ...]:
        """Remove the tiles of a claim or concealed kong from the hand; return their tile ids."""
        return tuple(self.copies.leave(act.seat, tile) for tile in act.tiles)

    # ------------------------------------------------------------------ ends

    def _frame(self, changes: Sequence[int]) -> dict[str, str]:
        """Return the attributes `ba` and `sc` of a win or draw, and add `changes` to the points.

        `ba` has the repeats and the riichi sticks on the table, `sc` the points before and the
        changes. Afterwards no sticks are left on the table, because the first winner gets them.
        """
        hundreds = [_hundreds(each) for each in changes or (0,) * self.deal.seats]
        pairs = zip(for_four(self.stacks), for_four(hundreds), strict=True)
        column = [entry for pair in pairs for entry in pair]
        self.stacks = list(map(add, self.stacks, hundreds))
        ba = f"{self.deal.honba},{self.sticks}"
        self.sticks = 0  # the first winner takes the sticks
        return {"ba": ba, "sc": _joined(column)}

    def _open_hand(self, seat: Seat, *extra: int) -> str:
        held = [*self.copies.hands[seat], *extra]
        show = self.deal.shows.get(seat)
        return _joined(sorted(self.copies.called(show.tiles, held) if show else held))

    def _win(self, winner: Winner) -> dict[str, str]:
        line, value = winner.line, hand_value(self.deal, winner)
        own = line.seat == line.source
        machi = self.copies.called([line.tile], [self.drawn if own else self.offered])[0]
        claimed = [] if own else [machi]
        melds = reversed(self.melds[line.seat])
        hand = drop_empty_members(
            hai=self._open_hand(line.seat, *claimed),
            machi=str(machi),
            m=_joined([meld_word(meld) for meld in melds]),
            ten=f"{winner.fu or 0},{value.points},{value.limit}",
        )
        ura = self.copies.called(self.deal.ura_of(winner), ())
        indicators = drop_empty_members(doraHai=_joined(self.dora), doraHaiUra=_joined(ura))
        sides = {"who": str(line.seat), "fromWho": str(line.source)}
        liable = {} if value.liable == line.seat else {"paoWho": str(value.liable)}
        yaku = self._yaku(winner)
        return hand | yaku | indicators | sides | liable | self._frame(winner.changes)

    def _yaku(self, winner: Winner) -> dict[str, str]:
        """Return the attribute for a hand's yaku, as a dict from its name to its value.

        The name is `yakuman`, with numbers of yaku, or `yaku`, with pairs of a number and han.
        """
        if winner.limits:
            names = (name for name, _ in winner.counted)
            return {"yakuman": _joined([YAKU.index(name) for name in names if name in YAKU])}
        pairs = (
            (yaku.number, yaku.han)
            for yaku in self.deal.numbered_yaku(winner)
            if not yaku.is_yakuman
        )
        return {"yaku": _joined([entry for pair in pairs for entry in pair])}

    def _washout(self, end: NoWin) -> dict[str, str]:
        kind = ("nm" if end.name else "") if end.how == "wall" else _KINDS.get(end.name, end.name)
        given = ({"type": kind} if kind else {}) | self._frame(self.deal.points("net"))
        for seat in sorted({*self.deal.shows, *(self.deal.tenpai or ())}):
            given[f"hai{seat}"] = self._open_hand(seat)
        return given


_HANDS: Final = ("hai0", "hai1", "hai2", "hai3")


def _die(word: str) -> int:
    """Return a die as Tenhou writes it: the number minus one, so 0 to 5.

    Any text that is not a number from 1 to 6 gives 0.
    """
    number = int(word) if word.isdecimal() else 0
    return number - 1 if number in range(1, 7) else 0


def _checked(meld: Meld) -> Meld:
    """Return the meld if Tenhou's number for a meld can express it; else raise `UnsayableError`.

    The tiles must have different ids, and must be of one kind, or a run for a chow. A claimed tile
    must come from another player.
    """
    kinds = sorted(number // 4 for number in meld.ids)
    first = kinds[0]
    differ = len(set(meld.ids)) == len(kinds)
    is_alike = differ and len(set(kinds)) == 1
    is_run = first in _FIRST_OF_RUNS and kinds == [first, first + 1, first + 2]
    is_sound = is_run if meld.kind == "chow" else is_alike
    is_from_nobody = meld.called >= 0 and meld.source not in (1, 2, 3)
    if is_from_nobody or not is_sound:
        raise UnsayableError
    return meld


_FIRST_OF_RUNS: Final = {*range(7), *range(9, 16), *range(18, 25)}
