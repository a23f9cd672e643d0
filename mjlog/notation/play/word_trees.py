"""One word of play by the grammar: what it is made of."""

from __future__ import annotations

from lark import Token, Tree

from mjlog.notation.grammar import parse
from mjlog.notation.play.word_shapes import Piece

Node = Tree[Token]


def pieces_of(word: str) -> tuple[str, str, tuple[Piece, ...]]:
    """Return a word's parts by the grammar: its seat or nothing, ``~`` or nothing, its pieces.

    Raises GrammarError.
    """
    seat = stood = ""
    pieces: list[Piece] = []
    for child in parse(word, "turn").children:
        if not isinstance(child, Token):
            pieces.append(_piece(child))
        elif child.type == "SEAT":
            seat = str(child)
        elif child.type == "TILDE":
            stood = "~"
    return seat, stood, tuple(pieces)


def _piece(tree: Node) -> Piece:
    """Return a piece of the tree, without the signs that only open it."""
    tokens = [child for child in tree.children if isinstance(child, Token)]
    kind = str(tree.data)
    shown = tokens if kind in {"drop", "draw", "unseen", "win"} else tokens[1:]
    return kind, "".join(shown), (tokens[0].start_pos or 0) + 1
