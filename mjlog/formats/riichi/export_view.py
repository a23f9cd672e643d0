"""Prepares a deal of a record for the writers of other formats."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple, TypeVar

from mjlog.formats.riichi.deal_recorder import STAKE
from mjlog.formats.riichi.deal_start import ROUNDS
from mjlog.formats.riichi.outcomes import STATED, TRIPLE_RON, YAKUMAN
from mjlog.formats.riichi.yaku_names import Winds
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.record import (
    SEATS,
    TABLE,
    Act,
    AddedKong,
    Content,
    Deal,
    Dealt,
    Discard,
    Draw,
    Game,
    Indicators,
    Items,
    Next,
    NoWin,
    Pay,
    Points,
    Replace,
    Seat,
    Show,
    Take,
    Tenpai,
    Turn,
    WinLine,
)
from mjlog.model.settlement import known_points
from mjlog.model.table import HELD, Hand, Meld, Table
from mjlog.model.tiles import KIND, Tile

_Content = TypeVar("_Content", bound=Content)

_LABEL: Final = re.compile(r"([ESWN])([1-4])(?:\.(\d{1,3}))?")
_NUMBER: Final = re.compile(r"-?\d{1,9}")
_COPIES: Final = (4,) * HELD
_HAND: Final = 13
_SET: Final = {3: 108, 4: 136}
_STACK: Final = {3: 35000, 4: 25000}
"""Usual points of each player at the start, by the number of players."""

_SCORE: Final = re.compile(r"[-+]?\d{1,9}(\.\d{1,3})?")


class UnsayableError(Exception):
    """Raised if a format cannot express something in a deal; then the deal is left out."""


@dataclass(frozen=True, slots=True)
class Winner:
    """One winner of a deal, as the record states the win.

    `changes` are the changes of points by this win; empty if the record does not say who pays.
    `sticks` are the points of the riichi sticks that the winner gets.
    """

    line: WinLine
    show: Show | None
    items: tuple[tuple[str, int | None], ...]
    changes: tuple[int, ...]
    sticks: int

    @property
    def fu(self) -> int | None:
        """The fu of the hand; None if the record does not state them."""
        return dict(self.items).get("fu")

    def stated(self, name: str) -> int | None:
        """Return the number that the record states for the item `name`; None without a number.

        Items are for example `points`, `han` or the name of a yaku.
        """
        return dict(self.items).get(name)

    @property
    def yaku(self) -> list[tuple[str, int | None]]:
        """The names and han of the hand's yaku; the han are None if not stated."""
        return [(name, han) for name, han in self.items if name not in STATED]

    @property
    def counted(self) -> list[tuple[str, int]]:
        """The names and han of the yaku whose han the record states."""
        return [(name, han) for name, han in self.yaku if han is not None]

    @property
    def han(self) -> int:
        """The hand's han as stated, or else the sum over all yaku that are not yakuman."""
        stated = self.stated("han")
        if stated is not None:
            return stated
        return self._total(of_yakuman=False)

    @property
    def has_riichi(self) -> bool:
        """Whether riichi or double riichi is a yaku of the hand."""
        return any(name.endswith("riichi") for name, _ in self.yaku)

    @property
    def limits(self) -> int:
        """The number of yakuman in the hand, as stated or else summed up; 0 for any other hand."""
        return self.stated("limits") or self._total(of_yakuman=True)

    def _total(self, *, of_yakuman: bool) -> int:
        """Return the total han of the hand's yaku that are not yakuman.

        If `of_yakuman` is True, return the number of limits of the hand's yakuman instead; a double
        yakuman counts as two.
        """
        values = (value for name, value in self.counted if name.startswith(YAKUMAN) == of_yakuman)
        return sum(values)


class NumberedYaku(NamedTuple):
    """A yaku of a winning hand, with its number at Tenhou.

    `total` is the han of the yaku in the record. `han` is the part of `total` that belongs to
    `number`; it is less than `total` if the yaku has two numbers at Tenhou, as a wind that is both
    seat wind and round wind.
    """

    number: int
    total: int
    han: int
    is_yakuman: bool


class ExportedDeal:
    """A deal of riichi, prepared for the writer of another format.

    `number` is the deal's number in the game, counted from 1. `hand` is the number that its label
    means: 0 for East 1, 4 for South 1; None if the label has no number. `honba` is the number of
    repeats. `before` has the points after the previous deal; empty if unknown.
    """

    def __init__(self, deal: Deal, seats: int, number: int, before: tuple[int, ...] = ()) -> None:
        self.deal = _with_first_draw(deal)
        self.seats = seats
        self.number = number
        self.dealer: Seat = max(deal.dealer, 0)
        self.hand, self.honba = _hand_and_honba(deal.label)
        self.sticks = sum(int(each) for each in self._numbers("sticks", 1))
        self.scores = tuple(int(each) for each in self._numbers("scores", seats))
        self._before = before

    def _numbers(self, name: str, most: int) -> list[str]:
        """Return the numbers in an attribute of the deal's header line, as texts.

        `name` is the name of the attribute. If it does not have exactly `most` numbers, separated
        by commas, return an empty list.
        """
        return _one_each(self.deal.word(name).split(","), _NUMBER, most)

    @cached_property
    def standing(self) -> tuple[int, ...]:
        """The points of each seat before the deal; empty if unknown.

        The first known of three sources is used: the points in the deal's header line; the points
        after the deal minus the changes by the deal; the points after the previous deal.
        """
        score, net = self.points("score"), self.points("net")
        if self.scores or not (score and net):
            return self.scores or self._before
        row = zip(score, net, self.stakes, strict=True)
        return tuple(after - change + STAKE * stakes for after, change, stakes in row)

    @property
    def stacks(self) -> tuple[int, ...]:
        """The points of each seat before the deal; if unknown, the usual points before a game.

        Used for formats in which a deal must have points.
        """
        return self.standing or (_STACK[self.seats],) * self.seats

    @property
    def pays_last_riichi(self) -> bool:
        """Whether a riichi declared with the last discard of the deal is paid.

        This is so if the deal has no winner, except if it ends because three players could win.
        """
        is_won = bool(self.lines(WinLine))
        return not is_won and (self.no_win is None or self.no_win.name != TRIPLE_RON)

    @property
    def stakes(self) -> list[int]:
        """The number of riichi sticks that each seat pays in this deal."""
        played = (act for turn in self.deal.turns for act in turn.acts)
        thrown = [act for act in played if isinstance(act, Discard | Draw | Replace)]
        if not self.pays_last_riichi:
            del thrown[-1:]
        ready = Counter(entry for each in thrown for entry in declared_by(each))
        return [ready[number] for number in range(self.seats)]

    def lines(self, kind: type[_Content]) -> Sequence[_Content]:
        """Return the parsed lines of the deal that are objects of the class `kind`, in order.

        For example, `lines(WinLine)` returns the lines about wins.
        """
        return self.deal.contents(kind)

    def first(self, kind: type[_Content]) -> _Content | None:
        """Return the first parsed line of the deal that is an object of the class `kind`.

        Return None if there is no such line.
        """
        return next(iter(self.lines(kind)), None)

    @cached_property
    def dealt(self) -> list[tuple[Tile, ...]]:
        """The dealt hand of each seat; a hand is empty if the record does not have it."""
        hands = {line.seat: line.tiles for line in self.lines(Dealt)}
        return [hands.get(seat, ()) for seat in range(self.seats)]

    @property
    def indicators(self) -> tuple[Tile, ...]:
        """The dora indicators that are open before play."""
        return self._indicators(hidden=False)

    @property
    def ura(self) -> tuple[Tile, ...]:
        """The hidden dora indicators that a winner turned up; empty if not recorded."""
        return self._indicators(hidden=True)

    def _indicators(self, *, hidden: bool) -> tuple[Tile, ...]:
        rows = (line.tiles for line in self.lines(Indicators) if line.hidden == hidden)
        return next(rows, ())

    @property
    def shows(self) -> dict[Seat, Show]:
        """The hands that players showed at the end of the deal, by seat."""
        return {show.seat: show for show in self.lines(Show)}

    @property
    def no_win(self) -> NoWin | None:
        """How the deal ended without a winner; None if somebody won or the end is not recorded."""
        return self.first(NoWin)

    @property
    def tenpai(self) -> tuple[Seat, ...] | None:
        """The seats in tenpai when the wall ran out; None if the record does not say."""
        tenpai = self.first(Tenpai)
        return tenpai.seats if tenpai else None

    def points(self, keyword: str) -> tuple[int, ...]:
        """Return the points of each seat from the line `net` or `score` of the deal.

        `keyword` is the name of the line: `net` has the changes by the deal, `score` the points
        after it. Return an empty tuple if the deal has no such line or a number on the line is
        unknown.
        """
        for line in self.lines(Points):
            points_known = known_points(line.points)
            if line.keyword == keyword and len(points_known) == len(line.points) == self.seats:
                return points_known
        return ()

    @property
    def is_last(self) -> bool:
        """Whether the record says that the game ends with this deal."""
        return any("end" in dict(line.attributes) for line in self.lines(Next))

    def winds(self, seat: Seat) -> Winds:
        """Return the seat wind of a player and the prevailing wind.

        If the deal's label does not name a round, the prevailing wind is East.
        """
        return Winds.of(seat, self.dealer, self.hand or 0, self.seats)

    # ------------------------------------------------------------------ winners

    @cached_property
    def winners(self) -> list[Winner]:
        """All winners of the deal, in the order of the record."""
        winners = []
        for line in self.lines(WinLine):
            show, items = self.shows.get(line.seat), self._fan.get(line.seat, ())
            changes, sticks = self._changes(line.seat), self._sticks(line.seat)
            winners.append(Winner(line, show, items, changes, sticks))
        return winners

    @cached_property
    def _fan(self) -> dict[Seat, tuple[tuple[str, int | None], ...]]:
        """A dict from the winners' seats to the items of their hands: pairs of name and number."""
        return {line.seat: line.items for line in self.lines(Items) if line.keyword == "fan"}

    @property
    def looking_below(self) -> list[Winner]:
        """The winners who may turn up the hidden dora indicators (ura): the winners in riichi.

        If the record states no riichi for any winner, the result has only the first winner.
        """
        return [winner for winner in self.winners if winner.has_riichi] or self.winners[:1]

    def ura_of(self, winner: Winner) -> tuple[Tile, ...]:
        """Return the hidden dora indicators that this winner turned up; empty if none."""
        return self.ura if winner in self.looking_below else ()

    def numbered_yaku(self, winner: Winner) -> Iterator[NumberedYaku]:
        """Yield the winner's yaku with their numbers at Tenhou.

        A yaku is left out if the record does not state its han.
        """
        winds = self.winds(winner.line.seat)
        for name, total in winner.counted:
            numbers = winds.numbers(name, total)
            is_yakuman = name.startswith(YAKUMAN)
            for number in numbers:
                yield NumberedYaku(number, total, total // len(numbers), is_yakuman)

    @cached_property
    def _payments(self) -> list[tuple[Seat, Seat, int]]:
        """All payments of the deal as payer, payee and points; points are 0 if unknown."""
        payments = (payment for line in self.lines(Pay) for payment in line.payments)
        return [(payer, payee, points or 0) for payer, payee, points in payments]

    def _sticks(self, seat: Seat) -> int:
        """Return the points that the winner at `seat` gets for riichi sticks on the table.

        The result is the sum of the recorded payments from the table to this winner. If no payment
        from the table is recorded and there is only one winner, this winner gets all sticks.
        """
        taken = [(payee, points) for payer, payee, points in self._payments if payer == TABLE]
        if not taken and len(self.lines(WinLine)) == 1:
            return STAKE * (self.sticks + sum(self.stakes))
        return sum(points for payee, points in taken if payee == seat)

    def _changes(self, seat: Seat) -> tuple[int, ...]:
        """Return by how much the win of `seat` changes the points of each seat; empty if unknown.

        The changes follow from the recorded payments to this winner and the riichi sticks. If no
        payments are recorded and there is only one winner, they are read from the line `net`.
        """
        paid = [
            (payer, points)
            for payer, payee, points in self._payments
            if payee == seat and payer != TABLE
        ]
        if not paid:
            return self.points("net") if len(self.lines(WinLine)) == 1 else ()
        changes = Counter({seat: self._sticks(seat)})
        for payer, points in paid:
            changes[seat] += points
            changes[payer] -= points
        return tuple(changes[number] for number in range(self.seats))

    # ------------------------------------------------------------------ play

    def played(self) -> Iterator[tuple[Table, Act]]:
        """Yield each act of the deal together with the table before the act.

        All iterations yield the same table object, which changes when the iteration goes on.
        """
        hands = [Hand(tiles, None) for tiles in self.dealt]
        table = Table(hands, self.dealer, _HAND, _COPIES, _SET[self.seats])
        for turn in self.deal.turns:
            for act in turn.acts:
                table.hand = table.hands[act.seat]
                yield table, act
                table.lay(act)
                table.past.append(act)


def _with_first_draw(deal: Deal) -> Deal:
    """Return the deal with 13 dealt tiles for the dealer; a 14th tile becomes the first draw.

    Records may deal 14 tiles to the dealer, but other formats deal 13 tiles to everybody. The tile
    that becomes the draw is the last one of the hand that is not discarded in the first turn. A
    deal with 13 dealt tiles is returned unchanged.
    """
    lines = [*deal.lines]
    for at, line in enumerate(lines):
        dealt, first = line.content, deal.turns[:1]
        if not isinstance(dealt, Dealt) or [dealt.seat] != [turn.seat for turn in first]:
            continue
        seat, tiles = dealt.seat, [*dealt.tiles]
        if len(tiles) == _HAND + 1:
            thrown = {act.tile for act in first[0].acts if isinstance(act, Discard)}
            last = next((tile for tile in reversed(tiles) if tile not in thrown), tiles[-1])
            tiles.remove(last)
            lines[at] = replace(line, content=replace(dealt, tiles=tuple(tiles)))
            acts = (Draw(seat, last), *[act for act in first[0].acts if not isinstance(act, Take)])
            turn = Turn(seat, first[0].word, acts)
            return replace(deal, lines=tuple(lines), turns=(turn, *deal.turns[1:]))
    return deal


def _hand_and_honba(label: str) -> tuple[int | None, int]:
    """Parse a deal's label; return the number of the deal (0 for East 1) and of its repeats.

    For example, `S3.2` gives 6 and 2. A label of another form gives None and 0.
    """
    match = _LABEL.fullmatch(label)
    if match is None:
        return None, 0
    wind, hand, counters = match.groups("0")
    return 4 * ROUNDS.index(wind) + int(hand) - 1, int(counters)


def exported_deals(game: Game) -> Iterator[ExportedDeal]:
    """Yield each deal of a game as an `ExportedDeal`, the form from which writers work."""
    before: tuple[int, ...] = ()
    for number, deal in enumerate(game.deals, 1):
        exported = ExportedDeal(deal, game.seats, number, before)
        before = exported.points("score")
        yield exported


def numbers_of(header: str, seats: int) -> list[int | float]:
    """Parse the value of a header that has one number for each seat, such as `Final-Score`.

    Return the numbers by seat. Return an empty list if a word is not a number, or if the number of
    words is not `seats`.
    """
    words = _one_each(header.split(), _SCORE, seats)
    return [float(word) if "." in word else int(word) for word in words]


def final_numbers(game: Game) -> tuple[list[int | float], list[int | float]]:
    """Return the final points and the placement points of each seat.

    Each of the two lists is empty if the record does not have these points.
    """
    scores = numbers_of(game.heading("Final-Score"), game.seats)
    return scores, numbers_of(game.heading("Final-Points"), game.seats)


def _one_each(words: list[str], form: re.Pattern[str], number: int) -> list[str]:
    """Return `words` if it has `number` words that all match `form`; otherwise an empty list."""
    if len(words) == number and all(form.fullmatch(word) for word in words):
        return words
    return []


def names_of(game: Game) -> list[str]:
    """Return the players' names by seat; an empty text for a player without a name."""
    return [game.heading(each) for each in SEATS[: game.seats]]


def option(game: Game, name: str) -> str:
    """Return the value of an option in the ``Rules`` header; empty if the option is not there."""
    pairs = [word.partition("=") for word in game.rules.split()]
    return next((value for key, _, value in pairs if key == name), "")


def is_riichi(game: Game) -> bool:
    """Return whether the game's rule set is riichi."""
    return game.rules.split("/")[0].split(" ")[0] == "riichi"


def is_last_of(game: Game) -> bool:
    """Return whether the record says that the game ended with its last deal."""
    return bool(game.deals) and ExportedDeal(game.deals[-1], game.seats, len(game.deals)).is_last


def places_to(seat: Seat, source: Seat) -> int:
    """Return how many places to the right of `seat` the seat `source` is, from 0 to 3.

    A table of three players counts like a table of four with an empty fourth seat.
    """
    return (source - seat) % 4


def for_four(numbers: Sequence[int]) -> list[int]:
    """Return a list of numbers by seat, filled up with zeros to four seats."""
    return [*numbers, *[0] * (4 - len(numbers))]


def drop_empty_members(**members: Any) -> dict[str, Any]:
    """Return the keyword arguments as a dictionary without values that are None or empty.

    The values 0 and False are kept.
    """
    return {name: value for name, value in members.items() if value not in _NOTHING}


_NOTHING: Final[tuple[object, ...]] = (None, "", (), [], {})


def declared_by(act: Act) -> tuple[Seat, ...]:
    """Return a tuple with the seat that declares riichi by this act; empty for any other act."""
    return (act.seat,) if isinstance(act, Discard) and act.ready else ()


def claimed_kind(own: Sequence[Tile], called: Tile) -> Literal["chow", "pung", "kong"]:
    """Return whether a claimed meld is a chow, a pung or a kong.

    `own` are the tiles from the claimer's hand, `called` is the claimed tile.
    """
    if len(own) == 3:
        return "kong"
    kinds = {KIND[each] for each in (*own, called)}
    return "pung" if len(kinds) == 1 else "chow"


def pung_below(table: Table, kong: AddedKong) -> Meld | None:
    """Find the pung to which the current player adds the tile of `kong`; None if not found."""
    due = ("pung", KIND[kong.tile])
    return next((meld for meld in table.hand.melds if (meld.sort, meld.kind) == due), None)
