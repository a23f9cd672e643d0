"""Writes and reads the rules of a record in formats that have no place for rules.

Such a format is made for the rules of one server. The rules are in a JSON member that only mjlog
reads; other programs ignore it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from mjlog.model.record import Game

MEMBER: Final = "mjlog_rules"
OPEN: Final = "mjlog_rules_open"
HEADER: Final = "Rules-Told"
"""Name of the header that says whether the original file states the rules.

With the value ``no``, `audit` looks for rules that fit. With the value ``play``, a private table
says how it played, but not what the places bring.
"""
_HEADER: Final = re.compile(r"riichi(?:/\d+)?(?: [a-z_]+=[\w:./-]+){0,60}", re.ASCII)
_TENHOU_OPTION: Final = re.compile(
    r"preset=tenhou(?:-sanma)?|length=.*|red_fives=.*|open_tanyao=.*"
)


def rules_members(game: Game, *, tells: bool = False) -> dict[str, Any]:
    """Return JSON members with the rules of a game, for formats that have no place for rules.

    The first member is the value of the record's header `Rules:`. A second member is added if the
    record says that these rules are uncertain. `tells` is True if the format itself can express
    Tenhou's usual rules; then the result for a game by these rules is an empty dict.
    `rules_headers` reads the members back.
    """
    words = game.rules.split()[1:]
    is_tenhou = any(word.startswith("preset=tenhou") for word in words)
    left_open = game.header(HEADER)
    if (
        tells
        and left_open is None
        and is_tenhou
        and all(_TENHOU_OPTION.fullmatch(word) for word in words)
    ):
        return {}
    rules = {MEMBER: " ".join(game.rules.split())}
    if left_open is None:
        return rules
    return {**rules, OPEN: True if left_open == "no" else left_open}


def rules_headers(
    body: Mapping[str, Any], otherwise: str, *, known: bool = False
) -> list[tuple[str, str]]:
    """Return the record headers for the rules of a game in JSON, as pairs of name and value.

    The rules are read from the members that `rules_members` has written into `body`, the JSON
    object of the game. If `body` does not have them, the rules are `otherwise`, and a second header
    says that they are uncertain; if `known` is True, there is no second header.
    """
    member = body.get(MEMBER)
    if isinstance(member, str) and _HEADER.fullmatch(member):
        match body.get(OPEN):
            case True:
                return [("Rules", member), (HEADER, "no")]
            case "play":
                return [("Rules", member), (HEADER, "play")]
        return [("Rules", member)]
    if known:
        return [("Rules", otherwise)]
    return [("Rules", otherwise), (HEADER, "no")]
