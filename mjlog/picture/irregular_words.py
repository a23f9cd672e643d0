"""Names of irregularities for sentences about steps."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from mjlog.model.messages import Message, Sentence

_NAMES: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "wrong-draw": Message("wrong draw"),
        "dead-wall": Message("dead wall"),
        "long-hand": Message("long hand"),
        "short-hand": Message("short hand"),
        "false-win": Message("false win"),
        "discard-changed": Message("discard changed"),
        "claim-cancelled": Message("claim cancelled"),
        "tile-returned": Message("tile returned"),
        "replacement-returned": Message("replacement returned"),
        "unreadable": Message("unreadable"),
    }
)


def name_irregularity(name: str) -> Sentence:
    """Return the name of an irregularity (such as a wrong draw) for a sentence.

    If the name is not known, return the record's word without hyphens.

    >>> str(name_irregularity("wrong-draw")), name_irregularity("tea-spilt")
    ('wrong draw', 'tea spilt')
    """
    return _NAMES.get(name, name.replace("-", " "))
