"""A slice of the rehearsal: `make rehearsal` plays it whole."""

import pytest
from kit.rehearsal import Rehearsal


@pytest.mark.slow
def test_a_tournament_in_small_ends_as_it_should(tmp_path):
    told = []
    Rehearsal(tmp_path, seed=7, deals=3, say=told.append, kills=2).run()
    happened = ("tablet died", "was killed and", "killed 2 times", "another table", "chombo")
    for words in (*happened, "rejected", "signed"):
        assert any(words in each for each in told), words
    assert told[-1].startswith("the archive has 4 games")
