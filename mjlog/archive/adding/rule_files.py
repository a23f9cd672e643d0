"""Keeps the files of clubs' own rules in an archive, for the records that name them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sqlalchemy import Connection, insert, select

from mjlog.archive.storage.tables import meta
from mjlog.batch.rule_files import RuleFile, file_of, store_rule_file

_PREFIX: Final = "rules "


def put_rules(connection: Connection, headers: Iterable[str]) -> None:
    """Store in the archive the clubs' own rule files that the ``Rules`` headers of records name.

    The files must have been loaded into this process before. If the archive has a rule file of the
    same name already, the stored file stays.
    """
    for header in set(headers):
        file = file_of(header)
        if file is None:
            continue
        name = _PREFIX + header.split()[0].partition("/")[0]
        if connection.scalar(select(meta.c.name).where(meta.c.name == name)) is None:
            connection.execute(insert(meta).values(name=name, value=file.text))


def keep_rules(connection: Connection) -> None:
    """Load the clubs' own rule files from the archive into the memory of this process.

    The process can then audit records that name such a file in their ``Rules`` header.
    """
    rows = connection.execute(select(meta).where(meta.c.name.startswith(_PREFIX)))
    for name, text in rows:
        file = name.removeprefix(_PREFIX).removeprefix("file:").partition("#")[0]
        store_rule_file(RuleFile(file, text))
