"""The organiser's list of keys: which player's key each is, signed by the organiser.

Each line has a key in base64 and an identifier, and `must-sign` behind it for somebody other than
the players who must sign each record, such as a referee. The last line is the organiser's key and
its signature of all bytes before, ``ed25519=KEY:SIGNATURE``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from mjlog.auditor.signatures import decoded, encoded, holds
from mjlog.live.access.signing import PARTY, PARTY_WORDS, SigningError, public_part

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ORIGIN: Final = b"mjlog/keys/v1\n"
"""What stands before the bytes of a list when they are signed."""
_ROW: Final = re.compile(r"([A-Za-z0-9+/]{43}=) ([^ \t\n]+)( must-sign)?")
_LAST: Final = re.compile(rb"ed25519=([A-Za-z0-9+/=]+):([A-Za-z0-9+/=]+)\n")


def sign_list(path: Path, key: Ed25519PrivateKey) -> None:
    """Add the organiser's line to a list. Raises SigningError."""
    data = path.read_bytes()
    _rows(path, data)
    signature = encoded(key.sign(ORIGIN + data))
    with path.open("ab") as file:
        file.write(f"ed25519={public_part(key)}:{signature}\n".encode())


class KeyList(NamedTuple):
    """What an organiser's list says: by identifier the key, and who else must sign."""

    keys: dict[str, str]
    others: tuple[str, ...] = ()

    @property
    def names(self) -> dict[str, str]:
        """By key the identifier that the list gives it."""
        return {key: identifier for identifier, key in self.keys.items()}


def read_list(path: Path, organiser: str) -> KeyList:
    """Read a list that the organiser signed. Raises SigningError for any other."""
    data = path.read_bytes()
    body, last = data[: data.rfind(b"\n", 0, -1) + 1], data[data.rfind(b"\n", 0, -1) + 1 :]
    match = _LAST.fullmatch(last)
    if match is None or match[1].decode() != organiser:
        raise SigningError(f"{path} is not signed with the organiser's key")
    if not holds(decoded(match[1]), decoded(match[2]), ORIGIN + body):
        raise SigningError(f"{path} is not the list that the organiser signed")
    return _rows(path, body)


def _rows(path: Path, data: bytes) -> KeyList:
    """Read the lines of a list. Raises SigningError.

    A key of two people, or two keys of one, would let somebody sign for another.
    """
    *lines, rest = data.decode("utf-8", "replace").split("\n")
    keys: dict[str, str] = {}
    others: list[str] = []
    for line in lines:
        if not line:
            continue
        row = _ROW.fullmatch(line)
        if row is None:
            raise SigningError(f"{path}: {_EACH_LINE}")
        key, identifier, must_sign = row.groups()
        if identifier in keys or key in keys.values():
            raise SigningError(f"{path}: {identifier} or its key is in the list twice")
        keys[identifier] = key
        if must_sign:
            if not PARTY.fullmatch(identifier):
                raise SigningError(f"{path}: {identifier} must sign, but {PARTY_WORDS}")
            others.append(identifier)
    if rest:
        raise SigningError(f"{path}: {_EACH_LINE}")
    return KeyList(keys, tuple(others))


_EACH_LINE: Final = "each line has a key, a blank and an identifier, and perhaps must-sign"
