"""The contents of a record, before they are checked.

Games, deals, turns and their acts, facts, claims and rulings.

No object is changed after it is made, and objects are compared by value, so
``read(write(game)) == game``. Places in the file (`Span`, `places`) and the reader's findings are
not compared.

Seats are 0-3 (``A``-``D``) and stay the same for the whole game; `TABLE` is the table itself as
payer or payee.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, fields
from itertools import chain
from typing import Any, ClassVar, Final, Literal, Protocol, TypeVar

from mjlog.model.deal_labels import named
from mjlog.model.findings import NOWHERE, Finding, Span
from mjlog.model.frozen import value
from mjlog.model.lazy_pattern import lazy_pattern
from mjlog.model.memo import Memo
from mjlog.model.messages import Who
from mjlog.model.named_rules import rules_of
from mjlog.model.notebook_display import brief, counted, table
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
    """Parse a word as a whole number, 0 or more; return None for any other word.

    Also return None for a number of more than nine digits.

    >>> whole_number("12"), whole_number("-1"), whole_number("two")
    (12, None, None)
    """
    is_number = word.isascii() and word.isdigit() and len(word) <= _DIGITS
    if not is_number:
        return None
    return int(word)


_LETTERS: Final = tuple(map(Who, SEATS))


def seat_name(seat: Seat) -> str:
    """Return ``A`` to ``D`` for a seat, ``table`` for `TABLE`, or ``?`` for `NOBODY`.

    The letter is a `Who`, a string that pages replace by the player's name.
    """
    if seat == TABLE:
        return "table"
    if seat < 0:
        return "?"
    return _LETTERS[seat]


def points_word(points: int | None) -> str:
    """Write a number of points as records do: as digits, or as ``?`` for None."""
    if points is None:
        return "?"
    return str(points)


# --------------------------------------------------------------------------- acts of a turn

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
"""Kinds of acts, for `Act.kind`: plain numbers, because the replay looks up a kind for every act.

Each kind is a constant of its own, so that the compiler of the core knows its value.
"""

MANNER_UNKNOWN: Final = 0
MANNER_DRAWN: Final = 1
MANNER_FROM_HAND: Final = 2
"""What the record says about a discarded tile, for `Discard.manner`.

In this order: the record says nothing, it is the tile just drawn, it is another tile of the hand.
"""


@value
class Draw:
    """An act: the player draws `tile`, which may be unknown, from the live wall."""

    kind: ClassVar[int] = DRAW
    seat: Seat
    tile: Tile


@value
class Take:
    """An act before a discard, if the record does not write how the player took a tile.

    The replay draws an unknown tile if the hand has one tile too few to discard. Otherwise, for
    example after a claim, this act does nothing.
    """

    kind: ClassVar[int] = TAKE
    seat: Seat


@value
class Replace:
    """An act: the player draws a replacement tile after a kong or a bonus tile."""

    kind: ClassVar[int] = REPLACE
    seat: Seat
    tile: Tile


@value
class Discard:
    """An act: the player discards a tile.

    `pillar`: the record marks the tile as one of the pillars. `manner`: the record says that the
    tile is the one just drawn (`MANNER_DRAWN`), that it is another tile (`MANNER_FROM_HAND`), or
    nothing about this (`MANNER_UNKNOWN`). `ready`: the player declares ready with this discard.
    """

    kind: ClassVar[int] = DISCARD
    seat: Seat
    tile: Tile
    manner: int = MANNER_UNKNOWN
    face_down: bool = False
    ready: bool = False
    pillar: bool = False


@value
class Ready:
    """An act: the player declares ready (ting, riichi) with the discard of `tile` that follows."""

    kind: ClassVar[int] = READY
    seat: Seat
    tile: Tile
    face_down: bool = False
    pillar: bool = False


@value
class Claim:
    """An act: the player claims the latest discard with `tiles` of the hand.

    `tiles` are two tiles, or three for a kong. Tiles from the pillars keep their mark.
    """

    kind: ClassVar[int] = CLAIM
    seat: Seat
    tiles: tuple[Tile, ...]


@value
class ConcealedKong:
    """An act: the player declares four equal tiles of the hand as a kong.

    All four may be unknown.
    """

    kind: ClassVar[int] = CONCEALED_KONG
    seat: Seat
    tiles: tuple[Tile, ...]


@value
class AddedKong:
    """An act: the player adds the fourth tile to a declared pung. This kong can be robbed."""

    kind: ClassVar[int] = ADDED_KONG
    seat: Seat
    tile: Tile


@value
class SetOut:
    """An act: the player lays out bonus tiles. In three-player riichi, North is one."""

    kind: ClassVar[int] = SET_OUT
    seat: Seat
    tiles: tuple[Tile, ...]


@value
class Reveal:
    """An act: an indicator is turned up during play (``=3p``), in the turn of `seat`."""

    kind: ClassVar[int] = REVEAL
    seat: Seat
    tile: Tile


@value
class Win:
    """An act: the player declares a win.

    `own_draw` is True for a win on the tile that the player drew, and False for a win on another
    player's tile.
    """

    kind: ClassVar[int] = WIN
    seat: Seat
    own_draw: bool


RESYNC: Final = "resync"
"""`Irregularity.name` written by a scribe who fell behind: turns before it were not recorded."""
UNREADABLE: Final = "unreadable"
"""`Irregularity.name` of a turn whose word nobody can read."""


@value
class Irregularity:
    """An act that the rules do not provide for, such as a ``wrong-draw``.

    `argument` is the text that the record adds to the name of the irregularity; it may be empty.
    """

    kind: ClassVar[int] = IRREGULARITY
    seat: Seat
    name: str
    argument: str = ""


@value
class Exchange:
    """A line such as ``exchange A>B 123m, B>C ???``: tiles passed at the same time.

    Each of the `passes` has a giver, a receiver and the tiles.

    The exchange happens before play, when bonus tiles are already replaced. If its name ends in a
    number (``ding-dong-4``), it happens during play: in the dealer's turn of that go-around, once
    the dealer has drawn. The replay treats it as an act.
    """

    keyword: ClassVar[str] = "exchange"
    kind: ClassVar[int] = EXCHANGE
    passes: tuple[tuple[Seat, Seat, tuple[Tile, ...]], ...]
    name: str = ""

    @property
    def parties(self) -> set[Seat]:
        """Set of all seats that give or receive tiles in this exchange."""
        givers = {giver for giver, _, _ in self.passes}
        return givers.union(receiver for _, receiver, _ in self.passes)

    @property
    def seat(self) -> Seat:
        """Always `NOBODY`, because an exchange is not the act of a single player."""
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
"""An act on the table. An exchange is on a line of its own, never in a word of play."""


def is_kong(act: Act) -> bool:
    """Return whether an act declares a kong: concealed, added, or with a claimed discard."""
    if type(act) is Claim:
        return len(act.tiles) > 2
    return type(act) is ConcealedKong or type(act) is AddedKong


Brief = tuple[Seat, Tile, Tile, tuple[Act, ...], bool]


@value
class Turn:
    """One word of a record: the acts of one player, who usually takes a tile and discards one.

    Readers return the same object for equal words of one seat.

    `word` is in canonical form without the seat. `stood` marks an irregular act that was not taken
    back (``~9m``). `brief` is None except for a plain turn: a draw and a face-up discard of
    ordinary known tiles, not marked as a pillar and without declaring ready. It then has the seat,
    the tile drawn, the tile discarded, the two acts, and whether the record says that the tile
    discarded equals the tile drawn but is another copy.
    """

    seat: Seat
    word: str
    acts: tuple[Act, ...]
    stood: bool = False
    brief: Brief | None = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Compute the field `brief`: the facts about a turn that is only a plain draw and discard.

        It is None for any other turn.
        """
        self.brief = _brief(self.seat, self.acts)  # type: ignore[misc]


def points_of(words: str | None) -> tuple[int, ...]:
    """Parse the points in a header word such as ``scores=25000,25000``, given without ``scores=``.

    Return an empty tuple for None, and for a text that is no list of numbers or has a number of
    more than nine digits.
    """
    return () if words is None else _numbers.get(words)


def _read_numbers(words: str) -> tuple[int, ...]:
    if not _POINTS.fullmatch(words):
        return ()
    return tuple(map(int, words.split(",")))


_numbers: Final = Memo(_read_numbers, most=1 << 10)
_POINTS: Final = lazy_pattern(r"-?[0-9]{1,9}(?:,-?[0-9]{1,9})*")
_DIGITS: Final = 9
"""Most digits of a number on a sheet."""


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
    if drop.manner == MANNER_DRAWN and not alike:
        return None
    return seat, draw.tile, drop.tile, acts, alike and drop.manner == MANNER_FROM_HAND


# --------------------------------------------------------------------------- lines other than turns


@value
class Dealt:
    """A line such as ``deal A [27m5s1z] 1457m…``: the tiles dealt to a player.

    `pillars` are the tiles in brackets, None in games without pillars; `tiles` are all others.
    """

    keyword: ClassVar[str] = "deal"
    seat: Seat
    tiles: tuple[Tile, ...]
    pillars: tuple[Tile, ...] | None = None


@value
class Wall:
    """A line such as ``wall 1m5s…``: the wall in the order of drawing, from the first tile dealt.

    ``wall A 1m5s…`` is a wall from which only A draws; its first tiles are A's hand.
    """

    keyword: ClassVar[str] = "wall"
    tiles: tuple[Tile, ...]
    seat: Seat = NOBODY


@value
class Indicators:
    """A line such as ``dora 5m`` or ``ura 9s``: indicator tiles in the order turned up.

    `hidden` is True for a line ``ura``: indicators that are shown only after a win.
    """

    tiles: tuple[Tile, ...]
    hidden: bool = False

    @property
    def keyword(self) -> str:
        """First word of this line in a record: ``ura`` for hidden indicators, else ``dora``."""
        if self.hidden:
            return "ura"
        return "dora"


@value
class WinLine:
    """A line such as ``win C 2s self``, ``win C 7p from A`` or ``win C 2s rob A``.

    `source` is the seat that gave the tile: the winner for a self-draw, `NOBODY` if the line does
    not say. `robbed`: the tile was taken from a kong. `own_discard` is True for the impossible
    statement ``win C 2s from C``.
    """

    keyword: ClassVar[str] = "win"
    seat: Seat
    tile: Tile
    source: Seat
    robbed: bool = False
    own_discard: bool = False

    @property
    def is_from_itself(self) -> bool:
        """Whether this line names one player as winner and as the player who gave the winning tile.

        The winner would have won on an own discard or robbed an own kong. This is impossible, so
        the line must be wrong.
        """
        return self.own_discard or (self.robbed and self.source == self.seat)

    @property
    def tells(self) -> bool:
        """Whether this line says from whom the winning tile came: a self-draw, or another player.

        False if the line leaves this open, or says something impossible (`is_from_itself`).
        """
        return self.source != NOBODY and not self.is_from_itself


@value
class NoWin:
    """A line for a deal without a win: ``draw wall``, ``draw abort nine-terminals by=A``.

    `how` is ``wall``, ``abort`` or ``void``; `name` is the reason written after it, or empty; `by`
    is the player who ended the deal, `NOBODY` if no player is named.
    """

    keyword: ClassVar[str] = "draw"
    how: str
    name: str = ""
    by: Seat = NOBODY


class Melded(Protocol):
    """The interface of a meld, on the table or on a sheet: it has tiles."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Tiles of the meld."""
        ...


@value
class ShownMeld:
    """A meld as the line `show` writes it.

    ``+999m`` (pung), ``+789m`` (chow), ``+9999m`` (claimed kong), ``^9999m`` (added kong),
    ``*5555z`` (concealed kong).
    """

    sign: Literal["+", "^", "*"]
    tiles: tuple[Tile, ...]

    @property
    def is_concealed(self) -> bool:
        """Whether the meld is a concealed kong, which has no claimed tile."""
        return self.sign == "*"

    @property
    def is_claimed_kong(self) -> bool:
        """Whether the meld is a kong of a claimed discard and three tiles of the hand."""
        return self.sign == "+" and len(self.tiles) == 4

    def __str__(self) -> str:
        """Write the meld in notation, such as ``+789m``, with its tiles sorted."""
        return self.sign + text(self.tiles, sort=True)


def tiles_of(melds: Iterable[Melded]) -> list[Tile]:
    """Return the tiles of several melds in one list."""
    return [tile for meld in melds for tile in meld.tiles]


def _has_pillar(tiles: tuple[Tile, ...]) -> bool:
    """Return whether at least one of the tiles is marked as a pillar (a tile set apart)."""
    for tile in tiles:  # noqa: SIM110  costs less, compiled or not
        if tile >= PILLAR:
            return True
    return False


@value
class Show:
    """A line such as ``show C *5555z 3'3'm2'34p234777s``: a hand laid open.

    The line has the melds first, then `tiles`, the concealed tiles. If the player won, `tiles`
    include the winning tile.
    """

    keyword: ClassVar[str] = "show"
    seat: Seat
    melds: tuple[ShownMeld, ...]
    tiles: tuple[Tile, ...]

    @property
    def every_tile(self) -> tuple[Tile, ...]:
        """All tiles of the shown hand: first the concealed tiles, then the tiles of its melds."""
        return (*self.tiles, *tiles_of(self.melds))

    @property
    def is_marked(self) -> bool:
        """Whether at least one tile of this shown hand is marked as a pillar (a tile set apart)."""
        return _has_pillar(self.tiles) or (
            bool(self.melds) and any(_has_pillar(meld.tiles) for meld in self.melds)
        )

    @property
    def is_closed(self) -> bool:
        """Whether the hand has no claimed meld. Concealed kongs are allowed."""
        return all(meld.is_concealed for meld in self.melds)


@value
class ReadySeats:
    """A line such as ``ready A C``: seats that had declared ready, in a record without turns."""

    keyword: ClassVar[str] = "ready"
    seats: tuple[Seat, ...]


@value
class VoidSuit:
    """A line such as ``void A m``: the suit that a player gives up before play.

    `suit` is 0, 1 or 2 for m, p and s.
    """

    keyword: ClassVar[str] = "void"
    seat: Seat
    suit: int


@value
class BonusLine:
    """A line such as ``bonus A 36f``: a player's bonus tiles, in a record without turns."""

    keyword: ClassVar[str] = "bonus"
    seat: Seat
    tiles: tuple[Tile, ...]


@value
class Items:
    """A line such as ``fan C basic 1, missing-suit 1`` or ``kong C concealed 2``.

    `items` are names with their points, None for ``?``.
    """

    keyword: Literal["fan", "kong"]
    seat: Seat
    items: tuple[tuple[str, int | None], ...]


@value
class Pay:
    """A line such as ``pay A>C 12, B>C ?``: who pays whom how much.

    `cause` is the word after ``for=``, empty without one. Points are None for ``?``.
    """

    keyword: ClassVar[str] = "pay"
    payments: tuple[tuple[Seat, Seat, int | None], ...]
    cause: str = ""

    @property
    def pairs(self) -> list[tuple[Seat, Seat]]:
        """Pairs (payer, payee) on this line, in the order of the line; no pair occurs twice."""
        each = [(payer, payee) for payer, payee, _ in self.payments]
        return each if len(each) < 2 else [*dict.fromkeys(each)]


@value
class Points:
    """A line with a number for each seat, None for ``?``.

    ``score 88 93 123 96`` has the totals after the deal, ``net -12 -7 23 -4`` the changes.
    """

    keyword: Literal["score", "net"]
    points: tuple[int | None, ...]


@value
class Tenpai:
    """A line such as ``tenpai A C``: the seats one tile from winning when the wall ran out."""

    keyword: ClassVar[str] = "tenpai"
    seats: tuple[Seat, ...]


@value
class Next:
    """A line that says how the game goes on.

    ``next dealer=B``, ``next E2.1 dealer=B``, ``next end``, ``next end for=time``.

    The values of `attributes` are kept as written.
    """

    keyword: ClassVar[str] = "next"
    attributes: tuple[tuple[str, str], ...]


@value
class Ruling:
    """A line such as ``rule B false-win art=4.4``: a referee's decision."""

    keyword: ClassVar[str] = "rule"
    seat: Seat
    name: str
    attributes: tuple[tuple[str, str], ...] = ()


@value
class Remark:
    """A line ``sign …`` or ``note …``; its text is stored as written."""

    keyword: Literal["sign", "note"]
    text: str


@value
class Kept:
    """A line with a keyword that mjlog does not know, stored as written."""

    keyword: ClassVar[str] = ""
    text: str


Content = (
    Dealt | Wall | Indicators | Exchange | VoidSuit | WinLine | NoWin | Show | ReadySeats
    | BonusLine
    | Items | Pay | Points | Tenpai | Next | Ruling | Remark | Kept
)  # fmt: skip


@value
class Line:
    """One line of a deal other than its turns, with the comment at its end."""

    content: Content
    comment: str = ""
    span: Span = field(default=NOWHERE, compare=False)


# --------------------------------------------------------------------------- notes and ledgers


@value
class Note:
    """A remark that is written between turns.

    It is a comment (``{comment}``), a glyph (``$6``) or a variation (``(7s 2p)``), as written.
    """

    sort: Literal["comment", "glyph", "variation"]
    text: str


@value
class Entry:
    """One line of a ledger as written: its number, clock time, author and text.

    `text` keeps every word. `chain` is the mark that links the line to the lines before it.
    """

    number: int
    clock: str
    author: str
    text: str
    chain: str = ""
    span: Span = field(default=NOWHERE, compare=False)


# --------------------------------------------------------------------------- deals and games


class Stepping(Protocol[_Step_co]):
    """The interface of a rule set that can go through a deal step by step."""

    def steps(self, deal: Deal, *, seats: int = 0) -> Iterator[_Step_co]:
        """Return an iterator over the states of a deal: after dealing, then after each act.

        `seats` is the number of players; 0 means the most that the rules allow.
        """
        ...


_NO_LINES: Final[list[Line]] = []
_NO_CONTENTS: Final[list[Content]] = []
"""Contents of the lines of a class that a deal does not have."""


@value
class Deal:
    """One deal: its header, its turns and its other lines.

    `label` is the word after ``@`` (``1``, ``E2.1``), `attributes` the ``key=value`` words after
    the label. `lines` are in the canonical order of their keywords: facts before play, facts after
    play, claims, rulings, kept lines. `notes` are pairs (index of a turn, note): the note follows
    this turn; -1 means before the first turn. `jumps` are pairs (index of a turn, number): the turn
    opens the go-around with this number, which is not the previous number plus one (or not 1 for
    the first go-around). If `ledger` is not empty, it is the original record, and `turns` and
    `lines` are derived from it. `places` maps the index of a turn to its span.
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
    _contents: dict[type, list[Content]] | None = field(
        default=None, init=False, compare=False, repr=False
    )

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what pickle needs to copy the deal: its fields and the places of its turns."""
        values = {each.name: getattr(self, each.name) for each in fields(self) if each.init}
        if self.places is not None:
            values["places"] = Places(tuple(map(self.places, range(len(self.turns)))))
        return type(self), tuple(values.values())

    def __repr__(self) -> str:
        """Return a short text for the prompt: the deal's label, dealer, turns and result."""
        dealer = ""
        if self.dealer != NOBODY:
            dealer = f" dealer={seat_name(self.dealer)}"
        return brief("Deal", f"{self.label!r}{dealer}: {', '.join(self._summary())}")

    def _summary(self) -> Iterator[str]:
        yield counted(len(self.turns), "turn")
        for win in self.contents(WinLine):
            yield f"{seat_name(win.seat)} wins"
        for end in self.contents(NoWin):
            yield f"no win: {end.how} {end.name}".rstrip()

    def _repr_html_(self) -> str:
        """Return the deal as an HTML table for a notebook: one row for each turn."""
        by_turn = ((seat_name(turn.seat), turn.word) for turn in self.turns)
        return table(repr(self), ("seat", "turn"), by_turn)

    def _sort_lines(self) -> tuple[dict[type, list[Line]], dict[type, list[Content]]]:
        """Group the deal's lines by the class of their content, such as `WinLine`, and cache this.

        Return two dicts by class: the `Line` objects (content, comment, place in the file), and
        their contents alone.
        """
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
        self._contents = contents  # type: ignore[misc]
        return lines, contents

    def lines_of(self, sort: type) -> Sequence[Line]:
        """Return the lines of the deal whose content is of the class `sort`, such as `Pay`."""
        return (self._lines or self._sort_lines()[0]).get(sort, _NO_LINES)

    def contents(self, sort: type[_Content]) -> Sequence[_Content]:
        """Return the contents of all lines of one class, such as `WinLine` or `Pay`.

        The result is a sequence of objects of this class, without the comments of the lines.
        """
        return (self._contents or self._sort_lines()[1]).get(sort, _NO_CONTENTS)  # type: ignore[return-value]

    def repeated_contents(self) -> list[list[Content]]:
        """Return the contents of the deal's lines in one list for each class, such as `Pay`.

        Only classes of which the deal has at least two lines have a list in the result. Used to
        find lines that repeat or contradict one another.
        """
        sorts = self._contents or self._sort_lines()[1]
        return [contents for contents in sorts.values() if len(contents) > 1]

    def with_lines(self, sort: type[_Content]) -> list[tuple[Line, _Content]]:
        """Return all lines of one class, such as `WinLine` or `Pay`, as a list of (line, content).

        The content is the same object as `line.content`; the pair has it so that type checkers know
        its class.
        """
        contents = self.contents(sort)
        return [(line, contents[at]) for at, line in enumerate(self.lines_of(sort))]

    def paid(self, cause: str = "") -> dict[tuple[Seat, Seat], list[tuple[Line, int | None]]]:
        """Return the payments on the deal's `pay` lines: a dict from (payer, payee) to a list.

        An element of the list is (line, amount); the amount is None for ``?``. Only lines whose
        word ``for=`` has the value `cause` are used. With an empty `cause`, only lines without
        ``for=`` are used; these are the ordinary payments.
        """
        paid: dict[tuple[Seat, Seat], list[tuple[Line, int | None]]] = {}
        for line, claim in self.with_lines(Pay):
            if claim.cause == cause:
                for payer, payee, points in claim.payments:
                    paid.setdefault((payer, payee), []).append((line, points))
        return paid

    @property
    def irregularities(self) -> list[Irregularity]:
        """Irregular acts in the turns of the deal, such as a ``wrong-draw``, in their order."""
        odd = [turn.acts for turn in self.turns if turn.brief is None]
        # other turns are a draw and a discard
        return [act for act in chain.from_iterable(odd) if isinstance(act, Irregularity)]

    @property
    def payments(self) -> list[tuple[Seat, Seat, int | None]]:
        """Payments on all `pay` lines of the deal, for any cause.

        Each payment has payer, payee and points; the points are None for ``?``.
        """
        return [*chain.from_iterable([claim.payments for claim in self.contents(Pay)])]

    def numbers(self, keyword: str) -> list[tuple[int | None, ...]]:
        """Return the numbers of all ``score`` lines of the deal, or of all ``net`` lines.

        `keyword` is ``score`` or ``net``. Each line gives a tuple with one number for each seat; a
        number is None for ``?``.
        """
        return [claim.points for claim in self.contents(Points) if claim.keyword == keyword]

    def attribute(self, name: str) -> str | None:
        """Return the value of a word ``name=value`` in the deal's header; None if it is missing."""
        for key, written in self.attributes:
            if key == name:
                return written
        return None

    def word(self, name: str) -> str:
        """Return the value of a word ``name=value`` in the deal's header; empty if missing."""
        return self.attribute(name) or ""

    @property
    def points(self) -> tuple[int, ...]:
        """Points of each seat before the deal, from the word ``scores=`` of the deal's header line.

        An empty tuple if the word is missing or is not a list of numbers.
        """
        return points_of(self.attribute("scores"))

    @property
    def dealer(self) -> Seat:
        """Seat of the dealer; `NOBODY` if the deal's header line names none of the seats A to D."""
        return _SEAT_NAMED.get(self.attribute("dealer") or "", NOBODY)

    def turn_order(self, seats: int) -> TurnOrder:
        """Return the order in which the players take turns in this deal.

        This is the order of a word such as ``seats=BADC`` in the deal's header line. Without this
        word, or if it does not name each player once, the order is A, B, C, D.
        """
        letters = self.attribute("seats")
        return USUAL[seats] if letters is None else turn_order(letters, seats)

    @property
    def seats_won(self) -> frozenset[Seat]:
        """Seats that declared a win in the turns, except wins that were taken back as false."""
        won: set[Seat] = set()
        for turn in self.turns:
            for act in turn.acts:
                if isinstance(act, Win):
                    won.add(act.seat)
                elif isinstance(act, Irregularity) and act.name == "false-win":
                    won.discard(act.seat)
        return frozenset(won)

    def is_won(self, seats: int, *, plays_on: bool) -> bool:
        """Return whether the recorded turns end the deal with a win.

        If `plays_on` is True, players continue after a win, and all players except one must have
        won. Otherwise, the last act of the last turn must be a win.
        """
        if plays_on:
            return len(self.seats_won) >= seats - 1
        return bool(self.turns) and isinstance(self.turns[-1].acts[-1], Win)

    def wind_number(self, seat: Seat, seats: int) -> int:
        """Return the seat wind of a player as a number, 0 for East to 3 for North.

        The dealer is East. If the deal names no dealer, seat A is East.
        """
        return self.turn_order(seats).distance(seat, max(0, self.dealer))

    def steps(self, rules: Stepping[_Step_co] | str, *, seats: int = 0) -> Iterator[_Step_co]:
        """Return an iterator over the states of the deal: after dealing, then after each act.

        `rules` is a rule set or its name. `seats` is the number of players; 0 means the most that
        the rules allow. Raise `RulesError` if no rule set has this name.
        """
        return rules_of(rules).steps(self, seats=seats)

    def place(self, turn: int) -> Span:
        """Return the line and column in the file at which the turn with index `turn` is written.

        Return `NOWHERE` if the place is unknown.
        """
        if self.places is None:
            return NOWHERE
        return self.places(turn)


@value
class Places:
    """The line and column of each turn of a deal; call the object with the index of a turn."""

    spans: tuple[Span, ...]

    def __call__(self, turn: int) -> Span:
        """Return the line and column in the file at which the turn with index `turn` is written.

        Return `NOWHERE` if there is no such turn.
        """
        if 0 <= turn < len(self.spans):
            return self.spans[turn]
        return NOWHERE


@value
class Header:
    """A line ``Key: value`` before the first deal.

    `critical` is True for ``!Key:``: a program that does not know this key cannot read the record.
    """

    key: str
    value: str
    critical: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@value
class Game:
    """A whole record.

    `findings` are those of the reader. `kept` are unknown lines before the first deal.
    """

    headers: tuple[Header, ...] = ()
    deals: tuple[Deal, ...] = ()
    version: str = "1.0"
    kept: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = field(default=(), compare=False)

    def __repr__(self) -> str:
        """Return a short text for the prompt: the rules; how many deals, turns and findings."""
        turns = counted(sum(len(deal.turns) for deal in self.deals), "turn")
        findings_counted = ""
        if self.findings:
            findings_counted = f", {counted(len(self.findings), 'finding')}"
        deals = counted(len(self.deals), "deal")
        return brief(
            "Game", f"{self.rules or 'of unknown rules'}: {deals}, {turns}{findings_counted}"
        )

    def _repr_html_(self) -> str:
        """Return the game as an HTML table for a notebook: one row for each deal."""
        rows = (
            (deal.label, seat_name(deal.dealer), ", ".join(deal._summary()))  # noqa: SLF001
            for deal in self.deals
        )
        return table(repr(self), ("deal", "dealer", "what happened"), rows)

    def headed(self, key: str) -> Header | None:
        """Return the first header line of the record with the name `key`; None if it is missing."""
        for header in self.headers:
            if header.key == key:
                return header
        return None

    def header(self, key: str) -> str | None:
        """Return the value of the first header line with the name `key`; None if it is missing."""
        header = self.headed(key)
        if header is None:
            return None
        return header.value

    def heading(self, key: str) -> str:
        """Return the value of the first header line with the name `key`; empty if it is missing."""
        return self.header(key) or ""

    def contents(self, sort: type[_Content]) -> list[_Content]:
        """Return a list with the contents of all lines of one class, such as `Pay`, in all deals.

        The comments of the lines are left out.
        """
        return [*chain.from_iterable([deal.contents(sort) for deal in self.deals])]

    @property
    def first_dealer(self) -> Seat:
        """Seat that dealt the first deal of the game, even if the record begins with a later deal.

        It follows from the dealer and the label of the first recorded deal: if B deals `E2`, A
        dealt first. If the label names no round, it is the dealer of the first recorded deal.
        `NOBODY` if that deal names no dealer.
        """
        if not self.deals or self.deals[0].dealer == NOBODY:
            return NOBODY
        first = self.deals[0]
        order = first.turn_order(self.seats)
        place = named(first.label)
        return order.players[(order.places[first.dealer] - (place[1] if place else 0)) % self.seats]

    @property
    def has_turns(self) -> bool:
        """Whether at least one deal of the record has turns."""
        return any(deal.turns for deal in self.deals)

    @property
    def house_rules(self) -> str:
        """Rules of the table that no option can express, from the header ``X-House-Rules:``.

        Empty if the header is missing.
        """
        return self.heading("X-House-Rules")

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players from the headers ``A:``, ``B:``, ``C:`` and ``D:``, in this order.

        A seat without a header is left out. If a seat has several headers, the first counts.
        """
        named = {
            h.key: h.value for h in reversed(self.headers) if len(h.key) == 1 and h.key in SEATS
        }
        return tuple(named[seat] for seat in sorted(named))

    @property
    def rules(self) -> str:
        """Value of the header ``Rules:``; empty if the header is missing."""
        return self.heading("Rules")

    @property
    def seats(self) -> int:
        """Number of players who are named in the headers ``A:`` to ``D:``; 4 if none is named."""
        return len(self.players) or 4
