"""PINs for players without a device, entered on the scribe's device while the player is present.

A PIN proves only that the player was present. Only the hash of a PIN is stored. Five wrong tries
lock the PIN until the organiser gives a new one; a try is counted on the disk before it is
answered.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import scrypt
from pathlib import Path
from threading import Lock
from typing import Final

from mjlog.live.private_json import damaged, read_private_json, write_private_json
from mjlog.model.messages import Message, msg

TRIES: Final = 5
_DIGITS: Final = 6


class WrongPinError(PermissionError):
    """Raised for a wrong, missing or locked PIN; `words` say what is wrong."""

    def __init__(self, words: Message) -> None:
        """Create the error; `words` is a message that can be translated."""
        super().__init__(str(words))
        self.words = words


@dataclass(frozen=True, slots=True)
class _Pin:
    """The hash of one PIN, and the number of wrong tries since the right PIN was last entered."""

    salt: str
    hashed: str
    wrong: int = 0


class Pins:
    """The PINs of an event's players, by player's name; only hashes are stored, in a file."""

    def __init__(self, path: Path) -> None:
        """Read the PINs from a file, if it exists. Raises KeptError if it is damaged."""
        self._path = path
        self._lock = Lock()
        try:
            self._pins = {
                name: _Pin(**pin) for name, pin in (read_private_json(path) or {}).items()
            }
        except (TypeError, AttributeError) as problem:
            raise damaged(path) from problem

    def give(self, name: str) -> str:
        """Create a new six-digit PIN for a player, and return it; an earlier PIN becomes invalid.

        Only the hash of the PIN is stored. `name` is the player's identifier.
        """
        pin = "".join(secrets.choice("0123456789") for _ in range(_DIGITS))
        salt = secrets.token_hex(16)
        with self._lock:
            self._keep({**self._pins, name: _Pin(salt, _hash(pin, salt))})
        return pin

    def has(self, name: str) -> bool:
        """Return whether a player has a PIN.

        `name` is the player's identifier.
        """
        return name in self._pins

    def is_locked(self, name: str) -> bool:
        """Return whether a player's PIN is locked after too many wrong tries.

        `name` is the player's identifier.
        """
        pin = self._pins.get(name)
        return pin is not None and pin.wrong >= TRIES

    def check(self, name: str, entered: str) -> None:
        """Raise WrongPinError if `entered` is not the player's PIN, or if the PIN is locked.

        Also raise it if the player has no PIN. Each wrong try is counted on the disk; the fifth
        locks the PIN. The right PIN sets the count to 0. `name` is the player's identifier.
        """
        with self._lock:
            pin = self._pins.get(name)
            if pin is None:
                raise WrongPinError(msg("{name} has no PIN; the organiser gives one", name=name))
            if pin.wrong >= TRIES:
                words = msg("the PIN of {name} is locked; the organiser gives a new one", name=name)
                raise WrongPinError(words)
            # The try is counted before it is answered, so nobody gets more tries by stopping the
            # program.
            self._keep({**self._pins, name: replace(pin, wrong=pin.wrong + 1)})
            if not hmac.compare_digest(_hash(entered.strip(), pin.salt), pin.hashed):
                left = TRIES - pin.wrong - 1
                words = msg("that is not the PIN of {name}; it is locked now", name=name)
                if left:
                    words = msg(
                        "that is not the PIN of {name}; tries left: {number}",
                        name=name,
                        number=left,
                    )
                raise WrongPinError(words)
            self._keep({**self._pins, name: replace(pin, wrong=0)})

    def _keep(self, pins: Mapping[str, _Pin]) -> None:
        write_private_json(self._path, {name: asdict(pin) for name, pin in pins.items()})
        self._pins = dict(pins)


def _hash(pin: str, salt: str) -> str:
    """Return the hash of a PIN.

    The hash is slow on purpose: there are only a million PINs, so a thief of the file could try
    them all. `salt` is a random text, so that equal PINs have different hashes.
    """
    return scrypt(
        pin.encode("utf-8", "replace"), salt=bytes.fromhex(salt), n=1 << 14, r=8, p=1
    ).hex()


def presence_line(seat: str, author: str, number: int, result: str) -> str:
    """Return the text of the ledger entry for a player who confirmed a deal's result by PIN.

    `author` is the name under which the device that was used for the PIN writes, such as `S1`.
    `number` is the number of the deal, and `result` the hash of its result.
    """
    words = f"note result confirmed by={seat} deal={number} of={result} pin={author}"
    return f"{words} {{entered by {author} in {seat}'s presence}}"


def refusal_line(seat: str, number: int) -> str:
    """Return the text of the ledger entry for a player who does not confirm the result of a deal.

    The entry informs the referee; it does not change the result.
    """
    return f"note {seat} does not confirm the result of deal {number}"
