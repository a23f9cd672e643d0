"""Builds a record from deals, acts and lines that a program adds one by one.

Every act is a word or part of a word of the notation, so that every record built can be written.
After each act the referee replays the deal so far. An act that contradicts the record is always
refused; an act that breaks a rule is refused if the builder is `legal`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Final, Self

from mjlog.model.findings import Finding, errors
from mjlog.model.go_arounds import only_bonus
from mjlog.model.notebook_display import brief
from mjlog.model.record import (
    MANNER_DRAWN,
    MANNER_FROM_HAND,
    MANNER_UNKNOWN,
    NOBODY,
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
from mjlog.notation.lines.line_order import misfit_message, rank
from mjlog.notation.lines.statements import Fact
from mjlog.notation.play.spelling import spell
from mjlog.notation.play.tile_words import tiles_of
from mjlog.notation.play.words import memo
from mjlog.notation.reader import read_statement
from mjlog.referee.position import Position
from mjlog.rules import load

NONSENSE: Final = frozenset(
    {"deal.copies", "claim.held", "discard.drawn", "discard.held", "kong.held"}
)
"""Codes of acts that contradict the record itself, because the tiles cannot be there."""
_NEXT: Final = (SetOut, Replace, Reveal)
"""Acts that can continue a turn before play, which begins with bonus tiles laid out."""


class BuildError(ValueError):
    """Raised if a call asks for something that the record cannot contain. The message says why."""


class IllegalActError(BuildError):
    """Raised if the rules forbid an act.

    `finding` has the message and the clause that the act breaks.
    """

    def __init__(self, finding: Finding) -> None:
        """Build the error message from the finding's message and the rule that the act breaks."""
        law = finding.clause
        cited = f" ({law.number}: {law.text})" if law is not None else ""
        super().__init__(f"{finding.message}{cited}")
        self.finding = finding

    def __reduce__(self) -> tuple[type[IllegalActError], tuple[Finding]]:
        """Return the class and the finding from which unpickling builds the error again."""
        return type(self), (self.finding,)


class Builder:
    """Builds a game act by act under a rule set.

    `players` are the names of the players, in the order of their seats. If `legal` is true, an act
    that breaks a rule is refused; otherwise it is recorded, and an audit will find the error.
    Methods return the builder itself, and raise `BuildError` if an act or line is refused. A
    refused act or line is not recorded, but the turn before it may have been ended.
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
        """Add a header line, such as ``Ranking``, after the headers given to the constructor.

        `key` is the name of the header, and `words` is its value.
        """
        self._headers = (*self._headers, Header(key, words))
        return self

    # ------------------------------------------------------------------ deals

    def new_deal(self, label: str = "", *, dealer: SeatLike = "A", **attributes: object) -> Self:
        """End the unfinished turn, and begin a new deal.

        `attributes` are further words of the deal's header: ``honba=1`` adds the word ``honba=1``.
        Without a label, the label is the number of the deal. `dealer` is the dealer's seat.
        """
        self._close()
        pairs = {"dealer": self._seat(dealer), **attributes}
        words = tuple((name, str(word)) for name, word in pairs.items())
        self._deals.append(Deal(label or str(len(self._deals) + 1), words))
        self._found, self._position = Counter(), None
        return self

    def deal(self, seat: SeatLike, tiles: str, *, pillars: str | None = None) -> Self:
        """Record the tiles dealt to a player, for example ``deal("A", "123m456p")``.

        `pillars` are the tiles set apart in some games; do not repeat them in `tiles`. None means
        that the record does not say which tiles are pillars.
        """
        apart = f"[{pillars}] " if pillars is not None else ""
        return self.line(f"deal {self._seat(seat)} {apart}{tiles}")

    # ------------------------------------------------------------------ acts

    def draw(self, tile: str = "?", *, seat: SeatLike | None = None) -> Self:
        """Record that a player draws a tile from the wall. ``?`` is an unknown tile.

        Without `seat`, the player is the one whose turn it is.
        """
        return self.act(Draw(self._actor(seat), _tile(tile)))

    def replace(self, tile: str = "?", *, seat: SeatLike | None = None) -> Self:
        """Record that a player draws a replacement tile after a kong or bonus tiles.

        ``?`` is an unknown tile. Without `seat`, the player is the one whose turn it is.
        """
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
        """Record a discard, and a declaration of ready with it if `ready` is true.

        `drawn` says whether the tile is the one just drawn; None means that it is, if the two tiles
        are equal. If the player's draw was not recorded, a draw is added. Without `seat`, the
        player is the one whose turn it is. `face_down` says whether the tile is laid face down.
        """
        actor, face = self._actor(seat), _tile(tile)
        taken, manner = self._taken(actor, face, drawn)
        pillar = face >= PILLAR
        drop = Discard(actor, face & ~PILLAR, manner, face_down, ready, pillar)
        declared = (Ready(actor, drop.tile, face_down, pillar),) if ready else ()
        return self._add((*taken, *declared, drop))

    def call(self, tiles: str, *, seat: SeatLike) -> Self:
        """Record that a player claims the latest discard for a set.

        `tiles` are the player's own tiles of the set: two, or three for a kong.
        """
        return self.act(Claim(self._seat(seat), _tiles(tiles)))

    def kong(self, tiles: str, *, seat: SeatLike | None = None) -> Self:
        """Record a concealed kong of four tiles, or one tile that is added to a pung.

        Without `seat`, the player is the one whose turn it is.
        """
        actor, own = self._actor(seat), _tiles(tiles)
        if len(own) == 1:
            return self.act(AddedKong(actor, own[0]))
        return self.act(ConcealedKong(actor, own))

    def set_out(self, tiles: str, *, seat: SeatLike | None = None) -> Self:
        """Record that a player lays out bonus tiles.

        Without `seat`, the player is the one whose turn it is.
        """
        return self.act(SetOut(self._actor(seat), _tiles(tiles)))

    def reveal(self, tile: str, *, seat: SeatLike | None = None) -> Self:
        """Record that a player turns up an indicator, such as a dora indicator after a kong.

        Without `seat`, the player is the one whose turn it is.
        """
        return self.act(Reveal(self._actor(seat), _tile(tile)))

    def win(self, *, seat: SeatLike | None = None) -> Self:
        """Record that a player declares a win.

        The win is a self-draw if the player's turn has begun, otherwise it is a win on another
        player's tile. Without `seat`, the player is the one whose turn it is.
        """
        actor = self._actor(seat)
        return self.act(Win(actor, own_draw=any(act.seat == actor for act in self._open)))

    def irregularity(self, name: str, argument: str = "", *, seat: SeatLike | None = None) -> Self:
        """Record an irregularity: an act that the rules do not provide for, such as a false win.

        `argument` has details, such as a tile. Without `seat`, the player is the one whose turn it
        is. `name` is the word for the irregularity.
        """
        return self.act(Irregularity(self._actor(seat), name, argument))

    def act(self, act: Act) -> Self:
        """Record any act, for example one of `Position.legal_acts`.

        A declaration of ready also records its discard. If the player's turn begins with a kong or
        a discard, an act that stands for an unrecorded draw is added before it.
        """
        if isinstance(act, Ready):
            drop = Discard(
                act.seat, act.tile, MANNER_UNKNOWN, act.face_down, ready=True, pillar=act.pillar
            )
            taken, manner = self._taken(act.seat, act.tile, None)
            return self._add((*taken, act, replace(drop, manner=manner)))
        takes = isinstance(act, ConcealedKong | AddedKong | Discard)
        if takes and not self._goes_on(act):
            return self._add((Take(act.seat), act))
        return self._add((act,))

    def play(self, word: str) -> Self:
        """Record a whole turn, written as a word of the notation such as ``A:9m-1p``.

        Raise `BuildError` if the word cannot be read as a turn.
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
        """Record a line of the notation other than a turn, such as ``pay A>C 12``.

        Raise `BuildError` if the line cannot be read, is not a line of a deal, or names a seat that
        the table does not have.
        """
        try:
            fact = read_statement(words.strip())
        except GrammarError as problem:
            raise BuildError(f"{words!r} is no line of a deal: {problem}") from None
        if not isinstance(fact, Fact):
            raise BuildError(f"{words!r} is no line of a deal that mjlog knows")
        misfits = misfit_message(fact.content, self.seats)
        if misfits:
            raise BuildError(f"{words!r} cannot be about this table: {misfits}")
        if rank(fact.content) >= rank(NoWin("wall")):
            self._close()
        deal = self._deal
        lines = [*deal.lines, Line(fact.content, fact.comment)]
        lines.sort(key=lambda line: rank(line.content))
        kept = replace(deal, lines=tuple(lines))
        self._try(self._with_open_turn(kept), whole=not isinstance(fact.content, Exchange))
        self._deals[-1] = kept
        return self

    def exchange(self, passes: Mapping[str, str], *, name: str = "") -> Self:
        """Record that players pass tiles to each other, as in ``{"A>B": "123m", "B>A": "456p"}``.

        `name` names the exchange; without a name it happens before play.
        """
        groups = ", ".join(f"{pair} {tiles}" for pair, tiles in passes.items())
        return self.line(" ".join(each for each in ("exchange", name, groups) if each))

    def no_win(self, how: str = "wall", name: str = "", *, by: str = "") -> Self:
        """Record that the deal ends without a winner.

        `how` is ``wall`` (the wall is exhausted), ``abort`` (with the reason in `name`) or
        ``void``. `by` is the seat that ended the deal early.
        """
        return self.line(
            " ".join(each for each in ("draw", how, name, f"by={by}" if by else "") if each)
        )

    def won(self, seat: SeatLike, tile: str, source: str = "self") -> Self:
        """Record who won on which tile.

        `source` is ``self`` for a self-draw, ``from A`` for a discard of A, or ``rob A`` for a
        robbed kong.
        """
        return self.line(f"win {self._seat(seat)} {tile} {source}")

    def show(self, seat: SeatLike, tiles: str, *melds: str) -> Self:
        """Record a hand that a player shows at the end: its concealed tiles, then its melds.

        A meld is a word such as ``+999m``, whose first sign is the kind of meld. For example
        ``show("C", "33m234p", "+999m")``.
        """
        return self.line(f"show {self._seat(seat)} {' '.join((*melds, tiles))}")

    def fan(self, seat: SeatLike, items: Mapping[str, int | None]) -> Self:
        """Record the items that a score sheet counts for a hand, with their points.

        For example ``fan("B", {"riichi": 1})``. Points of None are unknown.
        """
        counted = ", ".join(f"{name} {points_word(points)}" for name, points in items.items())
        return self.line(f"fan {self._seat(seat)} {counted}")

    def pay(self, payments: Mapping[str, int | None], *, cause: str = "") -> Self:
        """Record the payments of a deal, as in ``{"A>C": 12, "B>C": None}``.

        An amount of None is unknown. `cause` says what the payments are for, if not for the winning
        hand.
        """
        paid = ", ".join(f"{pair} {points_word(points)}" for pair, points in payments.items())
        return self.line(f"pay {paid}{f' for={cause}' if cause else ''}")

    def net(self, *points: int | None) -> Self:
        """Record how many points each seat gains or loses in the deal, one number for each seat.

        None stands for an unknown number.
        """
        return self.line(" ".join(("net", *(points_word(point) for point in points))))

    def score(self, *points: int | None) -> Self:
        """Record the points of each seat after the deal, one number for each seat.

        None stands for an unknown number.
        """
        return self.line(" ".join(("score", *(points_word(point) for point in points))))

    # ------------------------------------------------------------------ the game so far

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
        """The seat whose turn it is; `NOBODY` after a win that ends the deal."""
        return self.position.to_act

    def game(self) -> Game:
        """End the unfinished turn, and return the game built so far.

        Raise `BuildError` if the text of the game could not be read as the same game again.
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
        """Return the text of the record so far, including the unfinished turn."""
        unfinished = [self._deal_so_far()] if self._deals else []
        return write(Game(self._headers, (*self._deals[:-1], *unfinished)))

    def __repr__(self) -> str:
        """Return a short description: rules, number of deals, number of turns in the last deal."""
        turns = len(self._deals[-1].turns) if self._deals else 0
        words = f"{self.rules.header}: deal {len(self._deals)}, {turns} turns"
        return brief("Builder", f"{words}{', legal acts only' if self.legal else ''}")

    # ------------------------------------------------------------------ turns in the making

    @property
    def _deal(self) -> Deal:
        if not self._deals:
            raise BuildError("there is no deal yet: begin one with new_deal()")
        return self._deals[-1]

    def _deal_so_far(self) -> Deal:
        """Return the last deal, including its unfinished turn."""
        return self._with_open_turn(self._deal)

    def _with_open_turn(self, deal: Deal) -> Deal:
        if not self._open:
            return deal
        return _with_turn(deal, _turn(self._open))

    def _actor(self, seat: SeatLike | None) -> int:
        """Return the number of the given seat, or of the seat whose turn it is if none is given."""
        if seat is not None:
            return self._seat(seat)
        if self._open:
            return self._open[0].seat
        return max(0, self.to_act)

    def _seat(self, seat: SeatLike) -> Seat:
        """Convert a seat, given for example as a letter, into its number.

        Raise `BuildError` if the table has no such seat.
        """
        try:
            return seat_at(seat, self.seats)
        except ValueError as problem:
            raise BuildError(str(problem)) from None

    def _goes_on(self, act: Act) -> bool:
        """Return whether an act continues the unfinished turn.

        If not, the act begins a new turn.
        """
        if not self._open or act.seat != self._open[0].seat:
            return False
        before_play = isinstance(self._open[0], SetOut)
        return not isinstance(act, Irregularity) and (not before_play or isinstance(act, _NEXT))

    def _taken(self, seat: int, tile: Tile, drawn: bool | None) -> tuple[tuple[Act, ...], int]:
        """Return the act to add before a discard, if any, and the way to record the discard.

        The first value is a tuple with at most one act: if the player's turn has not begun, a draw,
        or an act that stands for an unrecorded draw. The second value is a constant that says
        whether the drawn tile is discarded. Raise `BuildError` if `drawn` is True but `tile` is not
        the tile just drawn.
        """
        if not self._goes_on(Discard(seat, tile)):
            if drawn:
                return ((Draw(seat, tile),), MANNER_DRAWN)
            return ((Take(seat),), MANNER_UNKNOWN)
        latest = self._open[-1]
        face = latest.tile if isinstance(latest, Draw | Replace) else None
        if drawn and face == UNKNOWN and tile != UNKNOWN:
            raise BuildError("name the tile when it is drawn: draw('9m'), then discard('9m')")
        if drawn and face != tile:
            raise BuildError("the tile discarded is not the one just drawn")
        return (), MANNER_DRAWN if drawn is not False and face == tile else MANNER_FROM_HAND

    def _add(self, acts: tuple[Act, ...]) -> Self:
        """Add acts of one player, in their order.

        If the acts do not continue the unfinished turn, end that turn first.
        """
        self._must_go_on(acts[-1])
        if not self._goes_on(acts[0]):
            self._close()
        acts = (*self._open, *acts)
        ends = isinstance(acts[-1], Discard | Win | Irregularity)
        return self._lay(acts, self._spell_word(acts) if ends else None)

    def _lay(self, acts: tuple[Act, ...], ended: Turn | None) -> Self:
        """Let the referee check the acts of the present turn, then store them.

        `acts` are all acts of the turn. If the turn is finished, `ended` is the turn as it is
        written in the record, and the turn is added to the deal; otherwise `ended` is None.
        """
        deal = _with_turn(self._deal, ended or _turn(acts))
        self._try(deal)
        if ended is not None:
            self._deals[-1] = deal
        self._open = () if ended else acts
        return self

    def _close(self) -> None:
        """End the unfinished turn, if there is one.

        Raise `BuildError` if the notation has no word for the turn.
        """
        if self._open:
            self._deals[-1] = _with_turn(self._deal, self._spell_word(self._open))
            self._open = ()

    def _spell_word(self, acts: Sequence[Act]) -> Turn:
        """Return the turn that consists of these acts, with its word in the notation.

        Raise `BuildError` if no word of the notation can be read as the same turn.
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
        """Raise `BuildError` if `act` cannot follow, because the deal is over or no deal has begun.

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
        """Let the referee check the deal, and store its findings and the position at the end.

        For each new finding, raise `IllegalActError` if it is an error and the builder refuses
        illegal acts, or `BuildError` if the act makes no sense in any game. Pass `whole` as False
        while exchanges are being added, so that missing exchanges are not reported.
        """
        *_, position = deal.steps(self.rules, seats=self.seats)
        findings = [each for each in position.findings if whole or each.place.step]
        counts = Counter(attrgetter("code", "message")(each) for each in findings)
        new = [f for f in findings if (f.code, f.message) in counts - self._found]
        for finding in new:
            if finding.code in NONSENSE:
                raise BuildError(finding.message)
            if self.legal and finding.severity == "error":
                raise IllegalActError(finding)
        self._found, self._position = counts, position


def _with_turn(deal: Deal, turn: Turn) -> Deal:
    """Return a copy of the deal with `turn` added at its end.

    If the first turn of the deal only lays out bonus tiles, the go-arounds (rows of turns in the
    written record) are numbered from 0 instead of 1.
    """
    turns = (*deal.turns, turn)
    return replace(deal, turns=turns, jumps=((0, 0),) if only_bonus(turns[0]) else ())


def _turn(acts: Sequence[Act]) -> Turn:
    return Turn(acts[0].seat, spell(acts), tuple(acts))


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
