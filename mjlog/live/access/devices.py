"""Stores the devices that may use the tables; each device is let in by a link that works once.

A device proves its identity by a secret of its own, of which only the hash is stored.
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

from mjlog.live.private_json import damaged, read_private_json, write_private_json
from mjlog.live.rounds import table_of_event

ROLES: Final = ("organiser", "referee", "scribe", "player")
_AUTHORS: Final = {"organiser": "O", "referee": "R", "scribe": "S"}
_LINKS_LAST: Final = timedelta(hours=24)
_SILENT_AFTER: Final = 20.0
"""Seconds without a request after which a scribe's page counts as closed; an open page asks often.
"""


@dataclass(frozen=True, slots=True)
class Right:
    """What a device may do: its role, and the table and seat for which it has this role.

    An empty `table` means all tables. `author` is the name under which the device's entries are
    written. For a player of the event, who has a new table and seat in each round, `player` is set
    instead of `table` and `seat`.
    """

    role: str
    table: str = ""
    seat: str = ""
    author: str = ""
    player: str = ""

    def reaches(self, table: str) -> bool:
        """Return whether a device with this right may enter the table whose name is `table`.

        At an event, a table has a ledger for each round, such as `r2-t3`, and `table` names one of
        them. A player's device may enter only the ledger of its right; other devices may enter all
        ledgers of their table. A right without a table holds for all tables. The result is False
        for a player of the event (`player`), because only the ledgers show where this player sits.
        """
        if self.player:
            return False
        if self.table in {"", table}:
            return True
        return self.role != "player" and table_of_event(self.table) == table_of_event(table)


@dataclass(frozen=True, slots=True)
class Device:
    """A device that may use the tables.

    `since` is the time (UTC) at which the device was let in; `revoked` is True if its access was
    taken away.
    """

    number: int
    right: Right
    since: str
    revoked: bool = False


@dataclass(frozen=True, slots=True)
class _Kept:
    """The content of the file: links and devices by their secret's hash, and scribes by table.

    `scribes` maps a table to the number of the device that records it. `given` is the number of
    devices ever let in.
    """

    links: Mapping[str, tuple[Right, str]] = field(default_factory=dict)
    devices: Mapping[str, Device] = field(default_factory=dict)
    scribes: Mapping[str, int] = field(default_factory=dict)
    given: int = 0


def _records_own_game(before: Right, right: Right) -> bool:
    """Return whether a player's device could, with a new right, record the player's own game.

    `before` is the right that the device has now, and `right` the right that it would get. The
    result is True if the role changes from player to another role and `right` holds at the player's
    table. A player of the event may sit at any table, so any table counts.
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
        """Store the time of a request from a scribe's device at a table, in memory only."""
        self._heard[table] = monotonic()

    def is_silent(self, table: str) -> bool:
        """Return whether the scribes' devices of a table have sent no request for 20 seconds.

        The result is False if the table has no such devices. Before the first request, the 20
        seconds begin at the start of the program.
        """
        heard = self._heard.get(table, self._started)
        return monotonic() - heard > _SILENT_AFTER and bool(self.scribes_at(table))

    def invite(self, role: str, table: str = "", seat: str = "", player: str = "") -> str:
        """Create a link by which one device can get a right; the link works once, and for one day.

        Return the secret word for the link's address; only the hash of the word is stored. `role`
        is organiser, referee, scribe or player. `table` and `seat` say for which table and seat the
        right is. For a player of the event, pass `player` instead.
        """
        word = secrets.token_urlsafe(24)
        until = (datetime.now(UTC) + _LINKS_LAST).isoformat()
        with self._lock:
            right = Right(role, table, seat, self._author(role, seat), player)
            links = {**self._kept.links, _hash(word): (right, until)}
            self._keep(replace(self._kept, links=links))
        return word

    def _author(self, role: str, seat: str) -> str:
        """Return the name of the author, such as S2, for the ledger entries of a new device.

        The author of a player's device is the letter of the seat. Otherwise it is the letter O, R
        or S (organiser, referee, scribe), and the highest number used with this letter plus one.
        """
        if role == "player":
            return seat
        letter = _AUTHORS[role]
        rights = [right for right, _ in self._kept.links.values()]
        rights += [device.right for device in self._kept.devices.values()]
        signs = (right.author for right in rights if right.author.startswith(letter))
        numbers = (int(each) for each in (sign[1:] for sign in signs) if each)
        return f"{letter}{max(numbers, default=0) + 1}"

    def right_of_link(self, word: str) -> Right | None:
        """Return the right that a device would get by a link, given the link's secret word.

        Return None if the link was used, has expired or never existed.
        """
        right = self._kept.links.get(_hash(word))
        is_good = right is not None and datetime.now(UTC) < datetime.fromisoformat(right[1])
        return right[0] if right is not None and is_good else None

    def let_in(self, word: str, before: Right | None = None) -> str:
        """Let in a device by the secret word of a link, and return the new secret of the device.

        The link cannot be used again. `before` is the right that the device has now. Raises
        NotLetInError if the link is not valid, or if it would let a player record the player's own
        game.
        """
        with self._lock:
            right = self.right_of_link(word)
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
        """Let in a new device of a player of the event, and return the new secret of the device.

        The caller must check the player's PIN before.
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
        """Return the device that has this secret; None if no device with access has it."""
        asked, device_held = _hash(secret), None
        for key, device in self._kept.devices.items():
            if hmac.compare_digest(key, asked):
                device_held = device
        return None if device_held is None or device_held.revoked else device_held

    def all(self) -> list[Device]:
        """Return all devices that were ever let in, including those without access now."""
        return list(self._kept.devices.values())

    def revoke(self, number: int) -> None:
        """Take away the access of the device with this number."""
        with self._lock:
            devices = {
                key: replace(each, revoked=each.revoked or each.number == number)
                for key, each in self._kept.devices.items()
            }
            self._keep(replace(self._kept, devices=devices))

    # ------------------------------------------------------------------ two in one role

    def scribe_of(self, table: str) -> int:
        """Return the number of the device that records a table at present; 0 if there is none.

        It is the device for which `take_over` was called last. The result is 0 if its access was
        revoked.
        """
        number = self._kept.scribes.get(table, 0)
        return number if any(each.number == number for each in self._there()) else 0

    def take_over(self, table: str, device: Device) -> None:
        """Store that this device, and no other, records the table from now on."""
        with self._lock:
            scribes = {**self._kept.scribes, table: device.number}
            self._keep(replace(self._kept, scribes=scribes))

    def scribes_at(self, table: str) -> list[Device]:
        """Return the devices with the role of a scribe that may record a table, in a list.

        Devices whose access was revoked are left out. Organisers and referees may record a table,
        too, but their devices are not in the list.
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
        """Write `kept`, the devices and links, into the file, completely or not at all."""
        write_private_json(self._path, asdict(kept))
        self._kept = kept


def _hash(word: str) -> str:
    return sha256(word.encode("utf-8", "replace")).hexdigest()


def _loaded(path: Path) -> _Kept:
    kept = read_private_json(path)
    if kept is None:
        return _Kept()
    try:
        links = {key: (Right(**right), until) for key, (right, until) in kept["links"].items()}
        devices = {key: _device(each) for key, each in kept["devices"].items()}
        return _Kept(links, devices, kept["scribes"], kept["given"])
    except (TypeError, KeyError, ValueError, AttributeError) as problem:
        raise damaged(path) from problem


def _device(stored: dict[str, Any]) -> Device:
    return Device(**{**stored, "right": Right(**stored["right"])})
