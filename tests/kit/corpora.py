"""Reports of corpora, read."""

import io

import pytest

POISON = "%mjlog 1.0\nRules: deadly/1{}\n\n@ 1 dealer=A\ndraw wall\n"
"""A record whose rule set kills the process that loads it."""


def tables(report):
    """The bytes of a report by the names of its files: what must not depend on how it was made."""
    names = ["manifest.json", *sorted(path.name for path in report.glob("*.parquet"))]
    return {name: (report / name).read_bytes() for name in names}


def rows(report, table):
    """The rows of a table."""
    parquet = pytest.importorskip("pyarrow.parquet")
    return parquet.read_table(io.BytesIO((report / f"{table}.parquet").read_bytes())).to_pylist()
