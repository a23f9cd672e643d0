"""Values kept for a while under a name: in this process, or in a folder that several share.

Values that are too old are dropped. If there is still no room, the least recently read values are
dropped, too.
"""

from __future__ import annotations

import os
import pickle
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_bytes
from threading import Lock
from typing import Final, Generic, Protocol, TypeVar

_Thing = TypeVar("_Thing")


@dataclass(frozen=True, slots=True)
class Room:
    """The limits of a store of values.

    `size` is the largest total in bytes, `places` the largest number of values. `life` is the
    number of seconds after which a value that nobody reads is dropped.
    """

    size: int
    places: int
    life: float


class Holder(Protocol[_Thing]):
    """A store that keeps values under names for a limited time."""

    def put(self, name: str, thing: _Thing, size: int) -> None:
        """Store a value under a name, and replace an earlier value with this name.

        `size` is the size of the value in bytes.
        """

    def get(self, name: str) -> _Thing | None:
        """Return the value with this name; None if it was never stored or was dropped."""

    def drop_old(self) -> None:
        """Drop values that are too old.

        If the store is too full, also drop the least recently used values.
        """


def nothing(_: str) -> None:
    """Do nothing; a store calls this function by default whenever it drops a value."""


class InMemory(Generic[_Thing]):
    """A store of values in the memory of this process.

    `dropped` is called with the name of each value that is dropped.
    """

    def __init__(
        self, room: Room, clock: Callable[[], float], dropped: Callable[[str], None] = nothing
    ) -> None:
        self._room = room
        self._clock = clock
        self._dropped = dropped
        self._lock = Lock()
        self._held: OrderedDict[str, tuple[float, int, _Thing]] = OrderedDict()

    def put(self, name: str, thing: _Thing, size: int) -> None:
        """Store a value under a name, and replace an earlier value with this name.

        `size` is the size of the value in bytes.
        """
        with self._lock:
            self._held[name] = self._clock(), size, thing
            self._held.move_to_end(name)
            self._drop_old()

    def get(self, name: str) -> _Thing | None:
        """Return the value with this name; None if it was never stored or was dropped."""
        with self._lock:
            self._drop_old()
            if name not in self._held:
                return None
            _, size, thing = self._held[name]
            self._held[name] = self._clock(), size, thing
            self._held.move_to_end(name)
            return thing

    def drop_old(self) -> None:
        """Drop values that are too old.

        If the store is too full, also drop the least recently used values.
        """
        with self._lock:
            self._drop_old()

    def _drop_old(self) -> None:
        oldest = self._clock() - self._room.life
        whole = sum(size for _, size, _ in self._held.values())
        while self._held:
            name, (looked_at, size, _) = next(iter(self._held.items()))
            is_room = whole <= self._room.size and len(self._held) <= self._room.places
            if looked_at >= oldest and is_room:
                return
            del self._held[name]
            whole -= size
            self._dropped(name)


class OthersFolderError(OSError):
    """Raised if another user could write into a folder whose files this program unpickles.

    Unpickling files of other users is dangerous. The message says what to do.
    """


def own_folder(folder: Path) -> None:
    """Create a folder that only the user of this process can use, if it does not exist.

    Raise OthersFolderError if the folder exists and other users own it or may write to it.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = folder.stat()
    if not _is_ours(status) or (os.name == "posix" and status.st_mode & _FOR_OTHERS):
        words = (
            f"others may write to {folder}: give a folder of your own, closed to them (chmod 700)"
        )
        raise OthersFolderError(words)


_FOR_OTHERS: Final = 0o022


def _is_ours(status: os.stat_result) -> bool:
    """Return whether a file belongs to the user of this process.

    `status` is the result of `os.stat`. Return True on systems whose files have no owners.
    """
    return os.name != "posix" or status.st_uid == os.geteuid()


_MARK: Final = 16
"""Bytes at the start of a file that identify the version of its value."""
_LATELY: Final = 32
"""Values of the folder that a process keeps in memory."""


class InFolder(Generic[_Thing]):
    """A store of values in the files of a folder, which several processes of one user share.

    The modification time of a file is the time when its value was last used. Values are pickled, so
    no other user may write to the folder.
    """

    def __init__(self, folder: Path, room: Room, clock: Callable[[], float]) -> None:
        own_folder(folder)
        self._folder = folder
        self._room = room
        self._clock = clock
        self._lock = Lock()
        self._lately: OrderedDict[str, tuple[bytes, _Thing]] = OrderedDict()

    def put(self, name: str, thing: _Thing, size: int) -> None:  # noqa: ARG002 - files have sizes
        """Store a value under a name, and replace an earlier value with this name.

        Old files are deleted if the folder becomes too full. `size` is ignored, because the size of
        the file is used.
        """
        mark = token_bytes(_MARK)
        new = self._folder / f".{mark.hex()}"
        new.write_bytes(mark + pickle.dumps(thing))
        self._look(new)
        new.replace(self._file(name))
        self._remember(name, mark, thing)
        self.drop_old()

    def get(self, name: str) -> _Thing | None:
        """Return the value with this name, and note that it was used now.

        Return None if no value has the name, if the value was dropped or is too old, or if its file
        belongs to another user.
        """
        file = self._file(name)
        try:
            if file.stat().st_mtime < self._clock() - self._room.life:
                return None
            with file.open("rb") as stream:
                if not _is_ours(os.fstat(stream.fileno())):
                    return None
                mark = stream.read(_MARK)
                thing = self._remembered(name, mark) or pickle.load(stream)  # noqa: S301 - our own
            self._look(file)
        except FileNotFoundError:
            return None
        self._remember(name, mark, thing)
        return thing

    def drop_old(self) -> None:
        """Delete files that are too old.

        If the folder is too full, also delete the least recently used files.
        """
        oldest = self._clock() - self._room.life
        files = sorted(self._files())
        whole = sum(size for _, size, _ in files)
        for number, (looked_at, size, file) in enumerate(files):
            is_room = whole <= self._room.size and len(files) - number <= self._room.places
            if looked_at >= oldest and is_room:
                return
            file.unlink(missing_ok=True)
            whole -= size

    def _files(self) -> list[tuple[float, int, Path]]:
        """Return for each file a tuple: the time when it was last used, its size and its path."""
        files = []
        for file in self._folder.iterdir():
            with suppress(FileNotFoundError):
                status = file.stat()
                files.append((status.st_mtime, status.st_size, file))
        return files

    def _file(self, name: str) -> Path:
        """Return the path of the file for a name.

        The file's name consists of hexadecimal digits only, so that no name can lead out of the
        folder.
        """
        return self._folder / name.encode("utf-8", "replace").hex()[:200]

    def _look(self, file: Path) -> None:
        os.utime(file, (self._clock(), self._clock()))

    def _remembered(self, name: str, mark: bytes) -> _Thing | None:
        with self._lock:
            mark_kept, thing = self._lately.get(name, (b"", None))
        return thing if mark_kept == mark else None

    def _remember(self, name: str, mark: bytes, thing: _Thing) -> None:
        with self._lock:
            self._lately[name] = mark, thing
            self._lately.move_to_end(name)
            if len(self._lately) > _LATELY:
                self._lately.popitem(last=False)
