"""Keeps the devices that may use the tables; each is let in by a link that works once.

A device proves itself by its own secret, of which only the hash is kept.
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
    """What a device may do: a role, at one table or, if empty, at all; for a player, a seat.

    `author` signs the device's entries. `player` is a player of the event, who has another table
    and seat in each round; then `table` and `seat` are empty.
    """

    role: str
    table: str = ""
    seat: str = ""
    author: str = ""
    player: str = ""

    def reaches(self, table: str) -> bool:
        """Return whether the device may enter that table by this right alone.

        A device of a table of an event may enter the table's ledgers of all rounds, but a device of
        a seat only its own ledger. For a player of the event, the answer is False: the ledgers say
        where the player sits.
        """
        if self.player:
            return False
        if self.table in {"", table}:
            return True
        return self.role != "player" and table_of_event(self.table) == table_of_event(table)


@dataclass(frozen=True, slots=True)
class Device:
    """A device that was let in.

    `since` is the time of that in UTC; `revoked` is True if it was sent away.
    """

    number: int
    right: Right
    since: str
    revoked: bool = False


@dataclass(frozen=True, slots=True)
class _Kept:
    """The content of the file: links and devices by their secrets' hashes, scribes by table.

    `scribes` has the number of the device by table. `given` is the number of devices ever let in.
    """

    links: Mapping[str, tuple[Right, str]] = field(default_factory=dict)
    devices: Mapping[str, Device] = field(default_factory=dict)
    scribes: Mapping[str, int] = field(default_factory=dict)
    given: int = 0


def _records_own_game(before: Right, right: Right) -> bool:
    """Return whether `right` would let a player's device record the player's own table.

    `before` is the right that the device has now. A player of the event may sit at any table.
    """
    is_at_table = bool(before.player) or right.reaches(before.table)
    return before.role == "player" != right.role and is_at_table


class NotLetInError(PermissionError):
    """Raised if a device cannot be let in by a link; the message says why."""


class Devices:
    """The devices and links of a folder of tables, stored in a file."""

    def __init__(self, path: Path) -> None:
        """Read the devices from a file, if it exists. Raises KeptError if it is damaged."""
        self._path = path
        self._lock = RLock()
        self._kept = _loaded(path)
        self._started = monotonic()
        self._heard: dict[str, float] = {}

    def hear(self, table: str) -> None:
        """Note the time of a request from a scribe's device at a table, in memory only."""
        self._heard[table] = monotonic()

    def is_silent(self, table: str) -> bool:
        """Return whether a table has scribes' devices, but no request for 20 seconds.

        At first the time counts from the start of the program.
        """
        heard = self._heard.get(table, self._started)
        return monotonic() - heard > _SILENT_AFTER and bool(self.scribes_at(table))

    def invite(self, role: str, table: str = "", seat: str = "", player: str = "") -> str:
        """Make a link that lets in one device once, within a day; return its secret word.

        Only the word's hash is stored. For a player of the event, give `player` and no table and
        seat.
        """
        word = secrets.token_urlsafe(24)
        until = (datetime.now(UTC) + _LINKS_LAST).isoformat()
        with self._lock:
            right = Right(role, table, seat, self._author(role, seat), player)
            links = {**self._kept.links, _hash(word): (right, until)}
            self._keep(replace(self._kept, links=links))
        return word

    def _author(self, role: str, seat: str) -> str:
        """Return the author name for a new device's entries: S2 or R1, or a player's seat.

        The number is one more than the highest given so far.
        """
        if role == "player":
            return seat
        letter = _AUTHORS[role]
        rights = [right for right, _ in self._kept.links.values()]
        rights += [device.right for device in self._kept.devices.values()]
        signs = (right.author for right in rights if right.author.startswith(letter))
        numbers = (int(each) for each in (sign[1:] for sign in signs) if each)
        return f"{letter}{max(numbers, default=0) + 1}"

    def offered(self, word: str) -> Right | None:
        """Return the right that a link gives.

        None if the link was used, has expired or never existed.
        """
        right = self._kept.links.get(_hash(word))
        is_good = right is not None and datetime.now(UTC) < datetime.fromisoformat(right[1])
        return right[0] if right is not None and is_good else None

    def let_in(self, word: str, before: Right | None = None) -> str:
        """Let a device in by the word of a link, and return the device's secret.

        `before` is the right that the device has now. The link does not work again. Raises
        NotLetInError if it does not work now, or if a player would record the player's own game.
        """
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
        """Let in a new device of a player of the event, and return its secret.

        The caller has checked the player's PIN.
        """
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
        """Return the device with this secret; None if there is none or it was sent away."""
        asked, device_held = _hash(secret), None
        for key, device in self._kept.devices.items():
            if hmac.compare_digest(key, asked):
                device_held = device
        return None if device_held is None or device_held.revoked else device_held

    def all(self) -> list[Device]:
        """Return all devices ever let in, including devices sent away."""
        return list(self._kept.devices.values())

    def revoke(self, number: int) -> None:
        """Send the device of that number away: it may do nothing from now on."""
        with self._lock:
            devices = {
                key: replace(each, revoked=each.revoked or each.number == number)
                for key, each in self._kept.devices.items()
            }
            self._keep(replace(self._kept, devices=devices))

    # ------------------------------------------------------------------ two in one role

    def scribe_of(self, table: str) -> int:
        """Return the number of the device that took a table over last; 0 if none is left.

        A device that was sent away does not count.
        """
        number = self._kept.scribes.get(table, 0)
        return number if any(each.number == number for each in self._there()) else 0

    def take_over(self, table: str, device: Device) -> None:
        """Store that this device records the table from now on, in place of another one."""
        with self._lock:
            scribes = {**self._kept.scribes, table: device.number}
            self._keep(replace(self._kept, scribes=scribes))

    def scribes_at(self, table: str) -> list[Device]:
        """Return the scribes' devices that may record a table, except devices sent away.

        Devices of organisers and referees are not among them, though they may write, too.
        """
        return [
            each
            for each in self._there()
            if each.right.role == "scribe" and each.right.reaches(table)
        ]

    def _there(self) -> list[Device]:
        return [each for each in self._kept.devices.values() if not each.revoked]

    # ------------------------------------------------------------------ on the disk

    def _keep(self, kept: _Kept) -> None:
        """Write the file again, completely or not at all."""
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
