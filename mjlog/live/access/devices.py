"""Who may do what at the tables: devices, each let in by a link that works once.

A device proves itself by a secret of its own, of which the hash alone is kept.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from threading import RLock
from time import monotonic
from typing import Any, Final

from mjlog.live.kept import damaged, read_kept, write_kept
from mjlog.live.rounds import table_of_event

ROLES: Final = ("organiser", "referee", "scribe", "player")
_AUTHORS: Final = {"organiser": "O", "referee": "R", "scribe": "S"}
_LINKS_LAST: Final = timedelta(hours=24)
_SILENT_AFTER: Final = 20.0
"""Seconds without a question of a scribe's page, which asks every few seconds while it is open."""


@dataclass(frozen=True, slots=True)
class Right:
    """A role, at one table or at all, and for a player a seat; `author` signs the entries.

    `player` names a player of the event, whose table and seat are others in each round.
    """

    role: str
    table: str = ""
    seat: str = ""
    author: str = ""
    player: str = ""

    def reaches(self, table: str) -> bool:
        """Return whether the device may enter that table.

        A device of a table of an event may enter in every round; a seat is a player's in one round
        alone. Where a player of the event sits, the ledgers say.
        """
        if self.player:
            return False
        if self.table in {"", table}:
            return True
        return self.role != "player" and table_of_event(self.table) == table_of_event(table)


@dataclass(frozen=True, slots=True)
class Device:
    """A device that was let in."""

    number: int
    right: Right
    since: str
    revoked: bool = False


@dataclass(frozen=True, slots=True)
class _Kept:
    """What is on the disk: hashes of links and of devices, and who records each table."""

    links: Mapping[str, tuple[Right, str]] = field(default_factory=dict)
    devices: Mapping[str, Device] = field(default_factory=dict)
    scribes: Mapping[str, int] = field(default_factory=dict)
    given: int = 0


def _records_own_game(before: Right, right: Right) -> bool:
    """Return whether a player's device would record the player's own table.

    A player of the event may sit at any table.
    """
    is_at_table = bool(before.player) or right.reaches(before.table)
    return before.role == "player" != right.role and is_at_table


class NotLetInError(PermissionError):
    """A link that does not work; the sentence says why."""


class Devices:
    """The devices and links of a folder of tables."""

    def __init__(self, path: Path) -> None:
        """Read the devices of a file, if it exists. Raises KeptError."""
        self._path = path
        self._lock = RLock()
        self._kept = _loaded(path)
        self._started = monotonic()
        self._heard: dict[str, float] = {}

    def hear(self, table: str) -> None:
        """Note that a scribe's device has just asked for something at a table."""
        self._heard[table] = monotonic()

    def is_silent(self, table: str) -> bool:
        """Return whether no scribe's device of a table has asked for anything for some time."""
        heard = self._heard.get(table, self._started)
        return monotonic() - heard > _SILENT_AFTER and bool(self.scribes_at(table))

    def invite(self, role: str, table: str = "", seat: str = "", player: str = "") -> str:
        """Return a new word for a link, which lets one device in, once.

        A link for a player of the event names the player in place of a table and a seat.
        """
        word = secrets.token_urlsafe(24)
        until = (datetime.now(UTC) + _LINKS_LAST).isoformat()
        with self._lock:
            right = Right(role, table, seat, self._author(role, seat), player)
            links = {**self._kept.links, _hash(word): (right, until)}
            self._keep(replace(self._kept, links=links))
        return word

    def _author(self, role: str, seat: str) -> str:
        """Return the author of a new device's entries: S2, R1, or the seat of a player."""
        if role == "player":
            return seat
        letter = _AUTHORS[role]
        rights = [right for right, _ in self._kept.links.values()]
        rights += [device.right for device in self._kept.devices.values()]
        signs = (right.author for right in rights if right.author.startswith(letter))
        numbers = (int(each) for each in (sign[1:] for sign in signs) if each)
        return f"{letter}{max(numbers, default=0) + 1}"

    def offered(self, word: str) -> Right | None:
        """Return what a link gives; None if it gives nothing any more."""
        right = self._kept.links.get(_hash(word))
        is_good = right is not None and datetime.now(UTC) < datetime.fromisoformat(right[1])
        return right[0] if right is not None and is_good else None

    def let_in(self, word: str, before: Right | None = None) -> str:
        """Let a device in and return its secret; `before` is the old one. Raises NotLetInError."""
        with self._lock:
            right = self.offered(word)
            if right is None:
                raise NotLetInError("this link was used, is too old, or was never given")
            if before is not None and _records_own_game(before, right):
                whose = before.player or f"a player at table {before.table}"
                raise NotLetInError(
                    f"this is the device of {whose}, who records no game "
                    "of their own. The organiser may send it away; then the link lets it in"
                )
            links = {key: each for key, each in self._kept.links.items() if key != _hash(word)}
            return self._admit(right, links)

    def let_player_in(self, player: str) -> str:
        """Let in the device of a player of the event who entered a PIN; return its secret."""
        with self._lock:
            return self._admit(Right("player", player=player), self._kept.links)

    def _admit(self, right: Right, links: Mapping[str, tuple[Right, str]]) -> str:
        secret = secrets.token_urlsafe(32)
        since = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        device = Device(self._kept.given + 1, right, since)
        devices = {**self._kept.devices, _hash(secret): device}
        self._keep(replace(self._kept, links=links, devices=devices, given=device.number))
        return secret

    def holder(self, secret: str) -> Device | None:
        """Return the device that has this secret, unless it was sent away."""
        asked, device_held = _hash(secret), None
        for key, device in self._kept.devices.items():
            if hmac.compare_digest(key, asked):
                device_held = device
        return None if device_held is None or device_held.revoked else device_held

    def all(self) -> list[Device]:
        """Return all devices that were ever let in."""
        return list(self._kept.devices.values())

    def revoke(self, number: int) -> None:
        """Send a device away."""
        with self._lock:
            devices = {
                key: replace(each, revoked=each.revoked or each.number == number)
                for key, each in self._kept.devices.items()
            }
            self._keep(replace(self._kept, devices=devices))

    # ------------------------------------------------------------------ two in one role

    def scribe_of(self, table: str) -> int:
        """Return the number of the device that records a table now; 0 if none does."""
        number = self._kept.scribes.get(table, 0)
        return number if any(each.number == number for each in self._there()) else 0

    def take_over(self, table: str, device: Device) -> None:
        """Let this device record the table from now on."""
        with self._lock:
            scribes = {**self._kept.scribes, table: device.number}
            self._keep(replace(self._kept, scribes=scribes))

    def scribes_at(self, table: str) -> list[Device]:
        """Return all devices that may record a table."""
        return [
            each
            for each in self._there()
            if each.right.role == "scribe" and each.right.reaches(table)
        ]

    def _there(self) -> list[Device]:
        return [each for each in self._kept.devices.values() if not each.revoked]

    # ------------------------------------------------------------------ on the disk

    def _keep(self, kept: _Kept) -> None:
        """Replace the file by a new one that is whole on the disk."""
        write_kept(self._path, asdict(kept))
        self._kept = kept


def _hash(word: str) -> str:
    return sha256(word.encode("utf-8", "replace")).hexdigest()


def _loaded(path: Path) -> _Kept:
    kept = read_kept(path)
    if kept is None:
        return _Kept()
    try:
        links = {key: (Right(**right), until) for key, (right, until) in kept["links"].items()}
        devices = {key: _device(each) for key, each in kept["devices"].items()}
        return _Kept(links, devices, kept["scribes"], kept["given"])
    except (TypeError, KeyError, ValueError, AttributeError) as problem:
        raise damaged(path) from problem


def _device(told: dict[str, Any]) -> Device:
    return Device(**{**told, "right": Right(**told["right"])})
