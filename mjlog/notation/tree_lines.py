"""The norm's road for lines: from the grammar's tree to what a line is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
    Wall,
    WinLine,
)
from mjlog.model.tiles import PILLAR, Tile, canonical, plain
from mjlog.notation.grammar import GrammarError, Node, parse
from mjlog.notation.statements import Booked, Edit, Fact, Move, Statement, Strange
from mjlog.notation.tile_words import tiles_of
from mjlog.notation.tokens import (
    BLANKS,
    Item,
    comment_text,
    comment_word,
    joined,
    pair_of,
    variation_text,
)

MAGIC: Final = "%mjlog 1.0\n"
PREAMBLE: Final = MAGIC + "@\n"
Child = Token | Node


def statement_by_grammar(text: str) -> Statement:
    """What a line of a deal is, by the grammar alone.

    Raises GrammarError with the line's own columns.
    """
    try:
        deal = _trees(parse(PREAMBLE + text + "\n", "file").children)[0]
        line = next(child for child in deal.children[2:] if not _is(child, "_NL"))
        return statement(line, text, len(PREAMBLE))
    except GrammarError as problem:
        advice = _advice(text, problem)
        raise GrammarError(1, problem.column, problem.found, problem.expected, advice) from None


_BY_BLANKS: Final = frozenset({"tenpai", "ready", "net", "score"})
"""The lines whose seats or numbers stand side by side."""
_SHOWN: Final = 60


def _advice(text: str, problem: GrammarError) -> Message | None:
    """How the line is written, where people often write it otherwise."""
    keyword = text.split(maxsplit=1)[0] if text.strip() else ""
    before = text[: problem.column - 1]
    if keyword == "pay" and " for=" in before:
        causes = "`for=` is the last word of a `pay` line: write one `pay` line for each cause"
        return msg(causes)
    if keyword in _BY_BLANKS and problem.found.startswith(","):
        line = " ".join(text.replace(",", " ").split())
        return msg("blanks stand between them, no commas: `{line}`", line=line[:_SHOWN])
    return None


def head_by_grammar(text: str) -> tuple[tuple[tuple[str, str], ...], str]:
    """The words and the comment of an ``@`` line.

    Raises GrammarError with the line's own columns.
    """
    try:
        return head(_trees(parse(f"{MAGIC}{text}\n", "file").children)[0])
    except GrammarError as problem:
        raise GrammarError(1, problem.column, problem.found, problem.expected) from None


def head(deal: Node) -> tuple[tuple[tuple[str, str], ...], str]:
    """The words and the comment of a deal's ``@`` line."""
    return pairs(deal), joined(
        comment_text(str(child)) for child in deal.children if _is(child, "COMMENT")
    )


def statement(line: Child, source: str, offset: int = 0) -> Statement:
    """What a line of a deal is; `source` is the text that begins at `offset` of what was parsed."""
    if isinstance(line, Token):
        if line.type == "REMARK":
            return _remark(line)
        return Strange(str(line).strip(BLANKS))
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
    tokens = [child for child in line.children if isinstance(child, Token)]
    clock = next((str(token) for token in tokens if token.type == "CLOCK"), "")
    author = next(token for token in tokens if token.type == "AUTHOR")
    said = line.children[line.children.index(author) + 1]
    start = _start(said)
    stop = source.find("\n", start - offset)
    text = source[start - offset : stop if stop >= 0 else None].rstrip(BLANKS)
    edit = None
    if not isinstance(said, Token) and said.data == "edit":
        edit = _edit(said)
    inner = said if edit is None else _mended(said)
    column = _first(said).column or 1
    return Booked(
        int(tokens[0]),
        clock,
        str(author),
        text,
        column,
        edit,
        None if inner is None else _inner(inner),
    )


def _edit(tree: Node) -> Edit:
    numbers = [int(str(child)) for child in tree.children if _is(child, "ENTRY_NUMBER")]
    return Edit(str(tree.children[0]), numbers[0], numbers[-1], _first(tree).column or 1)


def _mended(edit: Child) -> Child | None:
    """What an edit puts in the place of what it mends."""
    last = edit if isinstance(edit, Token) else edit.children[-1]
    if _is(last, "ENTRY_NUMBER"):
        return None
    return last


def _inner(said: Child) -> Move | Fact | Strange:
    if isinstance(said, Token):
        if said.type == "REMARK":
            return _remark(said)
        return Strange(str(said).strip(BLANKS))
    if said.data != "items":
        return _fact(said)
    return Move(-1, _items(said.children))


def _items(children: Iterable[Child]) -> list[Item]:
    return [_item(child) for child in children]


def _item(child: Child) -> Item:
    column = _first(child).column or 1
    if not isinstance(child, Token):
        return Item(
            "variation", variation_text([_shown(token) for token in _leaves(child)][1:-1]), column
        )
    match child.type:
        case "COMMENT":
            return Item("comment", comment_text(str(child)), column)
        case "GLYPH":
            return Item("glyph", str(int(child[1:])), column)
    return Item("word", str(child), column)


def _shown(token: Token) -> str:
    """A token inside a variation, in canonical form."""
    if token.type == "GLYPH":
        return f"${int(token[1:])}"
    if token.type != "COMMENT":
        return str(token)
    return comment_word(comment_text(str(token)))


def _remark(token: Token) -> Fact:
    word, rest = str(token)[:4], str(token)[4:].strip(BLANKS)
    return Fact(Remark("sign" if word == "sign" else "note", rest))


def _fact(tree: Node) -> Fact:
    (content,) = _trees(tree.children)
    text = joined(comment_text(str(child)) for child in tree.children if _is(child, "COMMENT"))
    return Fact(CONTENTS[str(content.data)](content), text)


# --------------------------------------------------------------------------- one function a kind of
# line


def _wall(tree: Node) -> Content:
    return Wall(_unmarked(tree))


def _dealt(tree: Node) -> Content:
    tiles = _tiles(tree)
    bracketed = _bracketed(tree)
    marked = [tile for tile in tiles if tile & PILLAR]
    pillars = (
        None
        if bracketed is None and not marked
        else canonical(map(plain, (*(bracketed or ()), *marked)))
    )
    return Dealt(_seat(tree), canonical(tile for tile in tiles if not tile & PILLAR), pillars)


def _exchange(tree: Node) -> Content:
    passes = []
    for group in _trees(tree.children):
        giver, taker = (
            SEATS.index(str(child).upper()) for child in group.children if _is(child, "SEAT")
        )
        passes.append((giver, taker, canonical(_unmarked(group))))
    return Exchange(tuple(passes), _text(tree, "NAME"))


def _bonus(tree: Node) -> Content:
    return BonusLine(_seat(tree), canonical(_unmarked(tree)))


def _dora(tree: Node) -> Content:
    return Indicators(_unmarked(tree))


def _ura(tree: Node) -> Content:
    return Indicators(_unmarked(tree), hidden=True)


def _won(tree: Node) -> Content:
    (tile,) = _unmarked(tree)
    seats = [SEATS.index(str(child).upper()) for child in tree.children if _is(child, "SEAT")]
    how = _text(tree, "SELF") or _text(tree, "FROM") or _text(tree, "ROB")
    if how == "self":
        source = seats[0]
    elif len(seats) == 2:
        source = seats[1]
    else:
        source = NOBODY
    own = how == "from" and source == seats[0]
    return WinLine(seats[0], tile, source, how == "rob", own)


def _nowin(tree: Node) -> Content:
    names = [str(child) for child in tree.children if _is(child, "NAME")]
    by = _seat(tree) if _text(tree, "SEAT") else NOBODY
    return NoWin(names[0], names[1] if len(names) == 2 else "", by)


def _show(tree: Node) -> Content:
    melds = tuple(_meld(meld) for meld in _trees(tree.children) if meld.data == "meld")
    pillars = [tile | PILLAR for tile in _bracketed(tree) or ()]
    return Show(_seat(tree), melds, canonical((*_tiles(tree), *pillars)))


def _bracketed(tree: Node) -> tuple[Tile, ...] | None:
    """The tiles in brackets, which are pillars, None where there are no brackets."""
    groups = [group for group in _trees(tree.children) if group.data == "pillars"]
    if not groups:
        return None
    return tuple(tile for group in groups for tile in _tiles(group))


def _meld(tree: Node) -> ShownMeld:
    signs: dict[str, Literal["+", "^", "*"]] = {"+": "+", "^": "^", "*": "*"}
    return ShownMeld(signs[str(tree.children[0])], canonical(_tiles(tree)))


def _scored(tree: Node) -> Content:
    items = [
        (_text(item, "ITEM"), _number(_text(item, "POINTS"))) for item in _trees(tree.children)
    ]
    return Items("fan" if _text(tree, "FAN") else "kong", _seat(tree), tuple(items))


def _points(tree: Node) -> Content:
    points = tuple(_number(str(child)) for child in tree.children if _is(child, "POINTS"))
    return Points("net" if _text(tree, "NET") else "score", points)


def _pay(tree: Node) -> Content:
    payments = []
    for payment in _trees(tree.children):
        payer, payee = (
            _party(child) for child in payment.children if _is(child, "SEAT") or _is(child, "TABLE")
        )
        payments.append((payer, payee, _number(_text(payment, "POINTS"))))
    return Pay(tuple(payments), _text(tree, "CAUSE").removeprefix("for="))


def _ready(tree: Node) -> Content:
    return ReadySeats(_seats(tree))


def _tenpai(tree: Node) -> Content:
    return Tenpai(_seats(tree))


def _next(tree: Node) -> Content:
    return Next(pairs(tree))


def _ruling(tree: Node) -> Content:
    return Ruling(_party(tree.children[1]), _text(tree, "NAME"), pairs(tree))


CONTENTS: Final[dict[str, Callable[[Node], Content]]] = {
    "wall": _wall,
    "dealt": _dealt,
    "exchange": _exchange,
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
"""What reads a line, by its rule in the grammar."""


# --------------------------------------------------------------------------- what trees are asked


def pairs(tree: Node) -> tuple[tuple[str, str], ...]:
    """The words ``name=value`` of a tree; a bare word has an empty value."""
    words = [str(child).partition("=") for child in tree.children if _is(child, "PAIR")]
    return tuple(pair_of(name, value) for name, _, value in words)


def _is(child: Child, name: str) -> bool:
    return (child.type if isinstance(child, Token) else child.data) == name


def _trees(children: Iterable[Child]) -> list[Node]:
    return [child for child in children if not isinstance(child, Token)]


def _text(tree: Node, terminal: str) -> str:
    return next((str(child) for child in tree.children if _is(child, terminal)), "")


def _seat(tree: Node) -> Seat:
    return SEATS.index(_text(tree, "SEAT").upper())


def _seats(tree: Node) -> tuple[Seat, ...]:
    return tuple(SEATS.index(str(child).upper()) for child in tree.children if _is(child, "SEAT"))


def _party(child: Child) -> Seat:
    if _is(child, "TABLE"):
        return TABLE
    return SEATS.index(str(child).upper())


def _number(text: str) -> int | None:
    if text in ("?", ""):
        return None
    return int(text)


def _tiles(tree: Node) -> tuple[Tile, ...]:
    """The tiles that stand directly in a tree, as written."""
    return tuple(
        tile
        for child in tree.children
        if isinstance(child, Token) and child.type in ("FACES", "FACE")
        for tile in tiles_of(str(child)) or ()
    )


UNMARKED: Final = msg("tiles without the mark of pillars").message


def _unmarked(tree: Node) -> tuple[Tile, ...]:
    """The same where no tile may bear the mark of the pillars. Raises GrammarError."""
    for child in tree.children:
        if isinstance(child, Token) and child.type in ("FACES", "FACE") and "'" in child:
            raise GrammarError(child.line or 1, child.column or 1, str(child), (UNMARKED,))
    return _tiles(tree)


def _leaves(tree: Node) -> list[Token]:
    """All tokens of a tree in order.

    Not recursive: brackets may be nested as deep as a line is long.
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


def _start(child: Child) -> int:
    return _first(child).start_pos or 0
