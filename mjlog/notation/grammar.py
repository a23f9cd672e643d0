"""Parses text by the grammar with Lark, and words the grammar's errors for people.

Lark is loaded when it is first needed.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from mjlog.model.messages import Message, msg
from mjlog.notation.terminals import SOURCE

if TYPE_CHECKING:
    from lark import Lark, Token, Tree, UnexpectedInput

NAMES: Final = {
    "SEAT": "a seat, A to D",
    "TABLE": "`table`",
    "TILE": "a tile such as 5m",
    "TILES": "tiles such as 123m",
    "FACE": "a tile such as 5m",
    "FACES": "tiles such as 123m",
    "MINUS": "`-` and the discard",
    "DRAWN": "`.` for the drawn tile",
    "READY": "`!` for ready",
    "HASH": "`#` for a win",
    "PLUS": "`+` and the tiles of a claim",
    "STAR": "`*` and a concealed kong",
    "CIRCUMFLEX": "`^` and the tile added to a pung",
    "AMPERSAND": "`&` and bonus tiles",
    "SLASH": "`/` and a replacement",
    "EQUAL": "`=`",
    "TILDE": "`~`",
    "COLON": "`:`",
    "COMMA": "a comma",
    "MORETHAN": "`>`",
    "LSQB": "`[` and the pillars",
    "RSQB": "`]`",
    "LPAR": "a variation in brackets",
    "RPAR": "`)`",
    "FACE_DOWN": "`_` for face down",
    "NAME": "a name in small letters",
    "ARGUMENT": "a word",
    "ITEM": "the name of an item",
    "POINTS": "a number of at most nine digits, or `?`",
    "NOBODY": "`?`",
    "SELF": "`self`",
    "FROM": "`from` and a seat",
    "ROB": "`rob` and a seat",
    "BY": "`by=` and a seat",
    "CAUSE": "`for=` and the cause",
    "PAIR": "name=value",
    "COMMENT": "a comment",
    "GLYPH": "a glyph such as $1",
    "WORD": "a turn",
    "BARE": "a turn",
    "TURN_NUMBER": "the number of a go-around",
    "ENTRY_NUMBER": "the number of a ledger line",
    "__DOT2": "`..`",
    "CLOCK": "a time such as 13:02:11",
    "AUTHOR": "the author",
    "CHAIN": "the mark of a chained line",
    "EDIT": "fix, del or ins",
    "REMARK": "sign or note",
    "OTHER": "a line of the record",
    "STRANGE": "a line of the record",
    "AT": "`@` and a deal",
    "MAGIC": "%mjlog 1.0",
    "FIELD": "Key: value",
    "PREFACE": "a comment",
    "_NL": "the end of the line",
    "$END": "the end",
}
"""Names of the grammar's terminals in messages; a keyword is its own name."""
TURN: Final = "a turn such as `9m.`, `2s-8m`, `+99m-4p` or `#`"
"""Named instead of all signs with which a turn may begin."""
_FIRST_OF_A_TURN: Final = frozenset(
    {"AMPERSAND", "CIRCUMFLEX", "EQUAL", "FACE_DOWN", "HASH", "MINUS", "PLUS", "SLASH", "STAR"}
    | {"TILDE", "TILE"}
)


class GrammarError(Exception):
    """Raised if the grammar refuses a text.

    It has the line and the column (from 1) of the refused word, this word, and what is expected.
    """

    def __init__(
        self,
        line: int,
        column: int,
        found: str,
        expected: tuple[str, ...],
        advice: Message | None = None,
    ) -> None:
        self.advice = advice
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected
        super().__init__(self.sentence.english)

    @property
    def sentence(self) -> Message:
        """A message that says what the grammar does not accept, and what it expects instead.

        If there is advice for this mistake, the message has the advice in place of what is
        expected.
        """
        words = msg("a word is missing here")
        if self.found:
            words = msg("{found} does not fit here", found=repr(self.found))
        if self.advice is not None:
            return msg("{words}; {advice}", words=words, advice=self.advice)
        expected = listed(self.expected)
        if expected is None:
            return words
        return msg("{words}; expected {expected}", words=words, expected=expected)

    @property
    def due(self) -> Message | None:
        """A message with the only thing that the grammar expects at this place, such as a tile.

        None if nothing or several things are expected.
        """
        if len(self.expected) != 1:
            return None
        return listed(self.expected)


def listed(words: tuple[str, ...]) -> Message | None:
    """Join descriptions by *or* into a message: ``a comma or a tile``; None without descriptions.

    Of more than six descriptions, only five are written, then an ellipsis.
    """
    shown = tuple(Message(word) for word in (words if len(words) <= 6 else (*words[:5], "…")))
    if len(shown) < 2:
        if not shown:
            return None
        return shown[0]
    return msg("{one} or {other}", one=shown[:-1], other=shown[-1])


@cache
def grammar() -> Lark:
    """Return the Lark parser for the grammar of mjlog's notation; it is built once per process."""
    from lark import Lark

    return Lark(
        SOURCE,
        parser="lalr",
        start=["file", "turn"],
        keep_all_tokens=True,
        maybe_placeholders=False,
    )


def parse(text: str, start: str) -> Tree[Token]:
    """Parse a text by the grammar, and return Lark's syntax tree.

    `start` is ``file`` for a whole record or ``turn`` for a single turn such as ``2s-8m``. Raises
    `GrammarError` if the text does not follow the grammar.
    """
    from lark import UnexpectedInput

    try:
        return grammar().parse(text, start=start)
    except UnexpectedInput as problem:
        raise grammar_error(text, problem) from None


def grammar_error(text: str, problem: UnexpectedInput) -> GrammarError:
    """Turn Lark's error about a text into a `GrammarError`, whose message people can understand."""
    from lark import UnexpectedCharacters, UnexpectedToken

    at = len(text)
    expected: set[str] = set()
    if isinstance(problem, UnexpectedToken):
        expected = problem.accepts or problem.expected
        is_at_the_end = problem.token.type == "$END"
        at = at if is_at_the_end else problem.token.start_pos or 0
    elif isinstance(problem, UnexpectedCharacters):
        at, expected = problem.pos_in_stream or 0, problem.allowed or set()
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return GrammarError(line, column, _word_at(text, at), _named(expected))


def _word_at(text: str, at: int) -> str:
    """Return the word that begins at index `at` of the text, cut after 30 characters."""
    end = min(
        (place for place in (text.find(mark, at) for mark in " \t\n") if place >= 0),
        default=len(text),
    )
    return text[at : min(end, at + 30)]


def _named(terminals: set[str]) -> tuple[str, ...]:
    order = list(NAMES)
    begins_a_turn = {"TILE", "PLUS", "HASH"} <= terminals
    if begins_a_turn:
        terminals -= _FIRST_OF_A_TURN
    with_names = sorted(terminals & NAMES.keys(), key=order.index)
    others = sorted(terminals - NAMES.keys())
    names = [TURN] if begins_a_turn else []
    names += [NAMES[name] for name in with_names] + [
        f"`{name.lower().removesuffix('_seats')}`" for name in others
    ]
    return tuple(dict.fromkeys(names))
