"""Which build of the core the tests run on: its source, or what mypyc has compiled of it."""

import pytest

from mjlog.compiled import is_compiled

source_alone = pytest.mark.skipif(
    is_compiled(),
    reason="compiled, no name is replaced, no docstring kept, no look at an act counted",
)
"""Marks a test that works only with Python source; all other tests run on both builds."""
