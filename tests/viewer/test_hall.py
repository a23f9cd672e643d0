"""A slice of the tournament day in browsers: `make rehearsal` plays it whole."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

import pytest
from kit.hall import Hall

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.browser, pytest.mark.soak]


def test_a_tournament_day_is_tapped_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    told: list[str] = []
    size = Namespace(tables=2, rounds=2, deals=1, browsers=1, seed=1)
    Hall(tmp_path, size, told.append).run()
    assert told[-1].startswith("4 records audit clean")
    for words in ("killed", "chombo"):
        assert any(words in each for each in told), words
