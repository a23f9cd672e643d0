"""Live tables under load in a modest size; `benchmarks/live_load.py` measures any other."""

import importlib.util
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from kit.rehearsal import Rehearsal

PROGRAM = Path(__file__).parents[2] / "benchmarks" / "live_load.py"


@pytest.fixture
def load():
    found = importlib.util.spec_from_file_location("live_load", PROGRAM)
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.mark.soak
def test_every_act_is_acknowledged_and_every_question_answered(load):
    # A thread of its own: a browser of other tests may have left a loop of events in this one.
    with ThreadPoolExecutor(1) as own:
        told = own.submit(load.measure, tables=20, spectators=200, seconds=60).result()
    assert told["wrong"] == 0
    assert told["acts"] > 20 * 50
    assert told["acts_p99_ms"] < 250
    assert told["questions_p99_ms"] < 250


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 14))
def test_the_whole_rehearsal_ends_as_it_should(tmp_path, seed):
    told = []
    Rehearsal(tmp_path, seed, deals=8, say=told.append).run()
    assert told[-1].startswith("the archive has 4 games")
