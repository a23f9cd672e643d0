"""Divides one word of play into pieces, by the grammar."""

from __future__ import annotations

from lark import Token, Tree

from mjlog.notation.grammar import parse
from mjlog.notation.play.word_shapes import Piece

Node = Tree[Token]


def pieces_of(word: str) -> tuple[str, str, tuple[Piece, ...]]:
    """Divide the text of a turn by the grammar into its seat, its ``~`` and a piece for each act.

    A piece is (kind of act, text, column): ``2s-8m`` has a draw and a discard. The seat and the
    ``~`` may be empty. Raises `GrammarError` if the text is no turn.
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
    """Convert the syntax tree of one act into a piece: (kind of act, text, column).

    The text lacks the sign that opens the act, such as ``+``.
    """
    tokens = [child for child in tree.children if isinstance(child, Token)]
    kind = str(tree.data)
    shown = tokens if kind in {"drop", "draw", "unseen", "win"} else tokens[1:]
    return kind, "".join(shown), (tokens[0].start_pos or 0) + 1
