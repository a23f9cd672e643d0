"""Reads one word of play as a `Turn`.

A tree of the grammar becomes acts, and a cache saves doing this twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, Final

from mjlog.model.record import (
    MANNER_DRAWN,
    MANNER_FROM_HAND,
    MANNER_UNKNOWN,
    SEATS,
    UNREADABLE,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Draw,
    Irregularity,
    Ready,
    Replace,
    Reveal,
    Seat,
    SetOut,
    Take,
    Turn,
    Win,
)
from mjlog.model.tiles import (
    BONUS,
    KINDS,
    PILLAR,
    RED,
    TILES,
    UNKNOWN,
    Tile,
    from_pillars,
    plain,
    refines,
)
from mjlog.notation.grammar import GrammarError
from mjlog.notation.play.spelling import implied_set_out, spell
from mjlog.notation.play.tile_words import hand_of, tiles_of
from mjlog.notation.play.word_shapes import Piece, pieces_by_shape

_MOST: Final = 1 << 14
_LONGEST: Final = 48
_LONGEST_PLAIN: Final = len("2s-8m")
"""Limits of the cache of words.

They are the maximum number of words of a seat, and the maximum length of a word and of a plain
word.
"""


class Sense:
    """Converts the pieces of a word of play into acts; each method adds the act of one piece.

    `batch` are the tiles drawn last. `owed` is ``kong`` or ``bonus`` if a replacement tile must
    follow, otherwise empty. `is_unreplaced` is True after ``/x`` (no replacement). The methods
    raise `GrammarError` for a piece that makes no sense.
    """

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.acts: list[Act] = []
        self.batch: tuple[Tile, ...] = ()
        self.owed = ""
        self.is_unreplaced = False
        self.column = 1

    def draw(self, text: str) -> None:
        """Add the draw of a tile, such as ``2s`` in ``2s-8m``, to the acts of the turn.

        Raises `GrammarError` if the tile is marked as a pillar (a tile set apart), which cannot be
        drawn.
        """
        tile = _tile(text)
        self._must(not tile & PILLAR, text, "a tile that did not come from the pillars")
        self.acts.append(Draw(self.seat, tile))
        self.batch = (tile,)

    def unseen(self, _text: str) -> None:
        """Add the draw of an unknown tile, written as ``-`` before a discard (``-8m``)."""
        self.draw("?")

    def claim(self, text: str) -> None:
        """Add a claim, written as ``+`` and the own tiles (``+99m``), to the acts of the turn.

        Raises `GrammarError` if there are not two tiles, or three for a kong.
        """
        tiles = _tiles(text)
        self._must(2 <= len(tiles) <= 3, text, "two tiles of a chow or pung, three of a kong")
        self.acts.append(Claim(self.seat, tiles))
        self.owed = "kong" if len(tiles) == 3 else ""

    def concealed(self, text: str) -> None:
        """Add a concealed kong, written as ``*5555z``, to the acts of the turn.

        Raises `GrammarError` if there are not four tiles.
        """
        tiles = _tiles(text)
        self._must(len(tiles) == 4, text, "the four tiles of a kong")
        self._begin()
        self.acts.append(ConcealedKong(self.seat, tiles))
        self.owed = "kong"

    def added(self, text: str) -> None:
        """Add an added kong (tile added to a pung), written as ``^5z``, to the acts of the turn."""
        self._begin()
        self.acts.append(AddedKong(self.seat, _tile(text)))
        self.owed = "kong"

    def setout(self, text: str) -> None:
        """Add the laying out of bonus tiles, written as ``&36f``, to the acts of the turn.

        At the beginning of a word, this happens before play, without a draw.
        """
        if self.acts:
            self._settle()
        self.acts.append(SetOut(self.seat, _tiles(text)))
        self.owed, self.batch = "bonus", ()

    def replaced(self, text: str) -> None:
        """Add the drawing of replacement tiles, written as ``/7s1f``, to the acts of the turn.

        ``/`` alone means one unknown tile. If the word does not say what is replaced, an act of
        laying out is added before: it lays out the bonus tiles among the tiles drawn last, or else
        the last of these tiles. Raises `GrammarError` if a tile is marked as a pillar (a tile set
        apart).
        """
        tiles = tiles_of(text) or (UNKNOWN,)
        self._must(
            not any(map(from_pillars, tiles)),
            text,
            "a tile that did not come from the pillars",
        )
        if self.batch and not self.owed:
            self.acts.append(SetOut(self.seat, implied_set_out(self.batch) or self.batch[-1:]))
        self.acts.extend(Replace(self.seat, tile) for tile in tiles)
        self.owed, self.batch = "", tiles

    def unreplaced(self, text: str) -> None:
        """Note that the player drew no replacement tile, written as ``/x``; this adds no act.

        Raises `GrammarError` if no kong, bonus tiles or claim comes before it.
        """
        claimed = self.acts and isinstance(self.acts[-1], Claim | Reveal) and not self.batch
        self._must(bool(self.owed or claimed), text, "a kong, bonus tiles or a claim before it")
        self.owed, self.batch, self.is_unreplaced = "", (), True

    def turned(self, text: str) -> None:
        """Add the turning up of an indicator, written as ``=3p``, to the acts of the turn."""
        tile = _tile(text)
        self._must(not tile & PILLAR, text, "an indicator, which is no pillar")
        self.acts.append(Reveal(self.seat, tile))

    def win(self, text: str) -> None:
        """Add a win, written as ``#``, to the acts of the turn.

        It is a win on a discard if ``#`` is the whole word, otherwise a self-drawn win. Raises
        `GrammarError` if ``#`` comes directly after a chow or a pung, without ``/x`` between them.
        """
        self._settle(but="bonus")
        if self.acts:
            claimed_last = not self.batch and self.owed != "bonus"
            can_win = self.is_unreplaced or not claimed_last
            self._must(can_win, text, "a win on a tile drawn, or `#` by itself")
        self.acts.append(Win(self.seat, own_draw=bool(self.acts)))

    def drop(self, text: str) -> None:
        """Add a discard, such as ``8m``, ``9m.`` (the drawn tile) or ``_4z!`` (face down, ready).

        If ``!``, or a tile face down that is not named, declares ready, this act is added before
        the discard. Raises `GrammarError` if a pillar (a tile set apart) is marked as the drawn
        tile.
        """
        face_down, drawn, ready = text[0] == "_", "." in text, text[-1] == "!"
        named = text.strip("_.!")
        tile = _tile(named) if named else UNKNOWN
        pillar = tile & PILLAR != 0
        self._must(not (drawn and pillar), text, "either a drawn tile or a pillar")
        if drawn:
            tile = self._thrown(tile)
            manner = MANNER_DRAWN
        else:
            self._settle()
            manner = MANNER_FROM_HAND if self.acts else MANNER_UNKNOWN
            self._begin()
        ready = ready or (face_down and not named and not drawn)
        if ready:
            self.acts.append(Ready(self.seat, plain(tile), face_down, pillar))
        self.acts.append(Discard(self.seat, plain(tile), manner, face_down, ready, pillar))

    def _begin(self) -> None:
        if self.acts:
            self._settle()
        else:
            self.acts.append(Take(self.seat))

    def _settle(self, but: str = "") -> None:
        """Add the draw of an unknown replacement tile if it is due and the word does not write it.

        A draw is due after a kong and after bonus tiles. If `but` is ``kong`` or ``bonus``, no draw
        is added after this kind of act.
        """
        if self.owed and self.owed != but:
            self.acts.append(Replace(self.seat, UNKNOWN))
            self.owed, self.batch = "", (UNKNOWN,)

    def _thrown(self, tile: Tile) -> Tile:
        """Return the tile of a discard that is marked as the drawn tile, such as ``9m.``.

        If the word has no draw, a draw of this tile is added. If the draw or the discard says less
        about the tile, such as only its suit, both get the tile that says more. If they contradict
        each other (``4p-1p.``), both stay, and a later check of the play reports this.
        """
        if not self.acts:
            self.acts.append(Draw(self.seat, tile))
            return tile
        self._settle()
        taken = self.batch[-1] if self.batch else tile
        clearest = tile if refines(tile, taken) else taken
        if not self.batch or not refines(clearest, tile):
            return tile
        for index in range(len(self.acts) - 1, -1, -1):
            act = self.acts[index]
            if isinstance(act, Draw | Replace):
                self.acts[index] = replace(act, tile=clearest)
                break
        return clearest

    def _must(self, holds: bool, found: str, expected: str) -> None:
        if not holds:
            raise GrammarError(1, self.column, found, (expected,))


def turn_by_grammar(seat: Seat, word: str, seats: int) -> Turn:
    """Read a turn, such as ``2s-8m``, by the grammar, and return it as an object.

    `word` is the text, `seat` is the player who acts unless the text names a seat, `seats` the
    number of players. Raises `GrammarError` if the text is no turn.
    """
    from mjlog.notation.play.word_trees import pieces_of

    named, stood, pieces = pieces_of(word)
    return make(seat, named, stood, pieces, seats)


SEATS_TO: Final = ("", "a seat, A to A", "a seat, A to B", "a seat, A to C", "a seat, A to D")
"""Texts that can be in front of a word, by the number of players, for messages."""


def make(seat: Seat, named: str, stood: str, pieces: tuple[Piece, ...], seats: int) -> Turn:
    """Build the turn of a player from its pieces: (kind of act, text, column).

    For example, ``2s-8m`` has two pieces, a draw and a discard. `named` is the letter of the seat
    in the text, and `stood` its ``~``; either may be empty. If `named` is empty, `seat` is the
    player. Raises `GrammarError` if the pieces contradict one another, or if the game has no such
    seat.
    """
    if named:
        seat = SEATS.index(named.upper())
        if seat >= seats:
            raise GrammarError(1, 1, named.upper(), (SEATS_TO[seats],))
    if pieces[0][0] == "irregular":
        name, _, argument = pieces[0][1].partition("=")
        acts: tuple[Act, ...] = (Irregularity(seat, name, argument),)
    else:
        acts = _acts(seat, pieces)
    return Turn(seat, spell(acts, stood=bool(stood)), acts, stood=bool(stood))


def _acts(seat: Seat, pieces: tuple[Piece, ...]) -> tuple[Act, ...]:
    sense = Sense(seat)
    for kind, text, column in pieces:
        sense.column = column
        getattr(sense, kind)(text)
    return tuple(sense.acts)


def _tile(text: str) -> Tile:
    return TILES.get(text) or (tiles_of(text) or (UNKNOWN,))[0]


def _tiles(text: str) -> tuple[Tile, ...]:
    return hand_of(text) or ()


class Words(dict[str, Turn]):
    """A cache from words of play to the turns of one seat.

    A word that is not in the cache is read by its shape and added. Raises KeyError if only the
    grammar can read the word, or if its turn is special (`is_special`).
    """

    def __init__(self, memo: Memo, seat: Seat) -> None:
        super().__init__()
        self._memo = memo
        self._seat = seat

    def __missing__(self, word: str) -> Turn:
        """Read the text of a turn that the cache lacks, add the turn to the cache, and return it.

        Python calls this for ``words["2s-8m"]``. Raises KeyError if only the grammar can read the
        text, or if the turn must be checked together with its neighbours (`is_special`).
        """
        plain_turn = None if word[1:2] == ":" else _plain_turn(self._seat, word)
        if plain_turn is not None:
            return self._memo.keep(self, word, plain_turn)
        if (self._seat, word) in self._memo.special:
            raise KeyError(word)
        turn = self._memo.by_shape(self._seat, word)
        if is_special(turn):
            raise KeyError(word)
        return self._memo.keep(self, word, turn)


class Memo:
    """A cache of the turns of all words in games of `seats` players.

    ``by_seat[seat]`` maps words to turns if `seat` is next. Words that may break the order of play
    are only in ``special``, because code that uses ``by_seat`` directly does not check the order.
    The caches are emptied before hostile input fills the memory.
    """

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.by_seat = tuple(Words(self, seat) for seat in range(seats))
        self.special: dict[tuple[Seat, str], Turn] = {}
        self._interned: dict[tuple[Seat, str], Turn] = {}

    def learn_plain_words(self) -> None:
        """Add the most common words, such as ``9m.`` and ``2s-8m``, to the caches of all seats.

        Called before the program starts worker processes by forking, so that they share the caches.
        """
        plain_words = [f"{name}." for name in _FACES]
        plain_words += [f"{drawn}-{dropped}" for drawn in _FACES for dropped in _FACES]
        for words in self.by_seat:
            for word in plain_words:
                words[word]

    def turn(self, seat: Seat, word: str) -> Turn:
        """Return the turn of a text such as ``2s-8m``; `seat` acts unless the text names a seat.

        Raises `GrammarError` if the text is no turn. Results are cached.
        """
        words = self.by_seat[seat]
        if word in words:
            return words[word]
        if (seat, word) in self.special:
            return self.special[seat, word]
        try:
            turn = self.by_shape(seat, word)
        except KeyError:
            turn = turn_by_grammar(seat, word, self.seats)
        if len(word) > _LONGEST or len(turn.word) > _LONGEST:
            return turn
        if not is_special(turn):
            return self.keep(words, word, turn)
        if len(self.special) >= _MOST:
            self.special.clear()
        self.special[seat, word] = turn
        return turn

    def by_shape(self, seat: Seat, word: str) -> Turn:
        """Read a turn by the shape of its text, such as ``t-t`` for ``2s-8m``, and return it.

        The grammar is not used. The turn belongs to `seat` unless the text names a seat. Raises
        KeyError if only the grammar can read the text.
        """
        if word[1:2] == ":":
            return self._named_turn(SEATS.find(word[0]), word[2:])
        plain_turn = _plain_turn(seat, word)
        if plain_turn is not None:
            return plain_turn
        for words in self.by_seat:
            if word in words:
                return turn_of_seat(words[word], seat)
        pieces = pieces_by_shape(word) if len(word) <= _LONGEST else None
        if pieces is None:
            raise KeyError(word)
        try:
            turn = make(seat, "", "", pieces, self.seats)
        except GrammarError:
            # the error must name the place in the word, which the shape does not know
            raise KeyError(word) from None
        if len(turn.word) > _LONGEST:
            raise KeyError(word)
        return turn

    def _named_turn(self, seat: Seat, word: str) -> Turn:
        """Return the turn of a text such as ``9m.`` in ``B:9m.``, made by the player `seat`.

        The grammar is not used. Raises KeyError if only the grammar can read the text, or if the
        game has no such seat.
        """
        if not 0 <= seat < self.seats or word[1:2] == ":":
            raise KeyError(word)
        words = self.by_seat[seat]
        if word in words:
            return words[word]
        turn = self.by_shape(seat, word)
        return turn if is_special(turn) else self.keep(words, word, turn)

    def keep(self, words: dict[str, Turn], word: str, turn: Turn) -> Turn:
        """Add a turn to a cache under its text, and return the turn.

        If an equal turn was added before, that object is stored and returned. A cache that is full
        is emptied first.
        """
        if len(words) >= _MOST:
            words.clear()
        if len(self._interned) >= _MOST:
            self._interned.clear()
        kept = words[word] = self._interned.setdefault((turn.seat, turn.word), turn)
        return kept


_FACES: Final = {name: tile for name, tile in TILES.items() if tile < KINDS or RED <= tile < BONUS}
"""Tiles of the wall except bonus tiles, by name."""


def _plain_turn(seat: Seat, word: str) -> Turn | None:
    """Read a word that is only a draw and a discard, such as ``9m.`` or ``2s-8m``, in a fast way.

    Return None for any other word. These words are the most common. The result is the same as that
    of the slower ways to read a word.
    """
    if len(word) > _LONGEST_PLAIN:
        return None
    drawn, dash, dropped = word.partition("-")
    if dash:
        taken, thrown = _draw_of(seat, drawn), _discard_of(seat, dropped, MANNER_FROM_HAND)
    elif word[-1:] == ".":
        drawn = word[:-1]
        taken, thrown = _draw_of(seat, drawn), _discard_of(seat, drawn, MANNER_DRAWN)
    else:
        return None
    if taken is None or thrown is None:
        return None
    return Turn(seat, word, (taken, thrown))


@lru_cache(maxsize=1 << 11)
def _draw_of(seat: Seat, name: str) -> Draw | None:
    """Return the act of drawing the tile with this name; None if there is no such tile."""
    tile = _FACES.get(name)
    return None if tile is None else Draw(seat, tile)


@lru_cache(maxsize=1 << 11)
def _discard_of(seat: Seat, name: str, manner: int) -> Discard | None:
    """Return the act of discarding the tile with this name; None if there is no such tile.

    `manner` says whether the tile was drawn just before.
    """
    tile = _FACES.get(name)
    return None if tile is None else Discard(seat, tile, manner)


def turn_of_seat(turn: Turn, seat: Seat) -> Turn:
    """Return a copy of a turn with the same word and acts, but done by another seat."""
    acts = tuple(_act_of_seat(act, seat) for act in turn.acts)
    return Turn(seat, turn.word, acts, turn.stood)


def _act_of_seat(act: Any, seat: Seat) -> Act:
    """Return a copy of an act that is done by another seat."""
    kind = type(act)
    same: Act = kind(seat, *[getattr(act, name) for name in kind.__match_args__[1:]])
    return same


@cache
def memo(seats: int) -> Memo:
    """Return the cache of words for games with this number of players."""
    return Memo(seats)


def is_special(turn: Turn) -> bool:
    """Return whether a turn is so unusual that it must be checked together with its neighbours.

    This is so for irregularities, for bonus tiles before play, for turns that end with a draw, a
    replacement or a claim, and for turns that begin with a draw and end with a win.
    """
    last = turn.acts[-1]
    if isinstance(turn.acts[0], SetOut) or isinstance(last, Irregularity | Draw | Claim | Replace):
        return True
    return isinstance(last, Win) and isinstance(turn.acts[0], Draw)


def unreadable(seat: Seat, word: str) -> Turn:
    """Return a turn of `seat` that stores a text which mjlog cannot read as a turn."""
    return Turn(seat, word, (Irregularity(seat, UNREADABLE, word),))


def is_unreadable(turn: Turn) -> bool:
    """Return whether a turn stores a word that mjlog could not read."""
    act = turn.acts[0] if turn.acts else None
    return isinstance(act, Irregularity) and act.name == UNREADABLE


def is_surely_a_turn(word: str) -> bool:
    """Return whether an unreadable word certainly means a turn.

    This is so if it has a digit, is not a number and does not end with a dash. Any other word may
    mean something else, such as a call, or only a part of a turn.
    """
    names_a_tile = any(sign.isdigit() for sign in word) and not word.isdigit()
    return names_a_tile and not word.endswith("-")


Resolver = Callable[[Seat, str], Turn]
"""A function that reads a word for the seat that is next."""
