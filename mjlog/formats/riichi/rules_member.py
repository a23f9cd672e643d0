"""The rules of a record in formats that know no rules but one server's.

A member of our own, which others pass over.
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
    """Return the members for the rules; `tells` means that the format has Tenhou's own.

    Rules that were open in the source stay open.
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
    """Return the headers for the rules of such a member, else for the likely ones.

    `known` says that the likely ones are those of the game, as the format says.
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
