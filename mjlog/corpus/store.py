"""The folder of a report: audited shards, a journal of them, the tables, the manifest."""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, Final

from mjlog.corpus import parquet
from mjlog.corpus.columns import TABLES
from mjlog.corpus.judging import Judged
from mjlog.corpus.problems import CorpusError
from mjlog.private_files import lock_file

MANIFEST: Final = "manifest.json"
FORMAT: Final = 1
"""Version of the format of reports; shards of another version are not used again."""


@dataclass(frozen=True, slots=True)
class Done:
    """An audited shard as the journal has it.

    `name` is the shard's name, `output` the hash of its file of results, `lacks` has the number of
    claims that could not be checked, by the kind of missing information. `quarantined` are paths of
    entries that were not read.
    """

    name: str
    output: str
    counts: dict[str, int]
    lacks: dict[str, int]
    quarantined: list[str] = field(default_factory=list)

    def to_object(self) -> dict[str, Any]:
        """Return this audited shard as a JSON object, for the journal and the manifest.

        A shard is a part of the corpus.
        """
        members = {"input": self.name, "output": self.output, "counts": self.counts}
        return members | {"lacks": self.lacks, "quarantined": self.quarantined}


class Store:
    """The folder of a report, with methods for a run that writes into it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.shards = folder / "shards"
        self.journal = self.shards / "journal.ndjson"

    @property
    def is_begun(self) -> bool:
        """Whether a run has begun in this folder."""
        return self.journal.exists()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the folder during a `with` block, so that no other run can write into it.

        Raise CorpusError if another run has locked the folder, or if the folder has files but no
        run has begun in it.
        """
        if self.folder.exists() and not self.is_begun and any(self.folder.iterdir()):
            raise CorpusError(f"{self.folder} holds other things than a report of a corpus")
        self.shards.mkdir(parents=True, exist_ok=True)
        with self.journal.open("a", encoding="utf-8") as file:
            try:
                lock_file(file.fileno())
            except OSError:
                words = f"another run is writing to {self.folder}"
                raise CorpusError(words) from None
            yield

    def key(self) -> str:
        """Return the key of pseudonyms that is stored in the folder; create it at the first call.

        With the same key, a name always gets the same pseudonym.
        """
        place = self.shards / "pseudonyms.key"
        if not place.exists():
            _write(place, secrets.token_hex(32).encode(), mode=0o600)
        return place.read_text(encoding="utf-8").strip()

    # ----------------------------------------------------------------------- shards

    def done(self) -> dict[str, Done]:
        """Read the journal, and return a dict from the name of each audited shard to its entry.

        Lines that are damaged or incomplete are skipped.
        """
        done = {}
        for line in self.journal.read_text(encoding="utf-8").split("\n"):
            with suppress(ValueError, KeyError):
                entry = json.loads(line)
                done[entry["input"]] = Done(
                    entry["input"],
                    entry["output"],
                    entry["counts"],
                    entry["lacks"],
                    entry["quarantined"],
                )
        return done

    def is_whole(self, done: Done) -> bool:
        """Return whether the file with the results of the shard `done` exists and is undamaged."""
        try:
            with self.file_of(done.name).open("rb") as stream:
                return file_digest(stream, "sha256").hexdigest() == done.output
        except OSError:
            return False

    def file_of(self, name: str) -> Path:
        """Return the path of the file with the results of the shard called `name`."""
        return self.shards / f"{name}.zip"

    def keep(self, name: str, judged: Judged) -> Done:
        """Write the results of a shard to a file, then add a line to the journal; return the entry.

        `name` is the name of the shard. Because of this order, the journal never names a shard
        whose results are missing.
        """
        output = sha256(judged.data).hexdigest()
        done = Done(name, output, judged.counts, judged.lacks, list(judged.quarantined))
        _write(self.file_of(name), judged.data)
        with self.journal.open("r+b") as file:
            torn = not _ends_a_line(file)
            file.write(b"\n" * torn + json.dumps(done.to_object()).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        return done

    # ----------------------------------------------------------------------- the report

    def finish(self, shards: Sequence[Done], about: dict[str, Any]) -> None:
        """Write the report: first its tables, then the manifest.

        `shards` are the shards (parts of the corpus) whose rows the tables get. `about` has the
        first members of the manifest. If the folder already has exactly this report, nothing is
        written.
        """
        manifest = about | {"shards": [each.to_object() for each in shards]}
        if self._is_finished(manifest):
            return
        (self.folder / MANIFEST).unlink(missing_ok=True)
        beside = self.shards / "tables"
        shutil.rmtree(beside, ignore_errors=True)
        beside.mkdir()
        parquet.write_tables((self.file_of(each.name) for each in shards), beside)
        for table in TABLES:
            (beside / f"{table}.parquet").replace(self.folder / f"{table}.parquet")
        beside.rmdir()
        whole = manifest | {"tables": self._tables()}
        _write(self.folder / MANIFEST, (json.dumps(whole, indent=1) + "\n").encode())

    def _is_finished(self, expected: dict[str, Any]) -> bool:
        try:
            manifest = json.loads((self.folder / MANIFEST).read_text(encoding="utf-8"))
            return bool(manifest == expected | {"tables": self._tables()})
        except (OSError, ValueError):
            return False

    def _tables(self) -> dict[str, str]:
        """Return the hashes of the report's table files, by file name."""
        hashes = {}
        for table in TABLES:
            with (self.folder / f"{table}.parquet").open("rb") as stream:
                hashes[f"{table}.parquet"] = file_digest(stream, "sha256").hexdigest()
        return hashes


def _ends_a_line(file: Any) -> bool:
    """Return whether an open file is empty or ends with a line feed.

    The position in the file is moved to its end.
    """
    if file.seek(0, os.SEEK_END) == 0:
        return True
    file.seek(-1, os.SEEK_END)
    return bool(file.read(1) == b"\n")


def _write(place: Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file completely or not at all: write a temporary file, then rename it.

    `mode` has the permissions of the new file.
    """
    beside = place.with_name(f".{place.name}.new")
    beside.unlink(missing_ok=True)
    number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(number, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(number)
    beside.replace(place)
