"""Reads lines by the grammar alone: turns a tree of the grammar into a statement."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, filterfalse
from typing import Final, Literal

from lark import Token

from mjlog.model.messages import Message, msg
from mjlog.model.record import (
    NOBODY,
    SEATS,
    TABLE,
    BonusLine,
    Content,
    Dealt,
    Exchange,
    Indicators,
    Items,
    Next,
    NoWin,
    Pay,
    Points,
    ReadySeats,
    Remark,
    Ruling,
    Seat,
    Show,
    ShownMeld,
    Tenpai,
    VoidSuit,
    Wall,
    WinLine,
)
from mjlog.model.tiles import PILLAR, SUITS, Tile, canonical, from_pillars, plain
from mjlog.notation.grammar import GrammarError, parse
from mjlog.notation.lines.statements import Booked, Edit, Fact, Move, Statement, Strange
from mjlog.notation.play.tile_words import tiles_of
from mjlog.notation.play.tokens import (
    BLANKS,
    Item,
    comment_text,
    comment_word,
    joined,
    pair_of,
    variation_text,
)
from mjlog.notation.play.word_trees import Node

MAGIC: Final = "%mjlog 1.0\n"
PREAMBLE: Final = MAGIC + "@\n"
Child = Token | Node


SIGNS: Final[dict[str, Literal["+", "^", "*"]]] = {"+": "+", "^": "^", "*": "*"}


def statement_by_grammar(text: str) -> Statement:
    """Read a line of a deal by the grammar.

    Raises `GrammarError`, with the column in the line, if the grammar refuses it, and also for an
    empty line or an ``@`` line.
    """
    if text[:1] in {"", "@"}:
        # An `@` line would begin another deal, and an empty text is no line.
        raise GrammarError(1, 1, text[:1], ())
    try:
        deal = _trees(parse(PREAMBLE + text + "\n", "file").children)[0]
        # The line to read comes after the `@` sign and the end of its line.
        line = next(child for child in deal.children[2:] if _kind(child) != "_NL")
        return statement(line, text, len(PREAMBLE))
    except GrammarError as problem:
        advice = _advice(text, problem)
        raise GrammarError(1, problem.column, problem.found, problem.expected, advice) from None


def _advice(text: str, problem: GrammarError) -> Message | None:
    """Return advice on a frequent mistake in a ``pay`` line; None for any other line."""
    keyword = next(iter(text.split(maxsplit=1)), "")
    before = text[: problem.column - 1]
    if keyword == "pay" and " for=" in before:
        causes = "`for=` is the last word of a `pay` line: write one `pay` line for each cause"
        return msg(causes)
    if keyword == "pay" and problem.found.lower().startswith(("all", "each", "every", "other")):
        return msg("write what each player pays: `pay A>B 1000, C>B 1000`")
    return None


def head_by_grammar(text: str) -> tuple[tuple[tuple[str, str], ...], str]:
    """Read an ``@`` line by the grammar; return its words as pairs (name, value), and its comment.

    Raises `GrammarError`, with the column in the line, if the grammar refuses it.
    """
    try:
        return head(_trees(parse(f"{MAGIC}{text}\n", "file").children)[0])
    except GrammarError as problem:
        raise GrammarError(1, problem.column, problem.found, problem.expected) from None


def head(deal: Node) -> tuple[tuple[tuple[str, str], ...], str]:
    """Return the words and the comment of the ``@`` line in the syntax tree of a deal.

    The words are pairs of name and value.
    """
    return pairs(deal), _comment(deal)


def statement(line: Child, source: str, offset: int = 0) -> Statement:
    """Convert the syntax tree of a line of a deal into an object such as a `Move` (a line of play).

    `source` is the parsed text without its first `offset` characters. Raises `GrammarError` if a
    tile is marked as a pillar (a tile set apart) on a line where this is not allowed.
    """
    if isinstance(line, Token):
        return _unparsed(line)
    match line.data:
        case "move":
            number, *items = line.children
            return Move(int(str(number)[:-1]), _items(items))
        case "loose":
            return Move(-1, _items(line.children))
        case "entry":
            return _booked(line, source, offset)
    return _fact(line)


def _booked(line: Node, source: str, offset: int) -> Booked:
    """Convert the syntax tree of a ledger line into an entry (`Booked`).

    `source` is the parsed text without its first `offset` characters.
    """
    number, *_, saying = line.children
    first = _first(saying)
    start = (first.start_pos or 0) - offset
    text = source[start:].partition("\n")[0].rstrip(BLANKS)
    edit = _edit(saying) if _kind(saying) == "edit" else None
    inner = _mended(saying) if edit else _inner(saying)
    column = first.column or 1
    author, chain = _text(line, "AUTHOR"), _text(line, "CHAIN")[1:]
    return Booked(int(str(number)), _text(line, "CLOCK"), author, text, column, edit, inner, chain)


def _edit(tree: Child) -> Edit:
    verb, *rest = _leaves(tree)
    numbers = [int(token) for token in rest if token.type == "ENTRY_NUMBER"]
    return Edit(str(verb), numbers[0], numbers[-1], verb.column or 1)


def _mended(edit: Child) -> Move | Fact | Strange | None:
    """Convert the new text of a correction in a ledger into an object such as a `Move` (turns).

    Return None for a correction that only deletes entries.
    """
    last = edit if isinstance(edit, Token) else edit.children[-1]
    return None if _kind(last) == "ENTRY_NUMBER" else _inner(last)


def _inner(child: Child) -> Move | Fact | Strange:
    """Convert the syntax tree of a ledger entry's content to an object such as a `Move` (turns)."""
    if isinstance(child, Token):
        return _unparsed(child)
    if child.data == "items":
        return Move(-1, _items(child.children))
    return _fact(child)


def _unparsed(line: Token) -> Fact | Strange:
    """Convert a ``note`` or ``sign`` line, or a line with an unknown keyword, into an object.

    The grammar gives such a line as one token. The result is a `Strange` for an unknown line.
    """
    if line.type != "REMARK":
        return Strange(str(line).strip(BLANKS))
    word, rest = str(line)[:4], str(line)[4:].strip(BLANKS)
    return Fact(Remark("sign" if word == "sign" else "note", rest))


def _items(children: Iterable[Child]) -> list[Item]:
    return [_item(child) for child in children]


def _item(child: Child) -> Item:
    """Convert a part of a line of play into an item: a word, a comment, a glyph or a variation."""
    column = _first(child).column or 1
    match _kind(child):
        case "COMMENT":
            return Item("comment", comment_text(str(child)), column)
        case "GLYPH":
            return Item("glyph", _glyph(child), column)
        case "variation":
            inside = _leaves(child)[1:-1]
            return Item("variation", variation_text(map(_shown, inside)), column)
    return Item("word", str(child), column)


def _glyph(token: Child) -> str:
    """Return the number of a numbered comment such as ``$1``, as text without ``$`` and zeros."""
    return str(int(str(token)[1:]))


def _shown(token: Token) -> str:
    """Return a token inside a variation as text in canonical form.

    A variation is a text in round brackets that shows turns which were not played.
    """
    match token.type:
        case "GLYPH":
            return f"${_glyph(token)}"
        case "COMMENT":
            return comment_word(comment_text(str(token)))
    return str(token)


def _fact(tree: Node) -> Fact:
    (content,) = _trees(tree.children)
    return Fact(CONTENTS[str(content.data)](content), _comment(tree))


# --------------------------------------------------------------------------- kinds of lines


def _wall(tree: Node) -> Content:
    return Wall(_unmarked(tree), next(iter(_seats(tree)), NOBODY))


def _dealt(tree: Node) -> Content:
    tiles = _tiles(tree)
    bracketed = _bracketed(tree)
    marked = tuple(filter(from_pillars, tiles))
    # Brackets say that the pillars are known, even if the brackets are empty.
    are_pillars_known = bracketed is not None or marked
    pillars = canonical(map(plain, (*(bracketed or ()), *marked))) if are_pillars_known else None
    return Dealt(_seat(tree), canonical(filterfalse(from_pillars, tiles)), pillars)


def _exchange(tree: Node) -> Content:
    passes = []
    for group in _trees(tree.children):
        giver, taker = _seats(group)
        passes.append((giver, taker, canonical(_unmarked(group))))
    return Exchange(tuple(passes), _text(tree, "NAME"))


def _void(tree: Node) -> Content:
    return VoidSuit(_seat(tree), SUITS.index(_text(tree, "SUIT")))


def _bonus(tree: Node) -> Content:
    return BonusLine(_seat(tree), canonical(_unmarked(tree)))


def _dora(tree: Node) -> Content:
    return Indicators(_unmarked(tree))


def _ura(tree: Node) -> Content:
    return Indicators(_unmarked(tree), hidden=True)


def _won(tree: Node) -> Content:
    (tile,) = _unmarked(tree)
    winner, *others = _seats(tree)
    if _text(tree, "SELF"):
        return WinLine(winner, tile, winner)
    source = others[0] if others else NOBODY
    is_rob = bool(_text(tree, "ROB"))
    return WinLine(winner, tile, source, is_rob, not is_rob and source == winner)


def _nowin(tree: Node) -> Content:
    names = _texts(tree, "NAME")
    by = next(iter(_seats(tree)), NOBODY)
    return NoWin(names[0], "".join(names[1:]), by)


def _show(tree: Node) -> Content:
    melds = tuple(
        ShownMeld(SIGNS[str(meld.children[0])], canonical(_tiles(meld)))
        for meld in _trees(tree.children, "meld")
    )
    pillars = [tile | PILLAR for tile in _bracketed(tree) or ()]
    return Show(_seat(tree), melds, canonical((*_tiles(tree), *pillars)))


def _bracketed(tree: Node) -> tuple[Tile, ...] | None:
    """Return the tiles in square brackets, which are a player's pillars; None without brackets.

    Pillars are own tiles that some rules set apart.
    """
    groups = _trees(tree.children, "pillars")
    if not groups:
        return None
    return tuple(chain.from_iterable(map(_tiles, groups)))


def _scored(tree: Node) -> Content:
    items = _trees(tree.children)
    scored = tuple((_text(item, "ITEM"), _number(_text(item, "POINTS"))) for item in items)
    return Items("fan" if _text(tree, "FAN") else "kong", _seat(tree), scored)


def _points(tree: Node) -> Content:
    points = tuple(map(_number, _texts(tree, "POINTS")))
    return Points("net" if _text(tree, "NET") else "score", points)


def _pay(tree: Node) -> Content:
    payments = []
    for group in _trees(tree.children):
        payer, payee = map(_party, _tokens(group, "SEAT", "TABLE"))
        payments.append((payer, payee, _number(_text(group, "POINTS"))))
    return Pay(tuple(payments), _text(tree, "CAUSE").removeprefix("for="))


def _ready(tree: Node) -> Content:
    return ReadySeats(_seats(tree))


def _tenpai(tree: Node) -> Content:
    return Tenpai(_seats(tree))


def _next(tree: Node) -> Content:
    return Next(pairs(tree))


def _ruling(tree: Node) -> Content:
    (party,) = _tokens(tree, "SEAT", "TABLE")
    return Ruling(_party(party), _text(tree, "NAME"), pairs(tree))


CONTENTS: Final[dict[str, Callable[[Node], Content]]] = {
    "wall": _wall,
    "dealt": _dealt,
    "exchange": _exchange,
    "void": _void,
    "bonus": _bonus,
    "dora": _dora,
    "won": _won,
    "nowin": _nowin,
    "ura": _ura,
    "ready": _ready,
    "show": _show,
    "items_of": _scored,
    "points": _points,
    "pay": _pay,
    "tenpai": _tenpai,
    "next": _next,
    "ruling": _ruling,
}
"""Functions that read a line, by its rule in the grammar."""


# --------------------------------------------------------------------------- parts of trees


def pairs(tree: Node) -> tuple[tuple[str, str], ...]:
    """Return the words ``name=value`` of a syntax tree as pairs; the value may be empty."""
    words = [word.partition("=") for word in _texts(tree, "PAIR")]
    return tuple(pair_of(name, value) for name, _, value in words)


def _comment(tree: Node) -> str:
    """Return the comments that are direct children of a syntax tree, joined into one text."""
    return joined(map(comment_text, _texts(tree, "COMMENT")))


def _kind(child: Child) -> str:
    """Return the name of a token or of a tree in the grammar."""
    return child.type if isinstance(child, Token) else str(child.data)


def _trees(children: Iterable[Child], rule: str = "") -> list[Node]:
    """Return the children that are trees, not tokens; with `rule`, only trees of this rule."""
    return [
        child for child in children if not isinstance(child, Token) and rule in ("", child.data)
    ]


def _tokens(tree: Node, *terminals: str) -> list[Token]:
    """Return the tokens with these names that are direct children of a syntax tree."""
    return [
        child for child in tree.children if isinstance(child, Token) and child.type in terminals
    ]


def _texts(tree: Node, terminal: str) -> list[str]:
    return list(map(str, _tokens(tree, terminal)))


def _text(tree: Node, terminal: str) -> str:
    """Return the text of the first token with this name below a tree; empty if there is none."""
    return next(iter(_texts(tree, terminal)), "")


def _seat(tree: Node) -> Seat:
    return _seats(tree)[0]


def _seats(tree: Node) -> tuple[Seat, ...]:
    return tuple(map(_party, _tokens(tree, "SEAT")))


def _party(token: Token) -> Seat:
    """Return the seat that a token names; `TABLE` for the word ``table``."""
    if token.type == "TABLE":
        return TABLE
    return SEATS.index(token.upper())


def _number(text: str) -> int | None:
    """Convert a number of points; None for ``?`` or an empty text."""
    return None if text in _OPEN else int(text)


_OPEN: Final = ("?", "")


def _tiles(tree: Node) -> tuple[Tile, ...]:
    """Return the tiles that are direct children of a syntax tree, in the order written."""
    runs = _tokens(tree, *_FACES)
    return tuple(chain.from_iterable(tiles_of(run) or () for run in runs))


_FACES: Final = ("FACES", "FACE")


UNMARKED: Final = msg("tiles without the mark of pillars").message


def _unmarked(tree: Node) -> tuple[Tile, ...]:
    """Return the tiles that are direct children of a syntax tree, in the order written.

    Raises `GrammarError` if a tile is marked as a pillar (an own tile that some rules set apart).
    """
    for run in _tokens(tree, *_FACES):
        if "'" in run:
            raise GrammarError(run.line or 1, run.column or 1, str(run), (UNMARKED,))
    return _tiles(tree)


def _leaves(tree: Child) -> list[Token]:
    """Return all tokens of a syntax tree, in the order of the text.

    This works without recursion, because brackets may be nested too deeply for it.
    """
    tokens: list[Token] = []
    waiting: list[Child] = [tree]
    while waiting:
        child = waiting.pop()
        if isinstance(child, Token):
            tokens.append(child)
        else:
            waiting.extend(reversed(child.children))
    return tokens


def _first(child: Child) -> Token:
    while not isinstance(child, Token):
        child = child.children[0]
    return child
