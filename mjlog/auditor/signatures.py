"""Signatures in a ledger: which bytes each one covers, and whether it is valid.

The signed text is a note of five lines, each with its line feed: a name and version, the number of
lines of the file, their SHA-256, the time, and the party. The line of the ledger repeats these, so
that the note can be made again. A signature shows that the holder of a key confirmed these bytes.
It does not show who that is, or whether that person agreed.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

ORIGIN: Final = "mjlog/record/v1"
NO_PARTY: Final = "-"
"""Party of a signature that names nobody."""
_BASE64: Final = rb"[A-Za-z0-9+/]+={0,2}"
_HEAD: Final = rb"[0-9]{4,9} [0-9:.]{8,15} [A-Z][A-Za-z0-9_-]* (?:#[0-9a-f]{16} )?"
"""Start of an entry before its text: its number, time, author and mark."""
_LINE: Final = re.compile(
    _HEAD + rb"sign v1 for=(?P<party>[A-Za-z0-9_-]+) lines=(?P<lines>[0-9]{1,9}) "
    rb"at=(?P<at>[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z) "
    rb"sha256=(?P<digest>" + _BASE64 + rb") "
    rb"ed25519=(?P<key>" + _BASE64 + rb"):(?P<signature>" + _BASE64 + rb")"
)
# A signature is an entry of its own. If it were quoted after other words, for example in an
# amendment, readers could not see that nobody signed them.
_LOOKS_SIGNED: Final = re.compile(rb"(?:" + _HEAD + rb")?sign v1(?: |$)")


class Signature(NamedTuple):
    """A line with a signature: its number, and how many lines of the file the signature covers.

    `problem` says why the signature is invalid; empty if it is valid. `digest` is the SHA-256 of
    the covered lines and `value` is the signature itself; both are in base64.
    """

    line: int
    covers: int
    party: str
    at: str
    key: str
    problem: str = ""
    digest: str = ""
    value: str = ""


def note_of(lines: int, digest: str, at: str, party: str) -> bytes:
    """Return the bytes that a party signs: a fixed name and the four arguments, one on each line.

    `digest` is the SHA-256 of the first `lines` lines of the file, `at` is the time, and `party` is
    who signs.
    """
    return f"{ORIGIN}\n{lines}\n{digest}\n{at}\n{party}\n".encode()


def encoded(data: bytes) -> str:
    """Encode bytes as base64 text."""
    return base64.b64encode(data).decode()


def decoded(text: bytes) -> bytes:
    """Decode base64 text; return empty bytes if the text is not base64 in its normal form."""
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error:
        return b""
    return data if base64.b64encode(data) == text else b""


def signatures(data: bytes) -> Iterator[Signature]:
    """Yield every line of a file that looks like a signature, whether it is valid or not.

    Raises ImportError if the package `cryptography` is needed and missing.
    """
    end = 0
    starts = [0]
    for number, line in enumerate(data.split(b"\n"), 1):
        if _LOOKS_SIGNED.match(line):
            yield _checked(data, line, number, starts)
        end += len(line) + 1
        starts.append(end)


def _checked(data: bytes, line: bytes, number: int, starts: list[int]) -> Signature:
    """Check the signature in a line of the file `data`, and return it.

    The field `problem` says why it is invalid, and is empty if it is valid. `number` is the number
    of the line; `starts` has the offset of each line in `data` up to this line.
    """
    match = _LINE.fullmatch(line)
    if match is None:
        return Signature(number, 0, NO_PARTY, "", "", "the signature cannot be read")
    party, at, digest, key, value = (
        match[name].decode() for name in ("party", "at", "digest", "key", "signature")
    )
    covers = int(match["lines"])
    signature = Signature(number, covers, party, at, key, "", digest, value)
    if covers >= number:
        return signature._replace(problem="it claims to cover lines behind it")
    if encoded(hashlib.sha256(data[: starts[covers]]).digest()) != digest:
        return signature._replace(problem=f"lines 1 to {covers} are not those that were signed")
    note = note_of(covers, digest, at, party)
    if not holds(decoded(match["key"]), decoded(match["signature"]), note):
        return signature._replace(problem="the signature is not that of the key")
    return signature


def holds(key: bytes, signature: bytes, note: bytes) -> bool:
    """Return whether `signature` is a valid Ed25519 signature of `note` for the public key `key`.

    Raises ImportError if the package `cryptography` is missing.
    """
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - may be missing
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415
        Ed25519PublicKey,
    )

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, note)
    except (InvalidSignature, ValueError):
        return False
    return True


_COMMENT: Final = re.compile(_HEAD + rb"\{[^{}\r]*\}|[ \t]*(?:\{[^{}\r]*\}[ \t]*|;[^\r]*)?")
"""A line without play: an entry that is a comment, or a line outside the ledger."""


def unsigned_lines(data: bytes, covers: int) -> list[int]:
    """Return the numbers of the lines that stay unsigned if the first `covers` lines are signed.

    Comments, signatures and blank lines need no signature and are left out.
    """
    lines = data.split(b"\n")
    return [
        number
        for number, line in enumerate(lines[covers:], covers + 1)
        if not _COMMENT.fullmatch(line) and not _LOOKS_SIGNED.match(line)
    ]
