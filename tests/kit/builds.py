"""Which build of the core the tests run on: its source, or what mypyc has compiled of it."""

import pytest

from mjlog.compiled import is_compiled

source_alone = pytest.mark.skipif(
    is_compiled(),
    reason="compiled, no name is replaced, no docstring kept, no look at an act counted",
)
"""Marks a test of how the source works; what the core says is tested on both builds."""
