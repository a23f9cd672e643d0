"""Writes and reads the rules of a record in formats that have only one server's rules.

They are in a JSON member of mjlog's own, which other programs ignore.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from mjlog.model.record import Game

MEMBER: Final = "mjlog_rules"
OPEN: Final = "mjlog_rules_open"
HEADER: Final = "Rules-Told"
"""The header that says ``no`` where a file leaves its rules open.

`audit` then looks for some that fit. The value ``play`` is that of a private table that says how it
played, but not what the places bring.
"""
_HEADER: Final = re.compile(r"riichi(?:/\d+)?(?: [a-z_]+=[\w:./-]+){0,60}", re.ASCII)
_TOLD: Final = re.compile(r"preset=tenhou(?:-sanma)?|length=.*|red_fives=.*|open_tanyao=.*")


def told_rules(game: Game, *, tells: bool = False) -> dict[str, Any]:
    """Return JSON members that state the rules of a game, for formats that cannot state rules.

    `tells`: the format can state Tenhou's usual rules itself, and the result is empty if the game
    uses them. If the record's rules are uncertain, a second member says so. The members are read
    again by `rules_told`.
    """
    words = game.rules.split()[1:]
    is_tenhou = any(word.startswith("preset=tenhou") for word in words)
    left_open = game.header(HEADER)
    if tells and left_open is None and is_tenhou and all(_TOLD.fullmatch(word) for word in words):
        return {}
    rules = {MEMBER: " ".join(game.rules.split())}
    if left_open is None:
        return rules
    return {**rules, OPEN: True if left_open == "no" else left_open}


def rules_told(
    body: Mapping[str, Any], otherwise: str, *, known: bool = False
) -> list[tuple[str, str]]:
    """Return the headers for the rules of a game that is read from JSON, as names and values.

    They come from the member that `told_rules` wrote. If `body`, the JSON object of the game, does
    not have this member, the rules are `otherwise`; a second header then says that the rules are
    uncertain, except if `known` is True.
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
