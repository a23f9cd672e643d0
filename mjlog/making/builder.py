"""Builds a record from deals, acts and lines that a program adds one by one.

Every act is a word or part of a word of the notation, so that every record built can be written.
After each act the referee replays the deal so far. An act that contradicts the record is always
refused; an act that breaks a rule is refused if the builder is `legal`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Final, Self

from mjlog.model.findings import Finding, errors
from mjlog.model.go_arounds import only_bonus
from mjlog.model.notebook_display import brief
from mjlog.model.record import (
    NOBODY,
    NOT_SAID,
    SAID_DRAWN,
    SAID_FROM_HAND,
    SEATS,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Deal,
    Discard,
    Draw,
    Exchange,
    Game,
    Header,
    Irregularity,
    Line,
    NoWin,
    Ready,
    Replace,
    Reveal,
    SetOut,
    Take,
    Turn,
    Win,
    points_word,
)
from mjlog.model.seat import Seat, SeatLike, seat_at
from mjlog.model.tiles import PILLAR, UNKNOWN, Tile
from mjlog.notation import read, write
from mjlog.notation.grammar import GrammarError
from mjlog.notation.lines.line_order import misfit, rank
from mjlog.notation.lines.statements import Fact
from mjlog.notation.play.spelling import spell
from mjlog.notation.play.tile_words import tiles_of
from mjlog.notation.play.words import memo
from mjlog.notation.reader import understood
from mjlog.referee.position import Position
from mjlog.rules import load

NONSENSE: Final = frozenset(
    {"deal.copies", "claim.held", "discard.drawn", "discard.held", "kong.held"}
)
"""Codes of what contradicts the record itself: tiles that are not there."""
_NEXT: Final = (SetOut, Replace, Reveal)
"""What goes on in a word that begins with bonus tiles laid out."""


class BuildError(ValueError):
    """Raised if the record cannot have what a call asks for; the message says why."""


class IllegalActError(BuildError):
    """Raised if the rules forbid an act; `finding` names the clause."""

    def __init__(self, finding: Finding) -> None:
        """Take the message and the clause from the finding."""
        law = finding.clause
        cited = f" ({law.number}: {law.text})" if law is not None else ""
        super().__init__(f"{finding.message}{cited}")
        self.finding = finding

    def __reduce__(self) -> tuple[type[IllegalActError], tuple[Finding]]:
        """Return how to copy the error for pickling: from its finding."""
        return type(self), (self.finding,)


class Builder:
    """A game that is being built under a rule set.

    `players` are names by seat. If `legal`, an act that breaks a rule is refused; otherwise the
    audit will find it. Methods return the builder and raise `BuildError`; a refused act or line is
    not recorded, but the turn before it may have been ended.
    """

    def __init__(self, rules: str, *players: str, legal: bool = False, **headers: str) -> None:
        self.rules = load(rules)
        self.seats = len(players) or max(self.rules.play.spec.seats)
        if self.seats not in self.rules.play.spec.seats:
            raise BuildError(f"{self.rules.name} is not played by {self.seats}")
        self.legal = legal
        named = players or (SEATS[: self.seats] if self.seats < len(SEATS) else "")
        heads = {**{key.replace("_", "-"): word for key, word in headers.items()}, "Rules": rules}
        heads |= dict(zip(SEATS, named, strict=False))
        self._headers = tuple(Header(key, word) for key, word in heads.items())
        self._deals: list[Deal] = []
        self._found: Counter[tuple[str, str]] = Counter()
        self._open: tuple[Act, ...] = ()
        self._position: Position | None = None

    def header(self, key: str, words: str) -> Self:
        """Add a header line, such as ``Ranking``, after those given to the constructor."""
        self._headers = (*self._headers, Header(key, words))
        return self

    # ------------------------------------------------------------------ deals

    def new_deal(self, label: str = "", *, dealer: SeatLike = "A", **attributes: object) -> Self:
        """Begin a deal, and end the turn that is not finished.

        `attributes` are further words of its header, as in ``honba=1``. Without a label the deal
        has its number.
        """
        self._close()
        pairs = {"dealer": self._seat(dealer), **attributes}
        words = tuple((name, str(word)) for name, word in pairs.items())
        self._deals.append(Deal(label or str(len(self._deals) + 1), words))
        self._found, self._position = Counter(), None
        return self

    def deal(self, seat: SeatLike, tiles: str, *, pillars: str | None = None) -> Self:
        """Record the tiles dealt to a player, written as in ``123m456p``.

        `pillars` are those of the pillars, besides `tiles`; None if the record does not say which.
        """
        apart = f"[{pillars}] " if pillars is not None else ""
        return self.line(f"deal {self._seat(seat)} {apart}{tiles}")

    # ------------------------------------------------------------------ acts

    def draw(self, tile: str = "?", *, seat: SeatLike | None = None) -> Self:
        """Draw a tile from the wall; without a name it is unknown."""
        return self.act(Draw(self._actor(seat), _tile(tile)))

    def replace(self, tile: str = "?", *, seat: SeatLike | None = None) -> Self:
        """Draw a replacement tile after a kong or bonus tiles."""
        return self.act(Replace(self._actor(seat), _tile(tile)))

    def discard(
        self,
        tile: str = "?",
        *,
        drawn: bool | None = None,
        ready: bool = False,
        face_down: bool = False,
        seat: SeatLike | None = None,
    ) -> Self:
        """Discard a tile, and declare ready with it if `ready`.

        `drawn` says whether it is the tile just drawn; None means that it is if its face is the
        same. A draw that was not recorded is added.
        """
        actor, face = self._actor(seat), _tile(tile)
        taken, manner = self._taken(actor, face, drawn)
        pillar = face >= PILLAR
        drop = Discard(actor, face & ~PILLAR, manner, face_down, ready, pillar)
        declared = (Ready(actor, drop.tile, face_down, pillar),) if ready else ()
        return self._add((*taken, *declared, drop))

    def call(self, tiles: str, *, seat: SeatLike) -> Self:
        """Claim the latest discard with two tiles of the player's hand, or three for a kong."""
        return self.act(Claim(self._seat(seat), _tiles(tiles)))

    def kong(self, tiles: str, *, seat: SeatLike | None = None) -> Self:
        """Lay down four tiles as a concealed kong, or add one tile to a pung."""
        actor, own = self._actor(seat), _tiles(tiles)
        if len(own) == 1:
            return self.act(AddedKong(actor, own[0]))
        return self.act(ConcealedKong(actor, own))

    def set_out(self, tiles: str, *, seat: SeatLike | None = None) -> Self:
        """Lay out bonus tiles."""
        return self.act(SetOut(self._actor(seat), _tiles(tiles)))

    def reveal(self, tile: str, *, seat: SeatLike | None = None) -> Self:
        """Turn up an indicator, as an act of the player at `seat` or to act."""
        return self.act(Reveal(self._actor(seat), _tile(tile)))

    def win(self, *, seat: SeatLike | None = None) -> Self:
        """Declare a win: a self-draw if the player's turn has begun, else on another's tile."""
        actor = self._actor(seat)
        return self.act(Win(actor, own_draw=any(act.seat == actor for act in self._open)))

    def irregularity(self, name: str, argument: str = "", *, seat: SeatLike | None = None) -> Self:
        """Record an irregularity, an act that the rules do not provide for."""
        return self.act(Irregularity(self._actor(seat), name, argument))

    def act(self, act: Act) -> Self:
        """Record any act, such as one of `Position.legal_acts`.

        A declaration of ready also makes its discard. If the turn begins with a kong or discard,
        the taking of a tile is added.
        """
        if isinstance(act, Ready):
            drop = Discard(
                act.seat, act.tile, NOT_SAID, act.face_down, ready=True, pillar=act.pillar
            )
            taken, manner = self._taken(act.seat, act.tile, None)
            return self._add((*taken, act, replace(drop, manner=manner)))
        takes = isinstance(act, ConcealedKong | AddedKong | Discard)
        if takes and not self._goes_on(act):
            return self._add((Take(act.seat), act))
        return self._add((act,))

    def play(self, word: str) -> Self:
        """Record a whole turn as one word of the notation, as in ``A:9m-1p``.

        Raises `BuildError` if it is no word of play.
        """
        self._close()
        try:
            turn = memo(self.seats).turn(self.to_act, word)
        except GrammarError as problem:
            raise BuildError(f"{word!r} is no turn: {problem}") from None
        self._must_go_on(next(iter(turn.acts), None))
        return self._lay(turn.acts, turn)

    # ------------------------------------------------------------------ lines

    def line(self, words: str) -> Self:
        """Record a fact, claim or ruling as a line of the notation, as in ``pay A>C 12``.

        Raises `BuildError` if it is no line of a deal, or does not fit the table.
        """
        try:
            fact = understood(words.strip())
        except GrammarError as problem:
            raise BuildError(f"{words!r} is no line of a deal: {problem}") from None
        if not isinstance(fact, Fact):
            raise BuildError(f"{words!r} is no line of a deal that mjlog knows")
        misfits = misfit(fact.content, self.seats)
        if misfits:
            raise BuildError(f"{words!r} cannot be about this table: {misfits}")
        if rank(fact.content) >= rank(NoWin("wall")):
            self._close()
        deal = self._deal
        lines = sorted((*deal.lines, Line(fact.content, fact.comment)), key=_place)
        kept = replace(deal, lines=tuple(lines))
        self._try(self._with_open_turn(kept), whole=not isinstance(fact.content, Exchange))
        self._deals[-1] = kept
        return self

    def exchange(self, passes: Mapping[str, str], *, name: str = "") -> Self:
        """Pass tiles between players at the same time, as in ``{"A>B": "123m", "B>A": "456p"}``."""
        groups = ", ".join(f"{pair} {tiles}" for pair, tiles in passes.items())
        return self.line(" ".join(each for each in ("exchange", name, groups) if each))

    def no_win(self, how: str = "wall", name: str = "", *, by: str = "") -> Self:
        """End the deal without a winner.

        `how` is ``wall``, ``abort`` (with the cause as `name`) or ``void``; `by` is the seat that
        aborted it.
        """
        return self.line(
            " ".join(each for each in ("draw", how, name, f"by={by}" if by else "") if each)
        )

    def won(self, seat: SeatLike, tile: str, source: str = "self") -> Self:
        """Record who won on which tile.

        `source` is ``self``, ``from A`` or ``rob A``.
        """
        return self.line(f"win {self._seat(seat)} {tile} {source}")

    def show(self, seat: SeatLike, tiles: str, *melds: str) -> Self:
        """Record a hand laid open: its tiles, and its melds with their signs.

        For example ``show("C", "33m234p", "+999m")``.
        """
        return self.line(f"show {self._seat(seat)} {' '.join((*melds, tiles))}")

    def fan(self, seat: SeatLike, items: Mapping[str, int | None]) -> Self:
        """Record the items of a hand with the points that the sheet counts; None is unknown."""
        counted = ", ".join(f"{name} {points_word(points)}" for name, points in items.items())
        return self.line(f"fan {self._seat(seat)} {counted}")

    def pay(self, payments: Mapping[str, int | None], *, cause: str = "") -> Self:
        """Record who pays whom how much, as in ``{"A>C": 12, "B>C": None}``; None is unknown."""
        paid = ", ".join(f"{pair} {points_word(points)}" for pair, points in payments.items())
        return self.line(f"pay {paid}{f' for={cause}' if cause else ''}")

    def net(self, *points: int | None) -> Self:
        """Record how the deal changes the points, one number for each seat; None is unknown."""
        return self.line(" ".join(("net", *(points_word(point) for point in points))))

    def score(self, *points: int | None) -> Self:
        """Record the points after the deal, one number for each seat; None is unknown."""
        return self.line(" ".join(("score", *(points_word(point) for point in points))))

    # ------------------------------------------------------------------ what there is so far

    @property
    def position(self) -> Position:
        """The position of the table after all acts so far.

        Raises `BuildError` before the first deal.
        """
        if self._position is None:
            *_, self._position = self._deal_so_far().steps(self.rules, seats=self.seats)
        return self._position

    @property
    def to_act(self) -> Seat:
        """The seat whose turn it is; NOBODY after a win that ends the deal."""
        return self.position.to_act

    def game(self) -> Game:
        """Return the game so far; end the unfinished turn.

        Its text is canonical and reads as the same game. Raises `BuildError` if it would not.
        """
        self._close()
        game = Game(self._headers, tuple(self._deals))
        again = read(write(game))
        wrong = errors(again.findings)
        if wrong:
            raise BuildError(wrong[0].message)
        if again != game:
            raise BuildError("the record would read as another one than was built")
        return again

    def __str__(self) -> str:
        """Return the text of the record so far."""
        return write(Game(self._headers, (*self._deals[:-1], *self._unfinished())))

    def __repr__(self) -> str:
        """Return the rules, the number of deals, and the number of turns in the last deal."""
        turns = len(self._deals[-1].turns) if self._deals else 0
        words = f"{self.rules.header}: deal {len(self._deals)}, {turns} turns"
        return brief("Builder", f"{words}{', legal acts only' if self.legal else ''}")

    # ------------------------------------------------------------------ turns in the making

    @property
    def _deal(self) -> Deal:
        if not self._deals:
            raise BuildError("there is no deal yet: begin one with new_deal()")
        return self._deals[-1]

    def _unfinished(self) -> Iterator[Deal]:
        if self._deals:
            yield self._deal_so_far()

    def _deal_so_far(self) -> Deal:
        """Return the last deal, including its unfinished turn."""
        return self._with_open_turn(self._deal)

    def _with_open_turn(self, deal: Deal) -> Deal:
        if not self._open:
            return deal
        return _with_turn(deal, _turn(self._open))

    def _actor(self, seat: SeatLike | None) -> int:
        """Return the given seat; without one, the seat whose turn it is."""
        if seat is not None:
            return self._seat(seat)
        if self._open:
            return self._open[0].seat
        return max(0, self.to_act)

    def _seat(self, seat: SeatLike) -> Seat:
        """Return a seat of the table. Raises BuildError if there is none."""
        try:
            return seat_at(seat, self.seats)
        except ValueError as problem:
            raise BuildError(str(problem)) from None

    def _goes_on(self, act: Act) -> bool:
        """Return whether an act belongs to the unfinished turn."""
        if not self._open or act.seat != self._open[0].seat:
            return False
        before_play = isinstance(self._open[0], SetOut)
        return not isinstance(act, Irregularity) and (not before_play or isinstance(act, _NEXT))

    def _taken(self, seat: int, tile: Tile, drawn: bool | None) -> tuple[tuple[Act, ...], int]:
        """Return the acts that take a tile before this discard, and the manner of the discard.

        The acts are empty if the player's turn has begun. The manner says whether the drawn tile is
        discarded. Raises `BuildError` if `drawn` is True but another or an unknown tile was drawn.
        """
        if not self._goes_on(Discard(seat, tile)):
            if drawn:
                return ((Draw(seat, tile),), SAID_DRAWN)
            return ((Take(seat),), NOT_SAID)
        latest = self._open[-1]
        face = latest.tile if isinstance(latest, Draw | Replace) else None
        if drawn and face == UNKNOWN and tile != UNKNOWN:
            raise BuildError("name the tile when it is drawn: draw('9m'), then discard('9m')")
        if drawn and face != tile:
            raise BuildError("the tile discarded is not the one just drawn")
        return (), SAID_DRAWN if drawn is not False and face == tile else SAID_FROM_HAND

    def _add(self, acts: tuple[Act, ...]) -> Self:
        """Add acts of one player, in their order; first end the turn of another player."""
        self._must_go_on(acts[-1])
        if not self._goes_on(acts[0]):
            self._close()
        acts = (*self._open, *acts)
        ends = isinstance(acts[-1], Discard | Win | Irregularity)
        return self._lay(acts, self._spell_word(acts) if ends else None)

    def _lay(self, acts: tuple[Act, ...], ended: Turn | None) -> Self:
        """Add acts to the deal if the referee accepts them.

        `ended` is the finished turn that has these acts; None if the turn goes on.
        """
        deal = _with_turn(self._deal, ended or _turn(acts))
        self._try(deal)
        if ended is not None:
            self._deals[-1] = deal
        self._open = () if ended else acts
        return self

    def _close(self) -> None:
        """End the unfinished turn, if there is one; raise `BuildError` if no word says it."""
        if self._open:
            self._deals[-1] = _with_turn(self._deal, self._spell_word(self._open))
            self._open = ()

    def _spell_word(self, acts: Sequence[Act]) -> Turn:
        """Return the turn of these acts.

        Raises `BuildError` if no word of the notation reads as the same turn.
        """
        turn = _turn(acts)
        try:
            turn_read = memo(self.seats).turn(turn.seat, turn.word)
        except GrammarError:
            turn_read = None
        if turn_read is None or turn_read.acts != turn.acts:
            raise BuildError(f"no word of the notation says this turn: {turn.word!r} is nearest")
        return turn_read

    def _must_go_on(self, act: Act | None) -> None:
        """Raise `BuildError` if the deal is over, or if none has begun.

        After a win, further wins and irregularities are allowed.
        """
        deal = self._deal
        if any(isinstance(line.content, NoWin) for line in deal.lines):
            raise BuildError("the deal is over: it ended without a winner")
        over = self.position.to_act == NOBODY and not isinstance(act, Win | Irregularity)
        if over and self.position.winners:
            raise BuildError(f"the deal is over: {self.position.winners[0]} has won")

    # ------------------------------------------------------------------ the referee

    def _try(self, deal: Deal, *, whole: bool = True) -> None:
        """Raise if the referee finds something new in the deal that must be refused.

        Stores the findings and the position. `whole` is False for one of several exchanges: then a
        missing exchange is no finding.
        """
        *_, position = deal.steps(self.rules, seats=self.seats)
        findings = [each for each in position.findings if whole or each.place.step]
        counts = Counter(attrgetter("code", "message")(each) for each in findings)
        new = [f for f in findings if (f.code, f.message) in counts - self._found]
        for finding in new:
            self._refuse(finding)
        self._found, self._position = counts, position

    def _refuse(self, finding: Finding) -> None:
        if finding.code in NONSENSE:
            raise BuildError(finding.message)
        if self.legal and finding.severity == "error":
            raise IllegalActError(finding)


def _with_turn(deal: Deal, turn: Turn) -> Deal:
    """Return the deal with one more turn at its end.

    If the deal begins with bonus tiles laid out, these are go-around 0.
    """
    turns = (*deal.turns, turn)
    return replace(deal, turns=turns, jumps=((0, 0),) if only_bonus(turns[0]) else ())


def _turn(acts: Sequence[Act]) -> Turn:
    return Turn(acts[0].seat, spell(acts), tuple(acts))


def _place(line: Line) -> int:
    return rank(line.content)


def _tiles(words: str) -> tuple[Tile, ...]:
    tiles = tiles_of(words)
    if tiles is None:
        raise BuildError(f"{words!r} is no tile: tiles are written as in 27m5s1z, ? for unknown")
    return tiles


def _tile(word: str) -> Tile:
    tiles = _tiles(word)
    if len(tiles) != 1:
        raise BuildError(f"{word!r} is {len(tiles)} tiles; one is asked for")
    return tiles[0]
