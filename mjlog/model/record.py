"""What a record says, before anyone judges it.

Games, deals, turns and their acts, facts, claims and rulings.

Everything here is immutable and compares by value; where something stood in the file (`Span`,
`places`) and what the reader found never takes part in the comparison, so ``read(write(game)) ==
game``.

Seats are 0-3, chairs fixed for the whole game (``A``-``D``); `TABLE` is the table itself as payer
or payee.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, fields
from itertools import chain
from typing import Any, ClassVar, Final, Literal, Protocol, TypeVar

from mjlog.model.deal_labels import named
from mjlog.model.display import brief, counted, table
from mjlog.model.findings import NOWHERE, Finding, Span
from mjlog.model.frozen import value
from mjlog.model.lazy_pattern import lazy_pattern
from mjlog.model.messages import Who
from mjlog.model.named_rules import rules_of
from mjlog.model.remembered import Remembered
from mjlog.model.tiles import BONUS, PILLAR, Tile, text
from mjlog.model.turn_order import USUAL, TurnOrder, turn_order

Seat = int
SEATS: Final = "ABCD"
_SEAT_NAMED: Final = {name: seat for seat, name in enumerate(SEATS)}
_Content = TypeVar("_Content")
_Step_co = TypeVar("_Step_co", covariant=True)

NOBODY: Final = -1
TABLE: Final = -2
"""Payer or payee that is no player: sticks, kitty, fines."""


def whole_number(word: str) -> int | None:
    """Return the number, 0 or more, that a word writes; None for any other word.

    >>> whole_number("12"), whole_number("-1"), whole_number("two")
    (12, None, None)
    """
    is_number = word.isascii() and word.isdigit() and len(word) <= _DIGITS
    if not is_number:
        return None
    return int(word)


_LETTERS: Final = tuple(map(Who, SEATS))


def seat_name(seat: Seat) -> str:
    """Return ``A``-``D``, or ``table``; a sentence puts the player's name in its place."""
    if seat == TABLE:
        return "table"
    if seat < 0:
        return "?"
    return _LETTERS[seat]


def points_word(points: int | None) -> str:
    """Return a number of points as records write it; ``?`` if it is unknown."""
    if points is None:
        return "?"
    return str(points)


# --------------------------------------------------------------------------- acts: what a turn is
# made of

DRAW: Final = 0
TAKE: Final = 1
REPLACE: Final = 2
DISCARD: Final = 3
READY: Final = 4
CLAIM: Final = 5
CONCEALED_KONG: Final = 6
ADDED_KONG: Final = 7
SET_OUT: Final = 8
REVEAL: Final = 9
WIN: Final = 10
IRREGULARITY: Final = 11
EXCHANGE: Final = 12
"""`Act.kind`: a plain number, because the replay looks it up for every act.

Each stands for itself, so that the compiler of the core knows it.
"""

NOT_SAID: Final = 0
SAID_DRAWN: Final = 1
SAID_FROM_HAND: Final = 2
"""`Discard.manner`: the record says the drawn tile was thrown, a tile of the hand.

Or does not say.
"""


@value
class Draw:
    """`seat` takes `tile` (maybe unknown) from the live wall."""

    kind: ClassVar[int] = DRAW
    seat: Seat
    tile: Tile


@value
class Take:
    """Whatever draw is due happens, unrecorded.

    A draw of an unknown tile, or none where none is due.
    """

    kind: ClassVar[int] = TAKE
    seat: Seat


@value
class Replace:
    """A replacement tile after a kong or a bonus tile."""

    kind: ClassVar[int] = REPLACE
    seat: Seat
    tile: Tile


@value
class Discard:
    """A tile leaves the hand. `pillar` says that the record marks it as one of the pillars."""

    kind: ClassVar[int] = DISCARD
    seat: Seat
    tile: Tile
    manner: int = NOT_SAID
    face_down: bool = False
    ready: bool = False
    pillar: bool = False


@value
class Ready:
    """Ting, riichi: declared with the discard of `tile` that follows at once."""

    kind: ClassVar[int] = READY
    seat: Seat
    tile: Tile
    face_down: bool = False
    pillar: bool = False


@value
class Claim:
    """The latest discard is taken with `tiles` of the claimer's own, pillar flags kept.

    Two, or three for a kong.
    """

    kind: ClassVar[int] = CLAIM
    seat: Seat
    tiles: tuple[Tile, ...]


@value
class ConcealedKong:
    """Four alike from the hand; all four may be unknown."""

    kind: ClassVar[int] = CONCEALED_KONG
    seat: Seat
    tiles: tuple[Tile, ...]


@value
class AddedKong:
    """The fourth tile is laid on a pung already declared; it can be robbed."""

    kind: ClassVar[int] = ADDED_KONG
    seat: Seat
    tile: Tile


@value
class SetOut:
    """Bonus tiles (three-player riichi: North) are laid beside the hand."""

    kind: ClassVar[int] = SET_OUT
    seat: Seat
    tiles: tuple[Tile, ...]


@value
class Reveal:
    """An indicator is turned up during play (``=3p``)."""

    kind: ClassVar[int] = REVEAL
    seat: Seat
    tile: Tile


@value
class Win:
    """`seat` declares the win.

    `own_draw` on the tile it drew, otherwise on the tile on the table.
    """

    kind: ClassVar[int] = WIN
    seat: Seat
    own_draw: bool


RESYNC: Final = "resync"
"""The irregularity of a scribe who fell behind: what was played before it is not known."""
UNREADABLE: Final = "unreadable"
"""`Irregularity.name` of a turn whose word nobody can read."""


@value
class Irregularity:
    """An irregularity, which the rules do not provide for: its `name` (``wrong-draw``).

    It may have an `argument`.
    """

    kind: ClassVar[int] = IRREGULARITY
    seat: Seat
    name: str
    argument: str = ""


@value
class Exchange:
    """``exchange A>B 123m, B>C ???``.

    Tiles passed at the same time, one group a giver and receiver.

    It happens before play, bonus tiles already replaced. A name that ends in a number
    (``ding-dong-4``) puts it into play: in the dealer's turn of that go-around, once the dealer has
    its tile. The replay lays it like an act.
    """

    keyword: ClassVar[str] = "exchange"
    kind: ClassVar[int] = EXCHANGE
    passes: tuple[tuple[Seat, Seat, tuple[Tile, ...]], ...]
    name: str = ""

    @property
    def parties(self) -> set[Seat]:
        """Everybody who gives or takes tiles."""
        givers = {giver for giver, _, _ in self.passes}
        return givers.union(receiver for _, receiver, _ in self.passes)

    @property
    def seat(self) -> Seat:
        """Nobody's act alone."""
        return NOBODY


Act = (
    Draw
    | Take
    | Replace
    | Discard
    | Ready
    | Claim
    | ConcealedKong
    | AddedKong
    | SetOut
    | Reveal
    | Win
    | Irregularity
    | Exchange
)  # fmt: skip
"""What is laid on the table. An exchange stands on a line of its own, never in a word of play."""


def is_kong(act: Act) -> bool:
    """Return whether an act declares a kong or claims a discard for one."""
    if type(act) is Claim:
        return len(act.tiles) > 2
    return type(act) is ConcealedKong or type(act) is AddedKong


Brief = tuple[Seat, Tile, Tile, tuple[Act, ...], bool]


@value
class Turn:
    """One word of the record: *take, then drop*, by one seat.

    Interned: equal words of one seat are one object.

    `word` is canonical and bears no seat. `stood` marks an irregular act that stood (``~9m``).
    `brief` is what most turns come down to, where they do and agree with themselves: who, the known
    tile drawn, the known tile dropped face up, neither of them a bonus tile, both acts, and whether
    the record says that the tile dropped was another one like the one drawn.
    """

    seat: Seat
    word: str
    acts: tuple[Act, ...]
    stood: bool = False
    brief: Brief | None = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Compute `brief` once."""
        self.brief = _brief(self.seat, self.acts)  # type: ignore[misc]


def points_of(words: str | None) -> tuple[int, ...]:
    """Return the numbers after ``scores=``; none if they are not numbers."""
    return () if words is None else _numbers.of(words)


def _read_numbers(words: str) -> tuple[int, ...]:
    if not _POINTS.fullmatch(words):
        return ()
    return tuple(map(int, words.split(",")))


_numbers: Final = Remembered(_read_numbers, most=1 << 10)
_POINTS: Final = lazy_pattern(r"-?[0-9]{1,9}(?:,-?[0-9]{1,9})*")
_DIGITS: Final = 9
"""Numbers with more digits are none that a sheet has."""


def _brief(seat: Seat, acts: tuple[Act, ...]) -> Brief | None:
    if len(acts) != 2:
        return None
    draw, drop = acts
    if type(draw) is not Draw or type(drop) is not Discard:
        return None
    if draw.seat != seat or drop.seat != seat or draw.tile >= BONUS or drop.tile >= BONUS:
        return None
    if drop.face_down or drop.ready or drop.pillar:
        return None
    alike = draw.tile == drop.tile
    if drop.manner == SAID_DRAWN and not alike:
        return None
    return seat, draw.tile, drop.tile, acts, alike and drop.manner == SAID_FROM_HAND


# --------------------------------------------------------------------------- lines beside the turns


@value
class Dealt:
    """``deal A [27m5s1z] 1457m…``: the tiles a player was dealt.

    `pillars` is None in games without them.
    """

    keyword: ClassVar[str] = "deal"
    seat: Seat
    tiles: tuple[Tile, ...]
    pillars: tuple[Tile, ...] | None = None


@value
class Wall:
    """``wall 1m5s…``: the wall in the order it is drawn, from the first tile dealt.

    ``wall A 1m5s…``: a wall from which only A draws; its first tiles are A's hand.
    """

    keyword: ClassVar[str] = "wall"
    tiles: tuple[Tile, ...]
    seat: Seat = NOBODY


@value
class Indicators:
    """``dora 5m``, ``ura 9s``: indicator tiles in the order turned up.

    `hidden` ones are shown after a win.
    """

    tiles: tuple[Tile, ...]
    hidden: bool = False

    @property
    def keyword(self) -> str:
        """``ura`` or ``dora``."""
        if self.hidden:
            return "ura"
        return "dora"


@value
class WinLine:
    """``win C 2s self``, ``win C 7p from A``, ``win C 2s rob A``.

    `source` equals `seat` for a self-draw.

    `own_discard` keeps what cannot be: ``win C 2s from C``.
    """

    keyword: ClassVar[str] = "win"
    seat: Seat
    tile: Tile
    source: Seat
    robbed: bool = False
    own_discard: bool = False

    @property
    def is_from_itself(self) -> bool:
        """Whether the line names the winner's own discard, or its own kong as robbed."""
        return self.own_discard or (self.robbed and self.source == self.seat)

    @property
    def tells(self) -> bool:
        """Whether the line says how the win came about, and in a way that can be."""
        return self.source != NOBODY and not self.is_from_itself


@value
class NoWin:
    """``draw wall``, ``draw abort nine-terminals by=A``, ``draw void``."""

    keyword: ClassVar[str] = "draw"
    how: str
    name: str = ""
    by: Seat = NOBODY


class Melded(Protocol):
    """What a set is, on the table or on a sheet: it has tiles."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Its tiles."""
        ...


@value
class ShownMeld:
    """A meld as `show` writes it.

    ``+999m`` (pung), ``+789m`` (chow), ``+9999m``, ``^9999m``, ``*5555z``.
    """

    sign: Literal["+", "^", "*"]
    tiles: tuple[Tile, ...]

    @property
    def is_concealed(self) -> bool:
        """Whether no tile of it was claimed."""
        return self.sign == "*"

    @property
    def is_claimed_kong(self) -> bool:
        """Whether a discard was claimed for all four of it."""
        return self.sign == "+" and len(self.tiles) == 4

    def __str__(self) -> str:
        """Return the word for it."""
        return self.sign + text(self.tiles, sort=True)


def tiles_of(melds: Iterable[Melded]) -> list[Tile]:
    """Return the tiles of all these melds."""
    return [tile for meld in melds for tile in meld.tiles]


def _has_pillar(tiles: tuple[Tile, ...]) -> bool:
    """Return whether a tile is marked as one of the pillars."""
    for tile in tiles:  # noqa: SIM110  costs less, compiled or not
        if tile >= PILLAR:
            return True
    return False


@value
class Show:
    """``show C *5555z 3'3'm2'34p234777s``.

    The hand laid open, melds first, the winning tile included.
    """

    keyword: ClassVar[str] = "show"
    seat: Seat
    melds: tuple[ShownMeld, ...]
    tiles: tuple[Tile, ...]

    @property
    def every_tile(self) -> tuple[Tile, ...]:
        """The tiles in hand, then those of the sets."""
        return (*self.tiles, *tiles_of(self.melds))

    @property
    def is_marked(self) -> bool:
        """Whether some tile of it is marked as one of the pillars."""
        return _has_pillar(self.tiles) or (
            bool(self.melds) and any(_has_pillar(meld.tiles) for meld in self.melds)
        )

    @property
    def is_closed(self) -> bool:
        """Whether no set of it was claimed."""
        return all(meld.is_concealed for meld in self.melds)


@value
class ReadySeats:
    """``ready A C``: the seats that had declared ready, for a record without turns."""

    keyword: ClassVar[str] = "ready"
    seats: tuple[Seat, ...]


@value
class VoidSuit:
    """``void A m``: the suit that a player gives up before play, 0 to 2 for m, p and s."""

    keyword: ClassVar[str] = "void"
    seat: Seat
    suit: int


@value
class BonusLine:
    """``bonus A 36f``: the bonus tiles a player had set out, for a record without turns."""

    keyword: ClassVar[str] = "bonus"
    seat: Seat
    tiles: tuple[Tile, ...]


@value
class Items:
    """``fan C basic 1, missing-suit 1`` or ``kong C concealed 2``.

    Named items with their points, None for ``?``.
    """

    keyword: Literal["fan", "kong"]
    seat: Seat
    items: tuple[tuple[str, int | None], ...]


@value
class Pay:
    """``pay A>C 12, B>C ?``: who pays whom; `cause` is the word after ``for=``."""

    keyword: ClassVar[str] = "pay"
    payments: tuple[tuple[Seat, Seat, int | None], ...]
    cause: str = ""

    @property
    def pairs(self) -> list[tuple[Seat, Seat]]:
        """Each payer with whom it pays, once."""
        each = [(payer, payee) for payer, payee, _ in self.payments]
        return each if len(each) < 2 else [*dict.fromkeys(each)]


@value
class Points:
    """``score 88 93 123 96`` (totals after the deal) or ``net -12 -7 23 -4`` (changes), by seat."""

    keyword: Literal["score", "net"]
    points: tuple[int | None, ...]


@value
class Tenpai:
    """``tenpai A C``: the seats one tile from winning when the wall ran out."""

    keyword: ClassVar[str] = "tenpai"
    seats: tuple[Seat, ...]


@value
class Next:
    """How the game is said to go on.

    ``next dealer=B``, ``next E2.1 dealer=B``, ``next end``, ``next end for=time``.

    Values as written.
    """

    keyword: ClassVar[str] = "next"
    attributes: tuple[tuple[str, str], ...]


@value
class Ruling:
    """``rule B false-win art=4.4``: a referee's decision."""

    keyword: ClassVar[str] = "rule"
    seat: Seat
    name: str
    attributes: tuple[tuple[str, str], ...] = ()


@value
class Remark:
    """``sign …`` and ``note …``: kept as written."""

    keyword: Literal["sign", "note"]
    text: str


@value
class Kept:
    """A line that mjlog does not know, kept as written."""

    keyword: ClassVar[str] = ""
    text: str


Content = (
    Dealt | Wall | Indicators | Exchange | VoidSuit | WinLine | NoWin | Show | ReadySeats
    | BonusLine
    | Items | Pay | Points | Tenpai | Next | Ruling | Remark | Kept
)  # fmt: skip


@value
class Line:
    """One line beside the turns, with the comment that ends it."""

    content: Content
    comment: str = ""
    span: Span = field(default=NOWHERE, compare=False)


# --------------------------------------------------------------------------- annotations and the
# ledger


@value
class Note:
    """What stands beside a turn.

    ``{comment}``, ``$6`` (glyph), ``(7s 2p)`` (variation, its text as written).
    """

    sort: Literal["comment", "glyph", "variation"]
    text: str


@value
class Entry:
    """One line of a ledger as written: its number, clock, author and the rest.

    `text` keeps every word. `chain` is the mark that ties the line to those before it.
    """

    number: int
    clock: str
    author: str
    text: str
    chain: str = ""
    span: Span = field(default=NOWHERE, compare=False)


# --------------------------------------------------------------------------- deals and games


class Stepping(Protocol[_Step_co]):
    """What can go through a deal step by step: a rule set."""

    def steps(self, deal: Deal, *, seats: int = 0) -> Iterator[_Step_co]:
        """Return the positions of the deal."""
        ...


_NO_LINES: Final[list[Line]] = []
_NOTHING_TOLD: Final[list[Content]] = []
"""The lines of a sort of which there are none, and what they say."""


@value
class Deal:
    """One deal: header, lines before and after play, turns.

    `label` is the word after ``@`` (``1``, ``E2.1``), `attributes` the ``key=value`` words behind
    it. `lines` stand in canonical order of their keywords (facts before play, facts after, claims,
    rulings, kept). `notes` are pairs (index of the turn they follow, -1 before the first; the
    note). `jumps` are pairs (index of a turn that opens a go-around, its number) where the number
    does not follow the one before; the first go-around is 1 unless a jump says otherwise. `ledger`,
    when not empty, is the record proper; `turns` and `lines` are then its fold. `places` finds the
    span of a turn by its index.
    """

    label: str
    attributes: tuple[tuple[str, str], ...] = ()
    turns: tuple[Turn, ...] = ()
    lines: tuple[Line, ...] = ()
    notes: tuple[tuple[int, Note], ...] = ()
    jumps: tuple[tuple[int, int], ...] = ()
    ledger: tuple[Entry, ...] = ()
    comment: str = ""
    span: Span = field(default=NOWHERE, compare=False)
    places: Callable[[int], Span] | None = field(default=None, compare=False, repr=False)
    _lines: dict[type, list[Line]] | None = field(
        default=None, init=False, compare=False, repr=False
    )
    _told: dict[type, list[Content]] | None = field(
        default=None, init=False, compare=False, repr=False
    )

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to copy the turn: from its fields and its place in the file."""
        values = {each.name: getattr(self, each.name) for each in fields(self) if each.init}
        if self.places is not None:
            values["places"] = Places(tuple(map(self.places, range(len(self.turns)))))
        return type(self), tuple(values.values())

    def __repr__(self) -> str:
        """Return the label, the number of turns and the end."""
        dealer = ""
        if self.dealer != NOBODY:
            dealer = f" dealer={seat_name(self.dealer)}"
        return brief("Deal", f"{self.label!r}{dealer}: {', '.join(self._summary())}")

    def _summary(self) -> Iterator[str]:
        yield counted(len(self.turns), "turn")
        for win in self.told(WinLine):
            yield f"{seat_name(win.seat)} wins"
        for end in self.told(NoWin):
            yield f"no win: {end.how} {end.name}".rstrip()

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the turns, one row for a go-around or a part of it."""
        by_turn = ((seat_name(turn.seat), turn.word) for turn in self.turns)
        return table(repr(self), ("seat", "turn"), by_turn)

    def _sort_lines(self) -> tuple[dict[type, list[Line]], dict[type, list[Content]]]:
        """Sort the lines by type, once; return the lines and their contents for each type."""
        lines: dict[type, list[Line]] = {}
        contents: dict[type, list[Content]] = {}
        for line in self.lines:
            content = line.content
            sort = type(content)
            if sort in contents:
                lines[sort].append(line)
                contents[sort].append(content)
            else:
                lines[sort] = [line]
                contents[sort] = [content]
        self._lines = lines  # type: ignore[misc]  # no more than what the deal says already
        self._told = contents  # type: ignore[misc]
        return lines, contents

    def lines_of(self, sort: type) -> Sequence[Line]:
        """Return the lines of one sort (`WinLine`, `Pay`, …), in their order."""
        return (self._lines or self._sort_lines()[0]).get(sort, _NO_LINES)

    def told(self, sort: type[_Content]) -> Sequence[_Content]:
        """Return the contents of all lines of one type, in their order."""
        return (self._told or self._sort_lines()[1]).get(sort, _NOTHING_TOLD)  # type: ignore[return-value]

    def told_several(self) -> list[list[Content]]:
        """Return, for each type that has several lines, what they say."""
        sorts = self._told or self._sort_lines()[1]
        return [contents for contents in sorts.values() if len(contents) > 1]

    def with_lines(self, sort: type[_Content]) -> list[tuple[Line, _Content]]:
        """Return the lines of one type, each with its content."""
        contents = self.told(sort)
        return [(line, contents[at]) for at, line in enumerate(self.lines_of(sort))]

    def paid(self, cause: str = "") -> dict[tuple[Seat, Seat], list[tuple[Line, int | None]]]:
        """Return each amount on the sheet with its line, by payer and payee.

        `cause` is empty for payments of the deal itself, else the cause of a penalty.
        """
        paid: dict[tuple[Seat, Seat], list[tuple[Line, int | None]]] = {}
        for line, claim in self.with_lines(Pay):
            if claim.cause == cause:
                for payer, payee, points in claim.payments:
                    paid.setdefault((payer, payee), []).append((line, points))
        return paid

    @property
    def irregularities(self) -> list[Irregularity]:
        """All that happened in play beside its rules."""
        odd = [turn.acts for turn in self.turns if turn.brief is None]
        # other turns are a draw and a discard
        return [act for act in chain.from_iterable(odd) if isinstance(act, Irregularity)]

    @property
    def payments(self) -> list[tuple[Seat, Seat, int | None]]:
        """All that the `pay` lines say of who pays whom how much, whatever for."""
        return [*chain.from_iterable([claim.payments for claim in self.told(Pay)])]

    def numbers(self, keyword: str) -> list[tuple[int | None, ...]]:
        """Return the numbers of each ``score`` or ``net`` line, seat by seat."""
        return [claim.points for claim in self.told(Points) if claim.keyword == keyword]

    def attribute(self, name: str) -> str | None:
        """Return the value of a word ``name=value`` of the deal's header; None if it is missing."""
        for key, written in self.attributes:
            if key == name:
                return written
        return None

    def word(self, name: str) -> str:
        """Return the value of a word ``name=value`` of the deal's header; empty if missing."""
        return self.attribute(name) or ""

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat had before the deal, as the word ``scores=`` of its header says.

        Empty where it does not.
        """
        return points_of(self.attribute("scores"))

    @property
    def dealer(self) -> Seat:
        """The dealer's seat, `NOBODY` when the header does not say."""
        return _SEAT_NAMED.get(self.attribute("dealer") or "", NOBODY)

    def turn_order(self, seats: int) -> TurnOrder:
        """Return the order in which the players take turns; ``seats=BADC`` says it."""
        letters = self.attribute("seats")
        return USUAL[seats] if letters is None else turn_order(letters, seats)

    @property
    def seats_won(self) -> frozenset[Seat]:
        """The players who have declared a win in the turns and not taken it back."""
        won: set[Seat] = set()
        for turn in self.turns:
            for act in turn.acts:
                if isinstance(act, Win):
                    won.add(act.seat)
                elif isinstance(act, Irregularity) and act.name == "false-win":
                    won.discard(act.seat)
        return frozenset(won)

    def is_won(self, seats: int, *, plays_on: bool) -> bool:
        """Return whether a win ended play; where play goes on after wins, the last possible win."""
        if plays_on:
            return len(self.seats_won) >= seats - 1
        return bool(self.turns) and isinstance(self.turns[-1].acts[-1], Win)

    def wind_number(self, seat: Seat, seats: int) -> int:
        """Return the number of a player's wind: 0 for the dealer, who is East."""
        return self.turn_order(seats).distance(seat, max(0, self.dealer))

    def steps(self, rules: Stepping[_Step_co] | str, *, seats: int = 0) -> Iterator[_Step_co]:
        """Return the positions of the deal by a rule set: as dealt, then after each act.

        A rule set may be given by its name. The number of players is the most that the rules allow,
        unless `seats` says otherwise.
        """
        return rules_of(rules).steps(self, seats=seats)

    def place(self, turn: int) -> Span:
        """Return the place in the file of the turn with that index."""
        if self.places is None:
            return NOWHERE
        return self.places(turn)


@value
class Places:
    """Where the turns of a deal stand in its file, by their indices."""

    spans: tuple[Span, ...]

    def __call__(self, turn: int) -> Span:
        """Return the place of that turn."""
        if 0 <= turn < len(self.spans):
            return self.spans[turn]
        return NOWHERE


@value
class Header:
    """``Key: value`` before the first deal; a `critical` one (``!Key:``) must be understood."""

    key: str
    value: str
    critical: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@value
class Game:
    """A whole record. `findings` are the reader's.

    `kept` are unknown lines before the first deal.
    """

    headers: tuple[Header, ...] = ()
    deals: tuple[Deal, ...] = ()
    version: str = "1.0"
    kept: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = field(default=(), compare=False)

    def __repr__(self) -> str:
        """Return the rules, the players and the number of deals."""
        turns = counted(sum(len(deal.turns) for deal in self.deals), "turn")
        findings_counted = ""
        if self.findings:
            findings_counted = f", {counted(len(self.findings), 'finding')}"
        deals = counted(len(self.deals), "deal")
        return brief(
            "Game", f"{self.rules or 'of unknown rules'}: {deals}, {turns}{findings_counted}"
        )

    def _repr_html_(self) -> str:
        """Return what a notebook shows: a row for each deal."""
        rows = (
            (deal.label, seat_name(deal.dealer), ", ".join(deal._summary()))  # noqa: SLF001
            for deal in self.deals
        )
        return table(repr(self), ("deal", "dealer", "what happened"), rows)

    def headed(self, key: str) -> Header | None:
        """Return the first header of that name; None if it is missing."""
        for header in self.headers:
            if header.key == key:
                return header
        return None

    def header(self, key: str) -> str | None:
        """Return the value of the first header of that name; None if it is missing."""
        header = self.headed(key)
        if header is None:
            return None
        return header.value

    def heading(self, key: str) -> str:
        """Return the value of the first header of that name; empty if it is missing."""
        return self.header(key) or ""

    def told(self, sort: type[_Content]) -> list[_Content]:
        """Return the contents of all lines of one type in all deals, in their order."""
        return [*chain.from_iterable([deal.told(sort) for deal in self.deals])]

    @property
    def first_dealer(self) -> Seat:
        """The seat that dealt the first deal of the game; `NOBODY` if the first header names none.

        A record that begins later in the game tells it by the label of its first deal.
        """
        if not self.deals or self.deals[0].dealer == NOBODY:
            return NOBODY
        first = self.deals[0]
        order = first.turn_order(self.seats)
        place = named(first.label)
        return order.players[(order.places[first.dealer] - (place[1] if place else 0)) % self.seats]

    @property
    def has_turns(self) -> bool:
        """Whether turns of any deal are written down."""
        return any(deal.turns for deal in self.deals)

    @property
    def house_rules(self) -> str:
        """Rules of the table that no option stands for, in the header ``X-House-Rules:``."""
        return self.heading("X-House-Rules")

    @property
    def players(self) -> tuple[str, ...]:
        """The names behind the headers ``A: B: C: D:``, in order, as far as they are given.

        The first for each seat.
        """
        named = {
            h.key: h.value for h in reversed(self.headers) if len(h.key) == 1 and h.key in SEATS
        }
        return tuple(named[seat] for seat in sorted(named))

    @property
    def rules(self) -> str:
        """The ``Rules:`` header, empty when absent."""
        return self.heading("Rules")

    @property
    def seats(self) -> int:
        """How many sit at the table, as the headers ``A:`` … say; four when none is named."""
        return len(self.players) or 4
