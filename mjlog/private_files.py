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
    """Lock an open file for this process until it is closed.

    `number` is its file descriptor. Raises OSError if another process holds the lock.
    """
    if sys.platform == "win32":
        # Windows lets nobody else read a locked byte, so this one is far behind the text.
        os.lseek(number, _FAR_BEHIND, os.SEEK_SET)
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)


def give_new_name(file: Path, name: Path) -> None:
    """Rename a file. Raises FileExistsError if a file already has the new name."""
    try:
        name.hardlink_to(file)  # unlike a renaming, it never takes the name from another file
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if name.exists():
            raise FileExistsError(name) from None
        file.replace(name)


def close_to_others(path: Path) -> None:
    """Let only its owner read a file that everybody may read or write.

    A file open to its group alone stays as it is: somebody chose that on purpose. So does the file
    of another user.
    """
    with suppress(OSError):
        mode = path.stat().st_mode & 0o777
        if mode & _OF_OTHERS:
            path.chmod(mode & _OF_THE_OWNER)
