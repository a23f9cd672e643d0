"""The files of a corpus: local files and, with fsspec, files on web servers or object stores."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from errno import ENOENT
from pathlib import Path
from shutil import copyfileobj
from typing import Any, BinaryIO, Final, cast

from mjlog.corpus.problems import CorpusError, library
from mjlog.formats import files, is_address
from mjlog.formats.archives import Bounds, Member, is_hidden, members

REMOTE: Final = "://"
IN_MEMORY: Final = 1 << 24
"""Most bytes of a file from the web that is kept in memory; a larger file is stored on the disk."""
_BOUNDS: Final = Bounds(total=1 << 50)
"""Limits for unpacking: a corpus may have any size, but a single file may not."""


@dataclass(frozen=True, slots=True)
class Input:
    """A file of the corpus: its path or URL, and its size in bytes (0 if unknown).

    `named` is True if the user named the file itself, and False if it is in a folder that was
    named.
    """

    path: str
    size: int
    named: bool


@dataclass(frozen=True, slots=True)
class Piece:
    """The content of a file, or of one file in an archive.

    `position` is the number of bytes read so far of the file on the disk, such as the archive.
    `named`: the user named this file. `failure` says why the file could not be read; empty if it
    was read.
    """

    member: Member
    named: bool
    position: int
    failure: str = ""


def inputs(paths: Iterable[str]) -> Iterator[Input]:
    """Yield the files of a corpus: for each path the file itself, or all files in the folder.

    Paths may also be URLs. Files of one path are sorted by name. Raise CorpusError if a path does
    not exist or cannot be listed.
    """
    for path in paths:
        yield from _remote(path) if is_remote(path) else _local(path)


def is_remote(path: str) -> bool:
    """Return whether a path is a URL that the package fsspec opens, and not a local file."""
    return REMOTE in path and not is_address(path)


def _local(path: str) -> Iterator[Input]:
    place = Path(path)
    if not place.exists():
        raise CorpusError(f"there is no file or folder {path}")
    if place.is_dir():
        yield from (Input(str(file), file.stat().st_size, named=False) for file in files(place))
    else:
        yield Input(path, place.stat().st_size, named=True)


# --------------------------------------------------------------------------- by fsspec


def _file_system(url: str) -> tuple[Any, str]:
    """Return the fsspec file system for a URL, and the path of the file inside it.

    Raise CorpusError if fsspec has no file system for this URL.
    """
    try:
        return cast("tuple[Any, str]", library("fsspec").core.url_to_fs(url))
    except (ImportError, ValueError) as problem:  # the message says which package is missing
        raise CorpusError(f"{url} cannot be opened: {problem}") from None


def _is_web(url: str) -> bool:
    return url.startswith(("http://", "https://"))


def _remote(url: str) -> Iterator[Input]:
    system, path = _file_system(url)
    try:
        details = _listed(system, url, path)
    except OSError as problem:
        reason = problem.strerror or str(problem) or type(problem).__name__
        raise CorpusError(f"{url} cannot be listed: {reason}") from None
    for name in sorted(details):
        if not is_hidden(name.rpartition("/")[2]):
            yield Input(name, int(details[name].get("size") or 0), named=name == url)


def _listed(system: Any, url: str, path: str) -> dict[str, dict[str, Any]]:
    """Return the files that a URL stands for, as a dict from URL to details such as the size.

    `url` is a file, a folder, or a pattern with `*`. `path` is the part of the URL inside the file
    system `system`.
    """
    if "*" in path:
        details = system.glob(path, detail=True)
    elif _is_web(url) or not system.isdir(path):
        return {url: system.info(path)}
    else:
        details = system.find(path, detail=True)
    return {system.unstrip_protocol(name): detail for name, detail in details.items()}


# --------------------------------------------------------------------------- contents


def pieces(each: Input) -> Iterator[Piece]:
    """Open a file of the corpus and yield it as a `Piece`; for an archive, each file inside.

    Raise OSError if the file cannot be read.
    """
    with closing(_opened(each.path)) as stream:
        for member in members(stream, each.path, _BOUNDS):
            yield Piece(member, each.named and member.path == each.path, stream.tell())


def _opened(path: str) -> BinaryIO:
    if is_address(path):
        raise FileNotFoundError(ENOENT, "an address holds one record; mjlog check reads it", path)
    if not is_remote(path):
        return Path(path).open("rb")
    system, inside = _file_system(path)
    stream = cast("BinaryIO", system.open(inside, "rb"))
    return _copy_stream(stream) if _is_web(path) else stream


def _copy_stream(stream: BinaryIO) -> BinaryIO:
    """Copy a stream to memory (or a temporary file if it is large), close it, and return the copy.

    The copy supports seeking, which the streams of some web servers do not.
    """
    copy = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  whoever reads it closes it
    with closing(stream):
        copyfileobj(stream, copy)
    copy.seek(0)
    return cast("BinaryIO", copy)
