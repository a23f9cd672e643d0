"""Who lacks a library is told what brings it."""

import sys

import pytest

from mjlog.corpus.problems import CorpusError, library


@pytest.mark.parametrize(
    ("name", "extra"),
    [("pyarrow.dataset", "analysis"), ("duckdb", "analysis"), ("fsspec", "cluster")],
)
def test_a_library_that_is_missing_is_named_with_what_brings_it(monkeypatch, name, extra):
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(CorpusError, match=rf"pip install 'mjlog\[{extra}\]'"):
        library(name)
