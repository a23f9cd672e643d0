"""Words of the notation in a sentence, replaced by the words that players use.

Readers of a page need not know the notation. Result lines, causes, options of rules and names of
aborted deals are replaced.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from mjlog.model.frozen import FrozenMap
from mjlog.model.messages import Message
from mjlog.referee.rule_set import RuleSet
from webviewer.parts.results.no_win import NAMES

Translate = Callable[[str], str]
LINES: Final[Mapping[str, Message]] = FrozenMap(
    {
        "fan": Message("items"),
        "net": Message("changes of points"),
        "next end": Message("end of the game"),
        "pay": Message("payments"),
        "ready": Message("declared ready"),
        "score": Message("points after the deal"),
        "tenpai": Message("ready at the draw"),
        "win": Message("who won"),
    }
)
"""The names of result lines, by keyword."""
CAUSES: Final[Mapping[str, Message]] = FrozenMap(
    {
        "time": Message("time is up"),
        "agreed": Message("agreed to stop"),
        "ruling": Message("ruled by the referee"),
    }
)
"""Why players end a game early."""
SWITCHES: Final[Mapping[str, Message]] = FrozenMap({"true": Message("yes"), "false": Message("no")})
QUOTED: Final = Message("“{words}”")
CHOSEN: Final = Message("“{words}” ({value})")
_NOTATION: Final = re.compile(
    f"`(?P<line>{'|'.join(LINES)})`|`?\\bfor=(?P<cause>{'|'.join(CAUSES)})\\b`?"
    f"|\\b(?P<end>{'|'.join(NAMES)})\\b"
    r"|(?<![\w`])(?P<option>[a-z][a-z_.]+)=(?P<value>[\w:,]*\w)",
    re.ASCII,
)


def for_people(sentence: str, rules: RuleSet, translate: Translate) -> str:
    """Replace words of the notation in a sentence by the words that players use.

    `translate` translates these words into the language of the page. `rules` has the descriptions
    of the options that the sentence may name.

    >>> from mjlog.rules import load
    >>> for_people("the `net` line; with honba_points=0", load("riichi"), str)
    'the “changes of points” line; with “what one counter brings the winner” (0)'
    """

    def words(found: re.Match[str]) -> str:
        if found["end"]:
            return translate(NAMES[found["end"]].message)
        if found["option"]:
            option = next((each for each in rules.options if each.name == found["option"]), None)
            if option is None:
                return found[0]
            value = SWITCHES.get(found["value"])
            value_words = translate(value.message) if value else found["value"].replace("_", " ")
            text = translate(option.text)
            return translate(CHOSEN.message).format(words=text, value=value_words)
        name = LINES[found["line"]] if found["line"] else CAUSES[found["cause"]]
        return translate(QUOTED.message).format(words=translate(name.message))

    return _NOTATION.sub(words, sentence)
