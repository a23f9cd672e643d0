"""Makes keys and signatures of ledgers, and judges whether everybody has signed.

A signature is a line of the ledger; it signs all bytes before that line.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from mjlog.auditor.signatures import (
    Signature,
    decoded,
    encoded,
    note_of,
    signatures,
    unsigned_lines,
)

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


PARTY: Final = re.compile(r"[A-Z][A-Za-z0-9_-]*")
PARTY_WORDS: Final = "a name that signs has a capital and then letters, digits, - and _"


class SigningError(Exception):
    """Raised if a key or a signature cannot be read or made; the message says why."""


# --------------------------------------------------------------------------- keys


def new_key(path: Path) -> str:
    """Create a private key, write it into a new file, and return the public key in base64.

    Only the owner may read the file. Raises FileExistsError if the file exists, OSError if it
    cannot be written.
    """
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    data = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    # The file is created without access for other users before the key is written into it.
    path.touch(mode=0o600, exist_ok=False)
    try:
        path.write_bytes(data)
    except OSError:
        path.unlink()  # otherwise the next attempt would find a file without a key
        raise
    return public_part(key)


def key_in(path: Path) -> Ed25519PrivateKey:
    """Read the private key from a file.

    Raises SigningError if the file cannot be read or has no Ed25519 key.
    """
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
    """Return the public key that belongs to a private key, in base64."""
    return encoded(key.public_key().public_bytes_raw())


# --------------------------------------------------------------------------- signing


def signature_line(data: bytes, party: str, key: Ed25519PrivateKey) -> str:
    """Sign a ledger, and return the text of the ledger entry that contains the signature.

    `data` has all bytes of the ledger so far and must end with a complete line. `party` is the seat
    or the name of the person who signs. The signature has the present time.
    """
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    lines, digest = data.count(b"\n"), encoded(hashlib.sha256(data).digest())
    signed = encoded(key.sign(note_of(lines, digest, now, party)))
    public = public_part(key)
    return f"sign v1 for={party} lines={lines} at={now} sha256={digest} ed25519={public}:{signed}"


# --------------------------------------------------------------------------- for other programs

_ED25519: Final = b"\x01"
"""Byte by which signed notes mark a key as an Ed25519 key."""


def signed_note(signature: Signature) -> str:
    """Convert a signature to a signed note of C2SP, a format that other programs can verify.

    The text of the note is what was signed, in five lines. Source: https://c2sp.org/signed-note
    """
    party = signature.party
    text = note_of(signature.covers, signature.digest, signature.at, party).decode()
    value = decoded(signature.value.encode())
    return f"{text}\n\N{EM DASH} {party} {encoded(_key_id(party, signature.key) + value)}\n"


def verifier_key(name: str, public: str) -> str:
    """Convert a public key from base64 to the format of programs that verify C2SP signed notes.

    `name` is the name of the person who signs, and `public` the public key in base64.
    """
    return f"{name}+{_key_id(name, public).hex()}+{encoded(_ED25519 + decoded(public.encode()))}"


def _key_id(name: str, public: str) -> bytes:
    """Return the four bytes that identify a key in a signed note of C2SP.

    `name` is the name of the person who signs, and `public` the public key in base64.
    """
    key = _ED25519 + decoded(public.encode())
    return hashlib.sha256(name.encode() + b"\n" + key).digest()[:4]


# --------------------------------------------------------------------------- verifying


class Verdict(NamedTuple):
    """Whether a person who must sign a ledger has signed everything that counts.

    `who` is the seat, or the identifier of a person who does not play. `problem` says what is
    missing; it is empty if nothing is missing.
    """

    who: str
    identifier: str
    signature: Signature | None = None
    problem: str = ""


def verdicts(
    data: bytes, seats: Mapping[str, str], keys: Mapping[str, str], others: Sequence[str]
) -> list[Verdict]:
    """Check the signatures in a ledger; return a `Verdict` for each person who must sign.

    The verdicts are on the players, then on the `others`, who do not play. `data` is the ledger.
    `seats` maps seats to players' identifiers, and `keys` maps identifiers or seat letters to
    public keys. A signature is good if it was made with the person's key and no line that must be
    signed comes after it. If one player has two seats, both verdicts have a problem.
    """
    signed = list(signatures(data))
    players = [(seat, name if name in keys else seat) for seat, name in seats.items()]
    uses = Counter(identifier for _, identifier in players)
    wanted = [*players, *((other, other) for other in others)]
    return [
        Verdict(who, identifier, None, "the headers give this player more than one seat")
        if uses[identifier] > 1
        else _verdict(data, who, identifier, keys, signed)
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
