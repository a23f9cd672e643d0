"""The organiser's signed list of keys, which says to which player each key belongs.

Each line has a key in base64 and an identifier. `must-sign` after the identifier marks a person,
such as a referee, who must sign each record without being a player. The last line,
``ed25519=KEY:SIGNATURE``, has the organiser's key and signature of all bytes before this line.
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
"""Bytes in front of a list when it is signed."""
_ROW: Final = re.compile(r"([A-Za-z0-9+/]{43}=) ([^ \t\n]+)( must-sign)?")
_LAST: Final = re.compile(rb"ed25519=([A-Za-z0-9+/=]+):([A-Za-z0-9+/=]+)\n")


def sign_list(path: Path, key: Ed25519PrivateKey) -> None:
    """Sign a list of keys: add a last line with the organiser's signature to the file.

    Raises SigningError if a line of the list is wrong, OSError if the file cannot be read or
    written.
    """
    data = path.read_bytes()
    _rows(path, data)
    signature = encoded(key.sign(ORIGIN + data))
    with path.open("ab") as file:
        file.write(f"ed25519={public_part(key)}:{signature}\n".encode())


class KeyList(NamedTuple):
    """The content of the organiser's list, which says to which player each public key belongs.

    `keys` maps the identifier of a player to the public key in base64. `others` are the identifiers
    of people who must sign each record although they do not play, such as a referee.
    """

    keys: dict[str, str]
    others: tuple[str, ...] = ()

    @property
    def names(self) -> dict[str, str]:
        """A dict from public keys (in base64) to the identifiers of the players they belong to."""
        return {key: identifier for identifier, key in self.keys.items()}


def read_list(path: Path, organiser: str) -> KeyList:
    """Read a list of keys, and check its signature by the organiser's public key, `organiser`.

    Raises SigningError if the signature is missing or wrong, or if a line is wrong. Raises OSError
    if the file cannot be read.
    """
    data = path.read_bytes()
    body, last = data[: data.rfind(b"\n", 0, -1) + 1], data[data.rfind(b"\n", 0, -1) + 1 :]
    match = _LAST.fullmatch(last)
    if match is None or match[1].decode() != organiser:
        raise SigningError(f"{path} is not signed with the organiser's key")
    if not holds(decoded(match[1]), decoded(match[2]), ORIGIN + body):
        raise SigningError(f"{path} is not the list that the organiser signed")
    return _rows(path, body)


def _rows(path: Path, data: bytes) -> KeyList:
    """Read the lines of a list of keys, and return a `KeyList`; `path` is only used in messages.

    Raises SigningError if a line is wrong. Also raises it if a key or an identifier occurs twice,
    because a player could then sign for another player.
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
