"""Makes regular expressions for the acts in a word of play, for other programs.

They are made from the grammar's file, in which each act of a word is one rule that uses no other
rule. Here each of these rules becomes one expression.
"""

from __future__ import annotations

import re
from typing import Final

from mjlog.notation.play.shorthand import CLAIM, KONG, LETTER, LETTERS
from mjlog.notation.terminals import SOURCE, TERMINALS

ACTS: Final = (
    "irregular", "unseen", "draw", "claim", "concealed", "added", "setout", "replaced",
    "unreplaced", "turned", "drop", "win",
)  # fmt: skip
"""Rules of the grammar for the acts in a word."""
_RULES: Final[dict[str, str]] = dict(
    re.findall(r"^([a-z_]+): +(.*?) *(?://.*)?$", SOURCE, re.MULTILINE)
)
_SIGNS: Final[dict[str, str]] = dict(re.findall(r'^([A-Z_]+): "(.)"$', SOURCE, re.MULTILINE))
_POSSESSIVE: Final = re.compile(r"(?<!\\)[+*][+]")
_TOKEN: Final = re.compile(r'"([^"]+)"|([A-Z_]+)| +')


def word_table() -> dict[str, str]:
    """Return a dict from the name of each act of a turn to its regular expression.

    It is meant for other programs. The key ``seat`` has the expression for the seat that may be
    written before the acts.

    >>> sorted(word_table())[:4]
    ['added', 'claim', 'concealed', 'draw']
    """
    expressions = {name: _TOKEN.sub(_token, _RULES[name]) for name in ACTS}
    return {"seat": f"{_terminal('SEAT')}:", **expressions}


def shorthand_table() -> dict[str, object]:
    """Return regular expressions for the scribe's shorthand, for other programs.

    `letter` matches the letter of an honour, and `letters` maps it to the tile; `claim` and
    `concealed` match a claim and a concealed kong that are typed without tiles.
    """
    return {"letter": LETTER, "letters": LETTERS, "claim": CLAIM, "concealed": KONG}


def _token(match: re.Match[str]) -> str:
    literal, terminal = match.groups()
    if literal:
        return re.escape(literal)
    return _terminal(terminal) if terminal else ""


def _terminal(name: str) -> str:
    """Return the regular expression of a terminal (basic sign) of the grammar.

    Possessive repeats, such as ``++``, become ordinary repeats, because the expressions of many
    programming languages lack them.
    """
    expression = TERMINALS.get(name) or re.escape(_SIGNS[name])
    return f"(?:{_POSSESSIVE.sub(lambda repeat: repeat[0][0], expression)})"
