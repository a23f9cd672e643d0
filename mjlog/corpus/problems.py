"""Errors that prevent a corpus from being audited or queried."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final


class CorpusError(Exception):
    """A problem that the user can solve; its message says how."""


_EXTRAS: Final = {
    "pyarrow": ("analysis", "corpora need pyarrow"),
    "duckdb": ("analysis", "reports are asked by DuckDB"),
    "distributed": ("cluster", "--dask needs Dask distributed"),
    "fsspec": ("cluster", "URLs need fsspec"),
}


def library(name: str) -> Any:
    """Import an optional package, or a module of it, and return it.

    Raise CorpusError with a hint for installing if the package is missing.
    """
    try:
        return import_module(name)
    except ImportError:
        extra, need = _EXTRAS[name.partition(".")[0]]
        raise CorpusError(f"{need}: pip install 'mjlog[{extra}]'") from None
