"""Makes regular expressions for the acts in a word of play, for other programs.

They are made from the grammar's own file. Each act of a word is one rule there that needs no other
rule; here it is one expression.
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
"""The rules of the grammar that make up a word."""
_RULES: Final[dict[str, str]] = dict(
    re.findall(r"^([a-z_]+): +(.*?) *(?://.*)?$", SOURCE, re.MULTILINE)
)
_SIGNS: Final[dict[str, str]] = dict(re.findall(r'^([A-Z_]+): "(.)"$', SOURCE, re.MULTILINE))
_POSSESSIVE: Final = re.compile(r"(?<!\\)[+*][+]")
_TOKEN: Final = re.compile(r'"([^"]+)"|([A-Z_]+)| +')


def word_table() -> dict[str, str]:
    """Return the regular expression of each act's word, by the name of the act.

    ``seat`` is the pattern of the seat that may be written before the acts.

    >>> sorted(word_table())[:4]
    ['added', 'claim', 'concealed', 'draw']
    """
    return {"seat": f"{_terminal('SEAT')}:", **{name: _expression(name) for name in ACTS}}


def shorthand_table() -> dict[str, object]:
    """Return what shorthand allows, by name.

    `letter` is the pattern of an honour's letter and `letters` the tile of each letter; `claim` and
    `concealed` are the patterns of a claim and a concealed kong that are written without tiles.
    """
    return {"letter": LETTER, "letters": LETTERS, "claim": CLAIM, "concealed": KONG}


def _expression(rule: str) -> str:
    return _TOKEN.sub(_token, _RULES[rule])


def _token(found: re.Match[str]) -> str:
    literal, terminal = found.groups()
    if literal:
        return re.escape(literal)
    return _terminal(terminal) if terminal else ""


def _terminal(name: str) -> str:
    """Return the pattern of one of the grammar's terminals, for other programs.

    Its possessive repeats are made ordinary ones.
    """
    expression = TERMINALS.get(name) or re.escape(_SIGNS[name])
    return f"(?:{_POSSESSIVE.sub(_greedy, expression)})"


def _greedy(found: re.Match[str]) -> str:
    return found[0][0]
