"""The rules of a record in formats that know no rules but one server's: a member of our own, which others pass over."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from mjlog.record import Game

MEMBER: Final = "mjlog_rules"
_HEADER: Final = re.compile(r"riichi(?:/\d+)?(?: [a-z_]+=[\w:./-]+){0,60}", re.ASCII)
_TOLD: Final = re.compile(r"preset=tenhou(?:-sanma)?|length=.*|red_fives=.*|open_tanyao=.*")


def told_rules(game: Game) -> dict[str, str]:
    """The member that says the rules, where the format itself does not tell them all."""
    words = game.rules.split()[1:]
    is_tenhou = any(word.startswith("preset=tenhou") for word in words)
    return {} if is_tenhou and all(map(_TOLD.fullmatch, words)) else {MEMBER: " ".join(game.rules.split())}


def rules_told(body: Mapping[str, Any], otherwise: str) -> str:
    """The rules that such a member says, else those that the format tells."""
    said = body.get(MEMBER)
    return said if isinstance(said, str) and _HEADER.fullmatch(said) else otherwise
