"""The files of clubs' own rules that an archive keeps beside the records that name them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sqlalchemy import Connection, insert, select

from mjlog.archive.storage.tables import meta
from mjlog.batch.rule_files import RuleFile, file_of, keep

_PREFIX: Final = "rules "


def put_rules(connection: Connection, headers: Iterable[str]) -> None:
    """Keep the files of rules that these headers name, if they were given."""
    for header in set(headers):
        file = file_of(header)
        if file is None:
            continue
        name = _PREFIX + header.split()[0].partition("/")[0]
        if connection.scalar(select(meta.c.name).where(meta.c.name == name)) is None:
            connection.execute(insert(meta).values(name=name, value=file.text))


def keep_rules(connection: Connection) -> None:
    """Give the kept files of rules to the rule sets, so that records find them."""
    rows = connection.execute(select(meta).where(meta.c.name.startswith(_PREFIX)))
    for name, text in rows:
        file = name.removeprefix(_PREFIX).removeprefix("file:").partition("#")[0]
        keep(RuleFile(file, text))
