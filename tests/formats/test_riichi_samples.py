"""The riichi samples that name a source are real games with seats for names.

Canonical, nothing found wanting.
"""

from pathlib import Path

import pytest

from mjlog.auditor.audit import audit
from mjlog.notation import read, write

EVERY = sorted((Path(__file__).parents[2] / "samples" / "riichi").glob("*.mjl"))
SAMPLES = [path for path in EVERY if "\nSource:" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_is_canonical_and_clean(path):
    text = path.read_text(encoding="utf-8")
    game = read(text)
    assert write(game) == text
    assert [finding.message for finding in audit(game).findings] == []
    assert set(game.players) <= {"East", "South", "West", "North"}


@pytest.mark.parametrize(
    "words",
    [
        " self\n", " from ", " rob ", "! ", "+", "*", "^", "/", "=", "&4z", "draw wall\n",
        "draw wall nagashi-mangan",
        "draw abort nine-terminals", "draw abort four-winds", "ura ", "tenpai",
    ],
)  # fmt: skip
def test_the_samples_show_it(words):
    assert any(words in path.read_text(encoding="utf-8") for path in SAMPLES)
