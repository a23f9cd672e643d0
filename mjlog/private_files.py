"""Files of records that only their owner may read and one process at a time may write.

Records hold names and hands that not everybody on a machine may read.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_OF_OTHERS: Final = 0o007
_OF_THE_OWNER: Final = 0o700
_FAR_BEHIND: Final = 1 << 30


def lock_file(number: int) -> None:
    """Lock an open file, so that no other process can lock it until this process closes the file.

    `number` is the file descriptor. Raise OSError if another process holds the lock.
    """
    if sys.platform == "win32":
        # Windows lets no other process read a locked byte, so lock a byte far behind the text.
        os.lseek(number, _FAR_BEHIND, os.SEEK_SET)
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)


def give_new_name(file: Path, name: Path) -> None:
    """Give a finished file the path `name`, but never replace an existing file.

    If the file system has hard links, the file then has both paths, and the caller must delete the
    old one; otherwise the file is moved. Raise FileExistsError if a file exists at `name`.
    """
    try:
        name.hardlink_to(file)  # unlike renaming, it never replaces another file
    except FileExistsError:
        raise
    except OSError:  # the file system may have no hard links
        if name.exists():
            raise FileExistsError(name) from None
        file.replace(name)


def close_to_others(path: Path) -> None:
    """If everybody may read or write a file, remove the rights of everybody except its owner.

    A file that only its owner and a group can use does not change, because its owner chose to share
    it. Nothing happens if the file belongs to another user.
    """
    with suppress(OSError):
        mode = path.stat().st_mode & 0o777
        if mode & _OF_OTHERS:
            path.chmod(mode & _OF_THE_OWNER)
