"""Signatures of a ledger: a key signs all bytes before the line that holds its signature.

What is signed is a note of five lines, each with its line feed: a name and version, how many lines
of the file, their SHA-256, the time, for whom. The line of the ledger repeats these, so that the
note can be made again. A signature says that the holder of a key confirmed these bytes; who that is
and whether it agreed no signature tells.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ORIGIN: Final = "mjlog/record/v1"
NOBODY: Final = "-"
"""For whom a signature stands that names nobody."""
_BASE64: Final = rb"[A-Za-z0-9+/]+={0,2}"
_HEAD: Final = rb"[0-9]{4,9} [0-9:.]{8,15} [A-Z][A-Za-z0-9_-]* (?:#[0-9a-f]{16} )?"
"""What stands before the text of an entry: its number, time, author and mark."""
_LINE: Final = re.compile(
    _HEAD + rb"sign v1 for=(?P<party>[A-Za-z0-9_-]+) lines=(?P<lines>[0-9]{1,9}) "
    rb"at=(?P<at>[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z) "
    rb"sha256=(?P<digest>" + _BASE64 + rb") "
    rb"ed25519=(?P<key>" + _BASE64 + rb"):(?P<signature>" + _BASE64 + rb")"
)
# A signature is an entry of its own: one that is quoted behind other words, such as those of an
# amendment, would hide that nobody signed them.
_LOOKS_SIGNED: Final = re.compile(rb"(?:" + _HEAD + rb")?sign v1(?: |$)")


class SigningError(Exception):
    """A key or a signature cannot be read or made; the sentence says why."""


class Signature(NamedTuple):
    """A line that holds a signature: its number, how many lines it covers, and whether it holds."""

    line: int
    covers: int
    party: str
    at: str
    key: str
    problem: str = ""


# --------------------------------------------------------------------------- keys


def new_key(path: Path) -> str:
    """Writes a new private key that its owner alone may read; answers the public key."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    data = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    # The file is closed to others before it holds the key.
    path.touch(mode=0o600, exist_ok=False)
    path.write_bytes(data)
    return public_part(key)


def key_in(path: Path) -> Ed25519PrivateKey:
    """The private key of a file. Raises SigningError."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    try:
        key = serialization.load_pem_private_key(path.read_bytes(), None)
    except (OSError, TypeError, ValueError, UnsupportedAlgorithm):
        raise SigningError(f"{path} holds no private key that can be read") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise SigningError(f"{path} holds another sort of key than Ed25519")
    return key


def public_part(key: Ed25519PrivateKey) -> str:
    """The public key in base64."""
    return encoded(key.public_key().public_bytes_raw())


# --------------------------------------------------------------------------- signing


def signature_line(data: bytes, party: str, key: Ed25519PrivateKey) -> str:
    """What an entry says that signs these bytes, which end with a whole line."""
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    lines, digest = data.count(b"\n"), encoded(hashlib.sha256(data).digest())
    signed = encoded(key.sign(_note(lines, digest, now, party)))
    public = public_part(key)
    return f"sign v1 for={party} lines={lines} at={now} sha256={digest} ed25519={public}:{signed}"


def _note(lines: int, digest: str, at: str, party: str) -> bytes:
    return f"{ORIGIN}\n{lines}\n{digest}\n{at}\n{party}\n".encode()


def encoded(data: bytes) -> str:
    """The bytes in base64."""
    return base64.b64encode(data).decode()


def decoded(text: bytes) -> bytes:
    """The bytes; of several spellings that decode alike only the right one is taken."""
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error:
        return b""
    return data if base64.b64encode(data) == text else b""


# --------------------------------------------------------------------------- verifying


def signatures(data: bytes) -> Iterator[Signature]:
    """Every line that claims to hold a signature, whether it holds or not."""
    end = 0
    starts = [0]
    for number, line in enumerate(data.split(b"\n"), 1):
        if _LOOKS_SIGNED.match(line):
            yield _checked(data, line, number, starts)
        end += len(line) + 1
        starts.append(end)


def _checked(data: bytes, line: bytes, number: int, starts: list[int]) -> Signature:
    """The signature of a line; `starts` has where each line up to this one begins."""
    found = _LINE.fullmatch(line)
    if found is None:
        return Signature(number, 0, NOBODY, "", "", "the signature cannot be read")
    party, at, key = (found[name].decode() for name in ("party", "at", "key"))
    covers = int(found["lines"])
    signature = Signature(number, covers, party, at, key)
    if covers >= number:
        return signature._replace(problem="it claims to cover lines behind it")
    digest = encoded(hashlib.sha256(data[: starts[covers]]).digest())
    if digest.encode() != found["digest"]:
        return signature._replace(problem=f"lines 1 to {covers} are not those that were signed")
    note = _note(covers, digest, at, party)
    if not holds(decoded(found["key"]), decoded(found["signature"]), note):
        return signature._replace(problem="the signature is not that of the key")
    return signature


def holds(key: bytes, signature: bytes, note: bytes) -> bool:
    """Whether a signature of these bytes is that of the key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, note)
    except (InvalidSignature, ValueError):
        return False
    return True


_COMMENT: Final = re.compile(_HEAD + rb"\{[^{}\r]*\}|[ \t]*(?:\{[^{}\r]*\})?")
"""A line that says nothing of the game: an entry that is a comment, or a line of the file's own."""


def unsigned_lines(data: bytes, covers: int) -> list[int]:
    """Return the numbers of the lines behind the first `covers` that count.

    Every line counts except comments and other signatures.
    """
    lines = data.split(b"\n")
    return [
        number
        for number, line in enumerate(lines[covers:], covers + 1)
        if not _COMMENT.fullmatch(line) and not _LOOKS_SIGNED.match(line)
    ]


class Verdict(NamedTuple):
    """Whether somebody who must sign a record has signed all that counts.

    `who` is the seat or the identifier; `problem` says what is missing, empty if nothing is.
    """

    who: str
    identifier: str
    signature: Signature | None = None
    problem: str = ""


def verdicts(
    data: bytes, seats: Mapping[str, str], keys: Mapping[str, str], others: Sequence[str]
) -> list[Verdict]:
    """Return the verdict for each seat, and for each other who must sign.

    `seats` are the players' identifiers by seat, `keys` the keys by identifier, as the organiser
    gave them; a key may stand for a seat by its letter. A signature counts if it is of the key that
    the organiser gave this seat, names this seat, and covers all that counts. Headers that give two
    seats to one player prove neither: the player would sign for both.
    """
    found = list(signatures(data))
    players = [(seat, name if name in keys else seat) for seat, name in seats.items()]
    uses = Counter(identifier for _, identifier in players)
    wanted = [*players, *((other, other) for other in others)]
    return [
        Verdict(who, identifier, None, "the headers give this player more than one seat")
        if uses[identifier] > 1
        else _verdict(data, who, identifier, keys, found)
        for who, identifier in wanted
    ]


def _verdict(
    data: bytes, who: str, identifier: str, keys: Mapping[str, str], found: Sequence[Signature]
) -> Verdict:
    key = keys.get(identifier)
    if key is None:
        return Verdict(who, identifier, None, "the organiser's list gives no key to this seat")
    own = [each for each in found if each.key == key and each.party in {who, identifier}]
    valid = [each for each in own if not each.problem]
    if not valid:
        problem = "its key has signed other bytes" if own else "its key has not signed"
        return Verdict(who, identifier, None, problem)
    latest = max(valid, key=lambda each: each.covers)
    behind = unsigned_lines(data, latest.covers)
    if behind:
        places = f"line {behind[0]}" if len(behind) == 1 else f"lines {behind[0]} to {behind[-1]}"
        return Verdict(who, identifier, latest, f"{places} came after its signature, unsigned")
    return Verdict(who, identifier, latest)
